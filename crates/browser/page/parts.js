// The parts of the playground that are not modules of the page: files next to this one. The one file has another version.

const trusted = globalThis.trustedTypes?.createPolicy('sprague', { createScriptURL: address => address });
const here = name => new URL(name, import.meta.url);
const script = name => trusted?.createScriptURL(here(name)) ?? here(name);

/** Returns the engine, which is compiled while it is fetched. */
export async function engine() {
  const answer = await fetch(here('engine_bg.wasm'));
  if (!answer.ok) throw new Error(`${answer.status}`);
  const isKnown = answer.headers.get('content-type')?.startsWith('application/wasm');
  return isKnown ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

export function worker() {
  return new Worker(script('worker.js'), { type: 'module', name: 'sprague' });
}

/** Returns the text of a ruleset to start from. */
export async function example(file) {
  const answer = await fetch(here(file));
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

export async function oneFile() {
  throw new Error('The release of sprague contains this page as one file, sprague.html, which opens from a disk.');
}

/** Lets the page work without a network after the first visit. Each time it is opened, it looks for a newer version. */
export function keep() {
  if (!isSecureContext) return;
  const scope = here('.').pathname;
  navigator.serviceWorker?.register(script('sw.js'), { scope, updateViaCache: 'none' }).then(kept => kept.update()).catch(() => {});
}
