//! Programs as guests.
//!
#![doc = include_str!("../PROGRAMS.md")]

mod answer;
mod group;
mod process;

use crate::About;
use crate::guest::bounds;
use crate::guest::failure::Failure;
use crate::guest::picture;
use crate::guest::points::{Gain, SCORE_BOUNDS, TERMINAL_SCORE, outcome, points, score_bounds};
use crate::guest::single::{self, MAX_SUMMANDS, MAX_WORDS, content};
use crate::guest::ways::{check_negative, check_summands};
use crate::guest::{Guest, HeapOptions, Unloaded, Unread};
use crate::image::Image;
use crate::trial::MAX_OPTIONS;
use answer::{Answer, Listing};
use process::Process;
use serde_json::{Value, json};
use sprague_core::any::{AnyPosition, Kind, Picture};
use sprague_core::limits::Waiting;
use sprague_core::{BadNotation, Bounds, Estimate, Outcome, Player, ScoreBounds};
use std::time::Duration;

/// The maximum wall-clock time for an answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The number of steps that each question counts as, because the work inside the program is unknown.
const STEPS: u64 = 20_000;

/// The maximum size of a position, in bytes.
const MAX_BYTES: usize = 4_088;

/// A running program with its description.
pub(crate) struct Program {
    process: Process,
    kind: Kind,
    expected: String,
    /// The optional questions that the program answers.
    answers: Vec<String>,
    asked: u64,
    /// What the moves gain that were listed last.
    gains: Vec<Gain>,
}

impl Program {
    /// Starts a program, given as words separated by blanks, and asks for its description.
    pub(crate) fn load(command: &str, patience: Duration, waiting: Waiting) -> Result<(About, Self), Unloaded> {
        let process = Process::start(command, patience, waiting).map_err(|why| why.about("loading"))?;
        let (expected, answers) = Default::default();
        let mut program = Self { process, kind: Kind::Impartial, expected, answers, asked: 0, gains: vec![] };
        let mut about = About::default();
        let told = program.ask("about", json!({}))?;
        for (key, value) in told.of_itself()? {
            about.set("about", key, value)?;
        }
        about.is_partizan = told.is_partizan()?;
        program.answers = told.answers()?;
        program.kind = about.kind("about", |name| program.answers_to(name))?;
        program.expected = about.expected();
        check_negative(program.answers_to("negative"), about.is_partizan)?;
        bounds::check_kind(|name| program.answers_to(name), program.kind)?;
        check_summands(|name| program.answers_to(name))?;
        Ok((about, program))
    }

    fn answers_to(&self, question: &str) -> bool {
        self.answers.iter().any(|other| other == question)
    }

    /// Asks a question and returns the answer. If that fails, the program is ended.
    fn ask(&mut self, question: &str, about: Value) -> Result<Answer, Failure> {
        self.asked += 1;
        let line = self.process.ask(&json!({ question: about }).to_string());
        let answer = line.map_err(|why| why.about(question)).and_then(|line| Answer::read(question, &line));
        answer.inspect_err(|_| self.process.end())
    }

    fn ask_about(&mut self, question: &str, single: &[u64]) -> Result<Answer, Failure> {
        let text = text_of(single).ok_or_else(|| Failure::new(question, "the position is not text"))?;
        self.ask(question, text.into())
    }

    fn listing(&mut self, single: &[u64], player: Player) -> Result<Listing, Failure> {
        let is_partizan = self.kind.has_sides();
        let listing = self.ask_about("options", single)?.listing(is_partizan.then_some(player), self.kind.is_scored())?;
        if listing.to.len() > MAX_OPTIONS {
            return Err(Failure::new("options", format!("more than {MAX_OPTIONS} options")));
        }
        Ok(listing)
    }
}

/// Packs a text into a position: its length in bytes, then the bytes as words, the last one padded with zeros.
fn position(question: &str, text: &str) -> Result<AnyPosition, Failure> {
    if text.len() > MAX_BYTES {
        return Err(Failure::new(question, format!("a position of {} bytes, more than {MAX_BYTES}", text.len())));
    }
    let bytes = text.as_bytes().chunks(8).map(|bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    });
    let words: Vec<u64> = std::iter::once(text.len() as u64).chain(bytes).collect();
    Ok(single::position(&words))
}

/// Unpacks the text of one summand, or returns `None` if the words are not a packed text.
fn text_of(single: &[u64]) -> Option<String> {
    let (length, words) = content(single).split_first()?;
    let length = usize::try_from(*length).ok()?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (text, rest) = bytes.split_at_checked(length)?;
    let is_whole = words.len() == length.div_ceil(8) && rest.iter().all(|byte| *byte == 0);
    String::from_utf8(text.to_vec()).ok().filter(|_| is_whole)
}

impl Guest for Program {
    fn begin(&mut self) {}

    fn work(&self) -> u64 {
        self.asked * STEPS
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn is_of_heaps(&self) -> bool {
        false
    }

    fn options_export(&self, _: Player) -> &'static str {
        "options"
    }

