// Checks the book as a site: `npm run book` builds it from scratch and visits every page, narrow and wide, light and dark.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { host } from './host.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = `${root}target/book`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The glossary. Its headings are the terms. */
const glossary = readFileSync(`${root}docs/glossary.md`, 'utf8').split('\n## References')[0];
const words = [...glossary.matchAll(/^## (.*)$/gm)].map(([, word]) => word);
const looks = [390, 1280].flatMap(width => ['light', 'dark'].map(scheme => ({ width, scheme })));
/** Five tasks that were hard for a new user: the text of the link on the start page, and text on the page to which it leads. */
const tasks = [
  [/lost, and do they repeat/, 'sprague analyse ./'],
  [/Clobber or Domineering board/, 'sprague value '],
  [/misère quotient of Kayles/, 'sprague quotient'],
  [/data frame/, 'sprague table'],
  [/5×5 Konane/, 'konane'],
];

let hosted, browser, seconds, passed;

before(async () => {
  rmSync(`${root}target/book-tools`, { recursive: true, force: true });
  const began = performance.now();
  // the last line is the processor time of the child processes, as `0m6.639s 0m0.786s`
  const told = execFileSync('bash', ['-c', `"${root}docs/build" > /dev/null; times`], { encoding: 'utf8' });
  const busy = [...told.trim().split('\n').pop().matchAll(/(\d+)m([\d.]+)s/g)];
  seconds = busy.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
  passed = (performance.now() - began) / 1000;
  hosted = await host(folder, { bare: true });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
});

after(async () => {
  await browser?.close();
  await hosted?.close();
});

/** Opens a page in this look and records its errors and its requests to other sites. */
async function visitor({ width, scheme }) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.noise = [];
  page.on('request', request => {
    if (!request.url().startsWith(hosted.address) && !/^(data|blob):/.test(request.url())) page.noise.push(request.url());
  });
  page.on('pageerror', error => page.noise.push(String(error.stack)));
  page.on('console', message => message.type() === 'error' && page.noise.push(message.text()));
  return page;
}

function pages() {
  const all = readdirSync(folder, { recursive: true }).map(name => name.replaceAll('\\', '/'));
  return all.filter(name => name.endsWith('.html') && name !== '404.html').sort();
}

test('the book is built from nothing within 30 s of processor time', () => {
  assert.ok(seconds > 0 && seconds < 30, `${seconds} s`);
  console.log(`built in ${seconds.toFixed(1)} s of processor time, ${passed.toFixed(1)} s in all: ${pages().length} pages`);
});

test('every page is whole, narrow and wide, light and dark', async () => {
  const page = await visitor(looks[0]);
  const found = [];
  let kept = 0;
  for (const name of pages()) {
    await page.goto(hosted.address + name, { waitUntil: 'load' });
    await page.evaluate(axe);
    for (const { width, scheme } of looks) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: scheme });
      const chosen = scheme === 'dark' ? 'slate' : 'default';
      await page.waitForFunction(wanted => document.body.dataset.mdColorScheme === wanted, chosen);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${name}: ${wide} px too wide at ${width}`);
      // all rules in one look, and in the others only rules whose result may change
      const rules = width === 1280 && scheme === 'light' ? null : ['color-contrast', 'scrollable-region-focusable'];
      const { violations, passes } = await page.evaluate(
        runOnly => globalThis.axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) }),
        rules,
      );
      kept += passes.length;
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue;
        found.push(`${name}, ${width}, ${scheme}: ${id}: ${nodes[0].html.replace(/\s+/g, ' ').slice(0, 120)}`);
      }
    }
  }
  assert.deepEqual([found, page.noise], [[], []]);
  assert.ok(kept > 1000, 'axe ran');
  await page.context().close();
});

test('search finds every word of the glossary', async () => {
  assert.ok(words.length > 60);
  const page = await visitor(looks[3]);
  await page.goto(hosted.address);
  const field = page.getByRole('combobox').or(page.getByPlaceholder('Search')).first();
  // the page handles keys only a moment after it is shown
  while (!(await field.isVisible())) {
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(500);
  }
  const missing = [];
  for (const word of words) {
    await field.fill(word);
    const hit = page.locator('a[href*="glossary.html"]').filter({ hasText: word });
    await hit.and(page.locator(':visible')).first().waitFor({ timeout: 3000 }).catch(() => missing.push(word));
  }
  assert.deepEqual([missing, page.noise], [[], []]);
  await page.context().close();
});

test('a language that is chosen once is chosen on every page', async () => {
  const page = await visitor(looks[3]);
  await page.goto(`${hosted.address}how-to/lost-heaps.html`);
  await page.locator('label', { hasText: /^Python$/ }).first().click();
  await page.goto(`${hosted.address}how-to/value-of-a-board.html`);
  assert.ok(await page.locator('.tabbed-block .language-python').first().isVisible());
  assert.equal(await page.locator('.tabbed-block .language-console').first().isVisible(), false);
  await page.context().close();
});

test('five tasks are one click away from the start page', async () => {
  const page = await visitor(looks[3]);
  for (const [link, shown] of tasks) {
    await page.goto(hosted.address);
    await page.locator('article').getByRole('link', { name: link }).click();
    await page.waitForURL(/how-to/);
    assert.ok((await page.locator('article').textContent()).includes(shown), `${link}`);
  }
  assert.deepEqual(page.noise, []);
  await page.context().close();
});
