//! Order look-back: compares claims with tables from the rules far beyond their windows.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sprague_core::certificate::OrderPeriod;
use sprague_core::heap::{AmountSet, HeapRules};
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, Stopped};
use sprague_rows::order::{Classes, GainsTried, Layers, OrderTable, Takes, seek, side_needed};
use std::collections::BTreeMap;

fn takes(left: &str, right: &str) -> Takes {
    let set = |text: &str| text.parse::<AmountSet>().unwrap_or_default();
    Takes::of(&HeapRules::PartizanSubtraction { left: set(left), right: set(right) }).unwrap()
}

fn table(takes: &Takes, layers: &Layers, side: usize) -> OrderTable {
    let limits = Limits::none();
    OrderTable::fill(takes, layers, side, &mut Work::new(&Meter::new(&limits))).unwrap()
}

/// The amounts given by the bits of a number, from 1 on, as text.
fn set(bits: u32) -> String {
    let members: Vec<String> = (1..=32).filter(|amount| bits >> (amount - 1) & 1 == 1).map(|amount| amount.to_string()).collect();
    members.join(",")
}

/// All pairs of sets with amounts up to `largest`, up to exchanging the players.
fn pairs(largest: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..1_u32 << largest).flat_map(move |left| (left..1 << largest).map(move |right| (left, right)))
}

/// le(m, n) by the definition, cell by cell.
fn by_definition(left: &[usize], right: &[usize], side: usize) -> Vec<Vec<bool>> {
    let mut le = vec![vec![false; side]; side];
    for sum in 0..2 * side - 1 {
        for m in (sum + 1).saturating_sub(side)..=sum.min(side - 1) {
            let n = sum - m;
            le[m][n] = left.iter().all(|a| *a > m || !le[n][m - a]) && right.iter().all(|b| *b > n || !le[n - b][m]);
        }
    }
    le
}

#[test]
fn the_table_is_the_definition_cell_by_cell() {
    for (left, right) in [("1", "2"), ("1,3", "2"), ("2,5,9", "3,4,8"), ("70", "1,65"), ("none", "1,2"), ("none", "none")] {
        let takes = takes(left, right);
        let [l, r] = [sprague_core::Player::Left, sprague_core::Player::Right].map(|player| takes.amounts(player));
        let (bits, plain) = (table(&takes, &Layers::default(), 150), by_definition(l, r, 150));
        for (m, row) in plain.iter().enumerate() {
            for (n, bit) in row.iter().enumerate() {
                assert_eq!(bits.is_at_most(m, n), *bit, "{left}/{right} {m} {n}");
            }
        }
    }
}

/// The kind of a family in the table of the book.
fn kind(classes: &Classes) -> &'static str {
    let p = classes.order.period;
    if !classes.order.rays.is_empty() {
        return "rays";
    }
    let tried = GainsTried::ups_and_stars();
    let is_finite = |layer: u64| {
        let forms = &classes.gains.as_ref().unwrap().layers;
        // 0 and *i have the same options on both sides
        let [left, right] = &forms[layer as usize];
        left == right
    };
    assert!(tried.games().len() > 30);
    let gains: Vec<_> = (0..p).map(|residue| classes.of_class(residue)).collect();
    if gains.iter().all(|gain| gain.is_some_and(|gain| is_finite(gain.layer))) {
        "periodic"
    } else if classes.uniform().is_some() {
        "rises"
    } else if classes.structure.is_some() {
        "structure"
    } else {
        "order alone"
    }
}

fn counts(largest: u32) -> BTreeMap<&'static str, usize> {
    let tried = GainsTried::ups_and_stars();
    let mut counts = BTreeMap::new();
    for (left, right) in pairs(largest) {
        let classes = Classes::seek(&takes(&set(left), &set(right)), 1_600, &tried, &Limits::none()).unwrap();
        *counts.entry(classes.as_ref().map_or("none", kind)).or_default() += 1;
    }
    counts
}

