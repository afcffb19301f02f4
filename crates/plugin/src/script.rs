//! Scripts as guests.
//!
#![doc = include_str!("../SCRIPTS.md")]

mod captures;
mod engine;
mod functions;
mod meter;
mod names;
mod plain;
mod stack;
mod value;

use crate::about::About;
use crate::failure::{Failure, WatchedLaw};
use crate::guest::{Guest, HeapOptions, Unread};
use crate::heaps::{self, MAX_OPTIONS};
use crate::plugin::Unloaded;
use crate::single::{self, MAX_SUMMANDS, content};
use engine::{Machine, Thrown};
use functions::check_functions;
use plain::PlainKind;
use rhai::{Array, Dynamic, INT, Map};
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;
use sprague_core::any::Kind;
use sprague_core::{BadNotation, Outcome, Player};
use std::collections::HashSet;

/// A script with the functions it has.
pub(crate) struct Script {
    machine: Machine,
    kind: Kind,
    expected: String,
    /// What positions are where there is no `parse`.
    plain: PlainKind,
    /// How many positions fell apart into summands.
    split: u64,
}

/// How many positions that fall apart are tried one after the other, and then one in so many.
const SPLITS_TRIED: u64 = 64;

impl Script {
    /// Compiles a script, runs what stands outside of its functions, and hands over the parameters.
    pub(crate) fn load(name: &str, text: &str, parameters: Option<&str>) -> Result<(About, Self), Unloaded> {
        let (mut machine, variables) = Machine::new(name, text)?;
        let data: Vec<String> = variables.iter().map(|(name, _)| name.clone()).collect();
        let mut about = About::default();
        let mut plain = PlainKind::Number { is_signed: false };
        for (name, value) in variables {
            if name == "example" {
                plain = PlainKind::of(&value);
                about.set("loading", &name, &value::pointed(&value))?;
            } else if About::KEYS.contains(&name.as_str()) {
                about.set("loading", &name, &value::text(&value))?;
            }
        }
        if !about.is_data() {
            let other_names = [machine.others(), &data].concat();
            check_functions(|name| machine.has(name), &other_names)?;
        }
        about.is_partizan |= machine.has("left_moves");
        let kind = about.kind("loading", machine.has("terminal_outcome"))?;
        configure(&mut machine, &about, parameters)?;
        let has_plain_notation = !machine.has("parse") && !machine.has("heap_options");
        if has_plain_notation {
            about.notation = plain.expected();
        }
        let expected = about.expected();
        Ok((about, Self { machine, kind, expected, plain, split: 0 }))
    }

    /// A position as the script makes it, taken apart into summands. Whether these have its moves is tried at the first ones and then
    /// now and then.
    fn position(&mut self, value: Dynamic) -> Result<AnyPosition, Failure> {
        if !self.machine.has("summands") {
            return self.taken_apart(value);
        }
        let position = self.taken_apart(value.clone())?;
        if !single::is_single(position.words()) {
            self.split += 1;
            if self.split <= SPLITS_TRIED || self.split.is_multiple_of(SPLITS_TRIED) {
                self.check_summands(value, &position)?;
            }
        }
        Ok(position)
    }

