//! Methods of loopy values by name, as in `over.Variety`. The names are from CGSuite 2.

use super::evaluate::Side;
use super::sided::{NotFound, Sided};
use super::stopper::Stopper;
use super::store::Stoppers;
use super::variety::NoVariety;
use crate::failed::{Failed, Undefined};
use crate::method::Method;
use core::str::FromStr;
use sprague_core::{BadNotation, Player, Stopped};
use thiserror::Error;

/// A method that can be called on a value which may be loopy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopyMethod {
    Degree,
    Downsum,
    DownsumVariety,
    FollowerCount,
    LeftStop,
    Miny,
    Offside,
    Onside,
    OrdinalSum,
    RightStop,
    Subordinate,
    Tiny,
    Upsum,
    UpsumVariety,
    Variety,
    /// A method that only loop-free values have.
    Short(Method),
}

use LoopyMethod::Short;

/// The methods of loopy values, with the number of arguments of each.
const METHODS: [(LoopyMethod, usize); 15] = [
    (LoopyMethod::Degree, 0),
    (LoopyMethod::Downsum, 1),
    (LoopyMethod::DownsumVariety, 0),
    (LoopyMethod::FollowerCount, 0),
    (LoopyMethod::LeftStop, 0),
    (LoopyMethod::Miny, 0),
    (LoopyMethod::Offside, 0),
    (LoopyMethod::Onside, 0),
    (LoopyMethod::OrdinalSum, 1),
    (LoopyMethod::RightStop, 0),
    (LoopyMethod::Subordinate, 1),
    (LoopyMethod::Tiny, 0),
    (LoopyMethod::Upsum, 1),
    (LoopyMethod::UpsumVariety, 0),
    (LoopyMethod::Variety, 0),
];

