//! Verifies answers, using only the rules and the files. The answers are correct if each follows from the answers of its
//! options.
//!
//! A position is won in n moves if its quickest lost option is lost in n − 1. It is lost in n moves if all options are won
//! and the slowest is won in n − 1. Otherwise it is drawn. At the end of play, the rules determine the outcome. If this is
//! true for every position, all outcomes are correct: by induction for positions with a remoteness, and for the others
//! because each player can always stay among them. The same argument applies to nimbers if play must end.
//!
//! The options of many positions are sorted by hash and looked up in one pass over the answers.

use crate::answers::{KnownNimber, PositionAnswer, SolvedGraph};
use crate::explore::Distinct;
use crate::game::Effort;
use crate::settle::BEYOND;
use crate::summary::Tally;
use crate::{About, Game, ShardsError};
use sprague_core::{Limits, Outcome};

/// The result of [`SolvedGraph::verify`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verified {
    /// Every answer is correct.
    Right {
        /// The number of positions that were checked.
        positions: u64,
        /// The number of options of a position, summed over all positions.
        options: u64,
    },
    /// The answer for this position does not follow from the answers of its options.
    Wrong {
        /// The words of the position.
        words: Vec<u64>,
        /// The answer that follows from the options.
        expected: PositionAnswer,
        /// The answer in the files.
        found: PositionAnswer,
    },
    /// The position to solve, or an option of some position, is missing.
    Missing {
        /// The words of the missing position.
        words: Vec<u64>,
    },
    /// A position with an answer is not a position of the rules.
    NoPosition {
        /// The words in the file.
        words: Vec<u64>,
    },
    /// The totals or the digest do not agree with the answers.
    Miscounted,
}

/// A summary of the answers of a position's options.
#[derive(Clone, Copy)]
struct Heard {
    options: u64,
    fastest_loss: Option<u32>,
    slowest_win: u32,
    all_won: bool,
    seen: u128,
    all_have_nimbers: bool,
}

impl Heard {
    fn nothing() -> Self {
        Self { options: 0, fastest_loss: None, slowest_win: 0, all_won: true, seen: 0, all_have_nimbers: true }
    }

    fn hear(&mut self, option: PositionAnswer) {
        match (option.outcome, option.remoteness) {
            (Outcome::Loss, Some(moves)) => {
                self.fastest_loss = Some(self.fastest_loss.map_or(moves, |fastest| fastest.min(moves)));
            }
            (Outcome::Win, Some(moves)) => self.slowest_win = self.slowest_win.max(moves),
            _ => {}
        }
        self.all_won &= option.outcome == Outcome::Win;
        match option.nimber {
            KnownNimber::Is(nimber) => self.seen |= 1 << nimber,
            KnownNimber::Beyond => {}
            KnownNimber::None => self.all_have_nimbers = false,
        }
    }

    /// Returns the answer that follows from the options. `terminal` returns the outcome of a position without options.
    fn answer(&self, has_nimbers: bool, terminal: impl FnOnce() -> Outcome) -> PositionAnswer {
        let (outcome, remoteness) = match self.fastest_loss {
            _ if self.options == 0 => {
                let outcome = terminal();
                (outcome, (outcome != Outcome::Draw).then_some(0))
            }
            Some(moves) => (Outcome::Win, Some(moves.saturating_add(1))),
            None if self.all_won => (Outcome::Loss, Some(self.slowest_win.saturating_add(1))),
            None => (Outcome::Draw, None),
        };
        let nimber = match self.seen.trailing_ones() as u8 {
            _ if !has_nimbers || !self.all_have_nimbers => KnownNimber::None,
            BEYOND => KnownNimber::Beyond,
            nimber => KnownNimber::Is(nimber),
        };
        PositionAnswer { outcome, remoteness, nimber }
    }
}

/// Positions that are checked together.
#[derive(Default)]
struct Batch {
    positions: Vec<(Vec<u64>, PositionAnswer)>,
    /// The words of all options. `options` contains the hash of each option, the index of its first word, the number of its
    /// words, and the index of its position.
    words: Vec<u64>,
    options: Vec<(u64, usize, u32, u32)>,
}

