//! Every ruleset has pictures of its positions, or is listed here with a reason, and every move changes its picture.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sprague::any::{self, AnyPosition, GraphPicture, Labelled, Look, Picture};
use sprague::notation;
use sprague::{AnyRuleset, Player};
use sprague_questions::{Session, registry};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The rulesets without pictures, and the reasons.
const WITHOUT: [(&str, &str); 6] = [
    ("catch-up", "the numbers that are left, without a place where they lie"),
    ("kalah", "the board is turned round after a move, so that the same place is another hole"),
    ("sheep", "a herd is a letter and a number, and a cell of a picture is one character"),
    ("game", "a value has no place where it lies; its text is the picture"),
    ("acrostic", "pairs of numbers of any two rulesets, which have pictures alone"),
    ("product", "the same"),
];

/// Files for the tests, by the word that stands for each. They are written only once.
static FILES: LazyLock<BTreeMap<&str, PathBuf>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    let texts = [
        ("FILE", "start left\nstart right\nleft right\nright left\nleft end\n"),
        ("MAP", "a b\nb c\nc a\nc d\nd=L\ne\n"),
        ("BUSH", "0 a L\na b R\na b E\nb 0 R\nb b L\n0 c E\n"),
    ];
    let written = texts.map(|(name, text)| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        (name, path)
    });
    written.into()
});

fn with_files(text: &str) -> String {
    FILES.iter().fold(text.to_owned(), |text, (name, path)| text.replace(name, &format!("\"{}\"", path.display())))
}

fn components(text: &str) -> Vec<(Arc<dyn AnyRuleset>, AnyPosition)> {
    let session = Session::new();
    let (family, positions) = text.rsplit_once('@').unwrap();
    let ruleset = session.family(family).unwrap_or_else(|error| panic!("{text}: {error}"));
    let rules = ruleset.rules();
    notation::components(positions).map(|(_, position)| (rules.clone(), rules.read(position).unwrap())).collect()
}

fn moves(rules: &dyn AnyRuleset, position: &AnyPosition, player: Player) -> Vec<Labelled> {
    let mut moves = vec![];
    rules.moves(position, player, 0, &mut moves);
    moves
}

/// Checks the pictures of up to 60 positions in breadth-first order. Returns the number of their moves.
fn look(name: &str, rules: &dyn AnyRuleset, start: AnyPosition) -> usize {
    let mut known = HashSet::from([start.clone()]);
    let (mut pending, mut seen) = (vec![start], 0);
    let mut next = 0;
    while next < pending.len() && next < 60 {
        let position = pending[next].clone();
        next += 1;
        let shown = rules.show(&position);
        let picture = rules.picture(&position).unwrap_or_else(|| panic!("{name}: {shown} has no picture"));
        assert!(picture.parts() <= Picture::MAX_PARTS);
        assert_eq!(picture.marks(&picture), Vec::<usize>::new(), "{name}: nothing has changed in {shown}");
        is_well_formed(&picture);
        for mv in Player::BOTH.into_iter().flat_map(|player| moves(rules, &position, player)) {
            seen += 1;
            if mv.to != position {
                let after = rules.picture(&mv.to).unwrap_or_else(|| panic!("{name}: {} of {shown} has no picture", mv.label));
                let marks = picture.marks(&after);
                // a pass changes nothing in the picture
                assert!(!marks.is_empty() || mv.label == "pass", "{name}: {} of {shown} changes nothing", mv.label);
                assert!(marks.is_sorted_by(|one, next| one < next) && marks.iter().all(|part| *part < picture.parts()));
                // the board of `twisted` is turned after each move, so that labels name other squares
                if name != "twisted" {
                    tells_of_all(&picture, &after, rules, &mv.label, &marks);
                }
            }
            if known.insert(mv.to.clone()) {
                pending.push(mv.to);
            }
        }
    }
    seen
}

