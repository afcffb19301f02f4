//! Graphs on disk: all positions that can be reached from a position are solved in a directory, which then answers
//! questions about them.
//!
//! [`sprague_shards`] does the work. This module encodes positions as words, and builds answers from the stored
//! results.

use super::StrategyOf;
use super::solve::{Answer, JudgedStep, Moves as Listed, Solve, first_fits};
use crate::question::NoAnswer;
use crate::read::json::number as json_number;
use crate::read::{ParsedSum, Session, Step};
use serde_json::{Value, json};
use sprague::any::Labelled;
use sprague::certificate::{Answers as Moves, Strategy, Winner};
use sprague::limits::Meter;
use sprague::registry::{Files, Unreadable};
use sprague::solve::{Component, ComponentPosition, SumMove, SumValue};
use sprague::{BadNotation, CompoundRule, Limits, Outcome, OutcomeClass, Player, Stopped};
use sprague_shards::{About, Directory, Game, KnownNimber, Progress, SMALL, ShardsError, SolvedGraph, Summary, Verified};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A policy for files that computes a digest of everything that is read.
///
/// A graph on disk belongs to its rules, and so to the content of the files that contain the rules.
///
/// ```
/// use sprague::registry::{Files, LocalFiles};
/// use sprague_questions::Session;
/// use sprague_questions::shards::DigestedFiles;
///
/// let files = DigestedFiles::new(LocalFiles);
/// let session = Session::new().with_files(files.clone());
/// session.family("kayles")?;
/// assert_eq!(files.digest(), ""); // no file was needed
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Clone, Debug)]
pub struct DigestedFiles<F> {
    files: Arc<F>,
    /// The digest of each content, stored once even if a file is read again.
    digests: Arc<Mutex<BTreeSet<u128>>>,
}

impl<F: Files> DigestedFiles<F> {
    /// Wraps this policy.
    pub fn new(files: F) -> Self {
        Self { files: Arc::new(files), digests: Arc::default() }
    }

    /// Returns a digest of the contents as 32 hexadecimal digits, or an empty text if nothing was read.
    ///
    /// The order of reading does not matter.
    pub fn digest(&self) -> String {
        let digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        if digests.is_empty() {
            return String::new();
        }
        format!("{:032x}", digests.iter().fold(0, |all, digest| all ^ digest))
    }
}

impl<F: Files> Files for DigestedFiles<F> {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        let bytes = self.files.read(path, most)?;
        self.digests.lock().unwrap_or_else(PoisonError::into_inner).insert(sprague_shards::digest_of(&bytes));
        Ok(bytes)
    }
    fn limits(&self) -> Limits {
        self.files.limits()
    }
}

/// The default for the maximum number of winning moves.
const MOVES: usize = 1000;

/// Approximate memory of a position in the caller without its text, in bytes.
const TOLD_BYTES: usize = 96;

/// The graph of a position in a directory, solved or in progress.
///
/// ```
/// use sprague::{Limits, Outcome};
/// use sprague_questions::shards::ShardedGraph;
/// use sprague_questions::{Session, Solve};
///
/// let folder = std::env::temp_dir().join(format!("sprague-questions-shards-{}", std::process::id()));
/// let (session, options, limits) = (Session::new(), Solve::default(), Limits::default());
/// let cram = session.position("cram@3x3").unwrap();
/// let mut graph = ShardedGraph::create(&folder, &cram, "", 8, &options)?;
/// let answers = graph.solve(&options, &limits, |_| ())?;
/// assert_eq!(answers.summary().positions, 98);
///
/// let again = ShardedGraph::open(&folder, &session, String::new)?;
/// let answer = again.answer(&again.answers()?, &session.position("cram@##./.../...").unwrap(), &options, &limits)?;
/// assert_eq!((answer.outcome, answer.remoteness), (Outcome::Win, Some(Some(3))));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Debug)]
pub struct ShardedGraph {
    game: Game,
    family: String,
    directory: Directory,
}

