// Provides liquidity: LP tokens are minted for both tokens, and a pair's first provider creates its pool.
import { ISSUER, LOCK, lpToken, reserveAccount } from '../accounts.ts';
import {
  type Account,
  type Amount,
  amount,
  MAX_AMOUNT,
  type PoolAddress,
  PPM,
  type Ppm,
  ppm,
  ZERO,
} from '../amount.ts';
import { printRatioDown } from '../maths/decimal.ts';
import { LP, mintFor } from '../maths/liquidity.ts';
import { mintFromOne } from '../maths/one-sided.ts';
import {
  inPoolOrder,
  type ListedPair,
  type Pair,
  type Pool,
  type PoolTerms,
  poolState,
  type TokenPair,
  termsOf,
} from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import type { Transfer } from '../settle/transfer.ts';
import { checkFunds, checkMinimum, checkOpen, findPair, tooLarge, whole } from './checks.ts';
import { newPool } from './create-pool.ts';
import {
  balancesInside,
  type InnerSwap,
  inCommandOrder,
  innerSwapOf,
  type PairSide,
  seenFrom,
  transfersInside,
} from './inner-swap.ts';
import {
  type Accepted,
  both,
  type CommandKind,
  type CommandMarket,
  type CommandState,
  key,
  type Policy,
} from './kind.ts';
import { checkImpact } from './swap.ts';
import type { Coarse } from './unusual-fees.ts';

export type ProvideCommand = Pair & {
  readonly kind: 'provide';
  readonly account: Account;
  /** One of the amounts may be zero: part of the other token is then swapped for it. */
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly minLpTokens?: Amount;
  /**
   * How far the pool's price may be from the offer's price; the policy's limit applies if neither this nor a minimum is given. For an
   * offer of one token, the price impact limit of its swap.
   */
  readonly maxPriceImpactPpm?: Ppm;
  /** The actor may create a pool even if the policy restricts that to operators. */
  readonly mayCreatePool?: true;
  /** Set if rounding makes fees unusual for this pair: a pool that this command creates then has none of the fees that are rounded up. */
  readonly coarse?: Coarse;
};

export type ProvideReceipt = Pair & {
  readonly kind: 'provide';
  readonly account: Account;
  readonly pool: PoolAddress;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly lpTokens: Amount;
  /** LP tokens locked for ever, in addition to those minted for the account. */
  readonly locked: Amount;
  /** The terms of the pool, if this transaction created it. */
  readonly created?: PoolTerms;
  /** Only if one token was offered: the swap before the provide. The amounts above are those provided after the swap. */
  readonly swapped?: InnerSwap;
};

/** The two fees that are rounded up to a unit of the bought token are zero; an operator may set them later. */
const WITHOUT_ROUNDED_FEES = { protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };

const EMPTY = { reserve0: ZERO, reserve1: ZERO, supply: ZERO };

export const provide: CommandKind<ProvideCommand, ProvideReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],
  balances: (command, market) => [
    ...balancesOfProvider(command.account, command, market),
    // A later command of the same batch may collect the new pool's fees, so the balances of their receiver are needed too.
    ...(market.pool(command.tokenA, command.tokenB) ? [] : both(market.policy.treasury, command)),
    ...(isOneSided(command) ? balancesInside(sideOffered(command), command, market) : []),
  ],

  /** Mints LP tokens for as much of the offer as fits the pool's ratio. */
  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const closed = checkOpen(found);
    if (closed) return closed;
    if (isOneSided(command)) return decideOneSided(command, found, state);
    const { account, tokenA, tokenB } = command;
    if (!found.pool && !command.mayCreatePool && state.policy.poolCreation === 'operators') {
      return refuse({ code: 'pool_creation_restricted', tokenA: found.tokenA.symbol, tokenB: found.tokenB.symbol });
    }
    const pool = found.pool ?? newPool(command, command.coarse ? WITHOUT_ROUNDED_FEES : {}, state);
    const before = found.pool ? poolState(pool, state.balanceOf) : EMPTY;
    const [offered0, offered1] = inPoolOrder(pool, tokenA, command.amountA, command.amountB);
    const [reserveA, reserveB] = inPoolOrder(pool, tokenA, before.reserve0, before.reserve1);
    if (reserveA + command.amountA > MAX_AMOUNT) return tooLarge(found.tokenA);
    if (reserveB + command.amountB > MAX_AMOUNT) return tooLarge(found.tokenB);
    const mint = mintFor(before, offered0, offered1);
    if (!mint) return refuse({ code: 'liquidity_too_small' });
    if (before.supply + mint.minted > MAX_AMOUNT) return tooLarge(LP);
    const [lpTokens, { locked }] = [amount(mint.minted), mint];
    const [amountA, amountB] = inPoolOrder(pool, tokenA, mint.taken0, mint.taken1);
    const refusal =
      checkMinimum(lpTokens, command.minLpTokens, LP) ??
      checkRatio(command, { amountA, amountB }, found, state.policy) ??
      checkFunds(account, found.tokenA, amountA, state) ??
      checkFunds(account, found.tokenB, amountB, state);
    if (refusal) return refusal;
    const named = { tokenA, tokenB, pool: pool.address };
    const receipt: ProvideReceipt = { kind: 'provide', account, ...named, amountA, amountB, lpTokens, locked };
    return found.pool ? { receipt } : { receipt: { ...receipt, created: termsOf(pool) }, newPool: pool };
  },

  transfers(receipt) {
    const { account, tokenA, tokenB, pool, amountA, amountB, lpTokens, locked } = receipt;
    const reserve = reserveAccount(pool);
    const transfers: Transfer[] = [
      ...transfersInside(receipt),
      { from: account, to: reserve, token: tokenA, amount: amountA },
      { from: account, to: reserve, token: tokenB, amount: amountB },
      { from: ISSUER, to: account, token: lpToken(pool), amount: lpTokens },
    ];
    if (locked > 0n) transfers.push({ from: ISSUER, to: LOCK, token: lpToken(pool), amount: locked });
    return transfers;
  },

  parties: ({ account }) => [account],
};

