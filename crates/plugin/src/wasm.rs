//! WebAssembly modules as guests, run by an interpreter that counts fuel. `INTERFACE.md` describes their exports.

mod calls;
mod locals;
mod machine;
mod picture;
pub(crate) mod text;

use crate::about::About;
use crate::guest::bounds::{self, BOUNDS, ESTIMATE};
use crate::guest::cells;
use crate::guest::failure::Failure;
use crate::guest::heaps;
use crate::guest::points::{Gain, SCORE_BOUNDS, TERMINAL_SCORE, points, score_bounds};
use crate::guest::single::{self, MAX_SUMMANDS, content};
use crate::guest::ways::{check_data, check_negative};
use crate::guest::{Guest, HeapOptions, Unloaded, Unread};
use crate::image::Image;
use crate::trial::MAX_OPTIONS;
use calls::{Answer, Calls, HEAP_OPTIONS_OF};
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;
use sprague_core::any::{Kind, Picture};
use sprague_core::connected::Neighbours;
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Bounds, Estimate, Outcome, Player, ScoreBounds};

/// A loaded module that implements the interface.
pub(crate) struct Module {
    calls: Calls,
    kind: Kind,
    expected: String,
    /// The neighbours of cells, if positions are sets of cells.
    neighbours: Option<Neighbours>,
    /// What the moves gain that were listed last.
    gains: Vec<Gain>,
}

/// The maximum number of words of a position, for which the interface reserves room.
const MAX_WORDS: usize = 512;

/// The maximum size of the parameters, in bytes.
const MAX_PARAMETERS: usize = 4096;

impl Module {
    /// Loads a module and asks for its description.
    pub(crate) fn load(bytes: &[u8], parameters: Option<&str>) -> Result<(About, Self), Unloaded> {
        let mut calls = Calls::new(bytes)?;
        let mut about = About::default();
        for line in calls.about()?.trim_end_matches('\0').lines().filter(|line| !line.trim().is_empty()) {
            let Some((key, value)) = line.split_once(':') else {
                let how = format!("a line is `key: value`, not `{}`", crate::guest::failure::one_line(line));
                return Err(Failure::new("about", how).into());
            };
            about.set("about", key.trim(), value)?;
        }
        configure(&mut calls, &about, parameters)?;
        match about.data_key() {
            Some(data) => check_data(data, |export| calls.exports(export))?,
            None => calls.check_exports()?,
        }
        about.is_partizan |= calls.has_own_heap_options();
        let kind = about.kind("about", |name| calls.exports(name))?;
        check_negative(calls.has(Image::Negative), about.is_partizan)?;
        bounds::check_kind(|export| calls.exports(export), kind)?;
        if !calls.has_notation() && !calls.is_of_heaps() {
            about.notation = "a whole number from 0".to_owned();
        }
        let expected = about.expected();
        let neighbours = calls.neighbours()?;
        Ok((about, Self { calls, kind, expected, neighbours, gains: vec![] }))
    }
}

fn configure(calls: &mut Calls, about: &About, parameters: Option<&str>) -> Result<(), Unloaded> {
    let text = parameters.unwrap_or_default();
    if text.len() > MAX_PARAMETERS {
        return Err(Unloaded::Parameters(BadNotation::new(MAX_PARAMETERS, "at most 4096 bytes of parameters")));
    }
    match calls.configure(text)? {
        None if parameters.is_some() => Err(Unloaded::Parameters(BadNotation::new(0, "no parameters: this plugin takes none"))),
        None | Some(None) => Ok(()),
        Some(Some(at)) => {
            let expected = if about.parameters.is_empty() { "other parameters" } else { &about.parameters };
            Err(Unloaded::Parameters(BadNotation::new(at, expected.to_owned())))
        }
    }
}

/// Removes one word from the front.
fn word(answer: &mut Answer<'_>) -> Option<u64> {
    let (word, rest) = answer.bytes.split_first_chunk::<8>()?;
    answer.bytes = rest;
    Some(u64::from_le_bytes(*word))
}

/// Returns the failure of a list that ends before its announced length.
fn cut_short(export: &'static str) -> Failure {
    Failure::new(export, "the words end in the middle of a position")
}

/// Returns the first option and the bytes after it, if the option is one summand of one word, as most options are.
#[inline]
fn one_word(bytes: &[u8]) -> Option<(AnyPosition, &[u8])> {
    const ONE: [u8; 8] = 1_u64.to_le_bytes();
    let (option, rest) = bytes.split_first_chunk::<24>()?;
    let is_one_word = option[..8] == ONE && option[8..16] == ONE;
    let word = u64::from_le_bytes(option[16..].try_into().expect("8 bytes are left"));
    is_one_word.then(|| (AnyPosition::of_two([1, word]), rest))
}

