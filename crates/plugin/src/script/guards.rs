//! Replaces functions of the interpreter whose results can be much larger than their inputs, and removes functions that wait.
//!
//! The memory of a script is checked between operations. Most operations at most double their input. These functions could do
//! more, so each gets a limit.

use super::meter::{MAX_SIZE, Meter};
use rhai::{Array, Blob, Dynamic, Engine, EvalAltResult, FnPtr, INT, ImmutableString, Map, Position};
use std::fmt::{self, Write};
use std::sync::Arc;

/// The maximum number of entries that one operation may create.
pub(super) const MAX_ENTRIES: usize = 1 << 15;

type Checked<T> = Result<T, Box<EvalAltResult>>;

pub(super) fn guard(engine: &mut Engine, meter: &Arc<Meter>) {
    let forbidden =
        |what: &str| -> Checked<()> { Err(EvalAltResult::ErrorFunctionNotFound(what.to_owned(), Position::NONE).into()) };
    engine.register_fn("sleep", move |_: INT| forbidden("sleep"));
    engine.register_fn("sleep", move |_: rhai::FLOAT| forbidden("sleep"));
    engine.register_fn("replace", |text: &mut ImmutableString, found: &str, by: &str| replace(text, found, by));
    engine.register_fn("replace", |text: &mut ImmutableString, found: char, by: &str| {
        replace(text, found.encode_utf8(&mut [0; 4]), by)
    });
    engine.register_fn("pad", |text: &mut ImmutableString, length: INT, with: &str| pad(text, length, with));
    engine.register_fn("pad", |text: &mut ImmutableString, length: INT, with: char| {
        pad(text, length, with.encode_utf8(&mut [0; 4]))
    });
    engine.register_fn("pad", |list: &mut Array, length: INT, item: Dynamic| -> Checked<()> {
        let length = usize::try_from(length).unwrap_or(0).max(list.len());
        is_at_most((length - list.len()).saturating_mul(weight(&item, 0)), MAX_ENTRIES, "Size of array")?;
        list.resize(length, item);
        Ok(())
    });
    engine.register_fn("pad", |blob: &mut Blob, length: INT, byte: INT| -> Checked<()> {
        blob.resize(bytes(length)?.max(blob.len()), byte as u8);
        Ok(())
    });
    engine.register_fn("blob", |length: INT| -> Checked<Blob> { Ok(vec![0; bytes(length)?]) });
    engine.register_fn("blob", |length: INT, byte: INT| -> Checked<Blob> { Ok(vec![byte as u8; bytes(length)?]) });
    for name in ["print", "to_string", "debug", "to_debug"] {
        let of_list = meter.clone();
        engine.register_fn(name, move |list: &mut Array| text(&of_list, |text| write_list(list, text)));
        let of_map = meter.clone();
        engine.register_fn(name, move |map: &mut Map| text(&of_map, |text| write_map(map, text)));
    }
    let meter = meter.clone();
    // JSON is about as long as the text that `write_map` produces
    engine.register_fn("to_json", move |map: &mut Map| match text(&meter, |text| write_map(map, text)).as_str() {
        "" => String::new(),
        _ => rhai::format_map_as_json(map),
    });
}

fn is_at_most(size: usize, most: usize, what: &str) -> Checked<()> {
    if size <= most { Ok(()) } else { Err(EvalAltResult::ErrorDataTooLarge(what.to_owned(), Position::NONE).into()) }
}

/// Checks a length in bytes. A negative length is 0.
fn bytes(length: INT) -> Checked<usize> {
    let length = usize::try_from(length).unwrap_or(0);
    is_at_most(length, MAX_ENTRIES, "Size of BLOB").map(|()| length)
}

/// Replaces parts of a text, unless the result would be too long.
fn replace(text: &mut ImmutableString, found: &str, by: &str) -> Checked<()> {
    is_at_most(text.len() + text.matches(found).count() * by.len(), MAX_SIZE, "Length of string")?;
    *text = text.replace(found, by).into();
    Ok(())
}

fn pad(text: &mut ImmutableString, length: INT, with: &str) -> Checked<()> {
    let more = usize::try_from(length).unwrap_or(0).saturating_sub(text.chars().count());
    is_at_most(more, MAX_SIZE, "Length of string")?;
    let padding: String = with.chars().cycle().take(more).collect();
    is_at_most(text.len() + padding.len(), MAX_SIZE, "Length of string")?;
    *text += padding.as_str();
    Ok(())
}

/// Returns the sum of `from` and the number of entries of a value, including nested entries.
///
/// Counting stops soon after [`MAX_ENTRIES`].
fn weight(value: &Dynamic, from: usize) -> usize {
    let add = |entries: usize, item: &Dynamic| if entries > MAX_ENTRIES { entries } else { weight(item, entries) };
    let from = from + 1;
    if let Some(list) = value.read_lock::<Array>() {
        list.iter().fold(from, add)
    } else if let Some(map) = value.read_lock::<Map>() {
        map.values().fold(from, add)
    } else if let Some(blob) = value.read_lock::<Blob>() {
        from + blob.len()
    } else if let Some(function) = value.read_lock::<FnPtr>() {
        function.iter_curry().filter(|held| !held.is_shared()).fold(from, add)
    } else {
        from
    }
}

