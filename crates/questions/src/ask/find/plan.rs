//! Prepares a search from its question: family, listing, property and columns.

use super::Find;
use super::family::{Family, Rules};
use super::key::{Key, Sort};
use super::listing::{Boards, Listed, Listing, MOST_SQUARES, Random, Shapes, Tuples, board, graph, reached, shape, tuple};
use super::property::Property;
use crate::question::{NoAnswer, unread};
use crate::read::{ParsedSum, Session};
use sprague::any::{AnyPosition, ListedBy};
use sprague::notation::Reader;
use sprague::solve::{Component, ComponentPosition, ManySums, MixedSum};
use sprague::values::{Born, Kind};
use sprague::{BadNotation, CompoundRule, Limits, Play, Stopped};
use sprague_rules_graphs::MOST_CONNECTED;
use std::iter::once;

/// The maximum side of a board.
const LONGEST: u64 = 64;

/// The maximum number of heaps in a list.
const MOST_HEAPS: usize = 8;

/// The maximum birthday for which all values can be listed.
const LATEST: u32 = 3;

/// A search that is ready to be run.
pub(super) struct Plan<'a> {
    pub(super) question: &'a Find,
    pub(super) session: &'a Session,
    pub(super) family: Option<Family>,
    /// The position whose followers are searched.
    start: Option<ParsedSum>,
    /// The rulesets of sums whose values follow from the engine's knowledge of the families.
    pub(super) many: Option<ManySums>,
    pub(super) property: Option<Property>,
    pub(super) sort: Option<Sort>,
    pub(super) histogram: Option<Key>,
    pub(super) columns: Vec<Key>,
    /// Whether a position has the property if and only if its negative has it.
    pub(super) is_of_both_signs: bool,
    /// Whether the rules decide the result at the end.
    pub(super) ends: bool,
}

fn key(field: &'static str, text: &str) -> Result<Key, NoAnswer> {
    Key::read(text).map_err(|error| NoAnswer::from(error).about(field, text))
}

impl<'a> Plan<'a> {
    pub(super) fn of(question: &'a Find, session: &'a Session, limits: &Limits) -> Result<Self, NoAnswer> {
        let read = |text: &String| {
            let property = Property::read(text, limits);
            property.map_err(|error| unread("where", text, error, limits))
        };
        let property = question.property.as_ref().map(read).transpose()?;
        let read = |text: &str| Sort::read(text).map_err(|error| NoAnswer::from(error).about("sort", text));
        let sort = question.sort.as_deref().map(read).transpose()?;
        let histogram = question.histogram.as_deref().map(|name| key("histogram", name)).transpose()?;
        let family = question.family.as_deref().map(|name| family(session, name, limits)).transpose()?;
        let start = question.from.as_deref().map(|text| session.sum("from", text, limits)).transpose()?;
        let of_start = start.as_ref().map(|start| start.mixed(CompoundRule::default(), Play::Normal));
        let many = of_start.or_else(|| family.as_ref()?.some_sum()).map(|sum| ManySums::of([&sum]));
        let kinds = start.iter().flat_map(ParsedSum::components).map(|component| component.rules.rules().kind());
        let ending = kinds.chain(family.as_ref().map(|family| family.rules.kind())).find(|kind| kind.has_own_ending());
        let mut columns = vec![];
        if let Some(property) = &property {
            property.keys(&mut columns);
        }
        let more = sort.map(|sort| sort.key).into_iter().chain(histogram);
        columns.extend(more.filter(|key| !columns.contains(key)).collect::<Vec<_>>());
        if columns.is_empty() {
            let usual = match (ending, family.as_ref().map(|family| &family.typed)) {
                (Some(kind), _) => {
                    if kind.is_scored() {
                        "score"
                    } else {
                        "outcome"
                    }
                }
                (None, Some(Rules::Impartial(_))) => "nimber",
                (None, _) => "value",
            };
            columns.push(Key::read(usual)?);
        }
        for key in &columns {
            key.fits(ending).map_err(|error| {
                NoAnswer::from(error).about(if question.property.is_some() { "where" } else { "sort" }, key.name())
            })?;
        }
        let is_of_both_signs = columns.iter().all(|key| key.is_of_both_signs());
        Ok(Self {
            question,
            session,
            family,
            start,
            many,
            property,
            sort,
            histogram,
            columns,
            is_of_both_signs,
            ends: ending.is_some(),
        })
    }

    /// Returns an error if loaded rules have failed or contradict their earlier answers.
    pub(super) fn recheck(&self) -> Result<(), Stopped> {
        let of_family = self.family.iter().map(|family| &family.cache);
        let of_start = self.start.iter().flat_map(ParsedSum::components).map(|component| &component.rules);
        of_family.chain(of_start).try_for_each(|rules| rules.check())
    }

