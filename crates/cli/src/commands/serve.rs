//! `sprague serve`: serves the web page, to this machine only.

use super::Format;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::say;
use clap::Args as Flags;
use sprague_questions::LimitsAsked;
use sprague_questions::flags::number;
use sprague_web::{NotStarted, Options, Server, Token};
use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The default port. It is fixed so that bookmarks stay valid.
const PORT: u16 = 8017;

/// Returns the address of the default playground, for links.
///
/// It is a folder of the site in the manifest, or `None` if the manifest has no site.
fn usual_playground() -> Option<String> {
    let site = env!("CARGO_PKG_HOMEPAGE");
    (!site.is_empty()).then(|| format!("{}/playground/", site.trim_end_matches('/')))
}

#[derive(Flags)]
#[command(mut_arg("limit_time", |arg| arg.help("Maximum time to take for a question, in seconds [default: 20]")))]
#[command(mut_arg("limit_memory", |arg| arg.help("Maximum memory to use for a question, in bytes, or such as 512M or 2G [default: 1G]")))]
pub(crate) struct Args {
    /// Files that questions may open, such as plugins, graphs and lists of numbers
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Port on 127.0.0.1, or 0 for any free port [default: 8017, or a free port if it is taken]
    #[arg(long, value_name = "N", value_parser = number::<u16>)]
    port: Option<u16>,
    /// Make a new key, so that open tabs and bookmarks with the old key stop working
    #[arg(long)]
    new_key: bool,
    /// Address of a playground, for links that work on other machines
    #[arg(long, value_name = "URL", value_parser = playground)]
    playground: Option<String>,
    /// Print the address, without opening the browser
    #[arg(long)]
    no_open: bool,
    /// Format of the address
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// Parses the address of a web page to which links can be added.
fn playground(text: &str) -> Result<String, String> {
    let is_web = ["https://", "http://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if is_web && !text.contains(|letter: char| letter == '#' || letter.is_whitespace() || letter.is_control()) {
        Ok(text.to_owned())
    } else {
        Err("expected the address of a page, such as https://example.org/playground/".to_owned())
    }
}

/// Returns the path of the key file, or `None` if the user has no home folder.
fn key() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else {
        folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))
    };
    Some(state?.join("sprague/key"))
}

/// Returns the stored key, or stores and returns a new one. Returns `None` if storing fails.
fn token(is_new: bool) -> Option<Token> {
    let path = key()?;
    let kept = if is_new { Token::renewed(&path) } else { Token::kept(&path) };
    kept.inspect_err(|error| {
        say(&format!("sprague: serve: the key cannot be kept in {} ({error}): this run has one of its own", path.display()));
    })
    .ok()
}

/// Starts a server on the requested port. If none is requested, tries the default port and then a free one.
fn bound(options: Options) -> Result<Server, NotStarted> {
    if options.port.is_some() {
        return Server::bind(&options);
    }
    match Server::bind(&Options { port: Some(PORT), ..options.clone() }) {
        Err(NotStarted::PortInUse(_)) => {
            let server = Server::bind(&options)?;
            let port = server.address().port();
            say(&format!(
                "sprague: serve: port {PORT} is in use, and {port} is taken for this run: bookmarks of {PORT} lead elsewhere"
            ));
            Ok(server)
        }
        other => other,
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let options = Options {
        port: args.port,
        token: token(args.new_key),
        playground: args.playground.clone().or_else(usual_playground),
        files: args.files.clone(),
        limits: args.limits.over(Options::default().limits),
        session: Arc::new(super::session),
        ..Options::default()
    };
    let server = bound(options).map_err(|error| match error {
        NotStarted::File { .. } => Failure::Unfit(error.to_string()),
        other => Failure::NoAnswer(format!("serve: {other}")),
    })?;
    // a failing question only loses its own answer; the message may contain text from the question, so `say` escapes it
    std::panic::set_hook(Box::new(|panic| say(&format!("sprague: serve: a bug, please report it: {panic}"))));
    server.run_until_signal(|server| {
        let address = server.address();
        match args.format {
            Format::Text => writeln!(stdout(), "{address}")?,
            Format::Json => {
                let (port, token) = (address.port(), address.token());
                writeln!(stdout(), "{}", serde_json::json!({ "address": address.to_string(), "port": port, "token": token }))?;
            }
        }
        stdout().flush()?;
        if !args.no_open
            && let Err(error) = server.open()
        {
            say(&format!("sprague: serve: no browser was opened ({error}): open the address above"));
        }
        Ok(())
    })?;
    Ok(Exit::Answered)
}
