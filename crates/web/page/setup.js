// Setting up a board by hand: a touch puts what is chosen. The program writes every position, and refuses what a game does not
// have.

import { Unanswered, ask } from './server.js';
import { isOfBoxes } from './boxes.js';
import { button, choice, element, present } from './element.js';
import { gameOf } from './games.js';
import { start, started } from './line.js';
import { side } from './words.js';

const kinds = {
  free: 'Free',
  gone: 'Blocked',
  left: 'Left’s',
  right: 'Right’s',
  any: 'A piece',
  knight: 'A knight',
  brick: 'A square',
  poison: 'Poison',
};
const signs = {
  'T left': 'A toad',
  'F right': 'A frog',
  'H any': 'Heads',
  'T free': 'Tails',
  'E any': 'Anybody’s',
};
const stalks = { L: 'blue', R: 'orange', E: 'green' };
const order = ['left', 'right', 'any', 'knight', 'gone', 'free'];

let sign = null;
/** The positions before each edit, for Undo. */
const before = [];
let wrong = null;

/** Returns what sets up the position of a node: `told` for a stage, `play(move)`, `handles(group)`, and the panel. */
export function setter(node, list, look) {
  const { components } = node.edits;
  const sum = components.length > 1;
  const isGraph = components.some(({ picture }) => picture?.kind === 'graph');
  const puts = new Map(components.flatMap(({ look }) => Object.entries(look.edit?.put ?? {})));
  // nothing can be put back on a vertex that is not there
  const isBack = kind => kind === 'free' && puts.size === 2 && puts.has('#') && isGraph;
  const choices = [...puts].filter(([, kind]) => !isBack(kind)).sort(([, a], [, b]) => order.indexOf(a) - order.indexOf(b));
  if (!puts.has(sign)) sign = (choices.find(([, kind]) => kind === 'gone') ?? choices[0])?.[0] ?? null;
  const named = (sign, kind, isGraph) => (isGraph && kind === 'gone' ? 'Taken away' : (signs[`${sign} ${kind}`] ?? kinds[kind]));

  const open = (asked, reset = null) => {
    wrong = null;
    if (!reset) before.push(node);
    look(reset ?? started(asked));
  };
  const edit = async change => {
    try {
      const { position } = await ask('edit', { position: node.asked.q, ...change }, { slot: 'edit' });
      open({ ...node.asked, q: position });
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof Unanswered)) throw error;
      wrong = error.message;
      look(node);
    }
  };

  // a touch is a move for the stage
  const touches = components.flatMap(({ picture, look }, component) => {
    const kind = look.edit?.put?.[sign];
    const touch = (text, change, changes) => ({ text, edit: change, components: [component], changes: [{ component, ...changes }] });
    if (look.edit?.heaps && look.heaps === 'piles')
      return picture.heaps.flatMap((size, heap) =>
        Array.from({ length: Math.min(Number(size), 12) }, (_, n) =>
          touch(`take ${n + 1}`, { component, heap, by: -n - 1 }, { heaps: [{ heap, takes: n + 1, leaves: [size - n - 1] }] }),
        ),
      );
    if (look.edit?.grow?.length > 0)
      return picture.edges.map((_, at) =>
        touch(`cut edge ${at + 1}`, { component, by: at - picture.edges.length }, { goes: [picture.vertices.length + at] }),
      );
    if (!kind) return look.edit ? [] : node.shown.moves.filter(move => move.components.includes(component));
    const places = picture.kind === 'cells' ? [...picture.rows.join('')].length : picture.vertices.length + picture.edges.length;
    const isAway = at => (picture.kind === 'graph' ? kind === 'gone' && at >= picture.vertices.length : kind === 'free');
    const lines = isOfBoxes(components[component])
      ? [{ ...touch('take the line away', { component, put: '.' }, {}), isBack: true }]
      : [];
    return Array.from({ length: places }, (_, at) =>
      touch(`put: ${named(sign, kind, picture.kind === 'graph')}`, { component, at, put: sign }, isAway(at) ? { goes: [at] } : { comes: [at] }),
    ).concat(lines);
  });

  const handle = (words, says, change) =>
    button(words, () => edit(change), { class: 'handle', 'aria-label': says, title: says, 'data-keep': says });
  const pair = (label, component, change, name = '') =>
    element(
      'span',
      { class: `pair ${name}` },
      handle('−', `Less: ${label}`, { component, ...change(-1) }),
      name,
      handle('+', `More: ${label}`, { component, ...change(1) }),
    );
  const part = component => (sum ? ` of part ${component + 1}` : '');

  return {
    told: { ...node.shown, first: undefined, outcome_class: undefined, moves: touches },
    play: move => (move.edit ? edit(move.edit) : open({ ...node.asked, q: move.to, first: move.next })),
    handles(group) {
      const { index } = group[0];
      const size = components[index].look.edit?.resize;
      if (!size) return null;
      const [rows, columns] = size;
      return element(
        'div',
        { class: 'handles' },
        pair(`columns${part(index)}`, index, by => ({ resize: [rows, columns + by] }), rows > 1 || !isGraph ? 'columns' : 'points'),
        !components[index].look.strip && (rows > 1 || components[index].picture.kind === 'cells')
          ? pair(`rows${part(index)}`, index, by => ({ resize: [rows + by, columns] }), 'rows')
          : null,
      );
    },
    panel: present([
      element(
        'p',
        {},
        components.some(({ look }) => look.edit)
          ? 'Set up the board by touching it. Play and Explore go on from here.'
          : 'This game has no parts to put by hand. Set up its board by moves of either player; Play and Explore go on from here.',
      ),
      wrong && element('p', { class: 'notice', role: 'alert' }, wrong),
      choices.length > 1 && element('h2', {}, 'Put'),
      choices.length > 1 &&
        choice(
          'Put',
          choices.map(([sign, kind]) => [sign, named(sign, kind, isGraph)]),
          sign,
          to => {
            sign = to;
            look(node);
          },
        ),
      node.shown.first &&
        components.some(({ look }) => !look.edit) &&
        choice(
          'Whose moves',
          ['left', 'right'].map(first => [first, `${side(first)}’s moves`]),
          node.shown.first,
          first => open({ ...node.asked, first }),
        ),
      lines(components, pair, handle, sum),
      element(
        'div',
        { class: 'row' },
        button('Undo', () => open(null, before.pop()), { disabled: before.length === 0, id: 'undo', 'data-keep': 'undo' }),
        node !== start(node) && button('Start from here', () => open(node.asked), { 'data-keep': 'from here' }),
      ),
      adding(components, list, edit, sum),
    ]),
  };
}

