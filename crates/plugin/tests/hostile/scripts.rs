//! Scripts that loop, recurse, build huge values, change their answers, and call functions that they should not.

use super::judge::script;
use sprague::{Outcome, Player};
use sprague_plugin::Plugin;

/// A valid script with every function that can be combined.
const FUNCTIONS: [(&str, &str, &str); 6] = [
    ("parameters", "text", "text"),
    ("moves", "n", "if n > 0 { [#{ label: \"one\", to: n - 1 }] } else { [] }"),
    ("parse", "text", "if text == \"3\" { 3 } else { throw \"the heap 3\" }"),
    ("show", "n", "`${n}`"),
    ("canonical", "n", "n"),
    ("terminal_outcome", "n", "\"loss\""),
];

/// Different moves for Left and Right.
const BOTH: &str = "fn left_moves(n) { if n > 1 { [n - 2] } else { [] } } fn right_moves(n) { if n > 0 { [n - 1] } else { [] } }";

/// Returns the valid script with another body of one function.
fn with(function: &str, body: &str) -> String {
    let bodies = FUNCTIONS.map(|(name, argument, good)| {
        let body = if name == function { body } else { good };
        format!("fn {name}({argument}) {{ {body} }}\n")
    });
    bodies.concat()
}

/// Asserts that scripts fail with this body in each of the functions, and with this code outside all functions.
fn fails_everywhere(body: &str, reason: &str) {
    for (function, ..) in FUNCTIONS {
        script(&with(function, body)).is_a_fault(body, function, reason);
    }
    script(&format!("{body}; fn moves(n) {{ [] }}")).is_a_fault(body, "loading", reason);
    script(&format!("fn heap_options(n) {{ {body} }}")).is_a_fault(body, "heap_options", reason);
    script(&format!("fn left_moves(n) {{ {body} }} fn right_moves(n) {{ [] }}")).is_a_fault(body, "left_moves", reason);
    script(&format!("fn right_moves(n) {{ {body} }} fn left_moves(n) {{ [] }}")).is_a_fault(body, "right_moves", reason);
    script(&format!("fn left_options(n) {{ {body} }} fn right_options(n) {{ [] }}")).is_a_fault(body, "left_options", reason);
    script(&format!("fn right_options(n) {{ {body} }} fn left_options(n) {{ [] }}")).is_a_fault(body, "right_options", reason);
    script(&format!("fn moves(n) {{ [] }} fn summands(n) {{ {body} }}")).is_a_fault(body, "summands", reason);
    script(&format!("{BOTH} fn negative(n) {{ {body} }}")).is_a_fault(body, "negative", reason);
}

/// One in `ONE_IN` bodies of a long list is tested.
///
/// Each body may take a second until it is stopped. `cargo test --release -p sprague-plugin --features modules --
/// --include-ignored` tests all.
const ONE_IN: usize = if cfg!(debug_assertions) { 4 } else { 1 };

/// Asserts that scripts fail with each of these bodies of `moves`, for any reason.
fn fails(bodies: &[&str]) {
    for body in bodies.iter().step_by(if bodies.len() > 10 { ONE_IN } else { 1 }) {
        script(&with("moves", body)).is_a_fault(body, "moves", "");
    }
}

