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
  too_many: ['orders', 'keys', 'passkeys', 'webhooks', 'images'],
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
  /** Swap one token for another. Executes the swap at once, completely or not at all, at the best price over all pools. */
  createSwap: { input: CreateSwapInput; output: CreateSwapOutput };
  /** Router configuration and supported tokens. Returns the addresses of the router and the factory, the default swap fee and all tokens that are not hidden. */
  getRouterData: { input: GetRouterDataInput; output: GetRouterDataOutput };
  /** State of a pool. Returns reserves, fees, wallets and collected protocol fees. */
  getPoolData: { input: GetPoolDataInput; output: GetPoolDataOutput };
  /** The caller's position in a pool. The balances are what withdrawing the whole position now would return. */
  getLPAccountData: { input: GetLPAccountDataInput; output: GetLPAccountDataOutput };
  /** Withdraw liquidity. Burns LP tokens and returns their share of both tokens. */
  refundLiquidity: { input: RefundLiquidityInput; output: RefundLiquidityOutput };
  /** Quote a swap. Returns what a swap would do now. */
  getQuote: { input: GetQuoteInput; output: GetQuoteOutput };
  /** Track a swap. Returns one of the caller's swaps by its transactionId. */
  getSwap: { input: GetSwapInput; output: GetSwapOutput };
  /** List swaps. Lists the caller's swaps, newest first. */
  getSwaps: { input: GetSwapsInput; output: GetSwapsOutput };
  /** Own fills, newest first. Lists what the caller's swaps and orders traded, each as one fill: swaps with pools, and matches with other orders, of which nothing is told but the caller's side. */
  getFills: { input: GetFillsInput; output: GetFillsOutput };
  /** Place an order that waits for its price. Sets the amount aside and sells it as soon as the pools, or an opposite order, pay at least the limit: completely or in parts, never below the limit. */
  createOrder: { input: CreateOrderInput; output: CreateOrderOutput };
  /** Cancel an order. Gives back what is left of an order. */
  cancelOrder: { input: CancelOrderInput; output: CancelOrderOutput };
  /** Cancel all own open orders. Gives back what is left of all open orders of the account, or of those of a pair or kind, in one commit: all that are still open then, at most 500, newest first. */
  cancelOrders: { input: CancelOrdersInput; output: CancelOrdersOutput };
  /** List orders. Lists the caller's orders: open ones first, then newest first. */
  getOrders: { input: GetOrdersInput; output: GetOrdersOutput };
  /** Track an order. Returns one of the caller's orders. */
  getOrder: { input: GetOrderInput; output: GetOrderOutput };
  /** Compare a limit with the price now. Returns what the limit of an order would be, to the last unit, how far it is from what the pools pay now, and what they would fill of it at once. */
  quoteOrder: { input: QuoteOrderInput; output: QuoteOrderOutput };
  /** List tokens. Sorted by address, with names, logos and statuses. */
  getTokens: { input: GetTokensInput; output: GetTokensOutput };
  /** List pools. Oldest first. */
  getPools: { input: GetPoolsInput; output: GetPoolsOutput };
  /** Pools or tokens with market data. Lists prices, price changes, volume, fees and TVL. */
  getMarket: { input: GetMarketInput; output: GetMarketOutput };
  /** Market data of one pool. The figures of getMarket, plus those of 7 days, 30 days and all time, and the payments that would move the price. */
  getPoolStats: { input: GetPoolStatsInput; output: GetPoolStatsOutput };
  /** Candles of a pool. Lists candles, oldest first. */
  getCandles: { input: GetCandlesInput; output: GetCandlesOutput };
  /** Trades of a pool, newest first. Lists every swap through the pool, with the amounts paid and received there. */
  getTrades: { input: GetTradesInput; output: GetTradesOutput };
  /** Current and average price of a pool. Price of jetton0 in jetton1, before fees. */
  getPrice: { input: GetPriceInput; output: GetPriceOutput };
  /** A pool as an order book. Returns what the pool of two tokens buys and sells at which price, as levels of `[price, amount]`, best first, all from one state of the pool. */
  getOrderBook: { input: GetOrderBookInput; output: GetOrderBookOutput };
  /** Last audit. Returns the result of the last completed audit and how far it went, and when one last read everything. */
  getLastAudit: { input: GetLastAuditInput; output: GetLastAuditOutput };
  /** Last checkpoint of the public log. Every transaction is one entry of a public log, which can only be extended. */
  getLog: { input: GetLogInput; output: GetLogOutput };
  /** Prove that a transaction is in the public log. For the accounts that a transaction concerns, and operators. */
  getTransactionProof: { input: GetTransactionProofInput; output: GetTransactionProofOutput };
  /** What the exchange owes. The totals of all tokens that anybody holds, as of one transaction. */
  getLiabilities: { input: GetLiabilitiesInput; output: GetLiabilitiesOutput };
  /** Prove that a balance is counted. Proves that the caller's balance is one of those that getLiabilities tells the total of. */
  getBalanceProof: { input: GetBalanceProofInput; output: GetBalanceProofOutput };
  /** Statements of the exchange in the public log. Rows of the journal in which the exchange states something to everybody: `liabilities` (the hash of a list of what it owes, with the time, the interval and the hash of the list before), `audited` (where an audit ended) and `forked` (where a new log begins). */
  getStatements: { input: GetStatementsInput; output: GetStatementsOutput };
  /** Balances of an account. Lists every token the caller holds, sorted by address. */
  getBalances: { input: GetBalancesInput; output: GetBalancesOutput };
  /** Value of an account's holdings. Returns the total value of everything the account holds as of `sequence`, and lists its tokens or open positions, most valuable first, those without a price last. */
  getPortfolio: { input: GetPortfolioInput; output: GetPortfolioOutput };
  /** Cost and gain of an account. Returns what an account holds at cost, and what it has gained, first in first out, in the quote token. */
  getGains: { input: GetGainsInput; output: GetGainsOutput };
  /** Account activity, newest first. Lists every transaction that the account made or that affected it. */
  getActivity: { input: GetActivityInput; output: GetActivityOutput };
  /** Totals of account activity. Returns totals over everything that getActivity lists for the same filter: the number of transactions of each kind, and what the account received and paid per token. */
  getActivityTotals: { input: GetActivityTotalsInput; output: GetActivityTotalsOutput };
  /** One transaction and its transfers. Finds a transaction of any kind by its transactionId or sequence. */
  getTransaction: { input: GetTransactionInput; output: GetTransactionOutput };
  /** Send tokens to another account. Moves tokens from the caller's account to another one, at once and free of charge. */
  createTransfer: { input: CreateTransferInput; output: CreateTransferOutput };
  /** Check a recipient. Tells whether tokens can be sent to an account, and whether its name is easily mistaken for another. */
  checkAccount: { input: CheckAccountInput; output: CheckAccountOutput };
  /** Current account and limits. Returns the account behind the request, the limits that apply to it and the current journal sequence. */
  whoami: { input: WhoamiInput; output: WhoamiOutput };
  /** Test tokens on offer. The amounts that claimFaucet would mint for the caller. */
  getFaucet: { input: GetFaucetInput; output: GetFaucetOutput };
  /** Claim test tokens. Mints the amount that getFaucet offers of a token to the caller's account. */
  claimFaucet: { input: ClaimFaucetInput; output: ClaimFaucetOutput };
  /** Sign in (browser). Sets the cookie `millpond_session` (over https, `__Host-millpond_session`). */
  createSession: { input: CreateSessionInput; output: CreateSessionOutput };
  /** Sign out (browser). Ends the session on every node, including copies of the cookie, and clears the cookie. */
  deleteSession: { input: DeleteSessionInput; output: DeleteSessionOutput };
  /** Who can sign up. `off`: nobody can sign up. */
  getSignUp: { input: GetSignUpInput; output: GetSignUpOutput };
  /** Look at an invitation. The role and opening balances that accepting the invitation gives. */
  getInvitation: { input: GetInvitationInput; output: GetInvitationOutput };
  /** Check an account name. Succeeds if the name can be used to sign up now. */
  checkName: { input: CheckNameInput; output: CheckNameOutput };
  /** Sign up, step 1 (browser). Checks the invitation and the name, and returns what the browser needs to create a passkey. */
  beginSignUp: { input: BeginSignUpInput; output: BeginSignUpOutput };
  /** Sign up, step 2 (browser). Creates the account and signs in. */
  finishSignUp: { input: FinishSignUpInput; output: FinishSignUpOutput };
  /** Sign in with a passkey, step 1 (browser). Returns what the browser needs to offer its passkeys for this exchange. */
  beginSignIn: { input: BeginSignInInput; output: BeginSignInOutput };
  /** Sign in with a passkey, step 2 (browser). Verifies what the browser returned and sets the session cookie, as createSession does, also with Expect-Account. */
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
  /** Messages of a swap, to sign. The messages that createSwap would send, for a wallet of your own. */
  buildSwap: { input: BuildSwapInput; output: BuildSwapOutput };
  /** Messages that provide liquidity, to sign. The messages that provideLiquidity would send, for a wallet of your own. */
  buildProvide: { input: BuildProvideInput; output: BuildProvideOutput };
  /** Messages that withdraw liquidity, to sign. The messages that refundLiquidity would send, for a wallet of your own. */
  buildRefund: { input: BuildRefundInput; output: BuildRefundOutput };
  /** Track a swap that a wallet sent. Finds the message among the transactions of the wallet, however many came since, and follows what came of it, from contract to contract. */
  trackSwap: { input: TrackSwapInput; output: TrackSwapOutput };
  /** Track liquidity that a wallet provided or withdrew. As trackSwap, for the messages of buildProvide and buildRefund. */
  trackLiquidity: { input: TrackLiquidityInput; output: TrackLiquidityOutput };
  /** Payload for ton_proof. The text that a wallet signs to prove who owns it; good for 15 minutes, and once. */
  tonProofPayload: { input: TonProofPayloadInput; output: TonProofPayloadOutput };
  /** API key for a wallet. Answers a proof of TON Connect with an API key of the account that is named by the address of the wallet. */
  tonProof: { input: TonProofInput; output: TonProofOutput };
  /** Provide liquidity. Takes as much of both amounts as the pool's ratio allows and mints LP tokens. */
  provideLiquidity: { input: ProvideLiquidityInput; output: ProvideLiquidityOutput };
  /** Preview adding or withdrawing liquidity. With amount0 and amount1: what provideLiquidity would take and mint, whether or not the account holds that much. */
  quoteLiquidity: { input: QuoteLiquidityInput; output: QuoteLiquidityOutput };
  /** Cost, returns and earnings of a position. Figures as in getLPPositions. */
  getLPPosition: { input: GetLPPositionInput; output: GetLPPositionOutput };
  /** List positions, including closed ones. `returns` is what refundLiquidity would return. */
  getLPPositions: { input: GetLPPositionsInput; output: GetLPPositionsOutput };
  /** Several changes in one request. Runs up to 1000 calls from one body of up to 1 MiB, in order, and returns one result per call in the same order. */
  bulk: { input: BulkInput; output: BulkOutput };
  /** Create a webhook. Sends events to a URL, in order, each at least once, in batches `{"type":"events","timestamp":…,"data":{"hook":…,"after":…,"events":[…]}}` of up to 100. */
  createWebhook: { input: CreateWebhookInput; output: CreateWebhookOutput };
  /** List webhooks and their status. Lists the account's webhooks by id. */
  getWebhooks: { input: GetWebhooksInput; output: GetWebhooksOutput };
  /** Pause or resume a webhook. A resumed webhook continues where it stopped, at once and with a fresh number of attempts. */
  setWebhookState: { input: SetWebhookStateInput; output: SetWebhookStateOutput };
  /** Send a test message. Sends one signed message `{"type":"test","timestamp":…,"data":{"hook":…}}`, even while the webhook is paused, and returns the result. */
  testWebhook: { input: TestWebhookInput; output: TestWebhookOutput };
  /** Rotate the signing secret. The new secret is shown only in this answer. */
  rotateWebhookSecret: { input: RotateWebhookSecretInput; output: RotateWebhookSecretOutput };
  /** Delete a webhook. Permanent. */
  deleteWebhook: { input: DeleteWebhookInput; output: DeleteWebhookOutput };
  /** Last deliveries of a webhook. The last 50 attempts, newest first, kept for 30 days. */
  getDeliveries: { input: GetDeliveriesInput; output: GetDeliveriesOutput };
  /** Send a delivery again. Sends one of the last deliveries again, with the same `webhook-id` and body and a new signature, even while the webhook is paused, and returns the result. */
  redeliverWebhook: { input: RedeliverWebhookInput; output: RedeliverWebhookOutput };
  /** Register a token. A token is registered once. */
  registerToken: { input: RegisterTokenInput; output: RegisterTokenOutput };
  /** Change the name, logo or status of a token. Omitted fields stay as they are. */
  updateToken: { input: UpdateTokenInput; output: UpdateTokenOutput };
  /** Upload a logo. Decodes a PNG, JPEG or WebP image of up to 512 kB and 2048 × 2048 pixels, scales it to the sizes the page uses and stores it. */
  uploadImage: { input: UploadImageInput; output: UploadImageOutput };
  /** Get the name and logo of the exchange. The values that an operator has set, or else the defaults. */
  getBranding: { input: GetBrandingInput; output: GetBrandingOutput };
  /** Set the name and logo of the exchange. Takes effect on every node the next time a page loads. */
  setBranding: { input: SetBrandingInput; output: SetBrandingOutput };
  /** Create a pool. Creates an empty pool. */
  createPool: { input: CreatePoolInput; output: CreatePoolOutput };
  /** Change the fees of a pool. Applies to every later quote and swap. */
  setPoolFees: { input: SetPoolFeesInput; output: SetPoolFeesOutput };
  /** List, hide or pause a pool. A hidden pool is left out of getPools but still trades. */
  setPoolStatus: { input: SetPoolStatusInput; output: SetPoolStatusOutput };
  /** Deposit tokens. Credits an account with tokens that have arrived from outside. */
  deposit: { input: DepositInput; output: DepositOutput };
  /** Withdraw tokens. Debits tokens that leave the exchange from an account. */
  withdraw: { input: WithdrawInput; output: WithdrawOutput };
  /** Collect protocol fees. Pays the protocol fees a pool has collected to its protocolFeeAddress, even if only one of the two tokens has any. */
  collectFees: { input: CollectFeesInput; output: CollectFeesOutput };
  /** List accounts. Lists every account that holds a token or has an API key, sorted by name. */
  getAccounts: { input: GetAccountsInput; output: GetAccountsOutput };
  /** Import accounts from CSV. Gives many accounts their opening balances and makes an invitation link for each. */
  importAccounts: { input: ImportAccountsInput; output: ImportAccountsOutput };
  /** List API keys. Traders see the keys of their own account, operators those of all accounts, sorted by account, or of one. */
  getKeys: { input: GetKeysInput; output: GetKeysOutput };
  /** Create an API key. Traders create keys for their own account; operators for any account. */
  createKey: { input: CreateKeyInput; output: CreateKeyOutput };
  /** Revoke an API key. Traders revoke keys of their own account; operators any key. */
  revokeKey: { input: RevokeKeyInput; output: RevokeKeyOutput };
  /** List browser sessions. Where the account is signed in, by id. */
  getSessions: { input: GetSessionsInput; output: GetSessionsOutput };
  /** End a browser session. Signs that browser out, at once and on every node. */
  endSession: { input: EndSessionInput; output: EndSessionOutput };
  /** Sign out everywhere else. Ends every session of the account except the one the request came from. */
  endOtherSessions: { input: EndOtherSessionsInput; output: EndOtherSessionsOutput };
  /** Last requests of an API key. Up to 200 requests, newest first, kept for 7 days. */
  getRequests: { input: GetRequestsInput; output: GetRequestsOutput };
  /** Create an invitation. The link is shown only in this answer. */
  createInvitation: { input: CreateInvitationInput; output: CreateInvitationOutput };
  /** List invitations. Newest first, including those that can no longer be accepted. */
  getInvitations: { input: GetInvitationsInput; output: GetInvitationsOutput };
  /** Revoke an invitation. Takes effect at once on every node. */
  revokeInvitation: { input: RevokeInvitationInput; output: RevokeInvitationOutput };
  /** Open or close sign-up. Takes effect at once on every node, and overrides the setting SIGNUP until `setting` is sent. */
  setSignUp: { input: SetSignUpInput; output: SetSignUpOutput };
  /** Pause or resume placing orders. `off` refuses new orders with `not_on_this_venue`, at once on this node and within a second on every other. */
  setOrders: { input: SetOrdersInput; output: SetOrdersOutput };
  /** Server status. A summary of /metrics, which are those of the server that answered. */
  getStatus: { input: GetStatusInput; output: GetStatusOutput };
  /** Start an audit. Recomputes every balance from the journal, like `millpond audit`, while the exchange keeps running. */
  startAudit: { input: StartAuditInput; output: StartAuditOutput };
  /** List audits, newest first. Lists audits started with startAudit on any node, with their results. */
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
  /** The account that made the request; `another account` in a referral. */
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
  /** The token deposited, withdrawn, sent, received as referral fee or registered. An LP token has the address of its pool. */
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
  /** New account that collectFees pays; "N/A" if there is no protocol fee. */
  protocolFeeAddress?: string;
  /** New name of the token. */
  name?: string;
  /** New logo of the token. */
  logo?: string;
  /** New status of the token or pool; of an order, `cancelled` or `expired`. On TON `completed`, `pending` or `failed`; of the last two, amounts are those that were expected. */
  status?: string;
  /** The pools of a multi-pool swap, in order. */
  route?: Route;
  /** Pricing curve: `constant-product`, or `stable` for tokens near parity. */
  curve?: 'constant-product' | 'stable';
  /** Amplification of a stable pool: how flat its curve is. */
  amplification?: number;
  /** The recipient of a transfer. */
  to?: string;
  /** Sequence of the last transaction that a statement in the public log covers. */
  asOf?: Decimal;
  /** SHA-256, in hex, of what a statement in the public log is about. */
  hash?: string;
  /** Number of the public log that begins here, after the journal was rolled back. */
  log?: Decimal;
  /** Last checkpoint of the public log before, as it was signed. */
  checkpoint?: string;
  /** Transactions that the public log before has in common with this one, as far as signed checkpoints show. */
  shared?: Decimal;
  /** Memo of the transfer, or the reason why the order was cancelled. */
  memo?: string;
  /** The order that was placed, triggered, filled or closed, by the sequence of the transaction that placed it. */
  order?: number;
  /** What the last fill of an order gave back, because the pools would have paid no more for it, in tokenA. */
  returned?: Decimal;
  /** Limit of the order: the least that all of amountA must be paid, in tokenB. */
  minReceived?: Decimal;
  /** When the order expires. */
  expiresAt?: string;
  swapped?: Swapped;
  /** On TON: what was taken back of tokenA, because it could not be provided. */
  returnedA?: Decimal;
  /** On TON: what was taken back of tokenB, because it could not be provided. */
  returnedB?: Decimal;
  /** Protocol fee of two orders that filled each other, in feeToken. The newer one pays it; the older one is not shown any. */
  fee?: Decimal;
  /** The token of the fee: what the newer order received. */
  feeToken?: string;
} & Settlement;

