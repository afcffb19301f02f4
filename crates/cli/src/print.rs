//! Prints answers as text for people.

use crate::failure::shortened;
use sprague::solve::{Factor, SumValue};
use sprague::values::Value;
use sprague::{Outcome, Play};
use sprague_questions::analyse::{RowTable, Summary};
use sprague_questions::glossary::terms_in;
use sprague_questions::{Advice, Analysis, Answer, JudgedStep, Solve, Step, Superfluous, class_in_words};
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

/// The maximum length of a name that is aligned with others.
pub(crate) const WIDEST_NAME: usize = 60;

/// The maximum number of winning moves that are printed. JSON has more.
const MAX_MOVES: usize = 20;

/// The maximum number of moves of a component that are printed if each of them wins.
const MAX_CHOICES: usize = 8;

/// The size of the part of an answer in which glossary terms are searched, in bytes.
const MAX_SAID: usize = 1 << 16;

/// An output that also stores the text, so that terms can be found in it.
struct Noted<'a, W> {
    out: &'a mut W,
    said: String,
}

impl<W: Write> Write for Noted<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        if self.said.len() + text.len() <= MAX_SAID {
            self.said += &text;
        }
        self.out.write_fmt(format_args!("{text}"))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Lists the glossary terms in an explanation.
pub(crate) fn words(out: &mut impl Write, said: &str) -> io::Result<()> {
    let words: Vec<&str> = terms_in(said).iter().map(|term| term.word).collect();
    match words.as_slice() {
        [] => Ok(()),
        words => writeln!(out, "words: {}; `sprague glossary WORD` explains one", words.join(", ")),
    }
}

/// Prints a solved position, and the glossary terms in the explanation if there is one.
pub(crate) fn answer(out: &mut impl Write, answer: &Answer, question: &Solve) -> io::Result<()> {
    if !question.explain {
        return solved(out, answer, question);
    }
    let mut noted = Noted { out, said: String::new() };
    solved(&mut noted, answer, question)?;
    let Noted { out, said } = noted;
    words(out, &said)
}

