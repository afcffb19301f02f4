//! Checks that the queue limits the numbers of running and waiting questions, and drops abandoned ones.

use crate::served::{EASY, HARD, PATIENCE, Served, naps, options};
use sprague::Limits;
use sprague_web::Options;
use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

/// Returns options with which hard searches run until they are stopped.
fn long() -> Options {
    Options { limits: Limits { time: Some(PATIENCE), bytes: 4 << 30, positions: u64::MAX, ..Limits::default() }, ..options() }
}

#[test]
fn a_client_that_hangs_up_stops_its_search() {
    let served = Served::with(long());
    let asking = served.leave(HARD);
    served.wait_for("running", 1);
    drop(asking);
    let waited = served.wait_for("running", 0);
    assert!(waited < 200, "{waited} naps");
    assert_eq!((served.count("stopped"), served.count("refused")), (1, 0));
    served.ask("solve", EASY).is_fine();
}

#[test]
fn questions_of_clients_that_hung_up_wait_no_longer() {
    let served = Served::with(long());
    let mut asking: Vec<_> = (0..5).map(|_| served.leave(HARD)).collect();
    served.wait_for("running", 2);
    served.wait_for("waiting", 3);
    drop(asking.split_off(2));
    served.wait_for("stopped", 3);
    assert_eq!((served.count("running"), served.count("waiting")), (2, 0));
    drop(asking);
    served.wait_for("running", 0);
    served.wait_for("stopped", 5);
}

#[test]
fn two_run_sixteen_wait_and_the_rest_come_again() {
    let served = Served::with(long());
    let mut asking: Vec<_> = (0..60).map(|_| served.leave(HARD)).collect();
    served.wait_for("refused", 42);
    // a worker may not have taken its question yet
    served.wait_for("running", 2);
    assert_eq!(served.count("waiting"), 16);
    let reply = served.ask("solve", EASY);
    reply.is_refused(503, "busy");
    assert_eq!(reply.header("retry-after"), Some("1"));
    // the page still works
    served.get("/").is_fine();
    served.get("/api/rulesets").is_fine();
    asking.clear();
    served.wait_for("running", 0);
    assert_eq!(served.count("waiting"), 0);
    served.ask("solve", EASY).is_fine();
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_hundred_questions_at_once_are_all_answered_or_told_to_come_again() {
    let served = Served::new();
    let statuses = thread::scope(|scope| {
        let asking: Vec<_> = (0..100)
            .map(|n| {
                scope.spawn({
                    let served = &served;
                    move || served.solve(&format!("kayles@{n},12+nim@7"))
                })
            })
            .collect();
        let mut statuses = BTreeMap::<u16, u32>::new();
        for asked in asking {
            *statuses.entry(asked.join().unwrap().status).or_default() += 1;
        }
        statuses
    });
    assert!(statuses.keys().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses[&200] >= 18, "{statuses:?}");
    served.ask("solve", EASY).is_fine();
}

#[test]
fn limits_are_answers() {
    for (limits, name) in [
        (Limits { time: Some(Duration::from_millis(300)), ..Limits::default() }, "time"),
        (Limits { positions: 10_000, ..Limits::default() }, "positions"),
        (Limits { bytes: 1 << 20, ..Limits::default() }, "memory"),
    ] {
        let served = Served::with(Options { limits, ..options() });
        let (waited, reply) = naps(|| served.ask("solve", HARD));
        reply.is_fine();
        let answer = reply.json();
        assert_eq!((answer["stopped"].as_str(), answer["position"].as_str()), (Some(name), Some("endless@1")), "{answer}");
        assert!(answer["why"].as_str().is_some_and(|why| why.starts_with("stopped")), "{answer}");
        assert!(waited < 2_000, "{waited} naps");
        served.ask("solve", EASY).is_fine();
    }
}

#[test]
fn one_worker_answers_one_after_the_other() {
    let served = Served::with(Options { workers: 1, waiting: 1, ..long() });
    let first = served.leave(HARD);
    served.wait_for("running", 1);
    let second = served.leave(HARD);
    served.wait_for("waiting", 1);
    served.ask("solve", EASY).is_refused(503, "busy");
    drop(first);
    served.wait_for("waiting", 0);
    assert_eq!((served.count("running"), served.count("stopped")), (1, 1));
    drop(second);
    served.wait_for("running", 0);
    served.ask("solve", EASY).is_fine();
}

#[test]
fn a_short_question_does_not_wait_for_long_ones() {
    let served = Served::with(long());
    let _asking: Vec<_> = (0..10).map(|_| served.leave(HARD)).collect();
    served.wait_for("running", 2);
    served.wait_for("waiting", 8);
    for _ in 0..3 {
        let (waited, reply) = naps(|| served.ask("solve", EASY));
        reply.is_fine();
        assert_eq!(reply.json()["outcome"], "win");
        assert!(waited < 500, "{waited} naps");
    }
    // the other questions have kept their places
    assert_eq!((served.count("running"), served.count("waiting"), served.count("refused")), (2, 8, 0));
}

#[test]
fn a_question_has_its_place_in_the_queue_told_by_name() {
    let served = Served::with(long());
    let name = |n: usize| format!("x-sprague-question: number {n}");
    let mut asking: Vec<_> = (0..5)
        .map(|n| {
            let asking = served.leave_with(&format!("{}\r\n", name(n)), HARD);
            served.wait_for("running", (n as u64 + 1).min(2));
            served.wait_for("waiting", (n as u64).saturating_sub(1));
            asking
        })
        .collect();
    let place = |n| served.honest("GET /api/state", &[&name(n)], "").json()["place"].as_u64();
    assert_eq!([0, 1, 2, 3, 4, 5].map(place), [Some(0), Some(0), Some(1), Some(2), Some(3), None]);
    drop(asking.remove(2));
    served.wait_for("waiting", 2);
    assert_eq!([2, 3, 4].map(place), [None, Some(1), Some(2)]);
}
