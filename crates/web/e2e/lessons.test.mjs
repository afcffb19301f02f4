// What “Why” says on three hundred positions is computed again, from single questions about parts of them; and the quiz.

import assert from 'node:assert/strict';
import { go, scene, sceneOfServer, shows, told } from './stage.mjs';

/** Numbers that a seed draws. */
function drawing(seed) {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const impartial = [
  n => `nim@${n(9) + 1}`,
  n => `kayles@${n(12) + 1}`,
  n => `subtraction:1,3,4@${n(20)}`,
  n => `wythoff@${n(5)}.${n(7) + 1}`,
  n => `cram@2x${n(3) + 1}`,
  n => `grundy@${n(12) + 2}`,
];
const partizan = [
  n => `domineering@${n(3) + 1}x${n(3) + 1}`,
  n => `game@{${n(7)}|${n(5) - 4}}`,
  n => `game@${n(9) - 4}/2`,
  n => `hackenbush@${['L', 'R', 'LR', 'RL', 'LRL', 'RRL'][n(6)]}`,
  n => `clobber@${['xo', 'xxo', 'xox', 'xo/ox', 'xoxo'][n(5)]}`,
  n => `toads-frogs@${['T.F', 'TT.F', 'T..F', 'TF.'][n(4)]}`,
  n => `-domineering@2x${n(3) + 1}`,
  // threats, of which the hottest is not always the one to move in
  n => `game@{${n(4) + 2}||${n(3)}|${-n(12) - 1}}`,
  n => `game@{${n(12) + 1}|${-n(3)}||${-n(4) - 2}}`,
];

// the hottest move loses here
const misleading = ['game@{1|-3}+game@{9|0||-1}', 'game@{2|0}+game@{9|-2||-2}', 'game@{2|0||-3}+game@{7|-2||-2}+game@{5|0}'];

const positions = (() => {
  const next = drawing(2026);
  const random = Array.from({ length: 300 }, (_, at) => {
    const games = at % 2 === 0 ? impartial : partizan;
    return Array.from({ length: next(3) + 1 }, () => games[next(games.length)](next)).join('+');
  });
  return [...random, ...misleading];
})();

const fraction = text => {
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
};

/** The move in a component of its own leads to the position that is named; who wins there is asked again. */
async function wins(view, name) {
  const move = view.moves.find(({ move }) => move === name);
  const after = await told('view', { position: move.to, first: move.next === 'right' ? 'right' : undefined });
  return after.outcome === 'loss';
}

const checks = {
  async columns(view, { nimbers, sum, odd, width }) {
    for (const [at, { text }] of view.components.entries())
      assert.equal(String((await told('view', { position: text })).nimber), nimbers[at]);
    assert.equal(
      nimbers.reduce((sum, nimber) => sum ^ Number(nimber), 0),
      Number(sum),
    );
    const ones = Array.from(
      { length: width },
      (_, at) => nimbers.filter(nimber => Math.floor(Number(nimber) / 2 ** (width - 1 - at)) % 2 === 1).length,
    );
    assert.deepEqual(
      ones.flatMap((count, at) => (count % 2 === 1 ? [at] : [])),
      odd,
    );
  },
  async even(view) {
    assert.equal(view.outcome, 'loss');
    assert.ok(view.moves.every(({ nimber }) => nimber !== 0));
  },
  async mend(view, { component, from, target, sum, goesDown, words }) {
    assert.equal(Number(from) ^ Number(sum), Number(target));
    assert.equal(goesDown, Number(target) < Number(from));
    assert.equal(/is less than/.test(words), goesDown && view.components.length > 1);
    assert.equal(String((await told('view', { position: view.components[component].text })).nimber), from);
    assert.ok(await wins(view, view.best.move));
  },
  async fits(view, { components }) {
    const nimbers = view.components.map(({ nimber }) => nimber);
    const sum = nimbers.reduce((sum, nimber) => sum ^ nimber, 0);
    assert.deepEqual(
      components,
      nimbers.flatMap((nimber, at) => ((nimber ^ sum) < nimber ? [at] : [])),
    );
    for (const at of components) assert.ok(view.moves.some(move => move.components[0] === at && move.outcome === 'loss'));
  },
  async pair(view, { components: [a, b] }) {
    const sum = `${view.components[a].text}+${view.components[b].text}`;
    const both = await Promise.all(
      ['left', 'right'].map(first => told('view', view.outcome_class ? { position: sum, first } : { position: sum })),
    );
    assert.deepEqual(
      both.map(({ outcome }) => outcome),
      ['loss', 'loss'],
      sum,
    );
  },
  async dominated(view, { moves }) {
    for (const name of moves) assert.equal(view.moves.find(({ move }) => move === name).dominated, true);
  },
  async numbers(view, { sum, words }) {
    const numbers = await Promise.all(view.components.map(async ({ text }) => (await told('value-view', { sum: text })).number));
    assert.ok(numbers.every(number => number != null));
    assert.equal(
      numbers.reduce((all, number) => all + fraction(number), 0),
      sum,
    );
    const { outcome_class: known } = await told('value-view', { sum: view.position });
    assert.equal(known, sum > 0 ? 'L' : sum < 0 ? 'R' : 'P');
    assert.match(words, sum > 0 ? /Left wins/ : sum < 0 ? /Right wins/ : /whoever starts loses/);
  },
  async avoid(view, { components, component, move }) {
    for (const at of components) assert.notEqual((await told('value-view', { sum: view.components[at].text })).number, null);
    assert.equal((await told('value-view', { sum: view.components[component].text })).number ?? null, null);
    assert.ok(await wins(view, move));
  },
  async heat(view, { temperatures, hottest }) {
    const again = await Promise.all(view.components.map(async ({ text }) => (await told('value-view', { sum: text })).temperature));
    assert.deepEqual(again, temperatures);
    const most = Math.max(...again.map(fraction));
    assert.deepEqual(
      hottest,
      again.flatMap((temperature, at) => (fraction(temperature) === most ? [at] : [])),
    );
  },
  async 'hottest-wins'(view, { components }) {
    const there = view.moves.filter(move => components.includes(move.components[0]) && move.outcome === 'loss');
    assert.ok(await wins(view, there[0].move));
  },
  async 'hottest-loses'(view, { components, component, move }) {
    for (const other of view.moves.filter(({ components: [at] }) => components.includes(at)))
      assert.ok(!(await wins(view, other.move)));
    assert.ok(await wins(view, move));
    assert.ok(!components.includes(component));
  },
  async leaves(view, { move, sign }) {
    const { to } = view.moves.find(other => other.move === move);
    const { outcome_class: known } = await told('value-view', { sum: to });
    assert.ok((sign === '≥' ? ['L', 'P'] : ['R', 'P']).includes(known));
  },
};

sceneOfServer('every step of “Why” on 300 positions drawn at random is computed again', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  const counts = {};
  let shown = 0;
  for (const [at, position] of positions.entries()) {
    const view = await told('view', { position, first: at % 4 === 3 && at < 300 ? 'right' : undefined });
    const steps = await page.evaluate(async view => (await import(new URL('lesson.js', document.baseURI))).lesson(view), view);
    for (const step of steps) {
      assert.ok(Object.hasOwn(checks, step.kind), step.kind);
      counts[step.kind] = (counts[step.kind] ?? 0) + 1;
      try {
        await checks[step.kind](view, step);
      } catch (error) {
        error.message = `${position}: ${step.kind}: ${step.words}\n${error.message}`;
        throw error;
      }
    }
    shown += steps.length > 0;
  }
  console.log(`steps of “Why” on ${positions.length} positions: ${JSON.stringify(counts)}`);
  assert.ok(shown > 200, `${shown} positions have a step`);
  // none of the kinds is never seen
  for (const kind of Object.keys(checks)) assert.ok(counts[kind] > 0, kind);
});

