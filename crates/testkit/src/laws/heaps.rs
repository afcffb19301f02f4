//! Laws of erased rulesets on heaps: sizes and columns, rows, and heaps beyond 64 bits.

use super::listing::few;
use super::reach::{explored, reachable, reachable_by_both, spread};
use super::{Cause, Failure, Law, MAX_MOVES, limits};
use sprague::any::{self, HeapView, Kind, portions};
use sprague::any::{AnyEnding, AnyImpartial, AnyPartizan, AnyPosition, AnyTerminalRule, Pack};
use sprague::evaluate::labels::{nimbers, outcomes};
use sprague::evaluate::scores;
use sprague::heap::{BigHeaps, ByHeap, Cell, HeapRules, HeapSequence, OneHeap, PartizanHeap, Rows};
use sprague::{AnyRuleset, Impartial, Misere, Nimber, Notation, Play, Player, Ruleset, ToMove};
use std::sync::Arc;

/// Checks that the [view of the heaps](HeapView) of an erased ruleset agrees with the rules.
///
/// # Errors
/// [`Failure`] at the first position where something differs.
pub fn heaps_are_those_of_the_rules<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Impartial<Position: Pack> + ByHeap + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    let index = |position: &R::Position| rules.summands(position).map(|heap| rules.heap_index(&heap)).collect();
    view_is_that_of(rules, &any::heaps(rules.clone()), positions, index)
}

/// Checks like [`heaps_are_those_of_the_rules`], but for rules under which a heap remains one heap.
///
/// ```
/// use sprague::{Impartial, Ruleset, heap_notation};
/// use sprague::heap::{ByHeap, OneHeap};
/// use sprague_testkit::laws::one_heap_is_that_of_the_rules;
///
/// /// Take half of the heap or less.
/// #[derive(Clone)]
/// struct Half;
/// impl Ruleset for Half {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=heap / 2 }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Half {}
/// impl ByHeap for Half {
///     fn position(&self, heap: u64, _: usize) -> u64 { heap }
///     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// }
/// impl OneHeap for Half {}
/// heap_notation!(Half);
/// assert_eq!(one_heap_is_that_of_the_rules(&Half, 0..=12), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where something differs.
pub fn one_heap_is_that_of_the_rules<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Impartial<Position: Pack> + OneHeap + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    view_is_that_of(rules, &any::one_heap(rules.clone()), positions, |position| vec![rules.heap_index(position)])
}

/// Checks like [`heaps_are_those_of_the_rules`], but for a terminal rule on one heap.
///
/// # Errors
/// [`Failure`] at the first position where something differs.
pub fn terminal_heap_is_that_of_the_rules<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: OneHeap<Position: Pack> + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    view_is_that_of(rules, &any::terminal_heap(rules.clone()), positions, |position| vec![rules.heap_index(position)])
}

/// Checks like [`heaps_are_those_of_the_rules`], but for partizan rules on one heap.
///
/// # Errors
/// [`Failure`] at the first position where something differs.
pub fn partizan_heap_is_that_of_the_rules<R>(rules: &R, positions: impl IntoIterator<Item = u64>) -> Result<(), Failure>
where
    R: PartizanHeap + Notation<u64> + Clone + Send + Sync + 'static,
{
    let erased = any::partizan_heap(rules.clone());
    let roots: Vec<u64> = positions.into_iter().collect();
    for heap in reachable_by_both(rules, roots.clone()) {
        indices_are(&erased, &heap, &[(heap, 0)], rules.heap_rules())?;
    }
    view_obeys(&erased, roots)
}

fn view_is_that_of<R>(
    rules: &R,
    erased: &Arc<dyn AnyRuleset>,
    positions: impl IntoIterator<Item = R::Position>,
    index: impl Fn(&R::Position) -> Vec<Heap>,
) -> Result<(), Failure>
where
    R: ByHeap<Position: Pack>,
{
    let law = Law::HeapsAreThePosition;
    if !rules.is_tabulated() {
        return Ok(());
    }
    let roots: Vec<R::Position> = positions.into_iter().collect();
    for position in reachable(rules, roots.clone()) {
        let heaps = index(&position);
        indices_are(erased, &position, &heaps, rules.heap_rules())?;
        for (heap, column) in heaps {
            let one = (column < rules.states()).then(|| rules.position(heap, column));
            if one.as_ref().map(|one| rules.heap_index(one)) != Some((heap, column)) {
                return Err(law.broken(&position, format!("heap {heap} in column {column} is {one:?}")));
            }
        }
    }
    view_obeys(erased, roots)
}

/// A heap, as its size and its column in the rows.
type Heap = (u64, usize);

