// Makes the pictures of the documentation: ten views at two widths. Run `npm run pictures`.

import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { leave, visit } from './stage.mjs';

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url));

const views = {
  position: ['#position?q=knights@3.4,5.5%2Bkayles@5.3%2Bnim@12', '.board'],
  board: ['#position?q=domineering@4x4', '.board', page => page.locator('[data-part="5"]').hover()],
  why: ['#position?q=nim@3,4,5', '.board', page => page.locator('[data-fold=why]').click()],
  quiz: ['#position?q=clobber@xoxox/oxoxo', '.board', page => page.getByRole('checkbox', { name: 'Quiz' }).check()],
  sequence: ['#sequence?q=kayles&to=1000', 'canvas.points'],
  table: ['#table?q=wythoff@{x}.{y}&x=0-30&y=0-30', 'canvas.heat'],
  heat: ['#table?q=domineering@{x}x{y}&x=1-4&y=1-4&rows=values', 'canvas.heat'],
  graph: ['#graph?q=nim@2,3', 'svg.graph .node'],
  value: ['#value?q=game@{5|{1|-3}}', '.thermograph'],
  quotient: ['#quotient?q=kayles', '.relations'],
};
const sizes = { 1280: 900, 390: 844 };

for (const [width, height] of Object.entries(sizes)) {
  test(`ten views at ${width} px`, async () => {
    for (const [name, [link, shown, act]] of Object.entries(views)) {
      const page = await visit(link, { width: Number(width), height, reducedMotion: 'reduce' });
      await page.locator(shown).first().waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
      await act?.(page);
      await page.waitForTimeout(300);
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: `${folder}/${name}${width === '1280' ? '' : `-${width}`}.png` });
      await leave(page);
    }
  });
}
