// Pools and tokens in a real browser: lists in the server's order, exact figures, and live changes.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { percent, rough, written } from '../../web/src/exact/figures.ts';
import { send } from '../http/client.ts';
import { describeInBrowser, PHONE, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const STON = 'EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO';

type Moves = Readonly<Record<'up' | 'down', { readonly pay: string }>>;

describeInBrowser('the market', { timeout: 600_000 }, () => {
  const stage = useStage();

  // biome-ignore lint/suspicious/noExplicitAny: its shape is for the test to say
  async function ask(path: string, body?: object): Promise<any> {
    const answer = await send(stage.server, { path, ...(body && { body }), headers: { amounts: 'string' } });
    expect(answer.status, answer.text).toBe(200);
    const json = JSON.parse(answer.text);
    return json.data ?? json;
  }
  const swap = (tokenA: string, tokenB: string, amount: string) =>
    ask('/createSwap', { Pair: { tokenA, tokenB }, amount: { tokenA: amount }, route: 'direct' });
  const addressOf = async (symbols: string): Promise<string> =>
    (await ask(`/getMarket?search=${encodeURIComponent(symbols)}`)).pools[0].poolAddress;
  const stats = (jetton0: string, jetton1: string) => ask(`/getPoolStats?jetton0=${jetton0}&jetton1=${jetton1}`);

  /** Waits until the first cells have these texts. */
  const rowsAre = (page: Page, wanted: readonly string[]) =>
    expect
      .poll(() => page.locator('tbody tr td:first-child a').allTextContents(), { timeout: 100_000 })
      .toEqual(wanted);
  const poolNames = async (query: string): Promise<string[]> =>
    (await ask(`/getMarket?${query}`)).pools.map((pool: Record<string, string>) => `${pool.symbol0} / ${pool.symbol1}`);

  test('the list of pools is sorted, searched and valued as chosen, also after a reload', async () => {
    await swap(TON, USDT, '12.5');
    await swap(USDT, STON, '33');
    const page = await stage.open('/pools');
    await rowsAre(page, await poolNames('sort=tvl'));
    await page.getByText('6 pools in total.').waitFor();

    const volume = page.getByRole('columnheader', { name: 'Volume (24 h)' });
    await volume.getByRole('button').click();
    await rowsAre(page, await poolNames('sort=volume'));
    expect(await volume.getAttribute('aria-sort')).toBe('descending');
    await volume.getByRole('button').click();
    await rowsAre(page, await poolNames('sort=volume&order=asc'));
    expect(await volume.getAttribute('aria-sort')).toBe('ascending');

    await page.getByRole('searchbox').fill('ston');
    const wanted = await poolNames('sort=volume&order=asc&search=ston');
    expect(wanted).toHaveLength(2);
    await rowsAre(page, wanted);
    const { quoteToken } = await ask('/getMarket?limit=1');
    const other = quoteToken.address === TON ? USDT : TON;
    await page.getByLabel('Value in').selectOption(other);
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams), { timeout: 100_000 })
      .toEqual({ q: 'ston', sort: 'volume', order: 'asc' });

    await page.reload();
    await rowsAre(page, wanted);
    expect(await page.getByRole('searchbox').inputValue()).toBe('ston');
    // The quote token is stored in the browser.
    expect(await page.getByLabel('Value in').inputValue()).toBe(other);
    /** Compares page and server at the same time, since prices are averages that change by the minute. */
    const isShown = async () => {
      const { pools, quoteToken } = await ask(`/getMarket?search=STON/USDT&quote=${other}`);
      const worth = `${rough(pools[0].tvl)} ${quoteToken.symbol}`;
      return page.getByRole('row', { name: 'STON / USDT' }).getByText(worth, { exact: true }).isVisible();
    };
    await expect.poll(isShown, { timeout: 100_000 }).toBe(true);

    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('No matches.').waitFor();
  });

  test('the screen of a pool shows the server’s figures to the digit, and updates them when somebody swaps', async () => {
    await swap(TON, USDT, '77.123456789');
    await swap(USDT, TON, '41.5');
    const page = await stage.open(`/pool/${await addressOf('TON/USDT')}`);
    const textOf = async (within = page.locator('main')) =>
      `${await within.evaluate((element) => element.textContent)}`.replaceAll(/\s+/g, '');
    /** Compares page and server at the same time, since the 24-hour figures change by the minute. */
    const shows = async (jetton0: string, jetton1: string) => {
      const pool = await stats(jetton0, jetton1);
      await page.getByTitle(written(pool.price), { exact: true }).first().waitFor();
      const missing = async () => {
        const [now, held] = [
          await stats(jetton0, jetton1),
          await ask(`/getLPPosition?jetton0=${jetton0}&jetton1=${jetton1}`),
        ];
        const pays = now.moves.flatMap(({ up, down }: Moves) => [up.pay, down.pay]);
        const figures = [
          now.volume24h.quote,
          now.fees24h.quote,
          String(now.swaps24h),
          now.reserve0,
          now.reserve1,
          ...pays,
        ];
        const held3 = [held.returns0, held.returns1, held.feesValue];
        const text = await textOf();
        return [...[...figures, ...held3].map((figure) => written(figure)), percent(now.apr).replace(' ', '')].filter(
          (figure) => !text.includes(figure),
        );
      };
      await expect.poll(missing, { timeout: 100_000 }).toEqual([]);
      return pool;
    };
    await shows(TON, USDT);
    await page.evaluate('window.untouched = true');
    await page.getByRole('img', { name: 'Price of TON in USDT over the last day' }).locator('canvas').first().waitFor();

    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/getCandles') && asked.push(request.url()));
    await swap(TON, USDT, '5.000000001');
    const after = await shows(TON, USDT);
    const { trades } = await ask(`/getTrades?jetton0=${TON}&jetton1=${USDT}&limit=1`);
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `Transaction no. ${trades[0].sequence}` }) });
    expect(await textOf(row)).toContain(`5.000000001TON${written(trades[0].amount1)}USDT`);
    const label = page.getByRole('img', { name: new RegExp(`to ${after.price.slice(0, 6)}`) });
    await label.waitFor();
    expect(await page.evaluate('window.untouched')).toBe(true);
    // A swap changes recent candles only: those before are not requested again.
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => new URL(url).searchParams.has('to'))).toEqual([]);

    // Six digits are shown, and all are copied.
    const copied = await page.evaluate(`(() => {
      const rate = document.querySelector('[title="${written(after.price)}"]');
      getSelection().selectAllChildren(rate);
      const clipboardData = new DataTransfer();
      rate.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true }));
      return [rate.textContent, clipboardData.getData('text/plain')];
    })()`);
    expect(copied).toEqual([after.price.slice(0, 7), after.price]);
    await page.getByRole('button', { name: 'Show TON for 1 USDT' }).click();
    await shows(USDT, TON);
    await page.getByRole('button', { name: '1 w' }).click();
    await page.getByRole('button', { name: 'Show candles' }).click();
    await page.getByRole('button', { name: 'Hide volume' }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('Verify the address').click();
    await page.getByText('Verified on this page: the address matches.').waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      turned: '1',
      range: '1w',
      chart: 'candles',
      volume: 'no',
      tab: 'facts',
    });
    await page.reload();
    await shows(USDT, TON);
    expect(await page.getByRole('button', { name: '1 w' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Show line' }).waitFor();
    const { K } = await ask(`/getPoolData?jetton0=${USDT}&jetton1=${TON}`);
    await page.getByText(written(K), { exact: true }).waitFor();

    await page.getByRole('tab', { name: 'Swaps' }).click();
    const csv = await send(stage.server, {
      path: `${await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')}`,
    });
    expect([csv.status, csv.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/csv']);
    // A file keeps the direction of the pair, whichever way round the screen is.
    expect(csv.text.split('\r\n')[0]).toContain('amount0 (TON),amount1 (USDT),price (TON in USDT)');
    await page.getByText('Show as table').click();
    const newest = page.getByRole('region', { name: 'The chart as a table' }).getByRole('row').nth(1).getByRole('cell');
    const cells = async () => (await newest.allInnerTexts()).slice(1);
    const candle = async () => {
      const { candles } = await ask(`/getCandles?jetton0=${USDT}&jetton1=${TON}&interval=1h&limit=1`);
      const { open, high, low, close, volume0, swaps } = candles[0];
      return [...[open, high, low, close, volume0].map((figure) => written(figure)), String(swaps)];
    };
    await expect.poll(async () => `${await cells()}` === `${await candle()}`, { timeout: 100_000 }).toBe(true);
    await page.getByRole('button', { name: 'Add liquidity' }).click();
    await page.getByRole('dialog', { name: 'Add liquidity' }).waitFor();
    expect(new URL(page.url()).searchParams.get('sheet')).toBe('add');

    // The direction is remembered, without the query, until it is turned back.
    await page.goto(page.url().replace(/\?.*/, ''));
    await shows(USDT, TON);
    await page.getByRole('button', { name: 'Show USDT for 1 TON' }).click();
    await page.reload();
    await shows(TON, USDT);
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.get('sheet'), { timeout: 100_000 }).toBeNull();
  });

  test('a paused pool is marked, a hidden one can be opened, and an unknown one is reported', async () => {
    const [paused, hidden] = [await addressOf('STON/TON'), await addressOf('TON/DOGS')];
    const status = async (address: string, next: string) => {
      const pool = (await ask(`/getPools?limit=200&status=${next === 'listed' ? 'paused' : 'listed'}`)).pools.find(
        ({ poolAddress }: { poolAddress: string }) => poolAddress === address,
      );
      await ask('/setPoolStatus', { Pair: { tokenA: pool.jetton0, tokenB: pool.jetton1 }, status: next });
    };
    await status(paused, 'paused');
    await status(hidden, 'hidden');
    const page = await stage.open('/pools');
    await page.getByRole('row', { name: 'TON / STON paused' }).waitFor();
    expect(await page.getByRole('link', { name: 'TON / DOGS' }).count()).toBe(0);
    await page.getByRole('link', { name: 'TON / STON' }).click();
    await page.getByText('This pool is paused.').waitFor();
    expect(await page.getByRole('button', { name: 'Add liquidity' }).count()).toBe(0);
    await status(paused, 'listed');
    await page.getByRole('button', { name: 'Add liquidity' }).waitFor();
    await page.goto(`${stage.server.url}/pool/${hidden}`);
    await page.getByText('This pool is hidden.').waitFor();
    await page.goto(`${stage.server.url}/pool/nothing-here`);
    await page.getByText('There is no pool at this address.').waitFor();
  });

  test('markup in symbols and names is rendered as text, and on a phone the pools are cards that can be sorted', async () => {
    const symbol = '<b>&"\'';
    await ask('/registerToken', {
      address: 'odd"><script>',
      symbol,
      decimals: 3,
      name: '<img src=x onerror=alert(1)>',
    });
    await ask('/deposit', { account: 'local', token: 'odd"><script>', amount: 1000, reference: 'odd' });
    const Pair = { tokenA: 'odd"><script>', tokenB: USDT };
    await ask('/provideLiquidity', { Pair, amount: { tokenA: 500, tokenB: 1000 } });
    const page = await stage.open('/tokens?q=onerror');
    await page.getByRole('link', { name: symbol }).click();
    await page.getByRole('heading', { level: 1, name: symbol }).waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    await page
      .getByRole('link', { name: `${symbol} / USDT` })
      .or(page.getByRole('link', { name: `USDT / ${symbol}` }))
      .first()
      .click();
    await page.getByRole('heading', { level: 2, name: 'Market depth' }).waitFor();
    expect(await page.locator('main b:has-text("&"), main script, main img').count()).toBe(0);

    const phone = await stage.open('/pools?q=ton', { viewport: PHONE });
    const card = phone
      .getByRole('listitem')
      .filter({ has: phone.getByRole('link', { name: 'TON / USDT', exact: true }) });
    await card.getByText('APR (24 h)').waitFor();
    expect(await phone.getByRole('table').count()).toBe(0);
    await phone.getByLabel('Sort by').selectOption('name');
    await expect.poll(() => new URL(phone.url()).searchParams.get('sort'), { timeout: 100_000 }).toBe('name');
    await card.getByRole('link').click();
    await phone.getByRole('heading', { level: 1, name: 'TON / USDT' }).waitFor();
  });

  test('while the server computes market history the page says so, and loads the data by itself', async () => {
    const page = await stage.open('/pools', { mayLog: /status of 503/ });
    await rowsAre(page, await poolNames('sort=tvl'));
    let refusals = 2;
    await page.route('**/getMarket?*sort=age*', async (route) => {
      if (refusals-- <= 0) return route.continue();
      const headers = { 'error-code': 'catching_up', 'retry-after': '1' };
      await route.fulfill({
        status: 503,
        headers,
        json: { error: 'The history of the market is still being counted.' },
      });
    });
    await page.goto(`${stage.server.url}/pools?sort=age`);
    await page.getByText('Calculating market figures…').waitFor();
    await rowsAre(page, await poolNames('sort=age'));
    expect(await page.getByText('Calculating market figures…').count()).toBe(0);
  });

  test('the list shows 50 of hundreds of pools, more on request, and a search covers all of them', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `T${String(at).padStart(2, '0')}`);
    await Promise.all(
      names.map((symbol) => ask('/registerToken', { address: symbol.toLowerCase(), symbol, decimals: 2 })),
    );
    const pairs = names.flatMap((tokenA, at) => names.slice(at + 1).map((tokenB) => ({ tokenA, tokenB })));
    for (let at = 0; at < pairs.length; at += 50) {
      const some = pairs.slice(at, at + 50);
      await Promise.all(
        some.map(({ tokenA, tokenB }) =>
          ask('/createPool', { Pair: { tokenA: tokenA.toLowerCase(), tokenB: tokenB.toLowerCase() } }),
        ),
      );
    }
    const page = await stage.open('/pools?sort=name');
    const { count } = await ask('/getMarket?limit=1');
    expect(Number(count)).toBeGreaterThan(300);
    await page.getByText(`50 of ${count} pools.`).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText(`100 of ${count} pools.`).waitFor();
    await rowsAre(page, await poolNames('sort=name&limit=100'));
    await page.getByRole('searchbox').fill('t07/t1');
    await rowsAre(page, await poolNames('sort=name&search=t07/t1'));
    await page.getByText('10 pools in total.').waitFor();
  });
});
