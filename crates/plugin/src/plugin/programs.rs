//! Plugins that are programs.

use super::{NotLoaded, Plugin};
#[cfg(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm")))]
use crate::program::{PATIENCE, Program};
use sprague_core::limits::Waiting;
#[cfg(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm")))]
use sprague_core::notation::unquoted;
#[cfg(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm")))]
use std::time::Duration;

#[cfg(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm")))]
impl Plugin {
    /// Starts a program and asks it for its rules.
    ///
    /// `typed` is a path with arguments, separated by blanks. Put an argument with blanks in double quotes. No shell is
    /// involved. The program has all rights of its caller, so only start programs that you trust. It has 10 seconds of
    /// wall-clock time for each answer.
    ///
    /// The questions to the program are described in [`program`](crate::program). A program that fails has a
    /// [fault](sprague_core::AnyRuleset::fault) like other plugins.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::start("./no-such-program").unwrap();
    /// assert!(plugin.fault().unwrap().to_string().contains("exec:./no-such-program: `loading`: "));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`] if a quote in `typed` is not closed.
    pub fn start(typed: &str) -> Result<Self, NotLoaded> {
        Self::start_within(typed, &Waiting::default())
    }

    /// Starts a program like [`start`](Self::start). The limits of a question also end the wait for an answer.
    ///
    /// After a limit has ended a program, it receives no further questions, and its fault is the limit.
    ///
    /// ```
    /// use sprague_core::{Limits, Stopped, limits::Waiting};
    /// let waiting = Waiting::default();
    /// waiting.set(&Limits { stop: Some(std::sync::Arc::new(true.into())), ..Limits::default() });
    /// let fault = sprague_plugin::Plugin::start_within("./program", &waiting)?.fault().unwrap();
    /// assert_eq!(fault.limit.as_deref(), Some(&Stopped::Asked));
    /// # Ok::<(), sprague_plugin::NotLoaded>(())
    /// ```
    ///
    /// # Errors
    /// See [`start`](Self::start).
    pub fn start_within(typed: &str, waiting: &Waiting) -> Result<Self, NotLoaded> {
        Self::of_program(typed, PATIENCE, waiting)
    }

    /// Starts a program like [`start`](Self::start), with this wall-clock time for each answer.
    ///
    /// ```
    /// use std::time::Duration;
    /// let plugin = sprague_plugin::Plugin::start_with("./no-such-program", Duration::from_secs(1)).unwrap();
    /// assert!(plugin.fault().is_some());
    /// ```
    ///
    /// # Errors
    /// See [`start`](Self::start).
    pub fn start_with(typed: &str, patience: Duration) -> Result<Self, NotLoaded> {
        Self::of_program(typed, patience, &Waiting::default())
    }

    fn of_program(typed: &str, patience: Duration, waiting: &Waiting) -> Result<Self, NotLoaded> {
        let (command, waiting) = (unquoted(typed).map_err(NotLoaded::Parameters)?.into_owned(), waiting.clone());
        Self::of(&format!("exec:{typed}"), move || Program::load(&command, patience, waiting.clone()))
    }
}

#[cfg(not(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm"))))]
impl Plugin {
    /// Returns an error, because this library runs in a browser or was built without the code that checks the answers of
    /// programs.
    ///
    /// # Errors
    /// Always [`NotLoaded::LeftOut`].
    pub fn start(typed: &str) -> Result<Self, NotLoaded> {
        Self::start_within(typed, &Waiting::default())
    }

    /// Returns an error, like [`start`](Self::start).
    ///
    /// # Errors
    /// See [`start`](Self::start).
    pub fn start_within(typed: &str, _: &Waiting) -> Result<Self, NotLoaded> {
        Err(NotLoaded::LeftOut { path: format!("exec:{typed}"), feature: "scripts" })
    }
}