    /// Returns `true` if positions are kept. Otherwise they are only counted.
    pub(super) fn keeps_positions(&self) -> bool {
        !self.question.count || self.sort.is_some()
    }

    /// Lists all positions, in the same order for the same question.
    pub(super) fn listing(&self, limits: &Limits) -> Result<Listing<'a>, NoAnswer> {
        if let Some(start) = &self.start {
            return Ok(reached(self.session, start, limits));
        }
        let family = self.family.as_ref().expect("a question has a family, or a position to begin at");
        let seed = self.question.seed.unwrap_or(1);
        let random = self.question.random.map(|count| (count, Random::new(seed)));
        match self.extent(family)? {
            Extent::Numbers(most, between) => Ok(match random {
                Some(random) => drawn(random, move |random| tuple(&most, between, random)),
                None => Listing::of(Tuples::up_to(most, between)),
            }),
            Extent::Boards(size, characters, is_turned) => Ok(match random {
                Some(random) => drawn(random, move |random| board(size, characters, random)),
                None => Listing::of(Boards::up_to(size, characters, is_turned)),
            }),
            Extent::Shapes(squares, characters, is_turned) => Ok(match random {
                Some(random) => drawn(random, move |random| shape(squares, characters, random)),
                None => {
                    let least = if self.question.smallest { 1 } else { squares };
                    Listing::of((least..=squares).flat_map(move |squares| Shapes::new(squares, characters, is_turned)))
                }
            }),
            Extent::Graphs(vertices) => Ok(match random {
                Some(random) => drawn(random, move |random| graph(vertices, random)),
                None => {
                    let least = if self.question.smallest { 1 } else { vertices };
                    Listing::graphs(least..=vertices)
                }
            }),
            Extent::NumbersOfRules(most) => Ok(Listing::of((0..=most).flat_map(of_rules(family, |size| vec![size])))),
            Extent::BoardsOfRules([rows, columns]) => {
                let mut sizes: Vec<_> = (1..=rows).flat_map(|row| (1..=columns).map(move |column| [row, column])).collect();
                sizes.sort_by_key(|[row, column]| row * column);
                Ok(Listing::of(sizes.into_iter().flat_map(of_rules(family, |size: [u64; 2]| size.to_vec()))))
            }
            Extent::Days(day) => {
                let mut values = vec![];
                for value in Born::by(day, Kind::Any, limits)? {
                    let value = value?;
                    let birthday = u64::try_from(value.birthday()).unwrap_or(u64::MAX);
                    values.push(Listed::new(birthday, value.to_string()));
                }
                values.sort_by_key(|listed| listed.size);
                Ok(Listing::of(values.into_iter().map(Some)))
            }
        }
    }

    fn extent(&self, family: &Family) -> Result<Extent, NoAnswer> {
        let question = self.question;
        let listed_by = family.rules.listed_by();
        if let Some(text) = &question.to {
            return up_to(text, family, listed_by).map_err(|error| match error {
                Unlisted::Notation(error) => NoAnswer::from(error).about("to", text),
                Unlisted::Unfit(because) => NoAnswer::unfit("to", because),
            });
        }
        if let Some(squares) = question.squares {
            let Some(ListedBy::Squares { shape: Some(shape), is_turned_negative, .. }) = listed_by else {
                return Err(NoAnswer::unfit(
                    "squares",
                    "applies to boards of free and covered squares, such as domineering and cram",
                ));
            };
            let is_there = (1..=MOST_SQUARES).contains(&squares);
            let refused = || NoAnswer::unfit("squares", format!("must be 1 to {MOST_SQUARES}"));
            return is_there.then_some(Extent::Shapes(squares, shape, is_turned_negative)).ok_or_else(refused);
        }
        if let Some(vertices) = question.vertices {
            if listed_by != Some(ListedBy::Graph6) {
                return Err(NoAnswer::unfit(
                    "vertices",
                    "applies to games on graphs that are written on one line, such as node-kayles",
                ));
            }
            let most = if question.random.is_some() { 62 } else { MOST_CONNECTED };
            let refused = || NoAnswer::unfit("vertices", format!("must be 1 to {most}"));
            return (1..=most).contains(&vertices).then_some(Extent::Graphs(vertices)).ok_or_else(refused);
        }
        let day = question.day.unwrap_or(0);
        match family.name() {
            "game" if day <= LATEST => Ok(Extent::Days(day)),
            "game" => {
                Err(NoAnswer::unfit("day", format!("must be 0 to {LATEST}, because more than 10^28 values are born by day 4")))
            }
            _ => Err(NoAnswer::unfit("day", "applies to the ruleset game, whose positions are values")),
        }
    }
}

