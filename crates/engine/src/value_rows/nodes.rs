//! Many values as a graph of shared nodes.

use hashbrown::HashMap;
use sprague_core::certificate::{SharedValue, SharedValues};
use sprague_core::{Limits, Player, Stopped};
use sprague_values::{Arena, Form};

/// Roughly the bytes of one option of a node.
const OPTION_BYTES: u64 = 64;

/// Returns values of this arena as a graph of nodes that they share.
///
/// ```
/// use sprague::Limits;
/// use sprague::value_rows::shared;
/// use sprague::values::Arena;
///
/// let (arena, limits) = (Arena::new(), Limits::default());
/// let forms = ["{{2|1}|0}", "{2|1}", "^*"].map(|text| arena.read(text).unwrap().form());
/// let shared = shared(&arena, forms, &limits)?;
/// assert_eq!((shared.nodes.len(), shared.values.len()), (2, 3)); // ^* is a sum of number, ups and star
/// # Ok::<(), sprague::Stopped>(())
/// ```
///
/// # Errors
/// Returns the limit that was reached. Nodes count as positions.
pub fn shared(arena: &Arena, forms: impl IntoIterator<Item = Form>, limits: &Limits) -> Result<SharedValues, Stopped> {
    let mut sharing = Sharing { arena, limits, known: HashMap::new(), shared: SharedValues::default(), options: 0 };
    for form in forms {
        let value = sharing.value(form)?;
        sharing.shared.values.push(value);
    }
    Ok(sharing.shared)
}

struct Sharing<'a> {
    arena: &'a Arena,
    limits: &'a Limits,
    known: HashMap<Form, SharedValue>,
    shared: SharedValues,
    options: u64,
}

impl Sharing<'_> {
    /// Returns a value after all nodes below it, found depth first without recursion.
    fn value(&mut self, form: Form) -> Result<SharedValue, Stopped> {
        let mut open = vec![form];
        while let Some(&form) = open.last() {
            if self.known.contains_key(&form) {
                open.pop();
                continue;
            }
            if let Some(nus) = self.arena.value(form).nus() {
                self.known.insert(form, SharedValue::Text(nus.to_string().into()));
                continue;
            }
            let before = open.len();
            let sides = Player::BOTH.map(|player| self.arena.options(form, player).collect::<Vec<_>>());
            open.extend(sides.iter().flatten().filter(|option| !self.known.contains_key(*option)));
            if open.len() == before {
                self.node(form, &sides)?;
            }
        }
        Ok(self.known[&form].clone())
    }

    fn node(&mut self, form: Form, sides: &[Vec<Form>; 2]) -> Result<(), Stopped> {
        let number = self.shared.nodes.len() as u64;
        self.options += (sides[0].len() + sides[1].len()) as u64;
        if number >= self.limits.positions {
            return Err(Stopped::Positions(self.limits.positions));
        }
        if (self.options + number).saturating_mul(OPTION_BYTES) > self.limits.bytes {
            return Err(Stopped::Memory(self.limits.bytes));
        }
        self.shared.nodes.push(sides.each_ref().map(|side| side.iter().map(|option| self.known[option].clone()).collect()));
        self.known.insert(form, SharedValue::Node(number));
        Ok(())
    }
}
