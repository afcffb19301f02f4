//! 512 subtraction sets at once: one bit of a 512-bit word for each, and Brent's algorithm on all of them in step.
//!
//! The sets of a block share their members from 10 on; each of the 512 lanes has its own choice of 1 to 9. For every value v
//! a ring of the last 64 rows says in which lanes a row has the value v; a row has v where no option has it and every smaller
//! value is excluded. The same source is compiled for AVX-512, for AVX2 and for any machine, and chosen when it runs.

use super::one::Window;

/// Lanes in a block.
pub(super) const SETS: usize = 512;

/// The members that differ from lane to lane: 1 to this.
const OWN: u32 = SETS.ilog2();

/// How many rows a block is computed for. Sets whose period is not found by then are left to others.
const ROWS: u32 = 1024;

/// Rows in a ring, a power of two and more than the largest member.
const RING: usize = 64;

/// One bit for each lane; on a boundary of 64 bytes, so that no access crosses one (1.2 times faster).
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Word([u64; SETS / 64]);

const NONE: Word = Word([0; SETS / 64]);
const ALL: Word = Word([u64::MAX; SETS / 64]);

/// Whether sets with this largest member fill a block.
pub(super) fn are_worth_it(largest: u32) -> bool {
    largest > OWN
}

/// What the lanes of one value hold: the last rows twice over, so that looking back never wraps, and a window to compare with.
#[derive(Clone)]
struct Plane {
    ring: [Word; 2 * RING],
    snapshot: [Word; RING],
}

/// Room for blocks, used again and again.
pub(super) struct Lanes {
    /// The lanes whose set has the member 1, 2, … In memory, not as constants: those that are all or nothing would be folded
    /// into the code, which then shuffles parts of words.
    own: [Word; OWN as usize],
    planes: Vec<Plane>,
    /// All planes from here on are empty.
    used: usize,
    found: Vec<(u32, Word)>,
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self { own: OWN_MEMBERS, planes: vec![], used: 0, found: vec![] }
    }

    /// The periods that were found in a block and which lanes have them, and the lanes that are still open.
    pub(super) fn periods<S: Window>(&mut self, largest: u32, block: u64) -> (&[(u32, Word)], Word) {
        if self.planes.len() < S::VALUES {
            self.planes.resize(S::VALUES, Plane { ring: [NONE; 2 * RING], snapshot: [NONE; RING] });
        }
        self.found.clear();
        let mut shared = [0_usize; RING];
        let mut members = 0;
        for member in (OWN + 1..largest).filter(|member| block >> (member - 1 - OWN) & 1 != 0).chain([largest]) {
            shared[members] = member as usize;
            members += 1;
        }
        match S::VALUES {
            1 => seek::<1>(self, &shared[..members], largest as usize),
            _ => seek::<64>(self, &shared[..members], largest as usize),
        }
        let open = self.found.iter().fold(ALL, |open, (_, lanes)| map(open, *lanes, |open, found| open & !found));
        (&self.found, open)
    }
}

/// How many lanes these are.
pub(super) fn count(lanes: &Word) -> u64 {
    lanes.0.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The first of these lanes, of which there is one.
pub(super) fn first(lanes: &Word) -> u64 {
    let word = lanes.0.iter().take_while(|word| **word == 0).count();
    64 * word as u64 + lanes.0.get(word).map_or(0, |word| u64::from(word.trailing_zeros()))
}

/// Visits these lanes in order.
pub(super) fn each(lanes: &Word, mut visit: impl FnMut(u64)) {
    for (start, mut word) in (0..).step_by(64).zip(lanes.0) {
        while word != 0 {
            visit(start + u64::from(word.trailing_zeros()));
            word &= word - 1;
        }
    }
}

/// Runs the block with the widest registers there are.
fn seek<const VALUES: usize>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f")]
        fn avx512<const VALUES: usize>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
            block::<VALUES>(lanes, shared, largest);
        }
        #[target_feature(enable = "avx2")]
        fn avx2<const VALUES: usize>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
            block::<VALUES>(lanes, shared, largest);
        }
        if is_x86_feature_detected!("avx512f") {
            #[expect(unsafe_code, reason = "the processor has AVX-512, as was just asked")]
            return unsafe { avx512::<VALUES>(lanes, shared, largest) };
        }
        if is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "the processor has AVX2, as was just asked")]
            return unsafe { avx2::<VALUES>(lanes, shared, largest) };
        }
    }
    block::<VALUES>(lanes, shared, largest);
}

