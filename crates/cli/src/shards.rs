//! `sprague solve --shards` and `--from`: graphs that are solved in files, and positions looked up there.

use crate::args::{Check, First, Format, Solve, player};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::{json_text, stdout};
use crate::print;
use crate::terminal::page;
use serde_json::json;
use sprague::Player;
use sprague::certificate::Strategy;
use sprague::registry::{LocalFiles, SmallFiles};
use sprague_games::shards::{DigestedFiles, ShardedGraph, summary_to_json};
use sprague_games::{Answer, QuestionError, SolveOptions, json_number};
use sprague_shards::Summary;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(args: &Solve, options: impl Fn(sprague::Limits) -> SolveOptions) -> Result<Exit, Failure> {
    let limits = limits(args.limits.bounds);
    let files = DigestedFiles::new(SmallFiles::new(LocalFiles, limits.clone()));
    let session = crate::session().with_files(files.clone());
    let first = player(args.first, "--first", &args.sum, &session)?;
    let options = SolveOptions { first, ..options(limits) };
    let known = || json!({ "position": args.sum, "play": options.play });
    let is_json = args.format == Some(Format::Json);
    let failed = |error: QuestionError| Failure::told(is_json, &args.sum, error, known);
    let sum = session.position(&args.sum).map_err(|error| failed(error.into()))?;
    let (graph, answers) = match (&args.shards, &args.from) {
        (Some(path), _) => {
            let parts = args.parts.unwrap_or(sprague_shards::SHARDS);
            let mut graph = ShardedGraph::create(path, &sum, &files.digest(), parts, &options).map_err(failed)?;
            let progress = Progress::of_steps();
            let answers = graph.solve(&options, |now| progress.say(now)).map_err(failed)?;
            (graph, answers)
        }
        (None, path) => {
            let path = path.as_deref().unwrap_or(Path::new("."));
            let graph = ShardedGraph::open(path, &session, || files.digest()).map_err(failed)?;
            let answers = graph.answers().map_err(failed)?;
            (graph, answers)
        }
    };
    let answer = graph.answer(&answers, &sum, &options).map_err(failed)?;
    let summary = args.shards.is_some().then(|| answers.summary());
    if is_json {
        let mut text = json_text(&answer);
        if let Some(summary) = summary {
            text.truncate(text.trim_end().len() - 1);
            text = format!("{text},\"graph\":{}}}", summary_to_json(summary));
        }
        writeln!(stdout(), "{text}")?;
    } else {
        print(&answer, summary, &options)?;
    }
    Ok(Exit::Answered)
}

/// `sprague check DIR`: whether every answer follows from those of the position's options.
pub(crate) fn check(args: &Check) -> Result<Exit, Failure> {
    let limits = limits(args.limits);
    let name = args.file.display().to_string();
    let failed = |error: QuestionError| match error {
        QuestionError::Stopped(_) if args.format == Format::Json => {
            Failure::told(true, &name, error, || json!({ "claim": "graph", "directory": name }))
        }
        other => Failure::of(&name, other),
    };
    let files = DigestedFiles::new(SmallFiles::new(LocalFiles, limits.clone()));
    let session = crate::session().with_files(files.clone());
    let graph = ShardedGraph::open(&args.file, &session, || files.digest()).map_err(failed)?;
    let answers = graph.answers().map_err(failed)?;
    let claim = format!("who wins in every position that {} can become, and in how many moves", graph.position());
    let verdict = {
        let _progress = Progress::of(&limits);
        graph.verify(&answers, &limits, |_| ()).map_err(failed)?
    };
    match (&verdict, args.format) {
        (_, Format::Json) => {
            let reason = verdict.as_ref().err();
            let accepted = json!({
                "claim": "graph", "position": graph.position(), "accepted": verdict.is_ok(), "reason": reason,
                "positions": json_number(answers.summary().positions), "whole_claim": claim,
            });
            writeln!(stdout(), "{accepted}")?;
        }
        (Ok(examined), Format::Text) => writeln!(page(), "accepted: {claim}. That is the whole claim ({examined}).")?,
        (Err(reason), Format::Text) => writeln!(page(), "rejected: {reason}")?,
    }
    Ok(if verdict.is_ok() { Exit::Answered } else { Exit::NoAnswer })
}

/// The strategy of whoever wins a position of a graph in files.
pub(crate) fn strategy(
    path: &Path,
    question: &str,
    first: Option<First>,
    options: SolveOptions,
) -> Result<Strategy, QuestionError> {
    let files = DigestedFiles::new(SmallFiles::new(LocalFiles, options.limits.clone()));
    let session = crate::session().with_files(files.clone());
    let sum = session.position(question)?;
    let graph = ShardedGraph::open(path, &session, || files.digest())?;
    let first = first.map_or(Player::Left, Player::from);
    graph.strategy(&graph.answers()?, &sum, &SolveOptions { first, play: graph.game().play(), ..options })
}

fn print(answer: &Answer, summary: Option<&Summary>, options: &SolveOptions) -> io::Result<()> {
    let mut out = page();
    print::answer(&mut out, answer, options)?;
    let Some(summary) = summary else { return Ok(()) };
    let Summary { positions, options, won, lost, longest, digest, bytes, .. } = summary;
    writeln!(out, "{positions} positions, {options} options: {won} won, {lost} lost, {} drawn", summary.drawn())?;
    let each = *bytes as f64 / (*positions).max(1) as f64;
    writeln!(out, "the longest is over in {longest} moves; {bytes} bytes of answers, {each:.1} a position; digest {digest}")
}
