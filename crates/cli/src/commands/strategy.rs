//! `sprague strategy`: the winner's answer to everything, as a file that `sprague check` replays.

use super::{Output, ask, limits_of, session};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use serde_json::json;
use sprague::certificate::{Strategy, StrategyForm};
use sprague::solve::Component;
use sprague::{CompoundRule, Play};
use sprague_coq::{Instance, NoProof, winner};
use sprague_questions::check::promise;
use sprague_questions::{Graph, LimitsAsked, NoAnswer, StrategyOf};
use std::path::PathBuf;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: StrategyOf,
    /// Look everything up in a directory that `solve --shards` has filled
    #[cfg(feature = "shards")]
    #[arg(long, value_name = "DIR", conflicts_with = "form")]
    from: Option<PathBuf>,
    /// Write a theorem for the proof assistant Coq into this folder, with its theories
    #[arg(long, value_name = "DIR")]
    coq: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// The strategy, looked up or computed.
fn found(args: &Args) -> Result<Strategy, NoAnswer> {
    #[cfg(feature = "shards")]
    if let Some(path) = &args.from {
        return super::shards::strategy(path, &args.question, &args.limits);
    }
    ask(&session(), &args.question, &args.limits)
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let failure = |error| Failure::of(&args.question.position, error, args.output.is_json());
    let found = found(args).map_err(failure)?;
    let report = || {
        let Strategy { position, winner, draw, answers, .. } = &found;
        let (count, form) = (answers.len(), answers.form());
        let (what, of) = match form {
            StrategyForm::Positions => ("moves", ""),
            StrategyForm::Multisets => ("moves", " of multisets"),
            StrategyForm::Components => ("values", " of components"),
            StrategyForm::Bounds => ("bounds", " of sums"),
        };
        let object = json!({ "position": position, "winner": winner, "draw": draw, "form": form, what: count });
        (object, format!("{}, {count} {what}{of}", promise(&found)))
    };
    match &args.coq {
        None => args.output.write(&found, report),
        Some(folder) => args.output.write_theorem(&found, folder, &theorem(args).map_err(failure)?, report),
    }
}

/// The theorem for Coq: who wins on the graph of the position.
///
/// It is about graphs that are given as data, for only there the graph is the game.
fn theorem(args: &Args) -> Result<Instance, NoAnswer> {
    let StrategyOf { position, play, rule, .. } = &args.question;
    let uncovered = |of: &str| NoAnswer::NoTheorem { because: NoProof::Theorem { of: of.to_owned() }.to_string().into() };
    if (*play, *rule) != (Play::Normal, CompoundRule::Disjunctive) {
        return Err(uncovered("winners by another rule or under misère play"));
    }
    let session = session();
    let question = Graph::of(position.clone());
    let sum = session.position_within(position, &limits_of(&question, &args.limits))?;
    let is_graph = |component: &Component| component.rules.name().starts_with("digraph:") && !component.is_negative;
    if sum.is_partizan() || !matches!(sum.components(), [component] if is_graph(component)) {
        return Err(uncovered("winners of positions that are no one vertex of a digraph"));
    }
    let graph = ask(&session, &question, &args.limits)?;
    let names: Vec<&str> = graph.nodes.iter().map(|node| node.label.as_str()).collect();
    let found = if graph.is_whole {
        winner(position, &names, &graph.edges)
    } else {
        Err(NoProof::Malformed { why: "its graph is not whole" })
    };
    found.map_err(|why| NoAnswer::NoTheorem { because: why.to_string().into() })
}
