// A ledger in memory, which executes commands as a new exchange would: used to generate the demo's history before it is committed.
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { Policy } from '../../core/commands/kind.ts';
import { type ListedToken, type Pool, pairKey } from '../../core/pool.ts';
import type { Outcome } from '../../core/settle/instruction.ts';
import { balancesOf } from '../../core/settle/prefetch.ts';
import { settle } from '../../core/settle/settle.ts';
import { balanceKey } from '../../core/settle/transfer.ts';

const NOTHING = new Map<never, never>();

export class PaperLedger {
  readonly tokens = new Map<TokenAddress, ListedToken>();
  /** By `pairKey`. */
  readonly pools = new Map<string, Pool>();
  readonly #policy: Policy;
  readonly #balances = new Map<string, bigint>();
  #sequence = 0;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  balanceOf = (account: Account, token: TokenAddress): bigint => this.#balances.get(balanceKey(account, token)) ?? 0n;

  execute(actor: Account, command: Command): Outcome {
    const batch = [{ actor, command }];
    const names = balancesOf(batch, this, this.#policy);
    const { outcomes, ...written } = settle(batch, {
      ...this,
      lastSequence: this.#sequence,
      nowMs: 0,
      entropy: 0,
      policy: this.#policy,
      symbols: [...this.tokens.values()],
      balances: new Map([...names].map(([name, { account, token }]) => [name, this.balanceOf(account, token)])),
      replies: NOTHING,
      references: NOTHING,
    });
    for (const token of written.tokens) this.tokens.set(token.address, token);
    for (const pool of written.pools) this.pools.set(pairKey(pool.token0, pool.token1), pool);
    for (const { account, token, balance } of written.balances) this.#balances.set(balanceKey(account, token), balance);
    this.#sequence += written.transactions.length;
    return outcomes[0] as Outcome;
  }

  /** A placeholder for a pool's address. The exchange derives another address, but no amount depends on it. */
  addressOf = (token0: TokenAddress, token1: TokenAddress): PoolAddress => pairKey(token0, token1) as PoolAddress;
}
