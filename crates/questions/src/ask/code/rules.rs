//! The rules of built-in heap families as scripts, which are translated like those of users.

use sprague::heap::{AmountSet, Amounts, HeapFormula, HeapRules, InfiniteSet, TakeAndBreak};

/// The variable that bounds the smaller parts of a split: where nimbers repeat, larger ones need not be tried.
pub(super) const MOST: &str = "most";

/// Sizes and amounts up to this number do not overflow 64 bits.
const LARGEST: u64 = 1_000_000_000_000_000_000;

/// More amounts than these are too long to paste.
const MOST_AMOUNTS: usize = 2_000;

/// This many amounts in a row are written as a loop.
const RUN: usize = 6;

/// Returns a script with `heap_options` for these rules, or the reason why there is none.
pub(super) fn text(rules: &HeapRules) -> Result<String, &'static str> {
    let body = match rules {
        HeapRules::Subtraction(Amounts::Only(set)) => subtraction(set)?,
        HeapRules::Subtraction(Amounts::AllBut(set)) if set.as_slice().is_empty() => "for m in 0..n { f.push(m); }".to_owned(),
        HeapRules::Subtraction(Amounts::AllBut(set)) => {
            check(set)?;
            let others: Vec<String> = set.as_slice().iter().map(|amount| format!("s != {amount}")).collect();
            format!("for s in 1..=n {{ if {} {{ f.push(n - s); }} }}", others.join(" && "))
        }
        HeapRules::Subtraction(Amounts::Infinite(set)) => infinite(*set)?,
        HeapRules::OfHeap(formula) => of_heap(*formula)?,
        HeapRules::TakeAndBreak(code) => take_and_break(code)?,
        HeapRules::Grundy => "for a in 1..(n + 1) / 2 { f.push([a, n - a]); }".to_owned(),
        HeapRules::Stones { .. } | HeapRules::Cumulative(_) => {
            return Err("games that are not won by the last move are not written as code");
        }
        HeapRules::NoRepeat { .. } => return Err("heaps that remember moves are not written as code: `analyse` has their rows"),
        HeapRules::PartizanSubtraction { .. } | HeapRules::PartizanTakeAndBreak { .. } => {
            return Err("heaps with moves for Left and Right have no nimbers: `value` has their values");
        }
    };
    let helper = match rules {
        HeapRules::Subtraction(Amounts::Infinite(InfiniteSet::Primes)) => {
            "fn is_prime(x) { let d = 2; while d * d <= x && x % d != 0 { d += 1; } x > 1 && d * d > x }"
        }
        HeapRules::OfHeap(HeapFormula::Totatives) => "fn gcd(a, b) { while b != 0 { let c = a % b; a = b; b = c; } a }",
        _ => "",
    };
    Ok(format!("{helper} fn heap_options(n) {{ let f = []; {body} f }}"))
}

/// Returns a script for coin-turning games in which a head is a heap, given what a move turns.
pub(super) fn coins(turn: &str) -> Option<String> {
    let body = match turn {
        "turtles" => "if n > 0 { f.push([]); } for a in 1..n { f.push(a); }",
        "mock-turtles" => "if n > 0 { f.push([]); } for a in 1..n { f.push(a); for b in 1..a { f.push([a, b]); } }",
        "ruler" => "if n > 0 { f.push([]); } for a in 1..n { let d = []; for b in (n - a)..n { d.push(b); } f.push(d); }",
        "twins" => "for a in 1..n { f.push(a); }",
        _ => return None,
    };
    Some(format!("fn heap_options(n) {{ let f = []; {body} f }}"))
}

fn check(set: &AmountSet) -> Result<(), &'static str> {
    match set.as_slice() {
        amounts if amounts.len() > MOST_AMOUNTS => Err("a set of more than 2000 amounts is too long to paste"),
        [.., greatest] if *greatest > LARGEST => Err("amounts above 10^18 do not fit into 64 bits with the heaps"),
        _ => Ok(()),
    }
}

fn subtraction(set: &AmountSet) -> Result<String, &'static str> {
    // 1. amounts in a row are one loop, all others one list
    let (mut single, mut loops) = (vec![], String::new());
    let mut runs = 0;
    let mut rest = set.as_slice();
    while let [first, ..] = rest {
        let length = rest.iter().zip(*first..).take_while(|(amount, next)| **amount == *next).count();
        let (run, others) = rest.split_at(length);
        match run {
            [low, .., high] if length > RUN => {
                runs += 1;
                loops += &format!("for s in {low}..=min(n, {high}) {{ f.push(n - s); }} ");
            }
            few => single.extend(few.iter().map(ToString::to_string)),
        }
        rest = others;
    }
    if single.len() + runs > MOST_AMOUNTS || set.greatest().is_some_and(|greatest| greatest > LARGEST) {
        check(set)?;
    }
    if single.is_empty() {
        return Ok(loops);
    }
    Ok(format!("for s in [{}] {{ if s <= n {{ f.push(n - s); }} }} {loops}", single.join(", ")))
}

