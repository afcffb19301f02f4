//! Compares values of random graphs with plain play, which shares no code with them.

use super::{LIMITS, Random, read, stoppers, text};
use core::cmp::Ordering;
use sprague_core::{Limits, Outcome, OutcomeClass, Player};
use sprague_values::loopy::{Graph, Sided, Stopper, Stoppers};
use sprague_values::{Arena, Form};

/// The options of Left and of Right of each position.
type Plain = Vec<[Vec<u32>; 2]>;

fn random(random: &mut Random, positions: u32, moves: u32) -> Plain {
    let mut plain = vec![[vec![], vec![]]; positions as usize];
    for _ in 0..moves {
        let [from, player, to] = [positions, 2, positions].map(|most| random.below(most));
        plain[from as usize][player as usize].push(to);
    }
    plain
}

fn graph(plain: &Plain) -> Graph {
    let mut graph = Graph::new();
    for [left, right] in plain {
        graph.add(left, right);
    }
    graph
}

/// The sum of two games. The pair (g, h) has the index g·n + h, where n is the number of positions of the second game.
fn sum(one: &Plain, other: &Plain) -> Plain {
    let count = other.len() as u32;
    let pairs = (0..one.len() as u32).flat_map(|g| (0..count).map(move |h| (g, h)));
    pairs
        .map(|(g, h)| {
            [0, 1].map(|player| {
                let moved = one[g as usize][player].iter().map(|option| option * count + h);
                moved.chain(other[h as usize][player].iter().map(|option| g * count + option)).collect()
            })
        })
        .collect()
}

/// Outcomes, by repeating the definition until nothing changes.
fn outcomes(plain: &Plain) -> Vec<[Outcome; 2]> {
    let mut outcomes = vec![[Outcome::Draw; 2]; plain.len()];
    loop {
        let before = outcomes.clone();
        for (at, sides) in plain.iter().enumerate() {
            for (player, options) in sides.iter().enumerate() {
                let mut replies = options.iter().map(|&option| outcomes[option as usize][1 - player]);
                if replies.clone().any(|reply| reply == Outcome::Loss) {
                    outcomes[at][player] = Outcome::Win;
                } else if replies.all(|reply| reply == Outcome::Win) {
                    outcomes[at][player] = Outcome::Loss;
                }
            }
        }
        if outcomes == before {
            return outcomes;
        }
    }
}

fn class([left, right]: [Outcome; 2]) -> OutcomeClass {
    OutcomeClass::of(left, right)
}

/// Checks a value against the outcome by play. Returns `true` if both sides were found.
fn check(stoppers: &mut Stoppers<'_>, value: Sided, expected: [Outcome; 2], plain: &Plain, at: usize) -> bool {
    let Ok(found) = stoppers.outcome_class(value).expect("the work is bounded") else { return false };
    assert_eq!(found, class(expected), "{plain:?} {at}");
    let order = value.onside.and_then(|on| Ok(stoppers.is_at_most(value.offside?, on)));
    assert_eq!(order, Ok(Ok(true)), "{plain:?} {at}");
    true
}

#[test]
fn small_graphs_sums_and_orders_are_as_play_has_them() {
    let mut random_numbers = Random(88_172_645_463_325_252);
    let (mut found, mut sums, mut orders) = (0, 0, 0);
    for round in 0..3000 {
        let mut stoppers = stoppers();
        let count = 2 + random_numbers.below(if round % 3 == 0 { 4 } else { 7 });
        let moves = count + random_numbers.below(2 * count);
        let plain = random(&mut random_numbers, count, moves);
        let graph = graph(&plain);
        let values = stoppers.evaluate(&graph, &[]).unwrap();
        let expected = outcomes(&plain);
        assert_eq!(graph.outcomes(&LIMITS).unwrap(), expected);
        for (at, &value) in values.iter().enumerate() {
            if check(&mut stoppers, value, expected[at], &plain, at) {
                found += 1;
                let written = text(&mut stoppers, value);
                assert_eq!(read(&mut stoppers, &written), value, "{written} of {plain:?} {at}");
            }
        }
        let expected = outcomes(&sum(&plain, &plain));
        let negative: Plain = plain.iter().map(|[left, right]| [right.clone(), left.clone()]).collect();
        let differences = outcomes(&sum(&plain, &negative));
        for g in 0..count as usize {
            for h in 0..count as usize {
                let place = g * count as usize + h;
                if h <= g {
                    let total = stoppers.add(values[g], values[h]).unwrap();
                    sums += usize::from(check(&mut stoppers, total, expected[place], &plain, place));
                }
                // for stoppers, the order follows from who survives the difference
                if let (Some(one), Some(other)) = (values[g].stopper(), values[h].stopper()) {
                    let is_at_least = differences[place][Player::Right as usize] != Outcome::Win;
                    let is_at_most = differences[place][Player::Left as usize] != Outcome::Win;
                    assert_eq!(stoppers.is_at_most(other, one).unwrap(), is_at_least, "{plain:?} {g} {h}");
                    assert_eq!(one == other, is_at_least && is_at_most);
                    orders += 1;
                }
                // whatever was found, the order by play alone is the same
                let order = stoppers.compare_positions(&graph, &[], g as u32, h as u32).unwrap();
                if let Ok(by_value) = stoppers.compare(values[g], values[h]).unwrap() {
                    assert_eq!(by_value, order, "{plain:?} {g} {h}");
                }
            }
        }
    }
    assert_eq!((found, sums, orders), (13_436, 42_157, 49_245));
}