fn solved(out: &mut impl Write, answer: &Answer, question: &Solve) -> io::Result<()> {
    if let Some(score) = answer.score {
        return scored(out, answer, score, question);
    }
    let who = answer.first.map_or_else(|| "the player to move".to_owned(), |first| format!("{first}, who starts"));
    let outcome = match answer.outcome {
        Outcome::Win => format!("won for {who}"),
        Outcome::Loss => format!("lost for {who}"),
        Outcome::Draw => "a draw".to_owned(),
    };
    let play = if answer.play == Play::Misere { " (misère play)" } else { "" };
    if let Some(class) = answer.outcome_class.filter(|_| answer.is_class_only) {
        writeln!(out, "{}: outcome class {class}, {}{play}", answer.position, class_in_words(class))?;
        return reasons(out, answer, question);
    }
    writeln!(out, "{}: {outcome}{play}", answer.position)?;
    if question.outcome_only {
        return reasons(out, answer, question);
    }
    if let Some(nimber) = answer.nimber() {
        writeln!(out, "nimber {nimber}")?;
    } else if answer.nimber_skipped {
        writeln!(out, "the nimber would need a longer search: --nimber finds it")?;
    }
    match &answer.value {
        Some(SumValue::Game(value)) => writeln!(out, "value {}", brief(value))?,
        Some(value @ (SumValue::Loopy(_) | SumValue::Entailing(_))) => writeln!(out, "value {value}")?,
        _ => {}
    }
    if let Some(smith) = answer.smith().filter(|_| question.explain) {
        writeln!(out, "Smith value {smith}")?;
    }
    if let Some(genus) = &answer.genus {
        writeln!(out, "genus {genus}, misère nimber {}", genus.misere_nimber())?;
    }
    if let Some(class) = answer.outcome_class {
        writeln!(out, "outcome class {class}")?;
    }
    if let Some(remoteness) = answer.remoteness {
        match remoteness {
            Some(1) => writeln!(out, "over in one move with best play")?,
            Some(moves) => writeln!(out, "over in {moves} moves with best play")?,
            None => writeln!(out, "neither player can force a win")?,
        }
    }
    let keeps = if answer.outcome == Outcome::Draw { "drawing" } else { "winning" };
    match (answer.winning_moves.len(), answer.winning_moves_total) {
        (0, Some(0)) => {}
        (0, Some(1)) => writeln!(out, "one {keeps} move")?,
        (0, Some(total)) => writeln!(out, "{total} {keeps} moves")?,
        (0, None) => {}
        (_, total) if let Some(product) = &answer.product => {
            let total = total.map_or_else(|| "more than 2^64".to_owned(), |total| total.to_string());
            writeln!(out, "{total} {keeps} moves: in each component any of")?;
            factors(out, product)?;
        }
        (1, Some(1)) => writeln!(out, "one {keeps} move:")?,
        (listed, Some(total)) if total > listed.min(MAX_MOVES) as u64 => writeln!(out, "{total} {keeps} moves, among them:")?,
        (_, Some(total)) => writeln!(out, "{total} {keeps} moves:")?,
        (_, None) => writeln!(out, "{keeps} moves, among others:")?,
    }
    if answer.product.is_none() {
        for step in answer.winning_moves.iter().take(MAX_MOVES) {
            writeln!(out, "  {}  ->  {}", step.label, step.to)?;
        }
        let listed = answer.winning_moves.len().min(MAX_MOVES) as u64;
        if let Some(more) =
            answer.winning_moves_total.and_then(|total| total.checked_sub(listed)).filter(|more| *more > 0 && listed > 0)
        {
            writeln!(out, "  … and {more} more")?;
        }
    }
    match answer.undecided_moves {
        0 => {}
        1 => writeln!(out, "one more move was not decided, because that would take longer: --moves all decides it")?,
        more => writeln!(out, "{more} more moves were not decided, because that would take longer: --moves all decides them")?,
    }
    match &answer.best {
        Some(best) if answer.winning_moves.len() != 1 || answer.winning_moves_total != Some(1) => {
            writeln!(out, "best: {}  ->  {}", best.label, best.to)?
        }
        Some(_) => {}
        None => writeln!(out, "there is no move")?,
    }
    match &answer.moves {
        None => {}
        Some(None) => writeln!(out, "there are too many moves to list")?,
        Some(Some(moves)) => all_moves(out, moves)?,
    }
    if let Some(line) = &answer.line {
        writeln!(out, "best play:")?;
        for (number, step) in line.iter().enumerate() {
            writeln!(out, "  {}. {}  ->  {}", number + 1, step.label, step.to)?;
        }
    } else if question.line {
        writeln!(out, "best play to the end is too long to search")?;
    }
    reasons(out, answer, question)
}

