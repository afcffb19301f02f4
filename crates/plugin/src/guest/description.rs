//! Fills in the description of a plugin, key by key.

use super::failure::{Failure, one_line};
use super::plain::{NOT_WRITTEN, written};
use super::points::{SCORE_BOUNDS, TERMINAL_SCORE};
use crate::About;
use sprague_core::any::Kind;

impl About {
    pub(crate) const KEYS: [&str; 15] = [
        "name",
        "title",
        "aim",
        "brief",
        "rules",
        "position",
        "parameters",
        "example",
        "play",
        "endless",
        "amounts",
        "left_amounts",
        "right_amounts",
        "forbidden",
        "code",
    ];

    /// Sets the value of a key, which must not be set yet.
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
            "endless" => {
                self.is_endless =
                    text.parse().map_err(|_| Failure::new(export, format!("`endless` is `true` or `false`, not `{text}`")))?;
            }
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

    /// Describes the expected text of a position, for error messages.
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

    /// Returns the kind of rules, which depends on optional functions. Rules with a terminal rule cannot be parts of sums, so
    /// `is_entailed` has no effect on them.
    pub(crate) fn kind(&self, export: &str, has: impl Fn(&str) -> bool) -> Result<Kind, Failure> {
        let ending = ["terminal_outcome", TERMINAL_SCORE].map(&has);
        match (ending, self.is_partizan) {
            ([true, true], _) => {
                let how = "there is `terminal_outcome` too: points decide, or the rules do; give one of them";
                Err(Failure::new(TERMINAL_SCORE, how))
            }
            ([true, false], false) => Ok(Kind::TerminalRule),
            ([true, false], true) => Ok(Kind::Sides),
            ([false, true], false) => Ok(Kind::Scored),
            ([false, true], true) => Ok(Kind::ScoredSides),
            _ if has(SCORE_BOUNDS) => {
                let how = format!("it is for rules that count points: give `{TERMINAL_SCORE}`, or leave it out");
                Err(Failure::new(SCORE_BOUNDS, how))
            }
            (_, true) if has("is_entailed") => Err(Failure::new(
                export,
                "`is_entailed` works only with `moves`, where both players have the same moves and whoever cannot move loses",
            )),
            (_, false) if has("is_entailed") => Ok(Kind::Entailing),
            (_, false) => Ok(Kind::Impartial),
            (_, true) => Ok(Kind::Partizan),
        }
    }
}
