//! Searches for positions that have a property.

mod family;
mod found;
mod key;
mod listing;
mod plan;
mod property;
mod run;
mod worth;

pub use found::{Found, FoundAsPart, FoundPosition, Keys, LineMove};

use crate::ask::sweep::shard;
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::Report;
use plan::Plan;
use serde::{Deserialize, Deserializer, Serialize};
use sprague::rows::sweep::{Shard, Watch};
use sprague::{Limits, Player, Stopped};
use std::num::NonZeroUsize;

/// Finds the positions that have a property, among all of a size or all that can be reached.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Find, Session};
/// let question = Find { property: Some("nimber = 3".into()), to: Some("10".into()), ..Find::among("kayles") };
/// let found = Session::new().ask(&question, &Limits::default())?;
/// let heaps: Vec<&str> = found.positions.iter().map(|found| found.position.as_str()).collect();
/// assert_eq!(heaps, ["kayles@3", "kayles@6"]);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Find {
    /// Family whose positions are searched, such as domineering or kayles
    #[cfg_attr(feature = "flags", arg(value_name = "FAMILY", required_unless_present = "from"))]
    pub family: Option<String>,
    /// Search all positions up to a size, such as 100 (heaps), 50x50 (pairs, or two heaps) or 4x5 (boards)
    #[serde(default, deserialize_with = "size")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Size>"))]
    #[cfg_attr(feature = "flags", arg(long, value_name = "SIZE", allow_hyphen_values = true))]
    pub to: Option<String>,
    /// Search all connected shapes of N squares, from 1 to 32
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u32>))]
    pub squares: Option<u32>,
    /// Search all connected graphs with N vertices, from 1 to 10
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u32>))]
    pub vertices: Option<u32>,
    /// Search all values born by day N, from 0 to 3, of the ruleset `game`
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u32>))]
    pub day: Option<u32>,
    /// Search all positions that can be reached from this one, and show a shortest line of play to each
    #[cfg_attr(feature = "flags", arg(long, value_name = "POSITION", conflicts_with = "family"))]
    pub from: Option<String>,
    /// Property that positions must have, such as 'temperature > 2' or 'outcome_class = P and not number'
    #[serde(rename = "where")]
    #[cfg_attr(feature = "flags", arg(long = "where", value_name = "PROPERTY", allow_hyphen_values = true))]
    pub property: Option<String>,
    /// Sort by KEY, largest first; `-KEY` puts the smallest first
    #[cfg_attr(feature = "flags", arg(long, value_name = "KEY", allow_hyphen_values = true))]
    pub sort: Option<String>,
    /// Print at most K positions
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "K", value_parser = crate::flags::number::<u64>))]
    pub top: Option<u64>,
    /// Stop after the smallest size at which a position has the property
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub smallest: bool,
    /// Print only the number of positions
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub count: bool,
    /// Also count the positions with each value of KEY
    #[cfg_attr(feature = "flags", arg(long, value_name = "KEY"))]
    pub histogram: Option<String>,
    /// Search N random positions of the size instead of all
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u64>))]
    pub random: Option<u64>,
    /// Seed for --random; equal seeds give equal positions [default: 1]
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "S", value_parser = crate::flags::number::<u64>, requires = "random"))]
    pub seed: Option<u64>,
    /// Which player starts, for `outcome` in partizan games
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "PLAYER"))]
    pub first: Option<Player>,
    /// Search only part I of N, where I is from 1 to N
    ///
    /// All parts take about the same work.
    #[serde(default, deserialize_with = "shard", skip_serializing)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[cfg_attr(feature = "flags", arg(long, value_name = "I/N"))]
    pub shard: Option<Shard>,
    /// Number of threads to use [default: one for each core of the machine]
    #[serde(default, deserialize_with = "crate::flags::some_jobs", skip_serializing)]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1024)))]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::jobs, allow_negative_numbers = true))]
    pub jobs: Option<NonZeroUsize>,
}

/// A size, as numbers or as on the command line.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Size {
    One(u64),
    Several(Vec<u64>),
    Text(String),
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let size = Option::<Size>::deserialize(deserializer)?;
    Ok(size.map(|size| match size {
        Size::One(number) => number.to_string(),
        Size::Several(numbers) => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join("x"),
        Size::Text(text) => text,
    }))
}

impl Find {
    /// Returns the question about all positions of a family, without a maximum size and a property.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Find::among("cram").family.as_deref(), Some("cram"));
    /// ```
    pub fn among(family: impl Into<String>) -> Self {
        Self { family: Some(family.into()), ..Self::default() }
    }

    /// Returns the question about all positions that can be reached from a position.
    ///
    /// ```
    /// assert!(sprague_questions::Find::from("cram@3x3").family.is_none());
    /// ```
    pub fn from(position: impl Into<String>) -> Self {
        Self { from: Some(position.into()), ..Self::default() }
    }

