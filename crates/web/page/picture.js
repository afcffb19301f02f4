// The picture of a component: a board, heaps, or a graph, whose parts can be lit and, where moves touch them, chosen.

import { board } from './board.js';
import { heaps } from './heaps.js';
import { network } from './network.js';
import { rove } from './roving.js';

const kinds = { cells: board, heaps, graph: network };

/**
 * Draws picture data. `touching(part)` lists the moves that touch a part; those with any are buttons that call `choose(part)`.
 * Gives `root`, and `light(parts)`, which lights exactly these parts. `null` where there is nothing to draw.
 */
export function picture(data, { name, touching, choose }) {
  const draw = data && kinds[data.kind];
  if (!draw) return null;
  const { root, parts } = draw(data);
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', `Picture of ${name}`);
  const buttons = [];
  parts.forEach(({ node, says }, part) => {
    const count = touching(part).length;
    if (count === 0) return;
    node.classList.add('touched');
    node.setAttribute('role', 'button');
    node.setAttribute('aria-label', `${says}, ${count === 1 ? 'one move' : `${count} moves`}`);
    node.dataset.part = part;
    node.addEventListener('click', () => choose(part));
    node.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      choose(part);
    });
    buttons.push(node);
  });
  if (buttons.length > 0) rove(root, () => buttons);
  let lit = [];
  return {
    root,
    light(wanted) {
      for (const { node } of lit) node.classList.remove('lit');
      lit = wanted.map(part => parts[part]).filter(Boolean);
      for (const { node } of lit) node.classList.add('lit');
    },
  };
}
