// Checks that the faults found in a trial of the page do not come back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { go, leave, open, scene, shows, visit } from './stage.mjs';

const settled = page => page.waitForFunction(() => !document.querySelector('[aria-busy]'));

scene(
  'a value is called by its name, and its braces are folded',
  '#value?q=clobber@xoxox/oxoxo',
  { width: 390, height: 844 },
  async page => {
    await shows(page.locator('#value'), '±(');
    const { height } = await page.locator('#value').boundingBox();
    assert.ok(height < 80, `two lines: ${height} px`);
    assert.equal(await page.locator('.braces code').isVisible(), false);
    await page.locator('.braces summary').click();
    assert.match(await page.locator('.braces code').textContent(), /^\{/);
    for (const [q, name] of [
      ['game@^2*', '⇑*'],
      ['game@{0||0|-2}', 'tiny-2'],
      ['domineering@4x4', '±(0, …)'],
      ['domineering@2x3', '3/4 ± 5/4'],
    ]) {
      await open(page, `#value?q=${q}`);
      await shows(page.locator('#value strong'), name);
      await open(page, `#position?q=${q}`);
      await shows(page.locator('.value-name'), name);
    }
  },
);

scene(
  'hot cells of a table are told apart by text and colour',
  '#table?q=domineering@{x}x{y}&x=1-4&y=1-4&rows=values',
  {},
  async page => {
    await shows(page.locator('.legend'), 'hot: mean ± temperature');
    await page.waitForFunction(() => document.querySelector('canvas.heat').height > 300);
    // each cell, empty in the trial, must contain text
    const inked = await page.locator('canvas.heat').evaluate(canvas => {
      const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
      const context = copy.getContext('2d', { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const size = (canvas.height - 24 * devicePixelRatio) / 4;
      return [0, 1, 2, 3].map(row =>
        [0, 1, 2, 3].map(column => {
          const left = canvas.width - 2 * devicePixelRatio - (4 - column) * size;
          const { data } = context.getImageData(left + size * 0.1, row * size + size * 0.3, size * 0.8, size * 0.4);
          const colours = new Set();
          for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
          return colours.size > 2;
        }),
      );
    });
    assert.ok(inked.flat().every(Boolean), JSON.stringify(inked));
    await page.locator('canvas.heat').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    await shows(page.locator('.reading'), 'mean 0, temperature 1');
  },
);

scene('a graph fills its frame, zooms and pans', '#graph?q=nim@2,3', { width: 1280, height: 900 }, async page => {
  await page.locator('svg.graph .node').nth(8).waitFor();
  const across = () =>
    page.locator('svg.graph .node').evaluateAll(all => {
      const boxes = all.map(node => node.getBoundingClientRect());
      return (Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))) / innerWidth;
    });
  await page.waitForFunction(() => document.querySelector('.zoomed')?.dataset.scale > 1);
  const wide = await across();
  assert.ok(wide > 0.6, `${wide} of the window`);
  await page.getByRole('button', { name: 'Smaller' }).click();
  assert.ok((await across()) < wide);
  await page.locator('.zoomed').focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  const before = await page.locator('svg.graph').boundingBox();
  const frame = await page.locator('.zoomed').boundingBox();
  await page.mouse.move(frame.x + frame.width - 40, frame.y + 20);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width - 240, frame.y + 20, { steps: 4 });
  await page.mouse.up();
  assert.ok((await page.locator('svg.graph').boundingBox()).x < before.x - 40, 'it is dragged');
  assert.match(page.url(), /#graph/, 'a drag opens nothing');
});

scene('a big graph begins at the position, and opens by a click', '#graph?q=kayles@12', {}, async page => {
  await shows(page.locator('.period'), '101 positions, 618 moves');
  const nodes = page.locator('svg.graph .node');
  await nodes.first().waitFor();
  const first = await nodes.count();
  assert.ok(first > 5 && first < 20, `the position and its options: ${first}`);
  await page.locator('svg.graph [data-label="11"], svg.graph [data-label="kayles@11"]').first().click();
  await page.waitForFunction(count => document.querySelectorAll('svg.graph .node').length > count, first);
  assert.match(page.url(), /#graph/);
  await page.getByRole('button', { name: /^Show all 101/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('svg.graph .node').length === 101);
  // more positions than the program sends at once
  await go(page, '#graph?q=nim@9,9,9');
  await shows(page.locator('.period'), 'there are more behind');
  const known = await nodes.count();
  await page.locator('svg.graph .node:has(.cut)').first().click();
  await page.waitForFunction(count => document.querySelectorAll('svg.graph .node').length > count, known);
});

scene(
  'a quotient shows generators, relations and the map before the table',
  '#quotient?q=kayles',
  { width: 1280 },
  async page => {
    await shows(page.locator('#quotient'), '40 elements');
    assert.deepEqual(await page.locator('h2').allTextContents(), [
      'Generators',
      'Relations',
      'What each heap is worth',
      'Elements',
      'Multiplication',
    ]);
    const generators = await page.locator('.generators li').allTextContents();
    assert.deepEqual(generators, ['a heap 1', 'b heap 2', 'c heap 5', 'd heap 9', 'e heap 12', 'f heap 25', 'g heap 27']);
    assert.match(await page.locator('.relations').textContent(), /a² = 1/);
    const { wide, room } = await page
      .locator('.frame:has(.phi)')
      .evaluate(it => ({ wide: it.scrollWidth, room: it.clientWidth }));
    assert.ok(wide <= room, 'the map needs no scrolling');
    const cue = await page.locator('.frame:has(.products)').evaluate(it => getComputedStyle(it).backgroundImage);
    assert.match(cue, /gradient/, 'what scrolls says so');
  },
);

scene(
  'a range that is too long is marked in its field',
  '#table?q=wythoff@{x}.{y}&x=0-300&y=0-300',
  { refused: true },
  async page => {
    await shows(page.locator('.trouble p[role=alert]'), 'at most 40000 cells');
    assert.equal(await page.locator('input[name=x]').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('input[name=q]').getAttribute('aria-invalid'), null);
    assert.match(await page.locator('.marked').textContent(), /x from-to: 0-300/);
  },
);

scene('a ruleset that is none has nobody who starts', '#position?q=domineering@2x2', { refused: true }, async page => {
  await page.locator('select[name=first]').waitFor();
  await page.locator('main input[name=q]').fill('foo@3');
  await page.keyboard.press('Enter');
  await page.locator('.trouble p[role=alert]').waitFor();
  assert.equal(await page.locator('select[name=first]').isVisible(), false);
});

scene('hidden values are not told by files and other views', '#position?q=domineering@2x3', {}, async page => {
  await page.locator('#verdict').waitFor();
  await page.getByLabel('Hide values').check();
  await shows(page.locator('#verdict'), 'Values are hidden');
  await page.locator('.further summary').click();
  assert.equal(await page.getByRole('button', { name: /Strategy/ }).count(), 0);
  assert.equal(await page.locator('.further a').count(), 0);
  assert.equal(await page.locator('.folds').count(), 0);
});

test('a cheap question does not wait behind hard ones', async () => {
  const hard = await Promise.all(['cram@9x9', 'cram@9x11', 'cram@11x11'].map(q => visit(`#position?q=${q}`)));
  await Promise.all(hard.map(page => page.locator('#stop').waitFor()));
  const page = await visit();
  await shows(page.locator('#verdict'), 'Won for the player to move');
  // the third of the hard questions waits for a worker and shows that
  const status = await Promise.all(hard.map(each => each.locator('#status').textContent()));
  assert.ok(
    status.every(words => /^(Searching|Waiting in the queue: place)/.test(words)),
    status.join('; '),
  );
  for (const each of hard) await each.locator('#stop').click();
  for (const each of [page, ...hard]) {
    await settled(each);
    await leave(each);
  }
});
