//! Rules that are given twice, in any two forms, are an error, because one of the two would be ignored.

use super::judge::{module, script};

/// Rules as data: the key, the variables of a script, and the lines of a module.
const DATA: [(&str, &str, &str); 5] = [
    ("amounts", "let amounts = [1, 3, 4];", "amounts: 1,3,4"),
    ("left_amounts", "let left_amounts = [1]; let right_amounts = \"none\";", "left_amounts: 1\\nright_amounts: none"),
    ("right_amounts", "let right_amounts = [1]; let left_amounts = [2];", "right_amounts: 1\\nleft_amounts: 2"),
    ("forbidden", "let forbidden = [2];", "forbidden: 2"),
    ("code", "let code = \"0.77\";", "code: 0.77"),
];

/// Functions of a script that are part of the rules.
const FUNCTIONS: [&str; 13] = [
    "fn moves(n) { if n > 0 { [n - 1] } else { [] } }",
    "fn left_moves(n) { [] }",
    "fn right_moves(n) { [] }",
    "fn heap_options(n) { if n == 5 { [] } else { [1, 3, 4].filter(|a| a <= n).map(|a| n - a) } }",
    "fn left_options(n) { [] }",
    "fn right_options(n) { [] }",
    "fn terminal_outcome(n) { \"win\" }",
    "fn parse(text) { 1 }",
    "fn show(n) { \"n\" }",
    "fn canonical(n) { n }",
    "fn summands(n) { [n] }",
    "fn negative(n) { n }",
    "fn picture(n) { () }",
];

fn name_of(function: &str) -> &str {
    function.split(['(', ' ']).nth(1).expect("it has a name")
}

#[test]
fn data_beside_a_function_are_refused() {
    for (_, data, _) in DATA {
        script(data).is_fine(data);
        for function in FUNCTIONS {
            for text in [format!("{data} {function}"), format!("{function} {data}")] {
                script(&text).is_a_fault(&text, name_of(function), "which contains all rules");
            }
        }
        // a function with another name may be a helper
        script(&format!("{data} fn other(n) {{ n }}")).is_fine(data);
    }
}

#[test]
fn several_data_are_refused() {
    for (one, first, _) in DATA {
        for (other, second, _) in DATA {
            let is_pair = [one, other].iter().all(|name| name.ends_with("t_amounts"));
            let text = format!("{first} {second}");
            let verdict = script(&text);
            if one == other || is_pair {
                verdict.is_a_fault(&text, "loading", "is given twice");
            } else {
                verdict.is_a_fault(&text, "loading", "give one of");
            }
        }
    }
    for twice in ["name", "rules", "position", "example", "play"] {
        let text = format!("let {twice} = \"impartial\"; const {twice} = \"impartial\"; let amounts = [1];");
        script(&text).is_a_fault(&text, "loading", &format!("`{twice}` is given twice"));
    }
    for data in ["let amounts = [1];", "let forbidden = [1];", "let code = \"0.7\";"] {
        script(&format!("let play = \"partizan\"; {data}")).is_a_fault(data, "loading", "leave `play` out");
    }
}

#[test]
fn ways_to_list_options_are_refused_in_pairs() {
    for (at, one) in FUNCTIONS[..6].iter().enumerate() {
        for other in &FUNCTIONS[..6] {
            let text = format!("{one} {other}");
            let verdict = script(&text);
            let is_pair = matches!(
                [name_of(one), name_of(other)],
                ["left_moves", "right_moves"]
                    | ["right_moves", "left_moves"]
                    | ["left_options", "right_options"]
                    | ["right_options", "left_options"]
            );
            if !is_pair {
                assert!(verdict.fault.is_some(), "{at}: {text}");
            }
        }
    }
}

#[test]
fn data_of_a_module_beside_an_export_are_refused() {
    let module_of = |about: &str, exports: &str| {
        format!(
            "(module (memory (export \"memory\") 1) (data (i32.const 0) \"{about}\")
             (func (export \"sprague_version\") (result i32) (i32.const 2))
             (func (export \"about\") (result i64) (i64.const {})) {exports})",
            about.replace("\\n", " ").len()
        )
    };
    let exports = [
        ("options", "(param i32 i32) (result i64)"),
        ("heap_options", "(param i64) (result i64)"),
        ("left_options", "(param i64) (result i64)"),
        ("parse", "(param i32) (result i64)"),
        ("show", "(param i32) (result i64)"),
        ("terminal_outcome", "(param i32) (result i32)"),
    ];
    for (_, _, about) in DATA {
        module(&module_of(about, "")).is_fine(about);
        for (export, signature) in exports {
            let text = module_of(about, &format!("(func (export \"{export}\") {signature} (unreachable))"));
            let fault = module(&text).fault.unwrap_or_else(|| panic!("{about} {export}"));
            assert!(fault.contains(&format!("`{export}`")), "{about}: {fault}");
        }
    }
    let twice = "amounts: 1,2\\namounts: 1,3";
    module(&module_of(twice, "")).is_a_fault(twice, "about", "`amounts` is given twice");
}
