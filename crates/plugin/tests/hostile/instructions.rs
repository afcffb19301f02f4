//! Runs every kind of instruction in an endless loop. No instruction may leave anything on the stack of the program.

use super::judge::module;
use super::modules::with;

#[test]
#[ignore = "slow: seconds"]
fn slow_no_instruction_in_a_loop_overflows_the_stack_of_the_program() {
    let more = "(table $t 4 funcref) (elem $e func $nothing) (data $d \"abc\") (type $f (func)) (elem (i32.const 0) $nothing)
        (func $nothing) (func $one (result i32) (i32.const 1)) (global $g (mut i64) (i64.const 1))
        (func $tail (return_call $nothing)) (func $tail_indirect (return_call_indirect (type $f) (i32.const 0)))";
    for body in [
        "(drop (memory.grow (i32.const 0)))",
        "(drop (memory.size))",
        "(drop (table.grow $t (ref.null func) (i32.const 0)))",
        "(drop (table.size $t))",
        "(table.set $t (i32.const 1) (ref.null func))",
        "(drop (table.get $t (i32.const 1)))",
        "(table.fill $t (i32.const 0) (ref.null func) (i32.const 1))",
        "(table.copy $t $t (i32.const 0) (i32.const 1) (i32.const 1))",
        "(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 0))",
        "(elem.drop $e)",
        "(data.drop $d)",
        "(memory.fill (i32.const 0) (i32.const 0) (i32.const 1))",
        "(memory.copy (i32.const 0) (i32.const 1) (i32.const 1))",
        "(memory.init $d (i32.const 0) (i32.const 0) (i32.const 0))",
        "(call $nothing)",
        "(drop (call $one))",
        "(call $tail)",
        "(call $tail_indirect)",
        "(call_indirect (type $f) (i32.const 0))",
        "(global.set $g (i64.add (global.get $g) (i64.const 1)))",
        "(global.set $g (i64.div_u (global.get $g) (i64.const 3)))",
        "(drop (f64.sqrt (f64.convert_i64_u (global.get $g))))",
        "(drop (i64.trunc_sat_f64_s (f64.const nan)))",
        "(drop (i64.popcnt (global.get $g)))",
        "(i64.store (i32.const 0) (i64.load (i32.const 8)))",
        "(block (br_table 0 0 0 (i32.const 2)))",
        "(br_if 0 (i32.eqz (i32.const 0)))",
        "(drop (select (i32.const 1) (i32.const 2) (i32.const 0)))",
        "(drop (ref.is_null (ref.func $nothing)))",
        "(drop (block (result i32) (if (result i32) (memory.size) (then (i32.const 1)) (else (i32.const 2)))))",
    ] {
        // after this many turns, even the smallest remainder per turn would overflow the stack
        let turns = if cfg!(debug_assertions) { 1_000_000 } else { 3_000_000 };
        let turn = format!(
            "(local.set $turn (i32.add (local.get $turn) (i32.const 1))) (br_if $again (i32.lt_u (local.get $turn) (i32.const {turns})))"
        );
        let text = with("options", &format!("(local $turn i32) (loop $again {body} {turn}) (unreachable)"), more);
        let verdict = module(&text);
        let is_over = verdict.fault.as_deref().is_some_and(|fault| fault.contains("trapped") || fault.contains("out of fuel"));
        assert!(is_over, "{body}: {:?}", verdict.fault);
    }
}

