// Sessions in the browser: reading without a key, signing in and out, two tabs, and a key revoked meanwhile.
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { send } from '../http/client.ts';
import { describeInBrowser, useStage } from './stage.ts';

const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

describeInBrowser('with keys', () => {
  const stage = useStage({ demo: true, auth: 'keys' });
  // The browser's console also logs refusals.
  const mayLog = /status of 40[1-4]/;
  const keyFor = (account: string, role: 'trader' | 'operator' = 'trader') =>
    createKey(stage.server.store, { account: account as Account, role }, 0);

  const signIn = async (page: Page, key: string) => {
    await page.getByRole('button', { name: 'Account: Sign in' }).click();
    await page.getByLabel('API key').fill(key);
    await page.locator('#account').getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  test('the market is readable without a key, and screens that need one say so', async () => {
    // No request is refused, so the console stays empty.
    const page = await stage.open('/pools');
    await page.getByText(/^Live, journal/).waitFor();
    await page
      .getByRole('link', { name: /TON \/ USDT/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Portfolio' }).first().click();
    await page.getByRole('heading', { name: 'Portfolio' }).waitFor();
    await page.getByText('Market data is open to everyone.').waitFor();
    await page.goto(`${stage.server.url}/?pay=${TON}&receive=${USDT}&amount=1`);
    await page.getByRole('button', { name: 'Sign in to swap' }).waitFor();
    expect(await page.getByRole('link', { name: 'Operator' }).count()).toBe(0);
  });

  test('a wrong key is refused with a message, and a valid one is not stored in the page', async () => {
    const { key } = await keyFor('local');
    const page = await stage.open('/portfolio', { mayLog });
    await signIn(page, `${key.slice(0, -1)}~`);
    await page.getByText('This key is not known here, or it was revoked.').waitFor();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account: local' }).waitFor();
    await page.getByText('20,000').first().waitFor();
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(kept).not.toContain('mp_');
    await page.reload();
    await page.getByRole('button', { name: 'Account: local' }).waitFor();
  });

  test('signing out in one tab signs the other one out', async () => {
    const { key } = await keyFor('local');
    const context = await stage.browser.newContext();
    onTestFinished(() => context.close());
    const first = await stage.open('/portfolio', { context, mayLog });
    await signIn(first, key);
    await first.getByText('20,000').first().waitFor();
    const second = await stage.open('/pools', { context, mayLog });
    await second.getByRole('button', { name: 'Account: local' }).click();
    await second.getByRole('button', { name: 'Sign out' }).click();
    for (const page of [first, second]) await page.getByRole('button', { name: 'Account: Sign in' }).waitFor();
    await first.getByText('Market data is open to everyone.').waitFor();
    expect(await first.getByText('20,000').count()).toBe(0);
  });

  test('a swap with a key that was revoked meanwhile changes nothing, and the page is signed out', async () => {
    const { id, key } = await keyFor('local');
    const page = await stage.open(`/?pay=${TON}&receive=${USDT}&amount=3`, { mayLog });
    await signIn(page, key);
    const button = page.getByRole('button', { name: /^Swap 3 TON for/ });
    await button.waitFor();
    await stage.server.store.revokeKey(id, 1);
    const operator = (await keyFor('boss', 'operator')).key;
    const swaps = async () => {
      const headers = { authorization: `Bearer ${operator}` };
      const { text } = await send(stage.server, { path: '/getActivity?account=local&kind=swap', headers });
      return JSON.parse(text).data.activity.length as number;
    };
    const before = await swaps();
    await button.click();
    await page.getByRole('button', { name: 'Account: Sign in' }).waitFor();
    await page
      .getByText(/Not done\. Nothing changed\.|Sign in to swap/)
      .first()
      .waitFor();
    expect(await swaps()).toBe(before);
  });
});
