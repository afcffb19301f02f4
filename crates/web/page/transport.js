// How questions reach the engine: here by requests to the program on this machine. The playground has another such file, and
// no other module of the page knows which of the two it is part of.

// The key comes behind `#` and leaves the address bar at once. It is kept for this origin: other tabs and bookmarks work, too.
const key = 'sprague-key';
const given = location.hash.startsWith('#token=') ? new URLSearchParams(location.hash.slice(1)).get('token') : null;
if (given) {
  localStorage.setItem(key, given);
  history.replaceState(null, '', location.pathname);
}

/** What is said of limits and of faults. */
export const words = {
  foot: 'A question may take 20 seconds and a gibibyte, unless `sprague serve` was started with other limits.',
  none:
    'None. `sprague serve ./my-game.rhai` starts the page with a ruleset of your own. ' +
    'Files that are not named are never opened.',
  files: 'Files of this run',
  silent: 'The program does not answer. Does `sprague serve` still run? Start it, and open the address that it prints.',
  locked: 'This browser has no key, or an old one. Open the address that `sprague serve` printed, with all behind the #.',
};

/** The files of the visitor: none, since those that the program was started with are not the page's. */
export const own = null;

/** The answer, as a `Response`; `name` is that by which a question asks for its place in the queue. Aborted, it is hung up on. */
export function sent(path, question, signal, name) {
  return fetch(`/api/${path}`, {
    method: question ? 'POST' : 'GET',
    headers: {
      'x-sprague-token': localStorage.getItem(key) ?? '',
      ...(question && { 'content-type': 'application/json' }),
      ...(name && { 'x-sprague-question': name }),
    },
    body: question ? JSON.stringify(question) : undefined,
    signal,
  });
}

/** Where links that open anywhere lead, and the files that a program has: `read(name)` has their bytes. */
export async function sharing() {
  const about = await sent('about');
  if (!about.ok) throw new Error(words.locked);
  const { playground, files } = await about.json();
  return {
    address: playground ?? null,
    files,
    async read(name) {
      const answer = await sent(`file?${new URLSearchParams({ name })}`);
      if (!answer.ok) throw new Error((await answer.json()).error);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}