/// Reads one option, which is the number of its summands followed by the summands. Returns the number.
fn option(answer: &mut Answer<'_>, found: &mut SmallVec<[u64; 2]>) -> Result<usize, Failure> {
    let summands = word(answer).ok_or_else(|| cut_short("options"))?;
    if summands > MAX_SUMMANDS as u64 {
        return Err(too_many("options", "summands", summands, MAX_SUMMANDS));
    }
    (0..summands).try_for_each(|_| summand("options", answer, found))?;
    Ok(summands as usize)
}

/// Reads one summand, which is the number of its words followed by the words.
fn summand(export: &'static str, answer: &mut Answer<'_>, found: &mut SmallVec<[u64; 2]>) -> Result<(), Failure> {
    let count = word(answer).ok_or_else(|| cut_short(export))?;
    if count > MAX_WORDS as u64 {
        return Err(too_many(export, "words", count, MAX_WORDS));
    }
    found.push(count);
    for _ in 0..count {
        found.push(word(answer).ok_or_else(|| cut_short(export))?);
    }
    Ok(())
}

fn too_many(export: &'static str, what: &str, count: u64, most: usize) -> Failure {
    Failure::new(export, format!("a position of {count} {what}, more than {most}"))
}

/// Builds a position from its words and sorts its summands.
fn position(words: SmallVec<[u64; 2]>, summands: usize) -> AnyPosition {
    match summands {
        0 | 1 => AnyPosition::from_words(words),
        _ => single::together(single::singles(&words).collect()),
    }
}

impl Guest for Module {
    fn begin(&mut self) {
        self.calls.begin();
    }

    fn work(&self) -> u64 {
        self.calls.work()
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn is_content(&self, words: &[u64]) -> bool {
        words.len() <= MAX_WORDS
    }

    fn is_of_heaps(&self) -> bool {
        self.calls.is_of_heaps()
    }

    fn options_export(&self, player: Player) -> &'static str {
        match (self.calls.has_own_heap_options(), player) {
            (true, Player::Left) => HEAP_OPTIONS_OF[0],
            (true, Player::Right) => HEAP_OPTIONS_OF[1],
            _ if self.is_of_heaps() => "heap_options",
            _ => "options",
        }
    }

    fn read(&mut self, text: &str) -> Result<AnyPosition, Unread> {
        if !self.calls.has_notation() {
            let number =
                Reader::new(text).whole(Reader::small).map_err(|error| BadNotation::new(error.at, self.expected.clone()))?;
            return Ok(single::position(&[number]));
        }
        match self.calls.parse(text)? {
            Ok(words) => Ok(single::position(&words)),
            Err(at) => Err(BadNotation::new(at, self.expected.clone()).into()),
        }
    }

    fn number(&self, single: &[u64]) -> Option<u64> {
        match content(single) {
            [number] if !self.calls.has_notation() => Some(*number),
            _ => None,
        }
    }

    fn show(&mut self, single: &[u64]) -> Result<String, Failure> {
        match (self.calls.has_notation(), content(single)) {
            (true, words) => self.calls.show(words),
            (false, [number]) => Ok(number.to_string()),
            (false, _) => Err(Failure::new("show", "it is missing, and a position is not one word")),
        }
    }

    fn knows(&self) -> [bool; 2] {
        [BOUNDS, ESTIMATE].map(|export| self.calls.exports(export))
    }

    fn bounds(&mut self, single: &[u64]) -> Result<Bounds, Failure> {
        let Some(words) = self.calls.bounds(content(single))? else { return Ok(Bounds::UNKNOWN) };
        // the smallest and the largest number mean "no bound"
        let claims = words.iter().map(|&word| Some(word as i64).filter(|number| *number != i64::MIN && *number != i64::MAX));
        bounds::bounds(&claims.collect::<Vec<_>>())
    }

    fn estimate(&mut self, single: &[u64]) -> Result<Estimate, Failure> {
        let ahead = self.calls.estimate(content(single))?;
        Ok(Estimate { ahead: ahead.clamp(-Bounds::FAR, Bounds::FAR), effort: 0 })
    }

