//! The generator of one case, by its seed and number alone.

use fastrand::Rng;

/// The generator of the case with this number under this seed.
pub fn rng_of(seed: u64, case: u64) -> Rng {
    // neighbours must not be alike: splitmix64 (Steele, Lea & Flood 2014)
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case.wrapping_add(1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    Rng::with_seed((mixed ^ mixed >> 31).wrapping_mul(0x94d0_49bb_1331_11eb))
}
