//! Runs the program under test, and checks its output.

use serde_json::Value;
use sprague_testkit::pace::Pace;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum time for the program, after which it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// The output of the program, and its exit status.
#[derive(Debug)]
pub(crate) struct Said {
    /// The arguments, for messages.
    pub(crate) question: String,
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
    /// The CPU time in seconds, or the elapsed time if the CPU time is unknown.
    busy: f64,
    /// The largest memory use that was observed, in MiB, or 0 if it is unknown.
    pub(crate) mebibytes: u64,
}

/// Returns the letter for the outcome of an answer, as in rows and tables.
pub(crate) fn letter(outcome: &Value) -> &'static str {
    match outcome.as_str() {
        Some("win") => "N",
        Some("loss") => "P",
        Some("draw") => "D",
        _ => panic!("no outcome: {outcome}"),
    }
}

/// Returns the time in a message about a time limit, in seconds.
pub(crate) fn seconds_of_stop(message: &str) -> f64 {
    let after = message.split_once("stopped after ").and_then(|(_, after)| after.split_once(" s"));
    after.and_then(|(seconds, _)| seconds.parse().ok()).unwrap_or_else(|| panic!("it does not say when: {message}"))
}

/// Runs the program without input.
pub(crate) fn ask<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Said {
    tell(args, b"")
}

/// Runs the program with words separated by blanks as arguments.
pub(crate) fn ask_words(line: &str) -> Said {
    ask(line.split_whitespace())
}

/// Runs the program with this standard input.
pub(crate) fn tell<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8]) -> Said {
    tell_halted(args, input, |_| ())
}

/// Runs the program like [`tell`], but halts it repeatedly, so that it runs for a third of the time, as on a busy machine.
#[cfg(unix)]
pub(crate) fn tell_slowly<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8]) -> Said {
    use rustix::process::{Pid, Signal, kill_process};
    tell_halted(args, input, |child| {
        let process = Pid::from_child(child);
        kill_process(process, Signal::STOP).unwrap();
        thread::sleep(Duration::from_millis(10));
        kill_process(process, Signal::CONT).unwrap();
    })
}

/// Runs the program, and calls `halt` every five milliseconds.
fn tell_halted<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8], halt: impl Fn(&Child)) -> Said {
    let mut command = command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let shown: Vec<String> = command.get_args().map(|arg| shortened(&arg.to_string_lossy())).collect();
    let question = shown.join(" ");
    let started = Instant::now();
    let mut child = command.spawn().unwrap();
    let (mut stdin, mut stdout, mut stderr) =
        (child.stdin.take().unwrap(), child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (mut out, mut err) = (vec![], vec![]);
    let (status, busy, mebibytes) = thread::scope(|scope| {
        // ignore errors, because the program may close its input early
        scope.spawn(move || drop(stdin.write_all(input)));
        scope.spawn(|| stdout.read_to_end(&mut out).unwrap());
        scope.spawn(|| stderr.read_to_end(&mut err).unwrap());
        wait(&mut child, started, &question, halt)
    });
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints UTF-8");
    let busy = busy.unwrap_or_else(|| started.elapsed().as_secs_f64());
    let said = Said { question, status, out: text(out), err: text(err), busy, mebibytes };
    assert!(!said.err.contains("panicked"), "{}: {}", said.question, said.err);
    said
}

/// Returns the command for the program, without a terminal.
pub(crate) fn command() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sprague"));
    program.env_remove("COLUMNS");
    program
}