/// Prints the points by which the player who starts wins, and the moves that keep them.
fn scored(out: &mut impl Write, answer: &Answer, score: i64, question: &Solve) -> io::Result<()> {
    let by = match score {
        0 => "draws".to_owned(),
        1.. => format!("wins by {score}"),
        _ => format!("loses by {}", score.unsigned_abs()),
    };
    let is_alike = answer.stops.is_some_and(|[left, right]| left == -right);
    match answer.first {
        Some(_) if is_alike => writeln!(out, "{}: whoever starts {by}", answer.position)?,
        Some(first) => writeln!(out, "{}: {first}, who starts, {by}", answer.position)?,
        None => writeln!(out, "{}: the player to move {by}", answer.position)?,
    }
    if let Some([left, right]) = answer.stops.filter(|_| !is_alike) {
        writeln!(out, "left's points less right's: {left} if left starts, {right} if right starts")?;
    }
    if let Some(class) = answer.outcome_class {
        writeln!(out, "outcome class {class}")?;
    }
    match answer.winning_moves_total {
        Some(0) | None => {}
        Some(1) => writeln!(out, "one move keeps that:")?,
        Some(total) => writeln!(out, "{total} moves keep that:")?,
    }
    answer.winning_moves.iter().take(MAX_MOVES).try_for_each(|step| point_move(out, step))?;
    if answer.winning_moves.len() > MAX_MOVES {
        writeln!(out, "  … and {} more", answer.winning_moves.len() - MAX_MOVES)?;
    }
    if answer.best.is_none() {
        writeln!(out, "there is no move")?;
    }
    match &answer.moves {
        None => {}
        Some(None) => writeln!(out, "the moves are too many to be listed")?,
        Some(Some(all)) => {
            writeln!(out, "all moves:")?;
            all.iter().try_for_each(|judged| point_move(out, &judged.step))?;
        }
    }
    if let Some(line) = &answer.line {
        writeln!(out, "best play:")?;
        line.iter().try_for_each(|step| point_move(out, step))?;
    }
    reasons(out, answer, question)
}

fn point_move(out: &mut impl Write, step: &Step) -> io::Result<()> {
    let again = if step.again == Some(true) { ", moves again" } else { "" };
    let gain =
        step.gain.filter(|gain| *gain != 0 || !again.is_empty()).map_or_else(String::new, |gain| format!("  ({gain:+}{again})"));
    let score = step.score.map_or_else(String::new, |score| format!("  {score:+} in all"));
    let points = step.points.map_or_else(String::new, |[one, other]| format!("  {one} : {other}"));
    let score = if points.is_empty() { score } else { points };
    writeln!(out, "  {}  ->  {}{gain}{score}", step.label, step.to)
}

/// Prints the temperatures of the components, and whether the hottest move wins.
fn print_advice(out: &mut impl Write, advice: &Advice) -> io::Result<()> {
    for component in advice.components.iter().take(MAX_MOVES) {
        let hottest = component.hottest.as_ref().map_or_else(String::new, |step| format!("; hottest move {}", step.label));
        writeln!(
            out,
            "advice: {} has mean {} and temperature {}{hottest}",
            component.position, component.mean, component.temperature
        )?;
    }
    let says = match advice.wins {
        Some(true) => "it wins",
        Some(false) => "it is not among the winning moves",
        None => "play it if nothing better is known",
    };
    writeln!(out, "advice: the hottest move of all is {} to {}: {says}", advice.hottest.label, advice.hottest.to)
}

/// Prints remarks about the families, and the reasons if the question asks for an explanation.
fn reasons(out: &mut impl Write, answer: &Answer, question: &Solve) -> io::Result<()> {
    let why = if question.explain { answer.why.as_slice() } else { &[] };
    why.iter().try_for_each(|why| writeln!(out, "why: {why}"))?;
    if let Some(advice) = &answer.advice {
        print_advice(out, advice)?;
    }
    answer.remarks.iter().try_for_each(|remark| writeln!(out, "note: {remark}"))
}

/// The maximum size of a value that is printed next to other text, in bytes.
const MAX_VALUE: usize = 100;

/// Returns a short text of a value. If its canonical form is long, the text has its mean and temperature.
fn brief(value: &Value) -> String {
    let text = value.text().filter(|text| text.len() <= MAX_VALUE);
    text.unwrap_or_else(|| format!("{{…|…}} with mean {} ± temperature {}", value.mean(), value.temperature()))
}

