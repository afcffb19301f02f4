//! Computing the rows of each kind of family.

use super::{AnalyseOptions, Analysis, RowTable, Vertex, numbered};
use crate::family::code;
use crate::long::{self, Long};
use crate::{Family, Game, Unanswered};
use sprague::sequence::Sequence;
use sprague::{
    AnyImpartial, AnyPosition, Cell, DepthFirst, Family as Rows, Heaps, Labels, Misere, Nimber, NimberSearch, NoNimber, Outcome,
    OutcomeClass, Outcomes, Period, Play, PositionGraph, RowKind, Ruleset, Stopped, Theorem, Undecided, outcomes,
};
use sprague_rules_digraph::Digraph;
use sprague_rules_knights::Knights;
use sprague_rules_no_repeat::{PickUpStones, is_safe};
use sprague_rules_stones::{OddTotal, Stones, Table};

/// Whether so many rows could prove a period at all.
pub(super) fn is_provable(theorem: Option<Theorem>, rows: u64) -> bool {
    theorem.is_none_or(|theorem| theorem.rows_needed(0, 1).is_some_and(|needed| needed <= rows))
}

/// A sequence with every row up to `to` known or filled.
pub(super) struct Filled<C> {
    pub(super) sequence: Sequence<C>,
    rows: u64,
}

