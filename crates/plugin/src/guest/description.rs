//! Fills in the description of a plugin, key by key.

use super::failure::{Failure, one_line};
use super::plain::{NOT_WRITTEN, written};
use crate::About;
use sprague_core::any::Kind;

impl About {
    pub(crate) const KEYS: [&str; 14] = [
        "name",
        "title",
        "aim",
        "brief",
        "rules",
        "position",
        "parameters",
        "example",
        "play",
        "amounts",
        "left_amounts",
        "right_amounts",
        "forbidden",
        "code",
    ];

    /// Sets the value of one key. Each key may be set only once.
    pub(crate) fn set(&mut self, export: &str, key: &str, value: &str) -> Result<(), Failure> {
        let text = one_line(value.trim());
        if self.given.iter().any(|other| other == key) {
            return Err(Failure::new(export, format!("`{}` is given twice", one_line(key))));
        }
        self.given.push(key.to_owned());
        match key {
            "name" => self.name = text,
            "title" => self.title = text,
            "aim" => self.aim = text,
            "brief" => self.brief = text,
            "rules" => self.rules = text,
            "position" => self.position = text,
            "parameters" => self.parameters = text,
            "example" if text.is_empty() => {}
            // a script's value is the position itself, but a module's line may have blanks around it
            "example" => match written(if export == "loading" { value } else { value.trim() }) {
                Some(example) => self.example = example.into_owned(),
                None => return Err(Failure::new(export, format!("the example \"{text}\" {NOT_WRITTEN}"))),
            },
            "amounts" => self.amounts = Some(value.trim().to_owned()),
            "left_amounts" => self.amounts_of[0] = Some(value.trim().to_owned()),
            "right_amounts" => self.amounts_of[1] = Some(value.trim().to_owned()),
            "forbidden" => self.forbidden = Some(value.trim().to_owned()),
            "code" => self.code = Some(value.trim().to_owned()),
            "play" => {
                self.is_partizan = match text.as_str() {
                    "impartial" => false,
                    "partizan" => true,
                    _ => return Err(Failure::new(export, format!("`play` is `impartial` or `partizan`, not `{text}`"))),
                }
            }
            _ => {
                let known = Self::KEYS.join(", ");
                return Err(Failure::new(export, format!("`{}` is not known; there are {known}", one_line(key))));
            }
        }
        Ok(())
    }

    /// Describes the expected text, for the message about a text that is not a position.
    pub(crate) fn expected(&self) -> String {
        match (self.position.as_str(), self.example.as_str(), self.notation.as_str()) {
            ("", "", "") => "a position of this plugin".to_owned(),
            ("", example, "") => format!("a position, such as {example}"),
            ("", "", notation) => {
                format!("{notation}: positions of a plugin without `parse` are like its `example`, but it has no `example`")
            }
            ("", example, notation) => format!("{notation}, such as {example}"),
            (position, _, "") => position.to_owned(),
            (position, _, notation) => format!("{position} ({notation})"),
        }
    }

    /// Returns the kind of rules, which depends on two optional functions.
    pub(crate) fn kind(&self, export: &str, has_terminal_rule: bool, entails: bool) -> Result<Kind, Failure> {
        match (self.is_partizan, has_terminal_rule) {
            (false, false) if entails => Ok(Kind::Entailing),
            _ if entails => Err(Failure::new(
                export,
                "`is_entailed` works only with `moves`, where both players have the same moves and whoever cannot move loses",
            )),
            (false, false) => Ok(Kind::Impartial),
            (true, false) => Ok(Kind::Partizan),
            (false, true) => Ok(Kind::TerminalRule),
            (true, true) => {
                Err(Failure::new(export, "partizan rules end when a player has no move, so there is no `terminal_outcome`"))
            }
        }
    }
}
