// A single answer is ready within the time of a request, and nothing is read for a client that has left.
import { expect, test, vi } from 'vitest';
import { APPLE, BREAD, PaperExchange } from '../../../../test/paper-exchange.ts';
import { ann, deposit } from '../../../../test/paper-orders.ts';
import type { Account } from '../../../core/amount.ts';
import type { QuestionCall } from '../../call.ts';
import { Charge } from '../../door/charge.ts';
import { Limits } from '../../door/rate-limit.ts';
import { getGains } from './get-gains.ts';

const STEP_MS = 1000;

/** A history without an end; each page takes a second. */
function endless(caller: string, left: () => boolean = () => false) {
  const exchange = PaperExchange.open({ apple: 1_000_000n, bread: 1_000_000n });
  exchange.run(deposit(ann, APPLE, 1n));
  const [posted] = exchange.journal.slice(-1);
  let [pages, nowMs] = [0, 0];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const request = {
    ip: '127.0.0.1',
    raw: {
      socket: {
        get destroyed() {
          return left();
        },
      },
    },
  };
  const context = {
    caller: { account: caller as Account, role: 'trader' },
    input: {},
    about: { requestTimeoutMs: 30_000 },
    charge: new Charge(
      new Limits({ rateLimitPerSecond: 0, addressLimitPerSecond: 0, changesPerDay: 0 }),
      request as never,
    ),
    venue: {
      journal: async () => ({ sequence: Number.MAX_SAFE_INTEGER }),
      async history(_: Account, after: number) {
        pages += 1;
        nowMs += STEP_MS;
        return [{ ...posted, sequence: after + 1 }];
      },
    },
    market: { overview: async () => ({ quoteToken: BREAD }), candles: async () => ({ candles: [], sequence: 1 }) },
  };
  return {
    context: context as never,
    read: () => pages,
    end: () => clock.mockRestore(),
  };
}

test('an answer that is not ready in time is refused, and says that there is a file', async () => {
  const { context, read, end } = endless('ann');
  const refusal = await (getGains as QuestionCall).ask(context).catch((error) => error);
  end();
  expect(refusal).toMatchObject({ code: 'too_many', reasonCode: 'transactions' });
  expect(refusal.message).toContain('format=csv');
  expect(read()).toBeLessThan(35);
});

test('reading ends once the client has left', async () => {
  const { context, read, end } = endless('bob', () => read() >= 5);
  await expect((getGains as QuestionCall).ask(context)).rejects.toMatchObject({ code: 'ABORT_ERR' });
  end();
  expect(read()).toBeLessThan(10);
});

test('a file is not read on for a client that has left, even if no line was found yet', async () => {
  const { context, read, end } = endless('carl', () => read() >= 5);
  const pages = (getGains as QuestionCall).pages?.(context) as AsyncIterable<unknown>;
  const all = async () => {
    for await (const _ of pages);
  };
  await expect(all()).rejects.toMatchObject({ name: 'AbortError' });
  end();
  expect(read()).toBeLessThan(10);
});
