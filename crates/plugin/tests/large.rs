//! Scripts at any size: endless play, laws that are observed, and nimbers that are promised.

use sprague::any::{self, AnyPosition};
use sprague::heap::AmountSet;
use sprague::registry::{Entry, Registry};
use sprague::solve::{
    Answer, Component, ComponentPosition, FactorNimbers, MixedSum, RulesetCache, SolveError, SolveOptions, challenge, solve,
};
use sprague::{Limits, Nimber, Outcome, Player, Stopped, mex};
use sprague_plugin::Plugin;
use sprague_plugin::laws::{Effort, Law, try_laws, try_promises};
use sprague_rules_subtraction::AllBut;
use std::collections::HashMap;
use std::sync::Arc;

fn loaded(script: &str) -> Plugin {
    let plugin = Plugin::from_script("game.rhai", script, None).unwrap();
    assert_eq!(plugin.fault(), None);
    plugin
}

fn sum(plugin: &Plugin, positions: &[&str]) -> MixedSum {
    let cache = Arc::new(RulesetCache::new("game", plugin.rules().clone()));
    let at = |text: &&str| Component::at(&cache, ComponentPosition::Small(plugin.rules().read(text).unwrap()));
    MixedSum::of(positions.iter().map(at))
}

fn answer(plugin: &Plugin, positions: &[&str], options: &SolveOptions) -> Result<Answer, SolveError> {
    solve(&sum(plugin, positions), options)
}

fn few(positions: u64) -> SolveOptions {
    SolveOptions { limits: Limits { positions, ..Limits::default() }, ..SolveOptions::default() }
}

const UP: &str = "let endless = true; fn moves(n) { if n == 0 { [] } else { [0, n + 1] } }";

const PRIMES: &str = "let endless = true;
fn moves(n) {
    if n <= 1 { return []; }
    let out = [n + 1];
    let m = n;
    let p = 2;
    while m > 1 {
        if m % p == 0 { out.push(n / p); while m % p == 0 { m /= p; } }
        p += 1;
    }
    out
}";

fn options_of_primes(n: u64) -> Vec<u64> {
    let is_prime = |p: &u64| (2..*p).all(|q| !p.is_multiple_of(q));
    if n <= 1 { vec![] } else { (2..=n).filter(|p| n.is_multiple_of(*p) && is_prime(p)).map(|p| n / p).chain([n + 1]).collect() }
}

/// Returns whether the player to move wins by a tree of this depth, by the definition; `None` if it does not decide.
fn naive(
    heaps: &[u64],
    depth: u32,
    options: &impl Fn(u64) -> Vec<u64>,
    known: &mut HashMap<(Vec<u64>, u32), Option<bool>>,
) -> Option<bool> {
    let key = (heaps.to_vec(), depth);
    if let Some(known) = known.get(&key) {
        return *known;
    }
    let mut all = vec![];
    for (place, heap) in heaps.iter().enumerate() {
        for option in options(*heap) {
            let mut next = heaps.to_vec();
            next[place] = option;
            next.sort_unstable();
            all.push(next);
        }
    }
    let judged: Vec<Option<bool>> = match depth {
        0 => vec![None; all.len()],
        _ => all.iter().map(|next| naive(next, depth - 1, options, known)).collect(),
    };
    let found = if judged.contains(&Some(false)) {
        Some(true)
    } else if judged.iter().all(|won| *won == Some(true)) {
        Some(false)
    } else {
        None
    };
    known.insert(key, found);
    found
}

#[test]
fn wins_and_losses_in_endless_games_are_those_of_finite_trees() {
    let up = |n: u64| if n == 0 { vec![] } else { vec![0, n + 1] };
    let (primes, of_up) = (loaded(PRIMES), loaded(UP));
    let (mut known, mut known_up) = (HashMap::new(), HashMap::new());
    for n in 1..=60 {
        let won = naive(&[n], 12, &options_of_primes, &mut known).expect("a prime is near");
        let found = answer(&primes, &[&n.to_string()], &few(5_000)).unwrap();
        assert_eq!(found.outcome == Outcome::Win, won, "{n}");
        assert!(!won || !found.winning_moves.is_empty(), "{n}");
        for mv in &found.winning_moves {
            let to = mv.changed[0].1.parse().unwrap();
            assert_eq!(naive(&[to], 12, &options_of_primes, &mut known), Some(false), "{n} to {to}");
        }
    }
    for (a, b) in (0..5).flat_map(|a| (a..5).map(move |b| (a, b))) {
        let Some(won) = naive(&[a, b], 8, &up, &mut known_up) else { continue };
        let found = answer(&of_up, &[&a.to_string(), &b.to_string()], &few(5_000)).unwrap();
        assert_eq!(found.outcome == Outcome::Win, won, "{a} + {b}");
    }
}

