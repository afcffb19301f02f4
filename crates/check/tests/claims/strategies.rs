//! Strategies of every form, true and forged, with rules defined here.

use sprague_check::{BadStrategy, Claim, NoOptions, NotAccepted, StrategyRules};
use sprague_core::certificate::{Answers, Guaranteed, Strategy, StrategyForm, Winner};
use sprague_core::{Limits, Outcome, Play, Player, ScoredOption, Stopped};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Kayles: knock down one pin or two neighbouring pins.
///
/// A row is written as `3`, the parts of a row as `1.1`, and sums as `3,1.1`.
struct Kayles(StrategyForm);

fn rows(component: &str) -> Result<Vec<u32>, NoOptions> {
    component.split('.').map(|row| row.parse().map_err(|_| NoOptions::Unreadable("expected a row of pins".into()))).collect()
}

fn text(mut rows: Vec<u32>) -> String {
    rows.sort_unstable();
    rows.retain(|row| *row > 0);
    if rows.is_empty() { "0".into() } else { rows.iter().map(u32::to_string).collect::<Vec<_>>().join(".") }
}

fn options(component: &str) -> Result<Vec<String>, NoOptions> {
    let rows = rows(component)?;
    let mut all = vec![];
    for (index, row) in rows.iter().enumerate() {
        for taken in (1..=2).filter(|taken| taken <= row) {
            for left in 0..=row - taken {
                let mut after = rows.clone();
                after[index] = left;
                after.push(row - taken - left);
                all.push(text(after));
            }
        }
    }
    Ok(all)
}

