// Checks lessons: they are made by touches, a student sees no answer before one is chosen, and fresh questions follow no pattern.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fits, go, leave, scene, shows, stage, visit } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const lesson = (q, rest) => `#lesson?q=${encodeURIComponent(q)}&${rest}`;
const button = (page, name) => page.locator('main').getByRole('button', { name, exact: true });
const isAsked = page => page.locator('.student .task').waitFor();

scene('a lesson is made in a few touches without notation, and its link opens what was seen', '#games', {}, async page => {
  let touches = 0;
  const touch = async at => {
    touches += 1;
    await at.click();
  };
  await touch(button(page, 'Teach'));
  await touch(page.locator('.tile', { hasText: 'Domineering' }).first());
  await page.locator('.phone .answers').waitFor();
  await touch(page.locator('.at-play').first().locator('[role=button]').first());
  await shows(page.locator('.form'), 'after 1 move');
  await touch(button(page, 'Find a winning move'));
  await page.locator('textarea[name=note]').fill('Look at the corners.');
  await shows(page.locator('.phone .note'), 'Look at the corners.');
  await shows(page.locator('.phone .task'), 'Right: find a move that wins.');
  const seen = await page.locator('.phone').innerText();
  await touch(button(page, 'Copy link for students'));
  await shows(page.locator('.form [role=status]'), 'Copy'); // a browser may refuse to copy
  assert.ok(touches <= 5);
  const link = await page.locator('.address').inputValue();
  assert.ok(link.startsWith(`${stage.playground}#lesson?q=domineering@4x4&m=`), link);
  await go(page, link.slice(link.indexOf('#')));
  await isAsked(page);
  const words = text => text.replace('↓.→', '').split(/\s+/).join(' ');
  assert.equal(words(await page.locator('.student').innerText()), words(seen));
});

