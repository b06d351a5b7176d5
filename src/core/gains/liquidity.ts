// Liquidity: lots move into a position and out of it. Only what comes back in other amounts than it went in is a gain or a loss.
import type { TokenAddress } from '../amount.ts';
import { swapInside } from '../commands/inner-swap.ts';
import type { ProvideReceipt } from '../commands/provide.ts';
import type { RefundReceipt } from '../commands/refund.ts';
import { mulDivDown } from '../maths/rounding.ts';
import type { Books, Dated } from './books.ts';
import { Disposed } from './disposed.ts';
import { exchange, settleExchange } from './exchange.ts';
import { Mark, type TokenLots } from './lots.ts';
import { PackedLots } from './packed-lots.ts';

type Side = { readonly token: TokenAddress; readonly amount: bigint };

/** The sides of a receipt in the order of the pool's tokens. */
const sidesOf = ({ tokenA, tokenB, amountA, amountB }: ProvideReceipt | RefundReceipt): readonly [Side, Side] => {
  const [a, b] = [
    { token: tokenA, amount: amountA },
    { token: tokenB, amount: amountB },
  ];
  return tokenA < tokenB ? [a, b] : [b, a];
};

export function provided(books: Books, dated: Dated, receipt: ProvideReceipt): void {
  const swap = swapInside(receipt);
  if (swap) exchange(books, dated, swap);
  const position = books.position(receipt.pool);
  for (const [at, { token, amount }] of sidesOf(receipt).entries()) {
    const moved = new PackedLots();
    books.lots(token).move(amount, moved);
    books.work += moved.moves;
    books.work += position.baskets[at as 0 | 1].putBack(moved);
  }
  position.add(receipt.lpTokens);
}

/** What came back of a token, compared with the lots that were put in. */
type Returned = {
  readonly token: TokenAddress;
  readonly extra: bigint;
  readonly short: Disposed;
  readonly missing: bigint;
};

export function refunded(books: Books, dated: Dated, receipt: RefundReceipt): void {
  const { pool, lpTokens } = receipt;
  const position = books.position(pool);
  const left = position.take(lpTokens);
  const [one, other] = sidesOf(receipt).map(({ token, amount }, at) => {
    const ofUnknown = mulDivDown(amount, left.unknownLp, lpTokens);
    if (ofUnknown > 0n) books.acquire(dated, token, ofUnknown, unknownCost(books, token, ofUnknown), Mark.unfollowed);
    const own = amount - ofUnknown;
    const units = left.units[at as 0 | 1];
    return takeOut(books, position.baskets[at as 0 | 1], { token, units, returned: own });
  }) as [Returned, Returned];
  if (position.lp === 0n) books.positions.delete(pool);
  if (one.missing > 0n && other.extra > 0n) exchanged(books, dated, one, other);
  else if (other.missing > 0n && one.extra > 0n) exchanged(books, dated, other, one);
  else for (const side of [one, other]) differs(books, dated, side);
  const swap = swapInside(receipt);
  if (swap) exchange(books, dated, swap);
}

/** The quote token always costs itself. */
const unknownCost = ({ valuing }: Books, token: TokenAddress, units: bigint) =>
  token === valuing.unit ? { amount: units, isAverage: false, isThin: false } : null;

/** The oldest lots are those that are missing; the others return to the account. */
function takeOut(
  books: Books,
  basket: TokenLots,
  { token, units, returned }: { readonly token: TokenAddress; readonly units: bigint; readonly returned: bigint },
): Returned {
  const missing = units > returned ? units - returned : 0n;
  const short = new Disposed();
  basket.take(missing, short);
  const back = new PackedLots();
  basket.move(units - missing, back);
  books.work += short.lots + back.moves;
  books.work += books.lots(token).putBack(back);
  return { token, extra: returned > units ? returned - units : 0n, short, missing };
}

/** Less of one token for more of the other: the position has exchanged one for the other. */
const exchanged = (books: Books, dated: Dated, given: Returned, got: Returned): void =>
  settleExchange(books, dated, {
    given: { token: given.token, amount: given.missing },
    got: { token: got.token, amount: got.extra },
    disposed: given.short,
  });

function differs(books: Books, dated: Dated, { token, extra, short, missing }: Returned): void {
  if (extra > 0n) books.receive(dated, 'surplus', token, extra);
  if (missing > 0n) books.report(dated, 'loss', token, short, { amount: 0n, isAverage: false, isThin: false });
}
