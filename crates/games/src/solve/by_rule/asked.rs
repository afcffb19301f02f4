//! A position with the moves of each of its components, and the whole moves that a rule puts together from them.

use super::super::legal::{each_move, label};
use super::super::tally::Worth;
use super::super::{SolveOptions, Step, wide};
use crate::{Component, Family, SumText};
use num_bigint::BigUint;
use sprague::{AnyOf, AnyPosition, Compound, Meter, Player, Solution, Stopped};
use std::borrow::Cow;

/// The most moves of all components together that are looked at.
const MOST_OPTIONS: usize = 1 << 22;

/// The moves of one component, each with its number from 0.
pub(super) enum Options<'a> {
    /// Where it is; what its moves are called and where they lead.
    Listed(&'a AnyPosition, Vec<(String, AnyPosition)>),
    /// A heap of Nim too large to list: move 0 leaves nothing, move 1 leaves one token, move k of the others takes k - 1.
    Heap(BigUint),
}

impl Options<'_> {
    /// How many there are, or the three that stand for those of a heap.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Listed(_, moves) => moves.len(),
            Self::Heap(_) => KINDS,
        }
    }
}

/// How many kinds of moves a heap of Nim has: those that leave nothing, one token, more.
pub(super) const KINDS: usize = 3;

/// A position with the moves of each component.
pub(crate) struct Asked<'a> {
    pub(super) sum: &'a SumText,
    pub(super) options: &'a SolveOptions,
    pub(super) components: Vec<Options<'a>>,
}

impl<'a> Asked<'a> {
    /// With every move listed.
    pub(crate) fn of(sum: &'a SumText, options: &'a SolveOptions) -> Result<Self, Stopped> {
        let mut components = vec![];
        let mut count = 0;
        for index in 0..sum.places().len() {
            components.push(Self::listed(sum, options, index, &mut count)?);
        }
        Ok(Self { sum, options, components })
    }

    /// With the moves of large heaps of Nim by their kinds. Only for theorems that tell no more than those apart.
    pub(super) fn with_heaps(sum: &'a SumText, options: &'a SolveOptions) -> Result<Self, Stopped> {
        let mut components = vec![];
        let mut count = 0;
        for (index, place) in sum.places().iter().enumerate() {
            let is_heap = matches!(place.game.family(), Family::Nim) && wide::is_wide(sum, index);
            components.push(match is_heap {
                true => Options::Heap(place.game.tokens(&place.component)),
                false => Self::listed(sum, options, index, &mut count)?,
            });
        }
        Ok(Self { sum, options, components })
    }