    /// Writes the question in one line, without its part and its threads.
    ///
    /// ```
    /// let question = sprague_questions::Find { squares: Some(4), count: true, ..sprague_questions::Find::among("cram") };
    /// assert_eq!(question.in_words(), r#"find "cram" --squares 4 --count"#);
    /// ```
    pub fn in_words(&self) -> String {
        let typed = |text: &Option<String>| text.as_ref().map(|text| format!("{text:?}"));
        let set = |is_set: bool| is_set.then(String::new);
        let flags = [
            ("", typed(&self.family)),
            ("--to", typed(&self.to)),
            ("--squares", self.squares.map(|squares| squares.to_string())),
            ("--vertices", self.vertices.map(|vertices| vertices.to_string())),
            ("--day", self.day.map(|day| day.to_string())),
            ("--from", typed(&self.from)),
            ("--where", typed(&self.property)),
            ("--sort", typed(&self.sort)),
            ("--top", self.top.map(|top| top.to_string())),
            ("--smallest", set(self.smallest)),
            ("--count", set(self.count)),
            ("--histogram", typed(&self.histogram)),
            ("--random", self.random.map(|random| random.to_string())),
            ("--seed", self.seed.map(|seed| seed.to_string())),
            ("--first", self.first.map(|first| first.to_string())),
        ];
        let words = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?])).flatten();
        ["find".to_owned()].into_iter().chain(words.filter(|word| !word.is_empty())).collect::<Vec<_>>().join(" ")
    }

    /// Continues a search to its end or a limit.
    ///
    /// `watch` is called with every position that is found, and may end the search. The number of threads does not
    /// change the result.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::rows::sweep::Watch;
    /// use sprague_questions::{Find, Found, FoundPosition, Session};
    /// use std::ops::ControlFlow;
    /// struct First(Option<String>);
    /// impl Watch<FoundPosition> for First {
    ///     fn wants_items(&self) -> bool {
    ///         true
    ///     }
    ///     fn items(&mut self, found: &[FoundPosition]) -> ControlFlow<()> {
    ///         self.0 = Some(found[0].position.clone());
    ///         ControlFlow::Break(())
    ///     }
    /// }
    /// let question = Find { to: Some("10^9".into()), property: Some("nimber = 7".into()), ..Find::among("kayles") };
    /// let mut first = First(None);
    /// question.run(&Session::new(), Found::default(), &Limits::default(), &mut first)?;
    /// assert_eq!(first.0.as_deref(), Some("kayles@15"));
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer`] if the question has no meaning, or if the rules fail. A limit is not an error; the result names it.
    pub fn run(
        &self,
        session: &Session,
        mut begun: Found,
        limits: &Limits,
        watch: &mut dyn Watch<FoundPosition>,
    ) -> Result<Found, NoAnswer> {
        self.has_meaning()?;
        let plan = Plan::of(self, session, limits)?;
        let files = self.files(session, limits)?;
        begun.files = files;
        run::run(&plan, begun, limits, watch)
    }

    /// Returns a digest of the files that the question names, as 16 hexadecimal digits. If a file changes, the question
    /// has another meaning and another digest.
    ///
    /// Returns `None` if it names no files.
    ///
    /// # Errors
    /// [`NoAnswer`] if the rules or the position cannot be read.
    pub fn files(&self, session: &Session, limits: &Limits) -> Result<Option<String>, NoAnswer> {
        if let Some(from) = &self.from {
            let sum = session.sum("from", from, limits)?;
            return Ok(session.files_of(sum.components().iter().map(|component| component.rules.name())));
        }
        let Some(family) = &self.family else { return Ok(None) };
        let family = session.rules("family", family, limits)?;
        Ok(session.files_of([family.name()]))
    }
}

impl Question for Find {
    type Answer = Found;
    const NAME: &'static str = "find";

    fn report(found: &Found) -> Option<Report> {
        Some(found.report())
    }

    /// Removes the limit on positions.
    fn usual(&self, door: Limits) -> Limits {
        Limits { positions: u64::MAX, ..door }
    }

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        let extents = [
            ("to", self.to.is_some()),
            ("squares", self.squares.is_some()),
            ("vertices", self.vertices.is_some()),
            ("day", self.day.is_some()),
        ];
        let named: Vec<&str> = extents.into_iter().filter_map(|(field, is_named)| is_named.then_some(field)).collect();
        match (&self.family, &self.from, &named[..]) {
            (None, None, _) => {
                return Err(NoAnswer::unfit("family", "or `from` is needed, to choose which positions are searched"));
            }
            (Some(_), Some(_), _) => {
                return Err(NoAnswer::unfit("from", "does not go with `family`, because a position contains its family"));
            }
            (_, _, [one, other, ..]) => {
                return Err(NoAnswer::unfit(one, format!("does not go with `{other}`: give one size only")));
            }
            (None, _, [one]) => {
                return Err(NoAnswer::unfit(one, "does not go with `from`, which searches all positions that can be reached"));
            }
            (Some(_), _, []) => {
                return Err(NoAnswer::unfit("to", "or `squares`, `vertices` or `day` is needed, to limit the size of positions"));
            }
            _ => {}
        }
        if self.random.is_some() && (self.from.is_some() || self.day.is_some()) {
            return Err(NoAnswer::unfit("random", "applies to positions of a size, not to `from` or `day`"));
        }
        if self.seed.is_some() && self.random.is_none() {
            return Err(NoAnswer::unfit("seed", "is for `random`"));
        }
        if self.smallest && self.from.is_some() {
            return Err(NoAnswer::unfit("smallest", "does not go with `from`: leave it out"));
        }
        if self.smallest && self.random.is_some() {
            return Err(NoAnswer::unfit("smallest", "does not go with `random`, because random positions have one size"));
        }
        if self.shard.is_some() && (self.smallest || (self.top.is_some() && self.sort.is_none())) {
            let field = if self.smallest { "smallest" } else { "top" };
            return Err(NoAnswer::unfit(
                field,
                "does not go with `shard`, because a part is searched without the results of the others",
            ));
        }
        Ok(())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Found, NoAnswer> {
        let found = self.run(session, Found::default(), limits, &mut ())?;
        if let Some(Stopped::Asked) = found.stopped() {
            return Err(Stopped::Asked.into());
        }
        Ok(found)
    }
}
