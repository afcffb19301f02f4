// The builder of a lesson: a form, and next to it what students will see. It makes one link with the board of the page in it.

import { Lesson } from './student.js';
import { button, choice, element, present } from './element.js';
import { link } from './link.js';
import { path, start, written } from './line.js';
import { saveFile, shared } from './share.js';
import { tasks } from './words.js';

const made = { task: 'who', n: '5', fresh: true, level: 'middle', as: null, hide: true, note: '' };
const levels = [
  ['easy', 'easy: at random'],
  ['middle', 'middle: three moves ahead'],
  ['perfect', 'perfect'],
];

const form = element('div', { class: 'form' });
const phone = element('div', { class: 'phone' });
const preview = new Lesson(phone, { isPreview: true });
const glass = element('section', { class: 'glass', 'aria-label': 'What students see' }, element('h2', {}, 'What students see'), phone);
const address = element('input', { readonly: true, class: 'address', 'aria-label': 'The link for students' });
const open = element('a', { class: 'button', target: '_blank', rel: 'noopener' }, 'Open it');
const said = element('p', { class: 'soft', role: 'status' });
const note = element('textarea', {
  rows: '3',
  maxlength: '280',
  name: 'note',
  placeholder: 'What to look at, what to hand in.',
  oninput: () => {
    made.note = note.value;
    update();
  },
});
let node = null;
let title = '';
let pause = 0;

/** Returns the parts of the builder for a lesson that begins with this position. */
export function builder(at, name) {
  // the name of the game may come after the board
  if (at !== node || name !== title) {
    [node, title] = [at, name];
    fill();
  }
  return [form, glass];
}

/** Returns the lesson as the parts of its link. */
function lesson() {
  const { q, ...conditions } = start(node).asked;
  const { task, n, fresh, level, as, hide } = made;
  const isGame = task === 'play';
  return {
    q,
    m: written(node),
    ...conditions,
    task,
    ...(isGame ? { level, as } : { n, fresh: fresh && !isSum() ? '1' : null }),
    hide: hide ? '1' : '0',
    note: made.note.trim(),
  };
}

/** Returns whether components are of different games, of which there are no fresh positions. */
const isSum = () => new Set(node.shown.components.map(({ family, is_negative: sign }) => `${sign} ${family}`)).size > 1;

/** Shows the lesson as it is now, a moment after the last key. */
function update() {
  clearTimeout(pause);
  pause = setTimeout(async () => {
    const asked = lesson();
    open.href = link('lesson', asked);
    said.textContent = '';
    preview.show(asked);
    address.value = (await shared('lesson', asked)).found;
  }, 150);
}

async function keep() {
  await saveFile(link('lesson', lesson())).catch(({ message }) => (said.textContent = message));
}

async function copy() {
  const { found, opens } = await shared('lesson', lesson());
  address.value = found;
  const where = opens ? '' : ' It opens on this machine only: `sprague serve --playground ADDRESS` makes links for students.';
  try {
    await navigator.clipboard.writeText(found);
    said.textContent = `Copied.${where}`;
  } catch {
    address.select();
    said.textContent = `Copy the link that is marked.${where}`;
  }
}

function fill() {
  const kept = document.activeElement?.dataset?.keep;
  const { shown, depth } = node;
  const isGame = made.task === 'play';
  const has = (id, { play, rule } = node.asked) => id !== 'value' || !(play || rule || shown.points);
  if (!has(made.task)) made.task = 'who';
  const change = changes => {
    Object.assign(made, changes);
    fill();
  };
  const select = (words, key, choices) =>
    element(
      'label',
      {},
      element('span', { class: 'label' }, words),
      element(
        'select',
        { name: key, onchange: event => change({ [key]: event.target.value || null }), 'data-keep': key },
        choices.map(([value, text]) => element('option', { value, selected: made[key] === value }, text)),
      ),
    );
  const tick = (words, key) =>
    element(
      'label',
      { class: 'tick' },
      element('input', {
        type: 'checkbox',
        name: key,
        checked: made[key],
        'data-keep': key,
        onchange: event => change({ [key]: event.target.checked }),
      }),
      words,
    );
  const seats = shown.first
    ? [
        ['left', 'Left'],
        ['right', 'Right'],
      ]
    : [
        ['left', 'the player who starts'],
        ['right', 'the player who answers'],
      ];
  const numbers = ['1', '5', '10', '20'].map(number => [number, number]);
  const from = depth > 0 ? `after ${path(node).length} ${depth > 1 ? 'moves' : 'move'}` : 'from the start';
  form.replaceChildren(
    ...present([
      element('h2', {}, 'A lesson from this board'),
      element('p', { class: 'soft' }, `${title}, ${from}. To begin elsewhere, move on the board, or set it up by hand.`),
      choice(
        'The task',
        tasks.filter(([id]) => has(id)),
        made.task,
        task => change({ task }),
      ),
      isGame
        ? [select('sprague plays', 'level', levels), select('Students are', 'as', [['', 'whoever moves here'], ...seats])]
        : [
            select('Questions', 'n', numbers),
            !isSum() && made.n !== '1' && tick('Fresh positions like this one', 'fresh'),
            made.n !== '1' && (isSum() || !made.fresh) && element('p', { class: 'soft' }, 'The game goes on with the best move.'),
          ],
      tick(isGame ? 'No hints and warnings' : 'Answers are hidden until one is chosen', 'hide'),
      element('label', {}, element('span', { class: 'label' }, 'A note to your students'), note),
      address,
      element('div', { class: 'row' }, button('Copy link for students', copy, { class: 'main', 'data-keep': 'copy' }), open, button('Save as one file', keep)),
      said,
    ]),
  );
  if (kept) form.querySelector(`[data-keep="${CSS.escape(kept)}"]`)?.focus();
  update();
}
