//! The data stored about a valued sum: its genus, and facts that help to value sums that lead to it.
//!
//! Source: Conway, *On Numbers and Games*, ch. 12, on which options may be left out, and on tame positions, which add like
//! heaps of Nim.

use super::Genus;
use core::ops::Index;
use hashbrown::HashMap;
use sprague_core::Nimber;

/// The facts about a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Worth {
    pub(super) genus: Genus,
    /// `true` if the sum and all positions that can be reached from it are tame, or if it may be replaced by such a sum.
    pub(super) is_tame_throughout: bool,
    /// 0 or 1 if the sum is known to equal a heap of this size in every sum. Some such equalities are not found.
    pub(super) equals: Option<Nimber>,
    /// Whether some option is known to equal the empty game, and whether some option is known to equal a heap of one.
    can_reach: [bool; 2],
}

impl Worth {
    /// Returns the facts about a sum, given the facts about its options.
    ///
    /// An option that itself has an option equal to the whole sum may be left out, unless that leaves no option and the whole
    /// sum is lost.
    pub(super) fn of_options(options: &[&Self]) -> Self {
        let genus = Genus::of_options(options.iter().map(|option| &option.genus));
        let is_left_out = |option: &Self, heap: usize| option.can_reach[heap];
        let can_reach = [0, 1].map(|heap| options.iter().any(|option| option.equals == Some(Nimber(heap))));
        let is_nothing = options.iter().all(|option| is_left_out(option, 0)) && !genus.misere_nimber().is_lost();
        let is_nothing = is_nothing || options.is_empty();
        let is_over = |option: &Self| option.equals == Some(Nimber(0));
        let is_one = can_reach[0] && options.iter().all(|option| is_over(option) || is_left_out(option, 1));
        let equals = if is_nothing { Some(Nimber(0)) } else { is_one.then_some(Nimber(1)) };
        let is_tame = genus.is_tame() && options.iter().all(|option| option.is_tame_throughout);
        Self { genus, is_tame_throughout: is_tame || equals.is_some(), equals, can_reach }
    }

    /// Returns the facts about the sum with a heap of one.
    pub(super) fn beside_one(&self) -> Self {
        let [nothing, one] = self.can_reach;
        let can_reach = [one || self.equals == Some(Nimber(0)), nothing || self.equals == Some(Nimber(1))];
        let equals = self.equals.map(|heap| heap + Nimber(1));
        Self { genus: self.genus.beside_one(), is_tame_throughout: self.is_tame_throughout, equals, can_reach }
    }

    /// Returns the facts about a sum whose summands are all tame throughout.
    pub(super) fn of_tame_sum<'a>(parts: impl Iterator<Item = &'a Self>) -> Self {
        let genus = Genus::of_tame_sum(parts.map(|part| &part.genus));
        Self { genus, is_tame_throughout: true, equals: None, can_reach: [false; 2] }
    }
}

/// The different worths met so far, each with a number.
#[derive(Default)]
pub(super) struct Worths {
    known: Vec<Worth>,
    numbers: HashMap<Worth, u32>,
}

impl Worths {
    pub(super) fn number(&mut self, worth: Worth) -> u32 {
        if let Some(&known) = self.numbers.get(&worth) {
            return known;
        }
        let number = self.known.len() as u32;
        self.known.push(worth.clone());
        self.numbers.insert(worth, number);
        number
    }
}

impl Index<u32> for Worths {
    type Output = Worth;
    fn index(&self, number: u32) -> &Worth {
        &self.known[number as usize]
    }
}
