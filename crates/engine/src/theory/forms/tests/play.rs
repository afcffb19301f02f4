//! Compares forms, differences, links and kinds with play from the definition.

use super::*;

/// Returns a pseudorandom number generator with a fixed seed.
fn dice(mut state: u64) -> impl FnMut(usize) -> usize {
    move |sides| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % sides
    }
}

/// Returns all forms of day 4, and random ones of later days.
fn sample(forms: &mut MisereForms<'_>, more: usize, seed: u64) -> Vec<MisereForm> {
    let (mut all, mut roll) = (forms.born_by(4).unwrap(), dice(seed));
    for round in 0..more {
        let from = if 3 * round < more { 22 } else { all.len() };
        let options: Vec<MisereForm> = (0..=roll(5)).map(|_| all[roll(from)]).collect();
        let form = forms.of_options(options);
        if forms.birthday(form) < 8 {
            all.push(form);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn sums_of_trees_are_lost_as_play_in_the_trees_says() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let mut roll = dice(88172645463325252);
    for _ in 0..150 {
        let mut trees: Vec<Vec<usize>> = vec![vec![]];
        for tree in 1..14 {
            trees.push((0..=roll(4)).map(|_| roll(tree)).collect());
        }
        let mut of_trees: Vec<MisereForm> = vec![];
        for options in &trees {
            of_trees.push(forms.of_options(options.iter().map(|&option| of_trees[option]).collect::<Vec<_>>()));
        }
        let mut lost = [[false; 14]; 14];
        for (a, b) in (0..14).flat_map(|a| (0..14).map(move |b| (a, b))) {
            let mut options = trees[a].iter().map(|&a| lost[a][b]).chain(trees[b].iter().map(|&b| lost[a][b])).peekable();
            lost[a][b] = options.peek().is_some() && !options.any(|is_lost| is_lost);
            let sum = forms.sum(of_trees[a], of_trees[b]).unwrap();
            assert_eq!(forms.is_lost(sum), lost[a][b], "{a} and {b} of {trees:?}");
        }
    }
}

#[test]
fn what_is_added_is_found_again_and_links_and_distinguishers_keep_their_word() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let all: Vec<MisereForm> = sample(&mut forms, 60, 99991).into_iter().filter(|&form| forms.birthday(form) < 6).collect();
    let is_lost = |forms: &mut MisereForms<'_>, a, b| {
        let sum = forms.sum(a, b).unwrap();
        forms.is_lost(sum)
    };
    let (mut links, mut sums) = (0, 0);
    for &a in &all {
        let mate = forms.mate(a).unwrap();
        assert!(is_lost(&mut forms, a, mate));
        assert_eq!(forms.mate(mate), Ok(a));
        let heap = forms.misere_nimber(a).0;
        for tokens in 0..6 {
            let other = forms.heap(tokens).unwrap();
            assert_eq!(is_lost(&mut forms, a, other), tokens == heap);
        }
        for &b in &all {
            if forms.birthday(a) + forms.birthday(b) <= 8 {
                let sum = forms.sum(a, b).unwrap();
                assert_eq!(forms.difference(sum, a), Ok(Some(b)));
                let parts = forms.all_parts(sum).unwrap();
                assert!(parts.contains(&a) && parts.contains(&b));
                for partition in forms.partitions(sum).unwrap() {
                    let back = partition.iter().try_fold(MisereForm::ZERO, |sum, &prime| forms.sum(sum, prime));
                    assert_eq!(back, Ok(sum));
                }
                sums += 1;
            }
            match forms.link(a, b).unwrap() {
                Some(link) => {
                    assert!(is_lost(&mut forms, a, link) && is_lost(&mut forms, b, link));
                    links += 1;
                }
                None => assert!(forms.options(a).contains(&b) || forms.options(b).contains(&a)),
            }
            match forms.distinguisher(a, b).unwrap() {
                Some(beside) => assert!(is_lost(&mut forms, a, beside) != is_lost(&mut forms, b, beside)),
                None => assert_eq!(a, b),
            }
        }
    }
    assert!(links > 1000 && sums > 400, "{links} links, {sums} sums");
}

