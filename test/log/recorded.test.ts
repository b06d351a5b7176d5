// The record of every kind of transaction says what the exchange shows of it, and any other figure is found.
import { describe, expect, test } from 'vitest';
import type { Decimal, GetTransactionOutput } from '../../client/src/api.ts';
import { transactionRecord } from '../../src/api/fields/activity-records.ts';
import { printExact } from '../../src/api/json/exact-json.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Receipt } from '../../src/core/commands/command.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { encodeReceipt } from '../../src/store/rows/codec.ts';
import { sealMatch, sealReferred } from '../../src/transparency/format/sealed.ts';
import { differencesOf } from '../../web/src/data/log/differences.ts';

const DECIMALS: Readonly<Record<string, number>> = { ton: 9, usdt: 6, jdai: 18 };
const decimalsOf = (token: string) => DECIMALS[token] ?? 0;
const unit = (address: string) => ({ address, symbol: address, decimals: decimalsOf(address) });
/** Only what records are made with. */
const venue = {
  token: async (address: string) => unit(address),
  pair: async (a: string, b: string) => ({ tokenA: unit(a), tokenB: unit(b) }),
} as unknown as Venue;

const account = 'ann';
const pair = { tokenA: 'ton', tokenB: 'usdt' };
const fees = { lp: 3n, protocol: 20n, ref: 10n };
const pool = { ...pair, pool: 'EQpool' };
/** More digits than a float has. */
const amounts = { amountA: 12_345_678_901_234_567_890n, amountB: 5_000_001n };
const terms = { lpFeePpm: 2000n, protocolFeePpm: 1000n, refFeePpm: 0n, protocolFeeAddress: 'treasury' };
const hop = (tokenIn: string, tokenOut: string, amountIn: bigint, amountOut: bigint) => ({
  ...{ pool: `EQ${tokenIn}${tokenOut}`, tokenIn, tokenOut, amountIn, amountOut },
  fees,
});
/** Only pools that pay the final token pay the referrer. */
const through = { ...hop('ton', 'jdai', 60n, 70n), fees: { ...fees, ref: 0n } };
const hops = [through, hop('ton', 'usdt', 40n, 30n), hop('jdai', 'usdt', 70n, 25n)];
const sold = { amountIn: 100n, amountOut: 90n, fees: { ...fees, ref: 0n } };
const maker = { order: 7, account, left: 5n };
const taker = { order: 9, account: 'bob', left: 0n };
/** The last fill of an order for an exact amount. */
const filled = { left: 0n, receivedB: 8n, returned: 6n };
const match = { kind: 'matchOrders', ...pair, ...amounts, pools: {}, maker, taker };
/** Evidence in fills of stops, which getTransaction does not show. */
const trigger = { average: { numerator: 5n, denominator: 2n }, fromMs: 1, toMs: 2, asOf: 41, via: ['jdai'] };
const guard = { ...trigger, depth: 9n };
const fee = { ppm: 500n, amount: 3n, pool: 'EQpool' };
const order = { account, ...pair, amountA: 8n, order: 42 };

