// Draws the tokens, accounts, pairs and amounts of random commands from the model's market.
import type { Account, Amount, Ppm, TokenAddress } from '../../src/core/amount.ts';
import type { Token } from '../../src/core/pool.ts';
import type { Model } from './model.ts';
import { LARGEST } from './model-pool.ts';
import type { Random } from './random.ts';

const token = (address: string, decimals: number): Token => ({
  address: address as TokenAddress,
  symbol: address.slice(0, 5),
  decimals,
});

export const TOKENS: readonly Token[] = [
  token('POINT', 0),
  token('EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 6),
  token('кедр', 9),
  token('ETHER', 18),
  token('WHALE', 18),
];
/** Registered later or never, so that pools keep being created and some tokens are unknown. */
export const LATER: readonly Token[] = [0, 6, 9, 18].map((decimals) => token(`LATER${decimals}`, decimals));
const EVERY = [...TOKENS, ...LATER];

export const ACCOUNTS = 'ann bob cy dee eve fay gus hal ида j"q $k l\\n'.split(' ') as Account[];

export type Pair = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress };

export class Draw {
  readonly random: Random;
  readonly model: Model;
  #focus: Pair | undefined;

  constructor(random: Random, model: Model) {
    this.random = random;
    this.model = model;
  }

  /** Sometimes chooses a pair that most commands name until the next call. */
  focus(): void {
    this.#focus = undefined;
    if (this.random.chance(40)) this.#focus = this.pair();
  }

  /** Two tokens; sometimes unknown, the same twice, or a pool's LP token. */
  pair(): Pair {
    if (this.#focus && this.random.chance(90)) return this.#eitherWay(this.#focus.tokenA, this.#focus.tokenB);
    const pool = this.random.pickAny(this.model.pools);
    if (pool && this.random.chance(75)) {
      return this.#eitherWay(...([...pool.reserves.keys()] as [TokenAddress, TokenAddress]));
    }
    const any = () => (pool && this.random.chance(3) ? (pool.address as string as TokenAddress) : this.token().address);
    const tokenA = any();
    let tokenB = any();
    while (tokenB === tokenA && !this.random.chance(10)) tokenB = any();
    return { tokenA, tokenB };
  }

  token(): Token {
    return this.random.pick(EVERY);
  }

  account(): Account {
    return this.random.pick(ACCOUNTS);
  }

  /** Usually an account that holds some of the token. */
  holder(address: TokenAddress): Account {
    const holders = ACCOUNTS.filter((account) => this.model.balance(account, address) > 0n);
    return (this.random.chance(90) ? this.random.pickAny(holders) : undefined) ?? this.account();
  }

  /** An amount of the order of `value`: mostly below, often exactly at it, sometimes far beyond. */
  near(value: bigint, least = 0n): Amount {
    const amounts = {
      share: () => value / BigInt(1 + this.random.below(40)),
      part: () => this.random.sized(value),
      edge: () => value + BigInt(this.random.below(3) - 1),
      few: () => BigInt(this.random.below(12)),
      over: () => this.random.sized(value * 5n),
      most: () => LARGEST - BigInt(this.random.below(2)),
    };
    const drawn = amounts[this.random.weighted({ share: 45, part: 20, edge: 18, few: 8, over: 8, most: 1 })]();
    return (drawn < least ? least : drawn > LARGEST ? LARGEST : drawn) as Amount;
  }

  /** Usually absent, for optional fields of a command. */
  maybe<Fields extends object>(percent: number, fields: () => Fields): Partial<Fields> {
    return this.random.chance(percent) ? fields() : {};
  }

  rate(...rates: bigint[]): Ppm {
    return this.random.pick(rates) as Ppm;
  }

  #eitherWay(tokenA: TokenAddress, tokenB: TokenAddress): Pair {
    return this.random.chance(50) ? { tokenA, tokenB } : { tokenA: tokenB, tokenB: tokenA };
  }
}
