//! The server, which lists the tools and answers calls on separate threads.

use crate::call::Call;
use crate::lines::Lines;
use crate::options::{MakeSession, Options};
use crate::piece::{MOST_SENT, piece};
use crate::tools::tools;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use sprague::limits::Stopped;
use sprague::notation::quoted;
use sprague::registry::NamedFiles;
use sprague::{BadNotation, Limits};
use sprague_page::Rulesets;
use sprague_plot::questions;
use sprague_questions::{AnyAnswer, Asked, Form, LimitsAsked, NoAnswer, Session};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The maximum size of an answer, which is sent in pieces, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The stack size of a thread that answers, in bytes.
const STACK: usize = 16 << 20;

/// The text that describes the possible questions to a client.
const ABOUT: &str = "Combinatorial games, solved: who wins, by which move, nimbers, values of partizan games, periods that are \
                     proved. Each tool is a question and answers JSON. A position is written ruleset@component, with + between \
                     positions: nim@3,4,5 or kayles@12+nim@2 or domineering@2x3. The tool `rulesets` lists the rulesets with an \
                     example of each.";

/// The reason why a server did not start or ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotStarted {
    /// A file cannot be used.
    #[error("{path}: {why}")]
    File {
        /// The path, as it was given in the options.
        path: String,
        /// A description of the error.
        why: String,
    },
    /// The client broke the protocol.
    #[error("{0}")]
    Client(String),
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Answers calls on standard input and output until the client closes them, or until Ctrl-C.
///
/// # Errors
/// Returns [`NotStarted`] if a file cannot be used, the client breaks the protocol, or the system returns an error.
pub fn serve(options: &Options) -> Result<(), NotStarted> {
    let (input, output) = rmcp::transport::stdio();
    let runtime = runtime(options)?;
    let ended = runtime.block_on(async {
        tokio::select! {
            ended = talk(options, input, output) => ended,
            pressed = tokio::signal::ctrl_c() => pressed.map_err(NotStarted::from),
        }
    });
    // reading standard input cannot be cancelled; questions are stopped because they are dropped
    runtime.shutdown_background();
    ended
}

/// Answers calls like [`serve`], but on other streams and without handling Ctrl-C.
///
/// ```
/// // a client that closes at once
/// sprague_mcp::serve_on(&sprague_mcp::Options::default(), tokio::io::empty(), tokio::io::sink())?;
/// # Ok::<(), sprague_mcp::NotStarted>(())
/// ```
///
/// # Errors
/// Returns [`NotStarted`] if a file cannot be used, the client breaks the protocol, or the system returns an error.
pub fn serve_on(
    options: &Options,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), NotStarted> {
    runtime(options)?.block_on(talk(options, input, output))
}

fn runtime(options: &Options) -> io::Result<Runtime> {
    // two more threads read and write
    let threads = options.workers.max(1) + 2;
    Builder::new_current_thread().enable_all().max_blocking_threads(threads).thread_stack_size(STACK).build()
}

async fn talk(
    options: &Options,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), NotStarted> {
    let service = match Games::of(options)?.serve(Lines::new(input, output)).await {
        Ok(service) => service,
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(NotStarted::Client(error.to_string())),
    };
    service.waiting().await.map(drop).map_err(|error| NotStarted::Client(error.to_string()))
}

struct Games {
    tools: Vec<Tool>,
    about: String,
    limits: Limits,
    make: MakeSession,
    session: Mutex<Arc<Session>>,
    /// A semaphore with one permit for each call that may be answered or may wait.
    room: Semaphore,
    workers: Arc<Semaphore>,
    /// The last answer that was too long for one piece, with the key of its call.
    last: Mutex<Option<(String, Arc<str>)>>,
}

