// Which wallet an account has: on several networks and after a restored backup.
import { createHmac } from 'node:crypto';
import { beginCell } from '@ton/core';
import { keyPairFromSeed, signVerify } from '@ton/crypto';
import { describe, expect, test } from 'vitest';
import { firstWalletId, MAINNET, readRequest, TESTNET, walletV5 } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../core/amount.ts';
import { derivedKey } from './derived-key.ts';
import { Wallets } from './wallets.ts';

const DEVNET = -217;
const WORDS = keyPairFromSeed(Buffer.alloc(32, 7));
const account = (name: string) => name as Account;

/** The wallet rows of a store. */
function storeOf(...accounts: readonly Account[]) {
  const users = new Set(accounts);
  return {
    hasWallet: async (of: Account) => users.has(of),
    async addWallet(of: Account) {
      users.add(of);
    },
  };
}

const walletsOn = (network: number, store = storeOf(), words = WORDS) => new Wallets(store, words, network);
const addressOf = async (wallets: Wallets, name: string) => (await wallets.of(account(name))).address.toRawString();

describe('a wallet', () => {
  test('has a different key on every network, so that a message signed for one network is invalid on the others', async () => {
    const name = 'ann';
    const [main, test] = [walletsOn(MAINNET), walletsOn(TESTNET)];
    expect(await addressOf(main, name)).not.toBe(await addressOf(test, name));
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
    const before = await addressOf(walletsOn(MAINNET), 'ann');
    const restored = walletsOn(MAINNET, storeOf());
    expect(await addressOf(restored, 'bob')).not.toBe(before);
    expect(await addressOf(restored, 'ann')).toBe(before);
  });

  test('has another address if the mnemonic is another', async () => {
    const other = walletsOn(MAINNET, storeOf(), keyPairFromSeed(Buffer.alloc(32, 8)));
    expect(await addressOf(other, 'ann')).not.toBe(await addressOf(walletsOn(MAINNET), 'ann'));
  });

  test('always has the same address: a fixed example', async () => {
    expect(await addressOf(walletsOn(MAINNET), 'ann')).toBe(
      '0:8a196838829c54fcec8c92bd3cbaff9d5e0a1ea86ccc23613d3fc2bc4f93e091',
    );
    const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const seed = hmac(hmac(Buffer.alloc(32, 7), 'millpond account -239'), 'ann');
    expect(derivedKey(WORDS, 'account', MAINNET, 'ann')).toEqual(keyPairFromSeed(seed));
  });

  test('is recorded once it is used', async () => {
    const store = storeOf();
    await addressOf(walletsOn(MAINNET, store), 'ann');
    expect([await store.hasWallet(account('ann')), await store.hasWallet(account('bob'))]).toEqual([true, false]);
  });

  test('is signed for, but not an equal object from elsewhere', async () => {
    const wallets = walletsOn(TESTNET);
    const wallet = await wallets.of(account('ann'));
    const equal = walletV5(wallet.publicKey, firstWalletId(TESTNET));
    expect(equal.address.toRawString()).toBe(wallet.address.toRawString());
    const signing = { seqno: 0, validUntilS: 1, messages: [], deploys: false };
    expect(() => wallets.sign(wallet, signing)).not.toThrow();
    expect(() => wallets.sign(equal, signing)).toThrow('only wallets of this exchange');
  });
});

describe('the query id of a request', () => {
  const request = { account: account('ann'), key: 'rent', fingerprint: 'abc' };

  test('is the same for the same request with another database, and differs with each part of it, the network and the words', () => {
    const id = walletsOn(TESTNET).queryId(request);
    expect(walletsOn(TESTNET, storeOf(account('ann'))).queryId({ ...request })).toBe(id);
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
