//! Methods of values, compared with their definitions and with results from CGSuite's tests.

use crate::judge::{Tree, trees};
use proptest::prelude::*;
use sprague_core::{Limits, Player};
use sprague_values::{Dyadic, Method, Parity, Value, born_by};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

/// Expressions and results of CGSuite's GameTest and EvalTest; only the facts are taken.
///
/// CGSuite's `G:H` and `G op H` are written as methods here.
const DOCUMENTED: &[(&str, &str)] = &[
    ("*4.ConwayProduct(*4)", "*6"),
    ("*19.ConwayProduct(*23)", "*86"),
    ("15.ConwayProduct(^^*2)", "^30*2"),
    ("{3|1}.ConwayProduct(^^)", "{^6|^^}"),
    ("^^.ConwayProduct(^^)", "{0||0,*|0,{0,*|0,*2}}"),
    ("{3||2+*|1+*}.Cool(0)", "{3||2*|1*}"),
    ("{3||2+*|1+*}.Cool(1/4)", "{11/4||2|3/2}"),
    ("{3||2+*|1+*}.Cool(1/2)", "{5/2|2*}"),
    ("{3||2+*|1+*}.Cool(5/8)", "{19/8|17/8}"),
    ("{3||2+*|1+*}.Cool(3/4)", "9/4*"),
    ("{3||2+*|1+*}.Cool(70)", "9/4"),
    ("{3||2+*|1+*}.Cool(-1/2)", "{7/2|||5/2|3/2||+-1/2}"),
    ("(1/4).Cool(-1/8)", "1/4"),
    ("(1/4).Cool(-1/4)", "1/4*"),
    ("(1/4).Cool(-3/8)", "{3/8|1/8}"),
    ("{3||2+*|1+*}.Heat(0)", "{3||2*|1*}"),
    ("{3||2+*|1+*}.Heat(1/2)", "{7/2|||5/2|3/2||+-1/2}"),
    ("{3||2+*|1+*}.Heat(1)", "{4|||3|1||0|-2}"),
    ("{3||2+*|1+*}.Heat(-3/4)", "9/4*"),
    ("{3||2+*|1+*}.Heat(-1)", "9/4"),
    ("{3||2+*|1+*}.Heat(-2)", "3/2"),
    ("{3||2+*|1+*}.Heat(-3)", "1"),
    ("{3||2+*|1+*}.Heat(-4)", "0"),
    ("{3||2+*|1+*}.Heat(*)", "{3*||2|1}"),
    ("*.Heat(2)", "+-2"),
    ("*2.Heat(2)", "+-{2,{4|0}}"),
    ("^.Heat(2)", "{2||0|-4}"),
    ("^*.Heat(2)", "{2,{4|0}|-2}"),
    ("^^.Heat(2)", "{2||0,+-2|-4}"),
    ("^^.Heat(*)", "0"),
    ("0.NortonProduct(^)", "0"),
    ("6.NortonProduct(^)", "^6"),
    ("(-4).NortonProduct(^)", "v4"),
    ("(1/2).NortonProduct(^)", "{^^*|v*}"),
    ("^.NortonProduct(^)", "{^^*||0|v4}"),
    ("Tiny(2).NortonProduct(^)", "{^^*||0|v6}"),
    ("{3||2+*|1+*}.Overheat(*,1+*)", "{1||+-(1*)|-1,{-1|-3}}"),
    ("(7/16).Overheat(0,0)", "^[3]"),
    ("^.Pow(7/4)", "{0||0,v*|0,{0,v*|0,*}}"),
    ("^.Pow(3)", "^<3>"),
    ("{0||0|-2}.Pow(3)", "{0||0|-2,{0|-2,{0|-2}}}"),
    ("{0||0|-2}.Pow(7/4)", "{0||0,{0|-2,{0|-2}}|-2,{0,{0|-2,{0|-2}}|-2,{0|-2}}}"),
    ("^.PowTo(7/4)", "{^|*,^[2]||*,^[2]}"),
    ("^.PowTo(3)", "^[3]"),
    ("{0||0|-2}.PowTo(3)", "{Tiny(2)||0|-2|||0|-2}"),
    ("{0||0|-2}.PowTo(7/4)", "{Tiny(2)|{0|-2},{Tiny(2)||0|-2}||{0|-2},{Tiny(2)||0|-2}}"),
    ("(+-1).PowTo(3)", "{1,{1,+-1|-1}|-1}"),
    ("(1/8).Subordinate(1)", "-3"),
    ("(^.PowTo(5)+*).Subordinate(*)", "5"),
    ("(+-1).Subordinate(0)", "+-1"),
    ("(+-1).Subordinate(+-1)", "0"),
    ("(-13/16).Subordinate(-1)", "3/8"),
    ("*8.StopCount", "4374"),
    ("v*.StopCount", "4"),
    ("(73/16v9*8).StopCount", "13131"),
    ("{0|*||*|||*||||*}.StopCount", "9"),
    ("{0||0|v*}.StopCount", "6"),
    ("(73/16v9*8).FollowerCount", "28"),
    ("{1|^^||^}.FollowerCount", "8"),
    ("{3||2+*|1+*}.FollowerCount", "8"),
    ("{3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}}.FollowerCount", "17"),
    ("(73/16v9*8).Birthday", "27"),
    ("(25/16).Temperature", "-1/16"),
    ("(73/16v9*8).Mean", "73/16"),
    ("{0|^*5}", "^^*4"),
    ("{0||0|-1/4}", "Tiny(1/4)"),
    ("{0|||0||-1|-2}", "Tiny({2|1})"),
    ("{1|0||0}", "Miny(1)"),
    ("{0|v*}", "^<2>"),
    ("{0,*|v}", "^<2>*"),
    ("{^|*}", "^[2]"),
    ("{0,^*|0}", "^[2]*"),
];

