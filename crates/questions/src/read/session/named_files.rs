//! A question can only open files that were named at the start, however their paths are written.

use super::*;
use sprague::registry::NamedFiles;
use std::sync::atomic::AtomicUsize;

/// A disk with a single empty file that may be read.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        assert_eq!(path, "./named.rhai", "it was looked for");
        Ok(vec![])
    }
}

/// Every notation of the rulesets that contains a path.
const DOORS: [&str; 20] = [
    "PATH",
    "PATH:7",
    "no-repeat:PATH",
    "no-repeat:PATH:memory=2",
    "digraph:PATH",
    "hackenbush:PATH",
    "snort:PATH",
    "col:PATH",
    "subtraction:PATH",
    "all-but:PATH",
    "stones:PATH",
    "stones:PATH:wins=even",
    "no-repeat:PATH,1",
    "asymmetric:PATH/1",
    "asymmetric:1/PATH",
    "octal:PATH",
    "game:PATH",
    "impartial:PATH",
    "impartial:impartial:asymmetric:1/PATH",
    "impartial:snort:PATH",
];

/// Paths that are not spelled `./named.rhai`, although some lead to that file.
const PATHS: [&str; 24] = [
    "./other.rhai",
    "named.rhai",
    "././named.rhai",
    "./x/../named.rhai",
    ".//named.rhai",
    "./Named.rhai",
    "./named.RHAI",
    "./named.rhai/",
    "./named.wasm",
    "./named.wat",
    "/etc/passwd",
    "/dev/stdin",
    "/proc/self/environ",
    "../named.rhai",
    "/",
    "./",
    ".",
    "\"./named.rhai \"",
    "\" ./named.rhai\"",
    "\"./na med.rhai\"",
    "\"./a+b@c,d.rhai\"",
    "\"/etc/passwd\"",
    "\"\"",
    "file:///etc/passwd",
];

fn closed() -> Session {
    Session::new().with_files(NamedFiles::over(Disk, ["./named.rhai".to_owned()]))
}

#[test]
fn no_door_leads_to_a_file_that_was_not_named() {
    let session = closed();
    let (mut refused, mut asked) = (0, 0);
    for (door, path) in DOORS.iter().flat_map(|door| PATHS.map(|path| (door, path))) {
        let family = door.replace("PATH", path);
        let as_position = |text: &str| session.position(text).map(|_| ());
        let tried = [
            session.family(&family).map(|_| ()),
            session.family_within(&family, &Limits::default()).map(|_| ()),
            as_position(&format!("{family}@3")),
            as_position(&format!("nim@1 + -{family} @ 3")),
            as_position(&format!("{family}@3,{family}@2")),
        ];
        for answer in tried {
            let said = answer.map_or_else(|error| error.to_string(), |()| String::new());
            asked += 1;
            refused += u32::from(said.contains("the program reads only files that were named when it was started"));
        }
    }
    // the others are not paths in their place, or no notation at all, such as the code `octal:.`
    assert!(refused > 800, "{refused} of {asked} came as far as a file");
}

#[test]
fn a_refusal_does_not_tell_what_there_is() {
    for door in DOORS {
        let said = |path: &str| {
            let error = closed().family(&door.replace("PATH", path)).unwrap_err();
            (error.at, error.expected.replace(path, "PATH"))
        };
        assert_eq!(said("/proc/self/exe.rhai"), said("/no/such/files.rhai"), "{door}");
        assert_eq!(said("./src/session/named_files.rs"), said("./src/session/other_files.rs"), "{door}");
        assert_eq!(said("/etc"), said("/atc"), "{door}");
    }
}

/// A policy with the same file for every name. It counts how often the file is read.
#[derive(Clone)]
struct Counted(&'static str, Arc<AtomicUsize>);

impl Files for Counted {
    fn read(&self, _: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        self.1.fetch_add(1, Ordering::Relaxed);
        if self.0.len() as u64 > most { Err(Unreadable::TooLong(most)) } else { Ok(self.0.into()) }
    }
}

#[test]
fn files_that_were_named_are_read_once_through_every_door() {
    let script = "fn moves(n) { if n > 0 { [n - 1] } else { [] } }";
    for (family, name, content) in [
        ("./a.rhai", "./a.rhai", script),
        ("\"./a b+c.rhai\"", "./a b+c.rhai", script),
        ("no-repeat:./a.rhai", "./a.rhai", script),
        ("no-repeat:./set", "./set", "1 2"),
        ("subtraction:./set", "./set", "1 3 4"),
        ("all-but:\"./s,t\"", "./s,t", "2"),
        ("stones:/sets/s:wins=even", "/sets/s", "1-3"),
        ("digraph:graph", "graph", "a b"),
        ("hackenbush:./tree", "./tree", "0 a L"),
        ("snort:../map", "../map", "a b"),
        ("col:\"my map\"", "my map", "a b"),
        ("impartial:snort:\"./my map\"", "./my map", "a b"),
        ("impartial:\"./a b:c@d.rhai\"", "./a b:c@d.rhai", script),
    ] {
        let files = Counted(content, Arc::default());
        let named = NamedFiles::over(files.clone(), [name.to_owned()]);
        let session = Session::new().with_files(named);
        for question in [family.to_owned(), format!(" {family} ")] {
            session.family(&question).unwrap_or_else(|error| panic!("{family}: {error}"));
        }
        assert_eq!(files.1.load(Ordering::Relaxed), 1, "{family}");
    }
}

#[test]
fn what_was_read_under_another_policy_is_not_kept() {
    let open = Session::new().with_files(Counted("1 3", Arc::default()));
    assert!(open.family("subtraction:./set").is_ok());
    assert!(open.with_files(NamedFiles::over(Disk, [])).family("subtraction:./set").is_err());
}

#[test]
fn a_file_that_was_named_is_no_longer_than_the_limits_of_the_question_allow() {
    let long: &'static str = Box::leak("1 ".repeat(1 << 20).into_boxed_str());
    let session = Session::new().with_files(NamedFiles::over(Counted(long, Arc::default()), ["./set".to_owned()]));
    let read = |bytes| session.family_within("subtraction:./set", &Limits { bytes, ..Limits::default() });
    let refused = read(1 << 20).unwrap_err().to_string();
    assert!(refused.contains("would take more memory than"), "{refused}");
    assert!(read(1 << 30).is_ok());
}

#[test]
fn no_text_starts_a_program() {
    for session in [closed(), Session::new()] {
        for door in DOORS {
            let family = door.replace("PATH", "exec:touch");
            let said = session.position(&format!("{family}@3")).map_or_else(|error| error.to_string(), |_| String::new());
            assert!(!said.is_empty(), "{family}");
        }
        let said = session.position("exec:\"touch me\"@3").map(|_| ()).unwrap_err().to_string();
        assert!(said.contains("a program that is named in the command's own arguments"), "{said}");
    }
}
