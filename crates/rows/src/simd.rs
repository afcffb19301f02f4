//! Vector instructions of the machine, chosen at run time.
//!
//! The kernels are plain loops over slices. Each is compiled three times, for AVX-512, for AVX2 and for any machine. The
//! results are equal; only the speed differs.

/// A set of vector instructions for which loops are compiled.
///
/// ```
/// use sprague_rows::SimdLevel;
/// assert!(SimdLevel::all().contains(&SimdLevel::best()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimdLevel {
    /// AVX-512 F, BW, DQ, VL, VBMI2 and VPOPCNTDQ, with 512 bits.
    ///
    /// Intel processors have them since Ice Lake, AMD processors since Zen 4.
    Avx512,
    /// AVX2, with 256 bits.
    Avx2,
    /// Only the instructions that the compiler may assume on every machine.
    Portable,
}

impl SimdLevel {
    /// Returns all sets that this machine has, widest first.
    pub fn all() -> Vec<Self> {
        let candidates = [Self::Avx512, Self::Avx2, Self::Portable];
        candidates.into_iter().filter(|lanes| lanes.is_here()).collect()
    }

    /// Returns the widest set that this machine has.
    pub fn best() -> Self {
        Self::all()[0]
    }

    #[cfg(target_arch = "x86_64")]
    fn is_here(self) -> bool {
        match self {
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("bmi2")
            }
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"),
            Self::Portable => true,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_here(self) -> bool {
        self == Self::Portable
    }
}

/// Defines a function that runs `$body`, which must be `#[inline(always)]`, compiled for the instructions given as its first
/// argument.
macro_rules! for_lanes {
    ($(#[$doc:meta])* $vis:vis fn $name:ident $(<$T:ident: $bound:path>)? ($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $body:path;) => {
        $(#[$doc])*
        $vis fn $name $(<$T: $bound>)? (lanes: $crate::SimdLevel, $($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,bmi2,lzcnt,popcnt")]
            fn avx512 $(<$T: $bound>)? ($($arg: $ty),*) $(-> $ret)? {
                $body($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2 $(<$T: $bound>)? ($($arg: $ty),*) $(-> $ret)? {
                $body($($arg),*)
            }
            match lanes {
                #[cfg(target_arch = "x86_64")]
                #[expect(unsafe_code, reason = "calls code for instructions that this machine was found to have")]
                // SAFETY: `SimdLevel` values other than `Portable` come from `SimdLevel::all`, or were checked by `here`
                $crate::SimdLevel::Avx512 => unsafe { avx512($($arg),*) },
                #[cfg(target_arch = "x86_64")]
                #[expect(unsafe_code, reason = "calls code for instructions that this machine was found to have")]
                // SAFETY: as above
                $crate::SimdLevel::Avx2 => unsafe { avx2($($arg),*) },
                _ => $body($($arg),*),
            }
        }
    };
}
pub(super) use for_lanes;

impl SimdLevel {
    /// Returns this set if the machine has it, otherwise the widest set that the machine has. Code for the result is safe to
    /// call.
    pub(super) fn here(self) -> Self {
        if self.is_here() { self } else { Self::best() }
    }
}
