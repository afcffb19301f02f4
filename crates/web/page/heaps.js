// Heaps of tokens, stacked: touching a token takes it and those above it. A heap that is too high to count has a field for the
// number.

import { drawn, element } from './element.js';
import { waysOf } from './ways.js';

const highest = 12;

/** Returns the heaps of a component. */
export function heaps([{ picture, index }], moves, { isNarrow, begun = [] }) {
  const sizes = picture.heaps;
  const ways = waysOf(moves, [index]).map(way => ({ ...way, middle: [0, 0] }));
  // on a narrow page, verdict and moves stand below the board
  const isPile = size => Number(size) > (isNarrow && begun.length === 0 ? 8 : highest);
  const starts = begun[index]?.picture?.heaps ?? [];
  const rows = size => (isPile(size) ? 3 : Number(size));
  // the picture is as high as at the start of the game, so that nothing moves while tokens are taken
  const most = Math.max(1, ...[...sizes, ...starts].map(rows));
  const shape = unit => {
    const thick = Math.max(44, Math.min(74, unit * 0.6));
    return sizes.map(size => ({ size, wide: isPile(size) ? 172 : Math.max(56, Math.min(160, unit * 1.5)), thick }));
  };
  const gap = unit => Math.max(10, unit * 0.2);
  return {
    ways,
    size(unit) {
      const all = shape(unit);
      const wide = all.reduce((sum, { wide }) => sum + wide, 0) + gap(unit) * (sizes.length + 1);
      return [wide, most * (all[0]?.thick ?? 44) + 42];
    },
    draw(unit) {
      const all = shape(unit);
      const [width, height] = this.size(unit);
      const ground = height - 34;
      const parts = [];
      const fields = [];
      let left = gap(unit);
      const labels = all.map(({ size, wide, thick }, heap) => {
        const x = left;
        left += wide + gap(unit);
        if (isPile(size)) {
          fields.push(numberField({ size, heap, ways: onHeap(ways, heap, sizes), x, y: ground - 3 * thick, width: wide }));
          return [pile(x, ground - 3 * thick, wide, 3 * thick - 56), label(x + wide / 2, ground + 20, size)];
        }
        for (let nth = 0; nth < size; nth += 1) {
          const box = {
            x,
            y: ground - (nth + 1) * thick,
            width: wide,
            height: thick,
          };
          const count = size - nth;
          parts.push({
            heap,
            nth,
            says: `heap of ${size}: take ${count}`,
            ways: onHeap(ways, heap, sizes).filter(way => Number(taken(way, heap)) === count),
            node: token(box),
          });
        }
        return label(x + wide / 2, ground + 20, size);
      });
      const picture = drawn(
        'svg',
        { class: 'board heaps', width, height, viewBox: `0 0 ${width} ${height}` },
        drawn('rect', { class: 'base', x: 4, y: ground + 2, width: width - 8, height: 4, rx: 2 }),
        parts.map(({ node }) => node),
        labels,
      );
      return {
        root:
          fields.length > 0
            ? element(
                'div',
                { class: 'piles' },
                picture,
                fields.map(({ node }) => node),
              )
            : picture,
        parts,
        fields,
        show(shown, isSure) {
          for (const { node } of parts) node.classList.remove('going');
          if (!isSure) return;
          for (const way of shown)
            for (const { heap, takes } of way.heaps)
              for (const { node } of parts.filter(part => part.heap === heap && part.nth >= sizes[heap] - takes))
                node.classList.add('going');
        },
        where: () => null,
      };
    },
  };
}

/** Returns the ways that change a heap. A way that changes another heap of equal size is applied to this heap. */
export function onHeap(ways, heap, sizes) {
  return ways.flatMap(way => {
    if (way.heaps.some(change => change.heap === heap)) return way;
    const isAlike = way.heaps.length === 1 && sizes[way.heaps[0].heap] === sizes[heap];
    return isAlike ? { ...way, heaps: [{ ...way.heaps[0], heap }] } : [];
  });
}

/** Returns the number of tokens that a move takes from a heap. */
function taken({ heaps }, heap) {
  return heaps.find(change => change.heap === heap).takes;
}

function token({ x, y, width, height }) {
  const box = (name, by) => {
    const size = { width: width - 2 * by, height: height - 2 * by };
    return drawn('rect', { class: name, x: x + by, y: y + by, ...size, rx: Math.min(size.width, size.height) / 2 });
  };
  return drawn(
    'g',
    { class: 'part token' },
    drawn('rect', { class: 'reach', x, y, width, height }),
    box('chip', 3),
    box('ring', 2),
  );
}

function pile(x, y, width, height) {
  const lines = Math.max(3, Math.floor(height / 12));
  return Array.from({ length: lines }, (_, n) =>
    drawn('rect', { class: 'chip layer', x: x + 16, y: y + 56 + n * 12, width: width - 32, height: 9, rx: 4 }),
  );
}

function label(x, y, words) {
  return drawn('text', { class: 'coordinate big', x, y }, String(words));
}

/** Returns a field for the number of tokens to take from a heap that is too high to touch. */
function numberField({ size, heap, ways, x, y, width }) {
  const name = `How many to take of ${size}`;
  const input = element('input', { type: 'number', min: 1, 'aria-label': name, placeholder: 'take', name: `take-${heap}` });
  const button = element('button', { type: 'submit' }, 'Take');
  const node = element('form', { class: 'take', autocomplete: 'off' }, input, button);
  node.style.left = `${x}px`;
  node.style.top = `${y}px`;
  node.style.width = `${width}px`;
  return { node, input, ways, wanted: way => String(taken(way, heap)) === input.value.trim() };
}
