//! The number of lines of play of each length, which chess programmers call perft: two programs with the same rules
//! find the same numbers.

use super::board::{LISTED_IN_LINES, Table};
use super::solve::first_fits;
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::read::json::Number;
use crate::report::{Report, formula, list};
use serde::{Deserialize, Serialize};
use sprague::limits::Meter;
use sprague::num_bigint::BigUint;
use sprague::{CompoundRule, Limits, Play, Player};
use std::collections::HashMap;

/// Counts the lines of play of each length.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Count, Session};
/// let count = Session::new().ask(&Count { depth: 3, ..Count::of("nim@2,1") }, &Limits::default())?;
/// // 1+1, 1 or 2; then 1 (twice), the end, 1 or the end; then the end three times
/// assert_eq!(count.lines.iter().map(|lines| lines.0.to_string()).collect::<Vec<_>>(), ["1", "3", "5", "3"]);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Count {
    /// Position to start from
    #[cfg_attr(feature = "flags", arg(value_name = "SUM"))]
    #[serde(alias = "sum")]
    pub position: String,
    /// Number of moves of the longest lines to count, at most 1000
    #[cfg_attr(feature = "flags", arg(long, value_name = "D", value_parser = crate::flags::number::<u32>))]
    pub depth: u32,
    /// Which player starts, in a partizan game [default: left]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<Player>(["left", "right"])))]
    pub first: Option<Player>,
}

impl Count {
    /// Returns the question about this position, to depth 0.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Count::of("nim@1").depth, 0);
    /// ```
    pub fn of(position: impl Into<String>) -> Self {
        Self { position: position.into(), ..Self::default() }
    }
}

/// The number of lines of play of each length. Equal positions after different moves count separately.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Counted {
    /// The position.
    pub position: String,
    /// The player to move, in a partizan game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Player>,
    /// The number of sequences of 0, 1, 2 and more legal moves, up to the first 0.
    pub lines: Vec<Number<BigUint>>,
}

impl Question for Count {
    type Answer = Counted;
    const NAME: &'static str = "count";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        if self.depth > DEEPEST {
            return Err(NoAnswer::unfit("depth", format!("must be at most {DEEPEST}")));
        }
        Ok(())
    }

    fn report(answer: &Counted) -> Option<Report> {
        Some(Report::of(answer.position.clone(), list(&answer.lines, |lines| formula(&lines.0))))
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Counted, NoAnswer> {
        let sum = session.sum("position", &self.position, limits)?;
        first_fits(self.first, &sum)?;
        let about = |error: NoAnswer| error.about("position", &self.position);
        let (position, is_partizan, first) = (sum.to_string(), sum.is_partizan(), self.first.unwrap_or(Player::Left));
        let bytes = sum.components().len() * COMPONENT + 2 * position.len();
        // a layer has each position after that number of moves once, with the number of lines that lead to it
        let start = Table { sum, play: Play::Normal, rule: CompoundRule::Disjunctive, first };
        let mut layer = HashMap::from([((position.clone(), first), (start, BigUint::from(1_u8)))]);
        let (mut lines, mut visited, mut meter) = (vec![Number(BigUint::from(1_u8))], 0, Meter::new(limits));
        for depth in 1..=self.depth {
            let (mut next, mut total) = (HashMap::new(), BigUint::default());
            for (table, count) in layer.into_values() {
                visited += 1;
                meter.allow(visited, || next.len() * bytes, || None).map_err(|stopped| about(stopped.into()))?;
                let (moves, is_cut) = table.moves(LISTED_IN_LINES, limits).map_err(|stopped| about(stopped.into()))?;
                if is_cut {
                    return Err(NoAnswer::unfit("depth", format!("leads to {}, which has too many moves to list", table.sum)));
                }
                total += &count * moves.len();
                for mv in moves.iter().filter(|_| depth < self.depth) {
                    let after = table.after(mv);
                    let (_, lines) =
                        next.entry((after.sum.to_string(), after.first)).or_insert_with(|| (after, BigUint::default()));
                    *lines += &count;
                }
            }
            let is_over = total == BigUint::default();
            lines.push(Number(total));
            if is_over {
                break;
            }
            layer = next;
        }
        Ok(Counted { position, first: is_partizan.then_some(first), lines })
    }
}

const DEEPEST: u32 = 1000;

/// The approximate memory for a component of a position in a layer, in bytes.
const COMPONENT: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Form;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_built_in_ruleset_has_the_lines_of_play_of_its_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/perft");
        let known = crate::registry();
        for name in known.entries().filter(|entry| !entry.is_brought()).map(|entry| entry.name()) {
            let text = fs::read_to_string(folder.join(name).with_extension("txt")).expect(name);
            // the graph of a digraph is in the same folder
            let text = text.replace("digraph:", &format!("digraph:{}/", folder.display()));
            for row in text.lines().filter(|row| !row.starts_with('#')) {
                let (position, lines) = row.rsplit_once(": ").unwrap();
                let depth = lines.split(", ").count() as u32 - 1;
                let count = Session::new().ask(&Count { depth, ..Count::of(position) }, &Limits::default()).unwrap();
                assert_eq!(Count::report(&count).unwrap().written(Form::Text), format!("{row}\n"));
            }
            assert!(text.contains('@'), "{name}");
        }
    }

    #[test]
    fn counting_ends_with_the_play_and_at_a_depth() {
        let count = |depth| Session::new().ask(&Count { depth, ..Count::of("nim@2") }, &Limits::default());
        // 1, 2, 1 and 0 lines
        assert_eq!(count(9).unwrap().lines.len(), 4);
        assert!(count(DEEPEST + 1).is_err());
    }
}
