//! Compares values of positions with the definition.
//!
//! The definition uses naive boards, trees of options, and G ≤ H by comparing all options.

use sprague::any::AnyPartizan;
use sprague::heap::AmountSet;
use sprague::values::{Value, ValueSearch, value};
use sprague::{Limits, Notation, Partizan, Player};
use sprague_plugin::Plugin;
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_boards::{Clobber, Domineering};
use sprague_rules_strips::ToadsAndFrogs;
use std::collections::HashMap;

/// Trees of options, each of which is stored once, and their order.
#[derive(Default)]
pub(crate) struct Judge {
    trees: Vec<[Vec<usize>; 2]>,
    numbers: HashMap<[Vec<usize>; 2], usize>,
    is_at_most: HashMap<(usize, usize), bool>,
}

impl Judge {
    pub(crate) fn tree(&mut self, mut options: [Vec<usize>; 2]) -> usize {
        for side in &mut options {
            side.sort_unstable();
            side.dedup();
        }
        let next = self.trees.len();
        let number = *self.numbers.entry(options.clone()).or_insert(next);
        if number == next {
            self.trees.push(options);
        }
        number
    }

    /// Returns the tree with Left and Right exchanged everywhere.
    pub(crate) fn negative(&mut self, tree: usize) -> usize {
        let [left, right] = self.trees[tree].clone();
        let sides = [right, left].map(|side| side.into_iter().map(|option| self.negative(option)).collect());
        self.tree(sides)
    }

    /// Returns the tree of a position, given naive rules that list its options.
    pub(crate) fn of<P: Clone + Eq + std::hash::Hash>(
        &mut self,
        known: &mut HashMap<P, usize>,
        position: &P,
        options: &dyn Fn(&P, Player) -> Vec<P>,
    ) -> usize {
        if let Some(tree) = known.get(position) {
            return *tree;
        }
        let sides = Player::BOTH.map(|player| {
            let after = options(position, player);
            after.iter().map(|option| self.of(known, option, options)).collect()
        });
        let tree = self.tree(sides);
        known.insert(position.clone(), tree);
        tree
    }

    pub(crate) fn of_value(&mut self, known: &mut HashMap<String, usize>, value: &Value) -> usize {
        let text = value.to_string();
        if let Some(tree) = known.get(&text) {
            return *tree;
        }
        let sides = Player::BOTH.map(|player| value.options(player).map(|option| self.of_value(known, &option)).collect());
        let tree = self.tree(sides);
        known.insert(text, tree);
        tree
    }

    fn is_at_most(&mut self, g: usize, h: usize) -> bool {
        if let Some(known) = self.is_at_most.get(&(g, h)) {
            return *known;
        }
        let (left, right) = (self.trees[g][0].clone(), self.trees[h][1].clone());
        let is =
            !left.iter().any(|option| self.is_at_most(h, *option)) && !right.iter().any(|option| self.is_at_most(*option, g));
        self.is_at_most.insert((g, h), is);
        is
    }

    pub(crate) fn are_equal(&mut self, g: usize, h: usize) -> bool {
        self.is_at_most(g, h) && self.is_at_most(h, g)
    }

    /// Returns `true` if neither the tree nor any follower has a dominated or reversible option.
    fn is_canonical(&mut self, tree: usize, known: &mut HashMap<usize, bool>) -> bool {
        if let Some(known) = known.get(&tree) {
            return *known;
        }
        let [left, right] = self.trees[tree].clone();
        let is = left.iter().chain(&right).all(|option| self.is_canonical(*option, known))
            && !left.iter().any(|a| left.iter().any(|b| a != b && self.is_at_most(*a, *b)))
            && !right.iter().any(|a| right.iter().any(|b| a != b && self.is_at_most(*b, *a)))
            && !left.iter().any(|a| self.trees[*a][1].clone().iter().any(|back| self.is_at_most(*back, tree)))
            && !right.iter().any(|a| self.trees[*a][0].clone().iter().any(|back| self.is_at_most(tree, *back)));
        known.insert(tree, is);
        is
    }
}

/// Compares the values that `value_of` returns for positions with trees of naive rules. Returns the number of positions.
fn judge<P: Clone + Eq + std::hash::Hash + std::fmt::Debug>(
    positions: impl Iterator<Item = P>,
    options: impl Fn(&P, Player) -> Vec<P>,
    mut value_of: impl FnMut(&P) -> Value,
) -> usize {
    let (mut judge, mut known, mut texts, mut canonical) = (Judge::default(), HashMap::new(), HashMap::new(), HashMap::new());
    let mut count = 0;
    for position in positions {
        let value = value_of(&position);
        let (tree, form) = (judge.of(&mut known, &position, &options), judge.of_value(&mut texts, &value));
        assert!(judge.are_equal(tree, form), "{position:?} is not worth {value}");
        assert!(judge.is_canonical(form, &mut canonical), "{position:?}: {value} is not canonical");
        count += 1;
    }
    count
}

type Board = Vec<Vec<char>>;

