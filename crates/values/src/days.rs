//! All games born by a day, from the antichains of the day before.
//!
//! Days 0 to 3 have 1, 4, 22 and 1,474 games; the all-small ones of days 0 to 4 are 1, 2, 7, 67 and 534,483.

use crate::arena::Arena;
use crate::calculator::{Calculator, Options};
use crate::form::Form;
use crate::value::{UNLIMITED, Value};
use core::fmt;
use hashbrown::HashSet;
use sprague_core::{Limits, Stopped};

/// Every game born by `day`, once. Nobody lists day 4: it has some 10¹⁸⁴ games.
///
/// ```
/// use sprague_values::born_by;
/// assert_eq!((born_by(0).count(), born_by(1).count(), born_by(2).count()), (1, 4, 22));
/// ```
pub fn born_by(day: u32) -> impl Iterator<Item = Value> {
    let born = Born::by(day, Kind::Any, &UNLIMITED).expect("nothing limits it");
    born.map(|game| game.expect("nothing limits it"))
}

/// Every all-small game born by `day`, once.
///
/// ```
/// use sprague_values::all_small_born_by;
/// assert_eq!((all_small_born_by(1).count(), all_small_born_by(2).count()), (2, 7));
/// ```
pub fn all_small_born_by(day: u32) -> impl Iterator<Item = Value> {
    let born = Born::by(day, Kind::AllSmall, &UNLIMITED).expect("nothing limits it");
    born.map(|game| game.expect("nothing limits it"))
}

/// Which games to list.
///
/// ```
/// assert_ne!(sprague_values::Kind::Any, sprague_values::Kind::AllSmall);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All of them.
    Any,
    /// Those in which both players can move or neither, at every follower.
    AllSmall,
}

/// The games born by a day, found one after another within limits.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_values::{Born, Kind};
///
/// let few = Limits { positions: 50_000, ..Limits::default() };
/// let mut games = Born::by(4, Kind::AllSmall, &few)?;
/// assert!(games.any(|game| game.is_err()));
/// # Ok::<(), sprague_core::Stopped>(())
/// ```
pub struct Born<'a> {
    calculator: Calculator<'a>,
    kind: Kind,
    before: Antichains,
    left: Option<Vec<usize>>,
    right: Option<Vec<usize>>,
    seen: HashSet<Form>,
}

impl<'a> Born<'a> {
    /// The games of this kind born by `day`.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Born, Kind};
    /// assert_eq!(Born::by(2, Kind::Any, &Limits::default())?.count(), 22);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached on an earlier day.
    pub fn by(day: u32, kind: Kind, limits: &'a Limits) -> Result<Self, Stopped> {
        let mut born = Self::after(Arena::new().calculator(limits), kind, vec![])?;
        for _ in 0..day {
            let games: Vec<Form> = born.by_ref().map(|game| game.map(|game| game.form())).collect::<Result<_, _>>()?;
            born = Self::after(born.calculator, kind, games)?;
        }
        Ok(born)
    }

    fn after(mut calculator: Calculator<'a>, kind: Kind, games: Vec<Form>) -> Result<Self, Stopped> {
        let before = Antichains::of(games, &mut calculator)?;
        Ok(Self { calculator, kind, before, left: Some(vec![]), right: Some(vec![]), seen: HashSet::new() })
    }

    fn advance(&mut self) {
        self.right = self.right.take().and_then(|right| self.before.after(right));
        if self.right.is_none() {
            self.left = self.left.take().and_then(|left| self.before.after(left));
            self.right = Some(vec![]);
        }
    }
}

impl Iterator for Born<'_> {
    type Item = Result<Value, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (left, right) = (self.left.as_ref()?, self.right.as_ref()?);
            let is_wanted = self.kind == Kind::Any || left.is_empty() == right.is_empty();
            let made = is_wanted.then(|| {
                let (left, right) = (self.before.options(left), self.before.options(right));
                self.calculator.make(&left, &right)
            });
            self.advance();
            match made {
                Some(Ok(form)) if self.seen.insert(form) => return Some(Ok(self.calculator.arena.value(form))),
                Some(Err(stopped)) => {
                    self.left = None;
                    return Some(Err(stopped));
                }
                _ => {}
            }
        }
    }
}

impl fmt::Debug for Born<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Born({} games so far)", self.seen.len())
    }
}

/// Sets of games of which no two can be compared, in lexicographic order of their places.
struct Antichains {
    games: Vec<Form>,
    incomparable: Vec<bool>,
}

impl Antichains {
    fn of(games: Vec<Form>, calculator: &mut Calculator<'_>) -> Result<Self, Stopped> {
        let mut incomparable = Vec::with_capacity(games.len() * games.len());
        for &g in &games {
            for &h in &games {
                incomparable.push(calculator.compare(g, h)?.is_none());
            }
        }
        Ok(Self { games, incomparable })
    }

    /// The antichain after this one.
    fn after(&self, mut antichain: Vec<usize>) -> Option<Vec<usize>> {
        let mut next = antichain.last().map_or(0, |last| last + 1);
        loop {
            let fits = |i: &usize| antichain.iter().all(|j| self.incomparable[j * self.games.len() + i]);
            if let Some(i) = (next..self.games.len()).find(fits) {
                antichain.push(i);
                return Some(antichain);
            }
            next = antichain.pop()? + 1;
        }
    }

    fn options(&self, antichain: &[usize]) -> Options {
        antichain.iter().map(|&i| self.games[i]).collect()
    }
}
