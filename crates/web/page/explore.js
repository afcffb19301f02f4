// The explorer: rows of small boards. Left's options are on the left and Right's on the right of a position, each with its value
// and its winner. A touch opens a board, and the row above keeps the boards that were passed.

import { Unanswered, ask } from './server.js';
import { button, choice, element, present } from './element.js';
import { gathered } from './graph.js';
import { instead, passed, path, played, start } from './line.js';
import { rove } from './roving.js';
import { side as called, tag } from './words.js';
import { thermograph } from './thermograph.js';
import { thumbnail } from './games.js';
import { worth } from './verdict.js';

/** The number of options of a player that are shown before the others are unfolded, and the number of rows. */
const most = 4;
const rows = 3;

/** The time in milliseconds after which boards are shown without their values. */
const patience = 250;

const slot = { slot: 'explore' };
const looks = [
  ['rows', 'As rows'],
  ['graph', 'As a graph'],
];
let chosen = 'rows';
let runs = 0;
const unfolded = new Set();

/** Returns the explorer at a position. `go(node)` goes to another one. */
export function explorer(node, go) {
  runs += 1;
  const run = runs;
  const kept = document.activeElement?.dataset?.keep;
  const below = element('div', { class: 'explorer' });
  const job = chosen === 'graph' ? graph(node) : levels(node, go, below, { run, kept });
  job.then(
    nodes => run === runs && nodes && below.replaceChildren(...nodes),
    error => {
      if (error.name === 'AbortError' || run !== runs) return;
      if (!(error instanceof Unanswered)) throw error;
      below.append(element('p', { class: 'notice', role: 'alert' }, error.message));
    },
  );
  const change = to => {
    chosen = to;
    go(node);
  };
  return present([choice('Shown', looks, chosen, change), below]);
}

function graph({ asked: { q, play, first } }) {
  return gathered({ q, play, first, view: 'board', mode: 'explore' }, slot);
}

/** Fills the rows. The boards are shown at once, and their values when they are found. */
async function levels(node, go, root, { run, kept }) {
  const all = [start(node), ...path(node)];
  const line = all.filter((_, nth) => all[nth + 1]?.move.move !== instead).slice(-rows);
  const sides = node.shown.first ? ['left', 'right'] : [null];
  const sections = line.map(() => element('section', { class: 'level', 'aria-label': 'A position and its options' }));
  const heat = element('div', { class: 'heat' });
  root.replaceChildren(...sections, heat);
  for (const section of sections) {
    section.addEventListener('keydown', event => event.key.startsWith('Arrow') && event.stopPropagation());
    rove(section, () => [...section.querySelectorAll('button.leaf')]);
  }
  const fill = async nth => {
    const at = line[nth];
    const found = [];
    for (const side of sides) found.push(await shown(at, side, line[nth + 1]));
    if (run !== runs) return;
    const [one, other] = sides.map((side, k) => group(at, side, found[k], line[nth + 1], go));
    sections[nth].replaceChildren(...present([other && one, here(at, found[0], at !== node && go), other ?? one]));
    // what had the focus keeps it
    if (kept && document.activeElement === document.body)
      sections[nth].querySelector(`[data-keep="${CSS.escape(kept)}"]`)?.focus({ preventScroll: true });
  };
  for (const [nth, at] of line.entries()) {
    for (const side of sides) {
      const judging = judge(at, side, () => run === runs && mark(sections[nth], at, side));
      judging.catch(() => {}); // awaited below
      const isSlow = await Promise.race([judging, new Promise(done => setTimeout(() => done(true), patience))]);
      // the boards of all rows come from the rules, and do not wait for values
      for (let row = nth; isSlow && row < line.length && run === runs; row += 1) await fill(row);
      await judging;
      if (run !== runs) return;
    }
    await fill(nth);
  }
  if (run === runs && node.shown.first && node.asked.play !== 'misere') {
    node.heat ??= await ask('value-view', { sum: node.asked.q }, slot).catch(error => {
      if (error instanceof Unanswered) return {};
      throw error;
    });
    // that of a number is a mast alone
    if (run === runs && node.heat.thermograph && !node.heat.temperature.startsWith('-')) heat.replaceChildren(thermograph(node.heat));
  }
}

const question = ({ asked: { q, play, rule } }, side) => ({ position: q, play, rule, first: side ?? undefined });
const board = question => ask('board', question, { slot: 'explored' });

/** Returns the options of a player by the rules alone, or as they were judged before. */
async function options(at, side) {
  // the position is the same if only the other player moves
  at.options ??= at.move?.move === instead ? (at.parent.options ??= {}) : {};
  if (!at.options[side]) {
    const { moves, components } = await board(question(at, side));
    at.drawn ??= components;
    at.options[side] = grouped(moves, { first: side }, false);
  }
  return at.options[side];
}

/** Writes what was found so far on the cards that are there. The cards stay, so that a touch does not miss them. */
function mark(section, at, side) {
  for (const { move, same, known } of at.options[side].distinct) {
    const card = known.outcome && section.querySelector(`[data-keep="${CSS.escape(leafOf(at, side, move))}"]`);
    card?.querySelector('.tag').replaceWith(judgement(known, false, same.length)[1]);
  }
}

const leafOf = (at, side, { move }) => `leaf ${at.asked.q} ${side} ${move}`;

