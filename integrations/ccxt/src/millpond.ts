// A Millpond exchange as an exchange of ccxt. Written in ccxt's own style, which its build translates to other languages: no closures, no spread, strings for amounts.

import type {
  Balances,
  Currencies,
  Dict,
  Int,
  Market,
  Num,
  OHLCV,
  Order,
  OrderBook,
  OrderRequest,
  OrderSide,
  OrderType,
  Str,
  Strings,
  Ticker,
  Tickers,
  Trade,
  TradingFeeInterface,
  TradingFees,
} from 'ccxt';
import { Exchange, errors, functions, Precise } from 'ccxt';

const { TICK_SIZE } = functions;

export default class millpond extends Exchange {
  override describe(): any {
    return this.deepExtend(super.describe(), {
      id: 'millpond',
      name: 'Millpond',
      countries: [],
      version: 'v0',
      // 100 requests of weight 1 per second, the default of RATE_LIMIT
      rateLimit: 10,
      certified: false,
      pro: false,
      dex: false,
      has: {
        CORS: undefined,
        spot: true,
        margin: false,
        swap: false,
        future: false,
        option: false,
        cancelAllOrders: true,
        cancelOrder: true,
        cancelOrders: true,
        createMarketBuyOrderWithCost: true,
        createMarketOrderWithCost: false,
        createMarketSellOrderWithCost: false,
        createOrder: true,
        createOrders: true,
        createPostOnlyOrder: true,
        createStopLimitOrder: true,
        createStopLossOrder: true,
        createStopMarketOrder: false,
        createStopOrder: true,
        createTakeProfitOrder: true,
        createTriggerOrder: true,
        editOrder: true,
        fetchBalance: true,
        fetchCanceledOrders: true,
        fetchClosedOrders: true,
        fetchCurrencies: true,
        fetchDepositAddress: false,
        fetchDeposits: false,
        fetchLedger: false,
        fetchMarkets: true,
        fetchMyTrades: true,
        fetchOHLCV: true,
        fetchOpenOrders: true,
        fetchOrder: true,
        fetchOrderBook: true,
        fetchOrders: true,
        fetchOrderTrades: true,
        fetchStatus: true,
        fetchTicker: true,
        fetchTickers: true,
        fetchTime: true,
        fetchTrades: true,
        fetchTradingFee: true,
        fetchTradingFees: true,
        fetchWithdrawals: false,
        transfer: false,
        withdraw: false,
      },
      timeframes: { '1m': '1m', '5m': '5m', '15m': '15m', '1h': '1h', '4h': '4h', '1d': '1d' },
      hostname: undefined, // that of your exchange; or set urls.api.rest
      urls: {
        api: { rest: 'https://{hostname}' },
      },
      api: {
        public: {
          get: {
            getTokens: { cost: 1 },
            getPools: { cost: 1 },
            getMarket: { cost: 5 },
            getPoolStats: { cost: 10 },
            getCandles: { cost: 5 },
            getTrades: { cost: 2 },
            getOrderBook: { cost: 2 },
            whoami: { cost: 1 },
            readyz: { cost: 1 },
          },
        },
        private: {
          get: {
            getBalances: { cost: 1 },
            getOrders: { cost: 1 },
            getOrder: { cost: 1 },
            getSwap: { cost: 1 },
            getFills: { cost: 2 },
          },
          post: {
            createOrder: { cost: 1 },
            createSwap: { cost: 1 },
            cancelOrder: { cost: 1 },
            cancelOrders: { cost: 1 },
            bulk: { cost: 1 },
          },
        },
      },
      requiredCredentials: { apiKey: true, secret: false },
      precisionMode: TICK_SIZE,
      exceptions: {
        exact: {
          unauthorized: errors.AuthenticationError,
          forbidden: errors.PermissionDenied,
          scope_missing: errors.PermissionDenied,
          address_not_allowed: errors.PermissionDenied,
          proof_needed: errors.PermissionDenied,
          cross_site: errors.PermissionDenied,
          host_not_allowed: errors.PermissionDenied,
          other_account: errors.PermissionDenied,
          invalid_request: errors.BadRequest,
          invalid_json: errors.BadRequest,
          bad_cursor: errors.BadRequest,
          same_token: errors.BadRequest,
          invalid_route: errors.BadRequest,
          unknown_account: errors.BadRequest,
          not_found: errors.BadRequest,
          'not_found order': errors.OrderNotFound,
          'not_found swap': errors.OrderNotFound,
          unknown_token: errors.BadSymbol,
          unknown_pool: errors.BadSymbol,
          order_closed: errors.OrderNotFound,
          order_moved: errors.InvalidOrder,
          order_too_small: errors.InvalidOrder,
          would_fill: errors.OrderImmediatelyFillable,
          invalid_amount: errors.InvalidOrder,
          amount_too_large: errors.InvalidOrder,
          output_zero: errors.InvalidOrder,
          deadline_passed: errors.InvalidOrder,
          below_minimum: errors.OrderNotFillable,
          above_maximum: errors.OrderNotFillable,
          price_impact_too_high: errors.OrderNotFillable,
          route_moved: errors.OrderNotFillable,
          no_liquidity: errors.OrderNotFillable,
          pool_too_small: errors.OrderNotFillable,
          settlement_failed: errors.OrderNotFillable,
          insufficient_funds: errors.InsufficientFunds,
          ton_funds_too_low: errors.InsufficientFunds,
          token_paused: errors.MarketClosed,
          pool_paused: errors.MarketClosed,
          not_on_this_venue: errors.NotSupported,
          idempotency_key_reused: errors.DuplicateOrderId,
          reference_reused: errors.DuplicateOrderId,
          too_many: errors.OperationRejected,
          not_attempted: errors.OperationRejected,
          day_limit_reached: errors.OperationRejected,
          price_unknown: errors.OperationRejected,
          rate_limited: errors.RateLimitExceeded,
          outcome_unknown: errors.RequestTimeout,
          overloaded: errors.ExchangeNotAvailable,
          internal_error: errors.ExchangeNotAvailable,
          storage_unavailable: errors.ExchangeNotAvailable,
          storage_broken: errors.ExchangeNotAvailable,
          routes_unavailable: errors.ExchangeNotAvailable,
          market_unavailable: errors.ExchangeNotAvailable,
          ton_unavailable: errors.ExchangeNotAvailable,
          transaction_unreadable: errors.BadResponse,
          catching_up: errors.OnMaintenance,
        },
      },
    });
  }

