// What any failure is to the caller: its code, its status and its words. docs/errors.md lists the codes.
import { type ErrorCode, FAILURES, type FailureCode, REFUSALS, type RefusalCode } from '../contract/errors.ts';
import { CatchingUp, MarketOff, MarketUnavailable } from '../ports/market.ts';
import { BatchFault, OutcomeUnknown, StoreUnavailable } from '../ports/store.ts';
import { Overloaded, RefusedError, RoutesUnavailable } from '../ports/venue.ts';

type Refusal = RefusedError['refusal'];

/** What a refusal tells the caller. */
const MESSAGES: { readonly [Code in RefusalCode]: (refusal: Extract<Refusal, { code: Code }>) => string } = {
  unknown_token: ({ token }) =>
    `Token ${token} is not listed here; getRouterData lists the supported tokens and their addresses.`,
  unknown_pool: ({ tokenA, tokenB }) => `There is no pool of ${tokenA} and ${tokenB}; getPools lists the pools.`,
  unknown_swap: ({ id }) => `You have no swap with the transactionId ${id}.`,
  unknown_transaction: ({ id }) =>
    `You have no transaction with the ${typeof id === 'number' ? 'sequence' : 'transactionId'} ${id}.`,
  bad_cursor: () => 'cursor must be a nextCursor that an earlier answer gave.',
  same_token: ({ token }) => `Both tokens are ${token}; a pair needs two different ones.`,
  token_exists: ({ token }) => `Token ${token} is registered already.`,
  symbol_taken: ({ symbol, token }) =>
    `Token ${token} has the symbol ${symbol} already; choose another, or send force: true to list both.`,
  address_reserved: ({ token }) => `${token} is an address that the exchange itself derives; a token needs its own.`,
  pool_exists: ({ tokenA, tokenB }) => `The pool of ${tokenA} and ${tokenB} exists already.`,
  fees_too_high: () => 'The fees are too high: lpFee must be below 1, and protocolFee and refFee together at most 0.5.',
  unusual_fees: (fees) =>
    'percent' in fees
      ? `lpFee, protocolFee and refFee come to ${fees.percent} % of a swap. Send force: true if that is meant.`
      : `${fees.symbol} has ${fees.decimals} decimals, and protocolFee and refFee are rounded up to its smallest unit: every swap ` +
        `into it would pay ${fees.least} ${fees.symbol} or more. Set both to 0, or send force: true if that is meant.`,
  token_paused: ({ token }) => `${token} is paused: it can be refunded and withdrawn, but not swapped or provided.`,
  pool_paused: ({ tokenA, tokenB }) =>
    `The pool of ${tokenA} and ${tokenB} is paused: liquidity can be refunded, but not swapped or provided.`,
  invalid_route: ({ fault }) => `The route cannot be swapped over: ${ROUTE_FAULTS[fault]}.`,
  route_moved: () =>
    'The pools of the best route keep moving, and what it pays fell by more than 1 % before it could be taken. Nothing was changed; send it again.',
  no_liquidity: ({ tokenA, tokenB }) => `The pool of ${tokenA} and ${tokenB} is empty; provideLiquidity fills it.`,
  pool_too_small: ({ wanted, reserve, symbol }) => `The pool cannot pay ${wanted} ${symbol}; it holds ${reserve}.`,
  output_zero: ({ symbolA, symbolB }) => `So little ${symbolA} buys no whole unit of ${symbolB}; offer more.`,
  price_impact_too_high: ({ percent, maxPercent }) =>
    `The price impact of ${percent} % exceeds the limit of ${maxPercent} %; trade less, or raise maxPriceImpact.`,
  below_minimum: ({ actual, minimum, symbol }) =>
    `The result would be ${actual} ${symbol}, below your minimum of ${minimum}.`,
  above_maximum: ({ actual, maximum, symbol }) =>
    `The swap would cost ${actual} ${symbol}, above your maximum of ${maximum}.`,
  deadline_passed: ({ deadlineMs, nowMs }) =>
    `The deadline ${new Date(deadlineMs).toISOString()} has passed; it is ${new Date(nowMs).toISOString()}.`,
  insufficient_funds: ({ account, needed, available, symbol }) =>
    `Account ${account} holds ${available} ${symbol}, but ${needed} is needed.`,
  amount_too_large: ({ symbol, max }) => `The exchange would hold more ${symbol} than it can count (${max}).`,
  liquidity_too_small: () => 'So little liquidity buys no LP tokens; provide more.',
  ratio_too_far: ({ takenA, offeredA, symbolA, takenB, offeredB, symbolB, leastPercent }) =>
    `The pool would take ${takenA} of your ${offeredA} ${symbolA} and ${takenB} of your ${offeredB} ${symbolB}, less than ` +
    `${leastPercent} % of one; offer at the price of the pool, set minLpTokens, or raise maxPriceImpact.`,
  pool_creation_restricted: ({ tokenA, tokenB }) =>
    `There is no pool of ${tokenA} and ${tokenB}, and only operators create pools here.`,
  no_position: ({ account, tokenA, tokenB }) =>
    `Account ${account} has no liquidity in the pool of ${tokenA} and ${tokenB}.`,
  position_too_small: ({ wanted, held }) => `You hold ${held} LP tokens, fewer than the ${wanted} to be refunded.`,
  refund_too_small: () => 'So few LP tokens return nothing of at least one token; refund more at once.',
  nothing_to_collect: ({ tokenA, tokenB }) => `The pool of ${tokenA} and ${tokenB} has no collected protocol fees.`,
  reference_reused: ({ amount, symbol, transactionId }) => {
    const where = transactionId === undefined ? 'an earlier item of this bulk' : `transaction ${transactionId}`;
    return `This reference was used for ${amount} ${symbol}, in ${where}; a new movement needs a new one.`;
  },
  idempotency_key_reused: () =>
    'This Idempotency-Key was used for a different request; use a new key for a new request.',
  not_attempted: ({ item }) => `items.${item} was refused, and all of this bulk or nothing is done.`,
};

