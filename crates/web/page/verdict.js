// Who wins, in words, with a letter and a colour: blue for won, orange for lost, grey for a draw.

import { element } from './element.js';

/** What a move does for who makes it, by the outcome of the position that it leaves, which is the other player's. */
export const turned = { W: 'L', L: 'W', D: 'D' };
/** What a letter says of a move. */
export const does = { W: 'wins', L: 'loses', D: 'draws' };

const impartial = { W: 'Won for the player to move', L: 'Lost for the player to move', D: 'A draw' };
const verbs = { W: 'wins', L: 'loses', D: 'draws' };
const classes = {
  N: 'class N: whoever moves next wins',
  P: 'class P: whoever moves next loses',
  L: 'class L: Left wins, whoever starts',
  R: 'class R: Right wins, whoever starts',
};

/** The letter in its colour; the words beside it are for screen readers. */
export function badge(letter) {
  return element('span', { class: `badge ${letter ?? 'U'}`, 'aria-hidden': 'true' }, letter ?? '?');
}

/** Who is to move and wins, as a sentence. */
export function sentence(told) {
  if (!told.outcome_class) return impartial[told.outcome] ?? 'Nobody knows';
  return `${told.first === 'right' ? 'Right' : 'Left'} moves and ${verbs[told.outcome] ?? 'may win'}`;
}

/** What is known besides, from the shortest to the longest. */
export function facts(told) {
  const moves = told.moves ?? [];
  const wins = moves.filter(move => move.outcome === 'L').length;
  const total = told.moves_cut
    ? told.winning_moves_total != null && winning(told.winning_moves_total)
    : `${wins} of ${winning(moves.length)}`;
  return [
    told.nimber != null && `nimber ${told.nimber}`,
    told.smith != null && told.nimber == null && `Smith value ${smith(told.smith)}`,
    told.value != null && `value ${told.value}`,
    told.outcome_class && (classes[told.outcome_class] ?? `class ${told.outcome_class}`),
    told.misere_nimber != null && told.play === 'misere' && `misère nimber ${told.misere_nimber}`,
    told.genus && told.play === 'misere' && `genus ${genus(told.genus)}`,
    told.remoteness != null && moves.length > 0 && `over in ${count(told.remoteness, 'move')}`,
    moves.length > 0 && total,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The banner over an answer. */
export function verdict(told) {
  const over = told.moves?.length === 0;
  const said = over ? `The game is over: ${sentence(told).toLowerCase()}` : sentence(told);
  return element(
    'p',
    { class: `banner ${told.outcome ?? 'U'}`, id: 'verdict', tabindex: '-1' },
    badge(told.outcome),
    element('strong', {}, said),
    element('span', { class: 'facts' }, facts(told)),
  );
}

/** A Smith value: a nimber, or ∞ with the nimbers of the options that have one. */
export function smith(value) {
  return Array.isArray(value) ? `∞{${value.join(', ')}}` : String(value);
}

/** A number of things in words. */
export function count(number, what) {
  return `${number} ${what}${Number(number) === 1 ? '' : 's'}`;
}

/** So many moves, and that they win. */
function winning(number) {
  return `${count(number, 'move')} ${Number(number) === 1 ? 'wins' : 'win'}`;
}

function genus([normal, misere]) {
  return `${normal}^${misere.join('')}`;
}
