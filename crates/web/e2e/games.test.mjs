// Checks the home and games on their boards: no notation is needed, and nothing is said that is not known.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fits, go, leave, ofServer, scene, sceneOfServer, shows, told, visit } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const twelve = {
  nim: 'nim@1,2,3',
  kayles: 'kayles@5',
  chomp: 'chomp@2x3',
  wythoff: 'wythoff@2.3',
  domineering: 'domineering@4x4',
  clobber: 'clobber@2x3',
  'toads-frogs': 'toads-frogs@TT.FF',
  konane: 'konane@xo.x/oxo.',
  amazons: 'amazons@x../.../..o',
  hackenbush: 'hackenbush@LR,RL',
  'dots-and-boxes': 'dots-and-boxes@1x2',
  'node-kayles': 'node-kayles@petersen',
};
const board = q => `#board?q=${encodeURIComponent(q)}`;
const parts = page => page.locator('.at-play [role=button]');
const rival = (page, level) =>
  page.getByRole('group', { name: 'Against' }).getByRole('button', { name: level, exact: true }).click();
const isOver = page => page.locator('.beside .ending').count();

/** Returns what a key may change, the move, the squares to go on to and the menu; or whether it differs from `before`. */
const state = before => {
  const count = found => document.querySelectorAll(`.at-play ${found}`).length;
  const now = [location.href, count('.waits'), count('.picked'), document.querySelector('.menu').hidden].join();
  return before == null ? now : now !== before;
};
const changed = (page, before) => page.waitForFunction(state, before, { timeout: 600 }).catch(() => {});

async function settled(page) {
  await page.locator('.at-play .reading').filter({ hasNotText: 'sprague moves' }).filter({ hasText: /\S/ }).waitFor();
}

scene('the home has twelve games as pictures, and finds games and kindly written positions', '#games', {}, async page => {
  await page.locator('.games .tile').nth(11).waitFor();
  assert.equal(await page.locator('.games .tile').count(), 12);
  assert.equal(await page.locator('.games .plate:has(svg)').count(), 12);
  const field = page.locator('#search');
  await field.fill('jump');
  await shows(page.locator('.games .tile'), 'Konane');
  for (const [typed, title, q] of [
    ['Nim 3 4 5', 'Nim: 3,4,5', 'nim@3,4,5'],
    ['2,6', 'Nim: 2,6', 'nim@2,6'],
    ['domineering 4 x 4', 'Domineering: 4x4', 'domineering@4x4'],
    ['toads and frogs T.F', 'Toads and Frogs: T.F', 'toads-frogs@T.F'],
  ]) {
    await field.fill(typed);
    await shows(page.locator('.found a'), `Open ${title}`);
    await field.press('Enter');
    await page.locator('.at-play .stage').waitFor();
    assert.equal(await page.locator('.play-head input[name=q]').inputValue(), q);
    await page.goBack();
    await page.locator('.games .tile').first().waitFor();
  }
  await field.fill('');
  await page.locator('details.all summary').click();
  await page.locator('details.all .tile').nth(60).waitFor();
  for (const tile of await page.locator('details.all .tile').allTextContents()) assert.ok(!/[@`]/.test(tile), tile);
});

scene('a game of Clobber is won against middle without notation', board('clobber@3x4'), {}, async page => {
  await settled(page);
  // with Left to start it is lost, and so the visitor answers
  await page.getByRole('button', { name: 'You are Right' }).click();
  await page.locator('.played li button').waitFor();
  await settled(page);
  let promised = null;
  for (let moves = 0; moves < 20 && !(await isOver(page)); moves += 1) {
    await page.locator('#hint').click();
    await page.locator('.three li').filter({ hasNotText: 'thinking' }).waitFor();
    promised ??= await page.locator('.three li').first().textContent();
    await page.locator('#hint').click();
    await page.locator('#hint').click();
    const hint = /Play (.*)\./.exec(await page.locator('.three li').last().textContent())?.[1];
    if (!(await page.locator('.beside details .meet').count())) await page.locator('[data-keep=every]').click();
    const all = page.locator('.beside details .meet button');
    const before = await page.locator('.played li button').count();
    await (hint ? all.getByText(hint, { exact: true }) : all.first()).click();
    await page.waitForFunction(
      count => document.querySelectorAll('.played li button').length >= count + 2 || document.querySelector('.beside .ending'),
      before,
    );
  }
  assert.equal(promised, 'There is a winning move.');
  await shows(page.locator('.beside .ending'), 'sprague cannot move and loses. You win.');
});

for (const [name, q] of Object.entries(twelve)) {
  scene(`a whole game of ${name} is played by keys alone`, board(q), {}, async page => {
    await settled(page);
    await rival(page, 'A friend');
    await parts(page).first().focus();
    for (let presses = 0; presses < 120 && !(await isOver(page)); presses += 1) {
      const inMenu = await page.locator('.menu:not([hidden])').count();
      const waits = page.locator('.at-play .waits[role=button]');
      if (!inMenu && (await waits.count()) > 0) await waits.first().focus();
      else if (
        !inMenu &&
        !(await page.evaluate(() => document.activeElement.closest('.at-play') && document.activeElement.role === 'button'))
      )
        await parts(page).first().focus();
      const before = await page.evaluate(state);
      await page.keyboard.press('Enter');
      await changed(page, before);
      if (before === (await page.evaluate(state))) await page.keyboard.press('ArrowRight');
    }
    await shows(page.locator('.beside .ending'), /cannot move|Play is over/);
    for (const label of await page
      .locator('.at-play [role=group]')
      .evaluateAll(all => all.map(node => node.getAttribute('aria-label'))))
      assert.match(label, /^Picture of/);
  });

  scene(
    `a whole game of ${name} is played by touch`,
    board(q),
    { width: 390, height: 844, hasTouch: true, isMobile: true },
    async page => {
      await settled(page);
      await rival(page, 'A friend');
      for (let touches = 0; touches < 90 && !(await isOver(page)); touches += 1) {
        const menu = page.locator('.menu:not([hidden]) button');
        const waits = page.locator('.at-play .waits[role=button]');
        const target =
          (await menu.count()) > 0
            ? menu.first()
            : (await waits.count()) > 0
              ? waits.first()
              : parts(page).nth(touches % 2 ? -1 : 0);
        const reach = target.locator('.reach');
        // what was there may have been taken in the meantime
        await ((await reach.count()) > 0 ? reach.first() : target).tap({ force: true, timeout: 1000 }).catch(() => {});
        await page.waitForTimeout(120);
      }
      await shows(page.locator('.beside .ending'), /cannot move|Play is over/);
      await fits(page);
    },
  );
}

for (const scheme of ['light', 'dark'])
  for (const width of [360, 390, 768, 1280])
    scene(
      `home and games fit ${width} px and are accessible in the ${scheme} theme`,
      '#games',
      { width, scheme, bypassCSP: true },
      async page => {
        for (const link of [
          '#games',
          ...Object.values(twelve).slice(4, 7).map(board),
          board('nim@3,4,5'),
          board('dots-and-boxes@2x2'),
          board('node-kayles@petersen'),
        ]) {
          await go(page, link);
          await page
            .locator(link === '#games' ? '.games .tile >> nth=11' : '.at-play .stage svg')
            .first()
            .waitFor();
          if (link !== '#games') await page.locator('[data-keep=fold]').waitFor();
          await fits(page);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => globalThis.axe.run());
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${link} ${id}: ${nodes.map(node => node.html).join('; ')}`),
            [],
          );
        }
      },
    );

