//! Values in LaTeX, converted from their text: `{2|-1/2}` becomes `\{2\mid -\tfrac{1}{2}\}`.

use std::fmt::Write;

/// Returns the text or the name of a value in LaTeX, for math mode.
///
/// Fractions and words need the package `amsmath`. The signs are those of *Winning Ways*: n·↑ is an arrow followed by n, and
/// double up is a double arrow. Tiny-G is written with the word, because no common font has its sign.
///
/// ```
/// use sprague_values::latex;
///
/// assert_eq!(latex("{2|-1/2}"), r"\{2\mid -\tfrac{1}{2}\}");
/// assert_eq!(latex("1^2*3"), r"1{\Uparrow}{\ast}3");
/// assert_eq!(latex("{0||0|-2}"), r"\{0\mathrel{|\!|}0\mid -2\}");
/// assert_eq!(latex("±(0, …)"), r"\pm (0, \ldots)");
/// assert_eq!(latex("2 + tiny-1/2"), r"2 + \text{tiny}_{\tfrac{1}{2}}");
/// ```
pub fn latex(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = step(&mut out, rest);
    }
    out
}

/// Converts the first element of `text`, and returns the rest.
fn step<'a>(out: &mut String, text: &'a str) -> &'a str {
    let first = text.chars().next().unwrap_or(' ');
    let (run, rest) = taken(text, |c| c == first);
    let one = &text[first.len_utf8()..];
    match first {
        '0'..='9' => return number(out, text),
        '|' => {
            match run.len() {
                1 => out.push_str(r"\mid "),
                bars => write!(out, r"\mathrel{{{}}}", vec!["|"; bars].join(r"\!")).expect("text can be written"),
            }
            return rest;
        }
        '^' | '↑' => return arrow(out, one, "up"),
        '⇑' => out.push_str(r"{\Uparrow}"),
        '↓' => return arrow(out, one, "down"),
        '⇓' => out.push_str(r"{\Downarrow}"),
        '*' => out.push_str(r"{\ast}"),
        '{' => out.push_str(r"\{"),
        '}' => out.push_str(r"\}"),
        '±' => out.push_str(r"\pm "),
        '…' => out.push_str(r"\ldots"),
        ' ' if out.ends_with(' ') => {}
        ' ' | ',' | '(' | ')' | '+' | '-' | '<' | '>' | '=' => out.push(first),
        _ => return word(out, text),
    }
    one
}

/// Returns words in LaTeX, for text outside of math mode: characters with a meaning in LaTeX are escaped.
///
/// Signs of values become formulas. A character that common fonts do not have becomes `?`.
///
/// ```
/// use sprague_values::latex_words;
///
/// assert_eq!(latex_words("{1|0} & 50 %"), r"\{1\textbar{}0\} \& 50 \%");
/// assert_eq!(latex_words("mean 0 ± ⇑"), r"mean 0 $\pm$ $\Uparrow$");
/// ```
pub fn latex_words(words: &str) -> String {
    let mut escaped = String::new();
    for c in words.chars() {
        let command = match c {
            '\\' => r"\textbackslash{}",
            '^' => r"\textasciicircum{}",
            '~' => r"\textasciitilde{}",
            '<' => r"\textless{}",
            '>' => r"\textgreater{}",
            '|' => r"\textbar{}",
            '↑' => r"$\uparrow$",
            '⇑' => r"$\Uparrow$",
            '↓' => r"$\downarrow$",
            '⇓' => r"$\Downarrow$",
            '±' => r"$\pm$",
            '·' => r"$\cdot$",
            '×' => r"$\times$",
            '≥' => r"$\geq$",
            '≤' => r"$\leq$",
            '−' => "$-$",
            '–' => "--",
            '…' => r"\ldots{}",
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                escaped.extend(['\\', c]);
                continue;
            }
            ' '..='~' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{ff}' => {
                escaped.push(c);
                continue;
            }
            _ => "?",
        };
        escaped.push_str(command);
    }
    escaped
}

/// Splits the text after the longest prefix whose characters all fit.
fn taken(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !fits(c)).unwrap_or(text.len()))
}

fn number<'a>(out: &mut String, text: &'a str) -> &'a str {
    let (whole, rest) = taken(text, |c| c.is_ascii_digit());
    let (below, further) = rest.strip_prefix('/').map_or(("", rest), |rest| taken(rest, |c| c.is_ascii_digit()));
    if below.is_empty() {
        out.push_str(whole);
        return rest;
    }
    write!(out, r"\tfrac{{{whole}}}{{{below}}}").expect("text can be written");
    further
}

/// Converts the number after an arrow, and writes both. `text` begins after the arrow.
fn arrow<'a>(out: &mut String, text: &'a str, direction: &str) -> &'a str {
    let (times, rest) = taken(text, |c| c.is_ascii_digit());
    let (name, times) = match (direction, times) {
        ("up", "2") => ("Uparrow", ""),
        ("up", times) => ("uparrow", times),
        (_, "2") => ("Downarrow", ""),
        (_, times) => ("downarrow", times),
    };
    write!(out, r"{{\{name}}}{times}").expect("text can be written");
    rest
}

/// Converts words. `v` is an arrow, and the word after `tiny-` or `miny-` becomes its subscript.
fn word<'a>(out: &mut String, text: &'a str) -> &'a str {
    let (letters, rest) = taken(text, char::is_alphabetic);
    if letters == "v" {
        return arrow(out, rest, "down");
    }
    if let ("tiny" | "miny", Some(of)) = (letters, rest.strip_prefix('-')) {
        write!(out, r"\text{{{letters}}}_{{{}}}", latex(of)).expect("text can be written");
        return "";
    }
    let (words, rest) = taken(text, |c| c.is_alphabetic() || c == ' ');
    // skip one character that occurs in no value
    let rest = if words.is_empty() { &rest[rest.chars().next().map_or(0, char::len_utf8)..] } else { rest };
    write!(out, r"\text{{{words}}}").expect("text can be written");
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_values_has_its_command() {
        for (text, expected) in [
            ("0", "0"),
            ("-3/2", r"-\tfrac{3}{2}"),
            ("^", r"{\uparrow}"),
            ("v", r"{\downarrow}"),
            ("v2*", r"{\Downarrow}{\ast}"),
            ("^12*3", r"{\uparrow}12{\ast}3"),
            ("⇑*", r"{\Uparrow}{\ast}"),
            ("↓3", r"{\downarrow}3"),
            ("±1", r"\pm 1"),
            ("3/4 ± 5/4", r"\tfrac{3}{4} \pm \tfrac{5}{4}"),
            ("{2|1|||-1||-2|-3}", r"\{2\mid 1\mathrel{|\!|\!|}-1\mathrel{|\!|}-2\mid -3\}"),
            ("{1,{2|0}|*}", r"\{1,\{2\mid 0\}\mid {\ast}\}"),
            ("tiny-{1|0}", r"\text{tiny}_{\{1\mid 0\}}"),
            ("hot, temperature 3/2", r"\text{hot}, \text{temperature }\tfrac{3}{2}"),
            ("1/2 and an infinitesimal", r"\tfrac{1}{2} \text{and an infinitesimal}"),
            ("\\$%", r"\text{}\text{}\text{}"),
        ] {
            assert_eq!(latex(text), expected, "{text}");
        }
    }
}