const EXAMPLES: { readonly [Kind in Receipt['kind']]: readonly object[] } = {
  swap: [
    { kind: 'swap', account, ...pool, ...amounts, fees },
    { kind: 'swap', account, ...pool, ...amounts, fees, referrer: 'shop' },
    { kind: 'swap', account, ...pool, ...amounts, fees, referrer: account, fill: { order: 7, left: 4n } },
    { kind: 'swap', account, ...pair, amountA: 100n, amountB: 55n, hops, referrer: 'shop' },
    { kind: 'swap', account, ...pair, amountA: 100n, amountB: 55n, hops, fill: { order: 7, left: 4n } },
    { kind: 'swap', account, ...pool, ...amounts, fees, fill: { order: 7, left: 4n }, guard, trigger },
  ],
  provide: [
    { kind: 'provide', account, ...pool, ...amounts, lpTokens: 9n, locked: 1000n, created: terms },
    { kind: 'provide', account, ...pool, ...amounts, lpTokens: 9n, locked: 0n, swapped: { sold: 'A', ...sold } },
  ],
  refund: [
    { kind: 'refund', account, ...pool, ...amounts, lpTokens: 9n },
    { kind: 'refund', account, ...pool, ...amounts, lpTokens: 9n, swapped: { sold: 'B', ...sold } },
  ],
  deposit: [{ kind: 'deposit', account, token: 'ton', amount: 1n, reference: 'a "reference": 5' }],
  withdraw: [{ kind: 'withdraw', account, token: 'jdai', amount: 10n ** 30n, reference: 'r' }],
  transfer: [
    { kind: 'transfer', account, to: 'bob', token: 'usdt', amount: 5n, memo: '12' },
    { kind: 'transfer', account, to: 'bob', pool: 'EQpool', amount: 5n },
  ],
  placeOrder: [
    { kind: 'placeOrder', ...order, minReceived: 5n, expiresAtMs: 1_763_500_000_000 },
    { kind: 'placeOrder', ...order, minReceived: 0n, expiresAtMs: 1_763_500_000_000, trigger: { price: {} } },
    { kind: 'placeOrder', ...order, minReceived: 5n, isPurchase: true, expiresAtMs: 1_763_500_000_000 },
  ],
  closeOrder: [
    { kind: 'closeOrder', ...order, reason: 'cancelled', memo: 'm' },
    { kind: 'closeOrder', ...order, reason: 'expired', untriggered: true },
  ],
  triggerOrder: [
    { kind: 'triggerOrder', ...order, evidence: { via: [], average: { numerator: 1n, denominator: 2n } } },
  ],
  matchOrders: [
    match,
    { ...match, fee },
    { ...match, maker: { ...maker, guard, trigger }, taker: { ...taker, guard, trigger } },
    { ...match, maker: { ...maker, ...filled }, taker: { ...taker, ...filled } },
  ],
  collectFees: [{ kind: 'collectFees', ...pool, amountA: 0n, amountB: 5n, to: 'treasury' }],
  createPool: [
    { kind: 'createPool', ...pool, ...terms },
    { kind: 'createPool', ...pool, ...terms, protocolFeePpm: 0n, curve: 'stable', amplification: 200n },
  ],
  registerToken: [{ kind: 'registerToken', token: 'ton', symbol: 'TON', decimals: 9, name: 'Toncoin', logo: 'l' }],
  setPoolFees: [{ kind: 'setPoolFees', ...pool, before: terms, after: { ...terms, lpFeePpm: 1n } }],
  setPoolStatus: [{ kind: 'setPoolStatus', ...pool, before: 'listed', after: 'paused' }],
  updateToken: [{ kind: 'updateToken', token: 'ton', status: 'hidden', name: 'T' }],
  liabilities: [
    { kind: 'liabilities', format: 2, asOf: 41, atMs: 9, log: 1, intervalMs: 86_400_000, previous: null, hash: 'ab' },
  ],
  audited: [{ kind: 'audited', asOf: 41, hash: 'ab' }],
  forked: [{ kind: 'forked', log: 2, checkpoint: 'old\n1\n', shared: 1 }],
};
const CASES = Object.values(EXAMPLES).flatMap((receipts) =>
  receipts.map((receipt): [string, Receipt] => [JSON.stringify(receipt, bigints), receipt as Receipt]),
);
function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

const ROW = { sequence: 50, id: 'id-50', actor: account, createdAtMs: 1_763_446_000_000 };

