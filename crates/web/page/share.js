// Shares the current view: a link that works anywhere, the command that asks the same question, an HTML file, a
// drawing.

import { element } from './element.js';
import { linked, link, place } from './link.js';
import { made, Unanswered } from './server.js';
import { packed } from './packed.js';
import { page } from './copy.js';
import { save } from './download.js';
import { say } from './status.js';
import { oneFile, sharing } from './transport.js';

/** The maximum length of a link. Browsers accept two million characters. */
const longest = 1_900_000;

/** Returns the current view and its question, even if the link does not contain the question. */
function seen() {
  const { view, asked } = linked(location.hash);
  const q = asked.q ?? document.querySelector('main input[name=q]')?.value;
  return { view: view || 'position', asked: q ? { ...asked, q } : asked };
}

/** Returns the link to a view, without the token but with the files that the question names, and whether it opens anywhere. */
export async function shared(view, asked) {
  const { address, files, read } = await sharing();
  const page = address ?? location.href.replace(/#.*$/s, '');
  const named = files.filter(name => Object.values(asked).some(value => String(value).includes(name)));
  const carried = [];
  let told = asked;
  for (const name of address ? named : []) {
    // the link must not reveal where the file is on this machine
    const short = `./${name.split(/[\\/]/).at(-1)}`;
    carried.push(await packed(short, await read(name)));
    told = Object.fromEntries(Object.entries(told).map(([key, value]) => [key, String(value).replaceAll(name, short)]));
  }
  const found = `${page}${link(view, told, carried)}`;
  if (found.length > longest) throw new Unanswered('The link would be too long: its files are too large for one.');
  return { found, opens: address != null };
}

/** Quotes a word for a Unix shell if necessary. */
function quoted(word) {
  return /^[\w./:@,+=^*%-]+$/.test(word) && !/^[-*^~]|[*^]/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns a flag. The name comes from a link, so all unexpected characters are removed. */
function flag(name) {
  return `--${name.replaceAll('_', '-').replace(/[^\w-]/g, '')}`;
}

const commands = {
  position: 'solve',
  sequence: 'analyse',
  table: 'table',
  graph: 'graph',
  value: 'value',
  quotient: 'quotient',
  find: 'find',
};

/** Returns the command that asks the question of the current view. */
function command() {
  const { view, asked } = seen();
  if (!commands[view]) return 'sprague rulesets';
  const { q, with: other, change, t, of = 'to', size, ...options } = asked;
  const words = ['sprague', other ? 'compare' : commands[view]];
  if (view === 'find' && of === 'from') words.push('--from');
  words.push(quoted(q ?? ''));
  if (view === 'find' && of !== 'from') words.push(flag(of), quoted(size ?? ''));
  if (other) words.push(quoted(other));
  else if (change) words.push(flag(change), quoted(t || '1'));
  for (const [name, value] of Object.entries(options)) {
    if (value === '' || value === 'false' || (other && ofOneSum.includes(name))) continue;
    words.push(flag(name));
    if (value !== 'true') words.push(quoted(value));
  }
  return words.join(' ');
}

/** Options of a value that a comparison does not have. */
const ofOneSum = ['facts', 'parts'];

const kinds = { position: 'picture', sequence: 'points', table: 'table', graph: 'graph', value: 'thermograph' };

/** Returns the question for a drawing of the current view, or `null` if there is no drawing. */
function drawing() {
  const { view, asked } = seen();
  const { q, x, y, to, play, first, depth, rows } = asked;
  const all = { position: {}, sequence: { to, play }, table: { x, y, rows, play }, graph: { play, first, depth }, value: {} };
  const kept = all[view];
  if (!kept || (view === 'value' && play === 'misere')) return null;
  const known = Object.entries({ what: q, as: kinds[view], ...kept }).filter(([, value]) => value != null && value !== '');
  return Object.fromEntries(known);
}

const text = element('textarea', { readonly: true, rows: '3', 'aria-label': 'To copy', hidden: true });

/** Shows a text to be copied, and copies it if the browser allows that. */
export async function copy(told, words) {
  text.hidden = false;
  text.value = told;
  try {
    await navigator.clipboard.writeText(told);
    say(`Copied. ${words}`);
  } catch {
    text.closest('details').open = true;
    text.select();
    say(`Copy the text that is marked. ${words}`);
  }
}

async function copyLink() {
  const { view, asked } = seen();
  const { found, opens } = await shared(view, asked);
  await copy(
    found,
    opens
      ? 'The link opens in any browser.'
      : 'The link opens in this browser, while the program runs. `sprague serve --playground URL` makes links that open anywhere.',
  );
}

async function saveDrawing() {
  const asked = drawing();
  if (!asked) return say('There is no drawing of this view.');
  save(`${seen().view}.svg`, await made('plot.svg', asked));
  say('Saved the drawing.');
}

function saveCopy() {
  save(`${seen().view}.html`, page(command()), 'text/html');
  say('Saved the page as a file that needs nothing else.');
}

/** Saves the page as one file that opens with a link. Throws an error that says where there is such a file. */
export async function saveFile(link = location.hash) {
  save('sprague.html', await oneFile(link));
  say('Saved the page with the engine as one file, which opens from a disk as it is now.');
}

/** Returns the menu. It closes when Escape is pressed or when the visitor goes to another place. */
export function menu() {
  const button = (words, action) =>
    element(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: async () => {
          try {
            await action();
          } catch (error) {
            if (error.name !== 'AbortError') say(error.message);
          }
        },
      },
      words,
    );
  const root = element(
    'details',
    {
      class: 'share',
      onkeydown: event => {
        if (event.key !== 'Escape' || !root.open) return;
        root.open = false;
        root.firstChild.focus();
      },
    },
    element('summary', {}, 'Share'),
    element(
      'div',
      { class: 'row' },
      button('Copy link', copyLink),
      button('Copy command line', () => copy(command(), 'It asks the same in a terminal.')),
      button('Save as HTML', saveCopy),
      button('Save as SVG', saveDrawing),
      button('Save as one file', saveFile),
      text,
    ),
  );
  place.addEventListener('moved', () => {
    text.hidden = true;
  });
  return root;
}
