// Moves as ways over the parts of a picture: what is touched one after the other, and what each changes.

/**
 * The ways in a group of components that share a picture. A way is `{ move, kind, steps, cells, … }`:
 * - `shift`: `steps` are the part that a piece leaves, the one it comes to, and what else it does there;
 * - `place`: `comes` are laid, whichever of them is touched;
 * - `remove`: `goes` are taken away, whichever of them is touched;
 * - `take`: `takes` are `[heap, tokens]`, and `heaps` say what is left of each.
 */
export function waysOf(moves, indices) {
  return moves.flatMap(move => {
    const changes = (move.changes ?? []).filter(({ component }) => indices.includes(component));
    return changes.map(change => way(move, change)).filter(Boolean);
  });
}

function way(move, { component, goes = [], comes = [], from, to, heaps = [] }) {
  const common = { move, component };
  if (heaps.length > 0) return { ...common, kind: 'take', heaps, cells: [], steps: [] };
  if (from != null && to != null)
    return {
      ...common,
      kind: 'shift',
      from,
      to,
      goes,
      comes,
      cells: [from, to, ...goes, ...comes],
      steps: [from, to, ...comes],
    };
  if (comes.length > 0) return { ...common, kind: 'place', comes, goes, cells: [...comes, ...goes], steps: [] };
  return goes.length > 0 ? { ...common, kind: 'remove', goes, cells: goes, steps: [] } : null;
}

/** The ways that touching a part begins, where some of their steps were taken already. */
export function meant(part, taken) {
  if (taken.length > 0) {
    const on = part.ways.filter(
      ({ steps }) => taken.every((step, at) => steps[at] === step) && steps[taken.length] === part.cell,
    );
    if (on.length > 0) return { ways: on, isStep: true };
  }
  const begun = part.ways.filter(({ kind, from }) => kind === 'shift' && from === part.cell);
  if (begun.length > 0) return { ways: begun, isStep: true };
  // a piece that goes one step and no further may be called by where it goes
  return {
    ways: part.ways.filter(({ kind, steps, to }) => kind !== 'shift' || (steps.length === 2 && to === part.cell)),
    isStep: false,
  };
}

/** The ways that go through a part: of those that take parts away, only those that take the fewest. */
export function through(ways, cell) {
  const here = ways.filter(({ cells }) => cells.includes(cell));
  const least = Math.min(...here.filter(({ kind }) => kind === 'remove').map(({ cells }) => cells.length));
  return here.filter(({ kind, cells }) => kind !== 'remove' || cells.length === least);
}
