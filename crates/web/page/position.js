// The view of a position: who wins and why, what every move is worth, the components of a sum, and a game against perfect play.

import { Answer } from './answer.js';
import { Moves, leaves, result } from './moves.js';
import { Question, plays, players, rules } from './question.js';
import { Quiz } from './quiz.js';
import { Stage } from './stage.js';
import { amount } from './amount.js';
import { ask } from './server.js';
import { begun, kept, key, others, played, shortened, standing, undone } from './game.js';
import { board } from './match.js';
import { conditions, go, link } from './link.js';
import { count, does, isOver, isPartizan, sentence, verdict } from './verdict.js';
import { element, present } from './element.js';
import { fileButton, pictureButton } from './download.js';
import { notices } from './limits.js';
import { question as why, why as reasons } from './why.js';
import { say } from './status.js';

const starting = 'nim@3,4,5';

const question = new Question('position', {
  asks: 'view',
  // moves and reasons are always shown, and the program chooses the number of threads
  without: ['position', 'outcome_only', 'at_least', 'explain', 'moves', 'jobs'],
  fields: [
    { name: 'q', label: 'Position', wide: true, placeholder: starting },
    {
      name: 'play',
      label: 'The last mover',
      value: 'normal',
      choices: plays.map(([play, words]) => [play, `Last mover ${words.replace(/ .*/, '')}`]),
    },
    { name: 'rule', label: 'Rule of the sum', value: 'disjunctive', choices: rules },
    { name: 'first', label: 'Who starts', value: 'left', choices: players.map(([first, words]) => [first, `${words} starts`]) },
  ],
  button: 'Solve',
  hint: 'Type a ruleset, @, and where the game stands; + adds games up.',
  examples: [
    [starting, { q: starting }],
    ['kayles@15', { q: 'kayles@15' }],
    ['knights@3.4,5.5 + nim@9', { q: 'knights@3.4,5.5+nim@9' }],
    ['domineering@4x4', { q: 'domineering@4x4' }],
    ['clobber@xo/ox + toads-frogs@T.F', { q: 'clobber@xo/ox+toads-frogs@T.F' }],
    ['wythoff@4.6 as misère', { q: 'wythoff@4.6', play: 'misere' }],
  ],
});
const answer = new Answer(question, { stays: true });
export const root = [question.root, answer.root];

// The settings of the game are kept for this tab, even if the page is loaded again.
const match = {
  isOn: false,
  isHidden: false,
  isQuiz: false,
  starter: 'you',
  score: { right: 0, of: 0 },
  open: '',
  ...JSON.parse(sessionStorage.getItem('sprague-match')),
};
const keep = changes => sessionStorage.setItem('sprague-match', JSON.stringify(Object.assign(match, changes)));
let game = null;
let reply = null;
let last = { key: null, told: null };
let seen = null;

export async function show(asked, state) {
  clearTimeout(reply);
  const options = others(asked);
  const wanted = { q: asked.q || starting, ...conditions(asked), ...options };
  question.fill(asked.q == null && Object.keys(asked).length === 0 ? { q: starting } : asked);
  game = kept(state, wanted) ?? begun(wanted);
  // as long as the answer is not known, assume that both players have the same moves, so that nobody need be first
  if (last.key !== key(wanted)) question.applies('first', wanted.first != null || (last.told != null && isPartizan(last.told)));
  // Two games may reach the same position by different moves.
  const { open, score, ...how } = match;
  const name = JSON.stringify([key(wanted), game, how]);
  let region = null;
  const isThere = await answer.fill(name, async () => {
    if (last.key !== key(wanted)) {
      last = { key: key(wanted), told: await asking(wanted, options) };
    }
    const { told } = last;
    region = held();
    return page(told, wanted);
  });
  if (!isThere && question.invalid) question.applies('first', wanted.first != null);
  if (isThere) refocus(region);
  if (isThere && game.turn === 'sprague' && last.told.moves.length > 0) {
    clearTimeout(reply);
    reply = setTimeout(() => answer.root.isConnected && answered(last.told, seen), 450);
  }
}

