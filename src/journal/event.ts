// A transaction as the API reports it: amounts as text, in tokens instead of base units; accounts only to its parties and to operators.
import type { Account, PoolAddress, Ppm, TokenAddress } from '../core/amount.ts';
import { partiesOf, type Receipt } from '../core/commands/command.ts';
import { swapInside } from '../core/commands/inner-swap.ts';
import { type MatchOrdersReceipt, matchSeenBy } from '../core/commands/match-orders.ts';
import { hopsOf, type SwapReceipt } from '../core/commands/swap-receipt.ts';
import type { Fraction } from '../core/curves/curve.ts';
import { shapeFrom } from '../core/curves/curves.ts';
import { priceOf, printPrice } from '../core/market/price.ts';
import { printDecimal } from '../core/maths/decimal.ts';
import { LP_DECIMALS } from '../core/maths/liquidity.ts';
import type { Pair, PoolTerms } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { kindFor } from '../ports/activity.ts';
import type { EventFilter } from '../ports/market.ts';

/** Looks up tokens and pools: a `Book`, or a list of the few that an event needs. */
export type Listings = {
  readonly tokens: {
    get(address: TokenAddress): { readonly record: { readonly symbol: string; readonly decimals: number } } | undefined;
  };
  poolAt(
    address: PoolAddress,
  ): { readonly record: { readonly token0: TokenAddress; readonly token1: TokenAddress } } | undefined;
};

/** Kinds that only the parties and operators see: movements into or out of an account, and orders. */
const PRIVATE: ReadonlySet<string> = new Set([
  'deposit',
  'withdraw',
  'transfer',
  'placeOrder',
  'triggerOrder',
  'closeOrder',
]);

/** Prints a transaction as JSON: one text for the public, and one with accounts for its parties and operators, cached. */
export class Event {
  readonly #posted: Posted;
  readonly #book: Listings;
  readonly #more: object | undefined;
  #public: string | undefined;
  #full: string | undefined;
  #referral: string | undefined;

  /** `more` are additional fields of the venue, shown only to the parties and to operators. */
  constructor(posted: Posted, book: Listings, more?: object) {
    this.#posted = posted;
    this.#book = book;
    this.#more = more;
  }

  get sequence(): number {
    return this.#posted.sequence;
  }

  get id(): string {
    return this.#posted.id;
  }

  get kind(): Receipt['kind'] {
    return this.#posted.receipt.kind;
  }

  /** The event as JSON; undefined if the filter excludes it. */
  textFor({ kinds, pools, own }: EventFilter): string | undefined {
    const { receipt } = this.#posted;
    if (kinds && !kinds.includes(receipt.kind)) return undefined;
    if (pools && !poolsOf(receipt).some((pool) => pools.includes(pool))) return undefined;
    if (own && receipt.kind === 'matchOrders' && !own.isOperator && this.#concerns(own.account)) {
      return this.#matchText(receipt, own.account);
    }
    if (own && !own.isOperator && this.#concerns(own.account) && kindFor(this.#posted, own.account) === 'referral') {
      return this.#referralText();
    }
    if (own && (own.isOperator || this.#concerns(own.account))) return this.#fullText();
    return own?.alone || PRIVATE.has(receipt.kind) ? undefined : this.#publicText();
  }

  #concerns(account: Account): boolean {
    const { actor, receipt } = this.#posted;
    return actor === account || partiesOf({ actor, receipt }).includes(account);
  }

  #publicText(): string {
    this.#public ??= JSON.stringify(this.#shown());
    return this.#public;
  }

  /** Two orders that were matched, as the owner of one sees them: the owner of the other order stays private. */
  #matchText(receipt: MatchOrdersReceipt, account: Account): string {
    const { id, actor } = this.#posted;
    const seen = matchSeenBy(receipt, account);
    const { maker, taker, tokenA } = seen;
    return JSON.stringify({
      ...{ ...this.#shown(seen), transactionId: id, actor, account },
      ...{ order: maker.order, left: this.#whole(maker.left, tokenA) },
      ...(taker.account === account && { taker: taker.order }),
    });
  }

  /** A swap as its referrer sees it: like everybody, and which of the own referrals it is. Who swapped stays private. */
  #referralText(): string {
    const { id, receipt } = this.#posted;
    const { referrer } = receipt as SwapReceipt;
    this.#referral ??= JSON.stringify({ ...this.#shown(), transactionId: id, referrer });
    return this.#referral;
  }

