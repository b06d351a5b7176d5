// Deposits, withdrawals and fee collection: what they move, and the limits of what can be issued.
import { describe, expect, test } from 'vitest';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf, TREASURY, token } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  collectFees,
  createPool,
  deposit,
  pairOf,
  provide,
  swap,
  withdraw,
} from '../../../test/paper-orders.ts';
import { ISSUER } from '../accounts.ts';
import { MAX_AMOUNT } from '../amount.ts';

describe('deposit and withdraw', () => {
  test.each([
    { command: deposit(ann, BREAD, 7n), from: ISSUER, to: ann },
    { command: withdraw(ann, BREAD, 7n), from: ann, to: ISSUER },
  ])('$command.kind moves the amount between the issuer and the account', ({ command, from, to }) => {
    const transfers = [{ from, to, token: BREAD.address, amount: 7n }];
    expect(PaperExchange.open().fund(ann, BREAD, 7n).decide(command)).toEqual({ transfers, receipt: command });
  });

  test.each([deposit, withdraw])('an unknown token is refused', (order) => {
    const unknown = { code: 'unknown_token', token: 'ghost' };
    expect(PaperExchange.open().decide(order(ann, token('ghost', 0), 1n))).toEqual(unknown);
  });

  test('all accounts together hold at most the largest amount of a token; withdrawn tokens can be deposited again', () => {
    const exchange = PaperExchange.open()
      .fund(ann, CORN, MAX_AMOUNT - 1n)
      .fund(bob, APPLE, MAX_AMOUNT);
    const tooLarge = { code: 'amount_too_large', symbol: 'CORN', max: '1329227995784915872903807060280.344575' };
    expect(exchange.decide(deposit(bob, CORN, 2n))).toEqual(tooLarge);
    exchange.run(deposit(bob, CORN, 1n));
    expect(exchange.decide(deposit(bob, CORN, 1n))).toEqual(tooLarge);
    exchange.run(withdraw(ann, CORN, 5n), deposit(bob, CORN, 5n));
    expect(exchange.balanceOf(ISSUER, CORN.address)).toBe(-MAX_AMOUNT);
  });

  test('tokens provided to a pool cannot be withdrawn', () => {
    const exchange = PaperExchange.open({ apple: 2000n, bread: 2000n }).fund(ann, APPLE, 10n).fund(ann, BREAD, 10n);
    exchange.run(provide(4n, 4n));
    const short = { code: 'insufficient_funds', account: 'ann', needed: '7', available: '6', symbol: 'APPLE' };
    expect(exchange.decide(withdraw(ann, APPLE, 7n))).toEqual(short);
    expect(exchange.decide(withdraw(ann, APPLE, 6n))).toHaveProperty('receipt');
  });
});

describe('collectFees', () => {
  const market = (terms: Parameters<typeof createPool>[0]) => {
    const exchange = PaperExchange.open();
    for (const token of [APPLE, BREAD]) exchange.fund(ann, token, 10_000n);
    exchange.run(createPool(terms), provide(9000n, 9000n));
    return exchange;
  };
  const taxed = ratesOf(0n, 100_000n, 0n);
  const backwards = pairOf(BREAD, APPLE);

  test('pays the fees of one token if only that token has any', () => {
    const exchange = market(taxed);
    // 900·9000 / 9900 = 818, of which a tenth is 81.8.
    exchange.run(swap(900n));
    expect(exchange.decide(collectFees())).toEqual({
      transfers: [{ from: 'pool apple-bread fees', to: TREASURY, token: 'bread', amount: 82n }],
      receipt: {
        kind: 'collectFees',
        ...pairOf(APPLE, BREAD),
        pool: 'apple-bread',
        amountA: 0n,
        amountB: 82n,
        to: TREASURY,
      },
    });
  });

  test('pays the fees of both tokens, in the order of the request, and then nothing is left', () => {
    const exchange = market(taxed);
    exchange.run(swap(900n), swap(82n, backwards));
    // 82·9900 / 8264 = 98, of which a tenth is 9.8.
    expect(exchange.decide(collectFees(backwards))).toMatchObject({
      receipt: { ...backwards, amountA: 82n, amountB: 10n },
    });
    exchange.run(collectFees());
    expect([exchange.balanceOf(TREASURY, APPLE.address), exchange.balanceOf(TREASURY, BREAD.address)]).toEqual([
      10n,
      82n,
    ]);
    expect(exchange.decide(collectFees())).toEqual({ code: 'nothing_to_collect', tokenA: 'APPLE', tokenB: 'BREAD' });
  });

  test('pays the pool’s fee address', () => {
    const exchange = market({ ...taxed, protocolFeeAddress: account('guild') });
    exchange.run(swap(900n));
    expect(exchange.decide(collectFees())).toMatchObject({ receipt: { to: 'guild' } });
  });

  test('is refused if the pool has no protocol fee, even if it paid a referrer', () => {
    const exchange = market({ ...ratesOf(0n, 0n, 100_000n), protocolFeeAddress: account('guild') });
    exchange.run(swap(900n, { referrer: bob }));
    expect(exchange.decide(collectFees())).toEqual({ code: 'nothing_to_collect', tokenA: 'APPLE', tokenB: 'BREAD' });
  });

  test('of an unknown pair is refused', () => {
    const unknown = { code: 'unknown_pool', tokenA: 'CORN', tokenB: 'APPLE' };
    expect(PaperExchange.open().decide(collectFees(pairOf(CORN, APPLE)))).toEqual(unknown);
  });
});