impl ShardedGraph {
    /// Creates a directory for the graph of a position, or resumes one.
    ///
    /// `digest` is the digest of the files from which the rules were read. `shards` is the number of parts, which should be
    /// greater than the number of workers.
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] unless the sum is a single position with heaps below 2⁶⁴ under the disjunctive rule;
    /// [`NoAnswer::Stopped`] if the directory belongs to another graph.
    pub fn create(path: &Path, sum: &ParsedSum, digest: &str, shards: u32, question: &Solve) -> Result<Self, NoAnswer> {
        Self::create_with(path, sum, digest, shards, SMALL, question)
    }

    /// Creates or resumes a directory like [`create`](Self::create). Rounds of at least `small` positions are divided
    /// into steps.
    ///
    /// Use less than [`SMALL`] for slow rules and in tests.
    ///
    /// # Errors
    /// See [`create`](Self::create).
    pub fn create_with(
        path: &Path,
        sum: &ParsedSum,
        digest: &str,
        shards: u32,
        small: u64,
        question: &Solve,
    ) -> Result<Self, NoAnswer> {
        let (component, game) = game_of(sum, question)?;
        question.fits(sum)?;
        let has_nimbers = game.has_nimbers() && !question.outcome_only;
        let root = words_of(&game, component, question.player());
        let about =
            About { rules: digest.to_owned(), root, has_nimbers, shards, small, ..About::of(&sum.to_string(), question.play) };
        let directory = Directory::create(path, about)?;
        Ok(Self { game, family: component.rules.name().to_owned(), directory })
    }

    /// Opens the directory of a graph, solved or in progress.
    ///
    /// `digest` must return the digest of all files that the session has read for the graph, including those that this
    /// function reads.
    ///
    /// # Errors
    /// [`NoAnswer::Stopped`] if there is no such directory, or if the files with its rules have changed.
    pub fn open(path: &Path, session: &Session, digest: impl Fn() -> String) -> Result<Self, NoAnswer> {
        let directory = Directory::open(path)?;
        let about = directory.about();
        let sum = session.position(&about.position)?;
        let question = Solve { play: about.play, ..Solve::default() };
        let (component, game) = game_of(&sum, &question)?;
        if digest() != about.rules {
            let why = "the files that contain the rules have changed since the graph was solved".to_owned();
            return Err(ShardsError::Foreign { path: path.to_owned(), why }.into());
        }
        if !Player::BOTH.iter().any(|&first| words_of(&game, component, first) == about.root) {
            let why = format!("the directory claims to hold the graph of {sum}, but the graph does not begin there");
            return Err(ShardsError::Foreign { path: path.to_owned(), why }.into());
        }
        if about.has_nimbers && !game.has_nimbers() {
            let why = format!(
                "the directory claims nimbers for positions of {sum}, but these positions have no nimbers under this play"
            );
            return Err(ShardsError::Foreign { path: path.to_owned(), why }.into());
        }
        Ok(Self { game, family: component.rules.name().to_owned(), directory })
    }

    /// Returns the player who starts, if Left and Right have different moves.
    pub fn first(&self) -> Option<Player> {
        self.game.has_players().then(|| self.game.position(&self.directory.about().root).1)
    }

    /// Returns the position from which the graph was explored.
    pub fn position(&self) -> &str {
        &self.directory.about().position
    }

    /// Returns the directory, for a caller that distributes the steps.
    pub fn directory(&mut self) -> &mut Directory {
        &mut self.directory
    }

    /// Returns the rules of the graph, which also encode its positions as words.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Solves the graph. If an earlier call was stopped, this one continues from there.
    ///
    /// # Errors
    /// [`NoAnswer::Stopped`] at a limit, or if a file cannot be used.
    pub fn solve(
        &mut self,
        question: &Solve,
        limits: &Limits,
        progress: impl FnMut(&Progress) + Send,
    ) -> Result<SolvedGraph, NoAnswer> {
        let jobs = question.jobs.unwrap_or(NonZeroUsize::MIN);
        Ok(sprague_shards::solve(&mut self.directory, &self.game, jobs, limits, progress)?)
    }

    /// Returns the answers to all positions of the graph.
    ///
    /// # Errors
    /// [`NoAnswer::Stopped`] if the graph is not solved yet.
    pub fn answers(&self) -> Result<SolvedGraph, NoAnswer> {
        Ok(self.directory.answers()?)
    }

    /// Answers a question about a position of the graph by looking up all of its moves.
    ///
    /// # Errors
    /// [`NoAnswer::Malformed`] if the position belongs to another game; [`NoAnswer::NoTheorem`] if it is not in the graph.
    pub fn answer(&self, answers: &SolvedGraph, sum: &ParsedSum, question: &Solve, limits: &Limits) -> Result<Answer, NoAnswer> {
        let (question, limits) = (&Solve { play: self.game.play(), ..question.clone() }, limits.starting_now());
        let (component, _) = game_of(sum, question)?;
        if component.rules.name() != self.family {
            let expected = format!("a position of {}, because its graph is in this directory", self.family);
            return Err(BadNotation::new(0, expected).into());
        }
        question.fits(sum)?;
        let first = question.player();
        let mut looking = Looking { graph: self, answers, first, meter: Meter::new(&limits), asked: 0 };
        let here = looking.find(component, first)?;
        let found = here.ok_or(NoAnswer::unknown("the position is not in the graph in this directory"))?;
        let moves = if question.outcome_only { vec![] } else { looking.moves(component, first)? };
        let steps = sum.steps();
        let kept: Vec<&Judged> = moves.iter().filter(|judged| keeps(found.outcome, judged)).collect();
        let best = best(&moves, found.outcome);
        let is_partizan = self.game.has_players();
        let class = match is_partizan {
            true => {
                let [left, right] = Player::BOTH.map(|first| looking.find(component, first));
                left?.zip(right?).map(|(left, right)| OutcomeClass::of(left.outcome, right.outcome))
            }
            false => None,
        };
        let mut why =
            vec![format!("looked up among {} positions of {}", answers.summary().positions, self.directory.about().position)];
        if found.nimber == KnownNimber::Beyond {
            why.push("its nimber is 128 or more, which the files do not store".to_owned());
        }
        let nimber = |nimber: KnownNimber| nimber.number().map(|number| SumValue::Nimber(number.into()));
        let line = question.line.then(|| looking.line(sum, found.outcome)).transpose()?;
        Ok(Answer {
            position: sum.to_string(),
            play: question.play,
            rule: CompoundRule::Disjunctive,
            outcome: found.outcome,
            value: nimber(found.nimber),
            nimber_skipped: false,
            score: None,
            stops: None,
            is_scored: false,
            winning_moves_total: Some(kept.len() as u64),
            undecided_moves: 0,
            winning_moves: kept.iter().take(question.max_moves.unwrap_or(MOVES)).map(|judged| steps.step(&judged.mv)).collect(),
            product: None,
            best: best.map(|judged| steps.step(&judged.mv)),
            outcome_class: class,
            first: is_partizan.then_some(first),
            remoteness: Some(found.remoteness),
            genus: None,
            line,
            moves: (question.moves == Listed::All && !question.outcome_only).then(|| {
                let judged = |judged: &Judged| JudgedStep {
                    step: steps.step(&judged.mv),
                    outcome: judged.answer.outcome,
                    value: nimber(judged.answer.nimber),
                    superfluous: None,
                };
                Some(moves.iter().map(judged).collect())
            }),
            why,
            passed: vec![],
            advice: None,
            remarks: vec![],
            is_line_asked: question.line,
            is_explained: question.explain,
            at_least: None,
            is_outcome_only: question.outcome_only,
            is_class_only: question.is_about_class() && class.is_some(),
        })
    }

    /// Checks every stored answer against the answers of its options, using only the rules and the files.
    ///
    /// `progress` is called with the number of positions checked so far.
    ///
    /// ```
    /// # use sprague_questions::shards::ShardedGraph;
    /// # use sprague_questions::{Session, Solve};
    /// # let folder = std::env::temp_dir().join(format!("sprague-questions-verify-{}", std::process::id()));
    /// # let (session, options, limits) = (Session::new(), Solve::default(), sprague::Limits::default());
    /// let nim = session.position("nim@9").unwrap();
    /// let mut graph = ShardedGraph::create(&folder, &nim, "", 8, &options)?;
    /// let answers = graph.solve(&options, &limits, |_| ())?;
    /// assert_eq!(graph.verify(&answers, &limits, |_| ())?, Ok("the files contain 10 positions with 45 options, among them all that can be reached from it".to_owned()));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Stopped`] at a limit, or if a file cannot be used. A wrong answer in the graph is not an error but the inner
    /// `Err`.
    pub fn verify(
        &self,
        answers: &SolvedGraph,
        limits: &Limits,
        progress: impl FnMut(u64),
    ) -> Result<Result<String, String>, NoAnswer> {
        let about = self.directory.about();
        let shown = |words: &[u64]| {
            let (position, player) = self.shown(words);
            match player {
                Some(player) => format!("{position}, {player} to move"),
                None => position,
            }
        };
        Ok(match answers.verify(&self.game, about, limits, progress)? {
            Verified::Right { positions, options } => Ok(format!(
                "the files contain {positions} positions with {options} options, among them all that can be reached from it"
            )),
            Verified::Wrong { words, expected, found } => {
                let said = |answer: sprague_shards::PositionAnswer| {
                    let moves = answer.remoteness.map_or_else(String::new, |moves| format!(" in {moves} moves"));
                    let nimber = answer.nimber.number().map_or_else(String::new, |nimber| format!(", nimber {nimber}"));
                    format!("{}{moves}{nimber}", answer.outcome)
                };
                Err(format!("{}: the stored answer is {}, but its options give {}", shown(&words), said(found), said(expected)))
            }
            Verified::NoPosition { words } => {
                let words: Vec<String> = words.iter().map(|word| format!("{word:x}")).collect();
                Err(format!("an answer belongs to no position of {}: words {}", self.family, words.join(" ")))
            }
            Verified::Missing { words } => Err(format!("{} can be reached, but is not there", shown(&words))),
            _ => Err("the stored totals differ from those of the answers".to_owned()),
        })
    }

    /// Returns a position in the notation, and the player to move in partizan games.
    fn shown(&self, words: &[u64]) -> (String, Option<Player>) {
        let (position, player) = self.game.position(words);
        let text = format!("{}@{}", self.family, self.game.rules().show(&position));
        (text, self.game.has_players().then_some(player))
    }

    /// Calls `each` with every position of a part, the player to move, and the answer.
    ///
    /// Positions are written in the notation. The player is `None` unless Left and Right have different moves. All
    /// parts together are the whole graph. Within a part, positions are sorted by hash.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::shards::ShardedGraph;
    /// use sprague_questions::{Session, Solve};
    ///
    /// let folder = std::env::temp_dir().join(format!("sprague-questions-parts-{}", std::process::id()));
    /// let nim = Session::new().position("nim@5").unwrap();
    /// let mut graph = ShardedGraph::create(&folder, &nim, "", 3, &Solve::default())?;
    /// let answers = graph.solve(&Solve::default(), &Limits::default(), |_| ())?;
    /// let mut all = vec![];
    /// for part in 0..3 {
    ///     graph.each_of(&answers, part, &Limits::default(), |position, _, answer| all.push((position, answer.nimber.number())))?;
    /// }
    /// all.sort();
    /// assert_eq!(all[5], ("nim@5".to_owned(), Some(5)));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Stopped`] at a limit, or if a file was changed. Memory of positions passed to `each` counts as held.
    pub fn each_of(
        &self,
        answers: &SolvedGraph,
        part: u32,
        limits: &Limits,
        mut each: impl FnMut(String, Option<Player>, sprague_shards::PositionAnswer),
    ) -> Result<(), NoAnswer> {
        let limits = limits.starting_now();
        let (mut meter, mut positions, mut bytes) = (Meter::new(&limits), 0, 0);
        answers.each_of(part, |words, answer| {
            let (position, player) = self.shown(words);
            (positions, bytes) = (positions + 1, bytes + position.len() + TOLD_BYTES);
            meter.allow(positions, || bytes, || self.game.rules().fault())?;
            each(position, player, answer);
            Ok(())
        })?;
        Ok(())
    }

    /// Returns a strategy for all positions that can occur in play from a position.
    ///
    /// It contains the winner's fastest winning moves. In a drawn position it has moves with which the player to move
    /// never loses.
    ///
    /// ```
    /// # use sprague_questions::shards::ShardedGraph;
    /// use sprague::Limits;
    /// use sprague_questions::{Session, Solve, StrategyOf};
    /// # let folder = std::env::temp_dir().join(format!("sprague-questions-strategy-{}", std::process::id()));
    /// # let (session, options, limits) = (Session::new(), Solve::default(), sprague::Limits::default());
    /// let cram = session.position("cram@2x3").unwrap();
    /// let mut graph = ShardedGraph::create(&folder, &cram, "", 8, &options)?;
    /// let answers = graph.solve(&options, &limits, |_| ())?;
    /// let strategy = graph.strategy(&answers, &cram, &StrategyOf::default(), &limits)?;
    /// assert!(session.check(&strategy, &Limits::default()).is_ok());
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`answer`](Self::answer), and [`NoAnswer::Stopped`] if more positions can occur than the limits
    /// allow.
    pub fn strategy(
        &self,
        answers: &SolvedGraph,
        sum: &ParsedSum,
        question: &StrategyOf,
        limits: &Limits,
    ) -> Result<Strategy, NoAnswer> {
        first_fits(question.first, sum)?;
        let root = self.answer(answers, sum, &Solve { outcome_only: true, ..question.solve() }, limits)?;
        let (first, limits) = (question.solve().player(), limits.starting_now());
        let mut looking = Looking { graph: self, answers, first, meter: Meter::new(&limits), asked: 0 };
        let is_ours = root.outcome != Outcome::Loss;
        let mut replies = BTreeMap::new();
        let (mut ours, mut theirs) = (vec![], vec![]);
        if is_ours {
            ours.push((sum.clone(), root.outcome))
        } else {
            theirs.push(sum.clone())
        }
        let us = if is_ours { first } else { -first };
        let mut bytes = 0;
        // `theirs` are positions of the loser, from which every move is followed; `ours` those in which one reply is chosen
        while !ours.is_empty() || !theirs.is_empty() {
            if let Some(here) = theirs.pop() {
                for judged in looking.moves(&here.components()[0], -us)? {
                    ours.push((here.after(&judged.mv), judged.answer.outcome));
                }
                continue;
            }
            let Some((here, outcome)) = ours.pop() else { continue };
            let Entry::Vacant(reply) = replies.entry(here.to_string()) else { continue };
            let moves = looking.moves(&here.components()[0], us)?;
            // no move keeps the result: the game is over, or a draw at worst
            let Some(judged) = best(&moves, outcome) else { continue };
            let after = here.after(&judged.mv);
            bytes += reply.key().len() + 64;
            bytes += reply.insert(after.to_string()).len() + 64;
            if bytes as u64 > limits.bytes {
                return Err(Stopped::Memory(limits.bytes).into());
            }
            theirs.push(after);
        }
        Ok(Strategy {
            position: sum.to_string(),
            play: self.game.play(),
            rule: CompoundRule::Disjunctive.to_string(),
            first: self.game.has_players().then_some(first),
            winner: if is_ours { Winner::Mover } else { Winner::Other },
            draw: root.outcome == Outcome::Draw,
            answers: Moves::Positions(replies),
        })
    }
}

