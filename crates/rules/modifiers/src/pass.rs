//! A number of passes that both players share.

use sprague_core::any::{AnyPosition, Labelled, Picture, hand_over, portions};
use sprague_core::notation::{Reader, components, signs, unbraced};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, MOST_COUNTED, Outcome, Player, as_base};
use std::cell::Cell;
use std::iter;
use std::rc::Rc;
use std::sync::Arc;

const MOST_PASSES: u64 = 255;

const PASS: &str = "pass";

/// The text before the number of passes that are left.
const LEFT: &str = ":pass=";

/// Sums of positions of a ruleset, in which the two players together may pass a limited number of times.
///
/// A player who cannot move cannot pass. A position is a component of the base, or several components in braces, `{3,4,5}`. If
/// some passes are used up, `:pass=` and the number of remaining passes follow. When no passes are left, the position splits
/// into summands.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_modifiers::Passing;
/// use sprague_rules_nim::Nim;
///
/// let rules = Passing::around(any::one_heap(Nim), 1)?;
/// let mut moves = vec![];
/// rules.moves(&rules.read("{1,2}")?, Player::Left, 0, &mut moves);
/// let shown: Vec<String> = moves.iter().map(|mv| format!("{} to {}", mv.label, rules.show(&mv.to))).collect();
/// assert_eq!(shown, ["1: 1 to {0,2}", "2: 1 to {1,1}", "2: 2 to {0,1}", "pass to {1,2}:pass=0"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Debug)]
pub struct Passing {
    base: Arc<dyn AnyRuleset>,
    passes: u64,
}

/// The number of remaining passes, and the components in ascending order.
struct Sum(u64, Vec<AnyPosition>);

impl Sum {
    fn of(position: &AnyPosition) -> Self {
        Self::checked(position.words()).expect("the words are those of a sum")
    }

    /// Unpacks a sum from its words; `None` if they are not the words of a sum.
    fn checked(words: &[u64]) -> Option<Self> {
        let (&passes, mut rest) = words.split_first()?;
        let mut all = vec![];
        while let Some((&length, behind)) = rest.split_first() {
            let (these, others) = behind.split_at_checked(usize::try_from(length).ok()?)?;
            all.push(AnyPosition::from_words(these.iter().copied()));
            rest = others;
        }
        Some(Self(passes, all))
    }

    fn packed(mut self) -> AnyPosition {
        self.1.sort_unstable();
        let words = self.1.iter().flat_map(|one| iter::once(one.words().len() as u64).chain(one.words().iter().copied()));
        AnyPosition::from_words(iter::once(self.0).chain(words))
    }

    fn with(&self, index: usize, after: AnyPosition) -> AnyPosition {
        let mut all = self.1.clone();
        all[index] = after;
        Self(self.0, all).packed()
    }

    /// Returns the indices of the components without repetition: of equal components, which have the same moves, only the
    /// first.
    fn different(&self) -> impl Iterator<Item = usize> + use<> {
        let all: Vec<usize> = (0..self.1.len()).filter(|&index| index == 0 || self.1[index - 1] != self.1[index]).collect();
        all.into_iter()
    }
}

