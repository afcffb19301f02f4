// The options of a value as a tree that one can open: each asks for its own options when it is opened.

import { Unanswered, ask } from './server.js';
import { element } from './element.js';
import { link } from './link.js';

let opened = 0;

/** The options of a value that is known: Left's, then Right's. */
export function options(told) {
  const { left, right } = told.options;
  if (left.length + right.length === 0) return element('p', { class: 'soft' }, 'None: neither player can move.');
  return element(
    'ul',
    { class: 'tree' },
    left.map(value => branch('left', value)),
    right.map(value => branch('right', value)),
    told.options_cut && element('li', { class: 'soft' }, 'There are more than these.'),
  );
}

function branch(player, value) {
  const side = element(
    'span',
    { class: `badge ${player}`, title: player === 'left' ? 'Left’s option' : 'Right’s option' },
    player === 'left' ? 'L' : 'R',
  );
  if (value == null) return element('li', {}, side, ' too long to write');
  const inside = element('div', {});
  const details = element(
    'details',
    {
      ontoggle: async () => {
        if (!details.open || inside.firstChild) return;
        inside.replaceChildren(element('p', { class: 'soft' }, '…'));
        inside.replaceChildren(await below(value));
      },
    },
    element('summary', {}, side, ' ', element('code', {}, value)),
    inside,
  );
  return element('li', {}, details);
}

async function below(value) {
  const q = `game@${value}`;
  try {
    opened += 1;
    const told = await ask('value-view', { sum: q }, { slot: `option-${opened}` });
    const heat = told.mean != null && told.number == null ? ` · mean ${told.mean} ± ${told.temperature}` : '';
    return element(
      'div',
      {},
      element(
        'p',
        { class: 'soft' },
        `class ${told.outcome_class}${heat} · `,
        element('a', { href: link('value', { q }) }, 'open alone'),
      ),
      options(told),
    );
  } catch (error) {
    if (error.name !== 'AbortError' && !(error instanceof Unanswered)) throw error;
    return element('p', { class: 'trouble' }, error.message);
  }
}
