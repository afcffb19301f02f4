//! The questions of these tests: those to draw, those parsed from text, and those that are errors.

use sprague::{Limits, Play, Player};
use sprague_plot::{Drawing, Kind, Plot};
use sprague_questions::{NoAnswer, Session, TableRows};
use std::sync::LazyLock;
use std::time::Duration;

/// Something to draw, with options as `key=value`.
pub(crate) struct Question(&'static str, &'static str);

impl Question {
    pub(crate) fn read(&self) -> (&'static str, Plot) {
        (self.0, read(self.1))
    }
}

/// Every kind, small and large.
pub(crate) const QUESTIONS: &[Question] = &[
    Question("kayles", ""),
    Question("nim", "to=0"),
    Question("kayles", "to=3"),
    Question("kayles", "to=100000"),
    Question("subtraction:1,3,4", "rows=outcomes"),
    Question("kayles", "play=misere to=60"),
    Question("asymmetric:1,3/2,3", ""),
    Question("asymmetric:1,3/2,3", "rows=values to=14"),
    Question("asymmetric:1/1", "rows=values to=30"),
    Question("stones:1-3", ""),
    Question("no-repeat:1-3", "to=40"),
    Question("knights:5", ""),
    Question("knights:5", "play=misere"),
    Question("wythoff", "to=0x0"),
    Question("wythoff", "to=12x7"),
    Question("wythoff", "to=100x120"),
    Question("cram", "to=3x3 rows=outcomes"),
    Question("domineering", "to=3x4"),
    Question("domineering", "to=3x3 rows=outcomes"),
    Question("kayles@{x}+nim@{y}", "x=2-9 y=3-3"),
    Question("kayles@{x}", ""),
    Question("nim@{x},{y}", "play=misere x=0-5 y=0-5"),
    Question("nim@{x}+nim@{y}", "rule=continued rows=outcomes x=0-5 y=0-5"),
    Question("game@{4||1|-3}", ""),
    Question("game@{1000000|-1000000}", ""),
    Question("game@{1/4|1/8}", ""),
    Question("game@{10^40|0}", ""),
    Question("game@*", "as=thermograph"),
    Question("game@0", "as=thermograph"),
    Question("game@3/4", "as=thermograph"),
    Question("game@{4||1|-3}", "as=scaffold"),
    Question("game@3/4", "as=scaffold"),
    Question("game@-3", "as=scaffold"),
    Question("game@{10^40|0}", "as=scaffold"),
    Question("nim@2,3", ""),
    Question("nim@0", ""),
    Question("kayles@9", "play=misere"),
    Question("nim@3,4,5", "depth=1"),
    Question("domineering@2x3", "as=graph first=right"),
    Question("asymmetric:1,2/1,3@6", "as=graph"),
    Question("stones:1-3@5", ""),
    Question("nim@3,1,40", "as=picture"),
    Question("nim@10^100", "as=picture"),
    Question("cram@.#./#..+-hackenbush@LRE", "as=picture"),
    Question("knights:9@3.4", "as=picture"),
    Question("hare-and-hounds@3x7+-fox-and-geese@4x4", "as=picture"),
    Question("hare-and-hounds@3x128", "as=picture"),
    Question("backsliding-toads-frogs@TTT..FFF", "as=picture"),
    Question("game@{2|1}", "as=picture"),
    Question("snort@...L..", "as=picture"),
];

/// Parses options as they are written above.
pub(crate) fn read(options: &str) -> Plot {
    let mut read = Plot::default();
    let range = |text: &str| text.split_once('-').map(|(a, b)| [a, b].map(|end| end.parse().unwrap()));
    for (key, value) in options.split_whitespace().map(|option| option.split_once('=').unwrap()) {
        match key {
            "to" => read.to = Some(value.parse().unwrap()),
            "as" => read.kind = Some(value.parse().unwrap()),
            "x" => read.x = range(value),
            "y" => read.y = range(value),
            "play" => read.play = Play::Misere,
            "rule" => read.rule = value.parse().unwrap(),
            "first" => read.first = Some(Player::Right),
            "depth" => read.depth = Some(value.parse().unwrap()),
            "rows" if value == "values" => read.rows = Some(TableRows::Values),
            "rows" if value == "nimbers" => read.rows = Some(TableRows::Nimbers),
            "rows" => read.rows = Some(TableRows::Outcomes),
            other => panic!("no option {other}"),
        }
    }
    read
}

/// One session for all tests, so that they share its results.
pub(crate) static SESSION: LazyLock<Session> = LazyLock::new(Session::new);

#[track_caller]
pub(crate) fn draw(what: &str, options: &Plot) -> Drawing {
    let question = Plot { what: what.to_owned(), ..options.clone() };
    SESSION.ask(&question, &Limits::default()).unwrap_or_else(|error| panic!("{what}: {error}"))
}

