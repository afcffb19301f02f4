//! A tutorial: two knights on two boards, moved by every rule.
//!
//! The tutorial *Algorithm Games* (TopCoder) puts a knight on each of several chessboards; knights only move towards the corner, and
//! who cannot move loses. A rule says in which of the games a player moves at a time, and there are many such rules (Conway, *On Numbers
//! and Games*, ch. 14). Here a knight stands on (3, 4) and another on (5, 5) of boards of 8 by 8. Alone, the first position is won and
//! the second lost:
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! assert_eq!(ask("knights@3.4", "disjunctive", Play::Normal).outcome, Outcome::Win);
//! assert_eq!(ask("knights@5.5", "disjunctive", Play::Normal).outcome, Outcome::Loss);
//! ```
//!
//! # One knight: `disjunctive`
//!
//! The nimbers of the squares are 4 and 0. Added without carry they are 4, not 0, so the position is won. A winning move leaves
//! equal numbers: the first knight goes to a square of number 0, or the second to one of number 4.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! let answer = ask("knights@3.4,5.5", "disjunctive", Play::Normal);
//! assert_eq!(answer.nimber().map(ToString::to_string), Some("4".to_owned()));
//! assert_eq!(winning(&answer), ["1: to 1.5", "2: to 3.4", "2: to 4.3"]);
//! // where the last mover loses, no such number is enough, and all positions are searched
//! assert_eq!(ask("knights@3.4,5.5", "disjunctive", Play::Misere).outcome, Outcome::Win);
//! ```
//!
//! # One knight, and the first that is stuck ends it all: `diminished`
//!
//! A square from which a knight can reach a dead end is won at once. The others get *foreclosed* nimbers, the least number that
//! no option has, squares next to a dead end not counted: 2 and 0 here, so the position is won. Other moves win than before:
//! whoever has to leave the second knight beside a dead end has lost.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! let answer = ask("knights@3.4,5.5", "diminished", Play::Normal);
//! assert_eq!(winning(&answer), ["2: to 3.4", "2: to 4.3", "2: to 6.3", "2: to 3.6", "1: to 1.5"]);
//! // misère: dead ends are taken out of the graph, and the numbers are 3 and 0
//! assert_eq!(winning(&ask("knights@3.4,5.5", "diminished", Play::Misere)), ["2: to 3.4", "2: to 4.3", "1: to 1.3"]);
//! ```
//!
//! # Every knight: `conjunctive`, the tutorial's homework
//!
//! *"What would be changed if a player had to move with every horse and would lose if he were not able to do so?"* The boards no longer
//! mix: each is played by itself, move by move, and the first to end decides. So the winner hurries where he wins, and the loser delays.
//! The number of moves in which a board ends then is its remoteness. It is 0 for a dead end. It is 1 + the least even remoteness of an
//! option if there is one (the mover wins there), else 1 + the greatest. Here it is 3 and 4. The least, 3, is odd: the mover of that
//! board makes the last move, and wins. He must move the first knight to remoteness 2, and may do as he likes with the second.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! let answer = ask("knights@3.4,5.5", "conjunctive", Play::Normal);
//! assert_eq!(winning(&answer)[..2], ["1: to 1.5, 2: to 3.4", "1: to 1.5, 2: to 4.3"]);
//! assert_eq!(answer.winning_moves_total, Some(4));
//! // not: lost if some knight is lost by itself. The second one is
//! assert_eq!((ask("knights@5.5", "conjunctive", Play::Normal).outcome, answer.outcome), (Outcome::Loss, Outcome::Win));
//! ```
//!
//! # Every knight that can: `continued`
//!
//! Now the last board to end decides. The winner delays where he wins and hurries where he loses: the suspense numbers are 3 and 4, and
//! the greatest is even, so the mover loses.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! assert_eq!(ask("knights@3.4,5.5", "continued", Play::Normal).outcome, Outcome::Loss);
//! // in misère play the numbers are 2 and 3, and an odd greatest one is lost
//! assert_eq!(ask("knights@3.4,5.5", "continued", Play::Misere).outcome, Outcome::Loss);
//! ```
//!
//! # Any knights, at least one: `selective`, the tutorial's rule 1
//!
//! Lost exactly if every knight is lost by itself: whatever is moved then is won, and can be answered board by board. Here the winner
//! moves the first knight and leaves the second alone.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! assert_eq!(winning(&ask("knights@3.4,5.5", "selective", Play::Normal)), ["1: to 1.5"]);
//! // three knights, two of which are won by themselves: both must move
//! let answer = ask("knights@3.4,5.5,7.6", "selective", Play::Normal);
//! assert_eq!(winning(&answer), ["1: to 1.5, 3: to 5.5"]);
//! ```
//!
//! # The same, and the first that is stuck ends it all: `shortened-selective`
//!
//! Lost if a knight is stuck, or if every one is lost by itself; in misère play, exactly if every one is lost in misère play.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! assert_eq!(winning(&ask("knights@3.4,5.5", "shortened-selective", Play::Normal)), ["1: to 1.5"]);
//! assert_eq!(winning(&ask("knights@3.4,5.5", "shortened-selective", Play::Misere)), ["1: to 1.3"]);
//! ```
//!
//! # Some knights, but not all: `not-all`, the tutorial's rule 2
//!
//! Lost exactly if all nimbers are the same. With two knights a player moves in one of them, as under the disjunctive rule. All
//! knights count, also those that are stuck: of the heaps 0 and 1 of Nim, the 1 may be taken.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! assert_eq!(winning(&ask("knights@3.4,5.5", "not-all", Play::Normal)), ["2: to 3.4", "2: to 4.3", "1: to 1.5"]);
//! assert_eq!(winning(&ask("nim@2,3,2", "not-all", Play::Normal)), ["2: take 1"]);
//! assert_eq!(ask("nim@0,1", "not-all", Play::Normal).outcome, Outcome::Win);
//! assert_eq!(ask("nim@1", "not-all", Play::Normal).outcome, Outcome::Loss); // no move: the one heap is all of them
//! ```
//!
//! # At most K heaps: `moore=K`
//!
//! Moore's Nim (1910). Write the heaps in binary, and add each column modulo K + 1: lost exactly if all are 0. With K = 2, the heaps
//! 3, 5 and 6 are 011, 101 and 110: the columns hold 2 ones each, not 0 modulo 3. The winner leaves 3, 3 and 3.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! assert_eq!(winning(&ask("nim@3,5,6", "moore=2", Play::Normal)), ["2: take 2, 3: take 3"]);
//! assert_eq!(ask("nim@1,1,1", "moore=2", Play::Normal).outcome, Outcome::Loss);
//! // misère: the same, until no heap is above 1
//! assert_eq!(ask("nim@1,1,1", "moore=2", Play::Misere).outcome, Outcome::Win);
//! ```
//!
//! # Playing them
//!
//! `sprague play knights@3.4,5.5 --rule conjunctive` plays each of these in the terminal. `sprague strategy` writes down the winner's
//! answers to everything, and `sprague check` replays them from the rules alone.
//!
//! ```
//! # use sprague::{Outcome, Play};
//! # use sprague_questions::{Answer, Session, Solve, solve};
//! # fn ask(sum: &str, rule: &str, play: Play) -> Answer {
//! #     let options = Solve { rule: rule.parse().unwrap(), play, ..Solve::default() };
//! #     solve(&Session::new().position(sum).unwrap(), &options, &sprague::Limits::default()).unwrap()
//! # }
//! # fn winning(answer: &Answer) -> Vec<&str> { answer.winning_moves.iter().map(|step| step.label.as_str()).collect() }
//! # use sprague::Limits;
//! # use sprague_questions::StrategyOf;
//! let session = Session::new();
//! let question = StrategyOf { rule: "conjunctive".parse().unwrap(), ..StrategyOf::of("knights@3.4,5.5") };
//! let strategy = session.ask(&question, &sprague::Limits::default()).unwrap();
//! let sprague::certificate::Answers::Positions(moves) = &strategy.answers else { panic!("they are few") };
//! assert_eq!(moves["knights@3.4,5.5"], "knights@1.5,3.4");
//! assert!(session.check(&strategy, &Limits::default()).is_ok());
//! ```