const ROUTE_FAULTS: { readonly [Fault in Extract<Refusal, { code: 'invalid_route' }>['fault']]: string } = {
  no_hops: 'it has no hop',
  too_many_hops: 'it has more than 64 hops',
  bad_share: 'every share must be a whole number from 1 to 1073741824 (2^30), which is all of it',
  pool_twice: 'it uses a pool twice',
  into_token_a: 'it leads back into tokenA',
  out_of_token_b: 'it goes on from tokenB',
  dangling: 'a token comes from nowhere or goes nowhere; its hops must lead from tokenA to tokenB, in order',
  out_of_order: 'every hop into a token must stand before every hop out of it',
  shares_do_not_add_up:
    'the shares of each token must add up to 1073741824 (2^30): those out of it, or those into it where amount.tokenB is exact',
};

/** A pool that is named by its address is looked for without the venue. */
type Told = FailureCode | 'unknown_pool';

/** A failure that the API itself found. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: Told;
  constructor(code: Told, message: string) {
    super(message);
    this.code = code;
  }
}

export type Failure = { readonly status: number; readonly code: ErrorCode; readonly message: string };

/** What any thrown thing means to the caller. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RefusedError) return failureOfRefusal(error.refusal);
  if (error instanceof ApiError) return failure(error.code, error.message);
  if (error instanceof Overloaded) {
    return failure('overloaded', `The exchange is busy: ${error.message}. Nothing was changed; try again shortly.`);
  }
  if (error instanceof OutcomeUnknown) {
    return failure(
      'outcome_unknown',
      'It is not known whether this was done. Send it again with the same Idempotency-Key to find out.',
    );
  }
  if (error instanceof RoutesUnavailable) {
    const message =
      'Routes cannot be found right now. Nothing was changed; try again shortly, or send route: "direct".';
    return failure('routes_unavailable', message);
  }
  if (error instanceof CatchingUp) {
    const message = `The history of the market is still being counted (${error.message}); try again shortly.`;
    return failure('catching_up', message);
  }
  if (error instanceof MarketUnavailable) {
    return failure('market_unavailable', 'The history of the market cannot be read right now; try again shortly.');
  }
  if (error instanceof MarketOff) {
    return failure('market_off', 'This exchange keeps no market data: its operator has set MARKET_EVERY=0.');
  }
  if (error instanceof StoreUnavailable) {
    return error.reason === 'unreadable' ? unreadable(error.message) : STORAGE[error.reason];
  }
  if (error instanceof BatchFault && isUnreadable(error.cause)) return unreadable(error.message);
  return failureOfFramework((error ?? {}) as { code?: string; statusCode?: number });
}

function failureOfRefusal(refusal: Refusal): Failure {
  const message = MESSAGES[refusal.code] as (refusal: Refusal) => string;
  return { status: REFUSALS[refusal.code], code: refusal.code, message: message(refusal) };
}

const STATUS = { ...REFUSALS, ...FAILURES };

export const failure = (code: Told, message: string): Failure => ({ status: STATUS[code], code, message });

const unavailable = failure(
  'storage_unavailable',
  'The exchange cannot reach its storage right now. Nothing was changed; try again shortly.',
);

/** What a commit met was carried from another thread, so that its class is lost. */
const isUnreadable = (cause: unknown): boolean => (cause as { reason?: unknown } | undefined)?.reason === 'unreadable';

const unreadable = (message: string): Failure =>
  failure(
    'transaction_unreadable',
    `${message.charAt(0).toUpperCase()}${message.slice(1)}. The operator must restore it; trading goes on meanwhile.`,
  );

const STORAGE: { readonly [Reason in Exclude<StoreUnavailable['reason'], 'unreadable'>]: Failure } = {
  busy: failure('storage_busy', 'Another process keeps the storage locked. Nothing was changed; try again shortly.'),
  full: failure('storage_full', 'The storage is full. Nothing was changed; try again when the operator has made room.'),
  clock: failure(
    'clock_ahead',
    'The clock of the database has jumped ahead, and is not believed before it has kept to that for a while. Nothing was changed; try again shortly.',
  ),
  lost: failure(
    'storage_lost',
    'The database file was deleted, moved or replaced while the exchange was running, so that nothing can be saved. ' +
      'Nothing was changed; the operator must put it right.',
  ),
  read_only: unavailable,
  corrupt: unavailable,
  failed: unavailable,
};

/** Errors that Fastify raises before a handler runs, by its own codes. */
function failureOfFramework({ code, statusCode }: { code?: string; statusCode?: number }): Failure {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return failure('body_too_large', 'The body is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure(
        'unsupported_media_type',
        'Send the body as JSON, with the header Content-Type: application/json.',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return failure('invalid_request', 'The body is not as long as the header Content-Length says.');
    case 'FST_ERR_BAD_URL':
      return failure('invalid_request', 'The path is not a valid URL.');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return failure('invalid_request', 'The request is not valid HTTP.');
  }
  return failure('internal_error', 'Something went wrong inside the exchange. Quote the X-Request-Id to its operator.');
}
