// The plan made from a token list: every kind of invalid entry, and what the others become.
import { describe, expect, test } from 'vitest';
import type { TokenAddress } from '../../core/amount.ts';
import type { TokenEntry } from '../../core/pool.ts';
import type { ListEntry } from './file.ts';
import { ImportPlan } from './plan.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const USDT_RAW = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';
const DOGS = 'EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS';
const LONG_NAME = 'a-handle-that-is-longer-than-thirty-two-characters';

const token = (address: string, symbol: string, more: Partial<TokenEntry> = {}): TokenEntry => ({
  address: address as TokenAddress,
  symbol,
  decimals: 9,
  name: '',
  logo: '',
  status: 'listed',
  ...more,
});
const GOLD = token('GOLD', 'GOLD');
const LONG = token(LONG_NAME, 'LONG');
const UPLOADED = token('SALT', 'SALT', { logo: `/images/${'0'.repeat(64)}.webp` });
const HERE = [
  UPLOADED,
  token(TON, 'TON', { name: 'Toncoin', logo: 'https://example.com/ton.png' }),
  GOLD,
  LONG,
  token('old', 'OLD', { status: 'hidden' }),
];
const plan = (...entries: readonly Omit<ListEntry, 'place'>[]) =>
  new ImportPlan(
    {
      tokens: new Map(HERE.map((one) => [one.address, one])),
      reserved: new Set([DOGS]),
    },
    entries.map((entry, index) => ({ place: index + 1, ...entry })),
  );

const good = { address: NOT, symbol: 'NOT', decimals: 9, name: 'Notcoin', logo: 'https://example.com/not.png' };

describe('an entry is wrong', () => {
  test.each<[string, Omit<ListEntry, 'place'>, string]>([
    ['without anything', {}, 'entry 1: address is missing or not text'],
    ['with an address that is not text', { ...good, address: 7 }, 'address is missing or not text'],
    [
      'with one wrong character in its address',
      { ...good, address: NOT.replace('Av', 'Aw') },
      `"${NOT.replace('Av', 'Aw')}" is not a TON address: a character or its checksum is wrong`,
    ],
    ['with a cut-off address', { ...good, address: USDT_RAW.slice(0, -1) }, 'a character or its checksum is wrong'],
    ['with an address of Ethereum', { ...good, address: `0x${'a'.repeat(40)}` }, 'is not a TON address'],
    ['with a name as its address and without a chain id', { ...good, address: 'NOT' }, '"NOT" is not a TON address'],
    ['with an own name over 32 characters', { ...good, chainId: -239, address: NOT.slice(1) }, 'is not a TON address'],
    ['with an address of the exchange itself', { ...good, address: DOGS }, 'is an address of the exchange itself'],
    ['without a symbol', { ...good, symbol: '' }, 'symbol is missing or not text'],
    ['with a space in its symbol', { ...good, symbol: 'N T' }, 'symbol must be 1 to 32 printable characters'],
    ['with a long symbol', { ...good, symbol: 'N'.repeat(33) }, 'symbol has more than 32 characters'],
    [
      'with an invisible character in its symbol',
      { ...good, symbol: 'N\u200bOT' },
      'entry 1 ("N\\u{200b}OT"): symbol contains U+200B, an invisible character',
    ],
    ['with a symbol that is taken', { ...good, symbol: 'ＴＯＮ' }, `token ${TON} already has this symbol`],
    ['with too many decimals', { ...good, decimals: 31 }, 'decimals must be a whole number from 0 to 30'],
    ['with a fraction as decimals', { ...good, decimals: 8.5 }, 'decimals must be a whole number from 0 to 30'],
    ['with negative decimals', { ...good, decimals: -1 }, 'decimals must be a whole number from 0 to 30'],
    ['with a word as decimals', { ...good, decimals: 'nine' }, 'decimals must be a whole number from 0 to 30'],
    ['with a chain id and without decimals', { ...good, chainId: -239, decimals: undefined }, 'decimals must be'],
    ['whose token has another symbol here', { ...good, address: TON }, `conflict: ${TON} is registered as "TON"`],
    [
      'whose token has other decimals here',
      { address: TON, symbol: 'TON', decimals: 8 },
      `conflict: ${TON} is registered with 9 decimals, not 8`,
    ],
  ])('%s', (_, entry, fault) => {
    const { faults, registrations, updates, unchanged } = plan(entry);
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect([registrations, updates, unchanged]).toEqual([[], [], 0]);
  });

  test('if its address appears twice in any form, or its symbol is taken by another entry', () => {
    const usdt = { address: USDT, symbol: 'USD₮', decimals: 6 };
    const { faults, registrations } = plan(usdt, { ...usdt, address: USDT_RAW }, { ...good, symbol: 'usd₮' });
    expect(faults).toEqual([
      `entry 2 ("USD₮"): entry 1 has the same address, ${USDT}`,
      `entry 3 ("usd₮"): token ${USDT} already has this symbol; registerToken can list both with force`,
    ]);
    expect(registrations).toEqual([{ kind: 'registerToken', token: usdt }]);
  });
});

