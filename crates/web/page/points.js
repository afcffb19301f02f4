// Points on a canvas: a million of them are drawn as the pixels of an image, in a few milliseconds a frame.

import { colour, element, onTheme } from './element.js';
import { axes, bands } from './axes.js';
import { navigable } from './drag.js';

const high = 380;

// For larger values, no table of lines is made.
const many = 100_000;

/** A plot of `row.values` over n, which can be dragged, zoomed and read point by point. */
export class Points {
  constructor(row, { label, tell, open }) {
    Object.assign(this, { row, tell, open, mark: -1, from: 0, to: Math.max(row.values.length, 8) });
    this.top = row.values.reduce((most, value) => Math.max(most, value), 1);
    this.canvas = element('canvas', {
      class: 'points',
      tabindex: '0',
      role: 'application',
      'aria-roledescription': 'plot',
      'aria-describedby': 'reading',
      'aria-label': `${label}. Arrow keys go from point to point, plus and minus zoom, Enter opens the position.`,
    });
    this.context = this.canvas.getContext('2d');
    this.sheet = document.createElement('canvas');
    new ResizeObserver(() => this.fit()).observe(this.canvas);
    onTheme(() => this.soon());
    navigable(this);
  }

  /** Fits the plot to the width on the page. A canvas that is not in the page has no width. */
  fit() {
    const wide = this.canvas.clientWidth;
    if (wide < 40) return;
    this.ratio = devicePixelRatio || 1;
    this.wide = wide;
    this.canvas.width = Math.round(wide * this.ratio);
    this.canvas.height = Math.round(high * this.ratio);
    const digits = this.row.levels ? Math.max(...this.row.levels.map(level => level.length)) : String(this.top).length;
    this.left = Math.min(wide / 3, 16 + 7.5 * digits);
    this.draw();
  }

  /** Returns the box of the points, in pixels of the canvas. */
  get box() {
    const { ratio } = this;
    const left = Math.round(this.left * ratio);
    const above = Math.round(10 * ratio);
    return {
      left,
      top: above,
      width: this.canvas.width - left - Math.round(12 * ratio),
      height: this.canvas.height - above - Math.round(28 * ratio),
    };
  }

  /** Shows n in the range `from` to `to`, without `to`. The range has at least 8 rows and at most all. */
  look(from, to) {
    const all = Math.max(this.row.values.length, 8);
    const span = Math.min(Math.max(to - from, 8), all);
    this.from = Math.max(0, Math.min(from, all - span));
    this.to = this.from + span;
    this.soon();
  }

  /** Zooms around n so that the range is `by` times as wide. Returns whether the range changed. */
  zoom(by, around = this.mark >= this.from && this.mark < this.to ? this.mark : (this.from + this.to) / 2) {
    const before = [this.from, this.to];
    this.look(around - (around - this.from) * by, around + (this.to - around) * by);
    return before[0] !== this.from || before[1] !== this.to;
  }

  /** Marks a point, describes it, and brings it into view. */
  point(n) {
    this.mark = Math.max(0, Math.min(n, this.row.values.length - 1));
    this.tell(this.mark);
    const half = (this.to - this.from) / 2;
    if (this.mark < this.from || this.mark >= this.to) this.look(this.mark - half, this.mark + half);
    this.soon();
  }

  /** Returns the n at a place, given in pixels of the page from the left of the canvas. */
  at(x) {
    const { left, width } = this.box;
    return this.from + ((x * this.ratio - left) / width) * (this.to - this.from);
  }

  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.ratio) this.draw();
    });
  }

  draw() {
    const began = performance.now();
    const { canvas, context, box } = this;
    if (box.width < 1) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    bands(this, context, box);
    this.dots(box);
    context.drawImage(this.sheet, box.left, box.top);
    axes(this, context, box);
    this.ring(context, box);
    canvas.dataset.took = performance.now() - began;
    canvas.dataset.shown = `${Math.round(this.from)}-${Math.round(this.to)}`;
  }

  /** Draws the points on a separate canvas, so that no pixel needs to be read back. */
  dots({ width, height }) {
    const {
      row: { values },
      ratio,
      from,
      to,
      sheet,
    } = this;
    if (sheet.width !== width || sheet.height !== height) {
      Object.assign(sheet, { width, height });
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    const { pixels } = this;
    pixels.fill(0);
    const ink = packed(colour('point'));
    const perX = width / (to - from);
    const size = Math.round(Math.max(2 * ratio, Math.min(6 * ratio, perX * 0.8)));
    const first = Math.max(0, Math.floor(from));
    const last = Math.min(values.length, Math.ceil(to));
    const perY = (height - size) / this.top;
    const edge = width - size;
    const line = value => ((height - size - value * perY) | 0) * width;
    if (last - first > 4 * width && this.top < many) {
      // Column by column, with a table of the line of each value: ten times as fast as computing a place for each point.
      const lines = Int32Array.from({ length: this.top + 1 }, (_, value) => line(value));
      for (let n = first, x = 0; x < width; x += 1) {
        const end = x === width - 1 ? last : Math.min(last, Math.ceil(from + (x + 1) / perX - 0.5));
        const at = Math.min(edge, x);
        for (; n < end; n += 1) pixels[lines[values[n]] + at] = ink;
      }
      grow(pixels, width, size);
    } else {
      for (let n = first; n < last; n += 1) {
        const start = line(values[n]) + Math.min(edge, ((n + 0.5 - from) * perX) | 0);
        for (let at = start; at < start + size * width; at += width) pixels.fill(ink, at, at + size);
      }
    }
    sheet.getContext('2d').putImageData(this.image, 0, 0);
  }

  ring(context, { left, top, width, height }) {
    const { mark, from, to, ratio } = this;
    if (mark < from || mark >= to) return;
    context.strokeStyle = colour('lose');
    context.lineWidth = 2.5 * ratio;
    context.beginPath();
    const y = top + height - 3 * ratio - (this.row.values[mark] * (height - 6 * ratio)) / this.top;
    context.arc(left + ((mark + 0.5 - from) * width) / (to - from), y, 7 * ratio, 0, 7);
    context.stroke();
  }
}

/**
 * Enlarges every pixel that is set to a square, to its right and below, over empty pixels. For a million points this is cheaper
 * than drawing a million squares. It runs from the end, so that new pixels do not grow again.
 */
function grow(pixels, width, size) {
  for (const step of [1, width]) {
    for (let at = pixels.length - 1; at >= step * (size - 1); at -= 1) {
      for (let back = 1; back < size && pixels[at] === 0; back += 1) pixels[at] = pixels[at - back * step];
    }
  }
}

/** Converts `#rrggbb` to the four bytes of a pixel. */
function packed(hex) {
  const [red, green, blue] = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
