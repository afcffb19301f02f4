//! Checks that every built-in ruleset and every modifier obeys the laws.
//!
//! The laws are also checked for positions as text, as words, as heaps and as erased rulesets.

use sprague::any::{AnyImpartial, AnyPosition, AnySum};
use sprague::heap::{Heaps, Parity};
use sprague::modifier::WithHistory;
use sprague::{Impartial, Limits, Misere, NoRepeat, Notation, Play, Player, Ruleset, Sum, SumOf, ToMove, any};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_boards::{Board, Cram, Domineering};
use sprague_rules_classics::{Bar, Chomp, Pair, Wythoff};
use sprague_rules_digraph::Digraph;
use sprague_rules_graphs::{NodeKayles, Remains};
use sprague_rules_misere::LAST_STONE;
use sprague_rules_nim::Nim;
use sprague_rules_no_repeat::PickUpStones;
use sprague_rules_octal::{Grundy, Octal, Taking};
use sprague_rules_stones::{OddTotal, Piles, Stones, Table};
use sprague_rules_subtraction::{AllBut, Subtraction};
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

/// Returns heaps of up to `most` tokens, and small positions of several heaps.
fn heaps(most: u64) -> impl Iterator<Item = Heaps> {
    let several: [&[u64]; 5] = [&[1, 1], &[2, 2, 2], &[1, 2, 5], &[3, 4], &[5, 5]];
    (0..=most).map(Heaps::one).chain(several.map(|sizes| Heaps::from_iter(sizes.iter().copied())))
}

/// Returns piles of up to `most` stones with every parity of both players' stones.
fn tables(most: u64) -> impl Iterator<Item = Table> {
    (0..=most).flat_map(|pile| [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(mine, his)| Table::new(pile, mine, his)))
}

// one heap

laws! { impartial nim_by_reference, rules: &Nim, positions: [5] }
laws! { impartial subtraction_of_nothing, rules: Subtraction::default(), positions: [0, 9], also: erasure, one_heap }
laws! { impartial all_but_nothing, rules: AllBut::default(), positions: 0..=9, also: notation, words, erasure, one_heap }
laws! { impartial taking_0_123, rules: Taking::new(octal("0.123")).expect("no splits"), positions: 0..=15, also: erasure, one_heap }
laws! { impartial taking_0_3003, rules: Taking::new(octal("0.3003")).expect("no splits"), positions: [17] }

// games with a memory of moves

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

// boards

fn bar(text: &str) -> Bar {
    text.parse().expect("a bar")
}

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

laws! { partizan domineering, rules: Domineering, positions: [board("3x3")], also: notation, words, erasure }
laws! { ruleset misere_cram, rules: Misere(Cram), positions: [board("3x3"), board("2x4")] }
laws! { impartial several_boards, rules: SumOf(Cram), positions: [vec![board("2x2"), board("1x3"), board("2x2")]], also: words }

// pairs of heaps

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
    impartial node_kayles_of_a_file,
    rules: nodes_of_a_file(),
    positions: [nodes_of_a_file().read(".....").unwrap(), nodes("form:\"Dhc\"")],
    also: notation, words, erasure
}

// heaps that may be split

laws! { impartial kayles, rules: octal("0.77"), positions: heaps(8), also: notation, words, erasure, heaps }
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

// games in which each player has different moves

laws! { partizan overlapping_sets, rules: asymmetric("1,3", "2,3"), positions: 0..=12, also: notation, words, erasure, one_heap }
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

laws! { ruleset parity_stones, rules: stones("1-3", Parity::Odd), positions: tables(8), also: notation, words, erasure, one_heap }
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

// erased rulesets

fn erased(rules: std::sync::Arc<dyn sprague::AnyRuleset>) -> AnyImpartial {
    AnyImpartial::try_from(rules).expect("it is impartial")
}

laws! {
    impartial modifiers_stack_on_what_is_erased,
    rules: SumOf(erased(any::impartial(Grundy))),
    positions: [vec![AnyPosition::pack(&Heaps::one(6)), AnyPosition::pack(&Heaps::one(5))]]
}

