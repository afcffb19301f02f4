//! Handles one connection, which has one request after the other. A client that is too slow is dropped.

use crate::idle::Seat;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

/// The maximum size of the head of a request, in bytes.
const MOST_HEAD: usize = 16 << 10;
/// The maximum number of headers of a request.
const MOST_HEADERS: usize = 64;

/// The maximum time for receiving the head of a request, including the wait for the first byte.
const HEAD: Duration = Duration::from_secs(2);

/// Answers requests until the client leaves or is too slow, or until the server ends.
///
/// If there are too many connections, this one may be dropped while it waits for a request.
pub(crate) async fn converse(
    stream: TcpStream,
    routes: Router,
    patience: Duration,
    seat: Arc<Seat>,
    mut ending: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let routes = TowerToHyperService::new(routes);
    let answer = |mut request: Request<Incoming>| {
        let answering = Arc::new(seat.answering());
        // an answer in lines may take longer than its head
        request.extensions_mut().insert(answering.clone());
        let answer = routes.call(request);
        async move {
            let answer = answer.await;
            drop(answering);
            answer
        }
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.min(HEAD))
        .max_buf_size(MOST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(Impatient::new(stream, patience)), service_fn(answer));
    tokio::pin!(connection);
    tokio::select! {
        // any error here is the client's, which broke the protocol or left
        _ = connection.as_mut() => return,
        () = seat.must_leave() => return,
        _ = ending.wait_for(|has_ended| *has_ended) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// A stream whose writes fail if the client has not read for too long.
struct Impatient {
    stream: TcpStream,
    patience: Duration,
    /// A timer that runs from the first write that could not be completed. `is_stuck` is `true` while it runs.
    rest: Pin<Box<Sleep>>,
    is_stuck: bool,
}

impl Impatient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, rest: Box::pin(sleep(patience)), is_stuck: false }
    }

    /// Returns the result of a write, or an error if no write has succeeded for too long.
    fn watched<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_stuck = false;
            return written;
        }
        if !self.is_stuck {
            self.is_stuck = true;
            self.rest.as_mut().reset(Instant::now() + self.patience);
        }
        self.rest.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.watched(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
