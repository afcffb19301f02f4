//! `sprague solve --shards` and `--from`: solves graphs on disk, and looks up positions in them.

use super::{Format, limits_of, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Running;
use crate::out::stdout;
use crate::print;
use crate::progress::Progress;
use crate::terminal::page;
use clap::builder::ArgPredicate;
use clap::{Arg, Args as Flags};
use serde::Serialize;
use serde_json::{Value, json};
use sprague::certificate::Strategy;
use sprague::registry::{LocalFiles, SmallFiles};
use sprague::{Limits, Play};
use sprague_questions::flags::number;
use sprague_questions::shards::{DigestedFiles, ShardedGraph, summary_to_json};
use sprague_questions::{Answer, LimitsAsked, NoAnswer, Session, Solve, StrategyOf, json_number};
use sprague_shards::Summary;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Flags for directories in which graphs are solved, or were.
#[derive(Flags)]
pub(super) struct Files {
    /// Solve all reachable positions with files in this directory, for graphs larger than memory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["search", "from"], help_heading = "Files")]
    shards: Option<PathBuf>,
    /// Number of parts to divide the files into, several for each thread [default: 64]
    #[arg(long, value_name = "S", requires = "shards", value_parser = parts, help_heading = "Files")]
    parts: Option<u32>,
    /// Look the position up in a directory that --shards has filled
    #[arg(long, value_name = "DIR", conflicts_with_all = ["search", "jobs"], help_heading = "Files")]
    from: Option<PathBuf>,
}

impl Files {
    pub(super) fn are_named(&self) -> bool {
        self.shards.is_some() || self.from.is_some()
    }
}

/// Changes the defaults of the limits on positions and time for `--shards`.
pub(super) fn with_limits(flag: Arg) -> Arg {
    match flag.get_id().as_str() {
        "limit_positions" => flag.default_value_if("shards", ArgPredicate::IsPresent, "10^15"),
        "limit_time" => flag.default_value_if("shards", ArgPredicate::IsPresent, "10^9"),
        _ => flag,
    }
}

/// Parses the number of parts into which a graph is divided.
fn parts(text: &str) -> Result<u32, String> {
    let number = number(text).ok().filter(|number| (1..=sprague_shards::MOST_SHARDS).contains(number));
    number.ok_or_else(|| format!("expected a number of parts from 1 to {}, such as 64", sprague_shards::MOST_SHARDS))
}

fn digested(limits: &Limits) -> (Session, DigestedFiles<SmallFiles<LocalFiles>>) {
    let files = DigestedFiles::new(SmallFiles::new(LocalFiles, limits.clone()));
    (session().with_files(files.clone()), files)
}

/// The progress of work on a graph on disk.
struct Work {
    begun: Instant,
    /// The maximum number of positions in a progress report.
    seen: AtomicU64,
    /// The counter of positions in searches under limits.
    visited: Arc<AtomicU64>,
}

impl Work {
    fn begin(limits: &mut Limits) -> Self {
        Self { begun: Instant::now(), seen: AtomicU64::new(0), visited: limits.progress.get_or_insert_default().clone() }
    }

    fn see(&self, positions: u64) {
        self.seen.fetch_max(positions, Ordering::Relaxed);
    }

    /// Adds the progress to an error, if a limit ended the work.
    fn told(&self, error: NoAnswer) -> NoAnswer {
        let [seen, visited] = [&self.seen, &*self.visited].map(|count| count.load(Ordering::Relaxed));
        error.after(seen.max(visited), self.begun.elapsed(), &[])
    }
}

/// An answer, with the summary of its graph.
#[derive(Serialize)]
struct WithGraph<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    graph: Value,
}

pub(super) fn run(question: &Solve, files: &Files, asked: &LimitsAsked, is_json: bool) -> Result<Exit, Failure> {
    if question.position == "-" {
        return Err(Failure::Unfit("--shards and --from solve one position, not the list of positions that `-` reads".into()));
    }
    let mut limits = limits_of(question, asked).starting_now();
    let _running = Running::begin(&mut limits);
    let work = Work::begin(&mut limits);
    let (session, digests) = digested(&limits);
    let failed = |error: NoAnswer| {
        // the files keep what is done
        let tries: &[&str] = if files.shards.is_some() { &["the same command continues"] } else { &[] };
        let known = || json!({ "position": question.position, "play": question.play, "try": tries });
        Failure::of(&question.position, work.told(error.about("position", &question.position).knowing(known)), is_json)
    };
    let sum = session.sum("position", &question.position, &limits).map_err(failed)?;
    let (graph, answers) = match (&files.shards, &files.from) {
        (Some(path), _) => {
            let parts = files.parts.unwrap_or(sprague_shards::SHARDS);
            let mut graph = ShardedGraph::create(path, &sum, &digests.digest(), parts, question).map_err(failed)?;
            let progress = Progress::of_steps();
            let answers = graph.solve(question, &limits, |now| {
                work.see(now.positions);
                progress.say(now);
            });
            let answers = answers.map_err(failed)?;
            (graph, answers)
        }
        (None, path) => {
            let path = path.as_deref().unwrap_or(Path::new("."));
            let graph = ShardedGraph::open(path, &session, || digests.digest()).map_err(failed)?;
            let answers = graph.answers().map_err(failed)?;
            (graph, answers)
        }
    };
    let answer = graph.answer(&answers, &sum, question, &limits).map_err(failed)?;
    let summary = files.shards.is_some().then(|| answers.summary());
    match (is_json, summary) {
        (true, Some(summary)) => {
            let answer = WithGraph { answer: &answer, graph: summary_to_json(summary) };
            writeln!(stdout(), "{}", crate::out::json_text(&answer))?;
        }
        (true, None) => writeln!(stdout(), "{}", crate::out::json_text(&answer))?,
        (false, summary) => print(&answer, summary)?,
    }
    Ok(Exit::Answered)
}

