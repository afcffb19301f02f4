//! Values of sums, and how two sums stand to each other.

use super::{Answer, written};
use crate::questions::{Compare, Value};
use crate::refusal::Refusal;
use serde_json::json;
use sprague::Limits;
use sprague_games::{NotCompared, QuestionError, Session, Transform, ValueOptions, value_view};

/// What a sum is worth, with its options and components.
pub(crate) fn value(session: &Session, limits: &Limits, asked: &Value) -> Answer {
    let transforms = [
        ("cool", &asked.cool, Transform::cool as fn(&str, &Limits) -> _),
        ("heat", &asked.heat, Transform::heat),
        ("overheat", &asked.overheat, Transform::overheat),
    ];
    let known = || json!({ "position": asked.sum });
    let mut wanted = transforms.into_iter().filter_map(|(field, text, read)| Some((field, text.as_deref()?, read)));
    let transform = match (wanted.next(), wanted.next()) {
        (None, _) => None,
        (Some((field, text, read)), None) => match read(text, limits) {
            Ok(transform) => Some(transform),
            Err(error) => return written::<()>(field, Err(error), known),
        },
        _ => return Err(Refusal::NoQuestion("only one of cool, heat and overheat".into())),
    };
    let options = ValueOptions { transform, limits: limits.clone(), ..ValueOptions::default() };
    let found = session.position(&asked.sum).map_err(QuestionError::from);
    written("sum", found.and_then(|sum| value_view(&sum, &options)), known)
}

/// How two sums stand to each other.
pub(crate) fn compare(session: &Session, limits: &Limits, asked: &Compare) -> Answer {
    let options = ValueOptions { limits: limits.clone(), ..ValueOptions::default() };
    let read = |is_second: bool| {
        let text = if is_second { &asked.right } else { &asked.left };
        session.position(text).map_err(|error| NotCompared { is_second, error: error.into() })
    };
    let found = read(false).and_then(|left| sprague_games::compare(&left, &read(true)?, &options));
    let (field, found) = match found {
        Ok(found) => ("left", Ok(found)),
        Err(NotCompared { is_second, error }) => (if is_second { "right" } else { "left" }, Err(error)),
    };
    written(field, found, || json!({ "left": asked.left, "right": asked.right }))
}
