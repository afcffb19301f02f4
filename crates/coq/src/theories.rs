//! The theories, in the order in which Coq compiles them.

/// The names and contents of all files that an instance needs next to it.
///
/// The theories come first, each after those that it imports, followed by the script that compiles them and a description of
/// their theorems.
///
/// ```
/// let (name, text) = sprague_coq::FILES[0];
/// assert_eq!(name, "Definitions.v");
/// assert!(text.lines().count() <= 200); // all that a reader of the statements must know
/// ```
pub const FILES: [(&str, &str); 21] = [
    ("Definitions.v", include_str!("../proofs/Definitions.v")),
    ("Games.v", include_str!("../proofs/Games.v")),
    ("Heaps.v", include_str!("../proofs/Heaps.v")),
    ("Rows.v", include_str!("../proofs/Rows.v")),
    ("TakeAndBreak.v", include_str!("../proofs/TakeAndBreak.v")),
    ("OctalRows.v", include_str!("../proofs/OctalRows.v")),
    ("SparseRows.v", include_str!("../proofs/SparseRows.v")),
    ("Octal.v", include_str!("../proofs/Octal.v")),
    ("States.v", include_str!("../proofs/States.v")),
    ("Counters.v", include_str!("../proofs/Counters.v")),
    ("Families.v", include_str!("../proofs/Families.v")),
    ("AllBut.v", include_str!("../proofs/AllBut.v")),
    ("Sums.v", include_str!("../proofs/Sums.v")),
    ("Graphs.v", include_str!("../proofs/Graphs.v")),
    ("Partizan.v", include_str!("../proofs/Partizan.v")),
    ("Compared.v", include_str!("../proofs/Compared.v")),
    ("Order.v", include_str!("../proofs/Order.v")),
    ("Options.v", include_str!("../proofs/Options.v")),
    ("Values.v", include_str!("../proofs/Values.v")),
    ("compile", include_str!("../proofs/compile")),
    ("README.md", include_str!("../proofs/README.md")),
];

/// The first line of `_CoqProject`, which gives the library of the theories the name `Sprague`.
const LIBRARY: &str = "-Q . Sprague";

/// Returns the text of `_CoqProject` with `instance` added.
///
/// `coq_makefile`, editors and `compile` read this file. `before` is its current text, if it exists.
///
/// ```
/// let first = sprague_coq::project(None, "kayles.v");
/// assert!(first.starts_with("-Q . Sprague\nDefinitions.v\n") && first.ends_with("Values.v\nkayles.v\n"));
/// assert_eq!(sprague_coq::project(Some(&first), "kayles.v"), first);
/// assert_eq!(sprague_coq::project(Some("-Q . Sprague\nRows.v\n"), "kayles.v"), first);
/// assert!(sprague_coq::project(Some(&first), "octal_0_137.v").ends_with("kayles.v\noctal_0_137.v\n"));
/// ```
pub fn project(before: Option<&str>, instance: &str) -> String {
    let theories: Vec<&str> = FILES.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".v")).collect();
    // the theories come first, also if `before` has the list of another version
    let kept = before.unwrap_or_default().lines().skip(1).filter(|line| !theories.contains(line));
    let mut lines = [&[LIBRARY], &theories[..]].concat();
    lines.extend(kept);
    if !lines.contains(&instance) {
        lines.push(instance);
    }
    lines.join("\n") + "\n"
}

/// Returns `true` if a text is a `_CoqProject` that [`project`] wrote.
///
/// ```
/// use sprague_coq::{is_project, project};
/// assert!(is_project(&project(None, "kayles.v")) && !is_project("-R . Other\n"));
/// ```
pub fn is_project(text: &str) -> bool {
    text.lines().next() == Some(LIBRARY)
}
