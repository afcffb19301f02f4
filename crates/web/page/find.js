// Positions that have a property, among all of a size or all that a position reaches: a list with small boards, or their
// numbers.

import { Answer } from './answer.js';
import { Question } from './question.js';
import { ask } from './server.js';
import { count } from './verdict.js';
import { csv, fileButton } from './download.js';
import { drawn, element, frame, heads, present, section } from './element.js';
import { go, link } from './link.js';
import { limits } from './limits.js';
import { say } from './status.js';
import { sent } from './schema.js';

const starting = { q: 'domineering', of: 'squares', size: '7', where: 'temperature >= 1', sort: 'temperature', top: '20' };
const listed = 500;
const letters = { left: 'L', right: 'R' };
const squares = /@([a-z.#/]{1,400})$/i;
const unit = 14;
const extents = [
  ['to', 'up to a size'],
  ['squares', 'of N squares'],
  ['vertices', 'of N vertices'],
  ['day', 'born by day N'],
  ['from', 'that it reaches'],
];

const question = new Question('find', {
  asks: 'find',
  without: ['family', ...extents.map(([name]) => name), 'shard', 'jobs'],
  fields: [
    { name: 'q', label: 'Family, or a position', wide: true, placeholder: starting.q },
    { name: 'of', label: 'All', value: 'to', choices: extents },
    { name: 'size', label: 'Size', placeholder: '100, 4x5' },
    { name: 'where', label: 'Property', wide: true, placeholder: 'any' },
    { name: 'sort', label: 'Greatest first', placeholder: 'key, -key' },
    { name: 'top', label: 'At most', type: 'number', min: 1 },
  ],
  button: 'Find',
  hint:
    'A property compares keys by = != < > <= >= ||, and joins them by and, or, not. ' +
    'Keys are nimber, outcome_class, value, name, mean, temperature, birthday, number, size, hot, infinitesimal …',
  examples: [
    ['hot shapes of Domineering', starting],
    ['rows of Kayles of nimber 8', { q: 'kayles', size: '100', where: 'nimber = 8' }],
    ['nimbers of Node Kayles', { q: 'node-kayles', of: 'vertices', size: '6', histogram: 'nimber', count: 'true' }],
    ['least shapes of Cram of nimber 3', { q: 'cram', of: 'squares', size: '6', where: 'nimber = 3', smallest: 'true' }],
    ['infinitesimals born by day 2', { q: 'game', of: 'day', size: '2', where: 'infinitesimal and not zero' }],
    ['lost positions after amazons@x.o/...', { q: 'amazons@x.o/...', of: 'from', where: 'outcome_class = P' }],
  ],
});
// A search from a position does not ask for a size.
const measure = () => question.applies('size', question.controls.of.value !== 'from');
question.controls.of.addEventListener('change', measure);
const answer = new Answer(question);
export const root = [question.root, answer.root];

export async function show(asked) {
  if (!asked.q) return go(link('find', { ...starting, ...asked, q: starting.q }), null, { instead: true });
  question.fill(asked);
  measure();
  const { q, of = 'to', size = '', where, sort, top } = asked;
  const among = of === 'from' ? { from: q } : { family: q, [of]: of === 'to' ? size : number(size) };
  await answer.fill(JSON.stringify(asked), async () => {
    const asking = { ...(await question.options(asked)), ...among, where, sort, top: top && number(top) };
    return page(await ask('ask/find', asking, { partial: 'positions' }), asked);
  });
}

function number(typed) {
  return sent({ kind: 'integer' }, typed);
}

function page(told, { q, where, histogram, count: isCounted }) {
  const { positions } = told;
  const words = `${count(written(told.looked_at), 'position')} looked at, ${written(told.found)} found`;
  say(`${words}.`);
  return present([
    element(
      'p',
      { class: 'period', id: 'found' },
      element('strong', {}, q),
      ` · ${words}`,
      where && [' with ', element('code', {}, where)],
    ),
    told.stopped &&
      element(
        'p',
        { class: 'notice', role: 'status' },
        `${limits[told.stopped] ?? told.why}: there may be more. `,
        element('code', {}, 'sprague find --checkpoint FILE'),
        ' goes on for as long as you like.',
      ),
    told.histogram && table('Of each kind', [histogram, 'Found'], told.histogram),
    isCounted === 'true' && table('Of each size', ['Size', 'Looked at', 'Found'], told.sizes),
    positions.length > 0 && [
      list(positions),
      element('p', { class: 'row further' }, fileButton('CSV', `${q}.csv`, () => csv(columns(positions)))),
    ],
  ]);
}

function written(number) {
  return Number(number).toLocaleString('en');
}

function columns(positions) {
  const rows = positions.map(({ position, size, keys }) => [position, size, ...Object.values(keys)]);
  return [['position', 'size', ...Object.keys(positions[0].keys)], ...rows];
}

function list(positions) {
  const names = Object.keys(positions[0].keys);
  // a word of letters is a board only if some other position has several rows or free squares
  const hasBoards = positions.some(({ position }) => squares.test(position) && /@.*[.#/]/.test(position));
  const hasPlays = positions.some(({ line }) => line);
  return table(
    'Positions',
    ['Position', hasBoards && 'Board', ...names, hasPlays && 'Reached by'].filter(Boolean),
    positions,
    ({ position, keys, line }) => [
      element('a', { href: link('position', { q: position }) }, position),
      ...(hasBoards ? [board(position)] : []),
      ...names.map(name => known(name, keys[name], position)),
      ...(hasPlays ? [line?.map(made).join(', ')] : []),
    ],
  );
}

/** Returns the value of a key. A canonical form is a link to the view of its value. */
function known(name, told, q) {
  return name === 'value' ? element('a', { href: link('value', { q }) }, told ?? '?') : String(told ?? '–');
}

function made({ move, player }) {
  return player ? `${letters[player]} ${move}` : move;
}

function table(title, titles, all, cells = row => row) {
  const row = ([first, ...others]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, first),
      others.map(each => element('td', {}, each)),
    );
  const words = titles.map(name => name.replaceAll('_', ' '));
  const rows = all.slice(0, listed).map(each => row(cells(each)));
  const more = all.length - listed;
  return section(
    title,
    frame(title, element('table', { class: 'found' }, heads(...words), element('tbody', {}, rows))),
    more > 0 && element('p', { class: 'hint' }, `… and ${written(more)} more`),
  );
}

/** Returns a small picture of a position that is written as rows of squares, or `null` for other positions. */
function board(position) {
  const text = squares.exec(position)?.[1];
  if (!text) return null;
  const rows = text.split('/').map(row => [...row]);
  const [wide, high] = [Math.max(...rows.map(row => row.length)), rows.length].map(length => length * unit + 2);
  return drawn(
    'svg',
    { class: 'board', width: wide, height: high, viewBox: `-1 -1 ${wide} ${high}`, 'aria-hidden': 'true' },
    rows.map((row, y) => row.map((sign, x) => sign !== '#' && square(sign, x * unit, y * unit))),
  );
}

function square(sign, x, y) {
  return [
    drawn('rect', { class: 'square', x, y, width: unit, height: unit }),
    sign !== '.' && drawn('text', { x: x + unit / 2, y: y + unit / 2, 'font-size': 11 }, sign),
  ];
}
