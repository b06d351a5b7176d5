// Maps any error to a failure that the caller sees: code, status and message. docs/errors.md lists the codes.
import { AccessRefused } from '../access/people/refusal.ts';
import {
  type ErrorCode,
  FAILURES,
  type FailureCode,
  REFUSALS,
  type ReasonOf,
  type RefusalCode,
} from '../contract/errors.ts';
import { CatchingUp, MarketUnavailable } from '../ports/market.ts';
import { BatchFault, OutcomeUnknown, StoreUnavailable } from '../ports/store.ts';
import {
  NotOnThisVenue,
  Overloaded,
  RefusedError,
  RoutesUnavailable,
  SettlementFailed,
  SettlementUnavailable,
  TonFundsTooLow,
} from '../ports/venue.ts';

type Refusal = RefusedError['refusal'];

/** The message of each refusal. */
const MESSAGES: { readonly [Code in RefusalCode]: (refusal: Extract<Refusal, { code: Code }>) => string } = {
  unknown_token: ({ token, listed }) =>
    listed === undefined
      ? `Token ${token} is not listed here; getRouterData lists the supported tokens and their addresses.`
      : `Tokens are named by address: ${token} is the symbol of ${listed}. Send that address instead.`,
  unknown_pool: ({ tokenA, tokenB }) => `There is no pool of ${tokenA} and ${tokenB}; getPools lists the pools.`,
  not_found: (none) => {
    if (none.what === 'order') return 'You have no such order.';
    return `You have no ${none.what} with the ${typeof none.id === 'number' ? 'sequence' : 'transactionId'} ${none.id}.`;
  },
  bad_cursor: () => 'cursor must be the nextCursor of an earlier answer.',
  same_token: ({ token }) => `Both tokens are ${token}; a pair needs two different tokens.`,
  token_exists: ({ token }) => `Token ${token} is already registered.`,
  symbol_taken: ({ symbol, token }) =>
    `Token ${token} already has the symbol ${symbol}; choose another, or send force: true to list both.`,
  address_reserved: ({ token }) => `${token} is an address of the exchange itself; use the token's own address.`,
  pool_exists: ({ tokenA, tokenB }) => `The pool of ${tokenA} and ${tokenB} already exists.`,
  fees_too_high: () => 'The fees are too high: lpFee must be below 1, and protocolFee and refFee together at most 0.5.',
  unusual_fees: (fees) =>
    'percent' in fees
      ? `lpFee, protocolFee and refFee add up to ${fees.percent} % of a swap. Send force: true if this is intended.`
      : `${fees.symbol} has ${fees.decimals} decimals, and protocolFee and refFee are rounded up to its smallest unit: every swap ` +
        `into it would pay at least ${fees.least} ${fees.symbol}. Set both to 0, or send force: true if this is intended.`,
  token_paused: ({ token }) => `${token} is paused: you can withdraw it, but not swap it or provide liquidity.`,
  pool_paused: ({ tokenA, tokenB }) =>
    `The pool of ${tokenA} and ${tokenB} is paused: you can withdraw liquidity, but not swap or provide it.`,
  invalid_route: ({ fault }) => `The route is not valid: ${ROUTE_FAULTS[fault]}.`,
  route_moved: () =>
    'The pools of the best route keep moving: it now pays over 1 % less than when it was found. Nothing was changed; try again.',
  no_liquidity: ({ tokenA, tokenB }) => `The pool of ${tokenA} and ${tokenB} is empty; provideLiquidity fills it.`,
  pool_too_small: ({ wanted, reserve, symbol }) => `The pool cannot pay ${wanted} ${symbol}; it holds ${reserve}.`,
  output_zero: ({ symbolA, symbolB, feesTakeAll, isRefund }) => {
    if (isRefund)
      return `The position's part of ${symbolA} buys no ${symbolB} in this pool; withdraw both tokens by leaving out only.`;
    return feesTakeAll
      ? `Fees are rounded up to the smallest unit of ${symbolB} and would take all that this amount of ${symbolA} buys; offer more.`
      : `The amount of ${symbolA} is too small to buy any ${symbolB}; offer more.`;
  },
  price_impact_too_high: ({ percent, maxPercent, rounded }) =>
    rounded === undefined
      ? `The price impact of ${percent} % exceeds the limit of ${maxPercent} %; trade less, or raise maxPriceImpact.`
      : `Amounts are rounded to the smallest unit of ${rounded}, which makes this swap ${percent} % worse, over the limit of ${maxPercent} %; ` +
        'trade more, choose an amount that leaves less to rounding, or raise maxPriceImpact.',
  below_minimum: ({ actual, minimum, symbol }) =>
    `The result would be ${actual} ${symbol}, below your minimum of ${minimum}.`,
  above_maximum: ({ actual, maximum, symbol }) =>
    `The swap would cost ${actual} ${symbol}, above your maximum of ${maximum}.`,
  deadline_passed: ({ deadlineMs, nowMs }) =>
    `The deadline ${new Date(deadlineMs).toISOString()} has passed; it is ${new Date(nowMs).toISOString()}.`,
  insufficient_funds: ({ account, needed, available, symbol }) =>
    `Account ${account} holds ${available} ${symbol}, but ${needed} is needed.`,
  amount_too_large: ({ symbol, max }) => `The total amount of ${symbol} would exceed the maximum of ${max}.`,
  liquidity_too_small: () => 'The amounts are too small to mint LP tokens; provide more.',
  both_tokens_needed: ({ tokenA, tokenB }) =>
    `There is no liquidity of ${tokenA} and ${tokenB} yet to swap a part of your token with; provide both tokens, which sets the first price.`,
  ratio_too_far: ({ takenA, offeredA, symbolA, takenB, offeredB, symbolB, leastPercent }) =>
    `The pool would take only ${takenA} of ${offeredA} ${symbolA} and ${takenB} of ${offeredB} ${symbolB}, less than ` +
    `${leastPercent} % of one of them; offer amounts at the pool's ratio, set minLpTokens, or raise maxPriceImpact.`,
  pool_creation_restricted: ({ tokenA, tokenB }) =>
    `There is no pool of ${tokenA} and ${tokenB}, and only operators can create pools here.`,
  no_position: ({ account, tokenA, tokenB }) =>
    `Account ${account} has no liquidity in the pool of ${tokenA} and ${tokenB}.`,
  position_too_small: ({ wanted, held }) => `You hold ${held} LP tokens, fewer than the ${wanted} to withdraw.`,
  refund_too_small: ({ tokenA, tokenB }) =>
    `So few LP tokens are worth less than the smallest unit of ${tokenA} and of ${tokenB}; withdraw more at once.`,
  not_on_this_venue: ({ what }) => TURNED_OFF[what],
  same_account: ({ account }) => `${account} is your own account; name another one.`,
  account_reserved: ({ account }) => `${account} belongs to the exchange itself; tokens cannot be sent to it.`,
  nothing_to_collect: ({ tokenA, tokenB }) => `The pool of ${tokenA} and ${tokenB} has no collected protocol fees.`,
  reference_reused: (used) => {
    if ('clientId' in used) {
      const which = used.order === undefined ? 'An earlier item of this bulk' : `Your open order ${used.order}`;
      return `${which} has the clientId ${used.clientId}; cancel that order first, or use another clientId.`;
    }
    const { amount, symbol, transactionId } = used;
    const where = transactionId === undefined ? 'an earlier item of this bulk' : `transaction ${transactionId}`;
    return `This reference was already used for ${amount} ${symbol}, in ${where}; use a new reference for a new deposit or withdrawal.`;
  },
  order_closed: ({ status }) =>
    status === undefined
      ? 'The order is closed: it was filled, cancelled or expired.'
      : `The order is closed: ${ENDS[status]}.`,
  order_moved: () => 'The order or the price changed before this could be done. Nothing was changed; try again.',
  order_too_small: (bound) =>
    'maxTimes' in bound
      ? `So small an order can be split into ${bound.maxTimes} parts at most; offer more, or split it less.`
      : `The limit of an order that may be filled in parts must be at least ${bound.least} ${bound.symbol} for all of it; offer more, ask for more, or send parts: false to have it filled as a whole.`,
  would_fill: () =>
    'The pools would fill some of this order at once, so it was not placed (postOnly). Ask for more, or leave postOnly out.',
  idempotency_key_reused: () =>
    'This Idempotency-Key was already used for a different request; use a new key for a new request.',
  not_attempted: ({ item }) => `items.${item} was refused, so nothing in this atomic bulk was done.`,
};

