// Checks the page with the engine in it: what replaces the program, and how it handles failures. PLAYGROUND is its folder.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { host } from './host.mjs';
import { keyboard } from './hands.mjs';
import { carried, download, fits, go, leave, scene, shows, stage, visit } from './stage.mjs';

const folder = process.env.PLAYGROUND;
const said = page => page.locator('.trouble p[role=alert]');
const told = page => page.locator('.own .told');
const text = page => page.locator('#own-text');
const verdict = page => page.locator('#verdict');
const takeOne = 'let example = "7";\nfn moves(n) { if n > 0 { [n - 1] } else { [] } }\n';

/** Opens an address in a new profile. */
async function fresh(address, options = {}) {
  const context = await stage.browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  page.noise = [];
  page.on('console', message => page.noise.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => page.noise.push(String(error.stack)));
  await page.goto(address);
  return page;
}

/** Writes rules into the editor and loads them. */
async function use(page, name, rules) {
  await go(page, '#rulesets');
  await page.locator('#own-name').fill(name);
  await text(page).fill(rules);
  await page.getByRole('button', { name: 'Use these rules' }).click();
}

const views = {
  '#position?q=nim@3,4,5': ['#verdict', 'Won'],
  '#sequence?q=kayles&to=300': ['#period', 'period 12'],
  '#table?q=wythoff@{x}.{y}&x=0-9&y=0-9': ['.pairs', '(1, 2)'],
  '#graph?q=nim@2,3': ['svg.graph', ''],
  '#value?q=domineering@2x3': ['#value', ''],
  '#quotient?q=octal:0.123': ['#quotient', '20 elements'],
  '#find?q=cram&of=squares&size=5&where=nimber%20%3D%202': ['#found', '12 positions looked at, 3 found'],
  '#rulesets': ['table.rulesets', 'kayles'],
};
for (const [link, [place, words]] of Object.entries(views)) {
  scene(`a view is answered without a program: ${link}`, link, {}, async page => {
    await shows(page.locator(place), words);
    assert.ok(!(await page.locator('footer').innerText()).includes('sprague serve'));
  });
}

