// The stage of the tests: the program serves, one browser visits. SPRAGUE names the program, CHROMIUM the browser.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const program = process.env.SPRAGUE ?? fileURLToPath(new URL('../../../target/debug/sprague', import.meta.url));
const files = fileURLToPath(new URL('files', import.meta.url));

/** Where the program serves, with which token, and the browser. */
export const stage = { origin: null, token: null, browser: null };
let served = null;

before(async () => {
  served = spawn(program, ['serve', '--no-open', './queen.rhai', './round.txt'], {
    cwd: files,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((found, failed) => {
    served.once('error', failed);
    served.once('exit', code => failed(new Error(`the program ended with ${code}`)));
    createInterface({ input: served.stdout }).on('line', line => {
      const at = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(line);
      if (at) found(new URL(at[0]));
    });
  });
  stage.origin = address.origin;
  stage.token = address.hash.replace('#token=', '');
  // Chromium refuses its sandbox to root, who runs tests in containers.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  args.push('--host-resolver-rules=MAP rebind.example 127.0.0.1');
  stage.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
});

after(async () => {
  await stage.browser?.close();
  served?.kill();
});

/** Opens the page as a visitor who has the address, with ears for every noise. */
export async function visit(link = '', { width = 1100, height = 800, scheme = 'light', ...options } = {}) {
  const context = await stage.browser.newContext({ viewport: { width, height }, colorScheme: scheme, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.noise = [];
  page.on('console', message => page.noise.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => page.noise.push(String(error.stack)));
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== stage.origin) page.noise.push(`asked elsewhere: ${request.url()}`);
  });
  await page.goto(`${stage.origin}/#token=${stage.token}`);
  if (!link) return page;
  // another document, so that nothing of the position that the page begins with is taken for what the link asks
  await page.goto('about:blank');
  await go(page, link);
  return page;
}

/** Goes to a link of the page. */
export async function go(page, link) {
  await page.goto(`${stage.origin}/${link}`);
}

/** Goes to a link of a view, and waits until its question is answered. */
export async function open(page, link) {
  await go(page, link);
  const wanted = new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('q');
  await page.waitForFunction(
    q => document.querySelector('main input[name=q]')?.value === q && !document.querySelector('[aria-busy]'),
    wanted,
  );
}

/** Leaves: the console was silent and nothing else was asked. The browser itself notes refused answers, if some are expected. */
export async function leave(page, { refused = false } = {}) {
  const noise = page.noise.filter(
    line => !(refused && /Failed to load resource: the server responded with a status of (4|5)\d\d/.test(line)),
  );
  await page.context().close();
  assert.deepEqual(noise, []);
}

/** A test that visits a link, and leaves a silent console behind. */
export function scene(name, link, options, play) {
  test(name, async () => {
    const page = await visit(link, options);
    try {
      await play(page);
    } catch (error) {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name.replace(/\W+/g, '-')}.png`, fullPage: true });
      error.message += `\n${page.noise.join('\n')}`;
      throw error;
    }
    await leave(page, options);
  });
}

/** What another command of the program prints; fails if it does. */
export function sprague(...command) {
  return execFileSync(program, command, { encoding: 'utf8' });
}

/** An answer of the program itself, asked without the page. */
export async function told(path, question) {
  const answer = await fetch(`${stage.origin}/api/${path}`, {
    method: 'POST',
    headers: { 'x-sprague-token': stage.token, 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  assert.equal(answer.status, 200, JSON.stringify(question));
  return answer.json();
}

/** The text of a download that `press` starts. */
export async function download(page, press) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

/** Waits until the place shows the text. */
export async function shows(place, text) {
  await place.filter({ hasText: text }).first().waitFor();
}

/** The page is no wider than the window. */
export async function fits(page) {
  const { wide, room } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, room: innerWidth }));
  assert.ok(wide <= room, `${wide} px in a window of ${room} px: ${page.url()}`);
}
