// An exchange on a devnet with a request of every outcome: completed, refunded by the pool, staged and taken back, and pending.
import { expect, vi } from 'vitest';
import { placeDevnet } from '../../../devnet/test/devnet.ts';
import { type Account, amount } from '../../../src/core/amount.ts';
import type { Command } from '../../../src/core/commands/command.ts';
import type { ChainRequest } from '../../../src/ports/chain-requests.ts';
import { type PaperTon, paperTon } from '../venue/paper-ton.ts';

const ann = 'ann' as Account;
const until = (look: () => Promise<unknown>, wanted: unknown) =>
  vi.waitFor(async () => expect(await look()).toBe(wanted), { timeout: 120_000, interval: 20 });

/**
 * Requests 1 to 3 complete. 4 to 6 reach the pool together: 4 completes and moves the price, so that 5 is refunded and 6, which provides
 * liquidity, stays staged. 7 takes its tokens back; 8 stays pending.
 */
export async function tradedOn(folder: string): Promise<PaperTon> {
  await placeDevnet(`${folder}/devnet`);
  const on = await paperTon(folder, { waitMs: 0 });
  await on.fund(ann, { TON: '1000', USDT: '10000', STON: '10000' });
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const requestOf = async (number: number): Promise<ChainRequest | undefined> =>
    (await on.store.chainRequests.page({ before: number + 1, limit: 1 })).find((request) => request.number === number);
  const status = async (number: number) => (await requestOf(number))?.status;
  const sent = async () => (await on.store.chainRequests.underWay({ after: 0, limit: 9 })).length;
  const give = (command: Command, key?: string) => on.venue.execute(ann, command, key);
  const swap = { kind: 'swap', account: ann, ...pair, amountA: amount(10n ** 12n) } as const;
  const provide = {
    kind: 'provide',
    account: ann,
    ...pair,
    amountA: amount(16n * 10n ** 10n),
    amountB: amount(10n ** 8n),
  } as const;

  await give({ ...swap, referrer: 'shop' as Account }, 'k');
  await until(() => status(1), 'completed');
  await give(provide);
  await until(() => status(2), 'completed');
  await give({ kind: 'refund', account: ann, ...pair });
  await until(() => status(3), 'completed');

  const { address } = await on.venue.pool(pair.tokenA, pair.tokenB);
  await on.server.devnet.hold(address);
  const { plan } = await on.venue.quote({ ...pair, referred: false, exact: { in: swap.amountA } });
  const { receipt } = await on.venue.quoteLiquidity(provide);
  for (const [at, command] of [
    { ...swap, minReceived: plan.amountOut },
    { ...swap, minReceived: plan.amountOut },
    { ...provide, minLpTokens: receipt.lpTokens },
  ].entries()) {
    await give(command);
    await until(sent, at + 1);
  }
  await on.server.devnet.release(address);
  await until(() => status(7), 'completed');
  await until(sent, 0);
  expect(await Promise.all([4, 5, 6].map(status))).toEqual(['completed', 'failed', 'failed']);

  await on.server.devnet.hold(address);
  await give(swap);
  await until(sent, 1);
  return on;
}
