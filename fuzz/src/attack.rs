//! Runs attacks: random claims, directories, requests and limits, generated from a seed.
//!
//! Attacks need only a stable toolchain, and no libFuzzer.
//!
//! Usage: `attack WHAT SEED [COUNT [FIRST]]`. A seed and a number always give the same case. A case that breaks a law is shown
//! with the command that repeats only this case, and the other cases continue.

use sprague_fuzz::case::rng_of;
use sprague_fuzz::claims::Claims;
use sprague_fuzz::directories::Directories;
use sprague_fuzz::limits;
use sprague_fuzz::requests::Requests;
use sprague_fuzz::seen::{Counts, Seen};
use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The maximum time for a case, after which it is considered to hang.
const LONGEST: Duration = Duration::from_secs(180);

/// The allocated memory of all threads, in bytes. The next static is its peak.
static HELD: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, with a count of bytes.
struct Peak;

fn held(size: usize) {
    let held = HELD.fetch_add(size as u64, Relaxed) + size as u64;
    PEAK.fetch_max(held, Relaxed);
}

// SAFETY: all calls are passed to the system's allocator
unsafe impl GlobalAlloc for Peak {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        held(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        held(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size() as u64, Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        held(size);
        HELD.fetch_sub(layout.size() as u64, Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static MEMORY: Peak = Peak;

/// Returns the peak of the allocated memory since the last call, minus the memory at that call, in bytes.
fn peak() -> u64 {
    static BEFORE: AtomicU64 = AtomicU64::new(0);
    let held = HELD.load(Relaxed);
    let most = PEAK.swap(held, Relaxed);
    most.saturating_sub(BEFORE.swap(held, Relaxed))
}

/// A function that runs the case with this seed and number.
type Case = Box<dyn Fn(u64, u64) -> Seen + Send>;

/// Returns the attack with this name, as its usual number of cases and the function that runs a case.
fn attack(what: &str) -> Option<(u64, Case)> {
    Some(match what {
        "certificates" => {
            let claims = Claims::new();
            println!("{} true certificates and strategies", claims.true_ones().len());
            (30_000, Box::new(move |seed, case| claims.check(&claims.text(&mut rng_of(seed, case)))))
        }
        "directories" => {
            let directories = Directories::new();
            println!("{} directories that are right", directories.right_ones().len());
            let case = move |seed, case| {
                let mut rng = rng_of(seed, case);
                let forged = directories.forged(&mut rng);
                let is_damaged = rng.u8(..8) == 0;
                directories.check(&forged, is_damaged.then_some(&mut rng))
            };
            (2_000, Box::new(case))
        }
        "requests" => {
            let requests = Requests::new();
            let case = move |seed, case| {
                let (name, json) = requests.request(&mut rng_of(seed, case));
                requests.ask(&name, &json)
            };
            (3_000, Box::new(case))
        }
        "limits" => (80, Box::new(|seed, case| limits::stopped(&mut rng_of(seed, case), peak))),
        _ => return None,
    })
}

/// The message of the last panic, with its place in the code.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fn main() -> ExitCode {
    const USAGE: &str = "usage: attack certificates|directories|requests|limits SEED [COUNT [FIRST]]";
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Result<Vec<u64>, _> = words.iter().skip(1).map(|word| word.parse()).collect();
    let (Some(what), Ok([seed, numbers @ ..])) = (words.first(), numbers.as_deref()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let what = what.clone();
    set_hook(Box::new(|info| *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string()));
    let made = catch_unwind(|| attack(&what));
    let (usual, case) = match made {
        Ok(Some(attack)) => attack,
        Ok(None) => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
        Err(_) => {
            eprintln!("a true claim cannot be made: {}", LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner));
            return ExitCode::FAILURE;
        }
    };
    let (seed, count) = (*seed, numbers.first().copied().unwrap_or(usual));
    let first = numbers.get(1).copied().unwrap_or(0);
    let (said, heard) = channel();
    std::thread::spawn(move || {
        for number in first..first.saturating_add(count) {
            let seen = catch_unwind(AssertUnwindSafe(|| case(seed, number)));
            let seen = seen.map_err(|_| LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone());
            if said.send((number, seen)).is_err() {
                return;
            }
        }
    });
    let (mut counts, mut broken, mut next) = (Counts::default(), 0, first);
    loop {
        match heard.recv_timeout(LONGEST) {
            Ok((number, Ok(seen))) => {
                counts.count(seen);
                next = number + 1;
            }
            Ok((number, Err(why))) => {
                println!("attack {what} {seed} 1 {number}: {why}\n");
                broken += 1;
                next = number + 1;
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                println!("attack {what} {seed} 1 {next}: no answer after {LONGEST:?}\n");
                broken += 1;
                break;
            }
        }
    }
    println!("{what}, seed {seed}: {counts}{broken} broke a law");
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
