//! The store of canonical stoppers with cycles. Each is stored once, and its options are in the store or are loop-free.

use super::nodes::{Nodes, Slots, bytes_of};
use super::sided::Sided;
use super::stopper::Stopper;
use crate::arena::Arena;
use crate::calculator::Calculator;
use crate::memo::Memo;
use core::fmt;
use sprague_core::{Limits, Player, Stopped};

/// The options of Left and of Right, sorted.
type Node = [Box<[Stopper]>; 2];

/// Computes with loopy values: makes, adds, compares, parses and formats them within [`Limits`].
///
/// Loop-free values are forms of the [`Arena`], computed by a [`Calculator`]. To use a [`Value`](crate::Value) here, take its
/// [`form_in`](crate::Value::form_in) the [`calculator`](Self::calculator); to get one out, use [`Sided::form`]. Each state
/// that a comparison visits counts as one position of the limits, in addition to the positions that the calculator counts.
///
/// ```
/// use sprague_core::{Limits, OutcomeClass};
/// use sprague_values::Arena;
/// use sprague_values::loopy::Stoppers;
///
/// let (arena, limits) = (Arena::new(), Limits::default());
/// let mut stoppers = Stoppers::new(&arena, &limits);
/// let (over, dud) = (stoppers.read("over")?, stoppers.read("dud")?);
/// assert_eq!(stoppers.outcome_class(over)?.ok(), Some(OutcomeClass::Left));
/// let twice = stoppers.add(over, over)?;
/// assert_eq!(twice, over);
/// let none = stoppers.negative(over).and_then(|under| stoppers.add(over, under))?;
/// assert_eq!(stoppers.text(none, 100)?.as_deref(), Some("over&under"));
/// assert_eq!(stoppers.compare(dud, over)?, Ok(None));
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
pub struct Stoppers<'a> {
    pub(super) calculator: Calculator<'a>,
    nodes: Vec<Node>,
    table: Memo<Node, u32>,
    /// The nodes on cycles, by a hash of the structure of their component.
    pub(super) cycles: Memo<u64, u32>,
    pub(super) decided: [Slots; 2],
    pub(super) sums: Memo<(Stopper, Stopper), Sided>,
    pub(super) negatives: Memo<Stopper, Stopper>,
    options: usize,
    /// Bytes of work in progress outside of searches.
    pub(super) held: usize,
    /// The number of states until the bytes are counted again.
    patience: u32,
}

/// The bytes are counted once in this many states.
const APART: u32 = 256;

impl<'a> Stoppers<'a> {
    /// Returns an empty store of stoppers above the forms of an arena.
    pub fn new(arena: &Arena, limits: &'a Limits) -> Self {
        Self {
            calculator: arena.calculator(limits),
            nodes: vec![],
            table: Memo::default(),
            cycles: Memo::default(),
            decided: Default::default(),
            sums: Memo::default(),
            negatives: Memo::default(),
            options: 0,
            held: 0,
            patience: 0,
        }
    }

