// Links of the page: `#position?q=nim@3,4,5&play=misere`. Every view can be linked to, and reads as it was typed.

// These need no escape behind `#`; a plus sign does, since it would be read as a blank.
const readable = { '%40': '@', '%2C': ',', '%3A': ':', '%2F': '/', '%7B': '{', '%7D': '}', '%7C': '|', '%5E': '^' };

/** The link of a view for what is asked there. Empty answers are left out. */
export function link(view, asked = {}) {
  const pairs = Object.entries(asked)
    .filter(([, value]) => value != null && value !== '' && value !== false)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, code => readable[code] ?? code)}`);
  return `#${view}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

/** The view and what is asked of it. */
export function linked(hash) {
  const cut = hash.indexOf('?');
  const view = hash.slice(1, cut < 0 ? undefined : cut);
  return { view, asked: Object.fromEntries(new URLSearchParams(cut < 0 ? '' : hash.slice(cut + 1))) };
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
