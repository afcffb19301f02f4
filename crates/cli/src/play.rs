//! `sprague play`: being written.

use crate::args::Play;
use crate::failure::Failure;
use std::process::ExitCode;

pub(crate) fn run(args: &Play) -> Result<ExitCode, Failure> {
    let _ = (&args.sum, args.second, args.side, args.convention, args.limits);
    Err(Failure::NoAnswer("not yet".into()))
}
