//! A position by the rules alone: its components, its legal moves in words, and whether play is over. Nothing is
//! searched.

use super::component_picture::picture;
use super::edit::edits;
use super::view::{ComponentChanges, ComponentView, HeapChange, components, moves};
use crate::question::{NoAnswer, Question};
use crate::read::{ParsedSum, Session, Step};
use crate::report::{self, Report, heads, position, words};
use serde::{Deserialize, Serialize};
use sprague::any::Picture;
use sprague::certificate::PlayOrScore;
use sprague::limits::Meter;
use sprague::solve::{self, ComponentPosition, SumMove};
use sprague::{BadNotation, CompoundRule, Limits, Outcome, Play, Player, Stopped};
use std::collections::HashMap;

/// The question about a position by the rules alone, after a line of moves.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{BoardOf, Session};
/// let question = BoardOf { line: vec!["1: take 2".into()], ..BoardOf::of("nim@3,1") };
/// let board = Session::new().ask(&question, &Limits::default())?;
/// assert_eq!((board.position.as_str(), board.moves[0].text.as_str()), ("nim@1,1", "take 1 from heap 1"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoardOf {
    /// The position, such as nim@3,4,5
    #[serde(alias = "sum")]
    pub position: String,
    /// The winner: the last mover (normal) or the other (misere)
    #[serde(default)]
    pub play: Play,
    /// The compound rule: see `solve --rule`
    #[serde(default)]
    pub rule: CompoundRule,
    /// The player who starts a partizan game [default: left]
    pub first: Option<Player>,
    /// Moves to make first, by their names
    #[serde(default)]
    pub line: Vec<String>,
    /// Also the normal form of the position, which mirror images share
    #[serde(default)]
    pub form: bool,
    /// Also the edits by which each component can be set up
    #[serde(default)]
    pub edits: bool,
}

impl BoardOf {
    /// Returns the question about this position, without options.
    ///
    /// ```
    /// assert!(sprague_questions::BoardOf::of("nim@3").line.is_empty());
    /// ```
    pub fn of(position: impl Into<String>) -> Self {
        Self { position: position.into(), ..Self::default() }
    }
}

const LISTED: usize = 2000;

/// The maximum number of moves that are searched for the next move of a line.
pub(super) const LISTED_IN_LINES: usize = 100_000;

/// The maximum number of moves of a line.
const LONGEST: usize = 2000;

/// The work limit for drawing components.
const DRAWN: u64 = 100_000;

/// A position by the rules alone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Board {
    /// The position, after the line.
    pub position: String,
    /// The play; `score` if the rules count points.
    pub play: PlayOrScore,
    /// The compound rule.
    pub rule: String,
    /// The player to move, in a partizan game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Player>,
    /// The moves of the line that were made.
    pub line: Vec<BoardMove>,
    /// The points gained by the line, if the rules count points: those of Left and Right, or of the starter and the other player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[i64; 2]>,
    /// Why the line ends before its last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_ended: Option<String>,
    /// The normal forms of the components, in order. Positions with the same forms have the same options up to normal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The components, as they are drawn.
    pub components: Vec<ComponentView>,
    /// The legal moves, in the order of the rules.
    pub moves: Vec<BoardMove>,
    /// Whether there are more moves than are listed.
    pub moves_cut: bool,
    /// The end of play, if no move is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Ended>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BoardMove {
    /// Its name, the position after it, and who moves next.
    #[serde(flatten)]
    pub step: Step,
    /// The move in words.
    pub text: String,
    /// The components that it changes, from 0.
    pub components: Vec<usize>,
    /// What it changes in their pictures.
    pub changes: Vec<ComponentChanges>,
}

/// The end of play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Ended {
    /// The outcome for the player who cannot move. If the rules count points, it is that of the points at the end alone.
    pub outcome: Outcome,
    /// The points of the player who cannot move, minus those of the other player, that the rules add at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The end in a sentence.
    pub text: String,
}

impl Question for BoardOf {
    type Answer = Board;
    const NAME: &'static str = "board";

