//! Checks results from the tests of CGSuite 2: MisereCanonicalGameTestCase, GameTest, GameHeapTest and GameGridTest.

use super::*;
use crate::theory::rows::octal;

fn read(forms: &mut MisereForms<'_>, text: &str) -> MisereForm {
    forms.read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read_all(forms: &mut MisereForms<'_>, texts: &str) -> Vec<MisereForm> {
    let mut all: Vec<MisereForm> = texts.split_whitespace().map(|text| read(forms, &format!("*[{text}]"))).collect();
    all.sort_unstable();
    all
}

/// Returns `true` if the text describes the genus. The text may be cut short.
fn is_genus(genus: &Genus, text: &str) -> bool {
    let (nimber, superscript) = text.split_once('^').unwrap_or((text, ""));
    let nimber: u32 = nimber.parse().unwrap();
    let mut numbers: Vec<u32> = superscript.chars().map(|digit| digit.to_digit(10).unwrap()).collect();
    if numbers.is_empty() {
        return *genus == Genus::of_heap(nimber);
    }
    while numbers.len() < 12 {
        numbers.push(if numbers.len() == 1 { numbers[0] ^ 2 } else { numbers[numbers.len() - 2] });
    }
    genus.nimber() == Nimber(nimber) && (0..12).all(|copies| genus.beside_twos(copies) == numbers[copies])
}

/// A game as CGSuite writes it, with its columns there.
struct Row {
    text: &'static str,
    birthday: u32,
    genus: &'static str,
    options: &'static str,
    /// `e` extraverted, `i` introverted, `t` tame, `g` generally tame, `m` tameable, `r` restive, `s` generally restive,
    /// `l` restless, `h` half-tame.
    flags: &'static str,
    mate: &'static str,
    parts: &'static str,
    partitions: &'static [&'static str],
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { text: "0", birthday: 0, genus: "0", options: "", flags: "eitgm", mate: "1", parts: "", partitions: &[""] },
    Row { text: "1", birthday: 1, genus: "1", options: "0", flags: "eitgm", mate: "0", parts: "", partitions: &["1"] },
    Row { text: "2", birthday: 2, genus: "2", options: "0 1", flags: "etgm", mate: "2", parts: "", partitions: &["2"] },
    Row { text: "2#", birthday: 3, genus: "0^0", options: "2", flags: "etgm", mate: "2#", parts: "2 2[#-2]", partitions: &["2 2[#-2]"] },
    Row { text: "2##", birthday: 4, genus: "1^1", options: "2#", flags: "etgm", mate: "2##",
        parts: "2 2[##-2] 2# 2[##-2]0 2[#-2] (2[##-2]0)[2]", partitions: &["2 2[#-2] 2[##-2]0"] },
    Row { text: "2[2]", birthday: 4, genus: "0^0", options: "2 3", flags: "etgm", mate: "2[2]", parts: "2", partitions: &["2 2"] },
    Row { text: "2[#2#]", birthday: 6, genus: "0^0", options: "2[#2]", flags: "etgm", mate: "2[#2#]",
        parts: "2 2[#2#-2] 2# 2[2] 2[#2#-2-2] 2[#-2] 2[#2]", partitions: &["2 2 2[#-2] 2[#-2]"] },
    Row { text: "2#0", birthday: 4, genus: "1^2", options: "0 2#", flags: "rsh", mate: "2#1", parts: "", partitions: &["2#0"] },
    Row { text: "2#1", birthday: 4, genus: "2^1420", options: "1 2#", flags: "l", mate: "2#0", parts: "", partitions: &["2#1"] },
    Row { text: "4[2#]", birthday: 7, genus: "0^0", options: "4[2]", flags: "tgm", mate: "4[2#]", parts: "2 4[2#-2] 4 4[2#-4]",
        partitions: &["2 4[2#-2]", "4 4[2#-4]"] },
    Row { text: "(2#1)2##", birthday: 5, genus: "0^0", options: "2## 2#1", flags: "gm", mate: "(2#0)2##", parts: "",
        partitions: &["(2#1)2##"] },
    Row { text: "((2#0)10)2##", birthday: 6, genus: "0^0", options: "2## (2#0)10", flags: "gm", mate: "((2#1)10)2##", parts: "",
        partitions: &["((2#0)10)2##"] },
    Row { text: "((2#0)2[#1]2#)(2#1)[1]", birthday: 6, genus: "0^120", options: "(2#1)[1] (2#0)2[#1]2#", flags: "m",
        mate: "((2#1)2[#1]2#)(2#0)[1]", parts: "", partitions: &["((2#0)2[#1]2#)(2#1)[1]"] },
    Row { text: "(2#20)2[#1]1", birthday: 5, genus: "0^2", options: "1 2[#1] 2#20", flags: "sh", mate: "(2#21)2[#1]0", parts: "",
        partitions: &["(2#20)2[#1]1"] },
];