/** Asks for the values and the winners of the options of a player. Calls `more` whenever some of them were found. */
async function judge(at, side, more) {
  const { all, isJudged } = await options(at, side);
  if (isJudged) return;
  const heard = soFar => {
    at.options[side] = grouped(all, soFar, false);
    more();
  };
  const told = await ask('view', question(at, side), { ...slot, partial: 'components', heard }).catch(error => {
    if (error instanceof Unanswered) return { first: side };
    throw error;
  });
  at.options[side] = grouped(all, told, true);
}

/** Returns the moves of a player with what is known of them: those of equal value together, dominated ones last. */
function grouped(all, told, isJudged) {
  const found = new Map((told.moves ?? []).map(move => [move.move, move]));
  const known = move => ({ first: move.next, ...found.get(move.move) });
  const distinct = [...Map.groupBy(all, move => valued(known(move)) || move.move).values()].map(same => ({
    move: same[0],
    same,
    known: known(same[0]),
    isDominated: same.every(move => known(move).dominated),
  }));
  return { all, told, isJudged, distinct: distinct.sort((a, b) => a.isDominated - b.isDominated) };
}

/** Returns the options that are shown, with their boards. */
async function shown(at, side, next) {
  const { distinct, told, isJudged } = await options(at, side);
  const isAll = unfolded.has(`${at.asked.q} ${side}`);
  const plain = distinct.filter(({ isDominated }) => !isDominated);
  const shown = isAll ? distinct : (plain.length > 0 ? plain : distinct).slice(0, most);
  const opened = distinct.find(each => leads(each, at, side, next));
  if (opened && !shown.includes(opened)) shown.push(opened);
  at.boards ??= new Map();
  for (const { move } of shown)
    if (!at.boards.has(move.to))
      at.boards.set(move.to, (await board({ ...question(at, move.next), position: move.to })).components);
  return { told, shown, plain, distinct, isAll, isJudged };
}

const valued = known => worth(typeof known.value === 'number' ? { nimber: known.value } : known);

/** Returns whether the next row of the line shows one of these options. */
function leads({ same }, at, side, next) {
  const by = next && side && (next.parent.asked.first ?? 'left');
  return next != null && by === side && same.some(({ move }) => move === next.move.move);
}

/** Returns what a move leaves to be seen: the parts that it changes, and a domino. */
function traced({ changes = [] }, drawn, side) {
  const cells = ({ from, to, comes = [], goes = [] }) => [from, to, ...comes, ...goes].filter(cell => cell != null);
  const changed = changes.map(change => ({ component: change.component, cells: cells(change) }));
  const [rows] = drawn.map(({ picture }) => picture?.rows);
  const isLaid = drawn.length === 1 && rows && changes.length === 1 && changes[0].comes?.length > 1 && changes[0].from == null;
  const shape = isLaid && `${rows.length}x${rows[0].length}`;
  return { changed, placed: isLaid ? { cells: changes[0].comes, side: side ?? 'any', shape } : undefined };
}

function small(at, drawn, move, side) {
  const { changed, placed } = traced(move ?? {}, drawn, side);
  const begun = start(at).shown?.components;
  return thumbnail({ drawn, begun, lastly: changed, placed: placed ? [...at.placed, placed] : at.placed });
}

function judgement(told, isJudged, count = 1) {
  const { words, colour } = isJudged || told.outcome ? tag(told) : { words: '…', colour: 'soft' };
  return [
    element('span', { class: 'worth' }, valued(told) || (isJudged ? '?' : '…'), count > 1 && element('span', { class: 'soft' }, ` ×${count}`)),
    element('span', { class: `tag ${colour}` }, words),
  ];
}

/** Returns the card of the position itself. In a row that was passed it leads back. */
function here(at, { told, isJudged }, go) {
  const inside = [small(at, at.shown?.components ?? at.drawn ?? []), judgement(told, isJudged)];
  return go
    ? button(inside, () => go(at), { class: 'leaf here', 'data-keep': `row ${at.depth}` })
    : element('div', { class: 'leaf here', 'aria-current': 'step' }, inside);
}

function group(at, side, { shown, plain, distinct, isAll, isJudged }, next, go) {
  const from = () => (side && side !== (at.asked.first ?? 'left') ? passed(at) : at);
  const open = (move, drawn) => go(played(from(), move, null, traced(move, drawn, side)));
  const leaf = each => {
    const isOn = leads(each, at, side, next);
    const drawn = at.boards.get(each.move.to);
    return button(
      [
        small(at, drawn, each.move, side),
        element('span', { class: 'spoken' }, `${each.move.text}: `),
        judgement(each.known, isJudged, each.same.length),
      ],
      () => open(isOn ? next.move : each.move, drawn),
      {
        class: `leaf ${each.isDominated ? 'dominated' : ''}`,
        'aria-pressed': String(isOn),
        'data-keep': leafOf(at, side, each.move),
      },
    );
  };
  const hidden = distinct.length - shown.length;
  const dominated = distinct.length - plain.length;
  const fold = () => {
    const key = `${at.asked.q} ${side}`;
    if (isAll) unfolded.delete(key);
    else unfolded.add(key);
    go(next ?? at);
  };
  return element(
    'div',
    { class: `options ${side ?? 'any'}` },
    element('h2', {}, side ? `${called(side)} can move to` : 'Moves lead to'),
    element('div', { class: 'leaves' }, shown.length > 0 ? shown.map(leaf) : element('p', { class: 'soft' }, 'No move.')),
    (hidden > 0 || isAll) &&
      button(isAll ? 'Fold' : `+ ${hidden} ${hidden <= dominated ? 'dominated' : 'more'}`, fold, {
        class: 'quiet',
        'data-keep': `fold ${at.asked.q} ${side}`,
      }),
  );
}
