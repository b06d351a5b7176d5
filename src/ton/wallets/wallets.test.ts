// Which wallet an account has: on several networks, after a restored backup, and if it was created before keys were derived.
import { createHmac } from 'node:crypto';
import { beginCell } from '@ton/core';
import { keyPairFromSeed, signVerify } from '@ton/crypto';
import { describe, expect, test } from 'vitest';
import {
  firstWalletId,
  MAINNET,
  MOST_WALLETS,
  numberedWalletId,
  readRequest,
  TESTNET,
  walletV5,
} from '#devnet/contracts/wallet-v5';
import type { Account } from '../../core/amount.ts';
import { derivedKey } from './derived-key.ts';
import { firstKindNumberFor, isFirstKind, isNumberFor, networkIn, numberFor, walletIdOf } from './wallet-number.ts';
import { Wallets } from './wallets.ts';

const DEVNET = -217;
const WORDS = keyPairFromSeed(Buffer.alloc(32, 7));
const account = (name: string) => name as Account;

/** The wallet rows of a store. */
function storeOf(rows: readonly (readonly [Account, number])[] = []) {
  const numbers = new Map(rows);
  return {
    walletOf: async (of: Account) => numbers.get(of),
    async takeWallet(of: Account, number: number) {
      if (!numbers.has(of) && ![...numbers.values()].includes(number)) numbers.set(of, number);
      return numbers.get(of);
    },
  };
}

const walletsOn = (network: number, store = storeOf(), words = WORDS) => new Wallets(store, words, network);
const addressOf = async (wallets: Wallets, name: string) => (await wallets.of(account(name))).address.toRawString();

describe('a wallet', () => {
  test('has a different key on every network, so that a message signed for one network is invalid on the others', async () => {
    // With one key for all wallets, the first name would have the same wallet id on mainnet as the second on testnet.
    const [name, twin] = ['trader-17310', 'trader-51243'];
    const numbers = [name, twin].map((one) => firstKindNumberFor(account(one), 0));
    expect((numbers[0] ?? 0) ^ (numbers[1] ?? 0)).toBe(MAINNET ^ TESTNET);
    const [main, test] = [walletsOn(MAINNET), walletsOn(TESTNET)];
    expect(await addressOf(main, name)).not.toBe(await addressOf(test, twin));
    const keys = await Promise.all(
      [main, test, walletsOn(DEVNET)].map(async (wallets) =>
        (await wallets.of(account(name))).publicKey.toString('hex'),
      ),
    );
    expect(new Set(keys).size).toBe(3);
    const { body } = main.sign(await main.of(account(name)), {
      ...{ seqno: 0, validUntilS: 1, messages: [], deploys: false },
    });
    const bits = body.beginParse();
    const request = bits.loadBits(bits.remainingBits - 512);
    const signature = bits.loadBuffer(64);
    expect(readRequest(body)?.walletId).toBe(firstWalletId(MAINNET));
    const messages = beginCell().storeBits(request).endCell();
    const verifies = keys.map((key) => signVerify(messages.hash(), signature, Buffer.from(key, 'hex')));
    expect(verifies).toEqual([true, false, false]);
  });

  test('has the same address after a restored backup, even if another account comes first', async () => {
    // As wallets of the first kind, these two names have the same number.
    const [name, chosen] = ['trader-5740', 'trader-26438'];
    expect(firstKindNumberFor(account(name), 0)).toBe(firstKindNumberFor(account(chosen), 0));
    const before = await addressOf(walletsOn(MAINNET), name);
    const restored = walletsOn(MAINNET, storeOf());
    expect(await addressOf(restored, chosen)).not.toBe(before);
    expect(await addressOf(restored, name)).toBe(before);
  });

  test('has another address if the mnemonic is another', async () => {
    const other = walletsOn(MAINNET, storeOf(), keyPairFromSeed(Buffer.alloc(32, 8)));
    expect(await addressOf(other, 'ann')).not.toBe(await addressOf(walletsOn(MAINNET), 'ann'));
  });

  test('has the address that earlier versions derived: a fixed example', async () => {
    expect(await addressOf(walletsOn(MAINNET), 'ann')).toBe(
      '0:8a196838829c54fcec8c92bd3cbaff9d5e0a1ea86ccc23613d3fc2bc4f93e091',
    );
    const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const seed = hmac(hmac(Buffer.alloc(32, 7), 'millpond account -239'), 'ann');
    expect(derivedKey(WORDS, 'account', MAINNET, 'ann')).toEqual(keyPairFromSeed(seed));
  });

  test('is the same if another account has taken its first number in the store', async () => {
    const store = storeOf([[account('bob'), numberFor(account('ann'), 0)]]);
    const address = await addressOf(walletsOn(MAINNET, store), 'ann');
    expect(address).toBe(await addressOf(walletsOn(MAINNET), 'ann'));
    expect(await store.walletOf(account('ann'))).toBe(numberFor(account('ann'), 1));
  });

  test('of the first kind keeps its address, which is of the mnemonic’s key; an equal object from elsewhere is not signed for', async () => {
    const number = firstKindNumberFor(account('ann'), 0);
    const wallets = walletsOn(TESTNET, storeOf([[account('ann'), number]]));
    const wallet = await wallets.of(account('ann'));
    const expected = walletV5(WORDS.publicKey, numberedWalletId(TESTNET, number));
    expect(wallet.address.toRawString()).toBe(expected.address.toRawString());
    expect(() => wallets.sign(wallet, { seqno: 0, validUntilS: 1, messages: [], deploys: false })).not.toThrow();
    expect(() => wallets.sign(expected, { seqno: 0, validUntilS: 1, messages: [], deploys: false })).toThrow(
      'only wallets of this exchange',
    );
  });
});

