//! Ctrl-C as a limit.
//!
//! The first one asks a running question to stop, and any other ends the program.

use sprague::Limits;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Once};

/// The exit status after Ctrl-C: 128 and the number of the signal.
const ENDED: i32 = 130;

/// The flag that running questions look at.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Tells whether Ctrl-C was pressed while a question ran.
static WAS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Number of questions that run.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// True in a process that is this program, whose signals are its own.
static IS_OWN: AtomicBool = AtomicBool::new(false);

/// Takes the signals of this process: what runs from now on can be interrupted.
pub(crate) fn own() {
    IS_OWN.store(true, Ordering::Relaxed);
}

/// A question that runs, and that Ctrl-C stops.
pub(crate) struct Running(());

impl Running {
    /// Begins a question with these limits, which are given the flag.
    pub(crate) fn begin(limits: &mut Limits) -> Option<Self> {
        static LISTENING: Once = Once::new();
        if !IS_OWN.load(Ordering::Relaxed) || limits.stop.is_some() {
            return None;
        }
        // without a handler, Ctrl-C ends the program as it always did
        LISTENING.call_once(|| drop(ctrlc::set_handler(pressed)));
        RUNNING.fetch_add(1, Ordering::SeqCst);
        limits.stop = Some(STOP.clone());
        limits.lowers_stop = true;
        Some(Self(()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Tells whether Ctrl-C stopped a question: a batch ends with it.
pub(crate) fn was_pressed() -> bool {
    WAS_PRESSED.load(Ordering::SeqCst)
}

fn pressed() {
    if RUNNING.load(Ordering::SeqCst) == 0 || WAS_PRESSED.swap(true, Ordering::SeqCst) {
        std::process::exit(ENDED);
    }
    STOP.store(true, Ordering::SeqCst);
}
