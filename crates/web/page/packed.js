// Files in links: `NAME~TEXT`, where the text is the compressed file in base64 with characters that addresses allow.

/** The largest number of bytes of a file, as in the program. */
export const most = 4 << 20;

/** Returns a file in the form that a link contains. */
export async function packed(name, bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const small = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (let at = 0; at < small.length; at += 1 << 14) text += String.fromCharCode(...small.subarray(at, at + (1 << 14)));
  return `${name}~${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Returns the name of such a file. */
export function nameOf(file) {
  return file.slice(0, Math.max(0, file.lastIndexOf('~')));
}

/** Returns the bytes of such a file. Throws an error if the link is damaged or the file is larger than `most`. */
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
