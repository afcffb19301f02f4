//! Runs all steps on this machine, several at a time.

use crate::answers::SolvedGraph;
use crate::directory::{Directory, Next};
use crate::lock::Lock;
use crate::stage::Step;
use crate::{Game, ShardsError};
use sprague_core::Limits;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The progress of [`solve`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The current stage in a few words.
    pub doing: String,
    /// The number of positions found so far.
    pub positions: u64,
    /// The number of finished steps of the current stage, and the number of all its steps.
    pub steps: (usize, usize),
}

/// Memory of a step in addition to its buffers, for open files with their blocks and indices.
const STEP_BYTES: u64 = 8 << 20;

/// The size of a thread's stack, in bytes. Loaded rules use it, too.
const STACK: usize = 16 << 20;

/// Solves the graph of a directory with `jobs` threads.
///
/// `limits.bytes` bounds the memory of all threads together, and `limits.positions` the size of the graph. Finished steps are
/// kept, so a later call continues the work.
///
/// ```
/// use sprague_core::{Limits, Play, Player};
/// use sprague_shards::{About, Directory, Game, solve};
/// use std::num::NonZeroUsize;
/// # use sprague_core::any;
/// # use sprague_core::examples::Nim;
/// let game = Game::new(any::impartial(Nim), Play::Normal);
/// let root = game.words(&game.rules().read("50")?, Player::Left);
/// let about = About { root, has_nimbers: true, ..About::of("nim@50", Play::Normal) };
///
/// let folder = std::env::temp_dir().join(format!("sprague-solve-{}", std::process::id()));
/// let mut directory = Directory::create(&folder, about)?;
/// let answers = solve(&mut directory, &game, NonZeroUsize::MIN, &Limits::default(), |progress| assert!(progress.positions <= 51))?;
/// assert_eq!((answers.summary().positions, answers.summary().lost), (51, 1));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`ShardsError`] at a limit, for a problem with the disk or the rules, or if another process works in the directory.
pub fn solve(
    directory: &mut Directory,
    game: &Game,
    jobs: NonZeroUsize,
    limits: &Limits,
    mut progress: impl FnMut(&Progress) + Send,
) -> Result<SolvedGraph, ShardsError> {
    let _lock = directory.lock()?;
    let limits = share(&limits.starting_now(), jobs);
    while let Next::Steps(steps) = directory.next_steps()? {
        let mut now = Progress { doing: directory.doing(), positions: directory.positions(), steps: (0, steps.len()) };
        progress(&now);
        run_all(directory, game, &steps, jobs, &limits, || {
            now.steps.0 += 1;
            progress(&now);
        })?;
    }
    directory.answers()
}

fn run_all(
    directory: &Directory,
    game: &Game,
    steps: &[Step],
    jobs: NonZeroUsize,
    limits: &Limits,
    done: impl FnMut() + Send,
) -> Result<(), ShardsError> {
    let (left, failed) = (Mutex::new((steps.iter(), done)), Mutex::new(None));
    let stop = AtomicBool::new(false);
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let Some(&step) = left.lock().unwrap_or_else(PoisonError::into_inner).0.next() else { return };
            match directory.run(step, game, limits) {
                Ok(()) => (left.lock().unwrap_or_else(PoisonError::into_inner).1)(),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.get().min(steps.len()) {
            // if a thread cannot be started, the others do its work
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Returns the limits for each of `steps` steps that run at the same time, so that together they do not exceed `limits`.
///
/// ```
/// use sprague_core::Limits;
/// use std::num::NonZeroUsize;
/// let each = sprague_shards::share(&Limits { bytes: 1 << 30, ..Limits::default() }, NonZeroUsize::MIN);
/// assert!(each.bytes < 1 << 30);
/// ```
pub fn share(limits: &Limits, steps: NonZeroUsize) -> Limits {
    let steps = steps.get() as u64;
    let bytes = limits.bytes.saturating_sub(STEP_BYTES.saturating_mul(steps)) / steps;
    Limits { bytes: bytes.max(1 << 20), ..limits.clone() }
}

impl Directory {
    /// Locks the directory for a process that calls [`next_steps`](Self::next_steps), and removes files that killed processes
    /// have left.
    ///
    /// ```
    /// use sprague_core::Play;
    /// use sprague_shards::{About, Directory, ShardsError};
    /// # let folder = std::env::temp_dir().join(format!("sprague-lock-{}", std::process::id()));
    /// let directory = Directory::create(&folder, About::of("nim@3", Play::Normal))?;
    /// let lock = directory.lock()?;
    /// assert!(matches!(directory.lock(), Err(ShardsError::InUse { .. })));
    /// drop(lock);
    /// assert!(directory.lock().is_ok());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ShardsError::InUse`] while another process, or another value of this process, has the lock, or
    /// [`ShardsError::Io`].
    pub fn lock(&self) -> Result<Lock, ShardsError> {
        let lock = Lock::take(self.path())?;
        self.sweep_up().map(|()| lock)
    }
}
