//! What can be typed: commands, flags, and their help.

use crate::failure::Failure;
use crate::limits::{BoundFlags, LimitFlags, number};
use clap::builder::ArgPredicate;
use clap::{Args as Flags, Parser, Subcommand, ValueEnum};
use sprague::Player;
use sprague_games::Session;
use std::path::PathBuf;

/// Who wins, by which move, and why: combinatorial games solved, with periods that are proved.
#[derive(Parser)]
#[command(name = "sprague", version, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Example: sprague solve nim@3,4,5\nExit status: 0 answered, 1 no answer (a limit, a rejected certificate), 2 malformed."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Rows 0 to N of a family, then its period and why it is one
    #[command(
        visible_alias = "analyze",
        after_help = "Example: sprague analyse subtraction:1,3,4 --to 20\n         sprague analyse kayles --format bfile\n         sprague analyse asymmetric:1,3/2,3 --rows values\nWith `-` it reads one family a line and answers one JSON object a line."
    )]
    Analyse(Analyse),
    /// Outcome, Grundy value, winning moves and best move of a position
    #[command(
        after_help = "Example: sprague solve nim@3+kayles@12 --explain\n         sprague solve nim@3,4,5 --play misere\n         sprague solve cram@5x5 --outcome-only\nWith `-` it reads one position a line and answers one JSON object a line. In JSON, `nimber` is a number, or text above 2^53, or null where there is none, or beside \"nimber_skipped\": true, where it would cost more than who wins: --nimber insists on it."
    )]
    Solve(Solve),
    /// What a sum is worth: its canonical form, and what is known beside it
    #[command(
        after_help = "Example: sprague value game@{2|-1}\n         sprague value asymmetric:1,3/2@7+kayles@5 --cool 1\nWith `-` it reads one sum a line and answers one JSON object a line. A sum that begins with `-`, a negative, needs `--` before it."
    )]
    Value(Value),
    /// How one sum stands to another: <, >, = or || (confused), and who wins the difference
    #[command(
        after_help = "Example: sprague compare game@^ nim@1\n         sprague compare -- -asymmetric:1/2@5 game@-1/2\nWith `-` it reads two sums a line, with a blank between them, and answers one JSON object a line."
    )]
    Compare(Compare),
    /// A nimber, a value or an outcome for every pair of numbers, or for every board up to A×B
    #[command(
        after_help = "Example: sprague table wythoff --to 10x10\n         sprague table cram --to 4x5 --rows outcomes --format csv"
    )]
    Table(Table),
    /// A drawing: nimbers as points, a table as a heat map, a thermograph, a position graph, a position
    #[command(
        after_help = "Example: sprague plot kayles -o kayles.svg\n         sprague plot wythoff --to 30x30 -o wythoff.svg\n         sprague plot game@{4||1|-3}\n         sprague plot nim@2,3 --theme dark -o nim.svg\n         sprague plot amazons@L../#../..R --as picture\nWithout -o it shows the drawing in a terminal, and writes SVG to anything else."
    )]
    Plot(Plot),
    /// Play against perfection, in the terminal
    #[command(after_help = "Example: sprague play nim@3,4,5\n         sprague play knights@3.4,5.5 --rule conjunctive")]
    Play(Play),
    /// The position graph in the DOT language of Graphviz
    #[command(after_help = "Example: sprague graph nim@1,2 | dot -Tsvg > nim.svg")]
    Graph(Graph),
    /// A proved period as a certificate that others can check
    #[command(
        after_help = "Example: sprague certify kayles -o kayles.json\n         sprague certify asymmetric:1,3/2,4 --rows values -o values.json"
    )]
    Certify(Certify),
    /// The winner's answer to everything, as a file that others can check
    #[command(
        after_help = "Example: sprague strategy nim@3,4,5 -o nim.json\n         sprague strategy nim@1,2,3 --rule selective --play misere\n         sprague strategy kayles@40,39,38 --form components"
    )]
    Strategy(Strategy),
    /// Re-verify a certificate or a strategy from the rules alone, without the engine
    #[command(after_help = "Example: sprague check kayles.json")]
    Check(Check),
    /// Every subtraction set with a given largest member, or every octal code of a few digits, each with its exact period; the longest
    #[command(
        after_help = "Example: sprague sweep subtraction --largest 20 --histogram\n         sprague sweep subtraction --largest 32 --limit-time 3600 --checkpoint 32.redb\n         sprague sweep subtraction --largest 32 --shard 1/8 -o 1.json\n         sprague sweep octal --digits 3 --seek 100000 --csv codes.csv\nWith --checkpoint the same command goes on where an earlier run ended or was killed. Parts are numbered from 1 to n; `sprague merge` adds them up."
    )]
    Sweep(Sweep),
    /// Parts of a sweep, as `sweep --shard` writes them, added up
    #[command(
        after_help = "Example: sprague merge 1.json 2.json 3.json\n         sprague merge --partial [1-7].json -o first.json\nExit status: 0 every part is there, 1 some are missing (unless --partial), or a file is none of this sweep."
    )]
    Merge(Merge),
    /// The misère quotient of a take-and-break family: what decides every sum of its heaps when the last mover loses
    #[command(
        after_help = "Example: sprague quotient kayles\n         sprague quotient grundy --to 20\nWithout --to it goes on until the quotient is proved to be that of all heaps, or a limit is reached."
    )]
    Quotient(Quotient),
    /// Known families whose nim values start like this list
    #[command(after_help = "Example: sprague identify 0,1,2,3,1,4,3,2")]
    Identify(Identify),
    /// The page, on this machine only: see positions, moves, periods, tables, graphs and values
    #[command(
        after_help = "Example: sprague serve\n         sprague serve ./my-game.rhai --port 8017\nIt prints the address and opens the browser there; Ctrl-C ends it. The address holds a token: who has it may ask. Questions open no file but those named here, by the very same words."
    )]
    Serve(Serve),
    /// The rulesets there are, with notation and an example of each
    #[command(after_help = "Example: sprague rulesets --format json")]
    Rulesets(Rulesets),
    /// A ruleset of your own to start from, in Rust, as a script or as a WebAssembly module, with its tests
    #[command(after_help = "Example: sprague new my-game --as rhai")]
    New(New),
    /// Check a plugin against the laws of rulesets, by random play
    #[command(
        after_help = "Example: sprague test ./my-game.rhai\n         sprague test ./my-game.wasm:8 7.7 3.4 --plays 1000\nExit status: 0 every law held, 1 one was broken."
    )]
    Test(Test),
    /// A completion script for a shell
    #[command(after_help = "Example: sprague completions bash > ~/.local/share/bash-completion/completions/sprague")]
    Completions(Completions),
    /// The manual page, in roff
    #[command(after_help = "Example: sprague man | man -l -")]
    Man,
}

