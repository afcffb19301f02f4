//! Writes values in the notation of CGSuite 2: `^^*`, `^[3]`, `+-1`, `9Tiny({2|1})`, `{4|||3|1||0|-2}`.
//!
//! Runs of bars replace inner braces, `+-` precedes a game that is its own negative, and tiny, miny and powers of ↑ have names.
//! CGSuite and this crate parse the text as the same value.

use crate::calculator::Calculator;
use crate::dyadic::Dyadic;
use crate::failed::Failed;
use crate::form::Form;
use crate::memo::Memo;
use crate::nus::Nus;
use crate::seen::exact_stops;
use core::cmp::Ordering;
use num_bigint::BigInt;
use sprague_core::{Player, Stopped};
use std::sync::Arc;

/// The longest run of bars. A game that needs a longer one is put in braces.
pub(crate) const MOST_BARS: usize = 4;
/// The greatest power of ↑ that is written by name, and the greatest star written with it.
const POWERS: i64 = 24;
const STARS: u64 = 7;

/// The text of a game, and the data needed to use it inside another text.
#[derive(Clone)]
pub(crate) struct Written {
    /// The text. If it has bars outside of braces, it is not in braces itself.
    pub(crate) text: Arc<str>,
    /// The longest run of bars outside of braces, or 0.
    pub(crate) bars: usize,
    /// `true` if `+-` may stand before the text without parentheses.
    is_compact: bool,
    /// The sort key of the game among options. Keys are compared as lists.
    pub(crate) key: Arc<[Key]>,
}

/// An element of a sort key.
///
/// Numbers come first, then nimbers, then other sums of number, ups and star, then other games, which are compared by their
/// options.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    End,
    Number(Dyadic),
    Nimber(u64),
    /// Number, star, ups, and the power of ↑ that the ups count.
    Ups(Dyadic, u64, BigInt, i64),
    Options,
}

impl Written {
    fn atom(text: String, is_compact: bool, key: Key) -> Self {
        Self { text: text.into(), bars: 0, is_compact, key: [key].into() }
    }

    /// Returns the text of a loopy game. Its sort key is empty.
    pub(crate) fn loopy(text: String, bars: usize) -> Self {
        let is_compact = text.starts_with('{') || text.bytes().all(|byte| byte.is_ascii_lowercase());
        Self { text: text.into(), bars, is_compact, key: [].into() }
    }

    pub(crate) fn braced(&self) -> String {
        if self.bars == 0 { self.text.to_string() } else { format!("{{{}}}", self.text) }
    }

    /// Returns the text as it is written after `+-`.
    pub(crate) fn signed(&self) -> String {
        if self.is_compact || self.bars > 0 { self.braced() } else { format!("({})", self.text) }
    }
}