  override sign(path: any, api: any = 'public', method = 'GET', params: any = {}, headers: any = undefined, body: any = undefined) {
    const base = this.urls['api']['rest'];
    if (this.hostname === undefined && base.indexOf('{hostname}') >= 0) {
      throw new errors.ArgumentsRequired(this.id + ' needs the hostname of your exchange, or its URL as urls.api.rest');
    }
    let url = this.implodeHostname(base) + '/' + path;
    headers = { Amounts: 'string' };
    if (api === 'private') {
      this.checkRequiredCredentials();
      headers['Authorization'] = 'Bearer ' + this.apiKey;
    }
    if (method === 'GET') {
      if (Object.keys(params).length > 0) {
        url += '?' + this.urlencode(params);
      }
    } else {
      headers['Content-Type'] = 'application/json';
      const key = this.safeString(params, 'idempotencyKey');
      if (key !== undefined) {
        headers['Idempotency-Key'] = key;
      }
      body = this.json(this.omit(params, 'idempotencyKey'));
    }
    return { url: url, method: method, body: body, headers: headers };
  }

  override handleErrors(
    code: number,
    _reason: string,
    url: string,
    _method: string,
    headers: Dict,
    body: string,
    response: any,
    _requestHeaders: any,
    _requestBody: any,
  ): any {
    if (url.endsWith('/readyz')) {
      return true; // fetchStatus tells it
    }
    if (code >= 400) {
      this.throwByCode(
        this.safeString2(headers, 'Error-Code', 'error-code'),
        this.safeString2(headers, 'Reason-Code', 'reason-code'),
        this.safeString(response, 'error', body),
      );
    }
    return undefined; // then by the HTTP status
  }

  throwByCode(code: Str, reason: Str, message: Str) {
    const feedback = this.id + ' ' + message;
    const exact = this.exceptions['exact'];
    if (reason !== undefined) {
      this.throwExactlyMatchedException(exact, code + ' ' + reason, feedback);
    }
    this.throwExactlyMatchedException(exact, code, feedback);
  }

  override calculateRateLimiterCost(_api: any, _method: any, path: any, params: any, config: any = {}) {
    const cost = this.safeInteger(config, 'cost', 1) as number;
    if (path === 'bulk') {
      return params['items'].length;
    }
    if (path === 'getCandles') {
      return cost;
    }
    const items = this.safeInteger(params, 'limit', 50) as number;
    return cost + Math.max(0, Math.ceil((items - 50) / 25));
  }

  /** The items of a list, page by page: until it ends, `limit` are there, or those that follow are older than `since`. */
  async fetchPages(method: string, key: string, request: Dict, since: Int = undefined, limit: Int = undefined): Promise<any[]> {
    let items: any[] = [];
    while (true) {
      const missing: number = limit === undefined ? 200 : limit - items.length;
      const response = await this[method](this.extend({ limit: Math.min(missing, 200) }, request));
      const data = this.safeDict(response, 'data', {});
      const page = this.safeList(data, key, []) as any[];
      items = this.arrayConcat(items, page);
      const cursor = this.safeString(data, 'nextCursor');
      const last = this.safeDict(page, page.length - 1, {});
      const changed = this.parse8601(this.safeString2(last, 'updatedAt', 'createdAt'));
      const isOld = since !== undefined && changed !== undefined && changed < since;
      if (cursor === undefined || isOld || (limit !== undefined && items.length >= limit)) {
        return items;
      }
      request = this.extend(request, { cursor: cursor });
    }
  }

  override async fetchStatus(params = {}): Promise<any> {
    const response = await this.publicGetReadyz(params);
    const status = this.safeString(response, 'status') === 'ok' ? 'ok' : 'maintenance';
    return { status: status, updated: undefined, eta: undefined, url: undefined, info: response };
  }

