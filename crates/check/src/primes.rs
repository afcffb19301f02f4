//! The prime divisors of a number. A period is minimal if dividing it by any of its primes gives no period.

/// Returns the different primes that divide a number, least first.
pub(crate) fn primes(mut number: u64) -> Vec<u64> {
    let mut primes = vec![];
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fall_into_primes() {
        for (number, expected) in
            [(1, vec![]), (2, vec![2]), (12, vec![2, 3]), (49, vec![7]), (97, vec![97]), (60, vec![2, 3, 5])]
        {
            assert_eq!(primes(number), expected);
        }
    }
}
