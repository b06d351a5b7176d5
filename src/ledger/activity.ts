// An account's history: the journal read backwards, through a filter.
import { seesMatchFee } from '../core/commands/match-orders.ts';
import { ownFills } from '../core/orders/own-fills.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { type ActivityFilter, filtersRows, kindFor } from '../ports/activity.ts';
import type { Store } from '../ports/store.ts';
import { ownTurn } from '../thread/own-turn.ts';

/** The rows read at once, about a millisecond's worth, so that the thread is never blocked for long. */
const SLICE = 100;
/** The most rows read for one page; if they contain too few matches, the page is short. */
const MAX_LOOKED_AT = 2000;

type ActivityFound = {
  readonly items: readonly Posted[];
  /** The sequence to continue from; null at the end. */
  readonly next: number | null;
  /** The number of rows read. */
  readonly lookedAt: number;
};

export async function readActivity(
  store: Pick<Store, 'activity' | 'posted' | 'head'>,
  filter: ActivityFilter,
  { before, limit }: { readonly before?: number; readonly limit: number },
): Promise<ActivityFound> {
  const { account, reference, fromMs = 0, toMs, fills } = filter;
  const of = reference !== undefined ? { reference } : account !== undefined ? { account } : { all: true as const };
  const isFiltered = filtersRows(filter);
  const items: Posted[] = [];
  let at = before ?? (toMs === undefined ? Number.MAX_SAFE_INTEGER : await firstSince(store, toMs));
  let lookedAt = 0;
  while (lookedAt < MAX_LOOKED_AT) {
    if (isFiltered || lookedAt > 0) await ownTurn();
    const slice = isFiltered ? SLICE : Math.min(SLICE, limit - items.length);
    const rows = await store.activity({ ...of, before: at, limit: slice });
    lookedAt += rows.length;
    for (const row of rows) {
      // An order is filled only after it was placed.
      if (row.createdAtMs < fromMs || row.sequence <= (fills?.order ?? 0)) return { items, next: null, lookedAt };
      at = row.sequence;
      if (matches(row, filter)) items.push(row);
      if (items.length === limit) return { items, next: at, lookedAt };
    }
    if (rows.length < slice) return { items, next: null, lookedAt };
  }
  return { items, next: at, lookedAt };
}

function matches(posted: Posted, filter: ActivityFilter): boolean {
  const { actor, receipt, createdAtMs } = posted;
  const { account, kind, payer, token, pool, reference, fills, toMs } = filter;
  const hops = 'hops' in receipt ? receipt.hops : [];
  const has = (member: string, value: string) => member in receipt && receipt[member as never] === value;
  return (
    (kind === undefined || kindFor(posted, account) === kind) &&
    (payer === undefined || has('account', payer)) &&
    (fills === undefined || ownFills(receipt, fills).length > 0) &&
    (token === undefined ||
      ['token', 'tokenA', 'tokenB'].some((member) => has(member, token)) ||
      hops.some(({ tokenOut }) => tokenOut === token)) &&
    (pool === undefined || has('pool', pool) || hops.some((hop) => hop.pool === pool) || paidFeeTo(posted, filter)) &&
    // A reference finds movements of any account, so the account is checked here.
    (reference === undefined || account === undefined || actor === account || has('account', account)) &&
    (toMs === undefined || createdAtMs < toMs)
  );
}

/** True if the fee of a match went to the pool. The maker did not pay it and is not shown that pool. */
const paidFeeTo = ({ receipt }: Posted, { account, pool }: ActivityFilter): boolean =>
  receipt.kind === 'matchOrders' && receipt.fee?.pool === pool && seesMatchFee(receipt, account);

/** The sequence of the first transaction since a time, by binary search: times never go backwards. */
async function firstSince(store: Pick<Store, 'posted' | 'head'>, sinceMs: number): Promise<number> {
  let [low, high] = [1, (await store.head()) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const posted = await store.posted(middle);
    if (posted && posted.createdAtMs < sinceMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
