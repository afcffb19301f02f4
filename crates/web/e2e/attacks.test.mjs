// Attacks by another page in the same browser, and by what is typed.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { go, leave, ofServer, stage, visit } from './stage.mjs';

let evil = null;
let place = null;

before(async () => {
  evil = http.createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<!doctype html><title>another page</title><p>hello');
  });
  await new Promise(done => evil.listen(0, '127.0.0.1', done));
  place = `http://127.0.0.1:${evil.address().port}/`;
});

after(() => evil?.close());

async function elsewhere(address) {
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  const answer = await page.goto(address);
  return { context, page, answer };
}

function fetched(page, address, init) {
  return page.evaluate(
    ([at, how]) =>
      fetch(at, how).then(
        ({ type, status }) => `${type} ${status}`,
        () => 'blocked',
      ),
    [address, init],
  );
}

const question = '{"position":"nim@1"}';

ofServer('a page of another port reads nothing, even with the token', async () => {
  const { context, page } = await elsewhere(place);
  const headers = { 'x-sprague-token': stage.token, 'content-type': 'application/json' };
  assert.equal(await fetched(page, `${stage.origin}/api/rulesets`), 'blocked');
  assert.equal(await fetched(page, `${stage.origin}/api/solve`, { method: 'POST', headers, body: question }), 'blocked');
  assert.equal(
    await fetched(page, `${stage.origin}/api/solve`, { method: 'POST', mode: 'no-cors', body: question }),
    'blocked',
  );
  assert.equal(await fetched(page, `${stage.origin}/`, { mode: 'no-cors' }), 'blocked');
  await context.close();
});

ofServer('it can neither frame the page, nor run its scripts, nor draw its pictures', async () => {
  const { context, page } = await elsewhere(place);
  const loaded = (tag, path) =>
    page.evaluate(
      ([name, address]) =>
        new Promise(done => {
          const node = document.createElement(name);
          node.onload = () => done('loaded');
          node.onerror = () => done('refused');
          node.src = address;
          document.body.append(node);
        }),
      [tag, `${stage.origin}${path}`],
    );
  assert.equal(await loaded('script', '/app.js'), 'refused');
  assert.equal(await loaded('img', '/icon.svg'), 'refused');
  assert.equal(await loaded('img', '/api/plot.svg?what=kayles'), 'refused');
  await loaded('iframe', '/');
  const frame = page.frames().find(each => each !== page.mainFrame());
  assert.ok(!frame || !frame.url().startsWith(stage.origin), frame?.url());
  await context.close();
});

ofServer('a form of another page is refused', async () => {
  const { context, page } = await elsewhere(place);
  const [answer] = await Promise.all([
    page.waitForResponse(response => response.url().startsWith(stage.origin)),
    page.evaluate(
      ([address, body]) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: address, enctype: 'text/plain' });
        const input = document.createElement('input');
        input.name = body;
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      [`${stage.origin}/api/solve`, question],
    ),
  ]);
  assert.ok(answer.status() >= 400, String(answer.status()));
  await context.close();
});

ofServer('a foreign name that leads here is turned away', async () => {
  const { context, page, answer } = await elsewhere(`http://rebind.example:${new URL(stage.origin).port}/`);
  assert.equal(answer.status(), 421);
  assert.match(await fetched(page, '/api/rulesets', { headers: { 'x-sprague-token': stage.token } }), /421|blocked/);
  await context.close();
});

test('what is typed is text, and the page can run no other script', async () => {
  const page = await visit();
  await page.locator('#verdict').waitFor();
  const hostile = [
    '<img src=x onerror=globalThis.ran=1>@1',
    '"><script>globalThis.ran=1</script>@1',
    'javascript:globalThis.ran=1@1',
    '__proto__@1',
  ];
  for (const view of ['position', 'sequence', 'table', 'graph', 'value', 'quotient', 'find', 'rulesets', 'constructor']) {
    for (const typed of hostile)
      await go(page, `#${view}?q=${encodeURIComponent(typed)}&rule=${encodeURIComponent(typed)}&to=1&x=0&y=0&of=to&size=1`);
  }
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.equal(await page.locator('main img, main script, main iframe').count(), 0);
  // The console reports these attempts.
  const noise = page.noise.length;
  const refused = await page.evaluate(() => {
    const tries = [
      () => {
        document.body.innerHTML = '<b>x</b>';
      },
      () => {
        document.body.setAttribute('onclick', 'ran = 1');
        document.body.click();
        if (globalThis.ran === undefined) throw new Error('blocked');
      },
      () => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.ran = 1';
        document.body.append(script);
        if (globalThis.ran === undefined) throw new Error('blocked');
      },
    ];
    return tries.map(one => {
      try {
        one();
        return 'done';
      } catch {
        return 'refused';
      }
    });
  });
  assert.deepEqual(refused, ['refused', 'refused', 'refused']);
  page.noise.length = noise;
  await leave(page, { refused: true });
});
