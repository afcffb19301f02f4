//! Every built-in ruleset and every modifier obeys the laws.
//!
//! They are also tried as text, as words, as heaps and behind type erasure.

use sprague::any::{AnyImpartial, AnyPartizan, AnyPosition, AnySum, AnyTerminalRule};
use sprague::heap::{HeapFormula, Heaps, InfiniteSet, Parity};
use sprague::modifier::WithHistory;
use sprague::{Impartial, Limits, Misere, NoRepeat, Notation, Play, Player, Ruleset, Sum, SumOf, ToMove, any};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_boards::{
    Amazons, AntiClobber, Board, CannibalClobber, Clobber, Cram, Domineering, Fission, FoxAndGeese, HareAndHounds, KingClobber,
    KnightClobber, Konane, NoGo, Pieces, QueenClobber, RookClobber,
};
use sprague_rules_classics::{Bar, Chomp, Euclid, Pair, PartizanEuclid, Wythoff};
use sprague_rules_coins::{Coins, Row, Turning};
use sprague_rules_digraph::Digraph;
use sprague_rules_graphs::{ArcKayles, DigraphPlacement, Fjords, NodeKayles, PartizanArcKayles, Remains};
use sprague_rules_knights::{Knights, Square};
use sprague_rules_memory::{Mem, Remembered, TakeAway};
use sprague_rules_misere::LAST_STONE;
use sprague_rules_nim::Nim;
use sprague_rules_no_repeat::PickUpStones;
use sprague_rules_octal::{Grundy, Octal, Taking};
use sprague_rules_stones::{OddTotal, Piles, Stones, Table};
use sprague_rules_subtraction::{AllBut, ByFormula, Formula, Subtraction};
use sprague_testkit::laws;

fn subtraction(amounts: &str) -> Subtraction {
    Subtraction(amounts.parse().expect("a set"))
}

fn pick_up(amounts: &str, memory: usize) -> PickUpStones {
    PickUpStones::new(amounts.parse().expect("a set"), memory).expect("something is remembered")
}

fn octal(code: &str) -> Octal {
    code.parse().expect("a code")
}

fn asymmetric(left: &str, right: &str) -> PartizanSubtraction {
    PartizanSubtraction { left: left.parse().expect("a set"), right: right.parse().expect("a set") }
}

fn stones(amounts: &str, wins: Parity) -> Stones {
    Stones { amounts: amounts.parse().expect("a set"), wins }
}

fn graph(text: &str) -> Digraph {
    text.parse().expect("a graph")
}

/// Heaps of up to `most` tokens, and small positions of several heaps.
fn heaps(most: u64) -> impl Iterator<Item = Heaps> {
    let several: [&[u64]; 5] = [&[1, 1], &[2, 2, 2], &[1, 2, 5], &[3, 4], &[5, 5]];
    (0..=most).map(Heaps::one).chain(several.map(|sizes| Heaps::from_iter(sizes.iter().copied())))
}

/// Piles of up to `most` stones with every parity in both hands.
fn tables(most: u64) -> impl Iterator<Item = Table> {
    (0..=most).flat_map(|pile| [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(mine, his)| Table::new(pile, mine, his)))
}

// one heap

laws! { impartial nim, rules: Nim, positions: 0..=12, also: notation, words, erasure, one_heap }
laws! { impartial nim_by_reference, rules: &Nim, positions: [5] }
laws! { impartial subtraction_of_1_3_4, rules: subtraction("1,3,4"), positions: 0..=20, also: notation, words, erasure, one_heap }
laws! { impartial squares, rules: ByFormula(Formula::Set(InfiniteSet::Squares)), positions: 0..=20, also: notation, words, erasure, one_heap }
laws! { impartial totatives, rules: ByFormula(Formula::OfHeap(HeapFormula::Totatives)), positions: [0, 1, 15, 16], also: notation, words, erasure, one_heap }
laws! { impartial subtraction_of_2_5_9, rules: subtraction("2,5,9"), positions: [0, 1, 30] }
laws! { impartial subtraction_of_4, rules: subtraction("4"), positions: [0, 7, 18] }
laws! { impartial subtraction_of_nothing, rules: Subtraction::default(), positions: [0, 9], also: erasure, one_heap }
laws! { impartial all_but_nothing, rules: AllBut::default(), positions: 0..=9, also: notation, words, erasure, one_heap }
laws! { impartial all_but_1, rules: AllBut::of([1]).expect("a set"), positions: 0..=12, also: erasure, one_heap }
laws! { impartial all_but_2_3_7, rules: AllBut::of([2, 3, 7]).expect("a set"), positions: [0, 1, 16] }
laws! { impartial taking_0_123, rules: Taking::new(octal("0.123")).expect("no splits"), positions: 0..=15, also: erasure, one_heap }
laws! { impartial taking_0_3003, rules: Taking::new(octal("0.3003")).expect("no splits"), positions: [17] }

