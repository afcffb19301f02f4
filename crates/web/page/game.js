// A game that is played on the page: where it began, and every move since. Plain data, which the browser's history keeps.

import { own } from './transport.js';

/** A game that begins with what a link asks. */
export function begun(asked) {
  return { start: asked, steps: [], turn: null };
}

/** What is asked about the game as it stands. */
export function standing(game) {
  return game.steps.at(-1)?.asked ?? game.start;
}

/**
 * The game after a move by `by`. `turn` says who is next, if that is not the visitor; `placed` is what it lays for good, and `changed`
 * what it changes, for the board to show.
 */
export function played(game, move, by, { turn = null, placed, changed } = {}) {
  const asked = { ...standing(game), q: move.to };
  if (move.next) asked.first = move.next === 'right' ? 'right' : undefined;
  return { ...game, steps: [...game.steps, { move: move.move, by, asked, placed, changed }], turn };
}

/** The game with its first `length` moves only. */
export function shortened(game, length) {
  return { ...game, steps: game.steps.slice(0, length), turn: null };
}

/** The game before the visitor's last move: the answer of sprague goes with it. */
export function undone(game) {
  let length = game.steps.length - 1;
  if (game.steps[length]?.by === 'sprague' && game.steps[length - 1]?.by === 'you') length -= 1;
  return shortened(game, Math.max(0, length));
}

/** The game that the history kept, if it stands at what the link asks. */
export function kept(state, asked) {
  const game = state?.game;
  return game && key(standing(game)) === key(asked) ? game : null;
}

/** What is asked beside the position and its conditions. */
export function others({ q, play, rule, first, ...others }) {
  return others;
}

/** One text for all ways to ask the same, as long as the visitor's rulesets stay as they are. */
export function key(asked) {
  const { q, play, rule, first } = asked;
  const more = Object.entries(others(asked))
    .filter(([, value]) => value !== '')
    .sort();
  const bent = rule && rule !== 'disjunctive' ? rule : '';
  return JSON.stringify([q, play === 'misere', bent, first === 'right', more, own?.version]);
}
