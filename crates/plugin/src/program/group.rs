//! The process group of a program. All processes in it end with the program, and the program ends with this process.

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
use std::process::{Child, Command};

/// The process group of a program, which is killed when this is dropped.
///
/// Processes that have left the group are not killed.
pub(super) struct Group {
    #[cfg(unix)]
    id: Pid,
    /// A shell that waits until this process has ended, in whatever way, and then kills the group.
    #[cfg(unix)]
    guard: Option<Child>,
}

#[cfg(unix)]
impl Group {
    /// Makes the program of a command the leader of a new group.
    pub(super) fn lead(command: &mut Command) {
        std::os::unix::process::CommandExt::process_group(command, 0);
    }

    /// Returns the group of a program that was started with [`lead`](Self::lead), and starts its guard.
    pub(super) fn of(child: &Child) -> Self {
        let id = Pid::from_child(child);
        let mut guard = Command::new("/bin/sh");
        // nothing is ever written to the pipe: `read` returns when this process ends and the pipe closes
        guard.args(["-c", "read -r _; kill -9 -\"$1\"", "sprague", &id.as_raw_nonzero().to_string()]);
        guard.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        Self::lead(&mut guard);
        Self { id, guard: guard.spawn().ok() }
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        kill_process_group(self.id, Signal::KILL).ok();
        if let Some(guard) = &mut self.guard {
            guard.kill().ok();
            guard.wait().ok();
        }
    }
}

#[cfg(not(unix))]
impl Group {
    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn of(_: &Child) -> Self {
        Self {}
    }
}
