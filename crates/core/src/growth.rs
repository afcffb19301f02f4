//! Bytes of lists, with those that their next growth is about to take.
//!
//! What grows stands there twice for a moment: once as it was, and once twice as large.

/// The number of free places below which growth is near.
///
/// Limits are looked at once in about as many steps.
const NEAR: usize = 1 << 12;

/// Bytes of what is small enough to grow unforeseen.
const SMALL: usize = 16 << 20;

/// Bytes of a list that gets few items until the next look at limits.
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

/// Bytes of a list that is about to get up to so many items more.
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

/// Bytes of what has so many free places until it grows.
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

/// Tells whether so many bytes are few enough to be taken unforeseen.
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
