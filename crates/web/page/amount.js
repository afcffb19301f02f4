// The panel that “Value” opens: the name of a value, how hot it is, its thermograph, and on demand its canonical form in
// braces.

import { ask, Unanswered } from './server.js';
import { element, present } from './element.js';
import { genus, heat } from './verdict.js';
import { link } from './link.js';
import { termed } from './term.js';
import { thermograph } from './thermograph.js';

/** Fills the panel with the known facts, and again with more facts after the program's answer. */
export function amount(told, { q, fill }) {
  fill(shown(told, null));
  if (told.value == null && told.name == null) return;
  ask('value-view', { sum: q }, { slot: 'panel' }).then(
    more => fill(shown(told, more, q)),
    error => {
      if (error.name !== 'AbortError' && !(error instanceof Unanswered)) throw error;
    },
  );
}

function shown(told, more, q) {
  const name = more?.headline ?? told.name ?? told.value;
  if (name == null)
    return present([
      element('h2', {}, 'Value'),
      element('p', {}, told.nimber != null ? `The nimber ∗${told.nimber}.` : 'No value is known.'),
      told.genus && element('p', { class: 'soft' }, `Genus ${genus(told.genus)}`),
    ]);
  const value = more?.value ?? told.value;
  return present([
    element('h2', {}, 'Value'),
    element('p', { class: 'great' }, name),
    facts([
      ['kind', heat(told)],
      ['mean', told.mean],
      ['temperature', told.temperature],
      ['stops', more && `${more.left_stop}, ${more.right_stop}`],
      ['birthday', more && String(more.birthday)],
    ]),
    more?.thermograph && told.temperature != null && !told.temperature.startsWith('-') && thermograph(more),
    braces(value, name),
    q && element('p', {}, element('a', { href: link('value', { q }) }, 'All of it: options, class, comparisons')),
  ]);
}

/** Returns a list of the known facts with their names; facts that are `null`, `undefined` or `false` are left out. */
export function facts(pairs) {
  const known = pairs.filter(([, fact]) => fact != null && fact !== false);
  const words = (name, fact) => (['class', 'kind'].includes(name) ? termed(fact) : String(fact));
  return element(
    'dl',
    { class: 'known' },
    known.map(([name, fact]) => [element('dt', {}, termed(name)), element('dd', {}, words(name, fact))]),
  );
}

/** Returns the canonical form in braces, folded, unless it is equal to the name. */
export function braces(value, name) {
  if (value == null || value === name) return null;
  return element(
    'details',
    { class: 'braces' },
    element('summary', {}, 'Canonical form in braces'),
    element('code', {}, value),
  );
}
