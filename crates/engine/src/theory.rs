//! What a whole theory says about a position beyond its outcome: the genus, which is misère play's nimber.

mod genus;

pub use genus::{Genus, GenusSearch, genus};