#[test]
fn the_good_script_is_good() {
    let verdict = script(&with("", ""));
    verdict.is_fine("good");
    assert_eq!(verdict.outcome, Some(Outcome::Win));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_loop_without_end_in_any_function_is_stopped() {
    fails_everywhere("loop {}", "operations");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_loops_of_other_kinds_are_stopped() {
    fails(&[
        "while true {}",
        "do { } while true",
        "for i in 0..1000000000000000000 {}",
        "for i in range(0, 9223372036854775807, 1) {}",
        "let i = 0; while i >= 0 { i += 1; i -= 1; }",
        "loop { try { throw 1 } catch { } }",
        "loop { try { loop { } } catch { } }",
        "let f = || loop {}; f.call()",
        "[1].map(|x| loop {})",
        "[2, 1].sort(|a, b| loop {})",
    ]);
}

#[test]
fn recursion_in_any_function_is_stopped() {
    fails_everywhere("let f = |f| f.call(f); f.call(f)", "deep");
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_recursion_of_other_kinds_is_stopped() {
    fails(&["moves(n)", "moves(n) + moves(n)", "[n].map(|x| moves(x))", "try { moves(n) } catch { moves(n) }"]);
    // every level uses as much of the stack as an expression can
    for (open, close) in [("(1+", ")"), ("[", "]"), ("{", "}"), ("if true {", "}"), ("#{a:", "}"), ("f(", ")"), ("-(", ")")] {
        for depth in [8, 12, 15, 22, 31, 40, 46] {
            let body = format!("{}moves(n){}", open.repeat(depth), close.repeat(depth));
            // the limit on calls stops it, or, for deep expressions, the limit on expressions
            assert!(script(&(with("moves", &body) + "fn f(n) { n }")).fault.is_some(), "{body}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_is_nested_for_ever_is_stopped() {
    fails(&[
        "let a = []; loop { a = [a] }",
        "let a = []; loop { let b = []; b.push(a); a = b }",
        "let a = #{}; loop { a = #{ a: a } }",
        "let a = []; loop { a = [#{ a: a }] }",
        "let a = 0; for i in 0..60000 { a = [a] } [a]",
        "let a = 0; for i in 0..4000 { a = [a] } [a]",
        "let a = 0; for i in 0..4000 { a = #{ a: a } } [a]",
        "let a = 0; for i in 0..60000 { a = [a] } a == a",
        "let a = 0; for i in 0..60000 { a = [a] } `${a}`",
        "let a = 0; for i in 0..60000 { a = [a] } throw a",
        "let f = || 1; loop { let g = f; f = || g.call() }",
        "let f = || 1; loop { let g = f; f = || g }",
        "let f = |x| 1; loop { f = f.curry(f) }",
        "let f = |x| 1; loop { let g = |x| 1; f = g.curry([f]) }",
    ]);
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_huge_strings_and_lists_are_stopped() {
    fails_everywhere("let s = \"x\"; loop { s += s }", "");
    fails(&[
        "let s = \"x\"; loop { s = `${s}${s}` }",
        "let s = \"x\"; s.pad(1000000000, 'x'); s",
        "let s = \"x\"; s.pad(9223372036854775807, \"xyz\"); s",
        "let s = \"\"; loop { s.append(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\") }",
        "let s = \"xxxxxxxxxxxxxxxx\"; loop { s.replace(\"x\", \"xx\") }",
        "\"x\".repeat(1000000000)",
        "\"x\" * 1000000000",
        "let a = [1]; loop { a += a }",
        "let a = [1]; loop { a.push(a) }",
        "let a = []; loop { a = [a, a] }",
        "let a = []; a.pad(1000000000, 0); a",
        "let a = [1]; loop { a.insert(0, a) }",
        "let a = [1]; loop { a.append(a) }",
        "let b = blob(1000000000); b",
        "let b = blob(60000); b.pad(1000000000, 0); b",
        "let m = #{}; for i in 0..1000000000 { m[`${i}`] = i }",
        "let m = #{}; loop { m = #{ a: m, b: m } }",
        "(0..1000000000000000000).to_array()",
        "let a = []; a.pad(30000, 0); loop { a.sort() }",
        "let a = []; a.pad(30000, 0); loop { a.sort(|x, y| y - x) }",
        "let a = []; a.pad(30000, 0); loop { a.reverse(); a.dedup(); a.pad(30000, 0) }",
        "let a = []; for i in 0..65000 { a.push(65000 - i) } loop { a.index_of(70000) }",
        "let s = \"x\"; s.pad(65000, 'x'); loop { s.index_of(\"xxxxxxxxxxxxxxxxxxxxxxxxxy\") }",
        "let s = \"x\"; s.pad(65000, 'x'); loop { s.split(\"x\") }",
        "let s = \"x\"; s.pad(65000, 'x'); loop { s.chars() }",
        "let s = \"x\"; s.pad(65000, 'x'); loop { s.to_upper() }",
        "let s = \"x\"; s.pad(65000, 'x'); let t = s; loop { t.replace(\"x\", s) }",
        "let s = \"x\"; s.pad(65000, 'x'); let a = []; a.pad(30000, s); a",
        "let a = []; a.pad(250, 0); let b = []; b.pad(250, a); let c = []; c.pad(30000, b); c",
        "let a = []; a.pad(30000, 0); let b = a.map(|x| { let c = []; c.pad(30000, x); c }); b",
        "let a = []; for i in 0..60000 { a.push(i) } loop { a.dedup(|x, y| false) }",
        "let a = []; for i in 0..60000 { a.push(i) } loop { a.sort(|x, y| 1) }",
        "let a = []; a.pad(30000, 0); loop { a.splice(0, 1, a) }",
        "let s = \"x\"; s.pad(65000, 'x'); loop { s.remove('y'); s.crop(1); s.pad(65000, 'x') }",
        "let a = []; a.pad(30000, 0); loop { let b = a; b[0] = 1 }",
        "let a = []; a.pad(30000, \"x\"); loop { a == a }",
        "let a = []; a.pad(30000, 0); loop { `${a}` }",
        "let m = #{}; for i in 0..5000 { m[`k${i}`] = i } loop { let k = m.keys(); k.len(); }",
    ]);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_functions_that_are_called_for_each_item_are_stopped() {
    let bodies = [
        "let b = a; a.map(|x| b)",
        "a.map(Fn(`blob`).curry(32768))",
        "let b = a; let f = []; f.pad(6000, Fn(`blob`)); for i in 0..6000 { b[i] = 32768 } f.map(Fn(`map`).curry(b))",
        "let b = a; a.all(|x| b.all(|y| true))",
        "let b = a; let c = a; a.all(|x| b.all(|y| c.all(|z| true)))",
        "let b = a; let c = a; a.filter(|x| b.some(|y| c.some(|z| false)))",
        "loop { try { a.map(|x| { loop { } }) } catch { } }",
        "let f = || { loop { } }; loop { try { f.call() } catch { } }",
    ];
    for (index, body) in bodies.into_iter().enumerate() {
        // there is a look at every fourth operation
        for others in (0..4).filter(|others| (index + others) % ONE_IN == 0) {
            let body = format!("let a = []; a.pad(6000, 0); {} {body}", "n;".repeat(others));
            script(&with("moves", &body)).is_a_fault(&body, "moves", "more than");
        }
    }
}

#[test]
#[ignore = "release: it measures how soon scripts are stopped"]
fn release_what_doubles_or_is_shared_is_stopped() {
    let text = "let s = `x`; s.pad(60000, 'x'); let a = []; a.pad(30000, s);";
    for (body, reason) in [
        ("let s = `x`; loop { s += s }", "a text of more than"),
        ("let s = `x`; loop { s = s + s }", "a text of more than"),
        ("let b = blob(1); loop { b += b }", "a text of more than"),
        ("let a = [1]; loop { a += a }", "32 MiB"),
        ("let a = [1]; loop { a = [a, a] }", "lists, maps and strings"),
        ("let a = [1]; loop { a.push(a) }", "lists, maps and strings"),
        ("let m = #{ a: 1 }; loop { m = #{ a: m, b: m } }", "more than"),
        ("let m = #{}; for i in 0..1 << 40 { m[`a long key of number ${i}`] = `${i}` }", "more than"),
        ("let a = [1]; loop { a.append(a) }", "32 MiB"),
        ("let a = [1]; loop { a.splice(0, 0, a) }", "32 MiB"),
        ("let a = 0; loop { a = [a] }", "one call"),
        ("let a = 0; loop { a = #{ a: a } }", "one call"),
        ("let f = |x| 1; loop { f = f.curry(f) }", "one call"),
        ("let s = ``; s.pad(1 << 40, ' ')", "too large"),
        ("let s = ``; s.pad(1 << 40, `  `)", "too large"),
        ("let s = ``; loop { s.pad(5, ``) }", "operations"),
        ("let s = ``; loop { s.pad(1 << 62, ``) }", "too large"),
        ("blob(1 << 40)", "too large"),
        ("let b = blob(1); b.pad(1 << 40, 0)", "too large"),
        ("let a = []; a.pad(1 << 40, 0)", "too large"),
        ("let a = []; a.pad(300, 0); let b = []; b.pad(300, a)", "too large"),
        (&format!("{text} a"), "text"),
        (&format!("{text} `${{a}}`"), "text"),
        (&format!("{text} `x` + a"), "text"),
        (&format!("{text} throw a"), "text"),
        (&format!("{text} #{{ a: a }}.to_json()"), "text"),
        (&format!("{text} a.reduce(|x, y| x + y)"), "text"),
        ("let s = `x`; s.pad(60000, 'x'); let a = []; a.pad(200, s); `${a}`", "text"),
        ("let s = `x`; s.pad(60000, 'x'); let a = []; a.pad(200, s); `${#{ a: a }}`", "text"),
        ("let s = `x`; s.pad(60000, 'x'); let a = []; a.pad(200, s); #{ a: a }.to_json()", "text"),
        ("let a = []; a.pad(30000, 1234567); a.to_string()", "text"),
    ] {
        script(&with("moves", body)).is_a_fault(body, "moves", reason);
    }
    // a million numbers, then work on texts, and a value that is shown at the last moment
    let all = "let a = []; for i in 0..20 { a.pad(30000, i); let b = a; a.append(b) }";
    fails(&[
        &format!("{all} a"),
        &format!("{all} loop {{ a.sort(); a.reverse() }}"),
        &format!("{all} loop {{ a == a }}"),
        &format!("{all} loop {{ a.dedup() }}"),
        &format!("{all} loop {{ a.index_of(-1) }}"),
        &format!("{all} a.drain(|x| true)"),
        &format!("{all} let b = 0; for i in 0..30000 {{ b = [b] }} a.push(b); `${{a}}`"),
        "let s = `x`; s.pad(65000, 'x'); s += s; let a = []; loop { a += s.split(``) }",
        "let s = `x`; s.pad(65000, 'x'); s += s; let a = []; loop { a += s.to_chars() }",
        "let b = blob(30000); b += b; b += b; let a = []; loop { a += b.to_array() }",
        "let s = ``; s.pad(65000, '\\x01'); let a = []; a.pad(200, s); loop { s.to_debug(); a.to_debug() }",
    ]);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_holds_little_is_stopped_in_time_too() {
    let text = "let s = `x`; s.pad(500, 'x'); let a = []; a.pad(12000, s);";
    fails(&[
        // as much memory as a call may hold while looks are rare
        &format!("{text} loop {{ a.sort(); a.reverse() }}"),
        &format!("{text} loop {{ a == a }}"),
        &format!("{text} loop {{ a.dedup() }}"),
        &format!("{text} loop {{ a.index_of(`x`) }}"),
        "let s = `x`; s.pad(1000, 'x'); loop { s.split(``) }",
        "let s = `x`; s.pad(1000, 'x'); loop { s.replace(`x`, `y`); s.replace(`y`, `x`) }",
        "let a = []; a.pad(7000, []); loop { let b = a; b[0] = 1 }",
        // from almost nothing to very much without a loop
        &format!("let a = [1, 2]; {} a", "a += a; ".repeat(40)),
        &format!("let s = `xy`; {} s", "s += s; ".repeat(40)),
        &format!("let a = [1, 2]; {} a", "a = [a, a]; ".repeat(40)),
        &format!("let b = blob(2); {} b", "b += b; ".repeat(40)),
    ]);
    let long = "let s = `x`; s.pad(60000, 'x');";
    for (outside, body) in [
        ("const MANY = (|| { let a = []; a.pad(30000, 7); a }).call();", "MANY.len()"),
        ("const MANY = (|| { let a = []; a.pad(30000, 7); a += a; a += a; a += a; a += a; a }).call();", "MANY.len()"),
        ("const MANY = (|| { let a = []; a.pad(15000, [1]); a += a; a }).call();", "MANY.len()"),
        (&format!("const LONG = (|| {{ {long} s }}).call();"), "let t = LONG; t.split(`x`)"),
        (&format!("const LONG = (|| {{ {long} let a = []; a.pad(100, s); a }}).call();"), "LONG == LONG"),
    ] {
        let text = format!("{outside} fn moves(n) {{ loop {{ {body}; }} }}");
        script(&text).is_a_fault(&text, "moves", "");
    }
}

#[test]
fn lists_are_as_long_as_memory_allows() {
    for (count, twice) in [(0, 30_000), (2, 120_000)] {
        let long = format!(
            "fn moves(n) {{ if n == 0 {{ return [] }} let all = []; all.pad(30000, n); for k in 0..{count} {{ all += all }}
             if all.len() != {twice} {{ throw `wrong` }} [0] }}"
        );
        let verdict = script(&long);
        verdict.is_fine(&long);
        assert_eq!(verdict.outcome, Some(Outcome::Win));
    }
    let pairs = "fn moves(n) { if n == 0 { return [] } let all = []; all.pad(10000, [n, n]); let b = all; b += all; [b.len()] }";
    script(pairs).is_fine("20,000 pairs");
    let commented = format!("/* {} */ fn moves(n) {{ let s = `{}`; [] }}", "a comment ".repeat(40_000), "x".repeat(60_000));
    script(&commented).is_fine("a long comment");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_memory_is_bounded_however_it_is_held() {
    fails(&[
        // recursion with lists in many variables
        "let a = []; a.pad(30000, 1); let b = a; b[0] = 2; let c = b; c[0] = 3; let d = c; d[0] = 3; moves(n)",
        // closures that contain lists
        "let a = []; a.pad(30000, 1); let f = |x| x; let all = []; loop { a[0] = 2; all.push(f.curry(a)) }",
        "let a = \"\"; a.pad(60000, 'x'); let f = |x| x; let all = []; loop { a[0] = 'y'; all.push(f.curry(a)) }",
        "let all = []; loop { let a = []; a.pad(30000, 1); let f = || a; all.push(f) }",
        "let f = |x| x; let a = []; a.pad(30000, 1); loop { a[0] = 1; f = f.curry(a) }",
        // maps
        "let m = #{}; for i in 0..65000 { m[`k${i}`] = i } moves(n)",
    ]);
    let many: String = (0..250).map(|i| format!("let v{i} = []; v{i}.pad(65000, {i}); ")).collect();
    script(&with("moves", &format!("{many} loop {{}}"))).is_a_fault("variables", "moves", "");
    let many: String = (0..60).map(|i| format!("let v{i} = []; v{i}.pad(65000, {i}); ")).collect();
    script(&with("moves", &format!("{many} moves(n)"))).is_a_fault("variables", "moves", "");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_waiting_for_what_is_in_use_is_stopped() {
    let race = "let a = [1]; let f = || a.len(); loop { try { a.map(|x| f.call()) } catch { } }";
    fails(&[race, "let a = [1]; loop { try { a.map(|x| a.push(1)) } catch { } }"]);
    script(&with("show", race)).is_a_fault(race, "show", "while it was being changed");
}

#[test]
fn nothing_outside_is_reached() {
    fails(&[
        "open_file(\"/etc/passwd\")",
        "timestamp()",
        "sleep(1)",
        "sleep(1.0)",
        "exit(0)",
        "rand()",
        "env(\"HOME\")",
        "let f = Fn(\"eval\"); f.call(\"1\")",
        "let f = Fn(\"sleep\"); f.call(1)",
        "let f = Fn(\"timestamp\"); f.call()",
        "call_native(\"x\")",
        "while true { exit() }",
    ]);
    for body in ["eval(\"1\")", "import \"std\" as s; 1", "export n", "fn f() {}"] {
        script(&with("moves", body)).is_a_fault(body, "loading", "");
    }
    for outside in ["import \"x\" as x;", "eval(\"1\");", "sleep(5);", "timestamp();"] {
        script(&format!("{outside} fn moves(n) {{ [] }}")).is_a_fault(outside, "loading", "");
    }
    // `exit` only ends the call
    script("exit(); fn moves(n) { [] }").is_fine("exit");
    // printed text is not an answer
    for body in ["print(n); []", "debug(n); []"] {
        let verdict = script(&with("moves", body));
        assert!(verdict.fault.is_none_or(|fault| fault.contains("`moves`")), "{body}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_wrong_kinds_of_values_are_refused() {
    fails(&[
        "1",
        "()",
        "\"3\"",
        "#{}",
        "[[1, |x| x]]",
        "[|x| x]",
        "[1.5]",
        "[blob(3)]",
        "[0..3]",
        "[#{ label: 1, to: 2 }, 3]",
        "throw 7",
        "throw #{ a: 1 }",
        "n.foo()",
        "n[3]",
        "undefined",
        "1 / 0",
        "9223372036854775807 + 1",
        "-9223372036854775808 - n",
        "1 << 70",
        "n % 0",
        "[#{ label: \"\", to: 1 }]",
        "[#{ label: \"a\\nb\", to: 1 }]",
        "let l = \"x\"; l.pad(300, 'x'); [#{ label: l, to: 1 }]",
    ]);
    let long = "let p = []; p.pad(8200, 0); [p]";
    script(&with("moves", long)).is_a_fault(long, "moves", "words");
    for shown in ["\"a\\nb\"", "7", "let l = \"x\"; l.pad(70000, 'x'); l"] {
        script(&with("show", shown)).is_a_fault(shown, "show", "");
    }
    for outcome in ["2", "\"won\"", "()", "[]", "\"a\\nb\""] {
        script(&with("terminal_outcome", outcome)).is_a_fault(outcome, "terminal_outcome", "was expected");
    }
    for heaps in ["[n]", "[n + 1]", "[[n]]", "[-1]", "[[0, n]]", "[\"x\"]", "7"] {
        script(&format!("fn heap_options(n) {{ {heaps} }}")).is_a_fault(heaps, "heap_options", "");
        let right = format!("fn left_options(n) {{ [] }} fn right_options(n) {{ {heaps} }}");
        script(&right).is_a_fault(heaps, "right_options", "");
    }
    let message = "`-1,0`, an option of heap 0, is not a heap (a number from 0 on) or a list of heaps";
    script("fn heap_options(n) { [[n - 1, 0]] }").is_a_fault("below 0", "heap_options", message);
    for (function, answer) in
        [("summands", "7"), ("summands", "[|x| x]"), ("summands", "n"), ("canonical", "1.5"), ("negative", "1.5")]
    {
        script(&format!("{BOTH} fn {function}(n) {{ {answer} }}")).is_a_fault(answer, function, "");
    }
}

#[test]
fn a_label_of_two_moves_breaks_a_law() {
    let labels = "if n > 0 { [#{ label: \"a\", to: 0 }, #{ label: \"a\", to: 1 }] } else { [] }";
    let twice = "in `3` the move `a` is listed twice, to `0` and to `1`, which breaks the law `each move is listed once`";
    script(&with("moves", labels)).is_a_fault(labels, "moves", twice);
}

#[test]
fn a_move_that_is_listed_twice_is_one_move() {
    let labelled = "[#{ label: `a`, to: n - 1 }, #{ label: `b`, to: n - 1 }, #{ label: `a`, to: n - 1 }]";
    for (function, moves, count) in
        [("moves", "[n - 1, n - 1, 0]", 2), ("moves", labelled, 2), ("heap_options", "[n - 1, 0, [0, 0]]", 2)]
    {
        let text = format!("fn {function}(n) {{ if n > 0 {{ {moves} }} else {{ [] }} }}");
        script(&text).is_fine(&text);
        let plugin = Plugin::from_script("twice.rhai", &text, None).unwrap();
        let rules = plugin.rules();
        let joiner = if function == "moves" { "~" } else { "." };
        for text in ["5", "5~7", "5~5"] {
            let position = rules.read(&text.replace('~', joiner)).unwrap();
            let (mut options, mut moves) = (vec![], vec![]);
            rules.options(&position, Player::Left, 0, &mut options);
            rules.moves(&position, Player::Left, 0, &mut moves);
            let summands = if text == "5~7" { 2 } else { 1 };
            assert_eq!(options.len(), count * summands, "{function} {text}");
            assert!(moves.iter().map(|mv| &mv.to).eq(&options), "{function} {text}");
        }
        assert_eq!(plugin.fault(), None, "{text}");
    }
}

#[test]
fn a_play_that_steps_below_zero_breaks_a_law() {
    for (moves, from, below) in [("if n > 0 { [n - 1, n - 4] } else { [] }", 3, -1), ("[#{ label: `a`, to: -7 }]", 3, -7)] {
        let text = format!("fn moves(n) {{ {moves} }}");
        let reason = format!(
            "from `{from}` it leads to `{below}`, but a position is a whole number from 0 (an `example` below 0 allows others), \
             which breaks the law `what is shown is read again`"
        );
        script(&text).is_a_fault(moves, "moves", &reason);
        script(&format!("let example = -1; {text}")).is_fine(moves);
    }
    let pair = "fn moves(p) { [[p[0], p[1] - 1]].filter(|to| to[1] > -2) } let example = `2.3`;";
    let plugin = Plugin::from_script("pair.rhai", pair, None).unwrap();
    let rules = plugin.rules();
    let options = |text: &str| {
        let mut options = vec![];
        rules.options(&rules.read(text).unwrap(), Player::Left, 0, &mut options);
        options.len()
    };
    assert_eq!((options("2.1"), plugin.fault(), options("2.0")), (1, None, 0));
    assert!(plugin.fault().unwrap().to_string().contains("from `2.0` it leads to"), "{:?}", plugin.fault());
}

#[test]
fn a_position_that_is_its_own_option_is_a_draw() {
    let verdict = script("fn moves(n) { [n] }");
    verdict.is_fine("a loop of one position");
    assert_eq!(verdict.outcome, Some(Outcome::Draw));
}

#[test]
fn positions_that_grow_for_ever_end_somewhere() {
    script(&with("moves", "[[n]]")).is_a_fault("deeper", "moves", "deep");
    script("fn moves(p) { [`${p}${p}x`] }").is_a_fault("longer", "moves", "words");
    for grown in ["n + 1", "`${n}xxxxxxxx`"] {
        let text = format!("fn moves(n) {{ [{grown}] }}");
        assert_eq!(script(&text).outcome, None, "{grown}: the search stops at its limit");
    }
}

#[test]
fn a_script_has_no_memory_to_change_its_mind_with() {
    for script_text in [
        "let asked = 0; fn moves(n) { asked += 1; if asked > 3 { [] } else { [n] } }",
        "const ASKED = #{ n: 0 }; fn moves(n) { ASKED.n += 1; if ASKED.n > 3 { [] } else { [n] } }",
        "const ASKED = [0]; fn moves(n) { ASKED.push(1); if ASKED.len() > 3 { [] } else { [n] } }",
        "fn moves(n) { this += 1; [n] }",
        "fn moves(n) { global::asked = 1; [n] }",
    ] {
        let verdict = script(script_text);
        if verdict.fault.is_none() {
            assert_eq!(verdict.outcome, Some(Outcome::Draw), "{script_text}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_many_slow_answers_to_one_question_are_too_slow_together() {
    // each call is fast, so only the limit on the question can end them
    let moves = "fn moves(n) { let all = []; for i in 0..10000 { all.push(i) } all } fn parse(text) { 3 }";
    let slow = format!("{moves} fn show(n) {{ let x = 0; for i in 0..20000 {{ x += i }} `${{n}}` }}");
    script(&slow).is_a_fault("show", "show", "question");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_scripts_of_many_statements_are_read_in_time() {
    let good = "fn moves(n) { if n > 0 { [n - 1] } else { [] } }";
    let statements = if cfg!(debug_assertions) { 6_000 } else { 20_000 };
    let many = |part: &dyn Fn(usize) -> String| (0..statements).map(part).collect::<String>();
    let parts: [&dyn Fn(usize) -> String; 4] =
        [&|_| "{}".to_owned(), &|n| format!("let v{n} = {n};"), &|n| format!("const C{n} = {n};"), &|n| {
            format!("fn f() {{ a{n}; }}")
        }];
    for part in parts {
        let _ = script(&format!("{good} {}", many(part)));
    }
    let cases = many(&|n| format!("{n} => [{n} - 1],"));
    let _ = script(&format!("fn moves(n) {{ switch n {{ {cases} _ => [] }} }}"));
    let _ = script(&format!("fn moves(n) {{ {} }}", many(&|n| format!("a{n};"))));
    // parsing ten times as many would take minutes
    let very_many = (0..200_000).map(|n| format!("let v{n} = {n};")).collect::<String>();
    script(&format!("{good} {very_many}")).is_a_fault("variables", "loading", "names");
    let very_many = (0..200_000).map(|n| format!("a{n};")).collect::<String>();
    script(&format!("{good} fn f() {{ || {{ {very_many} }} }}")).is_a_fault("names", "loading", "names");
}

#[test]
fn summands_without_number_are_refused() {
    let moves = "fn moves(n) { if n > 0 { [n - 1] } else { [] } }";
    script(&format!("{moves} fn summands(n) {{ let f = []; f.pad(30000, n); f }}")).is_a_fault(
        "many",
        "summands",
        "4096 summands",
    );
    let _ = script(&format!("{moves} fn summands(n) {{ let f = []; f.pad(4096, n); f }}"));
    let _ = script(&format!("{moves} fn summands(n) {{ let f = [n]; for i in 0..4000 {{ f.push(-i); }} f }}"));
}

#[test]
fn messages_hold_nothing_that_turns_text_around() {
    script(&with("moves", "throw `\u{202e}\u{2066}`")).is_a_fault("turned", "moves", r"it threw: \u202e\u2066");
    script(&with("moves", "[#{ label: `\u{202e}`, to: 0 }]")).is_a_fault("turned label", "moves", "control character");
}

#[test]
fn a_move_whose_label_is_misspelt_is_explained() {
    let text = "fn moves(n) { if n > 0 { [#{ lable: `one`, to: n - 1 }] } else { [] } }";
    script(text).is_a_fault("misspelt", "show", "`#{ label:");
}
