// A game as it was played: a tree of positions, of which one is looked at. A move that is taken back stays as a branch.

import { button, element } from './element.js';
import { ask } from './server.js';

/** Returns the start of a game. `turn` is 0 for the player who starts, and 1 for the other. */
export function started(asked) {
  return { asked, turn: 0, move: null, parent: null, children: [], depth: 0, placed: [], changed: [], told: null, shown: null };
}

/** Returns a position by the rules alone, after a line of moves. */
export function board({ q, line, ...conditions }, slot = 'board') {
  return ask('board', { position: q, line, ...conditions }, { slot });
}

/** Returns the last position of a link's line, and the reason if the line ends before its last move. */
export async function opened({ q, m }, conditions, slot) {
  const first = started({ q, ...conditions });
  const line = read(m);
  let at = first;
  for (;;) {
    const cut = line.indexOf(instead);
    const told = await board({ ...at.asked, line: line.splice(0, cut < 0 ? line.length : cut) }, slot);
    for (const move of told.line) at = played(at, move, null, {});
    at.shown = told;
    if (told.line_ended || cut < 0) {
      first.shown ??= await board(first.asked, slot);
      return { at, ended: told.line_ended };
    }
    line.shift();
    at = passed(at);
  }
}

/** The name of a move by which the other player moves instead. Only explorers and those who set up a board make it. */
export const instead = '~';

/** Returns the same position with the other player to move. */
export function passed(node) {
  const next = node.asked.first === 'right' ? 'left' : 'right';
  return played(node, { move: instead, text: `${next === 'left' ? 'Left' : 'Right'} moves instead`, to: node.asked.q, next }, null, {});
}

/** Returns the position after a move, which is a new branch unless it was made before. */
export function played(node, move, by, { placed, changed = [], at } = {}) {
  const same = node.children.find(child => child.move.move === move.move);
  if (same) return same;
  const child = {
    asked: { ...node.asked, q: move.to, first: move.next === 'right' ? 'right' : undefined },
    turn: move.again ? node.turn : 1 - node.turn,
    move,
    by,
    at,
    parent: node,
    children: [],
    depth: node.depth + 1,
    placed: placed ? [...node.placed, placed] : node.placed,
    changed,
    told: null,
    shown: null,
  };
  node.children.push(child);
  return child;
}

/** Returns the positions after each move, from the start to this one. */
export function path(node) {
  return node.parent ? [...path(node.parent), node] : [];
}

export function start(node) {
  return node.parent ? start(node.parent) : node;
}

function end(node) {
  return node.children.length > 0 ? end(node.children[0]) : node;
}

/** Returns the moves as the text of a link. */
export function written(node) {
  return path(node)
    .map(({ move }) => move.move.replace(/[%;]/g, encodeURIComponent))
    .join(';');
}

/** Returns the names of the moves in the text of a link. */
function read(text) {
  return (text ?? '')
    .split(';')
    .filter(Boolean)
    .map(name => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    });
}

/** Returns the node to which a key leads: backwards or forwards along the line, or to the next branch. */
export function stepped(node, key) {
  const among = node.parent?.children ?? [];
  const at = among.indexOf(node);
  const to = { ArrowLeft: node.parent, ArrowRight: node.children[0], Home: start(node), End: end(node) };
  return { ...to, ArrowUp: among[at - 1], ArrowDown: among[at + 1] }[key] ?? null;
}

/** Returns what the board shows of the game so far: the moves made, and what they have left. */
export function traces(node, name) {
  return {
    hidden: true,
    placed: node.placed,
    lastly: node.changed,
    begun: start(node).shown?.components,
    made: path(node).map(({ move, parent, at }) => ({ name: move.move, changes: move.changes, at, by: name(parent) })),
  };
}

/** Returns the list of moves that meet at one place of the board. */
export function meet(moves, take) {
  const items = moves.map(move => element('li', {}, button(move.text, () => take(move))));
  return element('ul', { class: 'meet', 'aria-label': 'Moves that meet here' }, items);
}

/** Returns the list of the moves. `go(node)` shows another position, and `name(node)` is the player who moves there. */
export function history(now, name, go) {
  const first = start(now);
  const item = node =>
    element(
      'button',
      {
        type: 'button',
        class: first.shown?.first ? (node.parent.asked.first ?? 'left') : null,
        'data-keep': `ply ${node.depth}`,
        onclick: () => go(node),
        'aria-current': node === now && 'step',
        'aria-label': `${node.depth}. ${name(node.parent)}: ${node.move.text}`,
      },
      node.move.text,
    );
  const run = from => {
    const items = [];
    for (let node = from; node.children.length > 0; node = node.children[0]) {
      const [main, ...others] = node.children;
      const branch = other =>
        element('div', { class: 'branch' }, 'or ', element('ol', {}, element('li', {}, item(other)), run(other)));
      items.push(element('li', {}, `${main.depth} `, item(main), others.map(branch)));
    }
    return items;
  };
  const steps = [
    ['«', 'To the start', first],
    ['‹', 'Back', now.parent],
    ['›', 'Forward', now.children[0]],
    ['»', 'To the end', end(now)],
  ];
  const step = ([sign, words, to]) =>
    element(
      'button',
      {
        type: 'button',
        'aria-label': words,
        title: words,
        'data-keep': words,
        disabled: !to || to === now,
        onclick: () => go(to),
      },
      sign,
    );
  return element(
    'section',
    { class: 'played', 'aria-label': 'Moves made', 'data-region': 'history' },
    element('div', { class: 'row' }, element('h2', {}, 'Moves'), steps.map(step)),
    first.children.length > 0
      ? element('ol', {}, run(first))
      : element('p', { class: 'soft' }, 'None yet. Arrow keys step through them; another move makes a branch.'),
  );
}
