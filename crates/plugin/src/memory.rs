//! How much memory the thread holds, so that a script cannot take more than its share.
//!
//! The interpreter of scripts can bound every value, but not how many of them there are, and it measures a whole list whenever
//! something is pushed to it. A program that makes [`Counted`] its allocator, as that of sprague does, bounds all values together, for
//! next to nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Tally = const { Tally { held: [const { Cell::new(0) }; 3], longest: Cell::new(0) } };
}

/// What a thread has asked for and not given back: bytes, those of them that are text, and pieces; and the longest text that it has
/// asked for.
struct Tally {
    held: [Cell<i64>; 3],
    longest: Cell<i64>,
}

/// An allocator, the system's unless another is named, which counts what each thread holds: a nanosecond or two for each call.
///
/// With it, one call of a script may hold 32 MiB, and its lists may be as long as fit into that. Without it the size of each string,
/// list and map is bounded, but not their number, and long lists are slow.
///
/// ```
/// #[global_allocator]
/// static MEMORY: sprague_plugin::Counted = sprague_plugin::Counted(std::alloc::System);
///
/// let script = "fn moves(n) { let a = []; a.pad(30000, n); for k in 0..5 { a += a } moves(n) }";
/// let plugin = sprague_plugin::Plugin::from_script("greedy.rhai", script, None).unwrap();
/// let rules = plugin.rules();
/// rules.options(&rules.read("3").unwrap(), sprague_core::Player::Left, 0, &mut vec![]);
/// assert!(plugin.fault().unwrap().to_string().contains("more than 32 MiB"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted<A = System>(pub A);

/// What a thread holds, or less where memory came from other threads; nothing without [`Counted`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) bytes: i64,
    /// Those of the bytes that are text, or bytes of any meaning: nothing else may lie at odd addresses.
    pub(crate) text: i64,
    pub(crate) pieces: i64,
}

/// What this thread holds.
pub(crate) fn held() -> Held {
    HELD.with(|tally| {
        let [bytes, text, pieces] = [0, 1, 2].map(|what| tally.held[what].get());
        Held { bytes, text, pieces }
    })
}

/// Whether this thread holds no more bytes than these, and asked for no longer text since [`forget_longest`].
#[inline]
pub(crate) fn holds_no_more(bytes: i64, text: i64) -> bool {
    HELD.with(|tally| tally.held[0].get() <= bytes && tally.longest.get() <= text)
}

/// The longest text that this thread asked for since [`forget_longest`].
pub(crate) fn longest() -> i64 {
    HELD.with(|tally| tally.longest.get())
}

/// From now on the [`longest`] text is that of what is asked for now.
pub(crate) fn forget_longest() {
    HELD.with(|tally| tally.longest.set(0));
}

/// Whether the program counts what it holds.
pub(crate) fn is_counted() -> bool {
    let before = held();
    let piece = std::hint::black_box(Box::new(0_u64));
    let is_counted = held() != before;
    drop(piece);
    is_counted
}

fn count(size: usize, align: usize, sign: i64) {
    let bytes = size as i64;
    HELD.with(|Tally { held: [all, text, pieces], longest }| {
        all.set(all.get() + sign * bytes);
        pieces.set(pieces.get() + sign);
        if align <= 2 {
            text.set(text.get() + sign * bytes);
            longest.set(longest.get().max(bytes));
        }
    });
}

// SAFETY: everything is what the allocator beneath does
#[expect(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counted<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), layout.align(), 1);
        unsafe { self.0.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), layout.align(), 1);
        unsafe { self.0.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size(), layout.align(), -1);
        unsafe { self.0.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), layout.align(), -1);
        count(size, layout.align(), 1);
        unsafe { self.0.realloc(pointer, layout, size) }
    }
}