/// A family, with positions at which its laws are checked. `a..b` are the numbers from a to b.
type Tried = (&'static str, &'static [&'static str]);

const ONE_HEAP: &[Tried] = &[
    ("nim", &["0..12"]),
    ("subtraction:1,3,4", &["0..20"]),
    ("subtraction:2,5,9", &["0", "1", "30"]),
    ("subtraction:4", &["0", "7", "18"]),
    ("subtraction:squares", &["0..20"]),
    ("subtraction:totatives", &["0", "1", "15", "16"]),
    ("all-but:1", &["0..12"]),
    ("all-but:2,3,7", &["0", "1", "16"]),
    ("cumulative:2,5", &["0..20"]),
    ("no-repeat:1-4", &["0..9", "8/3"]),
    ("no-repeat:1-3,5:memory=2", &["9", "7/3.1", "0/5"]),
    ("fibonacci-nim", &["0..8", "8/1", "8/2", "8/3"]),
    ("mem", &["0..8", "5/1", "7/2", "8/2"]),
    ("asymmetric:2,5,9/3,4,8", &["0..20"]),
    ("asymmetric:1,3/2,3", &["0..12"]),
    ("asymmetric:1/none", &["0..5"]),
    ("stones:1-3", &["0..12", "7.0.1", "8.1.0", "9.1.1"]),
    ("stones:2,5", &["0..14", "7.0.1", "8.1.0", "9.1.1"]),
    ("stones:1,4:wins=even", &["0..12", "7.0.1", "8.1.0", "9.1.1"]),
];

const SPLITTING_HEAPS: &[Tried] = &[
    ("kayles", &["0..9", "1.1", "2.2.2", "1.2.5", "3.4", "5.5"]),
    ("dawson-chess", &["0..10", "2.2.2", "1.2.5", "3.4"]),
    ("dawson-kayles", &["0..12", "1.2.5", "5.5"]),
    ("treblecross", &["0..13", "5.5"]),
    ("octal:0.15", &["0..9", "3.4"]),
    ("octal:4.007", &["0..7", "3.4"]),
    ("octal:4.", &["0..8", "2.2.2"]),
    ("octal:8.", &["0..10", "2.2.2"]),
    ("octal:0.8", &["0..11", "5.5"]),
    ("octal:c.0f9", &["0..6", "3.4"]),
    ("octal:0.", &["0..5", "2.2.2"]),
    ("octal:0.3003", &["17"]),
    ("grundy", &["0..12", "2.2.2", "1.2.5"]),
];

const BOARDS_OF_ONE_KIND: &[Tried] = &[
    ("coins:turtles", &["1.4", "2.3.5"]),
    ("coins:ruler", &["6"]),
    ("knights:3", &["2.2"]),
    ("knights", &["7.7", "3.4", "0.0"]),
    ("chomp", &["4x5", "7.3.3.1", "1"]),
    ("cram", &["3x4", "..#./.##./..#./###.", "1x9", "#........../..########.", "9x1"]),
    ("wythoff", &["7.9", "9.7", "6.6"]),
    ("euclid", &["25.7", "7.25", "6.6", "0.3"]),
    (
        "node-kayles",
        &["grid:3x4", "cycle:9:gone=3", "\"Dhc\"", "form:\"Dhc\"", "path:14", "form:13o", "grid:5x5:gone=6.8.10.16.18.20"],
    ),
    ("arc-kayles", &["grid:3x3", "star:4", "form:12.3o"]),
    ("nimstring", &["2x2", "0-1.0-1.1-2.2-3", "1-2.2-3:pass"]),
    ("catch-up", &["5", "1.3.4/2"]),
    ("kalah", &["2.1/1.2", "3.0/1.1"]),
    ("scoring-nim:bonus=3", &["1.2.3"]),
    ("dots-and-boxes", &["1x3", "2x2", "0-1.0-1.1-2.2-3", "cycle:4", "path:5"]),
];

const CLOBBERS: &[Tried] = &[
    ("clobber", &["3x3", "xoxoxoxo", "xo.ox/.xx.o/oo.xo"]),
    ("cannibal-clobber", &["xoxoxo", "xx.ox/.oo.x"]),
    ("anti-clobber", &["x..o/.#xo"]),
    ("king-clobber", &["xo.x/.xo."]),
    ("knight-clobber", &["3x3"]),
    ("rook-clobber", &["x..o/o..x"]),
    ("queen-clobber", &["x..o/.x.."]),
];

const PARTIZAN: &[Tried] = &[
    ("partizan-euclid", &["0.4", "4.1", "7.4", "8.5", "8.8", "19.7"]),
    ("domineering", &["3x4", "..#./.##./..#./###."]),
    ("fission", &["...#./..x../....."]),
    ("sheep", &["x2.o/.o2.", "x3.#/..o2", "x2.x3"]),
    ("general-toads-frogs:1-2-1-0", &["TT..FF", "T..TTFF.F"]),
    ("general-toads-frogs:2-3-2-1", &["T.T..F.F", "TTFF..F"]),
    ("nogo", &["1x7", "2x3", "..xo.x..", "..ox.o.xo."]),
    ("amazons", &["x../.#./..o", "x.#.o/.###.", "x./.o"]),
    ("reversi", &["2x4", "x.o./.ox."]),
    ("konane", &["3x4", "4x4", "xo.xo.oxo", "xo.o#/.xox./o.x.o", "x#o.xo.o#ox.ox.o."]),
    ("partizan-arc-kayles", &["grid:2x4:blue=1-2.5-6.3-7:red=2-3.6-7", "star:4:blue=1-2:red=1-3:gone=1-4", "path:1"]),
    ("digraph-placement", &["1>2.2>3.3-4.4>1.2>5.6:blue=1.3.6:red=2.4.5", "cycle:5:gone=1:blue=2.3:red=4.5"]),
    ("fjords", &["grid:3x3:blue=1:red=9", "path:9:blue=2.5:red=8", "1-2.3:blue=3"]),
];

const CHASES: &[Tried] = &[
    ("fox-and-geese", &["4x4", "..x/x../.o.", ".x.x./...../...o.", "x.../.o../...."]),
    ("fox-and-geese:range=2", &["x.x./..../o..."]),
    ("hare-and-hounds", &["3x3", "3x4", "#...#/xx.o./#...#"]),
];

const AROUND_IMPARTIAL: &[Tried] = &[
    ("pass:nim", &["{3,3}", "{1,2,3}:pass=0"]),
    ("pass:pass:kayles", &["{2,3}", "4"]),
    ("heap-pass:octal:0.6", &["{4,3}"]),
    ("join:kayles/subtraction:3", &["9", "4.4"]),
    ("acrostic:nim/kayles", &["3.4/2.2"]),
    ("product:nim/subtraction:1,2", &["3.2/2.2"]),
    ("impartial:domineering", &["3x3"]),
];

const AROUND_PARTIZAN: &[Tried] = &[
    ("pass:domineering", &["{2x2,1x2}", "2x3:pass=0"]),
    ("heap-pass:game", &["{2|-1}"]),
    ("dicotic:domineering", &["3x3"]),
    ("twisted:domineering", &["2x3", "3x3"]),
    ("twisted:asymmetric:1,4/2,3", &["9"]),
    ("partizan:kayles/dawson-kayles", &["7", "4.3"]),
    ("cake:subtraction:1,2/nim", &["3.4/2.2"]),
    ("turning-cake:nim/kayles", &["3.3"]),
];

/// Asserts that the laws are true at these positions of an erased ruleset and at all positions that can be reached from them.
#[track_caller]
fn hold(family: &str, positions: &[&str]) {
    let rules = sprague_questions::registry().read(family, &sprague::registry::LocalFiles).expect("a ruleset");
    let mut all = vec![];
    for &text in positions {
        let numbers = text.split_once("..").and_then(|(from, to)| Some(from.parse::<u64>().ok()?..=to.parse().ok()?));
        let texts = numbers.map_or(vec![text.to_owned()], |numbers| numbers.map(|number| number.to_string()).collect());
        all.extend(texts.iter().map(|text| rules.read(text).unwrap_or_else(|bad| panic!("{family}@{text}: {bad}"))));
    }
    if let Err(failure) = laws::erased(&rules, all) {
        panic!("{family}: {failure}");
    }
}

fn all_hold(tried: &[Tried]) {
    tried.iter().for_each(|(family, positions)| hold(family, positions));
}

#[test]
fn games_of_one_heap_obey_the_laws() {
    all_hold(ONE_HEAP);
}

#[test]
fn heaps_that_split_obey_the_laws() {
    all_hold(SPLITTING_HEAPS);
}

#[test]
fn boards_and_graphs_with_the_same_moves_for_both_obey_the_laws() {
    all_hold(BOARDS_OF_ONE_KIND);
}

#[test]
fn clobber_and_its_kin_obey_the_laws() {
    all_hold(CLOBBERS);
}

#[test]
fn partizan_boards_and_graphs_obey_the_laws() {
    all_hold(PARTIZAN);
}

#[test]
fn chases_obey_the_laws() {
    all_hold(CHASES);
}

#[test]
fn boards_of_more_than_one_word_obey_the_laws() {
    let dots = ".".repeat(66);
    for (family, position) in [
        ("domineering", format!("{0}..../{0}..#./..{0}..", "#".repeat(66))),
        ("clobber", format!("xo{dots}xoxo/ox{dots}....")),
        ("clobber", format!("xxo{}", "o".repeat(66))),
        ("cannibal-clobber", format!("xo{dots}xox/oo{dots}...")),
        ("konane", format!("xo{dots}oxo./ox{dots}xo..")),
        ("fox-and-geese:range=2", format!("x{0}/.{0}/o{0}", ".".repeat(70))),
    ] {
        hold(family, &[&position]);
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_rulesets_around_impartial_ones_obey_the_laws() {
    all_hold(AROUND_IMPARTIAL);
}

#[test]
fn rulesets_around_partizan_ones_obey_the_laws() {
    all_hold(AROUND_PARTIZAN);
}

/// Returns Nim, Kayles and asymmetric subtraction in one sum.
fn mixed(play: Play) -> AnySum {
    AnySum::new(vec![any::impartial(Nim), any::impartial(octal("0.77")), any::partizan(asymmetric("1,3", "2"))], play)
}

/// Returns sums of some of these heaps. Some heaps occur twice.
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

#[test]
fn what_is_added_stays_impartial() {
    fn promises(_: &impl Impartial) {}
    promises(&Sum(Nim, SumOf(octal("0.77"))));
    promises(&NoRepeat { rules: SumOf(Nim), memory: 1 });
}
