//! Goes through every option of every heap, and marks the option's value with the size of the heap.
//!
//! This is the method of `octalstamp` and `grundygamestamp` in a contestant's program.

/// Larger than any value that occurs here.
const VALUES: usize = 1 << 12;

/// Returns the nimbers of the heaps below `heaps`, for a code of digits up to 7.
///
/// `digits[k]` is the digit for taking k tokens.
pub(crate) fn code(digits: &[u8], heaps: usize) -> Vec<u16> {
    let (mut g, mut stamps) = (vec![0_u16], [0_u32; VALUES]);
    for n in 1..heaps {
        for (taken, digit) in (1..=n).zip(&digits[1..]) {
            let left = n - taken;
            if digit & 1 != 0 && left == 0 {
                stamps[0] = n as u32;
            }
            if digit & 2 != 0 && left > 0 {
                stamps[usize::from(g[left])] = n as u32;
            }
            if digit & 4 != 0 && left > 1 {
                split(&g, left, left / 2, n as u32, &mut stamps);
            }
        }
        g.push(mex(&stamps, n as u32));
    }
    g
}

/// Returns the nimbers of Grundy's game, in which a heap is split into two unequal ones.
pub(crate) fn grundy(heaps: usize) -> Vec<u16> {
    let (mut g, mut stamps) = (vec![0_u16], [0_u32; VALUES]);
    for n in 1..heaps {
        split(&g, n, (n - 1) / 2, n as u32, &mut stamps);
        g.push(mex(&stamps, n as u32));
    }
    g
}

/// Marks the options that split `left` tokens into two heaps, with 1 to `most` tokens in the smaller one.
#[inline]
fn split(g: &[u16], left: usize, most: usize, stamp: u32, stamps: &mut [u32; VALUES]) {
    let (small, large) = (&g[1..=most], &g[left - most..left]);
    for (a, b) in small.iter().zip(large.iter().rev()) {
        // the remainder avoids a bounds check
        stamps[usize::from(a ^ b) % VALUES] = stamp;
    }
}

fn mex(stamps: &[u32; VALUES], stamp: u32) -> u16 {
    stamps.iter().take_while(|found| **found == stamp).count() as u16
}
