//! The commands, one file each: the flags that only the program has, and the answer as text.

mod analyse;
mod atlas;
mod certify;
mod check;
mod compare;
mod find;
mod glossary;
mod graph;
mod identify;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod new;
mod nim;
mod play;
#[cfg(feature = "plot")]
mod plot;
mod quotient;
mod rulesets;
mod schema;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "shards")]
mod shards;
mod shell;
mod solve;
mod strategy;
mod sweep;
mod table;
mod test;
mod theories;
mod value;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Running;
use crate::out::stdout;
use crate::progress::Progress;
use crate::terminal::page;
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde_json::Value;
use sprague::Limits;
use sprague::registry::{Entry, LocalFiles, WithPrograms};
use sprague_questions::{LimitsAsked, NoAnswer, Question, Session, registry, whole_file};
use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The part of the help of `solve` that is about graphs on disk.
const ON_SHARDS: &str = if cfg!(feature = "shards") {
    "With --shards the same command goes on where it was left, and time and positions have no limit unless you set one. "
} else {
    ""
};

/// The commands, each with its flags and the help of the program's list.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Rows 0 to N of a family, then its period and why it is one
    #[command(
        visible_alias = "analyze",
        after_help = "Example: sprague analyse subtraction:1,3,4 --to 20\n         sprague analyse kayles --format bfile\n         sprague analyse asymmetric:1,3/2,3 --rows values\nWith `-` it reads one family a line and answers one JSON object a line."
    )]
    Analyse(analyse::Args),
    /// Outcome, nimber (Grundy value), winning moves and best move of a position
    #[command(
        after_help = format!("Example: sprague solve nim@3+kayles@12 --explain\n         sprague solve nim@3,4,5 --play misere\n         sprague solve cram@5x5 --outcome-only\n{ON_SHARDS}With `-` it reads one position a line and answers one JSON object a line. In JSON, `nimber` is a number, or text above 2^53, or null where there is none, or beside \"nimber_skipped\": true, where it would cost more than who wins: --nimber insists on it.")
    )]
    Solve(solve::Args),
    /// Value of a sum: its canonical form, and what is known beside it
    #[command(
        after_help = "Example: sprague value 'game@{2|-1}'\n         sprague value asymmetric:1,3/2@7+kayles@5 --cool 1\n         sprague value domineering@2x3 --then Freeze --facts\nWith `-` it reads one sum a line and answers one JSON object a line. A sum that begins with `-`, a negative, needs `--` before it."
    )]
    Value(value::Args),
    /// Order of two sums: <, >, = or || (confused), and who wins their difference
    #[command(
        after_help = "Example: sprague compare game@^ nim@1\n         sprague compare -- -asymmetric:1/2@5 game@-1/2\nWith `-` it reads two sums a line, with a blank between them, and answers one JSON object a line."
    )]
    Compare(compare::Args),
    /// Nimbers, values or outcomes of every pair of numbers, or every board up to A×B
    #[command(
        after_help = "Example: sprague table wythoff --to 10x10\n         sprague table cram --to 4x5 --rows outcomes --format csv"
    )]
    Table(table::Args),
    /// A drawing: points, heat map, thermograph, graph, position, order of rows
    #[cfg(feature = "plot")]
    #[command(
        after_help = "Example: sprague plot kayles -o kayles.svg\n         sprague plot wythoff --to 30x30 -o wythoff.svg\n         sprague plot 'game@{4||1|-3}'\n         sprague plot nim@2,3 --theme dark -o nim.svg\n         sprague plot amazons@x../#../..o --as picture\n         sprague plot asymmetric:1,3/2 --as order\nWithout -o it shows the drawing in a terminal, and writes SVG to anything else."
    )]
    Plot(plot::Args),
    /// Play against perfection, in the terminal
    #[command(after_help = "Example: sprague play nim@3,4,5\n         sprague play knights@3.4,5.5 --rule conjunctive")]
    Play(play::Args),
    /// The position graph in the DOT language of Graphviz
    #[command(after_help = "Example: sprague graph nim@1,2 | dot -Tsvg > nim.svg")]
    Graph(graph::Args),
    /// A proved period as a certificate that others can check
    #[command(
        after_help = "Example: sprague certify kayles -o kayles.json\n         sprague certify asymmetric:1,3/2,4 --rows values -o values.json\n         sprague certify kayles --coq kayles"
    )]
    Certify(certify::Args),
    /// The winner's answer to everything, as a file that others can check
    #[command(
        after_help = "Example: sprague strategy nim@3,4,5 -o nim.json\n         sprague strategy nim@1,2,3 --rule selective --play misere\n         sprague strategy kayles@40,39,38 --form components"
    )]
    Strategy(strategy::Args),
    /// Re-verify a certificate or a strategy from the rules alone, without the engine
    #[command(
        after_help = "Example: sprague check kayles.json\n         sprague check 0.106.json --limit-time 7200 --checkpoint 0.106.checkpoint\nWith --checkpoint the same command goes on where an earlier run ended or was killed: for periods proved by equal states, whose heaps are computed again one after the other."
    )]
    Check(check::Args),
    /// Period of every set or code of a size, or laws of pairs of sets
    ///
    /// The size is the largest member of a set, or the number of digits of an octal code.
    #[command(
        after_help = "Example: sprague sweep subtraction --largest 20 --histogram\n         sprague sweep subtraction --largest 32 --limit-time 3600 --checkpoint 32.checkpoint\n         sprague sweep subtraction --largest 32 --shard 1/8 -o 1.json\n         sprague sweep octal --digits 3 --seek 100000 --csv codes.csv\n         sprague sweep asymmetric --largest 4 --csv pairs.csv\nWith --checkpoint the same command goes on where an earlier run ended or was killed. Parts are numbered from 1 to n; `sprague merge` adds them up."
    )]
    Sweep(sweep::Args),
    /// Parts of a sweep or a search, as `--shard` makes them, added up
    #[command(
        after_help = "Example: sprague merge 1.json 2.json 3.json\n         sprague merge --partial [1-7].json -o first.json\nExit status: 0 every part is there, 1 some are missing (unless --partial), or a file is none of this sweep."
    )]
    Merge(merge::Args),
    /// Positions that have a property, among all of a size or all that one reaches
    #[command(
        after_help = "Example: sprague find kayles --to 100 --where 'nimber >= 9'\n         sprague find domineering --squares 9 --sort temperature --top 5\n         sprague find node-kayles --vertices 6 --histogram nimber --count\n         sprague find --from amazons@x..o/.... --where 'outcome_class = P'\nA PROPERTY compares keys by = != < > <= >= and || (confused), and joins them by and, or, not and brackets. Keys are names of `solve` and `value`: nimber, outcome, outcome_class, value, name, mean, temperature, birthday, number, atomic_weight, reduced, left_stop, right_stop; size; and cold, tepid, hot, zero, integer, infinitesimal, numberish, number_tiny, all_small, switch, even, odd, even_tempered, odd_tempered. A key alone is true if it is neither null nor false; a comparison with null is false."
    )]
    Find(find::Args),
    /// Misère quotient of a take-and-break family: decides sums of heaps when the last mover loses
    #[command(
        after_help = "Example: sprague quotient kayles\n         sprague quotient grundy --to 20\nWithout --to it goes on until the quotient is proved to be that of all heaps, or a limit is reached."
    )]
    Quotient(quotient::Args),
    /// Known families whose nimbers begin with this list
    #[command(after_help = "Example: sprague identify 0,1,2,3,1,4,3,2")]
    Identify(identify::Args),
    /// Results with their certificates, in a folder: listed, shown, checked, added
    #[command(
        after_help = "Example: sprague atlas kayles\n         sprague atlas check --cheap\n         sprague atlas add 'analyse octal:0.77'\nWithout words it lists all entries; if the words are found in one entry alone, it is shown in full."
    )]
    Atlas(atlas::Args),
    /// Nim-sums, nim-products, quotients, powers and roots of nimbers below 2^128
    #[command(
        after_help = "Example: sprague nim '7 * 9 + 3'\n         sprague nim 'sqrt(6) / 5^2'\n         sprague nim 'mex{0, 1, 3}'\nThe answer is one nimber, so that scripts can read it. With - one expression a line is read from standard input."
    )]
    Nim(nim::Args),
    /// The page, on this machine only: see positions, moves, periods, tables, graphs and values
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Example: sprague serve\n         sprague serve ./my-game.rhai --port 8018\nIt prints the address and opens the browser there; Ctrl-C ends it. The address holds a key: who has it may ask. The key is kept in $XDG_STATE_HOME/sprague/key (~/.local/state/sprague/key), so that tabs and bookmarks work the next time, too. Questions open no file but those named here, by the very same words."
    )]
    Serve(serve::Args),
    /// The questions as tools for agents, by the Model Context Protocol
    #[cfg(feature = "mcp")]
    #[command(
        after_help = "Example: sprague mcp\n         sprague mcp ./my-game.rhai --limit-time 5\nA client such as an agent starts it; it ends when its standard input does and all questions are answered, or by Ctrl-C. A call may lower these limits, and a longer answer than 100 kB comes in pieces. Questions open no file but those named here, by the very same words, and nothing is written."
    )]
    Mcp(mcp::Args),
    /// The JSON Schema of every question and its answers
    #[command(after_help = "Example: sprague schema solve")]
    Schema(schema::Args),
    /// The rulesets there are, with notation and an example of each
    #[command(after_help = "Example: sprague rulesets --format json")]
    Rulesets(rulesets::Args),
    /// The words that answers use: a sentence, an example and a reference for each
    #[command(after_help = "Example: sprague glossary nimber\n         sprague glossary --format json")]
    Glossary(glossary::Args),
    /// A ruleset to start from, with tests: in Rust, as a script or as WebAssembly
    #[command(after_help = "Example: sprague new my-game --as rhai")]
    New(new::Args),
    /// Check a plugin against the laws of rulesets, by random play
    #[command(
        after_help = "Example: sprague test ./my-game.rhai\n         sprague test ./my-game.wasm:8 7.7 3.4 --plays 1000\nExit status: 0 every law held, 1 one was broken."
    )]
    Test(test::Args),
    /// A completion script for a shell
    #[command(after_help = "Example: sprague completions bash > ~/.local/share/bash-completion/completions/sprague")]
    Completions(shell::Completions),
    /// The manual page, in roff
    #[command(after_help = "Example: sprague man | man -l -")]
    Man,
}