#[derive(Flags)]
pub(crate) struct Analyse {
    /// The family, such as subtraction:1,3,4 or kayles; `-` reads families from standard input
    pub(crate) family: String,
    /// The last row
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number::<u64>)]
    pub(crate) to: u64,
    /// How many rows may be computed to find a period [default: the greater of N and 1000000 for bounded look-back, 1000 for values, 10000 for other theorems]
    #[arg(long, value_name = "R", value_parser = number::<u64>)]
    pub(crate) seek: Option<u64>,
    /// What the rows hold [default: nimbers or outcomes]
    #[arg(long, value_enum, conflicts_with_all = ["summary", "kernel", "stream", "checkpoint"])]
    pub(crate) rows: Option<Rows>,
    /// Give values also as nodes that they share, in JSON: text of more than 10000 characters is left out
    #[arg(long, requires = "rows")]
    pub(crate) dag: bool,
    #[command(flatten)]
    pub(crate) long: LongFlags,
    /// Compute every row instead of copying by the period
    #[arg(long)]
    pub(crate) no_fill: bool,
    /// Compute the rows but print only how many are lost, a digest, the kernel, the seconds
    #[arg(long)]
    pub(crate) summary: bool,
    /// Which kernel computes the rows [default: the fastest]
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<String>,
    /// Say why the rows are computed by that kernel
    #[arg(long)]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// How to print the answer [default: text; with `-` json, and nothing else]
    #[arg(long, value_enum)]
    pub(crate) format: Option<TableFormat>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

