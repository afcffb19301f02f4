//! Encodes numbers and words as bytes. A byte has seven bits of a number, and the lowest bits come first.

#[inline]
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Removes a number from the front. Returns `None` if there is none.
#[inline]
pub(crate) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if shift == 63 && byte > 1 {
            return None;
        }
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

pub(crate) fn put_wide(bytes: &mut Vec<u8>, number: u128) {
    put(bytes, number as u64);
    put(bytes, (number >> 64) as u64);
}

pub(crate) fn take_wide(bytes: &mut &[u8]) -> Option<u128> {
    Some(u128::from(take(bytes)?) | u128::from(take(bytes)?) << 64)
}

/// Appends the number of words, followed by the words.
#[inline]
pub(crate) fn put_words(bytes: &mut Vec<u8>, words: &[u64]) {
    put(bytes, words.len() as u64);
    words.iter().for_each(|&word| put(bytes, word));
}

/// Removes words from the front, and stores them in `words` in place of its contents.
#[inline]
pub(crate) fn take_words(bytes: &mut &[u8], words: &mut Vec<u64>) -> Option<()> {
    words.clear();
    let count = take(bytes)?;
    // each word takes at least one byte
    if count > bytes.len() as u64 {
        return None;
    }
    for _ in 0..count {
        words.push(take(bytes)?);
    }
    Some(())
}

#[inline]
pub(crate) fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_taken_off() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let mut bytes = vec![];
        numbers.iter().for_each(|&number| put(&mut bytes, number));
        put_words(&mut bytes, &numbers);
        put_wide(&mut bytes, u128::MAX - 5);
        let (mut rest, mut words) = (bytes.as_slice(), vec![9]);
        assert!(numbers.iter().all(|&number| take(&mut rest) == Some(number)));
        assert_eq!(take_words(&mut rest, &mut words), Some(()));
        assert_eq!((words.as_slice(), take_wide(&mut rest), rest), (&numbers[..], Some(u128::MAX - 5), &[][..]));
    }

    #[test]
    fn nonsense_is_none() {
        for bytes in [&[][..], &[0x80], &[0xff; 9], &[0xff; 11], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]] {
            assert_eq!(take(&mut &*bytes), None, "{bytes:?}");
        }
        assert_eq!(take_words(&mut &[9, 1, 1][..], &mut vec![]), None);
        assert_eq!(take_words(&mut &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1][..], &mut vec![]), None);
    }
}
