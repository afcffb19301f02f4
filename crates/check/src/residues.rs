//! Infinite sets of amounts, and the theorem about sets that never join equal nimbers.
//!
//! *Residues.* Let g be the nimbers of the heaps 0 … p − 1. Suppose that no member of the set is, modulo p, the difference of
//! two of these heaps with equal nimbers. Then every heap n has the nimber of its residue r = n mod p. Proof by induction: the
//! options of n have the nimbers of their residues. None has the nimber g(r), because a member would then join r with a heap of
//! equal nimber. Each smaller nimber is that of an option r − s of r, with a member s ≤ r, and so n − s has it too. It suffices
//! to know a set of residues that contains the residues of all members.

use sprague_core::heap::InfiniteSet;

/// Returns the members up to n, and adds the cost of finding them to `steps`.
pub(crate) fn members(set: InfiniteSet, n: usize, steps: &mut u64) -> impl Iterator<Item = usize> {
    let (mut at, mut before) = (0_usize, 1_usize);
    core::iter::from_fn(move || {
        *steps += 1;
        let next = match set {
            InfiniteSet::Powers(base) if at > 0 => usize::try_from(base).ok().and_then(|base| at.checked_mul(base))?,
            InfiniteSet::Powers(_) => 1,
            InfiniteSet::Squares => at + 2 * at.isqrt() + 1,
            InfiniteSet::Odd => at + 1 + usize::from(at > 0),
            InfiniteSet::Fibonacci => {
                let next = at + before;
                before = at.max(1);
                next
            }
            InfiniteSet::Primes => (at.max(1) + 1..=n).find(|number| {
                let divides = |divisor: &usize| number.is_multiple_of(*divisor);
                let divisor = (2..=number.isqrt()).inspect(|_| *steps += 1).find(divides);
                divisor.is_none()
            })?,
        };
        at = next;
        (at <= n).then_some(at)
    })
}

/// Returns for each residue modulo p whether a member may have it.
pub(crate) fn residues(set: InfiniteSet, p: u64) -> Vec<bool> {
    let mut found = vec![false; p as usize];
    let mut see = |residue: u128| !core::mem::replace(&mut found[(residue % u128::from(p)) as usize], true);
    let modulus = u128::from(p);
    match set {
        InfiniteSet::Powers(base) => {
            let mut power = 1 % modulus;
            while see(power) {
                power = power * u128::from(base) % modulus;
            }
        }
        InfiniteSet::Squares => (0..modulus).for_each(|root| _ = see(root * root)),
        InfiniteSet::Odd => (0..modulus).for_each(|half| _ = see(2 * half + 1)),
        InfiniteSet::Fibonacci => {
            // the sequence is periodic modulo p with a period of at most 6p (Freyd & Brown 1992)
            let (mut one, mut next) = (1 % modulus, 2 % modulus);
            for _ in 0..=6 * p {
                see(one);
                (one, next) = (next, (one + next) % modulus);
            }
        }
        // a superset of the residues is allowed
        InfiniteSet::Primes => (0..modulus).for_each(|residue| _ = see(residue)),
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_residues_are_those_of_the_set() {
        let names = ["powers:2", "powers:3", "powers:10", "squares", "odd", "fibonacci", "primes"];
        for set in names.map(|name| name.parse::<InfiniteSet>().unwrap()) {
            for n in 0..300 {
                let expected: Vec<usize> = set.up_to(n).map(|member| member as usize).collect();
                assert_eq!(members(set, n as usize, &mut 0).collect::<Vec<_>>(), expected, "{set} {n}");
            }
            for p in 1..30 {
                let known = set.residues(p);
                let found = residues(set, p);
                assert!(known.iter().zip(&found).all(|(known, found)| !known || *found), "{set} {p}");
                assert!(set == InfiniteSet::Primes || known == found, "{set} {p}");
            }
        }
    }
}
