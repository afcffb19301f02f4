//! More facts about a value: its kinds, incentives, companion, stop count, and sensible moves.

use super::sensible::Sensible;
use super::shown::MAX_TEXT;
use super::valued::Valued;
use crate::read::json::Number;
use crate::report::{Report, formula, game, list, or_long, word, words};
use serde::Serialize;
use sprague::num_bigint::BigUint;
use sprague::values::Value;
use sprague::{Limits, Player, Stopped};

/// More facts about a value, if [`ValueOf::facts`](super::ValueOf::facts) is set.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, ValueOf};
/// let question = ValueOf { facts: true, ..ValueOf::of("game@^") };
/// let answer = Session::new().ask(&question, &Limits::default())?;
/// let facts = answer.short().unwrap().facts.as_ref().unwrap();
/// assert_eq!((facts.companion.as_deref(), &facts.is), (Some("^*"), &vec!["infinitesimal", "all-small"]));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Facts {
    /// Its kinds, such as `infinitesimal` and `odd-tempered`.
    pub is: Vec<&'static str>,
    /// The greatest gains of Left's moves, or `null` for long ones.
    pub left_incentives: Vec<Option<String>>,
    /// The greatest gains of Right's moves, or `null` for long ones.
    pub right_incentives: Vec<Option<String>>,
    /// The companion, or `null` if it is long.
    pub companion: Option<String>,
    /// The value cooled by its temperature, or `null` if it is long.
    pub frozen: Option<String>,
    /// The stop count (text above 2^53).
    pub stop_count: Number<BigUint>,
    /// The corners `[tax, x]` of Left's scaffold, from a tax of -1: the best of the right walls of left options. Up to the
    /// temperature, Left's wall is the scaffold minus the tax.
    pub left_scaffold: Vec<[String; 2]>,
    /// The corners of Right's scaffold. Up to the temperature, Right's wall is the scaffold plus the tax.
    pub right_scaffold: Vec<[String; 2]>,
    /// The moves that lead to the canonical form, or `null` if the value was changed or this takes too long.
    pub sensible: Option<Sensible>,
}

impl Facts {
    /// Returns the facts about a value.
    ///
    /// ```
    /// let facts = sprague_questions::Facts::of(&"{1|-1}".parse().unwrap(), &Default::default())?;
    /// assert_eq!((facts.is, facts.left_incentives), (vec!["switch", "even", "odd-tempered"], vec![Some("{2|0}".to_owned())]));
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] at a limit.
    pub fn of(value: &Value, limits: &Limits) -> Result<Self, Stopped> {
        let (arena, form) = (value.arena(), value.form());
        let mut calculator = arena.calculator(limits);
        let mut incentives = vec![];
        for player in Player::BOTH {
            let mut gains = vec![];
            for gain in calculator.incentives(form, player)? {
                gains.push(calculator.text(gain, MAX_TEXT)?);
            }
            gains.sort_unstable();
            incentives.push(gains);
        }
        let right_incentives = incentives.pop().unwrap_or_default();
        let left_incentives = incentives.pop().unwrap_or_default();
        let (companion, frozen) = (calculator.companion(form)?, calculator.freeze(form)?);
        let mut scaffold = |player| {
            let corners = calculator.scaffold(form, player)?;
            Ok::<_, Stopped>(corners.into_iter().map(|(t, x)| [t.to_string(), x.to_string()]).collect())
        };
        let (left_scaffold, right_scaffold) = (scaffold(Player::Left)?, scaffold(Player::Right)?);
        Ok(Self {
            sensible: None,
            is: Valued::new(&mut calculator, form).kinds()?,
            left_incentives,
            right_incentives,
            left_scaffold,
            right_scaffold,
            companion: calculator.text(companion, MAX_TEXT)?,
            frozen: calculator.text(frozen, MAX_TEXT)?,
            stop_count: Number(calculator.stop_count(form)?),
        })
    }

    /// Adds the facts to a report.
    pub(super) fn tell(&self, report: &mut Report) {
        let gain = |gain: &Option<String>| or_long(gain.as_ref(), game);
        report.fact(word!("kinds"), (!self.is.is_empty()).then(|| list(&self.is, words)));
        report.fact(word!("incentives").followed_by("of Left"), list(&self.left_incentives, gain));
        report.fact(word!("incentives").followed_by("of Right"), list(&self.right_incentives, gain));
        report.fact(word!("companion"), or_long(self.companion.as_ref(), game));
        report.fact(word!("frozen"), or_long(self.frozen.as_ref(), game));
        report.fact(word!("stop count"), formula(&self.stop_count));
        let Some(sensible) = &self.sensible else { return };
        for (player, moves) in [("for Left", &sensible.left), ("for Right", &sensible.right)] {
            let sensible = word!("sensible").followed_by(player);
            moves.iter().for_each(|mv| report.fact(sensible, words(format!("{}, by {}", mv.step.label, mv.line.join(" then ")))));
        }
    }
}
