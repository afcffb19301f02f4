//! Values as shared nodes, where their text would be too long.

use crate::arena::Arena;
use crate::calculator::{Calculator, Memo, Options};
use crate::failed::ReadError;
use crate::form::Form;
use crate::value::Value;
use sprague_core::{BadNotation, Limits, Player, Stopped};

/// An option of a node: an earlier node, or a sum of number, ups and star as text.
///
/// ```
/// use sprague_values::{DagOption, Value};
/// let hot: Value = "{2|-1}".parse()?;
/// assert_eq!(hot.dag(&Default::default())?.nodes[0][0], [DagOption::Text("2".to_owned())]);
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DagOption {
    /// The text of a sum of number, ups and star.
    Text(String),
    /// An index of an earlier node.
    Node(usize),
}

/// A value as nodes, each with the options of Left and of Right; the last node is the value itself.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_values::Value;
///
/// let value: Value = "{{5|2}|{5|2},0}".parse()?;
/// let dag = value.dag(&Limits::default())?;
/// assert_eq!(Value::from_dag(&dag, &Limits::default())?, value);
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dag {
    /// The nodes, options before those that have them.
    pub nodes: Vec<[Vec<DagOption>; 2]>,
}

impl Calculator<'_> {
    /// The canonical form as shared nodes.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).dag(Form::STAR)?.nodes.len(), 1);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn dag(&mut self, form: Form) -> Result<Dag, Stopped> {
        let mut nodes = vec![];
        self.resolve(&mut Memo::default(), form, |calculator, follower, asked| {
            if follower != form
                && let Some(nus) = calculator.arena.as_nus(follower)
            {
                return Ok(Some(DagOption::Text(nus.to_string())));
            }
            let (left, right) = (calculator.options(follower, Player::Left)?, calculator.options(follower, Player::Right)?);
            let (Some(left), Some(right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            if (nodes.len() * size_of::<[Vec<DagOption>; 4]>()) as u64 > calculator.limits.bytes {
                return Err(Stopped::Memory(calculator.limits.bytes));
            }
            nodes.push([left.into_vec(), right.into_vec()]);
            Ok(Some(DagOption::Node(nodes.len() - 1)))
        })?;
        Ok(Dag { nodes })
    }
}

impl Dag {
    /// The form of the last node in `calculator`'s arena.
    pub(crate) fn read(&self, calculator: &mut Calculator<'_>) -> Result<Form, ReadError> {
        let mut forms: Vec<Form> = vec![];
        for sides in &self.nodes {
            let mut options = [Options::new(), Options::new()];
            for (side, options) in sides.iter().zip(&mut options) {
                for option in side {
                    options.push(match option {
                        DagOption::Text(text) => calculator.read(text)?,
                        DagOption::Node(index) => {
                            *forms.get(*index).ok_or_else(|| BadNotation::new(forms.len(), "options that are earlier nodes"))?
                        }
                    });
                }
            }
            let [left, right] = options;
            forms.push(calculator.made(left, right)?);
        }
        forms.last().copied().ok_or_else(|| BadNotation::new(0, "a node").into())
    }
}

impl Value {
    /// The value of shared nodes.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Dag, Value};
    /// assert!(Value::from_dag(&Dag::default(), &Limits::default()).is_err());
    /// ```
    ///
    /// # Errors
    /// The limit that was reached; a text that cannot be read, or an option that is no earlier node, with the number of the node as place.
    pub fn from_dag(dag: &Dag, limits: &Limits) -> Result<Self, ReadError> {
        let arena = Arena::new();
        let form = dag.read(&mut arena.calculator(limits))?;
        Ok(arena.value(form))
    }
}