#[test]
fn endless_rules_are_solved_with_all_moves_and_not_tested_for_their_end() {
    let up = loaded(UP);
    let found = answer(&up, &["1"], &few(5_000)).unwrap();
    assert_eq!((found.outcome, found.winning_moves_total, found.undecided_moves), (Outcome::Win, Some(1), 0));
    assert_eq!(found.best.unwrap().changed[0].1, "0");
    let report = try_laws(&|| loaded(UP), &["3"], Effort { plays: 20, ..Effort::default() });
    assert_eq!((report.broken, report.held.iter().find(|held| held.0 == Law::PlayEnds).unwrap().1), (None, 0));
}

#[test]
fn rules_are_not_blamed_for_positions_too_large_to_read() {
    let script =
        "fn heap_options(n) { let all = []; if n > 0 { for i in 0..1500 { all.push(n - 1); } } if n > 0 { [all] } else { [] } }";
    let report = try_laws(&|| loaded(script), &["4"], Effort { plays: 1, ..Effort::default() });
    assert_eq!((report.broken, report.positions), (None, 3));
}

#[test]
fn what_no_finite_tree_decides_is_a_draw_only_if_the_graph_is_closed() {
    let away = loaded("let endless = true; fn moves(n) { [n + 1] }");
    assert_eq!(answer(&away, &["1"], &few(1_000)).unwrap_err(), Stopped::Positions(1_000).into());
    let ring = loaded("let endless = true; fn moves(n) { [(n + 1) % 5] }");
    assert_eq!(answer(&ring, &["1"], &few(1_000)).unwrap().outcome, Outcome::Draw);
    // Right has no move from 2, and otherwise both go on for ever
    let sides =
        loaded("let endless = true; fn left_moves(n) { [n + 1] } fn right_moves(n) { if n == 2 { [] } else { [n + 1, n + 5] } }");
    let of =
        |text, first| answer(&sides, &[text], &SolveOptions { first, first_only: true, ..few(1_000) }).map(|found| found.outcome);
    assert_eq!([of("1", Player::Left), of("2", Player::Right)], [Ok(Outcome::Win), Ok(Outcome::Loss)]);
    assert_eq!(of("1", Player::Right), Err(Stopped::Positions(1_000).into()));
    let ends = "if n == 3 { [] } else if n == 2 { [3] } else { [n + 1, n + 9] }";
    let won = loaded(&format!("let endless = true; fn moves(n) {{ {ends} }} fn terminal_outcome(n) {{ `win` }}"));
    assert_eq!(answer(&won, &["1"], &few(1_000)).unwrap().outcome, Outcome::Win);
}

#[test]
fn endless_heaps_and_points_are_refused() {
    for script in ["fn heap_options(n) { [] }", "fn moves(n) { [] } fn terminal_score(n) { 0 }", "let amounts = [1];"] {
        let plugin = Plugin::from_script("game.rhai", &format!("let endless = true; {script}"), None).unwrap();
        assert!(plugin.fault().unwrap().to_string().contains("`endless` is for"), "{script}");
    }
}

const FIVE: &str = "fn heap_options(n) {
    if n == 0 { [] } else if n % 2 == 1 { [n - 1] } else { let h = n / 2; [n - 1, [h, h, h, h, h]] }
}";

#[test]
fn a_law_that_is_only_observed_answers_if_it_is_asked_for() {
    let five = loaded(FIVE);
    let observing = SolveOptions { observed: true, ..SolveOptions::default() };
    for (heap, nimber) in [("1000000000", 1_u8), ("536870912", 1), ("402653184", 2)] {
        let found = answer(&five, &[heap], &observing).unwrap();
        assert_eq!(found.value.unwrap().nimber(), Some(&nimber.into()), "{heap}");
        assert!(found.observed[0].ends_with("observed in 4096 rows, not proved"), "{:?}", found.observed);
    }
    let refused = answer(&five, &["1000000000"], &SolveOptions::default()).unwrap_err();
    assert_eq!(refused, Stopped::Positions(Limits::default().positions).into());
    // the definition, row by row
    let mut nimbers = vec![0_u32];
    for n in 1..66_000 {
        let halves = (n % 2 == 0).then(|| nimbers[n / 2]);
        nimbers.push(mex(halves.into_iter().chain([nimbers[n - 1]]).map(Nimber)).0);
    }
    for n in [65_536, 65_568, 65_998] {
        let found = answer(&five, &[&n.to_string()], &observing).unwrap();
        assert_eq!(found.value.unwrap().nimber(), Some(&nimbers[n].into()), "{n}");
    }
}

#[test]
fn an_observed_period_is_challenged_at_large_heaps() {
    let roots = loaded(
        "fn heap_options(n) {
            let out = [];
            let x = 0;
            while x * x <= n { if x * x * x * x >= n && x < n { out.push(x); } x += 1; }
            out
        }",
    );
    let mut nimbers: Vec<u32> = vec![];
    for n in 0..7_000_usize {
        let options = (0..n).take_while(|x| x * x <= n).filter(|x| x.pow(4) >= n);
        nimbers.push(mex(options.map(|x| Nimber(nimbers[x]))).0);
    }
    assert!(nimbers[82..1_000].iter().all(|nimber| *nimber == 0) && nimbers[6_724] == 3);
    let cache = RulesetCache::new("roots", roots.rules().clone());
    let period = |heap: u64, nimber: u64| heap < 82 || nimber == 0;
    let (heap, nimber) = challenge(&cache, 1_000, &Limits::default(), period).unwrap();
    let options = (0..heap).take_while(|x| x * x <= heap).filter(|x| x.pow(4) >= heap);
    assert_eq!(u64::from(mex(options.map(|x| Nimber(nimbers[x as usize]))).0), nimber);
    // these heaps follow their law
    let half = loaded("fn heap_options(n) { if n > 1 { [n / 2] } else { [] } }");
    let cache = RulesetCache::new("half", half.rules().clone());
    assert_eq!(challenge(&cache, 100, &Limits::default(), |heap, nimber| nimber == u64::from(heap.ilog2() % 2)), None);
}

