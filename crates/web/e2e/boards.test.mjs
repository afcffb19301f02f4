// Checks that the board is large, has the coordinates that moves use, and is played by touching it.

import assert from 'node:assert/strict';
import { fits, go, open, scene, shows } from './stage.mjs';

const games = {
  nim: 'nim@3,4,5',
  domineering: 'domineering@4x4',
  clobber: 'clobber@xoxox/oxoxo',
  knights: 'knights@3.4,5.5%2Bnim@9',
  kayles: 'kayles@12',
  toads: 'toads-frogs@TT..FF',
  fox: 'fox-and-geese@6x6',
  hare: 'hare-and-hounds@3x5',
  wythoff: 'wythoff@4.6&play=misere',
  chomp: 'chomp@3x4',
};
const drawn = '.stage .square, .stage .chip, .stage .edge .line';

/** Returns the box of squares, tokens, pins and edges, without coordinates. */
const box = page =>
  page.locator(drawn).evaluateAll(all => {
    const boxes = all.map(node => node.getBoundingClientRect());
    const [left, right] = [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))];
    const [top, bottom] = [Math.min(...boxes.map(({ top }) => top)), Math.max(...boxes.map(({ bottom }) => bottom))];
    return { left, top, bottom, width: (right - left) / innerWidth, height: (bottom - top) / innerHeight };
  });

const ask = async (page, q) => {
  await open(page, `#position?q=${q}`);
  await page.locator(drawn).first().waitFor();
};

scene(
  'the board is most of the first screen, and verdict and moves stand beside it',
  '',
  { width: 1280, height: 900 },
  async page => {
    for (const [name, q] of Object.entries(games)) {
      await ask(page, q);
      const { width, height, top, bottom } = await box(page);
      // a strip cannot be high, so it must be wide
      if (name === 'toads') assert.ok(width >= 0.6, `${name}: ${width} of the width`);
      else assert.ok(height >= 0.35, `${name}: ${height} of the height`);
      assert.ok(top > 0 && bottom < 900, `${name}: on the first screen`);
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.ok(scrolls <= 0, `${name}: the page scrolls by ${scrolls} px`);
      for (const seen of ['#verdict', '.move', '#undo']) {
        const at = await page.locator(seen).first().boundingBox();
        assert.ok(at.y >= 0 && at.y + at.height <= 900, `${name}: ${seen} is seen without scrolling`);
      }
    }
  },
);

for (const width of [390, 360]) {
  scene(`every target is large enough for a finger at ${width} px`, '', { width, height: 844, hasTouch: true }, async page => {
    for (const [name, q] of Object.entries(games)) {
      await ask(page, q);
      await fits(page);
      const { top, bottom } = await box(page);
      assert.ok(top < 400 && bottom < 844 * 1.02, `${name}: the board is on the first screen, ${top}-${bottom}`);
      const small = await page
        .locator('.stage .touched, .move, main button, main input[name=q], main select, nav a')
        .evaluateAll(all =>
          all
            .filter(node => node.checkVisibility() && !node.closest('.network'))
            .map(node => [node.textContent.slice(0, 20), node.getBoundingClientRect()])
            .filter(([, { width, height }]) => Math.min(width, height) < 43.9)
            .map(([words, { width, height }]) => `${words} ${width.toFixed(0)}x${height.toFixed(0)}`),
        );
      assert.deepEqual(small, [], name);
    }
  });
}

scene('coordinates are those that moves are named by', '', {}, async page => {
  const named = async (columns, rows) => {
    assert.deepEqual(await page.locator('.board .column').allTextContents(), columns);
    assert.deepEqual(await page.locator('.board .row').allTextContents(), rows);
  };
  await ask(page, 'domineering@2x3');
  await named(['1', '2', '3'], ['1', '2']);
  assert.equal(await page.locator('.board [data-part="3"]').getAttribute('aria-label'), '2.1: free, 1.1-2.1');
  await ask(page, 'knights:4@2.3');
  await named(['0', '1', '2', '3'], ['0', '1', '2', '3']);
  await page.locator('.move', { hasText: 'to 1.1' }).hover();
  const [from, to] = await page.evaluate(() => [
    document.querySelector('.piece.ghost').getBoundingClientRect().x,
    document.querySelectorAll('.board .square')[5].getBoundingClientRect().x,
  ]);
  assert.ok(from > to && from < to + 200, 'column 1, row 1, from 0');
  await ask(page, 'toads-frogs@T.F');
  await named(['1', '2', '3'], []);
});

