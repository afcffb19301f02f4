//! A strategy as bounds of sums, which are split into components if the components' bounds add up to a win.
//!
//! By definition each bound follows from the bounds of the sums after a move: see [`Answers::Bounds`]. So the table contains
//! the sums that a search for the winner visits, and not all sums that can be reached.

use super::super::values::{FormalSum, Rules, Values};
use super::super::{Component, ComponentPosition, MixedSum, NoValue, Refused, SolveError, SolveOptions, Valuation};
use super::{WrittenStrategy, multiset, unfinished};
use smallvec::SmallVec;
use sprague_core::any::{AnyPosition, Fault};
use sprague_core::certificate::{Answers, SumBounds, Winner};
use sprague_core::limits::Meter;
use sprague_core::{CompoundRule, Outcome, Play, Player, Stopped, Tied};
use sprague_values::Form;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Roughly the bytes of a sum or summand with its text, and the bytes of a bound.
const BESIDE: usize = 160;
const BOUND: usize = 32;

/// The largest number of best bounds kept for a sum, because `check` tries all ways to add them.
const MOST_WAYS: usize = 16;

/// The largest number of times that a summand is cut into pieces.
const MOST_CUTS: u32 = 64;

/// The work for each option of the owner before other options are tried.
const FEW: u64 = 1_000;

/// Who starts: the owner of the strategy (`First`) or the other player (`Second`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moving {
    First,
    Second,
}

/// The number of a summand, and a sum as a sorted list of such numbers.
type Id = u32;
type Ids = SmallVec<[Id; 6]>;

/// Cheap bounds, if the owner moves second and if the owner moves first.
type Sure = [Option<Form>; 2];

/// The pieces into which a summand falls if the owner gives up moves, none of which is cut further.
#[derive(Default)]
struct Tie {
    pieces: Ids,
    /// The cheap bounds that the pieces give.
    sure: Sure,
}

/// A summand that can be reached.
struct Summand {
    component: Component,
    /// `None` if it is a position without a value.
    value: Option<Box<FormalSum>>,
    /// Its value, if that consists of a number, ups and a star.
    atom: Option<Form>,
    /// The number of moves of the other player.
    replies: u32,
    /// `true` if no player can move in it.
    is_finished: bool,
    /// Cheap bounds, if the owner moves second and if the owner moves first.
    sure: Option<Sure>,
    tied: Option<Rc<Tie>>,
}

/// The bounds of a sum, each of which is proved or still has to be proved.
#[derive(Default)]
struct Bounds {
    second: Vec<Form>,
    first: Vec<Form>,
    /// The bounds that are not implied by another one.
    best: [Vec<Form>; 2],
    is_apart: bool,
}

struct Waiting {
    sum: Rc<Ids>,
    moving: Moving,
    bound: Form,
}

pub(super) fn by_bounds(
    sum: &MixedSum,
    options: &SolveOptions,
    write: &dyn Fn(&MixedSum) -> String,
) -> Result<WrittenStrategy, SolveError> {
    let refused = |component, why: &'static str| SolveError::from(Refused { component, why: why.into() });
    if sum.rule != CompoundRule::Disjunctive {
        return Err(refused(0, "a disjunctive sum: under other rules, the bounds of components do not add up"));
    }
    if sum.play != Play::Normal {
        return Err(refused(0, "normal play: in misère play bounds of components do not add up"));
    }
    if sum.components.iter().any(|component| component.small().is_none()) {
        return Err(Stopped::Positions(options.limits.positions).into());
    }
    let rules = Rules::of(sum).ok_or_else(|| refused(0, "a game that the last move decides"))?;
    let can_be_cut = |component: &Component| {
        component.small().is_some_and(|at| component.rules.rules().hints().tied(at, Player::Left, &mut vec![]) != Tied::Never)
    };
    let values = Values::for_many(&rules, sum.components.iter().any(can_be_cut), &options.limits);
    let loopy = |why: NoValue| match why {
        NoValue::Stopped(stopped) => SolveError::from(stopped),
        NoValue::NotCovered => refused(0, "play that ends: in a loopy game bounds do not add up"),
    };
    let mover = options.player(sum);
    let outcome = values.of_sum(sum).and_then(|total| values.outcome(&total, mover)).map_err(loopy)?;
    let (winner, own) = if outcome == Outcome::Loss { (Winner::Other, -mover) } else { (Winner::Mover, mover) };
    let mut proof = Proof {
        values: &values,
        own,
        write,
        options,
        ids: HashMap::new(),
        summands: vec![],
        bounds: HashMap::new(),
        waiting: vec![],
        meter: Meter::new(&options.limits),
        counted: (0, 0),
    };
    let bounds = proof.run(sum, winner).map_err(loopy)?;
    Ok(WrittenStrategy { winner, outcome, answers: Answers::Bounds(bounds) })
}

