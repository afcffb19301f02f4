// A position: who wins and why, what every move is worth, the sum side by side; and a game of it against perfection.

import { Answer } from './answer.js';
import { Moves } from './moves.js';
import { Question, players, plays } from './question.js';
import { Sum, addition } from './sum.js';
import { ask } from './server.js';
import { begun, kept, key, others, played, shortened, standing, undone } from './game.js';
import { board } from './match.js';
import { element, present, section } from './element.js';
import { conditions, go, link } from './link.js';
import { count, sentence, verdict } from './verdict.js';
import { fileButton, pictureButton } from './download.js';
import { say } from './status.js';

const rules = {
  disjunctive: 'one component',
  diminished: 'one, until the first ends',
  conjunctive: 'every one, until the first ends',
  continued: 'every one that goes on',
  selective: 'any number of them',
  'shortened-selective': 'any number, until the first ends',
  'not-all': 'any number, but not all',
  'moore=2': 'one or two',
  'moore=3': 'up to three',
};
const starting = 'nim@3,4,5';

const question = new Question('position', {
  asks: 'view',
  // moves and reasons are shown in any case, and how many search at once is up to the program
  without: ['position', 'outcome_only', 'explain', 'moves', 'jobs'],
  fields: [
    { name: 'q', label: 'Position', wide: true, placeholder: starting },
    { name: 'play', label: 'The last mover', value: 'normal', choices: plays },
    {
      name: 'rule',
      label: 'Rule of the sum',
      value: 'disjunctive',
      choices: Object.entries(rules).map(([rule, words]) => [rule, `${rule}: ${words}`]),
    },
    {
      name: 'first',
      label: 'Who starts',
      value: 'left',
      choices: players,
    },
  ],
  button: 'Solve',
  hint: 'Type a ruleset, @, and where the game stands; + adds games up.',
  examples: [
    [starting, { q: starting }],
    ['kayles@15', { q: 'kayles@15' }],
    ['knights@3.4,5.5 + nim@9', { q: 'knights@3.4,5.5+nim@9' }],
    ['domineering@3x3', { q: 'domineering@3x3' }],
    ['clobber@xo/ox + toads-frogs@T.F', { q: 'clobber@xo/ox+toads-frogs@T.F' }],
    ['wythoff@4.6 as misère', { q: 'wythoff@4.6', play: 'misere' }],
  ],
});
const answer = new Answer(question);
export const root = [question.root, answer.root];

// Who plays is kept for this tab, also when the page is loaded again.
const match = { isOn: false, isHidden: false, starter: 'you', ...JSON.parse(sessionStorage.getItem('sprague-match')) };
let game = null;
let reply = null;
let last = { key: null, told: null };

export async function show(asked, state) {
  clearTimeout(reply);
  const options = others(asked);
  const wanted = { q: asked.q || starting, ...conditions(asked), ...options };
  question.fill(asked.q == null && Object.keys(asked).length === 0 ? { q: starting } : asked);
  game = kept(state, wanted) ?? begun(wanted);
  // The list of moves made may differ where the position does not.
  const name = JSON.stringify([key(wanted), game, match]);
  let region = null;
  const isThere = await answer.fill(name, async () => {
    if (last.key !== key(wanted)) {
      last = { key: key(wanted), told: await asking(wanted, options) };
    }
    const { told } = last;
    region = held();
    return page(told, wanted);
  });
  if (isThere) refocus(region);
  if (isThere && game.turn === 'sprague' && last.told.moves.length > 0) {
    clearTimeout(reply);
    reply = setTimeout(() => answer.root.isConnected && answered(last.told), 450);
  }
}

async function asking(wanted, options) {
  return ask('solve', { position: wanted.q, ...conditions(wanted), ...(await question.options(options)) });
}

