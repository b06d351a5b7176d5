// The texts of every failure for people: first what happened, then one thing to do.
import type { FailureCode, GetSwapOutput } from '#client';
import { type Id, language, t } from './words.ts';

type Words = {
  readonly title: string;
  readonly body: string;
  /** The label of the button that does the most useful next thing. */
  readonly next: string;
  /** True if retrying would fail again: the button then leads back. */
  readonly isFinal: boolean;
};

type Next = Extract<Id, `errors.next.${string}`> extends `errors.next.${infer Name}` ? Name : never;
type Entry = {
  readonly next: Next;
  /** Overrides the default title, which says that nothing was changed. */
  readonly title?: Id;
  /** True if the server's message, which is in English, says more than the catalogue's text. */
  readonly hasDetail?: boolean;
};

const WORDS: Readonly<Record<FailureCode, Entry>> = {
  unknown_token: { next: 'otherToken' },
  unknown_pool: { next: 'otherToken' },
  unknown_swap: { next: 'back' },
  unknown_transaction: { next: 'back', title: 'errors.unknown_transaction.title' },
  bad_cursor: { next: 'startOver' },
  same_token: { next: 'otherToken' },
  token_exists: { next: 'back', hasDetail: true },
  symbol_taken: { next: 'symbol', hasDetail: true },
  address_reserved: { next: 'address', hasDetail: true },
  pool_exists: { next: 'openPool', hasDetail: true },
  fees_too_high: { next: 'fees', hasDetail: true },
  unusual_fees: { next: 'checkFees', hasDetail: true },
  token_paused: { next: 'otherToken' },
  pool_paused: { next: 'otherToken' },
  invalid_route: { next: 'quote', hasDetail: true },
  route_moved: { next: 'quote' },
  unknown_order: { next: 'back' },
  order_closed: { next: 'back' },
  order_moved: { next: 'again' },
  order_too_small: { next: 'amount', hasDetail: true },
  orders_off: { next: 'back' },
  too_many_orders: { next: 'back' },
  no_liquidity: { next: 'otherToken' },
  pool_too_small: { next: 'amount' },
  output_zero: { next: 'amount' },
  price_impact_too_high: { next: 'amount', hasDetail: true },
  below_minimum: { next: 'quote', hasDetail: true },
  above_maximum: { next: 'quote', hasDetail: true },
  deadline_passed: { next: 'quote' },
  insufficient_funds: { next: 'amount', hasDetail: true },
  amount_too_large: { next: 'amount' },
  liquidity_too_small: { next: 'amount' },
  both_tokens_needed: { next: 'amount' },
  ratio_too_far: { next: 'refreshPool' },
  pool_creation_restricted: { next: 'back' },
  no_position: { next: 'back' },
  transfers_off: { next: 'back' },
  same_account: { next: 'back' },
  account_reserved: { next: 'back' },
  unknown_account: { next: 'back' },
  position_too_small: { next: 'amount' },
  refund_too_small: { next: 'amount' },
  nothing_to_collect: { next: 'back' },
  reference_reused: { next: 'reference', hasDetail: true },
  idempotency_key_reused: { next: 'again', hasDetail: true },
  not_attempted: { next: 'again', hasDetail: true },
  invalid_request: { next: 'input', hasDetail: true },
  invalid_json: { next: 'reload', hasDetail: true },
  invalid_amount: { next: 'amount', hasDetail: true },
  unauthorized: { next: 'signIn' },
  forbidden: { next: 'signIn' },
  scope_missing: { next: 'signIn', hasDetail: true },
  proof_needed: { next: 'signIn' },
  address_not_allowed: { next: 'signIn', hasDetail: true },
  cross_site: { next: 'reload', hasDetail: true },
  sign_up_closed: { next: 'back', hasDetail: true },
  host_not_allowed: { next: 'back', hasDetail: true },
  not_found: { next: 'reload' },
  unknown_key: { next: 'back' },
  unknown_session: { next: 'back' },
  unknown_invitation: { next: 'back' },
  unknown_passkey: { next: 'back' },
  invitation_invalid: { next: 'back', title: 'errors.invitation_invalid.title' },
  unknown_delivery: { next: 'back' },
  unknown_webhook: { next: 'back' },
  log_unsigned: { next: 'back' },
  no_liabilities: { next: 'back' },
  balance_not_counted: { next: 'back' },
  method_not_allowed: { next: 'reload', hasDetail: true },
  request_timeout: { next: 'again' },
  other_account: { next: 'reload' },
  body_too_large: { next: 'amount', hasDetail: true },
  unsupported_media_type: { next: 'reload', hasDetail: true },
  webhook_url_refused: { next: 'address', hasDetail: true },
  day_limit_reached: { next: 'amount', hasDetail: true },
  price_unknown: { next: 'otherToken', hasDetail: true },
  too_many_keys: { next: 'back', hasDetail: true },
  name_refused: { next: 'input', hasDetail: true },
  name_taken: { next: 'input' },
  passkey_refused: { next: 'again', hasDetail: true },
  proof_refused: { next: 'again', hasDetail: true },
  passkeys_unavailable: { next: 'back' },
  too_many_passkeys: { next: 'back' },
  last_credential: { next: 'back' },
  too_many_webhooks: { next: 'back', hasDetail: true },
  import_refused: { next: 'input', hasDetail: true },
  faucet_off: { next: 'back' },
  faucet_spent: { next: 'back' },
  image_refused: { next: 'image', hasDetail: true },
  accent_refused: { next: 'colour', hasDetail: true },
  too_many_images: { next: 'back', hasDetail: true },
  too_many_sign_ups: { next: 'back' },
  not_on_this_venue: { next: 'back', hasDetail: true },
  ton_funds_too_low: { next: 'back', hasDetail: true },
  settlement_failed: { next: 'quote', hasDetail: true, title: 'errors.settlement_failed.title' },
  ton_unavailable: { next: 'again' },
  rate_limited: { next: 'again' },
  headers_too_large: { next: 'reload', hasDetail: true },
  internal_error: { next: 'again', hasDetail: true, title: 'errors.internal_error.title' },
  transaction_unreadable: { next: 'back', hasDetail: true, title: 'errors.transaction_unreadable.title' },
  not_available: { next: 'back', hasDetail: true, title: 'errors.not_available.title' },
  overloaded: { next: 'again' },
  storage_busy: { next: 'again' },
  storage_full: { next: 'again' },
  storage_lost: { next: 'again' },
  clock_ahead: { next: 'again' },
  storage_unavailable: { next: 'again' },
  outcome_unknown: { next: 'outcome', title: 'errors.outcome_unknown.title' },
  routes_unavailable: { next: 'again' },
  catching_up: { next: 'again', title: 'errors.catching_up.title' },
  market_unavailable: { next: 'again', title: 'errors.market_unavailable.title' },
  not_logged_yet: { next: 'again' },
  network: { next: 'again', title: 'errors.network.title' },
  unreadable: { next: 'again', hasDetail: true, title: 'errors.unreadable.title' },
};

/** Codes of the page, not of the server: the reader's wallet did not sign, or tokens wait on the chain to be taken back. */
export const NOT_SIGNED = 'not_signed' as FailureCode;
export const STAGED = 'staged' as FailureCode;
const OF_WALLETS: Readonly<Record<string, Entry>> = {
  [STAGED]: { next: 'back', title: 'errors.settlement_failed.title' },
};

/** A `reasonCode` tells why the chain did not execute the transaction, and has a text of its own. */
export function words(code: FailureCode, message: string, reasonCode?: GetSwapOutput['reasonCode'] | null): Words {
  const known: Entry | undefined = WORDS[code] ?? OF_WALLETS[code];
  const { next, title = 'errors.title', hasDetail = false } = known ?? { next: 'again', hasDetail: true };
  const isServers = !(code in WORDS) || (hasDetail && language() === 'en');
  return {
    title: t(title),
    body: reasonCode ? t(`chain.reason.${reasonCode}`) : isServers ? message : t(`errors.${code}`),
    next: t(`errors.next.${next}`),
    isFinal: next === 'back',
  };
}
