// A game on its board: played against sprague or a friend, explored, set up by hand, or made a lesson. The rules give the board at
// once, while the winner is searched.

import { Stage } from './stage.js';
import { Unanswered, ask, hangUp } from './server.js';
import { over, side, slip, tally, threeHints, winner } from './words.js';
import { button, choice, element, present } from './element.js';
import { briefly, gameOf, games, titled } from './games.js';
import { board, history, meet, opened, path, played, start, started, stepped, traces, written } from './line.js';
import { carry, conditions, go, link } from './link.js';
import { plays, rules as compounds } from './question.js';
import { inWords } from './refusal.js';
import { explorer } from './explore.js';
import { say } from './status.js';
import { setter } from './setup.js';
import { builder } from './teach.js';

const levels = [
  ['friend', 'A friend', 'Two players at this screen.'],
  ['easy', 'Easy', 'sprague plays at random, but takes a win that is one move away.'],
  ['middle', 'Middle', 'sprague sees three moves ahead.'],
  ['perfect', 'Perfect', 'sprague plays perfectly, where it finds the answer in time.'],
];

const modes = [
  ['play', 'Play'],
  ['explore', 'Explore'],
  ['setup', 'Set up'],
  ['teach', 'Teach'],
];

// The settings of the game are kept for this tab.
const how = { rival: 'middle', you: 0, isOpen: false, ...JSON.parse(sessionStorage.getItem('sprague-play')) };
const keep = changes => sessionStorage.setItem('sprague-play', JSON.stringify(Object.assign(how, changes)));

const head = element('div', { class: 'play-head' });
const table = element('div', { class: 'at-play', tabindex: '-1' });
const beside = element('div', { class: 'beside' });
const trouble = element('div', { class: 'trouble' });
export const root = [head, trouble, table, beside];

let node = null;
let stage = null;
let list = [];
let hints = 0;
let error = null;
let narrowed = null;
let isListed = false;
let looks = 0;
let pause = 0;
let mine = null;
let mode = null;
let set = null;

export async function show(asked) {
  if (location.hash === mine && node) return look(node);
  const { q = 'nim@3,4,5' } = asked;
  node = null;
  mode = modes.slice(1).some(([id]) => id === asked.mode) ? asked.mode : undefined;
  for (const part of root) part.replaceChildren();
  try {
    const named = games();
    named.catch(() => {}); // reported below
    const { at, ended } = await opened(asked.q ? asked : { ...asked, q }, conditions(asked));
    if (ended) trouble.replaceChildren(element('p', { role: 'alert' }, `${ended}. The game goes on from here.`));
    hints = 0;
    look(at);
    // the board does not wait for the names of the games
    list = (await named).rulesets;
    if (node === at) {
      heading();
      aside();
    }
  } catch (failed) {
    refuse(failed, q);
  }
}

/** Shows the reason why there is no board, under the notation. */
function refuse(failed, q) {
  if (failed.name === 'AbortError') return;
  if (!(failed instanceof Unanswered)) throw failed;
  head.replaceChildren(notation(q, true));
  table.replaceChildren();
  beside.replaceChildren();
  trouble.replaceChildren(
    element(
      'p',
      { role: 'alert' },
      inWords(failed.message, failed.field, () => null),
    ),
  );
}

/** Shows the board of a position at once, and asks who wins. */
async function look(to) {
  clearTimeout(pause);
  hangUp('view');
  hangUp('reply');
  hangUp('explore');
  looks += 1;
  const now = looks;
  try {
    to.shown ??= await board(to.asked);
    if (mode === 'setup') to.edits ??= await board({ ...to.asked, edits: true });
  } catch (failed) {
    return refuse(failed, to.asked.q);
  }
  // the visitor has gone on in the meantime
  if (now !== looks) return;
  node = to;
  error = null;
  narrowed = null;
  const { q, ...conditions } = start(node).asked;
  mine = link('board', { q, m: written(node), ...conditions, mode });
  // Moves are not steps of the browser's history: Back leaves the game.
  if (location.hash !== mine) window.history.replaceState(null, '', mine);
  carry(node.asked);
  draw();
  // only a game is judged and answered
  if (node.shown.over || mode) return;
  if (isMine() || how.isOpen) judge();
  if (!isMine()) pause = setTimeout(reply, 450);
}

