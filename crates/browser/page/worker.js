// A worker with the engine, which answers one question after another. To stop a search, end the worker.

import { ask, initSync, put } from './engine.js';

let memory = null;
let panic = null;
globalThis.spraguePanicked = text => {
  panic = text;
};
globalThis.spragueFound = part => postMessage({ part });

onmessage = ({ data }) => {
  try {
    if (data.module) {
      ({ memory } = initSync({ module: data.module }));
      for (const { name, bytes } of data.files) put(name, bytes);
    } else if (data.put) {
      put(data.put.name, data.put.bytes);
    } else {
      const told = ask(data.path, data.question, data.limits, data.isHeard);
      const { status, kind } = told;
      const text = told.text();
      told.free();
      postMessage({ status, kind, text, bytes: memory.buffer.byteLength });
    }
  } catch (error) {
    postMessage({ broken: panic ?? String(error.message ?? error) });
  }
};
