// Controls for the options in a question's JSON Schema, so that a new option of the program appears on the page as well.

import { told } from './server.js';

let schemas = null;

/** Returns the fields for the options of a question, except those that are `known`. */
export async function optionFields(question, known) {
  schemas ??= told('schema');
  const { properties = {}, $defs } = (await schemas)[question] ?? {};
  return Object.entries(properties)
    .filter(([name]) => !known.includes(name))
    .map(([name, schema]) => field(name, schema, $defs))
    .filter(field => field != null);
}

/** Returns a field of a form, or `null` if there is no control for its type. */
function field(name, schema, definitions) {
  const plain = resolved(schema, definitions);
  const kind = [plain.type].flat().find(kind => kind !== 'null');
  const words = name.replaceAll('_', ' ');
  const common = {
    name,
    label: `${words[0].toUpperCase()}${words.slice(1)}`,
    help: schema.description ?? plain.description ?? '',
    kind,
    value: schema.default == null ? '' : String(schema.default),
  };
  const choices = named(plain);
  if (choices) return { ...common, choices: [...(common.value ? [] : [['', '–']]), ...choices.map(choice => [choice, choice])] };
  if (kind === 'boolean') return { ...common, type: 'checkbox', value: common.value || 'false' };
  if (kind === 'integer' || kind === 'number') return { ...common, type: 'number', min: plain.minimum, max: plain.maximum };
  return kind === 'string' ? { ...common, type: 'text' } : null;
}

/** Returns the schema that a reference or an optional value stands for. */
function resolved(schema, definitions) {
  const [, name] = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '') ?? [];
  if (name) return resolved(definitions[name], definitions);
  const some = schema.anyOf?.find(one => one.type !== 'null');
  return some ? resolved(some, definitions) : schema;
}

/** Returns the values of a field that allows only certain strings, or `null` for other fields. */
function named({ enum: words, oneOf }) {
  const all = words ?? oneOf?.flatMap(one => one.enum ?? [one.const]);
  return all?.every(word => typeof word === 'string') ? all : null;
}

/**
 * Returns the input of a field as a JSON value. Text that is not a number remains text, so that the program reports what
 * it expects.
 */
export function sent({ kind }, typed) {
  if (kind === 'boolean') return typed === 'true';
  const isNumber = (kind === 'integer' || kind === 'number') && /^-?\d+(\.\d+)?$/.test(typed);
  return isNumber ? Number(typed) : typed;
}
