//! Nimbers of take-and-break games without a known pattern, by searching for holes: values that have no stamp.
//!
//! The mex of a heap is the least value that no option has. The first few hundred splits are stamped one by one and leave few
//! holes below it. Then each hole, the least first, is searched for in all other splits, many at a time. The first hole that is
//! not found is the mex. So most of the work is one pass of comparisons over n / 2 pairs.

use super::moves::Moves;
use super::stamps::Stamps;
use super::values::{Value, Values, first_pair};
use crate::simd::SimdLevel;

/// The least number of splits of each kind that are stamped one by one.
pub(crate) const STAMPED: usize = 256;

/// If there are many values, this many splits for each value are stamped, so that few holes are left.
///
/// On 0.007 and Grundy's game, 4, 8 and 16 were measured.
const PER_VALUE: usize = 16;

/// Returns the value of the next heap, from all its options.
#[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "other machines have no lanes"))]
#[inline(always)]
pub(crate) fn next_value<T: Value>(moves: &Moves, values: &Values<T>, stamps: &mut Stamps, lanes: SimdLevel) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if lanes == SimdLevel::Avx512 {
        #[expect(unsafe_code, reason = "calls code for instructions that this machine was found to have")]
        // SAFETY: the caller passes the result of `SimdLevel::here`
        let value = unsafe { super::hole_scan_512::next_value(moves, values, stamps) };
        if let Some(value) = value {
            return value;
        }
    }
    let n = values.as_slice().len();
    let heap = n as u32;
    let stamped = STAMPED.max(PER_VALUE * values.most() as usize);
    // 1. stamp the options without a split, and the first splits
    stamps.fit(values.most());
    stamps.unsplit(moves, values.as_slice());
    let rests = || moves.breaking.iter().take_while(|taken| **taken < n).map(|taken| n - taken);
    for rest in rests() {
        let (small, large) = values.pairs(rest, 1, moves.half(rest).min(stamped));
        stamps.stamp_all(small, large, heap);
    }
    // 2. search for each hole in all other splits
    let mut value = 0;
    while stamps.has(value, heap) || first_split(moves, values, stamped, value).is_some() {
        value += 1;
    }
    value
}

/// Returns about the least smaller part above `beyond` of a split that has this value, or `None` if no split has it.
///
/// It may not be the least such part, but it is less than twice the least plus a few hundred. The function uses loops and no
/// closures, because closures might be compiled without the vector instructions of the function around them.
#[inline(always)]
pub(crate) fn first_split<T: Value>(moves: &Moves, values: &Values<T>, beyond: usize, value: u32) -> Option<usize> {
    let n = values.as_slice().len();
    let value = T::of(value)?;
    let deepest = moves.half(n.checked_sub(*moves.breaking.first()?)?);
    let mut from = beyond + 1;
    while from <= deepest {
        // with one kind of split there is no need to alternate
        let to = if moves.breaking.len() == 1 { deepest } else { 2 * from + 512 };
        for &taken in &moves.breaking {
            let Some(half) = n.checked_sub(taken).map(|rest| moves.half(rest)).filter(|half| *half >= from) else { continue };
            if let Some(at) = first_pair(values.pairs(n - taken, from, half.min(to)), value) {
                return Some(from + at);
            }
        }
        from = to + 1;
    }
    None
}
