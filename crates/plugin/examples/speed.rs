//! How long `moves` of a subtraction ruleset takes through both doors.
use sprague_core::{AnyRuleset, Player};
use sprague_plugin::{Content, Plugin};
use std::time::Instant;

fn time(rules: &dyn AnyRuleset) -> f64 {
    let position = rules.read("11").expect("a heap");
    let calls = 200_000;
    let start = Instant::now();
    let mut options = vec![];
    for _ in 0..calls {
        options.clear();
        rules.options(&position, Player::Left, 0, &mut options);
    }
    assert_eq!((options.len(), rules.fault()), (3, None));
    start.elapsed().as_nanos() as f64 / f64::from(calls)
}

fn main() {
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        let plugin = Plugin::load(&path, None).expect("the file is there");
        let loading = start.elapsed();
        let Content::Rules(rules) = plugin.content() else { panic!("it has positions") };
        println!("{path}: loaded in {loading:?}, {:?}; moves {:.0} ns a call", plugin.fault(), time(&**rules));
    }
}