    fn read(&mut self, text: &str) -> Result<AnyPosition, Unread> {
        let read = position("options", text).map_err(|_| BadNotation::new(0, format!("at most {MAX_BYTES} bytes")))?;
        match self.ask("options", text.into())?.refusal()? {
            Some((at, expected)) => {
                let at = if text.is_char_boundary(at) { at } else { 0 };
                Err(BadNotation::new(at, if expected.is_empty() { self.expected.clone() } else { expected }).into())
            }
            None => Ok(read),
        }
    }

    fn is_content(&self, words: &[u64]) -> bool {
        let single: Vec<u64> = std::iter::once(words.len() as u64).chain(words.iter().copied()).collect();
        words.len() <= MAX_WORDS && text_of(&single).is_some()
    }

    fn show(&mut self, single: &[u64]) -> Result<String, Failure> {
        text_of(single).ok_or_else(|| Failure::new("show", "the position is not text"))
    }

    fn has(&self, image: Image) -> bool {
        self.answers_to(image.export())
    }

    fn export(&self, image: Image) -> &'static str {
        image.export()
    }

    fn image(&mut self, image: Image, single: &[u64]) -> Result<Option<AnyPosition>, Failure> {
        let question = image.export();
        let answer = self.ask_about(question, single)?;
        if image != Image::Summands {
            let found = answer.text()?;
            return found.map(|text| position(question, &text)).transpose();
        }
        let texts = answer.texts()?;
        if texts.len() > MAX_SUMMANDS {
            return Err(Failure::new(question, format!("more than {MAX_SUMMANDS} summands")));
        }
        let summands: Vec<AnyPosition> = texts.iter().map(|text| position(question, text)).collect::<Result<_, _>>()?;
        Ok(Some(single::together(summands.iter().map(AnyPosition::words).collect())))
    }

    fn knows(&self) -> [bool; 2] {
        [self.answers_to(bounds::BOUNDS), self.answers_to(bounds::ESTIMATE)]
    }

    fn bounds(&mut self, single: &[u64]) -> Result<Bounds, Failure> {
        match self.ask_about(bounds::BOUNDS, single)?.claims()? {
            None => Ok(Bounds::UNKNOWN),
            Some(claims) => bounds::bounds(&claims),
        }
    }

    fn estimate(&mut self, single: &[u64]) -> Result<Estimate, Failure> {
        let moves = self.ask_about(bounds::ESTIMATE, single)?.number()?;
        Estimate::of_moves(moves).ok_or_else(|| Failure::new(bounds::ESTIMATE, format!("{moves} is not a number of moves")))
    }

    fn options(&mut self, single: &[u64], player: Player, options: &mut Vec<AnyPosition>) -> Result<(), Failure> {
        let listing = self.listing(single, player)?;
        for text in &listing.to {
            options.push(position("options", text)?);
        }
        self.gains = listing.gains;
        Ok(())
    }

    fn labels(&mut self, single: &[u64], player: Player, count: usize) -> Result<Option<Vec<String>>, Failure> {
        let listing = self.listing(single, player)?;
        if listing.to.len() != count {
            return Err(Failure::new("options", format!("{} options and then {} of one position", count, listing.to.len())));
        }
        Ok(listing.labels)
    }

    fn gains(&mut self) -> Vec<Gain> {
        std::mem::take(&mut self.gains)
    }

    fn terminal_outcome(&mut self, single: &[u64], player: Player) -> Result<Outcome, Failure> {
        outcome(self.ask_about("terminal_outcome", single)?.word()?, self.kind.has_sides(), player)
    }

    fn terminal_score(&mut self, single: &[u64]) -> Result<i64, Failure> {
        points(TERMINAL_SCORE, "an ending", self.ask_about(TERMINAL_SCORE, single)?.whole()?)
    }

    fn has_score_bounds(&self) -> bool {
        self.answers_to(SCORE_BOUNDS)
    }

    fn score_bounds(&mut self, single: &[u64]) -> Result<ScoreBounds, Failure> {
        match self.ask_about(SCORE_BOUNDS, single)?.claims()?.as_deref() {
            None => Ok(ScoreBounds::UNKNOWN),
            Some([Some(low), Some(high)]) => score_bounds(*low, *high),
            Some(_) => Err(Failure::new(SCORE_BOUNDS, "two whole numbers were expected, or `null` to claim nothing")),
        }
    }

    fn draws(&self) -> bool {
        self.answers_to(picture::EXPORT)
    }

    fn picture(&mut self, single: &[u64]) -> Result<Option<Picture>, Failure> {
        let answer = self.ask_about(picture::EXPORT, single)?;
        if answer.is_nothing() {
            return Ok(None);
        }
        let rows = answer.texts()?;
        picture::board(rows.iter().map(|row| row.chars())).map(Some)
    }

    fn heap_options(&mut self, _: u64, _: Player, _: &mut HeapOptions) -> Result<(), Failure> {
        Err(Failure::new("options", "a program has no heaps"))
    }
}
