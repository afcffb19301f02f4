// Checks that errors are explained in plain words where the visitor looks, and that nothing that was typed is lost.

import assert from 'node:assert/strict';
import { go, leave, ofServer, scene, shows, stage, visit } from './stage.mjs';

const refused = { refused: true };
const said = page => page.locator('.trouble p[role=alert]');

scene('a mistake is marked under its character, and what was typed stays', '#position?q=nim@3,x', refused, async page => {
  await said(page).waitFor();
  assert.equal(await page.locator('.caret').textContent(), 'x');
  assert.match(await said(page).textContent(), /expected/);
  assert.equal(await page.locator('main input[name=q]').inputValue(), 'nim@3,x');
  assert.equal(await page.locator('main input[name=q]').getAttribute('aria-invalid'), 'true');
  await page.locator('main input[name=q]').fill('nim@3,4');
  await page.keyboard.press('Enter');
  await shows(page.locator('#verdict'), 'Won');
  assert.equal(await page.locator('.caret').count(), 0);
  assert.ok(await page.locator('main input[name=q]').evaluate(it => it === document.activeElement), 'the line keeps the focus');
});

scene('the board of before stays, faded and without use, beside a mistake', '#position?q=nim@3', refused, async page => {
  await page.locator('.token').nth(2).waitFor();
  await page.locator('main input[name=q]').fill('nim@x');
  await page.keyboard.press('Enter');
  await said(page).waitFor();
  assert.equal(await page.locator('.token').count(), 3);
  assert.equal(await page.locator('.answer').evaluate(it => it.inert), true);
  await page.locator('main input[name=q]').fill('nim@5');
  await page.keyboard.press('Enter');
  await page.locator('.token').nth(4).waitFor();
  assert.equal(await page.locator('.answer').evaluate(it => it.inert), false);
});

scene('the mark counts bytes as the program does, not the units of the browser', '', refused, async page => {
  for (const [typed, marked] of [
    ['nim@3+♞♞é', '♞'],
    ['nim@3,é', 'é'],
    ['nim@3,', '\u00a0'],
    ['nim@😀', '😀'],
  ]) {
    await page.locator('main input[name=q]').fill(typed);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      text =>
        document.querySelector('.marked')?.textContent.startsWith(text.slice(0, 4)) && !document.querySelector('[aria-busy]'),
      typed,
    );
    await shows(page.locator('.caret'), marked.trim());
    assert.equal(await page.locator('.caret').textContent(), marked);
  }
});

scene('a range that is none is said beside its field', '#table?q=nim@{x},{y}&x=zero&y=0-9', {}, async page => {
  await shows(said(page), 'x: expected two numbers');
  assert.equal(await page.locator('input[name=x]').getAttribute('aria-invalid'), 'true');
});

scene(
  'an option that is wrong is named and marked as the page has it',
  '#position?q=nim@3&max_moves=-1',
  refused,
  async page => {
    await shows(said(page), 'expected a whole number from 0');
    assert.equal(await page.locator('.marked').textContent(), 'Max moves: -1');
    assert.equal(await page.locator('input[name=max_moves]').getAttribute('aria-invalid'), 'true');
    assert.ok(await page.locator('details.more').evaluate(it => it.open));
  },
);

scene(
  'what has no meaning is said with the words of the page',
  '#position?q=nim@3&nimber=true&play=misere',
  refused,
  async page => {
    await shows(said(page), '“Nimber” applies to normal play, because misere play has no nimbers');
  },
);

scene('one move is not called moves', '#position?q=nim@1', {}, async page => {
  await shows(page.locator('.side h2'), '1 of 1 move wins');
});

