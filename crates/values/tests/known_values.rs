//! Values that are known from books and other programs.

use crate::judge::Tree;
use sprague_core::{Limits, Player};
use sprague_values::{Dyadic, Nus, Value, born_by};

fn value(text: &str) -> Value {
    text.parse().expect("the text is a value")
}

#[test]
fn the_games_of_day_two_are_known() {
    let known = [
        ("0", "P", "-1", "0"),
        ("*", "N", "0", "0"),
        ("^", "L", "0", "0"),
        ("-1", "R", "-1", "-1"),
        ("-2", "R", "-1", "-2"),
        ("1", "L", "-1", "1"),
        ("{1|-1}", "N", "1", "0"),
        ("2", "L", "-1", "2"),
        ("-1/2", "R", "-1/2", "-1/2"),
        ("v", "R", "0", "0"),
        ("v*", "N", "0", "0"),
        ("*2", "N", "0", "0"),
        ("^*", "N", "0", "0"),
        ("1/2", "L", "-1/2", "1/2"),
        ("{0|-1}", "N", "1/2", "-1/2"),
        ("1*", "L", "0", "1"),
        ("{1|0}", "N", "1/2", "1/2"),
        ("-1*", "R", "0", "-1"),
        ("{1|*}", "L", "1/2", "1/2"),
        ("{*|-1}", "R", "1/2", "-1/2"),
        ("{1|*,0}", "N", "1/2", "1/2"),
        ("{*,0|-1}", "N", "1/2", "-1/2"),
    ];
    let mut day: Vec<String> = born_by(2).map(|value| value.to_string()).collect();
    for (text, outcome, temperature, mean) in known {
        let value = value(text);
        assert_eq!(value.to_string(), text);
        assert_eq!(value.outcome_class().symbol(), outcome, "{text}");
        assert_eq!(
            (value.temperature().to_string(), value.mean().to_string()),
            (temperature.to_owned(), mean.to_owned()),
            "{text}"
        );
        day.retain(|other| other != text);
    }
    assert!(day.is_empty(), "{day:?}");
}

#[test]
fn sums_of_number_ups_and_star_are_what_their_options_say() {
    let numbers = [(-3, 0), (-1, 1), (0, 0), (1, 2), (5, 1)].map(|(mantissa, places)| Dyadic::new(mantissa, places));
    let mut all = vec![];
    for number in numbers {
        for ups in -4_i64..=4 {
            all.extend((0..5).map(|star| Nus { number: number.clone(), ups: ups.into(), star }));
        }
    }
    for nus in &all {
        let value = Value::from(nus.clone());
        let [left, right] = Player::BOTH.map(|player| value.options(player).collect::<Vec<_>>());
        let last = left.iter().chain(&right).map(Value::birthday).max();
        assert_eq!(value.birthday(), last.map_or(0_u32.into(), |last| last + 1_u32), "{nus}");
        assert_eq!(value.birthday(), nus.birthday());
        assert_eq!(Value::of(left, right), value, "{nus}");
    }
    for a in all.iter().step_by(7) {
        for b in all.iter().step_by(5).filter(|b| b.number == a.number && a.ups.magnitude() + b.ups.magnitude() < 6_u32.into()) {
            let [g, h] = [a, b].map(|nus| Value::from(Nus { number: Dyadic::ZERO, ..nus.clone() }));
            assert_eq!(g.partial_cmp(&h), Tree::of(&g).compare(&Tree::of(&h)), "{g} {h}");
        }
    }
}

#[test]
fn thermographs_of_many_ups_and_large_stars_are_those_of_few() {
    let at_options = |value: &Value| {
        // through a form that is not a sum of number, ups and star
        Value::of([value.clone()], [value - &Value::from(20)]).thermograph()
    };
    for ups in [3, 4, 5, 8, -6] {
        for star in [0, 1, 2, 5] {
            let value = &Value::up(ups) + &Value::star(star);
            assert_eq!(value.thermograph().temperature(), &Dyadic::ZERO, "{value}");
            let few = &Value::up(3 * i64::signum(ups)) + &Value::star(star.min(2));
            assert_eq!(at_options(&value), at_options(&few), "{value}");
        }
    }
}

#[test]
fn switches_tinies_and_minies_are_known() {
    let (tiny, zero) = (value("{0||0|-2}"), Value::from(0));
    assert!(tiny > zero && tiny < Value::up(1) && !tiny.is_all_small());
    assert_eq!(-&tiny, value("{2|0||0}"));
    assert!((1..9).all(|n| (0..n).map(|_| tiny.clone()).sum::<Value>() < Value::up(1)));
    assert_eq!(tiny.reduced(&Limits::default()).unwrap(), zero);
    let switch = value("{7|-3}");
    assert_eq!((switch.temperature(), switch.mean()), (Dyadic::from(5), Dyadic::from(2)));
    assert_eq!(&switch + &switch, Value::from(4));
}

#[test]
fn walls_have_their_corners_and_no_others() {
    let corners = |text: &str, player| -> Vec<(String, String)> {
        value(text).thermograph().wall(player).iter().map(|(t, x)| (t.to_string(), x.to_string())).collect()
    };
    let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|&(t, x)| (t.to_owned(), x.to_owned())).collect::<Vec<_>>();
    assert_eq!(corners("{1|-1}", Player::Left), pairs(&[("-1", "2"), ("1", "0")]));
    assert_eq!(corners("{1|-1}", Player::Right), pairs(&[("-1", "-2"), ("1", "0")]));
    assert_eq!(corners("3", Player::Left), pairs(&[("-1", "3")]));
    assert_eq!(corners("{{9|3}|-4}", Player::Left), pairs(&[("-1", "3"), ("3", "3"), ("5", "1")]));
    assert_eq!(corners("{{9|3}|-4}", Player::Right), pairs(&[("-1", "-5"), ("5", "1")]));
    assert_eq!(corners("^", Player::Right), pairs(&[("-1", "0"), ("0", "0")]));
}

#[test]
fn atomic_weights_are_known() {
    let weight = |text: &str| value(text).atomic_weight(&Limits::default()).unwrap().to_string();
    for (text, expected) in [("^", "1"), ("*5", "0"), ("v3*2", "-3"), ("{^|v}", "0"), ("{^2|v2}", "*"), ("{^3*|*,v}", "1*")] {
        assert_eq!(weight(text), expected, "{text}");
    }
}

#[test]
fn ordinal_sums_and_products_are_known() {
    let limits = Limits::default();
    let ordinal = |g: &str, h: &str| value(g).ordinal_sum(&value(h), &limits).unwrap().to_string();
    assert_eq!(ordinal("*", "1"), "^*");
    assert_eq!(ordinal("1", "-1"), "1/2");
    assert_eq!(ordinal("*2", "*2"), "*4");
    assert_eq!(ordinal("0", "1"), "1");
    assert_eq!(value("1/2").norton(&Value::up(1), &limits).unwrap().to_string(), "{^2*|v*}");
    assert_eq!(value("1/2").overheat(&Value::from(1), &Value::from(1), &limits).unwrap().to_string(), "{1|0}");
    assert!(value("1").norton(&Value::star(1), &limits).is_err());
    assert!(value("1").cool(&Dyadic::from(-2), &limits).is_err());
    assert!(value("1").atomic_weight(&limits).is_err());
}
