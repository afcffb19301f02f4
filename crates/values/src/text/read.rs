//! Reading values, nested as deep as memory allows.
//!
//! An atom is a number, then ups `^3` `v`, then a star `*2`. In braces terms add with `+` and `-`, options are separated by commas, and
//! the longest run of bars binds last. `-` before anything but a digit negates; `±` takes the next atom or a list in parentheses.

use crate::calculator::{Calculator, Options};
use crate::dyadic::{Dyadic, fraction};
use crate::failed::ReadError;
use crate::form::Form;
use crate::nus::Nus;
use num_bigint::{BigInt, BigUint};
use sprague_core::{BadNotation, Stopped};

const A_VALUE: &str = "a value such as 1/2, ^, *2 or {1|-1}";
/// Digits of a number, so that reading it takes no time.
const MAX_DIGITS: usize = 10_000;
/// Bars in a row; longer runs would only be typed by accident.
const MAX_BARS: usize = 1_000;

/// What stands before a term.
#[derive(Clone, Copy)]
enum Prefix {
    Minus,
    PlusMinus,
}

/// What is open at a place of the text.
struct Open {
    /// `true` for braces, `false` for the parentheses of a list.
    is_brace: bool,
    prefixes: Vec<Prefix>,
    /// The sides so far; between two of them a run of bars, with its length and place.
    sides: Vec<Options>,
    bars: Vec<(usize, usize)>,
    /// The terms of the option so far, added.
    sum: Option<Form>,
    /// Whether the next term is subtracted.
    is_subtracted: bool,
    /// Whether a term must come: after a comma, a plus or a minus.
    is_due: bool,
}

impl Open {
    fn new(is_brace: bool, prefixes: Vec<Prefix>) -> Self {
        Self { is_brace, prefixes, sides: vec![Options::new()], bars: vec![], sum: None, is_subtracted: false, is_due: !is_brace }
    }

    /// Whether a side without options ends here.
    fn may_end_empty(&self, next: Option<char>) -> bool {
        self.is_brace && !self.is_due && (next == Some('|') || (next == Some('}') && !self.bars.is_empty()))
    }

    fn end_option(&mut self) {
        self.sides.last_mut().expect("there is a side").extend(self.sum.take());
    }
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().filter(|next| wanted.contains(next));
        self.at += found.map_or(0, char::len_utf8);
        found.is_some()
    }

    fn skip_blanks(&mut self) {
        while self.skip(&[' ', '\t', '\n', '\r']) {}
    }

    fn expected(&self, what: &'static str) -> BadNotation {
        BadNotation::new(self.at, what)
    }

    /// Digits from here, `None` if there are none.
    fn digits(&mut self) -> Result<Option<BigUint>, BadNotation> {
        let rest = &self.text[self.at..];
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        if count > MAX_DIGITS {
            return Err(self.expected("a number of at most 10000 digits"));
        }
        self.at += count;
        Ok((count > 0).then(|| BigUint::parse_bytes(&rest.as_bytes()[..count], 10).expect("only digits were read")))
    }

    /// Number, ups and star, each of them if it is there.
    fn atom(&mut self) -> Result<Option<Nus>, BadNotation> {
        let start = self.at;
        let is_negative = self.text[self.at..].starts_with('-');
        self.at += usize::from(is_negative);
        let mut nus = Nus::from_number(Dyadic::ZERO);
        if let Some(digits) = self.digits()? {
            let numerator = if is_negative { -BigInt::from(digits) } else { digits.into() };
            nus.number = Dyadic::new(numerator.clone(), 0);
            if self.skip(&['/']) {
                let place = self.at;
                let bad = BadNotation::new(place, "a power of 2 below the line");
                let denominator = self.digits()?.ok_or_else(|| bad.clone())?;
                nus.number = fraction(numerator, &denominator).ok_or(bad)?;
            }
        } else {
            self.at = start;
        }
        let sign = match self.peek() {
            Some('^' | '↑') => 1,
            Some('v' | '↓') => -1,
            _ => 0,
        };
        if self.skip(&['^', '↑', 'v', '↓']) {
            nus.ups = BigInt::from(self.digits()?.unwrap_or(1_u32.into())) * sign;
        }
        if self.skip(&['*', '⋆']) {
            let place = self.at;
            nus.star = match self.digits()? {
                None => 1,
                Some(star) => u64::try_from(star).map_err(|_| BadNotation::new(place, "a nimber below 2^64"))?,
            };
        }
        Ok((self.at > start).then_some(nus))
    }

    /// Minus signs and ±; a minus before a digit belongs to the number.
    fn prefixes(&mut self, is_inside: bool) -> Vec<Prefix> {
        let mut prefixes = vec![];
        loop {
            if is_inside {
                self.skip_blanks();
            }
            let rest = &self.text[self.at..];
            if rest.starts_with('-') && !rest[1..].starts_with(|next: char| next.is_ascii_digit()) {
                self.at += 1;
                prefixes.push(Prefix::Minus);
            } else if rest.starts_with("+-") {
                self.at += 2;
                prefixes.push(Prefix::PlusMinus);
            } else if self.skip(&['±']) {
                prefixes.push(Prefix::PlusMinus);
            } else {
                return prefixes;
            }
        }
    }
}

