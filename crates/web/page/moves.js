// The list of all legal moves, the best first. A move is highlighted together with the board.

import { drawn, element } from './element.js';
import { count, does as verbs, isOver as over, turned } from './verdict.js';
import { rove } from './roving.js';

const order = { win: 0, draw: 1, unknown: 2, loss: 3 };

/** Returns the result of a move for the player who makes it: `win`, `loss`, `draw` or `unknown`. */
export function result(move) {
  return turned[move.outcome] ?? 'unknown';
}

/**
 * Returns the mark of a move: a full disc for a win, a ring for a loss, half a disc for a draw. Colours only repeat the shapes.
 */
export function mark(move) {
  const does = result(move);
  return drawn(
    'svg',
    { class: `mark ${does}`, width: 14, height: 14, viewBox: '0 0 14 14', 'aria-hidden': 'true' },
    drawn('circle', { cx: 7, cy: 7, r: 5 }),
    does === 'draw' && drawn('path', { d: 'M 7 2 A 5 5 0 0 0 7 12 Z' }),
  );
}

/** Describes the position after a move in a few words. */
export function leaves({ nimber, name, value }) {
  if (nimber != null) return `leaves ${String(nimber) === '0' ? '0' : `∗${nimber}`}`;
  const words = name ?? value;
  return words == null ? '' : `leaves ${words}`;
}

/**
 * The list of the moves. It calls `play(move)` to make a move, and `look(move | null)` when one is pointed at. If values are
 * `hidden`, the moves are in the order of the ruleset, because an order by result would reveal them.
 */
export class Moves {
  constructor(told, { play, look, hidden }) {
    const entries = told.moves.map(move => ({ move, node: entry(move, { play, look, hidden }) }));
    if (!hidden) entries.sort((a, b) => order[result(a.move)] - order[result(b.move)]);
    this.entries = entries;
    const isOver = over(told);
    this.note = element('p', { class: 'hint', role: 'status' });
    this.list = element(
      'ul',
      { class: 'moves', 'data-region': 'moves' },
      entries.map(({ node }) => element('li', {}, node)),
    );
    this.root = element(
      'section',
      { class: 'side', 'aria-label': 'Moves' },
      element(
        'h2',
        {},
        isOver ? 'No moves are left' : 'Moves',
        element('span', { class: 'soft' }, isOver ? '' : hidden ? String(entries.length) : total(told)),
      ),
      this.note,
      told.moves_cut &&
        entries.length > 0 &&
        element('p', { class: 'hint' }, `The first ${count(entries.length, 'move')}, winning ones first; there are more.`),
      this.list,
    );
    rove(this.list, () => this.entries.filter(({ node }) => !node.parentNode.hidden).map(({ node }) => node));
  }

  /** Shows only these moves and a button that shows all again, and gives the focus to the first. */
  narrow(kept) {
    for (const { move, node } of this.entries) node.parentNode.hidden = !kept.includes(move);
    const all = element('button', { type: 'button', class: 'quiet', onclick: () => this.all() }, 'Show all moves');
    this.note.replaceChildren(`${count(kept.length, 'move')} in what you touched. `, all);
    this.entries.find(({ move }) => kept.includes(move))?.node.focus();
  }

  all() {
    for (const { node } of this.entries) node.parentNode.hidden = false;
    this.note.replaceChildren();
    this.entries[0]?.node.focus();
  }

  /** Highlights these moves. */
  light(lit) {
    for (const { move, node } of this.entries) {
      node.classList.toggle('lit', lit.includes(move));
      if (lit.length === 1 && lit[0] === move && this.root.scrollHeight > this.root.clientHeight + 4)
        node.scrollIntoView({ block: 'nearest' });
    }
  }
}

/** Returns the number of winning moves, in words. */
function total({ moves, moves_cut: isCut, winning_moves_total: known }) {
  const winning = number => `${count(number, 'move')} ${Number(number) === 1 ? 'wins' : 'win'}`;
  if (isCut) return known == null ? '' : winning(known);
  return `${moves.filter(({ outcome }) => outcome === 'loss').length} of ${winning(moves.length)}`;
}

function entry(move, { play, look, hidden }) {
  const does = result(move);
  const more = [
    move.remoteness != null && `${move.remoteness} to go`,
    move.superfluous && 'superfluous',
    move.dominated && 'dominated',
    move.reversible_through != null && `reversible through ${move.reversible_through}`,
  ].filter(Boolean);
  return element(
    'button',
    {
      type: 'button',
      class: `move ${hidden ? '' : does}`,
      'data-result': hidden ? null : does,
      'data-to': move.to,
      title: hidden ? null : [move.value != null && `leaves ${move.value}`, ...more].filter(Boolean).join(' · ') || null,
      onclick: () => play(move),
      onfocus: () => look(move),
      onblur: () => look(null),
      onmouseenter: () => look(move),
      onmouseleave: () => look(null),
    },
    !hidden && mark(move),
    element('span', { class: 'name' }, move.move),
    !hidden &&
      element('span', { class: 'worth' }, element('span', { class: 'does' }, `${verbs[does] ?? 'unknown'} `), leaves(move)),
  );
}
