//! The commands, one in each file, with flags that only the program has and with the answer as text.

mod analyse;
mod atlas;
mod certify;
mod check;
#[cfg(feature = "scripts")]
mod code;
mod compare;
mod count;
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
use crate::out::{print_json, stdout};
use crate::progress::Progress;
use crate::terminal::page;
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde_json::Value;
use sprague::Limits;
use sprague::registry::{Entry, LocalFiles, WithPrograms};
use sprague_questions::{Form, LimitsAsked, NoAnswer, Question, Report, Session, registry, whole_file};
use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The part of the help of `solve` that is about graphs on disk.
const ON_SHARDS: &str = if cfg!(feature = "shards") {
    "With --shards, the same command continues where an earlier run stopped, and time and positions are unlimited unless you limit them. "
} else {
    ""
};

/// The commands with their flags and help, in the order of `sprague --help`: those that are rarely needed come last.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Compute the nimbers or outcomes of heaps 0 to N, and prove their period
    #[command(
        visible_alias = "analyze",
        after_help = "Example: sprague analyse subtraction:1,3,4 --to 20\n         sprague analyse kayles --format bfile\n         sprague analyse asymmetric:1,3/2,3 --rows values\nFor knights, it computes the table of the board; for a digraph, all vertices. With `-`, it reads one family per line and prints one JSON object per line."
    )]
    Analyse(analyse::Args),
    /// Solve a position: find who wins, the nimber (Grundy value) and the winning moves
    #[command(
        after_help = format!("Example: sprague solve nim@3+kayles@12 --explain\n         sprague solve nim@3,4,5 --play misere\n         sprague solve cram@5x5 --outcome-only\n{ON_SHARDS}With `-`, it reads one position per line and prints one JSON object per line. In JSON, `nimber` is a number, text if it is above 2^53, or null if there is none. It is also null, with \"nimber_skipped\": true, if the nimber would take much longer than finding who wins; --nimber computes it anyway.")
    )]
    Solve(solve::Args),
    /// Compute the value of a sum: canonical form, temperature, thermograph and more
    #[command(
        after_help = "Example: sprague value 'game@{2|-1}'\n         sprague value asymmetric:1,3/2@7+kayles@5 --then 'Cool(1)'\n         sprague value domineering@2x3 --then Freeze --facts\nWith `-`, it reads one sum per line and prints one JSON object per line. Write `--` before a sum that begins with `-` (a negative)."
    )]
    Value(value::Args),
    /// Compare two sums: print <, >, = or || (confused), and who wins the difference
    #[command(
        after_help = "Example: sprague compare game@^ nim@1\n         sprague compare -- -asymmetric:1/2@5 game@-1/2\nWith `-`, it reads two sums per line, with a blank between them, and prints one JSON object per line."
    )]
    Compare(compare::Args),
    /// Tabulate nimbers, values or outcomes of pairs of numbers, or of boards up to A×B
    #[command(
        after_help = "Example: sprague table wythoff --to 10x10\n         sprague table cram --to 4x5 --rows outcomes --format csv"
    )]
    Table(table::Args),
    /// Draw points, heat maps, thermographs, position graphs, positions or orders of rows
    #[cfg(feature = "plot")]
    #[command(
        after_help = "Example: sprague plot kayles -o kayles.svg\n         sprague plot wythoff --to 30x30 -o wythoff.svg\n         sprague plot 'game@{4||1|-3}'\n         sprague plot nim@2,3 --theme dark -o nim.svg\n         sprague plot amazons@x../#../..o --as picture\n         sprague plot asymmetric:1,3/2 --as order\nWithout -o, the drawing is shown as text if the output is a terminal, and written as SVG otherwise."
    )]
    Plot(plot::Args),
    /// Play a game in the terminal against the program, at one of three levels
    #[command(after_help = "Example: sprague play nim@3,4,5\n         sprague play knights@3.4,5.5 --rule conjunctive")]
    Play(play::Args),
    /// Print the position graph in DOT, the language of Graphviz
    #[command(after_help = "Example: sprague graph nim@1,2 | dot -Tsvg > nim.svg")]
    Graph(graph::Args),
    /// Count the lines of play of each length (perft), to compare the rules of two programs
    #[command(
        after_help = "Example: sprague count clobber@3x4 --depth 4\nIt prints the number of ways to make 0, 1, 2, ... moves. The folder tests/golden/perft has such numbers for every ruleset."
    )]
    Count(count::Args),
    /// Find the positions with a property, among all of a size or all that can be reached
    #[command(
        after_help = "Example: sprague find kayles --to 100 --where 'nimber >= 9'\n         sprague find domineering --squares 9 --sort temperature --top 5\n         sprague find node-kayles --vertices 6 --histogram nimber --count\n         sprague find --from amazons@x..o/.... --where 'outcome_class = P'\nA PROPERTY compares keys with = != < > <= >= or || (confused), and joins comparisons with and, or, not and brackets. The keys are those of `solve` and `value`: nimber, outcome, outcome_class, value, name, mean, temperature, birthday, number, atomic_weight, reduced, left_stop, right_stop; size; and cold, tepid, hot, zero, integer, infinitesimal, numberish, number_tiny, all_small, switch, even, odd, even_tempered, odd_tempered. A key alone is true if it is neither null nor false. A comparison with null is false."
    )]
    Find(find::Args),
    /// Write a heap game as code to paste, in C++, Python or Rust, with a self-check
    #[cfg(feature = "scripts")]
    #[command(
        after_help = "Example: sprague code subtraction:1,3,4 --as cpp\n         sprague code kayles --as python -o kayles.py\n         sprague code ./task.rhai --as rust\n         sprague code subtraction:L-R\n         sprague code ./task.rhai --letters L,R\nA capital letter in place of a number stays a parameter: subtraction:L-R, 1-K, K, J,K, 1,K and 1,2,K, at-most:1/K; subtraction:S takes a list at run time. By theorem: wythoff, euclid, fibonacci-nim, staircase, silver-dollar. A script is translated: `heap_options(n)` (or `moves(n)`) is a function in Rhai that returns the smaller heaps that a move leaves, and a list of heaps for a split, as in `fn heap_options(n) { let f = []; for s in 1..=n { if n % s == 0 { f.push(n - s) } } f }`. Constants of it stay parameters with --letters: const L = 2; const R = 5. Pack several numbers, or moves that are remembered, into one: n = 100 * a + b. The second line of the code says what is proved, and by what. The self-check: g++ -DCHECK, python3 FILE, rustc --test."
    )]
    Code(code::Args),
    /// List the known families whose nimbers begin with the given numbers
    #[command(after_help = "Example: sprague identify 0,1,2,3,1,4,3,2")]
    Identify(identify::Args),
    /// Compute the misere quotient of a take-and-break family, which decides its misere sums
    #[command(
        after_help = "Example: sprague quotient kayles\n         sprague quotient grundy --to 20\nWithout --to, it continues until the quotient is proved for all heaps, or until a limit is reached."
    )]
    Quotient(quotient::Args),
    /// Write a certificate of a proved period, which anyone can check
    #[command(
        after_help = "Example: sprague certify kayles -o kayles.json\n         sprague certify asymmetric:1,3/2,4 --rows values -o values.json\n         sprague certify kayles --coq kayles"
    )]
    Certify(certify::Args),
    /// Write the winner's answers to all moves as a file that anyone can check
    #[command(
        after_help = "Example: sprague strategy nim@3,4,5 -o nim.json\n         sprague strategy nim@1,2,3 --rule selective --play misere\n         sprague strategy kayles@40,39,38 --form components"
    )]
    Strategy(strategy::Args),
    /// Verify a certificate or a strategy from the rules alone, without the engine
    #[command(
        after_help = "Example: sprague check kayles.json\n         sprague check 0.106.json --limit-time 7200 --checkpoint 0.106.checkpoint\nWith --checkpoint, the same command continues where an earlier run stopped. This is for periods proved by equal states, because all their heaps are computed again, one after the other."
    )]
    Check(check::Args),
    /// Find the periods of all subtraction sets, octal codes or pairs of sets of a size
    ///
    /// The size is the largest member of a set, or the number of digits of an octal code. Pairs of sets, one for each player, get
    /// the laws of their rows.
    #[command(
        after_help = "Example: sprague sweep subtraction --largest 20 --histogram\n         sprague sweep subtraction --largest 32 --limit-time 3600 --checkpoint 32.checkpoint\n         sprague sweep subtraction --largest 32 --shard 1/8 -o 1.json\n         sprague sweep octal --digits 3 --seek 100000 --csv codes.csv\n         sprague sweep asymmetric --largest 4 --csv pairs.csv\nWith --checkpoint, the same command continues where an earlier run stopped. Parts are numbered from 1 to n, and `sprague merge` combines them."
    )]
    Sweep(sweep::Args),
    /// List, show, check or add results with their certificates, kept in a folder
    #[command(
        after_help = "Example: sprague atlas kayles\n         sprague atlas check --cheap\n         sprague atlas add 'analyse octal:0.77'\nWithout words, it lists all entries. If only one entry contains the words, that entry is shown in full."
    )]
    Atlas(atlas::Args),
    /// Open sprague as a page in your browser, served to this machine only
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Example: sprague serve\n         sprague serve ./my-game.rhai --port 8018\nIt prints the address and opens the browser there; Ctrl-C stops it. The address contains a key, and whoever has the key may ask questions. The key is kept in $XDG_STATE_HOME/sprague/key (~/.local/state/sprague/key), so that tabs and bookmarks still work the next time. Questions can open only the files given here, written exactly as here."
    )]
    Serve(serve::Args),
    /// Serve the questions as tools for agents, by the Model Context Protocol
    #[cfg(feature = "mcp")]
    #[command(
        after_help = "Example: sprague mcp\n         sprague mcp ./my-game.rhai --limit-time 5\nA client, such as an agent, starts it. It ends on Ctrl-C, or when its standard input ends and all questions are answered. A call may lower these limits, and an answer longer than 100 kB is sent in pieces. Questions can open only the files given here, written exactly as here, and nothing is written."
    )]
    Mcp(mcp::Args),
    /// List the rulesets, with the notation and an example of each
    #[command(after_help = "Example: sprague rulesets --format json")]
    Rulesets(rulesets::Args),
    /// Explain the words that answers use, with an example and a source for each
    #[command(after_help = "Example: sprague glossary nimber\n         sprague glossary --format json")]
    Glossary(glossary::Args),
    /// Create a ruleset to start from, with tests: in Rust, as a script or as WebAssembly
    #[command(after_help = "Example: sprague new my-game --as rhai")]
    New(new::Args),
    /// Test by random play that a plugin obeys the laws of rulesets
    #[command(
        after_help = "Example: sprague test ./my-game.rhai\n         sprague test ./my-game.wasm:8 7.7 3.4 --plays 1000\nExit status: 0 if all laws held, 1 if one was broken."
    )]
    Test(test::Args),
    /// Merge the parts of a sweep or a search that were made with `--shard`
    #[command(
        after_help = "Example: sprague merge 1.json 2.json 3.json\n         sprague merge --partial [1-7].json -o first.json\nExit status: 0 if all parts are there; 1 if some are missing (unless --partial is given), or if a file belongs to another sweep."
    )]
    Merge(merge::Args),
    /// Calculate with nimbers below 2^128: sums, products, quotients, powers and roots
    #[command(
        after_help = "Example: sprague nim '7 * 9 + 3'\n         sprague nim 'sqrt(6) / 5^2'\n         sprague nim 'mex{0, 1, 3}'\nThe answer is one nimber, so that scripts can read it. With `-`, it reads one expression per line."
    )]
    Nim(nim::Args),
    /// Print the JSON Schema of every question and its answers
    #[command(after_help = "Example: sprague schema solve")]
    Schema(schema::Args),
    /// Print a completion script for a shell
    #[command(after_help = "Example: sprague completions bash > ~/.local/share/bash-completion/completions/sprague")]
    Completions(shell::Completions),
    /// Print the manual page in roff
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
            Self::Count(args) => count::run(&args),
            Self::Certify(args) => certify::run(&args),
            Self::Check(args) => check::run(&args),
            Self::Strategy(args) => strategy::run(&args),
            Self::Sweep(args) => sweep::run(&args),
            Self::Merge(args) => merge::run(&args),
            Self::Find(args) => find::run(&args),
            Self::Quotient(args) => quotient::run(&args),
            #[cfg(feature = "scripts")]
            Self::Code(args) => code::run(&args),
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

