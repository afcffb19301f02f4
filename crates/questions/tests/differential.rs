//! Answers random questions in two ways: by the cheapest method that `solve` chooses, and by plain search, which visits every
//! position that can be reached. Outcome, winning moves, nimber and outcome class must be equal.
//!
//! The questions cover all built-in rulesets, sums of one to three components, normal and misère play, and every compound rule.
//! In partizan games both players start. Usually a sample is tested; to test all 100,000 run `cargo test --release -p
//! sprague-questions --test differential -- --ignored --nocapture`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sprague::any::Kind;
use sprague::registry::{Files, Unreadable};
use sprague::{CompoundRule, Limits, Play, Player};
use sprague_questions::{Answer, Session, Solve, solve};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

/// Starting positions of every ruleset. Their random followers are used, too.
const STARTS: [&str; 125] = [
    "nim@7",
    "subtraction:1,3,4@12",
    "subtraction:2,5@13",
    "all-but:2,3@9",
    "stones:1-3@6.1.0",
    "stones:1,4@7",
    "stones:2,3:wins=even@7",
    "no-repeat:1-4@8",
    "no-repeat:1-5:memory=2@8/3.1",
    "asymmetric:1,3/2@9",
    "asymmetric:2,5/1,4@9",
    "asymmetric:1/none@4",
    "knights@3.4",
    "knights:6@5.2",
    "chomp@2x4",
    "euclid@13.8",
    "wythoff@3.4",
    "partizan-euclid@19.7",
    "fibonacci-nim@10",
    "take-away:3@9/1",
    "mem@7",
    "coins:turtles@1.4",
    "coins:mock-turtles@2.3.4",
    "coins:ruler@1.4.6",
    "coins:triplets@6.3",
    "coins:octal:0.77@7.2",
    "subtraction:powers:2@11",
    "subtraction:odd@6",
    "partizan:kayles/dawson-kayles@6",
    "eatcake@2.3",
    "turn-and-eatcake@2.3",
    "maundy-cake@4.6",
    "anti-clobber@x..o",
    "king-clobber@xo./.xo",
    "rook-clobber@x.o/ox.",
    "knight-clobber@3x3",
    "hot-clobber@xox.o",
    "queen-clobber@x.o/.x.",
    "fission@.../.x./...",
    "sheep@x2.o/.o2.",
    "elephants-and-rhinos@E.E..RR",
    "general-toads-frogs:1-2-1-1@TT..FF",
    "amazons@x../..o",
    "clobber@xoxoxo",
    "clobber@xox/oxo",
    "cram@2x4",
    "cram@3x3",
    "domineering@2x4",
    "domineering@3x3",
    "nogo@1x6",
    "toads-frogs@TT..FF",
    "toads-frogs@T.TF.F",
    "backsliding-toads-frogs@T.F.",
    "backsliding-toads-frogs@TT..F",
    "toppling-dominoes@LRELR",
    "hackenbush@LRELR",
    "hackenbush:house@LREL",
    "cutcake@3x4",
    "snort@...L.R",
    "snort:tree@......",
    "col@..L...",
    "col:tree@......",
    "octal:0.77@8",
    "octal:4.7@5",
    "octal:0.137@9",
    "grundy@10",
    "kayles@8",
    "dawson-kayles@10",
    "dawson-chess@10",
    "treblecross@9",
    "game@{2|-1}",
    "game@{1|*}",
    "game@^*",
    "digraph:maze@start",
    "digraph:maze@stairs",
    "digraph:tree@a",
    "digraph:ring@a",
    "fox-and-geese@x.../..../.o..",
    "fox-and-geese:range=2@.x.x/..../o...",
    "hare-and-hounds@#x#/x.o/#x#",
    "hare-and-hounds@#..#/xx.o/#..#",
    "konane@xo.xo.ox",
    "konane@3x4",
    "cannibal-clobber@xxoxo",
    "cannibal-clobber@xo/ox",
    "impartial:domineering@2x4",
    "impartial:clobber@xoxox",
    "impartial:snort@...L.",
    "impartial:nogo@1x5",
    "impartial:konane@xo.xo.ox",
    "impartial:asymmetric:1,3/2@9",
    "impartial:hackenbush:house@LREL",
    "at-most:1/2@9",
    "subtraction:squares@11",
    "subtraction:totatives@9",
    "cumulative:2,5@20",
    "catch-up@5",
    "kalah@2.1/1.2",
    "reversi@2x4",
    "scoring-nim:bonus=3@1.2.3",
    "nimstring@1x2",
    "dots-and-boxes@0-1.1-2.2-3.2-3",
    "nimstring@0-1.1-2.2-3.2-3.3-0",
    "node-kayles@grid:2x3",
    "node-kayles@cycle:7:gone=3",
    "arc-kayles@star:4",
    "arc-kayles@1-2.2-3.3-4.4-1",
    "partizan-arc-kayles@grid:2x3:blue=1-2.5-6:red=2-3",
    "digraph-placement@1>2.2>3.3-4.4>1.2>5:blue=1.3:red=2.4.5",
    "fjords@grid:2x4:blue=1:red=8",
    "childish-hackenbush@l(e;rl(l;r))",
    "childish-hackenbush:house@LREL",
    "dicotic:domineering@2x3",
    "dicotic:toads-frogs@TT..FF",
    "twisted:domineering@2x3",
    "twisted:asymmetric:1,3/2@7",
    "join:kayles/subtraction:3@7",
    "partizan:kayles/dawson-kayles@6",
    "acrostic:nim/kayles@2.4",
    "product:nim/nim@2.3",
    "cake:octal:0.7/octal:0.7@3.3",
    "turning-cake:octal:0.7/octal:0.7@3.2",
    "pass:nim@{1,2}",
    "pass:kayles:2@4",
    "heap-pass:kayles@5",
];

