//! The paths of the server, and the question of each.

use crate::answers::{self, Answer, Text};
use crate::guard::{Guard, guard};
use crate::page;
use crate::questions::{Patience, Question};
use crate::queue::Queue;
use crate::refusal::{JSON, Refusal};
use crate::rulesets::Rulesets;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderName, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router, middleware};
use serde_json::{Map, Value};
use sprague::Limits;
use sprague_plot::{Plot, questions};
use sprague_questions::{Asked, Session};
use std::sync::Arc;

/// The header in which a client gives its question a name.
///
/// By that name it asks for its place in the queue.
const NAME: HeaderName = HeaderName::from_static("x-sprague-question");

/// Data that every path can use.
#[derive(Clone)]
pub(crate) struct Served {
    pub(crate) queue: Queue,
    pub(crate) rulesets: Arc<Rulesets>,
}

/// The paths of the page itself, each with the name of its question.
const OF_THE_PAGE: [(&str, &str); 9] = [
    ("solve", "view"),
    ("rows", "analyse"),
    ("value", "value-view"),
    ("table", "table"),
    ("graph", "graph"),
    ("compare", "compare"),
    ("quotient", "quotient"),
    ("certify", "certify"),
    ("strategy", "strategy"),
];

/// Every path, behind the guard.
///
/// Questions are at `/api/ask/` and their name, and at the paths of the page.
pub(crate) fn routes(served: Served, doorkeeper: Arc<Guard>, patience: Patience) -> Router {
    let mut routes = Router::new();
    for question in questions() {
        routes = routes.route(&format!("/api/ask/{}", question.name()), asked(question));
        for (path, _) in OF_THE_PAGE.iter().filter(|(_, name)| *name == question.name()) {
            routes = routes.route(&format!("/api/{path}"), asked(question));
        }
    }
    routes
        .route("/api/plot.svg", get(drawn))
        .route("/api/rulesets", get(rulesets))
        .route("/api/schema", get(schema))
        .route("/api/state", get(state))
        .fallback(file)
        .method_not_allowed_fallback(async || Refusal::WrongMethod)
        .layer(Extension(patience))
        .layer(middleware::from_fn_with_state(doorkeeper, guard))
        .with_state(served)
}

/// A path to which a question is posted, which a worker answers.
fn asked(asked: Asked) -> MethodRouter<Served> {
    post(async move |State(served): State<Served>, headers: HeaderMap, Question(json): Question| {
        let name = headers.get(NAME).and_then(|name| name.to_str().ok()).map(str::to_owned);
        answered(served, name, move |session, limits| answers::answer(asked, session, limits, &json)).await
    })
}

/// The response of a worker to a question.
async fn answered(served: Served, name: Option<String>, work: impl Fn(&Session, &Limits) -> Answer + Send + 'static) -> Response {
    match served.queue.ask(name, work).await {
        Ok(Ok(Text { kind, bytes })) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(refusal)) | Err(refusal) => refusal.into_response(),
    }
}

/// A drawing, which is saved as a file and so is read from an address.
async fn drawn(State(served): State<Served>, uri: Uri) -> Result<Response, Refusal> {
    let Query(plot) = Query::<Plot>::try_from_uri(&uri).map_err(|error| Refusal::NoQuestion(error.body_text()))?;
    Ok(answered(served, None, move |session, limits| answers::drawing(session, limits, &plot)).await)
}

async fn rulesets(State(served): State<Served>) -> Response {
    ([(header::CONTENT_TYPE, JSON)], served.rulesets.text.clone()).into_response()
}

/// The JSON Schema of every question, by its name: the page makes controls of it.
async fn schema() -> Response {
    let schemas: Map<String, Value> =
        questions().map(|question| (question.name().to_owned(), question.schema().to_value())).collect();
    ([(header::CONTENT_TYPE, JSON)], Value::from(schemas).to_string()).into_response()
}

/// The state of the queue, with the place of the question that the request names.
async fn state(State(served): State<Served>, headers: HeaderMap) -> Response {
    let mut state = served.queue.state();
    if let Some(name) = headers.get(NAME).and_then(|name| name.to_str().ok()) {
        state["place"] = served.queue.place(name).into();
    }
    ([(header::CONTENT_TYPE, JSON)], state.to_string()).into_response()
}

/// A file of the page.
async fn file(method: Method, uri: Uri) -> Result<Response, Refusal> {
    let file = page::file(uri.path()).ok_or(Refusal::NoSuchPath)?;
    // what is sent for HEAD has no body
    if method == Method::GET || method == Method::HEAD { Ok(file) } else { Err(Refusal::WrongMethod) }
}
