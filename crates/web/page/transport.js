// Sends questions to the engine, here by requests to the program on this machine. The playground has another version of this
// file, and no other module of the page depends on which of the two it uses.

// The token comes after `#` and is removed from the address bar at once. It is kept for this origin, so that other tabs and
// bookmarks work.
const key = 'sprague-key';
const given = location.hash.startsWith('#token=') ? new URLSearchParams(location.hash.slice(1)).get('token') : null;
if (given) {
  localStorage.setItem(key, given);
  history.replaceState(null, '', location.pathname);
}

/** Texts about limits and failures. */
export const words = {
  foot: 'A question may take 20 seconds and a gibibyte, unless sprague serve was started with other limits.',
  none:
    'None. `sprague serve ./my-game.rhai` starts the page with a ruleset of your own. ' +
    'Files that are not named are never opened.',
  files: 'Files of this run',
  silent: 'The program does not answer. Does `sprague serve` still run? Start it, and open the address that it prints.',
  locked: 'This browser has no key, or an old one. Open the address that `sprague serve` printed, with all behind the #.',
};

/** The files of the visitor: there are none here, because the files with which the program was started are not the page's. */
export const own = null;

/**
 * Sends a question and returns the answer as a `Response`. `name` is the name by which its place in the queue is asked.
 * `signal` cancels it. `heard(part)` is called with each part of the answer that is found before the rest.
 */
export async function sent(path, question, signal, name, heard) {
  const answer = await fetch(`/api/${path}`, {
    method: question ? 'POST' : 'GET',
    headers: {
      'x-sprague-token': localStorage.getItem(key) ?? '',
      ...(heard && { accept: `${lines}, application/json` }),
      ...(question && { 'content-type': 'application/json' }),
      ...(name && { 'x-sprague-question': name }),
    },
    body: question ? JSON.stringify(question) : undefined,
    signal,
  });
  return answer.headers.get('content-type') === lines ? last(answer, heard) : answer;
}

const lines = 'application/x-ndjson';

/** Reads an answer in lines. Every line but the last is a part; the last is the whole answer, which is returned. */
async function last(answer, heard) {
  let rest = '';
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const whole = `${rest}${read.value}`.split('\n');
    rest = whole.pop();
    for (const line of whole) heard(JSON.parse(line));
  }
  return new Response(rest);
}

/** Returns the address for links that work anywhere, and the program's files; `read(name)` returns the bytes of a file. */
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

/** Returns the page as one file that opens with a link. Throws an error that says where there is one, as here. */
export async function oneFile() {
  throw new Error('The release of sprague contains this page as one file, sprague.html, which opens from a disk.');
}
