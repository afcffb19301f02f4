// The positions that can be reached from one, in layers by the longest play left. Each is a link, and its letter and shape show
// who wins there. A big graph shows only the first positions, and others open by a click.

import { Answer } from './answer.js';
import { Question, players, plays } from './question.js';
import { Unanswered, ask } from './server.js';
import { count, letters, smith } from './verdict.js';
import { drawn, element, present } from './element.js';
import { conditions, link } from './link.js';
import { layered } from './layers.js';
import { pictureButton } from './download.js';
import { rove } from './roving.js';
import { say } from './status.js';
import { zoomable } from './pan.js';

const starting = 'nim@2,3';
const size = 15;

const question = new Question('graph', {
  asks: 'graph',
  without: ['position', 'most'],
  fields: [
    { name: 'q', label: 'Position', wide: true, placeholder: starting },
    { name: 'depth', label: 'Moves ahead', value: '', type: 'number', min: 1, max: 99, placeholder: 'all' },
    { name: 'play', label: 'The last mover', value: 'normal', choices: plays },
    {
      name: 'first',
      label: 'Who starts',
      value: 'left',
      choices: players,
    },
  ],
  button: 'Draw',
  hint: 'Type a position: the page draws all that can come from it, or its neighbourhood if that is too much.',
  examples: [
    [starting, { q: starting }],
    ['kayles@6', { q: 'kayles@6' }],
    ['wythoff@3.4', { q: 'wythoff@3.4' }],
    ['toads-frogs@TT.FF', { q: 'toads-frogs@TT.FF' }],
    ['chomp@3x3', { q: 'chomp@3x3' }],
  ],
});
const answer = new Answer(question);
export const root = [question.root, answer.root];

export async function show(asked) {
  const wanted = { ...asked, q: asked.q || starting, ...conditions(asked) };
  question.fill(asked.q ? asked : { q: starting, ...asked });
  const { play, first } = wanted;
  const depth = wanted.depth ? Number(wanted.depth) : undefined;
  await answer.fill(JSON.stringify([wanted.q, depth, play, first, asked]), async () => {
    return gathered({ ...wanted, depth }, {}, await question.options(asked));
  });
}

/** Returns the graph of a position. `wanted.view`, or else the view of positions, is where its positions lead. */
export async function gathered(wanted, slot, options = {}) {
  const { q: position, depth, play, first } = wanted;
  return page(await ask('graph', { ...options, position, depth, play, first, most: 150 }, { ...slot, partial: 'nodes' }), wanted);
}

function page(told, wanted) {
  const known = told.is_whole
    ? count(told.nodes.length, 'position')
    : `The first ${count(told.nodes.length, 'position')}; there are more behind those with a dashed line`;
  const reading = element(
    'p',
    { class: 'hint reading', 'aria-live': 'polite' },
    'Point at a position or go there with the arrow keys; a click or Enter opens it. Play goes to the right.',
  );
  const holder = element('div', { class: 'graph-holder' });
  const graph = new Opening(told, wanted, { holder, reading });
  graph.draw();
  say(known);
  return present([
    element(
      'p',
      { class: 'period' },
      element('strong', {}, told.position),
      ` · ${known}, ${count(told.edges.length, 'move')}.`,
    ),
    element('figure', {}, holder, element('figcaption', {}, legend(told))),
    reading,
    element(
      'p',
      { class: 'row further' },
      graph.isBig &&
        element(
          'button',
          { type: 'button', class: 'quiet', onclick: () => graph.openAll() },
          `Show all ${told.nodes.length} at once`,
        ),
      element('a', { href: link('position', { q: wanted.q, ...conditions(wanted) }) }, 'Solve it'),
      pictureButton('graph', { what: wanted.q, as: 'graph', play: wanted.play, first: wanted.first, depth: wanted.depth }),
    ),
  ]);
}

/** The maximum number of positions of a graph that can be understood at a glance. */
const big = { nodes: 60, edges: 150 };

/** A graph of which only a part is shown. A big one begins at the position, and a click on a closed node shows its options. */
class Opening {
  constructor({ nodes, edges, is_whole: isWhole }, wanted, { holder, reading }) {
    Object.assign(this, { nodes: [...nodes], edges: [...edges], wanted, holder, reading });
    this.isBig = !isWhole || nodes.length > big.nodes || edges.length > big.edges;
    this.open = new Set(this.isBig ? [0] : nodes.keys());
    this.keys = new Map(nodes.map((node, n) => [key(node), n]));
  }

  /** Returns whether a position has options that are not shown. */
  isClosed(n) {
    return !this.open.has(n) && (this.nodes[n].is_cut || this.edges.some(([from]) => from === n));
  }

