// The button of every form is visible without scrolling at common window sizes. About 20 s.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, useStage } from './stage.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];
/** The height of the tab bar: below 720 px it covers the bottom of the page. */
const TAB_BAR = 61;
/** Forms short enough that in wide windows the received amount must be visible above the button too. */
const SHORT_FORMS = ['swap', 'limit', 'stop', 'recurring'];
const PAIR =
  'jetton0=EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c&jetton1=EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

describeInBrowser('the first screen', () => {
  const stage = useStage();

  test.each([
    ['swap', '/?amount=100', /^Swap 100/],
    ['limit', '/?mode=limit&amount=100&price=2.6', /^Sell 100/],
    ['stop', '/?mode=stop&amount=100&stop=2.4', /^Sell 100/],
    ['stop with a limit', '/?mode=stop&amount=100&stop=2.4&limit=yes&price=2.3', /^Sell 100/],
    ['recurring', '/?mode=recurring&amount=100&times=10&every=1', /^Sell 100/],
    ['add', `/portfolio?sheet=add&${PAIR}&amount=100`, /^(Add \d|Enter)/],
    ['withdraw', `/portfolio?sheet=withdraw&${PAIR}`, /^(Withdraw \d|Choose)/],
    ['send', '/portfolio?sheet=send', /^(Send \d|Enter)/],
  ])('shows the button of the form %s without scrolling', async (form, path, name) => {
    const page = await stage.open(path, { viewport: SIZES[0] ?? null });
    const hidden: Record<string, number> = {};
    const covered: Record<string, number> = {};
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const below = await pixelsBelow(page, name, size.width < 720 && !path.includes('sheet') ? TAB_BAR : 0);
      if (below > 0) hidden[`${form} ${size.width}×${size.height}`] = below;
      if (!SHORT_FORMS.includes(form) || size.width < 720) continue;
      const over = await pixelsCovered(page, name);
      if (over > 0) covered[`${form} ${size.width}×${size.height}`] = over;
    }
    expect({ hidden, covered }).toEqual({ hidden: {}, covered: {} });
  });

  test('has one rule, not two, between an empty form and its button', async () => {
    const page = await stage.open('/');
    const button = page.getByRole('button', { name: 'Enter an amount' });
    await button.waitFor();
    const between = await page.evaluate(`(() => {
      const press = document.querySelector('[class*="press"]');
      const water = press.previousElementSibling.previousElementSibling;
      const gap = press.getBoundingClientRect().top - water.getBoundingClientRect().bottom;
      return { gap, rules: [getComputedStyle(water).borderBottomWidth, getComputedStyle(press).borderTopWidth] };
    })()`);
    expect(between).toEqual({ gap: 0, rules: ['0px', '1px'] });
  });
});

/** How many pixels of the received amount are behind the button and what is said of it. */
async function pixelsCovered(page: Page, name: RegExp): Promise<number> {
  const button = await page.getByRole('button', { name }).last().boundingBox();
  const says = page.getByRole('region').getByText(/^(Sells|Waits until) /);
  const from = (await says.count()) === 0 ? button : await says.boundingBox();
  const amount = await page.getByRole('region').getByRole('textbox').last().boundingBox();
  return Math.round((amount?.y ?? 0) + (amount?.height ?? 0) - (from?.y ?? 0));
}

/** How many pixels of the button are below the window or behind the tab bar, before scrolling. */
async function pixelsBelow(page: Page, name: RegExp, bar: number): Promise<number> {
  const button = page.getByRole('button', { name }).last();
  await button.waitFor();
  await page.evaluate('scrollTo(0, 0); document.querySelector("dialog[open]")?.scrollTo(0, 0)');
  const box = await button.boundingBox();
  return Math.round((box?.y ?? 0) + (box?.height ?? 0) + bar - (page.viewportSize()?.height ?? 0));
}
