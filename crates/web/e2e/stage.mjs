// The setup of the tests: the program serves and one browser visits. SPRAGUE is the program and CHROMIUM the browser. If
// PLAYGROUND is the folder of a playground, a static file server serves it instead, and the engine is part of the page.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { deflateRawSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { host } from './host.mjs';

const program = process.env.SPRAGUE ?? fileURLToPath(new URL('../../../target/debug/sprague', import.meta.url));
/** The folder of the rulesets with which the page is started. */
export const files = fileURLToPath(new URL('files', import.meta.url));
const given = ['./queen.rhai', './round.txt'];

/** Whether the program serves the page; otherwise the engine is part of the page. */
export const isServed = !process.env.PLAYGROUND;

/** The address of the page, its token, the address in its links, and the browser. */
export const stage = { origin: null, token: 'no token', playground: 'https://example.org/play/', browser: null, asked: null };
let served = null;
let hosted = null;

/** Returns a file in the form that a link contains. */
export function carried(name, bytes) {
  return `file=${encodeURIComponent(`${name}~${deflateRawSync(bytes).toString('base64url')}`)}`;
}

before(async () => {
  if (isServed) await serve();
  else {
    hosted = await host(process.env.PLAYGROUND);
    stage.origin = hosted.address.slice(0, -1);
    stage.playground = hosted.address;
    stage.asked = hosted.asked;
  }
  // Chromium refuses to use its sandbox as root, and tests in containers run as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  args.push('--host-resolver-rules=MAP rebind.example 127.0.0.1');
  stage.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
});

async function serve() {
  served = spawn(program, ['serve', '--no-open', '--port', '0', '--playground', stage.playground, ...given], {
    cwd: files,
    env: { ...process.env, XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'sprague-')) },
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
}

after(async () => {
  await stage.browser?.close();
  served?.kill();
  await hosted?.close();
});

/** Opens the page as a visitor who has the address, and records console messages, errors and foreign requests. */
export async function visit(link = '', { width = 1100, height = 800, scheme = 'light', ...options } = {}) {
  const context = await stage.browser.newContext({ viewport: { width, height }, colorScheme: scheme, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.noise = [];
  page.on('console', message => page.noise.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => page.noise.push(String(error.stack)));
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== new URL(stage.origin).origin) page.noise.push(`asked elsewhere: ${request.url()}`);
  });
  if (isServed) {
    if (!link) {
      await page.goto(`${stage.origin}/#token=${stage.token}`);
      // the page opens with games
      await go(page, '#position');
      return page;
    }
    // same as a visit with the token in the address, but faster
    await context.addInitScript(token => {
      try {
        localStorage.setItem('sprague-key', token);
      } catch {
        // this is not a document of the page
      }
    }, stage.token);
  } else {
    const all = given.map(name => carried(name, readFileSync(`${files}/${name}`)));
    await page.goto(`${stage.origin}/#position?q=nim@3,4,5&${all.join('&')}`);
    await page.locator('#verdict').waitFor();
    if (!link) return page;
  }
  await go(page, link);
  return page;
}

/** Goes to a link of the page. */
export async function go(page, link) {
  await page.goto(`${stage.origin}/${link}`);
}

/** Goes to a link of a view and waits until its question has been answered. */
export async function open(page, link) {
  await go(page, link);
  const wanted = new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('q');
  await page.waitForFunction(
    q => document.querySelector('main input[name=q]')?.value === q && !document.querySelector('[aria-busy]'),
    wanted,
  );
}

/**
 * Closes the page and asserts that nothing was recorded. If refusals are expected (`refused`), the browser's notes about them
 * are ignored.
 */
export async function leave(page, { refused = false } = {}) {
  const noise = page.noise.filter(
    line => !(refused && /Failed to load resource: the server responded with a status of (4|5)\d\d/.test(line)),
  );
  await page.context().close();
  assert.deepEqual(noise, []);
}

/** A test that needs a program that serves. */
export const ofServer = isServed ? test : () => {};

/** A test that visits a link and asserts that nothing was recorded. */
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

/** A `scene` that needs a program that serves. */
export const sceneOfServer = isServed ? scene : () => {};

/** Returns what a command of the program prints. Throws if the command fails. */
export function sprague(...command) {
  return execFileSync(program, command, { encoding: 'utf8' });
}
sprague.program = program;

/** Returns the whole answer to a request of the page, which the page would also get in parts. */
export async function fetched(route) {
  const answer = await route.fetch({ headers: { ...(await route.request().allHeaders()), accept: 'application/json' } });
  return answer.json();
}

/** Returns an answer of the program, asked without the page. */
export async function told(path, question) {
  const asked = () =>
    fetch(`${stage.origin}/api/${path}`, {
      method: 'POST',
      headers: { 'x-sprague-token': stage.token, 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
  // the server may close a kept connection just when it is used again
  const answer = await asked().catch(error => {
    if (error.cause?.code !== 'UND_ERR_SOCKET') throw error;
    return asked();
  });
  assert.equal(answer.status, 200, JSON.stringify(question));
  return answer.json();
}

/** Returns the name and the path of a download that `press` starts. */
export async function download(page, press) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

/** Waits until the place shows the text. */
export async function shows(place, text) {
  await place.filter({ hasText: text }).first().waitFor();
}

/** Asserts that the page is not wider than the window. */
export async function fits(page) {
  const { wide, room } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, room: innerWidth }));
  assert.ok(wide <= room, `${wide} px in a window of ${room} px: ${page.url()}`);
}
