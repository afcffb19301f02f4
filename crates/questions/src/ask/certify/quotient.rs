//! Writes the misère quotient of a whole game as a certificate.

use crate::ask::quotient::quotient;
use crate::question::NoAnswer;
use sprague::certificate::{QuotientCertificate, TheoremName};
use sprague::heap::HeapRules;
use sprague::quotient::{Element, Incomplete, MisereQuotient};
use sprague::solve::RulesetCache;
use sprague::{Limits, Play};

/// Returns the misère quotient of all heaps of a take-and-break family as a certificate.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, certify_quotient};
///
/// let session = Session::new();
/// let kayles = session.family("kayles").unwrap();
/// let mut certificate = certify_quotient(&kayles, &Limits::default()).unwrap();
/// assert_eq!((certificate.products.len(), certificate.generators.len(), certificate.p_portion.len()), (40, 7, 9));
/// assert_eq!(session.check(&certificate, &Limits::default()).unwrap().order, 40);
/// certificate.phi[50] = 0;
/// assert!(session.check(&certificate, &Limits::default()).is_err());
/// ```
///
/// # Errors
/// [`NoAnswer::NoTheorem`] if the quotient of the family cannot be computed here or is not proved for all heaps, and
/// [`NoAnswer::Stopped`] at a limit.
pub fn certify_quotient(game: &RulesetCache, limits: &Limits) -> Result<QuotientCertificate, NoAnswer> {
    if matches!(game.heap_rules(), Some(HeapRules::Grundy)) {
        return Err(NoAnswer::unknown("no known theorem can prove a quotient of Grundy's game for all heaps"));
    }
    let found = quotient(game, None, limits)?;
    let Some(period) = found.period() else {
        return Err(match found.incomplete() {
            Some(Incomplete::Stopped(stopped)) => stopped.clone().into(),
            _ => NoAnswer::unknown("the quotient is not proved for all heaps, because it becomes larger than the search allows"),
        });
    };
    let images: Vec<Element> = (0..period.preperiod + period.period).filter_map(|heap| found.phi(heap)).collect();
    let generators = generators(&found, &images);
    let number = |x: Element| x.index() as u32;
    let products = |x: Element| generators.iter().map(|&heap| number(found.product(x, images[heap]))).collect();
    Ok(QuotientCertificate {
        family: game.name().to_owned(),
        play: Play::Misere,
        theorem: TheoremName::MisereQuotient,
        preperiod: period.preperiod,
        period: period.period,
        saltus: 0,
        products: found.elements().map(products).collect(),
        p_portion: found.p_portion().map(number).collect(),
        phi: images.iter().copied().map(number).collect(),
        generators: generators.into_iter().map(|heap| heap as u64).collect(),
    })
}

/// Returns the heaps whose images are not sums of images of smaller heaps.
fn generators(found: &MisereQuotient, images: &[Element]) -> Vec<usize> {
    let mut generators = vec![];
    let mut is_reached = vec![false; found.order()];
    is_reached[0] = true;
    for (heap, &image) in images.iter().enumerate() {
        if is_reached[image.index()] {
            continue;
        }
        // add the heap as a generator, and close the reached elements under multiplication by its image
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
