//! Opens the page in the browser by a file that only this user can read.
//!
//! The address is not passed on a command line, because every user of the machine could read the token there.

use crate::address::Address;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// A file that redirects the browser to the page. It exists until the browser has opened it.
#[derive(Debug, Default)]
pub(crate) struct Invitation(Mutex<Option<NamedTempFile>>);

impl Invitation {
    /// Writes the file and opens the browser.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if there is no browser.
    pub(crate) fn send(&self, address: &Address) -> io::Result<()> {
        // the system makes the file readable for this user only, under a name that did not exist before
        let mut file = Builder::new().prefix("sprague-").suffix(".html").rand_bytes(16).tempfile()?;
        write!(
            file,
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>sprague</title>\
             <meta http-equiv=\"refresh\" content=\"0;url={address}\"><p><a href=\"{address}\">sprague</a></html>"
        )?;
        file.flush()?;
        let path = file.path().to_owned();
        *self.file() = Some(file);
        open::that_detached(path).inspect_err(|_| self.withdraw())
    }

    /// Removes the file, after the browser has opened it or when it is no longer expected to.
    pub(crate) fn withdraw(&self) {
        *self.file() = None;
    }

    fn file(&self) -> std::sync::MutexGuard<'_, Option<NamedTempFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
