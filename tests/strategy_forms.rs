//! Checks strategies in every form. The engine writes them, this test replays them, and the checker accepts them.
//!
//! The replay uses only the moves of each component, and the rule that each move changes one component. It uses no solution,
//! no nimber and no summand.

use sprague::any::AnyPosition;
use sprague::certificate::{Answers, Strategy, StrategyForm, SumBounds, Winner};
use sprague::solve::{ComponentPosition, value};
use sprague::values::Value;
use sprague::{AnyRuleset, CompoundRule, Limits, Play, Player, Stopped, Tied};
use sprague_questions::{NoAnswer, Reached, Session, StrategyOf, strategy};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

type Sum = Vec<AnyPosition>;

/// A sum of a few small components, and its play.
struct Game {
    names: Vec<String>,
    rules: Vec<Arc<dyn AnyRuleset>>,
    play: Play,
}

impl Game {
    fn of(session: &Session, text: &str, play: Play) -> (Self, Sum) {
        let sum = session.position(text).unwrap();
        let parts = sum.components().iter();
        let names = parts.clone().map(|part| part.rules.name().to_owned()).collect();
        let start = parts.clone().map(|part| match &part.position {
            ComponentPosition::Small(position) => position.clone(),
            ComponentPosition::Big(_) => panic!("small sums only"),
        });
        (Self { names, rules: parts.clone().map(|part| part.rules.rules().clone()).collect(), play }, start.collect())
    }

    fn options_of(&self, component: usize, position: &AnyPosition, player: Player) -> Vec<AnyPosition> {
        let mut options = vec![];
        assert!(!self.rules[component].options(position, player, 0, &mut options), "few enough for one portion");
        options
    }

    fn options(&self, sum: &Sum, player: Player) -> Vec<Sum> {
        let with = |component: usize| {
            let options = self.options_of(component, &sum[component], player).into_iter();
            options.map(move |option| {
                let mut after = sum.clone();
                after[component] = option;
                after
            })
        };
        (0..sum.len()).flat_map(with).collect()
    }

    /// Returns `true` if the player to move wins, by definition.
    fn wins(&self, sum: &Sum, player: Player, known: &mut HashMap<(Sum, Player), bool>) -> bool {
        if let Some(won) = known.get(&(sum.clone(), player)) {
            return *won;
        }
        let options = self.options(sum, player);
        let won = match options.is_empty() {
            true => self.play == Play::Misere,
            false => options.iter().any(|option| !self.wins(option, -player, known)),
        };
        known.insert((sum.clone(), player), won);
        won
    }

    fn text(&self, component: usize, position: &AnyPosition) -> String {
        format!("{}@{}", self.names[component], self.rules[component].show(position))
    }

    /// Returns the heaps of a sum, given as text, in which some player can move, in sorted order.
    fn bag(&self, text: &str) -> Vec<String> {
        let mut bag = vec![];
        for term in text.split('+') {
            let (family, components) = term.split_once('@').unwrap();
            let component = self.names.iter().position(|name| name == family).unwrap();
            for heap in components.split([',', '.']) {
                let position = self.rules[component].read(heap).unwrap();
                if Player::BOTH.iter().any(|player| !self.options_of(component, &position, *player).is_empty()) {
                    bag.push(format!("{family}@{heap}"));
                }
            }
        }
        bag.sort();
        bag
    }

    /// Returns the summands of a sum in which some player can move, in normal form and in sorted order.
    fn summands(&self, sum: &Sum) -> Vec<String> {
        let mut bag = vec![];
        for (component, position) in sum.iter().enumerate() {
            let mut summands = vec![];
            self.rules[component].summands(position, &mut summands);
            bag.extend(self.normal(component, summands));
        }
        bag.sort();
        bag
    }

    fn normal(&self, component: usize, parts: Vec<AnyPosition>) -> impl Iterator<Item = String> {
        let can_move =
            move |part: &AnyPosition| Player::BOTH.iter().any(|player| !self.options_of(component, part, *player).is_empty());
        parts.into_iter().filter(can_move).map(move |part| self.text(component, &self.rules[component].normal_form(part)))
    }