/// Sets the stop flag of a question when nobody waits for its answer any more.
struct StopWhenDropped(Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// An answer or a refusal, as JSON. A short answer is also there as Markdown.
enum Found {
    Answer(String, Option<String>),
    Refusal(Value),
}

impl Games {
    fn of(options: &Options) -> Result<Self, NotStarted> {
        let files = NamedFiles::new(options.files.iter().cloned());
        let make: MakeSession = {
            let (make, files) = (options.session.clone(), files.clone());
            Arc::new(move || make().with_files(files.clone()))
        };
        let session = make();
        if let Some((path, why)) = Rulesets::of(&session, &files, &options.files).faults.first().cloned() {
            return Err(NotStarted::File { path, why });
        }
        let named: Vec<_> = options.files.iter().map(|path| quoted(path)).collect();
        let about = match named.join(", ") {
            named if named.is_empty() => ABOUT.to_owned(),
            named => format!("{ABOUT} Files that may be named, as rulesets or in them: {named}."),
        };
        Ok(Self {
            tools: tools(&options.limits),
            about,
            limits: options.limits.clone(),
            make,
            session: Mutex::new(Arc::new(session)),
            room: Semaphore::new(options.workers.max(1) + options.waiting),
            workers: Arc::new(Semaphore::new(options.workers.max(1))),
            last: Mutex::default(),
        })
    }

    async fn answer(&self, asked: Asked, call: &Call) -> Result<(Arc<str>, Option<String>), Value> {
        let Ok(_place) = self.room.try_acquire() else { return Err(json!({ "error": "busy", "at": 0 })) };
        let Limits { positions, bytes, time, longest_play, .. } = &call.limits;
        let key = format!("{} {} {:?}", asked.name(), call.question, (positions, bytes, time, longest_play));
        let kept = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, answer)) = kept.filter(|(call, _)| *call == key) {
            return Ok((answer, None));
        }
        let stop = StopWhenDropped(Arc::default());
        let limits = Limits { stop: Some(stop.0.clone()), ..call.limits.clone() };
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let worker = self.workers.clone().acquire_owned().await.expect("nobody closes it");
        let json = call.question.clone();
        let found = spawn_blocking(move || {
            let _worker = worker;
            match asked.ask(&session, json.as_bytes(), &LimitsAsked::all_of(&limits), limits) {
                Ok(answer) => text(&*answer),
                // if a limit was reached, the answer contains what is known
                Err(stopped @ NoAnswer::Stopped { .. }) => Found::Answer(stopped.to_json().to_string(), None),
                Err(other) => Found::Refusal(other.to_json()),
            }
        });
        match found.await {
            Ok(Found::Answer(text, words)) => {
                let text: Arc<str> = text.into();
                if text.len() > MOST_SENT {
                    *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, text.clone()));
                }
                Ok((text, words))
            }
            Ok(Found::Refusal(refusal)) => Err(refusal),
            Err(_) => {
                *self.session.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new((self.make)());
                let why = "the program failed at this question, but continues with others. Please report the question as a bug";
                Err(json!({ "error": why, "at": 0 }))
            }
        }
    }
}

/// Returns an answer as JSON, or a refusal if it has more than [`MOST_BYTES`] bytes.
fn text(answer: &dyn AnyAnswer) -> Found {
    match answer.text(MOST_BYTES).ok().flatten().map(String::from_utf8) {
        Some(Ok(text)) => {
            let words = answer.report().filter(|_| text.len() <= MOST_SENT).map(|report| report.written(Form::Markdown));
            Found::Answer(text, words.filter(|words| words.len() <= MOST_SENT))
        }
        _ => Found::Refusal(
            json!({ "error": format!("the answer is longer than {} MB: ask for less", MOST_BYTES >> 20), "at": 0 }),
        ),
    }
}

fn refused(refusal: &Value) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(refusal.to_string())])
}

/// Returns the error for a tool that does not exist. The error lists all tools.
fn unknown(name: &str) -> ErrorData {
    let names: Vec<&str> = questions().map(|asked| asked.name()).collect();
    let refusal =
        NoAnswer::from(BadNotation::new(0, format!("a question: {}", names.join(", ")))).about("question", name).to_json();
    ErrorData::invalid_params(refusal["error"].as_str().unwrap_or_default().to_owned(), Some(refusal))
}

impl ServerHandler for Games {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("sprague", env!("CARGO_PKG_VERSION")))
            .with_instructions(self.about.clone())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let asked = questions().find(|asked| asked.name() == request.name).ok_or_else(|| unknown(&request.name))?;
        let call = match Call::read(request.arguments.unwrap_or_default(), &self.limits) {
            Ok(call) => call,
            Err(refusal) => return Ok(refused(&refusal.to_json()).into()),
        };
        let answer = tokio::select! {
            answer = self.answer(asked, &call) => answer,
            // the client no longer waits for an answer
            () = context.ct.cancelled() => Err(NoAnswer::from(Stopped::Asked).to_json()),
        };
        let result = match answer {
            Ok((text, words)) => match piece(&text, call.from) {
                Ok(mut piece) => {
                    piece.content.extend(words.filter(|_| call.from == 0).map(ContentBlock::text));
                    piece
                }
                Err(refusal) => refused(&refusal.to_json()),
            },
            Err(refusal) => refused(&refusal),
        };
        Ok(result.into())
    }
}
