//! Refuses requests of other pages, host names and users, and adds the headers of every answer.
//!
//! A page on another site can make the browser send requests to this server. It can even use its own host name that points at
//! 127.0.0.1 (DNS rebinding). So three things are checked before anything else: the host name of the request, its origin, and
//! the token.
//!
//! [Fetch metadata](https://www.w3.org/TR/fetch-metadata/), [Content Security Policy](https://www.w3.org/TR/CSP3/),
//! [Trusted Types](https://www.w3.org/TR/trusted-types/).

use crate::browser::Invitation;
use crate::refusal::Refusal;
use crate::token::Token;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

pub(crate) const TOKEN: HeaderName = HeaderName::from_static("x-sprague-token");

/// The content security policy: the page may load its own files and ask its own server.
///
/// Scripts and styles in the text of the page are ignored, no page may be framed, and text never becomes markup.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

#[derive(Debug)]
pub(crate) struct Guard {
    pub(crate) port: u16,
    pub(crate) token: Token,
    /// The file that redirects the browser. It is removed at the first request with the token.
    pub(crate) invitation: Arc<Invitation>,
}

impl Guard {
    /// Returns `true` if this is the server's own name, with its port.
    fn is_own_name(&self, host: &str) -> bool {
        let is_own = |name: &str| name == "127.0.0.1" || name == "localhost";
        match host.rsplit_once(':') {
            Some((name, port)) => is_own(name) && port == self.port.to_string(),
            None => is_own(host) && self.port == 80, // browsers leave out port 80
        }
    }

    /// Returns the host name of the request.
    ///
    /// # Errors
    /// Returns [`Refusal::ForeignHost`] if the request has a foreign name, several names, or none.
    fn name<'a>(&self, request: &'a Parts) -> Result<&'a str, Refusal> {
        let [host] = all(request, header::HOST)[..] else { return Err(Refusal::ForeignHost) };
        // `GET http://example.org/ HTTP/1.1` contains a second name, which must be the same
        let is_meant = request.uri.authority().is_none_or(|authority| authority.as_str() == host);
        if is_meant && self.is_own_name(host) { Ok(host) } else { Err(Refusal::ForeignHost) }
    }

    /// Checks the host name, the origin and the token of a request.
    ///
    /// # Errors
    /// Returns the reason why the request is refused.
    fn admit(&self, request: &Parts) -> Result<(), Refusal> {
        let host = self.name(request)?;
        let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(|origin| origin == host);
        let origins = all(request, header::ORIGIN);
        if origins.len() > 1 || !origins.iter().all(|origin| is_own_origin(origin)) {
            return Err(Refusal::ForeignPage);
        }
        let sites = all(request, HeaderName::from_static("sec-fetch-site"));
        let is_from_here = sites.iter().all(|site| *site == "same-origin");
        if sites.len() > 1 || !(is_from_here || opens_page(request)) {
            return Err(Refusal::ForeignPage);
        }
        let path = request.uri.path();
        if path == "/api" || path.starts_with("/api/") {
            let [token] = all(request, TOKEN)[..] else { return Err(Refusal::NoToken) };
            if !self.token.is(token.as_bytes()) {
                return Err(Refusal::NoToken);
            }
            self.invitation.withdraw();
        }
        Ok(())
    }
}

/// Returns `true` if a person opens the page by a link or a typed address.
fn opens_page(request: &Parts) -> bool {
    let is = |name, value| all(request, HeaderName::from_static(name)) == [value];
    request.uri.path() == "/"
        && request.method == Method::GET
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

/// Returns all values of a header. A value that is not text becomes an empty string.
fn all(request: &Parts, name: HeaderName) -> Vec<&str> {
    request.headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect()
}

/// Answers a request, or refuses it, and adds the headers of every answer.
pub(crate) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let mut response = match guard.admit(&parts) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;

    fn status(port: u16, uri: &str, headers: &[(&str, &str)]) -> Result<(), StatusCode> {
        let guard = Guard { port, token: Token::random().unwrap(), invitation: Arc::default() };
        let token = guard.token.to_string();
        let mut request = axum::http::Request::get(uri);
        for (name, value) in headers {
            request = request.header(*name, value.replace("TOKEN", &token));
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        guard.admit(&parts).map_err(|refusal| refusal.status())
    }

    #[test]
    fn the_port_of_the_web_may_be_left_out_and_no_other() {
        assert_eq!(status(80, "/", &[("host", "127.0.0.1")]), Ok(()));
        assert_eq!(status(80, "/", &[("host", "localhost:80"), ("origin", "http://localhost:80")]), Ok(()));
        assert_eq!(status(8080, "/", &[("host", "127.0.0.1")]), Err(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(status(8080, "/", &[("host", "127.0.0.1:08080")]), Err(StatusCode::MISDIRECTED_REQUEST));
    }

    #[test]
    fn the_origin_is_the_name_that_is_asked_for() {
        let ask =
            |origin| status(8080, "/api/state", &[("host", "127.0.0.1:8080"), ("origin", origin), ("x-sprague-token", "TOKEN")]);
        assert_eq!(ask("http://127.0.0.1:8080"), Ok(()));
        for other in
            ["http://localhost:8080", "https://127.0.0.1:8080", "null", "", "http://127.0.0.1:8080/", "http://127.0.0.1:8080.a"]
        {
            assert_eq!(ask(other), Err(StatusCode::FORBIDDEN), "{other}");
        }
    }

    #[test]
    fn a_token_counts_once() {
        let host = ("host", "127.0.0.1:8080");
        let token = ("x-sprague-token", "TOKEN");
        assert_eq!(status(8080, "/api/state", &[host, token]), Ok(()));
        assert_eq!(status(8080, "/api/state", &[host, token, token]), Err(StatusCode::UNAUTHORIZED));
        assert_eq!(status(8080, "/api", &[host]), Err(StatusCode::UNAUTHORIZED));
        assert_eq!(status(8080, "/", &[host]), Ok(()));
    }
}
