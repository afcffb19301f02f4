//! Calls the exports of a module. For each export, a function writes the arguments and checks the result.

use super::MAX_WORDS;
use super::machine::Machine;
use crate::guest::bounds::{BOUNDS, ESTIMATE};
use crate::guest::cells;
use crate::guest::failure::{Failure, one_line};
use crate::guest::picture;
use crate::guest::points::{Gain, SCORE_BOUNDS, TERMINAL_SCORE, points};
use crate::guest::ways::check_ways;
use crate::image::Image;
use sprague_core::Player;
use sprague_core::connected::Neighbours;
use std::ops::RangeInclusive;
use wasmi::TypedFunc;

/// The supported versions of the interface.
///
/// In a module of version 1, exports that are new in version 2 are ignored.
const VERSIONS: RangeInclusive<i32> = 1..=2;

/// The maximum number of bytes that are written at `input`.
const INPUT: usize = 8 * MAX_WORDS;

/// Words that a guest returned, in the memory of the guest.
pub(super) struct Answer<'a> {
    pub(super) bytes: &'a [u8],
}

pub(super) struct Calls {
    machine: Machine,
    input: usize,
    parse: Option<TypedFunc<i32, i64>>,
    show: Option<TypedFunc<i32, i64>>,
    options: Option<TypedFunc<(i32, i32), i64>>,
    label: Option<TypedFunc<(i32, i32, i32), i64>>,
    terminal_outcome: Option<TypedFunc<i32, i32>>,
    heap_options: Option<TypedFunc<i64, i64>>,
    /// The options of heaps for each player, if Left and Right have different moves.
    heap_options_of: [Option<TypedFunc<i64, i64>>; 2],
    images: [Option<TypedFunc<i32, i64>>; Image::ALL.len()],
    neighbours: Option<TypedFunc<i32, i64>>,
    picture: Option<TypedFunc<i32, i64>>,
    bounds: Option<TypedFunc<i32, i64>>,
    estimate: Option<TypedFunc<i32, i64>>,
    terminal_score: Option<TypedFunc<i32, i64>>,
    score_bounds: Option<TypedFunc<i32, i64>>,
    gain: Option<TypedFunc<(i32, i32, i32), i64>>,
    again: Option<TypedFunc<(i32, i32, i32), i32>>,
}

/// The names of the functions that list the options of a heap for each player.
pub(super) static HEAP_OPTIONS_OF: [&str; 2] = ["left_options", "right_options"];

impl Calls {
    /// Starts the module and looks up its exports.
    pub(super) fn new(bytes: &[u8]) -> Result<Self, Failure> {
        let mut machine = Machine::start(bytes)?;
        let missing = |export: &str| Failure::new(export, "the module does not export it");
        let version = machine.function::<(), i32>("sprague_version")?.ok_or_else(|| missing("sprague_version"))?;
        let found = machine.call("sprague_version", &version, ())?;
        if !VERSIONS.contains(&found) {
            let (first, last) = VERSIONS.into_inner();
            return Err(Failure::new(
                "sprague_version",
                format!("this program supports interfaces {first} to {last}, not {found}"),
            ));
        }
        let is_second = found >= 2;
        let mut heap_options_of = [None, None];
        let (mut images, mut neighbours, mut picture) = ([None, None, None], None, None);
        let (mut bounds, mut estimate, mut terminal_score, mut score_bounds) = (None, None, None, None);
        let (mut gain, mut again) = (None, None);
        if is_second {
            for (function, export) in heap_options_of.iter_mut().zip(HEAP_OPTIONS_OF) {
                *function = machine.function(export)?;
            }
            for (function, image) in images.iter_mut().zip(Image::ALL) {
                *function = machine.function(image.export())?;
            }
            neighbours = machine.function(cells::EXPORT)?;
            picture = machine.function(picture::EXPORT)?;
            bounds = machine.function(BOUNDS)?;
            estimate = machine.function(ESTIMATE)?;
            terminal_score = machine.function(TERMINAL_SCORE)?;
            if terminal_score.is_some() {
                score_bounds = machine.function(SCORE_BOUNDS)?;
                (gain, again) = (machine.function("gain")?, machine.function("again")?);
            }
        }
        Ok(Self {
            heap_options_of,
            images,
            neighbours,
            picture,
            bounds,
            estimate,
            terminal_score,
            score_bounds,
            gain,
            again,
            parse: machine.function("parse")?,
            show: machine.function("show")?,
            options: machine.function("options")?,
            label: machine.function("label")?,
            terminal_outcome: machine.function("terminal_outcome")?,
            heap_options: machine.function("heap_options")?,
            input: 0,
            machine,
        })
    }