/** Returns the least time in ms, of five, from what `act` does until `there` is true. Both run in the page. */
async function least(page, act, there, back) {
  let least = Infinity;
  for (let nth = 0; nth < 5; nth += 1) {
    const time = await page.evaluate(
      async ([act, there]) => {
        const [run, holds] = [act, there].map(text => new Function(`return (${text})()`));
        const start = performance.now();
        run();
        while (!holds()) await new Promise(done => setTimeout(done, 1));
        return performance.now() - start;
      },
      [String(act), String(there)],
    );
    least = Math.min(least, time);
    await back();
  }
  return least;
}

sceneOfServer('nobody waits for a board, a step, another view or Stop', '#games', {}, async page => {
  await page.locator('.games .tile').nth(11).waitFor();
  const isBoard = () => document.querySelectorAll('.at-play [role=button]').length === 8 * (window.rows ?? 8);
  // each time a board that was not seen before
  const toBoard = () => {
    window.rows = (window.rows ?? 9) - 1;
    location.hash = `#board?q=domineering%40${window.rows}x8`;
  };
  const home = async () => {
    await go(page, '#games');
    await page.locator('.games .tile').nth(11).waitFor();
  };
  const times = { board: await least(page, toBoard, isBoard, home) };
  await go(page, board('domineering@8x8'));
  await parts(page).nth(63).waitFor();
  await rival(page, 'A friend');
  await page.locator('#stop').waitFor();
  times.stop = await least(
    page,
    () => document.querySelector('#stop').click(),
    () => document.querySelector('#stop').hidden && document.querySelectorAll('.at-play [role=button]').length === 64,
    async () => {
      await go(page, '#games');
      await go(page, board('domineering@8x8'));
      await page.locator('#stop').waitFor();
    },
  );
  await go(page, `${board('nim@3,4,5')}&m=${encodeURIComponent('1: take 2')}`);
  await shows(page.locator('.played [aria-current]'), 'take 2 from heap 1');
  times.step = await least(
    page,
    () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })),
    () => document.querySelector('.play-head input[name=q]').value === 'nim@3,4,5',
    async () => {
      await page.locator('body').press('ArrowRight');
      await shows(page.locator('.played [aria-current]'), 'take 2 from heap 1');
    },
  );
  times.view = await least(
    page,
    () => document.querySelector('nav [data-view=position]').click(),
    () => document.querySelector('main .history, main #verdict'),
    async () => {
      await page.locator('nav [data-view=games]').click();
      await page.locator('.games .tile').first().waitFor();
    },
  );
  assert.ok(times.board <= 300 && Math.max(times.stop, times.step, times.view) <= 100, JSON.stringify(times));
  console.log(`# at the least, in ms: ${JSON.stringify(times)}`);
});

