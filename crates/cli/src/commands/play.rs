//! `sprague play`: lets a person play against the program, in the terminal or through a pipe.

mod choice;
mod game;
mod input;
mod list;
mod pictures;
mod whole;
mod words;

use super::{door, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::verbatim;
use crate::progress::Progress;
use crate::terminal::{columns, is_terminal, page};
use choice::{MAX_MOVES, Typed, choice};
use clap::Args as Flags;
use game::{Ending, Game, Side};
use input::{Edited, Input, Plain};
use sprague::{CompoundRule, Limits, Outcome, Play, Player};
use sprague_questions::{Answer, Level, LimitsAsked, NoAnswer, Solve, Step};
use std::fmt;
use std::io::{self, IsTerminal, Write, stdin};
use words::{aim, rules, sentence};

#[derive(Flags)]
pub(crate) struct Args {
    /// Position to start from
    #[arg(value_name = "SUM")]
    sum: String,
    /// Who wins: the player who makes the last move (normal) or the other one (misere)
    #[arg(long, value_parser = sprague_questions::flags::play(), default_value_t)]
    play: Play,
    /// Compound rule (see `solve --rule`)
    #[arg(long, default_value_t)]
    rule: CompoundRule,
    /// How well the program plays: easy (at random), middle (it sees three moves ahead), or perfect
    #[arg(long, value_parser = sprague_questions::flags::words::<Level>(["easy", "middle", "perfect"]), default_value_t)]
    level: Level,
    /// Leave out the rules at the start, and which moves let a win go
    #[arg(long)]
    quiet: bool,
    /// Let the program make the first move
    #[arg(long)]
    second: bool,
    /// Your player in a partizan game [default: left]
    #[arg(long = "as", value_parser = sprague_questions::flags::words::<Player>(["left", "right"]))]
    side: Option<Player>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let question = Solve { play: args.play, rule: args.rule, max_moves: Some(1), ..Solve::of(&args.sum) };
    // each answer during the game is a separate question with these limits
    let limits = args.limits.over(door());
    let session = session();
    let failed = |error: NoAnswer| Failure::of(&args.sum, error, false);
    let start = session.sum("position", &args.sum, &limits).map_err(failed)?;
    start.has_meaning(args.rule, args.play).map_err(|error| failed(NoAnswer::from(error).about("position", &args.sum)))?;
    if args.side.is_some() && !start.is_partizan() {
        let why = format!("{start}: --as is for partizan games, but here both players have the same moves: leave it out");
        return Err(Failure::Unfit(why));
    }
    let starts = if args.second { Side::Program } else { Side::Person };
    let game = Game::new(&session, start, question, limits.clone(), args.side.unwrap_or(Player::Left), starts);
    let (level, is_quiet) = (args.level, args.quiet);
    let is_attended = stdin().is_terminal();
    if is_attended && is_terminal() {
        Talk {
            game,
            limits,
            input: Edited::new()?,
            out: page(),
            is_coloured: console::colors_enabled(),
            level,
            is_quiet,
            lost_by: None,
        }
        .run()?;
    } else {
        let input = Plain { read: stdin().lock(), is_attended };
        Talk { game, limits, input, out: page(), is_coloured: false, level, is_quiet, lost_by: None }.run()?;
    }
    Ok(Exit::Answered)
}

/// The maximum number of moves that are listed without a request.
const LISTED: usize = 40;

/// The number of times that a position must occur before a player may call a draw.
const REPEATED: usize = 3;

const HELP: &str = "\
a move: its number in the list, its name such as `take 2`, or the position after it
hint   h   the best move, and whether the position is won
undo   u   take back your last move and the reply, also after the end
moves  m   every move
board  b   the position again
why    w   who wins, and why
draw   d   call it a draw, once a position has come three times
new    n   play again from the start; so does `again`
quit   q   end the game; so does `exit`
help   ?   this
";

const SEVERAL: &str = "\
a move in several components: their numbers such as `1 4`, their names such as `1: take 2, 3: take 1`, or the position after them";

/// A game as a dialogue in text.
struct Talk<'a, I, O> {
    game: Game<'a>,
    limits: Limits,
    input: I,
    out: O,
    is_coloured: bool,
    level: Level,
    is_quiet: bool,
    /// The person's first move that gave a win away, and a better one.
    lost_by: Option<String>,
}

#[derive(PartialEq, Eq)]
enum Next {
    On,
    End,
}

/// The escape sequences for the start and the end of bold text on a terminal.
const BRIGHT: [&[u8]; 2] = [b"\x1b[1m", b"\x1b[0m"];

