//! A search as it was asked for: family, listing, property and columns.

use super::Find;
use super::key::{Key, Sort};
use super::listing::{Boards, Listed, Listing, MOST_SQUARES, Random, Shapes, Tuples, board, graph, reached, shape, tuple};
use super::property::Property;
use super::worth::{Family, Rules};
use crate::question::{NoAnswer, unread};
use crate::read::Session;
use sprague::any::ListedBy;
use sprague::notation::Reader;
use sprague::solve::Component;
use sprague::values::{Born, Kind};
use sprague::{BadNotation, Limits, Stopped};
use sprague_rules_graphs::MOST_CONNECTED;
use std::sync::Arc;

/// The longest side of a board.
const LONGEST: u64 = 64;

/// The most heaps of a list.
const MOST_HEAPS: usize = 8;

/// The latest day of which all values are listed.
const LATEST: u32 = 3;

/// A search that is to be run.
pub(super) struct Plan<'a> {
    pub(super) question: &'a Find,
    pub(super) session: &'a Session,
    pub(super) family: Option<Family>,
    /// The families of the position from which all others are reached, unless one of them has rows or is not searched for values.
    pub(super) reached: Vec<Family>,
    pub(super) property: Option<Property>,
    pub(super) sort: Option<Sort>,
    pub(super) histogram: Option<Key>,
    /// The keys that are shown.
    pub(super) columns: Vec<Key>,
    /// Tells whether the negative of a position has the property if the position has.
    pub(super) is_of_both_signs: bool,
}

/// The key in this field.
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
        let reached = question.from.as_deref().map(|text| families_of(session, text, limits)).transpose()?;
        let mut columns = vec![];
        if let Some(property) = &property {
            property.keys(&mut columns);
        }
        let more = sort.map(|sort| sort.key).into_iter().chain(histogram);
        columns.extend(more.filter(|key| !columns.contains(key)).collect::<Vec<_>>());
        if columns.is_empty() {
            let is_impartial = family.as_ref().is_some_and(|family| matches!(family.typed, Rules::Impartial(_)));
            columns.push(Key::read(if is_impartial { "nimber" } else { "value" })?);
        }
        let is_of_both_signs = columns.iter().all(|key| key.is_of_both_signs());
        Ok(Self {
            question,
            session,
            family,
            reached: reached.unwrap_or_default(),
            property,
            sort,
            histogram,
            columns,
            is_of_both_signs,
        })
    }

    /// Returns an error unless loaded rules stand by what they said.
    pub(super) fn recheck(&self) -> Result<(), Stopped> {
        let fault = self.family.iter().chain(&self.reached).find_map(|family| family.rules.recheck());
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// All positions, in an order that is always the same.
    pub(super) fn listing(&self, limits: &Limits) -> Result<Listing<'a>, NoAnswer> {
        let Some(family) = &self.family else {
            let text = self.question.from.as_deref().unwrap_or_default();
            let start = self.session.sum("from", text, limits)?;
            return Ok(reached(self.session, &start, limits));
        };
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
                    "is for boards of free and covered squares, such as domineering and cram",
                ));
            };
            let is_there = (1..=MOST_SQUARES).contains(&squares);
            let refused = || NoAnswer::unfit("squares", format!("takes 1 to {MOST_SQUARES}"));
            return is_there.then_some(Extent::Shapes(squares, shape, is_turned_negative)).ok_or_else(refused);
        }
        if let Some(vertices) = question.vertices {
            if listed_by != Some(ListedBy::Graph6) {
                return Err(NoAnswer::unfit("vertices", "is for games on graphs in one line, such as node-kayles"));
            }
            let most = if question.random.is_some() { 62 } else { MOST_CONNECTED };
            let refused = || NoAnswer::unfit("vertices", format!("takes 1 to {most}"));
            return (1..=most).contains(&vertices).then_some(Extent::Graphs(vertices)).ok_or_else(refused);
        }
        let day = question.day.unwrap_or(0);
        match family.name.as_str() {
            "game" if day <= LATEST => Ok(Extent::Days(day)),
            "game" => Err(NoAnswer::unfit("day", format!("takes 0 to {LATEST}: by day 4 there are more than 10^28 values"))),
            _ => Err(NoAnswer::unfit("day", "is for the ruleset game, whose positions are values")),
        }
    }
}

/// The positions of a search.
enum Extent {
    Numbers(Vec<u64>, char),
    Boards([usize; 2], &'static str, bool),
    Shapes(u32, [char; 2], bool),
    Graphs(u32),
    Days(u32),
}

enum Unlisted {
    Notation(BadNotation),
    Unfit(String),
}

/// The family of this name, and its rules.
fn family(session: &Session, name: &str, limits: &Limits) -> Result<Family, NoAnswer> {
    let cache = session.rules("family", name, limits)?;
    let rules = cache.rules().clone();
    let typed = Rules::of(&rules).map_err(|error| NoAnswer::from(error).about("family", name))?;
    Ok(Family { name: cache.name().to_owned(), rules, typed })
}

/// The families of a position, whose own positions are searched one by one; none if another way is needed for one of them.
fn families_of(session: &Session, text: &str, limits: &Limits) -> Result<Vec<Family>, NoAnswer> {
    let sum = session.sum("from", text, limits)?;
    let of = |component: &Component| {
        let rules = component.rules.rules().clone();
        let typed = Rules::of(&rules).ok().filter(|_| rules.heaps().is_none())?;
        Some(Family { name: component.rules.name().to_owned(), rules, typed })
    };
    let mut families: Vec<Family> = sum.components().iter().map(of).collect::<Option<_>>().unwrap_or_default();
    families.dedup_by(|one, other| Arc::ptr_eq(&one.rules, &other.rules));
    Ok(families)
}

/// Positions up to a size such as 100, 50x50 or 4x5.
fn up_to(text: &str, family: &Family, listed_by: Option<ListedBy>) -> Result<Extent, Unlisted> {
    let numbers: Result<Vec<u64>, BadNotation> = Reader::new(text).whole(|reader| reader.list('x', Reader::small));
    let numbers = numbers.map_err(Unlisted::Notation)?;
    let two = |what: &str| {
        <[u64; 2]>::try_from(&numbers[..]).map_err(|_| Unlisted::Unfit(format!("takes two numbers for {what}, such as 4x5")))
    };
    match listed_by {
        Some(ListedBy::Squares { characters, is_turned_negative, .. }) => {
            let size = two("boards")?;
            if size.iter().any(|side| !(1..=LONGEST).contains(side)) {
                return Err(Unlisted::Unfit(format!("takes boards of 1 to {LONGEST} rows and columns")));
            }
            Ok(Extent::Boards(size.map(|side| side as usize), characters, is_turned_negative))
        }
        Some(ListedBy::Pair) => Ok(Extent::Numbers(two("pairs")?.to_vec(), '.')),
        Some(ListedBy::Graph6) => Err(Unlisted::Unfit("is for heaps and boards; graphs have `vertices`".to_owned())),
        _ if family.rules.heaps().is_none() => {
            Err(Unlisted::Unfit(format!("has no meaning for {}, whose positions nobody lists: use `from`", family.name)))
        }
        _ if numbers.len() > MOST_HEAPS => Err(Unlisted::Unfit(format!("takes at most {MOST_HEAPS} heaps"))),
        _ => Ok(Extent::Numbers(numbers, ',')),
    }
}

/// So many positions drawn one after another.
fn drawn((count, mut random): (u64, Random), mut draw: impl FnMut(&mut Random) -> Listed + 'static) -> Listing<'static> {
    Listing::of((0..count).map(move |_| Some(draw(&mut random))))
}
