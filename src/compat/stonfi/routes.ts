// The routes of STON.fi's API: method, path and parameters, and what each asks and answers.
import Type from 'typebox';
import { type Route, route } from '../surface.ts';
import { readAsset, readDirectory, readRouter } from './ask.ts';
import { assetOf, routerOf } from './shape.ts';

const NONE = Type.Object({});
const Address = Type.String({ minLength: 1, maxLength: 128, description: 'An address.' });

export const ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/assets',
    input: NONE,
    isSharedList: true,
    ask: readDirectory,
    shape: (directory) => ({ asset_list: directory.assets.map((token) => assetOf(token, directory)) }),
  }),
  route({
    method: 'GET',
    path: '/v1/assets/{asset}',
    input: Type.Object({ asset: Address }),
    ask: async (exchange, { asset }) => ({
      token: await readAsset(exchange, asset),
      directory: await readDirectory(exchange),
    }),
    shape: ({ token, directory }) => ({ asset: assetOf(token, directory) }),
  }),
  route({
    method: 'GET',
    path: '/v1/markets',
    input: NONE,
    isSharedList: true,
    ask: readDirectory,
    // STON.fi lists both directions.
    shape: ({ pools }) => ({
      pairs: pools.flatMap(({ jetton0, jetton1 }) => [
        [jetton0, jetton1],
        [jetton1, jetton0],
      ]),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/routers',
    input: NONE,
    isSharedList: true,
    ask: readRouter,
    shape: (router) => ({ router_list: [routerOf(router)] }),
  }),
  route({
    method: 'GET',
    path: '/v1/routers/{router}',
    input: Type.Object({ router: Address }),
    ask: readRouter,
    shape: (router) => ({ router: routerOf(router) }),
  }),
];
