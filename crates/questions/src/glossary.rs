//! The terms in answers, each with a sentence, an example and a reference. The program, the web page and the book use
//! this list.

use sprague::nearest;
use sprague::registry::Fact;

/// A term that answers use.
///
/// ```
/// let nimber = sprague_questions::glossary::term("nimber").unwrap();
/// assert_eq!(nimber.fact.command, "solve nim@3,4,5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Term {
    /// The main name of the term.
    pub word: &'static str,
    /// Other names and signs for it.
    pub also: &'static [&'static str],
    /// A sentence, a reference, and a command whose output contains the term.
    pub fact: Fact,
}

/// Builds a term. The example is a command and a part of its output.
const fn of(
    word: &'static str,
    also: &'static [&'static str],
    says: &'static str,
    source: &'static str,
    [command, printed]: [&'static str; 2],
) -> Term {
    Term { word, also, fact: Fact::of(says, source).shown_by(command, printed) }
}

/// The terms, in alphabetical order without regard to case.
pub const TERMS: &[Term] = &[
    of(
        "all-but",
        &[],
        "The theorem that proves how nimbers rise if all amounts except a finite set may be taken: a rise that holds for twice as many heaps as the greatest forbidden amount holds for ever.",
        "Siegel 2013, ch. IV",
        ["analyse all-but:2,5", "proved (all-but)"],
    ),
    of(
        "all-small",
        &["dicot", "dicotic"],
        "A game in which, at every point of play, either both players can move or neither can, so its value is infinitesimal.",
        "Winning Ways ch. 8; Siegel 2013, ch. II",
        ["value clobber@xxo", "all-small"],
    ),
    of(
        "atomic weight",
        &[],
        "The size of an all-small game in units of up: how many ups it is ahead for Left, as far as this matters in sums with large nimbers.",
        "Winning Ways ch. 8",
        ["value game@^^*", "atomic weight 2"],
    ),
    of(
        "birthday",
        &[],
        "The greatest number of moves that can follow each other in the canonical form of a value.",
        "Siegel 2013, ch. II",
        ["value hackenbush@LRL", "birthday 3"],
    ),
    of(
        "bounded look-back",
        &[],
        "The theorem that proves periods if each row depends only on a fixed number of rows before it: when such a window of rows occurs again, the rows after it also occur again.",
        "Winning Ways ch. 4",
        ["analyse subtraction:1,3,4", "proved (bounded look-back)"],
    ),
    of(
        "bounds",
        &[],
        "Numbers, with ups and star, between which the value of a position lies; a strategy can use them if values are too large.",
        "this project, `docs/fast-rulesets.md`",
        ["strategy domineering@2x3 --form bounds", "\"form\":\"bounds\""],
    ),
    of(
        "canonical form",
        &["canonical forms"],
        "The simplest game with a given value, in which no option is dominated or reversible; two games are equal exactly if they have the same canonical form.",
        "Conway 1976, ch. 10",
        ["solve domineering@2x3 --explain", "canonical forms: the value is {2|-1/2}"],
    ),
    of(
        "certificate",
        &[],
        "A file that contains a claim and what its proof needs, and that `sprague check` verifies from the rules alone.",
        "this project, `docs/reference/formats.md`",
        ["certify subtraction:1,3,4", "\"theorem\":\"bounded look-back\""],
    ),
    of(
        "CGSuite",
        &[],
        "A program by Aaron Siegel for values of games, whose notation `sprague value --as cgsuite` writes.",
        "cgsuite.org",
        ["value game@^ --as cgsuite", "in CGSuite ^"],
    ),
    of(
        "companion",
        &[],
        "The image of a value under the only symmetry that keeps the order of the games born by each day: 0 and * change places, and the games built from them change accordingly.",
        "Calistrate, Paulhus & Wolfe 2002; Siegel 2013, ch. III",
        ["value game@^ --facts", "companion ^*"],
    ),
    of(
        "component",
        &["components", "summand", "summands"],
        "One of the games in a sum, in which play continues independently of the others.",
        "Conway 1976, ch. 7",
        ["solve nim@3,4 --rule selective --explain", "outcome of each component"],
    ),
    of(
        "confused",
        &["fuzzy", "incomparable"],
        "Two values are confused if neither is greater than or equal to the other: whoever starts in their difference wins.",
        "Conway 1976, ch. 7",
        ["compare game@^ nim@1", "is confused with"],
    ),
    of(
        "conjunctive",
        &["conjunctive sum"],
        "The rule by which a player moves in every component, and play ends when the first component ends.",
        "Smith 1966; Conway 1976, ch. 14",
        ["solve knights@3.4,5.5 --rule conjunctive --explain", "conjunctive: lost exactly if the least remoteness is even"],
    ),
    of(
        "continued",
        &["continued conjunctive sum"],
        "The rule by which a player moves in every component that has not ended, and play ends when all have ended.",
        "Conway 1976, ch. 14",
        ["solve knights@3.4,5.5 --rule continued --explain", "continued: lost exactly if the greatest suspense number is even"],
    ),
    of(
        "Conway product",
        &[],
        "The product of two games, which is the usual product for numbers and the nim-product for nimbers.",
        "Conway 1976, ch. 1 and 6",
        ["value game@*4.ConwayProduct(*4)", "*6"],
    ),
    of(
        "cooled",
        &["cool", "cooling"],
        "Changed by a tax that both players pay for each move: a value cooled by its temperature differs from its mean by an infinitesimal.",
        "Conway 1976, ch. 9",
        ["value domineering@2x3 --cool 1", "cooled by 1"],
    ),
    of(
        "D-position",
        &["D", "drawn", "draw"],
        "A position with outcome class D: nobody can force a win, and both players can avoid losing.",
        "Smith 1966; Winning Ways ch. 12",
        ["solve stones:2@4", "a draw"],
    ),
    of(
        "dead-ending",
        &["dead end"],
        "A game in which, at every point of play, a player who cannot move will never be able to move again; all dicots are dead-ending.",
        "Milley & Renault 2013; Larsson, Milley, Nowakowski, Renault & Santos 2018",
        ["compare game@1,-1 nim@0 --play misere --within dead-ending", "dead-ending games"],
    ),
    of(
        "degree",
        &["degree of loopiness"],
        "The onside of a stopper minus itself, which is 0 if the value has no cycles.",
        "Siegel 2013, ch. VI",
        ["value game@over", "degree over"],
    ),
    of(
        "digest",
        &[],
        "A number computed from all rows or records, which shows whether two runs found the same.",
        "this project",
        ["analyse kayles --summary", "digest"],
    ),
    of(
        "diminished",
        &["diminished disjunctive sum", "foreclosed nimber", "foreclosed nimbers", "foreclosed Grundy number"],
        "The rule by which a player moves in one component, and play ends when the first component ends.",
        "Conway 1976, ch. 14",
        ["solve nim@3,4 --rule diminished --explain", "diminished: lost if a component is over"],
    ),
    of(
        "disjunctive",
        &["disjunctive sum", "disjunctive rule", "sum"],
        "The usual rule for sums: a player moves in exactly one component, and play ends when no component has a move left.",
        "Conway 1976, ch. 7",
        ["solve nim@3,4 --format json", "\"rule\":\"disjunctive\""],
    ),
    of(
        "dominated",
        &[],
        "An option is dominated if the same player has another option that is at least as good in every sum.",
        "Conway 1976, ch. 10",
        ["solve domineering@3x3 --moves all", "value {1/2|-2}, dominated"],
    ),
    of(
        "element",
        &["elements"],
        "A class of sums of heaps that can replace each other in every larger sum under misère play; the elements form the misère quotient.",
        "Plambeck and Siegel 2008",
        ["quotient octal:0.123", "misère quotient of 20 elements"],
    ),
    of(
        "equal states",
        &[],
        "The theorem that proves long periods of take-and-break games: once the rare heaps are known, a window of values that occurs again is followed by the same values.",
        "Gangolli & Plambeck 1989; this project",
        ["certify octal:0.16 --seek 1000000", "\"theorem\":\"equal states\""],
    ),
    of(
        "even",
        &["odd"],
        "0 is even, and any other game is odd if all its options are even, and even if all its options are odd; many games are neither.",
        "Siegel 2013, ch. II",
        ["value game@{1|-1} --facts", "even"],
    ),
    of(
        "family",
        &[],
        "A ruleset with its parameters, such as `subtraction:1,3,4`, which has a row for every heap.",
        "this project",
        ["analyse kayles --format json", "\"family\":\"kayles\""],
    ),
    of(
        "follower",
        &["followers"],
        "A game that play can reach from the canonical form of a game; the game itself is one of them.",
        "Siegel 2013, ch. I",
        ["value game@over --facts", "followers 2"],
    ),
    of(
        "frozen",
        &["freeze"],
        "Cooled by its own temperature, so that it differs from its mean by an infinitesimal.",
        "Siegel 2013, ch. II",
        ["value game@{3|{2*|1*}} --then Freeze", "9/4*"],
    ),
    of(
        "generator",
        &["generators"],
        "One of a set of elements of a misère quotient such that every element is a product of them.",
        "Plambeck & Siegel 2008",
        ["quotient kayles --to 3", "elements: 0, 1, 2"],
    ),
    of(
        "genus",
        &[],
        "The nimber of a position, followed by its misère nimbers with 0, 1, 2, … heaps of two added, written as a raised row whose last two digits alternate for ever.",
        "Conway 1976, ch. 12; Winning Ways ch. 13",
        ["solve kayles@5 --explain", "genus 4^{146}"],
    ),
    of(
        "Guy-Smith",
        &["Guy–Smith"],
        "The theorem that proves periods of take-and-break games that split heaps: a period that holds for all heaps up to twice the preperiod and period plus the greatest amount holds for ever.",
        "Guy & Smith 1956",
        ["analyse kayles", "proved (Guy-Smith)"],
    ),
    of(
        "half-drawn",
        &["N^", "P^", "Nv", "Pv"],
        "The outcome classes in which exactly one player, by starting, can only draw: N^ and P^ are like N and P but better for Left, and Nv and Pv are better for Right.",
        "Siegel 2013, ch. VI",
        ["schema solve", "N^"],
    ),
    of(
        "heated",
        &["heat", "heating"],
        "Changed by a bonus that both players receive for each move, which is the inverse of cooling.",
        "Winning Ways ch. 6",
        ["value game@* --heat 1", "heated by 1"],
    ),
    of(
        "hot",
        &[],
        "A value is hot if both players want to move first, because its left stop is greater than its right stop.",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x2", "left stop 1, right stop -1"],
    ),
    of(
        "hottest move",
        &[],
        "The move that gains most in the component with the highest temperature, which is good advice in a sum, but not always a winning move.",
        "Winning Ways ch. 6",
        ["solve game@{4|-4},{1|-1} --explain", "the hottest move of all is"],
    ),
    of(
        "image",
        &["images"],
        "The element of the misère quotient to which a heap belongs.",
        "Plambeck and Siegel 2008",
        ["quotient octal:0.123", "heaps 0 to 9: 0, 1, 0, 3"],
    ),
    of(
        "impartial",
        &[],
        "A game is impartial if both players have the same moves in every position, so that a position is won or lost for whoever moves next.",
        "Conway 1976, ch. 11; Winning Ways ch. 3",
        ["solve impartial:domineering@2x2", "for the player to move"],
    ),
    of(
        "incentive",
        &["incentives"],
        "The gain of a move: option minus game for Left, and game minus option for Right.",
        "Siegel 2013, ch. II",
        ["value game@{2|-1} --facts", "incentives of Left: {3|0}"],
    ),
    of(
        "infinitesimal",
        &["infinitesimals"],
        "A value that lies between −x and x for every positive number x, such as up and star.",
        "Conway 1976, ch. 9",
        ["value game@^", "up to infinitesimals 0"],
    ),
    of(
        "integer",
        &["integers"],
        "A number of free moves: n stands for n moves that only Left has, and -n for n moves that only Right has.",
        "Conway 1976, ch. 0",
        ["value hackenbush@LL --facts", "integer"],
    ),
    of(
        "kernel",
        &[],
        "The algorithm that computes rows, chosen by the rules of the family; all kernels give the same rows.",
        "this project",
        ["analyse kayles --summary", "kernel"],
    ),
    of(
        "kind",
        &["kinds"],
        "A property that a value may have, such as even or all-small.",
        "this project",
        ["value game@{1|-1} --facts", "kinds: switch"],
    ),
    of(
        "L-position",
        &["L", "positive"],
        "A position with outcome class L, which Left wins whoever starts: its value is greater than 0.",
        "Conway 1976, ch. 7",
        ["value game@^", "outcome class L"],
    ),
    of(
        "law",
        &["laws"],
        "A property that every ruleset must have, so that answers about it are right; `sprague test` checks laws by random play.",
        "this project",
        ["test ./FILE.rhai", "each move is listed once"],
    ),
    of(
        "Left",
        &["Right", "partizan"],
        "One of the two players, Left and Right, of a partizan game, in which the players may have different moves; positive values favour Left.",
        "Conway 1976, ch. 7",
        ["solve domineering@2x3 --first right", "who starts"],
    ),
    of(
        "linked",
        &["link", "apart"],
        "Two impartial games G and H are linked if some game T makes both G + T and H + T lost under misère play, which is so unless one of them equals an option of the other (then they are apart).",
        "Conway 1976, ch. 12",
        ["compare kayles@5 nim@4 --play misere", "is linked with"],
    ),
    of(
        "loony",
        &["loony value"],
        "A position that the player to move wins in every sum, because of a move that entails the next one.",
        "Winning Ways ch. 12",
        ["solve nimstring@1-2.2-0", "value loony"],
    ),
    of(
        "loopy",
        &[],
        "A position is loopy if play can return to a position, so that play need not end.",
        "Smith 1966; Winning Ways ch. 11",
        ["solve digraph:loop.txt@start --explain", "Smith: a loopy position is worth"],
    ),
    of(
        "mate",
        &["mates"],
        "The mate of 0 is *1, and the mate of another misère form has the mates of its options as options; under misère play a form and its mate together are lost for the player to move.",
        "Conway 1976, ch. 12",
        ["value nim@2 --play misere --facts", "mate"],
    ),
    of(
        "mean",
        &["mean value"],
        "The number m for which n copies of a value always differ from n times m by at most a bounded amount.",
        "Conway 1976, ch. 9",
        ["value domineering@2x3", "mean 3/4"],
    ),
    of(
        "mex",
        &[],
        "The minimal excludant: the least of the numbers 0, 1, 2, … that is not in a set, such as 2 for 0, 1 and 3.",
        "Grundy 1939; Winning Ways ch. 4",
        ["solve subtraction:1,2@2 --moves all", "nimber 2"],
    ),
    of(
        "misère canonical form",
        &["misère canonical forms", "misère form", "misère forms"],
        "The simplest game that can replace a game in every sum under misère play; two games can replace each other exactly if they have the same form.",
        "Conway 1976, ch. 12",
        ["solve grundy@40,39,12 --play misere --explain", "misère canonical forms"],
    ),
    of(
        "misère nimber",
        &["misère Grundy value"],
        "The least number that is not a misère nimber of an option, where positions without moves have 1; a position is lost under misère play exactly if it is 0, but the misère nimbers of components do not decide a sum.",
        "Conway 1976, ch. 12",
        ["solve kayles@5 --explain", "misère nimber 1"],
    ),
    of(
        "misère play",
        &["misère"],
        "Play in which whoever makes the last move loses.",
        "Bouton 1901; Ferguson 1974; Conway 1976, ch. 12",
        ["solve nim@1,1,1 --play misere", "(misère play)"],
    ),
    of(
        "misère quotient",
        &["misère quotients"],
        "The sums of the heaps of a game, where two sums count as one element if, in every larger sum, they have the same outcome under misère play.",
        "Plambeck 2005; Plambeck & Siegel 2008",
        ["quotient kayles --to 3", "misère quotient of 6 elements"],
    ),
    of(
        "modifier",
        &["modifiers"],
        "A ruleset that changes the rules of another ruleset, and usually keeps its positions.",
        "this project",
        ["rulesets impartial", "modifiers, each around a ruleset"],
    ),
    of(
        "Moore's Nim",
        &["moore", "Moore"],
        "The rule by which a player takes from at least one and at most K heaps of Nim in each turn.",
        "Moore 1910",
        ["solve nim@3,4,5 --rule moore=2 --explain", "Moore's Nim (1910)"],
    ),
    of(
        "mover",
        &["player to move"],
        "The player whose turn it is, to whom outcomes refer.",
        "Winning Ways ch. 3",
        ["solve nim@3,4,5", "won for the player to move"],
    ),
    of(
        "N-position",
        &["N"],
        "A position with outcome class N: the next player to move wins.",
        "Winning Ways ch. 3; Conway 1976, ch. 7",
        ["analyse kayles", "N: won"],
    ),
    of(
        "name",
        &["names"],
        "What books call a value, such as ±1, tiny-2 or up + star.",
        "Winning Ways ch. 3 and 5",
        ["value game@{1|-1}", "which is ±1"],
    ),
    of(
        "negative",
        &[],
        "A position with Left and Right exchanged, written with `-` before it; a position plus its negative is worth 0.",
        "Conway 1976, ch. 7",
        ["value -- -domineering@2x3", "-3/4 ± 5/4"],
    ),
    of(
        "nim-product",
        &["nim-products"],
        "The product of nimbers, which is the nimber of a product of games; with the nim-sum, it makes the nimbers below 4, 16, 256, 65536, … into fields.",
        "Conway 1976, ch. 6; Winning Ways ch. 14",
        ["nim 4*4", "6"],
    ),
    of(
        "nim-sum",
        &["nim-sums", "added without carry"],
        "The sum of numbers in binary without carry, which is the nimber of a sum of games with these nimbers.",
        "Bouton 1901; Sprague 1935",
        ["solve nim@3,4,5 --explain", "3 + 4 + 5 = 2 (added without carry)"],
    ),
    of(
        "nimber",
        &["nimbers", "Grundy value", "Grundy number", "Grundy numbers", "nim value", "Sprague-Grundy", "star-2", "star-3"],
        "The size n of the Nim heap that an impartial position is equal to, also called its Grundy value: the mex (least number that does not occur) of the nimbers of its options.",
        "Sprague 1935; Grundy 1939; Conway 1976, ch. 11",
        ["solve nim@3,4,5", "nimber 2"],
    ),
    of(
        "normal play",
        &[],
        "Play in which whoever makes the last move wins, because a player who cannot move loses.",
        "Conway 1976, ch. 7",
        ["solve nim@3,4 --format json", "\"play\":\"normal\""],
    ),
    of(
        "Norton product",
        &[],
        "The product of a game with a positive game, the unit: for an integer n it is n copies of the unit, and otherwise every move also gains the unit and an incentive of the unit.",
        "Winning Ways ch. 8; Siegel 2013, ch. II",
        ["value game@1/2 --norton ^", "{^2*|v*}"],
    ),
    of(
        "not-all",
        &["not all"],
        "The rule by which a player moves in at least one component, but not in all.",
        "TopCoder tutorial *Algorithm Games*",
        ["solve nim@1,1,1 --rule not-all --explain", "not all: lost exactly if all nimbers are equal"],
    ),
    of(
        "number",
        &["cold"],
        "A value whose left options are all less than its right options, so that moving costs the mover; in finite games it is a fraction whose denominator is a power of 2.",
        "Conway 1976, ch. 0 and 1",
        ["value hackenbush@LRL", "a number: mean 3/4"],
    ),
    of(
        "number-tiny",
        &["numberish"],
        "A value is number-tiny if it is {x||x|y} or {y|x||x} with a number x, that is, a number plus tiny or miny; it is numberish if it is not a number and its stops are one number other than 0.",
        "Siegel 2013, ch. II",
        ["value game@{1|1*} --facts", "numberish"],
    ),
    of(
        "observed",
        &[],
        "Seen to repeat, but not proved: at least 100 rows are known, and at least three periods and half of the rows (64 % if the rules are code) repeat.",
        "this project",
        ["schema analyse", "observed"],
    ),
    of(
        "onside",
        &["offside"],
        "The stopper that a loopy game equals if endless play counts as a win for Left; the offside is the stopper if it counts as a win for Right.",
        "Siegel 2013, ch. VI",
        ["value digraph:loop.txt@start", "onside on"],
    ),
    of(
        "option",
        &["options"],
        "A position to which a player can move; the move itself is named by a label.",
        "Conway 1976, ch. 7",
        ["solve game@{2|-1} --moves all", "->"],
    ),
    of(
        "order look-back",
        &[],
        "The theorem that proves the order of all heaps from a table of comparisons: what repeats in a large enough square, along the diagonal and far from it, repeats for ever.",
        "The order of all rows, in this book",
        ["analyse asymmetric:1,3/2 --rows values", "proved (order look-back"],
    ),
    of(
        "ordinal sum",
        &[],
        "A sum of a base and a top, in which a move in the base removes the top.",
        "Siegel 2013, ch. II",
        ["value game@* --ordinal 1", "^*"],
    ),
    of(
        "outcome class",
        &["outcome", "class"],
        "Who wins with best play, for both choices of the starting player: N, P, L or R, and D or a half-drawn class if play need not end.",
        "Conway 1976, ch. 7; Winning Ways ch. 2",
        ["solve domineering@5x5 --outcome-only", "outcome class P"],
    ),
    of(
        "over",
        &["under", "upon", "on", "off", "dud"],
        "Names of simple loopy values: over is {0|over}, positive but below every positive number, on is {on|}, above all values, off is the negative of on, and dud has on for one side and off for the other.",
        "Winning Ways ch. 11",
        ["value digraph:loop.txt@start", "dud"],
    ),
    of(
        "overheated",
        &["overheat", "overheating"],
        "Changed by a bonus of t for each move, where each integer n becomes n times s.",
        "Winning Ways ch. 6",
        ["value game@^ --overheat 1,1", "overheated from 1 to 1"],
    ),
    of(
        "P-portion",
        &["p_portion", "p_size"],
        "The elements of a misère quotient that are lost for the player to move.",
        "Plambeck & Siegel 2008",
        ["quotient kayles --to 3 --format json", "\"p_portion\":[[1],[2,2]]"],
    ),
    of(
        "P-position",
        &["P", "zero", "zero position"],
        "A position with outcome class P: the previous player wins, so the player to move loses.",
        "Winning Ways ch. 3; Conway 1976, ch. 7",
        ["analyse kayles", "P: lost for the player to move"],
    ),
    of(
        "period",
        &["periodic"],
        "The least p for which, from the preperiod on, each row is the same as the row p heaps later.",
        "Guy & Smith 1956; Winning Ways ch. 4",
        ["analyse kayles", "period 12 from n = 71 on"],
    ),
    of(
        "phi",
        &["φ", "pretending function"],
        "The map from heaps to elements of the misère quotient, which maps a sum of heaps to the product of their elements.",
        "Plambeck & Siegel 2008",
        ["quotient kayles --to 3 --format json", "\"phi\":[[],[1],[2],[3]]"],
    ),
    of(
        "plugin",
        &["plugins", "script"],
        "A ruleset in a file (a script, a WebAssembly module or data), which is named by its path.",
        "this project",
        ["rulesets ./FILE.rhai", "./FILE.rhai"],
    ),
    of(
        "plumtree",
        &["plumtrees"],
        "A stopper in which the only loops are passes, so that play never returns to a position by way of another one.",
        "Winning Ways ch. 11; Siegel 2013, ch. VI",
        ["value game@over --facts", "plumtree"],
    ),
    of(
        "position graph",
        &["graph"],
        "All positions that can be reached, with an arrow for every move.",
        "Smith 1966",
        ["graph nim@1,2", "digraph"],
    ),
    of(
        "preperiod",
        &[],
        "The heap from which on the rows repeat; earlier rows need not repeat.",
        "Guy & Smith 1956",
        ["analyse kayles --format json", "\"preperiod\":71"],
    ),
    of(
        "proved",
        &[],
        "True for all heaps by the named theorem, with a certificate that `sprague check` accepts.",
        "this project",
        ["analyse kayles", "proved (Guy-Smith)"],
    ),
    of(
        "R-position",
        &["R"],
        "A position with outcome class R, which Right wins whoever starts: its value is less than 0.",
        "Conway 1976, ch. 7",
        ["value game@v", "outcome class R"],
    ),
    of(
        "reduced form",
        &["reduced", "up to infinitesimals"],
        "The simplest value that differs from a given value by an infinitesimal.",
        "Calistrate 1996; Grossman & Siegel 2009",
        ["value game@{2*|0}", "up to infinitesimals {2|0}"],
    ),
    of(
        "relation",
        &["relations"],
        "An equation between products of generators; the relations determine which products are the same element.",
        "Plambeck & Siegel 2008",
        ["quotient kayles --to 3 --format json", "\"products\""],
    ),
    of(
        "remoteness",
        &[],
        "The number of moves that a game lasts if the winner wants to finish quickly and the loser wants to delay.",
        "Steinhaus 1925; Smith 1966",
        ["solve knights@3.4,5.5 --rule conjunctive --explain", "remoteness of each component: 3; 4"],
    ),
    of(
        "residues",
        &[],
        "The theorem that proves periods for infinite sets of amounts: a heap has the nimber of its residue modulo p, if no amount leads from a heap to one with the same nimber.",
        "Winning Ways ch. 4",
        ["analyse subtraction:powers:2", "proved (residues)"],
    ),
    of(
        "reversible",
        &[],
        "A move is reversible if the other player has an answer after which the other player is at least as well off as before the move; the move can then be replaced by the moves that follow this answer.",
        "Conway 1976, ch. 10",
        ["solve clobber@xxoo --moves all", "reversible through 0"],
    ),
    of(
        "row",
        &["rows"],
        "What is known about one heap of a family, such as its nimber; the rows of all heaps form the sequence of the family.",
        "this project",
        ["analyse kayles --summary", "41 rows"],
    ),
    of(
        "saltus",
        &["rising by"],
        "The amount by which nimbers or values rise in every period.",
        "Winning Ways ch. 4; Siegel 2013, ch. IV",
        ["analyse nim", "values rising by 1"],
    ),
    of(
        "scaffold",
        &["scaffolds"],
        "The best wall of a player's options, before the tax is applied; with the tax, scaffolds are the walls of the thermograph up to the temperature, where they meet.",
        "Winning Ways ch. 6; Siegel 2013, ch. II",
        ["value game@{3|1} --facts --format json", "left_scaffold"],
    ),
    of(
        "score",
        &["scores"],
        "The points by which the player who starts wins with best play, or loses if the number is negative, under rules that count points.",
        "this project, `docs/rulesets/dots-and-boxes.md`",
        ["solve dots-and-boxes@1x3", "loses by 1"],
    ),
    of(
        "selective",
        &["selective sum"],
        "The rule by which a player moves in any number of components, but at least in one.",
        "Smith 1966; Conway 1976, ch. 14",
        ["solve nim@3,4 --rule selective --explain", "selective: lost exactly if every component is"],
    ),
    of(
        "sensible",
        &["sensible move", "sensible moves"],
        "A move is sensible if it is at least as good for the mover as some option of the canonical form.",
        "Siegel 2013, ch. II",
        ["value game@{1|-1} --facts", "sensible for Left"],
    ),
    of(
        "shortened-selective",
        &["shortened selective", "shortened selective sum"],
        "The selective rule, except that play ends as soon as one component has ended.",
        "Conway 1976, ch. 14",
        ["solve nim@3,4 --rule shortened-selective --explain", "shortened selective:"],
    ),
    of(
        "single heaps",
        &["single heap"],
        "Positions of one heap, which are what rows describe; nimbers or values also decide sums of heaps, but outcomes do not.",
        "this project",
        ["analyse stones:1-3 --to 6", "even       P N N N N P N"],
    ),
    of(
        "size",
        &["sizes"],
        "What `sprague find` counts up: squares, vertices, tokens of the largest heap, days or moves.",
        "this project, `docs/reference/questions.md`",
        ["find domineering --squares 4 --format json", "\"size\":4"],
    ),
    of(
        "Smith value",
        &["loopy nimber", "loopy nimbers"],
        "The value of a loopy impartial position: a nimber, or ∞ with the nimbers of the options to which a player can escape.",
        "Smith 1966; Fraenkel & Perl 1975",
        ["solve digraph:loop.txt@start --explain", "Smith value ∞{}"],
    ),
    of(
        "star",
        &["*"],
        "The value {0|0}, a Nim heap of one, in which whoever moves first also makes the last move.",
        "Winning Ways ch. 2",
        ["value nim@1", "which is star"],
    ),
    of(
        "stop",
        &["stops", "left stop", "right stop"],
        "The first number that is reached if both players play well and alternate, and Left starts (left stop) or Right starts (right stop).",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x3", "left stop 2, right stop -1/2"],
    ),
    of(
        "stop count",
        &[],
        "The number of places in the tree of a canonical form where play reaches a number: 1 for a number, and otherwise the total of all options.",
        "CGSuite 2, CanonicalShortGame",
        ["value game@^ --facts", "stop count 3"],
    ),
    of(
        "stopper",
        &["stoppers"],
        "A game in which alternating play always ends; values of loopy games are stoppers or pairs of stoppers.",
        "Siegel 2013, ch. VI",
        ["value digraph:loop.txt@start", "onside on"],
    ),
    of(
        "strategy",
        &[],
        "A file that contains the winner's answer to every move of the loser, and that `sprague check` verifies by playing it through.",
        "this project, `docs/reference/formats.md`",
        ["strategy nim@1,2", "\"winner\":\"mover\""],
    ),
    of(
        "strong stop",
        &["strong stops", "left strong stop", "right strong stop"],
        "A stop of a stopper, with the number x in place of x plus over or under.",
        "Siegel 2013, ch. VI",
        ["value game@over --facts", "left strong stop 0"],
    ),
    of(
        "suspense number",
        &["suspense"],
        "The number of moves that a game lasts if the winner wants to delay and the loser wants to finish quickly.",
        "Conway 1976, ch. 14",
        ["solve knights@3.4,5.5 --rule continued --explain", "suspense number of each component: 3; 4"],
    ),
    of(
        "switch",
        &["±"],
        "A value {x|y} of two numbers with x greater than y, whose temperature is half their difference; ±x is {x|−x}.",
        "Conway 1976, ch. 9",
        ["value domineering@2x2", "which is ±1"],
    ),
    of(
        "tame",
        &["generally tame", "tameable"],
        "A game is tame if it acts like a position of Nim in sums with other tame games under misère play; generally tame and tameable games do so by weaker conditions.",
        "Winning Ways ch. 13",
        ["value kayles@4 --play misere", "genus 1^{031}"],
    ),
    of(
        "temperature",
        &[],
        "How urgent it is to move first: the least tax on moves at which neither player wants to move, which is below 0 for a number.",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x3", "temperature 5/4"],
    ),
    of(
        "tempered",
        &["even-tempered", "odd-tempered"],
        "A game is even-tempered or odd-tempered if every play, until it reaches a number, has an even or an odd number of moves.",
        "Johnson, The combinatorial game theory of well-tempered scoring games, 2014",
        ["value game@{1|-1} --facts", "odd-tempered"],
    ),
    of(
        "tepid",
        &[],
        "A value of temperature 0, which is a number plus a nonzero infinitesimal.",
        "Winning Ways ch. 6",
        ["value game@1^", "temperature 0"],
    ),
    of(
        "theorem",
        &["theorems"],
        "A proved statement, which an answer names as the reason why it holds for all heaps.",
        "this project",
        ["analyse subtraction:1,3,4", "proved (bounded look-back)"],
    ),
    of(
        "thermograph",
        &[],
        "A drawing of the left and right stops of a value (its walls) for every tax on moves, up to the mast, where they meet at the mean and the temperature.",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x3", "thermograph, by tax"],
    ),
    of(
        "tiny",
        &["miny"],
        "The positive infinitesimal tiny-x = {0||0|−x}, no multiple of which is as great as up; its negative is miny-x.",
        "Winning Ways ch. 5",
        ["value game@{0|{0|-1}}", "which is tiny-1"],
    ),
    of(
        "up",
        &["^", "down", "v", "double up"],
        "The value {0|*}, which is positive but less than every positive number; its negative is down.",
        "Winning Ways ch. 3",
        ["value game@^", "which is up"],
    ),
    of(
        "upsum",
        &["downsum", "upsum variety", "downsum variety"],
        "The onside of the sum of two stoppers; their downsum is the offside.",
        "Siegel 2013, ch. VI",
        ["value game@over --facts", "upsum variety over"],
    ),
    of(
        "value",
        &["values"],
        "What a position is worth in every sum: two positions have the same value if whoever starts in their difference loses.",
        "Conway 1976, ch. 7",
        ["solve domineering@2x3", "value {2|-1/2}"],
    ),
    of(
        "variety",
        &[],
        "The part of a stopper that remains besides its degree.",
        "Siegel 2013, ch. VI",
        ["value game@over", "variety over"],
    ),
    of(
        "wild",
        &["restive", "generally restive", "restless"],
        "A game is wild if it is not tame or of a related kind under misère play; a restive game acts like one of two heaps in sums with Nim, and a restless one has a nimber of 2 or more, a misère nimber of 0 or 1, and tame options.",
        "Winning Ways ch. 13",
        ["value kayles@9 --play misere", "wild: sums are known by their forms alone"],
    ),
];

