// Which orders are signed next, together in one message to their wallet.
import { Cell, loadMessageRelaxed } from '@ton/core';
import type { ChainOrder } from '../../ports/chain-orders.ts';
import { MOST_MESSAGES as MOST_OF_WALLET } from '../wallets/wallet-v5.ts';

/** Far from what a wallet and the network take, so that a batch is never refused for its size. */
const [MOST_MESSAGES, MOST_BYTES] = [100, 48 * 1024];
/** What the wallet's own transaction may cost, and the sending of a message beside its value. */
export const WALLET_FEE = 10_000_000n;
export const MESSAGE_FEE = 2_000_000n;

/** What one order may ask of its wallet: so much was seen to be executed at once. */
const [MOST_OF_ORDER, MOST_BYTES_OF_ORDER] = [MOST_OF_WALLET, 59_000];

export type Batch = {
  readonly orders: readonly ChainOrder[];
  readonly messages: readonly Cell[];
  readonly validUntilS: number;
};

export type Choice = {
  readonly batch: Batch | undefined;
  /** Those whose deadline has passed. */
  readonly expired: readonly ChainOrder[];
  /** Those for which the wallet has not enough TON now. */
  readonly tooDear: readonly ChainOrder[];
};

/** By number; those that do not fit beside the ones before them wait for the next. */
export function chooseBatch(
  orders: readonly ChainOrder[],
  { balance, chainTimeS, validUntilS }: { balance: bigint; chainTimeS: number; validUntilS: number },
): Choice {
  const expired = orders.filter(({ deadlineS }) => deadlineS !== null && deadlineS <= chainTimeS);
  const tooDear: ChainOrder[] = [];
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
      tooDear.push(order);
      continue;
    }
    const isFirst = taken.length === 0;
    const fits = messages.length + parts.length <= MOST_MESSAGES && bytes + size <= MOST_BYTES;
    // What the wallet sends is told apart by where it goes and what it says.
    const isDistinct = parts.every(({ name }) => !names.has(name));
    // One that must be done soon would make all others expire with it.
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
  return { batch, expired, tooDear };
}

/** What messages take of their wallet's TON, beside the fee for its transaction. */
export const costOf = (messages: readonly string[]): bigint =>
  messages.map(partOf).reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);

/** Throws where the messages of an order could never be sent, and would keep all others of its account from it. */
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

/** By which a message of an order is found among those that the wallet has sent. */
export const nameOf = (destination: { toRawString(): string }, body: Cell): string =>
  `${destination.toRawString()} ${body.hash().toString('hex')}`;
