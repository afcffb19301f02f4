//! Checks forms that are written and read, and days that are counted.

use super::*;
use num_bigint::BigUint;

#[test]
fn what_is_written_is_read_again_long_or_short() {
    let limits = Limits::default();
    let mut search = FormSearch::new(&KAYLES, &limits);
    let mut numbered = 0;
    for heap in 0..=24 {
        let form = search.form(&vec![heap]).unwrap();
        let text = search.forms().text(form).unwrap();
        assert_eq!(search.forms().read(&text), Ok(form), "{heap}");
        let graph = search.forms().graph(form).unwrap();
        if text.contains('%') {
            numbered += 1;
        } else {
            assert!(text.len() <= 10_000);
        }
        // in another set of forms it has another number, but the same text and graph
        let mut others = MisereForms::new(&limits);
        let again = others.read(&text).unwrap();
        assert_eq!(others.graph(again), Ok(graph));
    }
    assert!(numbered > 3 && numbered < 15, "{numbered}");
}

#[test]
fn a_text_of_10000_characters_is_the_longest_in_which_nothing_is_numbered() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    // a form that occurs twice in another one, with the rest of the text around it
    for (signs, is_numbered) in [(4997, false), (4998, true)] {
        let chain = format!("2{}", "#".repeat(signs));
        let form = forms.read(&format!("*[{chain}#{chain}]")).unwrap();
        let text = forms.text(form).unwrap();
        assert_eq!(text.contains("%1;="), is_numbered, "{}", text.len());
        assert_eq!(forms.read(&text), Ok(form));
    }
}

#[test]
fn bad_text_is_refused_where_it_goes_wrong() {
    let limits = Limits { positions: 1000, ..Limits::default() };
    let mut forms = MisereForms::new(&limits);
    let big = "*[&4000000000;]";
    #[rustfmt::skip]
    let cases = [
        ("", 0), ("2", 0), ("*2", 1), ("*[", 2), ("*[]", 2), ("*[x]", 2), ("*[2", 3), ("*[2]2", 4), ("*[(2]", 4), ("*[()]", 3), ("*[2)]", 3),
        ("*[2#-1]", 4), ("*[4##[-9]]", 6), ("*[2[x]]", 4), ("*[2[-x]]", 5), ("*[&;]", 3), ("*[&5000000000;]", 3), ("*[&12]", 5), ("*[%1;]", 2),
        ("*[%1;=2]", 7), ("*[%1;=2,%2;]", 8), ("*[2]+", 5), (big, 2),
    ];
    for (text, at) in cases {
        let error = forms.read(text).unwrap_err();
        assert_eq!((error.at, error.limit.is_some()), (at, text == big), "{text}: {error}");
    }
}

/// Reads and writes deep and wide texts, which must not use recursion.
#[test]
fn deep_forms_are_read_and_written() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let chain = format!("*[2{}]", "#".repeat(50_000));
    let form = forms.read(&chain).unwrap();
    assert_eq!(forms.text(form).unwrap(), chain);
    let nested = format!("*[{}2#1{}]", "(".repeat(50_000), "3)".repeat(50_000));
    let form = forms.read(&nested).unwrap();
    assert!(forms.birthday(form) > 40_000);
    let text = forms.text(form).unwrap();
    assert_eq!(forms.read(&text), Ok(form));
    let mate = forms.mate(form).unwrap();
    assert_eq!(forms.mate(mate), Ok(form));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_days_are_counted_as_grundy_smith_and_thompson_count_them() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let counts: Vec<BigUint> = (0..6).map(|day| forms.count_born_by(day).unwrap().unwrap()).collect();
    assert_eq!(counts, [1_u32, 2, 3, 5, 22, 4_171_780].map(BigUint::from));
    let powers = [
        2096640, 2095104, 2094593, 2094080, 2091523, 2091522, 2088960, 2088705, 2088448, 2088193, 2086912, 2086657, 2086401,
        2086145, 2085888, 2079234,
    ];
    let power = |exponent: u32| BigUint::from(1_u32) << exponent;
    let sixth = power(4_171_780) + power(1_960_962) + 21_u32 - powers.into_iter().map(power).sum::<BigUint>();
    assert!(forms.count_born_by(6) == Ok(Some(sixth)));
    assert_eq!(forms.count_born_by(7), Ok(None));
}

#[test]
fn limits_stop_every_question_and_are_no_answers() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    let mut forms = MisereForms::new(&limits);
    let [a, b] = ["*[(2#1)2##]", "*[((2#0)10)2##]"].map(|text| forms.read(text).unwrap());
    let sum = forms.sum(a, b).unwrap();
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let asked = Err(Stopped::Asked);
    // the limits are only checked from time to time, so a question may be answered before they stop it
    let mut ask = |question: &dyn Fn(&mut MisereForms<'_>) -> Result<(), Stopped>| {
        assert_eq!((0..2000).map(|_| question(&mut forms)).find(Result::is_err), Some(asked.clone()));
    };
    ask(&|forms| forms.difference(sum, a).map(drop));
    ask(&|forms| forms.parts(sum).map(drop));
    ask(&|forms| forms.partitions(sum).map(drop));
    ask(&|forms| forms.link(a, b).map(drop));
    ask(&|forms| forms.distinguisher(sum, a).map(drop));
    ask(&|forms| forms.mate(sum).map(drop));
    ask(&|forms| forms.kind(sum).map(drop));
    ask(&|forms| forms.genus(sum).map(drop));
    ask(&|forms| forms.graph(sum).map(drop));
    ask(&|forms| forms.heap(9).map(drop));
    ask(&|forms| forms.born_by(5).map(drop));
    ask(&|forms| forms.count_born_by(6).map(drop));
}

#[test]
fn answers_count_among_the_bytes_that_are_held() {
    let limits = Limits::default();
    let mut search = FormSearch::new(&KAYLES, &limits);
    let form = search.form(&vec![30]).unwrap();
    let forms = search.forms();
    let mut held = forms.held.bytes();
    let mut grows_by = |forms: &MisereForms<'_>, least: usize| {
        assert!(forms.held.bytes() >= held + least, "{} and not {held} + {least}", forms.held.bytes());
        held = forms.held.bytes();
    };
    forms.genus(form).unwrap();
    let superscripts = forms.held.genera.values().map(|genus| size_of_val(genus.superscript()));
    grows_by(forms, superscripts.sum::<usize>() + forms.held.genera.len() * size_of::<(MisereForm, Genus)>());
    forms.kind(form).unwrap();
    grows_by(forms, forms.held.kinds.len() * size_of::<(MisereForm, MisereKind)>());
    forms.parts(form).unwrap();
    grows_by(forms, forms.held.differences.len() * size_of::<([MisereForm; 2], Option<MisereForm>)>());
    forms.mate(form).unwrap();
    grows_by(forms, forms.held.mates.len() * size_of::<(MisereForm, MisereForm)>());
    assert!(forms.held.genera.len() > 100 && forms.held.mates.len() > 100);
}
