//! The card of named games, and brute force for every line of it.

use serde::Serialize;

/// A named game with the rule of its nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NamedGame {
    /// The name.
    pub game: &'static str,
    /// What `sprague code` takes for it: a family with options, `script` for rules of your own, or `-` if it has no code.
    pub family: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// The nimber of a heap n, or the lost positions.
    pub nimber: &'static str,
    /// The source or idea of the proof, or what is not proved.
    pub proof: &'static str,
}

/// Lines of the games, each with the code that checks it, indented.
const CARD: &str = include_str!("card.txt");

/// Returns named games with the rules of their nimbers, for a contest.
///
/// ```
/// let nim = sprague_questions::named_games()[0];
/// assert_eq!((nim.family, nim.nimber), ("nim", "n"));
/// ```
pub fn named_games() -> Vec<NamedGame> {
    let lines = CARD.lines().filter(|line| !line.starts_with(' '));
    let games = lines.map(|line| match line.split(" | ").collect::<Vec<_>>()[..] {
        [game, family, rules, nimber, proof] => NamedGame { game, family, rules, nimber, proof },
        _ => unreachable!("every line has five parts"),
    });
    games.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::code::{run::Run, theorems};
    use crate::{RowPlan, Session, analyse};
    use sprague_plugin::syntax::Rules;

    /// Runs statements of a script after the functions of brute force, and fails if they throw.
    fn runs(game: &str, functions: &str, statements: &str) {
        let script = format!("{}\n{functions}\nfn heap_options(n) {{ {statements}\n [] }}", include_str!("card_check.txt"));
        let said = Rules::read(&script).and_then(|mut rules| rules.options(0));
        assert_eq!(said, Ok(vec![]), "{game}: {script}");
    }

    /// Checks a rule such as `lost for n < 100: n in [0, 2]` against nimbers.
    fn follow(game: &NamedGame, nimbers: &[u64]) {
        let (kind, rule) = game.nimber.rsplit_once(": ").unwrap_or(("", game.nimber));
        let test = kind.split_once("for ").map_or("true", |(_, test)| test);
        let x = if kind.starts_with("lost") { "(G[n] == 0)" } else { "G[n]" };
        let rule = rule.split("; ").next().unwrap();
        let statements =
            format!("for n in 0..{} {{ if {test} && ({rule}) != {x} {{ throw \"wrong at \" + n; }} }}", nimbers.len());
        runs(game.game, &format!("const G = {nimbers:?}; fn grundy(n) {{ G[n] }}"), &statements);
    }

    #[test]
    #[ignore = "slow: 20 s of brute force"]
    fn slow_every_line_of_the_card_is_true_by_brute_force() {
        let mut parts: Vec<String> = vec![];
        for line in CARD.lines() {
            match (line.starts_with(' '), parts.last_mut()) {
                (true, Some(part)) => *part += line,
                _ => parts.push(String::new()),
            }
        }
        for (game, check) in named_games().iter().zip(&parts) {
            let rows = || Run::new(check, &sprague::Limits::default()).rows(80).unwrap();
            match theorems::formula(game.family) {
                Some(formula) => {
                    let script = formula.script.replace("0..120", "0..30");
                    runs(game.game, &script, "if !right() { throw \"wrong\"; }");
                    let given = formula.script.strip_prefix("fn grundy(n, ").and_then(|script| script.split_once(')'));
                    if let Some((letters, _)) = given {
                        let rule = format!("{} fn rule(n, {letters}) {{ {} }}", formula.script, game.nimber);
                        let loops: String = letters.split(", ").map(|letter| format!("for {letter} in 2..9 ")).fold(
                            format!("for n in 0..60 {{ if rule(n, {letters}) != grundy(n, {letters}) {{ throw \"wrong at \" + n; }} }}"),
                            |inner, loops| format!("{loops} {{ {inner} }}"),
                        );
                        runs(game.game, &rule, &loops.replace("for L in 2..9", "for L in 1..=R"));
                    }
                }
                None if check.trim_start().starts_with("fn heap_options") => follow(game, &rows()),
                None if check.is_empty() => {
                    let to = if game.family == "grundy" { 1_300 } else { 300 };
                    let rules = Session::new().family(game.family).unwrap();
                    let rows = analyse(&rules, &RowPlan { to, ..RowPlan::default() }).unwrap();
                    follow(game, super::super::known::nimbers(&rows).unwrap());
                }
                None => runs(game.game, "", check),
            }
        }
        assert!(parts.len() > 42);
    }
}