sceneOfServer('a large board can be played at once, and Stop leaves it as it was', board('domineering@8x8'), {}, async page => {
  await parts(page).nth(63).waitFor({ timeout: 5000 });
  await rival(page, 'A friend');
  await page.locator('#stop').waitFor();
  await page.locator('#stop').click();
  await page.locator('#stop').waitFor({ state: 'hidden' });
  assert.equal(await parts(page).count(), 64);
  await page.locator('[data-keep=fold]').click();
  await page.locator('.beside details p').first().waitFor();
  await parts(page).first().focus();
  await page.keyboard.press('Enter');
  await shows(page.locator('.played li button'), 'cover 1.1 and 2.1');
});

scene(
  'the line of moves is in the link, arrow keys step through it, and other moves make branches',
  board('nim@3,4,5'),
  {},
  async page => {
    await settled(page);
    await rival(page, 'A friend');
    const take = async text => {
      await page.locator('[data-keep=every]').click();
      await page.locator('.beside details .meet button').getByText(text, { exact: true }).click();
      await shows(page.locator('.played [aria-current]'), text);
    };
    await take('take 2 from heap 1');
    await take('take 4 from heap 3');
    assert.match(page.url(), /m=1%3A|m=1:/);
    await page.reload();
    await shows(page.locator('.played [aria-current]'), 'take 4 from heap 3');
    await page.locator('body').press('ArrowLeft');
    await shows(page.locator('.played [aria-current]'), 'take 2 from heap 1');
    await take('take 1 from heap 2');
    assert.equal(await page.locator('.branch').count(), 1);
    await page.locator('body').press('Home');
    await page.waitForFunction(() => document.querySelector('.play-head input[name=q]').value === 'nim@3,4,5');
    await page.locator('.beside a', { hasText: 'Analyse this position' }).click();
    await page.locator('#verdict').waitFor();
    assert.equal(await page.locator('main input[name=q]').inputValue(), 'nim@3,4,5');
    await page.goBack();
    await page.locator('.at-play .stage').waitFor();
  },
);

scene(
  'a line that is not legal ends and says so',
  `${board('nim@2,1')}&m=${encodeURIComponent('2: take 1;take 9')}`,
  {},
  async page => {
    await shows(page.locator('main [role=alert]'), 'move 2 is not legal here: "take 9"');
    await shows(page.locator('.played [aria-current]'), 'take 1 from heap 2');
  },
);

scene('a blunder is named and can be taken back', board('nim@3,4,5'), {}, async page => {
  await settled(page);
  await page.locator('[data-keep=fold]').click();
  await shows(page.locator('.outcome'), 'Whoever starts wins.');
  await page.locator('[data-keep=every]').click();
  await page.locator('.beside details .meet button').getByText('take 1 from heap 1', { exact: true }).click();
  await shows(page.locator('.blunder'), 'You had won, and this lets it go.');
  await page.locator('.blunder button').click();
  await page.waitForFunction(() => document.querySelector('.play-head input[name=q]').value === 'nim@3,4,5');
});

scene('the end is told as the convention has it', `${board('nim@1')}&play=misere`, {}, async page => {
  await settled(page);
  await shows(page.locator('.rules'), 'whoever makes the last move loses');
  await parts(page).first().click();
  await shows(page.locator('.beside .ending'), 'sprague cannot move and wins. You lose.');
});

scene('boxes are lines between dots, and a closed box has its owner', board('nimstring@1x2'), {}, async page => {
  await settled(page);
  await rival(page, 'A friend');
  await page.waitForFunction(() => document.querySelectorAll('.at-play [role=button]').length === 7);
  const places = () =>
    page.locator('.boxes .stroke').evaluateAll(all => all.map(node => `${node.getAttribute('x1')},${node.getAttribute('y1')}`));
  const before = await places();
  for (const [at, line] of [0, 1, 3, 5].entries()) {
    await page.locator(`.boxes [data-part="${line}"]`).dispatchEvent('click');
    await page.waitForFunction(count => document.querySelectorAll('.boxes .drawn').length === count, at + 1);
  }
  await shows(page.locator('.owned'), 'second');
  await shows(page.locator('.at-play .reading'), 'The second player moves again');
  assert.deepEqual(await places(), before);
});

ofServer('no page says who wins before both starts are known', async () => {
  const page = await visit(board('nim@1,1'));
  const { classOf, winner } = await page.evaluate(async () => {
    const words = await import('./words.js');
    const known = [{ outcome: 'win', first: 'left' }, { outcome: 'loss', first: 'right' }, { outcome: 'win' }, {}];
    return { classOf: known.map(words.classOf), winner: known.map(words.winner) };
  });
  assert.deepEqual(classOf, [null, null, 'N', null]);
  assert.equal(winner[0], 'Left, who moves, wins. Who wins when Right starts is not known.');
  assert.equal(winner[3], 'Who wins is not known yet.');
  assert.equal((await told('board', { position: 'domineering@8x8' })).moves.length, 56);
  await leave(page);
});
