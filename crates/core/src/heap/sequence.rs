//! Families: a row for every n = 0, 1, 2, …, and the theorem that makes a repetition of rows a proof.

use crate::any::Fault;
use crate::heap::{ByHeap, HeapRules, OneHeap, RowKind, Theorem};
use crate::{Impartial, Nimber, Outcome, Play, mex};
use core::fmt::Debug;
use core::hash::Hash;

/// What a row consists of: nimbers or outcomes, or anything else that can be compared.
///
/// ```
/// use sprague_core::{Nimber, Outcome};
/// use sprague_core::heap::Cell;
/// assert_eq!(Nimber(2).raised(3), Nimber(5));
/// assert_eq!(Outcome::Win.rise(Outcome::Win), 0);
/// ```
pub trait Cell: Copy + Eq + Hash + Debug {
    /// How much larger `later` is, for families whose values grow by a saltus in every period; 0 for equal cells, and any
    /// number but 0 for different ones.
    fn rise(self, later: Self) -> i64;

    /// This value, `saltus` higher. Only nimbers rise; other cells are asked for 0 and answer themselves.
    #[must_use]
    fn raised(self, saltus: u64) -> Self {
        debug_assert_eq!(saltus, 0, "only nimbers rise");
        self
    }

    /// The cell as a number, as kernels write it: a nimber as it is, of an outcome 0 for lost, 1 for won, 2 for drawn. 0 for
    /// cells that no kernel computes.
    fn to_number(self) -> u32 {
        0
    }

    /// The cell that is written so; `None` for cells that no kernel computes.
    ///
    /// ```
    /// use sprague_core::Outcome;
    /// use sprague_core::heap::Cell;
    /// assert_eq!(Outcome::of_number(Outcome::Draw.to_number()), Some(Outcome::Draw));
    /// ```
    fn of_number(_: u32) -> Option<Self> {
        None
    }
}

impl Cell for Nimber {
    fn rise(self, later: Self) -> i64 {
        i64::from(later.0) - i64::from(self.0)
    }
    fn raised(self, saltus: u64) -> Self {
        let value = u32::try_from(saltus).ok().and_then(|saltus| self.0.checked_add(saltus));
        Self(value.expect("the caller keeps nimbers below 2^32"))
    }
    fn to_number(self) -> u32 {
        self.0
    }
    fn of_number(number: u32) -> Option<Self> {
        Some(Self(number))
    }
}

impl Cell for Outcome {
    fn rise(self, later: Self) -> i64 {
        later as i64 - self as i64
    }
    fn to_number(self) -> u32 {
        match self {
            Self::Loss => 0,
            Self::Win => 1,
            Self::Draw => 2,
        }
    }
    fn of_number(number: u32) -> Option<Self> {
        [Self::Loss, Self::Win, Self::Draw].get(number as usize).copied()
    }
}

/// Rows 0, 1, 2, … of a family, each with the same number of cells, stored side by side.
///
/// ```
/// use sprague_core::Nimber;
/// use sprague_core::heap::Rows;
///
/// let mut rows = Rows::new(2);
/// rows.push(&[Nimber(0), Nimber(1)]);
/// assert_eq!(rows.len(), 1);
/// assert_eq!(rows.row(0), [Nimber(0), Nimber(1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<C> {
    width: usize,
    cells: Vec<C>,
}

impl<C: Cell> Rows<C> {
    /// No rows yet, of `width` cells each.
    ///
    /// ```
    /// assert!(sprague_core::heap::Rows::<sprague_core::Outcome>::new(1).is_empty());
    /// ```
    ///
    /// # Panics
    /// If `width` is 0.
    pub fn new(width: usize) -> Self {
        assert!(width > 0, "a row has at least one cell");
        Self { width, cells: vec![] }
    }