  #fullText(): string {
    const { id, actor, receipt } = this.#posted;
    const { protocolFeeAddress } = termsIn(receipt) ?? {};
    this.#full ??= JSON.stringify({
      ...this.#shown(),
      ...(protocolFeeAddress && { protocolFeeAddress }),
      transactionId: id,
      actor,
      ...('account' in receipt && { account: receipt.account }),
      ...('referrer' in receipt && { referrer: receipt.referrer }),
      ...('reference' in receipt && { reference: receipt.reference }),
      ...(receipt.kind === 'collectFees' && { account: receipt.to }),
      ...(receipt.kind === 'transfer' && { to: receipt.to }),
      ...('clientId' in receipt && { clientId: receipt.clientId }),
      ...('memo' in receipt && { memo: receipt.memo }),
      ...('taker' in receipt && { order: receipt.maker.order, taker: receipt.taker.order }),
      ...('fill' in receipt && this.#fill(receipt.fill, receipt.tokenA)),
      ...this.#more,
    });
    return this.#full;
  }

  #fill({ order, left, returned }: NonNullable<SwapReceipt['fill']>, tokenA: TokenAddress): object {
    return {
      order,
      left: this.#whole(left, tokenA),
      ...(returned !== undefined && { returned: this.#whole(returned, tokenA) }),
    };
  }

  #shown(receipt = this.#posted.receipt): object {
    const { sequence, createdAtMs } = this.#posted;
    const createdAt = new Date(createdAtMs).toISOString();
    return { sequence, kind: receipt.kind, createdAt, ...this.#details(receipt) };
  }

  #details(receipt: Receipt): object {
    switch (receipt.kind) {
      case 'swap':
        return { ...this.#pair(receipt), route: this.#route(receipt) };
      case 'provide': {
        const { pool, lpTokens, locked, created } = receipt;
        const minted = { lpTokens: lp(lpTokens), locked: lp(locked) };
        const terms = created && termsShown(created);
        return { poolAddress: pool, ...this.#pair(receipt), ...this.#swapped(receipt), ...minted, ...terms };
      }
      case 'refund': {
        const { pool, lpTokens } = receipt;
        return { poolAddress: pool, ...this.#pair(receipt), ...this.#swapped(receipt), lpTokens: lp(lpTokens) };
      }
      case 'collectFees':
        return { poolAddress: receipt.pool, ...this.#pair(receipt) };
      case 'createPool': {
        const { pool, tokenA, tokenB } = receipt;
        const { curve, amplification } = shapeFrom(receipt);
        const bend = { curve, ...(amplification !== null && { amplification: Number(amplification) }) };
        return { poolAddress: pool, tokenA, tokenB, ...termsShown(receipt), ...bend };
      }
      case 'setPoolFees':
        return { ...poolNamed(receipt), ...termsShown(receipt.after) };
      case 'setPoolStatus':
        return { ...poolNamed(receipt), status: receipt.after };
      case 'registerToken': {
        const { kind: _, ...told } = receipt;
        const { symbol, decimals } = this.#token(receipt.token);
        return { ...told, symbol, decimals };
      }
      case 'updateToken': {
        const { kind: _, ...told } = receipt;
        return told;
      }
      case 'placeOrder': {
        const { order, tokenA, tokenB, amountA, minReceived, isPurchase } = receipt;
        const { inParts, expiresAtMs, schedule, trigger, maxSlippagePpm } = receipt;
        const limit = isPurchase ? 'amountB' : 'minReceived';
        return {
          ...{ order, tokenA, tokenB, amountA: this.#whole(amountA, tokenA) },
          ...(minReceived > 0n && { [limit]: this.#whole(minReceived, tokenB) }),
          ...{ inParts, expiresAt: new Date(expiresAtMs).toISOString() },
          ...(schedule && { times: schedule.times, everySeconds: schedule.everyMs / 1000 }),
          ...(trigger && {
            [trigger.when === 'below' ? 'triggerBelow' : 'triggerAbove']: this.#price(trigger.price, receipt),
            overSeconds: trigger.overMs / 1000,
          }),
          ...(maxSlippagePpm !== undefined && { maxSlippage: printDecimal(maxSlippagePpm, 6) }),
        };
      }
      case 'triggerOrder': {
        const { order, tokenA, tokenB, amountA, evidence } = receipt;
        return {
          ...{ order, tokenA, tokenB, amountA: this.#whole(amountA, tokenA) },
          average: this.#price(evidence.average, receipt),
          averageFrom: new Date(evidence.fromMs).toISOString(),
          averageTo: new Date(evidence.toMs).toISOString(),
        };
      }
      case 'matchOrders': {
        // The fee is in the maker's tokenA; in the receipt as the taker sees it, tokenA and tokenB are swapped.
        const { tokenA } = this.#posted.receipt as MatchOrdersReceipt;
        const { fee } = receipt;
        return { ...this.#pair(receipt), ...(fee && { fee: this.#whole(fee.amount, tokenA), feeToken: tokenA }) };
      }
      case 'closeOrder': {
        const { order, tokenA, tokenB, amountA, reason } = receipt;
        return { order, tokenA, tokenB, amountA: this.#whole(amountA, tokenA), status: reason };
      }
      case 'deposit':
      case 'withdraw':
        return { token: receipt.token, amount: this.#whole(receipt.amount, receipt.token) };
      case 'transfer':
        if (!('pool' in receipt)) return { token: receipt.token, amount: this.#whole(receipt.amount, receipt.token) };
        return { ...this.#poolAt(receipt.pool), token: receipt.pool, amount: lp(receipt.amount) };
      case 'liabilities':
      case 'audited':
      case 'forked': {
        const { kind: _, ...stated } = receipt;
        return stated;
      }
    }
  }

  #pair({ tokenA, tokenB, amountA, amountB }: Pick<SwapReceipt, 'tokenA' | 'tokenB' | 'amountA' | 'amountB'>) {
    return { tokenA, tokenB, amountA: this.#whole(amountA, tokenA), amountB: this.#whole(amountB, tokenB) };
  }

  #swapped(receipt: Extract<Receipt, { kind: 'provide' | 'refund' }>) {
    const swap = swapInside(receipt);
    return swap && { swapped: this.#route(swap)[0] };
  }

  #route(receipt: SwapReceipt) {
    return hopsOf(receipt).map(({ pool, tokenIn, tokenOut, amountIn, amountOut, fees }) => ({
      poolAddress: pool,
      ...this.#pair({ tokenA: tokenIn, tokenB: tokenOut, amountA: amountIn, amountB: amountOut }),
      fees: {
        lp: this.#whole(fees.lp, tokenIn),
        protocol: this.#whole(fees.protocol, tokenOut),
        ref: this.#whole(fees.ref, tokenOut),
      },
    }));
  }

  #price(ratio: Fraction, { tokenA, tokenB }: Pair): string {
    return printPrice(priceOf(ratio, this.#token(tokenA).decimals, this.#token(tokenB).decimals));
  }

  #whole(units: bigint, token: TokenAddress): string {
    return printDecimal(units, this.#token(token).decimals);
  }

  #poolAt(address: PoolAddress) {
    const pool = this.#book.poolAt(address);
    if (!pool) throw new Error(`the pool ${address} is in the journal but not in the book`);
    return { poolAddress: address, tokenA: pool.record.token0, tokenB: pool.record.token1 };
  }

  #token(address: TokenAddress) {
    const token = this.#book.tokens.get(address);
    if (!token) throw new Error(`the token ${address} is in the journal but not in the book`);
    return token.record;
  }
}

/** The pools that a transaction used or changed. */
export function poolsOf(receipt: Receipt): readonly PoolAddress[] {
  if (receipt.kind === 'swap') return hopsOf(receipt).map(({ pool }) => pool);
  return 'pool' in receipt ? [receipt.pool] : [];
}

const lp = (units: bigint): string => printDecimal(units, LP_DECIMALS);
const rate = (ppm: Ppm): string => printDecimal(ppm, 6);

const poolNamed = (receipt: Extract<Receipt, { kind: 'setPoolFees' | 'setPoolStatus' }>) => ({
  poolAddress: receipt.pool,
  tokenA: receipt.tokenA,
  tokenB: receipt.tokenB,
});

/** The new terms of a pool, if the transaction sets them. */
function termsIn(receipt: Receipt): PoolTerms | undefined {
  if (receipt.kind === 'createPool') return receipt;
  if (receipt.kind === 'setPoolFees') return receipt.after;
  return receipt.kind === 'provide' ? receipt.created : undefined;
}

/** The terms that the public sees: without the account that receives the protocol fees. */
const termsShown = ({ lpFeePpm, protocolFeePpm, refFeePpm }: PoolTerms) => ({
  lpFee: rate(lpFeePpm),
  protocolFee: rate(protocolFeePpm),
  refFee: rate(refFeePpm),
});
