//! The arena of canonical forms: append-only, shared between threads, one entry for all games that differ by a number.
//!
//! A *base* is a canonical form that is no sum of number, ups and star, and whose right stop is 0. Its entry is four words: its left
//! bound; where its options are, and how many left ones; how many right ones, and its negative; its order signature and flags.

mod spilled;

pub(crate) use spilled::Spilled;

use crate::calculator::{Caches, Calculator};
use crate::chunks::Chunks;
use crate::dyadic::Dyadic;
use crate::form::{BASES, Form, Inline, Kind};
use crate::nus::{Nus, UpsAfter, infinitesimal_option};
use crate::signature::Signature;
use crate::stops::{Bound, Exact, Small, Stops};
use crate::value::Value;
use core::fmt;
use hashbrown::{HashMap, HashTable};
use num_bigint::BigInt;
use spilled::SpilledTable;
use sprague_core::{Limits, Player};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Flags above the order signature: whether the base is at least its right stop; whether either player can move in every follower in
/// which the other can.
const AT_LEAST_RIGHT: u64 = 1 << 62;
const ALL_SMALL: u64 = 1 << 63;

/// A left bound that is not small stands in a table beside.
const BIG: Small = Small::MIN;
const SHARDS: usize = 16;

/// Where canonical forms live. Clones share it, and so do threads.
///
/// It grows with what is computed in it and is freed with the last value, calculator and clone.
///
/// ```
/// use sprague_values::Arena;
///
/// let arena = Arena::new();
/// let hot = arena.read("{2|-1}")?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| assert_eq!((&hot + &hot).to_string(), "1"));
/// });
/// assert!(arena.forms() >= 1);
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone)]
pub struct Arena(Arc<Store>);

struct Store {
    nodes: Chunks<Node>,
    options: Chunks<AtomicU64>,
    shards: [Mutex<HashTable<(u32, u32)>>; SHARDS],
    big_bounds: RwLock<HashMap<u32, Exact>>,
    spilled: RwLock<SpilledTable>,
    spilled_bytes: AtomicUsize,
    caches: Mutex<Vec<Caches>>,
}

/// The entry of a base. Two of them fill a cache line.
#[derive(Default, Debug)]
#[repr(align(32))]
struct Node {
    /// Small, or `BIG`.
    left_bound: AtomicU64,
    /// The first option; above, how many are Left's.
    place: AtomicU64,
    /// How many options are Right's; above, the base of the negative plus one, once that is known.
    rights: AtomicU64,
    signature: AtomicU64,
}

/// A base about to be stored: its options sorted, its right stop 0.
pub(crate) struct NewBase<'a> {
    pub(crate) left: &'a [Form],
    pub(crate) right: &'a [Form],
    pub(crate) left_bound: &'a Exact,
    pub(crate) is_at_least_right: bool,
    /// The order signature, if it is all-small.
    pub(crate) signature: Option<Signature>,
}

/// The arena holds as many bases as handles can name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Full;

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Arena({} forms)", self.forms())
    }
}

impl Arena {
    /// An empty one.
    ///
    /// ```
    /// assert_eq!(sprague_values::Arena::new().forms(), 0);
    /// ```
    pub fn new() -> Self {
        Self(Arc::new(Store {
            nodes: Chunks::new(),
            options: Chunks::new(),
            shards: core::array::from_fn(|_| Mutex::new(HashTable::new())),
            big_bounds: RwLock::default(),
            spilled: RwLock::default(),
            spilled_bytes: AtomicUsize::new(0),
            caches: Mutex::default(),
        }))
    }

