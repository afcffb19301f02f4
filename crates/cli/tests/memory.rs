//! The memory of a process never exceeds its limit. This is tested with more than 40 commands and families.
//!
//! When a list grows, the old and the new copy exist at the same time, so the limit must be checked before.

use crate::program::{Said, Scratch, ask_words, tell};

/// The factor by which a process may exceed its limit.
const PART: f64 = 1.15;
/// The bytes allowed in addition, for the program itself and for small data.
const MORE: f64 = 64e6;

/// The limit on the time of a question, in seconds. In a release build, questions get more time to reach their limit on memory.
const SECONDS: &str = if cfg!(debug_assertions) { "1" } else { "20" };

/// Questions that need more memory than their limit, or about as much.
const QUESTIONS: [(&str, &str); 76] = [
    ("100M", "analyse octal:0.106 --to 1000000000 --summary"),
    ("100M", "analyse kayles --to 1000000000 --no-fill --summary"),
    ("100M", "analyse grundy --to 100000000"),
    ("100M", "analyse subtraction:1-1000000 --to 60000000"),
    ("100M", "analyse asymmetric:1,3/2,4 --rows values --to 1000000"),
    ("100M", "analyse asymmetric:1-9/none --rows values --to 10000000"),
    ("100M", "analyse subtraction:1,3,4 --to 1000000"),
    ("100M", "analyse subtraction:1,3,4 --to 3000000 --format csv"),
    ("100M", "analyse subtraction:1,3,4 --to 3000000 --format json"),
    ("100M", "analyse subtraction:1,3,4 --to 3000000 --format bfile"),
    ("100M", "analyse stones:1-3 --to 1000000 --format csv"),
    ("100M", "analyse no-repeat:1-3 --to 800000 --format csv"),
    ("100M", "analyse all-but:2,5 --to 3000000 --format json"),
    ("100M", "analyse kayles --play misere --to 100000"),
    ("400M", "analyse DIR/amounts.rhai --to 100000000"),
    ("100M", "analyse DIR/moves.rhai --to 100000000"),
    ("100M", "analyse DIR/moves.rhai --to 900000"),
    ("100M", "analyse PLUGINS/subtraction.wat --to 100000000"),
    ("100M", "analyse PLUGINS/code.wat --to 100000000"),
    ("100M", "certify octal:0.106 --seek 1000000000"),
    ("300M", "certify octal:0.106 --seek 1000000000"),
    ("100M", "certify octal:0.104 --seek 1000000000"),
    ("100M", "certify DIR/amounts.rhai --seek 100000000"),
    ("100M", "certify octal:0.26 --quotient"),
    ("100M", "quotient octal:0.26"),
    ("100M", "quotient octal:0.3102 --to 200"),
    ("100M", "solve asymmetric:1-9/2-11@2000000,1000000"),
    ("100M", "solve asymmetric:1-1000/1-999@100000000"),
    ("100M", "solve chomp@3x1000 --outcome-only"),
    ("500M", "solve chomp@3x1000 --outcome-only"),
    ("100M", "solve clobber@5x6"),
    ("100M", "solve clobber@6x6 --outcome-only"),
    ("100M", "solve domineering@9x9 --outcome-only"),
    ("100M", "solve cram@6x6 --play misere"),
    ("100M", "solve DIR/graph@v199999"),
    ("100M", "solve DIR/moves.rhai@100000000"),
    ("100M", "solve DIR/grow.rhai@1"),
    ("100M", "value DIR/grow.rhai@1"),
    ("100M", "graph DIR/grow.rhai@1"),
    ("100M", "solve domineering@6x6 --jobs 2"),
    ("100M", "solve euclid@1000000007.999999937,998244353.123456789"),
    ("300M", "solve euclid@1000000007.999999937,998244353.123456789"),
    ("100M", "solve euclid@1000000007.999999937,998244353.123456789 --play misere"),
    ("100M", "solve knights:1000@900.900"),
    ("100M", "solve nim@100,200,300 --search"),
    ("100M", "solve nim@5000,5000 --search --jobs 2"),
    ("100M", "solve nim@3000,3000 --rule selective --search"),
    ("100M", "solve no-repeat:1-9:memory=6@100000"),
    ("100M", "solve toads-frogs@TTTTTTTT...FFFFFFFF"),
    ("100M", "graph cram@6x6"),
    ("100M", "graph domineering@5x5"),
    ("100M", "graph domineering@5x5 --first right --format json"),
    ("100M", "graph knights:1000@900.900"),
    ("100M", "graph DIR/graph@v199999 --format json"),
    ("100M", "graph nim@3000,3000"),
    ("100M", "graph PLUGINS/chomp.rhai@9x9"),
    ("100M", "graph toads-frogs@TTTTTTT...FFFFFFF"),
    ("100M", "table knights:1000 --to 900x900"),
    ("100M", "table cutcake --to 100x100"),
    ("100M", "plot kayles --to 3000000"),
    ("100M", "strategy nim@400,400"),
    ("100M", "strategy kayles@100,99,98 --form components"),
    ("100M", "value nogo@4x4"),
    ("100M", "value domineering@6x6 --jobs 2"),
    ("100M", "compare domineering@6x6 nim@1"),
    ("100M", "sweep octal --digits 4 --seek 100000"),
    ("100M", "identify 0,1,2,3,1,4,3,2,1,4,2,6"),
    ("100M", "code subtraction:3,5,7,999983,1000003"),
    ("100M", "find nim --to 99999x99999x99999"),
    ("100M", "find nim --to 99999x99999x99999 --format json"),
    ("100M", "find nim --to 99999x99999x99999 --sort nimber --format csv"),
    ("100M", "find cram --to 6x6 --histogram nimber --format json"),
    ("100M", "find --from domineering@4x5 --format json"),
    ("100M", "solve cram@7x7 --jobs 256"),
    ("100M", "value domineering@6x6 --jobs 256"),
    ("100M", "strategy kayles@3000,2999,2998 --form components"),
];

