// Verdicts on our own contracts: they match what the person received, for swaps, liquidity and refunds.
import { type Address, Cell, Dictionary, type Transaction, toNano } from '@ton/core';
import type { BlockchainSnapshot } from '@ton/sandbox';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transferBody } from '#devnet/contracts/jetton';
import { lockBody } from '#devnet/contracts/messages';
import { EXIT } from '#devnet/contracts/ops';
import { Exchange, HELD } from '../../../devnet/test/contracts/exchange.ts';
import { w5Person } from '../../../devnet/test/contracts/w5-person.ts';
import type { OutMessage } from '../../../src/ton/dialect/dialect.ts';
import { expectedLiquidity, expectedOutputs, lpAccountAddress } from '../../../src/ton/dialect/getters.ts';
import { stonfiV1 } from '../../../src/ton/dialect/stonfi-v1.ts';
import { read } from '../../../src/ton/trace/body.ts';
import type { Watch } from '../../../src/ton/trace/watch.ts';
import { quoteOf } from '../pool-quote.ts';
import { Trader } from './trader.ts';

let exchange: Exchange;
let trader: Trader;
let fresh: BlockchainSnapshot;
let [A, B, C, TON] = [] as unknown as [Address, Address, Address, Address];

beforeAll(async () => {
  exchange = await Exchange.open();
  const alice = await exchange.person('alice');
  await exchange.provide(alice, 10n ** 12n, 4n * 10n ** 12n);
  await exchange.provideTon(alice, 50n * 10n ** 9n, 10n ** 12n);
  trader = new Trader(exchange, await exchange.person('bob'));
  [A, B, C, TON] = [exchange.tokenA, exchange.tokenB, exchange.tokenC, exchange.pton];
  fresh = exchange.chain.snapshot();
});
beforeEach(() => exchange.chain.loadFrom(fresh));

const AMOUNT = 10n ** 9n;
const swapOf = (from: Address, to: Address, more: { minReceived?: bigint; amount?: bigint; referrer?: Address } = {}) =>
  stonfiV1.swap({
    ...{ router: exchange.router, user: trader.person.address, queryId: 7n, deadlineS: 0n, amount: AMOUNT },
    ...{ offer: trader.offer(from), ask: trader.ask(to), minReceived: 1n, ...more },
  });
const halfOf = (token: Address, other: Address, amount: bigint, minLp = 1n) =>
  stonfiV1.provide({
    ...{ router: exchange.router, user: trader.person.address, queryId: 7n, deadlineS: 0n, amount, minLp },
    ...{ offer: trader.offer(token), otherRouterWallet: exchange.walletOf(exchange.router, other) },
  });
const burnOf = (amount: bigint, pool = exchange.poolOf()) =>
  stonfiV1.burn({
    ...{ lpWallet: exchange.walletOf(trader.person.address, pool), user: trader.person.address, queryId: 7n, amount },
  });
const swap = (from: Address, to: Address, message = swapOf(from, to)) =>
  trader.done(trader.watch('swap', from, to), message);

/** How an action changes an owner's balance of a token. */
async function change<T>(token: Address, act: () => Promise<T>, owner = trader.person.address) {
  const before = await exchange.balance(owner, token);
  const answer = await act();
  return { answer, change: (await exchange.balance(owner, token)) - before };
}
async function expected(from: Address, to: Address, amount = AMOUNT): Promise<bigint> {
  const routerWallet = exchange.walletOf(exchange.router, from);
  const outputs = await expectedOutputs(trader.chain, exchange.poolOf(from, to), { amount, routerWallet });
  return outputs?.out ?? 0n;
}

