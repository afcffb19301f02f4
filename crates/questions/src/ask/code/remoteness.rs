//! Sums in which a move is one move in every heap. The winner follows from the remoteness of each heap (Smith 1966): the number
//! of moves until it is over, if whoever wins it hurries and the other delays.

use super::known::{Form, repeating};
use super::run::{Ended, Run};
use super::write::Writer;
use super::{CHECKED, COMPARED, Code, Coded, ROWS, ROWS_OF_DATA, join};
use crate::question::NoAnswer;
use sprague::heap::{Amounts, HeapRules, Period};
use sprague_plugin::syntax::Function;

/// The theorem that proves a period. Nimbers may rise by any number, remoteness by an even one, which keeps who wins.
const THEOREM: &str = "bounded look-back";

impl Code {
    pub(super) fn remoteness(
        &self,
        rules: Option<&HeapRules>,
        run: &mut Run<'_>,
        translator: &Writer<'_>,
        options: &Function,
        (play, moved): (&str, (u64, u64)),
    ) -> Result<Coded, NoAnswer> {
        // 1. the first rows, and a period if the amounts are a finite set
        let won = u64::from(self.play == sprague::Play::Misere);
        let set = match rules {
            Some(HeapRules::Subtraction(Amounts::Only(set))) => set.as_slice(),
            _ => &[],
        };
        let last = (ROWS_OF_DATA * 10).checked_div(set.len() as u64).map_or(COMPARED, |rows| rows.clamp(COMPARED, ROWS[2]));
        let rows = run.remoteness(last, won).map_err(|ended| match ended {
            Ended::Stopped(stopped) => stopped.into(),
            Ended::Failed(why) => self.refused(why),
        })?;
        let greatest = set.last().map_or(usize::MAX, |greatest| *greatest as usize);
        let proves = |period: &Period| {
            let end = (period.preperiod + period.period) as usize;
            period.saltus.is_multiple_of(2) && end.saturating_add(greatest) <= rows.len()
        };
        let found = repeating(&rows, proves);
        let form = found.map_or(Form::Open, |period| {
            let end = period.preperiod + period.period;
            Form::Period(period, Some(rows[..end as usize].to_vec()))
        });
        // 2. the code
        let says = match found {
            Some(Period { preperiod, period, saltus, .. }) => {
                format!(
                    "proved for every n: remoteness has period {period} from n = {preperiod} on, rising by {saltus}, by {THEOREM}"
                )
            }
            None => "remoteness: O(n * moves of a heap) once".to_owned(),
        };
        let mut lines = self.head(&self.family, play, &says, true);
        lines.extend(translator.moves(options));
        lines = join(lines, &self.piece("remoteness step"));
        lines = match form {
            Form::Open => join(lines, &self.piece("remoteness")),
            _ => lines.into_iter().chain(self.form(&form.script().replace("grundy", "remoteness"), form.row(), "ROW")).collect(),
        };
        let past = found.map_or(0, |period| period.preperiod + 2 * period.period + 50);
        let check = self.check.unwrap_or_else(|| past.clamp(CHECKED[0], CHECKED[1]));
        lines = join(lines, &self.piece("remoteness rest"));
        lines = self.with_check(lines, "remoteness check", check, moved);
        let coded = self.coded(lines, found.map(|_| "proved"), found.map(|_| THEOREM.to_owned()));
        Ok(Coded { from: found.map(|period| period.preperiod), check: Some(check), ..coded })
    }
}
