//! A long check can be continued from a checkpoint, which is refused for any other claim.

use crate::program::{Said, Scratch, ask, command};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

const LONG: &str = include_str!("../../check/tests/claims/data/0.104.json");
const SHORT: &str = include_str!("../../check/tests/claims/data/0.16.json");

fn check(claim: &Scratch, checkpoint: &Scratch, flags: &str) -> Said {
    let words = ["check", claim.as_str(), "--checkpoint", checkpoint.as_str()];
    ask(words.into_iter().chain(flags.split_whitespace()))
}

/// Returns the number of heaps that a run has checked when it reached a limit.
fn done(said: Said) -> u64 {
    let line = said.regret();
    let (before, _) = line.split_once(" heaps are done, and the same command continues").unwrap_or_else(|| panic!("{line}"));
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line}"))
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_check_in_several_runs_accepts_what_one_run_accepts() {
    let (claim, checkpoint) = (Scratch::file("claim.json", SHORT), Scratch::path("check.checkpoint"));
    let mut last = 0;
    for heaps in [5, 1_000, 70_000, 130_000, 200_000, 276_388] {
        let heaps = done(check(&claim, &checkpoint, &format!("--limit-positions {heaps}")));
        assert!(heaps >= last);
        last = heaps;
    }
    assert!(last > 130_000);
    let whole = ask(["check", claim.as_str()]).text();
    assert!(whole.starts_with("accepted: octal:0.16") && whole.contains("period 149459 from n = 105351 on"));
    for _ in 0..2 {
        assert_eq!(check(&claim, &checkpoint, "").text(), whole);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_killed_check_goes_on_from_its_last_save() {
    let (claim, checkpoint) = (Scratch::file("claim.json", LONG), Scratch::path("check.checkpoint"));
    let mut child = command();
    child.args(["check", claim.as_str(), "--checkpoint", checkpoint.as_str()]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().unwrap();
    // at first the file holds only the question
    while std::fs::metadata(checkpoint.as_str()).map_or(0, |file| file.len()) < 10_000 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it saved anything");
        sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let heaps = done(check(&claim, &checkpoint, "--limit-positions 1"));
    assert!(heaps > 100_000, "{heaps}");
    assert!(done(check(&claim, &checkpoint, &format!("--limit-positions {}", heaps + 1_000_000))) > heaps);
}

#[test]
fn a_checkpoint_of_another_claim_is_refused_and_left() {
    let (claim, checkpoint) = (Scratch::file("claim.json", SHORT), Scratch::path("check.checkpoint"));
    done(check(&claim, &checkpoint, "--limit-positions 200000"));
    let before = std::fs::read(checkpoint.as_str()).unwrap();
    for (change, to) in [("\"depth\":21577", "\"depth\":21578"), ("105351", "105350"), ("0.16\"", "0.16 \"")] {
        let other = Scratch::file("other.json", SHORT.replace(change, to));
        let why = check(&other, &checkpoint, "");
        assert!(
            why.err.contains("this checkpoint belongs to `check octal:0.16: period 149459") || why.status == 2,
            "{}",
            why.err
        );
    }
    let why = check(&Scratch::file("other.json", LONG), &checkpoint, "--format json").regret();
    assert!(why.contains("and is left as it is"), "{why}");
    assert!(std::fs::read(checkpoint.as_str()).unwrap() == before);
    std::fs::write(checkpoint.as_str(), &before[..before.len() / 2]).unwrap();
    let why = check(&claim, &checkpoint, "").regret();
    assert!(why.contains("the checkpoint is damaged"), "{why}");
    // the same claim with other white space is accepted
    std::fs::write(checkpoint.as_str(), &before).unwrap();
    let spaced = Scratch::file("spaced.json", SHORT.replace(',', ",\n "));
    assert!(check(&spaced, &checkpoint, "").text().starts_with("accepted"));
}

#[test]
fn claims_of_absurd_lengths_end_at_a_limit_in_one_line() {
    for (change, to) in
        [("\"period\":149459", "\"period\":1152921504606846976"), ("\"start\":126930", "\"start\":1152921504606846976")]
    {
        let claim =
            Scratch::file("absurd.json", SHORT.replace("\"preperiod\":105351", "\"preperiod\":900000000000").replace(change, to));
        let said = ask(["check", claim.as_str(), "--limit-time", "1", "--limit-memory", "300M"]);
        assert_eq!((said.status, said.out.lines().count() + said.err.lines().count()), (1, 1), "{}{}", said.out, said.err);
        assert!(said.work() < 10.0 && said.mebibytes < 400, "{} s, {} MiB", said.work(), said.mebibytes);
    }
}
