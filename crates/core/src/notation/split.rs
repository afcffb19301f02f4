//! Where sums, positions and families come apart: at signs that stand outside of quotes and braces.
//!
//! A path with blanks or signs stands in double quotes, `"./my games/a+b.rhai"@3`; a quote in its name is written twice. Behind the
//! `@`, a value keeps its signs in braces, `game@{1|1+*}`. Whoever reads or prints the notation splits it here.

use super::BadNotation;
use std::borrow::Cow;

/// Where a character of a sum stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In the name or the parameters of a ruleset.
    Family,
    /// In a path in double quotes, or one of these.
    Quoted,
    /// Behind the `@`.
    Component,
    /// Behind the `@` in braces, or one of these.
    Braced,
}

/// The characters of a sum, or of what is left of it from such a place on, each with its byte and its place.
fn places(text: &str, mut region: Place) -> impl Iterator<Item = (usize, char, Place)> {
    let mut before = None;
    // the last path in quotes or value in braces; where a path does not end, none begins any more, so that nothing is read twice
    let (mut enclosed, mut all_end) = (0..0, true);
    text.char_indices().map(move |(at, c)| {
        if all_end && !enclosed.contains(&at) {
            let length = match (region, c) {
                (Place::Family, '"') if before.is_none_or(|before| "+-:/=".contains(before)) => quoted_length(&text[at..]),
                (Place::Component, '{') => Some(braced_length(&text[at..])),
                _ => Some(0),
            };
            enclosed = at..at + length.unwrap_or(0);
            all_end = length.is_some();
        }
        let place = match region {
            _ if !enclosed.contains(&at) => region,
            Place::Family => Place::Quoted,
            _ => Place::Braced,
        };
        match (place, c) {
            (Place::Family, '@') => region = Place::Component,
            (Place::Component, '+') => region = Place::Family,
            _ => {}
        }
        if !c.is_whitespace() {
            before = Some(c);
        }
        (at, c, place)
    })
}

/// How many bytes belong to the quotes with which a text starts; `None` if they do not end.
fn quoted_length(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text[at..].find('"')? + 1;
        if !text[at..].starts_with('"') {
            return Some(at);
        }
        at += 1;
    }
}

/// How many bytes belong to the braces with which a text starts: all, if they do not end, so that whoever reads them misses the end.
fn braced_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// What stands between signs, given by their bytes, each piece with its own byte.
fn between(text: &str, signs: impl Iterator<Item = usize>) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    signs.chain([text.len()]).map(move |end| {
        let piece = (start, &text[start..end]);
        start = end + 1;
        piece
    })
}

/// The characters of a sum but the blanks, which are free outside of quotes; each with its byte.
///
/// ```
/// use sprague_core::notation::without_blanks;
/// let text: String = without_blanks(" \"./my games/a.rhai\" @ 3, 4").map(|(_, c)| c).collect();
/// assert_eq!(text, "\"./my games/a.rhai\"@3,4");
/// ```
pub fn without_blanks(sum: &str) -> impl Iterator<Item = (usize, char)> {
    let is_kept = |(_, c, place): &(usize, char, Place)| *place == Place::Quoted || !c.is_whitespace();
    places(sum, Place::Family).filter(is_kept).map(|(at, c, _)| (at, c))
}

/// The positions that a sum adds, each with its byte.
///
/// ```
/// use sprague_core::notation::terms;
/// let found: Vec<_> = terms("nim@3+\"./a+b.rhai\"@4+game@{1|1+*}").collect();
/// assert_eq!(found, [(0, "nim@3"), (6, "\"./a+b.rhai\"@4"), (21, "game@{1|1+*}")]);
/// ```
pub fn terms(sum: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_sign = |(_, c, place): &(usize, char, Place)| *c == '+' && matches!(place, Place::Family | Place::Component);
    between(sum, places(sum, Place::Family).filter(is_sign).map(|(at, ..)| at))
}

/// The components behind the `@` of a position, each with its byte.
///
/// ```
/// use sprague_core::notation::components;
/// assert_eq!(components("3,{1|0,*}").collect::<Vec<_>>(), [(0, "3"), (2, "{1|0,*}")]);
/// ```
pub fn components(position: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_sign = |(_, c, place): &(usize, char, Place)| (*c, *place) == (',', Place::Component);
    between(position, places(position, Place::Component).filter(is_sign).map(|(at, ..)| at))
}