/// Returns the view of the heaps. If there is none, this is a failure.
fn view(erased: &Arc<dyn AnyRuleset>, law: Law) -> Result<&dyn HeapView, Failure> {
    erased.heaps().ok_or_else(|| law.broken(erased, "it is not played on heaps"))
}

/// Checks that an erased position has these heaps, and that the rules as data are `data`.
fn indices_are<P: Pack>(
    erased: &Arc<dyn AnyRuleset>,
    position: &P,
    heaps: &[Heap],
    data: Option<HeapRules>,
) -> Result<(), Failure> {
    let law = Law::HeapsAreThePosition;
    let view = view(erased, law)?;
    let found = view.indices(&AnyPosition::pack(position));
    if found.as_deref() != Some(heaps) {
        return Err(law.broken(position, format!("its heaps are {heaps:?}, behind type erasure {found:?}")));
    }
    if view.rules() != data {
        return Err(law.broken(position, "the rules as data differ"));
    }
    Ok(())
}

fn view_obeys<P: Pack>(erased: &Arc<dyn AnyRuleset>, positions: impl IntoIterator<Item = P>) -> Result<(), Failure> {
    let roots: Vec<AnyPosition> = positions.into_iter().map(|position| AnyPosition::pack(&position)).collect();
    heaps_are_the_position(erased, roots.clone())?;
    rows_hold_the_values_of_heaps(erased, roots.clone())?;
    big_heaps_follow_the_rules(erased, roots)
}

fn sorted(heaps: &[Heap]) -> Vec<Heap> {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    heaps
}

/// Returns the players whose moves are checked: both if the rules are partizan, and Left otherwise.
fn players(erased: &dyn AnyRuleset) -> &'static [Player] {
    if erased.kind().has_sides() { &Player::BOTH } else { &[Player::Left] }
}

/// Returns all positions that any player can reach, and their summands.
pub(super) fn reachable_behind(erased: &dyn AnyRuleset, positions: impl IntoIterator<Item = AnyPosition>) -> Vec<AnyPosition> {
    spread(positions, |here, reach| {
        let mut summands = vec![];
        erased.summands(here, &mut summands);
        summands.into_iter().for_each(&mut *reach);
        options(erased, here).for_each(reach);
    })
}

fn options(erased: &dyn AnyRuleset, position: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
    let of = move |player| portions(move |from, options| erased.options(position, player, from, options)).take(MAX_MOVES);
    players(erased).iter().copied().flat_map(of)
}

/// Checks that each summand of a position is one heap, and that these are the heaps of the position.
///
/// The position with the size and column of such a heap must be the summand, and moves from one heap must leave smaller
/// heaps.
///
/// ```
/// use sprague::any;
/// use sprague::any::AnyPosition;
/// # use sprague::{Impartial, Ruleset, heap_notation};
/// # use sprague::heap::{ByHeap, OneHeap};
/// # #[derive(Clone)]
/// # struct Half;
/// # impl Ruleset for Half {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=heap / 2 }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Half {}
/// # impl ByHeap for Half {
/// #     fn position(&self, heap: u64, _: usize) -> u64 { heap }
/// #     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// # }
/// # impl OneHeap for Half {}
/// # heap_notation!(Half);
/// use sprague_testkit::laws::{big_heaps_follow_the_rules, heaps_are_the_position, rows_hold_the_values_of_heaps};
///
/// let half = any::one_heap(Half);
/// for law in [heaps_are_the_position, rows_hold_the_values_of_heaps, big_heaps_follow_the_rules] {
///     assert_eq!(law(&half, vec![AnyPosition::pack(&9_u64)]), Ok(()));
/// }
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn heaps_are_the_position(erased: &Arc<dyn AnyRuleset>, positions: Vec<AnyPosition>) -> Result<(), Failure> {
    let law = Law::HeapsAreThePosition;
    let view = view(erased, law)?;
    for position in reachable_behind(&**erased, positions) {
        let Some(heaps) = view.indices(&position) else { continue };
        let mut told = vec![];
        let can_tell = view.each_option(&position, &mut |heaps| {
            told.push(sorted(heaps));
            told.len() < MAX_MOVES
        });
        let of_options = options(&**erased, &position).map(|option| sorted(&view.indices(&option).unwrap_or_default()));
        if can_tell && !of_options.eq(told) {
            return Err(law.broken(&position, "other heaps are told of its options"));
        }
        let mut summands = vec![];
        erased.summands(&position, &mut summands);
        let mut of_summands = vec![];
        for summand in &summands {
            let Some(&[(heap, column)]) = view.indices(summand).as_deref() else {
                return Err(law.broken(&position, format!("its summand {summand:?} is not one heap")));
            };
            if view.position(heap, column) != *summand {
                let evidence = format!("heap {heap} in column {column} is {:?}, not {summand:?}", view.position(heap, column));
                return Err(law.broken(&position, evidence));
            }
            of_summands.push((heap, column));
        }
        // summands without moves may be left out
        if !of_summands.iter().all(|heap| heaps.contains(heap)) {
            return Err(law.broken(&position, format!("its heaps are {}, those of its summands {of_summands:?}", few(&heaps))));
        }
        let [(heap, _)] = heaps[..] else { continue };
        for option in options(&**erased, &position) {
            let left = view.indices(&option);
            if left.as_deref().is_none_or(|left| left.iter().any(|(left, _)| *left >= heap)) {
                return Err(law.broken(&position, format!("a move leaves {left:?}, which is not smaller")));
            }
        }
    }
    Ok(())
}

