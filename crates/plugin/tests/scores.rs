//! Scripts that count points, and scripts for two players with their own ending, compared with plain minimax.

use sprague::any::{AnyEnding, AnyPosition};
use sprague::evaluate::{OutcomeSearch, ScoreSearch, scores};
use sprague::{AnyRuleset, Limits, Outcome, Player, ScoreBounds};
use sprague_plugin::Plugin;
use std::fmt::Write;
use std::sync::Arc;

/// A move: the position after it, the gain, and whether the player moves again.
type Move = (usize, i64, bool);

/// Moves of Left and Right in each position, and the points or the result if there are no moves.
struct Table {
    moves: [Vec<Vec<Move>>; 2],
    ends: Vec<i64>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % n
    }

    /// Moves to smaller positions; two moves may lead to one position and gain different points.
    fn table(&mut self, count: u64, has_gains: bool) -> Table {
        let mut moves = || {
            let listed = |random: &mut Self, at: u64| {
                let mv = |random: &mut Self| match has_gains {
                    true => (random.below(at) as usize, random.below(9) as i64 - 3, random.below(3) == 0),
                    false => (random.below(at) as usize, 0, false),
                };
                (0..if at == 0 { 0 } else { random.below(4) }).map(|_| mv(random)).collect()
            };
            (0..count).map(|at| listed(self, at)).collect::<Vec<_>>()
        };
        let moves = [moves(), moves()];
        Table { moves, ends: (0..count).map(|_| self.below(7) as i64 - 3).collect() }
    }
}

impl Table {
    /// Returns the score for the player to move, or 1, 0 or −1 if only the result counts.
    fn plain(&self, at: usize, player: Player) -> i64 {
        let worth = |&(to, gain, again): &Move| gain + if again { self.plain(to, player) } else { -self.plain(to, -player) };
        self.moves[player as usize][at].iter().map(worth).max().unwrap_or_else(|| player.signed(self.ends[at]))
    }

    fn script(&self, has_sides: bool, is_scored: bool) -> String {
        let mut text = String::new();
        for (name, player) in if has_sides { &[("left_moves", 0), ("right_moves", 1)][..] } else { &[("moves", 0)] } {
            let listed: Vec<String> = self.moves[*player]
                .iter()
                .map(|moves| {
                    let moves = moves.iter().map(|(to, gain, again)| match (is_scored, gain, again) {
                        (false, ..) => to.to_string(),
                        (true, 0, false) => format!("{to}"),
                        (true, _, false) => format!("#{{ to: {to}, gain: {gain} }}"),
                        (true, ..) => format!("#{{ to: {to}, gain: {gain}, again: true }}"),
                    });
                    format!("[{}]", moves.collect::<Vec<_>>().join(", "))
                })
                .collect();
            writeln!(
                text,
                "const {} = [{}];\nfn {name}(p) {{ {}[p] }}",
                name.to_uppercase(),
                listed.join(", "),
                name.to_uppercase()
            )
            .unwrap();
        }
        let ends: Vec<String> = self
            .ends
            .iter()
            .map(|end| match is_scored {
                true => end.to_string(),
                false => format!("\"{}\"", ["right", "draw", "left"][(end.signum() + 1) as usize]),
            })
            .collect();
        let function = if is_scored { "terminal_score" } else { "terminal_outcome" };
        writeln!(text, "const ENDS = [{}];\nfn {function}(p) {{ ENDS[p] }}", ends.join(", ")).unwrap();
        text
    }
}

fn loaded(text: &str) -> (Plugin, AnyEnding) {
    let plugin = Plugin::from_script("random.rhai", text, None).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let rules = AnyEnding::try_from(plugin.rules().clone()).unwrap();
    (plugin, rules)
}

fn compare(scripts: u64, count: u64) {
    let (mut random, limits) = (Random(59), Limits::default());
    for round in 0..scripts {
        let (has_sides, is_scored) = (round % 2 == 0, round % 3 != 0 || round % 2 == 1);
        let mut table = random.table(count, is_scored);
        if !has_sides {
            table.moves[1] = table.moves[0].clone();
        }
        let text = table.script(has_sides, is_scored);
        let (plugin, rules) = loaded(&text);
        for at in 0..count as usize {
            let position = plugin.rules().read(&at.to_string()).unwrap();
            for player in if has_sides { &Player::BOTH[..] } else { &Player::BOTH[..1] } {
                let start = rules.start(*player, position.clone());
                // one-sided ends are seen by the player to move
                let expected = if has_sides { table.plain(at, *player) } else { one_sided(&table, at) };
                if is_scored {
                    let score = ScoreSearch::new(&rules, &limits).score(&start, &mut ScoreBounds::UNKNOWN.clone());
                    assert_eq!(score, Ok(expected), "{text}{at}");
                    assert_eq!(scores(&rules, &start, &limits).unwrap()[&start], expected, "{text}{at}");
                } else {
                    let outcome = OutcomeSearch::new(&rules, &limits).outcome(&start);
                    assert_eq!(outcome, Ok(Outcome::of_score(expected)), "{text}{at}");
                }
            }
        }
        assert_eq!(plugin.fault(), None, "{text}");
    }
}

