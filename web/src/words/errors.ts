// Every failure in words for a person: what is true first, then one thing to do next.
import type { FailureCode } from '#client';

type Words = {
  readonly title: string;
  readonly body: string;
  /** What the button says that does the sensible thing. */
  readonly next: string;
};

const NOTHING = 'Not done. Nothing changed.';
const ASK = 'Ask for a new quote';
const AGAIN = 'Try again';
const CHANGE = 'Change the amount';
const RELOAD = 'Load the page again';
const SIGN_IN = 'Sign in';
const OTHER = 'Choose another token';
const BACK = 'Back';

/** [what to do next, what to say in place of the server's message, a title of its own] */
type Entry = readonly [next: string, body?: string | undefined, title?: string];

const WORDS: Readonly<Record<FailureCode, Entry>> = {
  unknown_token: [OTHER, 'This exchange has no such token.'],
  unknown_pool: [OTHER, 'There is no pool for this.'],
  unknown_swap: [BACK, 'There is no such swap, or it is of another account.'],
  unknown_transaction: [BACK, 'There is no such transaction, or it does not concern your account.', 'Nothing to show.'],
  bad_cursor: ['From the beginning', 'The list has changed since.'],
  same_token: [OTHER, 'Both sides are the same token.'],
  token_exists: [BACK],
  symbol_taken: ['Change the symbol'],
  address_reserved: ['Change the address'],
  pool_exists: ['Open the pool'],
  fees_too_high: ['Change the fees'],
  unusual_fees: ['Look at the fees again'],
  token_paused: [OTHER, 'One of the tokens is paused by the operator. What you hold of it is untouched.'],
  pool_paused: [OTHER, 'The pool is paused by the operator. What you hold in it is untouched.'],
  invalid_route: [ASK],
  route_moved: [ASK, 'The pools of the route moved before it was carried out.'],
  no_liquidity: [OTHER, 'The pool is empty.'],
  pool_too_small: [CHANGE, 'The pool does not hold that much.'],
  output_zero: [CHANGE, 'That is so little that it would buy nothing.'],
  price_impact_too_high: [CHANGE],
  below_minimum: [ASK],
  above_maximum: [ASK],
  deadline_passed: [ASK, 'It came too late.'],
  insufficient_funds: [CHANGE],
  amount_too_large: [CHANGE, 'That is more than can be counted.'],
  liquidity_too_small: [CHANGE, 'That is too little to be liquidity.'],
  ratio_too_far: ['Look at the pool again', 'The pool’s price is not the one that you offered at.'],
  pool_creation_restricted: [BACK, 'There is no pool for this pair, and only operators make one here.'],
  no_position: [BACK, 'You have no liquidity in this pool.'],
  position_too_small: [CHANGE, 'Your position is smaller than that.'],
  refund_too_small: [CHANGE, 'That would return nothing of one of the tokens.'],
  nothing_to_collect: [BACK, 'The pool has collected nothing since the last time.'],
  reference_reused: ['Change the reference'],
  idempotency_key_reused: [AGAIN],
  not_attempted: [AGAIN],
  invalid_request: ['Change what was typed'],
  invalid_json: [RELOAD],
  invalid_amount: [CHANGE],
  unauthorized: [SIGN_IN, 'You are not signed in: your session has ended, or its key was revoked.'],
  forbidden: [SIGN_IN, 'That is for operators.'],
  cross_site: [RELOAD],
  host_not_allowed: [BACK],
  not_found: [RELOAD, 'The server does not know this call: it may be of another version than this page.'],
  unknown_key: [BACK, 'There is no such key.'],
  unknown_webhook: [BACK, 'There is no such webhook.'],
  market_off: [BACK, 'The operator has turned charts, figures and the live stream off.', 'No figures here.'],
  method_not_allowed: [RELOAD],
  request_timeout: [AGAIN, 'The connection is very slow: the server waited for the whole request in vain.'],
  other_account: [RELOAD, 'You are not signed in as who you were when you pressed.'],
  body_too_large: [CHANGE],
  unsupported_media_type: [RELOAD],
  webhook_url_refused: ['Change the address'],
  too_many_webhooks: [BACK],
  rate_limited: [AGAIN, 'You asked more often than this exchange allows. A moment’s patience helps.'],
  headers_too_large: [RELOAD],
  internal_error: [AGAIN, undefined, 'The server has a fault.'],
  transaction_unreadable: [BACK, undefined, 'A record is damaged.'],
  overloaded: [AGAIN, 'The server has more to do than it can at the moment.'],
  storage_busy: [AGAIN, 'The storage is busy at the moment.'],
  storage_full: [AGAIN, 'The server’s disk is full. Its operator has to make room.'],
  storage_lost: [AGAIN, 'The server’s database file is gone, so nothing can be saved. Its operator has to act.'],
  clock_ahead: [AGAIN, 'The server’s clock jumped ahead. It takes changes again when the clock is right.'],
  storage_unavailable: [AGAIN, 'The server cannot reach its storage at the moment.'],
  outcome_unknown: ['Ask what became of it', 'The commit was interrupted.', 'It is not known yet whether it was done.'],
  routes_unavailable: [AGAIN, 'The server is about to find routes again.'],
  catching_up: [AGAIN, 'The server is counting its history anew.', 'No figures yet.'],
  market_unavailable: [AGAIN, 'The server is about to count figures again.', 'No figures for a moment.'],
  network: [AGAIN, 'It may be restarting, or the network is down.', 'The server cannot be reached.'],
  unreadable: [AGAIN, undefined, 'The answer cannot be read.'],
};

export function words(code: FailureCode, message: string): Words {
  const [next, body = message, title = NOTHING] = WORDS[code] ?? [AGAIN];
  return { title, body, next };
}