    /// How many forms it holds that differ by more than a number.
    ///
    /// ```
    /// use sprague_values::Arena;
    /// let arena = Arena::new();
    /// arena.read("{2|-1}")?;
    /// arena.read("{3|0}")?;
    /// assert_eq!(arena.forms(), 1);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn forms(&self) -> u64 {
        self.0.nodes.len()
    }

    /// About how many bytes it holds.
    ///
    /// ```
    /// use sprague_values::Arena;
    /// let arena = Arena::new();
    /// let empty = arena.bytes();
    /// arena.read("{2|-1}")?;
    /// assert!(arena.bytes() > empty);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn bytes(&self) -> usize {
        let index = self.forms() as usize * 16;
        self.0.nodes.bytes() + self.0.options.bytes() + index + self.0.spilled_bytes.load(Ordering::Relaxed)
    }

    /// Whether two handles are of one arena.
    ///
    /// ```
    /// use sprague_values::Arena;
    /// let arena = Arena::new();
    /// assert!(arena.is(&arena.clone()) && !arena.is(&Arena::new()));
    /// ```
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Someone who computes in this arena, with caches of its own, within `limits`.
    ///
    /// ```
    /// use sprague_values::{Arena, Form};
    /// use sprague_core::Limits;
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert!(arena.calculator(&limits).is_at_most(Form::ZERO, Form::UP)?);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    pub fn calculator<'a>(&self, limits: &'a Limits) -> Calculator<'a> {
        let caches = self.0.caches.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        Calculator::new(self.clone(), limits, caches)
    }

    pub(crate) fn give_back(&self, caches: Caches) {
        self.0.caches.lock().unwrap_or_else(PoisonError::into_inner).push(caches);
    }

    /// The value that a handle of this arena stands for.
    ///
    /// ```
    /// use sprague_values::{Arena, Form};
    /// assert_eq!(Arena::new().value(Form::UP).to_string(), "^");
    /// ```
    pub fn value(&self, form: Form) -> Value {
        Value::new(self.clone(), form)
    }

    /// The options of a player in the canonical form, one after another: a large nimber has very many.
    ///
    /// ```
    /// use sprague_values::{Arena, Form};
    /// use sprague_core::Player;
    /// assert!(Arena::new().options(Form::UP, Player::Right).eq([Form::STAR]));
    /// ```
    pub fn options(&self, form: Form, player: Player) -> impl Iterator<Item = Form> + use<> {
        let arena = self.clone();
        (0..).map_while(move |i| arena.option(form, player, i))
    }

    /// The option with index `i` of a form, `None` if there are not so many.
    #[inline]
    pub(crate) fn option(&self, form: Form, player: Player, i: u64) -> Option<Form> {
        match form.kind() {
            Kind::Translate(base, x) => {
                let option = self.base_option(base, player, i)?;
                Some(option.shifted(x).unwrap_or_else(|| self.shift_units(option, x)))
            }
            Kind::Nus(inline) if !form.is_inline_number() => self.inline_option(inline, player, i),
            _ => match self.spilled_kind(form) {
                Spilled::Nus(nus) => nus.option(player, i).map(|nus| self.nus(nus)),
                Spilled::Translate(base, x) => self.base_option(base, player, i).map(|option| self.shift(option, &x)),
            },
        }
    }

    fn inline_option(&self, Inline { x, ups, star }: Inline, player: Player, i: u64) -> Option<Form> {
        let (after, star) = infinitesimal_option(player, ups.cmp(&0), ups.abs() == 1, star, i)?;
        let ups = if after == UpsAfter::None { 0 } else { ups - ups.signum() };
        let inline = Form::inline(x, ups, star);
        Some(inline.unwrap_or_else(|| self.nus(Nus { number: Dyadic::from_units(x), ups: BigInt::from(ups), star })))
    }

    fn base_option(&self, base: u32, player: Player, i: u64) -> Option<Form> {
        self.base_options(base, player).get(i as usize).map(|option| Form(option.load(Ordering::Relaxed)))
    }

    /// The options of a player in a base, as handles.
    #[inline]
    pub(crate) fn base_options(&self, base: u32, player: Player) -> &[AtomicU64] {
        let node = self.node(base);
        let place = node.place.load(Ordering::Relaxed);
        let (start, lefts) = (place & 0xffff_ffff, place >> 32);
        match player {
            Player::Left => self.0.options.slice(start, lefts),
            Player::Right => self.0.options.slice(start + lefts, node.rights.load(Ordering::Relaxed) & 0xffff_ffff),
        }
    }

    #[inline(always)]
    fn node(&self, base: u32) -> &Node {
        self.0.nodes.get(base.into())
    }

    /// The bounds of a base, if they are small.
    #[inline(always)]
    pub(crate) fn small_stops(&self, base: u32) -> Option<Stops<Small>> {
        let node = self.node(base);
        let left = node.left_bound.load(Ordering::Relaxed) as Small;
        let is_at_least_right = node.signature.load(Ordering::Relaxed) & AT_LEAST_RIGHT != 0;
        (left != BIG).then_some(Stops { left, right: is_at_least_right.into() })
    }

    /// The bounds of a base.
    pub(crate) fn base_stops(&self, base: u32) -> Stops<Exact> {
        match self.small_stops(base) {
            Some(stops) => Stops { left: stops.left.exact(), right: stops.right.exact() },
            None => Stops {
                left: self.0.big_bounds.read().unwrap_or_else(PoisonError::into_inner)[&base].clone(),
                right: (Dyadic::ZERO, self.node(base).signature.load(Ordering::Relaxed) & AT_LEAST_RIGHT != 0),
            },
        }
    }

    /// The order signature of a base, if it is all-small.
    #[inline]
    pub(crate) fn signature(&self, base: u32) -> Option<Signature> {
        let word = self.node(base).signature.load(Ordering::Relaxed);
        (word & ALL_SMALL != 0).then(|| Signature::from_word(word))
    }

    /// The base and the number that the negative of a base consists of, if that is known.
    #[inline]
    pub(crate) fn known_negative(&self, base: u32) -> Option<Form> {
        let node = self.node(base);
        let negative = ((node.rights.load(Ordering::Acquire) >> 32) as u32).checked_sub(1)?;
        // its right stop is the negative of the left one
        let left = node.left_bound.load(Ordering::Relaxed) as Small;
        let small = (left != BIG).then(|| Form::translate(negative, -(left >> 1))).flatten();
        Some(small.unwrap_or_else(|| self.translate(negative, &-self.base_stops(base).left.0)))
    }

    pub(crate) fn note_negative(&self, base: u32, negative: u32) {
        self.node(base).rights.fetch_or(u64::from(negative + 1) << 32, Ordering::Release);
    }

    /// The base with these options, stored if it is new.
    pub(crate) fn intern(&self, new: &NewBase<'_>) -> Result<u32, Full> {
        let hash = hash(new.left, new.right);
        let key = (hash >> 32) as u32;
        let mut shard = self.0.shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |&(stored, base): &(u32, u32)| stored == key && self.has_options(base, new.left, new.right);
        if let Some(&(_, base)) = shard.find(unfolded(key), is_same) {
            return Ok(base);
        }
        let base = self.store(new)?;
        shard.insert_unique(unfolded(key), (key, base), |&(key, _)| unfolded(key));
        Ok(base)
    }

    fn has_options(&self, base: u32, left: &[Form], right: &[Form]) -> bool {
        let is_same = |player, forms: &[Form]| {
            let options = self.base_options(base, player);
            options.len() == forms.len() && options.iter().zip(forms).all(|(a, b)| a.load(Ordering::Relaxed) == b.0)
        };
        is_same(Player::Left, left) && is_same(Player::Right, right)
    }

    fn store(&self, new: &NewBase<'_>) -> Result<u32, Full> {
        let (lefts, rights) = (new.left.len() as u64, new.right.len() as u64);
        let start = self.0.options.reserve(lefts + rights, u32::MAX.into()).ok_or(Full)?;
        let base = self.0.nodes.reserve(1, BASES).ok_or(Full)? as u32;
        let places = self.0.options.slice(start, lefts + rights);
        for (place, option) in places.iter().zip(new.left.iter().chain(new.right)) {
            place.store(option.0, Ordering::Relaxed);
        }
        let left_bound = new.left_bound.small().unwrap_or_else(|| {
            self.0.big_bounds.write().unwrap_or_else(PoisonError::into_inner).insert(base, new.left_bound.clone());
            BIG
        });
        let flags = if new.is_at_least_right { AT_LEAST_RIGHT } else { 0 };
        let node = self.node(base);
        node.left_bound.store(left_bound as u64, Ordering::Relaxed);
        node.place.store(lefts << 32 | start, Ordering::Relaxed);
        node.rights.store(rights, Ordering::Relaxed);
        node.signature.store(flags | new.signature.map_or(0, |signature| ALL_SMALL | signature.word()), Ordering::Relaxed);
        Ok(base)
    }
}

fn hash(left: &[Form], right: &[Form]) -> u64 {
    let start = (left.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed =
        left.iter().chain(right).fold(start, |hash, form| (hash.rotate_left(23) ^ form.0).wrapping_mul(0xd6e8_feb8_6659_fd93));
    mixed ^ mixed >> 29
}

/// A whole hash from the half that entries keep, so that a table grows without reading the arena.
fn unfolded(key: u32) -> u64 {
    u64::from(key) << 32 | u64::from(key.wrapping_mul(0x85eb_ca6b) ^ key >> 15)
}
