//! The gains and the canonical options of classes of rows.
//!
//! Suppose that theorem A proves that a table with the followers of a game e repeats, with p and n0, and that G(n + q) = G(n) +
//! e holds for n ≡ j (mod s) along lcm(p, s) rows from n1 ≥ n0 on. Then it holds for all n ≥ n1 in this class, because the bits
//! that express it lie along the diagonal.
//!
//! The games e to be tried are given. Guesses come from a small table with all of them; proofs come from a table with only the
//! games that were found.

use super::table::{Layers, OrderTable, Takes};
use super::{FIRST_SIDE, seek, side_needed};
use sprague_core::certificate::{OrderPeriod, RowGain, RowGains, RowStructure};
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, Stopped};
use std::collections::BTreeMap;
use std::iter::successors;

/// The side of the largest table with games other than ups and stars.
const MOST_OF_OTHERS: usize = 800;

/// The least side of the table in which gains are guessed.
const GUESSED_ON: usize = 160;

/// The games that a class of rows may gain, with their followers, in the order in which they are tried.
///
/// ```
/// use sprague_rows::order::GainsTried;
/// let tried = GainsTried::ups_and_stars();
/// assert_eq!(tried.games()[0], 0); // the game 0: rows that stay
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainsTried {
    layers: Layers,
    games: Vec<usize>,
    /// The first `uniform` games are also tried for all rows together.
    uniform: usize,
}

impl GainsTried {
    /// Returns a value with these games, given as indices of layers.
    ///
    /// # Panics
    /// If an index is not the index of a layer.
    pub fn new(layers: Layers, games: Vec<usize>) -> Self {
        assert!(games.iter().all(|game| *game < layers.len()), "each game is a layer");
        let uniform = games.len();
        Self { layers, games, uniform }
    }

    /// Returns ups and stars: up to eight ups without or with \*, and up to one up with \*2 or \*3.
    ///
    /// No row gains a number in a period, because values lie between −k and k (if both players can move at all).
    pub fn ups_and_stars() -> Self {
        Self::of_forms(&mut Forms::default())
    }

    /// Returns ups and stars, followed by four other games and their negatives.
    ///
    /// The other games are tried for single classes only. They are {0|0,v\*}, {0,{0|0,v\*}|0,v\*}, {v\*,v2|0} and {0|v2\*},
    /// which classes of sets up to 5 gain in a period.
    ///
    /// ```
    /// use sprague_rows::order::GainsTried;
    /// let [few, more] = [GainsTried::ups_and_stars(), GainsTried::with_four_others()];
    /// assert_eq!(more.games().len(), few.games().len() + 8);
    /// assert_eq!(few.games(), &more.games()[..few.games().len()]);
    /// ```
    pub fn with_four_others() -> Self {
        let mut forms = Forms::default();
        let Self { mut games, uniform, .. } = Self::of_forms(&mut forms);
        let [zero, up_star, down_star] = [(0, 0), (1, 1), (-1, 1)].map(|(ups, star)| forms.place(ups, star));
        let [up2, down2] = [(2, 0), (-2, 0)].map(|(ups, star)| forms.place(ups, star));
        let [up2_star, down2_star] = [(2, 1), (-2, 1)].map(|(ups, star)| forms.place(ups, star));
        let mut add = |left: &[usize], right: &[usize]| {
            forms.forms.push([left.to_vec(), right.to_vec()]);
            games.push(forms.forms.len() - 1);
            forms.forms.len() - 1
        };
        let first = add(&[zero], &[zero, down_star]);
        let negative = add(&[zero, up_star], &[zero]);
        add(&[zero, first], &[zero, down_star]);
        add(&[zero, up_star], &[zero, negative]);
        add(&[down_star, down2], &[zero]);
        add(&[zero], &[up_star, up2]);
        add(&[zero], &[down2_star]);
        add(&[up2_star], &[zero]);
        Self { layers: Layers::new(forms.forms).expect("options come first"), games, uniform }
    }

    fn of_forms(forms: &mut Forms) -> Self {
        let small = (0..=8).flat_map(|ups| [(ups, 0), (ups, 1), (-ups, 0), (-ups, 1)]);
        let larger = (2..4).flat_map(|star| [(0, star), (1, star), (-1, star)]);
        let mut games: Vec<usize> = vec![];
        for game in small.chain(larger).map(|(ups, star)| forms.place(ups, star)) {
            if !games.contains(&game) {
                games.push(game);
            }
        }
        let layers = Layers::new(forms.forms.clone()).expect("options come first");
        let uniform = games.len();
        Self { layers, games, uniform }
    }

