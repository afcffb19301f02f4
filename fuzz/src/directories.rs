//! Directories of graphs, forged with correct checksums.
//!
//! If `check` accepts a directory, its outcomes are compared with those computed in rounds in memory.

use crate::claims::session;
use crate::mutation::Corpus;
use crate::seen::{Seen, variant};
use crate::sheet::{self, Record};
use crate::truth::graph::{facts, options};
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprague::solve::ComponentPosition;
use sprague::{Limits, Outcome, Play, Player};
use sprague_questions::shards::{ShardedGraph, summary_to_json};
use sprague_questions::{NoAnswer, Session, Solve};
use sprague_shards::{About, Game, KnownNimber, PositionAnswer};
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// The maximum number of positions of a check.
const MOST: u64 = 100_000;

/// A directory as data, which is written with correct checksums.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Forged {
    /// The question, and the version of the files.
    about: Value,
    result: Value,
    /// A record for every position.
    answers: Vec<Record>,
    /// Whether the totals are computed from the answers before the directory is written.
    is_counted: bool,
}

const POSITIONS: [(&str, Play, Player); 26] = [
    ("nim@4", Play::Normal, Player::Left),
    ("nim@6", Play::Normal, Player::Left),
    ("nim@6", Play::Misere, Player::Left),
    ("kayles@5", Play::Normal, Player::Left),
    ("kayles@5", Play::Misere, Player::Left),
    ("octal:0.77@5", Play::Normal, Player::Left),
    ("subtraction:1,3,4@9", Play::Normal, Player::Left),
    ("subtraction:1,3@9", Play::Normal, Player::Left),
    ("no-repeat:1-3@6", Play::Normal, Player::Left),
    ("grundy@8", Play::Misere, Player::Left),
    ("stones:1-3@7", Play::Normal, Player::Left),
    ("cram@2x3", Play::Normal, Player::Left),
    ("cram@3x2", Play::Misere, Player::Left),
    ("wythoff@3.2", Play::Normal, Player::Left),
    ("chomp@2x3", Play::Normal, Player::Left),
    ("domineering@2x3", Play::Normal, Player::Left),
    ("domineering@2x3", Play::Normal, Player::Right),
    ("domineering@3x2", Play::Misere, Player::Left),
    ("domineering@2x2", Play::Normal, Player::Left),
    ("clobber@xoxo", Play::Normal, Player::Right),
    ("toads-frogs@T..F", Play::Normal, Player::Left),
    ("asymmetric:1,3/2@7", Play::Normal, Player::Right),
    ("digraph:maze@start", Play::Normal, Player::Left),
    ("digraph:maze@stairs", Play::Misere, Player::Left),
    ("digraph:ring@a", Play::Normal, Player::Left),
    ("digraph:tree@a", Play::Misere, Player::Left),
];

/// Solves a position correctly in a directory, and returns the directory as data.
///
/// # Errors
/// Returns the reason why the position is not solved.
fn solved(session: &Session, (position, play, first): (&str, Play, Player), parts: u32) -> Result<Forged, NoAnswer> {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let sum = session.position(position)?;
    let first = sum.is_partizan().then_some(first);
    let question = Solve { play, first, is_one_of_many: true, ..Solve::default() };
    let small = if parts > 1 { 3 } else { 1_000 };
    let mut graph = ShardedGraph::create_with(folder.path(), &sum, "", parts, small, &question)?;
    let answers = graph.solve(&question, &Limits::default(), |_| ())?;
    let line = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).expect("it is there");
        serde_json::from_str(text.lines().next().unwrap_or_default()).expect("it is JSON")
    };
    let files = answers.summary().files;
    let read = |file: u32| fs::read(folder.path().join("answers").join(format!("{file:05}"))).expect("it is there");
    let answers = (0..files).flat_map(|file| sheet::records(&read(file)).expect("it is whole")).collect();
    Ok(Forged { about: line("about.json"), result: line("result.json"), answers, is_counted: false })
}

fn game_of(session: &Session, about: &Value) -> Option<(Game, ComponentPosition)> {
    let sum = session.position(about["position"].as_str()?).ok()?;
    let play = serde_json::from_value(about["play"].clone()).ok()?;
    let [component] = sum.components() else { return None };
    Some((Game::new(component.rules.rules().clone(), play), component.position.clone()))
}

fn words_of(game: &Game, position: &ComponentPosition, player: Player) -> Option<Vec<u64>> {
    let ComponentPosition::Small(position) = position else { return None };
    Some(game.words(position, player))
}

