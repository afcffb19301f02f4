//! Laws of classes of rows, proved by order look-back. They give values of heaps of any size.
//!
//! The order of all rows comes from [`order`](sprague_rows::order), which does not use values. This module converts the gains
//! of classes into values, and computes the value of a heap from a small row and its gains.

use super::{ValuePeriod, ValueRows};
use core::cmp::Ordering;
use core::fmt;
use core::ops::RangeInclusive;
use num_bigint::{BigInt, BigUint};
use sprague_core::certificate::{HeapOption, OrderPeriod, RowGains};
use sprague_core::heap::{HeapRules, Theorem};
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, Stopped};
use sprague_rows::order::{Classes, GainsTried, Layers, OrderTable, Takes};
use sprague_values::Value;

/// The side of the largest table that is filled by default.
///
/// Every family with amounts up to 8 needs at most 1,600. A table of this size takes a megabyte and a few milliseconds.
const MOST: usize = 1_600;

/// The largest number of positions for the sum of a row and its gains. Longer values are not computed.
const OF_A_SUM: u64 = 100_000;

/// Everything that order look-back proves about the rows of a family.
///
/// ```
/// use sprague::Limits;
/// use sprague::heap::HeapRules;
/// use sprague::value_rows::RowClasses;
///
/// let rules = HeapRules::PartizanSubtraction { left: "1,3".parse()?, right: "2".parse()? };
/// let classes = RowClasses::seek(&rules, None, &Limits::default())?.unwrap();
/// let laws: Vec<String> = classes.laws().iter().map(ToString::to_string).collect();
/// assert_eq!(laws[0], "n = 0 (mod 2): row n+2 is row n plus ^*, from n = 8 on");
/// assert_eq!(laws[1], "n = 1 (mod 2): row n is {row 1 | row n-2}, from n = 9 on");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RowClasses {
    rules: HeapRules,
    takes: Takes,
    classes: Classes,
    /// The number of rows in which the laws were searched for.
    most: usize,
}

/// The law of a class of rows: those with n ≡ `residue` modulo `modulus`.
///
/// ```
/// use sprague::value_rows::{RowLaw, RowLawKind};
/// let law = RowLaw { residue: 1, modulus: 2, preperiod: Some(0), kind: RowLawKind::Constant, options: None };
/// assert_eq!(law.to_string(), "n = 1 (mod 2): all rows are equal, from n = 0 on");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RowLaw {
    /// The residue of the class, below `modulus`.
    pub residue: u64,
    /// The period of the order of rows.
    pub modulus: u64,
    /// The first row from which the law holds.
    ///
    /// `None` if the order is known along more than three rays: it then repeats in the sectors between the rays, but not from a
    /// fixed row on.
    pub preperiod: Option<u64>,
    /// The strongest statement that is proved.
    pub kind: RowLawKind,
    /// The canonical options of Left and Right as heaps, if they are proved.
    pub options: Option<[Vec<HeapOption>; 2]>,
}

/// The strongest statement that is proved about a class of rows.
///
/// ```
/// assert_eq!(sprague::value_rows::RowLawKind::Order.name(), "order");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum RowLawKind {
    /// All rows of the class are equal.
    Constant,
    /// Row n + `every` is row n plus a game.
    Gain {
        /// The game.
        gain: Value,
        /// The number of rows.
        every: u64,
    },
    /// The canonical options of each row are known heaps.
    Structure,
    /// The comparisons of each row with all rows are known.
    Order,
}

impl RowLawKind {
    /// Returns the kind as a word, as in JSON: `constant`, `gain`, `structure` or `order`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Gain { .. } => "gain",
            Self::Structure => "structure",
            Self::Order => "order",
        }
    }
}

impl fmt::Display for RowLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { residue, modulus, preperiod, kind, options } = self;
        if *modulus > 1 {
            write!(f, "n = {residue} (mod {modulus}): ")?;
        }
        match (kind, options) {
            (RowLawKind::Constant, _) => f.write_str("all rows are equal")?,
            (RowLawKind::Gain { gain, every }, _) => match gain.text() {
                Some(zero) if zero == "0" => write!(f, "row n+{every} is row n")?,
                Some(gain) => write!(f, "row n+{every} is row n plus {gain}")?,
                None => write!(f, "row n+{every} is row n plus a long value")?,
            },
            (RowLawKind::Structure, Some([left, right])) => {
                let side = |side: &[HeapOption]| side.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                write!(f, "row n is {{{} | {}}}", side(left), side(right))?;
            }
            _ if preperiod.is_none() => f.write_str("its comparisons with all rows are known")?,
            _ => f.write_str("the order of its rows repeats")?,
        }
        preperiod.map_or(Ok(()), |preperiod| write!(f, ", from n = {preperiod} on"))
    }
}

