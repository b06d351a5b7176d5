// A form is not rendered again on events of other accounts, of which it shows nothing. About 10 s.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { send } from '../http/client.ts';
import { describeInBrowser, useStage } from './stage.ts';
import { call, DEMO, TON, USDT } from './swap-market.ts';

/** Each of these events used to render at least three components of every form. */
const EVENTS = 12;

/**
 * Counts how often each component around a form's button has rendered: React reports every commit to the hook of its
 * developer tools, and a fiber that is new in a commit with the first flag set has called its component.
 */
const COUNTING = `(() => {
  const counted = (window.rendered = new Map());
  const visit = (fiber, before) => {
    if (fiber === before) return;
    if (typeof fiber.type === 'function' && (fiber.flags & 1) === 1)
      counted.set(fiber.type, (counted.get(fiber.type) ?? 0) + 1);
    if (before !== null && before.child === fiber.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate);
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_, { current }) => visit(current, current.alternate),
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  };
})()`;

/** Counts the renders of all components around the button, and around the link that shows the journal's number. */
const rendersOf = (page: Page, name: RegExp): Promise<{ form: number; journal: number }> =>
  page
    .getByRole('button', { name })
    .last()
    .evaluate((button: unknown) => {
      const { document, rendered } = globalThis as unknown as {
        document: { querySelector(path: string): object };
        rendered: Map<unknown, number>;
      };
      type Fiber = { readonly type: unknown; readonly return: Fiber | null };
      const above = (node: object) => {
        const [, first] = Object.entries(node).find(([key]) => key.startsWith('__reactFiber$')) as [string, Fiber];
        let count = 0;
        for (let fiber: Fiber | null = first; fiber; fiber = fiber.return) count += rendered.get(fiber.type) ?? 0;
        return count;
      };
      return {
        form: above(button as object),
        journal: above(document.querySelector('a[href="/activity"][data-state]')),
      };
    });

describeInBrowser('a form', () => {
  const stage = useStage(DEMO);

  test.each([
    ['swap', `/?pay=${TON}&receive=${USDT}&amount=100`, /^Swap 100/],
    ['limit', `/?mode=limit&pay=${TON}&receive=${USDT}&amount=100&price=9`, /^Sell 100/],
    ['send', '/portfolio?sheet=send', /^Enter an account/],
    ['add', `/portfolio?sheet=add&jetton0=${TON}&jetton1=${USDT}&amount=100`, /^(Add \d|Enter)/],
  ])('does not render again on events of other accounts: %s', async (form, path, name) => {
    await call(stage.server, 'registerToken', { address: form, symbol: form, decimals: 6 });
    const { key } = await createKey(stage.server.store, { account: 'else' as Account, role: 'operator' }, 0);
    const page = await stage.open('/livez');
    await page.addInitScript(COUNTING);
    await page.goto(`${stage.server.url}${path}`);
    await page.getByRole('button', { name }).last().waitFor();
    const elsewhere = async (reference: string) => {
      const { journal } = await rendersOf(page, name);
      const body = { account: 'else', token: form, amount: 1, reference: `${form} ${reference}` };
      const headers = { authorization: `Bearer ${key}` };
      expect((await send(stage.server, { path: '/deposit', body, headers })).status).toBe(200);
      await expect
        .poll(async () => (await rendersOf(page, name)).journal, { timeout: 60_000 })
        .toBeGreaterThan(journal);
      return (await rendersOf(page, name)).form;
    };
    // After these events the form's own requests are answered.
    for (const warming of ['a', 'b', 'c']) await elsewhere(warming);
    const before = await elsewhere('d');
    let after = before;
    for (let at = 0; at < EVENTS; at++) after = await elsewhere(String(at));
    expect(after - before).toBeLessThan(EVENTS);
  });
});
