//! Sends the parts of an answer as lines of JSON while the rest is searched for.

use crate::idle::Answering;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::mpsc::UnboundedReceiver;

/// The content type of an answer in lines.
const LINES: &str = "application/x-ndjson";

/// Returns `true` if the client accepts an answer in lines.
pub(crate) fn are_accepted(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).is_some_and(|kinds| kinds.to_str().is_ok_and(|kinds| kinds.contains(LINES)))
}

type Whole = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Returns the parts of an answer as soon as they arrive, and the whole answer as the last line. If there are no parts, it
/// returns the whole answer as usual.
///
/// `answering` keeps the connection until the last line.
pub(crate) async fn as_found(
    mut parts: UnboundedReceiver<Bytes>,
    mut whole: Whole,
    answering: Option<Arc<Answering>>,
) -> Response {
    let (part, last) = tokio::select! {
        biased;
        Some(part) = parts.recv() => (part, None),
        response = &mut whole => match parts.try_recv() {
            Ok(part) => (part, Some(response.into_body())),
            Err(_) => return response,
        },
    };
    let lines = Lines { part: Some(part), parts, whole, last, _answering: answering };
    ([(header::CONTENT_TYPE, LINES)], Body::new(lines)).into_response()
}

/// The body of an answer in lines. Dropping it stops the search.
struct Lines {
    part: Option<Bytes>,
    parts: UnboundedReceiver<Bytes>,
    whole: Whole,
    last: Option<Body>,
    _answering: Option<Arc<Answering>>,
}

impl hyper::body::Body for Lines {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(part) = self.part.take() {
            return Poll::Ready(Some(Ok(Frame::data(part))));
        }
        // look for the whole answer first: every part that comes before it has then arrived
        if self.last.is_none()
            && let Poll::Ready(response) = self.whole.as_mut().poll(context)
        {
            self.last = Some(response.into_body());
        }
        if let Poll::Ready(Some(part)) = self.parts.poll_recv(context) {
            return Poll::Ready(Some(Ok(Frame::data(part))));
        }
        match &mut self.last {
            Some(last) => Pin::new(last).poll_frame(context),
            None => Poll::Pending,
        }
    }
}
