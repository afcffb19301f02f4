// Words of the field: each is a button, underlined with dots, that opens the sentence of the glossary beside it.

import { element } from './element.js';
import { sent, words as said } from './transport.js';

// Longer words first: of two that fit, the first is taken.
const words = [
  'misère nimber', 'atomic weight', 'outcome class', 'infinitesimal', 'reduced form', 'Smith value', 'temperature',
  'thermograph', 'generators', 'relations', 'preperiod', 'birthday', 'observed', 'nim-sum', 'nimbers', 'nimber', 'period',
  'proved', 'saltus', 'number', 'tepid', 'genus', 'class', 'stops', 'value', 'mean', 'hot',
];
const pattern = new RegExp(`^(?:N\\^|P\\^|Nv|Pv|[NPLRD])(?=: )|(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

const box = element('div', { class: 'term-box', popover: 'auto', role: 'dialog', tabindex: '-1' });
document.body.append(box);

/** Text, or anything else unchanged, with a button in place of each word of the field. */
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

/** The entry of the glossary; with `error` in place of the sentence where there is none. */
async function about(word) {
  try {
    const told = await (await sent('ask/glossary', { word })).json();
    return Array.isArray(told) ? told[0] : told;
  } catch {
    return {};
  }
}
