//! Compares rulesets built from other rulesets with their definitions.
//!
//! The definitions in this file are independent of the program, and use plain numbers and trees of options.

use crate::values::Judge;
use sprague::any::{AnyImpartial, AnyPartizan, AnyPosition};
use sprague::evaluate::nimber;
use sprague::heap::HeapRules;
use sprague::registry::{Files, LocalFiles, Unreadable};
use sprague::values::ValueSearch;
use sprague::{AnyRuleset, Impartial, Limits, Nimber, Outcome, Player, Ruleset, mex};
use sprague_questions::{Session, Solve, registry, solve};
use sprague_testkit::judge::NaiveNimbers;
use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, UnwindSafe, catch_unwind};
use std::sync::Arc;

fn rules(family: &str) -> Arc<dyn AnyRuleset> {
    registry().read(family, &LocalFiles).unwrap_or_else(|error| panic!("{family}: {error}"))
}

fn options(rules: &dyn AnyRuleset, position: &AnyPosition, player: Player) -> Vec<AnyPosition> {
    let mut options = vec![];
    assert!(!rules.options(position, player, 0, &mut options), "few options");
    options
}

/// Returns at most `most` positions that can be reached by moves of the players in any order.
fn reached(rules: &dyn AnyRuleset, start: &str, most: usize) -> Vec<AnyPosition> {
    let mut found = vec![rules.read(start).unwrap()];
    let mut known: BTreeSet<AnyPosition> = found.iter().cloned().collect();
    let mut next = 0;
    while next < found.len() && found.len() < most {
        for player in Player::BOTH {
            let options = options(rules, &found[next], player);
            found.extend(options.into_iter().filter(|option| known.insert(option.clone())));
        }
        next += 1;
    }
    found
}

/// Partizan rulesets, each with a position. The last ones cannot form negatives of their positions.
const BASES: [(&str, &str); 11] = [
    ("domineering", "3x3"),
    ("domineering", "..#/.../#.."),
    ("clobber", "xox/oxo"),
    ("konane", "xo.xo.ox"),
    ("snort", "...L.R"),
    ("col", "..L..."),
    ("toads-frogs", "T.TF.F"),
    ("hackenbush", "LRELR"),
    ("cutcake", "3x4"),
    ("asymmetric:1,4/2,3", "9"),
    ("asymmetric:1,3,4/2", "10"),
];

/// A function that builds the options of both players from those of the base ruleset.
type Made<'a> = &'a dyn Fn(&mut Judge, [Vec<usize>; 2]) -> [Vec<usize>; 2];

/// Compares the values of positions of a modified ruleset with trees built by the definition.
///
/// `made` builds a tree's options from the trees of the base ruleset's options.
fn are_as_defined(modifier: &str, made: Made<'_>) {
    let mut judge = Judge::default();
    let mut told = 0;
    for (family, start) in BASES {
        let (base, modified) = (rules(family), rules(&format!("{modifier}:{family}")));
        let mut known: HashMap<AnyPosition, usize> = HashMap::new();
        let mut of_values = HashMap::new();
        let typed = AnyPartizan::try_from(modified.clone()).unwrap();
        let limits = Limits::default();
        let mut search = ValueSearch::new(&typed, &limits);
        let all = reached(&*base, start, 120);
        for position in all.iter().step_by(1 + all.len() / 60) {
            let tree = defined(&mut judge, &mut known, &*base, position, made);
            let text = base.show(position);
            let found = search.value(&modified.read(&text).unwrap()).unwrap();
            let found_tree = judge.of_value(&mut of_values, &found);
            assert!(judge.are_equal(tree, found_tree), "{modifier}:{family}@{text} is not {found}");
            told += 1;
        }
    }
    assert!(told > 300, "{told}");
}

fn defined(
    judge: &mut Judge,
    known: &mut HashMap<AnyPosition, usize>,
    base: &dyn AnyRuleset,
    position: &AnyPosition,
    made: Made<'_>,
) -> usize {
    if let Some(tree) = known.get(position) {
        return *tree;
    }
    let sides = Player::BOTH.map(|player| {
        let after = options(base, position, player);
        after.iter().map(|option| defined(judge, known, base, option, made)).collect()
    });
    let sides = made(judge, sides);
    let tree = judge.tree(sides);
    known.insert(position.clone(), tree);
    tree
}

#[test]
fn of_dicotic_rules_both_players_move_or_neither() {
    are_as_defined("dicotic", &|_, sides| if sides.iter().any(Vec::is_empty) { [vec![], vec![]] } else { sides });
}

#[test]
fn twisted_rules_turn_what_each_move_leaves() {
    are_as_defined("twisted", &|judge, sides| sides.map(|side| side.into_iter().map(|tree| judge.negative(tree)).collect()));
}

