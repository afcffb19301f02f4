//! Treats Ctrl-C as a limit: the first Ctrl-C asks a running question to stop, and another one ends the program.

use sprague::Limits;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Once};

/// The exit status after Ctrl-C: 128 plus the number of the signal.
const ENDED: i32 = 130;

/// The stop flag of running questions.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether Ctrl-C was pressed while a question was running.
static WAS_PRESSED: AtomicBool = AtomicBool::new(false);

/// The number of running questions.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Whether this process is the program itself, so that it may handle signals.
static IS_OWN: AtomicBool = AtomicBool::new(false);

/// Allows this process to handle signals, so that questions can be interrupted from now on.
pub(crate) fn own() {
    IS_OWN.store(true, Ordering::Relaxed);
}

/// A running question, which Ctrl-C stops.
pub(crate) struct Running(());

impl Running {
    /// Starts a question, and adds the stop flag to its limits.
    pub(crate) fn begin(limits: &mut Limits) -> Option<Self> {
        static LISTENING: Once = Once::new();
        if !IS_OWN.load(Ordering::Relaxed) || limits.stop.is_some() {
            return None;
        }
        // if no handler can be installed, Ctrl-C ends the program as usual
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

/// Returns `true` if Ctrl-C stopped a question, so that a batch must end.
pub(crate) fn was_pressed() -> bool {
    WAS_PRESSED.load(Ordering::SeqCst)
}

fn pressed() {
    if RUNNING.load(Ordering::SeqCst) == 0 || WAS_PRESSED.swap(true, Ordering::SeqCst) {
        std::process::exit(ENDED);
    }
    STOP.store(true, Ordering::SeqCst);
}
