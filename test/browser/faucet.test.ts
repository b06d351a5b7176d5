// The faucet in the page: tokens are claimed by a button, once a day, and offered if a swap lacks them.
import { expect, test } from 'vitest';
import { exact, send } from '../http/client.ts';
import { violations } from './axe.ts';
import { describeInBrowser, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

/** Takes 4 s: two screens. */
describeInBrowser('faucet', () => {
  const stage = useStage({ demo: true, faucet: { offers: [{ token: 'TON', amount: '12.5' }] } });
  const held = async () => {
    const { data } = exact(await send(stage.server, { path: `/getBalances?token=${TON}` }));
    return Number(data.balances[0].balance);
  };

  test('a swap offers to claim the tokens that it lacks, and the portfolio says when they can be claimed again', async () => {
    const before = await held();
    const page = await stage.open(`/?pay=${TON}&amount=999999999`);
    await page.getByRole('button', { name: 'Claim 12.5 TON' }).click();
    await page.getByText('12.5 TON added to your account.').waitFor();
    expect(await held()).toBe(before + 12.5);
    const portfolio = await stage.open('/portfolio');
    const button = portfolio.getByRole('button', { name: 'Claim 12.5 TON', disabled: true });
    await button.waitFor();
    await portfolio.getByText('Claimed today. You can claim again after midnight UTC.').waitFor();
    expect(await violations(portfolio)).toEqual([]);
  });
});
