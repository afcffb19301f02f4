//! Rulesets that are not built in: loaded from a file, or brought by a program of one's own.

mod endless;
mod no_repeat;

pub(crate) use endless::{LONGEST_PLAY, check_that_play_ends};
pub(crate) use no_repeat::no_repeat;

use sprague::any::{AnyHeaps, HeapNimbers};
use sprague::{
    AnyPosition, AnyRuleset, BadNotation, ByHeap, Family as Rows, Impartial, Misere, Nimber, Nimbers, Notation, OneHeap, Outcome,
    Outcomes, Pack, Partizan, Play, Ruleset, any,
};
use sprague_plugin::{Content, NotLoaded, Plugin};
use std::fmt;
use std::sync::Arc;

/// A ruleset that is not built in.
///
/// Make one from a ruleset of your own, and add it to a [`Registry`](crate::Registry) under its name.
///
/// ```
/// use sprague::{BadNotation, Impartial, Notation, Ruleset, notation::Reader};
/// use sprague_games::{Custom, Registry, RulesetEntry, Session, SolveOptions, solve};
///
/// /// Take half of the heap or less.
/// struct Half;
/// impl Ruleset for Half {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=heap / 2 }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Half {}
/// impl Notation<u64> for Half {
///     fn read(&self, text: &str) -> Result<u64, BadNotation> { Reader::new(text).whole(Reader::small) }
///     fn show(&self, heap: &u64) -> String { heap.to_string() }
/// }
///
/// let entry = RulesetEntry { notation: "half", example: "half@7", ..RulesetEntry::default() };
/// let registry = Registry::default().with(entry, |_| Ok(Custom::impartial(Half)));
/// let sum = Session::with(registry).position("half@7 + nim@2")?;
/// assert_eq!(solve(&sum, &SolveOptions::default())?.nimber.unwrap().to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Custom {
    rules: Arc<dyn AnyRuleset>,
    rows: Option<Arc<dyn HeapRows>>,
    /// Whether it was loaded, so that what it promises must be watched.
    is_loaded: bool,
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Custom({:?}, rows: {})", self.rules.kind(), self.rows.is_some())
    }
}

impl Custom {
    /// A ruleset under which both players have the same moves and the last mover wins.
    ///
    /// See [`Custom`] for an example.
    pub fn impartial<R>(rules: R) -> Self
    where
        R: Impartial<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
    {
        Self { rules: any::impartial(rules), rows: None, is_loaded: false }
    }

    /// The same, played on heaps that may be split: `analyse` shows a row for every n, and heaps are looked up.
    ///
    /// ```
    /// # use sprague_games::Custom;
    /// let octal = sprague_rules_octal::Octal("0.77".parse().unwrap());
    /// assert!(format!("{:?}", Custom::heaps(octal)).contains("rows: true"));
    /// ```
    pub fn heaps<R>(rules: R) -> Self
    where
        R: Impartial<Position: Pack> + ByHeap + Notation<R::Position> + Clone + Send + Sync + 'static,
    {
        Self { rules: any::impartial(rules.clone()), rows: Some(Arc::new(Splitting(rules))), is_loaded: false }
    }

    /// The same where a heap stays one heap, so that there are rows of misère outcomes too; with
    /// [`ByHeap::as_data`] periods are proved.
    ///
    /// ```
    /// # use sprague_games::Custom;
    /// let rules = sprague_rules_subtraction::Subtraction::of([1, 3, 4]).unwrap();
    /// assert!(format!("{:?}", Custom::one_heap(rules)).contains("rows: true"));
    /// ```
    pub fn one_heap<R>(rules: R) -> Self
    where
        R: Impartial<Position: Pack> + OneHeap + Notation<R::Position> + Clone + Send + Sync + 'static,
    {
        Self { rules: any::impartial(rules.clone()), rows: Some(Arc::new(Whole(rules))), is_loaded: false }
    }

    /// A ruleset under which Left and Right have moves of their own.
    ///
    /// ```
    /// # use sprague_games::Custom;
    /// let rules = sprague_rules_asymmetric::Asymmetric { left: "1".parse().unwrap(), right: "2".parse().unwrap() };
    /// assert!(format!("{:?}", Custom::partizan(rules)).contains("Partizan"));
    /// ```
    pub fn partizan<R>(rules: R) -> Self
    where
        R: Partizan<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
    {
        Self { rules: any::partizan(rules), rows: None, is_loaded: false }
    }

