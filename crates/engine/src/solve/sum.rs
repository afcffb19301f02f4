//! Sums of positions of any rulesets, with their rule for moving and their play.
//!
//! The rulesets may be built in or loaded, and heaps may have more than 64 bits.

use super::RulesetCache;
use num_bigint::BigUint;
use sprague_core::any::AnyPosition;
use sprague_core::any::{self, CHUNK, Kind, Labelled};
use sprague_core::heap::{BigHeaps, HeapRules, Parity, Totals};
use sprague_core::limits::Meter;
use sprague_core::{AnyRuleset, CompoundRule, Limits, Play, Player, Stopped};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;

/// A position of a component: a position of its ruleset, or heaps of which one has more than 64 bits.
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
    /// Heaps, at least one of which has 2⁶⁴ tokens or more.
    Big(BigHeaps),
}

/// One component of a sum.
#[derive(Clone, Debug)]
pub struct Component {
    /// The ruleset, with what has been computed for it.
    pub rules: Arc<RulesetCache>,
    /// `true` if Left and Right have changed places in the component.
    pub is_negative: bool,
    /// The current position.
    pub position: ComponentPosition,
}

/// A sum of positions, with a rule for moving and a kind of play.
///
/// The order of the components never changes, and finished components stay in the sum.
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
    /// The components, at least one.
    pub components: Vec<Component>,
    /// The rule for the components in which a player moves in one turn.
    pub rule: CompoundRule,
    /// Normal or misère play.
    pub play: Play,
}

/// A move as data: every component that it changes, with a label.
///
/// ```
/// let nothing = sprague::solve::SumMove { changed: vec![], next: None, points: None };
/// assert_eq!(nothing.changed.len(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The components that the move changes: the index from 0, the label, and the position after the move.
    pub changed: Vec<(usize, String, ComponentPosition)>,
    /// The player who moves next, for partizan sums.
    pub next: Option<Player>,
    /// The points of the move, if the rules count points.
    pub points: Option<Points>,
}

/// The points of a move for the player who makes it.
///
/// ```
/// assert_eq!(sprague::solve::Points { gain: 2, again: true, score: Some(5) }.gain, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// The points that it gains at once; negative if the player pays.
    pub gain: i64,
    /// `true` if the player moves again.
    pub again: bool,
    /// The total that the player gets by the move under best play: the gain and the score after it, if it is known.
    pub score: Option<i64>,
}

/// The reason why a sum or a question has no meaning, and the component that causes it.
///
/// ```
/// use sprague::solve::Refused;
/// let refused = Refused { component: 1, why: "games that end in one way".into() };
/// assert_eq!(refused.to_string(), "component 2: expected games that end in one way");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("component {}: expected {why}", component + 1)]
pub struct Refused {
    /// The index of the component, from 0.
    pub component: usize,
    /// The text of the error: what was expected instead.
    pub why: Cow<'static, str>,
}

impl Component {
    /// Returns a component at a position of the typed ruleset, `P` being that ruleset's type of positions.
    pub fn new<P: sprague_core::any::Pack>(rules: &Arc<RulesetCache>, position: &P) -> Self {
        Self::at(rules, ComponentPosition::Small(AnyPosition::pack(position)))
    }

    /// Returns a component of the ruleset at this position.
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

    /// Returns the position as a typed one, or `None` for heaps of more than 64 bits.
    ///
    /// # Panics
    /// May panic if `P` is not the type of the ruleset's positions.
    pub fn typed<P: sprague_core::any::Pack>(&self) -> Option<P> {
        self.small().map(AnyPosition::unpack)
    }

