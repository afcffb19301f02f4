// Numbers in the notation of the program.

/** Parses a number such as `-3/2`. */
export function fraction(text) {
  const [above, below = '1'] = String(text).split('/');
  return Number(above) / Number(below);
}
