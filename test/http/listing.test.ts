// Operators' changes to tokens and pools, as callers see them: effective from the next answer on, with messages for what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { audit } from '../../src/audit/audit.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { POLICY, type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const PNG = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1').toString('base64')}`;

let server: Server;
beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
});
afterAll(() => server.close());

const get = async (path: string) => exact(await send(server, { path }));
const post = async (call: string, body: object) => exact(await send(server, { path: `/${call}`, body })).data;
const refused = async (path: string, body?: object) => {
  const { status, headers, text } = await send(server, { path, ...(body && { body }) });
  return [status, headers.get('error-code'), JSON.parse(text).error];
};
const QUOTE = '/getQuote?tokenA=apple&tokenB=bread&amount=1000';

describe('setPoolFees', () => {
  test('returns the rates before and after, effective from the next request', async () => {
    const [quote, pool] = [await get(QUOTE), await get('/getPoolData?jetton0=apple&jetton1=bread')];
    expect([quote.data.fees.lp, pool.lpFee]).toEqual(['2', '0.002']);
    const { transactionId, poolAddress, before, after, ...named } = await post('setPoolFees', {
      Pair,
      lpFee: 0.25,
      force: true,
    });
    expect(transactionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(named).toEqual({ token1Address: 'apple', token2Address: 'bread' });
    const terms = { lpFee: '0.002', protocolFee: '0.001', refFee: '0.001', protocolFeeAddress: 'treasury' };
    expect([before, after]).toEqual([terms, { ...terms, lpFee: '0.25' }]);
    expect((await get(QUOTE)).data.fees.lp).toBe('250');
    expect(await get('/getPoolData?jetton0=apple&jetton1=bread')).toEqual({ ...pool, lpFee: '0.25' });
    expect((await get('/getPools')).data.pools[0]).toMatchObject({ poolAddress, lpFee: '0.25', status: 'listed' });
    await post('setPoolFees', { Pair, lpFee: 0.002, force: true });
  });

  test('shows no fee recipient while there is no protocol fee, and the one that was set as soon as there is', async () => {
    const none = await post('setPoolFees', { Pair, protocolFee: 0, protocolFeeAddress: 'guild', force: true });
    expect(none.after).toMatchObject({ protocolFee: '0', protocolFeeAddress: 'N/A' });
    expect((await get('/getPoolData?jetton0=apple&jetton1=bread')).protocolFeeAddress).toBe('N/A');
    const again = await post('setPoolFees', { Pair, protocolFee: 0.001, force: true });
    expect(again.after).toMatchObject({ protocolFee: '0.001', protocolFeeAddress: 'guild' });
  });
});

test('a pause refuses swaps, quotes and liquidity with its own code; refunds and withdrawals still work', async () => {
  const swap = { Pair, amount: { tokenA: 10 } };
  const provide = { Pair, amount: { tokenA: 10, tokenB: 20 } };
  const status = (to: string) => post('setPoolStatus', { Pair, status: to });
  expect(await status('paused')).toMatchObject({ before: 'listed', after: 'paused' });
  const paused = [
    422,
    'pool_paused',
    'The pool of APPLE and BREAD is paused: you can withdraw liquidity, but not swap or provide it.',
  ];
  for (const [path, body] of [['/createSwap', swap], ['/provideLiquidity', provide], [QUOTE]] as const) {
    expect(await refused(path, body)).toEqual(paused);
  }
  await post('refundLiquidity', { jetton0: 'apple', jetton1: 'bread', percentage: 1 });
  await status('listed');
  await post('updateToken', { address: 'bread', status: 'paused' });
  const token = [422, 'token_paused', 'BREAD is paused: you can withdraw it, but not swap it or provide liquidity.'];
  expect(await refused('/createSwap', swap)).toEqual(token);
  await post('withdraw', { account: 'local', token: 'bread', amount: 1, reference: 'out' });
  expect((await get('/getRouterData')).data.supportedTokens.map(({ symbol }: { symbol: string }) => symbol)).toContain(
    'BREAD',
  );
  await post('updateToken', { address: 'bread', status: 'listed' });
  await post('createSwap', swap);
});

test('tokens have names, logos and statuses, and hidden tokens and pools are listed only with status=hidden', async () => {
  const gold = { address: 'gold', symbol: 'GOLD', decimals: 3, name: 'Gold, 1 oz', logo: PNG };
  expect(await post('registerToken', gold)).toEqual({ ...gold, decimals: '3', status: 'listed' });
  const looks = { name: '', logo: 'https://example.com/gold.png?size=64' };
  const changed = await post('updateToken', { address: 'gold', ...looks, status: 'hidden' });
  expect(changed).toEqual({ transactionId: expect.any(String), address: 'gold', ...looks, status: 'hidden' });
  const { data } = await get('/getTokens?limit=2');
  expect(data.tokens).toEqual([
    { address: 'apple', symbol: 'APPLE', decimals: '0', name: '', logo: '', status: 'listed', place: null },
    { address: 'bread', symbol: 'BREAD', decimals: '2', name: '', logo: '', status: 'listed', place: '2' },
  ]);
  expect((await get(`/getTokens?limit=2&cursor=${data.nextCursor}`)).data).toMatchObject({
    tokens: [{ address: 'corn' }],
    nextCursor: null,
  });
  expect((await get('/getTokens?status=hidden')).data.tokens).toMatchObject([{ address: 'gold', ...looks }]);
  const { supportedTokens } = (await get('/getRouterData')).data;
  expect(supportedTokens.map(Object.keys)).toEqual(Array(3).fill(['address', 'symbol', 'decimals']));
  await post('setPoolStatus', { Pair, status: 'hidden' });
  expect((await get('/getPools')).data.pools).toHaveLength(1);
  expect((await get('/getPools?status=hidden')).data.pools).toMatchObject([{ jetton0: 'apple', status: 'hidden' }]);
  await post('setPoolStatus', { Pair, status: 'listed' });
});

test('liquidity far from the pool’s ratio is refused with the amounts it would take, unless maxPriceImpact or minLpTokens is set', async () => {
  const offer = { Pair, amount: { tokenA: 100, tokenB: 100 } };
  expect(await refused('/provideLiquidity', offer)).toEqual([
    422,
    'ratio_too_far',
    expect.stringMatching(
      /^The pool would take only \d+ of 100 APPLE and [\d.]+ of 100 BREAD, less than 85 % of one of them; offer amounts at the pool.s ratio, set minLpTokens, or raise maxPriceImpact\.$/,
    ),
  ]);
  await post('provideLiquidity', { ...offer, maxPriceImpact: 1 });
  await post('provideLiquidity', { ...offer, minLpTokens: 0 });
});

describe('a misleading name or logo', () => {
  const token = (fields: object) => ['registerToken', { address: 'x', symbol: 'X', decimals: 0, ...fields }] as const;
  const deposit = (fields: object) =>
    ['deposit', { account: 'local', token: 'apple', amount: 1, reference: 'r', ...fields }] as const;
  const unseen = (field: string, point: string) => `${field} contains ${point}, an invisible character.`;
  const LOGO =
    'logo must be an https URL of at most 512 characters, a PNG, JPEG or WebP as a base64 data URL, or a path that uploadImage returned.';
  const SPACES = 'name must not start or end with a space or have two spaces in a row.';
  const data = (kind: string, bytes: string) =>
    `data:image/${kind};base64,${Buffer.from(bytes, 'latin1').toString('base64')}`;

  test.each([
    [token({ address: 'a\u200bb' }), unseen('address', 'U+200B')],
    [token({ address: 'go\ufe0fld' }), unseen('address', 'U+FE0F')],
    [token({ address: 'cafe\u0301' }), 'address is not in Unicode normal form (NFC) at U+0301.'],
    [token({ symbol: 'US\u034fDT' }), unseen('symbol', 'U+034F')],
    [token({ symbol: '\u212b' }), 'symbol is not in Unicode normal form (NFC) at U+212B.'],
    [token({ symbol: 'U\u3164' }), unseen('symbol', 'U+3164')],
    [token({ name: 'To\u00adken' }), unseen('name', 'U+00AD')],
    [token({ name: 'To\u00a0ken' }), unseen('name', 'U+00A0')],
    [token({ name: 'To\u{e0061}ken' }), unseen('name', 'U+E0061')],
    [token({ name: ' Token' }), SPACES],
    [token({ name: 'To  ken' }), SPACES],
    [token({ name: 'x'.repeat(65) }), 'name must have at most 64 characters.'],
    [token({ logo: 'http://example.com/x.png' }), LOGO],
    [token({ logo: 'https://u:p@example.com/x.png' }), LOGO],
    [token({ logo: `https://example.com/${'x'.repeat(493)}` }), LOGO],
    [token({ logo: 'javascript:alert(1)' }), LOGO],
    [token({ logo: data('svg+xml', '<svg onload="alert(1)"/>') }), LOGO],
    [token({ logo: data('png', '<svg onload="alert(1)"/>') }), LOGO],
    [token({ logo: PNG.slice(0, -1) }), LOGO],
    [deposit({ account: 'loc\u2800al' }), unseen('account', 'U+2800')],
    [deposit({ reference: 'wire\u202e1' }), unseen('reference', 'U+202E')],
    [['createSwap', { Pair, amount: { tokenA: 1 }, referrer: 'bob\u180b' }], unseen('referrer', 'U+180B')],
    [['setPoolFees', { Pair, protocolFeeAddress: 'guild\u115f' }], unseen('protocolFeeAddress', 'U+115F')],
  ] as const)('is refused: %j', async ([call, body], message) => {
    expect(await refused(`/${call}`, body)).toEqual([400, 'invalid_request', message]);
  });

  test('is accepted if it has no invisible characters', async () => {
    const names = { symbol: 'ÄPFEL', name: 'Äpfel “Ж” 果 🌽', logo: `https://example.com/${'x'.repeat(492)}` };
    await post('registerToken', { address: 'Äpfel', decimals: 0, ...names });
    await post('deposit', { account: 'ячмень', token: 'Äpfel', amount: 1, reference: 'a wire, № 1' });
  });

  test('keeps working if it was registered before', async () => {
    const old = 'old\ufe0f';
    await server.exchange.execute('service' as Account, {
      kind: 'registerToken',
      token: { address: old as never, symbol: old, decimals: 0 },
    });
    const held = { kind: 'deposit', account: old as Account, token: old as never, amount: 5n as never, reference: 'r' };
    await server.exchange.execute('service' as Account, held as never);
    await post('deposit', { account: old, token: old, amount: 1, reference: 'more' });
    await post('withdraw', { account: old, token: old, amount: 6, reference: 'all' });
  });
});

test('a symbol that is taken needs force, and no token can have an address of the exchange itself', async () => {
  const twin = { address: 'twin', symbol: 'Apple', decimals: 0 };
  expect(await refused('/registerToken', twin)).toEqual([
    422,
    'symbol_taken',
    'Token apple already has the symbol APPLE; choose another, or send force: true to list both.',
  ]);
  await post('registerToken', { ...twin, force: true });
  const { routerAddress, factoryAddress } = (await get('/getRouterData')).data;
  const { poolAddress, token0WalletAddress, token1WalletAddress } = (await get('/getPools')).data.pools[0];
  const { Addresses } = await import('../../src/address.ts');
  const yetToBe = new Addresses(server.store.factory).pool('bread' as never, 'corn' as never);
  const own = [routerAddress, factoryAddress, poolAddress, token0WalletAddress, token1WalletAddress, yetToBe];
  for (const address of own) {
    expect(await refused('/registerToken', { address, symbol: 'MINE', decimals: 0 })).toEqual([
      422,
      'address_reserved',
      `${address} is an address of the exchange itself; use the token's own address.`,
    ]);
  }
});

test('the audit passes after all these changes', async () => {
  await audit(server.store, () => {});
});

test('with POOL_CREATION=operators only an operator’s liquidity or createPool makes a pool', async () => {
  const own = await startServer({ auth: 'keys', allowedHosts: null, policy: { ...POLICY, poolCreation: 'operators' } });
  const key = async (account: string, role: 'trader' | 'operator') =>
    `Bearer ${(await createKey(own.store, { account: account as Account, role }, 1)).key}`;
  const [operator, trader] = [await key('local', 'operator'), await key('ann', 'trader')];
  const as = async (authorization: string, path: string, body: object) => {
    const { status, headers, text } = await send(own, { path, body, headers: { authorization } });
    return [status, headers.get('error-code'), JSON.parse(text).error ?? ''];
  };
  const done = [200, null, ''];
  try {
    await openMarket(own, { authorization: operator });
    for (const token of ['bread', 'corn', 'apple']) {
      await as(operator, '/deposit', { account: 'ann', token, amount: 4, reference: token });
    }
    const offer = { Pair: { tokenA: 'bread', tokenB: 'corn' }, amount: { tokenA: 2, tokenB: 2 } };
    const said = 'There is no pool of BREAD and CORN, and only operators can create pools here.';
    expect(await as(trader, '/provideLiquidity', offer)).toEqual([422, 'pool_creation_restricted', said]);
    expect(await as(operator, '/provideLiquidity', offer)).toEqual(done);
    expect(await as(trader, '/provideLiquidity', offer)).toEqual(done);
    // Anyone may fill an empty pool that an operator created.
    const first = { Pair: { tokenA: 'apple', tokenB: 'corn' }, amount: { tokenA: 2, tokenB: 2 } };
    expect(await as(trader, '/provideLiquidity', first)).toEqual(done);
  } finally {
    await own.close();
  }
});