/// Returns the summary of a solved graph as JSON.
///
/// ```
/// # let folder = std::env::temp_dir().join(format!("sprague-questions-summary-{}", std::process::id()));
/// use sprague::Limits;
/// use sprague_questions::shards::{ShardedGraph, summary_to_json};
/// use sprague_questions::{Session, Solve};
///
/// let options = Solve::default();
/// let mut graph = ShardedGraph::create(&folder, &Session::new().position("nim@9").unwrap(), "", 1, &options)?;
/// assert_eq!(summary_to_json(graph.solve(&options, &Limits::default(), |_| ())?.summary())["positions"], 10);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
pub fn summary_to_json(summary: &Summary) -> Value {
    let number = json_number;
    json!({
        "positions": number(summary.positions), "options": number(summary.options), "won": number(summary.won),
        "lost": number(summary.lost), "drawn": number(summary.drawn()), "longest": summary.longest,
        "digest": summary.digest, "bytes": number(summary.bytes),
    })
}

/// A move, and the answer for the position after it.
struct Judged {
    mv: SumMove,
    answer: sprague_shards::PositionAnswer,
}

/// Returns `true` if a move keeps a win or a draw. In a lost position no move does.
fn keeps(outcome: Outcome, judged: &Judged) -> bool {
    outcome != Outcome::Loss && -judged.answer.outcome == outcome
}

