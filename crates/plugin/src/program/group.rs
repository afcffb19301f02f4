//! The group of a program: what it starts ends with it, and it ends with this process.

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
use std::process::{Child, Command};

/// The processes of a program, which are killed when this is dropped.
///
/// Those that leave the group are not seen.
pub(super) struct Group {
    #[cfg(unix)]
    id: Pid,
    /// A shell that kills the group once this process has ended, however that was.
    #[cfg(unix)]
    guard: Option<Child>,
}

#[cfg(unix)]
impl Group {
    /// Makes the program of a command the first of a group.
    pub(super) fn lead(command: &mut Command) {
        std::os::unix::process::CommandExt::process_group(command, 0);
    }

    /// The group of a program that was started so.
    pub(super) fn of(child: &Child) -> Self {
        let id = Pid::from_child(child);
        let mut guard = Command::new("/bin/sh");
        // nothing is ever written there: it is read to the end when this process ends
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
