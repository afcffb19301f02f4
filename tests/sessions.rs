//! Checks a session that threads share, and rulesets that a program adds.
//!
//! Threads that share a session get the same answers as a single thread. Rulesets that a program adds work like built-in ones.

use serde_json::Value;
use sprague::heap::{Amounts, ByHeap, HeapRules, OneHeap};
use sprague::notation::Reader;
use sprague::registry::Entry;
use sprague::{BadNotation, Impartial, Limits, Notation, Play, Player, Ruleset, any};
use sprague_questions::{RowPlan, Session, Solve, analyse, certify, check::NotAccepted, registry, solve};
use std::thread;

/// The questions that every thread asks.
///
/// They are about heaps, sums of several rulesets, boards, misère quotients, partizan sums and Stones.
const QUESTIONS: [(&str, Play); 14] = [
    ("nim@3,4,5", Play::Normal),
    ("kayles@60 + nim@3 + octal:0.16@30", Play::Normal),
    ("subtraction:1,3,4@10^30 + kayles@10^20", Play::Normal),
    ("octal:0.77@40,39,38", Play::Misere),
    ("kayles@9,7 + dawson-kayles@8", Play::Misere),
    ("no-repeat:1-5@20 + grundy@14", Play::Normal),
    ("no-repeat:1-5@30", Play::Misere),
    ("asymmetric:2,5,9/3,4,8@17,9", Play::Normal),
    ("asymmetric:1,3/2@8,7", Play::Misere),
    ("knights@3.4,5.5,7.7", Play::Normal),
    ("stones:1-4@31", Play::Normal),
    ("stones:1-3@9,8", Play::Normal),
    ("cram@3x5 + wythoff@5.8", Play::Normal),
    ("chomp@4x4 + euclid@25.7", Play::Misere),
];

/// Returns the session's answers to a question as JSON, for both first players.
///
/// The explanation is left out, because it mentions the rows that are known, including rows computed for other questions.
fn answers(session: &Session, (text, play): (&str, Play)) -> Vec<Value> {
    let sum = session.position(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let of = |first| {
        let answer = solve(
            &sum,
            &Solve { play, first: Some(first), is_one_of_many: true, explain: true, ..Solve::default() },
            &sprague::Limits::default(),
        );
        let mut answer = answer.unwrap_or_else(|why| panic!("{text}: {why}")).to_json();
        assert!(answer["why"].take().is_array());
        answer
    };
    Player::BOTH.map(of).to_vec()
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_threads_that_solve_in_one_session_agree_with_one() {
    let alone: Vec<Vec<Value>> = QUESTIONS.iter().map(|&question| answers(&Session::new(), question)).collect();
    let shared = Session::new();
    let (threads, turns) = if cfg!(debug_assertions) { (4, 1) } else { (8, 2) };
    thread::scope(|scope| {
        for thread in 0..threads {
            let (shared, alone) = (&shared, &alone);
            scope.spawn(move || {
                // threads begin at different questions, and half of them go backwards, so that they find the cache in different
                // states
                for step in 0..turns * QUESTIONS.len() {
                    let at = (thread * 5 + if thread % 2 == 0 { step } else { 3 * QUESTIONS.len() - step }) % QUESTIONS.len();
                    assert_eq!(answers(shared, QUESTIONS[at]), alone[at], "{} in thread {thread}", QUESTIONS[at].0);
                }
            });
        }
    });
}

#[test]
fn threads_that_analyse_one_family_agree_with_one() {
    let rows = |session: &Session, to| {
        let family = session.family("dawson-kayles").unwrap();
        let analysis = analyse(&family, &RowPlan { to, ..RowPlan::default() }).unwrap();
        analysis.to_json().to_string()
    };
    let lengths = [5, 400, 60, 200, 33, 90];
    let alone = lengths.map(|to| rows(&Session::new(), to));
    let shared = Session::new();
    thread::scope(|scope| {
        for (to, alone) in lengths.into_iter().zip(&alone) {
            let shared = &shared;
            scope.spawn(move || assert_eq!(&rows(shared, to), alone, "to {to}"));
        }
    });
}

/// A ruleset in which a move takes 2 or 5 tokens.
#[derive(Clone)]
struct TwoOrFive {
    /// The set of amounts that it states as data; any set except 2,5 is false.
    says: &'static str,
}

impl Ruleset for TwoOrFive {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        [2, 5].into_iter().filter(move |amount| amount <= heap)
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}
impl Impartial for TwoOrFive {}
impl OneHeap for TwoOrFive {}

impl ByHeap for TwoOrFive {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Subtraction(Amounts::Only(self.says.parse().expect("a set"))))
    }
}

impl Notation<u64> for TwoOrFive {
    fn read(&self, text: &str) -> Result<u64, BadNotation> {
        Reader::new(text).whole(Reader::small)
    }
    fn show(&self, heap: &u64) -> String {
        heap.to_string()
    }
}

/// Returns a session that contains the ruleset with these amounts as its data.
fn own(says: &'static str) -> Session {
    let entry = Entry::new("two-or-five", move |_| Ok(any::one_heap(TwoOrFive { says })));
    Session::with(registry().with([entry.component("heap").play("take 2 or 5").example("two-or-five@7")]))
}

#[test]
fn an_own_ruleset_with_heap_rules_is_certified_and_checked() {
    let session = own("2,5");
    for play in [Play::Normal, Play::Misere] {
        let options = RowPlan { play, ..RowPlan::default() };
        let certificate = certify(&session.family("two-or-five").unwrap(), &options).unwrap();
        let built_in = certify(&session.family("subtraction:2,5").unwrap(), &options).unwrap();
        assert_eq!((certificate.preperiod, certificate.period), (built_in.preperiod, built_in.period));
        assert_eq!(certificate.values, built_in.values);

        let checked = session.check(&certificate, &Limits::default()).unwrap();
        assert_eq!((checked.period, checked.theorem), (certificate.period, certificate.theorem));
        // other sessions do not have the name, and other rules under this name are noticed
        assert!(matches!(Session::new().check(&certificate, &Limits::default()), Err(NotAccepted::Family(_))));
        let why = own("2,6").check(&certificate, &Limits::default()).unwrap_err();
        assert!(matches!(why, NotAccepted::Claim(_)) && !why.is_open(), "{why}");
    }
}

#[test]
fn an_own_ruleset_is_solved_beside_built_in_ones() {
    let session = own("2,5");
    let alone =
        solve(&session.position("subtraction:2,5@23 + kayles@9").unwrap(), &Solve::default(), &sprague::Limits::default())
            .unwrap();
    let beside =
        solve(&session.position("two-or-five@23 + kayles@9").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    assert_eq!((beside.outcome, beside.nimber()), (alone.outcome, alone.nimber()));
    // heaps beyond 64 bits are possible, because the rules are data
    let big = solve(&session.position("two-or-five@10^50").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    let same =
        solve(&session.position("subtraction:2,5@10^50").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    assert_eq!(big.nimber(), same.nimber());
}
