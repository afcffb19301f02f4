//! A thermograph in plain characters.
//!
//! Left's wall is on the left, because numbers decrease to the right. The tax increases from 0 to the mast.

use super::{Scaffold, place};
use sprague::Player;
use sprague::values::{Dyadic, Thermograph};

/// The minimum and the maximum number of rows between a tax of 0 and the mast.
const ROWS: (usize, usize) = (6, 12);

/// The maximum distance between the walls, in columns for each row of height.
const COLUMNS_A_ROW: usize = 2;

/// The maximum number of characters of a number on an axis.
const MAX_LABEL: usize = 12;

/// The minimum number of columns of a useful picture.
const FEWEST_COLUMNS: usize = 3;

const MOST_COLUMNS: usize = 10_000;

/// Draws a thermograph as lines of plain characters, at most `columns` wide.
///
/// Returns `None` if the temperature is not above 0, or if no picture fits.
///
/// ```
/// let switch: sprague::values::Value = "{2|-1}".parse().unwrap();
/// let lines = sprague_plot::thermograph_lines(&switch.thermograph(), Some(60)).unwrap();
/// assert_eq!(lines.last().unwrap().split_whitespace().collect::<Vec<_>>(), ["2", "1/2", "-1"]);
/// assert!(sprague_plot::thermograph_lines(&sprague::values::Value::from(3).thermograph(), None).is_none());
/// ```
pub fn thermograph_lines(thermograph: &Thermograph, columns: Option<usize>) -> Option<Vec<String>> {
    lines(thermograph, &[vec![], vec![]], columns)
}

/// Draws a thermograph like `thermograph_lines`, with scaffolds as dots. A scaffold may be empty.
pub(super) fn lines(thermograph: &Thermograph, scaffolds: &[Scaffold; 2], columns: Option<usize>) -> Option<Vec<String>> {
    let zero = Dyadic::from(0);
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    if *temperature <= zero {
        return None;
    }
    let rows = rows(thermograph)?;
    let [left, right] = Player::BOTH.map(|player| thermograph.at(player, &zero));
    let numbers = || scaffolds.iter().flatten().map(|(_, x)| x);
    let (most, least) = (numbers().chain([&left]).max()?.clone(), numbers().chain([&right]).min()?.clone());
    let span = &most - &least;
    let taxes: Vec<Dyadic> = (0..=rows).map(|row| part(temperature, row, rows)).collect();
    let corners = Player::BOTH.into_iter().flat_map(|player| thermograph.wall(player));
    let mut labels = vec![String::new(); rows + 1];
    for (tax, _) in corners.filter(|(tax, _)| *tax >= zero).chain([&(zero.clone(), zero.clone())]) {
        labels[place(tax, &zero, temperature, rows)] = tax.to_string();
    }
    let margin = labels.iter().map(String::len).max().filter(|longest| *longest <= MAX_LABEL)?;
    let beside = margin + 5 + right.to_string().len().min(MAX_LABEL) / 2;
    let room = columns.map_or(usize::MAX, |columns| columns.saturating_sub(beside));
    // the same scale in both directions, so that walls have the right slopes
    let width = (place(&span, &zero, temperature, rows * COLUMNS_A_ROW)).min(room);
    if !(FEWEST_COLUMNS..=MOST_COLUMNS).contains(&width) {
        return None;
    }
    let column = |x: &Dyadic| width - place(x, &least, &most, width);
    let mut lines = vec![];
    let mast = column(mean);
    for _ in 0..2 {
        lines.push(format!("  {:margin$}  {:mast$}|", "", ""));
    }
    for (row, tax) in taxes.iter().enumerate().rev() {
        let mut line = vec![' '; width + 1];
        for scaffold in scaffolds.iter().filter(|scaffold| !scaffold.is_empty()) {
            line[column(&super::at(scaffold, tax)).min(width)] = '.';
        }
        for (player, slope) in [(Player::Left, '/'), (Player::Right, '\\')] {
            let at = thermograph.at(player, tax);
            let is_upright = taxes.get(row + 1).is_none_or(|above| thermograph.at(player, above) == at);
            line[column(&at)] = if is_upright { '|' } else { slope };
        }
        let line: String = line.into_iter().collect();
        lines.push(format!("  {:>margin$}  {}", labels[row], line.trim_end()));
    }
    lines.push(axis(margin + 4, [(column(&left), &left), (mast, mean), (column(&right), &right)]));
    Some(lines)
}

