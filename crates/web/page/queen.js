// Wythoff's game as a queen that walks to the corner: her row and her column are the two heaps.

import { board } from './board.js';

const most = 15;

/** Returns whether a component is drawn as a queen on a board. */
export function isOfQueen({ family, picture }) {
  return family === 'wythoff' && picture.heaps?.length === 2 && picture.heaps.every(heap => Number(heap) <= most);
}

/** Returns the board of a component. It is as large as the heaps at the start of the game. */
export function queen([component], moves, about) {
  const { index, picture } = component;
  const heaps = picture.heaps.map(Number);
  const [high, wide] = (about.begun?.[index]?.picture.heaps ?? heaps).map((heap, at) => Math.max(Number(heap), heaps[at]) + 1);
  const cell = ([row, column]) => row * wide + column;
  const rows = Array.from({ length: high }, (_, row) =>
    Array.from({ length: wide }, (_, column) => (cell([row, column]) === cell(heaps) ? 'Q' : '.')).join(''),
  );
  const look = { base: 0, pieces: { Q: 'any', '.': 'free' } };
  const steps = new Map();
  for (const move of moves) {
    for (const change of (move.changes ?? []).filter(change => change.component === index)) {
      const to = [...heaps];
      for (const { heap, leaves } of change.heaps) to[heap] = Number(leaves[0] ?? 0);
      steps.set({ ...move, changes: [{ component: index, from: cell(heaps), to: cell(to) }] }, move);
    }
  }
  const drawing = board([{ ...component, picture: { kind: 'cells', rows }, look }], [...steps.keys()], { ...about, begun: [] });
  for (const way of drawing.ways) way.move = steps.get(way.move);
  return drawing;
}
