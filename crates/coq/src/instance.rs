//! Coq files that state a theorem about one family and prove it by computation.

use crate::cost;
use crate::hint;
use crate::no_proof::NoProof;
use crate::theories::FILES;
use core::fmt::Display;
use sprague_core::Play;
use sprague_core::certificate::{Certificate, ClaimedRows};
use sprague_core::heap::{AmountSet, Amounts, HeapRules, Parity, RowKind, TakeAndBreak, Theorem, arrangement};
use sprague_core::printable::Printable;

/// A Coq file with a theorem, for the folder of the theories.
///
/// ```
/// let instance = sprague_coq::Instance { file: "kayles.v".into(), text: String::new() };
/// assert!(instance.file.ends_with(".v"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name of the file, which is also a valid name for Coq.
    pub file: String,
    /// The contents of the file.
    pub text: String,
}

/// The maximum number of cells of rows that are stated together with the period.
const MAX_STATED: usize = 20_000;

/// Returns the theorem that a certificate claims, about the game itself.
///
/// `rules` must be the rules of the family that the certificate names. The certificate is not checked. If it is wrong, Coq
/// rejects the file. The file states the period with its minimal preperiod, and the rows if they have at most 20,000 cells.
///
/// # Errors
/// Returns [`NoProof::Theorem`] if the theories have no theorem of this kind, [`NoProof::TooLarge`] if Coq would take too
/// long, and [`NoProof::Malformed`] if rows and period contradict each other.
pub fn theorem(certificate: &Certificate, rules: &HeapRules) -> Result<Instance, NoProof> {
    let statement = Statement::of(certificate, rules)?;
    let Certificate { play, rows, preperiod, period, .. } = certificate;
    let rows = if *rows == RowKind::Nimbers { "nimbers" } else { "outcomes" };
    let family = in_comment(&certificate.family);
    let mut text = format!(
        "(** {family}, {play} play: the {rows} have period {period} from n = {preperiod} on.\n    Written by `sprague certify`; \
         `sh compile` checks it. Definitions.v says what the statement means. *)\n\
         From Coq Require Import List NArith.\nFrom Sprague Require Import Definitions {}.\nImport ListNotations.\n\n{}\n\
         Theorem period : {}.\nProof. apply {}. vm_cast_no_check (eq_refl true). Qed.\n",
        statement.theory, statement.family, statement.period, statement.by,
    );
    text += &match statement.rows {
        Some(Rows { list, scope, of, by }) => format!(
            "\n(** The rows of a heap of 0, of 1, and so on. *)\nDefinition rows := {list}{scope}.\n\
             Theorem rows_ok : map ({of}) (seq 0 (length rows)) = rows.\nProof. apply ({by}). vm_cast_no_check (eq_refl true). Qed.\n\
             \nPrint Assumptions rows_ok.\n"
        ),
        None => "\n(* The rows are too many to be stated beside their period. *)\n".to_owned(),
    };
    text += "Print Assumptions period.\n";
    Ok(Instance { file: file_name(&certificate.family, *play), text })
}

/// A statement in the terms of the theories.
struct Statement {
    /// The theory that contains the checker.
    theory: &'static str,
    family: String,
    /// The claim, with placeholders for its numbers.
    period: String,
    /// The theorem by which a computation proves it.
    by: String,
    /// The rows, or `None` if there are too many.
    rows: Option<Rows>,
}

struct Rows {
    list: String,
    scope: &'static str,
    of: String,
    by: String,
}