    #[must_use]
    pub(crate) fn with(&self, position: ComponentPosition) -> Self {
        Self { rules: self.rules.clone(), is_negative: self.is_negative, position }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// Returns whether the player to move must move in this component, and nowhere else in a sum.
    pub fn is_entailed(&self) -> bool {
        self.kind() == Kind::Entailing && self.small().is_some_and(|position| self.rules.rules().is_entailed(position))
    }

    pub(crate) fn data(&self) -> Option<&HeapRules> {
        self.rules.heap_rules()
    }

    pub(crate) fn is_nim(&self) -> bool {
        self.data().is_some_and(HeapRules::is_nim)
    }

    /// Returns `true` if the rules are data and a move may split a heap.
    pub(crate) fn breaks_heaps(&self) -> bool {
        self.data().is_some_and(HeapRules::breaks_heaps)
    }

    /// Returns the parity that wins, if the component is a pile of Stones.
    pub(crate) fn stones(&self) -> Option<Parity> {
        match self.data() {
            Some(HeapRules::Stones { wins, totals: Totals::Any, .. }) => Some(*wins),
            _ => None,
        }
    }

    /// Returns the player of the ruleset who moves if `player` moves in the component.
    pub(crate) fn player(&self, player: Player) -> Player {
        if self.is_negative { -player } else { player }
    }

    /// Returns the position unless it has heaps of more than 64 bits.
    pub(crate) fn small(&self) -> Option<&AnyPosition> {
        match &self.position {
            ComponentPosition::Small(position) => Some(position),
            ComponentPosition::Big(_) => None,
        }
    }

    /// Returns the heaps of the component, of any size, or `None` if its rules are not about heaps.
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

    /// Returns the only heap of the component and the column of the rows that it belongs to.
    ///
    /// Returns `None` if the component is not a single heap or its heap is not in the rows.
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

    /// Returns the position with these heaps, as a position of the ruleset if possible.
    pub(crate) fn on(&self, heaps: BigHeaps) -> ComponentPosition {
        let small = self.rules.heaps().and_then(|view| view.to_small(&heaps));
        small.map_or(ComponentPosition::Big(heaps), ComponentPosition::Small)
    }

    /// Calls `each` with every move of `player`, until `each` returns `false`.
    ///
    /// The moves come in the order of the rules. Heaps of more than 64 bits have only the moves that can be listed.
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

    /// Calls `each` with the moves of `player` that have these indices, which must be in increasing order.
    ///
    /// Does nothing if the component has heaps of more than 64 bits.
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

    /// Returns the points of a move of `player`, if the rules count points.
    pub fn points(&self, player: Player, label: &str, left: &ComponentPosition) -> Option<Points> {
        let (position, rules) = (self.small().filter(|_| self.kind().is_scored())?, self.rules.rules());
        let player = self.player(player);
        let moves = any::portions(|from, moves| rules.moves(position, player, from, moves));
        let options = any::portions(|from, options| rules.scored_options(position, player, from, options));
        let is_it = |mv: &Labelled| mv.label == label && *left == ComponentPosition::Small(mv.to.clone());
        let (_, option) = moves.zip(options).find(|(mv, _)| is_it(mv))?;
        Some(Points { gain: option.gain, again: option.again, score: None })
    }

    /// Returns the first moves of `player`, at most `most`, with their labels and the positions after them.
    ///
    /// # Errors
    /// Returns [`Stopped`] if listing the moves takes too long or the rules fail.
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

    /// Returns the rest of the heap after `amount` tokens are taken.
    ///
    /// Returns `None` if the component is not a single heap or has fewer tokens.
    pub fn after_taking(&self, amount: &BigUint) -> Option<ComponentPosition> {
        let heaps = self.big()?;
        let [heap] = heaps.sizes() else { return None };
        (amount <= heap).then(|| self.on([heap - amount].into_iter().collect()))
    }

    /// Returns `true` if [`moves`](Self::moves) lists every move that exists.
    ///
    /// It does not if the heap has more than 64 bits and any amount may be taken from it, or if such a heap breaks.
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

    /// Returns the position after a move in another component: in Stones, the two holdings change places.
    fn passed(&self) -> ComponentPosition {
        match self.data().zip(self.big()) {
            Some((data, heaps)) => self.on(data.passed(&heaps)),
            None => self.position.clone(),
        }
    }
}

impl SumMove {
    pub(crate) fn one(index: usize, label: &str, position: ComponentPosition, next: Option<Player>) -> Self {
        Self { changed: vec![(index, label.to_owned(), position)], next, points: None }
    }
}

impl MixedSum {
    /// Returns the disjunctive sum of these components under normal play.
    pub fn of(components: impl IntoIterator<Item = Component>) -> Self {
        Self { components: components.into_iter().collect(), rule: CompoundRule::Disjunctive, play: Play::Normal }
    }