/** What happened. `referral`: somebody else's swap named the account as its referrer and paid it `amount`. */
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
  /** The token that values are quoted in; null if there is none. */
  quoteToken: Token | null;
  /** Sequence of the last transaction included. */
  sequence: number;
  /** When the figures were computed. */
  asOf: string;
  /** Start of the 24-hour window: 24 h before a whole minute that is at most two minutes old. */
  from: string;
};

export type Audit = {
  /** Audit number; newer audits have higher numbers. */
  id: number;
  /** `stopped`: interrupted before the end, so there is no result. `failed`: something does not add up. */
  state: 'passed' | 'running' | 'failed' | 'stopped';
  /** When it started. */
  startedAt: string;
  /** When it ended; null while it runs. */
  endedAt: string | null;
  /** Transactions checked so far. */
  checked: number;
  /** Transactions to check. */
  of: number;
  /** Sequence of the first transaction it reads: 1 for a full audit, otherwise the one after which an earlier audit ended. */
  from: number;
  /** Sequence of the last transaction it covers. */
  sequence: number;
  /** The fault that the audit found, or why it could not continue; empty if nothing is wrong. */
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

/** Every balance written. For each token, the changes add up to zero. */
export type Entries = {
  /** Account. Names with a space belong to the exchange itself. */
  account: string;
  /** Token; an LP token has the address of its pool. */
  token: string;
  /** Change of the balance, in whole tokens. */
  change: Decimal;
}[];

/** Only for liquidity of one token: the swap in the same pool, before providing or after withdrawing. */
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
  /** Journal sequence; also the event id. On TON it counts the orders that have ended. */
  sequence: number;
  /** What happened; also the event type. */
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
  /** Protocol fee of two orders that filled each other, in feeToken. The newer one pays it; the owner of the older one is not shown any. In the event as it is to everybody, amountA includes it. */
  fee?: Decimal;
  /** The token of the fee: what the newer order received. */
  feeToken?: string;
  /** The pools of a swap, in order, even if there is only one. */
  route?: EventHop[];
  swapped?: EventHop;
  /** LP tokens minted or burned. */
  lpTokens?: Decimal;
  /** LP tokens minted in addition and locked forever, on the first liquidity of a pool. */
  locked?: Decimal;
  /** New LP fee of the pool, as a fraction. */
  lpFee?: Decimal;
  /** New protocol fee of the pool, as a fraction. */
  protocolFee?: Decimal;
  /** New referral fee of the pool, as a fraction. */
  refFee?: Decimal;
  /** Pricing curve: `constant-product`, or `stable` for tokens near parity. */
  curve?: 'constant-product' | 'stable';
  /** Amplification of a stable pool. */
  amplification?: number;
  /** The token registered, changed or moved. An LP token has the address of its pool. */
  token?: string;
  /** Symbol of the registered token. */
  symbol?: string;
  /** Decimals of the registered token. */
  decimals?: number;
  /** New name of the token. */
  name?: string;
  /** New logo of the token. */
  logo?: string;
  /** New status of the token or pool; of an order, `cancelled` or `expired`. */
  status?: string;
  /** Amount of the token, in whole tokens. */
  amount?: Decimal;
  /** Private field: transaction id (UUIDv7). */
  transactionId?: string;
  /** Private field: the account that made the request. */
  actor?: string;
  /** Private field: the account whose tokens moved, or that was paid. */
  account?: string;
  /** Private field: the referrer named by the swap. */
  referrer?: string;
  /** Private field: reference of the deposit or withdrawal. */
  reference?: string;
  /** Private field: the recipient of a transfer. */
  to?: string;
  /** Version of the format of the list of what is owed that a statement is about. */
  format?: number;
  /** Sequence of the last transaction that a statement in the public log covers. */
  asOf?: number;
  /** SHA-256, in hex, of what a statement in the public log is about. */
  hash?: string;
  /** When the list of what is owed was made, in milliseconds since 1970. */
  atMs?: number;
  /** Milliseconds until the next list of what is owed; 0 if none is promised. */
  intervalMs?: number;
  /** SHA-256, in hex, of the list of what is owed before this one; null for the first. */
  previous?: string | null;
  /** Number of the public log: of a list the one that contains it, of a fork the one that begins here. */
  log?: number;
  /** Last checkpoint of the public log before, as it was signed. */
  checkpoint?: string;
  /** Transactions that the public log before has in common with this one, as far as signed checkpoints show. */
  shared?: number;
  /** Private field: memo of the transfer, or the reason why the order was cancelled. */
  memo?: string;
  /** Private field: the order that was placed, triggered, filled or closed, by the sequence that placed it. */
  order?: number;
  /** Private field: the newer of two orders that filled each other. Only for operators, and for whoever owns both. */
  taker?: number;
  /** Private field: limit of the order, the least that all of amountA must be paid. */
  minReceived?: Decimal;
  /** Private field: whether the order may be filled in parts. */
  inParts?: boolean;
  /** Private field: when the order expires. */
  expiresAt?: string;
  /** Private field: parts of a recurring order. */
  times?: number;
  /** Private field: seconds between the parts of a recurring order. */
  everySeconds?: number;
  /** Private field: trigger of a stop, tokenB for one tokenA; or triggerAbove. */
  triggerBelow?: Decimal;
  /** Private field: trigger of a stop, tokenB for one tokenA; or triggerBelow. */
  triggerAbove?: Decimal;
  /** Private field: seconds that the average of a stop is taken over. */
  overSeconds?: number;
  /** Private field: how much less than the average of the last minute a fill of a recurring order or a stop may pay, as a fraction. */
  maxSlippage?: Decimal;
  /** Private field: the average price that triggered a stop. */
  average?: Decimal;
  /** Private field: start of the window of the average. */
  averageFrom?: string;
  /** Private field: end of the window of the average. */
  averageTo?: string;
  /** Private field: what is left of the order after this fill, in tokenA. */
  left?: Decimal;
  /** Private field: what the last fill of an order gave back, because the pools would have paid no more for it, in tokenA. */
  returned?: Decimal;
  /** Private field: new account that collectFees pays. */
  protocolFeeAddress?: string;
  /** Private field: what failed on TON. */
  change?: 'swap' | 'provide' | 'refund' | 'takeBack' | 'transfer';
  /** On TON: why it failed. */
  reason?: string;
  reasonCode?: SettlementFault;
  /** On TON: hash of the wallet's transaction, hexadecimal. */
  transactionHash?: string;
  /** On TON: TON that the network took. */
  networkFee?: Decimal;
  /** On TON: all TON that the wallet lost beside the amounts. */
  tonSpent?: Decimal;
};

