//! Large samples about the order of all rows, run in release.
//!
//! Tables, comparisons and laws of the engine are not used to check each other here. They are checked against bits that are
//! filled cell by cell from the rules, and against canonical forms of rows that are computed one after the other.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sprague::Limits;
use sprague::certificate::{HeapOption, OrderPeriod, RowGains, RowStructure};
use sprague::heap::{AmountSet, HeapRules};
use sprague::num_bigint::{BigInt, BigUint};
use sprague::value_rows::{RowClasses, RowLawKind, ValueRows};
use sprague::values::Value;
use std::cmp::Ordering;
use std::collections::BTreeSet;

fn set(bits: u32) -> AmountSet {
    AmountSet::new((1..=32).filter(|amount| bits >> (amount - 1) & 1 == 1)).unwrap()
}

fn rules(left: u32, right: u32) -> HeapRules {
    HeapRules::PartizanSubtraction { left: set(left), right: set(right) }
}

/// Returns all pairs of sets with amounts up to `largest`, without pairs that differ by exchanging the players.
fn pairs(largest: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..1_u32 << largest).flat_map(move |left| (left..1 << largest).map(move |right| (left, right)))
}

fn amounts(bits: u32) -> Vec<usize> {
    (1..=32).filter(|amount| bits >> (amount - 1) & 1 == 1).collect()
}

/// Comparisons of all pairs of rows in a square, with games added, from the definition.
///
/// They are filled row by row, and each bit takes a byte.
struct Truth {
    side: usize,
    /// G(m) ≤ G(n) + f, and G(m) ≥ G(n) + f.
    planes: Vec<[Vec<bool>; 2]>,
}

impl Truth {
    fn of(left: &[usize], right: &[usize], layers: &[[Vec<u64>; 2]], side: usize) -> Self {
        let mut planes: Vec<[Vec<bool>; 2]> =
            layers.iter().map(|_| [vec![false; side * side], vec![false; side * side]]).collect();
        for m in 0..side {
            for n in 0..side {
                for (layer, [own_left, own_right]) in layers.iter().enumerate() {
                    let cell = m * side + n;
                    let at = |layer: usize, answer: usize, cell: usize| planes[layer][answer][cell];
                    let lower_m = |answer: usize, by: &[usize]| by.iter().any(|a| *a <= m && at(layer, answer, cell - a * side));
                    let lower_n = |answer: usize, by: &[usize]| by.iter().any(|b| *b <= n && at(layer, answer, cell - b));
                    let lower_f = |answer: usize, by: &[u64]| by.iter().any(|f| at(*f as usize, answer, cell));
                    let at_most = !(lower_m(1, left) || lower_n(1, right) || lower_f(1, own_right));
                    let at_least = !(lower_m(0, right) || lower_n(0, left) || lower_f(0, own_left));
                    planes[layer][0][cell] = at_most;
                    planes[layer][1][cell] = at_least;
                }
            }
        }
        Self { side, planes }
    }

    fn of_rows(left: &[usize], right: &[usize], side: usize) -> Self {
        Self::of(left, right, &[[vec![], vec![]]], side)
    }

    fn le(&self, m: usize, n: usize) -> bool {
        self.planes[0][0][m * self.side + n]
    }

