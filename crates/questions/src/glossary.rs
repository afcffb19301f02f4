//! A list of the terms in answers, each with a sentence, an example and a reference. Program, web page and book use this list.

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

/// Builds a term from its name, other names, sentence, reference, and example. The example is a command and a part of its
/// output.
const fn of(
    word: &'static str,
    also: &'static [&'static str],
    says: &'static str,
    source: &'static str,
    [command, printed]: [&'static str; 2],
) -> Term {
    Term { word, also, fact: Fact::of(says, source).shown_by(command, printed) }
}

/// The terms in alphabetical order. Case does not matter for the order.
pub const TERMS: &[Term] = &[
    of(
        "all-but",
        &[],
        "The theorem that proves how nimbers rise where all amounts but those of a finite set may be taken: a rise that holds for twice as many heaps as the greatest forbidden amount holds for ever.",
        "Siegel 2013, ch. IV",
        ["analyse all-but:2,5", "proved (all-but)"],
    ),
    of(
        "all-small",
        &["dicot", "dicotic"],
        "A game in which, whatever has been played, both players can move or neither can; its value is infinitesimal.",
        "Winning Ways ch. 8; Siegel 2013, ch. II",
        ["value clobber@xxo", "all-small"],
    ),
    of(
        "atomic weight",
        &[],
        "The measure of an all-small game in ups: by how many ups it favours Left, as far as sums with many nimbers can tell.",
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
        "The theorem that proves periods where a row depends only on the rows of a window before it: a window that comes again is followed by the same rows again.",
        "Winning Ways ch. 4",
        ["analyse subtraction:1,3,4", "proved (bounded look-back)"],
    ),
    of(
        "bounds",
        &[],
        "Numbers, with ups and star, that a position is worth at least or at most; a strategy can be made of them where values are too large.",
        "this project, `docs/fast-rulesets.md`",
        ["strategy domineering@2x3 --form bounds", "\"form\":\"bounds\""],
    ),
    of(
        "canonical form",
        &["canonical forms"],
        "The simplest game of a value, in which no option is dominated or reversible; two games are equal exactly if theirs are the same.",
        "Conway 1976, ch. 10",
        ["solve domineering@2x3 --explain", "canonical forms: the value is {2|-1/2}"],
    ),
    of(
        "certificate",
        &[],
        "A file with a claim and what its proof needs, which `sprague check` verifies from the rules alone.",
        "this project, `docs/reference/formats.md`",
        ["certify subtraction:1,3,4", "\"theorem\":\"bounded look-back\""],
    ),
    of(
        "companion",
        &[],
        "The image of a value under the one symmetry of the order of all games born by a day: 0 and * change places, and what is built from them follows.",
        "Calistrate, Paulhus & Wolfe 2002; Siegel 2013, ch. III",
        ["value game@^ --facts", "companion ^*"],
    ),
    of(
        "component",
        &["components", "summand", "summands"],
        "One game of a sum; each is played on by itself.",
        "Conway 1976, ch. 7",
        ["solve nim@3,4 --rule selective --explain", "outcome of each component"],
    ),
    of(
        "confused",
        &["fuzzy", "incomparable"],
        "Two values of which neither is at least the other: whoever starts their difference wins it.",
        "Conway 1976, ch. 7",
        ["compare game@^ nim@1", "is confused with"],
    ),
    of(
        "conjunctive",
        &["conjunctive sum"],
        "The rule by which a move is made in every component, and play ends where the first of them ends.",
        "Smith 1966; Conway 1976, ch. 14",
        ["solve knights@3.4,5.5 --rule conjunctive --explain", "conjunctive: lost exactly if the least remoteness is even"],
    ),
    of(
        "continued",
        &["continued conjunctive sum"],
        "The rule by which a move is made in every component that has not ended, until all have.",
        "Conway 1976, ch. 14",
        ["solve knights@3.4,5.5 --rule continued --explain", "continued: lost exactly if the greatest suspense number is even"],
    ),
    of(
        "Conway product",
        &[],
        "The product of two games by moves in both at once; it is the usual one of numbers, and the nim-product of nimbers.",
        "Conway 1976, ch. 1 and 6",
        ["value game@*4.ConwayProduct(*4)", "*6"],
    ),
    of(
        "cooled",
        &["cool", "cooling"],
        "Changed by a tax that both pay for each move: a value cooled by its temperature is its mean, but for an infinitesimal.",
        "Conway 1976, ch. 9",
        ["value domineering@2x3 --cool 1", "cooled by 1"],
    ),
    of(
        "D-position",
        &["D", "drawn", "draw"],
        "The outcome class of positions that nobody can win and both can keep from being lost.",
        "Smith 1966; Winning Ways ch. 12",
        ["solve stones:2@4", "a draw"],
    ),
    of(
        "dead-ending",
        &["dead end"],
        "A game in which, whatever has been played, a player who cannot move will never move again; all dicots are such games.",
        "Milley & Renault 2013; Larsson, Milley, Nowakowski, Renault & Santos 2018",
        ["compare game@1,-1 nim@0 --play misere --within dead-ending", "dead-ending games"],
    ),
    of(
        "digest",
        &[],
        "A number made of all rows or records, by which two runs are told to have found the same.",
        "this project",
        ["analyse kayles --summary", "digest"],
    ),
    of(
        "diminished",
        &["diminished disjunctive sum", "foreclosed nimber", "foreclosed nimbers", "foreclosed Grundy number"],
        "The rule by which a move is made in one component and play ends where the first component ends.",
        "Conway 1976, ch. 14",
        ["solve nim@3,4 --rule diminished --explain", "diminished: lost if a component is over"],
    ),
    of(
        "disjunctive",
        &["disjunctive sum", "disjunctive rule", "sum"],
        "The usual rule of a sum: a move is made in exactly one component, and play ends where none is left.",
        "Conway 1976, ch. 7",
        ["solve nim@3,4 --format json", "\"rule\":\"disjunctive\""],
    ),
    of(
        "dominated",
        &[],
        "An option is dominated by another one of the same player that is at least as good for them in every sum.",
        "Conway 1976, ch. 10",
        ["solve domineering@3x3 --moves all", "value {1/2|-2}, dominated"],
    ),
    of(
        "element",
        &["elements"],
        "A class of sums of heaps that no sum beside them tells apart under misère play: misère quotients consist of them.",
        "Plambeck and Siegel 2008",
        ["quotient octal:0.123", "misère quotient of 20 elements"],
    ),
    of(
        "equal states",
        &[],
        "The proof of long periods of take-and-break games: once their rare heaps are settled, the same window of values is followed by the same values again.",
        "Gangolli & Plambeck 1989; this project",
        ["certify octal:0.16 --seek 1000000", "\"theorem\":\"equal states\""],
    ),
    of(
        "family",
        &[],
        "A ruleset with its parameters, such as `subtraction:1,3,4`, for which there is a row for every heap.",
        "this project",
        ["analyse kayles --format json", "\"family\":\"kayles\""],
    ),
    of(
        "frozen",
        &["freeze"],
        "Cooled by its own temperature, which leaves a value infinitesimally close to its mean.",
        "Siegel 2013, ch. II",
        ["value game@{3|{2*|1*}} --then Freeze", "9/4*"],
    ),
    of(
        "generator",
        &["generators"],
        "An element of a misère quotient of which, with others, all elements are products.",
        "Plambeck & Siegel 2008",
        ["quotient kayles --to 3", "elements: 0, 1, 2"],
    ),
    of(
        "genus",
        &[],
        "The nimber of a position, and as a raised row its misère nimbers with no, one, two … pairs of heaps of two added; the last two digits alternate for ever.",
        "Conway 1976, ch. 12; Winning Ways ch. 13",
        ["solve kayles@5 --explain", "genus 4^{146}"],
    ),
    of(
        "Guy-Smith",
        &["Guy–Smith"],
        "The theorem that proves periods of take-and-break games that split heaps: what repeats up to twice the preperiod, the period and the greatest amount repeats for ever.",
        "Guy & Smith 1956",
        ["analyse kayles", "proved (Guy-Smith)"],
    ),
    of(
        "half-drawn",
        &["N^", "P^", "Nv", "Pv"],
        "The outcome classes in which one player's start is drawn: with ^ as N or P, but better for Left; with v better for Right.",
        "Siegel 2013, ch. VI",
        ["schema solve", "N^"],
    ),
    of(
        "heated",
        &["heat", "heating"],
        "Changed by a bonus for each move, the inverse of cooling.",
        "Winning Ways ch. 6",
        ["value game@* --heat 1", "heated by 1"],
    ),
    of(
        "hot",
        &[],
        "A value in which it pays to move first: its left stop is greater than its right stop.",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x2", "left stop 1, right stop -1"],
    ),
    of(
        "hottest move",
        &[],
        "The move that gains most in the component of the greatest temperature: good advice in a sum, and sometimes not a winning move.",
        "Winning Ways ch. 6",
        ["solve game@{4|-4},{1|-1} --explain", "the hottest move of all is"],
    ),
    of(
        "image",
        &["images"],
        "The element of a misère quotient that a heap belongs to.",
        "Plambeck and Siegel 2008",
        ["quotient octal:0.123", "heaps 0 to 9: 0, 1, 0, 3"],
    ),
    of(
        "impartial",
        &[],
        "Both players have the same moves in every position, so a position is won or lost for whoever moves next.",
        "Conway 1976, ch. 11; Winning Ways ch. 3",
        ["solve impartial:domineering@2x2", "for the player to move"],
    ),
    of(
        "incentive",
        &["incentives"],
        "The gain of a move: an option less the game for Left, the game less an option for Right.",
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
        "kernel",
        &[],
        "The part of the program that computes rows, chosen by the rules of the family; all of them compute the same.",
        "this project",
        ["analyse kayles --summary", "kernel"],
    ),
    of(
        "L-position",
        &["L", "positive"],
        "The outcome class of positions that Left wins, whoever starts: the value is greater than 0.",
        "Conway 1976, ch. 7",
        ["value game@^", "outcome class L"],
    ),
    of(
        "law",
        &["laws"],
        "A rule that rulesets must keep so that answers about them are right; `sprague test` tries them by random play.",
        "this project",
        ["test ./FILE.rhai", "each move is listed once"],
    ),
    of(
        "Left",
        &["Right", "partizan"],
        "The two players of a partizan game, in which their moves may differ; values count in Left's favour.",
        "Conway 1976, ch. 7",
        ["solve domineering@2x3 --first right", "who starts"],
    ),
    of(
        "linked",
        &["link", "apart"],
        "Two impartial games beside some one game both lost under misère play; all are but a game and its options, which are apart.",
        "Conway 1976, ch. 12",
        ["compare kayles@5 nim@4 --play misere", "is linked with"],
    ),
    of(
        "loony",
        &["loony value"],
        "A position whose moves may entail the next one, and which the player to move wins in every sum.",
        "Winning Ways ch. 12",
        ["solve nimstring@1-2.2-0", "value loony"],
    ),
    of(
        "loopy",
        &[],
        "A position that can come again, so that play need not end.",
        "Smith 1966; Winning Ways ch. 11",
        ["solve digraph:loop.txt@start --explain", "Smith: a loopy position is worth"],
    ),
    of(
        "mean",
        &["mean value"],
        "The number that n copies of a value differ from by a bounded amount when divided by n.",
        "Conway 1976, ch. 9",
        ["value domineering@2x3", "mean 3/4"],
    ),
    of(
        "mex",
        &[],
        "The minimal excludant: the least number 0, 1, 2, … that is not among those given, such as 2 of 0, 1 and 3.",
        "Grundy 1939; Winning Ways ch. 4",
        ["solve subtraction:1,2@2 --moves all", "nimber 2"],
    ),
    of(
        "misère canonical form",
        &["misère canonical forms", "misère form", "misère forms"],
        "The simplest game that may stand for a game in every sum under misère play; two games are equal there exactly if theirs are the same.",
        "Conway 1976, ch. 12",
        ["solve grundy@40,39,12 --play misere --explain", "misère canonical forms"],
    ),
    of(
        "misère nimber",
        &["misère Grundy value"],
        "The least number that no option has as its misère nimber, where ended positions have 1; misère play is lost exactly at 0, but it says nothing of sums.",
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
        "The sums of the heaps of a game, where two are the same if in every larger sum both are lost or both are won under misère play.",
        "Plambeck 2005; Plambeck & Siegel 2008",
        ["quotient kayles --to 3", "misère quotient of 6 elements"],
    ),
    of(
        "modifier",
        &["modifiers"],
        "A ruleset around another ruleset, whose positions are those of the other one.",
        "this project",
        ["rulesets impartial", "modifiers, each around a ruleset"],
    ),
    of(
        "Moore's Nim",
        &["moore", "Moore"],
        "The rule by which a move takes from at least one and at most K heaps of Nim.",
        "Moore 1910",
        ["solve nim@3,4,5 --rule moore=2 --explain", "Moore's Nim (1910)"],
    ),
    of(
        "mover",
        &["player to move"],
        "The player whose turn it is, for whom an outcome is said.",
        "Winning Ways ch. 3",
        ["solve nim@3,4,5", "won for the player to move"],
    ),
    of(
        "N-position",
        &["N"],
        "The outcome class of positions that the next player wins, whoever that is.",
        "Winning Ways ch. 3; Conway 1976, ch. 7",
        ["analyse kayles", "N: won"],
    ),
    of(
        "negative",
        &[],
        "A position with Left and Right exchanged, written with `-` before it; a position minus itself is worth 0.",
        "Conway 1976, ch. 7",
        ["value -- -domineering@2x3", "-3/4 ± 5/4"],
    ),
    of(
        "nim-product",
        &["nim-products"],
        "The product of nimbers, which is the value of a product of games; with the nim-sum it makes the nimbers below 16, 256, 65536, … fields.",
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
        "The size n of the Nim heap that an impartial position is equal to, also called its Grundy value: the least number that no option has as its nimber.",
        "Sprague 1935; Grundy 1939; Conway 1976, ch. 11",
        ["solve nim@3,4,5", "nimber 2"],
    ),
    of(
        "normal play",
        &[],
        "Play in which whoever cannot move loses, so that the last mover wins.",
        "Conway 1976, ch. 7",
        ["solve nim@3,4 --format json", "\"play\":\"normal\""],
    ),
    of(
        "Norton product",
        &[],
        "The product of a game with a positive one, the unit: n copies of it for an integer n, else every move gains the unit and its best incentive.",
        "Winning Ways ch. 8; Siegel 2013, ch. II",
        ["value game@1/2 --norton ^", "{^2*|v*}"],
    ),
    of(
        "not-all",
        &["not all"],
        "The rule by which a move is made in at least one component, but not in all.",
        "TopCoder tutorial *Algorithm Games*",
        ["solve nim@1,1,1 --rule not-all --explain", "not all: lost exactly if all nimbers are equal"],
    ),
    of(
        "number",
        &[],
        "A value whose left options are all less than its right options, so that every move costs the mover: a fraction with a power of 2 below.",
        "Conway 1976, ch. 0 and 1",
        ["value hackenbush@LRL", "a number: mean 3/4"],
    ),
    of(
        "observed",
        &[],
        "Seen to repeat, and not proved: said only of at least 100 rows of which half and three periods repeat, or 64 % where rules are code.",
        "this project",
        ["schema analyse", "observed"],
    ),
    of(
        "onside",
        &["offside"],
        "The stopper that a game is equal to if endless play counts for Left; the offside is that where it counts for Right.",
        "Siegel 2013, ch. VI",
        ["value digraph:loop.txt@start", "onside on"],
    ),
    of(
        "option",
        &["options"],
        "A position that a move leads to; a move is its label.",
        "Conway 1976, ch. 7",
        ["solve game@{2|-1} --moves all", "->"],
    ),
    of(
        "order look-back",
        &[],
        "The theorem that proves the order of all heaps from a table of it: what repeats along the diagonal and far from it, in a large enough square, does so for ever, and so do games that rows gain.",
        "The order of all rows, in this book",
        ["analyse asymmetric:1,3/2 --rows values", "proved (order look-back"],
    ),
    of(
        "ordinal sum",
        &[],
        "The sum of a base and a game above it, in which a move in the base ends the game above.",
        "Siegel 2013, ch. II",
        ["value game@* --ordinal 1", "^*"],
    ),
    of(
        "outcome class",
        &["outcome", "class"],
        "Who wins by playing well, for both ways to start: N, P, L, R, or D where play need not end.",
        "Conway 1976, ch. 7; Winning Ways ch. 2",
        ["solve domineering@5x5 --outcome-only", "outcome class P"],
    ),
    of(
        "over",
        &["under", "upon", "on", "off", "dud"],
        "Stoppers by name: over is {0|over}, above 0 and below every positive number, on is {on|}, above all, off is its negative; dud is on on one side and off on the other.",
        "Winning Ways ch. 11",
        ["value digraph:loop.txt@start", "dud"],
    ),
    of(
        "overheated",
        &["overheat", "overheating"],
        "Changed by a bonus of t for each move, while numbers become multiples of s.",
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
        &["P", "zero position"],
        "The outcome class of positions that the previous player wins: whoever moves next loses.",
        "Winning Ways ch. 3; Conway 1976, ch. 7",
        ["analyse kayles", "P: lost for the player to move"],
    ),
    of(
        "period",
        &["periodic"],
        "The least p for which a row is repeated p heaps later, from the preperiod on.",
        "Guy & Smith 1956; Winning Ways ch. 4",
        ["analyse kayles", "period 12 from n = 71 on"],
    ),
    of(
        "phi",
        &["φ", "pretending function"],
        "The map from heaps to elements of the misère quotient; a sum of heaps goes to the product of their elements.",
        "Plambeck & Siegel 2008",
        ["quotient kayles --to 3 --format json", "\"phi\":[[],[1],[2],[3]]"],
    ),
    of(
        "plugin",
        &["plugins", "script"],
        "A ruleset in a file, as a script, a module of WebAssembly or data, that is named by its path.",
        "this project",
        ["rulesets ./FILE.rhai", "./FILE.rhai"],
    ),
    of(
        "plumtree",
        &["plumtrees"],
        "A stopper in which only passes lead back: no position is come to again by a way through others.",
        "Winning Ways ch. 11; Siegel 2013, ch. VI",
        ["value game@over --facts", "plumtree"],
    ),
    of(
        "position graph",
        &["graph"],
        "Every position that can come up, with an arrow for every move.",
        "Smith 1966",
        ["graph nim@1,2", "digraph"],
    ),
    of(
        "preperiod",
        &[],
        "The heap from which on a row is periodic; the heaps before it are not repeated.",
        "Guy & Smith 1956",
        ["analyse kayles --format json", "\"preperiod\":71"],
    ),
    of(
        "proved",
        &[],
        "True by a theorem that is named, with a certificate that `sprague check` accepts.",
        "this project",
        ["analyse kayles", "proved (Guy-Smith)"],
    ),
    of(
        "R-position",
        &["R"],
        "The outcome class of positions that Right wins, whoever starts: the value is less than 0.",
        "Conway 1976, ch. 7",
        ["value game@v", "outcome class R"],
    ),
    of(
        "reduced form",
        &["reduced", "up to infinitesimals"],
        "The simplest value that differs from the given one by an infinitesimal.",
        "Calistrate 1996; Grossman & Siegel 2009",
        ["value game@{2*|0}", "up to infinitesimals {2|0}"],
    ),
    of(
        "relation",
        &["relations"],
        "An equation between products of generators; together they say which products are the same element.",
        "Plambeck & Siegel 2008",
        ["quotient kayles --to 3 --format json", "\"products\""],
    ),
    of(
        "remoteness",
        &[],
        "The number of moves that a game lasts if the winner hurries and the loser delays.",
        "Steinhaus 1925; Smith 1966",
        ["solve knights@3.4,5.5 --rule conjunctive --explain", "remoteness of each component: 3; 4"],
    ),
    of(
        "residues",
        &[],
        "The theorem that proves periods of infinite sets of amounts: heaps have the nimbers of their residues, if no amount joins two equal ones.",
        "Winning Ways ch. 4",
        ["analyse subtraction:powers:2", "proved (residues)"],
    ),
    of(
        "reversible",
        &[],
        "A move is reversible if the other player can answer it so that they are at least as well off as before; it may be replaced by what is possible then.",
        "Conway 1976, ch. 10",
        ["solve clobber@xxoo --moves all", "reversible through 0"],
    ),
    of(
        "row",
        &["rows"],
        "All that is known of one heap of a family; together they are its sequence.",
        "this project",
        ["analyse kayles --summary", "41 rows"],
    ),
    of(
        "saltus",
        &["rising by"],
        "The amount by which the nimbers or values of an arithmetically periodic row rise with every period.",
        "Winning Ways ch. 4; Siegel 2013, ch. IV",
        ["analyse nim", "values rising by 1"],
    ),
    of(
        "scaffold",
        &["scaffolds"],
        "The best of the opponent's walls of the options, from which a wall of a thermograph is made by the tax, up to where both scaffolds meet.",
        "Winning Ways ch. 6; Siegel 2013, ch. II",
        ["value game@{3|1} --facts --format json", "left_scaffold"],
    ),
    of(
        "selective",
        &["selective sum"],
        "The rule by which a move is made in as many components as one likes, at least one.",
        "Smith 1966; Conway 1976, ch. 14",
        ["solve nim@3,4 --rule selective --explain", "selective: lost exactly if every component is"],
    ),
    of(
        "shortened-selective",
        &["shortened selective", "shortened selective sum"],
        "The selective rule where play ends as soon as one component has ended.",
        "Conway 1976, ch. 14",
        ["solve nim@3,4 --rule shortened-selective --explain", "shortened selective:"],
    ),
    of(
        "single heaps",
        &["single heap"],
        "Heaps alone, of which rows speak: sums of them follow from nimbers or values, but not from outcomes.",
        "this project",
        ["analyse stones:1-3 --to 6", "even       P N N N N P N"],
    ),
    of(
        "Smith value",
        &["loopy nimber", "loopy nimbers"],
        "The value of an impartial position that can come again: a nimber, or ∞ with the nimbers that it can be left for.",
        "Smith 1966; Fraenkel & Perl 1975",
        ["solve digraph:loop.txt@start --explain", "Smith value ∞{}"],
    ),
    of(
        "star",
        &["*"],
        "The value {0|0}, a Nim heap of one: whoever moves first in it makes the last move there.",
        "Winning Ways ch. 2",
        ["value nim@1", "which is star"],
    ),
    of(
        "stop",
        &["stops", "left stop", "right stop"],
        "The number at which play of a value comes to rest if Left (left stop) or Right (right stop) starts and both play well.",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x3", "left stop 2, right stop -1/2"],
    ),
    of(
        "stop count",
        &[],
        "The number of stopping positions in the tree of a canonical form: 1 of a number, else those of all options together.",
        "CGSuite 2, CanonicalShortGame",
        ["value game@^ --facts", "stop count 3"],
    ),
    of(
        "stopper",
        &["stoppers"],
        "A game in which no play goes on for ever by moves of Left and Right in turn; values of games that can go on are stoppers, or pairs of them.",
        "Siegel 2013, ch. VI",
        ["value digraph:loop.txt@start", "onside on"],
    ),
    of(
        "strategy",
        &[],
        "A file with the winner's answer to everything that the loser may do, which `sprague check` replays.",
        "this project, `docs/reference/formats.md`",
        ["strategy nim@1,2", "\"winner\":\"mover\""],
    ),
    of(
        "suspense number",
        &["suspense"],
        "The number of moves that a game lasts if the winner delays and the loser hurries.",
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
        "Acting like a position of Nim beside other tame games, under misère play; generally tame and tameable games do so for a further reason.",
        "Winning Ways ch. 13",
        ["value kayles@4 --play misere", "genus 1^{031}"],
    ),
    of(
        "temperature",
        &[],
        "How much it is worth to move first: the least tax on moves at which nobody wants to move; below 0 for a number.",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x3", "temperature 5/4"],
    ),
    of(
        "tempered",
        &["even-tempered", "odd-tempered"],
        "Of one parity in all play before a number is reached: numbers are even-tempered, and a game with only even-tempered options is odd-tempered.",
        "Johnson, The combinatorial game theory of well-tempered scoring games, 2014",
        ["value game@{1|-1} --facts", "odd-tempered"],
    ),
    of(
        "tepid",
        &[],
        "A value of temperature 0 that is no number: a number and an infinitesimal.",
        "Winning Ways ch. 6",
        ["value game@1^", "temperature 0"],
    ),
    of(
        "theorem",
        &["theorems"],
        "A statement with a proof, by whose name an answer tells why it holds for all heaps.",
        "this project",
        ["analyse subtraction:1,3,4", "proved (bounded look-back)"],
    ),
    of(
        "thermograph",
        &[],
        "The drawing of both stops of a value by the tax on moves, the walls, up to the mast where they meet at mean and temperature.",
        "Conway 1976, ch. 9; Winning Ways ch. 6",
        ["value domineering@2x3", "thermograph, by tax"],
    ),
    of(
        "tiny",
        &["miny"],
        "The positive infinitesimal tiny-x = {0||0|−x}, of which no multiple reaches up; its negative is miny-x.",
        "Winning Ways ch. 5",
        ["value game@{0|{0|-1}}", "which is tiny-1"],
    ),
    of(
        "up",
        &["^", "down", "v", "double up"],
        "The value {0|*}, positive and less than every positive number; its negative is down.",
        "Winning Ways ch. 3",
        ["value game@^", "which is up"],
    ),
    of(
        "value",
        &["values"],
        "What a position is worth in every sum: positions are equal if their difference is lost for whoever starts.",
        "Conway 1976, ch. 7",
        ["solve domineering@2x3", "value {2|-1/2}"],
    ),
    of(
        "wild",
        &["restive", "generally restive", "restless"],
        "Of no kind that acts like Nim under misère play: a restive game acts like one heap or another in a sum with heaps of Nim, and a restless one has a nimber of 2 or more, a misère nimber of 0 or 1, and tame options.",
        "Winning Ways ch. 13",
        ["value kayles@9 --play misere", "wild: sums are known by their forms alone"],
    ),
];

/// Everyday words. They are explained, but [`terms_in`] ignores them.
const EVERYDAY: [&str; 43] = [
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
];

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

/// Returns the name that was probably meant by an unknown word: a name that contains the word, or is spelled similarly.
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
