//! No-repeat variants of type-erased rulesets. Moves are compared by their labels, or by the amount that they take from a heap.

use sprague_core::any::{AnyPosition, BadPosition, Fault, Pack};
use sprague_core::any::{Kind, Labelled, Picture, hand_over, portions};
use sprague_core::modifier::WithHistory;
use sprague_core::notation::{signs, unbraced};
use sprague_core::{AnyRuleset, BadNotation, Outcome, Player, as_base};
use std::cell::OnceCell;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

/// The rules of `base`, without moves whose label is among the labels of the last `memory` moves.
///
/// If the moves have no labels, a move is remembered by the amount that it takes: the number of tokens before the move minus
/// the number after it. If that is not possible either, because positions have no tokens or a move takes nothing, the ruleset
/// has a [fault](AnyRuleset::fault), because nothing shows which moves are equal.
///
/// A position is written as in the base, with braces around it if it may contain a `/`. A `/` and the labels of the last moves
/// follow, latest first, with points between them. In a label a blank is written as `_`, and every byte except letters, digits
/// and `-` as `%` and two hexadecimal digits.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_no_repeat::AnyNoRepeat;
/// use sprague_rules_subtraction::Subtraction;
///
/// let rules = AnyNoRepeat::around(any::one_heap(Subtraction::of([1, 2]).unwrap()), 1)?;
/// let mut moves = vec![];
/// rules.moves(&rules.read("5/1")?, Player::Left, 0, &mut moves);
/// assert_eq!(moves.iter().map(|mv| rules.show(&mv.to)).collect::<Vec<_>>(), ["3/2"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Debug)]
pub struct AnyNoRepeat {
    base: Arc<dyn AnyRuleset>,
    memory: usize,
    /// A fault that was found when moves were listed.
    fault: OnceLock<Fault>,
}

type Position = WithHistory<AnyPosition, Label>;

impl AnyNoRepeat {
    /// Wraps these rules, in which both players must have the same moves.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 if the rules are partizan or have entailing moves.
    pub fn around(base: Arc<dyn AnyRuleset>, memory: usize) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        if base.kind().has_sides() {
            let expected = "rules under which both players have the same moves: which moves are repeated, else?";
            return Err(BadNotation::new(0, expected));
        }
        if base.kind().is_scored() {
            return Err(BadNotation::new(0, "rules that do not count points: here a move may give an extra turn"));
        }
        if base.kind() == Kind::Entailing {
            return Err(BadNotation::new(0, "rules in which players take turns: here some moves entail the next one"));
        }
        Ok(Arc::new(Self { base, memory, fault: OnceLock::new() }))
    }

    fn allowed<'a>(&'a self, at: &'a Position) -> impl Iterator<Item = Labelled> + 'a {
        let moves = portions(|from, moves| self.base.moves(&at.position, Player::Left, from, moves));
        let names = OnceCell::new();
        moves.enumerate().filter_map(move |(number, Labelled { label, to })| {
            let names = names.get_or_init(|| self.base.move_names(&at.position, Player::Left));
            let name = match names {
                Some(names) => names.get(number).cloned().ok_or_else(|| Fault::new("it had other moves when it was asked again")),
                None => self.taken(&at.position, &to),
            };
            let name = Label(name.map_or_else(|fault| self.failed(fault), Into::into));
            let is_allowed = !at.last.contains(&name);
            let last = std::iter::once(name).chain(at.last.iter().cloned()).take(self.memory);
            is_allowed.then(|| Labelled { to: AnyPosition::pack(&WithHistory::after(to, last)), label })
        })
    }

    /// Returns the amount that a move without a name takes, written as a number.
    fn taken(&self, from: &AnyPosition, to: &AnyPosition) -> Result<String, Fault> {
        let before = self.base.tokens(from).ok_or_else(|| Fault::new(format!("its moves have no names; {ASK}")))?;
        match self.base.tokens(to).and_then(|after| before.checked_sub(after)) {
            Some(amount @ 1..) => Ok(amount.to_string()),
            _ => Err(Fault::new(format!("no tokens are taken by the move to {}; {ASK}", self.base.show(to)))),
        }
    }

    /// Records a fault and returns a label that is never shown.
    fn failed(&self, fault: Fault) -> Arc<str> {
        self.fault.get_or_init(|| fault);
        "?".into()
    }
}

/// The advice if moves have no names.
const ASK: &str = "`no-repeat:` needs a label for each move, which tells which moves are the same: `#{ label: …, to: … }` in the `moves` of a script, a dict from labels to positions in Python";

