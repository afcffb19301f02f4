//! Partizan subtraction: Left may take 2, 5 or 9, and Right may take 3, 4 or 8.
//!
//! From ten stones on, Left wins whoever starts, and this is proved. In Fisher 2003, section 4 and A.2, Left is Lillian and
//! Right is Rekha.

use sprague::evaluate::solution;
use sprague::heap::Outcomes;
use sprague::rows::Sequence;
use sprague::{Limits, OutcomeClass, Player, ToMove};
use sprague_rules_asymmetric::PartizanSubtraction;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = ToMove(PartizanSubtraction { left: "2,5,9".parse()?, right: "3,4,8".parse()? });
    let (sequence, _) = Sequence::seek(&Outcomes(&rules), 1_000, &Limits::default());
    let class = |n| Some(OutcomeClass::of(sequence.cell(n, 0)?, sequence.cell(n, 1)?));
    let who = |n| match class(n) {
        Some(OutcomeClass::Left) => "Left wins, whoever starts",
        Some(OutcomeClass::Right) => "Right wins, whoever starts",
        Some(OutcomeClass::Next) => "who starts wins",
        Some(OutcomeClass::Previous) => "who starts loses",
        _ => "nobody knows who wins",
    };
    for n in 0..=12 {
        println!("{n:>5} stones: {}", who(n));
    }
    let period = sequence.period().filter(|period| period.is_proved()).ok_or("no period is proved")?;
    let theorem = period.theorem.map_or("", |theorem| theorem.name());
    println!("Proved by {theorem}: preperiod {}, period {}.", period.preperiod, period.period);
    println!("10^18 stones: {}\n", who(10_u64.pow(18)));

    let start = 27;
    let solution = solution(&rules, &(Player::Right, start), &Limits::default())?;
    println!("Right starts from {start}; both play their best:");
    let mut player = Player::Right;
    for (amount, (next, left)) in solution.line(100) {
        println!("  {player} takes {amount}, leaving {left}");
        player = next;
    }
    println!("  {player} cannot move and loses");
    Ok(())
}
