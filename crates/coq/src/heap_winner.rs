//! The winner of a sum of heaps, as a theorem.

use crate::cost;
use crate::hint;
use crate::instance::{Instance, all_but_family, code_family, file_name, list, plain, single};
use crate::no_proof::NoProof;
use core::fmt::Write;
use num_bigint::BigUint;
use sprague_core::Play;
use sprague_core::certificate::{Certificate, Winner};
use sprague_core::heap::{AmountSet, Amounts, BigHeaps, HeapRules, TakeAndBreak, Theorem};

/// The known nimbers of single heaps, which Coq computes anew.
///
/// ```
/// use sprague_coq::KnownRows;
/// let of_nim = KnownRows::First(&[0, 1, 2, 3, 4, 5]);
/// assert!(matches!(of_nim, KnownRows::First(rows) if rows.len() == 6));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum KnownRows<'a> {
    /// The nimbers of heaps of 0, 1, … up to the largest at least.
    First(&'a [u32]),
    /// The certificate of their period, for heaps of any size.
    Period(&'a Certificate),
}

/// The most rows that are stated.
const MAX_ROWS: usize = 20_000;

/// The theorem about who wins a sum of heaps of one family.
///
/// The last mover wins. Heaps are of a take-and-break code, of a finite set of amounts, or of all amounts but some, as in Nim; with a
/// period they may have any size. Nothing that is known is trusted: if a row is wrong, Coq rejects the file.
///
/// ```
/// use sprague_coq::{KnownRows, heap_winner};
/// use sprague_core::heap::{AmountSet, Amounts, BigHeaps, HeapRules};
///
/// let nim = HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()));
/// let (_, instance) = heap_winner("nim@3,5", &nim, &BigHeaps::read("3.5")?, KnownRows::First(&[0, 1, 2, 3, 4, 5]))?;
/// assert!(instance.text.contains("Theorem winner : wins (moves (one_heap (all_but family))) (map N.to_nat heaps)."));
/// assert!(heap_winner("grundy@3,5", &HeapRules::Grundy, &BigHeaps::read("3.5")?, KnownRows::First(&[0; 6])).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoProof::Theorem`] for other rules, [`NoProof::TooLarge`] for what would take Coq too long, and [`NoProof::Malformed`] where a heap
/// has no row.
pub fn heap_winner(
    position: &str,
    rules: &HeapRules,
    heaps: &BigHeaps,
    known: KnownRows<'_>,
) -> Result<(Winner, Instance), NoProof> {
    let family = Family::of(rules)?;
    let (rows, period) = match known {
        KnownRows::First(rows) => (rows.to_vec(), None),
        KnownRows::Period(certificate) => {
            let Certificate { preperiod, period, saltus, .. } = *certificate;
            (single(certificate)?, Some((preperiod, period, saltus)))
        }
    };
    if rows.len() > MAX_ROWS {
        return Err(NoProof::TooLarge { of: "its rows", found: rows.len() as u64, most: MAX_ROWS as u64 });
    }
    let words = family.words(&rows, period)?;
    let sum = nim_sum(heaps, &rows, period).ok_or(NoProof::Malformed { why: "a heap has no row" })?;
    let (winner, verb) = if sum == BigUint::ZERO { (Winner::Other, "loses") } else { (Winner::Mover, "wins") };
    let Words { theory, definition, rules, nimbers, stated, theorem, gains } = words;
    let mut text = format!(
        "(** {}: the player to move {verb}. The last mover wins.\n    Written by `sprague strategy`; `sh compile` checks it. \
         Definitions.v says what the statement means. *)\nFrom Coq Require Import List NArith.\n\
         From Sprague Require Import Definitions {theory} Sums.\nImport ListNotations.\n\n{definition}\
         Definition heaps : list N := {}%N.\n\n(** The nimbers of a heap of 0, of 1, and so on. *)\nDefinition rows := {}%N.\n\
         Theorem rows_ok : map ({nimbers} family) (seq 0 (length rows)) = rows.\n\
         Proof. apply ({stated}). vm_cast_no_check (eq_refl true). Qed.\n",
        plain(position),
        list(heaps.sizes()),
        list(&rows),
    );
    let given = format!("rows heaps {} rows_ok", winner == Winner::Mover);
    let by = match gains {
        None => format!("{theorem} family {given}"),
        Some(Gains { claim, by, numbers }) => {
            write!(text, "\nTheorem period : {claim}.\nProof. apply {by}. vm_cast_no_check (eq_refl true). Qed.\n")
                .expect("text takes text");
            format!("{theorem}_later family {numbers} {given} period")
        }
    };
    write!(
        text,
        "\nTheorem winner : {verb} (moves ({rules})) (map N.to_nat heaps).\n\
         Proof. refine ({by} _). vm_cast_no_check (eq_refl true). Qed.\n\nPrint Assumptions winner.\n"
    )
    .expect("text takes text");
    Ok((winner, Instance { file: file_name(position, Play::Normal), text }))
}

/// Rules whose sums of heaps the theories know.
enum Family {
    Code(TakeAndBreak),
    AllBut(AmountSet),
}

/// A family in the words of the theories.
struct Words {
    theory: &'static str,
    definition: String,
    /// The ruleset, the nimbers of its heaps, and the checker by which their first rows are stated.
    rules: &'static str,
    nimbers: &'static str,
    stated: &'static str,
    /// The theorem about sums.
    theorem: &'static str,
    gains: Option<Gains>,
}

/// A period in these words.
struct Gains {
    claim: String,
    by: String,
    /// Its numbers, as the theorem about sums takes them.
    numbers: String,
}

impl Family {
    fn of(rules: &HeapRules) -> Result<Self, NoProof> {
        match rules {
            HeapRules::TakeAndBreak(code) => Ok(Self::Code(code.clone())),
            HeapRules::Subtraction(Amounts::AllBut(forbidden)) => Ok(Self::AllBut(forbidden.clone())),
            HeapRules::Subtraction(Amounts::Only(set)) => {
                cost::amounts("an amount", set.greatest())?;
                // digit 3 takes, and leaves a heap or none
                let digits = (0..=set.greatest().unwrap_or(0)).map(|amount| if set.contains(amount) { 3 } else { 0 });
                TakeAndBreak::from_digits(digits).map(Self::Code).map_err(|_| NoProof::Malformed { why: "a set holds 0" })
            }
            _ => Err(NoProof::Theorem { of: "winners of sums of such heaps".into() }),
        }
    }

    /// The words, if Coq does not compute for too long.
    fn words(&self, rows: &[u32], period: Option<(u64, u64, u64)>) -> Result<Words, NoProof> {
        let needed = |theorem: Theorem| match period {
            None => Ok(rows.len() as u64),
            Some((n0, p, _)) => cost::as_many_rows(theorem.rows_needed(n0, p).and_then(|rows| rows.checked_add(1))),
        };
        match self {
            Self::Code(code) => {
                cost::amounts("its digits", Some(code.most_taken()))?;
                let needed = needed(Theorem::GuySmith { heaps: code.most_heaps(), taken: code.most_taken() })?;
                let (mask, rare) = hint::mask(rows.iter().copied());
                let rare = rare.saturating_mul(needed / (rows.len() as u64).max(1) + 1);
                cost::steps(cost::code(code, needed, rare, rows.iter().max().copied().unwrap_or(0).into()))?;
                let gains = |(n0, p, s): (u64, u64, u64)| match s {
                    0 => Ok(Gains {
                        claim: format!("exactly_periodic (nim family) {n0} {p}"),
                        by: format!("(octal_period family bits {n0} {p})"),
                        numbers: format!("{n0} {p}"),
                    }),
                    _ => Err(NoProof::Malformed { why: "nimbers of a code gain nothing" }),
                };
                Ok(Words {
                    theory: "Octal",
                    definition: code_family(code, mask),
                    rules: "octal family",
                    nimbers: "nim",
                    stated: "octal_rows family bits",
                    theorem: "octal_winner",
                    gains: period.map(gains).transpose()?,
                })
            }
            Self::AllBut(forbidden) => {
                cost::amounts("an amount", forbidden.greatest())?;
                let needed = needed(Theorem::AllBut { greatest: forbidden.greatest().unwrap_or(1) })?;
                cost::steps(cost::all_but(forbidden, needed, needed))?;
                Ok(Words {
                    theory: "AllBut",
                    definition: all_but_family(forbidden),
                    rules: "one_heap (all_but family)",
                    nimbers: "all_but_nim",
                    stated: "all_but_nim_rows family",
                    theorem: "all_but_winner",
                    gains: period.map(|(n0, p, s)| Gains {
                        claim: format!("exactly_gains (all_but_nim family) {n0} {p} {s}"),
                        by: format!("(all_but_nim_gains family {n0} {p} {s})"),
                        numbers: format!("{n0} {p} {s}"),
                    }),
                })
            }
        }
    }
}

/// The nim-sum of the heaps, if each has a row or one that it repeats.
fn nim_sum(heaps: &BigHeaps, rows: &[u32], period: Option<(u64, u64, u64)>) -> Option<BigUint> {
    heaps.sizes().iter().try_fold(BigUint::ZERO, |sum, heap| {
        let (row, gain) = match period {
            Some((n0, p, s)) if p > 0 && *heap >= BigUint::from(n0) + p => {
                let beyond = heap - n0;
                (n0 + (&beyond % BigUint::from(p)).to_u64_digits().first().copied().unwrap_or(0), beyond / p * s)
            }
            _ => (u64::try_from(heap).ok()?, BigUint::ZERO),
        };
        Some(sum ^ (gain + *rows.get(usize::try_from(row).ok()?)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_without_a_row_are_refused() {
        let nim = HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()));
        let heaps = BigHeaps::read("3.9").unwrap();
        let refused = heap_winner("nim@3,9", &nim, &heaps, KnownRows::First(&[0, 1, 2, 3])).unwrap_err();
        assert!(matches!(refused, NoProof::Malformed { why: "a heap has no row" }));
        assert!(matches!(
            heap_winner("nim@3,9", &nim, &heaps, KnownRows::First(&[0; 20_001])),
            Err(NoProof::TooLarge { found: 20_001, .. })
        ));
    }

    #[test]
    fn large_heaps_repeat_the_rows_of_small_ones() {
        let sum = |heaps: &str, period| nim_sum(&BigHeaps::read(heaps).unwrap(), &[0, 1, 0, 2], Some(period));
        // rows 2 and 3 again and again, each time more by 5
        assert_eq!(sum("9", (2, 2, 0)), Some(2_u32.into()));
        assert_eq!(sum("9.8", (2, 2, 5)), Some(BigUint::from(17_u32) ^ BigUint::from(15_u32)));
    }
}