/// Looks differences up among all sums of two small games.
#[test]
fn there_is_a_difference_exactly_if_some_game_adds_up() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let wholes = sample(&mut forms, 40, 7);
    let parts = forms.born_by(4).unwrap();
    let mut sums = Map::new();
    for &a in &parts {
        for &b in &parts {
            sums.insert((forms.sum(a, b).unwrap(), a), b);
        }
    }
    let is_small = |forms: &MisereForms<'_>, form| forms.birthday(form) <= 4;
    for whole in wholes.into_iter().chain(sums.keys().map(|(sum, _)| *sum).collect::<Vec<_>>()) {
        for &part in &parts {
            // a difference that ends within four moves is among the sums, and a later one is confirmed by adding
            let found = forms.difference(whole, part).unwrap();
            assert_eq!(found.filter(|&rest| is_small(&forms, rest)), sums.get(&(whole, part)).copied());
            if let Some(rest) = found {
                assert_eq!(forms.sum(part, rest), Ok(whole));
            }
        }
    }
}

#[test]
fn tame_games_of_all_sorts_add_as_heaps_do() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let mut by_kind: [Vec<MisereForm>; 3] = [vec![], vec![], vec![]];
    let heaps: Vec<MisereForm> = (0..5).map(|tokens| forms.heap(tokens).unwrap()).collect();
    for form in sample(&mut forms, 8000, 4242) {
        let kind = forms.kind(form).unwrap();
        if kind > MisereKind::Tameable || forms.birthday(form) > 6 {
            continue;
        }
        if by_kind[kind as usize].len() < 25 {
            by_kind[kind as usize].push(form);
        }
        // two nimbers determine its misère nimber in a sum with two heaps
        for (a, b) in (2..5).flat_map(|a| (0..=a).map(move |b| (a, b))) {
            let beside = forms.sum(heaps[a], heaps[b]).unwrap();
            let sum = forms.sum(form, beside).unwrap();
            assert_eq!(forms.misere_nimber(sum), forms.nimber(form) + Nimber((a ^ b) as u32), "{kind} beside {a} and {b}");
        }
    }
    let [tame, general, tameable] = by_kind;
    assert!(tame.len() == 25 && general.len() == 25 && tameable.len() > 4, "{} tameable", tameable.len());
    let others: Vec<MisereForm> = tame.into_iter().step_by(3).chain(general).collect();
    for &a in others.iter().chain(&tameable) {
        for (place, &b) in others.iter().enumerate() {
            for &c in others[..place].iter().step_by(5) {
                let ab = forms.sum(a, b).unwrap();
                let sum = forms.sum(ab, c).unwrap();
                let nimber = [a, b, c].iter().map(|&form| forms.nimber(form)).sum::<Nimber>();
                let are_fickle = [a, b, c].iter().all(|&form| forms.nimber(form) != forms.misere_nimber(form));
                let misere_nimber = if are_fickle { nimber + Nimber(1) } else { nimber };
                assert_eq!(forms.misere_nimber(sum), misere_nimber);
            }
        }
    }
}

#[test]
fn restive_games_act_as_one_heap_or_another() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let (mut restive, mut reverting) = (vec![], 0);
    for form in sample(&mut forms, 4000, 4242) {
        if matches!(forms.kind(form), Ok(MisereKind::Restive | MisereKind::GenerallyRestive)) && forms.birthday(form) < 7 {
            let options = forms.options(form).to_vec();
            let reverts = options.into_iter().any(|option| forms.kind(option).unwrap() > MisereKind::GenerallyTame);
            reverting += i32::from(reverts);
            restive.push(form);
        }
    }
    assert!(restive.len() > 20 && reverting > 5, "{} restive, {reverting} by options that revert", restive.len());
    let heaps: Vec<MisereForm> = (0..6).map(|tokens| forms.heap(tokens).unwrap()).collect();
    for form in restive {
        let (p, m) = (forms.nimber(form).0, forms.misere_nimber(form).0);
        for (a, b, c) in (0..6).flat_map(|a| (0..=a).flat_map(move |b| (0..=b.min(2)).map(move |c| (a, b, c)))) {
            let acts_as_m = [a, b, c].iter().all(|&heap| heap < 2 || heap ^ m < 2);
            let acting = if acts_as_m { m } else { p };
            let mut sum = form;
            for heap in [a, b, c] {
                sum = forms.sum(sum, heaps[heap as usize]).unwrap();
            }
            assert_eq!(forms.is_lost(sum), acting ^ a ^ b ^ c == 0, "{p}^{m} beside {a}, {b} and {c}");
        }
    }
}