/// The reason why a method has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum NoResult {
    #[error("it applies only to loop-free values, and this value is loopy")]
    Loopy,
    #[error("it applies only to stoppers, and this value has two sides")]
    TwoSides,
    #[error(transparent)]
    NotFound(#[from] NotFound),
    #[error(transparent)]
    NoVariety(#[from] NoVariety),
    #[error(transparent)]
    Undefined(#[from] Undefined),
}

impl LoopyMethod {
    pub(super) fn arguments(self) -> usize {
        match self {
            Short(method) => method.arguments().len(),
            _ => METHODS.iter().find(|(method, _)| *method == self).map_or(0, |(_, arguments)| *arguments),
        }
    }
}

impl FromStr for LoopyMethod {
    type Err = BadNotation;

    /// Parses a name. Upper and lower case do not matter.
    fn from_str(name: &str) -> Result<Self, BadNotation> {
        let found = METHODS.iter().find(|(method, _)| format!("{method:?}").eq_ignore_ascii_case(name));
        match (found, name.parse::<Method>()) {
            (Some((method, _)), _) => Ok(*method),
            (None, Ok(method)) => Ok(Short(method)),
            (None, Err(_)) => {
                let mut names: Vec<String> = METHODS.iter().map(|(method, _)| format!("{method:?}")).collect();
                names.extend(Method::all().map(|method| method.to_string()));
                names.sort_unstable();
                names.dedup();
                Err(BadNotation::new(0, format!("a method of values: {}", names.join(", "))))
            }
        }
    }
}

/// Checks the names of the methods that follow a value. The text begins with the first name, without its point.
///
/// The names are those that [`Stoppers::read_methods`] accepts. Arguments in parentheses are skipped, and nothing is computed.
///
/// ```
/// use sprague_values::loopy::check_method_names;
/// assert_eq!(check_method_names("OrdinalSum(on.Onside).Heat(1)"), Ok(()));
/// assert_eq!(check_method_names("OrdinalSum(on).Thaw").unwrap_err().at, 15);
/// ```
///
/// # Errors
/// Returns [`BadNotation`] with the byte offset of the first unknown name.
pub fn check_method_names(text: &str) -> Result<(), BadNotation> {
    let mut at = 0;
    loop {
        let name = text[at..].bytes().take_while(u8::is_ascii_alphabetic).count();
        text[at..at + name].parse::<LoopyMethod>().map_err(|error| error.shifted(at))?;
        at += name;
        if text[at..].starts_with('(') {
            let mut depth = 0_usize;
            let end = text[at..].find(|c| {
                depth = if c == '(' { depth + 1 } else { depth - usize::from(c == ')') };
                depth == 0
            });
            // an unclosed parenthesis is reported when the arguments are parsed
            let Some(end) = end else { return Ok(()) };
            at += end + 1;
        }
        if !text[at..].starts_with('.') {
            return Ok(());
        }
        at += 1;
    }
}

impl Stoppers<'_> {
    /// Returns the result of a method whose name is at byte `at` of a text; errors point there.
    pub(super) fn method_value(
        &mut self,
        method: LoopyMethod,
        value: Sided,
        with: &[Sided],
        at: usize,
    ) -> Result<Sided, crate::ReadError> {
        let result = self.called(method, value, with)?;
        result.map_err(|why| BadNotation::new(at, format!("a method that is defined here, but {why}")).into())
    }

    fn called(&mut self, method: LoopyMethod, value: Sided, with: &[Sided]) -> Result<Result<Sided, NoResult>, Stopped> {
        let forms: Option<Vec<_>> = with.iter().map(Sided::form).collect();
        if let (Short(method), forms) = (method, value.form().zip(forms)) {
            let Some((form, forms)) = forms else { return Ok(Err(NoResult::Loopy)) };
            return match self.calculator.call(method, form, &forms) {
                Ok(form) => Ok(Ok(form.into())),
                Err(Failed::Stopped(stopped)) => Err(stopped),
                Err(Failed::Undefined(why)) => Ok(Err(why.into())),
            };
        }
        let side = |side: Side| side.map(Sided::from).map_err(NoResult::from);
        match (method, with) {
            (LoopyMethod::Onside, []) => return Ok(side(value.onside)),
            (LoopyMethod::Offside, []) => return Ok(side(value.offside)),
            (LoopyMethod::Upsum, &[other]) => return Ok(side(self.add(value, other)?.onside)),
            (LoopyMethod::Downsum, &[other]) => return Ok(side(self.add(value, other)?.offside)),
            (LoopyMethod::Tiny, []) => return Ok(Ok(self.tiny_of(value)?)),
            (LoopyMethod::Miny, []) => {
                let tiny = self.tiny_of(value)?;
                return Ok(Ok(self.negative(tiny)?));
            }
            _ => {}
        }
        let Some(stopper) = value.stopper() else { return Ok(Err(NoResult::TwoSides)) };
        let stoppers: Option<Vec<Stopper>> = with.iter().map(Sided::stopper).collect();
        let Some(with) = stoppers else { return Ok(Err(NoResult::TwoSides)) };
        Ok(match (method, &with[..]) {
            (LoopyMethod::Degree, []) => side(self.degree(stopper)?),
            (LoopyMethod::Variety, []) => self.variety(stopper)?.map(Sided::from).map_err(NoResult::from),
            (LoopyMethod::UpsumVariety, []) => self.upsum_variety(stopper)?.map(Sided::from).map_err(NoResult::from),
            (LoopyMethod::DownsumVariety, []) => self.downsum_variety(stopper)?.map(Sided::from).map_err(NoResult::from),
            (LoopyMethod::FollowerCount, []) => {
                let count = i64::try_from(self.graph(stopper)?.len()).unwrap_or(i64::MAX);
                Ok(self.calculator.number(&count.into()).into())
            }
            (LoopyMethod::LeftStop, []) => Ok(self.stop(stopper, Player::Left)?.into()),
            (LoopyMethod::RightStop, []) => Ok(self.stop(stopper, Player::Right)?.into()),
            (LoopyMethod::OrdinalSum, &[above]) => {
                let [left, right] = [self.options(stopper, Player::Left)?, self.options(stopper, Player::Right)?];
                Ok(self.ordinal_sum([&left, &right], above)?)
            }
            (LoopyMethod::Subordinate, &[base]) => {
                let [left, right] = [self.options(base, Player::Left)?, self.options(base, Player::Right)?];
                let above = self.subordinate([&left, &right], stopper)?;
                above.map(Sided::from).ok_or(Undefined::NotAbove.into())
            }
            _ => Err(Undefined::Arguments.into()),
        })
    }
}
