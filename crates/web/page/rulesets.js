// Every ruleset, with how it is written and an example as a link; and the files that the program was started with.

import { Unanswered, ask } from './server.js';
import { element, frame, present, section } from './element.js';
import { link } from './link.js';
import { say } from './status.js';

const intro = element(
  'p',
  { class: 'hint' },
  'A position is a ruleset, an @ and where the game stands: nim@3,4,5. A + adds games up, a - exchanges Left and Right.',
);
const place = element('div', { class: 'answer' });
export const root = [intro, place];
let isThere = false;

export async function show() {
  if (isThere) return;
  try {
    place.replaceChildren(...page(await ask('rulesets', null)));
    isThere = true;
  } catch (error) {
    if (error.name === 'AbortError') return;
    if (!(error instanceof Unanswered)) throw error;
    place.replaceChildren(element('p', { class: 'trouble', role: 'alert' }, error.message));
  }
}

function page({ rulesets, files = [], version }) {
  say(`${rulesets.length} rulesets.`);
  return present([
    section(
      'Files of this run',
      files.length > 0
        ? element(
            'ul',
            { class: 'files' },
            files.map(file =>
              element(
                'li',
                {},
                element('code', {}, file),
                ' ',
                element('a', { href: link('position', { q: `${quoted(file)}@` }) }, 'ask about it'),
              ),
            ),
          )
        : element(
            'p',
            {},
            'None. ',
            element('code', {}, 'sprague serve ./my-game.rhai'),
            ' starts the page with a ruleset of your own; files that are not named are never opened.',
          ),
    ),
    section(
      'Rulesets',
      frame(
        'Rulesets',
        element(
          'table',
          { class: 'rulesets' },
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              ['Ruleset', 'Example', 'Moves', 'More'].map(word => element('th', { scope: 'col' }, word)),
            ),
          ),
          element('tbody', {}, rulesets.map(row)),
        ),
      ),
    ),
    version && element('p', { class: 'soft' }, `sprague ${version}`),
  ]);
}

function row({ notation, play, example, source, component, theorem }) {
  const family = example?.slice(0, example.lastIndexOf('@'));
  const isHeaps = theorem && theorem !== '-' && !/FILE/.test(example);
  const isReady = example && !/FILE/.test(example);
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element('code', {}, notation),
      component ? element('span', { class: 'soft' }, ` @ ${component}`) : null,
    ),
    element(
      'td',
      {},
      isReady ? element('a', { href: link('position', { q: example }) }, example) : element('code', {}, example ?? ''),
    ),
    element('td', {}, play, source ? element('span', { class: 'source' }, source) : null),
    element(
      'td',
      {},
      isHeaps
        ? element('a', { href: link('sequence', { q: family }), 'aria-label': `Sequence of ${family}` }, 'sequence')
        : null,
    ),
  );
}

/** A path with blanks or signs of the notation stands in double quotes. */
function quoted(path) {
  return /[@+,:\s]/.test(path) ? `"${path}"` : path;
}
