//! Values that the tests of CGSuite 2 expect; only the facts are taken.
//!
//! Sources: CanonicalStopperTestCase, SidedValueTestCase, EvalTest, GameTest and its tutorial; *Winning Ways*, ch. 11.

use super::{LIMITS, read, stopper, stoppers, text};
use core::cmp::Ordering;
use sprague_core::{BadNotation, Outcome, Player};
use sprague_values::ReadError;
use sprague_values::loopy::{Graph, NoVariety, Sided, Stopper};

const VALUES: &[(&str, &str)] = &[
    ("on", "on"),
    ("{pass|}", "on"),
    ("{|pass}", "off"),
    ("{0|pass}", "over"),
    ("{pass|pass}", "dud"),
    ("dud", "dud"),
    ("{pass|3/2}", "3/2under"),
    ("{-1/4+*|pass}", "-1/4v[on]"),
    ("{0|{0||0|0,pass}||-{0||0|0,pass}}", "{0|^<on>||v<on>}"),
    ("{0|||0||0|off}", "{0|Tiny(on)}"),
    ("{on|0||0}", "Miny(on)"),
    ("{0||0|under}", "Tiny(over)"),
    ("+-{0|pass}", "+-over"),
    ("+-{5|pass}", "+-(5over)"),
    ("a{0||||0|||a|*||*}", "a{0||||0|||a|*||*}"),
    ("x{0||||0|||x|*||*}", "a{0||||0|||a|*||*}"),
    (
        "{0|{0||||-1|||-1+*,a{0||0|a|||-1+*||||-1+*}||-2|b{-2,{-1,-1+*||-1+*|b|||-2}|-2}}}",
        "{0|{0||||-1|||-1*,a{0||0|a|||-1*||||-1*}||-2|b{-2,{-1,-1*||-1*|b|||-2}|-2}}}",
    ),
    ("a{0|{0||||0,*2|||a|0||0}||0}", "a{0|{0||||0,*2|||a|0||0}||0}"),
    ("a{{|a}|}", "1 & 0"),
    ("tis", "1 & 0"),
    ("tisn", "0 & -1"),
    ("{0|{dud|},*}", "^ & v*"),
    ("{pass|*}", "^[on]"),
    ("{pass,0|0}", "^[on]*"),
    ("{*|pass}", "v[on]"),
    ("{0|0,pass}", "v[on]*"),
    ("{0||0|0,pass}", "^<on>"),
    ("{0,*||*|pass}", "^<on>*"),
    ("{0,pass|0||0}", "v<on>"),
    ("{pass|*||0,*}", "v<on>*"),
    ("over+5", "5over"),
    ("under+5", "5under"),
    ("5+{pass|*}", "5^[on]"),
    ("5+{pass,0|0}", "5^[on]*"),
    ("5+{*|pass}", "5v[on]"),
    ("5+{0|0,pass}", "5v[on]*"),
    ("5+{0||0|0,pass}", "5^<on>"),
    ("5+{0,*||*|pass}", "5^<on>*"),
    ("5+{0,pass|0||0}", "5v<on>"),
    ("5+{pass|*||0,*}", "5v<on>*"),
    ("over+^", "over"),
    ("5+over", "5over"),
    ("over-5", "-5over"),
    ("over & v", "over & v"),
    ("x{0|x}", "over"),
    ("x{x|0}", "under"),
    ("+-{0|uponth}", "+-{0|^<on>}"),
    ("+-{{0|uponth},{0|uponth+*}}", "+-{{0|^<on>},{0|^<on>*}}"),
    ("a{1||a|0}", "2 & +-1"),
    ("{2&-2|1&-2}", "{2|1} & -2*"),
    ("+-(uponth+*)", "0"),
    ("upon+upon+upon+upon+upon+upon+upon+upon+upon+upon", "{0|{0||||0|||0||0|{0||||0|||0||0|^[on]*}}}"),
    ("^<on> + {0|upon}", "{0||0|^<on>*} & {0|^[on]}"),
    // GameTest: powers of up, written out
    ("{0|-{^[4]|*,pass}+*}", "{0||0,pass|0,v[4]*}"),
    ("{0|-{pass|*,^[4]}+*}", "{0||0,v[4]*|0,pass}"),
    ("{0|-{0|*,pass}+*}", "{0||0,pass|0,*}"),
    ("^<3>", "{0||0|0,v*}"),
    ("{0|-{0||0|-2|||0|-2}+{0|-2}}", "{0||0|-2,{0|-2,{0|-2}}}"),
    ("^[3]", "{^|*||*}"),
    // the tutorial
    ("over - over", "over & under"),
    ("on + off", "dud"),
];

