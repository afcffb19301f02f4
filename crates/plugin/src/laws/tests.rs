//! Rules in Rust that break one law each, and the reports on them.

use super::*;
use sprague_core::any::{self, AnyPosition, Fault, Picture};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Impartial, Notation, Outcome, Partizan, Ruleset};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A game with one heap, of which a test can replace a function by a wrong one.
#[derive(Clone)]
struct Take {
    moves: fn(u64) -> Vec<u64>,
    summands: fn(u64) -> Vec<u64>,
    form: fn(u64) -> u64,
    negative: fn(u64) -> Option<u64>,
    show: fn(u64) -> String,
    picture: fn(u64) -> Option<Picture>,
}

/// The correct rules, under which a move takes one or two.
fn right() -> Take {
    Take {
        moves: |heap| (1..=heap.min(2)).collect(),
        summands: |heap| vec![heap],
        form: |heap| heap,
        negative: |_| None,
        show: |heap| heap.to_string(),
        picture: |_| None,
    }
}

impl Ruleset for Take {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (self.moves)(*heap).into_iter()
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
    fn normal_form(&self, heap: u64) -> u64 {
        (self.form)(heap)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
}

impl Impartial for Take {
    fn summands(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (self.summands)(*heap).into_iter()
    }
}

/// The rules: Left takes an amount that `moves` allows, and Right takes one.
impl Partizan for Take {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
        let moves = if player == Player::Left { (self.moves)(*heap) } else { (1..=*heap.min(&1)).collect() };
        moves.into_iter()
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        heap - amount
    }
    fn negative(&self, heap: &u64) -> Option<u64> {
        (self.negative)(*heap)
    }
}

impl Notation<u64> for Take {
    fn read(&self, text: &str) -> Result<u64, BadNotation> {
        Reader::new(text).whole(Reader::small)
    }
    fn show(&self, heap: &u64) -> String {
        (self.show)(*heap)
    }
    fn picture(&self, heap: &u64) -> Option<Picture> {
        (self.picture)(*heap)
    }
}

/// Asserts that this law is broken, with this smallest position and this description.
#[track_caller]
fn breaks(load: &dyn Fn() -> Arc<dyn AnyRuleset>, law: Law, position: &str, how: &str) {
    let broken = try_laws_of(load, &["9"], Effort::default()).broken.expect("the rules are broken");
    assert_eq!((broken.law, &*broken.position), (law, position), "{}", broken.how);
    assert!(broken.how.contains(how), "{}", broken.how);
}

fn held(report: &Report, law: Law) -> u64 {
    report.held.iter().find(|(tried, _)| *tried == law).expect("every law is reported").1
}

#[test]
fn the_right_rules_break_no_law() {
    let report = try_laws_of(&|| any::impartial(right()), &["9"], Effort::default());
    assert_eq!((&report.broken, report.positions, report.longest), (&None, 10, 9));
    for law in [Law::CallsAnswer, Law::TextIsReadAgain, Law::MovesAreTheOptions, Law::EqualPositionsHaveEqualOptions] {
        assert_eq!(held(&report, law), 10, "{law}");
    }
    assert_eq!((held(&report, Law::SummandsHaveTheOptions), held(&report, Law::PicturesCanBeDrawn)), (0, 0));
    let drawn = Take { picture: |heap| Some(Picture::Heaps(vec![heap])), form: |heap| heap, ..right() };
    let report = try_laws_of(&|| any::impartial(drawn.clone()), &["9"], Effort::default());
    assert_eq!((&report.broken, held(&report, Law::PicturesCanBeDrawn)), (&None, 10));
}

#[test]
fn what_rules_say_beside_their_moves_is_tried() {
    // a heap of n + 10 is a heap of n plus a heap of ten from which nobody can take
    let split = Take {
        moves: |heap| (1..=(heap % 10).min(2)).collect(),
        summands: |heap| if heap < 10 { vec![heap] } else { vec![heap % 10, 10] },
        form: |heap| heap % 10,
        ..right()
    };
    let report = try_laws_of(&|| any::impartial(split.clone()), &["19"], Effort::default());
    assert_eq!(report.broken, None);
    assert_eq!((held(&report, Law::SummandsHaveTheOptions), held(&report, Law::CanonicalPositionsHaveTheOptions)), (10, 10));
}

#[test]
fn a_move_that_is_listed_again_counts_once() {
    let twice = Take { moves: |heap| if heap > 3 { vec![1, 1] } else { (1..=heap.min(2)).collect() }, ..right() };
    for rules in [any::impartial(twice.clone()), any::partizan(twice)] {
        assert_eq!(try_laws_of(&|| rules.clone(), &["9"], Effort::default()).broken, None);
    }
}

/// A game in which a move takes one or two, and all moves have the same label.
struct Unnamed;

#[derive(Clone, Debug)]
struct Amount(u64);

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("some")
    }
}

impl Ruleset for Unnamed {
    type Position = u64;
    type Move = Amount;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = Amount> {
        (1..=*heap.min(&2)).map(Amount)
    }
    fn play(&self, heap: &u64, amount: &Amount) -> u64 {
        heap - amount.0
    }
}

impl Impartial for Unnamed {}
sprague_core::heap_notation!(Unnamed);

#[test]
fn a_label_of_two_moves_is_found() {
    breaks(&|| any::impartial(Unnamed), Law::EachMoveIsListedOnce, "2", "the move `some` is listed twice, to `1` and to `0`");
}

#[test]
fn wrong_summands_are_found() {
    let wrong = Take { summands: |heap| if heap > 4 { vec![heap - 2, 2] } else { vec![heap] }, ..right() };
    breaks(&|| any::impartial(wrong.clone()), Law::SummandsHaveTheOptions, "5", "its summands `3`, `2`");
    let none = Take { summands: |_| vec![], ..right() };
    breaks(&|| any::impartial(none.clone()), Law::SummandsHaveTheOptions, "1", "it has no summands");
}

