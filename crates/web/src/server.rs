//! The server: its start, its connections, and its end.

use crate::address::Address;
use crate::browser::Invitation;
use crate::connection::converse;
use crate::guard::Guard;
use crate::idle::Idle;
use crate::options::{MakeSession, Options};
use crate::questions::Patience;
use crate::queue::Queue;
use crate::routes::{Served, routes};
use crate::token::Token;
use axum::Router;
use socket2::{Domain, Socket, Type};
use sprague::registry::NamedFiles;
use sprague_page::Rulesets;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::runtime::Runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The maximum time for closing connections when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);
/// The maximum time until the browser opens the page.
const INVITED: Duration = Duration::from_secs(60);
/// The maximum number of connections that wait to be accepted. If there are more, a client tries again after a second.
const ARRIVING: i32 = 1024;
/// The time until the next try if there is no room for a connection.
const NO_ROOM: Duration = Duration::from_millis(100);

/// The reason why a server did not start.
///
/// ```
/// use sprague_web::{NotStarted, Options, Server};
/// let first = Server::bind(&Options::default())?;
/// let same = Options { port: Some(first.address().port()), ..Options::default() };
/// assert!(matches!(Server::bind(&same), Err(NotStarted::PortInUse(_))));
/// # Ok::<(), NotStarted>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotStarted {
    /// Another program listens on this port.
    #[error("port {0} is in use: leave --port out to use any free port")]
    PortInUse(u16),
    /// A file cannot be used.
    #[error("{path}: {why}")]
    File {
        /// The path, as it was given in the options.
        path: String,
        /// A description of the error.
        why: String,
    },
    /// The system has no random numbers.
    #[error("no random numbers are available for a token: {0}")]
    NoRandom(String),
    /// Any other error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A server that listens. It answers requests when it [runs](Self::run).
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: Address,
    routes: Router,
    queue: Queue,
    invitation: Arc<Invitation>,
    options: Options,
    ending: watch::Sender<bool>,
}

