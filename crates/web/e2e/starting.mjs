// Checks the rulesets to start from. It is a separate file, because the laws take long in the slow engine for tests.

import assert from 'node:assert/strict';
import { go, scene, shows } from './stage.mjs';

scene('each of the eight rulesets to start from keeps the laws and can be asked', '#rulesets', {}, async page => {
  const count = await page.locator('.own .examples button').count();
  assert.equal(count, 8);
  for (let at = 0; at < count; at += 1) {
    await go(page, '#rulesets');
    const before = await page.locator('#own-name').inputValue();
    await page.locator('.own .examples button').nth(at).click();
    await page.waitForFunction(name => document.getElementById('own-name').value !== name, before);
    await shows(page.locator('.own .told'), 'Every law held, on');
    await page.getByRole('button', { name: 'Use these rules' }).click();
    const name = await page.locator('#own-name').inputValue().catch(() => null);
    await page.locator('#verdict').waitFor();
    assert.ok(page.url().includes('.rhai@'), `${name}: ${page.url()}`);
  }
  await go(page, '#rulesets');
  await page.locator('.files li').nth(9).waitFor(); // two of them are the files of the tests
});
