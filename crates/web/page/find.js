// Positions that have a property, among all of a size or all that one reaches: a list with small boards, or their numbers.

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
const searched = [
  ['to', 'all up to a size'],
  ['squares', 'shapes of so many squares'],
  ['vertices', 'graphs of so many vertices'],
  ['day', 'values born by a day'],
  ['from', 'all that it reaches'],
];

const question = new Question('find', {
  asks: 'find',
  without: ['family', ...searched.map(([name]) => name), 'shard', 'jobs'],
  fields: [
    { name: 'q', label: 'Family, or a position', wide: true, placeholder: starting.q },
    { name: 'of', label: 'Searched', value: 'to', choices: searched },
    { name: 'size', label: 'Size', placeholder: '100, 4x5' },
    { name: 'where', label: 'Property', wide: true, placeholder: 'any' },
    { name: 'sort', label: 'Greatest first', placeholder: 'key, -key' },
    { name: 'top', label: 'At most', type: 'number', min: 1 },
  ],
  button: 'Find',
  hint:
    'Each is looked at once, up to turns and mirror images. A property compares keys by = != < > <= >= ||, joined by and, or, not: ' +
    'nimber, value, name, temperature, mean, number, birthday, outcome_class, size, hot, infinitesimal, all_small …',
  examples: [
    ['hot shapes of Domineering', starting],
    ['rows of Kayles with nimber 9', { q: 'kayles', size: '100', where: 'nimber >= 9' }],
    ['nimbers of Node Kayles', { q: 'node-kayles', of: 'vertices', size: '6', histogram: 'nimber', count: 'true' }],
    ['least boards of Cram with nimber 3', { q: 'cram', of: 'squares', size: '6', where: 'nimber = 3', smallest: 'true' }],
    ['infinitesimals born by day 2', { q: 'game', of: 'day', size: '2', where: 'infinitesimal and not zero' }],
    ['lost positions after amazons@x.o/...', { q: 'amazons@x.o/...', of: 'from', where: 'outcome_class = P' }],
  ],
});
// What a position reaches has no size.
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
  const shown = positions.slice(0, listed);
  const words = `${count(written(told.looked_at), 'position')} looked at, ${written(told.found)} found`;
  say(`${words}.`);
  return present([
    element('p', { class: 'period', id: 'found' }, element('strong', {}, q), ` · ${words}`, where && [' with ', element('code', {}, where)]),
    told.stopped &&
      element(
        'p',
        { class: 'notice', role: 'status' },
        `${limits[told.stopped] ?? told.stopped}: there may be more. Ask for less, or let `,
        element('code', {}, 'sprague find --checkpoint FILE'),
        ' go on for as long as you like.',
      ),
    told.histogram && section('How many have each', table(histogram, [histogram, 'Positions'], told.histogram)),
    isCounted === 'true' && section('Of each size', table('Sizes', ['Size', 'Looked at', 'Found'], told.sizes)),
    shown.length > 0 && list(shown),
    positions.length > listed && element('p', { class: 'hint' }, `… and ${written(positions.length - listed)} more: save them as CSV.`),
    shown.length > 0 && element('p', { class: 'row further' }, fileButton('CSV', `${q}.csv`, () => csv(columns(positions)))),
  ]);
}

function written(number) {
  return Number(number).toLocaleString('en');
}

function columns(positions) {
  const names = Object.keys(positions[0].keys);
  return [['position', 'size', ...names], ...positions.map(({ position, size, keys }) => [position, size, ...Object.values(keys)])];
}

function list(positions) {
  const boards = positions.map(({ position }) => board(position));
  const names = Object.keys(positions[0].keys);
  const [hasBoards, hasPlays] = [boards.some(Boolean), positions.some(({ line }) => line)];
  const row = ({ position, keys, line }, at) =>
    element(
      'tr',
      {},
      hasBoards && element('td', {}, boards[at]),
      element('th', { scope: 'row' }, element('a', { href: link('position', { q: position }) }, position)),
      names.map(name => element('td', {}, key(name, keys[name], position))),
      hasPlays && element('td', {}, line?.map(({ move }) => move).join(', ')),
    );
  const titles = [hasBoards && 'Board', 'Position', ...names.map(plain), hasPlays && 'By'].filter(Boolean);
  return frame(
    'Positions that were found',
    element('table', { class: 'found' }, heads(...titles), element('tbody', {}, positions.map(row))),
  );
}

/** A key; the value leads to all that is known of it. */
function key(name, told, position) {
  const words = told == null ? '–' : String(told);
  return name === 'value' ? element('a', { href: link('value', { q: position }) }, words) : words;
}

function plain(name) {
  return name.replaceAll('_', ' ');
}

function table(label, titles, rows) {
  const row = ([first, ...others]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, first),
      others.map(each => element('td', {}, written(each))),
    );
  return frame(
    label,
    element('table', { class: 'found counts' }, heads(...titles.map(plain)), element('tbody', {}, rows.slice(0, listed).map(row))),
  );
}

/** A position that is written as rows of squares, as a small picture; `null` for others. */
function board(position) {
  const text = position.slice(position.indexOf('@') + 1);
  if (!/^[a-z.#/]{1,400}$/i.test(text) || !/[.#/]/.test(text)) return null;
  const rows = text.split('/').map(row => [...row]);
  const [wide, high] = [Math.max(...rows.map(row => row.length)) * unit, rows.length * unit];
  return drawn(
    'svg',
    { class: 'board', width: wide + 2, height: high + 2, viewBox: `-1 -1 ${wide + 2} ${high + 2}`, 'aria-hidden': 'true' },
    rows.map((row, y) => row.map((sign, x) => sign !== '#' && square(sign, x * unit, y * unit))),
  );
}

const unit = 14;

function square(sign, x, y) {
  return [
    drawn('rect', { class: 'square', x, y, width: unit, height: unit }),
    sign !== '.' && drawn('text', { x: x + unit / 2, y: y + unit / 2, 'font-size': 11 }, sign),
  ];
}