test('nothing is asked but the files of the folder, each once', async () => {
  const before = stage.asked.length;
  const page = await visit('#position?q=kayles@9');
  await shows(verdict(page), 'Won');
  await go(page, '#sequence?q=kayles&to=100');
  await shows(page.locator('#period'), 'period 12');
  const asked = stage.asked.slice(before).map(line => line.replace(/.*\/where\//, ''));
  assert.deepEqual(
    asked.filter(name => !/^[\w-]*(\.(js|css|svg|wasm|html|rhai))?$/.test(name)),
    [],
  );
  await leave(page);
});

scene('a fault is said at its line while one types, and the laws are tried', '#rulesets', {}, async page => {
  await text(page).fill('let example = "7";\nfn moves(n) {\n  [nothing(n)]\n}\n');
  await shows(told(page), 'Line 3: broken: every call answers at');
  assert.equal(await page.locator('.own .gutter .wrong').textContent(), '3');
  assert.equal(await text(page).getAttribute('aria-invalid'), 'true');
  const off = await text(page).evaluate(text => {
    const [one, two] = [...document.querySelectorAll('.own .gutter span')].map(line => line.getBoundingClientRect().top);
    return two - one - parseFloat(getComputedStyle(text).lineHeight);
  });
  assert.ok(Math.abs(off) < 0.1, `numbers stand at their lines, not ${off} px off`);
  await text(page).fill('let example = "7";\nfn moves(n) {\n  [n -\n}\n');
  await shows(told(page), 'Line 4: the ruleset failed');
  await text(page).fill(takeOne);
  await shows(told(page), 'Every law held, on');
  assert.equal(await page.locator('.own .gutter .wrong').count(), 0);
  assert.equal(await text(page).getAttribute('aria-invalid'), null);
  await text(page).fill('fn moves(n) { [1, 2].filter(|k| k <= n).map(|k| #{ label: `a`, to: n - k }) }');
  await shows(told(page), 'broken: each move is listed once');
});

test('a link with a ruleset in it shows the same in a fresh profile', async () => {
  const page = await visit();
  await use(page, './two heaps.rhai', takeOne);
  await shows(told(page), 'A name has no blank');
  await use(page, './taken.rhai', takeOne);
  await shows(verdict(page), 'Won');
  await page.locator('main input[name=q]').fill('./taken.rhai@6+nim@3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title.startsWith('./taken.rhai@6+nim') && !document.querySelector('[aria-busy]'));
  const here = await page.locator('main').innerText();
  const other = await fresh(page.url());
  await verdict(other).waitFor();
  assert.equal(await other.locator('main').innerText(), here);
  assert.deepEqual(other.noise, []);
  await other.context().close();
  await leave(page);
});

test('a dropped file is a ruleset, and can be edited and forgotten', async () => {
  const page = await visit();
  await page.evaluate(rules => {
    const data = new DataTransfer();
    data.items.add(new File([rules], 'dropped.rhai'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, takeOne);
  await page.waitForFunction(() => location.hash.includes('dropped.rhai@7'));
  await shows(verdict(page), 'Won');
  await go(page, '#rulesets');
  await page.getByRole('button', { name: 'Edit ./dropped.rhai' }).click();
  assert.equal(await text(page).inputValue(), takeOne);
  await page.getByRole('button', { name: 'Forget ./dropped.rhai' }).click();
  await page.waitForFunction(() => !document.querySelector('.files').textContent.includes('dropped'));
  await go(page, '#position?q=./dropped.rhai@7');
  await shows(said(page), 'there is no such file here: paste or drop it on the page first');
  await leave(page);
});

test('rules that fail take neither the list nor the rules before them away', async () => {
  const page = await visit();
  await use(page, './mine.rhai', takeOne);
  await shows(verdict(page), 'Won');
  await use(page, './mine.rhai', 'fn moves(n) { [n - }');
  await shows(told(page), 'the ruleset failed');
  await go(page, '#position?q=./mine.rhai@4');
  await shows(verdict(page), 'Lost');
  // Whoever goes on at once asks about the earlier rules, too.
  await page.evaluate(async () => {
    const { own } = await import('./transport.js');
    own.use('./mine.rhai', new TextEncoder().encode('fn moves(n) { [n - }'));
    location.hash = '#position?q=./mine.rhai@5';
  });
  await shows(verdict(page), 'Won');
  await go(page, '#rulesets');
  await shows(page.locator('table.rulesets'), 'kayles');
  await leave(page);
});

scene('a long search is stopped at once, and the next question is answered', '', {}, async page => {
  await go(page, '#position?q=cram@9x9');
  await page.locator('#stop').click();
  await shows(said(page), 'Stopped, as you asked.');
  const began = Date.now();
  await go(page, '#position?q=nim@2,2');
  await shows(verdict(page), 'Lost');
  assert.ok(Date.now() - began < 5000, `${Date.now() - began} ms`);
});

scene('small questions do not wait for a long search', '', {}, async page => {
  const took = await page.evaluate(async () => {
    const { sent } = await import('./transport.js');
    const control = new AbortController();
    const long = sent('solve', { position: 'cram@9x9' }, control.signal).catch(({ name }) => name);
    const began = performance.now();
    const drawn = await sent('plot.svg?what=kayles&to=50', null);
    const took = performance.now() - began;
    control.abort();
    return [(await drawn.text()).slice(0, 4), await long, took];
  });
  assert.deepEqual(took.slice(0, 2), ['<svg', 'AbortError']);
  assert.ok(took[2] < 8000, `${took[2]} ms`);
});

test('an engine without memory is started again, and that is said', async () => {
  const context = await stage.browser.newContext({ serviceWorkers: 'block' });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  // In the first engine, nearly all of the memory that it may have is taken.
  let engines = 0;
  await page.route('**/worker.js', async route => {
    engines += 1;
    const body = readFileSync(`${folder}/worker.js`, 'utf8');
    const grow = "if (data.path === 'rows') memory.grow(65500 - memory.buffer.byteLength / 65536);";
    const full = body.replace('const told = ask(', `${grow} $&`);
    assert.notEqual(full, body);
    await route.fulfill({ contentType: 'text/javascript', body: engines === 1 ? full : body });
  });
  await page.goto(`${stage.origin}/#sequence?q=octal:0.07&to=900000`);
  await shows(said(page), 'The engine failed at this question (');
  assert.match(await said(page).textContent(), /It was started again and goes on with others\./);
  await go(page, '#position?q=nim@3,4,5');
  await shows(verdict(page), 'Won');
  assert.equal(engines, 2);
  await context.close();
});

test('limits of the program hold here', async () => {
  const page = await visit('#position?q=nim@3');
  const told = await page.evaluate(async () => {
    const { sent } = await import('./transport.js');
    return (await sent('rows', { family: 'nim', to: 3_000_000 })).json();
  });
  assert.match(told.error, /at most 2000000 rows/);
  await leave(page);
});

const bomb = deflateRawSync(Buffer.alloc(64 << 20)).toString('base64url');
const markup = 'let name = "<script>ran=1</script>"; fn moves(n) { [#{ label: "<img src=x onerror=ran=1>", to: 0 }] }';
const hostile = [
  ['damaged', 'q=./x.rhai@3&file=.%2Fx.rhai~AAAAdamaged', 'The link is damaged: ./x.rhai'],
  ['no name', 'q=nim@3&file=~AAAA', 'The link is damaged'],
  ['no bytes', 'q=nim@3&file=x', 'The link is damaged'],
  ['not base64', 'q=nim@3&file=.%2Fx.rhai~%F0%9F%98%80', 'The link is damaged'],
  ['a bomb', `q=nim@3&file=.%2Fx.rhai~${bomb}`, 'has more than 4 MiB'],
  ['very many', `q=nim@3${'&file=.%2Fx.rhai~AwA'.repeat(3000)}`, ''],
  ['a long name', `q=nim@3&file=${'x'.repeat(100_000)}~AwA`, ''],
  ['markup as a name', `q=nim@3&${carried('<img src=x onerror=ran=1>', takeOne)}`, ''],
  ['a name of the page', `q=nim@3&${carried('transport.js', 'globalThis.ran = 1')}`, ''],
  ['a name out of the folder', `q=../../etc/passwd@3&${carried('../../etc/passwd', takeOne)}`, ''],
  ['__proto__', `__proto__=1&constructor=2&q=nim@3&${carried('__proto__', takeOne)}`, ''],
  ['an address in place of a view', 'https://evil.example/?q=nim@3', ''],
  ['scripts without end', `q=./x.rhai@3&${carried('./x.rhai', 'fn moves(n) { loop { } }')}`, ''],
  ['scripts that take memory', `q=./x.rhai@3&${carried('./x.rhai', 'fn moves(n) { let a = [1]; loop { a += a } }')}`, ''],
  ['scripts that nest', `q=./x.rhai@3&${carried('./x.rhai', `fn moves(n) { ${'['.repeat(20_000)} }`)}`, ''],
  ['scripts that call themselves', `q=./x.rhai@3&${carried('./x.rhai', 'fn moves(n) { moves(n) }')}`, ''],
  ['scripts that say markup', `q=./x.rhai@3&${carried('./x.rhai', markup)}`, ''],
  ['modules that are none', `q=./x.wasm@3&${carried('./x.wasm', Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 255, 255]))}`, ''],
  ['modules that loop', `q=./x.wat@3&${carried('./x.wat', '(module (func (export "moves") (loop (br 0))))')}`, ''],
  ['deep values', `q=game@${'{'.repeat(9000)}0|${'}'.repeat(9000)}`, ''],
];
test(`${hostile.length} hostile links leave the page alive, and send nothing anywhere`, async () => {
  const page = await visit();
  const elsewhere = [];
  page.context().on('request', request => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== new URL(stage.origin).origin) elsewhere.push(request.url());
  });
  for (const [name, query, words] of hostile) {
    const view = query.startsWith('https:') ? query : `position?${query}`;
    await page.evaluate(hash => {
      location.hash = hash;
    }, view);
    if (words) await shows(page.locator('p.trouble'), words);
    await page.waitForTimeout(150);
    await page.evaluate(() => {
      location.hash = '#position?q=kayles@5';
    });
    await page.waitForFunction(
      () => document.title.startsWith('kayles@5') && document.querySelector('#verdict') && !document.querySelector('[aria-busy]'),
    );
    await shows(verdict(page), 'Won').catch(error => assert.fail(`${name}: ${error.message}`));
  }
  assert.equal(await page.evaluate(() => globalThis.ran ?? document.body.ran), undefined);
  assert.deepEqual(elsewhere, []);
  await leave(page, { refused: true });
});

test('the page gives itself its policy on a host that gives no headers', async () => {
  const plain = await host(folder, { prefix: '/', bare: true });
  const page = await fresh(`${plain.address}#position?q=nim@3,4,5`);
  await shows(verdict(page), 'Won');
  assert.deepEqual(page.noise, []);
  const tries = await page.evaluate(async () => {
    const blocked = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective));
    const script = document.createElement('script');
    try {
      script.textContent = 'globalThis.ran = 1';
      document.body.append(script);
    } catch {
      blocked.push('script');
    }
    const sent = await fetch('https://evil.example/').then(
      () => 'sent',
      () => 'blocked',
    );
    await new Promise(done => setTimeout(done, 100));
    return { ran: globalThis.ran, sent, blocked };
  });
  assert.deepEqual([tries.ran, tries.sent], [undefined, 'blocked']);
  assert.ok(tries.blocked.some(directive => directive.startsWith('connect-src')), String(tries.blocked));
  await page.context().close();
  await plain.close();
});

test('it works without a network once it was opened, and takes a newer version when no tab shows the old one', async context => {
  const copy = mkdtempSync(join(tmpdir(), 'playground-'));
  cpSync(folder, copy, { recursive: true });
  const plain = await host(copy, { prefix: '/deep/er/' });
  // even if the test fails, because an open server would keep the test run from ending
  context.after(() => plain.close().catch(() => {}));
  let page = await fresh(`${plain.address}#position?q=nim@3,4,5`);
  await shows(verdict(page), 'Won');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  // in another tab, because a page that a browser keeps for Back would show the old version as well
  const open = async link => {
    const visitor = page.context();
    await page.close();
    await new Promise(done => setTimeout(done, 700));
    page = await visitor.newPage();
    await page.goto(`${plain.address}${link}`);
    await shows(verdict(page), 'Won');
  };
  await open('#position?q=nim@1');
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
  // a newer version exists; the browser checks for it at its own time
  const script = readFileSync(`${copy}/sw.js`, 'utf8');
  writeFileSync(`${copy}/sw.js`, script.replace(/sprague-[0-9a-f]{32}/, `sprague-${'0'.repeat(32)}`));
  for (const name of ['index.html', 'app.js']) {
    const old = readFileSync(`${copy}/${name}`, 'utf8');
    const marks = { 'index.html': ['<h1>sprague</h1>', '<h1>sprague 2</h1>'], 'app.js': [/^/, 'globalThis.version = 2;\n'] };
    writeFileSync(`${copy}/${name}`, old.replace(...marks[name]));
  }
  for (let tries = 0; (await page.locator('h1').textContent()) !== 'sprague 2'; tries += 1) {
    assert.equal(await page.evaluate(() => globalThis.version), undefined, 'two versions are mixed');
    assert.ok(tries < 20, 'the newer version does not come');
    await page.waitForTimeout(1200);
    await open('#position?q=kayles@5');
  }
  assert.equal(await page.evaluate(() => globalThis.version), 2);
  await plain.close();
  await open('#position?q=kayles@8');
  await page.context().close();
  rmSync(copy, { recursive: true });
});

test('rules are written and asked by keyboard alone, 360 px wide', async () => {
  const page = await visit('#rulesets', { width: 360, hasTouch: true });
  await fits(page);
  await keyboard.type(page.locator('#own-name'), './small.rhai');
  await keyboard.type(text(page), takeOne);
  await shows(told(page), 'Every law held, on');
  await fits(page);
  await keyboard.press(page.getByRole('button', { name: 'Use these rules' }));
  await shows(verdict(page), 'Won');
  await fits(page);
  await leave(page);
});

for (const scheme of ['light', 'dark']) {
  test(`axe-core finds nothing on the editor, ${scheme}`, async () => {
    const page = await visit('#rulesets', { scheme, reducedMotion: 'reduce' });
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    for (const rules of [takeOne, 'fn moves(n) {\n  [n - \n}']) {
      await text(page).fill(rules);
      await shows(told(page), rules === takeOne ? 'Every law held' : 'Line 3');
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`),
        [],
      );
    }
    await leave(page);
  });
}

scene('a certificate and a drawing are saved', '#sequence?q=kayles', {}, async page => {
  await shows(page.locator('#period'), 'period 12');
  const { name, path } = await download(page, () => page.getByRole('button', { name: /^Certificate/ }).click());
  assert.equal(name, 'kayles.certificate.json');
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).period, 12);
  const drawn = await download(page, () => page.getByRole('button', { name: 'Picture (SVG)' }).click());
  assert.match(readFileSync(drawn.path, 'utf8'), /^<svg/);
});
