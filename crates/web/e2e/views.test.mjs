// Checks that every view shows correct answers when it is opened by its link.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { download, fetched, fits, go, leave, ofServer, open, scene, shows, visit } from './stage.mjs';

scene('a position shows its verdict, the reason, and every move with what it leaves', '', {}, async page => {
  await shows(page.locator('#verdict'), 'Won for the player to move');
  assert.ok(!page.url().includes('token'), 'the token leaves the address bar');
  assert.equal(await page.locator('.move').count(), 12);
  const winning = page.locator('.move[data-result=win]');
  assert.equal(await winning.count(), 1);
  assert.match(await winning.textContent(), /^1: take 2.*wins.*leaves 0/);
  assert.equal(await winning.locator('.mark.win').count(), 1);
  assert.match(await page.locator('.move[data-result=loss]').first().textContent(), /loses leaves ∗/);
  await page.locator('[data-fold=why]').click();
  await shows(page.locator('.why li'), 'Sprague-Grundy');
  await shows(page.locator('#status'), 'Won for the player to move');
});

scene('a word of an answer explains itself, by mouse and by keyboard', '#position?q=nim@3,4,5', {}, async page => {
  const word = page.locator('#verdict .term', { hasText: 'nimber' });
  const box = page.locator('.term-box');
  await word.click();
  await shows(box, 'The size n of the Nim heap');
  await shows(box, 'Sprague 1935');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'nimber');
  await page.locator('#verdict .term', { hasText: /^N$/ }).press('Enter');
  await shows(box, 'N-position');
  const { x, width } = await box.boundingBox();
  assert.ok(x >= 0 && x + width <= page.viewportSize().width);
});

scene(
  'a sum shows its components, the nim-sum in binary, and the component of the winning move',
  '#position?q=nim@3,4,5',
  {},
  async page => {
    await page.locator('.card').nth(2).waitFor();
    await page.locator('[data-fold=why]').click();
    const rows = await page
      .locator('.addition tr')
      .evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent).join(' ')));
    assert.deepEqual(rows, ['1: nim@3 3 0 1 1', '2: nim@4 4 1 0 0', '3: nim@5 5 1 0 1', 'nim-sum 2 0 1 0']);
    assert.equal(await page.locator('.card.lit').count(), 1);
    assert.match(await page.locator('.card.lit').textContent(), /1: nim@3/);
    await page.locator('.move', { hasText: '3: take 4' }).hover();
    assert.match(await page.locator('.card.lit').textContent(), /3: nim@5/);
    assert.equal(await page.locator('.card.lit .token.going').count(), 4);
  },
);

scene(
  'a partizan sum shows values and temperatures, and who starts can be chosen',
  '#position?q=domineering@2x3%2Bdomineering@2x2',
  {},
  async page => {
    await shows(page.locator('#verdict'), 'Left moves and wins');
    await page.locator('[data-fold=why]').click();
    const rows = await page.locator('.addition tbody tr').evaluateAll(all =>
      all.map(row =>
        [...row.cells]
          .slice(1)
          .map(cell => cell.textContent)
          .join(' '),
      ),
    );
    assert.deepEqual(rows, ['{2|-1/2} 3/4 5/4 hottest', '{1|-1} 0 1']);
    await page.locator('select[name=first]').selectOption('right');
    await page.locator('main form button').click();
    await shows(page.locator('#verdict'), 'Right moves and loses');
    assert.match(page.url(), /first=right/);
  },
);

scene(
  'misère play and another rule are asked by the link and by the form',
  '#position?q=nim@1,1,1&play=misere',
  {},
  async page => {
    await shows(page.locator('#verdict'), 'Lost for the player to move');
    await page.locator('select[name=play]').selectOption('normal');
    await page.locator('select[name=rule]').selectOption('selective');
    await page.locator('main form button').click();
    await shows(page.locator('#verdict'), 'Won for the player to move');
    assert.match(page.url(), /rule=selective/);
    await shows(page.locator('.move'), '1: take 1, 2: take 1, 3: take 1');
  },
);

