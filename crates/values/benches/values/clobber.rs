//! Values a strip of Clobber and every position that can be reached from it. All values are all-small.

use hashbrown::HashMap;
use sprague_core::Stopped;
use sprague_values::{Calculator, Form};

/// The value of a strip of `x` (Left), `o` and `.`.
pub(crate) fn value(calculator: &mut Calculator<'_>, strip: &str) -> Result<Form, Stopped> {
    sum(calculator, &mut HashMap::new(), strip.as_bytes())
}

fn sum(calculator: &mut Calculator<'_>, known: &mut HashMap<Vec<u8>, Form>, stones: &[u8]) -> Result<Form, Stopped> {
    let mut sum = Form::ZERO;
    for strip in stones.split(|&stone| stone == b'.').filter(|strip| strip.contains(&b'x') && strip.contains(&b'o')) {
        let form = match known.get(strip) {
            Some(&form) => form,
            None => self::strip(calculator, known, strip)?,
        };
        sum = calculator.add(sum, form)?;
    }
    Ok(sum)
}

fn strip(calculator: &mut Calculator<'_>, known: &mut HashMap<Vec<u8>, Form>, strip: &[u8]) -> Result<Form, Stopped> {
    let (mut left, mut right) = (vec![], vec![]);
    for i in (1..strip.len()).filter(|&i| strip[i - 1] != strip[i]) {
        for (from, to) in [(i - 1, i), (i, i - 1)] {
            let mut after = strip.to_vec();
            (after[to], after[from]) = (strip[from], b'.');
            let form = sum(calculator, known, &after)?;
            if strip[from] == b'x' { left.push(form) } else { right.push(form) }
        }
    }
    let form = calculator.make(&left, &right)?;
    known.insert(strip.to_vec(), form);
    Ok(form)
}
