// The swap panel in a real browser: how each state is reached and left.
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../http/server.ts';
import { useTempFolder } from '../temp-folder.ts';
import { describeInBrowser, PHONE, useStage } from './stage.ts';
import { call, DEMO, lastSwap, panelOf, read, smallPool, TON, USDT } from './swap-market.ts';

const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';
/** The browser logs refused quotes as errors, although they are normal answers. */
const REFUSED = { mayLog: /status of 4\d\d/ };

describeInBrowser('swap', () => {
  const stage = useStage(DEMO);
  const inFolder = useTempFolder();
  beforeAll(async () => {
    await smallPool(stage.server, 'oat', 'rye');
    await smallPool(stage.server, 'hay', 'flax', null);
  });

  test('the form is empty at first, and the panel says what is wrong with an amount or a pair', async () => {
    const page = await stage.open('/', REFUSED);
    const { pay, receive, button, text } = panelOf(page);
    await button('Enter an amount').waitFor();
    expect([await pay.inputValue(), await receive.inputValue()]).toEqual(['', '']);
    await text('Balance 20,000 TON').waitFor();

    await pay.fill('abc');
    await button('Invalid amount').waitFor();
    await pay.fill('<img src=x onerror=alert(1)>');
    await button('Invalid amount').waitFor();
    await pay.fill('9'.repeat(40));
    await button('Amount too large').waitFor();
    await pay.fill('1.0000000001');
    await button('Too many decimals').waitFor();
    await button('Use 1').click();
    await button(/^Swap 1 TON for /).waitFor();
    await pay.fill('1,250');
    await button('Which amount?').waitFor();
    await button('1.25').click();
    await button(/^Swap 1.25 TON for /).waitFor();
    await pay.fill('1,250');
    await button('1250').click();
    await button(/^Swap 1,250 TON for /).waitFor();
    // `10.000` is ambiguous; a chosen reading, or an amount set by the page, is not asked about again.
    await pay.fill('10.000');
    await text('Do you mean 10000 or 10?').waitFor();
    await button('10000').click();
    await button(/^Swap 10,000 TON for /).waitFor();
    await pay.fill('1.234');
    await button('1.234').click();
    await button(/^Swap 1.234 TON for /).waitFor();
    // A decimal comma, also with a point between the thousands.
    await pay.fill('12,5');
    await button(/^Swap 12.5 TON for /).waitFor();
    await pay.fill('1.250,5');
    await button(/^Swap 1,250.5 TON for /).waitFor();

    await pay.fill('20000.000000001');
    await button('Not enough TON').waitFor();
    await text('You have 20,000 TON.').waitFor();
    await button('Use all of it').click();
    await button(/^Swap 20,000 TON for /).waitFor();
    await button('25% of the balance').click();
    await button(/^Swap 5,000 TON for /).waitFor();
    await pay.fill('');
    await button('Enter an amount').waitFor();
    await page.goto(`${stage.server.url}/?pay=${TON}&receive=${TON}&amount=1`);
    await text('Both sides are TON.').waitFor();
    await page.goto(`${stage.server.url}/?pay=nobody&receive=${TON}&amount=1`);
    await text('This exchange does not list a token with that address.').waitFor();
    await page.goto(`${stage.server.url}/?pay=oat&receive=${TON}&amount=1`);
    await text('No route between these tokens').waitFor();
    await page.goto(`${stage.server.url}/?pay=hay&receive=flax&amount=1`);
    await text('Nobody has added liquidity for these two tokens yet.').waitFor();
    await page.goto(`${stage.server.url}/?pay=${TON}&receive=${USDT}&amount=0.000000001`);
    await button('Amount too small').waitFor();
    await page.goto(`${stage.server.url}/?pay=${TON}&receive=${USDT}&amount=50000000&side=receive`);
    await button('Amount too large').waitFor();
  });

  test('either amount can be typed, and the swap fills as quoted', async () => {
    const page = await stage.open('/');
    const { pay, receive, button, text, said, done } = panelOf(page);
    await pay.fill('1250');
    const first = await said();
    expect(first.pay).toBe('1250');
    expect(await receive.inputValue()).toBe(first.receive);
    await page.getByText('Ledger preview').click();
    await page.getByText('5 entries in one transaction').waitFor();
    await page.getByText('TON and USDT each net to zero').waitFor();
    await button(/^Swap 1,250 TON for /).click();
    await done();
    await text('As quoted.').waitFor();
    await text('Settled · Receipt').waitFor();
    await text('Details').click();
    await text(/^Settled as no\. \d+ in [\d,]+ ms\./).waitFor();
    expect(await lastSwap(stage.server)).toMatchObject({ amountA: first.pay, amountB: first.receive });
    // The form is cleared after the swap.
    expect(await pay.inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
    // The receipt shows the quote next to the fill.
    await page.getByRole('link', { name: 'Receipt', exact: true }).click();
    await page.getByRole('heading', { name: 'Filled exactly as quoted' }).waitFor();
    await page.getByText('Difference').waitFor();
    await page.goBack();

    await receive.fill('1000,25');
    const second = await said();
    expect(second.receive).toBe('1000.25');
    expect(await pay.inputValue()).toBe(second.pay);
    await button(/^Swap .* TON for 1,000.25 USDT$/).click();
    await done();
    expect(await lastSwap(stage.server)).toMatchObject({ amountA: second.pay, amountB: '1000.25' });

    await button('Swap back').click();
    await button(/^You pay in\s*USDT\b/).waitFor();
    await button('Switch direction').click();
    await button(/^You pay in\s*TON\b/).waitFor();
  });

  test('a large price impact shows a warning, and a larger one has to be typed to proceed', async () => {
    const page = await stage.open('/?pay=oat&receive=rye&amount=60', REFUSED);
    const { panel, pay, button, text, done } = panelOf(page);
    await text(/^Price impact 5\.\d\d%: you receive that much less than at the current price$/).waitFor();
    await text(/A tenth of it would have a price impact of 0\.\d\d%\./).waitFor();
    await button(/ anyway$/).waitFor();
    await pay.fill('49');
    await button(/^Swap 49 OAT for [\d.]+ RYE$/).waitFor();

    await pay.fill('250');
    await text(/^Refused: a price impact of [\d.]+% is over the limit of 15%$/).waitFor();
    const cost = text(/With fees it costs [\d.]+%\./);
    const figure = /costs ([\d.]+)%/.exec((await cost.textContent()) ?? '')?.[1] ?? '';
    await button('Over the limit').click({ force: true });
    await button('Use that').click();
    await button(/ anyway$/).waitFor();
    // The offered amount stays within the limit, and slightly more would exceed it.
    const most = Number(await pay.inputValue());
    const costOf = async (amount: number) =>
      Number((await read(stage.server, `/getQuote?tokenA=oat&tokenB=rye&amount=${amount}`)).totalCost);
    expect(await costOf(most)).toBeLessThanOrEqual(0.15);
    expect(await costOf(Number((most * 1.001).toFixed(6)))).toBeGreaterThan(0.15);

    await pay.fill('250');
    const field = panel.getByRole('textbox', { name: `To swap anyway, type the total cost in percent: ${figure}` });
    await field.fill('15');
    await button('Over the limit').waitFor();
    await field.fill(figure.replace('.', ','));
    await button(/^Swap 250 OAT for [\d.]+ RYE at a cost of [\d.]+%$/).click();
    await done();
    expect(await lastSwap(stage.server)).toMatchObject({ tokenA: 'oat', amountA: '250' });
  });

  test('fees are shown as part of the total cost, and a high cost has to be typed to proceed', async () => {
    await smallPool(stage.server, 'emmer', 'spelt');
    const Pair = { tokenA: 'emmer', tokenB: 'spelt' };
    const page = await stage.open('/?pay=emmer&receive=spelt&amount=1');
    const { panel, button, text, done } = panelOf(page);
    const cost = panel.getByRole('definition').filter({ hasText: /fees [\d.]+%, price impact/ });
    await panel.locator('summary').click();
    await cost.getByText('0.40%').waitFor();
    expect(await cost.locator('[data-tone]').getAttribute('data-tone')).toBe('quiet');
    await button(/^Swap 1 EMMER for /).waitFor();

    await call(stage.server, 'setPoolFees', { Pair, lpFee: 0.5, force: true });
    await text(/^This swap costs 50\.\d\d% of its value$/).waitFor();
    await text(/Fees take 50\.0\d%, the price impact 0\.0\d%\./).waitFor();
    expect(await cost.locator('[data-tone]').getAttribute('data-tone')).toBe('over');
    await button('Confirm the cost first').click({ force: true });
    const field = panel.getByRole('textbox', { name: /^To swap anyway, type the total cost in percent: 50\.\d\d$/ });
    await field.fill('50');
    await button('Confirm the cost first').waitFor();
    await field.fill('51');
    await button(/^Swap 1 EMMER for [\d.]+ SPELT at a cost of 50\.\d\d%$/).click();
    await done();
    expect(await lastSwap(stage.server)).toMatchObject({ tokenA: 'emmer', amountA: '1' });
  });

  test('tokens are found by symbol and by any form of their address, and markup in a symbol is shown as text', async () => {
    const odd = '<b>x</b>';
    await call(stage.server, 'registerToken', { address: 'odd', symbol: odd, decimals: 2 });
    const page = await stage.open('/?amount=10', REFUSED);
    const { button, panel } = panelOf(page);
    await button(/^Swap 10 TON for /).waitFor();
    await button(/^You receive in\s*USDT\b/).click();
    const dialog = page.getByRole('dialog', { name: 'You receive' });
    const search = dialog.getByRole('combobox');
    await dialog.getByRole('row', { name: /NOT/ }).waitFor();
    await search.fill('ston');
    await dialog.getByRole('row', { name: /STON/ }).waitFor();
    await search.fill('x</b');
    await dialog.getByRole('row', { name: odd }).waitFor();
    expect(await dialog.locator('b').count()).toBe(0);
    await search.fill('no such thing');
    await dialog.getByText('No token with that name or address.').waitFor();
    // Choosing USDT again by its raw address changes nothing; choosing TON swaps the two sides.
    await search.fill('0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe');
    await dialog.getByRole('row', { name: /USDT/ }).click();
    await button(/^Swap 10 TON for .* USDT$/).waitFor();
    await button(/^You receive in\s*USDT\b/).click();
    await search.fill('UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ');
    // Enter is pressed before any result has arrived.
    await page.keyboard.press('Enter');
    await button(/^Swap 10 USDT for .* TON$/).waitFor();
    // An exact symbol wins over an older token that begins with it.
    for (const symbol of ['T1139', 'T1'])
      await call(stage.server, 'registerToken', { address: symbol.toLowerCase(), symbol, decimals: 2 });
    await button(/^You receive in\s*TON\b/).click();
    await search.fill('t1');
    await page.keyboard.press('Enter');
    await button(/^You receive in\s*T1\b/).waitFor();
    expect(new URL(page.url()).searchParams.get('receive')).toBe('t1');
    // A route over several pools is drawn.
    await page.goto(
      `${stage.server.url}/?pay=${USDT}&receive=EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT&amount=100`,
    );
    await panel.locator('summary').click();
    await panel.getByText('Route', { exact: true }).waitFor();
    await button(/^Swap 100 USDT for .* NOT$/).waitFor();
    // A link with another form of the address leads to the same token.
    await page.goto(
      `${stage.server.url}/?pay=UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ&receive=${USDT}&amount=7`,
    );
    await button(/^Swap 7 TON for .* USDT$/).waitFor();
  });

  test('a swap is made by the keyboard alone, and a reload keeps what is typed', async () => {
    const page = await stage.open('/', { viewport: PHONE });
    const { pay, button, text, said, done } = panelOf(page);
    await text('Balance').first().waitFor();
    for (let keys = 0; keys < 40; keys++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.id')) === (await pay.getAttribute('id'))) break;
    }
    await page.keyboard.type('3.5');
    await said();
    await page.reload();
    const { pay: paid, receive: received } = await said();
    expect(await pay.inputValue()).toBe('3.5');
    await pay.focus();
    // The first Enter moves to the button, the second presses it; held down, it presses once.
    await page.keyboard.press('Enter');
    for (let times = 0; times < 5; times++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await done();
    expect(await lastSwap(stage.server)).toMatchObject({ amountA: paid, amountB: received });
    const { swaps } = await read(stage.server, '/getSwaps?limit=20');
    expect(swaps.filter((swap: { amountA: string }) => swap.amountA === '3.5')).toHaveLength(1);
    expect(await button('Swap back').isVisible()).toBe(true);
  });

  test('when the operator pauses or lists a token or a pool, the open panel shows it', async () => {
    const page = await stage.open('/?pay=oat&receive=rye&amount=5', REFUSED);
    const { button, text } = panelOf(page);
    await button(/^Swap 5 OAT/).waitFor();
    await call(stage.server, 'updateToken', { address: 'rye', status: 'paused' });
    await text('Paused by the operator').waitFor();
    await button('Paused').waitFor();
    await call(stage.server, 'updateToken', { address: 'rye', status: 'listed' });
    await button(/^Swap 5 OAT/).waitFor();
    await call(stage.server, 'setPoolStatus', { Pair: { tokenA: 'oat', tokenB: 'rye' }, status: 'paused' });
    await text('The pool takes no swaps right now.').waitFor();
    await call(stage.server, 'setPoolStatus', { Pair: { tokenA: 'oat', tokenB: 'rye' }, status: 'listed' });
    await button(/^Swap 5 OAT/).waitFor();
  });

  test('a visitor who is not signed in sees the quote and a button to sign in', async () => {
    const server = await startServer({ ...DEMO, auth: 'keys' });
    onTestFinished(() => server.close());
    const page = await stage.open('/?amount=5', { origin: server.url, ...REFUSED });
    const { button, receive } = panelOf(page);
    await button('Sign in to swap').waitFor();
    await expect.poll(() => receive.inputValue(), { timeout: 100_000 }).toMatch(/^12\.\d+$/);
  });

  test('the panel says if the event stream or the network is lost, and recovers', async () => {
    const path = inFolder('millpond.db');
    const before = await startServer({ ...DEMO, path });
    const page = await stage.open('/?amount=5', { origin: before.url, mayLog: /./ });
    const { button, text } = panelOf(page);
    await text(/^Quoted at no\. \d+\. The price has not moved since\.$/).waitFor();
    await before.close();
    await text(/^Quoted at no\. \d+\. Not live: refreshed every 5 s\.$/).waitFor();
    await button(/^Swap 5 TON/).waitFor();
    await page.context().setOffline(true);
    await text('You are offline').waitFor();
    await button('Offline').waitFor();
    await page.context().setOffline(false);
    await button(/^Swap 5 TON/).waitFor();
    const after = await startServer({ ...DEMO, path, port: before.port });
    onTestFinished(() => after.close());
    await text(/The price has not moved since\.$/).waitFor();
    await button(/^Swap 5 TON/).waitFor();
  });

  test('a thin pool is marked, and the price is that of the deeper route', async () => {
    const Pair = { tokenA: NOT, tokenB: USDT };
    await call(stage.server, 'provideLiquidity', { Pair, amount: { tokenA: '0.001', tokenB: '1' } });
    const page = await stage.open(`/?pay=${NOT}&receive=${USDT}&amount=1000`);
    const card = page.getByRole('heading', { name: 'NOT in USDT' }).locator('../..');
    await card.getByText(/^The direct pool is thin: it holds 0\.001 NOT and 1 USDT, at a price of 1,000\./).waitFor();
    await card.getByText('via other pools').waitFor();
    const { marketPrice } = await read(stage.server, `/getPoolStats?jetton0=${NOT}&jetton1=${USDT}`);
    expect(Number(marketPrice)).toBeLessThan(0.01);
    await card.getByText(marketPrice.slice(0, 7)).waitFor();

    await card.getByRole('link', { name: 'Open the thin pool' }).click();
    await page.getByText(/^This pool is thin: other routes hold over/).waitFor();
    await page.getByText(/It shows 1,000 USDT for 1 NOT\. Via other pools it is 0\.00\d+\.$/).waitFor();
    await page.goto(`${stage.server.url}/pools?q=NOT`);
    await page.getByRole('row', { name: 'NOT / USDT' }).getByText('thin', { exact: true }).waitFor();
    expect(await page.getByRole('row', { name: 'TON / NOT' }).getByText('thin').count()).toBe(0);
  });
});
