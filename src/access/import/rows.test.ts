// The rows of an import: what is accepted, and every fault with its line.
import { expect, test } from 'vitest';
import type { TokenAddress } from '../../core/amount.ts';
import type { Token } from '../../core/pool.ts';
import { readRows } from './rows.ts';

const TOKENS: readonly Token[] = [
  { address: 'ton-address' as TokenAddress, symbol: 'TON', decimals: 9 },
  { address: 'usdt' as TokenAddress, symbol: 'USDT', decimals: 6 },
  { address: 'twin-1' as TokenAddress, symbol: 'TWIN', decimals: 0 },
  { address: 'twin-2' as TokenAddress, symbol: 'twin', decimals: 0 },
];
const HEAD = 'account,role,TON,USDT,note';
const MOST = (2n ** 120n - 1n).toString();

test('names, roles, notes and balances are parsed, with columns in any order and tokens named by symbol or address', () => {
  const { rows, faults } = readRows(
    'ton-address;Role;Account;usdt;NOTE\n1.5;;ann;0;front row\n;operator;bob;12;\n',
    TOKENS,
  );
  expect(faults).toEqual([]);
  expect(rows).toEqual([
    {
      line: 2,
      account: 'ann',
      role: 'trader',
      note: 'front row',
      balances: [{ token: TOKENS[0], amount: 1_500_000_000n }],
    },
    { line: 3, account: 'bob', role: 'operator', note: '', balances: [{ token: TOKENS[1], amount: 12_000_000n }] },
  ]);
});

test.each([
  ['an empty file', '', 1, 'the file is empty'],
  ['a header without rows', HEAD, 1, 'no row follows the header'],
  ['a missing column of accounts', 'role,TON\ntrader,1', 1, 'there is no column account'],
  ['a column that names no token', 'account,GOLD\nann,1', 1, 'no token has the symbol or address GOLD'],
  ['a symbol of two tokens', 'account,TWIN\nann,1', 1, 'several tokens have the symbol TWIN'],
  ['two columns of one token', 'account,TON,ton-address\nann,1,1', 1, 'two columns are of ton-address'],
  ['a column without a name', 'account,\nann,1', 1, 'a column has no name'],
  ['a name on two lines', `${HEAD}\nann\nbob\nann`, 4, 'account ann is on line 2 already'],
  ['a name that looks like an earlier one', `${HEAD}\nann.b\nANN-B`, 3, 'looks like the one there'],
  ['an empty name', `${HEAD}\n,trader,1`, 2, 'account is empty'],
  ['a name with a space', `${HEAD}\nann lee`, 2, 'without spaces'],
  ['a name with an invisible character', `${HEAD}\nann\u200b`, 2, 'U+200B'],
  ['a name that begins like a formula', `${HEAD}\n=cmd|calc`, 2, 'begins like a formula'],
  ['too long a name', `${HEAD}\n${'a'.repeat(129)}`, 2, '1 to 128'],
  ['an unknown role', `${HEAD}\nann,admin`, 2, 'role must be trader or operator'],
  ['an amount with an exponent', `${HEAD}\nann,,1e3`, 2, 'TON must be a plain number'],
  ['an amount with a comma', `${HEAD}\nann,,"1,000"`, 2, 'TON must be a plain number'],
  ['a negative amount', `${HEAD}\nann,,-1`, 2, 'TON must not be negative'],
  ['an amount with too many decimals', `${HEAD}\nann,,,0.0000001`, 2, 'USDT has at most 6 decimals'],
  ['too large an amount', `${HEAD}\nann,,,${MOST}`, 2, 'USDT is above'],
  ['too large a total of a token', `account,twin-1\nann,${MOST}\nbob,1`, 3, 'TWIN of all rows is above'],
  ['a row with more cells than columns', `account\nann,1`, 2, 'it has 2 cells, but there are 1 columns'],
  ['too long a note', `${HEAD}\nann,,,,${'x'.repeat(201)}`, 2, 'note has more than 200'],
])('%s is reported with its line', (_, text, line, words) => {
  expect(readRows(text, TOKENS).faults).toEqual([{ line, message: expect.stringContaining(words) }]);
});

test('all faults of a file are reported at once, along with its valid rows', () => {
  const { rows, faults } = readRows(`${HEAD}\nann,boss,x,-1\nbob\n`, TOKENS);
  expect(faults.map(({ line }) => line)).toEqual([2, 2, 2]);
  expect(rows.map(({ account }) => account)).toEqual(['bob']);
});
