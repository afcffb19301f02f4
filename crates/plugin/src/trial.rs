//! Checks the laws of `summands`, `canonical` and `negative`.
//!
//! The summands, or the canonical position, must have the same options as the position. The negative must have the options of
//! the other player.

use crate::image::Image;
use crate::work::Budget;
use sprague_core::any::AnyPosition;
use sprague_core::{AnyRuleset, Player};
use std::collections::HashMap;

/// The maximum number of options of one position.
pub(crate) const MAX_OPTIONS: usize = 1 << 20;

/// The result of a check at one position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// There is nothing to check, because the function returns the position itself or nothing.
    Nothing,
    /// The law is true here.
    Held,
    /// The budget ran out, or there are too many options to compare. No difference was found before that.
    OutOfTime,
    /// The law is broken, as this text describes.
    Broken(String),
}

/// Checks the law of the function `image` at a position.
pub(crate) fn tried(rules: &dyn AnyRuleset, image: Image, position: &AnyPosition, budget: &Budget) -> Tried {
    let mut images = vec![];
    match image {
        Image::Summands => rules.summands(position, &mut images),
        Image::Canonical => images.push(rules.normal_form(position.clone())),
        Image::Negative if rules.kind().has_sides() => images.extend(rules.negative(position)),
        Image::Negative => {}
    }
    let is_nothing = if image == Image::Negative { images.is_empty() } else { images == [position.clone()] };
    if is_nothing {
        return Tried::Nothing;
    }
    // the canonical position of a canonical position must be that position itself
    if image == Image::Canonical {
        let (form, again) = (&images[0], rules.normal_form(images[0].clone()));
        if again != *form {
            return Tried::Broken(format!("`{}` stands for it, and for that one `{}`", rules.show(form), rules.show(&again)));
        }
    }
    match (Comparison { rules, image, position, images: &images, budget }).difference() {
        None => Tried::OutOfTime,
        Some(None) => Tried::Held,
        Some(Some(how)) => Tried::Broken(how),
    }
}

/// The key by which equal sums are found: the sorted normal forms of the summands, without summands in which nobody can move.
type Standing = Vec<AnyPosition>;

/// A position, and the sum that should have the same options.
struct Comparison<'a> {
    rules: &'a dyn AnyRuleset,
    image: Image,
    position: &'a AnyPosition,
    images: &'a [AnyPosition],
    budget: &'a Budget,
}

