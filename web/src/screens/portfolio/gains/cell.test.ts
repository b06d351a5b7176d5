import { expect, test } from 'vitest';
import type { GetGainsOutput } from '#client';
import { type GainField, positionCell, realisedCell, tokenCell } from './cell.ts';

const SUMS = { proceeds: '0', cost: '0', gain: '0', income: '0', count: 0, thin: 0, unknown: 0 };
type Token = GetGainsOutput['tokens'][number];
const token = (part: object): Token =>
  ({
    address: 'oak',
    amount: '10',
    unknownAmount: '0',
    cost: '250',
    unrealised: '11',
    realised: SUMS,
    ...part,
  }) as Token;
const gainsOf = (...tokens: readonly Token[]): GetGainsOutput =>
  ({
    tokens,
    positions: [
      { poolAddress: 'one', cost: '5', unrealised: '-1' },
      { poolAddress: 'two', cost: null, unrealised: null },
    ],
  }) as unknown as GetGainsOutput;
const known = (value: string, isPartial = false) => ({ kind: 'known', value, isPartial });

test.each([
  ['cost', {}, known('250')],
  ['cost', { cost: '0' }, known('0')],
  ['cost', { unknownAmount: '4' }, known('250', true)],
  ['cost', { unknownAmount: '10', cost: '0' }, { kind: 'unknown' }],
  ['unrealised', {}, known('11')],
  ['unrealised', { unrealised: null }, { kind: 'unknown' }],
  ['unrealised', { unknownAmount: '0.000000001' }, known('11', true)],
  ['realised', {}, { kind: 'nothing' }],
  ['realised', { realised: { ...SUMS, count: 2, gain: '-3' } }, known('-3')],
  ['realised', { realised: { ...SUMS, count: 2, gain: '-3', unknown: 1 } }, known('-3', true)],
  ['realised', { realised: { ...SUMS, count: 2, unknown: 2 } }, { kind: 'unknown' }],
] as const)('%s of a token with %j is %j', (field, part, cell) => {
  const asked = { gains: gainsOf(token(part)), hasFailed: false };
  expect(tokenCell(asked, 'oak', field as GainField)).toEqual(cell);
});

test('what is not loaded is never a number', () => {
  const loading = { gains: undefined, hasFailed: false };
  const refused = { gains: undefined, hasFailed: true };
  const older = { gains: gainsOf(), hasFailed: false };
  for (const [asked, kind] of [
    [loading, 'loading'],
    [refused, 'notLoaded'],
    [older, 'notLoaded'],
  ] as const) {
    expect(tokenCell(asked, 'oak', 'cost')).toEqual({ kind });
    expect(positionCell(asked, 'three', 'cost')).toEqual({ kind });
  }
});

test('a position is known as a whole or not at all', () => {
  const asked = { gains: gainsOf(), hasFailed: false };
  expect(positionCell(asked, 'one', 'cost')).toEqual(known('5'));
  expect(positionCell(asked, 'one', 'unrealised')).toEqual(known('-1'));
  expect(positionCell(asked, 'two', 'unrealised')).toEqual({ kind: 'unknown' });
  expect(realisedCell({ ...SUMS, count: 1, gain: '2' } as GetGainsOutput['realised'])).toEqual(known('2'));
});
