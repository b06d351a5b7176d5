// The calls of the exchange as types, generated from its OpenAPI document by generate.ts: change nothing here.

declare const decimal: unique symbol;
/** An exact decimal number as text, such as `'24.924925'`: a float would round it. */
export type Decimal = string & { readonly [decimal]: true };

export const ERROR_CODES = [
  'invalid_request',
  'invalid_json',
  'invalid_amount',
  'unauthorized',
  'forbidden',
  'scope_missing',
  'proof_needed',
  'address_not_allowed',
  'cross_site',
  'host_not_allowed',
  'sign_up_closed',
  'unknown_account',
  'invitation_invalid',
  'balance_not_counted',
  'method_not_allowed',
  'request_timeout',
  'other_account',
  'body_too_large',
  'unsupported_media_type',
  'input_refused',
  'too_many',
  'day_limit_reached',
  'price_unknown',
  'name_taken',
  'passkey_refused',
  'proof_refused',
  'passkeys_unavailable',
  'last_credential',
  'ton_funds_too_low',
  'settlement_failed',
  'rate_limited',
  'used_up_today',
  'headers_too_large',
  'internal_error',
  'transaction_unreadable',
  'overloaded',
  'storage_unavailable',
  'storage_broken',
  'outcome_unknown',
  'routes_unavailable',
  'catching_up',
  'market_unavailable',
  'not_logged_yet',
  'ton_unavailable',
  'unknown_token',
  'unknown_pool',
  'not_found',
  'bad_cursor',
  'same_token',
  'token_exists',
  'symbol_taken',
  'address_reserved',
  'pool_exists',
  'fees_too_high',
  'unusual_fees',
  'token_paused',
  'pool_paused',
  'invalid_route',
  'route_moved',
  'no_liquidity',
  'pool_too_small',
  'output_zero',
  'price_impact_too_high',
  'below_minimum',
  'above_maximum',
  'deadline_passed',
  'insufficient_funds',
  'amount_too_large',
  'liquidity_too_small',
  'both_tokens_needed',
  'ratio_too_far',
  'pool_creation_restricted',
  'no_position',
  'position_too_small',
  'refund_too_small',
  'not_on_this_venue',
  'same_account',
  'account_reserved',
  'nothing_to_collect',
  'reference_reused',
  'order_closed',
  'order_moved',
  'order_too_small',
  'would_fill',
  'idempotency_key_reused',
  'not_attempted',
] as const;
/** Why a call was refused or failed; docs/errors.md of the exchange has them all. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Codes that a reason makes precise, with their reasons; `settlement_failed` has the reasons of the chain. */
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

/** `get` changes nothing; `key` takes an Idempotency-Key, so that it has one effect however often it is sent; `post` takes none. */
export const WAYS = {
  createSwap: 'key',
  getRouterData: 'get',
  getPoolData: 'get',
  getLPAccountData: 'get',
  refundLiquidity: 'key',
  getQuote: 'get',
  getSwap: 'get',
  getSwaps: 'get',
  getFills: 'get',
  createOrder: 'key',
  cancelOrder: 'key',
  cancelOrders: 'key',
  cancelAfter: 'post',
  getOrders: 'get',
  getOrder: 'get',
  quoteOrder: 'get',
  getTokens: 'get',
  getPools: 'get',
  getMarket: 'get',
  getPoolStats: 'get',
  getCandles: 'get',
  getTrades: 'get',
  getPrice: 'get',
  getOrderBook: 'get',
  getEvents: 'get',
  getLastAudit: 'get',
  getLog: 'get',
  getTransactionProof: 'get',
  getLiabilities: 'get',
  getBalanceProof: 'get',
  getStatements: 'get',
  getBalances: 'get',
  getPortfolio: 'get',
  getGains: 'get',
  getActivity: 'get',
  getActivityTotals: 'get',
  getTransaction: 'get',
  createTransfer: 'key',
  checkAccount: 'get',
  whoami: 'get',
  getFaucet: 'get',
  claimFaucet: 'post',
  createSession: 'post',
  deleteSession: 'post',
  getSignUp: 'get',
  getInvitation: 'post',
  checkName: 'post',
  beginSignUp: 'post',
  finishSignUp: 'post',
  beginSignIn: 'post',
  finishSignIn: 'post',
  getPasskeys: 'get',
  beginPasskey: 'post',
  finishPasskey: 'post',
  revokePasskey: 'post',
  getWallet: 'get',
  buildSwap: 'post',
  buildProvide: 'post',
  buildRefund: 'post',
  trackSwap: 'post',
  trackLiquidity: 'post',
  tonProofPayload: 'get',
  tonProof: 'post',
  provideLiquidity: 'key',
  quoteLiquidity: 'get',
  getLPPosition: 'get',
  getLPPositions: 'get',
  bulk: 'key',
  createWebhook: 'post',
  getWebhooks: 'get',
  setWebhookState: 'post',
  testWebhook: 'post',
  rotateWebhookSecret: 'post',
  deleteWebhook: 'post',
  getDeliveries: 'get',
  redeliverWebhook: 'post',
  registerToken: 'key',
  updateToken: 'key',
  uploadImage: 'post',
  getBranding: 'get',
  setBranding: 'post',
  createPool: 'key',
  setPoolFees: 'key',
  setPoolStatus: 'key',
  deposit: 'key',
  withdraw: 'key',
  collectFees: 'key',
  getAccounts: 'get',
  importAccounts: 'post',
  getKeys: 'get',
  createKey: 'post',
  revokeKey: 'post',
  getSessions: 'get',
  endSession: 'post',
  endOtherSessions: 'post',
  getRequests: 'get',
  createInvitation: 'post',
  getInvitations: 'get',
  revokeInvitation: 'post',
  setSignUp: 'post',
  setOrders: 'post',
  getStatus: 'get',
  startAudit: 'post',
  getAudits: 'get',
} as const;

/** What each call takes, and what it answers. */
export type Calls = {
  /** Swap one token for another. Executes the swap at once, completely or not at all, at the best price over all pools, and stores it durably before the answer. */
  createSwap: { input: CreateSwapInput; output: CreateSwapOutput };
  /** Router configuration and supported tokens. Router, factory, default swap fee and all tokens that are not hidden. */
  getRouterData: { input: GetRouterDataInput; output: GetRouterDataOutput };
  /** State of a pool. Reserves, fees, wallets and collected protocol fees, in the order in which you name the two tokens. */
  getPoolData: { input: GetPoolDataInput; output: GetPoolDataOutput };
  /** The caller's position in a pool. The balances are what withdrawing everything now would return, or zero. */
  getLPAccountData: { input: GetLPAccountDataInput; output: GetLPAccountDataOutput };
  /** Withdraw liquidity. Burns LP tokens, all or a part, and returns their share of both tokens; a share below a base unit is left out. */
  refundLiquidity: { input: RefundLiquidityInput; output: RefundLiquidityOutput };
  /** Quote a swap. What a swap would do now, by the same code: a swap right after it fills at exactly this quote, unless its price impact exceeds the limit. */
  getQuote: { input: GetQuoteInput; output: GetQuoteOutput };
  /** Track a swap. One of the caller's swaps. */
  getSwap: { input: GetSwapInput; output: GetSwapOutput };
  /** List swaps. Newest first, with fills of orders by pools (`order`), but without matches of orders. */
  getSwaps: { input: GetSwapsInput; output: GetSwapsOutput };
  /** Own fills, newest first. What the caller's swaps and orders traded, each as one fill; of a match, only the caller's side. */
  getFills: { input: GetFillsInput; output: GetFillsOutput };
  /** Place an order that waits for its price. Sets the amount aside and sells it as soon as the pools, or an opposite order, pay at least the limit, completely or in parts. */
  createOrder: { input: CreateOrderInput; output: CreateOrderOutput };
  /** Cancel an order. Gives back what is left of an order; operators may cancel any. */
  cancelOrder: { input: CancelOrderInput; output: CancelOrderOutput };
  /** Cancel all own open orders. Gives back what is left of all open orders, or of those of a pair or kind, in one commit of at most 500, newest first. */
  cancelOrders: { input: CancelOrdersInput; output: CancelOrdersOutput };
  /** Cancel the orders of this key unless renewed. A dead man's switch: if the API key of this request does not renew it in time, the open orders that the key placed are cancelled within two seconds. */
  cancelAfter: { input: CancelAfterInput; output: CancelAfterOutput };
  /** List orders. Open orders first, then newest first. */
  getOrders: { input: GetOrdersInput; output: GetOrdersOutput };
  /** Track an order. Returns one of the caller's orders. */
  getOrder: { input: GetOrderInput; output: GetOrderOutput };
  /** Compare a limit with the price now. What the limit would be, how far it is from what the pools pay now, and what they would fill at once; other orders are not considered. */
  quoteOrder: { input: QuoteOrderInput; output: QuoteOrderOutput };
  /** List tokens. Sorted by address. */
  getTokens: { input: GetTokensInput; output: GetTokensOutput };
  /** List pools. Oldest first; hidden pools and those of a hidden token only by `status`. */
  getPools: { input: GetPoolsInput; output: GetPoolsOutput };
  /** Pools or tokens with market data. Prices, changes, volume, fees and TVL of all pools or tokens that are not hidden, computed up to `sequence` and from `from`. */
  getMarket: { input: GetMarketInput; output: GetMarketOutput };
  /** Market data of one pool. The figures of getMarket for one pool, in the order in which you name the two tokens, for more windows, and the payments that would move the price. */
  getPoolStats: { input: GetPoolStatsInput; output: GetPoolStatsOutput };
  /** Candles of a pool. Candles, oldest first, at pool prices of jetton0 in jetton1, before fees, truncated to 18 significant digits. */
  getCandles: { input: GetCandlesInput; output: GetCandlesOutput };
  /** Trades of a pool. Every swap through the pool, with the amounts paid and received there, without accounts. */
  getTrades: { input: GetTradesInput; output: GetTradesOutput };
  /** Current and average price of a pool. Price of jetton0 in jetton1, before fees. */
  getPrice: { input: GetPriceInput; output: GetPriceOutput };
  /** A pool as an order book. What the pool of two tokens buys and sells at which price, as levels `[price, amount]`, best first, from one state of the pool. */
  getOrderBook: { input: GetOrderBookInput; output: GetOrderBookOutput };
  /** Public events, page by page. What `/events` streams to everybody, oldest first. */
  getEvents: { input: GetEventsInput; output: GetEventsOutput };
  /** Last audit. The last completed audit, and the last one that read everything. */
  getLastAudit: { input: GetLastAuditInput; output: GetLastAuditOutput };
  /** Last checkpoint of the public log. Every transaction is one entry of a public log, which can only be extended: docs/proof.md. */
  getLog: { input: GetLogInput; output: GetLogOutput };
  /** Prove that a transaction is in the public log. For the accounts that a transaction concerns, and operators. */
  getTransactionProof: { input: GetTransactionProofInput; output: GetTransactionProofOutput };
  /** What the exchange owes. Totals of all tokens that anybody holds, open orders included, as of one transaction. */
  getLiabilities: { input: GetLiabilitiesInput; output: GetLiabilitiesOutput };
  /** Prove that a balance is counted. `verifyBalanceProof` of the client package checks it without trusting this server: id = SHA-256(nonce ‖ account), leaf = SHA-256(0x00 ‖ id ‖ amount in 16 bytes), and the path leads to the root in the token's line of getLiabilities. */
  getBalanceProof: { input: GetBalanceProofInput; output: GetBalanceProofOutput };
  /** Statements of the exchange in the public log. What the exchange states to everybody in its journal, with proofs up to the last checkpoint: `liabilities` (the hash of a list of what it owes), `audited` and `forked` (a new log begins). */
  getStatements: { input: GetStatementsInput; output: GetStatementsOutput };
  /** Balances of an account. Every token the account holds, also in open orders, sorted by address. */
  getBalances: { input: GetBalancesInput; output: GetBalancesOutput };
  /** Value of an account's holdings. The total value of what the account holds as of `sequence`, and its tokens or open positions, most valuable first. */
  getPortfolio: { input: GetPortfolioInput; output: GetPortfolioOutput };
  /** Cost and gain of an account. What an account holds at cost, and what it has gained, first in first out, in the quote token. */
  getGains: { input: GetGainsInput; output: GetGainsOutput };
  /** Account activity, newest first. Transactions that the account made or that affected it. */
  getActivity: { input: GetActivityInput; output: GetActivityOutput };
  /** Totals of account activity. Exact totals over everything that getActivity lists for the same filter. */
  getActivityTotals: { input: GetActivityTotalsInput; output: GetActivityTotalsOutput };
  /** One transaction and its transfers. Finds a transaction of any kind, for the accounts that it concerns and operators. */
  getTransaction: { input: GetTransactionInput; output: GetTransactionOutput };
  /** Send tokens to another account. Moves tokens to another account, at once and free of charge; it cannot be undone. */
  createTransfer: { input: CreateTransferInput; output: CreateTransferOutput };
  /** Check a recipient. Whether tokens can be sent to an account, and whether its name looks like another. */
  checkAccount: { input: CheckAccountInput; output: CheckAccountOutput };
  /** Current account and limits. The account behind the request, its limits and the current journal sequence. */
  whoami: { input: WhoamiInput; output: WhoamiOutput };
  /** Test tokens on offer. What claimFaucet would mint for the caller; empty if the faucet is off. */
  getFaucet: { input: GetFaucetInput; output: GetFaucetOutput };
  /** Claim test tokens. Mints the amount that getFaucet offers of a token, once per day (UTC) and account, and for few accounts per address. */
  claimFaucet: { input: ClaimFaucetInput; output: ClaimFaucetOutput };
  /** Sign in (browser). Sets the cookie `millpond_session` (over https, `__Host-millpond_session`): requests with it and without an Authorization header act for the key's account, until it expires or its key is revoked. */
  createSession: { input: CreateSessionInput; output: CreateSessionOutput };
  /** Sign out (browser). Ends the session on every node and clears the cookie. */
  deleteSession: { input: DeleteSessionInput; output: DeleteSessionOutput };
  /** Who can sign up. Who can sign up, and where passkeys can be used. */
  getSignUp: { input: GetSignUpInput; output: GetSignUpOutput };
  /** Look at an invitation. The role and opening balances that accepting it gives. */
  getInvitation: { input: GetInvitationInput; output: GetInvitationOutput };
  /** Check an account name. Succeeds if the name can be used to sign up now. */
  checkName: { input: CheckNameInput; output: CheckNameOutput };
  /** Sign up, step 1 (browser). Checks invitation and name, and returns what the browser needs. */
  beginSignUp: { input: BeginSignUpInput; output: BeginSignUpOutput };
  /** Sign up, step 2 (browser). Creates the account and signs in. */
  finishSignUp: { input: FinishSignUpInput; output: FinishSignUpOutput };
  /** Sign in with a passkey, step 1 (browser). Returns what the browser needs to offer passkeys. */
  beginSignIn: { input: BeginSignInInput; output: BeginSignInOutput };
  /** Sign in with a passkey, step 2 (browser). Verifies what the browser returned and sets the session cookie, as createSession does. */
  finishSignIn: { input: FinishSignInInput; output: FinishSignInOutput };
  /** The caller's passkeys. Without those that were revoked; 16 at most. */
  getPasskeys: { input: GetPasskeysInput; output: GetPasskeysOutput };
  /** Add a passkey, step 1 (browser). Needs a session whose key is not restricted. */
  beginPasskey: { input: BeginPasskeyInput; output: BeginPasskeyOutput };
  /** Add a passkey, step 2 (browser). The passkey has the role of the session. */
  finishPasskey: { input: FinishPasskeyInput; output: FinishPasskeyOutput };
  /** Remove a passkey. Ends its sessions at once on every node. */
  revokePasskey: { input: RevokePasskeyInput; output: RevokePasskeyOutput };
  /** The account's wallet. On TON an account's balances are those of its wallet: send tokens to this address to deposit them, and TON to pay for messages. */
  getWallet: { input: GetWalletInput; output: GetWalletOutput };
  /** Messages of a swap, to sign. The messages of createSwap. */
  buildSwap: { input: BuildSwapInput; output: BuildSwapOutput };
  /** Messages that provide liquidity, to sign. The messages of provideLiquidity. */
  buildProvide: { input: BuildProvideInput; output: BuildProvideOutput };
  /** Messages that withdraw liquidity, to sign. The messages of refundLiquidity. */
  buildRefund: { input: BuildRefundInput; output: BuildRefundOutput };
  /** Track a swap that a wallet sent. Finds the message among the transactions of the wallet and follows it from contract to contract. */
  trackSwap: { input: TrackSwapInput; output: TrackSwapOutput };
  /** Track liquidity that a wallet provided or withdrew. As trackSwap, for the messages of buildProvide and buildRefund. */
  trackLiquidity: { input: TrackLiquidityInput; output: TrackLiquidityOutput };
  /** Payload for ton_proof. The text that a wallet signs to prove who owns it; good for 15 minutes, and once. */
  tonProofPayload: { input: TonProofPayloadInput; output: TonProofPayloadOutput };
  /** API key for a wallet. Answers a proof of TON Connect, made for the host of this server, with an API key of the account named by the wallet's address. */
  tonProof: { input: TonProofInput; output: TonProofOutput };
  /** Provide liquidity. Takes as much of both amounts as the pool's ratio allows and mints LP tokens. */
  provideLiquidity: { input: ProvideLiquidityInput; output: ProvideLiquidityOutput };
  /** Preview adding or withdrawing liquidity. With amount0 and amount1, or one of them: what provideLiquidity would take and mint, whether or not the account holds that much. */
  quoteLiquidity: { input: QuoteLiquidityInput; output: QuoteLiquidityOutput };
  /** Cost, returns and earnings of a position. Figures as in getLPPositions. */
  getLPPosition: { input: GetLPPositionInput; output: GetLPPositionOutput };
  /** List positions, including closed ones. `returns` is what refundLiquidity would return; `fees` is the part of it that swaps have added, never overstated. */
  getLPPositions: { input: GetLPPositionsInput; output: GetLPPositionsOutput };
  /** Several changes in one request. Runs up to 1000 calls in order, from a body of up to 1 MiB, each with its own result. */
  bulk: { input: BulkInput; output: BulkOutput };
  /** Create a webhook. Sends events to a URL, in order, each at least once, in batches `{"type":"events","timestamp":…,"data":{"hook":…,"after":…,"events":[…]}}` of up to 100, signed as in Standard Webhooks. */
  createWebhook: { input: CreateWebhookInput; output: CreateWebhookOutput };
  /** List webhooks and their status. By id, without secrets. */
  getWebhooks: { input: GetWebhooksInput; output: GetWebhooksOutput };
  /** Pause or resume a webhook. A resumed webhook continues where it stopped; setting `active` again retries a failed batch at once. */
  setWebhookState: { input: SetWebhookStateInput; output: SetWebhookStateOutput };
  /** Send a test message. Sends one signed message `{"type":"test","timestamp":…,"data":{"hook":…}}`, even while paused, one at a time, and returns the result. */
  testWebhook: { input: TestWebhookInput; output: TestWebhookOutput };
  /** Rotate the signing secret. The new secret is shown only in this answer. */
  rotateWebhookSecret: { input: RotateWebhookSecretInput; output: RotateWebhookSecretOutput };
  /** Delete a webhook. Permanent. */
  deleteWebhook: { input: DeleteWebhookInput; output: DeleteWebhookOutput };
  /** Last deliveries of a webhook. The last 50 attempts, newest first, kept for 30 days. */
  getDeliveries: { input: GetDeliveriesInput; output: GetDeliveriesOutput };
  /** Send a delivery again. Sends one of the last deliveries again, with the same `webhook-id` and body, even while paused, one at a time, and returns the result. */
  redeliverWebhook: { input: RedeliverWebhookInput; output: RedeliverWebhookOutput };
  /** Register a token. Address, symbol and decimals cannot be changed later; see updateToken for the rest. */
  registerToken: { input: RegisterTokenInput; output: RegisterTokenOutput };
  /** Change the name, logo or status of a token. Omitted fields stay as they are. */
  updateToken: { input: UpdateTokenInput; output: UpdateTokenOutput };
  /** Upload a logo. Stores a PNG, JPEG or WebP of up to 512 kB and 2048 × 2048 pixels, not animated, and returns its path, for `logo` of registerToken, updateToken and setBranding. */
  uploadImage: { input: UploadImageInput; output: UploadImageOutput };
  /** Get the name and logo of the exchange. The values that an operator has set, or else the defaults. */
  getBranding: { input: GetBrandingInput; output: GetBrandingOutput };
  /** Set the name and logo of the exchange. Omitted fields stay as they are; an empty one goes back to its default. */
  setBranding: { input: SetBrandingInput; output: SetBrandingOutput };
  /** Create a pool. Creates an empty pool. */
  createPool: { input: CreatePoolInput; output: CreatePoolOutput };
  /** Change the fees of a pool. Applies to every later quote and swap. */
  setPoolFees: { input: SetPoolFeesInput; output: SetPoolFeesOutput };
  /** List, hide or pause a pool. A hidden pool is left out of lists but trades. */
  setPoolStatus: { input: SetPoolStatusInput; output: SetPoolStatusOutput };
  /** Deposit tokens. Credits an account with tokens that have arrived from outside. */
  deposit: { input: DepositInput; output: DepositOutput };
  /** Withdraw tokens. Debits tokens that leave the exchange from an account. */
  withdraw: { input: WithdrawInput; output: WithdrawOutput };
  /** Collect protocol fees. Pays the collected protocol fees of a pool to its protocolFeeAddress. */
  collectFees: { input: CollectFeesInput; output: CollectFeesOutput };
  /** List accounts. Every account that holds a token or has an API key, sorted by name, without the exchange's own. */
  getAccounts: { input: GetAccountsInput; output: GetAccountsOutput };
  /** Import accounts from CSV. Gives accounts their opening balances, and makes an invitation link for each. */
  importAccounts: { input: ImportAccountsInput; output: ImportAccountsOutput };
  /** List API keys. Traders see the keys of their account, operators those of all, sorted by account. */
  getKeys: { input: GetKeysInput; output: GetKeysOutput };
  /** Create an API key. Traders create keys for their own account, operators for any; up to 50 active ones each. */
  createKey: { input: CreateKeyInput; output: CreateKeyOutput };
  /** Revoke an API key. Traders revoke keys of their own account, operators any key: at once on every node, for its sessions too. */
  revokeKey: { input: RevokeKeyInput; output: RevokeKeyOutput };
  /** List browser sessions. Where the account is signed in, by id, without tokens. */
  getSessions: { input: GetSessionsInput; output: GetSessionsOutput };
  /** End a browser session. Signs that browser out, at once and on every node. */
  endSession: { input: EndSessionInput; output: EndSessionOutput };
  /** Sign out everywhere else. Ends every session of the account but the one of the request. */
  endOtherSessions: { input: EndOtherSessionsInput; output: EndOtherSessionsOutput };
  /** Last requests of an API key. Up to 200 requests, newest first, kept for 7 days, without bodies, parameters, answers and what the page reads. */
  getRequests: { input: GetRequestsInput; output: GetRequestsOutput };
  /** Create an invitation. The link is shown only in this answer. */
  createInvitation: { input: CreateInvitationInput; output: CreateInvitationOutput };
  /** List invitations. Newest first, including those that can no longer be accepted, without secrets. */
  getInvitations: { input: GetInvitationsInput; output: GetInvitationsOutput };
  /** Revoke an invitation. Takes effect at once on every node. */
  revokeInvitation: { input: RevokeInvitationInput; output: RevokeInvitationOutput };
  /** Open or close sign-up. At once on every node; overrides the setting SIGNUP until `setting` is sent. */
  setSignUp: { input: SetSignUpInput; output: SetSignUpOutput };
  /** Pause or resume placing orders. `off` refuses new orders, at once on this node and within a second on others. */
  setOrders: { input: SetOrdersInput; output: SetOrdersOutput };
  /** Server status. A summary of /metrics of the server that answered. */
  getStatus: { input: GetStatusInput; output: GetStatusOutput };
  /** Start an audit. Recomputes every balance from the journal while the exchange runs, one audit at a time: see getAudits. */
  startAudit: { input: StartAuditInput; output: StartAuditOutput };
  /** List audits, newest first. Audits of startAudit on any node, with their results. */
  getAudits: { input: GetAuditsInput; output: GetAuditsOutput };
};