impl StrategyRules for Kayles {
    fn options(
        &self,
        position: &str,
        _: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        let components: Vec<&str> = position.split(',').collect();
        for (index, component) in components.iter().enumerate() {
            for option in options(component)? {
                let mut after = components.clone();
                after[index] = &option;
                let after = after.join(",");
                let after = if self.0 == StrategyForm::Multisets { self.sorted(&after)? } else { after };
                if tell(after).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn sorted(&self, position: &str) -> Result<String, NoOptions> {
        let mut rows = position.split(',').map(rows).collect::<Result<Vec<_>, _>>()?.concat();
        rows.sort_unstable();
        rows.retain(|row| *row > 0);
        Ok(if rows.is_empty() { "0".into() } else { rows.iter().map(u32::to_string).collect::<Vec<_>>().join(",") })
    }

    fn components(&self, position: &str) -> Result<Vec<String>, NoOptions> {
        Ok(position.split(',').map(str::to_owned).collect())
    }

    fn summands(&self, component: &str) -> Result<Vec<String>, NoOptions> {
        Ok(rows(component)?.iter().filter(|row| **row > 0).map(u32::to_string).collect())
    }
}

fn least_excluded(values: &[u64]) -> u64 {
    (0..).find(|value| !values.contains(value)).expect("values are finite")
}

/// The nimber of a component, by definition.
fn nimber(component: &str, known: &mut BTreeMap<String, u64>) -> u64 {
    if let Some(value) = known.get(component) {
        return *value;
    }
    let values: Vec<u64> = options(component).expect("a row").iter().map(|option| nimber(option, known)).collect();
    known.insert(component.to_owned(), least_excluded(&values));
    known[component]
}

/// The nimbers of all components that can arise, written as they are shown or row by row.
fn table(position: &str, row_by_row: bool) -> BTreeMap<String, u64> {
    let mut known = BTreeMap::new();
    for component in position.split(',') {
        nimber(component, &mut known);
    }
    if row_by_row {
        known.retain(|component, _| !component.contains('.') && component != "0");
    }
    known
}

fn strategy(position: &str, winner: Winner, answers: Answers) -> Strategy {
    let (position, play, rule) = (position.to_owned(), Play::Normal, "disjunctive".to_owned());
    Strategy { position, play, rule, first: None, winner, draw: false, answers }
}

fn check(strategy: &Strategy) -> Result<usize, BadStrategy> {
    let rules = Kayles(strategy.answers.form());
    match strategy.check(&rules, &Limits::default()) {
        Err(NotAccepted::Strategy(why)) => Err(why),
        other => Ok(other.expect("nothing is too large").positions),
    }
}

const POSITIONS: [&str; 8] = ["1", "4", "5", "1,2", "3,3", "2.1,4", "1,2,3", "5,3,1"];

/// Returns `true` if the player to move wins, by definition and without nimbers.
fn wins(position: &str) -> bool {
    let mut won = false;
    let told = Kayles(StrategyForm::Positions).options(position, None, &mut |after| {
        won |= !wins(&after);
        if won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    told.expect("rows");
    won
}

#[test]
fn true_tables_are_accepted_and_only_of_the_winner() {
    for position in POSITIONS {
        let (winner, loser) = if wins(position) { (Winner::Mover, Winner::Other) } else { (Winner::Other, Winner::Mover) };
        for row_by_row in [false, true] {
            let values = table(position, row_by_row);
            assert_eq!(check(&strategy(position, winner, Answers::Components(values.clone()))), Ok(values.len()), "{position}");
            let total = check(&strategy(position, loser, Answers::Components(values)));
            assert!(matches!(total, Err(BadStrategy::WrongTotal(total)) if (total != 0) == wins(position)), "{position}");
        }
    }
}

#[test]
fn any_value_that_is_off_is_found() {
    for position in POSITIONS {
        let winner = if wins(position) { Winner::Mover } else { Winner::Other };
        for row_by_row in [false, true] {
            let values = table(position, row_by_row);
            for (component, value) in &values {
                for forged in (0..6).chain([u64::MAX]).filter(|forged| forged != value) {
                    let mut forged_values = values.clone();
                    forged_values.insert(component.clone(), forged);
                    let error = check(&strategy(position, winner, Answers::Components(forged_values))).unwrap_err();
                    let BadStrategy::WrongValue { stated, found, .. } = &error else { panic!("{position} {component}: {error}") };
                    assert_ne!(stated, found);
                }
            }
        }
    }
}

#[test]
fn nothing_may_be_missing_and_nothing_superfluous() {
    for position in POSITIONS {
        let winner = if wins(position) { Winner::Mover } else { Winner::Other };
        let rows = table(position, true);
        for component in rows.keys() {
            let mut values = rows.clone();
            values.remove(component);
            let error = check(&strategy(position, winner, Answers::Components(values))).unwrap_err();
            assert!(matches!(error, BadStrategy::NoValue(_)), "{position} {component}: {error}");
        }
        for junk in ["9", "0.0", "x"] {
            let mut values = table(position, false);
            values.insert(junk.to_owned(), 7);
            let error = check(&strategy(position, winner, Answers::Components(values))).unwrap_err();
            assert_eq!(error, BadStrategy::Superfluous(junk.to_owned()), "{position}");
        }
    }
    let error = check(&strategy("3,1.2", Winner::Mover, Answers::Components([("1".to_owned(), 1)].into())));
    assert_eq!(error.unwrap_err().to_string(), "3 can be reached, but has no value");
    let error = check(&strategy("1.2", Winner::Mover, Answers::Components([("1".to_owned(), 1)].into())));
    assert_eq!(error.unwrap_err().to_string(), "2, of 1.2, can be reached, but has no value");
}

#[test]
fn where_nimbers_tell_nothing_there_is_no_table() {
    let values = || Answers::Components(table("3", false));
    let is_refused = |strategy: &Strategy| check(strategy) == Err(BadStrategy::NotBySum);
    let fair = strategy("3", Winner::Mover, values());
    assert!(check(&fair).is_ok());
    assert!(is_refused(&Strategy { play: Play::Misere, ..fair.clone() }));
    assert!(is_refused(&Strategy { rule: "selective".into(), ..fair.clone() }));
    assert!(is_refused(&Strategy { rule: "both".into(), ..fair.clone() }));
    assert!(is_refused(&Strategy { draw: true, ..fair.clone() }));
    assert!(is_refused(&Strategy { first: Some(Player::Left), ..fair }));
}

#[test]
fn values_of_play_without_end_prove_nothing() {
    // each value is the mex of the other one, and nobody ever wins
    let ring = |position: &str, _: Option<Player>, tell: &mut dyn FnMut(String) -> ControlFlow<()>| {
        let _ = tell(if position == "a" { "b" } else { "a" }.to_owned());
        Ok(())
    };
    let values = Answers::Components([("a".to_owned(), 1), ("b".to_owned(), 0)].into());
    let error = strategy("a", Winner::Mover, values).check(&ring, &Limits::default()).unwrap_err();
    assert!(matches!(error, NotAccepted::Strategy(BadStrategy::Endless(_))), "{error}");
}

#[test]
fn rules_that_name_no_summands_have_each_component_as_its_own() {
    let stairs = |_: &str, _: Option<Player>, _: &mut dyn FnMut(String) -> ControlFlow<()>| Ok(());
    assert_eq!(stairs.summands("3"), Ok(vec!["3".to_owned()]));
}

#[test]
fn a_long_table_is_checked_without_recursion_and_within_the_limits() {
    let stairs = |position: &str, _: Option<Player>, tell: &mut dyn FnMut(String) -> ControlFlow<()>| {
        let step: u32 = position.parse().map_err(|_| NoOptions::Unreadable("expected a step".into()))?;
        let _ = (1..=3).filter(|down| *down <= step).try_for_each(|down| tell((step - down).to_string()));
        Ok(())
    };
    let values = (0..=200_000_u64).map(|step| (step.to_string(), step % 4)).collect();
    let long = strategy("200000", Winner::Other, Answers::Components(values));
    let check = |limits: Limits| long.check(&stairs, &limits);
    assert_eq!(check(Limits::default()).unwrap().positions, 200_001);
    let stopped = check(Limits { positions: 1_000, ..Limits::default() });
    assert_eq!(stopped, Err(Stopped::Positions(1_000).into()));
    let stopped = check(Limits { bytes: 1_000, ..Limits::default() });
    assert_eq!(stopped, Err(Stopped::Memory(1_000).into()));
    let stopped = long.check_within(&stairs, 1_000, &Limits::default());
    assert_eq!(stopped, Err(NotAccepted::TooLarge { most: 1_000, of: "options" }));
}

/// A strategy by multisets, by definition: from each won position to the first lost option.
fn multisets(position: &str) -> (Winner, BTreeMap<String, String>) {
    let rules = Kayles(StrategyForm::Multisets);
    let options = |position: &str| {
        let mut all = vec![];
        let told = rules.options(position, None, &mut |option| {
            all.push(option);
            ControlFlow::Continue(())
        });
        told.expect("rows");
        all
    };
    let start = rules.sorted(position).expect("rows");
    let winner = if wins(&start) { Winner::Mover } else { Winner::Other };
    let mut waiting = if winner == Winner::Mover { vec![start] } else { options(&start) };
    let (mut seen, mut moves) = (BTreeSet::new(), BTreeMap::new());
    while let Some(here) = waiting.pop() {
        if seen.insert(here.clone()) {
            let after = options(&here).into_iter().find(|option| !wins(option)).expect("it is won");
            waiting.extend(options(&after));
            moves.insert(here, after);
        }
    }
    (winner, moves)
}

#[test]
fn multisets_are_replayed_sorted() {
    for position in POSITIONS {
        let (winner, moves) = multisets(position);
        let answers = |moves: &BTreeMap<String, String>| Answers::Multisets(moves.clone());
        assert!(check(&strategy(position, winner, answers(&moves))).is_ok(), "{position}");
        for (from, to) in &moves {
            let mut short = moves.clone();
            short.remove(from);
            let error = check(&strategy(position, winner, answers(&short))).unwrap_err();
            assert_eq!(error, BadStrategy::NoMove(from.clone()), "{position}");
            let mut illegal = moves.clone();
            illegal.insert(from.clone(), from.clone());
            let error = check(&strategy(position, winner, answers(&illegal))).unwrap_err();
            assert_eq!(error, BadStrategy::Illegal { from: from.clone(), to: from.clone() }, "{position}");
            let unsorted: Vec<&str> = to.split(',').rev().collect();
            let unsorted = unsorted.join(",");
            if unsorted != *to {
                let mut forged = moves.clone();
                forged.insert(from.clone(), unsorted.clone());
                let error = check(&strategy(position, winner, answers(&forged))).unwrap_err();
                assert_eq!(error, BadStrategy::Unsorted { position: unsorted, sorted: to.clone() }, "{position}");
            }
        }
    }
}

/// A graph whose moves gain points. Without moves, the game ends with this result for the player to move.
struct Points {
    moves: &'static [(&'static str, &'static str, i64, bool)],
    end: i64,
}

impl StrategyRules for Points {
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        self.scored_options(position, player, &mut |option| tell(option.to))
    }

    fn scored_options(
        &self,
        position: &str,
        _: Option<Player>,
        tell: &mut dyn FnMut(ScoredOption<String>) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        let moves = self.moves.iter().filter(|(from, ..)| *from == position);
        let _ = moves.map(|&(_, to, gain, again)| ScoredOption { to: to.into(), gain, again }).try_for_each(tell);
        Ok(())
    }

    fn terminal_outcome(&self, _: &str, _: Option<Player>) -> Result<Option<Outcome>, NoOptions> {
        Ok(Some(Outcome::of_score(self.end)))
    }

    fn terminal_score(&self, _: &str, _: Option<Player>) -> Result<i64, NoOptions> {
        Ok(self.end)
    }
}

/// A position, the move (with `!` if the same player moves again), and the points of the strategy's player moving first and second.
type Stated<'a> = (&'a str, Option<&'a str>, Option<i64>, Option<i64>);

/// Checks that the player who starts at `a` gets `at_least` points by these scores.
fn gets(rules: &Points, at_least: i64, scores: &[Stated<'_>]) -> Result<usize, BadStrategy> {
    let guaranteed = |&(at, to, first, second): &Stated<'_>| {
        (
            at.to_owned(),
            Guaranteed {
                to: to.map(|to| to.trim_end_matches('!').to_owned()),
                again: to.is_some_and(|to| to.ends_with('!')),
                first,
                second,
            },
        )
    };
    let answers = Answers::Scores { at_least, scores: scores.iter().map(guaranteed).collect() };
    match strategy("a", Winner::Mover, answers).check(rules, &Limits::default()) {
        Ok(replayed) => Ok(replayed.positions),
        Err(NotAccepted::Strategy(mistake)) => Err(mistake),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn points_are_added_up_to_the_end() {
    // take 3 and again 1, or leave 2 to the other player; the end costs the player to move 1
    let rules =
        Points { moves: &[("a", "b", 3, true), ("b", "c", 1, false), ("a", "d", 0, false), ("d", "c", 2, false)], end: -1 };
    let right = [("a", Some("b!"), Some(5), None), ("b", Some("c"), Some(5 - 3), None), ("c", None, None, Some(1))];
    assert_eq!(gets(&rules, 5, &right), Ok(3));
    let score = |position: &str, stated, found| Err(BadStrategy::Score { position: position.into(), stated, found });
    assert_eq!(gets(&rules, 6, &right), score("a", 6, 5));
    for (place, mistake) in [(0, score("a", 6, 5)), (1, score("b", 3, 2)), (2, score("c", 2, 1))] {
        let mut forged = right;
        let entry = &mut forged[place];
        [&mut entry.2, &mut entry.3].into_iter().flatten().for_each(|score| *score += 1);
        assert_eq!(gets(&rules, 5, &forged), mistake);
    }
    assert_eq!(gets(&rules, 5, &right[..2]), Err(BadStrategy::NoScore("c".into())));
    let no_move = [("a", None, Some(5), None)];
    assert_eq!(gets(&rules, 5, &no_move), Err(BadStrategy::NoMove("a".into())));
    let illegal = [("a", Some("c"), Some(5), None)];
    assert_eq!(gets(&rules, 5, &illegal), Err(BadStrategy::Illegal { from: "a".into(), to: "c".into() }));
    let other = [("a", Some("d"), Some(-3), None), ("d", None, None, Some(-3)), ("c", None, Some(-1), None)];
    assert_eq!(gets(&rules, -3, &other), Ok(3));
}

#[test]
fn play_without_end_gains_nothing_more() {
    let scores = |points| [("a", Some("b"), Some(points), None), ("b", None, None, Some(points))];
    let back = |moves| Points { moves, end: 5 };
    let free = back(&[("a", "b", 0, false), ("b", "a", 0, false)]);
    assert_eq!((gets(&free, 0, &scores(0)), gets(&free, -2, &scores(-2))), (Ok(2), Ok(2)));
    assert!(matches!(gets(&free, 1, &scores(1)), Err(BadStrategy::Endless(_))));
    let paid = back(&[("a", "b", 1, false), ("b", "a", 1, false)]);
    let uneven = [("a", Some("b"), Some(0), None), ("b", None, None, Some(-1))];
    assert!(matches!(gets(&paid, 0, &uneven), Err(BadStrategy::Endless(_))));
    // the way back leads through a position that was left before
    let moves = |gain: i64| match gain {
        0 => &[
            ("a", "b", 0, false),
            ("b", "d", 0, false),
            ("b", "c", 0, false),
            ("c", "b", 0, false),
            ("d", "e", 0, false),
            ("e", "c", 0, false),
        ],
        _ => &[
            ("a", "b", 0, false),
            ("b", "d", 0, false),
            ("b", "c", 0, false),
            ("c", "b", 0, false),
            ("d", "e", 0, false),
            ("e", "c", -1, false),
        ],
    };
    let own = |at, to| (at, Some(to), Some(0), None);
    let all = [own("a", "b"), ("b", None, None, Some(0)), own("c", "b"), own("d", "e"), ("e", None, None, Some(0))];
    assert_eq!(gets(&back(moves(0)), 0, &all), Ok(5));
    assert_eq!(gets(&back(moves(1)), 0, &all), Err(BadStrategy::Endless("c".into())));
}

#[test]
fn the_rules_may_decide_the_end() {
    let moves =
        |draw| Strategy { draw, ..strategy("a", Winner::Mover, Answers::Positions([("a".to_owned(), "b".to_owned())].into())) };
    let check = |end, draw| moves(draw).check(&Points { moves: &[("a", "b", 0, false)], end }, &Limits::default());
    assert!(check(-1, false).is_ok() && check(-1, true).is_ok() && check(0, true).is_ok());
    assert_eq!(check(0, false), Err(BadStrategy::Drawn("b".into()).into()));
    assert_eq!(check(1, true), Err(BadStrategy::Lost("b".into()).into()));
}
