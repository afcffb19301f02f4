//! Coq theorems about the order of two explicit games.

use crate::instance::{Instance, file_name, in_comment};
use crate::no_proof::NoProof;
use sprague_core::Play;

/// A game, given by the options of Left and of Right, which are also games.
///
/// ```
/// use sprague_coq::ExplicitGame;
/// let zero = ExplicitGame::default();
/// let star = ExplicitGame { left: vec![zero.clone()], right: vec![zero] };
/// assert_eq!(star.left, star.right);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExplicitGame {
    /// The options of Left.
    pub left: Vec<Self>,
    /// The options of Right.
    pub right: Vec<Self>,
}

/// The maximum number of positions that Coq examines when it searches a difference.
const MAX_POSITIONS: u64 = 1 << 21;

/// The maximum number of consecutive moves. Coq cannot parse deeper brackets.
const MAX_DEPTH: usize = 400;

/// The maximum number of options, options of options, and so on, counted with repetition.
const MAX_OPTIONS: usize = 5_000;

/// Returns the theorem that one game is less than another, greater, equal, or confused with it.
///
/// `relation` is `<`, `>`, `=` or `||`, and `names` are used in comments and in the name of the file. The relation is not
/// checked. If it is false, Coq rejects the file.
///
/// ```
/// use sprague_coq::{ExplicitGame, order};
/// let zero = ExplicitGame::default();
/// let star = ExplicitGame { left: vec![zero.clone()], right: vec![zero.clone()] };
/// let instance = order(["0", "*"], [&zero, &star], "||")?;
/// assert!(instance.text.contains("Definition second : game := Game [Game [] []] [Game [] []]."));
/// assert!(instance.text.contains("Theorem order : ~ at_least first second /\\ ~ at_least second first."));
/// # Ok::<(), sprague_coq::NoProof>(())
/// ```
///
/// # Errors
/// Returns [`NoProof::TooLarge`] if Coq would search for minutes, and [`NoProof::Malformed`] if the relation is not one of the
/// four.
pub fn order(names: [&str; 2], games: [&ExplicitGame; 2], relation: &str) -> Result<Instance, NoProof> {
    let [first, second] = games;
    let (up, down, theorem) = match relation {
        "=" => ("", "", "order_equal"),
        ">" => ("", "~ ", "order_greater"),
        "<" => ("~ ", "", "order_less"),
        "||" => ("~ ", "~ ", "order_confused"),
        _ => return Err(NoProof::Malformed { why: "games are less, greater, equal or confused" }),
    };
    let options = first.count() + second.count();
    if options > MAX_OPTIONS {
        return Err(NoProof::TooLarge { of: "its options", found: options as u64, most: MAX_OPTIONS as u64 });
    }
    let depth = first.depth() + second.depth() + 1;
    if depth > MAX_DEPTH {
        return Err(NoProof::TooLarge { of: "the moves in a row", found: depth as u64, most: MAX_DEPTH as u64 });
    }
    let mut left = MAX_POSITIONS;
    if !is_searched(first, second, false, &mut left) || !is_searched(second, first, false, &mut left) {
        return Err(NoProof::TooLarge { of: "the positions of its search", found: MAX_POSITIONS + 1, most: MAX_POSITIONS });
    }
    let [a, b] = names.map(in_comment);
    let text = format!(
        "(** {a} {relation} {b}\n    Written by `sprague compare`; `sh compile` checks it. Definitions.v says what the statement means. *)\n\
         From Coq Require Import List.\nFrom Sprague Require Import Definitions Partizan.\nImport ListNotations.\n\n\
         Definition first : game := {}.\nDefinition second : game := {}.\n\n\
         Theorem order : {up}at_least first second /\\ {down}at_least second first.\n\
         Proof. apply ({theorem} {depth} first second). vm_cast_no_check (eq_refl true). Qed.\n\nPrint Assumptions order.\n",
        first.text(),
        second.text()
    );
    let [a, b] = names.map(|name| name.replace('^', "up").replace('*', "star").replace('-', "minus"));
    Ok(Instance { file: file_name(&format!("{a} and {b}"), Play::Normal), text })
}

/// Subtracts from `left` the number of positions that a search of the difference examines, without early ends. Returns
/// `false` if there are more.
fn is_searched(first: &ExplicitGame, second: &ExplicitGame, left_moves: bool, left: &mut u64) -> bool {
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    let (own, other) = if left_moves { (&first.left, &second.right) } else { (&first.right, &second.left) };
    own.iter().all(|option| is_searched(option, second, !left_moves, left))
        && other.iter().all(|option| is_searched(first, option, !left_moves, left))
}

impl ExplicitGame {
    /// Returns the number of options, options of options, and so on, counted with repetition.
    fn count(&self) -> usize {
        self.left.iter().chain(&self.right).map(|option| 1 + option.count()).sum()
    }

    /// Returns the maximum number of moves in the game.
    fn depth(&self) -> usize {
        self.left.iter().chain(&self.right).map(|option| 1 + option.depth()).max().unwrap_or(0)
    }

    fn text(&self) -> String {
        let list = |options: &[Self]| options.iter().map(Self::text).collect::<Vec<_>>().join("; ");
        format!("Game [{}] [{}]", list(&self.left), list(&self.right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_counted_before_it_is_written() {
        let zero = ExplicitGame::default();
        let star = ExplicitGame { left: vec![zero.clone()], right: vec![zero.clone()] };
        let mut left = 5;
        assert!(is_searched(&star, &star, false, &mut left) && left == 0); // itself, two answers, and the end twice
        assert!(!is_searched(&star, &star, false, &mut 4));
        let integer = |n: usize| (0..n).fold(zero.clone(), |game, _| ExplicitGame { left: vec![game], right: vec![] });
        let switch = |n: usize| ExplicitGame { left: vec![integer(n)], right: vec![integer(n)] };
        let hot = (0..9).fold(switch(1), |game, n| ExplicitGame { left: vec![game.clone(), switch(n)], right: vec![game] });
        assert!(matches!(order(["a", "b"], [&hot, &hot], "="), Err(NoProof::TooLarge { .. })));
        assert!(matches!(order(["a", "b"], [&star, &star], "~"), Err(NoProof::Malformed { .. })));
        assert!(order(["40", "41"], [&integer(40), &integer(41)], "<").is_ok());
    }
}
