// The audit of wallets and sends (signed messages to a wallet): each message is parsed again and compared with its record.
import { Cell, loadMessage, type Message } from '@ton/core';
import { readRequest } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../core/amount.ts';
import type { ChainSend } from '../../ports/chain-requests.ts';

type WalletKnown = {
  /** Destination of the wallet's sends; undefined before the first send. */
  address?: string;
  /** Executed sends by seqno; found ones may be stored after later ones. */
  readonly done: Map<number, Pick<ChainSend, 'id' | 'afterLt'> & { readonly lt: bigint }>;
  live?: number;
};

export type SendKnown = Pick<ChainSend, 'account' | 'state' | 'lt' | 'hash'> & { requests: number };

export class SendsCheck {
  readonly #wallets = new Map<Account, WalletKnown>();
  readonly #sends = new Map<number, SendKnown>();
  /** The send that carries a message, by the message's hash; only sends that were or may be executed. */
  readonly #carriedBy = new Map<string, number>();
  /** The owner of each address: no two accounts may share a wallet. */
  readonly #ownerOf = new Map<string, Account>();
  /** The id of the first send's wallet, which contains the network: all others must have the same. */
  #walletId: number | undefined;

  addWallet(account: Account): void {
    this.#wallets.set(account, { done: new Map() });
  }

  addSend(send: ChainSend): string | undefined {
    const { id, account, state, lt, hash } = send;
    const at = `send ${id} of ${account}`;
    if (id !== this.#sends.size + 1) return `send ${id} follows ${this.#sends.size}: one is missing`;
    this.#sends.set(id, { account, state, lt, hash, requests: 0 });
    const wallet = this.#wallets.get(account);
    if (!wallet) return `${at} is of an account that has no wallet`;
    const fault = this.#faultInBoc(send, wallet) ?? faultInTurn(send, wallet);
    if (fault !== undefined) return `${at} ${fault}`;
    if (state === 'done' && lt !== null) wallet.done.set(send.seqno, { id, afterLt: send.afterLt, lt });
    if (state === 'live') wallet.live = id;
    return undefined;
  }

  /** Checks that the fields stored with a signed message match its contents. */
  #faultInBoc(send: ChainSend, wallet: WalletKnown): string | undefined {
    const { info, body } = messageIn(send.boc) ?? {};
    const request = body && readRequest(body);
    if (!request || info?.type !== 'external-in') return 'is no message to a wallet';
    if (body.hash().toString('hex') !== send.bodyHash) return 'has another hash than is stored';
    if (request.seqno !== send.seqno) return `is signed for seqno ${request.seqno}, but ${send.seqno} is stored`;
    if (request.validUntilS !== send.validUntilS) return 'is signed for another time than is stored';
    const address = info.dest.toRawString();
    wallet.address ??= address;
    this.#walletId ??= request.walletId;
    const owner = this.#ownerOf.get(address) ?? send.account;
    this.#ownerOf.set(address, owner);
    if (owner !== send.account || wallet.address !== address || this.#walletId !== request.walletId)
      return 'is for another wallet';
    if (send.state === 'dead') return undefined;
    for (const message of request.messages) {
      const other = this.#carriedBy.get(nameOf(message));
      if (other !== undefined && other !== send.id) return `carries a message that send ${other} carries as well`;
      this.#carriedBy.set(nameOf(message), send.id);
    }
    return undefined;
  }

  wallet(account: Account): WalletKnown | undefined {
    return this.#wallets.get(account);
  }

  send(id: number): SendKnown | undefined {
    return this.#sends.get(id);
  }

  /** The send that carries a message of a request, if it was or may be executed. */
  carrierOf(message: Cell): number | undefined {
    return this.#carriedBy.get(nameOf(message));
  }

  finish(): string | undefined {
    for (const [id, { account, state, requests }] of this.#sends)
      if (state !== 'dead' && requests === 0) return `send ${id} of ${account} belongs to no order`;
    for (const [account, { done }] of this.#wallets) {
      let beforeLt = 0n;
      for (const [, { id, afterLt, lt }] of [...done].sort(([one], [other]) => one - other)) {
        if (afterLt < beforeLt) return `send ${id} of ${account} was signed before what its wallet executed earlier`;
        beforeLt = lt;
      }
    }
    return undefined;
  }
}

/** Checks that a wallet executes its sends one after the other, and that at most one is live. */
function faultInTurn({ state, seqno, afterLt, lt }: ChainSend, { done, live }: WalletKnown): string | undefined {
  if ((state === 'done') !== (lt !== null)) return `is ${state}, but its transaction says otherwise`;
  if (state === 'dead') return undefined;
  if (live !== undefined) return `comes after send ${live}, which may yet be executed`;
  if (done.has(seqno)) return `has seqno ${seqno}, which was executed before`;
  if (lt !== null && lt <= afterLt) return 'was executed before it was signed';
  return undefined;
}

function messageIn(boc: string): Message | undefined {
  try {
    return loadMessage(Cell.fromBase64(boc).beginParse());
  } catch {
    return undefined;
  }
}

/** The first 16 bytes of the message's hash: enough to be unique, in half the memory. */
const nameOf = (message: Cell): string => message.hash().toString('base64', 0, 16);