    /// Returns the pieces into which a component falls if a player gives up moves in it, or `None` if it does not.
    fn pieces(&self, one: &str, player: Player) -> Option<Vec<String>> {
        let (family, text) = one.split_once('@').unwrap();
        let component = self.names.iter().position(|name| name == family).unwrap();
        let (rules, mut pieces) = (&self.rules[component], vec![]);
        let is_cut = rules.hints().tied(&rules.read(text).unwrap(), player, &mut pieces) == Tied::Pieces && !pieces.is_empty();
        is_cut.then(|| self.normal(component, pieces).collect())
    }

    /// Returns the sum in the form of the question, with every component joined by a `+`.
    fn whole(&self, sum: &Sum) -> String {
        sum.iter().enumerate().map(|(component, position)| self.text(component, position)).collect::<Vec<_>>().join("+")
    }
}

/// Follows the strategy's moves against every answer. Returns the number of its moves that were used.
///
/// `key` returns the key of a position in `moves`.
fn follow<K: Ord + Clone>(
    game: &Game,
    start: &Sum,
    first: Player,
    winner: Winner,
    moves: &BTreeMap<K, K>,
    key: impl Fn(&Sum) -> K,
) -> usize {
    let own = if winner == Winner::Mover { first } else { -first };
    let mut waiting = if winner == Winner::Mover { vec![start.clone()] } else { game.options(start, first) };
    assert!(winner == Winner::Mover || !waiting.is_empty() || game.play == Play::Normal);
    let (mut seen, mut used) = (BTreeSet::new(), BTreeSet::new());
    while let Some(here) = waiting.pop() {
        if !seen.insert(here.clone()) {
            continue;
        }
        let options = game.options(&here, own);
        if options.is_empty() {
            assert_eq!(game.play, Play::Misere, "who cannot move has lost");
            continue;
        }
        let to = &moves[&key(&here)];
        used.insert(key(&here));
        let after = options.into_iter().find(|option| key(option) == *to).expect("the move is legal");
        let answers = game.options(&after, -own);
        assert!(!answers.is_empty() || game.play == Play::Normal, "who made the last move has lost");
        waiting.extend(answers);
    }
    used.len()
}

