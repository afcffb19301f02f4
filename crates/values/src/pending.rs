//! The form under construction, whose canonical form is not yet known.

use crate::form::Form;
use crate::signature::Signature;
use crate::stops::{Bound, Exact, Seen, Small, Stops};

/// The options of a player with their bounds.
pub(crate) type Side<B> = Vec<Seen<B>>;

/// The form under construction.
///
/// Its value is that of the canonical form to come, so it can already be compared with other forms.
#[derive(Default)]
pub(crate) struct Pending {
    pub(crate) left: Vec<Form>,
    pub(crate) right: Vec<Form>,
    pub(crate) small: Option<Stops<Small>>,
    /// The bounds, if they are not small.
    pub(crate) large: Option<Stops<Exact>>,
    pub(crate) signature: Option<Signature>,
}

impl Pending {
    pub(crate) fn exact(&self) -> Stops<Exact> {
        match &self.small {
            Some(stops) => Stops { left: stops.left.exact(), right: stops.right.exact() },
            None => self.large.clone().expect("a form under construction has stops"),
        }
    }
}