scene('no view loses what was typed in it', '#sequence?q=nim', {}, async page => {
  await page.locator('#period').waitFor();
  await page.locator('main input[name=q]').fill('subtraction:1,3,4');
  await page.locator('nav a', { hasText: 'Value' }).click();
  await page.locator('#value').waitFor();
  await page.locator('nav a', { hasText: 'Sequence' }).click();
  await page.locator('#period').waitFor();
  assert.equal(await page.locator('main input[name=q]').inputValue(), 'subtraction:1,3,4');
  assert.match(page.url(), /#sequence\?q=nim$/);
});

const answers = {
  'a limit is told in plain words': [
    { status: 200, body: { stopped: 'time', why: 'after 12 positions' } },
    'the limit of time. Ask something smaller',
  ],
  'a ruleset that fails is told of': [
    { status: 200, body: { stopped: 'fault', why: 'the script divided by zero' } },
    'The ruleset failed. (the script divided by zero)',
  ],
  'a wrong token says how to get the address': [
    { status: 401, body: { error: 'wrong token' } },
    'Open the address that `sprague serve` printed',
  ],
  'an answer that is none is told of': [{ status: 500, body: 'oops' }, 'The program answered with 500.'],
};
for (const [name, [{ status, body }, words]] of Object.entries(answers)) {
  ofServer(name, async () => {
    const page = await visit();
    await page.locator('#verdict').waitFor();
    await page.route('**/api/view', route => route.fulfill({ status, json: body }));
    await go(page, '#position?q=nim@7');
    await shows(said(page), words);
    assert.equal(await page.locator('main input[name=q]').inputValue(), 'nim@7');
    await leave(page, refused);
  });
}

ofServer('a busy program is asked once more, and that is said', async () => {
  const page = await visit();
  await page.locator('#verdict').waitFor();
  let asked = 0;
  await page.route('**/api/view', route => {
    asked += 1;
    return asked === 1
      ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'busy' } })
      : route.continue();
  });
  await go(page, '#position?q=nim@1,1');
  await shows(page.locator('#status'), 'The program is busy. Asking again in 1 s.');
  await shows(page.locator('#verdict'), 'Lost for the player to move');
  assert.equal(asked, 2);
  await leave(page, refused);
});

ofServer('a question that waits is told its place in the queue', async () => {
  const page = await visit();
  await page.locator('#verdict').waitFor();
  const names = new Set();
  let let_in;
  await page.route('**/api/view', async route => {
    names.add(route.request().headers()['x-sprague-question']);
    await new Promise(done => (let_in = done));
    await route.continue();
  });
  await page.route('**/api/state', route => {
    names.add(route.request().headers()['x-sprague-question']);
    return route.fulfill({ json: { place: 3 } });
  });
  await go(page, '#position?q=nim@1,1');
  await shows(page.locator('#status'), 'Waiting in the queue: place 3.');
  let_in();
  await shows(page.locator('#verdict'), 'Lost for the player to move');
  assert.doesNotMatch(await page.locator('#status').textContent(), /queue/);
  assert.equal(names.size, 1);
  await leave(page, {});
});

ofServer('a program that has ended is told of', async () => {
  const page = await visit();
  await page.locator('#verdict').waitFor();
  await page.route('**/api/view', route => route.abort());
  await go(page, '#position?q=nim@7');
  await shows(said(page), 'Does `sprague serve` still run?');
  page.noise = page.noise.filter(line => !line.includes('ERR_FAILED'));
  await leave(page, refused);
});

ofServer('a browser without the key asks for the address', async () => {
  const page = await visit();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await shows(said(page), 'Open the address that `sprague serve` printed');
  await leave(page, refused);
});

ofServer('a long search can be stopped, and the program stops too', async () => {
  const page = await visit();
  await page.locator('#verdict').waitFor();
  await go(page, '#position?q=cram@9x9');
  await page.locator('#stop').click();
  await shows(said(page), 'Stopped, as you asked.');
  const state = async () => (await fetch(`${stage.origin}/api/state`, { headers: { 'x-sprague-token': stage.token } })).json();
  for (let tries = 0; (await state()).running > 0; tries += 1) {
    assert.ok(tries < 30, 'it still runs');
    await new Promise(done => setTimeout(done, 100));
  }
  await go(page, '#position?q=nim@2');
  await shows(page.locator('#verdict'), 'Won');
  await leave(page);
});

scene('a newer question takes the place of an older one', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  await go(page, '#position?q=cram@9x9');
  await page.waitForTimeout(400);
  await go(page, '#position?q=nim@2,2');
  await shows(page.locator('#verdict'), 'Lost');
  assert.equal(await said(page).count(), 0);
});
