// The search palette: opened and used by keyboard, also on a phone; and starred tokens.
import { beforeAll, expect, test } from 'vitest';
import type { Command } from '../../src/core/commands/command.ts';
import { violations } from './axe.ts';
import { describeInBrowser, PHONE, useStage } from './stage.ts';
import { call, read } from './swap-market.ts';

const MANY = 10_000;
/** Long enough that no test fails because the machine is slow. */
const EVENTUALLY = { timeout: 100_000 };
const QUOTE = 'usd';
const COMMANDS = [
  { address: QUOTE, symbol: 'USD', decimals: 6 },
  { address: 'gold-1', symbol: 'GOLD', decimals: 6 },
  { address: 'gold-2', symbol: 'G0LD', decimals: 6 },
  ...Array.from({ length: MANY }, (_, at) => ({ address: `t-${at}`, symbol: `T${at}`, decimals: 6 })),
].map((token) => ({ kind: 'registerToken', token }));
const LIQUID = ['gold-1', 'gold-2'].map((tokenA, at) => ({
  ...{ kind: 'provide', account: 'local', tokenA, tokenB: QUOTE, mayCreatePool: true },
  ...{ amountA: 1_000_000n, amountB: at === 0 ? 9_000_000n : 1_000_000n },
}));
const DEPOSITS = [QUOTE, 'gold-1', 'gold-2'].map((token) => ({
  ...{ kind: 'deposit', account: 'local', token, amount: 100_000_000n, reference: token },
}));

