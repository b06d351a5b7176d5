// Pages of an account's fills: the transactions that contain them, and their records in the contract.
import type { Static } from 'typebox';
import type { FillRecord } from '../../contract/fills.ts';
import { type FillFilter, type OwnFill, ownFills } from '../../core/orders/own-fills.ts';
import type { ActivityFilter } from '../../ports/activity.ts';
import type { PageRequest } from '../../ports/page.ts';
import type { HistoryEntry } from '../../ports/venue/accounts.ts';
import type { Venue } from '../../ports/venue.ts';
import type { ExactJson } from '../json/exact-json.ts';
import { whole } from './records.ts';

type Record = ExactJson<Static<typeof FillRecord>>;
type FillsPage = { readonly fills: readonly Record[]; readonly nextCursor: string | null; readonly lookedAt: number };
type Found = { readonly done: HistoryEntry; readonly fill: OwnFill };

/** Before the second fill of this transaction: the cursor of a page that ended between its two fills. */
const BETWEEN = /^(\d{1,15})\.1$/;

/** Newest first. A transaction has two fills if the account owns both orders of a match; a page may end between them. */
export async function fillsPage(
  venue: Venue,
  filter: ActivityFilter & { readonly fills: FillFilter },
  { cursor, limit }: PageRequest,
): Promise<FillsPage> {
  const split = cursor === undefined ? undefined : BETWEEN.exec(cursor)?.[1];
  const from = split === undefined ? cursor : String(Number(split) + 1);
  const page = await venue.activity(filter, { ...(from !== undefined && { cursor: from }), limit });
  const found = page.items
    .flatMap((done) =>
      ownFills(done.receipt, filter.fills)
        .map((fill) => ({ done, fill }))
        .toReversed(),
    )
    .filter(({ done, fill }) => split === undefined || done.sequence < Number(split) || fill.index === 0);
  const items = found.slice(0, limit);
  const nextCursor = items.length < found.length ? cursorAfter(items.at(-1) as Found) : page.nextCursor;
  return { fills: await recordsOf(venue, items), nextCursor, lookedAt: page.lookedAt };
}

const cursorAfter = ({ done, fill }: Found): string =>
  fill.index === 1 ? `${done.sequence}.1` : String(done.sequence);

async function recordsOf(venue: Venue, found: readonly Found[]): Promise<readonly Record[]> {
  const orders = [...new Set(found.flatMap(({ fill }) => fill.order ?? []))];
  const placed = new Map(
    await Promise.all(orders.map(async (order) => [order, await venue.transaction(order)] as const)),
  );
  return Promise.all(found.map((each) => recordOf(venue, each, placed.get(each.fill.order ?? 0))));
}

async function recordOf(venue: Venue, { done, fill }: Found, placed: HistoryEntry | undefined): Promise<Record> {
  const { transactionId, sequence, createdAtMs } = done;
  const { tokenA, tokenB } = await venue.pair(fill.tokenA, fill.tokenB);
  return {
    ...{ sequence, index: fill.index, transactionId },
    ...{ order: fill.order, orderId: placed?.transactionId ?? null },
    clientId: placed?.receipt.kind === 'placeOrder' ? (placed.receipt.clientId ?? null) : null,
    createdAt: new Date(createdAtMs).toISOString(),
    ...{ kind: fill.kind, maker: fill.isMaker, tokenA: tokenA.address, tokenB: tokenB.address },
    ...{ amountA: whole(fill.amountA, tokenA), amountB: whole(fill.amountB, tokenB) },
    fees: await Promise.all(
      fill.fees.map(async ({ kind, token, amount }) => ({
        kind,
        token,
        amount: whole(amount, await venue.token(token)),
      })),
    ),
  };
}
