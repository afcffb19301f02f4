//! Positions that are lists of pieces, which other rulesets move.

use crate::part::{Moves, Part};
use sprague_core::any::{self, AnyNimbers, AnyPosition, Factor, Fault, HeapView, Kind, Labelled, Look, Picture, hand_over};
use sprague_core::heap::{EachHeaps, HeapRules, HeapSequence, Heaps, Rows, Theorem};
use sprague_core::notation::Reader;
use sprague_core::{AnyRuleset, BadNotation, ClosedForm, MoveList, Nimber, Outcome, Player, WideNimber, mex};
use std::fmt::Display;
use std::sync::Arc;

/// The character for a square of a cake in pictures.
pub(crate) const BRICK: char = 'o';

/// A piece: a heap, or a pair of numbers.
pub(crate) trait Piece: Copy + Ord + Send + Sync + 'static {
    /// The number of words that store a piece.
    const WORDS: usize;
    const BETWEEN: char;

    fn of_words(words: &[u64]) -> Self;
    fn words(self) -> impl Iterator<Item = u64>;
    /// Returns whether all numbers of the piece are positive. Other pieces are dropped.
    fn is_left(self) -> bool {
        self.words().all(|number| number > 0)
    }
    fn read(reader: &mut Reader<'_>) -> Result<Self, BadNotation>;
    fn text(self) -> String;
}

impl Piece for u64 {
    const WORDS: usize = 1;
    const BETWEEN: char = '.';

    fn of_words(words: &[u64]) -> Self {
        words[0]
    }
    fn words(self) -> impl Iterator<Item = u64> {
        [self].into_iter()
    }
    fn read(reader: &mut Reader<'_>) -> Result<Self, BadNotation> {
        reader.small()
    }
    fn text(self) -> String {
        self.to_string()
    }
}

impl Piece for (u64, u64) {
    const WORDS: usize = 2;
    const BETWEEN: char = '/';

    fn of_words(words: &[u64]) -> Self {
        (words[0], words[1])
    }
    fn words(self) -> impl Iterator<Item = u64> {
        [self.0, self.1].into_iter()
    }
    fn read(reader: &mut Reader<'_>) -> Result<Self, BadNotation> {
        let first = reader.small()?;
        if !reader.skip('.') {
            return Err(reader.expected("`.` and another number, as in 3.5"));
        }
        Ok((first, reader.small()?))
    }
    fn text(self) -> String {
        format!("{}.{}", self.0, self.1)
    }
}

pub(crate) trait OfPieces: Send + Sync + Sized + 'static {
    type Piece: Piece;

    /// Returns the player's moves, each with the pieces that it leaves.
    ///
    /// The labels are empty unless `is_labelled` is set.
    fn moves(&self, piece: Self::Piece, player: Player, is_labelled: bool) -> Moves<'_, Vec<Self::Piece>>;

    fn is_stuck(&self, piece: Self::Piece, player: Player) -> bool {
        self.moves(piece, player, false).next().is_none()
    }

    /// Returns the parts that move the number at this place of a piece.
    fn movers(&self, place: usize) -> impl Iterator<Item = &Part>;

    /// Returns the two parts, if the nimber of a piece is the nim product of the nimbers of its two numbers.
    fn factors(&self) -> Option<&[Part; 2]> {
        None
    }

    fn picture(&self, pieces: &[Self::Piece]) -> Option<Picture> {
        let _ = pieces;
        None
    }

    fn data(&self) -> Option<HeapRules> {
        None
    }

    /// Returns the view of heaps, if pieces are heaps.
    fn heaps(rules: &Pieced<Self>) -> Option<&dyn HeapView>;
}

pub(crate) struct Pieced<R> {
    rules: R,
    kind: Kind,
    bases: Vec<Arc<dyn AnyRuleset>>,
}

impl<R: OfPieces> Pieced<R> {
    /// Builds a ruleset from the rules of a piece. It is impartial if all bases are impartial.
    pub(crate) fn of(rules: R, bases: Vec<Arc<dyn AnyRuleset>>) -> Self {
        let is_impartial = bases.iter().all(|base| base.kind() == Kind::Impartial);
        Self { rules, kind: if is_impartial { Kind::Impartial } else { Kind::Partizan }, bases }
    }

    pub(crate) fn partizan(self) -> Self {
        Self { kind: Kind::Partizan, ..self }
    }

