//! Forwards methods of rules to the rules that they wrap.

/// Implements these methods of [`AnyRuleset`](crate::AnyRuleset) by those of the rules in a field.
///
/// ```
/// # use sprague_core::{AnyRuleset, Outcome, Player, any, as_base, examples::Nim};
/// # use sprague_core::any::{AnyPosition, Kind, Labelled};
/// # use std::sync::Arc;
/// /// Only the first 4,096 moves.
/// struct Few {
///     base: Arc<dyn AnyRuleset>,
/// }
/// impl AnyRuleset for Few {
///     as_base!(base: kind read show moves terminal_outcome);
///     fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
///         from == 0 && self.base.options(position, player, 0, options);
///         false
///     }
/// }
/// assert_eq!(Few { base: any::impartial(Nim) }.kind(), Kind::Impartial);
/// ```
#[macro_export]
macro_rules! as_base {
    ($base:tt: $($method:ident)*) => {
        $($crate::as_base!(@$method $base);)*
    };
    (@kind $base:tt) => {
        $crate::as_base!(@ $base kind() -> $crate::any::Kind);
    };
    (@read $base:tt) => {
        $crate::as_base!(@ $base read(text: &str) -> Result<$crate::any::AnyPosition, $crate::BadNotation>);
    };
    (@show $base:tt) => {
        $crate::as_base!(@ $base show(position: &$crate::any::AnyPosition) -> String);
    };
    (@is_position $base:tt) => {
        $crate::as_base!(@ $base is_position(position: &$crate::any::AnyPosition) -> bool);
    };
    (@options $base:tt) => {
        $crate::as_base!(@ $base options(position: &$crate::any::AnyPosition, player: $crate::Player, from: usize, options: &mut Vec<$crate::any::AnyPosition>) -> bool);
    };
    (@moves $base:tt) => {
        $crate::as_base!(@ $base moves(position: &$crate::any::AnyPosition, player: $crate::Player, from: usize, moves: &mut Vec<$crate::any::Labelled>) -> bool);
    };
    (@is_stuck $base:tt) => {
        $crate::as_base!(@ $base is_stuck(position: &$crate::any::AnyPosition, player: $crate::Player) -> bool);
    };
    (@terminal_outcome $base:tt) => {
        $crate::as_base!(@ $base terminal_outcome(position: &$crate::any::AnyPosition, player: $crate::Player) -> $crate::Outcome);
    };
    (@summands $base:tt) => {
        $crate::as_base!(@ $base summands(position: &$crate::any::AnyPosition, summands: &mut Vec<$crate::any::AnyPosition>));
    };
    (@is_loopfree $base:tt) => {
        $crate::as_base!(@ $base is_loopfree(position: &$crate::any::AnyPosition) -> bool);
    };
    (@each_form $base:tt) => {
        $crate::as_base!(@ $base each_form(position: &$crate::any::AnyPosition, each: &mut dyn FnMut($crate::any::AnyPosition)));
    };
    (@fault $base:tt) => {
        $crate::as_base!(@ $base fault() -> Option<$crate::any::Fault>);
    };
    (@recheck $base:tt) => {
        $crate::as_base!(@ $base recheck() -> Option<$crate::any::Fault>);
    };
    (@normal_form $base:tt) => {
        $crate::as_base!(@ $base normal_form(position: $crate::any::AnyPosition) -> $crate::any::AnyPosition);
    };
    (@negative $base:tt) => {
        $crate::as_base!(@ $base negative(position: &$crate::any::AnyPosition) -> Option<$crate::any::AnyPosition>);
    };
    (@closed_form $base:tt) => {
        $crate::as_base!(@ $base closed_form() -> Option<&dyn $crate::ClosedForm<$crate::any::AnyPosition, $crate::any::Labelled>>);
    };
    (@all_positions $base:tt) => {
        $crate::as_base!(@ $base all_positions() -> Option<$crate::any::AllPositions>);
    };
    (@listed_by $base:tt) => {
        $crate::as_base!(@ $base listed_by() -> Option<$crate::any::ListedBy>);
    };
    (@positions_of $base:tt) => {
        $crate::as_base!(@ $base positions_of(size: &[u64]) -> Vec<String>);
    };
    (@picture $base:tt) => {
        $crate::as_base!(@ $base picture(position: &$crate::any::AnyPosition) -> Option<$crate::any::Picture>);
    };
    (@look $base:tt) => {
        $crate::as_base!(@ $base look() -> $crate::any::Look);
    };
    (@is_loaded $base:tt) => {
        $crate::as_base!(@ $base is_loaded() -> bool);
    };
    (@is_endless $base:tt) => {
        $crate::as_base!(@ $base is_endless() -> bool);
    };
    (@ $base:tt $method:ident($($argument:ident: $of:ty),*) $(-> $result:ty)?) => {
        fn $method(&self $(, $argument: $of)*) $(-> $result)? {
            self.$base.$method($($argument),*)
        }
    };
}
