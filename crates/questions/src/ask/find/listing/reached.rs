//! Everything that can be reached from a position, each with a shortest play.

use super::{Listed, Listing};
use crate::question::{NoAnswer, unread};
use crate::read::{ParsedSum, Session};
use sprague::limits::Meter;
use sprague::{Limits, Player, Stopped};
use std::cell::{Cell, RefCell};
use std::collections::{HashSet, VecDeque};
use std::iter;
use std::rc::Rc;

/// A place of the search, and the move that led to it.
struct Node {
    text: String,
    from: Option<(usize, Player, String)>,
    next: Player,
}

/// The share of memory that is left for looking at what is reached.
const LOOKING: u64 = 2;

/// All positions that can be reached, the start among them, one after another.
///
/// At a limit those that were reached until then.
///
/// Their size is the number of moves. First those of alternate play, whoever begins, by the length of the play; then those that need several moves of one player on end.
pub(in super::super) fn reached<'a>(session: &'a Session, start: &ParsedSum, limits: &Limits) -> Listing<'a> {
    let (held, ended) = (Rc::default(), Rc::default());
    let mut search = Search {
        session,
        limits: Limits { bytes: limits.bytes / LOOKING, ..limits.clone() },
        first: start.to_string(),
        is_partizan: start.is_partizan(),
        passes: if start.is_partizan() { &[false, true] } else { &[false] },
        is_any_order: false,
        queue: VecDeque::new(),
        nodes: vec![],
        known: HashSet::new(),
        found: HashSet::new(),
        bytes: 0,
        listed: 0,
        held: Rc::clone(&held),
        ended: Rc::clone(&ended),
    };
    Listing { positions: Box::new(iter::from_fn(move || search.next())), held, ended }
}

struct Search<'a> {
    session: &'a Session,
    limits: Limits,
    first: String,
    is_partizan: bool,
    /// The passes that are to come, of alternate play or of any order.
    passes: &'static [bool],
    is_any_order: bool,
    queue: VecDeque<usize>,
    nodes: Vec<Node>,
    /// The positions that have a node, with the player to move in alternate play.
    known: HashSet<(String, Player)>,
    found: HashSet<String>,
    /// About the bytes of the nodes.
    bytes: usize,
    /// About the bytes of what is listed.
    listed: usize,
    /// All of these bytes.
    held: Rc<Cell<usize>>,
    ended: Rc<RefCell<Option<NoAnswer>>>,
}

/// About the bytes of a move, beside its texts.
const A_MOVE: u64 = 256;

impl Search<'_> {
    /// The next node, if it is of a new position.
    fn next(&mut self) -> Option<Option<Listed>> {
        while self.queue.is_empty() {
            self.begin_pass()?;
        }
        let at = self.queue.pop_front()?;
        let listed = self.found.insert(self.nodes[at].text.clone()).then(|| {
            let line = self.line(at);
            Listed { size: line.len() as u64, text: self.nodes[at].text.clone(), turned: None, line }
        });
        self.listed += listed.as_ref().map_or(0, Listed::bytes);
        let movers: &[Player] = if self.is_any_order { &Player::BOTH } else { &[self.nodes[at].next] };
        for &player in movers {
            // at a limit those that are known are listed, and none is followed
            if self.ended.borrow().is_none()
                && let Err(error) = self.moves(at, player)
            {
                self.ended.replace(Some(error));
            }
        }
        self.held.set(self.bytes + self.listed);
        Some(listed)
    }

    /// Begins the next pass from the start; `None` if there is none.
    fn begin_pass(&mut self) -> Option<()> {
        let (&is_any_order, passes) = self.passes.split_first().filter(|_| self.ended.borrow().is_none())?;
        (self.is_any_order, self.passes, self.bytes) = (is_any_order, passes, 0);
        self.nodes.clear();
        self.known.clear();
        let starters: &[Player] = if self.is_partizan { &Player::BOTH } else { &[Player::Left] };
        for &next in starters {
            self.add(Node { text: self.first.clone(), from: None, next });
        }
        Some(())
    }

    fn look(&self) -> Result<(), Stopped> {
        Meter::new(&self.limits.until_asked()).look(self.nodes.len() as u64, self.bytes + self.listed, None)?;
        if self.nodes.len() as u64 >= self.limits.positions { Err(Stopped::Positions(self.limits.positions)) } else { Ok(()) }
    }

    fn add(&mut self, node: Node) {
        self.known.insert((node.text.clone(), node.next));
        self.queue.push_back(self.nodes.len());
        self.nodes.push(node);
    }

    /// Adds the new nodes behind the moves of a player.
    fn moves(&mut self, at: usize, player: Player) -> Result<(), NoAnswer> {
        let text = &self.nodes[at].text;
        let sum = self.session.position_within(text, &self.limits);
        let sum = sum.map_err(|error| unread("from", text, error, &self.limits))?;
        // no more than there is room for
        let room = self.limits.bytes.saturating_sub((self.bytes + self.listed) as u64) / A_MOVE;
        let most = usize::try_from(room.min(self.limits.positions)).unwrap_or(usize::MAX).saturating_add(1);
        let steps = sum.moves(player, most, &self.limits)?;
        let is_cut = steps.len() == most;
        for step in steps {
            let next = if self.is_any_order { Player::Left } else { -player };
            if self.known.contains(&(step.to.clone(), next)) {
                continue;
            }
            self.bytes += 4 * step.to.len() + 2 * step.label.len() + A_MOVE as usize;
            self.look()?;
            self.add(Node { text: step.to, from: Some((at, player, step.label)), next });
        }
        match is_cut {
            true if room < self.limits.positions => Err(Stopped::Memory(self.limits.bytes).into()),
            true => Err(Stopped::Positions(self.limits.positions).into()),
            false => Ok(()),
        }
    }

    fn line(&self, at: usize) -> Vec<(Option<Player>, String)> {
        let before = |node: &usize| self.nodes[*node].from.as_ref().map(|(before, ..)| *before);
        let mut line: Vec<_> = iter::successors(Some(at), before)
            .filter_map(|node| self.nodes[node].from.as_ref())
            .map(|(_, player, label)| (self.is_partizan.then_some(*player), label.clone()))
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
        reached(&session, &session.position(start).unwrap(), &limits).flatten().collect()
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
