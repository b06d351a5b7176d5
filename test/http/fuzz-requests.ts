// Malformed requests: valid ones of every call with any part mutated, and bytes that were never a request.
import fc from 'fast-check';

export type FuzzRequest = {
  readonly method: string;
  /** Including the query; visible ASCII only. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const Pair = { tokenA: TON, tokenB: USDT };
const POOL = [`jetton0=${TON}`, `jetton1=${USDT}`];
const moved = { account: 'local', token: TON, amount: 1, reference: 'wire' };

type Valid = {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body?: object;
};

const get = (path: string, query: readonly string[] = []): Valid => ({ method: 'GET', path, query });
const post = (path: string, body: object): Valid => ({ method: 'POST', path, query: [], body });

const VALID: readonly Valid[] = [
  post('/createSwap', { Pair, amount: { tokenA: 0.01 } }),
  post('/createSwap', {
    Pair,
    price: { tokenA: '0.01' },
    minReceived: 0,
    deadline: 4_102_444_800,
    referrer: 'shop',
    maxPriceImpact: 0.5,
  }),
  post('/provideLiquidity', { Pair, amount: { tokenA: 0.01, tokenB: 0.05 }, minLpTokens: 0 }),
  post('/refundLiquidity', { jetton0: TON, jetton1: USDT, percentage: 0.1, minToken1: 0, minToken2: 0 }),
  post('/bulk', {
    atomic: false,
    items: [
      { call: 'createSwap', body: { Pair, amount: { tokenA: 0.01 } }, idempotencyKey: 'own' },
      { call: 'deposit', body: moved },
    ],
  }),
  post('/registerToken', { address: 'GOLD', symbol: 'GOLD', decimals: 3, name: 'Gold', force: false }),
  post('/updateToken', {
    address: 'GOLD',
    name: 'Gold',
    logo: 'https://example.com/g.png',
    status: 'hidden',
    force: true,
  }),
  post('/setPoolFees', {
    Pair,
    lpFee: 0.002,
    protocolFee: 0.001,
    refFee: 0.001,
    protocolFeeAddress: 'guild',
    force: true,
  }),
  post('/setPoolStatus', { Pair, status: 'listed' }),
  post('/createPool', {
    Pair,
    lpFee: 0.01,
    protocolFee: 0.01,
    refFee: 0.01,
    protocolFeeAddress: 'guild',
    curve: 'stable',
    amplification: 200,
    force: true,
  }),
  post('/createTransfer', { token: TON, to: 'shop', amount: 0.01, memo: 'Invoice 1042', create: true }),
  get('/checkAccount', ['account=shop']),
  post('/createOrder', { Pair, amount: { tokenA: 0.01 }, price: 9, parts: true, expiresAt: 1_800_000_000 }),
  post('/createOrder', { Pair, amount: { tokenA: 0.01 }, minReceived: 1, kind: 'recurring', times: 3, every: 60 }),
  post('/cancelOrder', { orderId: '42' }),
  post('/cancelOrders', { Pair, kind: 'limit' }),
  post('/cancelAfter', { seconds: 5 }),
  get('/getOrders', ['state=open', 'all=true', 'limit=5']),
  get('/getOrder', ['orderId=42']),
  get('/quoteOrder', [`tokenA=${TON}`, `tokenB=${USDT}`, 'amount=1', 'price=9']),
  post('/deposit', moved),
  post('/withdraw', moved),
  post('/collectFees', { Pair }),
  get('/getRouterData'),
  get('/getPoolData', POOL),
  get('/getLPAccountData', POOL),
  get('/getLPPosition', [...POOL, 'account=local']),
  get('/getLPPositions', ['limit=2', 'cursor=a', 'account=local', 'state=open', 'pool=a']),
  get('/getPortfolio', ['limit=2', 'cursor=a', 'account=local', 'list=positions']),
  get('/refundLiquidity', [...POOL, 'percentage=0.1']),
  get('/refundLiquidity', [...POOL, 'lpTokens=0.000001', 'minToken1=0', 'minToken2=0']),
  get('/getQuote', [`tokenA=${TON}`, `tokenB=${USDT}`, 'amount=10', 'referrer=shop']),
  get('/getQuote', [`tokenA=${TON}`, `tokenB=${USDT}`, 'receive=10', 'detail=true']),
  get('/getOrderBook', [...POOL, 'levels=3', 'step=0.01']),
  get('/getEvents', ['after=3', 'to=99', 'limit=5', 'kinds=swap', 'pools=x']),
  get('/getSwap', ['transactionId=019a8a5c-2f3e-7000-8000-00004a1b2c3d']),
  get('/getSwaps', ['limit=2', 'cursor=99']),
  get('/getFills', ['limit=2', 'cursor=99.1', ...POOL, 'order=42', 'from=0', 'to=1', 'format=csv']),
  get('/getTokens', ['limit=2', 'cursor=a', 'status=paused']),
  get('/getPools', ['limit=2', 'cursor=1', 'status=listed']),
  get('/getMarket', ['list=tokens', 'sort=volume', 'order=asc', 'search=t', 'limit=2', 'cursor=tokens-volume-asc.0.1']),
  get('/getPoolStats', POOL),
  get('/getBalances', ['limit=2', 'cursor=a', 'account=local', 'token=apple']),
  get('/getActivity', ['limit=2', 'cursor=99', 'account=local', `token=${TON}`, ...POOL, 'from=0', 'reference=wire']),
  get('/getActivity', ['all=true', 'kind=swap', 'to=2026-12-01T00:00:00Z', 'format=csv']),
  get('/getActivityTotals', ['all=true', 'kind=swap', 'from=0', `token=${TON}`]),
  get('/getGains', ['year=2026', `quote=${TON}`, 'account=local', 'format=csv', 'bom=true']),
  get('/getTransaction', ['transactionId=019a8a5c-2f3e-7000-8000-00004a1b2c3d']),
  get('/getTransaction', ['sequence=1']),
  get('/getAccounts', ['limit=2', 'cursor=a']),
  get('/getKeys', ['limit=2', 'cursor=00000000000000ff', 'account=local']),
  post('/importAccounts', { csv: 'account,role\neve,trader', check: true }),
  post('/claimFaucet', { token: TON }),
  post('/createKey', { account: 'alice', role: 'trader' }),
  post('/revokeKey', { id: '00000000000000ff' }),
  post('/createSession', { key: 'mp_00000000000000ff_nope' }),
  post('/deleteSession', {}),
  get('/getWebhooks', ['limit=2', 'cursor=hook_0123456789abcdef01234567', 'account=local']),
  post('/createWebhook', { url: 'https://127.0.0.2/', kinds: ['swap'], pools: [TON], after: 0 }),
  post('/setWebhookState', { id: 'hook_0123456789abcdef01234567', state: 'paused' }),
  post('/testWebhook', { id: 'hook_0123456789abcdef01234567' }),
  post('/rotateWebhookSecret', { id: 'hook_0123456789abcdef01234567' }),
  post('/deleteWebhook', { id: 'hook_0123456789abcdef01234567' }),
  get('/getStatus'),
  get('/getAudits', ['limit=2', 'cursor=9']),
  get('/getLastAudit'),
  post('/startAudit', {}),
  get('/whoami'),
  get('/livez'),
  get('/readyz'),
  get('/openapi.json'),
  get('/docs/'),
];

/** JSON values and near-JSON, as text. */
const junk: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom(
    ...['null', 'true', '[]', '{}', '""', '0', '-0', '-1', '1e400', '1e-30', '1E+5', '01', '1.', 'NaN', '-Infinity'],
    ...['"NaN"', '"1e309"', '"-0"', '"0x10"', '" 1"', '"１"', `${2n ** 120n}`, `"${2n ** 120n - 1n}"`, '"\\ud800"'],
    ...['"\\u0000"', '"the issuer"', '"pool 1"', '"__proto__"', '"constructor"', `"${TON}"`, '{"tokenA":1}'],
    ...['['.repeat(3000) + ']'.repeat(3000), `"${'9'.repeat(600)}"`, '{"a":1,"a":2}', '"2026-02-30T25:00:00Z"'],
  ),
);

