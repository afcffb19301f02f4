//! The guests of `examples/plugins` that need a compiler, C and Rust, answer what brute force answers; and so does the guest crate.
//!
//! Where the compiler or the target `wasm32` is missing, the test says so and is skipped; but CI has a C compiler, or fails.

use sprague::AnyRuleset;
use sprague::any::AnyImpartial;
use sprague::evaluate::nimber;
use sprague_plugin::{NotLoaded, Plugin};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/plugins")
}

/// A folder for what is built.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The C guest, if a compiler for it is found.
fn c_guest() -> Result<PathBuf, String> {
    let made = folder("c").join("cram.wasm");
    let mut why = "there is no `clang`".to_owned();
    for clang in ["clang", "clang-14"] {
        let mut command = Command::new(clang);
        command.args(["--target=wasm32", "-nostdlib", "-O2", "-Wall", "-Werror", "-Wl,--no-entry", "-o"]).arg(&made);
        match command.arg(examples().join("cram.c")).output() {
            Ok(output) if output.status.success() => return Ok(made),
            Ok(output) => {
                why = format!("`{clang}` cannot: {}", String::from_utf8_lossy(&output.stderr));
                let is_unable = why.contains("wasm-ld") || why.contains("target");
                assert!(is_unable, "the example does not compile: {why}");
            }
            Err(_) => {}
        }
    }
    Err(why)
}

/// A Rust guest, if the target is installed.
fn rust_guest(source: &Path, name: &str) -> Result<PathBuf, String> {
    let target = "wasm32-unknown-unknown";
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    let libraries = libraries.map_err(|error| format!("there is no `rustc`: {error}"))?;
    if !Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).exists() {
        return Err(format!("the target is not installed: rustup target add {target}"));
    }
    let folder = folder(name);
    let cargo = Command::new(env!("CARGO"))
        .args(["build", "--release", "--offline", "--quiet", "--target", target, "--target-dir"])
        .arg(&folder)
        .current_dir(source)
        .env_remove("RUSTFLAGS")
        .output()
        .map_err(|error| format!("there is no `cargo`: {error}"))?;
    assert!(cargo.status.success(), "the example does not compile: {}", String::from_utf8_lossy(&cargo.stderr));
    Ok(folder.join(target).join("release").join(format!("{name}.wasm")))
}

fn rules(plugin: &Plugin) -> Arc<dyn AnyRuleset> {
    assert_eq!(plugin.fault(), None);
    plugin.rules().clone()
}

/// Nimbers of small boards, columns and rows: as the brute force of `examples.rs` finds them.
const CRAM: [(&str, u32); 9] =
    [("1x2", 1), ("1x6", 3), ("2x2", 0), ("3x2", 1), ("2x3", 1), ("4x2", 0), ("3x3", 0), ("4x3", 1), ("5x2", 1)];

fn plays_cram(built: Result<PathBuf, String>) {
    let path = match built {
        Ok(path) => path,
        Err(why) => return println!("skipped: {why}"),
    };
    let path = path.to_str().unwrap();
    for (size, value) in CRAM {
        let rules = rules(&Plugin::load(path, Some(size)).unwrap());
        let empty = rules.read("empty").unwrap();
        assert_eq!(nimber(&AnyImpartial::try_from(rules.clone()).unwrap(), &empty).unwrap().0, value, "{size}");
        let shown = rules.show(&empty);
        assert_eq!(rules.read(&shown), Ok(empty));
        assert_eq!(rules.read(&shown[1..]).unwrap_err().at, shown.len() - 1);
        assert_eq!(rules.read(&format!("{shown}.")).unwrap_err().at, shown.len());
        assert_eq!(rules.fault(), None);
    }
    for bad in ["", "x", "4", "4y4", "9x9", "4x4x", "0x4"] {
        match Plugin::load(path, Some(bad)) {
            Err(NotLoaded::Parameters(_)) => {}
            Ok(_) if bad.is_empty() => {}
            _ => panic!("{bad} is no size"),
        }
    }
}