const game = () => gameOf(list, node.shown.components[0]?.family ?? '');
const isOfTwo = () => mode != null || how.rival === 'friend';
const isMine = () => isOfTwo() || you() === node.turn;
/** Returns which player the visitor is: 0 if it is the one who starts. */
const you = () => how.you;

/** Returns the name of the player who moves at a position, or of the other. */
function name(at, isOther = false) {
  const turn = isOther ? 1 - at.turn : at.turn;
  if (!isOfTwo()) return turn === you() ? 'You' : 'sprague';
  if (start(at).shown?.first) return side((at.asked.first === 'right') !== isOther ? 'right' : 'left');
  return turn === 0 ? 'The first player' : 'The second player';
}

async function judge() {
  const here = node;
  if (here.told) return;
  try {
    const { q, ...conditions } = here.asked;
    const heard = soFar => {
      const isNew = soFar.outcome !== here.soFar?.outcome || soFar.outcome_class !== here.soFar?.outcome_class;
      here.soFar = { ...soFar };
      if (isNew && here === node) aside();
    };
    here.told = await ask('view', { position: q, ...conditions }, { slot: 'view', partial: 'components', heard });
  } catch (failed) {
    if (failed.name === 'AbortError' || here !== node) return;
    if (!(failed instanceof Unanswered)) throw failed;
    error = failed.message;
  }
  if (here === node) aside();
}

async function reply() {
  const here = node;
  try {
    const { q, ...conditions } = here.asked;
    const seed = Math.floor(Math.random() * 2 ** 32);
    const told = await ask('reply', { position: q, ...conditions, level: how.rival, seed }, { slot: 'reply' });
    if (here !== node || isMine() || !told.reply) return;
    make(here.shown.moves.find(({ move }) => move === told.reply.move) ?? told.reply, 'sprague');
  } catch (failed) {
    if (failed.name === 'AbortError' || here !== node) return;
    if (!(failed instanceof Unanswered)) throw failed;
    error = failed.message;
    aside();
  }
}

function make(move, by) {
  hints = 0;
  isListed = false;
  look(played(node, move, by, stage.left(move)));
}

function draw() {
  const focus = held();
  heading();
  set = mode === 'setup' ? setter(node, list, look) : null;
  stage = new Stage(set?.told ?? node.shown, {
    isIdle: !isMine(),
    play: move => make(move, 'you'),
    ...traces(node, name),
    ...set,
    narrow: moves => {
      narrowed = moves;
      aside();
      beside.querySelector('.meet button')?.focus();
    },
    look: (move, several = 0) => stage?.say(move ? move.text : several > 1 ? `${several} moves meet here` : prompt()),
  });
  stage.say(prompt());
  table.classList.toggle('setting', set != null);
  table.replaceChildren(stage.root);
  aside();
  refocus(focus);
  const last = node.move && `${name(node.parent)}: ${node.move.text}. `.replace(/^You: /, '');
  say(`${node.by === 'sprague' ? last : ''}${node.shown.over && !set ? over(node, name) : ''}`);
}

function prompt() {
  if (mode === 'setup') return 'Touch a part to change it.';
  if (node.shown.over) return over(node, name);
  if (!isMine()) return `sprague moves …${tally(node, name)}`;
  const again = node.move?.again ? ' again' : '';
  return `${name(node) === 'You' ? 'You move' : `${name(node)} moves`}${again}: touch the board.${tally(node, name)}`;
}

/** Returns which part of the board has the focus, so that it keeps the focus while the other player moves. */
function held() {
  const at = document.activeElement;
  if (at === table) return table.dataset.part ?? '';
  return table.contains(at) || at.closest?.('.menu') ? (at.dataset.part ?? '') : null;
}

function refocus(part) {
  if (part == null) return;
  table.dataset.part = part;
  stage.fit();
  const same = part && table.querySelector(`[role=button][data-part="${CSS.escape(part)}"]`);
  (same || table.querySelector('[role=button]') || table).focus({ preventScroll: true });
}

function notation(q, isWrong = false) {
  const field = element('input', {
    name: 'q',
    value: q,
    'aria-label': 'The position in notation',
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-invalid': isWrong && 'true',
  });
  const open = event => {
    event.preventDefault();
    if (field.value.trim()) go(link('board', { ...(node ? start(node).asked : {}), q: field.value.trim(), mode }));
  };
  return element('form', { class: 'notation', onsubmit: open }, field);
}

