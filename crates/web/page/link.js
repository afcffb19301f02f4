// Links of the page, such as `#position?q=nim@3,4,5&play=misere`. Every view has links, which contain the text as it was typed.

import { own } from './transport.js';

// These characters need no escape after `#`. A plus sign needs one, because it would be read as a blank.
const readable = { '%40': '@', '%2C': ',', '%3A': ':', '%2F': '/', '%7B': '{', '%7D': '}', '%7C': '|', '%5E': '^' };

/** Receives the event `moved` when the visitor goes to another place. */
export const place = new EventTarget();

/**
 * Returns the link to a view with this question. Empty fields are left out. The link contains the `carried` files, by
 * default those of the visitor's files that the question names.
 */
export function link(view, asked = {}, carried = own?.named(asked) ?? []) {
  const pairs = Object.entries(asked)
    .filter(([, value]) => value != null && value !== '' && value !== false)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, code => readable[code] ?? code)}`);
  for (const file of carried) pairs.push(`file=${encodeURIComponent(file)}`);
  return `#${view}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

/** Returns the view of a link, the question, and the files in it. */
export function linked(hash) {
  const cut = hash.indexOf('?');
  const view = hash.slice(1, cut < 0 ? undefined : cut);
  const told = new URLSearchParams(cut < 0 ? '' : hash.slice(cut + 1));
  const { file, ...asked } = Object.fromEntries(told);
  return { view, asked, files: file === undefined ? [] : told.getAll('file') };
}

/** Goes to a link as a click does, but with a state that Back and Forward restore. */
export function go(hash, state = null, { instead = false } = {}) {
  if (instead) history.replaceState(state, '', hash);
  else history.pushState(state, '', hash);
  dispatchEvent(new Event('sprague:moved'));
}

/** Returns the play, the rule and the first player of a link, except those that have their default values. */
export function conditions(asked) {
  return {
    play: asked.play === 'misere' ? 'misere' : undefined,
    rule: asked.rule && asked.rule !== 'disjunctive' ? asked.rule : undefined,
    first: asked.first === 'right' ? 'right' : undefined,
  };
}

/** Lets the tabs of the views about one position, other than this `view`, lead to this question. */
export function carry(asked, view) {
  const { q, ...others } = { q: asked.q, ...conditions(asked) };
  const heaps = /^([a-z-]+(?::[^@+]*)?)@\d+(?:,\d+)*$/.exec(q)?.[1];
  const links = {
    position: { q, ...others },
    graph: { q, play: others.play, first: others.first },
    value: { q },
    ...(heaps && { sequence: { q: heaps, play: others.play }, quotient: { q: heaps } }),
  };
  for (const [name, question] of Object.entries(links))
    if (name !== view) document.querySelector(`nav [data-view=${name}]`)?.setAttribute('href', link(name, question));
}