/// Waits for the end, and records time and memory.
fn wait(child: &mut Child, started: Instant, question: &str, halt: impl Fn(&Child)) -> (i32, Option<f64>, u64) {
    let (mut cpu, mut mebibytes) = (None, 0);
    loop {
        cpu = busy(child.id()).or(cpu);
        mebibytes = mebibytes.max(peak(child.id()));
        if let Some(status) = child.try_wait().unwrap() {
            let status = status.code().unwrap_or_else(|| panic!("{question}: ended by a signal: {status}"));
            return (status, cpu, mebibytes);
        }
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{question}: still running after {PATIENCE:?}");
        }
        halt(child);
        thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the CPU time of a running process in seconds, on Linux. There are 100 ticks per second.
fn busy(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = fields.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<u32>().unwrap_or(0));
    Some(f64::from(ticks.sum::<u32>()) / 100.0)
}

/// Returns the largest memory use of a running process so far, in MiB, on Linux.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kibibytes.unwrap_or(0) / 1024
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 100 { text.to_owned() } else { text.chars().take(100).chain("…".chars()).collect() }
}

impl Said {
    /// Returns the work of the program. One unit is 200 million steps, about a second.
    pub(crate) fn work(&self) -> f64 {
        self.work_beyond(0.0)
    }

    /// Returns the work of the program minus this many seconds.
    pub(crate) fn work_beyond(&self, seconds: f64) -> f64 {
        Pace::now().work(Duration::from_secs_f64((self.busy - seconds).max(0.0)))
    }

    /// Returns the text of an answer.
    #[track_caller]
    pub(crate) fn text(self) -> String {
        assert_eq!(self.status, 0, "{}: {}", self.question, self.err);
        // a batch prints the number of questions without an answer
        let is_count = self.err.lines().count() == 1 && self.err.trim_end().ends_with(" no answer");
        assert!(self.err.is_empty() || is_count, "{}: {}", self.question, self.err);
        self.out
    }

    /// Returns the single JSON object of an answer.
    #[track_caller]
    pub(crate) fn json(self) -> Value {
        let question = self.question.clone();
        let text = self.text();
        assert_eq!(text.lines().count(), 1, "{question}: one object on one line");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{question}: {error}: {text}"))
    }

    /// Returns the JSON object of a question that reached a limit.
    #[track_caller]
    pub(crate) fn stopped(self) -> Value {
        assert_eq!(self.status, 1, "{}: {} {}", self.question, self.out, self.err);
        assert_eq!(self.out.lines().count(), 1, "{}", self.question);
        serde_json::from_str(&self.out).unwrap()
    }

    /// Returns the line of error about a malformed question.
    #[track_caller]
    pub(crate) fn refusal(self) -> String {
        assert_eq!(self.status, 2, "{}: exit status; it said {}{}", self.question, self.out, self.err);
        assert_eq!(self.out, "", "{}: nothing on standard output", self.question);
        assert_eq!(self.err.lines().count(), 1, "{}: one line, not {:?}", self.question, self.err);
        assert!(!self.err.chars().any(|c| c.is_control() && c != '\n'), "{}: {:?}", self.question, self.err);
        self.err.trim_end().to_owned()
    }

    /// Returns the line of error about a question without an answer.
    #[track_caller]
    pub(crate) fn regret(self) -> String {
        assert_eq!(self.status, 1, "{}: exit status; it said {}{}", self.question, self.out, self.err);
        assert_eq!(self.out, "", "{}: nothing on standard output", self.question);
        assert_eq!(self.err.lines().count(), 1, "{}: one line, not {:?}", self.question, self.err);
        self.err.trim_end().to_owned()
    }
}

/// A file or a folder for one test, which is deleted when this is dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Returns a path that nothing else uses.
    pub(crate) fn path(name: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("sprague-test-{}-{number}-{name}", std::process::id())))
    }

    pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> Self {
        let scratch = Self::path(name);
        std::fs::write(&scratch.0, content).unwrap();
        scratch
    }

    /// Creates an empty folder.
    pub(crate) fn folder(name: &str) -> Self {
        let scratch = Self::path(name);
        std::fs::create_dir(&scratch.0).unwrap();
        scratch
    }

    pub(crate) fn as_str(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0).or_else(|_| std::fs::remove_dir_all(&self.0));
    }
}
