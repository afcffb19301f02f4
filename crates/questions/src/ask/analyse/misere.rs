//! Misère outcomes of heaps that may split.
//!
//! They follow from the misère quotient of the family for the heaps that the quotient covers. All other heaps are
//! searched one by one.

use super::one_by_one::{not_decided, searched};
use super::table::{Analysis, RowTable};
use crate::NoAnswer;
use crate::ask::row_plan::RowPlan;
use sprague::any::AnyImpartial;
use sprague::evaluate::OutcomeSearch;
use sprague::heap::{HeapRules, Period, Rows, TakeAndBreak, Theorem};
use sprague::quotient::MisereQuotient;
use sprague::rows::{observed, projected};
use sprague::solve::RulesetCache;
use sprague::{Misere, Outcome};

pub(super) fn analyse(game: &RulesetCache, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let code = match game.heap_rules() {
        Some(HeapRules::TakeAndBreak(code)) => Some(code),
        _ => None,
    };
    let quotient = code.map(|code| MisereQuotient::of(code, None, &options.seeking_quotient()));
    let quotient_period = code.zip(quotient.as_ref()).and_then(|(code, quotient)| proved(code, quotient));
    let rules = Misere(AnyImpartial::try_from(game.rules().clone()).expect("heap families are impartial"));
    let view = game.rules().heaps().expect("heap families have heaps");
    let mut search = OutcomeSearch::new(&rules, &options.limits);
    // 1. the quotient gives the outcomes of the heaps that it covers; the others are searched
    let by_quotient = |heap| {
        let quotient = quotient.as_ref()?;
        Some(if quotient.is_lost(quotient.phi(heap)?) { Outcome::Loss } else { Outcome::Win })
    };
    let rows = searched(0..=options.to, |heap| match by_quotient(heap) {
        Some(outcome) => Ok([outcome]),
        None => search.outcome(&view.position(heap, 0)).map(|outcome| [outcome]).map_err(not_decided),
    })?;
    // 2. a period of the quotient proves one of the outcomes; otherwise a period can only be observed
    let period = match quotient_period {
        Some(full) => {
            let mut one_period = Rows::new(1);
            (0..full.preperiod + full.period).filter_map(by_quotient).for_each(|outcome| one_period.push(&[outcome]));
            Some(projected(&one_period, full, |row| row[0], |row| row[0]))
        }
        None => observed(&rows.rows),
    };
    let outcomes = rows.rows.column(0).map(Outcome::letter).collect();
    let mut analysis = Analysis::new(game, options, RowTable::Outcomes { outcomes }, period, period);
    analysis.to = rows.rows.len() as u64 - 1;
    analysis.sought_in = rows.rows.len() as u64;
    analysis.stopped = rows.stopped;
    analysis.quotient_period = quotient_period;
    analysis.remark = Some(match (&quotient, quotient_period) {
        (Some(quotient), Some(_)) => {
            let order = quotient.order();
            format!("under misère play, a heap counts by its image in the misère quotient, which has {order} elements")
        }
        (None, _) => "no known theorem can prove a period of this family".to_owned(),
        (Some(_), None) => {
            "no misère quotient was proved, which would prove a period (`sprague certify … --play misere` searches further)"
                .to_owned()
        }
    });
    Ok(analysis)
}

/// Returns the period of the images of heaps in the quotient, if it is proved.
fn proved(code: &TakeAndBreak, quotient: &MisereQuotient) -> Option<Period> {
    let period = quotient.period()?;
    let theorem = Theorem::MisereQuotient { heaps: code.most_heaps(), taken: code.most_taken() };
    Some(Period { preperiod: period.preperiod, period: period.period, saltus: 0, theorem: Some(theorem) })
}