fn read(text: &str) -> Value {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn call(method: Method, value: &Value, with: &[Value]) -> Value {
    Value::call(method, value, with, &LIMITS).unwrap_or_else(|error| panic!("{value}.{method}: {error}"))
}

#[test]
fn the_results_that_cgsuite_documents_come_out() {
    for (text, result) in DOCUMENTED {
        assert_eq!(read(text), read(result), "{text} is {} and not {result}", read(text));
    }
}

#[test]
fn companions_are_an_automorphism_of_the_order_of_games_by_day() {
    for (day, step) in [(1, 1), (2, 1), (3, 13)] {
        let games: Vec<Value> = born_by(day).collect();
        let companions: Vec<Value> = games.iter().map(|game| call(Method::Companion, game, &[])).collect();
        for (game, companion) in games.iter().zip(&companions) {
            assert!(companion.birthday() <= day.into() && *game == call(Method::Companion, companion, &[]), "{game}");
        }
        for i in (0..games.len()).step_by(step) {
            for j in (0..games.len()).step_by(step) {
                let (order, kept) = (games[i].partial_cmp(&games[j]), companions[i].partial_cmp(&companions[j]));
                assert_eq!(order, kept, "{} and {}", games[i], games[j]);
            }
        }
    }
    assert_eq!(call(Method::Companion, &0.into(), &[]), Value::star(1));
    assert_eq!(call(Method::Companion, &read("^3*"), &[]), read("^3"));
    assert_eq!(call(Method::Companion, &Value::star(1 << 40), &[]), Value::star(1 << 40));
}

/// The parity of a tree, in which the trees for which `even` holds are known to be even.
fn parity(tree: &Tree, even: &impl Fn(&Tree) -> bool) -> Option<Parity> {
    if even(tree) {
        return Some(Parity::Even);
    }
    let parities: Vec<_> = tree.left.iter().chain(&tree.right).map(|option| parity(option, even)).collect();
    let all = |parity| parities.iter().all(|found| *found == Some(parity));
    match (all(Parity::Even), all(Parity::Odd)) {
        (true, false) => Some(Parity::Odd),
        (false, true) => Some(Parity::Even),
        _ => None,
    }
}

fn stop_count(tree: &Tree) -> u64 {
    if tree.value().is_number() { 1 } else { tree.left.iter().chain(&tree.right).map(stop_count).sum() }
}

#[test]
fn parities_and_stop_counts_are_those_of_the_definition() {
    for value in born_by(3).chain(["3*", "5/2*", "2", "-4", "v4*3", "1/4"].map(read)) {
        let tree = Tree::of(&value);
        let is_zero = |tree: &Tree| tree.left.is_empty() && tree.right.is_empty();
        assert_eq!(value.parity(&LIMITS).unwrap(), parity(&tree, &is_zero), "{value}");
        assert_eq!(value.temper(&LIMITS).unwrap(), parity(&tree, &|tree| tree.value().is_number()), "{value}");
        assert_eq!(call(Method::StopCount, &value, &[]), Value::from(stop_count(&tree) as i64), "{value}");
    }
}

/// Conway's product by its definition, from options alone.
fn product(g: &Value, h: &Value, known: &mut HashMap<[String; 2], Value>) -> Value {
    let key = [g, h].map(ToString::to_string);
    if let Some(product) = known.get(&key) {
        return product.clone();
    }
    let mut sides = [vec![], vec![]];
    for (player, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for option in g.options(Player::BOTH[player]) {
            for with in h.options(Player::BOTH[other]) {
                let one = &product(&option, h, known) + &product(g, &with, known);
                sides[usize::from(player != other)].push(one - product(&option, &with, known));
            }
        }
    }
    let [left, right] = sides;
    let product = Value::of(left, right);
    known.insert(key, product.clone());
    product
}

#[test]
fn products_are_those_of_conways_definition() {
    let mut known = HashMap::new();
    let games: Vec<Value> = born_by(2).chain(["3", "3/4", "-5/4", "*3", "*5", "3*"].map(read)).collect();
    for g in &games {
        for h in &games {
            let found = call(Method::ConwayProduct, g, std::slice::from_ref(h));
            assert_eq!(found, product(g, h, &mut known), "{g} times {h}");
        }
    }
}

#[test]
fn cooled_by_less_than_nought_the_stops_are_the_walls_and_sums_are_kept() {
    let taxes = ["-1", "-7/8", "-3/4", "-1/2", "-3/8", "-1/4", "0", "1/2", "2"].map(|t| read(t).number().unwrap());
    for value in born_by(3) {
        let thermograph = value.thermograph();
        for t in &taxes {
            let cooled = value.cool(t, &LIMITS).unwrap();
            for player in Player::BOTH {
                assert_eq!(cooled.stop(player), thermograph.at(player, t), "{value} cooled by {t} is {cooled}");
            }
        }
        let frozen = call(Method::Freeze, &value, &[]);
        let is_kept = value.is_number() && frozen == value;
        assert!(is_kept || frozen == value.cool(&value.temperature(), &LIMITS).unwrap(), "{value}");
        let distance = &frozen - &Value::from(value.mean());
        assert!(Player::BOTH.iter().all(|player| distance.stop(*player) == Dyadic::from(0)), "{value} frozen is {frozen}");
    }
    let games: Vec<Value> = born_by(2).chain(["1/4", "3/8", "{1/2|-3/4}", "{1/4|1/4}"].map(read)).collect();
    for g in &games {
        for h in &games {
            // cooling by -1 is not additive: see `false_laws`
            for t in &taxes[1..] {
                let [one, other, both] = [g, h, &(g + h)].map(|value| value.cool(t, &LIMITS).unwrap());
                assert_eq!(&one + &other, both, "{g} and {h} cooled by {t}");
            }
        }
    }
    assert!(read("1").cool(&read("-9/8").number().unwrap(), &LIMITS).is_err());
}

/// The ordinal sum of trees: a move in the base removes the other tree.
fn above(base: &Tree, above_it: &Tree) -> Tree {
    let side = |options: fn(&Tree) -> &Vec<Tree>| {
        options(base).iter().cloned().chain(options(above_it).iter().map(|option| above(base, option))).collect()
    };
    Tree { left: side(|tree| &tree.left), right: side(|tree| &tree.right) }
}

#[test]
fn ordinal_sums_and_powers_are_those_of_the_definition() {
    let games: Vec<Value> = born_by(2).collect();
    for base in &games {
        for other in &games {
            let sum = call(Method::OrdinalSum, base, std::slice::from_ref(other));
            assert_eq!(above(&Tree::of(base), &Tree::of(other)).value(), sum, "{base} : {other}");
            let found = call(Method::Subordinate, &sum, std::slice::from_ref(base));
            assert_eq!(call(Method::OrdinalSum, base, std::slice::from_ref(&found)), sum, "{base} : {found}");
        }
    }
    for (text, number) in [("^", 5), ("{0||0|-2}", 4), ("{0|-3}", 3)] {
        let (game, threat) = (read(text), read(text).options(Player::Right).next().unwrap());
        let (mut to, mut below) = (game.clone(), threat.clone());
        for n in 1..=number {
            assert_eq!(call(Method::PowTo, &game, &[n.into()]), to, "{text} to {n}");
            assert_eq!(call(Method::Pow, &game, &[n.into()]), Value::of([0.into()], [below.clone()]), "{text}, {n}");
            to = Value::of(game.options(Player::Left).chain([to]), game.options(Player::Right));
            below = Value::of(threat.options(Player::Left), threat.options(Player::Right).chain([below]));
        }
    }
}

/// The sum of trees in which a move is made in both, or also in only one of them if `or_one`.
fn moving_both(g: &Tree, h: &Tree, or_one: bool) -> Tree {
    let side = |options: fn(&Tree) -> &Vec<Tree>| {
        let mut all = vec![];
        for one in options(g) {
            all.extend(options(h).iter().map(|other| moving_both(one, other, or_one)));
        }
        if or_one {
            all.extend(options(g).iter().map(|one| moving_both(one, h, or_one)));
            all.extend(options(h).iter().map(|other| moving_both(g, other, or_one)));
        }
        all
    };
    Tree { left: side(|tree| &tree.left), right: side(|tree| &tree.right) }
}

#[test]
fn conjunctive_and_selective_sums_are_those_of_the_definition() {
    let games: Vec<Value> = born_by(2).chain(["3", "*3", "-3/4"].map(read)).collect();
    for (g, h) in games.iter().flat_map(|g| games.iter().map(move |h| (g, h))) {
        for (method, or_one) in [(Method::ConjunctiveSum, false), (Method::SelectiveSum, true)] {
            let found = call(method, g, std::slice::from_ref(h));
            assert_eq!(moving_both(&Tree::of(g), &Tree::of(h), or_one).value(), found, "{g} {method} {h}");
            assert_eq!(call(method, h, std::slice::from_ref(g)), found, "{h} {method} {g}");
        }
    }
}

/// Returns `true` if the value is a number, or a number plus tiny or miny.
fn is_number_tiny(value: &Value) -> bool {
    let alone = |value: &Value, player| Some(value.options(player).next()?).filter(|_| value.options(player).count() == 1);
    let is_tiny = |near: Player| {
        let (number, threat) = (alone(value, near)?, alone(value, -near)?);
        let (back, far) = (alone(&threat, near)?, alone(&threat, -near)?);
        let order = if near == Player::Left { Ordering::Less } else { Ordering::Greater };
        Some(number.is_number() && back == number && far.mean().cmp(&number.mean()) == order)
    };
    value.is_number() || Player::BOTH.iter().any(|player| is_tiny(*player) == Some(true))
}

#[test]
fn numbers_tiny_and_miny_are_told_from_other_games() {
    for value in born_by(3).chain(["{1||1|-2}", "{3|1||1}", "{0|||0||-1|-2}", "{1/2||1/2|{0|-5}}"].map(read)) {
        let arena = value.arena();
        assert_eq!(arena.calculator(&LIMITS).is_number_tiny(value.form()), Ok(is_number_tiny(&value)), "{value}");
    }
}

#[test]
fn methods_bind_more_than_signs_and_are_refused_at_their_place() {
    for (text, same) in [
        ("-{3|1}.Cool(1)", "-2*"),
        ("±2.Cool(0)", "{2|-2}"),
        ("{{2|0}.cool(1),0|1.Miny}", "{1*,0|{1|0||0}}"),
        ("{2|0}.Freeze().Companion", "1*"),
        ("(1+2)", "3"),
        ("+-{1,1*}", "±(1,1*)"),
        ("5^[3]*2", "(^[3]+5*2)"),
    ] {
        assert_eq!(read(text), read(same), "{text}");
    }
    for (text, at) in [
        ("{2|0}.Chill(1)", 6),
        ("{2|0}.Cool", 10),
        ("{2|0}.Cool(1,2)", 12),
        ("{2|0}.Overheat(1)", 16),
        ("{2|0}.Cool()", 11),
        ("{2|0}.Cool(-2)", 6),
        ("{2|0}.Cool(*)", 6),
        ("{2|0}.Freeze(1)", 13),
        ("1.NortonProduct(*)", 2),
        ("^.Pow(1/2)", 2),
        ("{1|0}.Pow(2)", 6),
        ("*.Subordinate(1)", 2),
        ("1.AtomicWeight", 2),
        ("^[0]", 2),
        ("^<2]", 2),
        ("(1,2)", 2),
        ("()", 1),
        ("Tiny(1,2)", 6),
        ("1.", 2),
    ] {
        let error = text.parse::<Value>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("byte {at}:")), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn methods_of_any_game_keep_to_the_limits(g in trees(4), h in trees(3), work in 1_u64..2_000) {
        let limits = Limits { positions: work, ..Limits::default() };
        for method in Method::all() {
            let with = vec![h.value(); method.arguments().len()];
            _ = Value::call(method, &g.value(), &with, &limits);
        }
    }

    #[test]
    fn a_method_in_text_is_the_method(g in trees(3), h in trees(2)) {
        let (g, h) = (g.value(), h.value());
        for method in Method::all() {
            let with = vec![h.clone(); method.arguments().len()];
            let texts: Vec<String> = with.iter().map(ToString::to_string).collect();
            let read = Value::read(&format!("({g}).{method}({})", texts.join(",")), &LIMITS);
            prop_assert_eq!(read.ok(), Value::call(method, &g, &with, &LIMITS).ok());
        }
    }
}

/// A value, and what CGSuite returns for it: text, companion, frozen value, incentives of Left and of Right, and stop count.
const TABLE: &[[&str; 7]] = &[
    ["0", "0", "*", "0", "", "", "1"],
    ["5", "5", "5", "5", "-1", "", "1"],
    ["-1823437481924", "-1823437481924", "-1823437481924", "-1823437481924", "", "-1", "1"],
    ["-1/2", "-1/2", "-1/2", "-1/2", "-1/2", "-1/2", "1"],
    ["25/16", "25/16", "25/16", "25/16", "-1/16", "-1/16", "1"],
    ["*8", "*8", "*8", "*8", "*8,*9,*10,*11,*12,*13,*14,*15", "*8,*9,*10,*11,*12,*13,*14,*15", "4374"],
    ["9/8*", "9/8*", "9/8*", "9/8*", "*", "*", "2"],
    ["^", "^", "^*", "^", "v", "^*", "3"],
    ["v*", "v*", "v", "v*", "^*", "v,v*", "4"],
    ["6^*", "6^*", "6^*", "6^*", "v,v*", "^*", "4"],
    ["^*6", "^*6", "^*6", "^*6", "v*6", "^*", "1459"],
    ["73/16v9*8", "73/16v9*8", "73/16v9*8", "73/16v9*8", "^*", "v9*8", "13131"],
    ["{0|*||*|||*||||*}", "^[4]", "^[4]*", "^[4]", "v<4>", "^[4]*", "9"],
    ["{0||0|v*}", "{0|^<2>}", "{0|^<2>*}", "{0|^<2>}", "{v<2>|0}", "^[2]*", "6"],
    ["{0||0|vvv}", "{0||0|v3}", "{0,*||*|v3*}", "{0||0|v3}", "{^3|0||0}", "{^3,{^3|0}|0}", "7"],
    ["{^^^|vv}", "{^3|vv}", "{^3*|vv*}", "{^3|vv}", "{^5|0}", "{^5|0}", "10"],
    ["{0||0|-3/2}", "Tiny(3/2)", "{0,*||*|-3/2}", "Tiny(3/2)", "Miny(3/2)", "{3/2,{3/2|0}|0}", "3"],
    [
        "{0|||0||-1|-3}",
        "Tiny({3|1})",
        "{0,*|||*||-1|-3}",
        "Tiny({3|1})",
        "Miny({3|1})",
        "{3Tiny({3|1})|1Tiny({3|1}),{2,{3|1}|0}||0}",
        "4",
    ],
    [
        "{5||3|1|||0||||0}",
        "Miny({5||3|1})",
        "{5||3|1|||*||||0,*}",
        "Miny({5||3|1})",
        "{5Tiny({5||3|1})|{3,{3|1}|||3|1||0|-2,{-2|-4}},{{4|2},{5||3|1}|0}||0}",
        "Miny({5||3|1})",
        "5",
    ],
    ["{1|^^||^}", "{1|^^||^}", "{1|^^*||^*}", "{1|^^||^}", "{{1v|^},{1v||1vv|0}|0,{^|0,{0|-1^^}}}", "{1v|^||0}", "9"],
    ["{3||2+*|1+*}", "{3||2*|1*}", "{3||2*|1*}", "9/4*", "{2*|1*||0}", "{2*|1*||0}", "5"],
    [
        "{3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}}",
        "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "{3/2*|1/2||{*|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "-5/16*",
        "{{4*|3||{5/2|3/2*},{5/2|2*||3/2*|1}},{9/2*|7/2||3/2*|1/2}|0}",
        "{4*|3||{5/2|3/2*},{5/2|2*||3/2*|1}|||0,{5/2|1*,{1*|1/2}||-1/2|-2*,{-2*|-5/2}}},{{9/2*|7/2||{3|0},{2*,{5/2|2*}|1/2}},{9/2*|7/2||3/2*|1/2}|0,{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}}",
        "11",
    ],
];

fn as_cgsuite(value: &Value) -> String {
    value.cgsuite_text(&LIMITS).expect("the work is bounded").expect("it is short")
}

#[test]
fn the_table_of_cgsuites_tests_comes_out_with_its_texts() {
    for [text, whole, companion, frozen, left, right, stops] in TABLE {
        let value = read(text);
        assert_eq!(as_cgsuite(&value), *whole, "{text}");
        assert_eq!(as_cgsuite(&call(Method::Companion, &value, &[])), *companion, "{text}");
        assert_eq!(as_cgsuite(&call(Method::Freeze, &value, &[])), *frozen, "{text}");
        assert_eq!(call(Method::StopCount, &value, &[]).to_string(), *stops, "{text}");
        for (player, expected) in [(Player::Left, left), (Player::Right, right)] {
            let mut found = value.incentives(player, &LIMITS).unwrap();
            let pieces = split(expected);
            let mut listed: Vec<Value> = pieces.into_iter().filter(|piece| !piece.is_empty()).map(read).collect();
            for list in [&mut found, &mut listed] {
                list.sort_by_key(ToString::to_string);
            }
            assert_eq!(found, listed, "{text}");
        }
    }
}

/// The pieces between commas outside of brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut pieces) = (0, 0, vec![]);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth -= 1,
            b',' if depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}

#[test]
fn results_are_written_as_cgsuite_does() {
    for (text, result) in DOCUMENTED {
        assert_eq!(as_cgsuite(&read(text)), *result, "{text}");
    }
    for text in
        ["{3|||2||1|0,*||||-1/2}", "+-1/2", "+-{10|8||6|4|||4|2||0|-2}", "{12|0||-4|-16}", "^8*2", "-5/4vv*3", "v[4]*", "2^<3>*2"]
    {
        assert_eq!(as_cgsuite(&read(text)), text);
    }
}

proptest! {
    #[test]
    fn what_is_written_as_cgsuite_does_is_read_again(g in trees(4)) {
        let value = g.value();
        prop_assert_eq!(read(&as_cgsuite(&value)), value);
    }
}

#[test]
fn games_of_days_are_written_as_cgsuite_does_and_read_again() {
    for value in born_by(3) {
        assert_eq!(read(&as_cgsuite(&value)), value);
    }
}