scene('boards, heaps and graphs are pictures, lit where a move changes them', '#position?q=clobber@xo/ox', {}, async page => {
  const lit = async (move, what) => {
    await page.locator('.move', { hasText: move }).first().hover();
    return page.locator(what).count();
  };
  await page.locator('.board .square').nth(3).waitFor();
  assert.equal(await page.locator('.board .part').count(), 4);
  assert.equal(await lit('1.1-1.2', '.board .piece.going, .board .piece.ghost'), 3, 'who goes, who is taken, and where');
  await open(page, '#position?q=hackenbush@LRE');
  await page.locator('.network').waitFor();
  assert.equal(await page.locator('.network .edge').count(), 3);
  assert.ok((await lit('1', '.network .edge.going')) >= 1);
  await open(page, '#position?q=snort@...L..');
  await page.locator('.board .part').nth(5).waitFor();
  assert.equal(await lit('colour 6', '.board .piece.ghost'), 1);
  await open(page, '#position?q=knights@3.4');
  await page.locator('.board .part').nth(63).waitFor();
  await open(page, '#position?q=digraph:./round.txt@a');
  await shows(page.locator('#verdict'), 'A draw');
  await page.locator('.network .vertex.token').waitFor();
});

scene(
  'a menu opens where several moves meet, and what a single move touches is played',
  '#position?q=domineering@3x3',
  {},
  async page => {
    await page.locator('.board .square').nth(8).waitFor();
    await page.locator('.board [data-part="4"]').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['1.2-2.2', '2.2-3.2']);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('menuitem').count(), 0);
    await page.locator('.board [data-part="0"]').click();
    await shows(page.locator('.history li'), '1.1');
  },
);

scene(
  'a sequence shows preperiod and periods first, its numbers, and each point on demand',
  '#sequence?q=kayles&to=10000',
  {},
  async page => {
    await shows(page.locator('#period'), 'period 12 from n = 71 on (proved by Guy-Smith)');
    const canvas = page.locator('canvas.points');
    await page.waitForFunction(() => document.querySelector('canvas.points')?.dataset.shown === '0-131');
    await page.getByRole('button', { name: 'All' }).click();
    await page.waitForFunction(() => document.querySelector('canvas.points').dataset.shown === '0-10001');
    await canvas.focus();
    for (let n = 0; n < 12; n += 1) await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('#reading').textContent(), 'n = 11: 6');
    assert.match(await page.locator('.numbers').textContent(), /^0 1 2 3 1 4 3 2 1 4 2 6 4/);
    await page.keyboard.press('Enter');
    await shows(page.locator('#verdict'), 'Won for the player to move');
    assert.equal(await page.locator('main input[name=q]').inputValue(), 'kayles@11');
  },
);

scene('a plot is dragged, zoomed by the wheel, and pinched by two fingers', '#sequence?q=nim&to=1000', {}, async page => {
  const canvas = page.locator('canvas.points');
  const shown = () => canvas.evaluate(it => it.dataset.shown.split('-').map(Number));
  const settled = async () =>
    page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(
    () =>
      document.querySelector('canvas.points')?.dataset.shown === '0-1001' ||
      document.querySelector('canvas.points')?.dataset.shown,
  );
  await page.getByRole('button', { name: 'All' }).click();
  await settled();
  const box = await canvas.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -300);
  await settled();
  const [from, to] = await shown();
  assert.ok(from > 0 && to < 1001, `the wheel zooms: ${from}-${to}`);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  await settled();
  const [dragged, end] = await shown();
  assert.ok(dragged < from && Math.abs(end - dragged - (to - from)) <= 1, `a drag moves: ${dragged}-${end}`);
  await canvas.evaluate(it => {
    const finger = (type, pointerId, clientX) =>
      it.dispatchEvent(
        new PointerEvent(type, { pointerId, clientX, clientY: it.getBoundingClientRect().y + 50, bubbles: true }),
      );
    it.setPointerCapture = () => {};
    const left = it.getBoundingClientRect().x;
    finger('pointerdown', 11, left + 400);
    finger('pointerdown', 12, left + 500);
    finger('pointermove', 11, left + 300);
    finger('pointermove', 12, left + 600);
    finger('pointerup', 11, left + 300);
    finger('pointerup', 12, left + 600);
  });
  await settled();
  const [pinched, last] = await shown();
  const part = (last - pinched) / (end - dragged);
  assert.ok(part > 0.25 && part < 0.45, `two fingers at three times the distance show a third: ${pinched}-${last}`);
});

