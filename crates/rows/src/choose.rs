//! Chooses the kernel for the rows of given rules, with the reason for the choice.

use crate::kernel::Kernel;
use crate::kernel::bit_rows::BitRows;
use crate::kernel::excluded::Excluded;
use crate::kernel::recurrence::Recurrence;
use crate::kernel::stamp::Stamp;
use crate::kernel::states::States;
use crate::kernel::words::Words;
use crate::{CHUNK_ROWS, Method, SimdLevel, TakeAndBreakRun};
use sprague_core::Play;
use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
use thiserror::Error;

/// A kernel and the reason why it was chosen, as [`choose`] returns it.
#[derive(Debug)]
pub struct Choice {
    /// The kernel, before its first row.
    pub kernel: Box<dyn Kernel>,
    /// The name of the kernel, as for `--kernel`.
    pub name: &'static str,
    /// A sentence that explains why this kernel was chosen.
    pub why: String,
}

/// The error if no kernel of that name can compute these rows.
///
/// ```
/// use sprague_rows::choose;
/// use sprague_core::Play;
/// use sprague_core::heap::{HeapRules, RowKind};
///
/// let error = choose(&HeapRules::Grundy, Play::Normal, RowKind::Nimbers, 100, Some("no")).unwrap_err();
/// assert!(error.to_string().ends_with("plain"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no kernel `{name}` for these rows: choose {}", .possible.join(", "))]
pub struct NoSuchKernel {
    /// The name that was requested.
    pub name: String,
    /// The names that are possible.
    pub possible: Vec<&'static str>,
}

/// The name of plain evaluation by the rules, which is not a kernel.
const PLAIN: &str = "plain";

/// The largest number of rows in a state. There are so many longer states that hardly any occurs twice.
const MAX_STATE: usize = 1 << 10;

const MAX_BYTES: u64 = 1 << 29;

/// The members of an infinite set are listed up to here at most.
const MAX_LISTED: u64 = 1 << 23;

/// With more moves than this, no kernel is chosen that keeps a word for every value.
const MAX_GATHERED: usize = 64;

/// Returns the fastest kernel, or the named one, for the first `rows` rows of these rules.
///
/// Returns `None` if only plain evaluation is possible, or if it was named.
///
/// ```
/// use sprague_rows::{CHUNK_ROWS, Planes, choose};
/// use sprague_core::Play;
/// use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
///
/// let rules = HeapRules::Subtraction(Amounts::Only(AmountSet::new([1, 3, 4]).unwrap()));
/// let mut choice = choose(&rules, Play::Normal, RowKind::Nimbers, 1_000_000, None).unwrap().unwrap();
/// assert_eq!(choice.kernel.name(), "states");
/// let mut planes = Planes::new(1, 1);
/// choice.kernel.next(&mut planes).unwrap();
/// assert_eq!(planes.cell(11, 0), 2);
/// ```
///
/// # Errors
/// Returns [`NoSuchKernel`] if the kernel named in `forced` cannot compute these rows.
pub fn choose(
    rules: &HeapRules,
    play: Play,
    kind: RowKind,
    rows: u64,
    forced: Option<&str>,
) -> Result<Option<Choice>, NoSuchKernel> {
    let candidates = match rules {
        HeapRules::Subtraction(Amounts::AllBut(forbidden)) if (play, kind) == (Play::Normal, RowKind::Nimbers) => {
            let own = forbidden.clone();
            let why =
                "a nimber is free if the forbidden amounts would leave all its heaps; only ends of runs of them are counted";
            vec![Candidate::new("excluded", why.to_owned(), move || Box::new(Excluded::new(&own)))]
        }
        HeapRules::Subtraction(Amounts::Infinite(set)) => {
            let most = rows.next_multiple_of(CHUNK_ROWS as u64);
            let members = (most <= MAX_LISTED).then(|| AmountSet::new(set.up_to(most)).ok()).flatten();
            let rules = members.map(|members| HeapRules::Subtraction(Amounts::Only(members)));
            rules
                .and_then(|rules| Recurrence::of(&rules, play, kind, rows))
                .map_or(vec![], |recurrence| by_recurrence(&recurrence))
        }
        HeapRules::Subtraction(_) | HeapRules::PartizanSubtraction { .. } | HeapRules::NoRepeat { .. } => {
            Recurrence::of(rules, play, kind, rows).map_or(vec![], |recurrence| by_recurrence(&recurrence))
        }
        HeapRules::TakeAndBreak(code) if (play, kind) == (Play::Normal, RowKind::Nimbers) => {
            TakeAndBreakRun::new(code).map_or(vec![], |run| by_splits(&run))
        }
        HeapRules::Grundy if (play, kind) == (Play::Normal, RowKind::Nimbers) => by_splits(&TakeAndBreakRun::grundy()),
        HeapRules::OfHeap(_)
        | HeapRules::Cumulative(_)
        | HeapRules::Stones { .. }
        | HeapRules::TakeAndBreak(_)
        | HeapRules::PartizanTakeAndBreak { .. }
        | HeapRules::Grundy => vec![],
    };
    let Some(name) = forced else {
        return Ok(candidates.into_iter().next().map(|candidate| candidate.choice()));
    };
    if name == PLAIN {
        return Ok(None);
    }
    let possible = candidates.iter().map(|candidate| candidate.name).chain([PLAIN]).collect();
    let named = candidates.into_iter().find(|candidate| candidate.name == name);
    let choice = |candidate: Candidate| Choice { why: format!("{name}, as asked"), ..candidate.choice() };
    named.map(|candidate| Some(choice(candidate))).ok_or_else(|| NoSuchKernel { name: name.to_owned(), possible })
}

