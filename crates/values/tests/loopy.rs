//! Loopy values, compared with published values and with play.

mod brute;
mod cgsuite;
mod limits;
mod rules;
mod text;

use sprague_core::Limits;
use sprague_values::Arena;
use sprague_values::loopy::{Sided, Stopper, Stoppers};
use std::sync::LazyLock;

static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

fn stoppers() -> Stoppers<'static> {
    Stoppers::new(&Arena::new(), &LIMITS)
}

fn read(stoppers: &mut Stoppers<'_>, text: &str) -> Sided {
    stoppers.read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn stopper(stoppers: &mut Stoppers<'_>, text: &str) -> Stopper {
    read(stoppers, text).stopper().unwrap_or_else(|| panic!("{text} is no stopper"))
}

fn text(stoppers: &mut Stoppers<'_>, value: Sided) -> String {
    stoppers.text(value, 10_000).expect("the work is bounded").expect("it is short")
}

/// A xorshift generator, which gives the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % u64::from(n)) as u32
    }
}