/// A table of bounds under construction.
struct Proof<'a, 'v> {
    values: &'v Values<'a>,
    own: Player,
    write: &'a dyn Fn(&MixedSum) -> String,
    options: &'a SolveOptions,
    /// The number of each position. `true` if Left and Right have changed places.
    ids: HashMap<(AnyPosition, bool), Id>,
    summands: Vec<Summand>,
    bounds: HashMap<Rc<Ids>, Bounds>,
    waiting: Vec<Waiting>,
    meter: Meter<'a>,
    /// The number of bounds so far, and the bytes of the table.
    counted: (u64, usize),
}

impl Proof<'_, '_> {
    fn run(&mut self, sum: &MixedSum, winner: Winner) -> Result<BTreeMap<String, SumBounds>, NoValue> {
        let start = self.ids(sum)?;
        let moving = if winner == Winner::Mover { Moving::First } else { Moving::Second };
        self.need(&start, moving, Form::ZERO)?;
        while let Some(next) = self.waiting.pop() {
            self.meter.look(self.counted.0, self.counted.1 + self.waiting.len() * size_of::<Waiting>(), None)?;
            self.prove(&next)?;
        }
        Ok(self.written())
    }

    fn written(&self) -> BTreeMap<String, SumBounds> {
        let text = |form: &Form| self.values.calculate(|calculator| calculator.arena().value(*form).to_string());
        let mut all = BTreeMap::<String, SumBounds>::new();
        for (sum, bounds) in &self.bounds {
            let components = sum.iter().map(|id| self.summands[*id as usize].component.clone());
            let apart = if bounds.is_apart { self.summands[sum[0] as usize].atom } else { None };
            let written = all.entry((self.write)(&MixedSum::of(components))).or_default();
            written.apart = apart.as_ref().map(text);
            written.second.extend(bounds.second.iter().map(text));
            written.first.extend(bounds.first.iter().map(text));
        }
        all
    }

    fn id(&mut self, component: &Component) -> Result<Id, NoValue> {
        let position = self.values.position(component).expect("all components are small");
        let key = (position, component.is_negative);
        if let Some(id) = self.ids.get(&key) {
            return Ok(*id);
        }
        let value = self.values.value(component)?;
        let atom = self.values.atom(&value);
        let id = self.summands.len() as Id;
        self.counted.1 += BESIDE + size_of::<Summand>();
        self.ids.insert(key, id);
        let (other, rules) = (component.player(-self.own), component.rules.rules());
        let replies = component.small().map_or(0, |position| rules.mobility(position, other));
        self.summands.push(Summand {
            component: component.clone(),
            value: (!self.values.has_positions(&value)).then(|| Box::new(value)),
            atom,
            replies,
            is_finished: unfinished(component).is_empty(),
            sure: None,
            tied: None,
        });
        Ok(id)
    }

    fn value(&self, id: Id) -> Result<FormalSum, NoValue> {
        let summand = &self.summands[id as usize];
        summand.value.as_ref().map_or_else(|| self.values.value(&summand.component), |value| Ok((**value).clone()))
    }