test.each([
  [
    'name with two spaces in a row',
    { name: 'Not  coin' },
    'name must not start or end with a space or have two spaces in a row',
  ],
  ['name of 65 letters', { name: 'N'.repeat(65) }, 'name has more than 64 characters'],
  ['number for a name', { name: 7 }, 'name is missing or not text'],
  ['logo on IPFS', { logo: 'ipfs://QmaZn8y3JndrePjeUbDQtByPV6ezHwP67pVaJG3WWpamLB' }, 'logo must be an https URL'],
  ['logo with a javascript: URL', { logo: 'javascript:alert(1)' }, 'logo must be an https URL'],
  ['logo with a data: URL', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'logo must be an https URL'],
  ['logo that is too long', { logo: `https://example.com/${'a'.repeat(8192)}` }, 'logo has more than 8192 characters'],
])('a %s is reported, and the token is registered without it', (_, look, fault) => {
  const { faults, registrations } = plan({ ...good, ...look });
  expect(faults).toEqual([expect.stringMatching(`^entry 1 \\("NOT"\\): ${fault}`)]);
  const { [Object.keys(look)[0] as 'name']: __, ...rest } = good;
  expect(registrations).toEqual([{ kind: 'registerToken', token: rest }]);
});

describe('a registered token', () => {
  const ton = { address: TON, symbol: 'TON', decimals: 9 };
  test.each<[string, Omit<ListEntry, 'place'>, object]>([
    ['gets another name', { ...ton, name: 'Gram' }, { name: 'Gram' }],
    ['gets another logo', { ...ton, name: 'Toncoin', logo: 'https://e.org/t.png' }, { logo: 'https://e.org/t.png' }],
    [
      'that is hidden gets another name',
      { chainId: -239, address: 'old', symbol: 'OLD', decimals: 9, name: 'Old' },
      { name: 'Old' },
    ],
  ])('%s', (_, entry, change) => {
    const { updates, faults } = plan(entry);
    expect([updates, faults]).toEqual([[{ kind: 'updateToken', token: entry.address, ...change }], []]);
  });

  test.each<[string, Omit<ListEntry, 'place'>]>([
    ['with the same name and logo', { ...ton, name: 'Toncoin', logo: 'https://example.com/ton.png' }],
    ['whose logo was uploaded', { chainId: -239, ...UPLOADED, name: '', logo: 'https://example.com/other.png' }],
    ['for which the list has no name and no logo', { address: TON, symbol: 'TON', logo: '', name: null }],
    ['without a name, for which the list repeats the symbol,', { chainId: -239, ...GOLD, name: 'GOLD' }],
    ['whose address is valid only because it is registered', { chainId: -239, ...LONG, name: undefined }],
  ])('%s is unchanged', (_, entry) => {
    const { registrations, updates, faults, unchanged } = plan(entry);
    expect([registrations, updates, faults, unchanged]).toEqual([[], [], [], 1]);
  });
});

test('the symbol of a hidden token can be used by another', () => {
  expect(plan({ ...good, symbol: 'OLD' }).registrations).toHaveLength(1);
});

test('entries of other chains are counted; one with a TON address is registered under any chain id but the test network’s', () => {
  const { registrations, faults, ofOtherChains } = plan(
    { chainId: 1, address: `0x${'a'.repeat(40)}`, symbol: 'USDC', decimals: 6 },
    { chainId: -3, address: USDT, symbol: 'USD₮', decimals: 6 },
    { chainId: 1, address: 7 },
    { ...good, chainId: 607 },
    { chainId: -239, address: 'SILVER', symbol: 'SILVER', decimals: 3 },
  );
  expect(registrations.map(({ token }) => token.symbol)).toEqual(['NOT', 'SILVER']);
  expect([faults, ofOtherChains]).toEqual([[], 3]);
});