/** Returns the handles of heaps, stalks and graphs, a line for each. */
function lines(components, pair, handle, sum) {
  let heaps = 0;
  return components.flatMap(({ picture, look: { edit } }, component) => {
    const row = (words, ...inside) => element('div', { class: 'set' }, element('span', {}, words), inside);
    const part = sum ? `Part ${component + 1}` : '';
    if (edit?.heaps)
      return picture.heaps.map((size, heap) => {
        heaps += 1;
        return row(`Heap ${heaps}: ${size}`, pair(`heap ${heaps}`, component, by => ({ heap, by })));
      });
    return present([
      edit?.grow?.length > 0 &&
        row(
          part.replace('Part', 'Stalk') || 'Stalk',
          element(
            'span',
            { class: 'pair' },
            handle('−', `Cut the top of stalk ${component + 1}`, { component, by: -1 }),
            edit.grow.map(put => handle(`+ ${stalks[put]}`, `More: ${stalks[put]} on stalk ${component + 1}`, { component, put })),
          ),
        ),
      edit?.shapes?.length > 0 &&
        row(
          part || 'Shape',
          edit.shapes.map(shape => handle(shape, `The shape of a ${shape}${sum ? ` for part ${component + 1}` : ''}`, { component, shape })),
        ),
    ]);
  });
}

/** Returns the list of games that can be added, and buttons that remove parts. */
function adding(components, list, edit, sum) {
  const games = list.filter(({ sizes, kind }) => sizes.length > 0 && kind === 'built-in');
  return present([
    element(
      'label',
      {},
      'Add a part',
      element(
        'select',
        { onchange: event => event.target.value && edit({ add: event.target.value }), 'data-keep': 'add' },
        element('option', { value: '' }, 'Choose a game …'),
        games.map(({ title, sizes }) => element('option', { value: sizes[0] }, title)),
      ),
    ),
    sum &&
      element(
        'div',
        { class: 'row' },
        components.slice(0, 12).map(({ family, look }, component) =>
          button(`Remove ${look.heaps === 'piles' ? 'heap' : 'part'} ${component + 1}`, () => edit({ component, remove: true }), {
            class: 'quiet',
            'data-keep': `remove ${component}`,
            title: gameOf(list, family)?.title ?? family,
          }),
        ),
      ),
  ]);
}
