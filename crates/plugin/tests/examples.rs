//! Compares the rulesets in `examples/plugins` with built-in rules, books, and brute force.

use sprague::any::{self, AnyEntailing, AnyImpartial, AnyPartizan, AnyPosition, AnySum, AnyTerminalRule};
use sprague::evaluate::entailing::EntailingSearch;
use sprague::evaluate::labels::{loopy_nimbers, outcomes};
use sprague::evaluate::{OutcomeSearch, nimber, outcome};
use sprague::graph::PositionGraph;
use sprague::heap::{HeapRules, Rows};
use sprague::{AnyRuleset, Limits, Nimber, Notation, Outcome, OutcomeClass, Play, Player, Ruleset, ToMove};
use sprague_plugin::Plugin;
use sprague_rules_digraph::Digraph;
use sprague_rules_knights::Knights;
use sprague_rules_stones::Stones;
use sprague_rules_subtraction::Subtraction;
use sprague_testkit::laws;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

fn plugin(name: &str) -> Plugin {
    let path = format!("{}/../../examples/plugins/{name}", env!("CARGO_MANIFEST_DIR"));
    let plugin = Plugin::load(&path, None).unwrap();
    assert_eq!(plugin.fault(), None);
    plugin
}

fn rules(name: &str) -> Arc<dyn AnyRuleset> {
    let rules = plugin(name).rules().clone();
    assert!(rules.is_loaded(), "{name} is code");
    rules
}

fn data(name: &str) -> HeapRules {
    let plugin = plugin(name);
    assert!(plugin.is_data(), "{name}");
    plugin.rules().heaps().unwrap().rules().unwrap()
}

/// Nimbers of an impartial plugin's positions.
struct Values(Arc<dyn AnyRuleset>, AnyImpartial);

impl Values {
    fn of(name: &str) -> Self {
        let rules = rules(name);
        Self(rules.clone(), AnyImpartial::try_from(rules).unwrap())
    }

    fn nimber(&self, text: &str) -> u32 {
        let position = self.0.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(self.0.read(&self.0.show(&position)), Ok(position.clone()), "{text} is shown as what it is");
        let value = nimber(&self.1, &position).unwrap();
        assert_eq!(self.0.fault(), None);
        value.0
    }

    fn refuses(&self, texts: &[&str]) {
        for text in texts {
            assert!(self.0.read(text).is_err(), "{text}");
        }
        assert_eq!(self.0.fault(), None, "what nobody can read is no fault of the rules");
    }
}

/// Returns the nimber of Cram on these free squares, by definition.
fn cram(rows: usize, columns: usize, covered: u32, known: &mut Vec<Option<u32>>) -> u32 {
    if let Some(value) = known[covered as usize] {
        return value;
    }
    let mut found = vec![];
    for square in 0..rows * columns {
        let flat = (square % columns + 1 < columns).then_some(0b11 << square);
        let upright = (square + columns < rows * columns).then_some((1 | 1 << columns) << square);
        for domino in [flat, upright].into_iter().flatten().filter(|domino| covered & domino == 0) {
            found.push(cram(rows, columns, covered | domino, known));
        }
    }
    let value = (0..).find(|value| !found.contains(value)).unwrap();
    known[covered as usize] = Some(value);
    value
}

#[test]
fn cram_has_the_values_of_brute_force_and_is_lost_on_even_boards() {
    let script = Values::of("cram.rhai");
    for (rows, columns) in [(1, 2), (1, 6), (1, 7), (2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4)] {
        let value = cram(rows, columns, 0, &mut vec![None; 1 << (rows * columns)]);
        assert_eq!(script.nimber(&format!("{rows}x{columns}")), value, "{rows}x{columns}");
        // answering symmetrically wins for the second player if both sides are even; if one is odd, the first player takes the
        // middle and then answers symmetrically
        if rows * columns % 2 == 0 {
            assert_eq!(value == 0, rows % 2 == 0 && columns % 2 == 0, "{rows}x{columns}");
        }
    }
    assert_eq!(script.nimber("#./.#"), 0);
    assert_eq!(script.nimber("#../..#"), cram(2, 3, 0b100_001, &mut vec![None; 64]));
    script.refuses(&["", "x", "2x", "0x3", "9x9", "99999999999999999999x2", "../.", "..a"]);
}