    /// A ruleset that says itself who has won.
    ///
    /// ```
    /// # use sprague_games::Custom;
    /// let rules = sprague_rules_stones::Stones { amounts: "1-3".parse().unwrap(), wins: sprague::Parity::Odd };
    /// assert!(format!("{:?}", Custom::own_ending(rules)).contains("OwnEnding"));
    /// ```
    pub fn own_ending<R>(rules: R) -> Self
    where
        R: Ruleset<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
    {
        Self { rules: any::own_ending(rules), rows: None, is_loaded: false }
    }

    fn loaded(rules: Arc<dyn AnyRuleset>, rows: Option<Arc<dyn HeapRows>>) -> Self {
        Self { rules, rows, is_loaded: true }
    }

    pub(crate) fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.rules
    }

    pub(crate) fn rows(&self) -> Option<&dyn HeapRows> {
        self.rows.as_deref()
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.is_loaded
    }
}

/// A plugin's rules, or the data that it gives instead.
pub(crate) enum FromFile {
    Custom(Custom),
    Amounts(sprague::Amounts),
    Code(sprague::TakeAndBreak),
}

/// Loads a plugin. Errors are about the text `path:parameters`.
pub(crate) fn load(path: &str, parameters: Option<&str>) -> Result<FromFile, BadNotation> {
    let plugin = Plugin::load(path, parameters).map_err(|error| match error {
        NotLoaded::Unreadable(why) => BadNotation::new(0, format!("a readable plugin ({why})")),
        NotLoaded::Parameters(error) => error.shifted(path.len() + 1),
    })?;
    Ok(match plugin.content() {
        Content::Amounts(amounts) => FromFile::Amounts(amounts.clone()),
        Content::Code(code) => FromFile::Code(code.clone()),
        Content::Rules(rules) => FromFile::Custom(Custom::loaded(rules.clone(), None)),
        Content::Heaps(heaps) => FromFile::Custom(Custom::loaded(heaps.clone(), Some(Arc::new(Loaded(heaps.clone()))))),
    })
}

/// The rows of a heap game that is not built in.
pub(crate) trait HeapRows: Send + Sync {
    /// The nimbers of its heaps.
    fn nimbers(&self) -> Box<dyn Rows<Cell = Nimber> + '_>;
    /// The outcomes of its heaps, where a heap stays one.
    fn outcomes(&self, play: Play) -> Option<Box<dyn Rows<Cell = Outcome> + '_>>;
    /// The heaps of a position, each with its state.
    fn places(&self, position: &AnyPosition) -> Vec<(u64, usize)>;
}

struct Splitting<R>(R);
struct Whole<R>(R);
struct Loaded(Arc<dyn AnyHeaps>);

fn places<R: Impartial<Position: Pack> + ByHeap>(rules: &R, position: &AnyPosition) -> Vec<(u64, usize)> {
    rules.summands(&position.unpack()).map(|heap| rules.place(&heap)).collect()
}

impl<R> HeapRows for Splitting<R>
where
    R: Impartial<Position: Pack> + ByHeap + Send + Sync,
{
    fn nimbers(&self) -> Box<dyn Rows<Cell = Nimber> + '_> {
        Box::new(Nimbers(&self.0))
    }
    fn outcomes(&self, _: Play) -> Option<Box<dyn Rows<Cell = Outcome> + '_>> {
        None
    }
    fn places(&self, position: &AnyPosition) -> Vec<(u64, usize)> {
        places(&self.0, position)
    }
}

impl<R> HeapRows for Whole<R>
where
    R: Impartial<Position: Pack> + OneHeap + Send + Sync,
{
    fn nimbers(&self) -> Box<dyn Rows<Cell = Nimber> + '_> {
        Box::new(Nimbers(&self.0))
    }
    fn outcomes(&self, play: Play) -> Option<Box<dyn Rows<Cell = Outcome> + '_>> {
        Some(match play {
            Play::Normal => Box::new(Outcomes(&self.0)),
            Play::Misere => Box::new(Outcomes(Misere(&self.0))),
        })
    }
    fn places(&self, position: &AnyPosition) -> Vec<(u64, usize)> {
        places(&self.0, position)
    }
}

impl HeapRows for Loaded {
    fn nimbers(&self) -> Box<dyn Rows<Cell = Nimber> + '_> {
        Box::new(HeapNimbers(self.0.clone()))
    }
    fn outcomes(&self, _: Play) -> Option<Box<dyn Rows<Cell = Outcome> + '_>> {
        None
    }
    fn places(&self, position: &AnyPosition) -> Vec<(u64, usize)> {
        let mut summands = vec![];
        self.0.summands(position, &mut summands);
        summands.iter().filter_map(|summand| Some((self.0.heap(summand)?, 0))).collect()
    }
}