/// What rows may hold beside nimbers and outcomes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// Canonical forms
    Values,
}

#[derive(Flags)]
#[command(mut_arg("limit_positions", |arg| arg.default_value_if("shards", ArgPredicate::IsPresent, "10^15")))]
#[command(mut_arg("limit_time", |arg| arg.default_value_if("shards", ArgPredicate::IsPresent, "10^9")))]
pub(crate) struct Solve {
    /// The position, such as nim@3,4,5 or nim@3+kayles@12; `-` reads positions from standard input
    #[arg(value_name = "SUM")]
    pub(crate) sum: String,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// Search, even where a theorem would answer
    #[arg(long)]
    pub(crate) search: bool,
    /// Say which theorem answered, and how many moves it takes
    #[arg(long)]
    pub(crate) explain: bool,
    /// Show best play to the end
    #[arg(long)]
    pub(crate) line: bool,
    /// Stop at who wins: no moves and no Grundy value
    #[arg(long, conflicts_with_all = ["line", "nimber", "best", "moves", "max_moves"])]
    pub(crate) outcome_only: bool,
    /// Insist on the Grundy value of an impartial sum, which can cost more than who wins
    #[arg(long)]
    pub(crate) nimber: bool,
    /// How many threads search together, which pays where a position is large [default: 1]
    #[arg(long, value_name = "N", value_parser = crate::limits::jobs, allow_negative_numbers = true)]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Which move is best: any that keeps the outcome, or the fastest win and the slowest loss as far as a search finds it
    #[arg(long, value_enum, default_value_t = Best::Any)]
    pub(crate) best: Best,
    /// Who starts a partizan game [default: left]
    #[arg(long, value_enum)]
    pub(crate) first: Option<First>,
    /// Which moves to list: those that win, or every legal one with what it leads to
    #[arg(long, value_enum, default_value_t = Moves::Winning)]
    pub(crate) moves: Moves,
    /// The most winning moves to list
    #[arg(long, value_name = "M", default_value_t = 1000, value_parser = number::<usize>)]
    pub(crate) max_moves: usize,
    /// In which components a player moves at a time: disjunctive, diminished, conjunctive, continued, selective,
    /// shortened-selective, not-all, or moore=K for at most K
    #[arg(long, default_value_t = sprague::CompoundRule::Disjunctive)]
    pub(crate) rule: sprague::CompoundRule,
    /// Solve the position and all that it can become in files in this directory, for graphs larger than memory: the same command goes
    /// on where it was left. There is no limit on time or positions then unless you set one
    #[arg(long, value_name = "DIR", conflicts_with_all = ["search", "from"], help_heading = "Files")]
    pub(crate) shards: Option<PathBuf>,
    /// Into how many parts the files are cut, several for every thread [default: 64]
    #[arg(long, value_name = "S", requires = "shards", value_parser = crate::limits::parts, help_heading = "Files")]
    pub(crate) parts: Option<u32>,
    /// Look the position up in a directory that --shards has filled
    #[arg(long, value_name = "DIR", conflicts_with_all = ["search", "jobs"], help_heading = "Files")]
    pub(crate) from: Option<PathBuf>,
    /// How to print the answer [default: text; with `-` json, and nothing else]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Flags)]
pub(crate) struct Value {
    /// The sum, such as game@{2|-1} or asymmetric:1/2@7+nim@2; `-` reads sums from standard input
    #[arg(value_name = "SUM")]
    pub(crate) sum: String,
    /// Cool the value by a number first: every move costs so much, until the mean is left
    #[arg(long, value_name = "T", allow_hyphen_values = true, group = "transform")]
    pub(crate) cool: Option<String>,
    /// Heat the value by another one first: numbers stay, and every other move gains so much
    #[arg(long, value_name = "T", allow_hyphen_values = true, group = "transform")]
    pub(crate) heat: Option<String>,
    /// Overheat the value first: an integer n becomes n times S, and every other move gains T
    #[arg(long, value_name = "S,T", allow_hyphen_values = true, group = "transform")]
    pub(crate) overheat: Option<String>,
    /// Also the canonical form as shared nodes, for values whose text is too long
    #[arg(long)]
    pub(crate) dag: bool,
    /// How many threads value a position together, which pays where it is large [default: 1]
    #[arg(long, value_name = "N", value_parser = crate::limits::jobs, allow_negative_numbers = true)]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub(crate) valued: Valued,
}

#[derive(Flags)]
pub(crate) struct Compare {
    /// The first sum, such as game@^; `-` reads pairs of sums from standard input
    #[arg(value_name = "SUM")]
    pub(crate) left: String,
    /// The second sum
    #[arg(value_name = "SUM")]
    pub(crate) right: Option<String>,
    #[command(flatten)]
    pub(crate) valued: Valued,
}

#[derive(Flags)]
pub(crate) struct Table {
    /// The ruleset: its positions are two numbers, as in wythoff@3.5, or boards, as in cram@4x5. Or a sum with numbers in it,
    /// as in "kayles@{x}+nim@{y}", beside --x and --y
    #[arg(value_name = "RULESET|PATTERN")]
    pub(crate) ruleset: String,
    /// The greatest pair: a row for every first number, from 0 for numbers and from 1 for boards
    #[arg(
        long,
        value_name = "AxB",
        value_parser = crate::limits::pair,
        allow_hyphen_values = true,
        required_unless_present_any = ["x", "y"],
        conflicts_with_all = ["x", "y"]
    )]
    pub(crate) to: Option<[u64; 2]>,
    /// The numbers that stand for {x} in a pattern: a column for each
    #[arg(long, value_name = "FROM-TO", value_parser = crate::limits::range, allow_hyphen_values = true)]
    pub(crate) x: Option<[u64; 2]>,
    /// The numbers that stand for {y}: a row for each
    #[arg(long, value_name = "FROM-TO", value_parser = crate::limits::range, allow_hyphen_values = true)]
    pub(crate) y: Option<[u64; 2]>,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// What to say about every pair [default: nimbers of impartial games, values of partizan ones]
    #[arg(long, value_enum)]
    pub(crate) rows: Option<PairRows>,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = GridFormat::Text)]
    pub(crate) format: GridFormat,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairRows {
    Outcomes,
    Nimbers,
    Values,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GridFormat {
    Text,
    Json,
    /// Comma-separated columns
    Csv,
}

/// What commands about values take alike.
#[derive(Flags)]
pub(crate) struct Valued {
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// In which components a player moves at a time: only of disjunctive sums there are values
    #[arg(long, default_value_t = sprague::CompoundRule::Disjunctive)]
    pub(crate) rule: sprague::CompoundRule,
    /// How to print the answer [default: text; with `-` json, and nothing else]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Flags)]
pub(crate) struct Play {
    /// The position to start from
    #[arg(value_name = "SUM")]
    pub(crate) sum: String,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// In which components a player moves at a time: see `solve --rule`
    #[arg(long, default_value_t = sprague::CompoundRule::Disjunctive)]
    pub(crate) rule: sprague::CompoundRule,
    /// Let the program start
    #[arg(long)]
    pub(crate) second: bool,
    /// Who you are in a partizan game [default: left]
    #[arg(long = "as", value_enum)]
    pub(crate) side: Option<First>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Flags)]
pub(crate) struct Graph {
    /// The position to start from
    #[arg(value_name = "SUM")]
    pub(crate) sum: String,
    /// Only positions at most so many moves away
    #[arg(long, value_name = "D", value_parser = number::<u32>)]
    pub(crate) depth: Option<u32>,
    /// Only so many positions, the nearest ones
    #[arg(long, value_name = "N", value_parser = number::<usize>)]
    pub(crate) most: Option<usize>,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// Who starts a partizan game [default: left]
    #[arg(long, value_enum)]
    pub(crate) first: Option<First>,
    /// DOT as text, or one JSON object with the positions and moves
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Flags)]
pub(crate) struct Plot {
    /// What to draw: a family such as kayles, a pattern such as kayles@{x}+nim@{y}, or a position such as game@{2|-1}
    #[arg(value_name = "WHAT")]
    pub(crate) what: String,
    /// Where to write the drawing, as its ending says: .svg, or .png in a program built with `--features png` [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What kind of drawing [default: points of a family, a table of a pattern or up to AxB, the thermograph of a hot sum, else a graph]
    #[arg(long = "as", value_name = "points|table|thermograph|graph|picture")]
    pub(crate) kind: Option<sprague_plot::Kind>,
    /// The last row, or the greatest pair of a table [default: the preperiod and three periods, or 20x20]
    #[arg(long, value_name = "N|AxB", allow_hyphen_values = true)]
    pub(crate) to: Option<sprague_plot::To>,
    /// From where to where {x} goes, such as 0-30 [default: 0-20]
    #[arg(long, value_name = "A-B", value_parser = crate::limits::range, allow_hyphen_values = true)]
    pub(crate) x: Option<[u64; 2]>,
    /// From where to where {y} goes
    #[arg(long, value_name = "A-B", value_parser = crate::limits::range, allow_hyphen_values = true)]
    pub(crate) y: Option<[u64; 2]>,
    /// What to draw of rows or pairs; values of rows are drawn as their means and temperatures [default: nimbers, or outcomes]
    #[arg(long, value_enum)]
    pub(crate) rows: Option<PairRows>,
    /// Only positions so many moves away, in a graph
    #[arg(long, value_name = "D", value_parser = number::<u32>)]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// Who starts, in the graph of a partizan game [default: left]
    #[arg(long, value_enum)]
    pub(crate) first: Option<First>,
    /// The colours of the file: for light or for dark paper, or both, as the reader has it
    #[arg(long, value_name = "auto|light|dark", default_value = "auto")]
    pub(crate) theme: sprague_plot::Theme,
    /// Show the drawing as text, in braille, as wide as the terminal
    #[arg(long, conflicts_with = "output")]
    pub(crate) terminal: bool,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Flags)]
