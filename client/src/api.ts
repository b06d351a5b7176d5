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
  'cross_site',
  'host_not_allowed',
  'not_found',
  'unknown_key',
  'unknown_webhook',
  'market_off',
  'method_not_allowed',
  'request_timeout',
  'other_account',
  'body_too_large',
  'unsupported_media_type',
  'webhook_url_refused',
  'too_many_webhooks',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'transaction_unreadable',
  'overloaded',
  'storage_busy',
  'storage_full',
  'storage_lost',
  'clock_ahead',
  'storage_unavailable',
  'outcome_unknown',
  'routes_unavailable',
  'catching_up',
  'market_unavailable',
  'unknown_token',
  'unknown_pool',
  'unknown_swap',
  'unknown_transaction',
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
  'ratio_too_far',
  'pool_creation_restricted',
  'no_position',
  'position_too_small',
  'refund_too_small',
  'nothing_to_collect',
  'reference_reused',
  'idempotency_key_reused',
  'not_attempted',
] as const;
/** Why a call was refused or failed; docs/errors.md of the exchange has them all. */
export type ErrorCode = (typeof ERROR_CODES)[number];

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
  getTokens: 'get',
  getPools: 'get',
  getMarket: 'get',
  getPoolStats: 'get',
  getCandles: 'get',
  getTrades: 'get',
  getPrice: 'get',
  getLastAudit: 'get',
  getBalances: 'get',
  getPortfolio: 'get',
  getActivity: 'get',
  getActivityTotals: 'get',
  getTransaction: 'get',
  whoami: 'get',
  createSession: 'post',
  deleteSession: 'post',
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
  registerToken: 'key',
  updateToken: 'key',
  createPool: 'key',
  setPoolFees: 'key',
  setPoolStatus: 'key',
  deposit: 'key',
  withdraw: 'key',
  collectFees: 'key',
  getAccounts: 'get',
  getKeys: 'get',
  createKey: 'post',
  revokeKey: 'post',
  getStatus: 'get',
  startAudit: 'post',
  getAudits: 'get',
} as const;

/** What each call takes, and what it answers. */
export type Calls = {
  /** Swap one token for another. Executes the swap at once, all of it or nothing, at the best price over all pools. */
  createSwap: { input: CreateSwapInput; output: CreateSwapOutput };
  /** Router configuration and supported tokens. Addresses of the router and the factory, the platform fee and the tokens that are not hidden. */
  getRouterData: { input: GetRouterDataInput; output: GetRouterDataOutput };
  /** State of a pool. Reserves, fees, wallets and collected protocol fees, in the order in which the two tokens are named. */
  getPoolData: { input: GetPoolDataInput; output: GetPoolDataOutput };
  /** The caller's position in a pool. Both balances are what the position would return if it were refunded now. */
  getLPAccountData: { input: GetLPAccountDataInput; output: GetLPAccountDataOutput };
  /** Withdraw liquidity. Burns LP tokens and returns their share of both tokens: the whole position unless a part is named. */
  refundLiquidity: { input: RefundLiquidityInput; output: RefundLiquidityOutput };
  /** Quote a swap. What a swap would do now, by the very code that executes it: a swap right after fills at the quote, unless its price impact is over its limit. */
  getQuote: { input: GetQuoteInput; output: GetQuoteOutput };
  /** Track a swap. One of the caller's swaps by its transactionId. */
  getSwap: { input: GetSwapInput; output: GetSwapOutput };
  /** The caller's swaps. Newest first, a page at a time. */
  getSwaps: { input: GetSwapsInput; output: GetSwapsOutput };
  /** All tokens. By address, a page at a time, with their names, logos and statuses; or those named by `token`, all on one page, in their order and whatever their status. */
  getTokens: { input: GetTokensInput; output: GetTokensOutput };
  /** All pools. Oldest first, a page at a time; each as getPoolData shows it, with its address, its two tokens, its status and its curve. */
  getPools: { input: GetPoolsInput; output: GetPoolsOutput };
  /** All pools or tokens with their figures. Prices, changes, volumes, fees and what is held, sorted, searched and paged by the server. */
  getMarket: { input: GetMarketInput; output: GetMarketOutput };
  /** Everything about one pool. Its figures as in getMarket, of 7 and 30 days and all time as well, and what would move its price; in the order in which the two tokens are named. */
  getPoolStats: { input: GetPoolStatsInput; output: GetPoolStatsOutput };
  /** Candles of a pool. Oldest first. */
  getCandles: { input: GetCandlesInput; output: GetCandlesOutput };
  /** Trades of a pool, newest first. Every swap that passed the pool, with what it paid and received there, and without saying whose. */
  getTrades: { input: GetTradesInput; output: GetTradesOutput };
  /** Price of a pool, now and on average. Of jetton0 in jetton1, without fees. */
  getPrice: { input: GetPriceInput; output: GetPriceOutput };
  /** The last audit. Whether everything added up when an operator last had it counted anew, and up to where. */
  getLastAudit: { input: GetLastAuditInput; output: GetLastAuditOutput };
  /** What an account holds. Every token that the caller holds, by address, LP tokens (symbol LP, under the address of their pool) included; or what it holds of the tokens named by `token`, all on one page, in their order and also where that is 0. */
  getBalances: { input: GetBalancesInput; output: GetBalancesOutput };
  /** What all that an account holds is worth. Totals of everything that the account holds as of `sequence`, and its tokens or its open positions, the dearest first and those without a price last. */
  getPortfolio: { input: GetPortfolioInput; output: GetPortfolioOutput };
  /** What happened, newest first. Every change that the account asked for or that concerns it; operators may name any account, or all. */
  getActivity: { input: GetActivityInput; output: GetActivityOutput };
  /** What happened, added up. Of everything that getActivity would list by the same filter: how many of which kind, and what came in and went out of the account, token by token; of everyone, of all users' accounts. */
  getActivityTotals: { input: GetActivityTotalsInput; output: GetActivityTotalsOutput };
  /** One transaction, with what it moved. Of any kind, by its transactionId or its sequence: for whoever asked for it, for every account that it concerns, and for operators. */
  getTransaction: { input: GetTransactionInput; output: GetTransactionOutput };
  /** Who is asking, and what applies. The account behind the request, the limits that apply to it, and how far the journal has come. */
  whoami: { input: WhoamiInput; output: WhoamiOutput };
  /** Sign a browser in. Sets the cookie `millpond_session` (by https `__Host-millpond_session`), by which calls without an Authorization header act for the account of the key. */
  createSession: { input: CreateSessionInput; output: CreateSessionOutput };
  /** Sign a browser out. Ends the session of the cookie, on every node and wherever else the cookie may be, and clears it. */
  deleteSession: { input: DeleteSessionInput; output: DeleteSessionOutput };
  /** Provide liquidity. Takes as much of both offers as the ratio of the pool needs and mints LP tokens. */
  provideLiquidity: { input: ProvideLiquidityInput; output: ProvideLiquidityOutput };
  /** What providing or withdrawing would do. With amount0 and amount1, what provideLiquidity would take and mint, whether or not the account has that much; with lpTokens, percentage or neither, what refundLiquidity would return. */
  quoteLiquidity: { input: QuoteLiquidityInput; output: QuoteLiquidityOutput };
  /** What a position has cost, returned and earned. `returns` is what refundLiquidity would return; of it, `fees` is what the pool's swaps have left to its providers since the LP tokens were bought, never overstated. */
  getLPPosition: { input: GetLPPositionInput; output: GetLPPositionOutput };
  /** Every position of an account, also those that were refunded. `returns` is what refundLiquidity would return; of it, `fees` is what the pool's swaps have left to its providers since the LP tokens were bought, never overstated. */
  getLPPositions: { input: GetLPPositionsInput; output: GetLPPositionsOutput };
  /** Many changes in one request. Up to 1000 calls in a body of up to 1 MiB, carried out in their order and answered in it. */
  bulk: { input: BulkInput; output: BulkOutput };
  /** Have events sent to a URL. In order, each at least once, in batches `{"type":"events","timestamp":…,"data":{"hook":…,"after":…,"events":[…]}}` of up to 100 events as `GET /events` tells them: the account's own in full and the public ones, to operators all. */
  createWebhook: { input: CreateWebhookInput; output: CreateWebhookOutput };
  /** Webhooks, and how they are doing. Those of the account, by id; operators may name any account, or all. */
  getWebhooks: { input: GetWebhooksInput; output: GetWebhooksOutput };
  /** Pause or resume a webhook. One that is resumed goes on where it was, at once, with all attempts before it. */
  setWebhookState: { input: SetWebhookStateInput; output: SetWebhookStateOutput };
  /** Send a message to a webhook now. One signed message `{"type":"test","timestamp":…,"data":{"hook":…}}`, also while it is paused, and what came of it. */
  testWebhook: { input: TestWebhookInput; output: TestWebhookOutput };
  /** Give a webhook another secret. The only answer that shows it. */
  rotateWebhookSecret: { input: RotateWebhookSecretInput; output: RotateWebhookSecretOutput };
  /** Delete a webhook. For ever; a request that is under way may still arrive. */
  deleteWebhook: { input: DeleteWebhookInput; output: DeleteWebhookOutput };
  /** Add a supported token. A token is registered once. */
  registerToken: { input: RegisterTokenInput; output: RegisterTokenOutput };
  /** Change the name, logo or status of a token. What is not given stays. */
  updateToken: { input: UpdateTokenInput; output: UpdateTokenOutput };
  /** Create a pool with its own rates. Creates an empty pool; what is not given takes the default of the exchange. */
  createPool: { input: CreatePoolInput; output: CreatePoolOutput };
  /** Change the rates of a pool. Every quote and swap from then on uses them; what is not given stays. */
  setPoolFees: { input: SetPoolFeesInput; output: SetPoolFeesOutput };
  /** List, hide or pause a pool. A hidden pool is left out of getPools, but still trades. */
  setPoolStatus: { input: SetPoolStatusInput; output: SetPoolStatusOutput };
  /** Tokens enter the exchange. Credit tokens that have arrived from outside to an account. */
  deposit: { input: DepositInput; output: DepositOutput };
  /** Tokens leave the exchange. Debit tokens that leave the exchange from an account. */
  withdraw: { input: WithdrawInput; output: WithdrawOutput };
  /** Sweep collected protocol fees. Pays a pool's collected protocol fees, either side alone too, to its protocolFeeAddress. */
  collectFees: { input: CollectFeesInput; output: CollectFeesOutput };
  /** All accounts. Every account that holds something or has an API key, by name; those of the exchange itself left out. */
  getAccounts: { input: GetAccountsInput; output: GetAccountsOutput };
  /** All API keys. By account, revoked ones included; of the secret itself nothing is kept. */
  getKeys: { input: GetKeysInput; output: GetKeysOutput };
  /** Make an API key. The only answer that shows the key. */
  createKey: { input: CreateKeyInput; output: CreateKeyOutput };
  /** Revoke an API key. At once, on every node. */
  revokeKey: { input: RevokeKeyInput; output: RevokeKeyOutput };
  /** How the exchange is doing. What /metrics tells, in short. */
  getStatus: { input: GetStatusInput; output: GetStatusOutput };
  /** Begin an audit. Counts every balance anew from the journal, as `millpond audit` does, while the exchange goes on; getAudits tells how far it has come. */
  startAudit: { input: StartAuditInput; output: StartAuditOutput };
  /** Audits, newest first. Those that were begun by startAudit, on whichever node, with what came of them. */
  getAudits: { input: GetAuditsInput; output: GetAuditsOutput };
};