impl Command {
    /// Runs the command. `whole` returns the definition of the command line.
    pub(crate) fn run(self, whole: impl FnOnce() -> clap::Command) -> Result<Exit, Failure> {
        match self {
            Self::Analyse(args) => analyse::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Value(args) => value::run(&args),
            Self::Compare(args) => compare::run(&args),
            Self::Table(args) => table::run(&args),
            Self::Play(args) => play::run(&args),
            #[cfg(feature = "plot")]
            Self::Plot(args) => plot::run(&args),
            Self::Graph(args) => graph::run(&args),
            Self::Certify(args) => certify::run(&args),
            Self::Check(args) => check::run(&args),
            Self::Strategy(args) => strategy::run(&args),
            Self::Sweep(args) => sweep::run(&args),
            Self::Merge(args) => merge::run(&args),
            Self::Find(args) => find::run(&args),
            Self::Quotient(args) => quotient::run(&args),
            Self::Identify(args) => identify::run(&args),
            Self::Atlas(args) => atlas::run(&args),
            Self::Nim(args) => nim::run(&args),
            Self::New(args) => new::run(&args),
            Self::Test(args) => test::run(&args),
            #[cfg(feature = "serve")]
            Self::Serve(args) => serve::run(&args),
            #[cfg(feature = "mcp")]
            Self::Mcp(args) => mcp::run(&args),
            Self::Schema(args) => schema::run(&args),
            Self::Rulesets(args) => rulesets::run(&args),
            Self::Glossary(args) => glossary::run(&args),
            Self::Completions(args) => shell::completions(&args, whole()),
            Self::Man => shell::man(whole()),
        }
    }
}

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// The file for what others check, such as a certificate.
#[derive(Args)]
pub(crate) struct Output {
    /// Write it to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Form of the report about the file that was written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Output {
    fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Writes the data, and reports where they were written.
    ///
    /// The report is an object, to which the file name is added, or a sentence.
    fn write(&self, data: &impl Serialize, report: impl FnOnce() -> (Value, String)) -> Result<Exit, Failure> {
        let text = serde_json::to_string(data).expect("it is plain data");
        let Some(path) = &self.output else {
            writeln!(stdout(), "{text}")?;
            return Ok(Exit::Answered);
        };
        let file = written(path, text)?;
        let (mut object, words) = report();
        match self.format {
            Format::Text => writeln!(page(), "{words} written to {file}")?,
            Format::Json => {
                object["file"] = file.into();
                writeln!(stdout(), "{object}")?;
            }
        }
        Ok(Exit::Answered)
    }
}