/// A handle that ends a server from any thread.
///
/// ```
/// let server = sprague_web::Server::bind(&sprague_web::Options::default())?;
/// let stopper = server.stopper();
/// let running = std::thread::spawn(|| server.run());
/// stopper.stop();
/// running.join().unwrap()?;
/// # Ok::<(), sprague_web::NotStarted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends the server, which stops its searches and closes its connections.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Creates a server that listens only on 127.0.0.1.
    ///
    /// # Errors
    /// Returns [`NotStarted`] if a file cannot be used, the port is in use, or the system refuses something that the server
    /// needs.
    pub fn bind(options: &Options) -> Result<Self, NotStarted> {
        let files = NamedFiles::new(options.files.iter().cloned());
        let make_session: MakeSession = {
            let (make, files) = (options.session.clone(), files.clone());
            Arc::new(move || make().with_files(files.clone()))
        };
        let rulesets = Rulesets::of(&make_session(), &files, &options.files);
        if let Some((path, why)) = rulesets.faults.first().cloned() {
            return Err(NotStarted::File { path, why });
        }
        let wanted = options.port.unwrap_or(0);
        let listener = listen(wanted).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => NotStarted::PortInUse(wanted),
            _ => error.into(),
        })?;
        let token =
            options.token.clone().map_or_else(Token::random, Ok).map_err(|error| NotStarted::NoRandom(error.to_string()))?;
        let address = Address { port: listener.local_addr()?.port(), token };
        let invitation = Arc::<Invitation>::default();
        let guard = Guard { port: address.port, token: address.token.clone(), invitation: invitation.clone() };
        let queue = Queue::start(options.workers, options.waiting, options.limits.clone(), make_session)?;
        let about = serde_json::json!({ "playground": options.playground, "files": options.files }).to_string();
        let served = Served { queue: queue.clone(), rulesets: Arc::new(rulesets), files, about: about.into() };
        let routes = routes(served, Arc::new(guard), Patience(options.patience));
        let (ending, _) = watch::channel(false);
        Ok(Self { listener, address, routes, queue, invitation, options: options.clone(), ending })
    }

    /// Returns the address on which the server listens.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Returns a handle that ends the server from any thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.ending.clone())
    }

    /// Opens the page in the browser by a temporary file.
    ///
    /// The file is removed when the browser has opened it, after a minute, or when the server ends.
    ///
    /// # Errors
    /// Returns the error of the system if the file cannot be written or the browser cannot be opened.
    pub fn open(&self) -> io::Result<()> {
        self.invitation.send(&self.address)
    }

    /// Answers requests until the server is [stopped](Self::stopper).
    ///
    /// # Errors
    /// Returns the error of the system if the server cannot start to accept connections.
    pub fn run(self) -> io::Result<()> {
        self.run_on(&runtime()?, std::future::pending())
    }

    /// Answers requests until the server is [stopped](Self::stopper), or until Ctrl-C or SIGTERM.
    ///
    /// Signals are handled before `begin` is called, which may print the address and open the browser.
    ///
    /// # Errors
    /// Returns the error of `begin`, or of the system if the server cannot start to accept connections.
    pub fn run_until_signal(self, begin: impl FnOnce(&Self) -> io::Result<()>) -> io::Result<()> {
        let runtime = runtime()?;
        let signal = {
            let _entered = runtime.enter();
            signal()?
        };
        begin(&self)?;
        self.run_on(&runtime, signal)
    }

    fn run_on(self, runtime: &Runtime, signal: impl Future<Output = ()>) -> io::Result<()> {
        // workers have their own threads, so a search that has not noticed its stop flag does not delay the end
        runtime.block_on(self.answer(signal))
    }

    async fn answer(self, signal: impl Future<Output = ()>) -> io::Result<()> {
        let Self { listener, routes, queue, invitation, options, ending, .. } = self;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let most = u32::try_from(options.connections.clamp(1, 1 << 20)).expect("it is at most 2^20");
        let room = Arc::new(Semaphore::new(most as usize));
        let idle = Idle::default();
        let mut is_ending = ending.subscribe();
        let accept = async {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => {
                        let place = place_in(&room, &idle).await;
                        let talk = converse(stream, routes.clone(), options.patience, idle.seat(), ending.subscribe());
                        tokio::spawn(async move {
                            talk.await;
                            drop(place);
                        });
                    }
                    // there are too many open files, or the client has left already
                    Err(_) => sleep(NO_ROOM).await,
                }
            }
        };
        let uninvite = async {
            sleep(INVITED).await;
            invitation.withdraw();
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = accept => {}
            () = uninvite => {}
            () = signal => {}
            _ = is_ending.wait_for(|has_ended| *has_ended) => {}
        }
        drop(listener);
        invitation.withdraw();
        queue.end();
        ending.send_replace(true);
        let _ = timeout(FAREWELL, room.acquire_many(most)).await;
        Ok(())
    }
}

/// Returns a socket that listens on this port of 127.0.0.1, or on any free port if it is 0.
fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    // so that a restarted server need not wait for old connections; on Windows it would let two servers share the port
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into())?;
    socket.listen(ARRIVING)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// Waits for room for a new connection.
///
/// While there is no room, the connection that has waited longest for a request is dropped, so that clients that send nothing
/// cannot exclude others.
async fn place_in(room: &Arc<Semaphore>, idle: &Idle) -> OwnedSemaphorePermit {
    loop {
        if let Ok(place) = room.clone().try_acquire_owned() {
            return place;
        }
        idle.make_room();
        if let Ok(place) = timeout(NO_ROOM, room.clone().acquire_owned()).await {
            return place.expect("nobody closes it");
        }
    }
}

/// Builds a runtime with one thread for all connections. Questions are answered by workers with their own threads.
fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// Returns a future that waits for SIGINT or SIGTERM. Signals are handled from the call on.
#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let [mut interrupted, mut terminated] = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Returns a future that waits for Ctrl-C.
#[cfg(not(unix))]
fn signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