describe('a swap', () => {
  test('between jettons pays what the pool’s getter and the core quote, and the verdict says so', async () => {
    const out = await expected(A, B);
    const pool = await stonfiV1.poolData(trader.chain, exchange.poolOf(A, B));
    const routerWallet = exchange.walletOf(exchange.router, A);
    expect(pool && quoteOf(pool, { routerWallet, amount: AMOUNT, refFeeBps: 0n })?.amountOut).toBe(out);
    const { answer, change: gained } = await change(B, () => swap(A, B));
    expect(answer.verdict).toMatchObject({ status: 'completed', exitCode: EXIT.swapOk, refFee: 0n });
    expect(answer.verdict.received).toEqual({ sides: [0n, out], lp: 0n });
    expect(gained).toBe(out);
  });

  test('of a jetton for TON pays what the pool’s getter quotes, and the verdict says so', async () => {
    const out = await expected(B, TON);
    const before = await trader.person.getBalance();
    const { verdict, own } = await swap(B, TON);
    expect(verdict).toMatchObject({ status: 'completed', received: { sides: [0n, out], lp: 0n } });
    const gained = (await trader.person.getBalance()) - before + (own[0]?.totalFees.coins ?? 0n);
    expect(gained).toBeGreaterThan(out - toNano('0.05'));
    expect(gained).toBeLessThan(out);
  });

  test('of TON for a jetton pays what the pool’s getter quotes, and the verdict says so', async () => {
    const out = await expected(TON, B);
    const { answer, change: gained } = await change(B, () => swap(TON, B));
    expect(answer.verdict).toMatchObject({ status: 'completed', received: { sides: [0n, out], lp: 0n } });
    expect(gained).toBe(out);
  });

  test('with a referrer, who gets what the verdict says', async () => {
    const referrer = exchange.admin.address;
    const message = swapOf(A, B, { referrer });
    const { answer, change: earned } = await change(B, () => swap(A, B, message), referrer);
    expect(answer.verdict).toMatchObject({ status: 'completed', refFee: earned });
    expect(earned).toBeGreaterThan(0n);
  });

  test('by a user who is the referrer: the verdict does not count the referral fee as payout', async () => {
    const message = swapOf(A, B, { referrer: trader.person.address });
    const { answer, change: gained } = await change(B, () => swap(A, B, message));
    expect(answer.verdict.refFee).toBeGreaterThan(0n);
    expect(answer.verdict.received.sides[1] + answer.verdict.refFee).toBe(gained);
  });

  test.each([0n, 1n])('whose minimum is %d above its output is completed for 0, refunded for 1', async (short) => {
    const message = swapOf(A, B, { minReceived: (await expected(A, B)) + short });
    const { verdict } = await swap(A, B, message);
    expect(verdict).toMatchObject(
      short === 0n
        ? { status: 'completed' }
        : {
            status: 'failed',
            reason: 'refunded',
            exitCode: EXIT.swapRefundNoLiquidity,
            received: { sides: [AMOUNT, 0n] },
          },
    );
  });

  test('of TON below its minimum is refunded', async () => {
    const { verdict } = await swap(TON, B, swapOf(TON, B, { minReceived: 10n ** 17n }));
    expect(verdict).toMatchObject({ status: 'failed', reason: 'refunded', received: { sides: [AMOUNT, 0n] } });
  });

  test('in a pool that does not exist is refunded', async () => {
    const { answer, change: lost } = await change(A, () => swap(A, C));
    expect(answer.verdict).toMatchObject({ status: 'failed', reason: 'refunded', received: { sides: [AMOUNT, 0n] } });
    expect(lost).toBe(0n);
  });

  test('while the router is locked is refunded', async () => {
    await exchange.send(exchange.admin, exchange.router, toNano('0.1'), lockBody());
    const { verdict } = await swap(A, B);
    expect(verdict).toMatchObject({ status: 'failed', reason: 'refunded', exitCode: EXIT.bounceLocked });
  });

  test('that was refunded stays so, although a stranger’s swap pays the user under the same query id', async () => {
    const alice = new Trader(exchange, await exchange.chain.treasury('alice'));
    const gift = { ...swapOf(A, B), to: exchange.walletOf(alice.person.address, A) };
    const refused = swapOf(A, B, { minReceived: 10n ** 17n });
    const { answer, change: gained } = await change(B, async () => {
      const { transactions } = await alice.done(trader.watch('swap', A, B), gift);
      trader.chain.show(...transactions.filter(({ inMessage }) => inMessage?.info.type === 'internal'));
      return swap(A, B, refused);
    });
    expect(gained).toBeGreaterThan(0n);
    expect(answer.verdict).toMatchObject({ status: 'failed', reason: 'refunded', received: { sides: [AMOUNT, 0n] } });
  });

  test('of more than the user holds bounces, with the wallet’s own exit code', async () => {
    const { verdict } = await swap(A, B, swapOf(A, B, { amount: HELD + 1n }));
    expect(verdict).toMatchObject({ status: 'failed', reason: 'bounced', received: { sides: [0n, 0n] } });
    expect(verdict.exitCode).not.toBe(0);
  });

  test('of TON with nothing attached for gas bounces', async () => {
    const { verdict } = await swap(TON, B, { ...swapOf(TON, B), value: AMOUNT });
    expect(verdict).toMatchObject({ status: 'failed', reason: 'bounced' });
  });

  test('with too little TON for the router even to refund it is stranded', async () => {
    const { queryId, ...way } = { queryId: 7n, destination: exchange.router, response: trader.person.address };
    const payload = swapOf(A, B).body.refs[0];
    const body = transferBody({
      ...{ ...way, queryId, amount: AMOUNT, forwardTon: toNano('0.002') },
      ...(payload && { forwardPayload: payload }),
    });
    const message: OutMessage = { to: exchange.walletOf(trader.person.address, A), value: toNano('0.05'), body };
    const { answer, change: lost } = await change(A, () => swap(A, B, message));
    expect(answer.verdict).toMatchObject({ status: 'failed', reason: 'stranded', received: { sides: [0n, 0n] } });
    expect(lost).toBe(-AMOUNT);
  });
});

