// Transfers of tokens and LP tokens: exact on both sides of every boundary, also during a pause.
import { describe, expect, test } from 'vitest';
import { APPLE, account, BREAD, PaperExchange, poolAddressOf, token } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  provide,
  refund,
  setPoolStatus,
  transfer,
  transferLp,
  updateToken,
} from '../../../test/paper-orders.ts';
import { ISSUER, lpToken } from '../accounts.ts';
import type { PoolAddress } from '../amount.ts';
import type { Command } from './command.ts';

const carl = account('carl');

function market() {
  const exchange = PaperExchange.open().fund(ann, APPLE, 5000n).fund(ann, BREAD, 5000n);
  exchange.run(provide(2000n, 2000n));
  return { exchange, pool: poolAddressOf(APPLE.address, BREAD.address) };
}

test('a transfer moves exactly its amount from one account to the other', () => {
  const { exchange } = market();
  const command = transfer(APPLE, 2999n, { memo: 'rent' });
  expect(exchange.decide(command)).toEqual({
    receipt: command,
    transfers: [{ from: ann, to: bob, token: APPLE.address, amount: 2999n }],
  });
  exchange.run(command);
  expect([exchange.balanceOf(ann, APPLE.address), exchange.balanceOf(bob, APPLE.address)]).toEqual([1n, 2999n]);
  expect(exchange.balanceOf(ISSUER, APPLE.address)).toBe(-5000n);
});

test('LP tokens move the same way, and their new owner can withdraw the liquidity', () => {
  const { exchange, pool } = market();
  exchange.run(transferLp(pool, 1000n));
  expect(exchange.balanceOf(ann, lpToken(pool))).toBe(0n);
  expect(exchange.decide(refund({ account: bob }))).toMatchObject({ receipt: { lpTokens: 1000n, amountA: 1000n } });
});

describe.each<[string, (pool: PoolAddress) => readonly Command[], object]>([
  ['the last unit', () => [transfer(APPLE, 3000n)], { receipt: {} }],
  ['one unit extra', () => [transfer(APPLE, 3001n)], { code: 'insufficient_funds', needed: '3001', available: '3000' }],
  ['the last LP token', (pool) => [transferLp(pool, 1000n)], { receipt: {} }],
  [
    'one LP token more',
    (pool) => [transferLp(pool, 1001n)],
    { code: 'insufficient_funds', needed: '0.000001001', available: '0.000001', symbol: 'LP tokens' },
  ],
  ['LP tokens of no pool', () => [transferLp('EQnone' as PoolAddress, 1n)], { code: 'insufficient_funds' }],
  ['an unknown token', () => [transfer(token('ghost', 0), 1n)], { code: 'unknown_token', token: 'ghost' }],
  ['received units', () => [transfer(APPLE, 3n), transfer(APPLE, 3n, { account: bob, to: carl })], { receipt: {} }],
  ['to oneself', () => [transfer(APPLE, 1n, { to: ann })], { code: 'same_account', account: 'ann' }],
  ['to the issuer', () => [transfer(APPLE, 1n, { to: ISSUER })], { code: 'account_reserved' }],
  ['to a pool', (pool) => [transfer(APPLE, 1n, { to: account(`pool ${pool}`) })], { code: 'account_reserved' }],
  ['to an order', () => [transfer(APPLE, 1n, { to: account('order 7') })], { code: 'account_reserved' }],
  ['to the treasury', () => [transfer(APPLE, 1n, { to: account('treasury') })], { code: 'account_reserved' }],
  ['a paused token', () => [updateToken(APPLE, { status: 'paused' }), transfer(APPLE, 1n)], { receipt: {} }],
  ['LP tokens of a paused pool', (pool) => [setPoolStatus('paused'), transferLp(pool, 1n)], { receipt: {} }],
])('transferring %s', (_, commandsOf, answer) => {
  test('is accepted if the sender has the tokens and the receiver is another user, even during a pause, and else refused', () => {
    const { exchange, pool } = market();
    const commands = commandsOf(pool);
    exchange.run(...commands.slice(0, -1));
    expect(exchange.decide(commands.at(-1) as Command)).toMatchObject(answer);
  });
});
