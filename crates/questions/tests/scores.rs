//! Random scripts that count points, or in which the rules decide who has won, compared with plain minimax. Their strategies are
//! replayed, and forged ones are rejected.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::json;
use sprague::certificate::{Answers, ClaimedRows, Strategy};
use sprague::{Limits, Outcome, Player};
use sprague_questions::analyse::RowTable;
use sprague_questions::{AnyAnswer, RowPlan, Session, Solve, StrategyOf, analyse, certify, question, solve, strategy};
use std::fmt::Write;

/// A move: the position after it, the gain, and whether the player moves again.
type Move = (usize, i64, bool);

/// Moves of Left and Right in each position, and the points or the result if there are no moves.
struct Table {
    moves: [Vec<Vec<Move>>; 2],
    ends: Vec<i64>,
    has_sides: bool,
    is_scored: bool,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % n
    }

    /// Moves to smaller positions; two moves may lead to one position and gain different points. If `is_loopy`, moves between three
    /// neighbouring positions may lead back, and gain nothing.
    fn table(&mut self, count: u64, has_sides: bool, is_scored: bool, is_loopy: bool) -> Table {
        let mut moves = || {
            let listed = |random: &mut Self, at: u64| {
                let block = at / 3 * 3;
                let targets = if is_loopy { count.min(block + 3) } else { at };
                let mv = |random: &mut Self| {
                    let to = random.below(targets);
                    let gains = is_scored && !(is_loopy && to >= block);
                    let gain = if gains { random.below(9) as i64 - 3 } else { 0 };
                    (to as usize, gain, is_scored && random.below(3) == 0)
                };
                (0..if targets == 0 { 0 } else { random.below(4) }).map(|_| mv(random)).collect()
            };
            (0..count).map(|at| listed(self, at)).collect::<Vec<_>>()
        };
        let left = moves();
        let right = if has_sides { moves() } else { left.clone() };
        Table { moves: [left, right], ends: (0..count).map(|_| self.below(7) as i64 - 3).collect(), has_sides, is_scored }
    }
}

impl Table {
    /// Returns the scores for each player to move. If only the result counts, the sign is the result.
    ///
    /// Among neighbouring positions, play is cut off after 300 moves. What is gained by leaving them is known before.
    fn plain(&self) -> [Vec<i64>; 2] {
        let end = |player: Player, at: usize| if self.has_sides { player.signed(self.ends[at]) } else { self.ends[at] };
        let mut scores = [(); 2].map(|()| vec![0; self.ends.len()]);
        for at in (0..self.ends.len()).step_by(3).flat_map(|block| [block; 300]) {
            let score = |player: Player, at: usize| {
                let other = &scores[(-player) as usize];
                let worth = |&(to, gain, again): &Move| gain + if again { scores[player as usize][to] } else { -other[to] };
                self.moves[player as usize][at].iter().map(worth).max().unwrap_or_else(|| end(player, at))
            };
            let block = at..self.ends.len().min(at + 3);
            let found = Player::BOTH.map(|player| block.clone().map(|at| score(player, at)).collect::<Vec<_>>());
            scores.iter_mut().zip(found).for_each(|(scores, found)| scores[block.clone()].copy_from_slice(&found));
        }
        scores
    }

    fn script(&self) -> String {
        let mut text = String::new();
        let mut list = |name: &str, items: &mut dyn Iterator<Item = String>| {
            let (constant, items) = (name.to_uppercase(), items.collect::<Vec<_>>().join(", "));
            writeln!(text, "const {constant} = [{items}];\nfn {name}(p) {{ {constant}[p] }}").unwrap();
        };
        for (name, player) in if self.has_sides { &[("left_moves", 0), ("right_moves", 1)][..] } else { &[("moves", 0)] } {
            let mv = |(to, gain, again): &Move| match (gain, again) {
                (0, false) => format!("{to}"),
                (_, false) => format!("#{{ to: {to}, gain: {gain} }}"),
                (_, true) => format!("#{{ to: {to}, gain: {gain}, again: true }}"),
            };
            let listed = |moves: &Vec<Move>| format!("[{}]", moves.iter().map(mv).collect::<Vec<_>>().join(", "));
            list(name, &mut self.moves[*player].iter().map(listed));
        }
        let words = if self.has_sides { ["right", "draw", "left"] } else { ["loss", "draw", "win"] };
        match self.is_scored {
            true => list("terminal_score", &mut self.ends.iter().map(i64::to_string)),
            false => {
                list("terminal_outcome", &mut self.ends.iter().map(|end| format!("{:?}", words[(end.signum() + 1) as usize])));
            }
        }
        text
    }
}