fn infinite(set: InfiniteSet) -> Result<String, &'static str> {
    Ok(match set {
        InfiniteSet::Powers(base) if base > LARGEST => return Err("a base above 10^18 does not fit into 64 bits with the heaps"),
        InfiniteSet::Powers(base) => {
            format!("let s = 1; while s <= n {{ f.push(n - s); if s > n / {base} {{ break; }} s *= {base}; }}")
        }
        InfiniteSet::Squares => "let r = 1; while r * r <= n { f.push(n - r * r); r += 1; }".to_owned(),
        InfiniteSet::Primes => "for s in 2..=n { if is_prime(s) { f.push(n - s); } }".to_owned(),
        InfiniteSet::Fibonacci => "let a = 1; let b = 2; while a <= n { f.push(n - a); let c = a + b; a = b; b = c; }".to_owned(),
        InfiniteSet::Odd => "for s in range(1, n + 1, 2) { f.push(n - s); }".to_owned(),
    })
}

fn of_heap(formula: HeapFormula) -> Result<String, &'static str> {
    Ok(match formula {
        HeapFormula::Divisors => "for s in 1..=n { if n % s == 0 { f.push(n - s); } }".to_owned(),
        HeapFormula::NonDivisors => "for s in 1..=n { if n % s != 0 { f.push(n - s); } }".to_owned(),
        HeapFormula::Totatives => "for s in 1..=n { if gcd(n, s) == 1 { f.push(n - s); } }".to_owned(),
        HeapFormula::AtMost { part, whole } if part.checked_mul(whole).is_none_or(|both| both > LARGEST) => {
            return Err("a share of such large numbers does not fit into 64 bits");
        }
        HeapFormula::AtMost { part, whole } => format!("for s in 1..={} {{ f.push(n - s); }}", share(part, whole)),
    })
}

/// Returns the expression of the most that may be taken from n.
pub(super) fn share(part: u64, whole: u64) -> String {
    match (part, whole) {
        (1, 1) => "n".to_owned(),
        (1, _) => format!("n / {whole}"),
        _ => format!("n / {whole} * {part} + n % {whole} * {part} / {whole}"),
    }
}

fn take_and_break(code: &TakeAndBreak) -> Result<String, &'static str> {
    if code.digits().len() > MOST_AMOUNTS {
        return Err("a code of more than 2000 digits is too long to paste");
    }
    let mut body = String::new();
    for digit in 1..16_u8 {
        let takes: Vec<usize> = (0..code.digits().len()).filter(|take| code.digits()[*take] == digit).collect();
        if takes.is_empty() {
            continue;
        }
        let t = if let [take] = takes[..] { take.to_string() } else { "t".to_owned() };
        let rest = if t == "0" { "n".to_owned() } else { format!("n - {t}") };
        let mut moves = match digit & 3 {
            1 => format!("if n == {t} {{ f.push(0); }}"),
            2 => format!("if {t} < n {{ f.push({rest}); }}"),
            3 if digit & 4 == 0 => format!("if {t} <= n {{ f.push({rest}); }}"),
            _ => String::new(),
        };
        if digit & 4 != 0 {
            // with the bits 1 and 2, a part may be empty
            let least = if digit & 3 == 3 { 0 } else { 1 };
            let split = format!("for a in {least}..=min(({rest}) / 2, most) {{ f.push([a, {rest} - a]); }}");
            moves += &if t == "0" { split } else { format!("if {t} <= n {{ {split} }}") };
        }
        if digit & 8 != 0 {
            let inner = format!("for b in a..=min(({rest} - a) / 2, most) {{ f.push([a, b, {rest} - a - b]); }}");
            let split = format!("for a in 1..=min(({rest}) / 3, most) {{ {inner} }}");
            moves += &if t == "0" { split } else { format!("if {t} <= n {{ {split} }}") };
        }
        body += &if takes.len() == 1 { moves } else { format!("for t in {takes:?} {{ {moves} }}") };
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::code::run::Run;
    use crate::ask::code::write::Writer;
    use crate::{RowPlan, Session, analyse};
    use sprague_plugin::syntax::Program;

    #[test]
    fn scripts_of_built_in_rules_have_their_nimbers() {
        let sets = [
            "1,3,4",
            "2,7-20",
            "5",
            "1-9",
            "powers:3",
            "squares",
            "primes",
            "fibonacci",
            "odd",
            "divisors",
            "non-divisors",
            "totatives",
        ];
        let sets = sets.map(|set| format!("subtraction:{set}"));
        let codes = ["0.77", "0.137", "0.007", "4.7", "0.f", "c.cc", "8.", "0.3", "0.1234567", "0.9ab", "4.c8", "0.06", "0.0"];
        let codes = codes.map(|code| format!("octal:{code}"));
        let others = ["nim", "grundy", "kayles", "all-but:2,5", "at-most:1/2", "at-most:3/7", "at-most:1/1"].map(str::to_owned);
        let coins = ["turtles", "mock-turtles", "ruler", "twins"].map(|turn| format!("coins:{turn}"));
        for family in sets.iter().chain(&codes).chain(&others).chain(&coins) {
            let game = Session::new().family(family).unwrap();
            let script = match game.heap_rules() {
                Some(rules) => text(rules).unwrap(),
                None => super::coins(family.strip_prefix("coins:").unwrap()).unwrap(),
            };
            let program = Program::read(family, &script, None, &[MOST]).unwrap();
            let options = program.options().unwrap().unwrap();
            let rows = analyse(&game, &RowPlan { to: 60, seek: Some(60), ..RowPlan::default() }).unwrap().to_json();
            let found = Run::new(&Writer::script(&program, &options), &sprague::Limits::default()).rows(60).unwrap();
            assert_eq!(rows["nimbers"], serde_json::json!(found), "{family}: {script}");
        }
    }
}
