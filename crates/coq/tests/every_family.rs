//! All octal codes of two digits and 500 random sets: each certificate becomes a theorem.

use crate::compiler::{compile, said, theories};
use crate::definitions::Draws;
use crate::instances::certified;
use sprague_coq::{NoProof, theorem};
use sprague_core::Play;
use std::collections::BTreeMap;

fn families() -> Vec<(String, Play)> {
    let mut families: Vec<(String, Play)> = (0..64).map(|code| (format!("octal:0.{code:02o}"), Play::Normal)).collect();
    families.extend((0..64).map(|code| (format!("octal:4.{code:02o}"), Play::Normal)));
    let mut draws = Draws(1901);
    let text = |set: Vec<usize>| set.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    for number in 0..500 {
        let play = if draws.below(2) == 0 { Play::Normal } else { Play::Misere };
        let (set, other) = (text(draws.set(12)), text(draws.set(9)));
        families.push(match number % 5 {
            0 => (format!("subtraction:{set}"), play),
            1 => (format!("all-but:{set}"), play),
            2 => (format!("asymmetric:{set}/{other}"), play),
            3 => (format!("no-repeat:{other}:memory={}", 1 + draws.below(2)), play),
            _ => (format!("stones:{set}{}", if draws.below(2) == 0 { "" } else { ":wins=even" }), Play::Normal),
        });
    }
    families
}

#[test]
#[ignore = "release: takes twenty minutes"]
fn release_every_certificate_that_the_theories_cover_compiles() {
    let Some(folder) = theories() else { return };
    let (mut modules, mut counts) = (vec![], BTreeMap::<&str, u64>::new());
    for (family, play) in families() {
        let (is_octal, shown) = (family.starts_with("octal"), family.clone());
        let count = match certified(&family, play, Some(20_000)).map(|(certificate, rules)| theorem(&certificate, &rules)) {
            // a family without a certificate needs no theorem
            None => "not certified",
            Some(Ok(instance)) => {
                modules.push((family, instance.text));
                "proved"
            }
            Some(Err(NoProof::TooLarge { of, found, most })) => {
                println!("{family}: {of} would be {found}, of at most {most}");
                "too large"
            }
            Some(Err(other)) => panic!("{family}: {other}"),
        };
        let of = counts.entry(count).or_default();
        *of += 1;
        assert!(is_octal || count != "not certified", "{shown}");
    }
    for (number, some) in modules.chunks(40).enumerate() {
        let mut text = String::from(
            "From Coq Require Import List NArith.\nFrom Sprague Require Import Definitions Octal Families AllBut.\nImport ListNotations.\n",
        );
        for (at, (_, instance)) in some.iter().enumerate() {
            let (_, body) = instance.split_once("Import ListNotations.\n").unwrap();
            text += &format!("Module family_{at}.\n{body}End family_{at}.\n");
        }
        let compiled = compile(folder, &format!("families_{number}.v"), &text);
        let names: Vec<&str> = some.iter().map(|(family, _)| family.as_str()).collect();
        assert!(compiled.status.success(), "{names:?}: {}", said(&compiled));
        let all = String::from_utf8_lossy(&compiled.stdout).into_owned();
        assert!(!all.contains("Axioms"), "{all}");
    }
    println!("{counts:?}");
}