impl<C: Cell> Filled<C> {
    /// Computes rows, and seeks a period as far as the options say.
    pub(super) fn of(family: &(dyn Rows<Cell = C> + '_), options: &AnalyseOptions) -> Result<Self, Stopped> {
        let rows = options.to.checked_add(1).ok_or(Stopped::Positions(options.limits.positions))?;
        let seek = options.rows_kept(family.theorem());
        let mut sequence = Sequence::new(family.width()).with_kernel(options.kernel.clone());
        let too_many = |_| Stopped::Memory(options.limits.bytes);
        // the rows that were asked for come first: a limit reached while seeking must not cost them
        let first = usize::try_from(rows.min(seek.max(1))).map_err(too_many)?;
        let stopped = sequence.seek_on(family, first, &options.limits);
        let is_proved = |sequence: &Sequence<C>| sequence.period().is_some_and(|period| period.is_proved());
        if !options.fill || !is_proved(&sequence) {
            if let Some(stopped) = stopped {
                return Err(stopped);
            }
            sequence.extend(family, usize::try_from(rows).map_err(too_many)?, &options.limits)?;
        }
        if is_provable(family.theorem(), seek) && !is_proved(&sequence) {
            sequence.seek_on(family, usize::try_from(seek).unwrap_or(usize::MAX), &options.seeking());
        }
        Ok(Self { sequence, rows })
    }

    /// The number of the stored row that row n equals, and how much row n is raised.
    pub(super) fn stored(&self, n: u64) -> (usize, u64) {
        let computed = self.sequence.rows().len() as u64;
        if n < computed {
            return (n as usize, 0);
        }
        let period = self.sequence.period().expect("rows that were not computed follow from the period");
        let (row, periods) = period.fold(n);
        (row as usize, period.saltus.saturating_mul(periods))
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> u64 {
        self.rows
    }

    /// What `show` makes of every row up to the last, with how much it is raised.
    pub(super) fn map<T>(&self, mut show: impl FnMut(&[C], u64) -> T) -> impl Iterator<Item = T> {
        (0..self.rows).map(move |n| {
            let (row, raise) = self.stored(n);
            show(self.sequence.rows().row(row), raise)
        })
    }
}

/// About how many bytes a row takes when it is kept and shown.
const SHOWN_BYTES: u64 = 32;

pub(super) fn analyse(game: &Game, options: &AnalyseOptions) -> Result<Analysis, Unanswered> {
    let columns = match game.family() {
        Family::NoRepeat(rules) => 1 + rules.amounts().as_slice().len() as u64,
        _ => 1,
    };
    if game.family().as_data().is_some() && options.to.saturating_mul(SHOWN_BYTES).saturating_mul(columns) > options.limits.bytes
    {
        return Err(Stopped::Memory(options.limits.bytes).into());
    }
    if options.kernel.is_some() {
        super::summary::choice(game, options)?;
    }
    match (game.family(), options.play) {
        (Family::Knights(rules), play) => board(game, rules, play, options),
        (Family::Digraph(rules), play) => vertices(game, rules, play, options),
        (Family::Custom(custom), play)
            if custom.rows().is_none() || (play == Play::Misere && game.family().outcomes(play).is_none()) =>
        {
            numbered::analyse(game, options)
        }
        (Family::Stones(rules), _) => Ok(stones(game, rules, options)?),
        (Family::NoRepeat(rules), play) => no_repeat(game, rules, play, options),
        (Family::Asymmetric(_), play) => Ok(classes(game, play, options)?),
        (_, Play::Normal) => nimbers(game, options),
        (family, Play::Misere) => match family.outcomes(Play::Misere) {
            Some(rows) => Ok(misere(game, &*rows, options)?),
            None => Ok(misere_by_search(game, options)?),
        },
    }
}

pub(super) fn analysis(
    game: &Game,
    options: &AnalyseOptions,
    rows: RowTable,
    period: Option<Period>,
    outcome_period: Option<Period>,
) -> Analysis {
    Analysis {
        family: game.text().to_owned(),
        play: options.play,
        to: options.to,
        rows,
        period,
        outcome_period,
        nimber_period: None,
        remark: None,
    }
}

fn nimber(cells: &[Nimber], raise: u64) -> u64 {
    u64::from(cells[0].0) + raise
}

fn outcome_of(nimber: u64) -> Outcome {
    if nimber == 0 { Outcome::Loss } else { Outcome::Win }
}

/// The period of the outcomes, read off rows of nimbers: a value that rises is never 0 again.
fn outcome_period(sequence: &Sequence<Nimber>) -> Option<Period> {
    sequence.projected(|row| outcome_of(nimber(row, 0)), |_| Outcome::Win)
}

fn nimbers(game: &Game, options: &AnalyseOptions) -> Result<Analysis, Unanswered> {
    let family = game.family().nimbers().expect("impartial heap families have nimbers");
    let rows = Filled::of(&*family, options)?;
    let nimbers: Vec<u64> = rows.map(nimber).collect();
    let outcomes = nimbers.iter().map(|&nimber| outcome_of(nimber).letter()).collect();
    let (period, outcome_period) = match by_equal_states(game, options, rows.sequence.period())? {
        Some(found) => (Some(found.period), found.outcome_period),
        None => (rows.sequence.period(), outcome_period(&rows.sequence)),
    };
    let mut analysis = analysis(game, options, RowTable::Nimbers { outcomes, nimbers }, period, outcome_period);
    if family.theorem().is_none() {
        analysis.remark = Some("no theorem is known that could prove a period of this family".to_owned());
    }
    Ok(analysis)
}

/// The period by equal states, where rows that are kept prove none and more are sought.
pub(super) fn by_equal_states(game: &Game, options: &AnalyseOptions, known: Option<Period>) -> Result<Option<Long>, Unanswered> {
    let theorem = game.family().as_data().and_then(|rules| rules.theorem(Play::Normal, RowKind::Nimbers));
    let is_sought = options.rows_sought(theorem) > options.rows_kept(theorem);
    match code(game.family()).filter(|_| is_sought && known.is_none_or(|period| !period.is_proved())) {
        Some(code) => long::seek(code, options.rows_sought(theorem), options),
        None => Ok(None),
    }
}

fn letters(rows: &Filled<Outcome>, state: usize) -> String {
    rows.map(|row, _| row[state].letter()).collect()
}

fn misere(game: &Game, family: &dyn Rows<Cell = Outcome>, options: &AnalyseOptions) -> Result<Analysis, Stopped> {
    let rows = Filled::of(family, options)?;
    let period = rows.sequence.period();
    Ok(analysis(game, options, RowTable::Outcomes { outcomes: letters(&rows, 0) }, period, period))
}

/// Misère outcomes of single heaps where moves split heaps: every sum of heaps that can be reached is searched.
fn misere_by_search(game: &Game, options: &AnalyseOptions) -> Result<Analysis, Stopped> {
    let rules = AnyImpartial::try_from(game.rules().clone()).expect("heap families are impartial");
    let rules = Misere(rules);
    let mut search = DepthFirst::new(&rules, &options.limits);
    let mut rows = sprague::Rows::new(1);
    let mut outcomes = String::new();
    for heap in 0..=options.to {
        let outcome = search.outcome(&AnyPosition::pack(&Heaps::one(heap))).map_err(ended)?;
        rows.push(&[outcome]);
        outcomes.push(outcome.letter());
    }
    let period = sprague::sequence::observed(&rows);
    let mut analysis = analysis(game, options, RowTable::Outcomes { outcomes }, period, period);
    analysis.remark = Some("misère outcomes of games that split heaps are searched; no theorem proves their period".to_owned());
    Ok(analysis)
}

fn classes(game: &Game, play: Play, options: &AnalyseOptions) -> Result<Analysis, Stopped> {
    let family = game.family().outcomes(play).expect("asymmetric families have rows of outcomes");
    let rows = Filled::of(&*family, options)?;
    let class = |row: &[Outcome], _| OutcomeClass::of(row[0], row[1]).expect("heap games are not drawn").letter();
    let table =
        RowTable::Classes { classes: rows.map(class).collect(), left_first: letters(&rows, 0), right_first: letters(&rows, 1) };
    let period = rows.sequence.period();
    Ok(analysis(game, options, table, period, period))
}

fn stones(game: &Game, rules: &Stones, options: &AnalyseOptions) -> Result<Analysis, Stopped> {
    let family = Outcomes(OddTotal(rules.clone()));
    let rows = Filled::of(&family, options)?;
    let outcome = |table: &Table| {
        let (row, _) = rows.stored(table.pile);
        rows.sequence.rows().cell(row, usize::from(table.mine_odd))
    };
    let best = |mine: u64| {
        let table = move |pile| Table::new(pile, mine, pile + mine + 1);
        (0..=options.to).map(|pile| rules.best_amount(&table(pile), outcome)).collect()
    };
    let table = RowTable::Stones { outcomes: [letters(&rows, 0), letters(&rows, 1)], take: [best(0), best(1)] };
    let period = rows.sequence.period();
    Ok(analysis(game, options, table, period, period))
}

/// How many rows of nimbers are computed to find their period too.
const NIMBERS_SOUGHT: u64 = 5_000;

fn no_repeat(game: &Game, rules: &PickUpStones, play: Play, options: &AnalyseOptions) -> Result<Analysis, Unanswered> {
    let Some(family) = game.family().outcomes(play) else {
        return Err(Stopped::Memory(options.limits.bytes).into());
    };
    let rows = Filled::of(&*family, options)?;
    let amounts = rules.amounts().as_slice();
    // lists of one move follow the empty list
    let after = amounts.iter().zip(1..).map(|(&amount, state)| (amount, letters(&rows, state))).collect();
    let safe = (0..).zip(rows.map(|row, _| is_safe(row))).filter(|(_, is_safe)| *is_safe).map(|(n, _)| n).collect();
    let period = rows.sequence.period();
    let projected = rows.sequence.projected(|row| row[0], |row| row[0]);
    let mut nimber_period = None;
    let mut nimbers = None;
    if let (Play::Normal, Some(family)) = (play, game.family().nimbers()) {
        // an extra, so it must not take long, and may be left out
        let extra = AnalyseOptions { seek: Some(NIMBERS_SOUGHT.max(options.to)), limits: options.seeking(), ..options.clone() };
        if let Ok(rows) = Filled::of(&*family, &extra) {
            nimbers = Some(rows.map(nimber).collect());
            nimber_period = rows.sequence.projected(|row| row[0], |row| row[0]);
        }
    }
    let table = RowTable::NoRepeat { outcomes: letters(&rows, 0), after, safe, nimbers };
    Ok(Analysis { nimber_period, ..analysis(game, options, table, period, projected) })
}

fn board(game: &Game, rules: &Knights, play: Play, options: &AnalyseOptions) -> Result<Analysis, Unanswered> {
    let misere = Misere(*rules);
    let mut nimbers = NimberSearch::new(rules, &options.limits);
    let mut outcomes = DepthFirst::new(&misere, &options.limits);
    let mut table = vec![vec![]; usize::from(rules.side())];
    for square in rules.squares() {
        let value = match play {
            Play::Normal => u64::from(nimbers.nimber(&square).map_err(ended)?.0),
            Play::Misere => u64::from(outcomes.outcome(&square).map_err(ended)? == Outcome::Win),
        };
        table[usize::from(square.y)].push(value);
    }
    Ok(analysis(game, options, RowTable::Board { table }, None, None))
}

/// The limit that ended a search of a game without cycles.
fn ended(error: impl Into<Ended>) -> Stopped {
    match error.into() {
        Ended::Stopped(stopped) => stopped,
        Ended::Loopy => unreachable!("heaps only shrink and knights move towards the corner"),
    }
}

/// Why a search ended, whichever it was.
enum Ended {
    Stopped(Stopped),
    Loopy,
}

impl From<NoNimber> for Ended {
    fn from(error: NoNimber) -> Self {
        match error {
            NoNimber::Stopped(stopped) => Self::Stopped(stopped),
            NoNimber::Loopy => Self::Loopy,
        }
    }
}

impl From<Undecided> for Ended {
    fn from(error: Undecided) -> Self {
        match error {
            Undecided::Stopped(stopped) => Self::Stopped(stopped),
            Undecided::Loopy => Self::Loopy,
        }
    }
}

/// A token that is still in the hand: the first move puts it on any vertex, so one search labels them all.
struct FromHand<'a>(&'a Digraph);

impl Ruleset for FromHand<'_> {
    type Position = Option<u32>;
    type Move = u32;
    fn moves(&self, vertex: &Option<u32>) -> impl Iterator<Item = u32> {
        let everywhere = vertex.is_none().then(|| self.0.vertices()).into_iter().flatten();
        let targets = vertex.map_or(&[][..], |vertex| self.0.targets(vertex));
        everywhere.chain(targets.iter().copied())
    }
    fn play(&self, _: &Option<u32>, to: &u32) -> Option<u32> {
        Some(*to)
    }
}