describe('providing', () => {
  const provide = (messages: readonly OutMessage[], pair: readonly [Address, Address] = [A, B], isLpKnown = true) =>
    trader.done(trader.watch('provide', ...pair, isLpKnown), ...messages);

  test('both halves mints LP tokens, and what the ratio does not need comes back', async () => {
    const { answer, change: minted } = await change(exchange.poolOf(), () =>
      provide([halfOf(A, B, AMOUNT), halfOf(B, A, 5n * AMOUNT)]),
    );
    expect(answer.verdict).toMatchObject({ status: 'completed' });
    // The pool has four B for one A, and mints two LP tokens.
    expect(answer.verdict.received).toEqual({ sides: [0n, AMOUNT], lp: minted });
    expect(minted).toBe(2n * AMOUNT);
  });

  test('the first liquidity of a pool is completed, although its LP wallet was not known before', async () => {
    const pool = exchange.poolOf(TON, A);
    const { answer, change: minted } = await change(pool, () =>
      provide([halfOf(TON, A, AMOUNT), halfOf(A, TON, AMOUNT)], [TON, A], false),
    );
    expect(answer.verdict).toMatchObject({ status: 'completed', received: { sides: [0n, 0n], lp: AMOUNT - 1000n } });
    expect(minted).toBe(AMOUNT - 1000n);
  });

  test('one half only is staged, and refund_me returns it', async () => {
    expect((await provide([halfOf(A, B, AMOUNT)])).verdict).toMatchObject({ status: 'failed', reason: 'staged' });
    const { answer, change: back } = await change(A, refundMe);
    expect(answer.verdict).toMatchObject({ status: 'completed', exitCode: EXIT.refundOk });
    expect(answer.verdict.received).toEqual({ sides: [AMOUNT, 0n], lp: 0n });
    expect(back).toBe(AMOUNT);
  });

  test('with a minimum of LP tokens above its worth is staged', async () => {
    const halves = [halfOf(A, B, AMOUNT, 10n ** 15n), halfOf(B, A, 4n * AMOUNT, 10n ** 15n)];
    expect((await provide(halves)).verdict).toMatchObject({ status: 'failed', reason: 'staged' });
  });

  test('one half that bounces and one that is staged counts as staged', async () => {
    const { verdict } = await provide([halfOf(A, B, HELD + 1n), halfOf(B, A, AMOUNT)]);
    expect(verdict).toMatchObject({ status: 'failed', reason: 'staged' });
  });

  test('more of both tokens than the user holds bounces', async () => {
    const { verdict } = await provide([halfOf(A, B, HELD + 1n), halfOf(B, A, HELD + 1n)]);
    expect(verdict).toMatchObject({ status: 'failed', reason: 'bounced' });
  });

  test('while the router is locked refunds both halves', async () => {
    await exchange.send(exchange.admin, exchange.router, toNano('0.1'), lockBody());
    const { verdict } = await provide([halfOf(A, B, AMOUNT), halfOf(B, A, 2n * AMOUNT)]);
    expect(verdict).toMatchObject({ status: 'failed', reason: 'refunded', exitCode: EXIT.bounceLocked });
    expect(verdict.received.sides).toEqual([AMOUNT, 2n * AMOUNT]);
  });
});

