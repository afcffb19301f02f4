//! Reasons why a request is not answered, each with a status and a sentence for people as JSON.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use sprague_page::Refused;

/// The content type of questions and answers.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static(sprague_page::JSON);

#[derive(Debug)]
pub(crate) enum Refusal {
    /// The host name is not that of this server.
    ForeignHost,
    /// A page of another site sent the request.
    ForeignPage,
    /// The token is missing or wrong.
    NoToken,
    NoSuchPath,
    /// This path needs another method, such as POST.
    WrongMethod,
    /// The content type in the header is not JSON.
    NotJson,
    /// The body is longer than this many bytes.
    TooLong(usize),
    /// The body did not arrive in time.
    TooSlow,
    /// The question was understood but cannot be answered.
    Refused(Refused),
    /// Too many questions are waiting.
    Busy,
    /// The server is shutting down.
    Ending,
    /// A worker panicked, so the program has a bug.
    Broken,
}

impl Refusal {
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
            Self::ForeignHost => "this server accepts requests only for 127.0.0.1 or localhost, with its port",
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
            Self::Broken => "the program failed at this question, but continues with others. Please report the question as a bug",
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