/// Prints every legal move with the position after it, one per line.
fn all_moves(out: &mut impl Write, moves: &[JudgedStep]) -> io::Result<()> {
    writeln!(out, "all {} moves, with the outcome for the player who moves next:", moves.len())?;
    for judged in moves {
        let outcome = match judged.outcome {
            Outcome::Win => "won",
            Outcome::Loss => "lost",
            Outcome::Draw => "a draw",
        };
        write!(out, "  {}  ->  {}: {outcome}", judged.step.label, judged.step.to)?;
        match &judged.value {
            Some(SumValue::Nimber(nimber)) => write!(out, ", nimber {nimber}")?,
            Some(SumValue::Game(value)) => write!(out, ", value {}", brief(value))?,
            Some(value @ (SumValue::Loopy(_) | SumValue::Entailing(_))) => write!(out, ", value {value}")?,
            _ => {}
        }
        match &judged.superfluous {
            Some(Superfluous::Dominated) => writeln!(out, ", dominated")?,
            Some(Superfluous::Reversible(through)) => writeln!(out, ", reversible through {}", brief(through))?,
            _ => writeln!(out)?,
        }
    }
    Ok(())
}

/// Prints the moves in each component, one component per line.
fn factors(out: &mut impl Write, product: &[Factor]) -> io::Result<()> {
    for (number, factor) in (1..).zip(product.iter().take(MAX_MOVES)) {
        let prefix = format!("{number}: ");
        let label = |label: &String| label.strip_prefix(&prefix).unwrap_or(label).to_owned();
        let stay = factor.may_stay.then(|| "no move".to_owned());
        let mut listed: Vec<String> = stay.into_iter().chain(factor.moves.iter().take(MAX_CHOICES).map(label)).collect();
        if factor.total != Some(factor.moves.len().min(MAX_CHOICES) as u64) {
            listed.push(factor.total.map_or_else(|| "…".to_owned(), |total| format!("… ({total} moves)")));
        }
        writeln!(out, "  {prefix}{}", listed.join(" | "))?;
    }
    match product.len().saturating_sub(MAX_MOVES) {
        0 => Ok(()),
        more => writeln!(out, "  … and so on in {more} more components"),
    }
}

/// The maximum number of rows of a family on one line.
const ROWS_PER_LINE: usize = 20;

/// Returns the number of rows from `start` that fit on a line, and the width of their widest cell.
///
/// The line has `columns` columns, of which the name takes `name_width`.
fn rows_that_fit(cells: &[(String, Vec<String>)], start: usize, name_width: usize, columns: Option<usize>) -> (usize, usize) {
    let left = cells[0].1.len() - start;
    let widest = |count: usize| {
        let all = cells.iter().flat_map(|(_, cells)| &cells[start..start + count]);
        all.map(|cell| cell.chars().count()).max().unwrap_or(1)
    };
    let fits = |count: &usize| columns.is_none_or(|columns| name_width + 1 + count * (widest(*count) + 1) <= columns);
    let count = (1..=left.min(ROWS_PER_LINE)).rev().find(fits).unwrap_or(1);
    (count, widest(count))
}

/// Prints the squares of a board, in stripes of at most `columns` columns.
fn board<T: Display>(out: &mut impl Write, table: &[Vec<T>], columns: Option<usize>) -> io::Result<()> {
    let width = table.iter().map(Vec::len).max().unwrap_or(0);
    let most = columns.map_or(width, |columns| columns / 3).max(1);
    for start in (0..width).step_by(most) {
        let end = width.min(start + most);
        if most < width {
            writeln!(out, "x = {start} to {}:", end - 1)?;
        }
        for row in table {
            let cells: Vec<String> = row.iter().take(end).skip(start).map(|value| format!("{value:>3}")).collect();
            writeln!(out, "{}", cells.concat())?;
        }
    }
    Ok(())
}

/// The number of characters that are printed of a value with three times as many.
const SHOWN_OF_VALUE: usize = 60;

