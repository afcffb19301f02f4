//! A canvas of braille dots, on which letters can be placed. A character has two by four dots.

pub(crate) struct Canvas {
    columns: usize,
    lines: usize,
    /// The eight dots of each character, as bits.
    dots: Vec<u8>,
    /// The characters on top of the dots.
    letters: Vec<Option<char>>,
}

/// The bit of each dot of a character: `[line][column]` (Unicode, "Braille Patterns").
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

impl Canvas {
    pub(crate) fn new(columns: usize, lines: usize) -> Self {
        let cells = columns * lines;
        Self { columns, lines, dots: vec![0; cells], letters: vec![None; cells] }
    }

    /// Returns the number of dots in a line and in a column.
    pub(crate) fn size(&self) -> [usize; 2] {
        [self.columns * 2, self.lines * 4]
    }

    /// Sets a dot, counted from the left and from the top. Dots outside the canvas are ignored.
    pub(crate) fn dot(&mut self, x: usize, y: usize) {
        let (column, line) = (x / 2, y / 4);
        if column < self.columns && line < self.lines {
            self.dots[line * self.columns + column] |= BITS[y % 4][x % 2];
        }
    }

    /// Sets the dots of a straight line between two points (Bresenham 1965).
    pub(crate) fn line(&mut self, [x, y]: [usize; 2], [to_x, to_y]: [usize; 2]) {
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(|place| place as i64);
        let steps = (to_x - x).abs().max((to_y - y).abs()).max(1);
        for step in 0..=steps {
            let at = |from: i64, to: i64| (from + ((to - from) * step * 2 + steps * (to - from).signum()) / (2 * steps)) as usize;
            self.dot(at(x, to_x), at(y, to_y));
        }
    }

    /// Writes text over the dots, starting at a column. Text beyond the edge is cut off.
    pub(crate) fn text(&mut self, column: usize, line: usize, text: &str) {
        if line < self.lines {
            let row = &mut self.letters[line * self.columns..(line + 1) * self.columns];
            row.iter_mut().skip(column).zip(text.chars()).for_each(|(cell, letter)| *cell = Some(letter));
        }
    }

    /// Returns the lines, without blanks at their ends.
    pub(crate) fn into_lines(self) -> Vec<String> {
        let cell = |(dots, letter): (&u8, &Option<char>)| match (letter, dots) {
            (Some(letter), _) => *letter,
            (None, 0) => ' ',
            (None, dots) => char::from_u32(0x2800 + u32::from(*dots)).expect("braille patterns are characters"),
        };
        let rows = self.dots.chunks(self.columns.max(1)).zip(self.letters.chunks(self.columns.max(1)));
        rows.map(|(dots, letters)| dots.iter().zip(letters).map(cell).collect::<String>().trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_those_of_the_characters() {
        let mut canvas = Canvas::new(2, 1);
        (0..4).for_each(|y| canvas.dot(0, y));
        canvas.dot(3, 3);
        canvas.dot(4, 0);
        canvas.dot(0, 4);
        assert_eq!(canvas.into_lines(), ["⡇⢀"]);
    }

    #[test]
    fn lines_end_where_they_should_whatever_their_direction() {
        for (from, to) in
            [([0, 0], [5, 7]), ([5, 7], [0, 0]), ([5, 0], [0, 7]), ([0, 3], [5, 3]), ([2, 7], [2, 0]), ([4, 4], [4, 4])]
        {
            let mut canvas = Canvas::new(3, 2);
            canvas.line(from, to);
            let drawn = canvas.dots.clone();
            canvas.dot(from[0], from[1]);
            canvas.dot(to[0], to[1]);
            assert_eq!(canvas.dots, drawn, "{from:?} to {to:?}");
            let count: u32 = drawn.iter().map(|dots| dots.count_ones()).sum();
            let steps = from[0].abs_diff(to[0]).max(from[1].abs_diff(to[1]));
            assert_eq!(count as usize, steps + 1, "{from:?} to {to:?}");
        }
    }

    #[test]
    fn letters_stand_on_top_and_do_not_leave_the_canvas() {
        let mut canvas = Canvas::new(4, 2);
        canvas.line([0, 0], [7, 0]);
        canvas.text(1, 0, "abcdef");
        canvas.text(0, 9, "x");
        assert_eq!(canvas.into_lines(), ["⠉abc", ""]);
    }
}
