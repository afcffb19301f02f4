//! Graphs as lists of edges, for the tests of games with colours.

use crate::coloured::Coloured;
use sprague_core::{Partizan, Player};
use std::collections::{BTreeSet, HashMap};

/// Pairs of vertices, numbered from 1.
pub(crate) type Edges = Vec<[usize; 2]>;

pub(crate) fn graphs(vertices: usize) -> impl Iterator<Item = Edges> {
    some((1..=vertices).flat_map(|other| (1..other).map(move |one| [one, other])).collect())
}

/// Returns every directed graph with this many vertices.
pub(crate) fn digraphs(vertices: usize) -> impl Iterator<Item = Edges> {
    let pairs = (1..=vertices).flat_map(|from| (1..=vertices).filter(move |to| *to != from).map(move |to| [from, to]));
    some(pairs.collect())
}

/// Returns every sublist of a list.
fn some(pairs: Edges) -> impl Iterator<Item = Edges> {
    (0..1_u32 << pairs.len()).map(move |mask| {
        let kept = pairs.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
        kept.map(|(_, pair)| *pair).collect()
    })
}

pub(crate) fn names(vertices: usize) -> Vec<String> {
    (1..=vertices).map(|vertex| vertex.to_string()).collect()
}

/// Formats a graph in one line, with `sign` between the ends of an edge.
pub(crate) fn line(vertices: usize, edges: &Edges, sign: char) -> String {
    let edges = edges.iter().map(|[one, other]| format!("{one}{sign}{other}"));
    names(vertices).into_iter().chain(edges).collect::<Vec<_>>().join(".")
}

/// Returns every list of `length` letters.
pub(crate) fn words(letters: &[char], length: usize) -> Vec<Vec<char>> {
    let longer = |words: Vec<Vec<char>>, _| {
        let longer = |word: &Vec<char>| letters.iter().map(|&letter| [word.as_slice(), &[letter]].concat()).collect::<Vec<_>>();
        words.iter().flat_map(longer).collect()
    };
    (0..length).fold(vec![vec![]], longer)
}

/// Formats a position from letters: `b` blue, `r` red, `x` gone, `.` without a colour.
pub(crate) fn text(graph: &str, names: &[String], letters: &[char]) -> String {
    let list = |(letter, head): (char, &str)| {
        let named = names.iter().zip(letters).filter(|(_, of)| **of == letter).map(|(name, _)| name.clone());
        let named: Vec<String> = named.collect();
        if named.is_empty() { String::new() } else { format!(":{head}={}", named.join(".")) }
    };
    [graph.to_owned(), list(('x', "gone")), list(('b', "blue")), list(('r', "red"))].concat()
}

pub(crate) fn letters(text: &str, names: &[String]) -> Vec<char> {
    let mut letters = vec!['.'; names.len()];
    for list in text.split(':').skip(1) {
        let (head, listed) = list.split_once('=').unwrap();
        let letter = if head == "gone" { 'x' } else { head.chars().next().unwrap() };
        listed.split('.').for_each(|name| letters[names.iter().position(|known| known == name).unwrap()] = letter);
    }
    letters
}

/// Returns the letters with some of them replaced by `letter`.
pub(crate) fn with(letters: &[char], letter: char, at: impl Fn(usize) -> bool) -> Vec<char> {
    letters.iter().enumerate().map(|(index, &old)| if at(index) { letter } else { old }).collect()
}

pub(crate) fn colour(player: Player) -> char {
    if player == Player::Left { 'b' } else { 'r' }
}

/// Values of games, numbered in the order in which they are found.
#[derive(Default)]
pub(crate) struct Values {
    forms: Vec<Form>,
    known: HashMap<Form, usize>,
    is_at_least: HashMap<[usize; 2], bool>,
}

/// The numbers of the values of both players' options.
type Form = [Vec<usize>; 2];

impl Values {
    /// Returns the number of the value with these options.
    pub(crate) fn of(&mut self, options: Form) -> usize {
        let form = options.map(|options| options.into_iter().collect::<BTreeSet<_>>().into_iter().collect());
        if let Some(known) = self.known.get(&form) {
            return *known;
        }
        let new = self.forms.len();
        self.forms.push(form.clone());
        let equal = (0..new).find(|old| self.is_at_least(new, *old) && self.is_at_least(*old, new));
        if equal.is_some() {
            self.forms.pop();
            self.is_at_least.retain(|pair, _| !pair.contains(&new));
        }
        let value = equal.unwrap_or(new);
        self.known.insert(form, value);
        value
    }

    /// Applies Conway's definition: `one` ≥ `other` if no right option of `one` is at most `other`, and no left option of
    /// `other` is at least `one`.
    fn is_at_least(&mut self, one: usize, other: usize) -> bool {
        if let Some(known) = self.is_at_least.get(&[one, other]) {
            return *known;
        }
        let [right, left] = [self.forms[one][1].clone(), self.forms[other][0].clone()];
        let is =
            !right.iter().any(|right| self.is_at_least(other, *right)) && !left.iter().any(|left| self.is_at_least(*left, one));
        self.is_at_least.insert([one, other], is);
        is
    }

    /// Returns the number of the value of a position.
    pub(crate) fn of_position<R: Partizan<Position = Coloured>>(&mut self, rules: &R, position: &Coloured) -> usize {
        let options = Player::BOTH.map(|player| {
            let options: Vec<Coloured> = rules.options(position, player).collect();
            options.iter().map(|option| self.of_position(rules, option)).collect()
        });
        self.of(options)
    }
}