    fn report(board: &Board) -> Option<Report> {
        let ended = board.over.as_ref().map(|ended| words(&ended.text));
        let next = board.first.filter(|_| ended.is_none()).map(|first| words(format!("{first} moves")));
        let mut report = Report::of(board.position.clone(), ended.or(next));
        if let Some([one, other]) = board.points {
            report.say(format!("points so far: {one} and {other}"));
        }
        board.line_ended.iter().for_each(|why| report.say(why));
        if !board.moves.is_empty() {
            let rows = board.moves.iter().map(|mv| vec![words(&mv.text), position(&mv.step.to)]);
            report.table(report::Table { columns: heads(&["move", "to"]), rows: rows.collect(), ..Default::default() });
        }
        if board.moves_cut {
            report.say("there are more moves");
        }
        Some(report)
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Board, NoAnswer> {
        let about = |error: NoAnswer| error.about("position", &self.position);
        let sum = session.sum("position", &self.position, limits)?;
        sum.has_meaning(self.rule, self.play).map_err(|error| about(error.into()))?;
        if self.line.len() > LONGEST {
            return Err(NoAnswer::from(BadNotation::new(0, format!("at most {LONGEST} moves"))).about("line", ""));
        }
        Table { sum, play: self.play, rule: self.rule, first: self.first.unwrap_or(Player::Left) }
            .board(&self.line, (self.form, self.edits), limits)
            .map_err(about)
    }
}

/// A sum in a game of two people, with the player to move and the rules of play.
pub(crate) struct Table {
    pub(crate) sum: ParsedSum,
    pub(crate) play: Play,
    pub(crate) rule: CompoundRule,
    pub(crate) first: Player,
}

impl Table {
    fn board(mut self, line: &[String], (has_form, has_edits): (bool, bool), limits: &Limits) -> Result<Board, NoAnswer> {
        let (mut made, mut points, mut line_ended) = (vec![], [0; 2], None);
        let mut meter = Meter::new(limits);
        for name in line {
            meter.allow(made.len() as u64, || 0, || None)?;
            let (moves, _) = self.moves(LISTED_IN_LINES, limits)?;
            let steps = self.sum.steps();
            let Some(mv) = moves.into_iter().find(|mv| steps.step(mv).label == *name) else {
                line_ended = Some(format!("move {} is not legal here: {}", made.len() + 1, sprague::notation::quoted(name)));
                break;
            };
            made.push(self.shown(std::slice::from_ref(&mv)).remove(0));
            points[self.first as usize] += mv.points.map_or(0, |points| points.gain);
            self = self.after(&mv);
        }
        let (moves, moves_cut) = self.moves(LISTED, limits)?;
        let mixed = self.sum.mixed(self.rule, self.play);
        let few = Limits { positions: DRAWN.min(limits.positions), ..limits.clone() };
        let mut components = components::drawn(&mixed, &few);
        if has_edits {
            let all = components.iter_mut().zip(self.sum.components());
            all.for_each(|(view, component)| view.look.edit = edits(component));
        }
        Ok(Board {
            position: self.sum.to_string(),
            play: PlayOrScore::of(self.play, self.sum.is_scored()),
            rule: self.rule.to_string(),
            first: self.sum.is_partizan().then_some(self.first),
            line: made,
            points: self.sum.is_scored().then_some(points),
            line_ended,
            form: has_form.then(|| self.form()),
            components,
            moves: self.shown(&moves),
            moves_cut,
            over: if moves.is_empty() && !moves_cut { Some(self.ended()?) } else { None },
        })
    }

    /// Returns the texts of the components in normal form, sorted.
    pub(super) fn form(&self) -> String {
        let form = |(index, component): (usize, &solve::Component)| {
            let position = match &component.position {
                ComponentPosition::Small(position) => {
                    ComponentPosition::Small(component.rules.rules().normal_form(position.clone()))
                }
                large => large.clone(),
            };
            let sign = if component.is_negative { "-" } else { "" };
            format!("{sign}{}@{}", component.rules.name(), self.sum.show(index, &position))
        };
        let mut forms: Vec<String> = self.sum.components().iter().enumerate().map(form).collect();
        forms.sort_unstable();
        forms.join(" + ")
    }