impl Statement {
    fn of(certificate: &Certificate, rules: &HeapRules) -> Result<Self, NoProof> {
        let Certificate { play, rows: kind, preperiod: n0, period: p, saltus, .. } = certificate;
        let uncovered = |of: &str| Err(NoProof::Theorem { of: of.to_owned() });
        if matches!((rules, play), (HeapRules::Stones { .. }, Play::Misere)) {
            return uncovered("misère play of Stones, which has an ending of its own");
        }
        let play = if *play == Play::Normal { "normal" } else { "misere" };
        if *saltus != 0 && !matches!(rules, HeapRules::Subtraction(Amounts::AllBut(_))) {
            return uncovered("rows that gain a number, but for all-but");
        }
        match (rules, kind) {
            (HeapRules::Cumulative(_), _) | (_, RowKind::Scores) => uncovered("scores"),
            (HeapRules::TakeAndBreak(_), _) if play == "misere" => uncovered("misère play of a take-and-break code"),
            (HeapRules::TakeAndBreak(code), RowKind::Nimbers) => Self::code(certificate, code),
            (HeapRules::Subtraction(Amounts::AllBut(forbidden)), kind) => Self::all_but(certificate, forbidden, play, *kind),
            (HeapRules::Subtraction(Amounts::Only(set)), kind) => {
                let family = format!("Definition family : list nat := {}.\n", list(set.as_slice()));
                let name = if *kind == RowKind::Nimbers {
                    "subtraction_nimbers".to_owned()
                } else {
                    format!("subtraction_outcomes {play}")
                };
                let cost = Cost { amounts: set.as_slice(), contexts: 1, modulus: 1 };
                Self::counter(certificate, family, &name, "family", &cost)
            }
            (HeapRules::PartizanSubtraction { left, right }, RowKind::Outcomes) => {
                let family = format!(
                    "Definition left : list nat := {}.\nDefinition right : list nat := {}.\n",
                    list(left.as_slice()),
                    list(right.as_slice())
                );
                let both = [left.as_slice(), right.as_slice()].concat();
                let cost = Cost { amounts: &both, contexts: 2, modulus: 1 };
                Self::counter(certificate, family, &format!("asymmetric_outcomes {play}"), "left right", &cost)
            }
            (HeapRules::NoRepeat { amounts, memory }, RowKind::Outcomes) => {
                cost::amounts("its memory", Some(*memory as u64))?;
                let family = format!(
                    "Definition family : list nat := {}.\nDefinition memory : nat := {memory}.\n",
                    list(amounts.as_slice())
                );
                let contexts = arrangement::count(amounts.as_slice().len(), *memory).unwrap_or(usize::MAX) as u64;
                let cost = Cost { amounts: amounts.as_slice(), contexts, modulus: 1 };
                Self::counter(certificate, family, &format!("no_repeat_outcomes {play}"), "family memory", &cost)
            }
            (HeapRules::Stones { amounts, wins, .. }, RowKind::Outcomes) => {
                let family = format!(
                    "Definition odd_wins : bool := {}.\nDefinition family : list nat := {}.\n",
                    *wins == Parity::Odd,
                    list(amounts.as_slice())
                );
                let cost = Cost { amounts: amounts.as_slice(), contexts: 2, modulus: 2 };
                Self::counter(certificate, family, "stones_outcomes", "odd_wins family", &cost)
            }
            (HeapRules::Subtraction(Amounts::Infinite(_)), _) => uncovered("infinite sets of amounts"),
            (HeapRules::OfHeap(_), _) => uncovered("amounts that depend on the heap"),
            (HeapRules::TakeAndBreak(_) | HeapRules::Grundy | HeapRules::PartizanTakeAndBreak { .. }, _) => {
                uncovered("such rows of games that split heaps")
            }
            (_, RowKind::Nimbers) => uncovered("nimbers of games that have none"),
        }
        .map(|statement| statement.about(*n0, *p, *saltus))
    }

    /// Puts the numbers of the period into the statement.
    fn about(mut self, n0: u64, p: u64, saltus: u64) -> Self {
        for text in [&mut self.period, &mut self.by] {
            *text = text.replace("{n0}", &n0.to_string()).replace("{p}", &p.to_string()).replace("{s}", &saltus.to_string());
        }
        self
    }

    /// Returns the statement about nimbers of a code, by equal states or by the theorem of Guy and Smith.
    fn code(certificate: &Certificate, code: &TakeAndBreak) -> Result<Self, NoProof> {
        // if parity counts too, enough rows for Guy and Smith's theorem are computed instead
        let states = certificate.equal_states.as_ref().filter(|states| !states.parity && code.most_heaps() <= 2);
        let rows = match states {
            Some(states) if states.depth >= states.start => {
                return Err(NoProof::Malformed { why: "its parts are larger than its heaps" });
            }
            Some(states) => cost::as_many_rows(states.start.checked_add(certificate.period))?,
            None => cost::rows(
                certificate.preperiod,
                certificate.period,
                Theorem::GuySmith { heaps: code.most_heaps(), taken: code.most_taken() },
            )?,
        };
        let values = single(certificate)?;
        let (mask, rare) = match &certificate.equal_states {
            Some(states) => (states.mask, states.rare.len() as u64),
            None => {
                let (mask, rare) = hint::mask(values.iter().copied());
                // scaled from the given rows to the rows that Guy and Smith's theorem needs
                (mask, rare.saturating_mul(rows / (values.len() as u64).max(1) + 1))
            }
        };
        cost::amounts("its digits", Some(code.most_taken()))?;
        cost::steps(cost::code(code, rows, rare, values.iter().max().copied().unwrap_or(0).into()))?;
        let family = code_family(code, mask, "");
        let stated = stated(certificate, values.iter());
        let (theory, by) = match states {
            Some(states) => ("States", format!("(states_period family bits {} {} {{n0}} {{p}})", states.depth, states.start)),
            None => ("Octal", "(octal_period family bits {n0} {p})".to_owned()),
        };
        Ok(Self {
            theory,
            family,
            period: "exactly_periodic (nim family) {n0} {p}".to_owned(),
            by,
            rows: stated.map(|list| Rows {
                list,
                scope: "%N",
                of: "nim family".to_owned(),
                by: "octal_rows family bits".to_owned(),
            }),
        })
    }

