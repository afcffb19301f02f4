// The value of a sum: canonical form, class, stops, mean and temperature, thermograph, options as a tree; and two sums compared.

import { Answer } from './answer.js';
import { Question } from './question.js';
import { ask } from './server.js';
import { fileButton, pictureButton } from './download.js';
import { braces, facts as listed } from './amount.js';
import { element, frame, present, section } from './element.js';
import { link } from './link.js';
import { options } from './options.js';
import { say } from './status.js';
import { thermograph } from './thermograph.js';
import { classes, heat } from './verdict.js';
import { worths } from './worths.js';

const starting = 'domineering@2x3';
const changes = [
  ['', 'as it is'],
  ['cool', 'cooled by'],
  ['heat', 'heated by'],
  ['overheat', 'overheated from, to'],
  ['then', 'after methods'],
];

const question = new Question('value', {
  asks: 'value-view',
  // values are those of disjunctive sums in normal play
  without: ['sum', 'cool', 'heat', 'overheat', 'then', 'dag', 'jobs', 'play', 'rule'],
  fields: [
    { name: 'q', label: 'Sum', wide: true, placeholder: starting },
    { name: 'with', label: 'Compared with', placeholder: 'another sum' },
    { name: 'change', label: 'Transformed', value: '', choices: changes },
    { name: 't', label: 't', value: '1' },
  ],
  button: 'Value',
  hint: 'Type a position of any ruleset under normal play, or a value behind game@; games that can go on for ever have values, too.',
  examples: [
    [starting, { q: starting }],
    ['game@{5|{1|-3}}', { q: 'game@{5|{1|-3}}' }],
    ['toads-frogs@TT.F.F', { q: 'toads-frogs@TT.F.F' }],
    ['clobber@xxo + game@^* compared with 0', { q: 'clobber@xxo+game@^*', with: 'game@0' }],
    ['hackenbush@LRL compared with game@3/4', { q: 'hackenbush@LRL', with: 'game@3/4' }],
    ['game@upon + fox-and-geese@4x4', { q: 'game@upon+fox-and-geese@4x4' }],
    ['domineering@2x2 + domineering@2x3', { q: 'domineering@2x2+domineering@2x3' }],
  ],
});
// How much is asked for only where something is to be transformed.
const amount = () => question.applies('t', question.controls.change.value !== '');
question.controls.change.addEventListener('change', amount);
const answer = new Answer(question);
export const root = [question.root, answer.root];

export async function show(asked) {
  const wanted = { ...asked, q: asked.q || starting };
  question.fill(asked.q ? asked : { q: starting, ...asked });
  amount();
  const change = changes.some(([name]) => name && name === wanted.change) ? { [wanted.change]: wanted.t || '1' } : {};
  const other = wanted.with || null;
  await answer.fill(JSON.stringify([wanted.q, other, change, asked]), async () => {
    const told = await ask('value', { ...(await question.options(asked)), sum: wanted.q, ...change });
    const compared = other && (await ask('compare', { left: wanted.q, right: other }));
    return page(told, compared, { ...wanted, change });
  });
}

const relations = {
  '=': 'is equal to',
  '<': 'is less than',
  '>': 'is greater than',
  '||': 'is confused with',
};
const difference = {
  '=': 'Whoever starts their difference loses, so they are worth the same in every sum.',
  '<': 'Right wins their difference, whoever starts: Right is better off with the first.',
  '>': 'Left wins their difference, whoever starts: Left is better off with the first.',
  '||': 'Whoever starts their difference wins: neither is better for Left in every sum.',
};

function page(told, compared, wanted) {
  const isTransformed = Object.keys(wanted.change).length > 0;
  say(compared ? `${compared.left} ${relations[compared.relation]} ${compared.right}.` : `The value is ${told.headline}.`);
  const parts = told.components ?? [];
  return present([
    compared &&
      element(
        'p',
        { class: 'banner comparison', id: 'comparison' },
        element('code', {}, compared.left),
        element('strong', {}, ` ${relations[compared.relation] ?? compared.relation} `),
        element('code', {}, compared.right),
        element('span', { class: 'facts' }, compared.loopy ? 'Play can go on for ever in one of them.' : difference[compared.relation]),
      ),
    element(
      'p',
      { class: 'value', id: 'value' },
      element('span', { class: 'soft' }, `${told.position}${isTransformed ? ', transformed' : ''} = `),
      element('strong', {}, told.headline),
    ),
    braces(told.value, told.headline) ??
      (told.value == null && element('p', { class: 'hint' }, 'In braces it is too long to write.')),
    element(
      'div',
      { class: 'two even' },
      section('What is known', known(told)),
      told.thermograph ? section('Thermograph', thermograph(told)) : null,
    ),
    parts.length > 1 && !isTransformed && section('Components', components(parts)),
    told.options && section('Options', options(told)),
    element(
      'p',
      { class: 'row further' },
      element('a', { href: link('position', { q: wanted.q }) }, 'Solve it'),
      told.thermograph && !isTransformed && pictureButton('thermograph', { what: wanted.q, as: 'thermograph' }),
      fileButton('All of it (JSON)', 'value.json', () => `${JSON.stringify(told, null, 1)}\n`),
    ),
  ]);
}

function known(told) {
  const facts = [
    ['name', told.name],
    ['class', `${told.outcome_class}: ${classes[told.outcome_class]}`],
    ['number', told.number],
    ['stops', told.left_stop != null && `Left ${told.left_stop}, Right ${told.right_stop}`],
    ['kind', told.loopy ? (told.stopper ? 'loopy: a stopper' : 'loopy') : heat(told)],
    ['endless play won by Left', told.loopy && !told.stopper && side(told, 'onside')],
    ['endless play won by Right', told.loopy && !told.stopper && side(told, 'offside')],
    ['degree', told.degree],
    ['variety', told.variety],
    ['mean ± temperature', told.mean != null && `${told.mean} ± ${told.temperature}`],
    ['birthday', told.birthday],
    ['atomic weight', told.atomic_weight],
    ['reduced form', told.reduced],
  ];
  return listed(facts);
}

/** One side of a loopy value, or why there is none. */
function side(told, name) {
  return told[name] ?? (told.not_found?.[name] ? `no stopper found: ${told.not_found[name]}` : 'too long to write');
}

function components(parts) {
  return frame('Components', worths(parts, { name: ({ text }) => element('a', { href: link('value', { q: text }) }, text) }));
}
