// Unusual fees are refused without an operator's confirmation, `force`: both sides of each boundary.
import { describe, expect, test } from 'vitest';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf, token } from '../../../test/paper-exchange.ts';
import { createPool, pairOf, registerToken, setPoolFees } from '../../../test/paper-orders.ts';
import { ppm } from '../amount.ts';
import type { Command } from './command.ts';

const DIME = token('dime', 1);
/** The same command without `force`. */
const asked = <C extends Command & { readonly force?: true }>({ force: _, ...command }: C) =>
  command as Omit<C, 'force'> as C;
const answer = (exchange: PaperExchange, command: Command) => {
  const [outcome] = exchange.answer(command);
  return outcome && 'posted' in outcome ? 'done' : outcome?.refusal;
};
const open = () => PaperExchange.open();

describe('the rates of a new pool', () => {
  const fine = pairOf(CORN, BREAD);
  test.each([
    [[2000n, 1000n, 1000n], 'done'],
    [[49_999n, 0n, 0n], 'done'],
    [[50_000n, 0n, 0n], { code: 'unusual_fees', percent: '5' }],
    [[0n, 50_000n, 0n], { code: 'unusual_fees', percent: '5' }],
    [[0n, 0n, 50_000n], { code: 'unusual_fees', percent: '5' }],
    [[20_000n, 20_000n, 9999n], 'done'],
    [[20_000n, 20_000n, 10_000n], { code: 'unusual_fees', percent: '5' }],
    [[500_000n, 1000n, 1000n], { code: 'unusual_fees', percent: '50.2' }],
  ] as const)('need force if they add up to 50,000 ppm or more: %o', ([lp, protocol, ref], expected) => {
    const command = createPool({ ...fine, ...ratesOf(lp, protocol, ref) });
    expect(answer(open(), asked(command))).toEqual(expected);
    expect(answer(open(), command)).toBe('done');
  });

  test('are refused even with force if they take everything', () => {
    expect(answer(open(), createPool({ ...fine, lpFeePpm: ppm(1_000_000n) }))).toEqual({ code: 'fees_too_high' });
  });
});

describe('the least fee in a token of few decimals', () => {
  const dust = { code: 'unusual_fees', symbol: 'APPLE', decimals: 0 };
  test.each([
    ['two whole apples need force', pairOf(APPLE, CORN), [2000n, 1n, 1n], { ...dust, least: '2' }],
    ['a whole apple for the protocol needs force', pairOf(CORN, APPLE), [2000n, 1n, 0n], { ...dust, least: '1' }],
    ['a whole apple for the referrer needs force', pairOf(CORN, APPLE), [2000n, 0n, 1n], { ...dust, least: '1' }],
    ['none, as an LP fee is not rounded up, needs no force', pairOf(APPLE, CORN), [2000n, 0n, 0n], 'done'],
    [
      'a tenth of a token needs force',
      pairOf(DIME, CORN),
      [2000n, 1n, 0n],
      { code: 'unusual_fees', symbol: 'DIME', decimals: 1, least: '0.1' },
    ],
    ['two hundredths of a token need no force', pairOf(BREAD, CORN), [2000n, 1n, 1n], 'done'],
  ] as const)('%s', (_, pair, [lp, protocol, ref], expected) => {
    const exchange = open();
    exchange.run(registerToken(DIME));
    expect(answer(exchange, asked(createPool({ ...pair, ...ratesOf(lp, protocol, ref) })))).toEqual(expected);
  });
});

describe('rates that are changed', () => {
  const pool = () => {
    const exchange = open();
    exchange.run(createPool({ ...pairOf(CORN, BREAD), ...ratesOf(2000n, 1000n, 1000n) }));
    return exchange;
  };
  const change = (terms: Parameters<typeof setPoolFees>[0]) => asked(setPoolFees({ ...pairOf(CORN, BREAD), ...terms }));

  test('need force if they add up to 5 % or more with those that stay', () => {
    expect(answer(pool(), change({ lpFeePpm: ppm(47_999n) }))).toBe('done');
    expect(answer(pool(), change({ lpFeePpm: ppm(48_000n) }))).toEqual({ code: 'unusual_fees', percent: '5' });
    expect(answer(pool(), { ...change({ lpFeePpm: ppm(500_000n) }), force: true })).toBe('done');
  });

  test('need no force if they stay unusual or become usual, but do if they become other unusual ones', () => {
    const exchange = pool();
    exchange.run({ ...change({ lpFeePpm: ppm(500_000n) }), force: true });
    expect(answer(exchange, change({ protocolFeeAddress: account('guild') }))).toBe('done');
    expect(answer(exchange, change({ lpFeePpm: ppm(500_000n), protocolFeeAddress: account('guild') }))).toBe('done');
    expect(answer(exchange, change({ lpFeePpm: ppm(400_000n) }))).toEqual({ code: 'unusual_fees', percent: '40.2' });
    expect(answer(exchange, change({ lpFeePpm: ppm(3000n) }))).toBe('done');
  });
});
