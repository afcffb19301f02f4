//! Reads and writes messages as lines of JSON, so that every question gets an answer.

use rmcp::model::{ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{ErrorData, RoleServer};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashSet;
use std::io;
use std::mem::take;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, Semaphore, watch};

/// The maximum size of a message, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The maximum size of a field that may be the id of a message, in bytes.
const LONGEST_ID: usize = 1 << 10;

/// The maximum number of refusals that wait for a client that does not read. When there are more, no lines are read.
const MOST_REFUSALS: usize = 64;

/// Reads messages from a client and writes messages to it.
///
/// [`receive`](Transport::receive) reports the end of the input only once all questions have been answered.
pub(crate) struct Lines<R, W> {
    input: BufReader<R>,
    most_bytes: usize,
    line: Vec<u8>,
    /// The id of the current line, or the part of it that was read, if the line is too long.
    beyond: Option<Id>,
    has_ended: bool,
    /// A refusal that has not been sent yet.
    refused: Option<Refused>,
    refusals: Arc<Semaphore>,
    output: Arc<Mutex<W>>,
    /// The ids of the questions that have no answer yet. `None` stands for a message without an id.
    open: Arc<watch::Sender<HashSet<Option<RequestId>>>>,
}

/// The refusal of a line that is not a message of the protocol.
struct Refused {
    id: Option<RequestId>,
    why: ErrorData,
}

impl<R: AsyncRead + Unpin, W> Lines<R, W> {
    pub(crate) fn new(input: R, output: W) -> Self {
        Self {
            input: BufReader::new(input),
            most_bytes: MOST_BYTES,
            line: vec![],
            beyond: None,
            has_ended: false,
            refused: None,
            refusals: Arc::new(Semaphore::new(MOST_REFUSALS)),
            output: Arc::new(Mutex::new(output)),
            open: Arc::default(),
        }
    }

    /// Reads the rest of a line. Returns `false` if the input has ended.
    ///
    /// If the future is dropped before that, the part that was read is kept.
    async fn read_line(&mut self) -> bool {
        loop {
            let read = self.input.fill_buf().await.unwrap_or_default();
            if read.is_empty() {
                // the last line need not end with a line break
                return !self.line.is_empty() || self.beyond.is_some();
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let bytes = &read[..end.unwrap_or(read.len())];
            match &mut self.beyond {
                Some(id) => id.read(bytes),
                None if self.line.len() + bytes.len() > self.most_bytes => {
                    let mut id = Id::default();
                    id.read(&take(&mut self.line));
                    id.read(bytes);
                    self.beyond = Some(id);
                }
                None => self.line.extend_from_slice(bytes),
            }
            let count = bytes.len() + usize::from(end.is_some());
            self.input.consume(count);
            if end.is_some() {
                return true;
            }
        }
    }

    /// Returns the message in the line that was read, or `None` if it needs no answer.
    fn message(&mut self) -> Result<Option<ClientJsonRpcMessage>, Refused> {
        if let Some(id) = self.beyond.take() {
            let why = ErrorData::invalid_request(format!("a message has at most {} bytes", self.most_bytes), None);
            return Err(Refused { id: id.found, why });
        }
        let line = take(&mut self.line);
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line).trim_ascii();
        let error = match serde_json::from_slice(line) {
            Ok(message) => return Ok(Some(message)),
            Err(error) => error,
        };
        let mut id = Id::default();
        id.read(line);
        let why = match error.classify() {
            serde_json::error::Category::Data => ErrorData::invalid_request(error.to_string(), None),
            // a line without an id that is not JSON may be anything, such as what a program prints when it starts
            _ if id.found.is_none() => return Ok(None),
            _ => ErrorData::parse_error(error.to_string(), None),
        };
        match serde_json::from_slice::<Method>(line) {
            // a notification is not answered
            Ok(Method { .. }) if id.found.is_none() => Ok(None),
            _ => Err(Refused { id: id.found, why }),
        }
    }
}

