//! Plays games from the example of a script whose positions are texts, to find the shape of its positions.

use super::boards::Boards;
use super::{Script, value};
use crate::guest::Guest;
use crate::guest::failure::Failure;
use crate::guest::single::{content, singles};
use crate::image::Image;
use crate::random::Random;
use rhai::{Dynamic, ImmutableString};
use sprague_core::Player;
use sprague_core::any::AnyPosition;

/// The number of plays. The next constant is the maximum number of moves of each.
const PLAYS: usize = 24;
const LONGEST_PLAY: usize = 200;

/// The maximum number of options of one position that are examined.
const MOST_LEARNED: usize = 1_000;

/// The maximum work of all plays, in steps of about a nanosecond.
const MOST_WORK: u64 = 200_000_000;

impl Script {
    /// Plays games from the example at the first call. If a function fails, the plays end early, and the failure is ignored.
    pub(super) fn explore(&mut self) {
        let Some(example) = self.boards.as_mut().and_then(Boards::unexplored) else { return };
        let Ok(start) = value::position("example", &Dynamic::from(example.to_owned())) else { return };
        let (most, mut random) = (self.work() + MOST_WORK, Random::default());
        'plays: for _ in 0..PLAYS {
            let mut position = start.clone();
            for _ in 0..LONGEST_PLAY {
                if self.work() > most {
                    break 'plays;
                }
                let Ok(mut options) = self.learn_from(&position) else { break 'plays };
                if options.is_empty() {
                    break;
                }
                position = options.swap_remove(random.below(options.len()));
            }
        }
        self.begin();
    }

    /// Learns the shape of a position's options and representatives. Returns the options of both players.
    fn learn_from(&mut self, position: &AnyPosition) -> Result<Vec<AnyPosition>, Failure> {
        let players: &[Player] = if self.kind.has_sides() { &Player::BOTH } else { &[Player::Left] };
        let (mut options, mut images) = (vec![], vec![]);
        self.begin();
        for &player in players {
            self.options(position.words(), player, &mut options)?;
        }
        for image in Image::ALL {
            if self.has(image) {
                images.extend(self.image(image, position.words())?);
            }
        }
        let boards = self.boards.as_mut().expect("it has an example");
        for single in images.iter().chain(options.iter().take(MOST_LEARNED)).flat_map(|all| singles(all.words())) {
            if let Some(text) = value::decoded(content(single)).read_lock::<ImmutableString>() {
                boards.learn(&text);
            }
        }
        Ok(options)
    }
}
