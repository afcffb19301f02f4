//! `sprague serve`: the page, on this machine only.

use super::Format;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::say;
use clap::Args as Flags;
use sprague_questions::LimitsAsked;
use sprague_questions::flags::number;
use sprague_web::{NotStarted, Options, Server};
use std::io::Write;
use std::sync::Arc;

#[derive(Flags)]
#[command(mut_arg("limit_time", |arg| arg.help("The longest time that a question may take, in seconds [default: 20]")))]
#[command(mut_arg("limit_memory", |arg| arg.help("The most memory of a question, in bytes; also 512M or 2G [default: 1G]")))]
pub(crate) struct Args {
    /// The files that questions may name: plugins, graphs, lists of numbers
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The port on 127.0.0.1 [default: any free one]
    #[arg(long, value_name = "N", value_parser = number::<u16>)]
    port: Option<u16>,
    /// Print the address, and do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Form of the address
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let options = Options {
        port: args.port,
        files: args.files.clone(),
        limits: args.limits.over(Options::default().limits),
        session: Arc::new(super::session),
        ..Options::default()
    };
    let server = Server::bind(&options).map_err(|error| match error {
        NotStarted::File { .. } => Failure::Unfit(error.to_string()),
        other => Failure::NoAnswer(format!("serve: {other}")),
    })?;
    // a question that fails costs one answer; what is said of it may be text from a question
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