impl Batch {
    fn bytes(&self) -> u64 {
        let of_positions = self.positions.len() * 160;
        (of_positions + self.words.len() * 8 + self.options.len() * 24) as u64
    }
}

impl SolvedGraph {
    /// Checks that every answer follows from the answers of its options.
    ///
    /// It takes about as long as exploring the graph. `limits.bytes` determines the number of positions that are checked
    /// together, and so the number of times that all files are read.
    ///
    /// ```
    /// use sprague_core::{Limits, Play, Player};
    /// use sprague_shards::{About, Directory, Game, Verified, solve};
    /// use std::num::NonZeroUsize;
    /// # use sprague_core::any;
    /// # use sprague_core::examples::Nim;
    /// # let game = Game::new(any::impartial(Nim), Play::Normal);
    /// # let folder = std::env::temp_dir().join(format!("sprague-verify-{}", std::process::id()));
    /// let about = About { root: vec![20], has_nimbers: true, ..About::of("nim@20", Play::Normal) };
    /// let mut directory = Directory::create(&folder, about.clone())?;
    /// let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &Limits::default(), |_| ())?;
    /// let verdict = answers.verify(&game, &about, &Limits::default(), |_| ())?;
    /// assert_eq!(verdict, Verified::Right { positions: 21, options: 210 });
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ShardsError::Stopped`] at a limit, [`ShardsError::Damaged`], or an error of the rules.
    pub fn verify(
        &self,
        game: &Game,
        about: &About,
        limits: &Limits,
        mut progress: impl FnMut(u64),
    ) -> Result<Verified, ShardsError> {
        let limits = limits.starting_now();
        let mut effort = Effort::new(&limits, 0);
        let (mut batch, mut distinct) = (Batch::default(), Distinct::default());
        let (mut tally, mut wrong) = (Tally::default(), None);
        self.each(|words, answer| {
            if wrong.is_some() {
                return Ok(());
            }
            answer.count(words, &mut tally);
            effort.positions = tally.positions;
            if !game.is_position(words) {
                wrong = Some(Verified::NoPosition { words: words.to_vec() });
                return Ok(());
            }
            distinct.list(game, words, &mut effort)?;
            tally.options += distinct.len();
            let whose = batch.positions.len() as u32;
            batch.positions.push((words.to_vec(), answer));
            for (hash, option) in distinct.iter() {
                batch.options.push((hash, batch.words.len(), option.len() as u32, whose));
                batch.words.extend_from_slice(option);
            }
            if batch.bytes() > limits.bytes / 3 || whose == u32::MAX {
                wrong = self.examine(game, about, &mut batch, &mut effort)?;
                progress(tally.positions);
            }
            Ok(())
        })?;
        if wrong.is_none() {
            wrong = self.examine(game, about, &mut batch, &mut effort)?;
        }
        game.recheck()?;
        Ok(match wrong {
            Some(wrong) => wrong,
            None if self.find(&about.root)?.is_none() => Verified::Missing { words: about.root.clone() },
            None if !self.summary().is_of(&tally) => Verified::Miscounted,
            None => Verified::Right { positions: tally.positions, options: tally.options },
        })
    }

    /// Returns the first error in these answers, if there is one.
    fn examine(
        &self,
        game: &Game,
        about: &About,
        batch: &mut Batch,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Verified>, ShardsError> {
        let words = &batch.words;
        let option = |&(_, at, count, _): &(u64, usize, u32, u32)| &words[at..][..count as usize];
        batch.options.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| option(a).cmp(option(b))));
        let mut heard = vec![Heard::nothing(); batch.positions.len()];
        let mut finder = self.finder();
        for asked in &batch.options {
            effort.go_on()?;
            let Some(answer) = finder.find(asked.0, option(asked))? else {
                return Ok(Some(Verified::Missing { words: option(asked).to_vec() }));
            };
            let heard = &mut heard[asked.3 as usize];
            heard.options += 1;
            heard.hear(answer);
        }
        for ((words, found), heard) in batch.positions.iter().zip(&heard) {
            let expected = heard.answer(about.has_nimbers, || game.terminal_outcome(words));
            if expected != *found {
                return Ok(Some(Verified::Wrong { words: words.clone(), expected, found: *found }));
            }
        }
        *batch = Batch::default();
        Ok(None)
    }
}