function page(told, wanted) {
  question.applies('first', told.outcome_class != null || wanted.first != null);
  answer.root.classList.toggle('hides', match.isHidden);
  const over = told.moves.length === 0;
  const best = told.moves.find(move => move.to === told.best?.to && move.move === told.best?.move) ?? null;
  const shown = match.isHidden || best?.outcome !== 'loss' ? null : best;
  const play = move => {
    // Sprague thinks.
    if (match.isOn && game.turn === 'sprague') return;
    moved(move, match.isOn ? 'you' : mover(told));
  };
  const sum = new Sum(told, {
    play,
    narrow: (kept, words) => moves.narrow(kept, words),
    look: lit => {
      moves.light(lit);
      sum.light(lit.length === 1 ? lit[0] : shown);
    },
  });
  const moves = new Moves(told, { play, look: move => sum.light(move ?? shown), hidden: match.isHidden });
  sum.light(shown);
  const controls = board({
    told,
    game,
    match,
    change: changes => sessionStorage.setItem('sprague-match', JSON.stringify(Object.assign(match, changes))),
    redraw: () => show(wanted, { game }),
    reply: () => answered(told),
    undo: () => to(undone(game)),
    jump: length => to(shortened(game, length)),
    anew: () => to({ ...begun(game.start), turn: match.isOn && match.starter === 'sprague' ? 'sprague' : null }),
  });
  say(match.isHidden ? (over ? 'The game is over.' : `${count(told.moves.length, 'move')}.`) : `${sentence(told)}.`);
  return present([
    verdict(told),
    element(
      'details',
      { class: 'why' },
      element('summary', {}, 'Why'),
      element(
        'ul',
        {},
        (told.why ?? []).map(why => element('li', {}, why)),
      ),
    ),
    element(
      'div',
      { class: 'two' },
      section(sum.cards.length > 1 ? 'The sum' : 'The position', sum.root, addition(told), told.components_cut && cut(told)),
      section('The game', controls),
    ),
    told.line?.length > 0 && section('Best play to the end', line(told)),
    section(over ? 'No moves are left' : 'Moves', moves.root),
    further(told, wanted),
  ]);
}

function cut({ components }) {
  return element('p', { class: 'hint' }, `The first ${components.length} components; there are more.`);
}

/** Best play, a move after the other. */
function line({ line }) {
  const steps = line.map(({ move, to }) => element('li', {}, element('code', {}, move), ' leaves ', element('code', {}, to)));
  return element('ol', { class: 'line' }, steps);
}

/** The other views of the same position, and files. */
function further(told, wanted) {
  const { play, rule } = conditions(wanted);
  const isPlain = !play && !rule;
  const asked = { position: wanted.q, ...conditions(wanted) };
  return element(
    'p',
    { class: 'row further' },
    !rule && element('a', { href: link('graph', { q: wanted.q, ...conditions(wanted) }) }, 'Graph of its positions'),
    isPlain && told.outcome_class && element('a', { href: link('value', { q: wanted.q }) }, 'Its value'),
    fileButton('Strategy (JSON)', 'strategy.json', async () => text(await ask('strategy', asked, { slot: 'file' }))),
    pictureButton('position', { what: wanted.q, as: 'picture' }),
  );
}

function mover(told) {
  return told.outcome_class ? (told.first === 'right' ? 'Right' : 'Left') : '';
}

/** Makes a move of the visitor. */
function moved(move, by) {
  to(played(game, move, by, match.isOn ? 'sprague' : null));
}

/** Makes the best move. It takes the place of the visitor's in the history of the browser, so that Back undoes both. */
function answered(told) {
  clearTimeout(reply);
  const best = told.best ?? told.moves[0];
  if (!best) return;
  const next = played(game, best, 'sprague');
  to(next, { instead: game.turn === 'sprague' });
}

function to(next, how) {
  const asked = standing(next);
  go(link('position', { ...asked, ...conditions(asked) }), { game: next }, how);
}

/** Which part of the answer has the focus, which is to stay there when the answer changes. */
function held() {
  const at = document.activeElement;
  if (!answer.root.contains(at)) return null;
  const same = at.id ? `#${CSS.escape(at.id)}` : at.name ? `[name="${CSS.escape(at.name)}"]` : null;
  return { name: at.closest('[data-region]')?.dataset.region ?? 'verdict', same };
}

function refocus(region) {
  if (!region || answer.root.contains(document.activeElement)) return;
  const again = answer.root.querySelector(`[data-region="${region.name}"]`);
  const same = region.same && again?.querySelector(`${region.same}:not(:disabled)`);
  const target = same || again?.querySelector('button:not(:disabled):not([tabindex="-1"]), [role=button][tabindex="0"], input');
  (target ?? answer.root.querySelector('#verdict'))?.focus();
}

function text(json) {
  return `${JSON.stringify(json, null, 1)}\n`;
}