#[test]
fn cram_in_c_has_the_known_values() {
    let built = c_guest();
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_ci || built.is_ok(), "CI tests guests in C: {built:?}");
    plays_cram(built);
}

#[test]
fn cram_in_rust_has_the_known_values() {
    plays_cram(rust_guest(&examples().join("rust-cram"), "rust_cram"));
}

/// A guest with everything that the guest crate offers, and with an answer that does not fit.
const RACE: &str = r##"//! Every trait of the guest crate.
#![no_std]
use sprague_guest::*;

struct Race(u64);
impl Rules for Race {
    type Position = (u64, bool);
    const ABOUT: &str = "name: Race";
    const START: Self = Race(2);
    const ROOM: usize = 64;
    fn options(&self, (left, mine): (u64, bool), _: Player, options: &mut Options<'_, (u64, bool)>) {
        (1..=self.0.min(left)).for_each(|taken| options.push((left - taken, !mine)));
    }
}
impl Notation for Race {
    fn parse(&self, text: &str) -> Result<(u64, bool), BadAt> {
        let mut scan = Scan::new(text);
        let left = scan.number()?;
        scan.end().map(|()| (left, true))
    }
    fn show(&self, (left, mine): (u64, bool), text: &mut Text<'_>) {
        text.number(left);
        text.push(if mine { "" } else { "!" });
    }
}
impl Labels for Race {
    fn label(&self, _: (u64, bool), _: Player, index: usize, text: &mut Text<'_>) {
        text.push("take ");
        text.number(1 + index as u64);
    }
}
impl Ending for Race {
    fn terminal_outcome(&self, (_, mine): (u64, bool)) -> Outcome {
        if mine { Outcome::Draw } else { Outcome::Win }
    }
}
impl Parameters for Race {
    fn configure(text: &str) -> Result<Self, BadAt> {
        let mut scan = Scan::new(text);
        let most = scan.number()?;
        scan.end().map(|()| Race(most))
    }
}
export!(Race: Notation, Labels, Ending, Parameters);
"##;

#[test]
fn every_trait_of_the_guest_crate_reaches_the_host_and_what_does_not_fit_traps() {
    let source = folder("race-source");
    let guest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guest").canonicalize().unwrap();
    let manifest = format!(
        "[package]\nname = \"race\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n\
         [dependencies]\nsprague-guest = {{ path = {guest:?} }}\n[workspace]\n"
    );
    std::fs::create_dir_all(source.join("src")).unwrap();
    std::fs::write(source.join("Cargo.toml"), manifest).unwrap();
    std::fs::write(source.join("src/lib.rs"), RACE).unwrap();
    let path = match rust_guest(&source, "race") {
        Ok(path) => path,
        Err(why) => return println!("skipped: {why}"),
    };
    let path = path.to_str().unwrap();
    let rules = rules(&Plugin::load(path, None).unwrap());
    let mut moves = vec![];
    rules.moves(&rules.read("7").unwrap(), sprague::Player::Left, 0, &mut moves);
    let shown: Vec<(&str, String)> = moves.iter().map(|mv| (mv.label.as_str(), rules.show(&mv.to))).collect();
    assert_eq!(shown, [("take 1", "6!".to_owned()), ("take 2", "5!".to_owned())]);
    assert_eq!(rules.terminal_outcome(&rules.read("0").unwrap()), sprague::Outcome::Draw);
    assert_eq!(rules.read("7x").unwrap_err().at, 1);
    // sixteen options of four words fill the room, seventeen do not fit
    for (most, fits) in [("16", true), ("17", false)] {
        let plugin = Plugin::load(path, Some(most)).unwrap();
        let rules = plugin.rules();
        let mut options = vec![];
        rules.options(&rules.read("100").unwrap(), sprague::Player::Left, 0, &mut options);
        assert_eq!(options.len(), if fits { 16 } else { 0 });
        let trapped = rules.fault().is_some_and(|fault| fault.reason.contains("race.wasm: `options`: it trapped"));
        assert_eq!(trapped, !fits, "{:?}", rules.fault());
    }
}
