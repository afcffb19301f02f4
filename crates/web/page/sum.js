// The sum, component by component: a picture, what each is worth alone, and how the worths add up.

import { element, frame } from './element.js';
import { badge, signs } from './verdict.js';
import { worths } from './worths.js';
import { picture } from './picture.js';

/** Cards of the components. `narrow(moves, words)` keeps a few moves, `play(move)` makes one, `look(moves)` lights them. */
export class Sum {
  constructor(told, { play, narrow, look }) {
    this.told = told;
    this.cards = (told.components ?? []).map((component, index) => this.card(component, index, { play, narrow, look }));
    this.root = element(
      'ol',
      { class: 'sum' },
      this.cards.map(({ node }) => node),
    );
  }

  card(component, index, { play, narrow, look }) {
    const touched = new Map();
    const inside = [];
    for (const move of this.told.moves) {
      if (move.components?.includes(index)) inside.push(move);
      for (const [where, part] of move.marks ?? []) {
        if (where === index) touched.set(part, [...(touched.get(part) ?? []), move]);
      }
    }
    const name = this.told.components.length > 1 ? `${index + 1}: ${component.text}` : component.text;
    const touching = part => touched.get(part) ?? [];
    const seen = picture(component.picture, {
      name: component.text,
      touching,
      choose: part => {
        const moves = touching(part);
        if (moves.length === 1) play(moves[0]);
        else narrow(moves, 'what you chose');
      },
    });
    for (const node of seen?.root.querySelectorAll('[data-part]') ?? []) {
      const moves = touching(Number(node.dataset.part));
      node.addEventListener('pointerenter', () => look(moves));
      node.addEventListener('pointerleave', () => look([]));
    }
    const title =
      inside.length > 0
        ? element(
            'button',
            { type: 'button', class: 'name', title: 'Show the moves in it', onclick: () => narrow(inside, name) },
            name,
          )
        : element('span', { class: 'name' }, name);
    const node = element(
      'li',
      { class: 'card', 'data-region': `card-${index}` },
      title,
      element('div', { class: 'picture' }, seen?.root ?? element('code', { class: 'text' }, component.component || 'empty')),
      element('p', { class: 'worth' }, worth(component)),
    );
    return { node, seen };
  }

  /** Lights the components and the parts of pictures that a move touches. */
  light(move) {
    this.cards.forEach(({ node, seen }, index) => {
      node.classList.toggle('lit', Boolean(move?.components?.includes(index)) && this.cards.length > 1);
      seen?.light((move?.marks ?? []).filter(([where]) => where === index).map(([, part]) => part));
    });
  }
}

function worth({ nimber, value, outcome, outcome_class: known, mean, temperature }) {
  const words = nimber != null ? `∗${nimber}` : (value ?? '');
  const heat = mean != null && temperature != null && !isCold(temperature) && `${mean} ± ${temperature}`;
  return [outcome && badge(outcome, known ?? signs[outcome]), ' ', words, heat && element('span', { class: 'soft' }, ` mean ${heat}`)];
}

function isCold(temperature) {
  return temperature.startsWith('-') || temperature === '0';
}

/** How the components add up: nimbers in binary, without carry; or values and temperatures. `null` where nothing is known. */
export function addition(told) {
  const parts = told.components ?? [];
  if (parts.length < 2 || parts.length > 64 || told.rule !== 'disjunctive') return null;
  if (told.play === 'normal' && told.nimber != null && parts.every(part => isNumber(part.nimber))) return binary(told, parts);
  if (parts.some(part => part.value != null)) return values(told, parts);
  return null;
}

function binary(told, parts) {
  const width = Math.max(...[told.nimber, ...parts.map(part => part.nimber)].map(nimber => BigInt(nimber).toString(2).length));
  if (width > 64) return null;
  const bits = nimber =>
    [...BigInt(nimber).toString(2).padStart(width, '0')].map(bit =>
      element('td', { class: bit === '1' ? 'one' : 'zero' }, bit),
    );
  const row = (name, nimber) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', { class: 'decimal' }, String(nimber)), bits(nimber));
  return frame(
    'Nim-sum',
    element(
      'table',
      { class: 'addition' },
      element('caption', {}, 'Nimbers in binary, added without carry'),
      element(
        'tbody',
        {},
        parts.map((part, at) => row(`${at + 1}: ${part.text}`, part.nimber)),
      ),
      element('tfoot', {}, row('nim-sum', told.nimber)),
    ),
  );
}

function values(told, parts) {
  return frame('Values of the components', worths(parts, { name: (part, at) => `${at + 1}: ${part.text}`, total: told.value }));
}

function isNumber(nimber) {
  return nimber != null && /^\d+$/.test(String(nimber));
}
