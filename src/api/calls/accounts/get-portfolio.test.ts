// Concurrent portfolio requests are charged one after the other, also those that waited in the queue.
import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { marketOf, useExchange } from '../../../../test/exchange-file.ts';
import { ann } from '../../../../test/paper-orders.ts';
import { MARKET } from '../../../../test/store-contract/site.ts';
import type { QuestionCall } from '../../call.ts';
import { Charge } from '../../door/charge.ts';
import { Limits, RateLimited } from '../../door/rate-limit.ts';
import { getPortfolio } from './get-portfolio.ts';

const on = useExchange(MARKET);

test('of 19 concurrent requests of one account, two run, and the others are refused because those two used up the rate limit', async () => {
  const caller = { account: ann, role: 'trader' };
  // One row per second.
  const limits = new Limits({ rateLimitPerSecond: 0.02, addressLimitPerSecond: 0, changesPerDay: 0 });
  const charge = new Charge(limits, { ip: '127.0.0.1', caller } as FastifyRequest);
  const market = await marketOf(on.store);
  const looked: number[] = [];
  const portfolio: typeof market.portfolio = async (asked) => {
    const found = { ...(await market.portfolio(asked)), looked: 1000 };
    looked.push(found.looked);
    return found;
  };
  const asked = { venue: on.exchange, market: { portfolio }, input: {}, caller, charge };
  const ask = () => (getPortfolio as QuestionCall).ask(asked as never);
  const nowMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const answers = await Promise.allSettled(Array.from({ length: 19 }, ask));
  clock.mockRestore();
  expect(looked).toEqual([1000, 1000]);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(refused).toHaveLength(17);
  for (const reason of refused) expect(reason).toBeInstanceOf(RateLimited);
  await market.close();
});