  override async fetchCurrencies(params = {}): Promise<Currencies> {
    const tokens = await this.fetchPages('publicGetGetTokens', 'tokens', params);
    // Two tokens may have symbols that differ in their letters' case only: then the one registered later gets the end of its address.
    const sorted = this.sortBy(tokens, 'place', false, -1);
    const result: Dict = {};
    for (let i = 0; i < sorted.length; i++) {
      const token = sorted[i];
      const id = this.safeString(token, 'address') as string;
      let code = (this.safeString(token, 'symbol') as string).toUpperCase();
      if (code in result) {
        code = code + '.' + id.slice(-4);
      }
      result[code] = this.safeCurrencyStructure({
        id: id,
        code: code,
        name: this.safeString2(token, 'name', 'symbol'),
        type: 'crypto',
        active: this.safeString(token, 'status') === 'listed',
        deposit: false,
        withdraw: false,
        precision: this.parseNumber(this.parsePrecision(this.safeString(token, 'decimals'))),
        limits: {
          amount: { min: undefined, max: undefined },
          withdraw: { min: undefined, max: undefined },
          deposit: { min: undefined, max: undefined },
        },
        networks: {},
        info: token,
      });
    }
    return result;
  }

  override async fetchMarkets(params = {}): Promise<Market[]> {
    let currencies = this.safeDict(this.options, 'cachedCurrencies');
    if (currencies === undefined) {
      currencies = await this.fetchCurrencies();
    }
    const byId = this.indexBy(currencies, 'id');
    const pools = await this.fetchPages('publicGetGetPools', 'pools', params);
    const result = [];
    for (let i = 0; i < pools.length; i++) {
      const pool = pools[i];
      const currency0 = this.safeDict(byId, this.safeString(pool, 'jetton0') as string);
      const currency1 = this.safeDict(byId, this.safeString(pool, 'jetton1') as string);
      if (currency0 !== undefined && currency1 !== undefined) {
        result.push(this.parsePool(pool, currency0, currency1));
      }
    }
    return result;
  }

  /** The token registered first is the base; the quote token always is the quote. */
  parsePool(pool: Dict, currency0: Dict, currency1: Dict): Market {
    const place0 = this.safeInteger(currency0['info'], 'place');
    const place1 = this.safeInteger(currency1['info'], 'place');
    const isFlipped = place0 === undefined || (place1 !== undefined && place1 < place0);
    const base = isFlipped ? currency1 : currency0;
    const quote = isFlipped ? currency0 : currency1;
    const afterLp = Precise.stringSub('1', this.safeString(pool, 'lpFee', '0'));
    const afterFees = Precise.stringMul(afterLp, Precise.stringSub('1', this.safeString(pool, 'protocolFee', '0')));
    return this.safeMarketStructure({
      id: this.safeString(pool, 'poolAddress'),
      symbol: base['code'] + '/' + quote['code'],
      base: base['code'],
      quote: quote['code'],
      baseId: base['id'],
      quoteId: quote['id'],
      type: 'spot',
      spot: true,
      margin: false,
      swap: false,
      future: false,
      option: false,
      contract: false,
      active: this.safeString(pool, 'status') === 'listed' && base['active'] && quote['active'],
      // What a pool takes of the amount paid and of the amount bought. An order that waits for its price gets it after all fees.
      taker: this.parseNumber(Precise.stringSub('1', afterFees)),
      maker: this.parseNumber('0'),
      percentage: true,
      tierBased: false,
      precision: { amount: base['precision'], price: this.parseNumber('1e-18'), cost: quote['precision'] },
      limits: {
        leverage: { min: undefined, max: undefined },
        amount: { min: base['precision'], max: undefined },
        price: { min: undefined, max: undefined },
        cost: { min: quote['precision'], max: undefined },
      },
      created: this.parse8601(this.safeString(pool, 'createdAt')),
      info: pool,
    });
  }

  /** Two tokens may be traded over several pools without one of their own: then the market has no id. */
  marketOfTokens(tokenA: Str, tokenB: Str): Market {
    const codeA = this.safeCurrencyCode(tokenA) as string;
    const codeB = this.safeCurrencyCode(tokenB) as string;
    const symbols = [codeA + '/' + codeB, codeB + '/' + codeA];
    for (let i = 0; i < symbols.length; i++) {
      if ((symbols[i] as string) in (this.markets as Dict)) {
        return this.market(symbols[i] as string);
      }
    }
    const known = this.currencies_by_id as Dict;
    if (tokenA === undefined || tokenB === undefined || !(tokenA in known) || !(tokenB in known)) {
      return this.safeMarketStructure({ symbol: symbols[0], base: codeA, quote: codeB, baseId: tokenA, quoteId: tokenB });
    }
    const market = this.parsePool({}, known[tokenA], known[tokenB]);
    return this.extend(market, { active: false }) as any;
  }

  tokensOf(market: any): Dict {
    return { jetton0: market['baseId'], jetton1: market['quoteId'] };
  }