fn answer_of(&(_, [outcome, nimber, moves]): &Record) -> Option<PositionAnswer> {
    let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win].into_iter().find(|one| *one as u8 == outcome as u8)?;
    let nimber = match nimber as u8 {
        nimber @ 0..128 => KnownNimber::Is(nimber),
        128 => KnownNimber::Beyond,
        _ => KnownNimber::None,
    };
    Some(PositionAnswer { outcome, remoteness: moves.checked_sub(1).and_then(|moves| u32::try_from(moves).ok()), nimber })
}

impl Forged {
    /// Counts the totals from the answers.
    fn count(&mut self, session: &Session) {
        let mut digest = 0_u128;
        for record in &self.answers {
            digest = digest.wrapping_add(answer_of(record).map_or(0, |answer| answer.digest(&record.0)));
        }
        let options: Option<usize> = game_of(session, &self.about).and_then(|(game, _)| {
            let known = self.answers.iter().map(|(words, _)| game.is_position(words).then(|| options(&game, words).len()));
            known.sum()
        });
        let count = |is: Outcome| self.answers.iter().filter(|(_, [outcome, ..])| *outcome as u8 == is as u8).count();
        let longest = self.answers.iter().map(|(_, [.., moves])| moves.saturating_sub(1)).max();
        let counted = [
            ("positions", json!(self.answers.len())),
            ("options", json!(options.unwrap_or(0))),
            ("digest", json!(format!("{digest:032x}"))),
            ("won", json!(count(Outcome::Win))),
            ("lost", json!(count(Outcome::Loss))),
            ("longest", json!(longest.unwrap_or(0) as u32)),
        ];
        if let Value::Object(result) = &mut self.result {
            result.extend(counted.map(|(name, value)| (name.to_owned(), value)));
        }
    }

    /// Writes the directory with its checksums.
    ///
    /// # Errors
    /// Returns the error of the system.
    fn write(&self, folder: &Path) -> io::Result<()> {
        for (name, value) in [("about.json", &self.about), ("result.json", &self.result)] {
            let json = value.to_string();
            fs::write(folder.join(name), format!("{json}\n{:016x}\n", sheet::checksum(name, &json)))?;
        }
        // a question that cannot be parsed gives no seed
        let about =
            serde_json::from_value::<About>(self.about.clone()).map(|about| serde_json::to_vec(&about).unwrap_or_default());
        let shards = self.about["shards"].as_u64().filter(|shards| (1..=1024).contains(shards)).unwrap_or(1);
        let mut sections: Vec<(u32, Vec<Record>)> = (0..shards as u32).map(|shard| (shard, vec![])).collect();
        for record in &self.answers {
            sections[sheet::shard_of(sheet::hash(&record.0), shards) as usize].1.push(record.clone());
        }
        for (_, records) in &mut sections {
            records.sort_by_cached_key(|(words, _)| (sheet::hash(words), words.clone()));
        }
        fs::create_dir_all(folder.join("answers"))?;
        let is_split = self.result["files"].as_u64() == Some(shards) && shards > 1;
        let parts: Vec<&[(u32, Vec<Record>)]> = if is_split { sections.chunks(1).collect() } else { vec![&sections] };
        for (file, sections) in parts.into_iter().enumerate() {
            let name = format!("{file:05}");
            fs::write(folder.join("answers").join(&name), sheet::written(&name, about.as_deref().unwrap_or_default(), sections))?;
        }
        Ok(())
    }
}

/// A generator of directories, of which few are correct.
pub struct Directories {
    corpus: Corpus,
    solved: Vec<Forged>,
    session: Session,
}

impl Default for Directories {
    fn default() -> Self {
        Self::new()
    }
}

impl Directories {
    /// Returns a generator that changes correct directories of one part and of several parts.
    pub fn new() -> Self {
        let session = session();
        let solved = |parts| POSITIONS.map(|position| solved(&session, position, parts).expect("it is solved"));
        let solved = [solved(1), solved(4)].concat();
        let documents = solved.iter().map(|forged| serde_json::to_value(forged).expect("it is plain data")).collect();
        Self { corpus: Corpus::new(documents, &["misere", "normal"]), solved, session }
    }

    /// Returns the correct directories as JSON.
    pub fn right_ones(&self) -> &[Value] {
        &self.corpus.documents
    }

