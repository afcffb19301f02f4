//! Compares the guests in `examples/plugins` that need a C or Rust compiler, and guests that use the guest crate, with brute
//! force.
//!
//! If the compiler or the target `wasm32` is missing, the test prints a message and is skipped. In CI the test fails if there
//! is no C compiler.

use super::examples::Classes;
use sprague::any::AnyImpartial;
use sprague::evaluate::nimber;
use sprague::{AnyRuleset, OutcomeClass};
use sprague_plugin::laws::{Effort, Law, try_laws};
use sprague_plugin::{NotLoaded, Plugin};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/plugins")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

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

/// Nimbers of small boards (columns x rows), found by the brute force of `examples.rs`.
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

/// Cram by its free squares. The guest crate gives their neighbours.
const CELLS: &str = r##"#![no_std]
use sprague_guest::*;

struct Cram { width: u64, height: u64 }
impl Cram {
    fn dominoes(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.width * self.height).flat_map(|square| {
            let flat = (square % self.width + 1 < self.width).then_some(0b11 << square);
            let upright = (square + self.width < self.width * self.height).then_some((1 | 1 << self.width) << square);
            [flat, upright].into_iter().flatten()
        })
    }
}
impl Rules for Cram {
    type Position = u64;
    const ABOUT: &str = "name: Cram";
    const START: Self = Cram { width: 4, height: 4 };
    fn options(&self, free: u64, _: Player, options: &mut Options<'_, u64>) {
        self.dominoes().filter(|domino| free & domino == *domino).for_each(|domino| options.push(free & !domino));
    }
}
impl Cells for Cram {
    fn neighbours(&self, cell: usize) -> Option<u64> {
        let beside = self.dominoes().filter(|domino| domino >> cell & 1 == 1).fold(0, |beside, domino| beside | domino);
        (cell < (self.width * self.height) as usize).then_some(beside)
    }
}
impl Parameters for Cram {
    fn configure(text: &str) -> Result<Self, BadAt> {
        let mut scan = Scan::new(text);
        let width = scan.number()?;
        scan.literal("x")?;
        let height = scan.number()?;
        scan.end()?;
        if matches!(width.checked_mul(height), Some(1..=64)) { Ok(Cram { width, height }) } else { Err(BadAt(0)) }
    }
}
export!(Cram: Cells, Parameters);
"##;

#[test]
#[ignore = "slow: seconds"]
fn slow_cram_by_its_cells_is_taken_apart_by_the_host() {
    let path = match guest_of("cells", CELLS) {
        Ok(path) => path,
        Err(why) => return println!("skipped: {why}"),
    };
    for (size, value) in CRAM {
        let load = || Plugin::load(&path, Some(size)).unwrap();
        let rules = rules(&load());
        let (columns, rows) = size.split_once('x').unwrap();
        let cells = columns.parse::<u32>().unwrap() * rows.parse::<u32>().unwrap();
        let text = ((1_u64 << cells) - 1).to_string();
        let typed = AnyImpartial::try_from(rules.clone()).unwrap();
        assert_eq!(nimber(&typed, &rules.read(&text).unwrap()).unwrap().0, value, "{size}");
        let report = try_laws(&load, &[&text], Effort::default());
        assert_eq!((report.broken, rules.fault()), (None, None));
        let is_apart = report.held.iter().any(|(law, times)| *law == Law::SummandsHaveTheOptions && *times > 5);
        assert!(is_apart || cells < 9, "{size}: {:?}", report.held);
    }
}

/// A guest with a terminal rule, labels and parameters. With some parameters its answer exceeds the buffer.
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

/// Domineering on boards of at most eight rows and columns, with a bit for each free square.
const DOMINEERING: &str = r##"//! What spares the host work.
#![no_std]
use sprague_guest::*;

struct Domineering;

/// The squares in the corner of the board.
fn cornered(mut free: u64) -> u64 {
    if free == 0 {
        return 0;
    }
    while free & 0xff == 0 {
        free >>= 8;
    }
    while free & 0x0101_0101_0101_0101 == 0 {
        free >>= 1;
    }
    free
}