#[test]
#[ignore = "slow: seconds"]
fn slow_all_sets_up_to_five_are_proved() {
    let [few, more] = [GainsTried::ups_and_stars(), GainsTried::with_four_others()];
    let (mut kinds, mut others) = (BTreeMap::new(), 0);
    for (left, right) in pairs(5) {
        let takes = takes(&set(left), &set(right));
        let of = |tried| Classes::seek(&takes, 1_600, tried, &Limits::none()).unwrap().unwrap();
        let (usual, all) = (of(&few), of(&more));
        *kinds.entry(kind(&usual)).or_default() += 1;
        // other games add gains of classes and remove none
        assert_eq!((&usual.order, &usual.structure), (&all.order, &all.structure));
        assert_eq!(usual.uniform().is_some(), all.uniform().is_some());
        for residue in 0..usual.order.period {
            match (usual.of_class(residue), all.of_class(residue)) {
                (Some(known), Some(gain)) => assert_eq!((known.every, known.preperiod), (gain.every, gain.preperiod)),
                (None, Some(gain)) => {
                    assert_eq!(gain.every, all.order.period);
                    others += 1;
                }
                (None, None) => {}
                (Some(known), None) => panic!("{}/{} lost {known:?}", set(left), set(right)),
            }
        }
    }
    assert_eq!(kinds, BTreeMap::from([("periodic", 110), ("rises", 69), ("structure", 317)]));
    // all that were seen, except one that involves 1 and -1
    assert_eq!(others, 76);
}

#[test]
fn options_that_stay_may_be_heaps_beyond_the_first_period() {
    // row 11 stays an option, and 7 + 4 is not above it
    let takes = takes("2,4,5,6", "2,3,4,7,8");
    let least = seek(&takes, 1_600, &Limits::none()).unwrap().unwrap();
    let classes = Classes::seek(&takes, 1_600, &GainsTried::with_four_others(), &Limits::none()).unwrap().unwrap();
    assert_eq!((least.preperiod, classes.order.preperiod, classes.order.period), (7, 11, 4));
    assert!(classes.order.window >= side_needed(11, classes.order.far as usize, 8, 4) as u64);
    assert!(classes.structure.is_some());
}

#[test]
#[ignore = "release: 2016 families: run in release"]
fn release_all_sets_up_to_six_are_proved() {
    let expected = BTreeMap::from([("periodic", 295), ("rises", 195), ("structure", 1525), ("rays", 1)]);
    assert_eq!(counts(6), expected);
}

#[test]
#[ignore = "release: 32640 families: run in release"]
fn release_the_order_of_all_sets_up_to_eight_is_proved() {
    let (mut by_three, mut by_rays) = (0, vec![]);
    for (left, right) in pairs(8) {
        let found = seek(&takes(&set(left), &set(right)), 1_600, &Limits::none()).unwrap();
        match found {
            Some(period) if period.rays.is_empty() => by_three += 1,
            Some(_) => by_rays.push(format!("{}/{}", set(left), set(right))),
            None => panic!("{}/{}", set(left), set(right)),
        }
    }
    by_rays.sort_unstable();
    assert_eq!(by_rays, ["3,5/2,3,5,6", "4,5/1,4,5,8", "4,7/3,4,7,8"]);
    assert_eq!(by_three, 32_637);
}

