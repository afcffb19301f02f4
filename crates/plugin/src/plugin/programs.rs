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
    /// Starts a program, and asks it for its rules.
    ///
    /// `typed` is a path and arguments apart by blanks, in double quotes if there are any. It goes through no shell. The program has all
    /// rights of its caller, so who asks for it must be trusted. Each answer has 10 seconds, by the clock.
    ///
    /// What it is asked is told in [`program`](crate::program). A program that fails has a [fault](sprague_core::AnyRuleset::fault), as others have.
    ///
    /// ```
    /// use sprague_plugin::Plugin;
    /// let plugin = Plugin::start("./no-such-program").unwrap();
    /// assert!(plugin.fault().unwrap().to_string().contains("exec:./no-such-program: `loading`: "));
    /// ```
    ///
    /// # Errors
    /// [`NotLoaded::Parameters`] for quotes that do not end.
    pub fn start(typed: &str) -> Result<Self, NotLoaded> {
        Self::start_within(typed, &Waiting::default())
    }

    /// The same, for questions whose limits end the wait for an answer, too.
    ///
    /// A program that a limit has ended is not asked again, and its fault is that limit.
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
    /// As [`start`](Self::start).
    pub fn start_within(typed: &str, waiting: &Waiting) -> Result<Self, NotLoaded> {
        Self::of_program(typed, PATIENCE, waiting)
    }

    /// The same, with so much time for an answer.
    ///
    /// ```
    /// use std::time::Duration;
    /// let plugin = sprague_plugin::Plugin::start_with("./no-such-program", Duration::from_secs(1)).unwrap();
    /// assert!(plugin.fault().is_some());
    /// ```
    ///
    /// # Errors
    /// As [`start`](Self::start).
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
    /// Refuses to start a program.
    ///
    /// This one was built without what checks its answers, or runs in a browser.
    ///
    /// # Errors
    /// [`NotLoaded::LeftOut`].
    pub fn start(typed: &str) -> Result<Self, NotLoaded> {
        Self::start_within(typed, &Waiting::default())
    }

    /// The same, for questions with limits.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_within(typed: &str, _: &Waiting) -> Result<Self, NotLoaded> {
        Err(NotLoaded::LeftOut { path: format!("exec:{typed}"), feature: "scripts" })
    }
}
