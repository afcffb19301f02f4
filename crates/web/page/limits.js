// Notices about answers that are incomplete because of a limit: the missing parts, and a button that asks for more.

import { count } from './verdict.js';
import { element } from './element.js';

/** The limit that was reached, in words. */
export const limits = {
  time: 'Stopped at the limit of time',
  positions: 'Stopped at the limit of positions',
  memory: 'Stopped at the limit of memory',
  asked: 'Stopped, as you asked',
  fault: 'The ruleset failed',
};

/** Returns a button that repeats the question. The program continues from what it has found. */
export function again(action) {
  return element('button', { type: 'button', class: 'quiet', onclick: action }, 'Search on');
}

/**
 * Returns notices about the missing parts of an answer. Their buttons call `more(options)`, or `onwards()` to continue the same
 * search.
 */
export function notices(told, { more, onwards }) {
  const all = [
    told.stopped && [stopped(told), again(onwards)],
    told.nimber_skipped && [
      'The nimber costs far more than who wins, and was left out.',
      option('Compute the nimber', { nimber: 'true' }),
    ],
    Number(told.undecided_moves) > 0 && [
      `${count(told.undecided_moves, 'move')} undecided: to decide them costs far more than who wins.`,
      option('Decide every move', { max_moves: '1000' }),
    ],
  ];
  function option(words, options) {
    return element('button', { type: 'button', class: 'quiet', onclick: () => more(options) }, words);
  }
  return all.filter(Boolean).map(([words, button]) => element('div', { class: 'notice', role: 'status' }, words, ' ', button));
}

/** Describes the limit that was reached, the partial answer, and how to get more. */
function stopped({ stopped, why, visited, seconds, outcome, moves, try: tries }) {
  const after = [
    visited != null && count(Number(visited).toLocaleString('en'), 'position'),
    seconds != null && `${Number(seconds).toFixed(1)} s`,
  ]
    .filter(Boolean)
    .join(' and ');
  const known = outcome
    ? moves.length > 0
      ? 'Who wins is known, and some moves; there may be more.'
      : 'Who wins is known, and no move.'
    : 'Nothing is known yet but the position.';
  const flag = tries?.find(flag => flag.startsWith('--limit'));
  return [
    element('strong', {}, limits[stopped] ?? `Stopped: ${why}`),
    `${after ? `, after ${after}` : ''}. ${known}`,
    flag && [' More at once: ', element('code', {}, `sprague serve ${flag}`), '.'],
  ];
}
