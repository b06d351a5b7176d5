// One journey through the page in Chromium, Firefox and WebKit: sign in, quote, price moved by others, swap, add, withdraw.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../../src/access/keys.ts';
import type { Account } from '../../../src/core/amount.ts';
import { send } from '../../http/client.ts';
import { type Server, startServer } from '../../http/server.ts';
import { DEMO, TON, USDT } from '../swap-market.ts';
import { CHROMIUM } from './chromium.ts';
import { FIREFOX } from './firefox.ts';
import { Tab } from './tab.ts';
import { WEBKIT } from './webkit.ts';

describe('signing in, swapping at a moved price, adding and withdrawing liquidity work in', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer({ ...DEMO, auth: 'keys' });
  });
  afterAll(() => server.close());

  const keyOf = async (account: string, role: 'trader' | 'operator') =>
    (await createKey(server.store, { account: account as Account, role }, Date.now())).key;

  for (const engine of [CHROMIUM, FIREFOX, WEBKIT]) {
    const lacking = engine.missing.join(' and ');
    if (lacking) console.log(`the journey in ${engine.name} is skipped: ${lacking} is not installed`);

    test.skipIf(lacking)(`${engine.name}${lacking && ` (skipped: no ${lacking})`}`, async () => {
      const browser = await engine.open();
      const tab = new Tab(browser);
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') console.log(`${engine.name} was at: ${tab.waitsFor}`);
        await browser.close();
      });
      const operator = await keyOf('boss', 'operator');
      const ask = async (path: string, body?: object) => {
        const headers = { authorization: `Bearer ${operator}`, amounts: 'string' };
        const { status, text } = await send(server, { path, headers, ...(body && { body }) });
        expect(status, text).toBe(200);
        return JSON.parse(text).data;
      };
      const journalled = (sequence: string | undefined) => ask(`/getTransaction?sequence=${sequence}`);

      await tab.goto(`${server.url}/`);
      await tab.text('any', /^Live, journal/);
      await tab.click('button', /^Account: Sign in$/);
      await tab.type(/^API key$/, await keyOf('local', 'trader'));
      await tab.click('button', /^Sign in$/);
      await tab.text('button', /^Account: local$/);
      await tab.text('any', /^Balance [\d,.]+ TON$/);

      // The quote is updated after another account moved the pool: same tokens, other amounts.
      await tab.type(/^You pay$/, '12.5');
      const before = await tab.text('button', /^Swap 12\.5 TON for [\d.]+ USDT$/);
      const deposit = { account: 'boss', token: TON, amount: '1000', reference: engine.name };
      await ask('/deposit', deposit);
      await ask('/createSwap', { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: '1000' } });
      const { sequence } = await ask('/whoami');
      await tab.text('link', new RegExp(`no\\. ${sequence}$`));
      await tab.text('any', /^The price moved$/);
      const now = await tab.text('button', /^Swap for [\d.]+ USDT$/);
      await tab.click('button', /^Swap for [\d.]+ USDT$/);
      await tab.text('heading', /^You received$/);
      await tab.text('any', /^As quoted\.$/);
      await tab.click('any', /^Details$/);
      const [, no] = /no\. (\d+)/.exec(await tab.text('any', /^Settled as no\. \d+ in/)) ?? [];
      const { amountA, amountB } = await journalled(no);
      expect([amountA, now]).toEqual(['12.5', `Swap for ${amountB} USDT`]);
      expect(before).not.toBe(`Swap 12.5 TON for ${amountB} USDT`);

      // The whole table row is a link.
      await tab.click('link', /^Pools$/);
      await tab.click('link', /^TON \/ USDT$/);
      await tab.text('heading', /^TON \/ USDT$/);
      await tab.click('link', /^Portfolio$/);
      // The marks of the tokens come before their symbols.
      await tab.click('button', /^TONUSDTTON \/ USDT [▴▾]$/);
      await tab.click('button', /^Add to TON \/ USDT$/);
      await tab.type(/^TON to add$/, '3.25');
      await pressed('Add');
      await tab.click('button', /^Close$/);
      await tab.click('button', /^Withdraw from TON \/ USDT$/);
      await tab.click('button', /^25%$/);
      await pressed('Withdraw');
      await tab.click('button', /^Close$/);
      await tab.click('button', /^Account: local$/);
      await tab.click('button', /^Sign out$/);
      await tab.text('any', /^Market data is open to everyone\./);
      expect(await tab.errors()).toEqual([]);

      /** Presses the button and checks that the journal has the amounts that it named. */
      async function pressed(verb: 'Add' | 'Withdraw') {
        const name = new RegExp(`^${verb} [\\d.,]+ TON and [\\d.,]+ USDT$`);
        const words = await tab.text('button', name);
        await tab.click('button', name);
        await tab.text('any', /^As previewed\.$/);
        // The page remembers that the details are open.
        const [, no] = /no\. (\d+)/.exec(await tab.text('any', /^Settled as no\. \d+ in/)) ?? [];
        const { amountA, amountB } = await journalled(no);
        expect(words.replaceAll(',', '')).toBe(`${verb} ${amountA} TON and ${amountB} USDT`);
      }
    });
  }
});
