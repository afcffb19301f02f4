// Dots and lines: a position of Nimstring or Dots and Boxes whose strings are the lines of boxes. A line that is drawn is a
// string that was taken.

import { drawn } from './element.js';
import { waysOf } from './ways.js';

const given = /^(\d+)x(\d+)(?::|$)/;

/** Returns whether a component is drawn as boxes. */
export function isOfBoxes({ family, component }) {
  return ['nimstring', 'dots-and-boxes'].includes(family) && given.test(component);
}

const key = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

/**
 * Returns the lines of boxes in R rows and C columns: from dot to dot, with the boxes at their sides (0 is outside). Lines
 * between the same two boxes are equal for the rules.
 */
function linesOf(rows, columns) {
  const box = (row, column) => (row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column + 1 : 0);
  const all = [];
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      if (column < columns)
        all.push({
          from: [column, row],
          to: [column + 1, row],
          between: key(box(row - 1, column), box(row, column)),
          isFlat: true,
        });
      if (row < rows)
        all.push({
          from: [column, row],
          to: [column, row + 1],
          between: key(box(row, column - 1), box(row, column)),
          isFlat: false,
        });
    }
  }
  return all;
}

function counted({ vertices, edges }) {
  const left = new Map();
  for (const { from, to } of edges) {
    const name = key(Number(vertices[from].name), Number(vertices[to].name));
    left.set(name, (left.get(name) ?? 0) + 1);
  }
  return left;
}

/** Returns which lines are drawn, and who closed each box, after the moves of this game. */
function played(lines, begun, made, index) {
  const drawnBy = new Map();
  const free = name => lines.flatMap(({ between }, at) => (between === name && !drawnBy.has(at) ? [at] : []));
  const left = counted(begun);
  for (const { between } of lines) while (free(between).length > (left.get(between) ?? 0)) drawnBy.set(free(between)[0], null);
  const owners = new Map();
  const isClosed = box => lines.every(({ between }, at) => drawnBy.has(at) || !between.split('-').map(Number).includes(box));
  const boxes = [...new Set(lines.flatMap(({ between }) => between.split('-').map(Number)))].filter(box => box > 0);
  for (const box of boxes) if (isClosed(box)) owners.set(box, '');
  for (const { name, at, by } of made) {
    const [, number = '1', a, b] = /^(?:(\d+): )?take (\d+)-(\d+)$/.exec(name) ?? [];
    if (Number(number) !== index + 1 || a == null) continue;
    const open = free(key(Number(a), Number(b)));
    if (open.length === 0) continue;
    drawnBy.set(open.includes(at) ? at : open[0], by);
    for (const box of boxes) if (!owners.has(box) && isClosed(box)) owners.set(box, by);
  }
  return { drawnBy, owners, boxes };
}

/** Returns the boxes of a component. `made` are the moves of the game, and `begun` its components at the start. */
export function boxes([{ picture, index, component }], moves, { begun = [], made = [], isSmall = false }) {
  const [rows, columns] = given.exec(component).slice(1).map(Number);
  const lines = linesOf(rows, columns);
  const { drawnBy, owners, boxes } = played(lines, begun[index]?.picture ?? picture, begun[index] ? made : [], index);
  const { vertices, edges } = picture;
  const takes = waysOf(moves, [index]).flatMap(way => {
    const edge = edges[way.goes?.find(part => part >= vertices.length) - vertices.length];
    return edge ? [{ way, between: key(Number(vertices[edge.from].name), Number(vertices[edge.to].name)) }] : [];
  });
  // whoever sets up a board takes drawn lines away
  const back = moves.find(({ isBack, components }) => isBack && components.includes(index));
  const ways = lines.flatMap(({ between, from, to }, at) => {
    const take = drawnBy.has(at)
      ? back && { way: { move: { ...back, edit: { ...back.edit, named: between } }, kind: 'remove', goes: [], steps: [] } }
      : takes.find(each => each.between === between);
    return take ? [{ ...take.way, at, cells: [at], middle: [0, 1].map(axis => (from[axis] + to[axis]) / 2) }] : [];
  });
  const space = unit => Math.max(58, Math.min(108, unit));
  const margin = 24;
  const last = made.findLast(({ name }) => index === 0 || name.startsWith(`${index + 1}: `))?.at;
  return {
    ways,
    size: unit => [columns * space(unit) + 2 * margin, rows * space(unit) + 2 * margin],
    draw(unit) {
      const [width, height] = this.size(unit);
      const at = ([x, y]) => [margin + x * space(unit), margin + y * space(unit)];
      const parts = lines.map(({ from, to, between, isFlat }, cell) => {
        const [[x1, y1], [x2, y2]] = [at(from), at(to)];
        const isDrawn = drawnBy.has(cell);
        const reach = isFlat
          ? { x: x1 + 8, y: y1 - 22, width: x2 - x1 - 16, height: 44 }
          : { x: x1 - 22, y: y1 + 8, width: 44, height: y2 - y1 - 16 };
        const [one, other] = between.split('-').map(Number);
        const where =
          one === 0
            ? `${isFlat ? 'flat' : 'upright'} line at the edge of box ${other}`
            : `line between boxes ${one} and ${other}`;
        return {
          cell,
          says: `${where}${isDrawn ? ', drawn' : ''}`,
          ways: ways.filter(way => way.at === cell),
          node: drawn(
            'g',
            { class: `part ${isDrawn ? 'drawn' : ''} ${cell === last ? 'last' : ''}` },
            drawn('rect', { class: 'reach', ...reach }),
            drawn('line', { class: 'stroke', x1, y1, x2, y2 }),
            drawn('rect', { class: 'ring', ...reach, rx: 6 }),
          ),
        };
      });
      const owned = boxes
        .filter(box => owners.has(box))
        .map(box => {
          const [x, y] = at([(box - 1) % columns, Math.floor((box - 1) / columns)]);
          const side = space(unit);
          return drawn(
            'g',
            { class: 'owned' },
            drawn('rect', { x, y, width: side, height: side }),
            drawn(
              'text',
              { class: 'letter', x: x + side / 2, y: y + side / 2, 'font-size': 14 },
              owners.get(box).replace(/^The (\S+) player$/, '$1'),
            ),
          );
        });
      const dots = Array.from({ length: (rows + 1) * (columns + 1) }, (_, n) =>
        at([n % (columns + 1), Math.floor(n / (columns + 1))]),
      );
      const root = drawn(
        'svg',
        { class: `board boxes ${isSmall ? 'small' : ''}`, width, height, viewBox: `0 0 ${width} ${height}` },
        owned,
        parts.map(({ node }) => node),
        dots.map(([cx, cy]) => drawn('circle', { class: 'corner-dot', cx, cy, r: 6 })),
      );
      return {
        root,
        parts,
        show(shown, isSure) {
          for (const { node } of parts) node.classList.remove('coming');
          for (const { at } of isSure ? shown : []) parts[at]?.node.classList.add('coming');
        },
        where: (x, y) => [(x - margin) / space(unit), (y - margin) / space(unit)],
      };
    },
  };
}