/// Returns the nimber of kings on these squares, by definition.
fn kings(columns: usize, squares: u64, known: &mut std::collections::HashMap<u64, u32>) -> u32 {
    if let Some(value) = known.get(&squares) {
        return *value;
    }
    let place = |square: usize| (square / columns, square % columns);
    let beside = |a: usize, b: usize| place(a).0.abs_diff(place(b).0).max(place(a).1.abs_diff(place(b).1)) <= 1;
    let inside = |set: u64| (0..64_usize).filter(move |square| set >> square & 1 == 1);
    let found: Vec<u32> = inside(squares)
        .map(|taken| inside(squares).filter(|other| !beside(taken, *other)).map(|left| 1 << left).sum())
        .map(|left| kings(columns, left, known))
        .collect();
    let value = (0..).find(|value| !found.contains(value)).unwrap();
    known.insert(squares, value);
    value
}

#[test]
fn kings_are_taken_apart_by_their_neighbours_and_have_the_values_of_brute_force() {
    let script = Values::of("kings.rhai");
    for (rows, columns) in [(1, 1), (1, 5), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)] {
        let value = kings(columns, (1 << (rows * columns)) - 1, &mut std::collections::HashMap::new());
        assert_eq!(script.nimber(&format!("{rows}x{columns}")), value, "{rows}x{columns}");
    }
    // a component of two squares, and one of three in a corner
    let apart = script.0.read("..##/####/##../###.").unwrap();
    let mut parts = vec![];
    script.0.summands(&apart, &mut parts);
    let shown: Vec<String> = parts.iter().map(|part| script.0.show(part)).collect();
    assert_eq!(shown, ["..####/######/######/######/######", "######/######/##..##/###.##/######"]);
    script.refuses(&["", "x", "6x2", "2x7", "../.", "..a"]);
}

#[test]
fn chomp_is_won_by_who_begins_and_two_rows_are_lost_one_apart() {
    let chomp = Values::of("chomp.rhai");
    for rows in 1..=4 {
        for columns in 1..=4 {
            assert_eq!(chomp.nimber(&format!("{rows}x{columns}")) > 0, rows * columns > 1, "{rows}x{columns}");
        }
    }
    for long in 1..=7 {
        for short in 1..=long {
            assert_eq!(chomp.nimber(&format!("{long}.{short}")) == 0, long == short + 1, "{long}.{short}");
        }
    }
    chomp.refuses(&["", "x", "0x2", "2x2x", "3.4", "3.0", "a.b", "101"]);
}

#[test]
fn wythoffs_lost_positions_are_multiples_of_the_golden_ratio() {
    let wythoff = Values::of("wythoff.rhai");
    let golden = (1.0 + 5_f64.sqrt()) / 2.0;
    let lost: Vec<(u32, u32)> =
        (0..5_u32).map(|n| ((f64::from(n) * golden) as u32, (f64::from(n) * golden) as u32 + n)).collect();
    assert_eq!(lost, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]);
    for one in 0..=7 {
        for other in one..=10 {
            let value = wythoff.nimber(&format!("{other}.{one}"));
            assert_eq!(value == 0, lost.contains(&(one, other)), "{one}.{other}");
        }
    }
    wythoff.refuses(&["", "3", "3.x", "3.-1", "3.4.5"]);
}

#[test]
fn kayles_from_three_plugins_is_the_built_in_one() {
    let built_in = Rows::of(&sprague::heap::Nimbers(octal("0.77")), 80);
    for name in ["kayles.rhai", "kayles.wat"] {
        let rules = rules(name);
        let heaps = rules.heaps().unwrap();
        let rows = Rows::of(&&*heaps.nimbers().unwrap(), 80);
        assert!(rows.column(0).eq(built_in.column(0)), "{name}");
        assert!(heaps.rules().is_none() && heaps.nimbers().unwrap().theorem().is_none(), "code proves nothing");
        assert_eq!(rules.fault(), None);
        let position = rules.read("15.7.2").unwrap();
        assert_eq!(heaps.indices(&position).unwrap()[..], [(2, 0), (7, 0), (15, 0)]);
        let value = nimber(&AnyImpartial::try_from(rules.clone()).unwrap(), &position).unwrap();
        assert_eq!(value, [15, 7, 2].into_iter().fold(Nimber(0), |total, n| total + built_in.cell(n, 0)));
        assert_eq!(laws::heaps_are_the_position(&rules, vec![rules.read("9.5").unwrap()]), Ok(()));
        assert_eq!(laws::rows_hold_the_values_of_heaps(&rules, vec![rules.read("9.5").unwrap()]), Ok(()));
        assert_eq!(rules.fault(), None);
    }
    for name in ["code.rhai", "code.wat"] {
        assert_eq!(data(name), HeapRules::TakeAndBreak("0.77".parse().unwrap()));
    }
}

