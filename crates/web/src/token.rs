//! The secret in the address, which every question needs.

use std::fmt;
use subtle::ConstantTimeEq;

/// 192 random bits, in hexadecimal digits.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// A new one, from the random numbers of the system.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Compares tokens, in a time that does not tell where they differ.
    pub(crate) fn is(&self, other: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(other).into()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Hides the token, which must not appear in logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_itself_and_nothing_else() {
        let token = Token::random().unwrap();
        let text = token.to_string();
        assert!(text.len() == 48 && text.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
        assert!(token.is(text.as_bytes()));
        for other in ["", &text[1..], &format!("{text} "), &text.replace(&text[47..], "x"), Token::random().unwrap().0.as_str()] {
            assert!(!token.is(other.as_bytes()), "{other}");
        }
        assert_eq!(format!("{token:?}"), "Token");
    }
}
