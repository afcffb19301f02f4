// Checks that links work in other tabs and profiles, and that a view can be shared: as a link, a command, a page or a drawing.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { download, files, fits, go, leave, ofServer, scene, shows, sprague, stage, visit } from './stage.mjs';

const share = page => page.locator('.share summary');
const pressed = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Returns the text that a button of the menu offers for copying. */
async function copied(page, name) {
  const text = page.locator('.share textarea');
  if (!(await page.locator('.share').evaluate(it => it.open))) await share(page).click();
  await pressed(page, name);
  await shows(page.locator('#status'), /Cop/);
  return text.inputValue();
}

ofServer('another tab of the same browser needs no key in its address, and the next start neither', async () => {
  const page = await visit('#position?q=nim@3,4');
  await shows(page.locator('#verdict'), 'Won');
  const other = await page.context().newPage();
  await other.goto(`${stage.origin}/#graph?q=nim@1,1`);
  await other.locator('svg.graph .node').nth(2).waitFor();
  assert.ok(!other.url().includes('token'));
  await leave(page);
});

ofServer('a fresh profile and another origin are refused', async () => {
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${stage.origin}/#position?q=nim@3,4`);
  await shows(page.locator('.trouble p[role=alert]'), 'This browser has no key');
  // the other host name of this machine is another origin
  const known = await visit();
  await known.locator('#verdict').waitFor();
  const other = await known.context().newPage();
  await other.goto(`${stage.origin.replace('127.0.0.1', 'localhost')}/#position?q=nim@3,4`);
  await shows(other.locator('.trouble p[role=alert]'), 'This browser has no key');
  await context.close();
  await known.context().close();
});

