//! `sprague serve`: the page, on this machine only.

use crate::args::Serve;
use crate::failure::Failure;
use std::process::ExitCode;

#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &Serve) -> Result<ExitCode, Failure> {
    let how = "`cargo install --path crates/cli --locked --features serve` builds one with it";
    Err(Failure::Unfit(format!("serve: this program was built without the feature `serve`: {how}")))
}

#[cfg(feature = "serve")]
pub(crate) fn run(args: &Serve) -> Result<ExitCode, Failure> {
    use crate::args::Format;
    use crate::out::stdout;
    use crate::terminal::say;
    use sprague_web::{NotStarted, Options, Server};
    use std::io::Write;

    let options = Options {
        port: args.port,
        files: args.files.clone(),
        limits: sprague::Limits { progress: None, deadline: None, ..crate::limits::limits(args.limits) },
        session: std::sync::Arc::new(crate::session),
        ..Options::default()
    };
    let server = Server::bind(&options).map_err(|error| match error {
        NotStarted::File { .. } => Failure::Unfit(error.to_string()),
        other => Failure::NoAnswer(format!("serve: {other}")),
    })?;
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
    server.run_until_signal()?;
    Ok(ExitCode::SUCCESS)
}
