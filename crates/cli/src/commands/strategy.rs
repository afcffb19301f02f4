//! `sprague strategy`: the winner's answer to everything, as a file that `sprague check` replays.

use super::{Output, ask, session};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use serde_json::json;
use sprague::certificate::{Strategy, StrategyForm};
use sprague_questions::check::promise;
use sprague_questions::{LimitsAsked, NoAnswer, StrategyOf};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: StrategyOf,
    /// Look everything up in a directory that `solve --shards` has filled
    #[cfg(feature = "shards")]
    #[arg(long, value_name = "DIR", conflicts_with = "form")]
    from: Option<std::path::PathBuf>,
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
    let found = found(args).map_err(|error| Failure::of(&args.question.position, error, args.output.is_json()))?;
    args.output.write(&found, || {
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
    })
}