/// Returns the text that `write` produces, or ends the call at the next operation if the text becomes too long.
///
/// It does not return an error, because the interpreter would catch the error and write the value itself, even if the text is
/// too long.
fn text(meter: &Meter, write: impl FnOnce(&mut Bounded) -> fmt::Result) -> ImmutableString {
    let mut text = Bounded(String::new());
    match write(&mut text) {
        Ok(()) => text.0.into(),
        Err(fmt::Error) => {
            meter.refuse_text();
            ImmutableString::new()
        }
    }
}

/// A text of bounded length. Writing beyond the bound is an error.
pub(super) struct Bounded(pub(super) String);

impl Write for Bounded {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.0.len() + part.len() > MAX_SIZE {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}

fn write_list(list: &[Dynamic], text: &mut Bounded) -> fmt::Result {
    text.write_str("[")?;
    for (place, item) in list.iter().enumerate() {
        text.write_str(if place == 0 { "" } else { ", " })?;
        write_item(item, text)?;
    }
    text.write_str("]")
}

fn write_map(map: &Map, text: &mut Bounded) -> fmt::Result {
    text.write_str("#{")?;
    for (place, (key, item)) in map.iter().enumerate() {
        write!(text, "{}{key:?}: ", if place == 0 { "" } else { ", " })?;
        write_item(item, text)?;
    }
    text.write_str("}")
}

fn write_item(item: &Dynamic, text: &mut Bounded) -> fmt::Result {
    if let Some(list) = item.read_lock::<Array>() {
        write_list(&list, text)
    } else if let Some(map) = item.read_lock::<Map>() {
        write_map(&map, text)
    } else if let Some(function) = item.read_lock::<FnPtr>() {
        // only the name, because a function may hold the list that it is in
        write!(text, "{}", *function)
    } else if item.is_char() {
        write!(text, "{item}")
    } else {
        write!(text, "{item:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evaluates a script, with the replaced functions or with the original ones.
    fn value(text: &str, is_guarded: bool) -> Result<String, String> {
        let mut engine = Engine::new();
        if is_guarded {
            guard(&mut engine, &Arc::new(Meter::new()));
        }
        engine.eval::<Dynamic>(text).map(|value| format!("{value:?}")).map_err(|error| error.to_string())
    }

    #[test]
    fn they_do_what_those_of_the_interpreter_do() {
        for text in [
            "let s = `ab`; s.pad(5, 'x'); s",
            "let s = `ab`; s.pad(6, `xyz`); s",
            "let s = `ab`; s.pad(2, `xyz`); s.pad(-1, 'x'); s",
            "let s = `äb`; s.pad(4, 'ö'); s",
            "let s = `ab`; s.pad(5, 'x'); s.pad(3, 'y'); s",
            "let a = [1]; a.pad(3, [2, #{ a: 3 }]); a",
            "let a = [1, 2]; a.pad(1, 0); a.pad(-5, 0); a",
            "let b = blob(3); b.pad(5, 511); b",
            "let b = blob(3, 65); b.pad(2, 0); b.pad(-2, 0); b",
            "blob(-1)",
            "let s = `abab`; s.replace(`ab`, `c`); s.replace('c', `dd`); s",
            "[1, -2, `a\"b`, 'c', true, (), [[]], #{ a: [1], `b c`: 2 }, |x| x].to_string()",
            "let m = #{ a: 1, b: #{ c: [`x`] } }; m.to_string() + m.to_debug()",
            "`${[1, [`a`]]} ${#{}} ${[]}`",
            "`a` + [1, 2] + #{ k: 'v' }",
            "#{ a: 1, b: [true, ()], c: `x` }.to_json()",
            "#{}.to_json()",
        ] {
            let guarded = value(text, true);
            assert!(guarded.is_ok(), "{text}: {guarded:?}");
            assert_eq!(guarded, value(text, false), "{text}");
        }
    }

    #[test]
    fn what_is_too_much_is_refused() {
        for text in [
            "let s = ``; s.pad(1 << 40, ' '); s",
            "let s = ``; s.pad(40000, 'ö'); s",
            "let s = ``; s.pad(1 << 62, `xyz`); s",
            "let a = []; a.pad(1 << 40, 0); a",
            "let a = []; a.pad(200, 0); let b = []; b.pad(200, a); b",
            "let m = #{ a: blob(30000) }; let b = []; b.pad(2, m); b",
            "blob(1 << 40)",
            "blob(1 << 62, 1)",
            "let b = blob(1); b.pad(1 << 40, 0); b",
        ] {
            let refused = value(text, true);
            assert!(refused.as_ref().is_err_and(|error| error.contains("too large")), "{text}: {refused:?}");
        }
    }
}
