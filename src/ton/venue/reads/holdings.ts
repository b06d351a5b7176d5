// An account's balances in its wallet, and its shares of pools.
import type { Address } from '@ton/core';
import { type Account, type Amount, amount, type TokenAddress } from '../../../core/amount.ts';
import { worthOf } from '../../../core/maths/liquidity.ts';
import type { Page, PageRequest } from '../../../ports/page.ts';
import type { Holding, Position } from '../../../ports/venue/accounts.ts';
import type { Venue } from '../../../ports/venue.ts';
import type { Dex } from '../dex.ts';
import { reservesOf, unknownPool } from './pools.ts';

type Options = {
  readonly dex: Dex;
  readonly registry: Pick<Venue, 'pair' | 'token' | 'tokens'>;
  /** Null if the account has no wallet and so holds nothing. */
  walletOf(account: Account): Promise<Address | null>;
};

export class Holdings {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async position(account: Account, a: TokenAddress, b: TokenAddress): Promise<Position> {
    const { dex, registry } = this.#options;
    await registry.pair(a, b);
    const found = await dex.pool(a, b);
    if (!found) return unknownPool(registry, a, b);
    const wallet = await this.#options.walletOf(account);
    const lpTokens = amount(wallet ? await dex.lpBalance(found, wallet) : 0n);
    const lpAccount = wallet && (await dex.lpAccount(found.at, wallet));
    const [reserve0, reserve1] = reservesOf(found).map(amount) as [Amount, Amount];
    const { amount0, amount1 } = worthOf({ reserve0, reserve1, supply: found.supply }, lpTokens);
    const [amountA, amountB] = a === found.pool.token0 ? [amount0, amount1] : [amount1, amount0];
    return { lpAddress: (lpAccount ?? found.at).toString(), amountA, amountB, lpTokens, lpSupply: found.supply };
  }

  /** Pages over the listed tokens, so a page is short if the account holds few of them. */
  async balances(account: Account, page: PageRequest): Promise<Page<Holding>> {
    const { items, nextCursor } = await this.#options.registry.tokens(page);
    const held = await this.#held(account, items);
    return { items: held.filter(({ balance }) => balance > 0n), nextCursor };
  }

  async named(account: Account, tokens: readonly TokenAddress[]): Promise<readonly Holding[]> {
    return this.#held(account, await Promise.all(tokens.map((token) => this.#options.registry.token(token))));
  }

  async #held(account: Account, tokens: readonly Holding['token'][]): Promise<readonly Holding[]> {
    const wallet = await this.#options.walletOf(account);
    return Promise.all(
      tokens.map(async (token) => ({
        token,
        balance: amount(wallet ? await this.#options.dex.balance(token.address as TokenAddress, wallet) : 0n),
      })),
    );
  }
}
