// The value of each component of a partizan sum: canonical form, mean, and temperature, which measures how urgent a move is.

import { element, heads } from './element.js';
import { fraction } from './fraction.js';

/**
 * Returns a table of components. `name(part, at)` is the head of a row, and `total` is the value of the sum, if it is known.
 */
export function worths(parts, { name, total }) {
  const hottest = hottestOf(parts);
  // misère forms have no mean and no temperature
  const isCold = parts.every(part => part.mean == null) && total == null;
  const row = (part, at) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name(part, at)),
      cell(part.value ?? '?'),
      !isCold && cell(part.mean),
      !isCold && cell(part.temperature, at === hottest && element('strong', {}, ' hottest')),
    );
  const foot = () =>
    element('tfoot', {}, element('tr', {}, element('th', { scope: 'row' }, 'sum'), cell(total), cell(), cell()));
  return element(
    'table',
    { class: 'addition' },
    heads('component', 'value', ...(isCold ? [] : ['mean', 'temperature'])),
    element('tbody', {}, parts.map(row)),
    total != null && foot(),
  );
}

function cell(...words) {
  return element('td', {}, words);
}

/** Returns the index of the only hottest component if its temperature is above 0, and otherwise -1. */
function hottestOf(parts) {
  const heat = parts.map(part => (part.temperature == null ? -Infinity : fraction(part.temperature)));
  const most = Math.max(...heat);
  return most > 0 && heat.filter(each => each === most).length === 1 ? heat.indexOf(most) : -1;
}
