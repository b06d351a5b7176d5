// Audits the records of tokens and pools: each equals what its last receipts say.
import { PPM } from '../core/amount.ts';
import type { Receipt } from '../core/commands/command.ts';
import { swapInside } from '../core/commands/inner-swap.ts';
import { type HopReceipt, hopsOf, type SwapReceipt } from '../core/commands/swap-receipt.ts';
import { CONSTANT_PRODUCT, type Shape, shapeFrom } from '../core/curves/curves.ts';
import { type ListingStatus, type Pool, type PoolTerms, type TokenEntry, termsOf } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Journal } from '../ports/store.ts';
import type { Point } from './point.ts';

const TERMS = ['lpFeePpm', 'protocolFeePpm', 'refFeePpm', 'protocolFeeAddress'] as const;
const TOLD = ['name', 'logo', 'status', 'symbol', 'decimals'] as const;

type KnownPool = { readonly terms: PoolTerms; status: ListingStatus; readonly shape: Shape; at: string };
type KnownToken = Pick<TokenEntry, (typeof TOLD)[number]>;

type SavedRecords = {
  readonly pools: readonly (readonly [string, KnownPool])[];
  readonly tokens: readonly (readonly [string, KnownToken])[];
};

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class RecordHistory {
  readonly #journal: Pick<Journal, 'tokens' | 'pools' | 'listingSequence'>;
  readonly #pools = new Map<string, KnownPool>();
  readonly #tokens = new Map<string, KnownToken>();
  #listingSequence = 0;

  constructor(journal: Pick<Journal, 'tokens' | 'pools' | 'listingSequence'>, start?: Point) {
    this.#journal = journal;
    if (!start) return;
    const { pools, tokens }: SavedRecords = start.saved;
    for (const [address, known] of pools) this.#pools.set(address, known);
    for (const [address, known] of tokens) this.#tokens.set(address, known);
    this.#listingSequence = start.head.listingSequence;
  }

  get listingSequence(): number {
    return this.#listingSequence;
  }

  save(): SavedRecords {
    return { pools: [...this.#pools], tokens: [...this.#tokens] };
  }

  add({ sequence, receipt }: Pick<Posted, 'sequence' | 'receipt'>, at: string): string | undefined {
    switch (receipt.kind) {
      case 'createPool':
        this.#pools.set(receipt.pool, { terms: termsOf(receipt), status: 'listed', shape: shapeFrom(receipt), at });
        return undefined;
      case 'registerToken': {
        const { kind: _, token, ...told } = receipt;
        this.#tokens.set(token, { name: '', logo: '', status: 'listed', ...told });
        return undefined;
      }
      case 'updateToken':
        this.#listingSequence = sequence;
        return this.#updateToken(receipt, at);
      case 'setPoolFees':
      case 'setPoolStatus':
        this.#listingSequence = sequence;
        return this.#changePool(receipt, at);
      case 'provide':
        if (receipt.created)
          this.#pools.set(receipt.pool, { terms: receipt.created, status: 'listed', shape: CONSTANT_PRODUCT, at });
        return this.#pauseBrokenBy(receipt, at) ?? this.#feesInside(receipt, at);
      case 'refund':
        return receipt.swapped && (this.#pauseBrokenBy(receipt, at) ?? this.#feesInside(receipt, at));
      case 'swap':
        return this.#pauseBrokenBy(receipt, at) ?? this.#feesOf(receipt, at);
      case 'collectFees':
        return this.#collectorOf(receipt, at);
    }
    return undefined;
  }

  /** The current fees and pause of a pool; fees are undefined if it was not created. */
  poolNow({ address, token0, token1 }: Pool) {
    const known = this.#pools.get(address);
    const statuses = [known?.status, this.#tokens.get(token0)?.status, this.#tokens.get(token1)?.status];
    const { lpFeePpm, protocolFeePpm } = known?.terms ?? {};
    return { lpFeePpm, protocolFeePpm, isPaused: statuses.includes('paused') };
  }

  finish(): string | undefined {
    const { tokens, pools, listingSequence } = this.#journal;
    if (listingSequence !== this.#listingSequence)
      return `the head says that records changed at ${listingSequence}, the journal at ${this.#listingSequence}`;
    for (const pool of pools) {
      const known = this.#pools.get(pool.address);
      if (!known) return `the pool ${pool.address} was not created by any transaction`;
      const fault = faultOf(pool, known);
      if (fault) return fault;
    }
    for (const token of tokens) {
      const known = this.#tokens.get(token.address);
      if (!known) return `the token ${token.address} was not registered by any transaction`;
      const other = TOLD.find((field) => known[field] !== token[field]);
      if (other) return `the token ${token.address} differs from its transactions in its ${other}`;
    }
    const lost = this.#tokens.size - tokens.length;
    return lost === 0 ? undefined : `${lost} tokens of the journal are not stored`;
  }

  #updateToken({ kind: _, token, ...change }: Extract<Receipt, { kind: 'updateToken' }>, at: string) {
    const known = this.#tokens.get(token);
    if (!known) return `${at} changes the token ${token}, which was not registered`;
    this.#tokens.set(token, { ...known, ...change });
    return undefined;
  }

  #changePool(receipt: Extract<Receipt, { kind: 'setPoolFees' | 'setPoolStatus' }>, at: string): string | undefined {
    const known = this.#pools.get(receipt.pool);
    if (!known) return `${at} changes the pool ${receipt.pool} before it was created`;
    const isSo =
      receipt.kind === 'setPoolStatus' ? receipt.before === known.status : areTerms(known.terms, receipt.before);
    const after = receipt.kind === 'setPoolStatus' ? { status: receipt.after } : { terms: receipt.after };
    this.#pools.set(receipt.pool, { ...known, ...after, at });
    return isSo ? undefined : `${at} says that its pool was another before than it was`;
  }

  #pauseBrokenBy(receipt: Extract<Receipt, { kind: 'swap' | 'provide' | 'refund' }>, at: string) {
    const passed = 'hops' in receipt ? receipt.hops : [receipt];
    const named = passed.flatMap((hop) => ('tokenIn' in hop ? [hop.tokenIn, hop.tokenOut] : [hop.tokenA, hop.tokenB]));
    const records = [
      ...passed.map(({ pool }) => this.#pools.get(pool)),
      ...named.map((token) => this.#tokens.get(token)),
    ];
    return records.some((record) => record?.status === 'paused') ? `${at} was made while it was paused` : undefined;
  }

  #feesOf(receipt: SwapReceipt, at: string): string | undefined {
    const isSo = hopsOf(receipt).every((hop) => this.#isChargedRight(hop, receipt));
    return isSo ? undefined : `${at} took other fees than its pool charges`;
  }

  #feesInside(receipt: Extract<Receipt, { kind: 'provide' | 'refund' }>, at: string): string | undefined {
    const swap = swapInside(receipt);
    return swap && this.#feesOf(swap, at);
  }

  /** Only pools that pay out the final token pay the referrer. */
  #isChargedRight({ pool, tokenOut, amountIn, amountOut, fees }: HopReceipt, { referrer, tokenB }: SwapReceipt) {
    const terms = this.#pools.get(pool)?.terms;
    if (!terms) return false;
    const { lpFeePpm, protocolFeePpm, refFeePpm } = terms;
    const base = amountOut + fees.protocol + fees.ref;
    const isReferred = referrer !== undefined && tokenOut === tokenB;
    return (
      fees.lp === shareUp(amountIn, lpFeePpm) &&
      fees.protocol === shareUp(base, protocolFeePpm) &&
      fees.ref === (isReferred ? shareUp(base, refFeePpm) : 0n)
    );
  }

  #collectorOf({ pool, to }: Extract<Receipt, { kind: 'collectFees' }>, at: string): string | undefined {
    if (this.#pools.get(pool)?.terms.protocolFeeAddress === to) return undefined;
    return `${at} paid collected fees to ${to}, which the pool does not name`;
  }
}

/** Rounded up, like every fee. */
const shareUp = (amount: bigint, ppm: bigint): bigint => (amount * ppm + PPM - 1n) / PPM;

const areTerms = (known: PoolTerms, terms: PoolTerms): boolean => TERMS.every((term) => known[term] === terms[term]);

function faultOf(pool: Pool, { terms, status, shape, at }: KnownPool): string | undefined {
  if (shape.curve !== pool.curve || shape.amplification !== pool.amplification)
    return `the pool ${pool.address} does not have the curve it was created with`;
  if (!areTerms(terms, pool)) return `the pool ${pool.address} has other fees than after ${at}`;
  return status === pool.status
    ? undefined
    : `the pool ${pool.address} is ${pool.status}, but was ${status} after ${at}`;
}