    fn listed(sum: &'a SumText, options: &SolveOptions, index: usize, count: &mut usize) -> Result<Options<'a>, Stopped> {
        // a heap beyond 64 bits has more moves than can be looked at
        let Component::Near(position) = &sum.places()[index].component else {
            return Err(Stopped::Positions(options.limits.positions));
        };
        let mut moves = vec![];
        each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
            *count += 1;
            if *count > MOST_OPTIONS {
                return Err(Stopped::Positions(MOST_OPTIONS as u64));
            }
            let Component::Near(to) = component else { unreachable!("heaps only shrink") };
            moves.push((mv.to_owned(), to));
            Ok(true)
        })?;
        Ok(Options::Listed(position, moves))
    }

    /// Whether every move is listed.
    pub(super) fn is_listed(&self) -> bool {
        self.components.iter().all(|options| matches!(options, Options::Listed(..)))
    }

    /// What a move in a component is called there, and what it leaves.
    fn option(&self, index: usize, option: usize) -> (Cow<'_, str>, Component) {
        match &self.components[index] {
            Options::Listed(_, moves) => {
                let (mv, to) = &moves[option];
                (mv.into(), Component::Near(to.clone()))
            }
            Options::Heap(heap) => {
                let left = if option < 2 { BigUint::from(option) } else { heap - (option - 1) };
                let game = &self.sum.places()[index].game;
                let component = game.component(&left.to_string()).expect("a number is a heap of Nim");
                ((heap - left).to_string().into(), component)
            }
        }
    }

    /// The moves of a choice: in which component, what it is called and where it leads.
    fn chosen<'b>(&'b self, choice: &'b [Option<usize>]) -> impl Iterator<Item = (usize, Cow<'b, str>, Component)> {
        let option = |(index, option): (usize, &Option<usize>)| {
            let (mv, to) = self.option(index, (*option)?);
            Some((index, mv, to))
        };
        choice.iter().enumerate().filter_map(option)
    }

    /// The whole position after a choice.
    pub(crate) fn after(&self, choice: &[Option<usize>]) -> SumText {
        self.sum.with_all(self.chosen(choice).map(|(index, _, to)| (index, to)))
    }

    /// The whole move.
    pub(crate) fn step(&self, choice: &[Option<usize>]) -> Step {
        let labels: Vec<String> = self.chosen(choice).map(|(index, mv, _)| label(self.sum, index, &mv)).collect();
        Step { label: labels.join(", "), to: self.after(choice).to_string(), next: None }
    }

    /// What a move in a component is called in the whole position.
    pub(super) fn label(&self, index: usize, option: usize) -> String {
        label(self.sum, index, &self.option(index, option).0)
    }

    /// How many moves one stands for; `None` if they are too many for 64 bits.
    pub(super) fn copies(&self, index: usize, option: usize) -> Option<u64> {
        match &self.components[index] {
            Options::Heap(heap) if option == KINDS - 1 => u64::try_from(heap - 2_u32).ok(),
            _ => Some(1),
        }
    }

    /// The moves that a choice stands for, itself first.
    pub(super) fn like<'b>(&'b self, choice: &[Option<usize>]) -> impl Iterator<Item = Vec<Option<usize>>> + use<'b, 'a> {
        // of each heap where any of several sizes may be left, the last of its moves
        let last = |(index, option): (usize, &Option<usize>)| match (&self.components[index], option) {
            (Options::Heap(heap), Some(option)) if *option == KINDS - 1 => {
                Some((index, usize::try_from(heap - 1_u32).unwrap_or(usize::MAX)))
            }
            _ => None,
        };
        let free: Vec<(usize, usize)> = choice.iter().enumerate().filter_map(last).collect();
        let mut next = Some(choice.to_vec());
        core::iter::from_fn(move || {
            let here = next.take()?;
            let mut after = here.clone();
            for (index, last) in &free {
                let option = after[*index].as_mut().expect("it was chosen");
                if *option < *last {
                    *option += 1;
                    next = Some(after);
                    break;
                }
                *option = KINDS - 1;
            }
            Some(here)
        })
    }

    pub(crate) fn counts(&self) -> Vec<usize> {
        self.components.iter().map(Options::len).collect()
    }

    /// The rulesets of the components as one, and which of them each component follows.
    pub(crate) fn rules(&self) -> (AnyOf, Vec<u32>) {
        let (rules, which) = self.sum.rulesets();
        (AnyOf::new(rules).expect("the sum is impartial"), which)
    }

    /// The components after a choice, each with the number of its ruleset.
    pub(crate) fn place(&self, which: &[u32], choice: &[Option<usize>]) -> Vec<(u32, AnyPosition)> {
        let component = |(index, which): (usize, &u32)| {
            let Options::Listed(position, options) = &self.components[index] else {
                unreachable!("only listed moves are searched")
            };
            let after = choice.get(index).copied().flatten().map(|option| options[option].1.clone());
            (*which, after.unwrap_or_else(|| (*position).clone()))
        };
        which.iter().enumerate().map(component).collect()
    }

    /// Calls `each` with every legal move and its worth.
    pub(crate) fn judge(
        &self,
        compound: &Compound<AnyOf>,
        which: &[u32],
        solution: &Solution<'_, Compound<AnyOf>>,
        mut each: impl FnMut(Worth, &[Option<usize>]),
    ) -> Result<(), Stopped> {
        let mut meter = Meter::new(&self.options.limits);
        for choice in self.options.rule.choices(self.counts()) {
            meter.allow(0, || 0, || None)?;
            let after = compound.position(self.place(which, &choice));
            let (answered, remoteness) = solution.of(&after).ok_or_else(|| crate::solve::unsteady(self.sum))?;
            each(Worth::of(-answered, remoteness), &choice);
        }
        Ok(())
    }

    /// The best move: the fastest win or slowest loss, the first of several; `None` if there is none.
    pub(crate) fn best(
        &self,
        compound: &Compound<AnyOf>,
        which: &[u32],
        solution: &Solution<'_, Compound<AnyOf>>,
    ) -> Result<Option<Vec<Option<usize>>>, Stopped> {
        let mut best: Option<(Worth, Vec<Option<usize>>)> = None;
        self.judge(compound, which, solution, |worth, choice| {
            if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, choice.to_vec()));
            }
        })?;
        Ok(best.map(|(_, choice)| choice))
    }
}