impl AnyRuleset for AnyNoRepeat {
    as_base!(base: kind look is_loaded);
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        let (position, last) = match signs(text, '/').last() {
            Some(end) => (&text[..end], Some((end + 1, &text[end + 1..]))),
            None => (text, None),
        };
        let inner = unbraced(position);
        if inner.is_none() && last.is_some() && self.base.read(text).is_ok() {
            return Err(BadNotation::new(
                0,
                "braces around the position, as in {x/o} or {x}/take_3, because it may contain a `/`",
            ));
        }
        let position = self.base.read(inner.unwrap_or(position)).map_err(|error| error.shifted(inner.is_some().into()))?;
        let mut at: Position = WithHistory::nothing(position);
        if let Some((mut start, last)) = last {
            for part in last.split('.') {
                if at.last.len() == self.memory {
                    return Err(BadNotation::new(start, format!("nothing more: memory is {}", self.memory)));
                }
                let label = unescaped(part).ok_or_else(|| BadNotation::new(start, "a move as it is listed, such as take_3"))?;
                let is_amount = label.parse::<u128>().is_ok_and(|amount| amount > 0 && amount.to_string() == label);
                if !is_amount && self.base.move_names(&at.position, Player::Left).is_none() {
                    return Err(BadNotation::new(start, "the amount that was taken, such as 3"));
                }
                let label = Label(label.into());
                if at.last.contains(&label) {
                    return Err(BadNotation::new(start, "a move unlike the later ones"));
                }
                at.last.push(label);
                start += part.len() + 1;
            }
        }
        Ok(AnyPosition::pack(&at))
    }
    fn show(&self, position: &AnyPosition) -> String {
        let at: Position = position.unpack();
        let shown = self.base.show(&at.position);
        let labels: Vec<String> = at.last.iter().map(|label| escaped(&label.0)).collect();
        let last = if labels.is_empty() { String::new() } else { format!("/{}", labels.join(".")) };
        let whole = format!("{shown}{last}");
        let is_clear = !shown.starts_with('{')
            && signs(&shown, '/').next().is_none()
            && (labels.is_empty() || self.base.read(&whole).is_err());
        if is_clear { whole } else { format!("{{{shown}}}{last}") }
    }
    fn is_position(&self, position: &AnyPosition) -> bool {
        let unpacked = position.unpacked::<Position>();
        unpacked.is_ok_and(|at| self.base.is_position(&at.position))
            && self.read(&self.show(position)).is_ok_and(|again| again == *position)
    }
    fn options(&self, position: &AnyPosition, _: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        hand_over(self.allowed(&position.unpack()).map(|mv| mv.to), from, options)
    }
    fn moves(&self, position: &AnyPosition, _: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        hand_over(self.allowed(&position.unpack()), from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, _: Player) -> bool {
        self.allowed(&position.unpack()).next().is_none()
    }
    fn terminal_outcome(&self, position: &AnyPosition, player: Player) -> Outcome {
        self.base.terminal_outcome(&position.unpack::<Position>().position, player)
    }
    fn fault(&self) -> Option<Fault> {
        self.base.fault().or_else(|| self.fault.get().cloned())
    }
    fn recheck(&self) -> Option<Fault> {
        self.base.recheck().or_else(|| self.fault.get().cloned())
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        (self.kind() == Kind::Impartial).then(|| position.clone())
    }
    fn is_loopfree(&self, position: &AnyPosition) -> bool {
        self.base.is_loopfree(&position.unpack::<Position>().position)
    }
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        self.base.picture(&position.unpack::<Position>().position)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Label(Arc<str>);

impl Pack for Label {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([self.0.len() as u64]);
        words.extend(self.0.as_bytes().chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        }));
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let length = usize::unpack(words)?;
        let (text, rest) = words.split_at_checked(length.div_ceil(8)).ok_or(BadPosition)?;
        *words = rest;
        let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
        String::from_utf8(bytes).map(|text| Self(text.into())).map_err(|_| BadPosition)
    }
}

/// Writes a label as it stands in a position.
///
/// A blank becomes `_`, and each byte that could confuse the notation becomes `%` and two hexadecimal digits.
fn escaped(label: &str) -> String {
    let mut text = String::new();
    for byte in label.bytes() {
        match byte {
            b' ' => text.push('_'),
            byte if byte.is_ascii_alphanumeric() || byte == b'-' => text.push(byte.into()),
            byte => write!(text, "%{byte:02x}").expect("strings take everything"),
        }
    }
    text
}

/// Parses a label that [`escaped`] has written; `None` if the text is no label.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = vec![];
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'_' => b' ',
            b'%' => {
                let (high, low) = (char::from(rest.next()?).to_digit(16)?, char::from(rest.next()?).to_digit(16)?);
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().filter(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_survive_in_the_notation() {
        for label in ["take 3", "a/b.c,d+e@f", "50%", "ü", "_"] {
            assert_eq!(unescaped(&escaped(label)).as_deref(), Some(label));
            assert!(!escaped(label).contains(['/', '.', ',', '+', '@', ' ']));
        }
        assert_eq!((unescaped(""), unescaped("%4"), unescaped("%zz")), (None, None, None));
    }
}
