//! `sprague serve`: the address that it prints, the file that it opens, and its end.

use crate::program::{ask, ask_words, command};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum waiting time of these tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time between two checks of the program.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Returns the command for a user without a home folder, who cannot store a key.
fn homeless() -> Command {
    let mut program = command();
    program.env_remove("XDG_STATE_HOME").env_remove("HOME");
    program
}

struct Serving {
    child: Child,
    out: BufReader<ChildStdout>,
    line: String,
}

impl Serving {
    fn of(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        // the server does not end, so the line can be read only because it was flushed
        out.read_line(&mut line).unwrap();
        Self { child, out, line }
    }

    /// Starts a server without a home folder, and on any free port unless one is given.
    fn new(args: &[&str]) -> Self {
        let port: &[&str] = if args.contains(&"--port") { &[] } else { &["--port", "0"] };
        Self::of(homeless().args(["serve", "--no-open"]).args(port).args(args))
    }

    /// Starts a server on the default port, with its key in this folder.
    fn at_home(state: &Path, args: &[&str]) -> Self {
        Self::of(command().env("XDG_STATE_HOME", state).args(["serve", "--no-open"]).args(args))
    }

    /// Returns the port and the token.
    fn address(&self) -> (u16, String) {
        let address = self.line.trim_end().strip_prefix("http://127.0.0.1:").unwrap_or_else(|| panic!("{}", self.line));
        let (port, token) = address.split_once("/#token=").unwrap();
        (port.parse().unwrap(), token.to_owned())
    }

    /// Sends a request with the token. Returns the stream without reading the answer.
    fn request(&self, first: &str, body: &str) -> TcpStream {
        let (port, token) = self.address();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        write!(
            stream,
            "{first} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nx-sprague-token: {token}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        stream
    }

    fn answer(&self, first: &str, body: &str) -> Value {
        let mut text = String::new();
        self.request(first, body).read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 "), "{text}");
        serde_json::from_str(body).unwrap()
    }

    /// Ends the server by a signal. Returns its exit status, the number of checks, and its remaining output and errors.
    fn end(mut self, signal: &str) -> (ExitStatus, u32, String, String) {
        let mut looks = 0;
        let sent = Command::new("kill").arg(signal).arg(self.child.id().to_string()).status().unwrap();
        assert!(sent.success());
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            looks += 1;
            assert!(BETWEEN_LOOKS * looks < PATIENCE);
            thread::sleep(BETWEEN_LOOKS);
        };
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (status, looks, out, err)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn serve_prints_one_line_with_the_address_and_answers_there() {
    let serving = Serving::new(&[]);
    let (port, token) = serving.address();
    assert!(port > 0 && token.len() == 48 && serving.line.ends_with(&format!("{token}\n")), "{}", serving.line);
    let answer = serving.answer("POST /api/solve", r#"{"position":"nim@3,4,5"}"#);
    assert_eq!(answer["nimber"], 2);
    let (status, _, out, err) = serving.end("-INT");
    assert!(status.success() && out.is_empty() && err.is_empty(), "{status} {out} {err}");
}

#[test]
fn serve_says_the_same_in_json_and_takes_the_port_and_the_files_that_are_named() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let wythoff = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins/wythoff.rhai");
    let mut serving = Serving::new(&["--format", "json", "--port", &free.to_string(), wythoff]);
    let said: Value = serde_json::from_str(&serving.line).unwrap();
    assert_eq!(said["port"], free);
    assert_eq!(said["address"], format!("http://127.0.0.1:{free}/#token={}", said["token"].as_str().unwrap()));
    serving.line = said["address"].as_str().unwrap().to_owned();
    assert_eq!(serving.answer("GET /api/rulesets", "")["files"], serde_json::json!([wythoff]));
    let question = serde_json::json!({ "position": format!("{wythoff}@3.5") }).to_string();
    assert_eq!(serving.answer("POST /api/solve", &question)["outcome"], "loss");
}

#[test]
fn serve_ends_soon_after_a_signal_while_searches_run() {
    for signal in ["-INT", "-TERM"] {
        let serving = Serving::new(&["--limit-time", "60"]);
        let hard = r#"{"position":"cram@9x9"}"#;
        let _asking: Vec<TcpStream> = (0..4).map(|_| serving.request("POST /api/solve", hard)).collect();
        let started = Instant::now();
        while serving.answer("GET /api/state", "")["waiting"] != 2 {
            assert!(started.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(10));
        }
        let (status, looks, _, err) = serving.end(signal);
        assert!(status.success() && err.is_empty() && looks < 400, "{signal}: {status} {looks} {err}");
    }
}

#[test]
fn serve_says_that_a_port_is_in_use() {
    let serving = Serving::new(&[]);
    let (port, _) = serving.address();
    let said = ask(["serve", "--no-open", "--port", &port.to_string()]);
    assert_eq!((said.status, said.out.as_str()), (1, ""));
    assert_eq!(said.err, format!("sprague: serve: port {port} is in use: leave --port out to use any free port\n"));
}

#[test]
fn serve_refuses_files_that_cannot_be_read_and_ports_that_are_none() {
    for (line, why) in [
        ("serve --no-open ./nothing.rhai", "./nothing.rhai: No such file"),
        ("serve --no-open ./nothing.txt", "./nothing.txt: No such file"),
        ("serve --no-open .", ".: the path is not a plain file"),
        ("serve --no-open --port 65536", "too large a number"),
        ("serve --no-open --port x", "a number"),
        ("serve --no-open --playground example.org", "the address of a page"),
        ("serve --no-open --playground https://example.org/#x", "the address of a page"),
        ("serve --no-open --limit-time -1", "seconds"),
    ] {
        let said = ask_words(line);
        assert!(
            said.status == 2 && said.out.is_empty() && said.err.contains(why) && said.err.lines().count() == 1,
            "{line}: {said:?}"
        );
    }
}

#[test]
#[cfg(unix)]
fn the_key_is_made_once_and_kept_for_this_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let state = tempfile::tempdir().unwrap();
    let token = |args: &[&str]| Serving::at_home(state.path(), &[&["--port", "0"], args].concat()).address().1;
    let first = token(&[]);
    let file = state.path().join("sprague/key");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_to_string(&file).unwrap().trim_end(), first);
    assert_eq!(token(&[]), first);
    let second = token(&["--new-key"]);
    assert_ne!(second, first);
    assert_eq!(token(&[]), second);
    // without XDG_STATE_HOME, the key is in the home folder
    let home = tempfile::tempdir().unwrap();
    let serving = Serving::of(homeless().env("HOME", home.path()).args(["serve", "--no-open", "--port", "0"]));
    assert_eq!(fs::read_to_string(home.path().join(".local/state/sprague/key")).unwrap().trim_end(), serving.address().1);
}

