//! Laws for the text and the words of positions, and for the type erasure of [`AnyRuleset`].

use super::heaps::reachable_behind;
use super::listing::few;
use super::reach::{moves, options, reachable};
use super::{Failure, Law};
use core::fmt::Debug;
use sprague::any::{AnyPosition, Pack};
use sprague::any::{CHUNK, Labelled, impartial, terminal};
use sprague::{AnyRuleset, BadNotation, Impartial, Notation, Player, Ruleset};

/// Checks that the text of a position is parsed as an equal position.
///
/// The text must not have blanks, nor `@`, `,` and `+` outside braces.
///
/// ```
/// use sprague_testkit::laws::notation_reads_what_it_shows;
/// # use sprague::examples::Nim;
/// assert_eq!(notation_reads_what_it_shows(&Nim, [7]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn notation_reads_what_it_shows<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Ruleset + Notation<R::Position>,
{
    let reached = reachable(rules, positions);
    reached.iter().try_for_each(|position| reads_what_it_shows(rules, position))
}

pub(super) fn reads_what_it_shows<P>(notation: &impl Notation<P>, position: &P) -> Result<(), Failure>
where
    P: PartialEq + Debug,
{
    let law = Law::NotationReadsWhatItShows;
    let text = notation.show(position);
    let mut braces = 0_u32;
    let ends_it = |c: char| {
        braces = braces.saturating_add((c == '{').into()).saturating_sub((c == '}').into());
        c.is_whitespace() || braces == 0 && "@,+".contains(c)
    };
    if text.contains(ends_it) {
        return Err(law.broken(position, format!("{text:?} has a blank, `@`, `,` or `+`")));
    }
    match notation.read(&text) {
        Ok(read) if read == *position => Ok(()),
        Ok(read) => Err(law.broken(position, format!("{text:?} is read as {read:?}"))),
        Err(bad) => Err(law.broken(position, format!("{text:?} is refused: {bad}"))),
    }
}

/// Checks that the words that [`Pack`] writes are unpacked as an equal position.
///
/// Unpacking must consume all of these words and nothing that follows.
///
/// ```
/// use sprague_testkit::laws::words_become_the_position_again;
/// # use sprague::examples::Nim;
/// assert_eq!(words_become_the_position_again(&Nim, [7]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn words_become_the_position_again<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Ruleset<Position: Pack>,
{
    reachable(rules, positions).iter().try_for_each(becomes_itself_again)
}

fn becomes_itself_again<P: Pack>(position: &P) -> Result<(), Failure> {
    let law = Law::WordsBecomeThePositionAgain;
    let mut words = vec![];
    position.pack(&mut words);
    let packed = words.len();
    words.push(u64::MAX);
    let mut rest = words.as_slice();
    match P::unpack(&mut rest) {
        Ok(unpacked) if unpacked == *position => {}
        Ok(other) => return Err(law.broken(position, format!("{:?} become {other:?}", &words[..packed]))),
        Err(error) => return Err(law.broken(position, format!("{:?}: {error}", &words[..packed]))),
    }
    if rest != [u64::MAX] {
        return Err(law.broken(position, format!("of {packed} words {} are taken off", words.len() - rest.len())));
    }
    Ok(())
}

/// Checks that an erased ruleset accepts the words of a position, and that other words that it accepts are those of a
/// position.
pub(super) fn words_are_told_apart<P: Pack>(erased: &dyn AnyRuleset, position: &P) -> Result<(), Failure> {
    let (packed, law) = (AnyPosition::pack(position), Law::TypeErasureChangesNothing);
    if !erased.is_position(&packed) {
        return Err(law.broken(position, "its own words are said to be no position"));
    }
    for words in altered(packed.words()) {
        let other = AnyPosition::from_words(words);
        if erased.is_position(&other) && AnyPosition::pack(&other.unpack::<P>()) != other {
            return Err(law.broken(position, format!("{:?} are said to be a position, which has other words", other.words())));
        }
    }
    Ok(())
}

