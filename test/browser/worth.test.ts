// Values next to amounts: by the server's prices, in the chosen quote token, and never zero for a token without a price.
import { beforeAll, expect, test } from 'vitest';
import type { Command } from '../../src/core/commands/command.ts';
import { written } from '../../web/src/exact/figures.ts';
import { worthOf } from '../../web/src/exact/worth.ts';
import { describeInBrowser, PHONE, useStage, WIDE } from './stage.ts';
import { read } from './swap-market.ts';

const [USD, OAK, ELM] = ['usd', 'oak', 'elm'];
const COMMANDS = [
  ...[
    { address: USD, symbol: 'USD', decimals: 2 },
    { address: OAK, symbol: 'OAK', decimals: 9 },
    { address: ELM, symbol: 'ELM', decimals: 9 },
    { address: 'ash', symbol: 'ASH', decimals: 9 },
  ].flatMap((token) => [
    { kind: 'registerToken', token },
    { kind: 'deposit', account: 'local', token: token.address, amount: 3_000_000_000_000n, reference: token.address },
  ]),
  { kind: 'provide', account: 'local', tokenA: OAK, tokenB: USD, amountA: 700_000_000_000n, amountB: 100_000n },
  // No pool leads from these two tokens to USD.
  { kind: 'provide', account: 'local', tokenA: ELM, tokenB: 'ash', amountA: 1_000_000_000n, amountB: 3_000_000_000n },
].map((command) =>
  command.kind === 'provide' ? { ...command, mayCreatePool: true } : command,
) as unknown as Command[];

