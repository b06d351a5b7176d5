import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { amountOfRecord, BalanceIds, BalanceLeaves, leafOfRecord, MAX_AMOUNT } from './balances.ts';

const SECRET = Buffer.alloc(32, 5);
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((made, part) => made.update(part), createHash('sha256')).digest();
const be16 = (value: bigint) => Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
const idOf = (account: string) =>
  sha256(createHmac('sha256', SECRET).update(`balance\n77\nTOKEN\n${account}`).digest(), account);
const leaves = () => new BalanceLeaves(new BalanceIds(SECRET, 77, 'TOKEN'));

test('ids, leaves and their order are as documented', () => {
  const balances = Array.from({ length: 1000 }, (_, i) => ({ account: `user${i}`, amount: BigInt(i) ** 11n }));
  const added = leaves();
  for (const { account, amount } of balances) added.add(account, amount);
  const expected = balances
    .map(({ account, amount }) => ({ id: idOf(account), amount }))
    .toSorted((a, b) => Buffer.compare(a.id, b.id))
    .map(({ id, amount }) => sha256(Buffer.of(0), id, be16(amount)).toString('hex'));
  expect([...added.sorted()].map((record) => leafOfRecord(record).toString('hex'))).toEqual(expected);
});

test('amounts of one account become one leaf, however they were added', () => {
  const added = leaves();
  for (let i = 0; i < 3000; i += 1) added.add(`a${i % 1000}`, BigInt(i));
  const records = [...added.sorted()].map((record) => Buffer.from(record));
  expect(records).toHaveLength(1000);
  const ofFive = records.find((record) => idOf('a5').equals(record.subarray(0, 32))) as Buffer;
  expect(amountOfRecord(ofFive)).toBe(5n + 1005n + 2005n);
  const again = leaves();
  again.addRecords(Buffer.concat(records));
  expect(Buffer.concat([...again.sorted()])).toEqual(Buffer.concat(records));
});

test.each([
  ['one byte', 'x'],
  ['two bytes', 'é'],
  ['three bytes', '€'],
])('ids of names of characters of %s are as documented, however long', (_, character) => {
  const ids = new BalanceIds(SECRET, 77, 'TOKEN');
  for (let times = 1; times < 600; times += 7)
    expect(ids.idOf(character.repeat(times))).toEqual(idOf(character.repeat(times)));
});

test('amounts above 2^120-1 and negative ones are refused, also as sums of an account', () => {
  expect(() => leaves().add('ann', -1n)).toThrow('between 0 and 2^120-1');
  expect(() => leaves().add('ann', MAX_AMOUNT + 1n)).toThrow('between 0 and 2^120-1');
  const added = leaves();
  added.add('ann', MAX_AMOUNT);
  expect(amountOfRecord([...added.sorted()][0] as Buffer)).toBe(MAX_AMOUNT);
  added.add('ann', 1n);
  expect(() => [...added.sorted()]).toThrow('between 0 and 2^120-1');
});
