//! Tests the moves of the modifier against the definition: the options of both players together, not split into summands.

use super::*;
use sprague_core::any::AnyImpartial;
use sprague_core::{Impartial, Ruleset};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_boards::{Amazons, CannibalClobber, Clobber, Cram, Domineering, Konane, NoGo};
use sprague_rules_stones::Stones;
use sprague_testkit::judge::NaiveNimbers;
use sprague_testkit::laws;
use std::collections::BTreeSet;

/// Partizan rulesets, each with positions from which the tests start.
fn bases() -> Vec<(&'static str, Arc<dyn AnyRuleset>, &'static [&'static str])> {
    let of_strips = |name| {
        let registry = sprague_core::registry::Registry::default().with(sprague_rules_strips::entries());
        registry.read(name, &sprague_core::registry::LocalFiles).unwrap()
    };
    vec![
        ("domineering", any::partizan(Domineering), &["3x3", "2x4", "..#/.../#.."]),
        ("clobber", any::partizan(Clobber), &["xoxox", "xox/oxo", "xo.ox/.xx.o"]),
        ("cannibal-clobber", any::partizan(CannibalClobber), &["xxoxo", "xox/oxo"]),
        ("konane", any::partizan(Konane), &["xo.xo.ox", "xoxo/o..x/xoxo", "xo.x/ox../.oxo"]),
        ("nogo", any::partizan(NoGo), &["1x5", "2x3", "x.o.."]),
        ("amazons", any::partizan(Amazons), &["x../..o", "x.#.o"]),
        ("snort", of_strips("snort"), &["...L.R", "....."]),
        ("col", of_strips("col"), &["..L...", "R...L"]),
        ("toads-frogs", of_strips("toads-frogs"), &["TT..FF", "T.TF.F"]),
        ("toppling-dominoes", of_strips("toppling-dominoes"), &["LRELR", "EEE"]),
        ("hackenbush", of_strips("hackenbush"), &["LRELR", "EELE"]),
        ("cutcake", of_strips("cutcake"), &["3x4", "2x3.2x2"]),
    ]
}

fn either(base: &Arc<dyn AnyRuleset>) -> AnyImpartial {
    AnyImpartial::try_from(EitherMoves::around(base.clone()).unwrap()).unwrap()
}

/// The definition: the union of both players' options, taken from the base only.
struct Union(Arc<dyn AnyRuleset>);

impl Ruleset for Union {
    type Position = AnyPosition;
    type Move = String;
    fn moves(&self, position: &AnyPosition) -> impl Iterator<Item = String> {
        (0..self.options(position).count()).map(|index| index.to_string())
    }
    fn play(&self, position: &AnyPosition, mv: &String) -> AnyPosition {
        self.options(position).nth(mv.parse().unwrap()).unwrap()
    }
    fn options(&self, position: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
        let mut options = vec![];
        for player in Player::BOTH {
            assert!(!self.0.options(position, player, 0, &mut options), "few options");
        }
        options.into_iter()
    }
}
impl Impartial for Union {}

/// Returns all positions that can be reached from these positions.
fn reached(rules: &impl Ruleset<Position = AnyPosition>, starts: impl IntoIterator<Item = AnyPosition>) -> Vec<AnyPosition> {
    let mut found: Vec<AnyPosition> = starts.into_iter().collect();
    let mut known: BTreeSet<AnyPosition> = found.iter().cloned().collect();
    let mut next = 0;
    while next < found.len() {
        let options: Vec<AnyPosition> = rules.options(&found[next]).collect();
        found.extend(options.into_iter().filter(|option| known.insert(option.clone())));
        next += 1;
    }
    found
}

#[test]
fn options_are_those_of_both_players_and_nimbers_those_of_the_unsplit_union() {
    let (mut split, mut shared) = (0, 0);
    for (name, base, starts) in bases() {
        let (rules, union) = (either(&base), Union(base.clone()));
        let all = reached(&union, starts.iter().map(|start| base.read(start).unwrap()));
        let (mut plain, mut judge) = (NaiveNimbers::new(&union), NaiveNimbers::new(&rules));
        for position in all.iter().step_by(1 + all.len() / 500) {
            let text = base.show(position);
            let options = |rules: &dyn Fn() -> Vec<AnyPosition>| rules().into_iter().collect::<BTreeSet<_>>();
            let (mine, both) = (options(&|| rules.options(position).collect()), options(&|| union.options(position).collect()));
            assert_eq!(mine, both, "{name}@{text}");
            let nimber = plain.nimber(position);
            let parts: Vec<AnyPosition> = rules.summands(position).collect();
            let of_parts = parts.iter().map(|part| judge.nimber(&rules.normal_form(part.clone()))).fold(0, |sum, one| sum ^ one);
            assert_eq!(of_parts, nimber, "{name}@{text}");
            let mut told = BTreeSet::new();
            rules.each_option(position, &mut |parts| {
                told.insert(parts.iter().map(|part| judge.nimber(part)).fold(0, |a, b| a ^ b));
                true
            });
            assert_eq!(told, both.iter().map(|option| plain.nimber(option)).collect(), "{name}@{text}");
            split += usize::from(parts.len() > 1);
            if let Some(negative) = base.negative(position) {
                assert_eq!(rules.normal_form(negative.clone()), rules.normal_form(position.clone()), "{name}@{text}");
                shared += usize::from(base.normal_form(negative) != base.normal_form(position.clone()));
            }
            assert_eq!(rules.mobility(position) == 0, both.is_empty(), "{name}@{text}");
        }
    }
    assert!(split > 200 && shared > 200, "{split} fell apart, {shared} share the form of another one");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_law_of_impartial_rules_holds() {
    for (name, base, starts) in bases() {
        let position = base.read(starts[0]).unwrap();
        assert_eq!(laws::impartial(&either(&base), [position]), Ok(()), "{name}");
    }
}

#[test]
fn of_domineering_it_is_cram() {
    let base: Arc<dyn AnyRuleset> = any::partizan(Domineering);
    let (rules, cram) = (either(&base), any::impartial(Cram));
    let typed = AnyImpartial::try_from(cram.clone()).unwrap();
    let boards = ["4x4", "3x5", "..#./.##./..#./###.", "1x9"].map(|board| cram.read(board).unwrap());
    let all = reached(&typed, boards);
    let (mut mine, mut of_cram) = (NaiveNimbers::new(&rules), NaiveNimbers::new(&typed));
    let (mut forms, mut forms_of_cram, mut pairs) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for board in &all {
        let moves = |rules: &AnyImpartial| rules.moves(board).map(|mv| (mv.label, mv.to)).collect::<BTreeSet<_>>();
        assert_eq!(moves(&rules), moves(&typed), "{}", cram.show(board));
        assert_eq!(mine.nimber(board), of_cram.nimber(board), "{}", cram.show(board));
        let both = (rules.normal_form(board.clone()), typed.normal_form(board.clone()));
        forms.insert(both.0.clone());
        forms_of_cram.insert(both.1.clone());
        pairs.insert(both);
    }
    assert!(all.len() > 8_000 && forms_of_cram.len() * 5 < all.len(), "{} of {}", forms_of_cram.len(), all.len());
    // all eight images of a board have the same normal form
    assert_eq!([forms.len(), pairs.len()], [forms_of_cram.len(); 2]);
}

#[test]
fn of_subtraction_by_two_sets_it_is_subtraction_by_both() {
    let base = PartizanSubtraction { left: "1,4".parse().unwrap(), right: "2,4".parse().unwrap() };
    let rules = EitherMoves::around(any::partizan_heap(base.clone())).unwrap();
    let data = rules.heaps().and_then(|heaps| heaps.rules()).unwrap();
    assert_eq!(data, HeapRules::Subtraction(sprague_core::heap::Amounts::Only("1,2,4".parse().unwrap())));
    // without the data it is the same game
    let plain: Arc<dyn AnyRuleset> = any::partizan(base);
    let (mut one, mut other) = (NaiveNimbers::new(AnyImpartial::try_from(rules).unwrap()), NaiveNimbers::new(either(&plain)));
    for heap in 0..30_u64 {
        let heap = AnyPosition::pack(&heap);
        assert_eq!(one.nimber(&heap), other.nimber(&heap));
    }
    let nobody = EitherMoves::around(any::partizan_heap(PartizanSubtraction::default())).unwrap();
    assert!(nobody.is_stuck(&nobody.read("9").unwrap(), Player::Left));
}

#[test]
fn impartial_rules_are_what_they_are_and_terminal_rules_are_refused() {
    let cram: Arc<dyn AnyRuleset> = any::impartial(Cram);
    assert!(Arc::ptr_eq(&EitherMoves::around(cram.clone()).unwrap(), &cram));
    let stones = Stones { amounts: "1-3".parse().unwrap(), wins: Default::default() };
    let refused = EitherMoves::around(any::terminal(stones)).unwrap_err();
    assert!(refused.at == 0 && refused.expected.contains("say themselves who has won"), "{refused}");
}

#[test]
fn labels_say_whose_move_it_is_only_where_they_must() {
    let labels = |base: Arc<dyn AnyRuleset>, text: &str| {
        let rules = either(&base);
        rules.moves(&base.read(text).unwrap()).map(|mv| mv.label).collect::<Vec<_>>()
    };
    assert_eq!(labels(any::partizan(Clobber), "xo"), ["1.1-1.2", "1.2-1.1"]);
    assert_eq!(labels(any::partizan(NoGo), "1x2"), ["left: 1.1", "left: 1.2", "right: 1.1", "right: 1.2"]);
    // a green edge is one move, because both players can cut it
    let registry = sprague_core::registry::Registry::default().with(sprague_rules_strips::entries());
    let hackenbush = registry.read("hackenbush", &sprague_core::registry::LocalFiles).unwrap();
    assert_eq!(labels(hackenbush, "EE").len(), 2);
}

#[test]
fn many_moves_come_in_portions_that_fit_together() {
    // Left splits the second side, Right the first
    let registry = sprague_core::registry::Registry::default().with(sprague_rules_strips::entries());
    let base = registry.read("cutcake", &sprague_core::registry::LocalFiles).unwrap();
    let rules = EitherMoves::around(base.clone()).unwrap();
    let cake = base.read("9001x9001").unwrap();
    let (mut options, mut moves) = (vec![], vec![]);
    while rules.options(&cake, Player::Left, options.len(), &mut options) {}
    while rules.moves(&cake, Player::Left, moves.len(), &mut moves) {}
    assert_eq!(options.len(), 9000);
    assert!(moves.iter().map(|mv| &mv.to).eq(&options));
    assert_eq!(moves.iter().map(|mv| &mv.label).collect::<BTreeSet<_>>().len(), 9000);
    let mut some = vec![];
    rules.moves_at(&cake, Player::Left, &[0, 4499, 4500, 8999, 9000], &mut some);
    assert_eq!(some, [0, 4499, 4500, 8999].map(|index| moves[index].clone()));
    // the first portion of a very long list comes at once
    let huge = base.read("65535x65535").unwrap();
    let mut first = vec![];
    assert!(rules.options(&huge, Player::Left, 0, &mut first) && rules.moves(&huge, Player::Left, 0, &mut vec![]));
    assert!(!rules.is_stuck(&huge, Player::Left));
}

#[test]
fn a_family_that_does_not_fit_is_refused_at_its_byte() {
    let registry = sprague_core::registry::Registry::default()
        .with(sprague_rules_asymmetric::entries())
        .with(sprague_rules_boards::entries())
        .with(sprague_rules_stones::entries())
        .with(crate::entries());
    let read = |family: &str| registry.read(family, &sprague_core::registry::LocalFiles);
    let refused = |family: &str| {
        let BadNotation { at, expected, .. } = read(family).unwrap_err();
        (at, expected.into_owned())
    };
    let missing = "`:` and a ruleset, as in `impartial:domineering`";
    assert_eq!(refused("impartial"), (9, missing.to_owned()));
    assert_eq!(refused("impartial:"), (10, "a ruleset, as in `impartial:domineering`".to_owned()));
    assert_eq!(refused("impartial:impartial:"), (20, "a ruleset, as in `impartial:domineering`".to_owned()));
    let (at, expected) = refused("impartial:domineeringg");
    assert!(at == 10 && expected.contains("did you mean `domineering`?"), "{expected}");
    assert_eq!(refused("impartial:asymmetric:1,x/2").0, 23);
    let (at, expected) = refused("impartial:impartial:stones:1-3");
    assert!(at == 20 && expected.contains("say themselves who has won"), "{at}: {expected}");

    assert!(read(&format!("{}domineering", "impartial:".repeat(8))).is_ok());
    let deep = (80, "at most 8 modifiers, one in another".to_owned());
    assert_eq!(refused(&format!("{}domineering", "impartial:".repeat(9))), deep);
    assert_eq!(refused(&"impartial:".repeat(5_000)), deep);

    // the longest notation that is allowed, and one byte more
    let before = "impartial:asymmetric:1/";
    let amounts = "1,".repeat(((1 << 16) - before.len()) / 2);
    let large = (1 << 16, "a family of at most 65536 bytes".to_owned());
    assert_eq!(before.len() + amounts.len() + 1, 1 << 16);
    assert!(read(&format!("{before}{amounts}1")).is_ok());
    assert_eq!(refused(&format!("{before}{amounts}11")), large);
    // the limit falls inside a character
    let wide = format!("impartial:{}", "é".repeat(40_000));
    assert_eq!(refused(&wide), large);
    assert_eq!(refused(&format!("impartial:x{}", "é".repeat(40_000))).0, (1 << 16) - 1);
}
