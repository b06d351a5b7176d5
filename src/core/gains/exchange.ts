// One token for another: what is given is disposed of, and what is received costs what the given was worth.
import type { TokenAddress } from '../amount.ts';
import type { Books, Dated } from './books.ts';
import type { Disposed } from './disposed.ts';
import { worthOfExchange } from './worth.ts';

type Side = { readonly token: TokenAddress; readonly amount: bigint };

type Exchanged = { readonly given: Side; readonly got: Side; readonly disposed: Disposed };

/** In the fields of a swap: pays `amountA` of tokenA for `amountB` of tokenB. */
export function exchange(
  books: Books,
  dated: Dated,
  swap: {
    readonly tokenA: TokenAddress;
    readonly tokenB: TokenAddress;
    readonly amountA: bigint;
    readonly amountB: bigint;
  },
): void {
  const given = { token: swap.tokenA, amount: swap.amountA };
  const got = { token: swap.tokenB, amount: swap.amountB };
  settleExchange(books, dated, { given, got, disposed: books.dispose(given.token, given.amount) });
}

export function settleExchange(books: Books, dated: Dated, { given, got, disposed }: Exchanged): void {
  const worth = worthOfExchange(given, got, books.valuing, dated.averages);
  // Paying with the quote token is neither a gain nor a loss.
  if (given.token !== books.valuing.unit) books.report(dated, 'disposal', given.token, disposed, worth);
  books.acquire(dated, got.token, got.amount, got.token === books.valuing.unit ? exact(got.amount) : worth);
}

const exact = (amount: bigint) => ({ amount, isAverage: false, isThin: false });
