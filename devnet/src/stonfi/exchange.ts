// A devnet as STON.fi's REST API sees an exchange: the calls that its routes ask, answered from the contracts.
import { Address } from '@ton/core';
import { type Ask, type Exchange, SurfaceRefusal } from '../../../src/compat/surface.ts';
import { type Amount, amount, MAX_AMOUNT, ZERO } from '../../../src/core/amount.ts';
import { priceOf, printPrice } from '../../../src/core/market/price.ts';
import { parseDecimal, printDecimal, printRatioDown } from '../../../src/core/maths/decimal.ts';
import { LP_DECIMALS, mintFor } from '../../../src/core/maths/liquidity.ts';
import { Refused } from '../../../src/core/refusal.ts';
import { midPriceOf } from '../../../src/core/route/cost.ts';
import { planLegs } from '../../../src/core/route/plan.ts';
import { WHOLE_SHARE } from '../../../src/core/route/shape.ts';
import type { DevnetPool, DevnetToken, Market } from './market.ts';

/** Digits after the point, as in the exchange's own answers. */
const RATIO_DIGITS = 18;

export function exchangeOf(market: Market, contracts: { readonly version: 1; readonly pton: string }): Exchange {
  const ask = askOf(market);
  return {
    chain: {
      contracts,
      asOwner: (address) => {
        const owner = walletAt(address);
        return owner && askOf(market, owner);
      },
      async jettonWallet(jetton, text) {
        const owner = walletAt(text);
        return (owner && (await market.wallet(jetton, owner))?.toString()) ?? null;
      },
    },
    account: '',
    ask,
    // Each answer is made anew: a test expects to see what it has just done.
    shared: (_name, read) => read(ask),
  };
}

function walletAt(text: string): Address | undefined {
  try {
    return Address.parse(text);
  } catch {
    return undefined;
  }
}

type Answers = Readonly<Record<string, (input: Readonly<Record<string, string>>) => Promise<object>>>;

/** The answers have the fields that the routes read. */
function askOf(market: Market, owner?: Address): Ask {
  const answers: Answers = {
    getRouterData: async () => ({ routerAddress: market.router }),
    getTokens: async ({ token, status }) => ({
      tokens: status === 'hidden' ? [] : (await (token === undefined ? market.tokens() : tokensAt(token))).map(entryOf),
      nextCursor: null,
    }),
    async getPools({ pool }) {
      const found =
        pool === undefined
          ? await market.pools()
          : (await Promise.all([pool].flat().map((address) => market.poolAt(address)))).filter(
              (one) => one !== undefined,
            );
      return { pools: found.map(poolEntryOf), nextCursor: null };
    },
    getQuote: ({ tokenA = '', tokenB = '', ...terms }) => quote(market, [tokenA, tokenB], terms),
    quoteLiquidity: ({ jetton0 = '', jetton1 = '', amount0 = '', amount1 = '' }) =>
      quoteLiquidity(market, [jetton0, jetton1], [amount0, amount1]),
    async getBalances({ token }) {
      const tokens = token === undefined ? await market.tokens() : await tokensAt(token);
      const all = await Promise.all(tokens.map(balanceOf));
      return { balances: token === undefined ? all.filter(({ balance }) => balance !== '0') : all, nextCursor: null };
    },
    async getLPAccountData({ jetton0 = '', jetton1 = '' }) {
      const pool = await poolBetween(market, [jetton0, jetton1]);
      const of = ownerOf();
      const lpAddress = (await market.lpAccount(pool, of))?.toString();
      return { lpAddress, lpTokenBalance: printDecimal(await market.lpBalance(pool, of), LP_DECIMALS) };
    },
  };

  async function tokensAt(addresses: string | readonly string[]): Promise<readonly DevnetToken[]> {
    const found = await Promise.all([addresses].flat().map((address) => market.token(address)));
    return [...new Map(found.flatMap((token) => (token ? [[token.address, token] as const] : []))).values()];
  }

  const balanceOf = async (token: DevnetToken) => ({
    address: token.address,
    balance: printDecimal(await market.balance(token, ownerOf()), token.decimals),
  });

  function ownerOf(): Address {
    if (owner) return owner;
    throw new SurfaceRefusal('invalid_request', 'Name the address of a wallet.');
  }

  return (async (name: string, input: object) => {
    const answer = answers[name];
    if (!answer) throw new Error(`${name} is no call of a devnet`);
    return answer(input as never);
  }) as Ask;
}

const entryOf = ({ address, symbol, name, decimals, status }: DevnetToken) => ({
  ...{ address, symbol, name, decimals, status },
  ...{ logo: '', place: null },
});

function poolEntryOf({ pool, tokens, wallets, reserves, collected, feeAddress, lpSupply }: DevnetPool) {
  const [token0, token1] = tokens;
  const rate = (ppm: bigint) => printDecimal(ppm, 6);
  return {
    poolAddress: pool.address,
    jetton0: token0.address,
    jetton1: token1.address,
    status: pool.status,
    amplification: null,
    lpSupply: printDecimal(lpSupply, LP_DECIMALS),
    createdAt: null,
    reserve0: printDecimal(reserves[0], token0.decimals),
    reserve1: printDecimal(reserves[1], token1.decimals),
    token0WalletAddress: wallets[0].toString(),
    token1WalletAddress: wallets[1].toString(),
    lpFee: rate(pool.lpFeePpm),
    protocolFee: rate(pool.protocolFeePpm),
    refFee: rate(pool.refFeePpm),
    protocolFeeAddress: feeAddress,
    collectedToken0ProtocolFee: printDecimal(collected[0], token0.decimals),
    collectedToken1ProtocolFee: printDecimal(collected[1], token1.decimals),
  };
}

