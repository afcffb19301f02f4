//! Who computes in an arena: caches of its own, and a meter that counts every comparison.

use crate::arena::Arena;
use crate::canonical::Side;
use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::order::Comparisons;
use crate::signature::Signature;
use crate::stops::{Bound, Exact, Small, Stops};
use crate::thermograph::Graphs;
use core::fmt;
use core::hash::{BuildHasherDefault, Hash, Hasher};
use core::mem;
use hashbrown::HashMap;
use num_bigint::BigUint;
use smallvec::SmallVec;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Player, Stopped};

/// Options of one player, while they are worked on.
pub(crate) type Options = SmallVec<[Form; 24]>;
/// A map whose keys are handles.
pub(crate) type Memo<K, V> = HashMap<K, V, BuildHasherDefault<HandleHasher>>;

/// Computes with the forms of one [`Arena`] within [`Limits`]; what it has learnt helps the next one.
///
/// A position of the limits is four options looked at, inside comparison too.
///
/// ```
/// use sprague_values::{Arena, Form};
/// use sprague_core::{Limits, Stopped};
///
/// let arena = Arena::new();
/// let few = Limits { positions: 3, ..Limits::default() };
/// let mut calculator = arena.calculator(&few);
/// let up = calculator.make(&[Form::ZERO], &[Form::STAR])?;
/// assert_eq!(up, Form::UP);
/// let deep = (0..9).try_fold(up, |form, _| calculator.make(&[form, Form::STAR], &[Form::integer(-1), form]));
/// assert_eq!(deep, Err(Stopped::Positions(3)));
/// # Ok::<(), Stopped>(())
/// ```
pub struct Calculator<'a> {
    pub(crate) arena: Arena,
    pub(crate) limits: &'a Limits,
    pub(crate) work: Work<'a>,
    pub(crate) caches: Caches,
    pub(crate) pending: Pending,
    /// The options of the form under construction.
    pub(crate) sides: [Side<Small>; 2],
}

/// Counts options looked at, and looks at the limits in time.
pub(crate) struct Work<'a> {
    meter: Meter<'a>,
    done: u64,
    /// The most positions for now, and what the asker holds.
    most: u64,
    beside: usize,
    /// The work at which the limits are looked at next.
    next_look: u64,
}

/// What a calculator remembers; values never depend on it.
#[derive(Default)]
pub(crate) struct Caches {
    pub(crate) comparisons: Comparisons,
    pub(crate) sums: Memo<(Form, Form), Form>,
    pub(crate) thermographs: Graphs,
    pub(crate) birthdays: Memo<Form, BigUint>,
}

/// Work between two looks at the limits.
const LOOKS: u64 = 1024;

/// Entries of a cache after which it is cleared before the next question.
const CACHED: usize = 1 << 22;

impl Caches {
    fn bytes(&self) -> usize {
        self.comparisons.bytes() + self.sums.capacity() * 25 + self.thermographs.bytes() + self.birthdays.capacity() * 64
    }

    /// Makes room between questions.
    fn tidy(&mut self) {
        if self.sums.len() > CACHED {
            self.sums = Memo::default();
        }
        if self.thermographs.len() > CACHED {
            self.thermographs = Graphs::default();
        }
        if self.birthdays.len() > CACHED {
            self.birthdays = Memo::default();
        }
    }
}

/// The form under construction: the same value as its canonical form will be, so it can be compared before that is known.
#[derive(Default)]
pub(crate) struct Pending {
    pub(crate) left: Vec<Form>,
    pub(crate) right: Vec<Form>,
    pub(crate) small: Option<Stops<Small>>,
    /// Where they are not small.
    pub(crate) large: Option<Stops<Exact>>,
    pub(crate) signature: Option<Signature>,
}

impl Pending {
    pub(crate) fn exact(&self) -> Stops<Exact> {
        match &self.small {
            Some(stops) => Stops { left: stops.left.exact(), right: stops.right.exact() },
            None => self.large.clone().expect("a form under construction has stops"),
        }
    }
}

impl Work<'_> {
    #[inline(always)]
    pub(crate) fn count(&mut self, arena: &Arena, caches: &Caches) -> Result<(), Stopped> {
        self.done += 1;
        if self.done < self.next_look { Ok(()) } else { self.look(arena, caches) }
    }

    fn positions(&self) -> u64 {
        self.done >> 2
    }

    /// Looks at the limits, and says when to do so again: where positions run out, or soon enough for time and memory.
    #[cold]
    fn look(&mut self, arena: &Arena, caches: &Caches) -> Result<(), Stopped> {
        if self.positions() > self.most {
            return Err(Stopped::Positions(self.most));
        }
        self.meter.look(self.positions(), arena.bytes() + caches.bytes() + self.beside, None)?;
        self.next_look = (self.done + LOOKS).min(self.most.saturating_add(1).saturating_mul(4));
        Ok(())
    }
}

impl<'a> Calculator<'a> {
    pub(crate) fn new(arena: Arena, limits: &'a Limits, mut caches: Caches) -> Self {
        caches.tidy();
        let (meter, most) = (Meter::new(limits), limits.positions);
        let work = Work { meter, done: 0, most, beside: 0, next_look: 0 };
        Self { arena, limits, work, caches, pending: Pending::default(), sides: Default::default() }
    }

