// The form of a view: an input, the fields next to it, all other options of the question, examples to start from, and errors
// with a mark under the character.

import { element, present } from './element.js';
import { go, link } from './link.js';
import { again } from './limits.js';
import { inWords } from './refusal.js';
import { optionFields, sent } from './schema.js';

/**
 * A form for a view. `fields` are `{ name, label, choices | type, value, … }`, and the first is the question itself. What is
 * typed stays until another link fills the form. `examples` are `[words, asked]`.
 *
 * `asks` is the name of the question in the program. The options in its schema that are not in `fields` are shown under “More
 * options”, except those in `without`, which have no meaning here.
 */
export class Question {
  constructor(view, { asks, without = [], fields, button, hint, examples }) {
    this.view = view;
    this.fields = fields;
    this.asked = {};
    this.more = element('details', { class: 'more', hidden: true }, element('summary', {}, 'More options'));
    this.filled = null;
    this.controls = Object.fromEntries(fields.map(field => [field.name, control(view, field)]));
    this.error = element('div', { class: 'trouble', id: `${view}-trouble` });
    this.examples = element('ul', { class: 'examples' });
    this.form = element(
      'form',
      { class: 'question', autocomplete: 'off', onsubmit: event => this.submit(event) },
      fields.map(field => this.labelled(field)),
      element('button', { class: 'main' }, button),
      this.more,
    );
    this.invalid = null;
    this.root = element(
      'div',
      { class: 'asking' },
      this.form,
      this.error,
      element('div', { class: 'hint' }, element('p', {}, hint), this.examples),
    );
    this.offer(examples);
    this.own = fields.map(field => field.name);
    this.others = optionFields(asks, [...this.own, ...without]);
    this.others.then(
      others => this.extend(others),
      () => null, // if the program does not answer, the question itself will report why
    );
  }

  /** Adds a control for each of these options of the question. */
  extend(others) {
    if (others.length === 0) return;
    for (const field of others) {
      this.controls[field.name] = control(this.view, field);
      const words = element('small', { id: `${this.view}-${field.name}-help` }, field.help);
      this.controls[field.name].setAttribute('aria-describedby', words.id);
      this.more.append(element('div', { class: 'option' }, this.labelled(field), words));
    }
    this.fields = [...this.fields, ...others];
    this.more.hidden = false;
    for (const field of others) this.write(field, this.asked);
    this.more.open = others.some(field => this.asked[field.name] != null);
  }

  /** Returns the values of the other options in a link, converted for the program. */
  async options(asked) {
    const named = Object.keys(asked).filter(name => !this.own.includes(name));
    if (named.length === 0) return {};
    const others = (await this.others).filter(field => named.includes(field.name));
    return Object.fromEntries(others.map(field => [field.name, sent(field, asked[field.name])]));
  }

  get first() {
    return this.controls[this.fields[0].name];
  }

  labelled(field) {
    const at = this.controls[field.name];
    return element(
      'label',
      { class: field.wide ? 'wide' : null, 'data-field': field.name },
      element('span', { class: 'label' }, field.label),
      at,
    );
  }

  /** Shows the examples as links. */
  offer(examples) {
    this.examples.replaceChildren(
      element('li', {}, 'Try'),
      ...examples.map(([words, asked]) => element('li', {}, element('a', { href: link(this.view, asked) }, words))),
    );
  }

  /** Fills the form from a link, unless the link is already shown, so that later input is kept. */
  fill(asked) {
    const now = JSON.stringify(asked);
    if (now === this.filled) return;
    this.filled = now;
    this.asked = asked;
    this.settle();
    for (const field of this.fields) this.write(field, asked);
    if (this.fields.some(field => field.help && asked[field.name] != null)) this.more.open = true;
  }

  write(field, asked) {
    const value = asked[field.name] ?? field.value ?? '';
    const at = this.controls[field.name];
    if (field.type === 'checkbox') at.checked = value === 'true';
    if (field.choices && ![...at.options].some(option => option.value === value))
      at.append(element('option', { value }, value));
    if (field.type !== 'checkbox') at.value = value;
  }

  read(field) {
    const at = this.controls[field.name];
    return field.type === 'checkbox' ? String(at.checked) : at.value.trim();
  }

