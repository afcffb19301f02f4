// Refusals of the program in the words of the page: labels instead of names, and plain words for types of values.

// The types of numbers and lists in messages of the program, in plain words.
const kinds = [
  [/^(u8|u16|u32|u64|u128|usize)$/, 'a whole number from 0'],
  [/^(i8|i16|i32|i64|i128|isize)$/, 'a whole number'],
  [/^(f32|f64)$/, 'a number'],
  [/^(a )?string$/, 'a text'],
  [/^an array of length 2$/, 'two numbers'],
  [/^(an array of length \d+|a sequence)$/, 'a list'],
];

// Hints about commands of the program, replaced by hints about views of the page.
const places = [
  ['(`sprague rulesets` lists them)', '(the view Rulesets lists them)'],
  [/\(`analyse ([^`]+)` is about all heaps\)/, '(the view Sequence is about all heaps)'],
];

/** Returns the message about the option `named`, with labels instead of names. `labelOf(name)` returns the label of a name. */
export function inWords(message, named, labelOf) {
  const words = places.reduce((words, [theirs, ours]) => words.replace(theirs, ours), kind(message));
  const label = named && labelOf(named);
  const told = label && words.startsWith(`${named} `) ? `“${label}”${words.slice(named.length)}` : words;
  return told.replace(/`([a-z_]+)`/g, (written, name) => (labelOf(name) ? `“${labelOf(name)}”` : written));
}

/** Shortens the message that another type of value is expected to the expected type. */
function kind(message) {
  const why = /^expected another value \((.*)\)$/s.exec(message)?.[1];
  const wanted = why && /^(?:invalid (?:type|value|length)|unknown variant)[^]*, expected (.*)$/s.exec(why)?.[1];
  if (!wanted) return why ? `expected another value: ${why}` : message;
  return `expected ${kinds.find(([theirs]) => theirs.test(wanted))?.[1] ?? wanted}`;
}