    /// The arena that it computes in.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// let (arena, limits) = (sprague_values::Arena::new(), Limits::default());
    /// assert!(arena.calculator(&limits).arena().is(&arena));
    /// ```
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Positions counted so far, as [`Limits::positions`] counts them.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// let (arena, limits) = (sprague_values::Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).positions(), 0);
    /// ```
    pub fn positions(&self) -> u64 {
        self.work.positions()
    }

    /// About how many bytes it holds: the arena, and what it remembers itself.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// let (arena, limits) = (sprague_values::Arena::new(), Limits::default());
    /// assert!(arena.calculator(&limits).bytes() >= arena.bytes());
    /// ```
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.caches.bytes()
    }

    /// Counts so many bytes of the asker's against [`Limits::bytes`], too.
    ///
    /// ```
    /// use sprague_core::{Limits, Stopped};
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits { bytes: 1 << 30, ..Limits::default() });
    /// let mut calculator = arena.calculator(&limits);
    /// calculator.set_beside(1 << 30);
    /// assert_eq!(calculator.make(&[Form::UP], &[Form::STAR]), Err(Stopped::Memory(1 << 30)));
    /// ```
    pub fn set_beside(&mut self, bytes: usize) {
        self.work.beside = bytes;
    }

    /// Lets it count no more than so many further positions, or as many as the limits allow; `None` for those. It is then as if the
    /// limits had been so low.
    ///
    /// ```
    /// use sprague_core::{Limits, Stopped};
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// calculator.allow_further(Some(0));
    /// let stopped = (0..9).try_for_each(|n| calculator.make(&[Form::UP], &[Form::integer(n)]).map(drop));
    /// assert!(matches!(stopped, Err(Stopped::Positions(_))));
    /// calculator.allow_further(None);
    /// assert!(calculator.make(&[Form::UP], &[Form::STAR]).is_ok());
    /// ```
    pub fn allow_further(&mut self, positions: Option<u64>) {
        let limit = self.limits.positions;
        self.work.most = positions.map_or(limit, |further| self.positions().saturating_add(further).min(limit));
        self.work.next_look = 0;
    }

    /// Counts one option looked at.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.work.count(&self.arena, &self.caches)
    }

    /// Counts as many.
    pub(crate) fn count_all(&mut self, n: usize) -> Result<(), Stopped> {
        (0..n).try_for_each(|_| self.count())
    }

    /// The handle of a number.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).number(&Dyadic::from(-7)), Form::integer(-7));
    /// ```
    pub fn number(&self, number: &Dyadic) -> Form {
        self.arena.number(number)
    }

    /// The options of a player in a canonical form, all of them counted.
    pub(crate) fn options(&mut self, form: Form, player: Player) -> Result<Options, Stopped> {
        let mut options = Options::new();
        for i in 0.. {
            let Some(option) = self.arena.option(form, player, i) else { break };
            self.count()?;
            // nobody else counts a list that is being made
            if (options.len() * size_of::<Form>()) as u64 > self.limits.bytes {
                return Err(Stopped::Memory(self.limits.bytes));
            }
            options.push(option);
        }
        Ok(options)
    }

    /// Works out a recursive definition without recursion: `step` asks for what it needs of others, and answers `None` as long as some
    /// of that is missing.
    pub(crate) fn resolve<K: Copy + Eq + Hash, V: Clone>(
        &mut self,
        known: &mut Memo<K, V>,
        root: K,
        mut step: impl FnMut(&mut Self, K, &mut Asked<'_, K, V>) -> Result<Option<V>, Stopped>,
    ) -> Result<V, Stopped> {
        let mut open = SmallVec::<[K; 16]>::from_elem(root, 1);
        let mut missing = SmallVec::<[K; 16]>::new();
        while let Some(&key) = open.last() {
            self.count()?;
            if known.contains_key(&key) {
                open.pop();
                continue;
            }
            match step(self, key, &mut Asked { known, missing: &mut missing })? {
                Some(value) => {
                    // what is remembered on the way counts, too
                    if (known.capacity() * size_of::<(K, V)>()) as u64 > self.limits.bytes {
                        return Err(Stopped::Memory(self.limits.bytes));
                    }
                    known.insert(key, value);
                    open.pop();
                }
                None => open.append(&mut missing),
            }
        }
        Ok(known[&root].clone())
    }
}

/// What a step of [`Calculator::resolve`] asks.
pub(crate) struct Asked<'m, K, V> {
    known: &'m Memo<K, V>,
    missing: &'m mut SmallVec<[K; 16]>,
}

impl<K: Copy + Eq + Hash, V: Clone> Asked<'_, K, V> {
    pub(crate) fn get(&mut self, key: K) -> Option<V> {
        let value = self.known.get(&key).cloned();
        if value.is_none() {
            self.missing.push(key);
        }
        value
    }

    /// All of them, or `None` with everything that is missing noted.
    pub(crate) fn all(&mut self, keys: impl IntoIterator<Item = K>) -> Option<SmallVec<[V; 24]>> {
        let (mut values, mut is_whole) = (SmallVec::new(), true);
        for key in keys {
            match self.get(key) {
                Some(value) => values.push(value),
                None => is_whole = false,
            }
        }
        is_whole.then_some(values)
    }
}

impl Drop for Calculator<'_> {
    fn drop(&mut self) {
        self.arena.give_back(mem::take(&mut self.caches));
    }
}

impl fmt::Debug for Calculator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Calculator({:?}, {} positions)", self.arena, self.positions())
    }
}

/// Mixes handles, which nobody outside chooses.
#[derive(Default)]
pub(crate) struct HandleHasher(u64);

impl Hasher for HandleHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(29) ^ n).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
