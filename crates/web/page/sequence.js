// A row for every heap: points with the preperiod hatched and the periods in bands, the numbers as text, and files.

import { Answer } from './answer.js';
import { Points } from './points.js';
import { Question, plays } from './question.js';
import { Unanswered, ask } from './server.js';
import { actionButton, csv, fileButton, pictureButton, save } from './download.js';
import { element, present, section } from './element.js';
import { heat } from './heat.js';
import { conditions, go, link } from './link.js';
import { classed, classTable } from './classes.js';
import { copy } from './share.js';
import { periodWords, series } from './series.js';
import { say } from './status.js';
import { termed } from './term.js';

const starting = { q: 'kayles', to: '1000' };
const listed = 2000;

const question = new Question('sequence', {
  asks: 'analyse',
  // options that leave out the rows have no use here, because the view draws rows
  without: ['family', 'summary', 'dag', 'stream', 'explain'],
  fields: [
    { name: 'q', label: 'Family', wide: true, placeholder: 'kayles' },
    { name: 'to', label: 'Heaps up to', value: '1000', type: 'number', min: 0, max: 10_000_000 },
    { name: 'play', label: 'The last mover', value: 'normal', choices: plays },
    {
      name: 'rows',
      label: 'Rows of',
      value: '',
      choices: [
        ['', 'nimbers or outcomes'],
        ['values', 'values'],
      ],
    },
  ],
  button: 'Compute',
  hint: 'Type a ruleset without a position: the page shows its row for every heap.',
  examples: [
    ['kayles', { q: 'kayles' }],
    ['subtraction:1,3,4', { q: 'subtraction:1,3,4', to: '100' }],
    ['octal:0.07 to 10000', { q: 'octal:0.07', to: '10000' }],
    ['kayles as misère', { q: 'kayles', to: '100', play: 'misere' }],
    ['asymmetric:2,5,9/3,4,8', { q: 'asymmetric:2,5,9/3,4,8', to: '100' }],
    ['stones:1-3', { q: 'stones:1-3', to: '40' }],
    ['knights:8', { q: 'knights:8' }],
  ],
});
const answer = new Answer(question);
export const root = [question.root, answer.root];

export async function show(asked) {
  const wanted = { ...starting, ...asked, q: asked.q || starting.q };
  question.fill(asked.q ? asked : { q: wanted.q, ...asked });
  const play = conditions(wanted).play;
  const rows = wanted.rows === 'values' ? 'values' : undefined;
  await answer.fill(JSON.stringify([wanted.q, wanted.to, play, rows, asked]), async () => {
    const asking = { ...(await question.options(asked)), family: wanted.q, to: Number(wanted.to), play, rows };
    const told = await ask('rows', asking, { partial: 'outcomes' });
    performance.mark('rows answered');
    return told.table ? table(told) : page(told, { ...wanted, play, rows });
  });
}

function page(told, wanted) {
  const all = series(told);
  if (all.length === 0) {
    throw new Unanswered(`${told.family} is a list of positions and no row of heaps: the Graph view shows them.`);
  }
  let chosen = all[0];
  const place = element('div', {});
  const draw = () => place.replaceChildren(...(chosen.texts ? texts(told, chosen) : plotted(told, chosen)));
  draw();
  const words = periodWords(told);
  say(words);
  return present([
    element('p', { class: 'period', id: 'period' }, element('strong', {}, told.family), ' · ', termed(words)),
    told.stopped &&
      element(
        'p',
        { class: 'notice', role: 'status' },
        `A limit was reached (${told.stopped}): there may be more rows, or a period.`,
      ),
    told.remark && element('p', { class: 'hint' }, told.remark),
    all.length > 1 &&
      element(
        'label',
        { class: 'pick' },
        'Row',
        element(
          'select',
          {
            name: 'row',
            onchange: event => {
              chosen = all[event.target.value];
              draw();
            },
          },
          all.map(({ name }, at) => element('option', { value: at }, name)),
        ),
      ),
    place,
    further(told, all, wanted),
  ]);
}

