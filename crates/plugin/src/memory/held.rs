//! Reads the allocated memory of a thread, if memory is counted.

use super::HELD;

/// The allocated memory of a thread. It is zero without [`Counted`](super::Counted).
///
/// The numbers are too low if the thread frees memory that other threads allocated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) bytes: i64,
    /// The bytes in allocations with an alignment of at most 2. These are strings and byte arrays, because no other values
    /// may have odd addresses.
    pub(crate) text: i64,
    pub(crate) pieces: i64,
}

/// Returns the allocated memory of this thread.
pub(crate) fn held() -> Held {
    HELD.with(|tally| {
        let [bytes, text, pieces] = [0, 1, 2].map(|what| tally.held[what].get());
        Held { bytes, text, pieces }
    })
}

/// Returns `true` if this thread has allocated at most `bytes`, and no text longer than `text` since [`forget_longest`].
#[inline]
pub(crate) fn holds_no_more(bytes: i64, text: i64) -> bool {
    HELD.with(|tally| tally.held[0].get() <= bytes && tally.longest.get() <= text)
}

/// Returns the size of the longest text that this thread has allocated since [`forget_longest`].
pub(crate) fn longest() -> i64 {
    HELD.with(|tally| tally.longest.get())
}

pub(crate) fn forget_longest() {
    HELD.with(|tally| tally.longest.set(0));
}

/// Sets the counts of this thread to those of another thread, whose work it continues.
#[cfg(not(any(feature = "stack", target_family = "wasm")))]
pub(crate) fn go_on_with(held: Held, longest: i64) {
    HELD.with(|tally| {
        [held.bytes, held.text, held.pieces].into_iter().zip(&tally.held).for_each(|(held, ours)| ours.set(held));
        tally.longest.set(longest);
    });
}

/// Returns `true` if [`Counted`](super::Counted) is the program's allocator. It allocates memory to find out.
pub(crate) fn is_counted() -> bool {
    let before = held();
    let piece = std::hint::black_box(Box::new(0_u64));
    let is_counted = held() != before;
    drop(piece);
    is_counted
}
