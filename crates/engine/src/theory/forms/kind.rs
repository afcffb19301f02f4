//! Kinds of misère forms: which forms behave like heaps of Nim, and which nearly do.
//!
//! The kinds are those of Berlekamp, Conway & Guy, *Winning Ways*, ch. 13. The claims about options that revert are proved here
//! and not quoted. In the proofs, p is the nimber of a game and m its misère nimber.
//!
//! # Tame and generally tame
//!
//! A game is tame if its options are tame and either p = m (the game is *firm*) or p and m are 0 and 1 in some order (the game
//! is *fickle*). Options that are tame or generally tame are called *simple*. A game is generally tame if p and m satisfy the
//! same condition, its simple options alone determine p and m (as the least numbers that do not occur among theirs), and each
//! other option reverts. An option reverts if it has a simple option with the nimber p and a simple option with the misère
//! nimber m.
//!
//! Claim: a sum of such games is lost if and only if M = 0, where M is the xor of all p if some summand is firm, and that
//! xor ⊕ 1 otherwise.
//!
//! Let M = 0. A move to a simple option changes both p and m of its summand, and one of these changes M. A move to another
//! option is answered. If another summand is firm, the answer is the option with the same p. If no other summand is firm, M is
//! the xor of the m of this summand and the p of the others, and the answer is the option with the same m.
//!
//! Let M ≠ 0. Simple options have all smaller p and all smaller m, so the moves that make M = 0 in Nim exist. There is one case
//! in which the argument differs from Nim: all summands are fickle, and those with moves have p = 1 and m = 0. Then two of them
//! have moves. Take the option of one of them with p = 0. It is simple, so its m is not 0. Hence its m is 1, and the move to it
//! makes M = 0.
//!
//! # Tameable
//!
//! A game is tameable by the same conditions, except that tameable options count as simple too, and that if p = 0 and m = 1,
//! the simple options need not determine these. Claim: M still decides the sum if one summand is tameable and the others are
//! tame or generally tame.
//!
//! The proof is as above, except for the moves that make M = 0 if the tameable game has p = 0 and m = 1. In this case a move in
//! the tameable game is never needed: if another summand has moves, the moves above exist without it. If no other summand has
//! moves, the tameable game is won by itself, because m = 1.
//!
//! # Restive
//!
//! A game is restive if p < 2 ≤ m and its options are tame. It is generally restive if p < 2 ≤ m, its simple options (tame or
//! generally tame) alone determine p and m, and each other option reverts. Every restive game satisfies these conditions, too.
//! Here an option reverts if it has both of the following:
//!
//! - a simple option with the same p, or a generally restive one with the same p and with m or m ⊕ 1;
//! - a simple or generally restive option with the same m.
//!
//! Claim: in a sum with heaps of Nim, the game behaves like a heap of m if each heap has 0, 1, m or m ⊕ 1 tokens (the first
//! case), and like a heap of p otherwise (the second case).
//!
//! Let the sum be 0. In the first case an odd number of heaps have m or m ⊕ 1 tokens. A move in one of them to another size
//! leaves an even number of them, so the xor of the new size and p is not cancelled. In the second case a single heap of
//! another size would not be cancelled. So there are several such heaps, and every move in a heap stays in the second case. A
//! move to a simple option changes p and m, and the new p does not equal m. A move to another option is answered by its option
//! with the same m in the first case, and by its option with the same p in the second.
//!
//! Let the sum not be 0. A move of Nim, or the corresponding move to a simple option, makes it 0, with two exceptions. In both
//! of them, the right move is to a simple option whose p and m both equal the xor of the heaps, which is at least 2. The first
//! exception is a single heap of another size, less than m and m ⊕ 1, together with an even number of heaps of m or m ⊕ 1. The
//! second is that m is odd and the xor of the heaps is m ⊕ 1.
//!
//! # Restless and half-tame
//!
//! A game is restless if m < 2 ≤ p and its options are tame or generally tame. It is half-tame if it is not generally tame, but
//! the sum of two copies of it is, and that sum has p = m = 0. These names and the kinds are those of CGSuite, version 2
//! (`MisereCanonicalGame`). Nothing is proved here about sums with restless or half-tame games. Games that *Winning Ways* tames
//! by other means count as wild here.

