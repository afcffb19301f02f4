//! Requests that are not answered: the status, and a line for people as JSON.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use sprague_page::Refused;

/// Content type of questions and answers.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static(sprague_page::JSON);

/// A reason why a request gets no answer.
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
    /// The question has no answer.
    Refused(Refused),
    /// Too many questions wait already.
    Busy,
    /// The server ends.
    Ending,
    /// Something is wrong with the program.
    Broken,
}

impl Refusal {
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
            Self::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
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
            Self::Refused(refused) => return refused.to_json(),
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