#[test]
fn rules_twisted_twice_are_what_they_were() {
    are_as_defined("twisted:twisted", &|_, sides| sides);
}

/// Returns the heaps after each move from one heap, by the definition of the family.
fn left_of_heap(family: &str, heap: u64, player: Player) -> Vec<Vec<u64>> {
    let (name, parameters) = family.split_once(':').unwrap_or((family, ""));
    let taken = |set: &str| -> Vec<Vec<u64>> {
        let amounts = set.split(',').map(|amount| amount.parse::<u64>().unwrap());
        amounts.filter(|&amount| amount <= heap).map(|amount| vec![heap - amount]).collect()
    };
    let by_code = |code: &str| {
        let mut all = BTreeSet::new();
        for (taken, digit) in code.chars().filter(|c| *c != '.').map(|digit| digit.to_digit(16).unwrap()).enumerate() {
            let Some(rest) = heap.checked_sub(taken as u64) else { continue };
            for a in 0..=rest {
                for b in 0..=rest - a {
                    let mut parts: Vec<u64> = [a, b, rest - a - b].into_iter().filter(|part| *part > 0).collect();
                    parts.sort_unstable();
                    if digit >> parts.len() & 1 == 1 {
                        all.insert(parts);
                    }
                }
            }
        }
        all.into_iter().collect()
    };
    match (name, player) {
        ("nim", _) => (0..heap).map(|left| vec![left]).collect(),
        ("subtraction", _) => taken(parameters),
        ("asymmetric", Player::Left) => taken(parameters.split_once('/').unwrap().0),
        ("asymmetric", Player::Right) => taken(parameters.split_once('/').unwrap().1),
        ("kayles", _) => by_code("0.77"),
        ("octal", _) => by_code(parameters),
        ("grundy", _) => (1..heap).filter(|part| part * 2 < heap).map(|part| vec![part, heap - part]).collect(),
        _ => panic!("{family}"),
    }
}

/// The base rulesets of the tests: with and without data, splitting or not.
const HEAPS: [&str; 9] =
    ["nim", "subtraction:1,3", "subtraction:2,5", "kayles", "octal:0.6", "octal:4.", "octal:0.07", "grundy", "octal:0.c3"];

/// Returns a position of these tests in normal form, with sorted pieces and without pieces that contain a 0.
fn sorted<const N: usize>(mut pieces: Vec<[u64; N]>) -> Vec<[u64; N]> {
    pieces.retain(|piece| piece.iter().all(|number| *number > 0));
    pieces.sort_unstable();
    pieces
}

/// The options of one piece, by the definition of a modifier.
type Pieces<'a, const N: usize> = dyn Fn([u64; N], Player) -> Vec<Vec<[u64; N]>> + 'a;

fn after<const N: usize>(rules: &Pieces<'_, N>, position: &[[u64; N]], player: Player) -> Vec<Vec<[u64; N]>> {
    let one = |(index, piece): (usize, &[u64; N])| -> Vec<Vec<[u64; N]>> {
        let others = || [&position[..index], &position[index + 1..]].concat();
        rules(*piece, player).into_iter().map(|left| sorted([others(), left].concat())).collect()
    };
    position.iter().enumerate().flat_map(one).collect()
}

/// Impartial rules by definition, as a ruleset for the naive computation of nimbers.
struct Plain<'a, const N: usize>(&'a Pieces<'a, N>);

impl<const N: usize> Ruleset for Plain<'_, N> {
    type Position = Vec<[u64; N]>;
    type Move = usize;
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = usize> {
        0..after(self.0, position, Player::Left).len()
    }
    fn play(&self, position: &Self::Position, mv: &usize) -> Self::Position {
        after(self.0, position, Player::Left).swap_remove(*mv)
    }
}
impl<const N: usize> Impartial for Plain<'_, N> {}

fn text<const N: usize>(pieces: &[[u64; N]]) -> String {
    let piece = |piece: &[u64; N]| piece.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
    pieces.iter().map(piece).collect::<Vec<_>>().join(if N == 1 { "." } else { "/" })
}

