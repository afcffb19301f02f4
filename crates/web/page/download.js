// Files for the visitor: certificates, strategies, tables and pictures, saved from memory.

import { element } from './element.js';
import { made, Unanswered } from './server.js';
import { say } from './status.js';

/** Saves a blob or text under a name that is allowed on every system. */
export function save(name, content, type = 'text/plain') {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  element('a', { href: address, download: name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) }).click();
  // The browser reads the blob some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Returns a button that creates and saves a file when it is pressed. */
export function fileButton(words, name, content) {
  return actionButton(words, async () => {
    save(name, await content());
    say(`Saved ${name}.`);
  });
}

/** Returns a button that reports it if its action fails. */
export function actionButton(words, action) {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: async () => {
        button.disabled = true;
        try {
          await action();
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

/** Returns a button that saves the picture that the program draws of the same question. */
export function pictureButton(name, asked, label = 'Picture (SVG)') {
  const known = Object.fromEntries(Object.entries(asked).filter(([, value]) => value != null));
  return fileButton(label, `${name}.svg`, () => made('plot.svg', known));
}

/** Returns rows as comma-separated values, with quotes where they are needed. */
export function csv(rows) {
  const cell = value =>
    value == null ? '' : /[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return rows.map(row => `${row.map(cell).join(',')}\n`).join('');
}