// moves that are remembered

laws! {
    impartial pick_up_stones,
    rules: pick_up("1-4", 1),
    positions: (0..=9).map(WithHistory::nothing).chain([WithHistory::after(8, [3])]),
    also: notation, words, erasure, one_heap
}
laws! {
    impartial pick_up_stones_with_two_remembered,
    rules: pick_up("1-3,5", 2),
    positions: [WithHistory::nothing(9), WithHistory::after(7, [3, 1]), WithHistory::after(0, [5])],
    also: notation, words, erasure, one_heap
}
laws! {
    impartial nim_without_repetition,
    rules: NoRepeat { rules: Nim, memory: 1 },
    positions: (0..=6).map(WithHistory::nothing),
    also: words
}
laws! {
    impartial nim_with_three_remembered,
    rules: NoRepeat { rules: Nim, memory: 3 },
    positions: [WithHistory::nothing(6), WithHistory::after(4, [2, 1])]
}
laws! {
    impartial no_repeat_of_no_repeat,
    rules: NoRepeat { rules: pick_up("1-3", 1).0, memory: 2 },
    positions: [WithHistory::nothing(WithHistory::nothing(8))]
}
laws! {
    ruleset misere_pick_up_stones,
    rules: Misere(pick_up("1-3", 2)),
    positions: (0..=9).map(WithHistory::nothing),
    also: words
}
laws! {
    ruleset no_repeat_of_misere,
    rules: NoRepeat { rules: Misere(subtraction("1-4")), memory: 1 },
    positions: (0..=9).map(WithHistory::nothing)
}

laws! {
    impartial fibonacci_nim,
    rules: TakeAway::at_most(2, 1),
    positions: (0..=8).flat_map(|heap| (0..4).map(move |last| Remembered { heap, last })),
    also: notation, words, erasure
}
laws! { impartial mem, rules: Mem, positions: (0..=8).map(|heap| Remembered { heap, last: heap / 3 }), also: notation, words, erasure }

laws! {
    partizan partizan_euclid,
    rules: PartizanEuclid,
    positions: (0..9).flat_map(|p| (1..9).map(move |q| Pair(p, q))),
    also: notation, words, erasure
}

// rows of coins

laws! { impartial turtles, rules: Coins(Turning::AtMost(2)), positions: [Row::of([1, 4]), Row::of([2, 3, 5])], also: notation, words, erasure }
laws! { impartial ruler, rules: Coins(Turning::Consecutive), positions: [Row::of([6])], also: notation, words, erasure }

// boards

laws! {
    impartial knights_on_3,
    rules: Knights::new(3).expect("a board"),
    positions: Knights::new(3).expect("a board").squares(),
    also: erasure
}
laws! {
    impartial knights_on_8,
    rules: Knights::default(),
    positions: [Square { x: 7, y: 7 }, Square { x: 3, y: 4 }, Square { x: 0, y: 0 }],
    also: notation, words, erasure
}

fn bar(text: &str) -> Bar {
    text.parse().expect("a bar")
}

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

laws! { impartial chomp, rules: Chomp, positions: [bar("4x5"), bar("7.3.3.1"), bar("1")], also: notation, words, erasure }
laws! {
    impartial cram,
    rules: Cram,
    positions: [board("3x4"), board("..#./.##./..#./###.")],
    also: notation, words, erasure
}
laws! {
    impartial cram_on_more_than_one_word,
    rules: Cram,
    positions: [board("1x9"), board("#........../..########."), board("9x1")],
    also: notation, words, erasure
}
laws! {
    partizan domineering,
    rules: Domineering,
    positions: [board("3x4"), board("..#./.##./..#./###.")],
    also: notation, words, erasure
}
laws! {
    partizan domineering_on_more_than_one_word,
    rules: Domineering,
    positions: [board(&format!("{0}..../{0}..#./..{0}..", "#".repeat(66)))],
    also: words, erasure
}

