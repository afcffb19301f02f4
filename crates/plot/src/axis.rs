//! Axes: a range of numbers, with ticks at round numbers.

/// Returns the ticks of an axis, which are multiples of 1, 2 or 5 times a power of ten.
///
/// There are at most `most` ticks. If a short range contains no such multiple, its least whole number is the only tick. There
/// are no ticks if there is no whole number from `from` to `to`, or if the numbers are beyond ±9·10¹⁵.
pub(crate) fn ticks(from: f64, to: f64, most: usize) -> Vec<i64> {
    let (first, last) = (from.ceil(), to.floor());
    // beyond 2^53 an `f64` does not distinguish neighbouring whole numbers
    if !(first.abs() <= 9e15 && last.abs() <= 9e15 && first <= last) {
        return vec![];
    }
    let (first, last) = (first as i64, last as i64);
    let most = most.max(1) as i64;
    let mut step = 1_i64;
    // 1, 2, 5, 10, …
    for factor in [2, 5, 10].into_iter().cycle().zip(0..).map(|(factor, turn)| factor * 10_i64.pow(turn / 3)) {
        let count = last.div_euclid(step) - (first - 1).div_euclid(step);
        if count <= most {
            break;
        }
        step = factor;
    }
    let start = first + (-first).rem_euclid(step);
    let ticks: Vec<i64> = (0..).map(|k| start + k * step).take_while(|tick| *tick <= last).collect();
    // a short axis that contains no multiple of its step
    if ticks.is_empty() { vec![first] } else { ticks }
}

/// A linear map from the numbers of an axis to pixels or columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// The positions of `from` and of `to`.
    pub(crate) at: [f64; 2],
}

impl Scale {
    pub(crate) fn place(&self, number: f64) -> f64 {
        let part = if self.to > self.from { (number - self.from) / (self.to - self.from) } else { 0.5 };
        self.at[0] + part * (self.at[1] - self.at[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_those_that_people_count_by() {
        assert_eq!(ticks(0.0, 10.0, 11), (0..=10).collect::<Vec<_>>());
        assert_eq!(ticks(0.0, 10.0, 6), [0, 2, 4, 6, 8, 10]);
        assert_eq!(ticks(-0.5, 107.5, 8), [0, 20, 40, 60, 80, 100]);
        assert_eq!(ticks(0.0, 1e6, 8), [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]);
        assert_eq!(ticks(-7.5, 3.2, 5), [-6, -4, -2, 0, 2]);
        assert_eq!(ticks(0.25, 0.75, 5), [0_i64; 0]);
        assert_eq!(ticks(13.0, 13.0, 1), [13]);
        assert_eq!(ticks(f64::NAN, 1.0, 5), [0_i64; 0]);
    }

    proptest! {
        #[test]
        fn ticks_are_whole_evenly_apart_inside_and_not_too_many(from in -1e15..1e15_f64, span in 0.0..1e15_f64, most in 1_usize..30) {
            let to = from + span;
            let ticks = ticks(from, to, most);
            prop_assert!(ticks.len() <= most);
            prop_assert!(ticks.iter().all(|tick| (from..=to).contains(&(*tick as f64))));
            prop_assert_eq!(ticks.is_empty(), from.ceil() > to.floor());
            let steps: Vec<i64> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
            prop_assert!(steps.windows(2).all(|pair| pair[0] == pair[1]));
            if let Some(step) = steps.first() {
                let digits = step.to_string();
                prop_assert!(["1", "2", "5"].contains(&digits.trim_end_matches('0')));
                prop_assert!(ticks.iter().all(|tick| tick % step == 0));
            }
        }

        #[test]
        fn small_ranges_have_a_tick_at_every_whole_number(from in -50_i64..50, span in 0_i64..10) {
            let to = from + span;
            prop_assert_eq!(ticks(from as f64, to as f64, 11), (from..=to).collect::<Vec<_>>());
        }
    }
}
