// Bad requests to the calls for candles, trades and prices.
import { NO_POOL, NONESUCH, type Row, SAME } from './row.ts';

const both = 'jetton0=apple&jetton1=bread';
const candles = (query: string) => ({ path: `/getCandles?${query}` });
const trades = (query: string) => ({ path: `/getTrades?${query}` });
const book = (query: string) => ({ path: `/getOrderBook?jetton0=apple&jetton1=bread${query}` });
const STEP = 'step must be a fraction from 0.000001 to 0.1 with at most 6 decimal places.';
const price = (query: string) => ({ path: `/getPrice?${query}` });
const MOMENT = 'must be an ISO 8601 time with a time zone, or Unix seconds.';
const INTERVAL = 'interval must be 1m, 5m, 15m, 1h, 4h or 1d.';
const LIMIT = 'limit must be a whole number from 1 to 1000.';
const WINDOW = 'window must be minutes, hours or days from 1m to 30d, such as 5m.';
const TOO_MANY = /^There are 1440000 intervals of 1m since 1970-01-01T00:00:00\.000Z; request at most 1000 at once/;

export const CHARTS: readonly Row[] = [
  ['candles of two minutes', candles(`${both}&interval=2m`), 400, 'invalid_request', INTERVAL],
  ['candles of a million minutes', candles(`${both}&interval=1m&from=0&to=86400000`), 400, 'invalid_request', TOO_MANY],
  [
    'candles with from after to',
    candles(`${both}&interval=1m&from=120&to=60`),
    400,
    'invalid_request',
    'from must be before to.',
  ],
  [
    'candles from the future to now',
    candles(`${both}&interval=1m&from=9999-01-01T00:00:00Z`),
    400,
    'invalid_request',
    'from must be before to, which defaults to now.',
  ],
  ['trades with from equal to to', trades(`${both}&from=60&to=60`), 400, 'invalid_request', 'from must be before to.'],
  [
    'trades from milliseconds',
    trades(`${both}&from=1763164800000`),
    400,
    'invalid_request',
    'from looks like milliseconds; send Unix seconds, or an ISO 8601 time with a time zone.',
  ],
  [
    'trades from a time zone with an unescaped +',
    trades(`${both}&from=2026-11-15T12:00:00+01:00`),
    400,
    'invalid_request',
    'from has a space before the time zone; in a URL, write + as %2B.',
  ],
  [
    'trades from a date without a time',
    trades(`${both}&from=2026-11-15`),
    400,
    'invalid_request',
    'from is a date without a time; add a time and a time zone, such as T00:00:00Z.',
  ],
  ['candles with an invalid from', candles(`${both}&interval=1m&from=soon`), 400, 'invalid_request', `from ${MOMENT}`],
  ['candles with an invalid to', candles(`${both}&interval=1m&to=-1`), 400, 'invalid_request', `to ${MOMENT}`],
  ['0 candles', candles(`${both}&interval=1m&limit=0`), 400, 'invalid_request', LIMIT],
  ['1001 candles', candles(`${both}&interval=1m&limit=1001`), 400, 'invalid_request', LIMIT],
  [
    'a file of candles with a limit',
    candles(`${both}&interval=1m&format=csv&limit=5`),
    400,
    'invalid_request',
    /^limit applies to/,
  ],
  ['candles as a picture', candles(`${both}&interval=1m&format=png`), 400, 'invalid_request', /^format must be csv or/],
  ['candles of the same token', candles('jetton0=apple&jetton1=apple&interval=1m'), 400, 'same_token', SAME],
  [
    'candles of an unknown token',
    candles('jetton0=apple&jetton1=nonesuch&interval=1m'),
    404,
    'unknown_token',
    NONESUCH,
  ],
  ['candles without a pool', candles('jetton0=bread&jetton1=corn&interval=1m'), 404, 'unknown_pool', NO_POOL],
  [
    'a file of candles without a pool',
    candles('jetton0=bread&jetton1=corn&interval=1m&format=csv'),
    404,
    'unknown_pool',
    NO_POOL,
  ],
  ['trades without a pool', trades('jetton0=bread&jetton1=corn'), 404, 'unknown_pool', NO_POOL],
  ['trades with an invalid cursor', trades(`${both}&cursor=x`), 400, 'bad_cursor', /^cursor must be the nextCursor/],
  ['trades with an invalid from', trades(`${both}&from=yesterday`), 400, 'invalid_request', `from ${MOMENT}`],
  ['a file of limited trades', trades(`${both}&format=csv&limit=5`), 400, 'invalid_request', /^limit applies to pages/],
  ['a price of a pair without a pool', price('jetton0=bread&jetton1=corn'), 404, 'unknown_pool', NO_POOL],
  [
    'the price of an empty pool',
    price('jetton0=apple&jetton1=corn'),
    422,
    'no_liquidity',
    'The pool of APPLE and CORN is empty; provideLiquidity fills it.',
  ],
  ['a mean over 31 days', price(`${both}&window=31d`), 400, 'invalid_request', WINDOW],
  ['a mean over no time', price(`${both}&window=0m`), 400, 'invalid_request', WINDOW],
  ['a mean over seconds', price(`${both}&window=30s`), 400, 'invalid_request', WINDOW],
  [
    'events up to before they begin',
    { path: '/getEvents?after=9&to=8' },
    400,
    'invalid_request',
    'to must not be before after.',
  ],
  [
    'private events page by page',
    { path: '/getEvents?kinds=deposit' },
    400,
    'invalid_request',
    /are sent only to the accounts they concern; read them from \/events with own=true\.$/,
  ],
  ['a book of 101 levels', book('&levels=101'), 400, 'invalid_request', 'levels must be a whole number from 1 to 100.'],
  ['a book without levels', book('&levels=0'), 400, 'invalid_request', 'levels must be a whole number from 1 to 100.'],
  ['a book with a step of 0', book('&step=0'), 400, 'invalid_amount', STEP],
  ['a book with too small a step', book('&step=0.0000001'), 400, 'invalid_amount', STEP],
  ['a book with too large a step', book('&step=0.100001'), 400, 'invalid_amount', STEP],
  [
    'a book of two tokens without a pool',
    { path: '/getOrderBook?jetton0=bread&jetton1=corn' },
    404,
    'unknown_pool',
    NO_POOL,
  ],
];