use super::{MisereForm, MisereForms};
use core::fmt;
use sprague_core::{Nimber, Stopped, mex};

/// The kind of a misère form. Kinds are ordered by how simple their theory is, simplest first.
///
/// ```
/// use sprague::theory::MisereKind;
/// assert!(MisereKind::Tame < MisereKind::Wild);
/// assert_eq!(MisereKind::Restive.to_string(), "restive");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MisereKind {
    /// The form and all forms that can be reached from it have the genera of Nim positions.
    ///
    /// In sums with tame, generally tame and tameable games, it behaves like that Nim position.
    Tame,
    /// Like a tame game, except for options that revert.
    ///
    /// Any number of tame and generally tame games add like Nim positions of their genera.
    GenerallyTame,
    /// In a sum with tame and generally tame games, it behaves like a Nim position of its genus.
    ///
    /// Nothing is known about a sum with another tameable game.
    Tameable,
    /// The nimber is 0 or 1, the misère nimber m is at least 2, and all options are tame.
    ///
    /// In a sum with heaps of Nim of 0, 1, m and m ⊕ 1 tokens, it behaves like a heap of m, and in a sum with other heaps like
    /// a heap of its nimber.
    Restive,
    /// Like a restive game, except that options may be generally tame, or may revert.
    GenerallyRestive,
    /// The misère nimber is 0 or 1, the nimber is at least 2, and all options are tame or generally tame.
    Restless,
    /// None of the other kinds: its sums are known only by their forms.
    Wild,
}

/// The names of *Winning Ways*.
impl fmt::Display for MisereKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tame => "tame",
            Self::GenerallyTame => "generally tame",
            Self::Tameable => "tameable",
            Self::Restive => "restive",
            Self::GenerallyRestive => "generally restive",
            Self::Restless => "restless",
            Self::Wild => "wild",
        })
    }
}

impl MisereKind {
    /// Returns the consequence of the kind for sums, as a clause.
    ///
    /// ```
    /// use sprague::theory::MisereKind;
    /// assert_eq!(MisereKind::Wild.consequence(), "sums are known by their forms alone");
    /// ```
    pub fn consequence(self) -> &'static str {
        match self {
            Self::Tame | Self::GenerallyTame => {
                "any number of tame and generally tame games add like Nim positions of their genera"
            }
            Self::Tameable => "beside tame and generally tame games it acts like a Nim position of its genus",
            Self::Restive | Self::GenerallyRestive => {
                "beside heaps of Nim it acts like the heap of its misère nimber m if these have 0, 1, m or m ⊕ 1 tokens, \
                 and like the heap of its nimber if not"
            }
            Self::Restless | Self::Wild => "sums are known by their forms alone",
        }
    }
}

