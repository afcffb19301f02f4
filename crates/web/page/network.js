// Graphs as pictures of a position: stalks that grow from the ground, vertices to colour, or a token on its vertex.

import { drawn } from './element.js';
import { distances, layered } from './layers.js';
import { conflicts, sprung } from './springs.js';
import { through, waysOf } from './ways.js';

const shown = { L: 'left', R: 'right', T: 'token' };
const says = { L: 'Left’s', R: 'Right’s', T: 'the token' };

/** Returns the graph of a component: a part for each vertex, then a part for each edge. */
export function network([{ picture, index, component }], moves, { first, begun = [] }) {
  const { vertices, edges, directed } = picture;
  const isGrounded = vertices.some(({ ground }) => ground);
  const start = begun[index] ?? { picture, component };
  const isPlayedOn = isGrounded || start.picture.edges.some(({ player }) => player != null);
  const laid = kept(start, vertices) ?? { places: placed({ picture, component }), lost: [] };
  const { places } = laid;
  const [xs, ys] = [0, 1].map(axis => [...places, ...laid.lost].map(place => place[axis]));
  const [left, top] = [Math.min(0, ...xs), Math.min(0, ...ys)];
  const [wide, high] = [Math.max(0, ...xs) - left, Math.max(0, ...ys) - top];
  const ways = waysOf(moves, [index]).map(way => ({ ...way, middle: [0, 0] }));
  // names stand below vertices, and edges between the same two are bent
  const margin = Math.max(isGrounded ? 34 : 44, 22 * Math.ceil(doubled(start.picture.edges) / 2) + 14);
  const least = isPlayedOn && !isGrounded ? 52 : 46;
  const step = unit => [Math.max(least, unit * (isGrounded ? 1.1 : 1)), Math.max(least, unit)];
  return {
    ways,
    size: unit => [wide * step(unit)[0] + 2 * margin, high * step(unit)[1] + 2 * margin],
    draw(unit) {
      const [width, height] = this.size(unit);
      const radius = Math.min(22, Math.max(13, unit * 0.22));
      const spot = ([x, y]) => [margin + (x - left) * step(unit)[0], margin + (y - top) * step(unit)[1]];
      const at = n => spot(places[n]);
      const dots = vertices.map((vertex, n) => dot(vertex, at(n), isGrounded ? 7 : radius));
      const twins = new Map();
      const lines = edges.map(edge => {
        const key = [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)].join();
        const nth = twins.get(key) ?? 0;
        twins.set(key, nth + 1);
        return line(edge, nth, ends(edge, vertices, at), { directed, isPlayedOn });
      });
      const nodes = [...dots, ...lines];
      const parts = nodes.map((node, part) => {
        const edge = edges[part - vertices.length];
        const isOwn = !edge || edge.player == null || first == null || edge.player === first;
        return {
          cell: part,
          node,
          says: edge ? edgeWords(edge, vertices) : vertexWords(vertices[part], part),
          // cutting an edge removes everything that it supports, so vertices offer no removal if there are edges
          ways: isOwn ? through(ways, part).filter(({ kind }) => edge || kind !== 'remove' || edges.length === 0) : [],
        };
      });
      const ground = height - margin + 9;
      const root = drawn(
        'svg',
        { class: 'board network', width, height, viewBox: `0 0 ${width} ${height}` },
        laid.lost.map(place =>
          drawn('circle', { class: 'was', cx: spot(place)[0], cy: spot(place)[1], r: isGrounded ? 5 : radius }),
        ),
        isGrounded && drawn('rect', { class: 'base', x: 4, y: ground, width: width - 8, height: 4, rx: 2 }),
        lines,
        dots,
        // not in the part, whose name it is not
        vertices.map(({ mark, name, ground }, n) => mark && !ground && label(name, at(n), isGrounded ? 7 : radius, mark)),
      );
      return {
        root,
        parts,
        show(shown, isSure) {
          for (const node of nodes) node.classList.remove('going', 'coming');
          for (const { goes = [], comes = [], from, to } of shown) {
            for (const part of [...goes, ...(isSure && from != null ? [from] : [])])
              if (isSure) nodes[part].classList.add('going');
            for (const part of [...comes, ...(to == null ? [] : [to])]) nodes[part].classList.add('coming');
          }
        },
        where: () => null,
      };
    },
  };
}

/** The places in pictures that were drawn. A game draws its first picture at each move. */
const known = new WeakMap();

function placed({ picture, component }) {
  if (!known.has(picture)) known.set(picture, found(picture, component));
  return known.get(picture);
}

/**
 * Returns the places of the vertices, in units: graphs with ground stand on it, directed graphs lead to the right, others use
 * springs.
 */
function found({ vertices, edges, directed }, text = '') {
  const shaped = shape(text, vertices);
  if (shaped) return shaped;
  const pairs = edges.map(({ from, to }) => [from, to]);
  const grounds = vertices.flatMap((vertex, n) => (vertex.ground ? [n] : []));
  if (grounds.length > 0) {
    const { layer, row } = layered(vertices.length, pairs, distances(vertices.length, pairs, grounds));
    return vertices.map((_, n) => [row[n], -layer[n]]);
  }
  if (directed) {
    const { layer, row } = layered(vertices.length, pairs);
    const places = vertices.map((_, n) => [layer[n] * 1.3, row[n]]);
    if (conflicts(places, pairs) === 0) return places;
  }
  return sprung(vertices.length, pairs);
}