    /// Returns one directory as JSON.
    pub fn forged(&self, rng: &mut Rng) -> Value {
        let mut forged = self.solved[rng.usize(..self.solved.len())].clone();
        let other = &self.solved[rng.usize(..self.solved.len())];
        forged.is_counted = rng.u8(..5) > 0;
        match rng.u8(..14) {
            // unchanged
            0 => {}
            1 => forged.answers.clone_from(&other.answers),
            2 => forged.about = other.about.clone(),
            3 => exchange(&mut forged.about, &other.about, rng),
            4 => {
                forged.is_counted = false;
                exchange(&mut forged.result, &other.result, rng);
            }
            5 => {
                let flipped = if forged.about["play"] == "normal" { "misere" } else { "normal" };
                forged.about["play"] = json!(flipped);
            }
            6 => self.start_elsewhere(&mut forged, rng),
            7 => self.leave_the_root_out(&mut forged),
            8 => drop(forged.answers.remove(rng.usize(..forged.answers.len()))),
            9..12 => change_answers(&mut forged.answers, rng),
            12 => forged.about["has_nimbers"] = json!(forged.about["has_nimbers"] != true),
            _ => {
                let mut document = serde_json::to_value(&forged).expect("it is plain data");
                (0..rng.usize(1..4)).for_each(|_| self.corpus.change(&mut document, rng));
                return document;
            }
        }
        serde_json::to_value(&forged).expect("it is plain data")
    }

    /// Changes the first player, or moves the root to another position of the graph.
    fn start_elsewhere(&self, forged: &mut Forged, rng: &mut Rng) {
        let Some((game, position)) = game_of(&self.session, &forged.about) else { return };
        let root = match rng.bool() {
            true => words_of(&game, &position, if rng.bool() { Player::Left } else { Player::Right }),
            false => forged.answers.get(rng.usize(..forged.answers.len())).map(|(words, _)| words.clone()),
        };
        forged.about["root"] = json!(root.unwrap_or_default());
    }

    /// Keeps only positions that can be reached from the first option, without the root.
    fn leave_the_root_out(&self, forged: &mut Forged) {
        let Some((game, _)) = game_of(&self.session, &forged.about) else { return };
        let root: Vec<u64> = serde_json::from_value(forged.about["root"].clone()).unwrap_or_default();
        let inner = options(&game, &root).first().and_then(|option| facts(&game, option)).unwrap_or_default();
        let kept: BTreeSet<&Vec<u64>> = inner.keys().filter(|words| **words != root).collect();
        forged.answers.retain(|(words, _)| kept.contains(words));
    }

    /// Checks a directory. If the checker accepts it, judges it by other methods.
    ///
    /// If `damage` is given, one of the files is damaged first.
    ///
    /// # Panics
    /// If the checker accepts a false directory.
    pub fn check(&self, forged: &Value, damage: Option<&mut Rng>) -> Seen {
        match judged(forged, damage, &self.session) {
            Seen::True if self.corpus.documents.contains(&stripped(forged)) => Seen::Made,
            seen => seen,
        }
    }
}

/// Returns the directory without the request to count its totals again.
fn stripped(forged: &Value) -> Value {
    let mut same = forged.clone();
    same["is_counted"] = json!(false);
    same
}

/// Replaces one to three fields by fields of another object, or by other numbers.
fn exchange(one: &mut Value, other: &Value, rng: &mut Rng) {
    let (Value::Object(map), Value::Object(others)) = (one, other) else { return };
    let names: Vec<&String> = others.keys().collect();
    for _ in 0..rng.usize(1..4) {
        let name = names[rng.usize(..names.len())];
        let value = match &others[name] {
            Value::Number(number) if rng.u8(..3) == 0 => {
                json!(number.as_u64().unwrap_or(0).wrapping_add(rng.u64(..3)).wrapping_sub(1))
            }
            Value::Number(_) if rng.u8(..6) == 0 => json!(1_u64 << rng.u32(..64)),
            value => value.clone(),
        };
        map.insert(name.clone(), value);
    }
}

/// Makes some answers false.
fn change_answers(answers: &mut Vec<Record>, rng: &mut Rng) {
    for _ in 0..rng.usize(1..4) {
        let (one, other) = (rng.usize(..answers.len()), rng.usize(..answers.len()));
        match rng.u8(..7) {
            0 => answers[one].1[0] = rng.u64(..4),
            1 => answers[one].1[1] = [0, 1, 2, 3, 127, 128, 200, 255][rng.usize(..8)],
            2 => answers[one].1[2] = rng.u64(..6),
            3 => answers[one].1[2] = 1 << rng.u32(..64),
            4 => answers[one].1 = answers[other].1,
            5 => answers.push((answers[one].0.clone(), answers[other].1)),
            _ => {
                let mut words = answers[one].0.clone();
                match words.is_empty() {
                    true => words.push(0),
                    false => {
                        let at = rng.usize(..words.len());
                        words[at] = if rng.bool() { words[at] ^ 1 } else { rng.u64(..) };
                    }
                }
                answers.push((words, answers[other].1));
            }
        }
    }
}