/** Every balance that is written; of each token, the changes add up to zero. */
export type Entries = {
  /** Whose balance; names with a space are of the exchange itself. */
  account: string;
  /** Of which token; an LP token goes by the address of its pool. */
  token: string;
  /** By how much it changes, in whole tokens. */
  change: Decimal;
}[];

/** The `data` of an event. */
export type EventsRecord = {
  /** Position in the journal, also the id of the event. */
  sequence: number;
  /** What happened, also the type of the event. */
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
    | 'deposit'
    | 'withdraw';
  /** When it was committed (ISO 8601). */
  createdAt: string;
  /** The pool; those of a swap are in its route. */
  poolAddress?: string;
  /** The token offered, or the first of the pool. */
  tokenA?: string;
  /** The token received, or the second of the pool. */
  tokenB?: string;
  /** How much of tokenA, in whole tokens. */
  amountA?: Decimal;
  /** How much of tokenB, in whole tokens. */
  amountB?: Decimal;
  /** The pools that a swap passed, in order; also if it is one. */
  route?: {
    /** The pool. */
    poolAddress: string;
    /** What goes in. */
    tokenA: string;
    /** What comes out. */
    tokenB: string;
    /** How much goes in. */
    amountA: Decimal;
    /** How much comes out. */
    amountB: Decimal;
    /** What this pool charges. */
    fees: {
      /** What stays with the providers, in tokenA. */
      lp: Decimal;
      /** What the protocol collects, in tokenB. */
      protocol: Decimal;
      /** What the referrer receives, in tokenB. */
      ref: Decimal;
    };
  }[];
  /** LP tokens minted or burned. */
  lpTokens?: Decimal;
  /** LP tokens minted beside them and locked for ever: by the first liquidity of a pool. */
  locked?: Decimal;
  /** Fee of a pool that stays with the providers from then on, as a fraction. */
  lpFee?: Decimal;
  /** Fee of a pool that the protocol collects from then on, as a fraction. */
  protocolFee?: Decimal;
  /** Fee of a referrer in a pool from then on, as a fraction. */
  refFee?: Decimal;
  /** What its price follows: `constant-product`, or `stable` for tokens near parity. */
  curve?: 'constant-product' | 'stable';
  /** The amplification of a stable pool. */
  amplification?: number;
  /** The token that is registered, changed or moved. */
  token?: string;
  /** The symbol of a token that is registered. */
  symbol?: string;
  /** The decimals of such a token. */
  decimals?: number;
  /** The name of a token from then on. */
  name?: string;
  /** The logo of a token from then on. */
  logo?: string;
  /** The status of a token or a pool from then on. */
  status?: string;
  /** How much of token, in whole tokens. */
  amount?: Decimal;
  /** In full: identifier of the transaction (UUIDv7). */
  transactionId?: string;
  /** In full: the account that asked for it. */
  actor?: string;
  /** In full: the account whose tokens moved, or that was paid. */
  account?: string;
  /** In full: the account that a swap named as its referrer. */
  referrer?: string;
  /** In full: the reference of a deposit or a withdrawal. */
  reference?: string;
  /** In full: the account that collectFees pays from then on. */
  protocolFeeAddress?: string;
};

/** The fees of a swap over one pool; over several, each hop of `route` has its own. */
export type Fees = {
  /** What stays with the providers, in tokenA. */
  lp: Decimal;
  /** What the protocol collects, in tokenB. */
  protocol: Decimal;
  /** What the referrer receives, in tokenB. */
  ref: Decimal;
};

/** The two tokens. */
export type Pair = {
  /** Address of the token being offered. */
  tokenA: string;
  /** Address of the token being requested. */
  tokenB: string;
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
  /** Fee that stays with the providers, as a fraction of what is offered. */
  lpFee: Decimal;
  /** Fee that the protocol collects, as a fraction of what is bought. */
  protocolFee: Decimal;
  /** Fee paid to a referrer where a swap names one, as a fraction of what is bought. */
  refFee: Decimal;
  /** Account that collectFees pays; "N/A" for a pool without a protocol fee. */
  protocolFeeAddress: string;
  /** Protocol fees collected in token0 and not yet swept. */
  collectedToken0ProtocolFee: Decimal;
  /** Protocol fees collected in token1 and not yet swept. */
  collectedToken1ProtocolFee: Decimal;
};

/** The pools that the swap passes, in order; each pays on to the next what comes out of it. */
export type Route = {
  /** The pool. */
  poolAddress: string;
  /** What goes in. */
  tokenA: string;
  /** What comes out. */
  tokenB: string;
  /** How much goes in. */
  amountA: Decimal;
  /** How much comes out. */
  amountB: Decimal;
  /** What this pool charges. */
  fees: {
    /** What stays with the providers, in tokenA. */
    lp: Decimal;
    /** What the protocol collects, in tokenB. */
    protocol: Decimal;
    /** What the referrer receives, in tokenB. */
    ref: Decimal;
  };
}[];

export type Swap = {
  /** Identifier of the swap (UUIDv7). */
  transactionId: string;
  /** `pending` and `failed` are reserved for venues that settle later. */
  status: 'completed' | 'pending' | 'failed';
  /** The account that swapped. */
  account: string;
  /** The token offered. */
  tokenA: string;
  /** The token received. */
  tokenB: string;
  /** What was paid, in whole tokens. */
  amountA: Decimal;
  /** What was received, in whole tokens. */
  amountB: Decimal;
  fees?: Fees;
  route: Route;
  /** Position in the journal. */
  sequence: number;
  /** When it was committed (ISO 8601). */
  createdAt: string;
};

export type Token = {
  /** Token address. */
  address: string;
  /** Token symbol. */
  symbol: string;
  /** Number of decimal places of the token. */
  decimals: number;
};

export type TokenEntry = {
  /** Token address. */
  address: string;
  /** Token symbol. */
  symbol: string;
  /** Number of decimal places of the token. */
  decimals: number;
  /** Name of the token; empty where it has none. */
  name: string;
  /** Logo as an https URL or a data URL; empty where it has none. */
  logo: string;
  /** `listed`; `hidden` from lists; `paused`, so that it takes no swaps and no new liquidity. */
  status: 'listed' | 'hidden' | 'paused';
};

export type CreateSwapInput =
  | {
      Pair: Pair;
      /** The quantity offered, or instead of it the quantity that is to be received. */
      amount: {
        /** How much of tokenA is offered, in whole tokens: what the swapper pays. */
        tokenA?: Decimal | string | undefined;
        /** Instead of tokenA: how much of tokenB is bought, exactly. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse the swap if it would cost more tokenA than this. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse the swap if it would pay less tokenB than this. */
      minReceived?: Decimal | string | undefined;
      /** Refuse the swap after this moment: ISO 8601 with a zone, or unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee. */
      referrer?: string | undefined;
      /** Refuse a larger price impact than this fraction, unless a route within it pays no more. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: over whichever pools pay the most, split where that pays. `direct`: over the pool of the two tokens alone. The default is `best` unless the operator has set ROUTING=direct; `whoami` tells. A list of hops is executed as it is: that of a quote can be sent back as it came. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** What goes in. */
            tokenA: string;
            /** What comes out. */
            tokenB: string;
            /** Share in 2^-30: of what the route holds of tokenA; for an exact amount.tokenB, of what it needs of tokenB. */
            share: number | string;
            /** Not looked at; nor are the amounts, the fees and the prices. */
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
      /** Another name for `amount`: send one of the two. */
      price: {
        /** How much of tokenA is offered, in whole tokens: what the swapper pays. */
        tokenA?: Decimal | string | undefined;
        /** Instead of tokenA: how much of tokenB is bought, exactly. */
        tokenB?: Decimal | string | undefined;
      };
      /** With amount.tokenB: refuse the swap if it would cost more tokenA than this. */
      maxPaid?: Decimal | string | undefined;
      /** Refuse the swap if it would pay less tokenB than this. */
      minReceived?: Decimal | string | undefined;
      /** Refuse the swap after this moment: ISO 8601 with a zone, or unix seconds. */
      deadline?: number | string | undefined;
      /** Account that receives the referral fee. */
      referrer?: string | undefined;
      /** Refuse a larger price impact than this fraction, unless a route within it pays no more. Default 0.15; 1 allows any. */
      maxPriceImpact?: Decimal | string | undefined;
      /** `best`: over whichever pools pay the most, split where that pays. `direct`: over the pool of the two tokens alone. The default is `best` unless the operator has set ROUTING=direct; `whoami` tells. A list of hops is executed as it is: that of a quote can be sent back as it came. */
      route?:
        | 'best'
        | 'direct'
        | readonly {
            /** What goes in. */
            tokenA: string;
            /** What comes out. */
            tokenB: string;
            /** Share in 2^-30: of what the route holds of tokenA; for an exact amount.tokenB, of what it needs of tokenB. */
            share: number | string;
            /** Not looked at; nor are the amounts, the fees and the prices. */
            poolAddress?: unknown;
            amountA?: unknown;
            amountB?: unknown;
            fees?: unknown;
            priceBefore?: unknown;
            priceAfter?: unknown;
          }[]
        | undefined;
    };

export type CreateSwapOutput = {
  /** Identifier of the swap; `getSwap` tracks it. */
  transactionId: string;
  /** It is done. */
  status: 'completed';
};

export type GetRouterDataInput = Record<never, never>;

export type GetRouterDataOutput = {
  /** Router address. */
  routerAddress: string;
  /** Factory address, from which all others derive. */
  factoryAddress: string;
  /** Default fee of a swap as a fraction: lpFee + protocolFee. */
  platformFee: Decimal;
  /** Balance updates that a direct swap writes. */
  swapGasEstimate: number;
  /** Tokens supported by the router. */
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
  /** Address of the liquidity-provider account. */
  lpAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Share of the first token. */
  token1Balance: Decimal;
  /** Share of the second token. */
  token2Balance: Decimal;
  /** LP tokens held. */
  lpTokenBalance: Decimal;
  /** Share of the pool in percent, 0 to 100, cut after 18 digits. */
  sharePercentage: Decimal;
};

export type RefundLiquidityInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Refund this many LP tokens instead of the whole position. */
  lpTokens?: Decimal | string | undefined;
  /** Refund this part of the position, in percent, instead of the whole; rounded down in LP tokens. */
  percentage?: Decimal | string | undefined;
  /** Refuse the refund if it would return less of jetton0. */
  minToken1?: Decimal | string | undefined;
  /** Refuse the refund if it would return less of jetton1. */
  minToken2?: Decimal | string | undefined;
};