    /// Returns the games with their followers.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns the indices of the games among the layers.
    pub fn games(&self) -> &[usize] {
        &self.games
    }

    /// Returns `true` for a game that is also tried for all rows together.
    fn is_usual(&self, game: usize) -> bool {
        self.games[..self.uniform].contains(&game)
    }

    /// Returns a value with only these games and their followers.
    fn only(&self, games: &[usize]) -> Self {
        let mut is_needed = vec![false; self.layers.len()];
        is_needed[0] = true;
        for &game in games {
            is_needed[game] = true;
        }
        for at in (0..self.layers.len()).rev().filter(|at| is_needed[*at]).collect::<Vec<_>>() {
            mark(&mut is_needed, &self.layers, at);
        }
        let mut places = BTreeMap::new();
        let mut forms = vec![];
        for at in (0..self.layers.len()).filter(|at| is_needed[*at]) {
            places.insert(at, forms.len());
            forms.push(self.layers.forms()[at].each_ref().map(|side| side.iter().map(|option| places[option]).collect()));
        }
        let games: Vec<usize> = games.iter().map(|game| places[game]).collect();
        Self::new(Layers::new(forms).expect("options come first"), games)
    }
}

fn mark(is_needed: &mut [bool], layers: &Layers, game: usize) {
    let mut open = vec![game];
    while let Some(game) = open.pop() {
        for &option in layers.forms()[game].iter().flatten() {
            if !is_needed[option] {
                is_needed[option] = true;
                open.push(option);
            }
        }
    }
}

#[derive(Default)]
struct Forms {
    forms: Vec<[Vec<usize>; 2]>,
    places: BTreeMap<(i32, u32), usize>,
}

impl Forms {
    /// Returns the index of m·↑ + \*i among the forms, which are extended if necessary.
    ///
    /// The form is {0 | (m−1)·↑ + \*(i⊕1)} for m ≥ 1, except {0, \* | 0} for ↑\* (Siegel, *Combinatorial Game Theory*, ch. II).
    fn place(&mut self, ups: i32, star: u32) -> usize {
        if let Some(place) = self.places.get(&(ups, star)) {
            return *place;
        }
        let zero = if (ups, star) == (0, 0) { 0 } else { self.place(0, 0) };
        let [left, right] = match (ups, star) {
            (0, star) => {
                let lower: Vec<usize> = (0..star).map(|star| self.place(0, star)).collect();
                [lower.clone(), lower]
            }
            (1, 1) => [vec![zero, self.place(0, 1)], vec![zero]],
            (-1, 1) => [vec![zero], vec![zero, self.place(0, 1)]],
            (ups, star) if ups > 0 => [vec![zero], vec![self.place(ups - 1, star ^ 1)]],
            (ups, star) => [vec![self.place(ups + 1, star ^ 1)], vec![zero]],
        };
        self.forms.push([left, right]);
        self.places.insert((ups, star), self.forms.len() - 1);
        self.forms.len() - 1
    }
}

/// The proved claims about the rows of a family, class by class.
///
/// ```
/// use sprague_core::{Limits, heap::HeapRules};
/// use sprague_rows::order::{Classes, GainsTried, Takes};
///
/// let rules = HeapRules::PartizanSubtraction { left: "1,3".parse()?, right: "2".parse()? };
/// let takes = Takes::of(&rules).unwrap();
/// let classes = Classes::seek(&takes, 1_600, &GainsTried::ups_and_stars(), &Limits::default())?.unwrap();
/// let gains = classes.gains.unwrap();
/// assert_eq!((gains.classes[0].residue, gains.classes[0].every), (0, 2)); // even rows gain ^* in two
/// assert!(classes.structure.is_some()); // odd rows are {1 | row n-2}
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The period of the order of all rows.
    pub order: OrderPeriod,
    /// The gains of classes modulo the period, or `None` if no class gains any of the games tried.
    ///
    /// If all rows gain one game after some number of rows, the gain for the least such number is last, with modulus 1.
    pub gains: Option<RowGains>,
    /// The canonical options of every row, if they were proved.
    pub structure: Option<RowStructure>,
}

