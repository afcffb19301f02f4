// Links of the page: `#position?q=nim@3,4,5&play=misere`. Every view can be linked to, and reads as it was typed.

import { own } from './transport.js';

// These need no escape behind `#`; a plus sign does, since it would be read as a blank.
const readable = { '%40': '@', '%2C': ',', '%3A': ':', '%2F': '/', '%7B': '{', '%7D': '}', '%7C': '|', '%5E': '^' };

/** Tells by `moved` that another place was gone to. */
export const place = new EventTarget();

/**
 * The link of a view for what is asked there. Empty answers are left out. The files go with it that are `carried`: those of the
 * visitor that are named there.
 */
export function link(view, asked = {}, carried = own?.named(asked) ?? []) {
  const pairs = Object.entries(asked)
    .filter(([, value]) => value != null && value !== '' && value !== false)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, code => readable[code] ?? code)}`);
  for (const file of carried) pairs.push(`file=${encodeURIComponent(file)}`);
  return `#${view}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

/** The view, what is asked of it, and the files that came with the link. */
export function linked(hash) {
  const cut = hash.indexOf('?');
  const view = hash.slice(1, cut < 0 ? undefined : cut);
  const told = new URLSearchParams(cut < 0 ? '' : hash.slice(cut + 1));
  const { file, ...asked } = Object.fromEntries(told);
  return { view, asked, files: file === undefined ? [] : told.getAll('file') };
}

/** Goes to a link as a click would, but with a state that Back and Forward bring again. */
export function go(hash, state = null, { instead = false } = {}) {
  if (instead) history.replaceState(state, '', hash);
  else history.pushState(state, '', hash);
  dispatchEvent(new Event('sprague:moved'));
}

/** What play, rule and first player the link names, where they are not what is understood anyway. */
export function conditions(asked) {
  return {
    play: asked.play === 'misere' ? 'misere' : undefined,
    rule: asked.rule && asked.rule !== 'disjunctive' ? asked.rule : undefined,
    first: asked.first === 'right' ? 'right' : undefined,
  };
}