/// Everyday words, which have an entry but are ignored by [`terms_in`].
const EVERYDAY: [&str; 64] = [
    "off",
    "on",
    "over",
    "under",
    "apart",
    "class",
    "component",
    "components",
    "down",
    "drawn",
    "draw",
    "element",
    "elements",
    "family",
    "graph",
    "heat",
    "hot",
    "image",
    "images",
    "law",
    "laws",
    "link",
    "mean",
    "mover",
    "number",
    "option",
    "options",
    "outcome",
    "periodic",
    "player to move",
    "plugin",
    "plugins",
    "positive",
    "row",
    "rows",
    "script",
    "single heap",
    "single heaps",
    "sum",
    "theorem",
    "theorems",
    "value",
    "values",
    "degree",
    "even",
    "odd",
    "follower",
    "followers",
    "kind",
    "kinds",
    "mate",
    "mates",
    "name",
    "names",
    "score",
    "scores",
    "sensible",
    "size",
    "sizes",
    "variety",
    "cold",
    "integer",
    "integers",
    "zero",
];

/// Returns a name of a term. If there is no such name, the program does not compile.
///
/// A hyphen or an underscore may stand for a blank.
pub(crate) const fn known(name: &'static str) -> &'static str {
    let mut at = 0;
    while at < TERMS.len() {
        let (mut is_known, mut other) = (is_same(name, TERMS[at].word), 0);
        while other < TERMS[at].also.len() {
            is_known |= is_same(name, TERMS[at].also[other]);
            other += 1;
        }
        if is_known {
            return name;
        }
        at += 1;
    }
    panic!("this word is not in the glossary")
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && (one[at] == other[at] || is_joint(one[at]) && is_joint(other[at])) {
        at += 1;
    }
    at == one.len() && at == other.len()
}

const fn is_joint(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'_')
}

