// A heat map: a cell for each pair of numbers, with its text if there is room, and with marks on lost positions.

import { colour, element, frame, onTheme } from './element.js';
import { contrasting, ramp, readers } from './cells.js';

/**
 * Returns the map and the line that describes the current cell. `cells` are rows by y, then x. `text(x, y)` is the position of
 * a cell, which `open` goes to. The y axis points up, or down if `isDown`, as on boards.
 */
export function heat({ cells, x: [x0], y: [y0], rows, partizan, label, text, open, isDown = false, isPart = false }) {
  const columns = cells[0].length;
  const lines = cells.length;
  const reader = readers(rows, cells, partizan);
  const canvas = element('canvas', {
    class: 'heat',
    tabindex: '0',
    role: 'application',
    'aria-roledescription': 'heat map',
    'aria-label': `${label}. Arrow keys go from cell to cell${open ? ', Enter opens the position' : ''}.`,
  });
  const reading = element(
    'p',
    { class: 'hint reading', 'aria-live': 'polite' },
    `Point at a cell or use the arrow keys${open ? '; a click or Enter opens the position' : ''}.`,
  );
  const context = canvas.getContext('2d');
  const holder = frame(label, canvas);
  const margin = { left: 12 + 8 * String(y0 + lines - 1).length, below: 24 };
  const seen = { x: 0, y: 0, size: 0, isMarked: false };

  const place = (x, y) => [margin.left + x * seen.size, (isDown ? y : lines - 1 - y) * seen.size];
  const paint = () => {
    const ratio = devicePixelRatio || 1;
    const { size } = seen;
    const wide = margin.left + columns * size + 2;
    const high = lines * size + margin.below;
    canvas.width = wide * ratio;
    canvas.height = high * ratio;
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${high}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const shades = ramp();
    cells.forEach((row, y) => row.forEach((cell, x) => one(context, reader(cell, shades), ...place(x, y), size)));
    numbers(context, { ...seen, columns, lines, x0, y0, margin, isDown });
    if (seen.isMarked) {
      context.strokeStyle = colour('ink');
      context.lineWidth = 2.5;
      const [left, top] = place(seen.x, seen.y);
      context.strokeRect(left - 0.5, top + 0.5, size + 1, size - 1);
    }
  };
  const fit = () => {
    const wide = holder.clientWidth;
    if (wide < 40) return;
    const roomy = reader.isRoomy ? Math.max(34, Math.min(110, Math.floor(560 / lines))) : 34;
    const size = Math.max(4, Math.min(roomy, Math.floor((wide - margin.left - 4) / columns)));
    if (size === seen.size) return;
    seen.size = size;
    paint();
  };
  const mark = (x, y) => {
    if (x < 0 || y < 0 || x >= columns || y >= lines) return;
    Object.assign(seen, { x, y, isMarked: true });
    reading.textContent = `${text(x + x0, y + y0)}: ${reader(cells[y][x], null).words}`;
    paint();
  };
  const under = ({ offsetX, offsetY }) => {
    const line = Math.floor(offsetY / seen.size);
    return [Math.floor((offsetX - margin.left) / seen.size), isDown ? line : lines - 1 - line];
  };
  const enter = () => open?.(text(seen.x + x0, seen.y + y0));
  canvas.addEventListener('pointermove', event => {
    const [x, y] = under(event);
    if (!seen.isMarked || x !== seen.x || y !== seen.y) mark(x, y);
  });
  canvas.addEventListener('click', event => {
    const [x, y] = under(event);
    mark(x, y);
    if (seen.x === x && seen.y === y) enter();
  });
  canvas.addEventListener('keydown', event => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, isDown ? -1 : 1], ArrowDown: [0, isDown ? 1 : -1] }[
      event.key
    ];
    if (event.key === 'Enter' && seen.isMarked) enter();
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (seen.isMarked) mark(seen.x + by[0], seen.y + by[1]);
    else mark(0, 0);
  });
  new ResizeObserver(fit).observe(holder);
  // a drawing of a part is soon replaced
  if (!isPart) onTheme(paint);
  return [element('figure', {}, holder, element('figcaption', {}, legend(reader.legend))), reading];
}

function one(context, { shade, text, texts, isLost }, left, top, size) {
  context.fillStyle = shade;
  context.fillRect(left, top, size, size);
  if (size >= 9) {
    context.fillStyle = colour('paper');
    context.fillRect(left + size - 0.5, top, 0.5, size);
    context.fillRect(left, top + size - 0.5, size, 0.5);
  }
  if (texts) return several(context, { shade, texts }, left, top, size);
  const room = size >= 17 && text != null && text.length * 6 < size + 1;
  if (isLost && !room) {
    context.fillStyle = '#ffffff';
    context.beginPath();
    context.arc(left + size / 2, top + size / 2, size * 0.3, 0, 7);
    context.fill();
  }
  if (!room) return;
  context.fillStyle = contrasting(shade);
  context.font = `${isLost ? '700 ' : ''}${Math.min(13, size * 0.62)}px system-ui, sans-serif`;
  context.fillText(text, left + size / 2, top + size / 2 + 0.5);
  if (isLost && size >= 18) {
    context.strokeStyle = contrasting(shade);
    context.lineWidth = 1.5;
    context.strokeRect(left + 2.5, top + 2.5, size - 5, size - 5);
  }
}

/** Draws the first of several texts that fits into a cell, in one or two lines. */
function several(context, { shade, texts }, left, top, size) {
  context.fillStyle = contrasting(shade);
  for (const height of [14, 12, 10]) {
    context.font = `${height}px system-ui, sans-serif`;
    const lines = texts.find(
      lines => lines.length * height <= size - 4 && lines.every(line => context.measureText(line).width <= size - 6),
    );
    if (!lines) continue;
    lines.forEach((line, nth) =>
      context.fillText(line, left + size / 2, top + size / 2 + (nth - (lines.length - 1) / 2) * (height + 2)),
    );
    return;
  }
}

function numbers(context, { size, columns, lines, x0, y0, margin, isDown }) {
  context.fillStyle = colour('soft');
  context.font = '12px system-ui, sans-serif';
  const every = [1, 2, 5, 10, 20, 50, 100].find(step => step * size >= 26) ?? 200;
  const foot = lines * size + margin.below / 2 + 2;
  for (let x = (every - (x0 % every)) % every; x < columns; x += every) {
    context.fillText(x0 + x, margin.left + (x + 0.5) * size, foot);
  }
  for (let y = (every - (y0 % every)) % every; y < lines; y += every) {
    context.fillText(y0 + y, margin.left / 2, ((isDown ? y : lines - 1 - y) + 0.5) * size);
  }
}

function legend(entries) {
  return element(
    'span',
    { class: 'legend' },
    entries.map(([name, words]) => [
      element('i', { class: `swatch ${name}`, 'aria-hidden': 'true' }),
      element('span', {}, words),
    ]),
  );
}
