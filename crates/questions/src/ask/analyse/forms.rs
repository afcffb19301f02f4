//! Rows of misère canonical forms, with genus and kind of every heap.
//!
//! Conway, *On Numbers and Games*, ch. 12; *Winning Ways*, ch. 13.

use super::one_by_one::LOOPY;
use super::table::{Analysis, RowTable};
use crate::NoAnswer;
use crate::ask::row_plan::RowPlan;
use sprague::any::{AnyImpartial, Kind};
use sprague::evaluate::NimberError;
use sprague::heap::{HeapRules, Rows};
use sprague::rows::observed_projection;
use sprague::solve::RulesetCache;
use sprague::theory::FormSearch;
use sprague::{BadNotation, Outcome, Play, Stopped};

/// The maximum number of characters of a form. Longer texts are left out.
const MAX_TEXT: usize = 10_000;

/// 1/`WRITING` of the time is reserved for writing the rows.
const WRITING: u32 = 4;

pub(super) fn analyse(game: &RulesetCache, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    have_forms(game, options.play)?;
    let limits = options.leaving_time_to_write(WRITING).limits;
    let rules = AnyImpartial::try_from(game.rules().clone()).expect("it is impartial");
    let view = game.rules().heaps().expect("it has heaps");
    let mut search = FormSearch::new(&rules, &limits);
    let (mut outcomes, mut forms, mut genera, mut kinds) = (String::new(), vec![], vec![], vec![]);
    let (mut stopped, mut rows) = (None, Rows::new(1));
    for heap in 0..=options.to {
        let found = search.form(&view.position(heap, 0)).and_then(|form| {
            let forms = search.forms();
            let outcome = if forms.is_lost(form) { Outcome::Loss } else { Outcome::Win };
            Ok((outcome, forms.short_text(form, MAX_TEXT)?, forms.genus(form)?.to_string(), forms.kind(form)?))
        });
        game.check()?;
        match found {
            Ok((outcome, text, genus, kind)) => {
                outcomes.push(outcome.letter());
                rows.push(&[outcome]);
                forms.push(text);
                genera.push(genus);
                kinds.push(kind.to_string());
            }
            Err(NimberError::Loopy) => return Err(NoAnswer::unknown(LOOPY)),
            Err(NimberError::Stopped(limit)) if outcomes.is_empty() || matches!(limit, Stopped::Fault(_)) => {
                return Err(limit.into());
            }
            Err(NimberError::Stopped(limit)) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    let (last, seen) = (outcomes.len() as u64 - 1, observed_projection(&rows, |row| row[0]));
    let mut analysis = Analysis::new(game, options, RowTable::Forms { outcomes, forms, genera, kinds }, None, seen);
    (analysis.to, analysis.sought_in) = (last, last + 1);
    analysis.stopped = stopped;
    Ok(analysis)
}

/// Returns an error unless the heaps of the rules have misère canonical forms.
fn have_forms(game: &RulesetCache, play: Play) -> Result<(), BadNotation> {
    let why = match game.rules().kind() {
        _ if play == Play::Normal => "`play` misere: under normal play impartial games are nimbers",
        Kind::Partizan => {
            "an impartial game: misère canonical forms exist only for games in which both players have the same moves"
        }
        kind if let Some(why) = kind.why_no_value() => {
            return Err(BadNotation::new(0, format!("a game that the last move decides: {why}")));
        }
        Kind::TerminalRule | Kind::Sides | Kind::Scored | Kind::ScoredSides => unreachable!("they are refused above"),
        Kind::Entailing => "a game in which players take turns: here some moves entail the next one",
        Kind::Impartial if matches!(game.heap_rules(), Some(HeapRules::NoRepeat { .. })) => {
            "a family with one form per heap: here the form also depends on the moves that are remembered"
        }
        Kind::Impartial if game.rules().heaps().is_none() => "a family of heaps (`sprague value` gives the form of one position)",
        Kind::Impartial => return Ok(()),
    };
    Err(BadNotation::new(0, why))
}
