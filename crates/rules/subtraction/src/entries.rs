//! The registry entries of subtraction games.

use crate::large::LARGE;
use crate::{AllBut, ByFormula, Cumulative, Formula, LargeSubtraction, Subtraction};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, any};

const KNOWN: &[Fact] = &[
    Fact::of("The nimbers of every finite set repeat, and so do the outcomes.", "Winning Ways ch. 4")
        .shown_by("analyse subtraction:1,3,4", "period 7 from n = 0 on, proved"),
    Fact::of("With the amounts 1 to k, a heap is lost exactly if it is a multiple of k + 1.", "Winning Ways ch. 4")
        .shown_by("analyse subtraction:1-3", "period 4 from n = 0 on, proved"),
    Fact::of(
        "With 1, 2, 4, 8, … a heap has the nimber n mod 3, as with 1 and 2 alone: no power of 2 joins two equal ones.",
        "Winning Ways ch. 4",
    )
    .shown_by("analyse subtraction:powers:2", "period 3 from n = 0 on, proved (residues)"),
    Fact::of(
        "With the amounts L to R, a heap of n has the nimber of n mod (L + R), divided by L and rounded down.",
        "Winning Ways ch. 4",
    )
    .shown_by("solve subtraction:123-1000000000@999999999", "nimber 8130081"),
    Fact::of(
        "With the divisors of the heap, its nimber is 1 more than the number of times that 2 divides it.",
        "Iannucci & Larsson 2021",
    )
    .shown_by("solve subtraction:divisors@96", "nimber 6"),
    Fact::of(
        "With the numbers that do not divide the heap, one of 2n + 1 has the nimber n. With those that have no divisor in common with it, \
         the least prime divisor tells the nimber: 0 for 2, and i for the i-th prime.",
        "Iannucci & Larsson 2021",
    )
    .shown_by("solve subtraction:totatives@1000003", "nimber 78499"),
];

const KNOWN_OF_SHARES: &[Fact] = &[Fact::of(
    "With at most half of the heap, a heap of 2n has nimber n, and one of 2n + 1 that of n.",
    "Levine 2006, Fractal sequences and restricted Nim",
)
.shown_by("analyse at-most:1/2", "law: G(2n) = n, G(2n + 1) = G(n); proved for all n")];

/// The greatest amount, so that points do not overflow.
const MOST_POINTS: u64 = 1 << 31;

const KNOWN_OF_POINTS: &[Fact] = &[Fact::of(
    "The scores repeat in the end, with twice the greatest amount as a period.",
    "Cohensius, Larsson, Meir & Wahlstedt 2019 (arXiv 1805.09368)",
)
.shown_by("analyse cumulative:2,5", "period 10 from n = 0 on, proved")];

const KNOWN_OF_ALL_BUT: &[Fact] = &[Fact::of(
    "The nimbers are arithmetically periodic: from some heap on they repeat but for a constant gain.",
    "Siegel 2013, ch. IV",
)
.shown_by("analyse all-but:2,5", "proved (all-but)")];