struct Erased<'a>(&'a dyn AnyRuleset);

impl Notation<AnyPosition> for Erased<'_> {
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        self.0.read(text)
    }
    fn show(&self, position: &AnyPosition) -> String {
        self.0.show(position)
    }
}

/// Checks the text of every position of an erased ruleset, and of every position that results from altered words.
pub(super) fn text_and_words_are_the_position(erased: &dyn AnyRuleset, positions: Vec<AnyPosition>) -> Result<(), Failure> {
    for position in reachable_behind(erased, positions) {
        if !erased.is_position(&position) {
            return Err(Law::WordsBecomeThePositionAgain.broken(&position, "its own words are said to be no position"));
        }
        let altered =
            altered(position.words()).into_iter().map(AnyPosition::from_words).filter(|other| erased.is_position(other));
        altered.chain([position.clone()]).try_for_each(|position| reads_what_it_shows(&Erased(erased), &position))?;
    }
    Ok(())
}

/// Returns words that differ slightly from these, as in a damaged file: with words removed or added, or with one word
/// changed.
///
/// A ruleset must not panic when it checks whether such words are a position.
fn altered(words: &[u64]) -> Vec<Vec<u64>> {
    let longer = [words, &[0]].concat();
    let mut all = vec![words[..words.len() / 2].to_vec(), longer];
    // the random words depend only on these words, so every run uses the same ones
    let mut drawn = words.iter().fold(0x9e37_79b9_7f4a_7c15_u64, |all, word| (all ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd));
    for place in 0..words.len().min(4) {
        drawn = drawn.rotate_left(29).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        for other in [words[place] ^ 1 << (drawn % 64), words[place].wrapping_add(1), drawn, drawn % 300, u64::MAX] {
            let mut words = words.to_vec();
            words[place] = other;
            all.push(words);
        }
    }
    all
}

/// Checks that type erasure changes nothing about an impartial ruleset.
///
/// # Errors
/// [`Failure`] at the first position where something differs.
pub fn impartial_erasure_changes_nothing<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Impartial<Position: Pack> + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    let erased = impartial(rules.clone());
    for position in reachable(rules, positions) {
        Erasure { rules, erased: &*erased, player: Player::Left }.changes_nothing(&position, &position, Clone::clone)?;
        reads_what_it_shows(rules, &position)?;
        words_are_told_apart(&*erased, &position)?;
        summands_are(&*erased, &position, rules.summands(&position))?;
        let packed = AnyPosition::pack(&position);
        let (mut told, law) = (vec![], Law::TypeErasureChangesNothing);
        erased.each_option(&packed, Player::Left, &mut |parts| {
            told.push(parts.iter().map(AnyPosition::unpack).collect::<Vec<R::Position>>());
            told.len() < super::MAX_MOVES
        });
        let split = |option| rules.summands(&option).map(|part| rules.normal_form(part)).collect::<Vec<_>>();
        if !options(law, rules, &position)?.into_iter().map(split).eq(told) {
            return Err(law.broken(&position, "the options are told with other summands"));
        }
        if erased.negative(&packed) != Some(packed) {
            return Err(Law::TypeErasureChangesNothing.broken(&position, "its negative is another position"));
        }
    }
    Ok(())
}

/// Checks that type erasure changes nothing about a ruleset with a terminal rule, as [`impartial_erasure_changes_nothing`] does
/// for impartial rules.
///
/// # Errors
/// [`Failure`] at the first position where something differs.
pub fn ruleset_erasure_changes_nothing<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Ruleset<Position: Pack> + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    let erased = terminal(rules.clone());
    for position in reachable(rules, positions) {
        Erasure { rules, erased: &*erased, player: Player::Left }.changes_nothing(&position, &position, Clone::clone)?;
        reads_what_it_shows(rules, &position)?;
        words_are_told_apart(&*erased, &position)?;
    }
    Ok(())
}