/// `sprague check DIR`: checks that every answer follows from the answers of the position's options.
pub(super) fn check(directory: &Path, asked: &LimitsAsked, format: Format) -> Result<Exit, Failure> {
    let mut limits = limits_of(&sprague_questions::Check::default(), asked).starting_now();
    let _running = Running::begin(&mut limits);
    let work = Work::begin(&mut limits);
    let name = directory.display().to_string();
    let failed = |error: NoAnswer| {
        let known = || json!({ "claim": "graph", "directory": name });
        Failure::of(&name, work.told(error.about("directory", &name).knowing(known)), format == Format::Json)
    };
    let (session, files) = digested(&limits);
    let graph = ShardedGraph::open(directory, &session, || files.digest()).map_err(failed)?;
    let answers = graph.answers().map_err(failed)?;
    let first = graph.first().map_or_else(String::new, |first| format!(" when {first} starts"));
    let play = if graph.game().play() == Play::Misere { ", misère play" } else { "" };
    let claim = format!("who wins in every position that {} can become{first}{play}, and in how many moves", graph.position());
    let verdict = {
        let _progress = Progress::of(&limits);
        graph.verify(&answers, &limits, |positions| work.see(positions)).map_err(failed)?
    };
    match (&verdict, format) {
        (_, Format::Json) => {
            let reason = verdict.as_ref().err();
            let accepted = json!({
                "claim": "graph", "position": graph.position(), "play": graph.game().play(), "first": graph.first(),
                "accepted": verdict.is_ok(), "reason": reason,
                "positions": json_number(answers.summary().positions), "whole_claim": claim,
            });
            writeln!(stdout(), "{accepted}")?;
        }
        (Ok(examined), Format::Text) => writeln!(page(), "accepted: {claim}. That is the whole claim ({examined}).")?,
        (Err(reason), Format::Text) => writeln!(page(), "rejected: {reason}")?,
    }
    Ok(if verdict.is_ok() { Exit::Answered } else { Exit::NoAnswer })
}

/// Looks up the strategy of the winner in a graph on disk.
pub(super) fn strategy(path: &Path, question: &StrategyOf, asked: &LimitsAsked) -> Result<Strategy, NoAnswer> {
    let mut limits = limits_of(question, asked).starting_now();
    let _running = Running::begin(&mut limits);
    let work = Work::begin(&mut limits);
    let found = || {
        let (session, files) = digested(&limits);
        let sum = session.sum("position", &question.position, &limits)?;
        let graph = ShardedGraph::open(path, &session, || files.digest())?;
        let question = StrategyOf { play: graph.game().play(), ..question.clone() };
        graph.strategy(&graph.answers()?, &sum, &question, &limits)
    };
    let known = || json!({ "position": question.position });
    found().map_err(|error| work.told(error.about("position", &question.position).knowing(known)))
}

fn print(answer: &Answer, summary: Option<&Summary>) -> io::Result<()> {
    let mut out = page();
    print::answer(&mut out, answer)?;
    let Some(summary) = summary else { return Ok(()) };
    let Summary { positions, options, won, lost, longest, digest, bytes, .. } = summary;
    writeln!(out, "{positions} positions, {options} options: {won} won, {lost} lost, {} drawn", summary.drawn())?;
    let each = *bytes as f64 / (*positions).max(1) as f64;
    writeln!(out, "the longest is over in {longest} moves; {bytes} bytes of answers, {each:.1} a position; digest {digest}")
}

#[cfg(test)]
mod tests {
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn positions_and_time_are_not_limited_in_files_unless_it_is_said() {
        let limits = |flags: &[&str]| {
            let call = [&["sprague", "solve", "nim@1"], flags].concat();
            let matches = Args::command().try_get_matches_from(call).unwrap();
            let (_, solve) = matches.subcommand().unwrap();
            ["limit_positions", "limit_time"].map(|limit| {
                let mut typed = solve.get_raw(limit)?;
                typed.next()?.to_str().map(str::to_owned)
            })
        };
        assert_eq!(limits(&[]), [None, None]);
        assert_eq!(limits(&["--shards", "folder"]), ["10^15", "10^9"].map(|limit| Some(limit.to_owned())));
        assert_eq!(limits(&["--shards", "folder", "--limit-time", "7"]), ["10^15", "7"].map(|limit| Some(limit.to_owned())));
    }
}
