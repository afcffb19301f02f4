//! Cram: a move lays a domino, upright or flat, on two free neighbouring squares.
//!
//! Whoever cannot move has lost. Berlekamp, Conway & Guy, *Winning Ways*, ch. 15. To build and try it:
//!
//!     cargo build --release --target wasm32-unknown-unknown
//!     sprague solve ./target/wasm32-unknown-unknown/release/rust_cram.wasm:4x5@empty

#![no_std]

use sprague_guest::{BadAt, Notation, Options, Parameters, Pictures, Player, Rules, Scan, Text};

/// A board of so many columns and rows, at most 64 squares.
struct Cram {
    width: u64,
    height: u64,
}

impl Rules for Cram {
    /// The squares that are covered, a bit each.
    type Position = u64;
    const ABOUT: &str = "name: Cram\nrules: lay a domino on two free neighbouring squares\n\
        position: \"empty\" or the squares row by row, # where one is covered and . where it is free\n\
        parameters: columns x rows, at most 64 squares, such as 4x5\nexample: empty";
    const START: Self = Cram { width: 4, height: 4 };

    fn options(&self, covered: u64, _: Player, options: &mut Options<'_, u64>) {
        for square in 0..self.width * self.height {
            let flat = (square % self.width + 1 < self.width).then_some(0b11 << square);
            let upright = (square + self.width < self.width * self.height).then_some((1 | 1 << self.width) << square);
            for domino in [flat, upright].into_iter().flatten() {
                if covered & domino == 0 {
                    options.push(covered | domino);
                }
            }
        }
    }
}

impl Parameters for Cram {
    fn configure(text: &str) -> Result<Self, BadAt> {
        let mut scan = Scan::new(text);
        let width = scan.number()?;
        scan.literal("x")?;
        let height = scan.number()?;
        scan.end()?;
        if matches!(width.checked_mul(height), Some(1..=64)) { Ok(Cram { width, height }) } else { Err(BadAt(0)) }
    }
}

impl Notation for Cram {
    fn parse(&self, text: &str) -> Result<u64, BadAt> {
        if text == "empty" {
            return Ok(0);
        }
        let (mut scan, mut covered) = (Scan::new(text), 0);
        for square in 0..self.width * self.height {
            let here = scan.wrong();
            match scan.character() {
                Some('#') => covered |= 1 << square,
                Some('.') => {}
                _ => return Err(here),
            }
        }
        scan.end().map(|()| covered)
    }

    fn show(&self, covered: u64, text: &mut Text<'_>) {
        for square in 0..self.width * self.height {
            text.push(if covered >> square & 1 == 1 { "#" } else { "." });
        }
    }
}

impl Pictures for Cram {
    fn picture(&self, covered: u64, text: &mut Text<'_>) {
        text.push("cells");
        for square in 0..self.width * self.height {
            if square % self.width == 0 {
                text.push("\n");
            }
            text.push(if covered >> square & 1 == 1 { "#" } else { "." });
        }
    }
}

sprague_guest::export!(Cram: Notation, Parameters, Pictures);
