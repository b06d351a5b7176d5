// STON.fi's client on an exchange of 10,011 pools: whole lists are made once for all who ask, and swaps are simulated without them. 8 s of CPU.
import { StonApiClient } from '@ston-fi/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { send } from '../http/client.ts';
import { type Server, startServer } from '../http/server.ts';

/** Each two of these tokens have a pool. */
const TOKENS = Array.from({ length: 142 }, (_, at) => `token-${String(at).padStart(3, '0')}` as TokenAddress);
const PAIRS = TOKENS.flatMap((tokenA, at) => TOKENS.slice(at + 1).map((tokenB) => ({ tokenA, tokenB })));
const [FIRST, SECOND] = TOKENS as unknown as readonly [TokenAddress, TokenAddress];

let server: Server;
let client: StonApiClient;
let pages = 0;

/** Counts the pages of pools that are read. */
const counting = (venue: Venue) =>
  new Proxy(venue, {
    get(target, name) {
      const member = target[name as keyof Venue];
      if (name === 'pools') pages += 1;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

beforeAll(async () => {
  server = await startServer({ compat: ['stonfi'], wrapVenue: counting });
  client = new StonApiClient({ baseURL: server.url });
  const commands: Command[] = [
    ...TOKENS.map((address) => ({ kind: 'registerToken' as const, token: { address, symbol: address, decimals: 9 } })),
    ...PAIRS.map((pair) => ({ kind: 'createPool' as const, ...pair })),
  ];
  for (let at = 0; at < commands.length; at += 500) {
    const done = await server.exchange.executeAll(
      'local' as Account,
      commands.slice(at, at + 500).map((command) => ({ command })),
    );
    for (const one of done) if (one instanceof Error) throw one;
  }
  for (const token of [FIRST, SECOND]) {
    const body = { account: 'local', token, amount: 1000, reference: 'start' };
    expect(await send(server, { path: '/deposit', body })).toMatchObject({ status: 200 });
  }
  const body = { Pair: { tokenA: FIRST, tokenB: SECOND }, amount: { tokenA: 100, tokenB: 400 } };
  expect(await send(server, { path: '/provideLiquidity', body })).toMatchObject({ status: 200 });
}, 120_000);
afterAll(() => server.close());

test('a swap is simulated without reading the lists', async () => {
  const pair = { offerAddress: FIRST, askAddress: SECOND, slippageTolerance: '0.01' };
  const { askUnits } = await client.simulateSwap({ ...pair, offerUnits: '1000000000' });
  expect(askUnits).toMatch(/^3\d{9}$/);
  expect(pages).toBe(0);
});

test('all that ask for the list of pools at once get one that was read once', async () => {
  const lists = await Promise.all(Array.from({ length: 20 }, () => send(server, { path: '/v1/pools' })));
  const [{ text }] = lists as [(typeof lists)[number]];
  for (const list of lists) expect(list.text === text).toBe(true);
  expect(JSON.parse(text).pool_list).toHaveLength(PAIRS.length);
  expect(pages).toBe(Math.ceil(PAIRS.length / 200));
});

test('searches and the pool of a pair use the same lists', async () => {
  const pools = await client.queryPools({ condition: 'asset:liquidity:very_high' });
  expect(pools).toMatchObject([{ token0Address: FIRST, token1Address: SECOND }]);
  expect(await client.queryPools({ condition: '', searchTerms: [FIRST] })).toHaveLength(TOKENS.length - 1);
  const last = { asset0Address: TOKENS.at(-1) as string, asset1Address: FIRST };
  expect(await client.getPoolsByAssetPair(last)).toMatchObject([{ token0Address: FIRST, reserve0: '0' }]);
});
