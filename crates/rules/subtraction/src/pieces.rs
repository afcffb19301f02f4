//! Rows of nimbers too long to be written one by one: pieces, in each of which a word repeats.

/// The number of starts of pieces from which periods are searched. Some starts do not repeat with the rows.
const MARKS: usize = 40;

/// A word of nimbers that repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// The nimber of place i is ⌊i / step⌋, and it starts again at `length`.
    Stairs { step: u128, length: u128 },
    /// Runs of equal nimbers, each with its first place, in rising order from 0 on.
    Runs { runs: Vec<(u128, u128)>, length: u128 },
}

impl Word {
    pub(crate) fn of(nimbers: &[u128]) -> Self {
        let mut runs: Vec<(u128, u128)> = vec![];
        for (place, nimber) in (0..).zip(nimbers) {
            if runs.last().is_none_or(|(_, last)| last != nimber) {
                runs.push((place, *nimber));
            }
        }
        Self::Runs { runs, length: nimbers.len() as u128 }
    }

    pub(crate) fn length(&self) -> u128 {
        match self {
            Self::Stairs { length, .. } | Self::Runs { length, .. } => *length,
        }
    }

    /// Returns the nimber at a place, and the end of its run within the word.
    fn run(&self, place: u128) -> (u128, u128) {
        let length = self.length();
        match self {
            Self::Stairs { step, .. } => (place / step, ((place / step + 1) * step).min(length)),
            Self::Runs { runs, .. } => {
                let next = runs.partition_point(|(start, _)| *start <= place);
                (runs[next - 1].1, runs.get(next).map_or(length, |(start, _)| *start))
            }
        }
    }

    /// Returns the number of times that a nimber occurs at the first places of the word, repeated for ever.
    fn count(&self, nimber: u128, places: u128) -> u128 {
        let (whole, rest) = (places / self.length(), places % self.length());
        let first = |places: u128| match self {
            Self::Stairs { step, .. } => places.saturating_sub(nimber.saturating_mul(*step)).min(*step),
            Self::Runs { runs, length } => {
                let ends = runs.iter().skip(1).map(|(start, _)| *start).chain([*length]);
                let equal = runs.iter().zip(ends).filter(|((start, value), _)| *value == nimber && *start < places);
                equal.map(|((start, _), end)| end.min(places) - start).sum()
            }
        };
        // without whole words, their number need not be counted
        (if whole > 0 { whole * first(self.length()) } else { 0 }) + first(rest)
    }
}

/// A piece of the rows, up to the start of the next one. Its row i has the nimber at place (i − start) + phase of the word.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) start: u128,
    pub(crate) phase: u128,
    pub(crate) word: Word,
}

/// Rows as pieces, with their continuation after the last piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    pieces: Vec<Piece>,
    /// The number of rows in the pieces.
    end: u128,
    /// The first row from which the rows repeat, if a theorem proves that.
    preperiod: u128,
    /// `true` if no proof of the rows is known.
    pub(crate) is_observed: bool,
}

impl Pieces {
    /// Returns rows that repeat this word.
    pub(crate) fn repeating(word: Word) -> Self {
        let end = word.length();
        Self { pieces: vec![Piece { start: 0, phase: 0, word }], end, ..Self::default() }
    }

    pub(crate) fn push(&mut self, phase: u128, word: Word, end: u128) {
        if end > self.end {
            self.pieces.push(Piece { start: self.end, phase, word });
            self.end = end;
        }
    }

    pub(crate) fn end(&self) -> u128 {
        self.end
    }

    /// Returns the rows that repeat from `preperiod` on, with the rows from `end` on dropped.
    pub(crate) fn from(mut self, preperiod: u128, end: u128) -> Self {
        self.pieces.retain(|piece| piece.start < end);
        Self { end, preperiod, ..self }
    }

    fn index(&self, row: u128) -> usize {
        self.pieces.partition_point(|piece| piece.start <= row) - 1
    }

    /// Returns the end of the piece that contains a row, and the place of the row in its word.
    pub(crate) fn place(&self, row: u128) -> (usize, u128, u128) {
        let index = self.index(row);
        let piece = &self.pieces[index];
        let end = self.pieces.get(index + 1).map_or(self.end, |next| next.start);
        (index, end, (row - piece.start + piece.phase) % piece.word.length())
    }

    /// Returns the nimber of a row, and the end of a run of equal nimbers, within the pieces.
    fn run(&self, row: u128) -> (u128, u128) {
        let (index, end, place) = self.place(row);
        let (nimber, run) = self.pieces[index].word.run(place);
        (nimber, end.min(row + run - place))
    }

