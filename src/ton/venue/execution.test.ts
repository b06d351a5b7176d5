// Limits on the planning of requests, which waits for a chain that may be slow.
import { Address, Cell } from '@ton/core';
import { afterEach, expect, test, vi } from 'vitest';
import { type Account, amount, type TokenAddress } from '../../core/amount.ts';
import type { ChainRequest } from '../../ports/chain-requests.ts';
import { Overloaded } from '../../ports/venue.ts';
import type { Dex } from './dex.ts';
import { Execution } from './execution.ts';
import { GasPriceCheck } from './gas-price.ts';
import { pack } from './json.ts';
import { Planner } from './planner.ts';

const [tokenA, tokenB] = ['a', 'b'] as [TokenAddress, TokenAddress];
const swapOf = (account: string) =>
  ({ kind: 'swap', account: account as Account, tokenA, tokenB, amountA: amount(1n) }) as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Every plan waits until the test rejects it. */
function stoppingExecution() {
  const planned: PromiseWithResolvers<never>[] = [];
  const execution = new Execution({
    requests: { pending: async () => ({ last: 0, requests: [] }) },
    wallets: { queryId: () => 1n },
    planner: {
      plan() {
        planned.push(Promise.withResolvers());
        return planned.at(-1)?.promise;
      },
    },
  } as unknown as ConstructorParameters<typeof Execution>[0]);
  const request = (account: string) => execution.accept(swapOf(account)).catch((error: Error) => error);
  return { planned, request };
}

afterEach(() => {
  vi.useRealTimers();
});

test('at most four of many concurrent requests are planned at a time', async () => {
  const { planned, request } = stoppingExecution();
  const answers = Array.from({ length: 10 }, (_, at) => request(`ann ${at}`));
  await settled();
  expect(planned.length).toBe(4);
  planned[0]?.reject(new Error('no'));
  expect(await answers[0]).toEqual(new Error('no'));
  await settled();
  expect(planned.length).toBe(5);
});

test('a request that has waited too long is refused rather than accepted after its caller gave up', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { planned, request } = stoppingExecution();
  const [first, second] = [request('ann'), request('ann')];
  await settled();
  vi.advanceTimersByTime(30_001);
  planned[0]?.reject(new Error('no'));
  expect(await first).toEqual(new Error('no'));
  await settled();
  expect(planned.length).toBe(1);
  expect(await second).toBeInstanceOf(Overloaded);
  void request('ann');
  await settled();
  expect(planned.length).toBe(2);
});

test.each([
  [400n, 1],
  [401n, 0],
])('at a gas price of %s nanoton, a take-back of staged tokens submits %s requests', async (price, requests) => {
  const address = new Address(0, Buffer.alloc(32));
  const message = { to: address, value: 1n, body: new Cell() };
  const dex = {
    dialect: { refundMe: () => message },
    router: address,
    poolAddress: async () => address,
    lpAccount: async () => address,
    routerWallet: async () => address,
    wallet: async () => address,
  } as unknown as Dex;
  const submitted: object[] = [];
  const wallets = { of: async () => ({ address }) };
  const gasPrice = new GasPriceCheck(async () => price);
  const execution = new Execution({
    planner: new Planner({ dex, wallets, gasPrice } as unknown as ConstructorParameters<typeof Planner>[0]),
    outbox: { submit: async (request: object) => void submitted.push(request) },
  } as unknown as ConstructorParameters<typeof Execution>[0]);
  const receipt = { kind: 'provide', tokenA, tokenB };
  const request = {
    id: 'o',
    account: 'ann',
    decision: pack({ receipt, protocolFeePpm: 0n }),
  } as unknown as ChainRequest;
  // If this throws, the caller retries the take-back later.
  const done = execution.takeBack(request);
  if (requests === 0) await expect(done).rejects.toThrow('Gas costs 401 nanoton');
  else await done;
  expect(submitted).toHaveLength(requests);
});
