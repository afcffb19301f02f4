//! Sums of positions of any rulesets, about which questions are asked.
//!
//! The rulesets are built in or loaded, the positions small or beyond 64 bits.

use super::RulesetCache;
use num_bigint::BigUint;
use sprague_core::any::AnyPosition;
use sprague_core::any::{self, CHUNK, Kind, Labelled};
use sprague_core::heap::{Amounts, BigHeaps, HeapRules, Parity, Totals};
use sprague_core::limits::Meter;
use sprague_core::{AnyRuleset, CompoundRule, Limits, Play, Player, Stopped};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;

/// A position of a component: one of its ruleset, or heaps beyond 64 bits.
///
/// ```
/// use sprague::solve::ComponentPosition;
/// use sprague::any::AnyPosition;
/// use sprague::heap::BigHeaps;
/// let big = ComponentPosition::Big(BigHeaps::read("10^30").unwrap());
/// assert_ne!(big, ComponentPosition::Small(AnyPosition::pack(&30_u64)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ComponentPosition {
    /// A position of the ruleset.
    Small(AnyPosition),
    /// Heaps, one of them at least of 2⁶⁴ or more.
    Big(BigHeaps),
}

/// One component of a sum.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its rules, and what was computed for them.
    pub rules: Arc<RulesetCache>,
    /// Tells whether Left and Right have changed places in it.
    pub is_negative: bool,
    /// Its position, as a position of the ruleset or as heaps.
    pub position: ComponentPosition,
}

/// A sum of positions, its rule for moving, and its play.
///
/// The order of the components is kept, and finished ones stay.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, solve};
/// use sprague::{Impartial, Outcome, Ruleset, any, heap_notation};
/// use std::sync::Arc;
///
/// /// Take up to so many tokens.
/// struct UpTo(u64);
/// impl Ruleset for UpTo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=self.0.min(*heap) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for UpTo {}
/// heap_notation!(UpTo);
///
/// let [two, three] = [2, 3].map(|most| Arc::new(RulesetCache::new(format!("up to {most}"), any::impartial(UpTo(most)))));
/// let sum = MixedSum::of([Component::new(&two, &7_u64), Component::new(&three, &5_u64)]);
/// let answer = solve(&sum, &SolveOptions::default())?;
/// assert_eq!(answer.outcome, Outcome::Loss); // 7 mod 3 + 5 mod 4 = 1 + 1 = 0
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MixedSum {
    /// The components, one at least.
    pub components: Vec<Component>,
    /// In which of them a player moves at a time.
    pub rule: CompoundRule,
    /// Normal or misère play.
    pub play: Play,
}

/// A move as data: each component that it changes, with a label.
///
/// ```
/// let nothing = sprague::solve::SumMove { changed: vec![], next: None };
/// assert_eq!(nothing.changed.len(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The components that are moved in, with label and position after the move.
    ///
    /// Indices are from 0.
    pub changed: Vec<(usize, String, ComponentPosition)>,
    /// The player who moves next in a partizan sum.
    pub next: Option<Player>,
}

/// The component, and the reason, why a sum or a question has no meaning.
///
/// ```
/// use sprague::solve::Refused;
/// let refused = Refused { component: 1, why: "games with one ending".into() };
/// assert_eq!(refused.to_string(), "component 2: expected games with one ending");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("component {}: expected {why}", component + 1)]
pub struct Refused {
    /// The component, from 0.
    pub component: usize,
    /// The text of what was expected instead.
    pub why: Cow<'static, str>,
}

impl Component {
    /// A position of a ruleset that was made from a typed one.
    ///
    /// `P` is the type of positions of the typed ruleset.
    pub fn new<P: sprague_core::any::Pack>(rules: &Arc<RulesetCache>, position: &P) -> Self {
        Self::at(rules, ComponentPosition::Small(AnyPosition::pack(position)))
    }

    /// This position of a ruleset.
    ///
    /// ```
    /// # use sprague::solve::{Component, ComponentPosition, RulesetCache};
    /// # use sprague::any;
    /// # use sprague::any::AnyPosition;
    /// # use sprague::examples::Nim;
    /// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    /// let heap = Component::at(&nim, ComponentPosition::Small(AnyPosition::pack(&3_u64)));
    /// assert!(!heap.is_negative);
    /// ```
    pub fn at(rules: &Arc<RulesetCache>, position: ComponentPosition) -> Self {
        Self { rules: rules.clone(), is_negative: false, position }
    }

