// A finite commutative monoid from its table: few generators, the least word of each element in them, and relations that present it.
// No elements: tests use it too.

const signs = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const key = heaps => heaps.toSorted((a, b) => a - b).join('+');

/**
 * A quotient by generators and relations. `generators` are `{ heap, letter, element }`, each heap that no smaller ones make; `words` are
 * the exponents of each element; `relations` are `[exponents, exponents]`. `null` without a table of products.
 */
export function presentation({ elements, phi, products }) {
  if (!products) return null;
  const at = new Map(elements.map((heaps, index) => [key(heaps), index]));
  const generators = [];
  let words = found(generators, products);
  phi.forEach((heaps, heap) => {
    const element = at.get(key(heaps));
    if (element == null || words[element]) return;
    generators.push({ heap, letter: letter(generators.length), element });
    words = found(generators, products);
  });
  if (words.length < elements.length || words.includes(undefined)) return null;
  return { generators, words, relations: relations(generators, words, products) };
}

function letter(at) {
  return at < 26 ? String.fromCharCode(97 + at) : `g${at}`;
}

/** The least word of each element that the generators make: by length, then by letters. */
function found(generators, products) {
  const words = new Array(products.length);
  words[0] = generators.map(() => 0);
  let level = [0];
  while (level.length > 0) {
    const next = [];
    for (const element of level) {
      generators.forEach((generator, g) => {
        const product = products[element][generator.element];
        const longer = words[element].map((count, n) => count + (n === g ? 1 : 0));
        if (words[product] && !(next.includes(product) && isLess(longer, words[product]))) return;
        if (!words[product]) next.push(product);
        words[product] = longer;
      });
    }
    level = next;
  }
  return words;
}

/** Of two words of one length, the one with more of the first letters is less. */
function isLess(a, b) {
  const differs = a.findIndex((count, n) => count !== b[n]);
  return differs >= 0 && a[differs] > b[differs];
}

/** Each product that is no word, though all that divide it are, and the word that it is equal to. */
function relations(generators, words, products) {
  const known = new Set(words.map(String));
  const all = new Map();
  words.forEach((exponents, element) => {
    generators.forEach((generator, g) => {
      const longer = exponents.map((count, n) => count + (n === g ? 1 : 0));
      if (known.has(String(longer)) || all.has(String(longer))) return;
      const isLeast = longer.every(
        (count, n) => count === 0 || known.has(String(longer.map((each, other) => each - (other === n ? 1 : 0)))),
      );
      if (isLeast) all.set(String(longer), [longer, words[products[element][generator.element]]]);
    });
  });
  const length = ([longer]) => longer.reduce((sum, count) => sum + count, 0);
  return [...all.values()].sort((a, b) => length(a) - length(b) || (isLess(a[0], b[0]) ? -1 : 1));
}

/** Exponents as a word: `a²b`; the empty one is `1`. */
export function written(exponents, generators) {
  const power = count => (count > 1 ? [...String(count)].map(digit => signs[digit]).join('') : '');
  return exponents.map((count, n) => (count > 0 ? generators[n].letter + power(count) : '')).join('') || '1';
}
