//! Writing values: an atom where there is one, else `{a,b|c,d}`, options sorted by their bytes.

use crate::calculator::{Calculator, Memo};
use crate::form::Form;
use sprague_core::{Player, Stopped};
use std::sync::Arc;

impl Calculator<'_> {
    /// The text of a form, `None` if it has more than `most` bytes.
    ///
    /// Text may be longer than the form by an exponential; that is found out before any is written.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// let hot = calculator.make(&[Form::integer(10)], &[Form::UP])?;
    /// assert_eq!(calculator.text(hot, 6)?.as_deref(), Some("{10|^}"));
    /// assert_eq!(calculator.text(hot, 5)?, None);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn text(&mut self, form: Form, most: usize) -> Result<Option<String>, Stopped> {
        let length = self.resolve(&mut Memo::default(), form, |calculator, form, asked| {
            if let Some(nus) = calculator.arena.as_nus(form) {
                return Ok(Some(nus.to_string().len()));
            }
            let mut options = calculator.options(form, Player::Left)?;
            options.extend(calculator.options(form, Player::Right)?);
            // two braces, a bar, and a comma before every option but the first of a side, of which there are two
            let signs = options.len() + 1;
            Ok(asked.all(options).map(|lengths| lengths.iter().fold(signs, |sum, length| sum.saturating_add(*length))))
        })?;
        if length > most {
            return Ok(None);
        }
        let text = self.resolve(&mut Memo::default(), form, |calculator, form, asked| {
            if let Some(nus) = calculator.arena.as_nus(form) {
                return Ok(Some(Arc::<str>::from(nus.to_string())));
            }
            let (left, right) = (calculator.options(form, Player::Left)?, calculator.options(form, Player::Right)?);
            let (Some(mut left), Some(mut right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            left.sort_unstable();
            right.sort_unstable();
            Ok(Some(format!("{{{}|{}}}", left.join(","), right.join(",")).into()))
        })?;
        Ok(Some(text.to_string()))
    }
}
