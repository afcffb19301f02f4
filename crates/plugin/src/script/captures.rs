//! Records variables that the functions of a script have captured, so that they can be freed.
//!
//! If a list contains a function that has captured the list, the list contains itself. The interpreter would never free it,
//! because it only counts references.

use rhai::Dynamic;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The variables that functions have captured since the call began, by address.
#[derive(Debug, Default)]
pub(super) struct Captures(Mutex<HashMap<usize, Dynamic>>);

impl Captures {
    fn noted(&self) -> MutexGuard<'_, HashMap<usize, Dynamic>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a variable if it has been captured. Only captured variables are shared.
    pub(super) fn note(&self, variable: &Dynamic) {
        if !variable.is_shared() {
            return;
        }
        // a locked variable is in use, so it was recorded when it was captured
        if let Some(inside) = variable.read_lock::<Dynamic>() {
            self.noted().entry(&raw const *inside as usize).or_insert_with(|| variable.clone());
        }
    }

    /// Empties all recorded variables. After the call nothing else can reach them.
    pub(super) fn release(&self) {
        for mut variable in std::mem::take(&mut *self.noted()).into_values() {
            let inside = variable.write_lock::<Dynamic>().map(|mut inside| inside.take());
            drop(inside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rhai::{Array, Engine, FnPtr, Scope};
    use std::sync::Arc;

    #[test]
    fn a_list_that_holds_itself_is_freed() {
        let captures = Captures::default();
        let sentinel = Arc::new(());
        let mut list = Dynamic::from_array(vec![]).into_shared();
        let mut function = FnPtr::new("f").unwrap();
        function.add_curry(list.clone());
        let held = Dynamic::from(sentinel.clone());
        list.write_lock::<Array>().unwrap().extend([Dynamic::from(function), held]);
        captures.note(&list);
        captures.note(&list.clone());
        assert_eq!(captures.noted().len(), 1);
        drop(list);
        assert_eq!(Arc::strong_count(&sentinel), 2, "nobody else frees it");
        captures.release();
        assert_eq!(Arc::strong_count(&sentinel), 1);
    }

    #[test]
    fn what_was_not_captured_is_not_noted() {
        let captures = Captures::default();
        let mut scope = Scope::new();
        Engine::new().run_with_scope(&mut scope, "let a = [1, 2]; let b = a; let f = |x| x;").unwrap();
        scope.iter_raw().for_each(|(_, _, value)| captures.note(value));
        assert!(captures.noted().is_empty());
    }
}
