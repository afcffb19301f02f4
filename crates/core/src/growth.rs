//! Estimates the bytes of lists, including the bytes that their next growth will take.
//!
//! While a list grows, its old and its new buffer, which is twice as large, are both in memory.

/// A list is about to grow if fewer than this many places are free. Limits are checked about once in this many steps.
const NEAR: usize = 1 << 12;

/// Lists of up to this many bytes may grow before their bytes are counted.
const SMALL: usize = 16 << 20;

/// Returns the bytes of a list that gets few items before limits are checked again.
///
/// ```
/// use sprague_core::growth;
///
/// let mut list: Vec<u64> = Vec::with_capacity(4 << 20);
/// assert_eq!(growth::of_list(&list), 32 << 20);
/// list.resize((4 << 20) - 10, 0);
/// assert_eq!(growth::of_list(&list), 96 << 20);
/// ```
pub fn of_list<T>(list: &Vec<T>) -> usize {
    before(list, NEAR)
}

/// Returns the bytes of a list that is about to get up to `more` items.
///
/// ```
/// let list: Vec<u64> = Vec::with_capacity(4 << 20);
/// assert_eq!(sprague_core::growth::before(&list, 4 << 20), 32 << 20);
/// assert_eq!(sprague_core::growth::before(&list, 5 << 20), 96 << 20);
/// ```
pub fn before<T>(list: &Vec<T>, more: usize) -> usize {
    let bytes = list.capacity() * size_of::<T>();
    let free = list.capacity() - list.len();
    if !is_small(bytes) && free < more { grown(bytes) } else { bytes }
}

/// Returns the bytes of a list or table that now takes `bytes` and has `free` free places before it grows.
///
/// ```
/// use sprague_core::growth::with_growth;
/// assert_eq!(with_growth(32 << 20, 1 << 20), 32 << 20);
/// assert_eq!(with_growth(32 << 20, 10), 96 << 20);
/// assert_eq!(with_growth(1 << 20, 10), 1 << 20);
/// ```
pub fn with_growth(bytes: usize, free: usize) -> usize {
    if !is_small(bytes) && free < NEAR { grown(bytes) } else { bytes }
}

/// Returns whether a list of this many bytes is small enough to grow before its bytes are counted.
///
/// ```
/// assert!(sprague_core::growth::is_small(1_000_000));
/// ```
pub fn is_small(bytes: usize) -> bool {
    bytes <= SMALL
}

fn grown(bytes: usize) -> usize {
    bytes.saturating_mul(3)
}
