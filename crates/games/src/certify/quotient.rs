//! A misère quotient of a whole game written down, and checked again without the engine.

use super::{BadCertificate, unlimited};
use crate::quotient::quotient;
use crate::{QuestionError, Session};
use sprague::certificate::QuotientCertificate;
use sprague::heap::HeapRules;
use sprague::quotient::{Element, Incomplete, MisereQuotient};
use sprague::solve::RulesetCache;
use sprague::{Limits, Play};
use sprague_check::CheckedQuotient;

/// The misère quotient of all heaps of a take-and-break family as a certificate.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{Session, certify_quotient, check_quotient_certificate};
///
/// let session = Session::new();
/// let kayles = session.family("kayles").unwrap();
/// let mut certificate = certify_quotient(&kayles, &Limits::default()).unwrap();
/// assert_eq!((certificate.products.len(), certificate.generators.len(), certificate.p_portion.len()), (40, 7, 9));
/// assert_eq!(check_quotient_certificate(&session, &certificate).unwrap().order, 40);
/// certificate.phi[50] = 0;
/// assert!(check_quotient_certificate(&session, &certificate).is_err());
/// ```
///
/// # Errors
/// [`QuestionError::Unknown`] for a family whose quotient is not computed, or not proved for all heaps; [`QuestionError::Stopped`] at
/// a limit.
pub fn certify_quotient(game: &RulesetCache, limits: &Limits) -> Result<QuotientCertificate, QuestionError> {
    if matches!(game.heap_rules(), Some(HeapRules::Grundy)) {
        return Err(QuestionError::Unknown("no theorem is known that could prove a quotient of Grundy's game for all heaps"));
    }
    let found = quotient(game, None, limits)?;
    let Some(period) = found.period() else {
        return Err(match found.incomplete() {
            Some(Incomplete::Stopped(stopped)) => stopped.clone().into(),
            _ => QuestionError::Unknown(
                "the quotient is not proved for all heaps: it becomes larger than those that are looked for",
            ),
        });
    };
    let images: Vec<Element> = (0..period.preperiod + period.period).filter_map(|heap| found.phi(heap)).collect();
    let generators = generators(&found, &images);
    let number = |x: Element| x.index() as u32;
    let products = |x: Element| generators.iter().map(|&heap| number(found.product(x, images[heap]))).collect();
    Ok(QuotientCertificate {
        family: game.name().to_owned(),
        play: Play::Misere,
        theorem: QuotientCertificate::THEOREM.to_owned(),
        preperiod: period.preperiod,
        period: period.period,
        saltus: 0,
        products: found.elements().map(products).collect(),
        p_portion: found.p_portion().map(number).collect(),
        phi: images.iter().copied().map(number).collect(),
        generators: generators.into_iter().map(|heap| heap as u64).collect(),
    })
}

/// The heaps whose images are no sums of smaller ones.
fn generators(found: &MisereQuotient, images: &[Element]) -> Vec<usize> {
    let mut generators = vec![];
    let mut is_reached = vec![false; found.order()];
    is_reached[0] = true;
    for (heap, &image) in images.iter().enumerate() {
        if is_reached[image.index()] {
            continue;
        }
        generators.push(heap);
        let mut pending: Vec<Element> = found.elements().filter(|x| is_reached[x.index()]).collect();
        while let Some(x) = pending.pop() {
            let next = found.product(x, image);
            if !is_reached[next.index()] {
                is_reached[next.index()] = true;
                pending.push(next);
            }
        }
    }
    generators
}

/// Checks a certificate from the rules that its family names; the engine takes no part.
///
/// See [`certify_quotient`] for an example.
///
/// # Errors
/// [`BadCertificate`] with the reason.
pub fn check_quotient_certificate(
    session: &Session,
    certificate: &QuotientCertificate,
) -> Result<CheckedQuotient, BadCertificate> {
    check_quotient_certificate_within(session, certificate, &unlimited())
}

/// The same, under these limits.
///
/// # Errors
/// [`BadCertificate`] with the reason.
pub fn check_quotient_certificate_within(
    session: &Session,
    certificate: &QuotientCertificate,
    limits: &Limits,
) -> Result<CheckedQuotient, BadCertificate> {
    let limits = &limits.starting_now();
    let family = session.family(&certificate.family).map_err(BadCertificate::Family)?;
    let Some(HeapRules::TakeAndBreak(code)) = family.heap_rules() else { return Err(BadCertificate::NoCode) };
    Ok(sprague_check::check_quotient_within(certificate, code, sprague_check::MAX_PRODUCTS, limits)?)
}