impl Passing {
    /// Builds the sums of positions of `base` with this number of passes. A number above 255 counts as 255.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 if `base` has a terminal rule or entailing moves.
    pub fn around(base: Arc<dyn AnyRuleset>, passes: u64) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        let base = super::plain(base)?;
        Ok(Arc::new(Self { base, passes: passes.min(MOST_PASSES) }))
    }

    /// Parses several components in braces, or one component, whose text may itself begin with a brace.
    fn sum(&self, text: &str) -> Result<Vec<AnyPosition>, BadNotation> {
        let Some(inner) = unbraced(text) else { return Ok(vec![self.base.read(text)?]) };
        if inner.is_empty() {
            return Ok(vec![]);
        }
        let read = |(at, one): (usize, &str)| self.base.read(one).map_err(|error| error.shifted(1 + at));
        let several: Result<Vec<_>, _> = components(inner).map(read).collect();
        if several.as_ref().is_ok_and(|several| several.len() > 1 || unbraced(inner).is_some()) {
            return several;
        }
        match (several, self.base.read(text)) {
            (Ok(several), Ok(one)) if several[0] != one && self.base.is_loaded() => {
                let expected = "two pairs of braces, or no braces: these may belong to the position, or be around it";
                Err(BadNotation::new(0, expected))
            }
            (Err(_), Ok(one)) => Ok(vec![one]),
            (several, _) => several,
        }
    }

    /// Returns the player's moves. The labels are empty unless `is_labelled` is set.
    fn moves_of<'a>(&'a self, position: &AnyPosition, player: Player, is_labelled: bool) -> impl Iterator<Item = Labelled> + 'a {
        let sum = Arc::new(Sum::of(position));
        let may_pass = sum.0 > 0 && !self.is_stuck(position, player);
        let passed = may_pass.then(|| Sum(sum.0 - 1, sum.1.clone()).packed());
        // if the base has moves with the label `pass`, the label of this one gets a number
        let same_names = Rc::new(Cell::new(0));
        let names = same_names.clone();
        let pass = passed.into_iter().map(move |to| {
            let label = match names.get() {
                _ if !is_labelled => String::new(),
                0 => PASS.to_owned(),
                others => format!("{PASS} {}", others + 1),
            };
            Labelled { label, to }
        });
        let of_base = sum.different().flat_map(move |index| {
            let (sum, of_one) = (sum.clone(), sum.1.len() == 1);
            let all: Box<dyn Iterator<Item = Labelled>> = if is_labelled {
                let one = sum.1[index].clone();
                Box::new(portions(move |from, moves| self.base.moves(&one, player, from, moves)))
            } else {
                let one = sum.1[index].clone();
                let options = portions(move |from, options| self.base.options(&one, player, from, options));
                Box::new(options.map(|to| Labelled { label: String::new(), to }))
            };
            let names = same_names.clone();
            all.map(move |Labelled { label, to }| {
                names.set(names.get() + u32::from(of_one && label.starts_with(PASS)));
                let label = if of_one || !is_labelled { label } else { format!("{}: {label}", index + 1) };
                Labelled { label, to: sum.with(index, to) }
            })
        });
        of_base.chain(pass)
    }

    fn is_over(&self, component: &AnyPosition) -> bool {
        Player::BOTH.into_iter().all(|player| self.base.is_stuck(component, player))
    }
}

impl AnyRuleset for Passing {
    as_base!(base: kind fault recheck listed_by positions_of look is_loaded is_endless);
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        let at = signs(text, ':').filter(|&at| text[at..].starts_with(LEFT)).last();
        let Some(at) = at else { return Ok(Sum(self.passes, self.sum(text)?).packed()) };
        let left = Reader::new(&text[at + LEFT.len()..]).whole(|reader| reader.within(0..=self.passes, "passes that are left,"));
        let left = left.map_err(|error| error.shifted(at + LEFT.len()))?;
        Ok(Sum(left, self.sum(&text[..at])?).packed())
    }
    fn show(&self, position: &AnyPosition) -> String {
        let Sum(passes, all) = Sum::of(position);
        let components = all.iter().map(|one| self.base.show(one)).collect::<Vec<_>>().join(",");
        let is_plain = all.len() == 1 && !components.starts_with('{') && !components.contains(LEFT);
        let components = if is_plain { components } else { format!("{{{components}}}") };
        if passes == self.passes { components } else { format!("{components}{LEFT}{passes}") }
    }
    fn is_position(&self, position: &AnyPosition) -> bool {
        Sum::checked(position.words()).is_some_and(|sum| {
            let is_of_base = sum.0 <= self.passes && sum.1.iter().all(|one| self.base.is_position(one));
            is_of_base && sum.packed().words() == position.words()
        })
    }
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        hand_over(self.moves_of(position, player, false).map(|mv| mv.to), from, options)
    }
    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        let sum = Sum::of(position);
        let moves = sum.different().map(|index| self.base.mobility(&sum.1[index], player)).fold(0, u32::saturating_add);
        (moves + u32::from(sum.0 > 0 && moves > 0)).min(MOST_COUNTED)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        hand_over(self.moves_of(position, player, true), from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        Sum::of(position).1.iter().all(|one| self.base.is_stuck(one, player))
    }
    fn terminal_outcome(&self, _: &AnyPosition, _: Player) -> Outcome {
        Outcome::Loss
    }
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        let Sum(passes, all) = Sum::of(position);
        if passes > 0 {
            summands.push(position.clone());
            return;
        }
        let mut parts = vec![];
        all.iter().for_each(|one| self.base.summands(one, &mut parts));
        summands.extend(parts.into_iter().map(|part| Sum(0, vec![part]).packed()));
    }
    fn is_loopfree(&self, position: &AnyPosition) -> bool {
        Sum::of(position).1.iter().all(|one| self.base.is_loopfree(one))
    }
    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        let Sum(passes, all) = Sum::of(&position);
        let unfinished = all.into_iter().filter(|one| !self.is_over(one));
        Sum(passes, unfinished.map(|one| self.base.normal_form(one)).collect()).packed()
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        let Sum(passes, all) = Sum::of(position);
        let all: Option<Vec<AnyPosition>> = all.iter().map(|one| self.base.negative(one)).collect();
        all.map(|all| Sum(passes, all).packed())
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        let pictures: Option<Vec<Picture>> = Sum::of(position).1.iter().map(|part| self.base.picture(part)).collect();
        Picture::joined(pictures?)
    }
}

