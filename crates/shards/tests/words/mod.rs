//! Games on the words that graphs in files use, for the engine in memory. Tests and benches compare both.
#![allow(unreachable_pub, reason = "tests and benches of their own have it")]

use sprague::any::AnyPosition;
use sprague::solve::ComponentPosition;
use sprague::{Outcome, Play, Player, Ruleset};
use sprague_questions::Session;
use sprague_shards::Game;

/// A ruleset for the engine whose positions are the words that represent positions in files. It uses no normal forms.
pub struct Words(pub Game);

impl Ruleset for Words {
    type Position = Vec<u64>;
    type Move = usize;
    fn moves(&self, words: &Vec<u64>) -> impl Iterator<Item = usize> {
        0..self.options(words).count()
    }
    fn play(&self, words: &Vec<u64>, &mv: &usize) -> Vec<u64> {
        self.options(words).nth(mv).unwrap()
    }
    fn options(&self, words: &Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
        let (position, player) = self.0.position(words);
        let (mut options, mut more): (Vec<AnyPosition>, bool) = (vec![], true);
        while more {
            more = self.0.rules().options(&position, player, options.len(), &mut options);
        }
        let mut words: Vec<_> = options.iter().map(|option| self.0.words(option, -player)).collect();
        words.sort_unstable();
        words.dedup();
        words.into_iter()
    }
    fn terminal_outcome(&self, words: &Vec<u64>) -> Outcome {
        let outcome = self.0.rules().terminal_outcome(&self.0.position(words).0, self.0.position(words).1);
        if self.0.play() == Play::Misere { -outcome } else { outcome }
    }
}

/// Returns the game of a question, and the words of its position.
pub fn game(question: &str, play: Play) -> (Game, Vec<u64>) {
    let sum = Session::new().position(question).unwrap();
    let [component] = sum.components() else { panic!("one position") };
    let ComponentPosition::Small(position) = &component.position else { panic!("a small position") };
    let game = Game::new(component.rules.rules().clone(), play);
    let words = game.words(position, Player::Left);
    (game, words)
}
