// The game next to the position: its moves, and buttons to undo, reply, start again, play against sprague, hide values, or take
// a quiz.

import { element } from './element.js';
import { isOver } from './verdict.js';

/** Returns the controls. `match` contains the players, and the other arguments are the actions of the buttons. */
export function board({ told, game, match, change, redraw, reply, undo, jump, anew }) {
  const over = isOver(told);
  const button = (words, action, attributes = {}) =>
    element('button', { type: 'button', onclick: action, ...attributes }, words);
  const tick = (words, name, checked) =>
    element(
      'label',
      { class: 'tick' },
      element('input', {
        type: 'checkbox',
        name,
        checked,
        onchange: event => {
          change({ [name]: event.target.checked });
          redraw();
        },
      }),
      words,
    );
  const starter = element(
    'select',
    { name: 'starter', onchange: event => change({ starter: event.target.value }) },
    [
      ['you', 'you'],
      ['sprague', 'sprague'],
    ].map(([value, words]) => element('option', { value, selected: match.starter === value }, words)),
  );
  return element(
    'div',
    { class: 'match', 'data-region': 'match' },
    over && game.steps.length > 0 && element('p', { class: 'ending', role: 'status' }, ending(told, game)),
    element(
      'div',
      { class: 'row' },
      button('Undo', undo, { id: 'undo', disabled: game.steps.length === 0 }),
      button('Let sprague move', reply, { id: 'reply', disabled: told.moves.length === 0 && !told.best }),
      button('New', anew, { id: 'anew', 'aria-label': 'New game' }),
    ),
    element(
      'div',
      { class: 'row ticks' },
      tick('Play against sprague', 'isOn', match.isOn),
      tick('Hide values', 'isHidden', match.isHidden),
      tick('Quiz', 'isQuiz', match.isQuiz),
      match.isOn && element('label', { class: 'tick' }, 'A new game is started by', starter),
    ),
    element(
      'ol',
      { class: 'history', start: '0', 'data-region': 'history' },
      step(game, 0, 'start', jump),
      game.steps.map(({ move, by }, at) => step(game, at + 1, by ? `${by}: ${move}` : move, jump)),
    ),
  );
}

function step(game, length, words, jump) {
  return element(
    'li',
    {},
    element(
      'button',
      {
        type: 'button',
        onclick: () => jump(length),
        'aria-current': length === game.steps.length && 'step',
      },
      words,
    ),
  );
}

function ending(told, game) {
  const last = game.steps.at(-1).by || 'The last mover';
  if (told.outcome === 'draw') return 'A draw.';
  const isWon = told.outcome === 'loss';
  if (last === 'you') return isWon ? 'You made the last move and win.' : 'You made the last move and lose.';
  return isWon ? `${last} made the last move and wins.` : `${last} made the last move and loses.`;
}
