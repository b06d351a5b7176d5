// The pools of a book with their present prices and reserves, to choose the reference of a pair.
import type { TokenAddress } from '../core/amount.ts';
import { type Fraction, PRICE_BITS } from '../core/curves/curve.ts';
import { curveOf } from '../core/curves/curves.ts';
import { type Link, type Links, linkOf, liquidityOf, type Rough, roughOf } from '../core/orders/link.ts';
import type { Book, BookPool } from '../journal/book.ts';

/** The links of a pool, and what they were computed from. */
type Known = Pick<BookPool, 'record' | 'reserve0' | 'reserve1'> & { of0?: Seen; of1?: Seen };
type Seen = { readonly link: Link; readonly rough: Rough };

/** Keeps the links of each pool until it changes. */
export class PresentLinks implements Links<BookPool> {
  readonly #book: Book;
  /** By the place of a pool. */
  readonly #known: Known[] = [];

  constructor(book: Book) {
    this.#book = book;
  }

  poolsOf(token: TokenAddress): ReadonlyMap<TokenAddress, BookPool> {
    return this.#book.poolsOf(token);
  }

  rough(pool: BookPool, sold: TokenAddress): Rough | undefined {
    return this.#seen(pool, sold)?.rough;
  }

  link(pool: BookPool, sold: TokenAddress): Link | undefined {
    return this.#seen(pool, sold)?.link;
  }

  #seen(pool: BookPool, sold: TokenAddress): Seen | undefined {
    if (!isOpen(pool)) return undefined;
    const { place, record, reserve0, reserve1 } = pool;
    let known = this.#known[place];
    if (known?.record !== record || known.reserve0 !== reserve0 || known.reserve1 !== reserve1) {
      known = { record, reserve0, reserve1 };
      this.#known[place] = known;
    }
    if (sold === record.token0) {
      known.of0 ??= seenIn(pool, true);
      return known.of0;
    }
    known.of1 ??= seenIn(pool, false);
    return known.of1;
  }
}

function seenIn({ record, token0, token1, reserve0, reserve1 }: BookPool, is0Sold: boolean): Seen {
  const [tokenIn, tokenOut] = is0Sold ? [token0, token1] : [token1, token0];
  const [reserveIn, reserveOut] = is0Sold ? [reserve0, reserve1] : [reserve1, reserve0];
  const spot = curveOf(record, tokenIn.record.decimals, tokenOut.record.decimals).spot({ reserveIn, reserveOut });
  const link = linkOf(scaled(spot), liquidityOf(reserve0, reserve1), record);
  return { link, rough: roughOf(link) };
}

export const isOpen = ({ record, token0, token1, reserve0 }: BookPool): boolean =>
  reserve0 > 0n && record.status !== 'paused' && token0.record.status !== 'paused' && token1.record.status !== 'paused';

/** ⌊price · 2^192⌋. */
const scaled = ({ numerator, denominator }: Fraction): bigint => (numerator << PRICE_BITS) / denominator;