#[test]
fn games_have_the_columns_of_cgsuite() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    for row in ROWS {
        let Row { text, birthday, genus, options, flags, mate, parts, partitions } = row;
        let form = read(&mut forms, &format!("*[{text}]"));
        let written = forms.text(form).unwrap();
        // CGSuite writes sums with heaps in brackets
        assert!(text.contains('[') || written == format!("*[{text}]"), "{text}: {written}");
        assert_eq!(forms.read(&written), Ok(form));
        assert_eq!(forms.birthday(form), *birthday, "{text}");
        assert!(is_genus(forms.genus(form).unwrap(), genus), "{text}: {}", forms.genus(form).unwrap());
        let options = read_all(&mut forms, options);
        assert_eq!(forms.options(form), options, "{text}");
        let kind = forms.kind(form).unwrap();
        let found = [
            ('e', forms.is_extraverted(form).unwrap()),
            ('i', forms.is_introverted(form).unwrap()),
            ('t', kind == MisereKind::Tame),
            ('g', kind <= MisereKind::GenerallyTame),
            ('m', kind <= MisereKind::Tameable),
            ('r', kind == MisereKind::Restive),
            ('s', matches!(kind, MisereKind::Restive | MisereKind::GenerallyRestive)),
            ('l', kind == MisereKind::Restless),
            ('h', forms.is_half_tame(form).unwrap()),
        ];
        let found: String = found.into_iter().filter(|(_, is_so)| *is_so).map(|(flag, _)| flag).collect();
        assert_eq!(found, *flags, "{text}");
        assert_eq!(forms.is_even(form).unwrap(), *text != "1");
        assert_eq!(forms.is_heap(form), ["0", "1", "2"].contains(text));
        let mate = read(&mut forms, &format!("*[{mate}]"));
        assert_eq!(forms.mate(form), Ok(mate), "{text}");
        let parts = read_all(&mut forms, parts);
        assert_eq!(forms.parts(form), Ok(parts), "{text}");
        let mut expected: Vec<Vec<MisereForm>> = partitions.iter().map(|sum| read_all(&mut forms, sum)).collect();
        let mut found = forms.partitions(form).unwrap();
        found.iter_mut().for_each(|sum| sum.sort_unstable());
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{text}");
        let is_prime = partitions[0].split_whitespace().count() == 1 && *text != "1";
        assert_eq!(forms.is_prime(form), Ok(is_prime), "{text}");
    }
}

#[test]
fn two_games_have_the_differences_and_links_of_cgsuite() {
    let limits = Limits::default();
    let mut forms = MisereForms::new(&limits);
    let texts = ["*[2##]", "*[2#]", "*[2]+*[2]", "*[4#]", "*[2[##-2]0]", "*[((2#1)21)32]", "*[(2#1)21]"];
    let [a, b, c, d, difference, link, distinguisher] = texts.map(|text| read(&mut forms, text));
    assert_eq!(forms.difference(a, b), Ok(Some(difference)));
    assert_eq!(forms.difference(a, d), Ok(None));
    assert!(forms.are_linked(a, c) && !forms.are_linked(a, b));
    assert_eq!(forms.link(a, c), Ok(Some(link)));
    assert_eq!(forms.link(a, b), Ok(None));
    assert_eq!(forms.distinguisher(b, c), Ok(Some(distinguisher)));
}

#[test]
fn heaps_to_20_have_the_genera_of_cgsuite() {
    let rows: [(&[u8], &str); 3] = [
        (&[7, 7], "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031"),
        (&[0, 7], "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3"),
        (&[0, 3, 3, 0, 0, 0, 3], "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0"),
    ];
    let grundy = "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20";
    let limits = Limits::default();
    for (code, genera) in rows {
        let rules = Heaps(|heap| octal(code, heap));
        has_genera(&mut FormSearch::new(&rules, &limits), genera);
    }
    has_genera(&mut FormSearch::new(&GRUNDY, &limits), grundy);
}

fn has_genera<F: Fn(u64) -> Vec<Vec<u64>>>(search: &mut FormSearch<'_, Heaps<F>>, genera: &str) {
    for (heap, text) in (0..).zip(genera.split(' ')) {
        let form = search.form(&vec![heap]).unwrap();
        let genus = search.forms().genus(form).unwrap();
        assert!(is_genus(genus, text), "{heap}: {genus} and not {text}");
    }
}

#[test]
fn a_heap_of_22_and_a_board_of_cram_have_the_forms_of_cgsuite() {
    let limits = Limits::default();
    let mut search = FormSearch::new(&GRUNDY, &limits);
    let heap = search.form(&vec![22]).unwrap();
    let text = "*[(((2[2]21)[2](2[2]21)20)(2[2]21)3)((2[2]21)[2](2[2]21)20)(2[2]21)[1]2[2]1]";
    assert_eq!(search.forms().read(text), Ok(heap));
    // Cram on a row of nine squares with one more square below the third
    let mut forms = MisereForms::new(&limits);
    let pairs: Vec<usize> = (0..8).map(|column| 3 << column).chain([1 << 2 | 1 << 9]).collect();
    let mut boards: Vec<MisereForm> = vec![];
    for free in 0..1_usize << 10 {
        let options = pairs.iter().filter(|pair| free & *pair == **pair).map(|pair| boards[free & !pair]);
        let options: Vec<MisereForm> = options.collect();
        boards.push(forms.of_options(options));
    }
    assert_eq!(forms.read("*[2[2]321]"), Ok(boards[1023]));
}
