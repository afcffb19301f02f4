// Checks games against perfect play: replies, undo, new games, hidden values, and the browser's Back and Forward.

import assert from 'node:assert/strict';
import { scene, shows } from './stage.mjs';

const line = page => page.locator('main input[name=q]').inputValue();
const history = page => page.locator('.history li').allTextContents();
const plays = page => page.getByLabel('Play against sprague');

scene('sprague answers each move and wins what is won', '#position?q=nim@1,2,3', {}, async page => {
  await shows(page.locator('#verdict'), 'Lost for the player to move');
  await plays(page).check();
  for (let moves = 0; (await page.locator('.ending').count()) === 0; moves += 1) {
    assert.ok(moves < 10);
    const before = (await history(page)).length;
    await page.locator('.move').first().click();
    await page.waitForFunction(
      count => document.querySelectorAll('.history li').length >= count + 2 || document.querySelector('.ending'),
      before,
    );
  }
  await shows(page.locator('.ending'), 'sprague made the last move and wins.');
  assert.ok((await history(page)).slice(1).every((step, at) => step.startsWith(at % 2 === 0 ? 'you:' : 'sprague:')));
});

scene('undo takes back the answer too, and a new game can be started by sprague', '#position?q=nim@3,4,5', {}, async page => {
  await plays(page).check();
  await page.locator('.move', { hasText: '1: take 1' }).click();
  await shows(page.locator('.history li'), 'sprague:');
  assert.equal(await page.locator('.history li').count(), 3);
  await page.locator('#undo').click();
  await page.waitForFunction(() => document.querySelectorAll('.history li').length === 1);
  assert.equal(await line(page), 'nim@3,4,5');
  await page.locator('select[name=starter]').selectOption('sprague');
  await page.locator('#anew').click();
  await shows(page.locator('.history li'), 'sprague: 1: take 2');
  await shows(page.locator('#verdict'), 'Lost for the player to move');
});

scene(
  'Back and Forward go through the game, and every step of it can be gone back to',
  '#position?q=nim@3,4,5',
  {},
  async page => {
    await page.locator('.move', { hasText: '1: take 2' }).click();
    await shows(page.locator('.history li'), '1: take 2');
    await page.locator('.move', { hasText: '2: take 4' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 3);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 2);
    assert.equal(await line(page), 'nim@1,4,5');
    await page.goBack();
    await shows(page.locator('#verdict'), 'nimber 2');
    await page.goForward();
    await page.goForward();
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 3);
    assert.equal(await line(page), 'nim@1,0,5');
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 3);
    await page.locator('.history button').first().click();
    await shows(page.locator('#verdict'), 'nimber 2');
  },
);

scene(
  'Back from an answer of sprague leads to the turn before, and does not answer again',
  '#position?q=nim@3,4,5',
  {},
  async page => {
    await plays(page).check();
    await page.locator('.move', { hasText: '3: take 5' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 3);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 1);
    await page.waitForTimeout(700);
    assert.equal(await page.locator('.history li').count(), 1);
    assert.equal(await line(page), 'nim@3,4,5');
  },
);

scene('hidden values are not seen, not spoken, and not told by the order', '#position?q=nim@3,4,5', {}, async page => {
  await shows(page.locator('#verdict'), 'Won');
  await page.getByLabel('Hide values').check();
  await shows(page.locator('#status'), '12 moves.');
  const seen = await page.locator('main').innerText();
  assert.doesNotMatch(seen, /wins ·|loses ·|leaves|nimber|Won for|∗/);
  assert.match(await page.locator('.move').first().innerText(), /1: take 1/);
  assert.equal(await page.locator('.card.lit').count(), 0);
  await page.locator('.move', { hasText: '2: take 3' }).click();
  await shows(page.locator('.history li'), '2: take 3');
  assert.doesNotMatch(await page.locator('main').innerText(), /wins ·|loses ·|leaves|nimber|Won for|Lost for/);
});

scene(
  'partizan games go on with the other player, and the end says who made the last move',
  '#position?q=domineering@2x2',
  {},
  async page => {
    await shows(page.locator('#verdict'), 'Left moves and wins');
    await page.locator('.move').first().click();
    await shows(page.locator('#verdict'), 'The game is over');
    await shows(page.locator('.ending'), 'Left made the last move and wins.');
    assert.match(page.url(), /first=right/);
  },
);

scene('the focus stays among the moves when one is made by keyboard', '#position?q=nim@3,4,5', {}, async page => {
  await page.locator('.move').first().focus();
  await page.keyboard.press('Enter');
  await shows(page.locator('.history li'), '1: take 2');
  await page.waitForFunction(() => document.activeElement.closest('.moves'));
  await page.locator('#undo').focus();
  await page.keyboard.press('Enter');
  await shows(page.locator('#verdict'), 'nimber 2');
  await page.waitForFunction(() => document.activeElement.closest('[data-region=match]'));
});