fn boards_of(rules: impl Notation<Pieces>, texts: &[&str]) -> Vec<Pieces> {
    texts.iter().map(|text| rules.read(text).expect("a board")).collect()
}

laws! {
    partizan clobber,
    rules: Clobber,
    positions: boards_of(Clobber, &["3x3", "xoxoxoxo", "xo.ox/.xx.o/oo.xo"]),
    also: notation, words, erasure
}
laws! {
    partizan clobber_on_more_than_one_word,
    rules: Clobber,
    positions: boards_of(Clobber, &[&format!("xo{0}xoxo/ox{0}....", ".".repeat(66)), &format!("xxo{}", "o".repeat(66))]),
    also: notation, words, erasure
}
laws! {
    partizan cannibal_clobber,
    rules: CannibalClobber,
    positions: boards_of(CannibalClobber, &["xoxoxo", "xx.ox/.oo.x", &format!("xo{0}xox/oo{0}...", ".".repeat(66))]),
    also: notation, words, erasure
}
laws! { partizan anti_clobber, rules: AntiClobber, positions: boards_of(AntiClobber, &["x..o/.#xo"]), also: notation, words, erasure }
laws! { partizan king_clobber, rules: KingClobber, positions: boards_of(KingClobber, &["xo.x/.xo."]), also: notation, words, erasure }
laws! { partizan knight_clobber, rules: KnightClobber, positions: boards_of(KnightClobber, &["3x3"]), also: notation, words, erasure }
laws! { partizan rook_clobber, rules: RookClobber, positions: boards_of(RookClobber, &["x..o/o..x"]), also: notation, words, erasure }
laws! { partizan queen_clobber, rules: QueenClobber, positions: boards_of(QueenClobber, &["x..o/.x.."]), also: notation, words, erasure }
laws! { partizan fission, rules: Fission, positions: boards_of(Fission, &["...#./..x../....."]), also: notation, words, erasure }
laws! {
    partizan fox_and_geese,
    rules: FoxAndGeese::default(),
    positions: boards_of(FoxAndGeese::default(), &["4x4", "..x/x../.o.", ".x.x./...../...o.", "x.../.o../...."]),
    also: notation, words, erasure
}
laws! {
    partizan fox_and_geese_with_a_range,
    rules: FoxAndGeese::new(2).expect("a range"),
    positions: boards_of(FoxAndGeese::default(), &["x.x./..../o...", &format!("x{0}/.{0}/o{0}", ".".repeat(70))]),
    also: notation, words, erasure
}
laws! {
    partizan hare_and_hounds,
    rules: HareAndHounds,
    positions: boards_of(HareAndHounds, &["3x3", "3x4", "#...#/xx.o./#...#"]),
    also: notation, words, erasure
}
laws! {
    partizan konane,
    rules: Konane,
    positions: boards_of(Konane, &["3x4", "4x4", "xo.xo.oxo", "xo.o#/.xox./o.x.o"]),
    also: notation, words, erasure
}
laws! {
    partizan konane_on_more_than_one_word,
    rules: Konane,
    positions: boards_of(Konane, &[&format!("xo{0}oxo./ox{0}xo..", ".".repeat(66)), "x#o.xo.o#ox.ox.o."]),
    also: notation, words, erasure
}
laws! {
    partizan nogo,
    rules: NoGo,
    positions: boards_of(NoGo, &["1x7", "2x3", "..xo.x..", "..ox.o.xo."]),
    also: notation, words, erasure
}
laws! {
    partizan amazons,
    rules: Amazons,
    positions: boards_of(Amazons, &["x../.#./..o", "x.#.o/.###.", "x./.o"]),
    also: notation, words, erasure
}
laws! { ruleset misere_cram, rules: Misere(Cram), positions: [board("3x3"), board("2x4")] }
laws! { impartial several_boards, rules: SumOf(Cram), positions: [vec![board("2x2"), board("1x3"), board("2x2")]], also: words }

// pairs of heaps

laws! { impartial wythoff, rules: Wythoff, positions: [Pair(7, 9), Pair(9, 7), Pair(6, 6)], also: notation, words, erasure }
laws! { impartial euclid, rules: Euclid, positions: [Pair(25, 7), Pair(7, 25), Pair(6, 6), Pair(0, 3)], also: notation, words, erasure }
laws! {
    impartial a_sum_of_classics,
    rules: Sum(Wythoff, Sum(Chomp, Cram)),
    positions: [(Pair(1, 2), (bar("2.2"), board("2x2")))],
    also: words
}

