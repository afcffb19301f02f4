//! Computes 512 subtraction sets at once, one bit each, by Brent's algorithm in lockstep.
//!
//! The sets of a block have the same members from 10 on; each of the 512 lanes has its own choice of 1 to 9. For every value v
//! and row, a word has the lanes in which the row has the value v. A row has the value v if no option has it and every smaller
//! value is excluded. The same source is compiled for AVX-512, for AVX2 and for any machine, and chosen at run time.
//!
//! If preperiods are requested, all rows are kept, and comparing rows one period apart shows where the period begins. Otherwise
//! each row replaces a row that is too far back to be needed.

use super::one::Window;

pub(super) const SETS: usize = 512;

/// The members that differ from lane to lane are 1 to this.
const OWN: u32 = SETS.ilog2();

/// The number of rows that are computed for a block. Sets whose period is not found by then remain open.
const ROWS: u32 = 1024;

/// The largest number of rows that a row looks back, which is more than the largest member.
const PAST: usize = 64;

/// One bit for each lane. It is aligned to 64 bytes, so that no access crosses a cache line (1.2 times faster).
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Word([u64; SETS / 64]);

const NONE: Word = Word([0; SETS / 64]);
const ALL: Word = Word([u64::MAX; SETS / 64]);

/// Returns `true` if the sets with this largest member fill a block.
pub(super) fn are_worth_it(largest: u32) -> bool {
    largest > OWN
}

/// For each row, the lanes that have one value.
///
/// If all rows are kept, `PAST` empty rows precede row 0. Otherwise the last rows are stored twice in a row, so that looking
/// back never wraps around, followed by the window that is kept for comparison. One extra word per plane prevents the same row
/// of several planes from falling on the same cache lines.
type Plane = [Word; PAST + ROWS as usize + 1];

/// The place of the window for comparison, if not all rows are kept.
const KEPT: usize = 2 * PAST;

/// Lanes with the same period, and with the same preperiod if preperiods are requested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) period: u32,
    /// The preperiod, or 0 if preperiods are not requested.
    pub(super) preperiod: u32,
    pub(super) lanes: Word,
}

/// Memory for blocks, which is reused.
#[derive(Debug)]
pub struct Lanes {
    /// For each member 1, 2, …, the lanes whose sets have it.
    ///
    /// They are in memory and not constants, because words that are all zeros or all ones would be folded into the code, which
    /// would then shuffle parts of words.
    own: [Word; OWN as usize],
    planes: Vec<Plane>,
    found: Vec<Found>,
}

impl Default for Lanes {
    fn default() -> Self {
        Self { own: OWN_MEMBERS, planes: vec![], found: vec![] }
    }
}

impl Lanes {
    /// Returns the periods found in a block with their lanes, and the lanes that are still open. Preperiods are found if
    /// `has_preperiods`.
    pub(super) fn periods<S: Window>(&mut self, largest: u32, block: u64, has_preperiods: bool) -> (&[Found], Word) {
        self.make_room(S::VALUES);
        self.found.clear();
        let mut shared = [0_usize; PAST];
        let mut members = 0;
        for member in (OWN + 1..largest).filter(|member| block >> (member - 1 - OWN) & 1 != 0).chain([largest]) {
            shared[members] = member as usize;
            members += 1;
        }
        let (shared, largest) = (&shared[..members], largest as usize);
        match (S::VALUES, has_preperiods) {
            (1, false) => seek::<1, false>(self, shared, largest),
            (1, true) => seek::<1, true>(self, shared, largest),
            (_, false) => seek::<64, false>(self, shared, largest),
            (_, true) => seek::<64, true>(self, shared, largest),
        }
        let open = self.found.iter().fold(ALL, |open, found| map(open, found.lanes, |open, found| open & !found));
        (&self.found, open)
    }

    fn make_room(&mut self, values: usize) {
        if self.planes.len() < values {
            self.planes.resize(values, [NONE; PAST + ROWS as usize + 1]);
        }
    }
}