fn one_sided(table: &Table, at: usize) -> i64 {
    let worth = |&(to, gain, again): &Move| gain + if again { one_sided(table, to) } else { -one_sided(table, to) };
    table.moves[0][at].iter().map(worth).max().unwrap_or(table.ends[at])
}

#[test]
fn random_scripts_have_the_scores_of_plain_minimax() {
    compare(24, 9);
}

#[test]
#[ignore = "slow: 500 scripts"]
fn slow_random_scripts_have_the_scores_of_plain_minimax() {
    compare(500, 14);
}

/// Returns the failure of a script with these functions, from loading or listing.
fn refused(text: &str) -> String {
    match Plugin::from_script("bad.rhai", text, None) {
        Err(error) => format!("{error:?}"),
        Ok(plugin) => {
            let position = plugin.rules().read("3").unwrap_or_default();
            let ending = || plugin.rules().terminal_outcome(&position, Player::Left);
            let mut moves = vec![];
            plugin.rules().moves(&position, Player::Left, 0, &mut moves);
            ending();
            plugin.rules().score_bounds(&position, Player::Left);
            plugin.fault().map(|fault| fault.to_string()).unwrap_or_default()
        }
    }
}

#[test]
fn what_contradicts_itself_is_refused() {
    let scored = "fn terminal_score(p) { 0 }";
    for (text, how) in [
        ("fn moves(p) { [#{ to: p - 1, gain: 2 }] }".to_owned(), "`gain` and `again` are for rules that count points"),
        (format!("fn moves(p) {{ [#{{ to: p - 1, gain: 1.5 }}] }} {scored}"), "a whole number as `gain`"),
        (format!("fn moves(p) {{ [#{{ to: p - 1, gain: 3000000000 }}] }} {scored}"), "beyond 2^31"),
        (format!("fn moves(p) {{ [#{{ to: p - 1, again: 1 }}] }} {scored}"), "`true` or `false` as `again`"),
        (format!("fn moves(p) {{ [] }} fn terminal_outcome(p) {{ \"win\" }} {scored}"), "give one of them"),
        ("fn moves(p) { [] } fn terminal_outcome(p) { \"left\" }".to_owned(), "was expected, not left"),
        ("fn moves(p) { [] } fn terminal_score(p) { \"many\" }".to_owned(), "a whole number was expected"),
        (
            format!("fn moves(p) {{ [] }} fn score_bounds(p) {{ [3, 1] }} {scored}"),
            "the lower bound 3 is above the upper bound 1",
        ),
        (format!("fn moves(p) {{ [] }} fn score_bounds(p) {{ 3 }} {scored}"), "two whole numbers"),
        ("fn moves(p) { [] } fn score_bounds(p) { () }".to_owned(), "it is for rules that count points"),
        (
            format!("fn moves(p) {{ [#{{ to: 1, label: \"a\" }}, #{{ to: 1, gain: 1, label: \"a\" }}] }} {scored}"),
            "two moves are called `a`",
        ),
        (format!("fn moves(p) {{ [] }} fn summands(p) {{ [p] }} {scored}"), "have no summands"),
    ] {
        let found = refused(&text);
        assert!(found.contains(how), "{text}: {found}");
    }
}

#[test]
fn an_extra_turn_keeps_the_player_and_entailed_positions_have_no_effect() {
    let text = "fn left_moves(p) { if p > 0 { [#{ to: p - 1, gain: 1, again: p > 2 }] } else { [] } } \
        fn right_moves(p) { if p > 0 { [#{ to: p - 1, gain: 5 }] } else { [] } } fn terminal_score(p) { 0 } \
        fn is_entailed(p) { true }";
    let (plugin, rules) = loaded(text);
    let (limits, position) = (Limits::default(), AnyPosition::clone(&plugin.rules().read("4").unwrap()));
    let score = |player| {
        let start = rules.start(player, position.clone());
        ScoreSearch::new(&rules, &limits).score(&start, &mut ScoreBounds::UNKNOWN.clone()).unwrap()
    };
    // Left takes 4, 3 and 2 in one turn and leaves 1; Right takes 4, and Left 3 and 2
    assert_eq!((score(Player::Left), score(Player::Right)), (3 - 5, 5 - 2 + 5));
    let negative: Arc<dyn AnyRuleset> = sprague::any::negative(plugin.rules().clone());
    let rules = AnyEnding::try_from(negative).unwrap();
    let start = rules.start(Player::Right, position);
    assert_eq!(ScoreSearch::new(&rules, &limits).score(&start, &mut ScoreBounds::UNKNOWN.clone()), Ok(-2));
}