async function lpAccount(): Promise<Address> {
  const found = await lpAccountAddress(trader.chain, exchange.poolOf(), trader.person.address);
  if (!found) throw new Error('The pool is there');
  return found;
}
const refundMe = async () =>
  trader.done(trader.watch('withdraw', A, B), stonfiV1.refundMe({ lpAccount: await lpAccount(), queryId: 7n }));

describe('burning LP tokens', () => {
  const burn = (message: OutMessage) => trader.done(trader.watch('withdraw', A, B), message);
  const LP = 2n * AMOUNT;
  beforeEach(() => exchange.provide(trader.person, AMOUNT, 4n * AMOUNT));

  test('pays what the pool expected, of both tokens', async () => {
    const worth = await expectedLiquidity(trader.chain, exchange.poolOf(), LP);
    const [ofA, ofB] = exchange.inPoolOrder(A, B)[0].equals(A)
      ? [worth?.amount0, worth?.amount1]
      : [worth?.amount1, worth?.amount0];
    const { answer, change: gained } = await change(A, () => burn(burnOf(LP)));
    expect(answer.verdict).toMatchObject({
      status: 'completed',
      exitCode: EXIT.burnOk,
      received: { sides: [ofA, ofB] },
    });
    expect(gained).toBe(ofA);
  });

  test.each([
    { what: 'more than are held', message: () => burnOf(LP + 1n) },
    {
      what: 'with too little TON for the pool, so that the wallet took them back',
      message: () => ({ ...burnOf(LP), value: toNano('0.06') }),
    },
  ])('$what bounces, and the user keeps them', async ({ message }) => {
    const { answer, change: lost } = await change(exchange.poolOf(), () => burn(message()));
    expect(answer.verdict).toMatchObject({ status: 'failed', reason: 'bounced', received: { sides: [0n, 0n] } });
    expect(lost).toBe(0n);
  });
});

test('the network fee is exactly the TON lost, apart from the fees of the user’s W5 wallet; the gas is below 50,000', async () => {
  const w5 = new Trader(exchange, await w5Person(exchange));
  const [first, second] = [w5.watch('swap', A, B), { queryId: 7n, deadlineS: 0n, amount: AMOUNT, minReceived: 1n }];
  const message = stonfiV1.swap({
    ...{ router: exchange.router, user: w5.person.address, ...second },
    ...{ offer: w5.offer(A), ask: w5.ask(B) },
  });
  // Once before, so that all wallets exist.
  await w5.done(first, message);
  const accounts = [
    ...[w5.person.address, exchange.router, exchange.poolOf()],
    ...[A, B].flatMap((token) => [w5.person.address, exchange.router].map((owner) => exchange.walletOf(owner, token))),
  ];
  const sum = async () => {
    const balances = await Promise.all(accounts.map(async (one) => (await exchange.chain.getContract(one)).balance));
    return balances.reduce((total, balance) => total + balance, 0n);
  };
  const before = await sum();
  const { verdict, own, transactions } = await w5.done(first, message);
  expect(before - (await sum())).toBe(verdict.cost.networkFee + (own[0]?.totalFees.coins ?? 0n));
  expect(transactions).toHaveLength(10);
  expect(Number(verdict.cost.gasUnits)).toBeLessThan(50_000);
});

