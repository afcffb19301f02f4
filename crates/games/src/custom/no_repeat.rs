//! `no-repeat:FILE`: a loaded ruleset in which no move may repeat one of the last moves; moves are told apart by their labels.

use super::Custom;
use sprague::any::{Kind, Labelled};
use sprague::{
    AnyImpartial, AnyOwnEnding, AnyPosition, AnyRuleset, BadNotation, Fault, Impartial, NoRepeat, Notation, Outcome, Pack,
    Remembering, Ruleset, any,
};
use std::fmt::Write;
use std::sync::Arc;

/// The modifier around a loaded ruleset; an error if the ruleset cannot carry it.
pub(crate) fn no_repeat(base: &Custom, memory: usize) -> Result<Custom, BadNotation> {
    let text = base.rules.clone();
    let rules: Arc<dyn AnyRuleset> = match base.rules.kind() {
        Kind::Impartial => {
            let rules = AnyImpartial::try_from(base.rules.clone()).expect("the kind is impartial");
            any::impartial(Remember { base: NoRepeat { rules: ByLabel(rules), memory }, text })
        }
        Kind::OwnEnding => {
            let rules = AnyOwnEnding::try_from(base.rules.clone()).expect("the kind is that of an own ending");
            any::own_ending(Remember { base: NoRepeat { rules: ByLabel(rules), memory }, text })
        }
        Kind::Partizan => {
            return Err(BadNotation::new(
                0,
                "rules under which both players have the same moves: which moves are repeated, else?",
            ));
        }
    };
    Ok(Custom { rules, rows: None, is_loaded: base.is_loaded })
}

/// A move that is nothing but its label.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Label(Arc<str>);

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Pack for Label {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([self.0.len() as u64]);
        words.extend(self.0.as_bytes().chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        }));
    }
    fn unpack(words: &mut &[u64]) -> Self {
        let length = u64::unpack(words) as usize;
        let (text, rest) = words.split_at(length.div_ceil(8));
        *words = rest;
        let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
        Self(String::from_utf8(bytes).expect("the words come from a label").into())
    }
}

/// The same rules, with moves told apart by their labels alone.
struct ByLabel<R>(R);

impl<R: Ruleset<Position = AnyPosition, Move = Labelled>> Ruleset for ByLabel<R> {
    type Position = AnyPosition;
    type Move = Label;
    fn moves(&self, position: &AnyPosition) -> impl Iterator<Item = Label> {
        self.0.moves(position).map(|mv| Label(mv.label.into()))
    }
    fn play(&self, position: &AnyPosition, mv: &Label) -> AnyPosition {
        // rules that fail list no moves any more; their fault is reported instead of an answer
        let found = self.0.moves(position).find(|labelled| *labelled.label == *mv.0);
        found.map_or_else(AnyPosition::default, |labelled| labelled.to)
    }
    fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
        self.0.terminal_outcome(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}
impl<R: Impartial<Position = AnyPosition, Move = Labelled>> Impartial for ByLabel<R> {}

/// The modifier with its notation: `position/move.move`, the latest move first.
struct Remember<R> {
    base: NoRepeat<R>,
    /// The loaded rules, which read and show positions.
    text: Arc<dyn AnyRuleset>,
}

impl<R: Ruleset<Position = AnyPosition, Move = Label>> Ruleset for Remember<R> {
    type Position = Remembering<AnyPosition, Label>;
    type Move = Label;
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Label> {
        self.base.moves(at)
    }
    fn play(&self, at: &Self::Position, mv: &Label) -> Self::Position {
        self.base.play(at, mv)
    }
    fn terminal_outcome(&self, at: &Self::Position) -> Outcome {
        self.base.terminal_outcome(at)
    }
    fn fault(&self) -> Option<Fault> {
        self.base.fault()
    }
}
impl<R: Impartial<Position = AnyPosition, Move = Label>> Impartial for Remember<R> {}

impl<R: Ruleset<Position = AnyPosition, Move = Label>> Notation<Remembering<AnyPosition, Label>> for Remember<R> {
    fn read(&self, text: &str) -> Result<Remembering<AnyPosition, Label>, BadNotation> {
        // the position may have slashes of its own, labels have none
        let (position, last) = match text.rsplit_once('/') {
            Some((position, last)) => (position, Some((position.len() + 1, last))),
            None => (text, None),
        };
        let mut at = Remembering::nothing(self.text.read(position)?);
        if let Some((mut start, last)) = last {
            for part in last.split('.') {
                if at.last.len() == self.base.memory {
                    return Err(BadNotation::new(start, format!("nothing more: memory is {}", self.base.memory)));
                }
                let label = unescaped(part).ok_or_else(|| BadNotation::new(start, "a move as it is listed, such as take_3"))?;
                let label = Label(label.into());
                if at.last.contains(&label) {
                    return Err(BadNotation::new(start, "a move unlike the later ones"));
                }
                at.last.push(label);
                start += part.len() + 1;
            }
        }
        Ok(at)
    }
    fn show(&self, at: &Remembering<AnyPosition, Label>) -> String {
        let mut shown = self.text.show(&at.position);
        let labels: Vec<String> = at.last.iter().map(|label| escaped(&label.0)).collect();
        // a position with a slash of its own needs one behind it, too
        if !labels.is_empty() {
            shown.push('/');
            shown += &labels.join(".");
        }
        shown
    }
}

/// A label without what the notation uses: blanks are `_`, everything else but letters, digits and `-` is `%` and its bytes.
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
