//! The address of the page, with the token that lets its reader in.

use crate::token::Token;
use std::fmt;

/// The address of the page, for those who may see it.
///
/// Displayed, it is the whole address, with the token.
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
    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The token, which questions have in the header `x-sprague-token`.
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

/// The whole address, with the token behind `#`.
///
/// Browsers never send the part behind `#`: it is in no request, no log and no `Referer`.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://127.0.0.1:{}/#token={}", self.port, self.token)
    }
}
