//! What there is: every built-in ruleset with its notation and an example.

/// One ruleset of the command line.
///
/// ```
/// use sprague_games::{RULESETS, Session};
/// for entry in RULESETS {
///     if !entry.example.contains("FILE") {
///         assert!(Session::new().position(entry.example).is_ok(), "{}", entry.example);
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetEntry {
    /// The name and what follows it, such as `subtraction:SET`.
    pub notation: &'static str,
    /// What a component is.
    pub component: &'static str,
    /// The rules in a sentence.
    pub play: &'static str,
    /// A position that can be asked about.
    pub example: &'static str,
    /// Which theorem can prove a period.
    pub theorem: &'static str,
    /// Who invented or described it.
    pub source: &'static str,
}

/// Every built-in ruleset.
pub const RULESETS: &[RulesetEntry] = &[
    RulesetEntry {
        notation: "nim",
        component: "heap",
        play: "take any number from a heap",
        example: "nim@3,4,5",
        theorem: "all-but",
        source: "Bouton 1901",
    },
    RulesetEntry {
        notation: "subtraction:SET",
        component: "heap",
        play: "take an amount that is in SET",
        example: "subtraction:1,3,4@11",
        theorem: "bounded look-back",
        source: "TopCoder tutorial; Winning Ways ch. 4",
    },
    RulesetEntry {
        notation: "all-but:SET",
        component: "heap",
        play: "take any amount that is not in SET",
        example: "all-but:2,5@20",
        theorem: "all-but",
        source: "Siegel 2013, ch. IV",
    },
    RulesetEntry {
        notation: "stones:SET[:wins=even]",
        component: "pile or pile.mine.his",
        play: "take an amount in SET until none fits; who then holds an odd (even) number wins if the other does not",
        example: "stones:1-3@7",
        theorem: "bounded look-back",
        source: "McDougall 1997, Game::Stones",
    },
    RulesetEntry {
        notation: "no-repeat:SET[:memory=k]",
        component: "heap or heap/m1.m2",
        play: "take an amount in SET that is none of the last k moves",
        example: "no-repeat:1-5@20/3",
        theorem: "bounded look-back",
        source: "Fisher 2003, section 3",
    },
    RulesetEntry {
        notation: "asymmetric:LSET/RSET",
        component: "heap",
        play: "Left takes an amount in LSET, Right one in RSET; either may be `none`",
        example: "asymmetric:2,5,9/3,4,8@27",
        theorem: "bounded look-back",
        source: "Fisher 2003, section 4",
    },
    RulesetEntry {
        notation: "knights[:N]",
        component: "square x.y",
        play: "move a knight towards the corner of an N by N board (8 unless said)",
        example: "knights:8@3.4,7.7",
        theorem: "-",
        source: "TopCoder tutorial",
    },
    RulesetEntry {
        notation: "octal:CODE",
        component: "heaps",
        play: "take and break: bit k of digit i of CODE lets you take i and leave k heaps",
        example: "octal:0.77@12",
        theorem: "Guy-Smith; bounded look-back without splits",
        source: "Guy & Smith 1956",
    },
    RulesetEntry {
        notation: "grundy",
        component: "heaps",
        play: "split a heap into two unequal ones",
        example: "grundy@20",
        theorem: "none is known",
        source: "Grundy 1939",
    },
    RulesetEntry {
        notation: "kayles",
        component: "heaps",
        play: "0.77: knock down one skittle or two neighbours",
        example: "kayles@15",
        theorem: "Guy-Smith",
        source: "Dudeney 1908",
    },
    RulesetEntry {
        notation: "dawson-kayles",
        component: "heaps",
        play: "0.07: knock down two neighbours",
        example: "dawson-kayles@12",
        theorem: "Guy-Smith",
        source: "Winning Ways ch. 4",
    },
    RulesetEntry {
        notation: "dawson-chess",
        component: "heaps",
        play: "0.137: Dawson's chess problem as a heap game",
        example: "dawson-chess@12",
        theorem: "Guy-Smith",
        source: "Dawson 1935",
    },
    RulesetEntry {
        notation: "treblecross",
        component: "heaps",
        play: "0.007: one-dimensional noughts and crosses with crosses only",
        example: "treblecross@20",
        theorem: "Guy-Smith, but no period is known",
        source: "Winning Ways ch. 4",
    },
    RulesetEntry {
        notation: "digraph:FILE",
        component: "vertex",
        play: "move a token along an edge of a graph; cycles are allowed",
        example: "digraph:FILE@start",
        theorem: "-",
        source: "Smith 1966",
    },
];