/// Checks that a strategy is accepted and keeps the score, and that forged ones are rejected.
fn replays(session: &Session, strategy: &Strategy, score: i64, random: &mut Random, text: &str) {
    let limits = Limits::default();
    let accepted = session.check(strategy, &limits);
    assert!(accepted.is_ok(), "{accepted:?}: {strategy:?}\n{text}");
    let mut forged = strategy.clone();
    match &mut forged.answers {
        Answers::Scores { at_least, scores } => {
            assert_eq!(*at_least, score.abs(), "{strategy:?}\n{text}");
            let more =
                Strategy { answers: Answers::Scores { at_least: *at_least + 1, scores: scores.clone() }, ..strategy.clone() };
            assert!(!session.check(&more, &limits).unwrap_err().is_open());
            // every score is exact, so that no position has more
            let place = random.below(scores.len() as u64) as usize;
            let entry = scores.values_mut().nth(place).unwrap();
            [&mut entry.first, &mut entry.second].into_iter().flatten().for_each(|score| *score += 1);
        }
        _ if strategy.draw => forged.draw = false,
        Answers::Positions(moves) if !moves.is_empty() => {
            let place = random.below(moves.len() as u64) as usize;
            let from = moves.keys().nth(place).unwrap().clone();
            moves.remove(&from);
        }
        _ => return,
    }
    let error = session.check(&forged, &limits);
    assert!(error.as_ref().is_err_and(|error| !error.is_open()), "{error:?}: {forged:?}\n{text}");
}

fn compare(scripts: u64, count: u64) {
    let folder = tempfile::tempdir().unwrap();
    let (mut random, limits, mut positions) = (Random(59), Limits::default(), 0);
    for round in 0..scripts {
        let table = random.table(count, round % 2 == 0, round % 5 != 0, round % 3 == 0);
        let (text, plain, session) = (table.script(), table.plain(), Session::new());
        let path = folder.path().join(format!("r{round}.rhai"));
        std::fs::write(&path, &text).unwrap();
        for at in 0..count {
            let sum = session.position(&format!("{}@{at}", path.display())).unwrap();
            for player in if table.has_sides { &Player::BOTH[..] } else { &Player::BOTH[..1] } {
                let (expected, first) = (plain[*player as usize][at as usize], table.has_sides.then_some(*player));
                let answer = solve(&sum, &Solve { first, ..Solve::default() }, &limits).unwrap();
                assert_eq!(answer.outcome, Outcome::of_score(expected), "{text}{at}");
                assert_eq!(answer.score, table.is_scored.then_some(expected), "{text}{at}");
                let found = strategy(&sum, &StrategyOf { first, ..StrategyOf::default() }, &limits).unwrap();
                replays(&session, &found, expected, &mut random, &text);
                positions += 1;
            }
        }
    }
    assert!(positions >= scripts * count);
}

#[test]
fn random_scripts_have_the_scores_and_strategies_of_plain_minimax() {
    compare(12, 9);
}

#[test]
#[ignore = "slow: 500 scripts"]
fn slow_random_scripts_have_the_scores_and_strategies_of_plain_minimax() {
    compare(500, 14);
}

/// Compares the scores of cumulative subtraction with a plain recurrence, and checks certificates of their periods. The greatest
/// amount times 2 is a period in the end (Cohensius, Larsson, Meir & Wahlstedt 2019, arXiv 1805.09368).
fn certify_cumulative(sets: u64) {
    let (mut random, session) = (Random(2026), Session::new());
    for _ in 0..sets {
        let amounts: std::collections::BTreeSet<usize> = (0..=random.below(6)).map(|_| 1 + random.below(24) as usize).collect();
        let listed: Vec<String> = amounts.iter().map(usize::to_string).collect();
        let game = session.family(&format!("cumulative:{}", listed.join(","))).unwrap();
        let certificate = certify(&game, &RowPlan::default()).unwrap();
        let greatest = *amounts.last().unwrap();
        assert!((2 * greatest as u64).is_multiple_of(certificate.period), "{certificate:?}");
        assert!(session.check(&certificate, &Limits::default()).is_ok(), "{certificate:?}");
        let mut plain: Vec<i64> = vec![];
        for n in 0..2000 {
            let worth = |amount: &usize| *amount as i64 - plain[n - amount];
            plain.push(amounts.iter().filter(|amount| **amount <= n).map(worth).max().unwrap_or(0));
        }
        let analysis = analyse(&game, &RowPlan { to: 1999, ..RowPlan::default() }).unwrap();
        let RowTable::Scores { scores, .. } = &analysis.rows else { panic!("rows of scores") };
        assert_eq!(*scores, plain, "{listed:?}");
        assert_eq!(
            analysis.period.map(|period| (period.preperiod, period.period)),
            Some((certificate.preperiod, certificate.period))
        );
        let mut forged = certificate;
        let ClaimedRows::Nimbers(rows) = &mut forged.values else { panic!("rows of numbers") };
        let place = random.below(rows.len() as u64) as usize;
        rows[place][0] += 1;
        assert!(!session.check(&forged, &Limits::default()).unwrap_err().is_open());
    }
}

