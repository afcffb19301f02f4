//! What criterion times, with the median handed back, so that a bench can print how many times slower its rival is.

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;
use std::time::Instant;

/// Benches `work` under this name and returns the median of its times in seconds; `None` if it was filtered out.
pub(crate) fn median(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut work: impl FnMut()) -> Option<f64> {
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
    times.get(times.len() / 2).copied()
}

/// Prints how many times faster or slower than the rival this is.
pub(crate) fn print_ratio(what: &str, ours: Option<f64>, rival: Option<f64>) {
    let (Some(ours), Some(rival)) = (ours, rival) else { return };
    let (ratio, comparison) = if ours < rival { (rival / ours, "faster") } else { (ours / rival, "slower") };
    println!("{what}: {:.3} ms, the rival {:.3} ms: {ratio:.2} times {comparison}\n", ours * 1e3, rival * 1e3);
}
