//! Asks a plugin every kind of question, and measures the CPU time of the thread and the memory of the process.

use sprague::any::{AnyImpartial, AnyPosition, AnySum, AnyTerminalRule, Kind, Picture};
use sprague::evaluate::{Search, nimber};
use sprague::heap::Rows;
use sprague::{AnyRuleset, Limits, Outcome, Play, Player};
use sprague_plugin::laws::Law;
use sprague_plugin::{NotLoaded, Plugin};
use sprague_testkit::pace::{Pace, computed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The maximum work of a hostile plugin, in units of about a second.
///
/// It is measured by [`Pace::work`], so that it does not depend on the speed of the machine.
const LONGEST: f64 = 8.0;

/// The maximum memory of the process with a hostile plugin, in bytes.
const MAX_MEMORY: u64 = 256 << 20;

/// Cases run one at a time, so that the measured memory belongs to one plugin.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

pub(super) struct Verdict {
    pub(super) fault: Option<String>,
    /// The law that the fault breaks.
    pub(super) law: Option<Law>,
    pub(super) refused: Option<String>,
    /// The outcome of position `3`, if it was found.
    pub(super) outcome: Option<Outcome>,
}

impl Verdict {
    /// Checks that the plugin failed in this function, and that its message is well-formed.
    pub(super) fn is_a_fault(&self, case: &str, export: &str, reason: &str) {
        let fault = self.fault.as_deref().unwrap_or_else(|| panic!("{case}: no fault, refused {:?}", self.refused));
        assert_eq!(fault.lines().count(), 1, "{case}: one line: {fault}");
        assert!(!fault.chars().any(char::is_control), "{case}: {fault:?}");
        assert!(fault.chars().count() < 1000, "{case}: {fault}");
        assert!(fault.contains("hostile"), "{case}: the plugin's name: {fault}");
        assert!(fault.contains(&format!("`{export}`")), "{case}: the function `{export}`: {fault}");
        assert!(fault.contains(reason), "{case}: the reason `{reason}`: {fault}");
        let named = Law::ALL.into_iter().find(|law| fault.contains(&format!("breaks the law `{law}`")));
        assert!(self.law == Some(named.unwrap_or(Law::CallsAnswer)) || fault.ends_with('…'), "{case}: {:?}: {fault}", self.law);
    }

    /// Checks that nothing went wrong.
    pub(super) fn is_fine(&self, case: &str) {
        assert_eq!((self.fault.as_deref(), self.law, self.refused.as_deref()), (None, None, None), "{case}");
    }
}

pub(super) fn module(text: &str) -> Verdict {
    let bytes = wat::parse_str(text).unwrap_or_else(|error| panic!("the test is wrong: {error}\n{text}"));
    binary(&bytes)
}

/// Judges a module.
pub(super) fn binary(bytes: &[u8]) -> Verdict {
    judged(|| Plugin::from_module("hostile.wasm", bytes, None))
}

pub(super) fn script(text: &str) -> Verdict {
    judged(|| Plugin::from_script("hostile.rhai", text, None))
}

pub(super) fn judged(load: impl FnOnce() -> Result<Plugin, NotLoaded>) -> Verdict {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let before = memory_before();
    let start = computed();
    let verdict = match load() {
        Err(refused) => Verdict { fault: None, law: None, refused: Some(refused.to_string()), outcome: None },
        Ok(plugin) => asked(&plugin),
    };
    let took = computed().saturating_sub(start);
    is_soon(took, verdict.fault.as_deref());
    if took > Duration::from_secs(1) {
        println!("{took:.2?}: {}", verdict.fault.as_deref().unwrap_or("no fault"));
    }
    if let (Some(before), Some(most)) = (before, memory("VmHWM:")) {
        assert!(most.saturating_sub(before) < MAX_MEMORY, "{} MiB, {:?}", (most.saturating_sub(before)) >> 20, verdict.fault);
    }
    others_work();
    verdict
}

/// Checks that a plugin did not compute for too long.
pub(super) fn is_soon(took: Duration, fault: Option<&str>) {
    let work = Pace::now().work(took);
    assert!(work < LONGEST, "{work} in {took:?}, {fault:?}");
}

/// Asks every kind of question.
fn asked(plugin: &Plugin) -> Verdict {
    let (mut refused, mut outcome) = (None, None);
    let rules = plugin.rules();
    if !plugin.is_data() {
        if let Some(nimbers) = rules.heaps().and_then(|heaps| heaps.nimbers()) {
            Rows::of(&&*nimbers, 40);
        }
        asked_rules(rules, &mut refused, &mut outcome);
    }
    let fault = plugin.fault();
    assert_eq!(fault, plugin.fault(), "a fault stays");
    if fault.is_some() {
        let mut moves = vec![];
        rules.moves(&rules.read("3").unwrap_or_default(), Player::Left, 0, &mut moves);
        assert!(moves.is_empty(), "who failed lists no moves, so that evaluation ends");
    }
    Verdict { law: plugin.broken_law(), fault: fault.map(|fault| fault.reason.to_string()), refused, outcome }
}

fn asked_rules(rules: &Arc<dyn AnyRuleset>, refused: &mut Option<String>, outcome: &mut Option<Outcome>) {
    for text in ["3", "", "x", "999999999999999999999", "3~2", "ä"] {
        if let Err(error) = rules.read(text) {
            assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{text}: {error}");
        }
    }
    let position = match rules.read("3") {
        Ok(position) => position,
        Err(error) => {
            *refused = Some(error.to_string());
            AnyPosition::default()
        }
    };
    for player in [Player::Left, Player::Right] {
        rules.options(&position, player, 0, &mut vec![]);
        rules.moves(&position, player, 0, &mut vec![]);
    }
    rules.show(&position);
    rules.terminal_outcome(&position, Player::Left);
    rules.terminal_score(&position, Player::Right);
    rules.score_bounds(&position, Player::Left);
    rules.scored_options(&position, Player::Right, 0, &mut vec![]);
    rules.is_entailed(&position);
    rules.summands(&position, &mut vec![]);
    rules.normal_form(position.clone());
    rules.negative(&position);
    rules.hints().bounds(&position);
    rules.hints().estimate(&position);
    if let Some(picture) = rules.picture(&position) {
        assert!(picture.parts() <= Picture::MAX_PARTS && picture.marks(&picture).is_empty());
    }
    let limits = Limits { positions: 2_000, ..Limits::default() };
    if let Ok(typed) = AnyImpartial::try_from(rules.clone()) {
        *outcome = sprague::graph::PositionGraph::explore(&typed, position.clone(), &limits)
            .ok()
            .map(|graph| sprague::evaluate::labels::outcomes(&graph).outcome(0));
        let _ = Search::within(&limits).nimber(&typed, &position);
    }
    if rules.kind() == Kind::Partizan {
        let sum = AnySum::new(vec![rules.clone()], Play::Normal);
        *outcome = Search::within(&limits).outcome(&sum, &sum.position(Player::Left, [(0, position.clone())])).ok();
    }
    if let Ok(typed) = AnyTerminalRule::try_from(rules.clone()) {
        *outcome = Search::within(&limits).outcome(&typed, &position).ok();
    }
}

/// Checks that another plugin in this process still works.
fn others_work() {
    let good = Plugin::from_script("good.rhai", "fn moves(n) { if n > 0 { [n - 1] } else { [] } }", None).unwrap();
    let rules = good.rules();
    let value = nimber(&AnyImpartial::try_from(rules.clone()).unwrap(), &rules.read("5").unwrap());
    assert_eq!((value.unwrap().0, rules.fault()), (1, None));
}

/// Returns the memory of the process and resets its recorded peak, or returns `None` if the system cannot do that.
fn memory_before() -> Option<u64> {
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    memory("VmRSS:")
}

/// Reads a figure of the memory of the process from the system, in bytes.
fn memory(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}
