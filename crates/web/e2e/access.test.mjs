// Checks accessibility: axe-core on every view, in light and dark, and no motion for people who do not want it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { go, isServed, leave, scene, visit } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const views = {
  '#position?q=nim@3,4,5%2Bknights@3.4%2Bkayles@3': '#verdict',
  '#position?q=domineering@2x3%2Bclobber@xo/ox': '#verdict',
  '#position?q=hackenbush@LRE%2Bsnort@...L': '#verdict',
  '#position?q=nim@3,x': '.caret',
  '#position?q=domineering@2x3%2Bgame@1': ['.board', '[data-fold=why]'],
  '#position?q=clobber@xox': ['.board', 'input[name=isQuiz]'],
  '#sequence?q=kayles&to=500': 'canvas.points',
  '#sequence?q=asymmetric:1,3/2&to=12&rows=values': '.values',
  '#sequence?q=asymmetric:1,2,3/4,5&to=40&rows=values': 'table.classes',
  '#table?q=wythoff@{x}.{y}&x=0-12&y=0-12': 'canvas.heat',
  '#graph?q=nim@2,3': 'svg.graph',
  '#graph?q=digraph:./round.txt@a': 'svg.graph',
  '#value?q=domineering@2x3%2Bdomineering@2x2&with=game@0': '.thermograph',
  '#value?q=domineering@2x3': ['.thermograph', '.known dt:has-text("birthday") .term'],
  '#quotient?q=octal:0.123': '.products',
  '#find?q=amazons@x.o/...&of=from&where=outcome_class%20%3D%20P': '.found .board',
  '#find?q=cram&of=squares&size=5&histogram=nimber&count=true': '.found',
  '#find?q=kayles&size=9&where=nimbre': '.caret',
  '#rulesets': '.rulesets',
};

for (const scheme of ['light', 'dark']) {
  test(`axe-core finds nothing on any view, ${scheme}`, async () => {
    const page = await visit('', { scheme, reducedMotion: 'reduce' });
    const found = [];
    await page.evaluate(axe); // scripts of the test driver are not bound by the policy of the page
    for (const [link, shown] of Object.entries(views)) {
      await go(page, link);
      const [seen, pressed] = [shown].flat();
      await page.locator(seen).first().waitFor();
      if (pressed) await page.locator(pressed).click();
      await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      found.push(
        ...violations.map(
          ({ id, nodes }) =>
            `${link}: ${id}: ${nodes
              .slice(0, 4)
              .map(({ target, failureSummary }) => `${target} ${failureSummary}`)
              .join('; ')}`,
        ),
      );
    }
    await leave(page, { refused: true });
    assert.deepEqual(found, []);
  });
}

scene('one can skip to the answer, and each view is announced', '#position?q=nim@3,4,5', {}, async page => {
  await page.locator('#verdict').waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the answer');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'verdict');
  assert.equal(await page.title(), 'nim@3,4,5 · Position · sprague');
  assert.equal(await page.locator('nav [aria-current=page]').textContent(), 'Position');
});

scene('nothing moves by itself where no motion is wanted', '#position?q=nim@3,4,5', { reducedMotion: 'reduce' }, async page => {
  await page.locator('#verdict').waitFor();
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter(
        node => getComputedStyle(node).transitionDuration !== '0s' || getComputedStyle(node).animationName !== 'none',
      ).length,
  );
  assert.equal(moving, 0);
});
