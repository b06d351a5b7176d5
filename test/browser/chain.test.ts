// The page of an exchange on TON: pending changes are shown as such, no unavailable call is made, and no screen fails. About 40 s, most of it waiting for blocks.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Server, temporaryDirectory } from '../crash/process.ts';
import { violations } from './axe.ts';
import { describeInBrowser, PHONE, useStage, WIDE } from './stage.ts';

/** Blocks slow enough for the page to show that it waits; answers do not wait for a block. */
const SETTINGS = {
  VENUE: 'ton',
  BLOCK_MS: '500',
  TON_WAIT: '0',
  TON_EXPLORER: 'https://explorer.example/tx/{hash}',
};

/** The browser logs the answers to calls that the page retries until the contracts have settled a change. */
const NOT_YET = /status of 503/;

type Answered = {
  readonly tokens: readonly { readonly symbol: string; readonly address: string }[];
  readonly balances: readonly unknown[];
  readonly pools: readonly { readonly poolAddress: string }[];
  readonly lpTokenBalance: string;
  readonly status: string;
  readonly tonSpent: string;
  readonly transactionHash: string;
};

describeInBrowser('an exchange on TON', () => {
  const stage = useStage({});

  test('swaps, provides and withdraws, and shows every screen without a failure', async () => {
    const folder = temporaryDirectory();
    const settings = { ...SETTINGS, DEVNET_FOLDER: join(folder, 'devnet') };
    const server = await Server.start(join(folder, 'millpond.db'), settings, { demo: false });
    const get = async (path: string): Promise<Answered> => {
      const answer = await fetch(`${server.url}${path}`, { headers: { amounts: 'string' } });
      return JSON.parse(await answer.text()).data;
    };
    const { tokens } = await get('/getTokens');
    await expect.poll(async () => (await get('/getBalances')).balances.length).toBe(tokens.length);
    const addressOf = (symbol: string): string => tokens.find((token) => token.symbol === symbol)?.address as string;
    const [ton, usdt] = [addressOf('TON'), addressOf('USDT')];
    const open = async (path: string, options: object = {}) => {
      const page = await stage.open(path, { origin: server.url, mayLog: NOT_YET, ...options });
      return page;
    };

    const page = await open(`/?pay=${ton}&receive=${usdt}&amount=10`);
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400 && answer.status() !== 503) refused.push(`${answer.status()} ${answer.url()}`);
    });
    const id = await swap(page);
    const { status, tonSpent, transactionHash } = await get(`/getSwap?transactionId=${id}`);
    expect(status).toBe('completed');
    await page.getByText(`It cost ${tonSpent} TON beside the amounts.`).waitFor();
    await page.getByRole('link', { name: 'Receipt', exact: true }).click();
    await page.getByText(transactionHash).waitFor();
    const explorer = page.getByRole('link', { name: 'Open in the explorer' });
    expect(await explorer.getAttribute('href')).toBe(`https://explorer.example/tx/${transactionHash}`);

    await changeLiquidity(page);
    expect((await get(`/getLPAccountData?jetton0=${ton}&jetton1=${usdt}`)).lpTokenBalance).toBe('0');
    expect(refused).toEqual([]);
    await failTwice(server, page, { ton, usdt });

    const pool = (await get('/getPools')).pools[0]?.poolAddress;
    const screens = [
      ...['/?amount=2', '/pools', `/pool/${pool}`, '/tokens', `/token/${ton}`, '/portfolio', '/activity', `/tx/${id}`],
      ...['/account', '/operator', '/operator/journal', '/operator/accounts', '/operator/tokens', '/operator/pools'],
      '/operator/keys',
    ];
    for (const options of [{ viewport: WIDE }, { viewport: PHONE, colorScheme: 'dark' }]) {
      const shown = await open(screens[0] as string, options);
      const asked: string[] = [];
      shown.on('response', (answer) => {
        if (answer.status() >= 400) asked.push(`${answer.status()} ${answer.url()}`);
      });
      const underWay = requestsOf(shown);
      for (const path of screens) await checkScreen(shown, `${server.url}${path}`, underWay);
      expect(asked).toEqual([]);
    }
  });
});