/// The squares that are `(row, column)` of others.
fn placed(free: u64, place: fn(u64, u64) -> (u64, u64)) -> u64 {
    let squares = (0..64).filter(|square| free >> square & 1 == 1).map(|square| place(square / 8, square % 8));
    squares.fold(0, |all, (row, column)| all | 1 << (8 * row + column))
}

impl Rules for Domineering {
    type Position = u64;
    const ABOUT: &str = "name: Domineering\nplay: partizan";
    const START: Self = Domineering;
    fn options(&self, free: u64, player: Player, options: &mut Options<'_, u64>) {
        for square in 0..64 {
            let (other, is_inside) = if player == Player::Left { (square + 8, square < 56) } else { (square + 1, square % 8 < 7) };
            if is_inside && free >> square & 1 == 1 && free >> other & 1 == 1 {
                options.push(free & !(1 << square | 1 << other));
            }
        }
    }
}
impl Notation for Domineering {
    fn parse(&self, text: &str) -> Result<u64, BadAt> {
        let (mut free, mut row, mut column) = (0, 0, 0);
        for (at, square) in text.bytes().enumerate() {
            match square {
                b'.' if column < 8 => free |= 1 << (8 * row + column),
                b'#' if column < 8 => {}
                b'/' if row < 7 => {
                    (row, column) = (row + 1, 0);
                    continue;
                }
                _ => return Err(BadAt(at)),
            }
            column += 1;
        }
        if text.is_empty() { Err(BadAt(0)) } else { Ok(free) }
    }
    fn show(&self, free: u64, text: &mut Text<'_>) {
        let last = (0..8).rev().find(|row| free >> (8 * row) & 0xff != 0).unwrap_or(0);
        for row in 0..=last {
            if row > 0 {
                text.push("/");
            }
            let squares = free >> (8 * row) & 0xff;
            let columns = 64 - squares.leading_zeros();
            for column in 0..columns.max(1) {
                text.push(if squares >> column & 1 == 1 { "." } else { "#" });
            }
        }
    }
}
impl Summands for Domineering {
    fn summands(&self, mut free: u64, parts: &mut Parts<'_, u64>) {
        const FIRST: u64 = 0x0101_0101_0101_0101;
        while free != 0 {
            let mut region = free & free.wrapping_neg();
            loop {
                let near = region << 8 | region >> 8 | (region & !(FIRST << 7)) << 1 | (region & !FIRST) >> 1;
                let larger = region | near & free;
                if larger == region {
                    break;
                }
                region = larger;
            }
            free &= !region;
            parts.push(cornered(region));
        }
    }
}
impl Canonical for Domineering {
    fn canonical(&self, free: u64) -> u64 {
        let mirrored = placed(free, |row, column| (row, 7 - column));
        let turned = |free| placed(free, |row, column| (7 - row, column));
        [free, mirrored, turned(free), turned(mirrored)].map(cornered).into_iter().min().unwrap_or(0)
    }
}
impl Negative for Domineering {
    fn negative(&self, free: u64) -> Option<u64> {
        Some(placed(free, |row, column| (column, row)))
    }
}
impl Bounded for Domineering {
    fn bounds(&self, free: u64) -> [Option<i64>; 4] {
        let most = i64::from(free.count_ones() / 2);
        [Some(-most), Some(most), None, None]
    }
}
impl Estimated for Domineering {
    fn estimate(&self, free: u64) -> i64 {
        let upright = free & free >> 8;
        let flat = free & free >> 1;
        (i64::from(upright.count_ones()) - i64::from(flat.count_ones())) << 14
    }
}
export!(Domineering: Notation, Summands, Canonical, Negative, Bounded, Estimated);
"##;

const PARTIZAN_KAYLES: &str = r##"//! Heaps of two players.
#![no_std]
use sprague_guest::*;

struct Kayles;
impl PartizanHeapRules for Kayles {
    const ABOUT: &str = "name: Partizan Kayles";
    fn heap_options(n: u64, player: Player, options: &mut HeapOptions<'_>) {
        if let Some(rest) = n.checked_sub(if player == Player::Left { 1 } else { 2 }) {
            (0..=rest / 2).for_each(|left| options.push(&[left, rest - left]));
        }
    }
}
export!(Kayles: PartizanHeapRules);
"##;

