// Files of the visitor: rulesets that are typed, pasted or dropped. They are kept in memory and contained in links.

import { nameOf, unpacked } from './packed.js';

export class Own {
  /** `put(name, bytes)` adds a file to the engine, or removes it if `bytes` is `undefined`. */
  constructor(put) {
    this.put = put;
    this.files = new Map();
    this.version = 0;
    this.loading = null;
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
}