/// Prints the outcome and the value of every heap, one per line.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
fn value_lines(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let rows = analysis.rows.len();
    let width = rows.saturating_sub(1).to_string().len();
    let (mut is_cut, mut printed) = (false, 0);
    'portions: while printed < rows {
        let columns = analysis.columns_for_people_of(printed..printed + LAID_OUT);
        let values = &analysis.values.as_ref().expect("the rows are of values").texts[printed..];
        for (outcome, value) in columns[1].1.iter().zip(values) {
            if printed >= IN_ANY_CASE && is_late() {
                break 'portions;
            }
            let shown = match value {
                Some(text) if text.len() <= 3 * SHOWN_OF_VALUE => text.clone(),
                Some(text) => format!("{}… ({} characters)", &text[..SHOWN_OF_VALUE], text.len()),
                None => format!("more than {} characters", sprague::values::Value::MAX_TEXT),
            };
            is_cut |= value.as_ref() != Some(&shown);
            writeln!(out, "{printed:>width$}  {outcome}  {shown}")?;
            printed += 1;
        }
    }
    if is_cut {
        writeln!(out, "--format csv writes longer values, --format json --dag all of them as nodes that they share")?;
    }
    Ok(printed)
}

/// Prints outcome, genus, kind and misère form of every heap.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
fn form_lines(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let columns = analysis.columns();
    let cells = columns.iter().map(|(_, cells)| cells);
    let widths: Vec<usize> =
        cells.clone().map(|cells| cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let (mut is_cut, mut printed) = (false, 0);
    for row in 0..analysis.rows.len() {
        if printed >= IN_ANY_CASE && is_late() {
            break;
        }
        let [n, outcome, genus, kind, form] = [0, 1, 2, 3, 4].map(|column| &*columns[column].1[row]);
        let form = match form {
            "" => "…".to_owned(),
            long if long.len() > 3 * SHOWN_OF_VALUE => format!("{}… ({} characters)", &long[..SHOWN_OF_VALUE], long.len()),
            short => short.to_owned(),
        };
        is_cut |= form.contains('…');
        writeln!(out, "{n:>0$}  {outcome}  {genus:<1$}  {kind:<2$}  {form}", widths[0], widths[2], widths[3])?;
        printed += 1;
    }
    if is_cut {
        writeln!(out, "--format csv or json writes forms of up to 10000 characters")?;
    }
    Ok(printed)
}

/// The number of cells that are printed even if it is late, so that part of the answer is visible.
const IN_ANY_CASE: usize = 1 << 12;

/// The maximum length of a misère form that is printed.
pub(crate) const LONGEST_FORM: usize = 300;

/// The number of rows that are formatted at once.
pub(crate) const LAID_OUT: usize = 1 << 14;

/// Prints an analysed family.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
pub(crate) fn analysis(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let play = if analysis.play == Play::Misere { ", misère play" } else { "" };
    writeln!(out, "{}{play}", analysis.family)?;
    let printed = match &analysis.rows {
        RowTable::Board { table } => {
            board(out, table, crate::terminal::columns())?;
            return Ok(table.len());
        }
        RowTable::Vertices { vertices } => {
            // names of vertices come from a file, and may be longer than a line
            let short = |cells: Vec<String>| cells.iter().map(|cell| shortened(cell, WIDEST_NAME)).collect::<Vec<_>>();
            let columns: Vec<(String, Vec<String>)> =
                analysis.columns_for_people().into_iter().map(|(name, cells)| (name, short(cells))).collect();
            let width = |cells: &(String, Vec<String>)| {
                cells.1.iter().map(|cell| cell.chars().count()).max().unwrap_or(0).max(cells.0.len())
            };
            let widths: Vec<usize> = columns.iter().map(width).collect();
            let line = |cells: Vec<&String>| {
                cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}  ")).collect::<String>()
            };
            writeln!(out, "{}", line(columns.iter().map(|(name, _)| name).collect()).trim_end())?;
            for row in 0..columns[0].1.len() {
                writeln!(out, "{}", line(columns.iter().map(|(_, cells)| &cells[row]).collect()).trim_end())?;
            }
            analysis.legend().iter().try_for_each(|legend| writeln!(out, "\n{legend}"))?;
            return Ok(vertices.len());
        }
        RowTable::Forms { .. } => {
            let printed = form_lines(out, analysis, is_late)?;
            writeln!(out)?;
            printed
        }
        _ if analysis.values.is_some() => {
            let printed = value_lines(out, analysis, is_late)?;
            writeln!(out)?;
            printed
        }
        _ => stripes(out, analysis, is_late)?,
    };
    if let Some(legend) = analysis.legend() {
        writeln!(out, "{legend}")?;
    }
    analysis.period_sentences().iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
    Ok(printed)
}