/// Two sums with a blank between them, each with its byte, from a line without blanks before and behind them. Blanks inside of quotes and
/// braces belong to a sum.
///
/// ```
/// use sprague_core::notation::two_sums;
/// let line = "\"./my games/a.rhai\"@3 game@{1 | -1}+nim@2";
/// assert_eq!(two_sums(line), Ok([(0, "\"./my games/a.rhai\"@3"), (22, "game@{1 | -1}+nim@2")]));
/// assert_eq!(two_sums("nim@1 nim@2 nim@3").unwrap_err().at, 12);
/// ```
///
/// # Errors
/// [`BadNotation`] where there are fewer, or more.
pub fn two_sums(line: &str) -> Result<[(usize, &str); 2], BadNotation> {
    let mut start = 0;
    let mut next = || {
        let rest = &line[start..];
        let at = start + rest.len() - rest.trim_start().len();
        let is_blank =
            |(_, c, place): &(usize, char, Place)| c.is_whitespace() && matches!(place, Place::Family | Place::Component);
        let end = places(&line[at..], Place::Family).find(is_blank).map_or(line.len(), |(length, ..)| at + length);
        start = end;
        (at, &line[at..end])
    };
    match [next(), next(), next()] {
        [(at, ""), ..] | [_, (at, ""), _] => Err(BadNotation::new(at, "two sums with a blank between them")),
        [first, second, (_, "")] => Ok([first, second]),
        [.., (at, _)] => Err(BadNotation::new(at, "nothing behind the second sum: there are no blanks inside of a sum here")),
    }
}

/// What one position of a sum negates; `None` if it does not: `-` before a position exchanges Left and Right.
///
/// ```
/// use sprague_core::notation::negated;
/// assert_eq!(negated("-domineering@2x2"), Some("domineering@2x2"));
/// assert_eq!(negated("nim@3"), None);
/// ```
pub fn negated(term: &str) -> Option<&str> {
    term.strip_prefix('-')
}

/// The byte of the `@` at which the family of one position ends; `None` without one.
///
/// ```
/// use sprague_core::notation::family_end;
/// assert_eq!((family_end("\"./a@b.rhai\"@3"), family_end("nim")), (Some(12), None));
/// ```
pub fn family_end(term: &str) -> Option<usize> {
    let is_sign = |(_, c, place): &(usize, char, Place)| *c == '@' && matches!(place, Place::Family | Place::Component);
    places(term, Place::Family).filter(is_sign).map(|(at, ..)| at).last()
}

/// The bytes of a family, or of its parameters, where a sign stands outside of quotes.
///
/// ```
/// use sprague_core::notation::outside_quotes;
/// assert_eq!(outside_quotes("no-repeat:\"./a:b.rhai\":memory=2", ':').collect::<Vec<_>>(), [9, 22]);
/// ```
pub fn outside_quotes(family: &str, sign: char) -> impl Iterator<Item = usize> {
    places(family, Place::Family).filter(move |(_, c, place)| *c == sign && *place != Place::Quoted).map(|(at, ..)| at)
}

/// A path as it is, from what was typed: in double quotes, or not.
///
/// ```
/// use sprague_core::notation::unquoted;
/// assert_eq!(unquoted("\"./my \"\"best\"\" games\"").unwrap(), "./my \"best\" games");
/// assert_eq!(unquoted("./games").unwrap(), "./games");
/// assert_eq!(unquoted("\"./games").unwrap_err().at, 8);
/// ```
///
/// # Errors
/// [`BadNotation`] where a `"` is missing at the end, or something follows it.
pub fn unquoted(typed: &str) -> Result<Cow<'_, str>, BadNotation> {
    if !typed.starts_with('"') {
        return Ok(Cow::Borrowed(typed));
    }
    match quoted_length(typed) {
        None => Err(BadNotation::new(typed.len(), "a `\"` at the end of the path")),
        Some(end) if end < typed.len() => Err(BadNotation::new(end, "nothing more behind the `\"`")),
        Some(end) => Ok(Cow::Owned(typed[1..end - 1].replace("\"\"", "\""))),
    }
}