    /// The first `count` rows of a family, without limits: see `sprague::rows` for long computations, and
    /// [`ByHeap`] for an example.
    pub fn of<F: HeapSequence<Cell = C>>(family: &F, count: usize) -> Self {
        let mut rows = Self::new(family.width());
        for _ in 0..count {
            rows.extend_by(family);
        }
        rows
    }

    /// Computes and stores the next row of the family that all rows so far come from.
    ///
    /// ```
    /// use sprague_core::Nimber;
    /// use sprague_core::heap::{HeapSequence, Rows, Theorem};
    ///
    /// struct Odd; // 0 1 0 1 …
    /// impl HeapSequence for Odd {
    ///     type Cell = Nimber;
    ///     fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber { Nimber(earlier.len() as u32 % 2) }
    ///     fn theorem(&self) -> Option<Theorem> { None }
    /// }
    /// let mut rows = Rows::new(1);
    /// rows.extend_by(&Odd);
    /// rows.extend_by(&Odd);
    /// assert_eq!(rows.row(1), [Nimber(1)]);
    /// ```
    pub fn extend_by<F: HeapSequence<Cell = C> + ?Sized>(&mut self, family: &F) {
        if self.width == 1 {
            let cell = family.cell(self, 0);
            self.cells.push(cell);
            return;
        }
        let row: Vec<C> = (0..self.width).map(|state| family.cell(self, state)).collect();
        self.cells.extend_from_slice(&row);
    }

    /// How many rows there are: the n of the next one.
    ///
    /// ```
    /// assert_eq!(sprague_core::heap::Rows::<sprague_core::Nimber>::new(3).len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Whether there are none.
    ///
    /// ```
    /// assert!(sprague_core::heap::Rows::<sprague_core::Nimber>::new(3).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// How many cells a row has.
    ///
    /// ```
    /// assert_eq!(sprague_core::heap::Rows::<sprague_core::Nimber>::new(3).width(), 3);
    /// ```
    pub fn width(&self) -> usize {
        self.width
    }

    /// The cells of row n.
    ///
    /// ```
    /// # use sprague_core::Outcome;
    /// # use sprague_core::heap::Rows;
    /// # let mut rows = Rows::new(1);
    /// rows.push(&[Outcome::Loss]);
    /// assert_eq!(rows.row(0), [Outcome::Loss]);
    /// ```
    ///
    /// # Panics
    /// If there is no such row yet.
    pub fn row(&self, n: usize) -> &[C] {
        &self.cells[n * self.width..][..self.width]
    }

    /// One cell of row n.
    ///
    /// ```
    /// # use sprague_core::Outcome;
    /// # use sprague_core::heap::Rows;
    /// # let mut rows = Rows::new(2);
    /// rows.push(&[Outcome::Loss, Outcome::Win]);
    /// assert_eq!(rows.cell(0, 1), Outcome::Win);
    /// ```
    ///
    /// # Panics
    /// If there is no such row yet, or no such state.
    pub fn cell(&self, n: usize, state: usize) -> C {
        debug_assert!(state < self.width);
        self.cells[n * self.width + state]
    }

    /// One state down all rows.
    ///
    /// ```
    /// # use sprague_core::Outcome;
    /// # use sprague_core::heap::Rows;
    /// # let mut rows = Rows::new(2);
    /// rows.push(&[Outcome::Loss, Outcome::Win]);
    /// assert_eq!(rows.column(0).collect::<Vec<_>>(), [Outcome::Loss]);
    /// ```
    pub fn column(&self, state: usize) -> impl Iterator<Item = C> {
        self.cells.iter().skip(state).step_by(self.width).copied()
    }

