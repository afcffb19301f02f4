// The classes of rows: a colour and a number for each class, and its law in words.

import { element, frame, heads, section } from './element.js';

const colours = 8;
const listed = 200;

const kinds = {
  constant: 'all rows are equal',
  gain: 'rises by a game',
  structure: 'known options',
  order: 'order alone',
};

/** Returns the mark of a class: its number on its colour. */
function mark({ residue, law }) {
  return element('span', { class: `class c${residue % colours}`, title: law }, residue);
}

/** Returns the mark of the class of row n, unless n precedes the first row to which the law of the class applies. */
export function classed({ classes }, n) {
  const own = classes?.[n % classes.length];
  return own && n >= (own.from ?? 0) && [' ', mark(own)];
}

/** Returns a table of all classes with their laws. */
export function classTable({ classes, order }) {
  if (!classes) return null;
  const row = own =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, mark(own)),
      element('td', {}, kinds[own.kind] ?? own.kind),
      element('td', {}, own.law),
    );
  const modulus = order.period;
  const more = classes.length - listed;
  return section(
    'Classes of rows',
    element(
      'p',
      { class: 'hint' },
      modulus === 1
        ? 'All rows have one law.'
        : `A number on a colour is the class of a row: n modulo ${modulus}. It stands beside rows for which the law holds.`,
    ),
    frame(
      'Classes of rows',
      element(
        'table',
        { class: 'classes' },
        heads('Class', 'Kind', 'Law'),
        element('tbody', {}, classes.slice(0, listed).map(row)),
      ),
    ),
    more > 0 && element('p', { class: 'hint' }, `… and ${more} more: JSON has them all.`),
  );
}
