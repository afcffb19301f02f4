// Technical terms: each is a button with a dotted underline that opens its sentence of the glossary.

import { element } from './element.js';
import { sent, words as said } from './transport.js';

// Longer terms come first, because the first that matches is taken.
const words = [
  'misère nimber', 'atomic weight', 'outcome class', 'infinitesimal', 'reduced form', 'Smith value', 'temperature',
  'thermograph', 'generators', 'relations', 'preperiod', 'birthday', 'observed', 'nim-sum', 'nimbers', 'nimber', 'period',
  'proved', 'saltus', 'number', 'tepid', 'genus', 'class', 'stops', 'value', 'mean', 'hot',
];
const pattern = new RegExp(`^(?:N\\^|P\\^|Nv|Pv|[NPLRD])(?=: )|(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

const box = element('div', { class: 'term-box', popover: 'auto', role: 'dialog', tabindex: '-1' });
document.body.append(box);

/** Returns text with a button in place of each technical term. Anything else is returned unchanged. */
export function termed(text) {
  if (typeof text !== 'string') return text;
  const parts = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    parts.push(text.slice(from, index), term(word));
    from = index + word.length;
  }
  return [...parts, text.slice(from)].filter(part => part !== '');
}

function term(word) {
  const open = event => explain(event.currentTarget, word);
  return element('button', { type: 'button', class: 'term', 'aria-haspopup': 'dialog', onclick: open }, word);
}

async function explain(button, word) {
  const told = await about(word);
  box.setAttribute('aria-label', word);
  box.replaceChildren(
    element('p', {}, element('b', {}, told.word ?? word), ' ', told.says ?? told.error ?? said.silent),
    ...(told.source ? [element('p', { class: 'soft' }, told.source)] : []),
  );
  box.showPopover();
  const at = button.getBoundingClientRect();
  const own = box.getBoundingClientRect();
  const below = at.bottom + own.height + 12 < innerHeight;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - own.width - 8))}px`;
  box.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - own.height - 6)}px`;
  box.focus({ preventScroll: true });
}

/** Returns the entry of the glossary. If there is none, the entry has `error` instead of a sentence. */
async function about(word) {
  try {
    const told = await (await sent('ask/glossary', { word })).json();
    return Array.isArray(told) ? told[0] : told;
  } catch {
    return {};
  }
}