/// Returns the number of rows, for which all corners are on whole rows if possible.
fn rows(thermograph: &Thermograph) -> Option<usize> {
    let zero = Dyadic::from(0);
    let corners = Player::BOTH.into_iter().flat_map(|player| thermograph.wall(player));
    let places = corners.filter(|(tax, _)| *tax >= zero).map(|(tax, _)| tax.parts().1).max()?;
    let (units, own) = thermograph.temperature().parts();
    // the temperature in units of 1/2^places
    let units = if places - own < 32 { usize::try_from(units << (places - own)).ok() } else { None };
    Some(match units {
        Some(mut rows) if rows <= ROWS.1 => {
            while rows < ROWS.0 {
                rows *= 2;
            }
            rows
        }
        _ => ROWS.1,
    })
}

/// Returns the tax at `row` of `rows` equal steps, rounded to about a millionth.
fn part(tax: &Dyadic, row: usize, rows: usize) -> Dyadic {
    let (mantissa, places) = tax.parts();
    Dyadic::new(((mantissa * row) << 20) / rows, places + 20)
}

/// Returns a line with those numbers centred under their columns for which there is room.
fn axis(margin: usize, numbers: [(usize, &Dyadic); 3]) -> String {
    let mut line = " ".repeat(margin);
    // the mean is left out if it would overlap a stop
    let [left, mean, right] = numbers.map(|(at, number)| (at, number.to_string()));
    for (at, text) in [left, mean, right] {
        let used = line.chars().count();
        let start = (margin + at).saturating_sub(text.len() / 2);
        if text.len() <= MAX_LABEL && (start > used || used == margin) {
            line += &" ".repeat(start.saturating_sub(used));
            line += &text;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::values::Value;

    fn drawn(text: &str, columns: Option<usize>) -> Option<String> {
        let value: Value = text.parse().unwrap();
        Some(thermograph_lines(&value.thermograph(), columns)?.join("\n"))
    }

    #[test]
    fn a_switch_is_a_tent() {
        let expected = [
            "                     |",
            "                     |",
            "  1                  |",
            "                   /   \\",
            "                 /       \\",
            "               /           \\",
            "             /               \\",
            "           /                   \\",
            "         /                       \\",
            "       /                           \\",
            "  0  /                               \\",
            "     1               0              -1",
        ];
        assert_eq!(drawn("±1", None).unwrap(), expected.join("\n"));
    }

    #[test]
    fn walls_stand_upright_where_the_other_player_answers() {
        let found = drawn("{3||2|-9}", None).unwrap();
        let (first, last) = (found.lines().next().unwrap(), found.lines().next_back().unwrap());
        assert_eq!((first.trim(), last.split_whitespace().collect::<Vec<_>>()), ("|", vec!["3", "2"]), "{found}");
        assert_eq!(found.matches('\\').count(), 0, "{found}");
        assert!(found.matches('/').count() >= ROWS.0, "{found}");
    }

    #[test]
    fn it_fits_and_what_cannot_be_drawn_is_not() {
        for text in ["±1", "{2|-1}", "{4||1|-3}", "{1000|-1000}", "{3|2||-5}", "{9||8|0}", "{1|3/4}", "{5/4|-7/8}", "{10^3|0}"] {
            let Ok(_) = text.parse::<Value>() else { continue };
            for columns in [30, 60, 80] {
                let drawn = drawn(text, Some(columns)).unwrap();
                assert!(drawn.lines().all(|line| line.chars().count() <= columns), "{text} in {columns}:\n{drawn}");
            }
        }
        assert_eq!((drawn("^*", None), drawn("3", None), drawn("±1", Some(8))), (None, None, None));
    }
}
