// The value of a sum: canonical form, class, stops, mean and temperature, thermograph, options as a tree; under misère play its
// form, genus and kind; and the comparison of two sums.

import { Answer } from './answer.js';
import { Question, plays } from './question.js';
import { ask } from './server.js';
import { fileButton, pictureButton } from './download.js';
import { braces, facts as listed } from './amount.js';
import { element, frame, present, section } from './element.js';
import { link } from './link.js';
import { options } from './options.js';
import { say } from './status.js';
import { thermograph } from './thermograph.js';
import { classes, genus, heat } from './verdict.js';
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
  without: ['sum', 'cool', 'heat', 'overheat', 'then'],
  fields: [
    { name: 'q', label: 'Sum', wide: true, placeholder: starting },
    { name: 'with', label: 'Compared with', placeholder: 'another sum' },
    { name: 'play', label: 'The last mover', value: 'normal', choices: plays },
    { name: 'change', label: 'Transformed', value: '', choices: changes },
    { name: 't', label: 't', value: '1' },
  ],
  button: 'Value',
  hint: 'Type a position of any ruleset, or a value behind game@; games that can go on for ever have values, too, and impartial games have forms under misère play.',
  examples: [
    [starting, { q: starting }],
    ['game@{5|{1|-3}}', { q: 'game@{5|{1|-3}}' }],
    ['toads-frogs@TT.F.F', { q: 'toads-frogs@TT.F.F' }],
    ['clobber@xxo + game@^* compared with 0', { q: 'clobber@xxo+game@^*', with: 'game@0' }],
    ['hackenbush@LRL compared with game@3/4', { q: 'hackenbush@LRL', with: 'game@3/4' }],
    ['game@upon + fox-and-geese@4x4', { q: 'game@upon+fox-and-geese@4x4' }],
    ['kayles@5 + nim@2 as misère', { q: 'kayles@5+nim@2', play: 'misere' }],
    ['domineering@2x2 + domineering@2x3', { q: 'domineering@2x2+domineering@2x3' }],
  ],
});
// The amount is only shown if the value is to be transformed.
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
  const play = wanted.play === 'misere' ? { play: 'misere' } : {};
  await answer.fill(JSON.stringify([wanted.q, other, change, asked]), async () => {
    const wants = { ...(await question.options(asked)), sum: wanted.q, ...change, ...play };
    const told = await ask('value-view', wants);
    const compared = other && (await ask('compare', { left: wanted.q, right: other, ...play }));
    return page(told, compared, { ...wanted, change, wants });
  });
}

