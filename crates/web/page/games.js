// The rulesets as games for people: names, rules in two sentences, sizes, and pictures.

import { element } from './element.js';
import { ask } from './server.js';
import { kind } from './stage.js';
import { own } from './transport.js';

let known = null;

/** Returns the program's list of rulesets and files. */
export async function games() {
  const version = own?.version ?? 0;
  if (known?.version !== version) {
    const told = ask('rulesets', null, { slot: 'rulesets' });
    known = { version, told };
    told.catch(() => (known = null));
  }
  try {
    return await known.told;
  } catch (error) {
    // the visitor went to another view, which needs the list too
    if (error.name === 'AbortError') return games();
    throw error;
  }
}

/** Returns the game of a family. */
export function gameOf(rulesets, family) {
  return (
    rulesets.find(({ name, kind }) => kind === 'plugin' && family.startsWith(name)) ??
    rulesets.find(({ name }) => name === family.split(':')[0])
  );
}

/** Returns the name of a position: that of its games. */
export function titled(rulesets, { components }) {
  const titles = new Set(components.map(({ family }) => gameOf(rulesets, family)?.title ?? family));
  return [...titles].slice(0, 3).join(' + ');
}

/** Returns the rules of a position in a few sentences. */
export function briefly(rulesets, { components, play }) {
  const sentences = [...new Set(components.map(({ family }) => gameOf(rulesets, family)?.brief).filter(Boolean))];
  const turned =
    play === 'misere' && element('strong', {}, 'Here it is turned round: whoever makes the last move loses.');
  return [...sentences.slice(0, 2), turned].filter(Boolean).map(words => element('p', { class: 'rules' }, words));
}

/** Returns a small picture of a position, with the marks of the last move as on the board. */
export function thumbnail({ drawn, begun = [], placed = [], lastly = [] }) {
  const shown = drawn.slice(0, 5).map((component, index) => {
    const about = { first: null, placed, isNarrow: false, begun };
    const board = component.picture && kind(component, true)([{ ...component, index }], [], about);
    const { root, parts = [] } = board?.draw(48, 300, 420) ?? {};
    const cells = lastly.filter(({ component }) => component === index).flatMap(({ cells }) => cells);
    if (board?.shape) for (const { node, cell } of parts) node.classList.toggle('last', cells.includes(cell));
    // a heap that is too high to count has a field beside its picture
    return root?.querySelector?.(':scope > svg') ?? root;
  });
  if (shown.length === 0 || shown.some(root => root?.localName !== 'svg'))
    return element('span', { class: 'plate' }, element('code', {}, drawn.map(({ component }) => component).join(', ')));
  const sizes = shown.map(root => ['width', 'height'].map(side => Number(root.getAttribute(side))));
  const wide = sizes.reduce((sum, [width]) => sum + width, 0);
  const scale = Math.min(1, 140 / wide, 104 / Math.max(...sizes.map(([, height]) => height)));
  shown.forEach((root, at) => {
    root.setAttribute('width', sizes[at][0] * scale);
    root.setAttribute('height', sizes[at][1] * scale);
  });
  return element('span', { class: 'plate', 'aria-hidden': 'true' }, shown);
}

/**
 * Parses a position that somebody types, such as `Nim 3 4 5`, `3,4,5` or `domineering 4 x 4`. Returns `{ game, q }`, or
 * `null`.
 */
export function kindly(rulesets, typed) {
  const text = typed.trim();
  if (text.includes('@')) {
    const game = gameOf(rulesets, text.slice(0, text.indexOf('@')).replace(/^-/, ''));
    return game ? { game, q: text } : null;
  }
  const lower = text.toLowerCase();
  const names = rulesets.flatMap(game => [game.title, game.name].map(name => ({ game, name: name.toLowerCase() })));
  const found = names.filter(({ name }) => lower.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length)[0];
  const rest = (found ? text.slice(found.name.length) : text).trim();
  if (!rest || (!found && !/^\d[\d\s,]*$/.test(rest))) return null;
  const game = found?.game ?? gameOf(rulesets, 'nim');
  const position = rest
    .replace(/(\d)\s*[x×]\s*(?=\d)/g, '$1x')
    .replace(/(\d)[\s,]+(?=\d)/g, game.shape === 'heaps' ? '$1,' : '$1');
  const family =
    game.notation.includes(':') && !game.notation.includes('[') && game.example ? game.example.split('@')[0] : game.name;
  return { game, q: `${family}@${position.replace(/\s+/g, '')}` };
}
