// A heap that may split, as a row of pins: a move takes adjacent pins, or separates them.

import { drawn, element } from './element.js';
import { onHeap } from './heaps.js';
import { waysOf } from './ways.js';

const most = 96;

/** Returns the rows of a component, with an empty place between heaps. */
export function rows([{ picture, index }], moves, { begun = [], made = [] } = {}) {
  const sizes = picture.heaps.map(Number);
  const before = begun[index]?.picture.heaps.map(Number) ?? sizes;
  // in a game, pins remain in their places
  const stay = begun[index] && standing(sizes, before, made, index);
  const first = stay ? before : sizes;
  const bases = startsOf(first);
  const starts = stay ?? bases;
  const length = Math.max(
    1,
    first.reduce((sum, size) => sum + (size > 0 ? size + 1 : 0), -1),
  );
  const isLong = length > most;
  const all = waysOf(moves, [index]);
  const ways = isLong
    ? all
    : sizes.flatMap((_, heap) => onHeap(all, heap, sizes).flatMap(way => placed(way, heap, sizes, starts)));
  const shape = (unit, width) => {
    const whole = (width - 8) / length;
    const slot = whole >= 44 ? Math.min(whole, 76, unit * 0.6) : Math.max(44, Math.min(72, unit * 0.6));
    const { segments, lines, each } = laidOut(first, bases, Math.max(1, Math.floor((width - 7.9) / slot)));
    const tall = Math.min(slot * 4.55, lines > 1 ? slot * (lines > 3 ? 1.3 : 2.6) : Infinity);
    return { slot, segments, lines, each, tall };
  };
  return {
    ways,
    size(unit, room, width) {
      if (isLong) return [Math.min(width, 360), 96];
      const { slot, lines, each, tall } = shape(unit, width);
      return [each * slot + 8, lines * (tall + 34)];
    },
    draw(unit, room, full) {
      if (isLong) return tooLong(sizes, all);
      const { slot, segments, lines, tall } = shape(unit, full);
      const [width, height] = this.size(unit, room, full);
      const owner = Array.from({ length }, (_, nth) =>
        sizes.findIndex((size, heap) => nth >= starts[heap] && nth < starts[heap] + size),
      );
      const segment = nth => segments.find(({ from, count }) => nth >= from && nth < from + count);
      const at = nth => {
        const { line, place, from } = segment(nth);
        return [4 + (place + nth - from) * slot, line * (tall + 34)];
      };
      const parts = owner.flatMap((heap, nth) => {
        if (heap < 0) return [];
        const [x, y] = at(nth);
        const node = drawn(
          'g',
          { class: 'part pin' },
          drawn('rect', { class: 'reach', x, y, width: slot, height: tall + 4 }),
          pin(x + slot / 2, y + 4, slot, tall - 4),
          drawn('rect', { class: 'ring', x: x + 2, y: y + 2, width: slot - 4, height: tall, rx: 8 }),
          drawn('text', { class: 'coordinate', x: x + slot / 2, y: y + tall + 18 }, String(nth + 1)),
        );
        return {
          cell: nth,
          node,
          says: `pin ${nth + 1} of a heap of ${sizes[heap]}`,
          ways: ways.filter(({ cells }) => cells.includes(nth)),
        };
      });
      const fallen = first.flatMap((size, heap) =>
        Array.from({ length: size }, (_, n) => bases[heap] + n).flatMap(nth => {
          if (owner[nth] >= 0) return [];
          const [x, y] = at(nth);
          const [outline] = pin(x + slot / 2, y + 4, slot, tall - 4);
          outline.setAttribute('class', 'was');
          return [outline];
        }),
      );
      const grounds = Array.from({ length: lines }, (_, line) =>
        drawn('rect', { class: 'base', x: 2, y: line * (tall + 34) + tall + 1, width: width - 4, height: 4, rx: 2 }),
      );
      const cuts = drawn('g', { class: 'ghosts' });
      const root = drawn(
        'svg',
        { class: 'board heaps rows', width, height, viewBox: `0 0 ${width} ${height}` },
        grounds,
        fallen,
        parts.map(({ node }) => node),
        cuts,
      );
      return {
        root,
        parts,
        show(shown, isSure) {
          cuts.replaceChildren();
          for (const { node } of parts) node.classList.remove('going');
          if (!isSure) return;
          for (const { takes, cut } of shown.slice(0, 1)) {
            for (const { node, cell } of parts) if (takes.includes(cell)) node.classList.add('going');
            if (takes.length === 0)
              cuts.append(drawn('path', { class: 'way', d: `M ${at(cut)[0]} ${at(cut)[1]} v ${tall + 4}` }));
          }
        },
        /** Returns the place of a pointer, in pins. */
        where: (x, y) => {
          const line = Math.floor(y / (tall + 34));
          const across = (x - 4) / slot;
          const here =
            segments.findLast(each => each.line === line && each.place <= across) ?? segments.find(each => each.line === line);
          return here ? [here.from + across - here.place, 0] : null;
        },
      };
    },
  };
}

function startsOf(sizes) {
  return sizes.map((_, heap) => sizes.slice(0, heap).reduce((sum, size) => sum + (size > 0 ? size + 1 : 0), 0));
}

/**
 * Returns where each heap stands after the moves of a game, or `null` if that is unclear. A move of which it is not known where
 * it was made is made at the left.
 */