/// The most vertices that are valued one by one where the graph has a cycle somewhere.
const VALUED: usize = 2_000;

fn vertices(game: &Game, rules: &Digraph, play: Play, options: &AnalyseOptions) -> Result<Analysis, Unanswered> {
    let hand = FromHand(rules);
    let labelled = |labels: &Labels, graph: &PositionGraph<Option<u32>>, vertex: u32| {
        let number = graph.number(&Some(vertex)).expect("every vertex can be reached from the hand");
        (labels.outcome(number), labels.remoteness(number))
    };
    let misere = Misere(FromHand(rules));
    let graph = match play {
        Play::Normal => PositionGraph::explore(&hand, None, &options.limits)?,
        Play::Misere => PositionGraph::explore(&misere, None, &options.limits)?,
    };
    let labels = outcomes(&graph);
    let is_valued = play == Play::Normal && (rules.is_acyclic() || rules.vertices().len() <= VALUED);
    let mut search = NimberSearch::new(rules, &options.limits);
    let mut vertices = vec![];
    for vertex in rules.vertices() {
        let (outcome, remoteness) = labelled(&labels, &graph, vertex);
        let nimber = if is_valued { search.nimber(&vertex).ok() } else { None };
        vertices.push(Vertex { name: rules.name(vertex).to_owned(), outcome, remoteness, nimber: nimber.map(|nimber| nimber.0) });
    }
    Ok(analysis(game, options, RowTable::Vertices { vertices }, None, None))
}
