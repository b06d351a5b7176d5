// A session that is older than five minutes: the page asks for a new sign-in once, and then sends the same request.
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { FRESH_MS } from '../../src/access/sessions.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { exact, send } from '../http/client.ts';
import { violations } from './axe.ts';
import { describeInBrowser, giveDevice, PHONE, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
let nowMs = Date.UTC(2026, 10, 18);
const clock = { nowMs: () => nowMs };

describeInBrowser('a sign-in that is too old', () => {
  const stage = useStage({ demo: true, auth: 'keys', people: { signUp: 'open', ...clock }, sessions: clock });
  const mayLog = /status of 4\d\d|ERR_CONNECTION_RESET/;
  // Browsers allow passkeys for host names only, not for IP addresses.
  const origin = () => stage.server.url.replace('127.0.0.1', 'localhost');
  const keyOf = async (account: string, role: Role = 'trader') =>
    (await createKey(stage.server.store, { account: account as Account, role }, 0)).key;

  async function signIn(page: Page, key: string): Promise<void> {
    await page.getByRole('button', { name: 'Account: Sign in' }).click();
    await page.getByLabel('API key').fill(key);
    await page.locator('#account').getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** The requests of a call, in the order in which the page has sent them. */
  function requestsOf(page: Page, call: string): readonly Request[] {
    const sent: Request[] = [];
    page.on('request', (request) => void (request.url().endsWith(`/${call}`) && sent.push(request)));
    return sent;
  }
  const keysOf = (sent: readonly Request[]) => new Set(sent.map((one) => one.headers()['idempotency-key']));
  const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

  async function fillDeposit(page: Page, amount: string, reference: string): Promise<void> {
    for (const [label, value] of [
      ['Account', 'robin'],
      ['Token', 'TON'],
      ['Amount', amount],
      ['Reference', reference],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
  }

  /** What the journal says about deposits under a reference. */
  const deposited = async (reference: string, key: string) => {
    const path = `/getActivity?reference=${reference}`;
    const { activity } = exact(await send(stage.server, { path, headers: { authorization: `Bearer ${key}` } })).data;
    return activity.length;
  };

  test('an operator confirms a deposit with the key of the account, and with no other', async () => {
    const key = await keyOf('boss', 'operator');
    const page = await stage.open('/operator/movements', { origin: origin(), mayLog });
    await signIn(page, key);
    const sent = requestsOf(page, 'deposit');
    await fillDeposit(page, '5', 'by-key');
    nowMs += FRESH_MS + 1;
    await page.getByRole('button', { name: 'Deposit 5 TON to robin' }).click();
    const sheet = sheetOf(page);
    await sheet.getByText('Sign in again as boss.').waitFor();
    expect(await violations(page)).toEqual([]);
    await sheet.getByLabel('API key').fill(await keyOf('somebody', 'operator'));
    await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await sheet.getByText('That belongs to another account. Use a passkey or key of boss.').waitFor();
    expect(sent).toHaveLength(1);

    // Closed: nothing was done, and the form keeps what was typed.
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByText('You signed in more than five minutes ago.').waitFor();
    expect([sent.length, await deposited('by-key', key)]).toEqual([1, 0]);
    await page.getByRole('button', { name: 'Deposit 5 TON to robin' }).click();
    await sheet.getByLabel('API key').fill(key);
    await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Make another deposit' }).waitFor();
    expect(await sheet.count()).toBe(0);
    expect([sent.length, keysOf(sent.slice(1)).size, await deposited('by-key', key)]).toEqual([3, 1, 1]);

    // For the next five minutes nothing is asked.
    await page.getByRole('button', { name: 'Make another deposit' }).click();
    await fillDeposit(page, '6', 'soon-after');
    nowMs += FRESH_MS;
    await page.getByRole('button', { name: 'Deposit 6 TON to robin' }).click();
    await page.getByRole('button', { name: 'Make another deposit' }).waitFor();
    expect(sent).toHaveLength(4);
  });

  test('a deposit whose answer was lost is made once, although the session has grown too old meanwhile', async () => {
    const key = await keyOf('boss', 'operator');
    const page = await stage.open('/operator/movements', { origin: origin(), mayLog, viewport: PHONE });
    await signIn(page, key);
    const sent = requestsOf(page, 'deposit');
    await fillDeposit(page, '7', 'lost-answer');
    await page.route('**/deposit', async (route) => {
      if (sent.length > 1) return route.continue();
      await route.fetch();
      nowMs += FRESH_MS + 1;
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Deposit 7 TON to robin' }).click();
    const sheet = sheetOf(page);
    await sheet.getByLabel('API key').fill(key);
    await sheet.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Make another deposit' }).waitFor();
    expect([sent.length, keysOf(sent).size, await deposited('lost-answer', key)]).toEqual([3, 1, 1]);
  });

  test('a trader confirms a new key, and a transfer to somebody new, with a passkey', async () => {
    const page = await stage.open('/join', { origin: origin(), mayLog });
    await giveDevice(page);
    await page.getByLabel('Account name').fill('willow');
    await page.getByText('willow is available.').waitFor();
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('heading', { name: 'Welcome, willow' }).waitFor();
    await page.goto(`${origin()}/account`);
    nowMs += FRESH_MS + 1;
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Create a key' }).click();
    await sheetOf(page).getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(/^mp_/).waitFor();
    await page.getByRole('button', { name: 'Account: willow' }).waitFor();

    const headers = { authorization: `Bearer ${await keyOf('boss', 'operator')}` };
    const body = { account: 'willow', token: TON, amount: 10, reference: 'for willow' };
    exact(await send(stage.server, { path: '/deposit', body, headers }));
    await keyOf('robin');
    const sent = requestsOf(page, 'createTransfer');
    const sendOne = async () => {
      await page.goto(`${origin()}/portfolio?sheet=send`);
      await page.getByRole('textbox', { name: 'To account' }).fill('robin');
      await page.getByText('This account exists.').waitFor();
      await page.getByRole('textbox', { name: 'Amount' }).fill('1');
      nowMs += FRESH_MS + 1;
      await page.getByRole('button', { name: 'Send 1 TON to robin' }).click();
    };
    await sendOne();
    await sheetOf(page).getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
    expect([sent.length, keysOf(sent).size]).toEqual([2, 1]);
    // Robin has been paid before: nothing is asked.
    await sendOne();
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
    expect(sent).toHaveLength(3);
  });
});