export type Activity = {
  /** Identifier of the transaction (UUIDv7). */
  transactionId: string;
  kind: ActivityKind;
  /** Position in the journal. */
  sequence: number;
  /** When it was committed. */
  createdAt: string;
  /** Who made the request; `another account` in a referral. */
  actor: string;
  /** The account whose tokens moved, or that was paid. */
  account: string;
  /** Address of the pool. */
  poolAddress?: string;
  /** The token paid, or the first token of the pool. */
  tokenA?: string;
  /** The token received, or the second token of the pool. */
  tokenB?: string;
  /** Amount of tokenA, in whole tokens. */
  amountA?: Decimal;
  /** Amount of tokenB, in whole tokens. */
  amountB?: Decimal;
  /** LP tokens minted or burned. */
  lpTokens?: Decimal;
  fees?: Fees;
  /** The referrer named by the swap. */
  referrer?: string;
  /** The token that was moved or registered. */
  token?: string;
  /** Amount of the token, in whole tokens. */
  amount?: Decimal;
  /** Reference of the deposit or withdrawal. */
  reference?: string;
  /** New LP fee of the pool, as a fraction. */
  lpFee?: Decimal;
  /** New protocol fee of the pool, as a fraction. */
  protocolFee?: Decimal;
  /** New referral fee of the pool, as a fraction. */
  refFee?: Decimal;
  /** New account that collectFees pays, or "N/A". */
  protocolFeeAddress?: string;
  /** New name of the token. */
  name?: string;
  /** New logo of the token. */
  logo?: string;
  /** New status of the token, pool or order; on TON of the change, with expected amounts unless `completed`. */
  status?: string;
  /** The pools of a multi-pool swap, in order. */
  route?: Route;
  /** Pricing curve. */
  curve?: 'constant-product' | 'stable';
  /** Amplification of a stable pool. */
  amplification?: number;
  /** The recipient of a transfer. */
  to?: string;
  /** Last transaction that a statement in the public log covers. */
  asOf?: Decimal;
  /** SHA-256, in hex, of what the statement is about. */
  hash?: string;
  /** Number of the public log that begins here. */
  log?: Decimal;
  /** Last signed checkpoint of the log before. */
  checkpoint?: string;
  /** Transactions that the log before is known to share with this one. */
  shared?: Decimal;
  /** Memo of the transfer, or why the order was cancelled. */
  memo?: string;
  /** Number of the order. */
  order?: number;
  /** Amount of tokenA that the last fill of an order gave back unsold. */
  returned?: Decimal;
  /** Limit of the order for all of amountA, in tokenB. */
  minReceived?: Decimal;
  /** When the order expires. */
  expiresAt?: string;
  swapped?: Swapped;
  /** On TON: tokenA taken back, as it could not be provided. */
  returnedA?: Decimal;
  /** On TON: tokenB taken back, as it could not be provided. */
  returnedB?: Decimal;
  /** Protocol fee of a match, in feeToken; only the newer order pays it. */
  fee?: Decimal;
  /** The token of the fee. */
  feeToken?: string;
} & Settlement;

/** What happened. `referral`: another account's swap paid it. */
export type ActivityKind =
  | 'swap'
  | 'referral'
  | 'provide'
  | 'refund'
  | 'deposit'
  | 'withdraw'
  | 'transfer'
  | 'placeOrder'
  | 'closeOrder'
  | 'matchOrders'
  | 'triggerOrder'
  | 'collectFees'
  | 'createPool'
  | 'registerToken'
  | 'setPoolFees'
  | 'setPoolStatus'
  | 'updateToken'
  | 'liabilities'
  | 'audited'
  | 'forked';

export type AsOf = {
  /** The token of all values; null if there is none. */
  quoteToken: Token | null;
  /** Sequence of the last transaction included. */
  sequence: number;
  /** When the figures were computed. */
  asOf: string;
  /** Start of the 24-hour window, a whole minute. */
  from: string;
};

export type Audit = {
  /** Audit number. */
  id: number;
  /** `stopped`: interrupted, without a result. `failed`: something does not add up. */
  state: 'passed' | 'running' | 'failed' | 'stopped';
  /** When it started. */
  startedAt: string;
  /** When it ended; null while it runs. */
  endedAt: string | null;
  /** Transactions checked so far. */
  checked: number;
  /** Transactions to check. */
  of: number;
  /** Sequence of the first transaction it reads; 1 for a full audit. */
  from: number;
  /** Sequence of the last transaction it covers. */
  sequence: number;
  /** The fault, or why it could not continue; or empty. */
  faults: string[];
};

export type Branding = {
  /** Name of the exchange. */
  name: string;
  /** Path of its logo on this server; empty if it has none. */
  logo: string;
  /** Accent colour as `#rrggbb`; empty for the default. */
  accent: string;
  /** Link to the terms; empty if there is none. */
  termsUrl: string;
  /** Link to help; empty if there is none. */
  helpUrl: string;
};

/** Input for `navigator.credentials.create`. */
export type CreationOptions = {
  /** Challenge, base64url. Valid for five minutes. */
  challenge: string;
  /** The exchange. */
  rp: {
    /** Host name. */
    id: string;
    /** Name of the exchange. */
    name: string;
  };
  /** The account. */
  user: {
    /** User handle, base64url. */
    id: string;
    /** Account name. */
    name: string;
    /** Account name. */
    displayName: string;
  };
  /** COSE algorithms, best first. */
  algorithms: string[];
  /** Passkeys the account already has. */
  excludeCredentials: {
    /** Always `public-key`. */
    type: 'public-key';
    /** Credential id, base64url. */
    id: string;
    /** How the authenticator is reached. */
    transports: string[];
  }[];
};

export type Delivered = {
  /** Whether the response had a success status. */
  delivered: boolean;
  /** Status of the response; null if there was none. */
  status: number | null;
  /** Duration in milliseconds. */
  tookMs: number;
  /** Why the delivery failed; empty if it succeeded. */
  failure: string;
};

/** Every balance written. */
export type Entries = {
  /** Account. Names with a space belong to the exchange. */
  account: string;
  /** The token. */
  token: string;
  /** Change of the balance, in whole tokens. */
  change: Decimal;
}[];

/** Only for liquidity of one token: the swap that is part of it. */
export type EventHop = {
  /** Address of the pool. */
  poolAddress: string;
  /** Token in. */
  tokenA: string;
  /** Token out. */
  tokenB: string;
  /** Amount in. */
  amountA: Decimal;
  /** Amount out. */
  amountB: Decimal;
  /** Fees charged by this pool. */
  fees: {
    /** LP fee, in tokenA. */
    lp: Decimal;
    /** Protocol fee, in tokenB. */
    protocol: Decimal;
    /** Referral fee, in tokenB. */
    ref: Decimal;
  };
};

/** The `data` of an event. */
export type EventsRecord = {
  /** Journal sequence and event id. On TON it counts ended orders. */
  sequence: number;
  /** What happened: the event type. */
  kind:
    | 'swap'
    | 'provide'
    | 'refund'
    | 'createPool'
    | 'registerToken'
    | 'collectFees'
    | 'setPoolFees'
    | 'setPoolStatus'
    | 'updateToken'
    | 'matchOrders'
    | 'liabilities'
    | 'audited'
    | 'forked'
    | 'placeOrder'
    | 'triggerOrder'
    | 'closeOrder'
    | 'deposit'
    | 'withdraw'
    | 'transfer'
    | 'settlementFailed'
    | 'takeBack';
  /** When it was committed. */
  createdAt: string;
  /** Address of the pool. For a swap, see `route`. */
  poolAddress?: string;
  /** The token paid, or the first token of the pool. */
  tokenA?: string;
  /** The token received, or the second token of the pool. */
  tokenB?: string;
  /** Amount of tokenA, in whole tokens. */
  amountA?: Decimal;
  /** Amount of tokenB, in whole tokens. */
  amountB?: Decimal;
  /** Protocol fee of a match, which the newer order pays. In the public event, amountA includes it. */
  fee?: Decimal;
  /** The token of the fee. */
  feeToken?: string;
  /** The pools of a swap, in order. */
  route?: EventHop[];
  swapped?: EventHop;
  /** LP tokens minted or burned. */
  lpTokens?: Decimal;
  /** LP tokens that first liquidity locks forever. */
  locked?: Decimal;
  /** New LP fee of the pool, as a fraction. */
  lpFee?: Decimal;
  /** New protocol fee of the pool, as a fraction. */
  protocolFee?: Decimal;
  /** New referral fee of the pool, as a fraction. */
  refFee?: Decimal;
  /** Pricing curve. */
  curve?: 'constant-product' | 'stable';
  /** Amplification of a stable pool. */
  amplification?: number;
  /** The token registered, changed or moved. */
  token?: string;
  /** Symbol of the registered token. */
  symbol?: string;
  /** Decimals of the registered token. */
  decimals?: number;
  /** New name of the token. */
  name?: string;
  /** New logo of the token. */
  logo?: string;
  /** New status of the token, pool or order. */
  status?: string;
  /** Amount of the token, in whole tokens. */
  amount?: Decimal;
  /** Private: transaction id (UUIDv7). */
  transactionId?: string;
  /** Private: the account that made the request. */
  actor?: string;
  /** Private: the account concerned. */
  account?: string;
  /** Private: the referrer named by the swap. */
  referrer?: string;
  /** Private: reference of the deposit or withdrawal. */
  reference?: string;
  /** Private: the recipient of a transfer. */
  to?: string;
  /** Format of the list of what is owed. */
  format?: number;
  /** Last transaction that the statement covers. */
  asOf?: number;
  /** SHA-256, in hex, of what the statement is about. */
  hash?: string;
  /** When the list was made, in milliseconds since 1970. */
  atMs?: number;
  /** Milliseconds until the next list; 0 if none is promised. */
  intervalMs?: number;
  /** SHA-256, in hex, of the list before; null for the first. */
  previous?: string | null;
  /** Number of the public log that has the list, or that begins here. */
  log?: number;
  /** Last signed checkpoint of the log before. */
  checkpoint?: string;
  /** Transactions that both logs are known to share. */
  shared?: number;
  /** Private: memo of a transfer or cancellation. */
  memo?: string;
  /** Private: number of the order. */
  order?: number;
  /** Private: clientId of the order. */
  clientId?: string;
  /** Private: newer order of a match, if you may see both. */
  taker?: number;
  /** Private: limit of the order for all of amountA. */
  minReceived?: Decimal;
  /** Private: whether the order may be filled in parts. */
  inParts?: boolean;
  /** Private: when the order expires. */
  expiresAt?: string;
  /** Private: parts of a recurring order. */
  times?: number;
  /** Private: seconds between the parts. */
  everySeconds?: number;
  /** Private: trigger of a stop, tokenB for one tokenA. */
  triggerBelow?: Decimal;
  /** Private: trigger of a stop, tokenB for one tokenA. */
  triggerAbove?: Decimal;
  /** Private: window of the average of a stop. */
  overSeconds?: number;
  /** Private: guard of the order, as a fraction. */
  maxSlippage?: Decimal;
  /** Private: the average price that triggered a stop. */
  average?: Decimal;
  /** Private: start of the window of the average. */
  averageFrom?: string;
  /** Private: end of the window of the average. */
  averageTo?: string;
  /** Private: tokenA left in the order. */
  left?: Decimal;
  /** Private: tokenA that the last fill gave back. */
  returned?: Decimal;
  /** Private: new account that collectFees pays. */
  protocolFeeAddress?: string;
  /** Private: what failed on TON. */
  change?: 'swap' | 'provide' | 'refund' | 'takeBack' | 'transfer';
  /** On TON: why it failed. */
  reason?: string;
  reasonCode?: SettlementFault;
  /** On TON: hash of the wallet's transaction, hexadecimal. */
  transactionHash?: string;
  /** Only in getEvents: reserves after a swap, provide or refund, in the order of getPools. */
  reserves?: {
    /** Address of the pool. */
    poolAddress: string;
    /** Reserve of its first token. */
    reserve0: Decimal;
    /** Reserve of its second token. */
    reserve1: Decimal;
  }[];
  /** On TON: TON that the network took. */
  networkFee?: Decimal;
  /** On TON: TON that the wallet lost beside the amounts. */
  tonSpent?: Decimal;
};