fn nodes(text: &str) -> Remains {
    NodeKayles::default().read(text).unwrap()
}

fn nodes_of_a_file() -> NodeKayles {
    NodeKayles::parse("a b\nb c\nc d\nd a\na c\ne\n", &Limits::default()).unwrap()
}

laws! {
    impartial node_kayles,
    rules: NodeKayles::default(),
    positions: [nodes("grid:3x4"), nodes("cycle:9:gone=3"), nodes("\"Dhc\""), nodes("form:\"Dhc\""), nodes("path:14"), nodes("form:13o"), nodes("grid:5x5:gone=6.8.10.16.18.20")],
    also: notation, words, erasure
}
laws! {
    impartial node_kayles_of_a_file,
    rules: nodes_of_a_file(),
    positions: [nodes_of_a_file().read(".....").unwrap(), nodes("form:\"Dhc\"")],
    also: notation, words, erasure
}
laws! {
    impartial arc_kayles,
    rules: ArcKayles::default(),
    positions: [ArcKayles::default().read("grid:3x3").unwrap(), ArcKayles::default().read("star:4").unwrap(), ArcKayles::default().read("form:12.3o").unwrap()],
    also: notation, words, erasure
}
laws! {
    partizan partizan_arc_kayles,
    rules: PartizanArcKayles,
    positions: ["grid:2x4:blue=1-2.5-6.3-7:red=2-3.6-7", "star:4:blue=1-2:red=1-3:gone=1-4", "path:1"]
        .map(|text| PartizanArcKayles.read(text).unwrap()),
    also: notation, words, erasure
}
laws! {
    partizan digraph_placement,
    rules: DigraphPlacement,
    positions: ["1>2.2>3.3-4.4>1.2>5.6:blue=1.3.6:red=2.4.5", "cycle:5:gone=1:blue=2.3:red=4.5"]
        .map(|text| DigraphPlacement.read(text).unwrap()),
    also: notation, words, erasure
}
laws! {
    partizan fjords,
    rules: Fjords,
    positions: ["grid:3x3:blue=1:red=9", "path:9:blue=2.5:red=8", "1-2.3:blue=3"].map(|text| Fjords.read(text).unwrap()),
    also: notation, words, erasure
}

// heaps that break

laws! { impartial kayles, rules: octal("0.77"), positions: heaps(9), also: notation, words, erasure, heaps }
laws! { impartial dawsons_chess, rules: octal("0.137"), positions: heaps(10), also: erasure, heaps }
laws! { impartial dawsons_kayles, rules: octal("0.07"), positions: heaps(12) }
laws! { impartial treblecross, rules: octal("0.007"), positions: heaps(13) }
laws! { impartial guiles, rules: octal("0.15"), positions: heaps(9) }
laws! { impartial octal_4_007, rules: octal("4.007"), positions: heaps(7) }
laws! { impartial splitting_in_two, rules: octal("4."), positions: heaps(8), also: erasure, heaps }
laws! { impartial splitting_in_three, rules: octal("8."), positions: heaps(10), also: erasure, heaps }
laws! { impartial hexadecimal_0_8, rules: octal("0.8"), positions: heaps(11), also: erasure, heaps }
laws! { impartial hexadecimal_c_0f9, rules: octal("c.0f9"), positions: heaps(6), also: erasure, heaps }
laws! { impartial nothing_to_do, rules: octal("0."), positions: heaps(5), also: erasure, heaps }
laws! { impartial grundys_game, rules: Grundy, positions: heaps(12), also: notation, words, erasure, heaps }
laws! { ruleset misere_kayles, rules: Misere(octal("0.77")), positions: heaps(8) }

// graphs

laws! {
    impartial a_graph_without_cycles,
    rules: graph("a b\n a c\n b c\n c d\n b d\n e a\n e d\n f"),
    positions: 0..6,
    also: notation, words, erasure
}
laws! {
    ruleset a_graph_with_cycles,
    rules: graph("a b\n b a\n b c\n c d\n d c\n d d\n a e\n e f"),
    positions: 0..6,
    also: notation, words, erasure
}
laws! { ruleset misere_on_a_graph_with_cycles, rules: Misere(graph("a b\n b a\n b c\n c a\n c d")), positions: 0..4 }

