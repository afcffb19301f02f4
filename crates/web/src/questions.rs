//! Questions as they are sent: JSON objects, without keys that mean nothing.

use crate::refusal::Refusal;
use axum::body::HttpBody;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use sprague::{CompoundRule, Play, Player};
use sprague_games::TableRows;
use std::time::Duration;

/// The most bytes of a question.
pub(crate) const MOST_BYTES: usize = 64 << 10;

/// How long the body of a request may take.
#[derive(Clone, Copy)]
pub(crate) struct Patience(pub(crate) Duration);

/// A question that was read.
pub(crate) struct Question<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Question<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let Patience(patience) = *request.extensions().get().expect("every request is given the patience of the server");
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::NotJson);
        }
        let body = request.into_body();
        if body.size_hint().lower() > MOST_BYTES as u64 {
            return Err(Refusal::TooLong(MOST_BYTES));
        }
        let bytes = bytes(body, patience).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| Refusal::NoQuestion(error.to_string()))
    }
}

async fn bytes(body: Body, patience: Duration) -> Result<axum::body::Bytes, Refusal> {
    match tokio::time::timeout(patience, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // also where the connection broke, and nobody reads this
        Ok(Err(_)) => Err(Refusal::TooLong(MOST_BYTES)),
        Err(_) => Err(Refusal::TooSlow),
    }
}

/// Who wins a position, and by which moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solve {
    pub(crate) position: String,
    #[serde(default)]
    pub(crate) play: Play,
    #[serde(default, deserialize_with = "rule")]
    pub(crate) rule: CompoundRule,
    #[serde(default = "left")]
    pub(crate) first: Player,
}

/// The rows of a family.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rows {
    pub(crate) family: String,
    pub(crate) to: u64,
    #[serde(default)]
    pub(crate) play: Play,
    pub(crate) rows: Option<ValueRows>,
}

/// What rows may hold beside nimbers and outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ValueRows {
    Values,
}

/// The graph of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graph {
    pub(crate) position: String,
    #[serde(default)]
    pub(crate) play: Play,
    #[serde(default = "left")]
    pub(crate) first: Player,
    pub(crate) depth: Option<u32>,
    pub(crate) most: Option<usize>,
}

/// Something about every pair of numbers that stand for `{x}` and `{y}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) pattern: String,
    pub(crate) x: (u64, u64),
    pub(crate) y: (u64, u64),
    #[serde(default)]
    pub(crate) play: Play,
    pub(crate) rows: Option<Cells>,
}

/// What a table holds.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Cells {
    Outcomes,
    Nimbers,
    Values,
}

impl From<Cells> for TableRows {
    fn from(cells: Cells) -> Self {
        match cells {
            Cells::Outcomes => Self::Outcomes,
            Cells::Nimbers => Self::Nimbers,
            Cells::Values => Self::Values,
        }
    }
}

/// A drawing, as the address has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plot {
    pub(crate) what: String,
    #[serde(rename = "as")]
    pub(crate) kind: Option<String>,
    pub(crate) to: Option<String>,
    pub(crate) x: Option<String>,
    pub(crate) y: Option<String>,
    pub(crate) rows: Option<Cells>,
    #[serde(default)]
    pub(crate) play: Play,
    pub(crate) first: Option<Player>,
    pub(crate) depth: Option<u32>,
}

/// What a sum is worth; one of the three may be done to it first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Value {
    pub(crate) sum: String,
    pub(crate) cool: Option<String>,
    pub(crate) heat: Option<String>,
    pub(crate) overheat: Option<String>,
}

/// How two sums stand to each other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compare {
    pub(crate) left: String,
    pub(crate) right: String,
}

/// The misère quotient of a family, of heaps up to `to`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quotient {
    pub(crate) family: String,
    pub(crate) to: Option<u64>,
}

/// A proved period as a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Certify {
    pub(crate) family: String,
    #[serde(default)]
    pub(crate) play: Play,
    pub(crate) rows: Option<ValueRows>,
}

fn left() -> Player {
    Player::Left
}

/// A rule for moving in sums, as `--rule` has it.
fn rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CompoundRule, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|error| D::Error::custom(format!("rule: {error}")))
}
