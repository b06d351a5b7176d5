// The Tab key over every form and some other screens: nothing that sticks or floats covers what has the focus, and what an order will do is in view with its button. About 50 s.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, useStage } from './stage.ts';
import { read } from './swap-market.ts';

/** A desktop window, a phone, and a desktop window at a zoom of 200 %. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 640, height: 400 },
];
const PAIR =
  'jetton0=EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c&jetton1=EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

/** The focused element's name, and what covers one of its corners or its middle; null at the end of the page. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  const name = (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent).trim().slice(0, 40) || at.tagName;
  const box = at.getBoundingClientRect();
  if (box.width < 3) return { name, cover: null };
  const [left, right] = [Math.max(box.left, 0) + 1, Math.min(box.right, innerWidth) - 1];
  const [top, bottom] = [box.top + 1, Math.min(box.bottom, box.top + innerHeight / 2) - 1];
  for (const [x, y] of [[left, top], [right, top], [left, bottom], [right, bottom], [(left + right) / 2, (top + bottom) / 2]]) {
    if (y < 0 || y > innerHeight) return { name, cover: 'the edge of the window' };
    for (let over = document.elementFromPoint(x, y); over && !over.contains(at); over = over.parentElement) {
      if (/sticky|fixed/.test(getComputedStyle(over).position)) return { name, cover: over.className || over.tagName };
    }
  }
  return { name, cover: null };
})()`;

type Stop = { readonly name: string; readonly cover: string | null };

/** Walks the Tab key over the page, or back over it, and returns the elements with the focus that were covered. */
async function coveredOn(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: number; covered: string[] }> {
  const covered: string[] = [];
  for (let stops = 0; stops < 200; stops++) {
    await page.keyboard.press(key);
    // The page scrolls to the focus in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const stop = await page.evaluate<Stop | null>(FOCUSED);
    if (stop === null) return { stops, covered };
    if (stop.cover !== null) covered.push(`${stop.name} is behind ${stop.cover}`);
  }
  throw new Error('the Tab key never left the page');
}

describeInBrowser('the focus', () => {
  const stage = useStage();

  test.each([
    ['swap', '/?amount=100', /^Swap 100/],
    ['limit', '/?mode=limit&amount=100&price=2.6', /^Sell 100/],
    ['stop', '/?mode=stop&amount=100&stop=2.4&limit=yes&price=2.3', /^Sell 100/],
    ['recurring', '/?mode=recurring&amount=100&times=10&every=1&limit=yes&price=2.4', /^Sell 100/],
    ['add', `/portfolio?sheet=add&${PAIR}&amount=100`, /^(Add \d|Enter)/],
  ])('is never covered in the form %s', async (form, path, button) => {
    const page = await stage.open(path);
    await page.getByRole('button', { name: button }).last().waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const key of ['Tab', 'Shift+Tab'] as const) {
        const { stops, covered } = await coveredOn(page, key);
        expect(stops, `${size.width} ${key}`).toBeGreaterThan(2);
        expect.soft(covered, `${size.width}×${size.height} ${key}`).toEqual([]);
        if (/swap|add/.test(form)) continue;
        await page.getByRole('button', { name: button }).focus();
        const says = await page
          .getByRole('region')
          .getByText(/^(Sells|Waits until) /)
          .boundingBox();
        expect.soft(says?.y, `${size.width}×${size.height} ${key}`).toBeGreaterThanOrEqual(0);
        expect.soft((says?.y ?? 0) + (says?.height ?? 0)).toBeLessThan(size.height);
        await page.evaluate(
          `document.activeElement.blur(); scrollTo(0, ${key === 'Tab' ? 'document.body.scrollHeight' : 0})`,
        );
      }
    }
  });

  test.each([
    ['recurring without a limit', '/?mode=recurring&amount=100&times=10'],
    ['pool', '/pool/$pool'],
    ['portfolio', '/portfolio'],
    ['orders of everybody', '/operator/orders'],
  ])('is never covered on the screen %s', async (_, path) => {
    const { pools } = await read(stage.server, '/getPools?limit=1');
    const page = await stage.open(path.replace('$pool', pools[0].poolAddress));
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 100_000 }).toBe(0);
    await page.getByRole('button', { name: 'Show API calls' }).waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const { stops, covered } = await coveredOn(page, 'Tab');
      expect(stops, `${size.width}`).toBeGreaterThan(10);
      expect.soft(covered, `${size.width}×${size.height}`).toEqual([]);
    }
  });
});
