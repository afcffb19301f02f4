// Files of the visitor: rulesets that are typed, pasted or dropped. They are kept in memory and contained in links.

import { Editor } from './editor.js';
import { element } from './element.js';
import { go, link } from './link.js';
import { most, nameOf, packed, unpacked } from './packed.js';
import { say } from './status.js';
import { Unanswered, ask } from './server.js';

export class Own {
  /** `put(name, bytes)` adds a file to the engine, or removes it if `bytes` is `undefined`. */
  constructor(put) {
    this.put = put;
    this.files = new Map();
    this.version = 0;
    this.loading = null;
    this.editor = new Editor(
      (name, text) => this.use(name, new TextEncoder().encode(text)),
      file => this.open(file),
    );
    this.root = this.editor.root;
    addEventListener('dragover', event => event.preventDefault());
    addEventListener('drop', event => this.drop(event));
  }

  /** Returns every file, for an engine that starts. */
  all() {
    return [...this.files].map(([name, { bytes }]) => ({ name, bytes }));
  }

  bytes(name) {
    return this.files.get(name).bytes;
  }

  /** Returns the files that a question names, in the form that links contain. */
  named(asked) {
    const text = Object.values(asked).join('\n');
    return [...this.files].filter(([name]) => text.includes(name)).map(([, { carried }]) => carried);
  }

  /** Returns whether some of the files of a link are not loaded. */
  lacks(files) {
    return files.some(file => this.files.get(nameOf(file))?.carried !== file);
  }

  /** Loads the files of a link. */
  async take(files) {
    // Links of this page contain only a few files, so a long list is cut.
    for (const file of files.slice(0, 16)) {
      if (this.files.get(nameOf(file))?.carried !== file) this.keep(nameOf(file), await unpacked(file), file);
    }
  }

  keep(name, bytes, carried) {
    this.files.set(name, { bytes, carried });
    this.version += 1;
    this.put(name, bytes);
  }

  remove(name) {
    this.files.delete(name);
    this.version += 1;
    this.put(name, undefined);
  }

  /** Loads a file and shows one of its positions. Returns the reason if the file does not load. */
  use(name, bytes) {
    // One file after the other, because a file that fails is replaced by the earlier one of its name. The page waits for this
    // before it asks something.
    const loaded = (this.loading ?? Promise.resolve()).then(() => this.load(name, bytes));
    const loading = loaded.catch(() => {}).then(() => {
      if (this.loading === loading) this.loading = null;
    });
    this.loading = loading;
    return loaded;
  }

  async load(name, bytes) {
    if (!/^[^@+:,"\s]{1,200}$/.test(name)) return 'A name has no blank, @, +, :, comma or quote, such as ./mine.rhai.';
    if (bytes.length > most) return `${name} has more than ${most >> 20} MiB.`;
    const before = this.files.get(name);
    this.keep(name, bytes, await packed(name, bytes));
    let isLoaded = false;
    try {
      const { rulesets, faults } = await ask('rulesets', null, { slot: 'own' });
      const fault = faults.find(({ file }) => file === name);
      if (fault) return fault.why;
      isLoaded = true;
      const known = rulesets.find(ruleset => ruleset.name === name);
      go(known ? link('position', { q: known.example ?? `${name}@7` }) : link('position', { q: `digraph:${name}@` }));
      say(`${name} is there.`);
      return null;
    } catch (error) {
      if (error.name === 'AbortError') return null;
      if (!(error instanceof Unanswered)) throw error;
      return error.message;
    } finally {
      if (!isLoaded && before) this.keep(name, before.bytes, before.carried);
      else if (!isLoaded) this.remove(name);
    }
  }

  async drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    await this.open(file);
  }

  /** Loads a file of this machine. A text that can be edited is also shown in the editor. */
  async open(file) {
    if (file.size > most) return say(`${file.name} has more than ${most >> 20} MiB.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = `./${file.name.replace(/[@+:,"\s]/g, '-')}`;
    if (/\.(rhai|wat)$/.test(name)) this.editor.write(name, new TextDecoder().decode(bytes));
    const why = await this.use(name, bytes);
    if (why) say(why);
  }

  /** Returns the buttons for a file in the list. */
  controls(name, then) {
    const button = (words, action) =>
      element('button', { type: 'button', class: 'quiet', onclick: action, 'aria-label': `${words} ${name}` }, words);
    const forget = () => {
      this.remove(name);
      then();
    };
    const edit = () => this.editor.write(name, new TextDecoder().decode(this.bytes(name)), { focus: true });
    return [' ', /\.(rhai|wat)$/.test(name) && button('Edit', edit), ' ', button('Forget', forget)];
  }
}
