// Journal records survive encoding and decoding, whatever users put into their names and references.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { amount, MAX_AMOUNT } from '../../core/amount.ts';
import type { Receipt } from '../../core/commands/command.ts';
import type { Refusal } from '../../core/refusal.ts';
import { decode, decodeReceipt, decodeRefusal, encode, encodeReceipt } from './codec.ts';

/** Texts that a careless parser would take for something else, and arbitrary text. */
const anyText = fc.oneof(
  fc.constantFrom(
    '123n',
    '123',
    '-0',
    'null',
    '"',
    '\\',
    '\\"}',
    '\u0000',
    '__proto__',
    'ячмень',
    '\u{1f33d}',
    '\ud800',
  ),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);
const pair = { tokenA: anyText, tokenB: anyText };
const amounts = { amountA: anyAmount(), amountB: anyAmount() };

const swapped = fc.record({
  sold: fc.constantFrom('A', 'B'),
  amountIn: anyAmount(),
  amountOut: anyAmount(),
  fees: fc.record({ lp: anyAmount(), protocol: anyAmount(), ref: anyAmount() }),
});

/** Up to the largest numbers that an average price can have. */
const anyRatio = fc.record({ numerator: fc.bigInt(1n, 2n ** 320n), denominator: fc.bigInt(1n, 2n ** 320n) });

const anyGuard = fc.record({
  average: anyRatio,
  depth: fc.bigInt(1n, 2n ** 240n),
  fromMs: fc.maxSafeNat(),
  toMs: fc.maxSafeNat(),
  asOf: fc.maxSafeNat(),
  via: fc.array(anyText),
});

const anyReceipt = fc.oneof(
  fc.record({
    kind: fc.constant('swap'),
    account: anyText,
    ...pair,
    pool: anyText,
    ...amounts,
    fees: fc.record({ lp: anyAmount(), protocol: anyAmount(), ref: anyAmount() }),
  }),
  fc.record({
    kind: fc.constant('swap'),
    account: anyText,
    ...pair,
    ...amounts,
    hops: fc.array(fc.record({ pool: anyText, amountIn: anyAmount(), amountOut: anyAmount() })),
    fill: fc.record({ order: fc.maxSafeNat(), left: anyAmount() }),
    guard: anyGuard,
  }),
  fc.record({
    kind: fc.constant('placeOrder'),
    account: anyText,
    ...pair,
    amountA: anyAmount(),
    minReceived: anyAmount(),
    inParts: fc.boolean(),
    expiresAtMs: fc.maxSafeNat(),
    schedule: fc.record({ times: fc.nat(), everyMs: fc.maxSafeNat() }),
    order: fc.maxSafeNat(),
    maxSlippagePpm: anyAmount(),
  }),
  fc.record({
    kind: fc.constant('placeOrder'),
    amountA: anyAmount(),
    minReceived: anyAmount(),
    trigger: fc.record({ when: fc.constant('below'), price: anyRatio, overMs: fc.maxSafeNat() }),
  }),
  fc.record({
    kind: fc.constant('triggerOrder'),
    ...pair,
    order: fc.maxSafeNat(),
    amountA: anyAmount(),
    evidence: fc.record({
      average: anyRatio,
      fromMs: fc.maxSafeNat(),
      toMs: fc.maxSafeNat(),
      asOf: fc.maxSafeNat(),
      via: fc.array(anyText),
    }),
  }),
  fc.record({
    kind: fc.constant('matchOrders'),
    ...amounts,
    maker: fc.record({ left: anyAmount() }),
    taker: fc.record({ left: anyAmount(), guard: anyGuard }),
    pools: fc.record({ sold: fc.array(fc.record({ tokenIn: anyText, tokenOut: anyText, share: fc.nat(2 ** 30) })) }),
    fee: fc.record({ ppm: anyAmount(), amount: anyAmount(), pool: anyText }),
  }),
  fc.record({ kind: fc.constant('closeOrder'), amountA: anyAmount(), untriggered: fc.constant(true) }),
  fc.record({ kind: fc.constant('closeOrder'), ...pair, order: fc.maxSafeNat(), amountA: anyAmount() }),
  fc.record({ kind: fc.constant('provide'), ...pair, ...amounts, lpTokens: anyAmount(), locked: anyAmount() }),
  fc.record({ kind: fc.constant('refund'), account: anyText, ...pair, ...amounts, lpTokens: anyAmount() }),
  fc.record({ kind: fc.constantFrom('provide', 'refund'), ...pair, ...amounts, lpTokens: anyAmount(), swapped }),
  fc.record({ kind: fc.constant('collectFees'), ...pair, pool: anyText, ...amounts, to: anyText }),
  fc.record({ kind: fc.constant('createPool'), ...pair, lpFeePpm: anyAmount(), protocolFeeAddress: fc.constant(null) }),
  fc.record({ kind: fc.constant('createPool'), ...pair, curve: fc.constant('stable'), amplification: anyAmount() }),
  fc.record({ kind: fc.constant('registerToken'), token: anyText, symbol: anyText, decimals: fc.nat(255) }),
  fc.record({
    kind: fc.constantFrom('deposit', 'withdraw'),
    account: anyText,
    token: anyText,
    amount: anyAmount(),
    reference: anyText,
  }),
  fc.record({ kind: fc.constant('transfer'), account: anyText, token: anyText, to: anyText, amount: anyAmount() }),
  fc.record({
    kind: fc.constant('transfer'),
    account: anyText,
    pool: anyText,
    to: anyText,
    amount: anyAmount(),
    memo: anyText,
  }),
) as fc.Arbitrary<Receipt>;

