//! Theorem D: if rows rise at different speeds, their order may repeat along more rays.
//!
//! Let u_0 = (1, 0), …, u_z = (0, 1) be primitive rays sorted by angle, including their mirror images, and v_i = p·u_i. Let U
//! be the greatest coordinate of a ray, × the cross product, C = max u_i × u_{i+1} and C' = max u_i × u_{i+2}. Sector i
//! contains the cells x for which neither x nor x − v_i has a negative coordinate and both are far from the two neighbouring
//! rays: y is far if u_{i−1} × y ≥ D and y × u_{i+1} ≥ D. Let W = D + kU + p·max(C, U) and N ≥ W + U(UW + W + p(C + C') + kU +
//! D). If T(x) = T(x − v_i) holds in all sectors of a square of side N, it holds everywhere.
//!
//! *Proof* by induction on m + n, for cells outside the square. If all cells that the rules need lie in sector i, the law holds
//! by induction. If not, x lies within W of a neighbouring ray j. By the size of N it is so far along that ray that it lies
//! deep inside sector j. So T(x) = T(x − v_j) = T(x − v_j − v_i) = T(x − v_i).

use super::fit::bits;
use super::table::{OrderTable, Plane, mask};
use sprague_core::Stopped;
use sprague_core::certificate::OrderPeriod;
use sprague_core::limits::Work;

/// The rays between the axis and the diagonal that are tried, together with their mirror images.
const TRIED: [&[[i64; 2]]; 5] = [&[[2, 1]], &[[3, 1]], &[[3, 2]], &[[3, 1], [2, 1]], &[[3, 1], [2, 1], [3, 2]]];

/// Rays sorted by angle, from the axis of m to the axis of n.
struct Fan {
    rays: Vec<[i64; 2]>,
    period: i64,
    reach: i64,
}

fn cross([a, b]: [i64; 2], [m, n]: [i64; 2]) -> i64 {
    a * n - b * m
}

impl Fan {
    /// Returns the axes, the diagonal, and these rays with their mirror images.
    fn of(between: &[[i64; 2]], period: usize, reach: usize) -> Self {
        let mirrored = between.iter().rev().map(|[m, n]| [*n, *m]);
        let rays = [[1, 0]].into_iter().chain(between.iter().copied()).chain([[1, 1]]).chain(mirrored).chain([[0, 1]]).collect();
        Self { rays, period: period as i64, reach: reach as i64 }
    }

    /// Returns the least distance of a cell from the two rays next to ray i.
    fn inside(&self, i: usize, cell: [i64; 2]) -> i64 {
        let before = i.checked_sub(1).map_or(i64::MAX, |before| cross(self.rays[before], cell));
        before.min(self.rays.get(i + 1).map_or(i64::MAX, |after| -cross(*after, cell)))
    }

    fn side_needed(&self, far: i64) -> i64 {
        let apart = |rays: usize| self.rays.windows(rays + 1).map(|few| cross(few[0], few[rays])).max().unwrap_or(0);
        let most = self.rays.iter().flatten().copied().max().unwrap_or(1);
        let (c, c2) = (apart(1), apart(2));
        let width = far + self.reach * most + self.period * c.max(most);
        width + most * (most * width + width + self.period * (c + c2) + self.reach * most + far)
    }
}

impl OrderTable {
    /// Returns the least period that theorem D proves from this table, for the first rays that give one, or `None` if there is
    /// none.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn period_by_rays(&self, reach: usize, work: &mut Work<'_>) -> Result<Option<OrderPeriod>, Stopped> {
        for between in TRIED {
            for period in 1.. {
                let fan = Fan::of(between, period, reach);
                if fan.side_needed(0) > self.side() as i64 {
                    break;
                }
                if let Some(far) = self.fit_rays(&fan, work)? {
                    return Ok(Some(OrderPeriod {
                        period: period as u64,
                        preperiod: 0,
                        far: far as u64,
                        window: self.side() as u64,
                        rays: between.iter().map(|ray| ray.map(|part| part as u64)).collect(),
                    }));
                }
            }
        }
        Ok(None)
    }

    /// Returns the least D for these rays, or `None` if the table is too small for it.
    fn fit_rays(&self, fan: &Fan, work: &mut Work<'_>) -> Result<Option<i64>, Stopped> {
        let mut far = 0;
        for plane in self.planes() {
            for (i, ray) in fan.rays.iter().enumerate() {
                let [dm, dn] = ray.map(|part| (part * fan.period) as usize);
                for sum in (dm + dn..(2 * plane.side()).saturating_sub(1)).rev() {
                    far = plane.along_ray(fan, i, [dm, dn], sum, far, work)?;
                    if fan.side_needed(far) > plane.side() as i64 {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(far))
    }
}

impl Plane {
    /// Returns the least D ≥ `least` for which two diagonals agree in sector i.
    fn along_ray(
        &self,
        fan: &Fan,
        i: usize,
        [dm, dn]: [usize; 2],
        sum: usize,
        least: i64,
        work: &mut Work<'_>,
    ) -> Result<i64, Stopped> {
        let first = dm.max((sum + 1).saturating_sub(self.side()));
        let last = (sum - dn).min(self.side() - 1);
        let mut found = least;
        for start in (first / 64 * 64..=last).step_by(64) {
            let (here, lower) = (self.word(sum, start as isize), self.word(sum - dm - dn, start as isize - dm as isize));
            for m in bits((here ^ lower) & mask(start, first, last), start) {
                let cell = [m as i64, (sum - m) as i64];
                let lower = [cell[0] - dm as i64, cell[1] - dn as i64];
                let depth = fan.inside(i, cell).min(fan.inside(i, lower));
                found = found.max(depth.saturating_add(1));
            }
        }
        work.done(1 + self.side() / 64, self.side(), 0)?;
        Ok(found.max(0))
    }
}
