// Stop orders in the page: from the form and the chart to the fill by the real keeper, and open orders next to the form. About 20 s.
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDemoExchange } from '../crash/demo-exchange.ts';
import { send } from '../http/client.ts';
import { violations } from './axe.ts';
import { useKeeper } from './order-market.ts';
import { describeInBrowser, PHONE, useStage } from './stage.ts';
import { call, DEMO, read, swapElsewhere, TON, USDT } from './swap-market.ts';

const PAIR = `pay=${TON}&receive=${USDT}`;
/** The browser logs refused quotes as errors, although they are normal answers. */
const REFUSED = { mayLog: /status of 4\d\d/ };

const PATH = join(tmpdir(), `millpond-stops-${process.pid}.db`);

describeInBrowser('stops', () => {
  // An average needs prices over its whole window, so the market is made an hour old.
  beforeAll(async () => {
    await makeDemoExchange(PATH);
    const db = new DatabaseSync(PATH, { timeout: 60_000 });
    db.exec('UPDATE journal SET created_at_ms = created_at_ms - 3600000');
    db.close();
  });
  const stage = useStage({ ...DEMO, demo: false, path: PATH });
  afterAll(() => Promise.all(['', '-wal', '-shm'].map((end) => rm(PATH + end, { force: true }))));
  useKeeper(stage);
  const orders = async () => (await read(stage.server, '/getOrders?state=open')).orders;
  const price = async () => {
    const { text } = await send(stage.server, { path: `/getPoolData?jetton0=${TON}&jetton1=${USDT}` });
    const { reserve0, reserve1 } = JSON.parse(text);
    return reserve1 / reserve0;
  };

  test('a stop order is placed, triggered by the average price and filled, and the page reports the fill', async () => {
    const page = await stage.open(`/?mode=limit&${PAIR}`, REFUSED);
    await page.getByRole('tab', { name: 'Stop' }).click();
    // A stop may fill below its trigger: nothing on its tab says what holds for limit orders.
    await page.getByRole('heading', { level: 1, name: 'Stop order' }).waitFor();
    expect(await page.title()).toMatch(/^Stop order · /);
    await page
      .getByText('Waits until the price reaches your trigger, and then sells at the price of that moment.')
      .waitFor();
    expect(await page.getByText(/Limit order|never filled/).count()).toBe(0);
    const panel = page.getByRole('region', { name: 'Stop order' });
    const button = (name: string | RegExp) => panel.getByRole('button', { name });
    await panel.getByRole('textbox', { name: 'You pay' }).fill('10');
    await button('Enter a trigger price').waitFor();
    const trigger = panel.getByRole('textbox', { name: 'Trigger price' });
    await button('Set the trigger price: −5%').click();
    await panel.getByText(/^(5\.00|4\.99)% below the average$/).waitFor();
    await panel.getByText(/Waits until the average price of 1 TON over 1 minute has fallen to .* USDT\./).waitFor();
    await panel.getByText(/has (5\.00|4\.99)% to fall\./).waitFor();
    await panel.getByText(/ Then sells 10 TON at the market price\.\s?$/).waitFor();
    await panel.getByText(/not filled more than 3\.00% below the one-minute average/).waitFor();

    // With the price inverted, the order waits for USDT to rise; then the price is inverted back.
    await button(/^Price in USDT for 1 TON/).click();
    await button(/^Buy USDT for 10 TON when it rises to /).waitFor();
    await button(/^Price in TON for 1 USDT/).click();
    await panel.getByRole('combobox', { name: 'Direction' }).selectOption('When the price rises to');
    await panel.getByText(/so the stop is triggered at once/).waitFor();
    await panel.getByRole('combobox', { name: 'Direction' }).selectOption('When the price falls to');

    // The trigger is a line in the chart: moving it changes the field.
    const line = page.getByRole('slider', { name: 'Trigger price' });
    await line.focus();
    await line.press('Home');
    await line.press('ArrowDown');
    const start = await price();
    const typed = Number(await trigger.inputValue());
    expect(typed / start).toBeGreaterThan(0.9985);
    expect(typed / start).toBeLessThan(0.9995);
    await button(`Sell 10 TON when TON falls to ${await trigger.inputValue()} USDT`).click();
    await panel.getByText('Nothing is filled yet. The order waits.').waitFor();
    const beside = page.getByRole('tabpanel', { name: 'Open orders' });
    await beside.getByText(/^Stop at 2\.\d+: Sell 10 TON for USDT$/).waitFor();
    expect(await violations(page)).toEqual([]);

    const [placed] = await orders();
    expect(placed).toMatchObject({ kind: 'stop', amountA: '10', over: 60, maxSlippage: '0.03', triggered: false });
    expect(Number(placed.triggerBelow)).toBe(typed);
    // Moves the price within the guard, but far enough that a minute's average passes the trigger within seconds.
    const much = { account: 'local', token: TON, amount: 1_000_000, reference: 'to move the price' };
    await call(stage.server, 'deposit', much);
    for (let now = start; now > start * 0.977; now = await price()) await swapElsewhere(stage.server, TON, USDT, 2000);
    await panel.getByText(/^Filled: 10 TON sold for /).waitFor();
    const done = await read(stage.server, `/getOrder?orderId=${placed.orderId}`);
    expect(done).toMatchObject({ status: 'filled', triggered: true, filledA: '10' });
    expect(Number(done.average)).toBeLessThanOrEqual(typed);
    expect(Number(done.receivedB)).toBeGreaterThan(10 * start * 0.96);
    await beside.getByText('You have no open orders of this pair.').waitFor();
  });

  test('a stop order is placed with a window, a guard and a limit, and an open order is cancelled next to the form', async () => {
    const page = await stage.open(`/?mode=limit&${PAIR}&when=above&amount=20&stop=9`, {
      ...REFUSED,
      viewport: PHONE,
      colorScheme: 'dark',
    });
    const panel = page.getByRole('region', { name: 'Stop order' });
    await panel.getByRole('combobox', { name: 'Average over' }).selectOption('15 minutes');
    await panel.getByRole('combobox', { name: 'Price protection' }).selectOption('at most 10% below the average');
    await panel.getByRole('checkbox', { name: 'Only at a limit price' }).check();
    await panel.getByRole('button', { name: 'Enter a limit price' }).waitFor();
    await panel.getByRole('textbox', { name: 'Limit price' }).fill('8.5');
    await panel.getByText(/Then sells 20 TON, only at 8\.5 USDT or better for 1 TON\./).waitFor();
    await panel.getByRole('button', { name: 'Sell 20 TON when TON rises to 9 USDT' }).click();
    await panel.getByText('Nothing is filled yet. The order waits.').waitFor();
    expect(await orders()).toMatchObject([
      { kind: 'stop', triggerAbove: '9', over: 900, maxSlippage: '0.1', price: '8.5', minReceived: '170' },
    ]);
    for (let count = 1; count <= 4; count++)
      await call(stage.server, 'createOrder', {
        Pair: { tokenA: USDT, tokenB: TON },
        ...{ amount: { tokenA: 5 }, minReceived: 5 + count },
      });
    // Below the form are the orders of the pair, with a link to all.
    await page.getByText('Your orders, fills and position').click();
    const beside = page.getByRole('tabpanel', { name: 'Open orders' });
    await beside.getByText('Buy TON for 5 USDT at 0.83333').waitFor();
    await beside.getByRole('link', { name: 'All orders in the portfolio' }).waitFor();
    expect(await beside.getByRole('button', { name: /^Cancel the order/ }).count()).toBe(5);
    await beside.getByRole('button', { name: 'Cancel the order: Buy TON for 5 USDT at 0.83333' }).click();
    await beside.getByText('5 USDT is back in your balance.').waitFor();
    await beside.getByRole('button', { name: 'Cancel the order: Stop at 9: Sell 20 TON at 8.5' }).waitFor();
    expect(await violations(page)).toEqual([]);
    // Orders that are not loaded yet are never told as none.
    await page.route(/\/getOrders\?/, (route) =>
      route.fulfill({ json: { success: true, data: { orders: [], nextCursor: 'more', sequence: '1' } } }),
    );
    await page.reload();
    await beside.getByText('0 orders shown. There are more.').waitFor();
    await beside.getByRole('button', { name: 'Cancel all of TON / USDT' }).waitFor();
    expect(await beside.getByText('You have no open orders of this pair.').count()).toBe(0);
  });
});
