//! Laws that are false, each with a counterexample, so that nobody relies on them.

use sprague_core::Limits;
use sprague_values::{Dyadic, Value};

fn value(text: &str) -> Value {
    text.parse().expect("the text is a value")
}

#[test]
fn heating_by_a_number_does_not_keep_order() {
    let (positive, one) = (value("1*"), Value::from(1));
    assert!(positive > Value::from(0));
    let hot = positive.heat(&one, &Limits::default()).unwrap();
    assert_eq!(hot.to_string(), "{2|0}");
    assert_eq!(hot.partial_cmp(&Value::from(0)), None);
}

#[test]
fn heating_by_a_number_is_not_additive() {
    let heat = |value: &Value| value.heat(&Value::from(1), &Limits::default()).unwrap();
    let (a, b) = (value("{1|-1}"), value("{1|*}"));
    assert_ne!(heat(&a) + heat(&b), heat(&(&a + &b)));
}

#[test]
fn a_form_that_gains_a_number_on_both_sides_is_not_translated_if_it_is_a_number() {
    assert_eq!(value("{-2|}") + Value::from(1), Value::from(1));
    assert_eq!(value("{-1|}"), Value::from(0));
}

#[test]
fn heating_depends_on_the_form_and_takes_the_canonical_one() {
    let heat = |text: &str| value(text).heat(&Value::star(1), &Limits::default()).unwrap();
    assert_eq!(value("{*|*}"), Value::from(0));
    assert_eq!(heat("{*|*}"), heat("0"));
}

#[test]
fn cooling_by_minus_one_is_not_additive() {
    let cool = |value: &Value| value.cool(&Dyadic::from(-1), &Limits::default()).unwrap();
    let (a, b) = (value("*"), value("{1|*}"));
    assert_eq!((cool(&a) + cool(&b)).to_string(), "{1,{3|1}|-1}");
    assert_eq!(cool(&(a + b)).to_string(), "{{3|1}|-1}");
}
