//! `sprague strategy`: the winner's answer to everything, as a file that `sprague check` replays.

use crate::args::{Format, Strategy as Args, player};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::page;
use serde_json::json;
use sprague::certificate::{Strategy, StrategyForm};
use sprague_games::check::promise;
use sprague_games::{SolveOptions, strategy, whole_file};
use std::io::Write;

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let limits = limits(args.limits.bounds);
    let session = crate::session_within(&limits);
    let options = SolveOptions {
        play: args.convention.play.into(),
        rule: args.rule,
        longest_play: args.limits.longest_play,
        first: player(args.first, "--first", &args.sum, &session)?,
        limits,
        ..SolveOptions::default()
    };
    let known = || json!({ "position": args.sum, "play": options.play, "rule": options.rule.to_string() });
    let failed = |unanswered| Failure::told(args.format == Format::Json, &args.sum, unanswered, known);
    let sum = session.position(&args.sum).map_err(|error| failed(error.into()))?;
    let found = {
        let _progress = Progress::of(&options.limits);
        match &args.from {
            Some(path) => crate::shards::strategy(path, &args.sum, args.first, options.clone()).map_err(failed)?,
            None => strategy(&sum, &options, args.form).map_err(failed)?,
        }
    };
    let text = serde_json::to_string(&found).expect("strategies are plain data");
    let Some(path) = &args.output else {
        writeln!(stdout(), "{text}")?;
        return Ok(Exit::Answered);
    };
    let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
    whole_file::write(path, (text + "\n").as_bytes()).map_err(cannot)?;
    let Strategy { position, winner, draw, answers, .. } = &found;
    let (count, form) = (answers.len(), answers.form());
    let what = if form == StrategyForm::Components { "values" } else { "moves" };
    match args.format {
        Format::Text => {
            let of = match form {
                StrategyForm::Positions => "",
                StrategyForm::Multisets => " of multisets",
                StrategyForm::Components => " of components",
            };
            writeln!(page(), "{}, {count} {what}{of} written to {}", promise(&found), path.display())?;
        }
        Format::Json => {
            let file = path.display().to_string();
            let written =
                json!({ "position": position, "winner": winner, "draw": draw, "form": form, what: count, "file": file });
            writeln!(stdout(), "{written}")?;
        }
    }
    Ok(Exit::Answered)
}
