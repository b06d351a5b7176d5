// All error codes with their HTTP status; docs/errors.md explains them.
import Type from 'typebox';

/** Refusals: the venue understood the command and changed nothing. */
export const REFUSALS = {
  unknown_token: 404,
  unknown_pool: 404,
  unknown_swap: 404,
  unknown_transaction: 404,
  bad_cursor: 400,
  same_token: 400,
  token_exists: 422,
  symbol_taken: 422,
  address_reserved: 422,
  pool_exists: 422,
  fees_too_high: 422,
  unusual_fees: 422,
  token_paused: 422,
  pool_paused: 422,
  invalid_route: 422,
  route_moved: 422,
  no_liquidity: 422,
  pool_too_small: 422,
  output_zero: 422,
  price_impact_too_high: 422,
  below_minimum: 422,
  above_maximum: 422,
  deadline_passed: 422,
  insufficient_funds: 422,
  amount_too_large: 422,
  liquidity_too_small: 422,
  ratio_too_far: 422,
  pool_creation_restricted: 422,
  no_position: 422,
  position_too_small: 422,
  refund_too_small: 422,
  nothing_to_collect: 422,
  reference_reused: 422,
  idempotency_key_reused: 422,
  not_attempted: 424,
} as const;

/** Failures before the venue decides anything. */
export const FAILURES = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_amount: 400,
  unauthorized: 401,
  forbidden: 403,
  scope_missing: 403,
  address_not_allowed: 403,
  cross_site: 403,
  host_not_allowed: 403,
  not_found: 404,
  unknown_key: 404,
  unknown_session: 404,
  unknown_webhook: 404,
  faucet_off: 404,
  market_off: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  other_account: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  webhook_url_refused: 422,
  too_many_webhooks: 422,
  too_many_keys: 422,
  day_limit_reached: 422,
  price_unknown: 422,
  image_refused: 422,
  too_many_images: 422,
  rate_limited: 429,
  faucet_spent: 429,
  headers_too_large: 431,
  internal_error: 500,
  transaction_unreadable: 500,
  not_available: 501,
  overloaded: 503,
  storage_busy: 503,
  storage_full: 503,
  storage_lost: 503,
  clock_ahead: 503,
  storage_unavailable: 503,
  outcome_unknown: 503,
  routes_unavailable: 503,
  catching_up: 503,
  market_unavailable: 503,
} as const;

export type RefusalCode = keyof typeof REFUSALS;
export type FailureCode = keyof typeof FAILURES;
export type ErrorCode = RefusalCode | FailureCode;

/** The body of every error. */
export const Failed = Type.Object(
  {
    error: Type.String({
      description: 'What went wrong and what to do about it.',
      examples: ['Pair.tokenA is missing.'],
    }),
  },
  { description: 'Refused or failed. The header `Error-Code` has a stable code.' },
);
