//! Everything that can be reached from a position, each with a shortest play.

use super::{Listed, Listing};
use crate::question::{NoAnswer, Reached, unread};
use crate::read::{ParsedSum, Session};
use sprague::growth;
use sprague::limits::Meter;
use sprague::{Limits, Player, Stopped};
use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

/// A place of the search, and the move that led to it.
struct Node {
    text: String,
    from: Option<(usize, Player, String)>,
    next: Player,
}

/// The share of memory and time that is left for looking at what is reached.
const LOOKING: u32 = 2;

/// All positions that can be reached, the start among them.
///
/// At a limit those that were reached until then.
///
/// Their size is the number of moves. First those of alternate play, whoever begins, by the length of the play; then those that need several moves of one player on end.
pub(in super::super) fn reached(session: &Session, start: &ParsedSum, limits: &Limits) -> Result<Listing, NoAnswer> {
    let limits = &Limits { bytes: limits.bytes / u64::from(LOOKING), ..limits.leaving(LOOKING) };
    let mut search = Search { session, limits, nodes: vec![], known: HashSet::new(), bytes: 0, listed: 0 };
    let mut all: Vec<Listed> = vec![];
    let stopped = match search.list(start, &mut all) {
        Ok(()) => None,
        Err(NoAnswer::Stopped { by: Reached::Limit(stopped), .. }) => Some(stopped),
        Err(error) => return Err(error),
    };
    let held = Rc::new(Cell::new(growth::of_list(&all) + all.iter().map(Listed::bytes).sum::<usize>()));
    let left = held.clone();
    let positions = all.into_iter().map(move |listed| {
        left.set(left.get().saturating_sub(listed.bytes()));
        Some(listed)
    });
    Ok(Listing { positions: Box::new(positions), held, stopped })
}

struct Search<'a> {
    session: &'a Session,
    limits: &'a Limits,
    nodes: Vec<Node>,
    /// The positions that have a node, with the player to move in alternate play.
    known: HashSet<(String, Player)>,
    /// About the bytes of the nodes.
    bytes: usize,
    /// About the bytes of what is listed.
    listed: usize,
}

/// About the bytes of a move, beside its texts.
const A_MOVE: u64 = 256;

impl Search<'_> {
    fn list(&mut self, start: &ParsedSum, all: &mut Vec<Listed>) -> Result<(), NoAnswer> {
        let (is_partizan, first) = (start.is_partizan(), start.to_string());
        let mut found: HashSet<String> = HashSet::new();
        let starters: &[Player] = if is_partizan { &Player::BOTH } else { &[Player::Left] };
        let orders: &[bool] = if is_partizan { &[false, true] } else { &[false] };
        for &any_order in orders {
            let begin = self.nodes.len();
            self.known.clear();
            let mut queue: VecDeque<usize> = starters.iter().map(|&next| self.begin(&first, next)).collect();
            let mut ended = Ok(());
            while let Some(at) = queue.pop_front() {
                if found.insert(self.nodes[at].text.clone()) {
                    let (line, text) = (self.line(at, is_partizan), self.nodes[at].text.clone());
                    all.push(Listed { size: line.len() as u64, text, turned: None, line });
                    self.listed += 2 * (size_of::<Listed>() + all.last().map_or(0, Listed::bytes));
                }
                let movers: &[Player] = if any_order { &Player::BOTH } else { &[self.nodes[at].next] };
                for &player in movers {
                    // at a limit those that are known are listed, and none is followed
                    if ended.is_ok() {
                        ended = self.moves(at, player, any_order, &mut queue);
                    }
                }
            }
            ended?;
            self.nodes.truncate(begin);
            self.bytes = 0;
        }
        Ok(())
    }

    fn look(&self) -> Result<(), Stopped> {
        Meter::new(&self.limits.until_asked()).look(self.nodes.len() as u64, self.bytes + self.listed, None)?;
        if self.nodes.len() as u64 >= self.limits.positions { Err(Stopped::Positions(self.limits.positions)) } else { Ok(()) }
    }

    fn begin(&mut self, text: &str, next: Player) -> usize {
        self.known.insert((text.to_owned(), next));
        self.nodes.push(Node { text: text.to_owned(), from: None, next });
        self.nodes.len() - 1
    }

    /// Adds the new nodes behind the moves of a player.
    fn moves(&mut self, at: usize, player: Player, any_order: bool, queue: &mut VecDeque<usize>) -> Result<(), NoAnswer> {
        // the rules were tried where the search begins
        let text = &self.nodes[at].text;
        let sum = self.session.position_within(text, self.limits).map_err(|error| unread("from", text, error, self.limits))?;
        // no more than there is room for
        let room = self.limits.bytes.saturating_sub((self.bytes + self.listed) as u64) / A_MOVE;
        let most = usize::try_from(room.min(self.limits.positions)).unwrap_or(usize::MAX).saturating_add(1);
        let steps = sum.moves(player, most, self.limits)?;
        let is_cut = steps.len() == most;
        for step in steps {
            let next = if any_order { Player::Left } else { -player };
            if self.known.contains(&(step.to.clone(), next)) {
                continue;
            }
            self.bytes += 4 * step.to.len() + 2 * step.label.len() + A_MOVE as usize;
            self.look()?;
            self.known.insert((step.to.clone(), next));
            self.nodes.push(Node { text: step.to, from: Some((at, player, step.label)), next });
            queue.push_back(self.nodes.len() - 1);
        }
        match is_cut {
            true if room < self.limits.positions => Err(Stopped::Memory(self.limits.bytes).into()),
            true => Err(Stopped::Positions(self.limits.positions).into()),
            false => Ok(()),
        }
    }

    fn line(&self, at: usize, is_partizan: bool) -> Vec<(Option<Player>, String)> {
        let before = |node: &usize| self.nodes[*node].from.as_ref().map(|(before, ..)| *before);
        let mut line: Vec<_> = std::iter::successors(Some(at), before)
            .filter_map(|node| self.nodes[node].from.as_ref())
            .map(|(_, player, label)| (is_partizan.then_some(*player), label.clone()))
            .collect();
        line.reverse();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(start: &str) -> Vec<Listed> {
        let session = Session::new();
        let limits = Limits::default();
        reached(&session, &session.position(start).unwrap(), &limits).unwrap().flatten().collect()
    }

    #[test]
    fn everything_is_reached_once_by_a_play_that_leads_there() {
        let session = Session::new();
        for (start, count) in [("nim@2,1", 6), ("asymmetric:1/2@4", 5), ("domineering@2x2", 6)] {
            let found = all(start);
            assert_eq!(found.len(), count, "{start}: {found:?}");
            assert_eq!(found.iter().map(|one| &one.text).collect::<HashSet<_>>().len(), count);
            for Listed { text, line, .. } in found {
                let mut at = start.to_owned();
                for (player, label) in line {
                    let sum = session.position(&at).unwrap();
                    let moves = sum.moves(player.unwrap_or(Player::Left), 100, &Limits::default()).unwrap();
                    at = moves.into_iter().find(|step| step.label == label).unwrap().to;
                }
                assert_eq!(session.position(&at).unwrap().to_string(), text);
            }
        }
    }

    #[test]
    fn alternate_play_comes_before_moves_of_one_player() {
        let of = |text: &str| all("asymmetric:1/2@4").into_iter().find(|one| one.text == text).unwrap().line;
        assert_eq!(
            of("asymmetric:1/2@1").iter().map(|(player, _)| player.unwrap()).collect::<Vec<_>>(),
            [Player::Left, Player::Right]
        );
        assert_eq!(of("asymmetric:1/2@0").len(), 3);
    }
}
