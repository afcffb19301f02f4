//! True claims by equal states, found by plain evaluation and by trying every mask.

use sprague_core::Play;
use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates, TheoremName};
use sprague_core::heap::{HeapRules, RowKind, TakeAndBreak};

/// A true claim about a code.
pub(crate) struct Stated {
    pub(crate) rules: HeapRules,
    pub(crate) claim: Certificate,
    /// The largest part that any heap from the start of the claim to its end needs to exclude a rare value.
    pub(crate) deepest: u64,
}

impl Stated {
    pub(crate) fn states(&self) -> &EqualStates {
        self.claim.equal_states.as_ref().unwrap()
    }

    /// The claim with changed states.
    pub(crate) fn with(&self, change: impl FnOnce(&mut EqualStates)) -> Certificate {
        let mut claim = self.claim.clone();
        change(claim.equal_states.as_mut().unwrap());
        claim
    }
}

/// The values of all options of a heap, each with its smaller part, which is 0 for a move without a split.
fn options(digits: &[u8], g: &[u32], n: usize) -> impl Iterator<Item = (usize, u32)> {
    digits.iter().enumerate().take(n + 1).flat_map(move |(taken, digit)| {
        let left = n - taken;
        let bit = if left == 0 { 1 } else { 2 };
        let whole = (taken > 0 && digit & bit != 0).then(|| (0, g[left]));
        let parts = if digit & 4 == 0 { 0 } else { left / 2 };
        whole.into_iter().chain((1..=parts).map(move |part| (part, g[part] ^ g[left - part])))
    })
}

/// The first values of a code without an 8.
pub(crate) fn plain(digits: &[u8], count: usize) -> Vec<u32> {
    let (mut g, mut seen): (Vec<u32>, Vec<usize>) = (vec![], vec![usize::MAX; 1024]);
    for n in 0..count {
        options(digits, &g, n).for_each(|(_, value)| seen[value as usize] = n);
        g.push((0..).find(|&value| seen[value as usize] != n).unwrap());
    }
    g
}

/// The preperiod and the period of a code by Guy and Smith's theorem, or `None` if the proof needs more than `count` heaps.
pub(crate) fn guy_smith(name: &str, count: usize) -> Option<(usize, usize)> {
    let code: TakeAndBreak = name.parse().unwrap();
    let g = plain(code.digits(), count);
    (1..count / 2).find_map(|p| {
        let preperiod = (0..count - p).rev().find(|&n| g[n] != g[n + p]).map_or(0, |n| n + 1);
        let needed = 2 * (preperiod.max(1) + p) + code.most_taken() as usize;
        (needed <= count).then_some((preperiod, p))
    })
}

/// The smallest depth at which every rare value below g(n) is excluded.
fn depth(digits: &[u8], g: &[u32], n: usize, is_rare: impl Fn(u32) -> bool) -> usize {
    let mut least = vec![usize::MAX; 1024];
    options(digits, g, n).for_each(|(part, value)| least[value as usize] = part.min(least[value as usize]));
    (0..g[n]).filter(|&value| is_rare(value)).map(|value| least[value as usize]).max().unwrap_or(0)
}

/// A claim by equal states about a code with this preperiod and period, or `None` if rare heaps do not seem to end under any
/// mask.
pub(crate) fn equal_states(name: &str, preperiod: usize, period: usize, parity: bool) -> Option<Stated> {
    let code: TakeAndBreak = name.parse().unwrap();
    let (digits, taken) = (code.digits(), code.most_taken() as usize);
    let place = digits.iter().position(|digit| digit & 4 != 0)?;
    if parity && (period % 2 == 1 || digits.iter().enumerate().any(|(other, digit)| digit & 4 != 0 && other % 2 != place % 2)) {
        return None;
    }
    let count = 3 * preperiod + 3 * period + 500;
    let g = plain(digits, count);
    let is_rare = |mask: u32, value: u32, n: usize| {
        ((value & mask).count_ones() as usize + if parity { n + place } else { 0 }).is_multiple_of(2)
    };
    let masks = 1..g.iter().max().unwrap().saturating_add(1).next_power_of_two();
    let last_rare = |mask: u32| (1..count).rev().find(|&n| is_rare(mask, g[n], n)).unwrap_or(0);
    let (last, mask) = masks.map(|mask| (last_rare(mask), mask)).min()?;

    let mut deepest = 0;
    loop {
        let window = last.max(deepest) + taken;
        let start = (preperiod + window).max(last + window + 1);
        if start + period > count {
            return None;
        }
        let needed = (start..start + period).map(|n| depth(digits, &g, n, |value| is_rare(mask, value, n))).max()?;
        if needed > deepest {
            deepest = needed;
            continue;
        }
        let rare = (1..=last).filter(|&n| is_rare(mask, g[n], n)).map(|n| n as u64).collect();
        let states = EqualStates { mask, parity, rare, depth: deepest as u64, start: start as u64 };
        let claim = Certificate {
            family: format!("octal:{name}"),
            play: Play::Normal,
            rows: RowKind::Nimbers,
            theorem: TheoremName::EqualStates,
            preperiod: preperiod as u64,
            period: period as u64,
            saltus: 0,
            values: ClaimedRows::Nimbers(vec![]),
            equal_states: Some(states),
        };
        return Some(Stated { rules: HeapRules::TakeAndBreak(code), claim, deepest: needed as u64 });
    }
}
