// What a writer remembers: tokens and pools, which never change once listed, for as long as the journal does not go back.
import type { TokenAddress } from '../core/amount.ts';
import { type Pool, pairKey, type Token } from '../core/pool.ts';
import type { Catalogue } from '../core/settle.ts';
import { Addresses } from '../exchange/address.ts';
import type { Rewind } from '../exchange/store.ts';
import { History } from './history.ts';

export class KnownRecords implements Catalogue {
  readonly tokens = new Map<TokenAddress, Token>();
  readonly pools = new Map<string, Pool>();
  readonly addressOf: Catalogue['addressOf'];
  readonly history = new History((rewind) => {
    this.#rewind = rewind;
    this.tokens.clear();
    this.pools.clear();
  });
  #rewind: Rewind | undefined;

  constructor(factory: string) {
    const addresses = new Addresses(factory);
    this.addressOf = (token0, token1) => addresses.pool(token0, token1);
  }

  remember(tokens: readonly Token[], pools: readonly Pool[]): void {
    for (const token of tokens) this.tokens.set(token.address, token);
    for (const pool of pools) this.pools.set(pairKey(pool.token0, pool.token1), pool);
  }

  /** The journal's going back that was found since it was last asked for. */
  takeRewind(): Rewind | undefined {
    const rewind = this.#rewind;
    this.#rewind = undefined;
    return rewind;
  }
}