scene(
  'rows of every kind are shown: outcomes, several rows, values, boards',
  '#sequence?q=kayles&to=100&play=misere',
  {},
  async page => {
    await shows(page.locator('.numbers'), 'PNPNNPNNNNPNNPNNNNNNNPNN'.slice(1, 4));
    await go(page, '#sequence?q=asymmetric:1,3/2&to=12');
    await shows(page.locator('.numbers'), 'PLNLLLLLLLLLL');
    await go(page, '#sequence?q=stones:1-3&to=12');
    await shows(page.locator('.numbers'), 'PNNNNPNNPNNNN');
    await page.locator('select[name=row]').selectOption('1');
    await shows(page.locator('.numbers'), 'NPNNPNNNNPNNP');
    await go(page, '#sequence?q=asymmetric:1,3/2&to=12&rows=values');
    await page.locator('.values li').nth(12).waitFor();
    assert.equal(await page.locator('.values li').first().textContent(), '0');
    await go(page, '#sequence?q=knights:8');
    await page.locator('canvas.heat').waitFor();
  },
);

scene(
  'classes of rows have a colour, a number and a law in words, and their order is saved as a picture',
  '#sequence?q=asymmetric:1,3/2&to=12&rows=values',
  {},
  async page => {
    await shows(page.locator('#period'), '2 classes of rows have a law each, proved by order look-back');
    const laws = await page.locator('table.classes tbody tr').allTextContents();
    assert.equal(laws.length, 2);
    assert.match(laws[0], /^0rises by a game.*row n\+2 is row n plus \^\*, from n = 8 on$/);
    assert.match(laws[1], /^1known options.*row n is \{row 1 \| row n-2\}, from n = 9 on$/);
    // the law of each class begins at a different row
    const marks = await page.locator('.values li').evaluateAll(all => all.map(row => row.querySelector('.class')?.textContent));
    assert.deepEqual(marks.slice(7), [undefined, '0', '1', '0', '1', '0']);
    const colours = await page
      .locator('table.classes .class')
      .evaluateAll(all => all.map(mark => getComputedStyle(mark).backgroundColor));
    assert.notEqual(colours[0], colours[1]);
    const picture = await download(page, () => page.getByRole('button', { name: 'Picture (SVG)' }).click());
    assert.match(readFileSync(picture.path, 'utf8'), /order of rows/);
    // classes for which only the order is known, in all rows
    await go(page, '#sequence?q=asymmetric:3,5/2,3,5,6&to=12&rows=values');
    await shows(page.locator('#period'), 'of all 8 classes of rows, only the order is known, proved by order look-back');
    await shows(page.locator('table.classes tbody tr').first(), 'its comparisons with all rows are known');
    assert.equal(await page.locator('.values li .class').count(), 13);
    // a single class, and rows whose period is proved
    await go(page, '#sequence?q=asymmetric:1,4,5/1&to=12&rows=values');
    await shows(page.locator('#period'), 'period 1 from n = 3 on');
    assert.equal(await page.locator('table.classes tbody tr').count(), 1);
    await go(page, '#sequence?q=asymmetric:1/2&to=13&rows=values');
    await page.locator('.values li').nth(13).waitFor();
    assert.equal(await page.locator('.class').count(), 0);
  },
);

scene(
  'a row is saved as CSV and copied as code, a position’s strategy as JSON, and what is seen as SVG',
  '#sequence?q=kayles&to=20',
  {},
  async page => {
    await page.locator('#period').waitFor();
    const table = await download(page, () => page.getByRole('button', { name: 'CSV' }).click());
    assert.match(readFileSync(table.path, 'utf8'), /^n,nimbers,outcomes\n0,0,P\n1,1,N\n2,2,N\n/);
    await page.getByRole('button', { name: 'Copy as C++' }).click();
    await page.waitForFunction(() => document.querySelector('.share textarea').value.includes('ll grundy(ll n)'));
    const picture = await download(page, () => page.getByRole('button', { name: 'Picture (SVG)' }).click());
    assert.equal(picture.name, 'kayles.svg');
    assert.match(readFileSync(picture.path, 'utf8'), /<svg [^]*period 12[^]*<\/svg>/);
    await go(page, '#position?q=nim@3,4,5');
    await page.locator('#verdict').waitFor();
    await page.locator('.further summary').click();
    const strategy = await download(page, () => page.getByRole('button', { name: /^Strategy/ }).click());
    assert.equal(JSON.parse(readFileSync(strategy.path, 'utf8')).winner, 'mover');
  },
);