const TURNED_OFF = {
  transfers: 'Sending tokens is turned off on this exchange (TRANSFERS=off).',
  orders: 'Placing orders is turned off on this exchange (ORDERS=off). Orders that wait can be cancelled.',
} as const;

const ENDS = { filled: 'it was filled', cancelled: 'it was cancelled', expired: 'it has expired' } as const;

const ROUTE_FAULTS: { readonly [Fault in Extract<Refusal, { code: 'invalid_route' }>['fault']]: string } = {
  no_hops: 'it has no hops',
  too_many_hops: 'it has more than 64 hops',
  bad_share: 'every share must be a whole number from 1 to 1073741824 (2^30), which means all of it',
  pool_twice: 'it uses a pool twice',
  into_token_a: 'it leads back into tokenA',
  out_of_token_b: 'it continues after tokenB',
  dangling: 'a token appears from nowhere or leads nowhere; the hops must lead from tokenA to tokenB, in order',
  out_of_order: 'every hop into a token must come before every hop out of it',
  shares_do_not_add_up:
    'the shares of each token must add up to 1073741824 (2^30): of the hops out of it, or of the hops into it if amount.tokenB is exact',
};

/** These refusals of the venue are also found by the API itself: a pool named by its address, records that the API keeps, and parts that are off. */
type ApiErrorCode = FailureCode | 'unknown_pool' | 'not_found' | 'not_on_this_venue';

