//! Scripts, programs and modules that count points, and scripts for two players with their own ending.

use sprague::any::{AnyEnding, AnyPosition};
use sprague::evaluate::ScoreSearch;
use sprague::{AnyRuleset, Limits, Player, ScoreBounds};
use sprague_plugin::Plugin;
use std::sync::Arc;

fn loaded(text: &str) -> (Plugin, AnyEnding) {
    let plugin = Plugin::from_script("random.rhai", text, None).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let rules = AnyEnding::try_from(plugin.rules().clone()).unwrap();
    (plugin, rules)
}

/// Checks rules under which one token gains 1 and another turn, and two tokens gain 3.
fn takes_one_or_two(plugin: &Plugin) {
    let (rules, limits) = (AnyEnding::try_from(plugin.rules().clone()).unwrap(), Limits::default());
    let mut expected = vec![0, 1];
    for heap in 0..9 {
        let start = rules.start(Player::Left, plugin.rules().read(&heap.to_string()).unwrap());
        let score = ScoreSearch::new(&rules, &limits).score(&start, &mut ScoreBounds::UNKNOWN.clone());
        assert_eq!(score, Ok(expected[heap]), "{heap}: {:?}", plugin.fault());
        expected.push((1 + expected[heap + 1]).max(3 - expected[heap]));
    }
    let bounds = plugin.rules().score_bounds(&plugin.rules().read("4").unwrap(), Player::Left);
    assert_eq!((bounds, plugin.fault()), (ScoreBounds { low: 0, high: 8 }, None));
}

#[cfg(unix)]
#[test]
fn programs_count_points() {
    let path = std::env::temp_dir().join(format!("sprague-scores-{}.sh", std::process::id()));
    let script = |gain: &str| {
        format!(
            r#"while read -r line; do
n=$(printf %s "$line" | tr -dc 0-9)
case $line in
*about*) echo '{{"example":"4","answers":["terminal_score","score_bounds"]}}' ;;
*terminal_score*) echo '{{"terminal_score":0}}' ;;
*score_bounds*) echo "{{\"score_bounds\":[0,$((2*n))]}}" ;;
*options*)
  if [ "$n" -ge 2 ]; then echo "{{\"options\":[[\"one\",\"$((n-1))\",{gain}],[\"two\",\"$((n-2))\",3]]}}"
  elif [ "$n" -ge 1 ]; then echo "{{\"options\":[[\"one\",\"$((n-1))\",{gain}]]}}"
  else echo '{{"options":[]}}'; fi ;;
esac
done"#
        )
    };
    let plugin = |text: String| {
        std::fs::write(&path, text).unwrap();
        Plugin::start(&format!("\"sh {}\"", path.display())).unwrap()
    };
    takes_one_or_two(&plugin(script("1,true")));
    for (text, how) in [
        (script("1.5"), "a whole number as gain and then true or false was expected, not [1.5]"),
        (script("1,1"), "was expected, not [1,1]"),
        (script("3000000000"), "beyond 2^31"),
        (script("1").replacen("\"terminal_score\",\"score_bounds\"", "", 1), "gains are for rules that count points"),
        (script("1").replacen("score_bounds", "summands", 1), "have no summands"),
        (script("1").replacen("\"terminal_score\",", "\"terminal_score\",\"terminal_outcome\",", 1), "give one of them"),
    ] {
        let plugin = plugin(text);
        if let Ok(position) = plugin.rules().read("3") {
            plugin.rules().moves(&position, Player::Left, 0, &mut vec![]);
        }
        let fault = plugin.fault().map(|fault| fault.to_string()).unwrap_or_default();
        assert!(fault.contains(how), "{how}: {fault}");
    }
    std::fs::remove_file(path).ok();
}

#[test]
fn modules_count_points() {
    let module = r#"(module (memory (export "memory") 1)
        (func (export "sprague_version") (result i32) (i32.const 2))
        (func (export "about") (result i64) (i64.const 0))
        (func (export "input") (result i32) (i32.const 0))
        (func (export "options") (param i32 i32) (result i64) (local i64)
            (local.set 2 (i64.load (i32.const 0)))
            (i64.store (i32.const 8192) (i64.const 1)) (i64.store (i32.const 8200) (i64.const 1))
            (i64.store (i32.const 8208) (i64.sub (local.get 2) (i64.const 1)))
            (i64.store (i32.const 8216) (i64.const 1)) (i64.store (i32.const 8224) (i64.const 1))
            (i64.store (i32.const 8232) (i64.sub (local.get 2) (i64.const 2)))
            (if (i64.gt_u (local.get 2) (i64.const 2)) (then (local.set 2 (i64.const 2))))
            (i64.or (i64.const 0x200000000000) (i64.mul (local.get 2) (i64.const 3))))
        (func (export "gain") (param i32 i32 i32) (result i64)
            (i64.extend_i32_u (i32.add (i32.const 1) (i32.shl (local.get 2) (i32.const 1)))))
        (func (export "again") (param i32 i32 i32) (result i32) (i32.eqz (local.get 2)))
        (func (export "score_bounds") (param i32) (result i64)
            (i64.store (i32.const 9216) (i64.const 0))
            (i64.store (i32.const 9224) (i64.mul (i64.const 2) (i64.load (i32.const 0))))
            (i64.const 0x240000000002))
        (func (export "terminal_score") (param i32) (result i64) (i64.const 0)))"#;
    takes_one_or_two(&Plugin::from_text("take.wat", module.as_bytes(), None).unwrap());
    let many = module.replacen("(i32.eqz (local.get 2))", "(i32.const 2)", 1);
    let plugin = Plugin::from_text("take.wat", many.as_bytes(), None).unwrap();
    plugin.rules().moves(&plugin.rules().read("3").unwrap(), Player::Left, 0, &mut vec![]);
    assert!(plugin.fault().is_some_and(|fault| fault.to_string().contains("1 or 0 was expected, not 2")));
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