    /// Returns the legal moves, at most `most`, and whether there are more.
    ///
    /// If the other player could only pass after a move, the move includes the pass, so that the same player moves
    /// again.
    pub(crate) fn moves(&self, most: usize, limits: &Limits) -> Result<(Vec<SumMove>, bool), Stopped> {
        let components = self.sum.components();
        let entailed = components.iter().position(solve::Component::is_entailed);
        let mixed = self.sum.mixed(self.rule, self.play);
        let next = self.sum.is_partizan().then_some(-self.first);
        let is_listed = components.iter().all(solve::Component::has_listed_moves);
        let mut parts: Vec<Vec<_>> = vec![];
        for (index, component) in components.iter().enumerate() {
            let is_open = entailed.is_none_or(|entailed| entailed == index);
            let found = if is_open { component.moves(self.first, most.saturating_add(1), limits)? } else { vec![] };
            parts.push(found.into_iter().map(|(label, position)| (index, label, position)).collect());
        }
        mixed.check()?;
        let (mut moves, mut meter, mut is_cut) = (vec![], Meter::new(limits), !is_listed);
        for choice in self.rule.choices(parts.iter().map(Vec::len).collect()) {
            meter.allow(moves.len() as u64, || 0, || None)?;
            if moves.len() == most {
                is_cut = true;
                break;
            }
            let changed: Vec<_> = parts.iter().zip(&choice).filter_map(|(part, at)| Some(part[(*at)?].clone())).collect();
            let points = changed.first().and_then(|(index, label, to)| components[*index].points(self.first, label, to));
            let next = next.map(|other| if points.is_some_and(|points| points.again) { self.first } else { other });
            moves.push(SumMove { changed, next, points });
        }
        Ok((moves, is_cut))
    }

    /// Returns the move to the only option of an entailed position, if it is a pass.
    fn pass(&self) -> Option<SumMove> {
        let index = self.sum.components().iter().position(solve::Component::is_entailed)?;
        let (label, position) = self.sum.components()[index].moves(self.first, 2, &Limits::default()).ok()?.into_iter().next()?;
        (label == "pass").then(|| SumMove { changed: vec![(index, label, position)], next: None, points: None })
    }

    /// Returns the game after a move, and after the pass that it entails.
    pub(crate) fn after(&self, mv: &SumMove) -> Self {
        let (play, rule) = (self.play, self.rule);
        let first = if mv.points.is_some_and(|points| points.again) { self.first } else { -self.first };
        let after = Self { sum: self.sum.after(mv), play, rule, first };
        match after.pass() {
            Some(pass) => Self { sum: after.sum.after(&pass), first: self.first, ..after },
            None => after,
        }
    }

    /// Returns moves with their descriptions and their changes in the pictures.
    pub(crate) fn shown(&self, all: &[SumMove]) -> Vec<BoardMove> {
        let steps = self.sum.steps();
        let components = self.sum.components();
        let mut pictures: HashMap<usize, Option<Picture>> = HashMap::new();
        let heaps: Vec<usize> = components.iter().map(|each| heaps_in(picture(each, &each.position))).collect();
        let entails = self.sum.entails();
        let shown = |mv: &SumMove| {
            let mut step = steps.step(mv);
            let after = entails.then(|| self.after(mv)).filter(|after| after.first == self.first);
            if let Some(after) = &after {
                step.to = after.sum.to_string();
                step.again = Some(true);
            }
            let (_, changes) = moves::changes(&self.sum, mv, &mut pictures);
            let words = changes.iter().map(|change| {
                let index = change.component;
                let [before, all] = [heaps[..index].iter().sum(), heaps.iter().sum()];
                let number = if components.len() > 1 { format!("in part {}: ", index + 1) } else { String::new() };
                let (_, label, _) = mv.changed.iter().find(|(at, ..)| *at == index)?;
                let boxes = || {
                    let has_strings = entails || self.sum.is_scored();
                    has_strings.then(|| box_words(label, &self.sum.show(index, &components[index].position)))?
                };
                breaking_words(label)
                    .or_else(|| heap_words(change, before, all))
                    .or_else(|| Some(number.clone() + &*boxes()?))
                    .or_else(|| Some(number + &*square_words(change, &components[index], pictures.get(&index)?.as_ref()?)?))
            });
            let words: Option<Vec<String>> = words.collect();
            let text = words
                .filter(|words| words.len() == mv.changed.len())
                .map_or_else(|| step.label.clone(), |words| words.join(" and "));
            let components = mv.changed.iter().map(|(index, ..)| *index).collect();
            BoardMove { text, step, components, changes }
        };
        all.iter().map(shown).collect()
    }

