// Describes the known facts about a position in words. A class is named only if the outcomes of both starts are known.

import { path } from './line.js';
import { count, heat, isPartizan, letters } from './verdict.js';

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

const tags = { N: 'whoever starts', P: 'whoever answers', L: 'Left wins', R: 'Right wins', D: 'a draw' };

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

/** Describes who wins in a few words, and the colour for it. */
export function tag(told) {
  const known = classOf(told);
  const colours = { N: 'win', P: 'loss', L: 'left', R: 'right' };
  if (known) return { words: tags[known] ?? classes[known], colour: colours[known] ?? 'draw' };
  if (!told.outcome) return { words: 'not known yet', colour: 'soft' };
  return { words: `${side(told.first)}, who moves, ${verbs[told.outcome]}`, colour: told.outcome };
}

/** Describes how a game has ended for the player who cannot move, whose name is the first. */
function ending({ outcome, text }, name, other) {
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

/** Describes the end of a game. `name(node)` is the player who moves there, and `name(node, true)` the other one. */
export function over(node, name) {
  const { score, ...told } = node.shown.over;
  if (score == null) return ending(told, name(node), name(node, true));
  const [mover, other] = points(node);
  const lead = mover + score - other;
  const outcome = lead > 0 ? 'win' : lead < 0 ? 'loss' : 'draw';
  return ending({ ...told, outcome }, name(node), name(node, true)) + tally(node, name);
}

/** Returns the points so far of the player who moves here and of the other. */
function points(node) {
  const sums = [0, 0];
  for (const { move, parent } of path(node)) sums[parent.turn] += move.gain ?? 0;
  return node.turn === 0 ? sums : sums.reverse();
}

/** Returns the points so far in words, if the rules count points. */
export function tally(node, name) {
  if (!node.shown.points) return '';
  const [mover, other] = points(node);
  return ` ${name(node)}: ${mover}, ${name(node, true)}: ${other}.`;
}

/** Returns three hints: whether there is a win, where, and by which move. `wording(move)` is a move in words. */
export function threeHints(told, wording) {
  const aim = { win: 'loss', draw: 'draw' }[told.outcome];
  const good = (told.moves ?? []).filter(({ outcome }) => outcome === aim);
  if (!aim)
    return [
      'Every move loses against perfect play.',
      'Leave as many moves as you can: the other player may err.',
      'The longest game is all that you can have.',
    ];
  if (good.length === 0) return ['There is a good move, but it was not found in time.', '', ''].filter(Boolean);
  const text = wording(good[0]);
  const where = /heap \d+|\d+\.\d+/.exec(text)?.[0] ?? text.split(' ')[0];
  return [
    aim === 'loss' ? 'There is a winning move.' : 'There is a move that holds the draw.',
    good.length === 1 ? `Only one; look at ${where}.` : `There are ${good.length}; one is at ${where}.`,
    `Play ${text}.`,
  ];
}

/** Returns a sentence if this move gave a win or a draw away, or `null`. */
export function slip(told, { move }) {
  const made = told.moves?.find(other => other.move === move);
  const lost = { win: ['loss', 'You had won, and this lets it go.'], draw: ['draw', 'It was a draw, and this lets it go.'] }[
    told.outcome
  ];
  const worse = { loss: 0, draw: 1, win: 2 };
  return lost && made?.outcome && worse[made.outcome] > worse[lost[0]] ? lost[1] : null;
}

/** The tasks of a lesson. */
export const tasks = [
  ['play', 'Play it'],
  ['who', 'Who wins?'],
  ['move', 'Find a winning move'],
  ['value', 'What is it worth?'],
];

/** Returns the name of the player who moves on a board. */
export const mover = ({ first }) => (first ? side(first) : 'The player to move');

/** Returns the question of a task. */
export function questionOf(task, shown) {
  if (task === 'who') return 'Who wins with best play?';
  return task === 'value' ? 'What is this position worth?' : `${mover(shown)}: find a move that wins.`;
}

const sides = [
  ['N', 'Whoever starts'],
  ['P', 'Whoever answers'],
  ['L', 'Left, whoever starts'],
  ['R', 'Right, whoever starts'],
];
const nimbers = [...Array(8)].map((_, n) => [String(n), n > 0 ? `∗${n}` : '0']);
const values = [
  ['0', '0'],
  ['1', '1'],
  ['-1', '−1'],
  ['1/2', '½'],
  ['-1/2', '−½'],
  ['*', '∗ (star)'],
  ['^', '↑ (up)'],
  ['v', '↓ (down)'],
  ['{1|-1}', '±1'],
];

/** Returns the answers to choose from. They are the same for every position of a game. */
export function answers(task, { first, points }) {
  if (task === 'move') return [['none', 'There is none']];
  if (task === 'value') return [...(first ? values : nimbers), ['other', 'Something else']];
  return [...(first ? sides : sides.slice(0, 2)), ...(points ? [['D', 'Nobody: a draw']] : [])];
}

/** Returns the right answer, or `null` if it is not known or not offered. Of moves it is `none` or `win`. */
export function rightAnswer(task, told, shown) {
  if (task === 'move') return told.outcome ? (told.outcome === 'win' ? 'win' : 'none') : null;
  const found = task === 'who' ? classOf(told) : shown.first ? told.value : told.nimber;
  const isOffered = answers(task, shown).some(([id]) => id === String(found));
  return isOffered ? String(found) : task === 'value' && found != null ? 'other' : null;
}

/** Explains the right answer. */
export function explained(task, told, shown, wording) {
  const best = told.moves?.find(({ outcome }) => outcome === 'loss');
  const by = best && told.outcome === 'win' ? ` ${mover(shown)} can begin with: ${wording(best)}.` : '';
  if (task === 'value') return `It is worth ${shown.first ? (told.name ?? told.value) : `∗${told.nimber}`}. ${winner(told)}`;
  return task === 'move' && !by ? 'Every move has an answer.' : `${winner(told)}${by}`;
}

/** Returns three hints for a question. */
export function hintsFor(task, told, shown, wording) {
  const many = `${count(shown.moves.length, 'move')}: what does each leave the other player?`;
  if (task === 'move') return [many, ...threeHints(told, wording).slice(0, told.outcome === 'loss' ? 1 : 2)];
  if (task === 'value' && shown.first) return [winner(told), heat(told) ?? '', told.mean ? `Its mean is ${told.mean}.` : ''];
  const known = (told.moves ?? []).map(({ nimber }) => nimber).filter(nimber => nimber != null);
  const left = [...new Set(known)].sort((a, b) => a - b);
  if (task === 'value')
    return ['It is the smallest number that no move leaves.', `The moves leave ${left.join(', ') || 'nothing'}.`, winner(told)];
  const best = told.best && wording(told.best);
  return [
    many,
    best ? `A good one is: ${best}. Has the other player an answer?` : 'There is no move.',
    shown.first ? `If ${mover(shown)} starts, ${mover(shown)} ${verbs[told.outcome]}.` : winner(told),
  ];
}
