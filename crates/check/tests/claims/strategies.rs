//! Strategies of every form, true and forged, with rules defined here.

use sprague_check::{BadStrategy, Claim, NoOptions, NotAccepted, StrategyRules};
use sprague_core::certificate::{Answers, Strategy, StrategyForm, Winner};
use sprague_core::{Limits, Play, Player, Stopped};
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
