//! The random number generator of one case, which depends only on the seed and the number of the case.

use fastrand::Rng;

/// Returns the generator of the case with this number under this seed.
pub fn rng_of(seed: u64, case: u64) -> Rng {
    // consecutive numbers must give unrelated generators: splitmix64 (Steele, Lea & Flood 2014)
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case.wrapping_add(1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    Rng::with_seed((mixed ^ mixed >> 31).wrapping_mul(0x94d0_49bb_1331_11eb))
}