// both players have their own moves

laws! { partizan asymmetric_sets, rules: asymmetric("2,5,9", "3,4,8"), positions: 0..=20, also: notation, words, erasure, one_heap }
laws! { partizan overlapping_sets, rules: asymmetric("1,3", "2,3"), positions: 0..=12, also: erasure, one_heap }
laws! {
    partizan one_player_without_moves,
    rules: PartizanSubtraction { left: "1".parse().expect("a set"), ..PartizanSubtraction::default() },
    positions: 0..=5,
    also: erasure, one_heap
}
laws! {
    partizan a_partizan_sum,
    rules: Sum(asymmetric("1,3", "2"), asymmetric("2", "1")),
    positions: [(0, 0), (5, 4)],
    also: words
}
laws! {
    ruleset asymmetric_with_the_player_to_move,
    rules: ToMove(asymmetric("2,5,9", "3,5,9")),
    positions: [(Player::Left, 25), (Player::Right, 24)],
    also: words
}
laws! { ruleset misere_asymmetric, rules: Misere(ToMove(asymmetric("1,4", "2,3"))), positions: laws::both_players(0..=15) }

// terminal rules

laws! { ruleset parity_stones, rules: stones("1-3", Parity::Odd), positions: tables(12), also: notation, words, erasure, one_heap }
laws! { ruleset parity_stones_of_2_5, rules: stones("2,5", Parity::Odd), positions: tables(14), also: erasure, one_heap }
laws! { ruleset even_stones, rules: stones("1,4", Parity::Even), positions: tables(12), also: erasure, one_heap }
laws! {
    ruleset odd_totals,
    rules: OddTotal(stones("1-4", Parity::Odd)),
    positions: tables(15).filter(Table::total_is_odd),
    also: words
}
laws! {
    ruleset several_piles,
    rules: Piles { amounts: vec!["1-3".parse().expect("a set"), "2".parse().expect("a set")], wins: Parity::Odd },
    positions: [
        Piles { amounts: vec![Default::default(); 2], wins: Parity::Odd }.position([Table::new(6, 0, 0), Table::new(5, 1, 0)]),
    ],
    also: words
}

// sums

laws! { impartial a_sum_of_two, rules: Sum(Nim, subtraction("1,3")), positions: [(0, 0), (2, 5), (4, 3)], also: words }
laws! {
    impartial a_sum_of_three,
    rules: Sum(octal("0.77"), Sum(Nim, Grundy)),
    positions: [(Heaps::one(4), (2, Heaps::one(5)))],
    also: words
}
laws! {
    impartial several_heaps_of_nim,
    rules: SumOf(Nim),
    positions: [vec![], vec![0, 3], vec![2, 2], vec![1, 2, 3]],
    also: words
}
laws! {
    impartial several_heaps_of_kayles,
    rules: SumOf(octal("0.77")),
    positions: [vec![Heaps::one(5)], vec![Heaps::one(3), Heaps::from_iter([2, 2])]]
}
laws! { impartial several_of_several, rules: SumOf(SumOf(Nim)), positions: [vec![vec![1, 2], vec![], vec![2]]] }
laws! { ruleset the_last_stone_game, rules: LAST_STONE, positions: [vec![], vec![1, 1], vec![1, 2, 3], vec![4, 4]] }

// behind type erasure

fn erased(rules: std::sync::Arc<dyn sprague::AnyRuleset>) -> AnyImpartial {
    AnyImpartial::try_from(rules).expect("it is impartial")
}

laws! {
    impartial nim_behind_type_erasure,
    rules: erased(any::impartial(Nim)),
    positions: (0..=8).map(|heap: u64| AnyPosition::pack(&heap))
}
laws! {
    impartial kayles_behind_type_erasure,
    rules: erased(any::impartial(octal("0.77"))),
    positions: heaps(8).map(|heaps| AnyPosition::pack(&heaps))
}
laws! {
    ruleset stones_behind_type_erasure,
    rules: AnyTerminalRule::try_from(any::terminal(stones("1-3", Parity::Odd))).expect("it has a terminal rule"),
    positions: tables(8).map(|table| AnyPosition::pack(&table))
}
laws! {
    impartial modifiers_stack_on_what_is_erased,
    rules: SumOf(erased(any::impartial(Grundy))),
    positions: [vec![AnyPosition::pack(&Heaps::one(6)), AnyPosition::pack(&Heaps::one(5))]]
}

