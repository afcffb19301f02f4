// Elements of the page, made by calls. Text is always text: nothing that is typed or answered is read as markup.

const drawing = 'http://www.w3.org/2000/svg';

/** An HTML element. `on…` attributes are listeners, `true` writes an empty one; `false`, `null` and absent children are left out. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for what stands inside a drawing (`svg` itself included). */
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

/** Children without those that are absent. */
export function present(children) {
  return children.flat(Infinity).filter(child => child != null && child !== false);
}

/** A section under a heading. */
export function section(title, ...children) {
  return element('section', {}, element('h2', {}, title), children);
}

/** The head of a table. */
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

/** What is wide scrolls inside its own frame, by keyboard too, and never the page. */
export function frame(label, ...children) {
  return element('div', { class: 'frame', role: 'region', 'aria-label': label, tabindex: '0' }, children);
}

/** A colour of the style sheet, as it is in the theme that is seen now. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls back whenever the theme changes, since canvases do not repaint by themselves. */
export function onTheme(paint) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
}
