//! The code around the rules, in each language, and rows of nimbers as constants.

use super::Language;

/// Returns the piece of code with this name.
pub(super) fn piece(language: Language, name: &str) -> &'static str {
    let all = match language {
        Language::Cpp => include_str!("pieces/cpp.txt"),
        Language::Python => include_str!("pieces/python.txt"),
        Language::Rust => include_str!("pieces/rust.txt"),
    };
    let start = all.find(&format!("%% {name}\n")).expect("every language has every piece") + name.len() + 4;
    let end = all[start..].find("%% ").map_or(all.len(), |end| start + end);
    &all[start..end]
}

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Digits of a row in a line.
const IN_A_LINE: usize = 104;

/// Returns a row of nimbers as a constant: a text of digits, or a list if some nimber is above 35.
pub(super) fn row(language: Language, row: &[u64], name: &str) -> Vec<String> {
    if is_list(row) {
        let items: Vec<String> = row.iter().map(ToString::to_string).collect();
        let items = items.join(", ");
        return vec![match language {
            Language::Cpp => format!("const ll {name}[] = {{{items}}};"),
            Language::Python => format!("{name} = [{items}]"),
            Language::Rust => format!("const {name}: &[i64] = &[{items}];"),
        }];
    }
    let digits: Vec<u8> = row.iter().map(|nimber| DIGITS[*nimber as usize]).collect();
    let texts: Vec<String> = digits.chunks(IN_A_LINE).map(|part| format!("\"{}\"", String::from_utf8_lossy(part))).collect();
    let (open, between, close) = match language {
        Language::Cpp => (format!("const char* {name} ="), "", ";"),
        Language::Python => (format!("{name} = ("), "", ")"),
        Language::Rust => (format!("const {name}: &[u8] = concat!("), ",", ").as_bytes();"),
    };
    if let [text] = &texts[..] {
        return vec![match language {
            Language::Cpp => format!("{open} {text};"),
            Language::Python => format!("{name} = {text}"),
            Language::Rust => format!("const {name}: &[u8] = b{text};"),
        }];
    }
    let last = texts.len() - 1;
    let lines = texts.iter().enumerate().map(|(at, text)| {
        let ends = if at < last {
            between
        } else if language == Language::Cpp {
            close
        } else {
            ""
        };
        format!("    {text}{ends}")
    });
    let lines = std::iter::once(open).chain(lines);
    if language == Language::Cpp { lines.collect() } else { lines.chain([close.to_owned()]).collect() }
}

/// Returns the expression of an entry of such a row.
pub(super) fn read_row(language: Language, row: &[u64], name: &str, index: &str) -> String {
    let has_letters = row.iter().any(|nimber| *nimber > 9);
    match language {
        _ if is_list(row) && language == Language::Rust => format!("{name}[({index}) as usize]"),
        _ if is_list(row) => format!("{name}[{index}]"),
        Language::Cpp if has_letters => format!("({name}[{index}] <= '9' ? {name}[{index}] - '0' : {name}[{index}] - 'a' + 10)"),
        Language::Cpp => format!("{name}[{index}] - '0'"),
        Language::Python => format!("int({name}[{index}], 36)"),
        Language::Rust => format!("i64::from(char::from({name}[({index}) as usize]).to_digit(36).unwrap())"),
    }
}

fn is_list(row: &[u64]) -> bool {
    row.iter().any(|nimber| *nimber as usize >= DIGITS.len())
}
