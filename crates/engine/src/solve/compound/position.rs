//! The moves of each component of a sum, and the sums after combinations of these moves.

use crate::evaluate::Solution;
use crate::solve::searchable::unsteady;
use crate::solve::selection::MoveRank;
use crate::solve::{Component, ComponentPosition, MixedSum, SolveOptions, SumMove, unlisted};
use num_bigint::BigUint;
use sprague_core::any::{AnyOf, AnyPosition};
use sprague_core::limits::Meter;
use sprague_core::{Compound, Player, Stopped};
use std::borrow::Cow;

/// The largest number of options that are listed for all components together.
const MAX_OPTIONS: usize = 1 << 22;

pub(super) enum Options<'a> {
    /// The position, and its moves with their labels.
    Listed(&'a AnyPosition, Vec<(String, AnyPosition)>),
    /// A heap of Nim with too many moves to be listed. They are grouped into [`KINDS`].
    Heap(BigUint),
}

impl Options<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Listed(_, moves) => moves.len(),
            Self::Heap(_) => KINDS,
        }
    }
}

/// The number of kinds of moves of a large heap of Nim: to 0, to 1, and to any other size.
pub(super) const KINDS: usize = 3;

/// A sum with the moves of its components.
pub(crate) struct CompoundPosition<'a> {
    pub(super) sum: &'a MixedSum,
    pub(super) options: &'a SolveOptions,
    pub(super) components: Vec<Options<'a>>,
}

impl<'a> CompoundPosition<'a> {
    pub(crate) fn of(sum: &'a MixedSum, options: &'a SolveOptions) -> Result<Self, Stopped> {
        let mut count = 0;
        let components = sum.components.iter().map(|component| Self::listed(component, options, &mut count));
        Ok(Self { sum, options, components: components.collect::<Result<_, _>>()? })
    }

    /// Lists all moves, except that moves of large heaps of Nim are grouped by their kinds.
    pub(super) fn with_heaps(sum: &'a MixedSum, options: &'a SolveOptions) -> Result<Self, Stopped> {
        let mut count = 0;
        let components = sum.components.iter().map(|component| match component.one_heap() {
            Some((heap, _)) if component.is_nim() && unlisted::is_unlisted(component) => Ok(Options::Heap(heap)),
            _ => Self::listed(component, options, &mut count),
        });
        Ok(Self { sum, options, components: components.collect::<Result<_, _>>()? })
    }

    fn listed(component: &'a Component, options: &SolveOptions, count: &mut usize) -> Result<Options<'a>, Stopped> {
        // a heap of more than 64 bits has too many moves to try
        let Some(position) = component.small() else { return Err(Stopped::Positions(options.limits.positions)) };
        let mut moves = vec![];
        component.each_move::<Stopped>(Player::Left, &options.limits, &mut |label, left| {
            *count += 1;
            if *count > MAX_OPTIONS {
                return Err(Stopped::Positions(MAX_OPTIONS as u64));
            }
            let ComponentPosition::Small(to) = left else { unreachable!("heaps only shrink") };
            moves.push((label.to_owned(), to));
            Ok(true)
        })?;
        Ok(Options::Listed(position, moves))
    }

    pub(super) fn is_listed(&self) -> bool {
        self.components.iter().all(|options| matches!(options, Options::Listed(..)))
    }

    /// Returns the label of an option of a component, and the position after the move.
    fn option(&self, index: usize, option: usize) -> (Cow<'_, str>, ComponentPosition) {
        match &self.components[index] {
            Options::Listed(_, moves) => {
                let (label, to) = &moves[option];
                (label.into(), ComponentPosition::Small(to.clone()))
            }
            Options::Heap(heap) => {
                let left = if option < 2 { BigUint::from(option) } else { heap - (option - 1) };
                let label = (heap - &left).to_string();
                (label.into(), self.sum.components[index].on([left].into_iter().collect()))
            }
        }
    }

    fn chosen<'b>(&'b self, choice: &'b [Option<usize>]) -> impl Iterator<Item = (usize, Cow<'b, str>, ComponentPosition)> {
        let option = |(index, option): (usize, &Option<usize>)| {
            let (label, to) = self.option(index, (*option)?);
            Some((index, label, to))
        };
        choice.iter().enumerate().filter_map(option)
    }

    pub(crate) fn after(&self, choice: &[Option<usize>]) -> MixedSum {
        self.sum.with_all(self.chosen(choice).map(|(index, _, to)| (index, to)))
    }

    pub(crate) fn sum_move(&self, choice: &[Option<usize>]) -> SumMove {
        let changed = self.chosen(choice).map(|(index, label, to)| (index, label.into_owned(), to));
        SumMove { changed: changed.collect(), next: None, points: None }
    }

    pub(super) fn label(&self, index: usize, option: usize) -> String {
        self.option(index, option).0.into_owned()
    }

    /// Returns the number of moves that an option represents, or `None` for 2⁶⁴ or more.
    pub(super) fn copies(&self, index: usize, option: usize) -> Option<u64> {
        match &self.components[index] {
            Options::Heap(heap) if option == KINDS - 1 => u64::try_from(heap - 2_u32).ok(),
            _ => Some(1),
        }
    }

    /// Returns all choices that this one represents.
    pub(super) fn like<'b>(&'b self, choice: &[Option<usize>]) -> impl Iterator<Item = Vec<Option<usize>>> + use<'b, 'a> {
        // for each heap that may be left at any of several sizes, the last of these moves
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

    /// Returns the rulesets as one, and the number of each component's ruleset.
    pub(crate) fn rules(&self) -> (AnyOf, Vec<u32>) {
        let (rules, which) = self.sum.rulesets();
        (AnyOf::new(rules).expect("the sum is impartial"), which)
    }

    /// Returns the positions of the components after a choice. An empty slice chooses nothing.
    pub(crate) fn positions(&self, which: &[u32], choice: &[Option<usize>]) -> Vec<(u32, AnyPosition)> {
        let component = |(index, which): (usize, &u32)| {
            let Options::Listed(position, options) = &self.components[index] else {
                unreachable!("only listed moves are searched")
            };
            let after = choice.get(index).copied().flatten().map(|option| options[option].1.clone());
            (*which, after.unwrap_or_else(|| (*position).clone()))
        };
        which.iter().enumerate().map(component).collect()
    }

    pub(crate) fn judge(
        &self,
        compound: &Compound<AnyOf>,
        which: &[u32],
        solution: &Solution<'_, Compound<AnyOf>>,
        mut each: impl FnMut(MoveRank, &[Option<usize>]),
    ) -> Result<(), Stopped> {
        let mut meter = Meter::new(&self.options.limits);
        for choice in self.sum.rule.choices(self.counts()) {
            meter.allow(0, || 0, || None)?;
            let after = compound.position(self.positions(which, &choice));
            let (answered, remoteness) = solution.of(&after).ok_or_else(|| unsteady(self.sum))?;
            each(MoveRank::of(-answered, remoteness), &choice);
        }
        Ok(())
    }

    pub(crate) fn best(
        &self,
        compound: &Compound<AnyOf>,
        which: &[u32],
        solution: &Solution<'_, Compound<AnyOf>>,
    ) -> Result<Option<Vec<Option<usize>>>, Stopped> {
        let mut best: Option<(MoveRank, Vec<Option<usize>>)> = None;
        self.judge(compound, which, solution, |rank, choice| {
            if best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, choice.to_vec()));
            }
        })?;
        Ok(best.map(|(_, choice)| choice))
    }
}
