//! `sprague strategy`: the winner's answer to everything, as a file that `sprague check` replays.

use crate::args::{Format, Strategy as Args, player};
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::terminal::page;
use serde_json::{Value, json};
use sprague::certificate::{Strategy, Winner};
use sprague_games::{SolveOptions, check_strategy, strategy};
use std::io::{Write, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let session = crate::session();
    let options = SolveOptions {
        play: args.convention.play.into(),
        rule: args.rule,
        longest_play: args.limits.longest_play,
        first: player(args.first, "--first", &args.sum, &session)?,
        limits: limits(args.limits),
        ..SolveOptions::default()
    };
    let failed = |unanswered| Failure::of(&args.sum, unanswered);
    let sum = session.position(&args.sum).map_err(|error| failed(error.into()))?;
    let found = {
        let _progress = Progress::of(&options.limits);
        strategy(&sum, &options).map_err(failed)?
    };
    let text = serde_json::to_string(&found).expect("strategies are plain data");
    let Some(path) = &args.output else {
        writeln!(stdout(), "{text}")?;
        return Ok(ExitCode::SUCCESS);
    };
    let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
    std::fs::write(path, text + "\n").map_err(cannot)?;
    let Strategy { position, winner, moves, .. } = &found;
    match args.format {
        Format::Text => {
            let count = moves.len();
            writeln!(page(), "{position}: {}, {count} moves written to {}", promise(&found), path.display())?;
        }
        Format::Json => {
            let file = path.display().to_string();
            let written =
                json!({ "position": position, "winner": winner, "draw": found.draw, "moves": moves.len(), "file": file });
            writeln!(stdout(), "{written}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a strategy promises, in words.
fn promise(strategy: &Strategy) -> &'static str {
    match (strategy.winner, strategy.draw) {
        (Winner::Mover, false) => "the player to move wins",
        (Winner::Other, false) => "the player who has just moved wins",
        (Winner::Mover, true) => "the player to move never loses",
        (Winner::Other, true) => "the player who has just moved never loses",
    }
}

/// Replays a strategy and says what came out.
pub(crate) fn check(found: &Strategy, format: Format) -> Result<ExitCode, Failure> {
    let verdict = check_strategy(&crate::session(), found);
    let position = &found.position;
    match format {
        Format::Json => {
            let reason = verdict.as_ref().err().map_or(Value::Null, |error| json!(error.to_string()));
            writeln!(stdout(), "{}", json!({ "position": position, "accepted": verdict.is_ok(), "reason": reason }))?;
        }
        Format::Text => match &verdict {
            Ok(replayed) => {
                let positions = replayed.positions;
                writeln!(page(), "accepted: {position}: {}, whatever is answered ({positions} positions)", promise(found))?;
            }
            Err(error) => writeln!(page(), "rejected: {error}")?,
        },
    }
    Ok(if verdict.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