/** Fees of a swap through one pool. With several pools, each hop of `route` has its own. */
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
  /** Worth of the fees received, on the day of each. Not part of `gain`. */
  income: Decimal;
  /** Number of lines in the file, without those of type `out`. */
  count: number;
  /** Lines that rest on a day on which less than a hundredth of the amount was traded; they are included. */
  thin: number;
  /** Lines whose price or cost is unknown; they are left out of the sums. */
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
  /** The account it is for; null if whoever accepts chooses a name. */
  account: string | null;
  /** If true, accepting revokes all earlier passkeys, keys and sessions of the account, pauses its webhooks, and cancels its open orders. */
  revokePasskeys: boolean;
  /** Note of the operator. */
  note: string;
  /** The operator who made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: string;
  /** When it was revoked (ISO 8601); null if it was not. */
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
  /** Whether it is a passkey, which signs in to the page only. */
  isPasskey: boolean;
  /** The scopes of the key; null for everything its role may do. */
  scopes: ('read' | 'trade' | 'liquidity' | 'send')[] | null;
  /** The most that the key may spend a day (UTC), in whole quote tokens, as a decimal; null for no limit. */
  dayLimit: string | null;
  /** The networks that the key may be used from; null for all. */
  addresses: string[] | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last used (ISO 8601), within a minute or so; null if not in the last 400 days. */
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
  /** Total ever provided. Of jetton1. */
  provided1: Decimal;
  /** Total ever withdrawn. Of jetton0. */
  withdrawn0: Decimal;
  /** Total ever withdrawn. Of jetton1. */
  withdrawn1: Decimal;
  /** Average cost of the LP tokens held. Of jetton0. */
  cost0: Decimal;
  /** Average cost of the LP tokens held. Of jetton1. */
  cost1: Decimal;
  /** The amount that withdrawing the whole position now would return. Of jetton0. */
  returns0: Decimal;
  /** The amount that withdrawing the whole position now would return. Of jetton1. */
  returns1: Decimal;
  /** The part of that which is fees. Of jetton0. */
  fees0: Decimal;
  /** The part of that which is fees. Of jetton1. */
  fees1: Decimal;
  /** The part of `withdrawn` that was fees. Of jetton0. */
  realisedFees0: Decimal;
  /** The part of `withdrawn` that was fees. Of jetton1. */
  realisedFees1: Decimal;
  /** Cost of the LP tokens withdrawn. Of jetton0. */
  releasedCost0: Decimal;
  /** Cost of the LP tokens withdrawn. Of jetton1. */
  releasedCost1: Decimal;
  /** Pool price, jetton1 per jetton0, before fees; absent if the pool is empty. */
  price?: Decimal;
  /** `fees0` and `fees1` at that price, in jetton1. */
  feesValue: Decimal;
  /** In jetton1 at that price: `returns` minus `fees` minus `cost`. Negative once the price has moved. */
  impermanentLoss: Decimal;
  /** `feesValue` + `impermanentLoss`: the result of providing liquidity compared with holding the tokens. */
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
  /** Only if one token was provided or returned: total change of your balance of the first token. */
  token1Change?: Decimal;
  /** Only if one token was provided or returned: total change of your balance of the second token. */
  token2Change?: Decimal;
};

export type LiquidityProvided = LiquidityChange & {
  /** LP tokens minted. */
  lpTokensMinted: Decimal;
  /** True if the pool was empty, so that these amounts set its first price. */
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
  /** `listed`, `paused` (no swaps and no new liquidity) or `hidden` from lists. */
  status: 'listed' | 'hidden' | 'paused';
  /** Pricing curve: `constant-product`, or `stable` for tokens near parity. */
  curve: 'constant-product' | 'stable';
  /** How flat a stable curve is; null for other curves. */
  amplification: null | number;
  /** When it was created. */
  createdAt: string;
  /** Price change since `from`, as a fraction: price now ÷ price then − 1, truncated toward zero at 12 decimal places. Null if there was no price then. */
  change24h: Decimal | null;
  /** Volume since `from`, both directions. `quote` is half the sum of both sides, since every swap counts on both. */
  volume24h: Valued;
  /** Fees earned by liquidity providers since `from`. */
  fees24h: Valued;
  /** Number of swaps through the pool since `from`. */
  swaps24h: number;
  /** Total value locked: the values of both reserves in the quote token, each truncated to its decimals, added up. */
  tvl: Decimal | null;
  /** Market price of jetton0 in jetton1, over the deepest path between them, which may be this pool. Null if one of them has no price in the quote token. */
  marketPrice: Decimal | null;
  /** True if that path is more than ten times as deep as this pool. Then rely on `marketPrice`, not on `price`. */
  thin: boolean;
  /** APR (24 h) as a fraction: fees24h.quote · 365 ÷ tvl, both in the default quote token, truncated at 12 decimal places. */
  apr: Decimal | null;
} & PoolReserves;

export type MarketToken = TokenEntry & {
  /** Price in the quote token, truncated to 18 significant digits; null if no path of pools leads to it. */
  price: Decimal | null;
  /** Price change since `from`, from the prices that the pools on its path had then, as a fraction: price now ÷ price then − 1, truncated toward zero at 12 decimal places. Null if there was no price then. */
  change24h: Decimal | null;
  /** Volume since `from` in the quote token, both directions, all pools. */
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
  /** Id of the order, which is that of the transaction that placed it. */
  orderId: string;
  /** Number of the order, as in events and activity. */
  order: number;
  /** The owner. */
  account: string;
  /** `limit`; `recurring` if it has several parts; `stop` if it has a trigger. */
  kind: 'limit' | 'recurring' | 'stop';
  /** The token offered. */
  tokenA: string;
  /** Its symbol. */
  symbolA: string;
  /** The token to receive. */
  tokenB: string;
  /** Its symbol. */
  symbolB: string;
  /** The amount offered, in tokenA. */
  amountA: Decimal;
  /** The limit, in tokenB for all of amountA; null if it has none. */
  minReceived: Decimal | null;
  /** The limit as a price: tokenB for one tokenA, truncated to 18 significant digits; null if it has none. */
  price: Decimal | null;
  /** Whether it may be filled in parts. */
  parts: boolean;
  /** Number of parts of a recurring order, else null. */
  times: number | null;
  /** Seconds between the parts of a recurring order, else null. */
  every: number | null;
  /** Trigger of a stop: the average price must have fallen to this, tokenB for one tokenA; else null. */
  triggerBelow: Decimal | null;
  /** Trigger of a stop: the average price must have risen to this, tokenB for one tokenA; else null. */
  triggerAbove: Decimal | null;
  /** Seconds that the average of a stop is taken over, fixed when it is placed; else null. */
  over: number | null;
  /** Whether a stop was triggered; from then on it is filled while its trigger holds. Else null. */
  triggered: boolean | null;
  /** The average price that triggered it, truncated to 18 significant digits; null if it was not. */
  average: Decimal | null;
  /** Start of the window of that average, or null. */
  averageFrom: string | null;
  /** End of the window, or null. */
  averageTo: string | null;
  /** Journal sequence of the last transaction counted in the average, or null. */
  averageSequence: number | null;
  /** Addresses of the tokens between tokenA and tokenB on the way that was averaged, separated by spaces; empty for the pool of the pair; null if it was not triggered. */
  averageVia: string | null;
  /** `open`; `filled` completely; `cancelled` by its owner or an operator; `expired`. What was filled before stays. */
  status: 'open' | 'filled' | 'cancelled' | 'expired';
  /** The amount sold so far, in tokenA. */
  filledA: Decimal;
  /** The amount received for it, in tokenB. */
  receivedB: Decimal;
  /** receivedB ÷ filledA, truncated to 18 significant digits; null if nothing was filled. */
  averagePrice: Decimal | null;
  /** Number of fills. Each is a swap of the account, or a match. */
  fills: number;
  /** The amount that may still be filled, in tokenA. */
  left: Decimal;
  /** The amount returned in tokenA: when the order was cancelled or expired, or with its last fill, if it would have bought not even one more base unit. */
  returned: Decimal;
  /** When it was placed. */
  createdAt: string;
  /** When it last changed: was placed, triggered, filled or closed. */
  updatedAt: string;
  /** When it expires. */
  expiresAt: string;
  /** Journal sequence of its last change. */
  sequence: number;
  /** How much less than the average of the last minute a fill of a recurring order or a stop may pay, as a fraction; 1 if it has no guard. Null for other orders. */
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
  /** Number of the order, as in events and activity. */
  order: number;
  /** The amount offered, in tokenA. */
  amountA: Decimal;
  /** The limit, in tokenB for all of amountA; null if it has none. */
  minReceived: Decimal | null;
  /** The limit as a price: tokenB for one tokenA, truncated to 18 significant digits; null if it has none. */
  price: Decimal | null;
  /** When it expires. */
  expiresAt: string;
  /** `open`; `filled` completely; `cancelled` by its owner or an operator; `expired`. What was filled before stays. */
  status: 'open' | 'filled' | 'cancelled' | 'expired';
  /** The amount sold so far, in tokenA. */
  filledA: Decimal;
  /** The amount received for it, in tokenB. */
  receivedB: Decimal;
  /** receivedB ÷ filledA, truncated to 18 significant digits; null if nothing was filled. */
  averagePrice: Decimal | null;
  /** Number of fills. Each is a swap of the account, or a match. */
  fills: number;
  /** The amount that may still be filled, in tokenA. */
  left: Decimal;
  /** Seconds that the average of a stop is taken over, fixed when it is placed; else null. */
  over: number | null;
  /** When it was placed. */
  createdAt: string;
  /** When it last changed: was placed, triggered, filled or closed. */
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
  /** When someone last signed in with it (ISO 8601); null if never. */
  lastUsedAt: string | null;
};