    /// Returns the result of play, which must have ended.
    pub(crate) fn ended(&self) -> Result<Ended, NoAnswer> {
        let mixed = self.sum.mixed(self.rule, self.play);
        if let Some(outcome) = solve::terminal_outcome(&mixed, self.first)? {
            let score = self.sum.is_scored().then(|| solve::terminal_score(&mixed, self.first)).transpose();
            let text = match outcome {
                _ if self.sum.is_scored() => "Play is over: whoever has more points has won.",
                Outcome::Win => "Play is over: the player to move has won.",
                Outcome::Loss => "Play is over: the player to move has lost.",
                Outcome::Draw => "Play is over: a draw.",
            };
            return Ok(Ended { outcome, score: score.map_err(|error| self.sum.not_solved(error))?, text: text.into() });
        }
        let who = match (self.sum.is_partizan(), self.first) {
            (false, _) => "The player to move",
            (true, Player::Left) => "Left",
            (true, Player::Right) => "Right",
        };
        let (outcome, does) = match self.play {
            Play::Normal => (Outcome::Loss, "loses"),
            Play::Misere => (Outcome::Win, "wins"),
        };
        Ok(Ended { outcome, score: None, text: format!("{who} cannot move and {does}.") })
    }
}

fn heaps_in(picture: Option<Picture>) -> usize {
    if let Some(Picture::Heaps(heaps)) = picture { heaps.len() } else { 0 }
}

/// Describes a move that may break a heap. Its label begins with the size, as in `5: take 1, leave 1.3`.
fn breaking_words(label: &str) -> Option<String> {
    let (size, rest) = label.split_once(": ")?;
    size.parse::<u64>().ok()?;
    let (does, left) = rest.split_once(' ')?;
    let left = left.replace('.', " and ").replace(", leave", " and leave");
    match does {
        "split" => Some(format!("split the heap of {size} {left}")),
        "take" => {
            let (count, left) = left.split_at(left.find(|c: char| !c.is_ascii_digit()).unwrap_or(left.len()));
            Some(format!("take {count} from the heap of {size}{left}"))
        }
        _ => None,
    }
}

/// Describes a move in heaps. The sum has `all` heaps, of which `before` are in earlier components.
fn heap_words(change: &ComponentChanges, before: usize, all: usize) -> Option<String> {
    let words = change.heaps.iter().map(|HeapChange { heap, takes, leaves }| {
        let of = if all > 1 { format!(" from heap {}", before + heap + 1) } else { String::new() };
        let left = leaves.iter().map(u64::to_string).collect::<Vec<_>>().join(" and ");
        match (takes, leaves.len()) {
            (0, 0 | 1) => None,
            (0, _) => Some(format!("split{} into {left}", of.replacen(" from", "", 1))),
            (_, 0 | 1) => Some(format!("take {takes}{of}")),
            _ => Some(format!("take {takes}{of} and leave {left}")),
        }
    });
    let words: Vec<String> = words.collect::<Option<_>>()?;
    (!words.is_empty()).then(|| words.join(" and "))
}

/// Describes a string between boxes of Dots and Boxes as a line.
fn box_words(label: &str, position: &str) -> Option<String> {
    let size = position.split(':').next()?.split_once('x')?;
    size.0.parse::<u32>().ok().zip(size.1.parse::<u32>().ok())?;
    let (one, other) = label.strip_prefix("take ")?.split_once('-')?;
    Some(if one == "0" {
        format!("draw a line at the edge of box {other}")
    } else {
        format!("draw the line between boxes {one} and {other}")
    })
}

/// Describes a move on the squares of a board.
fn square_words(change: &ComponentChanges, component: &solve::Component, picture: &Picture) -> Option<String> {
    let Picture::Cells(rows) = picture else { return None };
    let look = component.rules.rules().look();
    let square = |cell: &usize| {
        let mut column = *cell;
        let row = rows.iter().position(|row| {
            column < row.len() || {
                column -= row.len();
                false
            }
        })?;
        let [row, column] = [row, column].map(|at| at + usize::from(look.base));
        Some(match (look.is_strip, look.is_column_first) {
            (true, _) => column.to_string(),
            (_, true) => format!("{column}.{row}"),
            _ => format!("{row}.{column}"),
        })
    };
    let all = |cells: &[usize]| Some(cells.iter().map(square).collect::<Option<Vec<_>>>()?.join(" and "));
    match (&change.from, &change.to, &change.goes[..], &change.comes[..]) {
        (Some(from), Some(to), _, []) => Some(format!("{} to {}", square(from)?, square(to)?)),
        (Some(from), Some(to), _, burnt) => Some(format!("{} to {}, then {}", square(from)?, square(to)?, all(burnt)?)),
        (None, None, [], [one]) => Some(format!("place on {}", square(one)?)),
        (None, None, [], [_, _]) => Some(format!("cover {}", all(&change.comes)?)),
        (None, None, [_] | [_, _], []) => Some(format!("take {}", all(&change.goes)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(position: &str, question: BoardOf) -> Board {
        Session::new().ask(&BoardOf { position: position.into(), ..question }, &Limits::default()).unwrap()
    }

    fn texts(position: &str) -> Vec<String> {
        board(position, BoardOf::default()).moves.into_iter().map(|mv| mv.text).collect()
    }

    #[test]
    fn moves_are_in_words() {
        assert_eq!(texts("nim@1,2"), ["take 1 from heap 1", "take 1 from heap 2", "take 2 from heap 2"]);
        assert_eq!(texts("nim@2"), ["take 1", "take 2"]);
        assert_eq!(texts("grundy@3"), ["split the heap of 3 into 1 and 2"]);
        assert_eq!(texts("kayles@3")[1], "take 1 from the heap of 3 and leave 1 and 1");
        assert_eq!(texts("domineering@2x1"), ["cover 1.1 and 2.1"]);
        assert_eq!(texts("toads-frogs@T.F+nim@1"), ["in part 1: 1 to 2", "take 1"]);
        for boxes in ["nimstring@1x2", "dots-and-boxes@1x2"] {
            assert_eq!(texts(boxes)[1..], ["draw a line at the edge of box 2", "draw the line between boxes 1 and 2"]);
        }
        assert_eq!(texts("amazons@x./#o")[0], "1.1 to 1.2, then 1.1");
    }

    #[test]
    fn the_moves_of_every_example_are_those_of_the_answer_with_all_moves() {
        let session = Session::new();
        let entries = session.registry().entries().filter(|entry| !entry.is_brought() && !entry.notation.contains("FILE"));
        for example in entries.flat_map(|entry| entry.sizes.iter().next().map(|size| (*size).to_owned())) {
            let shown = board(&example, BoardOf::default());
            assert!(!shown.moves.is_empty() && shown.over.is_none(), "{example}");
            for mv in &shown.moves {
                let after = board(&example, BoardOf { line: vec![mv.step.label.clone()], ..BoardOf::default() });
                assert_eq!((&after.position, after.line_ended), (&mv.step.to, None), "{example}");
            }
        }
    }

    #[test]
    fn who_closes_a_box_moves_again_without_a_pass() {
        let shown = board("nimstring@1x1:gone=0-1.0-1.0-1", BoardOf::default());
        assert_eq!(
            shown.moves.iter().map(|mv| (mv.step.to.contains("pass"), mv.step.again)).collect::<Vec<_>>(),
            [(false, Some(true))]
        );
    }

    #[test]
    fn a_line_ends_at_a_move_that_is_not_legal() {
        let shown = board("nim@2,1", BoardOf { line: ["2: take 1", "take 9"].map(str::to_owned).into(), ..BoardOf::default() });
        assert_eq!((shown.position.as_str(), shown.line.len()), ("nim@2,0", 1));
        assert_eq!(shown.line_ended.unwrap(), "move 2 is not legal here: \"take 9\"");
    }

    #[test]
    fn the_end_follows_the_play_and_the_rules_with_an_ending_of_their_own() {
        let ended = |position: &str, play| board(position, BoardOf { play, ..BoardOf::default() }).over.unwrap();
        assert_eq!(ended("domineering@1x2", Play::Normal).text, "Left cannot move and loses.");
        assert_eq!(ended("nim@0", Play::Misere).text, "The player to move cannot move and wins.");
        assert_eq!(ended("stones:1-3@0.3.2", Play::Normal).outcome, Outcome::Win);
        let taken = ["take 0-1", "take 0-1", "take 0-1", "take 0-1"].map(str::to_owned).into();
        let boxed = board("dots-and-boxes@1x1", BoardOf { line: taken, ..BoardOf::default() });
        assert_eq!((boxed.play, board("nim@1", BoardOf::default()).play), (PlayOrScore::Score, PlayOrScore::Normal));
        assert_eq!((boxed.points, boxed.over.unwrap().score), (Some([0, 1]), Some(0)));
        assert!(board("nim@10^30", BoardOf::default()).moves_cut && board("nim@10^30", BoardOf::default()).over.is_none());
    }

    #[test]
    fn every_rule_of_a_sum_has_its_moves() {
        let shown = board("nim@2,1", BoardOf { rule: CompoundRule::Selective, ..BoardOf::default() });
        assert_eq!(shown.moves.len(), 5);
        assert_eq!(shown.moves.last().unwrap().text, "take 2 from heap 1 and take 1 from heap 2");
    }
}
