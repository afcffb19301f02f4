// The page is quick: seen within half a second, a million points within a second of the answer, and dragged without a stutter.

import assert from 'node:assert/strict';
import { scene } from './stage.mjs';

scene('the page is seen within half a second', '', {}, async page => {
  await page.locator('#verdict').waitFor();
  await page.reload();
  await page.locator('#verdict').waitFor();
  const { paint, bytes } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    bytes: performance
      .getEntriesByType('resource')
      .filter(({ name }) => !name.includes('/api/'))
      .reduce((sum, entry) => sum + entry.decodedBodySize, 0),
  }));
  console.log(`first paint after ${paint.toFixed(0)} ms, ${(bytes / 1000).toFixed(0)} kB`);
  assert.ok(paint < 500, `${paint} ms`);
});

scene(
  'a million points are drawn within a second of the answer, and dragged at more than 30 frames a second',
  '#sequence?q=kayles&to=1000',
  {},
  async page => {
    await page.locator('canvas.points').waitFor();
    await page.evaluate(() => {
      location.hash = '#sequence?q=octal:0.07&to=1000000';
    });
    await page.waitForFunction(
      () =>
        document.querySelector('#period')?.textContent.startsWith('octal:0.07') &&
        document.querySelector('canvas.points')?.dataset.took,
      null,
      { timeout: 30_000 },
    );
    const after = await page.evaluate(() => performance.now() - performance.getEntriesByName('rows answered').at(-1).startTime);
    await page.getByRole('button', { name: 'All' }).click();
    const { drawn, frames } = await page.evaluate(async () => {
      const canvas = document.querySelector('canvas.points');
      const { left, top, width } = canvas.getBoundingClientRect();
      const point = (type, x) =>
        canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: left + x, clientY: top + 99, bubbles: true }));
      const next = () => new Promise(done => requestAnimationFrame(done));
      canvas.setPointerCapture = () => {};
      await next();
      const first = Number(canvas.dataset.took);
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -1, clientX: left + width / 2, bubbles: true, cancelable: true }));
      point('pointerdown', 300);
      const all = [];
      const drawn = [first];
      let last = performance.now();
      for (let n = 0; n < 60; n += 1) {
        point('pointermove', 300 + 40 * Math.sin(n / 5));
        await next();
        all.push(performance.now() - last);
        last = performance.now();
        drawn.push(Number(canvas.dataset.took));
      }
      point('pointerup', 300);
      return { drawn, frames: all };
    });
    const median = list => list.toSorted((a, b) => a - b)[list.length >> 1];
    console.log(
      `drawn ${after.toFixed(0)} ms after the answer; a frame of the drag: median ${median(frames).toFixed(1)} ms, drawing ${median(drawn).toFixed(1)} ms`,
    );
    assert.ok(after < 1000, `${after} ms`);
    assert.ok(median(frames) < 1000 / 30, `${median(frames)} ms a frame`);
  },
);
