//! Compares forms with brute force from the definition and with the counts of Grundy & Smith.

use super::*;
use crate::theory::GenusSearch;
use crate::theory::rows::{GRUNDY, Heaps, KAYLES};
use sprague_core::Ruleset;
use std::collections::HashMap as Map;

mod cgsuite;
mod play;
mod text;

/// Returns `true` if the player to move loses under misère play, from the definition.
fn is_lost(rules: &Heaps, heaps: &Vec<u64>, memo: &mut Map<Vec<u64>, bool>) -> bool {
    if let Some(&known) = memo.get(heaps) {
        return known;
    }
    let options: Vec<Vec<u64>> = rules.options(heaps).collect();
    let lost = !options.is_empty() && !options.iter().any(|option| is_lost(rules, option, memo));
    memo.insert(heaps.clone(), lost);
    lost
}

#[test]
fn as_many_games_are_born_by_each_day_as_grundy_and_smith_count() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let born = (0..5).map(|day| forms.born_by(day).unwrap().len()).collect::<Vec<_>>();
    assert_eq!(born, [1, 2, 3, 5, 22]);
}

#[test]
fn forms_of_day_four_are_told_apart_and_add_as_games_do() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let all = forms.born_by(4).unwrap();
    let rows =
        all.iter().map(|&a| all.iter().map(|&b| forms.sum(a, b).map(|sum| forms.is_lost(sum)).unwrap()).collect::<Vec<_>>());
    let rows: Vec<Vec<bool>> = rows.collect();
    for (a, row) in rows.iter().enumerate() {
        for (b, other) in rows.iter().enumerate() {
            assert!(a == b || row != other || are_told_apart(&mut forms, &all, all[a], all[b]));
        }
    }
    for &a in &all {
        for &b in &all {
            for &c in &all {
                let [ab, bc] = [[a, b], [b, c]].map(|[x, y]| forms.sum(x, y).unwrap());
                assert_eq!(forms.sum(ab, c), forms.sum(a, bc));
            }
        }
    }
}

/// Returns `true` if some sum of two games distinguishes `a` and `b`.
fn are_told_apart(forms: &mut MisereForms<'_>, all: &[MisereForm], a: MisereForm, b: MisereForm) -> bool {
    all.iter().any(|&x| {
        all.iter().any(|&y| {
            let beside = forms.sum(x, y).unwrap();
            let [a, b] = [a, b].map(|form| forms.sum(form, beside).unwrap());
            forms.is_lost(a) != forms.is_lost(b)
        })
    })
}

#[test]
fn sums_of_heaps_are_lost_as_the_definition_says() {
    for rules in [GRUNDY, KAYLES] {
        let limits = Limits::default();
        let mut search = FormSearch::new(&rules, &limits);
        let mut memo = Map::new();
        for a in 0..15 {
            for b in a..12 {
                for c in b..8 {
                    let heaps: Vec<u64> = [a, b, c].into_iter().filter(|&heap| heap > 0).collect();
                    let form = search.form(&heaps).unwrap();
                    assert_eq!(search.forms().is_lost(form), is_lost(&rules, &heaps, &mut memo), "{heaps:?}");
                }
            }
        }
    }
}

#[test]
fn genera_are_those_of_the_search_for_genera() {
    for rules in [GRUNDY, KAYLES] {
        let limits = Limits::default();
        let (mut search, mut genera) = (FormSearch::new(&rules, &limits), GenusSearch::new(&rules, &limits));
        for heap in 0..19 {
            let form = search.form(&vec![heap]).unwrap();
            let genus = search.forms().genus(form).unwrap().clone();
            assert_eq!(genus, genera.genus(&vec![heap]).unwrap(), "{heap}");
            assert_eq!(genus.nimber(), search.forms().nimber(form));
        }
    }
}

#[test]
fn a_limit_stops_a_sum_and_leaves_what_is_known() {
    let limits = Limits { positions: 2_000, ..Limits::default() };
    let rules = KAYLES;
    let mut search = FormSearch::new(&rules, &limits);
    let stopped = (0..60).find_map(|heap| search.form(&vec![heap]).err().map(|error| (heap, error)));
    assert!(matches!(stopped, Some((8.., crate::evaluate::NimberError::Stopped(Stopped::Positions(2_000))))), "{stopped:?}");
    assert!(search.form(&vec![7]).is_ok());
}

/// The lost heaps of Grundy's game under misère play: multiples of three at first, then fewer.
#[test]
fn grundys_game_has_few_lost_heaps_behind_45() {
    let (rules, limits) = (GRUNDY, Limits::default());
    let mut search = FormSearch::new(&rules, &limits);
    let mut lost = vec![];
    for heap in 1..=60 {
        let form = search.form(&vec![heap]).unwrap();
        if search.forms().is_lost(form) {
            lost.push(heap);
        }
    }
    assert_eq!(lost, [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 50]);
}
