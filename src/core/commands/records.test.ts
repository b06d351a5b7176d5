// An operator's changes apply from the next command on, even in the same batch, and never lock funds in.
import { describe, expect, test } from 'vitest';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf, TREASURY, token } from '../../../test/paper-exchange.ts';
import {
  ann,
  collectFees,
  deposit,
  pairOf,
  provide,
  refund,
  registerToken,
  setPoolFees,
  setPoolStatus,
  swap,
  updateToken,
  withdraw,
} from '../../../test/paper-orders.ts';
import { ppm } from '../amount.ts';
import type { Command } from './command.ts';

const guild = account('guild');
const FEES = ratesOf(3000n, 1000n, 1000n);
const market = () =>
  PaperExchange.open({ apple: 1_000_000n, bread: 4_000_000n, rates: FEES })
    .fund(ann, APPLE, 100_000n)
    .fund(ann, BREAD, 400_000n);
const receipts = (exchange: PaperExchange, ...commands: Command[]) =>
  exchange.answer(...commands).map((outcome) => ('posted' in outcome ? outcome.posted.receipt : outcome.refusal));

describe('the fees of a pool', () => {
  test('apply to the next swap after a change, even within one batch', () => {
    const fees = receipts(market(), swap(10_000n), setPoolFees({ lpFeePpm: ppm(500_000n) }), swap(10_000n)).map(
      (receipt) => 'fees' in receipt && receipt.fees.lp,
    );
    expect(fees).toEqual([30n, false, 5000n]);
  });

  test('can be changed one by one, and the receipt has the old and the new ones', () => {
    const terms = { ...FEES, protocolFeeAddress: TREASURY };
    const exchange = market();
    const said = { kind: 'setPoolFees', ...pairOf(APPLE, BREAD), pool: 'apple-bread' };
    expect(receipts(exchange, setPoolFees({ refFeePpm: ppm(7n) }), setPoolFees({ protocolFeeAddress: guild }))).toEqual(
      [
        { ...said, before: terms, after: { ...terms, refFeePpm: 7n } },
        { ...said, before: { ...terms, refFeePpm: 7n }, after: { ...terms, refFeePpm: 7n, protocolFeeAddress: guild } },
      ],
    );
    expect(exchange.pool(pairOf(APPLE, BREAD))).toMatchObject({ refFeePpm: 7n, protocolFeeAddress: guild });
  });

  test.each([
    [{ lpFeePpm: ppm(999_999n) }, true],
    [{ lpFeePpm: ppm(1_000_000n) }, false],
    [{ protocolFeePpm: ppm(499_000n) }, true],
    [{ protocolFeePpm: ppm(499_001n) }, false],
  ])('can be changed within the limits of a new pool’s: %o, accepted: %s', (terms, accepted) => {
    const [answer] = receipts(market(), setPoolFees(terms));
    expect(answer).toMatchObject(accepted ? { after: terms } : { code: 'fees_too_high' });
  });

  test('that a pool has taken can be collected after its fee is set to 0, and go to the current fee address', () => {
    const exchange = market();
    exchange.run(swap(10_000n));
    const [, swept] = receipts(exchange, setPoolFees({ protocolFeePpm: ppm(0n) }), collectFees());
    expect(swept).toMatchObject({ to: TREASURY });
    exchange.run(setPoolFees({ protocolFeePpm: ppm(1000n) }), swap(10_000n));
    expect(receipts(exchange, setPoolFees({ protocolFeeAddress: guild }), collectFees())[1]).toMatchObject({
      to: guild,
    });
  });

  test('cannot be changed for a pair without a pool', () => {
    expect(receipts(market(), setPoolFees(pairOf(APPLE, CORN)))).toMatchObject([{ code: 'unknown_pool' }]);
  });
});

const PAUSES: readonly [string, Command, string][] = [
  ['a pool', setPoolStatus('paused'), 'pool_paused'],
  ['its first token', updateToken(APPLE, { status: 'paused' }), 'token_paused'],
  ['its second token', updateToken(BREAD, { status: 'paused' }), 'token_paused'],
];
describe.each(PAUSES)('pausing %s', (_, pause, code) => {
  test('refuses swaps and provides at once, but no refund, withdrawal, fee collection or deposit', () => {
    const exchange = market();
    exchange.run(swap(10_000n), provide(1000n, 4000n));
    const back = pairOf(BREAD, APPLE);
    expect(receipts(exchange, pause, swap(10n), swap(40n, back), provide(10n, 40n))).toMatchObject([
      { kind: pause.kind },
      { code },
      { code },
      { code },
    ]);
    exchange.run(refund({ account: ann }), refund(), withdraw(ann, APPLE, 1n), withdraw(ann, BREAD, 1n), collectFees());
    exchange.run(deposit(ann, APPLE, 1n));
  });
});

describe('two tokens with one symbol', () => {
  const twin = { ...token('twin', 0), symbol: 'Apple' };
  const taken = { code: 'symbol_taken', symbol: 'APPLE', token: 'apple' };

  test('are refused unless forced, even within one batch', () => {
    const other = registerToken({ ...token('other', 0), symbol: 'twin' });
    expect(receipts(market(), registerToken(twin), registerToken(token('twin', 1)), other)).toMatchObject([
      taken,
      { kind: 'registerToken' },
      { code: 'symbol_taken', token: 'twin' },
    ]);
    expect(receipts(market(), { ...registerToken(twin), force: true })).toMatchObject([{ kind: 'registerToken' }]);
  });

  test('are allowed if one is hidden, and it can only be shown if the other is hidden or with force', () => {
    const exchange = market();
    exchange.run(updateToken(APPLE, { status: 'hidden' }), registerToken(twin));
    const show = updateToken(APPLE, { status: 'listed' });
    expect(receipts(exchange, show)).toEqual([{ ...taken, symbol: 'Apple', token: 'twin' }]);
    expect(receipts(exchange, updateToken(twin, { status: 'hidden' }), show)).toMatchObject([{}, { token: 'apple' }]);
    expect(receipts(exchange, { ...updateToken(twin, { status: 'paused' }), force: true })).toMatchObject([{}]);
  });
});

test('a token listed and changed in one batch is written in its final form', () => {
  const dates = token('dates', 3);
  const looks = { name: 'Dates', logo: 'https://example.com/dates.png' };
  const { tokens, changedTokens, listingSequence } = market().settle(
    [registerToken(dates), updateToken(dates, looks), updateToken(dates, { status: 'hidden', name: '' })].map(
      (command) => ({ actor: ann, command }),
    ),
  );
  expect(tokens).toEqual([{ ...dates, ...looks, name: '', status: 'hidden' }]);
  expect([changedTokens, listingSequence]).toEqual([[], 12]);
});