/// Compares the nimbers and moves of a family with those of the rules by definition.
fn has_the_nimbers_of<const N: usize>(family: &str, plain: &Pieces<'_, N>, starts: &[Vec<[u64; N]>]) {
    let rules = rules(family);
    let typed = AnyImpartial::try_from(rules.clone()).unwrap();
    let mut judge = NaiveNimbers::new(Plain(plain));
    for start in starts {
        let start = sorted(start.clone());
        let position = rules.read(&text(&start)).unwrap_or_else(|error| panic!("{family}@{}: {error}", text(&start)));
        let shown = |options: Vec<AnyPosition>| options.iter().map(|option| rules.show(option)).collect::<BTreeSet<_>>();
        let expected: BTreeSet<String> = after(plain, &start, Player::Left)
            .iter()
            .map(|left| if left.is_empty() { vec!["0"; N].join(".") } else { text(left) })
            .collect();
        assert_eq!(shown(options(&*rules, &position, Player::Left)), expected, "{family}@{}", text(&start));
        assert_eq!(nimber(&typed, &position).unwrap().0, judge.nimber(&start), "{family}@{}", text(&start));
        let mut moves = vec![];
        rules.moves(&position, Player::Left, 0, &mut moves);
        let labels: BTreeSet<&str> = moves.iter().map(|mv| mv.label.as_str()).collect();
        assert_eq!(labels.len(), moves.len(), "{family}@{}: {moves:?}", text(&start));
    }
}

fn ones(heaps: &[u64]) -> Vec<[u64; 1]> {
    heaps.iter().map(|heap| [*heap]).collect()
}

#[test]
fn a_join_has_the_moves_of_both() {
    for (place, first) in HEAPS.iter().enumerate() {
        for second in &HEAPS[place..] {
            let plain = |[heap]: [u64; 1], player| {
                let all = [first, second].map(|family| left_of_heap(family, heap, player)).concat();
                let all: BTreeSet<Vec<[u64; 1]>> = all.iter().map(|left| sorted(ones(left))).collect();
                all.into_iter().collect()
            };
            let is_of_one = rules(&format!("join:{first}/{second}")).read("1.1").is_err();
            let mut starts: Vec<Vec<[u64; 1]>> = (1..9).map(|heap| ones(&[heap])).collect();
            if !is_of_one {
                starts.extend([ones(&[2, 2]), ones(&[1, 3, 4])]);
            }
            has_the_nimbers_of(&format!("join:{first}/{second}"), &plain, &starts);
        }
    }
}

#[test]
fn a_join_of_data_is_data() {
    let data = |family: &str| rules(family).heaps().and_then(|heaps| heaps.rules());
    for (joined, plain) in [
        ("join:subtraction:1/subtraction:2", "subtraction:1,2"),
        ("join:subtraction:2,3/all-but:1,3,7", "all-but:1,7"),
        ("join:all-but:1,2,3/all-but:2,5", "all-but:2"),
        ("join:nim/subtraction:4", "nim"),
        ("join:octal:0.1/octal:0.06", "octal:0.16"),
        ("join:{join:octal:0.7/octal:0.03}/octal:4.", "octal:4.73"),
        ("join:{asymmetric:1/2}/{asymmetric:3/4}", "asymmetric:1,3/2,4"),
        ("partizan:subtraction:1,4/subtraction:2", "asymmetric:1,4/2"),
    ] {
        assert_eq!(data(joined), data(plain), "{joined}");
        assert!(data(joined).is_some());
    }
    assert_eq!(data("join:kayles/nim"), None::<HeapRules>);
}

#[test]
fn rows_of_a_join_without_data_are_its_nimbers() {
    for family in
        ["join:kayles/subtraction:3", "join:grundy/subtraction:1", "join:octal:0.07/grundy", "join:{join:kayles/grundy}/nim"]
    {
        let rules = rules(family);
        let heaps = rules.heaps().unwrap();
        let rows = sprague::heap::Rows::of(&&*heaps.nimbers().unwrap(), 13);
        let typed = AnyImpartial::try_from(rules.clone()).unwrap();
        for heap in 0..13 {
            assert_eq!(rows.cell(heap, 0), nimber(&typed, &heaps.position(heap as u64, 0)).unwrap(), "{family}@{heap}");
        }
    }
}

#[test]
fn an_acrostic_moves_one_number_and_keeps_the_other() {
    for first in HEAPS {
        for second in ["nim", "kayles", "octal:4."] {
            let plain = |[m, n]: [u64; 2], player| {
                let on_first = left_of_heap(first, m, player).into_iter().map(|left| left.into_iter().map(|a| [a, n]).collect());
                let on_second =
                    left_of_heap(second, n, player).into_iter().map(|left| left.into_iter().map(|b| [m, b]).collect());
                on_first.chain(on_second).collect()
            };
            let starts: Vec<Vec<[u64; 2]>> = (1..4).flat_map(|m| (1..4).map(move |n| vec![[m, n]])).collect();
            has_the_nimbers_of(&format!("acrostic:{first}/{second}"), &plain, &starts);
        }
    }
    // a formula is known
    let rules = AnyImpartial::try_from(rules("acrostic:nim/nim")).unwrap();
    for (m, n) in (1..12_u64).flat_map(|m| (1..12_u64).map(move |n| (m, n))) {
        let found = nimber(&rules, &AnyPosition::from_words([m, n])).unwrap();
        assert_eq!(u64::from(found.0), ((m - 1) ^ (n - 1)) + 1, "{m}.{n}");
    }
}

