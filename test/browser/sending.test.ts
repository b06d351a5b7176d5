// Sending tokens: the journal has what the button says, and an unknown recipient needs confirmation. About 10 s.
import { expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from '../http/client.ts';
import { violations } from './axe.ts';
import { describeInBrowser, PHONE, useStage, WIDE } from './stage.ts';

describeInBrowser('sending', () => {
  const stage = useStage();
  const get = async (path: string) => exact(await send(stage.server, { path, headers: { amounts: 'string' } })).data;

  test('sends a token to an account that is checked while it is typed, and both accounts see the transfer', async () => {
    const { key } = await createKey(stage.server.store, { account: 'bob' as Account, role: 'trader' }, 0);
    const page = await stage.open('/portfolio');
    const edge = () => page.getByRole('banner').boundingBox();
    const before = await edge();
    await page.getByRole('button', { name: 'Send TON' }).click();
    // The sheet reaches the edge of the window, without a strip for the scrollbar, and the page behind it does not move.
    const sheet = await page.getByRole('dialog').boundingBox();
    expect((sheet?.x ?? 0) + (sheet?.width ?? 0)).toBe(WIDE.width);
    expect(await edge()).toEqual(before);
    const to = page.getByRole('textbox', { name: 'To account' });
    await page.getByRole('button', { name: 'Enter an account' }).waitFor();
    await to.fill('b0b');
    await page.getByText('another account’s name looks almost the same').waitFor();
    await page.getByRole('button', { name: 'Check the account' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await to.fill('local');
    await page.getByText('This is your own account').waitFor();
    await to.fill('bob');
    await page.getByText('This account exists.').waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).fill('99999999');
    await page.getByRole('button', { name: 'Not enough TON' }).waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).fill('5.25');
    await page.getByRole('textbox', { name: 'Memo (optional)' }).fill('<i>rent</i>');
    await page.getByText('Ledger preview').click();
    await page.getByText('−5.25 TON').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send 5.25 TON to bob' }).click();
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
    const link = page.getByRole('link', { name: 'Receipt' });
    await expect.poll(() => link.getAttribute('href')).toMatch(/\/tx\/\d+$/);
    const href = (await link.getAttribute('href')) as string;
    const done = await get(`/getTransaction?sequence=${href.split('/').at(-1)}`);
    expect(done).toMatchObject({ kind: 'transfer', to: 'bob', amount: '5.25', memo: '<i>rent</i>' });
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('heading', { name: 'Sent 5.25 TON to bob' }).waitFor();
    await page.getByText('<i>rent</i>').waitFor();
    const signedIn = await send(stage.server, { path: '/getActivity', headers: { authorization: `Bearer ${key}` } });
    expect(signedIn.text).toContain('"to":"bob"');
  });

  test('the first field of the sheet has the focus, even if positions load later', async () => {
    const page = await stage.open('/no/such/place', { mayLog: /status of 404/ });
    let answer = () => {};
    const isOpen = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/getPortfolio?list=positions*', async (route) => {
      await isOpen;
      await route.continue();
    });
    await page.goto(`${stage.server.url}/portfolio?sheet=send`);
    await page.getByRole('heading', { name: 'Send' }).waitFor();
    answer();
    await page.getByRole('textbox', { name: 'To account' }).and(page.locator(':focus')).waitFor();
  });

  test('sends all LP tokens of a position to an unknown account after a confirmation, on a phone in the dark theme', async () => {
    const page = await stage.open('/portfolio?sheet=send', { viewport: PHONE, colorScheme: 'dark' });
    const picker = page.getByRole('combobox', { name: 'Token' });
    // Positions load after balances.
    const option = picker.locator('option', { hasText: /^LP / }).first();
    await option.waitFor({ state: 'attached' });
    const label = (await option.textContent()) ?? '';
    await picker.selectOption({ label });
    await page.getByRole('textbox', { name: 'To account' }).fill('newcomer');
    await page.getByText('No such account').waitFor();
    await page.getByRole('button', { name: 'Max' }).click();
    await page.getByRole('checkbox', { name: 'Send to it all the same' }).check();
    await page.getByText('What these LP tokens have cost moves with them').waitFor();
    expect(await violations(page)).toEqual([]);
    const dialog = page.getByRole('dialog');
    expect(await dialog.evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth)).toBe(true);
    await page.getByRole('button', { name: /^Send [\d.,]+ LP to newcomer$/ }).click();
    await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
    const { activity } = await get('/getActivity?kind=transfer&limit=1');
    expect(activity[0]).toMatchObject({ to: 'newcomer', token: activity[0].poolAddress });
  });
});
