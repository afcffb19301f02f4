//! Games on strips and paths obey the laws, as text, as words and behind type erasure.

use sprague::{Notation, Partizan};
use sprague_rules_strips::{Colouring, Cutcake, HackenbushStalk, ToadsAndFrogs, TopplingDominoes};
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
    positions: read(Colouring::Snort, ["......", "L..R..", "R.L.L", "LR..R"]),
    also: notation, words, erasure
}
laws! {
    partizan col,
    rules: Colouring::Col,
    positions: read(Colouring::Col, ["......", "L..R..", "R.L.L", "LL..R"]),
    also: notation, words, erasure
}
