//! Coq theorems about the order of all heaps of two players.

use crate::cost::{self, Reach};
use crate::instance::{Instance, file_name, in_comment, list};
use crate::no_proof::NoProof;
use core::fmt::Write;
use sprague_core::Play;
use sprague_core::certificate::{HeapOption, OrderCertificate, OrderPeriod, RowGain, RowGains, RowStructure};
use sprague_core::heap::{AmountSet, Amounts, HeapRules};
use std::collections::HashSet;

/// Returns the theorem that the order of all heaps repeats, with the laws of their classes.
///
/// `rules` must be the rules of the family that the certificate names. Coq itself fills the table of the order, in a square
/// of the side that the theorem needs. In addition to the order, the file states the gains of classes of heaps and their
/// options. It does not state that these options are canonical.
///
/// ```
/// use sprague_core::certificate::OrderCertificate;
/// use sprague_core::heap::HeapRules;
///
/// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
/// let text = r#"{"family": "asymmetric:1/2", "play": "normal", "rows": "order", "theorem": "order look-back",
///     "order": {"period": 3, "preperiod": 0, "far": 3, "window": 100}}"#;
/// let claim: OrderCertificate = serde_json::from_str(text)?;
/// let instance = sprague_coq::heap_order(&claim, &rules)?;
/// assert!(instance.text.contains("Theorem order : order_repeats (heap left right) 0 3 3."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`NoProof::Theorem`] for an order along more than three rays and for misère play, [`NoProof::TooLarge`] for large
/// squares, and [`NoProof::Malformed`] for games that are not made of earlier ones.
pub fn heap_order(certificate: &OrderCertificate, rules: &HeapRules) -> Result<Instance, NoProof> {
    let uncovered = |of: &str| Err(NoProof::Theorem { of: of.to_owned() });
    let OrderCertificate { family, play, order, gains, structure, .. } = certificate;
    let Some(takes) = takes(rules) else { return uncovered("the order of such heaps") };
    if *play != Play::Normal {
        return uncovered("the order of heaps under misère play");
    }
    let orders = [Some(order), gains.as_ref().map(|gains| &gains.order)];
    if orders.into_iter().flatten().any(|order| !order.rays.is_empty()) {
        return uncovered("an order that changes along more than three rays");
    }
    let reach = Reach::of(takes)?;
    cost::table(reach.side(order), reach.amounts, 1)?;
    let OrderPeriod { period, preperiod, far, .. } = order;
    let mut text = format!(
        "{}\nTheorem order : order_repeats (heap left right) {preperiod} {far} {period}.\n\
         Proof. apply order_period. vm_cast_no_check (eq_refl true). Qed.\n",
        head(family, &format!("the order of all heaps has period {period} from n = {preperiod} on"), "Order Options", takes)
    );
    if let Some(gains) = gains.as_ref().filter(|gains| !gains.classes.is_empty()) {
        text += &gained(gains, &reach)?;
    }
    if let Some(structure) = structure {
        text += &with_options(structure, order, &reach)?;
    }
    text += "\nPrint Assumptions order.\n";
    Ok(Instance { file: file_name(family, *play), text })
}

/// Returns the amounts of Left and of Right, or `None` if the rules do not consist of two finite sets of amounts.
pub(crate) fn takes(rules: &HeapRules) -> Option<[&AmountSet; 2]> {
    match rules {
        HeapRules::PartizanSubtraction { left, right } => Some([left, right]),
        HeapRules::Subtraction(Amounts::Only(set)) => Some([set, set]),
        _ => None,
    }
}

/// Returns the beginning of a file about such heaps, with a comment, imports, and the two sets.
pub(crate) fn head(family: &str, claim: &str, theories: &str, takes: [&AmountSet; 2]) -> String {
    let [left, right] = takes.map(|set| list(set.as_slice()));
    format!(
        "(** {}, normal play: {claim}.\n    Written by `sprague certify`; `sh compile` checks it. Definitions.v says what the \
         statement means. *)\nFrom Coq Require Import List NArith.\nFrom Sprague Require Import Definitions {theories}.\n\
         Import ListNotations.\n\nDefinition left : list nat := {left}.\nDefinition right : list nat := {right}.\n",
        in_comment(family)
    )
}

