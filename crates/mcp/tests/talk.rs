//! Checks a conversation of a client with the server, line by line.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::{Value, json};
use sprague::Limits;
use sprague_mcp::{Options, serve_on};
use std::thread;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};
use tokio::runtime::Builder;

/// A client whose conversation has begun.
struct Client {
    stream: BufReader<DuplexStream>,
    calls: u64,
}

impl Client {
    async fn begun(stream: DuplexStream) -> Self {
        let mut client = Self { stream: BufReader::new(stream), calls: 0 };
        let me = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        assert_eq!(client.ask("initialize", &me).await["result"]["serverInfo"]["name"], "sprague");
        client.tell("notifications/initialized", &json!({})).await;
        client
    }

    async fn say(&mut self, message: &Value) {
        self.stream.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn tell(&mut self, method: &str, params: &Value) {
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// Sends a request and returns the whole response.
    async fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.calls += 1;
        self.say(&json!({ "jsonrpc": "2.0", "id": self.calls, "method": method, "params": params })).await;
        let mut line = String::new();
        self.stream.read_line(&mut line).await.unwrap();
        let response: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(response["id"], self.calls, "{response}");
        response
    }

    /// Calls a tool. Returns its answer, and whether it is a refusal.
    async fn call(&mut self, tool: &str, arguments: Value) -> (Value, bool) {
        let response = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments })).await;
        let text = response["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{response}"));
        (serde_json::from_str(text).unwrap(), response["result"]["isError"] == true)
    }
}

/// Has a conversation with a server whose calls may take 30 seconds.
fn talk(conversation: impl AsyncFnOnce(&mut Client)) {
    let (mine, theirs) = duplex(1 << 20);
    let server = thread::spawn(move || {
        let (input, output) = split(theirs);
        let limits = Limits { time: Some(Duration::from_secs(30)), ..Options::default().limits };
        serve_on(&Options { limits, ..Options::default() }, input, output)
    });
    Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        let mut client = Client::begun(mine).await;
        conversation(&mut client).await;
    });
    // the client has hung up, so the server ends
    server.join().unwrap().unwrap();
}

#[test]
fn tools_are_listed_answered_and_refused() {
    talk(async |client| {
        let listed = client.ask("tools/list", &json!({})).await;
        assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), sprague_plot::questions().count());
        let (answer, is_error) = client.call("solve", json!({ "position": "nim@3,4,5" })).await;
        assert_eq!((&answer["nimber"], is_error), (&json!(2), false));
        let (refusal, is_error) = client.call("solve", json!({ "position": "nim@3,x" })).await;
        assert_eq!((refusal, is_error), (json!({ "error": "expected a number", "at": 6, "field": "position" }), true));
        let (stopped, is_error) = client.call("solve", json!({ "position": "cram@6x6", "limit_positions": 100 })).await;
        assert_eq!((&stopped["stopped"], is_error), (&json!("positions"), false));
        let unknown = client.ask("tools/call", &json!({ "name": "solv", "arguments": {} })).await;
        assert_eq!(unknown["error"]["code"], -32602);
        assert!(unknown["error"]["message"].as_str().unwrap().starts_with("expected a question: solve, "), "{unknown}");
    });
}

#[test]
fn calls_that_are_cancelled_leave_their_workers_to_others() {
    talk(async |client| {
        for id in ["one", "two", "three"] {
            let call = json!({ "name": "solve", "arguments": { "position": "cram@7x9" } });
            client.say(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call })).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        for id in ["one", "two", "three"] {
            client.tell("notifications/cancelled", &json!({ "requestId": id })).await;
        }
        let began = Instant::now();
        // cancelled calls are not answered
        assert_eq!(client.call("solve", json!({ "position": "nim@3,4,5" })).await.0["nimber"], 2);
        assert!(began.elapsed() < Duration::from_secs(15));
    });
}

#[test]
#[ignore = "slow: seven seconds"]
fn slow_questions_that_were_read_are_answered_before_the_server_ends() {
    talk(async |client| {
        let many = 14;
        for id in 0..many {
            let call = json!({ "name": "solve", "arguments": { "position": format!("cram@7x{}", 9 + 2 * id), "limit_time": 1 } });
            client.say(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call })).await;
        }
        client.stream.shutdown().await.unwrap();
        let mut lines = vec![];
        let mut line = String::new();
        while client.stream.read_line(&mut line).await.unwrap() > 0 {
            lines.push(serde_json::from_str::<Value>(&std::mem::take(&mut line)).unwrap());
        }
        assert_eq!(lines.len(), many);
        assert!(lines.iter().all(|line| line["result"]["isError"] == false), "{lines:?}");
    });
}