  override async fetchTicker(symbol: string, params = {}): Promise<Ticker> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const response = await this.publicGetGetPoolStats(this.extend(this.tokensOf(market), params));
    return this.parseTicker(this.safeDict(response, 'data', {}), market);
  }

  override async fetchTickers(symbols: Strings = undefined, params = {}): Promise<Tickers> {
    await this.loadMarkets();
    const pools = await this.fetchPages('publicGetGetMarket', 'pools', this.extend({ list: 'pools' }, params));
    const result: Ticker[] = [];
    for (let i = 0; i < pools.length; i++) {
      if ((this.safeString(pools[i], 'poolAddress') as string) in (this.markets_by_id as Dict)) {
        result.push(this.parseTicker(pools[i]));
      }
    }
    return this.filterByArrayTickers(result, 'symbol', symbols);
  }

  override parseTicker(ticker: Dict, market: Market = undefined): Ticker {
    market = this.safeMarket(this.safeString(ticker, 'poolAddress'), market);
    const timestamp = this.parse8601(this.safeString(ticker, 'asOf'));
    const price = this.safeString(ticker, 'price');
    const last = this.safeString(ticker, 'lastPrice', price);
    const afterFees = Precise.stringSub('1', this.safeString(market, 'taker'));
    const volume = this.safeDict(ticker, 'volume24h', {});
    return this.safeTicker(
      {
        symbol: this.safeString(market, 'symbol'),
        timestamp: timestamp,
        datetime: this.iso8601(timestamp),
        high: this.safeString(ticker, 'high24h'),
        low: this.safeString(ticker, 'low24h'),
        // for the smallest amounts; fetchOrderBook tells for how much more
        bid: Precise.stringMul(price, afterFees),
        bidVolume: undefined,
        ask: Precise.stringDiv(price, afterFees, 36),
        askVolume: undefined,
        vwap: undefined,
        open: this.safeString(ticker, 'open24h'),
        close: last,
        last: last,
        previousClose: undefined,
        change: undefined,
        percentage: Precise.stringMul(this.safeString(ticker, 'change24h'), '100'),
        average: undefined,
        baseVolume: this.safeString(volume, 'amount0'),
        quoteVolume: this.safeString(volume, 'amount1'),
        info: ticker,
      },
      market,
    );
  }

  /** An interval without trades has no candle. Where nobody traded for a thousand intervals, this looks where trading went on. */
  override async fetchOHLCV(symbol: string, timeframe = '1m', since: Int = undefined, limit: Int = undefined, params = {}): Promise<OHLCV[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request = this.extend(this.tokensOf(market), { interval: this.safeString(this.timeframes, timeframe, timeframe) });
    if (since === undefined) {
      const last = await this.publicGetGetCandles(
        this.extend(request, { limit: Math.min(this.safeInteger({ limit: limit }, 'limit', 300) as number, 1000) }, params),
      );
      return this.parseOHLCVs(this.safeList(last['data'], 'candles', []) as any, market, timeframe, since, limit);
    }
    const now = this.milliseconds() + 60000;
    let from = since;
    while (from < now) {
      const to = Math.min(this.sum(from, this.parseTimeframe(timeframe) * 1000000), now);
      const response = await this.publicGetGetCandles(this.extend(request, { from: this.iso8601(from), to: this.iso8601(to) }, params));
      const candles = this.safeList(response['data'], 'candles', []) as any[];
      if (candles.length > 0) {
        return this.parseOHLCVs(candles, market, timeframe, since, limit);
      }
      const day = 86400000;
      const days = await this.publicGetGetCandles(
        this.extend(this.tokensOf(market), { interval: '1d', from: this.iso8601(to - (to % day)), to: this.iso8601(Math.min(to + 999 * day, now)) }),
      );
      const next = this.safeDict(this.safeList(days['data'], 'candles', []) as any, 0);
      from = next === undefined ? Math.min(to + 999 * day, now) : Math.max(to, this.parse8601(this.safeString(next, 'time')) as number);
    }
    return [];
  }

  override parseOHLCV(ohlcv: any, _market: Market = undefined): OHLCV {
    return [
      this.parse8601(this.safeString(ohlcv, 'time')),
      this.safeNumber(ohlcv, 'open'),
      this.safeNumber(ohlcv, 'high'),
      this.safeNumber(ohlcv, 'low'),
      this.safeNumber(ohlcv, 'close'),
      this.safeNumber(ohlcv, 'volume0'),
    ];
  }

  override async fetchOrderBook(symbol: string, limit: Int = undefined, params = {}): Promise<OrderBook> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request = this.tokensOf(market);
    if (limit !== undefined) {
      request['levels'] = Math.min(limit, 100);
    }
    const response = await this.publicGetGetOrderBook(this.extend(request, params));
    const data = this.safeDict(response, 'data', {});
    const orderbook = this.parseOrderBook(data, symbol, this.parse8601(this.safeString(data, 'asOf')));
    orderbook['nonce'] = this.safeInteger(data, 'sequence');
    return orderbook;
  }

  override async fetchTrades(symbol: string, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request = this.tokensOf(market);
    if (since !== undefined) {
      request['from'] = this.iso8601(since);
      request['order'] = 'asc';
    }
    const most = this.safeInteger({ limit: limit }, 'limit', 200);
    const trades = await this.fetchPages('publicGetGetTrades', 'trades', this.extend(request, params), undefined, most);
    return this.parseTrades(trades, market, since, limit);
  }

  /** A trade of everybody, of a pool, or an own fill. */
  override parseTrade(trade: Dict, market: Market = undefined): Trade {
    const timestamp = this.parse8601(this.safeString(trade, 'createdAt'));
    const sequence = this.safeString(trade, 'sequence') as string;
    const isOwn = 'tokenA' in trade;
    if (isOwn) {
      market = this.marketOfTokens(this.safeString(trade, 'tokenA'), this.safeString(trade, 'tokenB'));
    }
    const isSell = isOwn ? this.safeString(trade, 'tokenA') === this.safeString(market, 'baseId') : this.safeString(trade, 'side') === 'sell';
    const amount = isOwn ? this.safeString(trade, isSell ? 'amountA' : 'amountB') : this.safeString(trade, 'amount0');
    const cost = isOwn ? this.safeString(trade, isSell ? 'amountB' : 'amountA') : this.safeString(trade, 'amount1');
    const orderId = this.safeString(trade, 'orderId');
    let id = sequence;
    let order: Str;
    let takerOrMaker: Str;
    let fee: any;
    if (isOwn) {
      id = sequence + '-' + this.safeString(trade, 'index', '0');
      order = orderId === undefined ? this.safeString(trade, 'transactionId') : orderId;
      takerOrMaker = this.safeBool(trade, 'maker') ? 'maker' : 'taker';
      // The pool's fees are within amount and cost: nothing is charged beside them. info tells how much they were.
      fee = { currency: this.safeString(market, 'quote'), cost: '0' };
    }
    return this.safeTrade(
      {
        id: id,
        info: trade,
        timestamp: timestamp,
        datetime: this.iso8601(timestamp),
        symbol: this.safeString(market, 'symbol'),
        order: order,
        type: isOwn && orderId === undefined ? 'market' : undefined,
        side: isSell ? 'sell' : 'buy',
        takerOrMaker: takerOrMaker,
        price: Precise.stringDiv(cost, amount, 36),
        amount: amount,
        cost: cost,
        fee: fee,
      },
      market,
    );
  }

  override async fetchBalance(params = {}): Promise<Balances> {
    await this.loadMarkets();
    const balances = await this.fetchPages('privateGetGetBalances', 'balances', params);
    const result: Dict = { info: balances };
    for (let i = 0; i < balances.length; i++) {
      const token = this.safeString(balances[i], 'address') as string;
      // liquidity is no currency
      if (token in (this.currencies_by_id as Dict) || this.safeString(balances[i], 'symbol') !== 'LP') {
        result[this.safeCurrencyCode(token) as string] = {
          free: this.safeString(balances[i], 'balance'),
          // left out while it is not known
          used: this.safeString(balances[i], 'inOrders'),
        };
      }
    }
    return this.safeBalance(result);
  }

  /** The call that places an order, and its request. A market order and a limit order that is filled or killed are swaps. */
  createOrderRequest(symbol: string, type: Str, side: Str, amount: Num, price: Num = undefined, params: Dict = {}): [string, Dict] {
    const market = this.market(symbol);
    const isSell = side === 'sell';
    const Pair = isSell ? { tokenA: market['baseId'], tokenB: market['quoteId'] } : { tokenA: market['quoteId'], tokenB: market['baseId'] };
    const stopLoss = this.safeString(params, 'stopLossPrice');
    const takeProfit = this.safeString(params, 'takeProfitPrice');
    const trigger = this.safeString2(params, 'triggerPrice', 'stopPrice', stopLoss === undefined ? takeProfit : stopLoss);
    const timeInForce = this.safeStringUpper(params, 'timeInForce', 'GTC');
    const cost = this.safeString(params, 'cost');
    const isMarket = type === 'market';
    const request: Dict = { Pair: Pair };
    const size = amount === undefined ? undefined : this.amountToPrecision(symbol, amount);
    if (price === undefined && (!isMarket || trigger !== undefined)) {
      throw new errors.ArgumentsRequired(this.id + ' createOrder() needs a price for a limit order, and for a stop the price that it may not pass');
    }
    const isPostOnly = this.isPostOnly(isMarket, false, params);
    const limit = isMarket && trigger === undefined ? undefined : this.numberToString(price);
    const total = limit === undefined ? undefined : Precise.stringMul(size, limit);
    const rest = this.omit(params, [
      'stopLossPrice',
      'takeProfitPrice',
      'triggerPrice',
      'stopPrice',
      'triggerDirection',
      'timeInForce',
      'postOnly',
      'cost',
      'clientOrderId',
    ]);
    const name = this.safeString(params, 'clientOrderId');
    const key = this.safeString(params, 'idempotencyKey', this.uuid());
    if (trigger === undefined && (isMarket || timeInForce === 'FOK')) {
      if (cost !== undefined) {
        request['amount'] = { tokenA: this.costToPrecision(symbol, cost) };
      } else {
        request['amount'] = isSell ? { tokenA: size } : { tokenB: size };
      }
      if (limit !== undefined) {
        request[isSell ? 'minReceived' : 'maxPaid'] = isSell ? this.costRoundedUp(symbol, total) : this.costToPrecision(symbol, total);
      }
      // a swap has no name, so it is its key: it is done once
      return ['createSwap', this.extend(request, rest, { idempotencyKey: this.safeString2(params, 'idempotencyKey', 'clientOrderId', key) })];
    }
    if (isSell || trigger === undefined) {
      // of a purchase the price is what one costs, and the amount is bought to the unit
      request['amount'] = isSell ? { tokenA: size } : { tokenB: size };
      request['price'] = limit;
    } else {
      request['amount'] = { tokenA: this.costToPrecision(symbol, total) };
      request['minReceived'] = size;
    }
    if (name !== undefined) {
      request['clientId'] = name;
    }
    if (isPostOnly) {
      request['postOnly'] = true;
    }
    if (timeInForce === 'IOC') {
      request['immediate'] = true;
    }
    if (trigger !== undefined) {
      // as stop losses do: a sale waits for a fall and a purchase for a rise, unless told otherwise
      const isRise = (side === 'buy') !== (takeProfit !== undefined && stopLoss === undefined);
      const direction = this.safeString(params, 'triggerDirection', isRise ? 'ascending' : 'descending');
      const isAbove = direction === 'ascending' || direction === 'above' || direction === 'up';
      request['kind'] = 'stop';
      request['trigger'] =
        isAbove === isSell
          ? { above: isSell ? trigger : Precise.stringDiv('1', trigger, 36) }
          : { below: isSell ? trigger : Precise.stringDiv('1', trigger, 36) };
    }
    return ['createOrder', this.extend(request, rest, { idempotencyKey: key })];
  }

  costRoundedUp(symbol: string, cost: Str): string {
    const truncated = this.costToPrecision(symbol, cost) as string;
    const unit = this.safeString(this.market(symbol)['precision'], 'cost');
    return Precise.stringLt(truncated, cost) ? (Precise.stringAdd(truncated, unit) as string) : truncated;
  }

  override async createOrder(symbol: string, type: OrderType, side: OrderSide, amount: number, price: Num = undefined, params = {}): Promise<Order> {
    await this.loadMarkets();
    const [call, request] = this.createOrderRequest(symbol, type, side, amount, price, params);
    const response = call === 'createSwap' ? await this.privatePostCreateSwap(request) : await this.privatePostCreateOrder(request);
    return await this.placedOrder(call, request, this.safeDict(response, 'data', {}));
  }

  /** The answer tells neither the amounts of a swap nor the terms of an order. */
  async placedOrder(call: string, request: Dict, data: Dict): Promise<Order> {
    if (call === 'createSwap') {
      const swap = await this.privateGetGetSwap({ transactionId: this.safeString(data, 'transactionId') });
      return this.parseSwap(this.safeDict(swap, 'data', {}));
    }
    const terms = { kind: this.safeString(request, 'kind', 'limit'), clientId: this.safeString(request, 'clientId') };
    const flags = { postOnly: this.safeBool(request, 'postOnly', false), immediate: this.safeBool(request, 'immediate', false) };
    return this.parseOrder(this.extend(terms, flags, request['Pair'], data));
  }

  override async createMarketBuyOrderWithCost(symbol: string, cost: number, params = {}): Promise<Order> {
    return await this.createOrder(symbol, 'market', 'buy', undefined as any, undefined, this.extend(params, { cost: cost }));
  }

  /** All in one request, each with its own outcome: a refused one has the status rejected, and info says why. */
  override async createOrders(orders: OrderRequest[], params = {}): Promise<Order[]> {
    await this.loadMarkets();
    const items: any[] = [];
    for (let i = 0; i < orders.length; i++) {
      const order = orders[i] as any;
      const [call, request] = this.createOrderRequest(
        order['symbol'],
        order['type'],
        order['side'],
        order['amount'],
        order['price'],
        this.safeDict(order, 'params', {}),
      );
      items.push({ call: call, body: this.omit(request, 'idempotencyKey'), idempotencyKey: request['idempotencyKey'] });
    }
    const results = await this.bulk({ items: items }, params);
    const placed: Order[] = [];
    for (let i = 0; i < results.length; i++) {
      const item = items[i];
      const data = this.safeDict(results[i], 'data');
      if (data !== undefined) {
        placed.push(await this.placedOrder(item['call'], item['body'], data));
      } else {
        const { symbol, type, side, amount, price } = orders[i] as any;
        placed.push(this.safeOrder({ symbol: symbol, type: type, side: side, amount: amount, price: price, status: 'rejected', info: results[i] }));
      }
    }
    return placed;
  }

  async bulk(request: Dict, params: Dict): Promise<any[]> {
    const response = await this.privatePostBulk(this.extend({ idempotencyKey: this.uuid() }, request, params));
    return this.safeList(response['data'], 'items', []) as any[];
  }

  /** Cancels and places in one commit; does nothing if the order was filled meanwhile, also in part. */
  override async editOrder(
    id: string,
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: Num = undefined,
    price: Num = undefined,
    params = {},
  ): Promise<Order> {
    await this.loadMarkets();
    const before = await this.privateGetGetOrder({ orderId: id });
    const [call, request] = this.createOrderRequest(symbol, type, side, amount, price, params);
    const cancel = { call: 'cancelOrder', body: { orderId: id, left: this.safeString(before['data'], 'left') } };
    const results = await this.bulk({ atomic: true, items: [cancel, { call: call, body: this.omit(request, 'idempotencyKey') }] }, {});
    for (let i = 0; i < results.length; i++) {
      const code = this.safeString(results[i], 'code');
      if (code !== undefined && code !== 'not_attempted') {
        const message = this.safeString(results[i], 'error');
        this.throwByCode(code, this.safeString(results[i], 'reasonCode'), message);
        throw new errors.InvalidOrder(this.id + ' ' + message);
      }
    }
    return await this.placedOrder(call, request, this.safeDict(results[1], 'data', {}));
  }

  override async cancelOrder(id: string, symbol: Str = undefined, params = {}): Promise<Order> {
    const response = await this.privatePostCancelOrder(this.orderNamed(id, params));
    return this.parseCanceled(id, symbol, response);
  }

  /** An order by its id or by the clientOrderId in params. */
  orderNamed(id: Str, params: Dict): Dict {
    const name = this.safeString(params, 'clientOrderId');
    return this.extend(name === undefined ? { orderId: id } : { clientId: name }, this.omit(params, 'clientOrderId'));
  }

  parseCanceled(id: Str, symbol: Str, info: any): Order {
    return this.safeOrder({ id: id, symbol: symbol, status: 'canceled', info: info });
  }

  override async cancelOrders(ids: string[], symbol: Str = undefined, params = {}): Promise<Order[]> {
    const items: any[] = [];
    for (let i = 0; i < ids.length; i++) {
      items.push({ call: 'cancelOrder', body: { orderId: ids[i] } });
    }
    const results = await this.bulk({ items: items }, params);
    const orders: Order[] = [];
    for (let i = 0; i < results.length; i++) {
      const isDone = this.safeDict(results[i], 'data') !== undefined;
      orders.push(isDone ? this.parseCanceled(ids[i], symbol, results[i]) : this.safeOrder({ id: ids[i], symbol: symbol, info: results[i] }));
    }
    return orders;
  }

  override async cancelAllOrders(symbol: Str = undefined, params = {}): Promise<Order[]> {
    await this.loadMarkets();
    const request: Dict = {};
    if (symbol !== undefined) {
      const market = this.market(symbol);
      request['Pair'] = { tokenA: market['baseId'], tokenB: market['quoteId'] };
    }
    const orders: Order[] = [];
    let more: any = true;
    while (more) {
      const response = await this.privatePostCancelOrders(this.extend(request, { idempotencyKey: this.uuid() }, params));
      const ids = this.safeList(response['data'], 'orderIds', []) as any[];
      for (let i = 0; i < ids.length; i++) {
        orders.push(this.parseCanceled(ids[i], symbol, response));
      }
      more = this.safeBool(response['data'], 'more', false);
    }
    return orders;
  }

  /** A market order is a swap, and its id that of the transaction. */
  override async fetchOrder(id: string, _symbol: Str = undefined, params = {}): Promise<Order> {
    await this.loadMarkets();
    try {
      const response = await this.privateGetGetOrder(this.orderNamed(id, params));
      return this.parseOrder(this.safeDict(response, 'data', {}));
    } catch (error) {
      if (!(error instanceof errors.OrderNotFound) || this.safeString(params, 'clientOrderId') !== undefined) {
        throw error;
      }
    }
    const response = await this.privateGetGetSwap({ transactionId: id });
    return this.parseSwap(this.safeDict(response, 'data', {}));
  }

  async fetchOrdersByState(state: Str, symbol: Str, since: Int, limit: Int, params: Dict): Promise<Order[]> {
    await this.loadMarkets();
    const market = symbol === undefined ? undefined : this.market(symbol);
    const request: Dict = {};
    if (state !== undefined) {
      request['state'] = state;
    }
    if (market !== undefined && state === 'open') {
      request['token'] = market['baseId'];
    }
    // oldest first, as ccxt has it: so all since then are needed
    const most = since === undefined && market === undefined ? limit : undefined;
    const orders = await this.fetchPages('privateGetGetOrders', 'orders', this.extend(request, params), since, most);
    return this.parseOrders(orders, market, since, limit);
  }

  override async fetchOpenOrders(symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
    return await this.fetchOrdersByState('open', symbol, since, limit, params);
  }

  override async fetchOrders(symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
    return await this.fetchOrdersByState(undefined, symbol, since, limit, params);
  }

  override async fetchClosedOrders(symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
    const orders = await this.fetchOrdersByState('closed', symbol, since, undefined, params);
    return this.filterBySinceLimit(this.filterBy(orders, 'status', 'closed'), since, limit);
  }

  override async fetchCanceledOrders(symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
    const orders = await this.fetchOrdersByState('closed', symbol, since, undefined, params);
    return this.filterBySinceLimit(this.filterBy(orders, 'status', 'canceled'), since, limit);
  }

  override parseOrder(order: Dict, _market: Market = undefined): Order {
    const tokenA = this.safeString(order, 'tokenA');
    const market = this.marketOfTokens(tokenA, this.safeString(order, 'tokenB'));
    const isSell = tokenA === this.safeString(market, 'baseId');
    const offered = this.safeString(order, 'amountA');
    const wanted = this.safeString(order, 'minReceived');
    const isExact = this.safeString(order, 'amountB') !== undefined;
    const below = this.safeString(order, 'triggerBelow');
    const trigger = below === undefined ? this.safeString(order, 'triggerAbove') : below;
    const statuses: Dict = { open: 'open', filled: 'closed', cancelled: 'canceled', expired: 'expired' };
    const timestamp = this.parse8601(this.safeString(order, 'createdAt'));
    return this.safeOrder(
      {
        id: this.safeString(order, 'orderId'),
        clientOrderId: this.safeString(order, 'clientId'),
        info: order,
        timestamp: timestamp,
        datetime: this.iso8601(timestamp),
        lastTradeTimestamp: undefined,
        lastUpdateTimestamp: this.parse8601(this.safeString(order, 'updatedAt')),
        symbol: this.safeString(market, 'symbol'),
        type: wanted === undefined ? 'market' : 'limit',
        timeInForce: this.safeBool(order, 'immediate', false) ? 'IOC' : 'GTC',
        postOnly: this.safeBool(order, 'postOnly', false),
        side: isSell ? 'sell' : 'buy',
        price: isSell !== isExact ? this.safeString(order, 'price') : isSell ? Precise.stringDiv(wanted, offered, 36) : Precise.stringDiv(offered, wanted, 36),
        triggerPrice: trigger === undefined || isSell ? trigger : Precise.stringDiv('1', trigger, 36),
        amount: isSell ? offered : wanted,
        filled: this.safeString(order, isSell ? 'filledA' : 'receivedB'),
        cost: this.safeString(order, isSell ? 'receivedB' : 'filledA'),
        status: this.safeString(statuses, this.safeString(order, 'status') as string),
        fee: undefined,
        trades: undefined,
      },
      market,
    );
  }

  parseSwap(swap: Dict): Order {
    const trade = this.parseTrade(swap) as any;
    const statuses: Dict = { completed: 'closed', pending: 'open', failed: 'rejected' };
    const status = this.safeString(statuses, this.safeString(swap, 'status') as string);
    const amount = this.safeString(trade, 'amount');
    return this.safeOrder({
      id: this.safeString(swap, 'transactionId'),
      info: swap,
      timestamp: trade['timestamp'],
      datetime: trade['datetime'],
      lastTradeTimestamp: trade['timestamp'],
      symbol: trade['symbol'],
      type: 'market',
      timeInForce: 'FOK',
      postOnly: false,
      side: trade['side'],
      amount: amount,
      filled: status === 'closed' ? amount : '0',
      cost: status === 'closed' ? this.safeString(trade, 'cost') : '0',
      status: status,
      fee: trade['fee'],
      trades: status === 'closed' ? [trade] : [],
    });
  }

  /** With `since`, all fills since then are read to find the oldest. */
  override async fetchMyTrades(symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
    await this.loadMarkets();
    const market = symbol === undefined ? undefined : this.market(symbol);
    const request: Dict = market === undefined ? {} : this.tokensOf(market);
    if (since !== undefined) {
      request['from'] = this.iso8601(since);
    }
    const most = since === undefined ? this.safeInteger({ limit: limit }, 'limit', 200) : undefined;
    const fills = await this.fetchPages('privateGetGetFills', 'fills', this.extend(request, params), undefined, most);
    return this.parseTrades(fills.reverse(), market, since, limit);
  }

  override async fetchOrderTrades(id: string, symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
    return await this.fetchMyTrades(symbol, since, limit, this.extend({ order: id }, params));
  }

  override async fetchTradingFee(symbol: string, _params = {}): Promise<TradingFeeInterface> {
    await this.loadMarkets();
    return this.parseFee(this.market(symbol));
  }

  override async fetchTradingFees(_params = {}): Promise<TradingFees> {
    const markets = await this.loadMarkets(true);
    const result: Dict = {};
    const symbols = this.symbols as string[];
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i] as string;
      result[symbol] = this.parseFee(markets[symbol]);
    }
    return result;
  }

  parseFee(market: any): TradingFeeInterface {
    return {
      info: market['info'],
      symbol: market['symbol'],
      maker: market['maker'],
      taker: market['taker'],
      percentage: true,
      tierBased: false,
    };
  }

  override async fetchTime(params = {}): Promise<Int> {
    const response = await this.publicGetWhoami(params);
    return this.safeInteger(response['data'], 'time');
  }
}
