//! The description of a plugin.

/// A description, from a module's lines `key: value` or a script's variables.
///
/// The keys, or the names of the variables, are those of the fields.
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
    /// The name of the game for people. If it is empty, [`name`](Self::name) is used.
    pub title: String,
    /// The aim of a player, in one line.
    pub aim: String,
    /// The rules in two sentences: possible moves, and who wins.
    pub brief: String,
    /// The rules in one sentence.
    pub rules: String,
    /// The name of a component in messages such as "expected …".
    pub position: String,
    /// A description of the parameters.
    pub parameters: String,
    /// An example of a component.
    pub example: String,
    /// A description of the text of a position, such as "a whole number from 0".
    ///
    /// Only plugins without a notation need it.
    pub notation: String,
    /// Whether Left and Right have different moves (`partizan`). The default is `impartial`.
    pub(crate) is_partizan: bool,
    /// Whether play may go on for ever (`endless`). The default is `false`.
    pub(crate) is_endless: bool,
    /// The allowed amounts, for rules given as data.
    pub(crate) amounts: Option<String>,
    /// Left's and Right's amounts, for rules given as data with different amounts.
    pub(crate) amounts_of: [Option<String>; 2],
    /// The forbidden amounts, for rules given as data.
    pub(crate) forbidden: Option<String>,
    /// A take-and-break code, for rules given as data.
    pub(crate) code: Option<String>,
    pub(crate) given: Vec<String>,
}