    /// All cells, row after row.
    ///
    /// ```
    /// # use sprague_core::Outcome;
    /// # use sprague_core::heap::Rows;
    /// # let mut rows = Rows::new(2);
    /// rows.push(&[Outcome::Loss, Outcome::Win]);
    /// assert_eq!(rows.cells().len(), 2);
    /// ```
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// Stores one more row.
    ///
    /// ```
    /// # use sprague_core::Outcome;
    /// # use sprague_core::heap::Rows;
    /// let mut rows = Rows::new(1);
    /// rows.push(&[Outcome::Loss]);
    /// assert_eq!(rows.len(), 1);
    /// ```
    ///
    /// # Panics
    /// If it has another width.
    pub fn push(&mut self, row: &[C]) {
        assert_eq!(row.len(), self.width, "rows are equally wide");
        self.cells.extend_from_slice(row);
    }
}

/// One row for every n, each computed from the rows before it.
///
/// Most families are views of a ruleset, [`Nimbers`] and [`Outcomes`]; implement this for a recurrence of your own.
///
/// ```
/// use sprague_core::{Nimber, mex};
/// use sprague_core::heap::{HeapSequence, Rows, Theorem};
///
/// /// Take one token, or split the heap in two.
/// struct TakeOrSplit;
/// impl HeapSequence for TakeOrSplit {
///     type Cell = Nimber;
///     fn cell(&self, g: &Rows<Nimber>, _: usize) -> Nimber {
///         let n = g.len();
///         let taken = (n > 0).then(|| g.cell(n - 1, 0));
///         let split = (1..=n / 2).map(|small| g.cell(small, 0) + g.cell(n - small, 0));
///         mex(taken.into_iter().chain(split))
///     }
///     fn theorem(&self) -> Option<Theorem> { None }
/// }
///
/// let values: Vec<u32> = Rows::of(&TakeOrSplit, 6).column(0).map(|g| g.0).collect();
/// assert_eq!(values, [0, 1, 2, 0, 2, 0]);
/// ```
pub trait HeapSequence {
    /// What a row consists of.
    type Cell: Cell;

    /// How many cells a row has, at least 1.
    fn width(&self) -> usize {
        1
    }

    /// One cell of row `earlier.len()`, from all rows before it.
    fn cell(&self, earlier: &Rows<Self::Cell>, state: usize) -> Self::Cell;

    /// Why a repetition of rows is a proof; `None` if nobody knows.
    fn theorem(&self) -> Option<Theorem>;

    /// The rules whose rows these are, as data, if there are such: a kernel may then compute the rows instead of
    /// [`cell`](Self::cell).
    fn heap_rules(&self) -> Option<(HeapRules, Play, RowKind)> {
        None
    }