fn octal(code: &str) -> sprague_rules_octal::Octal {
    code.parse().unwrap()
}

#[test]
fn subtraction_from_three_plugins_is_the_built_in_one() {
    let built_in = Subtraction::of([1, 3, 4]).unwrap();
    for name in ["subtraction.rhai", "subtraction.wat"] {
        let values = Values::of(name);
        for heap in 0..30_u64 {
            assert_eq!(values.nimber(&heap.to_string()), nimber(&built_in, &heap).unwrap().0, "{name}@{heap}");
        }
    }
    assert_eq!(data("amounts.rhai"), HeapRules::Subtraction(sprague::heap::Amounts::Only("1,3,4".parse().unwrap())));
}

#[test]
fn partizan_subtraction_as_data_is_the_built_in_one_and_as_code_has_its_classes() {
    let sets =
        |left: &str, right: &str| HeapRules::PartizanSubtraction { left: left.parse().unwrap(), right: right.parse().unwrap() };
    assert_eq!(data("left-right.rhai"), sets("2,5,9", "3,4,8"));
    let data = plugin("left-right.rhai");
    let rows = Rows::of(&&*data.rules().heaps().unwrap().outcomes(Play::Normal).unwrap(), 60);
    let code =
        "fn taken(n, amounts) { let found = []; for amount in amounts { if amount <= n { found.push(n - amount) } } found }
                fn left_options(n) { taken(n, [2, 5, 9]) } fn right_options(n) { taken(n, [3, 4, 8]) }";
    let code = Classes::new(Plugin::from_script("code.rhai", code, None).unwrap().rules().clone());
    let class = |n: usize| OutcomeClass::of(rows.cell(n, 0), rows.cell(n, 1));
    code.are((0..60).map(|n| (vec![n.to_string()], class(n))));
}

#[test]
fn the_knight_is_the_built_in_one_square_by_square_and_move_by_move() {
    let (knight, built_in) = (Values::of("knight.wat"), Knights::default());
    for square in built_in.squares() {
        let text = built_in.show(&square);
        assert_eq!(knight.nimber(&text), nimber(&built_in, &square).unwrap().0, "{text}");
        let mut moves = vec![];
        knight.0.moves(&knight.0.read(&text).unwrap(), Player::Left, 0, &mut moves);
        let labels: Vec<String> = moves.into_iter().map(|mv| mv.label).collect();
        assert_eq!(labels, built_in.moves(&square).map(|mv| mv.to_string()).collect::<Vec<_>>());
    }
    for (text, at) in [("", 0), ("8.1", 0), ("3", 1), ("3,4", 1), ("3.", 2), ("3.8", 2), ("3.44", 3)] {
        assert_eq!(knight.0.read(text).unwrap_err().at, at, "{text}");
    }
}

/// Finds the outcome classes of sums of a partizan plugin's positions, using all of its optional functions.
pub(super) struct Classes {
    pub(super) rules: Arc<dyn AnyRuleset>,
    sum: AnySum,
}

impl Classes {
    pub(super) fn of(name: &str) -> Self {
        Self::new(rules(name))
    }

    pub(super) fn new(rules: Arc<dyn AnyRuleset>) -> Self {
        Self { sum: AnySum::new(vec![rules.clone()], Play::Normal), rules }
    }

    /// Asserts the outcome classes of sums. The positions of one list form one sum.
    pub(super) fn are(&self, expected: impl IntoIterator<Item = (Vec<String>, OutcomeClass)>) {
        let limits = Limits::default();
        let mut search = OutcomeSearch::new(&self.sum, &limits);
        for (texts, class) in expected {
            let read = |text: &String| self.rules.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let positions: Vec<AnyPosition> = texts.iter().map(read).collect();
            let found = Player::BOTH.map(|player| {
                let sum = positions.iter().map(|position| (0, position.clone()));
                search.outcome(&self.sum.position(player, sum)).unwrap()
            });
            assert_eq!(OutcomeClass::of(found[0], found[1]), class, "{texts:?}");
        }
        assert_eq!(self.rules.fault(), None);
    }

