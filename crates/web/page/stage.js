// The board: every component as large as possible, with one unit for all, played by pointer, touch and keys.

import { board } from './board.js';
import { boxes, isOfBoxes } from './boxes.js';
import { choose, shut } from './menu.js';
import { element } from './element.js';
import { heaps } from './heaps.js';
import { meant } from './ways.js';
import { network } from './network.js';
import { isOfQueen, queen } from './queen.js';
import { rove } from './roving.js';
import { rows } from './rows.js';
import { isPartizan, worth } from './verdict.js';

const gap = 20;
const caption = 24;
const narrow = 900;
const far = 8;
/** The maximum number of moves that a menu lists. */
const most = 9;

/**
 * The components of an answer. It calls `play(move)` to make a move, and `look(move | null, several)` when moves are pointed
 * at.
 */
export class Stage {
  constructor(
    told,
    { play, look, narrow, hidden, best = null, placed = [], lastly = [], begun = [], made = [], isIdle = false, handles = null },
  ) {
    Object.assign(this, {
      told,
      play,
      look,
      narrow,
      hidden,
      best,
      placed,
      lastly,
      begun,
      made,
      isIdle,
      handles,
      gone: null,
      drawn: [],
      nodes: [],
      picked: null,
      lit: null,
      seen: '',
    });
    this.reading = element('p', { class: 'reading', 'aria-live': 'polite' });
    this.lines = element('div', { class: 'lines' });
    this.root = element(
      'section',
      { class: 'stage', 'aria-label': 'The board', 'data-region': 'board' },
      this.lines,
      this.reading,
    );
    rove(this.lines, () => this.nodes);
    new ResizeObserver(() => this.fit()).observe(this.root);
    this.lines.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.pick(null);
    });
  }

  /** Draws everything at the largest size that fits, unless it is already drawn at this size. */
  fit() {
    const isNarrow = innerWidth < narrow;
    const hasRoom = !isNarrow && innerHeight >= 620;
    const height = hasRoom ? this.root.clientHeight - 40 : innerHeight * 0.6;
    const width = this.root.clientWidth;
    const seen = `${width}x${hasRoom ? height : 0}`;
    if (seen === this.seen || width === 0) return;
    this.seen = seen;
    const focused = this.held();
    const boards = this.boards(isNarrow);
    const extra = boards.length > 1 ? caption : 0;
    const unit = fitting(boards, width, height, extra, !hasRoom);
    this.picked = null;
    this.drawn = boards.map(board => ({ board, ...board.draw(unit, height - extra, width) }));
    const { lines } = flowed(
      boards.map(board => board.size(unit, height - extra, width)),
      width,
    );
    this.nodes = [];
    this.lines.replaceChildren(
      ...lines.map(line =>
        element(
          'div',
          { class: 'line' },
          line.map(at => this.card(this.drawn[at], boards.length > 1)),
        ),
      ),
    );
    this.root.dataset.unit = unit;
    this.nodes.forEach((node, nth) => node.setAttribute('tabindex', nth === 0 ? '0' : '-1'));
    this.light(this.lit);
    this.mark();
    if (focused != null) this.focus(focused);
  }

  boards(isNarrow) {
    const { components = [], moves, first } = this.told;
    const all = components.map((component, index) => ({ ...component, index }));
    const isEmpty = ({ picture }) => picture?.kind === 'heaps' && picture.heaps.every(size => size === 0);
    const full = all.filter(component => !isEmpty(component));
    // components in which somebody can move come first
    const isLive = ({ index }) => moves.some(move => move.components?.includes(index));
    // in a game every component stays where it was at the start
    const isPlayed = this.begun.length > 0;
    const shownFirst = isPlayed ? all : (full.length > 0 ? full : all.slice(0, 1)).toSorted((a, b) => isLive(b) - isLive(a));
    const isLow = isNarrow && all.some(({ picture }) => picture?.kind === 'cells' || picture?.kind === 'graph');
    const about = {
      placed: this.placed,
      begun: this.begun,
      made: this.made,
      first: isPartizan(this.told) ? (first ?? 'left') : null,
      isNarrow: isNarrow && (isLow || shownFirst.length > 2),
    };
    return [...groups(shownFirst)].map(group => {
      const inside = moves.filter(move => group.some(({ index }) => move.components?.includes(index)));
      return Object.assign(kind(group[0], isPlayed)(group, inside, about), { group });
    });
  }

  card(shown, isSum) {
    const { board, root, parts, fields = [] } = shown;
    const name = board.group.map(component => this.named(component, isSum)).join(' · ');
    root.setAttribute('role', 'group');
    root.setAttribute('aria-label', `Picture of ${name}`);
    for (const part of parts) this.equip(shown, part);
    for (const field of fields) {
      field.node.addEventListener('submit', event => {
        event.preventDefault();
        const way = field.ways.find(field.wanted);
        if (way) this.go(way);
        else this.reading.textContent = 'No move that is listed takes so many.';
      });
    }
    const worths = board.group.map(worth).filter(Boolean).join(', ');
    return element(
      'figure',
      { class: 'card', 'data-components': board.group.map(({ index }) => index).join(' ') },
      root,
      this.handles?.(board.group),
      isSum && element('figcaption', {}, name, !this.hidden && worths && element('span', { class: 'worth' }, ` ${worths}`)),
    );
  }

  /** Returns the name of a component: in a game without notation. */
  named({ index, text, look }, isSum) {
    if (this.begun.length > 0) return `${look.heaps === 'piles' ? 'heap' : 'part'} ${index + 1}`;
    return isSum ? `${index + 1}: ${text}` : text;
  }

  /** Makes a part react to pointer, touch and keys. */
  equip(shown, part) {
    if (part.cell != null) part.node.dataset.part = part.cell;
    if (part.ways.length === 0 || this.isIdle) return;
    const { node } = part;
    node.classList.add('touched');
    node.classList.toggle(
      'origin',
      part.ways.some(({ kind, from }) => kind === 'shift' && from === part.cell),
    );
    node.setAttribute('role', 'button');
    node.setAttribute(
      'aria-label',
      `${part.says}, ${part.ways.length === 1 ? (part.ways[0].move.text ?? part.ways[0].move.move) : `${part.ways.length} moves`}`,
    );
    this.nodes.push(node);
    const point = event => {
      this.type = event.pointerType;
      this.preview(shown, this.meant(shown, part, event).ways);
    };
    node.addEventListener('pointermove', point);
    node.addEventListener('pointerdown', event => {
      point(event);
      this.lift(shown, part, event);
    });
    node.addEventListener('pointerleave', () => this.preview(shown, []));
    node.addEventListener('pointercancel', () => this.preview(shown, []));
    node.addEventListener(
      'focus',
      () => node.matches(':focus-visible') && this.preview(shown, this.meant(shown, part, null).ways),
    );
    node.addEventListener('blur', () => this.preview(shown, []));
    node.addEventListener('click', event => this.touch(shown, part, event));
    node.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.touch(shown, part, null);
    });
  }

  /** Returns the ways that a touch of a part may select, given the parts picked before and the place of the pointer. */
  meant(shown, part, event) {
    const found = meant(part, this.picked?.shown === shown ? this.picked.steps : []);
    if (found.isStep || found.ways.length < 2 || !event || event.pointerType === 'touch' || event.clientX === 0) return found;
    const box = shown.root.getBoundingClientRect();
    const at = shown.where(event.clientX - box.x, event.clientY - box.y);
    if (!at || found.ways[0].kind === 'shift') return found;
    const distance = found.ways.map(({ middle }) => Math.hypot(middle[0] - at[0], middle[1] - at[1]));
    const least = Math.min(...distance);
    const near = found.ways.filter((_, n) => distance[n] < least + 0.02);
    return near.length === 1 ? { ...found, ways: near } : found;
  }

  touch(shown, part, event) {
    if (this.dragged || this.isIdle) return;
    const pointer = event && { clientX: event.clientX, clientY: event.clientY, pointerType: event.pointerType || this.type };
    const { ways, isStep } = this.meant(shown, part, pointer);
    const isOn =
      this.picked?.shown === shown &&
      isStep &&
      ways.every(({ steps }) => this.picked.steps.every((step, at) => steps[at] === step));
    const steps = isOn && this.picked.steps.at(-1) !== part.cell ? [...this.picked.steps, part.cell] : [part.cell];
    if (ways.length === 0) return this.pick(null);
    const isWhole = !isStep || ways.every(way => way.steps.length === steps.length);
    if (ways.length === 1) return this.go(ways[0]);
    if (isWhole && ways.length > most) {
      this.narrow(ways.map(({ move }) => move));
      return this.say(`${ways.length} moves meet here: choose one from the list.`);
    }
    if (!isWhole) return this.picked?.steps.join() === steps.join() ? this.pick(null) : this.pick({ shown, steps, part });
    this.preview(shown, ways);
    const under = [...new Set(ways.flatMap(({ cells }) => cells))]
      .map(cell => shown.parts.find(part => part.cell === cell)?.node)
      .filter(Boolean);
    choose(
      part.node,
      under.length > 0 ? under : [part.node],
      ways.map(({ name, move }) => ({ words: name ?? move.text ?? move.move, move })),
      {
        hidden: this.hidden,
        look: at => this.preview(shown, [ways[at]]),
        take: at => this.go(ways[at]),
      },
    );
  }

  /** Picks up a piece and highlights the squares to which it may go. */
  pick(picked) {
    this.picked?.part.node.classList.remove('picked');
    for (const { node } of this.drawn.flatMap(({ parts }) => parts)) node.classList.remove('waits');
    this.picked = picked;
    if (!picked) return this.drawn.forEach(shown => shown.show([], false));
    const { shown, steps, part } = picked;
    part.node.classList.add('picked');
    const on = this.next(picked);
    const waits = new Set(on.map(way => way.steps[steps.length]));
    for (const { node, cell } of shown.parts) node.classList.toggle('waits', waits.has(cell));
    this.preview(shown, on);
  }

  next({ shown, steps }) {
    return shown.board.ways.filter(way => way.steps.length > steps.length && steps.every((step, at) => way.steps[at] === step));
  }

  /** Drags a piece to its destination, as an alternative to touching twice. */
  lift(shown, part, { clientX, clientY, pointerId }) {
    this.dragged = false;
    if (!part.node.classList.contains('origin')) return;
    const figures = shown.figures?.[part.cell] ?? [];
    const controller = new AbortController();
    const move = event => {
      if (event.pointerId !== pointerId) return;
      const [dx, dy] = [event.clientX - clientX, event.clientY - clientY];
      if (!this.dragged && Math.hypot(dx, dy) < far) return;
      if (!this.dragged) this.pick({ shown, steps: [part.cell], part });
      this.dragged = true;
      for (const figure of figures) figure.setAttribute('transform', `translate(${dx} ${dy})`);
    };
    const drop = event => {
      if (event.pointerId !== pointerId) return;
      controller.abort();
      for (const figure of figures) figure.removeAttribute('transform');
      if (!this.dragged) return;
      // the click that follows a drag is not counted
      setTimeout(() => (this.dragged = false));
      const box = shown.root.getBoundingClientRect();
      const at = shown.where(event.clientX - box.x, event.clientY - box.y);
      const under = document.elementsFromPoint(event.clientX, event.clientY).map(node => node.closest?.('[data-part]'));
      const target = at && shown.parts.find(({ node }) => under.includes(node));
      const on =
        target && target !== part ? this.next({ shown, steps: [part.cell] }).filter(way => way.steps[1] === target.cell) : [];
      if (on.length === 0 || event.type === 'pointercancel') return this.pick(null);
      this.dragged = false;
      this.touch(shown, target, null);
      this.dragged = true;
    };
    const options = { signal: controller.signal };
    addEventListener('pointermove', move, options);
    addEventListener('pointerup', drop, options);
    addEventListener('pointercancel', drop, options);
  }

  go(way) {
    const { move } = way;
    this.gone = way;
    // the board of a game waits for the position after the move
    this.isIdle = this.begun.length > 0;
    shut();
    this.picked = null;
    this.play(move);
  }

  preview(shown, ways) {
    if (ways.length === 0 && this.picked) return this.picked.shown.show(this.next(this.picked), false);
    if (ways.length === 0) {
      this.light(null);
      return this.look(null, 0);
    }
    shown.show(ways, ways.length === 1);
    this.look(ways.length === 1 ? ways[0].move : null, ways.length);
  }

  /**
   * Highlights a move that is pointed at, and its components. If there is no such move, highlights the components of the best
   * one.
   */
  light(move) {
    this.lit = move;
    const lit = (move ?? this.best)?.components ?? [];
    for (const shown of this.drawn) {
      shown.show(move ? shown.board.ways.filter(way => way.move === move).slice(0, 1) : [], true);
      shown.root
        .closest('.card')
        ?.classList.toggle('lit', this.drawn.length > 1 && shown.board.group.some(({ index }) => lit.includes(index)));
    }
  }

  /** Shows text under the board. */
  say(words) {
    this.reading.textContent = words;
  }

  /** Returns the effects of a move, to be shown after it: the pieces that it places, and its changes. */
  left(move) {
    const each = this.drawn.find(({ board }) => board.ways.some(way => way.move === move));
    const way = this.gone?.move === move ? this.gone : each?.board.ways.find(way => way.move === move);
    const changed = (move.changes ?? []).map(({ component, from, to, comes = [], goes = [] }) => ({
      component,
      cells: [from, to, ...comes, ...goes].filter(cell => cell != null),
    }));
    const isLaid = way?.kind === 'place' && way.comes.length > 1 && this.drawn.length === 1;
    const side = isPartizan(this.told) ? (this.told.first ?? 'left') : 'any';
    return { changed, at: way?.at, placed: isLaid ? { cells: way.comes, side, shape: each.board.shape } : undefined };
  }

  /** Marks the changes of the last move. */
  mark() {
    for (const { component, cells } of this.lastly) {
      const shown = this.drawn.find(({ board }) => board.group.some(({ index }) => index === component));
      shown?.root.closest('.card')?.classList.toggle('last', this.drawn.length > 1);
      // no parts of graphs and strips are marked, because removing parts renumbers the others
      if (shown?.board.shape) for (const { node, cell } of shown.parts) node.classList.toggle('last', cells.includes(cell));
    }
  }

  held() {
    const at = this.nodes.indexOf(document.activeElement);
    return at < 0 ? null : at;
  }

  focus(at = 0) {
    (this.nodes[at] ?? this.nodes[0])?.focus();
  }
}

