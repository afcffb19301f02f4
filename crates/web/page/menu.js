// A small menu at the pointer, for a place where several moves meet.

import { element } from './element.js';
import { mark } from './moves.js';

const menu = element('div', { class: 'menu', role: 'menu', 'aria-label': 'Moves that meet here', hidden: true });
document.body.append(menu);
let back = null;

/**
 * Opens the menu next to `under`, the nodes that the moves change, so that it hides none of them. `node` gets the focus back.
 * `items` are `{ words, move }`. The menu calls `look(at)` when an item is pointed at and `take(at)` when it is chosen.
 */
export function choose(node, under, items, { hidden, look, take }) {
  const buttons = items.map(({ words, move }, at) =>
    element(
      'button',
      { type: 'button', role: 'menuitem', onclick: () => take(at), onfocus: () => look(at), onmouseenter: () => look(at) },
      !hidden && mark(move),
      words,
    ),
  );
  menu.replaceChildren(...buttons);
  menu.hidden = false;
  back = node;
  const boxes = under.map(each => each.getBoundingClientRect());
  const box = {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
  const own = menu.getBoundingClientRect();
  const finger = node.getBoundingClientRect();
  const within = (least, wanted, most) => Math.max(least, Math.min(most, wanted));
  const middle = within(8, (finger.top + finger.bottom) / 2 - own.height / 2, innerHeight - own.height - 8);
  const across = within(8, (box.left + box.right) / 2 - own.width / 2, innerWidth - own.width - 8);
  const below = box.bottom + own.height + 12 < innerHeight ? box.bottom + 6 : Math.max(8, box.top - own.height - 6);
  const [left, top] =
    box.right + own.width + 16 < innerWidth
      ? [box.right + 8, middle]
      : box.left - own.width - 16 > 0
        ? [box.left - own.width - 8, middle]
        : [across, below];
  menu.style.left = `${left + scrollX}px`;
  menu.style.top = `${top + scrollY}px`;
  buttons[0].focus({ preventScroll: true });
}

/** Closes the menu and returns the focus to where it was opened. */
export function shut() {
  if (menu.hidden) return;
  menu.hidden = true;
  back?.focus?.({ preventScroll: true });
}

menu.addEventListener('keydown', event => {
  const all = [...menu.children];
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step) {
    event.preventDefault();
    all.at((all.indexOf(document.activeElement) + step) % all.length).focus();
  }
  if (event.key !== 'Escape' && event.key !== 'Tab') return;
  event.preventDefault();
  shut();
});
addEventListener('pointerdown', event => {
  if (!menu.contains(event.target)) menu.hidden = true;
});
addEventListener('sprague:moved', () => {
  menu.hidden = true;
});
