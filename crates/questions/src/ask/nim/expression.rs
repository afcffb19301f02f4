//! Evaluates an expression of nimbers while reading it.
//!
//! Powers bind more tightly than products and quotients, and these more tightly than sums. An exponent is an ordinary number.

use crate::question::NoAnswer;
use sprague::limits::Meter;
use sprague::notation::Reader;
use sprague::{BadNotation, Limits, WideNimber};

/// The maximum depth of nested brackets.
const DEPTH: usize = 200;

/// The functions, each with its name and opening bracket.
const FUNCTIONS: [(&str, char, Function); 4] = [
    ("sqrt", '(', Function::Root),
    ("mex", '{', Function::Mex),
    ("ugly", '(', Function::Ugly),
    ("odious", '(', Function::Odious),
];

#[derive(Clone, Copy)]
enum Function {
    Root,
    Mex,
    Ugly,
    Odious,
}

/// The text that is being read, and the work so far.
pub(super) struct Expression<'a> {
    reader: Reader<'a>,
    meter: Meter<'a>,
    operations: u64,
    depth: usize,
}

impl<'a> Expression<'a> {
    pub(super) fn new(text: &'a str, limits: &'a Limits) -> Self {
        Self { reader: Reader::new(text), meter: Meter::new(limits), operations: 0, depth: 0 }
    }

    /// Returns the value of the whole text.
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] if the text is not an expression; [`NoAnswer::Stopped`] at a limit. An operation counts as a
    /// position.
    pub(super) fn whole(mut self) -> Result<WideNimber, NoAnswer> {
        let value = self.sum()?;
        match self.next() {
            None => Ok(value),
            Some('^') => Err(self.reader.expected("brackets around the power, as in (2^3)^4").into()),
            Some(_) => Err(self.reader.expected("+, *, /, ^, or nothing more").into()),
        }
    }

    fn sum(&mut self) -> Result<WideNimber, NoAnswer> {
        let mut sum = self.products()?;
        while self.skip('+') {
            sum = sum + self.products()?;
        }
        Ok(sum)
    }

    /// Evaluates products and quotients from left to right.
    fn products(&mut self) -> Result<WideNimber, NoAnswer> {
        let mut product = self.power()?;
        loop {
            if self.skip('*') {
                product = product.product(self.power()?);
            } else if self.skip('/') {
                self.next();
                let at = self.reader.at();
                let divisor = self.power()?;
                let quotient = product.quotient(divisor);
                product = quotient.ok_or_else(|| BadNotation::new(at, "a divisor that is not 0"))?;
            } else {
                return Ok(product);
            }
        }
    }

    fn power(&mut self) -> Result<WideNimber, NoAnswer> {
        let base = self.operand()?;
        if !self.skip('^') {
            return Ok(base);
        }
        let exponent = self.number("an exponent, an ordinary number below 2^128, such as 3")?;
        self.work(128)?;
        Ok(base.power(exponent))
    }

    /// Evaluates a number, an expression in brackets, or a function.
    fn operand(&mut self) -> Result<WideNimber, NoAnswer> {
        self.work(1)?;
        if self.skip('(') {
            return self.inside(')', |expression| expression.sum());
        }
        // a nimber may be written with a star, as in values
        self.skip('*');
        let found = FUNCTIONS.into_iter().find(|(name, ..)| self.reader.rest().starts_with(name));
        let Some((name, bracket, function)) = found else {
            return Ok(WideNimber(self.number("a nimber below 2^128, a bracket, sqrt(…), mex{…}, ugly(…) or odious(…)")?));
        };
        name.chars().for_each(|letter| _ = self.reader.skip(letter));
        if !self.skip(bracket) {
            return Err(self.reader.expected(format!("`{bracket}` behind {name}")).into());
        }
        match function {
            Function::Root => Ok(self.inside(')', Self::sum)?.root()),
            Function::Odious => Ok(WideNimber(u128::from(self.inside(')', Self::sum)?.0.count_ones() % 2))),
            Function::Ugly => self.inside(')', |expression| {
                let left = expression.sum()?;
                if !expression.skip(',') {
                    return Err(expression.reader.expected("a comma and the other factor").into());
                }
                let right = expression.sum()?;
                expression.work(128)?;
                Ok(ugly_product(left, right))
            }),
            Function::Mex => self.inside('}', |expression| {
                let mut values = vec![];
                if expression.next() != Some('}') {
                    values.push(expression.sum()?);
                    while expression.skip(',') {
                        values.push(expression.sum()?);
                    }
                }
                Ok(mex(values))
            }),
        }
    }

    /// Calls `read`, and skips the closing bracket after it.
    fn inside(
        &mut self,
        bracket: char,
        read: impl FnOnce(&mut Self) -> Result<WideNimber, NoAnswer>,
    ) -> Result<WideNimber, NoAnswer> {
        if self.depth == DEPTH {
            return Err(self.reader.expected("brackets nested at most 200 deep").into());
        }
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        if self.skip(bracket) { Ok(value) } else { Err(self.reader.expected(format!("an operator, or `{bracket}`")).into()) }
    }

    /// Reads an ordinary number.
    fn number(&mut self, expected: &'static str) -> Result<u128, BadNotation> {
        self.next();
        let start = self.reader.at();
        let digits = self.reader.rest();
        let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())];
        let number = digits.parse().map_err(|_| BadNotation::new(start, expected))?;
        digits.chars().for_each(|digit| _ = self.reader.skip(digit));
        Ok(number)
    }

    /// Returns the next character that is not a blank.
    fn next(&mut self) -> Option<char> {
        while self.reader.skip(' ') || self.reader.skip('\t') {}
        self.reader.peek()
    }

    fn skip(&mut self, wanted: char) -> bool {
        self.next();
        self.reader.skip(wanted)
    }

    fn work(&mut self, operations: u64) -> Result<(), NoAnswer> {
        self.operations += operations;
        Ok(self.meter.allow(self.operations, || 0, || None)?)
    }
}