impl Calculator<'_> {
    /// The form that a text names.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.read("{0||0|-2,-2}")?, calculator.read("{0|{0|-2}}")?);
    /// assert_eq!(calculator.read("{1-1^|}")?, Form::ZERO);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`]: the byte of the text and what was expected there, or the limit that was reached.
    pub fn read(&mut self, text: &str) -> Result<Form, ReadError> {
        let mut cursor = Cursor { text, at: 0 };
        let mut open: Vec<Open> = vec![];
        loop {
            self.count()?;
            let prefixes = cursor.prefixes(!open.is_empty());
            let mut term = match cursor.peek() {
                Some('{') => {
                    cursor.at += 1;
                    open.push(Open::new(true, prefixes));
                    None
                }
                Some('(') if matches!(prefixes.last(), Some(Prefix::PlusMinus)) => {
                    cursor.at += 1;
                    open.push(Open::new(false, prefixes));
                    None
                }
                _ => match cursor.atom()? {
                    Some(nus) => {
                        let form = self.arena.nus(nus);
                        Some(self.prefixed(&prefixes, &[form])?)
                    }
                    None if prefixes.is_empty() && open.last().is_some_and(|open| open.may_end_empty(cursor.peek())) => None,
                    None => return Err(cursor.expected(A_VALUE).into()),
                },
            };
            // what the term belongs to, until another one may come
            loop {
                let Some(top) = open.last_mut() else {
                    return match term {
                        Some(form) if cursor.at == text.len() => Ok(form),
                        _ => Err(cursor.expected("nothing more").into()),
                    };
                };
                if let Some(form) = term.take() {
                    let form = if top.is_subtracted { self.negative(form)? } else { form };
                    top.sum = Some(match top.sum {
                        Some(sum) => self.add(sum, form)?,
                        None => form,
                    });
                    (top.is_due, top.is_subtracted) = (false, false);
                }
                cursor.skip_blanks();
                match cursor.peek() {
                    Some(sign @ ('+' | '-')) if top.sum.is_some() => {
                        cursor.at += 1;
                        (top.is_due, top.is_subtracted) = (true, sign == '-');
                    }
                    Some(',') if top.sum.is_some() => {
                        cursor.at += 1;
                        top.end_option();
                        top.is_due = true;
                    }
                    Some('|') if top.is_brace && !top.is_due => {
                        let start = cursor.at;
                        while cursor.skip(&['|']) {}
                        if cursor.at - start > MAX_BARS {
                            return Err(BadNotation::new(start, "at most 1000 bars in a row").into());
                        }
                        top.end_option();
                        top.bars.push((cursor.at - start, start));
                        top.sides.push(Options::new());
                    }
                    Some(')') if !top.is_brace && !top.is_due => {
                        cursor.at += 1;
                        top.end_option();
                        let list = open.pop().expect("it is open");
                        term = Some(self.prefixed(&list.prefixes, &list.sides[0])?);
                        continue;
                    }
                    Some('}') if top.is_brace && !top.is_due && !top.bars.is_empty() => {
                        cursor.at += 1;
                        top.end_option();
                        let brace = open.pop().expect("it is open");
                        let form = self.braced(brace.sides, &brace.bars)?;
                        term = Some(self.prefixed(&brace.prefixes, &[form])?);
                        continue;
                    }
                    _ if top.sum.is_none() => {} // a term, or an error there
                    _ if !top.is_brace => return Err(cursor.expected("',' or ')'").into()),
                    _ if top.bars.is_empty() => return Err(cursor.expected("',' or '|'").into()),
                    _ => return Err(cursor.expected("',', '|' or '}'").into()),
                }
                break;
            }
        }
    }

    fn prefixed(&mut self, prefixes: &[Prefix], forms: &[Form]) -> Result<Form, Stopped> {
        let mut forms: Options = forms.into();
        for prefix in prefixes.iter().rev() {
            let mut negatives = Options::new();
            for &form in &forms {
                negatives.push(self.negative(form)?);
            }
            forms = match prefix {
                Prefix::Minus => negatives,
                Prefix::PlusMinus => Options::from_iter([self.made(forms, negatives)?]),
            };
        }
        Ok(forms[0])
    }

    /// {sides}: split at the longest run of bars; a side that holds bars is one game.
    fn braced(&mut self, mut sides: Vec<Options>, bars: &[(usize, usize)]) -> Result<Form, ReadError> {
        let longest = bars.iter().map(|bar| bar.0).max().expect("a brace has a bar");
        let mut places = (0..bars.len()).filter(|&i| bars[i].0 == longest);
        let middle = places.next().expect("the longest run is there");
        if let Some(second) = places.next() {
            return Err(BadNotation::new(bars[second].1, "one longest run of bars in a brace").into());
        }
        let right = sides.split_off(middle + 1);
        let mut options = [Options::new(), Options::new()];
        for ((side, bars), options) in [(sides, &bars[..middle]), (right, &bars[middle + 1..])].into_iter().zip(&mut options) {
            *options = match bars {
                [] => side.into_iter().next().expect("there is a side"),
                _ => Options::from_iter([self.braced(side, bars)?]),
            };
        }
        let [left, right] = options;
        Ok(self.made(left, right)?)
    }
}