#[test]
fn periods_of_cumulative_subtraction_are_proved_and_checked() {
    certify_cumulative(12);
}

#[test]
#[ignore = "slow: 300 sets"]
fn slow_periods_of_cumulative_subtraction_are_proved_and_checked() {
    certify_cumulative(300);
}

#[test]
fn scores_of_code_on_numbers_have_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cumulative.rhai");
    let text = "fn moves(n) { let f = []; for s in [2, 5] { if s <= n { f.push(#{ to: n - s, gain: s }); } } f } fn terminal_score(n) { 0 }";
    std::fs::write(&path, text).unwrap();
    let analysis =
        analyse(&Session::new().family(path.to_str().unwrap()).unwrap(), &RowPlan { to: 130, ..RowPlan::default() }).unwrap();
    let json = analysis.to_json();
    assert_eq!(json["scores"].as_array().unwrap()[..10], [0, 0, 2, 2, 0, 5, 5, 3, 3, 5].map(serde_json::Value::from));
    assert_eq!(
        (&json["play"], &json["period"]["period"], &json["period"]["status"]),
        (&"score".into(), &10.into(), &"observed".into())
    );
}

/// Scripts with positions 0, 1, 2, …: which of them has sides, which counts points, and its rules.
const KINDS: [(&str, bool, bool, &str); 4] = [
    ("outcome", false, false, "fn moves(n) { taken(n, [1, 2]) } fn terminal_outcome(n) { \"win\" }"),
    (
        "sides",
        true,
        false,
        "fn left_moves(n) { taken(n, [1]) } fn right_moves(n) { taken(n, [1, 2]) } fn terminal_outcome(n) { \"left\" }",
    ),
    ("score", false, true, "fn moves(n) { taken(n, [2, 5]).map(|to| #{ to: to, gain: n - to }) } fn terminal_score(n) { 0 }"),
    (
        "stops",
        true,
        true,
        "fn left_moves(n) { taken(n, [1]) } fn right_moves(n) { taken(n, [1, 2]).map(|to| #{ to: to, gain: 1 }) } fn terminal_score(n) { n }",
    ),
];

