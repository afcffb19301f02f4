//! Scripts as guests.
//!
#![doc = include_str!("../SCRIPTS.md")]

mod boards;
mod captures;
mod engine;
mod explore;
mod functions;
mod guards;
mod meter;
mod names;
mod picture;
mod plain;
mod stack;
pub mod syntax;
mod value;

use crate::about::About;
use crate::guest::bounds::{self, BOUNDS, ESTIMATE};
use crate::guest::cells;
use crate::guest::failure::Failure;
use crate::guest::heaps;
use crate::guest::picture::EXPORT as PICTURE;
use crate::guest::points::{Gain, SCORE_BOUNDS, TERMINAL_SCORE, outcome, points, score_bounds};
use crate::guest::single::{self, MAX_SUMMANDS, MAX_WORDS, content};
use crate::guest::ways::{check_data, check_negative};
use crate::guest::{Guest, HeapOptions, Unloaded, Unread};
use crate::image::Image;
use crate::law::Law;
use crate::trial::MAX_OPTIONS;
use boards::Boards;
use engine::{Machine, Thrown};
use functions::check_functions;
use plain::PlainKind;
use rhai::{Array, Dynamic, INT, Map};
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;
use sprague_core::any::{Kind, Picture};
use sprague_core::connected::Neighbours;
use sprague_core::{BadNotation, Bounds, Estimate, Outcome, Player, ScoreBounds};
use std::collections::HashSet;

/// The name of the function that lists the positions of a size.
const POSITIONS: &str = "positions";

/// The name of the function that names positions with the same nimber.
const EQUALS: &str = "equals";

/// A compiled script, with facts about its positions.
pub(crate) struct Script {
    machine: Machine,
    kind: Kind,
    expected: String,
    /// The text form of positions, if the script has no `parse`.
    plain: PlainKind,
    /// The shape of positions, if they are texts and the script has no `parse`.
    boards: Option<Boards>,
    /// The neighbours of cells, if positions are sets of cells.
    neighbours: Option<Neighbours>,
    /// The gains of the moves that were listed last.
    gains: Vec<Gain>,
}

impl Script {
    /// Compiles a script, runs the code outside its functions, and passes the parameters.
    pub(crate) fn load(name: &str, text: &str, parameters: Option<&str>) -> Result<(About, Self), Unloaded> {
        let (mut machine, variables) = Machine::new(name, text)?;
        let data: Vec<String> = variables.iter().map(|(name, _)| name.clone()).collect();
        let mut about = About::default();
        let mut plain =
            if machine.takes_positions_apart() { PlainKind::NumberOrList } else { PlainKind::Number { is_signed: false } };
        let mut example = None;
        for (name, value) in variables {
            if name == "example" {
                plain = PlainKind::of(&value);
                about.set("loading", &name, &value::pointed(&value))?;
                example = Some(value);
            } else if About::KEYS.contains(&name.as_str()) {
                about.set("loading", &name, &value::text(&value))?;
            }
        }
        match about.data_key() {
            Some(data) => check_data(data, |name| machine.has(name))?,
            None => {
                let other_names = [machine.others(), &data].concat();
                check_functions(|name| machine.has(name), &other_names)?;
            }
        }
        about.is_partizan |= machine.has("left_moves") || machine.has("left_options");
        let kind = about.kind("loading", |name| machine.has(name))?;
        check_negative(machine.has("negative"), about.is_partizan)?;
        bounds::check_kind(|name| machine.has(name), kind)?;
        if machine.has(EQUALS) && (kind != Kind::Impartial || !machine.has("moves")) {
            let how = "it is for `moves` without `is_entailed`, where whoever makes the last move wins";
            return Err(Failure::new(EQUALS, how).into());
        }
        configure(&mut machine, &about, parameters)?;
        let is_of_heaps = machine.has("heap_options") || machine.has("left_options");
        let has_plain_notation = !machine.has("parse") && !is_of_heaps;
        if has_plain_notation {
            about.notation = plain.expected();
        }
        let is_text = has_plain_notation && plain == PlainKind::Text;
        let boards = example.filter(|_| is_text).map(|example| Boards::like(&value::text(&example)));
        let expected = about.expected();
        let neighbours = if machine.has(cells::EXPORT) {
            Some(cells::asked(|cell| {
                let mask = machine.call(cells::EXPORT, Dynamic::from_int(cell as INT))?;
                match value::cells(&mask) {
                    None if !mask.is_unit() => {
                        let kind = mask.type_name();
                        Err(unexpected(
                            cells::EXPORT,
                            "a whole number, a list of such, or `()` where there is no such cell,",
                            kind,
                        ))
                    }
                    mask => Ok(mask),
                }
            })?)
        } else {
            None
        };
        Ok((about, Self { machine, kind, expected, plain, boards, neighbours, gains: vec![] }))
    }