/** Fees of a swap through one pool; of several, see `route`. */
export type Fees = {
  /** LP fee, in tokenA. */
  lp: Decimal;
  /** Protocol fee, in tokenB. */
  protocol: Decimal;
  /** Referral fee, in tokenB. */
  ref: Decimal;
};

export type FeesCollected = PoolAddresses & {
  /** The account that was paid. */
  protocolFeeAddress: string;
  /** Fees paid in the first token. */
  token1Amount: Decimal;
  /** Fees paid in the second token. */
  token2Amount: Decimal;
};

/** What was realised in the year. */
export type Gains = {
  /** What disposals brought. */
  proceeds: Decimal;
  /** What the tokens given away had cost. */
  cost: Decimal;
  /** `proceeds` minus `cost`. */
  gain: Decimal;
  /** Worth of fees received; not part of `gain`. */
  income: Decimal;
  /** Number of lines in the file, without those of type `out`. */
  count: number;
  /** Lines that rest on a day with less than a hundredth of the amount traded. */
  thin: number;
  /** Lines of unknown price or cost, left out of the sums. */
  unknown: number;
};

export type Gift = {
  /** Token address. */
  token: string;
  /** Token symbol. */
  symbol: string;
  /** Amount deposited for each person who accepts. */
  amount: Decimal;
};

export type Invitation = {
  /** Invitation id; not secret. */
  id: string;
  /** `active` while it can be accepted. */
  state: 'active' | 'used' | 'expired' | 'revoked';
  /** Role of whoever accepts. */
  role: 'trader' | 'operator';
  /** How many people can accept it. */
  uses: Decimal;
  /** How many still can. */
  usesLeft: Decimal;
  /** When it expires. */
  expiresAt: string;
  /** Opening balances. */
  balances: Gift[];
  /** The account it is for; null if a name can be chosen. */
  account: string | null;
  /** Whether accepting revokes what the account had, as in createInvitation. */
  revokePasskeys: boolean;
  /** Note of the operator. */
  note: string;
  /** The operator who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was revoked; null while it was not. */
  revokedAt: string | null;
};

export type Key = {
  /** Key id; not secret. */
  id: string;
  /** The account the key belongs to. */
  account: string;
  /** `trader` or `operator`. */
  role: 'trader' | 'operator';
  /** Name given by the owner; empty if it has none. */
  name: string;
  /** Whether it is a passkey. */
  isPasskey: boolean;
  /** The scopes of the key; null for everything its role may do. */
  scopes: ('read' | 'trade' | 'liquidity' | 'send')[] | null;
  /** The most it may spend a day (UTC), in quote tokens; null for no limit. */
  dayLimit: string | null;
  /** Networks it may be used from; null for all. */
  addresses: string[] | null;
  /** When its orders are cancelled (cancelAfter); null if never. */
  cancelsAt: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last used, to a minute; null if not in 400 days. */
  lastUsedAt: string | null;
  /** When it was revoked; null while active. */
  revokedAt: string | null;
};

export type LPPosition = {
  /** Owner of the position. */
  account: string;
  /** Address of the pool. */
  poolAddress: string;
  /** The first token. */
  jetton0: string;
  /** Its symbol. */
  symbol0: string;
  /** The second token. */
  jetton1: string;
  /** Its symbol. */
  symbol1: string;
  /** LP tokens held. */
  lpTokens: Decimal;
  /** Total ever provided. Of jetton0. */
  provided0: Decimal;
  /** The same of jetton1. */
  provided1: Decimal;
  /** Total ever withdrawn. Of jetton0. */
  withdrawn0: Decimal;
  /** The same of jetton1. */
  withdrawn1: Decimal;
  /** Average cost of the LP tokens held. Of jetton0. */
  cost0: Decimal;
  /** The same of jetton1. */
  cost1: Decimal;
  /** What withdrawing everything now would return. Of jetton0. */
  returns0: Decimal;
  /** The same of jetton1. */
  returns1: Decimal;
  /** The part of that which is fees. Of jetton0. */
  fees0: Decimal;
  /** The same of jetton1. */
  fees1: Decimal;
  /** The part of `withdrawn` that was fees. Of jetton0. */
  realisedFees0: Decimal;
  /** The same of jetton1. */
  realisedFees1: Decimal;
  /** Cost of the LP tokens withdrawn. Of jetton0. */
  releasedCost0: Decimal;
  /** The same of jetton1. */
  releasedCost1: Decimal;
  /** Price of jetton0 in jetton1, before fees; absent if the pool is empty. */
  price?: Decimal;
  /** `fees0` and `fees1` at that price, in jetton1. */
  feesValue: Decimal;
  /** `returns` minus `fees` minus `cost`, in jetton1 at that price. */
  impermanentLoss: Decimal;
  /** `feesValue` + `impermanentLoss`: the result compared with holding the tokens. */
  againstHolding: Decimal;
  /** Journal sequence of these figures. */
  sequence: number;
};

export type LiquidityChange = PoolAddresses & {
  /** Amount of the first token. */
  token1Amount: Decimal;
  /** Amount of the second token. */
  token2Amount: Decimal;
  swapped?: Swapped;
  /** With one token: total change of your balance of the first. */
  token1Change?: Decimal;
  /** With one token: total change of your balance of the second. */
  token2Change?: Decimal;
};

export type LiquidityProvided = LiquidityChange & {
  /** LP tokens minted. */
  lpTokensMinted: Decimal;
  /** True if these amounts set the first price, as the pool was empty. */
  setsPrice: boolean;
};

export type LiquidityRefunded = LiquidityChange & {
  /** LP tokens burned. */
  lpTokensBurned: Decimal;
};

export type MarketPool = {
  /** Address of the pool and of its LP token. */
  poolAddress: string;
  /** The first token. */
  jetton0: string;
  /** Its symbol. */
  symbol0: string;
  /** The second token. */
  jetton1: string;
  /** Its symbol. */
  symbol1: string;
  /** `paused`: no swaps and no new liquidity. `hidden`: not in lists. */
  status: 'listed' | 'hidden' | 'paused';
  /** Pricing curve. */
  curve: 'constant-product' | 'stable';
  /** Flatness of a stable curve; else null. */
  amplification: null | number;
  /** When it was created. */
  createdAt: string;
  /** Price change since `from`, as a fraction, truncated at 12 decimals; null without a price then. */
  change24h: Decimal | null;
  /** Price before the first swap since `from`; null without one. */
  open24h: Decimal | null;
  /** Highest price since `from`, as in candles; or null. */
  high24h: Decimal | null;
  /** Lowest price since `from`; or null. */
  low24h: Decimal | null;
  /** Price after the last swap, as a candle closes; null before the first. */
  lastPrice: Decimal | null;
  /** When that swap was made; or null. */
  lastTradeAt: string | null;
  /** Volume since `from`; `quote` is half the sum of both sides. */
  volume24h: Valued;
  /** Fees earned by liquidity providers since `from`. */
  fees24h: Valued;
  /** Number of swaps through the pool since `from`. */
  swaps24h: number;
  /** Value of both reserves in the quote token, each truncated; or null. */
  tvl: Decimal | null;
  /** Price of jetton0 in jetton1 over the deepest path between them; null if one has no price. */
  marketPrice: Decimal | null;
  /** True if that path is over ten times as deep: then rely on `marketPrice`, not `price`. */
  thin: boolean;
  /** APR as a fraction: fees24h.quote · 365 ÷ tvl in QUOTE_TOKEN, truncated at 12 decimals. */
  apr: Decimal | null;
} & PoolReserves;

export type MarketToken = TokenEntry & {
  /** Price in the quote token, 18 digits; null if no path of pools leads to it. */
  price: Decimal | null;
  /** Price change since `from`, as a fraction, truncated at 12 decimals; null without a price then. */
  change24h: Decimal | null;
  /** Volume since `from` in the quote token, all pools. */
  volume24h: Decimal | null;
  /** Value of the token in all pools, in the quote token. */
  tvl: Decimal | null;
  /** Number of pools that contain it. */
  pools: number;
};

export type Message = {
  /** The address of the receiver. */
  address: string;
  /** Nanotons to attach. */
  amount: string;
  /** Body: a bag of cells in base64. */
  payload: string;
  /** Hash of the body, hexadecimal, for `trackSwap`. */
  bodyHash: string;
};

export type Movement = {
  /** Transaction id. */
  transactionId: string;
  /** The account. */
  account: string;
  /** The token. */
  token: string;
  /** Amount, in whole tokens. */
  amount: Decimal;
  /** The reference of the request. */
  reference: string;
};

export type OpenedPart = {
  /** Member of the receipt that is the hash. */
  name: string;
  /** The member itself, as JSON; `actor` as it is. */
  text: string;
  /** Blinds the text, in hex. */
  nonce: string;
};

export type Order = {
  /** Id of the order: of the transaction that placed it. */
  orderId: string;
  /** Number of the order, as in events. */
  order: number;
  /** The owner. */
  account: string;
  /** The owner's name for it, or null. */
  clientId: string | null;
  /** Id of the key that placed it; null for a session. */
  keyId: string | null;
  /** Kind of order. */
  kind: 'limit' | 'recurring' | 'stop';
  /** The token offered. */
  tokenA: string;
  /** Its symbol. */
  symbolA: string;
  /** The token to receive. */
  tokenB: string;
  /** Its symbol. */
  symbolB: string;
  /** The amount offered, in tokenA; of a buy (amountB) the most that it pays. */
  amountA: Decimal;
  /** The exact amount that it buys, in tokenB; or null. */
  amountB: Decimal | null;
  /** The limit, in tokenB for all of amountA; or null. */
  minReceived: Decimal | null;
  /** The limit as tokenB for one tokenA, of a buy tokenA for one tokenB, 18 digits; or null. */
  price: Decimal | null;
  /** Whether it may be filled in parts. */
  parts: boolean;
  /** Whether it was placed as postOnly. */
  postOnly: boolean;
  /** Whether it was placed as immediate. */
  immediate: boolean;
  /** Number of parts of a recurring order, else null. */
  times: number | null;
  /** Seconds between the parts of a recurring order, else null. */
  every: number | null;
  /** Trigger of a stop: average price to fall to, tokenB for one tokenA; or null. */
  triggerBelow: Decimal | null;
  /** Trigger of a stop: average price to rise to, tokenB for one tokenA; or null. */
  triggerAbove: Decimal | null;
  /** Seconds of the average of a stop; or null. */
  over: number | null;
  /** Whether a stop was triggered; null for others. */
  triggered: boolean | null;
  /** The average that triggered it, 18 digits; or null. */
  average: Decimal | null;
  /** Start of its window, or null. */
  averageFrom: string | null;
  /** End of its window, or null. */
  averageTo: string | null;
  /** Last transaction counted in the average, or null. */
  averageSequence: number | null;
  /** Tokens in between on the averaged path, separated by spaces; empty for the pool of the pair; or null. */
  averageVia: string | null;
  /** What has become of it; fills stay. */
  status: 'open' | 'filled' | 'cancelled' | 'expired';
  /** The amount sold so far, in tokenA. */
  filledA: Decimal;
  /** The amount received for it, in tokenB. */
  receivedB: Decimal;
  /** receivedB ÷ filledA, of a buy filledA ÷ receivedB, 18 digits; null without a fill. */
  averagePrice: Decimal | null;
  /** Number of fills. */
  fills: number;
  /** The amount that may still be filled (of a buy: paid), in tokenA. */
  left: Decimal;
  /** The amount returned, in tokenA. */
  returned: Decimal;
  /** When it was placed. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** When it expires. */
  expiresAt: string;
  /** Journal sequence of its last change. */
  sequence: number;
  /** Guard of a recurring order or a stop, as a fraction; 1 for none. Null for others. */
  maxSlippage: Decimal | null;
};

export type OrderClosed = {
  /** The order. */
  orderId: string;
  /** The transaction that closed it. */
  transactionId: string;
  /** It is cancelled. */
  status: 'cancelled';
  /** The amount returned, in tokenA. */
  returned: Decimal;
};

export type OrderPlaced = {
  /** Id of the order; see `getOrder`. */
  orderId: string;
  /** Number of the order, as in events. */
  order: number;
  /** The amount offered, in tokenA; of a buy (amountB) the most that it pays. */
  amountA: Decimal;
  /** The exact amount that it buys, in tokenB; or null. */
  amountB: Decimal | null;
  /** The limit, in tokenB for all of amountA; or null. */
  minReceived: Decimal | null;
  /** The limit as tokenB for one tokenA, of a buy tokenA for one tokenB, 18 digits; or null. */
  price: Decimal | null;
  /** When it expires. */
  expiresAt: string;
  /** What has become of it; fills stay. */
  status: 'open' | 'filled' | 'cancelled' | 'expired';
  /** The amount sold so far, in tokenA. */
  filledA: Decimal;
  /** The amount received for it, in tokenB. */
  receivedB: Decimal;
  /** receivedB ÷ filledA, of a buy filledA ÷ receivedB, 18 digits; null without a fill. */
  averagePrice: Decimal | null;
  /** Number of fills. */
  fills: number;
  /** The amount that may still be filled (of a buy: paid), in tokenA. */
  left: Decimal;
  /** The amount returned, in tokenA. */
  returned: Decimal;
  /** Seconds of the average of a stop; or null. */
  over: number | null;
  /** When it was placed. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** Journal sequence of its last change. */
  sequence: number;
};

/** The two tokens. */
export type Pair = {
  /** Address of the token being offered. */
  tokenA: string;
  /** Address of the token being requested. */
  tokenB: string;
};

export type Passkey = {
  /** Id of the passkey, also its key id. */
  id: string;
  /** The name that its owner gave it. */
  name: string;
  /** True if it is kept on several devices. */
  synced: boolean;
  /** When it was added. */
  createdAt: string;
  /** When it was last used; null if never. */
  lastUsedAt: string | null;
};

export type Pool = {
  /** Reserve of jetton0, in whole tokens. */
  reserve0: Decimal;
  /** Reserve of jetton1, in whole tokens. */
  reserve1: Decimal;
  /** reserve0 × reserve1, exact. */
  K: Decimal;
  /** Wallet that holds the reserve of token0. */
  token0WalletAddress: string;
  /** Wallet that holds the reserve of token1. */
  token1WalletAddress: string;
  /** LP fee, as a fraction of the amount paid. */
  lpFee: Decimal;
  /** Protocol fee, as a fraction of the amount bought. */
  protocolFee: Decimal;
  /** Referral fee, as a fraction of the amount bought. */
  refFee: Decimal;
  /** Account that collectFees pays, or "N/A". */
  protocolFeeAddress: string;
  /** Collected protocol fees in token0. */
  collectedToken0ProtocolFee: Decimal;
  /** Collected protocol fees in token1. */
  collectedToken1ProtocolFee: Decimal;
};

