// The line that says what goes on, read aloud by screen readers, with a button that stops a long search.

const line = document.getElementById('status');
const stop = document.getElementById('stop');
let last = null;

/** Says something until something else is said. */
export function say(text) {
  line.textContent = text;
}

/** Counts the seconds of a search that takes longer than a moment; `hangUp` stops it. Returns what ends the counting. */
export function searching(hangUp) {
  last?.();
  const began = performance.now();
  const before = line.textContent;
  let clock = null;
  const tick = () => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    // Only the word is spoken: a screen reader that counts along is a nuisance.
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
