//! A certificate that Kayles repeats for ever is checked, and forged ones are rejected.
//!
//! The checker shares no code with the engine and computes the rows again.

use sprague::Limits;
use sprague::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague_questions::{RowPlan, Session, certify};

/// Returns a claim with one change.
fn forged(claim: &Certificate, forge: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut claim = claim.clone();
    forge(&mut claim);
    claim
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles = Session::new().family("kayles")?;
    let claim = certify(&kayles, &RowPlan::default())?;
    println!(
        "Claimed of {}: value {} is value {} again, and so on for ever.",
        claim.family,
        claim.preperiod,
        claim.preperiod + claim.period
    );
    let json = serde_json::to_string(&claim)?;
    println!("Written down: {}… ({} bytes)", &json[..150], json.len());

    // the reader need not trust us or the paper
    let received: Certificate = serde_json::from_str(&json)?;
    println!("Checked:      {}\n", Session::new().check(&received, &Limits::default())?);

    let a_wrong_value = |claim: &mut Certificate| {
        if let ClaimedRows::Nimbers(rows) = &mut claim.values {
            rows[70] = vec![8];
        }
    };
    let a_lucky_guess = |claim: &mut Certificate| {
        if let ClaimedRows::Nimbers(rows) = &mut claim.values {
            rows.truncate(12);
        }
        claim.preperiod = 0;
    };
    for (what, claim) in [
        ("one value changed", forged(&claim, a_wrong_value)),
        ("period 12 from the start", forged(&claim, a_lucky_guess)),
        ("an easier theorem", forged(&claim, |claim| claim.theorem = TheoremName::BoundedLookBack)),
        ("another game", forged(&claim, |claim| claim.family = "dawson-kayles".to_owned())),
    ] {
        match Session::new().check(&claim, &Limits::default()) {
            Ok(checked) => println!("Forged ({what}), and ACCEPTED: {checked}"),
            Err(reason) => println!("Forged ({what}), rejected: {reason}"),
        }
    }
    Ok(())
}