type Thrown<Code extends ErrorCode> = Code extends Code ? [code: Code, message: string, ...ReasonOf<Code>] : never;

/** A failure that the API itself detected. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly reasonCode: string | undefined;
  constructor(...[code, message, reasonCode]: Thrown<ApiErrorCode>) {
    super(message);
    this.code = code;
    this.reasonCode = reasonCode;
  }

  /** The HTTP status, for the routes of a devnet, which format failures in their own way. */
  get statusCode(): number {
    return STATUS[this.code];
  }
}

/** A holder is not counted; `statement` is what the log's key has signed of it, if it has. */
export class NotCounted extends ApiError {
  readonly statement: string | null;
  constructor(message: string, statement: string | null) {
    super('balance_not_counted', message);
    this.statement = statement;
  }
}

export type Failure = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** For some codes, what exactly: what was not found, or why settlement on the chain failed. */
  readonly reasonCode?: string;
  /** The refusal as a note signed with the log's key. */
  readonly statement?: string;
};

/** Maps any thrown value to the failure that the caller sees. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RefusedError) return failureOfRefusal(error.refusal);
  if (error instanceof NotCounted && error.statement !== null)
    return { ...failureOfKnown(error), statement: error.statement };
  if (error instanceof ApiError || error instanceof AccessRefused) return failureOfKnown(error);
  if (error instanceof Overloaded) {
    return failure('overloaded', `The exchange is busy: ${error.message}. Nothing was changed; try again shortly.`);
  }
  if (error instanceof OutcomeUnknown) {
    return failure(
      'outcome_unknown',
      'It is not known whether this request took effect. If it had an Idempotency-Key, send it again with the same key to find out; otherwise look whether it happened before you repeat it.',
    );
  }
  if (error instanceof RoutesUnavailable) {
    const message = 'The route finder is restarting. Nothing was changed; try again shortly, or send route: "direct".';
    return failure('routes_unavailable', message);
  }
  if (error instanceof NotOnThisVenue) return failure('not_on_this_venue', error.message, 'venue');
  if (error instanceof TonFundsTooLow) return failure('ton_funds_too_low', error.message);
  if (error instanceof SettlementFailed) {
    return failureOfKnown({
      code: 'settlement_failed',
      message: `The chain did not carry it out: ${error.message}.`,
      reasonCode: error.reasonCode,
    });
  }
  if (error instanceof SettlementUnavailable) {
    return failure('ton_unavailable', 'The chain cannot be reached right now. Nothing was changed; try again shortly.');
  }
  if (error instanceof CatchingUp) {
    const message = `Market history is still being indexed (${error.message}); try again shortly.`;
    return failure('catching_up', message);
  }
  if (error instanceof MarketUnavailable) {
    return failure('market_unavailable', 'Market data is not available right now; try again shortly.');
  }
  if (error instanceof StoreUnavailable) {
    return error.reason === 'unreadable' ? unreadable(error.message) : STORAGE[error.reason];
  }
  if (error instanceof BatchFault && isUnreadable(error.cause)) return unreadable(error.message);
  return failureOfFramework((error ?? {}) as { code?: string; statusCode?: number });
}

function failureOfRefusal(refusal: Refusal): Failure {
  const message = MESSAGES[refusal.code] as (refusal: Refusal) => string;
  return {
    status: REFUSALS[refusal.code],
    code: refusal.code,
    message: message(refusal),
    ...('what' in refusal && { reasonCode: refusal.what }),
  };
}

const STATUS = { ...REFUSALS, ...FAILURES };

export const failure = (...[code, message, reasonCode]: Thrown<ApiErrorCode>): Failure =>
  failureOfKnown({ code, message, reasonCode });

type Known = Pick<Failure, 'code' | 'message'> & { readonly reasonCode: string | undefined };

const failureOfKnown = ({ code, message, reasonCode }: Known): Failure => ({
  status: STATUS[code],
  code,
  message,
  ...(reasonCode !== undefined && { reasonCode }),
});

const unavailable = failure(
  'storage_unavailable',
  'The exchange cannot reach its database right now. Nothing was changed; try again shortly.',
  'unreachable',
);

/** Compares the reason instead of the class, which an error from another thread has lost. */
const isUnreadable = (cause: unknown): boolean => (cause as { reason?: unknown } | undefined)?.reason === 'unreadable';

