// Runs a command through `settle` on the current state without writing anything.
import { type Account, MAX_AMOUNT, type PoolAddress, type TokenAddress } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import { type ListedToken, type Pool, pairKey } from '../core/pool.ts';
import { balancesOf, type OrderedPair, recordsNamed } from '../core/settle/prefetch.ts';
import { type Settlement, settle } from '../core/settle/settle.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';
import type { Store } from '../ports/store.ts';
import { readConsistently } from './consistent-read.ts';

type DryRunOptions = {
  readonly policy: Policy;
  readonly addressOf: (...pair: OrderedPair) => PoolAddress;
  /** Tokens of which the account is assumed to have enough: a quote says what a command costs, even if the account cannot pay it. */
  readonly assumedFunds: readonly TokenAddress[];
};

type Reads = Pick<Store, 'read' | 'token' | 'pool'>;

export function dryRun(
  store: Reads,
  { account, command }: { readonly account: Account; readonly command: Command },
  options: DryRunOptions,
): Promise<Settlement & { readonly sequence: number; readonly listed: ReadonlyMap<string, Pool> }> {
  const batch = [{ actor: account, command }];
  return readConsistently(async () => {
    const before = await store.read([]);
    const catalogue = await recordsOf(store, batch, options);
    const keys = [...balancesOf(batch, catalogue, options.policy)];
    const { sequence, listingSequence, balances } = await store.read(keys.map(([, key]) => key));
    // A pool created meanwhile changes no existing record, but invalidates a decision made without it.
    const isMissing = recordsNamed(batch, catalogue).pairs.length > 0;
    if (listingSequence !== before.listingSequence || (isMissing && sequence !== before.sequence)) return undefined;
    const held = keys.map(([name, key], index) => [name, seen(key, balances[index] ?? 0n, account, options)] as const);
    const settled = settle(batch, {
      ...catalogue,
      lastSequence: sequence,
      nowMs: Date.now(),
      entropy: 0,
      policy: options.policy,
      balances: new Map(held),
      replies: new Map(),
      references: new Map(),
    });
    return { ...settled, sequence, listed: catalogue.pools };
  });
}

async function recordsOf(store: Reads, batch: Parameters<typeof recordsNamed>[0], { addressOf }: DryRunOptions) {
  const [tokens, pools] = [new Map<TokenAddress, ListedToken>(), new Map<string, Pool>()];
  const named = recordsNamed(batch, { tokens, pools, addressOf });
  for (const address of named.tokens) {
    const token = await store.token(address);
    if (token) tokens.set(address, token);
  }
  for (const [a, b] of named.pairs) {
    const pool = await store.pool(a, b);
    if (pool) pools.set(pairKey(a, b), pool);
  }
  return { tokens, pools, addressOf };
}

const seen = ({ account, token }: BalanceKey, held: bigint, asker: Account, { assumedFunds }: DryRunOptions): bigint =>
  account === asker && assumedFunds.includes(token) ? MAX_AMOUNT : held;
