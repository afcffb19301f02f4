//! The picture of a component.

use sprague::any::{self, Picture};
use sprague::solve::{Component, ComponentPosition};

/// Returns the picture of a component in this position, which may differ from its own.
pub(crate) fn picture(component: &Component, position: &ComponentPosition) -> Option<Picture> {
    let ComponentPosition::Small(position) = position else { return None };
    let rules = component.rules.rules();
    if component.is_negative { any::negative(rules.clone()).picture(position) } else { rules.picture(position) }
}
