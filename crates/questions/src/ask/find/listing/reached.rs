//! Lists all positions that can be reached from a position, each with a shortest play.

use super::{Listed, Listing};
use crate::question::{NoAnswer, unread};
use crate::read::{ParsedSum, Session};
use sprague::limits::Meter;
use sprague::{Limits, Player, Stopped};
use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

struct Node {
    text: String,
    from: Option<(usize, Player, String)>,
    next: Player,
}

/// 1/`LOOKING` of the memory is reserved for evaluating the positions.
const LOOKING: u64 = 2;

/// Lists all positions that can be reached, including the start. If a limit is reached, the list ends with the positions
/// reached before it.
///
/// The size of a position is the number of moves to it. Positions that alternate play reaches come first, for either starter,
/// sorted by the length of the play. Then come those that need several consecutive moves of one player.
pub(in super::super) fn reached<'a>(session: &'a Session, start: &ParsedSum, limits: &Limits) -> Listing<'a> {
    let (held, ended) = <(Rc<Cell<usize>>, Rc<Cell<Option<NoAnswer>>>)>::default();
    let mut search = Search {
        session,
        limits: Limits { bytes: limits.bytes / LOOKING, ..limits.clone() },
        start: start.to_string(),
        is_partizan: start.is_partizan(),
        ends: start.has_terminal_rule(),
        any_order: false,
        nodes: vec![],
        queue: VecDeque::new(),
        known: HashSet::new(),
        found: HashSet::new(),
        bytes: 0,
        listed: 0,
        is_over: false,
        held: held.clone(),
        ended: ended.clone(),
    };
    search.begin();
    Listing { positions: Box::new(search), held, ended }
}

struct Search<'a> {
    session: &'a Session,
    limits: Limits,
    start: String,
    is_partizan: bool,
    /// Whether the rules decide the result at the end, so that positions are no parts of sums.
    ends: bool,
    /// Whether a player may make several moves in a row.
    any_order: bool,
    nodes: Vec<Node>,
    /// The nodes whose moves have not been followed yet, by index.
    queue: VecDeque<usize>,
    /// The texts of positions that have a node, with the player to move in alternating play.
    known: HashSet<(String, Player)>,
    found: HashSet<String>,
    /// Approximate memory of the nodes, in bytes.
    bytes: usize,
    /// Approximate memory of the listed positions, in bytes.
    listed: usize,
    /// Whether a limit was reached, so that no more moves are followed.
    is_over: bool,
    /// The approximate memory of the search, shared with the listing. `ended` is the limit or the error.
    held: Rc<Cell<usize>>,
    ended: Rc<Cell<Option<NoAnswer>>>,
}

/// Approximate memory of a move without its texts, in bytes.
const A_MOVE: u64 = 256;

impl Iterator for Search<'_> {
    type Item = Option<Listed>;

    fn next(&mut self) -> Option<Option<Listed>> {
        let Some(at) = self.queue.pop_front() else {
            // after alternate play, search again with moves in any order
            if self.any_order || self.is_over || !self.is_partizan || self.ends {
                return None;
            }
            self.any_order = true;
            self.begin();
            return Some(None);
        };
        let text = &self.nodes[at].text;
        let listed = self.found.insert(text.clone()).then(|| {
            let line = self.line(at);
            Listed { size: line.len() as u64, text: self.nodes[at].text.clone(), turned: None, line }
        });
        self.listed += listed.as_ref().map_or(0, Listed::bytes);
        let movers: &[Player] = if self.any_order { &Player::BOTH } else { &[self.nodes[at].next] };
        for &player in movers {
            // after a limit the known positions are still listed, but no moves are followed
            if !self.is_over
                && let Err(ended) = self.moves(at, player)
            {
                if ended.stopped().is_none() {
                    self.queue.clear();
                }
                self.is_over = true;
                self.ended.set(Some(ended));
            }
        }
        self.held.set(self.bytes + self.listed);
        Some(listed)
    }
}

impl Search<'_> {
    /// Adds the first position for each player who may start.
    fn begin(&mut self) {
        self.known.clear();
        self.nodes.clear();
        self.bytes = 0;
        let starters: &[Player] = if self.is_partizan { &Player::BOTH } else { &[Player::Left] };
        for &next in starters {
            self.known.insert((self.start.clone(), next));
            self.queue.push_back(self.nodes.len());
            self.nodes.push(Node { text: self.start.clone(), from: None, next });
        }
    }

    fn look(&self) -> Result<(), Stopped> {
        Meter::new(&self.limits.until_asked()).look(self.nodes.len() as u64, self.bytes + self.listed, None)?;
        if self.nodes.len() as u64 >= self.limits.positions { Err(Stopped::Positions(self.limits.positions)) } else { Ok(()) }
    }

    /// Adds a node for each new position that this player can move to.
    fn moves(&mut self, at: usize, player: Player) -> Result<(), NoAnswer> {
        // the rules were checked at the start of the search
        let text = &self.nodes[at].text;
        let sum = self.session.position_within(text, &self.limits).map_err(|error| unread("from", text, error, &self.limits))?;
        // request no more moves than there is memory for
        let room = self.limits.bytes.saturating_sub((self.bytes + self.listed) as u64) / A_MOVE;
        let most = usize::try_from(room.min(self.limits.positions)).unwrap_or(usize::MAX).saturating_add(1);
        let steps = sum.moves(player, most, &self.limits)?;
        let is_cut = steps.len() == most;
        for step in steps {
            let next = if self.any_order { Player::Left } else { step.next.unwrap_or(-player) };
            if self.known.contains(&(step.to.clone(), next)) {
                continue;
            }
            self.bytes += 4 * step.to.len() + 2 * step.label.len() + A_MOVE as usize;
            self.look()?;
            self.known.insert((step.to.clone(), next));
            self.nodes.push(Node { text: step.to, from: Some((at, player, step.label)), next });
            self.queue.push_back(self.nodes.len() - 1);
        }
        match is_cut {
            true if room < self.limits.positions => Err(Stopped::Memory(self.limits.bytes).into()),
            true => Err(Stopped::Positions(self.limits.positions).into()),
            false => Ok(()),
        }
    }

    fn line(&self, at: usize) -> Vec<(Option<Player>, String)> {
        let before = |node: &usize| self.nodes[*node].from.as_ref().map(|(before, ..)| *before);
        let mut line: Vec<_> = std::iter::successors(Some(at), before)
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
    use crate::{Find, Found};
    use sprague::clock::Instant;
    use std::num::NonZeroUsize;
    use std::time::Duration;

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
    fn a_search_has_all_of_its_time_and_says_when_it_stopped() {
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() }.starting_now();
        let question = Find { jobs: NonZeroUsize::new(1), ..Find::from("nim@99,99,99,99,99") };
        let began = Instant::now();
        let found = question.run(&Session::new(), Found::default(), &limits, &mut ()).unwrap();
        let took = began.elapsed();
        let Some(&Stopped::Time(after)) = found.stopped() else { panic!("{:?}", found.stopped()) };
        assert!(after >= Duration::from_secs(1) && after <= took, "{after:?} of {took:?}");
        assert!(found.looked_at > 0);
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
