// Liquidity in one token: balances change exactly as previewed, and a high cost needs confirmation.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { written } from '../../web/src/exact/figures.ts';
import { exact, send } from '../http/client.ts';
import { until } from '../http/event-stream.ts';
import { violations } from './axe.ts';
import { describeInBrowser, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';
const STON = 'EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO';
const sheet = (which: 'add' | 'withdraw', jetton0 = TON, jetton1 = USDT) =>
  `/portfolio?sheet=${which}&jetton0=${jetton0}&jetton1=${jetton1}`;

type Balances = Readonly<Record<string, string>>;

describeInBrowser('liquidity of one token', () => {
  const stage = useStage();
  const get = async (path: string) => exact(await send(stage.server, { path, headers: { amounts: 'string' } })).data;
  const post = async (path: string, body: object) =>
    expect((await send(stage.server, { path, body })).status, path).toBe(200);

  async function held(): Promise<Balances> {
    const { balances } = await get('/getBalances');
    return Object.fromEntries(balances.map(({ symbol, balance }: Balances) => [symbol, balance]));
  }
  const less = (before: Balances, after: Balances, symbol: string) =>
    Number((Number(before[symbol]) - Number(after[symbol])).toFixed(9));

  /** The text of a row in the preview or the receipt. */
  const row = (page: Page, name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .textContent();

  const receiptOf = async (page: Page) => {
    await page.getByText('As previewed.').waitFor();
    const link = page.getByRole('link', { name: 'Receipt' });
    await expect.poll(() => link.getAttribute('href')).toMatch(/\/tx\/\d+$/);
    const done = await get(`/getTransaction?sequence=${(await link.getAttribute('href'))?.split('/').at(-1)}`);
    return { done, link };
  };

  test('is added by keyboard and withdrawn as previewed, and the receipt and activity show the same amounts', async () => {
    const page = await stage.open(sheet('add'));
    const choice = page.getByRole('group', { name: 'Tokens to add' });
    await choice.getByRole('button', { name: 'Only TON' }).focus();
    await page.keyboard.press('Enter');
    await until(async () => expect(await page.getByRole('textbox', { name: 'USDT to add' }).count()).toBe(0));
    expect(await choice.getByRole('button', { pressed: true }).textContent()).toBe('Only TON');
    await page.getByRole('textbox', { name: 'TON to add' }).fill('500');
    const add = page.getByRole('button', { name: /^Add [\d.,]+ TON$/, disabled: false });
    await add.waitFor();
    expect(await row(page, 'Price impact')).toMatch(/^0\.\d\d%$/);
    expect(await row(page, 'Fees, included')).toMatch(/TON to LPs[\d.,]+ USDT to the protocol$/);
    const [swapped, minted, label] = [
      await row(page, 'Swapped in the pool'),
      await row(page, 'You receive'),
      (await add.textContent()) ?? '',
    ];
    // The URL keeps the state: a reload shows the same sheet.
    await page.reload();
    await add.waitFor();
    expect(await row(page, 'You receive')).toBe(minted);
    const before = await held();
    await add.focus();
    await page.keyboard.press('Enter');
    const { done, link } = await receiptOf(page);
    const after = await held();
    expect(label).toBe(`Add ${written(String(less(before, after, 'TON')))} TON`);
    expect(less(before, after, 'TON')).toBeLessThanOrEqual(500);
    expect(less(before, after, 'TON')).toBeGreaterThan(499.99);
    expect(less(after, before, 'USDT')).toBeLessThan(0.001);
    expect(minted).toBe(`${written(done.lpTokens)} LP`);
    expect(swapped).toBe(`${written(done.swapped.amountA)} TON for ${written(done.swapped.amountB)} USDT`);

    // The receipt and the activity show what left the balance, and the receipt how it was computed.
    await link.click();
    await page.getByRole('heading', { name: `Added ${label.slice(4)} to TON/USDT` }).waitFor();
    expect(await row(page, 'Swapped in the pool')).toBe(swapped);
    expect(await row(page, 'Added to the pool')).toContain(`${written(done.amountB)} USDT`);
    expect(await violations(page)).toEqual([]);
    await page.goto(`${stage.server.url}/activity`);
    await page
      .getByText(`Added ${label.slice(4)} to TON/USDT`)
      .first()
      .waitFor();

    await page.goto(`${stage.server.url}${sheet('withdraw')}`);
    await page.getByRole('button', { name: '50%' }).click();
    await page.getByRole('group', { name: 'Tokens to receive' }).getByRole('button', { name: 'Only USDT' }).click();
    const withdraw = page.getByRole('button', { name: /^Withdraw [\d.,]+ USDT$/, disabled: false });
    await withdraw.waitFor();
    expect(await row(page, 'Withdrawn from the pool')).toMatch(/^[\d.,]+ TON[\d.,]+ USDT$/);
    const [told, first] = [await withdraw.textContent(), await held()];
    await withdraw.click();
    const { done: refunded } = await receiptOf(page);
    const second = await held();
    expect(refunded.swapped.tokenB).toBe(USDT);
    expect(less(first, second, 'TON')).toBe(0);
    expect(told).toBe(`Withdraw ${written(String(Number(less(second, first, 'USDT').toFixed(6))))} USDT`);
    // The position counts the amounts provided and withdrawn, without the swaps.
    const position = await get(`/getLPPosition?jetton0=${TON}&jetton1=${USDT}`);
    expect([position.withdrawn0, position.withdrawn1]).toEqual([refunded.amountA, refunded.amountB]);
  });

  test('a costly swap shows a warning, and over the limit the cost has to be typed', async () => {
    await post('/deposit', { account: 'local', token: NOT, amount: 5_000_000, reference: 'for a large part' });
    await post('/createPool', { Pair: { tokenA: NOT, tokenB: USDT } });
    await post('/provideLiquidity', { Pair: { tokenA: NOT, tokenB: USDT }, amount: { tokenA: 10_000, tokenB: 100 } });
    const page = await stage.open(`${sheet('add', NOT)}&only=0`, { mayLog: /422/ });
    const field = page.getByRole('textbox', { name: 'NOT to add' });
    await field.fill('1500');
    await page.getByText(/^Price impact 6\.\d\d%: you receive that much less/).waitFor();
    await field.fill('5000');
    await page.getByText(/^Refused: a price impact of 1[89]\.\d\d% is over the limit of 15%$/).waitFor();
    const add = page.getByRole('button', { name: /^Add [\d.,]+ NOT$/ });
    await until(async () => expect(await add.isDisabled()).toBe(true));
    const confirm = page.getByRole('textbox', { name: /^To continue anyway, type the total cost/ });
    await confirm.fill('1');
    expect(await add.isDisabled()).toBe(true);
    await confirm.fill('25');
    // The price is then far from other pools, which needs a second confirmation.
    const meant = page.getByRole('checkbox', { name: 'Add at this price anyway' });
    if (await meant.count()) await meant.check();
    await until(async () => expect(await add.isEnabled()).toBe(true));
    const before = await held();
    await add.click();
    await receiptOf(page);
    expect(less(before, await held(), 'NOT')).toBeGreaterThan(4999);

    // A withdrawal of most of a pool suggests receiving both tokens, which needs no swap.
    await page.goto(`${stage.server.url}${sheet('withdraw', NOT)}&part=100&only=1`);
    await page.getByText(/^Refused: a price impact of 100\.00%/).waitFor();
    await page.getByRole('button', { name: 'Receive both tokens' }).click();
    const both = page.getByRole('button', { name: /^Withdraw [\d.,]+ NOT and [\d.,]+ USDT$/, disabled: false });
    await both.waitFor();

    // A paused pool, which takes no swaps, suggests the same.
    await post('/setPoolStatus', { Pair: { tokenA: NOT, tokenB: USDT }, status: 'paused' });
    await page.getByRole('button', { name: 'Only NOT' }).click();
    await page.getByText('The operator has paused the pool.').waitFor();
    await page.getByRole('button', { name: 'Receive both tokens' }).click();
    await both.waitFor();
  });

  test('a press is refused if the pool moved before its request arrived, and no LP tokens are minted', async () => {
    const page = await stage.open(`${sheet('add')}&only=1&amount1=100`, { mayLog: /422/ });
    const add = page.getByRole('button', { name: /^Add [\d.,]+ USDT$/, disabled: false });
    await add.waitFor();
    await page.route(
      '**/provideLiquidity',
      async (route) => {
        await post('/createSwap', { Pair: { tokenA: USDT, tokenB: TON }, amount: { tokenA: 5000 } });
        await route.continue();
      },
      { times: 1 },
    );
    const { lpTokenBalance } = await get(`/getLPAccountData?jetton0=${TON}&jetton1=${USDT}`);
    await add.click();
    await page.getByText('Not done. Nothing changed.').waitFor();
    const after = await get(`/getLPAccountData?jetton0=${TON}&jetton1=${USDT}`);
    expect(after.lpTokenBalance).toBe(lpTokenBalance);
  });

  test('the sheets to add and to withdraw one token pass axe and fit a window of 320 pixels', async () => {
    const page = await stage.open('/portfolio', { colorScheme: 'dark', viewport: { width: 320, height: 640 } });
    for (const path of [`${sheet('add')}&only=0&amount0=max`, `${sheet('withdraw', STON)}&part=100&only=1`]) {
      await page.goto(`${stage.server.url}${path}`);
      await page.getByText('Swapped in the pool').waitFor();
      expect(await violations(page)).toEqual([]);
      const dialog = page.getByRole('dialog');
      expect(await dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
      await page.getByRole('dialog').getByRole('button', { name: 'Show API calls' }).click();
      await page.getByRole('heading', { name: 'quoteLiquidity' }).waitFor();
      await page.keyboard.press('Escape');
    }
  });
});