#[test]
fn a_wrong_normal_form_is_found() {
    let wrong = Take { form: |heap| if heap == 7 { 5 } else { heap }, ..right() };
    breaks(&|| any::impartial(wrong.clone()), Law::CanonicalPositionsHaveTheOptions, "7", "which stands for it");
    let exchanged = Take { form: |heap| if matches!(heap, 2 | 3) { 5 - heap } else { heap }, ..right() };
    let how = "`3` stands for it, and for that one `2`";
    breaks(&|| any::impartial(exchanged.clone()), Law::CanonicalPositionsHaveTheOptions, "2", how);
}

#[test]
fn a_wrong_negative_is_found() {
    let wrong = Take { negative: |heap| Some(heap), ..right() };
    breaks(&|| any::partizan(wrong.clone()), Law::NegativesExchangeThePlayers, "2", "negative");
    let alike = Take { moves: |heap| (1..=heap.min(1)).collect(), negative: |heap| Some(heap), ..right() };
    assert_eq!(try_laws_of(&|| any::partizan(alike.clone()), &["9"], Effort::default()).broken, None);
}

#[test]
fn text_that_is_another_position_is_found() {
    let wrong = Take { show: |heap| heap.min(6).to_string(), ..right() };
    breaks(&|| any::impartial(wrong.clone()), Law::TextIsReadAgain, "6", "another position");
}

#[test]
fn play_that_does_not_end_is_found() {
    let effort = Effort { moves: 50, ..Effort::default() };
    let report = try_laws_of(&|| any::impartial(right()), &["9", "200"], effort);
    assert_eq!(report.broken.map(|broken| (broken.law, broken.position)), Some((Law::PlayEnds, "200".to_owned())));
}

/// Rules that fail or give invalid answers.
struct Odd {
    rules: Arc<dyn AnyRuleset>,
    fails_at: Option<u64>,
    has_failed: AtomicBool,
    /// The number of items that `options` adds in each portion, without end.
    more: Option<usize>,
    picture: fn(u64) -> Option<Picture>,
}

fn odd() -> Odd {
    Odd { rules: any::impartial(right()), fails_at: None, has_failed: AtomicBool::new(false), more: None, picture: |_| None }
}

impl AnyRuleset for Odd {
    fn kind(&self) -> Kind {
        self.rules.kind()
    }
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        self.rules.read(text)
    }
    fn show(&self, position: &AnyPosition) -> String {
        self.rules.show(position)
    }
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        if self.fails_at == Some(position.words()[0]) {
            self.has_failed.store(true, Relaxed);
        }
        if let Some(more) = self.more {
            options.extend((from..from + more).map(|place| AnyPosition::pack(&(place as u64))));
            return true;
        }
        self.rules.options(position, player, from, options)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        if self.more.is_some() {
            let mut options = vec![];
            let more = self.options(position, player, from, &mut options);
            moves.extend((from..).zip(options).map(|(place, to)| Labelled { label: place.to_string(), to }));
            return more;
        }
        self.rules.moves(position, player, from, moves)
    }
    fn terminal_outcome(&self, position: &AnyPosition, player: Player) -> Outcome {
        self.rules.terminal_outcome(position, player)
    }
    fn fault(&self) -> Option<Fault> {
        self.has_failed.load(Relaxed).then(|| Fault::new("ValueError: no heap"))
    }
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        self.rules.summands(position, summands);
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        (self.picture)(position.words()[0])
    }
}

#[test]
fn rules_that_fail_are_found_with_the_position_where_they_do() {
    let fails = || Arc::new(Odd { fails_at: Some(3), ..odd() }) as Arc<dyn AnyRuleset>;
    breaks(&fails, Law::CallsAnswer, "3", "ValueError: no heap");
}

#[test]
fn a_picture_too_large_to_be_seen_is_found() {
    let large = |heap| Some(Picture::Heaps(vec![1; if heap > 3 { Picture::MAX_PARTS + 1 } else { 1 }]));
    let drawn = || Arc::new(Odd { picture: large, ..odd() }) as Arc<dyn AnyRuleset>;
    breaks(&drawn, Law::PicturesCanBeDrawn, "4", "more than 4096 parts");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_lists_that_never_end_are_looked_at_as_far_as_a_million_items() {
    let split = Take { summands: |heap| vec![heap, 0], ..right() };
    for more in [0, any::CHUNK] {
        let rules = Arc::new(Odd { more: Some(more), rules: any::impartial(split.clone()), ..odd() });
        let subject = Subject::from(rules as Arc<dyn AnyRuleset>);
        let mut trial = Trial::new(&subject, Effort::default(), Budget::of(Effort::default().time));
        let position = trial.read("9").unwrap();
        assert_eq!(trial.position(&position, Player::Left), Ok(()));
        assert_eq!((trial.kept, held(&trial.report(), Law::EachMoveIsListedOnce)), (0, 1));
        assert_eq!(held(&trial.report(), Law::SummandsHaveTheOptions), 0, "not all options can be compared");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_lists_take_no_longer_than_there_is_time() {
    let many = Take { moves: |heap| (1..=heap).collect(), ..right() };
    let effort = Effort { time: Duration::from_millis(50), ..Effort::default() };
    let before = crate::work::computed();
    assert_eq!(try_laws_of(&|| any::impartial(many.clone()), &["1000000"], effort).broken, None);
    let spent = crate::work::computed() - before;
    assert!(sprague_testkit::pace::Pace::now().work(spent) < 10.0, "{spent:?}");
}