/** The row as the log contains it and the answer of getTransaction, for a viewer or an operator. */
async function both(receipt: Receipt, viewer: string | null = null) {
  const isMatch = receipt.kind === 'matchOrders';
  const text = encodeReceipt(receipt);
  const nonceOf = () => Buffer.alloc(32);
  const isReferral = receipt.kind === 'swap' && viewer !== null && viewer !== receipt.account;
  const sealed = isMatch
    ? sealMatch(text, nonceOf)
    : isReferral
      ? sealReferred(ROW.actor, text, nonceOf)
      : { receipt: text, members: [] };
  const mayOpen = (name: string) =>
    viewer === null ||
    (isReferral && name === 'referral') ||
    (isMatch && (name === 'maker' ? receipt.maker.account === viewer : receipt.taker.account === viewer));
  const row = {
    ...ROW,
    ...(isReferral && { actor: '' }),
    kind: receipt.kind,
    receipt: sealed.receipt,
    opened: sealed.members.filter(({ name }) => mayOpen(name)),
  };
  const done = { ...ROW, transactionId: ROW.id, status: 'completed', receipt } as unknown as Parameters<
    typeof transactionRecord
  >[1];
  const record = await transactionRecord(venue, done, (viewer ?? undefined) as Account | undefined);
  const shown: GetTransactionOutput = { ...JSON.parse(printExact(record, 'string')), pools: null };
  return { row, shown, reading: { viewer, decimalsOf } };
}

test.each(CASES)('%s', async (_, receipt) => {
  const { row, shown, reading } = await both(receipt);
  expect(differencesOf(row, shown, reading)).toEqual([]);
});

describe('a match, seen by', () => {
  test.each([
    ['the maker', 'ann', taker],
    ['the taker', 'bob', taker],
    ['the owner of both orders', 'ann', { ...taker, account: 'ann' }],
  ])('%s', async (_, viewer, other) => {
    const seen = { ...match, taker: other };
    const last = { ...match, maker: { ...maker, ...filled }, taker: { ...other, ...filled } };
    for (const receipt of [seen, { ...seen, fee }, last]) {
      const { row, shown, reading } = await both(receipt as unknown as Receipt, viewer);
      expect(differencesOf(row, shown, reading)).toEqual([]);
    }
  });
});

describe('a referred swap, seen by its referrer', () => {
  test.each(EXAMPLES.swap.filter((one) => 'referrer' in one && one.referrer === 'shop'))(
    'is the income, and any other figure is found: %#',
    async (receipt) => {
      const { row, shown, reading } = await both(receipt as Receipt, 'shop');
      expect(differencesOf(row, shown, reading)).toEqual([]);
      expect(JSON.stringify(shown)).not.toContain('ann');
      const { pools: _, transfers: __, ...told } = shown;
      for (const other of changed(told)) {
        const lie = { ...(other as GetTransactionOutput), pools: null, transfers: [] };
        expect(differencesOf(row, lie, reading), JSON.stringify(lie)).not.toEqual([]);
      }
      expect(differencesOf(row, { ...shown, amountA: '5' as Decimal }, reading)).toHaveLength(1);
    },
  );
});

/** Every record with one of its texts changed. */
function* changed(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield /^-?\d+(\.\d+)?$/.test(value) ? `${value.replace('-', '')}1` : `${value}x`;
  if (typeof value === 'number') yield value + 1;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    for (const other of changed(inner))
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
}

test('every text and number that is shown counts, and so does a field or an entry too many', async () => {
  let count = 0;
  for (const [name, receipt] of CASES) {
    const { row, shown, reading } = await both(receipt);
    const { pools: _, transfers: __, ...told } = shown;
    for (const other of changed(told)) {
      const lie = { ...(other as GetTransactionOutput), pools: null, transfers: [] };
      expect(differencesOf(row, lie, reading), `${name} ${JSON.stringify(lie)}`).not.toEqual([]);
      count += 1;
    }
    const more = { ...shown, entries: [...shown.entries, { account: 'eve', token: 'ton', change: '1' as Decimal }] };
    expect(differencesOf(row, more, reading)).toEqual([{ field: 'entries.eve · ton', shown: '1', logged: null }]);
    expect(differencesOf(row, { ...shown, memo: 'more' }, reading)).toHaveLength(1);
  }
  expect(count).toBeGreaterThan(300);
});

test('a difference names both figures', async () => {
  const { row, shown, reading } = await both(EXAMPLES.swap[0] as Receipt);
  expect(differencesOf(row, { ...shown, amountB: '6.5' as Decimal }, reading)).toEqual([
    { field: 'amountB', shown: '6.5', logged: '5.000001' },
  ]);
});
