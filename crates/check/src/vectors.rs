//! Compiles loops over slices for the vector instructions of the machine that runs them. The results are the same on all
//! machines.

/// Defines a function that runs `$body`, which must be `#[inline(always)]`, with the best instructions that the machine has.
macro_rules! with_vectors {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty = $body:path;) => {
        $(#[$doc])*
        $vis fn $name($($arg: $ty),*) -> $ret {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide($($arg: $ty),*) -> $ret {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn narrow($($arg: $ty),*) -> $ret {
                    $body($($arg),*)
                }
                let has_bits = is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt");
                let has_512 = is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi2");
                #[expect(unsafe_code, reason = "calls code for instructions that this machine was just found to have")]
                if has_bits && has_512 {
                    // SAFETY: the machine was found to have all these instructions
                    return unsafe { wide($($arg),*) };
                } else if has_bits && is_x86_feature_detected!("avx2") {
                    // SAFETY: the machine was found to have all these instructions
                    return unsafe { narrow($($arg),*) };
                }
            }
            $body($($arg),*)
        }
    };
}
pub(crate) use with_vectors;