    pub(super) fn begin(&mut self) {
        self.machine.begin();
    }

    /// Returns the work of all calls so far, in steps of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.machine.work()
    }

    /// Checks that the exports do not contradict each other, and asks the module for the address of arguments.
    pub(super) fn check_exports(&mut self) -> Result<(), Failure> {
        check_ways(
            &[&["options"], &["heap_options"], &HEAP_OPTIONS_OF],
            "the module exports neither `options` nor `heap_options`, nor `left_options` and `right_options`",
            |export| self.exports(export),
            |missing| self.machine.nearly_exports(missing),
        )?;
        if self.is_of_heaps() {
            return Ok(());
        }
        if self.parse.is_some() != self.show.is_some() {
            let hint = self.machine.nearly_exports(&[if self.parse.is_some() { "show" } else { "parse" }]);
            return Err(Failure::new("parse", format!("`parse` and `show` belong together, and one is missing{hint}")));
        }
        self.find_input()
    }

    /// Returns `true` if the module has this optional export and its version of the interface includes it.
    pub(super) fn exports(&self, export: &str) -> bool {
        match export {
            "options" => self.options.is_some(),
            "heap_options" => self.heap_options.is_some(),
            "left_options" => self.heap_options_of[0].is_some(),
            "right_options" => self.heap_options_of[1].is_some(),
            "parse" => self.parse.is_some(),
            "show" => self.show.is_some(),
            "label" => self.label.is_some(),
            "terminal_outcome" => self.terminal_outcome.is_some(),
            cells::EXPORT => self.neighbours.is_some(),
            picture::EXPORT => self.picture.is_some(),
            BOUNDS => self.bounds.is_some(),
            ESTIMATE => self.estimate.is_some(),
            TERMINAL_SCORE => self.terminal_score.is_some(),
            SCORE_BOUNDS => self.score_bounds.is_some(),
            _ => Image::ALL.into_iter().any(|image| image.export() == export && self.has(image)),
        }
    }

    fn find_input(&mut self) -> Result<(), Failure> {
        let function =
            self.machine.function::<(), i32>("input")?.ok_or_else(|| Failure::new("input", "the module does not export it"))?;
        let address = self.machine.call("input", &function, ())? as u32 as usize;
        if address.checked_add(INPUT).is_none_or(|end| end > self.machine.memory().len()) {
            return Err(Failure::new("input", format!("{INPUT} bytes at address {address} are not inside the memory")));
        }
        self.input = address;
        Ok(())
    }

    pub(super) fn is_of_heaps(&self) -> bool {
        self.heap_options.is_some() || self.has_own_heap_options()
    }
    /// Returns `true` if Left and Right have different moves on heaps.
    pub(super) fn has_own_heap_options(&self) -> bool {
        self.heap_options_of.iter().any(Option::is_some)
    }
    pub(super) fn has(&self, image: Image) -> bool {
        self.images[image as usize].is_some()
    }
    pub(super) fn draws(&self) -> bool {
        self.picture.is_some()
    }
    pub(super) fn has_notation(&self) -> bool {
        self.parse.is_some()
    }
    pub(super) fn has_labels(&self) -> bool {
        self.label.is_some()
    }

    /// Returns the neighbours of all cells, if the module has cells.
    pub(super) fn neighbours(&mut self) -> Result<Option<Neighbours>, Failure> {
        let Some(function) = self.neighbours else { return Ok(None) };
        let of = |cell| {
            let result = self.machine.call(cells::EXPORT, &function, cell as i32)?;
            if result < 0 { Ok(None) } else { self.position(cells::EXPORT, result).map(Some) }
        };
        cells::asked(of).map(Some)
    }

    /// Returns the description of the module.
    pub(super) fn about(&mut self) -> Result<String, Failure> {
        let Some(function) = self.machine.function::<(), i64>("about")? else {
            return Err(Failure::new("about", "the module does not export it"));
        };
        let result = self.machine.call("about", &function, ())?;
        self.text("about", result)
    }

    /// Passes the parameters to the module.
    ///
    /// Returns `None` if the module takes no parameters. The inner option is the byte offset of the first error, if there is
    /// one.
    pub(super) fn configure(&mut self, parameters: &str) -> Result<Option<Option<usize>>, Failure> {
        let Some(function) = self.machine.function::<i32, i32>("configure")? else { return Ok(None) };
        self.find_input()?;
        self.write(parameters.as_bytes());
        let wrong = self.machine.call("configure", &function, parameters.len() as i32)?;
        Ok(Some(usize::try_from(i64::from(wrong) - 1).ok().map(|at| at.min(parameters.len()))))
    }

    /// Parses a text into words, or returns the byte offset of the first error.
    pub(super) fn parse(&mut self, text: &str) -> Result<Result<Vec<u64>, usize>, Failure> {
        let function = self.parse.expect("the caller asks only what is there");
        if text.len() > INPUT {
            return Ok(Err(INPUT));
        }
        self.write(text.as_bytes());
        let result = self.machine.call("parse", &function, text.len() as i32)?;
        if result < 0 {
            let at = usize::try_from(-(result + 1)).unwrap_or(usize::MAX);
            return Ok(Err((0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)));
        }
        self.position("parse", result).map(Ok)
    }

    /// Reads the words of the position to which a result points.
    fn position(&self, export: &'static str, result: i64) -> Result<Vec<u64>, Failure> {
        let words = self.words(export, result)?.bytes.chunks_exact(8);
        if words.len() > MAX_WORDS {
            return Err(Failure::new(export, format!("a position of {} words, more than {MAX_WORDS}", words.len())));
        }
        Ok(words.map(|word| u64::from_le_bytes(word.try_into().expect("chunks are 8 bytes"))).collect())
    }

    /// Returns the independent parts of a position. Each is preceded by its length.
    pub(super) fn summands(&mut self, position: &[u64]) -> Result<Answer<'_>, Failure> {
        let result = self.call_image(Image::Summands, position)?;
        self.words(Image::Summands.export(), result)
    }

    /// Returns the canonical position, or the negative, which some positions do not have.
    pub(super) fn image(&mut self, image: Image, position: &[u64]) -> Result<Option<Vec<u64>>, Failure> {
        let result = self.call_image(image, position)?;
        if image == Image::Negative && result < 0 {
            return Ok(None);
        }
        self.position(image.export(), result).map(Some)
    }

    fn call_image(&mut self, image: Image, position: &[u64]) -> Result<i64, Failure> {
        let function = self.images[image as usize].expect("the caller asks only what is there");
        self.write_words(position);
        self.machine.call(image.export(), &function, position.len() as i32)
    }

    pub(super) fn show(&mut self, position: &[u64]) -> Result<String, Failure> {
        let function = self.show.expect("the caller asks only what is there");
        self.write_words(position);
        let result = self.machine.call("show", &function, position.len() as i32)?;
        self.text("show", result)
    }

    pub(super) fn picture(&mut self, position: &[u64]) -> Result<Option<String>, Failure> {
        let function = self.picture.expect("the caller asks only what is there");
        self.write_words(position);
        let result = self.machine.call(picture::EXPORT, &function, position.len() as i32)?;
        if result < 0 { Ok(None) } else { self.text(picture::EXPORT, result).map(Some) }
    }

    pub(super) fn bounds(&mut self, position: &[u64]) -> Result<Option<Vec<u64>>, Failure> {
        let function = self.bounds.expect("the caller asks only what is there");
        self.write_words(position);
        let result = self.machine.call(BOUNDS, &function, position.len() as i32)?;
        if result < 0 { Ok(None) } else { self.position(BOUNDS, result).map(Some) }
    }

    /// Returns the number of moves by which Left is ahead, in units of 1/65536.
    pub(super) fn estimate(&mut self, position: &[u64]) -> Result<i64, Failure> {
        let function = self.estimate.expect("the caller asks only what is there");
        self.write_words(position);
        self.machine.call(ESTIMATE, &function, position.len() as i32)
    }

    pub(super) fn options(&mut self, position: &[u64], player: Player) -> Result<Answer<'_>, Failure> {
        let function = self.options.expect("the caller asks only what is there");
        self.write_words(position);
        let result = self.machine.call("options", &function, (position.len() as i32, number(player)))?;
        self.words("options", result)
    }

    pub(super) fn label(&mut self, position: &[u64], player: Player, index: usize) -> Result<String, Failure> {
        let function = self.label.expect("the caller asks only what is there");
        self.write_words(position);
        let result = self.machine.call("label", &function, (position.len() as i32, number(player), index as i32))?;
        self.text("label", result)
    }

    pub(super) fn terminal_outcome(&mut self, position: &[u64]) -> Result<i32, Failure> {
        let function = self.terminal_outcome.expect("the caller asks only what is there");
        self.write_words(position);
        self.machine.call("terminal_outcome", &function, position.len() as i32)
    }

    pub(super) fn terminal_score(&mut self, position: &[u64]) -> Result<i64, Failure> {
        let function = self.terminal_score.expect("the caller asks only what is there");
        self.write_words(position);
        self.machine.call(TERMINAL_SCORE, &function, position.len() as i32)
    }

    pub(super) fn score_bounds(&mut self, position: &[u64]) -> Result<Option<Vec<u64>>, Failure> {
        let function = self.score_bounds.expect("the caller asks only what is there");
        self.write_words(position);
        let result = self.machine.call(SCORE_BOUNDS, &function, position.len() as i32)?;
        if result < 0 { Ok(None) } else { self.position(SCORE_BOUNDS, result).map(Some) }
    }

    /// Returns what the move to an option gains, and whether the player moves again.
    pub(super) fn gain(&mut self, position: &[u64], player: Player, index: usize) -> Result<Gain, Failure> {
        let arguments = (position.len() as i32, number(player), index as i32);
        let (mut gain, mut again) = (0, 0);
        if let Some(function) = self.gain {
            self.write_words(position);
            gain = points("gain", "a gain", self.machine.call("gain", &function, arguments)?)?;
        }
        if let Some(function) = self.again {
            self.write_words(position);
            again = self.machine.call("again", &function, arguments)?;
        }
        match again {
            0 | 1 => Ok((gain, again == 1)),
            other => Err(Failure::new("again", format!("1 or 0 was expected, not {other}"))),
        }
    }

    pub(super) fn heap_options(&mut self, n: u64, player: Player) -> Result<Answer<'_>, Failure> {
        let (export, function) = match self.heap_options {
            Some(function) => ("heap_options", function),
            None => {
                let player = number(player) as usize;
                let function = self.heap_options_of[player].expect("the caller asks only what is there");
                (HEAP_OPTIONS_OF[player], function)
            }
        };
        let result = self.machine.call(export, &function, n as i64)?;
        self.words(export, result)
    }

    fn write_words(&mut self, words: &[u64]) {
        debug_assert!(words.len() <= MAX_WORDS, "longer positions are refused where they come from");
        let input = self.input;
        let room = self.machine.memory_mut()[input..][..INPUT].chunks_exact_mut(8);
        words.iter().zip(room).for_each(|(word, room)| room.copy_from_slice(&word.to_le_bytes()));
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input;
        self.machine.memory_mut()[input..][..bytes.len()].copy_from_slice(bytes);
    }

    /// Returns the bytes of the `count` items of `size` bytes to which a result points. A result is pointer · 2^32 + count.
    fn pointed(&self, export: &'static str, result: i64, size: u64) -> Result<&[u8], Failure> {
        if result < 0 {
            return Err(Failure::new(export, format!("the result {result} is negative")));
        }
        let (pointer, count) = (result as u64 >> 32, result as u64 & 0xffff_ffff);
        let memory = self.machine.memory();
        let end = pointer + count * size;
        match memory.get(pointer as usize..end as usize) {
            Some(bytes) => Ok(bytes),
            None => {
                let all = memory.len();
                Err(Failure::new(
                    export,
                    format!("{count} times {size} bytes at address {pointer} are not inside the memory of {all} bytes"),
                ))
            }
        }
    }

    fn words(&self, export: &'static str, result: i64) -> Result<Answer<'_>, Failure> {
        self.pointed(export, result, 8).map(|bytes| Answer { bytes })
    }

    fn text(&self, export: &'static str, result: i64) -> Result<String, Failure> {
        let bytes = self.pointed(export, result, 1)?;
        if bytes.len() > INPUT {
            return Err(Failure::new(export, format!("a text of {} bytes, more than {INPUT}", bytes.len())));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => Err(Failure::new(
                export,
                format!("the text \"{}\" is not UTF-8: {error}", one_line(&String::from_utf8_lossy(bytes))),
            )),
        }
    }
}

fn number(player: Player) -> i32 {
    i32::from(player == Player::Right)
}
