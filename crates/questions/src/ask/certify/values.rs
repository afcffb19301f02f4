//! Writes a proved period of values as a certificate, or else a proved order of all rows.

use super::{Certified, order};
use crate::ask::analyse::laws::larger;
use crate::ask::analyse::values::{Laws, computed, have_values, shared_rows, sought};
use crate::ask::row_plan::RowPlan;
use crate::question::NoAnswer;
use sprague::certificate::ValueCertificate;
use sprague::solve::RulesetCache;
use sprague::value_rows::ValueRows;

/// Returns the period of the values of a family as a certificate, or the order of all rows if no period is proved.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Certified, RowPlan, Session, certify_values};
///
/// let session = Session::new();
/// let family = session.family("asymmetric:1/2").unwrap();
/// let Certified::Values(mut certificate) = certify_values(&family, &RowPlan::default()).unwrap() else { unreachable!() };
/// assert_eq!((certificate.preperiod, certificate.period, certificate.saltus.as_str()), (0, 3, "0"));
/// assert!(session.check(&certificate, &Limits::default()).is_ok());
/// certificate.period = 6;
/// assert!(session.check(&certificate, &Limits::default()).is_err());
/// ```
///
/// # Errors
/// [`NoAnswer::Malformed`] for games without values, [`NoAnswer::NoTheorem`] if neither is proved, and
/// [`NoAnswer::Stopped`] at a limit.
pub fn certify_values(game: &RulesetCache, options: &RowPlan) -> Result<Certified, NoAnswer> {
    have_values(game, options.play)?;
    let Some(mut rows) = game.heap_rules().and_then(ValueRows::of) else {
        return Err(NoAnswer::unknown(
            "periods of values are certified only for partizan heaps; for impartial heaps, certify the nimbers",
        ));
    };
    let options = sought(options);
    let (stopped, Laws { classes, ordered_in }) = computed(&mut rows, &options);
    let Some(period) = rows.period().filter(|period| period.is_proved()) else {
        // if a limit ended the search for a period, report the limit, unless the values are proved never to repeat
        if let Some(classes) = classes.filter(|classes| stopped.is_none() || classes.never_repeats()) {
            return Ok(Certified::Order(order::certified(game, &classes)));
        }
        let cost = ordered_in.map_or(String::new(), |tried| format!(": {}", larger(tried)));
        let because = format!("these rows prove no period of values; `seek` allows more rows{cost}");
        let unproved = NoAnswer::NoTheorem { because: because.into() };
        return Err(stopped.map_or(unproved, NoAnswer::from));
    };
    Ok(Certified::Values(ValueCertificate {
        family: game.name().to_owned(),
        play: options.play,
        rows: ValueCertificate::ROWS.to_owned(),
        theorem: rows.theorem().cited(),
        preperiod: period.preperiod,
        period: period.period,
        saltus: period.saltus.to_string(),
        values: shared_rows(&rows, period.preperiod + period.period, &options.limits)?,
    }))
}