    /// Returns the summands from the script's `summands`, or the connected components of a set of cells.
    fn summands(&mut self, value: Dynamic) -> Result<AnyPosition, Failure> {
        if let Some(neighbours) = &self.neighbours {
            let set = value::cells(&value).ok_or_else(|| {
                Failure::new(cells::EXPORT, format!("a position is {}, not a set of cells as whole numbers", value.type_name()))
            })?;
            return cells::summands(neighbours, &set, |part| value::set(part, value.is_int()));
        }
        let summands = list("summands", self.machine.call("summands", value)?)?;
        if summands.len() > MAX_SUMMANDS {
            return Err(Failure::new("summands", format!("more than {MAX_SUMMANDS} summands")));
        }
        let summands: Vec<AnyPosition> =
            summands.iter().map(|summand| value::position("summands", summand)).collect::<Result<_, _>>()?;
        Ok(single::together(summands.iter().map(AnyPosition::words).collect()))
    }

    fn listed(&mut self, single: &[u64], player: Player) -> Result<(&'static str, Vec<Listed>), Failure> {
        let export = self.options_export(player);
        let moves = self.machine.call(export, value::decoded(content(single)))?;
        let moves = list(export, moves)?;
        if moves.len() > MAX_OPTIONS {
            return Err(Failure::new(export, format!("more than {MAX_OPTIONS} moves")));
        }
        let is_scored = self.kind.is_scored();
        let mut moves = moves.into_iter().map(|item| Listed::read(export, item, is_scored)).collect::<Result<Vec<_>, _>>()?;
        if is_scored {
            // a move that is listed twice counts once, but moves to one position may gain different points
            let mut known = HashSet::new();
            for index in (0..moves.len()).rev() {
                let Listed { label, to, gain } = &moves[index];
                let key = (label.as_ref().map(value::text), value::position(export, to)?, *gain);
                if !known.insert(key) {
                    moves.remove(index);
                }
            }
        }
        Ok((export, moves))
    }

    /// Parses a text as a position, if it has the shape of the known positions.
    fn read_board(&mut self, text: &str) -> Result<Dynamic, Unread> {
        let read = |script: &Self| script.boards.as_ref().map_or_else(|| Ok(text.to_owned()), |boards| boards.read(text));
        if read(self).as_deref() != Ok(text) {
            self.explore();
        }
        Ok(read(self)?.into())
    }