    /// The position as a typed one; `None` for heaps beyond 64 bits.
    ///
    /// # Panics
    /// If `P` is not the type of the ruleset's positions, maybe.
    pub fn typed<P: sprague_core::any::Pack>(&self) -> Option<P> {
        self.small().map(AnyPosition::unpack)
    }

    /// The same component at another position.
    #[must_use]
    pub(crate) fn with(&self, position: ComponentPosition) -> Self {
        Self { rules: self.rules.clone(), is_negative: self.is_negative, position }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.rules.kind()
    }

    pub(crate) fn is_entailed(&self) -> bool {
        self.kind() == Kind::Entailing && self.small().is_some_and(|position| self.rules.rules().is_entailed(position))
    }

    pub(crate) fn data(&self) -> Option<&HeapRules> {
        self.rules.heap_rules()
    }

    /// Tells whether it is a heap of Nim.
    pub(crate) fn is_nim(&self) -> bool {
        matches!(self.data(), Some(HeapRules::Subtraction(Amounts::AllBut(forbidden))) if forbidden.as_slice().is_empty())
    }

    /// Tells whether its heaps may fall into several, as data say.
    pub(crate) fn breaks_heaps(&self) -> bool {
        self.data().is_some_and(HeapRules::breaks_heaps)
    }

    /// The parity that wins, if it is a pile of Stones.
    pub(crate) fn stones(&self) -> Option<Parity> {
        match self.data() {
            Some(HeapRules::Stones { wins, totals: Totals::Any, .. }) => Some(*wins),
            _ => None,
        }
    }

    /// The player who moves in it when `player` does.
    pub(crate) fn player(&self, player: Player) -> Player {
        if self.is_negative { -player } else { player }
    }

    /// The position, where it is a small one.
    pub(crate) fn small(&self) -> Option<&AnyPosition> {
        match &self.position {
            ComponentPosition::Small(position) => Some(position),
            ComponentPosition::Big(_) => None,
        }
    }

