//! Answers questions in a session, and reads the positions and families in their fields.

use super::{NoAnswer, Question};
use crate::read::{ParsedSum, Session};
use sprague::clock::Instant;
use sprague::limits::Meter;
use sprague::solve::{RulesetCache, SolveError};
use sprague::{BadNotation, Limits};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The results that a session keeps for later questions may use 1/`KEPT` of the memory limit.
const KEPT: u64 = 4;

/// Returns the error for a text that cannot be read. It is [`NoAnswer::Stopped`] if reading ended because the caller
/// asked to stop.
pub(crate) fn unread(field: &'static str, text: &str, error: BadNotation, limits: &Limits) -> NoAnswer {
    match Meter::new(&limits.until_asked()).look(0, 0, None) {
        Ok(()) => NoAnswer::from(error).about(field, text),
        Err(stopped) => stopped.into(),
    }
}

impl Session {
    /// Answers a question within these limits.
    ///
    /// The clock starts now, files are read within the limits, and most memory is freed at the end. If a limit is
    /// reached, the partial answer also has the positions `visited`, the `seconds`, and suggestions to `try`.
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
    /// [`NoAnswer`] of any kind.
    pub fn ask<Q: Question>(&self, question: &Q, limits: &Limits) -> Result<Q::Answer, NoAnswer> {
        question.has_meaning()?;
        let (began, mut limits) = (Instant::now(), limits.starting_now());
        let visited = limits.progress.get_or_insert_default().clone();
        let answer = question.answer(self, &limits);
        self.keep_within(limits.bytes / KEPT);
        answer.map_err(|error| error.after(visited.load(Ordering::Relaxed), began.elapsed(), &question.less()))
    }

    /// Parses the sum in a field of a question. If its rules are loaded, a trial play checks whether play ends.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::Session;
    /// assert!(Session::new().sum("position", "nim@3", &Limits::default()).is_ok());
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] with the field and the byte offset; [`NoAnswer::Stopped`] if loaded rules fail.
    pub fn sum(&self, field: &'static str, text: &str, limits: &Limits) -> Result<ParsedSum, NoAnswer> {
        let sum = self.position_within(text, limits).map_err(|error| unread(field, text, error, limits))?;
        let loaded = sum.components().iter().map(|component| &component.rules).filter(|rules| rules.rules().is_loaded());
        let loaded: Vec<_> = loaded.map(Arc::downgrade).collect();
        let trial = (text.to_owned(), loaded.iter().map(|rules| rules.as_ptr().addr()).collect(), limits.longest_play);
        if self.has_tried(&trial) {
            sum.check()?;
        } else {
            sum.check_first(limits)?;
            if !loaded.is_empty() {
                // an answer begins with the position, and loaded rules can fail while they show it
                let _ = sum.to_string();
                sum.check()?;
                self.note_trial(trial, loaded);
            }
        }
        Ok(sum)
    }

    /// Parses the family in a field of a question.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::Session;
    /// assert_eq!(Session::new().rules("family", "kayles", &Limits::default())?.name(), "kayles");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] with the field and the byte offset.
    pub fn rules(&self, field: &'static str, text: &str, limits: &Limits) -> Result<Arc<RulesetCache>, NoAnswer> {
        self.family_within(text, limits).map_err(|error| unread(field, text, error, limits))
    }
}

impl ParsedSum {
    /// Converts an error of the engine. The result has the byte offset of the component that the error is about, if
    /// there is one.
    pub(crate) fn not_solved(&self, error: SolveError) -> NoAnswer {
        match error {
            SolveError::Refused(refused) | SolveError::Loopy(refused) => self.refused(refused).into(),
            other => other.into(),
        }
    }
}