const unreadable = (message: string): Failure =>
  failure(
    'transaction_unreadable',
    `${message.charAt(0).toUpperCase()}${message.slice(1)}. The operator must restore it; trading is not affected.`,
  );

const STORAGE: { readonly [Reason in Exclude<StoreUnavailable['reason'], 'unreadable'>]: Failure } = {
  busy: failure(
    'storage_unavailable',
    'Another process holds the database lock. Nothing was changed; try again shortly.',
    'busy',
  ),
  full: failure(
    'storage_broken',
    'The disk of the exchange is full. Nothing was changed; try again once the operator has freed space.',
    'full',
  ),
  clock: failure(
    'storage_unavailable',
    'The database clock has jumped ahead, and the exchange is waiting to see whether the new time is right. Nothing was changed; try again shortly.',
    'clock',
  ),
  lost: failure(
    'storage_broken',
    'The database file was deleted, moved or replaced while the exchange was running, so nothing can be saved. ' +
      'Nothing was changed; the operator must fix it.',
    'lost',
  ),
  read_only: unavailable,
  corrupt: unavailable,
  failed: unavailable,
};

/** True for errors with which Node reports that a client disconnected: while the server waited, or while it read the body. */
const isHangUp = ({ code, message }: { code?: string; message?: string }): boolean =>
  code === 'ABORT_ERR' || (code === 'ECONNRESET' && message === 'aborted');

/** Maps errors of Node and Fastify, and any other error to `internal_error`. */
function failureOfFramework(error: { code?: string; statusCode?: number; message?: string }): Failure {
  const { code, statusCode } = error;
  if (isHangUp(error)) return failure('invalid_request', 'The client hung up before it was answered.');
  if (code === 'FST_ERR_BAD_URL') return failure('invalid_request', 'The path is not a valid URL.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return failure('invalid_request', 'The request is not valid HTTP.');
  }
  return failure('internal_error', 'Internal error. Please send the X-Request-Id to the operator.');
}
