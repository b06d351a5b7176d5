// The account screen: a key is created and used, its requests are listed, and other browsers are signed out.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { send } from '../http/client.ts';
import { describeInBrowser, useStage } from './stage.ts';

describeInBrowser('the account', () => {
  const stage = useStage({ demo: true, auth: 'keys' });
  const mayLog = /status of 40[1-4]/;
  const keyFor = (account: string) => createKey(stage.server.store, { account: account as Account, role: 'trader' }, 0);
  const signIn = async (page: Page, key: string) => {
    await page.getByRole('button', { name: 'Account: Sign in' }).click();
    await page.getByLabel('API key').fill(key);
    await page.locator('#account').getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  test('a key is created with limited scopes, used, inspected and revoked', async () => {
    const { key: own } = await keyFor('alice');
    const page = await stage.open('/account', { mayLog });
    await page.getByText('Your keys and sessions belong to your account.').waitFor();
    await signIn(page, own);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Trading bot');
    await page.getByLabel('Trade: swaps and orders').check();
    await page.getByLabel('Allowed addresses').fill('127.0.0.1, 10.0.0.0/8');
    await page.locator('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = await page.locator('dialog code', { hasText: /^mp_/ }).textContent();
    await page.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: /Trading bot/ });
    await row.getByText('Read, Trade').waitFor();
    expect(await page.getByText(key as string).count()).toBe(0);
    const refused = await send(stage.server, {
      path: '/createKey',
      body: {},
      headers: { authorization: `Bearer ${key}` },
    });
    expect(refused.status).toBe(403);
    await row.getByRole('link', { name: 'Requests of Trading bot' }).click();
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
    await page.getByText('scope_missing').first().click();
    await page.getByText('This call needs a key without restrictions').waitFor();
    await page.getByRole('button', { name: 'Succeeded' }).click();
    await page.getByText('No requests yet.').waitFor();
    await page.getByRole('link', { name: 'Back to account' }).click();
    await page.getByRole('button', { name: 'Revoke Trading bot' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Revoke Trading bot' }).click();
    await page.getByText('Trading bot no longer works.').waitFor();
    expect(
      (await send(stage.server, { path: '/getBalances', headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(401);
  });

  test('other browsers are signed out, this one stays', async () => {
    const { key } = await keyFor('bob');
    const other = await send(stage.server, {
      path: '/createSession',
      body: { key },
      headers: { 'user-agent': 'Safari' },
    });
    const cookie = other.headers.get('set-cookie')?.replace(/;.*/, '') as string;
    const page = await stage.open('/account', { mayLog });
    await signIn(page, key);
    await page.getByText('This device').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('1 browser is signed out.').waitFor();
    expect((await send(stage.server, { path: '/getBalances', headers: { cookie } })).status).toBe(401);
    await page.reload();
    await page.getByText('This device').waitFor();
  });
});
