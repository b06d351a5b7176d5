// Wallets whose owners sign themselves: messages for TON Connect, and what became of them.
import { Address, type Transaction } from '@ton/core';
import { tonAddress } from '../../address.ts';
import { type Account, amount } from '../../core/amount.ts';
import {
  type Followed,
  NotOnThisVenue,
  type Unsigned,
  type VenueWallets,
  type WalletSignIns,
  type WalletView,
} from '../../ports/venue.ts';
import { Tracker } from '../trace/tracker.ts';
import type { Sent } from '../trace/watch.ts';
import { faultOf } from '../trace/words.ts';
import type { Dex } from './dex.ts';
import type { Execution } from './execution.ts';
import { watchOf } from './messages.ts';

/** Of a wallet's transactions, how many are looked through for a message. */
const [PAGE, MOST_PAGES] = [50, 4];

export class OwnWallets implements VenueWallets {
  readonly signIns: WalletSignIns;
  readonly #dex: Dex;
  readonly #execution: Pick<Execution, 'addressOf' | 'plan'>;
  readonly #tracker: Tracker;

  constructor(dex: Dex, execution: Pick<Execution, 'addressOf' | 'plan'>, signIns: WalletSignIns) {
    this.signIns = signIns;
    this.#dex = dex;
    this.#execution = execution;
    this.#tracker = new Tracker(dex.chain);
  }

  async addressOf(account: Account): Promise<string> {
    // Whoever sends TON to a wallet that is not there yet must not get it back.
    return (await this.#execution.addressOf(account)).toString({ bounceable: false });
  }

  async wallet(account: Account): Promise<WalletView> {
    const address = await this.addressOf(account);
    const { balance } = await this.#dex.chain.account(Address.parse(address));
    return { address, signer: tonAddress(account) === null ? 'exchange' : 'owner', balanceNano: balance };
  }

  async build(command: Parameters<VenueWallets['build']>[0]): Promise<Unsigned> {
    // A name would be given a wallet here, by whoever asks.
    if (command.kind === 'swap' && command.referrer !== undefined && tonAddress(command.referrer) === null)
      throw new NotOnThisVenue('The referrer of a swap that you sign yourself must be a TON address.');
    const { receipt, planned, deadlineS } = await this.#execution.plan(command);
    const messages = planned.messages.map(({ to, value, body }) => ({
      address: to.toString(),
      amount: String(value),
      payload: body.toBoc().toString('base64'),
      bodyHash: body.hash().toString('hex'),
    }));
    return { validUntilS: deadlineS, messages, receipt };
  }

  async follow({ account, bodyHash, ...pair }: Parameters<VenueWallets['follow']>[0]): Promise<Followed> {
    const user = await this.#execution.addressOf(account);
    const found = await this.#find(user, bodyHash);
    if (!found) return { status: 'pending' };
    const transactionHash = found.transaction.hash().toString('hex');
    const at = await this.#dex.poolAddress(pair.tokenA, pair.tokenB);
    const verdict = await this.#tracker.track([found.sent], await watchOf(this.#dex, 'swap', pair, { user, at }));
    if (verdict.status === 'pending') return { status: 'pending', transactionHash };
    const told = { status: verdict.status, transactionHash, networkFeeNano: verdict.cost.networkFee };
    return verdict.status === 'failed'
      ? { ...told, ...faultOf(verdict.reason, verdict.exitCode) }
      : { ...told, amountB: amount(verdict.received.sides[1]) };
  }

  async #find(user: Address, bodyHash: string): Promise<{ transaction: Transaction; sent: Sent } | undefined> {
    let from = (await this.#dex.chain.account(user)).last;
    for (let page = 0; from && page < MOST_PAGES; page++) {
      const transactions = await this.#dex.chain.transactions(user, { limit: PAGE, from });
      for (const transaction of transactions) {
        const sent = sentIn(transaction, bodyHash);
        if (sent) return { transaction, sent };
      }
      const last = transactions.at(-1);
      if (!last || last.prevTransactionLt === 0n) return undefined;
      from = { lt: last.prevTransactionLt, hash: bytesOf(last.prevTransactionHash) };
    }
    return undefined;
  }
}

function sentIn({ outMessages }: Transaction, bodyHash: string): Sent | undefined {
  for (const { info, body } of outMessages.values()) {
    if (info.type !== 'internal' || body.hash().toString('hex') !== bodyHash) continue;
    return { source: info.src.toRawString(), destination: info.dest.toRawString(), createdLt: info.createdLt };
  }
  return undefined;
}

const bytesOf = (hash: bigint): Buffer => Buffer.from(hash.toString(16).padStart(64, '0'), 'hex');
