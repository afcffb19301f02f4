//! `sprague strategy`: writes the winner's answers to all moves as a file that `sprague check` verifies.

use super::{Output, ask, limits_of, session};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use serde_json::{Value, json};
use sprague::certificate::{Answers, Certificate, Strategy, Winner};
use sprague::heap::{Amounts, HeapRules};
use sprague::num_bigint::BigUint;
use sprague::solve::Component;
use sprague::{CompoundRule, Play};
use sprague_coq::{FamilyHeaps, Instance, KnownRows, NoProof, heap_winner, winner};
use sprague_questions::analyse::{Analysis, RowTable};
use sprague_questions::check::{contents, in_words, promise};
use sprague_questions::{Analyse, Certified, Certify, Graph, LimitsAsked, NoAnswer, Session, StrategyOf};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: StrategyOf,
    /// Read all results from a directory that `solve --shards` has filled
    #[cfg(feature = "shards")]
    #[arg(long, value_name = "DIR", conflicts_with = "form")]
    from: Option<PathBuf>,
    /// Write a theorem for the proof assistant Coq, and the theories that it needs, to this folder
    #[arg(long, value_name = "DIR")]
    coq: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// Looks up or computes the strategy.
fn found(args: &Args) -> Result<Strategy, NoAnswer> {
    #[cfg(feature = "shards")]
    if let Some(path) = &args.from {
        return super::shards::strategy(path, &args.question, &args.limits);
    }
    ask(&session(), &args.question, &args.limits)
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let failure = |error| Failure::of(&args.question.position, error, args.output.is_json());
    let Some(folder) = &args.coq else {
        let found = found(args).map_err(failure)?;
        return args.output.write(&found, || report(&found));
    };
    let Theorem { position, winner, instance } = theorem(args).map_err(failure)?;
    let StrategyOf { first, form, .. } = &args.question;
    let is_sought = args.output.output.is_some() || first.is_some() || form.is_some();
    #[cfg(feature = "shards")]
    let is_sought = is_sought || args.from.is_some();
    if is_sought {
        let found = found(args).map_err(failure)?;
        return args.output.write_theorem(&found, folder, &instance, || report(&found));
    }
    // compute no strategy if it is not written to a file
    let promised = Strategy {
        position,
        play: Play::Normal,
        rule: CompoundRule::Disjunctive.to_string(),
        first: None,
        winner,
        draw: false,
        answers: Answers::Positions(BTreeMap::new()),
    };
    args.output.write_theorem(&(), folder, &instance, || {
        let object = json!({ "position": promised.position, "winner": winner, "draw": false });
        (object, promise(&promised) + ",")
    })
}

/// Describes a strategy as an object, without its answers, and in words.
fn report(found: &Strategy) -> (Value, String) {
    let Strategy { position, winner, draw, answers, .. } = found;
    let form = answers.form();
    let object = json!({ "position": position, "winner": winner, "draw": draw, "form": form, contents(form).0: answers.len() });
    (object, in_words(found))
}

/// The winner, and the file with the Coq proof.
struct Theorem {
    position: String,
    winner: Winner,
    instance: Instance,
}

fn uncovered(of: &str) -> NoAnswer {
    not_proved(&NoProof::Theorem { of: of.to_owned() })
}

fn not_proved(why: &NoProof) -> NoAnswer {
    NoAnswer::NoTheorem { because: why.to_string().into() }
}

/// Returns the Coq theorem about the winner of a sum of heaps, or of a game on a graph.
fn theorem(args: &Args) -> Result<Theorem, NoAnswer> {
    let StrategyOf { position, play, rule, .. } = &args.question;
    if (*play, *rule) != (Play::Normal, CompoundRule::Disjunctive) {
        return Err(uncovered("winners by another rule or under misère play"));
    }
    let session = session();
    let question = Graph::of(position.clone());
    let sum = session.position_within(position, &limits_of(&question, &args.limits))?;
    let is_graph = |component: &Component| component.rules.name().starts_with("digraph:") && !component.is_negative;
    let proved = match sum.components() {
        _ if sum.is_partizan() => Err(uncovered("winners of partizan games")),
        [component] if is_graph(component) => {
            let graph = ask(&session, &question, &args.limits)?;
            let names: Vec<&str> = graph.nodes.iter().map(|node| node.label.as_str()).collect();
            match graph.is_whole {
                true => winner(position, &names, &graph.edges).map_err(|why| not_proved(&why)),
                false => Err(not_proved(&NoProof::Malformed { why: "its graph is not whole" })),
            }
        }
        components => sum_of_heaps(&session, &sum.to_string(), components, &args.limits),
    };
    proved.map(|(winner, instance)| Theorem { position: sum.to_string(), winner, instance })
}