  /** Shows a field if it has a meaning for the answer, and otherwise hides it. */
  applies(name, does) {
    this.controls[name].closest('label').hidden = !does;
  }

  submit(event) {
    event.preventDefault();
    const asked = {};
    for (const field of this.fields) {
      const value = this.read(field);
      if (value !== (field.value ?? '') || field === this.fields[0]) asked[field.name] = value;
    }
    this.filled = JSON.stringify(asked);
    go(link(this.view, asked), { asked: true });
  }

  /** Removes the error. */
  settle() {
    this.error.replaceChildren();
    this.invalid?.removeAttribute('aria-invalid');
    this.invalid?.removeAttribute('aria-describedby');
    this.invalid = null;
  }

  /** Shows the reason why there is no answer, and marks the wrong character and field. */
  complain({ at, field: named, message, stopped }) {
    const name = [named, parts[named]].find(name => Object.hasOwn(this.controls, name)) ?? this.fields[0].name;
    const field = this.fields.find(field => field.name === name);
    const typed = JSON.parse(this.filled)[name] ?? field.value ?? '';
    const label = field !== this.fields[0] && element('span', { class: 'soft' }, `${field.label}: `);
    const words = stopped ? message : inWords(message, named, name => this.fields.find(field => field.name === name)?.label);
    this.error.replaceChildren(
      ...present([
        at != null && typed && marked(typed, at, label),
        element('p', { role: 'alert' }, words),
        // the program keeps what it found, so that the same question continues from there
        stopped && stopped !== 'fault' && again(() => this.form.requestSubmit()),
      ]),
    );
    if (stopped) return;
    if (this.more.contains(this.controls[name])) this.more.open = true;
    this.controls[name].setAttribute('aria-invalid', 'true');
    this.controls[name].setAttribute('aria-describedby', this.error.id);
    this.invalid = this.controls[name];
  }
}

// The names of fields in the program that differ from those on the page.
const parts = {
  right: 'with',
  ...Object.fromEntries(['cool', 'heat', 'overheat', 'then'].map(name => [name, 't'])),
  ...Object.fromEntries(['to', 'squares', 'vertices', 'day'].map(name => [name, 'size'])),
};

function control(view, { name, choices, type = 'text', ...rest }) {
  const id = `${view}-${name}`;
  if (choices) {
    return element(
      'select',
      { id, name },
      choices.map(([value, words]) => element('option', { value }, words)),
    );
  }
  const text = type === 'text' && { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', maxlength: '60000' };
  const bounds = { min: rest.min, max: rest.max, placeholder: rest.placeholder };
  return element('input', { id, name, type, ...text, ...bounds });
}

/** Returns the part of the text around the wrong byte, with a caret under the character that contains the byte. */
function marked(typed, byte, label) {
  const at = characterAt(typed, byte);
  const characters = [...typed];
  const from = Math.max(0, at - 40);
  const to = Math.min(characters.length, at + 30);
  const before = `${from > 0 ? '… ' : ''}${characters.slice(from, at).join('')}`;
  const after = `${characters.slice(at + 1, to).join('')}${to < characters.length ? ' …' : ''}`;
  return element(
    'p',
    { class: 'marked', 'data-at': at },
    label,
    element('code', {}, before, element('span', { class: 'caret' }, characters[at] ?? '\u00a0'), after),
  );
}

/** Returns the index of the character (code point) that contains this byte of the UTF-8 text. */
export function characterAt(text, byte) {
  const bytes = new TextEncoder();
  let at = 0;
  let seen = 0;
  for (const character of text) {
    seen += bytes.encode(character).length;
    if (seen > byte) return at;
    at += 1;
  }
  return at;
}

/** Choices that several views use. */
export const plays = [
  ['normal', 'wins (normal)'],
  ['misere', 'loses (misère)'],
];
export const rules = [
  ['disjunctive', 'One component'],
  ['diminished', 'One, until the first ends'],
  ['conjunctive', 'Every one, until the first ends'],
  ['continued', 'Every one that goes on'],
  ['selective', 'Any number of them'],
  ['shortened-selective', 'Any number, until the first ends'],
  ['not-all', 'Any number, but not all'],
  ['moore=2', 'One or two'],
  ['moore=3', 'Up to three'],
];
export const players = [
  ['left', 'Left'],
  ['right', 'Right'],
];