/// Writes a line of data to a file, and returns the name of the file.
fn written(path: &Path, text: String) -> Result<String, Failure> {
    let file = path.display().to_string();
    let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{file}: {error}"));
    whole_file::write(path, (text + "\n").as_bytes()).map_err(cannot)?;
    Ok(file)
}

/// The default limit on the time of a question.
const TIME: Duration = Duration::from_secs(60);

/// The rulesets that were passed to [`main_with`](crate::main_with).
pub(crate) static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();

thread_local! {
    /// The arguments of the command that this thread runs.
    ///
    /// Programs that these arguments name by `exec:` may be started.
    pub(crate) static ARGUMENTS: RefCell<Vec<String>> = const { RefCell::new(vec![]) };
}

/// Returns a session that has the program's own rulesets, and starts programs that the arguments name.
fn session() -> Session {
    let files = ARGUMENTS.with_borrow(|arguments| WithPrograms::named_in(LocalFiles, arguments));
    Session::with(registry().with(ENTRIES.get().into_iter().flatten().cloned())).with_files(files)
}

/// Returns the default limits of a question, with a counter for [`Progress`].
fn door() -> Limits {
    Limits { time: Some(TIME), progress: Some(Arc::new(AtomicU64::new(0))), ..Limits::default() }
}

/// Returns the limits that the command line names, and the defaults of this question for the rest.
fn limits_of(question: &impl Question, asked: &LimitsAsked) -> Limits {
    asked.over(question.usual(door()))
}

/// Answers a question, and shows progress on the terminal.
fn ask<Q: Question>(session: &Session, question: &Q, asked: &LimitsAsked) -> Result<Q::Answer, NoAnswer> {
    let mut limits = limits_of(question, asked);
    let _running = Running::begin(&mut limits);
    let _progress = Progress::of(&limits);
    session.ask(question, &limits)
}

/// Answers a question that computes at most `seek` rows, and shows progress.
fn ask_seeking<Q: Question>(
    session: &Session,
    question: &Q,
    asked: &LimitsAsked,
    seek: Option<u64>,
) -> Result<Q::Answer, NoAnswer> {
    let mut limits = limits_of(question, asked);
    let _running = Running::begin(&mut limits);
    let _progress = Progress::seeking(&limits, seek);
    session.ask(question, &limits)
}
