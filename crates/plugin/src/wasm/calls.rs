//! The exports of the interface, each as a function here: arguments written, results checked.

use super::machine::Machine;
use crate::failure::{Failure, one_line};
use crate::single::MAX_WORDS;
use sprague_core::Player;
use wasmi::TypedFunc;

/// The version of the interface.
const VERSION: i32 = 1;

/// How many bytes are written at `input` at most.
const INPUT: usize = 8 * MAX_WORDS;

/// Words that a guest answered, still in its memory.
pub(super) struct Answer<'a> {
    pub(super) bytes: &'a [u8],
}

/// A module with the functions it exports.
pub(super) struct Calls {
    machine: Machine,
    input: usize,
    parse: Option<TypedFunc<i32, i64>>,
    show: Option<TypedFunc<i32, i64>>,
    options: Option<TypedFunc<(i32, i32), i64>>,
    label: Option<TypedFunc<(i32, i32, i32), i64>>,
    terminal_outcome: Option<TypedFunc<i32, i32>>,
    heap_options: Option<TypedFunc<i64, i64>>,
}

impl Calls {
    /// Starts the module and finds its exports.
    pub(super) fn new(bytes: &[u8]) -> Result<Self, Failure> {
        let mut machine = Machine::start(bytes)?;
        let missing = |export: &str| Failure::new(export, "the module does not export it");
        let version = machine.function::<(), i32>("sprague_version")?.ok_or_else(|| missing("sprague_version"))?;
        let found = machine.call("sprague_version", &version, ())?;
        if found != VERSION {
            return Err(Failure::new("sprague_version", format!("this program speaks interface {VERSION}, not {found}")));
        }
        Ok(Self {
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

    /// A question begins.
    pub(super) fn begin(&mut self) {
        self.machine.begin();
    }

    /// Whether what the rules need is there, and asks where to write.
    pub(super) fn check_exports(&mut self) -> Result<(), Failure> {
        match (&self.options, &self.heap_options) {
            (None, None) => {
                let hint = self.machine.nearly_exports(&["options", "heap_options"]);
                return Err(Failure::new("options", format!("the module exports neither `options` nor `heap_options`{hint}")));
            }
            (Some(_), Some(_)) => {
                return Err(Failure::new(
                    "options",
                    "the module exports `heap_options` too; one of them says what the options are",
                ));
            }
            (None, Some(_)) => {
                let others = [("parse", self.parse.is_some()), ("show", self.show.is_some()), ("label", self.label.is_some())];
                let others = others.into_iter().chain([("terminal_outcome", self.terminal_outcome.is_some())]);
                return match others.filter(|(_, is_there)| *is_there).map(|(export, _)| export).next() {
                    Some(export) => Err(Failure::new(export, "a module with `heap_options` exports no other rules")),
                    None => Ok(()),
                };
            }
            (Some(_), None) => {}
        }
        if self.parse.is_some() != self.show.is_some() {
            let hint = self.machine.nearly_exports(&[if self.parse.is_some() { "show" } else { "parse" }]);
            return Err(Failure::new("parse", format!("`parse` and `show` belong together, and one is missing{hint}")));
        }
        self.find_input()
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
        self.heap_options.is_some()
    }
    pub(super) fn has_terminal_rule(&self) -> bool {
        self.terminal_outcome.is_some()
    }
    pub(super) fn has_notation(&self) -> bool {
        self.parse.is_some()
    }
    pub(super) fn has_labels(&self) -> bool {
        self.label.is_some()
    }

    /// What the module says about itself.
    pub(super) fn about(&mut self) -> Result<String, Failure> {
        let Some(function) = self.machine.function::<(), i64>("about")? else {
            return Err(Failure::new("about", "the module does not export it"));
        };
        let result = self.machine.call("about", &function, ())?;
        self.text("about", result)
    }

    /// Hands over the parameters: `None` if the module takes none, else the byte that is wrong.
    pub(super) fn configure(&mut self, parameters: &str) -> Result<Option<Option<usize>>, Failure> {
        let Some(function) = self.machine.function::<i32, i32>("configure")? else { return Ok(None) };
        self.find_input()?;
        self.write(parameters.as_bytes());
        let wrong = self.machine.call("configure", &function, parameters.len() as i32)?;
        Ok(Some(usize::try_from(i64::from(wrong) - 1).ok().map(|at| at.min(parameters.len()))))
    }

    /// The words that a text stands for, or the byte that is wrong.
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
        let words = self.words("parse", result)?.bytes.chunks_exact(8);
        if words.len() > MAX_WORDS {
            return Err(Failure::new("parse", format!("a position of {} words, more than {MAX_WORDS}", words.len())));
        }
        Ok(Ok(words.map(|word| u64::from_le_bytes(word.try_into().expect("chunks are 8 bytes"))).collect()))
    }

    pub(super) fn show(&mut self, position: &[u64]) -> Result<String, Failure> {
        let function = self.show.expect("the caller asks only what is there");
        self.write_words(position);
        let result = self.machine.call("show", &function, position.len() as i32)?;
        self.text("show", result)
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

    pub(super) fn heap_options(&mut self, n: u64) -> Result<Answer<'_>, Failure> {
        let function = self.heap_options.expect("the caller asks only what is there");
        let result = self.machine.call("heap_options", &function, n as i64)?;
        self.words("heap_options", result)
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

    /// The bytes of `count` things of `size` bytes that a result points to.
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
