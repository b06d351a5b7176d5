// Reads from the chain the state by which the core decides: the rules are the ledger's, the balances the chain's.
import type { Address } from '@ton/core';
import { ISSUER, lpToken, reserveAccount } from '../../core/accounts.ts';
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import type { CommandState, Policy } from '../../core/commands/kind.ts';
import { type ListedPair, type ListedToken, type ListingStatus, type Pair, pairKey } from '../../core/pool.ts';
import { RefusedError, type Venue } from '../../ports/venue.ts';
import { type ChainPool, type Dex, TON } from './dex.ts';
import type { Pending } from './pending.ts';

/** The account that trades: the balances of its wallet count, less what its pending requests are about to spend. */
export type Holder = {
  readonly account: Account;
  readonly wallet: Address;
  /** TON that may be traded: without gas, storage and what pending requests take. */
  readonly spendableNano: bigint;
  /** Amounts of a token that other requests of the account are about to spend. */
  readonly pending: Pick<Pending, 'units'>;
};

/** The operators' listing of a pair. */
export type ListedState = { readonly tokens: ListedPair; readonly status: ListingStatus };

export type Registry = Pick<Venue, 'pair' | 'pool' | 'tokensNamed'>;

/** Refuses tokens that are not listed; the pair itself need not be. */
export async function listedPair(registry: Registry, { tokenA: a, tokenB: b }: Pair): Promise<ListedState> {
  await registry.pair(a, b);
  const [tokenA, tokenB] = (await registry.tokensNamed([a, b])) as readonly ListedToken[] as readonly [
    ListedToken,
    ListedToken,
  ];
  const status = await registry.pool(a, b).then(
    (pool) => pool.status,
    (error: unknown) => {
      if (error instanceof RefusedError && error.refusal.code === 'unknown_pool') return 'listed' as const;
      throw error;
    },
  );
  return { tokens: { tokenA, tokenB }, status };
}

type Reading = ListedState & {
  readonly policy: Policy;
  readonly nowMs: number;
  /** Absent for the quote of a swap, which does not depend on who pays: then only the pool has balances. */
  readonly holder?: Holder;
};

export type ChainState = CommandState & { readonly found: ChainPool | undefined };

/** Combines the answers to several requests: each is true, but they may be of different blocks. */
export async function readState(dex: Dex, pair: Pair, reading: Reading): Promise<ChainState> {
  const { tokens, status, policy, nowMs, holder } = reading;
  const [onChain, address, isLocked] = await Promise.all([
    dex.pool(pair.tokenA, pair.tokenB),
    dex.poolAddress(pair.tokenA, pair.tokenB),
    holder !== undefined && dex.isLocked(),
  ]);
  // Paused if either the chain or the operators have paused it.
  const isPaused = onChain?.pool.status === 'paused' || isLocked;
  const found = onChain && { ...onChain, pool: { ...onChain.pool, status: isPaused ? 'paused' : status } };
  const balances = new Map<string, bigint>();
  const put = (account: Account, token: TokenAddress, held: bigint) => balances.set(`${account}\n${token}`, held);
  if (found) putPool(found, put);
  if (holder) await putHolder(dex, { ...pair, found, holder }, put);
  const key = pairKey(pair.tokenA, pair.tokenB);
  return {
    found,
    policy,
    nowMs,
    sequence: 0,
    token: (token) => [tokens.tokenA, tokens.tokenB].find((each) => each.address === token),
    pool: (a, b) => (pairKey(a, b) === key ? found?.pool : undefined),
    poolAddress: () => address.toString() as PoolAddress,
    balanceOf: (account, token) => balances.get(`${account}\n${token}`) ?? 0n,
    namesakes: () => [],
    order: () => undefined,
    openOrder: () => undefined,
    fillOf: () => undefined,
  };
}

type Put = (account: Account, token: TokenAddress, held: bigint) => void;

function putPool({ pool, data, supply }: ChainPool, put: Put): void {
  const reserves = reserveAccount(pool.address);
  put(reserves, pool.token0, data.reserve0);
  put(reserves, pool.token1, data.reserve1);
  put(ISSUER, lpToken(pool.address), -supply);
}

type PairOfHolder = Pair & { readonly found: ChainPool | undefined; readonly holder: Holder };

async function putHolder(dex: Dex, { tokenA, tokenB, found, holder }: PairOfHolder, put: Put): Promise<void> {
  const { account, wallet, spendableNano, pending } = holder;
  const held = (token: TokenAddress) => (token === TON ? spendableNano : dex.balance(token, wallet));
  const [heldA, heldB, lp] = await Promise.all([held(tokenA), held(tokenB), found ? dex.lpBalance(found, wallet) : 0n]);
  const putFree = (token: TokenAddress, units: bigint) => put(account, token, positive(units - pending.units(token)));
  putFree(tokenA, heldA);
  putFree(tokenB, heldB);
  if (found) putFree(lpToken(found.pool.address), lp);
}

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);
