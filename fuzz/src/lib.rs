//! What the fuzz targets leave out: texts that name files, and texts that are slow to read, though right.

/// The text as it is read: blanks are free.
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a squeezed text names a file. What is in files is not what is tested here.
pub fn names_a_file(squeezed: &str) -> bool {
    ["digraph", ":/", ":./", ":../", "//", "/./", "/../"].iter().any(|path| squeezed.contains(path))
}

/// Whether a squeezed text holds several numbers of ten thousand digits, or a range that ends beyond so many digits.
pub fn is_slow(squeezed: &str, digits: usize) -> bool {
    let is_long = |end: &str| end.bytes().take_while(u8::is_ascii_digit).count() > digits || is_power(end);
    squeezed.matches('^').count() > 2 || squeezed.split('-').skip(1).any(is_long)
}

/// Whether the number at the start is a power.
fn is_power(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('^')
}
