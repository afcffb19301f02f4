//! Requests that are not answered: the status, and a line for people as JSON.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use sprague_games::QuestionError;

/// What questions and answers are.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Why a request gets no answer.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Another server is meant.
    ForeignHost,
    /// Another page sent it.
    ForeignPage,
    /// It comes without the token, or with a wrong one.
    NoToken,
    /// There is nothing at this path.
    NoSuchPath,
    /// This path is asked in another way.
    WrongMethod,
    /// The question is no JSON by its header.
    NotJson,
    /// The body is longer than this many bytes.
    TooLong(usize),
    /// The body did not arrive in time.
    TooSlow,
    /// It is no question: why.
    NoQuestion(String),
    /// The question is malformed, and this part of it is why.
    Malformed { field: &'static str, expected: String, at: usize },
    /// The question is well-formed, and has no answer: why.
    Unanswered(String),
    /// Too many questions wait already.
    Busy,
    /// The server ends.
    Ending,
    /// Something is wrong with the program.
    Broken,
}

impl Refusal {
    /// Why there is no answer to a question, of which this part is meant.
    ///
    /// A limit that was reached is an answer.
    pub(crate) fn of(field: &'static str, error: QuestionError) -> Self {
        match error {
            QuestionError::Malformed(error) => Self::Malformed { field, expected: error.expected.to_string(), at: error.at },
            other => Self::Unanswered(other.to_string()),
        }
    }

    /// The status of the answer.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::ForeignHost => StatusCode::MISDIRECTED_REQUEST,
            Self::ForeignPage => StatusCode::FORBIDDEN,
            Self::NoToken => StatusCode::UNAUTHORIZED,
            Self::NoSuchPath => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NoQuestion(_) | Self::Malformed { .. } | Self::Unanswered(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy | Self::Ending => StatusCode::SERVICE_UNAVAILABLE,
            Self::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn to_json(&self) -> Value {
        let why = match self {
            Self::ForeignHost => "this server answers to 127.0.0.1 and localhost only, with its port",
            Self::ForeignPage => "another page may not ask this server",
            Self::NoToken => "open the whole address that `sprague serve` printed, with the token behind the #",
            Self::NoSuchPath => "there is nothing here",
            Self::WrongMethod => "questions are sent by POST, and everything else is read by GET",
            Self::NotJson => "expected a question as application/json",
            Self::TooLong(most) => return json!({ "error": format!("a question has at most {most} bytes") }),
            Self::TooSlow => "the question did not arrive in time",
            Self::NoQuestion(why) | Self::Unanswered(why) => why,
            Self::Malformed { field, expected, at } => {
                return json!({ "error": format!("expected {expected}"), "at": at, "field": field });
            }
            Self::Busy => "busy",
            Self::Ending => "the server ends",
            Self::Broken => "the program failed at this question; it goes on with others. Please report the question as a bug",
        };
        json!({ "error": why })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status(), [(header::CONTENT_TYPE, JSON)], self.to_json().to_string()).into_response();
        if matches!(self, Self::Busy) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