export type RefundLiquidityOutput = {
  /** Address of the pool. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Amount of the first token. */
  token1Amount: Decimal;
  /** Amount of the second token. */
  token2Amount: Decimal;
  /** LP tokens burned. */
  lpTokensBurned: Decimal;
};

export type GetQuoteInput = {
  /** Address of the token being offered. */
  tokenA: string;
  /** Address of the token being requested. */
  tokenB: string;
  /** How much of tokenA is offered. */
  amount?: Decimal | string | undefined;
  /** Instead of amount: how much of tokenB is to be received, exactly. */
  receive?: Decimal | string | undefined;
  /** Account that would receive the referral fee. */
  referrer?: string | undefined;
  /** `best`: over whichever pools pay the most, split where that pays. `direct`: over the pool of the two tokens alone. The default is `best` unless the operator has set ROUTING=direct; `whoami` tells. */
  route?: 'best' | 'direct' | undefined;
  /** `true`: with the prices of each pool before and after. */
  detail?: 'true' | undefined;
};

export type GetQuoteOutput = {
  /** The token offered. */
  tokenA: string;
  /** The token requested. */
  tokenB: string;
  /** What the swap would cost. */
  amountA: Decimal;
  /** What the swap would pay. */
  amountB: Decimal;
  /** tokenB received for one tokenA, fees included. */
  price: Decimal;
  /** How far the swap moves its own price, as a fraction; fees not counted. Where that is over the limit of the exchange and another route is within it, how much less is paid than at the price of that route. */
  priceImpact: Decimal;
  /** tokenB for one tokenA before the swap, fees not counted, to 18 significant digits, cut. Of a swap that is split, the best price that brought a twentieth of the result or more, so that a pool which brings little cannot move it. */
  midPrice: Decimal;
  /** What the swap costs in all, as a fraction: 1 − amountB ÷ (amountA · midPrice). That is price impact, every fee and every rounding; rounded up at 18 digits after the point, and never below 0. */
  totalCost: Decimal;
  fees?: Fees;
  /** The pools that the swap would pass, in order. */
  route: {
    /** The pool. */
    poolAddress: string;
    /** What goes in. */
    tokenA: string;
    /** What comes out. */
    tokenB: string;
    /** How much goes in. */
    amountA: Decimal;
    /** How much comes out. */
    amountB: Decimal;
    /** What this pool charges. */
    fees: {
      /** What stays with the providers, in tokenA. */
      lp: Decimal;
      /** What the protocol collects, in tokenB. */
      protocol: Decimal;
      /** What the referrer receives, in tokenB. */
      ref: Decimal;
    };
    /** In 2^-30, as the `route` of createSwap takes it. */
    share: number;
    /** With detail: what tokenA costs in tokenB before the swap, as the pool itself shows it: fees not counted, to 18 significant digits, cut. */
    priceBefore?: Decimal;
    /** With detail: what it costs after the swap, as the pool itself shows it: fees not counted, to 18 significant digits, cut. */
    priceAfter?: Decimal;
  }[];
  /** The work of the swap: how many balances it writes. */
  gas: number;
  entries: Entries;
  /** The journal position that the quote was made at. */
  sequence: number;
};

export type GetSwapInput = {
  /** The transactionId that createSwap answered. */
  transactionId: string;
};

export type GetSwapOutput = Swap;