/// The maximum number of rows that are stated without their period.
const FEW_ROWS: u32 = 2_000;

/// The maximum number of rows that are stated if no period is known.
const MOST_ROWS: u32 = 19_999;

/// The rows of a family that are needed.
enum Known {
    First(Vec<u32>),
    Period(Certificate),
}

fn sum_of_heaps(
    session: &Session,
    position: &str,
    components: &[Component],
    limits: &LimitsAsked,
) -> Result<(Winner, Instance), NoAnswer> {
    let mut families: Vec<(&str, &HeapRules, Vec<BigUint>)> = vec![];
    for component in components {
        let (Some(rules), Some(heaps)) = (component.rules.heap_rules(), component.big()) else {
            return Err(uncovered("winners of positions that are neither one vertex of a digraph nor heaps"));
        };
        match families.iter_mut().find(|(_, known, _)| *known == rules) {
            Some((.., sizes)) => sizes.extend_from_slice(heaps.sizes()),
            None => families.push((component.rules.name(), rules, heaps.sizes().to_vec())),
        }
    }
    let known: Vec<Known> = families
        .iter()
        .map(|(name, rules, sizes)| known_rows(session, name, rules, sizes.iter().max(), limits))
        .collect::<Result<_, _>>()?;
    let families: Vec<FamilyHeaps<'_>> = families
        .into_iter()
        .zip(&known)
        .map(|((_, rules, sizes), known)| FamilyHeaps {
            rules,
            heaps: sizes.into_iter().collect(),
            known: match known {
                Known::First(rows) => KnownRows::First(rows),
                Known::Period(certificate) => KnownRows::Period(certificate),
            },
        })
        .collect();
    heap_winner(position, &families).map_err(|why| not_proved(&why))
}

/// Returns the rows up to the largest heap, or their period.
fn known_rows(
    session: &Session,
    family: &str,
    rules: &HeapRules,
    largest: Option<&BigUint>,
    limits: &LimitsAsked,
) -> Result<Known, NoAnswer> {
    let others = "winners of sums of such heaps";
    let by_rows = |most: u32| {
        let question = Analyse { to: most.into(), ..Analyse::of(family) };
        let nimbers = match ask(session, &question, limits)?.rows() {
            Some(Analysis { rows: RowTable::Nimbers { nimbers, .. }, stopped: None, .. }) => nimbers,
            Some(Analysis { stopped: Some(stopped), .. }) => return Err(stopped.into()),
            _ => return Err(uncovered(others)),
        };
        let rows: Result<Vec<u32>, _> = nimbers.into_iter().map(u32::try_from).collect();
        rows.map(Known::First).map_err(|_| uncovered(others))
    };
    let largest = largest.map_or(0, |largest| u32::try_from(largest).unwrap_or(u32::MAX));
    // for Nim and other all-but families, Coq takes longer to check the rows than the period
    let is_all_but = matches!(rules, HeapRules::Subtraction(Amounts::AllBut(_)));
    if largest <= FEW_ROWS && !is_all_but {
        return by_rows(largest);
    }
    match ask(session, &Certify::of(family), limits) {
        Ok(Certified::Period(certificate)) => Ok(Known::Period(certificate)),
        _ if largest <= MOST_ROWS => by_rows(largest),
        Err(stopped @ NoAnswer::Stopped { .. }) => Err(stopped),
        _ => Err(uncovered(&format!("winners of heaps of more than {MOST_ROWS} tokens, but where a period is soon proved"))),
    }
}
