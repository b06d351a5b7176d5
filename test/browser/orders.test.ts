// Orders in the page, filled by the real keeper: the placed order is what the button says, and fills are shown. About 35 s.
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { send } from '../http/client.ts';
import { violations } from './axe.ts';
import { useKeeper } from './order-market.ts';
import { describeInBrowser, PHONE, useStage, WIDE } from './stage.ts';
import { call, DEMO, lastSwap, read, smallPool, swapElsewhere, TON, USDT } from './swap-market.ts';

/** The browser logs refused quotes as errors, although they are normal answers. */
const REFUSED = { mayLog: /status of 4\d\d/ };

/** What the page requests for the market around the form, and not for the form. */
const MARKET = /(Trading|getTrades|getCandles|getOrders|getLPPosition|getFills|getOrderBook)(?:-[\w-]+\.js)?$/;

const formOf = (page: Page, name: string) => {
  const panel = page.getByRole('region', { name, exact: true });
  return {
    panel,
    pay: panel.getByRole('textbox', { name: 'You pay' }),
    price: panel.getByRole('textbox', { name: 'Limit price' }),
    least: panel.getByRole('textbox', { name: 'You receive at least' }),
    button: (label: string | RegExp) => panel.getByRole('button', { name: label }),
    text: (text: string | RegExp) => panel.getByText(text),
  };
};

