//! A position, with the place of each component in its text.

use super::play_ends::check_that_play_ends;
use serde::Serialize;
use sprague::heap::{Amounts, HeapRules};
use sprague::solve::{Component, ComponentPosition, MixedSum, Points, Refused, SumMove};
use sprague::{BadNotation, CompoundRule, Limits, Play, Player, Stopped};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A position, which is a sum of one or more components. Its `Display` text can be parsed again.
///
/// ```
/// use sprague_questions::Session;
/// let sum = Session::new().position("octal:0.77@5.1, 3 + nim@0").unwrap();
/// assert_eq!(sum.to_string(), "octal:0.77@1.5,3+nim@0");
/// assert_eq!(sum.components().len(), 3);
/// ```
#[derive(Clone)]
pub struct ParsedSum {
    sum: MixedSum,
    written: Vec<Written>,
}

/// The place of a component in the text.
#[derive(Clone, Copy)]
struct Written {
    at: usize,
    /// Whether it is the first component after an `@`, which follows the name of its family.
    starts_group: bool,
}

/// A move and the position after it.
///
/// ```
/// use sprague_questions::{Session, Solve, solve};
/// let answer = solve(&Session::new().position("nim@3,4,5").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
/// let best = answer.best.unwrap();
/// assert_eq!((best.label.as_str(), best.to.as_str()), ("1: take 2", "nim@1,4,5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The name of the move, with the number of the component if there are several.
    #[serde(rename = "move")]
    pub label: String,
    /// The position after the move.
    pub to: String,
    /// The next player to move, in a partizan game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Player>,
    /// The points that the move gains at once, if the rules count points; negative if the mover pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i64>,
    /// Whether the mover moves again, if the rules count points or the other player can only pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<bool>,
    /// All that the mover gets by the move under best play, if the rules count points and it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The points of Left and of Right so far, or of the player who started and of the other one; in best play only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[i64; 2]>,
}

impl Step {
    /// Returns a move that gains no points.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Step::new("take 1".into(), "nim@2".into(), None).gain, None);
    /// ```
    pub fn new(label: String, to: String, next: Option<Player>) -> Self {
        Self { label, to, next, gain: None, again: None, score: None, points: None }
    }

    fn gaining(self, points: Option<Points>) -> Self {
        let Some(Points { gain, again, score }) = points else { return self };
        Self { gain: Some(gain), again: Some(again), score, ..self }
    }
}

/// A move in one component. A move of the sum consists of one or more of these.
///
/// ```
/// use sprague::{Limits, Player};
/// let sum = sprague_questions::Session::new().position("nim@3,2").unwrap();
/// let parts = sum.parts(1, Player::Left, 10, &Limits::default()).unwrap();
/// assert_eq!((parts[0].index, parts[0].label.as_str()), (1, "2: take 1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The index of the component, from 0.
    pub index: usize,
    /// The label of the move, with the number of the component if there are several.
    pub label: String,
    /// The position of the component after the move.
    pub left: ComponentPosition,
}

impl Default for ParsedSum {
    fn default() -> Self {
        Self { sum: MixedSum::of([]), written: vec![] }
    }
}

impl ParsedSum {
    pub(crate) fn push(&mut self, component: Component, at: usize, starts_group: bool) {
        self.sum.components.push(component);
        self.written.push(Written { at, starts_group });
    }

    /// Converts the byte offsets of all components with `typed`.
    pub(crate) fn stand_where(&mut self, typed: impl Fn(usize) -> usize) {
        self.written.iter_mut().for_each(|written| written.at = typed(written.at));
    }

    /// Returns the components in order.
    pub fn components(&self) -> &[Component] {
        &self.sum.components
    }

    /// Returns the sum under this compound rule and this play, as the engine solves it.
    ///
    /// ```
    /// use sprague::{CompoundRule, Play};
    /// let sum = sprague_questions::Session::new().position("nim@3").unwrap();
    /// assert_eq!(sum.mixed(CompoundRule::Disjunctive, Play::Misere).play, Play::Misere);
    /// ```
    pub fn mixed(&self, rule: CompoundRule, play: Play) -> MixedSum {
        MixedSum { components: self.sum.components.clone(), rule, play }
    }

    #[must_use]
    pub(crate) fn after(&self, mv: &SumMove) -> Self {
        Self { sum: self.sum.after(mv), written: self.written.clone() }
    }