/// Returns the theorem about the gains of classes of heaps.
fn gained(gains: &RowGains, reach: &Reach) -> Result<String, NoProof> {
    let RowGains { order, layers, classes } = gains;
    let is_earlier = |(layer, sides): (u64, &[Vec<u64>; 2])| sides.iter().flatten().all(|option| *option < layer);
    if !(0..).zip(layers).all(is_earlier) {
        return Err(NoProof::Malformed { why: "a game has options that do not come before it" });
    }
    let mut side = reach.side(order);
    for RowGain { modulus, every, layer, preperiod, .. } in classes {
        if *layer >= layers.len() as u64 {
            return Err(NoProof::Malformed { why: "a class gains a game that is not listed" });
        }
        // at least one period of the class must be in the square
        let is_class = order.period.checked_rem(*modulus) == Some(0);
        let apart = if is_class { order.period } else { modulus.saturating_mul(order.period) };
        let stop = (*preperiod).max(order.preperiod).saturating_add(apart);
        side = side.max(stop.saturating_add(*every));
    }
    let options: usize = layers.iter().flatten().map(Vec::len).sum();
    let layer_count = layers.len() as u64;
    cost::table(side, (reach.amounts.saturating_mul(layer_count)).saturating_add(options as u64), layer_count)?;
    cost::steps(side.saturating_mul(side).saturating_mul(2 * classes.len() as u64))?;
    let mut text = String::from("\n(** What classes of heaps gain. *)\n");
    for (number, sides) in layers.iter().enumerate() {
        let [left, right] = sides.each_ref().map(|options| list(options.iter().map(|option| format!("game_{option}"))));
        writeln!(text, "Definition game_{number} : game := Game {left} {right}.").expect("text takes text");
    }
    let numbers = |RowGain { residue, modulus, every, preperiod, .. }: &RowGain| [*preperiod, *residue, *modulus, *every];
    let mut seen = HashSet::new();
    let distinct: Vec<&RowGain> = classes.iter().filter(|class| seen.insert((numbers(class), class.layer))).collect();
    let statements = distinct.iter().map(|class| {
        let numbers = numbers(class).map(|number| number.to_string()).join(" ");
        format!("rises (heap left right) {numbers} game_{}", class.layer)
    });
    let claims = list(distinct.iter().map(|class| {
        let numbers = numbers(class).map(|number| number.to_string()).join(", ");
        format!("({numbers}, {}%nat)", class.layer)
    }));
    let given = format!(
        "row_gains left right\n    {}\n    {}\n    {} {} {}\n    {claims}%N eq_refl",
        list(layers.iter().map(|[left, right]| format!("({}, {})", list(left), list(right)))),
        list((0..layers.len()).map(|number| format!("game_{number}"))),
        order.preperiod,
        order.far,
        order.period,
    );
    Ok(text + &theorem("classes_gain", statements, &given))
}

/// Returns a theorem of several statements, proved by a checker with its arguments.
fn theorem(name: &str, statements: impl Iterator<Item = String>, given: &str) -> String {
    let statements = statements.collect::<Vec<_>>().join(" /\\\n  ");
    format!(
        "Theorem {name} :\n  {statements}.\nProof.\n  apply ({given}).\n  vm_cast_no_check (eq_refl true).\nQed.\n\n\
         Print Assumptions {name}."
    )
}

fn with_options(structure: &RowStructure, order: &OrderPeriod, reach: &Reach) -> Result<String, NoProof> {
    let RowStructure { preperiod, window, rows, repeats } = structure;
    let OrderPeriod { period, preperiod: n0, far, .. } = order;
    let Some(first) = window.checked_sub(*period).filter(|_| rows.len() as u64 == *period && repeats.len() == rows.len()) else {
        return Err(NoProof::Malformed { why: "its heaps with options are not those of one period" });
    };
    let is_lower = |option: &HeapOption| !matches!(option, HeapOption::Below { below } if below > preperiod);
    if !rows.iter().flatten().flatten().all(is_lower) {
        return Err(NoProof::Malformed { why: "an option lies below the empty heap" });
    }
    let options: usize = rows.iter().flatten().map(Vec::len).sum();
    // each comparison of a heap with a smaller one looks up its options
    cost::table(reach.side(order).max(*window), reach.amounts.saturating_add(options as u64 / period).saturating_add(8), 1)?;
    let side = |options: &[HeapOption]| {
        list(options.iter().map(|option| match option {
            HeapOption::At(heap) => format!("At {heap}"),
            HeapOption::Below { below } => format!("Below {below}"),
        }))
    };
    let classes: Vec<(u64, [String; 2], u64)> = (first..)
        .zip(rows.iter().zip(repeats))
        .map(|(n, ([left, right], place))| (n % period, [side(left), side(right)], *place))
        .collect();
    let statements = classes.iter().map(|(residue, [left, right], _)| {
        format!("has_options (heap left right) {preperiod} {residue} {period} {left} {right}")
    });
    let claims = list(
        classes.iter().map(|(residue, [left, right], place)| format!("({preperiod}%N, {residue}%N, {left}, {right}, {place})")),
    );
    let given = format!("row_options left right {n0} {far} {period} {first}\n    {claims}");
    Ok(format!("\n\n(** The options of heaps. *)\n{}", theorem("classes_have_options", statements, &given)))
}