/// The form of an answer that is also written in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    #[default]
    Text,
    Json,
    /// LaTeX, which needs amsmath
    Latex,
    /// Markdown with tables
    Markdown,
    /// HTML without scripts
    Html,
    /// Comma-separated columns, one row for each question of a batch of `solve`
    #[value(hide = true)]
    Csv,
}

fn no_csv() -> Failure {
    Failure::Unfit("--format csv applies to a batch: `solve -` reads one position per line".into())
}

/// Prints a report. Text goes through the pager.
fn told(report: &Report, form: Form) -> std::io::Result<()> {
    let written = report.written(form);
    if form == Form::Text { page().write_all(written.as_bytes()) } else { stdout().write_all(written.as_bytes()) }
}

/// Prints an answer.
fn show<Q: Question>(answer: &Q::Answer, format: ReportFormat) -> Result<Exit, Failure> {
    let form = match format {
        ReportFormat::Json => {
            print_json(answer)?;
            return Ok(Exit::Answered);
        }
        ReportFormat::Text => Form::Text,
        ReportFormat::Latex => Form::Latex,
        ReportFormat::Markdown => Form::Markdown,
        ReportFormat::Html => Form::Html,
        ReportFormat::Csv => return Err(no_csv()),
    };
    told(&Q::report(answer).expect("this question has answers in words"), form)?;
    Ok(Exit::Answered)
}

