//! The address of the page, which contains the token that every question needs.

use crate::token::Token;
use std::fmt;

/// The address of the page, for people who may open it.
///
/// `Display` writes the whole address with the token.
///
/// ```
/// let server = sprague_web::Server::bind(&sprague_web::Options::default())?;
/// let address = server.address().to_string();
/// assert!(address.starts_with(&format!("http://127.0.0.1:{}/#token=", server.address().port())));
/// # Ok::<(), sprague_web::NotStarted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Address {
    pub(crate) port: u16,
    pub(crate) token: Token,
}

impl Address {
    /// Returns the port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the token, which every question must have in the header `x-sprague-token`.
    ///
    /// ```
    /// let server = sprague_web::Server::bind(&sprague_web::Options::default())?;
    /// assert_eq!(server.address().token().len(), 48);
    /// # Ok::<(), sprague_web::NotStarted>(())
    /// ```
    pub fn token(&self) -> String {
        self.token.to_string()
    }
}

/// Writes the whole address, with the token after the `#`.
///
/// Browsers never send the part after the `#`, so the token does not appear in a request, a log or a `Referer`.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://127.0.0.1:{}/#token={}", self.port, self.token)
    }
}