    /// Returns the class of the difference between a position of one plugin and the same position of another.
    ///
    /// It is the class of 0 if both plugins have the same rules.
    pub(super) fn difference(&self, other: &Self, text: &str) -> OutcomeClass {
        let sum = AnySum::new(vec![self.rules.clone(), any::negative(other.rules.clone())], Play::Normal);
        let positions = [(0, self.rules.read(text).unwrap()), (1, other.rules.read(text).unwrap())];
        let [left, right] = Player::BOTH.map(|player| outcome(&sum, &sum.position(player, positions.clone())).unwrap());
        assert_eq!((self.rules.fault(), other.rules.fault()), (None, None));
        OutcomeClass::of(left, right)
    }

    /// Checks the laws of the testkit, and that whoever starts loses the sum of a position and its negative.
    ///
    /// The testkit is independent of plugins.
    pub(super) fn keep_the_laws(&self, texts: &[&str]) {
        let typed = AnyPartizan::try_from(self.rules.clone()).unwrap();
        let positions = || texts.iter().map(|text| self.rules.read(text).unwrap());
        assert_eq!(laws::partizan_summands_have_the_options_of_the_position(&typed, positions()), Ok(()));
        assert_eq!(laws::negatives_exchange_left_and_right(&typed, positions()), Ok(()));
        let with_players = laws::both_players(positions());
        assert_eq!(laws::normal_forms_have_the_options_of_the_position(&ToMove(&typed), with_players), Ok(()));
        for text in texts {
            let negative = self.rules.negative(&self.rules.read(text).unwrap()).unwrap();
            self.are([(vec![(*text).to_owned(), self.rules.show(&negative)], OutcomeClass::Previous)]);
        }
    }
}

/// Returns the outcome class by definition. `options` lists the options of a player.
fn class<P: Clone + Eq + Hash>(
    position: &P,
    options: &impl Fn(&P, Player) -> Vec<P>,
    known: &mut HashMap<(P, Player), bool>,
) -> OutcomeClass {
    fn wins<P: Clone + Eq + Hash>(
        position: &P,
        player: Player,
        options: &impl Fn(&P, Player) -> Vec<P>,
        known: &mut HashMap<(P, Player), bool>,
    ) -> bool {
        if let Some(wins) = known.get(&(position.clone(), player)) {
            return *wins;
        }
        let found = options(position, player).iter().any(|option| !wins(option, -player, options, known));
        known.insert((position.clone(), player), found);
        found
    }
    let [left, right] =
        Player::BOTH.map(|player| if wins(position, player, options, known) { Outcome::Win } else { Outcome::Loss });
    OutcomeClass::of(left, right)
}

/// Returns the options of a player on a board with this many columns, by the definition of Domineering.
fn dominoes(board: &[bool], columns: usize, player: Player) -> Vec<Vec<bool>> {
    let mut found = vec![];
    for square in 0..board.len() {
        let other = if player == Player::Left { square + columns } else { square + 1 };
        let is_neighbour = other < board.len() && (player == Player::Left || other % columns > 0);
        if is_neighbour && board[square] && board[other] {
            let mut after = board.to_vec();
            (after[square], after[other]) = (false, false);
            found.push(after);
        }
    }
    found
}

#[test]
#[ignore = "slow: seconds"]
fn slow_domineering_is_won_by_whom_the_definition_says() {
    let domineering = Classes::of("domineering.rhai");
    for (rows, columns) in [(1, 5), (5, 1), (2, 3), (3, 2), (2, 4), (3, 3), (4, 3)] {
        let mut known = HashMap::new();
        let squares: usize = rows * columns;
        // every board, or of the largest size every 37th
        let every = if squares > 9 { 37 } else { 1 };
        let boards = (0..1_u32 << squares).step_by(every).map(|free| {
            let board: Vec<bool> = (0..squares).map(|square| free >> square & 1 == 1).collect();
            let row = |row: &[bool]| row.iter().map(|free| if *free { '.' } else { '#' }).collect::<String>();
            let text = board.chunks(columns).map(row).collect::<Vec<_>>().join("/");
            (vec![text], class(&board, &|board, player| dominoes(board, columns, player), &mut known))
        });
        domineering.are(boards);
    }
    // Berlekamp 1988; Left places dominoes vertically; boards are rows x columns
    let known =
        [("2x2", OutcomeClass::Next), ("2x4", OutcomeClass::Right), ("4x2", OutcomeClass::Left), ("4x4", OutcomeClass::Next)];
    domineering.are(known.map(|(board, class)| (vec![board.to_owned()], class)));
    domineering.keep_the_laws(&["3x4", "4x3", "..#../.#..#/.....", "#"]);
}

