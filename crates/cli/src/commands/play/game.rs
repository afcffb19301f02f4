//! The state of a game: the side to move, the moves so far, and the end.

use super::whole;
use crate::interrupt::Running;
use sprague::{BadNotation, CompoundRule, Limits, Outcome, Play, Player, Stopped};
use sprague_questions::{Answer, Best, Level, NoAnswer, ParsedSum, Part, Reply, Session, Solve, Step, reply, solve};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::time::SystemTime;

/// The maximum number of positions that are visited to find out whether a move gives a win away.
const GLANCE: u64 = 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Person,
    Program,
}

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Self::Person => Self::Program,
            Self::Program => Self::Person,
        }
    }
}

/// The end of a game, in which the side to move has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// The side that cannot move.
    pub(super) stuck: Side,
    /// The winner, or `None` for a draw, which is possible only in Stones.
    pub(super) winner: Option<Side>,
}

/// Asks a question with limits that start now. Ctrl-C stops the question but not the game.
fn interruptible<A>(limits: &Limits, ask: impl FnOnce(&Limits) -> A) -> A {
    let mut limits = limits.starting_now();
    let _running = Running::begin(&mut limits);
    let answer = ask(&limits);
    limits.lower_stop();
    answer
}

/// A game between a person and the program.
pub(super) struct Game<'a> {
    session: &'a Session,
    question: Solve,
    limits: Limits,
    /// The person's player in a partizan game.
    person: Player,
    starts: Side,
    /// The first position, and the position after each move.
    positions: Vec<ParsedSum>,
    /// The moves so far, one fewer than there are positions.
    moves: Vec<Step>,
}

impl<'a> Game<'a> {
    pub(super) fn new(
        session: &'a Session,
        start: ParsedSum,
        question: Solve,
        limits: Limits,
        person: Player,
        starts: Side,
    ) -> Self {
        Self { session, question, limits, person, starts, positions: vec![start], moves: vec![] }
    }

    pub(super) fn position(&self) -> &ParsedSum {
        self.positions.last().expect("the first position is never taken back")
    }

    /// Returns an error if loaded rules have failed.
    pub(super) fn works(&self) -> Result<(), Stopped> {
        let mut faults = self.position().components().iter().filter_map(|component| component.rules.rules().fault());
        faults.next().map_or(Ok(()), |fault| Err(fault.into()))
    }

    pub(super) fn has_begun(&self) -> bool {
        !self.moves.is_empty()
    }

    pub(super) fn turn(&self) -> Side {
        self.mover(self.moves.len())
    }

    /// Returns the side that makes the move with this number, from 0.
    fn mover(&self, number: usize) -> Side {
        // after a move that gives an extra turn the same side moves
        let turns = self.moves[..number].iter().filter(|step| step.again != Some(true)).count();
        if turns.is_multiple_of(2) { self.starts } else { self.starts.other() }
    }

    pub(super) fn player_of(&self, side: Side) -> Player {
        if side == Side::Person { self.person } else { -self.person }
    }

    fn player(&self) -> Player {
        self.player_of(self.turn())
    }

    pub(super) fn play_convention(&self) -> Play {
        self.question.play
    }

    pub(super) fn rule(&self) -> CompoundRule {
        self.question.rule
    }

    /// Returns `true` if a move may be in several components.
    pub(super) fn moves_in_several(&self) -> bool {
        self.rule().most(self.count()) > 1
    }

    fn count(&self) -> usize {
        self.position().components().len()
    }

    /// Solves the position for the side to move.
    ///
    /// The best move is the fastest win or the slowest loss, if a search finds it. Ctrl-C stops the search but not the game.
    pub(super) fn answer(&self) -> Result<Answer, NoAnswer> {
        let first = self.position().is_partizan().then(|| self.player());
        let question = Solve { first, best: Best::Fastest, ..self.question.clone() };
        interruptible(&self.limits, |limits| solve(self.position(), &question, limits))
    }

    /// Solves the position with little work, or returns `None` if that is not enough.
    pub(super) fn glance(&self) -> Option<Answer> {
        let few = Limits { positions: GLANCE.min(self.limits.positions), ..self.limits.clone() };
        let question = Solve { first: self.position().is_partizan().then(|| self.player()), ..self.question.clone() };
        interruptible(&few, |limits| solve(self.position(), &question, limits)).ok()
    }

    /// Returns the move that was made last.
    pub(super) fn last(&self) -> Option<&Step> {
        self.moves.last()
    }

    /// Returns the name of the program's move at this level.
    pub(super) fn reply(&self, level: Level) -> Result<Option<String>, NoAnswer> {
        let mut hasher = DefaultHasher::new();
        (SystemTime::now(), self.moves.len()).hash(&mut hasher);
        let Solve { play, rule, .. } = self.question;
        let question = Reply { play, rule, first: Some(self.player()), level, seed: hasher.finish(), ..Reply::default() };
        let answer = interruptible(&self.limits, |limits| reply(self.position(), &question, limits))?;
        Ok(answer.reply.map(|reply| reply.step.label))
    }

