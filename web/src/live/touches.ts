// Which answers an event makes old: a pure function of both.
import type { EventsRecord } from '#client';

const LISTING = new Set(['createPool', 'registerToken', 'setPoolFees', 'setPoolStatus', 'updateToken']);
/** Answers that follow from what one account has. */
const OWN = new Set([
  'getBalances',
  'getActivity',
  'getActivityTotals',
  'getLPPositions',
  'getLPPosition',
  'getLPAccountData',
  'getSwaps',
]);
/** Answers that follow from any pool. */
const MARKET = new Set([
  'getMarket',
  'getPools',
  'getRouterData',
  'getPoolStats',
  'getTrades',
  'getCandles',
  'getPoolData',
  'getPrice',
  'getQuote',
  'quoteLiquidity',
  'getLPPosition',
  'getLPPositions',
  'getLPAccountData',
]);

export function touches(event: EventsRecord, queryKey: readonly unknown[]): boolean {
  const name = String(queryKey[0]);
  if (LISTING.has(event.kind)) return true;
  if (OWN.has(name) && event.account !== undefined) return true;
  return MARKET.has(name) && event.kind !== 'deposit' && event.kind !== 'withdraw';
}
