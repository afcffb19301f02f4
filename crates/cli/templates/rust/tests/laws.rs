//! The rules keep the laws of rulesets.

use IDENT::Game;

sprague_testkit::laws! { impartial laws, rules: Game, positions: 0..=20, also: notation, words, erasure }
