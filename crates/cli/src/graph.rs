//! `sprague graph`: the position graph as DOT.

use crate::args::{Format, Graph, player};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::stdout;
use serde_json::json;
use sprague_games::{GraphOptions, position_graph};
use std::io::Write;

pub(crate) fn run(args: &Graph) -> Result<Exit, Failure> {
    let limits = limits(args.limits.bounds);
    let session = crate::session_within(&limits);
    let options = GraphOptions {
        most: args.most,
        depth: args.depth,
        play: args.convention.play.into(),
        first: player(args.first, "--first", &args.sum, &session)?,
        longest_play: args.limits.longest_play,
        limits,
    };
    let known = || json!({ "position": args.sum, "play": options.play });
    let failed = |unanswered| Failure::told(args.format == Format::Json, &args.sum, unanswered, known);
    let sum = session.position(&args.sum).map_err(|error| failed(error.into()))?;
    let graph = {
        let _progress = Progress::of(&options.limits);
        position_graph(&sum, &options).map_err(failed)?
    };
    match args.format {
        Format::Text => stdout().write_all(graph.to_string().as_bytes())?,
        Format::Json => {
            let mut answer = graph.to_json();
            answer["positions"] = json!(graph.nodes.len());
            answer["dot"] = json!(graph.to_string());
            writeln!(stdout(), "{answer}")?;
        }
    }
    Ok(Exit::Answered)
}
