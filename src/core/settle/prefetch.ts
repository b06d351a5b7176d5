// Lists all records and balances that a batch needs before it is decided, so that a store can load them in a few queries.
import { orderAccount, stopAccount } from '../accounts.ts';
import type { Account, TokenAddress } from '../amount.ts';
import { balancesNamed, comparesSymbols, ordersIn, pairsNamed, referenceOf, tokensNamed } from '../commands/command.ts';
import type { Policy } from '../commands/kind.ts';
import { type Reference, referenceKey } from '../commands/move-tokens.ts';
import { orderPair, pairKey } from '../pool.ts';
import type { Instruction, Posted, StoredReply } from './instruction.ts';
import { replyKey } from './repetitions.ts';
import { type Catalogue, clientIdKey } from './settle.ts';
import { type BalanceKey, balanceKey } from './transfer.ts';

export type OrderedPair = readonly [token0: TokenAddress, token1: TokenAddress];
export type Unmet = { readonly tokens: readonly TokenAddress[]; readonly pairs: readonly OrderedPair[] };

export type ClientId = { readonly account: Account; readonly clientId: string };

/** The tokens and pairs of a batch that are missing from the catalogue. */
export function recordsNamed(batch: readonly Instruction[], { tokens, pools }: Catalogue): Unmet {
  const unmetTokens = new Set<TokenAddress>();
  const unmetPairs = new Map<string, OrderedPair>();
  for (const { command } of batch) {
    for (const token of tokensNamed(command)) if (!tokens.has(token)) unmetTokens.add(token);
    for (const { tokenA, tokenB } of pairsNamed(command)) {
      const key = pairKey(tokenA, tokenB);
      if (!pools.has(key)) unmetPairs.set(key, orderPair(tokenA, tokenB));
    }
  }
  return { tokens: [...unmetTokens], pairs: [...unmetPairs.values()] };
}

/** True if a command of the batch compares symbols: it then needs all tokens that are not hidden. */
export const needsSymbols = (batch: readonly Instruction[]): boolean =>
  batch.some(({ command }) => comparesSymbols(command));

/** Every balance that deciding a batch may read or write, by `balanceKey`. */
export function balancesOf(
  batch: readonly Instruction[],
  catalogue: Catalogue,
  policy: Policy,
): ReadonlyMap<string, BalanceKey> {
  const { pools, addressOf } = catalogue;
  const market = {
    pool: (a: TokenAddress, b: TokenAddress) => pools.get(pairKey(a, b)),
    poolAddress: (a: TokenAddress, b: TokenAddress) =>
      pools.get(pairKey(a, b))?.address ?? addressOf(...orderPair(a, b)),
    policy,
  };
  const named = new Map<string, BalanceKey>();
  // Commands of a batch mostly name the same balances: two lookups by account and token are faster than building `balanceKey` each time.
  const seen = new Map<Account, Set<TokenAddress>>();
  for (const { command } of batch) {
    for (const key of balancesNamed(command, market)) {
      const tokens = seen.get(key.account);
      if (tokens?.has(key.token)) continue;
      if (tokens) tokens.add(key.token);
      else seen.set(key.account, new Set([key.token]));
      named.set(balanceKey(key.account, key.token), key);
    }
  }
  return named;
}

/** The numbers of the orders that a batch names. */
export function ordersNamed(batch: readonly Instruction[]): readonly number[] {
  const named = new Set<number>();
  for (const { command } of batch) for (const order of ordersIn(command)) named.add(order);
  return [...named];
}

/** The account and `clientId` of each new order of a batch that has one, by `clientIdKey`. */
export function clientIdsNamed(batch: readonly Instruction[]): ReadonlyMap<string, ClientId> {
  const named = new Map<string, ClientId>();
  for (const { command } of batch) {
    if (command.kind !== 'placeOrder' || command.clientId === undefined) continue;
    const { account, clientId } = command;
    named.set(clientIdKey(account, clientId), { account, clientId });
  }
  return named;
}

/** The balances from which `settle` sees whether the orders found by `clientIdsNamed` are open. */
export const escrowsOf = (found: Iterable<Posted>): readonly BalanceKey[] =>
  [...found].flatMap(({ receipt }) => {
    if (receipt.kind !== 'placeOrder') return [];
    const { order, tokenA: token } = receipt;
    return [orderAccount(order), stopAccount(order)].map((account) => ({ account, token }));
  });

/** The idempotency keys of a batch, by `replyKey`. */
export function repliesNamed(batch: readonly Instruction[]): ReadonlyMap<string, Pick<StoredReply, 'actor' | 'key'>> {
  const named = new Map<string, { actor: Account; key: string }>();
  for (const { actor, idempotency } of batch) {
    if (idempotency) named.set(replyKey(actor, idempotency.key), { actor, key: idempotency.key });
  }
  return named;
}

/** The references of a batch, by `referenceKey`. */
export function referencesNamed(batch: readonly Instruction[]): ReadonlyMap<string, Reference> {
  const named = new Map<string, Reference>();
  for (const { command } of batch) {
    const reference = referenceOf(command);
    if (reference) named.set(referenceKey(reference), reference);
  }
  return named;
}
