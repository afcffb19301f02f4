//! The process group of a program. All of its processes end with the program, and the program ends with this process.

use std::process::{Child, Command};
#[cfg(unix)]
use {
    rustix::process::{Pid, Signal, kill_process_group},
    std::os::unix::prelude::CommandExt,
    std::process::Stdio,
};

/// The process group of a program. Dropping it kills the group.
///
/// Processes that have left the group are not killed.
pub(super) struct Group {
    /// The first process of the group: a shell that kills the group after this process has ended in any way.
    #[cfg(unix)]
    guard: Option<Child>,
    #[cfg(unix)]
    id: Option<Pid>,
}

#[cfg(unix)]
impl Group {
    /// Creates a group that contains only the guard.
    pub(super) fn new() -> Self {
        let mut guard = Command::new("/bin/sh");
        // nothing is ever written there: it is read to the end when this process ends
        guard.args(["-c", "read -r _; kill -9 0"]).process_group(0);
        let guard = guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok();
        Self { id: guard.as_ref().map(Pid::from_child), guard }
    }

    /// Starts a program in the group, or as its first process if there is no guard.
    pub(super) fn start(&mut self, command: &mut Command) -> std::io::Result<Child> {
        let child = command.process_group(self.id.map_or(0, Pid::as_raw_pid)).spawn()?;
        self.id.get_or_insert_with(|| Pid::from_child(&child));
        Ok(child)
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            kill_process_group(id, Signal::KILL).ok();
        }
        if let Some(guard) = &mut self.guard {
            guard.kill().ok();
            guard.wait().ok();
        }
    }
}

#[cfg(not(unix))]
impl Group {
    pub(super) fn new() -> Self {
        Self {}
    }

    pub(super) fn start(&mut self, command: &mut Command) -> std::io::Result<Child> {
        command.spawn()
    }
}
