//! A claimed misère quotient as plain data, for a checker that trusts nobody.

use crate::Play;
use serde::{Deserialize, Serialize};

/// The claim that a finite commutative monoid is the misère quotient of all heaps of a take-and-break game. Serialises to JSON.
///
/// Elements are numbered from the identity, 0, on. It carries no proof steps: a checker multiplies, and plays, itself.
///
/// ```
/// use sprague_core::{Play, QuotientCertificate};
///
/// // she loves me, she loves me not: 0.3, take one
/// let claim = QuotientCertificate {
///     family: "octal:0.3".into(),
///     play: Play::Misere,
///     theorem: QuotientCertificate::THEOREM.into(),
///     preperiod: 1,
///     period: 2,
///     saltus: 0,
///     generators: vec![1],
///     products: vec![vec![1], vec![0]],
///     p_portion: vec![1],
///     phi: vec![0, 1, 0],
/// };
/// assert_eq!(claim.products.len(), 2); // the order
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientCertificate {
    /// The family in the notation of the command line.
    pub family: String,
    /// Misère play.
    pub play: Play,
    /// The name of the theorem that is claimed to apply.
    pub theorem: String,
    /// The first heap whose image repeats, claimed minimal; 1 at least.
    pub preperiod: u64,
    /// After how many heaps images repeat, claimed minimal.
    pub period: u64,
    /// 0: elements do not rise.
    pub saltus: u64,
    /// Heaps whose images generate the monoid.
    pub generators: Vec<u64>,
    /// For every element its products with the images of the generators.
    pub products: Vec<Vec<u32>>,
    /// The elements whose sums are lost for the player to move, least first.
    pub p_portion: Vec<u32>,
    /// The images of heaps 0 … preperiod + period − 1.
    pub phi: Vec<u32>,
}

impl QuotientCertificate {
    /// What `theorem` is to say.
    pub const THEOREM: &str = "misère quotient";
}
