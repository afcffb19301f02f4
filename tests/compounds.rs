//! Compares theorems about sums with search by definition, for every rule and both plays.
//!
//! They are checked on all sums of one to four of the 16 impartial games born by day 3. Each false claim has a smallest
//! counterexample.

use itertools::Itertools;
use sprague::evaluate::OutcomeSearch;
use sprague::theory::{ComponentMoves, CompoundMoves, Measure, Measures, compound_outcome};
use sprague::{Compound, CompoundRule, Impartial, Limits, Outcome, Play, Ruleset};
use sprague_rules_knights::{Knights, Square};
use sprague_rules_nim::Nim;

/// The options of the impartial games born by day 3. A game is named by its index.
const BORN: [&[u8]; 16] = [
    &[],
    &[0],
    &[1],
    &[0, 1],
    &[2],
    &[0, 2],
    &[1, 2],
    &[0, 1, 2],
    &[3],
    &[0, 3],
    &[1, 3],
    &[0, 1, 3],
    &[2, 3],
    &[0, 2, 3],
    &[1, 2, 3],
    &[0, 1, 2, 3],
];

#[derive(Clone, Copy)]
struct Born;

impl Ruleset for Born {
    type Position = u8;
    type Move = u8;
    fn moves(&self, game: &u8) -> impl Iterator<Item = u8> {
        BORN[usize::from(*game)].iter().copied()
    }
    fn play(&self, _: &u8, to: &u8) -> u8 {
        *to
    }
}
impl Impartial for Born {}

fn sums(most: usize) -> impl Iterator<Item = Vec<u8>> {
    (1..=most).flat_map(|count| (0..16_u8).combinations_with_replacement(count))
}

fn plays() -> [Play; 2] {
    [Play::Normal, Play::Misere]
}

/// Returns the outcome of a sum by definition.
fn searched<R: Impartial + Copy>(rules: R, rule: CompoundRule, play: Play, components: &[R::Position]) -> Outcome
where
    R::Position: Ord,
{
    let compound = Compound::new(rules, rule, play);
    let limits = Limits::default();
    OutcomeSearch::new(&compound, &limits).outcome(&compound.position(components.iter().cloned())).expect("small games end")
}