impl MisereForms<'_> {
    /// Returns the kind of a form, which determines whether it behaves like a heap of Nim in sums.
    ///
    /// It is computed once for each form that can be reached from this one.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms, MisereKind};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// let only_to_two = forms.of_options([two]);
    /// let restive = forms.of_options([only_to_two, MisereForm::ZERO]);
    /// assert_eq!(forms.kind(only_to_two)?, MisereKind::Tame);
    /// assert_eq!(forms.kind(restive)?, MisereKind::Restive);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn kind(&mut self, form: MisereForm) -> Result<MisereKind, Stopped> {
        for form in self.reached(form, |forms, form| forms.held.kinds.contains_key(&form))? {
            let kind = self.kind_by_options(form);
            self.held.kinds.insert(form, kind);
            self.step(0)?;
        }
        Ok(self.held.kinds[&form])
    }

    /// Returns `true` if the form is half-tame: it is not generally tame, but the sum of two copies of it is and has the genus
    /// 0⁰.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let [restive, restless] = ["*[2#0]", "*[2#1]"].map(|text| forms.read(text).unwrap());
    /// assert_eq!((forms.is_half_tame(restive), forms.is_half_tame(restless)), (Ok(true), Ok(false)));
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn is_half_tame(&mut self, form: MisereForm) -> Result<bool, Stopped> {
        if self.kind(form)? <= MisereKind::GenerallyTame {
            return Ok(false);
        }
        let both = self.sum(form, form)?;
        Ok(self.kind(both)? <= MisereKind::GenerallyTame && self.nimbers(both) == (Nimber(0), Nimber(0)))
    }

    /// Returns the kind of a form, if the kinds of all forms that can be reached from it are known.
    fn kind_by_options(&self, form: MisereForm) -> MisereKind {
        let nimbers @ (p, m) = self.nimbers(form);
        let is_like_tame = p == m || p.0 < 2 && m.0 < 2;
        let is_given = |most| self.nimbers_by(form, most) == nimbers && self.others_revert(form, most);
        let is_over = || (p.0, m.0) == (0, 1) && self.others_revert(form, MisereKind::Tameable);
        let are_up_to = |most| self.options(form).iter().all(|option| self.held.kinds[option] <= most);
        let is_like_restive = p.0 < 2 && m.0 >= 2;
        match () {
            () if is_like_tame && are_up_to(MisereKind::Tame) => MisereKind::Tame,
            () if is_like_tame && is_given(MisereKind::GenerallyTame) => MisereKind::GenerallyTame,
            () if is_like_tame && (is_given(MisereKind::Tameable) || is_over()) => MisereKind::Tameable,
            () if is_like_restive && are_up_to(MisereKind::Tame) => MisereKind::Restive,
            () if is_like_restive && is_given(MisereKind::GenerallyTame) => MisereKind::GenerallyRestive,
            () if m.0 < 2 && p.0 >= 2 && are_up_to(MisereKind::GenerallyTame) => MisereKind::Restless,
            () => MisereKind::Wild,
        }
    }

    /// Returns `true` if each option of a kind above `most` reverts.
    ///
    /// A restive or generally restive reply counts only if its nimbers fit, which is possible only if the nimber of `form` is
    /// below 2 and its misère nimber is not.
    fn others_revert(&self, form: MisereForm, most: MisereKind) -> bool {
        let (p, m) = self.nimbers(form);
        let are_near = |a: Nimber, b: Nimber| (a + b).0 < 2;
        let keeps = |reply: MisereForm| {
            let (its_p, its_m) = self.nimbers(reply);
            match self.held.kinds[&reply] {
                kind if kind <= most => [its_p == p, its_m == m],
                MisereKind::Restive | MisereKind::GenerallyRestive => {
                    [its_p == p && are_near(its_m, m), its_m == m && are_near(its_p, p)]
                }
                _ => [false; 2],
            }
        };
        let mut others = self.options(form).iter().filter(|option| self.held.kinds[*option] > most);
        others.all(|&other| {
            let kept = self.options(other).iter().map(|&reply| keeps(reply));
            kept.fold([false; 2], |[p, m], [also_p, also_m]| [p || also_p, m || also_m]) == [true; 2]
        })
    }

    /// Returns the nimber and the misère nimber that the options up to a kind determine alone.
    fn nimbers_by(&self, form: MisereForm, most: MisereKind) -> (Nimber, Nimber) {
        let simple = self.options(form).iter().filter(|option| self.held.kinds[*option] <= most);
        let simple = simple.map(|&option| self.nimbers(option));
        (mex(simple.clone().map(|(p, _)| p)), mex(simple.map(|(_, m)| m)))
    }

    fn nimbers(&self, form: MisereForm) -> (Nimber, Nimber) {
        (self.nimber(form), self.misere_nimber(form))
    }
}
