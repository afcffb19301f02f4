// What the components of a partizan sum are worth alone: canonical forms, means, and temperatures, which say how urgent a move is.

import { element, heads } from './element.js';
import { fraction } from './fraction.js';

/** A table of components. `name(part, at)` is what stands before each, `total` the value of the sum, if it is known. */
export function worths(parts, { name, total }) {
  const hottest = hottestOf(parts);
  // misère forms have neither mean nor temperature
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

/** The only component of the greatest temperature, if it is above 0; else -1. */
function hottestOf(parts) {
  const heat = parts.map(part => (part.temperature == null ? -Infinity : fraction(part.temperature)));
  const most = Math.max(...heat);
  return most > 0 && heat.filter(each => each === most).length === 1 ? heat.indexOf(most) : -1;
}
