//! The positions that were found, in words.

use super::{Found, FoundPosition};
use crate::report::{Report, Shown, Table, formula, heads, position, words};
use serde_json::Value;
use sprague::Player;
use std::cmp::Reverse;

/// The maximum number of positions that are listed. JSON has more.
const MOST: usize = 1_000;

impl FoundPosition {
    /// Returns the moves of a play that leads here. In a partizan game, each has its player.
    pub fn line_in_words(&self) -> String {
        let moves = self.line.iter().map(|mv| match mv.player {
            Some(Player::Left) => format!("Left {}", mv.label),
            Some(Player::Right) => format!("Right {}", mv.label),
            None => mv.label.clone(),
        });
        moves.collect::<Vec<_>>().join("; ")
    }
}

impl Found {
    /// Returns the names of the keys that some position has an answer to, in the order of their first position.
    pub fn keys(&self) -> Vec<&'static str> {
        let mut names = vec![];
        for (name, _) in self.positions.iter().flat_map(|position| position.keys.iter()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Says how many positions were looked at and found.
    pub fn in_words(&self) -> String {
        let property = self.property().map(|property| format!(" with {property}")).unwrap_or_default();
        let looked_at = if self.looked_at == 1 { "1 position".to_owned() } else { format!("{} positions", self.looked_at) };
        format!("{looked_at} looked at, {} found{property}", self.found)
    }

    /// Describes what was found, with at most 1,000 positions.
    pub fn report(&self) -> Report {
        let mut report = Report::of("", words(self.in_words()));
        if self.positions.is_empty() && self.sizes.len() > 1 {
            let of_size = |(size, [all, found]): (&u64, &[u64; 2])| [*size, *found, *all].map(formula).to_vec();
            let rows = self.sizes.iter().filter(|(_, [_, found])| *found > 0).map(of_size).collect();
            report.table(Table { columns: heads(&["size", "found", "looked at"]), rows, ..Table::default() });
        }
        let (keys, has_lines) = (self.keys(), self.positions.iter().any(|found| !found.line.is_empty()));
        let row = |found: &FoundPosition| {
            let mut cells = vec![position(&found.position)];
            cells.extend(keys.iter().map(|key| shown(found.keys.get(key))));
            cells.extend(has_lines.then(|| words(found.line_in_words())));
            cells
        };
        if !self.positions.is_empty() {
            let rows = self.positions.iter().take(MOST).map(row).collect();
            let columns = ["position"].into_iter().chain(keys.iter().copied()).chain(has_lines.then_some("line"));
            let more = self.positions.len().saturating_sub(MOST) as u64;
            report.table(Table { columns: columns.map(Into::into).collect(), rows, more, ..Table::default() });
        }
        if let (Some(key), Some(histogram)) = (self.counted(), &self.histogram) {
            let mut all: Vec<_> = histogram.iter().collect();
            all.sort_by_key(|(_, count)| Reverse(**count));
            let rows = all.into_iter().map(|(text, count)| vec![words(text), formula(count)]).collect();
            report.table(Table { columns: vec![key.to_owned().into(), "positions".into()], rows, ..Table::default() });
        }
        report
    }
}

fn shown(value: Option<Value>) -> Shown {
    match value {
        Some(Value::String(text)) => position(&text),
        Some(Value::Null) | None => words("-"),
        Some(other) => words(other),
    }
}