    /// Returns the player's moves. The labels are empty unless `is_labelled` is set.
    fn moves_of<'a>(&'a self, position: &AnyPosition, player: Player, is_labelled: bool) -> impl Iterator<Item = Labelled> + 'a {
        let pieces = pieces::<R::Piece>(position);
        different(&pieces).into_iter().flat_map(move |index| {
            let pieces = pieces.clone();
            // with a single piece the label is clear enough, and some rules name the piece themselves
            let before = (is_labelled && pieces.len() > 1).then(|| format!("{}: ", pieces[index].text()));
            self.rules.moves(pieces[index], player, is_labelled).map(move |(label, left)| {
                let to = replaced(&pieces, index, &left);
                match &before {
                    Some(before) if !label.starts_with(before) => Labelled { label: format!("{before}{label}"), to },
                    _ => Labelled { label, to },
                }
            })
        })
    }

    fn is_over(&self, piece: R::Piece) -> bool {
        Player::BOTH.into_iter().all(|player| self.rules.is_stuck(piece, player))
    }
}

fn pieces<P: Piece>(position: &AnyPosition) -> Vec<P> {
    position.words().chunks_exact(P::WORDS).map(P::of_words).collect()
}

fn packed<P: Piece>(pieces: impl IntoIterator<Item = P>) -> AnyPosition {
    let mut pieces: Vec<P> = pieces.into_iter().filter(|piece| piece.is_left()).collect();
    pieces.sort_unstable();
    AnyPosition::from_words(pieces.into_iter().flat_map(P::words))
}

/// Returns the index of the first of each group of equal pieces, because equal pieces have the same moves.
fn different<P: Piece>(pieces: &[P]) -> Vec<usize> {
    (0..pieces.len()).filter(|&index| index == 0 || pieces[index - 1] != pieces[index]).collect()
}

fn replaced<P: Piece>(pieces: &[P], index: usize, left: &[P]) -> AnyPosition {
    packed(pieces[..index].iter().chain(&pieces[index + 1..]).chain(left).copied())
}

fn joined(all: impl Iterator<Item = impl Display>, between: char) -> String {
    all.enumerate().map(|(place, one)| if place == 0 { one.to_string() } else { format!("{between}{one}") }).collect()
}

impl<R: OfPieces> AnyRuleset for Pieced<R> {
    fn kind(&self) -> Kind {
        self.kind
    }
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        let piece = |reader: &mut Reader<'_>| {
            let mut at = reader.at();
            let start = text.len() - reader.rest().len();
            let piece = R::Piece::read(reader)?;
            // a part may accept only smaller numbers
            for (place, (number, typed)) in piece.words().zip(text[start..].split('.')).enumerate() {
                let taken = self.rules.movers(place).try_for_each(|part| part.takes(number));
                taken.map_err(|error| error.shifted(at))?;
                at += typed.len() + 1;
            }
            Ok(piece)
        };
        Reader::new(text).whole(|reader| reader.list(R::Piece::BETWEEN, piece)).map(packed)
    }
    fn show(&self, position: &AnyPosition) -> String {
        match position.words() {
            [] => R::Piece::of_words(&[0, 0]).text(),
            _ => joined(pieces::<R::Piece>(position).into_iter().map(R::Piece::text), R::Piece::BETWEEN),
        }
    }
    fn is_position(&self, position: &AnyPosition) -> bool {
        position.words().len().is_multiple_of(R::Piece::WORDS) && packed(pieces::<R::Piece>(position)) == *position
    }
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        hand_over(self.moves_of(position, player, false).map(|mv| mv.to), from, options)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        hand_over(self.moves_of(position, player, true), from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        pieces(position).into_iter().all(|piece| self.rules.is_stuck(piece, player))
    }
    fn terminal_outcome(&self, _: &AnyPosition, _: Player) -> Outcome {
        Outcome::Loss
    }
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        let unfinished = pieces(position).into_iter().filter(|&piece| !self.is_over(piece));
        summands.extend(unfinished.map(|piece: R::Piece| AnyPosition::from_words(piece.words())));
    }
    fn is_loopfree(&self, _: &AnyPosition) -> bool {
        // play on heaps that only shrink ends whichever player moves, so the answer is the same for both
        let one = |base: &Arc<dyn AnyRuleset>| Some(base.is_loopfree(&base.heaps()?.position(1, 0)));
        self.bases.iter().all(|base| one(base).unwrap_or(false))
    }
    fn fault(&self) -> Option<Fault> {
        self.bases.iter().find_map(|base| base.fault())
    }
    fn recheck(&self) -> Option<Fault> {
        self.bases.iter().find_map(|base| base.recheck())
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        (self.kind == Kind::Impartial).then(|| position.clone())
    }
    fn factors(&self, position: &AnyPosition) -> Option<Vec<[Factor; 2]>> {
        let parts = self.rules.factors()?;
        let of_piece = |piece: R::Piece| {
            let mut numbers = piece.words();
            parts.each_ref().map(|part| Factor {
                rules: part.rules().clone(),
                position: part.position(numbers.next().expect("a pair has two numbers")),
            })
        };
        Some(pieces(position).into_iter().map(of_piece).collect())
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<AnyPosition, Labelled>> {
        let is_nim = |part: &Part| part.rules().heaps().and_then(HeapView::rules).is_some_and(|rules| rules.is_nim());
        self.rules.factors().filter(|parts| parts.iter().all(is_nim)).map(|_| self as _)
    }
    fn heaps(&self) -> Option<&dyn HeapView> {
        R::heaps(self)
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        match R::heaps(self) {
            Some(heaps) => Some(Picture::Heaps(heaps.indices(position)?.iter().map(|(heap, _)| *heap).collect())),
            None => self.rules.picture(&pieces::<R::Piece>(position))?.bounded(),
        }
    }
    fn look(&self) -> Look {
        Look { pieces: &[(BRICK, any::Piece::Brick)], ..Look::default() }
    }
    fn is_loaded(&self) -> bool {
        self.bases.iter().any(|base| base.is_loaded())
    }
}

