//! The token, which is a secret in the address, and its file. Every question needs it.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use subtle::ConstantTimeEq;
use tempfile::Builder;

const DIGITS: usize = 48;

/// 192 random bits, as hexadecimal digits.
///
/// `Display` writes the token, and `Debug` hides it.
///
/// ```
/// use sprague_web::Token;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("sprague/key");
/// let first = Token::kept(&path)?.to_string();
/// assert_eq!(Token::kept(&path)?.to_string(), first);
/// assert_ne!(Token::renewed(&path)?.to_string(), first);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Generates a new token from the random numbers of the system.
    ///
    /// # Errors
    /// Returns the error of the system if it has no random numbers.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; DIGITS / 2];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Returns the token in this file. If there is no such file, creates it with a new token.
    ///
    /// Only this user can read the file. A file that others can read, or that contains no token, is replaced.
    ///
    /// # Errors
    /// Returns the error of the system if the file cannot be read or written.
    pub fn kept(path: &Path) -> io::Result<Self> {
        match read(path)? {
            Some(token) => Ok(token),
            None => Self::renewed(path),
        }
    }

    /// Replaces the token in this file by a new one, and returns it.
    ///
    /// # Errors
    /// Returns the error of the system if the file cannot be written.
    pub fn renewed(path: &Path) -> io::Result<Self> {
        let folder = path.parent().unwrap_or(Path::new("."));
        made(folder)?;
        let token = Self::random()?;
        // the system makes the file readable for this user only; another reader sees either the old token or the new one
        let mut file = Builder::new().prefix(".key-").tempfile_in(folder)?;
        writeln!(file, "{token}")?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(token)
    }

    /// Compares tokens in constant time, so that the time does not reveal the first difference.
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

/// Returns the token in a file, or `None` if there is no such file, if others can read it, or if it contains no token.
fn read(path: &Path) -> io::Result<Option<Token>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if !is_private(&file.metadata()?) {
        return Ok(None);
    }
    let mut text = String::new();
    // one byte more than a token with its line end, so that a longer file is noticed
    if file.take(DIGITS as u64 + 2).read_to_string(&mut text).is_err() {
        return Ok(None);
    }
    let digits = text.trim_end();
    let is_token = digits.len() == DIGITS && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    Ok(is_token.then(|| Token(digits.to_owned())))
}

#[cfg(unix)]
fn is_private(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.is_file() && about.permissions().mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(about: &fs::Metadata) -> bool {
    about.is_file()
}

/// Creates a folder. A new folder can be used only by this user.
fn made(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
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

    #[test]
    #[cfg(unix)]
    fn a_token_is_kept_for_this_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/sprague/key");
        let kept = || Token::kept(&path).unwrap().to_string();
        let first = kept();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        assert_eq!((kept(), fs::read_to_string(&path).unwrap()), (first.clone(), format!("{first}\n")));
        // others may have read the old token
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let second = kept();
        assert!(second != first && mode(&path) == 0o600);
        for torn in
            ["", "\n", &second[1..], &format!("{second}0\n"), &second.replace(&second[..1], "x"), "\u{e9}", &"f".repeat(1 << 20)]
        {
            fs::write(&path, torn).unwrap();
            let next = kept();
            assert!(next.len() == 48 && next != second && next == kept(), "{torn:.60}");
        }
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(Token::kept(&path).is_err());
    }
}