describeInBrowser('worth', () => {
  const stage = useStage({ market: { quote: { token: USD as never, orFirst: false } } });
  beforeAll(async () => {
    const done = await stage.server.exchange.executeAll(
      'local' as never,
      COMMANDS.map((command) => ({ command })),
    );
    expect(done.find((one) => one instanceof Error)).toBeUndefined();
  });
  const marketOf = async (token: string, quote = USD) =>
    (await read(stage.server, `/getMarket?token=${token}&quote=${quote}`)).tokens[0];

  test('values next to swap amounts and in the portfolio are in the chosen quote token, also after a reload', async () => {
    const page = await stage.open(`/?pay=${OAK}&receive=${USD}&amount=12.345678901`);
    const { price } = await marketOf(OAK);
    await page.getByText(`≈ ${written(worthOf('12.345678901', price, 2))} USD`).waitFor();

    await page.getByRole('link', { name: 'Portfolio' }).first().click();
    const inUsd = await read(stage.server, '/getPortfolio');
    await page.getByText(`Total ${written(inUsd.worth)} USD`).waitFor();
    await page.getByText('2 tokens and 1 position have no price and are not counted.').waitFor();
    expect(await page.getByText('no price', { exact: true }).count()).toBe(3);
    await page.getByLabel('Value in').selectOption(OAK);
    const inOak = await read(stage.server, `/getPortfolio?quote=${OAK}`);
    // Computed by the server from exact prices, not converted from the USD sum, which was cut at two decimals.
    await page.getByText(`Total ${written(inOak.worth)} OAK`).waitFor();
    await page.reload();
    await page.getByText(`Total ${written(inOak.worth)} OAK`).waitFor();

    await page.goto(`${stage.server.url}/?pay=${OAK}&receive=${USD}&amount=12.345678901`);
    const usd = await marketOf(USD, OAK);
    const { receive = '', amountB = receive } = await read(
      stage.server,
      `/getQuote?tokenA=${OAK}&tokenB=${USD}&amount=12.345678901`,
    );
    await page.getByText(`≈ ${written(worthOf(amountB, usd.price, 9))} OAK`).waitFor();
  });

  test('on a phone, a token without a price says so, and nothing is shown while the price loads', async () => {
    const page = await stage.open('/', { viewport: { ...PHONE, width: 320 } });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/getMarket\?token=/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${stage.server.url}/?pay=${ELM}&receive=ash&amount=0.01`);
    await page.getByRole('button', { name: /^Swap 0\.01 ELM/ }).waitFor();
    const said = page.getByText(/no price|≈/);
    expect(await said.count()).toBe(0);
    release();
    await expect.poll(() => said.count(), { timeout: 100_000 }).toBe(2);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('the form, the own position and the token are valued by their pool, whatever the average is; a balance to send by the average', async () => {
    const page = await stage.open('/no/such/place', { mayLog: /404/ });
    await page.route(/\/getMarket\?(.*&)?(token|search)=/, async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const tokens = data.tokens?.map((token: { address: string }) =>
        token.address === OAK ? { ...token, price: '7' } : token,
      );
      await route.fulfill({ response: answer, json: { success: true, data: { ...data, ...(tokens && { tokens }) } } });
    });
    const { price, poolAddress } = await read(stage.server, `/getPoolStats?jetton0=${OAK}&jetton1=${USD}`);
    expect(price).not.toBe('7');
    await page.goto(`${stage.server.url}/?pay=${OAK}&receive=${USD}&amount=12.345678901`);
    await page.getByText(`≈ ${written(worthOf('12.345678901', price, 2))} USD`).waitFor();
    await page.goto(`${stage.server.url}/pool/${poolAddress}`);
    const { returns0 } = await read(stage.server, `/getLPPosition?jetton0=${OAK}&jetton1=${USD}`);
    await page
      .getByText(`≈ ${written(worthOf(returns0, price, 2))} USD`)
      .first()
      .waitFor();
    await page.goto(`${stage.server.url}/token/${OAK}`);
    const { balance } = (await read(stage.server, `/getBalances?token=${OAK}`)).balances[0];
    await page.getByText(`≈ ${written(worthOf(balance, price, 2))} USD`).waitFor();
    expect(await page.getByText('average price of').count()).toBe(0);
    await page.goto(`${stage.server.url}/portfolio?sheet=send&token=${OAK}`);
    await page.getByLabel('Amount').fill('2');
    expect(await page.getByText('≈ 14 USD').getAttribute('title')).toBe('average price of the last 5 minutes');
  });

  test('cost and gain are never zero while they are not loaded or not known, and a year can be saved as a file', async () => {
    const page = await stage.open('/', { mayLog: /403/ });
    let isRefused = true;
    await page.route(/\/getGains/, (route) =>
      isRefused
        ? route.fulfill({ status: 403, headers: { 'Error-Code': 'forbidden' }, json: { error: 'no' } })
        : route.continue(),
    );
    await page.goto(`${stage.server.url}/portfolio`);
    const cellsOf = (symbol: string) =>
      page
        .getByRole('table', { name: 'Balances' })
        .getByRole('row', { name: symbol })
        .getByRole('cell')
        .allInnerTexts();
    await expect.poll(async () => (await cellsOf('OAK')).slice(3, 6)).toEqual(Array(3).fill('not loaded'));
    isRefused = false;
    await page.getByRole('button', { name: 'Update' }).click();
    // Nobody has swapped with OAK, so its deposit has no price.
    await expect.poll(async () => (await cellsOf('OAK')).slice(3, 6)).toEqual(['unknown', 'unknown', '–']);
    expect((await cellsOf('USD')).slice(4)).toEqual(['0', '–', expect.anything()]);
    await page.getByRole('img', { name: /^Worth from .* to now, / }).waitFor();

    // On a phone, cost and realised gain are behind the line.
    await page.setViewportSize(PHONE);
    const line = page.getByRole('list', { name: 'Balances' }).getByRole('listitem').filter({ hasText: 'OAK' });
    await line.getByText('Unrealised gain unknown').waitFor();
    expect(await line.textContent()).not.toMatch(/Cost|Realised/);
    await line.getByRole('button', { name: 'OAK' }).click();
    await line.getByText(/^Cost$/).waitFor();
    await line.getByText(/^Realised gain$/).waitFor();
    await line.getByRole('link', { name: 'Go to token OAK' }).waitFor();
    await page.setViewportSize(WIDE);
    expect(await page.getByRole('table', { name: 'Balances' }).getByRole('columnheader').count()).toBe(7);

    await page.getByRole('link', { name: 'Gains by year, for your tax return' }).click();
    await page.getByText('Nothing was realised in this time.').waitFor();
    const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const year = new Date().getUTCFullYear();
    expect(file).toBe(`/getGains?year=${year}&quote=${USD}&format=csv&bom=true`);
    const [first] = new Uint8Array(await (await fetch(`${stage.server.url}${file}`)).arrayBuffer());
    expect(first).toBe(0xef);
  });

  test('a stored quote token that this exchange lacks is ignored', async () => {
    const page = await stage.open('/');
    await page.evaluate("localStorage.setItem('millpond worth in', 'gone')");
    await page.goto(`${stage.server.url}/portfolio`);
    const { worth } = await read(stage.server, '/getPortfolio');
    await page.getByText(`Total ${written(worth)} USD`).waitFor();
    expect(await page.getByLabel('Value in').inputValue()).toBe(USD);
  });
});
