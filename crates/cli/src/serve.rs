//! `sprague serve`: the page, on this machine only.

use crate::args::Serve;
use crate::exit::Exit;
use crate::failure::Failure;

/// Says how to get a program that can.
#[cfg(not(feature = "serve"))]
pub(crate) fn run(args: &Serve) -> Result<Exit, Failure> {
    let Serve { files: _, port: _, no_open: _, format: _, limits: _ } = args;
    let how = "`cargo install --path crates/cli --locked --features serve` builds one with it";
    Err(Failure::Unfit(format!("serve: this program was built without the feature `serve`: {how}")))
}

#[cfg(feature = "serve")]
pub(crate) fn run(args: &Serve) -> Result<Exit, Failure> {
    use crate::args::Format;
    use crate::out::stdout;
    use crate::terminal::say;
    use sprague_web::{NotStarted, Options, Server};
    use std::io::Write;
    use std::sync::Arc;

    let options = Options {
        port: args.port,
        files: args.files.clone(),
        limits: crate::limits::limits(args.limits),
        session: Arc::new(crate::session),
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