/// The maximum number of rows that are compared.
const MAX_ROWS: u64 = 10_000;

/// Computes the rows that these heaps need.
fn rows<C: Cell>(sequence: &dyn HeapSequence<Cell = C>, heaps: impl Iterator<Item = Heap>) -> Rows<C> {
    let largest = heaps.map(|(heap, _)| heap).filter(|heap| *heap < MAX_ROWS).max();
    Rows::of(&sequence, largest.map_or(0, |heap| heap as usize + 1))
}

/// Checks that rows agree with a search: the nimber of a position is the nim-sum of the cells of its heaps, and outcomes and
/// scores are equal.
///
/// # Errors
/// [`Failure`] at the first position where they differ.
pub fn rows_hold_the_values_of_heaps(erased: &Arc<dyn AnyRuleset>, positions: Vec<AnyPosition>) -> Result<(), Failure> {
    let law = Law::RowsHoldTheValuesOfHeaps;
    let view = view(erased, law)?;
    let one_heap = |position: &AnyPosition| match view.indices(position).as_deref() {
        Some(&[heap]) => Some(heap),
        _ => None,
    };
    let roots = || positions.iter().cloned();
    match erased.kind() {
        Kind::Impartial => {
            let rules = AnyImpartial::try_from(erased.clone()).expect("the kind is impartial");
            if let Some(sequence) = view.nimbers() {
                roots().try_for_each(|root| nimbers_are(law, &rules, view, &*sequence, &root))?;
            }
            outcomes_are(law, view, &rules, roots(), one_heap)
        }
        // a single position is played with alternating moves, even under entailing rules
        Kind::Sides | Kind::ScoredSides => Ok(()), // they have no rows
        Kind::Scored => scores_are(law, erased, view, roots()),
        Kind::TerminalRule | Kind::Entailing => {
            let rules = AnyTerminalRule::try_from(erased.clone()).expect("the kind is that of a terminal rule");
            outcomes_are(law, view, &rules, roots(), one_heap)
        }
        Kind::Partizan => {
            let rules = ToMove(AnyPartizan::try_from(erased.clone()).expect("the kind is partizan"));
            let roots = Player::BOTH.into_iter().flat_map(|player| roots().map(move |root| (player, root)));
            let column = |(player, position): &(Player, AnyPosition)| {
                one_heap(position).map(|(heap, _)| (heap, usize::from(*player == Player::Right)))
            };
            outcomes_are(law, view, &rules, roots, column)
        }
    }
}

fn scores_are(
    law: Law,
    erased: &Arc<dyn AnyRuleset>,
    view: &dyn HeapView,
    roots: impl Iterator<Item = AnyPosition>,
) -> Result<(), Failure> {
    let (rules, Some(sequence)) = (AnyEnding::try_from(erased.clone()).expect("the kind says so"), view.scores()) else {
        return Ok(());
    };
    for root in roots {
        let all = scores(&rules, &rules.start(Player::Left, root), &limits());
        for ((_, position), score) in all.map_err(|error| law.broken(&rules, error.to_string()))? {
            let heaps = view.indices(&position).filter(|heaps| heaps[0].0 < MAX_ROWS);
            let Some([(heap, column)]) = heaps.as_deref() else { continue };
            let by_rows = rows(&*sequence, [(*heap, *column)].into_iter()).cell(*heap as usize, *column);
            if by_rows != score {
                return Err(law.broken(&position, format!("the score is {by_rows} by rows, {score} by plain search")));
            }
        }
    }
    Ok(())
}

