//! The misère forms that are born by each day, and how many there are.
//!
//! Sources: Grundy & Smith 1956; Conway, *On Numbers and Games*, ch. 12. Chris Thompson (sci.math) counted day 6.

use super::{MisereForm, MisereForms};
use crate::growth;
use num_bigint::BigUint;
use sprague_core::Stopped;

impl MisereForms<'_> {
    /// Returns all forms of games that end after at most `day` moves, in ascending order.
    ///
    /// There are 1, 2, 3, 5, 22 and 4,171,780 of them by days 0 to 5.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// assert_eq!(forms.born_by(4)?.len(), 22);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached, which is certain from day 6 on.
    pub fn born_by(&mut self, day: u32) -> Result<Vec<MisereForm>, Stopped> {
        let mut all = vec![MisereForm::ZERO];
        for _ in 0..day {
            let (mut next, mut chosen) = (vec![], vec![false; all.len()]);
            loop {
                let options = all.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(&form, _)| form);
                next.push(self.of_options(options));
                self.step(growth::of_list(&next))?;
                // the next set, by counting in binary
                let Some(place) = chosen.iter().position(|chosen| !chosen) else { break };
                chosen[..place].fill(false);
                chosen[place] = true;
            }
            next.sort_unstable();
            next.dedup();
            all = next;
        }
        Ok(all)
    }

    /// Returns the number of forms that are born by a day without listing them.
    ///
    /// Only the forms born two days earlier are listed. Returns `None` from day 7 on, which would need another way of counting.
    ///
    /// Let N be the number of games born by the day before. A set of these games reduces to at most one game H, which was born
    /// by the day before that. It reduces to H if it consists of the options of H and of at least one further game, all of
    /// which have H as an option. If H is the game without options, one of them must also be lost. So the number of the 2^N
    /// sets that reduce to H is one less than the number of sets of games that have the option H. If H is the game without
    /// options, the sets that contain won games only are not counted.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// assert_eq!(MisereForms::new(&limits).count_born_by(5)?, Some(4_171_780_u32.into()));
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn count_born_by(&mut self, day: u32) -> Result<Option<BigUint>, Stopped> {
        let all = match day {
            0 => return Ok(Some(1_u32.into())),
            1 => return Ok(Some(2_u32.into())),
            2..7 => self.born_by(day - 2)?,
            _ => return Ok(None),
        };
        // sets of these games as bits, by their places
        let places = 0..all.len();
        let set =
            |is_in: &dyn Fn(MisereForm) -> bool| all.iter().rev().fold(0_u32, |set, &form| set << 1 | u32::from(is_in(form)));
        let own: Vec<u32> = all.iter().map(|&form| set(&|option| self.has_option(form, option))).collect();
        let leading_to: Vec<u32> = all.iter().map(|&form| set(&|other| self.has_option(other, form))).collect();
        let lost = set(&|form| self.is_lost(form));
        let is_reduced = |set: u32| {
            !places.clone().any(|place| {
                let is_reduced = own[place] & !set == 0 && set & !(own[place] | leading_to[place]) == 0 && own[place] != set;
                is_reduced && (own[place] != 0 || set & lost != 0)
            })
        };
        let (mut count, mut leading_there, mut leading_to_nothing) = (0_u64, vec![0_u64; all.len()], 0_u64);
        for set in (0..1_u32 << all.len()).filter(|&set| is_reduced(set)) {
            count += 1;
            places.clone().for_each(|place| leading_there[place] += u64::from(set >> place & 1));
            // the game without options is the first, and a game is won if it has a lost option
            leading_to_nothing += u64::from(set & 1 != 0 && set & lost != 0);
            self.step(0)?;
        }
        let power = |exponent: u64| BigUint::from(1_u32) << exponent;
        let reducing: BigUint = leading_there.into_iter().map(power).sum();
        Ok(Some(power(count) + power(leading_to_nothing) + (all.len() - 1) - reducing))
    }
}