/// The table of the questions that rules with their own ending answer and refuse.
#[test]
fn rules_with_their_own_ending_answer_who_wins_or_by_how_much_and_refuse_what_the_last_move_decides() {
    let folder = tempfile::tempdir().unwrap();
    for (name, has_sides, is_scored, rules) in KINDS {
        let path = folder.path().join(format!("{name}.rhai"));
        let taken = "fn taken(n, amounts) { let all = []; for a in amounts { if a <= n { all.push(n - a); } } all }";
        std::fs::write(&path, format!("{taken} {rules}")).unwrap();
        let (session, family) = (Session::new(), path.display().to_string());
        let ask = |asked: &str, fields: serde_json::Value| {
            let limits = sprague_questions::LimitsAsked::default();
            let json = serde_json::to_vec(&fields).unwrap();
            let answer = question(asked).unwrap().ask(&session, &json, &limits, Limits::default());
            let read =
                |answer: Box<dyn AnyAnswer>| serde_json::from_slice::<serde_json::Value>(&answer.text(1 << 20).unwrap().unwrap());
            answer.map(|answer| read(answer).unwrap()).map_err(|error| error.to_string())
        };
        let at = format!("{family}@4");
        let keys = match (has_sides, is_scored) {
            (false, false) => &["outcome"][..],
            (true, false) => &["outcome", "outcome_class"],
            (false, true) => &["outcome", "score"],
            (true, true) => &["outcome", "outcome_class", "score", "left_stop", "right_stop"],
        };
        // 1. answered: who wins or by how much, and nothing that has a meaning in sums
        for asked in ["solve", "view"] {
            let told = ask(asked, json!({ "position": at })).unwrap();
            assert!(keys.iter().all(|key| !told[key].is_null()), "{name} {asked}: {told}");
            assert!(["nimber", "value", "smith"].iter().all(|key| told.get(key).is_none_or(|value| value.is_null())), "{told}");
        }
        for asked in ["board", "reply"] {
            assert!(!ask(asked, json!({ "position": at })).unwrap()["moves"].as_array().is_some_and(Vec::is_empty));
        }
        let graph = ask("graph", json!({ "position": at })).unwrap();
        let key = if is_scored { "score" } else { "outcome" };
        assert!(
            graph["nodes"].as_array().unwrap().iter().all(|node| !node[key].is_null() && node["nimber"].is_null()),
            "{graph}"
        );
        let rows = if is_scored { "scores" } else { "outcomes" };
        let table = ask("table", json!({ "what": format!("{family}@{{x}}"), "x": [0, 4], "rows": rows })).unwrap();
        assert!(table.to_string().contains(rows), "{table}");
        let property = if is_scored { "score >= -9" } else { "outcome != draw" };
        assert!(ask("find", json!({ "from": at, "where": property })).unwrap()["found"].as_u64().unwrap() >= 3);
        let strategy = ask("strategy", json!({ "position": at })).unwrap();
        assert_eq!(strategy["form"], if is_scored { "scores" } else { "positions" });
        assert_eq!(ask("check", json!({ "text": strategy.to_string() })).unwrap()["accepted"], true);
        let analysed = ask("analyse", json!({ "family": family, "to": 130 })).unwrap();
        let of_rows = match (has_sides, is_scored) {
            (_, false) => "outcomes",
            (false, true) => "scores",
            (true, true) => "left_stops",
        };
        assert!(!analysed[of_rows].is_null() && analysed.get("nimbers").is_none(), "{analysed}");
        // 2. refused: what the last move decides
        let why = if is_scored { "these rules count points" } else { "these rules say themselves who has won" };
        for (asked, fields) in [
            ("value", json!({ "sum": at })),
            ("value-view", json!({ "sum": at })),
            ("compare", json!({ "left": at, "right": "nim@1" })),
            ("solve", json!({ "position": format!("{at}+nim@1") })),
            ("solve", json!({ "position": format!("{at}+{at}") })),
            ("solve", json!({ "position": at, "rule": "conjunctive" })),
            ("solve", json!({ "position": at, "play": "misere" })),
            ("solve", json!({ "position": format!("impartial:{at}") })),
            ("solve", json!({ "position": format!("pass:{at}") })),
            ("table", json!({ "what": format!("{family}@{{x}}"), "x": [0, 4], "rows": "nimbers" })),
            ("analyse", json!({ "family": family, "rows": "values" })),
            ("analyse", json!({ "family": family, "rows": "forms", "play": "misere" })),
            ("quotient", json!({ "family": family })),
        ] {
            let error = ask(asked, fields).unwrap_err();
            assert!(error.contains(why), "{name} {asked}: {error}");
        }
    }
}

#[test]
fn stops_of_code_on_numbers_have_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stops.rhai");
    let amounts = [[1, 3], [2, 3]];
    let text = "fn of(n, amounts) { let f = []; for s in amounts { if s <= n { f.push(#{ to: n - s, gain: s }); } } f } \
        fn left_moves(n) { of(n, [1, 3]) } fn right_moves(n) { of(n, [2, 3]) } fn terminal_score(n) { n }";
    std::fs::write(&path, text).unwrap();
    let game = Session::new().family(path.to_str().unwrap()).unwrap();
    let analysis = analyse(&game, &RowPlan { to: 30, ..RowPlan::default() }).unwrap();
    // Left's points less Right's, if Left starts and if Right starts
    let mut plain: [Vec<i64>; 2] = [vec![], vec![]];
    for n in 0..31 {
        let stop = |player: usize| {
            let sign = if player == 0 { 1 } else { -1 };
            let worth = |s: &i64| sign * (sign * s + plain[1 - player][(n - s) as usize]);
            amounts[player].iter().filter(|s| **s <= n).map(worth).max().map_or(n, |best| sign * best)
        };
        let stops = [stop(0), stop(1)];
        plain.iter_mut().zip(stops).for_each(|(plain, stop)| plain.push(stop));
    }
    let json = analysis.to_json();
    assert_eq!((&json["left_stops"], &json["right_stops"]), (&json!(plain[0]), &json!(plain[1])));
    assert_eq!((&json["play"], json["outcomes"].as_str().map(str::len)), (&json!("score"), Some(31)), "{json}");
    let columns: Vec<String> = analysis.columns().into_iter().map(|(name, _)| name).collect();
    assert_eq!(columns, ["n", "outcome", "left_stop", "right_stop"]);
    assert_eq!(analysis.first_rows(3).to_json()["right_stops"], json!(plain[1][..3]));
}
