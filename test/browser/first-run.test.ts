// First use: three steps on a demo market that are ticked off when done, and the operator's steps on an empty exchange.
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../http/client.ts';
import { startServer } from '../http/server.ts';
import { describeInBrowser, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

describeInBrowser('the first run', () => {
  const stage = useStage();

  test('a swap, its opened receipt and an API call are each ticked off, and hidden steps stay hidden after a reload', async () => {
    const page = await stage.open('/');
    const strip = page.getByRole('region', { name: 'First steps' });
    await strip.getByText('have 20,000 TON to try').waitFor();
    expect(await strip.getByText('Done:').count()).toBe(0);
    await page.getByLabel('You pay', { exact: true }).fill('10');
    await page.getByRole('button', { name: /^Swap 10 / }).click();
    await page.getByText('Settled · Receipt').waitFor();
    await strip.getByText('Done:').first().waitFor();
    expect(await strip.getByText('Done:').count()).toBe(1);
    await strip.getByRole('link', { name: 'Open the receipt' }).click();
    await page.getByText('Ledger entries').waitFor();
    await page.goBack();
    await strip.getByText('Done:').nth(1).waitFor();
    await strip.getByRole('button', { name: 'Try the API' }).click();
    await strip.getByText('curl').waitFor();
    const body = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 1 } };
    expect((await send(stage.server, { path: '/createSwap', body })).status).toBe(200);
    await strip.getByText('Done:').nth(2).waitFor();
    await strip.getByRole('button', { name: 'Hide' }).click();
    await strip.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Swap' }).waitFor();
    expect(await strip.count()).toBe(0);
  });

  test('on an empty exchange, the first step leads the operator to the screen that registers tokens', async () => {
    const server = await startServer();
    onTestFinished(() => server.close());
    const page = await stage.open('/', { origin: server.url });
    const strip = page.getByRole('region', { name: 'First steps' });
    await strip.getByRole('link', { name: 'Register two tokens' }).click();
    await page.waitForURL('**/operator/tokens**');
  });
});