fn nimbers_are(
    law: Law,
    rules: &AnyImpartial,
    view: &dyn HeapView,
    sequence: &dyn HeapSequence<Cell = Nimber>,
    root: &AnyPosition,
) -> Result<(), Failure> {
    let graph = explored(law, rules, root)?;
    let Some(values) = nimbers(&graph) else { return Err(law.failure(root, Cause::Loopy)) };
    let heaps = |number| view.indices(graph.position(number)).filter(|heaps| heaps.iter().all(|(heap, _)| *heap < MAX_ROWS));
    let rows = rows(sequence, (0..graph.len() as u32).filter_map(heaps).flatten());
    for (number, value) in (0..).zip(values) {
        let Some(heaps) = heaps(number) else { continue };
        let by_rows: Nimber = heaps.iter().map(|(heap, column)| rows.cell(*heap as usize, *column)).sum();
        if by_rows != value {
            return Err(law.broken(graph.position(number), format!("the nimber is {by_rows} by rows, {value} by plain mex")));
        }
    }
    Ok(())
}

fn outcomes_are<R: Ruleset>(
    law: Law,
    view: &dyn HeapView,
    rules: &R,
    roots: impl Iterator<Item = R::Position> + Clone,
    heap: impl Fn(&R::Position) -> Option<Heap> + Copy,
) -> Result<(), Failure> {
    for play in [Play::Normal, Play::Misere] {
        let Some(sequence) = view.outcomes(play) else { continue };
        for root in roots.clone() {
            match play {
                Play::Normal => outcomes_from(law, rules, &*sequence, &root, heap)?,
                Play::Misere => outcomes_from(law, &Misere(rules), &*sequence, &root, heap)?,
            }
        }
    }
    Ok(())
}

fn outcomes_from<R: Ruleset>(
    law: Law,
    rules: &R,
    sequence: &dyn HeapSequence<Cell = sprague::Outcome>,
    root: &R::Position,
    heap: impl Fn(&R::Position) -> Option<Heap>,
) -> Result<(), Failure> {
    let graph = explored(law, rules, root)?;
    let labels = outcomes(&graph);
    let heap = |number| heap(graph.position(number)).filter(|(heap, _)| *heap < MAX_ROWS);
    let rows = rows(sequence, (0..graph.len() as u32).filter_map(heap));
    for number in 0..graph.len() as u32 {
        let (Some((size, column)), by_search) = (heap(number), labels.outcome(number)) else { continue };
        let by_rows = rows.cell(size as usize, column);
        if by_rows != by_search {
            return Err(law.broken(graph.position(number), format!("it is a {by_rows} by rows, a {by_search} by search")));
        }
    }
    Ok(())
}

/// Checks that a position converted to [`BigHeaps`] has the same sizes, text and moves.
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn big_heaps_follow_the_rules(erased: &Arc<dyn AnyRuleset>, positions: Vec<AnyPosition>) -> Result<(), Failure> {
    let law = Law::BigHeapsFollowTheRules;
    let view = view(erased, law)?;
    for position in reachable_behind(&**erased, positions) {
        let Some(big) = view.to_big(&position) else { continue };
        let broken = |evidence: String| Err(law.broken(&position, evidence));
        if view.to_small(&big).as_ref() != Some(&position) {
            return broken(format!("it is {big:?}, and that is {:?}", view.to_small(&big)));
        }
        let (shown, shown_big) = (erased.show(&position), view.show_big(&big));
        if shown != shown_big {
            return broken(format!("{shown:?} becomes {shown_big:?}"));
        }
        let grown = grown(&big);
        if let Some(small) = view.to_small(&grown) {
            return broken(format!("with 2^64 tokens more it is {small:?}"));
        }
        let text = view.show_big(&grown);
        match view.read_big(&text) {
            Some(Ok(again)) if again == grown => {}
            read => return broken(format!("{text:?} is read as {read:?}, not {grown:?}")),
        }
        let Some(rules) = view.rules() else { continue };
        for player in players(&**erased) {
            let Some(moves) = rules.moves(&big, *player) else { continue };
            let found: Vec<(String, Option<AnyPosition>)> =
                moves.map(|(amount, left)| (amount.to_string(), view.to_small(&left))).collect();
            let listed = portions(|from, moves| erased.moves(&position, *player, from, moves));
            let expected: Vec<(String, Option<AnyPosition>)> = listed.map(|mv| (mv.label, Some(mv.to))).collect();
            if found != expected {
                return broken(format!("the moves of big heaps are {}, not {}", few(&found), few(&expected)));
            }
        }
    }
    Ok(())
}

/// Adds 2⁶⁴ tokens to the largest heap.
fn grown(heaps: &BigHeaps) -> BigHeaps {
    let largest = heaps.largest() + (1_u128 << 64);
    match heaps.sizes() {
        [] | [_] => BigHeaps::one(largest, heaps.memory().iter().copied().collect()),
        [others @ .., _] => others.iter().cloned().chain([largest]).collect(),
    }
}