/// Returns the options of a player on a strip, by the definition of Toads and Frogs.
fn hops(strip: &[u8], player: Player) -> Vec<Vec<u8>> {
    if player == Player::Right {
        let other = |animal: &u8| match animal {
            b'T' => b'F',
            b'F' => b'T',
            free => *free,
        };
        let turned = |strip: &[u8]| strip.iter().rev().map(other).collect::<Vec<u8>>();
        return hops(&turned(strip), Player::Left).iter().map(|strip| turned(strip)).collect();
    }
    let mut found = vec![];
    for from in 0..strip.len() {
        let to = match &strip[from..] {
            [b'T', b'.', ..] => from + 1,
            [b'T', b'F', b'.', ..] => from + 2,
            _ => continue,
        };
        let mut after = strip.to_vec();
        (after[from], after[to]) = (b'.', b'T');
        found.push(after);
    }
    found
}

#[test]
fn toads_and_frogs_are_won_by_whom_the_definition_says() {
    let toads = Classes::of("toads-frogs.rhai");
    let mut known = HashMap::new();
    for length in 1..=6_u32 {
        let strips = (0..3_usize.pow(length)).map(|number| {
            let strip: Vec<u8> = (0..length).map(|place| b"TF."[number / 3_usize.pow(place) % 3]).collect();
            (vec![String::from_utf8(strip.clone()).unwrap()], class(&strip, &|strip, player| hops(strip, player), &mut known))
        });
        toads.are(strips);
    }
    // a sum of two strips equals one strip with a wall between the two that no animal can pass
    for (one, other) in [("TT.FF", "T.F"), ("T..F", "T.TF"), ("TT..FF", "T..FF"), ("FT.F.T", "T...F")] {
        let together = format!("{one}TTFF{other}").into_bytes();
        let class = class(&together, &|strip, player| hops(strip, player), &mut known);
        toads.are([(vec![String::from_utf8(together).unwrap()], class), (vec![one.to_owned(), other.to_owned()], class)]);
    }
    toads.keep_the_laws(&["TT..FF", "F.T.TTFF.F.T", "T.F.T", "TTFF", "FT"]);
}

/// Returns the options of a player in rows of pins, by the definition of Partizan Kayles.
fn knocks(rows: &[u64], player: Player) -> Vec<Vec<u64>> {
    let taken = if player == Player::Left { 1 } else { 2 };
    let mut found = vec![];
    for (index, row) in rows.iter().enumerate() {
        for left in 0..=row.saturating_sub(taken) {
            if *row >= taken {
                let mut after = rows.to_vec();
                after.swap_remove(index);
                after.extend([left, row - taken - left]);
                after.sort_unstable();
                found.push(after);
            }
        }
    }
    found
}

#[test]
fn partizan_kayles_is_won_by_whom_the_definition_says() {
    let kayles = Classes::of("partizan-kayles.rhai");
    let mut known = HashMap::new();
    let mut rows_of = |rows: &[u64]| {
        let texts = rows.iter().map(u64::to_string).collect();
        (texts, class(&rows.to_vec(), &|rows, player| knocks(rows, player), &mut known))
    };
    let sums: Vec<_> = (0..=7).flat_map(|one| (0..=one).map(move |other| [one, other])).map(|rows| rows_of(&rows)).collect();
    kayles.are(sums);
    let heaps = kayles.rules.heaps().unwrap();
    assert!(heaps.nimbers().is_none() && heaps.rules().is_none(), "it is partizan, and code proves nothing");
    let position = kayles.rules.read("9.4.1").unwrap();
    assert_eq!(heaps.indices(&position).unwrap()[..], [(1, 0), (4, 0), (9, 0)]);
    assert_eq!(laws::heaps_are_the_position(&kayles.rules, vec![kayles.rules.read("6.4").unwrap()]), Ok(()));
    assert_eq!(kayles.rules.fault(), None);
}

