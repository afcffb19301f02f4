// Every legal move as a button, coloured by what it does for who makes it and always with its sign.

import { element } from './element.js';
import { badge, count, does as verbs, signs, turned } from './verdict.js';
import { rove } from './roving.js';

const order = { win: 0, draw: 1, unknown: 2, loss: 3 };

/** What a move does for who makes it: `win`, `loss`, `draw` or `unknown`. */
export function result(move) {
  return turned[move.outcome] ?? 'unknown';
}

/**
 * The list of the moves. `play(move)` makes one, `look(move | null)` tells which one is pointed at. With `hidden`, moves stand in
 * the order of the ruleset, since the order by worth would tell.
 */
export class Moves {
  constructor(told, { play, look, hidden }) {
    this.cut = told.moves_cut;
    const entries = told.moves.map(move => ({ move, node: entry(move, play, look) }));
    if (!hidden) entries.sort((a, b) => order[result(a.move)] - order[result(b.move)]);
    this.entries = entries;
    this.note = element('p', { class: 'hint', role: 'status' });
    this.list = element(
      'ul',
      { class: 'moves', 'data-region': 'moves' },
      entries.map(({ node }) => element('li', {}, node)),
    );
    this.root = element('div', {}, this.note, this.list);
    rove(this.list, () => this.entries.filter(({ node }) => !node.parentNode.hidden).map(({ node }) => node));
    this.all();
  }

  /** Shows every move. */
  all() {
    for (const { node } of this.entries) node.parentNode.hidden = false;
    this.note.replaceChildren(this.cut ? `The first ${count(this.entries.length, 'move')}, winning ones first; there are more.` : '');
  }

  /** Shows only some moves, with a button that shows all again, and goes to the first. */
  narrow(kept, words) {
    for (const { move, node } of this.entries) node.parentNode.hidden = !kept.includes(move);
    this.note.replaceChildren(
      `${count(kept.length, 'move')} in ${words}. `,
      element(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () => {
            this.all();
            this.entries[0]?.node.focus();
          },
        },
        'Show all moves',
      ),
    );
    this.entries.find(({ move }) => kept.includes(move))?.node.focus();
  }

  /** Lights these moves. */
  light(lit) {
    for (const { move, node } of this.entries) node.classList.toggle('lit', lit.includes(move));
  }
}

function entry(move, play, look) {
  const does = result(move);
  return element(
    'button',
    {
      type: 'button',
      class: `move ${does}`,
      'data-result': does,
      'data-to': move.to,
      onclick: () => play(move),
      onfocus: () => look(move),
      onblur: () => look(null),
      onmouseenter: () => look(move),
      onmouseleave: () => look(null),
    },
    badge(does, signs[does]),
    element('span', { class: 'name' }, move.move),
    element('span', { class: 'worth' }, worth(move)),
  );
}

function worth(move) {
  return [
    verbs[result(move)] ?? 'unknown',
    move.nimber != null ? `leaves ∗${move.nimber}` : move.value != null && `leaves ${move.value}`,
    move.remoteness != null && `${move.remoteness} to go`,
    move.superfluous && 'superfluous',
    move.dominated && 'dominated',
    move.reversible_through != null && `reversible through ${move.reversible_through}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