impl Classes {
    /// Returns the order of all rows and its consequences, or `None` if no table of up to `most` rows proves the order.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn seek(takes: &Takes, most: usize, tried: &GainsTried, limits: &Limits) -> Result<Option<Self>, Stopped> {
        let Some(order) = seek(takes, most, limits)? else { return Ok(None) };
        if !order.rays.is_empty() {
            return Ok(Some(Self { order, gains: None, structure: None }));
        }
        // 1. guess gains in a small table
        let meter = Meter::new(limits);
        let mut work = Work::new(&meter);
        let guessed = guessed(takes, &order, most, tried, &mut work)?;
        let usual: Vec<Guess> = guessed.iter().copied().filter(|guess| tried.is_usual(guess.game)).collect();
        // 2. prove the gains of ups and stars, then of all games
        let mut gains = proved(takes, &order, most, tried, &usual, &mut work)?;
        if usual.len() < guessed.len() {
            // a table with all games may not repeat; then the gains of ups and stars remain
            let all = proved(takes, &order, most.min(MOST_OF_OTHERS), tried, &guessed, &mut work)?;
            let count = |gains: &Option<RowGains>| gains.as_ref().map_or(0, |gains| gains.classes.len());
            let same = |a: &RowGain, b: &RowGain| (a.residue, a.modulus, a.every) == (b.residue, b.modulus, b.every);
            let has = |all: &RowGains, gain: &RowGain| all.classes.iter().any(|other| same(gain, other));
            let keeps_usual = |all: &RowGains| gains.as_ref().is_none_or(|gains| gains.classes.iter().all(|gain| has(all, gain)));
            if count(&all) > count(&gains) && all.as_ref().is_some_and(keeps_usual) {
                gains = all;
            }
        }
        // 3. the canonical options
        let (order, structure) = structure_from(takes, order, most, &mut work)?;
        Ok(Some(Self { order, gains, structure }))
    }

    /// Returns the number of rows of the largest table in which canonical options are searched for.
    ///
    /// The tables have up to twice `most` rows. Returns `None` if even the smallest table is larger, or if the order needs more
    /// rays.
    pub fn largest_of_options(&self, takes: &Takes, most: usize) -> Option<usize> {
        tables_of_options(takes, &self.order, most).map(|(_, side)| side).max()
    }

    /// Returns the gain that all rows have after the least number of rows.
    pub fn uniform(&self) -> Option<&RowGain> {
        self.gains.as_ref()?.classes.last().filter(|gain| gain.modulus == 1)
    }

    /// Returns the gain of a class modulo the period of the order.
    pub fn of_class(&self, residue: u64) -> Option<&RowGain> {
        let classes = &self.gains.as_ref()?.classes;
        classes.iter().find(|gain| gain.modulus == self.order.period && gain.residue == residue)
    }
}

/// An unproved gain: the class, the number of rows, and the game.
#[derive(Clone, Copy, Debug)]
struct Guess {
    residue: usize,
    modulus: usize,
    every: usize,
    game: usize,
}

/// Returns the gain of each class, and the gain of all rows, as a table shows them.
fn guessed(
    takes: &Takes,
    order: &OrderPeriod,
    most: usize,
    tried: &GainsTried,
    work: &mut Work<'_>,
) -> Result<Vec<Guess>, Stopped> {
    // 1. fill a small table with all games
    let [p, n0] = [order.period, order.preperiod].map(|number| number as usize);
    let side = GUESSED_ON.max(n0 + 8 * p + 20).min(most);
    let table = OrderTable::fill(takes, &tried.layers, side, work)?;
    let middle = side / 2;
    let mut gain = |residue: usize, modulus: usize, every: usize, games: &[usize]| {
        let first = middle + (residue + modulus - middle % modulus) % modulus;
        let is_gain = |game: &&usize| (first..side - every).step_by(modulus).all(|n| table.is_sum(n + every, n, **game));
        work.done(games.len(), side, 0)?;
        Ok::<_, Stopped>(games.iter().find(is_gain).map(|game| Guess { residue, modulus, every, game: *game }))
    };
    // 2. for each class, try gains of the usual games in few periods, then the other games in one
    let mut guesses = vec![];
    let (usual, others) = tried.games.split_at(tried.uniform);
    for residue in 0..p {
        let mut found = None;
        for periods in 1..=(40 / p).max(8) {
            if found.is_some() || middle + (periods + 1) * p >= side {
                break;
            }
            found = gain(residue, p, periods * p, usual)?;
        }
        // only for p > 1: with a single class this would be a period of all values that rises by a game without a name
        if found.is_none() && p > 1 && middle + 2 * p < side {
            found = gain(residue, p, p, others)?;
        }
        guesses.extend(found);
    }
    // 3. look for a gain of all rows
    for every in 1..=(8 * p).max(40).min(side / 3) {
        if let Some(guess) = gain(0, 1, every, usual)? {
            guesses.push(guess);
            break;
        }
    }
    Ok(guesses)
}