export type PoolAddresses = {
  /** Address of the pool. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
};

/** Fees before the change. */
export type PoolFees = {
  /** LP fee, as a fraction. */
  lpFee: Decimal;
  /** Protocol fee, as a fraction. */
  protocolFee: Decimal;
  /** Referral fee, as a fraction. */
  refFee: Decimal;
  /** Account that collectFees pays, or "N/A". */
  protocolFeeAddress: string;
};

/** Right before the transaction. */
export type PoolReserves = {
  /** Reserve of jetton0. */
  reserve0: Decimal;
  /** Reserve of jetton1. */
  reserve1: Decimal;
  /** Price of jetton0 in jetton1, before fees, 18 digits; null if the pool is empty. */
  price: Decimal | null;
};

export type PoolWindow = {
  /** Start of the window; null for all time. */
  from: string | null;
  /** Price change over the window, as a fraction, truncated at 12 decimals; null without a price then. */
  change: Decimal | null;
  /** Volume, as in `volume24h`. */
  volume: Valued;
  /** Fees earned by liquidity providers. */
  fees: Valued;
  /** Number of swaps through the pool since. */
  swaps: number;
  /** What fees have added to each LP token, as a fraction, truncated at 12 decimals. */
  growth: Decimal | null;
};

/** For some codes, what exactly: what was not found, or why settlement failed. */
export type ReasonCode =
  | 'path'
  | 'swap'
  | 'transaction'
  | 'order'
  | 'key'
  | 'session'
  | 'invitation'
  | 'passkey'
  | 'webhook'
  | 'delivery'
  | 'liabilities'
  | 'log_key'
  | 'venue'
  | 'transfers'
  | 'orders'
  | 'faucet'
  | 'images'
  | 'name'
  | 'image'
  | 'accent'
  | 'url'
  | 'file'
  | 'keys'
  | 'passkeys'
  | 'webhooks'
  | 'transactions'
  | 'sign_ups'
  | 'busy'
  | 'clock'
  | 'unreachable'
  | 'full'
  | 'lost'
  | 'below_minimum'
  | 'output_zero'
  | 'deadline_passed'
  | 'amount_too_large'
  | 'pool_locked'
  | 'router_locked'
  | 'unknown_pool'
  | 'referral_fee_too_high'
  | 'gas_too_low'
  | 'wrong_workchain'
  | 'refused'
  | 'bounced'
  | 'not_enough_ton'
  | 'not_sent_in_time'
  | 'not_provided'
  | 'stranded';

/** Only with the header `Signed-Receipt`. */
export type Receipt = SignedReceipt | null;

/** The pools of the swap, in order. */
export type Route = Swapped[];

/** Proves that the hash of the head is in the log. */
export type RowProof = {
  /** Row of the journal: version, sequence, id, kind, actor, milliseconds, one a line, then the receipt. */
  row: string;
  /** Blinds the row, in hex. */
  nonce: string;
  /** Position of the leaf, from 0: the sequence less 1. */
  index: number;
  /** Number of leaves in the checkpoint. */
  size: number;
  /** Hashes from the leaf to the root, in hex. */
  path: string[];
  /** The signed checkpoint (C2SP tlog-checkpoint). */
  checkpoint: string;
  /** Public key of the log (C2SP signed-note); compare it. */
  vkey: string;
};

export type Session = {
  /** Session id; not secret. */
  id: string;
  /** The key it was begun with. */
  keyId: string;
  /** The browser and system it was begun on; empty if unknown. */
  device: string;
  /** When it was begun; null if unknown. */
  begunAt: string | null;
  /** When it was last used, to a minute; null if not yet. */
  lastUsedAt: string | null;
  /** When it expires. */
  expiresAt: string;
  /** Whether the request came from this session. */
  current: boolean;
};

export type Settlement = {
  /** On TON: why it failed. */
  reason?: string;
  reasonCode?: SettlementFault;
  /** On TON: hash of the wallet's transaction, hexadecimal. */
  transactionHash?: string;
  /** On TON: TON that the network took. */
  networkFee?: Decimal;
  /** On TON: TON that the wallet lost beside the amounts. */
  tonSpent?: Decimal;
};

/** On TON: why it failed, in one word. */
export type SettlementFault =
  | 'below_minimum'
  | 'output_zero'
  | 'deadline_passed'
  | 'amount_too_large'
  | 'pool_locked'
  | 'router_locked'
  | 'unknown_pool'
  | 'referral_fee_too_high'
  | 'gas_too_low'
  | 'wrong_workchain'
  | 'refused'
  | 'bounced'
  | 'not_enough_ton'
  | 'not_sent_in_time'
  | 'not_provided'
  | 'stranded';

export type SignedIn = {
  /** The account of the session. */
  account: string;
  /** `trader` or `operator`. */
  role: 'trader' | 'operator';
  /** When the session expires. */
  expiresAt: string;
};

/** Signed promise that the transaction is an entry of the public log, for `verifyReceipt` of the client package. Null if this server could not sign in time: the change is made all the same, and the same Idempotency-Key asks again. */
export type SignedReceipt = {
  /** Place of the transaction in the public log, from 1. */
  sequence: number;
  /** Entry of the log: SHA-256(nonce ‖ row), in hex. */
  entry: string;
  /** The time in the row, in milliseconds since 1970. */
  atMs: number;
  /** Place among the receipts under the same signature, from 0. */
  index: number;
  /** Hashes from the receipt to the signed root, in hex. */
  path: string[];
  /** Signed note: `<origin>/receipt`, the number of receipts, the root in base64. */
  note: string;
  /** Row of the journal: version, sequence, id, kind, actor, milliseconds, one a line, then the receipt. */
  row: string;
  /** Blinds the row, in hex. */
  nonce: string;
  /** Parts that the row contains as hashes. */
  opened: OpenedPart[];
};

export type Swap = {
  /** Identifier of the transaction (UUIDv7). */
  transactionId: string;
  /** On TON, amounts of a `pending` or `failed` swap are those expected. */
  status: 'completed' | 'pending' | 'failed';
  /** The account that swapped. */
  account: string;
  /** The token paid. */
  tokenA: string;
  /** The token received. */
  tokenB: string;
  /** Amount paid, in whole tokens. */
  amountA: Decimal;
  /** Amount received, in whole tokens. */
  amountB: Decimal;
  fees?: Fees;
  route: Route;
  /** Journal sequence. */
  sequence: number;
  /** When it was committed. */
  createdAt: string;
  /** Number of the order that this swap filled. */
  order?: number;
} & Settlement;

export type SwapDone = {
  /** Id of the swap. */
  transactionId: string;
  /** The swap is done. */
  status: 'completed';
  /** With `detail`: amount paid. */
  amountA?: Decimal;
  /** With `detail`: amount received. */
  amountB?: Decimal;
};

/** Only for liquidity of one token: the swap that is part of it. */
export type Swapped = {
  /** Address of the pool. */
  poolAddress: string;
  /** Token in. */
  tokenA: string;
  /** Token out. */
  tokenB: string;
  /** Amount in. */
  amountA: Decimal;
  /** Amount out. */
  amountB: Decimal;
  /** Fees charged by this pool. */
  fees: Fees;
};

export type Token = {
  /** Token address. */
  address: string;
  /** Token symbol. */
  symbol: string;
  /** Number of decimal places of the token. */
  decimals: number;
};

export type TokenEntry = Token & {
  /** Name of the token; empty if it has none. */
  name: string;
  /** Path on this server, https URL or data URL; empty if it has none. */
  logo: string;
  /** `paused`: no swaps and no new liquidity. `hidden`: not in lists. */
  status: 'listed' | 'hidden' | 'paused';
};

export type TransferDone = {
  /** Transaction id. */
  transactionId: string;
  /** The account that sent them. */
  account: string;
  /** The account that received them. */
  to: string;
  /** The token, or the pool of the LP tokens. */
  token: string;
  /** Amount, in whole tokens. */
  amount: Decimal;
  /** The memo, or null. */
  memo: string | null;
};

export type Valued = {
  /** Amount in jetton0. */
  amount0: Decimal;
  /** Amount in jetton1. */
  amount1: Decimal;
  /** Value in the quote token, truncated; null without a price. */
  quote: Decimal | null;
};

export type Webhook = {
  /** Webhook id. */
  id: string;
  /** Owner of the webhook. */
  account: string;
  /** Whether it receives everything, as an operator created it. */
  everything: boolean;
  /** URL that receives the events. */
  url: string;
  /** Only events of these kinds; empty for all. */
  kinds: (
    | 'swap'
    | 'provide'
    | 'refund'
    | 'createPool'
    | 'registerToken'
    | 'collectFees'
    | 'setPoolFees'
    | 'setPoolStatus'
    | 'updateToken'
    | 'matchOrders'
    | 'liabilities'
    | 'audited'
    | 'forked'
    | 'placeOrder'
    | 'triggerOrder'
    | 'closeOrder'
    | 'deposit'
    | 'withdraw'
    | 'transfer'
    | 'settlementFailed'
    | 'takeBack'
  )[];
  /** Only events in these pools; empty for all. */
  pools: string[];
  /** While paused, nothing is sent and nothing is lost. */
  state: 'active' | 'paused';
  /** Why it is paused, or the last error; or empty. */
  reason: string;
  /** Events up to this sequence are done; updated within a minute. */
  deliveredTo: number;
  /** Failed attempts for the current batch. */
  attempts: number;
  /** Time of the next attempt; null if none is scheduled. */
  nextAttemptAt: string | null;
  /** Status of the last response; null if there was none. */
  lastStatus: number | null;
  /** When it was created. */
  createdAt: string;
  /** Until when the previous secret also signs; or null. */
  previousSecretUntil: string | null;
};

export type WebhookWithSecret = Webhook & {
  /** Signing secret; shown only once. */
  secret: string;
};

export type CreateSwapInput =
  | {
      Pair: Pair;
      /** The amount to pay, or the amount to receive. */
      amount: {
        /** Amount of tokenA to pay, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse if it would cost more tokenA. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse if it would return less tokenB. */
      minReceived?: Decimal | string | undefined;
      /** Refuse after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee; a name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Refuse above this price impact, as a fraction, unless no route within it pays more. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split if that pays more. `direct`: only the pool of the two tokens. The default is that of `whoami`. A list of hops, such as the route of a quote, is executed as given. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share of the route's tokenA here, or of the tokenB it needs if that is exact, in units of 2^-30. */
            share: number | string;
            /** Ignored, as all below. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
      /** Also answer the amounts. */
      detail?: boolean | undefined;
    }
  | {
      Pair: Pair;
      /** Alias of `amount`: send one of the two. */
      price: {
        /** Amount of tokenA to pay, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse if it would cost more tokenA. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse if it would return less tokenB. */
      minReceived?: Decimal | string | undefined;
      /** Refuse after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee; a name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Refuse above this price impact, as a fraction, unless no route within it pays more. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split if that pays more. `direct`: only the pool of the two tokens. The default is that of `whoami`. A list of hops, such as the route of a quote, is executed as given. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share of the route's tokenA here, or of the tokenB it needs if that is exact, in units of 2^-30. */
            share: number | string;
            /** Ignored, as all below. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
      /** Also answer the amounts. */
      detail?: boolean | undefined;
    };

export type CreateSwapOutput = SwapDone;

export type GetRouterDataInput = Record<never, never>;

export type GetRouterDataOutput = {
  /** Router address. */
  routerAddress: string;
  /** Factory address; all other addresses derive from it. */
  factoryAddress: string;
  /** Default swap fee as a fraction: lpFee + protocolFee. */
  platformFee: Decimal;
  /** Balances that a direct swap writes. On TON: average gas of the last swaps. */
  swapGasEstimate: number;
  /** Supported tokens. */
  supportedTokens: Token[];
};

export type GetPoolDataInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
};

export type GetPoolDataOutput = Pool;

export type GetLPAccountDataInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
};

export type GetLPAccountDataOutput = {
  /** Address of the LP account. */
  lpAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** The position's share of the first token. */
  token1Balance: Decimal;
  /** The position's share of the second token. */
  token2Balance: Decimal;
  /** LP tokens held. */
  lpTokenBalance: Decimal;
  /** Share of the pool in percent, 18 digits. */
  sharePercentage: Decimal;
};

export type RefundLiquidityInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** LP tokens to withdraw; default all. */
  lpTokens?: Decimal | string | undefined;
  /** Percentage to withdraw; LP tokens are rounded down. */
  percentage?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton0. */
  minToken1?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton1. */
  minToken2?: Decimal | string | undefined;
  /** Return everything in this token; the other is swapped for it. */
  only?: string | undefined;
  /** Maximum price impact with `only`, as a fraction. Default 0.15. */
  maxPriceImpact?: Decimal | string | undefined;
};

export type RefundLiquidityOutput = LiquidityRefunded;

export type GetQuoteInput = {
  /** Address of the token being offered. */
  tokenA: string;
  /** Address of the token being requested. */
  tokenB: string;
  /** Amount of tokenA to pay. */
  amount?: Decimal | string | undefined;
  /** Instead of amount: exact amount of tokenB to receive. */
  receive?: Decimal | string | undefined;
  /** Account that would receive the referral fee. */
  referrer?: string | undefined;
  /** `best`: the pools that pay the most, split if that pays more. `direct`: only the pool of the two tokens. The default is that of `whoami`. */
  route?: 'best' | 'direct' | undefined;
  /** `true`: include each pool's price before and after the swap. */
  detail?: 'true' | undefined;
};

export type GetQuoteOutput = {
  /** The token to pay. */
  tokenA: string;
  /** The token to receive. */
  tokenB: string;
  /** Amount to pay. */
  amountA: Decimal;
  /** Amount to receive. */
  amountB: Decimal;
  /** Execution price: tokenB received per tokenA, fees included. */
  price: Decimal;
  /** Price impact as a fraction, before fees; how it is measured over the limit: docs/interface.md#price-impact. */
  priceImpact: Decimal;
  /** Price before the swap: tokenB per tokenA, before fees, 18 digits; of a split swap, the best among its larger parts. */
  midPrice: Decimal;
  /** 1 − amountB ÷ (amountA · midPrice): price impact, fees and rounding, as a fraction, rounded up at 18 decimals. */
  totalCost: Decimal;
  fees?: Fees;
  /** The pools of the swap, in order. */
  route: (Swapped & {
    /** In units of 2^-30, as in the `route` of createSwap. */
    share: number;
    /** With detail: pool price of tokenA in tokenB before the swap, before fees, 18 digits. */
    priceBefore?: Decimal;
    /** With detail: the same after the swap, before fees, 18 digits. */
    priceAfter?: Decimal;
  })[];
  /** On TON: expected cost beside the amounts, in TON. */
  tonSpent?: Decimal;
  /** Number of balances written. */
  gas: number;
  entries: Entries;
  /** Journal sequence of the quote. */
  sequence: number;
};

export type GetSwapInput = {
  /** The transactionId returned by createSwap. */
  transactionId: string;
};

export type GetSwapOutput = Swap;

