//! Questions put to a session, which reads what their fields name.

use super::{NoAnswer, Question};
use crate::read::{ParsedSum, Session};
use sprague::clock::Instant;
use sprague::limits::Meter;
use sprague::solve::{RulesetCache, SolveError};
use sprague::{BadNotation, Limits};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The part of the memory of a question that is kept for later ones.
const KEPT: u64 = 4;

/// The refusal of a text that cannot be read.
///
/// If reading ended because the caller asked to stop, it is [`NoAnswer::Stopped`].
pub(crate) fn unread(field: &'static str, text: &str, error: BadNotation, limits: &Limits) -> NoAnswer {
    match Meter::new(&limits.until_asked()).look(0, 0, None) {
        Ok(()) => NoAnswer::from(error).about(field, text),
        Err(stopped) => stopped.into(),
    }
}

impl Session {
    /// The answer to a question within these limits.
    ///
    /// The clock begins now, files are read within the limits, and memory is let go of afterwards. Where a limit is reached, what is
    /// known has `visited` positions, `seconds`, and what to `try`.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Session, Solve};
    /// let answer = Session::new().ask(&Solve::of("kayles@5"), &Limits::default())?;
    /// assert_eq!(answer.nimber().unwrap().to_string(), "4");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer`], one of its four kinds.
    pub fn ask<Q: Question>(&self, question: &Q, limits: &Limits) -> Result<Q::Answer, NoAnswer> {
        question.has_meaning()?;
        let (began, mut limits) = (Instant::now(), limits.starting_now());
        let visited = limits.progress.get_or_insert_default().clone();
        let answer = question.answer(self, &limits);
        self.keep_within(limits.bytes / KEPT);
        answer.map_err(|error| error.after(visited.load(Ordering::Relaxed), began.elapsed(), &question.less()))
    }

    /// The sum in this field of a question, after a trial play of loaded rules.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::Session;
    /// assert!(Session::new().sum("position", "nim@3", &Limits::default()).is_ok());
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] with the field and its byte; [`NoAnswer::Stopped`] for rules that fail.
    pub fn sum(&self, field: &'static str, text: &str, limits: &Limits) -> Result<ParsedSum, NoAnswer> {
        let sum = self.position_within(text, limits).map_err(|error| unread(field, text, error, limits))?;
        let loaded = sum.components().iter().map(|component| &component.rules).find(|rules| rules.rules().is_loaded());
        let trial = loaded.map(|rules| (text.to_owned(), Arc::as_ptr(rules).addr(), limits.longest_play));
        match &trial {
            Some(trial) if self.has_tried(trial) => sum.check()?,
            _ => sum.check_first(limits)?,
        }
        if let Some(trial) = trial {
            self.note_trial(trial);
        }
        Ok(sum)
    }

    /// The rules of the family in this field of a question.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::Session;
    /// assert_eq!(Session::new().rules("family", "kayles", &Limits::default())?.name(), "kayles");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] with the field and its byte.
    pub fn rules(&self, field: &'static str, text: &str, limits: &Limits) -> Result<Arc<RulesetCache>, NoAnswer> {
        self.family_within(text, limits).map_err(|error| unread(field, text, error, limits))
    }
}

impl ParsedSum {
    /// The reason of the engine, with the byte of the question if there is one.
    pub(crate) fn not_solved(&self, error: SolveError) -> NoAnswer {
        match error {
            SolveError::Refused(refused) | SolveError::Loopy(refused) => self.refused(refused).into(),
            other => other.into(),
        }
    }
}