scene('a table marks lost cells, lists them, and opens a cell', '#table?q=wythoff@{x}.{y}&x=0-20&y=0-20', {}, async page => {
  await shows(page.locator('.pairs'), '(0, 0) (1, 2) (3, 5) (4, 7) (6, 10) (8, 13) (9, 15) (11, 18) (12, 20)');
  await page.locator('canvas.heat').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await shows(page.locator('.reading'), 'wythoff@1.3: nimber 4, won');
  const { path } = await download(page, () => page.getByRole('button', { name: 'CSV' }).click());
  assert.match(readFileSync(path, 'utf8'), /^y\\x,0,1,2,3.*\n0,0,1,2,3.*\n1,1,2,0,4/);
  await page.locator('canvas.heat').focus();
  await page.keyboard.press('Enter');
  await shows(page.locator('#verdict'), 'Won');
  assert.equal(await page.locator('main input[name=q]').inputValue(), 'wythoff@1.3');
  await go(page, '#table?q=domineering@{x}x{y}&x=1-3&y=1-3&rows=values');
  await shows(page.locator('.legend'), 'numbers above 0');
  await go(page, '#table?q=kayles@{x}%2Bnim@{y}&x=0-9&y=0-9');
  await shows(page.locator('.pairs'), '(0, 0)');
});

scene('a sum under misère play shows its form, genus and kind', '#value?q=kayles@5%2Bnim@2&play=misere', {}, async page => {
  await shows(page.locator('#value strong'), 'wild, genus 6^{46}');
  const known = page.locator('.known');
  for (const says of ['won for the player to move', 'a Nim heap of 4', '6^46', 'wild: sums are known by their forms alone'])
    await shows(known, says);
  await shows(page.locator('.addition'), '*[(32)321]');
  assert.equal(await page.locator('.addition th', { hasText: 'temperature' }).count(), 0);
  await go(page, '#value?q=nim@2,2&with=kayles@4&play=misere&facts=true&parts=true');
  await shows(page.locator('#comparison'), 'is linked with');
  await shows(page.locator('#comparison'), 'Beside *[0] both are lost. Beside *[32] one is lost and the other is won.');
  await shows(page.locator('.known'), 'even, extraverted');
  await shows(page.locator('main'), '*[2] + *[2]');
});

scene('a loopy value shows what was asked for besides, and a hot one its scaffolds', '#value?q=game@over&facts=true', {}, async page => {
  await shows(page.locator('.known'), 'infinitesimal, all-small, pseudonumber, plumtree, idempotent');
  await go(page, '#value?q=game@tis&change=then&t=Onside');
  await shows(page.locator('#value strong'), '1');
  await go(page, '#value?q=game@{4||1|-3}');
  await page.getByRole('button', { name: 'Show the scaffolds' }).click();
  await page.locator('.thermograph .scaffold.right').waitFor();
  assert.equal(await page.locator('.thermograph .scaffold').count(), 2);
});

scene('a graph shows layers, letters and shapes; a loopy one its Smith values', '#graph?q=nim@2,3', {}, async page => {
  await page.locator('svg.graph .node').nth(8).waitFor();
  assert.equal(await page.locator('svg.graph .node').count(), 9);
  assert.equal(await page.locator('svg.graph .node.loss rect').count(), 3, 'lost ones are squares');
  assert.equal(await page.locator('svg.graph .node.win circle').count(), 6, 'won ones are discs');
  await page.locator('svg.graph [data-label="2 + 2"]').hover();
  await shows(page.locator('.reading'), '2 + 2: lost for the player to move, nimber 0: leads to');
  await go(page, '#graph?q=digraph:./round.txt@a');
  await shows(page.locator('svg.graph'), '∞{');
  assert.equal(await page.locator('svg.graph .node').count(), 5);
  await go(page, '#graph?q=nim@9,9,9');
  await shows(page.locator('.period'), 'there are more behind');
  assert.ok((await page.locator('svg.graph .shape.cut').count()) > 0);
});

scene(
  'a value shows its form, thermograph, options as a tree, and its components',
  '#value?q=game@{5|{1|-3}}',
  {},
  async page => {
    await shows(page.locator('#value'), '{5|{1|-3}}');
    await shows(page.locator('.known'), '2 ± 3');
    const walls = await page
      .locator('.thermograph .wall')
      .evaluateAll(all => all.map(wall => wall.getBoundingClientRect().left));
    assert.ok(walls[0] < walls[1], 'numbers fall to the right: Left’s wall stands left');
    await page.locator('.tree summary', { hasText: '{1|-3}' }).click();
    await page.locator('.tree .tree summary', { hasText: '-3' }).waitFor();
    await go(page, '#value?q=domineering@2x2%2Bdomineering@2x3');
    await shows(page.locator('.addition'), 'hottest');
    await go(page, '#value?q=domineering@2x3&change=cool&t=1');
    await shows(page.locator('#value'), 'transformed');
    await go(page, '#value?q=clobber@xxo&with=game@*');
    await shows(page.locator('#comparison'), 'is');
  },
);

