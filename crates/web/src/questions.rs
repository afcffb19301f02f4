//! Receives questions, which must be JSON, short enough, and complete in time.

use crate::refusal::Refusal;
use axum::body::HttpBody;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use std::time::Duration;

/// The maximum size of a question, in bytes.
pub(crate) const MOST_BYTES: usize = 64 << 10;

/// The maximum time for receiving the body of a request.
#[derive(Clone, Copy)]
pub(crate) struct Patience(pub(crate) Duration);

pub(crate) struct Question(pub(crate) Bytes);

impl<S: Sync> FromRequest<S> for Question {
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
        bytes(body, patience).await.map(Self)
    }
}

async fn bytes(body: Body, patience: Duration) -> Result<Bytes, Refusal> {
    match tokio::time::timeout(patience, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // an error of the connection ends here, too, but then nobody reads the answer
        Ok(Err(_)) => Err(Refusal::TooLong(MOST_BYTES)),
        Err(_) => Err(Refusal::TooSlow),
    }
}
