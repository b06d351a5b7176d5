// Decides which cached answers an event invalidates: a pure function of the event, the query and its answer.
import type { EventsRecord } from '#client';

/** When to refetch: `now` for figures that somebody may act on, `soon` for overviews that any trade changes slightly, null for never. */
type Touch = 'now' | 'soon' | null;

const LISTING = new Set(['createPool', 'registerToken', 'setPoolFees', 'setPoolStatus', 'updateToken']);
/** `quoteOrder` is here because its answer does not say which pools would fill the order. */
const OF_POOLS = new Set(['getMarket', 'getPools', 'getRouterData', 'getPrices', 'quoteOrder']);
const OF_ONE_POOL = new Set([
  'getPoolStats',
  'getPoolData',
  'getTrades',
  'getOrderBook',
  'getCandles',
  'getPrice',
  'getLPAccountData',
  'getLPPosition',
  'quoteLiquidity',
]);
const OF_AN_ACCOUNT = new Set([
  'getBalances',
  'getActivity',
  'getActivityTotals',
  'getSwaps',
  'getFills',
  'getOrders',
  'getOrder',
]);

type QueryInput = { readonly [field: string]: unknown };

export function touches(
  event: EventsRecord,
  queryKey: readonly unknown[],
  answer: unknown,
  account: string | null,
): Touch {
  const [name, input, address] = queryKey as [string, QueryInput | 'one' | undefined, unknown];
  if (input === 'one') return isAbout(event, address, answer) ? 'now' : null;
  // Long reads of the account's history: asked for once, and again by the reader.
  if (name === 'getGains' || (name === 'getPortfolio' && input?.history !== undefined)) return null;
  if (isPast(name)) return isAwaited(event, input, answer) ? 'now' : null;
  if (LISTING.has(event.kind) || opensPool(event)) return 'now';
  const isOwn = concerns(event, account);
  // Activity filtered by kind contains no other kinds.
  if (name.startsWith('getActivity') && input?.kind !== undefined && input.kind !== activityKind(event)) return null;
  if (name === 'getOrders' && input?.all === 'true') return event.order === undefined ? null : 'soon';
  if (OF_AN_ACCOUNT.has(name))
    return input?.all === 'true' || concerns(event, input?.account ?? account) ? 'now' : null;
  // Any event about an account may have created the account.
  if (name === 'checkAccount') return concerns(event, input?.account) ? 'now' : null;
  // A faucet claim is a deposit, and a claimed offer cannot be claimed again.
  if (name === 'getFaucet') return isOwn && event.kind === 'deposit' ? 'now' : null;
  // The list counts the tokens each account holds.
  if (name === 'getAccounts') return 'soon';
  if (name === 'getPortfolio' && isOwn) return 'now';
  const pools = poolsOf(event);
  if (pools.length === 0) return null;
  if (name === 'getQuote') return passes(answer, pools) ? 'now' : null;
  if (name === 'getPortfolio') return isLarge(answer) ? null : 'soon';
  if (name === 'getLPPositions') return isOwn ? 'now' : 'soon';
  if (name === 'getCandles' && endsBefore(input, event)) return null;
  if (OF_ONE_POOL.has(name)) {
    if (pools.some((pool) => isOf(pool, input) || isOnWay(pool, input, answer))) return 'now';
    // The price of a thin pool (little liquidity compared to other routes) comes from other pools, so any trade may change it.
    return (answer as { thin?: boolean } | undefined)?.thin ? 'soon' : null;
  }
  return OF_POOLS.has(name) ? 'soon' : null;
}

/** A portfolio with more holdings than this is costly: other accounts' trades do not invalidate it, and it is refetched once a minute. */
const MANY = 500;

function isLarge(answer: unknown): boolean {
  const { pages: [first] = [answer] } = (answer ?? {}) as { pages?: readonly unknown[] };
  const { last = first } = (first ?? {}) as { last?: unknown };
  const held = (last as { held?: Readonly<Record<string, { readonly count: number }>> } | undefined)?.held ?? {};
  return Object.values(held).reduce((sum, { count }) => sum + count, 0) > MANY;
}

type TouchedPool = { readonly poolAddress?: string; readonly tokenA?: string; readonly tokenB?: string };

function poolsOf(event: EventsRecord): readonly TouchedPool[] {
  if (event.route !== undefined) return event.route;
  return event.poolAddress === undefined ? [] : [event as TouchedPool];
}

/** The first liquidity of a pair opens its pool, which has no event of its own. */
const opensPool = ({ locked }: EventsRecord): boolean => locked !== undefined && /[1-9]/.test(locked);

/** For an item cached by address: true if the token was updated, or if there was no such token or pool and there may be one now. */
const isAbout = (event: EventsRecord, address: unknown, answer: unknown): boolean =>
  event.kind === 'updateToken'
    ? event.token === address
    : answer === null && (event.kind === 'registerToken' || event.kind === 'createPool' || opensPool(event));

/** True for queries of one transaction: once committed it does not change, but one that was not found may exist now. */
const isPast = (name: string): boolean => name === 'getTransaction' || name === 'getSwap';

/** True if the query came before the commit, or before the chain had settled the transaction. */
function isAwaited({ sequence, transactionId }: EventsRecord, input: QueryInput | undefined, answer: unknown): boolean {
  if (answer === undefined) return String(input?.sequence) === String(sequence);
  const { transactionId: shown, status } = answer as { transactionId?: string; status?: string };
  // A failed transaction may be refunded later.
  return shown !== undefined && shown === transactionId && (status === 'pending' || status === 'failed');
}

/** The kind under which the activity lists an event. */
const activityKind = ({ kind, change }: EventsRecord): string =>
  kind === 'takeBack' || change === 'takeBack' ? 'provide' : (change ?? kind);

const concerns = ({ account, actor, referrer, to, taker }: EventsRecord, who: unknown): boolean =>
  who !== null &&
  who !== undefined &&
  // Operators see both orders of a match, without account names.
  (taker !== undefined || [account, actor, referrer, to].includes(who as string));

/** True if the quote's route uses one of the pools, or there was no quote: it may be possible now. */
function passes(answer: unknown, pools: readonly TouchedPool[]): boolean {
  const route = (answer as { route?: readonly TouchedPool[] } | undefined)?.route;
  return route === undefined || route.some((hop) => pools.some((pool) => pool.poolAddress === hop.poolAddress));
}

const isOf = ({ tokenA, tokenB }: TouchedPool, input: QueryInput | undefined): boolean =>
  (input?.jetton0 === tokenA && input?.jetton1 === tokenB) || (input?.jetton0 === tokenB && input?.jetton1 === tokenA);

/** True for candles of a span that was over when it happened. */
const endsBefore = (input: QueryInput | undefined, { createdAt }: EventsRecord): boolean =>
  typeof input?.to === 'string' && Date.parse(input.to) <= Date.parse(createdAt);

/** A liquidity quote also has the price over other pools: check each two neighbouring tokens along that route. */
function isOnWay(pool: TouchedPool, input: QueryInput | undefined, answer: unknown): boolean {
  const via = (answer as { marketVia?: readonly string[] } | undefined)?.marketVia ?? [];
  const way = [input?.jetton0, ...via, input?.jetton1];
  return via.length > 0 && way.some((jetton0, at) => at > 0 && isOf(pool, { jetton0: way[at - 1], jetton1: jetton0 }));
}
