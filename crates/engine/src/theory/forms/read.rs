//! Parses misère forms in the notation of CGSuite and of [`FormGraph`](super::FormGraph).

use super::{MisereForm, MisereForms};
use core::mem;
use sprague_core::{BadNotation, Stopped};

impl MisereForms<'_> {
    /// Returns the form that a text describes, for example `*[(2#1)2##]`.
    ///
    /// A digit, or `&12;`, is a heap of Nim. `#` makes a form the only option. Options are written side by side, in parentheses
    /// if they are inside other options. Brackets after a form change it step by step: a heap is added, a heap after `-` is
    /// subtracted, and `#` has its usual meaning. So `2[#-2]` is `2#` minus a heap of 2. A sum is written `*[2]+*[2]`.
    /// `*[%1;=2#1,%1;%1;#]` first gives a number to a form that occurs several times.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// let twice = forms.sum(two, two)?;
    /// assert_eq!(forms.read("*[2[2]]"), Ok(twice));
    /// assert_eq!(forms.read("*[%1;=2,%1;]+*[2]"), Ok(twice));
    /// assert_eq!(forms.read("*[2+]").unwrap_err().to_string(), "byte 3: expected a form, `#`, `[` or `]`");
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`BadNotation`] with the byte and what was expected there, also if a limit is reached.
    pub fn read(&mut self, text: &str) -> Result<MisereForm, BadNotation> {
        let mut reading = Reading { forms: self, text: text.as_bytes(), at: 0, numbered: vec![] };
        let mut total = MisereForm::ZERO;
        loop {
            let from = reading.at;
            let form = reading.whole()?;
            total = reading.forms.sum(total, form).map_err(|stopped| BadNotation::beyond_limits(from, "a sum", &stopped))?;
            if reading.at == text.len() {
                return Ok(total);
            }
            reading.sign(b'+', "`+` or nothing more")?;
        }
    }
}

/// A text and the position up to which it has been parsed.
struct Reading<'a, 'b> {
    forms: &'b mut MisereForms<'a>,
    text: &'b [u8],
    at: usize,
    /// The numbered forms, beginning with number 1.
    numbered: Vec<MisereForm>,
}

impl Reading<'_, '_> {
    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skips(&mut self, what: &[u8]) -> bool {
        let skips = self.text[self.at..].starts_with(what);
        self.at += if skips { what.len() } else { 0 };
        skips
    }

    fn sign(&mut self, sign: u8, expected: &'static str) -> Result<(), BadNotation> {
        if self.skips(&[sign]) { Ok(()) } else { Err(BadNotation::new(self.at, expected)) }
    }

    /// Returns the result of a step, or an error at this place if a limit was reached.
    fn within<T>(&self, what: &str, result: Result<T, Stopped>) -> Result<T, BadNotation> {
        result.map_err(|stopped| BadNotation::beyond_limits(self.at, what, &stopped))
    }

    /// Parses `*[`, numbered forms, the form itself, and `]`.
    fn whole(&mut self) -> Result<MisereForm, BadNotation> {
        self.sign(b'*', "`*[`")?;
        self.sign(b'[', "`[`")?;
        self.numbered.clear();
        loop {
            let is_numbered = self.skips(format!("%{};=", self.numbered.len() + 1).as_bytes());
            let form = self.list()?;
            if !is_numbered {
                self.sign(b']', "a form, `#`, `[` or `]`")?;
                return Ok(form);
            }
            self.sign(b',', "a form, `#`, `[` or `,`")?;
            self.numbered.push(form);
        }
    }

