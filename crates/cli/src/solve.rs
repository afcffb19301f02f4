//! `sprague solve`: a position, or one a line.

use crate::args::{Best, Format, Moves, Solve, player};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::{json_text, stdout};
use crate::print;
use crate::terminal::page;
use serde_json::{Value, json};
use sprague::{CompoundRule, Limits, Play};
use sprague_games::{Answer, QuestionError, Session, SolveOptions, solve};
use std::io::Write;
use std::num::NonZeroUsize;

pub(crate) fn run(args: &Solve) -> Result<Exit, Failure> {
    if args.shards.is_some() || args.from.is_some() {
        return by_files(args);
    }
    let begun = limits(args.limits.bounds);
    let session = crate::session_within(&begun);
    // in a batch, it is for those lines that it is about
    let is_batch = args.sum == "-";
    let first = match args.first {
        Some(first) if is_batch => first.into(),
        first => player(first, "--first", &args.sum, &session)?,
    };
    if args.nimber {
        has_nimbers(args, &session)?;
    }
    let options = |limits: Limits| SolveOptions { first, ..options(args, limits) };
    let answer = |question: &str, options: &SolveOptions| -> Result<Answer, QuestionError> {
        let sum = session.position(question)?;
        let _progress = Progress::of(&options.limits);
        solve(&sum, options)
    };
    let known = |question: &str| -> Value {
        let position = session.position(question).map_or_else(|_| question.to_owned(), |sum| sum.to_string());
        json!({ "position": position, "play": Play::from(args.convention.play), "rule": args.rule.to_string() })
    };
    if is_batch {
        batch::only_json(args.format.as_ref(), &Format::Json)?;
        let answered = |question: &str| {
            let options = options(limits(args.limits.bounds));
            let answered = answer(question, &options);
            // half of what there may be is for the tables of one question
            session.keep_tables_within(options.limits.bytes / 4);
            answered
        };
        return batch::run(answered, known).map(|()| Exit::Answered);
    }
    let options = options(begun);
    match (answer(&args.sum, &options), args.format.unwrap_or(Format::Text)) {
        (Ok(answer), Format::Json) => writeln!(stdout(), "{}", json_text(&answer))?,
        (Ok(answer), Format::Text) => print::answer(&mut page(), &answer, &options)?,
        (Err(unanswered), format) => {
            return Err(Failure::told(format == Format::Json, &args.sum, unanswered, || known(&args.sum)));
        }
    }
    Ok(Exit::Answered)
}

/// What was asked, but for who starts.
fn options(args: &Solve, limits: Limits) -> SolveOptions {
    SolveOptions {
        play: args.convention.play.into(),
        rule: args.rule,
        search: args.search,
        explain: args.explain,
        line: args.line,
        fastest: args.best == Best::Fastest,
        outcome_only: args.outcome_only,
        nimber: args.nimber,
        all_moves: args.moves == Moves::All,
        max_moves: args.max_moves,
        longest_play: args.limits.longest_play,
        jobs: args.jobs.unwrap_or(NonZeroUsize::MIN),
        limits,
        ..SolveOptions::default()
    }
}

/// The same by files.
fn by_files(args: &Solve) -> Result<Exit, Failure> {
    if args.sum == "-" {
        return Err(Failure::Unfit("--shards and --from take one position, not - for a list".into()));
    }
    crate::shards::run(args, |limits| options(args, limits))
}

/// Whether `--nimber` asks for something that is there: in a batch, it is about the impartial lines.
///
/// # Errors
/// [`Failure::Unfit`] where the play, the rule or the sum has no Grundy values; whatever is wrong with the question.
fn has_nimbers(args: &Solve, session: &Session) -> Result<(), Failure> {
    let unfit = |why: &str| Err(Failure::Unfit(format!("--nimber is for {why}: leave it out")));
    if Play::from(args.convention.play) == Play::Misere {
        return unfit("normal play, and --play misere has no Grundy values");
    }
    if args.rule != CompoundRule::Disjunctive {
        return unfit(&format!("disjunctive sums, and by --rule {} Grundy values decide nothing", args.rule));
    }
    if args.sum == "-" {
        return Ok(());
    }
    let sum = session.position(&args.sum).map_err(|error| Failure::malformed(&args.sum, error))?;
    if sum.is_partizan() { unfit(&format!("impartial games, and {sum} is partizan")) } else { Ok(()) }
}
