// A game on the page: its first position, and all moves since then. It is plain data, stored in the browser's history.

import { own } from './transport.js';

/** Returns a game that begins with the position of a link. */
export function begun(asked) {
  return { start: asked, steps: [], turn: null };
}

/** Returns the question about the current position of a game. */
export function standing(game) {
  return game.steps.at(-1)?.asked ?? game.start;
}

/**
 * Returns the game after a move by `by`. `turn` is the side that moves next, if it is not the visitor. `placed` is what the
 * move places for good, and `changed` what it changes; the board shows both.
 */
export function played(game, move, by, { turn = null, placed, changed } = {}) {
  const asked = { ...standing(game), q: move.to };
  if (move.next) asked.first = move.next === 'right' ? 'right' : undefined;
  return { ...game, steps: [...game.steps, { move: move.move, by, asked, placed, changed }], turn };
}

/** Returns the game with only its first `length` moves. */
export function shortened(game, length) {
  return { ...game, steps: game.steps.slice(0, length), turn: null };
}

/** Returns the game before the visitor's last move. An answer of sprague to that move is removed as well. */
export function undone(game) {
  let length = game.steps.length - 1;
  if (game.steps[length]?.by === 'sprague' && game.steps[length - 1]?.by === 'you') length -= 1;
  return shortened(game, Math.max(0, length));
}

/** Returns the game that the browser's history kept, if its current position is that of the link, and otherwise `null`. */
export function kept(state, asked) {
  const game = state?.game;
  return game && key(standing(game)) === key(asked) ? game : null;
}

/** Returns the options of the question in addition to the position and its conditions. */
export function others({ q, play, rule, first, ...others }) {
  return others;
}

/** Returns a text that is equal for equivalent questions, as long as the visitor's rulesets do not change. */
export function key(asked) {
  const { q, play, rule, first } = asked;
  const more = Object.entries(others(asked))
    .filter(([, value]) => value !== '')
    .sort();
  const bent = rule && rule !== 'disjunctive' ? rule : '';
  return JSON.stringify([q, play === 'misere', bent, first === 'right', more, own?.version]);
}