impl Calculator<'_> {
    /// Returns the text of a form in the notation of CGSuite, or `None` if it would have more than `most` bytes.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// for text in ["^^*", "{4|||3|1||0|-2}", "+-{2,{4|0}}", "9Tiny({2|1})", "1^[3]*"] {
    ///     let form = calculator.read(text)?;
    ///     assert_eq!(calculator.cgsuite_text(form, 99)?.as_deref(), Some(text));
    /// }
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn cgsuite_text(&mut self, form: Form, most: usize) -> Result<Option<String>, Stopped> {
        let written = self.cgsuite_written(form, most)?;
        Ok(written.map(|written| written.braced()).filter(|text| text.len() <= most))
    }

    pub(crate) fn cgsuite_written(&mut self, form: Form, most: usize) -> Result<Option<Written>, Stopped> {
        // it is never longer than the text with all braces
        if self.text(form, most)?.is_none() {
            return Ok(None);
        }
        let written = self.resolve(&mut Memo::default(), form, |calculator, form, asked| {
            if let Some(nus) = calculator.arena.as_nus(form) {
                return Ok(Some(of_nus(&nus)));
            }
            if let Some(power) = calculator.power_name(form)? {
                return Ok(Some(power));
            }
            let mut sides = vec![];
            for player in Player::BOTH {
                let options = calculator.options(form, player)?;
                sides.push(asked.all(options));
            }
            let tiny = calculator.number_tiny(form)?;
            let size = tiny.and_then(|(.., size)| asked.get(size));
            let (Some(mut right), Some(mut left)) = (sides.pop().flatten(), sides.pop().flatten()) else { return Ok(None) };
            if tiny.is_some() && size.is_none() {
                return Ok(None);
            }
            for side in [&mut left, &mut right] {
                side.sort_by(|one, other| one.key.cmp(&other.key));
            }
            let mut key = vec![Key::Options];
            for side in [&left, &right] {
                key.extend(side.iter().flat_map(|option| option.key.iter().cloned()));
                key.push(Key::End);
            }
            let key: Arc<[Key]> = key.into();
            if calculator.negative(form)? == form {
                let text = match &left[..] {
                    [option] => format!("+-{}", option.signed()),
                    options => format!("+-{{{}}}", listed(options)),
                };
                return Ok(Some(Written { text: text.into(), bars: 0, is_compact: true, key }));
            }
            if let (Some((player, number, _)), Some(size)) = (tiny, size) {
                let number = calculator.arena.as_nus(number).filter(|nus| *nus != Nus::from_number(Dyadic::ZERO));
                let word = if player == Player::Left { "Tiny" } else { "Miny" };
                let text = format!("{}{word}({})", number.map_or_else(String::new, |nus| nus.to_string()), size.braced());
                return Ok(Some(Written { text: text.into(), bars: 0, is_compact: false, key }));
            }
            let bars = 1 + [&left, &right]
                .map(|side| if let [option] = &side[..] { option.bars } else { 0 })
                .into_iter()
                .max()
                .unwrap_or(0);
            let [left, right] =
                [left, right].map(|side| if let [option] = &side[..] { option.text.to_string() } else { listed(&side) });
            let text = format!("{left}{}{right}", "|".repeat(bars));
            Ok(Some(match bars.cmp(&MOST_BARS) {
                Ordering::Less => Written { text: text.into(), bars, is_compact: true, key },
                _ => Written { text: format!("{{{text}}}").into(), bars: 0, is_compact: true, key },
            }))
        })?;
        Ok(Some(written))
    }

    /// Returns the text of number + power + star if the form is such a sum.
    ///
    /// The power is ±↑^\[n\] or ±↑^⟨n⟩ with n ≥ 2.
    fn power_name(&mut self, form: Form) -> Result<Option<Written>, Stopped> {
        if !self.has_one_stop(form) {
            return Ok(None);
        }
        let (mean, _) = self.mean_and_temperature(form)?;
        let rest = self.arena.shift(form, &-&mean);
        let day = i64::try_from(self.birthday(rest)?).unwrap_or(i64::MAX);
        if day > POWERS + STARS as i64 || !self.is_all_small(rest) {
            return Ok(None);
        }
        for star in 0..=STARS {
            let nimber = self.arena.nus(Nus { star, ..Nus::from_number(Dyadic::ZERO) });
            let without = self.add(rest, nimber)?;
            let sign = match self.compare(without, Form::ZERO)? {
                Some(Ordering::Greater) => 1,
                Some(Ordering::Less) => -1,
                _ => continue,
            };
            let power = if sign == 1 { without } else { self.negative(without)? };
            // the birthday of ↑^⟨n⟩ and of ↑^[n] is n + 1
            let Ok(n) = i64::try_from(self.birthday(power)? - 1_u32) else { continue };
            if !(2..=POWERS).contains(&n) {
                continue;
            }
            for is_to in [false, true] {
                let named = if is_to { self.power_to(Form::UP, &n.into()) } else { self.power(Form::UP, &n.into()) };
                match named {
                    Ok(named) if named == power => {}
                    Ok(_) | Err(Failed::Undefined(_)) => continue,
                    Err(Failed::Stopped(stopped)) => return Err(stopped),
                }
                let arrow = if sign == 1 { '^' } else { 'v' };
                let name = if is_to { format!("{arrow}[{n}]") } else { format!("{arrow}<{n}>") };
                let [number, nimber] =
                    [Nus { star: 0, ..Nus::from_number(mean.clone()) }, Nus { star, ..Nus::from_number(Dyadic::ZERO) }]
                        .map(|part| if part == Nus::from_number(Dyadic::ZERO) { String::new() } else { part.to_string() });
                let is_compact = number.is_empty() && star == 0;
                let key = Key::Ups(mean, star, sign.into(), n);
                return Ok(Some(Written::atom(format!("{number}{name}{nimber}"), is_compact, key)));
            }
        }
        Ok(None)
    }

    fn has_one_stop(&self, form: Form) -> bool {
        let stops = exact_stops(&self.arena, form);
        stops.left.0 == stops.right.0
    }
}

pub(crate) fn listed(options: &[Written]) -> String {
    options.iter().map(Written::braced).collect::<Vec<_>>().join(",")
}

fn of_nus(nus: &Nus) -> Written {
    let (is_zero, is_flat) = (nus.number == Dyadic::ZERO, nus.ups == BigInt::ZERO);
    let mut text = nus.to_string();
    for (count, sign) in [(2, '^'), (-2, 'v')] {
        if nus.ups == BigInt::from(count) {
            text = text.replacen(&format!("{sign}2"), &format!("{sign}{sign}"), 1);
        }
    }
    let key = match (is_zero, is_flat) {
        (_, true) if nus.star == 0 => Key::Number(nus.number.clone()),
        (true, true) => Key::Nimber(nus.star),
        _ => Key::Ups(nus.number.clone(), nus.star, nus.ups.clone(), 1),
    };
    let is_compact = matches!(key, Key::Number(_) | Key::Nimber(_)) || (is_zero && nus.star == 0);
    Written::atom(text, is_compact, key)
}
