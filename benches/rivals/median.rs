//! Times with Criterion and returns the median, so that a bench can print how many times slower its rival is.

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;
use std::fmt;
use std::time::Instant;

/// The name of what was timed, and its median in seconds.
///
/// The median is `None` if the work was filtered out.
pub(crate) struct Median<'a> {
    name: &'a str,
    seconds: Option<f64>,
}

impl<'a> Median<'a> {
    /// Times `work` under this name.
    pub(crate) fn of(group: &mut BenchmarkGroup<'_, WallTime>, name: &'a str, mut work: impl FnMut()) -> Self {
        let mut times = vec![];
        group.bench_function(name, |bench| {
            bench.iter_custom(|iterations| {
                let started = Instant::now();
                (0..iterations).for_each(|_| work());
                let elapsed = started.elapsed();
                times.push(elapsed.as_secs_f64() / iterations as f64);
                elapsed
            });
        });
        times.sort_by(f64::total_cmp);
        Self { name, seconds: times.get(times.len() / 2).copied() }
    }

    /// Prints how many times faster or slower than a rival this is.
    pub(crate) fn print_beside(&self, rival: &Self) {
        let (Some(ours), Some(theirs)) = (self.seconds, rival.seconds) else { return };
        let (ratio, comparison) = if ours < theirs { (theirs / ours, "faster") } else { (ours / theirs, "slower") };
        println!("{self}, {ratio:.2} times {comparison} than {rival}");
    }
}

impl fmt::Display for Median<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:.3} ms)", self.name, self.seconds.unwrap_or(f64::NAN) * 1e3)
    }
}