    /// Returns `true` if Left and Right may have different moves in some component.
    ///
    /// ```
    /// assert!(!sprague::solve::MixedSum::of([]).is_partizan());
    /// ```
    pub fn is_partizan(&self) -> bool {
        self.components.iter().any(|component| component.kind().has_sides())
    }

    /// Returns `true` if some component has a terminal rule.
    ///
    /// ```
    /// assert!(!sprague::solve::MixedSum::of([]).has_terminal_rule());
    /// ```
    pub fn has_terminal_rule(&self) -> bool {
        self.components.iter().any(|component| component.kind().has_own_ending())
    }

    /// Returns `true` if the rules of some component count points.
    ///
    /// ```
    /// assert!(!sprague::solve::MixedSum::of([]).is_scored());
    /// ```
    pub fn is_scored(&self) -> bool {
        self.components.iter().any(|component| component.kind().is_scored())
    }

    /// Returns `true` if a move in some component may entail the next one.
    ///
    /// ```
    /// assert!(!sprague::solve::MixedSum::of([]).entails());
    /// ```
    pub fn entails(&self) -> bool {
        self.components.iter().any(|component| component.kind() == Kind::Entailing)
    }

    /// Returns `true` if play may go on for ever in some component, through more and more positions.
    pub(crate) fn is_endless(&self) -> bool {
        self.components.iter().any(|component| component.rules.rules().is_endless())
    }

    /// Returns the components in which the player to move may move, with their indices: all of them, or only the entailed one.
    pub(crate) fn open(&self) -> impl Iterator<Item = (usize, &Component)> {
        let entailed = self.components.iter().position(Component::is_entailed);
        self.components.iter().enumerate().filter(move |(index, _)| entailed.is_none_or(|entailed| entailed == *index))
    }

    /// Returns `true` if all components are impartial and the play is normal.
    pub(super) fn has_nimbers(&self) -> bool {
        self.play == Play::Normal && self.components.iter().all(|component| component.kind() == Kind::Impartial)
    }

    pub(crate) fn is_of_stones(&self) -> bool {
        self.components.iter().any(|component| component.stones().is_some())
    }

    /// Checks whether the rules of a component have failed so far.
    ///
    /// # Errors
    /// Returns [`Stopped::Fault`] with the failure.
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

    /// Returns the sum after a move.
    ///
    /// ```
    /// use sprague::solve::{MixedSum, SumMove};
    /// assert!(MixedSum::of([]).after(&SumMove { changed: vec![], next: None, points: None }).components.is_empty());
    /// ```
    #[must_use]
    pub fn after(&self, mv: &SumMove) -> Self {
        self.with_all(mv.changed.iter().map(|(index, _, position)| (*index, position.clone())))
    }

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

    /// Returns the move of `player` that changes one component.
    ///
    /// It visits all components, so use [`SumMove::one`] in a loop over them.
    pub(crate) fn one_move(&self, index: usize, label: &str, position: ComponentPosition, player: Player) -> SumMove {
        SumMove::one(index, label, position, self.next(player))
    }

    /// Returns the player who moves after `player` if the sum is partizan, and `None` otherwise.
    pub(crate) fn next(&self, player: Player) -> Option<Player> {
        self.is_partizan().then_some(-player)
    }

