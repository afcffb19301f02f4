//! The description that a plugin gives of itself.

/// The description of a plugin: a module's lines `key: value`, a script's variables.
///
/// The keys, or the names of variables, are those of the fields.
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
    /// The name of a component in messages: "expected …".
    pub position: String,
    /// The text on its parameters.
    pub parameters: String,
    /// A component to try.
    pub example: String,
    /// The text on typing positions, such as "a whole number from 0".
    ///
    /// It is for plugins that have no notation of their own.
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
    /// The keys that were given.
    pub(crate) given: Vec<String>,
}