/// Flips a bit of one of the files, or cuts, lengthens or empties the file.
fn damage(folder: &Path, rng: &mut Rng) -> io::Result<()> {
    let files = ["about.json", "result.json", "answers/00000"];
    let path = folder.join(files[rng.usize(..files.len())]);
    let mut bytes = fs::read(&path)?;
    let at = rng.usize(..bytes.len().max(1));
    match rng.u8(..4) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, rng.u8(..)),
        _ if at < bytes.len() => bytes[at] ^= 1 << rng.u8(..8),
        _ => bytes.clear(),
    }
    fs::write(path, bytes)
}

/// Returns the checker's answer to a directory, which is judged by other methods if the directory is accepted.
///
/// # Panics
/// If an accepted directory is false, or if its totals differ from those of the answers.
pub fn judged(forged: &Value, damaged: Option<&mut Rng>, session: &Session) -> Seen {
    let Ok(mut data) = serde_json::from_value::<Forged>(forged.clone()) else { return Seen::Refused("no directory".into()) };
    if data.is_counted {
        data.count(session);
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    data.write(folder.path()).expect("there is room for its files");
    if let Some(rng) = damaged {
        damage(folder.path(), rng).expect("there is room for its files");
    }
    let limits = Limits { positions: MOST, bytes: 1 << 26, ..Limits::default() };
    let refused = |why: &NoAnswer| {
        assert!(!why.to_string().is_empty());
        match why.stopped() {
            Some(stopped) => Seen::Open(variant(stopped)),
            None => Seen::Refused(kind_of(&why.to_string())),
        }
    };
    let graph = match ShardedGraph::open(folder.path(), session, String::new) {
        Ok(graph) => graph,
        Err(why) => return refused(&why),
    };
    let answers = match graph.answers() {
        Ok(answers) => answers,
        Err(why) => return refused(&why),
    };
    // the totals of any file can be shown
    let totals = summary_to_json(answers.summary());
    match graph.verify(&answers, &limits, |_| ()) {
        Err(why) => return refused(&why),
        Ok(Err(reason)) => return Seen::Refused(kind_of(&reason)),
        Ok(Ok(_)) => {}
    }

    let sum = session.position(graph.position()).expect("it was read");
    let first = graph.first();
    let game = graph.game();
    let [component] = sum.components() else { panic!("one position: {forged}") };
    let root = words_of(game, &component.position, first.unwrap_or(Player::Left)).expect("it is small");
    let Some(facts) = facts(game, &root) else { return Seen::Unjudged };
    for (words, fact) in &facts {
        let found = answers.find(words).expect("the files are whole");
        let Some(found) = found else { panic!("{words:?} can come up, and is not there: {forged}") };
        assert_eq!((found.outcome, found.remoteness), (fact.outcome, fact.remoteness), "{words:?} in {forged}");
        // if play may be endless, the directory claims no nimbers
        if let (Some(nimber), Some(true_nimber)) = (found.nimber.number(), fact.nimber) {
            assert_eq!(u32::from(nimber), true_nimber, "{words:?} in {forged}");
        }
        assert!(game.has_nimbers() || found.nimber == KnownNimber::None, "a nimber of what has none: {forged}");
    }
    let question = Solve { first, is_one_of_many: true, ..Solve::default() };
    let answer = graph.answer(&answers, &sum, &question, &limits).expect("all is there");
    assert_eq!(Some(answer.outcome), facts.get(&root).map(|fact| fact.outcome), "{forged}");
    let (mut won, mut lost, mut all) = (0, 0, 0);
    let counted = answers.each(|_, answer| {
        won += u64::from(answer.outcome == Outcome::Win);
        lost += u64::from(answer.outcome == Outcome::Loss);
        all += 1_u64;
        Ok(())
    });
    counted.expect("the files are whole");
    let counted = json!([all, won, lost, all - won - lost]);
    assert_eq!(counted, json!([totals["positions"], totals["won"], totals["lost"], totals["drawn"]]), "totals of {forged}");
    Seen::True
}

/// Returns the kind of a reason, which is its text without positions and numbers.
fn kind_of(reason: &str) -> String {
    let kinds = [
        "can be reached, but is not there",
        "but its options give",
        "belongs to no position",
        "the stored totals differ",
        "the file is cut off or changed",
        "but the graph does not begin there",
        "written by another version",
        "have nimbers",
        "the files that contain the rules have changed",
        "expected",
        "the directory contains no graph",
        "No such file",
    ];
    kinds.into_iter().find(|kind| reason.contains(kind)).unwrap_or(reason).to_owned()
}