    /// The heaps it consists of, of any size.
    ///
    /// `None` for rules that are not about heaps.
    ///
    /// ```
    /// # use sprague::solve::{Component, ComponentPosition, RulesetCache};
    /// # use sprague::any;
    /// # use sprague::any::AnyPosition;
    /// # use sprague::examples::Nim;
    /// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    /// let board = Component::at(&nim, ComponentPosition::Small(AnyPosition::pack(&3_u64)));
    /// assert!(board.big().is_none()); // these rules do not say that their positions are heaps
    /// ```
    pub fn big(&self) -> Option<Cow<'_, BigHeaps>> {
        match &self.position {
            ComponentPosition::Small(position) => self.rules.heaps()?.to_big(position).map(Cow::Owned),
            ComponentPosition::Big(heaps) => Some(Cow::Borrowed(heaps)),
        }
    }

    /// Its one heap and the column of the rows in which it stands.
    ///
    /// `None` if it is not one heap, or not in the rows.
    pub(crate) fn one_heap(&self) -> Option<(BigUint, usize)> {
        match &self.position {
            ComponentPosition::Small(position) => match self.rules.heaps()?.indices(position)?.as_slice() {
                [] => Some((BigUint::ZERO, 0)),
                [(heap, column)] => Some(((*heap).into(), *column)),
                _ => None,
            },
            ComponentPosition::Big(heaps) => match heaps.sizes() {
                [heap] => Some((heap.clone(), self.data()?.column(heaps.memory())?)),
                _ => None,
            },
        }
    }

    /// The position with these heaps: small where that is possible.
    pub(crate) fn on(&self, heaps: BigHeaps) -> ComponentPosition {
        let small = self.rules.heaps().and_then(|view| view.to_small(&heaps));
        small.map_or(ComponentPosition::Big(heaps), ComponentPosition::Small)
    }

    /// Calls `each` with every move of `player`, until it has enough.
    ///
    /// The order is that of the rules. Heaps beyond 64 bits have only those moves that can be listed.
    pub(crate) fn each_move<E: From<Stopped>>(
        &self,
        player: Player,
        limits: &Limits,
        each: &mut dyn FnMut(&str, ComponentPosition) -> Result<bool, E>,
    ) -> Result<(), E> {
        let player = self.player(player);
        let rules = self.rules.rules();
        let mut meter = Meter::new(limits);
        match &self.position {
            ComponentPosition::Small(position) => {
                let (mut from, mut more) = (0, true);
                while more {
                    let mut moves: Vec<Labelled> = vec![];
                    more = rules.moves(position, player, from, &mut moves);
                    from += moves.len();
                    for mv in moves {
                        meter.allow(0, || 0, || rules.fault())?;
                        if !each(&mv.label, ComponentPosition::Small(mv.to))? {
                            return Ok(());
                        }
                    }
                }
            }
            ComponentPosition::Big(heaps) => {
                let listed = self.data().and_then(|data| data.moves(heaps, player));
                for (amount, left) in listed.into_iter().flatten() {
                    meter.allow(0, || 0, || None)?;
                    if !each(&amount.to_string(), self.on(left))? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Calls `each` with the moves of `player` that have these rising indices.
    ///
    /// The position is small.
    pub(crate) fn each_move_at(
        &self,
        indices: &[usize],
        player: Player,
        limits: &Limits,
        mut each: impl FnMut(&str, ComponentPosition),
    ) -> Result<(), Stopped> {
        let (Some(position), rules) = (self.small(), self.rules.rules()) else { return Ok(()) };
        let mut meter = Meter::new(limits);
        let mut moves = vec![];
        for indices in indices.chunks(CHUNK) {
            rules.moves_at(position, self.player(player), indices, &mut moves);
            for mv in moves.drain(..) {
                meter.allow(0, || 0, || rules.fault())?;
                each(&mv.label, ComponentPosition::Small(mv.to));
            }
        }
        Ok(())
    }

    /// At most so many moves of `player`, with labels and positions after them.
    ///
    /// # Errors
    /// [`Stopped`] where listing them takes too long, or the rules fail.
    pub fn moves(&self, player: Player, most: usize, limits: &Limits) -> Result<Vec<(String, ComponentPosition)>, Stopped> {
        let mut moves = vec![];
        if most > 0 {
            self.each_move::<Stopped>(player, limits, &mut |label, position| {
                moves.push((label.to_owned(), position));
                Ok(moves.len() < most)
            })?;
        }
        Ok(moves)
    }

    /// The rest of one heap when so many tokens are taken.
    ///
    /// It is `None` if the component has not so many, or is not one heap.
    pub fn after_taking(&self, amount: &BigUint) -> Option<ComponentPosition> {
        let heaps = self.big()?;
        let [heap] = heaps.sizes() else { return None };
        (amount <= heap).then(|| self.on([heap - amount].into_iter().collect()))
    }

    /// Tells whether [`moves`](Self::moves) lists every move there is.
    ///
    /// It does not for huge heaps from which any amount may be taken, or that break.
    ///
    /// ```
    /// use sprague::solve::{Component, ComponentPosition, RulesetCache};
    /// use sprague::{Impartial, Limits, Player, Ruleset, any, heap_notation};
    /// use sprague::heap::{AmountSet, Amounts, BigHeaps, ByHeap, HeapRules, OneHeap};
    ///
    /// #[derive(Clone)]
    /// struct Nim;
    /// # impl Ruleset for Nim {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
    /// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
    /// # }
    /// # impl Impartial for Nim {}
    /// # impl OneHeap for Nim {}
    /// impl ByHeap for Nim {
    ///     fn position(&self, heap: u64, _: usize) -> u64 { heap }
    ///     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
    ///     fn heap_rules(&self) -> Option<HeapRules> { Some(HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()))) }
    /// }
    /// heap_notation!(Nim);
    ///
    /// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::one_heap(Nim)));
    /// let huge = Component::at(&nim, ComponentPosition::Big(BigHeaps::read("10^30").unwrap()));
    /// assert!(!huge.has_listed_moves() && huge.moves(Player::Left, 9, &Limits::default())?.is_empty());
    /// assert_eq!(huge.some_move(Player::Left, &Limits::default())?.unwrap().0, "1");
    /// let after = huge.after_taking(&10_u8.into()).unwrap();
    /// assert_eq!(huge.move_to(&after).unwrap().0, "10");
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    pub fn has_listed_moves(&self) -> bool {
        self.small().is_some() || self.data().is_some_and(HeapRules::has_listed_moves)
    }

    /// The same component after a move elsewhere: in Stones, the hands change places.
    fn passed(&self) -> ComponentPosition {
        match self.data().zip(self.big()) {
            Some((data, heaps)) => self.on(data.passed(&heaps)),
            None => self.position.clone(),
        }
    }
}

impl SumMove {
    /// The move that changes one component, after which `next` is to move.
    pub(crate) fn one(index: usize, label: &str, position: ComponentPosition, next: Option<Player>) -> Self {
        Self { changed: vec![(index, label.to_owned(), position)], next }
    }
}

impl MixedSum {
    /// The disjunctive sum of these components under normal play.
    pub fn of(components: impl IntoIterator<Item = Component>) -> Self {
        Self { components: components.into_iter().collect(), rule: CompoundRule::Disjunctive, play: Play::Normal }
    }

    /// Tells whether Left and Right may have different moves in some component.
    ///
    /// ```
    /// assert!(!sprague::solve::MixedSum::of([]).is_partizan());
    /// ```
    pub fn is_partizan(&self) -> bool {
        self.components.iter().any(|component| component.kind() == Kind::Partizan)
    }

    /// Tells whether some component has a terminal rule.
    ///
    /// ```
    /// assert!(!sprague::solve::MixedSum::of([]).has_terminal_rule());
    /// ```
    pub fn has_terminal_rule(&self) -> bool {
        self.components.iter().any(|component| component.kind() == Kind::TerminalRule)
    }

    /// Tells whether moves in some component may entail the next one.
    ///
    /// ```
    /// assert!(!sprague::solve::MixedSum::of([]).entails());
    /// ```
    pub fn entails(&self) -> bool {
        self.components.iter().any(|component| component.kind() == Kind::Entailing)
    }

    /// The components, with their numbers, in which the player to move may move.
    ///
    /// These are all, or the entailed one.
    pub(crate) fn open(&self) -> impl Iterator<Item = (usize, &Component)> {
        let entailed = self.components.iter().position(Component::is_entailed);
        self.components.iter().enumerate().filter(move |(index, _)| entailed.is_none_or(|entailed| entailed == *index))
    }

    /// Tells whether all components are impartial, and the play is normal.
    pub(super) fn has_nimbers(&self) -> bool {
        self.play == Play::Normal && self.components.iter().all(|component| component.kind() == Kind::Impartial)
    }

    pub(crate) fn is_of_stones(&self) -> bool {
        self.components.iter().any(|component| component.stones().is_some())
    }

    /// Returns the failure of the rules so far, if there is one.
    ///
    /// # Errors
    /// [`Stopped::Fault`].
    pub fn check(&self) -> Result<(), Stopped> {
        let mut last: Option<&Arc<RulesetCache>> = None;
        for component in &self.components {
            if last.is_none_or(|last| !Arc::ptr_eq(last, &component.rules)) {
                component.rules.check()?;
            }
            last = Some(&component.rules);
        }
        Ok(())
    }

    /// The sum after a move.
    ///
    /// ```
    /// use sprague::solve::{MixedSum, SumMove};
    /// assert!(MixedSum::of([]).after(&SumMove { changed: vec![], next: None }).components.is_empty());
    /// ```
    #[must_use]
    pub fn after(&self, mv: &SumMove) -> Self {
        self.with_all(mv.changed.iter().map(|(index, _, position)| (*index, position.clone())))
    }

    /// The sum with some components at other positions, after one move.
    pub(crate) fn with_all(&self, changed: impl IntoIterator<Item = (usize, ComponentPosition)>) -> Self {
        let mut next = self.clone();
        if self.is_of_stones() {
            next.components.iter_mut().for_each(|component| component.position = component.passed());
        }
        for (index, position) in changed {
            next.components[index].position = position;
        }
        next
    }

    /// The move of `player` that changes one component.
    ///
    /// This looks at all components: in a loop over them, take [`SumMove::one`].
    pub(crate) fn one_move(&self, index: usize, label: &str, position: ComponentPosition, player: Player) -> SumMove {
        SumMove::one(index, label, position, self.next(player))
    }

    /// The player after `player`, where the players have moves of their own.
    pub(crate) fn next(&self, player: Player) -> Option<Player> {
        self.is_partizan().then_some(-player)
    }

    /// The rulesets of the sum, each once, and the number of each component's.
    ///
    /// Those of negatives have the players exchanged.
    pub(crate) fn rulesets(&self) -> (Vec<Arc<dyn AnyRuleset>>, Vec<u32>) {
        let mut known: Vec<&Component> = vec![];
        let mut rules: Vec<Arc<dyn AnyRuleset>> = vec![];
        let mut which = vec![];
        for component in &self.components {
            let is_same =
                |other: &&Component| Arc::ptr_eq(&other.rules, &component.rules) && other.is_negative == component.is_negative;
            let found = known.iter().position(is_same);
            which.push(found.unwrap_or(rules.len()) as u32);
            if found.is_none() {
                known.push(component);
                let own = component.rules.rules().clone();
                rules.push(if component.is_negative { any::negative(own) } else { own });
            }
        }
        (rules, which)
    }

    /// The number of each ruleset among these, of an impartial sum.
    pub(super) fn numbered(&self, which: Vec<u32>) -> HashMap<*const RulesetCache, u32> {
        self.components.iter().map(|component| Arc::as_ptr(&component.rules)).zip(which).collect()
    }

    /// The positions of the components, where all are small.
    pub(crate) fn small(&self) -> Option<Vec<AnyPosition>> {
        self.components.iter().map(|component| component.small().cloned()).collect()
    }

    /// Checks that the sum, its rule and who wins in the end mean something together.
    ///
    /// ```
    /// assert!(sprague::solve::MixedSum::of([]).has_meaning().is_ok());
    /// ```
    ///
    /// # Errors
    /// [`Refused`] with the component that does not fit.
    pub fn has_meaning(&self) -> Result<(), Refused> {
        let refused = |component: usize, why: &'static str| Err(Refused { component, why: why.into() });
        for (index, component) in self.components.iter().enumerate() {
            misere_has_meaning(&component.rules, self.play).map_err(|why| Refused { component: index, why: why.into() })?;
        }
        let mut indexed = self.components.iter().enumerate();
        let is_alone = |(_, component): &(usize, &Component)| {
            component.kind() == Kind::TerminalRule && component.stones().is_none() && self.components.len() > 1
        };
        if let Some((index, _)) = indexed.find(is_alone) {
            return refused(index, "one component: these rules have a terminal rule, so a sum with them has no meaning");
        }
        if self.entails() {
            if let Some(index) = self.components.iter().position(|component| component.kind() == Kind::Partizan) {
                return refused(index, "an impartial game: beside moves that entail the next one no other has a known theory");
            }
            if let Some((index, _)) = self.components.iter().enumerate().filter(|(_, component)| component.is_entailed()).nth(1) {
                return refused(
                    index,
                    "one entailed component: the player to move must move in each of them, and can move in one",
                );
            }
        }
        let first = self.components.first().and_then(Component::stones);
        let other = self.components.iter().enumerate().find(|(_, component)| component.stones() != first);
        match other.map(|(index, component)| (index, component.stones())) {
            None => {}
            Some((index, wins)) if first.is_none() || wins.is_none() => {
                return refused(
                    index,
                    "games with one ending: in `stones` the count decides, elsewhere the last move, so their sum has no meaning",
                );
            }
            Some((index, _)) => {
                return refused(
                    index,
                    "piles under one rule: with `wins=even` in one and not in another, the sum has no meaning",
                );
            }
        }
        self.rule_has_meaning()
    }

    fn rule_has_meaning(&self) -> Result<(), Refused> {
        if self.rule == CompoundRule::Disjunctive {
            return Ok(());
        }
        for (index, component) in self.components.iter().enumerate() {
            let why = match component.kind() {
                Kind::Impartial => continue,
                Kind::Partizan => "Left and Right have moves of their own here",
                Kind::TerminalRule => "here a terminal rule decides, and not the last move",
                Kind::Entailing => "here a move may entail the next one",
            };
            let rule = self.rule;
            let why = format!("an impartial game, since the rule {rule} is about those: {why}");
            return Err(Refused { component: index, why: why.into() });
        }
        Ok(())
    }
}

/// Checks that this play has a meaning for a ruleset.
///
/// ```
/// # use sprague::solve::{RulesetCache, misere_has_meaning};
/// # use sprague::{Play, any};
/// # use sprague::examples::Nim;
/// assert!(misere_has_meaning(&RulesetCache::new("nim", any::impartial(Nim)), Play::Misere).is_ok());
/// ```
///
/// # Errors
/// The text of what was expected instead: with a terminal rule, misère play has no meaning.
pub fn misere_has_meaning(rules: &RulesetCache, play: Play) -> Result<(), &'static str> {
    match (rules.kind(), play, rules.heap_rules()) {
        (Kind::TerminalRule, Play::Misere, Some(HeapRules::Stones { .. })) => {
            Err("normal play: `stones` has its own ending, so misère play has no meaning")
        }
        (Kind::TerminalRule, Play::Misere, _) => {
            Err("normal play: these rules have a terminal rule, so misère play has no meaning")
        }
        (Kind::Entailing, Play::Misere, _) => {
            Err("normal play: of moves that entail the next one, misère play has no known theory")
        }
        _ => Ok(()),
    }
}