/// Returns the registry entries of all games in this crate.
///
/// ```
/// let names = sprague_rules_subtraction::entries().map(|entry| entry.name().to_owned());
/// assert_eq!(names, ["subtraction", "all-but", "at-most", "cumulative"]);
/// ```
pub fn entries() -> [Entry; 4] {
    let subtraction = Entry::new("subtraction:SET", |parameters| {
        parameters.needed("the allowed amounts", |text| {
            if text.starts_with(|first: char| first.is_ascii_lowercase()) {
                return text.parse().map(|formula| any::one_heap(ByFormula(formula)));
            }
            match parameters.amounts(text) {
                Ok(amounts) if amounts.greatest() > Some(LARGE) => Ok(any::one_heap(LargeSubtraction::of(amounts))),
                Ok(amounts) => Ok(any::one_heap(Subtraction(amounts))),
                Err(error) if error.expected.starts_with("a set of at most") => LargeSubtraction::read(text).map(any::one_heap),
                Err(error) => Err(error),
            }
        })
    });
    let at_most = Entry::new("at-most:SHARE", |parameters| {
        let share = parameters.needed("the share of the heap, as in at-most:1/2", Formula::share)?;
        Ok(any::one_heap(ByFormula(share)))
    });
    let all_but = Entry::new("all-but:SET", |parameters| {
        let amounts = parameters.needed("the forbidden amounts", |text| parameters.amounts(text))?;
        Ok(any::one_heap(AllBut(amounts)))
    });
    let cumulative = Entry::new("cumulative:SET", |parameters| {
        let amounts = parameters.needed("the allowed amounts", |text| match parameters.amounts(text) {
            Ok(amounts) if amounts.greatest() > Some(MOST_POINTS) => Err(BadNotation::new(0, "amounts up to 2^31")),
            amounts => amounts,
        })?;
        Ok(any::scored_heap(Cumulative(amounts)))
    });
    [
        subtraction
            .component("heap")
            .play("take an amount that is in SET")
            .example("subtraction:1,3,4@11").title("Subtraction").aim("Take one of the allowed numbers of tokens.").brief("Take an allowed number of tokens from one heap. Whoever finds no allowed number loses.").sizes(&["subtraction:1,3,4@11", "subtraction:1-3@21", "subtraction:1,3,4@9,14", "subtraction:squares@40"])
            .theorem("bounded look-back")
            .rules("A move takes an amount that is in SET from one heap. Whoever cannot move loses.")
            .options(
                "SET: amounts and ranges separated by commas, `1-3,7`; or a file of numbers, `./FILE`; or `powers:B` (1, B, B², …), `squares`, \
                 `primes`, `fibonacci`, `odd`, and of the heap itself `divisors`, `non-divisors`, `totatives`.",
            )
            .known(KNOWN)
            .source("TopCoder tutorial; Winning Ways ch. 4"),
        all_but
            .component("heap")
            .play("take any amount that is not in SET")
            .example("all-but:2,5@20").title("All But").aim("Take any number that is not forbidden.").brief("Take any number of tokens from one heap, except the forbidden ones. Whoever finds no number that is allowed loses.").sizes(&["all-but:2@8", "all-but:2,5@20", "all-but:2,5@9,13", "all-but:1-3@12,17"])
            .theorem("all-but")
            .rules("A move takes any amount that is not in SET from one heap. Whoever cannot move loses.")
            .options("SET: amounts and ranges separated by commas, `2,5`; or a file of numbers, `./FILE`.")
            .known(KNOWN_OF_ALL_BUT)
            .source("Siegel 2013, ch. IV"),
        at_most
            .component("heap")
            .play("take at most a share of the heap")
            .example("at-most:1/2@20").title("At Most a Share").aim("Take a few, at most a share of the heap.").brief("Take at least one token from a heap, and at most the given share of it. Whoever cannot move loses.").sizes(&["at-most:1/2@10", "at-most:1/2@20", "at-most:1/3@30", "at-most:1/2@12,19"])
            .theorem("laws")
            .rules("A move takes at least one token from a heap, and at most SHARE of it. Whoever cannot move loses.")
            .options("SHARE: a fraction above 0 and at most 1, such as 1/2.")
            .known(KNOWN_OF_SHARES)
            .source("Levine 2006"),
        cumulative
            .component("heap")
            .play("take an amount that is in SET, and gain as many points")
            .example("cumulative:2,5@100").title("Cumulative Subtraction").aim("Take more tokens than the other player.").brief("Take an allowed number of tokens from the heap, and gain a point for each. Whoever has more points at the end wins.").sizes(&["cumulative:2,5@7", "cumulative:2,5@20", "cumulative:2,3,7@30", "cumulative:2,5@100"])
            .theorem("bounded look-back")
            .rules("A move takes an amount that is in SET from the heap and gains as many points. If no amount fits, play ends. The answer is by how many points the player to move wins.")
            .options("SET: amounts and ranges separated by commas, `2,5`; or a file of numbers, `./FILE`.")
            .known(KNOWN_OF_POINTS)
            .source("Cohensius, Larsson, Meir & Wahlstedt 2019"),
    ]
}
