//! Counts the allocated memory of a thread, so that the memory of a script can be limited.
//!
//! The interpreter of scripts can bound the size of a value but not the number of values, and it measures a whole list
//! whenever something is pushed to it. If a program uses [`Counted`] as its allocator, as that of sprague does, the total
//! size of all values is bounded at almost no cost.

#[cfg(feature = "scripts")]
pub(crate) mod held;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Tally = const { Tally { held: [const { Cell::new(0) }; 3], longest: Cell::new(0) } };
}

/// The memory that a thread has allocated and not freed, in bytes, bytes of text, and number of allocations, and the size of
/// its longest text.
struct Tally {
    held: [Cell<i64>; 3],
    longest: Cell<i64>,
}

/// An allocator that counts the memory of each thread, at a cost of a nanosecond or two per call.
///
/// The memory comes from the system unless you name another allocator.
///
/// With this allocator, one call of a script may use 32 MiB, and its lists may have any length within that. Without it, the
/// size of each string, list and map is bounded but not their number, and long lists are slow.
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

// SAFETY: every call is passed on unchanged to the allocator inside
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