type Offer = Pick<ProvideCommand, 'amountA' | 'amountB'>;

const isOneSided = ({ amountA, amountB }: Offer): boolean => (amountA === 0n) !== (amountB === 0n);
const sideOffered = ({ amountA }: Offer): PairSide => (amountA > 0n ? 'A' : 'B');

/** Swaps the part of the offered token that lets the rest and the bought tokens mint the most LP tokens, and provides both. */
function decideOneSided(
  command: ProvideCommand,
  found: ListedPair & { readonly pool: Pool | undefined },
  state: CommandState,
): Accepted<ProvideReceipt> | Refused {
  const { pool } = found;
  const before = pool ? poolState(pool, state.balanceOf) : EMPTY;
  if (!pool || before.supply === 0n)
    return refuse({ code: 'both_tokens_needed', tokenA: found.tokenA.symbol, tokenB: found.tokenB.symbol });
  const { account, tokenA, tokenB } = command;
  const sold = sideOffered(command);
  const offered = amount(command.amountA + command.amountB);
  const { tokenIn, curve, rates, reserves } = seenFrom(sold, found, pool, before);
  if (reserves.reserveIn + offered > MAX_AMOUNT) return tooLarge(tokenIn);
  const done = mintFromOne(curve, { reserves, supply: before.supply }, rates, offered);
  if (!done) return refuse({ code: 'liquidity_too_small' });
  const { fill, takenIn, takenOut, minted } = done;
  if (before.supply + minted > MAX_AMOUNT) return tooLarge(LP);
  const lpTokens = amount(minted);
  const refusal =
    checkImpact(fill.priceImpact, command.maxPriceImpactPpm ?? state.policy.maxPriceImpactPpm) ??
    checkMinimum(lpTokens, command.minLpTokens, LP) ??
    checkFunds(account, tokenIn, amount(fill.amountIn + takenIn), state);
  if (refusal) return refusal;
  const [amountA, amountB] = inCommandOrder(sold, takenIn, takenOut);
  const named = { tokenA, tokenB, pool: pool.address };
  const provided = { kind: 'provide', account, ...named, amountA, amountB, lpTokens, locked: ZERO } as const;
  return { receipt: { ...provided, swapped: innerSwapOf(sold, fill) } };
}

type Amounts = { readonly amountA: Amount; readonly amountB: Amount };

/** Protects a provider from a pool whose price has moved away from the offer's price, perhaps because somebody manipulated it. */
function checkRatio(command: ProvideCommand, taken: Amounts, { tokenA, tokenB }: TokenPair, policy: Policy) {
  const byDefault = command.minLpTokens === undefined ? policy.maxPriceImpactPpm : PPM;
  const leastPpm = PPM - (command.maxPriceImpactPpm ?? byDefault);
  const isTaken = (side: keyof Amounts) => taken[side] * PPM >= command[side] * leastPpm;
  if (isTaken('amountA') && isTaken('amountB')) return undefined;
  return refuse({
    code: 'ratio_too_far',
    takenA: whole(taken.amountA, tokenA),
    offeredA: whole(command.amountA, tokenA),
    symbolA: tokenA.symbol,
    takenB: whole(taken.amountB, tokenB),
    offeredB: whole(command.amountB, tokenB),
    symbolB: tokenB.symbol,
    leastPercent: printRatioDown(leastPpm, 10_000n, 4),
  });
}

/** The balances that providing or refunding liquidity changes. */
export function balancesOfProvider(account: Account, pair: Pair, { poolAddress }: CommandMarket) {
  const address = poolAddress(pair.tokenA, pair.tokenB);
  const lp = lpToken(address);
  return [
    ...both(account, pair),
    ...both(reserveAccount(address), pair),
    key(account, lp),
    key(ISSUER, lp),
    key(LOCK, lp),
  ];
}
