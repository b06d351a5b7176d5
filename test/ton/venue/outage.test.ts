// An endpoint that is down, answers nonsense or goes back in time while requests are pending: nothing is lost or done twice, and the log stays short.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/api/metrics/metrics.ts';
import { registerTon } from '../../../src/api/metrics/ton.ts';
import { listenersOf } from '../../../src/cli/serve/ton/open.ts';
import { type Account, amount } from '../../../src/core/amount.ts';
import { ChainUnavailable } from '../../../src/ton/chain.ts';
import { type Mood, MoodyEndpoint } from './moody-endpoint.ts';
import { paperTon } from './paper-ton.ts';

const ann = 'ann' as Account;

test('a request stays pending while the endpoint is down or answers wrongly, also after a restart, and completes when it works again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const endpoint = new MoodyEndpoint();
  const listeners = listenersOf(logger, registerTon(createMetrics().registry));
  const on = await paperTon(folder, { waitMs: 0, through: (url) => endpoint.through(url), ...listeners });
  await on.fund(ann, { TON: '100', USDT: '1000' });
  const pair = { tokenA: on.token('USDT'), tokenB: on.token('STON') };
  const swap = { kind: 'swap', account: ann, ...pair, amountA: amount(10_000_000n) } as const;
  const { router } = on.server.published;
  const statuses = async (venue = on.venue) => {
    const { items } = await venue.swaps(ann, { limit: 9 });
    return items.map(({ status }) => status);
  };

  await on.server.devnet.hold(router);
  const { transactionId: first } = await on.venue.execute(ann, swap, 'one');
  const held = async () => (await on.dex.chain.account((await on.wallets.of(ann)).address)).balance;
  await expect.poll(held).toBeLessThan(100n * 10n ** 9n);
  for (const mood of ['down', 'garbage', 'half', 'past'] as readonly Mood[]) {
    endpoint.be(mood);
    // A new request is refused, because it cannot be planned; repeating the accepted one returns it, still pending.
    await expect(on.venue.execute(ann, { ...swap, amountA: amount(1n) }), mood).rejects.toThrow(ChainUnavailable);
    expect(await on.venue.execute(ann, swap, 'one'), mood).toMatchObject({ status: 'pending', transactionId: first });
    await expect.poll(() => endpoint.asked, { message: mood }).toBeGreaterThan(30);
    expect(await statuses(), mood).toEqual(['pending']);
  }

  // A new node has not seen the chain's height and accepts the old answers: that still does no harm.
  await on.close();
  endpoint.be('past');
  const next = await on.another({ waitMs: 0 });
  await expect.poll(() => endpoint.asked).toBeGreaterThan(30);
  expect(await statuses(next.venue)).toEqual(['pending']);

  endpoint.be('well');
  await on.server.devnet.release(router);
  await expect.poll(() => statuses(next.venue)).toEqual(['completed']);
  const second = await next.venue.execute(ann, swap, 'two');
  await expect.poll(() => statuses(next.venue)).toEqual(['completed', 'completed']);
  expect(second).not.toMatchObject({ transactionId: first });
  const [{ balance } = {}] = await next.venue.balancesNamed(ann, [on.token('USDT')]);
  expect(balance).toBe(980_000_000n);

  expect(lines.length).toBeGreaterThan(1);
  // The log has one line when an outage begins, one a minute, and one when it ends.
  expect(lines.length).toBeLessThan(12);
  expect(lines[0]).toMatch(/^TON: The TON endpoint 127\.0\.0\.1:\d+ .*; will try again$/);
  expect(lines.at(-1)).toMatch(/^TON: works again, after \d+ s$/);
  await on.stop();
  await endpoint.stop();
  rmSync(folder, { recursive: true });
});
