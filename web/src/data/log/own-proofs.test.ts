// Proofs that the browser keeps: bounded in number, the newest of each thing, and nothing that it has not written.
import { expect, test } from 'vitest';
import type { KeptProof } from '#client/proof';
import { keepProofs, ownProofs } from './own-proofs.ts';

const storageOf = (text: string | null = null) => {
  const own = new Map(text === null ? [] : [['millpond proofs ann', text]]);
  return {
    getItem: (name: string) => own.get(name) ?? null,
    setItem: (name: string, value: string) => void own.set(name, value),
    removeItem: (name: string) => void own.delete(name),
  };
};
const transaction = (index: number, nonce = '') => ({ vkey: 'log', transaction: { index, nonce } }) as KeptProof;
const balance = (token: string, amount: string) => ({ vkey: 'log', balance: { token, amount } }) as KeptProof;

test('the newest 200 transactions are kept, and no transaction takes the place of a balance', () => {
  const storage = storageOf();
  keepProofs('ann', [balance('ton', '1')], storage);
  for (let index = 0; index < 201; index += 1) keepProofs('ann', [transaction(index)], storage);
  const kept = ownProofs('ann', storage);
  expect(kept).toEqual([balance('ton', '1'), ...Array.from({ length: 200 }, (_, at) => transaction(at + 1))]);
  expect(ownProofs('bob', storage)).toEqual([]);
});

test('a newer proof replaces the one of the same transaction, or of the same token, but not that of another log', () => {
  const storage = storageOf();
  const next = { ...transaction(1), vkey: 'log/2' };
  keepProofs('ann', [transaction(1), transaction(2), balance('ton', '1'), next], storage);
  keepProofs('ann', [transaction(1, 'newer'), balance('ton', '2')], storage);
  expect(ownProofs('ann', storage)).toEqual([balance('ton', '2'), transaction(2), next, transaction(1, 'newer')]);
});

test.each(['', '{', '7', '{}', '[null, 7, {}]'])('the content %j gives no proof', (text) => {
  expect(ownProofs('ann', storageOf(text))).toEqual([]);
});