scene('a copied link has no key, and the text of the ruleset that it names', '#position?q=./queen.rhai@3.5', {}, async page => {
  await shows(page.locator('#verdict'), 'Lost');
  const link = await copied(page, 'Copy link');
  assert.ok(!link.includes(stage.token) && !link.includes('token') && !link.includes('sprague-key'), link);
  assert.ok(link.startsWith(stage.playground), link);
  assert.match(link, /#position\?q=\.\/queen\.rhai@3\.5&file=\.%2Fqueen\.rhai~[\w-]+$/);
  const [, text] = new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('file').split('~');
  assert.equal(inflateRawSync(Buffer.from(text, 'base64url')).toString(), readFileSync(`${files}/queen.rhai`, 'utf8'));
  await go(page, '#position?q=nim@3,4');
  await shows(page.locator('#verdict'), 'Won');
  assert.match(await copied(page, 'Copy link'), /#position\?q=nim@3,4$/);
});

const commands = {
  '#position?q=nim@3,4,5&play=misere': ['sprague solve nim@3,4,5 --play misere', 'won'],
  '#position?q=domineering@2x3%2Bnim@1&first=right': ['sprague solve domineering@2x3+nim@1 --first right', 'right'],
  '#position?q=./queen.rhai@3.5': ['sprague solve ./queen.rhai@3.5', 'lost'],
  '#position?q=nim@3,4,5&rule=selective&max_moves=2': ['sprague solve nim@3,4,5 --rule selective --max-moves 2', 'won'],
  '#sequence?q=kayles&to=30': ['sprague analyse kayles --to 30', 'period 12'],
  '#sequence?q=asymmetric:1,3/2&to=12&rows=values': ['sprague analyse asymmetric:1,3/2 --to 12 --rows values', ''],
  '#table?q=wythoff@{x}.{y}&x=0-3&y=0-4': ["sprague table 'wythoff@{x}.{y}' --x 0-3 --y 0-4", '3'],
  '#graph?q=nim@2,3&depth=1': ['sprague graph nim@2,3 --depth 1', 'digraph'],
  '#value?q=game@{5|{1|-3}}': ["sprague value 'game@{5|{1|-3}}'", '5'],
  '#value?q=game@^*&change=cool&t=1': ["sprague value 'game@^*' --cool 1", ''],
  '#value?q=kayles@5&play=misere&facts=true': ['sprague value kayles@5 --play misere --facts', 'mate'],
  '#value?q=nim@2,2&with=kayles@4&play=misere&facts=true': ['sprague compare nim@2,2 kayles@4 --play misere', 'linked'],
  '#value?q=hackenbush@LRL&with=game@3/4': ['sprague compare hackenbush@LRL game@3/4', '='],
  '#quotient?q=octal:0.123&to=9': ['sprague quotient octal:0.123 --to 9', ''],
  '#find?q=kayles&size=20&where=nimber%20%3E%206&sort=-size': [
    "sprague find kayles --to 20 --where 'nimber > 6' --sort '-size'",
    '1 found',
  ],
  '#find?q=cram&of=squares&size=4&smallest=true': ['sprague find cram --squares 4 --smallest', 'cram@'],
  '#find?q=kayles@3&of=from': ['sprague find --from kayles@3', 'kayles@1'],
  '#rulesets': ['sprague rulesets', 'kayles'],
};

scene('the command line of every view asks the same in a terminal', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  assert.equal(await copied(page, 'Copy command line'), 'sprague solve nim@3,4,5');
  for (const [link, [command, says]] of Object.entries(commands)) {
    await go(page, link);
    await page.waitForFunction(() => document.querySelector('.answer *') && !document.querySelector('[aria-busy]'));
    assert.equal(await copied(page, 'Copy command line'), command);
    const told = execFileSync('sh', ['-c', command.replace('sprague', '"$SPRAGUE"')], {
      cwd: files,
      env: { ...process.env, SPRAGUE: sprague.program },
      encoding: 'utf8',
    });
    assert.ok(told.includes(says), `${command}: ${told}`);
  }
});

scene('a command line has no other words than the question', '#position?q=nim@3&a;exit%20=$(exit)', { refused: true }, async page => {
  await page.locator('#verdict').waitFor();
  assert.equal(await copied(page, 'Copy command line'), "sprague solve nim@3 --aexit '$(exit)'");
  await go(page, '#find?q=kayles&of=to;exit&size=3');
  await page.locator('#found, .trouble p').first().waitFor();
  assert.equal(await copied(page, 'Copy command line'), 'sprague find kayles --toexit 3');
});

const saved = {
  '#position?q=nim@3,4,5': 'Won by 1: take 2',
  '#position?q=domineering@2x3': 'Left moves and wins',
  '#sequence?q=kayles&to=300': 'period 12',
  '#table?q=wythoff@{x}.{y}&x=0-12&y=0-12': 'Lost for the player to move',
  '#graph?q=nim@2,3': 'nim@2,3',
  '#value?q=domineering@2x3': 'mean',
  '#quotient?q=octal:0.123': '20 elements',
  '#find?q=cram&of=squares&size=4': 'cram@....',
};

scene('the view is saved as one page that needs nothing and asks for nothing', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  const context = await stage.browser.newContext({ viewport: { width: 390, height: 800 } });
  for (const [link, says] of Object.entries(saved)) {
    await go(page, link);
    await page.waitForFunction(() => document.querySelector('.answer *') && !document.querySelector('[aria-busy]'));
    if (!(await page.locator('.share').evaluate(it => it.open))) await share(page).click();
    const { name, path } = await download(page, () => pressed(page, 'Save as HTML'));
    assert.match(name, /^\w+\.html$/);
    const text = readFileSync(path, 'utf8');
    assert.ok(!/<script|<form|<input|<button|token=|sprague-key/.test(text), name);
    const alone = await context.newPage();
    const asked = [];
    alone.on('request', request => asked.push(request.url()));
    alone.on('console', message => asked.push(message.text()));
    await alone.setContent(text);
    assert.ok((await alone.locator('body').innerText()).includes(says), `${link}: ${await alone.locator('body').innerText()}`);
    assert.deepEqual(
      asked.filter(url => !url.startsWith('data:')),
      [],
    );
    const paper = await alone.locator('body').evaluate(it => getComputedStyle(it).backgroundColor);
    assert.notEqual(paper, 'rgba(0, 0, 0, 0)', 'it has its style');
    await fits(alone);
    await alone.close();
  }
  await context.close();
});

scene('the view is saved as a drawing, where there is one', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  await share(page).click();
  for (const link of ['#position?q=cram@3x3', '#sequence?q=kayles&to=50', '#graph?q=nim@1,2', '#value?q=domineering@2x3']) {
    await go(page, link);
    await page.waitForFunction(() => document.querySelector('.answer *') && !document.querySelector('[aria-busy]'));
    const { name, path } = await download(page, () => pressed(page, 'Save as SVG'));
    assert.match(name, /\.svg$/);
    assert.match(readFileSync(path, 'utf8'), /^<svg/);
  }
  await go(page, '#quotient?q=octal:0.123');
  await page.locator('.products').waitFor();
  await pressed(page, 'Save as SVG');
  await shows(page.locator('#status'), 'There is no drawing of this view.');
});

scene('the menu closes by Escape, and its button has the focus again', '#position?q=nim@3', {}, async page => {
  await page.locator('#verdict').waitFor();
  await share(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copy link');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Share');
  assert.equal(await page.locator('.share').evaluate(it => it.open), false);
});
