// Answers that a limit made less than whole, shown as such: what is missing, and a button that asks for more.

import { element } from './element.js';
import { count } from './verdict.js';

/** What is missing in an answer, each with a button that asks for it by `more(options)`. */
export function notices(told, more) {
  const all = [
    told.nimber_skipped && ['The nimber costs far more than who wins, and was left out.', 'Compute the nimber', { nimber: 'true' }],
    Number(told.undecided_moves) > 0 && [`${count(told.undecided_moves, 'move')} undecided: to decide them costs far more than who wins.`, 'Decide every move', { max_moves: '1000' }],
    told.winning_moves_total == null && told.outcome === 'win' && !told.undecided_moves && told.moves_cut && ['Not every move was looked at.', 'Look at more', { max_moves: '400' }],
  ];
  return all.filter(Boolean).map(([words, button, options]) =>
    element('div', { class: 'notice', role: 'status' }, words, ' ', element('button', { type: 'button', class: 'quiet', onclick: () => more(options) }, button)),
  );
}
