//! The list of all questions. Each question has its own file, with its fields and its answer.
//!
//! The command line, the web page, Python, batches and the browser are loops over the list.

pub mod analyse;
mod board;
pub(crate) mod certify;
pub mod check;
#[cfg(feature = "scripts")]
mod code;
mod compare;
mod component_picture;
mod count;
mod edit;
mod family_rows;
mod find;
mod fresh;
mod glossary;
mod graph;
pub mod identify;
mod long;
pub mod merge;
mod nim;
pub mod quotient;
mod reply;
pub(crate) mod row_plan;
mod row_work;
mod rulesets;
#[cfg(feature = "shards")]
pub mod shards;
pub(crate) mod solve;
mod strategy;
pub mod sweep;
mod table;
mod value;
mod view;

pub use analyse::{Analyse, Analysed, Analysis, RowsOf, analyse};
pub use board::{Board, BoardMove, BoardOf, Ended};
pub use certify::{Certified, Certify, certify, certify_quotient, certify_values};
pub use check::Check;
#[cfg(feature = "scripts")]
pub use code::{Code, Coded, Language, NamedGame, named_games};
pub use compare::{Compare, Comparison, MisereCompared, Within, order_sign};
pub use count::{Count, Counted};
pub use edit::{Edit, Edits};
pub use find::{Find, Found, FoundAsPart, FoundPosition, Keys, LineMove};
pub use fresh::{Fresh, FreshPosition};
pub use glossary::{Glossary, GlossaryEntry};
pub use graph::{Graph, PositionGraphData, PositionNode, position_graph};
pub use identify::Identify;
pub use merge::Merge;
pub use nim::{Calculated, Nim};
pub use quotient::Quotient;
pub use reply::{Level, Replied, Reply, reply};
pub use row_plan::RowPlan;
pub use rulesets::{KnownFact, RulesetEntry, Rulesets};
pub use solve::{Advice, Answer, Best, ComponentAdvice, JudgedStep, Moves, Solve, Superfluous, solve};
pub use strategy::{StrategyOf, strategy};
pub use sweep::Sweep;
pub use table::{Grid, PairTable, PatternTable, Table, TableCells, TableRows, Tabled};
pub use value::{
    ComponentValue, Facts, LoopyFacts, LoopyReport, MisereReport, Named, Sensible, SensibleMove, SharedOption, Sides, Transform,
    ValueAnswer, ValueOf, ValueReport, ValueView, ValueViewOf, Walls, WrittenAs, describe, value,
};
pub use view::{ComponentChanges, ComponentView, FigureView, HeapChange, HeapLook, LookView, MoveView, PositionView, View, view};

use crate::question::{AnyAnswer, Asked, LimitsAsked, NoAnswer};
use crate::read::Session;
use sprague::{BadNotation, Limits};

/// Builds the entry of a question in the list, with the files of its JSON Schemas.
macro_rules! asked {
    ($question:ty, $name:literal) => {
        Asked::of::<$question>([
            include_str!(concat!("../schema/questions/", $name, ".json")),
            include_str!(concat!("../schema/answers/", $name, ".json")),
        ])
    };
}

/// The questions of this crate. The crate that draws adds the question of [drawings](https://docs.rs/sprague-plot).
///
/// The engine in a web page leaves out `check`, `sweep` and `merge`, which are about files: the page does not ask them, and
/// its size matters.
///
/// ```
/// let names: Vec<&str> = sprague_questions::QUESTIONS.iter().map(|asked| asked.name()).collect();
/// assert!(names.contains(&"solve"));
/// ```
pub const QUESTIONS: &[Asked] = &[
    asked!(Solve, "solve"),
    asked!(View, "view"),
    asked!(BoardOf, "board"),
    asked!(Reply, "reply"),
    asked!(Fresh, "fresh"),
    asked!(Analyse, "analyse"),
    asked!(ValueOf, "value"),
    asked!(ValueViewOf, "value-view"),
    asked!(Compare, "compare"),
    asked!(Table, "table"),
    asked!(Graph, "graph"),
    asked!(Count, "count"),
    asked!(Quotient, "quotient"),
    asked!(Certify, "certify"),
    asked!(StrategyOf, "strategy"),
    #[cfg(not(target_family = "wasm"))]
    asked!(Check, "check"),
    asked!(Identify, "identify"),
    #[cfg(feature = "scripts")]
    asked!(Code, "code"),
    asked!(Nim, "nim"),
    asked!(Find, "find"),
    #[cfg(not(target_family = "wasm"))]
    asked!(Sweep, "sweep"),
    #[cfg(not(target_family = "wasm"))]
    asked!(Merge, "merge"),
    asked!(Rulesets, "rulesets"),
    asked!(Glossary, "glossary"),
];

/// Returns the question with this name.
///
/// ```
/// assert!(sprague_questions::question("solve").is_some() && sprague_questions::question("solv").is_none());
/// ```
pub fn question(name: &str) -> Option<&'static Asked> {
    QUESTIONS.iter().find(|asked| asked.name() == name)
}

/// Answers a question in JSON, given the name of its kind.
///
/// `asked` contains the limits that were named for this question, and `door` the defaults for the others.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{LimitsAsked, Session, ask};
/// let json = br#"{"position":"nim@1,1"}"#;
/// let answer = ask(&Session::new(), "solve", json, &LimitsAsked::default(), Limits::default())?;
/// let mut text = vec![];
/// answer.write(&mut text)?;
/// assert!(String::from_utf8(text)?.starts_with(r#"{"position":"nim@1,1""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoAnswer`], also if the name is unknown or the JSON is not a question of that kind.
pub fn ask(
    session: &Session,
    name: &str,
    json: &[u8],
    asked: &LimitsAsked,
    door: Limits,
) -> Result<Box<dyn AnyAnswer>, NoAnswer> {
    let question = question(name).ok_or_else(|| {
        let names: Vec<&str> = QUESTIONS.iter().map(Asked::name).collect();
        NoAnswer::from(BadNotation::new(0, format!("a question: {}", names.join(", ")))).about("question", name)
    })?;
    question.ask(session, json, asked, door)
}
