// Who wins, in words, with the letter of its class: green for won; blue is Left and orange Right.

import { element } from './element.js';
import { termed } from './term.js';

/** What a move does for who makes it, by the outcome of the position that it leaves, which is the other player's. */
export const turned = { win: 'loss', loss: 'win', draw: 'draw' };
/** What an outcome says of who makes the move. */
export const does = { win: 'wins', loss: 'loses', draw: 'draws' };
/** The class of a position where both players have the same moves, by its outcome. */
export const letters = { win: 'N', loss: 'P', draw: 'D' };
/** What a class means. */
export const classes = {
  N: 'whoever starts wins',
  P: 'whoever starts loses',
  L: 'Left wins, whoever starts',
  R: 'Right wins, whoever starts',
  D: 'nobody wins, whoever starts',
  'N^': 'Left wins by starting, and Right draws',
  'P^': 'Left draws by starting, and Right loses',
  Nv: 'Left draws by starting, and Right wins',
  Pv: 'Left loses by starting, and Right draws',
};

const impartial = { win: 'Won for the player to move', loss: 'Lost for the player to move', draw: 'A draw' };

/** Whether Left and Right have moves of their own; where a limit was reached, their class is not known, and letters of other games say nothing. */
export function isPartizan({ outcome_class: known, first }) {
  return known != null || first != null;
}

/** A letter or a sign in the colour of an outcome; the words beside it are for screen readers. */
export function badge(outcome, sign = letters[outcome]) {
  return element('span', { class: `badge ${outcome ?? 'unknown'}`, 'aria-hidden': 'true' }, sign ?? '?');
}

/** Who is to move and wins, as a sentence. */
export function sentence(told) {
  if (!isPartizan(told)) return impartial[told.outcome] ?? 'Who wins is not known yet';
  const player = told.first === 'right' ? 'Right' : 'Left';
  const wins = does[told.outcome] ?? 'may win';
  return told.outcome_class ? `${player} moves and ${wins}` : `${player}, who starts, ${wins}`;
}

/** The letter of the class of a position. */
export function letter(told) {
  return told.outcome_class ?? (isPartizan(told) ? null : letters[told.outcome]) ?? '?';
}

/** Whether no move is left; where a limit was reached, moves are not known. */
export function isOver({ moves, stopped }) {
  return moves?.length === 0 && !stopped;
}

/** The banner over an answer: a letter, who wins by which move, and softer what is known besides. */
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

/** The same in a word or two where a letter stands beside it. */
function short(told) {
  return isPartizan(told)
    ? sentence(told)
    : ({ win: 'Won', loss: 'Lost, whatever the move' }[told.outcome] ?? sentence(told));
}

function hint(told, over) {
  if (over) return 'The game is over';
  return isPartizan(told) ? `${told.first === 'right' ? 'Right' : 'Left'} moves` : 'Your move';
}

/** The winning move, and how many more there are. */
function by({ outcome, best, winning_moves: wins, winning_moves_total: total, moves }) {
  if (outcome !== 'win' || moves?.length === 0) return null;
  const move = best?.move ?? wins?.[0]?.move;
  if (move == null) return null;
  const more = Number(total) - 1;
  return element('span', { class: 'by' }, ' by ', element('b', {}, move), more > 0 && ` or ${more} more`);
}

/** What is known besides, from the shortest to the longest. */
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

/** How urgent a move is: `hot, temperature 3/2`, a number, or nothing to speak of. */
export function heat({ temperature, mean }) {
  if (temperature == null) return null;
  if (temperature.startsWith('-')) return 'a number: moving costs';
  return temperature === '0' ? (mean === '0' ? 'infinitesimal' : 'tepid') : `hot, temperature ${temperature}`;
}

/** What a component is worth alone, in a few words. */
export function worth({ nimber, name, value, outcome_class: known }) {
  if (nimber != null) return `∗${nimber}`;
  return name ?? value ?? known ?? '';
}

/** A Smith value: a nimber, or ∞ with the nimbers of the options that have one. */
export function smith(value) {
  return Array.isArray(value) ? `∞{${value.join(', ')}}` : String(value);
}

/** A number of things in words. */
export function count(number, what) {
  return `${number} ${what}${Number(number) === 1 ? '' : 's'}`;
}

/** A genus as it is written: what goes on for ever, two numbers in turn, is written once. */
export function genus([normal, misere]) {
  const above = [...misere];
  while (above.length > 2 && above.at(-1) === above.at(-3)) above.pop();
  return `${normal}^${above.join(above.some(number => number > 9) ? ',' : '')}`;
}