impl RowClasses {
    /// Searches for the laws of the rows of a family, in tables of up to `most` rows, by default 1,600.
    ///
    /// Returns `None` if the rules split heaps or no table proves the order.
    ///
    /// # Errors
    /// Returns the limit that was reached. The rows of a table count as positions.
    pub fn seek(rules: &HeapRules, most: Option<usize>, limits: &Limits) -> Result<Option<Self>, Stopped> {
        let Some(takes) = Takes::of(rules) else { return Ok(None) };
        let most = most.unwrap_or(MOST);
        let classes = Classes::seek(&takes, most, &GainsTried::with_four_others(), limits)?;
        Ok(classes.map(|classes| Self { rules: rules.clone(), takes, classes, most }))
    }

    /// Returns the number of rows of the largest table that [`seek`](Self::seek) fills, which is at most `most`, by default
    /// 1,600.
    ///
    /// Returns `None` for rules whose rows have no such table.
    ///
    /// ```
    /// # use sprague::{heap::HeapRules, value_rows::RowClasses};
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// assert_eq!([None, Some(5_000)].map(|most| RowClasses::largest_table(&rules, most)), [Some(1_600), Some(3_200)]);
    /// assert_eq!(RowClasses::largest_table(&HeapRules::Grundy, None), None);
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn largest_table(rules: &HeapRules, most: Option<usize>) -> Option<usize> {
        Takes::of(rules)?;
        sprague_rows::order::sides(most.unwrap_or(MOST)).last()
    }