pub(crate) struct Certify {
    /// The family, such as kayles
    pub(crate) family: String,
    /// Where to write the certificate [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Which rows the period is of [default: nimbers or outcomes]
    #[arg(long, value_enum, conflicts_with_all = ["stream", "checkpoint"])]
    pub(crate) rows: Option<Rows>,
    /// How many rows may be computed to find a period
    #[arg(long, value_name = "R", value_parser = number::<u64>)]
    pub(crate) seek: Option<u64>,
    #[command(flatten)]
    pub(crate) long: LongFlags,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// How to report where the certificate was written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Flags)]
pub(crate) struct Strategy {
    /// The position, such as nim@3,4,5
    pub(crate) sum: String,
    /// Where to write the strategy [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) convention: Convention,
    /// In which components a player moves at a time: see `solve --rule`
    #[arg(long, default_value_t = sprague::CompoundRule::Disjunctive)]
    pub(crate) rule: sprague::CompoundRule,
    /// Who starts a partizan game [default: left]
    #[arg(long, value_enum)]
    pub(crate) first: Option<First>,
    /// How the answers are written: a move for every position, the same with components sorted, or the nimber of every component, where
    /// the answer is what leaves the total 0 [default: positions where a search of 100,000 finds them, else the smallest]
    #[arg(long, value_name = "positions|multisets|components")]
    pub(crate) form: Option<sprague::certificate::StrategyForm>,
    /// Look everything up in a directory that `solve --shards` has filled
    #[arg(long, value_name = "DIR", conflicts_with = "form")]
    pub(crate) from: Option<PathBuf>,
    /// How to report where the strategy was written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Flags)]
#[command(mut_arg("limit_positions", |arg| arg.default_value("2000000000")))]
#[command(mut_arg("limit_time", |arg| arg.default_value("120")))]
pub(crate) struct Check {
    /// The certificate or the strategy, or the directory of a graph that `solve --shards` made; `-` reads it from standard input
    pub(crate) file: PathBuf,
    /// How to print the verdict
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: BoundFlags,
}

#[derive(Flags)]
pub(crate) struct New {
    /// The name: letters, digits and `-`
    pub(crate) name: String,
    /// Which door: rust is the fastest, rhai needs no compiler, wasm takes any language
    #[arg(long = "as", value_enum, value_name = "DOOR")]
    pub(crate) door: Door,
    /// The folder with the source of sprague, for a Rust ruleset [default: where this program was built]
    #[arg(long, value_name = "DIR")]
    pub(crate) sprague: Option<PathBuf>,
}

/// The ways to write a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Door {
    /// A crate of its own, with the whole command line for the ruleset
    Rust,
    /// A script
    Rhai,
    /// A WebAssembly module, by hand and in C
    Wasm,
}

#[derive(Flags)]
pub(crate) struct Test {
    /// The plugin, with its parameters behind a `:` if it takes some
    pub(crate) file: String,
    /// Positions to play from [default: the plugin's example, and heaps up to 20]
    pub(crate) positions: Vec<String>,
    /// How many random plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u64>)]
    pub(crate) plays: u64,
    /// Which random plays: the same number gives the same ones
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>)]
    pub(crate) seed: u64,
    /// How to print what came out
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Flags, Clone)]
pub(crate) struct LongFlags {
    /// Seek the period of a code that splits heaps in a few megabytes, where the method allows
    #[arg(long)]
    pub(crate) stream: bool,
    /// Save in this file how far such a search is, and go on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
}

