// Refusals of the program in words of the page: labels instead of names, and kinds of values as people call them.

// The kinds of numbers and lists that the program knows.
const kinds = [
  [/^(u8|u16|u32|u64|u128|usize)$/, 'a whole number from 0'],
  [/^(i8|i16|i32|i64|i128|isize)$/, 'a whole number'],
  [/^(f32|f64)$/, 'a number'],
  [/^(a )?string$/, 'a text'],
  [/^an array of length 2$/, 'two numbers'],
  [/^(an array of length \d+|a sequence)$/, 'a list'],
];

// What the program says about its commands, and the page about its views.
const places = [
  ['(`sprague rulesets` lists them)', '(the view Rulesets lists them)'],
  [/\(`analyse ([^`]+)` is about all heaps\)/, '(the view Sequence is about all heaps)'],
];

/** The message about the option `named`, with the label that `labelOf(name)` has for a name. */
export function inWords(message, named, labelOf) {
  const words = places.reduce((words, [theirs, ours]) => words.replace(theirs, ours), kind(message));
  const label = named && labelOf(named);
  const told = label && words.startsWith(`${named} `) ? `“${label}”${words.slice(named.length)}` : words;
  return told.replace(/`([a-z_]+)`/g, (written, name) => (labelOf(name) ? `“${labelOf(name)}”` : written));
}

/** A value of another kind is expected: which one, without the one that came. */
function kind(message) {
  const why = /^expected another value \((.*)\)$/s.exec(message)?.[1];
  const wanted = why && /^(?:invalid (?:type|value|length)|unknown variant)[^]*, expected (.*)$/s.exec(why)?.[1];
  if (!wanted) return why ? `expected another value: ${why}` : message;
  return `expected ${kinds.find(([theirs]) => theirs.test(wanted))?.[1] ?? wanted}`;
}
