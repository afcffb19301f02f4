// Ten tasks of a teacher, by mouse and by keyboard alone, on a telephone and on a wide screen.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { download, fits, leave, shows, sprague, visit } from './stage.mjs';
import { keyboard, mouse } from './hands.mjs';

const tab = (page, name) => page.locator('nav a', { hasText: name });
const line = page => page.locator('main input[name=q]');
const send = page => page.locator('main form button');

async function ask(page, hand, view, question) {
  await hand.press(tab(page, view));
  await hand.type(line(page), question);
  await hand.press(send(page));
}

const tasks = {
  async 'find the winning move of a sum'(page, hand) {
    await ask(page, hand, 'Position', 'nim@3,4,5+kayles@3');
    // the page's initial position is won, too, so wait for the new board first
    await page.locator('.card').nth(3).waitFor();
    await shows(page.locator('#verdict'), 'Won for the player to move');
    await hand.press(page.locator('.move[data-result=win]').first());
    await shows(page.locator('#verdict'), 'Lost for the player to move');
  },
  async 'see why Kayles repeats'(page, hand) {
    await ask(page, hand, 'Sequence', 'kayles');
    await shows(page.locator('#period'), 'period 12 from n = 71 on (proved by Guy-Smith)');
    await shows(page.locator('figcaption'), 'Hatched: before the period begins');
  },
  async 'find the lost positions of Wythoff below 50'(page, hand) {
    await hand.press(tab(page, 'Table'));
    await hand.type(line(page), 'wythoff@{x}.{y}');
    await hand.type(page.locator('input[name=x]'), '0-49');
    await hand.type(page.locator('input[name=y]'), '0-49');
    await hand.press(send(page));
    await shows(page.locator('h2'), 'Lost for the player to move, x ≤ y (20)');
    assert.match(await page.locator('.pairs').textContent(), /^\(0, 0\) \(1, 2\) \(3, 5\) \(4, 7\).*\(30, 49\) $/);
  },
  async 'play a board game and take a move back'(page, hand) {
    await ask(page, hand, 'Position', 'domineering@2x3');
    await shows(page.locator('#verdict'), 'Left moves and wins');
    const square = page.locator('.board [data-part="0"]');
    await hand.press(square);
    await shows(page.locator('.history li'), '1.1');
    await shows(page.locator('#verdict'), 'Right moves');
    await hand.press(page.locator('#undo'));
    await shows(page.locator('#verdict'), 'Left moves and wins');
    assert.equal(await page.locator('.history li').count(), 1);
  },
  async 'see a thermograph'(page, hand) {
    await ask(page, hand, 'Value', 'game@{5|{1|-3}}');
    await page.locator('svg.thermograph[aria-label*="mast on 2 above 3"]').waitFor();
  },
  async 'compare two values'(page, hand) {
    await hand.press(tab(page, 'Value'));
    await hand.type(line(page), 'hackenbush@LRL');
    await hand.type(page.locator('input[name=with]'), 'game@3/4');
    await hand.press(send(page));
    await shows(page.locator('#comparison'), 'is equal to');
  },
  async 'see a graph and open a position of it'(page, hand) {
    await ask(page, hand, 'Graph', 'nim@2,3');
    await page.locator('svg.graph .node').nth(8).waitFor();
    await hand.press(page.locator('svg.graph [data-label="1 + 1"]'));
    await shows(page.locator('#verdict'), 'Lost for the player to move');
    assert.equal(await line(page).inputValue(), 'nim@1,1');
  },
  async 'look at the misère quotient'(page, hand) {
    await ask(page, hand, 'Quotient', 'octal:0.123');
    await shows(page.locator('#quotient'), '20 elements');
    assert.equal(await page.locator('table.products tbody tr').count(), 20);
  },
  async 'download a certificate which the program accepts'(page, hand) {
    await ask(page, hand, 'Sequence', 'kayles');
    const { name, path } = await download(page, () => hand.press(page.getByRole('button', { name: /^Certificate/ })));
    assert.equal(name, 'kayles.certificate.json');
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).period, 12);
    assert.match(sprague('check', path), /kayles/);
  },
  async 'use a ruleset of one’s own'(page, hand) {
    await hand.press(tab(page, 'Rulesets'));
    await hand.press(page.locator('.files a').first());
    await hand.type(line(page), './queen.rhai@3.5');
    await hand.press(send(page));
    await shows(page.locator('#verdict'), 'Lost for the player to move');
  },
};

for (const width of [360, 1400]) {
  for (const hand of [mouse, keyboard]) {
    test(`ten tasks by ${hand.name}, ${width} px wide`, async teacher => {
      const page = await visit('', { width, hasTouch: width < 500 });
      for (const [name, task] of Object.entries(tasks)) {
        await teacher.test(name, async () => {
          await task(page, hand);
          await fits(page);
        });
      }
      await leave(page, { refused: true });
    });
  }
}