#[derive(Flags)]
pub(crate) struct Sweep {
    /// Which family of rules
    #[arg(value_enum)]
    pub(crate) ruleset: Swept,
    /// The largest member of every subtraction set, 1 to 63
    #[arg(long, value_name = "K", value_parser = crate::limits::largest, allow_negative_numbers = true, required_if_eq("ruleset", "subtraction"))]
    pub(crate) largest: Option<u32>,
    /// Periods of nimbers instead of outcomes, of subtraction sets
    #[arg(long)]
    pub(crate) nimbers: bool,
    /// The most digits of an octal code behind the point, 1 to 8: codes begin with 0. or 4., and each is swept once
    #[arg(long, value_name = "D", value_parser = crate::limits::digits, allow_negative_numbers = true, required_if_eq("ruleset", "octal"))]
    pub(crate) digits: Option<u32>,
    /// How many rows of an octal code may be computed to find its period [default: 10000]
    #[arg(long, value_name = "R", value_parser = number::<u64>)]
    pub(crate) seek: Option<u64>,
    /// Only part I of N, I from 1 to N: all parts have about the same work, and `sprague merge` adds them up
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<sprague::rows::sweep::Shard>,
    /// Write the answer to this file, in JSON, as `sprague merge` reads it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Also how many sets or codes have which period
    #[arg(long)]
    pub(crate) histogram: bool,
    /// Write every set or code with its period and preperiod to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Save in this file how far it is, and go on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How many threads compute [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = crate::limits::jobs, allow_negative_numbers = true)]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The most sets or codes to look at [default: all]
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number::<u64>)]
    pub(crate) limit_sets: Option<u64>,
    /// The most rows of one octal code [default: 100000000, or as many as --seek]; of subtraction sets the same as --limit-sets
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number::<u64>)]
    pub(crate) limit_positions: Option<u64>,
    /// The most memory that a sweep over sets, or one octal code, may take, in bytes; also 512M or 2G
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = crate::limits::bytes, help_heading = "Limits")]
    pub(crate) limit_memory: u64,
    /// The longest time that a sweep may take, in seconds [default: 60 for subtraction sets, 3600 for octal codes]
    #[arg(long, value_name = "SECONDS", value_parser = crate::limits::seconds, allow_negative_numbers = true, help_heading = "Limits")]
    pub(crate) limit_time: Option<std::time::Duration>,
}