#[derive(Deserialize)]
struct Method {
    #[serde(rename = "method")]
    _method: IgnoredAny,
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (output, open) = (self.output.clone(), self.open.clone());
        async move {
            let answered = match &message {
                JsonRpcMessage::Response(response) => Some(Some(response.id.clone())),
                JsonRpcMessage::Error(error) => Some(error.id.clone()),
                _ => None,
            };
            let line = serde_json::to_string(&message)? + "\n";
            let written = {
                let mut output = output.lock().await;
                match output.write_all(line.as_bytes()).await {
                    Ok(()) => output.flush().await,
                    failed => failed,
                }
            };
            open.send_modify(|open| match (&written, answered) {
                (Ok(()), Some(id)) => _ = open.remove(&id),
                (Ok(()), None) => {}
                // the client has gone, so nobody reads the other answers
                (Err(_), _) => open.clear(),
            });
            written
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.refused.is_some() {
                let turn = self.refusals.clone().acquire_owned().await;
                if let Some(Refused { id, why }) = self.refused.take() {
                    let sent = self.send(JsonRpcMessage::error(why, id));
                    // spawned, because the caller may drop this future, and the answer must be sent nevertheless
                    drop(tokio::spawn(async move {
                        let _ = sent.await;
                        drop(turn);
                    }));
                }
            }
            if self.has_ended || !self.read_line().await {
                self.has_ended = true;
                self.open.subscribe().wait_for(HashSet::is_empty).await.ok()?;
                return None;
            }
            match self.message() {
                Ok(None) => {}
                Ok(Some(message)) => {
                    self.open.send_if_modified(|open| match &message {
                        JsonRpcMessage::Request(request) => open.insert(Some(request.id.clone())),
                        JsonRpcMessage::Notification(notification) => match &notification.notification {
                            // a question that was cancelled is not answered
                            ClientNotification::CancelledNotification(called_off) => open.remove(&called_off.params.request_id),
                            _ => false,
                        },
                        _ => false,
                    });
                    return Some(message);
                }
                Err(refused) => {
                    self.open.send_if_modified(|open| open.insert(refused.id.clone()));
                    self.refused = Some(refused);
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.lock().await.shutdown().await
    }
}

/// Finds the id of a message that is too long or malformed, byte by byte.
#[derive(Default)]
struct Id {
    found: Option<RequestId>,
    depth: usize,
    is_in_text: bool,
    is_escaped: bool,
    /// The current field of the message's object, without nested fields.
    field: Vec<u8>,
}

#[derive(Deserialize)]
struct IdField {
    id: RequestId,
}

impl Id {
    fn read(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.next(*byte));
    }

    fn next(&mut self, byte: u8) {
        if self.is_in_text {
            self.is_in_text = byte != b'"' || self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
        } else {
            match byte {
                b'"' => self.is_in_text = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 || self.depth == 1 && byte == b',' {
                return self.end_field();
            }
        }
        // the opening bracket of the message is not part of a field
        if self.depth == 1 && self.field.len() <= LONGEST_ID && !(byte == b'{' && self.field.is_empty()) {
            self.field.push(byte);
        }
    }

    fn end_field(&mut self) {
        if self.field.is_empty() {
            return;
        }
        let field = [b"{", &*take(&mut self.field), b"}"].concat();
        if let Ok(IdField { id }) = serde_json::from_slice(&field) {
            self.found = Some(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use tokio::io::{AsyncReadExt, DuplexStream, duplex};
    use tokio::runtime::Builder;
    use tokio::time::{Duration, timeout};

    fn run(test: impl Future<Output = ()>) {
        Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
    }

    /// Reads this input to its end. Returns the messages, and everything that was sent in reply.
    async fn received(input: String) -> (Vec<ClientJsonRpcMessage>, Vec<Value>) {
        let (mine, theirs) = duplex(1 << 16);
        let mut lines = Lines { most_bytes: 200, ..Lines::new(io::Cursor::new(input), theirs) };
        let mut messages = vec![];
        while let Ok(Some(message)) = timeout(Duration::from_millis(200), lines.receive()).await {
            messages.push(message);
        }
        drop(lines);
        (messages, sent(mine).await)
    }

    async fn sent(mut stream: DuplexStream) -> Vec<Value> {
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_message_that_cannot_be_read_is_answered_by_its_id() {
        run(async {
            let long = "x,}\\\"]{".repeat(100);
            let text = |text: &str| json!(text).to_string();
            for (line, id, code) in [
                (format!(r#"{{"jsonrpc":"2.0","id":7,"method":"ping","params":{}}}"#, text(&long)), json!(7), -32600),
                (format!(r#"{{"params":{{"a":[{},{{"id":8}}]}},"id" : "é"}}"#, text(&long)), json!("é"), -32600),
                (format!(r#"{{"id":[1],"x":{}}}"#, text(&long)), Value::Null, -32600),
                (format!(r#"{{"x":{}"#, text(&long)), Value::Null, -32600),
                (r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"\ud800"},"id":9}"#.to_owned(), json!(9), -32700),
                (format!(r#"{{"id":10,"x":{}"#, "[".repeat(60)), json!(10), -32700),
                (r#"{"id":11}"#.to_owned(), json!(11), -32600),
                ("[]".to_owned(), Value::Null, -32600),
            ] {
                // the line does not end with a line break
                let (messages, sent) = received(line.clone()).await;
                assert_eq!((messages.len(), sent.len()), (0, 1), "{line}");
                assert_eq!((&sent[0]["id"], &sent[0]["error"]["code"]), (&id, &json!(code)), "{line}: {}", sent[0]);
            }
            for line in ["hello", "", "\r\n", r#"{"jsonrpc":"2.0","method":"notifications/nothing","params":7}"#] {
                assert_eq!(received(line.to_owned()).await.1, [] as [Value; 0], "{line}");
            }
        });
    }

    #[test]
    fn the_input_ends_when_all_questions_are_answered() {
        run(async {
            let (_mine, theirs) = duplex(1 << 16);
            let input =
                b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n\
                {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}\n\
                {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}";
            let mut lines = Lines::new(&input[..], theirs);
            let mut ids = vec![];
            for _ in 0..4 {
                if let JsonRpcMessage::Request(request) = lines.receive().await.unwrap() {
                    ids.push(request.id);
                }
            }
            assert_eq!(ids.len(), 3);
            for id in [0, 2] {
                assert!(timeout(Duration::from_millis(50), lines.receive()).await.is_err(), "{id} is not answered");
                lines.send(JsonRpcMessage::error(ErrorData::invalid_request("no", None), Some(ids[id].clone()))).await.unwrap();
            }
            assert!(timeout(Duration::from_secs(5), lines.receive()).await.unwrap().is_none());
        });
    }

    #[test]
    fn the_input_ends_where_nobody_reads_answers() {
        run(async {
            let (mine, theirs) = duplex(1 << 16);
            let mut lines = Lines::new(&b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"[..], theirs);
            let Some(JsonRpcMessage::Request(request)) = lines.receive().await else { panic!("there is a question") };
            drop(mine);
            lines.send(JsonRpcMessage::error(ErrorData::invalid_request("no", None), Some(request.id))).await.unwrap_err();
            assert!(timeout(Duration::from_secs(5), lines.receive()).await.unwrap().is_none());
        });
    }
}
