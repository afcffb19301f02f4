//! `sprague play`: a person against perfection, in the terminal or through a pipe.

mod choice;
mod game;
mod whole;
mod words;

use crate::args::{Play, player};
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::terminal::page;
use choice::{MAX_MOVES, Typed, choice};
use game::{Game, Side};
use sprague::solve::Component;
use sprague::{Limits, Outcome};
use sprague_games::{Answer, Part, QuestionError, SolveOptions};
use std::io::{self, BufRead, IsTerminal, Read, Write, stdin};
use std::process::ExitCode;
use words::{aim, sentence};

pub(crate) fn run(args: &Play) -> Result<ExitCode, Failure> {
    let options = SolveOptions {
        play: args.convention.play.into(),
        rule: args.rule,
        limits: limits(args.limits),
        max_moves: 1,
        ..SolveOptions::default()
    };
    let limits = options.limits.clone();
    let session = crate::session();
    let failed = |error| Failure::of(&args.sum, QuestionError::Malformed(error));
    let start = session.position(&args.sum).map_err(failed)?;
    start.has_meaning(options.rule, options.play).map_err(failed)?;
    start.check_first(args.limits.longest_play).map_err(|stopped| Failure::of(&args.sum, QuestionError::Stopped(stopped)))?;
    let starts = if args.second { Side::Program } else { Side::Person };
    let game = Game::new(&session, start, options, player(args.side, "--as", &args.sum, &session)?, starts);
    let prompt = if stdin().is_terminal() { "> " } else { "" };
    Talk { game, limits, input: stdin().lock(), out: page(), prompt }.run()?;
    Ok(ExitCode::SUCCESS)
}

/// How many moves are listed unasked.
const LISTED: usize = 40;

/// How many moves of each component are listed at least, where several make a move.
const FEWEST: usize = 3;

/// How often a position comes before a draw may be called.
const REPEATED: usize = 3;

/// The most bytes of a line that are read.
const MAX_BYTES: u64 = 1 << 16;

const HELP: &str = "\
a move: its number in the list, its name such as `take 2`, or the position after it
hint   h   the best move, and whether the position is won
undo   u   take back your last move and the reply
moves  m   every move
draw   d   call it a draw, once a position has come three times
quit   q   end the game
help   ?   this
";

const SEVERAL: &str = "\
a move in several components: their numbers such as `1 4`, their names such as `1: take 2, 3: take 1`, or the position after them";

/// A game with the person on one side of a conversation.
struct Talk<'a, I, O> {
    game: Game<'a>,
    limits: Limits,
    input: I,
    out: O,
    prompt: &'static str,
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Next {
    On,
    End,
}