pub(super) fn count(lanes: &Word) -> u64 {
    lanes.0.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Returns the first lane in a word. There must be one.
pub(super) fn first(lanes: &Word) -> u64 {
    let word = lanes.0.iter().take_while(|word| **word == 0).count();
    64 * word as u64 + lanes.0.get(word).map_or(0, |word| u64::from(word.trailing_zeros()))
}

pub(super) fn each(lanes: &Word, mut visit: impl FnMut(u64)) {
    for (start, mut word) in (0..).step_by(64).zip(lanes.0) {
        while word != 0 {
            visit(start + u64::from(word.trailing_zeros()));
            word &= word - 1;
        }
    }
}

/// Runs the block with the widest vector registers of the machine.
fn seek<const VALUES: usize, const STAY: bool>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f")]
        fn avx512<const VALUES: usize, const STAY: bool>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
            block::<VALUES, STAY>(lanes, shared, largest);
        }
        #[target_feature(enable = "avx2")]
        fn avx2<const VALUES: usize, const STAY: bool>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
            block::<VALUES, STAY>(lanes, shared, largest);
        }
        if is_x86_feature_detected!("avx512f") {
            #[expect(unsafe_code, reason = "the processor has AVX-512, as was just asked")]
            return unsafe { avx512::<VALUES, STAY>(lanes, shared, largest) };
        }
        if is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "the processor has AVX2, as was just asked")]
            return unsafe { avx2::<VALUES, STAY>(lanes, shared, largest) };
        }
    }
    block::<VALUES, STAY>(lanes, shared, largest);
}

/// Returns the lanes whose sets have `member`.
const fn own(member: usize) -> Word {
    let mut word = NONE;
    let mut lane = 0;
    while lane < SETS {
        if lane >> (member - 1) & 1 != 0 {
            word.0[lane / 64] |= 1 << (lane % 64);
        }
        lane += 1;
    }
    word
}

const OWN_MEMBERS: [Word; OWN as usize] = {
    let mut words = [NONE; OWN as usize];
    let mut member = 1;
    while member <= OWN as usize {
        words[member - 1] = own(member);
        member += 1;
    }
    words
};

#[inline(always)]
fn map(a: Word, b: Word, f: impl Fn(u64, u64) -> u64) -> Word {
    let mut word = NONE;
    for i in 0..word.0.len() {
        word.0[i] = f(a.0[i], b.0[i]);
    }
    word
}

#[inline(always)]
fn is_all(word: &Word) -> bool {
    word.0.iter().fold(u64::MAX, |all, &part| all & part) == u64::MAX
}

#[inline(always)]
fn is_none(word: &Word) -> bool {
    word.0.iter().fold(0, |all, &part| all | part) == 0
}

/// Returns the lanes in which an option of the row at `at` has the value of the plane.
#[inline(always)]
fn excluded(plane: &Plane, at: usize, own: &[Word; OWN as usize], shared: &[usize]) -> Word {
    let mut word = NONE;
    let past = &plane[at - own.len()..at];
    for (own, row) in own.iter().zip(past.iter().rev()) {
        word = map(word, map(*own, *row, |own, row| own & row), |a, b| a | b);
    }
    for &member in shared {
        // the bounds check keeps the compiler from gathering parts of several rows
        word = map(word, plane[at - member], |a, b| a | b);
    }
    word
}

/// Runs Brent's algorithm in lockstep.
///
/// After every row, the lanes whose window equals the kept one have found their period. If `STAY`, all rows are kept and
/// preperiods are found, too.
#[inline(always)]
fn block<const VALUES: usize, const STAY: bool>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
    let Lanes { own, planes, found } = lanes;
    let planes = &mut planes[..VALUES];
    // all planes from here on count as empty, even if an earlier block wrote to them
    let mut used = 0;
    let (mut done, mut kept_at) = (NONE, 0);
    for row in 1..=ROWS as usize {
        // 1. the next row: each lane gets the least value that its options do not have
        let at = if STAY { PAST + row - 1 } else { PAST + (row - 1) % PAST };
        let mut open = ALL;
        for (value, plane) in planes.iter_mut().enumerate() {
            if value >= used {
                if is_none(&open) {
                    break;
                }
                plane[..if STAY { at } else { KEPT + PAST }].fill(NONE);
                used = value + 1;
            }
            let excluded = if is_none(&open) { NONE } else { excluded(plane, at, own, shared) };
            plane[at] = map(open, excluded, |open, excluded| open & !excluded);
            if !STAY {
                plane[at - PAST] = plane[at];
            }
            open = map(open, excluded, |open, excluded| open & excluded);
        }
        // 2. compare the last window with the kept one
        let mut differs = done;
        let kept = if STAY { kept_at } else { KEPT };
        'compared: for plane in &planes[..used] {
            let (now, then) = (&plane[at - (PAST - 1)..=at], &plane[kept..PAST + kept]);
            for back in 0..largest {
                let changed = map(now[PAST - 1 - back], then[PAST - 1 - back], |now, then| now ^ then);
                differs = map(differs, changed, |a, b| a | b);
                if back % 4 == 3 && is_all(&differs) {
                    break 'compared;
                }
            }
        }
        if !is_all(&differs) {
            let same = map(differs, NONE, |differs, _| !differs);
            match STAY {
                true => find_preperiods(&planes[..used], row - kept_at, kept_at, largest, same, found),
                false => found.push(Found { period: (row - kept_at) as u32, preperiod: 0, lanes: same }),
            }
            done = map(done, same, |done, same| done | same);
            if is_all(&done) {
                return;
            }
        }
        // 3. at powers of two, keep the present window
        if row.is_power_of_two() {
            kept_at = row;
            if !STAY {
                planes[..used].iter_mut().for_each(|plane| plane.copy_within(at + 1 - PAST..=at, KEPT));
            }
        }
    }
}

