// The activity screen: filters in the URL, exports and totals of the filter, live rows, a page for each transaction.
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from '../http/client.ts';
import { until } from '../http/event-stream.ts';
import { startServer } from '../http/server.ts';
import { describeInBrowser, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const STON = 'EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO';
const PAIR = { tokenA: TON, tokenB: USDT };

const rowsOf = (page: Page) => page.locator('li[data-sequence]');
const numbersOf = async (page: Page): Promise<readonly number[]> => {
  const texts = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-sequence')));
  return texts.map(Number);
};

describeInBrowser('activity', () => {
  const stage = useStage();
  const ask = async (path: string, body?: object) => {
    return exact(await send(stage.server, { path, headers: { amounts: 'string' }, ...(body && { body }) })).data;
  };
  const swap = async (tokenA: number, Pair: object = PAIR): Promise<string> =>
    (await ask('/createSwap', { Pair, amount: { tokenA } })).transactionId;
  const transaction = (id: string) => ask(`/getTransaction?transactionId=${id}`);

  test('a filter is kept in the URL over a reload, and the number of transactions and the exported files follow it', async () => {
    await swap(10);
    await swap(20, { tokenA: STON, tokenB: USDT });
    const page = await stage.open('/activity');
    await page.getByRole('button', { name: /^Swaps/ }).click();
    await page.getByText('2 transactions').waitFor();
    await page.getByText('More filters').click();
    await page.getByRole('combobox', { name: 'Token' }).selectOption(STON);
    await page.getByText('1 transaction,').waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ kind: 'swap', token: STON });
    await page.reload();
    await page.getByText('1 transaction,').waitFor();
    await page.getByText(/^Swapped 20 STON for 12\.\d+ USDT$/).waitFor();
    await page.getByRole('button', { name: 'Remove filter: STON' }).click();
    await page.getByText('2 transactions').waitFor();

    const numbers = await numbersOf(page);
    expect(numbers).toHaveLength(2);
    const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    const csv = await send(stage.server, { path: (await hrefOf('CSV')) ?? '' });
    const [names = '', ...lines] = csv.text.trim().split('\r\n');
    const at = names.split(',').indexOf('sequence');
    expect(lines.map((line) => Number(line.split(',')[at]))).toEqual(numbers);
    const json = await send(stage.server, { path: (await hrefOf('JSON')) ?? '' });
    expect(
      json.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).sequence),
    ).toEqual(numbers);

    // An operator can show everyone's activity, and another account's.
    await page.getByRole('button', { name: 'Everyone', exact: true }).click();
    await page.getByRole('button', { name: /^Deposits/ }).click();
    await page.getByText('market-maker').first().waitFor();
    const account = page.getByRole('textbox', { name: 'Account' });
    await account.fill('market-maker');
    await account.press('Enter');
    await page.getByRole('button', { name: 'Remove filter: Account market-maker' }).waitFor();
    await page.getByText('12 transactions').waitFor();
    await page.getByRole('textbox', { name: 'Reference' }).fill('no such wire');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing matches these filters.').waitFor();
  });

  test('a page has a hundred rows, is kept over a reload, and can be chosen by date', async () => {
    const body = { Pair: PAIR, amount: { tokenA: 1 } };
    const items = Array.from({ length: 30 }, () => ({ call: 'createSwap', body }));
    for (let round = 0; round < 4; round++) await ask('/bulk', { items });
    const page = await stage.open('/activity');
    await rowsOf(page).nth(99).waitFor();
    const newest = await numbersOf(page);
    expect(newest).toHaveLength(100);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('button', { name: 'Newest' }).waitFor();
    await until(async () => expect((await numbersOf(page))[0]).toBeLessThan(newest.at(-1) ?? 0));
    const older = await numbersOf(page);
    await page.reload();
    await until(async () => expect(await numbersOf(page)).toEqual(older));
    await page.getByRole('textbox', { name: 'Go to date' }).or(page.getByLabel('Go to date')).fill(today());
    await until(async () => expect((await numbersOf(page))[0]).toBe(newest[0]));
  });

  test('another client’s change appears live and is highlighted once', async () => {
    const page = await stage.open('/activity');
    await page.getByText(/^Live, journal/).waitFor();
    await rowsOf(page).first().waitFor();
    const { sequence } = await transaction(await swap(3));
    const row = page.locator(`li[data-sequence="${sequence}"]`);
    await row.waitFor();
    expect(await row.getAttribute('data-fresh')).toBe('true');
    expect(await rowsOf(page).nth(1).getAttribute('data-fresh')).toBeNull();
  });

  test('a transaction is found by number and by id, with its sentence, entries and quote; an unknown one is reported', async () => {
    const id = await swap(7, { tokenA: STON, tokenB: 'EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS' });
    const { sequence, amountA, amountB } = await transaction(id);
    const page = await stage.open(`/activity`, { mayLog: /404/ });
    await page.getByRole('link', { name: sequence, exact: true }).click();
    const heading = page.getByRole('heading', { level: 1, name: /^Swapped 7 STON for [\d,.]+ DOGS$/ });
    await heading.waitFor();
    const words = await heading.textContent();
    await page.getByText('Ledger entries', { exact: true }).click();
    await page.getByText('STON, TON and DOGS each net to zero').waitFor();
    await page.getByRole('heading', { name: 'Effect on TON/STON' }).waitFor();
    expect(await page.getByText('Quoted', { exact: true }).count()).toBe(0);
    const quoted = JSON.stringify(JSON.stringify({ amountA, amountB }));
    await page.evaluate(`sessionStorage.setItem('millpond quoted ${id}', ${quoted})`);
    await page.goto(`${stage.server.url}/tx/${id}`);
    await page.getByText('Difference').waitFor();
    expect(await heading.textContent()).toBe(words);
    expect(await page.getByText('Difference').locator('xpath=..').textContent()).toMatch(/0 STON\s*0 DOGS$/);
    await page.getByRole('link', { name: `← no. ${sequence - 1}` }).click();
    await page.getByText(`Transaction no. ${sequence - 1}`).waitFor();

    await page.goto(`${stage.server.url}/tx/999999`);
    await page.getByText('The journal has no transaction “999999”.').waitFor();
    await page.goto(`${stage.server.url}/tx/%3Cb%3E`);
    await page.getByText('“<b>” is not a transaction number or ID.').waitFor();
  });

  test('with keys, a visitor is asked to sign in, and a trader sees only the activity of its own account', async () => {
    const server = await startServer({ demo: true, auth: 'keys' });
    onTestFinished(() => server.close());
    const { key } = await createKey(server.store, { account: 'market-maker' as Account, role: 'trader' }, 0);
    const page = await stage.open('/portfolio', { origin: server.url, mayLog: /40[14]/ });
    for (const path of ['/portfolio', '/activity', '/tx/1', `/portfolio?sheet=add&jetton0=${TON}&jetton1=${USDT}`]) {
      await page.goto(`${server.url}${path}`);
      await page
        .getByText(/sign in with (a passkey or )?an API key\.$/)
        .first()
        .waitFor();
    }
    const signIn = `fetch('/createSession', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ key: '${key}' }) }).then(({ status }) => status)`;
    expect(await page.evaluate(signIn)).toBe(200);
    await page.goto(`${server.url}/portfolio`);
    await page.getByRole('button', { name: 'TON / USDT', exact: true }).waitFor();
    await page.getByText('99.89%').first().waitFor();
    await page.goto(`${server.url}/activity?who=everyone`);
    await page.getByText('18 transactions').waitFor();
    expect(await page.getByRole('button', { name: 'Everyone', exact: true }).count()).toBe(0);
    await page.goto(`${server.url}/tx/7`);
    await page.getByText('or it does not involve your account').waitFor();
  });
});

/** The current day in the format of a date input. */
const today = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};