scene('a token takes those above it; two moves of one size ask', '#position?q=wythoff@4.6', {}, async page => {
  const token = (heap, nth) => page.locator('.token').nth(heap === 0 ? nth : 4 + nth);
  await token(0, 1).waitFor();
  await token(0, 1).focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['take 3 from 1st', 'take 3 from both']);
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('.token.going').count(), 6, 'both are shown');
  await page.keyboard.press('Enter');
  await shows(page.locator('.history li'), 'take 3 from both');
  assert.equal(await page.locator('main input[name=q]').inputValue(), 'wythoff@1.3');
  await open(page, '#position?q=nim@5,3');
  await page.locator('.token').nth(7).waitFor();
  await page.locator('.token').nth(2).click();
  await shows(page.locator('.history li'), '1: take 3');
});

scene('equal heaps of one component can be touched alike', '#position?q=kayles@2.2', {}, async page => {
  await page.locator('.pin').nth(3).waitFor();
  const says = await page.locator('.pin').evaluateAll(all => all.map(pin => pin.getAttribute('aria-label')));
  assert.equal(says.filter(Boolean).length, 4, 'every pin');
});

scene('pins are taken where the mouse is, and a finger is asked', '#position?q=kayles@5', {}, async page => {
  const pin = page.locator('.pin').nth(2);
  await pin.waitFor();
  const { x, y, width, height } = await pin.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  assert.equal(await page.locator('.pin.going').count(), 1);
  await page.mouse.move(x + 2, y + height / 2);
  assert.equal(await page.locator('.pin.going').count(), 2, 'at the edge it and its neighbour');
  await page.mouse.click(x + 2, y + height / 2);
  await shows(page.locator('.history li'), 'take 2, leave 1.2');
});

scene('a piece is touched, then its target; or dragged there', '#position?q=clobber@xo./.x.', {}, async page => {
  const square = nth => page.locator(`.board [data-part="${nth}"]`);
  await ask(page, 'knights@4.4');
  await square(36).click();
  assert.ok((await page.locator('.part.waits').count()) >= 2, 'targets wait');
  await page.keyboard.press('Escape');
  await square(36).click();
  const targets = await page.locator('.part.waits').evaluateAll(all => all.map(node => Number(node.dataset.part)));
  await square(targets[0]).click();
  await page.waitForFunction(() => document.querySelectorAll('.history li').length === 2);
  await ask(page, 'knights@5.5');
  const [from, to] = [await square(45).boundingBox(), await square(28).boundingBox()];
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await shows(page.locator('.history li'), 'to 4.3');
});

scene('an amazon goes, and then shoots', '#position?q=amazons@x../...', {}, async page => {
  const square = nth => page.locator(`.board [data-part="${nth}"]`);
  await square(0).waitFor();
  await square(0).click();
  await square(1).click();
  assert.ok((await page.locator('.part.waits').count()) >= 3, 'where the arrow may hit');
  await square(5).click();
  await shows(page.locator('.history li'), '1.1-1.2/2.3');
});

scene(
  'a domino lies where the mouse is, stays as it was laid, and the last move is marked',
  '#position?q=domineering@4x4',
  {},
  async page => {
    const square = page.locator('.board [data-part="5"]');
    await square.waitFor();
    const { x, y, width, height } = await square.boundingBox();
    await page.mouse.move(x + width / 2, y + 4);
    assert.equal(await page.locator('.ghosts .domino').count(), 1);
    await shows(page.locator('.reading'), '1.2-2.2 · loses · leaves');
    await page.mouse.click(x + width / 2, y + height - 4);
    await shows(page.locator('.history li'), '2.2-3.2');
    await page.locator('.domino.placed.left').waitFor();
    assert.equal(await page.locator('.part.last').count(), 2);
  },
);