#[inline(always)]
fn differing(planes: &[Plane], at: usize, other: usize) -> Word {
    planes.iter().fold(NONE, |differs, plane| {
        let changed = map(plane[at], plane[other], |now, then| now ^ then);
        map(differs, changed, |a, b| a | b)
    })
}

/// Finds the rows from which on these lanes have this period.
///
/// All lanes have it from row `kept_at` on. If the first `largest` rows also repeat, the preperiod is 0. Otherwise the rows are
/// compared backwards, and the preperiod follows the last row that does not repeat.
#[inline(always)]
fn find_preperiods(planes: &[Plane], period: usize, kept_at: usize, largest: usize, mut lanes: Word, found: &mut Vec<Found>) {
    let (least, rows) = (period as u32, kept_at.saturating_sub(largest));
    // 1. the lanes in which the first rows repeat have the preperiod 0
    let mut differs = NONE;
    for row in 0..largest.min(kept_at) {
        differs = map(differs, differing(planes, PAST + row, PAST + row + period), |a, b| a | b);
        if row % 4 == 3 && is_none(&map(lanes, differs, |lanes, differs| lanes & !differs)) {
            break;
        }
    }
    let from_start = map(lanes, differs, |lanes, differs| lanes & !differs);
    if !is_none(&from_start) {
        found.push(Found { period: least, preperiod: 0, lanes: from_start });
        lanes = map(lanes, differs, |lanes, differs| lanes & differs);
    }
    // 2. for the others, compare backwards from the last row that may not repeat
    for row in (0..rows).rev() {
        if is_none(&lanes) {
            return;
        }
        let differs = differing(planes, PAST + row, PAST + row + period);
        let begin = map(lanes, differs, |lanes, differs| lanes & differs);
        if !is_none(&begin) {
            found.push(Found { period: least, preperiod: row as u32 + 1, lanes: begin });
            lanes = map(lanes, differs, |lanes, differs| lanes & !differs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::one::{Nimbers, Outcomes};

    /// The widest registers must give the same as portable code.
    fn compare<S: Window, const VALUES: usize, const STAY: bool>() {
        let (mut wide, mut plain) = (Lanes::default(), Lanes::default());
        plain.make_room(S::VALUES);
        for (largest, block_number) in [(11, 0), (20, 1000), (63, 3)] {
            wide.periods::<S>(largest, block_number, STAY);
            let members = (OWN + 1..largest).filter(|member| block_number >> (member - 1 - OWN) & 1 != 0).chain([largest]);
            let shared: Vec<usize> = members.map(|member| member as usize).collect();
            plain.found.clear();
            block::<VALUES, STAY>(&mut plain, &shared, largest as usize);
            let one = |found: &Found| (found.period, found.preperiod, found.lanes.0);
            let plainly = |lanes: &Lanes| lanes.found.iter().map(one).collect::<Vec<_>>();
            assert_eq!(plainly(&wide), plainly(&plain), "{largest}");
        }
    }

    #[test]
    fn every_width_says_the_same() {
        compare::<Outcomes, 1, false>();
        compare::<Outcomes, 1, true>();
        compare::<Nimbers, 64, false>();
        compare::<Nimbers, 64, true>();
    }

    #[test]
    fn lanes_are_counted_and_visited_in_order() {
        let mut lanes = NONE;
        (lanes.0[0], lanes.0[3], lanes.0[7]) = (1 << 63, 5, 1 << 63);
        let mut seen = vec![];
        each(&lanes, |lane| seen.push(lane));
        assert_eq!((seen, count(&lanes), first(&lanes)), (vec![63, 192, 194, 511], 4, 63));
    }
}