    /// Returns the legal moves in all components, at most `most` together.
    ///
    /// Moves in heaps that are too large to list are left out.
    pub(super) fn parts(&self, most: usize) -> Result<Vec<Part>, Stopped> {
        let mut parts: Vec<Part> = vec![];
        for index in 0..self.count() {
            // if a move can be in several components, divide the number among the components
            let room = if self.moves_in_several() { (most / self.count()).max(1) } else { most - parts.len() };
            parts.extend(self.position().parts(index, self.player(), room, &self.limits)?);
        }
        Ok(parts)
    }

    /// Returns any move in one component, even if there are too many moves to list.
    fn some_part(&self, index: usize) -> Option<Part> {
        self.position().some_part(index, self.player(), &self.limits).unwrap_or_default()
    }

    /// Returns any legal move, or `None` if there is none.
    pub(super) fn some_move(&self) -> Option<Step> {
        let rule = self.rule();
        let mut live = (0..self.count()).filter_map(|index| self.some_part(index));
        let parts: Vec<Part> = match rule {
            CompoundRule::Disjunctive => live.by_ref().take(1).collect(),
            _ => live.by_ref().collect(),
        };
        let most = if whole::moves_in_all(rule) { parts.len() } else { parts.len().min(1) };
        rule.allows(most, parts.len(), self.count()).then(|| self.together(parts.into_iter().take(most).collect()))
    }

    pub(super) fn together(&self, parts: Vec<Part>) -> Step {
        self.position().together(parts, self.player())
    }

    /// Returns the move that consists of these parts, if they are in different components and the rule allows the move.
    ///
    /// # Errors
    /// The reason why it is not a legal move, in one line.
    pub(super) fn whole(&self, mut parts: Vec<Part>) -> Result<Step, String> {
        parts.sort_by_key(|part| part.index);
        let live: Vec<usize> = match self.rule() {
            CompoundRule::Disjunctive => parts.iter().map(|part| part.index).collect(),
            _ => (0..self.count()).filter(|index| self.some_part(*index).is_some()).collect(),
        };
        whole::allowed(self.rule(), &parts, &live, self.count()).map(|()| self.together(parts))
    }

    pub(super) fn session(&self) -> &Session {
        self.session
    }

    pub(super) fn read(&self, text: &str) -> Result<ParsedSum, BadNotation> {
        self.session.position(text)
    }

    /// Makes a move for the side to move.
    ///
    /// # Errors
    /// A position that loaded rules cannot parse although they have formatted it.
    pub(super) fn make(&mut self, step: Step) -> io::Result<()> {
        let next = self.read(&step.to);
        self.positions.push(next.map_err(|error| {
            io::Error::other(format!("the rules write a position as {}, but cannot read that: {error}", step.to))
        })?);
        self.moves.push(step);
        Ok(())
    }

