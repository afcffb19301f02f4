// Moves a plot by dragging, the wheel, two fingers, and keys.

/** Makes a plot, which has `look`, `zoom`, `point` and `open`, movable in all these ways. */
export function navigable(plot) {
  const { canvas } = plot;
  const fingers = new Map();
  let begun = null;

  const middle = () => [...fingers.values()].reduce((sum, x) => sum + x, 0) / fingers.size;
  const spread = () => {
    const xs = [...fingers.values()];
    return fingers.size < 2 ? 1 : Math.max(20, Math.abs(xs[0] - xs[1]));
  };
  const begin = () => {
    begun = fingers.size ? { from: plot.from, to: plot.to, n: plot.at(middle()), spread: spread() } : null;
  };

  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event.offsetX);
    canvas.dataset.moved = '';
    begin();
  });
  canvas.addEventListener('pointermove', event => {
    if (!fingers.has(event.pointerId)) {
      plot.point(Math.floor(plot.at(event.offsetX)));
      return;
    }
    if (Math.abs(fingers.get(event.pointerId) - event.offsetX) > 2) canvas.dataset.moved = 'yes';
    fingers.set(event.pointerId, event.offsetX);
    // Keep the points under the fingers under them, and stretch the span with the distance of the fingers.
    const by = begun.spread / spread();
    plot.look(begun.from, begun.from + (begun.to - begun.from) * by);
    const off = begun.n - plot.at(middle());
    plot.look(plot.from + off, plot.to + off);
  });
  const end = event => {
    if (!fingers.delete(event.pointerId)) return;
    if (canvas.dataset.moved === '' && event.type === 'pointerup') plot.point(Math.floor(plot.at(event.offsetX)));
    begin();
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('dblclick', () => plot.mark >= 0 && plot.open(plot.mark));
  canvas.addEventListener(
    'wheel',
    event => {
      const isAside = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const along = ((event.deltaX || event.deltaY) / 600) * (plot.to - plot.from);
      // If the plot cannot be zoomed further, the wheel scrolls the page.
      if (isAside) plot.look(plot.from + along, plot.to + along);
      else if (!plot.zoom(event.deltaY < 0 ? 0.8 : 1.25, plot.at(event.offsetX))) return;
      event.preventDefault();
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', event => pressed(plot, event));
}

function pressed(plot, event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const leap = Math.max(1, Math.floor((plot.to - plot.from) / 10));
  const keys = {
    ArrowRight: () => plot.point(plot.mark + 1),
    ArrowLeft: () => plot.point(plot.mark - 1),
    PageDown: () => plot.point(plot.mark + leap),
    PageUp: () => plot.point(plot.mark - leap),
    Home: () => plot.point(0),
    End: () => plot.point(plot.row.values.length - 1),
    '+': () => plot.zoom(0.5),
    '=': () => plot.zoom(0.5),
    '-': () => plot.zoom(2),
    Enter: () => plot.mark >= 0 && plot.open(plot.mark),
  };
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
}