describeInBrowser('orders', () => {
  const stage = useStage(DEMO);
  useKeeper(stage);
  const orders = async (query = '') => (await read(stage.server, `/getOrders?${query}`)).orders;
  beforeAll(async () => {
    await smallPool(stage.server, 'oat', 'rye');
    await smallPool(stage.server, 'hay', 'flax');
    await smallPool(stage.server, 'bran', 'malt', null);
  });

  test('a limit order waits for its price, and the page shows its fill', async () => {
    const page = await stage.open('/?pay=oat&receive=rye', REFUSED);
    // Changes from the swap to the limit order by keyboard.
    await page.getByRole('tab', { name: 'Swap' }).focus();
    await page.keyboard.press('ArrowRight');
    const { panel, pay, price, least, button, text } = formOf(page, 'Limit order');
    await button('Enter an amount').waitFor();
    expect(await page.getByRole('tab', { name: 'Limit' }).evaluate((tab) => tab.matches(':focus'))).toBe(true);
    await pay.fill('100');
    await button('Enter a limit price').waitFor();
    await price.fill('1,25');
    expect(await least.inputValue()).toBe('125');
    await text('Sells 100 OAT when 1 OAT buys at least 1.25 RYE.').waitFor();
    await text(/The limit is 25\.\d\d% above the price after fees\./).waitFor();
    await button('Sell 100 OAT at 1.25 RYE or more').waitFor();
    await page.getByText('Ledger preview').click();
    await page.getByText('−100 OAT').waitFor();

    await price.fill('1.');
    await button('Set the limit price: Now').click();
    await text(/filling starts at once/).waitFor();
    await button('Set the limit price: +5%').click();
    await text(/The limit is (5\.00|4\.99)% above/).waitFor();
    await pay.fill('9999');
    await button('Not enough OAT').waitFor();
    await button('Use all of it').click();
    await button(/^Sell 1,000 OAT at .* or more$/).waitFor();
    await pay.fill('100');

    await button(/^Sell 100 OAT at .* or more$/).click();
    await panel.getByRole('heading', { name: 'Order placed' }).waitFor();
    await text('Nothing is filled yet. The order waits.').waitFor();
    expect(await pay.inputValue()).toBe('');
    const [placed] = await orders('state=open');
    expect(placed).toMatchObject({ kind: 'limit', amountA: '100', parts: true, filledA: '0' });
    // The price reaches the limit.
    await swapElsewhere(stage.server, 'rye', 'oat', 150);
    await text(/^Filled: 100 OAT sold for /).waitFor();
    const done = await read(stage.server, `/getOrder?orderId=${placed.orderId}`);
    expect(done).toMatchObject({ status: 'filled', filledA: '100' });
    expect(Number(done.receivedB)).toBeGreaterThanOrEqual(Number(placed.minReceived));
    await button('Place another').click();
    await button('Enter an amount').waitFor();
  });

  test('an order whose limit is met is filled as far as possible, and an all-or-nothing order waits', async () => {
    const page = await stage.open('/?mode=limit&pay=hay&receive=flax&amount=500&price=0.8', REFUSED);
    const { panel, button, text } = formOf(page, 'Limit order');
    await text(/so filling starts at once, within your limit; the rest waits/).waitFor();
    await button('Sell 500 HAY at 0.8 FLAX or more').click();
    await text(/HAY sold so far for .* FLAX\. The rest waits\./).waitFor();
    const [part] = await orders('state=open');
    expect(Number(part.filledA)).toBeGreaterThan(50);
    expect(Number(part.filledA)).toBeLessThan(300);
    await page.goto(`${stage.server.url}/?mode=limit&pay=hay&receive=flax&amount=400&price=0.7`);
    await panel.getByRole('checkbox', { name: 'Fill all at once, or not at all' }).check();
    await panel.getByRole('combobox', { name: 'Expires' }).selectOption('in 7 days');
    await text('All at once, or not at all.').waitFor();
    await button('Sell 400 HAY at 0.7 FLAX or more').click();
    await text('Nothing is filled yet. The order waits.').waitFor();
    const [whole] = await orders('state=open');
    expect(whole).toMatchObject({ parts: false, filledA: '0' });
    expect(Math.round((Date.parse(whole.expiresAt) - Date.now()) / 86_400_000)).toBe(7);
    for (const { orderId } of await orders('state=open')) await call(stage.server, 'cancelOrder', { orderId });
    await text('The order is closed. Nothing was filled.').waitFor();
  });

  test('a buy that is sized by what it buys gets exactly that, and what was set aside for it and not needed comes back', async () => {
    await smallPool(stage.server, 'corn', 'salt');
    const held = async (token: string) =>
      Number(
        (await read(stage.server, '/getBalances')).balances.find(
          ({ address }: { address: string }) => address === token,
        ).balance,
      );
    const page = await stage.open('/?mode=limit&pay=salt&receive=corn&price=1.6', REFUSED);
    const { panel, pay, price, button, text } = formOf(page, 'Limit order');
    const receive = panel.getByRole('textbox', { name: 'You receive' });
    const most = panel.getByRole('textbox', { name: 'You pay at most' });
    await pay.fill('80');
    await text('Spends 80 SALT when 1 CORN costs at most 1.6 SALT.').waitFor();
    await button('Buy CORN for 80 SALT at 1.6 SALT or less').waitFor();
    await receive.fill('1000');
    expect(await most.inputValue()).toBe('1600');
    await button('Not enough SALT').waitFor();
    await receive.fill('50');
    await text('Buys exactly 50 CORN when 1 CORN costs at most 1.6 SALT. Sets 80 SALT aside for that;').waitFor();
    await button('Buy 50 CORN at 1.6 SALT or less').waitFor();
    // The link says which of the two amounts counts.
    await page.reload();
    await button('Buy 50 CORN at 1.6 SALT or less').waitFor();
    expect([await most.inputValue(), await receive.inputValue()]).toEqual(['80', '50']);
    await button(/^Price in SALT for 1 CORN/).click();
    await button('Buy 50 CORN for 80 SALT or less').waitFor();
    await button(/^Price in CORN for 1 SALT/).click();
    await button('Buy 50 CORN at 1.6 SALT or less').waitFor();
    await page.getByText('Ledger preview').click();
    await page.getByText('−80 SALT').waitFor();
    expect(await violations(page)).toEqual([]);
    const [corn, salt] = [await held('corn'), await held('salt')];
    await button('Buy 50 CORN at 1.6 SALT or less').click();
    await panel.getByRole('heading', { name: 'Order placed' }).waitFor();
    const [{ filledA, returned, ...bought }] = await orders('state=closed');
    expect(bought).toMatchObject({ status: 'filled', amountA: '80', amountB: '50', receivedB: '50' });
    expect(Number(filledA)).toBeLessThan(53);
    await text(`Filled: ${filledA} SALT sold for 50 CORN. ${returned} SALT is back in your balance.`).waitFor();
    expect(await held('corn')).toBe(corn + 50);
    expect(await held('salt')).toBeCloseTo(salt - Number(filledA), 6);

    // One that waits is changed to another for an exact amount.
    await button('Place another').click();
    await price.fill('0.5');
    await receive.fill('20');
    await button('Buy 20 CORN at 0.5 SALT or less').click();
    await text('Nothing is filled yet. The order waits.').waitFor();
    await page.goto(`${stage.server.url}/portfolio`);
    await page.getByRole('link', { name: 'Change the order: Buy 20 CORN at 0.5 SALT or less' }).click();
    await button('Change to: Buy 20 CORN at 0.5 SALT or less').waitFor();
    expect([await most.inputValue(), await receive.inputValue()]).toEqual(['10', '20']);
    await price.fill('0.6');
    await button('Change to: Buy 20 CORN at 0.6 SALT or less').click();
    await panel.getByRole('heading', { name: 'Order changed' }).waitFor();
    const [waiting] = await orders('state=open');
    expect(waiting).toMatchObject({ amountA: '12', amountB: '20', filledA: '0' });
    await call(stage.server, 'cancelOrder', { orderId: waiting.orderId });
  });

  test('the price can be shown in either token, and stays the same when the pair is flipped', async () => {
    const page = await stage.open('/?mode=limit&pay=oat&receive=rye&amount=10&price=2', REFUSED);
    const { price, pay, least, button, text } = formOf(page, 'Limit order');
    await button(/^Price in RYE for 1 OAT/).click();
    await text('Spends 10 OAT when 1 RYE costs at most 0.5 OAT.').waitFor();
    expect([await price.inputValue(), await least.inputValue()]).toEqual(['0.5', '20']);
    await button('Set the limit price: −5%').click();
    await text(/The limit is (5\.00|4\.99)% below the price after fees\./).waitFor();
    await price.fill('0.25');
    await button('Switch direction').click();
    await pay.fill('10');
    await text('Sells 10 RYE when 1 RYE buys at least 0.25 OAT.').waitFor();
    expect(await least.inputValue()).toBe('2.5');
    // There is no liquidity yet, but an order can wait for it.
    await page.goto(`${stage.server.url}/?mode=limit&pay=bran&receive=malt&amount=10&price=2`);
    await text('Nothing can be sold right now, so the order waits.').waitFor();
    await page.goto(`${stage.server.url}/?mode=limit&pay=oat&receive=rye&amount=0.0001&price=1`);
    await text(/too small|at least/)
      .first()
      .waitFor();
  });

  test('every screen tells the price of a pair in its direction, which is that of no address and of no order', async () => {
    await smallPool(stage.server, 'silver', 'gold');
    const page = await stage.open('/?mode=limit&pay=gold&receive=silver&amount=95&price=0.5', REFUSED);
    const { button, text } = formOf(page, 'Limit order');
    await text('Spends 95 GOLD when 1 SILVER costs at most 0.5 GOLD.').waitFor();
    await page.getByRole('heading', { name: 'SILVER in GOLD' }).waitFor();
    await button('Buy SILVER for 95 GOLD at 0.5 GOLD or less').click();
    await text('Nothing is filled yet. The order waits.').waitFor();
    await page.getByRole('button', { name: /^Buy SILVER for 95 GOLD at 0\.5/ }).waitFor();
    await page.goto(`${stage.server.url}/operator/orders`);
    await page.getByRole('row', { name: 'Buy SILVER for 95 GOLD 0.5 GOLD for 1 SILVER' }).waitFor();
    await page.goto(`${stage.server.url}/operator/pools`);
    await page.getByRole('row', { name: 'SILVER/GOLD' }).waitFor();

    await swapElsewhere(stage.server, 'gold', 'silver', 100);
    await page.goto(`${stage.server.url}/?pay=gold&receive=silver&amount=10`);
    await page.getByText(/^Rate 1 SILVER =/).waitFor();
    await page.getByText('Ledger preview').click();
    await page.getByText('Pool SILVER/GOLD').first().waitFor();
    // A stop that buys waits for a rise.
    await page.goto(`${stage.server.url}/?mode=stop&pay=gold&receive=silver&amount=95&stop=0.7`);
    await page.getByText(/has risen to 0\.7 GOLD\. Then buys SILVER for 95 GOLD at the market price\./).waitFor();
    await page.getByText(/not filled more than 3\.09% above the one-minute average/).waitFor();
    await page.goto(`${stage.server.url}/pools?q=gold`);
    await page.getByRole('link', { name: 'SILVER / GOLD' }).click();
    await page.getByText('GOLD for 1 SILVER').waitFor();
    await page.getByText(/SILVER bought at 1\.10/).waitFor();
    await page
      .getByRole('link', { name: /^Transaction/ })
      .first()
      .click();
    await page.getByText(/^1 SILVER =/).waitFor();
    await page.getByText('GOLD per SILVER').waitFor();
  });

  test('the market of the pair is loaded after the form: beside it, or on a phone in folds that are opened one by one', async () => {
    await smallPool(stage.server, 'tin', 'zinc');
    /** Opens the form and collects what is requested of the market, as `before` its first quote was answered or after it. */
    const openForm = async (viewport: typeof PHONE) => {
      const context = await stage.browser.newContext({ viewport, reducedMotion: 'reduce' });
      onTestFinished(() => context.close());
      const requested = { before: [] as string[], after: [] as string[] };
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      let isFormShown = false;
      context.on('request', (request) => {
        const [, name] = MARKET.exec(new URL(request.url()).pathname) ?? [];
        if (name) requested[isFormShown ? 'after' : 'before'].push(name);
      });
      await context.route('**/getQuote?*', async (route) => {
        await isAnswered;
        await route.continue();
      });
      const quote = context.waitForEvent('request', (request) => request.url().includes('/getQuote?'));
      const page = await stage.open('/?pay=tin&receive=zinc&amount=10', { ...REFUSED, context });
      await quote;
      isFormShown = true;
      answer();
      await page.getByRole('button', { name: /^Swap 10 TIN for/ }).waitFor();
      return { page, requested, count: (name: string) => requested.after.filter((each) => each === name).length };
    };

    const wide = await openForm(WIDE);
    const { page } = wide;
    await page.getByText(/^Spread /).waitFor();
    expect(wide.requested.before).toEqual([]);
    const best = page.getByRole('button', { name: /^Limit order at/ });
    const before = await best.allTextContents();
    await swapElsewhere(stage.server, 'tin', 'zinc', 5);
    await expect.poll(() => best.allTextContents()).not.toEqual(before);
    await page.getByRole('cell', { name: /^Sold at/ }).waitFor();
    expect(wide.count('getOrderBook')).toBe(2);

    await page.getByRole('tab', { name: 'Open orders' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Fills' }).evaluate((tab) => tab.matches(':focus'))).toBe(true);
    await page.getByRole('tabpanel', { name: 'Fills' }).getByRole('link').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/of the pool\. A withdrawal now would pay/).waitFor();
    expect(await violations(page)).toEqual([]);
    // The arrow keys move between the levels, and Enter takes the price of one into a limit order.
    await best.nth(5).focus();
    await page.keyboard.press('ArrowDown');
    const price = await best.nth(6).textContent();
    await page.keyboard.press('Enter');
    await expect.poll(() => formOf(page, 'Limit order').price.inputValue()).toBe(price);
    expect(await page.getByRole('tab', { name: 'Limit' }).evaluate((tab) => tab.matches(':focus'))).toBe(true);

    const phone = await openForm(PHONE);
    const summary = phone.page.getByText('Depth', { exact: true });
    await summary.waitFor();
    expect(phone.requested.before).toEqual([]);
    await summary.click();
    await phone.page.getByText(/^Spread /).waitFor();
    expect([...new Set(phone.requested.after)]).toEqual(['Trading', 'getOrderBook']);
    expect(await violations(phone.page)).toEqual([]);
    // A folded part asks for nothing, even if its pool moves.
    await summary.click();
    await swapElsewhere(stage.server, 'tin', 'zinc', 1);
    const quoted = (await lastSwap(stage.server)).sequence;
    await phone.page.getByText(new RegExp(`^Quoted at no. ${quoted.toLocaleString('en')}\\.`)).waitFor();
    await phone.page.reload();
    await summary.waitFor();
    expect(phone.count('getOrderBook')).toBe(1);
  });

  test('moving the limit line by pointer or keys changes the price field, and the field moves the line', async () => {
    await call(stage.server, 'createOrder', {
      Pair: { tokenA: TON, tokenB: USDT },
      ...{ amount: { tokenA: 1 }, price: 2.53 },
    });
    await call(stage.server, 'createSwap', { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 1 } });
    // In German 2.612 is read as 2612, so that a dragged price must be written in the reader's format.
    const page = await stage.open(`/?mode=limit&pay=${TON}&receive=${USDT}&amount=10&price=2,6`, { locale: 'de' });
    const panel = page.getByRole('region', { name: 'Limit-Auftrag' });
    const price = panel.getByRole('textbox', { name: 'Limitpreis' });
    const line = page.getByRole('slider', { name: 'Limitpreis' });
    await line.focus();
    expect(await line.getAttribute('aria-valuetext')).toBe('2,6 USDT für 1 TON');
    await line.press('ArrowUp');
    expect(await price.inputValue()).toBe('2,6026');
    await line.press('PageDown');
    expect(await price.inputValue()).toBe('2,5766');
    await panel.getByRole('button', { name: '10 TON zu 2,5766 USDT oder mehr verkaufen' }).waitFor();
    await expect.poll(() => page.url()).toContain('price=2%2C5766');
    // The account's own order of the pair is drawn as a line too.
    await line.locator('xpath=preceding-sibling::p').getByText('1 TON zu 2,53 verkaufen').waitFor();
    // And so is its own swap, which the summary of the chart counts.
    expect(await page.locator('[data-mark=sell]').count()).toBe(1);
    await page.getByRole('img', { name: /TON in USDT.*0 Käufe, 1 Verkauf$/ }).waitFor();
    const box = (await line.boundingBox()) as NonNullable<Awaited<ReturnType<typeof line.boundingBox>>>;
    await page.mouse.move(box.x + 50, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height / 2 + 40, { steps: 4 });
    const held = await price.inputValue();
    expect(Number(held.replace(',', '.'))).toBeLessThan(2.5766);
    await page.mouse.up();
    await panel.getByRole('button', { name: /^10 TON zu 2,\d+ USDT oder mehr verkaufen$/ }).waitFor();
    expect(await price.inputValue()).toBe(held);
    await line.press('Home');
    await panel
      .getByText(/daher|sofort/)
      .first()
      .waitFor();
    await price.fill('2,7');
    await expect.poll(() => line.getAttribute('aria-valuetext')).toBe('2,7 USDT für 1 TON');
  });

  test('a recurring order that is placed on a phone sells its first part at once', async () => {
    const page = await stage.open(`/?mode=recurring&pay=${TON}&receive=${USDT}`, { ...REFUSED, viewport: PHONE });
    const { panel, pay, price, button, text } = formOf(page, 'Recurring order');
    await pay.fill('100');
    await button('Enter the number of parts').waitFor();
    const times = panel.getByRole('textbox', { name: 'Number of parts' });
    await times.fill('1');
    await text('Enter 2 to 1,000 parts.').waitFor();
    await times.fill('4');
    await panel.getByRole('textbox', { name: 'One every' }).fill('6');
    await panel.getByRole('combobox', { name: 'Unit' }).selectOption('hours');
    await text(
      /^Sells 100 TON in 4 parts of 25 TON: one every 6 hours, starting now, the last on .* earliest/,
    ).waitFor();
    await text(/ at most 1\.00% less than the average price of the last minute/).waitFor();
    await panel.getByRole('checkbox', { name: 'Only at a limit price' }).check();
    await button('Enter a limit price').waitFor();
    await price.fill('0.5');
    await text(/Each only at 0\.5 USDT or better for 1 TON/).waitFor();
    await button('Sell 100 TON in 4 parts').click();
    await text(/^25 TON sold so far for /).waitFor();
    const [placed] = await orders('state=open');
    expect(placed).toMatchObject({ kind: 'recurring', times: 4, every: 21_600, filledA: '25', price: '0.5' });
  });

  const place = (tokenA: string, tokenB: string, amount: number, terms: object) =>
    call(stage.server, 'createOrder', { Pair: { tokenA, tokenB }, amount: { tokenA: amount }, ...terms });

  test('the portfolio shows open orders and what they hold, and whether a cancelled order was returned or filled', async () => {
    for (const { orderId } of await orders('state=open')) await call(stage.server, 'cancelOrder', { orderId });
    await place('oat', 'rye', 50, { price: 40 });
    await place('oat', 'rye', 60, { price: 50, parts: false });
    const page = await stage.open('/portfolio', REFUSED);
    const yours = page.getByRole('region', { name: 'Your orders' });
    await yours.getByRole('button', { name: 'Sell 50 OAT at 40' }).first().click();
    await yours.getByText('40 RYE for 1 OAT').waitFor();
    await yours.getByRole('button', { name: /^Sell 60 OAT at 50/ }).click();
    await yours.getByText(/All at once, or not at all\./).waitFor();
    await page.getByText('+ 110 in orders').waitFor();
    expect(await violations(page)).toEqual([]);
    await yours.getByRole('button', { name: 'Cancel the order: Sell 50 OAT at 40' }).click();
    await yours.getByText('50 OAT is back in your balance.').waitFor();
    await page.getByText('+ 60 in orders').waitFor();
    await yours.getByRole('button', { name: 'Close' }).click();
    await page.getByText('50 OAT is back').waitFor({ state: 'detached' });

    // The order is filled while the cancel request is on its way.
    await page.route('**/cancelOrder', async (route) => {
      await swapElsewhere(stage.server, 'malt', 'bran', 700);
      await expect.poll(async () => (await orders('state=closed'))[0].status).toBe('filled');
      await route.continue();
    });
    await call(stage.server, 'provideLiquidity', {
      Pair: { tokenA: 'bran', tokenB: 'malt' },
      amount: { tokenA: 1000, tokenB: 1000 },
    });
    await place('bran', 'malt', 10, { price: 2 });
    await yours.getByRole('button', { name: 'Cancel the order: Sell 10 BRAN at 2' }).click();
    await yours
      .getByRole('status')
      .filter({ hasText: /Filled before it could be cancelled\s*10 BRAN sold for .* MALT/ })
      .waitFor();
    // A toast reports the fill too.
    const toast = page.getByRole('status').filter({ hasText: 'Order filled' });
    await toast.filter({ hasText: '10 BRAN sold for ' }).waitFor();
    await yours.getByText(/past orders$/).click();
    await yours.getByRole('button', { name: /^Sell 10 BRAN at 2/ }).click();
    await yours.getByText('1 fill', { exact: true }).click();
    await yours.getByText(/^10 BRAN for .* MALT$/).waitFor();
    await yours.getByRole('link', { name: /ago|now/ }).click();
    await page.getByRole('heading', { name: /^Swapped 10 BRAN for/ }).waitFor();
    await page.getByRole('link', { name: /^Order no\. / }).click();
    await page.getByRole('heading', { name: 'Placed an order: sell 10 BRAN for 20 MALT' }).waitFor();
  });

  test('an order is changed in one step, once although the answer is lost, and not if part of it was sold meanwhile', async () => {
    for (const { orderId } of await orders('state=open')) await call(stage.server, 'cancelOrder', { orderId });
    await smallPool(stage.server, 'kale', 'leek');
    // It holds all of the account's tokens.
    await place('kale', 'leek', 1000, { price: 3 });
    const page = await stage.open('/portfolio', { mayLog: /status of 4\d\d|ERR_CONNECTION_RESET/ });
    await page.getByRole('link', { name: 'Change the order: Sell 1,000 KALE at 3' }).click();
    const { panel, pay, price, button, text } = formOf(page, 'Limit order');
    await text('Changing the order: Sell 1,000 KALE at 3').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Changing the order/);
    expect([await pay.inputValue(), await price.inputValue()]).toEqual(['1000', '3']);
    await pay.fill('600');
    await price.fill('1.2');
    await text(/Replaces your order and uses the 1,000 KALE it holds, in one step\./).waitFor();
    expect(await violations(page)).toEqual([]);
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route('**/bulk', loseAnswer, { times: 1 });
    await button('Change to: Sell 600 KALE at 1.2 LEEK or more').click();
    await panel.getByRole('heading', { name: 'Order changed' }).waitFor();
    expect(await orders('state=open')).toMatchObject([{ amountA: '600', price: '1.2' }]);
    expect((await orders('state=closed'))[0]).toMatchObject({ status: 'cancelled', amountA: '1000' });

    // A part is sold while the change is on its way: what is asked for next is said first.
    await page.goto(`${stage.server.url}/portfolio`);
    await page.getByRole('link', { name: 'Change the order: Sell 600 KALE at 1.2' }).click();
    await button('Change to: Sell 600 KALE at 1.2 LEEK or more').waitFor();
    await price.fill('1.3');
    await page.route('**/bulk', async (route) => {
      await swapElsewhere(stage.server, 'leek', 'kale', 200);
      await expect.poll(async () => Number((await orders('state=open'))[0].filledA)).toBeGreaterThan(0);
      await route.continue();
    });
    await button('Change to: Sell 600 KALE at 1.3 LEEK or more').click();
    await text(/^Not changed/).waitFor();
    const [part] = await orders('state=open');
    const { filledA, left } = part;
    await text(`${filledA} of 600 KALE were sold meanwhile. ${left} KALE are left.`).waitFor();
    expect(await orders('state=open')).toMatchObject([{ orderId: part.orderId, left }]);
    await page.unroute('**/bulk');
    await button(`Go on with the ${left} KALE left`).click();
    await button(`Change to: Sell ${left} KALE at 1.3 LEEK or more`).click();
    await panel.getByRole('heading', { name: 'Order changed' }).waitFor();
    expect(await orders('state=open')).toMatchObject([
      { amountA: left, price: expect.stringMatching(/^1\.3/), filledA: '0' },
    ]);
  });

  test('fills while nobody looks are told once by all tabs together, without amounts, and end when the page is looked at', async () => {
    for (const { orderId } of await orders('state=open')) await call(stage.server, 'cancelOrder', { orderId });
    await smallPool(stage.server, 'nut', 'pea');
    const context = await stage.browser.newContext({ viewport: WIDE, permissions: ['notifications'] });
    onTestFinished(() => context.close());
    // What the browser would show, and whether it shows the page, as this test says.
    await context.addInitScript(`
      window.told = [];
      window.Notification = class { static permission = 'default'; close() { told.push('closed'); }
        static async requestPermission() { return (Notification.permission = 'granted'); }
        constructor(title, { body, tag }) { told.push(title + ': ' + body + ' [' + tag + ']'); } };
      let seen = 'visible';
      Object.defineProperty(document, 'visibilityState', { get: () => seen });
      window.look = (state) => { seen = state; document.dispatchEvent(new Event('visibilitychange')); };
    `);
    const first = await stage.open('/portfolio#orders', { ...REFUSED, context });
    const second = await stage.open('/portfolio', { ...REFUSED, context });
    const toldBy = (page: Page) => page.evaluate<string[]>('told');
    const told = async () => [...(await toldBy(first)), ...(await toldBy(second))];
    for (const page of [first, second]) await page.getByText(/^Live, journal/).waitFor();
    await place('nut', 'pea', 1, { price: 1.05 });
    await first.getByRole('region', { name: 'Your orders' }).waitFor();
    expect(await first.evaluate(`document.activeElement.id`)).toBe('orders');
    const ask = first.getByRole('checkbox', { name: 'Notify me on this device when an order fills' });
    expect(await told()).toEqual([]);
    await ask.check();
    await expect.poll(told).toEqual(['Millpond: Notifications of filled orders are on. [millpond orders]']);
    for (const page of [first, second]) {
      await page.evaluate(`Notification.permission = 'granted'; told.length = 0; look('hidden')`);
    }
    await place('nut', 'pea', 2, { price: 1.06 });
    await place('nut', 'pea', 3, { price: 1.07 });
    await swapElsewhere(stage.server, 'pea', 'nut', 200);
    const count = 3;
    await expect
      .poll(async () => (await told()).at(-1))
      .toBe(`Millpond: ${count} fills of your orders [millpond orders]`);
    for (const page of [first, second]) await expect.poll(() => page.title()).toMatch(/^\(3\) Portfolio/);
    // One tab speaks for both.
    expect([await toldBy(first), await toldBy(second)].filter((texts) => texts.length > 0)).toHaveLength(1);
    await second.evaluate(`look('visible')`);
    await second.getByRole('status').filter({ hasText: '3 fills of your orders' }).waitFor();
    for (const page of [first, second]) await expect.poll(() => page.title()).toMatch(/^Portfolio/);
    // While one tab is looked at, only that one tells.
    const before = (await told()).length;
    await place('nut', 'pea', 1, { price: 0.5 });
    await second.getByRole('status').filter({ hasText: 'fills of your orders' }).waitFor();
    expect(await first.title()).toMatch(/^Portfolio/);
    expect((await told()).filter((text) => text !== 'closed').length).toBeLessThanOrEqual(before);
  });

  test('an owner is notified when another account’s order fills theirs, and many orders have pages', async () => {
    const { key } = await createKey(stage.server.store, { account: 'eve' as Account, role: 'trader' }, 0);
    await call(stage.server, 'deposit', { account: 'eve', token: 'rye', amount: 500, reference: 'eve' });
    const page = await stage.open('/portfolio', { ...REFUSED, viewport: PHONE, colorScheme: 'dark' });
    const yours = page.getByRole('region', { name: 'Your orders' });
    // There is no pool for this pair: only another order can fill it.
    const items = Array.from({ length: 25 }, (_, index) => ({
      call: 'createOrder',
      body: { Pair: { tokenA: 'hay', tokenB: 'rye' }, amount: { tokenA: 1 }, price: 20 + index },
    }));
    await call(stage.server, 'bulk', { items });
    await yours.getByText('20 orders shown. There are more.').waitFor();
    await yours.getByRole('button', { name: 'Show more' }).click();
    await expect
      .poll(() => yours.getByRole('button', { name: /^Cancel the order/ }).count())
      .toBeGreaterThanOrEqual(25);
    expect(await violations(page)).toEqual([]);
    const body = { Pair: { tokenA: 'rye', tokenB: 'hay' }, amount: { tokenA: 20 }, price: 0.05 };
    const taken = await send(stage.server, { path: '/createOrder', body, headers: { authorization: `Bearer ${key}` } });
    expect(taken.status, taken.text).toBe(200);
    const toast = page.getByRole('status').filter({ hasText: 'Order filled' });
    await toast.getByText('1 HAY sold for 20 RYE.').waitFor();
    const left = (await orders('state=open')).filter(({ tokenA }: { tokenA: string }) => tokenA === 'hay').length;
    expect(left).toBe(24);
    // All are cancelled after a confirmation that says how many, also those on later pages.
    const open = (await orders('state=open&limit=200')).length;
    await yours.getByRole('button', { name: 'Cancel all orders' }).click();
    await yours
      .getByRole('status')
      .filter({ hasText: `Cancel ${open} open orders?` })
      .waitFor();
    await yours.getByRole('button', { name: `Cancel ${open} orders`, exact: true }).click();
    await yours.getByText(`${open} orders cancelled`).waitFor();
    expect(await orders('state=open')).toEqual([]);
  });
});