#[test]
fn the_nimber_of_a_product_is_the_nim_product() {
    for first in HEAPS {
        for second in ["nim", "kayles", "grundy", "octal:4."] {
            let plain = |[m, n]: [u64; 2], player| {
                let (of_first, of_second) = (left_of_heap(first, m, player), left_of_heap(second, n, player));
                let both = |left: &Vec<u64>, other: &Vec<u64>| -> Vec<[u64; 2]> {
                    let mut pieces: Vec<[u64; 2]> = left.iter().map(|&a| [a, n]).collect();
                    pieces.extend(other.iter().map(|&b| [m, b]));
                    pieces.extend(left.iter().flat_map(|&a| other.iter().map(move |&b| [a, b])));
                    pieces
                };
                of_first.iter().flat_map(|left| of_second.iter().map(|other| both(left, other)).collect::<Vec<_>>()).collect()
            };
            let starts = [[1, 1], [1, 2], [2, 1], [2, 2], [1, 4], [4, 1]].map(|pair| vec![pair]);
            has_the_nimbers_of(&format!("product:{first}/{second}"), &plain, &starts);
            let product = AnyImpartial::try_from(rules(&format!("product:{first}/{second}"))).unwrap();
            let one = [first, second].map(|family| AnyImpartial::try_from(rules(family)).unwrap());
            for (m, n) in (1..6_u64).flat_map(|m| (1..6_u64).map(move |n| (m, n))) {
                let [a, b] = [(0, first, m), (1, second, n)]
                    .map(|(place, family, heap)| nimber(&one[place], &rules(family).read(&heap.to_string()).unwrap()).unwrap());
                let found = nimber(&product, &AnyPosition::from_words([m, n])).unwrap();
                assert_eq!(found.0, nim_product(a.0, b.0), "product:{first}/{second}@{m}.{n}");
            }
        }
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_products_of_any_size_are_answered_by_the_tartan_theorem() {
    let session = Session::new();
    for family in
        ["product:nim/nim", "product:kayles/grundy", "product:octal:0.07/subtraction:1,3", "product:{join:kayles/nim}/octal:4."]
    {
        let searched = AnyImpartial::try_from(rules(family)).unwrap();
        for position in ["2.3", "4.3", "3.3/1.2", "4.1/2.2"] {
            let asked = Solve { explain: true, nimber: true, ..Solve::default() };
            let found = solve(&session.position(&format!("{family}@{position}")).unwrap(), &asked, &Limits::default()).unwrap();
            let expected = nimber(&searched, &rules(family).read(position).unwrap()).unwrap();
            assert_eq!(found.nimber().map(ToString::to_string), Some(expected.0.to_string()), "{family}@{position}");
            assert!(found.why[0].contains("tartan theorem"), "{}", found.why[0]);
            for step in &found.winning_moves {
                let left = solve(&session.position(&step.to).unwrap(), &asked, &Limits::default()).unwrap();
                assert_eq!(left.outcome, Outcome::Loss, "{family}@{position} to {}", step.to);
            }
            assert_eq!(found.winning_moves.is_empty(), expected.0 == 0);
        }
    }
    let large = |position: &str| {
        let asked = Solve { outcome_only: true, explain: true, ..Solve::default() };
        solve(&session.position(position).unwrap(), &asked, &Limits::default()).unwrap()
    };
    // 2^20 is the product of 16 and 2^16, which are Fermat powers
    assert_eq!(large("product:nim/nim@65536.16+nim@1048576").outcome, Outcome::Loss);
    assert_eq!(large("product:nim/nim@65536.16+nim@1048575").outcome, Outcome::Win);
    assert_eq!(large("product:kayles/subtraction:1,2@1000000007.1000000000000000000+nim@0").outcome, Outcome::Win);
}

/// Returns the nim product by definition: the least number that is not a'b xor ab' xor a'b' for any a' < a and b' < b.
fn nim_product(a: u32, b: u32) -> u32 {
    let mut table: HashMap<(u32, u32), u32> = HashMap::new();
    for (a, b) in (0..=a).flat_map(|a| (0..=b).map(move |b| (a, b))) {
        let smaller = (0..a).flat_map(|c| (0..b).map(move |d| (c, d)));
        let of = |(c, d): (u32, u32)| Nimber(table[&(c, b)] ^ table[&(a, d)] ^ table[&(c, d)]);
        let product = mex(smaller.map(of)).0;
        table.insert((a, b), product);
    }
    table[&(a, b)]
}

/// Compares the values of a partizan family with trees of the rules by definition.
fn has_the_values_of<const N: usize>(family: &str, plain: &Pieces<'_, N>, starts: &[Vec<[u64; N]>]) {
    let rules = rules(family);
    let typed = AnyPartizan::try_from(rules.clone()).unwrap();
    let limits = Limits::default();
    let mut search = ValueSearch::new(&typed, &limits);
    let (mut judge, mut known, mut of_values) = (Judge::default(), HashMap::new(), HashMap::new());
    for start in starts {
        let start = sorted(start.clone());
        let tree = judge.of(&mut known, &start, &|position, player| after(plain, position, player));
        let position = rules.read(&text(&start)).unwrap_or_else(|error| panic!("{family}@{}: {error}", text(&start)));
        let found = search.value(&position).unwrap();
        let of_found = judge.of_value(&mut of_values, &found);
        assert!(judge.are_equal(tree, of_found), "{family}@{} is not {found}", text(&start));
    }
}

#[test]
fn left_moves_by_one_ruleset_and_right_by_the_other() {
    for first in ["nim", "subtraction:1,3", "kayles", "octal:0.6", "grundy", "asymmetric:1,4/2"] {
        for second in ["subtraction:2,5", "kayles", "octal:4.", "octal:0.07", "asymmetric:3/1,2"] {
            let plain = |[heap]: [u64; 1], player| {
                let family = if player == Player::Left { first } else { second };
                left_of_heap(family, heap, player).iter().map(|left| ones(left)).collect()
            };
            let braced = |family: &str| if family.contains('/') { format!("{{{family}}}") } else { family.to_owned() };
            let family = format!("partizan:{}/{}", braced(first), braced(second));
            let mut starts: Vec<Vec<[u64; 1]>> = (1..7).map(|heap| ones(&[heap])).collect();
            if rules(&family).read("1.1").is_ok() {
                starts.extend([ones(&[2, 3]), ones(&[1, 1, 3])]);
            }
            has_the_values_of(&family, &plain, &starts);
        }
    }
}

#[test]
fn a_cake_is_cut_by_each_player_along_a_side_of_his_own() {
    let starts: Vec<Vec<[u64; 2]>> =
        (1..5).flat_map(|m| (1..5).map(move |n| vec![[m, n]])).chain([vec![[1, 2], [2, 2]]]).collect();
    for (first, second) in [("octal:4.", "octal:4."), ("octal:0.7", "octal:0.7"), ("nim", "kayles"), ("grundy", "octal:0.6")] {
        let side = |player| if player == Player::Left { first } else { second };
        let plain = |[m, n]: [u64; 2], player| {
            let moved = if player == Player::Left { n } else { m };
            let whole = |part: &u64| if player == Player::Left { [m, *part] } else { [*part, n] };
            left_of_heap(side(player), moved, player).iter().map(|left| left.iter().map(whole).collect()).collect()
        };
        has_the_values_of(&format!("cake:{first}/{second}"), &plain, &starts);
        let turning = |[m, n]: [u64; 2], player| plain([n, m], player);
        has_the_values_of(&format!("turning-cake:{first}/{second}"), &turning, &starts);
    }
}

/// Heaps with remaining passes, by definition. The tests of `pass` compare with it.
struct WithPasses<'a>(&'a str);

impl Ruleset for WithPasses<'_> {
    type Position = (u64, Vec<u64>);
    type Move = usize;
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = usize> {
        0..self.options(position).count()
    }
    fn play(&self, position: &Self::Position, mv: &usize) -> Self::Position {
        self.options(position).nth(*mv).unwrap()
    }
    fn options(&self, (passes, heaps): &Self::Position) -> impl Iterator<Item = Self::Position> {
        let mut all = vec![];
        for (index, heap) in heaps.iter().enumerate() {
            for left in left_of_heap(self.0, *heap, Player::Left) {
                let mut heaps = [&heaps[..index], &heaps[index + 1..], &left].concat();
                heaps.sort_unstable();
                all.push((*passes, heaps));
            }
        }
        if *passes > 0 && !all.is_empty() {
            all.push((passes - 1, heaps.clone()));
        }
        all.into_iter()
    }
}
impl Impartial for WithPasses<'_> {}

