// Two numbers in a pattern: a cell for each pair, the lost positions as text, and a link to each position.

import { Answer } from './answer.js';
import { Question, plays } from './question.js';
import { Unanswered, ask } from './server.js';
import { csv, fileButton, pictureButton } from './download.js';
import { element, present, section } from './element.js';
import { heat } from './heat.js';
import { readers } from './cells.js';
import { conditions, go, link } from './link.js';
import { say } from './status.js';

const starting = { q: 'wythoff@{x}.{y}', x: '0-30', y: '0-30' };
const kinds = [
  ['', 'nimbers'],
  ['outcomes', 'outcomes'],
  ['values', 'values'],
  ['scores', 'scores'],
];

const question = new Question('table', {
  asks: 'table',
  without: ['what', 'to'],
  fields: [
    { name: 'q', label: 'Pattern with {x} and {y}', wide: true, placeholder: starting.q },
    { name: 'x', label: 'x from-to', value: '0-30' },
    { name: 'y', label: 'y from-to', value: '0-30' },
    { name: 'rows', label: 'Cells show', value: '', choices: kinds },
    { name: 'play', label: 'The last mover', value: 'normal', choices: plays },
  ],
  button: 'Draw',
  hint: 'Type any position with {x} and {y} in it: each pair of numbers becomes a cell.',
  examples: [
    ['wythoff@{x}.{y}', { q: 'wythoff@{x}.{y}' }],
    ['nim@{x},{y}', { q: 'nim@{x},{y}' }],
    ['kayles@{x}+nim@{y}', { q: 'kayles@{x}+nim@{y}' }],
    ['euclid@{x}.{y}', { q: 'euclid@{x}.{y}', x: '1-30', y: '1-30', rows: 'outcomes' }],
    ['domineering@{x}x{y}', { q: 'domineering@{x}x{y}', x: '1-4', y: '1-4', rows: 'values' }],
    ['cutcake@{x}x{y}', { q: 'cutcake@{x}x{y}', x: '1-16', y: '1-16', rows: 'values' }],
  ],
});
const answer = new Answer(question);
export const root = [question.root, answer.root];

export async function show(asked) {
  const wanted = { ...starting, ...asked, q: asked.q || starting.q };
  question.fill(asked.q ? asked : { q: wanted.q, ...asked });
  const { play } = conditions(wanted);
  const rows = wanted.rows || undefined;
  await answer.fill(JSON.stringify([wanted.q, wanted.x, wanted.y, rows, play, asked]), async () => {
    const options = await question.options(asked);
    const asking = { ...options, pattern: wanted.q, x: range(wanted.x, 'x'), y: range(wanted.y, 'y'), rows, play };
    return page(await ask('table', asking, { partial: 'cells', heard: slowly(asking, { ...wanted, play }) }), { ...wanted, play });
  });
}

/** Returns a function that draws the cells so far, a few times in a second. */
function slowly({ pattern, x, y }, wanted) {
  let next = performance.now() + 300;
  return ({ cells: found }) => {
    const began = performance.now();
    if (began < next || found.length === 0) return;
    const cells = Array.from({ length: y[1] - y[0] + 1 }, () => Array(x[1] - x[0] + 1).fill(null));
    for (const { x: right, y: down, cell } of found) cells[down - y[0]][right - x[0]] = cell;
    const partizan = found.some(({ cell }) => cell === 'L' || cell === 'R');
    answer.root.replaceChildren(...page({ pattern, x, y, cells, rows: found[0].rows, partizan, isPart: true }, wanted));
    // most of the time is left for the search and for touches
    next = performance.now() + Math.max(300, 10 * (performance.now() - began));
  };
}

/** Parses a range such as `0-30`. A single number `30` means `0-30`. */
function range(text, field) {
  const found = /^\s*(?:(\d{1,15})\s*(?:-|–|to|\.\.)\s*)?(\d{1,15})\s*$/.exec(text);
  if (found && Number(found[1] ?? 0) <= Number(found[2])) return [Number(found[1] ?? 0), Number(found[2])];
  throw new Unanswered(`${field}: expected two numbers from-to, such as 0-30`, { field });
}

const stops = {
  time: 'the limit of time',
  positions: 'the limit of positions',
  memory: 'the limit of memory',
  asked: 'your wish',
};

function page(told, wanted) {
  const {
    cells: texts,
    pattern,
    rows,
    x: [x0, x1],
    y: [y0, y1],
  } = told;
  // cells of values also contain their temperatures
  const cells =
    rows === 'values' ? texts.map((row, y) => row.map((value, x) => ({ value, named: told.named?.[y]?.[x] }))) : texts;
  const position = (x, y) => pattern.replaceAll('{x}', x).replaceAll('{y}', y);
  const open = q => go(link('position', { q, play: wanted.play }));
  const reader = readers(rows, cells, told.partizan);
  const lost = cells.flatMap((row, y) => row.flatMap((cell, x) => (reader(cell, null).isLost ? [[x + x0, y + y0]] : [])));
  const isLost = new Set(lost.map(String));
  const isSymmetric = x0 === y0 && x1 === y1 && lost.every(([x, y]) => isLost.has(`${y},${x}`));
  const listed = isSymmetric ? lost.filter(([x, y]) => x <= y) : lost;
  const title = `Lost for the player to move${isSymmetric ? ', x ≤ y' : ''} (${listed.length})`;
  if (!told.isPart) say(`${lost.length} of ${cells.length * cells[0].length} cells are lost for the player to move.`);
  return present([
    told.stopped &&
      element(
        'p',
        { class: 'notice', role: 'status' },
        `Not all of it: ${stops[told.stopped] ?? told.stopped} was reached. Grey cells are not known.`,
      ),
    ...heat({
      cells,
      x: told.x,
      y: told.y,
      rows,
      partizan: told.partizan,
      open,
      text: position,
      label: `${rows} of ${pattern}`,
      isPart: told.isPart,
    }),
    section(
      title,
      element(
        'p',
        { class: 'numbers pairs', tabindex: '0', role: 'region', 'aria-label': title },
        listed
          .slice(0, 2000)
          .map(([x, y]) => [
            element('a', { href: link('position', { q: position(x, y), play: wanted.play }) }, `(${x}, ${y})`),
            ' ',
          ]),
        listed.length > 2000 ? ' … save the table as CSV for the others' : '',
      ),
    ),
    element(
      'p',
      { class: 'row further' },
      fileButton('CSV', 'table.csv', () =>
        csv([['y\\x', ...texts[0].map((_, x) => x + x0)], ...texts.map((row, y) => [y + y0, ...row])]),
      ),
      pictureButton('table', { what: pattern, as: 'table', x: `${x0}-${x1}`, y: `${y0}-${y1}`, rows, play: wanted.play }),
    ),
  ]);
}
