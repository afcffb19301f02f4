// Two ways to use the page: by mouse, and by keyboard alone.

import assert from 'node:assert/strict';

export const mouse = {
  name: 'mouse',
  press: at => at.click(),
  async type(at, text) {
    await at.click();
    await at.fill(text);
  },
  async choose(at, value) {
    await at.selectOption(value);
  },
};

export const keyboard = {
  name: 'keyboard',
  async press(at) {
    await reach(at);
    await at.page().keyboard.press('Enter');
  },
  async type(at, text) {
    await reach(at);
    await at.page().keyboard.press('Control+a');
    await at.page().keyboard.type(text);
  },
  async choose(at, value) {
    await reach(at);
    const label = await at.locator(`option[value="${value}"]`).textContent();
    await at.page().keyboard.type(label);
    assert.equal(await at.inputValue(), value);
  },
};

/**
 * Presses Tab until the element, or another one of its group, has the focus; arrow keys lead on from there. The focus must be
 * visible.
 */
async function reach(at) {
  const page = at.page();
  await at.waitFor();
  let node = await at.elementHandle();
  const state = () =>
    node.evaluate(wanted => {
      const here = document.activeElement;
      if (here === wanted) return 'there';
      const group = wanted.hasAttribute('tabindex') && wanted.closest('.moves, svg, .heaps');
      return group && group !== here && group.contains(here) ? 'beside' : 'elsewhere';
    });
  for (let tabs = 0; tabs < 250; tabs += 1) {
    // an answer is drawn again, with new elements, once its size is known
    if (!(await node.evaluate(it => it.isConnected))) node = await at.elementHandle();
    const where = await state();
    if (where === 'there') {
      const seen = await node.evaluate(it => it.matches(':focus-visible'));
      assert.ok(seen, 'the focus is seen');
      return;
    }
    if (where === 'beside') {
      for (let steps = 0; steps < 60 && (await state()) !== 'there'; steps += 1)
        await page.keyboard.press(await node.evaluate(arrow));
    } else {
      await page.keyboard.press('Tab');
    }
  }
  assert.fail(`no key leads to ${at}`);
}

/** Returns the arrow key that leads from the focus towards a node, sideways first. */
function arrow(wanted) {
  const [here, there] = [document.activeElement, wanted].map(it => it.getBoundingClientRect());
  const [dx, dy] = [there.x + there.width / 2 - here.x - here.width / 2, there.y + there.height / 2 - here.y - here.height / 2];
  if (Math.abs(dx) > 12) return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
  return dy > 0 ? 'ArrowDown' : 'ArrowUp';
}
