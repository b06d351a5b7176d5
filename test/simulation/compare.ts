// The whole exchange held against the model: quotes, balances, pools, positions, history and the audit.
import { expect } from 'vitest';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import type { Status } from '../../src/core/pool.ts';
import { audit } from '../../src/exchange/audit.ts';
import type { Store } from '../../src/exchange/store.ts';
import type { Page, PageRequest, Venue } from '../../src/exchange/venue.ts';
import { ACCOUNTS, type Draw } from './draw.ts';
import type { Model, RefusalCode } from './model.ts';
import { LARGEST, type ModelPool } from './model-pool.ts';
import type { Oracle } from './oracle.ts';

type Terms = Parameters<Venue['quote']>[0];

export async function compareEverything(exchange: Venue, store: Store, { model, accepted }: Oracle): Promise<void> {
  const shown = [...model.tokens].filter(([, { status }]) => status !== 'hidden');
  expect((await exchange.router()).tokens.map(({ address }) => address)).toEqual(shown.map(([address]) => address));
  const addresses = async (status?: Status) =>
    (await everyPage((page) => exchange.pools({ ...page, ...(status && { status }) }))).map(({ address }) => address);
  const inModel = (isWanted: (pool: ModelPool) => boolean) =>
    model.pools.filter(isWanted).map(({ address }) => address);
  expect(await addresses()).toEqual(inModel((pool) => model.isShown(pool)));
  for (const status of ['listed', 'hidden', 'paused'] as const) {
    expect(await addresses(status)).toEqual(inModel((pool) => pool.status === status));
  }
  for (const expected of model.pools) {
    const view = await exchange.pool(...([...expected.reserves.keys()] as [TokenAddress, TokenAddress]));
    const { reserve0, reserve1, collected0, collected1, protocolFeeAddress } = view;
    const [token0, token1] = [view.token0.address, view.token1.address];
    const rates = { lp: view.lpFeePpm, protocol: view.protocolFeePpm, ref: view.refFeePpm };
    expect({ reserve0, reserve1, collected0, collected1, rates, feesGoTo: protocolFeeAddress }).toEqual({
      reserve0: expected.reserves.get(token0),
      reserve1: expected.reserves.get(token1),
      collected0: expected.fees.get(token0),
      collected1: expected.fees.get(token1),
      rates: expected.rates,
      feesGoTo: expected.rates.protocol === 0n ? null : expected.feesGoTo,
    });
    for (const account of ACCOUNTS) {
      const { lpTokens, lpSupply, amountA, amountB } = await exchange.position(account, token1, token0);
      expect([lpTokens, lpSupply]).toEqual([expected.position(account), expected.supply]);
      const worth = (reserve: bigint) => (lpSupply === 0n ? 0n : (lpTokens * reserve) / lpSupply);
      expect([amountA, amountB]).toEqual([worth(reserve1), worth(reserve0)]);
    }
  }
  for (const account of [...ACCOUNTS, model.policy.treasury as Account]) {
    const held = await everyPage((page) => exchange.balances(account, page));
    expect(new Map(held.map(({ token, balance }) => [token.address, balance]))).toEqual(model.holdings(account));
    const swaps = await everyPage((page) => exchange.swaps(account, page));
    const own = accepted.filter(({ actor, receipt }) => actor === account && receipt.kind === 'swap').reverse();
    expect(swaps.map(({ status, transactionId, createdAtMs, ...swap }) => swap)).toEqual(own);
  }
  expect(await audit(store, () => {})).toMatchObject({ transactions: accepted.length });
}

/** Asks for a quote, exact in or exact out, and holds it against the model's own. */
export async function compareQuote(exchange: Venue, { model, sequence }: Oracle, draw: Draw): Promise<void> {
  const { random } = draw;
  const pair = draw.pair();
  const reserve = (token: TokenAddress) => model.pool(pair)?.reserve(token) ?? 0n;
  const exact = random.chance(50)
    ? { in: draw.near(reserve(pair.tokenA), 1n) }
    : { out: draw.near(reserve(pair.tokenB), 1n) };
  const terms = { ...pair, referred: random.chance(30), exact };
  const expected = predictQuote(model, terms);
  const answer = exchange.quote(terms);
  if (typeof expected === 'string') {
    await expect(answer).rejects.toMatchObject({ name: 'RefusedError', refusal: { code: expected } });
  } else {
    expect(await answer).toMatchObject({ sequence, plan: expected });
  }
}

function predictQuote(model: Model, { tokenA, tokenB, referred, exact }: Terms): RefusalCode | object {
  const fault = model.pairFault({ tokenA, tokenB });
  if (fault) return fault;
  const pool = model.pool({ tokenA, tokenB });
  if (!pool) return 'unknown_pool';
  const closed = model.pauseOf({ tokenA, tokenB });
  if (closed) return closed;
  if (pool.supply === 0n) return 'no_liquidity';
  const side = { in: tokenA, out: tokenB };
  const amountIn = 'in' in exact ? exact.in : pool.payment(side, exact.out, referred);
  if (amountIn === null) return 'pool_too_small';
  if (pool.reserve(tokenA) + amountIn > LARGEST) return 'amount_too_large';
  const { base, out, lp, protocol, ref } =
    'in' in exact ? pool.fill(side, amountIn, referred) : pool.fillFor(amountIn, exact.out, referred);
  if (out <= 0n) return 'output_zero';
  const fill = { amountIn, amountOut: out, baseOut: base, lpFee: lp, protocolFee: protocol, refFee: ref };
  return { amountIn, amountOut: out, hops: [{ fill }] };
}

async function everyPage<Item>(read: (page: PageRequest) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read({ limit: 7, ...(cursor === null ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