#[test]
fn canonical_forms_made_again_are_the_same() {
    let mut random_numbers = Random(31_337);
    for _ in 0..300 {
        let mut stoppers = stoppers();
        let plain = random(&mut random_numbers, 7, 16);
        for value in stoppers.evaluate(&graph(&plain), &[]).unwrap() {
            let Ok(stopper) = value.onside else { continue };
            let graph = stoppers.graph(stopper).unwrap();
            assert_eq!(stoppers.evaluate(&graph, &[]).unwrap()[0], stopper.into());
            let options = Player::BOTH.map(|player| stoppers.options(stopper, player).unwrap());
            assert_eq!(stoppers.make(&options[0], &options[1]).unwrap(), stopper);
            let negative = stoppers.negative(stopper.into()).unwrap();
            assert_eq!(stoppers.negative(negative).unwrap(), stopper.into());
            let mirrored = stoppers.evaluate(&graph.negative(), &[]).unwrap()[0];
            assert_eq!(mirrored, negative);
        }
    }
}

#[test]
fn large_components_have_the_outcomes_of_play() {
    let (mut random_numbers, mut places) = (Random(1_234_567), Random(89));
    let (mut found, mut all) = (0, 0);
    for _ in 0..60 {
        let mut stoppers = stoppers();
        let count = 20 + random_numbers.below(20);
        let mut plain = random(&mut random_numbers, count, 3 * count);
        // add options to a few small values
        let leaves = [[vec![], vec![]], [vec![count], vec![]], [vec![count], vec![count]], [vec![], vec![count]]];
        for sides in &mut plain {
            for options in sides {
                options.extend((random_numbers.below(3) == 0).then(|| count + random_numbers.below(4)));
            }
        }
        plain.extend(leaves);
        let values = stoppers.evaluate(&graph(&plain), &[]).unwrap();
        let expected = outcomes(&plain);
        for (at, &value) in values.iter().enumerate() {
            found += usize::from(check(&mut stoppers, value, expected[at], &plain, at));
            all += 1;
        }
        // the order by play uses flat arrays, the order of values uses searches
        let graph = graph(&plain);
        for _ in 0..10 {
            let [g, h] = [0, 1].map(|_| places.below(count));
            if let Ok(order) = stoppers.compare(values[g as usize], values[h as usize]).unwrap() {
                assert_eq!(stoppers.compare_positions(&graph, &[], g, h).unwrap(), order, "{plain:?} {g} {h}");
            }
        }
    }
    // some of them are found by deleting edges
    assert_eq!((found, all), (2044, 2044));
}

#[test]
fn loop_free_games_are_forms_with_their_text() {
    let mut random_numbers = Random(2026);
    let arena = Arena::new();
    let limits = Limits::default();
    for _ in 0..100 {
        let mut stoppers = Stoppers::new(&arena, &limits);
        let mut calculator = arena.calculator(&limits);
        let (mut graph, mut forms) = (Graph::new(), Vec::<Form>::new());
        for position in 0..12 {
            let mut sides = [vec![], vec![]];
            for side in &mut sides {
                side.extend((0..position.min(3)).map(|_| random_numbers.below(position)));
            }
            graph.add(&sides[0], &sides[1]);
            let [left, right] = sides.map(|side| side.iter().map(|&option| forms[option as usize]).collect::<Vec<_>>());
            forms.push(calculator.make(&left, &right).unwrap());
        }
        for (value, form) in stoppers.evaluate(&graph, &[]).unwrap().into_iter().zip(forms) {
            assert_eq!(value.form(), Some(form));
            let written = calculator.text(form, 10_000).unwrap().unwrap();
            assert_eq!(text(&mut stoppers, value), written);
            assert_eq!(read(&mut stoppers, &written), value);
        }
    }
}

#[test]
fn dud_is_confused_with_every_stopper_but_on_and_off() {
    let mut stoppers = stoppers();
    let dud = read(&mut stoppers, "dud");
    for (text, order) in [("on", Ordering::Less), ("off", Ordering::Greater)] {
        let value = read(&mut stoppers, text);
        assert_eq!(stoppers.compare(dud, value).unwrap(), Ok(Some(order)), "{text}");
    }
    for text in ["0", "1", "over", "upon", "{2|-1}", "hot", "Tiny(on)", "-1000"] {
        let value = read(&mut stoppers, text);
        assert_eq!(stoppers.compare(dud, value).unwrap(), Ok(None), "{text}");
        assert_eq!(stoppers.compare(value, dud).unwrap(), Ok(None), "{text}");
    }
    assert_eq!(stoppers.compare(dud, dud).unwrap(), Ok(Some(Ordering::Equal)));
    let zero = Sided::from(Stopper::ZERO);
    assert_eq!(stoppers.outcome_class(dud).unwrap(), Ok(OutcomeClass::Draw));
    assert_eq!(stoppers.outcome_class(zero).unwrap(), Ok(OutcomeClass::Previous));
}

#[test]
fn numbers_add_to_pseudonumbers_as_play_has_it() {
    // the same sum as a product of graphs, which does not use the rule for pseudonumbers
    let mut stoppers = stoppers();
    for number in ["3", "-1/2", "5/8"] {
        for pseudonumber in ["on", "off", "over", "under", "2over", "-3/4under"] {
            let graphs = [number, pseudonumber].map(|text| {
                let graph = stoppers.read_graph(text).unwrap();
                let positions = 0..graph.len() as u32;
                positions.map(|at| Player::BOTH.map(|player| graph.options(at, player).to_vec())).collect::<Plain>()
            });
            let by_play = stoppers.evaluate(&graph(&sum(&graphs[0], &graphs[1])), &[]).unwrap()[0];
            let [one, other] = [number, pseudonumber].map(|text| read(&mut stoppers, text));
            assert_eq!(stoppers.add(one, other).unwrap(), by_play, "{number} {pseudonumber}");
        }
    }
    let far = read(&mut stoppers, "1000000000000over");
    assert_eq!(text(&mut stoppers, far), "1000000000000over");
}
