// Files as links carry them: `NAME~TEXT`, where the text is the file compressed and written in 64 letters that addresses allow.

/** The most bytes of a file, as the program has it. */
export const most = 4 << 20;

/** A file as a link carries it. */
export async function packed(name, bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const small = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (let at = 0; at < small.length; at += 1 << 14) text += String.fromCharCode(...small.subarray(at, at + (1 << 14)));
  return `${name}~${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Its name, without its bytes. */
export function nameOf(file) {
  return file.slice(0, Math.max(0, file.lastIndexOf('~')));
}

/** Its bytes. A link that is damaged, or that unfolds to more than a file may have, is an error. */
export async function unpacked(file) {
  const name = nameOf(file);
  const damaged = () => new Error(`The link is damaged: ${name.slice(0, 80) || 'a file'} cannot be read from it.`);
  if (!name) throw damaged();
  const parts = [];
  let length = 0;
  try {
    const text = file.slice(name.length + 1).replaceAll('-', '+').replaceAll('_', '/');
    const small = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const reader = new Blob([small]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) {
        await reader.cancel();
        break;
      }
      parts.push(value);
    }
  } catch {
    throw damaged();
  }
  if (length > most) throw new Error(`The link is too large: ${name.slice(0, 80)} has more than ${most >> 20} MiB.`);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
