// Pressing the swap button: prices moved by others, lost answers, double clicks; the swap is what the button said.
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { send } from '../http/client.ts';
import { startServer } from '../http/server.ts';
import { Random } from '../simulation/random.ts';
import { describeInBrowser, useStage } from './stage.ts';
import { countSwaps, DEMO, lastSwap, panelOf, read, smallPool, swapElsewhere, TON } from './swap-market.ts';

const MAY_FAIL = { mayLog: /status of 4\d\d|ERR_/ };

describeInBrowser('a press', () => {
  const stage = useStage(DEMO);
  beforeAll(async () => {
    await smallPool(stage.server, 'oat', 'rye');
  });

  /** Commits another swap after the press, before its request reaches the server. */
  const moveFirst = (amount: number | string) => async (route: Route) => {
    await swapElsewhere(stage.server, 'oat', 'rye', amount);
    await route.continue();
  };

  test('after the pool moved, swaps at the amount now shown, never for less', async () => {
    const page = await stage.open('/?pay=oat&receive=rye&amount=10', MAY_FAIL);
    const { button, text, said, done } = panelOf(page);
    const first = await said();
    // The stream updates the open page.
    await swapElsewhere(stage.server, 'oat', 'rye', 5);
    await text('The price moved').waitFor();
    await text(/You would now receive [\d.]+ RYE, [\d.]+ less \(−[\d.]+%\)\.$/).waitFor();
    const label = await button(/^Swap for [\d.]+ RYE$/).textContent();
    const now = /for ([\d.]+)/.exec(label ?? '')?.[1] as string;
    expect(Number(now)).toBeLessThan(Number(first.receive));
    await button(/^Swap for [\d.]+ RYE$/).click();
    await done();
    expect(await lastSwap(stage.server)).toMatchObject({ amountA: '10', amountB: now });

    // If the price moves between press and commit, the swap is refused and nothing changes.
    await page.goto(`${stage.server.url}/?pay=oat&receive=rye&amount=10`);
    const second = await said();
    await page.route('**/createSwap', moveFirst(1), { times: 1 });
    const figures = () => page.locator('main dl').allTextContents();
    const pressed = await figures();
    const renewed = page.waitForResponse(/\/getQuote\?/);
    await button(/^Swap 10 OAT for /).click();
    await text('Not done. Nothing changed.').waitFor();
    // The new quote has arrived, but its figures are not mixed with the refused ones.
    const { data: newer } = await (await renewed).json();
    expect(newer.amountB).not.toBe(second.receive);
    await page.getByRole('link', { name: `Live, journal no. ${newer.sequence}`, exact: true }).waitFor();
    expect([await figures(), await panelOf(page).receive.inputValue()]).toEqual([pressed, second.receive]);
    expect(await text(/^Quoted at no\./).count()).toBe(0);
    await text(new RegExp(`below your minimum of ${second.receive}`)).waitFor();
    expect(await lastSwap(stage.server)).toMatchObject({ amountA: '1' });
    await button('Get a new quote').click();
    const third = await said();
    expect(Number(third.receive)).toBeLessThan(Number(second.receive));
    await text(/^Quoted at no\./).waitFor();
    expect(await figures()).not.toEqual(pressed);
    await button(/^Swap 10 OAT for /).click();
    await done();
    expect(await lastSwap(stage.server)).toMatchObject({ amountA: '10', amountB: third.receive });

    // A price that moves within the accepted tolerance needs no confirmation.
    await page.goto(`${stage.server.url}/?pay=oat&receive=rye&amount=10&less=1`);
    const { receive } = await said();
    await text(/^at least [\d.]+ RYE$/).waitFor();
    await page.route('**/createSwap', moveFirst('0.1'), { times: 1 });
    await button(/^Swap 10 OAT for /).click();
    await done();
    await text(/less than quoted, within your limit of at least [\d.]+ RYE\./).waitFor();
    const made = await lastSwap(stage.server);
    expect(Number(made.amountB)).toBeLessThan(Number(receive));
    expect(Number(made.amountB)).toBeGreaterThan(Number(receive) * 0.99);
  });

  test('with a lost answer is repeated with its key, also after a reload, and has one effect', async () => {
    const page = await stage.open('/?pay=rye&receive=oat&amount=10', MAY_FAIL);
    const { pay, button, text, said, done } = panelOf(page);
    const { receive } = await said();
    const before = await countSwaps(stage.server);
    const keys: string[] = [];
    const loseAnswer = async (route: Route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      await route.fetch();
      // Aborting fails if the reload or the removal of the route has already ended the request.
      await route.abort('connectionreset').catch(() => {});
    };
    await page.route('**/createSwap', loseAnswer);
    await button(/^Swap 10 RYE for /).dblclick();
    await text('Checking the outcome').waitFor();
    await button(/^Checking, attempt \d$/).waitFor();
    // The form still shows the pressed amount.
    expect(await pay.inputValue()).toBe('10');
    await page.reload();
    await text('Checking the outcome').waitFor();
    await expect.poll(() => keys.length, { timeout: 100_000 }).toBeGreaterThan(1);
    await page.unroute('**/createSwap', loseAnswer);
    await done();
    await text(/As quoted\./).waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await countSwaps(stage.server)).toBe(before + 1);
    expect(await lastSwap(stage.server)).toMatchObject({ amountA: '10', amountB: receive });
    // A completed press is not repeated by another reload.
    await page.reload();
    await button('Enter an amount').waitFor();
    expect(await countSwaps(stage.server)).toBe(before + 1);
  });

  test('with a key revoked meanwhile changes nothing, and says so', async () => {
    const server = await startServer({ ...DEMO, auth: 'keys' });
    onTestFinished(() => server.close());
    const [boss, ann] = [
      await createKey(server.store, { account: 'boss' as Account, role: 'operator' }, 0),
      await createKey(server.store, { account: 'ann' as Account, role: 'trader' }, 0),
    ];
    const asBoss = (name: string, body: object) =>
      send(server, { path: `/${name}`, body, headers: { authorization: `Bearer ${boss.key}` } });
    await asBoss('deposit', { account: 'ann', token: TON, amount: 100, reference: 'for ann' });
    const context = await stage.browser.newContext();
    onTestFinished(() => context.close());
    await context.request.post(`${server.url}/createSession`, { data: { key: ann.key } });
    const page = await stage.open('/?amount=5', { origin: server.url, context, ...MAY_FAIL });
    const { button, text, done, said } = panelOf(page);
    await said();
    await button(/^Swap 5 TON for /).click();
    await done();
    await page.goto(`${server.url}/?amount=7`);
    await said();
    await asBoss('revokeKey', { id: ann.id });
    await button(/^Swap 7 TON for /).click();
    await text('Not done. Nothing changed.').waitFor();
    await button('Sign in').click();
    await button('Sign in to swap').waitFor();
    const { text: told } = await send(server, {
      path: '/getBalances?account=ann',
      headers: { authorization: `Bearer ${boss.key}`, Amounts: 'string' },
    });
    expect(told).toContain('"balance":"95"');
  });

  test('swaps exactly the amounts that the button names, in 24 random swaps', async () => {
    const random = new Random(12);
    const page = await stage.open('/', MAY_FAIL);
    const { tokens } = (await read(stage.server, '/getTokens')) as { tokens: { address: string; symbol: string }[] };
    const demo = tokens.filter(({ symbol }) => !['OAT', 'RYE'].includes(symbol));
    for (let swaps = 0; swaps < 24; swaps++) {
      const at = random.below(demo.length);
      const to = (at + 1 + random.below(demo.length - 1)) % demo.length;
      await swapOnce(
        page,
        (demo[at] as { address: string }).address,
        (demo[to] as { address: string }).address,
        random,
      );
    }
  });

  async function swapOnce(page: Page, from: string, to: string, random: Random): Promise<void> {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/?pay=${from}&receive=${to}`)})`);
    const { pay, receive, button, said, done, text } = panelOf(page);
    const amount = `${random.below(90)}.${String(1 + random.below(999_999))
      .padStart(6, '0')
      .replace(/0+$/, '')}`;
    await (random.below(2) === 0 ? pay : receive).fill(amount);
    const shown = await said();
    await button(/^Swap [\d,.]+ \S+ for /).click();
    await done();
    await text('As quoted.').waitFor();
    expect(await lastSwap(stage.server)).toMatchObject({
      tokenA: from,
      tokenB: to,
      amountA: shown.pay,
      amountB: shown.receive,
    });
  }
});