    /// Returns this store with other limits. Everything stored and cached is kept.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let over = stoppers.read("over")?;
    /// let few = Limits { positions: 10, ..Limits::default() };
    /// let mut stoppers = stoppers.within(&few);
    /// assert_eq!(stoppers.text(over, 10)?.as_deref(), Some("over"));
    /// assert!(stoppers.read("upon+upon+upon").is_err());
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn within<'b>(self, limits: &'b Limits) -> Stoppers<'b> {
        let Self { calculator, nodes, table, cycles, decided, sums, negatives, options, .. } = self;
        let calculator = calculator.arena().calculator(limits);
        Stoppers { calculator, nodes, table, cycles, decided, sums, negatives, options, held: 0, patience: 0 }
    }

    /// Returns the calculator for loop-free values.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let half = stoppers.calculator().read("1/2")?;
    /// let half_over = stoppers.read("over").and_then(|over| Ok(stoppers.add(half.into(), over)?))?;
    /// assert_eq!(half_over, stoppers.read("1/2over")?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn calculator(&mut self) -> &mut Calculator<'a> {
        &mut self.calculator
    }

    /// Returns the number of stored stoppers with cycles.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// stoppers.read("over")?;
    /// stoppers.read("{5|pass}")?;
    /// assert_eq!(stoppers.loopy_forms(), 2);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn loopy_forms(&self) -> usize {
        self.nodes.len()
    }

    /// Returns about how many bytes the store, its caches and the arena use.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let empty = stoppers.bytes();
    /// stoppers.read("over")?;
    /// assert!(stoppers.bytes() > empty);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.calculator.bytes() + self.own_bytes()
    }

    fn own_bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>() + 2 * self.options * size_of::<Stopper>();
        let decided: usize = self.decided.iter().map(bytes_of).sum();
        self.held
            + nodes
            + decided
            + bytes_of(&self.table)
            + bytes_of(&self.cycles)
            + bytes_of(&self.sums)
            + bytes_of(&self.negatives)
    }

    /// Counts one state. `beside` returns the bytes of the work in progress.
    #[inline]
    pub(super) fn count_state(&mut self, beside: impl FnOnce() -> usize) -> Result<(), Stopped> {
        match self.patience.checked_sub(1) {
            Some(patience) => self.patience = patience,
            None => {
                self.patience = APART;
                let bytes = self.own_bytes() + beside();
                self.calculator.set_beside(bytes);
            }
        }
        // a position is four options examined
        self.calculator.count_all(4)
    }

    /// Checks the limits before `bytes` more bytes are allocated.
    pub(super) fn look(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.calculator.set_beside(self.own_bytes() + bytes);
        self.calculator.look()
    }

    /// Returns the options of a player in the canonical form.
    ///
    /// ```
    /// use sprague_core::{Limits, Player};
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let over = stoppers.read("over")?.stopper().unwrap();
    /// assert_eq!(stoppers.options(over, Player::Right)?, [over]);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached, for example because a large nimber has too many options.
    pub fn options(&mut self, stopper: Stopper, player: Player) -> Result<Vec<Stopper>, Stopped> {
        let mut options = vec![];
        self.push_options(&vec![], stopper, player, &mut options)?;
        Ok(options)
    }

    /// Appends the options of a stopper or of one of the nodes to `options`.
    pub(super) fn push_options(
        &mut self,
        nodes: &Nodes,
        of: Stopper,
        player: Player,
        options: &mut Vec<Stopper>,
    ) -> Result<(), Stopped> {
        if let Some(form) = of.form() {
            options.extend(self.calculator.options(form, player)?.into_iter().map(Stopper::from));
        } else if let Some(index) = of.index() {
            options.extend_from_slice(&self.nodes[index][player as usize]);
        } else if let Some(index) = of.inner_index() {
            options.extend_from_slice(&nodes[index][player as usize]);
        }
        Ok(())
    }

    pub(super) fn loopy_options(&self, index: u32) -> &[Box<[Stopper]>; 2] {
        &self.nodes[index as usize]
    }

    /// Returns the stored stopper with these options, which must be sorted, or `None` if there is none.
    pub(super) fn looked_up(&self, options: &Node) -> Option<Stopper> {
        self.table.get(options).map(|&index| Stopper::loopy(index as usize))
    }

    /// Stores a new stopper with cycles. Its options must be sorted.
    pub(super) fn store(&mut self, options: Node) -> Stopper {
        let index = self.nodes.len();
        self.options += options.iter().map(|options| options.len()).sum::<usize>();
        self.table.insert(options.clone(), index as u32);
        self.nodes.push(options);
        Stopper::loopy(index)
    }

    /// Returns the stoppers and all their followers, in breadth-first order.
    ///
    /// Stops once there are more than `most`, so the result may then be incomplete.
    pub(super) fn followers(&mut self, roots: &[Stopper], most: usize) -> Result<Vec<Stopper>, Stopped> {
        let mut seen = Memo::<Stopper, ()>::default();
        let mut followers: Vec<Stopper> = roots.iter().copied().filter(|&root| seen.insert(root, ()).is_none()).collect();
        let (mut at, mut options) = (0, vec![]);
        while let Some(&follower) = followers.get(at).filter(|_| followers.len() <= most) {
            at += 1;
            self.count_state(|| bytes_of(&seen) + followers.capacity() * 8)?;
            options.clear();
            for player in Player::BOTH {
                self.push_options(&vec![], follower, player, &mut options)?;
            }
            followers.extend(options.iter().copied().filter(|&option| seen.insert(option, ()).is_none()));
        }
        Ok(followers)
    }
}

impl fmt::Debug for Stoppers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stoppers({} with cycles, {:?})", self.nodes.len(), self.calculator)
    }
}