/// The first cell of a table that does not agree with a period.
fn wrong_cell(period: &OrderPeriod, table: &OrderTable) -> Option<(usize, usize)> {
    let cells = (0..table.side()).flat_map(|m| (0..table.side()).map(move |n| (m, n)));
    cells.into_iter().find(|&(m, n)| {
        let [a, b] = period.fold(m.into(), n.into()).expect("it folds");
        table.is_at_most(m, n) != table.is_at_most(a, b)
    })
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_claims_hold_to_four_times_their_window() {
    let tried = GainsTried::ups_and_stars();
    for (left, right) in pairs(5).step_by(9) {
        let (name, takes) = (format!("{}/{}", set(left), set(right)), takes(&set(left), &set(right)));
        let classes = Classes::seek(&takes, 1_600, &tried, &Limits::none()).unwrap().unwrap();
        let whole = table(&takes, &Layers::default(), 4 * classes.order.window as usize);
        assert_eq!(wrong_cell(&classes.order, &whole), None, "{name}");
        let Some(gains) = &classes.gains else { continue };
        let forms =
            gains.layers.iter().map(|sides| sides.each_ref().map(|side| side.iter().map(|option| *option as usize).collect()));
        let beside = table(&takes, &Layers::new(forms.collect()).unwrap(), 4 * gains.order.window as usize);
        for gain in &gains.classes {
            let [residue, modulus, every, layer, preperiod] =
                [gain.residue, gain.modulus, gain.every, gain.layer, gain.preperiod].map(|number| number as usize);
            for n in (residue..beside.side() - every).step_by(modulus).filter(|n| *n >= preperiod) {
                assert!(beside.is_sum(n + every, n, layer), "{name} {n} {gain:?}");
            }
        }
    }
}

#[test]
#[ignore = "release: a minute and more without optimisation"]
fn release_rays_hold_beyond_their_window() {
    let hold = |left, right, window| {
        let takes = takes(left, right);
        let period = seek(&takes, 1_600, &Limits::none()).unwrap().unwrap();
        assert_eq!(period.rays, [[2, 1]], "{left}/{right}");
        assert_eq!(wrong_cell(&period, &table(&takes, &Layers::default(), window)), None, "{left}/{right}");
    };
    // these take seconds each
    std::thread::scope(|scope| {
        scope.spawn(|| hold("3,5", "2,3,5,6", 2_000));
        scope.spawn(|| hold("4,5", "1,4,5,8", 1_600));
        scope.spawn(|| hold("4,7", "3,4,7,8", 1_600));
    });
}

#[test]
fn a_smaller_bound_would_accept_what_is_false() {
    // 2/1,2 on a square of side 8: p = 2, n0 = 0 and D = 4 fit, and n0 + D + k + p = 8
    let takes = takes("2", "1,2");
    let (small, whole) = (table(&takes, &Layers::default(), 8), table(&takes, &Layers::default(), 100));
    let seen = OrderPeriod { period: 2, preperiod: 0, far: 4, window: 8, rays: vec![] };
    assert_eq!(wrong_cell(&seen, &small), None);
    assert!(wrong_cell(&seen, &whole).is_some());
    assert_eq!((side_needed(0, 4, 2, 2), seek(&takes, 8, &Limits::none())), (12, Ok(None)));
}

#[test]
fn limits_end_a_search() {
    let takes = takes("2,5,9", "3,4,8");
    let stop = Limits { stop: Some(std::sync::Arc::new(true.into())), ..Limits::default() };
    assert_eq!(seek(&takes, 1_600, &stop), Err(Stopped::Asked));
    let small = Limits { bytes: 1_000, ..Limits::default() };
    assert_eq!(seek(&takes, 1_600, &small), Err(Stopped::Memory(1_000)));
    // rows count as positions, and the first table has 100
    let few = Limits { positions: 99, ..Limits::default() };
    assert_eq!(seek(&takes, 1_600, &few), Err(Stopped::Positions(99)));
}

#[test]
fn the_largest_table_of_options_is_named() {
    // this table is filled, and the next one would be larger than twice the number of rows requested
    let takes = takes("3,4", "1,2");
    let sought = |most: usize| Classes::seek(&takes, most, &GainsTried::ups_and_stars(), &Limits::none()).unwrap().unwrap();
    let classes = sought(400);
    let side = classes.largest_of_options(&takes, 400).unwrap();
    assert!((401..=800).contains(&side), "{side}");
    // twice this number of rows exceeds `usize`
    let most = classes.largest_of_options(&takes, usize::MAX / 2 + 1).unwrap();
    assert!(most > usize::MAX / 2, "{most}");
    assert_eq!(OrderTable::bytes(&Layers::default(), usize::MAX), usize::MAX);
}
