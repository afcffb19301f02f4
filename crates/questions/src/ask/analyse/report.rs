//! Rows in words.

use super::{Analysed, Analysis, RowTable, Summary};
use crate::report::{Report, Table, formula, words};
use sprague::Play;
use std::borrow::Cow;

/// The maximum number of rows that are listed. JSON has more.
const MOST: usize = 1_000;

impl Analysed {
    /// Describes the analysis in words.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Analyse, Form, Session};
    /// let found = Session::new().ask(&Analyse { to: 2, ..Analyse::of("kayles") }, &Limits::default())?;
    /// let markdown = found.report().written(Form::Markdown);
    /// assert!(markdown.starts_with("`kayles`\n\n| n | outcome | nimber |\n| --- | --- | --- |\n| 0 | P | 0 |\n"), "{markdown}");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn report(&self) -> Report {
        match self {
            Self::Rows(analysis) => analysis.report(),
            Self::Summary(summary) => summary.report(),
        }
    }
}

impl Analysis {
    /// Describes the analysis in words, with at most 1,000 rows.
    pub fn report(&self) -> Report {
        let mut report = Report::of(&*self.family, (self.play == Play::Misere).then(|| words("misère play")));
        let (columns, rows) = match &self.rows {
            RowTable::Board { table } => {
                let width = table.first().map_or(0, Vec::len);
                let heads = (0..width).map(|x| format!("x = {x}").into()).collect();
                (heads, table.iter().map(|row| row.iter().map(formula).collect()).collect())
            }
            _ => {
                let columns = self.columns_for_people_of(0..MOST);
                let row = |row: usize| columns.iter().map(|(_, cells)| words(&cells[row])).collect();
                let rows = (0..columns.first().map_or(0, |(_, cells)| cells.len())).map(row).collect();
                (columns.iter().map(|(name, _)| Cow::from(name.clone())).collect(), rows)
            }
        };
        let more = self.rows.len().saturating_sub(Vec::len(&rows)) as u64;
        report.table(Table { columns, rows, more, ..Table::default() });
        self.legend().into_iter().for_each(|legend| report.say(legend));
        self.period_sentences().into_iter().for_each(|sentence| report.say(sentence));
        self.explain.iter().for_each(|why| report.note("why", why));
        report
    }
}

impl Summary {
    fn report(&self) -> Report {
        let mut report = Report::of(&*self.family, words(format!("{} rows, {} of them lost", self.rows, self.lost)));
        self.period.iter().for_each(|period| report.say(period.to_string()));
        self.law.iter().for_each(|law| report.say(law.to_string()));
        report.say(format!("digest {:016x}, kernel {}, {:.3} s", self.digest, self.kernel, self.seconds));
        self.explain.iter().for_each(|why| report.note("why", why));
        report
    }
}
