// Functions that create elements of the page. Text from questions and answers is never parsed as markup.

const drawing = 'http://www.w3.org/2000/svg';

/**
 * Creates an HTML element. `on…` attributes become listeners, and `true` an empty attribute. Children that are `null` or
 * `false` are left out.
 */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Creates an element of a drawing, or `svg` itself, in the same way. */
export function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(drawing, name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...present(children));
  return node;
}

/** Creates a button. */
export function button(words, onclick, attributes = {}) {
  return element('button', { type: 'button', onclick, ...attributes }, words);
}

/** Returns buttons of which one is chosen. `choices` are `[id, words]`. */
export function choice(label, choices, value, change) {
  return element(
    'div',
    { class: 'choice', role: 'group', 'aria-label': label },
    choices.map(([id, words]) =>
      button(words, () => change(id), { 'aria-pressed': String(id === value), 'data-keep': `${label} ${id}` }),
    ),
  );
}

/** Returns the children, flattened, without those that are `null`, `undefined` or `false`. */
export function present(children) {
  return children.flat(Infinity).filter(child => child != null && child !== false);
}

/** Returns a section with a heading. */
export function section(title, ...children) {
  return element('section', {}, element('h2', {}, title), children);
}

/** Returns the head of a table. */
export function heads(...words) {
  return element(
    'thead',
    {},
    element(
      'tr',
      {},
      words.map(word => element('th', { scope: 'col' }, word)),
    ),
  );
}

/** Returns a frame for wide content. It scrolls inside the frame, also by keyboard, so that the page need not scroll. */
export function frame(label, ...children) {
  return element('div', { class: 'frame', role: 'region', 'aria-label': label, tabindex: '0' }, children);
}

/** Returns a colour of the style sheet, as it is in the current theme. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls `paint` whenever the theme changes, because canvases do not repaint by themselves. */
export function onTheme(paint) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
}
