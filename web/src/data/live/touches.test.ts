// Which cached answers each kind of event invalidates.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EventsRecord } from '#client';
import { touches } from './touches.ts';

const event = (fields: object) =>
  ({ sequence: 7, createdAt: '2026-11-16T00:00:00.000Z', ...fields }) as unknown as EventsRecord;
const hop = { poolAddress: 'P1', tokenA: 'a', tokenB: 'b' };
const swap = event({ kind: 'swap', tokenA: 'a', tokenB: 'b', route: [hop] });
const ownSwap = event({ kind: 'swap', tokenA: 'a', tokenB: 'b', route: [hop], account: 'ann', actor: 'ann' });
const provide = event({ kind: 'provide', poolAddress: 'P1', tokenA: 'b', tokenB: 'a' });
const ended = event({ kind: 'settlementFailed', change: 'provide', account: 'ann', transactionId: 't' });
const opening = event({ kind: 'provide', poolAddress: 'P1', tokenA: 'b', tokenB: 'a', locked: '0.000001' });
const deposit = event({ kind: 'deposit', account: 'ann', token: 'a', amount: '1' });
const paused = event({ kind: 'updateToken', token: 'a', status: 'paused' });

const registered = event({ kind: 'registerToken', token: 'c' });
const held = (tokens: number, positions: number) => ({ tokens: { count: tokens }, positions: { count: positions } });

test.each([
  [swap, ['getQuote', {}], { route: [hop] }, 'now'],
  [swap, ['getQuote', {}], { route: [{ poolAddress: 'P2' }] }, null],
  [swap, ['getQuote', {}], undefined, 'now'],
  [swap, ['getPoolStats', { jetton0: 'a', jetton1: 'b' }], {}, 'now'],
  [swap, ['getPoolStats', { jetton0: 'b', jetton1: 'a' }], {}, 'now'],
  [swap, ['getPoolStats', { jetton0: 'a', jetton1: 'c' }], {}, null],
  [swap, ['getPoolStats', { jetton0: 'a', jetton1: 'c' }], { thin: true }, 'soon'],
  [swap, ['quoteLiquidity', { jetton0: 'a', jetton1: 'c' }], { marketVia: ['b'] }, 'now'],
  [swap, ['quoteLiquidity', { jetton0: 'c', jetton1: 'd' }], { marketVia: ['b', 'a'] }, 'now'],
  [swap, ['quoteLiquidity', { jetton0: 'a', jetton1: 'b' }], { marketVia: ['c'] }, 'now'],
  [swap, ['quoteLiquidity', { jetton0: 'a', jetton1: 'd' }], { marketVia: ['c', 'b'] }, null],
  [swap, ['quoteLiquidity', { jetton0: 'a', jetton1: 'd' }], { marketVia: [] }, null],
  [provide, ['getTrades', { jetton0: 'a', jetton1: 'b' }], {}, 'now'],
  // Candles until a time before the swap stay what they were.
  [swap, ['getCandles', { jetton0: 'a', jetton1: 'b' }], {}, 'now'],
  [swap, ['getCandles', { jetton0: 'a', jetton1: 'b', to: '2026-11-16T00:00:00.000Z' }], {}, null],
  [swap, ['getCandles', { jetton0: 'a', jetton1: 'b', to: '2026-11-16T00:00:00.001Z' }], {}, 'now'],
  [swap, ['getMarket', {}], {}, 'soon'],
  [swap, ['getBalances', {}], {}, null],
  [ownSwap, ['getBalances', {}], {}, 'now'],
  [ownSwap, ['getBalances', { account: 'bob' }], {}, null],
  [event({ kind: 'swap', route: [hop], account: 'bob', referrer: 'ann' }), ['getBalances', {}], {}, 'now'],
  [ownSwap, ['getActivity', { all: 'true' }], {}, 'now'],
  [ownSwap, ['getActivity', { all: 'true', kind: 'swap' }], {}, 'now'],
  [ownSwap, ['getActivity', { all: 'true', kind: 'deposit' }], {}, null],
  [ownSwap, ['getActivityTotals', { kind: 'deposit' }], {}, null],
  [swap, ['getLPPositions', {}], {}, 'soon'],
  [ownSwap, ['getLPPositions', {}], {}, 'now'],
  [deposit, ['getBalances', {}], {}, 'now'],
  [deposit, ['getMarket', {}], {}, null],
  [deposit, ['getQuote', {}], { route: [hop] }, null],
  [deposit, ['getAccounts', {}], {}, 'soon'],
  [swap, ['getAccounts', {}], {}, 'soon'],
  [opening, ['poolNames', 'first'], {}, 'now'],
  [provide, ['poolNames', 'first'], {}, null],
  [swap, ['getPortfolio', {}], { held: held(3, 2) }, 'soon'],
  [swap, ['getPortfolio', {}], { pages: [{ rows: [], last: { held: held(3, 2) } }] }, 'soon'],
  [swap, ['getPortfolio', {}], undefined, 'soon'],
  [swap, ['getPortfolio', {}], { pages: [{ rows: [], last: { held: held(400, 200) } }] }, null],
  [ownSwap, ['getPortfolio', {}], { pages: [{ rows: [], last: { held: held(400, 200) } }] }, 'now'],
  [deposit, ['getPortfolio', {}], {}, 'now'],
  [ownSwap, ['getBalances', { token: 'a' }, 'ann'], '5', 'now'],
  [swap, ['getBalances', { token: 'a' }, 'ann'], '5', null],
  [paused, ['getTokens', 'one', 'a'], { address: 'a' }, 'now'],
  [paused, ['getTokens', 'one', 'b'], { address: 'b' }, null],
  [registered, ['getTokens', 'one', 'b'], { address: 'b' }, null],
  [registered, ['getTokens', 'one', 'c'], null, 'now'],
  [opening, ['poolNames', 'one', 'P1'], null, 'now'],
  [opening, ['poolNames', 'one', 'P2'], { jetton0: 'a' }, null],
  [swap, ['poolNames', 'one', 'P2'], null, null],
  [paused, ['getQuote', {}], { route: [hop] }, 'now'],
  [paused, ['getTokens', 'first'], {}, 'now'],
  [paused, ['getTransaction', { transactionId: 'x' }], {}, null],
  [swap, ['getTransaction', { sequence: '7' }], undefined, 'now'],
  [swap, ['getTransaction', { sequence: '8' }], undefined, null],
  // On a chain, a change settles some time after it was made.
  [ended, ['getTransaction', { transactionId: 't' }], { transactionId: 't', status: 'pending' }, 'now'],
  [ended, ['getTransaction', { transactionId: 't' }], { transactionId: 't', status: 'failed' }, 'now'],
  [ended, ['getTransaction', { transactionId: 't' }], { transactionId: 't', status: 'completed' }, null],
  [ended, ['getTransaction', { transactionId: 'u' }], { transactionId: 'u', status: 'pending' }, null],
  [ended, ['getActivity', { kind: 'provide' }], {}, 'now'],
  [ended, ['getActivity', { kind: 'swap' }], {}, null],
  [event({ kind: 'takeBack', account: 'ann' }), ['getActivity', { kind: 'provide' }], {}, 'now'],
  [event({ kind: 'takeBack', account: 'ann' }), ['getBalances', {}], {}, 'now'],
  [swap, ['whoami', {}], {}, null],
  [swap, ['quoteOrder', {}], {}, 'soon'],
  [swap, ['getOrders', {}], {}, null],
  [ownSwap, ['getOrders', {}], {}, 'now'],
  [ownSwap, ['getOrder', { orderId: 'x' }], {}, 'now'],
  [event({ kind: 'matchOrders', account: 'ann', order: 3 }), ['getOrders', {}], {}, 'now'],
  // One of the two matched orders may be the operator's own.
  [event({ kind: 'matchOrders', actor: 'the keeper', order: 3, taker: 5 }), ['getOrders', {}], {}, 'now'],
  [event({ kind: 'matchOrders' }), ['getOrders', {}], {}, null],
  // The list of all accounts' orders may have many pages; a swap without an order does not change it.
  [ownSwap, ['getOrders', { all: 'true', state: 'open' }], {}, null],
  [event({ kind: 'placeOrder', account: 'bob', order: 3 }), ['getOrders', { all: 'true' }], {}, 'soon'],
  [event({ kind: 'swap', account: 'bob', order: 3 }), ['getOrders', { all: 'true' }], {}, 'soon'],
  // A faucet claim is a deposit, also when it was made in another tab.
  [deposit, ['getFaucet', {}], {}, 'now'],
  [event({ kind: 'deposit', account: 'bob', token: 'a', amount: '1' }), ['getFaucet', {}], {}, null],
  [ownSwap, ['getFaucet', {}], {}, null],
  // Long reads of the account's history.
  [ownSwap, ['getGains', {}], {}, null],
  [ownSwap, ['getPortfolio', { history: 'week' }], {}, null],
] as const)('%# the event %j invalidates the query %j, answered with %j: %s', (told, key, answer, expected) => {
  expect(touches(told, key, answer, 'ann')).toBe(expected);
});