function standing(sizes, before, made, index) {
  const begins = startsOf(before);
  const rows = before.map((size, heap) => ({ start: begins[heap], size }));
  for (const { changes = [], at } of made) {
    for (const { heaps = [] } of changes.filter(({ component }) => component === index)) {
      for (const { takes, leaves } of heaps) {
        const size = [Number(takes), ...leaves.map(Number)].reduce((sum, each) => sum + each, 0);
        const fits = rows.filter(row => row.size === size);
        const row = fits.find(({ start }) => at >= start && at <= start + size) ?? fits[0];
        if (!row) return null;
        const parts = leaves.map(Number);
        const offset =
          at >= row.start && (parts.length === 0 || parts.includes(at - row.start) || at === row.start)
            ? at - row.start
            : (parts[0] ?? 0);
        const rest = { start: row.start + offset + Number(takes), size: size - offset - Number(takes) };
        rows.splice(rows.indexOf(row), 1, { start: row.start, size: offset }, rest);
      }
    }
  }
  const left = rows.filter(({ size }) => size > 0);
  const places = sizes.map(size => {
    if (size === 0) return 0;
    const place = left.findIndex(row => row.size === size);
    return place < 0 ? null : left.splice(place, 1)[0].start;
  });
  return left.length > 0 || places.includes(null) ? null : places;
}

/**
 * Breaks rows into lines of at most `most` pins. A heap that does not fit into the rest of a line begins a new one, and a long
 * one continues.
 */
function laidOut(sizes, starts, most) {
  const segments = [];
  let [line, place] = [0, 0];
  sizes.forEach((size, heap) => {
    if (place > 0 && place + size > most) [line, place] = [line + 1, 0];
    for (let done = 0; done < size;) {
      const count = Math.min(size - done, most - place);
      segments.push({ line, place, from: starts[heap] + done, count });
      done += count;
      place += count;
      if (done < size) [line, place] = [line + 1, 0];
    }
    if (size > 0) place += 1;
    if (place >= most) [line, place] = [line + 1, 0];
  });
  const last = segments.at(-1);
  return { segments, lines: last ? last.line + 1 : 1, each: Math.max(1, ...segments.map(({ place, count }) => place + count)) };
}

/** Returns the places where a move can be made in a heap: at either end, or with the parts that remain on either side. */
function placed(way, heap, sizes, starts) {
  const { takes: count, leaves } = way.heaps.find(change => change.heap === heap);
  const offsets = leaves.length > 1 ? leaves : [0, ...leaves];
  return [...new Set(offsets)].map(offset => {
    const cut = starts[heap] + offset;
    const takes = Array.from({ length: count }, (_, n) => cut + n);
    // touching either of two pins separates them
    const cells = count > 0 ? takes : [cut - 1, cut];
    return { ...way, takes, cut, at: cut, cells, middle: [cut + count / 2, 0], name: named(takes, cut) };
  });
}

function named(takes, cut) {
  if (takes.length === 0) return `part pins ${cut} and ${cut + 1}`;
  const [first, last] = [takes[0] + 1, takes.at(-1) + 1];
  return first === last ? `take pin ${first}` : `take pins ${first} ${last === first + 1 ? 'and' : 'to'} ${last}`;
}

/** Shows the number of pins if there are too many to draw, and refers to the list of moves. */
function tooLong(sizes, ways) {
  const node = element(
    'div',
    { class: 'part text' },
    element('strong', {}, `${sizes.length > 1 ? 'heaps' : 'a heap'} of ${sizes.join(', ')}`),
    element('p', { class: 'soft' }, 'Choose a move from the list.'),
  );
  return {
    root: node,
    parts: [{ node, says: `heaps ${sizes.join(', ')}`, ways: ways.slice(0, 12).length === ways.length ? ways : [] }],
    show: () => {},
    where: () => null,
  };
}

function pin(x, y, slot, tall) {
  const [head, neck, body, foot] = [slot * 0.2, slot * 0.105, slot * 0.31, slot * 0.2];
  const [top, under, bottom] = [y + slot * 0.02, y + Math.min(slot * 0.5, tall * 0.35), y + tall];
  const at = part => under + (bottom - under) * part;
  const side = sign => [x + sign * head * 1.35, x + sign * neck, x + sign * body, x + sign * foot];
  const [right, left] = [side(1), side(-1)];
  const bend = Math.min(slot * 0.36, tall * 0.25);
  return [
    drawn('path', {
      class: 'chip skittle',
      d: `M ${x} ${top} C ${right[0]} ${top} ${right[0]} ${y + bend} ${right[1]} ${under} C ${right[1]} ${at(0.2)} ${right[2]} ${at(0.3)} ${right[2]} ${at(0.56)} C ${right[2]} ${at(0.78)} ${right[3]} ${at(0.88)} ${right[3]} ${bottom} L ${left[3]} ${bottom} C ${left[3]} ${at(0.88)} ${left[2]} ${at(0.78)} ${left[2]} ${at(0.56)} C ${left[2]} ${at(0.3)} ${left[1]} ${at(0.2)} ${left[1]} ${under} C ${left[0]} ${y + bend} ${left[0]} ${top} ${x} ${top} Z`,
    }),
    drawn('path', { class: 'neck', d: `M ${left[1] - 1} ${under + slot * 0.05} H ${right[1] + 1}` }),
  ];
}