/// Compares the nimbers of positions with this number of passes with the definition.
///
/// Heaps are below `most`, and the definition uses `judged` passes.
fn have_the_nimbers_of_passes(base: &str, passes: u64, judged: fn(u64) -> u64, most: u64) {
    let rules = rules(&format!("pass:{{{base}}}:{passes}"));
    let typed = AnyImpartial::try_from(rules.clone()).unwrap();
    let mut judge = NaiveNimbers::new(WithPasses(base));
    for heaps in (0..most).flat_map(|a| (a..most).flat_map(move |b| (b..most + 1).map(move |c| [a, b, c]))) {
        for left in 0..=passes {
            let shown = format!("{{{},{},{}}}:pass={left}", heaps[0], heaps[1], heaps[2]);
            let position = rules.read(&shown).unwrap();
            assert_eq!(rules.read(&rules.show(&position)), Ok(position.clone()), "{shown}");
            let parts: Vec<AnyPosition> = typed.summands(&position).collect();
            assert!(left == 0 || parts.len() == 1);
            let heaps: Vec<u64> = heaps.into_iter().filter(|heap| *heap > 0).collect();
            let expected = judge.nimber(&(if left == 0 { 0 } else { judged(left) }, heaps));
            assert_eq!(nimber(&typed, &position).unwrap().0, expected, "{base}: {shown}");
        }
    }
}