function heading() {
  const { asked, shown } = node;
  const title = titled(list, shown);
  const again = changes => go(link('board', { ...start(node).asked, mode, ...changes }));
  const setting = (label, choices, chosen, change) =>
    element(
      'label',
      {},
      label,
      element(
        'select',
        { onchange: event => change(event.target.value) },
        choices.map(([value, words]) => element('option', { value, selected: value === chosen }, words)),
      ),
    );
  const sizes = game()?.sizes ?? [];
  const size = element(
    'select',
    {
      'aria-label': 'Size',
      name: 'size',
      onchange: event => event.target.value && again({ q: event.target.value, first: undefined }),
    },
    element('option', { value: '' }, 'Size …'),
    sizes.map((size, at) => element('option', { value: size }, `${at + 1}: ${size.slice(size.indexOf('@') + 1).slice(0, 24)}`)),
  );
  const more = element(
    'details',
    { class: 'settings' },
    element('summary', {}, 'More'),
    element(
      'div',
      {},
      setting('The last mover', plays, asked.play, play => again({ play })),
      shown.components.length > 1 && setting('Rule of the sum', compounds, asked.rule, rule => again({ rule })),
    ),
  );
  document.title = `${title} · sprague`;
  head.replaceChildren(
    element('h2', {}, title),
    choice('What you do here', modes, mode ?? 'play', to => {
      mode = to === 'play' ? undefined : to;
      look(node);
    }),
    ...(sizes.length > 0 ? [size] : []),
    notation(asked.q),
    more,
  );
}

/** Shows the controls and texts next to the board. */
function aside() {
  const kept = document.activeElement?.dataset?.keep;
  const { shown, asked } = node;
  beside.classList.toggle('teaching', mode === 'teach');
  if (mode) {
    const own = set?.panel ?? (mode === 'teach' ? builder(node, titled(list, shown)) : explorer(node, look));
    beside.replaceChildren(...present(set ? own : [narrowed && options(narrowed), own, history(node, name, look)]));
    if (kept) document.querySelector(`[data-keep="${CSS.escape(kept)}"]`)?.focus();
    return;
  }
  const first = start(node);
  const isPartizan = shown.first != null;
  const starter = first.asked.first === 'right' ? 1 : 0;
  const restart = changes =>
    look(Object.assign(started({ ...first.asked, ...changes }), changes ? {} : { shown: first.shown }));
  const sit = chosen => {
    keep({ you: chosen });
    restart();
  };
  // the first player is Left unless Right starts
  const seats = isPartizan
    ? [
        [starter, 'You are Left'],
        [1 - starter, 'You are Right'],
      ]
    : [
        [0, 'You start'],
        [1, 'sprague starts'],
      ];
  const fold = element(
    'details',
    {
      open: how.isOpen,
      ontoggle: event => {
        if (event.target.open === how.isOpen) return;
        keep({ isOpen: event.target.open });
        if (how.isOpen && !node.shown.over) judge();
      },
    },
    element(
      'summary',
      { 'data-keep': 'fold' },
      'Who wins? ',
      element('span', { class: 'soft' }, shown.over || node.told ? '' : error ? '' : 'sprague is thinking'),
    ),
    verdict(),
  );
  beside.replaceChildren(
    ...present([
      briefly(list, shown),
      shown.over && element('p', { class: 'ending', role: 'status' }, over(node, name)),
      blunder(),
      error &&
        !isMine() &&
        element(
          'p',
          { class: 'notice' },
          `${error} `,
          button('Let sprague move', () => look(node), { class: 'quiet', 'data-keep': 'move' }),
        ),
      narrowed && options(narrowed),
      element('h2', {}, 'Against'),
      choice('Against', levels, how.rival, rival => {
        keep({ rival });
        look(node);
      }),
      element('p', { class: 'soft' }, levels.find(([id]) => id === how.rival)[2]),
      isPartizan &&
        choice(
          'Who starts',
          [
            [0, 'Left starts'],
            [1, 'Right starts'],
          ],
          starter,
          chosen => chosen !== starter && restart({ first: chosen === 1 ? 'right' : undefined }),
        ),
      how.rival !== 'friend' && choice('Your side', seats, you(), sit),
      element(
        'div',
        { class: 'row' },
        button('Take back', () => look(before()), { id: 'undo', disabled: !node.parent, 'data-keep': 'undo' }),
        button('New game', () => restart(), { id: 'anew', 'data-keep': 'anew' }),
        button(
          'Hint',
          () => {
            hints += 1;
            judge();
            aside();
          },
          { id: 'hint', disabled: shown.over != null || !isMine() || hints > 2, 'data-keep': 'hint' },
        ),
      ),
      hints > 0 &&
        element(
          'ol',
          { class: 'three', role: 'status' },
          hinted()
            .slice(0, hints)
            .map(words => element('li', {}, words)),
        ),
      history(node, name, look),
      fold,
      shown.moves.length > 0 && isMine() && everyMove(),
      element('p', { class: 'soft' }, element('a', { href: link('position', asked) }, 'Analyse this position')),
    ]),
  );
  if (kept) beside.querySelector(`[data-keep="${CSS.escape(kept)}"]`)?.focus();
}