/// Checks the changes of a move against its marks, and against the squares that its label names.
fn tells_of_all(picture: &Picture, after: &Picture, rules: &dyn AnyRuleset, label: &str, marks: &[usize]) {
    let look = rules.look();
    let changes = picture.changes(after, &look);
    match (picture, after) {
        (Picture::Heaps(before), Picture::Heaps(after)) => {
            // in all of these rules a move takes tokens, and the changes contain how many from which heap
            let taken: u64 = changes.heaps.iter().map(|heap| heap.takes).sum();
            assert_eq!(before.iter().sum::<u64>() - taken, after.iter().sum::<u64>(), "{label}: {before:?} {after:?}");
            assert!(changes.heaps.iter().all(|heap| before[heap.heap] == heap.takes + heap.leaves.iter().sum::<u64>()));
        }
        (Picture::Cells(before), Picture::Cells(after)) => {
            let told: BTreeSet<usize> =
                changes.goes.iter().chain(&changes.comes).chain(&changes.from).chain(&changes.to).copied().collect();
            assert_eq!(told.into_iter().collect::<Vec<_>>(), marks, "{label}: {before:?} {after:?}");
            if before.iter().map(Vec::len).eq(after.iter().map(Vec::len)) || label.starts_with("bite") {
                let named = squares(label, before, &look);
                // a stone that captures a stone of the same kind leaves no change in the square where it lands
                let is_named = |square: &usize| named.contains(square);
                assert!(
                    named.iter().all(|square| marks.contains(square)) || marks.iter().all(is_named),
                    "{label}: {named:?} {marks:?}"
                );
                assert!(label.contains("into") || !named.is_empty(), "{label} names a square");
            }
        }
        _ => assert!(
            changes.goes.iter().chain(&changes.comes).chain(&changes.from).chain(&changes.to).all(|part| marks.contains(part))
        ),
    }
}

/// Returns the squares that a label names, as indices of parts.
fn squares(label: &str, rows: &[Vec<char>], look: &Look) -> Vec<usize> {
    let numbers = |text: &str| text.split('.').map(|number| number.parse::<usize>().ok()).collect::<Option<Vec<usize>>>();
    let base = usize::from(look.base);
    let words = label.split(|c: char| !c.is_ascii_digit() && c != '.').filter(|word| !word.is_empty());
    let part = |word: &str| match (&numbers(word)?[..], look.is_strip, look.is_column_first) {
        ([column], true, _) => Some(column - base),
        ([row, column], false, false) | ([column, row], false, true) => {
            Some(rows[..row - base].iter().map(Vec::len).sum::<usize>() + column - base)
        }
        _ => None,
    };
    words.filter_map(part).collect()
}

/// Checks that edges end at vertices, and that all characters are printable.
fn is_well_formed(picture: &Picture) {
    match picture {
        Picture::Cells(rows) => assert!(rows.iter().flatten().all(|cell| *cell == ' ' || cell.is_ascii_graphic())),
        Picture::Graph(GraphPicture { vertices, edges, .. }) => {
            let names: HashSet<&str> = vertices.iter().map(|vertex| vertex.name.as_str()).collect();
            assert_eq!(names.len(), vertices.len(), "names tell vertices apart");
            assert!(edges.iter().all(|edge| [edge.from, edge.to].iter().all(|&end| (end as usize) < vertices.len())));
        }
        _ => {}
    }
}

#[test]
fn every_ruleset_has_a_picture_or_says_why_not() {
    let mut without = vec![];
    let registry = registry();
    let entries: Vec<_> = registry.entries().filter(|entry| !entry.is_brought() && entry.example.contains('@')).collect();
    assert!(entries.len() > 25, "{}", entries.len());
    for entry in entries {
        for (rules, position) in components(&with_files(&entry.example)) {
            match rules.picture(&position) {
                Some(_) => assert!(look(entry.name(), &*rules, position) > 0, "{}", entry.name()),
                None if without.last() == Some(&entry.name()) => {}
                None => without.push(entry.name()),
            }
        }
    }
    assert_eq!(without, WITHOUT.map(|(name, _)| name));
}

