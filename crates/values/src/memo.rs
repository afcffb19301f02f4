//! Hash maps whose keys are handles, with a fast hash function.

use core::hash::{BuildHasherDefault, Hasher};
use hashbrown::HashMap;

pub(crate) type Memo<K, V> = HashMap<K, V, BuildHasherDefault<HandleHasher>>;

/// Hashes handles. It need not resist attacks, because handles do not come from outside.
#[derive(Default)]
pub(crate) struct HandleHasher(u64);

impl Hasher for HandleHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(29) ^ n).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
