//! The paths of the server, with the question that each path answers.

use crate::guard::{Guard, guard};
use crate::idle::Answering;
use crate::lines;
use crate::page;
use crate::questions::{Patience, Question};
use crate::queue::Queue;
use crate::refusal::{JSON, Refusal};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router, middleware};
use sprague::Limits;
use sprague::limits::Heard;
use sprague::registry::NamedFiles;
use sprague_page::{Answer, Rulesets, Text, answer, contents, drawing, edited, laws, paths, schema};
use sprague_questions::{Asked, Session};
use std::sync::Arc;
use tokio::sync::mpsc;

/// The header with the name of a question, by which a client can ask for the question's place in the queue.
const NAME: HeaderName = HeaderName::from_static("x-sprague-question");

/// The data that every path can use.
#[derive(Clone)]
pub(crate) struct Served {
    pub(crate) queue: Queue,
    pub(crate) rulesets: Arc<Rulesets>,
    /// The files that questions may name.
    pub(crate) files: NamedFiles,
    /// Facts about this server for its page, as JSON.
    pub(crate) about: Arc<str>,
}

/// Returns the routes of all paths, which the guard protects.
pub(crate) fn routes(served: Served, doorkeeper: Arc<Guard>, patience: Patience) -> Router {
    let mut routes = Router::new();
    for (path, question) in paths() {
        routes = routes.route(&format!("/api/{path}"), asked(question));
    }
    routes
        .route("/api/about", get(about))
        .route("/api/file", get(named))
        .route("/api/edit", post(changed))
        .route("/api/laws", post(tried))
        .route("/api/plot.svg", get(drawn))
        .route("/api/rulesets", get(rulesets))
        .route("/api/schema", get(schemas))
        .route("/api/state", get(state))
        .fallback(file)
        .method_not_allowed_fallback(async || Refusal::WrongMethod)
        .layer(Extension(patience))
        .layer(middleware::from_fn_with_state(doorkeeper, guard))
        .with_state(served)
}

/// Returns the route of a question, which is sent by POST and answered by a worker.
fn asked(asked: Asked) -> MethodRouter<Served> {
    post(
        async move |State(served): State<Served>,
                    answering: Option<Extension<Arc<Answering>>>,
                    headers: HeaderMap,
                    Question(json): Question| {
            let name = headers.get(NAME).and_then(|name| name.to_str().ok()).map(str::to_owned);
            if !lines::are_accepted(&headers) {
                return answered(served, name, move |session, limits| answer(asked, session, limits, &json)).await;
            }
            let (sender, parts) = mpsc::unbounded_channel();
            // the client may have left
            let heard = Heard::new(move |part| drop(sender.send(Bytes::from(format!("{part}\n")))));
            let work = move |session: &Session, limits: &Limits| {
                answer(asked, session, &Limits { heard: Some(heard.clone()), ..limits.clone() }, &json)
            };
            let answering = answering.map(|Extension(answering)| answering);
            lines::as_found(parts, Box::pin(answered(served, name, work)), answering).await
        },
    )
}

/// Waits for a worker's answer to a question, and returns it as a response.
async fn answered(served: Served, name: Option<String>, work: impl Fn(&Session, &Limits) -> Answer + Send + 'static) -> Response {
    match served.queue.ask(name, work).await {
        Ok(Ok(Text { kind, bytes })) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(refused)) => Refusal::Refused(refused).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn changed(State(served): State<Served>, Question(json): Question) -> Response {
    answered(served, None, move |session, limits| edited(session, limits, &json)).await
}

/// Has a worker check the laws of a ruleset's file.
async fn tried(State(served): State<Served>, Question(json): Question) -> Response {
    let files = served.files.clone();
    answered(served, None, move |_, _| laws(&files, &json)).await
}

/// Returns a drawing. It is read by GET, so that it can be saved as a file from its address.
async fn drawn(State(served): State<Served>, uri: Uri) -> Response {
    let query = uri.query().unwrap_or_default().to_owned();
    answered(served, None, move |session, limits| drawing(session, limits, &query)).await
}

/// Returns the bytes of a file, for a link that contains them.
async fn named(State(served): State<Served>, uri: Uri) -> Response {
    let files = served.files.clone();
    let asked = uri.query().unwrap_or_default().to_owned();
    answered(served, None, move |_, _| contents(&files, &asked)).await
}

async fn about(State(served): State<Served>) -> Response {
    ([(header::CONTENT_TYPE, JSON)], served.about.to_string()).into_response()
}

async fn rulesets(State(served): State<Served>) -> Response {
    ([(header::CONTENT_TYPE, JSON)], served.rulesets.text.clone()).into_response()
}

async fn schemas() -> Response {
    ([(header::CONTENT_TYPE, JSON)], schema()).into_response()
}

/// Returns the state of the queue, with the place of the question that the header names.
async fn state(State(served): State<Served>, headers: HeaderMap) -> Response {
    let mut state = served.queue.state();
    if let Some(name) = headers.get(NAME).and_then(|name| name.to_str().ok()) {
        state["place"] = served.queue.place(name).into();
    }
    ([(header::CONTENT_TYPE, JSON)], state.to_string()).into_response()
}

async fn file(method: Method, uri: Uri) -> Result<Response, Refusal> {
    let file = page::file(uri.path()).ok_or(Refusal::NoSuchPath)?;
    // the response to HEAD is sent without its body
    if method == Method::GET || method == Method::HEAD { Ok(file) } else { Err(Refusal::WrongMethod) }
}
