// The parts of the playground that are not modules of the page. In the one file they are texts of this page.

// The page as it is in the file, up to this script. Files that are saved begin with it, and open with the link in it.
const before = document.documentElement.outerHTML.slice(0, -'</body></html>'.length);
const named = document.querySelector('meta[name=sprague-link]').content;
if (!location.hash && named) history.replaceState(null, '', named);

// The page is used before the engine's texts have been parsed.
const parsed = new Promise(done => {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', done);
  else done();
});

const text = id => document.getElementById(id).textContent;

const signs = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const codes = new Uint8Array(65536);
for (let byte = 0; byte < 256; byte += 1) codes[signs.charCodeAt(byte)] = byte;

/** Returns the bytes of a text, which has a character for each of them, as `one.rs` writes it. */
function decoded(packed) {
  const bytes = new Uint8Array(packed.length);
  let length = 0;
  for (let at = 0; at < packed.length; at += 1, length += 1) {
    bytes[length] = codes[packed.charCodeAt(at)];
    // an equals sign stands before a byte that a page cannot contain
    if (bytes[length] === 61) bytes[length] = codes[packed.charCodeAt((at += 1))] - 64;
  }
  return bytes.subarray(0, length);
}

/** Returns the engine, which is compiled while its texts are parsed. */
export function engine() {
  const pieces = document.getElementsByClassName('engine');
  let isParsed = false;
  parsed.then(() => (isParsed = true));
  let at = 0;
  const packed = new ReadableStream({
    async pull(stream) {
      // a text is whole if another node follows it
      while (!pieces[at]?.nextSibling && !isParsed) await new Promise(done => setTimeout(done));
      if (at < pieces.length) stream.enqueue(decoded(pieces[at++].textContent));
      else stream.close();
    },
  });
  const bytes = packed.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { 'content-type': 'application/wasm' } }));
}

const trusted = globalThis.trustedTypes?.createPolicy('sprague', { createScriptURL: address => address });
let address = null;

export function worker() {
  address ??= URL.createObjectURL(new Blob([text('worker.js')], { type: 'text/javascript' }));
  return new Worker(trusted?.createScriptURL(address) ?? address, { name: 'sprague' });
}

/** Returns the text of a ruleset to start from. */
export async function example(file) {
  return text(file);
}

/** Returns this file again. The new one opens with a link, which contains no other characters than addresses. */
export async function oneFile(link) {
  await parsed;
  const meta = '<meta name="sprague-link" content="';
  const [head, tail] = [before.slice(0, before.indexOf(meta)), before.slice(before.indexOf(meta) + meta.length)];
  const quoted = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const engine = Array.from(document.getElementsByClassName('engine'), ({ outerHTML }) => outerHTML).join('\n');
  const page = `<!doctype html>\n${head}${meta}${quoted}${tail.slice(tail.indexOf('"'))}${engine}\n</body>\n</html>\n`;
  return new Blob([Uint8Array.from({ length: page.length }, (_, at) => codes[page.charCodeAt(at)])], { type: 'text/html' });
}

export function keep() {
  // there is nothing to keep: the file is whole
}
