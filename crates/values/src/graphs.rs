//! The thermographs that a calculator has computed. Many forms share one thermograph.

use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::memo::{HandleHasher, Memo};
use crate::walls::{Corners, Walls};
use core::hash::{Hash, Hasher};
use hashbrown::HashTable;

/// The walls of a thermograph, in units if they are so small that a few sums cannot overflow.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Graph {
    Small(Walls<i64>),
    Large(Box<Walls<Dyadic>>),
}

/// A small graph has only coordinates whose absolute value is below this number of units. Only a number below it is added to a
/// small graph.
const TOO_LARGE: i64 = 1 << 58;

/// Maps forms to their thermographs, which are stored once each.
#[derive(Default)]
pub(crate) struct Graphs {
    pub(crate) places: Memo<Form, u32>,
    pub(crate) drawn: Drawn,
    /// Scratch buffers: for each player the graphs of the options, each with the integer that is added to it.
    pub(crate) options: [Vec<(u32, Dyadic)>; 2],
}

impl Graphs {
    pub(crate) fn bytes(&self) -> usize {
        self.places.capacity() * 17 + self.drawn.bytes()
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }
}

/// A list of different graphs.
#[derive(Default)]
pub(crate) struct Drawn {
    pub(crate) graphs: Vec<Graph>,
    index: HashTable<u32>,
}

impl Drawn {
    pub(crate) fn bytes(&self) -> usize {
        self.graphs.capacity() * size_of::<Graph>() + self.index.capacity() * 5
    }

    pub(crate) fn place(&mut self, graph: Graph) -> u32 {
        let Self { graphs, index } = self;
        let hash = graph.hash();
        if let Some(&place) = index.find(hash, |&place| graphs[place as usize] == graph) {
            return place;
        }
        let place = graphs.len() as u32;
        graphs.push(graph);
        index.insert_unique(hash, place, |&place| graphs[place as usize].hash());
        place
    }
}

impl Graph {
    /// Returns the thermograph of a game from the graphs of its options. Each option is a graph plus an integer.
    pub(crate) fn of_options(graphs: &[Self], [left, right]: [&[(u32, Dyadic)]; 2]) -> Self {
        let small = |(i, added): &(u32, Dyadic)| match &graphs[*i as usize] {
            Self::Small(walls) => Some((walls, added.units().filter(|units| units.abs() < TOO_LARGE)?)),
            Self::Large(_) => None,
        };
        if left.iter().chain(right).all(|option| small(option).is_some())
            && let Some(walls) = Walls::of_options(left.iter().filter_map(small), right.iter().filter_map(small))
            && walls.left.iter().chain(&walls.right).all(|(t, x)| t.abs() < TOO_LARGE && x.abs() < TOO_LARGE)
        {
            return Self::Small(walls);
        }
        let exact = [left, right]
            .map(|options| -> Vec<Walls<Dyadic>> { options.iter().map(|(i, added)| graphs[*i as usize].moved(added)).collect() });
        let [left, right] = exact.each_ref().map(|options| options.iter().map(|walls| (walls, Dyadic::ZERO)));
        Self::Large(Box::new(Walls::of_options(left, right).expect("these are numbers of any size")))
    }

    /// Returns the walls of the game plus an integer.
    pub(crate) fn moved(&self, added: &Dyadic) -> Walls<Dyadic> {
        match self {
            Self::Small(walls) => {
                let small = added.units().filter(|units| units.abs() < TOO_LARGE);
                let moved = |wall: &Corners<i64>| -> Corners<Dyadic> {
                    let exact = |x: i64| match small {
                        Some(units) => Dyadic::from_units(x + units),
                        None => &Dyadic::from_units(x) + added,
                    };
                    wall.iter().map(|&(t, x)| (Dyadic::from_units(t), exact(x))).collect()
                };
                Walls { left: moved(&walls.left), right: moved(&walls.right) }
            }
            Self::Large(walls) => {
                let moved = |wall: &Corners<Dyadic>| wall.iter().map(|(t, x)| (t.clone(), x + added)).collect();
                Walls { left: moved(&walls.left), right: moved(&walls.right) }
            }
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = HandleHasher::default();
        match self {
            Self::Small(walls) => walls.left.iter().chain(&walls.right).for_each(|corner| corner.hash(&mut hasher)),
            Self::Large(walls) => walls.left.iter().chain(&walls.right).for_each(|corner| corner.hash(&mut hasher)),
        }
        hasher.finish()
    }

    pub(crate) fn corners(&self) -> usize {
        match self {
            Self::Small(walls) => walls.left.len() + walls.right.len(),
            Self::Large(walls) => walls.left.len() + walls.right.len(),
        }
    }
}