    /// Returns the different rulesets of the sum and, for each component, the index of its ruleset.
    ///
    /// For a negative component the ruleset has its players exchanged.
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

    /// Returns the index of each ruleset of an impartial sum, by the address of its cache.
    pub(super) fn numbered(&self, which: Vec<u32>) -> HashMap<*const RulesetCache, u32> {
        self.components.iter().map(|component| Arc::as_ptr(&component.rules)).zip(which).collect()
    }

    /// Returns the positions of the components, if no heap has more than 64 bits.
    pub(crate) fn small(&self) -> Option<Vec<AnyPosition>> {
        self.components.iter().map(|component| component.small().cloned()).collect()
    }

    /// Checks that the components, the rule for moving and the play have a meaning together.
    ///
    /// ```
    /// assert!(sprague::solve::MixedSum::of([]).has_meaning().is_ok());
    /// ```
    ///
    /// # Errors
    /// Returns [`Refused`] with the first component that does not fit.
    pub fn has_meaning(&self) -> Result<(), Refused> {
        let refused = |component: usize, why: &'static str| Err(Refused { component, why: why.into() });
        for (index, component) in self.components.iter().enumerate() {
            misere_has_meaning(&component.rules, self.play).map_err(|why| Refused { component: index, why: why.into() })?;
        }
        let mut indexed = self.components.iter().enumerate();
        let is_alone = |(_, component): &(usize, &Component)| {
            component.kind().has_own_ending() && component.stones().is_none() && self.components.len() > 1
        };
        if let Some((index, _)) = indexed.find(is_alone) {
            let why = match self.components[index].kind().is_scored() {
                true => "one component: these rules count points, and scores of components do not add up",
                false => "one component: these rules say themselves who has won, so sums have no meaning",
            };
            return refused(index, why);
        }
        if self.entails() {
            if let Some(index) = self.components.iter().position(|component| component.kind().has_sides()) {
                return refused(index, "an impartial game: no theory is known for sums of partizan games and entailing moves");
            }
            if let Some((index, _)) = self.components.iter().enumerate().filter(|(_, component)| component.is_entailed()).nth(1) {
                return refused(
                    index,
                    "at most one entailed component, because the player to move cannot move in two components",
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
                    "games that end in one way: in `stones` the count decides, elsewhere the last move, so their sum has no meaning",
                );
            }
            Some((index, _)) => {
                return refused(
                    index,
                    "piles with one rule: if `wins=even` holds in one pile but not in another, the sum has no meaning",
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
                Kind::Partizan => "here Left and Right have different moves",
                Kind::Scored | Kind::ScoredSides => "these rules count points",
                Kind::TerminalRule | Kind::Sides => "these rules say themselves who has won",
                Kind::Entailing => "here a move may entail the next one",
            };
            let rule = self.rule;
            let why = format!("an impartial game, because the rule {rule} applies only to those: {why}");
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
/// Returns what was expected instead: misère play has no meaning for rulesets with a terminal rule, and no known theory for
/// moves that entail the next one.
pub fn misere_has_meaning(rules: &RulesetCache, play: Play) -> Result<(), &'static str> {
    match (rules.kind(), play, rules.heap_rules()) {
        (Kind::TerminalRule, Play::Misere, Some(HeapRules::Stones { .. })) => {
            Err("normal play: `stones` has its own rule for the end of play, so misère play has no meaning")
        }
        (Kind::TerminalRule | Kind::Sides, Play::Misere, _) => Err("no kind of play: these rules say themselves who has won"),
        (Kind::Scored | Kind::ScoredSides, Play::Misere, _) => {
            Err("no kind of play: these rules count points: they have no normal or misère play")
        }
        (Kind::Entailing, Play::Misere, _) => Err("normal play: no theory is known for entailing moves under misère play"),
        _ => Ok(()),
    }
}
