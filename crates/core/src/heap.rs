//! Heap games as data and as rows: amounts, codes, rules that theorems speak about, sequences and their periods.

mod amounts;
pub mod arrangement;
mod big;
mod by_heap;
mod code;
mod heaps;
mod rules;
mod sequence;
mod theorem;

pub use amounts::{AmountSet, Amounts, BadAmounts};
pub use big::{BigHeaps, HeapMemory};
pub use by_heap::{ByHeap, FiniteAmounts, OneHeap, PartizanHeap};
pub use code::TakeAndBreak;
pub use heaps::Heaps;
pub use rules::{HeapRules, Parity, RowKind, Totals};
pub use sequence::{Cell, HeapSequence, Nimbers, Outcomes, Period, Rows};
pub use theorem::Theorem;