type Pair = readonly [string, string];

async function tokensOf(market: Market, [a, b]: Pair): Promise<readonly [DevnetToken, DevnetToken]> {
  const [tokenA, tokenB] = await Promise.all([market.token(a), market.token(b)]);
  if (!tokenA || !tokenB) throw new SurfaceRefusal('not_found', `There is no asset ${tokenA ? b : a}.`);
  if (tokenA.address !== tokenB.address) return [tokenA, tokenB];
  throw new SurfaceRefusal('invalid_request', 'A pool needs two different tokens.');
}

async function poolBetween(market: Market, pair: Pair): Promise<DevnetPool> {
  const [tokenA, tokenB] = await tokensOf(market, pair);
  const pool = await market.poolOf(tokenA, tokenB);
  if (pool) return pool;
  throw new SurfaceRefusal('not_found', `There is no pool of ${tokenA.symbol} and ${tokenB.symbol}.`);
}

/** The pool of a pair, or the empty one that its first deposit creates. */
async function poolToBe(market: Market, pair: Pair) {
  const asked = await tokensOf(market, pair);
  const found = await market.poolOf(...asked);
  if (found) return { ...found, address: found.pool.address };
  const address = (await market.addressOfPool(...asked))?.toString();
  return { address, tokens: asked, reserves: [ZERO, ZERO] as const, lpSupply: ZERO };
}

type Terms = { readonly amount?: string; readonly receive?: string; readonly referrer?: string };

/** Quotes a swap with the core's arithmetic; tests hold the contracts to the same results. */
async function quote(market: Market, pair: Pair, { amount: offered, receive, referrer }: Terms) {
  const { pool, tokens, reserves } = await poolBetween(market, pair);
  const isForward = tokens[0].address === Address.parse(pair[0]).toString();
  const [tokenIn, tokenOut] = isForward ? tokens : [tokens[1], tokens[0]];
  const [reserveIn, reserveOut] = isForward ? reserves : [reserves[1], reserves[0]];
  const exact =
    offered === undefined
      ? { out: positive(unitsOf(receive ?? '', tokenOut)) }
      : { in: positive(unitsOf(offered, tokenIn)) };
  const leg = { tokenIn, tokenOut, pool, reserves: { reserveIn, reserveOut }, share: WHOLE_SHARE };
  const plan = planLegs([leg], exact, referrer !== undefined);
  if (plan instanceof Refused)
    throw new SurfaceRefusal(
      'invalid_request',
      `The pool refuses this swap: ${plan.refusal.code.replaceAll('_', ' ')}.`,
    );
  const { amountIn, amountOut, priceImpact, hops } = plan;
  const price = (of: { readonly numerator: bigint; readonly denominator: bigint }) =>
    printPrice(priceOf(of, tokenIn.decimals, tokenOut.decimals));
  const fill = hops[0]?.fill;
  return {
    tokenA: tokenIn.address,
    tokenB: tokenOut.address,
    amountA: printDecimal(amountIn, tokenIn.decimals),
    amountB: printDecimal(amountOut, tokenOut.decimals),
    price: price({ numerator: amountOut, denominator: amountIn }),
    midPrice: price(midPriceOf(hops)),
    priceImpact: printRatioDown(priceImpact.numerator, priceImpact.denominator, RATIO_DIGITS),
    ...(fill && {
      fees: {
        lp: printDecimal(fill.lpFee, tokenIn.decimals),
        protocol: printDecimal(fill.protocolFee, tokenOut.decimals),
        ref: printDecimal(fill.refFee, tokenOut.decimals),
      },
    }),
    route: [{ poolAddress: pool.address }],
  };
}

async function quoteLiquidity(market: Market, pair: Pair, amounts: Pair) {
  const { address, tokens, reserves, lpSupply } = await poolToBe(market, pair);
  const isForward = tokens[0].address === Address.parse(pair[0]).toString();
  const [text0, text1] = isForward ? amounts : [amounts[1], amounts[0]];
  const offered = [positive(unitsOf(text0, tokens[0])), positive(unitsOf(text1, tokens[1]))] as const;
  const state = { reserve0: reserves[0], reserve1: reserves[1], supply: lpSupply };
  const mint = mintFor(state, ...offered);
  if (!mint) throw new SurfaceRefusal('invalid_request', 'The amounts are too small to mint LP tokens.');
  const taken = [printDecimal(mint.taken0, tokens[0].decimals), printDecimal(mint.taken1, tokens[1].decimals)] as const;
  const after = { numerator: reserves[1] + mint.taken1, denominator: reserves[0] + mint.taken0 };
  const [price, inverse] = [
    printPrice(priceOf(after, tokens[0].decimals, tokens[1].decimals)),
    printPrice(
      priceOf({ numerator: after.denominator, denominator: after.numerator }, tokens[1].decimals, tokens[0].decimals),
    ),
  ];
  return {
    poolAddress: address,
    token1Amount: isForward ? taken[0] : taken[1],
    token2Amount: isForward ? taken[1] : taken[0],
    lpTokens: printDecimal(mint.minted, LP_DECIMALS),
    setsPrice: lpSupply === 0n,
    price: isForward ? price : inverse,
    inversePrice: isForward ? inverse : price,
  };
}

function unitsOf(text: string, { decimals, symbol }: DevnetToken): Amount {
  const value = parseDecimal(text, decimals, MAX_AMOUNT);
  if (typeof value === 'bigint') return amount(value);
  throw new SurfaceRefusal('invalid_request', `${text} is no amount of ${symbol}.`);
}

function positive(units: Amount): Amount {
  if (units > 0n) return units;
  throw new SurfaceRefusal('invalid_request', 'An amount must be greater than 0.');
}
