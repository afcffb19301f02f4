// Drawings that are larger than their frame: zoomed by buttons, wheel, two fingers and keys, and moved by dragging.

import { element } from './element.js';

const least = 0.15;
const most = 3;
/** The largest scale at which a drawing is shown so that it fills its frame. */
const larger = 2.2;

/**
 * Returns a frame around a drawing of `width` and `height`, which first shows the place `at` in it. The result has `root`, and
 * `show(box)`, which brings a box of the drawing into the frame.
 */
export function zoomable(drawing, { width, height, at, label }) {
  const view = { scale: 1, x: 0, y: 0 };
  const inner = element('div', { class: 'pan' }, drawing);
  const frame = element('div', { class: 'frame zoomed', role: 'region', 'aria-label': label, tabindex: '0' }, inner);
  const percent = element('output', { class: 'soft' });
  let isPlaced = false;

  const paint = () => {
    inner.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    frame.dataset.scale = view.scale.toFixed(2);
    percent.textContent = `${Math.round(view.scale * 100)} %`;
  };
  const size = () => [frame.clientWidth, frame.clientHeight];
  /** Keeps a part of the drawing in the frame. */
  const hold = () => {
    const [wide, high] = size();
    const within = (offset, room, length) => {
      const whole = length * view.scale;
      return whole <= room ? (room - whole) / 2 : Math.max(room - whole - 24, Math.min(24, offset));
    };
    view.x = within(view.x, wide, width);
    view.y = within(view.y, high, height);
    paint();
  };
  const zoom = (by, [x, y] = size().map(each => each / 2)) => {
    const scale = Math.max(least, Math.min(most, view.scale * by));
    const ratio = scale / view.scale;
    view.x = x - (x - view.x) * ratio;
    view.y = y - (y - view.y) * ratio;
    view.scale = scale;
    hold();
  };
  const whole = () => {
    const [wide, high] = size();
    view.scale = Math.max(least, Math.min(larger, wide / width, high / height));
    hold();
  };
  const centre = ([x, y]) => {
    const [wide, high] = size();
    view.x = Math.min(wide / 2, wide * 0.2 + 80) - x * view.scale;
    view.y = high / 2 - y * view.scale;
    hold();
  };
  const first = () => {
    const [wide] = size();
    if (wide === 0) return;
    if (isPlaced) return hold();
    isPlaced = true;
    // a small drawing fills the width, and its frame is not high
    frame.style.height = `${Math.round(Math.max(240, Math.min(height * Math.min(larger, wide / width) + 8, 620)))}px`;
    const fit = Math.min(wide / width, size()[1] / height);
    view.scale = fit >= 0.75 ? Math.min(larger, fit) : 1;
    centre(at);
  };
  new ResizeObserver(first).observe(frame);
  // if the browser scrolls the frame, pan the drawing instead
  frame.addEventListener('scroll', () => {
    if (frame.scrollLeft === 0 && frame.scrollTop === 0) return;
    view.x -= frame.scrollLeft;
    view.y -= frame.scrollTop;
    frame.scrollTo(0, 0);
    hold();
  });
  moved(frame, view, { zoom, hold });

  const button = (words, says, action) =>
    element('button', { type: 'button', class: 'quiet', 'aria-label': says, title: says, onclick: action }, words);
  return {
    root: element(
      'div',
      { class: 'zooming' },
      frame,
      element(
        'p',
        { class: 'row zooms' },
        button('−', 'Smaller', () => zoom(0.8)),
        button('+', 'Larger', () => zoom(1.25)),
        button('Whole', 'The whole drawing', whole),
        button('Start', 'Start of the graph', () => centre(at)),
        percent,
      ),
    ),
    show({ x, y }) {
      const [wide, high] = size();
      const [left, top] = [view.x + x * view.scale, view.y + y * view.scale];
      if (left < 30 || left > wide - 30) view.x = wide / 2 - x * view.scale;
      if (top < 30 || top > high - 30) view.y = high / 2 - y * view.scale;
      hold();
    },
  };
}

/** Moves the drawing by pointers, the wheel and keys. */
function moved(frame, view, { zoom, hold }) {
  const fingers = new Map();
  let isDragged = false;
  const place = ({ clientX, clientY }) => {
    const box = frame.getBoundingClientRect();
    return [clientX - box.x, clientY - box.y];
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return b ? Math.max(20, Math.hypot(a[0] - b[0], a[1] - b[1])) : null;
  };
  frame.addEventListener('pointerdown', event => {
    fingers.set(event.pointerId, place(event));
    isDragged = false;
  });
  frame.addEventListener('pointermove', event => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    const wide = spread();
    fingers.set(event.pointerId, now);
    if (wide) return zoom(spread() / wide, now);
    if (!isDragged && Math.hypot(now[0] - before[0], now[1] - before[1]) < 4) return void fingers.set(event.pointerId, before);
    if (!isDragged) frame.setPointerCapture(event.pointerId);
    isDragged = true;
    view.x += now[0] - before[0];
    view.y += now[1] - before[1];
    hold();
  });
  for (const end of ['pointerup', 'pointercancel']) frame.addEventListener(end, event => fingers.delete(event.pointerId));
  // a drag that ends on a position must not open that position
  frame.addEventListener(
    'click',
    event => {
      if (!isDragged) return;
      event.preventDefault();
      event.stopPropagation();
      isDragged = false;
    },
    { capture: true },
  );
  frame.addEventListener('dragstart', event => event.preventDefault());
  frame.addEventListener(
    'wheel',
    event => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== frame && !frame.contains(document.activeElement))
        return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.15 : 0.87, place(event));
    },
    { passive: false },
  );
  frame.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { '+': 1.25, '=': 1.25, '-': 0.8 }[event.key];
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (!by && !(step && event.target === frame)) return;
    event.preventDefault();
    if (by) return zoom(by);
    view.x += step[0];
    view.y += step[1];
    hold();
  });
}