/** Returns the function that draws a component. In a game, boxes are lines between dots, and a pair of heaps may be a queen. */
export function kind(component, isGame) {
  const { picture, look } = component;
  if (!picture) return text;
  if (isGame && isOfBoxes(component)) return boxes;
  if (isGame && isOfQueen(component)) return queen;
  if (picture.kind === 'cells') return board;
  if (picture.kind === 'graph') return network;
  return look.heaps === 'rows' ? rows : heaps;
}

/** Shows a component without a picture: its text, which offers all moves in it. */
function text([{ text, component, index }], moves) {
  const ways = moves.map(move => ({ move, kind: 'text', cells: [], steps: [], middle: [0, 0], component: index }));
  return {
    ways,
    size: () => [Math.min(460, 40 + 11 * Math.max(8, component.length)), 88],
    draw() {
      const node = element('div', { class: 'part text' }, element('code', {}, component || 'empty'));
      const root = element('div', { class: 'board' }, node);
      return { root, parts: [{ node, says: text, ways }], show: () => {}, where: () => null };
    },
  };
}

/**
 * Groups components: those on boards of one family and size with a single piece each share a board, and each other component is
 * alone.
 */
function groups(components) {
  const isAlone = ({ picture, look }) =>
    picture?.kind === 'cells' &&
    picture.rows.length > 1 &&
    [...picture.rows.join('')].filter(sign => look.pieces[sign] !== 'free').length === 1;
  const key = component => {
    const { family, is_negative, picture, index } = component;
    return isAlone(component) ? [family, is_negative, picture.rows.length, picture.rows[0].length].join() : index;
  };
  return Map.groupBy(components, key).values();
}

/** Returns the largest unit at which all boards fit. */
function fitting(boards, width, height, extra, isNarrow) {
  for (let unit = 176; unit > 18; unit -= 1) {
    const sizes = boards.map(board => board.size(unit, height - extra, width));
    if (unit > 140 && sizes.some(([, tall]) => tall > innerHeight * 0.5)) continue;
    const { isWide, tall } = flowed(sizes, width, extra);
    if (!isWide && (tall <= height || (isNarrow && unit <= 46))) return unit;
  }
  return 18;
}

/** Places boards side by side, in as many lines as they need. */
function flowed(sizes, width, extra = 0) {
  const lines = [[]];
  let across = 0;
  sizes.forEach(([wide], at) => {
    if (lines.at(-1).length > 0 && across + gap + wide > width) {
      lines.push([]);
      across = 0;
    }
    across += (lines.at(-1).length > 0 ? gap : 0) + wide;
    lines.at(-1).push(at);
  });
  const tall =
    lines.reduce((sum, line) => sum + extra + Math.max(0, ...line.map(at => sizes[at][1])), 0) + (lines.length - 1) * 12;
  return { lines, tall, isWide: sizes.some(([wide]) => wide > width) };
}
