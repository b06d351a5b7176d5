// The texts of every failure for people: first what happened, then one thing to do.
import type { FailureCode, GetSwapOutput, REASONS, ReasonCode } from '#client';
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

type Reasoned = keyof typeof REASONS;
type PlainKey = Exclude<FailureCode, Reasoned>;
type ReasonKey = { [Code in Reasoned]: `${Code}.${(typeof REASONS)[Code][number]}` }[Reasoned];
/** A code, or a code with its reason. */
type FailureKey = PlainKey | ReasonKey;

const WORDS: Readonly<Record<FailureKey, Entry>> = {
  unknown_token: { next: 'otherToken' },
  unknown_pool: { next: 'otherToken' },
  'not_found.swap': { next: 'back' },
  'not_found.transaction': { next: 'back', title: 'errors.not_found.transaction.title' },
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
  'not_found.order': { next: 'back' },
  order_closed: { next: 'back' },
  order_moved: { next: 'again' },
  would_fill: { next: 'quote' },
  order_too_small: { next: 'amount', hasDetail: true },
  'not_on_this_venue.orders': { next: 'back' },
  'too_many.orders': { next: 'back' },
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
  'not_on_this_venue.transfers': { next: 'back' },
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
  'not_found.path': { next: 'reload' },
  'not_found.key': { next: 'back' },
  'not_found.session': { next: 'back' },
  'not_found.invitation': { next: 'back' },
  'not_found.passkey': { next: 'back' },
  invitation_invalid: { next: 'back', title: 'errors.invitation_invalid.title' },
  'not_found.delivery': { next: 'back' },
  'not_found.webhook': { next: 'back' },
  'not_found.log_key': { next: 'back' },
  'not_found.liabilities': { next: 'back' },
  balance_not_counted: { next: 'back' },
  method_not_allowed: { next: 'reload', hasDetail: true },
  request_timeout: { next: 'again' },
  other_account: { next: 'reload' },
  body_too_large: { next: 'amount', hasDetail: true },
  unsupported_media_type: { next: 'reload', hasDetail: true },
  'input_refused.url': { next: 'address', hasDetail: true },
  day_limit_reached: { next: 'amount', hasDetail: true },
  price_unknown: { next: 'otherToken', hasDetail: true },
  'too_many.keys': { next: 'back', hasDetail: true },
  'input_refused.name': { next: 'input', hasDetail: true },
  name_taken: { next: 'input' },
  passkey_refused: { next: 'again', hasDetail: true },
  proof_refused: { next: 'again', hasDetail: true },
  passkeys_unavailable: { next: 'back' },
  'too_many.passkeys': { next: 'back' },
  last_credential: { next: 'back' },
  'too_many.webhooks': { next: 'back', hasDetail: true },
  'input_refused.file': { next: 'input', hasDetail: true },
  'not_on_this_venue.faucet': { next: 'back' },
  'used_up_today.faucet': { next: 'back' },
  'input_refused.image': { next: 'image', hasDetail: true },
  'input_refused.accent': { next: 'colour', hasDetail: true },
  'too_many.images': { next: 'back', hasDetail: true },
  'too_many.transactions': { next: 'back' },
  'used_up_today.sign_ups': { next: 'back' },
  'not_on_this_venue.venue': { next: 'back', hasDetail: true },
  ton_funds_too_low: { next: 'back', hasDetail: true },
  settlement_failed: { next: 'quote', hasDetail: true, title: 'errors.settlement_failed.title' },
  ton_unavailable: { next: 'again' },
  rate_limited: { next: 'again' },
  headers_too_large: { next: 'reload', hasDetail: true },
  internal_error: { next: 'again', hasDetail: true, title: 'errors.internal_error.title' },
  transaction_unreadable: { next: 'back', hasDetail: true, title: 'errors.transaction_unreadable.title' },
  'not_on_this_venue.images': { next: 'back', hasDetail: true, title: 'errors.not_on_this_venue.images.title' },
  overloaded: { next: 'again' },
  'storage_unavailable.busy': { next: 'again' },
  'storage_broken.full': { next: 'again' },
  'storage_broken.lost': { next: 'again' },
  'storage_unavailable.clock': { next: 'again' },
  'storage_unavailable.unreachable': { next: 'again' },
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

type Told = {
  readonly code: FailureCode;
  readonly message: string;
  readonly reasonCode?: ReasonCode | null | undefined;
};

/** A transaction that the chain did not execute has a text for each reason. */
export function words({ code, message, reasonCode }: Told): Words {
  const key = `${code}.${reasonCode}` in WORDS ? (`${code}.${reasonCode}` as ReasonKey) : code;
  const entry: Entry | undefined = WORDS[key as FailureKey] ?? OF_WALLETS[key];
  const { next, title = 'errors.title', hasDetail = false } = entry ?? { next: 'again', hasDetail: true };
  const isServers = !(key in WORDS) || (hasDetail && language() === 'en');
  const isOfChain = reasonCode && (code === 'settlement_failed' || code in OF_WALLETS);
  const ownText = () => (key === code ? t(`errors.${code as PlainKey}`) : t(`errors.${code}.${reasonCode}` as Id));
  return {
    title: t(title),
    body: isOfChain ? t(`chain.reason.${reasonCode as ChainReason}`) : isServers ? message : ownText(),
    next: t(`errors.next.${next}`),
    isFinal: next === 'back',
  };
}

type ChainReason = NonNullable<GetSwapOutput['reasonCode']>;