impl Comparison<'_> {
    /// Describes an option that only one side has. The outer option is `None` if the budget ran out.
    fn difference(&self) -> Option<Option<String>> {
        let players: &[Player] = if self.rules.kind().has_sides() { &Player::BOTH } else { &[Player::Left] };
        for &player in players {
            let there = self.reached(self.images, if self.image == Image::Negative { -player } else { player })?;
            let here = match self.image {
                Image::Negative => match self.negatives(player)? {
                    Ok(negatives) => negatives,
                    Err(option) => return Some(Some(self.without_negative(&option, player))),
                },
                _ => self.reached(std::slice::from_ref(self.position), player)?,
            };
            // of several, the first in the order of the rules
            let only = |reached: &HashMap<Standing, Reached>, others: &HashMap<Standing, Reached>| {
                let lone = reached.iter().filter(|(standing, _)| !others.contains_key(*standing));
                lone.map(|(_, option)| option.clone()).min_by_key(|option| option.place)
            };
            if let Some(option) = only(&here, &there) {
                return Some(Some(self.missing_there(&option, player)));
            }
            if let Some(option) = only(&there, &here) {
                return Some(Some(self.missing_here(&option, player)));
            }
            if let (Image::Canonical, [form]) = (self.image, self.images) {
                let end = |of| self.rules.terminal_outcome(of, player);
                if here.is_empty() && end(self.position) != end(form) {
                    let (here, there) = (end(self.position), end(form));
                    return Some(Some(format!("it ends as {here}, and `{}`, which stands for it, as {there}", self.show(form))));
                }
            }
        }
        Some(None)
    }

    /// Returns the options of a player in a sum, by their keys.
    fn reached(&self, sum: &[AnyPosition], player: Player) -> Option<HashMap<Standing, Reached>> {
        let standings: Vec<Standing> = sum.iter().map(|part| self.standing(part)).collect::<Option<_>>()?;
        let entailed = sum.iter().position(|part| self.rules.is_entailed(part));
        let mut reached = HashMap::new();
        for (part, position) in sum.iter().enumerate().filter(|(part, _)| entailed.is_none_or(|entailed| entailed == *part)) {
            for option in self.options(position, player)? {
                let mut standing = self.standing(&option)?;
                let others = standings.iter().enumerate().filter(|(other, _)| *other != part);
                standing.extend(others.flat_map(|(_, standing)| standing.iter().cloned()));
                standing.sort_unstable();
                let place = reached.len();
                reached.entry(standing).or_insert(Reached { place, part, option });
            }
        }
        Some(reached)
    }

    /// Returns the negatives of a player's options by their keys, or the first option without a negative.
    fn negatives(&self, player: Player) -> Option<Result<HashMap<Standing, Reached>, AnyPosition>> {
        let mut reached = HashMap::new();
        for option in self.options(self.position, player)? {
            let Some(negative) = self.rules.negative(&option) else { return Some(Err(option)) };
            let place = reached.len();
            reached.entry(self.standing(&negative)?).or_insert(Reached { place, part: 0, option });
        }
        Some(Ok(reached))
    }

    /// Returns all options, or `None` if there are too many to compare.
    fn options(&self, position: &AnyPosition, player: Player) -> Option<Vec<AnyPosition>> {
        let (options, is_whole) = first(self.budget, |from, options| self.rules.options(position, player, from, options));
        is_whole.then_some(options)
    }

    fn standing(&self, position: &AnyPosition) -> Option<Standing> {
        if self.budget.is_spent() {
            return None;
        }
        if self.rules.kind().has_own_ending() {
            return Some(vec![self.rules.normal_form(position.clone())]);
        }
        let mut parts = vec![];
        self.rules.summands(position, &mut parts);
        let can_move = |part: &AnyPosition| Player::BOTH.iter().any(|&player| !self.rules.is_stuck(part, player));
        parts.retain(|part| self.rules.is_entailed(part) || can_move(part));
        let mut forms: Standing = parts.into_iter().map(|part| self.rules.normal_form(part)).collect();
        forms.sort_unstable();
        Some(forms)
    }

    fn show(&self, position: &AnyPosition) -> String {
        self.rules.show(position)
    }

    /// Names the player who moves, if the game is partizan.
    fn by(&self, player: Player) -> String {
        if self.rules.kind().has_sides() { format!(" by {player}") } else { String::new() }
    }

    fn missing_there(&self, option: &Reached, player: Player) -> String {
        let (shown, by) = (self.show(&option.option), self.by(player));
        let images: Vec<String> = self.images.iter().map(|image| format!("`{}`", self.show(image))).collect();
        let nothing = match self.image {
            Image::Summands if images.is_empty() => "it has no summands".to_owned(),
            Image::Summands => format!("nothing like it from its summands {}", images.join(", ")),
            Image::Canonical => format!("nothing like it from {}, which stands for it", images[0]),
            Image::Negative => format!("nothing like the negative of that by {} from its negative {}", -player, images[0]),
        };
        format!("`{shown}` can be reached{by}, but {nothing}")
    }

    fn missing_here(&self, option: &Reached, player: Player) -> String {
        let (shown, by) = (self.show(&option.option), self.by(player));
        let from = self.show(&self.images[option.part]);
        match self.image {
            Image::Summands => {
                let by = if by.is_empty() { by } else { format!(" by a move of {player}") };
                format!("its summand `{from}` can become `{shown}`{by}, and the position nothing like that")
            }
            Image::Canonical => {
                format!("nothing like `{shown}` can be reached{by}, but it can from `{from}`, which stands for it")
            }
            Image::Negative => format!(
                "from its negative `{from}` {} can reach `{shown}`, but {player} nothing here of which that is the negative",
                -player
            ),
        }
    }

    fn without_negative(&self, option: &AnyPosition, player: Player) -> String {
        format!("it has a negative, but `{}` has none, which can be reached by {player}", self.show(option))
    }
}

/// An option, the summand of the move (`part`), and the order in which the option was found (`place`).
#[derive(Clone)]
struct Reached {
    place: usize,
    part: usize,
    option: AnyPosition,
}

/// Collects a list portion by portion. Returns the list, and whether it is complete.
///
/// The list is cut after a million items, or when the budget is spent.
pub(crate) fn first<T>(budget: &Budget, mut fill: impl FnMut(usize, &mut Vec<T>) -> bool) -> (Vec<T>, bool) {
    let mut all = vec![];
    loop {
        let mut portion = vec![];
        let more = fill(all.len(), &mut portion);
        let is_cut = more && (portion.is_empty() || all.len() + portion.len() > MAX_OPTIONS || budget.is_spent());
        all.append(&mut portion);
        if !more || is_cut {
            return (all, !is_cut);
        }
    }
}
