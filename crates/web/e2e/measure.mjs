// Measures the size and the speed of the playground (in the folder PLAYGROUND) and compares its answers with the program
// (SPRAGUE).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { host } from './host.mjs';

const folder = process.env.PLAYGROUND;
const program = process.env.SPRAGUE;
const questions = JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8'));

/** Both may visit this number of positions, and neither reaches its time limit. */
const positions = 2_000_000;

/** Starts a program that serves, and returns a function that asks it. */
async function native() {
  const limits = ['--limit-positions', String(positions), '--limit-time', '3600', '--limit-memory', '1G'];
  const serving = spawn(program, ['serve', '--no-open', '--port', '0', ...limits], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise(found => createInterface({ input: serving.stdout }).once('line', found));
  const { origin, hash } = new URL(line);
  const headers = { 'x-sprague-token': hash.replace('#token=', ''), 'content-type': 'application/json' };
  return {
    ask: async (path, asked) =>
      (await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(asked) })).text(),
    end: () => serving.kill(),
  };
}

const module = new WebAssembly.Module(readFileSync(`${folder}/engine_bg.wasm`));
let engines = 0;

/** Returns a new engine, as a worker has it. */
async function engine() {
  engines += 1;
  globalThis.spraguePanicked = text => assert.fail(text);
  const { ask, initSync } = await import(`${pathToFileURL(`${folder}/engine.js`)}?${engines}`);
  initSync({ module });
  const limits = JSON.stringify({ positions, seconds: 3600, bytes: 2 ** 30 });
  return (path, asked) => {
    const told = ask(path, JSON.stringify(asked), limits);
    const text = told.text();
    told.free();
    return text;
  };
}

/** Returns an answer without the parts that depend on the clock. */
function timeless(value) {
  if (Array.isArray(value)) return value.map(timeless);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'seconds');
  return Object.fromEntries(kept.map(([name, part]) => [name, timeless(part)]));
}

test('the folder has at most 3 MB, compressed', () => {
  const sizes = readdirSync(folder).map(name => gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const [whole, engine] = [all, Math.max(...sizes)].map(size => (size / 1e6).toFixed(2));
  console.log(`${sizes.length} files, ${whole} MB by gzip -9, of them the engine ${engine} MB`);
  assert.ok(all <= 3e6, `${all} bytes`);
});

test('the one file has at most 4 MB, and shows a board within 0.5 s and an answer within 2 s', async () => {
  const file = `${folder}.html`;
  const { size } = statSync(file);
  const times = { board: [], answer: [] };
  for (let visits = 0; visits < 7; visits += 1) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.addInitScript(() => {
      const seen = { board: '.stage [role=button]', answer: '#verdict' };
      sessionStorage.setItem('sprague-play', '{"isOpen":true}');
      new MutationObserver(() => {
        for (const [what, place] of Object.entries(seen))
          if (!performance.getEntriesByName(what).length && document.querySelector(place)) performance.mark(what);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${pathToFileURL(file)}#board?q=domineering@4x4`);
    await page.locator('#verdict').waitFor();
    for (const what of Object.keys(times))
      times[what].push(await page.evaluate(what => performance.getEntriesByName(what)[0].startTime, what));
    await browser.close();
  }
  for (const all of Object.values(times)) all.sort((a, b) => a - b);
  const [board, answer] = Object.values(times).map(all => all.map(time => time.toFixed(0)).join(', '));
  console.log(`one file: ${(size / 1e6).toFixed(2)} MB; board after ${board} ms; answer after ${answer} ms`);
  assert.ok(size <= 4e6 && times.board[3] <= 500 && times.answer[3] <= 2000);
});

test('the first answer is there within two seconds of a cold open', async () => {
  const served = await host(folder);
  const times = [];
  for (let visits = 0; visits < 7; visits += 1) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    const page = await browser.newPage();
    await page.goto(`${served.address}#position?q=nim@3,4,5`);
    await page.locator('#verdict').waitFor();
    times.push(await page.evaluate(() => performance.now()));
    await browser.close();
  }
  await served.close();
  times.sort((a, b) => a - b);
  console.log(`first answer after ${times.map(time => time.toFixed(0)).join(', ')} ms`);
  assert.ok(times[3] < 2000, `${times[3]} ms`);
});

test(`${questions.length} questions are answered as by the program`, async () => {
  const { ask, end } = await native();
  const here = await engine();
  const other = [];
  let refused = 0;
  for (const [path, asked] of questions) {
    const [theirs, ours] = [await ask(path, asked), here(path, asked)].map(text => timeless(JSON.parse(text)));
    if (JSON.stringify(theirs) === JSON.stringify(ours)) {
      if (ours.error) refused += 1;
      continue;
    }
    other.push([path, asked, ours]);
    const [said, told] = [theirs, ours].map(answer => JSON.stringify(answer).slice(0, 300));
    console.log(`differs: ${path} ${JSON.stringify(asked)}\n  ${said}\n  ${told}`);
  }
  end();
  console.log(`${questions.length - other.length} of ${questions.length} are equal, ${refused} of them refusals`);
  assert.ok(other.length <= questions.length / 50, `${other.length} differ`);
  for (const [path, asked, ours] of other) assert.ok(ours.stopped || ours.error, `${path} ${JSON.stringify(asked)}`);
});

const kernels = [
  ['rows', { family: 'grundy', to: 20_000 }],
  ['rows', { family: 'treblecross', to: 20_000 }],
  ['rows', { family: 'octal:0.16', to: 200_000 }],
  ['rows', { family: 'octal:0.104', to: 200_000 }],
  ['rows', { family: 'subtraction:2,4,7', to: 1_000_000 }],
  ['rows', { family: 'kayles', to: 500_000 }],
];
const boards = [
  ['ask/solve', { position: 'cram@5x5' }],
  ['ask/solve', { position: 'cram@5x6', outcome_only: true }],
  ['ask/solve', { position: 'domineering@7x7', outcome_only: true }],
  ['ask/value', { sum: 'domineering@4x5' }],
  ['ask/value', { sum: 'clobber@3x4' }],
];
for (const [name, asked, most] of [
  ['heap kernels', kernels, 3],
  ['searches of boards', boards, 2.5],
]) {
  test(`${name} take at most ${most} times as long as in the program`, async () => {
    const ratios = [];
    for (const [path, question] of asked) {
      const [theirs, ours] = [Infinity, Infinity].map(time => ({ time }));
      for (let tries = 0; tries < 3; tries += 1) {
        const served = await native();
        // a short question first, so that the server has started before the time is taken
        await served.ask('solve', { position: 'nim@1' });
        await timed(theirs, () => served.ask(path, question));
        served.end();
        const ask = await engine();
        ask('solve', { position: 'nim@1' });
        await timed(ours, () => ask(path, question));
      }
      ratios.push(ours.time / theirs.time);
      const told = [theirs.time.toFixed(0), ours.time.toFixed(0), ratios.at(-1).toFixed(2)];
      console.log(`${path} ${JSON.stringify(question)}: ${told[0]} ms, here ${told[1]} ms, ${told[2]} times as long`);
    }
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(`${name}: geometric mean ${mean.toFixed(2)}`);
    assert.ok(mean <= most, `${mean}`);
  });
}

/** Keeps the shortest time of a job. */
async function timed(best, job) {
  const began = performance.now();
  await job();
  best.time = Math.min(best.time, performance.now() - began);
}