describe('if a transaction at the end had failed', () => {
  const at = ({ address }: Transaction, account: Address) => address === BigInt(`0x${account.hash.toString('hex')}`);
  /** The same transaction as if it had failed, with its value returned or kept. */
  function failing(transaction: Transaction, isSentBack: boolean): Transaction {
    const { description } = transaction;
    if (description.type !== 'generic') throw new Error('Transactions are ordinary here');
    const bouncePhase = isSentBack
      ? { type: 'ok' as const, messageSize: { cells: 0n, bits: 0n }, msgFees: 0n, forwardFees: 0n }
      : undefined;
    return {
      ...transaction,
      outMessages: Dictionary.empty(Dictionary.Keys.Uint(15)),
      description: { ...description, aborted: true, bouncePhase } as never,
    };
  }
  async function judgedWith(
    watch: Watch,
    messages: readonly OutMessage[],
    fails: (one: Transaction) => boolean,
    isSentBack = false,
  ) {
    const { own, transactions } = await trader.done(watch, ...messages);
    const failed = transactions.filter((one) => !own.includes(one) && fails(one));
    expect(failed).not.toEqual([]);
    trader.chain.show(...failed.map((one) => failing(one, isSentBack)));
    return trader.judged(watch, own);
  }

  test('TON that the user’s wallet returned does not count as received', async () => {
    const verdict = await judgedWith(
      trader.watch('swap', B, TON),
      [swapOf(B, TON)],
      (one) => at(one, trader.person.address),
      true,
    );
    expect(verdict).toMatchObject({ status: 'failed', reason: 'stranded', received: { sides: [0n, 0n] } });
  });

  test('offered TON is bounced if it came back with the refused message, and stranded if not', async () => {
    const pton = exchange.walletOf(exchange.router, TON);
    const watch = trader.watch('swap', TON, B);
    const verdicts = [];
    for (const isSentBack of [true, false]) {
      verdicts.push(await judgedWith(watch, [swapOf(TON, B)], (one) => at(one, pton), isSentBack));
    }
    expect(verdicts).toMatchObject([{ reason: 'bounced' }, { reason: 'stranded' }]);
  });

  test('a provision whose rest did not come back is stranded, although its LP tokens were minted', async () => {
    const halves = [halfOf(A, B, AMOUNT), halfOf(B, A, 5n * AMOUNT)];
    const isRest = (one: Transaction) =>
      at(one, exchange.walletOf(trader.person.address, B)) &&
      read(one.inMessage?.body ?? Cell.EMPTY)?.op === 'internal transfer';
    const verdict = await judgedWith(trader.watch('provide', A, B), halves, isRest);
    expect(verdict).toMatchObject({
      status: 'failed',
      reason: 'stranded',
      received: { sides: [0n, 0n], lp: 2n * AMOUNT },
    });
  });

  test('a burn that paid only one of the two tokens is stranded, with the amount that arrived', async () => {
    await exchange.provide(trader.person, AMOUNT, 4n * AMOUNT);
    const verdict = await judgedWith(trader.watch('withdraw', A, B), [burnOf(2n * AMOUNT)], (one) =>
      at(one, exchange.walletOf(trader.person.address, B)),
    );
    expect(verdict).toMatchObject({ status: 'failed', reason: 'stranded', received: { sides: [AMOUNT, 0n] } });
  });
});
