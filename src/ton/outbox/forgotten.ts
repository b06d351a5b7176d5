// Finds messages that a wallet executed but the store does not know, as after a restored backup: their requests must not be signed again.
import { beginCell, Cell, loadMessageRelaxed, storeMessage, type Transaction } from '@ton/core';
import { readRequest, type WalletV5 } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../core/amount.ts';
import type { ChainRequest, ChainRequests, NewChainSend } from '../../ports/chain-requests.ts';
import type { AccountState, Chain } from '../chain.ts';
import { executionOf, historyOf, seqnoOf } from './execution.ts';

type Options = { readonly chain: Chain; readonly requests: Pick<ChainRequests, 'lastDone' | 'gaps'> };

/** A wallet's transaction that the store does not know, with the messages that it was told to send. */
type Unknown = Pick<Transaction, 'lt'> & { readonly hash: string; readonly sent: readonly MessageMark[] };

type MessageMark = {
  /** Equal for two messages that ask the same contract for the same, however the amounts and limits of their plans differ. */
  readonly name: string;
  readonly queryId: bigint | null;
};

export type FoundSend = {
  /** The fields that the store records at signing. */
  readonly send: Omit<NewChainSend, 'account'>;
  /** Requests that the message carried, with the messages of each as they were sent, in base64. */
  readonly requests: readonly { readonly request: ChainRequest; readonly messages: readonly string[] }[];
};

type Place = { readonly account: Account; readonly wallet: WalletV5; readonly state: AccountState };

/** How far back a wallet's history is searched: nodes of the network need not keep older transactions. */
const LOOK_BACK_S = 7 * 86_400;
/** Allowance for the difference of this machine's clock, by which requests are dated, and the chain's. */
const CLOCKS_DIFFER_S = 3600;
const MOST_GAPS = 1000;

export class Forgotten {
  readonly #options: Options;
  /** The unknown transactions of each gap, by the known transaction after it: the history between two transactions never changes. */
  readonly #gaps = new Map<string, { readonly sinceS: number; readonly unknown: readonly Unknown[] }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The oldest executed message that carried some of these requests. */
  async find(place: Place, candidates: readonly ChainRequest[]): Promise<FoundSend | undefined> {
    const oldestS = candidates.reduce((oldest, { createdAtMs }) => Math.min(oldest, createdAtMs / 1000), Infinity);
    const named = candidates.map((request) => ({ request, names: request.messages.map(nameOf) }));
    for (const one of await this.#unknown(place, oldestS - CLOCKS_DIFFER_S)) {
      const sent = new Set(one.sent.map(({ name }) => name));
      const carried = named.filter(({ names }) => names.every((name) => sent.has(name)));
      if (carried.length === 0) continue;
      const { send, messages } = await this.#read(place, one);
      const cellOf = (name: string) => messages.find((message) => markOf(message).name === name) as Cell;
      return {
        send,
        requests: carried.map(({ request, names }) => ({ request, messages: names.map(cellOf).map(base64Of) })),
      };
    }
    return undefined;
  }

  /** The messages with this query id that the wallet was told to send in a transaction which the store does not know; undefined for none. */
  async sentWith(place: Place, queryId: bigint): Promise<readonly string[] | undefined> {
    const isIt = (mark: MessageMark) => mark.queryId === queryId;
    const found = (await this.#unknown(place, Infinity)).find(({ sent }) => sent.some(isIt));
    if (!found) return undefined;
    const { messages } = await this.#read(place, found);
    return messages.filter((message) => isIt(markOf(message))).map(base64Of);
  }

  /** Oldest first; all that is newer than a week, and than `sinceS` if that is earlier. */
  async #unknown({ account, wallet, state }: Place, sinceS: number): Promise<readonly Unknown[]> {
    const { requests, chain } = this.#options;
    const fromS = Math.max(0, Math.floor(Math.min(sinceS, state.head.timeS - LOOK_BACK_S)));
    const known = await requests.lastDone(account);
    const all: Unknown[] = [];
    for (const { afterLt, next } of await requests.gaps(account, fromS)) {
      const last = { lt: next.lt, hash: Buffer.from(next.hash, 'hex') };
      const key = `${wallet.address} ${next.lt}`;
      const cached = this.#gaps.get(key);
      const gap =
        cached && cached.sinceS <= fromS
          ? cached.unknown
          : // The first transaction is the known one.
            (await unknownIn(historyOf(chain, wallet.address, { last, afterLt }), fromS)).filter(
              ({ lt }) => lt !== next.lt,
            );
      if (this.#gaps.size >= MOST_GAPS) this.#gaps.clear();
      this.#gaps.set(key, { sinceS: Math.min(fromS, cached?.sinceS ?? fromS), unknown: gap });
      all.push(...gap);
    }
    if (seqnoOf(state) === (known ? known.seqno + 1 : 0)) return all;
    const afterLt = known?.lt ?? 0n;
    return [...all, ...(await unknownIn(historyOf(chain, wallet.address, { last: state.last, afterLt }), fromS))];
  }

  async #read({ wallet }: Place, { lt, hash }: Unknown) {
    const { inMessage, prevTransactionLt } = await executionOf(this.#options.chain, wallet.address, { lt, hash });
    const request = inMessage && readRequest(inMessage.body);
    if (!inMessage || !request) throw new Error(`transaction ${lt} of the wallet has changed`);
    const boc = beginCell().store(storeMessage(inMessage)).endCell().toBoc().toString('base64');
    const bodyHash = inMessage.body.hash().toString('hex');
    const { seqno, validUntilS, messages } = request;
    return { messages, send: { seqno, validUntilS, afterLt: prevTransactionLt, boc, bodyHash } };
  }
}

/** The transactions that executed a signed message, oldest first. */
async function unknownIn(history: AsyncIterable<Transaction>, sinceS: number): Promise<readonly Unknown[]> {
  const found: Unknown[] = [];
  for await (const transaction of history) {
    if (transaction.now < sinceS) break;
    const { inMessage, lt } = transaction;
    const request = inMessage?.info.type === 'external-in' ? readRequest(inMessage.body) : undefined;
    if (request) found.push({ lt, hash: transaction.hash().toString('hex'), sent: request.messages.map(markOf) });
  }
  return found.reverse();
}

const nameOf = (base64: string): string => markOf(Cell.fromBase64(base64)).name;
const base64Of = (message: Cell): string => message.toBoc().toString('base64');

/** A transfer of TON has its query id in place of a logical time, which the network sets anew; other messages have it in their body. */
function markOf(message: Cell): MessageMark {
  const { info, body } = loadMessageRelaxed(message.beginParse());
  const to = info.type === 'internal' ? info.dest.toRawString() : '';
  if (info.createdLt > 0n)
    return { name: `${to} ${info.createdLt} ${body.hash().toString('hex')}`, queryId: info.createdLt };
  const slice = body.beginParse();
  const op = slice.remainingBits >= 32 + 64 ? slice.loadUint(32) : 0;
  if (op === 0) return { name: `${to} ${body.hash().toString('hex')}`, queryId: null };
  const queryId = slice.loadUintBig(64);
  return { name: `${to} ${op} ${queryId}`, queryId };
}
