//! Loading is fast, and a plugin that fails does not affect others, on any thread.

use super::judge::{module, script};
use super::modules::with;
use sprague::any::AnyImpartial;
use sprague::evaluate::nimber;
use sprague_plugin::Plugin;

#[test]
fn plugins_that_fail_on_some_threads_leave_those_on_others_alone() {
    let good = Plugin::from_script("good.rhai", "fn moves(n) { [1, 2, 3].filter(|k| k <= n).map(|k| n - k) }", None);
    let Ok(good) = good else { panic!("it takes no parameters") };
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                module(&with("options", "(unreachable)", "")).is_a_fault("trap", "options", "trapped");
                script("fn moves(n) { n.x }").is_a_fault("moves", "moves", "");
            });
            threads.spawn(|| {
                let rules = good.rules();
                let typed = AnyImpartial::try_from(rules.clone()).unwrap();
                let value = nimber(&typed, &rules.read("30").unwrap());
                assert!(rules.fault().is_some() || value.unwrap().0 == 2);
            });
        }
    });
}

#[test]
fn a_fault_says_the_first_thing_that_went_wrong() {
    let plugin = Plugin::from_script("hostile.rhai", "fn moves(n) { if n == 3 { n.x } else { n.y } }", None).unwrap();
    let rules = plugin.rules();
    for text in ["3", "4", "3"] {
        let position = rules.read(text).unwrap_or_default();
        rules.options(&position, sprague::Player::Left, 0, &mut vec![]);
    }
    let fault = plugin.fault().unwrap().to_string();
    assert!(fault.contains('x') && fault.contains("hostile.rhai: `moves`"), "{fault}");
}

#[test]
fn the_reserved_words_of_the_page_are_no_names() {
    let page = include_str!("../../SCRIPTS.md");
    let (_, listed) = page.split_once("**Reserved words**").unwrap();
    let words: Vec<&str> = listed.split("\n\n").next().unwrap().split('`').skip(1).step_by(2).collect();
    let loads = |word: &str| {
        Plugin::from_script("words.rhai", &format!("fn moves(n) {{ let {word} = n; [] }}"), None)
            .is_ok_and(|plugin| plugin.fault().is_none())
    };
    assert!(words.contains(&"go") && words.len() > 50, "{words:?}");
    for word in words {
        assert!(!loads(word), "{word}");
    }
    for word in ["move", "left", "heap", "global", "exit", "end"] {
        assert!(loads(word), "{word}");
    }
}
