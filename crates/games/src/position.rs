//! A position as it was asked about: components in their order, each with its game.

use crate::custom::check_that_play_ends;
use crate::{Component, Family, Game};
use sprague::any::Kind;
use sprague::{AnyRuleset, BadNotation, Play, Rule, Stopped};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A component with its game and where it was written.
#[derive(Clone, Debug)]
pub struct Place {
    /// The game it belongs to.
    pub game: Rc<Game>,
    /// The position.
    pub component: Component,
    /// The byte of the question where it stands.
    pub at: usize,
    /// Whether the family is written before it: the first component behind an `@`.
    pub starts_group: bool,
}

/// A position: one component or more. Displayed as it can be asked again.
///
/// ```
/// use sprague_games::Session;
/// let sum = Session::new().position("octal:0.77@5.1, 3 + nim@0").unwrap();
/// assert_eq!(sum.to_string(), "octal:0.77@1.5,3+nim@0");
/// assert_eq!(sum.places().len(), 3);
/// ```
#[derive(Clone)]
pub struct SumText {
    places: Vec<Place>,
}

impl SumText {
    pub(crate) fn new(places: Vec<Place>) -> Self {
        Self { places }
    }

    /// The components in their order.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The same position with one component replaced.
    pub(crate) fn with(&self, index: usize, component: Component) -> Self {
        self.with_all([(index, component)])
    }

    /// The text of the same position with one component replaced.
    pub(crate) fn text_with(&self, index: usize, component: &Component) -> String {
        let mut text = String::new();
        self.write(&mut text, Some((index, component))).expect("a string takes any text");
        text
    }

    fn write(&self, out: &mut impl fmt::Write, replaced: Option<(usize, &Component)>) -> fmt::Result {
        for (index, place) in self.places.iter().enumerate() {
            match (index, place.starts_group) {
                (0, _) => write!(out, "{}@", place.game.text())?,
                (_, true) => write!(out, "+{}@", place.game.text())?,
                (_, false) => out.write_char(',')?,
            }
            let component = replaced.filter(|(at, _)| *at == index).map_or(&place.component, |(_, component)| component);
            out.write_str(&place.game.show(component))?;
        }
        Ok(())
    }

    /// The same position with several components replaced.
    pub(crate) fn with_all(&self, replaced: impl IntoIterator<Item = (usize, Component)>) -> Self {
        let mut next = self.clone();
        for (index, component) in replaced {
            next.places[index].component = component;
        }
        next
    }

    /// The rulesets of its components, each once, and which of them each component follows.
    pub(crate) fn rulesets(&self) -> (Vec<Arc<dyn AnyRuleset>>, Vec<u32>) {
        let mut rules: Vec<Arc<dyn AnyRuleset>> = vec![];
        let mut which = vec![];
        for place in &self.places {
            let known = rules.iter().position(|known| Arc::ptr_eq(known, place.game.rules()));
            which.push(known.unwrap_or(rules.len()) as u32);
            if known.is_none() {
                rules.push(place.game.rules().clone());
            }
        }
        (rules, which)
    }

    /// Whether loaded rules are fit to be searched: nothing went wrong so far, and no play was found of more than `longest_play`
    /// moves. Built-in rules always are.
    ///
    /// ```
    /// let sum = sprague_games::Session::new().position("nim@3").unwrap();
    /// assert_eq!(sum.check_first(100_000), Ok(()));
    /// ```
    ///
    /// # Errors
    /// [`Stopped::Fault`], which names the plugin, its function and the reason.
    pub fn check_first(&self, longest_play: u64) -> Result<(), Stopped> {
        self.check()?;
        for place in &self.places {
            let (Family::Custom(custom), Component::Near(position)) = (place.game.family(), &place.component) else { continue };
            if custom.is_loaded() && custom.rows().is_none() {
                check_that_play_ends(place.game.text(), &**custom.rules(), position, longest_play)?;
            }
        }
        self.check()
    }

    /// What went wrong inside loaded rules so far: an answer counts only if nothing did.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        self.rulesets().0.iter().find_map(|rules| rules.fault()).map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// Whether Left and Right may have different moves in it.
    pub fn is_partizan(&self) -> bool {
        self.places.iter().any(|place| place.game.rules().kind() == Kind::Partizan)
    }

    /// Whether it consists of games that say themselves who has won.
    pub fn has_own_ending(&self) -> bool {
        self.places.iter().any(|place| place.game.rules().kind() == Kind::OwnEnding)
    }

    /// Whether it consists of piles of Stones.
    pub(crate) fn is_of_stones(&self) -> bool {
        self.places.iter().any(|place| place.game.stones().is_some())
    }

    /// Whether this sum has a meaning under this play.
    ///
    /// # Errors
    /// [`BadNotation`] at the component that does not fit, with the reason.
    pub fn allows(&self, play: Play) -> Result<(), BadNotation> {
        for place in &self.places {
            place.game.family().allows(play).map_err(|why| BadNotation::new(place.at, why))?;
        }
        let alone = self
            .places
            .iter()
            .find(|place| place.game.rules().kind() == Kind::OwnEnding && place.game.stones().is_none() && self.places.len() > 1);
        if let Some(place) = alone {
            let why = "one component: these rules say themselves who has won, so a sum with them has no meaning";
            return Err(BadNotation::new(place.at, why));
        }
        let mut own = self.places.iter().map(|place| (place, place.game.stones().map(|stones| stones.wins)));
        let Some((_, first)) = own.next() else { return Ok(()) };
        match own.find(|(_, wins)| *wins != first) {
            None => Ok(()),
            Some((place, None)) | Some((place, Some(_))) if first.is_none() || place.game.stones().is_none() => {
                Err(BadNotation::new(
                    place.at,
                    "games with one ending: in `stones` the count decides, elsewhere the last move, so their sum has no meaning",
                ))
            }
            Some((place, _)) => Err(BadNotation::new(
                place.at,
                "piles under one rule: with `wins=even` in one and not in another, the sum has no meaning",
            )),
        }
    }

    /// Whether this sum has a meaning under this rule for moving in it: all but the disjunctive rule are about impartial games.
    ///
    /// ```
    /// use sprague::Rule;
    /// use sprague_games::Session;
    /// let sum = Session::new().position("asymmetric:1/2@9").unwrap();
    /// assert!(sum.allows_rule(Rule::Disjunctive).is_ok() && sum.allows_rule(Rule::Selective).is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] at the component that does not fit, with the reason.
    pub fn allows_rule(&self, rule: Rule) -> Result<(), BadNotation> {
        if rule == Rule::Disjunctive {
            return Ok(());
        }
        for place in &self.places {
            let why = match place.game.rules().kind() {
                Kind::Impartial => continue,
                Kind::Partizan => "Left and Right have moves of their own here",
                Kind::OwnEnding => "this game says itself who has won, and not the last move",
            };
            return Err(BadNotation::new(place.at, format!("an impartial game, since `--rule {rule}` is about those: {why}")));
        }
        Ok(())
    }
}

impl fmt::Debug for SumText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SumText({self})")
    }
}

impl fmt::Display for SumText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}
