// Boards and strips: squares with the coordinates that moves use, pieces, and the squares that moves touch.

import { drawn } from './element.js';
import { through, waysOf } from './ways.js';

/** Returns a board of one component, or of several that share one. `first` is the player to move, if that matters. */
export function board(components, moves, { first, placed, isNarrow, begun = [] }) {
  const { picture, look } = components[0];
  const rows = picture.rows.map(row => [...row]);
  const before = begun[components[0].index]?.picture?.rows?.map(row => [...row]) ?? [];
  const [high, wide] = [rows, before].reduce(
    ([high, wide], rows) => [Math.max(high, rows.length), Math.max(wide, ...rows.map(row => row.length))],
    [1, 1],
  );
  const lost = before.flatMap((row, y) => row.flatMap((_, x) => (rows[y]?.[x] === undefined ? [[x, y]] : [])));
  const places = rows.flatMap((row, y) => row.map((_, x) => [x, y]));
  const pieces = places.map(([x, y]) =>
    components
      .map(each => ({ sign: [...each.picture.rows[y]][x], look: each.look }))
      .filter(({ sign, look }) => look.pieces[sign] !== 'free'),
  );
  const ways = waysOf(
    moves,
    components.map(({ index }) => index),
  ).map(way => ({ ...way, middle: middle(way.cells, places) }));
  const isStrip = look.strip;
  // a board of points that are joined by lines has no squares
  const lines = look.lines ?? [];
  const isWired = lines.length > 0;
  const hasShifts = ways.some(({ kind }) => kind === 'shift');
  // in a narrow window a wide board takes the whole width, with the coordinates in the corners of the outer squares
  const isInside = isNarrow && wide >= 7 && high > 1;
  const gutter = unit => (isInside ? 0 : isNarrow || unit < 56 ? 17 : 26);
  const arcs = unit => (isStrip && hasShifts ? unit * 0.75 : 0);
  const left = unit => (isStrip ? 1 : gutter(unit));
  const shape = `${high}x${wide}`;
  return {
    ways,
    shape,
    size: unit => [unit * wide + left(unit) + 2, unit * high + gutter(unit) + arcs(unit) + 2],
    draw(unit) {
      const [x0, y0] = [left(unit), isStrip ? arcs(unit) + 1 : gutter(unit)];
      const [width, height] = this.size(unit);
      const at = cell => [x0 + places[cell][0] * unit, y0 + places[cell][1] * unit];
      const centre = cell => at(cell).map(each => each + unit / 2);
      const figures = places.map((_, cell) => {
        const inside = pieces[cell].filter(({ sign, look }) => look.pieces[sign] !== 'gone');
        return inside.map((each, nth) =>
          figure(each, centre(cell)[0] + (nth - (inside.length - 1) / 2) * unit * 0.28, centre(cell)[1], unit),
        );
      });
      const parts = places.map(([x, y], cell) => {
        const [cx, cy] = at(cell);
        const isGone = pieces[cell].some(({ sign, look }) => look.pieces[sign] === 'gone');
        const colour = isGone ? 'gone' : (x + y) % 2 ? 'odd' : 'even';
        return {
          cell,
          says: says(look, x, y, pieces[cell]),
          ways: through(ways, cell),
          node: drawn(
            'g',
            { class: 'part' },
            drawn('rect', { class: `square ${isWired ? 'unseen' : colour}`, x: cx, y: cy, width: unit, height: unit }),
            isWired && !isGone && drawn('circle', { class: 'point', cx: cx + unit / 2, cy: cy + unit / 2, r: unit * 0.11 }),
            figures[cell],
            drawn('rect', { class: 'ring', x: cx + 3, y: cy + 3, width: unit - 6, height: unit - 6, rx: 5 }),
          ),
        };
      });
      const ghosts = drawn('g', { class: 'ghosts' });
      const side = first ?? 'any';
      const root = drawn(
        'svg',
        { class: 'board', width, height, viewBox: `0 0 ${width} ${height}` },
        isWired &&
          drawn(
            'g',
            { class: 'wires', 'aria-hidden': 'true' },
            lines.map(ends => {
              const [[x1, y1], [x2, y2]] = ends.map(centre);
              return drawn('line', { x1, y1, x2, y2 });
            }),
          ),
        lost.map(([x, y]) =>
          drawn('rect', { class: 'was', x: x0 + x * unit + 3, y: y0 + y * unit + 3, width: unit - 6, height: unit - 6, rx: 5 }),
        ),
        parts.map(({ node }) => node),
        placed
          .filter(each => each.shape === shape && each.cells.every(cell => pieces[cell]?.length > 0))
          .map(({ cells, side }) => domino(cells.map(at), unit, side, 'placed')),
        drawn(
          'g',
          { 'aria-hidden': 'true' },
          coordinates({ look, high, wide, unit, x0, y0, gutter: gutter(unit), isInside, isStrip }),
        ),
        isStrip &&
          drawn(
            'g',
            { class: 'hints' },
            ways.filter(({ kind }) => kind === 'shift').map(way => path(centre(way.from), centre(way.to), unit, true)),
          ),
        ghosts,
      );
      const going = cell => [parts[cell].node, ...figures[cell]].forEach(node => node.classList.add('going'));
      return {
        root,
        parts,
        figures,
        show(shown, isSure) {
          ghosts.replaceChildren();
          for (const node of root.querySelectorAll('.going')) node.classList.remove('going');
          for (const way of shown) {
            for (const cell of isSure ? (way.goes ?? []) : []) going(cell);
            if (way.kind === 'place') ghosts.append(laid(way, at, centre, unit, side, isSure));
            if (way.kind !== 'shift') continue;
            ghosts.append(path(centre(way.from), centre(way.to), unit, isStrip));
            if (isSure) {
              for (const node of [...figures[way.from], ...figures[way.to]]) node.classList.add('going');
              ghosts.append(figure(pieces[way.from][0], ...centre(way.to), unit, 'ghost'));
              for (const cell of way.comes)
                ghosts.append(
                  drawn('rect', {
                    class: 'square gone',
                    x: at(cell)[0] + unit * 0.2,
                    y: at(cell)[1] + unit * 0.2,
                    width: unit * 0.6,
                    height: unit * 0.6,
                    rx: 6,
                  }),
                );
            } else if (figures[way.to].length === 0) {
              ghosts.append(
                drawn('circle', { class: 'target', cx: centre(way.to)[0], cy: centre(way.to)[1], r: Math.max(6, unit * 0.13) }),
              );
            }
          }
        },
        /** Returns the place of a pointer, in squares. */
        where: (x, y) => [(x - x0) / unit, (y - y0) / unit],
      };
    },
  };
}

