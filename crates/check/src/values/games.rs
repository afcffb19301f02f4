//! Games as nodes with options, and their order by definition.
//!
//! G ≤ H if and only if no left option of G is ≥ H and no right option of H is ≤ G. Every answer is kept, and an explicit stack
//! replaces recursion.

use super::plain::{Number, Plain};
use crate::effort::Effort;
use crate::not_accepted::NotAccepted;
use std::collections::HashMap;

/// The index of a node. The options of a node have smaller indices.
pub(crate) type Game = u32;

pub(crate) struct Games<'a> {
    /// For each node, where Left's options end in `options` and where Right's options end.
    ends: Vec<[u32; 2]>,
    options: Vec<Game>,
    plain: HashMap<Plain, Game>,
    sums: HashMap<(Game, Game), Game>,
    at_most: HashMap<(Game, Game), bool>,
    effort: Effort<'a>,
    pub(crate) rows: u64,
}

impl<'a> Games<'a> {
    pub(crate) fn new(effort: Effort<'a>) -> Self {
        Self {
            ends: vec![],
            options: vec![],
            plain: HashMap::new(),
            sums: HashMap::new(),
            at_most: HashMap::new(),
            effort,
            rows: 0,
        }
    }

    pub(crate) fn comparisons(&self) -> u64 {
        self.at_most.len() as u64
    }

    /// Counts steps. `beside` is the number of bytes in use besides the maps and the nodes.
    fn take(&mut self, steps: u64, beside: usize) -> Result<(), NotAccepted> {
        // a map may have room for twice its entries, and a number may be a few words longer
        let maps = 24 * self.at_most.capacity() + 32 * self.sums.capacity() + 160 * self.plain.capacity();
        let bytes = (beside + maps + 8 * self.ends.capacity() + 4 * self.options.capacity()) as u64;
        Ok(self.effort.take(steps, self.rows, || bytes)?)
    }

    pub(crate) fn look_at(&mut self, heaps: u64) -> Result<(), NotAccepted> {
        self.take(heaps, 0)
    }

    pub(crate) fn zero(&mut self) -> Result<Game, NotAccepted> {
        self.node(&[], &[])
    }

    pub(crate) fn node(&mut self, left: &[Game], right: &[Game]) -> Result<Game, NotAccepted> {
        self.take(1 + (left.len() + right.len()) as u64, 0)?;
        let most = NotAccepted::TooLarge { most: u32::MAX.into(), of: "steps" };
        let start = self.options.len();
        self.options.extend(left.iter().chain(right));
        let [left_end, end] = [start + left.len(), self.options.len()].map(u32::try_from);
        let (Ok(left_end), Ok(end), Ok(game)) = (left_end, end, Game::try_from(self.ends.len())) else { return Err(most) };
        self.ends.push([left_end, end]);
        Ok(game)
    }

    pub(crate) fn left(&self, game: Game) -> &[Game] {
        let start = game.checked_sub(1).map_or(0, |before| self.ends[before as usize][1]);
        &self.options[start as usize..self.ends[game as usize][0] as usize]
    }

    pub(crate) fn right(&self, game: Game) -> &[Game] {
        let [start, end] = self.ends[game as usize];
        &self.options[start as usize..end as usize]
    }

    /// Returns the game of a sum of number, ups and star, with all its followers.
    pub(crate) fn plain(&mut self, plain: &Plain) -> Result<Game, NotAccepted> {
        let mut open = vec![plain.clone()];
        while let Some(plain) = open.last().cloned() {
            if self.plain.contains_key(&plain) {
                open.pop();
                continue;
            }
            let before = open.len();
            let mut sides = [vec![], vec![]];
            for (options, side) in plain.options().into_iter().zip(&mut sides) {
                for i in 0..options.count() {
                    self.take(1, open.len() * 100)?;
                    let option = options.get(i);
                    match self.plain.get(&option) {
                        Some(game) => side.push(*game),
                        None => open.push(option),
                    }
                }
            }
            if open.len() == before {
                let game = self.node(&sides[0], &sides[1])?;
                self.plain.insert(plain, game);
            }
        }
        Ok(self.plain[plain])
    }

    pub(crate) fn number(&mut self, number: &Number) -> Result<Game, NotAccepted> {
        self.plain(&Plain { number: number.clone(), ups: 0, star: 0 })
    }

    /// Returns G + H by definition: a move is made in one of them.
    pub(crate) fn sum(&mut self, g: Game, h: Game) -> Result<Game, NotAccepted> {
        let mut open = vec![(g, h)];
        while let Some(&(g, h)) = open.last() {
            if self.sums.contains_key(&(g, h)) {
                open.pop();
                continue;
            }
            let before = open.len();
            // 1. sum up the options, or queue the unknown sums
            let mut options = |of: fn(&Self, Game) -> &[Game]| {
                let moves = of(self, g).iter().map(|&option| (option, h)).chain(of(self, h).iter().map(|&option| (g, option)));
                let known = moves.filter_map(|sum| {
                    let known = self.sums.get(&sum).copied();
                    if known.is_none() {
                        open.push(sum);
                    }
                    known
                });
                known.collect::<Vec<_>>()
            };
            let (left, right) = (options(Self::left), options(Self::right));
            // 2. with all options known, store the sum
            if open.len() == before {
                let sum = self.node(&left, &right)?;
                self.sums.insert((g, h), sum);
            } else {
                self.take(1 + (open.len() - before) as u64, size_of_val(&*open))?;
            }
        }
        Ok(self.sums[&(g, h)])
    }

