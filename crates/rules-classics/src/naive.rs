//! Judges for the tests of every ruleset here: nimbers straight from the definition, and the law of normal forms.

use sprague_core::any::Pack;
use sprague_core::{Impartial, Nimber, Notation, Ruleset, mex};
use std::collections::{HashMap, HashSet};

/// Nimbers by plain recursion over options, without summands and normal forms.
pub(crate) struct Naive<R: Ruleset> {
    rules: R,
    known: HashMap<R::Position, Nimber>,
}

impl<R: Impartial> Naive<R> {
    pub(crate) fn new(rules: R) -> Self {
        Self { rules, known: HashMap::new() }
    }

    pub(crate) fn nimber(&mut self, position: &R::Position) -> u32 {
        if let Some(known) = self.known.get(position) {
            return known.0;
        }
        let options: Vec<R::Position> = self.rules.options(position).collect();
        let value = mex(options.iter().map(|option| Nimber(self.nimber(option))));
        self.known.insert(position.clone(), value);
        value.0
    }
}

/// Whether a position and its normal form have the same options up to normal form, and the normal form is its own.
pub(crate) fn normal_form_keeps_the_options<R: Ruleset>(rules: &R, position: &R::Position) -> bool {
    let options = |position| rules.options(position).map(|option| rules.normal_form(option)).collect::<HashSet<_>>();
    let normal = rules.normal_form(position.clone());
    options(position) == options(&normal) && rules.normal_form(normal.clone()) == normal
}

/// Whether what is shown is read again, and what is packed unpacked, as the same position.
pub(crate) fn is_itself_again<P: Pack>(rules: &impl Notation<P>, position: &P) -> bool {
    let mut words = vec![];
    position.pack(&mut words);
    words.push(7);
    let mut rest = words.as_slice();
    let unpacked = P::unpack(&mut rest);
    unpacked == *position && rest == [7] && rules.read(&rules.show(position)).as_ref() == Ok(position)
}