/** Returns the position to which Take back leads: before the visitor's last move. */
function before() {
  let at = node.parent;
  if (how.rival !== 'friend') while (at.parent && at.turn !== you()) at = at.parent;
  return at;
}

const options = moves => meet(moves, move => make(move, 'you'));

const most = 400;

/** Returns the folded list of all moves, for those who would rather not use the board. */
function everyMove() {
  const { moves, moves_cut: isCut } = node.shown;
  const fill = event => {
    isListed = event.target.open;
    if (isListed && !event.target.querySelector('ul')) event.target.append(options(moves.slice(0, most)));
  };
  const number = isCut || moves.length > most ? `The first ${Math.min(most, moves.length)} moves` : `All ${moves.length} moves`;
  return element(
    'details',
    { ontoggle: fill, open: isListed },
    element('summary', { 'data-keep': 'every' }, number),
    isListed && options(moves.slice(0, most)),
  );
}

function verdict() {
  const { told, shown } = node;
  if (shown.over) return element('p', {}, over(node, name));
  if (!told && error)
    return element(
      'p',
      { class: 'notice' },
      `${error} The board goes on. `,
      button('Ask again', () => look(node), { class: 'quiet' }),
    );
  const soon = element('p', { class: 'soft' }, 'sprague is thinking; the board can be played meanwhile.');
  if (!told && node.soFar?.outcome)
    return element('div', { class: `outcome ${node.soFar.outcome}`, id: 'verdict' }, element('strong', {}, winner(node.soFar)), ' ', soon);
  if (!told) return soon;
  const wins = (told.moves ?? []).filter(({ outcome }) => outcome === 'loss');
  const mover = shown.first ? side(shown.first) : 'The player to move';
  const by =
    wins.length > 0 ? `${mover} wins: ${wording(wins[0])}${wins.length > 1 ? `, or ${wins.length - 1} more` : ''}.` : '';
  const result = told.outcome ?? 'unknown';
  return element(
    'div',
    { class: `outcome ${result}`, id: 'verdict', tabindex: '-1' },
    element('strong', {}, winner(told)),
    by && element('p', {}, by),
    told.stopped &&
      element(
        'p',
        {},
        'Not everything is decided: a limit was reached. ',
        button(
          'Ask again',
          () => {
            node.told = null;
            look(node);
          },
          { class: 'quiet' },
        ),
      ),
  );
}

const wording = move => node.shown.moves.find(other => other.move === move.move)?.text ?? move.move;

/** Returns the three hints, or what is known instead. */
function hinted() {
  return node.told?.outcome ? threeHints(node.told, wording) : Array(3).fill(error ?? 'sprague is thinking …');
}

/** Reports that the visitor's last move gave a win away, if the program has found that. */
function blunder() {
  const last = path(node).findLast(({ by }) => by === 'you');
  const told = last?.parent.told;
  if (!told || path(node).length - path(last).length > 1) return null;
  const words = slip(told, last.move);
  if (!words) return null;
  return element(
    'p',
    { class: 'blunder', role: 'status' },
    words,
    ' ',
    button('Take it back', () => look(last.parent), { class: 'quiet' }),
  );
}

addEventListener('keydown', event => {
  if (!node || !table.isConnected || event.target.closest?.('input, select, textarea, .menu') || event.target.dataset?.part)
    return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const to = stepped(node, event.key);
  if (!to) return;
  event.preventDefault();
  look(to);
});
