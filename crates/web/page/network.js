// Graphs as pictures of a position: stalks that stand on the ground, vertices to colour, a token on its vertex.

import { drawn } from './element.js';
import { distances, layered } from './layers.js';
import { sprung } from './springs.js';

const unit = 58;
const radius = 15;
const shown = { L: 'left', R: 'right', T: 'token' };
const says = { L: 'Left’s', R: 'Right’s', T: 'the token' };

/** A drawing with a part for each vertex, then one for each edge. */
export function network({ vertices, edges, directed }) {
  const places = spread(
    placed(
      vertices,
      edges.map(({ from, to }) => [from, to]),
      directed,
    ),
  );
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [left, top] = [Math.min(0, ...xs) - 34, Math.min(0, ...ys) - 34];
  const [width, height] = [Math.max(0, ...xs) + 34 - left, Math.max(0, ...ys) + 34 - top];
  const twins = new Map();
  const lines = edges.map(edge => {
    const key = [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)].join();
    const nth = twins.get(key) ?? 0;
    twins.set(key, nth + 1);
    return { node: line(edge, nth, places, directed), says: edgeWords(edge, vertices) };
  });
  const dots = vertices.map((vertex, n) => ({ node: dot(vertex, places[n]), says: vertexWords(vertex, n) }));
  const grounds = vertices.flatMap((vertex, n) => (vertex.ground ? [places[n]] : []));
  const ground =
    grounds.length > 0 &&
    drawn('line', {
      class: 'ground',
      x1: left + 6,
      x2: left + width - 6,
      y1: grounds[0][1] + 8,
      y2: grounds[0][1] + 8,
    });
  const root = drawn(
    'svg',
    { class: 'network', width, height, viewBox: `${left} ${top} ${width} ${height}` },
    ground || null,
    lines.map(({ node }) => node),
    dots.map(({ node }) => node),
  );
  return { root, parts: [...dots, ...lines] };
}

/** Grounded graphs stand on the ground, directed ones lead to the right, others are sprung. Unit places. */
function placed(vertices, edges, directed) {
  const grounds = vertices.flatMap((vertex, n) => (vertex.ground ? [n] : []));
  if (grounds.length > 0) {
    const { layer, row } = layered(vertices.length, edges, distances(vertices.length, edges, grounds));
    return vertices.map((_, n) => [row[n], -layer[n]]);
  }
  if (directed) {
    const { layer, row } = layered(vertices.length, edges);
    return vertices.map((_, n) => [layer[n] * 1.3, row[n]]);
  }
  return sprung(vertices.length, edges);
}

function spread(places) {
  return places.map(([x, y]) => [x * unit, y * unit]);
}

function dot({ name, mark, ground }, [cx, cy]) {
  const label = name && !ground && drawn('text', { class: 'name', x: cx, y: cy + radius + 13 }, name.slice(0, 12));
  return drawn(
    'g',
    { class: 'part' },
    drawn('circle', { class: `vertex ${ground ? 'grounded' : (shown[mark] ?? '')}`, cx, cy, r: ground ? 5 : radius }),
    mark && drawn('text', { class: 'letter', x: cx, y: cy, 'font-size': 15 }, mark),
    label || null,
    drawn('circle', { class: 'glow', cx, cy, r: radius + 3 }),
  );
}

/** A line, bent where several join the same two vertices; a loop where both are the same. An arrow shows its direction. */
function line({ from, to, player }, nth, places, directed) {
  const [ax, ay] = places[from];
  const [bx, by] = places[to];
  const bend = (nth % 2 === 0 ? 1 : -1) * Math.ceil(nth / 2) * 22 + (directed && nth === 0 ? 8 : 0);
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [nx, ny] = [(ay - by) / far, (bx - ax) / far];
  const [mx, my] = [(ax + bx) / 2 + nx * bend * 2, (ay + by) / 2 + ny * bend * 2];
  const d =
    from === to
      ? `M ${ax - 8} ${ay - 10} C ${ax - 34 - bend} ${ay - 52} ${ax + 34 + bend} ${ay - 52} ${ax + 8} ${ay - 10}`
      : `M ${ax} ${ay} Q ${mx} ${my} ${bx} ${by}`;
  const [tx, ty] = from === to ? [ax, ay - 42] : [(ax + bx) / 4 + mx / 2, (ay + by) / 4 + my / 2];
  const letter =
    player && drawn('text', { class: 'edge-letter', x: tx + nx * 9, y: ty + ny * 9 }, player === 'left' ? 'L' : 'R');
  return drawn(
    'g',
    { class: `part edge ${player ?? 'both'}` },
    drawn('path', { class: 'reach', d }),
    drawn('path', { class: 'glow', d }),
    drawn('path', { class: 'line', d }),
    directed && from !== to ? arrow([tx, ty], [bx - mx, by - my]) : null,
    letter || null,
  );
}

function arrow([x, y], [dx, dy]) {
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  return drawn('path', { class: 'arrow', d: 'M -5 -4 L 5 0 L -5 4 Z', transform: `translate(${x} ${y}) rotate(${angle})` });
}

function vertexWords({ name, mark, ground }, n) {
  const what = name ? `vertex ${name}` : `vertex ${n + 1}`;
  return ground ? `${what} on the ground` : mark ? `${what}: ${says[mark] ?? mark}` : what;
}

function edgeWords({ from, to, player }, vertices) {
  const of = player ? `${player === 'left' ? 'Left’s' : 'Right’s'} ` : '';
  return `${of}edge between ${vertices[from].name || from + 1} and ${vertices[to].name || to + 1}`;
}
