// All rulesets, with their notation and an example as a link, and the files with which the program was started.

import { Unanswered, ask } from './server.js';
import { editor } from './editor.js';
import { element, frame, heads, present, section } from './element.js';
import { link } from './link.js';
import { say } from './status.js';
import { own, words } from './transport.js';

const intro = element(
  'p',
  { class: 'hint' },
  'A position is a ruleset, an @ and where the game stands: nim@3,4,5. A + adds games up, a - exchanges Left and Right.',
);
const place = element('div', { class: 'answer' });
export const root = [intro, ...(editor ? [editor.root] : []), place];
let isThere = null;

export async function show() {
  const version = own?.version ?? 0;
  if (isThere === version) return;
  try {
    place.replaceChildren(...page(await ask('rulesets', null)));
    isThere = version;
  } catch (error) {
    if (error.name === 'AbortError') return;
    if (!(error instanceof Unanswered)) throw error;
    place.replaceChildren(element('div', { class: 'trouble' }, element('p', { role: 'alert' }, error.message)));
  }
}

function page({ rulesets, files, faults, version }) {
  say(`${rulesets.length} rulesets.`);
  const isModifier = ({ kind }) => kind === 'modifier';
  const table = (title, of) =>
    section(
      title,
      frame(
        title,
        element('table', { class: 'rulesets' }, heads('Ruleset', 'Example', 'Moves', 'More'), element('tbody', {}, of.map(row))),
      ),
    );
  return present([
    section(words.files, files.length > 0 ? list(files, rulesets, faults) : element('p', {}, code(words.none))),
    table(
      'Rulesets',
      rulesets.filter(of => !isModifier(of)),
    ),
    table('Modifiers, each around a ruleset', rulesets.filter(isModifier)),
    element('p', { class: 'soft' }, `sprague ${version}`),
  ]);
}

/**
 * Returns the list of the files, each with a link to begin with: the example of a plugin, or the known part of the notation.
 */
function list(files, rulesets, faults) {
  const example = file => rulesets.find(({ name }) => name === file)?.example;
  const isPlugin = file => rulesets.some(({ name }) => name === file);
  const begin = file => {
    const q = example(file) ?? (isPlugin(file) ? `${file}@` : `digraph:${file}@`);
    return element('a', { href: link('position', { q }) }, `ask ${q}`);
  };
  const entry = file => {
    const fault = faults.find(fault => fault.file === file);
    const how = fault ? element('span', { class: 'trouble' }, fault.why) : begin(file);
    return element('li', {}, element('code', {}, file), ' · ', how, editor?.controls(file, show));
  };
  return element('ul', { class: 'files' }, files.map(entry));
}

/** Returns text in which the parts between backquotes are code elements. */
function code(text) {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : element('code', {}, part)));
}

function row({ notation, play, example, source, component, theorem }) {
  const cell = (...children) => element('td', {}, children);
  const family = example?.slice(0, example.lastIndexOf('@'));
  const sequence = () =>
    element('a', { href: link('sequence', { q: family }), 'aria-label': `sequence of ${family}` }, 'sequence');
  const hasRows = example && theorem && theorem !== '-';
  const name = element(
    'th',
    { scope: 'row' },
    element('code', {}, notation),
    element('span', { class: 'soft' }, ` @ ${component}`),
  );
  return element(
    'tr',
    {},
    name,
    cell(example ? element('a', { href: link('position', { q: example }) }, example) : 'needs a file'),
    cell(play, source && element('span', { class: 'source' }, source)),
    cell(hasRows && sequence()),
  );
}
