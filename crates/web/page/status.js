// The status line, which screen readers read aloud, with a button that stops a long search.

const line = document.getElementById('status');
const stop = document.getElementById('stop');
let last = null;

/** Shows a text until another one is shown. */
export function say(text) {
  line.textContent = text;
}

/**
 * Counts the seconds of a search that takes longer than a moment. `hangUp` stops the search. Returns a function that ends the
 * counting.
 */
export function searching(hangUp) {
  last?.();
  const began = performance.now();
  const before = line.textContent;
  let clock = null;
  const tick = () => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    // Only the word is in the spoken text, because a screen reader that counts seconds is annoying.
    if (seconds === 0 && line.textContent === before) say('Searching …');
    else if (seconds > 0) line.dataset.seconds = `${seconds} s`;
    stop.hidden = false;
  };
  const soon = setTimeout(() => {
    tick();
    clock = setInterval(tick, 1000);
  }, 300);
  const done = () => {
    clearTimeout(soon);
    clearInterval(clock);
    if (last !== done) return;
    last = null;
    delete line.dataset.seconds;
    stop.hidden = true;
    if (line.textContent === 'Searching …') say('');
  };
  stop.onclick = hangUp;
  last = done;
  return done;
}