#[test]
fn passes_are_shared_by_both_players_and_all_components() {
    for (base, most) in [("nim", 4), ("kayles", 3), ("octal:0.6", 3), ("subtraction:2,3", 4)] {
        (1..4).for_each(|passes| have_the_nimbers_of_passes(base, passes, |passes| passes, most));
    }
}

#[test]
fn two_heaps_of_nim_with_a_pass_are_lost_side_by_side() {
    let mut judge = NaiveNimbers::new(WithPasses("nim"));
    for (m, n) in (1..14).flat_map(|m| (m..14).map(move |n| (m, n))) {
        assert_eq!(judge.nimber(&(1, vec![m, n])) == 0, m % 2 == 1 && n == m + 1, "{m}, {n}");
    }
}

/// Returns `true` if the check of a law fails for wrong rules.
fn is_noticed(law: impl FnOnce() + UnwindSafe) -> bool {
    let Err(fault) = catch_unwind(law) else { return false };
    let fault = fault.downcast_ref::<String>().cloned().unwrap_or_default();
    // make sure that nothing else went wrong
    assert!(fault.contains("assertion `left == right` failed") || fault.contains(" is not "), "{fault}");
    true
}

/// Compares each modifier with a definition that contains a mistake, which must be noticed.
///
/// Some of the mistakes leave the rules unchanged.
#[test]
fn planted_mistakes_are_noticed() {
    let unchanged: Made<'_> = &|_, sides| sides;
    let turned_once: Made<'_> = &|judge, sides| sides.map(|side| side.into_iter().map(|tree| judge.negative(tree)).collect());
    let of_left: Made<'_> = &|_, [left, right]| if left.is_empty() { [vec![], vec![]] } else { [left, right] };
    for (modifier, mistake) in
        [("dicotic", unchanged), ("dicotic", of_left), ("twisted", unchanged), ("twisted:twisted", turned_once)]
    {
        assert!(is_noticed(AssertUnwindSafe(|| are_as_defined(modifier, mistake))), "{modifier}");
    }
    let left = |family: &'static str, heap| left_of_heap(family, heap, Player::Left);
    let heaps: Vec<Vec<[u64; 1]>> = (1..9).map(|heap| ones(&[heap])).collect();
    let of_first = |[heap]: [u64; 1], _| left("subtraction:1,3", heap).iter().map(|left| ones(left)).collect();
    assert!(is_noticed(AssertUnwindSafe(|| has_the_nimbers_of("join:subtraction:1,3/kayles", &of_first, &heaps))));
    let exchanged =
        |[heap]: [u64; 1], player| left_of_heap("asymmetric:2/1,3", heap, player).iter().map(|left| ones(left)).collect();
    let partizan = "partizan:subtraction:1,3/subtraction:2";
    assert!(is_noticed(AssertUnwindSafe(|| has_the_values_of(partizan, &exchanged, &heaps))));
    let pairs: Vec<Vec<[u64; 2]>> = (1..4).flat_map(|m| (1..4).map(move |n| vec![[m, n]])).collect();
    // first, one number of a piece is not kept with everything that is left of the other; then, moves in both numbers lose
    // pieces
    let beside_first = |[m, n]: [u64; 2], _| {
        let on_first = left("kayles", m).into_iter().map(|left| left.first().map(|&a| vec![[a, n]]).unwrap_or_default());
        on_first.chain(left("nim", n).into_iter().map(|left| left.iter().map(|&b| [m, b]).collect())).collect::<Vec<Vec<_>>>()
    };
    assert!(is_noticed(AssertUnwindSafe(|| has_the_nimbers_of("acrostic:kayles/nim", &beside_first, &pairs))));
    let without_both = |[m, n]: [u64; 2], _| {
        let each = |a: &Vec<u64>, b: &Vec<u64>| a.iter().map(|&a| [a, n]).chain(b.iter().map(|&b| [m, b])).collect::<Vec<_>>();
        let (first, second) = (left("nim", m), left("nim", n));
        first.iter().flat_map(|a| second.iter().map(|b| each(a, b)).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    assert!(is_noticed(AssertUnwindSafe(|| has_the_nimbers_of("product:nim/nim", &without_both, &pairs))));
    let cut = |[m, n]: [u64; 2], player: Player| -> Vec<Vec<[u64; 2]>> {
        let (moved, whole): (u64, &dyn Fn(u64) -> [u64; 2]) =
            if player == Player::Left { (n, &|part| [m, part]) } else { (m, &|part| [part, n]) };
        left("octal:4.", moved).iter().map(|left| left.iter().map(|&part| whole(part)).collect()).collect()
    };
    let along_the_other = |piece: [u64; 2], player: Player| cut(piece, -player);
    let cake = "cake:octal:4./octal:4.";
    has_the_values_of(cake, &cut, &pairs);
    assert!(is_noticed(AssertUnwindSafe(|| has_the_values_of(cake, &along_the_other, &pairs))));
    assert!(is_noticed(AssertUnwindSafe(|| has_the_values_of(&format!("turning-{cake}"), &cut, &pairs))));
    assert!(is_noticed(|| have_the_nimbers_of_passes("nim", 2, |passes| passes - 1, 4)));
    assert!(is_noticed(|| have_the_nimbers_of_passes("kayles", 1, |_| 0, 3)));
}

/// Families with positions whose texts could be confused with those of the enclosing rulesets.
const NESTED: [(&str, &str); 14] = [
    ("pass:heap-pass:nim", "{3,4}"),
    ("pass:{pass:nim:2}:1", "3"),
    ("heap-pass:pass:pass:kayles", "4"),
    ("pass:pass:nim", "{{2,1},3:pass=0}:pass=1"),
    ("heap-pass:game", "{2|-1}"),
    ("pass:game", "{{2|-1},{1|*}}"),
    ("pass:fox-and-geese", "2x3"),
    ("pass:nim", "{3,3}"),
    ("dicotic:domineering", "3x3"),
    ("twisted:konane", "xo.xo"),
    ("twisted:asymmetric:1,4/2,3", "9"),
    ("join:kayles/subtraction:3", "9.4"),
    ("acrostic:nim/kayles", "3.4/2.2"),
    ("turning-cake:subtraction:1,2/nim", "3.4"),
];

#[test]
fn modified_positions_are_read_as_they_are_shown_and_moves_have_names() {
    for (family, start) in NESTED {
        let rules = rules(family);
        let first = rules.read(start).unwrap_or_else(|error| panic!("{family}@{start}: {error}"));
        assert_eq!(rules.read(&rules.show(&first)), Ok(first), "{family}@{start}");
        for position in reached(&*rules, start, 200) {
            let shown = rules.show(&position);
            assert_eq!(rules.read(&shown).as_ref(), Ok(&position), "{family}@{shown}");
            assert!(rules.is_position(&position), "{family}@{shown}");
            for player in Player::BOTH {
                let mut moves = vec![];
                rules.moves(&position, player, 0, &mut moves);
                let labels: BTreeSet<&str> = moves.iter().map(|mv| &*mv.label).collect();
                assert_eq!(labels.len(), moves.len(), "{family}@{shown}: {moves:?}");
                assert_eq!(rules.mobility(&position, player) as usize, moves.len(), "{family}@{shown}");
            }
        }
    }
}

#[test]
fn words_that_are_no_sum_with_passes_are_no_position() {
    let rules = rules("pass:nim:2");
    for words in [&[][..], &[3, 1, 5], &[1, 99], &[1, u64::MAX, 1], &[1, 1, 5, 1, 4], &[1, 2, 5]] {
        assert!(!rules.is_position(&AnyPosition::from_words(words.iter().copied())), "{words:?}");
    }
    assert!(rules.is_position(&AnyPosition::from_words([1, 1, 4, 1, 5])));
}

#[test]
fn a_product_with_a_part_that_is_stuck_is_over_at_once() {
    let rules = rules("product:nim/subtraction:2");
    let position = rules.read("10^12.1").unwrap();
    assert!(rules.is_stuck(&position, Player::Left) && options(&*rules, &position, Player::Left).is_empty());
}

#[test]
fn a_number_is_one_that_its_ruleset_takes() {
    for (family, refused, taken) in [
        ("join:subtraction:divisors/kayles", "10^19", "10^12"),
        ("join:kayles/subtraction:divisors", "3.10^19", "3.10^12"),
        ("acrostic:subtraction:divisors/nim", "10^19.3", "3.10^19"),
        ("cake:subtraction:divisors/nim", "3.10^19", "10^19.3"),
        ("turning-cake:subtraction:divisors/nim", "3.10^19", "3.4"),
    ] {
        let rules = rules(family);
        assert!(rules.read(refused).unwrap_err().expected.contains("at most 10^12"), "{family}");
        assert!(rules.read(taken).is_ok(), "{family}");
    }
}

#[test]
fn the_number_of_passes_stands_behind_the_ruleset() {
    let read = |family: &str| registry().read(family, &LocalFiles).map_err(|error| (error.at, error.expected.into_owned()));
    for family in ["pass:nim", "pass:nim:2", "pass:{knights:8}:2", "pass:knights:8", "pass:pass:nim:2", "pass:octal:0.7"] {
        assert!(read(family).is_ok(), "{family}");
    }
    // one pass, and squares of a board with 9 columns
    assert!(rules("pass:knights:9").read("8.8").is_ok() && rules("pass:{knights:9}:3").read("8.8:pass=3").is_ok());
    for (family, at, expected) in [
        ("pass:nim:0", 9, "a number of passes, 1-255"),
        ("pass:nim:256", 9, "a number of passes, 1-255"),
        ("pass:nimm:2", 5, "did you mean `nim`?"),
        ("pass:", 5, "a ruleset, as in `pass:nim`"),
        ("pass:stones:1-3", 5, "a ruleset in which the last mover wins"),
    ] {
        let (found, said) = read(family).unwrap_err();
        assert!(found == at && said.contains(expected), "{family}: {found} {said}");
    }
    for (position, at) in [("{3,x}", 3), ("{3,4}:pass=2", 11), ("3:pass=", 7), ("3,4", 1)] {
        assert_eq!(rules("pass:nim").read(position).map_err(|error| error.at), Err(at), "{position}");
    }
    // the end of a sum is shown in this way
    assert!(rules("pass:nim").read("{}:pass=0").is_ok());
}

#[test]
fn what_does_not_fit_a_modifier_is_refused_at_its_byte() {
    let refused = |family: &str| {
        let error = registry().read(family, &LocalFiles).unwrap_err();
        (error.at, error.expected.into_owned())
    };
    for (family, at, expected) in [
        ("join", 4, "`:` and two rulesets with `/` between them, as in `join:nim/kayles`"),
        ("join:", 5, "two rulesets"),
        ("join:nim", 8, "`/` and another ruleset, as in `join:nim/kayles`"),
        ("join:nim/", 9, "a ruleset, such as nim or kayles"),
        ("join:nim/asymmetric:1/2", 21, "braces around a ruleset that holds a `/`"),
        ("join:nim/cram", 9, "a ruleset that is played on heaps"),
        ("join:cram/nim", 5, "a ruleset that is played on heaps"),
        ("join:nim/{no-repeat:1-3}", 9, "heaps are numbers alone"),
        ("join:nim/stones:1-3", 9, "a ruleset in which the last mover wins"),
        ("join:./a.rhai/nim", 5, "braces around a path"),
        ("join:nim/{kaylles}", 10, "did you mean `kayles`?"),
        ("join:nim/{asymmetric:1}", 22, "`/` and Right's amounts"),
        ("product:nim/{asymmetric:1/2}", 12, "an impartial ruleset"),
        ("dicotic:stones:1-3", 8, "a ruleset in which the last mover wins"),
        ("twisted:stones:1-3", 8, "a ruleset in which the last mover wins"),
    ] {
        let (found, said) = refused(family);
        assert!(found == at && said.contains(expected), "{family}: {found} {said}");
    }
    let deep = (0..9).fold("nim".to_owned(), |inner, _| format!("join:{{{inner}}}/nim"));
    assert!(refused(&deep).1.contains("at most 8 modifiers"));
    assert!(registry().read(&(0..8).fold("nim".to_owned(), |inner, _| format!("join:{{{inner}}}/nim")), &LocalFiles).is_ok());
}

/// A script in which both players move from n to 0 or to n + 1, without end.
struct Up;

impl Files for Up {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        let of = |side: &str| format!("fn {side}_moves(n) {{ if n == 0 {{ [] }} else {{ [0, n + 1] }} }} ");
        Ok(format!("let endless = true; {}{}", of("left"), of("right")).into_bytes())
    }
}

#[test]
fn rules_made_of_endless_ones_are_endless() {
    let session = Session::new().with_files(Up);
    for modifier in ["", "impartial:", "dicotic:", "twisted:", "pass:"] {
        let asked = Solve { outcome_only: true, ..Solve::of(format!("{modifier}./up.rhai@1")) };
        let outcome = session.ask(&asked, &Limits::default()).map(|answer| answer.outcome);
        assert!(matches!(outcome, Ok(Outcome::Win)), "{modifier}: {outcome:?}");
    }
}
