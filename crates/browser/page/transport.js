// Sends questions to the engine, here by messages to workers that contain it. No data leave this machine.

import { Own } from './own.js';
import { engine, keep, oneFile, worker } from './parts.js';

export { oneFile };

/** The limits of a question, which are those of `sprague serve`. */
const limits = JSON.stringify({ seconds: 20, bytes: 1 << 30 });

/** A worker that has taken more bytes than this is replaced after its answer, because the memory of an engine never shrinks. */
const most = 1 << 29;

/** The small questions, which a second worker answers if the first is busy, and the questions that it always answers. */
const small = ['board', 'edit', 'plot.svg', 'rulesets', 'schema', 'certify', 'strategy', 'compare'];
const aside = ['laws'];

/** Texts about limits and failures. */
export const words = {
  foot: 'A question may take 20 seconds and a gibibyte. It is answered in this tab, and nothing is sent anywhere.',
  none: 'None yet: write one above, or drop a file on the page.',
  files: 'Your rulesets',
  silent: 'The engine did not load. Is this browser older than 2023, or the connection down? Load the page again.',
  locked: 'The engine does not answer.',
};

// The engine is compiled once. A worker that replaces another one reuses the compiled module.
const compiled = engine();
compiled.catch(() => {}); // the error is reported where the module is used

/** A worker with the engine and the visitor's files, and the questions that wait for it. */
class Lane {
  constructor() {
    this.waiting = [];
    this.start();
  }

  /** Returns the questions that have no answer yet. */
  get open() {
    return [...(this.asking ? [this.asking] : []), ...this.waiting];
  }

  start() {
    const started = worker();
    this.worker = started;
    this.isReady = false;
    this.asking = null;
    const isMine = () => started === this.worker;
    started.onmessage = ({ data }) => isMine() && this.told(data);
    started.onerror = event => {
      event.preventDefault();
      if (isMine()) this.failed(event.message || 'the worker ended');
    };
    compiled.then(
      module => {
        if (!isMine()) return;
        started.postMessage({ module, files: own.all() });
        this.isReady = true;
        this.next();
      },
      () => isMine() && this.silent(),
    );
  }

  /** Ends the worker, even during a search, and starts another one. */
  restart() {
    this.worker.terminate();
    this.start();
  }

  put(name, bytes) {
    if (this.isReady) this.worker.postMessage({ put: { name, bytes } });
  }

  ask(job) {
    this.waiting.push(job);
    if (this.isSilent) this.silent();
    else this.next();
  }

  drop(job) {
    const place = this.waiting.indexOf(job);
    if (place >= 0) this.waiting.splice(place, 1);
    else if (this.asking === job) this.restart();
  }

  next() {
    if (!this.isReady || this.asking || this.waiting.length === 0) return;
    this.asking = this.waiting.shift();
    const { path, question, heard } = this.asking;
    this.worker.postMessage({ path, question, limits, isHeard: heard != null });
  }

  told({ status, kind, text, broken, bytes, part }) {
    if (part !== undefined) return this.asking.heard(JSON.parse(part));
    if (broken !== undefined) return this.failed(broken);
    const { resolve } = this.asking;
    this.asking = null;
    resolve(new Response(text, { status, headers: { 'content-type': kind } }));
    if (bytes > most) this.restart();
    else this.next();
  }

  /** Handles a failure of the engine: a panic, a stack overflow or lack of memory. Its memory may be inconsistent. */
  failed(why) {
    const error = `The engine failed at this question (${why}). It was started again and goes on with others.`;
    this.asking?.resolve(refusal(500, error));
    this.restart();
  }

  /** Rejects all waiting questions, because the engine did not load. */
  silent() {
    this.isSilent = true;
    for (const { reject } of this.waiting.splice(0)) reject(new Error(words.silent));
  }
}

function refusal(status, error) {
  return new Response(JSON.stringify({ error }), { status, headers: { 'content-type': 'application/json' } });
}

let second = null;
function lane(path) {
  const isSmall = small.includes(path);
  if (!aside.includes(path) && (main.open.length === 0 || !isSmall)) return main;
  second ??= new Lane();
  // small questions wait for each other, but not for a search
  const isQuick = isSmall && main.open.every(({ path }) => small.includes(path));
  return isQuick && main.open.length <= second.open.length ? main : second;
}

/**
 * Returns the answer as a `Response`. If `signal` aborts, the engine is ended at once and replaced. `heard(part)` is called with
 * each part of the answer that is found before the rest.
 */
export function sent(address, asked, signal, name, heard) {
  const cut = address.indexOf('?');
  const path = cut < 0 ? address : address.slice(0, cut);
  const question = asked ? JSON.stringify(asked) : cut < 0 ? '' : address.slice(cut + 1);
  // This version of the page does not show the number of waiting questions.
  if (path === 'state') return Promise.resolve(new Response('{}'));
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const job = { path, question, resolve, reject, heard };
    const at = lane(path);
    signal?.addEventListener('abort', () => {
      reject(signal.reason);
      at.drop(job);
    });
    at.ask(job);
  });
}

/** Returns the address for links that work anywhere, which is this page. The links themselves contain the visitor's files. */
export async function sharing() {
  const files = own.all().map(({ name }) => name);
  return { address: location.href.replace(/#.*$/s, ''), files, read: async name => own.bytes(name) };
}

/** The files of the visitor, which questions can name and links contain. */
export const own = new Own((name, bytes) => {
  main.put(name, bytes);
  second?.put(name, bytes);
});
const main = new Lane();

keep();