/** Returns the greatest number of further edges between the same two vertices; a loop counts as three. */
function doubled(edges) {
  const counts = new Map();
  for (const { from, to } of edges) {
    const key = [Math.min(from, to), Math.max(from, to)].join();
    counts.set(key, (counts.get(key) ?? -1) + (from === to ? 3 : 1));
  }
  return Math.max(0, ...counts.values());
}

/**
 * Returns the places that the vertices had at the start of the game, by their names, and the places of those that are gone; or
 * `null` if some are new.
 */
function kept({ picture, component }, vertices) {
  const { vertices: before } = picture;
  const named = new Map(before.map(({ name }, n) => [name, n]));
  if (named.size < before.length || vertices.some(({ name }) => !named.has(name))) return null;
  const places = placed({ picture, component });
  const there = new Set(vertices.map(({ name }) => name));
  return {
    places: vertices.map(({ name }) => places[named.get(name)]),
    lost: places.filter((_, n) => !there.has(before[n].name)),
  };
}

/** Returns the places of the vertices of a graph that is given by its shape: a grid as a grid, a star with its middle. */
function shape(text, vertices) {
  const [, kind, a, b] = /^(grid|cycle|complete|star|queens|petersen)(?::(\d+)(?:x(\d+))?)?(?::|$)/.exec(text) ?? [];
  const round = (n, count, radius) => {
    const angle = (2 * Math.PI * n) / count - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  // neighbours on the circle have the distance 1
  const around = Math.max(1, 0.5 / Math.sin(Math.PI / Math.max(3, Number(a))));
  const place = {
    grid: n => [n % Number(b), Math.floor(n / Number(b))],
    queens: n => [n % Number(a), Math.floor(n / Number(a))],
    cycle: n => round(n, Number(a), around),
    complete: n => round(n, Number(a), around),
    star: n => (n === 0 ? [0, 0] : round(n - 1, Number(a), around)),
    petersen: n => round(n % 5, 5, n < 5 ? 2.6 : 1.3),
  }[kind];
  const numbers = vertices.map(({ name }) => Number(name) - 1);
  return place && numbers.every(n => Number.isInteger(n) && n >= 0) ? numbers.map(place) : null;
}

/** Returns the ends of an edge. The end of an edge to the ground is placed below its other end. */
function ends({ from, to }, vertices, at) {
  const [[ax, ay], [bx, by]] = [at(from), at(to)];
  if (vertices[from].ground && !vertices[to].ground)
    return [
      [bx, ay],
      [bx, by],
    ];
  if (vertices[to].ground && !vertices[from].ground)
    return [
      [ax, ay],
      [ax, by],
    ];
  return [
    [ax, ay],
    [bx, by],
  ];
}

function dot({ name, mark, ground }, [cx, cy], radius) {
  if (ground) return drawn('g', { class: 'part dot' });
  return drawn(
    'g',
    { class: 'part dot' },
    drawn('circle', { class: 'reach', cx, cy, r: 22 }),
    drawn('circle', { class: `vertex ${shown[mark] ?? ''}`, cx, cy, r: radius }),
    mark && drawn('text', { class: 'letter', x: cx, y: cy, 'font-size': radius }, mark),
    !mark && label(name, [cx, cy], radius),
    drawn('circle', { class: 'ring', cx, cy, r: radius + 4 }),
  );
}

/** Draws the name of a vertex: in it, if there is room and no mark. */
function label(name, [cx, cy], radius, mark) {
  if (!name) return null;
  if (!mark && radius > 10 && name.length < 4) return drawn('text', { class: 'name', x: cx, y: cy }, name);
  const place = radius < 10 ? { x: cx + 15, y: cy - 6 } : { x: cx, y: cy + radius + 13 };
  return drawn('text', { class: 'name', ...place }, name.slice(0, 12));
}

/**
 * Draws an edge, bent if several edges join the same two vertices, and a loop if both are the same vertex. An arrow shows its
 * direction.
 */
function line({ from, to, player }, nth, [[ax, ay], [bx, by]], { directed, isPlayedOn }) {
  const bend = (nth % 2 === 0 ? 1 : -1) * Math.ceil(nth / 2) * 22 + (directed && nth === 0 ? 8 : 0);
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [nx, ny] = [(ay - by) / far, (bx - ax) / far];
  const [mx, my] = [(ax + bx) / 2 + nx * bend * 2, (ay + by) / 2 + ny * bend * 2];
  const d =
    from === to
      ? `M ${ax - 8} ${ay - 10} C ${ax - 34 - bend} ${ay - 52} ${ax + 34 + bend} ${ay - 52} ${ax + 8} ${ay - 10}`
      : `M ${ax} ${ay} Q ${mx} ${my} ${bx} ${by}`;
  const [tx, ty] = from === to ? [ax, ay - 42] : [(ax + bx) / 4 + mx / 2, (ay + by) / 4 + my / 2];
  const letter = player === 'left' ? 'L' : player === 'right' ? 'R' : 'E';
  return drawn(
    'g',
    { class: `part edge ${player ?? 'both'}` },
    drawn('path', { class: 'reach', d }),
    drawn('path', { class: 'ring', d }),
    drawn('path', { class: 'line', d }),
    directed && from !== to && arrow([tx, ty], [bx - mx, by - my]),
    isPlayedOn && drawn('circle', { class: 'tag', cx: tx, cy: ty, r: 11 }),
    isPlayedOn && drawn('text', { class: 'letter', x: tx, y: ty, 'font-size': 13 }, letter),
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
