//! All JSON in the form of a certificate is accepted or rejected within the allowed steps.
//!
//! No call panics. An accepted claim agrees with the rows and the period that the engine finds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague::Limits;
use sprague::certificate::Certificate;
use sprague_check::Claim;
use sprague_fuzz::names_a_file;
use sprague_questions::{RowPlan, Session, certify};

/// The maximum number of moves that the checker may examine.
const MAX_STEPS: u64 = 1 << 18;

/// The maximum number of rows that the engine may compute for the comparison.
const MAX_ROWS: u64 = 1 << 12;

fuzz_target!(|data: &[u8]| {
    let Ok(claim) = serde_json::from_slice::<Certificate>(data) else { return };
    let json = serde_json::to_string(&claim).expect("a certificate can be written down");
    assert_eq!(serde_json::from_str::<Certificate>(&json).expect("and read again"), claim);
    if names_a_file(&claim.family) {
        return;
    }
    let session = Session::new();
    let Ok(game) = session.family(&claim.family) else { return };
    let Some(rules) = game.heap_rules() else { return };
    let Ok(checked) = claim.check_within(rules, MAX_STEPS, &Limits::default()) else { return };

    assert_eq!((checked.preperiod, checked.period, checked.saltus), (claim.preperiod, claim.period, claim.saltus));
    let options = RowPlan { play: claim.play, seek: Some(MAX_ROWS), ..RowPlan::default() };
    if let Ok(ours) = certify(&game, &options)
        && ours.rows == claim.rows
    {
        assert_eq!(ours.values, claim.values, "{} was accepted with other rows than the engine's", claim.family);
        assert_eq!((ours.preperiod, ours.period, ours.saltus), (claim.preperiod, claim.period, claim.saltus));
    }
});