/// Checks that the values are nimbers by definition, and that every component that can be reached has one.
fn are_all_nimbers(game: &Game, start: &Sum, winner: Winner, values: &BTreeMap<String, u64>) {
    fn nimber(game: &Game, component: usize, position: &AnyPosition, known: &mut BTreeMap<String, u64>) -> u64 {
        let text = game.text(component, position);
        if let Some(value) = known.get(&text) {
            return *value;
        }
        let options = game.options_of(component, position, Player::Left);
        let values: BTreeSet<u64> = options.iter().map(|option| nimber(game, component, option, known)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        known.insert(text, value);
        value
    }
    let mut known = BTreeMap::new();
    let total = start.iter().enumerate().fold(0, |total, (index, position)| total ^ nimber(game, index, position, &mut known));
    assert_eq!(*values, known);
    assert_eq!(winner == Winner::Mover, total != 0);
}

/// The bounds of a strategy, parsed as values.
struct Bounds {
    of: BTreeMap<Vec<String>, [Vec<Value>; 3]>,
    own: Player,
}

impl Bounds {
    fn read(session: &Session, bounds: &BTreeMap<String, SumBounds>, own: Player) -> Self {
        let read = |texts: &Vec<String>| texts.iter().map(|text| Value::read(text, &Limits::default()).unwrap()).collect();
        let of = bounds.iter().map(|(sum, SumBounds { apart, second, first })| {
            let (game, start) = Game::of(session, sum, Play::Normal);
            (game.summands(&start), [read(second), read(first), read(&apart.iter().cloned().collect())])
        });
        Self { of: of.collect(), own }
    }

    /// Returns `true` if the sum of the bounds is at least 0 for the winner.
    fn are_enough(&self, game: &Game, bag: &[String]) -> bool {
        let none = || [vec![], vec![], vec![]];
        let of = |sum: &[String]| self.of.get(sum).cloned().unwrap_or_else(none);
        let is_enough = |totals: Vec<Value>| {
            let zero = Value::from(0);
            totals.iter().any(|total| if self.own == Player::Left { zero <= *total } else { *total <= zero })
        };
        let whole = bag.is_empty() || is_enough(of(bag)[0].clone());
        let one_by_one =
            || is_enough(bag.iter().fold(vec![Value::from(0)], |totals, one| added(totals, &of(std::slice::from_ref(one))[0])));
        let without_those_apart = || {
            let (apart, rest): (Vec<_>, Vec<_>) =
                bag.iter().cloned().partition(|one| !of(std::slice::from_ref(one))[2].is_empty());
            let totals = apart.iter().fold(vec![Value::from(0)], |totals, one| added(totals, &of(std::slice::from_ref(one))[2]));
            is_enough(added(totals, &of(&rest)[0]))
        };
        let in_pieces = || is_enough(self.in_pieces(game, bag));
        whole || one_by_one() || without_those_apart() || in_pieces()
    }

    /// Returns the sums of the bounds of components, each with those of the pieces into which it falls.
    fn in_pieces(&self, game: &Game, bag: &[String]) -> Vec<Value> {
        bag.iter().fold(vec![Value::from(0)], |totals, one| {
            let mut bounds = self.of.get(std::slice::from_ref(one)).map_or_else(Vec::new, |[second, ..]| second.clone());
            let pieces = game.pieces(one, self.own).filter(|pieces| *pieces != [one.clone()]);
            bounds.extend(pieces.map(|pieces| self.in_pieces(game, &pieces)).unwrap_or_default());
            added(totals, &bounds)
        })
    }
}

/// Returns the sums of each total and each bound.
fn added(totals: Vec<Value>, bounds: &[Value]) -> Vec<Value> {
    totals.iter().flat_map(|total| bounds.iter().map(move |bound| total + bound)).collect()
}

/// Plays moves that keep the bounds sufficient, against every answer.
///
/// There must always be such a move.
fn follow_bounds(
    session: &Session,
    (game, start): (&Game, &Sum),
    first: Player,
    winner: Winner,
    bounds: &BTreeMap<String, SumBounds>,
) {
    let own = if winner == Winner::Mover { first } else { -first };
    let bounds = Bounds::read(session, bounds, own);
    let mut waiting = if winner == Winner::Mover { vec![start.clone()] } else { game.options(start, first) };
    let mut seen = BTreeSet::new();
    while let Some(here) = waiting.pop() {
        if seen.insert(here.clone()) {
            let after = game.options(&here, own).into_iter().find(|option| bounds.are_enough(game, &game.summands(option)));
            let after = after.unwrap_or_else(|| panic!("no move at {} of {}", game.whole(&here), game.whole(start)));
            waiting.extend(game.options(&after, -own));
        }
    }
}

fn written(session: &Session, text: &str, play: Play, first: Player, form: StrategyForm) -> Result<Strategy, NoAnswer> {
    let sum = session.position(text).unwrap();
    let first = sum.is_partizan().then_some(first);
    strategy(&sum, &StrategyOf { play, first, form: Some(form), ..StrategyOf::default() }, &Limits::default())
}

/// Checks that the strategy for a sum wins and is accepted in every possible form.
fn wins_in_every_form(session: &Session, components: &[&str], play: Play, first: Player) {
    let text = components.join("+");
    let (game, start) = Game::of(session, &text, play);
    let expected = if game.wins(&start, first, &mut HashMap::new()) { Winner::Mover } else { Winner::Other };
    let is_partizan = session.position(&text).unwrap().is_partizan();
    for form in FORMS {
        let strategy = match written(session, &text, play, first, form) {
            Ok(strategy) => strategy,
            Err(error) => {
                let does_not_decide = match form {
                    StrategyForm::Components => play == Play::Misere || is_partizan,
                    StrategyForm::Bounds => play == Play::Misere,
                    StrategyForm::Scores => true,
                    StrategyForm::Positions | StrategyForm::Multisets => false,
                };
                assert!(does_not_decide, "{text} {form}: {error}");
                continue;
            }
        };
        assert_eq!((strategy.winner, strategy.answers.form()), (expected, form), "{text} {play:?} {first:?}");
        match &strategy.answers {
            Answers::Positions(moves) => {
                let used = follow(&game, &start, first, expected, moves, |sum| game.whole(sum));
                assert_eq!(used, moves.len(), "{text}: no move is superfluous");
            }
            Answers::Multisets(moves) => {
                let bags = moves.iter().map(|(from, to)| (game.bag(from), game.bag(to))).collect();
                let used = follow(&game, &start, first, expected, &bags, |sum| game.bag(&game.whole(sum)));
                assert_eq!(used, moves.len(), "{text}: no move is superfluous");
            }
            Answers::Components(values) => are_all_nimbers(&game, &start, expected, values),
            Answers::Bounds(bounds) => follow_bounds(session, (&game, &start), first, expected, bounds),
            Answers::Scores { .. } => panic!("{text} counts no points"),
        }
        session.check(&strategy, &Limits::default()).unwrap_or_else(|error| panic!("{text} {play:?} {first:?} {form}: {error}"));
        let text = serde_json::to_string(&strategy).unwrap();
        assert_eq!(serde_json::from_str::<Strategy>(&text).unwrap(), strategy);
    }
}

const FORMS: [StrategyForm; 5] =
    [StrategyForm::Positions, StrategyForm::Multisets, StrategyForm::Components, StrategyForm::Bounds, StrategyForm::Scores];

const IMPARTIAL: [&str; 10] = [
    "nim@0",
    "nim@2",
    "nim@3",
    "kayles@4",
    "kayles@5",
    "dawson-kayles@6",
    "subtraction:1,3,4@6",
    "grundy@7",
    "octal:4.@5",
    "all-but:2@4",
];

const PARTIZAN: [&str; 3] = ["asymmetric:1,3/2@6", "asymmetric:1,3/2@5", "asymmetric:2,3/1@4"];

#[test]
#[ignore = "slow: seconds"]
fn slow_impartial_sums_have_strategies_in_every_form_under_both_plays() {
    let session = Session::new();
    for (index, a) in IMPARTIAL.iter().enumerate() {
        for play in [Play::Normal, Play::Misere] {
            wins_in_every_form(&session, &[a], play, Player::Left);
            for (at, b) in IMPARTIAL.iter().enumerate().skip(index) {
                wins_in_every_form(&session, &[a, b], play, Player::Left);
                let third = IMPARTIAL[(3 * index + at) % IMPARTIAL.len()];
                wins_in_every_form(&session, &[a, third, b], play, Player::Left);
            }
        }
    }
}

#[test]
fn partizan_sums_have_them_by_positions_and_by_multisets() {
    let session = Session::new();
    for a in PARTIZAN {
        for b in PARTIZAN.iter().chain(&IMPARTIAL[..4]) {
            for play in [Play::Normal, Play::Misere] {
                for first in Player::BOTH {
                    wins_in_every_form(&session, &[a], play, first);
                    wins_in_every_form(&session, &[a, b], play, first);
                    wins_in_every_form(&session, &[b, a, b], play, first);
                }
            }
        }
    }
}

const BOARDS: [&str; 16] = [
    "domineering@2x3",
    "domineering@3x3",
    "domineering@3x4",
    "domineering@2x2",
    "clobber@xoxo",
    "clobber@xoo/oxx",
    "clobber@xox/oxo/xox",
    "nogo@2x2",
    "nogo@1x5",
    "konane@xox/oxo/.ox",
    "toads-frogs@TT..FF",
    "col@path:4",
    "snort@path:4",
    "amazons@2x2:L/.R",
    "game@{2|-1}",
    "game@{1|*}",
];

#[test]
fn boards_and_their_sums_have_bounds_that_suffice() {
    let session = Session::new();
    let boards: Vec<&str> = BOARDS.into_iter().filter(|board| session.position(board).is_ok()).collect();
    assert!(boards.len() >= 13, "{boards:?}");
    for (index, a) in boards.iter().enumerate() {
        for first in Player::BOTH {
            by_bounds(&session, a, first);
            for b in &boards[index..] {
                by_bounds(&session, &format!("{a}+{b}"), first);
            }
        }
    }
}

/// Checks that the bounds of a board are sufficient and are accepted.
fn by_bounds(session: &Session, text: &str, first: Player) {
    let (game, start) = Game::of(session, text, Play::Normal);
    let strategy = written(session, text, Play::Normal, first, StrategyForm::Bounds).unwrap();
    let Answers::Bounds(bounds) = &strategy.answers else { panic!("{text}") };
    follow_bounds(session, (&game, &start), first, strategy.winner, bounds);
    session.check(&strategy, &Limits::default()).unwrap_or_else(|error| panic!("{text} {first:?}: {error}"));
}

#[test]
fn bounds_that_are_changed_are_refused_unless_they_are_true() {
    let session = Session::new();
    let (mut refused, mut accepted) = (0, 0);
    for text in ["domineering@3x4", "clobber@xox/oxo/xox", "domineering@2x2+game@{1|*}", "toads-frogs@TT.FF+nim@1"] {
        for first in Player::BOTH {
            let strategy = written(&session, text, Play::Normal, first, StrategyForm::Bounds).unwrap();
            let Answers::Bounds(bounds) = &strategy.answers else { panic!("{text}") };
            let own = if strategy.winner == Winner::Mover { first } else { -first };
            for (sum, of_sum) in bounds {
                let mixed = session.position(sum).unwrap().mixed(CompoundRule::Disjunctive, Play::Normal);
                let value = value(&mixed, &Limits::default()).unwrap();
                for moving in [0, 1] {
                    let known = [&of_sum.second, &of_sum.first][moving];
                    for at in 0..known.len() {
                        for forged in ["0", "1", "-1", "1/2", "*", "^", "v*"] {
                            let mut changed = of_sum.clone();
                            [&mut changed.second, &mut changed.first].into_iter().nth(moving).unwrap()[at] = forged.to_owned();
                            let mut all = bounds.clone();
                            all.insert(sum.clone(), changed);
                            let forged = Value::read(forged, &Limits::default()).unwrap();
                            let (low, high) = if own == Player::Left { (&forged, &value) } else { (&value, &forged) };
                            let is_true = if moving == 0 {
                                low <= high
                            } else {
                                !matches!(high.partial_cmp(low), Some(Ordering::Less | Ordering::Equal))
                            };
                            let strategy = Strategy { answers: Answers::Bounds(all), ..strategy.clone() };
                            match session.check(&strategy, &Limits::default()) {
                                Ok(_) => {
                                    accepted += 1;
                                    assert!(is_true, "{text} {first:?}: {sum} {moving} {forged}");
                                }
                                Err(_) => refused += 1,
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 500 && accepted > 50, "{refused} {accepted}");
}

#[test]
fn multisets_are_accepted_by_every_rule_and_of_boards() {
    let session = Session::new();
    let mut count = [0; 2];
    let named = CompoundRule::NAMED.into_iter().chain(["moore=2".parse().unwrap()]);
    for rule in named {
        for play in [Play::Normal, Play::Misere] {
            for text in
                ["nim@3,1,2", "kayles@3+nim@2+kayles@4", "kayles@2.3,4", "grundy@6,5", "cram@2x3,2x2", "node-kayles@2x3,2x2"]
            {
                let Ok(sum) = session.position(text) else { continue };
                let question = |form| StrategyOf { play, rule, form: Some(form), ..StrategyOf::default() };
                let moves = |form| strategy(&sum, &question(form), &Limits::default()).unwrap();
                let [all, few] = [StrategyForm::Positions, StrategyForm::Multisets].map(moves);
                assert_eq!((all.winner, all.draw), (few.winner, few.draw));
                count[0] += all.answers.len();
                count[1] += few.answers.len();
                session.check(&few, &Limits::default()).unwrap_or_else(|error| panic!("{text} {rule} {play:?}: {error}"));
            }
        }
    }
    // the strategy does not contain every sum: if several moves win equally fast, it uses only one of them
    assert!(count[1] < count[0], "{count:?}");
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_what_is_large_is_written_in_the_form_that_takes_the_least() {
    let session = Session::new();
    let ask = |text: &str, play| {
        let question = StrategyOf { play, ..StrategyOf::default() };
        let strategy = strategy(&session.position(text).unwrap(), &question, &Limits::default()).unwrap();
        session.check(&strategy, &Limits::default()).unwrap();
        (strategy.answers.form(), strategy.answers.len())
    };
    assert_eq!(ask("nim@3,4,5", Play::Normal).0, StrategyForm::Positions);
    // by positions as they are shown: one for every way in which a row of 20 pins may be split
    assert_eq!(ask("kayles@18,19,20", Play::Normal), (StrategyForm::Components, 792));
    // heap by heap, if there are too many such ways
    assert_eq!(ask("kayles@100,101,102", Play::Normal), (StrategyForm::Components, 102));
    assert_eq!(ask("nim@16,17,18,19", Play::Normal), (StrategyForm::Components, 20));
    assert_eq!(ask("nim@12,13,14,15", Play::Misere).0, StrategyForm::Multisets);
}

#[test]
fn forms_that_do_not_apply_say_why() {
    let session = Session::new();
    let refused = |text: &str, play| {
        let error = written(&session, text, play, Player::Left, StrategyForm::Components).unwrap_err();
        let NoAnswer::Malformed { error, .. } = error else { panic!("{text}: {error}") };
        (error.at, error.expected.into_owned())
    };
    assert!(refused("nim@3", Play::Misere).1.contains("misère play components have no nimbers"));
    let (at, why) = refused("nim@3+asymmetric:1/2@3", Play::Normal);
    assert!(at == 21 && why.contains("Left and Right"), "{at}: {why}");
    let far = written(&session, "nim@10^30", Play::Normal, Player::Left, StrategyForm::Components).unwrap_err();
    assert!(matches!(far, NoAnswer::Stopped { by: Reached::Limit(Stopped::Positions(_)), .. }), "{far}");
    let limits = Limits { positions: 1_000, ..Limits::default() };
    let question = StrategyOf { form: Some(StrategyForm::Components), ..StrategyOf::default() };
    let long = strategy(&session.position("nim@100").unwrap(), &question, &limits).unwrap_err();
    assert_eq!(long.stopped(), Some(&Stopped::Positions(1_000)), "{long}");
}

#[test]
fn a_strategy_takes_the_memory_of_its_lines_and_no_more() {
    let session = Session::new();
    let sum = session.position("kayles@9+kayles@8+nim@5").unwrap();
    let question = StrategyOf { form: Some(StrategyForm::Positions), ..StrategyOf::default() };
    let within = |bytes: u64| strategy(&sum, &question, &Limits { bytes, ..Limits::default() });
    let Answers::Positions(moves) = within(1 << 30).unwrap().answers else { panic!("it is one by positions") };
    let lines: u64 = moves.iter().map(|(from, to)| (from.len() + to.len() + 64) as u64).sum();
    assert!(
        within(4 * lines).is_ok() && within(lines / 2).unwrap_err().stopped() == Some(&Stopped::Memory(lines / 2)),
        "{lines}"
    );
}
