// What a writer remembers: tokens and pools, which never change once listed.
import type { TokenAddress } from '../core/amount.ts';
import { type Pool, pairKey, type Token } from '../core/pool.ts';
import type { Catalogue } from '../core/settle.ts';
import { Addresses } from '../exchange/address.ts';

export class KnownRecords implements Catalogue {
  readonly tokens = new Map<TokenAddress, Token>();
  readonly pools = new Map<string, Pool>();
  readonly addressOf: Catalogue['addressOf'];

  constructor(factory: string) {
    const addresses = new Addresses(factory);
    this.addressOf = (token0, token1) => addresses.pool(token0, token1);
  }

  remember(tokens: readonly Token[], pools: readonly Pool[]): void {
    for (const token of tokens) this.tokens.set(token.address, token);
    for (const pool of pools) this.pools.set(pairKey(pool.token0, pool.token1), pool);
  }
}
