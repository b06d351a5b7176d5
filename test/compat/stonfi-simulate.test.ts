// Simulations of STON.fi's client @ston-fi/api 0.32, unmodified, are the exchange's own quotes, and swaps fill at them. 8 s of CPU.
import { StonApiClient } from '@ston-fi/api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOGS, JDAI, NOT, POOLS, STON, TON, USDT } from '../../src/cli/demo/demo.ts';
import { parseDecimal, printDecimal } from '../../src/core/maths/decimal.ts';
import type { Token } from '../../src/core/pool.ts';
import { send } from '../http/client.ts';
import { type Server, startServer } from '../http/server.ts';
import { times } from '../times.ts';

const SEED = 43;
const BPS = 10_000n;

let server: Server;
let client: StonApiClient;
beforeAll(async () => {
  server = await startServer({ compat: ['stonfi'], demo: true });
  client = new StonApiClient({ baseURL: server.url });
});
afterAll(() => server.close());

type Fields = Readonly<Record<string, string>>;

/** A call of the exchange itself, with every amount as text. */
async function call(path: string, fields: Fields | object, method: 'GET' | 'POST' = 'GET') {
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Fields)}` : '';
  const body = method === 'POST' && { body: fields };
  const { status, text } = await send(server, { path: `/${path}${query}`, headers: { amounts: 'string' }, ...body });
  expect(status, text).toBe(200);
  const answer = JSON.parse(text);
  return answer.data ?? answer;
}

const units = (amount: string, { decimals }: Token): bigint => {
  const value = parseDecimal(amount, decimals, 10n ** 60n);
  if (typeof value !== 'bigint') throw new Error(`${amount}: ${value}`);
  return value;
};
const whole = (base: bigint | string, { decimals }: Token) => printDecimal(BigInt(base), decimals);

/** A direction of a pool of the demo, and a part of its reserve, in millionths. */
const cases = fc
  .sample(
    fc.record({
      pool: fc.constantFrom(...POOLS),
      isForward: fc.boolean(),
      millionths: fc.integer({ min: 1, max: 100_000 }),
      odd: fc.bigInt({ min: 0n, max: 999n }),
      isReferred: fc.boolean(),
    }),
    { numRuns: times(48), seed: SEED },
  )
  .map(({ pool: [token0, amount0, token1, amount1, amplification], isForward, millionths, odd, isReferred }) => {
    const [offer, ask, reserve, ofAsk] = isForward
      ? [token0, token1, amount0, amount1]
      : [token1, token0, amount1, amount0];
    const part = (amount: string, token: Token) => (units(amount, token) * BigInt(millionths)) / 1_000_000n + odd;
    const referral = isReferred ? { referralAddress: 'shop-42' } : {};
    return {
      offer,
      ask,
      offered: part(reserve, offer),
      wanted: part(ofAsk, ask),
      isStable: amplification !== undefined,
      referral,
    };
  });

const poolOf = async (offer: Token, ask: Token) => {
  const [pool] = await client.getPoolsByAssetPair({ asset0Address: offer.address, asset1Address: ask.address });
  return pool as NonNullable<typeof pool>;
};

test('a simulation is the quote, and for constant products what the formula of STON.fi says of the reserves', async () => {
  let formulas = 0;
  for (const { offer, ask, offered, isStable, referral } of cases) {
    const pool = await poolOf(offer, ask);
    const simulated = await client.simulateSwap({
      ...{ offerAddress: offer.address, askAddress: ask.address, offerUnits: String(offered) },
      ...{ slippageTolerance: '0.01', ...referral },
    });
    const referrer = referral.referralAddress && { referrer: referral.referralAddress };
    const pair = { tokenA: offer.address, tokenB: ask.address, route: 'direct' };
    const quote = await call('getQuote', { ...pair, amount: whole(offered, offer), ...referrer });
    expect(simulated).toMatchObject({
      offerUnits: String(offered),
      askUnits: String(units(quote.amountB, ask)),
      minAskUnits: String((units(quote.amountB, ask) * 99n) / 100n),
      priceImpact: quote.priceImpact,
      swapRate: quote.price,
      poolAddress: pool.address,
      feePercent: referrer ? '0.004' : '0.003',
    });
    // All figures are plain decimals.
    for (const figure of [simulated.priceImpact, simulated.swapRate, simulated.feeUnits])
      expect(figure).toMatch(/^\d+(\.\d+)?$/);
    if (isStable) continue;
    formulas += 1;
    expect(simulated.askUnits).toBe(String(formula(pool, offer, offered, referrer !== undefined)));
  }
  expect(formulas).toBeGreaterThanOrEqual(30);
});

type Pool = Awaited<ReturnType<StonApiClient['getPool']>>;

/** The amount that a pool of STON.fi's version 1 pays: the LP fee is taken of the offer, the other fees of the output, rounded up. */
function formula(pool: Pool, offer: Token, offered: bigint, isReferred: boolean): bigint {
  const reserves = [BigInt(pool.reserve0), BigInt(pool.reserve1)];
  const [reserveIn, reserveOut] = (pool.token0Address === offer.address ? reserves : reserves.toReversed()) as [
    bigint,
    bigint,
  ];
  const afterFee = offered * (BPS - BigInt(pool.lpFee));
  const out = (afterFee * reserveOut) / (reserveIn * BPS + afterFee);
  const fee = (bps: string) => (out * BigInt(bps) + BPS - 1n) / BPS;
  return out - fee(pool.protocolFee) - (isReferred ? fee(pool.refFee) : 0n);
}

test('a reverse simulation is the quote of an exact amount', async () => {
  for (const { offer, ask, wanted, referral } of cases) {
    const simulated = await client.simulateReverseSwap({
      ...{ offerAddress: offer.address, askAddress: ask.address, askUnits: String(wanted) },
      ...{ slippageTolerance: '0.005', ...referral },
    });
    const referrer = referral.referralAddress && { referrer: referral.referralAddress };
    const pair = { tokenA: offer.address, tokenB: ask.address, route: 'direct' };
    const quote = await call('getQuote', { ...pair, receive: whole(wanted, ask), ...referrer });
    const [offerUnits, askUnits] = [String(units(quote.amountA, offer)), String(units(quote.amountB, ask))];
    expect(simulated).toMatchObject({ offerUnits, askUnits, minAskUnits: String((BigInt(askUnits) * 995n) / 1000n) });
    expect(BigInt(simulated.askUnits)).toBeGreaterThanOrEqual(wanted);
  }
});

test('a swap right after its simulation pays exactly ask_units, both ways', async () => {
  const balanceOf = async ({ address }: Token) => (await call('getBalances', { token: address })).balances[0].balance;
  const small = cases.filter(({ offer, offered }) => offered < units('50', offer) || offer === NOT || offer === DOGS);
  let swaps = 0;
  for (const { offer, ask, offered } of small) {
    if (offered > units(await balanceOf(offer), offer)) continue;
    const pair = { offerAddress: offer.address, askAddress: ask.address, slippageTolerance: '0' };
    const { askUnits, minAskUnits } = await client.simulateSwap({ ...pair, offerUnits: String(offered) });
    const before = units(await balanceOf(ask), ask);
    const body = {
      Pair: { tokenA: offer.address, tokenB: ask.address },
      amount: { tokenA: whole(offered, offer) },
      ...{ minReceived: whole(minAskUnits, ask), route: 'direct', maxPriceImpact: '1' },
    };
    await call('createSwap', body, 'POST');
    expect(units(await balanceOf(ask), ask) - before).toBe(BigInt(askUnits));
    const exact = await client.simulateReverseSwap({ ...pair, askUnits });
    const paid = units(await balanceOf(offer), offer);
    if (paid < BigInt(exact.offerUnits)) continue;
    await call('createSwap', { ...body, amount: { tokenB: whole(askUnits, ask) }, minReceived: undefined }, 'POST');
    expect(paid - units(await balanceOf(offer), offer)).toBe(BigInt(exact.offerUnits));
    swaps += 1;
  }
  expect(swaps).toBeGreaterThanOrEqual(5);
});

test('liquidity mints what its simulation says', async () => {
  const pool = await poolOf(TON, USDT);
  const [tokenA, tokenB] = [USDT, TON];
  const pair = { tokenA: tokenA.address, tokenB: tokenB.address, poolAddress: pool.address, slippageTolerance: '0.01' };
  const minted = async (a: string, b: string) => {
    const Pair = { tokenA: tokenA.address, tokenB: tokenB.address };
    const amount = { tokenA: whole(a, tokenA), tokenB: whole(b, tokenB) };
    return call('provideLiquidity', { Pair, amount, maxPriceImpact: '1' }, 'POST');
  };
  for (const given of [{ tokenAUnits: '2500001' }, { tokenBUnits: '1234567891' }]) {
    const simulated = await client.simulateLiquidityProvision({
      provisionType: 'Balanced',
      ...pair,
      ...given,
    } as never);
    expect(simulated).toMatchObject(given);
    const done = await minted(simulated.tokenAUnits, simulated.tokenBUnits);
    expect(simulated).toMatchObject({
      estimatedLpUnits: String(units(done.lpTokensMinted, { decimals: 9 } as Token)),
      estimatedTokenAUnits: String(units(done.token1Amount, tokenA)),
      estimatedTokenBUnits: String(units(done.token2Amount, tokenB)),
      minLpUnits: String((BigInt(simulated.estimatedLpUnits) * 99n) / 100n),
      poolAddress: pool.address,
    });
  }
  const arbitrary = { tokenAUnits: '5000000', tokenBUnits: '100000000000' };
  const simulated = await client.simulateLiquidityProvision({ provisionType: 'Arbitrary', ...pair, ...arbitrary });
  const done = await minted(arbitrary.tokenAUnits, arbitrary.tokenBUnits);
  expect(simulated).toMatchObject({ ...arbitrary, estimatedTokenBUnits: String(units(done.token2Amount, tokenB)) });
  expect(simulated.estimatedLpUnits).toBe(String(units(done.lpTokensMinted, { decimals: 9 } as Token)));
  const before = (await client.getPool(pool.address)).lpTotalSupply;
  expect(BigInt(before)).toBe(BigInt(simulated.lpTotalSupply) + BigInt(simulated.estimatedLpUnits));

  const initial = {
    provisionType: 'Initial',
    slippageTolerance: '0',
    tokenAUnits: '1000000',
    tokenBUnits: '4000000',
  } as const;
  const created = await client.simulateLiquidityProvision({ ...initial, tokenA: NOT.address, tokenB: USDT.address });
  expect(created).toMatchObject({ lpTotalSupply: '0', estimatedTokenARate: '4000', estimatedLpUnits: '1999000' });
});

type Refusal = readonly [what: string, query: Fields, status: number, words: RegExp];
const SWAP = { offer_address: TON.address, ask_address: USDT.address, units: '1000000', slippage_tolerance: '0.01' };

test.each<Refusal>([
  ['an unknown asset', { ...SWAP, ask_address: 'nothing' }, 404, /^There is no asset nothing\.$/],
  ['an asset for itself', { ...SWAP, ask_address: TON.address }, 400, /two different tokens/],
  ['two assets without a pool', { ...SWAP, ask_address: JDAI.address }, 404, /pool/],
  ['no units', { ...SWAP, units: '0' }, 400, /greater than 0/],
  ['negative units', { ...SWAP, units: '-1' }, 400, /^units must be a whole number/],
  ['a fraction of a unit', { ...SWAP, units: '1.5' }, 400, /^units must be a whole number/],
  ['more units than there can be', { ...SWAP, units: '9'.repeat(80) }, 400, /exceeds the maximum/],
  ['an endless number', { ...SWAP, units: '9'.repeat(81) }, 400, /^units must be a whole number/],
  ['a tolerance of 2', { ...SWAP, slippage_tolerance: '2' }, 400, /^slippage_tolerance must be a fraction/],
  ['a negative tolerance', { ...SWAP, slippage_tolerance: '-0.1' }, 400, /^slippage_tolerance must be a fraction/],
  ['no tolerance', { offer_address: TON.address, ask_address: USDT.address, units: '1' }, 400, /is missing/],
  ['another pool', { ...SWAP, pool_address: 'nothing' }, 404, /^There is no pool nothing\.$/],
  ['another version', { ...SWAP, dex_version: '2' }, 404, /the router is of version 1/],
])('%s is refused in the form of the surface', async (_, query, status, words) => {
  for (const path of ['/v1/swap/simulate', '/v1/reverse_swap/simulate']) {
    const answer = await send(server, { method: 'POST', path: `${path}?${new URLSearchParams(query)}` });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error: expect.stringMatching(words) }]);
    expect(answer.headers.get('error-code')).toMatch(/^[a-z_]+$/);
  }
});

const DEPOSIT = { token_a: TON.address, token_b: USDT.address, slippage_tolerance: '0.01' };

test.each<Refusal>([
  ['an unknown kind', { ...DEPOSIT, provision_type: 'All' }, 400, /Initial, Balanced or Arbitrary/],
  ['one amount for a new pool', { ...DEPOSIT, provision_type: 'Initial', token_a_units: '1' }, 400, /needs/],
  [
    'a new pool where there is one',
    { ...DEPOSIT, provision_type: 'Initial', token_a_units: '4000000', token_b_units: '10000' },
    400,
    /have a pool/,
  ],
  [
    'a balanced deposit without its pool',
    { ...DEPOSIT, provision_type: 'Balanced', token_a_units: '1' },
    400,
    /pool_address/,
  ],
  [
    'an unknown pool',
    { ...DEPOSIT, provision_type: 'Balanced', token_a_units: '1', pool_address: 'a' },
    404,
    /no pool a/,
  ],
])('%s is refused', async (_, query, status, words) => {
  const path = `/v1/liquidity_provision/simulate?${new URLSearchParams(query)}`;
  const answer = await send(server, { method: 'POST', path });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error: expect.stringMatching(words) }]);
});

test('the pool of other assets is refused', async () => {
  const { address: pool_address } = await poolOf(STON, USDT);
  for (const path of [
    `/v1/swap/simulate?${new URLSearchParams({ ...SWAP, pool_address })}`,
    `/v1/liquidity_provision/simulate?${new URLSearchParams({ ...DEPOSIT, provision_type: 'Balanced', token_a_units: '1', pool_address })}`,
  ])
    expect(await send(server, { method: 'POST', path })).toMatchObject({ status: 404 });
  const raw = { ...SWAP, pool_address: (await poolOf(TON, USDT)).address };
  expect(await send(server, { method: 'POST', path: `/v1/swap/simulate?${new URLSearchParams(raw)}` })).toMatchObject({
    status: 200,
  });
});
