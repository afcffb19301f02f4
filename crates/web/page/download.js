// Files for the visitor: certificates, strategies, tables and pictures, saved from memory.

import { element } from './element.js';
import { made, Unanswered } from './server.js';
import { say } from './status.js';

/** Saves a blob or text under a name that every system takes. */
export function save(name, content, type = 'text/plain') {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  element('a', { href: address, download: name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) }).click();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A button that makes a file when it is pressed, and says what became of it. */
export function fileButton(words, name, content) {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: async () => {
        button.disabled = true;
        try {
          save(name, await content());
          say(`Saved ${name}.`);
        } catch (error) {
          if (error.name === 'AbortError') return;
          if (!(error instanceof Unanswered)) throw error;
          say(error.message);
        } finally {
          button.disabled = false;
          button.focus();
        }
      },
    },
    words,
  );
  return button;
}

/** A button that saves what is seen as a picture that the program draws. */
export function pictureButton(name, asked, label = 'Picture (SVG)') {
  const known = Object.fromEntries(Object.entries(asked).filter(([, value]) => value != null));
  return fileButton(label, `${name}.svg`, () => made('plot.svg', known));
}

/** Rows as comma-separated values, quoted where they must be. */
export function csv(rows) {
  const cell = value =>
    value == null ? '' : /[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return rows.map(row => `${row.map(cell).join(',')}\n`).join('');
}