/// Positions of a family, as text.
fn of(family: &str, positions: &[&str]) -> (std::sync::Arc<dyn sprague::AnyRuleset>, Vec<AnyPosition>) {
    let rules = sprague_questions::registry().read(family, &sprague::registry::LocalFiles).expect("a ruleset");
    let positions = positions.iter().map(|text| rules.read(text).expect("a position")).collect();
    (rules, positions)
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_rulesets_around_impartial_ones_obey_the_laws() {
    for (family, positions) in [
        ("pass:nim", &["{3,3}", "{1,2,3}:pass=0"][..]),
        ("pass:pass:kayles", &["{2,3}", "4"]),
        ("heap-pass:octal:0.6", &["{4,3}"]),
        ("join:kayles/subtraction:3", &["9", "4.4"]),
        ("acrostic:nim/kayles", &["3.4/2.2"]),
        ("product:nim/subtraction:1,2", &["3.2/2.2"]),
        ("impartial:domineering", &["3x3"]),
    ] {
        let (rules, positions) = of(family, positions);
        laws::impartial(&erased(rules), positions).unwrap_or_else(|failure| panic!("{family}: {failure}"));
    }
}

#[test]
fn rulesets_around_partizan_ones_obey_the_laws() {
    for (family, positions) in [
        ("pass:domineering", &["{2x2,1x2}", "2x3:pass=0"][..]),
        ("heap-pass:game", &["{2|-1}"]),
        ("dicotic:domineering", &["3x3"]),
        ("twisted:domineering", &["2x3", "3x3"]),
        ("twisted:asymmetric:1,4/2,3", &["9"]),
        ("partizan:kayles/dawson-kayles", &["7", "4.3"]),
        ("cake:subtraction:1,2/nim", &["3.4/2.2"]),
        ("turning-cake:nim/kayles", &["3.3"]),
    ] {
        let (rules, positions) = of(family, positions);
        let rules = AnyPartizan::try_from(rules).expect("it is partizan");
        laws::partizan(&rules, positions).unwrap_or_else(|failure| panic!("{family}: {failure}"));
    }
}

/// Nim, Kayles and asymmetric subtraction at once.
fn mixed(play: Play) -> AnySum {
    AnySum::new(vec![any::impartial(Nim), any::impartial(octal("0.77")), any::partizan(asymmetric("1,3", "2"))], play)
}

/// A heap of each, and some twice.
fn mixtures(sum: &AnySum) -> Vec<<AnySum as Ruleset>::Position> {
    let (nim, kayles) = (|heap: u64| (0, AnyPosition::pack(&heap)), |heap| (1, AnyPosition::pack(&Heaps::one(heap))));
    let both = |heap: u64| (2, AnyPosition::pack(&heap));
    Player::BOTH
        .iter()
        .flat_map(|&next| {
            [
                sum.position(next, []),
                sum.position(next, [nim(2), nim(2), kayles(4)]),
                sum.position(next, [both(6), nim(1)]),
                sum.position(next, [both(5), both(5), kayles(3), nim(2)]),
            ]
        })
        .collect()
}

laws! { ruleset a_sum_known_at_run_time, rules: mixed(Play::Normal), positions: mixtures(&mixed(Play::Normal)) }
laws! { ruleset a_misere_sum_known_at_run_time, rules: mixed(Play::Misere), positions: mixtures(&mixed(Play::Misere)) }

#[test]
fn what_people_type_means_the_same_as_what_is_shown() {
    let typed = [("5.2.1", "1.2.5"), ("0.0", "0"), ("10^1.0.3", "3.10")];
    for (text, shown) in typed {
        let heaps = Grundy.read(text).expect("heaps");
        assert_eq!(Grundy.show(&heaps), shown);
        assert_eq!(octal("0.77").read(shown), Ok(heaps));
    }
    let rules = pick_up("1-5", 2);
    assert_eq!(rules.read("10/4.1").map(|at| rules.show(&at)).as_deref(), Ok("10/4.1"));
}

/// The promise is in the type, so this only compiles.
#[test]
fn what_is_added_stays_impartial() {
    fn promises(_: &impl Impartial) {}
    promises(&Sum(Nim, SumOf(octal("0.77"))));
    promises(&NoRepeat { rules: SumOf(Nim), memory: 1 });
}