    /// Returns an error for a move to a position below 0, because it could not be typed.
    ///
    /// Scripts with `parse` or `show` may have such positions.
    fn check_below(&self, export: &str, single: &[u64], to: &Dynamic) -> Result<(), Failure> {
        let from = value::decoded(content(single));
        if self.machine.has("parse") || self.machine.has("show") || self.plain.is_below(&from) {
            return Ok(());
        }
        let [from, to] = [&from, to].map(value::pointed);
        let typed = self.plain.expected();
        let how = format!("from `{from}` it leads to `{to}`, but a position is {typed} (an `example` below 0 allows others)");
        Err(Failure::law(export, Law::TextIsReadAgain, how))
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

/// Returns the list that a function returned, or a failure if it is not a list.
fn list(export: &str, value: Dynamic) -> Result<Array, Failure> {
    let kind = value.type_name();
    value.try_cast::<Array>().ok_or_else(|| unexpected(export, "a list", kind))
}

/// Returns the failure of a function that returned a value of the wrong kind, which usually means that its last line is
/// missing.
fn unexpected(export: &str, expected: &str, kind: &str) -> Failure {
    let hint = if kind == "()" {
        format!(": is the last line {expected}? A loop there, or a `push`, is nothing")
    } else {
        String::new()
    };
    Failure::new(export, format!("{expected} was expected, not {kind}{hint}"))
}

/// A move in a list of a script: a position, or `#{ label: …, to: …, gain: …, again: … }`.
struct Listed {
    label: Option<Dynamic>,
    to: Dynamic,
    gain: Gain,
}

impl Listed {
    /// Converts a move. Gains and extra turns are for rules that count points, whose moves may have no label.
    fn read(export: &str, item: Dynamic, is_scored: bool) -> Result<Self, Failure> {
        let parts = item.read_lock::<Map>().and_then(|map| {
            let is_move = map.keys().all(|key| ["label", "to", "gain", "again"].contains(&key.as_str()));
            let part = |name| map.get(name).cloned();
            let to = part("to").filter(|_| is_move && (is_scored || map.len() > 1))?;
            Some((part("label"), to, part("gain"), part("again")))
        });
        let Some((label, to, gain, again)) = parts else { return Ok(Self { label: None, to: item, gain: (0, false) }) };
        if !is_scored && (gain.is_some() || again.is_some()) {
            let how = format!("`gain` and `again` are for rules that count points: add `fn {TERMINAL_SCORE}(p) {{ 0 }}`");
            return Err(Failure::new(export, how));
        }
        let whole = |gain: Dynamic| gain.as_int().map_err(|kind| unexpected(export, "a whole number as `gain`", kind));
        let truth = |again: Dynamic| again.as_bool().map_err(|kind| unexpected(export, "`true` or `false` as `again`", kind));
        let gain = points(export, "a gain", gain.map_or(Ok(0), whole)?)?;
        Ok(Self { label, to, gain: (gain, again.map_or(Ok(false), truth)?) })
    }
}

impl Guest for Script {
    fn begin(&mut self) {
        self.machine.begin();
    }

    fn work(&self) -> u64 {
        self.machine.work()
    }

    fn is_content(&self, words: &[u64]) -> bool {
        words.len() <= MAX_WORDS && value::is_encoded(words)
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn is_of_heaps(&self) -> bool {
        self.machine.has("heap_options") || self.machine.has("left_options")
    }

    fn options_export(&self, player: Player) -> &'static str {
        let has = |function| self.machine.has(function);
        match player {
            _ if has("moves") => "moves",
            _ if has("heap_options") => "heap_options",
            Player::Left if has("left_options") => "left_options",
            Player::Right if has("right_options") => "right_options",
            Player::Left => "left_moves",
            Player::Right => "right_moves",
        }
    }

    fn read(&mut self, text: &str) -> Result<AnyPosition, Unread> {
        let value = if self.machine.has("parse") {
            match self.machine.try_call("parse", Dynamic::from(text.to_owned()))? {
                Ok(value) if !value.is_unit() => value,
                Ok(_) => return Err(BadNotation::new(0, self.expected.clone()).into()),
                Err(Thrown(why)) => return Err(BadNotation::new(0, why.unwrap_or_else(|| self.expected.clone())).into()),
            }
        } else if self.boards.is_some() {
            self.read_board(text)?
        } else {
            self.plain.read(text).map_err(|at| BadNotation::new(at, self.expected.clone()))?
        };
        Ok(value::position("parse", &value)?)
    }

    fn number(&self, single: &[u64]) -> Option<u64> {
        let number = value::decoded(content(single)).as_int().ok()?;
        // with neighbours, a number is a set of cells
        if self.machine.has("show") || self.neighbours.is_some() { None } else { number.try_into().ok() }
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

    fn has(&self, image: Image) -> bool {
        self.machine.has(self.export(image))
    }

    fn export(&self, image: Image) -> &'static str {
        if image == Image::Summands && self.neighbours.is_some() { cells::EXPORT } else { image.export() }
    }

    fn image(&mut self, image: Image, single: &[u64]) -> Result<Option<AnyPosition>, Failure> {
        let value = value::decoded(content(single));
        if image == Image::Summands {
            return self.summands(value).map(Some);
        }
        let found = self.machine.call(image.export(), value)?;
        if image == Image::Negative && found.is_unit() {
            return Ok(None);
        }
        value::position(image.export(), &found).map(Some)
    }

    fn knows(&self) -> [bool; 2] {
        [BOUNDS, ESTIMATE].map(|name| self.machine.has(name))
    }

    fn bounds(&mut self, single: &[u64]) -> Result<Bounds, Failure> {
        let found = self.machine.call(BOUNDS, value::decoded(content(single)))?;
        if found.is_unit() {
            return Ok(Bounds::UNKNOWN);
        }
        let refused = |kind: &str| unexpected(BOUNDS, bounds::EXPECTED, kind);
        let Some(list) = found.read_lock::<Array>() else { return Err(refused(found.type_name())) };
        let claims = list.iter().map(|item| if item.is_unit() { Ok(None) } else { item.as_int().map(Some).map_err(refused) });
        bounds::bounds(&claims.collect::<Result<Vec<_>, _>>()?)
    }

    fn estimate(&mut self, single: &[u64]) -> Result<Estimate, Failure> {
        let found = self.machine.call(ESTIMATE, value::decoded(content(single)))?;
        let number = found.as_int().map(|number| number as f64).or_else(|_| found.as_float());
        let moves = number.map_err(|kind| unexpected(ESTIMATE, "a number", kind))?;
        Estimate::of_moves(moves).ok_or_else(|| unexpected(ESTIMATE, "a number", &moves.to_string()))
    }

    fn has_equals(&self) -> bool {
        self.machine.has(EQUALS)
    }

    fn equals(&mut self, single: &[u64]) -> Result<Option<Vec<String>>, Failure> {
        let found = self.machine.call(EQUALS, value::decoded(content(single)))?;
        if found.is_unit() {
            return Ok(None);
        }
        let refused = |kind: &str| unexpected(EQUALS, "a text such as \"nim@3.5\", a list of such, or `()`", kind);
        match found.read_lock::<Array>() {
            Some(list) => list.iter().map(|sum| sum.clone().into_string().map_err(refused)).collect::<Result<_, _>>().map(Some),
            None => found.clone().into_string().map(|sum| Some(vec![sum])).map_err(refused),
        }
    }

    fn options(&mut self, single: &[u64], player: Player, options: &mut Vec<AnyPosition>) -> Result<(), Failure> {
        if self.is_of_heaps() {
            return heaps::options(self, single, player, options);
        }
        let (export, moves) = self.listed(single, player)?;
        self.gains.clear();
        for Listed { to, gain, .. } in moves {
            self.gains.push(gain);
            if self.plain.is_below(&to) {
                self.check_below(export, single, &to)?;
            }
            options.push(value::position(export, &to)?);
        }
        Ok(())
    }

    fn labels(&mut self, single: &[u64], player: Player, count: usize) -> Result<Option<Vec<String>>, Failure> {
        if self.is_of_heaps() {
            return Ok(None);
        }
        let (export, moves) = self.listed(single, player)?;
        let labels: Vec<String> = moves.iter().filter_map(|mv| mv.label.as_ref()).map(value::text).collect();
        match labels.len() {
            0 => Ok(None),
            found if found == moves.len() && found == count => Ok(Some(labels)),
            _ => Err(Failure::new(export, "some moves have labels and some have none")),
        }
    }

    fn gains(&mut self) -> Vec<Gain> {
        std::mem::take(&mut self.gains)
    }

    fn terminal_outcome(&mut self, single: &[u64], player: Player) -> Result<Outcome, Failure> {
        let value = self.machine.call("terminal_outcome", value::decoded(content(single)))?;
        outcome(&value::text(&value), self.kind.has_sides(), player)
    }

    fn terminal_score(&mut self, single: &[u64]) -> Result<i64, Failure> {
        let value = self.machine.call(TERMINAL_SCORE, value::decoded(content(single)))?;
        let score = value.as_int().map_err(|kind| unexpected(TERMINAL_SCORE, "a whole number", kind))?;
        points(TERMINAL_SCORE, "an ending", score)
    }

    fn has_score_bounds(&self) -> bool {
        self.machine.has(SCORE_BOUNDS)
    }

    fn score_bounds(&mut self, single: &[u64]) -> Result<ScoreBounds, Failure> {
        let found = self.machine.call(SCORE_BOUNDS, value::decoded(content(single)))?;
        if found.is_unit() {
            return Ok(ScoreBounds::UNKNOWN);
        }
        let numbers = found.read_lock::<Array>().map(|list| list.iter().map(Dynamic::as_int).collect::<Result<Vec<_>, _>>());
        match numbers {
            Some(Ok(numbers)) if let [low, high] = numbers[..] => score_bounds(low, high),
            _ => Err(unexpected(SCORE_BOUNDS, "two whole numbers (`[low, high]`, or `()` to claim nothing)", found.type_name())),
        }
    }

    fn is_entailed(&mut self, single: &[u64]) -> Result<bool, Failure> {
        let value = self.machine.call("is_entailed", value::decoded(content(single)))?;
        value.as_bool().map_err(|kind| unexpected("is_entailed", "`true` or `false`", kind))
    }

    fn draws(&self) -> bool {
        self.machine.has(PICTURE)
    }

    fn picture(&mut self, single: &[u64]) -> Result<Option<Picture>, Failure> {
        picture::picture(&self.machine.call(PICTURE, value::decoded(content(single)))?)
    }

    fn lists(&self) -> bool {
        self.machine.has(POSITIONS)
    }

    fn positions(&mut self, size: &[u64]) -> Result<Vec<AnyPosition>, Failure> {
        let side = |side: &u64| INT::try_from(*side).map(Dynamic::from_int);
        let sides = size.iter().map(side).collect::<Result<Array, _>>();
        let sides = sides.map_err(|_| Failure::new(POSITIONS, "a size is too large for a script"))?;
        let size = if let [side] = &sides[..] { side.clone() } else { Dynamic::from_array(sides) };
        let listed = list(POSITIONS, self.machine.call(POSITIONS, size)?)?;
        listed.iter().map(|item| value::position(POSITIONS, item)).collect()
    }

    fn heap_options(&mut self, n: u64, player: Player, options: &mut HeapOptions) -> Result<(), Failure> {
        let export = self.options_export(player);
        let heap = INT::try_from(n).map_err(|_| Failure::new(export, format!("heap {n} is too large for a script")))?;
        let found = self.machine.call(export, Dynamic::from(heap))?;
        for item in list(export, found)? {
            let mut sizes = SmallVec::<[u64; 2]>::new();
            let mut push = |heap: &Dynamic| {
                let size = heap.as_int().ok().and_then(|heap| u64::try_from(heap).ok());
                sizes.extend(size);
                size.is_some()
            };
            let are_sizes = match item.read_lock::<Array>() {
                Some(heaps) => heaps.iter().all(push),
                None => push(&item),
            };
            if !are_sizes {
                let how = format!(
                    "`{}`, an option of heap {n}, is not a heap (a number from 0 on) or a list of heaps",
                    value::text(&item)
                );
                return Err(Failure::new(export, how));
            }
            options.push(sizes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::Plugin;

    /// Returns the failure of a script that splits a row of pins into summands with the function `split`.
    fn fault_of(split: &str) -> Option<String> {
        let text = format!(
            "let example = `x-x`; fn moves(s) {{ let f = []; for i in 0..s.len() {{ if s[i] == 'x' {{ let t = s; t[i] = '-'; f.push(t); }} }} f }} {split}"
        );
        let plugin = Plugin::from_script("pins.rhai", &text, None).unwrap();
        let position = plugin.rules().read("x-x-xx").unwrap();
        assert_eq!(plugin.rules().show(&position), "x-x-xx", "what was typed is shown as it was");
        plugin.rules().summands(&position, &mut vec![]);
        plugin.fault().map(|fault| fault.to_string())
    }

    #[test]
    fn summands_have_the_moves_of_the_position() {
        assert_eq!(fault_of("fn summands(s) { s.split('-').filter(|part| part != ``) }"), None);
        for (split, how) in [
            ("[s, `x`]", "`--x-xx` can be reached, but nothing like it from its summands `x`, `x-x-xx`"),
            ("[s.sub_string(1)]", "`--x-xx` can be reached, but nothing like it from its summands `-x-xx`"),
            ("[]", "but it has no summands"),
        ] {
            let wrong = fault_of(&format!("fn summands(s) {{ {split} }}")).unwrap();
            assert!(wrong.contains("pins.rhai: `summands`: at `x-x-xx`: ") && wrong.contains(how), "{wrong}");
            assert!(wrong.contains("which breaks the law `summands have the options`"), "{wrong}");
        }
    }
}