    /// Parses forms side by side until something else follows.
    fn list(&mut self) -> Result<MisereForm, BadNotation> {
        let (mut outer, mut options): (Vec<Vec<MisereForm>>, Vec<MisereForm>) = (vec![], vec![]);
        loop {
            let form = match self.next() {
                Some(b'(') => {
                    self.at += 1;
                    outer.push(mem::take(&mut options));
                    continue;
                }
                Some(b'0'..=b'9' | b'&') => self.heap()?,
                Some(b'%') => self.reference()?,
                _ if options.is_empty() => return Err(BadNotation::new(self.at, "a form, such as `2`, `&12;` or `(`")),
                Some(b')') if !outer.is_empty() => {
                    self.at += 1;
                    self.of_list(mem::replace(&mut options, outer.pop().unwrap_or_default()))
                }
                _ if outer.is_empty() => return Ok(self.of_list(options)),
                _ => return Err(BadNotation::new(self.at, "a form, `#`, `[` or `)`")),
            };
            options.push(self.suffixed(form)?);
            let step = self.forms.step((options.len() + outer.len()) * size_of::<Vec<MisereForm>>());
            self.within("a form", step)?;
        }
    }

    fn of_list(&mut self, options: Vec<MisereForm>) -> MisereForm {
        if let [form] = options[..] { form } else { self.forms.of_options(options) }
    }

    /// Applies the suffix of a form: `#`, or brackets with heaps to add or to subtract.
    fn suffixed(&mut self, mut form: MisereForm) -> Result<MisereForm, BadNotation> {
        let mut is_inside = false;
        loop {
            match self.next() {
                Some(b'#') => {
                    self.at += 1;
                    form = self.forms.of_options([form]);
                    let step = self.forms.step(0);
                    self.within("a form", step)?;
                }
                Some(b'[') if !is_inside => {
                    self.at += 1;
                    is_inside = true;
                }
                Some(b']') if is_inside => {
                    self.at += 1;
                    is_inside = false;
                }
                Some(b'0'..=b'9' | b'&') if is_inside => {
                    let heap = self.heap()?;
                    let sum = self.forms.sum(form, heap);
                    form = self.within("a sum", sum)?;
                }
                Some(b'-') if is_inside => {
                    let from = self.at;
                    self.at += 1;
                    let heap = self.heap()?;
                    let difference = self.forms.difference(form, heap);
                    let difference = self.within("a difference", difference)?;
                    form = difference.ok_or_else(|| BadNotation::new(from, "a heap that is a part of what stands before"))?;
                }
                _ if is_inside => return Err(BadNotation::new(self.at, "a heap, `-`, `#` or `]`")),
                _ => return Ok(form),
            }
        }
    }

    /// Parses a digit, or `&`, a number and `;`.
    fn heap(&mut self) -> Result<MisereForm, BadNotation> {
        let from = self.at;
        let tokens = match self.next() {
            Some(b'&') => {
                self.at += 1;
                self.number()?
            }
            Some(digit @ b'0'..=b'9') => {
                self.at += 1;
                u32::from(digit - b'0')
            }
            _ => return Err(BadNotation::new(self.at, "a heap, such as `2` or `&12;`")),
        };
        self.forms.heap(tokens).map_err(|stopped| BadNotation::beyond_limits(from, "a heap", &stopped))
    }

    /// Parses `%`, the number of an earlier form, and `;`.
    fn reference(&mut self) -> Result<MisereForm, BadNotation> {
        let from = self.at;
        self.at += 1;
        let number = self.number()? as usize;
        let form = number.checked_sub(1).and_then(|place| self.numbered.get(place));
        form.copied().ok_or_else(|| BadNotation::new(from, "the number of a form that stands before"))
    }

    /// Parses a number below 2^32 and `;`.
    fn number(&mut self) -> Result<u32, BadNotation> {
        let from = self.at;
        let mut number = 0_u32;
        while let Some(digit @ b'0'..=b'9') = self.next() {
            let more = number.checked_mul(10).and_then(|number| number.checked_add(u32::from(digit - b'0')));
            number = more.ok_or_else(|| BadNotation::new(from, "a number below 2^32"))?;
            self.at += 1;
        }
        if self.at == from {
            return Err(BadNotation::new(from, "a number"));
        }
        self.sign(b';', "a digit or `;`")?;
        Ok(number)
    }
}
