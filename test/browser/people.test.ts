// A new user signs up by invitation with a passkey, swaps, signs out and in, adds a passkey, and replaces a lost one.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from '../http/client.ts';
import { violations } from './axe.ts';
import { describeInBrowser, giveDevice, useStage } from './stage.ts';

const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

describeInBrowser('people', () => {
  const stage = useStage({ demo: true, auth: 'keys', people: { signUp: 'invite' } });
  const mayLog = /status of 4\d\d/;
  // Browsers allow passkeys for host names only, not for IP addresses.
  const origin = () => stage.server.url.replace('127.0.0.1', 'localhost');

  const operatorKey = async () =>
    (await createKey(stage.server.store, { account: 'local' as Account, role: 'operator' }, 0)).key;

  test('a user signs up by invitation, swaps, signs in with the passkey, replaces it when lost, and adds a second', async () => {
    const key = await operatorKey();
    const boss = await stage.open('/operator/invitations', { origin: origin(), mayLog });
    await boss.getByRole('button', { name: 'Account: Sign in' }).click();
    await boss.getByLabel('API key').fill(key);
    await boss.locator('#account').getByRole('button', { name: 'Sign in', exact: true }).click();
    await boss.getByRole('button', { name: 'Create an invitation' }).first().click();
    const sheet = boss.getByRole('dialog');
    await sheet.getByLabel('Opening balance: token').fill(TON);
    await sheet.getByLabel('Opening balance: amount per person').fill('50');
    await sheet.getByLabel('Note').fill('Friends');
    await sheet.getByRole('button', { name: 'Create an invitation' }).click();
    const link = (await sheet.getByText(/\/join#mi_/).textContent()) as string;
    expect(link.startsWith(`${origin()}/join#mi_`)).toBe(true);
    await sheet.getByText('This link opens on this machine only.').waitFor();

    const page = await stage.open(link.slice(origin().length), { origin: origin(), mayLog });
    const device = await giveDevice(page);
    await page.getByText('50 TON').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Account name').fill('operator-1');
    await page.getByText('operator-1 looks like a name of the exchange itself.').waitFor();
    await page.getByLabel('Account name').fill('willow');
    await page.getByText('willow is available.').waitFor();
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('heading', { name: 'Welcome, willow' }).waitFor();
    expect(page.url()).toBe(`${origin()}/join`);

    await page.goto(`${origin()}/?pay=${TON}&receive=${USDT}&amount=3`);
    await page.getByRole('button', { name: /^Swap 3 TON for/ }).click();
    await page
      .getByText(/Written as no\.|Executed|Done/)
      .first()
      .waitFor();

    const chip = () => page.getByRole('button', { name: 'Account: willow' });
    const signOut = async () => {
      await chip().click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Account: Sign in' }).waitFor();
    };
    const signIn = async () => {
      await page.getByRole('button', { name: 'Account: Sign in' }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    };
    await signOut();
    await signIn();
    await chip().click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    const list = page.getByRole('list', { name: 'Passkeys' });
    await list.getByRole('listitem').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByText('This is your only way to sign in.').waitFor();

    // On another device: an operator's invitation gives access, and removes the old passkey.
    await device.replace();
    const body = { account: 'willow', revokePasskeys: true };
    const headers = { authorization: `Bearer ${key}` };
    const { secret } = exact(await send(stage.server, { path: '/createInvitation', body, headers })).data;
    await signOut();
    await signIn();
    await page.getByText('No passkey was used.').waitFor();
    await page.goto(`${origin()}/join#${secret}`);
    await page.getByText('This invitation is for the account').waitFor();
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('heading', { name: 'Welcome, willow' }).waitFor();
    await page.goto(`${origin()}/account`);
    await list.getByRole('listitem').first().waitFor();
    expect(await list.getByRole('listitem').count()).toBe(1);
    // A second passkey, on yet another device.
    await device.replace();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await list.getByRole('listitem').nth(1).waitFor();
    await signOut();
    await signIn();
    await chip().waitFor();
  });

  test('an invitation that is not valid is reported, with a way back to the swap screen', async () => {
    const page = await stage.open('/join#mi_never', { origin: origin(), mayLog });
    await page.getByText('Invitation not valid.').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL(`${origin()}/`);
  });

  test('an operator imports accounts from a file: errors are reported by line, and each account gets a link', async () => {
    const page = await stage.open('/operator/accounts?act=import', { origin: origin(), mayLog });
    await page.getByRole('button', { name: 'Account: Sign in' }).click();
    await page.getByLabel('API key').fill(await operatorKey());
    await page.locator('#account').getByRole('button', { name: 'Sign in', exact: true }).click();
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('account,role,TON\nfern,trader,ten\nmoss,king,1\n');
    await page.getByText('2 lines are wrong. Nothing was imported.').waitFor();
    await page.getByText(/^Line 3: /).waitFor();
    await choose('account,role,TON\nfern,trader,10\nmoss,trader,1\n');
    await page.getByRole('cell', { name: '10 TON' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 2 accounts' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the links (CSV)' }).click();
    const links = await readFile(await (await download).path(), 'utf8');
    expect(links.match(/^\w+,trader,http:\/\/localhost:\d+\/join#mi_/gm)).toHaveLength(2);
  });

  test('at 127.0.0.1 the page links to the host name at which passkeys work, and offers a key instead', async () => {
    const headers = { authorization: `Bearer ${await operatorKey()}` };
    const { secret } = exact(await send(stage.server, { path: '/createInvitation', body: {}, headers })).data;
    const page = await stage.open(`/join#${secret}`, { mayLog });
    await page.getByRole('link', { name: origin() }).waitFor();
    expect(await page.getByRole('button', { name: 'Create a passkey' }).count()).toBe(0);
    await page.getByLabel('Account name').fill('sallow');
    await page.getByText('sallow is available.').waitFor();
    await page.getByRole('button', { name: 'Use a key instead' }).click();
    await page.getByText(/^mp_/).waitFor();
    await page.getByRole('button', { name: 'Account: sallow' }).waitFor();
  });
});
