//! Checks claims that name their rules in the notation, with the rules of a session.

use super::NotAccepted;
use super::rules::Rules;
use crate::ask::family_rows::row_rules;
use crate::keep::Saves;
use crate::keep::checkpoint::BadCheckpoint;
use crate::read::Session;
use sprague::certificate::{
    Certificate, ComparisonCertificate, OrderCertificate, QuotientCertificate, Strategy, StrategyForm, TheoremName,
    ValueCertificate,
};
use sprague::heap::HeapRules;
use sprague::solve::RulesetCache;
use sprague::{CompoundRule, Limits, Play};
use sprague_check::{Checked, CheckedComparison, CheckedOrder, CheckedQuotient, CheckedValues, Claim, Replayed, check_on};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// A claim that names its rules in the notation.
pub trait NamedClaim: Claim {
    /// Checks the claim with the rules that it names, which this session reads. The clock of the limits must be
    /// running.
    ///
    /// # Errors
    /// [`NotAccepted`] with the reason.
    fn check_in(&self, session: &Session, limits: &Limits, checkpoint: Option<&Path>) -> Result<Self::Accepted, NotAccepted>;
}

impl Session {
    /// Checks a certificate or a strategy, using only the rules that it names.
    ///
    /// The engine is not used. Rows and heaps count as positions.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{RowPlan, Session, certify, check::NotAccepted};
    /// let session = Session::new();
    /// let mut certificate = certify(&session.family("subtraction:1,3,4").unwrap(), &RowPlan::default()).unwrap();
    /// assert_eq!(session.check(&certificate, &Limits::default()).unwrap().rows, 11);
    /// let few = Limits { positions: 10, ..Limits::default() };
    /// assert!(matches!(session.check(&certificate, &few), Err(NotAccepted::Stopped(_))));
    ///
    /// certificate.period *= 2;
    /// assert!(!session.check(&certificate, &Limits::default()).unwrap_err().is_open());
    /// ```
    ///
    /// # Errors
    /// [`NotAccepted`] with the reason.
    pub fn check<C: NamedClaim>(&self, claim: &C, limits: &Limits) -> Result<C::Accepted, NotAccepted> {
        self.check_on(claim, limits, None)
    }

    /// Checks a claim like [`check`](Self::check), with a checkpoint for claims by equal states with many heaps.
    ///
    /// Every few seconds the state of the check is saved to that file, so that a later check can continue. With a
    /// checkpoint or a limit on time, the number of heaps is bounded only by the limits.
    ///
    /// ```
    /// use sprague::{Limits, certificate::TheoremName};
    /// use sprague_questions::{RowPlan, Session, certify, check::NotAccepted};
    /// let session = Session::new();
    /// let options = RowPlan { seek: Some(1_000_000), stream: true, ..RowPlan::default() };
    /// let certificate = certify(&session.family("octal:0.16").unwrap(), &options).unwrap();
    /// assert_eq!(certificate.theorem, TheoremName::EqualStates);
    /// let path = std::env::temp_dir().join(format!("sprague-check-{}", std::process::id()));
    /// let check = |positions| session.check_on(&certificate, &Limits { positions, ..Limits::default() }, Some(&path));
    /// assert!(matches!(check(200_000), Err(NotAccepted::Stopped(_))));
    /// assert_eq!(check(1_000_000)?.period, 149_459); // from there
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), NotAccepted>(())
    /// ```
    ///
    /// # Errors
    /// [`NotAccepted`] with the reason. It is [`NotAccepted::Checkpoint`] if the file is not the checkpoint of this claim.
    pub fn check_on<C: NamedClaim>(
        &self,
        claim: &C,
        limits: &Limits,
        checkpoint: Option<&Path>,
    ) -> Result<C::Accepted, NotAccepted> {
        claim.check_in(self, &limits.starting_now(), checkpoint)
    }
}

fn family(session: &Session, name: &str, limits: &Limits) -> Result<Arc<RulesetCache>, NotAccepted> {
    session.family_within(name, limits).map_err(NotAccepted::Family)
}

impl NamedClaim for Certificate {
    fn check_in(&self, session: &Session, limits: &Limits, checkpoint: Option<&Path>) -> Result<Checked, NotAccepted> {
        let family = family(session, &self.family, limits)?;
        let rules = row_rules(&family).ok_or(NotAccepted::NoRows)?;
        if self.theorem != TheoremName::EqualStates {
            return Ok(self.check(&rules, limits)?);
        }
        let is_long = checkpoint.is_some() || limits.deadline.is_some();
        let steps = if is_long { u64::MAX } else { self.most_steps() };
        let (saves, saved) = Saves::open(checkpoint, &checkpoint_question(self), |bytes| Some(bytes.to_vec()))?;
        let mut saves = saves.every(Duration::from_secs(5));
        let checked = check_on(self, &rules, steps, limits, saved.as_deref(), &mut |halfway| {
            let goes_on = saves.save(halfway.is_last(), || halfway.save());
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        saves.ended()?;
        checked.map_err(|why| match (why, checkpoint) {
            (sprague_check::NotAccepted::DamagedSave, Some(path)) => {
                BadCheckpoint::Damaged { path: path.to_owned(), why: "its state belongs to another claim".to_owned() }.into()
            }
            (why, _) => why.into(),
        })
    }
}

/// Returns the text that identifies this claim in a checkpoint.
///
/// It includes a hash, because different certificates may have the same period.
fn checkpoint_question(certificate: &Certificate) -> String {
    let Certificate { family, preperiod, period, .. } = certificate;
    let text = serde_json::to_string(certificate).unwrap_or_default();
    format!("check {family}: period {period} from n = {preperiod} on, certificate {:016x}", xxh3_64(text.as_bytes()))
}

impl NamedClaim for ValueCertificate {
    fn check_in(&self, session: &Session, limits: &Limits, _: Option<&Path>) -> Result<CheckedValues, NotAccepted> {
        let family = family(session, &self.family, limits)?;
        Ok(self.check(family.heap_rules().ok_or(NotAccepted::NoRows)?, limits)?)
    }
}

impl NamedClaim for OrderCertificate {
    fn check_in(&self, session: &Session, limits: &Limits, _: Option<&Path>) -> Result<CheckedOrder, NotAccepted> {
        let family = family(session, &self.family, limits)?;
        Ok(self.check(family.heap_rules().ok_or(NotAccepted::NoRows)?, limits)?)
    }
}

impl NamedClaim for QuotientCertificate {
    fn check_in(&self, session: &Session, limits: &Limits, _: Option<&Path>) -> Result<CheckedQuotient, NotAccepted> {
        let family = family(session, &self.family, limits)?;
        let Some(HeapRules::TakeAndBreak(code)) = family.heap_rules() else { return Err(NotAccepted::NoCode) };
        Ok(self.check(code, limits)?)
    }
}

impl NamedClaim for Strategy {
    fn check_in(&self, session: &Session, limits: &Limits, _: Option<&Path>) -> Result<Replayed, NotAccepted> {
        let form = self.answers.form();
        Ok(self.check(&Rules { session, rule: &self.rule, play: self.play, form, limits }, limits)?)
    }
}

impl NamedClaim for ComparisonCertificate {
    fn check_in(&self, session: &Session, limits: &Limits, _: Option<&Path>) -> Result<CheckedComparison, NotAccepted> {
        let rule = &CompoundRule::Disjunctive.to_string();
        Ok(self.check(&Rules { session, rule, play: Play::Normal, form: StrategyForm::Components, limits }, limits)?)
    }
}
