// The surroundings of points: bands for periods, hatching for the preperiod, and axes with whole numbers only.

import { colour } from './element.js';

/** Shades every other period, and hatches the preperiod. */
export function bands({ row, from, to, ratio }, context, { left, top, width, height }) {
  if (!row.period) return;
  const { preperiod, period } = row.period;
  const x = n => left + ((n - from) / (to - from)) * width;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.fillStyle = colour('band');
  const wide = (period / (to - from)) * width;
  if (wide > 3) {
    const first = Math.max(0, Math.floor((from - preperiod) / period));
    for (let k = first + (first % 2); preperiod + k * period < to; k += 2)
      context.fillRect(x(preperiod + k * period), top, wide, height);
  } else {
    // If the bands are too narrow to be told apart, draw one band for all periods.
    context.fillRect(Math.max(left, x(preperiod)), top, width, height);
  }
  if (preperiod > from) hatch(context, left, top, Math.min(width, x(preperiod) - left), height, ratio);
  context.restore();
}

function hatch(context, left, top, width, height, ratio) {
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.beginPath();
  for (let at = left - height; at < left + width; at += 9 * ratio) {
    context.moveTo(at, top + height);
    context.lineTo(at + height, top);
  }
  context.strokeStyle = colour('line');
  context.lineWidth = ratio;
  context.stroke();
}

/** Draws axes with ticks at 1, 2 or 5 times a power of ten. */
export function axes({ row, top: most, from, to, ratio }, context, { left, top, width, height }) {
  context.fillStyle = colour('soft');
  context.font = `${12 * ratio}px system-ui, sans-serif`;
  context.textBaseline = 'top';
  context.textAlign = 'center';
  const stepX = nice(to - from, width / (95 * ratio));
  for (let n = Math.ceil(from / stepX) * stepX; n < to; n += stepX) {
    const x = left + ((n + 0.5 - from) / (to - from)) * width;
    const words = n.toLocaleString('en');
    const half = context.measureText(words).width / 2;
    context.fillText(words, Math.max(half, Math.min(x, left + width + 10 * ratio - half)), top + height + 8 * ratio);
    context.fillRect(x, top + height + 2 * ratio, ratio, 4 * ratio);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const stepY = row.levels ? 1 : nice(most, height / (42 * ratio));
  for (let value = 0; value <= most; value += stepY) {
    if (row.levels && !row.levels[value]) continue;
    const y = top + height - 3 * ratio - (value * (height - 6 * ratio)) / most;
    context.fillText(row.levels?.[value] ?? value.toLocaleString('en'), left - 8 * ratio, y);
    context.fillRect(left - 5 * ratio, y, 4 * ratio, ratio);
  }
  context.fillStyle = colour('edge');
  context.fillRect(left, top + height + ratio, width, ratio);
  context.fillRect(left - ratio, top, ratio, height);
}

/** Returns a whole step, 1, 2 or 5 times a power of ten, that gives roughly `about` ticks. */
export function nice(span, about) {
  const raw = span / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(raw));
  return Math.max(1, [1, 2, 5, 10].find(step => step * power >= raw * 0.999) * power);
}