/// A kernel that could be used. `make` builds it.
struct Candidate {
    name: &'static str,
    why: String,
    make: Box<dyn FnOnce() -> Box<dyn Kernel>>,
}

impl Candidate {
    fn new(name: &'static str, why: String, make: impl FnOnce() -> Box<dyn Kernel> + 'static) -> Self {
        Self { name, why: format!("{name}: {why}"), make: Box::new(make) }
    }

    fn choice(self) -> Choice {
        Choice { kernel: (self.make)(), name: self.name, why: self.why }
    }
}

/// Returns the kernels of games that split heaps, best first.
fn by_splits(run: &TakeAndBreakRun) -> Vec<Candidate> {
    let candidate = |method: Method| {
        let run = run.clone().with(method, SimdLevel::best());
        let why = match method {
            Method::BoundedWindow => {
                "first stamps; then sparse space, once a mask leaves few rare heaps; then a window of earlier values, 64 heaps at a \
                 time, once the rare heaps are settled"
            }
            Method::SparseSpace => {
                "first stamps; then, once a mask leaves few rare heaps, only splits with a rare part, because only these exclude common values"
            }
            Method::Stamps => "every split of every heap is checked, many at a time",
        };
        Candidate::new(method.name(), why.to_owned(), move || Box::new(run))
    };
    Method::ALL.into_iter().rev().map(candidate).collect()
}

fn by_recurrence(recurrence: &Recurrence) -> Vec<Candidate> {
    let (reach, steps) = (recurrence.reach(), recurrence.most_steps());
    // the bytes of rings of bits for every value, and of rings of numbers
    let ring = (reach as u64 + 128).next_power_of_two().saturating_mul(recurrence.columns() as u64);
    let fits = |name: &str| match name {
        "words" | "states" => (ring / 8).saturating_mul(recurrence.values() as u64) <= MAX_BYTES,
        "stamp" => ring.saturating_mul(4) <= MAX_BYTES,
        _ => true,
    };
    let own = || recurrence.clone();
    let states = own();
    let states = Candidate::new(
        "states",
        format!("the last {reach} rows determine the next ones, so a state that occurs again gives its next 64 rows at once"),
        move || Box::new(States::new(Words::new(&states))),
    );
    let words = own();
    let words = Candidate::new(
        "words",
        format!("64 rows are computed at a time, with one shift of earlier rows for each of at most {steps} moves"),
        move || Box::new(Words::new(&words)),
    );
    let bit_rows = own();
    let bit_rows = recurrence.one_set(0).is_some().then(|| {
        let why = format!("{steps} amounts up to {reach} are dense: each row shifts the whole set as one bit row");
        Candidate::new("bit-rows", why, move || Box::new(BitRows::new(&bit_rows).expect("each column has one set")))
    });
    let stamp = own();
    let stamp = (recurrence.kind == RowKind::Nimbers).then(|| {
        let why =
            format!("{steps} amounts up to {reach} are many but not dense: row by row, the values of the options are stamped");
        Candidate::new("stamp", why, move || Box::new(Stamp::new(&stamp)))
    });
    // a set has about reach · ln(steps) / steps rows of each value within reach, and each costs as much as a few amounts
    let is_dense = steps > MAX_GATHERED && steps.saturating_mul(steps) >= 2 * reach;
    let rank = |name: &str| match name {
        "states" if reach <= MAX_STATE && steps <= MAX_GATHERED => 0,
        "bit-rows" if is_dense => 1,
        "words" if recurrence.kind == RowKind::Outcomes || steps <= MAX_GATHERED => 2,
        "stamp" => 3,
        _ => 4,
    };
    let mut candidates: Vec<Candidate> = [states, words].into_iter().chain(bit_rows).chain(stamp).collect();
    candidates.retain(|candidate| fits(candidate.name));
    candidates.sort_by_key(|candidate| rank(candidate.name));
    candidates
}