export type GetSwapsInput = {
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetSwapsOutput = {
  /** The items of this page. */
  swaps: Swap[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetFillsInput = {
  /** Only fills of this token for `jetton1`, in either direction. */
  jetton0?: string | undefined;
  /** Only fills of this token for `jetton0`, in either direction. */
  jetton1?: string | undefined;
  /** Only fills of this order: its orderId or number. */
  order?: string | undefined;
  /** From this time on: ISO 8601 with a time zone, or Unix seconds. */
  from?: number | string | undefined;
  /** Before this time. */
  to?: number | string | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetFillsOutput = {
  /** The items of this page. */
  fills: {
    /** Journal sequence of the transaction. */
    sequence: number;
    /** With `sequence` the id of the fill: 0, or 1 for the newer of two own orders that filled each other. */
    index: number;
    /** Identifier of the transaction (UUIDv7). */
    transactionId: string;
    /** Number of the order that was filled, or null. */
    order: number | null;
    /** Id of that order, or null. */
    orderId: string | null;
    /** Its clientId, or null. */
    clientId: string | null;
    /** When it was committed. */
    createdAt: string;
    /** `swap`: traded with pools. `match`: with another order. */
    kind: 'swap' | 'match';
    /** True for the older order of a match, which pays no fee. */
    maker: boolean;
    /** The token given. */
    tokenA: string;
    /** The token received. */
    tokenB: string;
    /** Amount given, fees included. */
    amountA: Decimal;
    /** Amount received, after fees. */
    amountB: Decimal;
    /** Fees by kind and token, without zeros. */
    fees: {
      /** Who got it: liquidity providers, the exchange or the referrer. */
      kind: 'lp' | 'protocol' | 'ref';
      /** The token in which it was charged. */
      token: string;
      /** Amount, summed over the pools of a route. */
      amount: Decimal;
    }[];
  }[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type CreateOrderInput =
  | {
      Pair: Pair;
      /** The amount to offer, or the amount to buy. */
      amount: {
        /** Amount of tokenA to offer, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead, of a limit order: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** The limit: least payment for all of the amount, in tokenB. */
      minReceived?: Decimal | string | undefined;
      /** Instead of minReceived: least tokenB for one tokenA, rounded up. Instead of maxPaid: most tokenA for one tokenB, rounded down. */
      price?: Decimal | string | undefined;
      /** With amount.tokenB: the most to pay for it, in tokenA. */
      maxPaid?: Decimal | string | undefined;
      /** The kind of request. */
      kind?: 'limit' | undefined;
      /** A name of your own; no two of your open orders may share it. */
      clientId?: string | undefined;
      /** Whether it may be filled in parts. Default true. */
      parts?: boolean | undefined;
      /** Refuse it with `would_fill` if the pools would fill any of it at once. */
      postOnly?: boolean | undefined;
      /** Return what the pools do not fill at once; not with postOnly or expiresAt. */
      immediate?: boolean | undefined;
      /** ISO 8601 with a time zone, or Unix seconds, at most a year ahead. Default 30 days, or as long as a recurring order takes. */
      expiresAt?: number | string | undefined;
    }
  | {
      Pair: Pair;
      /** The amount to offer, or the amount to buy. */
      amount: {
        /** Amount of tokenA to offer, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead, of a limit order: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** The limit: least payment for all of the amount, in tokenB. */
      minReceived?: Decimal | string | undefined;
      /** Instead of minReceived: least tokenB for one tokenA, rounded up. Instead of maxPaid: most tokenA for one tokenB, rounded down. */
      price?: Decimal | string | undefined;
      /** The kind of request. */
      kind: 'recurring';
      /** A name of your own; no two of your open orders may share it. */
      clientId?: string | undefined;
      /** How much less a fill of a recurring order or a stop may pay than the average of the last minute, as a fraction; below that it waits. Default 0.01, for stops 0.03; 1 turns the guard off. */
      maxSlippage?: Decimal | string | undefined;
      /** Whether it may be filled in parts. Default true. */
      parts?: boolean | undefined;
      /** Number of parts of a recurring order, 2 to 1000. */
      times: number | string;
      /** Seconds between two parts of a recurring order, at least 10. */
      every: number | string;
      /** ISO 8601 with a time zone, or Unix seconds, at most a year ahead. Default 30 days, or as long as a recurring order takes. */
      expiresAt?: number | string | undefined;
    }
  | {
      Pair: Pair;
      /** The amount to offer, or the amount to buy. */
      amount: {
        /** Amount of tokenA to offer, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead, of a limit order: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** The limit: least payment for all of the amount, in tokenB. */
      minReceived?: Decimal | string | undefined;
      /** Instead of minReceived: least tokenB for one tokenA, rounded up. Instead of maxPaid: most tokenA for one tokenB, rounded down. */
      price?: Decimal | string | undefined;
      /** The kind of request. */
      kind: 'stop';
      /** A name of your own; no two of your open orders may share it. */
      clientId?: string | undefined;
      /** The trigger of a stop: below or above a price. */
      trigger: {
        /** Average to fall to, tokenB for one tokenA. */
        below?: Decimal | string | undefined;
        /** Average to rise to, tokenB for one tokenA. */
        above?: Decimal | string | undefined;
        /** Seconds of the average. Whole seconds up to 60, or whole minutes up to 3600 seconds; 0 is the price of the moment. Default 60, or 300 if the amount is large. */
        over?: number | string | undefined;
      };
      /** How much less a fill of a recurring order or a stop may pay than the average of the last minute, as a fraction; below that it waits. Default 0.01, for stops 0.03; 1 turns the guard off. */
      maxSlippage?: Decimal | string | undefined;
      /** Whether it may be filled in parts. Default true. */
      parts?: boolean | undefined;
      /** ISO 8601 with a time zone, or Unix seconds, at most a year ahead. Default 30 days, or as long as a recurring order takes. */
      expiresAt?: number | string | undefined;
    };

export type CreateOrderOutput = OrderPlaced;

export type CancelOrderInput = {
  /** The orderId, or the number of the order. */
  orderId?: string | undefined;
  /** Instead of orderId: of the open order, or else the newest. */
  clientId?: string | undefined;
  /** Refuse with `order_moved` unless exactly this amount of tokenA is left. */
  left?: Decimal | string | undefined;
  /** The reason, on one line, for the owner and operators. */
  memo?: string | undefined;
};

export type CancelOrderOutput = OrderClosed;

export type CancelOrdersInput = {
  /** Only orders of this pair, in either direction. */
  Pair?: Pair | undefined;
  /** Only orders of this kind. */
  kind?: 'limit' | 'recurring' | 'stop' | undefined;
};

export type CancelOrdersOutput = {
  /** Number of orders that were cancelled; 0 if none was open. */
  count: number;
  /** Their ids, newest first. */
  orderIds: string[];
  /** Whether more may be open, as 500 were cancelled: send another request, under another key. */
  more: boolean;
};

export type CancelAfterInput = {
  /** 5 to 86400; 0 switches it off. */
  seconds: number | string;
};

export type CancelAfterOutput = {
  /** When they are cancelled; null if switched off. */
  cancelsAt: string | null;
};

export type GetOrdersInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** `true`: every account; operators only. */
  all?: 'true' | undefined;
  /** Only orders that are open, or only those that are over. */
  state?: 'open' | 'closed' | undefined;
  /** Only orders that sell or buy this token; with `state=open`. */
  token?: string | undefined;
  /** Only orders of this kind; with `state=open`. */
  kind?: 'limit' | 'recurring' | 'stop' | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetOrdersOutput = {
  /** The items of this page. */
  orders: Order[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Journal sequence of the answer. */
  sequence: number;
};

export type GetOrderInput = {
  /** The orderId, or the number of the order. */
  orderId?: string | undefined;
  /** Instead of orderId: of the open order, or else the newest. */
  clientId?: string | undefined;
};

export type GetOrderOutput = Order;

export type QuoteOrderInput = {
  /** Address of the token being offered. */
  tokenA: string;
  /** Address of the token being requested. */
  tokenB: string;
  /** Amount of tokenA to offer. */
  amount: Decimal | string;
  /** The limit: least payment for all of the amount, in tokenB. */
  minReceived?: Decimal | string | undefined;
  /** Instead of minReceived: least tokenB for one tokenA, rounded up. */
  price?: Decimal | string | undefined;
  /** Whether it may be filled in parts. Default `true`. */
  parts?: 'true' | 'false' | undefined;
  /** Trigger of a stop, tokenB for one tokenA. */
  triggerBelow?: Decimal | string | undefined;
  /** Trigger of a stop, tokenB for one tokenA. */
  triggerAbove?: Decimal | string | undefined;
  /** Seconds of its average, as in createOrder. */
  over?: number | string | undefined;
  /** With a trigger. As in createOrder; default 0.03. */
  maxSlippage?: Decimal | string | undefined;
};

export type QuoteOrderOutput = {
  /** The token offered. */
  tokenA: string;
  /** The token to receive. */
  tokenB: string;
  /** Amount offered. */
  amountA: Decimal;
  /** The limit for all of it, in tokenB. */
  minReceived: Decimal;
  /** The limit as tokenB for one tokenA, 18 digits. */
  price: Decimal;
  /** What pools pay now for the smallest fill, fees included, tokenB for one tokenA; null if nothing can be sold. */
  marketPrice: Decimal | null;
  /** How far the limit is above marketPrice, as a fraction; null without one. */
  distance: Decimal | null;
  /** The amount that would be filled at once, in tokenA. */
  filledA: Decimal;
  /** The amount that would be received for it, in tokenB. */
  receivedB: Decimal;
  /** receivedB ÷ filledA, 18 digits; null without a fill. */
  averagePrice: Decimal | null;
  /** The amount that would wait, in tokenA. */
  left: Decimal;
  /** Journal sequence of the quote. */
  sequence: number;
  /** With a trigger: its average now, tokenB for one tokenA; or null. */
  average: Decimal | null;
  /** Start of its window, or null. */
  averageFrom: string | null;
  /** End of its window, or null. */
  averageTo: string | null;
  /** Tokens in between on the averaged path, separated by spaces; empty for the pool of the pair; or null. */
  averageVia: string | null;
  /** With a trigger: seconds of its average; else null. */
  over: number | null;
  /** Of a stop. `large_stop`: setting it off by a false price may pay; use a longer `over` or a closer limit. `no_reference`: it cannot be triggered until pools connect the tokens. */
  warnings: ('large_stop' | 'no_reference')[];
  /** With a trigger: the guard that would apply, as a fraction; else null. */
  maxSlippage: Decimal | null;
  /** Default guard of a recurring order, as a fraction. */
  recurringMaxSlippage: Decimal;
  /** How far the average is from the trigger, as a fraction of it; at or below 0, it has passed. Null without an average. */
  triggerDistance: Decimal | null;
};

export type GetTokensInput = {
  /** Only this token; not with `cursor`, `limit` or `status`. Up to 100 times. */
  token?: string | readonly string[] | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** Only items of this status. Default: all but hidden ones. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
};

export type GetTokensOutput = {
  /** The items of this page. */
  tokens: (TokenEntry & {
    /** Order of registration; null for the quote token. In a pair, the token of lower place is the base. */
    place: number | null;
  })[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetPoolsInput = {
  /** Only this pool; not with `cursor`, `limit` or `status`. Up to 100 times. */
  pool?: string | readonly string[] | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** Only items of this status. Default: all but hidden ones. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
};

export type GetPoolsOutput = {
  /** The items of this page. */
  pools: ({
    /** Address of the pool and of its LP token. */
    poolAddress: string;
    /** The first token. */
    jetton0: string;
    /** The second token. */
    jetton1: string;
    /** `paused`: no swaps and no new liquidity. `hidden`: not in lists. */
    status: 'listed' | 'hidden' | 'paused';
    /** Pricing curve. */
    curve: 'constant-product' | 'stable';
    /** Flatness of a stable curve; else null. */
    amplification: null | number;
    /** Total supply of LP tokens; null on STON.fi v1. */
    lpSupply: Decimal | null;
    /** When it was created; null on TON. */
    createdAt: string | null;
  } & Pool)[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetMarketInput = {
  /** Only this token; only with `list=tokens` and `quote`. Up to 100 times. */
  token?: string | readonly string[] | undefined;
  /** The list to return. Default `pools`. */
  list?: 'pools' | 'tokens' | undefined;
  /** Default `tvl`. Nulls come last, ties by age. `fees`, `swaps` and `apr` are for pools only. */
  sort?: 'tvl' | 'volume' | 'fees' | 'swaps' | 'change' | 'apr' | 'age' | 'name' | undefined;
  /** Default `desc`, largest first; for `name`, `asc`. */
  order?: 'desc' | 'asc' | undefined;
  /** Part of a symbol or name, a pair such as `TON/USDT`, or an address. Exact matches come first, then those at the start. */
  search?: string | undefined;
  /** Quote in this token instead of QUOTE_TOKEN. */
  quote?: string | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetMarketOutput = AsOf & {
  /** The pools of this page. */
  pools?: MarketPool[];
  /** The tokens of this page. */
  tokens?: MarketToken[];
  /** Number of items on all pages together. */
  count: number;
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetPoolStatsInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Quote in this token instead of QUOTE_TOKEN. */
  quote?: string | undefined;
};

export type GetPoolStatsOutput = AsOf & {
  /** LP fee, as a fraction of the amount paid. */
  lpFee: Decimal;
  /** Protocol fee, as a fraction of the amount bought. */
  protocolFee: Decimal;
  /** Total supply of LP tokens. */
  lpSupply: Decimal;
  /** Figures by time window. */
  windows: {
    /** Since `from`. */
    '24h': PoolWindow;
    /** Since 7 days before the end of the 24-hour window. */
    '7d': PoolWindow;
    /** Since 30 days before the end of the 24-hour window. */
    '30d': PoolWindow;
    /** Since its first transaction; `change` and `growth` since the first minute with liquidity. */
    all: PoolWindow;
  };
  /** Smallest payments that move the price by 0.1, 1 and 5 % or more, up and down. */
  moves: {
    /** Price move, as a fraction. */
    part: Decimal;
    /** The payment in jetton1; null if none moves it that far. */
    up: {
      /** Smallest payment in jetton1, fees included. */
      pay: Decimal;
      /** Amount of jetton0 received for it. */
      receive: Decimal;
    } | null;
    /** The payment in jetton0; null if none moves it that far. */
    down: {
      /** Smallest payment in jetton0, fees included. */
      pay: Decimal;
      /** Amount of jetton1 received for it. */
      receive: Decimal;
    } | null;
  }[];
  /** Range of the reserves in 30 days, sampled hourly; null if there never were any. */
  levels: {
    /** Start of the 30 days. */
    from: string;
    /** Lowest reserve0. */
    low0: Decimal;
    /** Highest reserve0. */
    high0: Decimal;
    /** Lowest reserve1. */
    low1: Decimal;
    /** Highest reserve1. */
    high1: Decimal;
  } | null;
} & MarketPool;

export type GetCandlesInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Length of a candle. */
  interval: '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
  /** First interval start to include. Default: 300 intervals before `to`; with `limit`, no lower bound. */
  from?: number | string | undefined;
  /** Only intervals that start before this time. Default: now, including the current interval. */
  to?: number | string | undefined;
  /** The last 1 to 1000 candles before `to`, however old. */
  limit?: number | string | undefined;
};

export type GetCandlesOutput = {
  /** The token being priced. */
  jetton0: string;
  /** The token the price is quoted in. */
  jetton1: string;
  /** Length of a candle. */
  interval: string;
  /** Candles, oldest first. */
  candles: {
    /** Start of the interval. */
    time: string;
    /** Price before the first swap. */
    open: Decimal;
    /** Highest price before or after any swap. */
    high: Decimal;
    /** Lowest price before or after any swap. */
    low: Decimal;
    /** Price after the last swap. */
    close: Decimal;
    /** Volume in jetton0, both directions. */
    volume0: Decimal;
    /** Volume in jetton1, both directions. */
    volume1: Decimal;
    /** Fees earned by liquidity providers, in jetton0. */
    fees0: Decimal;
    /** Fees earned by liquidity providers, in jetton1. */
    fees1: Decimal;
    /** Number of swaps. */
    swaps: number;
  }[];
  /** Sequence of the last transaction included. */
  sequence: number;
};

export type GetTradesInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** From this time on: ISO 8601 with a time zone, or Unix seconds. */
  from?: number | string | undefined;
  /** Before this time. */
  to?: number | string | undefined;
  /** Default `desc`, newest first. With `asc`, the last `sequence` received is the `cursor` for later trades. */
  order?: 'desc' | 'asc' | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetTradesOutput = {
  /** The items of this page. */
  trades: {
    /** Journal sequence. */
    sequence: number;
    /** When it was committed. */
    createdAt: string;
    /** `sell`: jetton0 was paid. `buy`: jetton0 was received. */
    side: 'buy' | 'sell';
    /** Amount of jetton0. */
    amount0: Decimal;
    /** Amount of jetton1. */
    amount1: Decimal;
    /** amount1 ÷ amount0, fees included, 18 digits. */
    price: Decimal;
    /** Fees earned by liquidity providers, in jetton0. */
    fees0: Decimal;
    /** Fees earned by liquidity providers, in jetton1. */
    fees1: Decimal;
  }[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** Sequence of the last transaction included. */
  sequence: number;
};

export type GetPriceInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Length of the window, `1m` to `30d`. Default `5m`. */
  window?: string | undefined;
};

export type GetPriceOutput = {
  /** The token being priced. */
  jetton0: string;
  /** The token the price is quoted in. */
  jetton1: string;
  /** Current price, truncated to 18 significant digits. */
  price: Decimal;
  /** Average over the window, truncated to 18 significant digits; null until a whole clock minute after the first price. */
  mean: Decimal | null;
  /** Start of the window, a whole minute; equal to `to` if `mean` is null. */
  from: string;
  /** End of the window: now. */
  to: string;
  /** Number of swaps in the window; 0 if `mean` is null. */
  swaps: number;
  /** Sequence of the last transaction included. */
  sequence: number;
};

export type GetOrderBookInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** The most levels of each side, 1 to 100. Default 20. */
  levels?: number | string | undefined;
  /** Price step between levels, as a fraction from 0.000001 to 0.1. Default 0.001. */
  step?: Decimal | string | undefined;
};

export type GetOrderBookOutput = {
  /** Journal sequence of the book. */
  sequence: number;
  /** When it was read. */
  asOf: string;
  /** Source of the levels. */
  source: 'pool';
  /** What the pool pays for jetton0, highest price first. */
  bids: Decimal[][];
  /** What the pool takes for jetton0, lowest price first. */
  asks: Decimal[][];
};

export type GetEventsInput = {
  /** Only later events. Default 0: all. */
  after?: number | string | undefined;
  /** Only events up to this journal sequence. */
  to?: number | string | undefined;
  /** Events per page, 1 to 1000. Default 100. */
  limit?: number | string | undefined;
  /** Only these kinds of EventsRecord, separated by commas. */
  kinds?: string | undefined;
  /** Only events in these pools: up to 100 addresses, separated by commas. */
  pools?: string | undefined;
};

export type GetEventsOutput = {
  /** The items of this page. */
  events: EventsRecord[];
  /** Pass it as `after` for the next page. */
  nextAfter: number;
  /** Last sequence of the journal. */
  head: number;
  /** Its time; null without one. */
  headAt: string | null;
};

export type GetLastAuditInput = Record<never, never>;

export type GetLastAuditOutput = {
  /** The last completed audit; null before the first. */
  audit: {
    /** Whether everything added up. */
    state: 'passed' | 'failed';
    /** Sequence of the first transaction it read. */
    from: number;
    /** Sequence of the last transaction it covered. */
    sequence: number;
    /** Transactions checked. */
    checked: number;
    /** When it started. */
    startedAt: string;
    /** When it ended. */
    endedAt: string;
  } | null;
  /** The last audit that passed and had read everything; null before the first. */
  full: {
    /** Sequence of the last transaction it covered. */
    sequence: number;
    /** When it ended. */
    endedAt: string;
  } | null;
};

export type GetLogInput = Record<never, never>;

export type GetLogOutput = {
  /** Name of the log, the first line of every checkpoint. */
  origin: string | null;
  /** Number of transactions in the checkpoint; 0 before the first. */
  size: number;
  /** Root hash of the tree (RFC 6962), in base64. */
  root: string | null;
  /** When the checkpoint was signed (ISO 8601). */
  signedAt: string | null;
  /** Witnesses that have cosigned the checkpoint. */
  witnesses: {
    /** Name of the witness. */
    name: string;
    /** When it cosigned. */
    at: string;
  }[];
  /** The signed checkpoint (C2SP tlog-checkpoint). */
  checkpoint: string | null;
  /** Public key of the log (C2SP signed-note); compare it. */
  vkey: string | null;
};

export type GetTransactionProofInput = {
  /** The transaction. */
  transactionId: string;
};

export type GetTransactionProofOutput = {
  /** The transaction. */
  transactionId: string;
  /** Parts of the row that it contains as hashes and the caller may read. */
  opened: OpenedPart[];
} & RowProof;

export type GetLiabilitiesInput = {
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** Only this token, with the exchange's own accounts. */
  token?: string | undefined;
};

export type GetLiabilitiesOutput = {
  /** The items of this page. */
  tokens: {
    /** The token. */
    token: string;
    /** Token symbol. */
    symbol: string;
    /** All that is owed, in whole tokens. */
    total: Decimal;
    /** Number of people who hold some. */
    people: number;
    /** What people hold, in whole tokens. */
    peopleTotal: Decimal;
    /** The line of the list, with totals in base units. */
    line: string;
  }[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** The exchange's own accounts, in the order of the list; null without `token`. */
  own:
    | {
        /** An account of the exchange. */
        account: string;
        /** Its balance, in whole tokens. */
        amount: Decimal;
        /** The same in base units, as in the list. */
        amountBase: Decimal;
      }[]
    | null;
  /** The balances are those after this transaction. */
  sequence: number;
  /** When they were added up. */
  at: string;
  /** Number of the log that states them. */
  log: number;
  /** Milliseconds until the next list; 0 if none is promised. */
  intervalMs: number;
  /** SHA-256 of the head of the list before, in hex; null for the first. */
  previous: string | null;
  /** SHA-256 of the list's head, in hex. */
  hash: string;
  /** The transaction that states the hash. */
  transactionId: string;
  /** The signed checkpoint; null while it lacks the transaction. */
  checkpoint: string | null;
  /** Proof of the transaction that states the hash; null while there is none. */
  transaction: RowProof | null;
};

export type GetBalanceProofInput = {
  /** The token. */
  token: string;
  /** Account to prove, for operators. */
  account?: string | undefined;
};

export type GetBalanceProofOutput = {
  /** The token as the document names it. */
  token: string;
  /** The account. */
  account: string;
  /** Balance in base units. */
  amount: Decimal;
  /** Blinds the account, in hex. */
  nonce: string;
  /** Position of the leaf, from 0. */
  index: number;
  /** Hashes from the leaf to the root, in hex. */
  path: string[];
  /** The totals of the token. */
  line: {
    /** The token's line of the list. */
    text: string;
    /** Its position in the list, from 0. */
    index: number;
    /** Hashes from there to the root of the list, in hex. */
    path: string[];
  };
  /** The head of the list. */
  list: string;
  transaction: RowProof;
};

export type GetStatementsInput = {
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 50. Default 20. */
  limit?: number | string | undefined;
  /** Only statements of this kind. */
  kind?: 'liabilities' | 'audited' | 'forked' | undefined;
  /** `desc`: newest first. Default `desc`. */
  order?: 'desc' | 'asc' | undefined;
};

export type GetStatementsOutput = {
  /** The items of this page. */
  statements: ({
    /** Sequence of the statement. */
    sequence: number;
    /** What it is about. */
    kind: 'liabilities' | 'audited' | 'forked';
  } & RowProof)[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetBalancesInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** Only this token; not with `cursor` or `limit`. Up to 100 times. */
  token?: string | readonly string[] | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetBalancesOutput = {
  /** The items of this page. */
  balances: (Token & {
    /** Balance in whole tokens, without `inOrders`. */
    balance: Decimal;
    /** Amount in open orders, as of the same moment; null if unknown now, and on TON. */
    inOrders: Decimal | null;
  })[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetPortfolioInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** The list to return. Default `tokens`. */
  list?: 'tokens' | 'positions' | undefined;
  /** Also the value over time: `week` every 3 hours, `month` (30 days) every 12 hours, `year` every 5 days. Transactions and prices of that time count as rows read. */
  history?: 'week' | 'month' | 'year' | undefined;
  /** Quote in this token instead of QUOTE_TOKEN. */
  quote?: string | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetPortfolioOutput = AsOf & {
  /** Value of everything that has a price; null if nothing held has one. */
  worth: Decimal | null;
  /** Totals. */
  held: {
    /** Tokens, without LP tokens, at their balances. */
    tokens: {
      /** Number of holdings. */
      count: number;
      /** Holdings without a full price, left out of `worth`. */
      unpriced: number;
      /** Value of the others in the quote token; null if none has a price. */
      worth: Decimal | null;
    };
    /** Positions, at what withdrawing would return. */
    positions: {
      /** Number of holdings. */
      count: number;
      /** Holdings without a full price, left out of `worth`. */
      unpriced: number;
      /** Value of the others in the quote token; null if none has a price. */
      worth: Decimal | null;
    };
    /** Open orders, at what each still holds. */
    orders: {
      /** Number of holdings. */
      count: number;
      /** Holdings without a full price, left out of `worth`. */
      unpriced: number;
      /** Value of the others in the quote token; null if none has a price. */
      worth: Decimal | null;
    };
  };
  /** False if only the first 100,000 tokens and positions by address are covered. */
  complete: boolean;
  /** The items of this page. */
  tokens?: (Token & {
    /** Balance in whole tokens. */
    balance: Decimal;
    /** What open orders hold, beside the balance. */
    inOrders: Decimal;
    /** Price of one in the quote token; or null. */
    price: Decimal | null;
    /** balance · price, truncated; null without a price. */
    worth: Decimal | null;
  })[];
  /** The items of this page. */
  positions?: (LPPosition & {
    /** Share of the pool in percent, 18 digits. */
    sharePercentage: Decimal;
    /** Price of one jetton0 in the quote token; or null. */
    price0: Decimal | null;
    /** Price of one jetton1 in the quote token; or null. */
    price1: Decimal | null;
    /** Value of `returns0` and `returns1`, each truncated; null if one has no price. */
    worth: Decimal | null;
  })[];
  /** The value over time; only with `history`. */
  history?: {
    /** Oldest first. */
    points: {
      /** A multiple of the step (UTC); `asOf` for the last. */
      at: string;
      /** Value of what was held, at the prices of then. */
      worth: Decimal | null;
      /** Holdings that `worth` leaves out. */
      unpriced: number;
    }[];
    /** False if the oldest points are missing, or the least valuable of very many holdings `unpriced`. */
    complete: boolean;
  };
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetGainsInput = {
  /** Only gains of this year (UTC). */
  year?: number | string | undefined;
  /** Quote in this token instead of QUOTE_TOKEN. */
  quote?: string | undefined;
  /** Account to query; operators only. */
  account?: string | undefined;
  /** `true`: begin the CSV file with a byte order mark. */
  bom?: 'true' | undefined;
};

export type GetGainsOutput = {
  /** The token of all figures. */
  quoteToken: Token;
  /** Sequence of the last transaction included. */
  sequence: number;
  /** When the figures were computed. */
  asOf: string;
  /** The year of what was realised; null for all years. */
  year: number | null;
  realised: Gains;
  /** What is held now. */
  held: {
    /** Cost of what is held, as far as it is known. */
    cost: Decimal;
    /** Sum of those known; null if none is. */
    unrealised: Decimal | null;
    /** Tokens and positions left out, wholly or in part. */
    unknown: number;
  };
  /** Tokens held now or realised in the year, sorted by address. */
  tokens: (Token & {
    /** Balance and what open orders hold. */
    amount: Decimal;
    /** The part of it whose cost is unknown. */
    unknownAmount: Decimal;
    /** Cost of the rest; of the quote token, the amount itself. */
    cost: Decimal;
    /** Price now; null if there is none. */
    price: Decimal | null;
    /** Worth of `amount`, rounded down; null without a price. */
    worth: Decimal | null;
    /** Worth of what has a cost, minus that cost; null if either is unknown. */
    unrealised: Decimal | null;
    /** Realised with this token in the year. */
    realised: Gains;
  })[];
  /** Positions held now, sorted by pool. */
  positions: {
    /** Address of the pool. */
    poolAddress: string;
    /** The first token. */
    jetton0: string;
    /** Its symbol. */
    symbol0: string;
    /** The second token. */
    jetton1: string;
    /** Its symbol. */
    symbol1: string;
    /** LP tokens held. */
    lpTokens: Decimal;
    /** Cost of the tokens that were put in; null if part of it is unknown. */
    cost: Decimal | null;
    /** Worth of what a withdrawal would return; null without a price. */
    worth: Decimal | null;
    /** `worth` minus `cost`. */
    unrealised: Decimal | null;
  }[];
};

export type GetActivityInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** `true`: every account; operators only. */
  all?: 'true' | undefined;
  /** Only transactions of this kind. */
  kind?: ActivityKind | undefined;
  /** Only transactions that moved this token. */
  token?: string | undefined;
  /** Only transactions in the pool at this address. */
  pool?: string | undefined;
  /** Only transactions in the pool of both. */
  jetton0?: string | undefined;
  /** Only transactions in the pool of both. */
  jetton1?: string | undefined;
  /** From this time on: ISO 8601 with a time zone, or Unix seconds. */
  from?: number | string | undefined;
  /** Before this time. */
  to?: number | string | undefined;
  /** Only the deposit or withdrawal with this reference. */
  reference?: string | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetActivityOutput = {
  /** The items of this page. */
  activity: Activity[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetActivityTotalsInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** `true`: every account; operators only. */
  all?: 'true' | undefined;
  /** Only transactions of this kind. */
  kind?: ActivityKind | undefined;
  /** Only transactions that moved this token. */
  token?: string | undefined;
  /** Only transactions in the pool at this address. */
  pool?: string | undefined;
  /** Only transactions in the pool of both. */
  jetton0?: string | undefined;
  /** Only transactions in the pool of both. */
  jetton1?: string | undefined;
  /** From this time on: ISO 8601 with a time zone, or Unix seconds. */
  from?: number | string | undefined;
  /** Before this time. */
  to?: number | string | undefined;
  /** Only the deposit or withdrawal with this reference. */
  reference?: string | undefined;
};

export type GetActivityTotalsOutput = {
  /** Number of transactions. */
  count: number;
  /** Kinds that occurred, sorted by name. */
  kinds: {
    /** What happened. */
    kind: ActivityKind;
    /** Number of transactions of this kind. */
    count: number;
  }[];
  /** Tokens that moved, sorted by address. */
  tokens: {
    /** The token. */
    token: string;
    /** Its symbol. */
    symbol: string;
    /** Its decimal places. */
    decimals: number;
    /** Amount the account received. */
    in: Decimal;
    /** Amount the account paid. */
    out: Decimal;
    /** Fees that the account paid in this token. */
    fees: {
      /** Fees kept by liquidity providers. */
      lp: Decimal;
      /** Fees collected by the protocol. */
      protocol: Decimal;
      /** Fees paid to referrers. */
      ref: Decimal;
    };
  }[];
  /** Sequence of the last transaction included. */
  sequence: number;
};

export type GetTransactionInput = {
  /** The id, as in the header Transaction-Id of a change. */
  transactionId?: string | undefined;
  /** Journal sequence, instead of the id. */
  sequence?: number | string | undefined;
};

export type GetTransactionOutput = Activity & {
  /** The transfers, from account to account. */
  transfers: {
    /** The account debited. Names with a space belong to the exchange. */
    from: string;
    /** The account credited. */
    to: string;
    /** The token. */
    token: string;
    /** Amount, in whole tokens. */
    amount: Decimal;
  }[];
  entries: Entries;
  /** The pools whose reserves changed, in route order. Null for a referral, or if it cannot be determined now. */
  pools:
    | {
        /** Address of the pool. */
        poolAddress: string;
        /** Its first token. */
        jetton0: string;
        /** Its second token. */
        jetton1: string;
        before: PoolReserves;
        /** Right after the transaction. */
        after: PoolReserves;
      }[]
    | null;
};

export type CreateTransferInput = {
  /** The token. For LP tokens, the address of the pool. */
  token: string;
  /** The recipient; on TON also any TON address. */
  to: string;
  /** Amount, in whole tokens; on TON also `all`. */
  amount: Decimal | string;
  /** A note to the recipient, on one line: show it as text and do not trust it. */
  memo?: string | undefined;
  /** Send even if the account has no key and was never used. */
  create?: boolean | undefined;
};

export type CreateTransferOutput = TransferDone;

export type CheckAccountInput = {
  /** The account. */
  account: string;
};

export type CheckAccountOutput = {
  /** The account, as it is stored. */
  account: string;
  /** Whether it has a key or was used before, or is a TON address. */
  known: boolean;
  /** Whether another name looks almost the same. */
  lookAlike: boolean;
};

export type WhoamiInput = Record<never, never>;

export type WhoamiOutput = {
  /** The account; null without a key. */
  account: string | null;
  /** `trader` or `operator`; null if there is no account. */
  role: 'trader' | 'operator' | null;
  /** `local`: without a key, requests act as `local`. `keys`: they need one. */
  auth: 'local' | 'keys';
  /** Default routing of swaps that set no `route`. */
  routing: 'best' | 'direct';
  /** Whether `createTransfer` is allowed. */
  transfers: 'on' | 'off';
  /** Whether `createOrder` is allowed. */
  orders: 'on' | 'off';
  /** Limits. */
  limits: {
    /** Requests per second; a quote counts as 1. Null for no limit. */
    requestsPerSecond: number | null;
    /** Changes per day; null for no limit. */
    changesPerDay: number | null;
    /** Maximum size of a request body, in bytes. */
    bodyBytes: number;
    /** Time for a request to arrive, in milliseconds. */
    timeoutMs: number;
    /** Maximum number of items per page. */
    pageItems: number;
    /** Maximum open orders of an account. */
    openOrders: number;
    /** Default of `maxPriceImpact`, as a fraction. */
    priceImpact: Decimal;
  };
  /** The settlement venue. */
  venue: string;
  /** On TON, address of the wallet; otherwise null. */
  wallet: string | null;
  /** On TON, URL of a transaction, with `{hash}` in it; null if none is set. */
  explorer: string | null;
  /** Sequence of the last transaction in the journal. */
  sequence: number;
  /** Time of the server, in milliseconds since 1970. */
  time: number;
  /** Whether this exchange is a demo. */
  demo: boolean;
  /** Version of the exchange. */
  version: string;
};

export type GetFaucetInput = Record<never, never>;

export type GetFaucetOutput = {
  /** In the order of the setting. */
  offers: {
    /** The token. */
    token: Token;
    /** The amount that a claim mints, in whole tokens. */
    amount: Decimal;
    /** Whose claims of the day are used up; null if it can be claimed. */
    spent: 'account' | 'address' | 'exchange' | null;
    /** When it can be claimed. */
    claimableAt: string;
  }[];
};

export type ClaimFaucetInput = {
  /** The token to claim. */
  token: string;
};

export type ClaimFaucetOutput = {
  /** Identifier of the deposit. */
  transactionId: string;
  /** The token. */
  token: Token;
  /** How much was minted, in whole tokens. */
  amount: Decimal;
  /** When it can be claimed again. */
  claimableAt: string;
};

export type CreateSessionInput = {
  /** The API key. */
  key: string;
};

export type CreateSessionOutput = SignedIn;

export type DeleteSessionInput = Record<never, never>;

export type DeleteSessionOutput = Record<never, never>;

export type GetSignUpInput = Record<never, never>;

export type GetSignUpOutput = {
  /** Who can sign up now: nobody, who has an invitation, or anyone. */
  signUp: 'off' | 'invite' | 'open';
  /** Host name of passkeys; null if they cannot be used here. */
  passkeyHost: string | null;
  /** The URL at which the page can use passkeys. */
  passkeyUrl: string | null;
};

export type GetInvitationInput = {
  /** Secret of an invitation: the part of its link after #. */
  invitation: string;
};

export type GetInvitationOutput = {
  /** Your role. */
  role: 'trader' | 'operator';
  /** Opening balances. */
  balances: Gift[];
  /** The account it is for; null if a name can be chosen. */
  account: string | null;
  /** When it expires. */
  expiresAt: string;
};

export type CheckNameInput = {
  /** Secret of an invitation: the part of its link after #. */
  invitation?: string | undefined;
  /** The account name to create. */
  name: string;
};

export type CheckNameOutput = {
  /** The name. */
  name: string;
};

export type BeginSignUpInput = {
  /** Secret of an invitation: the part of its link after #. */
  invitation?: string | undefined;
  /** The account name to create. */
  name?: string | undefined;
};

export type BeginSignUpOutput = {
  /** The account to be created. */
  account: string;
  options: CreationOptions;
};

export type FinishSignUpInput = {
  /** Secret of an invitation: the part of its link after #. */
  invitation?: string | undefined;
  /** The account name to create. */
  name?: string | undefined;
  /** Default `passkey`. */
  credential?: 'passkey' | 'key' | undefined;
  /** The result of `navigator.credentials.create`. */
  passkey?:
    | {
        /** Credential id, base64url. */
        id: string;
        /** Client data, base64url. */
        clientDataJSON: string;
        /** Attestation object, base64url. */
        attestationObject: string;
        /** From `getTransports()`. */
        transports?: readonly string[] | undefined;
      }
    | undefined;
  /** A name for the passkey. */
  label?: string | undefined;
};

export type FinishSignUpOutput = {
  /** The account of the session. */
  account: string;
  /** `trader` or `operator`. */
  role: 'trader' | 'operator';
  /** When the session expires; null if none could be begun: then sign in. */
  expiresAt: string | null;
  /** The API key, with `credential: "key"`; else null. */
  key: string | null;
  /** True if opening balances follow later. */
  balancesDue: boolean;
  /** Passkeys and keys that were revoked (`revokePasskeys`). */
  revoked: {
    /** Key id. */
    id: string;
    /** Its name; empty if it has none. */
    name: string;
    /** Whether it was a passkey. */
    isPasskey: boolean;
  }[];
  /** How many sessions ended. */
  endedSessions: Decimal;
  /** Webhooks that were paused. Delete those that you do not know. */
  pausedWebhooks: {
    /** Webhook id. */
    id: string;
    /** The URL that it sends events to. */
    url: string;
  }[];
  /** True if webhooks could not be paused: see getWebhooks. */
  webhooksUnchecked: boolean;
  /** Open orders that were cancelled. */
  cancelledOrders: string[];
  /** True if not all open orders could be cancelled: see getOrders. */
  ordersUnchecked: boolean;
};

export type BeginSignInInput = Record<never, never>;

export type BeginSignInOutput = {
  /** Input for `navigator.credentials.get`. */
  options: {
    /** Challenge, base64url. Valid for five minutes. */
    challenge: string;
    /** Host name. */
    rpId: string;
  };
};

export type FinishSignInInput = {
  /** The result of `navigator.credentials.get`. */
  passkey: {
    /** Credential id, base64url. */
    id: string;
    /** Client data, base64url. */
    clientDataJSON: string;
    /** Authenticator data, base64url. */
    authenticatorData: string;
    /** Signature, base64url. */
    signature: string;
  };
};

export type FinishSignInOutput = SignedIn;

export type GetPasskeysInput = Record<never, never>;

export type GetPasskeysOutput = {
  /** Oldest first. */
  passkeys: Passkey[];
};

export type BeginPasskeyInput = Record<never, never>;

export type BeginPasskeyOutput = { options: CreationOptions };

export type FinishPasskeyInput = {
  /** The result of `navigator.credentials.create`. */
  passkey: {
    /** Credential id, base64url. */
    id: string;
    /** Client data, base64url. */
    clientDataJSON: string;
    /** Attestation object, base64url. */
    attestationObject: string;
    /** From `getTransports()`. */
    transports?: readonly string[] | undefined;
  };
  /** A name for the passkey. */
  name: string;
};

export type FinishPasskeyOutput = Passkey;

export type RevokePasskeyInput = {
  /** Id of the passkey. */
  id: string;
  /** Remove it even if nothing else lets you sign in. */
  force?: boolean | undefined;
};

export type RevokePasskeyOutput = Passkey;

export type GetWalletInput = Record<never, never>;

export type GetWalletOutput = {
  /** Address of the wallet. */
  address: string;
  /** Who signs for it: `exchange`, or its `owner`. */
  signer: 'exchange' | 'owner';
  /** TON in the wallet. */
  ton: Decimal;
};

export type BuildSwapInput =
  | {
      /** The wallet that signs and sends. */
      wallet: string;
      Pair: Pair;
      /** The amount to pay, or the amount to receive. */
      amount: {
        /** Amount of tokenA to pay, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse if it would cost more tokenA. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse if it would return less tokenB. */
      minReceived?: Decimal | string | undefined;
      /** Refuse after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee; a name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Refuse above this price impact, as a fraction, unless no route within it pays more. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split if that pays more. `direct`: only the pool of the two tokens. The default is that of `whoami`. A list of hops, such as the route of a quote, is executed as given. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share of the route's tokenA here, or of the tokenB it needs if that is exact, in units of 2^-30. */
            share: number | string;
            /** Ignored, as all below. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
      /** Also answer the amounts. */
      detail?: boolean | undefined;
    }
  | {
      /** The wallet that signs and sends. */
      wallet: string;
      Pair: Pair;
      /** Alias of `amount`: send one of the two. */
      price: {
        /** Amount of tokenA to pay, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse if it would cost more tokenA. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse if it would return less tokenB. */
      minReceived?: Decimal | string | undefined;
      /** Refuse after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee; a name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Refuse above this price impact, as a fraction, unless no route within it pays more. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split if that pays more. `direct`: only the pool of the two tokens. The default is that of `whoami`. A list of hops, such as the route of a quote, is executed as given. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share of the route's tokenA here, or of the tokenB it needs if that is exact, in units of 2^-30. */
            share: number | string;
            /** Ignored, as all below. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
      /** Also answer the amounts. */
      detail?: boolean | undefined;
    };

export type BuildSwapOutput = {
  /** Unix seconds: sign before then. */
  validUntil: number;
  /** As in TON Connect, for one transaction of the wallet. */
  messages: Message[];
  /** Amount that is paid. */
  amountA: Decimal;
  /** Amount that is expected now. */
  amountB: Decimal;
  /** The least that the contracts pay; else the offer comes back. */
  minReceived: Decimal;
  /** On TON: expected cost beside the amounts, in TON. */
  tonSpent: Decimal;
};

export type BuildProvideInput = {
  /** The wallet that signs and sends. */
  wallet: string;
  Pair: Pair;
  /** The amounts to provide, or one of them. */
  amount: {
    /** Maximum amount of tokenA. */
    tokenA?: Decimal | string | undefined;
    /** Maximum amount of tokenB. */
    tokenB?: Decimal | string | undefined;
  };
  /** Refuse if fewer LP tokens would be minted. */
  minLpTokens?: Decimal | string | undefined;
  /** Refuse if more than this fraction of either amount would be left over; with one token, maximum price impact of its swap. Default 0.15 without minLpTokens; 1 allows any. */
  maxPriceImpact?: Decimal | string | undefined;
};

export type BuildProvideOutput = {
  /** Unix seconds: sign before then. */
  validUntil: number;
  /** As in TON Connect, for one transaction of the wallet. */
  messages: Message[];
  /** LP tokens that are expected now. */
  lpTokens: Decimal;
};

export type BuildRefundInput = {
  /** The wallet that signs and sends. */
  wallet: string;
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** LP tokens to withdraw; default all. */
  lpTokens?: Decimal | string | undefined;
  /** Percentage to withdraw; LP tokens are rounded down. */
  percentage?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton0. */
  minToken1?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton1. */
  minToken2?: Decimal | string | undefined;
  /** Return everything in this token; the other is swapped for it. */
  only?: string | undefined;
  /** Maximum price impact with `only`, as a fraction. Default 0.15. */
  maxPriceImpact?: Decimal | string | undefined;
  /** Take back what waits in the LP account. */
  staged?: boolean | undefined;
};

export type BuildRefundOutput = {
  /** Unix seconds: sign before then. */
  validUntil: number;
  /** As in TON Connect, for one transaction of the wallet. */
  messages: Message[];
  /** Amount of jetton0 that is expected now. */
  token1Amount: Decimal;
  /** Amount of jetton1 that is expected now. */
  token2Amount: Decimal;
};

export type TrackSwapInput = {
  /** The wallet that signs and sends. */
  wallet: string;
  Pair: Pair;
  /** The bodyHash of the message in the answer of buildSwap. */
  bodyHash: string;
  /** validUntil of the answer: what was not sent by then is `failed`. */
  validUntil?: number | undefined;
};

export type TrackSwapOutput = {
  /** How far it is. */
  status: 'pending' | 'completed' | 'failed';
  /** Once completed: amount of tokenB that arrived. */
  amountB?: Decimal;
} & Settlement;

export type TrackLiquidityInput = {
  /** The wallet that signs and sends. */
  wallet: string;
  Pair: Pair;
  /** `provide`, or `refund` for all that buildRefund builds. */
  kind: 'provide' | 'refund';
  /** The bodyHash of each message. */
  bodyHashes: readonly string[];
  /** validUntil of the answer: what was not sent by then is `failed`. */
  validUntil?: number | undefined;
};

export type TrackLiquidityOutput = {
  /** How far it is. */
  status: 'pending' | 'completed' | 'failed';
  /** Once provided: LP tokens that were minted. */
  lpTokens?: Decimal;
  /** Once withdrawn: amount of tokenA that arrived. */
  amountA?: Decimal;
  /** Once withdrawn: amount of tokenB that arrived. */
  amountB?: Decimal;
  /** True if it waits in the LP account: take it back with buildRefund and `staged`. */
  staged?: boolean;
} & Settlement;

export type TonProofPayloadInput = Record<never, never>;

export type TonProofPayloadOutput = {
  /** For `tonProof.payload` of TON Connect. */
  payload: string;
};

export type TonProofInput = {
  /** Address of the wallet, as TON Connect tells it. */
  address: string;
  /** StateInit of the wallet, base64. */
  walletStateInit?: string | undefined;
  /** The `proof` of TON Connect. */
  proof: {
    /** Unix seconds. */
    timestamp: number | string;
    /** The site that the proof is for. */
    domain: {
      /** Of the host. */
      lengthBytes: number;
      /** The host of the page. */
      value: string;
    };
    /** Base64. */
    signature: string;
    /** The payload that was signed. */
    payload: string;
  };
};

export type TonProofOutput = {
  /** The account: the address of the wallet. */
  account: string;
  /** What the key may do. */
  role: 'trader';
  /** The API key; shown only here. */
  key: string;
};

export type ProvideLiquidityInput = {
  Pair: Pair;
  /** The amounts to provide, or one of them. */
  amount: {
    /** Maximum amount of tokenA. */
    tokenA?: Decimal | string | undefined;
    /** Maximum amount of tokenB. */
    tokenB?: Decimal | string | undefined;
  };
  /** Refuse if fewer LP tokens would be minted. */
  minLpTokens?: Decimal | string | undefined;
  /** Refuse if more than this fraction of either amount would be left over; with one token, maximum price impact of its swap. Default 0.15 without minLpTokens; 1 allows any. */
  maxPriceImpact?: Decimal | string | undefined;
};

export type ProvideLiquidityOutput = LiquidityProvided;

export type QuoteLiquidityInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Maximum amount of jetton0 to provide. */
  amount0?: Decimal | string | undefined;
  /** Maximum amount of jetton1 to provide. */
  amount1?: Decimal | string | undefined;
  /** As for provideLiquidity or refundLiquidity. */
  maxPriceImpact?: Decimal | string | undefined;
  /** LP tokens to withdraw; default all. */
  lpTokens?: Decimal | string | undefined;
  /** Percentage to withdraw; LP tokens are rounded down. */
  percentage?: Decimal | string | undefined;
  /** Return everything in this token; the other is swapped for it. */
  only?: string | undefined;
};

export type QuoteLiquidityOutput = {
  /** Whether liquidity is added or withdrawn. */
  kind: 'provide' | 'refund';
  /** Price impact of `swapped` as a fraction, before fees. */
  priceImpact?: Decimal;
  /** LP tokens minted or burned. */
  lpTokens: Decimal;
  /** Share of the pool afterwards, in percent. */
  sharePercentage: Decimal;
  /** True if the call would create the pool. */
  createsPool: boolean;
  /** True if these amounts set the first price, as the pool is empty. */
  setsPrice: boolean;
  /** Price of jetton0 in jetton1 afterwards, before fees, 18 digits; null if the pool is then empty. */
  price: Decimal | null;
  /** The inverse: jetton0 per jetton1. */
  inversePrice: Decimal | null;
  /** Market price now, jetton1 per jetton0, as in getPoolStats; null if there is none. */
  marketPrice: Decimal | null;
  /** The tokens in between on its path; empty for the pool itself. */
  marketVia: string[];
  /** price ÷ marketPrice − 1, truncated at 12 decimals. Arbitrage takes the difference. */
  priceDifference: Decimal | null;
  /** Number of balances written. */
  gas: number;
  entries: Entries;
  /** Journal sequence of the preview. */
  sequence: number;
} & LiquidityChange;

export type GetLPPositionInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Account to query; operators only. */
  account?: string | undefined;
};

export type GetLPPositionOutput = LPPosition;

export type GetLPPositionsInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** Only the position in this pool; not with `state`, `cursor` or `limit`. Up to 100 times. */
  pool?: string | readonly string[] | undefined;
  /** `open`: with LP tokens. `closed`: withdrawn in full. */
  state?: 'open' | 'closed' | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetLPPositionsOutput = {
  /** The items of this page. */
  positions: LPPosition[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type BulkInput = {
  /** All items succeed or none does: beside the refused item, all others return `not_attempted` (424). */
  atomic?: boolean | undefined;
  /** The calls: 1 to 1000, or 1 to 100 with `atomic`. */
  items: readonly (
    | {
        /** The call. */
        call: 'createSwap';
        /** Its body. */
        body: CreateSwapInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'createOrder';
        /** Its body. */
        body: CreateOrderInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'cancelOrder';
        /** Its body. */
        body: CancelOrderInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'provideLiquidity';
        /** Its body. */
        body: ProvideLiquidityInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'refundLiquidity';
        /** Its body. */
        body: RefundLiquidityInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'createTransfer';
        /** Its body. */
        body: CreateTransferInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'deposit';
        /** Its body. */
        body: DepositInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'withdraw';
        /** Its body. */
        body: WithdrawInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** The call. */
        call: 'collectFees';
        /** Its body. */
        body: CollectFeesInput;
        /** 1 to 255 printable ASCII characters without spaces. The key of this item. */
        idempotencyKey?: string | undefined;
      }
  )[];
};

export type BulkOutput = {
  /** The result of each item, in order. */
  items: (
    | {
        /** 200, or 202 if the venue settles later. */
        status: number;
        /** The `data` that the call returns. */
        data:
          | SwapDone
          | OrderPlaced
          | OrderClosed
          | LiquidityProvided
          | LiquidityRefunded
          | TransferDone
          | Movement
          | FeesCollected;
        /** The transaction. */
        transactionId?: string;
        /** With the header `Signed-Receipt`. */
        receipt?: SignedReceipt | null;
      }
    | {
        /** The status of the call on its own. */
        status: number;
        /** What went wrong and what to do about it. */
        error: string;
        code: ErrorCode;
        reasonCode?: ReasonCode;
      }
  )[];
};

export type CreateWebhookInput = {
  /** An https URL. */
  url: string;
  /** Only events of these kinds; empty for all. */
  kinds?:
    | readonly (
        | 'swap'
        | 'provide'
        | 'refund'
        | 'createPool'
        | 'registerToken'
        | 'collectFees'
        | 'setPoolFees'
        | 'setPoolStatus'
        | 'updateToken'
        | 'matchOrders'
        | 'liabilities'
        | 'audited'
        | 'forked'
        | 'placeOrder'
        | 'triggerOrder'
        | 'closeOrder'
        | 'deposit'
        | 'withdraw'
        | 'transfer'
        | 'settlementFailed'
        | 'takeBack'
      )[]
    | undefined;
  /** Only events in these pools; empty for all. */
  pools?: readonly string[] | undefined;
  /** Start after this sequence; 0 for all history. Default: now. */
  after?: number | string | undefined;
};

export type CreateWebhookOutput = WebhookWithSecret;

export type GetWebhooksInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** `true`: every account; operators only. */
  all?: 'true' | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetWebhooksOutput = {
  /** The items of this page. */
  webhooks: Webhook[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type SetWebhookStateInput = {
  /** Webhook id. */
  id: string;
  /** While paused, nothing is sent and nothing is lost. */
  state: 'active' | 'paused';
};

export type SetWebhookStateOutput = Webhook;

export type TestWebhookInput = {
  /** Webhook id. */
  id: string;
};

export type TestWebhookOutput = Delivered;

export type RotateWebhookSecretInput = {
  /** Webhook id. */
  id: string;
};

export type RotateWebhookSecretOutput = WebhookWithSecret;

export type DeleteWebhookInput = {
  /** Webhook id. */
  id: string;
};

export type DeleteWebhookOutput = Webhook;

export type GetDeliveriesInput = {
  /** Webhook id. */
  id: string;
};

export type GetDeliveriesOutput = {
  /** Newest first. */
  deliveries: {
    /** The header `webhook-id`; the same for every attempt. */
    messageId: string;
    /** When it was sent. */
    at: string;
    /** Sequence of the first event. */
    first: number;
    /** Sequence of the last event. */
    last: number;
    /** Number of events. */
    events: number;
    /** Status of the response; null if there was none. */
    status: number | null;
    /** Duration in milliseconds. */
    tookMs: number;
    /** Why the delivery failed; empty if it succeeded. */
    failure: string;
    /** Whether it was sent by redeliverWebhook. */
    redelivered: boolean;
  }[];
};

export type RedeliverWebhookInput = {
  /** Webhook id. */
  id: string;
  /** Message id from getDeliveries. */
  messageId: string;
};

export type RedeliverWebhookOutput = Delivered;

export type RegisterTokenInput = {
  /** Address of the token. */
  address: string;
  /** Symbol to show. */
  symbol: string;
  /** Number of decimal places, 0 to 30. */
  decimals: number | string;
  /** Display name, up to 64 visible characters; empty for none. */
  name?: string | undefined;
  /** A path returned by uploadImage, an https URL of up to 512 characters, or an image as a base64 data URL of up to 8192; empty for none. The page shows only uploaded ones. */
  logo?: string | undefined;
  /** Accept a symbol that another token has. */
  force?: boolean | undefined;
};

export type RegisterTokenOutput = TokenEntry;

export type UpdateTokenInput = {
  /** Address of the token. */
  address: string;
  /** Display name, up to 64 visible characters; empty for none. */
  name?: string | undefined;
  /** A path returned by uploadImage, an https URL of up to 512 characters, or an image as a base64 data URL of up to 8192; empty for none. The page shows only uploaded ones. */
  logo?: string | undefined;
  /** The new status. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
  /** Accept a symbol that another token has. */
  force?: boolean | undefined;
};

export type UpdateTokenOutput = {
  /** Identifier of the change. */
  transactionId: string;
  /** Token address. */
  address: string;
  /** Name of the token; empty if it has none. */
  name?: string;
  /** Path on this server, https URL or data URL; empty if it has none. */
  logo?: string;
  /** `paused`: no swaps and no new liquidity. `hidden`: not in lists. */
  status?: 'listed' | 'hidden' | 'paused';
};

export type UploadImageInput = {
  /** The file as base64. */
  image: string;
  /** `token` (default), or `exchange` for the logo of the exchange itself. */
  use?: 'token' | 'exchange' | undefined;
};

export type UploadImageOutput = {
  /** The path at which this server serves the image. */
  path: string;
};

export type GetBrandingInput = Record<never, never>;

export type GetBrandingOutput = Branding;

export type SetBrandingInput = {
  /** Name, up to 40 visible characters. */
  name?: string | undefined;
  /** A path returned by uploadImage with `use: "exchange"`. */
  logo?: string | undefined;
  /** Accent colour as `#rrggbb`. */
  accent?: string | undefined;
  /** https link to the terms. */
  termsUrl?: string | undefined;
  /** https link to help. */
  helpUrl?: string | undefined;
};

export type SetBrandingOutput = Branding;

export type CreatePoolInput = {
  Pair: Pair;
  /** LP fee, as a fraction. */
  lpFee?: Decimal | string | undefined;
  /** Protocol fee, as a fraction. */
  protocolFee?: Decimal | string | undefined;
  /** Referral fee, as a fraction. */
  refFee?: Decimal | string | undefined;
  /** Account that collectFees pays. */
  protocolFeeAddress?: string | undefined;
  /** Default `constant-product`; `stable` is for two tokens near parity. */
  curve?: 'constant-product' | 'stable' | undefined;
  /** How flat a stable curve is, 1 to 1000000: Curve's A times two. Only with `stable`. */
  amplification?: number | string | undefined;
  /** Accept unusual fees. */
  force?: boolean | undefined;
};

export type CreatePoolOutput = {
  /** Address of the pool and of its LP token. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Pricing curve. */
  curve: 'constant-product' | 'stable';
  /** Flatness of a stable curve; else null. */
  amplification: null | number;
} & PoolFees;

export type SetPoolFeesInput = {
  Pair: Pair;
  /** LP fee, as a fraction. */
  lpFee?: Decimal | string | undefined;
  /** Protocol fee, as a fraction. */
  protocolFee?: Decimal | string | undefined;
  /** Referral fee, as a fraction. */
  refFee?: Decimal | string | undefined;
  /** Account that collectFees pays. */
  protocolFeeAddress?: string | undefined;
  /** Accept unusual fees. */
  force?: boolean | undefined;
};

export type SetPoolFeesOutput = {
  /** Identifier of the change. */
  transactionId: string;
  /** Address of the pool and of its LP token. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  before: PoolFees;
  /** Fees after the change. */
  after: PoolFees;
};

export type SetPoolStatusInput = {
  Pair: Pair;
  /** The new status. */
  status: 'listed' | 'hidden' | 'paused';
};

export type SetPoolStatusOutput = {
  /** Identifier of the change. */
  transactionId: string;
  /** Address of the pool and of its LP token. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Status before the change. */
  before: 'listed' | 'hidden' | 'paused';
  /** Status after the change. */
  after: 'listed' | 'hidden' | 'paused';
};

export type DepositInput = {
  /** The account. */
  account: string;
  /** The token. */
  token: string;
  /** Amount, in whole tokens. */
  amount: Decimal | string;
  /** Your reference for this deposit or withdrawal. */
  reference: string;
};

export type DepositOutput = Movement;

export type WithdrawInput = {
  /** The account. */
  account: string;
  /** The token. */
  token: string;
  /** Amount, in whole tokens. */
  amount: Decimal | string;
  /** Your reference for this deposit or withdrawal. */
  reference: string;
};

export type WithdrawOutput = Movement;

export type CollectFeesInput = { Pair: Pair };

export type CollectFeesOutput = FeesCollected;

export type GetAccountsInput = {
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetAccountsOutput = {
  /** The items of this page. */
  accounts: {
    /** Name of the account. */
    account: string;
    /** Number of tokens it holds, LP tokens included. */
    tokens: number;
    /** Number of active API keys. */
    keys: number;
  }[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type ImportAccountsInput = {
  /** The file, as text. */
  csv: string;
  /** Only tell what is wrong and what would be done. */
  check?: boolean | undefined;
  /** `missing` (default): for accounts without key or link; `new`: for all, revoking earlier ones. */
  links?: 'missing' | 'new' | 'none' | undefined;
};

export type ImportAccountsOutput = {
  /** The rows without faults. */
  rows: {
    /** Line in the file, from 1. */
    line: number;
    /** The account. */
    account: string;
    /** `trader` or `operator`. */
    role: 'trader' | 'operator';
    /** The note. */
    note: string;
    /** The opening balances. */
    balances: {
      /** Symbol of the token. */
      symbol: string;
      /** In whole tokens. */
      amount: Decimal;
    }[];
    /** Whether an earlier import has deposited all of it. */
    deposited: boolean;
  }[];
  /** Everything that is wrong; empty unless `check` is set. */
  faults: {
    /** Line in the file, from 1. */
    line: number;
    /** The fault. */
    message: string;
  }[];
  /** How many deposits were made. */
  deposits: number;
  /** The links that were made. */
  links: {
    /** The account. */
    account: string;
    /** `trader` or `operator`. */
    role: 'trader' | 'operator';
    /** The link, without the address of the page. */
    path: string;
    /** Until when it works. */
    expiresAt: string;
  }[];
};

export type GetKeysInput = {
  /** Only keys of this account. */
  account?: string | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetKeysOutput = {
  /** The items of this page. */
  keys: Key[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type CreateKeyInput = {
  /** Its account; default your own. It need not exist yet. */
  account?: string | undefined;
  /** Default `trader`; `operator` only by operators. */
  role?: 'trader' | 'operator' | undefined;
  /** A name to recognize it by. */
  name?: string | undefined;
  /** `read`: what the account may see. `trade`: swaps and orders. `liquidity`: providing and withdrawing. `send`: sending tokens. Default: everything its role may do. */
  scopes?: readonly ('read' | 'trade' | 'liquidity' | 'send')[] | undefined;
  /** The most it may spend a day (UTC), in quote tokens; default no limit. */
  dayLimit?: Decimal | string | undefined;
  /** Up to 32 IP addresses or networks (CIDR) it may be used from. */
  addresses?: readonly string[] | undefined;
};

export type CreateKeyOutput = Key & {
  /** The key. Send it as `Authorization: Bearer <key>`. */
  key: string;
};

export type RevokeKeyInput = {
  /** Key id. */
  id: string;
};

export type RevokeKeyOutput = Key;

export type GetSessionsInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetSessionsOutput = {
  /** The items of this page. */
  sessions: Session[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type EndSessionInput = {
  /** Session id. */
  id: string;
  /** Whose session; operators only. Default your own. */
  account?: string | undefined;
};

export type EndSessionOutput = Session;

export type EndOtherSessionsInput = {
  /** Whose session; operators only. Default your own. */
  account?: string | undefined;
};

export type EndOtherSessionsOutput = {
  /** How many sessions ended. */
  ended: number;
};

export type GetRequestsInput = {
  /** Key id, or `local` for requests without a key. Default: the key of this request. */
  key?: string | undefined;
  /** Only requests that succeeded or failed. */
  status?: 'succeeded' | 'failed' | undefined;
};

export type GetRequestsOutput = {
  /** Key id. */
  key: string;
  /** Newest first. */
  requests: {
    /** When it was answered. */
    at: string;
    /** HTTP method. */
    method: string;
    /** Name of the call. */
    call: string;
    /** HTTP status. */
    status: number;
    /** Duration in milliseconds. */
    tookMs: number;
    /** Error code; null if it succeeded. */
    code: string | null;
    /** Error message; null if it succeeded. */
    error: string | null;
    /** The header `X-Request-Id` of the answer. */
    requestId: string;
    /** Client address. */
    address: string;
  }[];
};

export type CreateInvitationInput = {
  /** Role of whoever accepts. Default `trader`. */
  role?: 'trader' | 'operator' | undefined;
  /** How many people can accept it, 1 to 10000. Default 1. */
  uses?: number | string | undefined;
  /** Hours until it expires, 1 to 8760. Default 168 (a week). */
  expiresInHours?: number | string | undefined;
  /** Opening balances, each token once. */
  balances?:
    | readonly {
        /** Token address. */
        token: string;
        /** Amount to deposit. */
        amount: Decimal | string;
      }[]
    | undefined;
  /** The account it is for; it need not exist yet. */
  account?: string | undefined;
  /** With `account`: accepting revokes its passkeys, keys and sessions, pauses its webhooks and cancels its orders. */
  revokePasskeys?: boolean | undefined;
  /** A note for operators. */
  note?: string | undefined;
};

export type CreateInvitationOutput = Invitation & {
  /** The secret of the link. */
  secret: string;
  /** The link to send. A path if PUBLIC_URL is not set. */
  link: string;
};

export type GetInvitationsInput = {
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetInvitationsOutput = {
  /** The items of this page. */
  invitations: Invitation[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type RevokeInvitationInput = {
  /** Invitation id. */
  id: string;
};

export type RevokeInvitationOutput = Invitation;

export type SetSignUpInput = {
  /** Who can sign up; `setting` follows the setting SIGNUP again. */
  signUp: 'off' | 'invite' | 'open' | 'setting';
};

export type SetSignUpOutput = {
  /** Who can sign up now: nobody, who has an invitation, or anyone. */
  signUp: 'off' | 'invite' | 'open';
};

export type SetOrdersInput = {
  /** Whether orders may be placed. */
  orders: 'on' | 'off';
};

export type SetOrdersOutput = {
  /** Whether orders may be placed now. */
  orders: 'on' | 'off';
};

export type GetStatusInput = Record<never, never>;

export type GetStatusOutput = {
  /** Version of the software. */
  version: string;
  /** When this server started. */
  startedAt: string;
  /** Database. */
  store: 'sqlite' | 'postgres';
  /** Sequence of the last transaction in the journal. */
  sequence: number;
  /** Commands waiting for the next commit. */
  queue: {
    /** Commands waiting to be committed. */
    depth: number;
    /** Most commands that may wait (MAX_QUEUE). */
    capacity: number;
  };
  /** Recent commits; null before the first. */
  commits: {
    /** Number of commits measured, at most the last 512. */
    count: number;
    /** Median duration. */
    p50Ms: number;
    /** 99th percentile of the duration. */
    p99Ms: number;
    /** Average commands per commit. */
    meanBatch: number;
  } | null;
  /** Recent requests. */
  requests: {
    /** Length of the window. */
    seconds: number;
    /** Requests answered. */
    count: number;
    /** Answers with a 4xx status. */
    refused: number;
    /** Answers with a 5xx status. */
    failed: number;
    /** Requests per second. */
    perSecond: number;
  };
  /** Memory of this server. */
  memory: {
    /** Resident memory. */
    rssBytes: number;
    /** Heap in use. */
    heapBytes: number;
  };
  /** Storage. */
  database: {
    /** Size of the database, including its log. */
    bytes: number;
    /** Free disk space for an SQLite file; null for PostgreSQL. */
    freeBytes: number | null;
  };
  /** Market data thread; null on TON. */
  observer: {
    /** Last sequence processed. */
    sequence: number;
    /** Last sequence stored, by any server. */
    stored: number;
    /** Whether this server stores the market data. */
    stores: boolean;
  } | null;
  /** Route finder; null if swaps are direct (ROUTING=direct). */
  follower: {
    /** Last sequence it has seen. */
    sequence: number;
  } | null;
  /** Open orders; null on TON, which has none. */
  orders: {
    /** `paused` by setOrders; `off` by the setting ORDERS. */
    placing: 'on' | 'paused' | 'off';
    /** Open orders of all accounts; null if nobody counts them. */
    open: number | null;
    /** The server that fills the orders, as of at most three seconds ago; null if none does. */
    keeper: {
      /** Host and process id of the server that fills the orders. */
      server: string;
      /** Whether it is still reading the open orders. */
      loading: boolean;
      /** The order reachable for longest; or null. */
      oldestReachable: {
        /** Number of the order. */
        order: number;
        /** For how long it could have been filled. */
        seconds: number;
      } | null;
      /** Orders that look reachable but are refused again and again. */
      putOff: number;
    } | null;
  } | null;
  /** Open event streams. */
  eventReaders: number;
  /** All webhooks. */
  webhooks: {
    /** Active webhooks. */
    active: number;
    /** Active webhooks whose last request failed. */
    retrying: number;
    /** Paused webhooks. */
    paused: number;
  };
};

export type StartAuditInput = {
  /** Reads the whole journal. */
  full?: boolean | undefined;
};

export type StartAuditOutput = Audit;

export type GetAuditsInput = {
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetAuditsOutput = {
  /** The items of this page. */
  audits: Audit[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type EventsInput = {
  /** Start after this journal sequence; 0 for all history. */
  after?: number | string | undefined;
  /** Only these kinds of EventsRecord, separated by commas. */
  kinds?: string | undefined;
  /** Only events in these pools: up to 100 addresses, separated by commas. */
  pools?: string | undefined;
  /** `true`: with private fields where they concern the caller. `only`: only those events. */
  own?: 'true' | 'only' | undefined;
  /** Seconds without an event until a heartbeat, 2 to 15, the default. */
  beat?: number | string | undefined;
};
