// The routes of the Universal Data Feed: method, path and parameters, and what each asks and answers.
import Type from 'typebox';
import { type Route, route } from '../surface.ts';
import { readBars, readExchangeName, readSymbol, searchMarkets } from './ask.ts';
import { barsOf, configOf, foundOf, symbolOf } from './shape.ts';

const NONE = Type.Object({});
const Ticker = Type.String({ minLength: 1, maxLength: 256, description: 'A symbol or ticker.' });
/** Charts ask for times before 1970, too. */
const Seconds = Type.String({ pattern: '^-?[0-9]{1,11}$', title: 'a time in seconds since 1970' });
const Whole = Type.String({ pattern: '^[0-9]{1,9}$', title: 'a whole number' });
const Text = Type.Optional(Type.String({ maxLength: 128 }));

export const ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tv/udf/config',
    input: NONE,
    isSharedList: true,
    ask: readExchangeName,
    shape: configOf,
  }),
  route({
    method: 'GET',
    path: '/tv/udf/time',
    input: NONE,
    ask: async () => Date.now(),
    shape: (nowMs) => String(Math.floor(nowMs / 1000)),
  }),
  route({
    method: 'GET',
    path: '/tv/udf/symbols',
    input: Type.Object({ symbol: Ticker }),
    ask: (exchange, { symbol }) => readSymbol(exchange, symbol),
    shape: symbolOf,
  }),
  route({
    method: 'GET',
    path: '/tv/udf/search',
    input: Type.Object({ query: Text, type: Text, exchange: Text, limit: Type.Optional(Whole) }),
    ask: searchMarkets,
    shape: ({ markets, name }) => markets.map((market) => foundOf(market, name)),
  }),
  route({
    method: 'GET',
    path: '/tv/udf/history',
    input: Type.Object({
      ...{ symbol: Ticker, from: Seconds, to: Seconds },
      resolution: Type.String({ maxLength: 8 }),
      countback: Type.Optional(Whole),
    }),
    ask: readBars,
    shape: barsOf,
  }),
];