/// Compiles a guest from these lines and the guest crate, if possible.
fn guest_of(name: &str, lines: &str) -> Result<String, String> {
    let source = folder(&format!("{name}-source"));
    let guest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guest").canonicalize().unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"cdylib\"]\n\
         [dependencies]\nsprague-guest = {{ path = {guest:?} }}\n[workspace]\n"
    );
    std::fs::create_dir_all(source.join("src")).unwrap();
    std::fs::write(source.join("Cargo.toml"), manifest).unwrap();
    std::fs::write(source.join("src/lib.rs"), lines).unwrap();
    rust_guest(&source, name).map(|path| path.to_str().unwrap().to_owned())
}

#[test]
fn domineering_in_rust_is_that_of_the_script() {
    let path = match guest_of("domineering", DOMINEERING) {
        Ok(path) => path,
        Err(why) => return println!("skipped: {why}"),
    };
    let module = Classes::new(rules(&Plugin::load(&path, None).unwrap()));
    let script = Classes::of("domineering.rhai");
    for board in ["....", "../..", ".../...", "..../....", "..#./.#../....", ".#.#./..#../.#..."] {
        assert_eq!(module.difference(&script, board), OutcomeClass::Previous, "{board}");
    }
    module.are([(vec!["..../..../..../....".to_owned()], OutcomeClass::Next)]);
    module.keep_the_laws(&["../../..", ".../.#./...", "..../....", "..##.../..##/##..", "#"]);
    assert!(module.rules.read("../..#../.x").is_err_and(|error| error.at == 10));
    let boards = ["....", ".../.#./...", "..##.../..##/##.."];
    let report = try_laws(&|| Plugin::load(&path, None).unwrap(), &boards, Effort::default());
    assert_eq!(report.broken, None);
    for law in [Law::SummandsHaveTheOptions, Law::CanonicalPositionsHaveTheOptions, Law::NegativesExchangeThePlayers] {
        assert!(report.held.iter().any(|(held, times)| *held == law && *times > 20), "{law}: {report:?}");
    }
}

#[test]
fn partizan_kayles_in_rust_is_that_of_the_script() {
    let path = match guest_of("partizan_kayles", PARTIZAN_KAYLES) {
        Ok(path) => path,
        Err(why) => return println!("skipped: {why}"),
    };
    let module = rules(&Plugin::load(&path, None).unwrap());
    let script = Classes::of("partizan-kayles.rhai").rules;
    for heaps in ["0", "7", "1.1", "9.4", "12.1.2"] {
        let shown = |rules: &Arc<dyn AnyRuleset>, player| {
            let mut moves = vec![];
            rules.moves(&rules.read(heaps).unwrap(), player, 0, &mut moves);
            moves.into_iter().map(|mv| (mv.label, rules.show(&mv.to))).collect::<Vec<_>>()
        };
        for player in sprague::Player::BOTH {
            assert_eq!(shown(&module, player), shown(&script, player), "{heaps}");
        }
    }
    assert_eq!(module.fault(), None);
}

#[test]
fn every_trait_of_the_guest_crate_reaches_the_host_and_what_does_not_fit_traps() {
    let path = match guest_of("race", RACE) {
        Ok(path) => path,
        Err(why) => return println!("skipped: {why}"),
    };
    let path = path.as_str();
    let rules = rules(&Plugin::load(path, None).unwrap());
    let mut moves = vec![];
    rules.moves(&rules.read("7").unwrap(), sprague::Player::Left, 0, &mut moves);
    let shown: Vec<(&str, String)> = moves.iter().map(|mv| (mv.label.as_str(), rules.show(&mv.to))).collect();
    assert_eq!(shown, [("take 1", "6!".to_owned()), ("take 2", "5!".to_owned())]);
    assert_eq!(rules.terminal_outcome(&rules.read("0").unwrap(), sprague::Player::Left), sprague::Outcome::Draw);
    assert_eq!(rules.read("7x").unwrap_err().at, 1);
    // sixteen options of four words fill the buffer, seventeen do not fit
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