describe('the number of a wallet', () => {
  test('tells the two kinds of wallets apart, on both sides of the boundary', () => {
    expect([MOST_WALLETS - 1, MOST_WALLETS].map(isFirstKind)).toEqual([true, false]);
    for (const name of ['ann', 'bob', 'a'.repeat(128)]) {
      expect(isFirstKind(firstKindNumberFor(account(name), 0))).toBe(true);
      expect(isFirstKind(numberFor(account(name), 0))).toBe(false);
      expect(Number.isSafeInteger(numberFor(account(name), 0))).toBe(true);
    }
  });

  test('is valid for its own account only, and only up to the twentieth attempt', () => {
    for (const number of [numberFor(account('ann'), 3), firstKindNumberFor(account('ann'), 19)]) {
      expect(isNumberFor(account('ann'), number)).toBe(true);
      expect(isNumberFor(account('ann'), number + 1)).toBe(false);
      expect(isNumberFor(account('bob'), number)).toBe(false);
    }
    expect(isNumberFor(account('ann'), numberFor(account('ann'), 20))).toBe(false);
  });

  test.each([MAINNET, TESTNET, DEVNET])('gives the network, together with the wallet’s id: %d', (network) => {
    for (const number of [0, 1, MOST_WALLETS - 1, MOST_WALLETS, numberFor(account('ann'), 0)])
      expect(networkIn(walletIdOf(network, number), number)).toBe(network);
  });
});

describe('the query id of a request', () => {
  const request = { account: account('ann'), key: 'rent', fingerprint: 'abc' };

  test('is the same for the same request with another database, and differs with each part of it, the network and the words', () => {
    const id = walletsOn(TESTNET).queryId(request);
    expect(walletsOn(TESTNET, storeOf([[account('ann'), 5]])).queryId({ ...request })).toBe(id);
    const others = [
      walletsOn(MAINNET).queryId(request),
      walletsOn(TESTNET, storeOf(), keyPairFromSeed(Buffer.alloc(32, 8))).queryId(request),
      walletsOn(TESTNET).queryId({ ...request, account: account('bob') }),
      walletsOn(TESTNET).queryId({ ...request, key: 'rent2' }),
      walletsOn(TESTNET).queryId({ ...request, fingerprint: 'abd' }),
      walletsOn(TESTNET).queryId({ ...request, account: account('annr'), key: 'ent' }),
    ];
    expect(new Set([id, ...others]).size).toBe(7);
    const root = createHmac('sha256', Buffer.alloc(32, 7)).update('millpond request -3').digest();
    const hashed = createHmac('sha256', root).update('["ann","rent","abc"]').digest();
    expect(id).toBe(hashed.readBigUInt64BE());
  });

  test('is random without an idempotency key', () => {
    const wallets = walletsOn(TESTNET);
    const none = { ...request, key: null, fingerprint: null };
    expect(wallets.queryId(none)).not.toBe(wallets.queryId(none));
  });
});
