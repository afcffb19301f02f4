// Describes the known facts about a position in words. A class is named only if the outcomes of both starts are known.

import { isPartizan, letters } from './verdict.js';

const classes = {
  N: 'Whoever starts wins.',
  P: 'Whoever answers wins.',
  L: 'Left wins, whoever starts.',
  R: 'Right wins, whoever starts.',
  D: 'Nobody wins: with best play it is a draw.',
  'N^': 'Left wins if Left starts; if Right starts, nobody wins.',
  'P^': 'If Left starts, nobody wins; if Right starts, Left wins.',
  Nv: 'If Left starts, nobody wins; if Right starts, Right wins.',
  Pv: 'If Left starts, Right wins; if Right starts, nobody wins.',
};

const verbs = { win: 'wins', loss: 'loses', draw: 'draws' };

/** Returns the name of a player. */
export const side = first => (first === 'right' ? 'Right' : 'Left');

/** Returns the outcome class, or `null` unless the outcomes of both starts are known. */
export function classOf(told) {
  return told.outcome_class ?? (isPartizan(told) ? null : (letters[told.outcome] ?? null));
}

/** Describes who wins. */
export function winner(told) {
  const known = classOf(told);
  if (known) return classes[known];
  if (!told.outcome) return 'Who wins is not known yet.';
  const [mover, other] = told.first === 'right' ? ['Right', 'Left'] : ['Left', 'Right'];
  return `${mover}, who moves, ${verbs[told.outcome]}. Who wins when ${other} starts is not known.`;
}

/** Describes how a game has ended for the player who cannot move, whose name is the first. */
export function ending({ outcome, text }, name, other) {
  if (text.startsWith('Play is over')) {
    const won = { win: name, loss: other }[outcome];
    return won
      ? `Play is over: ${won === 'You' ? 'you have' : `${won.replace(/^The/, 'the')} has`} won.`
      : 'Play is over: a draw.';
  }
  const does = { win: 'win', loss: 'lose' }[outcome];
  if (name === 'You') return `You cannot move and ${does}.`;
  const rest = other === 'You' ? ` You ${outcome === 'loss' ? 'win' : 'lose'}.` : '';
  return `${name} cannot move and ${does}s.${rest}`;
}
