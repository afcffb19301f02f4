//! What a plugin says about itself.

use crate::failure::{Failure, one_line};
use sprague_core::any::Kind;

/// What a plugin says about itself: a module in lines `key: value`, a script in variables of these names.
///
/// ```
/// use sprague_plugin::Plugin;
/// let plugin = Plugin::from_script("one.rhai", "let rules = \"take one\"; fn moves(n) { if n > 0 { [n - 1] } else { [] } }", None);
/// assert_eq!(plugin.unwrap().about().rules, "take one");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The name of the game.
    pub name: String,
    /// The rules in a sentence.
    pub rules: String,
    /// What a component is, for messages: "expected …".
    pub position: String,
    /// What its parameters are.
    pub parameters: String,
    /// A component to try.
    pub example: String,
    /// How positions are typed where the plugin has no notation of its own, such as "a whole number from 0".
    pub notation: String,
    /// `impartial` unless said; `partizan` where Left and Right have moves of their own.
    pub(crate) is_partizan: bool,
    /// Data instead of code: the allowed amounts.
    pub(crate) amounts: Option<String>,
    /// Left's and Right's amounts, where they differ.
    pub(crate) amounts_of: [Option<String>; 2],
    /// The forbidden amounts.
    pub(crate) forbidden: Option<String>,
    /// A take-and-break code.
    pub(crate) code: Option<String>,
}

impl About {
    /// Every key.
    pub(crate) const KEYS: [&str; 11] = [
        "name",
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

    /// Those that give rules as data.
    pub(crate) const DATA: [&str; 5] = ["amounts", "left_amounts", "right_amounts", "forbidden", "code"];

    /// Notes one thing.
    pub(crate) fn set(&mut self, export: &str, key: &str, value: &str) -> Result<(), Failure> {
        let text = one_line(value.trim());
        match key {
            "name" => self.name = text,
            "rules" => self.rules = text,
            "position" => self.position = text,
            "parameters" => self.parameters = text,
            "example" => self.example = text,
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

    /// What was expected where a text names no position.
    pub(crate) fn expected(&self) -> String {
        match (self.position.as_str(), self.example.as_str(), self.notation.as_str()) {
            ("", "", "") => "a position of this plugin".to_owned(),
            ("", example, "") => format!("a position, such as {example}"),
            ("", "", notation) => {
                format!("{notation}: positions of a plugin without `parse` are like its `example`, and it gives none")
            }
            ("", example, notation) => format!("{notation}, such as {example}"),
            (position, _, "") => position.to_owned(),
            (position, _, notation) => format!("{position} ({notation})"),
        }
    }

    /// What the rules promise, whether they have a terminal rule or not.
    pub(crate) fn kind(&self, export: &str, has_terminal_rule: bool) -> Result<Kind, Failure> {
        match (self.is_partizan, has_terminal_rule) {
            (false, false) => Ok(Kind::Impartial),
            (true, false) => Ok(Kind::Partizan),
            (false, true) => Ok(Kind::TerminalRule),
            (true, true) => {
                Err(Failure::new(export, "partizan rules end when a player has no move, so there is no `terminal_outcome`"))
            }
        }
    }
}
