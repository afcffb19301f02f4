//! Explains the letters of outcome classes.

use sprague::OutcomeClass;

/// Describes an outcome class in words.
///
/// ```
/// assert_eq!(sprague_questions::class_in_words(sprague::OutcomeClass::Next), "whoever starts wins");
/// ```
pub fn class_in_words(class: OutcomeClass) -> &'static str {
    match class {
        OutcomeClass::Left => "Left wins, whoever starts",
        OutcomeClass::Right => "Right wins, whoever starts",
        OutcomeClass::Next => "whoever starts wins",
        OutcomeClass::Previous => "whoever starts loses",
        OutcomeClass::Draw => "nobody wins, whoever starts",
        OutcomeClass::NextHat => "Left wins if Left starts, and Right draws if Right starts",
        OutcomeClass::PreviousHat => "Left draws if Left starts, and Right loses if Right starts",
        OutcomeClass::NextCheck => "Left draws if Left starts, and Right wins if Right starts",
        OutcomeClass::PreviousCheck => "Left loses if Left starts, and Right draws if Right starts",
    }
}

/// Explains the letters of a row or a table that contains these classes.
///
/// ```
/// use sprague::OutcomeClass::{Left, Next, Previous};
/// use sprague_questions::legend;
///
/// assert_eq!(legend([Next, Previous]), "P: lost for the player to move; N: won");
/// assert_eq!(legend([Left]), "P: whoever starts loses; N: whoever starts wins; L: Left wins; R: Right wins");
/// ```
pub fn legend(seen: impl IntoIterator<Item = OutcomeClass>) -> String {
    let (mut is_partizan, mut is_drawn, mut is_half_drawn) = (false, false, false);
    for class in seen {
        match class {
            OutcomeClass::Next | OutcomeClass::Previous => {}
            OutcomeClass::Left | OutcomeClass::Right => is_partizan = true,
            OutcomeClass::Draw => is_drawn = true,
            _ => is_half_drawn = true,
        }
    }
    let mut text = match is_partizan || is_half_drawn {
        true => "P: whoever starts loses; N: whoever starts wins; L: Left wins; R: Right wins",
        false => "P: lost for the player to move; N: won",
    }
    .to_owned();
    if is_drawn {
        text.push_str("; D: drawn");
    }
    if is_half_drawn {
        text.push_str("; N^, P^: like N, P, but with a draw that is better for Left; Nv, Pv: better for Right");
    }
    text
}