scene('the panel shows the steps, and how what is tried is answered', '#position?q=nim@3,4,5', {}, async page => {
  await page.locator('[data-fold=why]').click();
  await shows(
    page.locator('.lesson li'),
    '3 and 2 without carry is 1, which is less than 3: so 1: take 2 makes 1: nim@3 worth ∗1, and every column even.',
  );
  assert.equal(await page.locator('.binary .odd').count(), 4);
  await page.getByRole('button', { name: 'Show how 1: take 2 is followed up' }).click();
  await page.locator('.answers li').nth(5).waitFor();
  const answers = await page.locator('.answers li').allTextContents();
  assert.match(answers[0], /^1: take 1 is answered by 2: take 3|^1: take 1 is answered by/);
  await page.locator('[data-fold=value]').click();
  await shows(page.locator('#panel'), 'The nimber ∗2.');
  await go(page, '#position?q=game@{10|0}%2Bgame@{8|-1}%2Bgame@-1');
  await page.locator('[data-fold=why]').click();
  await shows(page.locator('.lesson'), 'The hottest is');
  await page.locator('[data-fold=value]').click();
  await page.locator('.panel .thermograph').waitFor();
});

scene(
  'in the quiz values are hidden, a guess is judged, and what was overlooked is said',
  '#position?q=nim@3,4,5',
  {},
  async page => {
    await page.locator('#verdict').waitFor();
    await page.getByRole('checkbox', { name: 'Quiz' }).check();
    await page.locator('.quiz').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /wins ·|leaves|nimber|∗/);
    await page.getByRole('button', { name: /^P:/ }).click();
    await shows(page.locator('.said'), 'No: N, won for the player to move.');
    await shows(page.locator('.said'), 'Now find a winning move');
    await page.locator('.token').first().click();
    await shows(page.locator('.said'), 'Overlooked: 1: take 3 is answered by');
    await shows(page.locator('.said'), '1: take 2 wins.');
    await shows(page.locator('.quiz h2'), '0 of 2 right');
    assert.equal(await page.locator('main input[name=q]').inputValue(), 'nim@3,4,5', 'a guess is no move');
    await page.getByRole('button', { name: 'Next position' }).click();
    await shows(page.locator('.history li'), '1: take 2');
    await page.getByRole('button', { name: /^P:/ }).click();
    await shows(page.locator('.said'), 'Right: P, lost for the player to move.');
    await shows(page.locator('.quiz h2'), '1 of 3 right');
    await page.getByRole('button', { name: 'Show all values' }).click();
    await shows(page.locator('#verdict'), 'Lost');
  },
);