export type Pool = {
  /** Current reserve of the token given as jetton0, in whole tokens. */
  reserve0: Decimal;
  /** Current reserve of the token given as jetton1, in whole tokens. */
  reserve1: Decimal;
  /** reserve0 × reserve1 in whole tokens, exact, as a decimal string. */
  K: Decimal;
  /** Wallet that holds the reserve of token0. */
  token0WalletAddress: string;
  /** Wallet that holds the reserve of token1. */
  token1WalletAddress: string;
  /** LP fee, as a fraction of the amount paid. */
  lpFee: Decimal;
  /** Protocol fee, as a fraction of the amount bought. */
  protocolFee: Decimal;
  /** Referral fee if the swap names a referrer, as a fraction of the amount bought. */
  refFee: Decimal;
  /** Account that collectFees pays; "N/A" if the pool has no protocol fee. */
  protocolFeeAddress: string;
  /** Protocol fees collected in token0 and not yet swept. */
  collectedToken0ProtocolFee: Decimal;
  /** Protocol fees collected in token1 and not yet swept. */
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
  /** LP fee, kept by liquidity providers, as a fraction. */
  lpFee: Decimal;
  /** Protocol fee, as a fraction. */
  protocolFee: Decimal;
  /** Referral fee, as a fraction. */
  refFee: Decimal;
  /** Account that collectFees pays; "N/A" if the pool has no protocol fee. */
  protocolFeeAddress: string;
};

/** Right before the transaction. */
export type PoolReserves = {
  /** Reserve of jetton0. */
  reserve0: Decimal;
  /** Reserve of jetton1. */
  reserve1: Decimal;
  /** Price of jetton0 in jetton1, before fees, truncated to 18 significant digits; null if the pool is empty. */
  price: Decimal | null;
};