const SWAPPED = '"swapped":{"sold":"B","amountIn":9007199254740993,"amountOut":7,"fees":{"lp":2,"protocol":1,"ref":0}}';

test.each(['provide', 'refund'])('the receipt of a %s has swapped amounts only if something was swapped', (kind) => {
  const plain = { kind, amountA: 5n, amountB: 6n, lpTokens: 3n } as unknown as Receipt;
  const text = `{"kind":"${kind}","amountA":5,"amountB":6,"lpTokens":3`;
  expect(encodeReceipt(plain)).toBe(`${text}}`);
  const swapped = { sold: 'B', amountIn: 2n ** 53n + 1n, amountOut: 7n, fees: { lp: 2n, protocol: 1n, ref: 0n } };
  const oneSided = { ...plain, swapped } as unknown as Receipt;
  expect(encodeReceipt(oneSided)).toBe(`${text},${SWAPPED}}`);
  expect(decodeReceipt(`${text},${SWAPPED}}`)).toEqual(oneSided);
  expect(decodeReceipt(`${text}}`)).toEqual(plain);
  expect(() => decodeReceipt(`${text},"version":3}`)).toThrow('a newer millpond wrote this record');
});

test('every receipt is the same after encoding and decoding', () => {
  fc.assert(
    fc.property(anyReceipt, (receipt) => {
      expect(decodeReceipt(encodeReceipt(receipt))).toEqual(receipt);
    }),
    { numRuns: 1000 },
  );
});

test('every refusal is the same after encoding and decoding, with its times as numbers', () => {
  const anyRefusal = fc.oneof(
    fc.record({ code: fc.constant('unknown_token'), token: anyText }),
    fc.record({ code: fc.constant('deadline_passed'), deadlineMs: fc.maxSafeNat(), nowMs: fc.maxSafeNat() }),
    fc.record({ code: fc.constant('below_minimum'), actual: anyText, minimum: anyText, symbol: anyText }),
    fc.record({ code: fc.constant('idempotency_key_reused') }),
  ) as fc.Arbitrary<Refusal>;
  fc.assert(
    fc.property(anyRefusal, (refusal) => {
      expect(decodeRefusal(JSON.stringify(refusal))).toEqual(refusal);
    }),
  );
});

test('the receipt of a new pool has its curve only if that is not the default', () => {
  const plain = { kind: 'createPool', lpFeePpm: 2000n } as Receipt;
  expect(encodeReceipt(plain)).toBe('{"kind":"createPool","lpFeePpm":2000}');
  const stable = { ...plain, curve: 'stable', amplification: 200n } as Receipt;
  expect(encodeReceipt(stable)).toBe('{"kind":"createPool","lpFeePpm":2000,"curve":"stable","amplification":200}');
});

const GUARD = { average: { numerator: 2n ** 200n, denominator: 3n }, depth: 2n ** 130n, fromMs: 1, toMs: 2, via: [] };