/// A path as it is typed: in double quotes where it has blanks or signs, or begins with the sign of a negative.
///
/// ```
/// use sprague_core::notation::quoted;
/// assert_eq!(quoted("./my games/a+b.rhai"), "\"./my games/a+b.rhai\"");
/// assert_eq!(quoted("./games/a.rhai"), "./games/a.rhai");
/// ```
pub fn quoted(path: &str) -> Cow<'_, str> {
    if path.starts_with('-') || path.contains(|c: char| c.is_whitespace() || "@+,:\"".contains(c)) {
        Cow::Owned(format!("\"{}\"", path.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squeezed(sum: &str) -> String {
        without_blanks(sum).map(|(_, c)| c).collect()
    }

    #[test]
    fn paths_in_quotes_keep_their_signs_wherever_they_stand() {
        for path in ["./a b", "./a+b", "./a@b", "./a,b", "./a:b", "./a \"b\"", "./a/b c", "./{", "\"", "./ä b", "-a"] {
            let path = quoted(path);
            for family in [format!("{path}"), format!("digraph:{path}"), format!("asymmetric:1/{path}"), format!("{path}:x=1")] {
                let sum = format!("nim@1 + {family} @ 3, 4+{family}@5");
                let found: Vec<String> = terms(&squeezed(&sum)).map(|(_, term)| term.to_owned()).collect();
                assert_eq!(found, ["nim@1".to_owned(), format!("{family}@3,4"), format!("{family}@5")]);
                assert_eq!(&found[2][..family_end(&found[2]).unwrap()], family);
            }
            assert_eq!(quoted(&unquoted(&path).unwrap()), path);
        }
    }

    #[test]
    fn pieces_and_signs_give_the_text_back() {
        for sum in ["", "+", "nim@3+", "a@{+,{}@}+,b", "a@{1+{2", "\"a+b@3+4", "é@,é", "a@\"1,2\"+b", "-\"a b\"@1"] {
            let joined: Vec<&str> = terms(sum).map(|(at, term)| &sum[at..at + term.len()]).collect();
            assert_eq!(joined.join("+"), sum);
            let joined: Vec<&str> = components(sum).map(|(at, one)| &sum[at..at + one.len()]).collect();
            assert_eq!(joined.join(","), sum);
        }
    }

    #[test]
    fn a_quote_in_a_position_and_a_brace_in_a_path_are_signs_like_others() {
        assert_eq!(terms("a.rhai@\"x+b.rhai@y\"").count(), 2);
        assert_eq!(components("\"x,y\"").count(), 2);
        assert_eq!(terms("./{a@1+nim@2}").count(), 2);
        assert_eq!(squeezed("x@ \" \" "), "x@\"\"");
    }

    #[test]
    fn two_sums_stand_apart_by_blanks_outside_of_quotes_and_braces() {
        let found = |line| two_sums(line).map(|sums| sums.map(|(_, sum)| sum));
        assert_eq!(found("  -game@{1||0 | 2},^*\t -nim@3 "), Ok(["-game@{1||0 | 2},^*", "-nim@3"]));
        // each sum begins with a family, in which braces are letters and quotes are none behind the `@`
        assert_eq!(found("a@\" {b@1"), Ok(["a@\"", "{b@1"]));
        assert_eq!(found("a@1+\"b c\"@{2 3} \"d e\"@4"), Ok(["a@1+\"b c\"@{2 3}", "\"d e\"@4"]));
        assert_eq!(
            ["", "  ", "a@1", "a@1 ", "é@1 2 3", "a@{1 b@2"].map(|line| two_sums(line).map_err(|error| error.at).err()),
            [Some(0), Some(2), Some(3), Some(4), Some(7), None]
        );
    }

    #[test]
    fn a_path_that_does_not_end_is_none_and_braces_go_to_the_end() {
        assert_eq!(terms("game@{1+nim@3").count(), 1);
        assert_eq!(two_sums("game@1 game@{1 nim@3").map(|sums| sums[1].1), Ok("game@{1 nim@3"));
        assert_eq!(terms("\"a+nim@3").count(), 2);
        // and is looked for once
        assert_eq!(terms(&format!("game@{}", "{".repeat(1 << 20))).count(), 1);
        assert_eq!(components(&"{},".repeat(1 << 16)).count(), (1 << 16) + 1);
        assert_eq!(outside_quotes(&":\"".repeat(1 << 16), ':').count(), 1 << 15);
    }

    #[test]
    fn what_follows_a_path_is_an_error_of_its_own() {
        assert_eq!(unquoted("\"a\"b").unwrap_err(), BadNotation::new(3, "nothing more behind the `\"`"));
        assert_eq!(unquoted("\"").unwrap_err().at, 1);
        assert_eq!(unquoted("\"\"").unwrap(), "");
    }
}