#[test]
fn theorems_agree_with_search_on_all_sums_of_games_born_by_day_3() {
    let limits = Limits::default();
    let mut compared = 0;
    for (rule, play) in CompoundRule::NAMED.into_iter().cartesian_product(plays()) {
        let Some(measure) = Measure::of(rule, play) else { continue };
        let mut measures = Measures::new(Born, measure, &limits);
        let compound = Compound::new(Born, rule, play);
        let mut search = OutcomeSearch::new(&compound, &limits);
        for sum in sums(4) {
            let values: Vec<u32> = sum.iter().map(|game| measures.value(game).unwrap()).collect();
            let outcome = search.outcome(&compound.position(sum.iter().copied())).unwrap();
            assert_eq!(compound_outcome(rule, play, values), Some(outcome), "{rule} {play} {sum:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 12 * (16 + 136 + 816 + 3_876));
}

#[test]
fn winning_moves_are_those_of_the_definition() {
    let limits = Limits::default();
    for (rule, play) in CompoundRule::NAMED.into_iter().cartesian_product(plays()) {
        let Some(measure) = Measure::of(rule, play) else { continue };
        let mut measures = Measures::new(Born, measure, &limits);
        let compound = Compound::new(Born, rule, play);
        let mut search = OutcomeSearch::new(&compound, &limits);
        for sum in sums(3) {
            let mut moves = |game: &u8| ComponentMoves {
                here: measures.value(game).unwrap(),
                options: Born.moves(game).map(|option| measures.value(&option).unwrap()).collect(),
            };
            let components: Vec<ComponentMoves> = sum.iter().map(&mut moves).collect();
            let found = CompoundMoves::new(rule, play, &components, &limits).unwrap();
            let winning: Vec<Vec<u8>> = found
                .winning()
                .map(|chosen| {
                    let after = |(game, chosen): (&u8, &Option<usize>)| chosen.map_or(*game, |at| BORN[usize::from(*game)][at]);
                    sum.iter().zip(&chosen).map(after).collect()
                })
                .collect();
            assert_eq!(found.total(), Some(winning.len() as u64));
            // by definition: each component stays or moves, as the rule allows
            let choices = sum.iter().map(|game| std::iter::once(None).chain(Born.moves(game).map(Some)).collect_vec());
            let live = sum.iter().filter(|game| **game != 0).count();
            let legal = choices.multi_cartesian_product().filter(|chosen| {
                let moved = chosen.iter().flatten().count();
                rule.allows(moved, live, sum.len())
            });
            let mut expected: Vec<Vec<u8>> = vec![];
            for chosen in legal {
                let after: Vec<u8> = sum.iter().zip(chosen).map(|(game, to)| to.unwrap_or(*game)).collect();
                if search.outcome(&compound.position(after.iter().copied())).unwrap() == Outcome::Loss {
                    expected.push(after);
                }
            }
            assert_eq!(winning.iter().sorted().collect_vec(), expected.iter().sorted().collect_vec(), "{rule} {play} {sum:?}");
        }
    }
}

#[test]
fn literal_heaps_follow_moore_and_the_misere_theorem_of_not_all() {
    let rules = (1..=4).map(|most| format!("moore={most}").parse().unwrap());
    for (rule, play) in rules.chain([CompoundRule::NotAll]).cartesian_product(plays()) {
        for heaps in (1..=4).flat_map(|count| (0..=4_u64).combinations_with_replacement(count)) {
            let by_theorem = compound_outcome(rule, play, heaps.iter().map(|heap| *heap as u32));
            assert_eq!(by_theorem, Some(searched(Nim, rule, play, &heaps)), "{rule} {play} {heaps:?}");
        }
    }
}

#[test]
fn heaps_of_nim_have_their_numbers_in_closed_form() {
    let limits = Limits::default();
    let of_play = |play| [Measure::Remoteness(play), Measure::Suspense(play)];
    let others = [Measure::Grundy, Measure::Foreclosed, Measure::Unfinished, Measure::Outcomes];
    for measure in plays().into_iter().flat_map(of_play).chain(others) {
        let mut measures = Measures::new(Nim, measure, &limits);
        for heap in 0..=200 {
            assert_eq!(measure.of_nim_heap(heap), Some(measures.value(&heap).unwrap()), "{measure:?} {heap}");
            let is_same = heap < 2 || measure.of_nim_heap(heap) == measure.of_nim_heap(2);
            assert!(is_same || !measure.is_same_for_large_heaps(), "{measure:?} {heap}");
        }
    }
}

#[test]
fn a_product_of_winning_moves_is_all_of_them() {
    let limits = Limits::default();
    let (mut products, mut others) = (0, 0);
    for (rule, play) in CompoundRule::NAMED.into_iter().cartesian_product(plays()) {
        let Some(measure) = Measure::of(rule, play) else { continue };
        let mut measures = Measures::new(Born, measure, &limits);
        for sum in sums(3) {
            let mut moves = |game: &u8| ComponentMoves {
                here: measures.value(game).unwrap(),
                options: Born.moves(game).map(|option| measures.value(&option).unwrap()).collect(),
            };
            let components: Vec<ComponentMoves> = sum.iter().map(&mut moves).collect();
            let found = CompoundMoves::new(rule, play, &components, &limits).unwrap();
            let winning: Vec<_> = found.winning().sorted().collect();
            // by definition: the choices of each component in all winning moves, combined in every way
            let done = |index: usize| winning.iter().map(|chosen| chosen[index]).sorted().dedup().collect_vec();
            let is_product = (0..sum.len()).map(done).map(|done| done.len()).product::<usize>() == winning.len();
            match found.product() {
                Some(product) => {
                    products += 1;
                    assert_eq!(
                        product.into_iter().multi_cartesian_product().sorted().collect_vec(),
                        winning,
                        "{rule} {play} {sum:?}"
                    );
                }
                None => {
                    others += usize::from(!winning.is_empty());
                    assert!(winning.is_empty() || !is_product, "{rule} {play} {sum:?}");
                }
            }
        }
    }
    assert!(products > 1_000 && others > 100, "{products} {others}");
}

#[test]
fn moves_of_a_compound_are_the_legal_ones() {
    let count = |rule: CompoundRule, heaps: &[u64]| {
        let compound = Compound::new(Nim, rule, Play::Normal);
        let position = compound.position(heaps.iter().copied());
        let options: Vec<_> = compound.options(&position).collect();
        let played: Vec<_> = compound.moves(&position).map(|mv| compound.play(&position, &mv)).collect();
        assert_eq!(options, played, "{rule}");
        options.len()
    };
    let heaps = [2, 3, 0];
    assert_eq!(count(CompoundRule::Disjunctive, &heaps), 5);
    assert_eq!(count(CompoundRule::Diminished, &heaps), 0);
    assert_eq!(count(CompoundRule::Conjunctive, &heaps), 0);
    assert_eq!(count(CompoundRule::Conjunctive, &[2, 3]), 6);
    assert_eq!(count(CompoundRule::Continued, &heaps), 6);
    assert_eq!(count(CompoundRule::Selective, &heaps), 11);
    assert_eq!(count(CompoundRule::ShortenedSelective, &heaps), 0);
    assert_eq!(count(CompoundRule::ShortenedSelective, &[2, 3]), 11);
    assert_eq!(count(CompoundRule::NotAll, &heaps), 11);
    assert_eq!(count(CompoundRule::NotAll, &[2, 3]), 5);
    assert_eq!(count("moore=2".parse().unwrap(), &[1, 1, 1]), 6);
}

// Claims that are false, each with a smallest counterexample (see THEORY).

#[test]
fn false_not_all_does_not_mean_not_all_that_can_still_move() {
    // of the heaps 0 and 1, the 1 may be taken: the finished heap counts as a component, so one component is not all
    assert_eq!(searched(Nim, CompoundRule::NotAll, Play::Normal, &[0, 1]), Outcome::Win);
    assert_eq!(compound_outcome(CompoundRule::NotAll, Play::Normal, [0, 1]), Some(Outcome::Win));
}

#[test]
fn false_misere_not_all_does_not_follow_grundy_numbers() {
    let knights = Knights::new(8).unwrap();
    let square = |x, y| Square { x, y };
    let squares = [square(0, 0), square(0, 4)];
    let limits = Limits::default();
    let mut grundy = Measures::new(knights, Measure::Grundy, &limits);
    let values = squares.map(|square| grundy.value(&square).unwrap());
    let as_heaps = compound_outcome(CompoundRule::NotAll, Play::Misere, values).unwrap();
    let compound = Compound::new(knights, CompoundRule::NotAll, Play::Misere);
    let position = compound.position(squares);
    assert_ne!(OutcomeSearch::new(&compound, &limits).outcome(&position), Ok(as_heaps));
}

#[test]
fn false_selective_misere_is_not_lost_when_all_are_misere_lost() {
    // the finished game and *1: the only live component is lost in misère play, and the finished one is won
    let (over, star) = (0, 1);
    assert_eq!(searched(Born, CompoundRule::Selective, Play::Misere, &[over]), Outcome::Win);
    assert_eq!(searched(Born, CompoundRule::Selective, Play::Misere, &[star]), Outcome::Loss);
    assert_eq!(searched(Born, CompoundRule::Selective, Play::Misere, &[over, star]), Outcome::Loss);
}

#[test]
fn false_conjunctive_sums_are_not_lost_when_some_component_is() {
    // *1 and {*1} have the remotenesses 1 and 2
    assert_eq!(searched(Born, CompoundRule::Conjunctive, Play::Normal, &[2]), Outcome::Loss);
    assert_eq!(searched(Born, CompoundRule::Conjunctive, Play::Normal, &[1, 2]), Outcome::Win);
}

#[test]
fn false_continued_sums_are_not_only_lost_when_all_components_are() {
    assert_eq!(searched(Born, CompoundRule::Continued, Play::Normal, &[1]), Outcome::Win);
    assert_eq!(searched(Born, CompoundRule::Continued, Play::Normal, &[1, 2]), Outcome::Loss);
}

#[test]
fn false_moores_rule_is_not_about_grundy_numbers() {
    // *1, *1, *1 and {*1}, whose nimber is 0: by their nimbers, three ones and a 0 would be lost if at most two may move
    let rule = "moore=2".parse().unwrap();
    assert_eq!(compound_outcome(rule, Play::Normal, [1, 1, 1, 0]), Some(Outcome::Loss));
    assert_eq!(searched(Born, rule, Play::Normal, &[1, 1, 1, 2]), Outcome::Win);
}
