// The exchange's own addresses, as far as they can be enumerated: no token may be registered under one.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Addresses } from '../address.ts';
import type { TokenAddress } from '../core/amount.ts';
import { orderPair } from '../core/pool.ts';
import type { Store } from '../ports/store.ts';

/** Up to this many tokens, the addresses of all pairs are derived, even without a pool. */
const MAX_TOKENS = 100;
const PAGE = 1000;

type Pair = readonly [TokenAddress, TokenAddress];

export async function isReserved(
  address: string,
  addresses: Addresses,
  store: Pick<Store, 'tokens' | 'pools'>,
): Promise<boolean> {
  if (!address.startsWith('EQ') || address.length !== addresses.router.length) return false;
  for await (const some of reservedAddresses(addresses, store)) if (some.includes(address)) return true;
  return false;
}

/** Yields the addresses in batches. Those of LP accounts are left out: there is one for every possible account name. */
async function* reservedAddresses(
  addresses: Addresses,
  store: Pick<Store, 'tokens' | 'pools'>,
): AsyncGenerator<readonly string[]> {
  yield [addresses.router, addresses.factory];
  const tokens = (await store.tokens()).map((token) => token.address);
  for await (const pairs of tokens.length <= MAX_TOKENS ? [pairsOf(tokens)] : pairsOfPools(store)) {
    yield pairs.flatMap((pair) => addressesOfPair(addresses, pair));
    await nextTurn();
  }
}

function addressesOfPair(addresses: Addresses, [token0, token1]: Pair): readonly string[] {
  const pool = addresses.pool(token0, token1);
  return [pool, addresses.wallet(pool, token0), addresses.wallet(pool, token1)];
}

const pairsOf = (tokens: readonly TokenAddress[]): readonly Pair[] =>
  tokens.flatMap((one, index) => tokens.slice(index + 1).map((other) => orderPair(one, other)));

async function* pairsOfPools(store: Pick<Store, 'pools'>): AsyncGenerator<readonly Pair[]> {
  for (const status of ['listed', 'hidden', 'paused'] as const) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const pools = await store.pools({ after, limit: PAGE, status });
      yield pools.map(({ token0, token1 }): Pair => [token0, token1]);
      after = pools.at(-1)?.number;
    }
  }
}