scene('a quotient shows elements, lost ones, products and heaps', '#quotient?q=octal:0.123', {}, async page => {
  await shows(page.locator('#quotient'), '20 elements');
  assert.equal(await page.locator('.elements li').count(), 20);
  assert.ok((await page.locator('.elements .badge.loss').count()) > 0);
  const square = await page
    .locator('table.products tbody')
    .evaluate(body => [...body.rows].map(row => [...row.cells].map(cell => cell.textContent)));
  const names = square.map(([name]) => name);
  assert.deepEqual(square[0].slice(1), names, 'the empty sum changes nothing');
  for (let i = 0; i < names.length; i += 1) for (let j = 0; j < i; j += 1) assert.equal(square[i][j + 1], square[j][i + 1]);
  await shows(page.locator('.answer'), 'the row repeats every 5');
});

scene(
  'rulesets are listed with an example of each that can be opened, and the files of this run',
  '#rulesets',
  {},
  async page => {
    await shows(page.locator('.files'), './queen.rhai');
    const examples = await page
      .locator('.rulesets td a[href^="#position"]')
      .evaluateAll(all => all.map(link => link.getAttribute('href')));
    assert.ok(examples.length >= 26, `${examples.length} examples`);
    await page.locator('.rulesets a', { hasText: 'nim@3,4,5' }).click();
    await shows(page.locator('#verdict'), 'Won');
  },
);

for (const width of [360, 390, 768, 800, 1280, 1400]) {
  scene(`no view is wider than a window of ${width} px`, '', { width }, async page => {
    const links = [
      '#position?q=nim@3,4,5%2Bkayles@15%2Bknights@3.4%2Bnim@1000000007',
      '#position?q=domineering@4x4',
      '#sequence?q=kayles&to=1000',
      '#table?q=wythoff@{x}.{y}&x=0-30&y=0-30',
      '#graph?q=nim@3,4',
      '#value?q=toads-frogs@TTT..FF',
      '#quotient?q=octal:0.123',
      '#find',
      '#rulesets',
    ];
    for (const link of links) {
      await go(page, link);
      await page.locator('#verdict, #period, canvas.heat, svg.graph, #value, #quotient, #found, .rulesets').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
      await fits(page);
    }
  });
}

scene(
  'options of the program are controls behind “More options”, and stand in the link',
  '#position?q=nim@3,4',
  {},
  async page => {
    await page.locator('.more summary').click();
    await page.locator('#position-line').check();
    await page.locator('#position-best').selectOption('fastest');
    await page.locator('main form button').click();
    await shows(page.locator('h2'), 'Best play to the end');
    assert.equal(await page.locator('ol.line li').count(), 7);
    assert.match(page.url(), /best=fastest/);
    assert.match(page.url(), /line=true/);
    // making a move keeps the options, and loading the link again does, too
    await page.locator('.move[data-result=win]').first().click();
    await shows(page.locator('#verdict'), 'Lost for the player to move');
    assert.equal(await page.locator('ol.line li').count(), 6);
    await page.reload();
    assert.equal(await page.locator('#position-line').isChecked(), true);
    assert.equal(await page.locator('.more').getAttribute('open'), '');
  },
);

ofServer('an option that the program has and the page has never heard of is a control, too', async () => {
  const page = await visit();
  await page.route('**/api/schema', async route => {
    const json = await fetched(route);
    json.view.properties.novel = { type: ['integer', 'null'], minimum: 1, description: 'Something new' };
    await route.fulfill({ json });
  });
  let asked = null;
  await page.route('**/api/view', async route => {
    const { novel, ...known } = route.request().postDataJSON();
    asked = novel;
    await route.continue({ postData: JSON.stringify(known) });
  });
  await page.reload();
  await page.locator('.more summary').click();
  await shows(page.locator('.more small'), 'Something new');
  await page.locator('#position-novel').fill('7');
  await page.locator('main form button').click();
  await page.waitForURL(/novel=7/);
  await shows(page.locator('#verdict'), 'Won for the player to move');
  await page.waitForFunction(() => document.querySelector('.answer').getAttribute('aria-busy') == null);
  assert.equal(asked, 7);
  await leave(page);
});