pub(super) fn summands_are<P: Pack>(
    erased: &dyn AnyRuleset,
    position: &P,
    expected: impl Iterator<Item = P>,
) -> Result<(), Failure> {
    let mut summands = vec![];
    erased.summands(&AnyPosition::pack(position), &mut summands);
    if expected.eq(summands.iter().map(AnyPosition::unpack)) {
        return Ok(());
    }
    Err(Law::TypeErasureChangesNothing.broken(position, "the summands differ"))
}

/// A ruleset and its erased form.
pub(super) struct Erasure<'a, R> {
    pub(super) rules: &'a R,
    pub(super) erased: &'a dyn AnyRuleset,
    pub(super) player: Player,
}

impl<R: Ruleset> Erasure<'_, R> {
    /// Checks that everything about a position is equal after type erasure.
    ///
    /// `at` is the typed position, and `position` is the one to erase. `to` converts options of the first type to the second.
    pub(super) fn changes_nothing<P: Pack>(
        &self,
        at: &R::Position,
        position: &P,
        to: impl Fn(&R::Position) -> P,
    ) -> Result<(), Failure> {
        let Self { rules, erased, player } = *self;
        let law = Law::TypeErasureChangesNothing;
        becomes_itself_again(position)?;
        let packed = AnyPosition::pack(position);
        let expected: Vec<P> = options(law, rules, at)?.iter().map(&to).collect();
        let labels: Vec<String> = moves(law, rules, at)?.iter().map(ToString::to_string).collect();
        for from in [0, 1, expected.len()] {
            let (mut options, mut moves): (Vec<AnyPosition>, Vec<Labelled>) = (vec![], vec![]);
            let more = erased.options(&packed, player, from, &mut options);
            let more_moves = erased.moves(&packed, player, from, &mut moves);
            let portion = from.min(expected.len())..(from + CHUNK).min(expected.len());
            let options: Vec<P> = options.iter().map(AnyPosition::unpack).collect();
            if options != expected[portion.clone()] || more != (portion.end < expected.len()) {
                let evidence = format!("the options from {from} on are {}, not {}", few(&options), few(&expected[portion]));
                return Err(law.broken(at, evidence));
            }
            let (led_to, named): (Vec<P>, Vec<String>) = moves.into_iter().map(|mv| (mv.to.unpack(), mv.label)).unzip();
            if led_to != options || labels.get(portion) != Some(named.as_slice()) || more_moves != more {
                let evidence = format!("the moves from {from} on are {} to {}", few(&named), few(&led_to));
                return Err(law.broken(at, evidence));
            }
        }
        if erased.mobility(&packed, player) != rules.mobility(at) {
            return Err(law.broken(at, "the options are counted differently"));
        }
        if erased.is_stuck(&packed, player) != expected.is_empty() {
            return Err(law.broken(at, "it is stuck on one side only"));
        }
        let mut moves = vec![];
        erased.moves_at(&packed, player, &(0..=expected.len()).step_by(2).collect::<Vec<_>>(), &mut moves);
        let chosen = expected.iter().zip(&labels).step_by(2);
        let is_same = |((to, label), mv): ((&P, &String), &Labelled)| mv.to.unpack::<P>() == *to && mv.label == *label;
        if chosen.len() != moves.len() || !chosen.zip(&moves).all(is_same) {
            return Err(law.broken(at, "every other move is not what it is among all"));
        }
        if expected.is_empty() && erased.terminal_outcome(&packed, player) != rules.terminal_outcome(at) {
            return Err(law.broken(at, "the endings differ"));
        }
        if erased.normal_form(packed).unpack::<P>() != to(&rules.normal_form(at.clone())) {
            return Err(law.broken(at, "the normal forms differ"));
        }
        Ok(())
    }
}
