//! The additions of `solve --explain`: the genus of impartial sums, and Smith's values of loopy ones.

use crate::program::{Scratch, ask_words};
use serde_json::{Value, json};

fn explained(sum: &str) -> Value {
    ask_words(&format!("solve {sum} --explain --format json")).json()
}

#[test]
fn impartial_sums_have_a_genus_and_a_misere_nimber() {
    let kayles = explained("octal:0.77@5");
    assert_eq!(kayles["genus"], json!([4, [1, 4, 6, 4, 6]]));
    assert_eq!(kayles["misere_nimber"], json!(1));
    let sum = explained("nim@2,2+kayles@1");
    assert_eq!(sum["genus"], json!([1, [1, 3, 1, 3, 1]]));
    assert_eq!(explained("nim@2,2 --play misere")["genus"], json!([0, [0, 2, 0, 2, 0]]));
    assert!(ask_words("solve octal:0.77@5 --explain").text().contains("genus 4^{146}"));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_has_no_genus_or_none_within_reach_says_nothing_about_it() {
    for sum in ["asymmetric:1/2@5", "stones:1-3@7", "nim@10^30", "octal:4.7@200"] {
        let answer = explained(sum);
        assert_eq!((answer.get("genus"), answer.get("misere_nimber")), (None, None), "{sum}");
    }
    assert_eq!(ask_words("solve nim@3 --format json").json().get("genus"), None);
}

#[test]
fn one_move_is_no_plural() {
    let text = ask_words("solve nim@1 --explain").text();
    assert!(text.contains("\nover in one move with best play\n"), "{text}");
}

#[test]
fn moves_that_are_not_listed_are_counted_and_the_best_is_shown() {
    for (most, said) in
        [(0, "3 winning moves\nbest: "), (1, "3 winning moves, among them:\n  1: take 1  ->  nim@0,1,1\n  … and 2 more\nbest: ")]
    {
        let text = ask_words(&format!("solve nim@1,1,1 --max-moves {most}")).text();
        assert!(text.contains(said), "{text}");
    }
    let text = ask_words("solve nim@3,4,5 --max-moves 0").text();
    assert!(text.contains("\none winning move\nbest: 1: take 2  ->  nim@1,4,5\n"), "{text}");
    assert!(!ask_words("solve nim@3,3 --max-moves 0").text().contains("winning"));
}

#[test]
fn loopy_sums_have_a_smith_value() {
    let graph = Scratch::file("pass", "a a\na b\nc a\nd b\n");
    let of = |rest: &str| explained(&format!("digraph:{}@{rest}", graph.as_str()));
    assert_eq!(of("a")["smith"], json!([0]));
    assert_eq!(of("c")["smith"], json!(0), "whoever moves to a is answered by b");
    assert_eq!(of("a+nim@3")["smith"], json!([3]));
    assert_eq!(of("a,a")["smith"], json!([]));
    assert_eq!(of("c+nim@10^30")["smith"], json!(format!("1{}", "0".repeat(30))));
    assert_eq!(of("d").get("smith"), None, "nothing comes again from d");
    assert_eq!(of("a").get("genus"), None);
    let text = ask_words(&format!("solve digraph:{}@a --explain", graph.as_str())).text();
    assert!(text.contains("Smith value ∞{0}"), "{text}");
}
