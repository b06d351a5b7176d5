// Which answers an event makes old: a pure function of the event, the question and the answer.
import type { EventsRecord } from '#client';

/** At once, for what somebody is about to act on; soon, for overviews that any trade changes a little. */
type Touch = 'now' | 'soon' | null;

const LISTING = new Set(['createPool', 'registerToken', 'setPoolFees', 'setPoolStatus', 'updateToken']);
/** Through which pools an order would be filled is not told. */
const OF_POOLS = new Set(['getMarket', 'getPools', 'getRouterData', 'getPrices', 'quoteOrder']);
const OF_ONE_POOL = new Set([
  'getPoolStats',
  'getPoolData',
  'getTrades',
  'getCandles',
  'getPrice',
  'getLPAccountData',
  'getLPPosition',
  'quoteLiquidity',
]);
const OF_AN_ACCOUNT = new Set(['getBalances', 'getActivity', 'getActivityTotals', 'getSwaps', 'getOrders', 'getOrder']);

type Asked = { readonly [field: string]: unknown };

export function touches(
  event: EventsRecord,
  queryKey: readonly unknown[],
  answer: unknown,
  account: string | null,
): Touch {
  const [name, input, address] = queryKey as [string, Asked | 'one' | undefined, unknown];
  if (input === 'one') return isAbout(event, address, answer) ? 'now' : null;
  if (isPast(name)) return isAwaited(event, input, answer) ? 'now' : null;
  if (LISTING.has(event.kind) || opensPool(event)) return 'now';
  const isOwn = concerns(event, account);
  // What is asked for by kind has nothing of another.
  if (name.startsWith('getActivity') && input?.kind !== undefined && input.kind !== activityKind(event)) return null;
  if (name === 'getOrders' && input?.all === 'true') return event.order === undefined ? null : 'soon';
  if (OF_AN_ACCOUNT.has(name))
    return input?.all === 'true' || concerns(event, input?.account ?? account) ? 'now' : null;
  // Whatever happens to an account makes it known.
  if (name === 'checkAccount') return concerns(event, input?.account) ? 'now' : null;
  // What was claimed cannot be claimed again.
  if (name === 'getFaucet') return isOwn && event.kind === 'deposit' ? 'now' : null;
  // Of how many tokens each one has.
  if (name === 'getAccounts') return 'soon';
  if (name === 'getPortfolio' && isOwn) return 'now';
  const pools = poolsOf(event);
  if (pools.length === 0) return null;
  if (name === 'getQuote') return passes(answer, pools) ? 'now' : null;
  if (name === 'getPortfolio') return isLarge(answer) ? null : 'soon';
  if (name === 'getLPPositions') return isOwn ? 'now' : 'soon';
  if (OF_ONE_POOL.has(name)) {
    if (pools.some((pool) => isOf(pool, input) || isOnWay(pool, input, answer))) return 'now';
    // A thin pool is told with the price of other pools.
    return (answer as { thin?: boolean } | undefined)?.thin ? 'soon' : null;
  }
  return OF_POOLS.has(name) ? 'soon' : null;
}

/** What costs the server by holding is asked for again once a minute, unless it is changed by its owner. */
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

/** The first liquidity of a pair makes its pool, which no other event tells. */
const opensPool = ({ locked }: EventsRecord): boolean => locked !== undefined && /[1-9]/.test(locked);

/** A token gets another name or status, and what was not there may be now; else nothing changes that has an address. */
const isAbout = (event: EventsRecord, address: unknown, answer: unknown): boolean =>
  event.kind === 'updateToken'
    ? event.token === address
    : answer === null && (event.kind === 'registerToken' || event.kind === 'createPool' || opensPool(event));

/** What was committed does not change any more; what was looked for too early is there now. */
const isPast = (name: string): boolean => name === 'getTransaction' || name === 'getSwap';

/** Looked for too early, or before a chain had settled it. */
function isAwaited({ sequence, transactionId }: EventsRecord, input: Asked | undefined, answer: unknown): boolean {
  if (answer === undefined) return String(input?.sequence) === String(sequence);
  const { transactionId: shown, status } = answer as { transactionId?: string; status?: string };
  // What failed may tell later what came back.
  return shown !== undefined && shown === transactionId && (status === 'pending' || status === 'failed');
}

/** Where the activity has it. */
const activityKind = ({ kind, change }: EventsRecord): string =>
  kind === 'takeBack' || change === 'takeBack' ? 'provide' : (change ?? kind);

const concerns = ({ account, actor, referrer, to, taker }: EventsRecord, who: unknown): boolean =>
  who !== null &&
  who !== undefined &&
  // Operators are told both orders of a match, and no names.
  (taker !== undefined || [account, actor, referrer, to].includes(who as string));

/** A quote that could not be made may be possible now. */
function passes(answer: unknown, pools: readonly TouchedPool[]): boolean {
  const route = (answer as { route?: readonly TouchedPool[] } | undefined)?.route;
  return route === undefined || route.some((hop) => pools.some((pool) => pool.poolAddress === hop.poolAddress));
}

const isOf = ({ tokenA, tokenB }: TouchedPool, input: Asked | undefined): boolean =>
  (input?.jetton0 === tokenA && input?.jetton1 === tokenB) || (input?.jetton0 === tokenB && input?.jetton1 === tokenA);

/** What liquidity is quoted with is the price over other pools too: of each two tokens along the way. */
function isOnWay(pool: TouchedPool, input: Asked | undefined, answer: unknown): boolean {
  const via = (answer as { marketVia?: readonly string[] } | undefined)?.marketVia ?? [];
  const way = [input?.jetton0, ...via, input?.jetton1];
  return via.length > 0 && way.some((jetton0, at) => at > 0 && isOf(pool, { jetton0: way[at - 1], jetton1: jetton0 }));
}
