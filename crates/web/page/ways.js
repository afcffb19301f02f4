// Moves as ways over the parts of a picture: the parts that are touched one after another, and the changes of the move.

/**
 * Returns the ways in a group of components that share a picture. A way is `{ move, kind, steps, cells, … }`:
 * - `shift`: `steps` are the part that a piece leaves, the part to which it goes, and what else it does there;
 * - `place`: `comes` are the parts that are placed, and touching any of them chooses the way;
 * - `remove`: `goes` are the parts that are removed, and touching any of them chooses the way;
 * - `take`: `takes` are `[heap, tokens]`, and `heaps` contains what is left of each.
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

/** Returns the ways that touching a part may begin or continue, if the steps `taken` have been made already. */
export function meant(part, taken) {
  if (taken.length > 0) {
    const on = part.ways.filter(
      ({ steps }) => taken.every((step, at) => steps[at] === step) && steps[taken.length] === part.cell,
    );
    if (on.length > 0) return { ways: on, isStep: true };
  }
  const begun = part.ways.filter(({ kind, from }) => kind === 'shift' && from === part.cell);
  if (begun.length > 0) return { ways: begun, isStep: true };
  // if a piece makes only one step, touching its destination is enough
  return {
    ways: part.ways.filter(({ kind, steps, to }) => kind !== 'shift' || (steps.length === 2 && to === part.cell)),
    isStep: false,
  };
}

/** Returns the ways through a part. Of those that remove parts, only those that remove the fewest are returned. */
export function through(ways, cell) {
  const here = ways.filter(({ cells }) => cells.includes(cell));
  const least = Math.min(...here.filter(({ kind }) => kind === 'remove').map(({ cells }) => cells.length));
  return here.filter(({ kind, cells }) => kind !== 'remove' || cells.length === least);
}