/** One mutation of a JSON text; `at` chooses the place. */
const bend: fc.Arbitrary<(text: string) => string> = fc
  .record({
    how: fc.nat(7),
    at: fc.nat(),
    length: fc.nat(12),
    junk,
    noise: fc.string({ unit: 'binary', maxLength: 8 }),
  })
  .map(({ how, at, length, junk, noise }) => (text) => {
    const place = at % (text.length + 1);
    const replace = (pattern: RegExp, by: (match: string) => string) => {
      const matches = [...text.matchAll(pattern)];
      const match = matches[at % Math.max(1, matches.length)];
      if (!match) return junk;
      return text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length);
    };
    switch (how) {
      case 0:
        return replace(/(?<=:)("[^"]*"|[\d.]+)/g, () => junk);
      case 1:
        return replace(/(?<=:)\{[^{}]*\}/g, () => junk);
      case 2:
        return replace(/"\w+"(?=:)/g, () => JSON.stringify(noise));
      case 3:
        return replace(/"\w+":("[^"]*"|[\d.]+)/g, (member) => `${member},${member}`);
      case 4:
        return replace(/\{/g, (brace) => `${brace}"__proto__":${junk},`);
      case 5:
        return text.slice(0, place) + text.slice(place + length);
      case 6:
        return text.slice(0, place) + noise + text.slice(place);
      default:
        return junk;
    }
  });

const bytesOf: fc.Arbitrary<(text: string) => Buffer> = fc.oneof(
  { weight: 30, arbitrary: fc.constant((text: string) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constant((text: string) => Buffer.from(text, 'utf16le')) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(), fc.integer({ min: 128, max: 255 })).map(([at, byte]) => (text: string) => {
      const bytes = Buffer.from(text);
      if (bytes.length > 0) bytes[at % bytes.length] = byte;
      return bytes;
    }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => () => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant((text: string) => Buffer.from(text.padEnd(17_000))) },
);

/** Adds a parameter, or changes the value of one. */
const parameter: fc.Arbitrary<(query: readonly string[]) => readonly string[]> = fc
  .record({ how: fc.nat(4), at: fc.nat(), value: fc.oneof(junk, fc.string({ unit: 'binary' })), raw: fc.boolean() })
  .map(({ how, at, value, raw }) => (query: readonly string[]) => {
    if (query.length === 0) return ['x=1'];
    const text = raw ? value.replace(/[^!-~]|[#&]/g, '%') : encodeURIComponent(value.toWellFormed());
    const index = at % query.length;
    const there = query[index] as string;
    switch (how) {
      case 0:
        return query.toSpliced(index, 1);
      case 1:
        return [...query, there];
      case 2:
        return [...query, text];
      default:
        return query.with(index, `${there.replace(/=.*/, '')}=${text}`);
    }
  });

const headerText = fc
  .string({ unit: 'binary', maxLength: 300 })
  .map((text) => text.replace(/[^ -~\u00a1-\u00ff]/g, '?'));
const headers: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    ...[
      'authorization',
      'idempotency-key',
      'x-request-id',
      'sec-fetch-site',
      'sec-purpose',
      'origin',
      'accept',
      'cookie',
    ],
    ...[
      'content-encoding',
      'expect',
      'range',
      'if-none-match',
      'x-forwarded-for',
      'accept-version',
      'x-http-method-override',
    ],
  ),
  fc.oneof(headerText, fc.constantFrom('same-origin', 'cross-site', 'Bearer x', 'gzip', 'key-1', '100-continue')),
  { maxKeys: 2 },
);

const path: fc.Arbitrary<(path: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((path: string) => path) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('/', '/*', '/*x', '/:a(', '/%', '/%ff', '//', '/..', '/a;b', '/:')
      .map((text) => () => text),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme-ascii', maxLength: 20 })
      .map((text) => (path: string) => path + text.replaceAll(/[ ?#]/g, '/')),
  },
);

/** Null in eight of nine cases, otherwise a value of `arbitrary`. */
const now = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** A valid request with one or two mutations; a few are still valid. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    valid: fc.constantFrom(...VALID),
    bends: fc.array(bend, { minLength: 1, maxLength: 2 }),
    parameters: fc.array(parameter, { minLength: 1, maxLength: 2 }),
    method: now(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')),
    type: now(
      fc.oneof(headerText, fc.constantFrom('text/plain', 'application/json; charset=x', 'multipart/form-data')),
    ),
    headers,
    path,
    bytesOf,
  })
  .map(({ valid, bends, parameters, method, type, headers, path, bytesOf }) => {
    const query = (valid.body ? parameters.slice(1) : parameters).reduce((so, change) => change(so), valid.query);
    const text = valid.body && bends.reduce((so, bend) => bend(so), JSON.stringify(valid.body));
    return {
      method: method ?? valid.method,
      path: path(valid.path) + (query.length > 0 ? `?${query.join('&')}` : ''),
      headers: { ...(text !== undefined && { 'content-type': type ?? 'application/json' }), ...headers },
      body: text === undefined ? null : bytesOf(text),
    };
  });

const line = fc.oneof(
  fc.constantFrom(
    'GET / HTTP/1.1',
    'POST /createSwap HTTP/1.1',
    'GET /getPools HTTP/9.9',
    'Host: localhost',
    'Host: x',
    '',
  ),
  fc.constantFrom(
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 1, 2',
    'Transfer-Encoding: chunked',
    'ffffffff',
  ),
  fc.constantFrom(
    'Connection: upgrade',
    'Upgrade: h2c',
    'Content-Type: application/json',
    '{"Pair":',
    '\u0000',
    ': x',
    'x :y',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Bytes for a raw socket: request lines in any order, or no lines at all. */
export const anyBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.array(line, { maxLength: 6 }).map((lines) => Buffer.from([...lines, '', ''].join('\r\n'), 'latin1')),
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);