enum Extent {
    Numbers(Vec<u64>, char),
    Boards([usize; 2], &'static str, bool),
    Shapes(u32, [char; 2], bool),
    Graphs(u32),
    Days(u32),
    /// All sizes from 0 (for boards 1×1) to this one. The rules list the positions of each size.
    NumbersOfRules(u64),
    BoardsOfRules([u64; 2]),
}

/// Returns a function that lists the positions of a size as the rules do. Each size counts as a step of work.
fn of_rules<S, F: Fn(S) -> Vec<u64>>(
    family: &Family,
    sides: F,
) -> impl FnMut(S) -> Box<dyn Iterator<Item = Option<Listed>>> + use<S, F> {
    let rules = family.rules.clone();
    move |size| {
        let sides = sides(size);
        let listed = rules.positions_of(&sides).into_iter();
        Box::new(once(None).chain(listed.map(move |text| Some(Listed::new(sides.iter().product(), text)))))
    }
}

enum Unlisted {
    Notation(BadNotation),
    Unfit(String),
}

fn family(session: &Session, name: &str, limits: &Limits) -> Result<Family, NoAnswer> {
    let cache = session.rules("family", name, limits)?;
    let rules = cache.rules().clone();
    let typed = Rules::of(&rules).map_err(|error| NoAnswer::from(error).about("family", name))?;
    Ok(Family { cache, rules, typed })
}

impl Family {
    /// Returns the empty heap as a sum. If the rules are not about heaps, it is `None`, or a sum with these rules whose position
    /// is of no account.
    fn some_sum(&self) -> Option<MixedSum> {
        let position = match self.rules.heaps() {
            Some(heaps) => heaps.position(0, 0),
            None if self.rules.kind().has_own_ending() => AnyPosition::default(),
            None => return None,
        };
        Some(MixedSum::of([Component::at(&self.cache, ComponentPosition::Small(position))]))
    }
}

/// Parses a maximum size such as 100, 50x50 or 4x5.
fn up_to(text: &str, family: &Family, listed_by: Option<ListedBy>) -> Result<Extent, Unlisted> {
    let numbers: Result<Vec<u64>, BadNotation> = Reader::new(text).whole(|reader| reader.list('x', Reader::small));
    let numbers = numbers.map_err(Unlisted::Notation)?;
    let two = |what: &str| {
        <[u64; 2]>::try_from(&numbers[..]).map_err(|_| Unlisted::Unfit(format!("must be two numbers for {what}, such as 4x5")))
    };
    match listed_by {
        Some(ListedBy::Squares { characters, is_turned_negative, .. }) => {
            let size = two("boards")?;
            if size.iter().any(|side| !(1..=LONGEST).contains(side)) {
                return Err(Unlisted::Unfit(format!("must have 1 to {LONGEST} rows and columns")));
            }
            Ok(Extent::Boards(size.map(|side| side as usize), characters, is_turned_negative))
        }
        Some(ListedBy::Pair) => Ok(Extent::Numbers(two("pairs")?.to_vec(), '.')),
        Some(ListedBy::Graph6) => Err(Unlisted::Unfit("applies to heaps and boards: use `vertices` for graphs".to_owned())),
        Some(ListedBy::Rules) => match numbers[..] {
            [most] => Ok(Extent::NumbersOfRules(most)),
            [rows, columns] if rows.max(columns) <= LONGEST => Ok(Extent::BoardsOfRules([rows, columns])),
            _ => Err(Unlisted::Unfit(format!("must be a number, or up to {LONGEST} rows and columns, such as 4x5"))),
        },
        _ if family.rules.heaps().is_none() => {
            let hint = if family.rules.is_loaded() { ", or a function `positions(size)` in the script" } else { "" };
            Err(Unlisted::Unfit(format!(
                "has no meaning for {}, because its positions cannot be listed by size: use `from`{hint}",
                family.name()
            )))
        }
        _ if numbers.len() > MOST_HEAPS => Err(Unlisted::Unfit(format!("must be at most {MOST_HEAPS} heaps"))),
        _ => Ok(Extent::Numbers(numbers, ',')),
    }
}

fn drawn((count, mut random): (u64, Random), mut draw: impl FnMut(&mut Random) -> Listed + 'static) -> Listing<'static> {
    Listing::of((0..count).map(move |_| Some(draw(&mut random))))
}
