//! Answers and drawings in LaTeX, which are compiled if LaTeX is installed.

use crate::program::{Scratch, ask_words};
use std::process::{Command, Stdio};

#[test]
fn values_tables_and_rows_are_written_for_papers() {
    let said = |question: &str| ask_words(question).out;
    assert_eq!(
        said("value domineering@2x3 --format latex"),
        r"% domineering@.../...
\[
\begin{aligned}
  G &= \{2\mid -\tfrac{1}{2}\} = \tfrac{3}{4} \pm \tfrac{5}{4} \\
  \text{outcome class} &= \mathrm{N} \\
  \text{mean} &= \tfrac{3}{4} \\
  \text{temperature} &= \tfrac{5}{4} \\
  \text{left stop} &= 2 \\
  \text{right stop} &= -\tfrac{1}{2} \\
  \text{birthday} &= 3 \\
\end{aligned}
\]
"
    );
    assert_eq!(
        said("table domineering --to 2x2 --format latex"),
        r"% domineering: values, a row for every first number
\[
\begin{array}{r|cc}
  & 1 & 2 \\ \hline
  1 & 0 & -1 \\
  2 & 1 & \{1\mid -1\} \\
\end{array}
\]
"
    );
    let long = said("table domineering --to 4x4 --format latex");
    assert!(
        long.contains(r"\tfrac{3}{2} & \pm (0, \ldots) \\") && long.contains("\n% long values are written by name"),
        "{long}"
    );
    assert!(
        said("table wythoff --to 2x2 --rows outcomes --format latex").contains(r"  0 & \mathrm{P} & \mathrm{N} & \mathrm{N} \\")
    );
    assert_eq!(
        said("analyse subtraction:1,2 --to 11 --format latex"),
        r"% subtraction:1,2: nimber, n from 0
\[
\begin{array}{r|cccccccccc}
  & 0 & 1 & 2 & 3 & 4 & 5 & 6 & 7 & 8 & 9 \\ \hline
  0 & 0 & 1 & 2 & 0 & 1 & 2 & 0 & 1 & 2 & 0 \\
  10 & 1 & 2 \\
\end{array}
\]
period 3 from n = 0 on, proved (bounded look-back).\par
"
    );
    let long = ask_words("analyse kayles --to 5000 --format latex");
    assert_eq!((long.status, long.err.contains("at most 2000 rows: use --to 1999")), (1, true), "{}", long.err);
}

#[test]
fn a_quotient_is_written_as_generators_and_relations() {
    assert_eq!(
        ask_words("quotient octal:0.75 --format latex").out,
        r"octal:0.75: misère quotient of 8 elements, 2 of them lost for the player to move.\par
proved for all heaps: heap n + 2 is what heap n is, from n = 8 on.\par
\[
\begin{aligned}
  \text{elements} &= 0,\ 1,\ 2,\ 5,\ 1+2,\ 1+5,\ 1+9,\ 9 \\
  \text{lost} &= 1,\ 1+9 \\
  \text{heaps 0 to 9} &= 0,\ 1,\ 2,\ 1,\ 2,\ 5,\ 2,\ 5,\ 2,\ 9 \\
  \text{generators} &= \text{a = heap 1},\ \text{b = heap 2},\ \text{c = heap 5} \\
  \text{relations} &= a^{2} = 1,\ bc = ab,\ c^{2} = b^{2},\ b^{3} = b \\
  \text{lost in them} &= a,\ b^{2} \\
  \text{heaps 0 to 9 in them} &= 1,\ a,\ b,\ a,\ b,\ c,\ b,\ c,\ b,\ ab^{2} \\
\end{aligned}
\]
"
    );
}

#[test]
fn latex_takes_all_of_it_where_it_is_installed() {
    if !Command::new("pdflatex").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no `pdflatex`");
        return;
    }
    let folder = Scratch::folder("latex");
    let mut document = String::from(
        "\\documentclass{article}\n\\usepackage{amsmath,tikz}\n\\usetikzlibrary{arrows.meta,patterns}\n\\begin{document}\n",
    );
    for question in [
        "quotient octal:0.75",
        "quotient kayles --limit-time 60",
        "value domineering@2x3",
        "value game@{0||0|-2}",
        "value clobber@xoxox/oxoxo",
        "value game@upon --facts",
        "value kayles@9 --play misere --parts",
        "solve nim@3,4,5 --explain --moves all",
        "solve domineering@2x3 --line --moves all",
        "compare game@^ nim@1",
        "nim 3+4",
        "glossary genus",
        "identify 0,1,2,3,1,4,3,2",
        "table domineering --to 3x4",
        "table wythoff --to 9x9",
    ] {
        document += &ask_words(&format!("{question} --format latex")).out;
    }
    for question in [
        "kayles --to 100",
        "asymmetric:1,3/2,4 --rows values",
        "stones:1-3",
        "no-repeat:1-3",
        "knights:3",
        "subtraction:1,2 --play misere",
    ] {
        document += &ask_words(&format!("analyse {question} --format latex")).out;
    }
    let drawings = [
        "kayles --to 200",
        "wythoff --to 20x20",
        "domineering --to 3x3 --rows values",
        "game@{5|{1|-3}}",
        "nim@2,3 --as graph",
        "knights@3.4+nim@3 --as picture",
        "hackenbush@LRE --as picture --theme dark",
    ];
    for (at, drawing) in drawings.into_iter().enumerate() {
        let bare = if at % 2 == 0 { " --bare" } else { "" };
        let said = ask_words(&format!("plot {drawing} -o {}/{at}.tex{bare}", folder.as_str()));
        assert_eq!(said.status, 0, "{}", said.err);
        document += &format!("\\input{{{at}.tex}}\\par\n");
    }
    document += "\\end{document}\n";
    std::fs::write(format!("{}/all.tex", folder.as_str()), document).unwrap();
    let typeset = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(folder.as_str())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(typeset.status.success(), "{}", String::from_utf8_lossy(&typeset.stdout));
}
