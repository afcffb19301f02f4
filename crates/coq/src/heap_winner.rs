//! Coq theorems about the winner of a sum of heaps.

use crate::cost;
use crate::hint;
use crate::instance::{Instance, all_but_family, code_family, file_name, in_comment, list, single};
use crate::no_proof::NoProof;
use core::fmt::Write;
use num_bigint::BigUint;
use sprague_core::Play;
use sprague_core::certificate::{Certificate, Winner};
use sprague_core::heap::{AmountSet, Amounts, BigHeaps, HeapRules, TakeAndBreak, Theorem};

/// The known nimbers of single heaps. Coq computes them again.
///
/// ```
/// use sprague_coq::KnownRows;
/// let of_nim = KnownRows::First(&[0, 1, 2, 3, 4, 5]);
/// assert!(matches!(of_nim, KnownRows::First(rows) if rows.len() == 6));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum KnownRows<'a> {
    /// The nimbers of heaps of 0, 1, …, at least up to the largest heap of the sum.
    First(&'a [u32]),
    /// The certificate of their period, for heaps of any size.
    Period(&'a Certificate),
}

const MAX_ROWS: usize = 20_000;

/// The heaps of one family.
///
/// ```
/// use sprague_coq::{FamilyHeaps, KnownRows};
/// use sprague_core::heap::{AmountSet, Amounts, BigHeaps, HeapRules};
///
/// let rules = HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()));
/// let heaps = FamilyHeaps { rules: &rules, heaps: BigHeaps::read("1.2")?, known: KnownRows::First(&[0, 1, 2]) };
/// assert_eq!(heaps.heaps.sizes().len(), 2);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug)]
pub struct FamilyHeaps<'a> {
    /// The rules of the family.
    pub rules: &'a HeapRules,
    /// The sizes of the heaps, in any order.
    pub heaps: BigHeaps,
    /// The nimbers of single heaps.
    pub known: KnownRows<'a>,
}

const MAX_FAMILIES: usize = 100;

