// Who wins, in words, with the letter of its class and a colour: blue for won, orange for lost, grey for a draw.

import { element } from './element.js';

/** What a move does for who makes it, by the outcome of the position that it leaves, which is the other player's. */
export const turned = { win: 'loss', loss: 'win', draw: 'draw' };
/** What an outcome says of who makes the move. */
export const does = { win: 'wins', loss: 'loses', draw: 'draws' };
/** The class of a position where both players have the same moves, by its outcome. */
export const letters = { win: 'N', loss: 'P', draw: 'D' };
/** What an outcome is for the player to move, where no class is known. */
export const signs = { win: '✓', draw: '=', loss: '✗' };
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

/** A letter or a sign in the colour of an outcome; the words beside it are for screen readers. */
export function badge(outcome, sign = letters[outcome]) {
  return element('span', { class: `badge ${outcome ?? 'unknown'}`, 'aria-hidden': 'true' }, sign ?? '?');
}

/** Who is to move and wins, as a sentence. */
export function sentence(told) {
  if (!told.outcome_class) return impartial[told.outcome] ?? 'Nobody knows';
  return `${told.first === 'right' ? 'Right' : 'Left'} moves and ${does[told.outcome] ?? 'may win'}`;
}

/** What is known besides, from the shortest to the longest. */
export function facts(told) {
  const moves = told.moves ?? [];
  const wins = moves.filter(move => move.outcome === 'loss').length;
  const total = told.moves_cut
    ? told.winning_moves_total != null && winning(told.winning_moves_total)
    : `${wins} of ${winning(moves.length)}`;
  return [
    told.nimber != null && `nimber ${told.nimber}`,
    told.smith != null && told.nimber == null && `Smith value ${smith(told.smith)}`,
    told.value != null && `value ${told.value}`,
    told.outcome_class && `class ${told.outcome_class}: ${classes[told.outcome_class]}`,
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
    { class: `banner ${told.outcome ?? 'unknown'}`, id: 'verdict', tabindex: '-1' },
    badge(told.outcome, told.outcome_class ?? letters[told.outcome]),
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
