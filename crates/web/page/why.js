// The panel that “Why is this move best?” opens: the theorem applied to this position, and the answers to all moves.

import { ask, Unanswered } from './server.js';
import { bestMove, lesson } from './lesson.js';
import { element, frame, present } from './element.js';
import { worths } from './worths.js';

const shown = 6;

/** Returns the text of the button, which is the question that the panel answers. */
export function question({ outcome }) {
  return { win: 'Why is this move best?', loss: 'Why is it lost?' }[outcome] ?? 'Why?';
}

/** Returns the panel. `conditions` are those of the question. */
export function why(told, conditions) {
  const steps = lesson(told);
  const table = steps.find(({ kind }) => kind === 'columns');
  const heat = steps.find(({ kind }) => kind === 'heat');
  return present([
    element('h2', {}, question(told)),
    element(
      'ul',
      { class: 'why' },
      (told.why ?? []).map(words => element('li', {}, words)),
    ),
    table && binary(told, table),
    heat &&
      frame(
        'Components',
        worths(told.components, { name: (part, at) => `${at + 1}: ${part.text}`, total: told.name ?? told.value }),
      ),
    element(
      'ol',
      { class: 'lesson' },
      steps.filter(({ words }) => words).map(({ kind, words }) => element('li', { 'data-kind': kind }, words)),
    ),
    told.moves.length > 0 && answers(told, conditions),
  ]);
}

/** Shows nimbers in binary columns. A winning move makes all columns even. */
function binary(told, { nimbers, sum, width, odd }) {
  const bits = nimber =>
    [...BigInt(nimber).toString(2).padStart(width, '0')].map((bit, at) =>
      element('td', { class: `bit ${bit === '1' ? 'one' : 'zero'}${odd.includes(at) ? ' odd' : ''}` }, bit),
    );
  const row = (name, nimber) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', { class: 'decimal' }, nimber), bits(nimber));
  return frame(
    'Nim-sum',
    element(
      'table',
      { class: 'addition binary' },
      element('caption', {}, 'Nimbers in binary, added without carry'),
      element(
        'tbody',
        {},
        nimbers.map((nimber, at) => row(`${at + 1}: ${told.components[at].text}`, nimber)),
      ),
      element('tfoot', {}, row('nim-sum', sum)),
    ),
  );
}

/** Returns a button that shows the winner's answers to all moves that the loser can make. */
function answers(told, conditions) {
  const best = bestMove(told);
  const isLost = told.outcome === 'loss';
  if (!isLost && (told.outcome !== 'win' || best?.outcome !== 'loss')) return null;
  const from = isLost ? told.position : best.to;
  const list = element('ul', { class: 'answers' });
  const button = element(
    'button',
    {
      type: 'button',
      onclick: async () => {
        button.disabled = true;
        try {
          const replies = isLost ? told.moves : (await asked(from, { ...conditions, first: best.next })).moves;
          for (const reply of replies.slice(0, shown)) list.append(element('li', {}, await answered(reply, conditions)));
          if (replies.length === 0) list.append(element('li', {}, 'There is no move left to try.'));
          if (replies.length > shown) list.append(element('li', { class: 'soft' }, `and ${replies.length - shown} more`));
          button.hidden = true;
        } catch (error) {
          button.disabled = false;
          if (error.name === 'AbortError') return;
          if (!(error instanceof Unanswered)) throw error;
          list.append(element('li', { class: 'trouble' }, error.message));
        }
      },
    },
    isLost ? 'Show how each move is answered' : `Show how ${best.move} is followed up`,
  );
  return element('div', { class: 'followed' }, button, list);
}

/** Returns the answer to a move of the loser. */
async function answered({ move, to, next }, conditions) {
  const told = await asked(to, { ...conditions, first: next ?? conditions.first });
  return [element('b', {}, move), told.best ? [' is answered by ', element('b', {}, told.best.move)] : ' ends the game'];
}

function asked(position, { play, rule, first }) {
  return ask('view', { position, play, rule, first: first === 'right' ? 'right' : undefined }, { slot: 'panel' });
}