/// Returns the fastest win, the slowest loss, or any drawing move.
fn best(moves: &[Judged], outcome: Outcome) -> Option<&Judged> {
    let kept = moves.iter().filter(|judged| -judged.answer.outcome == outcome);
    match outcome {
        Outcome::Win => kept.min_by_key(|judged| judged.answer.remoteness),
        // `max_by_key` returns the last maximum, so reverse to get the first
        Outcome::Loss => kept.rev().max_by_key(|judged| judged.answer.remoteness),
        Outcome::Draw => kept.into_iter().next(),
    }
}

/// Looks up positions within limits.
struct Looking<'a> {
    graph: &'a ShardedGraph,
    answers: &'a SolvedGraph,
    first: Player,
    meter: Meter<'a>,
    asked: u64,
}

impl Looking<'_> {
    fn find(&mut self, component: &Component, player: Player) -> Result<Option<sprague_shards::PositionAnswer>, NoAnswer> {
        self.asked += 1;
        self.meter.allow(self.asked, || 0, || component.rules.rules().fault())?;
        Ok(self.answers.find(&words_of(&self.graph.game, component, player))?)
    }

    /// Returns every move with the answer for the position after it.
    fn moves(&mut self, component: &Component, player: Player) -> Result<Vec<Judged>, NoAnswer> {
        let ComponentPosition::Small(position) = &component.position else { return Ok(vec![]) };
        let rules = component.rules.rules();
        let (mut labelled, mut more): (Vec<Labelled>, bool) = (vec![], true);
        while more {
            more = rules.moves(position, player, labelled.len(), &mut labelled);
            self.meter.allow(self.asked + labelled.len() as u64, || 0, || rules.fault())?;
        }
        let next = self.graph.game.has_players().then_some(-player);
        let mut judged = vec![];
        for Labelled { label, to } in labelled {
            let after = Component { position: ComponentPosition::Small(to), ..component.clone() };
            let answer = self.find(&after, -player)?;
            let answer = answer.ok_or(NoAnswer::unknown("an option of the position is not in this directory"))?;
            judged.push(Judged { mv: SumMove { changed: vec![(0, label, after.position)], next, points: None }, answer });
        }
        component.rules.check()?;
        Ok(judged)
    }

    /// Returns best play to the end, or nothing for a draw.
    fn line(&mut self, sum: &ParsedSum, outcome: Outcome) -> Result<Vec<Step>, NoAnswer> {
        let (mut here, mut outcome, mut player, mut line) = (sum.clone(), outcome, self.first, vec![]);
        while outcome != Outcome::Draw {
            let moves = self.moves(&here.components()[0], player)?;
            let Some(judged) = best(&moves, outcome) else { break };
            line.push(here.steps().step(&judged.mv));
            here = here.after(&judged.mv);
            (outcome, player) = (-outcome, -player);
        }
        Ok(line)
    }
}

fn words_of(game: &Game, component: &Component, player: Player) -> Vec<u64> {
    match &component.position {
        ComponentPosition::Small(position) => game.words(position, player),
        ComponentPosition::Big(_) => vec![],
    }
}

fn game_of<'a>(sum: &'a ParsedSum, question: &Solve) -> Result<(&'a Component, Game), NoAnswer> {
    sum.has_meaning(question.rule, question.play)?;
    let bad = |expected: &'static str| Err(BadNotation::new(0, expected).into());
    let [component] = sum.components() else {
        return bad("one position: solve each part of a sum in its own directory");
    };
    match component.position {
        _ if question.rule != CompoundRule::Disjunctive => {
            bad("a position under the disjunctive rule, because other rules are for sums")
        }
        _ if sum.is_scored() => bad("rules under which the last move or the rules decide, because files hold outcomes"),
        _ if component.is_negative => bad("a position without a minus sign"),
        ComponentPosition::Big(_) => bad("heaps of fewer than 2^64 tokens, because every position is visited"),
        ComponentPosition::Small(_) => Ok((component, Game::new(component.rules.rules().clone(), question.play))),
    }
}
