//! The numbered list of moves from which a person may choose.

use super::choice::MAX_MOVES;
use super::input::Input;
use super::{LISTED, Talk, whole};
use crate::print::WIDEST_NAME;
use sprague::solve::Component;
use sprague_questions::Part;
use std::io::{self, Write};

/// The maximum number of moves that are listed on separate lines, each with the position after it.
const ONE_A_LINE: usize = 12;
const COLUMNS: usize = 3;
const WIDTH: usize = 80;

/// The minimum number of moves that are listed for each component, if a move can be in several components.
const FEWEST: usize = 3;

impl<I: Input, O: Write> Talk<'_, I, O> {
    /// Prints the legal moves with their numbers, at most `most` of them.
    ///
    /// If a move can be in several components, the lines are shared among the components.
    pub(super) fn list(&mut self, most: usize) -> io::Result<()> {
        let parts = match self.game.parts(MAX_MOVES) {
            Ok(parts) => parts,
            Err(stopped) => return writeln!(self.out, "the moves take too long to list ({stopped}); all of them can be typed"),
        };
        let numbered: Vec<(usize, &Part)> = (1..).zip(&parts).collect();
        let several = self.game.moves_in_several();
        let groups: Vec<&[(usize, &Part)]> =
            if several { numbered.chunk_by(|(_, one), (_, other)| one.index == other.index).collect() } else { vec![&numbered] };
        let share = if several { (most / groups.len().max(1)).max(FEWEST) } else { most };
        let listed: Vec<&(usize, &Part)> =
            groups.iter().flat_map(|group| group.iter().take(share)).take(most.max(FEWEST)).collect();
        let digits = listed.last().map_or(0, |(number, _)| number.to_string().len());
        let width = listed.iter().map(|(_, part)| part.label.chars().count()).max().unwrap_or(0).min(WIDEST_NAME);
        // so many moves would scroll the picture away
        let is_narrow = most == LISTED && listed.len() > ONE_A_LINE && digits + width + 4 <= WIDTH / COLUMNS;
        for line in listed.chunks(COLUMNS).filter(|_| is_narrow) {
            let cells = line.iter().map(|(number, part)| format!("  {number:>digits$}  {:<width$}", part.label));
            writeln!(self.out, "{}", cells.collect::<String>().trim_end())?;
        }
        for (number, part) in listed.iter().filter(|_| !is_narrow) {
            let to = if several {
                self.game.position().show(part.index, &part.left)
            } else {
                self.game.together(vec![(*part).clone()]).to
            };
            // if the name of a move is the position after it, print that only once
            match self.game.is_called_what_it_leaves(part) {
                true if several => writeln!(self.out, "  {number:>digits$}  {}", part.label)?,
                true if !self.game.has_several_components() => writeln!(self.out, "  {number:>digits$}  {to}")?,
                _ => writeln!(self.out, "  {number:>digits$}  {:<width$}  ->  {to}", part.label)?,
            }
        }
        let share = if several { MAX_MOVES / self.game.position().components().len() } else { MAX_MOVES };
        if groups.iter().any(|group| group.len() >= share.max(1) && group.len() > 1) {
            writeln!(self.out, "and more than {} others, which you can type", MAX_MOVES.saturating_sub(listed.len()))?;
        } else if listed.len() < parts.len() {
            writeln!(self.out, "and {} more: `moves` lists them", parts.len() - listed.len())?;
        } else if !self.game.position().components().iter().all(Component::has_listed_moves) {
            writeln!(
                self.out,
                "the moves of a heap this large are not listed: type a move, such as `take 1`, or the position after it"
            )?;
        }
        match whole::how(self.game.rule(), &parts, self.game.position().components().len()) {
            Some(how) => writeln!(self.out, "{how}"),
            None => Ok(()),
        }
    }
}