    /// Returns the statement about nimbers or outcomes of an all-but family.
    fn all_but(certificate: &Certificate, forbidden: &AmountSet, play: &str, kind: RowKind) -> Result<Self, NoProof> {
        let greatest = forbidden.greatest().unwrap_or(0);
        cost::amounts("an amount", Some(greatest))?;
        let least_allowed = (1..).find(|amount| !forbidden.contains(*amount)).expect("a set is finite");
        let lost = if play == "normal" { 0 } else { least_allowed };
        let theorem = match kind {
            RowKind::Nimbers => Theorem::AllBut { greatest: greatest.max(1) },
            RowKind::Outcomes | RowKind::Scores => Theorem::AllButOutcomes { won_from: lost + greatest + 2 },
        };
        let rows = cost::rows(certificate.preperiod, certificate.period, theorem)?;
        cost::steps(cost::all_but(forbidden, rows, if kind == RowKind::Nimbers { rows } else { 1 }))?;
        let family = all_but_family(forbidden, "");
        let values = single(certificate)?;
        if kind == RowKind::Nimbers {
            let rows = stated(certificate, values.iter()).map(|list| Rows {
                list,
                scope: "%N",
                of: "all_but_nim family".to_owned(),
                by: "all_but_nim_rows family".to_owned(),
            });
            let period = "exactly_gains (all_but_nim family) {n0} {p} {s}".to_owned();
            return Ok(Self { theory: "AllBut", family, period, by: "(all_but_nim_gains family {n0} {p} {s})".to_owned(), rows });
        }
        if certificate.period != 1 || certificate.saltus != 0 {
            return Err(NoProof::Malformed { why: "outcomes of an all-but family have period 1" });
        }
        let rows = stated(certificate, values.iter().map(|value| WORDS[*value as usize])).map(|list| Rows {
            list,
            scope: "",
            of: format!("all_but_outcome {play} family"),
            by: format!("all_but_outcome_rows {play} family"),
        });
        Ok(Self {
            theory: "AllBut",
            family,
            period: format!("exactly_periodic (all_but_outcome {play} family) {{n0}} {{p}}"),
            by: format!("(all_but_outcome_period {play} family {lost} {{n0}})"),
            rows,
        })
    }

    /// Returns the statement about rows of a heap with contexts, by bounded look-back.
    fn counter(certificate: &Certificate, family: String, name: &str, given: &str, cost: &Cost<'_>) -> Result<Self, NoProof> {
        let largest = cost.amounts.iter().max().copied();
        cost::amounts("an amount", largest)?;
        let rows = cost::rows(
            certificate.preperiod,
            certificate.period,
            Theorem::BoundedLookBack { reach: largest.unwrap_or(0), modulus: cost.modulus },
        )?;
        cost::steps(cost.steps(rows))?;
        // the play comes between the name and the set
        let (name, play) = name.split_once(' ').map_or((name, String::new()), |(name, play)| (name, format!("{play} ")));
        let cells: Option<(String, &str)> = match &certificate.values {
            ClaimedRows::Nimbers(found) => stated(certificate, found.iter().map(list)).map(|list| (list, "%N")),
            ClaimedRows::Outcomes(found) => {
                let rows: Option<Vec<Vec<&str>>> =
                    found.iter().map(|row| row.chars().map(|letter| Some(WORDS[number(letter)? as usize])).collect()).collect();
                let rows = rows.ok_or(NoProof::Malformed { why: "a row has letters that are none of P, D and N" })?;
                stated(certificate, rows.iter().map(list)).map(|list| (list, ""))
            }
        };
        has_as_many_rows(certificate)?;
        let given = format!("{play}{given}");
        Ok(Self {
            theory: "Families",
            family,
            period: format!("exactly_periodic ({name} {given}) {{n0}} {{p}}"),
            by: format!("({name}_period {given} {{n0}} {{p}})"),
            rows: cells.map(|(list, scope)| Rows {
                list,
                scope,
                of: format!("{name} {given}"),
                by: format!("{name}_rows {given}"),
            }),
        })
    }
}

/// Returns the definitions of a code and of the bits that speed up its rows. All names have the suffix `end`.
pub(crate) fn code_family(code: &TakeAndBreak, mask: u32, end: &str) -> String {
    format!(
        "(** Bit j of digit t allows to take t and to leave exactly j heaps. *)\nDefinition family{end} : code := {}%N.\n\
         (** A hint, by which rows take less time: any numbers do. *)\nDefinition bits{end} : list N := {}%N.\n",
        list(code.digits()),
        list((0..32).filter(|bit| mask >> bit & 1 == 1))
    )
}

