// Cost and gain of an account, first in first out: applies its transactions in their order.
import type { PoolAddress, TokenAddress } from '../amount.ts';
import type { Receipt } from '../commands/command.ts';
import { takenBy } from '../commands/match-orders.ts';
import { hopsOf, type SwapReceipt } from '../commands/swap-receipt.ts';
import type { TransferCommand } from '../commands/transfer.ts';
import type { Posted } from '../settle/instruction.ts';
import type { Books, Dated } from './books.ts';
import { Disposed } from './disposed.ts';
import { exchange } from './exchange.ts';
import { provided, refunded } from './liquidity.ts';
import type { Lot } from './lot.ts';
import { Mark } from './lots.ts';
import { PackedLots } from './packed-lots.ts';

/** What a transfer brought, as the sender's books have it: lots with a `Parcel` part as their mark. */
export type Parcel = readonly Lot[];

/** The part of a parcel that a lot is: of the token sent or, with LP tokens, of the first or second basket, or LP tokens without lots. */
const Part = { token: 0, basket0: 1, basket1: 2, unknownLp: 3 } as const;

export type Arrival = {
  /** The tokens of the pool whose LP tokens are sent, in its order. */
  readonly pair?: readonly [TokenAddress, TokenAddress];
  /** Absent if the sender's history is not followed. */
  readonly parcel?: Parcel;
};

/** Applies a transaction that concerns the account. */
export function apply(books: Books, dated: Dated, arrival: Arrival = {}): void {
  const { account: own } = books;
  const { receipt } = dated.posted;
  switch (receipt.kind) {
    case 'swap':
      if (receipt.account === own) exchange(books, dated, receipt);
      if (receipt.referrer === own) referred(books, dated, receipt);
      return;
    case 'matchOrders': {
      const { maker, taker, tokenA, tokenB, amountA, amountB } = receipt;
      if (maker.account === own) exchange(books, dated, receipt);
      const back = { tokenA: tokenB, tokenB: tokenA, amountA: amountB, amountB: takenBy({ ...receipt, amountA }) };
      if (taker.account === own) exchange(books, dated, back);
      return;
    }
    case 'provide':
      if (receipt.account === own) provided(books, dated, receipt);
      return;
    case 'refund':
      if (receipt.account === own) refunded(books, dated, receipt);
      return;
    case 'deposit':
      if (receipt.account === own) {
        const { token, amount } = receipt;
        books.acquire(dated, token, amount, books.worth(amount, token, dated), Mark.deposit);
      }
      return;
    case 'withdraw':
      if (receipt.account === own) {
        books.report(dated, 'out', receipt.token, books.dispose(receipt.token, receipt.amount), null);
      }
      return;
    case 'collectFees':
      if (receipt.to !== own) return;
      books.receive(dated, 'income', receipt.tokenA, receipt.amountA);
      books.receive(dated, 'income', receipt.tokenB, receipt.amountB);
      return;
    case 'transfer':
      if (receipt.account === own) sent(books, dated, receipt, arrival);
      if (receipt.to === own) received(books, dated, receipt, arrival);
      return;
  }
}

/** The tokens whose averages of the day `apply` may need; none for most transactions against the quote token. */
export function tokensValued(
  { account: own, valuing }: Books,
  { receipt }: Pick<Posted, 'receipt'>,
): readonly TokenAddress[] {
  const named = tokensIn(own, receipt, valuing.unit).filter((token) => token !== valuing.unit);
  return named.length > 0 && valuing.own !== valuing.unit ? [...named, valuing.own] : named;
}

function tokensIn(own: Books['account'], receipt: Receipt, unit: TokenAddress): readonly TokenAddress[] {
  switch (receipt.kind) {
    case 'swap':
    case 'matchOrders': {
      const { tokenA, tokenB } = receipt;
      const isExact = tokenA === unit || tokenB === unit;
      return isExact && !(receipt.kind === 'swap' && receipt.referrer === own) ? [] : [tokenA, tokenB];
    }
    case 'provide':
      return receipt.swapped ? [receipt.tokenA, receipt.tokenB] : [];
    case 'refund':
    case 'collectFees':
      return [receipt.tokenA, receipt.tokenB];
    case 'deposit':
      return [receipt.token];
    case 'transfer':
      return receipt.to === own && 'token' in receipt ? [receipt.token] : [];
    default:
      return [];
  }
}

function referred(books: Books, dated: Dated, receipt: SwapReceipt): void {
  for (const { tokenOut, fees } of hopsOf(receipt)) books.receive(dated, 'income', tokenOut, fees.ref);
}

function sent(books: Books, dated: Dated, receipt: TransferCommand, { pair }: Arrival): void {
  if ('token' in receipt) {
    const disposed = books.dispose(receipt.token, receipt.amount);
    books.report(dated, 'out', receipt.token, disposed, null);
    note(books, dated, disposed, Part.token);
    return;
  }
  const position = books.position(receipt.pool);
  const left = position.take(receipt.amount);
  for (const at of [0, 1] as const) {
    const disposed = new Disposed();
    position.baskets[at].take(left.units[at], disposed);
    books.work += disposed.lots;
    if (pair) books.report(dated, 'out', pair[at], disposed, null);
    note(books, dated, disposed, at === 0 ? Part.basket0 : Part.basket1);
  }
  const { sequence, createdAtMs: atMs } = dated.posted;
  if (left.unknownLp > 0n)
    books.sent.push({ units: left.unknownLp, cost: null, sequence, atMs, marks: Part.unknownLp });
  forgetIfEmpty(books, receipt.pool);
}

/** Remembers what the lots of a transfer cost, added up: the recipient learns no more. */
function note({ sent }: Books, { posted }: Dated, { known, unknown }: Disposed, marks: number): void {
  const { sequence, createdAtMs: atMs } = posted;
  if (known.units > 0n) sent.push({ units: known.units, cost: known.cost, sequence, atMs, marks });
  if (unknown.units > 0n) sent.push({ units: unknown.units, cost: null, sequence, atMs, marks });
}

function received(books: Books, dated: Dated, receipt: TransferCommand, { parcel }: Arrival): void {
  const { sequence, createdAtMs: atMs } = dated.posted;
  if ('token' in receipt) {
    const { token, amount } = receipt;
    if (parcel) for (const lot of parcel) books.lots(token).add({ ...lot, sequence, atMs, marks: Mark.received });
    else books.acquire(dated, token, amount, books.worth(amount, token, dated), Mark.unfollowed);
    return;
  }
  const position = books.position(receipt.pool);
  if (!parcel) {
    position.add(0n, receipt.amount);
    return;
  }
  let unknownLp = 0n;
  const lots = [new PackedLots(), new PackedLots()] as const;
  for (const lot of parcel) {
    if (lot.marks === Part.unknownLp) unknownLp += lot.units;
    else lots[lot.marks === Part.basket0 ? 0 : 1].push({ ...lot, sequence, atMs, marks: Mark.received });
  }
  for (const at of [0, 1] as const) position.baskets[at].putBack(lots[at]);
  position.add(receipt.amount - unknownLp, unknownLp);
}

function forgetIfEmpty({ positions }: Books, pool: PoolAddress): void {
  if (positions.get(pool)?.lp === 0n) positions.delete(pool);
}
