//! Laws about rules that count points.

use super::{Failure, Law, limits};
use sprague::evaluate::{ScoreSearch, scores};
use sprague::{ScoreBounds, Scored};

/// Checks scores at every position that can be reached from these positions. A score must follow from the scores of the
/// options, lie between the [bounds](Scored::score_bounds), and be found by both searches.
///
/// ```
/// use sprague::{Ruleset, Scored};
/// use sprague_testkit::laws::scored;
///
/// /// Take one token or two, and gain as much.
/// struct Take;
/// impl Ruleset for Take {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap.min(&2) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Scored for Take {
///     fn gain(&self, _: &u64, amount: &u64) -> i64 { *amount as i64 }
/// }
/// assert_eq!(scored(&Take, [9]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where a law is broken, and if the points that can be gained have no bound.
pub fn scored<R: Scored>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let (law, limits) = (Law::BothSearchesAgree, limits());
    for root in positions {
        let all = scores(rules, &root, &limits).map_err(|error| law.broken(&root, error.to_string()))?;
        let mut search = ScoreSearch::new(rules, &limits);
        for (position, &score) in &all {
            let worth = |mv| {
                let to = rules.normal_form(rules.play(position, &mv));
                let option = if rules.moves_again(position, &mv) { all[&to] } else { -all[&to] };
                rules.gain(position, &mv) + option
            };
            let best = rules.moves(position).map(worth).max().unwrap_or_else(|| rules.terminal_score(position));
            let enough = rules.enough_options(position);
            let enough = enough.map(|option| option.worth(all[&rules.normal_form(option.to.clone())])).max();
            if enough.is_some_and(|enough| enough != score) || enough.is_none() != rules.moves(position).next().is_none() {
                return Err(law.broken(position, format!("its score is {score}, and the best of enough options is {enough:?}")));
            }
            if best != score {
                return Err(law.broken(position, format!("its score is {score}, and the best move is worth {best}")));
            }
            let ScoreBounds { low, high } = rules.score_bounds(position);
            if !(low..=high).contains(&score) {
                return Err(law.broken(position, format!("its score is {score}, and its bounds are {low} and {high}")));
            }
            // if positions come again, only the search through all of them is sure to answer
            let found = search.score(position, &mut ScoreBounds::UNKNOWN.clone());
            if found.as_ref().is_ok_and(|found| *found != score) {
                return Err(law.broken(position, format!("its score is {score}, and a search finds {found:?}")));
            }
        }
    }
    Ok(())
}