    fn options(&mut self, single: &[u64], player: Player, options: &mut Vec<AnyPosition>) -> Result<(), Failure> {
        if self.is_of_heaps() {
            return heaps::options(self, single, player, options);
        }
        let from = options.len();
        let mut answer = self.calls.options(content(single), player)?;
        while !answer.bytes.is_empty() {
            if options.len() == MAX_OPTIONS {
                return Err(Failure::new("options", format!("more than {MAX_OPTIONS} options")));
            }
            if let Some((single, rest)) = one_word(answer.bytes) {
                options.push(single);
                answer.bytes = rest;
                continue;
            }
            let mut words = SmallVec::new();
            let summands = option(&mut answer, &mut words)?;
            options.push(position(words, summands));
        }
        if self.kind.is_scored() {
            let gain = |index| self.calls.gain(content(single), player, index);
            self.gains = (0..options.len() - from).map(gain).collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    fn labels(&mut self, single: &[u64], player: Player, count: usize) -> Result<Option<Vec<String>>, Failure> {
        if !self.calls.has_labels() {
            return Ok(None);
        }
        (0..count).map(|index| self.calls.label(content(single), player, index)).collect::<Result<_, _>>().map(Some)
    }

    fn terminal_outcome(&mut self, single: &[u64], player: Player) -> Result<Outcome, Failure> {
        match self.calls.terminal_outcome(content(single))? {
            1 => Ok(Outcome::Win),
            0 => Ok(Outcome::Draw),
            -1 => Ok(Outcome::Loss),
            2 if self.kind == Kind::Sides => Ok(player.signed(Outcome::Win)),
            -2 if self.kind == Kind::Sides => Ok(player.signed(Outcome::Loss)),
            other => Err(Failure::new("terminal_outcome", format!("1, 0 or -1 was expected, not {other}"))),
        }
    }

    fn gains(&mut self) -> Vec<Gain> {
        std::mem::take(&mut self.gains)
    }

    fn terminal_score(&mut self, single: &[u64]) -> Result<i64, Failure> {
        points(TERMINAL_SCORE, "an ending", self.calls.terminal_score(content(single))?)
    }

    fn has_score_bounds(&self) -> bool {
        self.calls.exports(SCORE_BOUNDS)
    }

    fn score_bounds(&mut self, single: &[u64]) -> Result<ScoreBounds, Failure> {
        match self.calls.score_bounds(content(single))?.as_deref() {
            None => Ok(ScoreBounds::UNKNOWN),
            Some(&[low, high]) => score_bounds(low as i64, high as i64),
            Some(_) => Err(Failure::new(SCORE_BOUNDS, "two words were expected")),
        }
    }

    fn has(&self, image: Image) -> bool {
        self.calls.has(image) || self.export(image) == cells::EXPORT
    }

    fn export(&self, image: Image) -> &'static str {
        if image == Image::Summands && self.neighbours.is_some() { cells::EXPORT } else { image.export() }
    }

    fn image(&mut self, image: Image, single: &[u64]) -> Result<Option<AnyPosition>, Failure> {
        if image != Image::Summands {
            let found = self.calls.image(image, content(single))?;
            return Ok(found.map(|words| single::position(&words)));
        }
        if let Some(neighbours) = &self.neighbours {
            return cells::summands(neighbours, content(single), single::position).map(Some);
        }
        let mut answer = self.calls.summands(content(single))?;
        let (mut words, mut count) = (SmallVec::new(), 0);
        while !answer.bytes.is_empty() {
            if count == MAX_SUMMANDS {
                return Err(Failure::new("summands", format!("more than {MAX_SUMMANDS} summands")));
            }
            summand("summands", &mut answer, &mut words)?;
            count += 1;
        }
        Ok(Some(position(words, count)))
    }

    fn draws(&self) -> bool {
        self.calls.draws()
    }

    fn picture(&mut self, single: &[u64]) -> Result<Option<Picture>, Failure> {
        match self.calls.picture(content(single))? {
            Some(text) => picture::picture(&text),
            None => Ok(None),
        }
    }

    fn heap_options(&mut self, n: u64, player: Player, options: &mut HeapOptions) -> Result<(), Failure> {
        let export = self.options_export(player);
        let mut answer = self.calls.heap_options(n, player)?;
        while !answer.bytes.is_empty() {
            let count = word(&mut answer).ok_or_else(|| cut_short(export))?;
            if count > MAX_SUMMANDS as u64 || options.len() == MAX_OPTIONS {
                return Err(Failure::new(export, format!("more than {MAX_SUMMANDS} heaps or {MAX_OPTIONS} options")));
            }
            let heaps: Option<SmallVec<[u64; 2]>> = (0..count).map(|_| word(&mut answer)).collect();
            options.push(heaps.ok_or_else(|| cut_short(export))?);
        }
        Ok(())
    }
}