/// Answers a question, and prints the answer. Errors name `about`.
fn answered<Q: Question>(question: &Q, asked: &LimitsAsked, about: &str, format: ReportFormat) -> Result<Exit, Failure> {
    let answer = ask(&session(), question, asked);
    show::<Q>(&answer.map_err(|error| Failure::of(about, error, format == ReportFormat::Json))?, format)
}

/// The file for what others check, such as a certificate.
#[derive(Args)]
pub(crate) struct Output {
    /// Write the data to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the report about the file that is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Output {
    fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Writes the data, and prints a report with the name of the file.
    ///
    /// The report is a sentence, or an object to which the file name is added.
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

/// Returns a session with the program's own rulesets, which may start the programs that the arguments name.
fn session() -> Session {
    let files = ARGUMENTS.with_borrow(|arguments| WithPrograms::named_in(LocalFiles, arguments));
    Session::with(registry().with(ENTRIES.get().into_iter().flatten().cloned())).with_files(files)
}

/// Returns the default limits of a question, and the counter that [`Progress`] shows.
fn door() -> Limits {
    Limits { time: Some(TIME), progress: Some(Arc::new(AtomicU64::new(0))), ..Limits::default() }
}

/// Returns the limits in the command line, and the defaults of this question for all others.
fn limits_of(question: &impl Question, asked: &LimitsAsked) -> Limits {
    asked.over(question.usual(door()))
}

/// Answers a question, and shows the progress on the terminal.
fn ask<Q: Question>(session: &Session, question: &Q, asked: &LimitsAsked) -> Result<Q::Answer, NoAnswer> {
    let mut limits = limits_of(question, asked);
    let _running = Running::begin(&mut limits);
    let _progress = Progress::of(&limits);
    session.ask(question, &limits)
}

/// Answers a question that computes at most `seek` rows, and shows the progress.
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
