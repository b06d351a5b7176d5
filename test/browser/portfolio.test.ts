// Adding and withdrawing liquidity: the journal has exactly what the sheet previewed, or nothing is done.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { written } from '../../web/src/exact/figures.ts';
import { exact, send } from '../http/client.ts';
import { until } from '../http/event-stream.ts';
import { violations } from './axe.ts';
import { describeInBrowser, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';
const DOGS = 'EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS';
const STON = 'EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO';
const SYMBOLS: Readonly<Record<string, string>> = { [TON]: 'TON', [USDT]: 'USDT', [NOT]: 'NOT', [DOGS]: 'DOGS' };
const sheet = (which: 'add' | 'withdraw', jetton0 = TON, jetton1 = USDT) =>
  `/portfolio?sheet=${which}&jetton0=${jetton0}&jetton1=${jetton1}`;

describeInBrowser('portfolio', () => {
  const stage = useStage();
  const get = async (path: string) => exact(await send(stage.server, { path, headers: { amounts: 'string' } })).data;
  const swap = async (tokenA: number) => {
    const body = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA } };
    expect((await send(stage.server, { path: '/createSwap', body })).status).toBe(200);
  };
  const head = async (): Promise<number> => Number((await get('/whoami')).sequence);

  /** The button's text and the previewed entries. */
  async function preview(page: Page) {
    // A disabled button still shows the previous preview.
    const name = /^(Add|Withdraw) [\d.,]+ \S+ and [\d.,]+ \S+$/;
    const button = page.getByRole('button', { name, disabled: false });
    await button.waitFor();
    return { button, words: (await button.textContent()) ?? '', entries: await entriesOf(page) };
  }
  /** The browser remembers that the preview is open. */
  async function entriesOf(page: Page) {
    const fold = page.getByRole('dialog').locator('details', { hasText: 'Ledger preview' });
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
    return fold.getByRole('listitem').allInnerTexts();
  }

  /** The committed change, worded like the sheet. */
  async function journalled(page: Page, verb: 'Add' | 'Withdraw') {
    await page.getByText('As previewed.').waitFor();
    const link = page.getByRole('link', { name: 'Receipt' });
    await expect.poll(() => link.getAttribute('href')).toMatch(/\/tx\/\d+$/);
    const href = await link.getAttribute('href');
    const done = await get(`/getTransaction?sequence=${href?.split('/').at(-1)}`);
    const { amountA, amountB, tokenA, tokenB, entries } = done;
    const words = `${verb} ${written(amountA)} ${SYMBOLS[tokenA]} and ${written(amountB)} ${SYMBOLS[tokenB]}`;
    const changes = entries.map(({ token, change }: { token: string; change: string }) => {
      return `${written(change, { signed: true })} ${SYMBOLS[token] ?? 'LP'}`;
    });
    return { words, changes, done };
  }

  async function press(page: Page, verb: 'Add' | 'Withdraw') {
    const { button, words, entries } = await preview(page);
    await button.click();
    const written = await journalled(page, verb);
    expect(written.words).toBe(words);
    expect(entries.map((text) => text.split('\n').at(-1)?.trim())).toEqual(written.changes);
    return written.done;
  }

  test('adds by either amount and withdraws a part, an exact amount and the whole, each as previewed', async () => {
    await swap(1234.567);
    const page = await stage.open('/portfolio');
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
    await page.getByRole('button', { name: 'TON / USDT', exact: true }).click();
    await page.getByRole('button', { name: 'Add to TON / USDT' }).click();
    await until(async () => expect(await page.evaluate('document.activeElement.placeholder')).toBe('0'));
    await page.getByRole('textbox', { name: 'TON to add' }).fill('33,333333333');
    const { words, entries } = await preview(page);
    await page.reload();
    await until(async () => expect(await preview(page)).toMatchObject({ words, entries }));
    const added = await press(page, 'Add');
    expect([added.kind, added.account]).toEqual(['provide', 'local']);
    // The form is cleared, so that the same change is not submitted again.
    await until(async () => expect(new URL(page.url()).searchParams.get('amount0')).toBeNull());

    await page.getByRole('button', { name: 'Add more' }).click();
    await page.getByRole('textbox', { name: 'USDT to add' }).fill('0.777777');
    await press(page, 'Add');
    await page.getByRole('button', { name: 'Add more' }).click();
    await page.getByRole('textbox', { name: 'TON to add' }).fill('9999999');
    await page.getByRole('button', { name: 'Not enough TON' }).waitFor();
    await page.getByRole('button', { name: 'Use the maximum' }).click();
    const all = await preview(page);
    await until(async () => expect(await all.button.isEnabled()).toBe(true));
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.waitForURL(/\/portfolio\?position=[^&]+$/);

    await page.getByRole('button', { name: 'Withdraw from TON / USDT' }).click();
    await page.getByRole('button', { name: '25%' }).click();
    expect((await press(page, 'Withdraw')).kind).toBe('refund');
    await page.getByRole('button', { name: 'Withdraw more' }).click();
    await page.getByRole('textbox', { name: 'Or enter an amount of LP tokens' }).fill('1.000000007');
    expect((await press(page, 'Withdraw')).lpTokens).toBe('1.000000007');
    await page.getByRole('button', { name: 'Withdraw more' }).click();
    await page.getByRole('button', { name: '100%' }).click();
    await press(page, 'Withdraw');
    const { lpTokenBalance } = await get(`/getLPAccountData?jetton0=${TON}&jetton1=${USDT}`);
    expect(lpTokenBalance).toBe('0');
    await page.getByRole('button', { name: 'Withdraw more' }).click();
    await page.getByText('You have no liquidity in this pool.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 closed position').waitFor();
  });

  test('the first provider of a pair sets its price, and has to confirm one far from that of other pools', async () => {
    const page = await stage.open(sheet('add', NOT, DOGS), { mayLog: /404/ });
    await page.getByText('You set the first price').waitFor();
    await page.getByRole('textbox', { name: 'NOT to add' }).fill('1000');
    await page.getByRole('button', { name: 'Enter both amounts' }).waitFor();
    const dogs = page.getByRole('textbox', { name: 'DOGS to add' });
    await dogs.fill('2500.5');
    // The price that the amounts set, and the one other pools give through TON.
    await page.getByText('1 NOT = 2.5005 DOGS, and 1 DOGS = 0.399920 NOT.').waitFor();
    await page.getByText(/^You set the first price, 7\d\.\d\d% below other pools$/).waitFor();
    await page.getByText(/^Other pools \(through TON\) price 1 NOT at 9\.?\d* DOGS\.$/).waitFor();
    await page.getByRole('button', { name: 'Use the market price' }).click();
    await page.getByText(/ Your price is 0\.00% (above|below) that\.$/).waitFor();
    expect(Number(await dogs.inputValue())).toBeGreaterThan(8000);
    await dogs.fill('2500.5');
    await page.getByText(/^You set the first price, 7/).waitFor();
    const add = page.getByRole('button', { name: /^Add 1,000 NOT/ });
    await until(async () => expect(await add.isDisabled()).toBe(true));
    await page.getByRole('checkbox', { name: 'Add at this price anyway' }).check();
    const done = await press(page, 'Add');
    expect([done.amountA, done.amountB]).toEqual(['1000', '2500.5']);
  });

  test('an ambiguous amount is asked about, and one that is too large is reported', async () => {
    const page = await stage.open(sheet('add'));
    const ton = page.getByRole('textbox', { name: 'TON to add' });
    await ton.fill('ten');
    await page.getByRole('button', { name: 'Invalid amount' }).waitFor();
    await ton.fill('1,000');
    await page.getByRole('button', { name: '1', exact: true }).click();
    expect(await ton.inputValue()).toBe('1');
    await ton.fill('0.1234567891');
    await page.getByRole('button', { name: 'Use 0.123456789' }).click();
    await preview(page);
    await ton.fill('9'.repeat(40));
    await page.getByRole('button', { name: 'Amount too large' }).waitFor();
    // The sheet of API calls opens over this one and leaves it open.
    await page.getByRole('dialog').getByRole('button', { name: 'Show API calls' }).click();
    await page.getByRole('heading', { name: 'provideLiquidity' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'provideLiquidity' }).waitFor({ state: 'detached' });
    expect(await ton.isVisible()).toBe(true);
  });

  test('the sheets to add and to withdraw pass axe and fit a window of 320 pixels', async () => {
    const page = await stage.open('/portfolio', { colorScheme: 'dark', viewport: { width: 320, height: 640 } });
    for (const path of [`${sheet('add')}&amount0=max`, `${sheet('withdraw', STON)}&part=50`]) {
      await page.goto(`${stage.server.url}${path}`);
      await preview(page);
      expect(await violations(page)).toEqual([]);
      const dialog = page.getByRole('dialog');
      expect(await dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
    }
  });

  test('the preview follows the pool, and a press is refused if the pool moved before its request arrived', async () => {
    const page = await stage.open(sheet('add'), { mayLog: /422/ });
    await page.getByText(/^Live, journal/).waitFor();
    await page.getByRole('textbox', { name: 'TON to add' }).fill('10');
    const before = await preview(page);
    await swap(5000);
    await page.getByText('The price moved').waitFor();
    const moved = await preview(page);
    expect(moved.words).not.toBe(before.words);

    // Another swap is committed before the request arrives, unknown to the page.
    const overtake = async (route: Route) => {
      await swap(777);
      await route.continue();
    };
    await page.route('**/provideLiquidity', overtake, { times: 1 });
    const position = await get(`/getLPAccountData?jetton0=${TON}&jetton1=${USDT}`);
    await moved.button.click();
    await page.getByText('Not done. Nothing changed.').waitFor();
    const { lpTokenBalance } = await get(`/getLPAccountData?jetton0=${TON}&jetton1=${USDT}`);
    expect(lpTokenBalance).toBe(position.lpTokenBalance);
    await until(async () => expect((await preview(page)).words).not.toBe(moved.words));
    await press(page, 'Add');
  });

  test('a press whose answer is lost is repeated with the same key, also after a reload, and has one effect', async () => {
    const page = await stage.open(sheet('add'), { mayLog: /Failed to load resource|ERR_/ });
    const keys: (string | undefined)[] = [];
    let isCut = true;
    await page.route('**/provideLiquidity', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (!isCut) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('textbox', { name: 'TON to add' }).fill('12.5');
    const { button, words } = await preview(page);
    const from = await head();
    await button.click();
    await page.getByText('Checking the outcome').waitFor();
    await page.reload();
    await page.getByText('Checking the outcome').waitFor();
    isCut = false;
    const { words: done } = await journalled(page, 'Add');
    expect(done).toBe(words);
    expect(await head()).toBe(from + 1);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
  });

  test('an old press is not repeated automatically: the page shows what is known, and the user decides', async () => {
    const page = await stage.open(sheet('add'), { mayLog: /Failed to load resource|ERR_/ });
    let sent = 0;
    let isCut = true;
    await page.route('**/provideLiquidity', async (route) => {
      sent += 1;
      if (isCut) await route.abort('connectionreset');
      else await route.continue();
    });
    await page.getByRole('textbox', { name: 'TON to add' }).fill('3.25');
    const { button } = await preview(page);
    const from = await head();
    await button.click();
    await page.getByText('Checking the outcome').waitFor();
    // As if the laptop had been closed for an hour.
    await page.evaluate(`for (const [name, text] of Object.entries(sessionStorage)) {
      const pressed = JSON.parse(text);
      sessionStorage.setItem(name, JSON.stringify({ ...pressed, at: pressed.at - 3_600_000 }));
    }`);
    await page.reload();
    await page.getByText('It is not sent again automatically.').waitFor();
    await page.getByText('Your activity shows nothing like it since then.').waitFor();
    const before = sent;
    await swap(1);
    await page.getByRole('link', { name: `no. ${await head()}` }).waitFor();
    expect([sent, await head()]).toEqual([before, from + 1]);
    isCut = false;
    await page.getByRole('button', { name: 'Check again' }).click();
    // Refused, because the pool has moved since and the press named exact amounts.
    await page.getByText('Not done. Nothing changed.').waitFor();
    expect([sent, await head()]).toEqual([before + 1, from + 1]);
  });

  test('while the outcome is unknown a second press is blocked, and no other account repeats it', async () => {
    const { key } = await createKey(stage.server.store, { account: 'dave' as Account, role: 'trader' }, 0);
    const body = { account: 'dave', token: TON, amount: '5', reference: 'for dave' };
    expect((await send(stage.server, { path: '/deposit', body })).status).toBe(200);
    const page = await stage.open(sheet('withdraw', STON), { mayLog: /Failed to load resource|ERR_/ });
    const sent: (string | undefined)[] = [];
    let isCut = true;
    await page.route('**/refundLiquidity', async (route) => {
      const headers = route.request().headers();
      sent.push(`${headers['expect-account']} ${headers['idempotency-key']}`);
      if (!isCut) return route.continue();
      await route.fetch();
      // Not an answer of the exchange, so the client does not retry by itself.
      await route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' });
    });
    await page.getByRole('button', { name: '25%' }).click();
    const { button } = await preview(page);
    const from = await head();
    await button.click();
    await page.getByText('Outcome not known yet').waitFor();
    expect(await page.getByRole('button', { name: '50%' }).isDisabled()).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Or enter an amount of LP tokens' }).isDisabled()).toBe(true);

    // Another tab signs in as somebody else: this one must not withdraw from that account.
    await page.evaluate(
      `fetch('/createSession', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"key":"${key}"}' })`,
    );
    isCut = false;
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('You pressed the button as local.').waitFor();
    expect(await page.getByRole('button', { name: 'Check again' }).isDisabled()).toBe(true);
    expect(await head()).toBe(from + 1);
    // Nor does the page go on showing the balances and positions of local.
    await expect.poll(() => page.locator('main a', { hasText: 'jDAI' }).count(), { timeout: 100_000 }).toBe(0);
    await page.evaluate(
      "fetch('/deleteSession', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })",
    );
    await page.reload();
    await page.getByText('As previewed.').waitFor();
    expect(await head()).toBe(from + 1);
    expect(new Set(sent).size).toBe(1);
  });
});