#[test]
fn heaps_are_read_as_those_of_built_in_rulesets() {
    let built_in = any::heaps(octal("0.77"));
    for name in ["kayles.rhai", "kayles.wat", "partizan-kayles.rhai"] {
        let rules = rules(name);
        for text in ["7", "007", "0", "00", "10^2", "3.07", "", "x", "7x", "-7", "7.", "2^64"] {
            let shown = |rules: &dyn AnyRuleset| rules.read(text).map(|heap| rules.show(&heap)).map_err(|error| error.at);
            assert_eq!(shown(&*rules), shown(&*built_in), "{name}@{text}");
        }
        assert_eq!(rules.fault(), None);
    }
}

#[test]
fn parity_is_the_built_in_game_of_stones() {
    let rules = rules("parity.rhai");
    let typed = AnyTerminalRule::try_from(rules.clone()).unwrap();
    let built_in = Stones { amounts: "1-3".parse().unwrap(), wins: Default::default() };
    for pile in 0..14 {
        for (mine, his) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let text = format!("{pile}.{mine}.{his}");
            let expected = outcome(&built_in, &built_in.read(&text).unwrap()).unwrap();
            assert_eq!(outcome(&typed, &rules.read(&text).unwrap()).unwrap(), expected, "{text}");
        }
    }
    assert_eq!(rules.fault(), None);
    assert!(rules.read("7.x.0").is_err() && rules.fault().is_none());
}

#[test]
fn the_pursuit_is_the_game_on_the_graph_of_its_positions() {
    let values = Values::of("pursuit.rhai");
    let root = values.0.read("a>f").unwrap();
    let graph = PositionGraph::explore(&values.1, root, &Limits::default()).unwrap();
    let labels = outcomes(&graph);
    // compare with the same positions as a built-in digraph, made from the list of streets
    let streets = [("a", "bd"), ("b", "ac"), ("c", "bde"), ("d", "ac"), ("e", "cf"), ("f", "e")];
    let mut text = String::new();
    for (cop, from_cop) in streets {
        for (robber, from_robber) in streets {
            for to in from_cop.chars().chain(cop.chars()) {
                text += &format!("c{cop}{robber} r{to}{robber}\n");
            }
            for to in from_robber.chars().chain(robber.chars()).filter(|to| cop != robber && to.to_string() != cop) {
                text += &format!("r{cop}{robber} c{cop}{to}\n");
            }
        }
    }
    let built_in = Digraph::parse(&text).unwrap();
    let (mut draws, mut wins) = (0, 0);
    for number in 0..graph.len() as u32 {
        let shown = values.0.show(graph.position(number));
        let turn = if shown.contains('>') { "c" } else { "r" };
        let vertex = built_in.vertex(&format!("{turn}{}{}", &shown[..1], &shown[2..])).unwrap();
        let theirs = PositionGraph::explore(&built_in, vertex, &Limits::default()).unwrap();
        assert_eq!(labels.outcome(number), outcomes(&theirs).outcome(0), "{shown}");
        assert_eq!(loopy_nimbers(&graph).value(number).to_string(), loopy_nimbers(&theirs).value(0).to_string(), "{shown}");
        draws += u32::from(labels.outcome(number) == Outcome::Draw);
        wins += u32::from(labels.outcome(number) == Outcome::Win);
    }
    assert!(draws > 10 && wins > 10, "{draws} draws, {wins} wins");
    assert_eq!(values.0.fault(), None);
    values.refuses(&["", "a", "a-b", "g>a"]);
}

#[test]
fn fives_is_worth_what_turns_say() {
    let plugin = plugin("fives.rhai");
    let rules = AnyEntailing::try_from(plugin.rules().clone()).unwrap();
    let limits = Limits::default();
    let mut search = EntailingSearch::new(&rules, &limits);
    // after a multiple of 5 the same player moves again
    fn wins(tokens: u64, nim: u64) -> bool {
        (1..=tokens.min(2)).any(|taken| wins(tokens - taken, nim) == (tokens - taken).is_multiple_of(5))
            || (0..nim).any(|less| !wins(tokens, less))
    }
    for tokens in 0..13 {
        let value = search.value(&plugin.rules().read(&tokens.to_string()).unwrap()).unwrap();
        for nim in 0..4 {
            let is_won = value.outcome_beside(Nimber(nim as u32)) == Outcome::Win;
            assert_eq!(is_won, wins(tokens, nim), "{tokens} beside {nim}");
        }
    }
}
