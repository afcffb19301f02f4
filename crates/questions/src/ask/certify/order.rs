//! Writes a proved order of all rows as a certificate, with the laws of its classes.

use sprague::Play;
use sprague::certificate::{OrderCertificate, TheoremName};
use sprague::solve::RulesetCache;
use sprague::value_rows::RowClasses;

pub(super) fn certified(game: &RulesetCache, classes: &RowClasses) -> OrderCertificate {
    let proved = classes.proved();
    OrderCertificate {
        family: game.name().to_owned(),
        play: Play::Normal,
        rows: OrderCertificate::ROWS.to_owned(),
        theorem: TheoremName::OrderLookBack,
        order: proved.order.clone(),
        gains: proved.gains.clone(),
        structure: proved.structure.clone(),
    }
}
