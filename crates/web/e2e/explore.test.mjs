// Checks the explorer of small boards, setting up by touching, and the layouts of graphs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fits, go, scene, sceneOfServer, shows, told } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const board = (q, mode) => `#board?q=${encodeURIComponent(q)}&mode=${mode}`;
const leaves = (page, side, row = 1) => page.locator(`.level:nth-of-type(${row}) .options.${side} button.leaf`);
const q = page => page.locator('.play-head input[name=q]').inputValue();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Waits until the notation is another one than before `act`, and returns it. */
async function changed(page, act) {
  const before = await q(page);
  await act();
  await page.waitForFunction(before => document.querySelector('.play-head input[name=q]').value !== before, before);
  return q(page);
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

scene('the home leads to the explorer, and what was chosen is kept', '#games', {}, async page => {
  await page.locator('.games .tile').nth(11).waitFor();
  await press(page, 'Explore');
  await page.locator('.tile', { hasText: 'Domineering' }).click();
  await page.locator('.explorer .leaf.here').waitFor();
  assert.match(page.url(), /mode=explore/);
  await press(page, 'Play');
  await page.getByRole('group', { name: 'Against' }).waitFor();
  assert.doesNotMatch(page.url(), /mode=/);
});

scene('a row has both players’ options with value and winner; others are folded', board('domineering@2x3', 'explore'), {}, async page => {
  await shows(page.locator('.leaf.here'), '3/4 ± 5/4');
  await shows(page.locator('.leaf.here'), 'whoever starts');
  assert.deepEqual(await leaves(page, 'left').allInnerTexts().then(all => all.map(text => text.match(/(\S+)\n+(\D+)$/).slice(1))), [
    ['2', 'Left wins'],
  ]);
  await shows(leaves(page, 'right'), '-1/2 ×4');
  await page.getByRole('button', { name: '+ 1 dominated' }).click();
  await shows(leaves(page, 'left').nth(1), '±1 ×2');
  assert.ok(await leaves(page, 'left').nth(1).evaluate(node => node.classList.contains('dominated')));
  await page.getByRole('button', { name: 'Fold' }).click();
  await leaves(page, 'left').nth(1).waitFor({ state: 'detached' });
  assert.equal(await leaves(page, 'left').count(), 1);
});

scene('a touch opens a board of either player, here and large, and a link keeps the way', board('domineering@3x3', 'explore'), {}, async page => {
  await leaves(page, 'right').first().click();
  await page.locator('.level:nth-of-type(2) .leaf.here').waitFor();
  assert.equal(await page.locator('.level:nth-of-type(1) [aria-pressed=true]').count(), 1, 'what was passed is marked');
  await leaves(page, 'right', 2).first().click();
  await page.locator('.level:nth-of-type(3) .leaf.here').waitFor();
  assert.equal(await page.locator('.at-play .domino.right').count(), 2, 'two dominoes of Right on the large board');
  const [seen, link] = [await q(page), page.url()];
  await page.reload();
  await page.locator('.level:nth-of-type(3) .leaf.here').waitFor();
  assert.equal(await q(page), seen);
  assert.equal(page.url(), link);
  await page.locator('.level:nth-of-type(1) button.here').click();
  await page.locator('.level:nth-of-type(2)').waitFor({ state: 'detached' });
  assert.equal(await q(page), 'domineering@3x3');
});

scene('impartial games have one group, and the graph is a second look', board('nim@1,2,3', 'explore'), {}, async page => {
  await shows(page.locator('.leaf.here'), '∗0');
  assert.equal(await page.locator('.options').count(), 1);
  const seen = await leaves(page, 'any').allInnerTexts();
  assert.deepEqual(seen.map(text => /∗\d/.exec(text)[0]), ['∗1', '∗3', '∗2']);
  await press(page, 'As a graph');
  await page.locator('.explorer svg.graph').waitFor();
  assert.match(await page.locator('.explorer svg.graph a').nth(1).getAttribute('href'), /^#board\?.*mode=explore/);
  await press(page, 'As rows');
  await leaves(page, 'any').first().waitFor();
});

scene('the explorer is used by keys alone', board('clobber@2x3', 'explore'), {}, async page => {
  await leaves(page, 'left').first().waitFor();
  await leaves(page, 'left').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.level:nth-of-type(2) .leaf.here').waitFor();
  // the focus stays in the rows
  await page.waitForFunction(() => document.activeElement.matches('.level button'));
});

scene('boards are shown before their values are found', board('domineering@7x7', 'explore'), {}, async page => {
  await leaves(page, 'left').nth(3).waitFor();
  await shows(page.locator('.leaf.here'), '…');
  await leaves(page, 'left').nth(1).click();
  await page.locator('.level:nth-of-type(2) .options.left .leaf').first().waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('group', { name: 'Against' }).waitFor();
});

sceneOfServer('cards show the values of the engine', board('toads-frogs@TT..FF', 'explore'), {}, async page => {
  await leaves(page, 'left').first().waitFor();
  const view = await told('view', { position: 'toads-frogs@TT..FF' });
  const value = view.moves.filter(({ dominated }) => !dominated)[0];
  await shows(leaves(page, 'left').first(), value.name ?? value.value);
});

scene('squares, sizes and parts are set up by touching, and undone', board('domineering@2x2', 'setup'), {}, async page => {
  const square = n => page.locator(`.at-play [data-part="${n}"]`);
  assert.equal(await changed(page, () => square(1).click()), 'domineering@.#/..');
  assert.equal(await changed(page, () => page.getByRole('button', { name: 'More: columns' }).click()), 'domineering@.#./...');
  assert.equal(await changed(page, () => page.getByRole('button', { name: 'Less: rows' }).click()), 'domineering@.#.');
  await press(page, 'Free');
  assert.equal(await changed(page, () => square(1).click()), 'domineering@...');
  for (const before of ['domineering@.#.', 'domineering@.#./...', 'domineering@.#/..', 'domineering@2x2'])
    assert.equal(await changed(page, () => press(page, 'Undo')), before);
  assert.equal(
    await changed(page, () => page.getByLabel('Add a part').selectOption({ label: 'Kayles' })),
    'domineering@../..+kayles@5',
  );
  assert.equal(await changed(page, () => press(page, 'Remove part 1')), 'kayles@5');
  await press(page, 'Play');
  await page.locator('.pin[role=button]').first().waitFor();
});

scene('heaps, stalks and graphs are set up', board('nim@3,4', 'setup'), {}, async page => {
  assert.equal(await changed(page, () => page.getByRole('button', { name: 'More: heap 2' }).click()), 'nim@3,5');
  assert.equal(await changed(page, () => page.locator('.token[role=button]').nth(1).click()), 'nim@1,5');
  await go(page, board('hackenbush@LR', 'setup'));
  await page.getByRole('button', { name: 'More: green on stalk 1' }).waitFor();
  assert.equal(await changed(page, () => page.getByRole('button', { name: 'More: green on stalk 1' }).click()), 'hackenbush@LRE');
  assert.equal(await changed(page, () => page.getByRole('button', { name: 'Cut the top' }).click()), 'hackenbush@LR');
  const cut = async () => {
    await page.locator('.at-play .edge.right').first().focus();
    await page.keyboard.press('Enter');
  };
  assert.equal(await changed(page, cut), 'hackenbush@L');
  await go(page, board('node-kayles@path:4', 'setup'));
  await page.getByRole('button', { name: 'The shape of a cycle' }).waitFor();
  assert.equal(await changed(page, () => page.getByRole('button', { name: 'The shape of a cycle' }).click()), 'node-kayles@cycle:4');
  assert.equal(await changed(page, () => page.locator('.at-play [data-part="0"]').click()), 'node-kayles@cycle:4:gone=1');
});

scene('lines are drawn, and a game without signs is set up by its moves', board('nimstring@1x2', 'setup'), {}, async page => {
  assert.equal(await changed(page, () => page.locator('.at-play [data-part="0"]').click()), 'nimstring@1x2:gone=0-1');
  await page.locator('.at-play .drawn').click();
  await page.waitForFunction(() => document.querySelector('.play-head input[name=q]').value === 'nimstring@1x2');
  await go(page, board('catch-up@4', 'setup'));
  await shows(page.locator('.beside'), 'This game has no parts to put by hand');
});

scene('what a game does not have is refused in a sentence', board('nim@1', 'setup'), { refused: true }, async page => {
  await changed(page, () => page.getByRole('button', { name: 'Less: heap 1' }).click());
  await page.getByRole('button', { name: 'Less: heap 1' }).click();
  await shows(page.locator('.beside [role=alert]'), 'There is nothing left to take away.');
  assert.equal(await q(page), 'nim@0');
});

for (const [width, height] of [
  [1280, 860],
  [768, 900],
  [390, 844],
  [360, 740],
]) {
  for (const scheme of ['light', 'dark']) {
    scene(`axe finds nothing on the explorer and on set-up at ${width} px, ${scheme}`, board('domineering@3x3', 'explore'), { width, height, scheme }, async page => {
      for (const [position, mode] of [
        ['domineering@3x3', 'explore'],
        ['konane@xo.x/oxo.', 'setup'],
        ['nim@3,4,5', 'explore'],
        ['fjords@grid:3x3:blue=1:red=9', 'setup'],
      ]) {
        await go(page, board(position, mode));
        await page.locator(mode === 'explore' ? '.explorer .options .leaf' : '.beside .choice').first().waitFor();
        await fits(page);
        assert.deepEqual(await violations(page), [], `${position} ${mode}`);
        const small = await page.locator('main button').evaluateAll(all =>
          all
            .map(node => [node.textContent, node.getBoundingClientRect()])
            .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 24)
            .map(([words]) => words),
        );
        assert.deepEqual(small, []);
      }
    });
  }
}

// Graphs of every family: their shapes, and free ones.
const graphs = {
  'node-kayles': ['path:9', 'cycle:9', 'star:7', 'grid:4x5', 'petersen', 'complete:6', '"DQc"', '1-2.2-3.3-1.4-5.5-6.6-7.7-4.2-5', '1-2.3-4.4-5.5-3.6-7'],
  'arc-kayles': ['path:8', 'cycle:7', 'star:6', 'grid:3x4', 'petersen', '"DQc"', '1-2.2-3.3-4.4-1.1-5.3-6'],
  'partizan-arc-kayles': ['grid:2x4:blue=1-2.5-6:red=3-4.7-8', 'cycle:6:blue=1-2:red=3-4', 'petersen:blue=1-2:red=3-8'],
  'digraph-placement': ['1>2.2>3.3-4.4>1:blue=1.3:red=2.4', '1>2.1>3.1>4.2>3.3>4.4>5:blue=1.3.5:red=2.4'],
  fjords: ['grid:3x3:blue=1:red=9', 'grid:4x5:blue=1:red=20', 'cycle:8:blue=1:red=5', '1-2.2-3.3-4.4-2.4-5.5-6:blue=1:red=6'],
  nimstring: ['cycle:7', 'petersen', '0-1.0-1.1-2.1-2.2-3.2-3.2-3.3-4', '0-1.1-2.2-3.3-0.1-3'],
  hackenbush: ['LR,RL', 'LLRE,RLL,ERL'],
  'childish-hackenbush': ['l(lr;rl)', 'e(lr;rl;l)', 'l(l(r;l);r(l;r);e),r(l;r)'],
};

/** Draws positions of games as they are played, and returns what is wrong with the drawings. */
async function drawings(page, positions) {
  return page.evaluate(async positions => {
    const { kind } = await import('./stage.js');
    const { thumbnail } = await import('./games.js');
    const wrong = [];
    const host = document.body.appendChild(document.createElement('div'));
    const middle = node => ['cx', 'cy'].map(name => Number(node.getAttribute(name)));
    let firsts = new Map();
    for (const { name, components, begun, isFirst } of positions) {
      if (isFirst) firsts = new Map();
      for (const [index, component] of components.entries()) {
        if (component.picture?.kind !== 'graph') continue;
        for (const unit of [40, 140]) {
          const { root, parts } = kind(component, true)([{ ...component, index }], [], { first: null, placed: [], begun }).draw(unit);
          host.replaceChildren(root);
          const frame = root.getBoundingClientRect();
          const say = words => wrong.push(`${name} at ${unit}: ${words}`);
          for (const node of root.querySelectorAll('.vertex, .tag, .name, .letter, .line, .was')) {
            const box = node.getBoundingClientRect();
            if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
              say(`${node.getAttribute('class')} ${node.textContent} is outside of the frame`);
          }
          const discs = [...root.querySelectorAll('.vertex, .tag')];
          discs.forEach((one, n) => {
            for (const other of discs.slice(0, n)) {
              const [[ax, ay], [bx, by]] = [middle(one), middle(other)];
              const room = Number(one.getAttribute('r')) + Number(other.getAttribute('r'));
              if (Math.hypot(ax - bx, ay - by) < room - 0.5) say(`two discs overlap at ${ax.toFixed(0)}, ${ay.toFixed(0)}`);
            }
          });
          const { vertices, edges } = component.picture;
          const places = vertices.map((_, n) => parts[n].node.querySelector('.vertex')).map(node => node && middle(node));
          edges.forEach(({ from, to }, n) => {
            const line = parts[vertices.length + n].node.querySelector('.line');
            const length = line.getTotalLength();
            places.forEach((place, vertex) => {
              if (!place || vertex === from || vertex === to) return;
              for (let at = 0; at <= 12; at += 1) {
                const { x, y } = line.getPointAtLength((length * at) / 12);
                if (Math.hypot(x - place[0], y - place[1]) < 6) return say(`edge ${from}-${to} runs over vertex ${vertices[vertex].name}`);
              }
            });
          });
          vertices.forEach(({ name: vertex }, n) => {
            const key = `${unit} ${index} ${vertex}`;
            if (!places[n]) return;
            if (!firsts.has(key)) firsts.set(key, places[n].join());
            if (firsts.get(key) !== places[n].join()) say(`vertex ${vertex} has moved`);
          });
        }
      }
      if (!thumbnail({ drawn: components, begun }).querySelector('svg')) wrong.push(`${name}: no small picture`);
    }
    host.remove();
    return wrong;
  }, positions);
}

for (const [family, texts] of Object.entries(graphs)) {
  sceneOfServer(`200 positions of ${family} are in their frames, nothing overlaps, and no vertex moves`, '#games', {}, async page => {
    let seed = 7;
    const chance = most => (seed = (seed * 48271) % 2147483647) % most;
    const positions = [];
    for (let game = 0; positions.length < 200; game += 1) {
      const start = await told('board', { position: `${family}@${texts[game % texts.length]}` });
      let at = start;
      for (;;) {
        positions.push({ name: at.position, components: at.components, begun: start.components, isFirst: at === start });
        if (at.moves.length === 0 || positions.length === 200) break;
        const move = at.moves[chance(at.moves.length)];
        const first = at.first && (chance(2) ? 'left' : 'right');
        const next = await told('board', { position: move.to, first });
        if (next.moves.length === 0 && first) break;
        at = next;
      }
    }
    assert.deepEqual([...new Set(await drawings(page, positions))].slice(0, 12), []);
  });
}
