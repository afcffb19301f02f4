//! Parts of a sweep.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

const MOST: u32 = 1_000_000;

/// One part of a sweep that is divided into equal parts.
///
/// ```
/// use sprague_rows::sweep::Shard;
///
/// let shard: Shard = "3/8".parse().unwrap();
/// assert_eq!((shard.number(), shard.of(), shard.to_string()), (3, 8, "3/8".to_owned()));
/// assert!(Shard::WHOLE.is_whole());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// The whole sweep as its only part.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns part `number` of `of` parts. Numbers begin at 1.
    ///
    /// ```
    /// # use sprague_rows::sweep::Shard;
    /// assert!(Shard::new(8, 8).is_ok() && Shard::new(0, 8).is_err() && Shard::new(9, 8).is_err());
    /// ```
    ///
    /// # Errors
    /// Returns [`BadShard`] if there is no such part, or if there are more than 1,000,000 parts.
    pub fn new(number: u32, of: u32) -> Result<Self, BadShard> {
        if (1..=MOST).contains(&of) && (1..=of).contains(&number) { Ok(Self { number, of }) } else { Err(BadShard) }
    }

    /// Returns the number of the part, from 1 on.
    ///
    /// ```
    /// # use sprague_rows::sweep::Shard;
    /// assert_eq!(Shard::WHOLE.number(), 1);
    /// ```
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of parts.
    ///
    /// ```
    /// # use sprague_rows::sweep::Shard;
    /// assert_eq!(Shard::WHOLE.of(), 1);
    /// ```
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns `true` if this is the whole sweep.
    ///
    /// ```
    /// # use sprague_rows::sweep::Shard;
    /// assert!(!Shard::new(1, 2).unwrap().is_whole());
    /// ```
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Returns `true` if item `number` of a list belongs to this part. Items are dealt out to the parts in turn.
    ///
    /// ```
    /// # use sprague_rows::sweep::Shard;
    /// let shard = Shard::new(2, 3).unwrap();
    /// assert_eq!((0..9).filter(|number| shard.has(*number)).collect::<Vec<_>>(), [1, 4, 7]);
    /// ```
    pub fn has(self, number: u64) -> bool {
        number % u64::from(self.of) == u64::from(self.number - 1)
    }

    /// Returns the number of items of this part in a list of `all` items.
    ///
    /// ```
    /// # use sprague_rows::sweep::Shard;
    /// assert_eq!(["1/3", "2/3", "3/3"].map(|shard| shard.parse::<Shard>().unwrap().share(10)), [4, 3, 3]);
    /// ```
    pub fn share(self, all: u64) -> u64 {
        (all + u64::from(self.of - self.number)) / u64::from(self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = BadShard;
    fn from_str(text: &str) -> Result<Self, BadShard> {
        let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
        let (shard, of) = text.split_once('/').ok_or(BadShard)?;
        Self::new(number(shard).ok_or(BadShard)?, number(of).ok_or(BadShard)?)
    }
}

/// The error for a text or for numbers that are not a part of a sweep.
///
/// ```
/// use sprague_rows::sweep::{BadShard, Shard};
/// assert_eq!("0/8".parse::<Shard>(), Err(BadShard));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a part and the number of parts, from 1/n to n/n with n at most 1000000, such as 3/8")]
pub struct BadShard;