    /// The law of summands: a sum of them has exactly the moves of the position, up to what `canonical` says.
    fn check_summands(&mut self, value: Dynamic, position: &AnyPosition) -> Result<(), Failure> {
        let players: &[Player] = if self.kind == Kind::Partizan { &Player::BOTH } else { &[Player::Left] };
        for &player in players {
            let export = self.options_export(player);
            let whole = list(export, self.machine.call(export, value.clone())?)?;
            let mut options = HashSet::new();
            for item in whole {
                let to = labelled(&item).map_or(item, |(_, to)| to);
                options.insert(self.taken_apart(to)?);
            }
            let summands: Vec<&[u64]> = single::singles(position.words()).collect();
            let mut of_sum = HashSet::new();
            for (index, summand) in summands.iter().enumerate() {
                // equal summands stand beside each other, and what one becomes so does the other
                if index > 0 && summands[index - 1] == *summand {
                    continue;
                }
                let mut here = vec![];
                self.options(summand, player, &mut here)?;
                for option in &here {
                    let others = summands.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| *other);
                    of_sum.insert(single::together(others.chain(single::singles(option.words())).collect()));
                }
            }
            if options != of_sum && self.normal_forms(options)? != self.normal_forms(of_sum)? {
                let how = format!("the summands of {} have other moves together than it has", value::text(&value));
                return Err(Failure::law("summands", WatchedLaw::SummandsHaveTheMoves, how));
            }
        }
        Ok(())
    }

    fn normal_forms(&mut self, positions: HashSet<AnyPosition>) -> Result<HashSet<AnyPosition>, Failure> {
        if !self.has_normal_forms() {
            return Ok(positions);
        }
        let mut form_of = |position: AnyPosition| {
            let forms =
                single::singles(position.words()).map(|single| self.normal_form(single)).collect::<Result<Vec<_>, _>>()?;
            Ok(single::together(forms.iter().flat_map(|form| single::singles(form.words())).collect()))
        };
        positions.into_iter().map(&mut form_of).collect()
    }

    fn taken_apart(&mut self, value: Dynamic) -> Result<AnyPosition, Failure> {
        if !self.machine.has("summands") {
            return value::position("moves", &value);
        }
        let summands = self.machine.call("summands", value)?;
        let summands = list("summands", summands)?;
        if summands.len() > MAX_SUMMANDS {
            return Err(Failure::new("summands", format!("more than {MAX_SUMMANDS} summands")));
        }
        let summands: Vec<AnyPosition> =
            summands.iter().map(|summand| value::position("summands", summand)).collect::<Result<_, _>>()?;
        Ok(single::together(summands.iter().map(AnyPosition::words).collect()))
    }

    fn listed(&mut self, single: &[u64], player: Player) -> Result<(&'static str, Array), Failure> {
        let export = self.options_export(player);
        let moves = self.machine.call(export, value::decoded(content(single)))?;
        let moves = list(export, moves)?;
        if moves.len() > MAX_OPTIONS {
            return Err(Failure::new(export, format!("more than {MAX_OPTIONS} moves")));
        }
        Ok((export, moves))
    }
}

fn configure(machine: &mut Machine, about: &About, parameters: Option<&str>) -> Result<(), Unloaded> {
    let refused = |why: String| Err(Unloaded::Parameters(BadNotation::new(0, why)));
    let text = Dynamic::from(parameters.unwrap_or_default().to_owned());
    if !machine.has("parameters") {
        if parameters.is_some() && !machine.takes_parameters() {
            return refused("no parameters: this plugin takes none".to_owned());
        }
        machine.set_parameters(text);
        return Ok(());
    }
    match machine.try_call("parameters", text)? {
        Ok(value) => {
            machine.set_parameters(value);
            Ok(())
        }
        Err(_) if !about.parameters.is_empty() => refused(about.parameters.clone()),
        Err(Thrown(why)) => refused(why.unwrap_or_else(|| "other parameters".to_owned())),
    }
}

/// The list that a function answered.
fn list(export: &str, value: Dynamic) -> Result<Array, Failure> {
    let kind = value.type_name();
    value.try_cast::<Array>().ok_or_else(|| unexpected(export, "a list", kind))
}

/// A function answered something of another kind. Most often the last line was forgotten.
fn unexpected(export: &str, expected: &str, kind: &str) -> Failure {
    let hint = if kind == "()" {
        format!(": is the last line {expected}? A loop there, or a `push`, is nothing")
    } else {
        String::new()
    };
    Failure::new(export, format!("{expected} was expected, not {kind}{hint}"))
}

/// Label and target of a move that is written `#{ label: …, to: … }`.
fn labelled(item: &Dynamic) -> Option<(Dynamic, Dynamic)> {
    let map = item.read_lock::<Map>()?;
    if map.len() != 2 {
        return None;
    }
    Some((map.get("label")?.clone(), map.get("to")?.clone()))
}

impl Guest for Script {
    fn begin(&mut self) {
        self.machine.begin();
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn is_of_heaps(&self) -> bool {
        self.machine.has("heap_options")
    }

    fn options_export(&self, player: Player) -> &'static str {
        match (self.kind, player) {
            (Kind::Partizan, Player::Left) => "left_moves",
            (Kind::Partizan, Player::Right) => "right_moves",
            _ if self.is_of_heaps() => "heap_options",
            _ => "moves",
        }
    }

    fn read(&mut self, text: &str) -> Result<AnyPosition, Unread> {
        let value = if self.machine.has("parse") {
            match self.machine.try_call("parse", Dynamic::from(text.to_owned()))? {
                Ok(value) if !value.is_unit() => value,
                Ok(_) => return Err(BadNotation::new(0, self.expected.clone()).into()),
                Err(Thrown(why)) => return Err(BadNotation::new(0, why.unwrap_or_else(|| self.expected.clone())).into()),
            }
        } else {
            self.plain.read(text).map_err(|at| BadNotation::new(at, self.expected.clone()))?
        };
        Ok(self.position(value)?)
    }