#[test]
fn every_move_changes_the_picture_of_what_can_be_reached() {
    for text in [
        "kayles@9,5.4.4",
        "octal:0.137@12.3",
        "grundy@14",
        "nim@0,9",
        "subtraction:1,3,4@30",
        "all-but:2@15",
        "asymmetric:1,3/2@17",
        "stones:1-3@9.1.0",
        "no-repeat:1-5:memory=3@20",
        // rows can never be computed, because there are too many lists of remembered moves
        "no-repeat:1-60:memory=30@40",
        "no-repeat:1-5@9/3",
        "wythoff@5.5,3.8,0.4",
        "euclid@25.7,7.25",
        "chomp@4x5,5.3.1",
        "cram@3x4,.#./#../...",
        "domineering@3x4",
        "clobber@xo./oxo/x.o",
        "nogo@2x4,x.o/...",
        "fox-and-geese@4x4,x.x./.o..",
        "hare-and-hounds@3x5,#xx#/o.x./#..#",
        "konane@4x4,xo.#ox",
        "cannibal-clobber@xo./oxo/x.o",
        "impartial:snort@..L...",
        "amazons@x../.../..o",
        "knights:5@3.4,0.0",
        "toads-frogs@T.TF.F",
        "backsliding-toads-frogs@T.TF.F",
        "toppling-dominoes@LRELLR",
        "hackenbush@LRELR",
        "cutcake@3x4,2x2.2x2.1x5",
        "snort@..L...",
        "col@.R....",
        "snort:MAP@.....",
        "col:MAP@.R...",
        "hackenbush:BUSH@LRERLE",
        "childish-hackenbush:BUSH@LRERLE",
        "partizan-arc-kayles@path:5:gone=1-2:red=3-4",
        "digraph-placement@1-2.2>3:blue=1.3:red=2",
        "fjords@path:7:blue=2.5:red=7",
        "digraph:FILE@start",
    ] {
        for (rules, position) in components(&with_files(text)) {
            let is_over = Player::BOTH.iter().all(|player| rules.is_stuck(&position, *player));
            assert!(look(text, &*rules, position) > 0 || is_over, "{text}");
        }
    }
}

#[test]
fn heaps_are_shown_in_the_order_of_the_text() {
    for (text, heaps) in
        [("kayles@9.4.4", vec![4, 4, 9]), ("nim@7", vec![7]), ("wythoff@3.5", vec![3, 5]), ("stones:1-3@7.1.0", vec![7])]
    {
        let (rules, position) = components(text).remove(0);
        assert_eq!(rules.picture(&position), Some(Picture::Heaps(heaps.clone())), "{text}");
        let shown = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
        assert!(rules.show(&position).starts_with(&shown), "{text}");
    }
}

#[test]
fn left_and_right_change_places_in_the_picture_of_a_negative() {
    let (rules, position) = components("hackenbush@LE").remove(0);
    let edge = |rules: &dyn AnyRuleset| {
        let Some(Picture::Graph(graph)) = rules.picture(&position) else { panic!("it is a graph") };
        graph.edges[0].player
    };
    assert_eq!((edge(&*rules), edge(&*any::negative(rules.clone()))), (Some(Player::Left), Some(Player::Right)));
    // squares stay in the place that the labels of moves name
    let (rules, position) = components("clobber@xo").remove(0);
    assert_eq!(any::negative(rules.clone()).picture(&position), rules.picture(&position));
}

#[test]
fn what_is_too_large_to_be_seen_has_no_picture() {
    for text in ["knights:65@0.0", "chomp@65x64", "cram@65x64", "domineering@128x128", "cutcake@64x65"] {
        let (rules, position) = components(text).remove(0);
        assert_eq!(rules.picture(&position), None, "{text}");
    }
}