  openAll() {
    this.open = new Set(this.nodes.keys());
    this.isBig = false;
    this.draw();
  }

  /** Shows the options of a position, and asks the program for them if they are not known. */
  async opened(n) {
    const node = this.nodes[n];
    this.open.add(n);
    if (node.is_cut && node.ask) {
      try {
        this.merge(
          n,
          await ask(
            'graph',
            {
              position: node.ask,
              depth: 1,
              play: this.wanted.play,
              first: node.next === 'right' ? 'right' : undefined,
              most: 150,
            },
            { partial: 'nodes', slot: 'opening' },
          ),
        );
      } catch (error) {
        this.open.delete(n);
        if (error.name === 'AbortError') return;
        if (!(error instanceof Unanswered)) throw error;
        this.reading.textContent = error.message;
        return;
      }
    }
    this.draw(n);
  }

  merge(n, { nodes, edges }) {
    const places = nodes.map((node, at) => {
      if (at === 0) return n;
      const known = this.keys.get(key(node));
      if (known != null) return known;
      this.keys.set(key(node), this.nodes.length);
      return this.nodes.push({ ...node, is_cut: node.is_cut ?? true }) - 1;
    });
    this.nodes[n] = { ...this.nodes[n], is_cut: false };
    const seen = new Set(this.edges.map(([from, to, move]) => `${from},${to},${move}`));
    for (const [from, to, move] of edges) {
      const edge = [places[from], places[to], move];
      if (!seen.has(`${edge}`)) this.edges.push(edge);
    }
  }

  /** Draws the open positions and their options, and gives the focus to the first option of `n`. */
  draw(n = null) {
    const seen = new Set([0, ...this.open]);
    for (const [from, to] of this.edges) if (this.open.has(from)) seen.add(to);
    const places = [...seen].sort((a, b) => a - b);
    const at = new Map(places.map((node, place) => [node, place]));
    const shown = {
      nodes: places.map(node => ({ ...this.nodes[node], isClosed: this.isClosed(node) })),
      edges: this.edges
        .filter(([from, to]) => this.open.has(from) && at.has(from) && at.has(to))
        .map(([from, to, move]) => [at.get(from), at.get(to), move]),
    };
    const { picture, shapes, size, place } = drawing(shown, this.wanted, this.reading, chosen => this.opened(places[chosen]));
    const pan = zoomable(picture, { ...size, at: place(0), label: 'Graph of positions' });
    this.holder.replaceChildren(pan.root);
    // only for the keyboard: moving the drawing under a pressed pointer would make the click miss
    shapes.forEach((shape, chosen) =>
      shape.addEventListener(
        'focus',
        () => shape.matches(':focus-visible') && pan.show({ x: place(chosen)[0], y: place(chosen)[1] }),
      ),
    );
    if (n == null) return;
    const next = this.edges.find(([from]) => from === n)?.[1] ?? n;
    requestAnimationFrame(() => shapes[at.get(next)]?.focus({ preventScroll: true }));
  }
}

const key = ({ label, next }) => `${label}|${next ?? ''}`;