    /// Returns the number of rows of the largest table in which canonical options are searched for.
    ///
    /// It is at most twice `most`, or twice the number given to [`seek`](Self::seek). Returns `None` if no table is filled.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// let rules = HeapRules::PartizanSubtraction { left: "1,3".parse()?, right: "2".parse()? };
    /// let classes = RowClasses::seek(&rules, None, &Limits::default())?.unwrap();
    /// assert_eq!([100, 500, 1_600].map(|most| classes.largest_of_options(Some(most))), [Some(200), Some(800), Some(3_200)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_of_options(&self, most: Option<usize>) -> Option<usize> {
        self.classes.largest_of_options(&self.takes, most.unwrap_or(self.most))
    }

    /// Returns the period of the order of all rows.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// let classes = RowClasses::seek(&rules, None, &Limits::default())?.unwrap();
    /// assert_eq!((classes.order().period, classes.order().window), (3, 100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn order(&self) -> &OrderPeriod {
        &self.classes.order
    }

    /// Returns the proved claims in the form that certificates contain.
    pub fn proved(&self) -> &Classes {
        &self.classes
    }

    /// Returns the law of every class, beginning with residue 0.
    pub fn laws(&self) -> Vec<RowLaw> {
        let games = self.classes.gains.as_ref().map_or(vec![], games);
        (0..self.order().period).map(|residue| self.law(residue, &games)).collect()
    }

    fn law(&self, residue: u64, games: &[Value]) -> RowLaw {
        let modulus = self.order().period;
        let options = self.classes.structure.as_ref().map(|structure| {
            // `rows` are the last rows of a window
            let first = structure.window - modulus;
            let row = (residue + modulus - first % modulus) % modulus;
            (structure.preperiod, structure.rows[row as usize].clone())
        });
        let (preperiod, kind) = match (self.classes.of_class(residue), &options) {
            (Some(gain), _) if gain.layer == 0 && gain.every == modulus => (Some(gain.preperiod), RowLawKind::Constant),
            (Some(gain), _) => {
                let kind = RowLawKind::Gain { gain: games[gain.layer as usize].clone(), every: gain.every };
                (Some(gain.preperiod), kind)
            }
            (None, Some((preperiod, _))) => (Some(*preperiod), RowLawKind::Structure),
            (None, None) => (self.order().rays.is_empty().then_some(self.order().preperiod), RowLawKind::Order),
        };
        // the first row of the class from there on
        let preperiod = preperiod.map(|preperiod| preperiod + (residue + modulus - preperiod % modulus) % modulus);
        RowLaw { residue, modulus, preperiod, kind, options: options.map(|(_, options)| options) }
    }

    /// Returns the period that all rows have in common, and the game that they gain in it.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// let rules = HeapRules::PartizanSubtraction { left: "1,4,5".parse()?, right: "1".parse()? };
    /// let classes = RowClasses::seek(&rules, None, &Limits::default())?.unwrap();
    /// let text = "period 1 from n = 3 on, values rising by ^*, proved (order look-back)";
    /// assert_eq!(classes.period().unwrap().to_string(), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn period(&self) -> Option<ValuePeriod> {
        let gain = self.classes.uniform()?;
        let gains = self.classes.gains.as_ref()?;
        let saltus = games(gains).swap_remove(gain.layer as usize);
        let theorem = Theorem::OrderLookBack { reach: self.takes.reach() as u64, window: gains.order.window };
        Some(ValuePeriod { preperiod: gain.preperiod, period: gain.every, saltus, theorem: Some(theorem) })
    }

    /// Returns `true` if it is proved that the values neither repeat nor rise by a number.
    ///
    /// It is if some class gains ups, or if canonical options lead from class to class in a circle, because later rows then
    /// have later and later birthdays.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// let rules = HeapRules::PartizanSubtraction { left: "1,3".parse()?, right: "2".parse()? };
    /// assert!(RowClasses::seek(&rules, None, &Limits::default())?.unwrap().never_repeats());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn never_repeats(&self) -> bool {
        // if only one player can move, values rise by numbers
        if sprague_core::Player::BOTH.iter().any(|player| self.takes.amounts(*player).is_empty()) {
            return false;
        }
        let period = self.order().period;
        if let Some(gains) = &self.classes.gains {
            let games = games(gains);
            // other games than ups prove nothing here, because their multiples might come back to 0
            let rises = |layer: u64| games[layer as usize].nus().is_some_and(|nus| nus.ups != BigInt::ZERO);
            if gains.classes.iter().any(|gain| rises(gain.layer)) {
                return true;
            }
        }
        // otherwise, remove rows all of whose options lead to fixed heaps or removed rows; the remaining rows contain a circle
        let Some(structure) = &self.classes.structure else { return false };
        let first = structure.window - period;
        let mut open: Vec<bool> = vec![true; structure.rows.len()];
        let leads_on = |row: usize, open: &[bool]| {
            structure.rows[row].iter().flatten().any(|option| match option {
                HeapOption::At(_) => false,
                HeapOption::Below { below } => open[((first + row as u64 - below + period - first % period) % period) as usize],
            })
        };
        while let Some(row) = (0..open.len()).find(|row| open[*row] && !leads_on(*row, &open)) {
            open[row] = false;
        }
        open.contains(&true)
    }

    /// Compares two heaps of any size. The inner `None` means that they are confused.
    ///
    /// Both are folded into the table that proves the order. Apart from filling that table, this takes O(1) time.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// use sprague::num_bigint::BigUint;
    /// use std::cmp::Ordering;
    /// let rules = HeapRules::PartizanSubtraction { left: "1,4,5".parse()?, right: "1".parse()? };
    /// let classes = RowClasses::seek(&rules, None, &Limits::default())?.unwrap();
    /// let googol = BigUint::from(10_u32).pow(100);
    /// let order = classes.compare(&googol, &5_u32.into(), &Limits::default())?;
    /// assert_eq!(order, Some(Ordering::Greater)); // so many ups more
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn compare(&self, m: &BigUint, n: &BigUint, limits: &Limits) -> Result<Option<Ordering>, Stopped> {
        let [m, n] = self.order().fold(m.clone(), n.clone()).expect("a proved period folds into its square");
        let meter = Meter::new(limits);
        let table = OrderTable::fill(&self.takes, &Layers::default(), m.max(n) + 1, &mut Work::new(&meter))?;
        Ok(order(&table, m, n))
    }

    /// Compares each heap of `ms` with each heap of `ns`, which may be far apart.
    ///
    /// Returns one list for each heap of `ns`, with one result for each heap of `ms`. The inner `None` means that the two are
    /// confused. Apart from filling the table that proves the order, this takes O(1) time for each pair.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// use std::cmp::Ordering::{Equal, Greater, Less};
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// let classes = RowClasses::seek(&rules, None, &Limits::default())?.unwrap();
    /// // the rows are 0, 1, {1|0}, 0, 1, …
    /// let orders = classes.orders(0..=1, 3_000_000..=3_000_002, &Limits::default())?;
    /// assert_eq!(orders, [[Some(Equal), Some(Greater)], [Some(Less), Some(Equal)], [None, None]]); // a hot row
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn orders(
        &self,
        ms: RangeInclusive<u64>,
        ns: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Result<Vec<Vec<Option<Ordering>>>, Stopped> {
        let meter = Meter::new(limits);
        let mut work = Work::new(&meter);
        let side = self.order().window as usize;
        let table = OrderTable::fill(&self.takes, &Layers::default(), side, &mut work)?;
        let mut orders = vec![];
        for n in ns {
            let mut row = vec![];
            for m in ms.clone() {
                let [m, n] = self.order().fold(m.into(), n.into()).expect("a proved period folds into its square");
                row.push(order(&table, m, n));
            }
            work.done(row.len(), side, OrderTable::bytes(&Layers::default(), side))?;
            orders.push(row);
        }
        Ok(orders)
    }

    /// Returns a sentence about the order of all rows and why it holds.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// let said = RowClasses::seek(&rules, None, &Limits::default())?.unwrap().order_sentence();
    /// assert!(said.starts_with("order of all rows: period 3 from n = 0 on, proved (order look-back"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn order_sentence(&self) -> String {
        let order = self.order();
        let period = match order.rays.is_empty() {
            true => format!("period {} from n = {} on", order.period, order.preperiod),
            false => format!("period {} along {} rays", order.period, order.fan().len()),
        };
        format!("order of all rows: {period}, proved (order look-back, by the order of the first {} rows)", order.window)
    }

    /// Returns the value of a heap of any size: the value of a small row plus its gains.
    ///
    /// Returns `None` if no law gives the value or the value is too long. Multiples of games that are not sums of ups and stars
    /// have no short name.
    ///
    /// ```
    /// # use sprague::{Limits, heap::HeapRules, value_rows::RowClasses};
    /// use sprague::num_bigint::BigUint;
    /// let rules = HeapRules::PartizanSubtraction { left: "1,4,5".parse()?, right: "1".parse()? };
    /// let classes = RowClasses::seek(&rules, None, &Limits::default())?.unwrap();
    /// let heap = BigUint::from(10_u32).pow(20);
    /// let value = classes.value(&heap, &Limits::default())?.unwrap();
    /// assert_eq!(value.to_string(), "^99999999999999999997");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn value(&self, n: &BigUint, limits: &Limits) -> Result<Option<Value>, Stopped> {
        let residue = u64::try_from(n % self.order().period).expect("it is below the period");
        let Some(mut rows) = ValueRows::of(&self.rules) else { return Ok(None) };
        if let (Some(gain), Some(gains)) = (self.classes.of_class(residue), &self.classes.gains)
            && *n >= BigUint::from(gain.preperiod)
            && let game = games(gains).swap_remove(gain.layer as usize)
            && game.nus().is_some()
        {
            let past = (n - gain.preperiod) / gain.every;
            let row = usize::try_from(n - &past * gain.every).expect("it is below two periods");
            rows.extend(row + 1, limits)?;
            // ups are added one by one to a value that is not a sum of number, ups and star
            let few = Limits { positions: limits.positions.min(OF_A_SUM), ..limits.clone() };
            let mut calculator = rows.arena().calculator(&few);
            let game = game.form_in(&mut calculator)?;
            let all = calculator.times(&BigInt::from(past), game)?;
            return match calculator.add(rows.value(row).form(), all) {
                Err(Stopped::Positions(most)) if most < limits.positions => Ok(None),
                sum => Ok(Some(rows.arena().value(sum?))),
            };
        }
        // if one player cannot move at all, values rise by numbers
        if sprague_core::Player::BOTH.iter().all(|player| !self.takes.amounts(*player).is_empty()) {
            return Ok(None);
        }
        rows.extend_until_proved(4 * self.order().window as usize, limits).map_or(Ok(()), Err)?;
        let Some(period) = rows.period().filter(|period| period.is_proved()) else { return Ok(None) };
        let past = (n - BigUint::from(period.preperiod).min(n.clone())) / period.period;
        let row = usize::try_from(n - &past * period.period).expect("it is below two periods");
        let mut calculator = rows.arena().calculator(limits);
        let gain = period.saltus.form_in(&mut calculator)?;
        let all = calculator.times(&BigInt::from(past), gain)?;
        let form = calculator.add(rows.value(row).form(), all)?;
        Ok(Some(rows.arena().value(form)))
    }
}

fn order(table: &OrderTable, m: usize, n: usize) -> Option<Ordering> {
    match (table.is_at_most(m, n), table.is_at_most(n, m)) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    }
}

/// Returns the games that are added to rows, as values.
fn games(gains: &RowGains) -> Vec<Value> {
    let mut games: Vec<Value> = vec![];
    for sides in &gains.layers {
        let [left, right] = sides.each_ref().map(|side| side.iter().map(|option| games[*option as usize].clone()));
        let value = Value::of(left, right);
        games.push(value);
    }
    games
}