/// Returns the least nimber that is not in the list.
fn mex(mut values: Vec<WideNimber>) -> WideNimber {
    values.sort_unstable();
    values.dedup();
    let seen = (0..).zip(&values).take_while(|(place, value)| value.0 == *place).count();
    WideNimber(seen as u128)
}

/// Returns the ugly product, which is a sum of products of powers of two.
///
/// The product of two different powers is the sum of the greater and half of the lesser. The product of a power with itself is
/// half of it, rounded up.
///
/// *Winning Ways* ch. 14.
fn ugly_product(a: WideNimber, b: WideNimber) -> WideNimber {
    let powers = |nimber: u128| (0..128).map(|bit| 1_u128 << bit).filter(move |power| nimber & power != 0);
    let product = |one: u128, other: u128| {
        let (greater, lesser) = (one.max(other), one.min(other));
        if greater == lesser { greater.div_ceil(2) } else { greater ^ (lesser / 2) }
    };
    powers(a.0).flat_map(|one| powers(b.0).map(move |other| WideNimber(product(one, other)))).sum()
}

#[cfg(test)]
mod tests {
    use crate::{Nim, NoAnswer, Session};
    use sprague::{Limits, Stopped};

    fn value(expression: &str) -> u128 {
        Session::new().ask(&Nim::of(expression), &Limits::default()).unwrap().nimber.0
    }

    #[track_caller]
    fn refused(expression: &str, at: usize, expected: &str) {
        match Session::new().ask(&Nim::of(expression), &Limits::default()) {
            Err(NoAnswer::Malformed { field, error, .. }) => {
                assert_eq!((&*field, error.at), ("expression", at), "{expression}: {error}");
                assert!(error.expected.contains(expected), "{expression}: {error}");
            }
            other => panic!("{expression}: {other:?}"),
        }
    }

    /// The rows for 1 to 16 in CGSuite's GameTest, `Integer`.
    #[test]
    fn the_rows_of_cgsuite_come_out() {
        let row = |expression: &str| (1..=16).map(|n| value(&expression.replace('n', &n.to_string()))).collect::<Vec<_>>();
        assert_eq!(row("11 + n"), [10, 9, 8, 15, 14, 13, 12, 3, 2, 1, 0, 7, 6, 5, 4, 27]);
        assert_eq!(row("8 * n"), [8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2, 128]);
        assert_eq!(row("1 / n"), [1, 3, 2, 15, 12, 9, 11, 10, 6, 8, 7, 5, 14, 13, 4, 170]);
        assert_eq!(row("11 / n"), [11, 6, 13, 8, 14, 2, 15, 4, 10, 9, 1, 12, 3, 5, 7, 68]);
        assert_eq!(row("ugly(14, n)"), [14, 13, 3, 13, 3, 0, 14, 7, 9, 10, 4, 10, 4, 7, 9, 23]);
        assert_eq!(["odious(11)", "odious(23)"].map(value), [1, 0]);
    }

    #[test]
    fn operators_bind_as_usual() {
        assert_eq!(value("1 + 2 * 3 ^ 2"), value("1 + (2 * ((3) ^ 2))"));
        assert_eq!(value(" 8/2/4 "), value("(8 / 2) / 4"));
        assert_eq!(value("*5 + *3 * *2"), value("5+(3*2)"));
        assert_eq!(value("sqrt(7)^2"), 7);
        assert_eq!(value("mex{0, 1, 2 + 1, mex{}}"), 2);
        assert_eq!(value("340282366920938463463374607431768211455 ^ 340282366920938463463374607431768211455"), 1);
        assert_eq!(value("0 ^ 0"), 1);
    }

    #[test]
    fn what_cannot_be_read_is_refused_at_its_place() {
        refused("", 0, "a nimber");
        refused("3 +", 3, "a nimber");
        refused("3 $ 4", 2, "nothing more");
        refused("(3 + 4", 6, "`)`");
        refused("mex(3)", 3, "`{`");
        refused("ugly(3)", 6, "a comma");
        refused("5 / (2 + 2)", 4, "not 0");
        refused("2^3^4", 3, "brackets");
        refused("2^-1", 2, "an exponent");
        refused("340282366920938463463374607431768211456", 0, "2^128");
        refused(&"(".repeat(300), 201, "at most 200 deep");
    }

    #[test]
    fn long_expressions_keep_to_the_limits() {
        let long = format!("1{}", "^9 * 2".repeat(100_000));
        let limits = Limits { positions: 1_000_000, ..Limits::default() };
        let stopped = Session::new().ask(&Nim::of(long), &limits).unwrap_err();
        assert!(matches!(stopped, NoAnswer::Stopped { by: crate::Reached::Limit(Stopped::Positions(_)), .. }), "{stopped:?}");
    }
}
