//! The options of a heap, computed from the values of smaller heaps.

use super::Row;
use sprague_core::heap::{HeapRules, TakeAndBreak};
use sprague_core::{Player, Stopped};
use sprague_values::{Calculator, Form};
use std::collections::BTreeSet;

/// Sums of smaller heaps, from which options are computed in addition to the rows.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionRows {
    /// For each n, the sums of two heaps with n tokens together, and of three such heaps.
    sums: [Vec<Box<[Form]>>; 2],
    held: usize,
}

impl OptionRows {
    pub(super) fn bytes(&self) -> usize {
        self.held * size_of::<Form>() + self.sums.iter().map(|sums| sums.capacity() * size_of::<Box<[Form]>>()).sum::<usize>()
    }

    /// Adds the sums that the next heap needs.
    ///
    /// # Errors
    /// Returns the limit that was reached. The call can be repeated without loss.
    pub(super) fn prepare(&mut self, rules: &HeapRules, rows: &[Row], calculator: &mut Calculator<'_>) -> Result<(), Stopped> {
        let HeapRules::PartizanTakeAndBreak { left, right } = rules else { return Ok(()) };
        let n = rows.len();
        let most = left.most_heaps().max(right.most_heaps());
        if most >= 2 && self.sums[0].len() == n {
            let pairs: BTreeSet<[Form; 2]> = (1..=n / 2).map(|a| ordered(rows[a].form, rows[n - a].form)).collect();
            self.push(0, pairs, calculator)?;
        }
        if most >= 3 && self.sums[1].len() == n {
            let with_two = |a: usize| self.sums[0][n - a].iter().map(move |two| ordered(rows[a].form, *two));
            // the smallest of three heaps has at most a third of the tokens
            let pairs: BTreeSet<[Form; 2]> = (1..=n / 3).flat_map(with_two).collect();
            self.push(1, pairs, calculator)?;
        }
        Ok(())
    }

    fn push(&mut self, kind: usize, pairs: BTreeSet<[Form; 2]>, calculator: &mut Calculator<'_>) -> Result<(), Stopped> {
        let sums: Result<BTreeSet<Form>, Stopped> = pairs.into_iter().map(|[one, other]| calculator.add(one, other)).collect();
        let sums: Box<[Form]> = sums?.into_iter().collect();
        self.held += sums.len();
        self.sums[kind].push(sums);
        Ok(())
    }

    /// Returns the options of a player in the next heap, for which [`prepare`](Self::prepare) must have been called.
    pub(super) fn of(&self, player: Player, rules: &HeapRules, rows: &[Row]) -> Vec<Form> {
        let n = rows.len();
        match rules {
            HeapRules::PartizanSubtraction { left, right } => {
                let amounts = if player == Player::Left { left } else { right };
                amounts.up_to(n as u64).map(|amount| rows[n - amount as usize].form).collect()
            }
            HeapRules::PartizanTakeAndBreak { left, right } => {
                self.by_code(if player == Player::Left { left } else { right }, rows)
            }
            _ => vec![],
        }
    }

    fn by_code(&self, code: &TakeAndBreak, rows: &[Row]) -> Vec<Form> {
        let mut options = BTreeSet::new();
        for (left, digit) in (0..=rows.len()).rev().zip(code.digits()) {
            if digit & 1 != 0 && left == 0 {
                options.insert(Form::ZERO);
            }
            if digit & 2 != 0 && left > 0 {
                options.insert(rows[left].form);
            }
            for (bit, sums) in [4, 8].into_iter().zip(&self.sums) {
                if digit & bit != 0 {
                    options.extend(&sums[left]);
                }
            }
        }
        options.into_iter().collect()
    }
}

fn ordered(one: Form, other: Form) -> [Form; 2] {
    if one <= other { [one, other] } else { [other, one] }
}