/// Sorted piles: a move lowers a pile, and the piles stay sorted.
const SORTED: &str = "let example = `1.3`;
fn moves(piles) {
    let out = [];
    for i in 0..piles.len() {
        let least = if i == 0 { 0 } else { piles[i - 1] };
        for size in least..piles[i] { let next = piles; next[i] = size; out.push(next); }
    }
    out
}
fn parse(text) { text.split(`.`).map(|pile| parse_int(pile)) }
fn show(piles) { let text = ``; for pile in piles { text += if text == `` { `${pile}` } else { `.${pile}` }; } text }
fn equals(piles) {
    let out = [];
    let i = piles.len() - 1;
    while i >= 0 { out.push(`nim@${piles[i] - if i == 0 { 0 } else { piles[i - 1] }}`); i -= 2; }
    out
}";

fn with_nim(script: &str) -> Plugin {
    let nim = Entry::new("nim", |_| Ok(any::one_heap(AllBut(AmountSet::default()))));
    loaded(script).with_rulesets(&Registry::default().with([nim.component("heap").play("any").example("nim@3")]))
}

#[test]
fn promised_nimbers_are_those_of_the_search_and_answer_at_any_size() {
    let (sorted, options) = (with_nim(SORTED), SolveOptions { search: true, ..SolveOptions::default() });
    for piles in (0..5).flat_map(|a| (a..6).flat_map(move |b| (b..7).map(move |c| format!("{a}.{b}.{c}")))) {
        let promised = answer(&sorted, &[&piles], &SolveOptions::default()).unwrap();
        let searched = answer(&sorted, &[&piles], &options).unwrap();
        assert_eq!(promised.value.unwrap().nimber(), searched.value.unwrap().nimber(), "{piles}");
        let moves = |answer: &[sprague::solve::SumMove]| answer.iter().map(|mv| mv.changed[0].1.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&promised.winning_moves), moves(&searched.winning_moves), "{piles}");
        assert_eq!(
            promised.observed,
            ["game: the nimber is promised by `equals` of the script, not proved; `sprague test` tries it"]
        );
    }
    let large: Vec<String> = (1..=21).map(|pile| (20 * pile).to_string()).collect();
    // 11 differences of 20
    let found = answer(&sorted, &[&large.join(".")], &SolveOptions::default()).unwrap();
    assert_eq!(found.value.unwrap().nimber(), Some(&20_u8.into()));
}

#[test]
fn false_promises_are_found_at_any_size() {
    let tried = |script: &str, start: &str| {
        let plugin = with_nim(script);
        let (factors, limits) = (std::cell::RefCell::new(FactorNimbers::default()), Limits::default());
        let nimber =
            |position: &AnyPosition| factors.borrow_mut().nimber(&**plugin.rules(), position, &limits)?.ok()?.try_into().ok();
        let (held, broken) = try_promises(&plugin, &[start], &nimber);
        assert_eq!(plugin.fault(), None);
        (held > 10, broken.is_some())
    };
    assert_eq!(tried(SORTED, "20.40.60.80.100"), (true, false));
    assert!(tried(&SORTED.replace("i -= 2", "i -= 1"), "20.40.60.80.100").1);
    assert!(tried(&SORTED.replace("piles.len() - 1", "piles.len() - 2"), "20.40.60.80.100").1);
    for (text, why) in [("`kayles@3`", "kayles"), ("`nim@x`", "a number"), ("[3]", "a text such as"), ("`./a.rhai@3`", "a.rhai")]
    {
        let plugin = with_nim(&format!("fn moves(n) {{ [] }} fn equals(n) {{ {text} }}"));
        assert!(plugin.rules().factors(&plugin.rules().read("3").unwrap()).is_none());
        assert!(plugin.fault().unwrap().to_string().contains(why), "{text}: {}", plugin.fault().unwrap());
    }
}

#[test]
fn strings_of_thousands_of_letters_are_positions() {
    let halves = loaded("let example = `abab`; fn moves(s) { if s.len() < 2 { [] } else { [s.sub_string(0, s.len() / 2)] } }");
    // 5000, 2500, …, 4, 2, 1: twelve moves
    let found = answer(&halves, &[&"ab".repeat(2_500)], &SolveOptions::default()).unwrap();
    assert_eq!((found.outcome, found.best.unwrap().changed[0].1.len()), (Outcome::Loss, 2_500));
}