function plotted(told, row) {
  const { preperiod, period } = row.period ?? {};
  const open = n => go(link('position', { q: `${told.family}@${n}`, play: told.play === 'misere' ? 'misere' : undefined }));
  const read = element(
    'p',
    { class: 'hint reading', id: 'reading', 'aria-live': 'polite' },
    'Drag to move, wheel, pinch, + or − to zoom. Arrow keys go from point to point, Enter opens the position.',
  );
  const plot = new Points(row, {
    label: `${row.name} of ${told.family} up to ${row.values.length - 1}`,
    tell: n => {
      read.textContent = `n = ${n}: ${row.levels?.[row.values[n]] ?? row.values[n]}`;
    },
    open,
  });
  const periods = period && Math.min(row.values.length, preperiod + Math.max(3 * period, 60));
  if (periods && periods * 2 < row.values.length) plot.look(0, periods);
  const button = (words, action) => element('button', { type: 'button', onclick: action }, words);
  return present([
    element('figure', {}, plot.canvas, element('figcaption', {}, caption(row))),
    read,
    element(
      'div',
      { class: 'row' },
      button('All', () => plot.look(0, row.values.length)),
      periods && button('Three periods', () => plot.look(0, periods)),
      button('Zoom in', () => plot.zoom(0.5)),
      button('Zoom out', () => plot.zoom(2)),
    ),
    section(
      'As numbers',
      element('p', { class: 'numbers', tabindex: '0', role: 'region', 'aria-label': 'Numbers' }, numbers(row)),
    ),
  ]);
}

function caption({ period }) {
  if (!period) return 'n to the right. No period is seen.';
  return `n to the right. ${period.preperiod > 0 ? 'Hatched: before the period begins. ' : ''}Shaded: every other period.`;
}

function numbers({ values, levels }) {
  const shown = Array.from(values.subarray(0, listed), value => (levels ? levels[value][0] : value)).join(levels ? '' : ' ');
  return values.length > listed ? `${shown} … (${values.length.toLocaleString('en')} in all: save them as CSV)` : shown;
}

function texts(told, row) {
  return present([
    section(
      'Values',
      element(
        'ol',
        { class: 'values', start: '0' },
        row.texts
          .slice(0, listed)
          .map((value, n) =>
            element(
              'li',
              {},
              element('a', { href: link('value', { q: `${told.family}@${n}` }) }, value ?? '?'),
              classed(told, n),
            ),
          ),
      ),
    ),
    classTable(told),
  ]);
}

function further(told, all, { q, to, play, rows }) {
  const certifies = told.period?.status === 'proved';
  return element(
    'p',
    { class: 'row further' },
    fileButton('CSV', `${q}.csv`, () =>
      csv([
        ['n', ...all.map(({ name }) => name)],
        ...Array.from({ length: all[0].length }, (_, n) => [n, ...all.map(row => row.text(n))]),
      ]),
    ),
    told.nimbers &&
      actionButton('Copy as C++', async () =>
        copy((await ask('ask/code', { family: q, play }, { slot: 'file' })).code, 'Paste it, and compile it with -DCHECK to check it.'),
      ),
    certifies &&
      fileButton(
        'Certificate (JSON)',
        `${q}.certificate.json`,
        async () => `${JSON.stringify(await ask('certify', { family: q, play, rows }, { slot: 'file' }), null, 1)}\n`,
      ),
    !rows && pictureButton(q, { what: q, as: 'points', to, play }),
    told.classes && pictureButton(`${q}-order`, { what: q, as: 'order' }),
    told.nimbers && !play && element('a', { href: link('quotient', { q }) }, 'Misère quotient'),
  );
}

/** Shows a table instead of rows, for rulesets that are played on a board. */
function table(told) {
  say(`The table of ${told.family}.`);
  return [
    element('p', { class: 'period' }, element('strong', {}, told.family), ' · the nimber of every square, x to the right'),
    ...heat({
      cells: told.table,
      x: [0, told.table[0].length - 1],
      y: [0, told.table.length - 1],
      rows: 'nimbers',
      isDown: true,
      label: `Nimbers of ${told.family}`,
      text: (x, y) => `${told.family}@${x}.${y}`,
    }),
    element(
      'p',
      { class: 'row further' },
      element(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () => {
            save(`${told.family}.csv`, csv(told.table));
          },
        },
        'CSV',
      ),
    ),
  ];
}
