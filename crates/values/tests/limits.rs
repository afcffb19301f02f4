//! Work is counted, also inside comparisons; nothing overflows, and depth needs no stack.

use sprague_core::{Limits, Stopped};
use sprague_values::{Dyadic, Failed, ReadError, Value, born_by};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn few(positions: u64) -> Limits {
    Limits { positions, ..Limits::default() }
}

#[test]
fn sums_comparisons_and_reading_stop_at_a_limit() {
    let games: Vec<Value> = born_by(3).filter(|value| value.nus().is_none()).step_by(97).collect();
    let stopped = Err(Stopped::Positions(10));
    let sum = games.iter().try_fold(Value::from(0), |sum, value| sum.plus(value, &few(10)));
    assert_eq!(sum, stopped);
    assert_eq!(Value::read(&"{0|".repeat(100), &few(10)), Err(ReadError::Stopped(Stopped::Positions(10))));
    let big = games.iter().take(6).cloned().sum::<Value>();
    assert_eq!(big.cool(&Dyadic::ZERO, &few(10)), Err(Failed::Stopped(Stopped::Positions(10))));
}

#[test]
fn comparing_a_long_chain_of_ups_with_a_game_is_counted() {
    let tiny: Value = "{0||0|-2}".parse().unwrap();
    assert_eq!(Value::up(10_i64.pow(12)).compare(&(&tiny + &tiny), &few(1000)), Ok(Some(std::cmp::Ordering::Greater)));
    let star = Value::star(1 << 40);
    let game: Value = "{^2|v2}".parse().unwrap();
    assert_eq!(star.compare(&game, &few(1000)), Err(Stopped::Positions(1000)));
}

#[test]
fn a_list_of_very_many_options_is_not_made() {
    let (star, bytes) = (Value::star(1 << 50), 1_000_000);
    let limits = Limits { bytes, ..Limits::default() };
    assert_eq!(star.dag(&limits), Err(Stopped::Memory(bytes)));
    assert_eq!(star.cool(&Dyadic::ZERO, &limits), Err(Failed::Stopped(Stopped::Memory(bytes))));
    assert_eq!(star.to_string(), "*1125899906842624");
    assert_eq!(star.birthday(), (1_u64 << 50).into());
    assert_eq!("{0|*1125899906842624}".parse::<Value>().unwrap().to_string(), "^*1125899906842625");
}

#[test]
fn memory_and_the_flag_stop_it() {
    let games: Vec<Value> = born_by(3).filter(|value| value.nus().is_none()).step_by(11).collect();
    let add_all = |limits: &Limits| games.iter().try_fold(Value::from(0), |sum, value| sum.plus(value, limits));
    assert_eq!(add_all(&Limits { bytes: 100_000, ..Limits::default() }), Err(Stopped::Memory(100_000)));
    let flag = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(add_all(&Limits { stop: flag, ..Limits::default() }), Err(Stopped::Asked));
}

#[test]
fn what_does_not_fit_a_handle_is_spilled() {
    for text in
        ["123456789012345678901234567890", "-7/1267650600228229401496703205376", "^5000", "v99999999999999999999", "*4096"]
    {
        let value: Value = text.parse().unwrap();
        assert_eq!(value.to_string(), text);
        assert_eq!((&value - &value).to_string(), "0");
        assert_eq!(&(&value + &Value::star(1)) + &Value::star(1), value);
        assert_eq!(-&-&value, value);
        assert_eq!(value, text.parse::<Value>().unwrap());
    }
    assert_ne!(Value::up(5000), Value::up(6000)); // the first that their arenas spilled
    let (large, switch): (Value, Value) = ("1000000000000".parse().unwrap(), "{3|-1}".parse().unwrap());
    let hot = &large + &switch;
    assert_eq!(hot.to_string(), "{1000000000003|999999999999}");
    assert!(hot > Value::from(0) && hot.temperature() == Dyadic::from(2));
    assert_eq!(&hot - &large, switch);
    assert_eq!(-&-&hot, hot);
    assert_eq!(hot.partial_cmp(&large), None);
    assert_eq!((&hot + &hot).to_string(), "2000000000002");
}

#[test]
fn sums_carry_over_the_border_of_a_handle() {
    let (most, one) = (Value::up(1023), Value::up(1));
    assert_eq!((&most + &one).to_string(), "^1024");
    assert_eq!(&(&most + &one) - &one, most);
    assert_eq!("{0|^1024}".parse::<Value>().unwrap().to_string(), "^1025*");
    assert_eq!((Value::star(2047) + Value::star(4096)).to_string(), "*6143");
    let fine = Value::from(Dyadic::new(1, 40));
    let switch: Value = "{1|-1}".parse().unwrap();
    let sum = &switch + &fine;
    assert_eq!(sum.thermograph().mean(), &Dyadic::new(1, 40));
    assert_eq!(&(&sum + &switch) - &fine, Value::from(0));
    assert_eq!(Value::of([fine.clone()], [&fine + &fine]).to_string(), "3/2199023255552");
}

#[test]
fn depth_needs_no_stack() {
    let text = format!("{}{{1|-1}}{}", "{0|".repeat(3_000), "}".repeat(3_000));
    let deep = Value::read(&text, &Limits::default()).unwrap();
    assert!((&deep - &deep).is_number());
    let nested = format!("{}0{}", "{".repeat(100_000), "}".repeat(100_000));
    assert!(nested.parse::<Value>().is_err());
    let integer = Value::read(&format!("{}0{}", "{".repeat(20_000), "|}".repeat(20_000)), &Limits::default()).unwrap();
    assert_eq!(integer, Value::from(20_000));
    assert_eq!(integer.birthday(), 20_000_u32.into());
    assert_eq!(Value::up(1_000_000).thermograph().temperature(), &Dyadic::ZERO);
}

#[test]
fn text_that_would_be_too_long_is_not_written() {
    // switches of different temperatures: every follower is a sum of some of them and a number
    let value: Value = (1..=20_i64).map(|n| Value::of([n.into()], [(-n).into()])).sum();
    let dag = value.dag(&Limits::default()).unwrap();
    assert!(value.text().is_none() && value.to_string().starts_with("{…|…}"));
    assert_eq!(Value::from_dag(&dag, &Limits::default()).unwrap(), value);
}

#[test]
fn followers_may_be_more_than_anybody_can_list() {
    // all 2^39 sums of ± powers of three are followers
    let powers = (0..39).map(|n| 3_i64.pow(n));
    let value = powers.fold(Value::from(0), |value, far| {
        let far = Value::from(far);
        Value::of([&value + &far], [&value - &far])
    });
    assert!(value.text().is_none());
    assert_eq!((value.temperature(), value.mean()), (Dyadic::from(3_i64.pow(38)), Dyadic::ZERO));
    let limits = Limits { bytes: 10_000_000, ..Limits::default() };
    assert_eq!(value.dag(&limits), Err(Stopped::Memory(10_000_000)));
}