/// Returns the guesses that a table with their games proves.
fn proved(
    takes: &Takes,
    order: &OrderPeriod,
    most: usize,
    tried: &GainsTried,
    guesses: &[Guess],
    work: &mut Work<'_>,
) -> Result<Option<RowGains>, Stopped> {
    if guesses.is_empty() {
        return Ok(None);
    }
    // 1. keep the games that were guessed
    let mut games: Vec<usize> = guesses.iter().map(|guess| guess.game).collect();
    games.sort_unstable();
    games.dedup();
    let beside = tried.only(&games);
    let place = |game: usize| beside.games[games.binary_search(&game).expect("each is one of them")];
    // 2. double the table until it proves all guesses, or reaches its limit
    let mut side = (order.window as usize).max(FIRST_SIDE);
    while side <= most {
        let table = OrderTable::fill(takes, &beside.layers, side, work)?;
        if let Some(period) = table.period(takes.reach(), 1, work)? {
            let classes: Vec<Option<RowGain>> =
                guesses.iter().map(|guess| table.gain(&period, guess, place(guess.game))).collect();
            if 2 * side > most || classes.iter().all(Option::is_some) {
                let layers = beside
                    .layers
                    .forms()
                    .iter()
                    .map(|sides| sides.each_ref().map(|side| side.iter().map(|option| *option as u64).collect()));
                let classes: Vec<RowGain> = classes.into_iter().flatten().collect();
                return Ok((!classes.is_empty()).then(|| RowGains { order: period, layers: layers.collect(), classes }));
            }
        }
        side *= 2;
    }
    Ok(None)
}

impl OrderTable {
    /// Returns a guess as a gain, from its first row on, if this table proves it.
    fn gain(&self, period: &OrderPeriod, guess: &Guess, layer: usize) -> Option<RowGain> {
        let Guess { residue, modulus, every, .. } = *guess;
        let end = self.side().checked_sub(every)?;
        let holds = |n: &usize| self.is_sum(n + every, *n, layer);
        let of_class = (residue..end).step_by(modulus).rev();
        let first = of_class.take_while(holds).last()?;
        let from = first.max(period.preperiod as usize);
        let repeats = lcm(period.period as usize, modulus);
        let preperiod = if first == residue { 0 } else { first };
        (from + repeats <= end).then_some(RowGain {
            residue: residue as u64,
            modulus: modulus as u64,
            every: every as u64,
            layer: layer as u64,
            preperiod: preperiod as u64,
        })
    }
}

fn lcm(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// The largest number of periods by which n0 is raised.
const RAISED: u64 = 4;

/// Returns the canonical options of every row, and the order with the n0 that proves them.
///
/// Theorem A also holds with a larger n0, if the table is large enough for it. Options that do not move along must be below
/// n0 + p.
fn structure_from(
    takes: &Takes,
    order: OrderPeriod,
    most: usize,
    work: &mut Work<'_>,
) -> Result<(OrderPeriod, Option<RowStructure>), Stopped> {
    for (raised, side) in tables_of_options(takes, &order, most) {
        let table = OrderTable::fill(takes, &Layers::default(), side, work)?;
        let found = table.structure(takes, &raised, work)?;
        if found.is_some() {
            return Ok((raised, found));
        }
    }
    Ok((order, None))
}

/// Returns the orders that are tried for canonical options, each with the side of a table.
///
/// There are none along more rays, because no theorem gives options there.
fn tables_of_options(takes: &Takes, order: &OrderPeriod, most: usize) -> impl Iterator<Item = (OrderPeriod, usize)> {
    let raised = (0..=RAISED).filter(|_| order.rays.is_empty()).map(move |periods| {
        let preperiod = order.preperiod + periods * order.period;
        let [n0, far, p] = [preperiod, order.far, order.period].map(|number| number as usize);
        let window = match periods {
            0 => order.window,
            _ => order.window.max(side_needed(n0, far, takes.reach(), p) as u64),
        };
        let first = 2 * (n0 + far + 4 * p + 8 * takes.reach()).max(FIRST_SIDE / 2);
        let most = if periods == 0 { most } else { most.min(FIRST_SIDE * 4) };
        (OrderPeriod { preperiod, window, ..order.clone() }, first, most.saturating_mul(2))
    });
    raised.flat_map(|(raised, first, most)| {
        let sides = successors(Some(first), |side: &usize| side.checked_mul(2));
        sides.take_while(move |side| *side <= most).map(move |side| (raised.clone(), side))
    })
}
