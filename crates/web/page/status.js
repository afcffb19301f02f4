// The status line, which screen readers read aloud, with a button that stops a long search.

const line = document.getElementById('status');
const stop = document.getElementById('stop');
const open = new Set();
let soon = null;
let clock = null;

/** Shows a text until another one is shown. */
export function say(text) {
  line.textContent = text;
}

/**
 * Counts the seconds of a search that takes longer than a moment, and of others that begin meanwhile. The button calls `hangUp`.
 * Returns a function that ends the search.
 */
export function searching(hangUp) {
  open.add(hangUp);
  clear();
  const began = performance.now();
  const before = line.textContent;
  const tick = () => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    // Only the word is in the spoken text, because a screen reader that counts seconds is annoying.
    if (seconds === 0 && line.textContent === before && !before.startsWith('Searching …')) say('Searching …');
    else if (seconds > 0) line.dataset.seconds = `${seconds} s`;
    stop.hidden = false;
  };
  soon = setTimeout(() => {
    tick();
    clock = setInterval(tick, 1000);
  }, 300);
  return () => {
    open.delete(hangUp);
    if (open.size > 0) return;
    clear();
    stop.hidden = true;
    if (line.textContent.startsWith('Searching …')) say('');
  };
}

function clear() {
  clearTimeout(soon);
  clearInterval(clock);
  delete line.dataset.seconds;
}

stop.onclick = () => open.forEach(hangUp => hangUp());
