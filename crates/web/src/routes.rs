//! Which path is asked what.

use crate::answers::{self, Answer, Text};
use crate::files;
use crate::guard::{Guard, guard};
use crate::page;
use crate::questions::{Patience, Plot, Question};
use crate::queue::Queue;
use crate::refusal::{JSON, Refusal};
use crate::rulesets::Rulesets;
use axum::extract::{Query, State};
use axum::http::{Method, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router, middleware};
use serde::de::DeserializeOwned;
use sprague::Limits;
use sprague_games::Session;
use std::sync::Arc;

/// What the paths are asked about.
#[derive(Clone)]
pub(crate) struct Served {
    pub(crate) queue: Queue,
    pub(crate) rulesets: Arc<Rulesets>,
}

/// Every path, behind the guard.
pub(crate) fn routes(served: Served, doorkeeper: Arc<Guard>, patience: Patience) -> Router {
    Router::new()
        .route("/api/solve", asked(answers::position))
        .route("/api/rows", asked(answers::rows))
        .route("/api/table", asked(answers::table))
        .route("/api/graph", asked(answers::graph))
        .route("/api/value", asked(answers::value))
        .route("/api/compare", asked(answers::compare))
        .route("/api/quotient", asked(answers::quotient))
        .route("/api/certify", asked(answers::certify))
        .route("/api/strategy", asked(answers::strategy))
        .route("/api/plot.svg", get(drawn))
        .route("/api/rulesets", get(rulesets))
        .route("/api/state", get(state))
        .fallback(file)
        .method_not_allowed_fallback(async || Refusal::WrongMethod)
        .layer(Extension(patience))
        .layer(middleware::from_fn_with_state(doorkeeper, guard))
        .with_state(served)
}

/// A path to which a question is posted, which a worker answers.
fn asked<T: DeserializeOwned + Send + 'static>(answer: fn(&Session, &Limits, &T) -> Answer) -> MethodRouter<Served> {
    post(async move |State(served): State<Served>, Question(question): Question<T>| answered(served, question, answer).await)
}

/// What a worker says to a question.
async fn answered<T: Send + 'static>(served: Served, question: T, answer: fn(&Session, &Limits, &T) -> Answer) -> Response {
    let work = move |session: &Session, limits: &Limits| files::within(limits, || answer(session, limits, &question));
    match served.queue.ask(work).await {
        Ok(Ok(Text { kind, bytes })) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(refusal)) | Err(refusal) => refusal.into_response(),
    }
}

/// A drawing, which is saved as a file and so is read from an address.
async fn drawn(State(served): State<Served>, uri: Uri) -> Result<Response, Refusal> {
    let question = Query::<Plot>::try_from_uri(&uri).map_err(|error| Refusal::NoQuestion(error.body_text()))?;
    Ok(answered(served, question.0, answers::plot).await)
}

async fn rulesets(State(served): State<Served>) -> Response {
    ([(header::CONTENT_TYPE, JSON)], served.rulesets.text.clone()).into_response()
}

async fn state(State(served): State<Served>) -> Response {
    ([(header::CONTENT_TYPE, JSON)], served.queue.state().to_string()).into_response()
}

/// A file of the page.
async fn file(method: Method, uri: Uri) -> Result<Response, Refusal> {
    let file = page::file(uri.path()).ok_or(Refusal::NoSuchPath)?;
    // what is sent for HEAD has no body
    if method == Method::GET || method == Method::HEAD { Ok(file) } else { Err(Refusal::WrongMethod) }
}
