//! One arena used by several threads gives the same values.

use sprague_core::Limits;
use sprague_values::{Arena, Born, Calculator, Dag, Dyadic, Form, Thermograph, Value, born_by};
use std::thread;

fn may_be_shared<T: Send + Sync>() {}

#[test]
fn everything_may_be_shared_between_threads() {
    may_be_shared::<(Arena, Value, Form, Dyadic, Thermograph, Dag, Calculator<'static>, Born<'static>)>();
}

#[test]
fn threads_that_add_the_same_games_at_once_find_the_same_forms() {
    let games: Vec<Value> = born_by(3).step_by(31).collect();
    let arena = Arena::new();
    let sums = |offset: usize| -> Vec<Form> {
        let limits = Limits::default();
        let mut calculator = arena.calculator(&limits);
        let mut sums = vec![(0, Form::ZERO); games.len()];
        for k in 0..games.len() {
            let i = (k + offset) % games.len();
            let [g, h] = [i, (i * 7 + 3) % games.len()].map(|i| games[i].form_in(&mut calculator).unwrap());
            sums[i] = (i, calculator.add(g, h).unwrap());
        }
        sums.into_iter().map(|(_, sum)| sum).collect()
    };
    let found: Vec<Vec<Form>> = thread::scope(|scope| {
        let threads: Vec<_> = [0, 11, 23, 40].map(|offset| scope.spawn(move || sums(offset))).into_iter().collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (i, &sum) in found[0].iter().enumerate() {
        assert!(found.iter().all(|other| other[i] == sum));
        assert_eq!(arena.value(sum), &games[i] + &games[(i * 7 + 3) % games.len()]);
    }
}
