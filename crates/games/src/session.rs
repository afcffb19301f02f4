//! Reading questions, and remembering the games they were about.

use crate::blanks::WithoutBlanks;
use crate::{Family, Game, Place, Registry, SumText};
use sprague::BadNotation;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How many families are remembered before all are forgotten.
const MOST_GAMES: usize = 4096;

/// The most components of one position.
const MOST_COMPONENTS: usize = 100_000;

/// Reads the notation. A family that is named again is the same [`Game`], with everything computed for it so far; a graph
/// file is read once.
///
/// ```
/// use sprague_games::Session;
///
/// let session = Session::new();
/// assert_eq!(session.position("kayles@5,7 + nim@0")?.to_string(), "kayles@5,7+nim@0");
/// assert_eq!(session.position("nim@3,").unwrap_err().to_string(), "byte 6: expected a number");
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Default)]
pub struct Session {
    games: RefCell<HashMap<String, Rc<Game>>>,
    registry: Registry,
}

impl Session {
    /// A session that remembers nothing yet.
    ///
    /// ```
    /// assert!(sprague_games::Session::new().family("nim").is_ok());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// A session that knows these rulesets beside the built-in ones.
    ///
    /// See [`Custom`](crate::Custom) for an example.
    pub fn with(registry: Registry) -> Self {
        Self { registry, ..Self::default() }
    }

    /// The family that `text` names, by an added or a built-in ruleset.
    fn read(&self, text: &str) -> Result<Family, BadNotation> {
        match self.registry.read(text) {
            Some(custom) => custom.map(Family::Custom),
            None => Family::read(text),
        }
    }

    /// The family that `text` names.
    ///
    /// ```
    /// # use sprague_games::Session;
    /// let session = Session::new();
    /// assert_eq!(session.family("subtraction: 1, 3, 4").unwrap().text(), "subtraction:1,3,4");
    /// assert_eq!(session.family("nim@3").unwrap_err().expected, "a family without a position");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] at the byte of `text` where reading failed.
    pub fn family(&self, text: &str) -> Result<Rc<Game>, BadNotation> {
        let question = WithoutBlanks::of(text);
        let read = match question.text.find('@') {
            Some(at) => Err(BadNotation::new(at, "a family without a position")),
            None => self.game(&question.text),
        };
        read.map_err(|error| question.as_typed(error))
    }

    /// The position that `text` names: components of one or several families.
    ///
    /// # Errors
    /// [`BadNotation`] at the byte of `text` where reading failed.
    pub fn position(&self, text: &str) -> Result<SumText, BadNotation> {
        let question = WithoutBlanks::of(text);
        let places = self.places(&question.text).map_err(|error| question.as_typed(error))?;
        let typed = places.into_iter().map(|place| Place { at: question.typed(place.at), ..place });
        Ok(SumText::new(typed.collect()))
    }

    fn game(&self, text: &str) -> Result<Rc<Game>, BadNotation> {
        if let Some(known) = self.games.borrow().get(text) {
            return Ok(known.clone());
        }
        let game = Rc::new(Game::new(text.to_owned(), self.read(text)?));
        let mut games = self.games.borrow_mut();
        if games.len() == MOST_GAMES {
            games.clear();
        }
        games.insert(text.to_owned(), game.clone());
        Ok(game)
    }

    fn places(&self, text: &str) -> Result<Vec<Place>, BadNotation> {
        let mut places = vec![];
        let mut start = 0;
        for part in text.split('+') {
            let Some(end) = part.rfind('@') else {
                return Err(match self.read(part) {
                    Err(error) => error.shifted(start),
                    Ok(_) => BadNotation::new(start + part.len(), "`@` and a position"),
                });
            };
            let game = self.game(&part[..end]).map_err(|error| error.shifted(start))?;
            let mut at = start + end + 1;
            for component in part[end + 1..].split(',') {
                let read = game.component(component).map_err(|error| error.shifted(at))?;
                if places.len() == MOST_COMPONENTS {
                    return Err(BadNotation::new(at, "at most 100000 components"));
                }
                places.push(Place { game: game.clone(), component: read, at, starts_group: at == start + end + 1 });
                at += component.len() + 1;
            }
            start += part.len() + 1;
        }
        Ok(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_has_one_exponent() {
        // found by fuzzing: the second exponent was taken for that of a stand-in
        for question in ["nim@10^20^5", "subtraction:1,2@10^20^5", "kayles@10^20^5", "nim@2^3^4"] {
            assert!(Session::new().position(question).is_err(), "{question}");
        }
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for question in ["nim@10^30", "stones:1-3@10^30.7.2", "no-repeat:1-5:memory=2@10^30/3.1", "kayles@10^30.5,0"] {
            let shown = Session::new().position(question).unwrap().to_string();
            assert_eq!(Session::new().position(&shown).unwrap().to_string(), shown);
        }
    }
}