// positions of every class, so that what differs between them would be a leak
const classes = {
  nim: ['nim@1,2,3', 'nim@1,2,4'],
  domineering: ['domineering@2x2', 'domineering@.#./...', 'domineering@.#/.#', 'domineering@..../.###'],
  'dots-and-boxes': ['dots-and-boxes@1x1', 'dots-and-boxes@1x2'],
};
for (const [name, positions] of Object.entries(classes))
  for (const task of ['who', 'move', 'value', 'play'])
    scene(`a lesson of ${name} with the task “${task}” leaks no answer`, '#games', {}, async page => {
      const requests = [];
      const answers = [];
      page.on('request', request => requests.push([new URL(request.url()).pathname, request.postData()]));
      page.on('response', async response => {
        if (/board|fresh|reply/.test(response.url())) answers.push(await response.text().catch(() => ''));
      });
      const seen = [];
      for (const q of positions) {
        await go(page, lesson(q, `task=${task}&n=5&fresh=1&level=perfect`));
        await page.locator('.lesson-panel button').first().waitFor();
        const labels = await page.locator('.at-play [aria-label]').evaluateAll(all => all.map(node => node.ariaLabel));
        assert.doesNotMatch(labels.join(), /\b(wins?|los[et]|best|worth|∗)/i);
        assert.doesNotMatch(`${await page.title()} ${decodeURIComponent(page.url())}`, /wins|loses|class|outcome|[(∗]/);
        assert.equal(await page.locator('header:visible, footer:visible, a:visible, .banner, .badge, .best').count(), 0);
        const outside = await page.locator('.lesson-head, .lesson-panel').evaluateAll(all => all.map(node => node.outerHTML));
        const moves = await page.locator('.at-play [role=button]').evaluateAll(all => all.map(node => Number(node.dataset.part)));
        if (name === 'domineering') assert.deepEqual(moves, moves.toSorted((a, b) => a - b));
        // who moves is no answer
        seen.push(outside.join('').replace(/(Left|Right): find/, 'find'));
      }
      assert.equal(new Set(seen).size, 1, [...new Set(seen)].join('\n'));
      for (const [path, question] of requests.filter(([path]) => path.startsWith('/api/'))) {
        assert.match(path, /^\/api\/(rulesets|schema|about|state|board|fresh|reply|laws)$/);
        assert.doesNotMatch(question ?? '', /class|outcome/);
      }
      for (const answer of answers) assert.doesNotMatch(answer, /"(outcome|outcome_class|nimber|value|best|mean)":(?!null)/);
    });

scene('the right answers of twenty fresh questions follow no pattern', '#games', {}, async page => {
  page.context().setDefaultTimeout(30_000);
  await page.evaluate(() => (Math.random = () => 0.37));
  await page.evaluate(hash => (location.hash = hash), lesson('domineering@3x4', 'task=who&n=20&fresh=1'));
  const right = [];
  const boards = new Set();
  for (let number = 1; number <= 20; number += 1) {
    await shows(page.locator('.task'), `${number} of 20`);
    boards.add(await page.locator('.at-play .board').innerHTML());
    await button(page, ['Whoever starts', 'Left, whoever starts'][number % 2]).click();
    await page.locator('.said').waitFor();
    right.push(await page.locator('.answers .right').textContent());
    if (number < 20) await button(page, 'Next').click();
  }
  assert.equal(boards.size, 20);
  const counts = [...new Set(right)].map(answer => right.filter(other => other === answer).length);
  assert.ok(counts.length === 4 && counts.every(count => count >= 3), `${counts}`);
  // runs test: neighbours that are equal, against their number in a random order with these counts
  const equal = right.filter((answer, at) => answer === right[at - 1]).length;
  const expected = counts.reduce((sum, count) => sum + (count * (count - 1)) / 20, 0);
  assert.ok(Math.abs(equal - expected) / Math.sqrt(expected) < 1.96, `${equal} equal neighbours, ${expected} expected: ${right}`);
  const chosen = ['Left, whoever starts', 'Whoever starts'];
  await shows(page.locator('.done'), `Done: ${right.filter((answer, at) => answer === chosen[at % 2]).length} of 20 right.`);
});

scene('a whole lesson is answered by keys alone', lesson('nim@1,2', 'task=who&n=3&fresh=1'), {}, async page => {
  await isAsked(page);
  const tab = async name => {
    for (let tabs = 0; tabs < 20; tabs += 1) {
      if ((await page.evaluate(() => document.activeElement.textContent)) === name) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`no key leads to ${name}`);
  };
  for (let number = 1; number <= 3; number += 1) {
    await shows(page.locator('.task'), `${number} of 3`);
    await tab('Whoever starts');
    await page.keyboard.press('Enter');
    await page.locator('.said').waitFor();
    if (number === 3) break;
    await page.waitForFunction(() => document.activeElement.textContent === 'Next');
    await page.keyboard.press('Enter');
  }
  await shows(page.locator('.done'), /Done: \d of 3 right\./);
  await page.waitForFunction(() => document.activeElement.className === 'done');
});

scene('a winning move is found on the board by keys, and a wrong one is answered', lesson('nim@3,4,5', 'task=move&n=2'), {}, async page => {
  await isAsked(page);
  await page.locator('.at-play [role=button]').first().focus();
  await page.keyboard.press('Enter');
  await shows(page.locator('.said'), 'Not quite. The other player answers “take 3 from heap 1” with “take 1 from heap 3”.');
  await shows(page.locator('.said'), 'can begin with: take 2 from heap 1.');
  const why = page.locator('details', { hasText: 'Why?' });
  assert.match(await why.textContent(), /Sprague-Grundy/);
  assert.doesNotMatch(await why.textContent(), /@|nim:/, 'a student need not read notation');
  await button(page, 'Next').click();
  await shows(page.locator('.task'), '2 of 2');
  // the game went on with the best move, after which there is none
  await button(page, 'There is none').click();
  await shows(page.locator('.said'), 'Right. Every move has an answer.');
  await shows(page.locator('.done'), 'Done: 1 of 2 right.');
});

scene('hints come in three steps, and the value of a position is a question', lesson('domineering@2x2', 'task=value&hide=0'), {}, async page => {
  await isAsked(page);
  for (const words of ['Whoever starts wins.', 'hot, temperature 1', 'Its mean is 0.']) {
    await button(page, 'Hint').click();
    await shows(page.locator('.three li'), words);
  }
  await button(page, 'Show the answer').click();
  await shows(page.locator('.said'), 'It is worth ±1.');
  assert.equal(await page.locator('.answers .right').textContent(), '±1');
  await shows(page.locator('.done'), 'Done: 0 of 1 right.');
  await go(page, lesson('kayles@5', 'task=value'));
  await isAsked(page);
  for (const words of ['the smallest number that no move leaves', 'leave 0, 1, 2, 3.', 'Whoever starts wins.']) {
    await button(page, 'Hint').click();
    await shows(page.locator('.three li'), words);
  }
  await button(page, '∗4').click();
  await shows(page.locator('.said'), 'Right. It is worth ∗4.');
});

scene('a game of a lesson has hints and warnings only if it does not hide', lesson('nim@1,1,1', 'task=play&level=perfect'), {}, async page => {
  const token = page.locator('.at-play [role=button]').first();
  await token.click();
  await shows(page.locator('.at-play .reading'), 'Your move');
  assert.equal(await button(page, 'Hint').count(), 0);
  await token.click();
  await shows(page.locator('.done'), 'sprague cannot move and loses. You win.');
  await go(page, lesson('nim@1,2', 'task=play&level=perfect&hide=0'));
  await button(page, 'Hint').click();
  await shows(page.locator('.three li'), 'There is a winning move.');
  await page.locator('.at-play [role=button]').first().click();
  await shows(page.locator('.blunder'), 'You had won, and this lets it go.');
  await shows(page.locator('.done'), 'You cannot move and lose.');
  await go(page, lesson('domineering@2x2', 'task=play&as=right'));
  await shows(page.locator('.done'), 'You cannot move and lose.');
});

scene('a link with a wrong move, a long note and unknown keys opens', '#games', { refused: true }, async page => {
  await go(page, lesson('nim@3,1', `m=1: take 2;2: take 9&task=who&n=abc&color=red&note=${'é'.repeat(300)}`));
  await shows(page.locator('[role=alert]'), 'move 2 is not legal here: "2: take 9". The lesson begins before it.');
  assert.equal((await page.locator('.note').textContent()).length, 280);
  await button(page, 'Whoever answers').click();
  await shows(page.locator('.said'), 'Right. Whoever answers wins.');
  await go(page, lesson('nim@x', 'task=who'));
  await shows(page.locator('[role=alert]'), 'expected');
});

for (const scheme of ['light', 'dark'])
  for (const width of [360, 390, 768, 1280])
    scene(`axe-core finds nothing in lessons, and they fit ${width} px, ${scheme}`, '#games', { width, scheme }, async page => {
      await page.evaluate(axe);
      const clean = async () => {
        await fits(page);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        const shown = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ failureSummary, html }) => html + failureSummary)}`);
        assert.deepEqual(shown, [], page.url());
      };
      await go(page, '#board?q=hackenbush@LR,RL&mode=teach');
      await page.locator('.phone .answers').waitFor();
      await clean();
      await button(page, 'Play it').click();
      await page.locator('.phone .answers').waitFor({ state: 'detached' });
      await clean();
      await go(page, lesson('clobber@2x3', 'task=who&note=Think first.'));
      await isAsked(page);
      await clean();
      await button(page, 'Hint').click();
      await page.locator('.three li').waitFor();
      await button(page, 'Whoever answers').click();
      await page.locator('.done').waitFor();
      await clean();
      await go(page, lesson('nim@3,4,5', 'task=play'));
      await page.locator('.at-play [role=button]').first().waitFor();
      await clean();
    });