/// The most heaps a of m for which a move to a given nimber is sought.
const MOST_TRIED: u64 = 100_000;

/// The product of Nim and Nim. A move of m to a and n to b adds (m + a) ⊗ (n + b) to the nimber, where + is the nim-sum.
impl<R: OfPieces> ClosedForm<AnyPosition, Labelled> for Pieced<R> {
    fn nimber(&self, position: &AnyPosition) -> Option<u128> {
        let product = |words: &[u64]| WideNimber(words[0].into()).product(WideNimber(words[1].into())).0;
        Some(position.words().chunks_exact(2).map(product).fold(0, |sum, product| sum ^ product))
    }
    fn moves_to(&self, position: &AnyPosition, nimber: u128) -> Option<MoveList<Labelled>> {
        let change = WideNimber(self.nimber(position)? ^ nimber);
        let pieces = pieces::<R::Piece>(position);
        let (mut moves, mut total) = (vec![], Some(0));
        for index in different(&pieces).into_iter().filter(|_| change.0 != 0) {
            let before = if pieces.len() > 1 { format!("{}: ", pieces[index].text()) } else { String::new() };
            let words: Vec<u64> = pieces[index].words().collect();
            let [m, n] = [words[0], words[1]];
            for tried in 0..m.min(MOST_TRIED) {
                // small amounts first, unless all amounts are too many: then those that leave least
                let a = if m <= MOST_TRIED { m - 1 - tried } else { tried };
                let factor = change.quotient(WideNimber((m ^ a).into())).expect("a is not m").0 ^ u128::from(n);
                let Some(b) = u64::try_from(factor).ok().filter(|b| *b < n) else { continue };
                total = total.map(|total| total + 1);
                if moves.len() < MoveList::<Labelled>::MOST {
                    let left = [[a, n], [m, b], [a, b]].map(|words| R::Piece::of_words(&words));
                    let label = format!("{before}m: {}, n: {}", m - a, n - b);
                    moves.push(Labelled { label, to: replaced(&pieces, index, &left) });
                }
            }
            total = total.filter(|_| m <= MOST_TRIED);
        }
        Some(MoveList { moves, total })
    }
    fn source(&self) -> &'static str {
        "the tartan theorem, Winning Ways, ch. 14"
    }
}

impl<R: OfPieces<Piece = u64>> HeapView for Pieced<R> {
    fn indices(&self, position: &AnyPosition) -> Option<smallvec::SmallVec<[(u64, usize); 2]>> {
        Some(pieces(position).into_iter().filter(|&heap| !self.is_over(heap)).map(|heap| (heap, 0)).collect())
    }
    fn sizes(&self, position: &AnyPosition) -> Option<Heaps> {
        Some(position.words().iter().copied().collect())
    }
    fn each_option(&self, position: &AnyPosition, each: &mut EachHeaps<'_>) -> bool {
        if self.kind != Kind::Impartial {
            return false;
        }
        self.moves_of(position, Player::Left, false).all(|mv| each(&self.indices(&mv.to).unwrap_or_default()));
        true
    }
    fn position(&self, heap: u64, _: usize) -> AnyPosition {
        packed([heap])
    }
    fn rules(&self) -> Option<HeapRules> {
        self.rules.data()
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        (self.kind == Kind::Impartial).then(|| Box::new(HeapNimbers(self)) as _)
    }
}

/// The nimber of each heap, computed from the nimbers of smaller heaps.
///
/// The look-back of a part is not known, so no theorem proves a period.
struct HeapNimbers<'a, R>(&'a Pieced<R>);

impl<R: OfPieces<Piece = u64>> HeapSequence for HeapNimbers<'_, R> {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let value = |heap: &u64| earlier.cell(usize::try_from(*heap).expect("heaps only shrink"), 0);
        let options = self.0.rules.moves(earlier.len() as u64, Player::Left, false);
        mex(options.map(|(_, left)| left.iter().map(value).sum()))
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
    fn fault(&self) -> Option<Fault> {
        AnyRuleset::fault(self.0)
    }
}
