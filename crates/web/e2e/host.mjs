// A static file server: a folder at a path, with the headers that the folder specifies, or with none.

import { createServer } from 'node:http';
import { readFileSync, statSync } from 'node:fs';

const kinds = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  wasm: 'application/wasm',
};

/** Serves the folder at `prefix` of 127.0.0.1. Returns `{ address, asked, close }`; `asked` lists the requests. */
export async function host(folder, { prefix = '/some/where/', bare = false } = {}) {
  const asked = [];
  const server = createServer((request, answer) => {
    const path = new URL(request.url, 'http://host').pathname;
    asked.push(`${request.method} ${request.url}`);
    const name = path.slice(prefix.length) || 'index.html';
    const file = `${folder}/${name}`;
    const isThere = path.startsWith(prefix) && /^(?:[\w-][\w.-]*\/)*[\w.-]+$/.test(name) && statSync(file, { throwIfNoEntry: false })?.isFile();
    if (!isThere) return answer.writeHead(404).end();
    const kind = kinds[name.split('.').pop()] ?? 'application/octet-stream';
    answer.writeHead(200, { 'content-type': kind, 'cache-control': 'no-cache', ...(bare ? {} : headers(folder)) });
    answer.end(request.method === 'HEAD' ? undefined : readFileSync(file));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    return new Promise(done => server.close(done));
  };
  return { address: `http://127.0.0.1:${server.address().port}${prefix}`, asked, close };
}

function headers(folder) {
  const lines = readFileSync(`${folder}/_headers`, 'utf8').split('\n').filter(line => line.startsWith('  '));
  return Object.fromEntries(lines.map(line => /^ {2}([^:]+): (.*)$/.exec(line).slice(1)));
}
