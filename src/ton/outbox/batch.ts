// Chooses the requests that are signed next, together in one message to their wallet.
import { Cell, loadMessageRelaxed } from '@ton/core';
import { MOST_MESSAGES as MOST_OF_WALLET } from '#devnet/contracts/wallet-v5';
import type { ChainRequest } from '../../ports/chain-requests.ts';

/** Far below the limits of wallets and the network, so that a batch is never refused for its size. */
const [MOST_MESSAGES, MOST_BYTES] = [100, 48 * 1024];
/** Upper bounds of the fee of the wallet's own transaction, and of sending one message. */
export const WALLET_FEE = 10_000_000n;
export const MESSAGE_FEE = 2_000_000n;

/** The most messages and bytes of one request: this much has been seen to work in one transaction. */
const [MOST_OF_REQUEST, MOST_BYTES_OF_REQUEST] = [MOST_OF_WALLET, 59_000];

export type Batch = {
  readonly requests: readonly ChainRequest[];
  readonly messages: readonly Cell[];
  readonly validUntilS: number;
};

export type BatchChoice = {
  readonly batch: Batch | undefined;
  /** Requests whose deadline has passed. */
  readonly expired: readonly ChainRequest[];
  /** Requests that the wallet has too little TON for. */
  readonly unaffordable: readonly ChainRequest[];
};

/** Takes requests in the given order; those that do not fit into this batch wait for the next. */
export function chooseBatch(
  requests: readonly ChainRequest[],
  { balance, chainTimeS, validUntilS }: { balance: bigint; chainTimeS: number; validUntilS: number },
): BatchChoice {
  const expired = requests.filter(({ deadlineS }) => deadlineS !== null && deadlineS <= chainTimeS);
  const unaffordable: ChainRequest[] = [];
  const taken: ChainRequest[] = [];
  const messages: Cell[] = [];
  const names = new Set<string>();
  let [left, bytes, untilS] = [balance - WALLET_FEE, 0, validUntilS];
  for (const request of requests) {
    if (expired.includes(request)) continue;
    const parts = request.messages.map(partOf);
    const cost = parts.reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);
    const size = parts.reduce((sum, part) => sum + part.bytes, 0);
    if (cost > left) {
      unaffordable.push(request);
      continue;
    }
    const isFirst = taken.length === 0;
    const fits = messages.length + parts.length <= MOST_MESSAGES && bytes + size <= MOST_BYTES;
    // The wallet's messages are told apart by destination and body, so these must be unique in a batch.
    const isDistinct = parts.every(({ name }) => !names.has(name));
    // An earlier deadline would shorten the validity of the whole batch.
    const isInTime = request.deadlineS === null || request.deadlineS >= untilS;
    if (!isFirst && !(fits && isDistinct && isInTime)) continue;
    if (request.deadlineS !== null) untilS = Math.min(untilS, request.deadlineS);
    taken.push(request);
    for (const { cell, name } of parts) {
      messages.push(cell);
      names.add(name);
    }
    left -= cost;
    bytes += size;
  }
  const batch = taken.length > 0 ? { requests: taken, messages, validUntilS: untilS } : undefined;
  return { batch, expired, unaffordable };
}

/** TON that messages take from their wallet, without the fee of its own transaction. */
export const costOf = (messages: readonly string[]): bigint =>
  messages.map(partOf).reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);

/** Throws if the messages of a request could never be sent, since the request would block all others of its account. */
export function refuseUnsendable({ messages }: Pick<ChainRequest, 'messages'>): void {
  const bytes = messages.map(partOf).reduce((sum, part) => sum + part.bytes, 0);
  if (messages.length === 0 || messages.length > MOST_OF_REQUEST || bytes > MOST_BYTES_OF_REQUEST)
    throw new RangeError(
      `an order sends 1 to ${MOST_OF_REQUEST} messages of at most ${MOST_BYTES_OF_REQUEST} bytes together`,
    );
}

function partOf(base64: string) {
  const cell = Cell.fromBase64(base64);
  const { info, body } = loadMessageRelaxed(cell.beginParse());
  if (info.type !== 'internal') throw new Error('an order sends internal messages alone');
  return { cell, value: info.value.coins, bytes: base64.length * 0.75, name: nameOf(info.dest, body) };
}

/** Identifies a message of a request among those that the wallet has sent. */
export const nameOf = (destination: { toRawString(): string }, body: Cell): string =>
  `${destination.toRawString()} ${body.hash().toString('hex')}`;