/// Prints rows in stripes that fit on a line.
///
/// Stops when `is_late` returns `true`. Returns the number of rows printed.
fn stripes(out: &mut impl Write, analysis: &Analysis, is_late: &dyn Fn() -> bool) -> io::Result<usize> {
    let (rows, wide) = (analysis.rows.len(), crate::terminal::columns());
    let mut start = 0;
    while start < rows && !(start > 0 && is_late()) {
        // format only some rows at once, because cells as strings take a hundred times the memory of the rows
        let columns = analysis.columns_for_people_of(start..start.saturating_add(LAID_OUT));
        let name_width = columns.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let (mut from, here) = (0, columns[0].1.len());
        let is_last = start + here == rows;
        let is_enough = |from: usize| from > 0 && (start + from) * columns.len() >= IN_ANY_CASE;
        // a line that reaches the end of these rows may have room for the next ones, so it is left for the next round
        while from < here && (is_last || from + ROWS_PER_LINE <= here) && !(is_enough(from) && is_late()) {
            let (count, widest) = rows_that_fit(&columns, from, name_width, wide);
            let shown = from..from + count;
            from += count;
            for (name, cells) in &columns {
                let mut line = format!("{name:<name_width$} ");
                cells[shown.clone()].iter().try_for_each(|cell| write!(line, " {cell:>widest$}")).expect("text can be written");
                writeln!(out, "{line}")?;
            }
            writeln!(out)?;
        }
        start += from;
    }
    Ok(start)
}

pub(crate) fn summary(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    writeln!(out, "{}: {} rows, {} of them lost", summary.family, summary.rows, summary.lost)?;
    if let Some(period) = summary.period {
        writeln!(out, "{period}")?;
    }
    if let Some(law) = &summary.law {
        writeln!(out, "{law}")?;
    }
    writeln!(out, "digest {:016x}, kernel {}, {:.3} s", summary.digest, summary.kernel, summary.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(columns: Option<usize>) -> String {
        let mut out = vec![];
        board(&mut out, &[vec![0, 1, 2], vec![10, 11, 12]], columns).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_wide_board_is_shown_in_stripes() {
        assert_eq!(drawn(None), "  0  1  2\n 10 11 12\n");
        assert_eq!(drawn(Some(9)), drawn(None));
        assert_eq!(drawn(Some(8)), "x = 0 to 1:\n  0  1\n 10 11\nx = 2 to 2:\n  2\n 12\n");
    }

    #[test]
    fn as_many_rows_stand_on_a_line_as_fit() {
        let cells =
            |values: &[&str]| vec![("nimber".to_owned(), values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>())];
        let short = cells(&["1"; 30]);
        assert_eq!(rows_that_fit(&short, 0, 6, None), (20, 1));
        assert_eq!(rows_that_fit(&short, 25, 6, None), (5, 1));
        assert_eq!(rows_that_fit(&short, 0, 6, Some(27)), (10, 1));
        // a wide cell makes all cells of its line wide
        assert_eq!(rows_that_fit(&cells(&["1", "1", "12345", "1"]), 0, 6, Some(18)), (2, 1));
        assert_eq!(rows_that_fit(&cells(&["123456789"]), 0, 6, Some(10)), (1, 9));
    }
}