/// Game, degree, number of followers, idempotence, stops of Left and of Right, outcome class, and variety.
///
/// `!` means that the degree is not idempotent, `!!` that the game is not stable.
type Column = (&'static str, &'static str, usize, bool, &'static str, &'static str, char, &'static str);

/// The columns of CanonicalStopperTestCase.
const COLUMNS: &[Column] = &[
    ("on", "on", 1, true, "on", "on", 'L', "on"),
    ("off", "on", 1, true, "off", "off", 'R', "off"),
    ("over", "over", 2, true, "over", "over", 'L', "over"),
    ("{pass|3/2}", "over", 5, false, "3/2under", "3/2under", 'L', "under"),
    ("{-1/4+*|pass}", "^<on>", 6, false, "-1/4", "-1/4", 'R', "^<on>"),
    ("{0|uponth||-uponth}", "^<on>", 7, false, "0", "0", 'N', "{^[on]*,^<on>||v<on>|0}"),
    ("{0|||0||0|off}", "{0||||0|||Miny(on)|0||off}", 5, false, "0", "0", 'L', "!"),
    ("{on|0||0}", "Tiny(on)", 4, true, "0", "0", 'R', "Miny(on)"),
    ("{0||0|under}", "Tiny(over)", 4, true, "0", "0", 'L', "Tiny(over)"),
    ("+-{0|pass}", "over", 4, false, "over", "under", 'N', "+-over"),
    ("+-{5|pass}", "over", 14, false, "5over", "-5under", 'N', "+-{10over|over}"),
    ("a{0||||0|||a|*||*}", "{0|a{0|0,{0|||a|0||0}}}", 6, false, "0", "0", 'L', "{a{0,{0||0|a|||0}|0}|0}"),
    (
        "{0|{0||||-1|||-1+*,a{0||0|a|||-1+*||||-1+*}||-2|b{-2,{-1,-1+*||-1+*|b|||-2}|-2}}}",
        "{0|{0||||-1|||-1*,a{0||0|a|||-1*||||-1*}||-2|b{-2,{-1,-1*||-1*|b|||-2}|-2}}}",
        17,
        true,
        "0",
        "0",
        'L',
        "{0|{0||||-1|||-1*,a{0||0|a|||-1*||||-1*}||-2|b{-2,{-1,-1*||-1*|b|||-2}|-2}}}",
    ),
    ("a{0|{0||||0,*2|||a|0||0}||0}", "a{0||0|{0|a||0,*2|||0||||0}}", 9, false, "0", "0", 'N', "!!"),
];

#[test]
fn texts_have_the_values_of_cgsuite_and_read_back() {
    let mut stoppers = stoppers();
    for &(typed, printed) in VALUES {
        let value = read(&mut stoppers, typed);
        let (ours, theirs) = (text(&mut stoppers, value), read(&mut stoppers, printed));
        assert_eq!(value, theirs, "{typed}: {ours} is not {printed}");
        assert_eq!(read(&mut stoppers, &ours), value, "{typed}: {ours}");
    }
}

#[test]
fn what_is_written_for_cgsuite_is_what_it_prints() {
    let mut stoppers = stoppers();
    let mut others = vec![];
    for &(typed, printed) in VALUES {
        let value = read(&mut stoppers, typed);
        let written = stoppers.cgsuite_text(value, 1000).unwrap().unwrap();
        assert_eq!(read(&mut stoppers, &written), value, "{typed}: {written}");
        if written != printed {
            others.push((printed, written));
        }
    }
    // written out in the table, but CGSuite writes the names used here
    assert_eq!(others, [("{0||0|0,v*}", "^<3>".to_owned()), ("{^|*||*}", "^[3]".to_owned())]);
}

#[test]
fn methods_are_those_of_cgsuite() {
    let mut stoppers = stoppers();
    for &(typed, degree, followers, _, left, right, _, variety) in COLUMNS {
        let mut is = |method: &str, expected: &str| {
            let found = stoppers.read(&format!("({typed}).{method}")).unwrap_or_else(|error| panic!("{typed}.{method}: {error}"));
            assert_eq!(found, read(&mut stoppers, expected), "{typed}.{method}");
        };
        is("Degree", degree);
        is("FollowerCount", &followers.to_string());
        is("LeftStop", left);
        is("RightStop()", right);
        is("Onside", typed);
        match variety {
            "!" => assert!(stoppers.read(&format!("({typed}).Variety")).unwrap_err().to_string().contains("not idempotent")),
            "!!" => assert!(stoppers.read(&format!("({typed}).Variety")).unwrap_err().to_string().contains("not stable")),
            variety => is("Variety", variety),
        }
    }
    for (text, same) in [
        ("tis.Onside", "1"),
        ("tis.Offside", "0"),
        ("-tis.Onside", "-1"),
        ("upon.Upsum(uponth)", "{0|^<on>*}"),
        ("upon.Downsum(uponth)", "upon"),
        ("upon.UpsumVariety", "v<on>"),
        ("upon.DownsumVariety+upon.Degree", "v<on>+^<on>"),
        ("*.OrdinalSum(on)", "^[on]*"),
        ("1.OrdinalSum(off)", "over"),
        ("over.Subordinate(1)", "off"),
        ("(-13/16).Subordinate(-1)", "3/8"),
        ("on.Tiny", "Tiny(on)"),
        ("{over.Onside|{2|0}.Cool(1)}", "{over|1*}"),
        ("{4|0}.Overheat(0,2.Onside)", "{4|0}.Overheat(0,2)"),
    ] {
        assert_eq!(read(&mut stoppers, text), read(&mut stoppers, same), "{text}");
    }
    for (text, at, expected) in [
        ("over.Cool(1)", 5, "a method that is defined here, but it applies only to loop-free values, and this value is loopy"),
        ("tis.Degree", 4, "a method that is defined here, but it applies only to stoppers, and this value has two sides"),
        ("over.Subordinate(2)", 5, "a method that is defined here, but the game is not an ordinal sum with that base"),
        ("over.Upsum", 10, "'(' and the values that the method takes"),
        ("over.Upsum()", 11, "a value such as 1/2, ^ (up), over, {1|-1} or a{0|a}"),
        ("over.Upsum(1,2)", 12, "')'"),
        ("over.Onside(1)", 12, "')', because the method takes no values"),
        ("a{0|a.Onside}", 6, "a value that is closed, with both sides found, before a method"),
    ] {
        assert_eq!(stoppers.read(text).unwrap_err(), BadNotation::new(at, expected).into(), "{text}");
    }
    let tis = read(&mut stoppers, "tis");
    assert_eq!(stoppers.read_methods(tis, "Onside.Tiny").unwrap(), read(&mut stoppers, "Tiny(1)"));
    for (methods, at) in [("Onside+1", 6), ("", 0), ("Onside.", 7), ("Onside&0", 6), (".Onside", 0)] {
        let Err(ReadError::Notation(error)) = stoppers.read_methods(tis, methods) else { panic!("{methods}") };
        assert_eq!(error.at, at, "{methods}: {error}");
    }
}

#[test]
fn columns_are_those_of_cgsuite() {
    let mut stoppers = stoppers();
    for &(typed, degree, followers, is_idempotent, left, right, class, variety) in COLUMNS {
        let game = stopper(&mut stoppers, typed);
        let expected = stopper(&mut stoppers, degree);
        assert_eq!(stoppers.degree(game).unwrap(), Ok(expected), "{typed}");
        assert_eq!(stoppers.graph(game).unwrap().len(), followers, "{typed}");
        assert_eq!(stoppers.add(game.into(), game.into()).unwrap() == game.into(), is_idempotent, "{typed}");
        for (player, stop) in [(Player::Left, left), (Player::Right, right)] {
            let expected = stopper(&mut stoppers, stop);
            assert_eq!(stoppers.stop(game, player).unwrap(), expected, "{typed} {player}");
        }
        let found = stoppers.outcome_class(game.into()).unwrap().unwrap();
        assert_eq!(found.symbol(), class.to_string(), "{typed}");
        let expected = match variety {
            "!" => Err(NoVariety::NotIdempotent),
            "!!" => Err(NoVariety::NotStable),
            variety => Ok(stopper(&mut stoppers, variety)),
        };
        assert_eq!(stoppers.variety(game).unwrap(), expected, "{typed}");
    }
}

#[test]
fn upsums_downsums_and_outcomes_are_those_of_cgsuite() {
    let mut stoppers = stoppers();
    let (upon, th) = (stopper(&mut stoppers, "upon"), stopper(&mut stoppers, "uponth"));
    let sum = stoppers.add(upon.into(), th.into()).unwrap();
    assert_eq!(sum, read(&mut stoppers, "{0|^<on>*} & ^[on]"));
    let expected = stopper(&mut stoppers, "v<on>");
    assert_eq!(stoppers.varieties(upon, th).unwrap(), Ok([expected; 2]));
    assert_eq!(read(&mut stoppers, "{-1,pass|1}"), read(&mut stoppers, "1under"));
    let one = read(&mut stoppers, "upon & v");
    let nine = (0..9).fold(Sided::from(Stopper::ZERO), |sum, _| stoppers.add(sum, one).unwrap());
    assert_eq!(nine, read(&mut stoppers, "{0||||0|||0||0|{0||||0|||0||0|^[on]}} & v9"));
    for (text, class) in [("dud", "D"), ("tis", "P^"), ("tisn", "Pv"), ("{0|{dud|},*}", "N^"), ("-{0|{dud|},*}", "Nv")] {
        let value = read(&mut stoppers, text);
        assert_eq!(stoppers.outcome_class(value).unwrap().unwrap().symbol(), class, "{text}");
    }
}

/// In the order of `COLUMNS`, followed by three sided values: infinitesimal, numberish, number-tiny, plumtree.
const PREDICATES: [&str; 17] =
    ["p", "p", "inp", "np", "np", "inp", "inp", "intp", "intp", "inp", "p", "in", "int", "in", "", "", "in"];

#[test]
fn predicates_are_those_of_cgsuite() {
    let mut stoppers = stoppers();
    let texts = COLUMNS.iter().map(|column| column.0).chain(["dud", "a{{|a}|}", "{0|{dud|},*}"]);
    for (text, letters) in texts.zip(PREDICATES) {
        let value = read(&mut stoppers, text);
        let nearest = stoppers.nearest_number(value).unwrap();
        assert_eq!(nearest.is_some(), letters.contains('n'), "{text}");
        assert_eq!(nearest == Some(0.into()), letters.contains('i'), "{text}");
        let (is_tiny, is_plumtree) = match value.stopper() {
            Some(stopper) => (stoppers.is_number_tiny(stopper).unwrap(), stoppers.is_plumtree(stopper).unwrap()),
            None => (false, false),
        };
        assert_eq!((is_tiny, is_plumtree), (letters.contains('t'), letters.contains('p')), "{text}");
    }
    let all_small = ["over", "upon", "uponth*", "{0||0|0,pass}", "^[3]*", "a{0||||0|||a|*||*}"];
    for (text, is_so) in
        all_small.map(|text| (text, true)).into_iter().chain(["on", "Tiny(on)", "1over", "+-over+1"].map(|text| (text, false)))
    {
        let game = stopper(&mut stoppers, text);
        assert_eq!(stoppers.is_all_small(game).unwrap(), is_so, "{text}");
    }
    for (text, is_idempotent) in [("dud", true), ("a{{|a}|}", false), ("{0|{dud|},*}", false)] {
        let value = read(&mut stoppers, text);
        assert_eq!(stoppers.is_idempotent(value).unwrap(), Some(is_idempotent), "{text}");
    }
    for (text, left, right) in [("over", "0", "0"), ("+-(5over)", "5", "-5"), ("{on|-3under}", "on", "-3"), ("upon", "0", "0")] {
        let game = stopper(&mut stoppers, text);
        let stops = Player::BOTH.map(|player| stoppers.strong_stop(game, player).unwrap());
        assert_eq!(stops, [left, right].map(|stop| stopper(&mut stoppers, stop)), "{text}");
    }
}

#[test]
fn ordinal_sums_are_those_of_cgsuite() {
    let mut stoppers = stoppers();
    for (base, above, expected) in [
        ("1", "off", "over"),
        ("1", "on", "on"),
        ("*", "on", "^[on]*"),
        ("*", "over", "{0,*|0,pass}"),
        ("1", "-3", "1/8"),
        ("*", "5", "^[5]+*"),
        ("-1", "3/8", "-13/16"),
        ("0", "+-1", "+-1"),
    ] {
        let [base, above, expected] = [base, above, expected].map(|text| stopper(&mut stoppers, text));
        let options = Player::BOTH.map(|player| stoppers.options(base, player).unwrap());
        assert_eq!(stoppers.ordinal_sum([&options[0], &options[1]], above).unwrap(), expected.into());
    }
}

#[test]
fn subordinates_are_those_of_cgsuite() {
    let mut stoppers = stoppers();
    for (sum, base, expected) in [
        ("1/8", "0|", "-3"),
        ("^[5]+*", "0|0", "5"),
        ("*", "0|", ""),
        ("+-1", "|", "+-1"),
        ("+-1", "1|-1", "0"),
        ("-13/16", "|0", "3/8"),
        ("^[5]", "*|*", "5"),
        ("over", "0|", "off"),
        ("upon+*", "0|0", "on"),
        ("upon", "*|*", "on"),
        ("{0,*|0,pass}", "0|0", "over"),
    ] {
        let game = stopper(&mut stoppers, sum);
        let sides: Vec<Vec<Stopper>> =
            base.split('|').map(|side| if side.is_empty() { vec![] } else { vec![stopper(&mut stoppers, side)] }).collect();
        let expected = (!expected.is_empty()).then(|| stopper(&mut stoppers, expected));
        assert_eq!(stoppers.subordinate([&sides[0], &sides[1]], game).unwrap(), expected, "{sum}");
    }
}

#[test]
fn identities_of_winning_ways_hold() {
    let mut stoppers = stoppers();
    for (one, other) in [
        ("on+on", "on"),
        ("on+over", "on"),
        ("dud+on", "dud"),
        ("dud+{3|-7}", "dud"),
        ("dud+upon", "dud"),
        ("over+over", "over"),
        ("over+*", "over"),
        ("over+{0|off}", "{over|off}"),
        ("hot+5", "hot"),
        ("on-on", "dud"),
        ("upon+*", "^[on]*"),
        ("upon-upon", "^<on> & v<on>"),
        ("tis+tisn", "1 & -1"),
        ("-tis", "tisn"),
        ("tis-1", "tisn"),
        ("-over", "under"),
        ("+-on", "hot"),
        ("Tiny(on)+Tiny(on)", "Tiny(on)"),
        ("{0|off}+Tiny(on)", "{0|off}+0"),
        ("a{0|b{0|a,b},a}", "over"),
        ("{on|off}", "hot"),
        ("0 & -1", "tisn"),
    ] {
        assert_eq!(read(&mut stoppers, one), read(&mut stoppers, other), "{one} {other}");
    }
}

/// The sum of two graphs. Position 0 is the sum of both positions 0.
fn sum(one: &Graph, other: &Graph) -> Graph {
    let count = other.len() as u32;
    let mut sum = Graph::new();
    for (g, h) in (0..one.len() as u32).flat_map(|g| (0..count).map(move |h| (g, h))) {
        let [left, right] = Player::BOTH.map(|player| {
            let moved = one.options(g, player).iter().map(|option| option * count + h);
            moved.chain(other.options(h, player).iter().map(|option| g * count + option)).collect::<Vec<_>>()
        });
        sum.add(&left, &right);
    }
    sum
}

/// Both graphs in one, and the number of the first position of the second.
fn beside(one: &Graph, other: &Graph) -> (Graph, u32) {
    let (mut both, offset) = (Graph::new(), one.len() as u32);
    for (graph, offset) in [(one, 0), (other, offset)] {
        for position in 0..graph.len() as u32 {
            let [left, right] = Player::BOTH
                .map(|player| -> Vec<u32> { graph.options(position, player).iter().map(|option| option + offset).collect() });
            both.add(&left, &right);
        }
    }
    (both, offset)
}

/// The carousel of Clive Bach.
const CAROUSEL: &str = "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}";

/// The carousel, the carousel plus 1, and three carousels.
///
/// They have no sides that are stoppers. CGSuite finds that these graphs are equal to them.
const CAROUSELS: [(usize, &str, &str, &str); 3] = [
    (1, "0", "a{1|1,{1*|a||*}||0}", "a{0,{1|||1*|a||*}|0}"),
    (1, "1", "a{2|2,{2*|a||1*}||1}", "a{1,{2|||2*|a||1*}|1}"),
    (
        3,
        "0",
        "{a{2*|||2|2,{a|1*}||1}|2||c{2|b{1|1,{1*||b|0|||*}},{2*|c,d{1*|||1|1,{d|*}||0}||0}||1}}",
        "{0||0|a{1*||0,{1|a}|0|||*}}",
    ),
];

#[test]
fn sums_of_carousels_have_the_sides_of_cgsuite() {
    for (copies, plus, onside, offside) in CAROUSELS {
        let mut stoppers = stoppers();
        let carousel = stoppers.read_graph(CAROUSEL).unwrap();
        let start = stoppers.read_graph(plus).unwrap();
        let total = (0..copies).fold(start, |total, _| sum(&total, &carousel));
        for (text, favoured) in [(onside, Player::Left), (offside, Player::Right)] {
            let expected = stoppers.read_graph(text).unwrap();
            let (both, place) = beside(&total, &expected);
            let order = stoppers.compare_positions_for(&both, &[], favoured, 0, place);
            assert_eq!(order, Ok(Some(Ordering::Equal)), "{copies} {plus} {text}");
            if copies == 1 {
                let ours = stoppers.simplified_text(&total, &[], favoured, 0, 1000).unwrap().unwrap();
                assert!(ours.len() < 40, "{ours}");
                let (both, place) = beside(&total, &stoppers.read_graph(&ours).unwrap());
                let order = stoppers.compare_positions_for(&both, &[], favoured, 0, place);
                assert_eq!(order, Ok(Some(Ordering::Equal)), "{ours}");
            }
        }
    }
}

#[test]
fn the_carousel_has_an_order_but_no_stopper_that_is_found() {
    let mut stoppers = stoppers();
    let value = read(&mut stoppers, CAROUSEL);
    let reason = value.onside.unwrap_err();
    assert_eq!((value.offside, value.stopper()), (Err(reason), None));
    assert_eq!(reason.to_string(), "no stopper found: sidling did not end within 12 steps");
    let zero = Sided::from(Stopper::ZERO);
    assert_eq!(stoppers.compare(value, zero).unwrap(), Err(reason));
    assert_eq!(stoppers.outcome_class(value).unwrap(), Err(reason));
    assert_eq!(stoppers.add(value, zero).unwrap(), value);
    let carousel = stoppers.read_graph(CAROUSEL).unwrap();
    let zero = carousel.len() as u32;
    assert_eq!(stoppers.compare_positions(&carousel, &[], 0, zero).unwrap(), None);
    assert_eq!(stoppers.compare_positions(&carousel, &[], 0, 0).unwrap(), Some(Ordering::Equal));
    assert_eq!(carousel.outcomes(&LIMITS).unwrap()[0], [Outcome::Win; 2]);
}
