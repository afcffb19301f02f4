// Arrow keys among many buttons that are one stop of the Tab key: moves, squares, heaps, positions of a graph.

const directions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** Lets arrow keys, Home and End move among the nodes that `nodes()` returns, by their places on the screen. */
export function rove(container, nodes) {
  const settle = chosen => nodes().forEach(node => node.setAttribute('tabindex', node === chosen ? '0' : '-1'));
  settle(nodes()[0]);
  container.addEventListener('focusin', event => {
    if (nodes().includes(event.target)) settle(event.target);
  });
  container.addEventListener('keydown', event => {
    const all = nodes();
    if (!all.includes(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = target(event, all);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

function target(event, all) {
  if (event.key === 'Home') return all[0];
  if (event.key === 'End') return all.at(-1);
  const direction = directions[event.key];
  return direction && (nearest(event.target, all, direction) ?? beside(event.target, all, direction));
}

/** Returns the nearest node in a direction, by its distance along the direction and across it. */
function nearest(from, all, [dx, dy]) {
  const here = middle(from);
  let best = null;
  let least = Infinity;
  for (const node of all) {
    const there = middle(node);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along > 1 && along + aside < least) {
      least = along + aside;
      best = node;
    }
  }
  return best;
}

/** Returns the next node in reading order, for the end of a row. */
function beside(from, all, [dx, dy]) {
  return all[all.indexOf(from) + (dx + dy)];
}

function middle(node) {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
