// An account with thousands of tokens and hundreds of positions sees all of them: in the panel, in total, and page by page.
import { beforeAll, expect, test } from 'vitest';
import type { Command } from '../../src/core/commands/command.ts';
import { written } from '../../web/src/exact/figures.ts';
import { describeInBrowser, useStage } from './stage.ts';
import { call, read } from './swap-market.ts';

const [TOKENS, POOLS] = [2500, 250];
const QUOTE = 'usd';
const tokenOf = (at: number) => ({ address: `t-${String(at).padStart(4, '0')}`, symbol: `T${at}`, decimals: 6 });
/** The last token by address. */
const LAST = { address: 'zero', symbol: 'ZERO', decimals: 6 };

const COMMANDS = [
  ...[
    { address: QUOTE, symbol: 'USD', decimals: 6 },
    ...Array.from({ length: TOKENS }, (_, at) => tokenOf(at)),
    LAST,
  ].flatMap((token) => [
    { kind: 'registerToken', token },
    { kind: 'deposit', account: 'local', token: token.address, amount: 898_995_000_000n, reference: token.address },
  ]),
  ...[...Array.from({ length: POOLS - 1 }, (_, at) => tokenOf(at).address), LAST.address].map((tokenA, at) => {
    const amounts = { amountA: 1_000_000n, amountB: 1_000_000n + BigInt(at) };
    return { kind: 'provide', account: 'local', tokenA, tokenB: QUOTE, ...amounts, mayCreatePool: true };
  }),
] as unknown as readonly Command[];

describeInBrowser('many holdings', () => {
  const stage = useStage({ market: { quote: { token: QUOTE as never, orFirst: false } } });
  beforeAll(async () => {
    const { exchange } = stage.server;
    for (let at = 0; at < COMMANDS.length; at += 1000) {
      const some = COMMANDS.slice(at, at + 1000).map((command) => ({ command }));
      const done = await exchange.executeAll('local' as never, some);
      expect(done.find((one) => one instanceof Error)).toBeUndefined();
    }
  });

  test('the panel shows the balance of each token, however many the account holds', async () => {
    const page = await stage.open(`/?pay=${LAST.address}&receive=${tokenOf(7).address}`, { mayLog: /404/ });
    const balance = (await read(stage.server, `/getBalances?token=${LAST.address}`)).balances[0].balance;
    expect(balance).toBe('898994');
    await page.getByText(`Balance ${written(balance)} ZERO`).waitFor();
    await page.getByRole('button', { name: 'Max of the balance' }).waitFor();
    await page.getByRole('textbox', { name: 'You pay' }).fill('0.01');
    await page.getByRole('button', { name: /^Swap 0\.01 ZERO for 0\.\d+ T7$/ }).waitFor();
    // The pool is named by its tokens' own symbols.
    await page.getByText('Ledger preview').click();
    await page.getByText('Pool ZERO/USD').first().waitFor();
    await call(stage.server, 'deposit', { account: 'local', token: LAST.address, amount: 1, reference: 'one more' });
    await page.getByText('Balance 898,995 ZERO').waitFor();
  });

  test('the portfolio values all holdings, and its lists have pages with the symbols of the tokens', async () => {
    const { worth, held } = await read(stage.server, '/getPortfolio');
    expect([held.tokens.count, held.positions.count]).toEqual([TOKENS + 2, POOLS]);
    const page = await stage.open('/portfolio');
    await page.getByText(`Total ${written(worth)} USD`).waitFor();
    const unpriced = TOKENS - (POOLS - 1);
    await page.getByText(`${written(String(unpriced))} tokens have no price and are not counted.`).waitFor();

    const balances = page.getByRole('table', { name: 'Balances' }).locator('tbody tr');
    await page.getByText('50 of 2,502 tokens.').waitFor();
    expect(await balances.count()).toBe(50);
    const more = page.getByRole('button', { name: 'Show more' });
    await more.first().click();
    await page.getByText('100 of 2,502 tokens.').waitFor();
    expect(await balances.count()).toBe(100);

    const positions = page.getByRole('table', { name: 'Positions' }).getByRole('button');
    expect(await positions.count()).toBe(20);
    await more.last().click();
    await page.getByText('40 of 250 positions.').waitFor();
    for (const name of await positions.allInnerTexts()) expect(name).toMatch(/(T\d+|ZERO|USD) \/ (T\d+|ZERO|USD)/);

    // The total is updated after a deposit.
    const token = tokenOf(TOKENS - 1).address;
    await call(stage.server, 'deposit', { account: 'local', token: QUOTE, amount: 5, reference: 'five more' });
    const after = (await read(stage.server, '/getPortfolio')).worth;
    expect(after).not.toBe(worth);
    await page.getByText(`Total ${written(after)} USD`).waitFor();
    expect((await read(stage.server, `/getBalances?token=${token}`)).balances[0].balance).toBe('898995');
  });

  test('a token beyond the first thousand has its symbol and balance on the transaction, activity and token screens', async () => {
    const swap = { Pair: { tokenA: LAST.address, tokenB: QUOTE }, amount: { tokenA: 0.001 } };
    await call(stage.server, 'createSwap', swap);
    const { sequence } = await read(stage.server, '/whoami');
    const page = await stage.open(`/tx/${sequence}`);
    await page.getByRole('heading', { level: 1, name: /^Swapped 0\.001 ZERO for/ }).waitFor();
    await page.getByText('Ledger entries', { exact: true }).click();
    await page.getByText('Pool ZERO/USD').first().waitFor();
    await page.goto(`${stage.server.url}/activity`);
    await page.getByText(/Swapped 0\.001 ZERO for/).waitFor();
    const { balance } = (await read(stage.server, `/getBalances?token=${LAST.address}`)).balances[0];
    await page.goto(`${stage.server.url}/token/${LAST.address}`);
    await page.getByText(`${written(balance)} ZERO`).waitFor();
    await page.goto(`${stage.server.url}/tokens?q=ZERO`);
    await page.getByTitle(`${written(balance)} ZERO`, { exact: true }).waitFor();
  });
});
