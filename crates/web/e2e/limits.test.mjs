// Checks that an answer that a limit cut short is marked, with a button that asks for more.

import assert from 'node:assert/strict';
import { fetched, go, scene, sceneOfServer, shows } from './stage.mjs';

const part = {
  stopped: 'time',
  why: 'the limit of 20 s is reached',
  visited: 1234567,
  seconds: 20.01,
  try: ['--outcome-only', '--limit-time 200'],
};

/** Replaces the next answer about a position by one that a limit ended. */
async function cut(page, known) {
  let asked = 0;
  await page.route('**/api/view', async route => {
    asked += 1;
    if (asked > 1) return route.continue();
    const { components, moves, position, play, rule, first, outcome_class } = await fetched(route);
    const drawn = components.map(({ text, family, component, is_negative, picture, look }) => ({
      text,
      family,
      component,
      is_negative,
      picture,
      look,
    }));
    await route.fulfill({ json: { position, play, rule, first, outcome_class, components: drawn, ...part, ...known(moves) } });
  });
  return () => asked;
}

sceneOfServer('the board stays where nothing is known, and the search goes on from there', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  const asked = await cut(page, () => ({ moves: [], moves_cut: true }));
  await go(page, '#position?q=nim@7,2');
  await shows(
    page.locator('.notice'),
    'Stopped at the limit of time, after 1,234,567 positions and 20.0 s. Nothing is known yet but the position.',
  );
  await shows(page.locator('.notice'), 'sprague serve --limit-time 200');
  await shows(page.locator('#verdict'), 'Who wins is not known yet');
  assert.equal(await page.locator('.token').count(), 9);
  assert.doesNotMatch(await page.locator('main').innerText(), /The game is over|No moves are left/, 'the game is not over');
  await page.getByRole('button', { name: 'Search on' }).click();
  await shows(page.locator('#verdict'), 'Won by 1: take 5');
  assert.equal(await page.locator('.notice').count(), 0);
  assert.equal(asked(), 2);
});

sceneOfServer('what is known by then is shown and played', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  await cut(page, moves => ({
    outcome: 'win',
    moves: moves.filter(({ outcome }) => outcome === 'loss'),
    moves_cut: true,
    winning_moves_total: null,
  }));
  await go(page, '#position?q=nim@7,2');
  await shows(page.locator('.notice'), 'Who wins is known, and some moves');
  await shows(page.locator('#verdict'), 'Won');
  await page.locator('.token').nth(2).click();
  await shows(page.locator('.history li'), '1: take 5');
});

sceneOfServer('what costs more than the answer is offered', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  await page.route('**/api/view', async route => {
    const asked = route.request().postDataJSON();
    const json = await fetched(route);
    await route.fulfill({ json: asked.nimber ? json : { ...json, nimber: null, nimber_skipped: true } });
  });
  await go(page, '#position?q=nim@6,2');
  await shows(page.locator('.notice'), 'The nimber costs far more than who wins');
  await page.getByRole('button', { name: 'Compute the nimber' }).click();
  await shows(page.locator('#verdict'), 'nimber 4');
  assert.match(page.url(), /nimber=true/);
});

scene('a search that was stopped can go on', '#position?q=cram@9x9', {}, async page => {
  await page.locator('#stop').click();
  await shows(page.locator('.trouble p[role=alert]'), 'Stopped, as you asked.');
  await page.getByRole('button', { name: 'Search on' }).click();
  await shows(page.locator('#status'), 'Searching');
  await page.locator('#stop').click();
  await shows(page.locator('.trouble p[role=alert]'), 'Stopped, as you asked.');
});

scene('who wins is shown while the moves are judged, which takes much longer', '', {}, async page => {
  await go(page, '#position?q=nogo@1x26');
  await shows(page.locator('#status'), 'So far: Left, who starts, wins.');
  await page.locator('#stop').click();
  // in a game the board can be played meanwhile
  await go(page, '#board?q=nogo@1x26');
  await page.locator('summary', { hasText: 'Who wins?' }).click();
  await shows(page.locator('#verdict'), 'Left, who moves, wins. Who wins when Right starts is not known. sprague is thinking');
  assert.ok((await page.locator('.stage [role=button]').count()) > 0);
  await page.locator('#stop').click();
});

scene('the cells of a table are drawn as they are computed', '', {}, async page => {
  await go(page, '#table?q=domineering@{x}x{y}&x=1-6&y=1-6&rows=values');
  await page.locator('.answer[aria-busy] canvas.heat').waitFor();
  await page.locator('#stop').click();
  await shows(page.locator('.trouble p[role=alert]'), 'Stopped, as you asked.');
});