/** Query names that no swap invalidates, or that are refetched in another way. */
const UNAFFECTED = [
  // Accounts and their sign-in, which trading does not change.
  'checkName',
  'getInvitation',
  'getInvitations',
  'getPasskeys',
  'getSessions',
  'getSignUp',
  // Invalidated by deposits.
  'getFaucet',
  // A long read of the account's history: refetched by a button.
  'getGains',
  // Deliveries happen after the event and are retried without one: polled every few seconds.
  'getDeliveries',
  // Most requests change nothing and make no event: refetched by a button.
  'getRequests',
  'getAudits',
  'getBranding',
  'getKeys',
  'getLastAudit',
  // Signed every ten seconds; the browser looks every few minutes.
  'getLog',
  'getStatus',
  'getTokens',
  'getTransaction',
  // On a chain only, for wallets whose owners sign themselves: no event reports what they did.
  ...['buildProvide', 'buildRefund', 'buildSwap', 'tonProofPayload', 'trackLiquidity', 'trackSwap'],
  'getWebhooks',
  // Prices of whole minutes, refetched each minute.
  'price',
  'whoami',
  // The list of pools, which changes only when one is opened.
  'pool',
  'poolNames',
  'usual pair',
  // Keyed by the sequence number of the quote that they belong to.
  'most',
  'tenth',
];

test('an own swap invalidates every query of every screen except those listed above', () => {
  const files = globSync(`${import.meta.dirname}/../../**/*.{ts,tsx}`).filter((file) => !file.includes('.test.'));
  const asks = /(?:useCall|usePages|askFilled|bookOf|askFor)\(\s*'(\w+)'|queryKey(?:: | = )\['([\w ]+)'/g;
  const names = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(asks)].map(([, call, key]) => (call ?? key) as string),
    ),
  );
  expect(names.size).toBeGreaterThan(20);
  const input = { jetton0: 'a', jetton1: 'b', account: 'ann' };
  const untouched = [...names].filter((name) => touches(ownSwap, [name, input], { route: [hop] }, 'ann') === null);
  expect(untouched.filter((name) => !UNAFFECTED.includes(name)).sort()).toEqual([]);
});