export type PoolWindow = {
  /** Start of the window (ISO 8601); null for all time. */
  from: string | null;
  /** Price change over the window, as a fraction: price now ÷ price then − 1, truncated toward zero at 12 decimal places. Null if there was no price then. */
  change: Decimal | null;
  /** Volume, as in `volume24h`. */
  volume: Valued;
  /** Fees earned by liquidity providers. */
  fees: Valued;
  /** Number of swaps through the pool since. */
  swaps: number;
  /** The amount that fees have added to each LP token, as a fraction: index now ÷ index then − 1, truncated at 12 decimal places. */
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

/** The pools of the swap, in order. Each passes its output on to the next. */
export type Route = Swapped[];

/** Proves that the hash of the head is in the public log. */
export type RowProof = {
  /** The row of the journal: a version, sequence, id, kind, actor and time in milliseconds, one a line, then the receipt. */
  row: string;
  /** Blinds the row, in hex. */
  nonce: string;
  /** Position of the leaf, from 0: the sequence less 1. */
  index: number;
  /** Number of leaves in the checkpoint. */
  size: number;
  /** Hashes beside the way from the leaf to the root, from below, in hex. */
  path: string[];
  /** The checkpoint as it was signed (C2SP tlog-checkpoint): origin, size, root and signatures. */
  checkpoint: string;
  /** Public key of the log (C2SP signed-note). Compare it with the one that you got elsewhere. */
  vkey: string;
};

export type Session = {
  /** Session id; not secret. */
  id: string;
  /** The key it was begun with. */
  keyId: string;
  /** The browser and system it was begun on; empty if unknown. */
  device: string;
  /** When it was begun (ISO 8601); null if unknown. */
  begunAt: string | null;
  /** When it was last used, within a minute or so; null if not yet. */
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
  /** On TON: all TON that the wallet lost beside the amounts: fees, and what contracts and a referrer kept. */
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

/** Signed promise that the transaction is an entry of the public log: `verifyReceipt` of the client package checks it. Null if the server that answered cannot sign for the log, or did not in three seconds; the change is made all the same, and the same Idempotency-Key asks again. */
export type SignedReceipt = {
  /** Place of the transaction in the public log, from 1. */
  sequence: number;
  /** Entry of the log: SHA-256(nonce ‖ row), in hex. */
  entry: string;
  /** The time in the row, in milliseconds since 1970. */
  atMs: number;
  /** Place among the receipts under the same signature, from 0. */
  index: number;
  /** Hashes beside the way from the receipt to the signed root, from below, in hex. */
  path: string[];
  /** The signed note: `<origin>/receipt`, the number of receipts, the root in base64; then the signature of the log. */
  note: string;
  /** The row of the journal: a version, sequence, id, kind, actor and time in milliseconds, one a line, then the receipt. */
  row: string;
  /** Blinds the row, in hex. */
  nonce: string;
  /** Parts that the row contains as hashes. */
  opened: OpenedPart[];
};

/** Always true. */
export type Success = boolean;

export type Swap = {
  /** Identifier of the swap (UUIDv7). */
  transactionId: string;
  /** On the ledger always `completed`. On TON, amounts of a `pending` or `failed` swap are those that were expected. */
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
  /** The order that this swap filled, by the sequence of the transaction that placed it. */
  order?: number;
} & Settlement;

export type SwapDone = {
  /** Id of the swap; look it up with `getSwap`. */
  transactionId: string;
  /** The swap is done. */
  status: 'completed';
};

/** Only for liquidity of one token: the swap in the same pool and transaction, before providing or after withdrawing. */
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
  /** Logo: a path on this server (`/images/…`), an https URL or a data URL; empty if it has none. */
  logo: string;
  /** `listed`, `hidden` from lists, or `paused` (no swaps and no new liquidity). */
  status: 'listed' | 'hidden' | 'paused';
};

export type TransferDone = {
  /** Transaction id; look it up with `getTransaction`. */
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
  /** Value in the quote token, truncated to its decimals; null if one of the two tokens has no price. */
  quote: Decimal | null;
};

export type Webhook = {
  /** Webhook id. */
  id: string;
  /** Owner of the webhook. */
  account: string;
  /** Whether it receives all events with private fields, because an operator created it. */
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
  /** `active` or `paused`. While paused, nothing is sent and nothing is lost. */
  state: 'active' | 'paused';
  /** Why it is paused, or the error of the last attempt; empty if there is none. */
  reason: string;
  /** Every event up to this sequence has been delivered or filtered out; updated within a minute. */
  deliveredTo: number;
  /** Failed attempts for the current batch. */
  attempts: number;
  /** Time of the next attempt; null if none is scheduled. */
  nextAttemptAt: string | null;
  /** Status of the last response; null if there was none. */
  lastStatus: number | null;
  /** When it was created. */
  createdAt: string;
  /** Until when messages are also signed with the previous secret; null if they are not. */
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
        /** Instead of tokenA: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse the swap if it would cost more tokenA than this. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse the swap if it would return less tokenB than this. */
      minReceived?: Decimal | string | undefined;
      /** Refuse the swap after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee. A name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Maximum price impact, as a fraction. A swap above it is refused, unless it pays at least as much as a route within the limit. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split across several if that pays more. `direct`: only the pool of the two tokens. The default is `best` unless the operator has set ROUTING=direct; see `whoami`. A list of hops is executed as given; you can send back the route of a quote unchanged. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share in units of 2^-30: of the route's tokenA at this point or, with an exact amount.tokenB, of the tokenB it needs. */
            share: number | string;
            /** Ignored, like the amounts, fees and prices. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
    }
  | {
      Pair: Pair;
      /** Alias of `amount`: send one of the two. */
      price: {
        /** Amount of tokenA to pay, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead of tokenA: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse the swap if it would cost more tokenA than this. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse the swap if it would return less tokenB than this. */
      minReceived?: Decimal | string | undefined;
      /** Refuse the swap after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee. A name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Maximum price impact, as a fraction. A swap above it is refused, unless it pays at least as much as a route within the limit. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split across several if that pays more. `direct`: only the pool of the two tokens. The default is `best` unless the operator has set ROUTING=direct; see `whoami`. A list of hops is executed as given; you can send back the route of a quote unchanged. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share in units of 2^-30: of the route's tokenA at this point or, with an exact amount.tokenB, of the tokenB it needs. */
            share: number | string;
            /** Ignored, like the amounts, fees and prices. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
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
  /** Number of balances that a direct swap writes. On TON: gas of the last swaps between two jettons, on average. */
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
  /** Share of the pool in percent, 0 to 100, truncated to 18 digits. */
  sharePercentage: Decimal;
};

export type RefundLiquidityInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Withdraw this many LP tokens instead of the whole position. */
  lpTokens?: Decimal | string | undefined;
  /** Withdraw this percentage of the position instead of the whole; LP tokens are rounded down. */
  percentage?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton0. */
  minToken1?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton1. */
  minToken2?: Decimal | string | undefined;
  /** Return everything in this token, jetton0 or jetton1; the other one is swapped for it. */
  only?: string | undefined;
  /** With `only`: maximum price impact of its swap as a fraction; default 0.15. */
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
  /** `best`: the pools that pay the most, split across several if that pays more. `direct`: only the pool of the two tokens. The default is `best` unless the operator has set ROUTING=direct; see `whoami`. */
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
  /** Price impact as a fraction, before fees. If it is over the exchange's limit and another route is within it, this is how much less the swap pays than at that route's price or, if that is better, at the reference price: that of the path of up to three pools that pays most for a tenth of the amount. */
  priceImpact: Decimal;
  /** Price before the swap: tokenB per tokenA, before fees, truncated to 18 significant digits. For a split swap, the best price among the parts that bring at least a twentieth of the result, so that a tiny pool cannot distort it. */
  midPrice: Decimal;
  /** Total cost of the swap as a fraction: 1 − amountB ÷ (amountA · midPrice). Includes price impact, all fees and all rounding. Rounded up at 18 decimal places, never below 0. */
  totalCost: Decimal;
  fees?: Fees;
  /** The pools of the swap, in order. */
  route: (Swapped & {
    /** In units of 2^-30, as in the `route` of createSwap. */
    share: number;
    /** With detail: price of tokenA in tokenB before the swap, the pool price, before fees, truncated to 18 significant digits. */
    priceBefore?: Decimal;
    /** With detail: price of tokenA in tokenB after the swap, the pool price, before fees, truncated to 18 significant digits. */
    priceAfter?: Decimal;
  })[];
  /** On TON: TON that the swap is expected to cost beside the amounts, counted from the last swaps of its kind. */
  tonSpent?: Decimal;
  /** Work of the swap: number of balances it writes. */
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
  /** Only fills at or after this time: ISO 8601 with a time zone, or Unix seconds. */
  from?: string | undefined;
  /** Only fills before this time. */
  to?: string | undefined;
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
    /** Together with `sequence` the id of the fill: 0, but for a match of two orders of the account, which is two fills: 0 of the older order, 1 of the newer. */
    index: number;
    /** Identifier of the transaction; look it up with getTransaction. */
    transactionId: string;
    /** Number of the order that was filled; null for a swap that filled none. */
    order: number | null;
    /** Id of that order, or null. */
    orderId: string | null;
    /** When it was committed. */
    createdAt: string;
    /** `swap`: traded with pools. `match`: with another order. */
    kind: 'swap' | 'match';
    /** True for the older of two orders that filled each other, which pays no fee; false for the newer and for swaps. */
    maker: boolean;
    /** The token given. */
    tokenA: string;
    /** The token received. */
    tokenB: string;
    /** Amount given, fees included. */
    amountA: Decimal;
    /** Amount received, after fees. */
    amountB: Decimal;
    /** Fees of the fill by kind and token, without those that are zero. */
    fees: {
      /** `lp`: kept by liquidity providers. `protocol`: collected by the exchange. `ref`: paid to the referrer. */
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
      /** The amount to offer. */
      amount: {
        /** Amount of tokenA to offer, in whole tokens. */
        tokenA: Decimal | string;
      };
      /** The limit: what all of the amount must be paid at least, in tokenB. A part is paid its share. */
      minReceived?: Decimal | string | undefined;
      /** Instead of minReceived: tokenB for one tokenA, at least. It becomes minReceived, rounded up. */
      price?: Decimal | string | undefined;
      /** The kind of request. */
      kind?: 'limit' | undefined;
      /** Whether less than what is due may be filled. Default true. */
      parts?: boolean | undefined;
      /** When it ends: ISO 8601 with a time zone, or Unix seconds; at most a year ahead. Default 30 days, or as long as a recurring order takes. */
      expiresAt?: number | string | undefined;
    }
  | {
      Pair: Pair;
      /** The amount to offer. */
      amount: {
        /** Amount of tokenA to offer, in whole tokens. */
        tokenA: Decimal | string;
      };
      /** The limit: what all of the amount must be paid at least, in tokenB. A part is paid its share. */
      minReceived?: Decimal | string | undefined;
      /** Instead of minReceived: tokenB for one tokenA, at least. It becomes minReceived, rounded up. */
      price?: Decimal | string | undefined;
      /** The kind of request. */
      kind: 'recurring';
      /** Only for recurring orders and stops. How much less than the time-weighted average of the last minute a fill may pay, as a fraction. Each fill must pay at least 1 − maxSlippage of what the reference would pay for the same amount at its average price and depth, fees included; below that it waits. The reference is the way of up to three pools that can be traded in both directions and pays most for the amount. Another order must pay at least the average after the fees of the reference. Default 0.01 for recurring orders, 0.03 for stops; 1 turns the guard off. Between tokens that no pools connect there is no average: the order waits until there is one or it expires, unless the guard is off. A price that was moved for a second can hold fills off for up to a minute. */
      maxSlippage?: Decimal | string | undefined;
      /** Whether less than what is due may be filled. Default true. */
      parts?: boolean | undefined;
      /** Number of parts of a recurring order, 2 to 1000. */
      times: number | string;
      /** Seconds between two parts of a recurring order, at least 10. */
      every: number | string;
      /** When it ends: ISO 8601 with a time zone, or Unix seconds; at most a year ahead. Default 30 days, or as long as a recurring order takes. */
      expiresAt?: number | string | undefined;
    }
  | {
      Pair: Pair;
      /** The amount to offer. */
      amount: {
        /** Amount of tokenA to offer, in whole tokens. */
        tokenA: Decimal | string;
      };
      /** The limit: what all of the amount must be paid at least, in tokenB. A part is paid its share. */
      minReceived?: Decimal | string | undefined;
      /** Instead of minReceived: tokenB for one tokenA, at least. It becomes minReceived, rounded up. */
      price?: Decimal | string | undefined;
      /** The kind of request. */
      kind: 'stop';
      /** The trigger of a stop: below or above a price, and over. A stop whose trigger has been passed already is triggered at once. */
      trigger: {
        /** Price that the average must fall to, tokenB for one tokenA. */
        below?: Decimal | string | undefined;
        /** Price that the average must rise to, tokenB for one tokenA. */
        above?: Decimal | string | undefined;
        /** Seconds that the average is taken over. Whole seconds up to 60, or whole minutes up to 3600 seconds; 0 is the price of the moment. Default 60, or 300 if the amount is large: above the fees of the way between the tokens times its reserve of tokenA. */
        over?: number | string | undefined;
      };
      /** Only for recurring orders and stops. How much less than the time-weighted average of the last minute a fill may pay, as a fraction. Each fill must pay at least 1 − maxSlippage of what the reference would pay for the same amount at its average price and depth, fees included; below that it waits. The reference is the way of up to three pools that can be traded in both directions and pays most for the amount. Another order must pay at least the average after the fees of the reference. Default 0.01 for recurring orders, 0.03 for stops; 1 turns the guard off. Between tokens that no pools connect there is no average: the order waits until there is one or it expires, unless the guard is off. A price that was moved for a second can hold fills off for up to a minute. */
      maxSlippage?: Decimal | string | undefined;
      /** Whether less than what is due may be filled. Default true. */
      parts?: boolean | undefined;
      /** When it ends: ISO 8601 with a time zone, or Unix seconds; at most a year ahead. Default 30 days, or as long as a recurring order takes. */
      expiresAt?: number | string | undefined;
    };

export type CreateOrderOutput = OrderPlaced;

export type CancelOrderInput = {
  /** The orderId that createOrder returned, or the number of the order as in events. */
  orderId: string;
  /** Cancels only if exactly this amount of tokenA is left. If some was filled meanwhile, it is refused with `order_moved`. */
  left?: Decimal | string | undefined;
  /** The reason, on one line. The owner and operators see it in activity, events and webhooks. */
  memo?: string | undefined;
};

export type CancelOrderOutput = OrderClosed;

export type CancelOrdersInput = {
  /** Only orders that sell one of the two tokens for the other, in either direction. */
  Pair?: Pair | undefined;
  /** Only orders of this kind. */
  kind?: 'limit' | 'recurring' | 'stop' | undefined;
};

export type CancelOrdersOutput = {
  /** Number of orders that were cancelled; 0 if none was open. */
  count: number;
  /** Their ids, newest first. */
  orderIds: string[];
  /** Whether more may be open: 500 were cancelled. Send another request, under another key. */
  more: boolean;
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
  /** The orderId that createOrder returned, or the number of the order as in events. */
  orderId: string;
};

export type GetOrderOutput = Order;

export type QuoteOrderInput = {
  /** Address of the token being offered. */
  tokenA: string;
  /** Address of the token being requested. */
  tokenB: string;
  /** Amount of tokenA to offer. */
  amount: Decimal | string;
  /** The limit: what all of the amount must be paid at least, in tokenB. A part is paid its share. */
  minReceived?: Decimal | string | undefined;
  /** Instead of minReceived: tokenB for one tokenA, at least. It becomes minReceived, rounded up. */
  price?: Decimal | string | undefined;
  /** Whether the order may be filled in parts. Default `true`. */
  parts?: 'true' | 'false' | undefined;
  /** Trigger of a stop, or triggerAbove: tokenB for one tokenA. */
  triggerBelow?: Decimal | string | undefined;
  /** Trigger of a stop, or triggerBelow: tokenB for one tokenA. */
  triggerAbove?: Decimal | string | undefined;
  /** Seconds that the average of a stop is taken over, as in createOrder. */
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
  /** The limit: what all of it must be paid at least, in tokenB. */
  minReceived: Decimal;
  /** The limit as a price: tokenB for one tokenA, truncated to 18 significant digits. */
  price: Decimal;
  /** The price that the pools pay now for the smallest fill, fees included: tokenB for one tokenA. The smallest fill is a thousandth of the order, or all of it if `parts` is false. Null if nothing can be sold now. */
  marketPrice: Decimal | null;
  /** How far the limit is above marketPrice, as a fraction; at or below 0, something is filled at once. Null if there is no marketPrice. */
  distance: Decimal | null;
  /** The amount that would be filled at once, in tokenA. */
  filledA: Decimal;
  /** The amount that would be received for it, in tokenB. */
  receivedB: Decimal;
  /** receivedB ÷ filledA, truncated to 18 significant digits; null if nothing is filled. */
  averagePrice: Decimal | null;
  /** The amount that would wait, in tokenA. */
  left: Decimal;
  /** Journal sequence of the quote. */
  sequence: number;
  /** With a trigger: the average that it is compared with, by now, tokenB for one tokenA; null without a trigger, or if no way between the tokens could be traded during the whole window. */
  average: Decimal | null;
  /** Start of the window of that average, or null. */
  averageFrom: string | null;
  /** End of the window, or null. */
  averageTo: string | null;
  /** Addresses of the tokens between tokenA and tokenB on the way that was averaged, separated by spaces; empty for the pool of the pair; null if it was not triggered. */
  averageVia: string | null;
  /** With a trigger: seconds that its average would be taken over; else null. */
  over: number | null;
  /** Of a stop. `large_stop`: in a quiet market, somebody who holds a false price for the whole window may gain more by setting it off than that costs in fees; a longer `over` or a closer limit helps. `no_reference`: no way between the tokens can be traded at present, so it is not triggered until there is one. Else empty. */
  warnings: ('large_stop' | 'no_reference')[];
  /** With a trigger: the guard that would apply, as a fraction; else null. */
  maxSlippage: Decimal | null;
  /** The guard of a recurring order that names none, as a fraction. */
  recurringMaxSlippage: Decimal;
  /** How far the average has to fall or rise to pass the trigger, as a fraction of it; at or below 0, it has passed. Null if there is no average. */
  triggerDistance: Decimal | null;
};

export type GetTokensInput = {
  /** Return only this token; unknown ones are left out. Cannot be combined with `cursor`, `limit` or `status`. Repeat the parameter for up to 100 values. */
  token?: string | readonly string[] | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** Only `listed`, `paused` or `hidden` items. By default all but hidden ones. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
};

export type GetTokensOutput = {
  /** The items of this page. */
  tokens: (TokenEntry & {
    /** Place of the token in pairs, in the order of registration; null for the quote token, which comes last. Of two tokens the one that comes first is the base of the pair: `getMarket` and the page tell its price in the other. */
    place: number | null;
  })[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetPoolsInput = {
  /** Return only this pool; unknown ones are left out. Cannot be combined with `cursor`, `limit` or `status`. Repeat the parameter for up to 100 values. */
  pool?: string | readonly string[] | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** Only `listed`, `paused` or `hidden` items. By default all but hidden ones. */
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
    /** `listed`, `hidden` from lists, or `paused` (no swaps and no new liquidity). */
    status: 'listed' | 'hidden' | 'paused';
    /** Pricing curve: `constant-product`, or `stable` for tokens near parity. */
    curve: 'constant-product' | 'stable';
    /** How flat a stable curve is; null for other curves. */
    amplification: null | number;
  } & Pool)[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetMarketInput = {
  /** Only this token, in the order named; unknown and hidden tokens are left out. Cannot be combined with anything but `list=tokens` and `quote`. Repeat the parameter for up to 100 values. */
  token?: string | readonly string[] | undefined;
  /** The list to return. Default `pools`. */
  list?: 'pools' | 'tokens' | undefined;
  /** Sort key. Nulls come last; ties are sorted by age, oldest first. `fees`, `swaps` and `apr` apply to pools only. Default `tvl`. */
  sort?: 'tvl' | 'volume' | 'fees' | 'swaps' | 'change' | 'apr' | 'age' | 'name' | undefined;
  /** `desc`: largest first. Default `desc`; for `name`, `asc`. */
  order?: 'desc' | 'asc' | undefined;
  /** Part of a symbol or name, ignoring case and character width; two symbols such as `TON/USDT`; or the full address of a token or pool. Exact matches come first, then matches at the start, then the rest, each in the order of `sort`. */
  search?: string | undefined;
  /** Quote prices and values in this token instead of QUOTE_TOKEN. */
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
  /** Quote prices and values in this token instead of QUOTE_TOKEN. */
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
    /** Since its first transaction. `change` and `growth` start at the end of the first minute with liquidity, and are 0 during that minute. */
    all: PoolWindow;
  };
  /** Payments that move the price by 0.1, 1 and 5 %. `up`: the smallest payment that leaves the price at (1 + part) times the current price or above. `down`: at (1 − part) times or below. */
  moves: {
    /** Price move, as a fraction. */
    part: Decimal;
    /** The payment in jetton1; null if no payment moves the price that far. */
    up: {
      /** Smallest payment in jetton1, fees included. */
      pay: Decimal;
      /** Amount of jetton0 received for it, without a referrer. */
      receive: Decimal;
    } | null;
    /** The payment in jetton0; null if no payment moves the price that far. */
    down: {
      /** Smallest payment in jetton0, fees included. */
      pay: Decimal;
      /** Amount of jetton1 received for it, without a referrer. */
      receive: Decimal;
    } | null;
  }[];
  /** Range of the reserves over the last 30 days, sampled at `from`, at the end of every hour and now. Null for a pool that never had liquidity. */
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
  from?: string | undefined;
  /** Only intervals that start before this time. Default: now, including the current interval. */
  to?: string | undefined;
  /** Return the last 1 to 1000 candles before `to`, however old they are. */
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
  /** Only trades at or after this time: ISO 8601 with a time zone, or Unix seconds. */
  from?: string | undefined;
  /** Only trades before this time. */
  to?: string | undefined;
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
    /** amount1 ÷ amount0, fees included, truncated to 18 significant digits. */
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
  /** Length of the averaging window: minutes, hours or days, from `1m` to `30d`. Default `5m`. */
  window?: string | undefined;
};

export type GetPriceOutput = {
  /** The token being priced. */
  jetton0: string;
  /** The token the price is quoted in. */
  jetton1: string;
  /** Current price, truncated to 18 significant digits. */
  price: Decimal;
  /** Time-weighted average over the window, truncated to 18 significant digits. Null until a whole clock minute has passed since the first price. */
  mean: Decimal | null;
  /** Start of the window: a whole minute, not earlier than the pool's first price. Equal to `to` if `mean` is null. */
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
  /** How far the marginal price moves from one level to the next, as a fraction from 0.000001 to 0.1. Default 0.001. */
  step?: Decimal | string | undefined;
};

export type GetOrderBookOutput = {
  /** Journal sequence of the book. */
  sequence: number;
  /** When it was read (ISO 8601). The answer is repeated until something changes. */
  asOf: string;
  /** Where the levels come from: the pool alone. */
  source: 'pool';
  /** What the pool pays for jetton0, highest price first. */
  bids: Decimal[][];
  /** What the pool takes for jetton0, lowest price first. */
  asks: Decimal[][];
};

export type GetLastAuditInput = Record<never, never>;

export type GetLastAuditOutput = {
  /** The last completed audit; null before the first. */
  audit: {
    /** Whether everything added up. */
    state: 'passed' | 'failed';
    /** Sequence of the first transaction it read; an earlier audit covered those before. */
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
  /** Witnesses that have cosigned the checkpoint: each has checked that it continues the one before. Check their signatures with their public keys, which you get from them. */
  witnesses: {
    /** Name of the witness. */
    name: string;
    /** When it cosigned. */
    at: string;
  }[];
  /** The checkpoint as it was signed (C2SP tlog-checkpoint): origin, size, root and signatures. */
  checkpoint: string | null;
  /** Public key of the log (C2SP signed-note). Compare it with the one that you got elsewhere. */
  vkey: string | null;
};

export type GetTransactionProofInput = {
  /** The transaction. */
  transactionId: string;
};

export type GetTransactionProofOutput = {
  /** The transaction. */
  transactionId: string;
  /** Parts of a match, or of a swap with a referrer, that the row contains as hashes and the caller may read; empty for all other rows. */
  opened: OpenedPart[];
} & RowProof;

export type GetLiabilitiesInput = {
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** A token, or the address of a pool for its LP token: answers the exchange's own accounts too. */
  token?: string | undefined;
};

export type GetLiabilitiesOutput = {
  /** The items of this page. */
  tokens: {
    /** Token; an LP token has the address of its pool. */
    token: string;
    /** Token symbol. */
    symbol: string;
    /** All that is owed, in whole tokens. */
    total: Decimal;
    /** Number of people who hold some. */
    people: number;
    /** What people hold, in whole tokens; the rest is held by accounts of the exchange. */
    peopleTotal: Decimal;
    /** The line of the list, with totals in base units. */
    line: string;
  }[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  /** The exchange's own accounts that hold the token, in the order of the list; null unless one token was asked for. */
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
  /** Number of the log that states them: the second one after a restored backup. */
  log: number;
  /** Time until the next list, in milliseconds; 0 if none is promised. */
  intervalMs: number;
  /** SHA-256 of the head of the list before this one, in hex; null for the first. */
  previous: string | null;
  /** SHA-256 of the list's head, in hex. */
  hash: string;
  /** The transaction that states the hash. */
  transactionId: string;
  /** The last checkpoint of the public log, as it was signed; null while it does not contain the transaction. */
  checkpoint: string | null;
  /** Proves that the public log contains the transaction that states the hash; null until it does. */
  transaction: RowProof | null;
};

export type GetBalanceProofInput = {
  /** The token, or the address of a pool for its LP token. */
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
  /** The hashes beside the way from the leaf to the root, from below, in hex. */
  path: string[];
  /** The totals of the token. */
  line: {
    /** The token's line of the list. */
    text: string;
    /** Its position in the list, from 0. */
    index: number;
    /** The hashes beside its way to the root of the list, from below, in hex. */
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
  /** Return only this token. Cannot be combined with `cursor` or `limit`. Repeat the parameter for up to 100 values. */
  token?: string | readonly string[] | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetBalancesOutput = {
  /** The items of this page. */
  balances: (Token & {
    /** Balance in whole tokens. */
    balance: Decimal;
  })[];
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetPortfolioInput = {
  /** Account to query; operators only. */
  account?: string | undefined;
  /** The list to return with the totals. Default `tokens`. */
  list?: 'tokens' | 'positions' | undefined;
  /** Also return the value over time: `week` every 3 hours, `month` (30 days) every 12 hours, `year` every 5 days. Each transaction of that time and each price looked up counts as one row read. */
  history?: 'week' | 'month' | 'year' | undefined;
  /** Quote prices and values in this token instead of QUOTE_TOKEN. */
  quote?: string | undefined;
  /** `nextCursor` from the previous page; omit for the first page. */
  cursor?: string | undefined;
  /** Items per page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetPortfolioOutput = AsOf & {
  /** Value of tokens, positions and what open orders hold, without what has no price. Null if something is held but nothing has a price, or if there is no quote token. */
  worth: Decimal | null;
  /** Totals. */
  held: {
    /** Tokens, without LP tokens, at their balances. */
    tokens: {
      /** Number of holdings. */
      count: number;
      /** Number of holdings without a full price; they are left out of `worth`. */
      unpriced: number;
      /** Value of the other holdings in the quote token; null if none has a price or there is no quote token. */
      worth: Decimal | null;
    };
    /** Positions in pools, valued at what withdrawing each would return. */
    positions: {
      /** Number of holdings. */
      count: number;
      /** Number of holdings without a full price; they are left out of `worth`. */
      unpriced: number;
      /** Value of the other holdings in the quote token; null if none has a price or there is no quote token. */
      worth: Decimal | null;
    };
    /** Open orders, valued at what each still holds. */
    orders: {
      /** Number of holdings. */
      count: number;
      /** Number of holdings without a full price; they are left out of `worth`. */
      unpriced: number;
      /** Value of the other holdings in the quote token; null if none has a price or there is no quote token. */
      worth: Decimal | null;
    };
  };
  /** False if the account holds more than 100,000 tokens and positions. Totals and lists then cover the first 100,000 by address. */
  complete: boolean;
  /** The items of this page. */
  tokens?: (Token & {
    /** Balance in whole tokens; 0 if open orders hold all of it. */
    balance: Decimal;
    /** The amount that open orders hold, in addition to the balance. `cancelOrder` returns it. */
    inOrders: Decimal;
    /** Price of one in the quote token, as in getMarket; null if no path of pools leads to it. */
    price: Decimal | null;
    /** Value: balance · price, truncated to the decimals of the quote token; null if there is no price. */
    worth: Decimal | null;
  })[];
  /** The items of this page. */
  positions?: (LPPosition & {
    /** Share of the pool in percent, 0 to 100, truncated to 18 digits. */
    sharePercentage: Decimal;
    /** Price of one jetton0 in the quote token, as in getMarket; null if no path of pools leads to it. */
    price0: Decimal | null;
    /** Price of one jetton1 in the quote token, as in getMarket; null if no path of pools leads to it. */
    price1: Decimal | null;
    /** Value of `returns0` and `returns1` at these prices, each truncated to the decimals of the quote token; null if either token has no price. */
    worth: Decimal | null;
  })[];
  /** The value over time; only with `history`. */
  history?: {
    /** Oldest first. */
    points: {
      /** A multiple of the step since 1970 (UTC); `asOf` for the last point. */
      at: string;
      /** Value of what was held just before, as in `worth`, at the prices of then. */
      worth: Decimal | null;
      /** Number of holdings that `worth` leaves out: they had no price, or `complete` is false. */
      unpriced: number;
    }[];
    /** False if the account has too many transactions (then the oldest points are missing) or holdings in too many pools (then the least valuable are `unpriced`). */
    complete: boolean;
  };
  /** Pass it as `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
};

export type GetGainsInput = {
  /** Gains of this year (UTC) only. What is held is always as of now. */
  year?: string | undefined;
  /** Quote prices and values in this token instead of QUOTE_TOKEN. */
  quote?: string | undefined;
  /** Account to query; operators only. */
  account?: string | undefined;
  /** `true`: the CSV file begins with a byte order mark, which some spreadsheets need. */
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
    /** Sum of those of tokens and positions that are known; null if none is. */
    unrealised: Decimal | null;
    /** Tokens and positions that are left out of one of both, wholly or in part. */
    unknown: number;
  };
  /** Tokens held now or realised in the year, sorted by address. */
  tokens: (Token & {
    /** Amount held now: the balance and what open orders hold, without positions. */
    amount: Decimal;
    /** The part of it whose cost is unknown. */
    unknownAmount: Decimal;
    /** Cost of the rest; of the quote token, the amount itself. */
    cost: Decimal;
    /** Price now, as in getMarket; null if there is none. */
    price: Decimal | null;
    /** Worth of `amount` at that price, rounded down; null without a price. */
    worth: Decimal | null;
    /** Worth of what has a cost, minus that cost. Null without a price, or if the cost of everything held is unknown. */
    unrealised: Decimal | null;
    /** What was realised with this token in the year. */
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
    /** Worth of what a withdrawal would return now; null if one of the tokens has no price. */
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
  /** Only transactions in the pool of jetton0 and jetton1. */
  jetton0?: string | undefined;
  /** Only transactions in the pool of jetton0 and jetton1. */
  jetton1?: string | undefined;
  /** Only transactions at or after this time: ISO 8601 with a time zone, or Unix seconds. */
  from?: string | undefined;
  /** Only transactions before this time. */
  to?: string | undefined;
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
  /** Only transactions in the pool of jetton0 and jetton1. */
  jetton0?: string | undefined;
  /** Only transactions in the pool of jetton0 and jetton1. */
  jetton1?: string | undefined;
  /** Only transactions at or after this time: ISO 8601 with a time zone, or Unix seconds. */
  from?: string | undefined;
  /** Only transactions before this time. */
  to?: string | undefined;
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
    /** The token; an LP token has the address of its pool. */
    token: string;
    /** Its symbol. */
    symbol: string;
    /** Its decimal places. */
    decimals: number;
    /** Amount the account received. */
    in: Decimal;
    /** Amount the account paid. */
    out: Decimal;
    /** Fees paid by its swaps and by its orders that other orders filled, in this token. */
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
  /** The transaction id. Every change returns it in the header Transaction-Id. */
  transactionId?: string | undefined;
  /** Journal sequence, instead of the id. */
  sequence?: number | string | undefined;
};

export type GetTransactionOutput = Activity & {
  /** The transfers, from account to account. */
  transfers: {
    /** The account debited. Names with a space belong to the exchange itself. */
    from: string;
    /** The account credited. */
    to: string;
    /** The token; an LP token has the address of its pool. */
    token: string;
    /** Amount, in whole tokens. */
    amount: Decimal;
  }[];
  entries: Entries;
  /** The pools whose reserves changed, in route order. Null for a referral, while history is still being indexed, if market data is off, or if more than 5000 earlier transactions in the same minute would have to be read. */
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
  /** The account that receives them; on TON also any TON address. */
  to: string;
  /** Amount, in whole tokens; on TON also `all`. */
  amount: Decimal | string;
  /** A note that the recipient sees, on one line. Anyone can send one: show it as text and do not trust it. */
  memo?: string | undefined;
  /** Send even if the account has no key and was never used. Only someone who gets a key to it can spend the tokens. */
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
  /** Whether it has a key or was used before. On TON also true for every TON address. */
  known: boolean;
  /** Whether another account has a name that looks almost the same. New names are noticed within a minute. */
  lookAlike: boolean;
};

export type WhoamiInput = Record<never, never>;

export type WhoamiOutput = {
  /** The account; null if the request has no key and one is required. */
  account: string | null;
  /** `trader` or `operator`; null if there is no account. */
  role: 'trader' | 'operator' | null;
  /** `local`: a request without a key acts as the account `local`. `keys`: every request for an account needs a key. */
  auth: 'local' | 'keys';
  /** Default routing of swaps that set no `route`. */
  routing: 'best' | 'direct';
  /** Whether accounts may send tokens to each other (`createTransfer`). */
  transfers: 'on' | 'off';
  /** Whether new orders may be placed (`createOrder`). */
  orders: 'on' | 'off';
  /** Requests beyond these limits are refused. */
  limits: {
    /** Requests per second, weighted; a quote counts as 1. Null for no limit. */
    requestsPerSecond: number | null;
    /** Changes per day; null for no limit. */
    changesPerDay: number | null;
    /** Maximum size of a request body, in bytes. */
    bodyBytes: number;
    /** Time allowed for a request to arrive, in milliseconds. */
    timeoutMs: number;
    /** Maximum number of items per page. */
    pageItems: number;
    /** Maximum open orders of an account. */
    openOrders: number;
    /** Maximum price impact of a swap that sets no `maxPriceImpact`, as a fraction. */
    priceImpact: Decimal;
  };
  /** The settlement venue. */
  venue: string;
  /** On TON, the address of the wallet of the account; null on the ledger, and if there is no account. */
  wallet: string | null;
  /** On TON, where a transaction can be looked at: a URL with `{hash}` in it. Null if none is set. */
  explorer: string | null;
  /** Sequence of the last transaction in the journal. */
  sequence: number;
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
    /** Why it cannot be claimed now: `account`, it has claimed this token; `address`, too many accounts have claimed from there; `exchange`, all claims of the day are used. Null where it can be claimed. */
    spent: 'account' | 'address' | 'exchange' | null;
    /** When it can be claimed; the time of this answer where that is now. */
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
  /** Who can sign up now. */
  signUp: 'off' | 'invite' | 'open';
  /** Host name passkeys are for; null if they cannot be used at this address. */
  passkeyHost: string | null;
  /** The URL at which the page can use passkeys. */
  passkeyUrl: string | null;
};

export type GetInvitationInput = {
  /** The secret of an invitation (the part of its link after #). */
  invitation: string;
};

export type GetInvitationOutput = {
  /** Your role. */
  role: 'trader' | 'operator';
  /** Opening balances. */
  balances: Gift[];
  /** The account it is for; null if you choose a name. */
  account: string | null;
  /** When it expires. */
  expiresAt: string;
};

export type CheckNameInput = {
  /** The secret of an invitation (the part of its link after #). */
  invitation?: string | undefined;
  /** The account name to create. */
  name: string;
};

export type CheckNameOutput = {
  /** The name. */
  name: string;
};

export type BeginSignUpInput = {
  /** The secret of an invitation (the part of its link after #). */
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
  /** The secret of an invitation (the part of its link after #). */
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
  /** When the session expires (ISO 8601); null if the account was created, but no session could be begun: then sign in. */
  expiresAt: string | null;
  /** The API key, with `credential: "key"`; else null. */
  key: string | null;
  /** True if opening balances could not be deposited yet. They follow by themselves. */
  balancesDue: boolean;
  /** Passkeys and keys of the account that were revoked, if the invitation says so (`revokePasskeys`). */
  revoked: {
    /** Key id. */
    id: string;
    /** Its name; empty if it has none. */
    name: string;
    /** Whether it was a passkey. */
    isPasskey: boolean;
  }[];
  /** How many sessions ended with them. */
  endedSessions: Decimal;
  /** Webhooks of the account that were paused with them. Delete those that you do not know. */
  pausedWebhooks: {
    /** Webhook id. */
    id: string;
    /** The URL that it sends events to. */
    url: string;
  }[];
  /** True if webhooks could not be paused with them. Check them with getWebhooks. */
  webhooksUnchecked: boolean;
  /** Open orders of the account that were cancelled with them. What they had set aside is in the account again. */
  cancelledOrders: string[];
  /** True if not all open orders could be cancelled with them. Check them with getOrders. */
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
      /** The wallet that will sign and send the messages. */
      wallet: string;
      Pair: Pair;
      /** The amount to pay, or the amount to receive. */
      amount: {
        /** Amount of tokenA to pay, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead of tokenA: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse the swap if it would cost more tokenA than this. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse the swap if it would return less tokenB than this. */
      minReceived?: Decimal | string | undefined;
      /** Refuse the swap after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee. A name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Maximum price impact, as a fraction. A swap above it is refused, unless it pays at least as much as a route within the limit. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split across several if that pays more. `direct`: only the pool of the two tokens. The default is `best` unless the operator has set ROUTING=direct; see `whoami`. A list of hops is executed as given; you can send back the route of a quote unchanged. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share in units of 2^-30: of the route's tokenA at this point or, with an exact amount.tokenB, of the tokenB it needs. */
            share: number | string;
            /** Ignored, like the amounts, fees and prices. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
    }
  | {
      /** The wallet that will sign and send the messages. */
      wallet: string;
      Pair: Pair;
      /** Alias of `amount`: send one of the two. */
      price: {
        /** Amount of tokenA to pay, in whole tokens. */
        tokenA?: Decimal | string | undefined;
        /** Instead of tokenA: exact amount of tokenB to buy. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse the swap if it would cost more tokenA than this. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse the swap if it would return less tokenB than this. */
      minReceived?: Decimal | string | undefined;
      /** Refuse the swap after this time: ISO 8601 with a time zone, or Unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee. A name that people could still sign up with is refused, except for operators. */
      referrer?: string | undefined;
      /** Maximum price impact, as a fraction. A swap above it is refused, unless it pays at least as much as a route within the limit. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: the pools that pay the most, split across several if that pays more. `direct`: only the pool of the two tokens. The default is `best` unless the operator has set ROUTING=direct; see `whoami`. A list of hops is executed as given; you can send back the route of a quote unchanged. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** Token in. */
            tokenA: string;
            /** Token out. */
            tokenB: string;
            /** Share in units of 2^-30: of the route's tokenA at this point or, with an exact amount.tokenB, of the tokenB it needs. */
            share: number | string;
            /** Ignored, like the amounts, fees and prices. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
    };

export type BuildSwapOutput = {
  /** Unix seconds: sign before then. */
  validUntil: number;
  /** In the form of TON Connect; all of them in one transaction of the wallet. */
  messages: Message[];
  /** Amount that is paid. */
  amountA: Decimal;
  /** Amount that is expected now; the contracts pay no less than `minReceived`. */
  amountB: Decimal;
  /** The least that the contracts pay; otherwise what was offered comes back. */
  minReceived: Decimal;
  /** On TON: TON that the swap is expected to cost beside the amounts, counted from the last swaps of its kind. */
  tonSpent: Decimal;
};

export type BuildProvideInput = {
  /** The wallet that will sign and send the messages. */
  wallet: string;
  Pair: Pair;
  /** The amounts to provide. Omit one of them to provide a single token. */
  amount: {
    /** Maximum amount of tokenA. */
    tokenA?: Decimal | string | undefined;
    /** Maximum amount of tokenB. */
    tokenB?: Decimal | string | undefined;
  };
  /** Refuse if fewer LP tokens would be minted. */
  minLpTokens?: Decimal | string | undefined;
  /** Refuse if more than this fraction of either amount would be left over. Default 0.15 without minLpTokens; 1 allows any. With one token: maximum price impact of its swap, as for createSwap. */
  maxPriceImpact?: Decimal | string | undefined;
};

export type BuildProvideOutput = {
  /** Unix seconds: sign before then. */
  validUntil: number;
  /** In the form of TON Connect; all of them in one transaction of the wallet. */
  messages: Message[];
  /** LP tokens that are expected now. */
  lpTokens: Decimal;
};

export type BuildRefundInput = {
  /** The wallet that will sign and send the messages. */
  wallet: string;
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Withdraw this many LP tokens instead of the whole position. */
  lpTokens?: Decimal | string | undefined;
  /** Withdraw this percentage of the position instead of the whole; LP tokens are rounded down. */
  percentage?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton0. */
  minToken1?: Decimal | string | undefined;
  /** Refuse if it would return less of jetton1. */
  minToken2?: Decimal | string | undefined;
  /** Return everything in this token, jetton0 or jetton1; the other one is swapped for it. */
  only?: string | undefined;
  /** With `only`: maximum price impact of its swap as a fraction; default 0.15. */
  maxPriceImpact?: Decimal | string | undefined;
  /** Take back what waits in the LP account, not a position. */
  staged?: boolean | undefined;
};

export type BuildRefundOutput = {
  /** Unix seconds: sign before then. */
  validUntil: number;
  /** In the form of TON Connect; all of them in one transaction of the wallet. */
  messages: Message[];
  /** Amount of jetton0 that is expected now. */
  token1Amount: Decimal;
  /** Amount of jetton1 that is expected now. */
  token2Amount: Decimal;
};

export type TrackSwapInput = {
  /** The wallet that will sign and send the messages. */
  wallet: string;
  Pair: Pair;
  /** The bodyHash of the message in the answer of buildSwap. */
  bodyHash: string;
  /** The validUntil of the same answer. Once it has passed on the chain, what the wallet has not sent is `failed`. */
  validUntil?: number | undefined;
};

export type TrackSwapOutput = {
  /** How far it is. */
  status: 'pending' | 'completed' | 'failed';
  /** Once completed: amount of tokenB that arrived. */
  amountB?: Decimal;
} & Settlement;

export type TrackLiquidityInput = {
  /** The wallet that will sign and send the messages. */
  wallet: string;
  Pair: Pair;
  /** `provide`, or `refund` for all that buildRefund builds. */
  kind: 'provide' | 'refund';
  /** The bodyHash of each message. */
  bodyHashes: readonly string[];
  /** The validUntil of the same answer. Once it has passed on the chain, what the wallet has not sent is `failed`. */
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
  /** True if what was provided waits in the LP account: take it back with buildRefund and `staged`. */
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
  /** The amounts to provide. Omit one of them to provide a single token. */
  amount: {
    /** Maximum amount of tokenA. */
    tokenA?: Decimal | string | undefined;
    /** Maximum amount of tokenB. */
    tokenB?: Decimal | string | undefined;
  };
  /** Refuse if fewer LP tokens would be minted. */
  minLpTokens?: Decimal | string | undefined;
  /** Refuse if more than this fraction of either amount would be left over. Default 0.15 without minLpTokens; 1 allows any. With one token: maximum price impact of its swap, as for createSwap. */
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
  /** As for provideLiquidity, or with `only` as for refundLiquidity. */
  maxPriceImpact?: Decimal | string | undefined;
  /** LP tokens to withdraw. */
  lpTokens?: Decimal | string | undefined;
  /** Percentage of the position to withdraw; LP tokens are rounded down. */
  percentage?: Decimal | string | undefined;
  /** Return everything in this token, jetton0 or jetton1; the other one is swapped for it. */
  only?: string | undefined;
};

export type QuoteLiquidityOutput = {
  /** Whether liquidity is added or withdrawn. */
  kind: 'provide' | 'refund';
  /** Only with `swapped`: its price impact as a fraction, before fees, as in getQuote. */
  priceImpact?: Decimal;
  /** LP tokens minted or burned. */
  lpTokens: Decimal;
  /** The account's share of the pool afterwards, in percent. */
  sharePercentage: Decimal;
  /** True if the call would create the pool. */
  createsPool: boolean;
  /** True if the pool is empty, so that these amounts set its first price. */
  setsPrice: boolean;
  /** Pool price afterwards: jetton1 per jetton0, before fees, truncated to 18 significant digits; null if the pool would be empty. */
  price: Decimal | null;
  /** The inverse: jetton0 per jetton1. */
  inversePrice: Decimal | null;
  /** Current market price, jetton1 per jetton0, over the deepest path between the two tokens, as in getPoolStats. Null if there is none or market data is not available. */
  marketPrice: Decimal | null;
  /** The tokens in between on that path; empty if the path is the pool itself. */
  marketVia: string[];
  /** price ÷ marketPrice − 1, truncated toward zero at 12 decimal places. Providing far from the market price loses the difference to arbitrage. */
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
  /** Return only the position in this pool; unknown pools are left out. Cannot be combined with `state`, `cursor` or `limit`. Repeat the parameter for up to 100 values. */
  pool?: string | readonly string[] | undefined;
  /** `open`: only positions that hold LP tokens. `closed`: only positions that were withdrawn in full. */
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
  /** All items succeed or none does. The item that is refused says why; all others, including those before it, return `not_attempted` (424). */
  atomic?: boolean | undefined;
  /** The calls: 1 to 1000, or 1 to 100 with `atomic`. */
  items: readonly (
    | {
        /** Swap one token for another. */
        call: 'createSwap';
        /** Body of createSwap. */
        body: CreateSwapInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Place an order that waits for its price. */
        call: 'createOrder';
        /** Body of createOrder. */
        body: CreateOrderInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Cancel an order. */
        call: 'cancelOrder';
        /** Body of cancelOrder. */
        body: CancelOrderInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Provide liquidity. */
        call: 'provideLiquidity';
        /** Body of provideLiquidity. */
        body: ProvideLiquidityInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Withdraw liquidity. */
        call: 'refundLiquidity';
        /** Body of refundLiquidity. */
        body: RefundLiquidityInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Send tokens to another account. */
        call: 'createTransfer';
        /** Body of createTransfer. */
        body: CreateTransferInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Deposit tokens. */
        call: 'deposit';
        /** Body of deposit. */
        body: DepositInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Withdraw tokens. */
        call: 'withdraw';
        /** Body of withdraw. */
        body: WithdrawInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Collect protocol fees. */
        call: 'collectFees';
        /** Body of collectFees. */
        body: CollectFeesInput;
        /** 1 to 255 printable ASCII characters without spaces. The idempotency key of this item. */
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
        /** The transaction; look it up with getTransaction. */
        transactionId?: string;
        /** With the header `Signed-Receipt`: as the answer of a single call has it. */
        receipt?: SignedReceipt | null;
      }
    | {
        /** The status that the call would return on its own. */
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
  /** Start after this sequence; 0 for all history. Default: from now on. */
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
  /** `active` or `paused`. While paused, nothing is sent and nothing is lost. */
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
  /** A path returned by uploadImage, an https URL of up to 512 characters, or a PNG, JPEG or WebP as a base64 data URL of up to 8192; empty for none. The page shows only logos uploaded to this server. */
  logo?: string | undefined;
  /** Accept a symbol that another visible token already has. */
  force?: boolean | undefined;
};

export type RegisterTokenOutput = TokenEntry;

export type UpdateTokenInput = {
  /** Address of the token. */
  address: string;
  /** Display name, up to 64 visible characters; empty for none. */
  name?: string | undefined;
  /** A path returned by uploadImage, an https URL of up to 512 characters, or a PNG, JPEG or WebP as a base64 data URL of up to 8192; empty for none. The page shows only logos uploaded to this server. */
  logo?: string | undefined;
  /** `listed`, `hidden` or `paused`. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
  /** Accept a symbol that another visible token already has. */
  force?: boolean | undefined;
};

export type UpdateTokenOutput = {
  /** Identifier of the change. */
  transactionId: string;
  /** Token address. */
  address: string;
  /** Name of the token; empty if it has none. */
  name?: string;
  /** Logo: a path on this server (`/images/…`), an https URL or a data URL; empty if it has none. */
  logo?: string;
  /** `listed`, `hidden` from lists, or `paused` (no swaps and no new liquidity). */
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
  /** Accent colour as `#rrggbb`, used as it is in the light theme and lightened in the dark one. */
  accent?: string | undefined;
  /** https link to the terms. */
  termsUrl?: string | undefined;
  /** https link to help. */
  helpUrl?: string | undefined;
};

export type SetBrandingOutput = Branding;

export type CreatePoolInput = {
  Pair: Pair;
  /** LP fee, kept by liquidity providers, as a fraction. */
  lpFee?: Decimal | string | undefined;
  /** Protocol fee, as a fraction. */
  protocolFee?: Decimal | string | undefined;
  /** Referral fee, as a fraction. */
  refFee?: Decimal | string | undefined;
  /** Account that collectFees pays. */
  protocolFeeAddress?: string | undefined;
  /** `constant-product`, or `stable` for two tokens near parity. Default `constant-product`. Cannot be changed later. */
  curve?: 'constant-product' | 'stable' | undefined;
  /** How flat a stable curve is: a whole number from 1 to 1000000, equal to Curve's A times two. Required with `stable`, not allowed otherwise. */
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
  /** Pricing curve: `constant-product`, or `stable` for tokens near parity. */
  curve: 'constant-product' | 'stable';
  /** How flat a stable curve is; null for other curves. */
  amplification: null | number;
} & PoolFees;

export type SetPoolFeesInput = {
  Pair: Pair;
  /** LP fee, kept by liquidity providers, as a fraction. */
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
  /** `listed`, `hidden` or `paused`. */
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
  /** `missing` (default): for accounts without a key that were given none before; `new`: for all, and earlier ones are revoked; `none`. */
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
  /** The account the key belongs to; default your own. Operators may name any; it need not exist yet. */
  account?: string | undefined;
  /** `trader` (default) or, by operators only, `operator`. */
  role?: 'trader' | 'operator' | undefined;
  /** A name to recognize it by. */
  name?: string | undefined;
  /** The scopes of the key; default everything its role may do. `read`: everything the account may see. `trade`: swaps. `liquidity`: providing and withdrawing liquidity. `send`: sending tokens to other accounts. Public market data needs no scope. */
  scopes?: readonly ('read' | 'trade' | 'liquidity' | 'send')[] | undefined;
  /** The most that the key may spend a day (UTC), in quote tokens at fair prices; default no limit. Swaps count by what they pay, liquidity by what it provides. */
  dayLimit?: Decimal | string | undefined;
  /** Up to 32 IP addresses or networks (CIDR) it may be used from; default anywhere. */
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
  /** Key id; `local` for requests without a key in local mode. Default: the key of this request. */
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
  /** The only account that can accept it. It need not exist yet. */
  account?: string | undefined;
  /** With `account`: revoke all its passkeys, keys and sessions, and pause its webhooks, when the invitation is accepted. */
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
  /** Who can sign up now. */
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
    /** Maximum queue length; more are refused (MAX_QUEUE). */
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
    /** Length of the measurement window: about the last minute. */
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
    /** Last sequence processed, one or two seconds old. */
    sequence: number;
    /** Last sequence stored, by any server. */
    stored: number;
    /** Whether this server stores the market data. */
    stores: boolean;
  } | null;
  /** Route finder; null if swaps are direct (ROUTING=direct). */
  follower: {
    /** Last sequence it has seen; it catches up at the next request. */
    sequence: number;
  } | null;
  /** Open orders; null on TON, which has none. */
  orders: {
    /** `paused` by setOrders, on all nodes; `off` by the setting ORDERS of this one. */
    placing: 'on' | 'paused' | 'off';
    /** Open orders of all accounts; null if nobody counts them. */
    open: number | null;
    /** The server that fills the orders, as of its last renewal of the lease, at most three seconds ago; null if no server does, as while none are open. */
    keeper: {
      /** Host and process id of the server that fills the orders. */
      server: string;
      /** Whether it is still reading the open orders; none is filled meanwhile. */
      loading: boolean;
      /** The order that has been reachable for longest; null if none is. */
      oldestReachable: {
        /** Number of the order. */
        order: number;
        /** For how long it could have been filled, or triggered, and was not. */
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
  /** Reads the whole journal, though an earlier audit has passed. */
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
  /** Only these kinds, separated by commas: swap, provide, refund, createPool, registerToken, collectFees, setPoolFees, setPoolStatus, updateToken, matchOrders, liabilities, audited, forked, placeOrder, triggerOrder, closeOrder, deposit, withdraw, transfer, settlementFailed, takeBack. */
  kinds?: string | undefined;
  /** Only events in these pools: up to 100 addresses, separated by commas. */
  pools?: string | undefined;
  /** `true`: include the private fields of events that concern the caller (for operators, of all events). `only`: send only those events. */
  own?: 'true' | 'only' | undefined;
  /** A heartbeat follows this many seconds without an event, or up to a second later: 2 to 15, the default. */
  beat?: number | string | undefined;
};
