//! Limits the work of the parser on the names of a script. The parser looks up each name among all names by linear search.

use std::collections::HashSet;

/// The maximum number of comparisons of names, which take one or two seconds.
const MAX_COMPARED: usize = 400_000_000;

/// Returns a message if parsing the text would take too long.
pub(super) fn too_many_names(text: &str) -> Option<String> {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let words = || text.split(|c| !is_part(c)).filter(|word| word.contains(|c: char| !c.is_ascii_digit()));
    // keys of maps may be any texts in quotes
    let is_key = |(at, _): &(usize, &str)| text[at + 1..].trim_start().starts_with(':');
    let keys = text.match_indices(['"', '`']).filter(is_key).count();
    let all = words().count() + keys;
    let different = words().collect::<HashSet<_>>().len() + keys;
    (all.saturating_mul(different) > MAX_COMPARED)
        .then(|| format!("it has {all} names, {different} of them different, which is too much to be read in time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_fine_and_very_many_are_not() {
        let many = |count: usize, part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();
        let parts: [&dyn Fn(usize) -> String; 4] =
            [&|n| format!("let v{n} = {n};"), &|n| format!("a{n};"), &|n| format!("\"k{n}\": 1,"), &|n| {
                format!("\"{:+>1$}\":0,", "", n % 97)
            }];
        for part in parts {
            assert_eq!(too_many_names(&many(2_000, part)), None);
            assert!(too_many_names(&many(30_000, part)).is_some_and(|why| why.contains("different")), "{}", part(1));
        }
        // numbers and repeated names cause little work
        assert_eq!(too_many_names(&many(200_000, &|n| format!("{n}, "))), None);
        assert_eq!(too_many_names(&many(200_000, &|n| format!("found.push(heap - {n});"))), None);
    }
}
