//! The monoid of a certificate: checked, with its multiplication table, and for every element its lost products.

use super::Steps;
use crate::effort::MAX_ELEMENTS;
use crate::not_accepted::{BadQuotient, NotAccepted};
use sprague_core::certificate::QuotientCertificate;
use std::collections::HashMap;

/// A set of elements, with one bit for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Set(Vec<u64>);

impl Set {
    pub(super) fn none(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)])
    }

    pub(super) fn of(order: usize, mut holds: impl FnMut(usize) -> bool) -> Self {
        let mut set = Self::none(order);
        (0..order).filter(|&x| holds(x)).for_each(|x| set.add(x));
        set
    }

    pub(super) fn add(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    pub(super) fn has(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 != 0
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(ours, theirs)| ours & !theirs == 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(ours, theirs)| ours & theirs != 0)
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(ours, theirs)| *ours |= theirs);
    }

    pub(super) fn words(&self) -> usize {
        self.0.len()
    }
}

pub(super) struct Monoid {
    order: usize,
    table: Vec<u16>,
    /// For every x, the z with xz in the P-portion.
    losing: Vec<Set>,
}

impl Monoid {
    /// Returns the monoid of a certificate. Checks that it is a monoid and that its elements can be distinguished.
    pub(super) fn of(certificate: &QuotientCertificate, steps: &mut Steps<'_>) -> Result<Self, NotAccepted> {
        let QuotientCertificate { products, generators, p_portion, phi, .. } = certificate;
        let order = products.len();
        // 1. check the lists, and that the generators commute and are images of heaps
        if !(1..=MAX_ELEMENTS).contains(&order) {
            return Err(BadQuotient::Order { found: order }.into());
        }
        are_elements("image", phi, order)?;
        are_elements("lost element", p_portion, order)?;
        commute(products, generators.len(), steps)?;
        let heap_of = |heap: u64| usize::try_from(heap).ok().and_then(|heap| phi.get(heap));
        if let Some(at) = (0..generators.len()).find(|&at| heap_of(generators[at]) != Some(&products[0][at])) {
            return Err(BadQuotient::NotItsImage { at, heap: generators[at] }.into());
        }
        let after_zero = std::iter::once(0).chain(p_portion.iter().copied());
        if let Some((_, &element)) = after_zero.zip(p_portion).find(|(before, element)| before >= element) {
            return Err(BadQuotient::LostOutOfOrder { element }.into());
        }
        // 2. multiply out, and find the lost products of each element
        let table = multiplied_out(products, steps)?;
        let lost = Set::of(order, |x| p_portion.binary_search(&(x as u32)).is_ok());
        let row = |x: usize| &table[x * order..(x + 1) * order];
        let losing: Vec<Set> = (0..order).map(|x| Set::of(order, |z| lost.has(row(x)[z].into()))).collect();
        // 3. check that no two elements have the same lost products: condition (d)
        let mut first: HashMap<&Set, usize> = HashMap::new();
        for (y, losing) in losing.iter().enumerate() {
            if let Some(x) = first.insert(losing, y) {
                return Err(BadQuotient::Alike { x, y }.into());
            }
        }
        drop(first);
        Ok(Self { order, table, losing })
    }

    pub(super) fn order(&self) -> usize {
        self.order
    }

    pub(super) fn product(&self, x: usize, y: usize) -> usize {
        self.multiples(x)[y].into()
    }

    pub(super) fn multiples(&self, x: usize) -> &[u16] {
        &self.table[x * self.order..(x + 1) * self.order]
    }

    /// Returns the z with xz in the P-portion.
    pub(super) fn losing(&self, x: usize) -> &Set {
        &self.losing[x]
    }
}

/// Checks that all numbers of a list are indices of elements.
fn are_elements(of: &'static str, list: &[u32], order: usize) -> Result<(), BadQuotient> {
    match list.iter().position(|&element| element as usize >= order) {
        Some(at) => Err(BadQuotient::NoElement { of, at, element: list[at], order }),
        None => Ok(()),
    }
}

/// Checks that each element has a product with each generator, and that the generators commute on each element.
fn commute(products: &[Vec<u32>], generators: usize, steps: &mut Steps<'_>) -> Result<(), NotAccepted> {
    for (x, row) in products.iter().enumerate() {
        if row.len() != generators {
            return Err(BadQuotient::RowWidth { x, found: row.len(), generators }.into());
        }
        are_elements("product", row, products.len())?;
    }
    for (x, row) in products.iter().enumerate() {
        for (b, &xb) in row.iter().enumerate() {
            steps.take(b)?;
            if let Some(a) = (0..b).find(|&a| products[row[a] as usize][b] != products[xb as usize][a]) {
                return Err(BadQuotient::OrderMatters { x, a, b }.into());
            }
        }
    }
    Ok(())
}

/// Returns the multiplication table, row by row. Checks that every element is a product of generators.
fn multiplied_out(products: &[Vec<u32>], steps: &mut Steps<'_>) -> Result<Vec<u16>, NotAccepted> {
    let order = products.len();
    // for each element, an element and a generator whose product it is, by breadth-first search
    let mut from: Vec<Option<(usize, usize)>> = vec![None; order];
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(&x) = reached.get(next) {
        next += 1;
        for (generator, &y) in products[x].iter().enumerate() {
            let y = y as usize;
            if y != 0 && from[y].is_none() {
                from[y] = Some((x, generator));
                reached.push(y);
            }
        }
    }
    if let Some(x) = (1..order).find(|&x| from[x].is_none()) {
        return Err(BadQuotient::Unreached { x }.into());
    }
    steps.has_room((order * order / 4) as u64)?;
    let mut table = vec![0_u16; order * order];
    for (x, row) in table.chunks_exact_mut(order).enumerate() {
        steps.take(order)?;
        row[0] = x as u16;
        for &y in &reached[1..] {
            let (before, generator) = from[y].expect("all elements but 0 are reached from another one");
            row[y] = products[usize::from(row[before])][generator] as u16;
        }
    }
    Ok(table)
}