scene('a graph is cut where it is touched, and vertices are coloured', '#position?q=hackenbush@LRL', {}, async page => {
  await page.locator('.edge.left').first().waitFor();
  assert.equal(await page.locator('.edge.touched').count(), 2, 'Left’s edges only');
  await page.locator('.edge.left').nth(1).focus();
  await page.keyboard.press('Enter');
  await shows(page.locator('.history li'), 'cut 3');
  await open(page, '#position?q=digraph:./round.txt@a');
  await page.locator('.vertex.token').waitFor();
  await page.locator('.dot.origin').click();
  await page.locator('.history li').nth(1).or(page.locator('.part.waits').first()).waitFor();
});

scene('a pile that is too high to touch has a field for the number', '#position?q=nim@100', {}, async page => {
  await page.getByLabel('How many to take of 100').fill('37');
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await shows(page.locator('.history li'), 'take 37');
});

scene('sums under other rules are played on the board, too', '#position?q=nim@2,2&rule=selective', {}, async page => {
  await page.locator('.token').nth(3).waitFor();
  await page.locator('.token').nth(1).focus();
  await page.keyboard.press('Enter');
  const offered = await page.getByRole('menuitem').allTextContents();
  assert.ok(offered.includes('1: take 1') && offered.includes('1: take 1, 2: take 1'), offered.join('; '));
});

scene('every ruleset of the list has a board that can be touched, or its text', '#rulesets', {}, async page => {
  await page.locator('.rulesets td a').first().waitFor();
  const links = await page
    .locator('.rulesets td a[href^="#position"]')
    .evaluateAll(all => all.map(link => link.getAttribute('href')));
  for (const link of links) {
    await open(page, link);
    await page.locator('.stage .card').first().waitFor();
    const touched = await page.locator('.stage .touched, .stage .take').count();
    const moves = await page.locator('.move').count();
    assert.ok(touched > 0 || moves === 0, `${link}: ${moves} moves and nothing to touch`);
    await fits(page);
  }
});

for (const hands of ['touch', 'keys']) {
  scene(
    `domineering@4x4 is won and lost by ${hands} alone`,
    '#position?q=domineering@4x4',
    { hasTouch: hands === 'touch', width: 390, height: 844 },
    async page => {
      const press = async node => {
        if (hands === 'touch') return node.tap();
        await node.focus();
        await page.keyboard.press('Enter');
      };
      const ended = () => page.locator('.ending').count();
      /** Plays a game against sprague with a winning move each time, or with a losing one. */
      const game = async wanted => {
        for (let turn = 0; turn < 9 && (await ended()) === 0; turn += 1) {
          const before = await page.locator('.history li').count();
          const move = page.locator(`.move[data-result=${wanted}]`).first();
          const name = await ((await move.count()) > 0 ? move : page.locator('.move').first()).locator('.name').textContent();
          const [row, column] = name.split('-')[0].split('.').map(Number);
          await press(page.locator(`.board [data-part="${(row - 1) * 4 + column - 1}"]`));
          const menu = page.getByRole('menuitem', { name });
          if ((await menu.count()) > 0) await press(menu);
          await page.waitForFunction(
            count => document.querySelectorAll('.history li').length >= count + 2 || document.querySelector('.ending'),
            before,
          );
        }
        return page.locator('.ending').textContent();
      };
      await page.locator('.board .square').first().waitFor();
      await press(page.getByLabel('Play against sprague'));
      if (hands === 'keys') await page.keyboard.press('Space');
      assert.ok(await page.getByLabel('Play against sprague').isChecked());
      assert.match(await game('win'), /You made the last move and win/);
      await press(page.locator('#anew'));
      await page.waitForFunction(
        () => document.querySelectorAll('.history li').length === 1 && !document.querySelector('.ending'),
      );
      assert.match(await game('loss'), /sprague made the last move and wins/);
    },
  );
}

scene('animals are figures, and points are joined by lines', '#position?q=hare-and-hounds@3x5', {}, async page => {
  await page.locator('.stage .animal').first().waitFor();
  assert.equal(await page.locator('.stage .animal.left').count(), 3);
  assert.equal(await page.locator('.stage .animal.right path').count(), 1);
  assert.equal(await page.locator('.stage .wires line').count(), 22);
  assert.equal(await page.locator('.stage .point').count(), 11);
  assert.equal(await page.locator('.stage [aria-label*="s hound"]').count(), 3);
  await go(page, '#position?q=fox-and-geese@6x6');
  await page.locator('.stage [aria-label*="goose"]').first().waitFor();
  assert.equal(await page.locator('.stage .wires').count(), 0);
});