async function asking(wanted, options) {
  let seen;
  const heard = soFar => {
    // a change is read aloud
    if (soFar.outcome !== seen && !match.isHidden && !match.isQuiz) say(`Searching … So far: ${sentence(soFar)}.`);
    seen = soFar.outcome;
  };
  const told = await ask(
    'view',
    { position: wanted.q, ...conditions(wanted), ...(await question.options(options)) },
    { partial: 'components', heard },
  );
  return { moves: [], components: [], ...told };
}

function page(told, wanted) {
  question.applies('first', isPartizan(told) || wanted.first != null);
  const isHidden = match.isHidden || match.isQuiz;
  const best = told.moves.find(move => move.to === told.best?.to && move.move === told.best?.move) ?? null;
  const shown = isHidden || best?.outcome !== 'loss' ? null : best;
  const quiz = match.isQuiz && told.outcome ? quizOn(told, wanted) : null;
  const play = move => {
    // It is sprague's turn.
    if (match.isOn && game.turn === 'sprague') return;
    if (quiz) return void quiz.choose(move);
    moved(move, match.isOn ? 'you' : mover(told), stage);
  };
  const hint = told.moves.length > 0 && !told.stopped ? 'Touch the board, or choose a move.' : '';
  const read = (move, several = 0) =>
    stage.say(move ? words(move, isHidden) : several > 1 ? `${several} moves meet here` : hint);
  const { placed, lastly } = laid(game);
  const stage = new Stage(told, {
    play,
    hidden: isHidden,
    best: shown,
    placed,
    lastly,
    narrow: kept => moves.narrow(kept),
    look: (move, several) => {
      moves.light(move ? [move] : []);
      read(move, several);
    },
  });
  const moves = new Moves(told, {
    play,
    hidden: isHidden,
    look: move => {
      stage.light(move);
      moves.light(move ? [move] : []);
      read(move);
    },
  });
  read(null);
  seen = stage;
  const controls = board({
    told,
    game,
    match,
    change: keep,
    redraw: () => show(wanted, { game }),
    reply: () => answered(told, stage),
    undo: () => to(undone(game)),
    jump: length => to(shortened(game, length)),
    anew: () => to({ ...begun(game.start), turn: match.isOn && match.starter === 'sprague' ? 'sprague' : null }),
  });
  const over = isOver(told);
  say(isHidden ? (over ? 'The game is over.' : `${count(told.moves.length, 'move')}.`) : `${sentence(told)}.`);
  return present([
    verdict(told, { hidden: isHidden }),
    stage.root,
    element(
      'div',
      { class: 'aside' },
      notices(told, {
        more: options => go(link('position', { ...wanted, ...options }), { game }),
        // an answer that a limit cut short must not be kept
        onwards: () => {
          last = { key: null, told: null };
          answer.key = null;
          show(wanted, { game });
        },
      }),
      quiz?.root,
      moves.root,
      told.components_cut && cut(told),
      told.line?.length > 0 && line(told),
      controls,
    ),
    !isHidden && told.outcome && folds(told, wanted),
    element('details', { class: 'further' }, element('summary', {}, 'Other views, files'), further(told, wanted, isHidden)),
  ]);
}

/** Describes a move, and unless that is hidden, its result. */
function words(move, isHidden) {
  return isHidden ? move.move : [move.move, does[result(move)], leaves(move)].filter(Boolean).join(' · ');
}

function quizOn(told, wanted) {
  return new Quiz(told, {
    score: match.score,
    count: score => keep({ score }),
    next: () => answered(told, seen),
    reveal: () => {
      keep({ isQuiz: false, isHidden: false });
      show(wanted, { game });
    },
  });
}

/** Returns the folded parts: the reasons and the value. The part that is open stays open from move to move. */
function folds(told, wanted) {
  const panel = element('section', { class: 'panel', id: 'panel', hidden: true, tabindex: '0', 'aria-label': 'Reasons' });
  const fold = (name, words) =>
    element(
      'button',
      { type: 'button', 'aria-controls': 'panel', 'data-fold': name, onclick: () => unfold(match.open === name ? '' : name) },
      words,
    );
  const buttons = [fold('why', why(told)), fold('value', 'Value')];
  const unfold = name => {
    keep({ open: name });
    panel.hidden = !name;
    for (const button of buttons) button.setAttribute('aria-expanded', String(button.dataset.fold === name));
    if (name === 'why') panel.replaceChildren(...reasons(told, { ...conditions(wanted), first: told.first }));
    if (name === 'value')
      amount(told, { q: wanted.q, fill: parts => match.open === 'value' && panel.replaceChildren(...parts) });
  };
  unfold(match.open);
  return [element('div', { class: 'folds', 'data-region': 'folds' }, buttons), panel];
}