    /// Returns `true` if Left and Right have different moves in some component.
    ///
    /// ```
    /// assert!(sprague_questions::Session::new().position("asymmetric:1/2@3").unwrap().is_partizan());
    /// ```
    pub fn is_partizan(&self) -> bool {
        self.sum.is_partizan()
    }

    /// Returns `true` if some component has a terminal rule, which determines the winner.
    ///
    /// ```
    /// assert!(sprague_questions::Session::new().position("stones:1-3@3").unwrap().has_terminal_rule());
    /// ```
    pub fn has_terminal_rule(&self) -> bool {
        self.sum.has_terminal_rule()
    }

    /// Returns `true` if the rules count points.
    ///
    /// ```
    /// assert!(!sprague_questions::Session::new().position("stones:1-3@3").unwrap().is_scored());
    /// ```
    pub fn is_scored(&self) -> bool {
        self.sum.is_scored()
    }

    /// Returns `true` if a move in some component may entail the next move.
    ///
    /// ```
    /// assert!(sprague_questions::Session::new().position("nimstring@2x2").unwrap().entails());
    /// ```
    pub fn entails(&self) -> bool {
        self.sum.entails()
    }

    /// Checks that the position has a meaning under this rule and this play.
    ///
    /// ```
    /// use sprague::{CompoundRule, Play};
    /// let sum = sprague_questions::Session::new().position("nim@1+stones:1-3@5").unwrap();
    /// assert_eq!(sum.has_meaning(CompoundRule::Disjunctive, Play::Normal).unwrap_err().at, 17);
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] at the component that does not fit.
    pub fn has_meaning(&self, rule: CompoundRule, play: Play) -> Result<(), BadNotation> {
        self.mixed(rule, play).has_meaning().map_err(|refused| self.refused(refused))
    }

    /// Returns an error if loaded rules have failed.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        self.sum.check()
    }

    /// Returns an error if loaded rules have failed, or if a trial play of loaded rules is longer than the limits
    /// allow.
    ///
    /// Built-in rules are always accepted.
    ///
    /// ```
    /// use sprague::Limits;
    /// let sum = sprague_questions::Session::new().position("nim@3").unwrap();
    /// assert_eq!(sum.check_first(&Limits::default()), Ok(()));
    /// ```
    ///
    /// # Errors
    /// [`Stopped::Fault`], which names the plugin, its function and the reason.
    pub fn check_first(&self, limits: &Limits) -> Result<(), Stopped> {
        self.sum.check()?;
        for component in self.components() {
            let rules = component.rules.rules();
            if let ComponentPosition::Small(position) = &component.position
                && rules.is_loaded()
                && rules.heaps().is_none()
            {
                check_that_play_ends(component.rules.name(), &**rules, position, limits)?;
            }
        }
        self.sum.check()
    }

    /// Returns the text of a component, in its own or in another position.
    ///
    /// ```
    /// let sum = sprague_questions::Session::new().position("kayles@5.1").unwrap();
    /// assert_eq!(sum.show(0, &sum.components()[0].position), "1.5");
    /// ```
    pub fn show(&self, index: usize, position: &ComponentPosition) -> String {
        shown(&self.components()[index], position)
    }

    /// Returns the text of the sum with other positions, and the byte range of each component.
    fn written(&self, sum: &MixedSum) -> (String, Vec<Range<usize>>) {
        let written = sum.components.iter().zip(&self.written);
        written_components(written.map(|(component, written)| (component, written.starts_group)))
    }

    /// Returns the text of the sum with other positions.
    pub(crate) fn text_of(&self, sum: &MixedSum) -> String {
        self.written(sum).0
    }

    /// Returns the label of a move in a component.
    pub(crate) fn label(&self, index: usize, label: &str) -> String {
        let take = if takes_amounts(&self.components()[index]) { "take " } else { "" };
        if self.components().len() > 1 { format!("{}: {take}{label}", index + 1) } else { [take, label].concat() }
    }

    /// Returns a writer for many moves of this sum.
    pub(crate) fn steps(&self) -> Steps<'_> {
        let (text, places) = self.written(&self.sum);
        Steps { sum: self, text, places, has_terminal_rule: self.has_terminal_rule() }
    }

    /// Returns the first moves of `player` in one component, at most `most`.
    ///
    /// The list is empty if the component has heaps with too many moves to list.
    ///
    /// # Errors
    /// [`Stopped`] if listing them takes too long.
    pub fn parts(&self, index: usize, player: Player, most: usize, limits: &Limits) -> Result<Vec<Part>, Stopped> {
        let moves = self.components()[index].moves(player, most, limits)?.into_iter();
        Ok(moves.map(|(label, left)| Part { index, label: self.label(index, &label), left }).collect())
    }

    /// Returns any move of `player` in one component, even if there are too many moves to list.
    ///
    /// ```
    /// use sprague::{Limits, Player};
    /// let sum = sprague_questions::Session::new().position("nim@10^30").unwrap();
    /// assert_eq!(sum.some_part(0, Player::Left, &Limits::default()).unwrap().unwrap().label, "take 1");
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] if the search for a move takes too long.
    pub fn some_part(&self, index: usize, player: Player, limits: &Limits) -> Result<Option<Part>, Stopped> {
        let found = self.components()[index].some_move(player, limits)?;
        Ok(found.map(|(label, left)| Part { index, label: self.label(index, &label), left }))
    }

    /// Returns the move in one component to this position, if there is one. Use it if there are too many moves to list.
    ///
    /// ```
    /// let session = sprague_questions::Session::new();
    /// let (before, after) = (session.position("nim@10^30").unwrap(), session.position("nim@1").unwrap());
    /// assert!(before.part_to(0, &after.components()[0].position).is_some());
    /// ```
    pub fn part_to(&self, index: usize, after: &ComponentPosition) -> Option<Part> {
        let (label, left) = self.components()[index].move_to(after)?;
        Some(Part { index, label: self.label(index, &label), left })
    }

    /// Returns the indices of the components whose positions differ in `after`, or `None` if the families differ.
    ///
    /// ```
    /// let session = sprague_questions::Session::new();
    /// let (before, after) = (session.position("nim@3,2").unwrap(), session.position("nim@3,1").unwrap());
    /// assert_eq!(before.differing(&after), Some(vec![1]));
    /// ```
    pub fn differing(&self, after: &Self) -> Option<Vec<usize>> {
        let pairs = || self.components().iter().zip(after.components());
        let is_of_one_family =
            |(old, new): (&Component, &Component)| old.is_negative == new.is_negative && old.rules.name() == new.rules.name();
        let is_same = self.components().len() == after.components().len() && pairs().all(is_of_one_family);
        let differing = pairs().enumerate().filter(|(_, (old, new))| old.position != new.position);
        is_same.then(|| differing.map(|(index, _)| index).collect())
    }

    /// Returns the moves of `player` in one component of the sum, at most `most`.
    ///
    /// ```
    /// use sprague::{Limits, Player};
    /// let sum = sprague_questions::Session::new().position("nim@3,2").unwrap();
    /// assert_eq!(sum.moves(Player::Left, 10, &Limits::default()).unwrap().len(), 5);
    /// ```
    ///
    /// # Errors
    /// See [`parts`](Self::parts).
    pub fn moves(&self, player: Player, most: usize, limits: &Limits) -> Result<Vec<Step>, Stopped> {
        let (mut moves, steps) = (vec![], self.steps());
        for index in 0..self.components().len() {
            let parts = self.parts(index, player, most - moves.len(), limits)?;
            moves.extend(parts.into_iter().map(|part| steps.together(vec![part], player)));
        }
        Ok(moves)
    }

    /// Returns the move of `player` that consists of these parts, which must be in the order of the components.
    ///
    /// ```
    /// use sprague::{Limits, Player};
    /// let sum = sprague_questions::Session::new().position("nim@3,2").unwrap();
    /// let part = |index| sum.parts(index, Player::Left, 1, &Limits::default()).unwrap().remove(0);
    /// let step = sum.together(vec![part(0), part(1)], Player::Left);
    /// assert_eq!((step.label.as_str(), step.to.as_str()), ("1: take 1, 2: take 1", "nim@2,1"));
    /// ```
    pub fn together(&self, parts: Vec<Part>, player: Player) -> Step {
        self.steps().together(parts, player)
    }

    /// Converts an error of the engine, and adds the byte offset of its component.
    pub(crate) fn refused(&self, refused: Refused) -> BadNotation {
        BadNotation::new(self.written[refused.component].at, refused.why)
    }
}

