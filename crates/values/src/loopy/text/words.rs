//! Names of loopy games.
//!
//! Source: *Winning Ways*, ch. 11; Siegel, *Combinatorial Game Theory*, ch. VI.

use crate::failed::ReadError;
use crate::form::Form;
use crate::loopy::sided::Sided;
use crate::loopy::stopper::Stopper;
use crate::loopy::store::Stoppers;
use crate::nus::Nus;
use sprague_core::{Player, Stopped};

/// Words, and the games they name.
const WORDS: [(&str, &str); 12] = [
    ("on", "{pass|}"),
    ("off", "{|pass}"),
    ("over", "{0|pass}"),
    ("under", "{pass|0}"),
    ("upon", "{pass|*}"),
    ("uponth", "{0||0|0,pass}"),
    ("upover", "{0|*,pass}"),
    ("dud", "{pass|pass}"),
    ("tis", "a{{|a}|}"),
    ("tisn", "a{|{a|}}"),
    ("hot", "{{pass|}|{|pass}}"),
    ("ace", "{0|{0|{0|{|pass}}}}"),
];

impl Stoppers<'_> {
    /// Returns the value of a word, or `None` if the word is unknown.
    pub(super) fn word(&mut self, word: &str) -> Result<Option<Sided>, ReadError> {
        let found = WORDS.iter().find(|(name, _)| *name == word);
        found.map(|(_, text)| self.read(text)).transpose()
    }

    /// Returns ↑^\[k\] = {↑^\[k−1\] | \*}, with ↑^\[0\] = 0.
    pub(super) fn up_to(&mut self, k: u64) -> Result<Stopper, Stopped> {
        (0..k).try_fold(Stopper::ZERO, |up, _| self.make(&[up], &[Form::STAR.into()]))
    }

    /// Returns ↑^⟨k⟩ = {0 | \* − ↑^\[k−1\]} for k ≥ 1.
    pub(super) fn up_of(&mut self, k: u64) -> Result<Stopper, Stopped> {
        let up = self.up_to(k.saturating_sub(1))?;
        let down = self.negative_of(up)?;
        let threat = self.add_stoppers(down, Form::STAR.into())?.onside.unwrap_or(down);
        self.make(&[Stopper::ZERO], &[threat])
    }

    /// Returns {0 || 0 | −x}, computed for each side separately.
    pub(in crate::loopy) fn tiny_of(&mut self, x: Sided) -> Result<Sided, Stopped> {
        let (zero, negative) = (Sided::from(Stopper::ZERO), self.negative(x)?);
        let threat = self.make_sides(&[zero], &[negative])?;
        self.make_sides(&[zero], &[threat])
    }

    /// Returns the game with these options, computed for each side separately.
    pub(super) fn make_sides(&mut self, left: &[Sided], right: &[Sided]) -> Result<Sided, Stopped> {
        let mut made = [Ok(Stopper::ZERO); 2];
        for (i, made) in made.iter_mut().enumerate() {
            let side = |options: &[Sided]| options.iter().map(|option| option.sides()[i]).collect::<Result<Vec<_>, _>>();
            *made = match (side(left), side(right)) {
                (Ok(left), Ok(right)) => Ok(self.make(&left, &right)?),
                (Err(reason), _) | (_, Err(reason)) => Err(reason),
            };
        }
        Ok(Sided::of_sides(made))
    }

    /// Returns the name of a stopper with cycles if it has one.
    pub(super) fn name(&mut self, stopper: Stopper) -> Result<Option<String>, Stopped> {
        if let Some((passes, number)) = self.loopy_pseudonumber(stopper) {
            return Ok(Some(self.pseudonumber_name(passes, number)));
        }
        let sides = [self.options(stopper, Player::Left)?, self.options(stopper, Player::Right)?];
        if let [&[left], &[right]] = sides.each_ref().map(Vec::as_slice)
            && self.loopy_pseudonumber(left) == Some((Player::Left, None))
            && self.loopy_pseudonumber(right) == Some((Player::Right, None))
        {
            return Ok(Some("hot".to_owned()));
        }
        for (player, arrow) in [(Player::Left, '^'), (Player::Right, 'v')] {
            let (found, brackets) = match self.upon(stopper, player)? {
                Some(found) => (Some(found), ['[', ']']),
                None => (self.uponth(stopper, player)?, ['<', '>']),
            };
            if let Some(Nus { number, star, .. }) = found {
                let [number, star] = [Nus { star: 0, ..Nus::from_number(number) }, Nus { star, ..Nus::from_number(0.into()) }]
                    .map(|part| if part == Nus::from_number(0.into()) { String::new() } else { part.to_string() });
                return Ok(Some(format!("{number}{arrow}{}on{}{star}", brackets[0], brackets[1])));
            }
        }
        let Some((player, number, size)) = self.tiny(stopper)? else { return Ok(None) };
        // the size of any other loopy tiny may lead back to the tiny itself
        let size = match self.loopy_pseudonumber(size) {
            Some((passes, number)) => self.pseudonumber_name(passes, number),
            None => return Ok(None),
        };
        let word = if player == Player::Left { "Tiny" } else { "Miny" };
        Ok(Some(format!("{}{word}({size})", self.number_name(Some(number)))))
    }

    fn pseudonumber_name(&self, passes: Player, number: Option<Stopper>) -> String {
        let word = match (passes, number) {
            (Player::Left, None) => "on",
            (Player::Right, None) => "off",
            (Player::Left, Some(_)) => "under",
            (Player::Right, Some(_)) => "over",
        };
        self.number_name(number) + word
    }

    /// Returns the text of a number to which something is added: empty for 0.
    fn number_name(&self, number: Option<Stopper>) -> String {
        let number = number.filter(|&number| number != Stopper::ZERO).and_then(|number| self.number_in(number));
        number.map_or(String::new(), |number| number.to_string())
    }

    fn nus_of(&self, stopper: Stopper) -> Option<Nus> {
        self.calculator.arena().as_nus(stopper.form()?)
    }

    /// Returns x and k if the stopper is x + upon + \*k. For Right, x − upon + \*k.
    fn upon(&mut self, stopper: Stopper, player: Player) -> Result<Option<Nus>, Stopped> {
        let (near, far) = (self.options(stopper, player)?, self.options(stopper, -player)?);
        let &[far] = &far[..] else { return Ok(None) };
        let Some(nus) = self.nus_of(far).filter(|nus| nus.ups == 0.into() && nus.star < u64::MAX) else { return Ok(None) };
        let is_upon = if nus.star == 0 { near == sorted_pair(far, stopper) } else { near == [stopper] };
        Ok(is_upon.then_some(Nus { star: nus.star ^ 1, ..nus }))
    }

    /// Returns x and k if the stopper is x + uponth + \*k. For Right, x − uponth + \*k.
    fn uponth(&mut self, stopper: Stopper, player: Player) -> Result<Option<Nus>, Stopped> {
        let (near, far) = (self.options(stopper, player)?, self.options(stopper, -player)?);
        let &[far] = &far[..] else { return Ok(None) };
        if far == stopper || far.form().is_some() {
            return Ok(None);
        }
        let Some(nus) = self.upon(far, -player)? else { return Ok(None) };
        let star = nus.star ^ 1;
        let is_star = |(option, k): (&Stopper, u64)| self.nus_of(*option) == Some(Nus { star: k, ..nus.clone() });
        let is_uponth = near.len() as u64 == star.saturating_add(1) && near.iter().zip(0..).all(is_star);
        Ok(is_uponth.then_some(Nus { star, ..nus }))
    }
}

fn sorted_pair(one: Stopper, other: Stopper) -> [Stopper; 2] {
    if one < other { [one, other] } else { [other, one] }
}