/// Returns the winner of a sum of heaps of one or several families under normal play, and the theorem.
///
/// The heaps may belong to a take-and-break code, to a finite set of amounts, or to all amounts except some, as in Nim. If a
/// period is given, they may have any size. `families` is not trusted: if a row is wrong, Coq rejects the file.
///
/// ```
/// use sprague_coq::{FamilyHeaps, KnownRows, heap_winner};
/// use sprague_core::heap::{AmountSet, Amounts, BigHeaps, HeapRules};
///
/// let nim = HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()));
/// let heaps = |rules| FamilyHeaps { rules, heaps: BigHeaps::read("3.5").unwrap(), known: KnownRows::First(&[0, 1, 2, 3, 4, 5]) };
/// let (_, instance) = heap_winner("nim@3,5", &[heaps(&nim)])?;
/// assert!(instance.text.contains("Theorem winner : wins\n  (moves (one_heap (all_but family)))\n  (map N.to_nat heaps)."));
/// assert!(heap_winner("grundy@3,5", &[heaps(&HeapRules::Grundy)]).is_err());
/// # Ok::<(), sprague_coq::NoProof>(())
/// ```
///
/// # Errors
/// Returns [`NoProof::Theorem`] for other rules, [`NoProof::TooLarge`] if Coq would take too long, and [`NoProof::Malformed`]
/// if a heap has no row.
pub fn heap_winner(position: &str, families: &[FamilyHeaps<'_>]) -> Result<(Winner, Instance), NoProof> {
    if families.len() > MAX_FAMILIES {
        let found = families.len() as u64;
        return Err(NoProof::TooLarge { of: "its families", found, most: MAX_FAMILIES as u64 });
    }
    let (mut total, mut texts) = (BigUint::ZERO, String::new());
    // the game, the position in it, and the theorem about its value
    let mut whole: Option<[String; 3]> = None;
    let mut theories = vec![];
    for (number, family) in (1..).zip(families) {
        let end = if families.len() == 1 { String::new() } else { format!("_{number}") };
        let Value { nimber, theory, rules, text } = value(family, &end)?;
        total ^= nimber;
        texts += &text;
        theories.extend(Some(theory).filter(|theory| !theories.contains(theory)));
        let [game, at, by] = [format!("moves ({rules})"), format!("map N.to_nat heaps{end}"), format!("value{end}")];
        whole = Some(match whole {
            None => [game, at, by],
            Some([games, before, values]) => [
                format!("beside ({games}) ({game})"),
                // pairs associate to the left, so the first part may be a pair itself
                format!("{before}, {at}"),
                format!("worth_beside ({values}) {by}"),
            ],
        });
    }
    let [game, at, by] = whole.ok_or(NoProof::Malformed { why: "there are no heaps" })?;
    let (winner, verb) = if total == BigUint::ZERO { (Winner::Other, "loses") } else { (Winner::Mover, "wins") };
    let text = format!(
        "(** {}: the player to move {verb}. The last mover wins.\n    Written by `sprague strategy`; `sh compile` checks it. \
         Definitions.v says what the statement means. *)\nFrom Coq Require Import List NArith.\n\
         From Sprague Require Import Definitions {} Sums.\nImport ListNotations.\n\n{texts}\
         Theorem winner : {verb}\n  ({game})\n  ({at}).\n\
         Proof. refine (worth_{verb} ({by}) _). vm_cast_no_check (eq_refl {}). Qed.\n\nPrint Assumptions winner.\n",
        in_comment(position),
        theories.join(" "),
        winner == Winner::Other,
    );
    Ok((winner, Instance { file: file_name(position, Play::Normal), text }))
}

/// A theorem about the nim-sum of heaps of one family.
struct Value {
    nimber: BigUint,
    theory: &'static str,
    rules: String,
    text: String,
}

/// Returns the theorem about heaps of one family. All names in it have the suffix `end`.
fn value(family: &FamilyHeaps<'_>, end: &str) -> Result<Value, NoProof> {
    let (rows, period) = match family.known {
        KnownRows::First(rows) => (rows.to_vec(), None),
        KnownRows::Period(certificate) => {
            let Certificate { preperiod, period, saltus, .. } = *certificate;
            (single(certificate)?, Some((preperiod, period, saltus)))
        }
    };
    if rows.len() > MAX_ROWS {
        return Err(NoProof::TooLarge { of: "its rows", found: rows.len() as u64, most: MAX_ROWS as u64 });
    }
    let words = Family::of(family.rules)?.words(&rows, period, end)?;
    let nimber = nim_sum(&family.heaps, &rows, period).ok_or(NoProof::Malformed { why: "a heap has no row" })?;
    let Words { theory, definition, rules, nimbers, stated, theorem, gains } = words;
    let mut text = format!(
        "{definition}Definition heaps{end} : list N := {}%N.\n\n(** The nimbers of a heap of 0, of 1, and so on. *)\n\
         Definition rows{end} := {}%N.\nTheorem rows_ok{end} : map ({nimbers} family{end}) (seq 0 (length rows{end})) = rows{end}.\n\
         Proof. apply ({stated}). vm_cast_no_check (eq_refl true). Qed.\n\n",
        list(family.heaps.sizes()),
        list(&rows),
    );
    let given = format!("rows{end} heaps{end} {nimber} rows_ok{end}");
    let by = match gains {
        None => format!("{theorem} family{end} {given}"),
        Some(Gains { claim, by, numbers }) => {
            write!(text, "Theorem period{end} : {claim}.\nProof. apply {by}. vm_cast_no_check (eq_refl true). Qed.\n\n")
                .expect("text takes text");
            format!("{theorem}_later family{end} {numbers} {given} period{end}")
        }
    };
    write!(
        text,
        "Theorem value{end} : worth (moves ({rules})) (map N.to_nat heaps{end}) {nimber}.\n\
         Proof. refine ({by} _). vm_cast_no_check (eq_refl true). Qed.\n\n"
    )
    .expect("text takes text");
    Ok(Value { nimber, theory, rules, text })
}

/// The kinds of rules for which the theories have sums of heaps.
enum Family {
    Code(TakeAndBreak),
    AllBut(AmountSet),
}

/// The names and texts of a family in the theories.
struct Words {
    theory: &'static str,
    definition: String,
    /// The ruleset. The next fields are the function for the nimbers of its heaps, and their checker.
    rules: String,
    nimbers: &'static str,
    stated: String,
    /// The name of the theorem about sums.
    theorem: &'static str,
    gains: Option<Gains>,
}

/// A period in the form of the theories.
struct Gains {
    claim: String,
    by: String,
    /// The numbers of the period, as arguments of the theorem about sums.
    numbers: String,
}

impl Family {
    fn of(rules: &HeapRules) -> Result<Self, NoProof> {
        match rules {
            HeapRules::TakeAndBreak(code) => Ok(Self::Code(code.clone())),
            HeapRules::Subtraction(Amounts::AllBut(forbidden)) => Ok(Self::AllBut(forbidden.clone())),
            HeapRules::Subtraction(Amounts::Only(set)) => {
                cost::amounts("an amount", set.greatest())?;
                // digit 3: take this amount and leave one heap or none
                let digits = (0..=set.greatest().unwrap_or(0)).map(|amount| if set.contains(amount) { 3 } else { 0 });
                TakeAndBreak::from_digits(digits).map(Self::Code).map_err(|_| NoProof::Malformed { why: "a set holds 0" })
            }
            _ => Err(NoProof::Theorem { of: "winners of sums of such heaps".into() }),
        }
    }

    /// Returns the texts of the family, or an error if Coq would take too long.
    fn words(&self, rows: &[u32], period: Option<(u64, u64, u64)>, end: &str) -> Result<Words, NoProof> {
        let needed = |theorem: Theorem| match period {
            None => Ok(rows.len() as u64),
            Some((n0, p, _)) => cost::rows(n0, p, theorem),
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
                        claim: format!("exactly_periodic (nim family{end}) {n0} {p}"),
                        by: format!("(octal_period family{end} bits{end} {n0} {p})"),
                        numbers: format!("{n0} {p}"),
                    }),
                    _ => Err(NoProof::Malformed { why: "nimbers of a code gain nothing" }),
                };
                Ok(Words {
                    theory: "Octal",
                    definition: code_family(code, mask, end),
                    rules: format!("octal family{end}"),
                    nimbers: "nim",
                    stated: format!("octal_rows family{end} bits{end}"),
                    theorem: "octal_worth",
                    gains: period.map(gains).transpose()?,
                })
            }
            Self::AllBut(forbidden) => {
                cost::amounts("an amount", forbidden.greatest())?;
                let needed = needed(Theorem::AllBut { greatest: forbidden.greatest().unwrap_or(1) })?;
                cost::steps(cost::all_but(forbidden, needed, needed))?;
                Ok(Words {
                    theory: "AllBut",
                    definition: all_but_family(forbidden, end),
                    rules: format!("one_heap (all_but family{end})"),
                    nimbers: "all_but_nim",
                    stated: format!("all_but_nim_rows family{end}"),
                    theorem: "all_but_worth",
                    gains: period.map(|(n0, p, s)| Gains {
                        claim: format!("exactly_gains (all_but_nim family{end}) {n0} {p} {s}"),
                        by: format!("(all_but_nim_gains family{end} {n0} {p} {s})"),
                        numbers: format!("{n0} {p} {s}"),
                    }),
                })
            }
        }
    }
}

/// Returns the nim-sum of the heaps, or `None` if a heap has no row and repeats none.
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
        let of =
            |rows| heap_winner("nim@3,9", &[FamilyHeaps { rules: &nim, heaps: heaps.clone(), known: KnownRows::First(rows) }]);
        let refused = of(&[0, 1, 2, 3]).unwrap_err();
        assert!(matches!(refused, NoProof::Malformed { why: "a heap has no row" }));
        assert!(matches!(of(&[0; 20_001]), Err(NoProof::TooLarge { found: 20_001, .. })));
        assert!(matches!(heap_winner("", &[]), Err(NoProof::Malformed { why: "there are no heaps" })));
    }

    #[test]
    fn large_heaps_repeat_the_rows_of_small_ones() {
        let sum = |heaps: &str, period| nim_sum(&BigHeaps::read(heaps).unwrap(), &[0, 1, 0, 2], Some(period));
        // rows 2 and 3 repeat, and rise by 5 each time in the second case
        assert_eq!(sum("9", (2, 2, 0)), Some(2_u32.into()));
        assert_eq!(sum("9.8", (2, 2, 5)), Some(BigUint::from(17_u32) ^ BigUint::from(15_u32)));
    }
}
