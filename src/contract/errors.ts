// All error codes with their HTTP status; docs/errors.md explains them.
import Type from 'typebox';

/** Refusals: the venue understood the command, but its rules do not allow it; nothing was changed. */
export const REFUSALS = {
  unknown_token: 404,
  unknown_pool: 404,
  not_found: 404,
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
  both_tokens_needed: 422,
  ratio_too_far: 422,
  pool_creation_restricted: 422,
  no_position: 422,
  position_too_small: 422,
  refund_too_small: 422,
  not_on_this_venue: 422,
  same_account: 400,
  account_reserved: 422,
  nothing_to_collect: 422,
  reference_reused: 422,
  order_closed: 422,
  order_moved: 422,
  order_too_small: 422,
  would_fill: 422,
  idempotency_key_reused: 422,
  not_attempted: 424,
} as const;

/** All other errors, such as invalid requests, missing permissions and unavailable services. */
export const FAILURES = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_amount: 400,
  unauthorized: 401,
  forbidden: 403,
  scope_missing: 403,
  proof_needed: 403,
  address_not_allowed: 403,
  cross_site: 403,
  host_not_allowed: 403,
  sign_up_closed: 403,
  unknown_account: 404,
  invitation_invalid: 404,
  balance_not_counted: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  other_account: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  input_refused: 422,
  too_many: 422,
  day_limit_reached: 422,
  price_unknown: 422,
  name_taken: 422,
  passkey_refused: 422,
  proof_refused: 422,
  passkeys_unavailable: 422,
  last_credential: 422,
  ton_funds_too_low: 422,
  settlement_failed: 422,
  rate_limited: 429,
  used_up_today: 429,
  headers_too_large: 431,
  internal_error: 500,
  transaction_unreadable: 500,
  overloaded: 503,
  storage_unavailable: 503,
  storage_broken: 503,
  outcome_unknown: 503,
  routes_unavailable: 503,
  catching_up: 503,
  market_unavailable: 503,
  not_logged_yet: 503,
  ton_unavailable: 503,
} as const;

/** The codes that a reason makes precise, with their reasons: `not_found` says what there is not. The header `Reason-Code` has it. */
export const REASONS = {
  not_found: [
    'path',
    'swap',
    'transaction',
    'order',
    'key',
    'session',
    'invitation',
    'passkey',
    'webhook',
    'delivery',
    'liabilities',
    'log_key',
  ],
  not_on_this_venue: ['venue', 'transfers', 'orders', 'faucet', 'images'],
  input_refused: ['name', 'image', 'accent', 'url', 'file'],
  too_many: ['orders', 'keys', 'passkeys', 'webhooks', 'images', 'transactions'],
  used_up_today: ['faucet', 'sign_ups'],
  storage_unavailable: ['busy', 'clock', 'unreachable'],
  storage_broken: ['full', 'lost'],
} as const;

export type RefusalCode = keyof typeof REFUSALS;
export type FailureCode = keyof typeof FAILURES;
export type ErrorCode = RefusalCode | FailureCode;
/** A code, with its reason if it needs one, as declarations name it. */
export type FailureName =
  | Exclude<ErrorCode, keyof typeof REASONS>
  | { [Code in keyof typeof REASONS]: `${Code} ${(typeof REASONS)[Code][number]}` }[keyof typeof REASONS];
/** The last argument of an error of this code: its reason, if it needs one. */
export type ReasonOf<Code extends ErrorCode> = Code extends keyof typeof REASONS
  ? [reason: (typeof REASONS)[Code][number]]
  : [];

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
