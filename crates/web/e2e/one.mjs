// Checks the page as one file, opened from a disk: `PLAYGROUND.html`, next to the folder PLAYGROUND.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { download, fits, shows, stage } from './stage.mjs';

const file = `${process.env.PLAYGROUND}.html`;

/** Opens a file in a new profile without a network, plays, and asserts that nothing was asked for and nothing recorded. */
function scene(name, link, play) {
  test(name, async () => {
    const context = await stage.browser.newContext({ viewport: { width: 390, height: 844 }, offline: true });
    context.setDefaultTimeout(30_000);
    const noise = [];
    const visit = async (file, link = '') => {
      const page = await context.newPage();
      page.on('console', message => noise.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', error => noise.push(String(error.stack)));
      page.on('request', request => {
        if (!request.url().startsWith('blob:') && !request.isNavigationRequest()) noise.push(`asked: ${request.url()}`);
      });
      await page.goto(`${pathToFileURL(file)}${link}`);
      return page;
    };
    await play(await visit(file, link), visit);
    await context.close();
    assert.deepEqual(noise, []);
  });
}

scene('the file opens from a disk and is played', '', async page => {
  await page.locator('.tile', { hasText: 'Clobber' }).click();
  await page.locator('.stage [role=button]').first().waitFor();
  await fits(page);
  await page.goto(`${pathToFileURL(file)}#board?q=nim@3,4,5`);
  await page.locator('.token[role=button]').nth(2).click();
  await shows(page.locator('.played li'), 'take 1 from heap 1');
  await page.getByText('Who wins?').click();
  await page.locator('#verdict').waitFor();
});

scene('research, own rules and drawings need no network either', '#sequence?q=kayles&to=300', async page => {
  await shows(page.locator('#period'), 'period 12');
  await page.goto(`${pathToFileURL(file)}#rulesets`);
  await page.getByRole('button', { name: 'Kayles: a row that splits' }).click();
  await shows(page.locator('.own .told'), 'Every law held');
  await page.goto(`${pathToFileURL(file)}#graph?q=nim@2,3`);
  await page.locator('svg.graph').waitFor();
  await page.locator('.share summary').click();
  const drawing = await download(page, () => page.getByRole('button', { name: 'Save as SVG' }).click());
  assert.equal(drawing.name, 'graph.svg');
});

scene('a search is stopped, and the engine starts again', '#board?q=domineering@9x9', async page => {
  await page.getByText('Who wins?').click();
  await page.locator('#stop').click();
  await shows(page.locator('.beside'), 'Stopped, as you asked');
  await page.locator('.stage [role=button]').first().click();
  await shows(page.locator('.played li'), 'cover');
});

scene('what is saved as one file opens as it was, and can be saved again', '#board?q=nim@1,2,4&m=1: take 1', async (page, visit) => {
  const folder = mkdtempSync(join(tmpdir(), 'sprague-'));
  let here = page;
  for (const name of ['one.html', 'two.html']) {
    await here.locator('.token[role=button]').first().waitFor();
    await here.locator('.share summary').click();
    const [saved] = await Promise.all([here.waitForEvent('download'), here.getByRole('button', { name: 'Save as one file' }).click()]);
    await saved.saveAs(join(folder, name));
    here = await visit(join(folder, name));
    await shows(here.locator('.played li'), 'take 1 from heap 1');
    assert.match(here.url(), /#board\?q=nim@1,2,4&m=1:%20take%201/);
  }
});

scene('a lesson is saved as one file, which is the lesson and nothing else', '#board?q=domineering@2x3&mode=teach', async (page, visit) => {
  await page.locator('.phone .answers').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.form').getByRole('button', { name: 'Save as one file' }).click(),
  ]);
  const path = join(mkdtempSync(join(tmpdir(), 'sprague-')), 'lesson.html');
  await saved.saveAs(path);
  const student = await visit(path);
  await student.locator('.student .answers button').first().waitFor();
  await fits(student);
  assert.match(student.url(), /#lesson\?q=domineering@2x3&/);
  assert.equal(await student.locator('header').isVisible(), false);
  // the file contains the question, but no answer to it
  const beginning = readFileSync(path, 'latin1').slice(0, 2000);
  assert.ok(beginning.includes('content="#lesson?q=domineering@2x3&amp;') && !/outcome|N-position/.test(beginning));
  await student.getByRole('button', { name: 'Whoever starts', exact: true }).click();
  await shows(student.locator('.said'), 'Whoever starts wins');
});

test('the folder opened from a disk says in a sentence what to do', async () => {
  const page = await stage.browser.newPage();
  await page.goto(`${pathToFileURL(process.env.PLAYGROUND)}/index.html`);
  await shows(page.locator('main'), 'open it through a server, or take the one file');
  await page.locator('.late').waitFor({ state: 'visible' });
  await page.close();
});