describeInBrowser('the search', () => {
  const stage = useStage({ market: { quote: { token: QUOTE as never, orFirst: false } } });
  beforeAll(async () => {
    const all = [...COMMANDS, ...DEPOSITS, ...LIQUID] as unknown as Command[];
    for (let at = 0; at < all.length; at += 1000) {
      const some = all.slice(at, at + 1000).map((command) => ({ command }));
      const done = await stage.server.exchange.executeAll('local' as never, some);
      expect(done.find((one) => one instanceof Error)).toBeUndefined();
    }
  });

  test('opens by shortcut or button, and finds screens, positions, pools, transactions and any of ten thousand tokens', async () => {
    const page = await stage.open('/pools');
    const palette = page.getByRole('dialog');
    await page.locator('main').press('/');
    const search = palette.getByRole('combobox');
    await search.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('t9876');
    await palette.getByRole('option', { name: /^T9876/ }).waitFor();
    // Enter right after typing waits for the results.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'T9876' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/token/t-9876');

    // In a field, Ctrl+K opens the palette with recent items, and a slash does not open it.
    await page.goto(`${stage.server.url}/?pay=gold-1&receive=${QUOTE}`);
    await page.getByRole('textbox', { name: 'You pay' }).press('Control+k');
    await palette
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /^T9876/ })
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('textbox', { name: 'You pay' }).press('/');
    expect(await page.getByRole('dialog').count()).toBe(0);

    // Similar names are distinguishable, and the one with most liquidity comes first.
    await page.getByRole('button', { name: 'Search' }).click();
    await page.keyboard.type('gold');
    const tokens = palette.getByRole('group', { name: 'Tokens' }).getByRole('option');
    await expect.poll(() => tokens.count(), EVENTUALLY).toBe(1);
    await search.fill('g');
    await expect.poll(() => tokens.count(), EVENTUALLY).toBe(2);
    const [first = '', second = ''] = await tokens.allInnerTexts();
    expect(first).toMatch(/^GOLD\s.*gold-1\s+TVL 9 USD$/s);
    expect(second).toMatch(/^G0LD\s.*gold-2\s+TVL 1 USD$/s);

    // A pair finds a pool and the account's position in it; a number finds a transaction; words find screens.
    await search.fill('gold usd');
    await palette
      .getByRole('group', { name: 'Your positions' })
      .getByRole('option', { name: /GOLD \/ USD/ })
      .waitFor();
    await palette
      .getByRole('group', { name: 'Pools' })
      .getByRole('option', { name: /GOLD \/ USD/ })
      .waitFor();
    const { sequence } = await read(stage.server, '/whoami');
    await search.fill(`no. ${sequence}`);
    await palette.getByRole('group', { name: 'Transactions' }).getByRole('option').waitFor();
    await search.fill('operator keys');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname, EVENTUALLY).toBe('/operator/keys');
    // Also tabs, themes and languages.
    await page.locator('main').press('/');
    await search.fill('stop');
    await palette.getByRole('option', { name: 'Stop order' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stop order' }).waitFor();
    await page.locator('main').press('/');
    await search.fill('theme dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('data-theme'), EVENTUALLY).toBe('dark');
    await page.locator('main').press('/');
    await search.fill('deutsch');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Stop-Auftrag' }).waitFor();
  });

  test('if pools cannot be searched, the palette says so and still finds tokens', async () => {
    const page = await stage.open('/activity', { mayLog: /status of 400/ });
    await page.route(/\/getMarket\?.*list=pools/, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'error-code': 'invalid_request' },
        json: { success: false, error: 'No.' },
      }),
    );
    await page.locator('main').press('Control+k');
    const palette = page.getByRole('dialog');
    const search = palette.getByRole('combobox');
    await search.fill('gold');
    await page.getByText('Pools could not be searched.').waitFor();
    await palette.getByRole('option', { name: /^GOLD/ }).waitFor();
    await search.fill('nothing has such a name');
    await page.getByText(/^Pools could not be searched\./).waitFor();
  });

  test('on a phone nothing overflows, and the token picker has groups of starred and of recent tokens', async () => {
    const page = await stage.open(`/?pay=gold-1&receive=${QUOTE}`, { viewport: PHONE, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('gold');
    await page.getByRole('option', { name: /^GOLD/ }).first().waitFor();
    const overflow =
      "Math.max(...Array.from(document.querySelectorAll('html, dialog[open]'), (one) => one.scrollWidth - one.clientWidth))";
    const expectNoOverflow = async () => {
      for (const width of [320, PHONE.width]) {
        await page.setViewportSize({ ...PHONE, width });
        expect(await page.evaluate(overflow), `${width} wide`).toBeLessThanOrEqual(0);
      }
    };
    await expectNoOverflow();
    await page.keyboard.press('Escape');

    const pay = page.getByRole('button', { name: /^You pay in/ });
    await pay.click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('row', { name: /^GOLD/ }).waitFor();
    // What Enter takes does not look like what the pointer is over.
    await picker.locator('[role="row"]:not([aria-selected="true"])').first().hover();
    const looks = (row: string) =>
      page.evaluate(`(({ backgroundColor, boxShadow }) => backgroundColor + boxShadow)(
        getComputedStyle(document.querySelector('dialog [role="row"]${row}')))`);
    expect(await looks('[aria-selected="true"]')).not.toBe(await looks(':hover'));
    await page.keyboard.type('t77');
    await picker.getByRole('row', { name: /^T77\b/ }).waitFor();
    await expect.poll(() => picker.getByRole('row', { selected: true }).textContent(), EVENTUALLY).toMatch(/T77/);
    // One Tab from the search to the star of the active token.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await picker.getByRole('button', { name: 'Remove T77 from favorites', pressed: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picker.getByRole('combobox').fill('');
    const favorites = picker.getByRole('rowgroup', { name: 'Favorites' });
    await favorites.getByRole('row', { name: /^T77\b/ }).waitFor();
    await expectNoOverflow();
    await picker.getByRole('row', { name: /^G0LD/ }).locator('strong').click();
    await pay.click();
    await picker.getByRole('rowgroup', { name: 'Recent' }).getByRole('row', { name: /^G0LD/ }).waitFor();
    // A token that has been hidden since is dropped without a message.
    await call(stage.server, 'updateToken', { address: 't-77', status: 'hidden' });
    await expect.poll(() => favorites.count(), EVENTUALLY).toBe(0);
  });
});
