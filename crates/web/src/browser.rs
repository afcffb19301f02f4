//! Opening the browser on the page by a file that only this user can read.
//!
//! On a command line, every user of the machine would see the token.

use crate::address::Address;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// A file that sends the browser to the page, until it has done so.
#[derive(Debug, Default)]
pub(crate) struct Invitation(Mutex<Option<NamedTempFile>>);

impl Invitation {
    /// Opens the browser.
    ///
    /// # Errors
    /// The file cannot be written, or there is no browser.
    pub(crate) fn send(&self, address: &Address) -> io::Result<()> {
        // the system makes it for this user alone, under a name that did not exist
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

    /// Removes the file: the browser is here, or will not come any more.
    pub(crate) fn withdraw(&self) {
        *self.file() = None;
    }

    fn file(&self) -> std::sync::MutexGuard<'_, Option<NamedTempFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
