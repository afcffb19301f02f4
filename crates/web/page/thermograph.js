// A thermograph: Left's wall is on the left, because numbers fall to the right; temperatures rise upwards; the mast is at the
// mean.

import { drawn, element, frame } from './element.js';
import { fraction } from './fraction.js';
import { nice } from './axes.js';

const box = { left: 38, top: 22, width: 290, height: 200 };

/**
 * Draws `told.thermograph`, with the mean and the temperature marked. `scaffolds` are the corners of dashed lines, the
 * scaffolds from which the walls are made.
 */
export function thermograph(told, scaffolds = {}) {
  const walls = Object.fromEntries(
    ['left', 'right'].map(side => [side, told.thermograph[side].map(corner => corner.map(fraction))]),
  );
  const heat = told.temperature == null ? 0 : Math.max(-1, fraction(told.temperature));
  const frames = Object.entries(scaffolds)
    .filter(([, corners]) => corners?.length > 0)
    .map(([side, corners]) => [side, upTo(corners.map(corner => corner.map(fraction)), heat)]);
  const corners = [...walls.left, ...walls.right, ...frames.flatMap(([, frame]) => frame)];
  const mean = fraction(told.mean ?? told.number ?? '0');
  const highest = Math.max(heat, ...corners.map(([t]) => t), 0) + Math.max(0.5, Math.max(heat, 0) * 0.3);
  const xs = [...corners.map(([, x]) => x), mean];
  if (![...xs, highest].every(Number.isFinite)) return element('p', { class: 'hint' }, 'The numbers are too great to draw.');
  // Beyond 2^53 adding a half changes nothing, so the padding also depends on the size of the numbers.
  const pad = Math.max(0.5, (Math.max(...xs) - Math.min(...xs)) * 0.12, Math.max(...xs.map(Math.abs)) * 1e-12);
  const [low, high] = [Math.min(...xs) - pad, Math.max(...xs) + pad];
  const x = number => box.left + ((high - number) / (high - low)) * box.width;
  const y = t => box.top + ((highest - t) / (highest + 1)) * box.height;
  const path = wall => `M ${wall.map(([t, number]) => `${x(number)} ${y(t)}`).join(' L ')}`;
  const sides = `Left’s wall through ${spoken(walls.left)}; Right’s wall through ${spoken(walls.right)}`;
  const label = `${sides}; mast on ${told.mean} above ${told.temperature}`;
  const full = { width: box.left + box.width + 20, height: box.top + box.height + 44 };
  return frame(
    'Thermograph',
    drawn(
      'svg',
      {
        class: 'thermograph',
        role: 'img',
        'aria-label': label,
        ...full,
        viewBox: `0 0 ${full.width} ${full.height}`,
      },
      ticks(x, y, low, high, highest),
      drawn('line', { class: 'mast', x1: x(mean), x2: x(mean), y1: y(heat), y2: box.top }),
      frames.map(([side, frame]) => drawn('path', { class: `wall scaffold ${side}`, d: path(frame) })),
      drawn('path', { class: 'wall left', d: path(walls.left) }),
      drawn('path', { class: 'wall right', d: path(walls.right) }),
      drawn(
        'text',
        { class: 'wall-name left', x: x(walls.left[0][1]) - 8, y: y(walls.left[0][0]) - 8, 'text-anchor': 'end' },
        'L',
      ),
      drawn('text', { class: 'wall-name right', x: x(walls.right[0][1]) + 8, y: y(walls.right[0][0]) - 8 }, 'R'),
      drawn('circle', { class: 'summit', cx: x(mean), cy: y(heat), r: 4 }),
      drawn('text', { class: 'summit-name', x: x(mean) + 9, y: y(heat) - 8 }, `${told.mean} ± ${told.temperature}`),
    ),
  );
}

/** Returns the corners of a scaffold up to the mast. */
function upTo(corners, heat) {
  const below = corners.filter(([t]) => t < heat);
  const next = corners[below.length];
  const [from, number] = below.at(-1) ?? corners[0];
  const slope = next ? Math.sign(next[1] - number) : 0;
  return [...below, [Math.max(heat, from), number + slope * Math.max(0, heat - from)]];
}

function ticks(x, y, low, high, highest) {
  const [stepX, stepY] = [nice(high - low, 6), nice(highest + 1, 5)];
  const marks = [];
  for (let number = Math.ceil(low / stepX) * stepX; number <= high; number += stepX) {
    marks.push(
      drawn('line', { class: 'grid', x1: x(number), x2: x(number), y1: box.top, y2: box.top + box.height }),
      drawn('text', { class: 'tick', x: x(number), y: box.top + box.height + 18 }, String(number)),
    );
  }
  for (let t = -1; t <= highest; t += stepY) {
    marks.push(
      drawn('line', { class: t === 0 ? 'grid ground' : 'grid', x1: box.left, x2: box.left + box.width, y1: y(t), y2: y(t) }),
      drawn('text', { class: 'tick aside', x: box.left - 8, y: y(t) }, String(t)),
    );
  }
  return [
    ...marks,
    drawn('text', { class: 'tick', x: box.left + box.width / 2, y: box.top + box.height + 36 }, 'number (falls to the right)'),
    drawn('text', { class: 'tick start', x: 4, y: 12 }, 'temperature'),
  ];
}

function spoken(wall) {
  return wall.map(([t, number]) => `${number} at ${t}`).join(', ');
}