#[test]
fn a_key_that_cannot_be_kept_is_one_for_this_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sprague"), "no folder").unwrap();
    let serving = Serving::at_home(folder.path(), &["--port", "0"]);
    assert_eq!(serving.answer("POST /api/solve", r#"{"position":"nim@1"}"#)["outcome"], "win");
    let (_, _, _, err) = serving.end("-INT");
    assert!(
        err.starts_with("sprague: serve: the key cannot be kept in ") && err.contains("this run has one of its own"),
        "{err}"
    );
    let (one, other) = (Serving::new(&[]), Serving::new(&[]));
    assert_ne!(one.address().1, other.address().1);
}

#[test]
fn the_port_is_the_same_each_time_or_it_is_said_that_it_is_not() {
    let state = tempfile::tempdir().unwrap();
    // if no other program uses the port, occupy it for this test
    let taken = std::net::TcpListener::bind("127.0.0.1:8017");
    let serving = Serving::at_home(state.path(), &[]);
    let (port, token) = serving.address();
    assert_ne!(port, 8017);
    let (_, _, _, err) = serving.end("-INT");
    assert_eq!(
        err,
        format!("sprague: serve: port 8017 is in use, and {port} is taken for this run: bookmarks of 8017 lead elsewhere\n")
    );
    if let Ok(listener) = taken {
        drop(listener);
        let serving = Serving::at_home(state.path(), &[]);
        assert_eq!(serving.address(), (8017, token));
    }
}

#[test]
fn the_page_learns_where_links_lead_and_the_bytes_of_named_files_alone() {
    let wythoff = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins/wythoff.rhai");
    let serving = Serving::new(&["--playground", "https://example.org/play/", wythoff]);
    let about = serving.answer("GET /api/about", "");
    assert_eq!(about, serde_json::json!({ "playground": "https://example.org/play/", "files": [wythoff] }));
    let read = |name: &str| {
        let mut text = String::new();
        serving.request(&format!("GET /api/file?name={name}"), "").read_to_string(&mut text).unwrap();
        text
    };
    let told = read(wythoff);
    assert!(told.starts_with("HTTP/1.1 200 ") && told.ends_with(&fs::read_to_string(wythoff).unwrap()), "{told}");
    for other in ["/etc/passwd", "./Cargo.toml", ""] {
        let told = read(other);
        assert!(told.starts_with("HTTP/1.1 422 ") && told.contains("only files that were named"), "{told}");
    }
    assert_eq!(Serving::new(&[]).answer("GET /api/about", "")["playground"], Value::Null);
}

#[test]
fn serve_bounds_questions_as_other_commands_do() {
    for (flag, value, position, name) in [
        ("--limit-time", "0.2", "cram@9x9", "time"),
        ("--limit-positions", "1000", "cram@9x9", "positions"),
        ("--limit-memory", "1M", "clobber@4x5", "memory"),
    ] {
        let serving = Serving::new(&[flag, value]);
        let question = serde_json::json!({ "position": position }).to_string();
        assert_eq!(serving.answer("POST /api/solve", &question)["stopped"], name);
    }
}

/// Creates a folder with a fake browser that records the address that it is started with.
#[cfg(target_os = "linux")]
fn browser(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" > told.part\ncp \"$1\" page\nstat -c %a \"$1\" > mode\nmv told.part told\n";
    fs::write(folder.join("xdg-open"), script).unwrap();
    fs::set_permissions(folder.join("xdg-open"), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Starts a server that opens that browser, and returns the folder of the file that it opened.
#[cfg(target_os = "linux")]
fn opened_by_a_browser(folder: &Path) -> (Serving, PathBuf) {
    browser(folder);
    let pages = folder.join("pages");
    fs::create_dir(&pages).unwrap();
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let serving =
        Serving::of(homeless().args(["serve", "--port", "0"]).current_dir(folder).env("PATH", path).env("TMPDIR", &pages));
    let started = Instant::now();
    while !folder.join("told").exists() {
        assert!(started.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(10));
    }
    (serving, pages)
}

#[test]
#[cfg(target_os = "linux")]
fn the_browser_is_told_the_address_by_a_file_that_nobody_else_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let (serving, pages) = opened_by_a_browser(folder.path());
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (_, token) = serving.address();
    let told = read("told");
    assert!(told.lines().count() == 1 && Path::new(told.trim_end()).starts_with(&pages) && !told.contains(&token), "{told}");
    assert_eq!(read("mode"), "600\n");
    assert!(read("page").contains(&format!("content=\"0;url={}\"", serving.line.trim_end())), "{}", read("page"));
    for file in ["cmdline", "environ"] {
        let seen = fs::read(format!("/proc/{}/{file}", serving.child.id())).unwrap();
        assert!(!String::from_utf8_lossy(&seen).contains(&token), "{file}");
    }
    let pages = || fs::read_dir(&pages).unwrap().count();
    assert_eq!(pages(), 1);
    // a request without the token does not remove the file
    let mut stream = TcpStream::connect(("127.0.0.1", serving.address().0)).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\n\r\n", serving.address().0).unwrap();
    stream.read_to_end(&mut vec![]).unwrap();
    assert_eq!(pages(), 1);
    serving.answer("GET /api/state", "");
    assert_eq!(pages(), 0, "the browser is here");
}

#[test]
#[cfg(target_os = "linux")]
fn the_file_for_the_browser_is_gone_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (serving, pages) = opened_by_a_browser(folder.path());
    assert!(serving.end("-TERM").0.success());
    assert_eq!(fs::read_dir(&pages).unwrap().count(), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_browser_the_address_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::of(homeless().args(["serve", "--port", "0"]).env("PATH", folder.path()).env("TMPDIR", folder.path()));
    assert_eq!(serving.answer("POST /api/solve", r#"{"position":"nim@1"}"#)["outcome"], "win");
    let (status, _, out, err) = serving.end("-INT");
    assert!(status.success() && out.is_empty(), "{status} {out}");
    assert!(err.starts_with("sprague: serve: no browser was opened (") && err.lines().count() == 1, "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