    /// Returns a row of the pieces that is equal to this one.
    fn folded(&self, row: u128) -> u128 {
        if row < self.end { row } else { self.preperiod + (row - self.preperiod) % (self.end - self.preperiod) }
    }

    /// Returns the preperiod and the period, if they are proved.
    pub(crate) fn repeats(&self) -> Option<[u128; 2]> {
        (!self.is_observed).then(|| [self.preperiod, self.end - self.preperiod])
    }

    pub(crate) fn nimber(&self, row: u128) -> u128 {
        self.run(self.folded(row)).0
    }

    /// Returns the number of earlier rows that have the nimber.
    pub(crate) fn count(&self, nimber: u128, before: u128) -> u128 {
        if before <= self.end {
            let ends = self.pieces.iter().skip(1).map(|piece| piece.start).chain([self.end]);
            let count = |(piece, end): (&Piece, u128)| {
                let length = end.min(before) - piece.start;
                piece.word.count(nimber, piece.phase + length) - piece.word.count(nimber, piece.phase)
            };
            return self.pieces.iter().zip(ends).take_while(|(piece, _)| piece.start < before).map(count).sum();
        }
        let period = self.end - self.preperiod;
        let (whole, rest) = ((before - self.preperiod) / period, (before - self.preperiod) % period);
        let first = self.count(nimber, self.preperiod);
        whole * (self.count(nimber, self.end) - first) + self.count(nimber, self.preperiod + rest)
    }

    /// Returns the last row before this one that has the nimber.
    pub(crate) fn last(&self, nimber: u128, before: u128) -> Option<u128> {
        let wanted = self.count(nimber, before);
        if wanted == 0 {
            return None;
        }
        if before > 0 && self.nimber(before - 1) == nimber {
            return Some(before - 1);
        }
        // the least bound with as many of them before it
        let (mut none, mut all) = (0, before);
        while all - none > 1 {
            let middle = none + (all - none) / 2;
            *(if self.count(nimber, middle) == wanted { &mut all } else { &mut none }) = middle;
        }
        Some(all - 1)
    }

    /// Returns `true` if two windows of rows are equal. Counts each comparison.
    fn agree(&self, (one, other): (u128, u128), length: u128, steps: &mut u64) -> bool {
        let mut done = 0;
        while done < length {
            *steps += 1;
            let ((index, end, place), (other_index, other_end, other_place)) = (self.place(one + done), self.place(other + done));
            let (word, other_word) = (&self.pieces[index].word, &self.pieces[other_index].word);
            let common = (end - one).min(other_end - other).min(length) - done;
            // two words that agree for the sum of their lengths agree for ever (Fine and Wilf 1965)
            let enough = common.min(word.length() + other_word.length());
            let mut seen = 0;
            while seen < enough {
                *steps += 1;
                let (at, other_at) = ((place + seen) % word.length(), (other_place + seen) % other_word.length());
                let ((nimber, run), (other_nimber, other_run)) = (word.run(at), other_word.run(other_at));
                if nimber != other_nimber {
                    return false;
                }
                seen += (run - at).min(other_run - other_at);
            }
            done += common;
        }
        true
    }

    /// Returns these rows with a period that is proved by bounded look-back: two equal windows of `reach` rows. `None` if none
    /// is found within `most` steps.
    pub(crate) fn proved(self, reach: u128, most: u64) -> Option<Self> {
        let window = self.end.checked_sub(reach)?;
        let last = self.end;
        // the periods to try: distances between pieces or runs, and lengths of words
        let mut periods: Vec<u128> = self.pieces.iter().map(|piece| piece.word.length()).collect();
        let starts: Vec<u128> = match &self.pieces[..] {
            [Piece { word: Word::Runs { runs, .. }, .. }] => runs.iter().map(|(start, _)| *start).collect(),
            pieces => pieces.iter().map(|piece| piece.start).collect(),
        };
        // a start after the window's start corresponds to a start one period earlier
        let marks = || starts.iter().filter(|start| **start >= window).take(MARKS);
        periods.extend(marks().flat_map(|mark| starts.iter().map(move |start| mark.saturating_sub(*start))));
        periods.sort_unstable();
        periods.dedup();
        let mut steps = 0;
        let is_period = |period: &u128| {
            *period > 0 && *period <= window && steps < most && self.agree((window - period, window), last - window, &mut steps)
        };
        let period = periods.into_iter().find(is_period)?;
        // rows before the window that agree, too, belong to the period
        let mut steps = 0;
        let from_start = self.agree((0, period), window - period, &mut steps);
        let preperiod = if from_start { 0 } else { window - period };
        Some(self.from(preperiod, preperiod + period))
    }
}
