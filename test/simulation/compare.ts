// Compares the whole exchange with the model: quotes, balances, pools, positions, history and the audit.
import { expect } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { orderAccount, stopAccount } from '../../src/core/accounts.ts';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import type { ListingStatus } from '../../src/core/pool.ts';
import type { RoutePlan } from '../../src/core/route/leg.ts';
import { type RouteHop, WHOLE_SHARE } from '../../src/core/route/shape.ts';
import type { Page, PageRequest } from '../../src/ports/page.ts';
import type { Store } from '../../src/ports/store.ts';
import { RefusedError, type Venue } from '../../src/ports/venue.ts';
import { ACCOUNTS, type Draw } from './draw.ts';
import type { Model, Of, RefusalCode } from './model.ts';
import type { ModelPool } from './model-pool.ts';
import { tradeOf } from './model-route.ts';
import type { Oracle } from './oracle.ts';
import { type Terms, terms } from './swaps.ts';

export async function compareEverything(exchange: Venue, store: Store, { model, accepted }: Oracle): Promise<void> {
  const shown = [...model.tokens].filter(([, { status }]) => status !== 'hidden');
  expect((await exchange.router()).tokens.map(({ address }) => address)).toEqual(shown.map(([address]) => address));
  const addresses = async (status?: ListingStatus) =>
    (await everyPage((page) => exchange.pools({ ...page, ...(status && { status }) }))).map(({ address }) => address);
  const inModel = (isWanted: (pool: ModelPool) => boolean) =>
    model.pools.filter(isWanted).map(({ address }) => address);
  expect(await addresses()).toEqual(inModel((pool) => model.isShown(pool)));
  for (const status of ['listed', 'hidden', 'paused'] as const) {
    expect(await addresses(status)).toEqual(inModel((pool) => pool.status === status));
  }
  for (const expected of model.pools) {
    const view = await exchange.pool(...([...expected.reserves.keys()] as [TokenAddress, TokenAddress]));
    const { reserve0, reserve1, collected0, collected1, protocolFeeAddress, curve, amplification } = view;
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
    const ann = expected.shape.amplification ?? null;
    expect({ curve, amplification }).toEqual({
      curve: ann === null ? 'constant-product' : 'stable',
      amplification: ann,
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
    const own = accepted.filter(({ receipt }) => receipt.kind === 'swap' && receipt.account === account).reverse();
    expect(swaps.map(({ sequence, actor, receipt }) => ({ sequence, actor, receipt }))).toEqual(own);
  }
  const orders = [...model.orders];
  const { balances: left } = await store.read(
    orders.map(([number, { tokenA, isWaiting }]) => ({
      account: (isWaiting ? stopAccount : orderAccount)(number),
      token: tokenA as TokenAddress,
    })),
  );
  expect(left).toEqual(orders.map(([, order]) => order.left));
  expect(await audit(store, () => {})).toMatchObject({ transactions: accepted.length });
}

/** Requests a quote, with or without a route, and compares it with the model's. */
export async function compareQuote(exchange: Venue, { model, sequence }: Oracle, draw: Draw): Promise<void> {
  const asked = terms(draw);
  const expected = predictQuote(model, asked);
  const answer = exchange.quote(asked);
  if (typeof expected === 'string') {
    await expect(answer).rejects.toMatchObject({ name: 'RefusedError', refusal: { code: expected } });
  } else {
    expect(await answer).toMatchObject({ sequence, plan: expected });
  }
}

/** Requests the best route, which must be no worse than the direct pool and do what the model predicts; returns the route. */
export async function compareBest(
  exchange: Venue,
  { model }: Oracle,
  command: Of<'swap'>,
): Promise<readonly RouteHop[] | undefined> {
  const { tokenA, tokenB, referrer } = command;
  const exact = 'amountA' in command ? { in: command.amountA } : { out: command.amountB };
  const terms = { tokenA, tokenB, exact, referred: referrer !== undefined };
  const direct = tradeOf(model, terms);
  const quote = await exchange.quote({ ...terms, routing: 'best' }).catch((error: unknown) => {
    expect(error).toBeInstanceOf(RefusedError);
    expect(typeof direct).toBe('string');
  });
  if (!quote) return undefined;
  const route = routeOf(quote.plan.hops, 'in' in exact ? 'in' : 'out');
  expect(quote.plan).toMatchObject(predictQuote(model, { ...terms, route }) as object);
  if (typeof direct === 'string') return route;
  expect(quote.plan.amountIn <= direct.paid && quote.plan.amountOut >= direct.received).toBe(true);
  return route;
}

/** The route of a plan; for each token, the hop that takes the rest also gets the shares of hops that carried nothing. */
function routeOf(hops: RoutePlan['hops'], exact: 'in' | 'out'): readonly RouteHop[] {
  const route = hops.map(({ tokenIn, tokenOut, share }) => ({
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    share,
  }));
  const end = exact === 'in' ? 'tokenIn' : 'tokenOut';
  return route.map((hop, at) => {
    const same = route.filter((other) => other[end] === hop[end]);
    const takesRest = (exact === 'in' ? same.at(-1) : same[0]) === route[at];
    const others = same.reduce((sum, { share }) => sum + share, -hop.share);
    return takesRest ? { ...hop, share: WHOLE_SHARE - others } : hop;
  });
}

function predictQuote(model: Model, terms: Terms): RefusalCode | object {
  const trade = tradeOf(model, terms);
  if (typeof trade === 'string') return trade;
  const hops = trade.passed.map(({ paid, filled: { base, out, lp, protocol, ref } }) => ({
    fill: { amountIn: paid, amountOut: out, baseOut: base, lpFee: lp, protocolFee: protocol, refFee: ref },
  }));
  return { amountIn: trade.paid, amountOut: trade.received, hops };
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