const relations = {
  '=': 'is equal to',
  '<': 'is less than',
  '>': 'is greater than',
  '||': 'is confused with',
  linked: 'is linked with',
  apart: 'is apart from',
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
  const isMisere = told.play === 'misere';
  return present([
    compared &&
      element(
        'p',
        { class: 'banner comparison', id: 'comparison' },
        element('code', {}, compared.left),
        element('strong', {}, ` ${relations[compared.relation] ?? compared.relation} `),
        element('code', {}, compared.right),
        ' ',
        element('span', { class: 'facts' }, reason(compared)),
      ),
    element(
      'p',
      { class: 'value', id: 'value' },
      element('span', { class: 'soft' }, `${told.position}${isTransformed ? ', transformed' : ''} = `),
      element('strong', {}, told.headline),
    ),
    isMisere
      ? told.form !== told.headline && element('details', { class: 'braces' }, element('summary', {}, 'Form'), element('code', {}, told.form))
      : (braces(told.value, told.headline) ??
        (told.value == null && element('p', { class: 'hint' }, 'In braces it is too long to write.'))),
    element(
      'div',
      { class: 'two even' },
      section('What is known', isMisere ? knownOfForm(told) : known(told)),
      told.thermograph ? section('Thermograph', built(told, wanted.wants)) : null,
    ),
    told.partitions && section('As a sum of games that are no sums', partitions(told.partitions)),
    parts.length > 1 && !isTransformed && section('Components', components(parts, isMisere)),
    told.options && !isMisere && section('Options', options(told)),
    element(
      'p',
      { class: 'row further' },
      element('a', { href: link('position', { q: wanted.q, play: isMisere ? 'misere' : undefined }) }, 'Solve it'),
      told.thermograph && !isTransformed && pictureButton('thermograph', { what: wanted.q, as: 'thermograph' }),
      told.thermograph && !isTransformed && pictureButton('scaffold', { what: wanted.q, as: 'scaffold' }, 'Scaffolds (SVG)'),
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
    ...more(told),
  ];
  return listed(facts);
}

/** Returns the additional facts that were requested. */
function more({ facts }) {
  if (!facts) return [];
  const gains = side => (side?.length ? side.map(gain => gain ?? '…').join(', ') : side && 'none');
  const both = (left, right) => left != null && right != null && `Left ${left}, Right ${right}`;
  return [
    ['kinds', facts.is.join(', ') || null],
    ['not known', facts.not_known?.join(', ')],
    ['strong stops', both(facts.left_strong_stop, facts.right_strong_stop)],
    ['upsum variety', facts.upsum_variety],
    ['downsum variety', facts.downsum_variety],
    ['followers', facts.followers],
    ['incentives', facts.left_incentives && both(gains(facts.left_incentives), gains(facts.right_incentives))],
    ['companion', facts.companion],
    ['frozen', facts.frozen],
    ['stop count', facts.stop_count],
  ];
}

/** Describes the form of a sum under misère play. */
function knownOfForm(told) {
  return listed([
    ['outcome', told.outcome === 'loss' ? 'lost for the player to move' : 'won for the player to move'],
    ['lost beside', `a Nim heap of ${told.misere_nimber}`],
    ['genus', genus(told.genus)],
    ['birthday', told.birthday],
    ['heap', told.heap != null && `it is a Nim heap of ${told.heap}`],
    ['kind', told.heap == null && `${told.kind}: ${told.implies}`],
    ['kinds', told.is?.join(', ') || null],
    ['mate', told.mate],
  ]);
}

/** Returns the ways to write a form as a sum of games that are not sums themselves. */
function partitions(all) {
  if (all.every(parts => parts.length < 2)) return element('p', { class: 'soft' }, 'No sum of simpler games.');
  return element(
    'ul',
    {},
    all.map(parts => element('li', {}, element('code', {}, parts.join(' + ')))),
  );
}

/** Explains the result of a comparison of two sums. */
function reason({ relation, link: both, distinguisher, loopy, forms }) {
  if (!forms) return loopy ? 'Play can go on for ever in one of them.' : difference[relation];
  if (relation === '=') return 'They act alike in every sum under misère play.';
  const linked = both == null ? 'A move leads from one to the other, so no game makes both lost.' : `Beside ${both} both are lost.`;
  return `${linked} Beside ${distinguisher} one is lost and the other is won.`;
}

/** Returns the thermograph, and a button that shows the scaffolds from which it is built. */
function built(told, wants) {
  const drawing = element('div', {}, thermograph(told));
  const show = element(
    'button',
    {
      type: 'button',
      onclick: async () => {
        const facts = told.facts ?? (await ask('value-view', { ...wants, facts: true }, { slot: 'scaffold' })).facts;
        drawing.replaceChildren(thermograph(told, { left: facts.left_scaffold, right: facts.right_scaffold }));
        show.remove();
      },
    },
    'Show the scaffolds',
  );
  return [drawing, element('p', {}, show)];
}

/** Returns one side of a loopy value, or the reason why it is missing. */
function side(told, name) {
  return told[name] ?? (told.not_found?.[name] ? `no stopper found: ${told.not_found[name]}` : 'too long to write');
}

function components(parts, isMisere) {
  const play = isMisere ? 'misere' : undefined;
  const name = ({ text }) => element('a', { href: link('value', { q: text, play }) }, text);
  return frame('Components', worths(parts, { name }));
}
