// The misère quotient of a family: generators, relations, the word of each heap; then its elements and their products.

import { Answer } from './answer.js';
import { Question } from './question.js';
import { ask } from './server.js';
import { badge } from './verdict.js';
import { element, frame, present, section } from './element.js';
import { fileButton } from './download.js';
import { link } from './link.js';
import { say } from './status.js';
import { termed } from './term.js';

const starting = 'kayles';

const question = new Question('quotient', {
  asks: 'quotient',
  without: ['family'],
  fields: [
    { name: 'q', label: 'Family', wide: true, placeholder: starting },
    { name: 'to', label: 'Heaps up to', value: '', type: 'number', min: 1, max: 10_000, placeholder: 'as needed' },
  ],
  button: 'Compute',
  hint: 'Type a heap family. Sums that no further sum tells apart under misère play are one element of its quotient.',
  examples: [
    ['kayles', { q: 'kayles' }],
    ['octal:0.123', { q: 'octal:0.123' }],
    ['nim up to 6', { q: 'nim', to: '6' }],
    ['octal:0.75', { q: 'octal:0.75' }],
    ['dawson-kayles up to 12', { q: 'dawson-kayles', to: '12' }],
  ],
});
const answer = new Answer(question);
export const root = [question.root, answer.root];

export async function show(asked) {
  const wanted = { q: asked.q || starting, to: asked.to };
  question.fill(asked.q ? asked : { q: starting, ...asked });
  const to = wanted.to ? Number(wanted.to) : undefined;
  await answer.fill(JSON.stringify([wanted.q, to, asked]), async () =>
    page(await ask('quotient', { ...(await question.options(asked)), family: wanted.q, to }, { partial: 'elements' })),
  );
}

function page(told) {
  const known = told.presentation;
  // if there is no presentation, elements are named by sums of heaps
  const names = known?.elements ?? told.elements.map(plain);
  const named = new Map(told.elements.map((heaps, at) => [plain(heaps), names[at]]));
  const lost = new Set(told.p_portion.map(heaps => named.get(plain(heaps))));
  const covered =
    told.status === 'proved'
      ? 'proved for all heaps'
      : `for heaps up to ${told.heaps_covered}${told.why_partial ? `: ${told.why_partial}` : ''}`;
  const words = `${told.order} elements, ${told.p_size} of them lost; ${covered}`;
  say(words);
  return present([
    element('p', { class: 'period', id: 'quotient' }, element('strong', {}, told.family), ` · ${words}`),
    section(termed('Generators'), known ? presented(known) : element('p', { class: 'soft' }, 'They are found for up to 100 elements.')),
    known && section(termed('Relations'), related(known)),
    section('What each heap is worth', phi(told, named, lost)),
    section(
      'Elements',
      element('p', { class: 'hint' }, 'Each with the smallest sum of heaps that is equal to it.'),
      element(
        'ul',
        { class: 'elements' },
        names.map((each, at) =>
          element(
            'li',
            { class: lost.has(each) ? 'loss' : 'win' },
            badge(lost.has(each) ? 'loss' : 'win'),
            element('a', { href: sum(told, at), class: 'word' }, known ? `${each} = ${plain(told.elements[at])}` : each),
          ),
        ),
      ),
    ),
    section(
      'Multiplication',
      told.products ? products(told, names, lost) : element('p', { class: 'soft' }, 'A table is shown for up to 100 elements.'),
    ),
    element(
      'p',
      { class: 'row further' },
      fileButton('JSON', `${told.family}.quotient.json`, () => `${JSON.stringify(told)}\n`),
      element('a', { href: link('sequence', { q: told.family, to: '200', play: 'misere' }) }, 'Misère outcomes of its heaps'),
    ),
  ]);
}

/** Returns a sum of heaps as text, such as `1+5`. The empty sum is `0`. */
function plain(heaps) {
  return heaps.length === 0 ? '0' : heaps.join('+');
}

function sum(told, at) {
  const heaps = told.elements[at];
  return link('position', { q: `${told.family}@${heaps.length ? heaps.join(',') : '0'}`, play: 'misere' });
}

function presented({ generators }) {
  if (generators.length === 0) return element('p', {}, 'None: every sum is worth 1.');
  return element(
    'ul',
    { class: 'generators' },
    generators.map(({ heap, letter }) => element('li', {}, element('b', { class: 'word' }, letter), ` heap ${heap}`)),
  );
}

function related({ relations }) {
  const equal = ([long, short]) => element('li', { class: 'word' }, `${long} = ${short}`);
  return [
    element('p', { class: 'hint' }, `With these ${relations.length} every product of generators becomes one of the elements.`),
    element('ul', { class: 'relations' }, relations.map(equal)),
  ];
}

/** Returns the map from heaps to words, with one period in each line. */
function phi(told, named, lost) {
  const { preperiod, period } = told;
  const words = period ? `From heap ${preperiod} on, the row repeats every ${period}.` : 'No period is seen.';
  const row = told.phi.slice(0, 600).map(heaps => named.get(plain(heaps)));
  const wide = period && period <= 24 ? period : 12;
  const repeats = n => period && n >= preperiod && Math.floor((n - preperiod) / period) % 2 === 0;
  const lines = Array.from({ length: Math.ceil(row.length / wide) }, (_, line) => row.slice(line * wide, (line + 1) * wide));
  const cell = (each, n) =>
    element(
      'td',
      { class: `${lost.has(each) ? 'lost' : ''}${repeats(n) ? ' band' : ''}` },
      each,
      lost.has(each) ? element('span', { class: 'letter' }, ' L') : null,
    );
  return [
    element('p', { class: 'hint' }, words),
    frame(
      'Heaps and their words',
      element(
        'table',
        { class: 'phi' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, 'n'),
            Array.from({ length: Math.min(wide, row.length) }, (_, n) => element('th', { scope: 'col' }, `+${n}`)),
          ),
        ),
        element(
          'tbody',
          {},
          lines.map((line, at) =>
            element(
              'tr',
              {},
              element('th', { scope: 'row' }, String(at * wide)),
              line.map((each, n) => cell(each, at * wide + n)),
            ),
          ),
        ),
      ),
    ),
  ];
}

function products({ products: table }, names, lost) {
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col' }, '+'),
    names.map(each => element('th', { scope: 'col' }, each)),
  );
  const rows = table.map((row, at) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, names[at]),
      row.map(product =>
        element(
          'td',
          {
            class: lost.has(names[product]) ? 'lost' : null,
          },
          names[product],
        ),
      ),
    ),
  );
  return [
    element(
      'p',
      { class: 'hint' },
      'Adding two sums multiplies their elements. Lost ones stand in orange, underlined. The table scrolls within its frame where it is wider.',
    ),
    frame(
      'Multiplication table',
      element('table', { class: 'products' }, element('thead', {}, head), element('tbody', {}, rows)),
    ),
  ];
}