    /// Takes back the person's last move and all later moves. Returns `false` if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(number) = (0..self.moves.len()).rev().find(|&number| self.mover(number) == Side::Person) else { return false };
        self.moves.truncate(number);
        self.positions.truncate(number + 1);
        true
    }

    pub(super) fn start_again(&mut self) {
        self.moves.clear();
        self.positions.truncate(1);
    }

    /// Returns `true` if the name of a move is the position to which it leads in its component.
    ///
    /// Examples are `to 1.3`, which leads to `1.3`, and most moves of plugins.
    pub(super) fn is_called_what_it_leaves(&self, part: &Part) -> bool {
        let number = format!("{}: ", part.index + 1);
        let name = part.label.strip_prefix(&number).filter(|_| self.has_several_components()).unwrap_or(&part.label);
        name.strip_prefix("to ").unwrap_or(name) == self.position().show(part.index, &part.left)
    }

    pub(super) fn has_several_components(&self) -> bool {
        self.count() > 1
    }

    /// Returns the number of times that this position has occurred with this side to move, including now.
    pub(super) fn times_here(&self) -> usize {
        let here = self.position().to_string();
        let turn = self.turn();
        let numbered = self.positions.iter().enumerate();
        numbered.filter(|(number, position)| self.mover(*number) == turn && position.to_string() == here).count()
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        if self.some_move().is_some() {
            return None;
        }
        let stuck = self.turn();
        let for_stuck = match (self.has_hands(), self.question.play) {
            _ if self.position().is_scored() => {
                let last = self.answer().ok().and_then(|answer| answer.score).unwrap_or_default();
                Outcome::of_score(self.points(stuck) - self.points(stuck.other()) + last)
            }
            (true, _) => self.answer().map_or(Outcome::Draw, |answer| answer.outcome),
            (false, Play::Normal) if self.has_sides_or_points() => self.answer().map_or(Outcome::Draw, |answer| answer.outcome),
            (false, Play::Normal) => Outcome::Loss,
            (false, Play::Misere) => Outcome::Win,
        };
        let winner = match for_stuck {
            Outcome::Win => Some(stuck),
            Outcome::Loss => Some(stuck.other()),
            Outcome::Draw => None,
        };
        Some(Ending { stuck, winner })
    }

    /// Returns `true` if the stones that the players hold decide the game. Otherwise the last move does.
    pub(super) fn has_hands(&self) -> bool {
        self.position().has_terminal_rule() && !self.has_sides_or_points()
    }

    /// Returns `true` if points decide the game, or if the rules do and Left and Right have different moves.
    pub(super) fn has_sides_or_points(&self) -> bool {
        self.position().is_scored() || self.position().is_partizan() && self.position().has_terminal_rule()
    }

    /// Returns the points that a side has gained by its moves.
    pub(super) fn points(&self, side: Side) -> i64 {
        let moves = self.moves.iter().enumerate().filter(|(number, _)| self.mover(*number) == side);
        moves.filter_map(|(_, step)| step.gain).sum()
    }

    /// Returns the final points of the person and of the program, including those that the rules add at the end.
    pub(super) fn final_points(&self, stuck: Side) -> [i64; 2] {
        let last = self.answer().ok().and_then(|answer| answer.score).unwrap_or_default();
        let ends_with = |side| if (side == stuck) == (last > 0) { last.abs() } else { 0 };
        [Side::Person, Side::Program].map(|side| self.points(side) + ends_with(side))
    }

    /// Returns the number of stones that a side holds, including those at the start.
    pub(super) fn held(&self, side: Side) -> u128 {
        let hand = if side == self.starts { 1 } else { 2 };
        let start = &self.positions[0];
        let at_first = start.components().iter().enumerate().filter_map(|(index, component)| {
            let shown = start.show(index, &component.position);
            shown.split('.').nth(hand)?.parse::<u128>().ok()
        });
        let taken = self.moves.iter().enumerate().filter(|(number, _)| self.mover(*number) == side);
        let amounts = taken.filter_map(|(_, step)| step.label.rsplit(' ').next()?.parse::<u128>().ok());
        at_first.chain(amounts).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game<'a>(session: &'a Session, text: &str, starts: Side) -> Game<'a> {
        Game::new(session, session.position(text).unwrap(), Solve::default(), Limits::default(), Player::Left, starts)
    }

    fn make(game: &mut Game<'_>, label: &str) {
        let part = game.parts(1000).unwrap().into_iter().find(|part| part.label == label).unwrap();
        game.make(game.together(vec![part])).unwrap();
    }

    #[test]
    fn undo_takes_back_the_persons_last_move_and_the_reply() {
        let session = Session::new();
        let mut game = game(&session, "nim@3,4", Side::Person);
        assert!(!game.undo());
        make(&mut game, "1: take 1");
        make(&mut game, "2: take 2");
        assert!(game.undo());
        assert_eq!((game.position().to_string(), game.turn()), ("nim@3,4".into(), Side::Person));
    }

    #[test]
    fn the_programs_first_move_is_not_the_persons_to_take_back() {
        let session = Session::new();
        let mut game = game(&session, "nim@3", Side::Program);
        make(&mut game, "take 1");
        assert!(!game.undo());
        assert_eq!(game.position().to_string(), "nim@2");
    }

    #[test]
    fn the_last_mover_wins_or_loses_as_the_play_says() {
        let session = Session::new();
        for (play, winner) in [(Play::Normal, Side::Person), (Play::Misere, Side::Program)] {
            let question = Solve { play, ..Solve::default() };
            let mut game =
                Game::new(&session, session.position("nim@2").unwrap(), question, Limits::default(), Player::Left, Side::Person);
            assert_eq!(game.ending(), None);
            make(&mut game, "take 2");
            assert_eq!(game.ending(), Some(Ending { stuck: Side::Program, winner: Some(winner) }));
        }
    }

    #[test]
    fn hands_count_what_was_held_and_what_was_taken() {
        let session = Session::new();
        let mut game = game(&session, "stones:1-3@4.1.0,2", Side::Person);
        make(&mut game, "1: take 3");
        make(&mut game, "2: take 2");
        assert_eq!((game.held(Side::Person), game.held(Side::Program)), (4, 2));
        make(&mut game, "1: take 1");
        // the person holds 5, the program 2
        assert_eq!(game.ending(), Some(Ending { stuck: Side::Program, winner: Some(Side::Person) }));
    }

    #[test]
    fn positions_are_counted_with_the_side_to_move() {
        let session = Session::new();
        let mut game = game(&session, "nim@5", Side::Person);
        let again = Step::new("stay".into(), "nim@5".into(), None);
        for times in [1, 1, 2, 2, 3] {
            assert_eq!(game.times_here(), times);
            game.make(again.clone()).unwrap();
        }
    }

    #[test]
    fn heaps_beyond_64_bits_have_moves_though_none_is_listed() {
        let session = Session::new();
        let game = game(&session, "nim@10^100", Side::Person);
        assert_eq!(game.parts(9).unwrap(), []);
        assert_eq!(game.ending(), None);
    }
}
