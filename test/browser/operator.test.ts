// The operator console in a real browser: every action shows its ledger entries before and its journal number after; refusals; access control.
import type { Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { send } from '../http/client.ts';
import { startServer } from '../http/server.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { violations } from './axe.ts';
import { describeInBrowser, PHONE, useStage } from './stage.ts';

describeInBrowser('the console', { timeout: 600_000 }, () => {
  const stage = useStage({});

  // biome-ignore lint/suspicious/noExplicitAny: its shape is for the test to say
  async function ask(path: string, body?: object): Promise<any> {
    const answer = await send(stage.server, { path, ...(body && { body }), headers: { amounts: 'string' } });
    expect(answer.status, answer.text).toBe(200);
    const json = JSON.parse(answer.text);
    return json.data ?? json;
  }
  const head = async (): Promise<number> => (await ask('/whoami')).sequence;

  test('registers tokens, deposits, creates a pool, sets and collects fees, pauses, withdraws and searches the journal', async () => {
    const page = await stage.open('/operator', { mayLog: /status of 4\d\d|ERR_CONNECTION_RESET/ });
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('Register two tokens').waitFor();

    await steps.getByRole('link', { name: 'Register two tokens' }).click();
    const sheet = page.getByRole('dialog');
    const register = async (symbol: string, decimals: string) => {
      await sheet.getByLabel('Address').fill(symbol.toLowerCase());
      await sheet.getByLabel('Symbol', { exact: true }).fill(symbol);
      await sheet.getByLabel('Decimals').fill(decimals);
      await sheet.getByText('No balances change').waitFor();
      await sheet.getByRole('button', { name: `Register ${symbol} with ${decimals} decimals` }).click();
    };
    await register('GOLD', '9');
    await written(sheet, 1);
    await sheet.getByRole('button', { name: 'Register another token' }).click();
    await register('GOLD', '9');
    await refusal(sheet, 'Address', /gold is already registered/);
    await register('USDX', '2');
    await written(sheet, 2);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Edit USDX' }).waitFor();
    await steps.getByText('Done:').waitFor();

    // Deposits: the previewed entries are the posted ones.
    await page.getByRole('link', { name: 'Deposits and withdrawals' }).click();
    const fill = async (account: string, token: string, amount: string, reference: string) => {
      await page.getByLabel('Account', { exact: true }).fill(account);
      await page.getByLabel('Token', { exact: true }).fill(token);
      await page.getByLabel('Amount', { exact: true }).fill(amount);
      await page.getByLabel('Reference', { exact: true }).fill(reference);
    };
    await fill('alice', 'usdx', '12.3456', 'wire 1');
    await page.getByText('USDX has 2 decimals.').waitFor();
    expect(await page.getByRole('button', { name: 'Too many decimals' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Use 12.34' }).click();
    await page.getByText('USDX nets to zero').waitFor();
    const before = await entriesOf(page, 'Ledger preview');
    expect(before).toEqual(['Issuer −12.34 USDX', 'alice +12.34 USDX']);
    await page.getByRole('button', { name: 'Deposit 12.34 USDX to alice' }).click();
    await written(page, 3);
    await expect.poll(() => entriesOf(page, 'Ledger entries')).toEqual(before);
    expect(await head()).toBe(3);
    expect(await page.getByRole('link', { name: 'Open receipt' }).getAttribute('href')).toBe('/tx/3');

    await page.getByRole('button', { name: 'Make another deposit' }).click();
    await fill('alice', 'USDX', '99', 'wire 1');
    await page.getByRole('button', { name: 'Deposit 99 USDX to alice' }).click();
    await refusal(page, 'Reference', /12\.34 USDX/);
    await accessible(page);
    await fill('alice', 'silver', '1', 'wire 2');
    await page.getByRole('button', { name: 'Deposit 1 silver to alice' }).click();
    await refusal(page, 'Token', /silver/);
    expect(await head()).toBe(3);

    // The answer is lost once: repeated with the same key, it has one effect.
    await fill('local', 'USDX', '1,000,000', 'wire 3');
    let lost = 0;
    const keys = new Set<string | undefined>();
    await page.route('**/deposit', async (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Deposit 1,000,000 USDX to local' }).click();
    await written(page, 4);
    expect([lost, keys.size, await head()]).toEqual([2, 1, 4]);
    await page.unroute('**/deposit');

    // Creates a pool, with fees typed in percent.
    await ask('/deposit', { account: 'local', token: 'gold', amount: '1000000', reference: 'gold' });
    await page.goto(`${stage.server.url}/operator/pools?act=create`);
    await sheet.getByLabel('First token').fill('gold');
    await sheet.getByLabel('Second token').fill('USDX');
    await sheet.getByLabel('LP fee (%)').fill('25');
    await sheet.getByLabel('Protocol fee (%)').fill('0.1');
    const create = sheet.getByRole('button', { name: 'Create pool USDX/GOLD' });
    await create.click();
    // Unusual fees need confirmation, and pressing the same button again does not confirm them.
    await sheet.getByText('Not done yet. Please confirm these fees.').waitFor();
    await sheet.getByText(/add up to 25\.2\s% of a swap\.$/).waitFor();
    expect(await create.isDisabled()).toBe(true);
    await accessible(page);
    await sheet.getByLabel('LP fee (%)').fill('0,25');
    await create.click();
    await written(sheet, 6);
    const poolPath = '/getPoolData?jetton0=gold&jetton1=usdx';
    expect(await ask(poolPath)).toMatchObject({ lpFee: '0.0025', protocolFee: '0.001' });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('table', { name: 'Pools' }).waitFor();
    expect(await steps.count()).toBe(0);

    const Pair = { tokenA: 'gold', tokenB: 'usdx' };
    await ask('/provideLiquidity', { Pair, amount: { tokenA: '1000', tokenB: '1000' } });
    await ask('/createSwap', { Pair, amount: { tokenA: '100' } });
    await page.getByRole('button', { name: 'Fees and status of USDX/GOLD' }).click();
    await sheet.getByLabel('LP fee (%)').fill('0.30001');
    await sheet.getByText('A fee has at most 4 decimals.').waitFor();
    await sheet.getByRole('button', { name: 'Use 0.3' }).click();
    await sheet.getByText('0.25% → 0.3%').waitFor();
    await accessible(page);
    await sheet.getByLabel('LP fee (%)').fill('30');
    await sheet.getByRole('button', { name: 'Set these fees' }).click();
    await sheet.getByLabel('I confirm these fees').check();
    await sheet.getByRole('button', { name: 'Set these fees' }).click();
    await written(sheet, 9);
    await sheet.getByText('0.25% → 30%').waitFor();
    expect(await ask(poolPath)).toMatchObject({ lpFee: '0.3', protocolFee: '0.001' });

    await sheet.getByRole('button', { name: 'Collect fees' }).click();
    await sheet.getByText('USDX nets to zero').waitFor();
    // Names load after figures.
    await sheet.getByText('Protocol fees USDX/GOLD').first().waitFor();
    const sweep = await entriesOf(sheet, 'Ledger preview');
    expect(sweep).toEqual([
      expect.stringMatching(/^Protocol fees USDX\/GOLD −0\.\d+ USDX$/),
      expect.stringMatching(/^treasury \+0\.\d+ USDX$/),
    ]);
    await sheet.getByRole('button', { name: 'Pay collected fees to treasury' }).click();
    await written(sheet, 10);
    await expect.poll(() => entriesOf(sheet, 'Ledger entries')).toEqual(sweep);

    await sheet.getByRole('button', { name: 'Status' }).click();
    await sheet.getByRole('button', { name: 'Hidden' }).click();
    await sheet.getByRole('button', { name: 'Hide pool' }).click();
    await written(sheet, 11);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No pools yet.').waitFor();

    // Pauses a token in the sheet that the URL opens.
    await page.goto(`${stage.server.url}/operator/tokens?token=gold`);
    await sheet.getByRole('button', { name: 'Paused' }).click();
    // Two presses in one tick, before the page can render.
    await sheet.getByRole('button', { name: 'Pause GOLD' }).evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });
    await written(sheet, 12);
    expect(await head()).toBe(12);
    expect((await ask('/getTokens?status=paused')).tokens).toMatchObject([{ address: 'gold' }]);

    // A withdrawal of the whole balance.
    await page.goto(`${stage.server.url}/operator/accounts?account=alice`);
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
    await page.getByLabel('Token', { exact: true }).fill('USDX');
    await page.getByText('alice has 12.34 USDX.').waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('12.35');
    await page.getByLabel('Reference', { exact: true }).fill('out 1');
    await page.getByRole('button', { name: 'Withdraw 12.35 USDX from alice' }).click();
    await refusal(page, 'Amount', /12\.34/);
    await page.getByLabel('Amount', { exact: true }).fill('12.34');
    expect(await entriesOf(page, 'Ledger preview')).toEqual(['alice −12.34 USDX', 'Issuer +12.34 USDX']);
    await page.getByRole('button', { name: 'Withdraw 12.34 USDX from alice' }).click();
    await written(page, 13);
    expect(await ask('/getBalances?account=alice')).toMatchObject({ balances: [] });

    // The journal is searched by number, transaction id, reference and account.
    await page.goto(`${stage.server.url}/operator/journal`);
    const { transactionId } = (await ask('/getActivity?all=true&reference=wire%201')).activity[0];
    for (const typed of ['no. 3', '3', transactionId, 'wire 1']) {
      await page.getByLabel('Number, transaction id').fill(typed);
      await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('link', { name: '3', exact: true }).waitFor();
      await expect.poll(() => page.locator('main tbody tr').count(), { timeout: 100_000 }).toBe(1);
    }
    await page.getByLabel('Number, transaction id').fill('alice');
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    const ofAlice = page.getByRole('table', { name: 'Account alice' });
    await ofAlice.getByRole('link', { name: '13' }).waitFor();
    expect(await ofAlice.getByRole('link').allTextContents()).toEqual(['13', '3']);
    await page.reload();
    await ofAlice.waitFor();
    await page.getByLabel('Number, transaction id').fill('nobody');
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No transactions found').waitFor();
  });

  test('finds a token among thousands by symbol, name or address, hidden ones too', async () => {
    for (const symbol of ['CEDAR', 'CEDARWOOD', 'LARCH']) {
      await ask('/registerToken', { address: symbol.toLowerCase(), symbol, decimals: 9, name: `${symbol} token` });
    }
    await ask('/updateToken', { address: 'cedarwood', status: 'hidden' });
    const page = await stage.open('/operator/tokens');
    const search = page.getByLabel('Search by symbol or address');
    const found = async (typed: string, symbols: readonly string[]) => {
      await search.fill(typed);
      await search.press('Enter');
      await expect.poll(() => page.locator('tbody strong').allTextContents()).toEqual(symbols);
    };
    await found('ced', ['CEDAR', 'CEDARWOOD']);
    await page.reload();
    await found('ｌａｒｃｈ tok', ['LARCH']);
    await found('cedarwood', ['CEDARWOOD']);
    await search.fill('nothing like it');
    await search.press('Enter');
    await page.getByText('No tokens found').waitFor();
  });

  test('shows a key and a webhook’s secret once, and tests, pauses and deletes a webhook', async () => {
    const page = await stage.open('/operator/keys', { mayLog: /status of 4\d\d/ });
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create key' }).click();
    await sheet.getByLabel('Account').fill('carol');
    await sheet.getByRole('button', { name: 'Create trader key for carol' }).click();
    await sheet.getByText('You will not see it again.').waitFor();
    await accessible(page);
    const key = (await sheet.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^mp_/);
    const asCarol = () => send(stage.server, { path: '/whoami', headers: { authorization: `Bearer ${key}` } });
    expect(JSON.parse((await asCarol()).text).data.account).toBe('carol');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await sheet.getByRole('button', { name: 'Show API calls' }).click();
    await page.getByRole('button', { name: 'Response' }).click();
    await page.getByText('Not requested yet.').waitFor();
    expect(await page.content()).not.toContain(key);
    await page.goto(`${stage.server.url}/operator/accounts?account=carol`);

    const id = key.split('_')[1];
    await page.getByRole('button', { name: `Revoke key ${id} of carol` }).click();
    await sheet.getByRole('button', { name: `Revoke key ${id} of carol` }).click();
    await sheet.getByText('no longer works').waitFor();
    expect((await asCarol()).status).toBe(401);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('table', { name: 'Keys' }).getByText('revoked').waitFor();

    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    await page.goto(`${stage.server.url}/operator/webhooks?act=webhook`);
    await sheet.getByLabel('URL').fill('nonsense');
    await sheet.getByRole('button', { name: 'Add webhook' }).click();
    await refusal(sheet, 'URL', /https/);
    await sheet.getByLabel('URL').fill(receiver.url);
    await sheet.getByLabel('Swaps').check();
    await sheet.getByRole('button', { name: 'Add webhook' }).click();
    await sheet.getByText('You will not see it again.').waitFor();
    const secret = (await sheet.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await sheet.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: /^Manage webhook to/ }).click();
    await sheet.getByRole('button', { name: 'Send a test event' }).click();
    await sheet.getByText(/The receiver answered 2\d\d in/).waitFor();
    await sheet.getByRole('button', { name: 'Pause' }).click();
    await sheet.getByRole('button', { name: 'Pause webhook' }).click();
    await sheet.getByRole('button', { name: 'Resume webhook' }).waitFor();
    await sheet.getByRole('button', { name: 'New secret' }).click();
    await sheet.getByRole('button', { name: 'Create a new secret' }).click();
    await sheet.getByText('You will not see it again.').waitFor();
    expect(await sheet.locator('code').textContent()).not.toBe(secret);
    await sheet.getByRole('button', { name: 'Delete' }).click();
    await sheet.getByRole('button', { name: /^Delete webhook to/ }).click();
    await sheet.getByText('No more events are sent to').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  test('repeats a press whose answer is lost with the same key, also after reloads, with one effect', async () => {
    await ask('/registerToken', { address: 'copper', symbol: 'COPPER', decimals: 2 });
    const from = await head();
    const page = await stage.open('/operator/movements', { mayLog: /ERR_CONNECTION_RESET/ });
    const keys = new Set<string | undefined>();
    const loseAnswer = async (route: Route) => {
      keys.add(route.request().headers()['idempotency-key']);
      await route.fetch();
      // Aborting fails if the reload or the removal of the route has already ended the request.
      await route.abort('connectionreset').catch(() => {});
    };
    await page.route('**/deposit', loseAnswer);
    const fields = { Account: 'alice', Token: 'copper', Amount: '5', Reference: 'wire 9' };
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Deposit 5 COPPER to alice' }).click();
    for (const _ of ['before', 'after']) {
      await page.getByText('Checking the outcome').waitFor();
      await page.reload();
    }
    await page.unroute('**/deposit', loseAnswer);
    await written(page, from + 1);
    expect([keys.size, await head()]).toEqual([1, from + 1]);
  });

  test('shows the health of the exchange, and runs an audit', async () => {
    const page = await stage.open('/operator');
    await page.getByText(/^All systems normal\.|^Something/).waitFor();
    const writing = page.getByRole('region', { name: 'Writes' });
    await writing.getByText('Waiting to be written').waitFor();
    // The status refreshes by itself.
    await ask('/registerToken', { address: 'silver', symbol: 'SILVER', decimals: 6 });
    await writing.getByText(`no. ${await head()}`).waitFor();

    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByText('No audits yet').waitFor();
    await page.getByRole('button', { name: 'Run audit' }).click();
    const words = `Every balance was recomputed from no. 1 to ${await head()}. No errors found.`;
    await page.getByRole('table', { name: 'Audit history' }).getByText(words).waitFor();
    await page.getByText('All balances match.').waitFor();
    await page.reload();
    await page.getByText('All balances match.').waitFor();
    expect((await ask('/getAudits')).audits).toHaveLength(1);
  });

  test('finds open orders by kind and token, cancels one with a reason, and pauses new orders', async () => {
    const Pair = { tokenA: 'gold', tokenB: 'usdx' };
    await ask('/updateToken', { address: 'gold', status: 'listed' });
    await ask('/setPoolStatus', { Pair, status: 'listed' });
    const limit = await ask('/createOrder', { Pair, amount: { tokenA: '10' }, price: '900' });
    const stop = { Pair, amount: { tokenA: '7' }, price: '2', kind: 'stop', trigger: { below: '0.2' } };
    const { orderId, order } = await ask('/createOrder', stop);
    const page = await stage.open('/operator/orders', { mayLog: /status of 409/ });
    const table = page.getByRole('table', { name: 'Open orders' });
    const rows = table.getByRole('row');
    await table.getByText('Buy USDX for 10 GOLD').waitFor();
    expect(await rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('Token (symbol or address)').fill('nothing');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('No open orders match.').waitFor();
    await page.getByLabel('Token (symbol or address)').fill('gold');
    await page.getByRole('button', { name: 'Filter' }).click();
    await table.getByRole('button', { name: `Cancel order no. ${order}` }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Reason').fill('GOLD is delisted');
    const before = await entriesOf(sheet, 'Ledger preview');
    await accessible(page);
    await sheet.getByRole('button', { name: `Cancel order no. ${order}` }).click();
    await sheet.getByText('Cancelled. 7 GOLD went back to local.').waitFor();
    await expect.poll(() => entriesOf(sheet, 'Ledger entries')).toEqual(before);
    expect(await ask(`/getOrder?orderId=${orderId}`)).toMatchObject({ status: 'cancelled', returned: '7' });
    const [closed] = (await ask('/getActivity?kind=closeOrder')).activity;
    expect(closed).toMatchObject({ order, memo: 'GOLD is delisted' });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No open orders match.').waitFor();

    await page.getByRole('button', { name: 'Paused' }).click();
    await page.getByText('New orders are refused.').waitFor();
    const refused = await send(stage.server, { path: '/createOrder', body: stop });
    expect(refused.headers.get('error-code')).toBe('not_on_this_venue');
    await page.getByRole('button', { name: 'Accepted' }).click();
    await page.getByText('Anyone who trades can place orders.').waitFor();
    await ask('/cancelOrder', { orderId: limit.orderId });
  });

  test('is refused to visitors and traders', async () => {
    const server = await startServer({ auth: 'keys' });
    onTestFinished(() => server.close());
    const { key } = await createKey(server.store, { account: 'alice' as Account, role: 'trader' }, 0);
    const mayLog = /status of 40[13]/;
    const out = await stage.open('/operator/keys', { origin: server.url, mayLog });
    await out.getByText('This console is for operators.').waitFor();
    await out.getByText('Sign in with an operator key').waitFor();
    const extraHTTPHeaders = { authorization: `Bearer ${key}` };
    const trader = await stage.open('/operator/keys', {
      origin: server.url,
      extraHTTPHeaders,
      viewport: PHONE,
      mayLog,
    });
    await trader.getByText('This console is for operators.').waitFor();
    await trader.getByText('You are signed in as alice, a trader.').waitFor();
    expect(await trader.getByRole('navigation', { name: 'Console sections' }).count()).toBe(0);
  });
});

type Place = Page | Locator;

/** Checks the accessibility of the current state, sheets included. */
async function accessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

const written = (place: Place, sequence: number): Promise<void> =>
  place.getByText(`Recorded as no. ${sequence}.`, { exact: true }).waitFor();

/** A refusal says that nothing changed; its field shows the reason. */
async function refusal(place: Place, field: string, why: RegExp): Promise<void> {
  await place.getByText('Not done. Nothing changed.').waitFor();
  const input = place.getByLabel(field, { exact: true });
  expect(await input.getAttribute('aria-invalid')).toBe('true');
  const hint = place.locator(`[id="${await input.getAttribute('aria-describedby')}"]`);
  expect(await hint.textContent()).toMatch(why);
}

async function entriesOf(place: Place, title: string): Promise<readonly string[]> {
  const items = await place.getByRole('region', { name: title }).getByRole('listitem').all();
  return Promise.all(items.map(async (item) => (await item.locator('> *').allTextContents()).join(' ')));
}
