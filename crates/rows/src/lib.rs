//! Rows of heap games for every n: kernels, periods with their proofs, and sweeps over families.
//!
//! [`Sequence::extend_until_proved`] computes rows until a period is proved ([`proved`]) or enough rows are computed; a period
//! that is only seen is reported as [`observed`]. [`choose`] finds the kernel for rules that are data; [`TakeAndBreakNimbers`]
//! evaluates codes plainly. [`order`] proves the order of all rows of partizan heaps. [`sweep`] finds the exact period of every
//! subtraction set with a given largest member.

mod by_kernel;
mod choose;
mod kernel;
pub mod order;
mod period;
mod sequence;
mod simd;
pub mod sweep;
mod take_and_break;

pub use choose::{Choice, NoSuchKernel, choose};
pub use kernel::{CHUNK_ROWS, Kernel, KernelOverflow, NoChunk, Planes, Repeated, RowDigest};
pub use period::{observed, observed_projection, projected, proved, suffix_matches};
pub use sequence::Sequence;
pub use simd::SimdLevel;
pub use take_and_break::{
    GrundyNimbers, Method, Stream, StreamError, Streamed, TakeAndBreakNimbers, TakeAndBreakOutcomes, TakeAndBreakRun,
};
