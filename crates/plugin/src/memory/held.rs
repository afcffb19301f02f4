//! Reading what a thread holds, where memory is counted.

use super::HELD;

/// The memory that a thread holds; nothing without [`Counted`](super::Counted).
///
/// Less where memory came from other threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) bytes: i64,
    /// The bytes of text, or of any meaning.
    ///
    /// Nothing else may lie at odd addresses.
    pub(crate) text: i64,
    pub(crate) pieces: i64,
}

/// The memory that this thread holds.
pub(crate) fn held() -> Held {
    HELD.with(|tally| {
        let [bytes, text, pieces] = [0, 1, 2].map(|what| tally.held[what].get());
        Held { bytes, text, pieces }
    })
}

/// Tells whether this thread holds no more bytes, and no longer text.
///
/// Text that was asked for since [`forget_longest`].
#[inline]
pub(crate) fn holds_no_more(bytes: i64, text: i64) -> bool {
    HELD.with(|tally| tally.held[0].get() <= bytes && tally.longest.get() <= text)
}

/// The longest text that this thread asked for since [`forget_longest`].
pub(crate) fn longest() -> i64 {
    HELD.with(|tally| tally.longest.get())
}

/// Forgets the [`longest`] text so far.
pub(crate) fn forget_longest() {
    HELD.with(|tally| tally.longest.set(0));
}

/// Makes this thread go on with what another one held.
///
/// It also goes on with the longest text that the other one asked for.
#[cfg(not(any(feature = "stack", target_family = "wasm")))]
pub(crate) fn go_on_with(held: Held, longest: i64) {
    HELD.with(|tally| {
        [held.bytes, held.text, held.pieces].into_iter().zip(&tally.held).for_each(|(held, ours)| ours.set(held));
        tally.longest.set(longest);
    });
}

/// Tells whether the program counts its memory.
pub(crate) fn is_counted() -> bool {
    let before = held();
    let piece = std::hint::black_box(Box::new(0_u64));
    let is_counted = held() != before;
    drop(piece);
    is_counted
}