/// Returns the term with this name.
///
/// Case is ignored, unless two terms differ only in case.
///
/// ```
/// use sprague_questions::glossary::term;
/// assert_eq!(term("dicot").unwrap().word, "all-small");
/// assert_eq!(term("Nimber").unwrap().word, "nimber");
/// assert_eq!(term("misere nimber"), term("misère nimber"));
/// assert_eq!(term("nim sum").unwrap().word, "nim-sum");
/// assert!(term("frob").is_none());
/// ```
pub fn term(word: &str) -> Option<&'static Term> {
    let plain = plain(word);
    let by = |is_it: &dyn Fn(&str) -> bool| TERMS.iter().find(|term| names(term).any(is_it));
    let small = word.to_lowercase();
    by(&|name| name == word)
        .or_else(|| by(&|name| name.to_lowercase() == small))
        .or_else(|| by(&|name| !plain.is_empty() && self::plain(name) == plain))
}

/// Returns a word in lower case, without accents, hyphens and blanks.
fn plain(word: &str) -> String {
    let letters = word.chars().flat_map(char::to_lowercase).filter(|letter| letter.is_alphanumeric());
    letters.map(|letter| if matches!(letter, 'è' | 'é') { 'e' } else { letter }).collect()
}

/// Suggests a name for an unknown word: one that contains the word or is spelled similarly.
///
/// ```
/// use sprague_questions::glossary::meant;
/// assert_eq!(meant("misere quotent"), Some("misère quotient"));
/// assert_eq!(meant("Misere Grundy"), Some("misère Grundy value"));
/// assert_eq!(meant("frob"), None);
/// ```
pub fn meant(word: &str) -> Option<&'static str> {
    let plain = plain(word);
    let holding = || {
        let holding = words().filter(|name| plain.len() > 2 && self::plain(name).contains(&plain));
        holding.min_by_key(|name| name.len())
    };
    nearest(word, words()).or_else(|| words().find(|name| nearest(&plain, [&*self::plain(name)]).is_some())).or_else(holding)
}