/** Presses the button, checks that the swap is pending and then completed; returns its id. */
async function swap(page: Page): Promise<string> {
  await page.getByText('Settles on TON').waitFor();
  // The network's cost is shown as part of the total before the press.
  await page.getByText(/^Total cost .*% \+ 0\.\d+ TON/).waitFor();
  const button = page.getByRole('button', { name: /^Swap 10 TON for / });
  // In a narrow window the cost has a line of its own, and the button its whole width.
  await page.setViewportSize(PHONE);
  expect((await button.boundingBox())?.width).toBeGreaterThan(300);
  await page.setViewportSize(WIDE);
  await button.click();
  await page.getByRole('button', { name: 'Waiting for TON' }).waitFor();
  const href = await page.getByRole('link', { name: 'follow it here' }).getAttribute('href');
  await page.getByRole('heading', { name: 'You received' }).waitFor();
  return (href as string).replace('/tx/', '');
}

/** Adds to the TON/USDT pool, finds the position in the portfolio, and withdraws all of it. */
async function changeLiquidity(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pools', exact: true }).first().click();
  await page.getByRole('link', { name: /^(TON \/ USDT|USDT \/ TON)$/ }).click();
  await page.getByRole('button', { name: 'Add liquidity' }).click();
  expect(await page.getByText('Only TON').count()).toBe(0);
  await page.getByRole('textbox', { name: 'TON to add' }).fill('20');
  await page.getByRole('button', { name: /^Add .* and / }).click();
  await page.getByText('Pending on TON').waitFor();
  await page.getByRole('heading', { name: 'Liquidity added' }).waitFor();
  await page.getByText(/^Settled on TON\. It cost .* TON beside the amounts\./).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Portfolio' }).first().click();
  await page.getByText(/^Total .*\d.* TON/).waitFor();
  await page
    .getByRole('cell', { name: /^[\d.,]+K? TON$/ })
    .first()
    .waitFor();
  await page.getByRole('table', { name: 'Positions' }).getByRole('button').first().click();
  await page.getByRole('button', { name: /^Withdraw from / }).click();
  await page.getByRole('button', { name: '100%' }).click();
  await page.getByRole('button', { name: /^Withdraw .* and / }).click();
  await page.getByRole('heading', { name: 'Liquidity withdrawn' }).waitFor();
}

/** The second of two swaps with the same minimum fails: the activity shows it with the reason, by the event stream alone. */
async function failTwice(server: Server, page: Page, { ton, usdt }: Record<'ton' | 'usdt', string>): Promise<void> {
  await page.goto(`${server.url}/activity`);
  await page.getByText('Withdrew').first().waitFor();
  // A hidden page does not poll, so only the stream can update it.
  await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })");
  const quoted = await fetch(`${server.url}/getQuote?tokenA=${ton}&tokenB=${usdt}&amount=1000`);
  const minReceived = JSON.parse(await quoted.text()).data.amountB as number;
  const body = JSON.stringify({ Pair: { tokenA: ton, tokenB: usdt }, amount: { tokenA: 1000 }, minReceived });
  const headers = { 'content-type': 'application/json' };
  const answers = await Promise.all(
    [1, 2].map(() => fetch(`${server.url}/createSwap`, { method: 'POST', headers, body })),
  );
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  await page.getByText('Failed: The pool would have paid less than your minimum.').waitFor();
  await page.getByText('Swapped 1,000 TON').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Failed' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: /^Swap 1,000 TON for / }).waitFor();
  await page.getByText('Transaction hash').waitFor();
  await page.getByText('Cost in TON', { exact: true }).waitFor();
}

/** Requests that are still open, without the event stream, which never ends. */
function requestsOf(page: Page): ReadonlySet<unknown> {
  const underWay = new Set<unknown>();
  page.on('request', (request) => request.url().includes('/events') || underWay.add(request));
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfinished', (request) => underWay.delete(request));
  return underWay;
}

async function checkScreen(page: Page, url: string, underWay: ReadonlySet<unknown>): Promise<void> {
  await page.goto(url);
  await page.locator('main [aria-busy="false"] h1').waitFor();
  await expect.poll(() => underWay.size).toBe(0);
  const seen = {
    failures: await page.getByRole('main').getByRole('alert').allInnerTexts(),
    isLost: (await page.getByText('Not live').count()) > 0,
    isWide: await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
  };
  expect({ url, ...seen }).toEqual({ url, failures: [], isLost: false, isWide: false });
  expect(await violations(page, ['color-contrast', 'label', 'link-name', 'button-name'])).toEqual([]);
}
