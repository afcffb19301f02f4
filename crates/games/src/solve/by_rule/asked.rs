//! A position with the moves of each of its components, and the whole moves that a rule puts together from them.

use super::super::legal::{each_move, label};
use super::super::tally::Worth;
use super::super::{SolveOptions, Step};
use crate::{Component, SumText};
use sprague::{AnyOf, AnyPosition, Compound, Meter, Player, Solution, Stopped};

/// The most moves of all components together that are looked at.
const MOST_OPTIONS: usize = 1 << 22;

/// The moves of one component: what they are called and where they lead.
pub(super) type Options = Vec<(String, AnyPosition)>;

/// A position with the moves of each component.
pub(crate) struct Asked<'a> {
    pub(super) sum: &'a SumText,
    pub(super) options: &'a SolveOptions,
    pub(super) components: Vec<(&'a AnyPosition, Options)>,
}

impl<'a> Asked<'a> {
    pub(crate) fn of(sum: &'a SumText, options: &'a SolveOptions) -> Result<Self, Stopped> {
        let mut components = vec![];
        let mut count = 0;
        for (index, place) in sum.places().iter().enumerate() {
            // a heap beyond 64 bits has more moves than can be looked at
            let Component::Near(position) = &place.component else { return Err(Stopped::Positions(options.limits.positions)) };
            let mut moves: Options = vec![];
            each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
                count += 1;
                if count > MOST_OPTIONS {
                    return Err(Stopped::Positions(MOST_OPTIONS as u64));
                }
                let Component::Near(to) = component else { unreachable!("heaps only shrink") };
                moves.push((mv.to_owned(), to));
                Ok(true)
            })?;
            components.push((position, moves));
        }
        Ok(Self { sum, options, components })
    }

    /// The moves of a choice: in which component, what it is called and where it leads.
    fn chosen<'b>(&'b self, choice: &'b [Option<usize>]) -> impl Iterator<Item = (usize, &'b str, &'b AnyPosition)> {
        let option = |(index, option): (usize, &Option<usize>)| {
            let (mv, to) = &self.components[index].1[(*option)?];
            Some((index, mv.as_str(), to))
        };
        choice.iter().enumerate().filter_map(option)
    }

    /// The whole position after a choice.
    pub(crate) fn after(&self, choice: &[Option<usize>]) -> SumText {
        self.sum.with_all(self.chosen(choice).map(|(index, _, to)| (index, Component::Near(to.clone()))))
    }

    /// The whole move.
    pub(crate) fn step(&self, choice: &[Option<usize>]) -> Step {
        let labels: Vec<String> = self.chosen(choice).map(|(index, mv, _)| label(self.sum, index, mv)).collect();
        Step { label: labels.join(", "), to: self.after(choice).to_string(), next: None }
    }

    pub(crate) fn counts(&self) -> Vec<usize> {
        self.components.iter().map(|(_, options)| options.len()).collect()
    }

    /// The rulesets of the components as one, and which of them each component follows.
    pub(crate) fn rules(&self) -> (AnyOf, Vec<u32>) {
        let (rules, which) = self.sum.rulesets();
        (AnyOf::new(rules).expect("the sum is impartial"), which)
    }

    /// The components after a choice, each with the number of its ruleset.
    pub(crate) fn place(&self, which: &[u32], choice: &[Option<usize>]) -> Vec<(u32, AnyPosition)> {
        let component = |(index, which): (usize, &u32)| {
            let (position, options) = &self.components[index];
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
            let (answered, remoteness) = solution.of(&after).expect("options were explored");
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