fn holds(said: &Said, limit: &str) {
    let mebibytes: f64 = limit.trim_end_matches('M').parse().unwrap();
    let most = PART * mebibytes * f64::from(1 << 20) + MORE;
    let peak = said.mebibytes as f64 * f64::from(1 << 20);
    assert!(peak <= most, "{}: {} MiB, of {limit}", said.question, said.mebibytes);
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_a_process_is_never_much_larger_than_its_limit() {
    let scratch = Scratch::folder("memory");
    let folder = std::path::Path::new(scratch.as_str());
    let amounts: Vec<String> = (1..40).map(|amount| amount.to_string()).collect();
    std::fs::write(folder.join("amounts.rhai"), format!("let amounts = [{}];", amounts.join(", "))).unwrap();
    let moves = "fn moves(n) { let left = []; for k in 1..=39 { if k <= n { left.push(n - k) } } left }";
    std::fs::write(folder.join("moves.rhai"), moves).unwrap();
    std::fs::write(folder.join("grow.rhai"), "let endless = true; fn moves(n) { [`${n}x`] }").unwrap();
    let edges = (1..200_000_u64).map(|n| format!("v{n} v{}\nv{n} v{}\n", ((n * 2_654_435_761) >> 7) % n, n / 2));
    std::fs::write(folder.join("graph"), edges.collect::<String>()).unwrap();
    let plugins = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins");
    for (limit, question) in QUESTIONS {
        let question = question.replace("DIR/graph", "digraph:DIR/graph").replace("PLUGINS", plugins);
        let question = question.replace("DIR", scratch.as_str());
        let said = ask_words(&format!("{question} --limit-memory {limit} --limit-time {SECONDS}"));
        assert!(said.status < 2, "{}: {}", said.question, said.err);
        holds(&said, limit);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_search_holds_positions_once_and_writes_them_one_by_one() {
    let parts = Scratch::path("part.json");
    for more in ["--format json", "--format csv --sort nimber", &format!("-o {} --shard 1/1", parts.as_str())] {
        let said = ask_words(&format!("find nim --to 99999x99999x99999 {more} --limit-memory 8M"));
        assert!(said.status == 1 && said.mebibytes < 8 + 64, "{}: {} MiB", said.question, said.mebibytes);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_questions_of_a_batch_hold_no_more_than_one() {
    let boards: String = (1..=5).flat_map(|a| (1..=4).map(move |b| format!("domineering@{a}x{b}\ncram@{a}x{b}\n"))).collect();
    let codes: String = (1..512).step_by(9).map(|code| format!("octal:0.{code:03o}\n")).collect();
    for (words, lines) in [("solve -", &boards), ("value -", &boards), ("analyse - --to 20000", &codes)] {
        let words = format!("{words} --limit-memory 100M --limit-time {SECONDS}");
        holds(&tell(words.split_whitespace(), lines.as_bytes()), "100M");
    }
}
