// The home: twelve games as pictures, a field that finds games and opens positions, and all games by kind.

import { Unanswered } from './server.js';
import { choice, element, section } from './element.js';
import { games, kindly, thumbnail } from './games.js';
import { go, link } from './link.js';
import { own } from './transport.js';

const twelve = [
  ['nim', 'kayles', 'chomp', 'wythoff', 'domineering', 'clobber'],
  ['toads-frogs', 'konane', 'amazons', 'hackenbush', 'dots-and-boxes', 'node-kayles'],
].flat();
const kinds = { heaps: 'Heaps', board: 'Boards', strip: 'Strips', graph: 'Graphs', text: 'Others' };

const found = element('p', { class: 'found', 'aria-live': 'polite' });
const field = element('input', {
  type: 'search',
  id: 'search',
  placeholder: 'A game, or a position such as nim 3 4 5',
  'aria-label': 'Find a game, or open a position',
  autocomplete: 'off',
  oninput: () => fill(),
});
const form = element('form', { class: 'find', role: 'search', onsubmit: event => open(event) }, field);
const goal = element('div', {});
const grid = element('ul', { class: 'games' });
const below = element('div', {});
const trouble = element('div', { class: 'trouble' });
export const root = [
  element('div', { class: 'intro' }, element('h2', {}, 'Games without chance: pick one'), goal, form, found),
  trouble,
  grid,
  below,
];
const modes = [
  ['play', 'Play'],
  ['explore', 'Explore'],
  ['teach', 'Teach'],
];
let mode = 'play';
let all = [];

export async function show() {
  try {
    const told = await games();
    all = told.rulesets.filter(({ example }) => example != null);
    trouble.replaceChildren();
    turn(mode);
  } catch (error) {
    if (error.name === 'AbortError') return;
    if (!(error instanceof Unanswered)) throw error;
    trouble.replaceChildren(element('p', { role: 'alert' }, error.message));
  }
}

/** Sets where a touch of a game leads. */
function turn(chosen) {
  mode = chosen;
  const hadFocus = goal.contains(document.activeElement);
  goal.replaceChildren(choice('A touch leads to', modes, mode, turn));
  if (hadFocus) goal.querySelector('[aria-pressed=true]').focus();
  fill();
  below.replaceChildren(
    element('p', { class: 'doors' }, own && door('rulesets', 'Your own rules'), door('rulesets', 'All notation')),
    everything(),
  );
}

const to = q => link('board', { q, mode: mode === 'play' ? null : mode });
const door = (view, words) => element('a', { href: link(view) }, words);

/** Returns a game as a card that leads to its board. */
function card(game) {
  const q = game.sizes[1] ?? game.sizes[0] ?? game.example;
  return element(
    'li',
    {},
    element(
      'a',
      { class: 'tile', href: to(q) },
      thumbnail(game),
      element('strong', {}, game.title),
      element('span', { class: 'soft' }, game.aim),
    ),
  );
}

/** Shows the twelve games, or those that match the typed text. */
function fill() {
  const typed = field.value.trim();
  const lower = typed.toLowerCase();
  const hits = typed
    ? all.filter(game => [game.title, game.name, game.aim, game.brief].some(text => text.toLowerCase().includes(lower)))
    : twelve.map(name => all.find(game => game.name === name)).filter(Boolean);
  const position = typed ? kindly(all, typed) : null;
  found.replaceChildren(
    ...(position
      ? [
          element(
            'a',
            { href: to(position.q) },
            `Open ${position.game.title}: ${position.q.slice(position.q.indexOf('@') + 1)}`,
          ),
        ]
      : typed && hits.length === 0
        ? [`No game is called “${typed.slice(0, 60)}”.`]
        : []),
  );
  grid.replaceChildren(...(hits.length > 0 || !position ? hits : [position.game]).map(card));
  below.hidden = typed !== '';
}

function open(event) {
  event.preventDefault();
  const to = found.querySelector('a') ?? grid.querySelector('a');
  if (field.value.trim() && to) go(to.hash);
}

/** Returns the list of all games by kind. Their pictures are drawn when it is opened. */
function everything() {
  const list = element('div', {});
  const draw = event => {
    if (!event.target.open || list.firstChild) return;
    const own = all.filter(({ kind }) => kind === 'plugin');
    const others = Object.entries(kinds).map(([shape, words]) => [
      words,
      all.filter(game => game.shape === shape && game.kind === 'built-in'),
    ]);
    const groups = [['Yours', own], ...others, ['Versions of other games', all.filter(({ kind }) => kind === 'modifier')]];
    list.replaceChildren(
      ...groups
        .filter(([, of]) => of.length > 0)
        .map(([words, of]) => section(words, element('ul', { class: 'games' }, of.map(card)))),
    );
  };
  return element('details', { class: 'all', ontoggle: draw }, element('summary', {}, `All ${all.length} games`), list);
}