#[derive(Flags)]
pub(crate) struct Merge {
    /// The parts, in any order
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Add up what is there, though parts are missing
    #[arg(long)]
    pub(crate) partial: bool,
    /// Write the sum to this file, in JSON, as `sprague merge` reads it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Also how many sets or codes have which period
    #[arg(long)]
    pub(crate) histogram: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Flags)]
#[command(mut_arg("limit_time", |arg| arg.default_value("20")))]
pub(crate) struct Quotient {
    /// The family: octal:CODE, kayles, dawson-kayles, dawson-chess, treblecross or grundy
    pub(crate) family: String,
    /// The largest heap to look at [default: as many as it takes]
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    pub(crate) to: Option<u64>,
    /// Write a certificate of the whole game to this file, for `sprague check`
    #[arg(short, long, value_name = "FILE", conflicts_with = "to")]
    pub(crate) output: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Swept {
    /// Take an amount that is in a set, normal play
    Subtraction,
    /// Take and break by an octal code, normal play
    Octal,
}

#[derive(Flags)]
pub(crate) struct Identify {
    /// Nim values of the heaps 0, 1, 2, … apart by commas, at most 1000; the first may also be of heap 1, 2 or 3
    #[arg(value_name = "V0,V1,V2,…", allow_hyphen_values = true)]
    pub(crate) values: String,
    /// The most matches to list
    #[arg(long, value_name = "M", default_value_t = 100, value_parser = number::<usize>)]
    pub(crate) max_matches: usize,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: BoundFlags,
}

#[derive(Flags)]
#[command(mut_arg("limit_time", |arg| arg.default_value("20")))]
#[command(mut_arg("limit_memory", |arg| arg.default_value("1G")))]
pub(crate) struct Serve {
    /// The files that questions may name: plugins, graphs, lists of numbers
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// The port on 127.0.0.1 [default: any free one]
    #[arg(long, value_name = "N", value_parser = number::<u16>)]
    pub(crate) port: Option<u16>,
    /// Print the address, and do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// How to print the address
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: BoundFlags,
}

#[derive(Flags)]
pub(crate) struct Rulesets {
    /// How to print the list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Flags)]
pub(crate) struct Completions {
    /// Which shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Flags, Clone, Copy)]
pub(crate) struct Convention {
    /// Whether the last mover wins (normal) or loses (misere)
    #[arg(long, value_enum, default_value_t = PlayFlag::Normal)]
    pub(crate) play: PlayFlag,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayFlag {
    Normal,
    #[value(alias = "misère")]
    Misere,
}

impl From<PlayFlag> for sprague::Play {
    fn from(flag: PlayFlag) -> Self {
        match flag {
            PlayFlag::Normal => Self::Normal,
            PlayFlag::Misere => Self::Misere,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    Left,
    Right,
}

/// Who starts, or who the person is, in the games of a question: `flag` is what was typed behind `name`.
///
/// # Errors
/// [`Failure::Unfit`] where something was typed and the players are alike; whatever is wrong with the question.
pub(crate) fn player(flag: Option<First>, name: &str, question: &str, session: &Session) -> Result<Player, Failure> {
    let Some(first) = flag else { return Ok(Player::Left) };
    let sum = session.position(question).map_err(|error| Failure::malformed(question, error))?;
    if !sum.is_partizan() {
        let why = format!("{sum}: {name} is for partizan games, and here both players have the same moves: leave it out");
        return Err(Failure::Unfit(why));
    }
    Ok(first.into())
}

impl From<First> for Player {
    fn from(flag: First) -> Self {
        match flag {
            First::Left => Self::Left,
            First::Right => Self::Right,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moves {
    Winning,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Best {
    Any,
    Fastest,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Json,
    /// Comma-separated columns
    Csv,
    /// OEIS b-file
    Bfile,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    #[test]
    fn every_number_may_be_a_power() {
        let mut numbers = 0;
        for command in Args::command().get_subcommands() {
            for flag in command.get_arguments().filter_map(clap::Arg::get_long) {
                let call = |number| Args::try_parse_from(["sprague", command.get_name(), &format!("--{flag}"), number]);
                let is_refused = |number| call(number).is_err_and(|error| error.kind() == ErrorKind::ValueValidation);
                // a flag that takes 7 and no word takes a number
                if !is_refused("7") && is_refused("seven") {
                    numbers += 1;
                    assert!(!is_refused("2^3"), "{} --{flag} 2^3", command.get_name());
                }
            }
        }
        assert!(numbers > 20, "the flags were seen: {numbers}");
    }
}