pub(crate) fn all_but_family(forbidden: &AmountSet, end: &str) -> String {
    format!("(** The amounts that may not be taken. *)\nDefinition family{end} : list nat := {}.\n", list(forbidden.as_slice()))
}

/// The quantities that determine the cost of the rows of a heap with contexts.
struct Cost<'a> {
    amounts: &'a [u64],
    contexts: u64,
    modulus: u64,
}

impl Cost<'_> {
    /// Returns the number of steps for `rows` rows, which is the number of amounts in all contexts of all rows. For each, Coq
    /// looks up a row in one list and a context in another.
    fn steps(&self, rows: u64) -> u64 {
        let each = self.amounts.iter().fold(0_u64, |all, amount| all.saturating_add(amount.saturating_add(self.contexts)));
        let closed = self.contexts.saturating_mul(self.contexts).saturating_mul(self.amounts.len() as u64);
        rows.saturating_mul(self.contexts).saturating_mul(each).saturating_add(closed)
    }
}

/// The names of outcomes in the theories, by their numbers 0, 1, 2.
const WORDS: [&str; 3] = ["Loss", "Draw", "Win"];

fn number(letter: char) -> Option<u32> {
    Some(match letter {
        'P' => 0,
        'D' => 1,
        'N' => 2,
        _ => return None,
    })
}

/// Returns the rows as numbers, or an error if some row does not have exactly one cell.
pub(crate) fn single(certificate: &Certificate) -> Result<Vec<u32>, NoProof> {
    let malformed = NoProof::Malformed { why: "a row has not one cell" };
    has_as_many_rows(certificate)?;
    let cells: Option<Vec<u32>> = match &certificate.values {
        ClaimedRows::Nimbers(rows) => {
            rows.iter().map(|row| <[u32; 1]>::try_from(row.as_slice()).ok().map(|[cell]| cell)).collect()
        }
        ClaimedRows::Outcomes(rows) => rows
            .iter()
            .map(|row| {
                let mut letters = row.chars();
                letters.next().and_then(number).filter(|_| letters.next().is_none())
            })
            .collect(),
    };
    cells.ok_or(malformed)
}

/// Checks the number of rows and their kind.
fn has_as_many_rows(certificate: &Certificate) -> Result<(), NoProof> {
    let expected = certificate.preperiod.checked_add(certificate.period);
    let is_whole = expected == Some(certificate.values.len() as u64);
    let has_kind = matches!(
        (certificate.rows, &certificate.values),
        (RowKind::Nimbers, ClaimedRows::Nimbers(_)) | (RowKind::Outcomes, ClaimedRows::Outcomes(_))
    );
    let by_states = certificate.equal_states.is_some() && certificate.values.is_empty();
    if by_states || (is_whole && has_kind) {
        Ok(())
    } else {
        Err(NoProof::Malformed { why: "its rows are not those of one period" })
    }
}

/// Returns the rows as a Coq list, or `None` if they have too many cells.
fn stated(certificate: &Certificate, rows: impl ExactSizeIterator<Item: Display>) -> Option<String> {
    let width = match &certificate.values {
        ClaimedRows::Nimbers(rows) => rows.first().map_or(1, Vec::len),
        ClaimedRows::Outcomes(rows) => rows.first().map_or(1, String::len),
    };
    (rows.len() > 0 && rows.len().saturating_mul(width) <= MAX_STATED).then(|| list(rows))
}

/// Returns a list in the syntax of Coq, in lines of about 100 columns.
pub(crate) fn list(members: impl IntoIterator<Item: Display>) -> String {
    let (mut text, mut column) = (String::from("["), 0);
    for (number, member) in members.into_iter().enumerate() {
        let member = member.to_string();
        let between = match number {
            0 => "",
            _ if column + member.len() > 90 => ";\n  ",
            _ => "; ",
        };
        column = if between.contains('\n') { member.len() } else { column + between.len() + member.len() };
        text = text + between + &member;
    }
    text + "]"
}

/// Returns the beginning of a text in a form that is safe inside a comment of Coq.
pub(crate) fn in_comment(text: &str) -> String {
    let first = text.char_indices().nth(200).map_or(text, |(end, _)| &text[..end]);
    Printable(first).to_string().replace('"', "''").replace("(*", "( *").replace("*)", "* )")
}

/// Returns the file name of an instance, which is valid for Coq and for every file system.
pub(crate) fn file_name(family: &str, play: Play) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let mut stem: String = family.chars().take(80).map(letter).collect();
    if play == Play::Misere {
        stem += "_misere";
    }
    let is_theory = FILES.iter().any(|(name, _)| name.trim_end_matches(".v").eq_ignore_ascii_case(&stem));
    if is_theory || !stem.starts_with(|c: char| c.is_ascii_alphabetic()) {
        stem = format!("family_{stem}");
    }
    stem + ".v"
}
