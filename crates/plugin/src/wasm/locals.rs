//! Counts the local variables of a module's functions.
//!
//! A call sets all of them to zero, and the interpreter charges no fuel for that.

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// Reads an unsigned number in LEB128.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return usize::try_from(number).ok();
            }
        }
        None
    }

    fn part(&mut self, length: usize) -> Option<Rest<'a>> {
        let (part, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(Rest(part))
    }
}

/// Returns the largest number of locals of a function in a valid module.
///
/// If the module contains something unknown, the result is a large number.
pub(super) fn most_locals(module: &[u8]) -> usize {
    most_in_sections(Rest(module.get(8..).unwrap_or_default())).unwrap_or(u16::MAX.into())
}

fn most_in_sections(mut rest: Rest<'_>) -> Option<usize> {
    /// The id of the section with the function bodies.
    const CODE: u8 = 10;

    while !rest.0.is_empty() {
        let kind = rest.byte()?;
        let length = rest.number()?;
        let mut section = rest.part(length)?;
        if kind == CODE {
            let mut most = 0;
            for _ in 0..section.number()? {
                let length = section.number()?;
                most = most.max(declared(section.part(length)?)?);
            }
            return Some(most);
        }
    }
    Some(0)
}

/// Returns the number of locals of one function body.
///
/// They are declared in groups: a count and a type, which is one byte in core WebAssembly.
fn declared(mut body: Rest<'_>) -> Option<usize> {
    let mut all = 0_usize;
    for _ in 0..body.number()? {
        all = all.saturating_add(body.number()?);
        // these bytes begin a reference type of several bytes
        if matches!(body.byte()?, 0x63 | 0x64) {
            return None;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locals_are_counted_in_the_widest_function() {
        for (text, most) in [
            ("(module)", 0),
            ("(module (func (param i32 i32)))", 0),
            ("(module (func (local i32)) (func (local i32 i64 i32)) (func (local f32)))", 3),
            ("(module (memory 1) (func) (data (i32.const 0) \"x\"))", 0),
        ] {
            assert_eq!(most_locals(&wat::parse_str(text).unwrap()), most, "{text}");
        }
        let wide = format!("(module (func (local {})))", "i64 ".repeat(30_000));
        assert_eq!(most_locals(&wat::parse_str(wide).unwrap()), 30_000);
    }
}