/** Returns the centre of some squares, in squares. */
function middle(cells, places) {
  const sum = cells.reduce(([x, y], cell) => [x + places[cell][0] + 0.5, y + places[cell][1] + 0.5], [0, 0]);
  return sum.map(each => each / cells.length);
}

const words = { left: 'Left’s', right: 'Right’s', gone: 'taken', poison: 'poisoned', knight: 'knight', brick: 'square' };

/** Returns the name of a square, as moves use it, and the pieces on it. */
function says(look, x, y, pieces) {
  const [row, column] = [y + look.base, x + look.base];
  const place = look.strip ? `${column}` : look.column_first ? `${column}.${row}` : `${row}.${column}`;
  const there = pieces.map(({ sign, look }) =>
    [words[look.pieces[sign]], look.figures?.[sign]?.name ?? (look.pieces[sign] === 'gone' ? null : sign)]
      .filter(Boolean)
      .join(' '),
  );
  return `${place}: ${there.length > 0 ? there.join(' and ') : 'free'}`;
}

/** Draws the numbers of rows and columns, and in the corner the order in which moves use them. */
function coordinates({ look, high, wide, unit, x0, y0, gutter, isInside, isStrip }) {
  const columns = Array.from({ length: wide }, (_, x) => x + look.base);
  const rows = isStrip ? [] : Array.from({ length: high }, (_, y) => y + look.base);
  const text = (x, y, words, more = '') => drawn('text', { class: `coordinate ${more}`, x, y }, String(words));
  if (isInside)
    return [
      columns.map((name, x) => text(x0 + (x + 1) * unit - 4, y0 + 8, name, 'corner after')),
      rows.map((name, y) => text(x0 + 4, y0 + (y + 1) * unit - 8, name, 'corner before')),
    ];
  return [
    columns.map((name, x) =>
      text(x0 + (x + 0.5) * unit, isStrip ? y0 + unit + gutter * 0.6 : y0 - gutter * 0.42, name, 'column'),
    ),
    rows.map((name, y) => text(x0 - gutter * 0.45, y0 + (y + 0.5) * unit, name, 'row')),
    !isStrip && gutter > 20 && text(x0 - 13, y0 - 13, look.column_first ? '→.↓' : '↓.→', 'corner'),
  ];
}