impl<I: Input, O: Write> Talk<'_, I, O> {
    fn run(&mut self) -> io::Result<()> {
        if !self.is_quiet {
            rules(&self.game).iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        }
        writeln!(self.out, "{} `?` says what can be typed.", aim(&self.game))?;
        loop {
            let ending = self.game.ending();
            // rules that have failed list no moves, which does not mean that somebody has lost
            self.game.works().map_err(io::Error::other)?;
            let next = match (ending, self.game.turn()) {
                (Some(ending), _) => self.end(ending)?,
                (None, Side::Program) => self.reply()?,
                (None, Side::Person) => self.ask()?,
            };
            if next == Next::End {
                return Ok(());
            }
        }
    }

    /// Prints a line, in bold if the terminal has colours.
    fn bright(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        let [begin, end] = if self.is_coloured { BRIGHT } else { [&[][..]; 2] };
        verbatim(begin)?;
        writeln!(self.out, "{line}")?;
        verbatim(end)
    }

    fn show(&mut self) -> io::Result<()> {
        writeln!(self.out)?;
        self.bright(format_args!("{}", self.shown()))?;
        self.show_pictures()
    }

    fn show_pictures(&mut self) -> io::Result<()> {
        let pictures = pictures::pictures(self.game.position(), columns());
        pictures.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// Returns the position as text. In Stones, the text includes the stones that both players hold.
    fn shown(&self) -> String {
        let position = self.game.position();
        if position.is_scored() {
            let [you, program] = [Side::Person, Side::Program].map(|side| self.game.points(side));
            return format!("{position}  (you have {you}, the program {program})");
        }
        if !self.game.has_hands() {
            return position.to_string();
        }
        let [you, program] = [Side::Person, Side::Program].map(|side| self.game.held(side));
        format!("{position}  (you hold {you}, the program {program})")
    }

    /// Returns the answer for the current position. The progress of the search is shown.
    fn answer(&self) -> Result<Answer, NoAnswer> {
        let _progress = Progress::of(&self.limits);
        self.game.answer()
    }

    fn reply(&mut self) -> io::Result<Next> {
        if !self.game.has_begun() {
            self.show()?;
        }
        let best = match self.level {
            Level::Perfect => self.answer().map(|answer| answer.best),
            level => self.game.reply(level).map(|name| self.step_named(&name?)),
        };
        if let Err(unanswered) = &best {
            writeln!(self.out, "the program could not find the best move ({unanswered}), and makes any move")?;
        }
        let step = best.ok().flatten().or_else(|| self.game.some_move()).expect("the game is not over");
        // only the label, because the position after the move is shown next
        writeln!(self.out, "the program: {}", step.label)?;
        self.game.make(step)?;
        Ok(Next::On)
    }

    fn step_named(&self, name: &str) -> Option<Step> {
        // here a pass is a move, so the move is looked up without the pass that may follow
        let named = self.game.parts(MAX_MOVES).ok()?.into_iter().find(|part| part.label == name);
        named.map(|part| self.game.together(vec![part])).or_else(|| choice(&self.game, name).ok())
    }

    /// Shows the position and the moves, and reads input.
    ///
    /// Returns when the person has moved, taken back a move, started a new game, or ended this one.
    fn ask(&mut self) -> io::Result<Next> {
        self.show()?;
        self.list(LISTED)?;
        self.game.works().map_err(io::Error::other)?;
        let times = self.game.times_here();
        if times >= REPEATED {
            writeln!(self.out, "this position has occurred {times} times: type `draw` to end the game, or a move to continue")?;
        }
        loop {
            let Some(line) = self.input.line(&mut self.out)? else {
                writeln!(self.out, "no more input: the game ends here")?;
                return self.leave();
            };
            match Typed::read(&line) {
                None => {}
                Some(Typed::Hint) => self.hint()?,
                Some(Typed::Moves) => self.list(MAX_MOVES)?,
                Some(Typed::Board) => self.show()?,
                Some(Typed::Why) => self.why()?,
                Some(Typed::Help) => self.help()?,
                Some(Typed::Quit) => {
                    writeln!(self.out, "the game ends here")?;
                    return self.leave();
                }
                Some(Typed::New) => {
                    self.game.start_again();
                    self.lost_by = None;
                    return Ok(Next::On);
                }
                Some(Typed::Draw) if times >= REPEATED => {
                    self.bright(format_args!("a draw by repetition"))?;
                    return self.after_the_end();
                }
                Some(Typed::Draw) => {
                    writeln!(self.out, "expected a move: a draw can be claimed once a position has occurred three times")?
                }
                Some(Typed::Undo) if self.game.undo() => return Ok(Next::On),
                Some(Typed::Undo) => writeln!(self.out, "expected a move: you have made no move that could be undone")?,
                Some(Typed::Move(text)) => match choice(&self.game, text) {
                    Err(expected) => writeln!(self.out, "{expected}")?,
                    Ok(step) => {
                        self.input.take_back();
                        writeln!(self.out, "you: {}  ->  {}", step.label, step.to)?;
                        self.made(step)?;
                        return Ok(Next::On);
                    }
                },
            }
        }
    }

    /// Makes the person's move. Shows the position after it, and a warning if the move gives a win away.
    fn made(&mut self, step: Step) -> io::Result<()> {
        if self.is_quiet {
            return self.game.make(step);
        }
        let label = step.label.clone();
        let before = self.game.glance();
        self.game.make(step)?;
        self.show_pictures()?;
        let (Some(before), Some(after)) = (before, self.game.glance()) else { return Ok(()) };
        if let (Some(score), Some(left), Some(step)) = (before.score, after.score, self.game.last()) {
            let kept = step.gain.unwrap_or_default() + if step.again == Some(true) { left } else { -left };
            let Some(best) = before.best.filter(|_| kept < score) else { return Ok(()) };
            let points = if score - kept == 1 { "1 point".to_owned() } else { format!("{} points", score - kept) };
            return writeln!(self.out, "That costs {points}: {} would have kept them.", best.label);
        }
        let Some(best) = before.best.filter(|_| -after.outcome < before.outcome) else { return Ok(()) };
        let gone = if before.outcome == Outcome::Win { "would have won" } else { "would have held the draw" };
        writeln!(self.out, "That lets it go: {} {gone}.", best.label)?;
        self.lost_by.get_or_insert_with(|| format!("{label}, where {} {gone}", best.label));
        Ok(())
    }

    /// Ends the game, and prints a command that continues it.
    fn leave(&mut self) -> io::Result<Next> {
        if !self.is_quiet {
            writeln!(self.out, "to go on: sprague play '{}'", self.game.position())?;
        }
        Ok(Next::End)
    }

    fn why(&mut self) -> io::Result<()> {
        match self.answer() {
            Ok(Answer { score: Some(score), why, .. }) => {
                writeln!(self.out, "from here on {score:+} for you: {}", why.join("; "))
            }
            Ok(answer) => {
                let verdict = match answer.outcome {
                    Outcome::Win => "won for you",
                    Outcome::Draw => "a draw with best play",
                    Outcome::Loss => "lost for you against best play",
                };
                writeln!(self.out, "{verdict}: {}", answer.why.join("; "))
            }
            Err(unanswered) => writeln!(self.out, "nobody knows: {unanswered}"),
        }
    }

    /// Prints the winner.
    fn end(&mut self, ending: Ending) -> io::Result<Next> {
        // the position after the person's move has just been printed
        match self.game.has_begun() && self.game.turn() == Side::Program {
            true if self.is_quiet => self.show_pictures()?,
            true => {}
            false => self.show()?,
        }
        self.bright(format_args!("{}", sentence(&self.game, ending)))?;
        if let Some(lost_by) = self.lost_by.take().filter(|_| ending.winner != Some(Side::Person)) {
            writeln!(self.out, "It was let go by {lost_by}.")?;
        }
        self.after_the_end()
    }

    /// Reads commands after the end of a game: to play again, to take back a move, or to quit.
    ///
    /// A pipe may contain more lines than the game had moves. Those are ignored.
    fn after_the_end(&mut self) -> io::Result<Next> {
        let expected = "`undo` takes back your last move, `new` plays again, `quit` leaves";
        let is_attended = self.input.is_attended();
        if is_attended {
            writeln!(self.out, "{expected}")?;
        }
        while let Some(line) = self.input.line(&mut self.out)? {
            match Typed::read(&line) {
                Some(Typed::Quit) => break,
                Some(Typed::Undo) if self.game.undo() => return Ok(Next::On),
                Some(Typed::New) => {
                    self.game.start_again();
                    return Ok(Next::On);
                }
                Some(Typed::Help) => self.help()?,
                Some(_) if is_attended => writeln!(self.out, "the game is over: {expected}")?,
                _ => {}
            }
        }
        Ok(Next::End)
    }

    fn help(&mut self) -> io::Result<()> {
        if self.game.moves_in_several() {
            writeln!(self.out, "{SEVERAL}")?;
        }
        self.out.write_all(HELP.as_bytes())
    }

    /// Prints the winner of the position, and the best move.
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
        if let Some(score) = answer.score {
            return writeln!(self.out, "from here on {score:+} for you; best: {}  ->  {}", best.label, best.to);
        }
        writeln!(self.out, "{verdict}: {}  ->  {}", best.label, best.to)
    }
}

#[cfg(test)]
mod tests;