/// The maximum number of positions that can be reached from a random component.
const REACHED: usize = 400;

/// The maximum number of positions of a random sum, which is the product of the numbers of its components.
const TOGETHER: usize = 4_000;

/// Files that are graphs, by name.
struct Graphs;

impl Files for Graphs {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        let text = match path {
            "maze" => "start hall\nstart cellar\nhall stairs\nstairs hall\nhall garden\ncellar cellar\nstairs well\n",
            "tree" => "a b\na c\nb d\nb e\nc e\ne f\n",
            "house" => "0 a L\na b R\nb b E\nb 0 L\n",
            "ring" => "a b\nb c\nc a\nb d\nd e\n",
            _ => return Err(Unreadable::Refused("there is no such graph".into())),
        };
        Ok(text.as_bytes().to_vec())
    }
}

/// Pseudorandom numbers with a fixed seed (splitmix64; Steele, Lea & Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Returns the positions of one component after a move of either player.
fn after(session: &Session, text: &str) -> Vec<String> {
    let sum = session.position(text).unwrap();
    let moves = |player| sum.moves(player, usize::MAX, &Limits::default()).unwrap();
    Player::BOTH.into_iter().flat_map(moves).map(|step| step.to).collect()
}

/// Returns all positions that can be reached, each with the number of positions that it reaches itself.
///
/// Positions that reach too many others are left out.
fn reached(session: &Session, start: &str) -> Vec<(String, usize)> {
    let mut moves: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut waiting = vec![start.to_owned()];
    while let Some(here) = waiting.pop() {
        if let Entry::Vacant(new) = moves.entry(here) {
            let options = after(session, new.key());
            waiting.extend(options.iter().cloned());
            new.insert(options);
        }
    }
    let count = |from: &String| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(here) = waiting.pop() {
            if seen.insert(here) && seen.len() <= REACHED {
                waiting.extend(&moves[here]);
            }
        }
        seen.len()
    };
    let counted = moves.keys().map(|from| (from.clone(), count(from)));
    counted.filter(|(_, count)| *count <= REACHED).collect()
}

/// The positions to choose from: for every start, texts with their numbers of followers.
struct Pool {
    session: Session,
    /// One entry for every start.
    positions: Vec<(Kind, Vec<(String, usize)>)>,
}

impl Pool {
    fn new() -> Self {
        let session = Session::new().with_files(Graphs);
        let kind = |start: &str| session.position(start).unwrap().components()[0].rules.rules().kind();
        let positions = STARTS.iter().map(|start| (kind(start), reached(&session, start))).collect();
        Self { session, positions }
    }

    /// Returns a random sum of one to three components that is small enough.
    fn sum(&self, random: &mut Random) -> (String, Kind) {
        let (kind, first) = random.of(&self.positions);
        let (mut text, mut together) = random.of(first).clone();
        let mut kinds = *kind;
        let others = if stands_alone(*kind) { 0 } else { random.below(3) };
        for _ in 0..others {
            let (kind, positions) = random.of(&self.positions);
            let (component, count) = random.of(positions);
            if stands_alone(*kind) || together * count > TOGETHER {
                continue;
            }
            // rules in which moves entail the next one go with impartial games only, and at most one component may be entailed
            let is_entailed = [&text, component].iter().all(|text| text.contains(":pass"));
            if is_entailed || matches!([*kind, kinds], [Kind::Entailing, Kind::Partizan] | [Kind::Partizan, Kind::Entailing]) {
                continue;
            }
            together *= count;
            if *kind != Kind::Impartial {
                kinds = *kind;
            }
            let sign = if random.below(4) == 0 { "-" } else { "" };
            text = format!("{text}+{sign}{component}");
        }
        (text, kinds)
    }