    fn show(&mut self, single: &[u64]) -> Result<String, Failure> {
        let value = value::decoded(content(single));
        if !self.machine.has("show") {
            return value::shown(&value, self.plain);
        }
        let shown = self.machine.call("show", value)?;
        let kind = shown.type_name();
        shown.into_string().map_err(|_| unexpected("show", "a string", kind))
    }

    fn has_normal_forms(&self) -> bool {
        self.machine.has("canonical")
    }

    fn normal_form(&mut self, single: &[u64]) -> Result<AnyPosition, Failure> {
        let canonical = self.machine.call("canonical", value::decoded(content(single)))?;
        self.position(canonical)
    }

    fn options(&mut self, single: &[u64], player: Player, options: &mut Vec<AnyPosition>) -> Result<(), Failure> {
        if self.is_of_heaps() {
            return heaps::options(self, single, options);
        }
        let (_, moves) = self.listed(single, player)?;
        // moves without labels that only differ until they are taken apart are one move
        let merges = self.machine.has("canonical") || self.machine.has("summands");
        let mut known = HashSet::new();
        for item in moves {
            let (has_label, to) = labelled(&item).map_or((false, item), |(_, to)| (true, to));
            let option = self.position(to)?;
            if has_label || !merges || known.insert(option.clone()) {
                options.push(option);
            }
        }
        Ok(())
    }

    fn labels(&mut self, single: &[u64], player: Player, count: usize) -> Result<Option<Vec<String>>, Failure> {
        if self.is_of_heaps() {
            return Ok(None);
        }
        let (export, moves) = self.listed(single, player)?;
        let labels: Vec<String> = moves.iter().filter_map(labelled).map(|(label, _)| value::text(&label)).collect();
        match labels.len() {
            0 => Ok(None),
            found if found == moves.len() && found == count => Ok(Some(labels)),
            _ => Err(Failure::new(export, "some moves have labels and some have none")),
        }
    }

    fn terminal_outcome(&mut self, single: &[u64]) -> Result<Outcome, Failure> {
        let value = self.machine.call("terminal_outcome", value::decoded(content(single)))?;
        match value::text(&value).as_str() {
            "win" | "1" => Ok(Outcome::Win),
            "draw" | "0" => Ok(Outcome::Draw),
            "loss" | "-1" => Ok(Outcome::Loss),
            other => Err(Failure::new("terminal_outcome", format!("\"win\", \"draw\" or \"loss\" was expected, not {other}"))),
        }
    }

    fn heap_options(&mut self, n: u64, options: &mut HeapOptions) -> Result<(), Failure> {
        let export = "heap_options";
        let heap = INT::try_from(n).map_err(|_| Failure::new(export, format!("heap {n} is too large for a script")))?;
        let found = self.machine.call(export, Dynamic::from(heap))?;
        for item in list(export, found)? {
            let heaps = if item.is_int() { vec![item] } else { list(export, item)? };
            let size = |heap: &Dynamic| heap.as_int().ok().and_then(|heap| u64::try_from(heap).ok());
            let sizes: Option<SmallVec<[u64; 2]>> = heaps.iter().map(size).collect();
            let sizes = sizes
                .ok_or_else(|| Failure::new(export, "an option is a heap or a list of heaps, and heaps are numbers from 0 on"))?;
            options.push(sizes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::Plugin;

    /// What goes wrong when a row of pins is taken apart where `split` says.
    fn fault_of(split: &str) -> Option<String> {
        let text = format!(
            "let example = `x-x`; fn moves(s) {{ let f = []; for i in 0..s.len() {{ if s[i] == 'x' {{ let t = s; t[i] = '-'; f.push(t); }} }} f }} {split}"
        );
        let plugin = Plugin::from_script("pins.rhai", &text, None).unwrap();
        let _ = plugin.rules().read("x-x-xx");
        plugin.fault().map(|fault| fault.to_string())
    }

    #[test]
    fn summands_have_the_moves_of_the_position() {
        assert_eq!(fault_of("fn summands(s) { s.split('-').filter(|part| part != ``) }"), None);
        let wrong = fault_of("fn summands(s) { [s, `x`] }").unwrap();
        assert!(wrong.contains("`summands`") && wrong.contains("a sum of the summands has the moves"), "{wrong}");
    }
}