test('the receipts of orders are stored as plain JSON with integers', () => {
  const order = { kind: 'placeOrder', amountA: 10n, minReceived: 10n ** 20n, inParts: true, order: 8 } as never;
  expect(encodeReceipt(order)).toBe(
    '{"kind":"placeOrder","amountA":10,"minReceived":100000000000000000000,"inParts":true,"order":8}',
  );
  const maker = { order: 8, account: 'ann', left: 10n ** 20n };
  const match = { kind: 'matchOrders', maker, taker: { order: 9, account: 'bob', left: 0n }, amountB: 7n } as never;
  const text = encodeReceipt(match);
  expect(text).toBe(
    '{"kind":"matchOrders","maker":{"order":8,"account":"ann","left":100000000000000000000},' +
      '"taker":{"order":9,"account":"bob","left":0},"amountB":7}',
  );
  expect(decodeReceipt(text)).toEqual(match);
  const closed = { kind: 'closeOrder', order: 8, reason: 'expired', amountA: 10n } as never;
  expect(encodeReceipt(closed)).toBe('{"kind":"closeOrder","order":8,"reason":"expired","amountA":10}');
});

test.each([
  ['a guard', { kind: 'swap', fill: { order: 7, left: 5n }, guard: GUARD }],
  ['a guarded side of a match', { kind: 'matchOrders', amountB: 7n, taker: { left: 0n, guard: GUARD } }],
  ['a match fee', { kind: 'matchOrders', amountB: 7n, fee: { ppm: 500n, amount: 1n, pool: 'EQ' } }],
  ['a trigger', { kind: 'placeOrder', trigger: { when: 'below', price: { numerator: 13n, denominator: 5n } } }],
])('%s is stored with every digit of its integers', (_, receipt) => {
  expect(decodeReceipt(encodeReceipt(receipt as never))).toEqual(receipt);
  expect(encodeReceipt(receipt as never)).not.toMatch(/"\d+"/);
});

test('stored amounts are plain integers, which an operator can read', () => {
  const largest = amount(MAX_AMOUNT);
  const receipt = { kind: 'deposit', account: 'ann', token: 'apple', amount: largest, reference: '123n' } as Receipt;
  expect(encodeReceipt(receipt)).toBe(
    '{"kind":"deposit","account":"ann","token":"apple","amount":1329227995784915872903807060280344575,"reference":"123n"}',
  );
  const sent = { kind: 'transfer', account: 'ann', pool: 'EQ', to: 'bob', amount: largest, memo: '7' } as Receipt;
  expect(encodeReceipt(sent)).toBe(
    '{"kind":"transfer","account":"ann","pool":"EQ","to":"bob","amount":1329227995784915872903807060280344575,"memo":"7"}',
  );
});

test.each([
  'a":12345678901234567,',
  '":12345678901234567,"',
  'a\\":12345678901234567}',
  '{"a":12345678901234567}',
  'a\\',
])('a long amount after a text that looks like one is exact: %s', (text) => {
  const amount = 12345678901234567890n;
  const record = { kind: 'texts', [text]: text, text, amount, after: { text, amount, least: 9007199254740993n } };
  const codec = {
    version: 1,
    integers: { amount: 'integer', after: { amount: 'integer', least: 'integer' } },
  } as const;
  expect(decode(encode(record, codec), () => codec)).toEqual(record);
});

describe('a record with nested lists', () => {
  const codec = {
    version: 2,
    integers: { hops: [{ amount: 'integer', fees: { lp: 'integer' } }], all: ['integer'] },
  } as const;
  const anyRecord = fc.record({
    kind: fc.constant('routed'),
    hops: fc.array(
      fc.record({ pool: anyText, amount: anyAmount(), share: fc.maxSafeNat(), fees: fc.record({ lp: anyAmount() }) }),
    ),
    all: fc.array(anyAmount()),
  });

  test('keeps its lists as lists, and numbers that are not amounts unchanged', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(decode(encode(record, codec), () => codec)).toEqual(record);
      }),
    );
  });

  test('contains its version, and a program that knows only an older version refuses it', () => {
    const text = encode({ kind: 'routed', hops: [], all: [] }, codec);
    expect(text).toBe('{"kind":"routed","hops":[],"all":[],"version":2}');
    const older = { ...codec, version: 1 };
    expect(() => decode(text, () => older)).toThrow('a newer millpond wrote this record: routed, version 2');
    expect(() => decode(text, () => undefined)).toThrow('a newer millpond wrote this record: routed, version 2');
  });
});