/// The lanes whose set has `member`.
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

/// The lanes in which some option of the row at `at` has the value of this ring.
#[inline(always)]
fn excluded(ring: &[Word; 2 * RING], at: usize, own: &[Word; OWN as usize], shared: &[usize]) -> Word {
    let mut word = NONE;
    for (back, own) in own.iter().enumerate() {
        let row = ring[(at - 1 - back) % ring.len()];
        word = map(word, map(*own, row, |own, row| own & row), |a, b| a | b);
    }
    for &member in shared {
        // the check of the index keeps the compiler from gathering parts of several rows
        word = map(word, ring[at - member], |a, b| a | b);
    }
    word
}

/// Brent's algorithm in step: after every row, the lanes whose window equals the one that was kept have their period.
#[inline(always)]
fn block<const VALUES: usize>(lanes: &mut Lanes, shared: &[usize], largest: usize) {
    let Lanes { own, planes, used, found } = lanes;
    for plane in &mut planes[..*used] {
        plane.ring.fill(NONE);
        plane.snapshot.fill(NONE);
    }
    *used = 1;
    let (mut done, mut kept_at) = (NONE, 0);
    for row in 1..=ROWS {
        let at = (row as usize - 1) % RING + RING;
        let mut open = ALL;
        for (value, plane) in planes[..VALUES].iter_mut().enumerate() {
            let excluded = if is_all(&map(open, NONE, |open, _| !open)) { NONE } else { excluded(&plane.ring, at, own, shared) };
            let has = map(open, excluded, |open, excluded| open & !excluded);
            plane.ring[at] = has;
            plane.ring[at - RING] = has;
            open = map(open, excluded, |open, excluded| open & excluded);
            if value + 1 >= *used {
                if is_all(&map(open, NONE, |open, _| !open)) {
                    break;
                }
                *used = (value + 2).min(VALUES);
            }
        }
        let mut differs = done;
        'compared: for plane in &planes[..*used] {
            for back in 0..largest {
                let changed =
                    map(plane.ring[(at - back) % plane.ring.len()], plane.snapshot[back % RING], |now, then| now ^ then);
                differs = map(differs, changed, |a, b| a | b);
                if back % 4 == 3 && is_all(&differs) {
                    break 'compared;
                }
            }
        }
        if !is_all(&differs) {
            found.push((row - kept_at, map(differs, NONE, |differs, _| !differs)));
            done = map(done, differs, |done, differs| done | !differs);
            if is_all(&done) {
                return;
            }
        }
        if row.is_power_of_two() {
            for plane in &mut planes[..*used] {
                for back in 0..largest {
                    plane.snapshot[back] = plane.ring[at - back];
                }
            }
            kept_at = row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::one::{Nimbers, Outcomes};

    /// The widest registers against what any machine can do.
    fn compare<S: Window, const VALUES: usize>() {
        let (mut wide, mut plain) = (Lanes::new(), Lanes::new());
        plain.planes.resize(S::VALUES, Plane { ring: [NONE; 2 * RING], snapshot: [NONE; RING] });
        for (largest, block_number) in [(11, 0), (20, 1000), (63, 3)] {
            wide.periods::<S>(largest, block_number);
            let members = (OWN + 1..largest).filter(|member| block_number >> (member - 1 - OWN) & 1 != 0).chain([largest]);
            let shared: Vec<usize> = members.map(|member| member as usize).collect();
            plain.found.clear();
            block::<VALUES>(&mut plain, &shared, largest as usize);
            let plainly = |lanes: &Lanes| lanes.found.iter().map(|(period, word)| (*period, word.0)).collect::<Vec<_>>();
            assert_eq!(plainly(&wide), plainly(&plain), "{largest}");
        }
    }

    #[test]
    fn every_width_says_the_same() {
        compare::<Outcomes, 1>();
        compare::<Nimbers, 64>();
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
