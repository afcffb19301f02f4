//! Compares sweeps with the definition, and their summaries with a plain count.

use super::*;
use std::ops::ControlFlow;
use std::time::Duration;

/// Collects every set of a sweep, in order.
#[derive(Default)]
struct All(Vec<SetPeriod>);

impl Watch<SetPeriod> for All {
    fn wants_items(&self) -> bool {
        true
    }
    fn items(&mut self, sets: &[SetPeriod]) -> ControlFlow<()> {
        self.0.extend(sets);
        ControlFlow::Continue(())
    }
}

fn jobs(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn whole(sweep: Sweep) -> SweepSummary {
    let (tally, stopped) = sweep.run(SweepSummary::default(), jobs(2), &Limits::default(), &mut ());
    assert_eq!(stopped, None);
    tally
}

fn all(sweep: Sweep) -> Vec<SetPeriod> {
    let mut all = All::default();
    assert_eq!(sweep.run(SweepSummary::default(), jobs(2), &Limits::default(), &mut all).1, None);
    all.0
}

/// The least period and preperiod that fit `rows` rows, by definition.
fn by_definition(mask: u64, rows: usize, by_nimber: bool) -> (u64, u64) {
    let set: Vec<usize> = (1..=64).filter(|s| mask >> (s - 1) & 1 != 0).collect();
    let mut values: Vec<u32> = vec![];
    for n in 0..rows {
        let options: Vec<u32> = set.iter().filter(|s| **s <= n).map(|s| values[n - s]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    if !by_nimber {
        values.iter_mut().for_each(|value| *value = (*value).min(1));
    }
    let preperiod = |p: usize| (0..rows - p).rev().find(|&n| values[n] != values[n + p]).map_or(0, |n| n + 1);
    let period = (1..rows / 2).find(|&p| preperiod(p) + p < rows / 2).unwrap();
    (period as u64, preperiod(period) as u64)
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_set_up_to_twelve_has_the_period_that_the_definition_says() {
    for largest in 1..=12 {
        for (sweep, by_nimber) in [(Sweep::outcomes(largest).unwrap(), false), (Sweep::nimbers(largest).unwrap(), true)] {
            let sets = all(sweep);
            assert_eq!(sets.len() as u64, sweep.sets());
            for (number, set) in (0..).zip(sets) {
                assert_eq!(set.mask, number | 1 << (largest - 1));
                let expected = by_definition(set.mask, 700, by_nimber);
                assert_eq!((set.period, set.preperiod), expected, "{:?}, nimbers: {by_nimber}", set.set());
            }
        }
    }
}

/// From `shared/vectors/subtraction_longest_periods.json`.
#[test]
fn the_longest_periods_are_the_known_ones() {
    let known = [2, 4, 6, 8, 10, 12, 22, 25, 28, 45, 54, 61, 76, 94, 168, 168, 204, 314];
    for (largest, period) in (1..).zip(known) {
        let tally = whole(Sweep::outcomes(largest).unwrap());
        assert_eq!(tally.longest.unwrap().period, period, "{largest}");
        assert_eq!(tally.histogram.values().sum::<u64>(), 1 << (largest - 1));
        assert_eq!(tally.histogram.last_key_value().unwrap().1, &tally.longest.unwrap().count);
    }
}

fn compare<S: one::Window>(largest: u32, block: u64) -> usize {
    let mut room = Lanes::default();
    // the contents of memory after a block must not matter
    room.periods::<S>(largest, block ^ 1, false);
    let (found, open) = room.periods::<S>(largest, block, true);
    let mut seen = lanes::count(&open);
    let mut periods: Vec<u64> = vec![0; lanes::SETS];
    for found in found {
        lanes::each(&found.lanes, |lane| {
            let mask = (block * lanes::SETS as u64 + lane) | (1 << (largest - 1));
            let period = u64::from(found.period);
            assert_eq!(one::period::<S>(mask, || Ok(())), Ok(period), "{mask:b}");
            assert_eq!(one::preperiod::<S>(mask, period, || Ok(())), Ok(u64::from(found.preperiod)), "{mask:b}");
            periods[lane as usize] = period;
            seen += 1;
        });
    }
    assert_eq!(seen as usize, lanes::SETS);
    let found_count = lanes::SETS - lanes::count(&open) as usize;
    let mut plain: Vec<u64> = vec![0; lanes::SETS];
    for found in room.periods::<S>(largest, block, false).0 {
        lanes::each(&found.lanes, |lane| plain[lane as usize] = u64::from(found.period));
    }
    assert_eq!(plain, periods, "without preperiods");
    found_count
}

#[test]
fn lanes_say_what_single_sets_say() {
    for (largest, block) in [(10, 0), (13, 5), (26, 0x1_0204), (33, 0x55_5555), (40, 0x1234_5678), (63, 0xF_00FF_00FF_0F0F)] {
        assert!(compare::<one::Outcomes>(largest, block) > 0, "{largest}");
        assert!(compare::<one::Nimbers>(largest, block) > 0, "{largest}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_threads_and_interruptions_do_not_matter() {
    let large = if cfg!(debug_assertions) { 16 } else { 19 };
    for sweep in
        [Sweep::outcomes(large).unwrap(), Sweep::outcomes(large).unwrap().with_digest(), Sweep::nimbers(large - 1).unwrap()]
    {
        let expected = whole(sweep);
        for threads in [1, 3, 16] {
            let mut tally = SweepSummary::default();
            for sets in (0..=sweep.sets()).step_by(sweep.sets() as usize / 3).chain([sweep.sets()]) {
                let limits = Limits { positions: sets, ..Limits::default() };
                let stopped;
                (tally, stopped) = sweep.run(tally, jobs(threads), &limits, &mut ());
                assert!(tally.sets <= sets);
                assert_eq!(stopped.is_none(), sets == sweep.sets());
                tally = SweepSummary::from_bytes(&tally.to_bytes()).unwrap();
            }
            assert_eq!(tally, expected);
        }
    }
}

/// The digest must be the sum of the hashes of plain records, one by one.
#[test]
#[ignore = "slow: seconds"]
fn slow_parts_add_up_to_the_whole_in_any_order() {
    let large = if cfg!(debug_assertions) { 16 } else { 19 };
    for (sweep, most) in
        [(Sweep::outcomes(large).unwrap(), 5), (Sweep::nimbers(14).unwrap(), 7), (Sweep::outcomes(3).unwrap(), 9)]
    {
        let expected = whole(sweep.with_digest());
        let record = |set: SetPeriod| RecordDigest::of_numbers([set.mask, set.period, set.preperiod]);
        let digest = all(sweep).into_iter().map(record).fold(RecordDigest::default(), |sum, one| sum + one);
        assert_eq!(expected.digest, Some(digest));
        assert_eq!(whole(sweep), SweepSummary { digest: None, ..expected.clone() }, "the same without a digest");
        for of in 1..=most {
            let mut sum = SweepSummary::default();
            let mut sets = vec![];
            for number in (1..=of).rev() {
                let part = sweep.with_digest().part(Shard::new(number, of).unwrap());
                let tally = whole(part);
                assert_eq!(tally.sets, part.part_sets());
                let masks: Vec<u64> = all(part).iter().map(|set| set.mask).collect();
                assert!(masks.is_sorted() && masks.len() as u64 == tally.sets);
                sets.extend(masks);
                sum.add(&tally);
            }
            assert_eq!(sum, expected, "{of} parts");
            sets.sort_unstable();
            assert!(sets.into_iter().eq(sweep.sets()..2 * sweep.sets()));
        }
    }
}

#[test]
fn parts_have_about_as_many_sets_each() {
    for largest in 1..=63 {
        for of in [2, 3, 8, 100, 4096, 1_000_000] {
            let sets = |number| Sweep::outcomes(largest).unwrap().part(Shard::new(number, of).unwrap()).part_sets();
            let (first, last, even) = (sets(1), sets(of), Sweep::outcomes(largest).unwrap().sets() / u64::from(of));
            assert!(first >= last && last <= even && first <= even + even / 4 + 1, "{largest} {of}: {first} {last} {even}");
        }
    }
}

#[test]
fn a_part_goes_on_where_it_was_interrupted() {
    let part = Sweep::outcomes(19).unwrap().part(Shard::new(2, 3).unwrap());
    let expected = whole(part);
    let mut tally = SweepSummary::default();
    for sets in (0..=part.part_sets()).step_by(20_000).chain([part.part_sets()]) {
        tally = part.run(tally, jobs(2), &Limits { positions: sets, ..Limits::default() }, &mut ()).0;
        assert!(tally.sets <= sets && part.can_go_on_from(&tally));
    }
    assert_eq!(tally, expected);
}

#[test]
fn a_digest_is_of_all_sets_or_of_none() {
    let sweep = Sweep::outcomes(16).unwrap();
    let limits = Limits { positions: 20_000, ..Limits::default() };
    let half = |sweep: Sweep| sweep.run(SweepSummary::default(), jobs(1), &limits, &mut ()).0;
    let (plain, with_digest) = (half(sweep), half(sweep.with_digest()));
    assert!(sweep.can_go_on_from(&plain) && sweep.with_digest().can_go_on_from(&with_digest));
    assert!(!sweep.can_go_on_from(&with_digest) && !sweep.with_digest().can_go_on_from(&plain));
    let mut sum = with_digest.clone();
    sum.add(&plain);
    assert_eq!((sum.sets, sum.digest), (2 * plain.sets, None));
    let mut same = SweepSummary::default();
    same.add(&with_digest);
    same.add(&SweepSummary::default());
    assert_eq!(same, with_digest);
}

#[test]
fn a_sweep_too_long_stops_in_time() {
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let (tally, stopped) = Sweep::outcomes(63).unwrap().run(SweepSummary::default(), jobs(2), &limits, &mut ());
    assert!(matches!(stopped, Some(Stopped::Time(_))), "{stopped:?}");
    assert!(tally.sets < 1 << 40);
}

#[test]
fn who_watches_can_stop_it_and_nothing_counts_that_was_not_seen() {
    struct Twice(u64, u32);
    impl Watch<SetPeriod> for Twice {
        fn wants_items(&self) -> bool {
            true
        }
        fn items(&mut self, sets: &[SetPeriod]) -> ControlFlow<()> {
            self.1 += 1;
            if self.1 > 2 {
                return ControlFlow::Break(());
            }
            self.0 += sets.len() as u64;
            ControlFlow::Continue(())
        }
    }
    let mut twice = Twice(0, 0);
    let (tally, stopped) = Sweep::outcomes(18).unwrap().run(SweepSummary::default(), jobs(3), &Limits::default(), &mut twice);
    assert_eq!((tally.sets, stopped, twice.1), (twice.0, Some(Stopped::Asked), 3));
}

#[test]
fn bytes_that_are_no_tally_are_refused() {
    let bytes = whole(Sweep::outcomes(9).unwrap()).to_bytes();
    assert!(SweepSummary::from_bytes(&bytes).is_some());
    assert_eq!(SweepSummary::from_bytes(&bytes[..bytes.len() - 1]), None);
    assert_eq!(SweepSummary::from_bytes(&bytes[..bytes.len() - 16]), None);
    for at in (0..64).step_by(8).filter(|at| ![16, 24, 40].contains(at)) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert_eq!(SweepSummary::from_bytes(&changed), None, "{at}");
    }
}

/// A job with a piece that panics.
struct Panics;

impl Job for Panics {
    type Item = ();
    type Piece = ();
    type Tally = u64;
    type Scratch = ();
    const AHEAD: usize = 2;

    fn next(&self, from: u64) -> Option<u64> {
        (from < 100).then_some(from)
    }
    fn reached(tally: &u64) -> [u64; 2] {
        [*tally; 2]
    }
    fn piece(&self, number: u64, (): &mut (), _: bool, _: &Limits) -> Result<(), Stopped> {
        assert!(number != 7, "piece 7 panics");
        Ok(())
    }
    fn items((): &()) -> &[()] {
        &[]
    }
    fn add(tally: &mut u64, (): &()) {
        *tally += 1;
    }
    fn bytes(_: &u64) -> Vec<u8> {
        vec![]
    }
}

#[test]
fn a_panic_of_one_thread_ends_the_others() {
    for jobs in [1, 2, 4] {
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let run = std::panic::catch_unwind(|| Panics.run(0, jobs, &Limits::default(), &mut ()));
        assert!(run.is_err());
    }
}