fn names(term: &Term) -> impl Iterator<Item = &'static str> {
    std::iter::once(term.word).chain(term.also.iter().copied())
}

/// Returns all names and signs of all terms.
///
/// ```
/// assert!(sprague_questions::glossary::words().any(|word| word == "dicot"));
/// ```
pub fn words() -> impl Iterator<Item = &'static str> {
    TERMS.iter().flat_map(names)
}

/// Returns the terms that a text uses, in the order of their first use.
///
/// Everyday words, and words of one or two letters, are ignored.
///
/// ```
/// use sprague_questions::glossary::terms_in;
/// let found = terms_in("genus 4^{146}, misère nimber 1: the Grundy value is 4");
/// assert_eq!(found.iter().map(|term| term.word).collect::<Vec<_>>(), ["genus", "misère nimber", "nimber"]);
/// ```
pub fn terms_in(text: &str) -> Vec<&'static Term> {
    let is_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    let mut found: Vec<&Term> = vec![];
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let starts = is_apart(text[..at].chars().next_back());
        let longest = TERMS.iter().flat_map(|term| names(term).map(move |name| (name, term))).filter(|(name, _)| {
            let is_looked_for = name.chars().count() > 2 && !EVERYDAY.contains(name);
            starts && is_looked_for && rest.strip_prefix(name).is_some_and(|behind| is_apart(behind.chars().next()))
        });
        let step = match longest.max_by_key(|(name, _)| name.len()) {
            Some((name, term)) => {
                if !found.contains(&term) {
                    found.push(term);
                }
                name.len()
            }
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        at += step;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn words_are_in_order_and_none_stands_for_two_terms() {
        assert!(TERMS.is_sorted_by_key(|term| term.word.to_lowercase()));
        let mut seen = HashSet::new();
        for word in words() {
            assert!(seen.insert(word), "{word} stands for two terms");
            assert_eq!(term(word).map(|term| names(term).any(|name| name == word)), Some(true), "{word}");
        }
        assert!(EVERYDAY.iter().all(|word| seen.contains(word)));
    }

    #[test]
    fn every_term_is_one_sentence_with_an_example_and_a_reference() {
        for Term { word, fact, .. } in TERMS {
            assert!(fact.says.ends_with('.') && !fact.says.contains(". "), "{word}: one sentence");
            assert!(!fact.source.is_empty() && !fact.command.is_empty() && !fact.printed.is_empty(), "{word}");
        }
    }

    #[test]
    fn words_inside_of_words_are_not_found() {
        assert!(terms_in("startles, periodontal, the mean number of rows").is_empty());
        assert_eq!(terms_in("period").len(), 1);
        assert_eq!(terms_in("").len(), 0);
    }
}
