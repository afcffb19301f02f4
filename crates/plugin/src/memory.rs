//! How much memory the thread holds, so that a script cannot take more than its share.
//!
//! The interpreter of scripts bounds every value, but not how many of them there are. A program that makes [`Counted`] its
//! allocator, as that of sprague does, bounds them all together.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes that this thread has asked for and not given back.
    static HELD: Cell<i64> = const { Cell::new(0) };
}

/// The system's allocator, which counts what each thread holds: about a nanosecond for each call.
///
/// With it, one call of a script may hold 32 MiB. Without it only the size of each string, list and map is bounded.
///
/// ```
/// #[global_allocator]
/// static MEMORY: sprague_plugin::Counted = sprague_plugin::Counted;
///
/// let script = "fn moves(n) { let a = []; a.pad(30000, n); let b = a; b.push(n); moves(n) }";
/// let plugin = sprague_plugin::Plugin::from_script("greedy.rhai", script, None).unwrap();
/// let rules = plugin.rules();
/// rules.options(&rules.read("3").unwrap(), sprague_core::Player::Left, 0, &mut vec![]);
/// assert!(plugin.fault().unwrap().to_string().contains("more than 32 MiB"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted;

/// The bytes that this thread holds, or less where memory came from other threads; always 0 without [`Counted`].
pub(crate) fn held() -> i64 {
    HELD.with(Cell::get)
}

fn count(bytes: usize, sign: i64) {
    HELD.with(|held| held.set(held.get() + sign * bytes as i64));
}

// SAFETY: everything is what the system's allocator does
#[expect(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 1);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 1);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size(), -1);
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), -1);
        count(size, 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}
