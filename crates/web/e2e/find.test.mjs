// Checks that a search shows a list or numbers with links to other views, and that what is typed and found stays text.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { download, scene, sceneOfServer, shows } from './stage.mjs';

const field = (page, name) => page.locator(`#find-${name}`);
const found = page => page.locator('#found');
const rows = page => page.locator('.found tbody tr');
const said = page => page.locator('.trouble p[role=alert]');
const refused = { refused: true };

scene('hot boards are listed, hottest first, with their pictures', '#find', {}, async page => {
  await shows(found(page), 'domineering · 108 positions looked at, 21 found with temperature >= 1');
  assert.match(page.url(), /#find\?q=domineering&of=squares&size=7&/, 'the address says what is asked');
  assert.equal(await rows(page).count(), 20);
  assert.deepEqual(await rows(page).first().locator('th, td').allTextContents(), ['domineering@#.#/.../...', '', '5/4']);
  assert.equal(await rows(page).first().locator('.board .square').count(), 7);
  await rows(page).first().locator('a').click();
  await shows(page.locator('#verdict'), 'moves and wins');
  assert.equal(await page.locator('main input[name=q]').inputValue(), 'domineering@#.#/.../...');
  await page.goBack();
  await shows(found(page), 'domineering');
  assert.equal(await rows(page).count(), 20);
});

scene('a search is typed, and its link asks the same', '#find', {}, async page => {
  await found(page).waitFor();
  await field(page, 'q').fill('kayles');
  await field(page, 'of').selectOption('to');
  await field(page, 'size').fill('100');
  await field(page, 'where').fill('nimber = 8');
  await field(page, 'sort').fill('-size');
  await field(page, 'top').fill('');
  await page.keyboard.press('Enter');
  await shows(found(page), 'kayles · 101 positions looked at, 11 found with nimber = 8');
  assert.equal(await rows(page).count(), 11);
  const first = await rows(page).first().textContent();
  assert.match(page.url(), /#find\?q=kayles&size=100&where=nimber%20%3D%208&sort=-size$/);
  await page.reload();
  await found(page).waitFor();
  assert.equal(await rows(page).first().textContent(), first);
  assert.equal(await field(page, 'where').inputValue(), 'nimber = 8');
  const { name, path } = await download(page, () => page.getByRole('button', { name: 'CSV' }).click());
  assert.equal(name, 'kayles.csv');
  assert.match(readFileSync(path, 'utf8'), /^position,size,nimber\nkayles@\d+,\d+,8\n/);
});

scene(
  'positions that one reaches have the play that leads there, and no size',
  '#find?q=amazons@x.o/...&of=from&where=outcome_class%20%3D%20P&top=2',
  {},
  async page => {
    await shows(rows(page), 'L 1.1-1.2/1.1, R 1.3-2.2/1.3');
    assert.equal(await rows(page).count(), 2);
    assert.equal(await field(page, 'size').isVisible(), false);
    await field(page, 'of').selectOption('squares');
    assert.equal(await field(page, 'size').isVisible(), true);
  },
);

scene('a value leads to the view of values', '#find?q=game&of=day&size=1', {}, async page => {
  await page.locator('.found td a', { hasText: '*' }).click();
  await shows(page.locator('#value'), 'game@* = ');
});

scene('positions are counted by size and by a key', '#find?q=cram&of=squares&size=5', {}, async page => {
  await found(page).waitFor();
  await page.locator('.more summary').click();
  await field(page, 'histogram').fill('nimber');
  await field(page, 'count').check();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('table.found').length === 2);
  assert.deepEqual(await rows(page).allTextContents(), ['08', '23', '11', '51212']);
  assert.match(page.url(), /count=true&histogram=nimber/);
});

scene('a long list is cut, and its file has it all', '#find?q=nim&size=600', {}, async page => {
  await shows(page.locator('section .hint'), '… and 101 more');
  assert.equal(await rows(page).count(), 500);
  const { path } = await download(page, () => page.getByRole('button', { name: 'CSV' }).click());
  assert.equal(readFileSync(path, 'utf8').trim().split('\n').length, 602);
});

scene('a search that finds nothing says so', '#find?q=kayles&size=9&where=nimber%20%3E%209', {}, async page => {
  await shows(found(page), '10 positions looked at, 0 found');
  assert.equal(await page.locator('.found, main button.quiet').count(), 0);
});

scene('what is refused is said at its field', '#find?q=kayles&size=9&where=hot%20or%20nimbre%20%3D%201', refused, async page => {
  const marked = async (name, mark, words) => {
    await shows(said(page), words);
    assert.equal(await page.locator('.caret').textContent(), mark);
    assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true');
  };
  await marked('where', 'n', 'expected a key (did you mean `nimber`?)');
  assert.equal(await page.locator('.marked').textContent(), 'Property: hot or nimbre = 1');
  for (const [name, typed, mark, words] of [
    ['where', '', null],
    ['sort', 'name', 'n', 'a key that is a number'],
    ['sort', '', null],
    ['size', '9y', 'y', 'expected nothing more'],
    ['size', '9', null],
    ['q', 'kaylez', 'k', 'expected'],
  ]) {
    await field(page, name).fill(typed);
    await page.keyboard.press('Enter');
    if (mark) await marked(name, mark, words);
    else await found(page).waitFor();
  }
});

scene('names are text, whatever they are', '#find?q=%3Cimg%20src=x%20onerror=globalThis.ran=1%3E&size=1', refused, async page => {
  await said(page).waitFor();
  assert.match(await page.locator('.marked').textContent(), /^<img src=x onerror=globalThis/);
  assert.equal(await page.locator('main img').count(), 0);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
});

sceneOfServer('what is found is text, and what a limit cut is told', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  const hostile = '<img src=x onerror=globalThis.ran=1>';
  await page.route('**/api/ask/find', route =>
    route.fulfill({
      json: {
        looked_at: 12345,
        found: 1,
        sizes: [[1, 12345, 1]],
        positions: [{ position: hostile, number: 0, size: 1, keys: { [hostile]: hostile }, line: [{ move: hostile }] }],
        histogram: [[hostile, 1]],
        stopped: 'time',
        why: 'the limit of 20 s is reached',
      },
    }),
  );
  await page.evaluate(() => {
    location.hash = '#find?q=cram&size=1&histogram=nimber';
  });
  await shows(found(page), '12,345 positions looked at, 1 found');
  await shows(page.locator('.notice'), 'Stopped at the limit of time: there may be more.');
  assert.equal(await page.getByText(hostile).count(), 5);
  assert.equal(await page.locator('main img').count(), 0);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
});

scene('a long search is stopped', '#find?q=cram&of=squares&size=18', {}, async page => {
  await page.locator('#stop').click();
  await shows(said(page), 'Stopped, as you asked.');
  await page.locator('#stop').waitFor({ state: 'hidden' });
});