    /// What went wrong inside the rules so far; only loaded ones fail.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

impl<F: HeapSequence + ?Sized> HeapSequence for &F {
    type Cell = F::Cell;
    fn width(&self) -> usize {
        (**self).width()
    }
    fn cell(&self, earlier: &Rows<F::Cell>, state: usize) -> F::Cell {
        (**self).cell(earlier, state)
    }
    fn theorem(&self) -> Option<Theorem> {
        (**self).theorem()
    }
    fn heap_rules(&self) -> Option<(HeapRules, Play, RowKind)> {
        (**self).heap_rules()
    }
    fn fault(&self) -> Option<Fault> {
        (**self).fault()
    }
}

/// The nimbers of the heaps of a ruleset, splitting moves included.
///
/// See [`ByHeap`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nimbers<R>(pub R);

impl<R: ByHeap + Impartial> HeapSequence for Nimbers<R> {
    type Cell = Nimber;
    fn width(&self) -> usize {
        self.0.states()
    }
    fn cell(&self, earlier: &Rows<Nimber>, state: usize) -> Nimber {
        let value = |part: &R::Position| {
            let (heap, state) = self.0.heap_index(part);
            earlier.cell(heap as usize, state)
        };
        let position = self.0.position(earlier.len() as u64, state);
        let options = self.0.options(&position);
        mex(options.map(|option| self.0.summands(&option).map(|part| value(&part)).sum()))
    }
    fn theorem(&self) -> Option<Theorem> {
        self.0.heap_rules()?.theorem(Play::Normal, RowKind::Nimbers)
    }
    fn heap_rules(&self) -> Option<(HeapRules, Play, RowKind)> {
        Some((self.0.heap_rules()?, Play::Normal, RowKind::Nimbers))
    }
}

/// The outcomes of the heaps of a ruleset under which a heap stays one heap, for the player to move.
///
/// ```
/// use sprague_core::{Impartial, Misere, Ruleset};
/// use sprague_core::heap::{ByHeap, OneHeap, Outcomes, Rows};
///
/// /// Take one or two.
/// struct OneOrTwo;
/// impl Ruleset for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=(*heap).min(2) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl ByHeap for OneOrTwo {
///     fn position(&self, heap: u64, _: usize) -> u64 { heap }
///     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// }
/// impl OneHeap for OneOrTwo {}
///
/// let row = |rows: Rows<_>| rows.column(0).map(|outcome: sprague_core::Outcome| outcome.letter()).collect::<String>();
/// assert_eq!(row(Rows::of(&Outcomes(OneOrTwo), 7)), "LWWLWWL");
/// assert_eq!(row(Rows::of(&Outcomes(Misere(OneOrTwo)), 7)), "WLWWLWW");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes<R>(pub R);

impl<R: OneHeap> HeapSequence for Outcomes<R> {
    type Cell = Outcome;
    fn width(&self) -> usize {
        self.0.states()
    }
    fn cell(&self, earlier: &Rows<Outcome>, state: usize) -> Outcome {
        let position = self.0.position(earlier.len() as u64, state);
        let mut best = None;
        for option in self.0.options(&position) {
            let (heap, state) = self.0.heap_index(&option);
            best = best.max(Some(-earlier.cell(heap as usize, state)));
            if best == Some(Outcome::Win) {
                break;
            }
        }
        best.unwrap_or_else(|| self.0.terminal_outcome(&position))
    }
    fn theorem(&self) -> Option<Theorem> {
        self.0.heap_rules()?.theorem(self.0.convention(), RowKind::Outcomes)
    }
    fn heap_rules(&self) -> Option<(HeapRules, Play, RowKind)> {
        Some((self.0.heap_rules()?, self.0.convention(), RowKind::Outcomes))
    }
}

/// Row n + `period` equals row n, raised by `saltus`, for every n ≥ `preperiod`. Both numbers are minimal.
///
/// ```
/// use sprague_core::heap::{Period, Theorem};
///
/// let nim = Period { preperiod: 0, period: 1, saltus: 1, theorem: Some(Theorem::AllBut { greatest: 0 }) };
/// assert!(nim.is_proved());
/// assert_eq!(nim.fold(10), (0, 10)); // row 10 is row 0, ten periods later
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The first n of the repeating part, n0.
    pub preperiod: u64,
    /// How many rows it takes to repeat, p ≥ 1.
    pub period: u64,
    /// What each value gains in every period; 0 except for families whose values grow.
    pub saltus: u64,
    /// Why this holds for every n; `None` if it was only observed.
    pub theorem: Option<Theorem>,
}

impl Period {
    /// Whether this is a theorem about every n, and not just seen.
    ///
    /// ```
    /// let seen = sprague_core::heap::Period { preperiod: 0, period: 12, saltus: 0, theorem: None };
    /// assert!(!seen.is_proved());
    /// ```
    pub fn is_proved(&self) -> bool {
        self.theorem.is_some()
    }

    /// The row below `preperiod + period` that row n repeats, and how many periods later row n comes.
    ///
    /// ```
    /// let seen = sprague_core::heap::Period { preperiod: 2, period: 12, saltus: 0, theorem: None };
    /// assert_eq!(seen.fold(1), (1, 0));
    /// assert_eq!(seen.fold(27), (3, 2));
    /// ```
    pub fn fold(&self, n: u64) -> (u64, u64) {
        if n < self.preperiod {
            return (n, 0);
        }
        let past = n - self.preperiod;
        (self.preperiod + past % self.period, past / self.period)
    }
}