export type GetSwapsInput = {
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetSwapsOutput = {
  /** The items of this page. */
  swaps: Swap[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetTokensInput = {
  /** Only this token, left out where there is none; without `cursor`, `limit` and `status`. Up to 100, each in a parameter of its own. */
  token?: string | readonly string[] | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** Only those that are `listed`, `paused` or `hidden`; absent for all but the hidden. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
};

export type GetTokensOutput = {
  /** The items of this page. */
  tokens: TokenEntry[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetPoolsInput = {
  /** Only this pool, left out where there is none; without `cursor`, `limit` and `status`. Up to 100, each in a parameter of its own. */
  pool?: string | readonly string[] | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
  /** Only those that are `listed`, `paused` or `hidden`; absent for all but the hidden. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
};

export type GetPoolsOutput = {
  /** The items of this page. */
  pools: {
    /** Address of the pool and of its LP token. */
    poolAddress: string;
    /** The first token. */
    jetton0: string;
    /** The second token. */
    jetton1: string;
    /** `listed`; `hidden` from lists; `paused`, so that it takes no swaps and no new liquidity. */
    status: 'listed' | 'hidden' | 'paused';
    /** What its price follows: `constant-product`, or `stable` for tokens near parity. */
    curve: 'constant-product' | 'stable';
    /** How flat a stable curve is; null for another. */
    amplification: null | number;
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
    /** Fee that stays with the providers, as a fraction of what is offered. */
    lpFee: Decimal;
    /** Fee that the protocol collects, as a fraction of what is bought. */
    protocolFee: Decimal;
    /** Fee paid to a referrer where a swap names one, as a fraction of what is bought. */
    refFee: Decimal;
    /** Account that collectFees pays; "N/A" for a pool without a protocol fee. */
    protocolFeeAddress: string;
    /** Protocol fees collected in token0 and not yet swept. */
    collectedToken0ProtocolFee: Decimal;
    /** Protocol fees collected in token1 and not yet swept. */
    collectedToken1ProtocolFee: Decimal;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetMarketInput = {
  /** What to list. Default `pools`. */
  list?: 'pools' | 'tokens' | undefined;
  /** By which figure, null last, of equals the older first; `fees`, `swaps` and `apr` are of pools alone. Default `tvl`. */
  sort?: 'tvl' | 'volume' | 'fees' | 'swaps' | 'change' | 'apr' | 'age' | 'name' | undefined;
  /** `desc`: the greatest first. Default `desc`, by name `asc`. */
  order?: 'desc' | 'asc' | undefined;
  /** Part of a symbol or name, whatever its case and width, two symbols as `TON/USDT`, or the whole address of a token or pool. A whole symbol, pair or address comes first, then what begins so, then the rest, each in the order of `sort`. */
  search?: string | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetMarketOutput = {
  /** What worth is told in; null where there is no such token. */
  quoteToken: Token | null;
  /** The last transaction that is counted. */
  sequence: number;
  /** When it was counted (ISO 8601). */
  asOf: string;
  /** Where the last 24 hours begin (ISO 8601): 24 h before a whole minute, which is at most two minutes ago. */
  from: string;
  /** The pools of this page. */
  pools?: {
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
    /** `listed`; `paused`, so that it takes no swaps and no new liquidity; `hidden` from lists. */
    status: 'listed' | 'hidden' | 'paused';
    /** What its price follows: `constant-product`, or `stable` for tokens near parity. */
    curve: 'constant-product' | 'stable';
    /** How flat a stable curve is; null for another. */
    amplification: null | number;
    /** When it was created (ISO 8601). */
    createdAt: string;
    /** Of jetton0 in jetton1 now, without fees, to 18 significant digits, cut; null of an empty pool. */
    price: Decimal | null;
    /** How its price has changed since `from`, as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then. */
    change24h: Decimal | null;
    /** What was swapped since `from`, in either direction; in the quote token half of the sum of both, as each swap is counted in both. */
    volume24h: {
      /** In jetton0. */
      amount0: Decimal;
      /** In jetton1. */
      amount1: Decimal;
      /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
      quote: Decimal | null;
    };
    /** What its providers have earned since `from`. */
    fees24h: {
      /** In jetton0. */
      amount0: Decimal;
      /** In jetton1. */
      amount1: Decimal;
      /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
      quote: Decimal | null;
    };
    /** How many swaps passed it since `from`. */
    swaps24h: number;
    /** What it holds of jetton0. */
    reserve0: Decimal;
    /** What it holds of jetton1. */
    reserve1: Decimal;
    /** What it holds, in the quote token: the worth of each reserve, cut at its decimals, added up. */
    tvl: Decimal | null;
    /** Of jetton0 in jetton1 now, over the deepest way between them, which may be the pool itself; null where one of them has no price in the quote token. */
    marketPrice: Decimal | null;
    /** Whether that way is more than ten times as deep as the pool, so that `marketPrice` is to be relied on and not `price`. */
    thin: boolean;
    /** Yearly pace, as a fraction: fees24h.quote · 365 ÷ tvl, cut at 12 digits after the point. */
    apr: Decimal | null;
  }[];
  /** The tokens of this page. */
  tokens?: {
    /** Token address. */
    address: string;
    /** Token symbol. */
    symbol: string;
    /** Number of decimal places of the token. */
    decimals: number;
    /** Name of the token; empty where it has none. */
    name: string;
    /** Logo as an https URL or a data URL; empty where it has none. */
    logo: string;
    /** `listed`; `hidden` from lists; `paused`, so that it takes no swaps and no new liquidity. */
    status: 'listed' | 'hidden' | 'paused';
    /** In the quote token, to 18 significant digits, cut; null where no path leads to it. */
    price: Decimal | null;
    /** How that has changed since `from`: against the prices that the pools of its path had then, as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then. */
    change24h: Decimal | null;
    /** What was swapped of it since `from`, in either direction and every pool, in the quote token. */
    volume24h: Decimal | null;
    /** What all pools hold of it, in the quote token. */
    tvl: Decimal | null;
    /** How many pools it is in. */
    pools: number;
  }[];
  /** How many there are on all pages together. */
  count: number;
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetPoolStatsInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
};

export type GetPoolStatsOutput = {
  /** What worth is told in; null where there is no such token. */
  quoteToken: Token | null;
  /** The last transaction that is counted. */
  sequence: number;
  /** When it was counted (ISO 8601). */
  asOf: string;
  /** Where the last 24 hours begin (ISO 8601): 24 h before a whole minute, which is at most two minutes ago. */
  from: string;
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
  /** `listed`; `paused`, so that it takes no swaps and no new liquidity; `hidden` from lists. */
  status: 'listed' | 'hidden' | 'paused';
  /** What its price follows: `constant-product`, or `stable` for tokens near parity. */
  curve: 'constant-product' | 'stable';
  /** How flat a stable curve is; null for another. */
  amplification: null | number;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** Of jetton0 in jetton1 now, without fees, to 18 significant digits, cut; null of an empty pool. */
  price: Decimal | null;
  /** How its price has changed since `from`, as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then. */
  change24h: Decimal | null;
  /** What was swapped since `from`, in either direction; in the quote token half of the sum of both, as each swap is counted in both. */
  volume24h: {
    /** In jetton0. */
    amount0: Decimal;
    /** In jetton1. */
    amount1: Decimal;
    /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
    quote: Decimal | null;
  };
  /** What its providers have earned since `from`. */
  fees24h: {
    /** In jetton0. */
    amount0: Decimal;
    /** In jetton1. */
    amount1: Decimal;
    /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
    quote: Decimal | null;
  };
  /** How many swaps passed it since `from`. */
  swaps24h: number;
  /** What it holds of jetton0. */
  reserve0: Decimal;
  /** What it holds of jetton1. */
  reserve1: Decimal;
  /** What it holds, in the quote token: the worth of each reserve, cut at its decimals, added up. */
  tvl: Decimal | null;
  /** Of jetton0 in jetton1 now, over the deepest way between them, which may be the pool itself; null where one of them has no price in the quote token. */
  marketPrice: Decimal | null;
  /** Whether that way is more than ten times as deep as the pool, so that `marketPrice` is to be relied on and not `price`. */
  thin: boolean;
  /** Yearly pace, as a fraction: fees24h.quote · 365 ÷ tvl, cut at 12 digits after the point. */
  apr: Decimal | null;
  /** Fee that stays with the providers, as a fraction of what is offered. */
  lpFee: Decimal;
  /** Fee that the protocol collects, as a fraction of what is bought. */
  protocolFee: Decimal;
  /** LP tokens of all providers together. */
  lpSupply: Decimal;
  /** What happened in the last time. */
  windows: {
    /** Since `from`. */
    '24h': {
      /** Where it begins (ISO 8601); null for all of its time. */
      from: string | null;
      /** How the price has changed since, as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then. */
      change: Decimal | null;
      /** What was swapped, as in `volume24h`. */
      volume: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** What the providers have earned. */
      fees: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** How many swaps passed it since. */
      swaps: number;
      /** What fees have added to each LP token, as a fraction: index now ÷ index then − 1, cut at 12 digits after the point. */
      growth: Decimal | null;
    };
    /** Since 7 days before the same minute. */
    '7d': {
      /** Where it begins (ISO 8601); null for all of its time. */
      from: string | null;
      /** How the price has changed since, as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then. */
      change: Decimal | null;
      /** What was swapped, as in `volume24h`. */
      volume: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** What the providers have earned. */
      fees: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** How many swaps passed it since. */
      swaps: number;
      /** What fees have added to each LP token, as a fraction: index now ÷ index then − 1, cut at 12 digits after the point. */
      growth: Decimal | null;
    };
    /** Since 30 days before the same minute. */
    '30d': {
      /** Where it begins (ISO 8601); null for all of its time. */
      from: string | null;
      /** How the price has changed since, as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then. */
      change: Decimal | null;
      /** What was swapped, as in `volume24h`. */
      volume: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** What the providers have earned. */
      fees: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** How many swaps passed it since. */
      swaps: number;
      /** What fees have added to each LP token, as a fraction: index now ÷ index then − 1, cut at 12 digits after the point. */
      growth: Decimal | null;
    };
    /** Since its first transaction; `change` and `growth` since the end of the first minute in which it held something, and 0 while that lasts. */
    all: {
      /** Where it begins (ISO 8601); null for all of its time. */
      from: string | null;
      /** How the price has changed since, as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then. */
      change: Decimal | null;
      /** What was swapped, as in `volume24h`. */
      volume: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** What the providers have earned. */
      fees: {
        /** In jetton0. */
        amount0: Decimal;
        /** In jetton1. */
        amount1: Decimal;
        /** In the quote token, cut at its decimals; null where one of the two tokens has no price in it. */
        quote: Decimal | null;
      };
      /** How many swaps passed it since. */
      swaps: number;
      /** What fees have added to each LP token, as a fraction: index now ÷ index then − 1, cut at 12 digits after the point. */
      growth: Decimal | null;
    };
  };
  /** What moves the price by 0.1, 1 and 5 %: the smallest payment whose swap leaves it at (1 + part) times what it is or above, and at (1 − part) times or below. */
  moves: {
    /** By which part of it the price moves. */
    part: Decimal;
    /** A payment in jetton1; null where none does. */
    up: {
      /** The smallest payment in jetton1 that does, fees included. */
      pay: Decimal;
      /** What is received for it in jetton0, without a referrer. */
      receive: Decimal;
    } | null;
    /** A payment in jetton0; null where none does. */
    down: {
      /** The smallest payment in jetton0 that does, fees included. */
      pay: Decimal;
      /** What is received for it in jetton1, without a referrer. */
      receive: Decimal;
    } | null;
  }[];
  /** Between what its reserves were in the last 30 days: at `from`, at the end of each hour since, and now. Null of a pool that never held anything. */
  levels: {
    /** Where the 30 days begin (ISO 8601). */
    from: string;
    /** The least of reserve0. */
    low0: Decimal;
    /** The most of reserve0. */
    high0: Decimal;
    /** The least of reserve1. */
    low1: Decimal;
    /** The most of reserve1. */
    high1: Decimal;
  } | null;
};

export type GetCandlesInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** How long each is. */
  interval: '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
  /** Those that begin at this moment or later. Default: 300 intervals before `to`, or with `limit` the first. */
  from?: string | undefined;
  /** Those that begin before this moment. Default: now, with the one under way. */
  to?: string | undefined;
  /** The last so many that there are before `to`, however long ago; 1 to 1000. */
  limit?: number | string | undefined;
};

export type GetCandlesOutput = {
  /** The token whose price it is. */
  jetton0: string;
  /** The token that it is told in. */
  jetton1: string;
  /** How long each is. */
  interval: string;
  /** Oldest first. */
  candles: {
    /** Where the interval begins (ISO 8601). */
    time: string;
    /** Price before the first swap. */
    open: Decimal;
    /** Highest price before or after a swap. */
    high: Decimal;
    /** Lowest price before or after a swap. */
    low: Decimal;
    /** Price after the last swap. */
    close: Decimal;
    /** How much jetton0 was swapped, in either direction. */
    volume0: Decimal;
    /** How much jetton1 was swapped, in either direction. */
    volume1: Decimal;
    /** What the providers earned in jetton0. */
    fees0: Decimal;
    /** What the providers earned in jetton1. */
    fees1: Decimal;
    /** How many swaps. */
    swaps: number;
  }[];
  /** The last transaction that is counted. */
  sequence: number;
};

export type GetTradesInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Only from this moment on: ISO 8601 with a zone, or unix seconds. */
  from?: string | undefined;
  /** Only before this moment. */
  to?: string | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetTradesOutput = {
  /** The items of this page. */
  trades: {
    /** Position in the journal. */
    sequence: number;
    /** When it was committed (ISO 8601). */
    createdAt: string;
    /** `sell`: jetton0 was paid; `buy`: it was received. */
    side: 'buy' | 'sell';
    /** How much jetton0. */
    amount0: Decimal;
    /** How much jetton1. */
    amount1: Decimal;
    /** amount1 for one of amount0, fees included; to 18 significant digits, cut. */
    price: Decimal;
    /** What the providers earned in jetton0. */
    fees0: Decimal;
    /** What the providers earned in jetton1. */
    fees1: Decimal;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
  /** The last transaction that is counted. */
  sequence: number;
};

export type GetPriceInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** How far the average reaches back: minutes, hours or days, from `1m` to `30d`. Default `5m`. */
  window?: string | undefined;
};

export type GetPriceOutput = {
  /** The token whose price it is. */
  jetton0: string;
  /** The token that it is told in. */
  jetton1: string;
  /** Now; to 18 significant digits, cut. */
  price: Decimal;
  /** Over the window, weighed by time; to 18 significant digits, cut. Null until a whole minute of the clock has passed since the first price. */
  mean: Decimal | null;
  /** Where the window begins: at a whole minute, and not before the first at which the pool had a price. The same as `to` where `mean` is null. */
  from: string;
  /** Where it ends: now. */
  to: string;
  /** How many swaps in the window; 0 where `mean` is null. */
  swaps: number;
  /** The last transaction that is counted. */
  sequence: number;
};

export type GetLastAuditInput = Record<never, never>;

export type GetLastAuditOutput = {
  /** The last one that came to an end; null before the first. */
  audit: {
    /** Whether everything added up. */
    state: 'passed' | 'failed';
    /** The last transaction of the journal that it looked at. */
    sequence: number;
    /** Transactions that it has gone through. */
    checked: number;
    /** When it began (ISO 8601). */
    startedAt: string;
    /** When it ended (ISO 8601). */
    endedAt: string;
  } | null;
};

export type GetBalancesInput = {
  /** Another's account, for operators. */
  account?: string | undefined;
  /** Only this token; without `cursor` and `limit`. Up to 100, each in a parameter of its own. */
  token?: string | readonly string[] | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetBalancesOutput = {
  /** The items of this page. */
  balances: {
    /** Token address. */
    address: string;
    /** Token symbol. */
    symbol: string;
    /** Number of decimal places of the token. */
    decimals: number;
    /** Balance in whole tokens. */
    balance: Decimal;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetPortfolioInput = {
  /** Another's account, for operators. */
  account?: string | undefined;
  /** What to list beside the totals. Default `tokens`. */
  list?: 'tokens' | 'positions' | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetPortfolioOutput = {
  /** What worth is told in; null where there is no such token. */
  quoteToken: Token | null;
  /** The last transaction that is counted. */
  sequence: number;
  /** When it was counted (ISO 8601). */
  asOf: string;
  /** Where the last 24 hours begin (ISO 8601): 24 h before a whole minute, which is at most two minutes ago. */
  from: string;
  /** Tokens and positions together, those without a price left out; null where something is held and nothing of it has a price, or there is no quote token. */
  worth: Decimal | null;
  /** The totals. */
  held: {
    /** Balances of tokens, LP tokens left out. */
    tokens: {
      /** How many there are. */
      count: number;
      /** How many of them have no price, or not all of them has: they are left out of `worth`. */
      unpriced: number;
      /** What the others are worth together, in the quote token; null where none of them has a price, or there is no quote token. */
      worth: Decimal | null;
    };
    /** Positions in pools, as what a refund of each would return. */
    positions: {
      /** How many there are. */
      count: number;
      /** How many of them have no price, or not all of them has: they are left out of `worth`. */
      unpriced: number;
      /** What the others are worth together, in the quote token; null where none of them has a price, or there is no quote token. */
      worth: Decimal | null;
    };
  };
  /** False where the account holds more than 100,000 tokens and positions: the totals and lists are then those of the first 100,000 by address. */
  complete: boolean;
  /** The items of this page. */
  tokens?: {
    /** Token address. */
    address: string;
    /** Token symbol. */
    symbol: string;
    /** Number of decimal places of the token. */
    decimals: number;
    /** Balance in whole tokens. */
    balance: Decimal;
    /** Of one in the quote token, as in getMarket; null where no path leads to it. */
    price: Decimal | null;
    /** balance · price, cut at the decimals of the quote token; null where it has no price. */
    worth: Decimal | null;
  }[];
  /** The items of this page. */
  positions?: {
    /** Whose position. */
    account: string;
    /** The pool. */
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
    /** All that was ever put in. Of jetton0. */
    provided0: Decimal;
    /** All that was ever put in. Of jetton1. */
    provided1: Decimal;
    /** All that refunds have returned. Of jetton0. */
    withdrawn0: Decimal;
    /** All that refunds have returned. Of jetton1. */
    withdrawn1: Decimal;
    /** What the LP tokens that are held have cost, on average. Of jetton0. */
    cost0: Decimal;
    /** What the LP tokens that are held have cost, on average. Of jetton1. */
    cost1: Decimal;
    /** What a refund of all of them would return now. Of jetton0. */
    returns0: Decimal;
    /** What a refund of all of them would return now. Of jetton1. */
    returns1: Decimal;
    /** What of that is fees. Of jetton0. */
    fees0: Decimal;
    /** What of that is fees. Of jetton1. */
    fees1: Decimal;
    /** What of `withdrawn` were fees. Of jetton0. */
    realisedFees0: Decimal;
    /** What of `withdrawn` were fees. Of jetton1. */
    realisedFees1: Decimal;
    /** What the LP tokens that were refunded had cost. Of jetton0. */
    releasedCost0: Decimal;
    /** What the LP tokens that were refunded had cost. Of jetton1. */
    releasedCost1: Decimal;
    /** jetton1 for one jetton0 at the margin, without fees; absent where the pool is empty. */
    price?: Decimal;
    /** `fees0` and `fees1` at that price, in jetton1. */
    feesValue: Decimal;
    /** In jetton1 at that price: `returns` without `fees`, less `cost`. Below zero where the price has moved. */
    impermanentLoss: Decimal;
    /** `feesValue` + `impermanentLoss`: what providing has brought that holding had not. */
    againstHolding: Decimal;
    /** The journal position that it is as of. */
    sequence: number;
    /** Share of the pool in percent, 0 to 100, cut after 18 digits. */
    sharePercentage: Decimal;
    /** Of one jetton0 in the quote token, as in getMarket; null where no path leads to it. */
    price0: Decimal | null;
    /** Of one jetton1 in the quote token, as in getMarket; null where no path leads to it. */
    price1: Decimal | null;
    /** `returns0` and `returns1` at these prices, each cut at the decimals of the quote token; null where one of the two has no price. */
    worth: Decimal | null;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetActivityInput = {
  /** Another's account, for operators. */
  account?: string | undefined;
  /** `true`: of everyone. */
  all?: 'true' | undefined;
  /** Only this kind. */
  kind?:
    | 'swap'
    | 'referral'
    | 'provide'
    | 'refund'
    | 'deposit'
    | 'withdraw'
    | 'collectFees'
    | 'createPool'
    | 'registerToken'
    | 'setPoolFees'
    | 'setPoolStatus'
    | 'updateToken'
    | undefined;
  /** Only what moved this token. */
  token?: string | undefined;
  /** Only what was done in the pool of this address. */
  pool?: string | undefined;
  /** Only what was done in the pool of this token and jetton1. */
  jetton0?: string | undefined;
  /** Only what was done in the pool of this token and jetton0. */
  jetton1?: string | undefined;
  /** Only from this moment on: ISO 8601 with a zone, or unix seconds. */
  from?: string | undefined;
  /** Only before this moment. */
  to?: string | undefined;
  /** Only the movement of this reference. */
  reference?: string | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetActivityOutput = {
  /** The items of this page. */
  activity: {
    /** Identifier of the transaction (UUIDv7). */
    transactionId: string;
    /** What happened. `referral`: a swap of someone else that paid the account as its referrer, with the income as `amount`. */
    kind:
      | 'swap'
      | 'referral'
      | 'provide'
      | 'refund'
      | 'deposit'
      | 'withdraw'
      | 'collectFees'
      | 'createPool'
      | 'registerToken'
      | 'setPoolFees'
      | 'setPoolStatus'
      | 'updateToken';
    /** Position in the journal. */
    sequence: number;
    /** When it was committed (ISO 8601). */
    createdAt: string;
    /** The account that asked for it. */
    actor: string;
    /** The account whose tokens moved, or that was paid. */
    account: string;
    /** The pool. */
    poolAddress?: string;
    /** The token offered, or the first of the pool. */
    tokenA?: string;
    /** The token received, or the second of the pool. */
    tokenB?: string;
    /** How much of tokenA, in whole tokens. */
    amountA?: Decimal;
    /** How much of tokenB, in whole tokens. */
    amountB?: Decimal;
    /** LP tokens minted or burned. */
    lpTokens?: Decimal;
    fees?: Fees;
    /** The account that a swap named as its referrer. */
    referrer?: string;
    /** The token of a deposit, a withdrawal, a referral or a registration. */
    token?: string;
    /** How much of token, in whole tokens. */
    amount?: Decimal;
    /** The reference of a deposit or a withdrawal. */
    reference?: string;
    /** Fee of a pool that stays with the providers from then on, as a fraction. */
    lpFee?: Decimal;
    /** Fee of a pool that the protocol collects from then on, as a fraction. */
    protocolFee?: Decimal;
    /** Fee of a referrer in a pool from then on, as a fraction. */
    refFee?: Decimal;
    /** Account that collectFees pays from then on; "N/A" without a protocol fee. */
    protocolFeeAddress?: string;
    /** The name of a token from then on. */
    name?: string;
    /** The logo of a token from then on. */
    logo?: string;
    /** The status of a token or a pool from then on. */
    status?: string;
    /** The pools of a swap over more than one, in order. */
    route?: {
      /** The pool. */
      poolAddress: string;
      /** What goes in. */
      tokenA: string;
      /** What comes out. */
      tokenB: string;
      /** How much goes in. */
      amountA: Decimal;
      /** How much comes out. */
      amountB: Decimal;
      /** What this pool charges. */
      fees: {
        /** What stays with the providers, in tokenA. */
        lp: Decimal;
        /** What the protocol collects, in tokenB. */
        protocol: Decimal;
        /** What the referrer receives, in tokenB. */
        ref: Decimal;
      };
    }[];
    /** What its price follows: `constant-product`, or `stable` for tokens near parity. */
    curve?: 'constant-product' | 'stable';
    /** How flat the curve of a stable pool is. */
    amplification?: number;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetActivityTotalsInput = {
  /** Another's account, for operators. */
  account?: string | undefined;
  /** `true`: of everyone. */
  all?: 'true' | undefined;
  /** Only this kind. */
  kind?:
    | 'swap'
    | 'referral'
    | 'provide'
    | 'refund'
    | 'deposit'
    | 'withdraw'
    | 'collectFees'
    | 'createPool'
    | 'registerToken'
    | 'setPoolFees'
    | 'setPoolStatus'
    | 'updateToken'
    | undefined;
  /** Only what moved this token. */
  token?: string | undefined;
  /** Only what was done in the pool of this address. */
  pool?: string | undefined;
  /** Only what was done in the pool of this token and jetton1. */
  jetton0?: string | undefined;
  /** Only what was done in the pool of this token and jetton0. */
  jetton1?: string | undefined;
  /** Only from this moment on: ISO 8601 with a zone, or unix seconds. */
  from?: string | undefined;
  /** Only before this moment. */
  to?: string | undefined;
  /** Only the movement of this reference. */
  reference?: string | undefined;
};

export type GetActivityTotalsOutput = {
  /** How many transactions. */
  count: number;
  /** Those that there are, by name. */
  kinds: {
    /** What happened. */
    kind:
      | 'swap'
      | 'referral'
      | 'provide'
      | 'refund'
      | 'deposit'
      | 'withdraw'
      | 'collectFees'
      | 'createPool'
      | 'registerToken'
      | 'setPoolFees'
      | 'setPoolStatus'
      | 'updateToken';
    /** How often. */
    count: number;
  }[];
  /** Those that moved, by address. */
  tokens: {
    /** The token; an LP token goes by the address of its pool. */
    token: string;
    /** Its symbol. */
    symbol: string;
    /** Its decimal places. */
    decimals: number;
    /** What the account received of it, transaction by transaction. */
    in: Decimal;
    /** What the account paid of it. */
    out: Decimal;
    /** What its swaps paid in fees, of this token. */
    fees: {
      /** What stayed with the providers. */
      lp: Decimal;
      /** What the protocol collected. */
      protocol: Decimal;
      /** What referrers received. */
      ref: Decimal;
    };
  }[];
  /** The last transaction that was looked at. */
  sequence: number;
};

export type GetTransactionInput = {
  /** The id, as every change answers it in the header Transaction-Id. */
  transactionId?: string | undefined;
  /** Instead of the id: the position in the journal. */
  sequence?: number | string | undefined;
};

export type GetTransactionOutput = {
  /** Identifier of the transaction (UUIDv7). */
  transactionId: string;
  /** What happened. `referral`: a swap of someone else that paid the account as its referrer, with the income as `amount`. */
  kind:
    | 'swap'
    | 'referral'
    | 'provide'
    | 'refund'
    | 'deposit'
    | 'withdraw'
    | 'collectFees'
    | 'createPool'
    | 'registerToken'
    | 'setPoolFees'
    | 'setPoolStatus'
    | 'updateToken';
  /** Position in the journal. */
  sequence: number;
  /** When it was committed (ISO 8601). */
  createdAt: string;
  /** The account that asked for it. */
  actor: string;
  /** The account whose tokens moved, or that was paid. */
  account: string;
  /** The pool. */
  poolAddress?: string;
  /** The token offered, or the first of the pool. */
  tokenA?: string;
  /** The token received, or the second of the pool. */
  tokenB?: string;
  /** How much of tokenA, in whole tokens. */
  amountA?: Decimal;
  /** How much of tokenB, in whole tokens. */
  amountB?: Decimal;
  /** LP tokens minted or burned. */
  lpTokens?: Decimal;
  fees?: Fees;
  /** The account that a swap named as its referrer. */
  referrer?: string;
  /** The token of a deposit, a withdrawal, a referral or a registration. */
  token?: string;
  /** How much of token, in whole tokens. */
  amount?: Decimal;
  /** The reference of a deposit or a withdrawal. */
  reference?: string;
  /** Fee of a pool that stays with the providers from then on, as a fraction. */
  lpFee?: Decimal;
  /** Fee of a pool that the protocol collects from then on, as a fraction. */
  protocolFee?: Decimal;
  /** Fee of a referrer in a pool from then on, as a fraction. */
  refFee?: Decimal;
  /** Account that collectFees pays from then on; "N/A" without a protocol fee. */
  protocolFeeAddress?: string;
  /** The name of a token from then on. */
  name?: string;
  /** The logo of a token from then on. */
  logo?: string;
  /** The status of a token or a pool from then on. */
  status?: string;
  /** The pools of a swap over more than one, in order. */
  route?: {
    /** The pool. */
    poolAddress: string;
    /** What goes in. */
    tokenA: string;
    /** What comes out. */
    tokenB: string;
    /** How much goes in. */
    amountA: Decimal;
    /** How much comes out. */
    amountB: Decimal;
    /** What this pool charges. */
    fees: {
      /** What stays with the providers, in tokenA. */
      lp: Decimal;
      /** What the protocol collects, in tokenB. */
      protocol: Decimal;
      /** What the referrer receives, in tokenB. */
      ref: Decimal;
    };
  }[];
  /** What its price follows: `constant-product`, or `stable` for tokens near parity. */
  curve?: 'constant-product' | 'stable';
  /** How flat the curve of a stable pool is. */
  amplification?: number;
  /** What moved from whom to whom. */
  transfers: {
    /** The account debited; names with a space are of the exchange itself. */
    from: string;
    /** The account credited. */
    to: string;
    /** The token; an LP token goes by the address of its pool. */
    token: string;
    /** How much, in whole tokens. */
    amount: Decimal;
  }[];
  entries: Entries;
  /** Those whose reserves it moved, in the order of its route. Null where that cannot be told: while the history is being counted, where the market is off, or where more than 5000 transactions before it in the same minute would have to be looked through. */
  pools:
    | {
        /** The pool. */
        poolAddress: string;
        /** Its first token. */
        jetton0: string;
        /** Its second token. */
        jetton1: string;
        /** Right before the transaction. */
        before: {
          /** What it held of jetton0. */
          reserve0: Decimal;
          /** What it held of jetton1. */
          reserve1: Decimal;
          /** Of jetton0 in jetton1, without fees, to 18 significant digits, cut; null of an empty pool. */
          price: Decimal | null;
        };
        /** Right after it. */
        after: {
          /** What it held of jetton0. */
          reserve0: Decimal;
          /** What it held of jetton1. */
          reserve1: Decimal;
          /** Of jetton0 in jetton1, without fees, to 18 significant digits, cut; null of an empty pool. */
          price: Decimal | null;
        };
      }[]
    | null;
};

export type WhoamiInput = Record<never, never>;

export type WhoamiOutput = {
  /** The account; null without a key where one is needed. */
  account: string | null;
  /** `trader` or `operator`; null without an account. */
  role: 'trader' | 'operator' | null;
  /** `local`: a request without a key acts as the account local; `keys`: every account needs one. */
  auth: 'local' | 'keys';
  /** Which way a swap takes that does not say. */
  routing: 'best' | 'direct';
  /** What is refused beyond. */
  limits: {
    /** What may be asked for in a second, counted in quotes; null for no limit. */
    requestsPerSecond: number | null;
    /** Changes a day; null for no limit. */
    changesPerDay: number | null;
    /** Largest body of a request. */
    bodyBytes: number;
    /** Longest wait for a request to arrive. */
    timeoutMs: number;
    /** Most items a page. */
    pageItems: number;
    /** How far a swap may move its own price that gives no `maxPriceImpact`, as a fraction. */
    priceImpact: Decimal;
  };
  /** What the exchange settles on. */
  venue: string;
  /** The last position in the journal. */
  sequence: number;
  /** Whether this exchange is a demo, made to play with. */
  demo: boolean;
  /** Version of this interface. */
  version: string;
};

export type CreateSessionInput = {
  /** The API key. */
  key: string;
};

export type CreateSessionOutput = {
  /** The account that the browser acts for. */
  account: string;
  /** `trader` or `operator`. */
  role: 'trader' | 'operator';
  /** When it ends by itself (ISO 8601). */
  expiresAt: string;
};

export type DeleteSessionInput = Record<never, never>;

export type DeleteSessionOutput = Record<never, never>;

export type ProvideLiquidityInput = {
  Pair: Pair;
  /** The offer. */
  amount: {
    /** The most of tokenA to take. */
    tokenA: Decimal | string;
    /** The most of tokenB to take. */
    tokenB: Decimal | string;
  };
  /** Refuse if fewer LP tokens would be minted. */
  minLpTokens?: Decimal | string | undefined;
  /** Refuse if more than this fraction of either offer would not be taken. Default 0.15 without minLpTokens; 1 allows any. */
  maxPriceImpact?: Decimal | string | undefined;
};

export type ProvideLiquidityOutput = {
  /** Address of the pool. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Amount of the first token. */
  token1Amount: Decimal;
  /** Amount of the second token. */
  token2Amount: Decimal;
  /** LP tokens minted. */
  lpTokensMinted: Decimal;
  /** Whether the pool was empty before, so that the amounts set its first price. */
  setsPrice: boolean;
};

export type QuoteLiquidityInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** The most of jetton0 to provide. */
  amount0?: Decimal | string | undefined;
  /** The most of jetton1 to provide. */
  amount1?: Decimal | string | undefined;
  /** As for provideLiquidity. */
  maxPriceImpact?: Decimal | string | undefined;
  /** How many LP tokens to refund. */
  lpTokens?: Decimal | string | undefined;
  /** Which part of the position to refund, in percent; rounded down in LP tokens. */
  percentage?: Decimal | string | undefined;
};

export type QuoteLiquidityOutput = {
  /** What it is about. */
  kind: 'provide' | 'refund';
  /** Address of the pool. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Amount of the first token. */
  token1Amount: Decimal;
  /** Amount of the second token. */
  token2Amount: Decimal;
  /** LP tokens minted or burned. */
  lpTokens: Decimal;
  /** The account's share of the pool afterwards, in percent. */
  sharePercentage: Decimal;
  /** Whether the pool would be created. */
  createsPool: boolean;
  /** Whether the pool is empty before, so that the amounts set its first price. */
  setsPrice: boolean;
  /** What the pool would show then: jetton1 for one jetton0, without fees, to 18 significant digits, cut; null where it would be empty. */
  price: Decimal | null;
  /** The same the other way round: jetton0 for one jetton1. */
  inversePrice: Decimal | null;
  /** What the exchange knows of that price already: jetton1 for one jetton0 now, over the deepest way between the two, as in getPoolStats; null where it knows none, or counts no market at the moment. */
  marketPrice: Decimal | null;
  /** The tokens between, on that way; none where it is the pool itself. */
  marketVia: string[];
  /** price ÷ marketPrice − 1, cut towards zero at 12 digits after the point; who provides far off it loses the difference to whoever trades it away. */
  priceDifference: Decimal | null;
  /** How many balances are written. */
  gas: number;
  entries: Entries;
  /** The journal position that it was made at. */
  sequence: number;
};

export type GetLPPositionInput = {
  /** Address of the first token of the pool. */
  jetton0: string;
  /** Address of the second token of the pool. */
  jetton1: string;
  /** Another's account, for operators. */
  account?: string | undefined;
};

export type GetLPPositionOutput = {
  /** Whose position. */
  account: string;
  /** The pool. */
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
  /** All that was ever put in. Of jetton0. */
  provided0: Decimal;
  /** All that was ever put in. Of jetton1. */
  provided1: Decimal;
  /** All that refunds have returned. Of jetton0. */
  withdrawn0: Decimal;
  /** All that refunds have returned. Of jetton1. */
  withdrawn1: Decimal;
  /** What the LP tokens that are held have cost, on average. Of jetton0. */
  cost0: Decimal;
  /** What the LP tokens that are held have cost, on average. Of jetton1. */
  cost1: Decimal;
  /** What a refund of all of them would return now. Of jetton0. */
  returns0: Decimal;
  /** What a refund of all of them would return now. Of jetton1. */
  returns1: Decimal;
  /** What of that is fees. Of jetton0. */
  fees0: Decimal;
  /** What of that is fees. Of jetton1. */
  fees1: Decimal;
  /** What of `withdrawn` were fees. Of jetton0. */
  realisedFees0: Decimal;
  /** What of `withdrawn` were fees. Of jetton1. */
  realisedFees1: Decimal;
  /** What the LP tokens that were refunded had cost. Of jetton0. */
  releasedCost0: Decimal;
  /** What the LP tokens that were refunded had cost. Of jetton1. */
  releasedCost1: Decimal;
  /** jetton1 for one jetton0 at the margin, without fees; absent where the pool is empty. */
  price?: Decimal;
  /** `fees0` and `fees1` at that price, in jetton1. */
  feesValue: Decimal;
  /** In jetton1 at that price: `returns` without `fees`, less `cost`. Below zero where the price has moved. */
  impermanentLoss: Decimal;
  /** `feesValue` + `impermanentLoss`: what providing has brought that holding had not. */
  againstHolding: Decimal;
  /** The journal position that it is as of. */
  sequence: number;
};

export type GetLPPositionsInput = {
  /** Another's account, for operators. */
  account?: string | undefined;
  /** Only the position in this pool, left out where there is no such pool; without `state`, `cursor` and `limit`. Up to 100, each in a parameter of its own. */
  pool?: string | readonly string[] | undefined;
  /** `open`: only those that hold LP tokens; `closed`: only those that were refunded whole. */
  state?: 'open' | 'closed' | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetLPPositionsOutput = {
  /** The items of this page. */
  positions: {
    /** Whose position. */
    account: string;
    /** The pool. */
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
    /** All that was ever put in. Of jetton0. */
    provided0: Decimal;
    /** All that was ever put in. Of jetton1. */
    provided1: Decimal;
    /** All that refunds have returned. Of jetton0. */
    withdrawn0: Decimal;
    /** All that refunds have returned. Of jetton1. */
    withdrawn1: Decimal;
    /** What the LP tokens that are held have cost, on average. Of jetton0. */
    cost0: Decimal;
    /** What the LP tokens that are held have cost, on average. Of jetton1. */
    cost1: Decimal;
    /** What a refund of all of them would return now. Of jetton0. */
    returns0: Decimal;
    /** What a refund of all of them would return now. Of jetton1. */
    returns1: Decimal;
    /** What of that is fees. Of jetton0. */
    fees0: Decimal;
    /** What of that is fees. Of jetton1. */
    fees1: Decimal;
    /** What of `withdrawn` were fees. Of jetton0. */
    realisedFees0: Decimal;
    /** What of `withdrawn` were fees. Of jetton1. */
    realisedFees1: Decimal;
    /** What the LP tokens that were refunded had cost. Of jetton0. */
    releasedCost0: Decimal;
    /** What the LP tokens that were refunded had cost. Of jetton1. */
    releasedCost1: Decimal;
    /** jetton1 for one jetton0 at the margin, without fees; absent where the pool is empty. */
    price?: Decimal;
    /** `fees0` and `fees1` at that price, in jetton1. */
    feesValue: Decimal;
    /** In jetton1 at that price: `returns` without `fees`, less `cost`. Below zero where the price has moved. */
    impermanentLoss: Decimal;
    /** `feesValue` + `impermanentLoss`: what providing has brought that holding had not. */
    againstHolding: Decimal;
    /** The journal position that it is as of. */
    sequence: number;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type BulkInput = {
  /** All of the items or none: one that is refused says why, the others, those before it too, are `not_attempted` (424). */
  atomic?: boolean | undefined;
  /** The calls, 1 to 1000; where `atomic` is set, 1 to 100. */
  items: readonly (
    | {
        /** Swap one token for another. */
        call: 'createSwap';
        /** What createSwap takes. */
        body: CreateSwapInput;
        /** 1 to 255 printable ASCII characters without spaces: the item's own Idempotency-Key. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Provide liquidity. */
        call: 'provideLiquidity';
        /** What provideLiquidity takes. */
        body: ProvideLiquidityInput;
        /** 1 to 255 printable ASCII characters without spaces: the item's own Idempotency-Key. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Withdraw liquidity. */
        call: 'refundLiquidity';
        /** What refundLiquidity takes. */
        body: RefundLiquidityInput;
        /** 1 to 255 printable ASCII characters without spaces: the item's own Idempotency-Key. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Tokens enter the exchange. */
        call: 'deposit';
        /** What deposit takes. */
        body: DepositInput;
        /** 1 to 255 printable ASCII characters without spaces: the item's own Idempotency-Key. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Tokens leave the exchange. */
        call: 'withdraw';
        /** What withdraw takes. */
        body: WithdrawInput;
        /** 1 to 255 printable ASCII characters without spaces: the item's own Idempotency-Key. */
        idempotencyKey?: string | undefined;
      }
    | {
        /** Sweep collected protocol fees. */
        call: 'collectFees';
        /** What collectFees takes. */
        body: CollectFeesInput;
        /** 1 to 255 printable ASCII characters without spaces: the item's own Idempotency-Key. */
        idempotencyKey?: string | undefined;
      }
  )[];
};

export type BulkOutput = {
  /** What became of each item, in their order. */
  items: (
    | {
        /** 200, or 202 where the venue settles later. */
        status: number;
        /** What the call answers as `data`. */
        data:
          | {
              /** Identifier of the swap; `getSwap` tracks it. */
              transactionId: string;
              /** It is done. */
              status: 'completed';
            }
          | {
              /** Address of the pool. */
              poolAddress: string;
              /** Address of the first token. */
              token1Address: string;
              /** Address of the second token. */
              token2Address: string;
              /** Amount of the first token. */
              token1Amount: Decimal;
              /** Amount of the second token. */
              token2Amount: Decimal;
              /** LP tokens minted. */
              lpTokensMinted: Decimal;
              /** Whether the pool was empty before, so that the amounts set its first price. */
              setsPrice: boolean;
            }
          | {
              /** Address of the pool. */
              poolAddress: string;
              /** Address of the first token. */
              token1Address: string;
              /** Address of the second token. */
              token2Address: string;
              /** Amount of the first token. */
              token1Amount: Decimal;
              /** Amount of the second token. */
              token2Amount: Decimal;
              /** LP tokens burned. */
              lpTokensBurned: Decimal;
            }
          | {
              /** Identifier of the movement. */
              transactionId: string;
              /** The account. */
              account: string;
              /** The token. */
              token: string;
              /** How much, in whole tokens. */
              amount: Decimal;
              /** The reference given. */
              reference: string;
            }
          | {
              /** The pool. */
              poolAddress: string;
              /** The account that was paid. */
              protocolFeeAddress: string;
              /** Address of the first token. */
              token1Address: string;
              /** Address of the second token. */
              token2Address: string;
              /** Fees paid in the first token. */
              token1Amount: Decimal;
              /** Fees paid in the second token. */
              token2Amount: Decimal;
            };
        /** The transaction that was made; getTransaction shows it. */
        transactionId?: string;
      }
    | {
        /** The status that the call alone would have. */
        status: number;
        /** What went wrong, in words to act on. */
        error: string;
        /** A stable code to decide by. */
        code: ErrorCode;
      }
  )[];
};

export type CreateWebhookInput = {
  /** Where to: an https URL. */
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
        | 'deposit'
        | 'withdraw'
      )[]
    | undefined;
  /** Only what is done in these pools; empty for everything. */
  pools?: readonly string[] | undefined;
  /** The sequence after which it begins, 0 for everything that ever happened; absent for from now on. */
  after?: number | string | undefined;
};

export type CreateWebhookOutput = {
  /** Names the webhook. */
  id: string;
  /** Whose it is. */
  account: string;
  /** Whether it gets everybody's events in full, since an operator made it. */
  everything: boolean;
  /** Where it is sent to. */
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
    | 'deposit'
    | 'withdraw'
  )[];
  /** Only what is done in these pools; empty for everything. */
  pools: string[];
  /** `active`, or `paused`: nothing is sent, and nothing is lost. */
  state: 'active' | 'paused';
  /** Why it is paused, or what the last attempt met; empty where all is well. */
  reason: string;
  /** Every event up to this sequence is delivered or left out, to within a minute. */
  deliveredTo: number;
  /** How often the batch that is under way has failed. */
  attempts: number;
  /** When it is tried again; null where nothing waits for that. */
  nextAttemptAt: string | null;
  /** The status of the last answer; null where there was none. */
  lastStatus: number | null;
  /** When it was made (ISO 8601). */
  createdAt: string;
  /** Until when messages are signed with the secret before as well; null where they are not. */
  previousSecretUntil: string | null;
  /** What messages are signed with; it is shown this once. */
  secret: string;
};

export type GetWebhooksInput = {
  /** Another's account, for operators. */
  account?: string | undefined;
  /** `true`: of everyone, for operators. */
  all?: 'true' | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetWebhooksOutput = {
  /** The items of this page. */
  webhooks: {
    /** Names the webhook. */
    id: string;
    /** Whose it is. */
    account: string;
    /** Whether it gets everybody's events in full, since an operator made it. */
    everything: boolean;
    /** Where it is sent to. */
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
      | 'deposit'
      | 'withdraw'
    )[];
    /** Only what is done in these pools; empty for everything. */
    pools: string[];
    /** `active`, or `paused`: nothing is sent, and nothing is lost. */
    state: 'active' | 'paused';
    /** Why it is paused, or what the last attempt met; empty where all is well. */
    reason: string;
    /** Every event up to this sequence is delivered or left out, to within a minute. */
    deliveredTo: number;
    /** How often the batch that is under way has failed. */
    attempts: number;
    /** When it is tried again; null where nothing waits for that. */
    nextAttemptAt: string | null;
    /** The status of the last answer; null where there was none. */
    lastStatus: number | null;
    /** When it was made (ISO 8601). */
    createdAt: string;
    /** Until when messages are signed with the secret before as well; null where they are not. */
    previousSecretUntil: string | null;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type SetWebhookStateInput = {
  /** The id of the webhook. */
  id: string;
  /** `active`, or `paused`: nothing is sent, and nothing is lost. */
  state: 'active' | 'paused';
};

export type SetWebhookStateOutput = {
  /** Names the webhook. */
  id: string;
  /** Whose it is. */
  account: string;
  /** Whether it gets everybody's events in full, since an operator made it. */
  everything: boolean;
  /** Where it is sent to. */
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
    | 'deposit'
    | 'withdraw'
  )[];
  /** Only what is done in these pools; empty for everything. */
  pools: string[];
  /** `active`, or `paused`: nothing is sent, and nothing is lost. */
  state: 'active' | 'paused';
  /** Why it is paused, or what the last attempt met; empty where all is well. */
  reason: string;
  /** Every event up to this sequence is delivered or left out, to within a minute. */
  deliveredTo: number;
  /** How often the batch that is under way has failed. */
  attempts: number;
  /** When it is tried again; null where nothing waits for that. */
  nextAttemptAt: string | null;
  /** The status of the last answer; null where there was none. */
  lastStatus: number | null;
  /** When it was made (ISO 8601). */
  createdAt: string;
  /** Until when messages are signed with the secret before as well; null where they are not. */
  previousSecretUntil: string | null;
};

export type TestWebhookInput = {
  /** The id of the webhook. */
  id: string;
};

export type TestWebhookOutput = {
  /** Whether the answer was one of success. */
  delivered: boolean;
  /** The status of the answer; null where there was none. */
  status: number | null;
  /** How long it took, in milliseconds. */
  tookMs: number;
  /** What went wrong; empty where it was delivered. */
  failure: string;
};

export type RotateWebhookSecretInput = {
  /** The id of the webhook. */
  id: string;
};

export type RotateWebhookSecretOutput = {
  /** Names the webhook. */
  id: string;
  /** Whose it is. */
  account: string;
  /** Whether it gets everybody's events in full, since an operator made it. */
  everything: boolean;
  /** Where it is sent to. */
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
    | 'deposit'
    | 'withdraw'
  )[];
  /** Only what is done in these pools; empty for everything. */
  pools: string[];
  /** `active`, or `paused`: nothing is sent, and nothing is lost. */
  state: 'active' | 'paused';
  /** Why it is paused, or what the last attempt met; empty where all is well. */
  reason: string;
  /** Every event up to this sequence is delivered or left out, to within a minute. */
  deliveredTo: number;
  /** How often the batch that is under way has failed. */
  attempts: number;
  /** When it is tried again; null where nothing waits for that. */
  nextAttemptAt: string | null;
  /** The status of the last answer; null where there was none. */
  lastStatus: number | null;
  /** When it was made (ISO 8601). */
  createdAt: string;
  /** Until when messages are signed with the secret before as well; null where they are not. */
  previousSecretUntil: string | null;
  /** What messages are signed with; it is shown this once. */
  secret: string;
};

export type DeleteWebhookInput = {
  /** The id of the webhook. */
  id: string;
};

export type DeleteWebhookOutput = {
  /** Names the webhook. */
  id: string;
  /** Whose it is. */
  account: string;
  /** Whether it gets everybody's events in full, since an operator made it. */
  everything: boolean;
  /** Where it is sent to. */
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
    | 'deposit'
    | 'withdraw'
  )[];
  /** Only what is done in these pools; empty for everything. */
  pools: string[];
  /** `active`, or `paused`: nothing is sent, and nothing is lost. */
  state: 'active' | 'paused';
  /** Why it is paused, or what the last attempt met; empty where all is well. */
  reason: string;
  /** Every event up to this sequence is delivered or left out, to within a minute. */
  deliveredTo: number;
  /** How often the batch that is under way has failed. */
  attempts: number;
  /** When it is tried again; null where nothing waits for that. */
  nextAttemptAt: string | null;
  /** The status of the last answer; null where there was none. */
  lastStatus: number | null;
  /** When it was made (ISO 8601). */
  createdAt: string;
  /** Until when messages are signed with the secret before as well; null where they are not. */
  previousSecretUntil: string | null;
};

export type RegisterTokenInput = {
  /** Address of the token. */
  address: string;
  /** Symbol to show. */
  symbol: string;
  /** Number of decimal places, 0 to 30. */
  decimals: number | string;
  /** Name to show: up to 64 visible characters; empty for none. */
  name?: string | undefined;
  /** An https URL of up to 512 characters, or a PNG, JPEG or WebP as a base64 data URL of up to 8192; empty for none. */
  logo?: string | undefined;
  /** Also where another token that is shown has the symbol. */
  force?: boolean | undefined;
};

export type RegisterTokenOutput = TokenEntry;

export type UpdateTokenInput = {
  /** Address of the token. */
  address: string;
  /** Name to show: up to 64 visible characters; empty for none. */
  name?: string | undefined;
  /** An https URL of up to 512 characters, or a PNG, JPEG or WebP as a base64 data URL of up to 8192; empty for none. */
  logo?: string | undefined;
  /** `listed`, `hidden` or `paused`. */
  status?: 'listed' | 'hidden' | 'paused' | undefined;
  /** Also where another token that is shown has its symbol. */
  force?: boolean | undefined;
};

export type UpdateTokenOutput = {
  /** Identifier of the change. */
  transactionId: string;
  /** Token address. */
  address: string;
  /** Name of the token; empty where it has none. */
  name?: string;
  /** Logo as an https URL or a data URL; empty where it has none. */
  logo?: string;
  /** `listed`; `hidden` from lists; `paused`, so that it takes no swaps and no new liquidity. */
  status?: 'listed' | 'hidden' | 'paused';
};

export type CreatePoolInput = {
  Pair: Pair;
  /** Fee that stays with the providers, as a fraction. */
  lpFee?: Decimal | string | undefined;
  /** Fee that the protocol collects, as a fraction. */
  protocolFee?: Decimal | string | undefined;
  /** Fee of a referrer, as a fraction. */
  refFee?: Decimal | string | undefined;
  /** Account that collectFees pays. */
  protocolFeeAddress?: string | undefined;
  /** `constant-product`, or `stable` for two tokens near parity. Default `constant-product`; never changes. */
  curve?: 'constant-product' | 'stable' | undefined;
  /** How flat a stable curve is, a whole number from 1 to 1000000: Curve's A times two. Only, and always, with `stable`. */
  amplification?: number | string | undefined;
  /** Also with fees that are asked back about otherwise. */
  force?: boolean | undefined;
};

export type CreatePoolOutput = {
  /** Address of the pool and of its LP token. */
  poolAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Fee that stays with the providers, as a fraction. */
  lpFee: Decimal;
  /** Fee that the protocol collects, as a fraction. */
  protocolFee: Decimal;
  /** Fee of a referrer, as a fraction. */
  refFee: Decimal;
  /** Account that collectFees pays; "N/A" for a pool without a protocol fee. */
  protocolFeeAddress: string;
  /** What its price follows: `constant-product`, or `stable` for tokens near parity. */
  curve: 'constant-product' | 'stable';
  /** How flat a stable curve is; null for another. */
  amplification: null | number;
};

export type SetPoolFeesInput = {
  Pair: Pair;
  /** Fee that stays with the providers, as a fraction. */
  lpFee?: Decimal | string | undefined;
  /** Fee that the protocol collects, as a fraction. */
  protocolFee?: Decimal | string | undefined;
  /** Fee of a referrer, as a fraction. */
  refFee?: Decimal | string | undefined;
  /** Account that collectFees pays. */
  protocolFeeAddress?: string | undefined;
  /** Also with fees that are asked back about otherwise. */
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
  /** The rates until then. */
  before: {
    /** Fee that stays with the providers, as a fraction. */
    lpFee: Decimal;
    /** Fee that the protocol collects, as a fraction. */
    protocolFee: Decimal;
    /** Fee of a referrer, as a fraction. */
    refFee: Decimal;
    /** Account that collectFees pays; "N/A" for a pool without a protocol fee. */
    protocolFeeAddress: string;
  };
  /** The rates from then on. */
  after: {
    /** Fee that stays with the providers, as a fraction. */
    lpFee: Decimal;
    /** Fee that the protocol collects, as a fraction. */
    protocolFee: Decimal;
    /** Fee of a referrer, as a fraction. */
    refFee: Decimal;
    /** Account that collectFees pays; "N/A" for a pool without a protocol fee. */
    protocolFeeAddress: string;
  };
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
  /** What it was until then. */
  before: 'listed' | 'hidden' | 'paused';
  /** What it is from then on. */
  after: 'listed' | 'hidden' | 'paused';
};

export type DepositInput = {
  /** The account. */
  account: string;
  /** The token. */
  token: string;
  /** How much, in whole tokens. */
  amount: Decimal | string;
  /** What the operator finds the movement by elsewhere. */
  reference: string;
};

export type DepositOutput = {
  /** Identifier of the movement. */
  transactionId: string;
  /** The account. */
  account: string;
  /** The token. */
  token: string;
  /** How much, in whole tokens. */
  amount: Decimal;
  /** The reference given. */
  reference: string;
};

export type WithdrawInput = {
  /** The account. */
  account: string;
  /** The token. */
  token: string;
  /** How much, in whole tokens. */
  amount: Decimal | string;
  /** What the operator finds the movement by elsewhere. */
  reference: string;
};

export type WithdrawOutput = {
  /** Identifier of the movement. */
  transactionId: string;
  /** The account. */
  account: string;
  /** The token. */
  token: string;
  /** How much, in whole tokens. */
  amount: Decimal;
  /** The reference given. */
  reference: string;
};

export type CollectFeesInput = { Pair: Pair };

export type CollectFeesOutput = {
  /** The pool. */
  poolAddress: string;
  /** The account that was paid. */
  protocolFeeAddress: string;
  /** Address of the first token. */
  token1Address: string;
  /** Address of the second token. */
  token2Address: string;
  /** Fees paid in the first token. */
  token1Amount: Decimal;
  /** Fees paid in the second token. */
  token2Amount: Decimal;
};

export type GetAccountsInput = {
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetAccountsOutput = {
  /** The items of this page. */
  accounts: {
    /** Name of the account. */
    account: string;
    /** How many tokens it holds, LP tokens included. */
    tokens: number;
    /** How many API keys of it can be used. */
    keys: number;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type GetKeysInput = {
  /** Only those of this account. */
  account?: string | undefined;
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetKeysOutput = {
  /** The items of this page. */
  keys: {
    /** Names the key, and is no secret. */
    id: string;
    /** The account that it stands for. */
    account: string;
    /** `trader` or `operator`. */
    role: 'trader' | 'operator';
    /** When it was made (ISO 8601). */
    createdAt: string;
    /** When it was revoked; null while it can be used. */
    revokedAt: string | null;
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type CreateKeyInput = {
  /** The account that it stands for; it need not exist before. */
  account: string;
  /** `trader` or `operator`. */
  role: 'trader' | 'operator';
};

export type CreateKeyOutput = {
  /** Names the key, and is no secret. */
  id: string;
  /** The account that it stands for. */
  account: string;
  /** `trader` or `operator`. */
  role: 'trader' | 'operator';
  /** When it was made (ISO 8601). */
  createdAt: string;
  /** When it was revoked; null while it can be used. */
  revokedAt: string | null;
  /** The key, to be sent as `Authorization: Bearer <key>`. */
  key: string;
};

export type RevokeKeyInput = {
  /** The id of the key. */
  id: string;
};

export type RevokeKeyOutput = {
  /** Names the key, and is no secret. */
  id: string;
  /** The account that it stands for. */
  account: string;
  /** `trader` or `operator`. */
  role: 'trader' | 'operator';
  /** When it was made (ISO 8601). */
  createdAt: string;
  /** When it was revoked; null while it can be used. */
  revokedAt: string | null;
};

export type GetStatusInput = Record<never, never>;

export type GetStatusOutput = {
  /** Version of the program. */
  version: string;
  /** When this server began to serve (ISO 8601). */
  startedAt: string;
  /** What it keeps everything in. */
  store: 'sqlite' | 'postgres';
  /** Null where one server serves alone. */
  worker: {
    /** Which one answered. */
    id: number;
    /** How many there are. */
    count: number;
  } | null;
  /** The last transaction of the journal. */
  sequence: number;
  /** What is to be written next. */
  queue: {
    /** Commands that wait to be committed. */
    depth: number;
    /** How many may wait before more are refused (MAX_QUEUE). */
    capacity: number;
  };
  /** The last commits; null before the first. */
  commits: {
    /** How many the figures are of: at most the last 512. */
    count: number;
    /** Half of them took no longer. */
    p50Ms: number;
    /** All but a hundredth of them took no longer. */
    p99Ms: number;
    /** Commands in one, on average. */
    meanBatch: number;
  } | null;
  /** What was asked lately. */
  requests: {
    /** Over how long it was counted: the last minute or so. */
    seconds: number;
    /** Requests answered. */
    count: number;
    /** Those with a status from 400 to 499. */
    refused: number;
    /** Those with a status from 500 on. */
    failed: number;
    /** Requests a second. */
    perSecond: number;
  };
  /** Of this server. */
  memory: {
    /** What the server holds. */
    rssBytes: number;
    /** Of that, in use by the program. */
    heapBytes: number;
  };
  /** Where everything is kept. */
  database: {
    /** Its size, the log included. */
    bytes: number;
    /** What is free on the disk of an SQLite file; null of PostgreSQL. */
    freeBytes: number | null;
  };
  /** The thread that counts what the market does; null where it is off (MARKET_EVERY=0). */
  observer: {
    /** How far it has counted, as of a second or two ago. */
    sequence: number;
    /** How far that is stored, by whichever server stores it. */
    stored: number;
    /** Whether this server is the one to store it. */
    stores: boolean;
  } | null;
  /** What finds the routes; null where swaps are direct (ROUTING=direct). */
  follower: {
    /** Where it last was; it goes on with the next question. */
    sequence: number;
  } | null;
  /** Connections that events are read over. */
  eventReaders: number;
  /** All there are. */
  webhooks: {
    /** Those that are delivered to. */
    active: number;
    /** Of these, whose last request failed. */
    retrying: number;
    /** Those that are not. */
    paused: number;
  };
};

export type StartAuditInput = Record<never, never>;

export type StartAuditOutput = {
  /** Names it; later ones have greater numbers. */
  id: number;
  /** `stopped`: cut off before its end, so that it says nothing; `failed`: something does not add up. */
  state: 'passed' | 'running' | 'failed' | 'stopped';
  /** When it began (ISO 8601). */
  startedAt: string;
  /** When it ended; null while it runs. */
  endedAt: string | null;
  /** Transactions that it has gone through. */
  checked: number;
  /** How many there are to go through. */
  of: number;
  /** The last transaction of the journal that it looks at. */
  sequence: number;
  /** What it found, or why it could not go on; none where nothing is wrong. */
  faults: string[];
};

export type GetAuditsInput = {
  /** `nextCursor` of the answer before; absent for the first page. */
  cursor?: string | undefined;
  /** Items a page, 1 to 200. Default 50. */
  limit?: number | string | undefined;
};

export type GetAuditsOutput = {
  /** The items of this page. */
  audits: {
    /** Names it; later ones have greater numbers. */
    id: number;
    /** `stopped`: cut off before its end, so that it says nothing; `failed`: something does not add up. */
    state: 'passed' | 'running' | 'failed' | 'stopped';
    /** When it began (ISO 8601). */
    startedAt: string;
    /** When it ended; null while it runs. */
    endedAt: string | null;
    /** Transactions that it has gone through. */
    checked: number;
    /** How many there are to go through. */
    of: number;
    /** The last transaction of the journal that it looks at. */
    sequence: number;
    /** What it found, or why it could not go on; none where nothing is wrong. */
    faults: string[];
  }[];
  /** Pass it as `cursor` for the next page; null on the last. */
  nextCursor: string | null;
};

export type EventsInput = {
  /** A whole number: only what came after this number of the journal; 0 for everything ever. */
  after?: number | string | undefined;
  /** Only these kinds, separated by commas: swap, provide, refund, createPool, registerToken, collectFees, setPoolFees, setPoolStatus, updateToken, deposit, withdraw. */
  kinds?: string | undefined;
  /** Only what was done in these pools: up to 100 addresses, separated by commas. */
  pools?: string | undefined;
  /** `true` tells what concerns the caller in full, to an operator everything; `only` tells that alone. */
  own?: 'true' | 'only' | undefined;
};
