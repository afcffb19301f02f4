// Numbers as the program writes them.

/** A number that is written as `-3/2`. */
export function fraction(text) {
  const [above, below = '1'] = String(text).split('/');
  return Number(above) / Number(below);
}
