//! Checks that games on strips, paths and small graphs obey the laws.
//!
//! The laws are also checked for positions as text, as words and as erased rulesets.

use sprague::{Notation, Partizan};
use sprague_rules_strips::{
    BackslidingToadsAndFrogs, ChildishHackenbush, ChildishHackenbushGraph, Colouring, ColouringGraph, Cutcake, HackenbushGraph,
    HackenbushStalk, ToadsAndFrogs, TopplingDominoes,
};
use sprague_testkit::laws;

fn read<R: Partizan + Notation<R::Position>, const N: usize>(rules: R, texts: [&str; N]) -> [R::Position; N] {
    texts.map(|text| rules.read(text).expect("a position"))
}

laws! {
    partizan toads_and_frogs,
    rules: ToadsAndFrogs,
    positions: read(ToadsAndFrogs, ["TT..FF", "T.T.FTF.F", "TTTF.FFF", "..TT.TF.FF..", ".F.T.", "FFTT"]),
    also: notation, words, erasure
}
laws! {
    partizan backsliding_toads_and_frogs,
    rules: BackslidingToadsAndFrogs,
    positions: read(BackslidingToadsAndFrogs, ["TT..FF", "T.TF.F", ".F.T.", "FFTT", "TT."]),
    also: notation, words, erasure
}
laws! {
    partizan toppling_dominoes,
    rules: TopplingDominoes,
    positions: read(TopplingDominoes, ["LREL", "EELRRE", "", "LLRERL"]),
    also: notation, words, erasure
}
laws! {
    partizan stalks,
    rules: HackenbushStalk,
    positions: read(HackenbushStalk, ["LRELRRE", "EEEE", ""]),
    also: notation, words, erasure
}
laws! {
    partizan cutcake,
    rules: Cutcake,
    positions: read(Cutcake, ["3x4", "1x6", "2x2.2x2.1x3", "1x1"]),
    also: notation, words, erasure
}
laws! {
    partizan snort,
    rules: Colouring::Snort,
    positions: read(Colouring::Snort, ["......", "L..R..", "R.L.L", "L.R..R"]),
    also: notation, words, erasure
}
laws! {
    partizan col,
    rules: Colouring::Col,
    positions: read(Colouring::Col, ["......", "L..R..", "R.L.L", "L.L..R"]),
    also: notation, words, erasure
}

fn map(game: Colouring) -> ColouringGraph {
    ColouringGraph::parse(game, "a b\nb c\nc a\nc d\nd e\nf").expect("a graph")
}

fn flower() -> HackenbushGraph {
    HackenbushGraph::parse("0 a L\na b R\nb b E\nb 0 L\n0 c E\nc d R").expect("a picture")
}

laws! {
    partizan snort_on_a_graph,
    rules: map(Colouring::Snort),
    positions: read(map(Colouring::Snort), ["......", "L...R.", "#.L..R"]),
    also: notation, words, erasure
}
laws! {
    partizan col_on_a_graph,
    rules: map(Colouring::Col),
    positions: read(map(Colouring::Col), ["......", "L...R.", "#.L..R"]),
    also: notation, words, erasure
}
laws! {
    partizan hackenbush_on_a_graph,
    rules: flower(),
    positions: read(flower(), ["LRELER", "R..REL", "......"]),
    also: notation, words, erasure
}
laws! {
    partizan childish_hackenbush,
    rules: ChildishHackenbush,
    positions: read(ChildishHackenbush, ["l(e;rl(l;r))", ":alre:a;l(r;e)", "(e:B;e:Bllrr:B)", ""]),
    also: notation, words, erasure
}
laws! {
    partizan childish_hackenbush_on_a_graph,
    rules: ChildishHackenbushGraph(flower()),
    positions: read(ChildishHackenbushGraph(flower()), ["LRELER", "R..REL", "......"]),
    also: notation, words, erasure
}