/** Draws a piece of the kind that the engine gives. */
function figure({ sign, look }, cx, cy, unit, more = '') {
  const kind = look.pieces[sign] ?? 'any';
  if (kind === 'brick' || kind === 'poison') {
    const half = unit * 0.43;
    const box = (part, name, round) =>
      drawn('rect', {
        class: name,
        x: cx - half * part,
        y: cy - half * part,
        width: half * 2 * part,
        height: half * 2 * part,
        rx: unit * round,
      });
    return drawn(
      'g',
      { class: `piece brick ${more}` },
      box(1, 'chip', 0.1),
      box(0.74, 'bevel', 0.06),
      kind === 'poison' && letter('✕', cx, cy, unit * 0.4),
    );
  }
  if (kind === 'knight')
    return drawn(
      'g',
      { class: `piece knight ${more}` },
      drawn('text', { class: 'figure', x: cx, y: cy, 'font-size': unit * 0.86 }, '♞\uFE0E'),
    );
  const animal = look.figures?.[sign];
  if (animal) {
    const size = unit * 0.78;
    const place = `translate(${cx - size / 2} ${cy - size / 2}) scale(${size / 100})`;
    return drawn(
      'g',
      { class: `piece animal ${kind} ${more}` },
      // covers the ends of lines
      look.lines?.length > 0 && drawn('circle', { class: 'clear', cx, cy, r: unit * 0.42 }),
      drawn('path', { transform: place, d: animal.outline }),
    );
  }
  return drawn(
    'g',
    { class: `piece ${kind} ${more}` },
    drawn('circle', { cx, cy, r: unit * 0.37 }),
    letter(sign, cx, cy, unit * 0.34),
  );
}

function letter(sign, x, y, size) {
  return drawn('text', { class: 'letter', x, y, 'font-size': size }, sign);
}

/** Draws the pieces that a move places: a domino over squares that touch, or a piece on each square. */
function laid({ comes }, at, centre, unit, side, isSure) {
  if (comes.length > 1) return domino(comes.map(at), unit, side, isSure ? '' : 'faint');
  const [cx, cy] = centre(comes[0]);
  return drawn('g', { class: `piece ${side} ghost ${isSure ? '' : 'faint'}` }, drawn('circle', { cx, cy, r: unit * 0.37 }));
}

function domino(corners, unit, side, more) {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const gap = unit * 0.09;
  const size = { width: Math.max(...xs) - x + unit - 2 * gap, height: Math.max(...ys) - y + unit - 2 * gap };
  return drawn('rect', { class: `domino ${side} ${more}`, x: x + gap, y: y + gap, ...size, rx: unit * 0.14 });
}

/** Draws a line from square to square: straight on a board, an arc above a strip. */
function path([ax, ay], [bx, by], unit, isStrip) {
  if (isStrip) {
    const rise = unit * (0.62 + (0.22 * Math.abs(bx - ax)) / unit);
    return drawn('path', {
      class: 'way',
      d: `M ${ax} ${ay - unit * 0.42} Q ${(ax + bx) / 2} ${ay - unit * 0.42 - rise} ${bx} ${by - unit * 0.44}`,
    });
  }
  const far = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [((bx - ax) / far) * unit * 0.3, ((by - ay) / far) * unit * 0.3];
  return drawn('path', { class: 'way', d: `M ${ax + ux} ${ay + uy} L ${bx - ux} ${by - uy}` });
}