/// Lists every instruction on numbers, with operands in locals and as constants, alone and inside a jump and a choice.
fn on_numbers() -> Vec<String> {
    let (mut unary, mut binary) = (vec![], vec![]);
    for t in ["i32", "i64"] {
        for op in ["clz", "ctz", "popcnt", "extend8_s", "extend16_s"] {
            unary.push((format!("{t}.{op}"), t, t));
        }
        unary.push((format!("{t}.eqz"), t, "i32"));
        for op in
            ["add", "sub", "mul", "div_u", "rem_u", "div_s", "rem_s", "and", "or", "xor", "shl", "shr_s", "shr_u", "rotl", "rotr"]
        {
            binary.push((format!("{t}.{op}"), t, t));
        }
        for op in ["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"] {
            binary.push((format!("{t}.{op}"), t, "i32"));
        }
    }
    for t in ["f32", "f64"] {
        for op in ["abs", "neg", "ceil", "floor", "trunc", "nearest", "sqrt"] {
            unary.push((format!("{t}.{op}"), t, t));
        }
        for op in ["add", "sub", "mul", "div", "min", "max", "copysign"] {
            binary.push((format!("{t}.{op}"), t, t));
        }
        for op in ["eq", "ne", "lt", "gt", "le", "ge"] {
            binary.push((format!("{t}.{op}"), t, "i32"));
        }
        for (int, sign) in [("i32", "s"), ("i32", "u"), ("i64", "s"), ("i64", "u")] {
            unary.push((format!("{int}.trunc_{t}_{sign}"), t, int));
            unary.push((format!("{int}.trunc_sat_{t}_{sign}"), t, int));
            unary.push((format!("{t}.convert_{int}_{sign}"), int, t));
        }
    }
    for (op, from, to) in [
        ("i32.wrap_i64", "i64", "i32"),
        ("i64.extend_i32_s", "i32", "i64"),
        ("i64.extend_i32_u", "i32", "i64"),
        ("f32.demote_f64", "f64", "f32"),
        ("f64.promote_f32", "f32", "f64"),
        ("i32.reinterpret_f32", "f32", "i32"),
        ("i64.reinterpret_f64", "f64", "i64"),
        ("f32.reinterpret_i32", "i32", "f32"),
        ("f64.reinterpret_i64", "i64", "f64"),
    ] {
        unary.push((op.to_owned(), from, to));
    }
    let local = |t: &str| format!("(local.get ${t})");
    let constant = |t: &str| format!("({t}.const 3)");
    let mut all = vec![];
    let mut note = |value: String, t: &str| {
        all.push(format!("(drop {value})"));
        all.push(format!("(local.set $r{t} {value})"));
        if t == "i32" {
            all.push(format!("(block (br_if 0 {value}))"));
            all.push(format!("(block (br_if 0 (i32.eqz {value})))"));
            all.push(format!("(local.set $ri64 (select (i64.const 1) (local.get $i64) {value}))"));
        }
    };
    for (op, from, to) in unary {
        note(format!("({op} {})", local(from)), to);
    }
    for (op, from, to) in binary {
        for (left, right) in [(local(from), local(from)), (local(from), constant(from)), (constant(from), local(from))] {
            note(format!("({op} {left} {right})"), to);
        }
    }
    for (t, sizes) in [
        ("i32", &["", "8_u", "8_s", "16_u", "16_s"][..]),
        ("i64", &["", "8_u", "8_s", "16_u", "16_s", "32_u", "32_s"]),
        ("f32", &[""]),
        ("f64", &[""]),
    ] {
        for size in sizes {
            for address in ["(i32.const 16)", "(local.get $i32)"] {
                note(format!("({t}.load{size} offset=8 {address})"), t);
                let size = size.trim_end_matches("_u");
                if !size.ends_with("_s") {
                    all_stores(&mut note, t, size, address);
                }
            }
        }
    }
    all
}

/// Adds store instructions, written as expressions with a value so that they can be treated like the others.
fn all_stores(note: &mut impl FnMut(String, &str), t: &str, size: &str, address: &str) {
    for value in [format!("(local.get ${t})"), format!("({t}.const 5)")] {
        note(format!("(block (result i64) ({t}.store{size} {address} {value}) (i64.const 0))"), "i64");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_no_instruction_on_numbers_in_a_loop_overflows_the_stack_of_the_program() {
    let locals = ["i32", "i64", "f32", "f64"].map(|t| format!("(local ${t} {t}) (local $r{t} {t})")).concat();
    let set = "(local.set $i32 (i32.const 5)) (local.set $i64 (i64.const 7)) (local.set $f32 (f32.const 2)) (local.set $f64 (f64.const 3))";
    // several in each loop, so that what a turn leaves on the stack soon overflows it
    for some in on_numbers().chunks(400) {
        let body = format!("{locals} {set} (loop $again {} (br $again)) (unreachable)", some.concat());
        module(&with("options", &body, "")).is_a_fault(&some[0], "options", "out of fuel");
    }
}
