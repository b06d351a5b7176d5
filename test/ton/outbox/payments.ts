// Requests that each pay TON to an address of their own, which shows how often each was executed.
import { createHash } from 'node:crypto';
import { Address, beginCell, internal, toNano } from '@ton/core';
import { type KeyPair, keyPairFromSeed } from '@ton/crypto';
import { firstWalletId, messageCell, type WalletV5, walletV5 } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../../src/core/amount.ts';
import type { ChainRequests, NewChainRequest } from '../../../src/ports/chain-requests.ts';
import type { Chain } from '../../../src/ton/chain.ts';
import { Outbox, type OutboxOptions } from '../../../src/ton/outbox/outbox.ts';
import type { Track } from '../../../src/ton/outbox/track.ts';
import { derivedKey } from '../../../src/ton/wallets/derived-key.ts';
import { Wallets } from '../../../src/ton/wallets/wallets.ts';

export const NETWORK = -217;
export const KEY: KeyPair = keyPairFromSeed(Buffer.alloc(32, 5));

/** The address that only this request pays to. */
const payeeOf = (id: string): Address => new Address(0, createHash('sha256').update(id).digest());
/** Different for each request. */
const amountOf = (id: string): bigint =>
  toNano('0.1') + BigInt(createHash('sha256').update(id).digest().readUInt16BE(0));

export const payment = (account: Account, id: string, over: Partial<NewChainRequest> = {}): NewChainRequest => ({
  id,
  account,
  key: id,
  fingerprint: id,
  kind: 'payment',
  decision: '{}',
  messages: [paymentMessage(id)],
  watch: '{}',
  deadlineS: null,
  createdAtMs: 1,
  ...over,
});

export const paymentMessage = (id: string, value = amountOf(id)): string =>
  messageCell(
    internal({
      to: payeeOf(id),
      value,
      bounce: false,
      body: beginCell().storeUint(0, 32).storeStringTail(id).endCell(),
    }),
  )
    .toBoc()
    .toString('base64');

/** The wallet of an account, with its secret key. */
export function walletOf(account: Account): WalletV5 & Pick<KeyPair, 'secretKey'> {
  const { publicKey, secretKey } = derivedKey(KEY, 'account', NETWORK, account);
  return { ...walletV5(publicKey, firstWalletId(NETWORK)), secretKey };
}

/** Completed when every message was processed, with the sum of the amounts received. */
export const paymentTrack =
  (chain: Chain): Track =>
  async (_, { sent }) => {
    let paid = 0n;
    for (const message of sent) {
      if (!message) return { status: 'failed', details: { reason: 'one of its payments was not made' } };
      const taken = await chain.taken(message);
      if (!taken) return { status: 'pending' };
      if (taken.inMessage?.info.type === 'internal') paid += taken.inMessage.info.value.coins;
    }
    return { status: 'completed', details: { paid: `${paid}` } };
  };

/** An outbox that polls often, and ignores errors that it retries. */
export function outboxOf(requests: ChainRequests, chain: Chain, over: Partial<OutboxOptions> = {}): Outbox {
  const wallets = new Wallets(requests, KEY, NETWORK);
  const track = paymentTrack(chain);
  const quick = { lookEveryMs: 2, pushEveryMs: 5, now: () => 0, onTrouble: () => {} };
  return new Outbox({ requests, chain, wallets, track, ...quick, ...over });
}

/** How often each request was paid, and whether the amounts are right. */
export const timesPaid = (chain: Chain, ids: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    ids.map(async (id) => {
      const amounts = (await chain.transactions(payeeOf(id), { limit: 99 })).map(({ inMessage }) =>
        inMessage?.info.type === 'internal' ? inMessage.info.value.coins : 0n,
      );
      const isExact = amounts.every((paid) => paid === amountOf(id));
      return isExact ? `${amounts.length}` : `${amounts} instead of ${amountOf(id)}`;
    }),
  );
