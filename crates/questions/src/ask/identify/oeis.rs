//! Sequences of nimbers in the On-Line Encyclopedia of Integer Sequences.
//!
//! The numbers and the heaps of the first terms are from the encyclopedia. A test compares the terms in the atlas with
//! computed ones.

/// A sequence of the encyclopedia, and a family that has these nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OeisSequence {
    /// The number, such as 2186 for A002186.
    pub number: u32,
    /// The family, in the notation of a session.
    pub family: &'static str,
    /// The heap that the first term belongs to.
    pub first: u64,
}

/// The known sequences.
///
/// ```
/// use sprague_questions::identify::OEIS;
/// assert!(OEIS.iter().any(|known| (known.number, known.family) == (2186, "kayles")));
/// ```
pub const OEIS: &[OeisSequence] = &[
    known(1511, "subtraction:divisors", 1),
    known(2186, "kayles", 0),
    known(2187, "dawson-chess", 0),
    known(2188, "grundy", 0),
    known(14586, "subtraction:squares", 0),
    known(14588, "subtraction:fibonacci", 0),
    known(14589, "subtraction:primes", 0),
    known(25480, "at-most:1/2", 0),
    known(46695, "octal:0.6", 0),
    known(71426, "treblecross", 3),
    known(71430, "octal:0.16", 1),
    known(71433, "octal:0.37", 1),
    known(71434, "octal:0.074", 2),
    known(71435, "octal:0.177", 1),
    known(71436, "octal:0.56", 1),
    known(71452, "octal:0.045", 3),
    known(71453, "octal:0.117", 1),
    known(71454, "octal:0.054", 2),
    known(71461, "octal:0.124", 1),
    known(71462, "octal:0.125", 1),
    known(71464, "octal:0.127", 1),
    known(71508, "octal:0.444", 3),
    known(71509, "octal:0.454", 2),
    known(125_829, "octal:0.115", 1),
    known(125_912, "octal:0.141", 1),
    known(125_914, "octal:0.145", 1),
    known(125_915, "octal:0.147", 1),
    known(125_916, "octal:0.15", 0),
    known(125_917, "octal:0.153", 1),
    known(125_919, "octal:0.171", 1),
    known(125_923, "octal:0.226", 2),
    known(125_925, "octal:0.351", 1),
    known(125_927, "octal:0.53", 0),
    known(125_938, "octal:4.102", 1),
    known(125_944, "octal:4.726", 1),
];

const fn known(number: u32, family: &'static str, first: u64) -> OeisSequence {
    OeisSequence { number, family, first }
}

pub(super) fn written(number: u32) -> String {
    format!("A{number:06}")
}
