//! Tests of the games of the first days.

use crate::judge::Tree;
use sprague_core::Limits;
use sprague_values::{Dyadic, Value, all_small_born_by, born_by};
use std::collections::HashSet;

#[test]
fn days_have_as_many_games_as_the_books_say() {
    let counts = [0, 1, 2, 3].map(|day| born_by(day).count());
    assert_eq!(counts, [1, 4, 22, 1474]);
}

#[test]
fn all_small_days_have_as_many_games_as_the_books_say() {
    let counts = [0, 1, 2, 3].map(|day| all_small_born_by(day).count());
    assert_eq!(counts, [1, 2, 7, 67]);
    assert!(all_small_born_by(3).all(|value| value.is_all_small()));
}

#[test]
fn games_born_by_a_day_have_that_birthday_at_most() {
    let mut born = [0; 4];
    for value in born_by(3) {
        born[usize::try_from(value.birthday()).unwrap()] += 1;
    }
    assert_eq!(born, [1, 3, 18, 1452]);
}

#[test]
fn two_games_of_day_two_stand_as_the_definition_says() {
    let games: Vec<Value> = born_by(2).collect();
    let trees: Vec<Tree> = games.iter().map(Tree::of).collect();
    for (g, a) in games.iter().zip(&trees) {
        for (h, b) in games.iter().zip(&trees) {
            assert_eq!(g.partial_cmp(h), a.compare(b), "{g} {h}");
        }
    }
}

#[test]
fn day_three_has_sixty_one_reduced_forms() {
    let limits = Limits::default();
    let mut reduced = HashSet::new();
    for value in born_by(3) {
        let form = value.reduced(&limits).unwrap();
        assert_eq!(form.reduced(&limits).unwrap(), form);
        assert!(form.birthday() <= value.birthday(), "{value} {form}");
        let difference = &value - &form;
        assert!(sprague_core::Player::BOTH.iter().all(|&player| difference.stop(player) == Dyadic::ZERO), "{value} {form}");
        reduced.insert(form.to_string());
    }
    assert_eq!(reduced.len(), 61);
}

#[test]
fn atomic_weights_of_day_three_add_up() {
    let (limits, two) = (Limits::default(), Value::from(2));
    let games: Vec<(Value, Value)> =
        all_small_born_by(3).map(|value| (value.clone(), value.atomic_weight(&limits).unwrap())).collect();
    for (g, a) in &games {
        for (h, b) in &games {
            let sum = g + h;
            let weight = sum.atomic_weight(&limits).unwrap();
            assert_eq!(weight, a + b, "{g} + {h}");
            // an atomic weight of 2 or more wins
            if weight >= two {
                assert!(sum > Value::from(0), "{g} + {h}");
            } else if weight <= -&two {
                assert!(sum < Value::from(0), "{g} + {h}");
            }
        }
    }
}