/** Draws nodes and edges in layers. `open(n)` shows the options of a closed node. */
function drawing({ nodes, edges }, wanted, reading, open) {
  const { layer, row } = layered(nodes.length, edges);
  const longest = Math.max(...nodes.map(node => words(node).length));
  const [wide, high] = [Math.max(84, Math.min(longest, 22) * 7.4 + 26), 62];
  const x = n => layer[n] * wide;
  const y = n => row[n] * high;
  const rows = nodes.map((_, n) => y(n));
  const [left, top] = [-wide / 2, Math.min(...rows) - 36];
  const width = Math.max(...layer) * wide + wide;
  const height = Math.max(...rows) - top + 44;
  const lines = edges.map(([from, to, move]) =>
    drawn('path', { class: 'move-line', d: line([x(from), y(from)], [x(to), y(to)]) }, move ? drawn('title', {}, move) : null),
  );
  const shapes = nodes.map((node, n) => shape(node, n, x(n), y(n), wanted));
  const look = chosen => {
    edges.forEach(([from], at) => lines[at].classList.toggle('lit', from === chosen));
    const next = new Set(edges.filter(([from]) => from === chosen).map(([, to]) => to));
    nodes.forEach((_, n) => shapes[n].classList.toggle('option', next.has(n)));
    reading.textContent = spoken(
      nodes[chosen],
      [...next].map(to => nodes[to]),
    );
  };
  shapes.forEach((node, n) => {
    node.addEventListener('focus', () => look(n));
    node.addEventListener('pointerenter', () => look(n));
    if (!nodes[n].isClosed) return;
    node.addEventListener('click', event => {
      event.preventDefault();
      open(n);
    });
    if (nodes[n].ask) return;
    node.addEventListener('keydown', event => event.key === 'Enter' && open(n));
  });
  const picture = drawn(
    'svg',
    { class: 'graph', width, height, viewBox: `${left} ${top} ${width} ${height}` },
    drawn(
      'defs',
      {},
      drawn(
        'marker',
        { id: 'head', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
        drawn('path', { class: 'head', d: 'M 0 1 L 8 4 L 0 7 Z' }),
      ),
    ),
    lines,
    shapes,
  );
  rove(picture, () => shapes);
  return { picture, shapes, size: { width, height }, place: n => [x(n) - left, y(n) - top] };
}

/** Returns the path of a line that ends at the shape of the other position. A line from a position to itself is a loop. */
function line([ax, ay], [bx, by]) {
  if (ax === bx && ay === by)
    return `M ${ax - 6} ${ay - size} C ${ax - 30} ${ay - 52} ${ax + 30} ${ay - 52} ${ax + 6} ${ay - size}`;
  const far = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
  const from = [ax + ux * size, ay + uy * size];
  const to = [bx - ux * (size + 3), by - uy * (size + 3)];
  // Lines within a layer, or back over several layers, are bent so that they do not cross other positions.
  const bend = bx <= ax ? 34 : Math.abs(by - ay) < 2 && far > 200 ? 26 : 0;
  return `M ${from} Q ${(ax + bx) / 2 - uy * bend} ${(ay + by) / 2 + ux * bend} ${to}`.replaceAll(',', ' ');
}

function shape(node, n, x, y, { play, view = 'position', mode }) {
  const body =
    {
      loss: drawn('rect', { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: 3 }),
      draw: drawn('path', { d: `M ${x} ${y - size - 3} L ${x + size + 3} ${y} L ${x} ${y + size + 3} L ${x - size - 3} ${y} Z` }),
    }[node.outcome] ?? drawn('circle', { cx: x, cy: y, r: size });
  body.setAttribute('class', `shape${node.is_cut || node.isClosed ? ' cut' : ''}`);
  const asked = { q: node.ask ?? node.label, play, first: node.next === 'right' ? 'right' : undefined };
  const label = words(node);
  const inside = [
    body,
    drawn('text', { class: 'letter', x, y, 'font-size': 15 }, sign(node)),
    drawn('text', { class: 'label', x, y: y + size + 14 }, label.length > 22 ? `${label.slice(0, 20)}…` : label),
  ];
  const group = {
    class: `node ${node.outcome ?? 'unknown'}${n === 0 ? ' root' : ''}`,
    'data-label': node.label,
  };
  return node.ask
    ? drawn('a', { ...group, href: link(view, { ...asked, mode }) }, inside)
    : drawn('g', { ...group, role: 'img', 'aria-label': spoken(node, []) }, inside);
}

/**
 * Returns the letter of a node. If only one player may move, it returns a sign instead, because a win or loss of that player is
 * no class.
 */
function sign({ outcome, next }) {
  return (next ? { win: '+', loss: '−', draw: '=' } : letters)[outcome] ?? '?';
}

/** Returns the label, without the ruleset if the whole graph has only one. */
function words({ label, nimber, smith: value }) {
  const worth = nimber != null ? ` ∗${nimber}` : value != null ? ` ${smith(value)}` : '';
  return `${label.replace(/^[^@+]*@(?!.*@)/, '')}${worth}`;
}

const means = { win: 'won for the player to move', loss: 'lost for the player to move', draw: 'a draw' };

function spoken(node, options) {
  const worth =
    node.nimber != null ? `, nimber ${node.nimber}` : node.smith != null ? `, Smith value ${smith(node.smith)}` : '';
  const next = node.next ? `, ${node.next === 'left' ? 'Left' : 'Right'} moves` : '';
  const to = options.length
    ? `: leads to ${options
        .slice(0, 12)
        .map(option => `${words(option)} (${sign(option)})`)
        .join(', ')}`
    : '';
  const more = node.isClosed ? ', closed: a click shows where it leads' : node.is_cut ? ', more positions behind it' : '';
  return `${node.label}${next}: ${means[node.outcome] ?? 'not known'}${worth}${more}${to}`;
}

function legend({ nodes }) {
  const seen = new Set(nodes.map(node => node.outcome));
  const entries = [
    ['loss', 'node-lost', 'P, a square: lost for the player to move'],
    ['win', 'node-won', 'N, a disc: won'],
    ['draw', 'draw', 'D, a diamond: a draw'],
  ];
  return element(
    'span',
    { class: 'legend' },
    entries
      .filter(([outcome]) => seen.has(outcome))
      .map(([, name, said]) => [element('i', { class: `swatch ${name}`, 'aria-hidden': 'true' }), element('span', {}, said)]),
  );
}