impl<I: BufRead, O: Write> Talk<'_, I, O> {
    fn run(&mut self) -> io::Result<()> {
        writeln!(self.out, "{} `?` says what can be typed.", aim(&self.game))?;
        loop {
            if let Some(ending) = self.game.ending() {
                writeln!(self.out, "\n{}", self.shown())?;
                return writeln!(self.out, "{}", sentence(&self.game, ending));
            }
            match self.game.turn() {
                Side::Program => self.reply()?,
                Side::Person => {
                    if self.ask()? == Next::End {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// The position, and in Stones what both hold.
    fn shown(&self) -> String {
        let position = self.game.position();
        if !self.game.has_hands() {
            return position.to_string();
        }
        let [you, program] = [Side::Person, Side::Program].map(|side| self.game.held(side));
        format!("{position}  (you hold {you}, the program {program})")
    }

    /// What is known, with a line on the terminal while that takes long.
    fn answer(&self) -> Result<Answer, QuestionError> {
        let _progress = Progress::of(&self.limits);
        self.game.answer()
    }

    /// The program moves.
    fn reply(&mut self) -> io::Result<()> {
        if !self.game.has_begun() {
            writeln!(self.out, "\n{}", self.shown())?;
        }
        let best = match self.answer() {
            Ok(answer) => answer.best,
            Err(unanswered) => {
                writeln!(self.out, "the program does not know the best move ({unanswered}) and makes some move")?;
                None
            }
        };
        let step = best.or_else(|| self.game.some_move()).expect("the game is not over");
        writeln!(self.out, "the program: {}  ->  {}", step.label, step.to)?;
        self.game.make(step);
        Ok(())
    }

    /// Shows the position and the moves, and listens until the person has moved, taken back a move, or ended the game.
    fn ask(&mut self) -> io::Result<Next> {
        writeln!(self.out, "\n{}", self.shown())?;
        self.list(LISTED)?;
        let times = self.game.times_here();
        if times >= REPEATED {
            writeln!(self.out, "this position has come {times} times: `draw` ends the game, a move goes on")?;
        }
        loop {
            write!(self.out, "{}", self.prompt)?;
            self.out.flush()?;
            let Some(line) = self.line()? else {
                if !self.prompt.is_empty() {
                    writeln!(self.out)?; // the prompt is still waiting on its line
                }
                writeln!(self.out, "no more input: the game ends here")?;
                return Ok(Next::End);
            };
            match Typed::read(&line) {
                None => {}
                Some(Typed::Hint) => self.hint()?,
                Some(Typed::Moves) => self.list(MAX_MOVES)?,
                Some(Typed::Help) => {
                    if self.game.moves_in_several() {
                        writeln!(self.out, "{SEVERAL}")?;
                    }
                    self.out.write_all(HELP.as_bytes())?
                }
                Some(Typed::Quit) => {
                    writeln!(self.out, "the game ends here")?;
                    return Ok(Next::End);
                }
                Some(Typed::Draw) if times >= REPEATED => {
                    writeln!(self.out, "a draw by repetition")?;
                    return Ok(Next::End);
                }
                Some(Typed::Draw) => {
                    writeln!(self.out, "expected a move: a draw can be called once a position has come three times")?
                }
                Some(Typed::Undo) if self.game.undo() => return Ok(Next::On),
                Some(Typed::Undo) => writeln!(self.out, "expected a move: you have made none that could be taken back")?,
                Some(Typed::Move(text)) => match choice(&self.game, text) {
                    Err(expected) => writeln!(self.out, "{expected}")?,
                    Ok(step) => {
                        writeln!(self.out, "you: {}  ->  {}", step.label, step.to)?;
                        self.game.make(step);
                        return Ok(Next::On);
                    }
                },
            }
        }
    }

    /// A line of input, `None` at its end; what is no UTF-8 is replaced, what is too long is cut.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = vec![];
        let read = self.input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)?;
        if read as u64 == MAX_BYTES && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The legal moves with their numbers, at most `most` of them, or of each component its share.
    fn list(&mut self, most: usize) -> io::Result<()> {
        let parts = match self.game.parts(MAX_MOVES) {
            Ok(parts) => parts,
            Err(stopped) => return writeln!(self.out, "the moves take too long to list ({stopped}); all of them can be typed"),
        };
        let numbered: Vec<(usize, &Part)> = (1..).zip(&parts).collect();
        let several = self.game.moves_in_several();
        let groups: Vec<&[(usize, &Part)]> =
            if several { numbered.chunk_by(|(_, one), (_, other)| one.index == other.index).collect() } else { vec![&numbered] };
        let share = if several { (most / groups.len().max(1)).max(FEWEST) } else { most };
        let listed: Vec<&(usize, &Part)> =
            groups.iter().flat_map(|group| group.iter().take(share)).take(most.max(FEWEST)).collect();
        let digits = listed.last().map_or(0, |(number, _)| number.to_string().len());
        let width = listed.iter().map(|(_, part)| part.label.chars().count()).max().unwrap_or(0);
        for (number, part) in &listed {
            let to = if several {
                self.game.position().show(part.index, &part.left)
            } else {
                self.game.together(vec![(*part).clone()]).to
            };
            writeln!(self.out, "  {number:>digits$}  {:<width$}  ->  {to}", part.label)?;
        }
        let share = if several { MAX_MOVES / self.game.position().components().len() } else { MAX_MOVES };
        if groups.iter().any(|group| group.len() >= share.max(1) && group.len() > 1) {
            writeln!(self.out, "and more than {} others, which can be typed", MAX_MOVES.saturating_sub(listed.len()))?;
        } else if listed.len() < parts.len() {
            writeln!(self.out, "and {} more: `moves` lists them", parts.len() - listed.len())?;
        } else if !self.game.position().components().iter().all(Component::has_listed_moves) {
            writeln!(
                self.out,
                "the moves of so large a heap are not listed: type one, such as `take 1`, or the position after it"
            )?;
        }
        match whole::how(self.game.rule(), &parts, self.game.position().components().len()) {
            Some(how) => writeln!(self.out, "{how}"),
            None => Ok(()),
        }
    }

    /// Whether the position is won, and the best move.
    fn hint(&mut self) -> io::Result<()> {
        let answer = match self.answer() {
            Ok(answer) => answer,
            Err(unanswered) => return writeln!(self.out, "nobody knows: {unanswered}"),
        };
        let verdict = match answer.outcome {
            Outcome::Win => "won for you; best",
            Outcome::Draw => "a draw with best play; best",
            Outcome::Loss => "lost for you against best play; try",
        };
        let best = answer.best.expect("the game is not over");
        writeln!(self.out, "{verdict}: {}  ->  {}", best.label, best.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::{Play, Player};
    use sprague_games::Session;

    /// What the program says to these lines of input.
    fn said(position: &str, options: SolveOptions, side: Player, starts: Side, typed: &str) -> String {
        let session = Session::new();
        let start = session.position(position).unwrap();
        let limits = options.limits.clone();
        let game = Game::new(&session, start, options, side, starts);
        let mut out = vec![];
        Talk { game, limits, input: typed.as_bytes(), out: &mut out, prompt: "" }.run().unwrap();
        String::from_utf8(out).unwrap()
    }

    fn normal(position: &str, typed: &str) -> String {
        said(position, SolveOptions::default(), Player::Left, Side::Person, typed)
    }

    #[test]
    fn who_plays_well_from_a_won_position_wins() {
        let told = normal("nim@3,4,5", "1: take 2\nhint\nquit\n");
        assert!(told.contains("you: 1: take 2  ->  nim@1,4,5"), "{told}");
        assert!(told.contains("won for you; best: "), "{told}");
        let told = normal("nim@2", "take 2\n");
        assert!(told.ends_with("nim@0\nThe program has no move, and who makes the last move wins: you win.\n"), "{told}");
    }

    #[test]
    fn in_misere_play_the_last_mover_loses() {
        let misere = SolveOptions { play: Play::Misere, ..SolveOptions::default() };
        let told = said("nim@2", misere, Player::Left, Side::Person, "take 2\n");
        assert!(told.ends_with("and who makes the last move loses: the program wins.\n"), "{told}");
    }

    #[test]
    fn the_end_of_input_ends_the_game() {
        assert!(normal("nim@3", "").ends_with("no more input: the game ends here\n"));
        assert!(normal("nim@3", "take 1").ends_with("the program wins.\n"), "the last line needs no line break");
    }

    #[test]
    fn wrong_input_is_one_line_and_asked_again() {
        let before = normal("nim@3", "").lines().count();
        for wrong in ["x\n", "\0\n", "draw\n", "undo\n", "nim@\n", "take 4\n"] {
            assert_eq!(normal("nim@3", wrong).lines().count(), before + 1, "{wrong:?}");
        }
        assert_eq!(normal("nim@3", "\n\n").lines().count(), before);
        assert_eq!(normal("nim@3", &"9".repeat(100_000)).lines().count(), before + 1);
    }

    #[test]
    fn long_lists_are_cut_and_listed_on_request() {
        let told = normal("nim@50", "moves\n");
        assert!(told.contains("and 10 more: `moves` lists them"), "{told}");
        assert!(told.contains("  50  take 50  ->  nim@0"), "{told}");
        assert!(normal("nim@10^12", "").contains("and more than 99960 others"));
    }

    #[test]
    fn huge_heaps_are_played_without_a_list() {
        let told = normal("nim@10^100", "take 1\n");
        assert!(told.contains("are not listed"), "{told}");
        assert!(!normal("stones:1,3@10^100", "").contains("are not listed"));
        assert!(told.ends_with("You have no move, and who makes the last move wins: the program wins.\n"), "{told}");
    }

    #[test]
    fn stones_ends_by_what_both_hold() {
        let told = normal("stones:1-3@3", "take 3\n");
        assert!(told.contains("You hold 3 (odd), the program 0 (even): you win."), "{told}");
        let told = normal("stones:1-3@2", "take 1\n");
        assert!(told.contains("You hold 1 (odd), the program 1 (odd): a draw."), "{told}");
        let told = normal("stones:1-3:wins=even@1", "take 1\n");
        assert!(told.contains("You hold 1 (odd), the program 0 (even): the program wins."), "{told}");
    }

    #[test]
    fn left_and_right_keep_to_their_own_amounts() {
        let told = said("asymmetric:1/2@3", SolveOptions::default(), Player::Right, Side::Person, "take 1\ntake 2\n");
        assert!(told.starts_with("You are right, the program is left"), "{told}");
        assert!(told.contains("expected 1, or `take 2`"), "{told}");
        assert!(told.ends_with("You have no move, and who makes the last move wins: the program wins.\n"), "{told}");
    }

    #[test]
    fn the_program_starts_where_it_is_told_to() {
        let told = said("nim@3", SolveOptions::default(), Player::Left, Side::Program, "");
        assert!(told.contains("the program: take 3  ->  nim@0"), "{told}");
        assert!(told.ends_with("You have no move, and who makes the last move wins: the program wins.\n"), "{told}");
    }

    #[test]
    fn without_an_answer_some_move_is_made() {
        let limits = Limits { positions: 10, ..Limits::default() };
        let options = SolveOptions { limits, play: Play::Misere, ..SolveOptions::default() };
        let told = said("kayles@9,9", options, Player::Left, Side::Program, "hint\n");
        assert!(told.contains("makes some move"), "{told}");
        assert!(told.contains("nobody knows: stopped after 10 positions"), "{told}");
    }

    #[test]
    fn a_finished_position_is_over_at_once() {
        assert!(normal("nim@0", "take 1\n").ends_with("You have no move, and who makes the last move wins: the program wins.\n"));
    }
}
