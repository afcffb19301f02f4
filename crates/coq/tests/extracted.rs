//! Runs the checkers as a program in OCaml, which judges certificates independently of `sprague check`.

use crate::compiler::{said, theories};
use crate::heap_orders::{self, ordered};
use crate::instances::{FORGED, TWELVE, certified, kayles_by_states};
use sprague_core::certificate::{Certificate, OrderCertificate};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SOURCES: [(&str, &str); 3] = [
    ("Extract.v", include_str!("../proofs/check/Extract.v")),
    ("build", include_str!("../proofs/check/build")),
    ("judge.ml", include_str!("../proofs/check/judge.ml")),
];

/// Runs the program on a text.
fn verdict(folder: &Path, name: &str, text: &str) -> Output {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    Command::new("timeout").arg("60").arg(folder.join("check/judge")).arg(path).output().unwrap()
}

fn order_json(certificate: &OrderCertificate) -> String {
    serde_json::to_string(certificate).unwrap()
}

fn json(certificate: &Certificate) -> String {
    serde_json::to_string(certificate).unwrap()
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_the_extracted_checker_accepts_and_refuses_as_coq_does() {
    let Some(folder) = theories() else { return };
    fs::create_dir(folder.join("check")).unwrap();
    for (name, text) in SOURCES {
        fs::write(folder.join("check").join(name), text).unwrap();
    }
    let built = Command::new("sh").arg(folder.join("check/build")).output().unwrap();
    assert!(built.status.success(), "{}", said(&built));
    for (family, play) in TWELVE {
        let accepted = verdict(folder, "valid.json", &json(&certified(family, play, None).unwrap().0));
        assert_eq!(accepted.status.code(), Some(0), "{family}: {}", said(&accepted));
    }
    for (number, (family, play, forge)) in FORGED.into_iter().enumerate() {
        let (mut certificate, _) = certified(family, play, None).unwrap();
        forge(&mut certificate);
        let refused = verdict(folder, "forged.json", &json(&certificate));
        assert_eq!(refused.status.code(), Some(1), "{number}, {family}: {}", said(&refused));
    }
    for (sets, forge) in heap_orders::FORGED {
        let (mut certificate, _) = ordered(sets);
        let accepted = verdict(folder, "valid.json", &order_json(&certificate));
        assert_eq!(accepted.status.code(), Some(0), "{sets}: {}", said(&accepted));
        forge(&mut certificate);
        let refused = verdict(folder, "forged.json", &order_json(&certificate));
        assert_eq!(refused.status.code(), Some(1), "{sets}: {}", said(&refused));
    }
    for (depth, status) in [(30, 0), (5, 1)] {
        let states = verdict(folder, "states.json", &json(&kayles_by_states(depth, 143).0));
        assert_eq!(states.status.code(), Some(status), "{}", said(&states));
    }
    // an empty text, invalid JSON, JSON that is not a certificate, unclosed lists, and families or rows without a proof
    let kayles = json(&certified("kayles", sprague_core::Play::Normal, None).unwrap().0);
    let deep = "[".repeat(1_000_000);
    let order = order_json(&ordered("1,3/2").0);
    let strangers = [
        String::new(),
        "{".to_owned(),
        "{}".to_owned(),
        deep,
        kayles.replace("kayles", "grundy"),
        kayles.replace("normal", "misere"),
        kayles.replace("\"preperiod\":71", "\"preperiod\":99999999999999999999"),
        kayles.replace("\"preperiod\":71", "\"preperiod\":-1"),
        kayles.replace("kayles", "subtraction:1-99999999999"),
        order.replace("\"far\":8", "\"far\":99999999999"),
        order.replace("\"modulus\":2", "\"modulus\":99999"),
        order.replace("\"window\":100", "\"window\":1000000"),
    ];
    for stranger in strangers {
        let unread = verdict(folder, "stranger.json", &stranger);
        assert_eq!(unread.status.code(), Some(2), "{:.80}: {}", stranger, said(&unread));
    }
}
