//! Rows of loopy values, as text, with the observed period.

use super::{SHOWN_BYTES, WRITING};
use crate::NoAnswer;
use crate::ask::analyse::numbered;
use crate::ask::analyse::table::{Analysis, ValueTable};
use crate::ask::row_plan::RowPlan;
use sprague::heap::{Period, Rows};
use sprague::rows;
use sprague::solve::{Component, ComponentPosition, ManySums, MixedSum, RulesetCache, SolveError};
use sprague::value_rows::ValuePeriod;
use sprague::values::Value;
use sprague::{Nimber, Stopped};
use std::collections::HashMap;
use std::sync::Arc;

pub(super) fn analyse(game: &RulesetCache, mut analysis: Analysis, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    if options.dag {
        return Err(NoAnswer::unknown("some rows are loopy values, which cannot be written as shared nodes: leave `dag` out"));
    }
    let plan = options.leaving_time_to_write(WRITING);
    let (positions, limits) = numbered::positions(game, &RowPlan { to: analysis.to, ..plan })?;
    let rules = Arc::new(RulesetCache::new(game.name(), game.rules().clone()));
    let alone = |position| MixedSum::of([Component::at(&rules, ComponentPosition::Small(position))]);
    let sums: Vec<MixedSum> = positions.into_iter().map(alone).collect();
    let many = ManySums::of(&sums);
    let search = many.search(&limits);
    // rows are compared by the texts of their values; a row without a text differs from all others
    let (mut texts, mut known, mut table, mut bytes) = (vec![], HashMap::new(), Rows::new(1), 0);
    for sum in &sums {
        let text = match search.worth(sum) {
            Ok(value) => value.and_then(|value| value.game_text()),
            Err(SolveError::Stopped(stopped)) if !texts.is_empty() && !matches!(stopped, Stopped::Fault(_)) => {
                analysis.stopped = Some(stopped);
                break;
            }
            Err(error) => return Err(error.into()),
        };
        bytes += SHOWN_BYTES + text.as_ref().map_or(0, String::len) as u64;
        if bytes > options.limits.bytes / 2 && !texts.is_empty() {
            analysis.stopped = Some(Stopped::Memory(options.limits.bytes));
            break;
        }
        let next = known.len() as u32;
        let key = text.clone().ok_or(texts.len());
        table.push(&[Nimber(*known.entry(key).or_insert(next))]);
        texts.push(text);
    }
    search.recheck()?;
    let period = rows::observed(&table);
    let repeated = |Period { preperiod, period, theorem, .. }| ValuePeriod { preperiod, period, saltus: Value::from(0), theorem };
    let mut analysis = if (texts.len() as u64) <= analysis.to { analysis.first_rows(texts.len()) } else { analysis };
    let sought_in = texts.len() as u64;
    analysis.values =
        Some(ValueTable { classes: None, ordered_in: None, texts, shared: None, period: period.map(repeated), sought_in });
    Ok(analysis)
}
