// What the page keeps by itself: all balances of a list, although the exchange does not answer for one of them at first.
import { expect, test } from 'vitest';
import { MillpondError } from '#client';
import { keepOwn } from './keep-own.ts';
import { forgetProofs, ownProofs } from './own-proofs.ts';

const refused = (status: number) => new MillpondError('No.', { code: 'internal_error', serverCode: 'any', status });

/** A browser and an exchange with a list; the failures are those of the first questions for these tokens. */
function surroundings(failures: Readonly<Record<string, unknown>> = {}) {
  const stored = new Map<string, string>();
  const left = new Map(Object.entries(failures));
  const asked: string[] = [];
  const server = {
    getActivity: async () => ({ activity: [4, 3].map((sequence) => ({ sequence, transactionId: `t${sequence}` })) }),
    getTransactionProof: async ({ transactionId }: { readonly transactionId: string }) => ({
      index: Number(transactionId.slice(1)) - 1,
    }),
    getStatements: async () => ({ statements: [{ index: 7 }] }),
    getActivityTotals: async () => ({
      tokens: ['ton', 'usdt', 'gram'].map((token) => ({ token, in: '2', out: '1', decimals: 0 })),
    }),
    async getBalanceProof({ token }: { readonly token: string }) {
      asked.push(token);
      const failure = left.get(token);
      left.delete(token);
      if (failure !== undefined) throw failure;
      return { token, transaction: { index: 7 } };
    },
  };
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  };
  const log = { read: () => ({ vkey: 'log', last: 'log\n9\n', alarm: null }) };
  const verify = { transaction: async () => ({ receipt: '{"atMs":0}' }), balance: async () => ({}) };
  const look = () => keepOwn('ann', { server, storage, log, verify } as unknown as Parameters<typeof keepOwn>[1]);
  const tokens = () => ownProofs('ann', storage).flatMap((proof) => ('balance' in proof ? proof.balance.token : []));
  const sequences = () =>
    ownProofs('ann', storage).flatMap((proof) => ('transaction' in proof ? proof.transaction.index + 1 : []));
  return { look, tokens, sequences, asked, storage };
}

test.each([
  ['the network fails', new MillpondError('No answer.', { code: 'network' })],
  ['the exchange says to come later', refused(429)],
  ['another account has signed in', refused(409)],
])('a balance that is not answered for since %s is kept at the next look', async (_, failure) => {
  const { look, tokens } = surroundings({ usdt: failure });
  await expect(look()).rejects.toBe(failure);
  await look();
  expect(tokens()).toEqual(['ton', 'usdt', 'gram']);
});

test('a list is asked for once, also by a page that is opened later and if a balance is refused', async () => {
  const { look, tokens, asked } = surroundings({ usdt: refused(404) });
  for (let looks = 0; looks < 3; looks += 1) await look();
  expect([tokens(), asked]).toEqual([
    ['ton', 'gram'],
    ['ton', 'usdt', 'gram'],
  ]);
});

test('what the user deleted is not kept again, but later transactions are', async () => {
  const { look, tokens, sequences, storage } = surroundings();
  await look();
  expect(sequences()).toEqual([3, 4]);
  forgetProofs('ann', 3, storage);
  await look();
  expect([tokens(), sequences()]).toEqual([[], [4]]);
});
