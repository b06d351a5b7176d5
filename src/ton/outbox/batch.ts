// Chooses the orders that are signed next, together in one message to their wallet.
import { Cell, loadMessageRelaxed } from '@ton/core';
import { MOST_MESSAGES as MOST_OF_WALLET } from '#devnet/contracts/wallet-v5';
import type { ChainOrder } from '../../ports/chain-orders.ts';

/** Far below the limits of wallets and the network, so that a batch is never refused for its size. */
const [MOST_MESSAGES, MOST_BYTES] = [100, 48 * 1024];
/** Upper bounds of the fee of the wallet's own transaction, and of sending one message. */
export const WALLET_FEE = 10_000_000n;
export const MESSAGE_FEE = 2_000_000n;

/** The most messages and bytes of one order: this much has been seen to work in one transaction. */
const [MOST_OF_ORDER, MOST_BYTES_OF_ORDER] = [MOST_OF_WALLET, 59_000];

export type Batch = {
  readonly orders: readonly ChainOrder[];
  readonly messages: readonly Cell[];
  readonly validUntilS: number;
};

export type Choice = {
  readonly batch: Batch | undefined;
  /** Orders whose deadline has passed. */
  readonly expired: readonly ChainOrder[];
  /** Orders that the wallet has too little TON for. */
  readonly unaffordable: readonly ChainOrder[];
};

/** By number; orders that do not fit into this batch wait for the next. */
export function chooseBatch(
  orders: readonly ChainOrder[],
  { balance, chainTimeS, validUntilS }: { balance: bigint; chainTimeS: number; validUntilS: number },
): Choice {
  const expired = orders.filter(({ deadlineS }) => deadlineS !== null && deadlineS <= chainTimeS);
  const unaffordable: ChainOrder[] = [];
  const taken: ChainOrder[] = [];
  const messages: Cell[] = [];
  const names = new Set<string>();
  let [left, bytes, untilS] = [balance - WALLET_FEE, 0, validUntilS];
  for (const order of orders) {
    if (expired.includes(order)) continue;
    const parts = order.messages.map(partOf);
    const cost = parts.reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);
    const size = parts.reduce((sum, part) => sum + part.bytes, 0);
    if (cost > left) {
      unaffordable.push(order);
      continue;
    }
    const isFirst = taken.length === 0;
    const fits = messages.length + parts.length <= MOST_MESSAGES && bytes + size <= MOST_BYTES;
    // The wallet's messages are told apart by destination and body, so these must be unique in a batch.
    const isDistinct = parts.every(({ name }) => !names.has(name));
    // An earlier deadline would shorten the validity of the whole batch.
    const isInTime = order.deadlineS === null || order.deadlineS >= untilS;
    if (!isFirst && !(fits && isDistinct && isInTime)) continue;
    if (order.deadlineS !== null) untilS = Math.min(untilS, order.deadlineS);
    taken.push(order);
    for (const { cell, name } of parts) {
      messages.push(cell);
      names.add(name);
    }
    left -= cost;
    bytes += size;
  }
  const batch = taken.length > 0 ? { orders: taken, messages, validUntilS: untilS } : undefined;
  return { batch, expired, unaffordable };
}

/** TON that messages take from their wallet, without the fee of its own transaction. */
export const costOf = (messages: readonly string[]): bigint =>
  messages.map(partOf).reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);

/** Throws if the messages of an order could never be sent, since the order would block all others of its account. */
export function refuseUnsendable({ messages }: Pick<ChainOrder, 'messages'>): void {
  const bytes = messages.map(partOf).reduce((sum, part) => sum + part.bytes, 0);
  if (messages.length === 0 || messages.length > MOST_OF_ORDER || bytes > MOST_BYTES_OF_ORDER)
    throw new RangeError(
      `an order sends 1 to ${MOST_OF_ORDER} messages of at most ${MOST_BYTES_OF_ORDER} bytes together`,
    );
}

function partOf(base64: string) {
  const cell = Cell.fromBase64(base64);
  const { info, body } = loadMessageRelaxed(cell.beginParse());
  if (info.type !== 'internal') throw new Error('an order sends internal messages alone');
  return { cell, value: info.value.coins, bytes: base64.length * 0.75, name: nameOf(info.dest, body) };
}

/** Identifies a message of an order among those that the wallet has sent. */
export const nameOf = (destination: { toRawString(): string }, body: Cell): string =>
  `${destination.toRawString()} ${body.hash().toString('hex')}`;