    /// Returns a random position with options.
    fn question(&self, random: &mut Random) -> (String, Solve) {
        let (text, kind) = self.sum(random);
        let has_misere = matches!(kind, Kind::Impartial | Kind::Partizan);
        let play = if has_misere && random.below(2) == 0 { Play::Misere } else { Play::Normal };
        let first = if random.below(2) == 0 { Player::Left } else { Player::Right };
        let rule = match random.below(4) {
            0 if kind == Kind::Impartial => *random.of(&CompoundRule::NAMED),
            _ => CompoundRule::Disjunctive,
        };
        (text, Solve { play, rule, first: Some(first), is_one_of_many: true, max_moves: Some(usize::MAX), ..Solve::default() })
    }

    /// Asks `count` questions in both ways, and returns how often each kind of reason was given.
    fn ask(&self, seed: u64, count: usize) -> HashMap<String, usize> {
        let mut random = Random(seed);
        let mut routes: HashMap<String, usize> = HashMap::new();
        for _ in 0..count {
            let (text, options) = self.question(&mut random);
            let sum = self.session.position(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            let asked = format!("{text} {:?} {} {:?}", options.play, options.rule, options.first);
            let cheapest = solve(&sum, &options, &sprague::Limits::default()).unwrap_or_else(|error| panic!("{asked}: {error}"));
            let plain = Solve { search: true, ..options };
            let plain = solve(&sum, &plain, &sprague::Limits::default()).unwrap_or_else(|error| panic!("{asked}: {error}"));
            same(&asked, &cheapest, &plain);
            let why = cheapest
                .why
                .first()
                .map_or("", |why| why.split(|c: char| c == ':' || c == ';' || c.is_ascii_digit()).next().unwrap());
            *routes.entry(why.to_owned()).or_default() += 1;
        }
        routes
    }
}

/// Returns `true` for rules that have no meaning in sums.
fn stands_alone(kind: Kind) -> bool {
    matches!(kind, Kind::TerminalRule | Kind::Sides | Kind::Scored | Kind::ScoredSides)
}

/// Asserts that both answers are equal.
fn same(asked: &str, cheapest: &Answer, plain: &Answer) {
    assert_eq!((cheapest.outcome, &cheapest.score), (plain.outcome, &plain.score), "{asked}");
    let winning = |answer: &Answer| -> BTreeSet<(String, String)> {
        answer.winning_moves.iter().map(|step| (step.label.clone(), step.to.clone())).collect()
    };
    assert_eq!(winning(cheapest), winning(plain), "{asked}");
    assert_eq!(cheapest.winning_moves_total, plain.winning_moves_total, "{asked}");
    assert_eq!(cheapest.outcome_class, plain.outcome_class, "{asked}");
    if let Some(nimber) = plain.nimber() {
        assert_eq!(cheapest.nimber(), Some(nimber), "{asked}");
    }
    let best_of = |answer: &Answer| answer.best.is_some();
    assert_eq!(best_of(cheapest), best_of(plain), "{asked}: a move is named wherever there is one");
}

#[test]
fn every_built_in_ruleset_is_asked_about() {
    let session = Session::new();
    for entry in session.registry().entries().filter(|entry| !entry.is_brought()) {
        let has_start = STARTS.iter().any(|start| start.split(['@', ':']).next() == Some(entry.name()));
        assert!(has_start, "{} needs a position in STARTS", entry.name());
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_sample_of_random_questions_has_the_same_answers_by_both_routes() {
    Pool::new().ask(1, if cfg!(debug_assertions) { 1_000 } else { 5_000 });
}

#[test]
#[ignore = "release: minutes, with --release"]
fn release_a_hundred_thousand_random_questions_have_the_same_answers_by_both_routes() {
    let pool = Pool::new();
    let positions: usize = pool.positions.iter().map(|(_, positions)| positions.len()).sum();
    let started = Instant::now();
    let routes = pool.ask(2, 100_000);
    println!("100000 questions over {positions} positions of components, {:.0} s", started.elapsed().as_secs_f64());
    let mut routes: Vec<(String, usize)> = routes.into_iter().collect();
    routes.sort_by_key(|(why, count)| (std::cmp::Reverse(*count), why.clone()));
    routes.iter().take(30).for_each(|(why, count)| println!("{count:>7}  {why}"));
}