    pub(crate) fn is_equal(&mut self, g: Game, h: Game) -> Result<bool, NotAccepted> {
        Ok(g == h || (self.is_at_most(g, h)? && self.is_at_most(h, g)?))
    }

    pub(crate) fn is_at_most(&mut self, g: Game, h: Game) -> Result<bool, NotAccepted> {
        // G, H, and the number of options examined so far, none of which refutes G ≤ H
        let mut open = vec![(g, h, 0)];
        loop {
            self.take(1, size_of_val(&*open))?;
            let Some(top) = open.last_mut() else { break };
            let (g, h, asked) = *top;
            top.2 += 1;
            // 1. the next option that could refute G ≤ H: a left option of G that is ≥ H, or a right option of H that is ≤ G
            let (own, others) = (self.left(g), self.right(h));
            let question = match own.get(asked) {
                Some(&option) => Some((h, option)),
                None => others.get(asked - own.len()).map(|&option| (option, g)),
            };
            // 2. a true comparison refutes it; after the last option it holds
            let answer = match question {
                None => Some(true),
                Some(question) => match self.at_most.get(&question) {
                    Some(true) => Some(false),
                    Some(false) => None,
                    None => {
                        // examine the option again when its comparison is known
                        top.2 -= 1;
                        open.push((question.0, question.1, 0));
                        None
                    }
                },
            };
            // 3. store the result and go back
            if let Some(answer) = answer {
                self.at_most.insert((g, h), answer);
                open.pop();
            }
        }
        Ok(self.at_most[&(g, h)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;

    fn with<T>(look: impl FnOnce(&mut Games<'_>) -> Result<T, NotAccepted>) -> T {
        look(&mut Games::new(Effort::new(1 << 24, &Limits::default()))).unwrap()
    }

    #[test]
    fn sums_of_ups_and_stars_are_what_their_text_says() {
        with(|games| {
            let mut read = |text| games.plain(&Plain::read(text)?);
            let [up, star, down] = [read("^")?, read("*")?, read("v")?];
            let known: Vec<_> = ["1/2", "-3", "*2", "*3"].into_iter().map(read).collect::<Result<_, _>>()?;
            let mut sum = up;
            for (n, text) in (2..6).map(|n| (n, format!("^{n}"))) {
                sum = games.sum(sum, up)?;
                let closed = games.plain(&Plain::read(&text)?)?;
                assert!(games.is_equal(sum, closed)?, "{n} ups");
                for (at, name) in [(0, "1/2"), (1, "-3"), (2, ""), (3, "")] {
                    let stars = if at < 2 { String::new() } else { format!("*{at}") };
                    let closed = games.plain(&Plain::read(&format!("{name}{text}{stars}"))?)?;
                    let added = games.sum(sum, known[at])?;
                    assert!(games.is_equal(added, closed)?, "{name}{text}{stars}");
                }
            }
            let zero = games.plain(&Plain::read("0")?)?;
            let (nought, stars) = (games.sum(up, down)?, games.sum(star, star)?);
            assert!(games.is_equal(nought, zero)? && games.is_equal(stars, zero)?);
            let confused = games.plain(&Plain::read("^*")?)?;
            assert!(!games.is_at_most(confused, zero)? && !games.is_at_most(zero, confused)?);
            Ok(())
        });
    }

    #[test]
    fn the_false_law_is_false_here() {
        with(|games| {
            let mut number = |text| games.plain(&Plain::read(text)?);
            let [zero, one, minus_one, minus_two] = [number("0")?, number("1")?, number("-1")?, number("-2")?];
            let (game, raised) = (games.node(&[minus_two], &[])?, games.node(&[minus_one], &[])?);
            let sum = games.sum(game, one)?;
            assert!(games.is_equal(game, zero)? && games.is_equal(raised, zero)? && games.is_equal(sum, one)?);
            Ok(())
        });
    }

    #[test]
    fn everything_is_counted() {
        let limits = Limits::default();
        let games = || Games::new(Effort::new(1_000, &limits));
        let large = |text| games().plain(&Plain::read(text).unwrap());
        for text in ["*18446744073709551615", "9223372036854775807", "^9223372036854775807", "1/1267650600228229401496703205376"]
        {
            let is_small = text.starts_with("1/");
            assert_eq!(large(text).is_ok(), is_small, "{text}");
        }
        let limits = Limits { bytes: 10_000, ..Limits::default() };
        let mut small = Games::new(Effort::new(1 << 40, &limits));
        assert!(matches!(small.plain(&Plain::read("^1000000").unwrap()), Err(NotAccepted::Stopped(_))));
    }
}
