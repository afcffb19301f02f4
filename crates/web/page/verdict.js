// Who wins, in words, with the letter of the outcome class. Green is a win, blue is Left and orange is Right.

import { element } from './element.js';
import { termed } from './term.js';

/**
 * The result of a move for the player who makes it, by the outcome of the position after it, which is that of the other player.
 */
export const turned = { win: 'loss', loss: 'win', draw: 'draw' };
/** The verb for an outcome, for the player who moves. */
export const does = { win: 'wins', loss: 'loses', draw: 'draws' };
/** The outcome class of a position in which both players have the same moves, by its outcome. */
export const letters = { win: 'N', loss: 'P', draw: 'D' };
/** The meaning of an outcome class. */
export const classes = {
  N: 'whoever starts wins',
  P: 'whoever starts loses',
  L: 'Left wins, whoever starts',
  R: 'Right wins, whoever starts',
  D: 'nobody wins, whoever starts',
  'N^': 'Left wins if Left starts, and Right draws if Right starts',
  'P^': 'Left draws if Left starts, and Right loses if Right starts',
  Nv: 'Left draws if Left starts, and Right wins if Right starts',
  Pv: 'Left loses if Left starts, and Right draws if Right starts',
};

const impartial = { win: 'Won for the player to move', loss: 'Lost for the player to move', draw: 'A draw' };

/**
 * Returns whether Left and Right have different moves. It does not use the class alone, because that is unknown if a limit was
 * reached.
 */
export function isPartizan({ outcome_class: known, first }) {
  return known != null || first != null;
}

/**
 * Returns a letter or a sign in the colour of an outcome. It is hidden from screen readers, because the text next to it has the
 * same meaning.
 */
export function badge(outcome, sign = letters[outcome]) {
  return element('span', { class: `badge ${outcome ?? 'unknown'}`, 'aria-hidden': 'true' }, sign ?? '?');
}

/** Describes who moves and whether that player wins. */
export function sentence(told) {
  if (!isPartizan(told)) return impartial[told.outcome] ?? 'Who wins is not known yet';
  const player = told.first === 'right' ? 'Right' : 'Left';
  const wins = does[told.outcome] ?? 'may win';
  return told.outcome_class ? `${player} moves and ${wins}` : `${player}, who starts, ${wins}`;
}

/** Returns the letter of the outcome class of a position, or `?`. */
export function letter(told) {
  return told.outcome_class ?? (isPartizan(told) ? null : letters[told.outcome]) ?? '?';
}

/** Returns whether there is no move. If a limit was reached, this is unknown and the result is `false`. */
export function isOver({ moves, stopped }) {
  return moves?.length === 0 && !stopped;
}

/** Returns the banner above an answer: a letter, the winner and the move, and further facts in a softer colour. */
export function verdict(told, { hidden = false } = {}) {
  const over = isOver(told);
  const words = hidden
    ? hint(told, over)
    : over
      ? `The game is over: ${sentence(told).toLowerCase()}`
      : [short(told), by(told)];
  return element(
    'div',
    { class: `banner ${hidden ? '' : (told.outcome ?? 'unknown')}`, id: 'verdict', tabindex: '-1' },
    element('span', { class: `sign ${hidden ? '' : letter(told)}`, 'aria-hidden': 'true' }, hidden ? '?' : letter(told)),
    element('strong', {}, words),
    element('span', { class: 'facts' }, hidden ? 'Values are hidden: play.' : facts(told)),
  );
}

/** Returns the sentence of the banner in a word or two, for use next to the letter. */
function short(told) {
  return isPartizan(told)
    ? sentence(told)
    : ({ win: 'Won', loss: 'Lost, whatever the move' }[told.outcome] ?? sentence(told));
}

function hint(told, over) {
  if (over) return 'The game is over';
  return isPartizan(told) ? `${told.first === 'right' ? 'Right' : 'Left'} moves` : 'Your move';
}

/** Names a winning move, and the number of others. */
function by({ outcome, best, winning_moves: wins, winning_moves_total: total, moves }) {
  if (outcome !== 'win' || moves?.length === 0) return null;
  const move = best?.move ?? wins?.[0]?.move;
  if (move == null) return null;
  const more = Number(total) - 1;
  return element('span', { class: 'by' }, ' by ', element('b', {}, move), more > 0 && ` or ${more} more`);
}

/** Returns further facts, from the shortest to the longest. */
export function facts(told) {
  const value = told.name ?? told.value;
  return joined([
    told.outcome_class
      ? `${told.outcome_class}: ${classes[told.outcome_class]}`
      : !isPartizan(told) && letters[told.outcome] && `${letters[told.outcome]}: ${means[told.outcome]}`,
    told.play === 'misere' && 'the last mover loses',
    told.nimber != null && `nimber ${told.nimber}`,
    told.smith != null && told.nimber == null && `Smith value ${smith(told.smith)}`,
    value != null && ['value ', element('span', { class: 'value-name' }, value)],
    value != null && !/^hot|infinitesimal$/.test(value) && heat(told),
    told.misere_nimber != null && told.play === 'misere' && `misère nimber ${told.misere_nimber}`,
    told.genus && told.play === 'misere' && `genus ${genus(told.genus)}`,
    told.remoteness != null && told.moves?.length > 0 && `over in ${count(told.remoteness, 'move')}`,
  ]);
}

const means = { win: 'won for the player to move', loss: 'lost for the player to move', draw: 'nobody wins' };

function joined(facts) {
  return facts.filter(Boolean).flatMap((fact, at) => (at > 0 ? [' · ', termed(fact)] : [termed(fact)]));
}

/** Describes how urgent a move is: `hot, temperature 3/2`, a number, tepid or infinitesimal. */
export function heat({ temperature, mean }) {
  if (temperature == null) return null;
  if (temperature.startsWith('-')) return 'a number: moving costs';
  return temperature === '0' ? (mean === '0' ? 'infinitesimal' : 'tepid') : `hot, temperature ${temperature}`;
}

/** Describes the value of a component by itself in a few words. */
export function worth({ nimber, name, value, outcome_class: known }) {
  if (nimber != null) return `∗${nimber}`;
  return name ?? value ?? known ?? '';
}

/** Writes a Smith value: a nimber, or ∞ with the nimbers of the options that have one. */
export function smith(value) {
  return Array.isArray(value) ? `∞{${value.join(', ')}}` : String(value);
}

/** Returns a number of things in words. */
export function count(number, what) {
  return `${number} ${what}${Number(number) === 1 ? '' : 's'}`;
}

/** Writes a genus. Its sequence ends with two numbers that repeat for ever, which are written once. */
export function genus([normal, misere]) {
  const above = [...misere];
  while (above.length > 2 && above.at(-1) === above.at(-3)) above.pop();
  return `${normal}^${above.join(above.some(number => number > 9) ? ',' : '')}`;
}
