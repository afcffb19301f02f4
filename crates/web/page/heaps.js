// Heaps of tokens, ten to a column; what is too high to count is a pile with its number.

import { drawn, element } from './element.js';

const high = 10;
const most = 80;
const step = 13;

/** A row of heaps, a part for each. */
export function heaps({ heaps: sizes }) {
  const tallest = Math.min(high, Math.max(1, ...sizes.map(size => Math.min(size, most))));
  const parts = sizes.map(size => ({
    node: element(
      'div',
      { class: 'part heap' },
      size <= most ? tokens(size, tallest) : pile(tallest),
      element('span', { class: 'size', 'aria-hidden': 'true' }, String(size)),
    ),
    says: `heap of ${size}`,
  }));
  return {
    root: element(
      'div',
      { class: 'heaps' },
      parts.map(({ node }) => node),
    ),
    parts,
  };
}

function tokens(size, tallest) {
  const columns = Math.max(1, Math.ceil(size / high));
  const width = columns * step;
  const height = tallest * step;
  const dots = Array.from({ length: size }, (_, n) =>
    drawn('circle', {
      class: 'token',
      cx: Math.floor(n / high) * step + step / 2,
      cy: height - (n % high) * step - step / 2,
      r: step * 0.4,
    }),
  );
  return drawn('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, dots);
}

function pile(tallest) {
  const height = Math.max(4, tallest) * step;
  const lines = Array.from({ length: Math.floor(height / 6) }, (_, n) =>
    drawn('rect', {
      class: 'token',
      x: 2,
      y: height - 5 - n * 6,
      width: 30,
      height: 4,
      rx: 2,
    }),
  );
  return drawn('svg', { width: 34, height, viewBox: `0 0 34 ${height}`, 'aria-hidden': 'true' }, lines);
}