const OF_PASS: &[Fact] = &[Fact::of(
    "Two heaps of Nim with a pass are lost where one has 2k − 1 and the other 2k tokens, k ≥ 1, or both are empty.",
    "Morrison, Friedman & Landman 2012",
)
.shown_by("solve pass:nim@{3,4}", "lost for the player to move")];

const OF_HEAP: &[Fact] =
    &[Fact::of("Octal games with a pass on each heap have rows like those without.", "Horrocks & Nowakowski 2003")];

pub(crate) fn entries() -> [Entry; 2] {
    let pass = Entry::new("pass:RULESET[:k]", |parameters| {
        let (base, option) = parameters.ruleset_and_option()?;
        let passes = option.map(|(text, at)| {
            let number = Reader::new(text).whole(|reader| reader.within(1..=MOST_PASSES, "a number of passes,"));
            number.map_err(|error| error.shifted(at))
        });
        Passing::around(base, passes.transpose()?.unwrap_or(1)).map_err(|error| error.shifted(parameters.at))
    });
    let pass = pass.component("as RULESET says, or several in braces, with :pass=k where k passes are left");
    let pass = pass.play("move as in RULESET, or pass: k times in the whole sum, whoever does it (once unless said)");
    let pass = pass.rules(
        "A player moves in one component by the rules of RULESET, or passes. Both players together may pass k times in a sum, and only who \
         could move may pass. Whoever cannot move loses.",
    );
    let pass = pass.options(
        "RULESET: any ruleset without a terminal rule, in braces if it has parameters and k follows; k: 1 to 255, 1 unless said.",
    );
    let pass = pass
        .known(OF_PASS)
        .source("Morrison, Friedman & Landman 2012")
        .modifier()
        .example("pass:nim@{3,4,5}")
        .title("With a Pass")
        .aim("Move, or pass once in the whole game.")
        .brief("Move as in the game, or pass: a given number of times in all, whoever does it. Whoever cannot move loses.")
        .sizes(&["pass:nim@{1,2}", "pass:nim@{3,4,5}", "pass:kayles@{4,5}"]);
    let heap = Entry::new("heap-pass:RULESET", |parameters| {
        Passing::around(parameters.ruleset()?, 1).map_err(|error| error.shifted(parameters.at))
    });
    let heap = heap.component("as RULESET says, with :pass=0 after the pass");
    let heap = heap.play("move as in RULESET, or pass: once in each component, whoever does it");
    let heap = heap.rules(
        "Each component has its own pass: a player moves in a component by the rules of RULESET, or uses up its pass, which is allowed only if a move is possible there. Whoever cannot move loses.",
    );
    let heap = heap.options("RULESET: any ruleset without a terminal rule, built in or loaded, with its parameters.");
    [
        pass,
        heap.known(OF_HEAP)
            .source("Horrocks & Nowakowski 2003")
            .modifier()
            .example("heap-pass:kayles@5,7")
            .title("With a Pass in Each Part")
            .aim("Move, or pass once in each part.")
            .brief("Move as in the game, or pass: once in each part, whoever does it. Whoever cannot move loses.")
            .sizes(&["heap-pass:kayles@3", "heap-pass:kayles@5,7", "heap-pass:nim@3,4,5"]),
    ]
}