fn shown(board: &Board) -> String {
    board.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// Returns every board of this size with these kinds of squares.
fn boards(rows: usize, columns: usize, squares: &str) -> impl Iterator<Item = Board> {
    let squares: Vec<char> = squares.chars().collect();
    (0..squares.len().pow((rows * columns) as u32)).map(move |mut number| {
        let mut square = || {
            let square = squares[number % squares.len()];
            number /= squares.len();
            square
        };
        (0..rows).map(|_| (0..columns).map(|_| square()).collect()).collect()
    })
}

fn neighbours(board: &Board, row: usize, column: usize) -> Vec<(usize, usize)> {
    let all = [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
    all.into_iter().filter(|(row, column)| board.get(*row).is_some_and(|squares| *column < squares.len())).collect()
}

#[test]
fn every_domineering_position_up_to_three_by_four_is_worth_what_the_definition_says() {
    let options = |board: &Board, player: Player| {
        let mut after = vec![];
        for row in 0..board.len() {
            for column in 0..board[0].len() {
                let (down, across) = if player == Player::Left { (row + 1, column) } else { (row, column + 1) };
                let is_free = |row: usize, column: usize| board.get(row).and_then(|row| row.get(column)) == Some(&'.');
                if is_free(row, column) && is_free(down, across) {
                    let mut covered = board.clone();
                    (covered[row][column], covered[down][across]) = ('#', '#');
                    after.push(covered);
                }
            }
        }
        after
    };
    let limits = Limits::default();
    let mut search = ValueSearch::new(&Domineering, &limits);
    let mut value_of = |board: &Board| search.value(&Domineering.read(&shown(board)).unwrap()).unwrap();
    let sizes = (1..=3).flat_map(|rows| (1..=4).map(move |columns| (rows, columns)));
    let count: usize = sizes.map(|(rows, columns)| judge(boards(rows, columns, ".#"), options, &mut value_of)).sum();
    assert_eq!(count, 2 + 4 + 8 + 16 + 4 + 16 + 64 + 256 + 8 + 64 + 512 + 4096);
}

#[test]
fn every_clobber_position_up_to_two_by_four_is_worth_what_the_definition_says() {
    let options = |board: &Board, player: Player| {
        let (own, other) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
        let mut after = vec![];
        for row in 0..board.len() {
            for column in 0..board[0].len() {
                for (to_row, to_column) in neighbours(board, row, column) {
                    if board[row][column] == own && board[to_row][to_column] == other {
                        let mut moved = board.clone();
                        (moved[row][column], moved[to_row][to_column]) = ('.', own);
                        after.push(moved);
                    }
                }
            }
        }
        after
    };
    let limits = Limits::default();
    let mut search = ValueSearch::new(&Clobber, &limits);
    let mut value_of = |board: &Board| search.value(&Clobber.read(&shown(board)).unwrap()).unwrap();
    let sizes = (1..=2).flat_map(|rows| (1..=4).map(move |columns| (rows, columns)));
    let count: usize = sizes.map(|(rows, columns)| judge(boards(rows, columns, "xo."), options, &mut value_of)).sum();
    assert_eq!(count, 3 + 9 + 27 + 81 + 9 + 81 + 729 + 6561);
}

#[test]
fn every_partizan_subtraction_game_with_small_amounts_is_worth_what_the_definition_says() {
    let sets = || (0..16_u64).map(|bits| (1..=4).filter(|amount| bits >> (amount - 1) & 1 == 1).collect::<Vec<u64>>());
    let mut count = 0;
    for (left, right) in sets().flat_map(|left| sets().map(move |right| (left.clone(), right))) {
        let [own, others] = [&left, &right].map(|amounts| AmountSet::new(amounts.iter().copied()).unwrap());
        let rules = PartizanSubtraction { left: own, right: others };
        let options = |heap: &u64, player: Player| {
            let amounts = if player == Player::Left { &left } else { &right };
            amounts.iter().filter(|amount| *amount <= heap).map(|amount| heap - amount).collect()
        };
        count += judge(0..=12_u64, options, |heap| value(&rules, heap).unwrap());
    }
    assert_eq!(count, 256 * 13);
}

/// Compares the values of a script in `examples/plugins` with those of the built-in ruleset. Returns the number of positions.
fn has_the_values_of<R: Partizan + Notation<R::Position>>(script: &str, rules: &R, texts: impl Iterator<Item = String>) -> usize {
    let plugin = Plugin::load(&format!("{}/examples/plugins/{script}", env!("CARGO_MANIFEST_DIR")), None).unwrap();
    let loaded = AnyPartizan::try_from(plugin.rules().clone()).unwrap();
    let limits = Limits::default();
    let (mut by_script, mut built_in) = (ValueSearch::new(&loaded, &limits), ValueSearch::new(rules, &limits));
    let mut count = 0;
    for text in texts {
        let value = by_script.value(&plugin.rules().read(&text).unwrap()).unwrap();
        assert_eq!(value, built_in.value(&rules.read(&text).unwrap()).unwrap(), "{script}@{text}");
        count += 1;
    }
    count
}

#[test]
fn scripts_have_the_values_of_the_rulesets_that_are_built_in() {
    let squares = boards(2, 3, ".#").chain(boards(3, 2, ".#")).chain(boards(3, 3, ".#").step_by(7)).map(|board| shown(&board));
    assert_eq!(has_the_values_of("domineering.rhai", &Domineering, squares), 64 + 64 + 74);
    let strips = boards(1, 5, "TF.").map(|board| shown(&board));
    assert_eq!(has_the_values_of("toads-frogs.rhai", &ToadsAndFrogs, strips), 243);
}