/// Formats many moves of one sum. Text that no move changes is formatted only once.
pub(crate) struct Steps<'a> {
    sum: &'a ParsedSum,
    pub(crate) text: String,
    /// The byte range of each component in `text`.
    places: Vec<Range<usize>>,
    has_terminal_rule: bool,
}

impl Steps<'_> {
    pub(crate) fn step(&self, mv: &SumMove) -> Step {
        let mut labels = mv.changed.iter().map(|(index, label, _)| self.sum.label(*index, label));
        let first = labels.next().unwrap_or_default();
        let label = labels.fold(first, |all, label: String| all + ", " + &*label);
        Step::new(label, self.text_after(mv), mv.next).gaining(mv.points)
    }

    fn together(&self, parts: Vec<Part>, player: Player) -> Step {
        let labels: Vec<String> = parts.iter().map(|part| part.label.clone()).collect();
        let points = parts.first().and_then(|part| self.sum.components()[part.index].points(player, &part.label, &part.left));
        let next = if points.is_some_and(|points| points.again) { player } else { -player };
        let changed = parts.into_iter().map(|part| (part.index, String::new(), part.left)).collect();
        let to = self.text_after(&SumMove { changed, next: None, points: None });
        Step::new(labels.join(", "), to, self.sum.is_partizan().then_some(next)).gaining(points)
    }

    fn text_after(&self, mv: &SumMove) -> String {
        if self.has_terminal_rule {
            return self.sum.text_of(&self.sum.sum.after(mv)); // the number held changes in the other components, too
        }
        let mut text = String::with_capacity(self.text.len());
        let mut end = 0;
        // `changed` is in the order of the components
        for (index, _, position) in &mv.changed {
            text.push_str(&self.text[end..self.places[*index].start]);
            text.push_str(&self.sum.show(*index, position));
            end = self.places[*index].end;
        }
        text + &self.text[end..]
    }
}

