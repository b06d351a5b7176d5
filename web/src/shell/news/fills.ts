// News of filled orders: how many fills, of how many orders, since the page was last looked at.
import type { EventsRecord } from '#client';

export type Fill = EventsRecord & { readonly order: number };

/** More are counted no further: the activity has them all. */
const MOST = 1000;

/** Each transaction once, also if a stream that was lost repeats it. */
export const withFill = (fills: readonly Fill[], fill: Fill): readonly Fill[] =>
  fills.length >= MOST || fills.some(({ sequence }) => sequence === fill.sequence) ? fills : [...fills, fill];

/** Operators get every match without account names; the server then says whose order it is. */
export const mayBeOwn = (event: EventsRecord, me: string): event is Fill =>
  event.order !== undefined &&
  (event.kind === 'swap' || event.kind === 'matchOrders') &&
  (event.account === me || event.taker !== undefined);

/** Which side of the fill is the account's: null if neither order is. `ownerOf` looks up an order. */
export async function sideOf(
  { account, order, taker }: Fill,
  me: string,
  ownerOf: (order: string) => Promise<string | null>,
): Promise<'maker' | 'taker' | null> {
  if (account === me || (await ownerOf(String(order))) === me) return 'maker';
  return taker !== undefined && (await ownerOf(String(taker))) === me ? 'taker' : null;
}

export const isPart = ({ left }: Fill): boolean => left !== undefined && /[1-9]/.test(left);
