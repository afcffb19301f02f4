//! A program as a separate process, and the lines exchanged with it.

use super::group::Group;
use crate::guest::failure::{Failure, one_line};
use crate::work::waited;
use sprague_core::Stopped;
use sprague_core::clock::Instant;
use sprague_core::limits::Waiting;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

const LONGEST_LINE: u64 = 4 << 20;

/// The number of bytes that are kept of the end of the program's standard error.
const KEPT: usize = 4096;

/// The maximum time to wait for the end of a program that has closed its output.
const ENDING: Duration = Duration::from_millis(500);

/// The time between two checks of the limits and the process during a wait.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// The reason why a question has no answer.
pub(super) enum Unanswered {
    Failed(String),
    /// A limit of the current question ended the wait.
    Stopped(Stopped),
}

impl Unanswered {
    /// Turns the reason into the failure of this question.
    pub(super) fn about(self, question: &str) -> Failure {
        match self {
            Self::Failed(why) => Failure::new(question, why),
            Self::Stopped(limit) => Failure::at_limit(question, limit),
        }
    }
}

impl From<String> for Unanswered {
    fn from(why: String) -> Self {
        Self::Failed(why)
    }
}

impl From<Stopped> for Unanswered {
    fn from(limit: Stopped) -> Self {
        Self::Stopped(limit)
    }
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// A running program, which is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    /// The program with all processes that it has started, or `None` if it was ended.
    group: Option<Group>,
    /// A channel to the thread that writes to the program. If the program does not read, only that thread blocks.
    questions: Option<SyncSender<String>>,
    lines: Receiver<Line>,
    /// The end of the program's standard error.
    said: Arc<Mutex<Vec<u8>>>,
    patience: Duration,
    waiting: Waiting,
}

impl Process {
    /// Starts the program given by these words, without a shell.
    pub(super) fn start(command: &str, patience: Duration, waiting: Waiting) -> Result<Self, Unanswered> {
        // if a limit has ended the program, do not start it again under the same limit
        waiting.limits().look(Instant::now())?;
        let mut words = command.split_ascii_whitespace();
        let program = words.next().ok_or_else(|| "expected a program after `exec:`".to_owned())?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::new();
        let started = group.start(&mut command);
        let mut child = started.map_err(|error| format!("{} cannot be started: {error}", one_line(program)))?;
        let (send, lines) = sync_channel(1);
        let said = Arc::new(Mutex::new(vec![]));
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let listen = move || {
            let Some(output) = output else { return };
            let mut output = BufReader::new(output);
            loop {
                let mut line = vec![];
                let read = output.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
                let line = match read {
                    Ok(0) | Err(_) => return,
                    Ok(bytes) if bytes as u64 > LONGEST_LINE => Line::TooLong,
                    Ok(_) => Line::Whole(line),
                };
                // the receiver is gone
                if send.send(line).is_err() {
                    return;
                }
            }
        };
        let kept = said.clone();
        let overhear = move || {
            let Some(mut errors) = errors else { return };
            let mut bytes = [0; KEPT];
            while let Ok(count @ 1..) = errors.read(&mut bytes) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&bytes[..count]);
                let more = kept.len().saturating_sub(KEPT);
                kept.drain(..more);
            }
        };
        let (questions, asked) = sync_channel::<String>(1);
        let input = child.stdin.take();
        let write = move || {
            let Some(mut input) = input else { return };
            // a write fails if the program has ended; its last line of output gives the reason
            asked.iter().try_for_each(|question| writeln!(input, "{question}").and_then(|()| input.flush())).ok();
        };
        let spawn = |job: Box<dyn FnOnce() + Send>| thread::Builder::new().spawn(job);
        let jobs: [Box<dyn FnOnce() + Send>; 3] = [Box::new(listen), Box::new(overhear), Box::new(write)];
        let begun = jobs.into_iter().try_for_each(|job| spawn(job).map(drop));
        let process = Self { child, group: Some(group), questions: Some(questions), lines, said, patience, waiting };
        begun.map_err(|error| format!("no thread can be started: {error}"))?;
        Ok(process)
    }

    /// Sends a line, and returns the line with which the program answers.
    pub(super) fn ask(&mut self, question: &str) -> Result<Vec<u8>, Unanswered> {
        match self.lines.try_recv() {
            Ok(Line::Whole(line)) => {
                let line = one_line(&String::from_utf8_lossy(&line));
                return Err(format!("it wrote a line without a question: {line}").into());
            }
            Ok(Line::TooLong) => return Err(too_long().into()),
            Err(TryRecvError::Disconnected) => return Err(self.ended().into()),
            Err(TryRecvError::Empty) => {}
        }
        let Some(questions) = &self.questions else { return Err("it was ended after an error".to_owned().into()) };
        if let Err(TrySendError::Full(_)) = questions.try_send(question.to_owned()) {
            return Err("it answers, but reads no questions".to_owned().into());
        }
        let began = Instant::now();
        let line = self.next_line(began);
        waited(began.elapsed());
        line
    }

    /// Waits for the next line, within the limits of the current question.
    fn next_line(&mut self, began: Instant) -> Result<Vec<u8>, Unanswered> {
        let limits = self.waiting.limits();
        let mut has_ended: Option<Instant> = None;
        loop {
            match self.lines.recv_timeout(BETWEEN_LOOKS) {
                Ok(Line::Whole(line)) => return Ok(line),
                Ok(Line::TooLong) => return Err(too_long().into()),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended().into()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            limits.look(began)?;
            if began.elapsed() >= self.patience {
                let seconds = self.patience.as_secs_f64();
                return Err(format!("no answer within {seconds} s, by the clock{}", self.last_line()).into());
            }
            // a program may end while a process that it started still holds its output open
            if let Ok(Some(_)) = self.child.try_wait()
                && has_ended.get_or_insert_with(Instant::now).elapsed() > ENDING
            {
                return Err(self.ended().into());
            }
        }
    }

    /// Ends the program and all processes that it has started.
    pub(super) fn end(&mut self) {
        self.questions = None;
        self.group = None;
        // errors are ignored, because it may have ended already
        self.child.kill().ok();
        self.child.wait().ok();
    }

    /// Describes the end of a program that has closed its standard output.
    fn ended(&mut self) -> String {
        self.questions = None;
        let until = Instant::now() + ENDING;
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => break format!("it ended ({status})"),
                _ => break "it closed its standard output".to_owned(),
            }
        };
        format!("{status}{}", self.last_line())
    }

    /// Returns a colon and the last line of the program's standard error, or an empty text.
    fn last_line(&self) -> String {
        // wait for output that is still in the pipe
        thread::sleep(Duration::from_millis(20));
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&said);
        match text.lines().rfind(|line| !line.trim().is_empty()) {
            Some(line) => format!(": {}", one_line(line)),
            None => String::new(),
        }
    }
}

fn too_long() -> String {
    format!("a line of more than {LONGEST_LINE} bytes")
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