/** Returns the pieces that were placed in this game, and the changes of the last move. */
function laid({ steps }) {
  return { placed: steps.map(({ placed }) => placed).filter(Boolean), lastly: steps.at(-1)?.changed ?? [] };
}

function cut({ components }) {
  return element('p', { class: 'hint' }, `The first ${components.length} components; there are more.`);
}

/** Returns best play, move by move. */
function line({ line }) {
  const steps = line.map(({ move, to }) => element('li', {}, element('code', {}, move), ' leaves ', element('code', {}, to)));
  return element(
    'section',
    { 'aria-label': 'Best play' },
    element('h2', {}, 'Best play to the end'),
    element('ol', { class: 'line' }, steps),
  );
}

/**
 * Returns links to the other views of this position, and buttons for files. If values are hidden, whatever reveals them is left
 * out.
 */
function further(told, wanted, isHidden) {
  const { play, rule } = conditions(wanted);
  const isPlain = !play && !rule;
  const asked = { position: wanted.q, ...conditions(wanted) };
  return element(
    'p',
    { class: 'row' },
    !rule &&
      !isHidden &&
      element('a', { href: link('graph', { q: wanted.q, ...conditions(wanted) }) }, 'Graph of its positions'),
    !isHidden && element('a', { href: link('board', { q: wanted.q, ...conditions(wanted) }) }, 'Play it as a game'),
    isPlain && !isHidden && told.outcome_class && element('a', { href: link('value', { q: wanted.q }) }, 'Its value'),
    !isHidden &&
      fileButton('Strategy (JSON)', 'strategy.json', async () => text(await ask('strategy', asked, { slot: 'file' }))),
    pictureButton('position', { what: wanted.q, as: 'picture' }),
  );
}

function mover(told) {
  return isPartizan(told) ? (told.first === 'right' ? 'Right' : 'Left') : '';
}

/** Makes a move of the visitor. */
function moved(move, by, stage) {
  to(played(game, move, by, { turn: match.isOn ? 'sprague' : null, ...stage.left(move) }));
}

/** Makes the best move. It replaces the visitor's move in the browser's history, so that Back undoes both. */
function answered(told, stage) {
  clearTimeout(reply);
  const best =
    told.moves.find(({ move, to }) => move === told.best?.move && to === told.best?.to) ?? told.best ?? told.moves[0];
  if (!best) return;
  const next = played(game, best, 'sprague', stage.left(best));
  to(next, { instead: game.turn === 'sprague' });
}

function to(next, how) {
  const asked = standing(next);
  go(link('position', { ...asked, ...conditions(asked) }), { game: next }, how);
}

/** Returns which part of the answer has the focus, so that it keeps the focus when the answer changes. */
function held() {
  const at = document.activeElement;
  if (!answer.root.contains(at) && !at.closest('.menu')) return null;
  const same = at.id ? `#${CSS.escape(at.id)}` : at.name ? `[name="${CSS.escape(at.name)}"]` : null;
  return {
    name: at.closest('[data-region]')?.dataset.region ?? (at.closest('.menu') ? 'board' : 'verdict'),
    same,
    part: at.dataset.part,
  };
}

function refocus(region) {
  if (!region || answer.root.contains(document.activeElement)) return;
  const again = answer.root.querySelector(`[data-region="${region.name}"]`);
  // the board is drawn only once its size is known
  if (region.name === 'board') seen.fit();
  const part = region.part != null && again?.querySelector(`[role=button][data-part="${CSS.escape(region.part)}"]`);
  const same = region.same && again?.querySelector(`${region.same}:not(:disabled)`);
  const target =
    part || same || again?.querySelector('button:not(:disabled):not([tabindex="-1"]), [role=button][tabindex="0"], input');
  (target ?? answer.root.querySelector('#verdict'))?.focus();
}

function text(json) {
  return `${JSON.stringify(json, null, 1)}\n`;
}
