//! An order along more rays than three: the bound on the side, and the cells to compare.
//!
//! The rays u_0 = (1, 0), …, u_z = (0, 1) are sorted by angle and include their mirror images. A cell x counts for ray i if
//! neither x nor x − p·u_i has a negative coordinate and both lie at least D inside the two neighbouring rays, measured by
//! cross products. Such a cell must equal x − p·u_i.
//!
//! Let U be the greatest coordinate of a ray, and C and C' the greatest cross products of rays one and two steps apart. With
//! W = D + kU + p·max(C, U), the side must be at least W + U(UW + W + p(C + C') + kU + D).

use super::table::Table;
use crate::effort::Effort;
use crate::not_accepted::{BadOrder, NotAccepted};
use sprague_core::certificate::OrderPeriod;

/// Larger coordinates of rays and larger other numbers are rejected, so that products cannot overflow.
const MOST: u64 = 1 << 20;

type Cell = [i128; 2];

fn fan(order: &OrderPeriod) -> Result<Vec<Cell>, BadOrder> {
    let out_of_range = Err(BadOrder::OutOfRange { what: "a ray" });
    let mut last = [1, 0];
    let mut between = vec![];
    for &[m, n] in &order.rays {
        let ray = [i128::from(m), i128::from(n)];
        if m > MOST || n == 0 || m <= n || super::gcd(m, n) != 1 || cross(last, ray) <= 0 {
            return out_of_range;
        }
        between.push(ray);
        last = ray;
    }
    let mirrored: Vec<Cell> = between.iter().rev().map(|[m, n]| [*n, *m]).collect();
    Ok([[1, 0]].into_iter().chain(between).chain([[1, 1]]).chain(mirrored).chain([[0, 1]]).collect())
}

fn cross([a, b]: Cell, [m, n]: Cell) -> i128 {
    a * n - b * m
}

/// Returns the side that the theorem needs, or `None` if it may exceed 64 bits.
pub(super) fn needed(order: &OrderPeriod, reach: u64) -> Result<Option<u64>, BadOrder> {
    let rays = fan(order)?;
    if order.preperiod != 0 {
        return Err(BadOrder::OutOfRange { what: "the preperiod of an order along rays" });
    }
    if order.period > MOST || order.far > MOST || reach > MOST {
        return Ok(None);
    }
    let apart = |steps: usize| rays.windows(steps + 1).map(|few| cross(few[0], few[steps])).max().unwrap_or(0);
    let (u, c1, c2) = (rays.iter().flatten().copied().max().unwrap_or(1), apart(1), apart(2));
    let [p, d, k] = [order.period, order.far, reach].map(i128::from);
    let w = d + k * u + p * c1.max(u);
    Ok(u64::try_from(w + u * (u * w + w + p * (c1 + c2) + k * u + d)).ok())
}

/// Compares all cells that the theorem requires to be equal.
pub(super) fn repeats(table: &Table, order: &OrderPeriod, effort: &mut Effort<'_>) -> Result<(), NotAccepted> {
    let rays = fan(order)?;
    let far = i128::from(order.far);
    for (i, ray) in rays.iter().enumerate() {
        let step = ray.map(|part| part * i128::from(order.period));
        let is_inside = |cell: Cell| {
            (i == 0 || cross(rays[i - 1], cell) >= far) && rays.get(i + 1).is_none_or(|after| -cross(*after, cell) >= far)
        };
        for m in 0..order.window {
            effort.take(order.window, order.window, || table.bytes())?;
            for n in 0..order.window {
                let cell = [i128::from(m), i128::from(n)];
                let lower = [cell[0] - step[0], cell[1] - step[1]];
                if lower.iter().all(|part| *part >= 0) && is_inside(cell) && is_inside(lower) {
                    table.alike([m, n], lower.map(|part| part as u64))?;
                }
            }
        }
    }
    Ok(())
}
