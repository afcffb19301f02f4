//! Shell completions and the manual page.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::verbatim;
use clap::{Args as Flags, Command};
use std::io::Write;

#[derive(Flags)]
pub(crate) struct Completions {
    /// Shell that will use the script
    shell: clap_complete::Shell,
}

pub(crate) fn completions(args: &Completions, mut program: Command) -> Result<Exit, Failure> {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut program, "sprague", &mut script);
    verbatim(&script)?;
    Ok(Exit::Answered)
}

/// Prints one manual page for the program, with a section for every command.
pub(crate) fn man(mut command: Command) -> Result<Exit, Failure> {
    command.build();
    let mut page = vec![];
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let man = clap_mangen::Man::new(command.clone());
        writeln!(page, ".SH \"SPRAGUE {}\"", command.get_name().to_uppercase())?;
        man.render_description_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    verbatim(&page)?;
    Ok(Exit::Answered)
}
