// The positions that can come from one, in layers by the longest play left. Each is a link; letter and shape say who wins there.

import { Answer } from './answer.js';
import { Question, players, plays } from './question.js';
import { ask } from './server.js';
import { count, letters, smith } from './verdict.js';
import { drawn, element, frame, present } from './element.js';
import { conditions, link } from './link.js';
import { layered } from './layers.js';
import { pictureButton } from './download.js';
import { rove } from './roving.js';
import { say } from './status.js';

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
    const asking = { ...(await question.options(asked)), position: wanted.q, depth, play, first, most: 150 };
    return page(await ask('graph', asking, { partial: 'nodes' }), wanted);
  });
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
  say(known);
  return present([
    element(
      'p',
      { class: 'period' },
      element('strong', {}, told.position),
      ` · ${known}, ${count(told.edges.length, 'move')}.`,
    ),
    element('figure', {}, frame('Graph of positions', drawing(told, wanted, reading)), element('figcaption', {}, legend(told))),
    reading,
    element(
      'p',
      { class: 'row further' },
      element('a', { href: link('position', { q: wanted.q, ...conditions(wanted) }) }, 'Solve it'),
      pictureButton('graph', { what: wanted.q, as: 'graph', play: wanted.play, first: wanted.first, depth: wanted.depth }),
    ),
  ]);
}

function drawing({ nodes, edges }, wanted, reading) {
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
    nodes.forEach((_, n) =>
      shapes[n].classList.toggle(
        'option',
        edges.some(([from, to]) => from === chosen && to === n),
      ),
    );
    reading.textContent = spoken(
      nodes[chosen],
      edges.filter(([from]) => from === chosen).map(([, to]) => nodes[to]),
    );
  };
  shapes.forEach((node, n) => {
    node.addEventListener('focus', () => look(n));
    node.addEventListener('pointerenter', () => look(n));
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
  return picture;
}

/** A line that ends where the shape of the other position begins; back to itself it is a loop. */
function line([ax, ay], [bx, by]) {
  if (ax === bx && ay === by)
    return `M ${ax - 6} ${ay - size} C ${ax - 30} ${ay - 52} ${ax + 30} ${ay - 52} ${ax + 6} ${ay - size}`;
  const far = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
  const from = [ax + ux * size, ay + uy * size];
  const to = [bx - ux * (size + 3), by - uy * (size + 3)];
  // Lines along a layer, or back over several, are bent so that they do not run through other positions.
  const bend = bx <= ax ? 34 : Math.abs(by - ay) < 2 && far > 200 ? 26 : 0;
  return `M ${from} Q ${(ax + bx) / 2 - uy * bend} ${(ay + by) / 2 + ux * bend} ${to}`.replaceAll(',', ' ');
}

function shape(node, n, x, y, { play }) {
  const letter = letters[node.outcome] ?? '?';
  const body =
    {
      P: drawn('rect', { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: 3 }),
      D: drawn('path', { d: `M ${x} ${y - size - 3} L ${x + size + 3} ${y} L ${x} ${y + size + 3} L ${x - size - 3} ${y} Z` }),
    }[letter] ?? drawn('circle', { cx: x, cy: y, r: size });
  body.setAttribute('class', `shape${node.is_cut ? ' cut' : ''}`);
  const asked = { q: node.ask ?? node.label, play, first: node.next === 'right' ? 'right' : undefined };
  const label = words(node);
  const inside = [
    body,
    drawn('text', { class: 'letter', x, y, 'font-size': 15 }, letter),
    drawn('text', { class: 'label', x, y: y + size + 14 }, label.length > 22 ? `${label.slice(0, 20)}…` : label),
  ];
  const group = {
    class: `node ${node.outcome ?? 'unknown'}${n === 0 ? ' root' : ''}`,
    'data-label': node.label,
  };
  return node.ask
    ? drawn('a', { ...group, href: link('position', asked) }, inside)
    : drawn('g', { ...group, role: 'img', 'aria-label': spoken(node, []) }, inside);
}

/** The label, without the ruleset where the whole graph is of one. */
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
        .map(option => `${words(option)} (${letters[option.outcome] ?? '?'})`)
        .join(', ')}`
    : '';
  const more = node.is_cut ? ', more positions behind it' : '';
  return `${node.label}${next}: ${means[node.outcome] ?? 'not known'}${worth}${more}${to}`;
}

function legend({ nodes }) {
  const seen = new Set(nodes.map(node => node.outcome));
  const entries = [
    ['loss', 'lost', 'P, a square: lost for the player to move'],
    ['win', 'won', 'N, a disc: won'],
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