#[track_caller]
pub(crate) fn drawn(what: &str, options: &str) -> Drawing {
    draw(what, &read(options))
}

#[test]
fn a_text_says_what_is_drawn() {
    let kinds = [
        ("kayles", "", Kind::Points),
        ("knights:5", "", Kind::Table),
        ("wythoff", "to=5x5", Kind::Table),
        ("kayles@{x}", "", Kind::Table),
        ("nim@2,3", "", Kind::Graph),
        ("game@{2|-1}", "", Kind::Thermograph),
        // a number and an infinitesimal are not hot
        ("hackenbush@LR", "", Kind::Graph),
        // the options for the first player, the depth and the play are only for graphs
        ("domineering@2x2", "", Kind::Thermograph),
        ("domineering@2x2", "first=right", Kind::Graph),
        ("domineering@2x2", "depth=1", Kind::Graph),
        ("domineering@2x2", "play=misere", Kind::Graph),
        ("game@{2|-1}", "as=scaffold", Kind::Scaffold),
        // even where there are none
        ("game@0", "as=scaffold", Kind::Scaffold),
        ("nim@2,3", "as=picture", Kind::Picture),
        ("asymmetric:1,3/2", "as=order", Kind::Order),
        ("kayles", "as=order to=9", Kind::Order),
    ];
    for (what, options, kind) in kinds {
        assert_eq!(drawn(what, options).kind(), kind, "{what} {options}");
    }
}

#[track_caller]
fn refused(what: &str, options: &str) -> String {
    match Session::new().ask(&Plot { what: what.to_owned(), ..read(options) }, &Limits::default()) {
        Err(NoAnswer::Malformed { error, .. }) => error.expected.to_string(),
        Err(other) => other.to_string(),
        Ok(drawing) => panic!("{what} {options} is a {}", drawing.kind().name()),
    }
}

#[test]
fn what_does_not_fit_together_is_refused_and_says_what_to_do() {
    let cases = [
        ("nim@3", "to=10", "to one number is for the points"),
        ("kayles", "as=thermograph", "`@`"),
        ("nim@3", "as=points", "without a position"),
        ("nim@3", "x=0-3", "x is the range"),
        ("nim@3", "rows=values", "rows is for points and tables"),
        ("kayles", "depth=3", "depth is for a graph"),
        ("game@{1|-1}", "as=thermograph play=misere", "play misere has no values"),
        ("game@{1|-1}", "as=scaffold play=misere", "play misere has no values"),
        ("game@over", "as=scaffold", "a game that ends"),
        ("nim@{x}", "as=graph", "has a table"),
        ("nim@{z}", "", "number"),
        ("nim@30,40,50", "", "--depth"),
        ("wythoff", "to=300x300", "40000 cells"),
        ("nim@{x},{y}", "x=0-1000 y=0-1000", "40000 cells"),
        ("nim@{x}", "x=0-18446744073709551615", "40000 cells"),
        ("kayles", "to=10000000", "10000000 rows"),
        ("wythoff", "", "not the numbers"),
        ("octal:0.77", "rows=nimbers play=misere", "nimbers"),
        ("nim@1+nim@2", "as=thermograph to=3x3", "a table"),
        ("asymmetric:1,3/2@4", "as=order", "without a position"),
        ("asymmetric:1,3/2", "as=order to=200", "40000 cells"),
        ("asymmetric:1,3/2", "as=order x=0-18446744073709551615", "40000 cells"),
        // of 21 rows upwards it would not be too many, and of those that are drawn by themselves it is
        ("asymmetric:3,5/2,3,5,6", "as=order x=0-1800", "40000 cells"),
        ("asymmetric:1,3/2", "as=order play=misere", "no order of rows"),
        ("asymmetric:1,3/2", "as=order rows=values", "rows is for points and tables"),
        ("asymmetric:{x}/2", "as=order", "has a table"),
        ("wythoff", "as=order", "positions that are numbers"),
        ("cram", "as=order", "positions that are numbers"),
        ("stones:1", "as=order", "these rules say themselves who has won"),
        ("nimstring", "as=order", "without entailing moves"),
    ];
    for (what, options, expected) in cases {
        let found = refused(what, options);
        assert!(found.contains(expected), "{what} {options}: {found}");
    }
}

#[test]
fn a_limit_that_is_reached_is_said_and_what_is_known_is_drawn() {
    let limits = Limits { positions: 5_000, ..Limits::default() };
    let question = Plot { to: Some("200x150".parse().unwrap()), ..Plot::of("wythoff@{x}.{y}") };
    let pattern = Session::new().ask(&question, &limits).unwrap();
    assert!(pattern.stopped().is_some() && pattern.svg().contains("cells are missing"), "{:?}", pattern.stopped());
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert!(matches!(Session::new().ask(&Plot::of("cram@5x5"), &limits), Err(NoAnswer::Stopped { .. })));
}
