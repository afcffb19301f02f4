// Boards and strips, square by square, as the ruleset writes them: `.` is free, `#` is gone, letters are pieces.

import { drawn } from './element.js';

const pieces = { x: 'left', L: 'left', T: 'left', o: 'right', R: 'right', F: 'right' };
const names = { '.': 'free', _: 'free', ' ': 'free', '#': 'taken' };

/** A drawing of `rows`, with a part for each square, row by row. */
export function board({ rows }) {
  const cells = rows.map(row => [...row]);
  const columns = Math.max(1, ...cells.map(row => row.length));
  const size = Math.max(11, Math.min(34, Math.floor(300 / columns)));
  const parts = cells.flatMap((row, y) =>
    row.map((character, x) => ({
      node: square(character, x * size, y * size, size),
      says: `row ${y + 1}, column ${x + 1}: ${names[character] ?? character}`,
    })),
  );
  const width = columns * size + 2;
  const height = cells.length * size + 2;
  const root = drawn(
    'svg',
    { class: 'board', width, height, viewBox: `-1 -1 ${width} ${height}` },
    parts.map(({ node }) => node),
  );
  return { root, parts };
}

function square(character, x, y, size) {
  const free = names[character] === 'free';
  const taken = character === '#';
  const middle = { cx: x + size / 2, cy: y + size / 2 };
  return drawn(
    'g',
    { class: 'part' },
    drawn('rect', { class: taken ? 'square taken' : 'square', x, y, width: size, height: size }),
    !free &&
      !taken && [
        drawn('circle', { class: `piece ${pieces[character] ?? 'other'}`, ...middle, r: size * 0.4 }),
        drawn('text', { class: 'letter', x: middle.cx, y: middle.cy, 'font-size': size * 0.5 }, character),
      ],
    drawn('rect', { class: 'glow', x: x + 1, y: y + 1, width: size - 2, height: size - 2 }),
  );
}