/// Returns the text of components, and the byte range of each.
///
/// The flag of a component is `true` if its family is written before it. The family of the first component is always
/// written.
fn written_components<'a>(components: impl Iterator<Item = (&'a Component, bool)>) -> (String, Vec<Range<usize>>) {
    let (mut text, mut places) = (String::new(), Vec::with_capacity(components.size_hint().0));
    for (index, (component, starts_group)) in components.enumerate() {
        if index > 0 {
            text.push(if starts_group { '+' } else { ',' });
        }
        if index == 0 || starts_group {
            text.extend([if component.is_negative { "-" } else { "" }, component.rules.name(), "@"]);
        }
        let start = text.len();
        text.push_str(&shown(component, &component.position));
        places.push(start..text.len());
    }
    (text, places)
}

/// Returns the text of any sum. Adjacent components of one family share its name.
pub(crate) fn text_of_any(sum: &MixedSum) -> String {
    let is_same = |a: &Component, b: &Component| Arc::ptr_eq(&a.rules, &b.rules) && a.is_negative == b.is_negative;
    let groups = sum.components.chunk_by(is_same);
    written_components(groups.flat_map(|group| group.iter().enumerate().map(|(at, part)| (part, at == 0)))).0
}

fn shown(component: &Component, position: &ComponentPosition) -> String {
    let rules = component.rules.rules();
    match (position, rules.heaps()) {
        (ComponentPosition::Small(position), _) => rules.show(position),
        (ComponentPosition::Big(heaps), Some(view)) => view.show_big(heaps),
        (ComponentPosition::Big(heaps), None) => heaps.to_string(),
    }
}

/// Returns `true` if a move of the component is an amount to take from it.
fn takes_amounts(component: &Component) -> bool {
    // under infinite sets and formulas, the labels of moves already contain what is taken
    let is_infinite = |rules: &HeapRules| matches!(rules, HeapRules::Subtraction(Amounts::Infinite(_)) | HeapRules::OfHeap(_));
    component.rules.heap_rules().is_some_and(|rules| !rules.breaks_heaps() && !is_infinite(rules))
}

impl fmt::Debug for ParsedSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParsedSum({self})")
    }
}

impl fmt::Display for ParsedSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_of(&self.sum))
    }
}