    fn ids(&mut self, sum: &MixedSum) -> Result<Ids, NoValue> {
        let mut ids = Ids::new();
        for component in &sum.components {
            for summand in unfinished(component) {
                ids.push(self.id(&summand)?);
            }
        }
        if ids.is_empty() {
            // a finished component represents a sum in which no player can move
            let finished = multiset(sum, self.write);
            ids.push(self.id(&finished.components[0])?);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    fn is_at_least(&self, a: Form, b: Form) -> Result<bool, Stopped> {
        let (low, high) = if self.own == Player::Left { (b, a) } else { (a, b) };
        self.values.calculate(|calculator| calculator.is_at_most(low, high))
    }

    /// Returns `true` if `a` is greater than `b` or confused with `b` from the owner's point of view.
    fn is_beyond(&self, a: Form, b: Form) -> Result<bool, Stopped> {
        Ok(!self.is_at_least(b, a)?)
    }

    /// Returns `true` if the bounds so far imply that the owner wins the sum minus `bound`.
    fn is_said(&self, sum: &Ids, moving: Moving, bound: Form) -> Result<bool, NoValue> {
        if let Some(bounds) = self.bounds.get(sum)
            && self.says(&bounds.best, moving, bound)?
        {
            return Ok(true);
        }
        if sum.len() == 1 {
            return Ok(false);
        }
        let one_by_one = sum.iter().map(|id| self.bounds.get(&Ids::from_slice(&[*id])).map(|bounds| &bounds.best));
        if let Some(all) = one_by_one.collect::<Option<Vec<_>>>() {
            let mut reached = [vec![Form::ZERO], vec![]];
            for [second, first] in all {
                let mut of_first = vec![];
                self.add_to(&mut of_first, &reached[1], second)?;
                self.add_to(&mut of_first, &reached[0], first)?;
                let mut of_second = vec![];
                self.add_to(&mut of_second, &reached[0], second)?;
                reached = [of_second, of_first];
            }
            if self.says(&reached, moving, bound)? {
                return Ok(true);
            }
        }
        let (rest, offset) =
            self.apart(sum, |id| self.bounds.get(&Ids::from_slice(&[id])).is_some_and(|bounds| bounds.is_apart))?;
        match self.bounds.get(&rest).filter(|_| rest.len() < sum.len()) {
            Some(bounds) => {
                let rest_bound = self.values.calculate(|calculator| calculator.subtract(bound, offset))?;
                Ok(self.says(&bounds.best, moving, rest_bound)?)
            }
            None => Ok(false),
        }
    }

    /// Returns a sum without the summands chosen by `is_apart`, and the total value of these.
    fn apart(&self, sum: &Ids, is_apart: impl Fn(Id) -> bool) -> Result<(Ids, Form), Stopped> {
        let (mut rest, mut offset) = (Ids::new(), Form::ZERO);
        for &id in sum {
            match self.summands[id as usize].atom.filter(|_| is_apart(id)) {
                Some(atom) => offset = self.values.calculate(|calculator| calculator.add(offset, atom))?,
                None => rest.push(id),
            }
        }
        Ok((rest, offset))
    }

    fn says(&self, [second, first]: &[Vec<Form>; 2], moving: Moving, bound: Form) -> Result<bool, Stopped> {
        match moving {
            Moving::Second => any(second, |known| self.is_at_least(known, bound)),
            Moving::First => {
                Ok(any(second, |known| self.is_beyond(known, bound))? || any(first, |known| self.is_at_least(known, bound))?)
            }
        }
    }

    /// Adds every sum of a bound in `a` and a bound in `b` to the best bounds.
    fn add_to(&self, best: &mut Vec<Form>, a: &[Form], b: &[Form]) -> Result<(), Stopped> {
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b))) {
            let sum = self.values.calculate(|calculator| calculator.add(a, b))?;
            self.add_best(best, sum)?;
        }
        Ok(())
    }

    fn add_best(&self, best: &mut Vec<Form>, bound: Form) -> Result<(), Stopped> {
        if !any(best, |known| self.is_at_least(known, bound))? {
            let less: Vec<bool> = best.iter().map(|known| self.is_at_least(bound, *known)).collect::<Result<_, _>>()?;
            let mut less = less.iter();
            best.retain(|_| !less.next().copied().unwrap_or_default());
            if best.len() < MOST_WAYS {
                best.push(bound);
            }
        }
        Ok(())
    }

    /// Makes sure that bounds imply that the owner wins the sum minus `bound`, and claims new bounds if necessary.
    fn need(&mut self, sum: &Ids, moving: Moving, bound: Form) -> Result<(), NoValue> {
        if self.is_said(sum, moving, bound)? {
            return Ok(());
        }
        if let [id] = sum[..] {
            return if self.tie(id, moving, bound)? { Ok(()) } else { Ok(self.claim(sum, moving, bound)?) };
        }
        if self.cut(sum, moving, bound)? {
            return Ok(());
        }
        for id in sum {
            if let Some(atom) = self.summands[*id as usize].atom {
                let one = Ids::from_slice(&[*id]);
                self.claim(&one, Moving::Second, atom)?;
                self.bounds.get_mut(&one).expect("it was claimed").is_apart = true;
            }
        }
        let (rest, offset) = self.apart(sum, |_| true)?;
        let rest_bound = self.values.calculate(|calculator| calculator.subtract(bound, offset))?;
        Ok(self.claim(&rest, moving, rest_bound)?)
    }

    /// Adds a bound that remains to be proved.
    fn claim(&mut self, sum: &Ids, moving: Moving, bound: Form) -> Result<(), Stopped> {
        if !self.bounds.contains_key(sum) {
            self.counted.1 += BESIDE + sum.len() * size_of::<Id>();
            self.bounds.insert(Rc::new(sum.clone()), Bounds::default());
        }
        let bounds = self.bounds.get_mut(sum).expect("it is there");
        let at = usize::from(moving == Moving::First);
        let of_mover = [&mut bounds.second, &mut bounds.first].into_iter().nth(at).expect("there are two");
        if of_mover.contains(&bound) {
            return Ok(());
        }
        of_mover.push(bound);
        let mut best = core::mem::take(&mut bounds.best[at]);
        self.add_best(&mut best, bound)?;
        self.bounds.get_mut(sum).expect("it is there").best[at] = best;
        self.counted.0 += 1;
        self.counted.1 += BOUND;
        self.waiting.push(Waiting { sum: Rc::new(sum.clone()), moving, bound });
        Ok(())
    }

    /// Returns cheap bounds of a summand. It is cut at most `cuts` times.
    fn sure(&mut self, id: Id, cuts: u32) -> Result<Sure, NoValue> {
        let summand = &self.summands[id as usize];
        let is_position = summand.value.is_none();
        if let Some(sure) = summand.sure.filter(|_| !is_position) {
            return Ok(sure);
        }
        let mut sure = self.values.sure_of(&self.value(id)?, self.own)?;
        if is_position && cuts > 0 {
            for (known, tied) in sure.iter_mut().zip(self.tied(id, cuts)?.sure) {
                *known = self.better([*known, tied])?;
            }
        }
        self.summands[id as usize].sure = Some(sure);
        Ok(sure)
    }

    /// Returns the pieces into which a summand falls if the owner gives up moves.
    fn tied(&mut self, id: Id, cuts: u32) -> Result<Rc<Tie>, NoValue> {
        if let Some(tie) = &self.summands[id as usize].tied {
            return Ok(tie.clone());
        }
        let component = self.summands[id as usize].component.clone();
        let (mut positions, mut tie) = (vec![], Tie::default());
        if let Some(position) = component.small()
            && cuts > 0
            && component.rules.rules().hints().tied(position, component.player(self.own), &mut positions) == Tied::Pieces
            && !positions.is_empty()
        {
            // 1. cut large pieces again
            let pieces = positions.into_iter().map(|piece| component.with(ComponentPosition::Small(piece)));
            for piece in self.ids(&MixedSum::of(pieces))? {
                let is_large = self.summands[piece as usize].value.is_none();
                let again = if is_large { self.tied(piece, cuts - 1)?.pieces.clone() } else { Ids::new() };
                if again.is_empty() {
                    tie.pieces.push(piece);
                } else {
                    tie.pieces.extend(again);
                }
            }
            tie.pieces.sort_unstable();
            // 2. add up the bounds of the pieces
            tie.sure[0] = Some(Form::ZERO);
            for &piece in &tie.pieces {
                let [second, first] = self.sure(piece, 0)?;
                let gained = [self.sum(tie.sure[1], second)?, self.sum(tie.sure[0], first)?];
                tie.sure = [self.sum(tie.sure[0], second)?, self.better(gained)?];
            }
        }
        self.counted.1 += tie.pieces.len() * size_of::<Id>();
        let tie = Rc::new(tie);
        self.summands[id as usize].tied = Some(tie.clone());
        Ok(tie)
    }

    /// Returns the better of two bounds.
    fn better(&self, bounds: [Option<Form>; 2]) -> Result<Option<Form>, Stopped> {
        Ok(match bounds {
            [Some(a), Some(b)] if self.is_at_least(a, b)? => Some(a),
            [a, b] => b.or(a),
        })
    }

    fn sum(&self, a: Option<Form>, b: Option<Form>) -> Result<Option<Form>, Stopped> {
        a.zip(b).map(|(a, b)| self.values.calculate(|calculator| calculator.add(a, b))).transpose()
    }

    /// Claims bounds of single summands that add up to `bound`. Returns `false` if there are none.
    fn cut(&mut self, sum: &Ids, moving: Moving, bound: Form) -> Result<bool, NoValue> {
        let Some(bounds) = self.parts_of(sum, moving, bound)? else { return Ok(false) };
        for (id, (moving, bound)) in sum.iter().zip(bounds) {
            self.need(&Ids::from_slice(&[*id]), moving, bound)?;
        }
        Ok(true)
    }

    /// Returns cheap bounds of the single summands that add up to `bound`, or `None` if there are none.
    fn parts_of(&mut self, sum: &Ids, moving: Moving, bound: Form) -> Result<Option<Vec<(Moving, Form)>>, NoValue> {
        // 1. add up cheap bounds of the summands
        let mut total = Form::ZERO;
        let mut sure = SmallVec::<[(Form, Option<Form>); 6]>::new();
        for &id in sum {
            let [Some(second), first] = self.sure(id, MOST_CUTS)? else { return Ok(None) };
            total = self.values.calculate(|calculator| calculator.add(total, second))?;
            sure.push((second, first));
        }
        let is_enough = |proof: &Self, total| match moving {
            Moving::Second => proof.is_at_least(total, bound),
            Moving::First => proof.is_beyond(total, bound),
        };
        // 2. if that is too little, a first move in one summand may be enough; if it is enough, claim no more than necessary
        let mut first_in = None;
        if !is_enough(self, total)? {
            if moving == Moving::Second {
                return Ok(None);
            }
            for (at, (second, first)) in sure.iter().enumerate() {
                let Some(first) = first else { continue };
                let gained = self.values.calculate(|calculator| {
                    let rest = calculator.subtract(total, *second)?;
                    calculator.add(rest, *first)
                })?;
                if self.is_at_least(gained, bound)? {
                    first_in = Some(at);
                    break;
                }
            }
            if first_in.is_none() {
                return Ok(None);
            }
        } else {
            // 0 instead of a positive bound, if that is enough
            for (second, _) in &mut sure {
                if self.is_at_least(Form::ZERO, *second)? {
                    continue;
                }
                let less = self.values.calculate(|calculator| calculator.subtract(total, *second))?;
                if self.is_at_least(*second, Form::ZERO)? && is_enough(self, less)? {
                    (total, *second) = (less, Form::ZERO);
                }
            }
        }
        let bounds = sure.into_iter().enumerate().map(|(at, (second, first))| match first.filter(|_| first_in == Some(at)) {
            Some(first) => (Moving::First, first),
            None => (Moving::Second, second),
        });
        Ok(Some(bounds.collect()))
    }

    /// Claims bounds of the pieces of a summand that add up to `bound`. Returns `false` if there are none.
    fn tie(&mut self, id: Id, moving: Moving, bound: Form) -> Result<bool, NoValue> {
        if self.summands[id as usize].value.is_some() {
            return Ok(false);
        }
        let tie = self.tied(id, MOST_CUTS)?;
        Ok(!tie.pieces.is_empty() && self.cut(&tie.pieces, moving, bound)?)
    }

    /// Returns `true` if the owner wins the sum minus `bound`, or `None` if that takes more work than `most`.
    fn wins_within(&self, rest: &[Id], moving: Moving, bound: Form, most: u64) -> Result<Option<bool>, NoValue> {
        let mut total = self.values.zero();
        for id in rest {
            total = self.values.add(&total, &self.value(*id)?);
        }
        let total = self.values.less(&total, bound)?;
        let to_move = if moving == Moving::First { self.own } else { -self.own };
        let outcome = self.values.outcome_within(&total, to_move, most)?;
        Ok(outcome.map(|outcome| (outcome == Outcome::Win) == (moving == Moving::First)))
    }

    fn options(&mut self, sum: &Ids, player: Player) -> Result<Vec<Ids>, NoValue> {
        let mut all = vec![];
        for (at, id) in sum.iter().enumerate() {
            if sum[..at].contains(id) {
                continue; // its moves were listed for the equal summand before it
            }
            let component = self.summands[*id as usize].component.clone();
            let mut positions: Vec<ComponentPosition> = vec![];
            component.each_move::<Stopped>(player, &self.options.limits, &mut |_, position| {
                positions.push(position);
                Ok(true)
            })?;
            for position in positions {
                let after = self.ids(&MixedSum::of([component.with(position)]))?;
                let others = sum.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, id)| *id);
                let is_finished = |id: &Id| self.summands[*id as usize].is_finished;
                let mut ids: Ids = others.chain(after.iter().copied().filter(|id| sum.len() == 1 || !is_finished(id))).collect();
                ids.sort_unstable();
                all.push(ids);
            }
        }
        Ok(all)
    }

    fn prove(&mut self, waiting: &Waiting) -> Result<(), NoValue> {
        let Waiting { sum, moving, bound } = waiting;
        let own = self.own;
        let of_other = self.values.calculate(|calculator| {
            // a player's moves in −bound are the other player's moves in the bound
            let player = if *moving == Moving::Second { own } else { -own };
            calculator.arena().options(*bound, player).collect::<Vec<_>>()
        });
        match moving {
            Moving::Second => {
                // the owner answers every move of the other player, in the sum and in −bound
                for option in of_other {
                    self.claim(sum, Moving::First, option)?;
                }
                for after in self.options(sum, -own)? {
                    self.need(&after, Moving::First, *bound)?;
                }
            }
            Moving::First => {
                // one good move of the owner is enough: a known one, otherwise one in the sum, otherwise one in −bound
                let known = |proof: &Self, option| proof.bounds[&**sum].second.contains(option);
                if of_other.iter().any(|option| known(self, option)) {
                    return Ok(());
                }
                let mut options = self.options(sum, own)?;
                options.sort_by_key(|after| after.iter().map(|id| self.summands[*id as usize].replies).sum::<u32>());
                for after in &options {
                    if self.is_said(after, Moving::Second, *bound)? {
                        return self.need(after, Moving::Second, *bound);
                    }
                }
                for after in &options {
                    if self.parts_of(after, Moving::Second, *bound)?.is_some() {
                        return self.need(after, Moving::Second, *bound);
                    }
                }
                for most in [0, FEW, u64::MAX] {
                    for after in &options {
                        if self.wins_within(after, Moving::Second, *bound, most)? == Some(true) {
                            return self.need(after, Moving::Second, *bound);
                        }
                    }
                }
                for option in of_other {
                    if self.wins_within(sum, Moving::Second, option, u64::MAX)? == Some(true) {
                        return Ok(self.claim(sum, Moving::Second, option)?);
                    }
                }
                // the rules gave a wrong value for a position
                return Err(Stopped::from(Fault::new("a position is not worth what its rules say: `bounds` must hold")).into());
            }
        }
        Ok(())
    }
}

fn any(forms: &[Form], is: impl Fn(Form) -> Result<bool, Stopped>) -> Result<bool, Stopped> {
    for form in forms {
        if is(*form)? {
            return Ok(true);
        }
    }
    Ok(false)
}