    fn order(&self, m: usize, n: usize) -> Option<Ordering> {
        match (self.le(m, n), self.le(n, m)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }

    /// Checks both laws of a period in all cells, and returns the number of bits checked.
    fn assert_period(&self, period: &OrderPeriod, name: &str) -> u64 {
        let (p, n0, far) = (period.period as usize, period.preperiod as usize, period.far as usize);
        for (layer, plane) in self.planes.iter().flatten().enumerate() {
            for m in 0..self.side {
                for n in 0..self.side {
                    let here = plane[m * self.side + n];
                    if !period.rays.is_empty() {
                        let [a, b] = period.fold(m.into(), n.into()).unwrap();
                        assert_eq!(here, plane[a * self.side + b], "{name}, layer {layer}: {m} {n}");
                        continue;
                    }
                    if m.min(n) >= n0 && m.max(n) + p < self.side {
                        assert_eq!(here, plane[(m + p) * self.side + n + p], "{name}, layer {layer}: {m} {n} on the diagonal");
                    }
                    let (low, high) = (m.min(n), m.max(n));
                    if high >= low + far && high + p < self.side {
                        let further = if n >= m { m * self.side + n + p } else { (m + p) * self.side + n };
                        assert_eq!(here, plane[further], "{name}, layer {layer}: {m} {n} far from it");
                    }
                }
            }
        }
        (self.side * self.side * self.planes.len() * 2) as u64
    }

    /// Checks the gains and returns how many were checked.
    fn assert_gains(&self, gains: &RowGains, name: &str) -> u64 {
        let mut count = 0;
        for gain in &gains.classes {
            let first = gain.preperiod + (gain.residue + gain.modulus - gain.preperiod % gain.modulus) % gain.modulus;
            for n in (first as usize..self.side - gain.every as usize).step_by(gain.modulus as usize) {
                let cell = (n + gain.every as usize) * self.side + n;
                assert!(self.planes[gain.layer as usize].iter().all(|plane| plane[cell]), "{name}: {n} {gain:?}");
                count += 1;
            }
        }
        count
    }

    /// Checks the options of rows and returns the number of rows checked.
    ///
    /// The options must make the row, and none may be dominated or reversible.
    fn assert_structure(&self, structure: &RowStructure, [left, right]: [&[usize]; 2], name: &str) -> u64 {
        let period = structure.rows.len();
        let first = structure.window as usize - period;
        let mut count = 0;
        for n in structure.preperiod as usize..self.side {
            let row = (n + period - first % period) % period;
            let heap = |option: &HeapOption| match option {
                HeapOption::At(heap) => *heap as usize,
                HeapOption::Below { below } => n - *below as usize,
            };
            let [lefts, rights] = structure.rows[row].each_ref().map(|side| side.iter().map(heap).collect::<Vec<_>>());
            // whether G(m) ≤ and ≥ the game with these options
            let (mut most, mut least) = (vec![false; n + 1], vec![false; n + 1]);
            for m in 0..=n {
                most[m] = left.iter().all(|a| *a > m || !least[m - a]) && rights.iter().all(|c| !self.le(*c, m));
                least[m] = right.iter().all(|b| *b > m || !most[m - b]) && lefts.iter().all(|c| !self.le(m, *c));
            }
            assert!(most[n] && least[n], "{name}: row {n} is no {lefts:?} | {rights:?}");
            let is_dominated = |options: &[usize], worse: &dyn Fn(usize, usize) -> bool| {
                options.iter().any(|x| options.iter().any(|y| x != y && worse(*x, *y)))
            };
            assert!(!is_dominated(&lefts, &|x, y| self.le(x, y)), "{name}: row {n}");
            assert!(!is_dominated(&rights, &|x, y| self.le(y, x)), "{name}: row {n}");
            assert!(!lefts.iter().any(|x| right.iter().any(|b| b <= x && self.le(x - b, n))), "{name}: row {n}");
            assert!(!rights.iter().any(|y| left.iter().any(|a| a <= y && self.le(n, y - a))), "{name}: row {n}");
            count += 1;
        }
        count
    }
}

#[test]
#[ignore = "release: all 2,016 pairs up to 6 to four times their windows: run in release"]
fn release_every_claim_holds_in_rows_to_four_times_its_window() {
    let (mut families, mut cells, mut gained, mut built, mut longest) = (0, 0, 0, 0, 0);
    for (left, right) in pairs(6) {
        let name = format!("{}/{}", set(left), set(right));
        let classes = RowClasses::seek(&rules(left, right), None, &Limits::default()).unwrap().unwrap();
        let sides = [amounts(left), amounts(right)];
        let [left, right] = [&sides[0][..], &sides[1][..]];
        let proved = classes.proved();
        let window = proved.structure.as_ref().map_or(0, |structure| structure.window).max(proved.order.window);
        let truth = Truth::of_rows(left, right, 4 * window as usize);
        longest = longest.max(truth.side);
        cells += truth.assert_period(&proved.order, &name);
        if let Some(structure) = &proved.structure {
            built += truth.assert_structure(structure, [left, right], &name);
        }
        drop(truth);
        if let Some(gains) = &proved.gains {
            let truth = Truth::of(left, right, &gains.layers, 4 * gains.order.window as usize);
            longest = longest.max(truth.side);
            cells += truth.assert_period(&gains.order, &name);
            gained += truth.assert_gains(gains, &name);
        }
        families += 1;
    }
    println!("{families} families, {cells} bits, {gained} gains, {built} rows of options, to n = {longest} at most: 0 wrong");
    assert_eq!(families, 2_016);
}

#[test]
#[ignore = "release: canonical forms of all 496 pairs up to 5 to n = 60: run in release"]
fn release_every_claim_holds_of_canonical_forms_to_sixty() {
    let limits = Limits { positions: 3_000_000, ..Limits::default() };
    let (mut reached, mut short, mut compared, mut gained, mut built) = (0, vec![], 0_u64, 0, 0);
    for (left, right) in pairs(5) {
        let name = format!("{}/{}", set(left), set(right));
        let classes = RowClasses::seek(&rules(left, right), None, &limits).unwrap().unwrap();
        let mut rows = ValueRows::of(&rules(left, right)).unwrap();
        match rows.extend(61, &limits) {
            Ok(()) => reached += 1,
            Err(_) => short.push(format!("{name} to {}", rows.len() - 1)),
        }
        let known = rows.len().min(61);
        let mut calculator = rows.arena().calculator(&limits);
        let by_order = classes.orders(0..=known as u64 - 1, 0..=known as u64 - 1, &limits).unwrap();
        for (n, row) in by_order.iter().enumerate() {
            for (m, order) in row.iter().enumerate() {
                let Ok(by_values) = calculator.compare(rows.value(m).form(), rows.value(n).form()) else { continue };
                assert_eq!(*order, by_values, "{name} {m} {n}");
                compared += 1;
            }
        }
        let options_from = classes.proved().structure.as_ref().map_or(u64::MAX, |structure| structure.preperiod);
        for law in classes.laws() {
            for n in (law.residue..known as u64).step_by(law.modulus as usize) {
                if let RowLawKind::Gain { gain, every } = &law.kind
                    && law.preperiod.is_some_and(|from| n >= from)
                    && n + every < known as u64
                {
                    let gain = gain.form_in(&mut calculator).unwrap();
                    let later = calculator.add(rows.value(n as usize).form(), gain).unwrap();
                    assert_eq!(later, rows.value((n + every) as usize).form(), "{name} {n} {law}");
                    gained += 1;
                }
                let Some(sides) = law.options.clone().filter(|_| n >= options_from) else { continue };
                let heap = |option: HeapOption| match option {
                    HeapOption::At(heap) => heap as usize,
                    HeapOption::Below { below } => (n - below) as usize,
                };
                let mut stated =
                    sides.map(|side| side.into_iter().map(|option| rows.value(heap(option)).form()).collect::<Vec<_>>());
                let mut canonical = sprague::Player::BOTH
                    .map(|player| rows.arena().options(rows.value(n as usize).form(), player).collect::<Vec<_>>());
                stated.iter_mut().chain(&mut canonical).for_each(|side| side.sort_unstable());
                assert_eq!(stated, canonical, "{name} {n} {law}");
                built += 1;
            }
        }
    }
    println!("{reached} families to n = 60, {} not so far: {short:?}", short.len());
    println!("{compared} comparisons, {gained} gains, {built} rows of options: 0 wrong");
    assert_eq!(reached + short.len(), 496);
}

/// Returns comparisons of the heaps m below 64 with the heaps n from `from` to `to`: for each n the bits of G(m) ≤ G(n) and of
/// G(m) ≥ G(n).
///
/// They come from the definition again, restricted to a strip, which contains everything that the definition refers to.
fn strip(left: &[usize], right: &[usize], from: usize, to: usize) -> Vec<[u64; 2]> {
    let reach = left.iter().chain(right).copied().max().unwrap_or(1);
    let mut last = vec![[0_u64; 2]; reach + 1];
    let mut kept = vec![];
    for n in 0..=to {
        let lower = |answer: usize, by: &[usize]| {
            by.iter().filter(|b| **b <= n).fold(0, |all, b| all | last[(n - b) % (reach + 1)][answer])
        };
        let (not_most, not_least) = (lower(1, right), lower(0, left));
        let (mut most, mut least) = (0_u64, 0_u64);
        for m in 0..64 {
            let bit = |bits: u64, a: &usize| *a <= m && bits >> (m - a) & 1 == 1;
            let is_most = not_most >> m & 1 == 0 && !left.iter().any(|a| bit(least, a));
            let is_least = not_least >> m & 1 == 0 && !right.iter().any(|b| bit(most, b));
            most |= u64::from(is_most) << m;
            least |= u64::from(is_least) << m;
        }
        last[n % (reach + 1)] = [most, least];
        if n >= from {
            kept.push([most, least]);
        }
    }
    kept
}

#[test]
#[ignore = "release: heaps near 10^6 of 200 families: run in release"]
fn release_folded_comparisons_near_a_million_are_those_of_the_rules() {
    const NEAR: u64 = 1_000_000;
    const SIDE: usize = 2_400;
    let limits = Limits::default();
    let (mut families, mut along, mut far_away) = (0, 0_u64, 0_u64);
    let all: Vec<(u32, u32)> = pairs(6).collect();
    for (left, right) in all.iter().step_by(10).take(200) {
        let name = format!("{}/{}", set(*left), set(*right));
        let classes = RowClasses::seek(&rules(*left, *right), None, &limits).unwrap().unwrap();
        let (left, right) = (amounts(*left), amounts(*right));
        // compare with the heaps below 64 by the rules alone, up to a million
        let wide = 40;
        let by_rules = strip(&left, &right, NEAR as usize, NEAR as usize + wide);
        let by_fold = classes.orders(0..=63, NEAR..=NEAR + wide as u64, &limits).unwrap();
        for ([most, least], folded) in by_rules.iter().zip(&by_fold) {
            for (m, order) in folded.iter().enumerate() {
                let expected = match (most >> m & 1 == 1, least >> m & 1 == 1) {
                    (true, true) => Some(Ordering::Equal),
                    (true, false) => Some(Ordering::Less),
                    (false, true) => Some(Ordering::Greater),
                    (false, false) => None,
                };
                assert_eq!(*order, expected, "{name}: {m} and a heap near a million");
                far_away += 1;
            }
        }
        // compare with each other, as a table of 2,400 rows compares heaps that are whole periods lower, beyond the window of
        // the proof
        let period = classes.order().period;
        let low = SIDE as u64 - 200 - (SIDE as u64 - 200) % period + NEAR % period - period;
        assert!(low > classes.order().window && (NEAR - low).is_multiple_of(period), "{name}");
        let truth = Truth::of_rows(&left, &right, SIDE);
        let by_fold = classes.orders(NEAR..=NEAR + 150, NEAR..=NEAR + 150, &limits).unwrap();
        for (n, row) in by_fold.iter().enumerate() {
            for (m, order) in row.iter().enumerate() {
                assert_eq!(*order, truth.order(low as usize + m, low as usize + n), "{name}: {m} {n} beyond a million");
                along += 1;
            }
        }
        families += 1;
    }
    println!("{families} families: {far_away} comparisons with heaps below 64, {along} of heaps near 10^6: 0 wrong");
    assert_eq!(families, 200);
}

#[test]
#[ignore = "release: values of heaps of 10^100 of 500 families: run in release"]
fn release_values_at_a_googol_are_those_of_small_rows_and_gains() {
    let limits = Limits { positions: 2_000_000, ..Limits::default() };
    let googol = BigUint::from(10_u32).pow(100);
    let mut state = 31_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut long = BTreeSet::new();
    let (mut looked_at, mut families, mut compared, mut too_long, mut untold) = (0, 0, 0, 0, 0);
    let all: Vec<(u32, u32)> = pairs(6).collect();
    // every pair once, in steps of five
    for (left, right) in (0..all.len()).map(|at| all[5 * at % all.len()]) {
        let name = format!("{}/{}", set(left), set(right));
        let rules = rules(left, right);
        let classes = RowClasses::seek(&rules, None, &limits).unwrap().unwrap();
        looked_at += 1;
        let with_value: Vec<_> = classes
            .laws()
            .into_iter()
            .filter_map(|law| match &law.kind {
                RowLawKind::Constant => Some((Value::from(0), law.modulus, law)),
                RowLawKind::Gain { gain, every } if gain.nus().is_some() => Some((gain.clone(), *every, law)),
                RowLawKind::Gain { .. } | RowLawKind::Structure | RowLawKind::Order => None,
            })
            .collect();
        if with_value.is_empty() {
            continue;
        }
        let mut rows = ValueRows::of(&rules).unwrap();
        let known = rows.extend(2_000, &limits).map_or(rows.len(), |()| 2_000) as u64;
        for _ in 0..5 {
            let (gain, every, law) = &with_value[random(with_value.len() as u64) as usize];
            let n = law.residue + random((2_000 - law.residue) / law.modulus) * law.modulus;
            if n >= known || law.preperiod.is_none_or(|from| n < from) {
                untold += 1;
                continue;
            }
            // row n, and as many gains as lead from there beyond a googol
            let times = &googol / every;
            let heap = &times * every + n;
            let mut calculator = rows.arena().calculator(&limits);
            let gain = gain.form_in(&mut calculator).unwrap();
            let gained = calculator.times(&BigInt::from(times), gain).unwrap();
            let Some(told) = classes.value(&heap, &limits).unwrap() else {
                // each gain makes the value longer
                assert_eq!(rows.value(n as usize).nus(), None, "{name} {n}");
                long.insert(name.clone());
                too_long += 1;
                continue;
            };
            let expected = calculator.add(rows.value(n as usize).form(), gained).unwrap();
            assert!(told == rows.arena().value(expected), "{name}: {heap} from row {n}, {law}");
            // also compare row n itself with the law
            assert!(classes.value(&n.into(), &limits).unwrap() == Some(rows.value(n as usize)), "{name}: {n}");
            compared += 1;
        }
        families += 1;
        if families == 500 {
            break;
        }
    }
    println!("{families} families with such classes, of {looked_at}: {compared} sizes agree, 0 wrong");
    println!("{untold} sizes not computed, or before their law begins");
    println!("{too_long} sizes whose values grow longer with each gain, of {long:?}");
    assert_eq!(families, 500);
}
