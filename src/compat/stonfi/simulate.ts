// Simulations of swaps and of liquidity: the exchange's own quotes, in STON.fi's units and names.
import Type, { type Static } from 'typebox';
import { parseDecimal, powerOfTen, printDecimal } from '../../core/maths/decimal.ts';
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import type { PoolEntry, TokenEntry } from '../lists.ts';
import { type Answer, type Exchange, SurfaceRefusal } from '../surface.ts';
import { findPool, type Router, readAssets, readRouter } from './ask.ts';
import { feeAddressOf, lpSupplyOf, routerOf, scaled, TON, unitsOf, versionOf } from './shape.ts';

const Address = Type.String({ minLength: 1, maxLength: 128, description: 'An address.' });
const Units = Type.String({ pattern: '^[0-9]{1,80}$', title: 'a whole number of base units' });
const Slippage = Type.String({ maxLength: 32, description: 'A fraction from 0 to 1.' });
const Versions = Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 10 })], { title: '1 or 2, or both' });

export const SwapQuery = Type.Object({
  offer_address: Address,
  ask_address: Address,
  units: Units,
  slippage_tolerance: Slippage,
  referral_address: Type.Optional(Address),
  referral_fee_bps: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', title: 'a whole number' })),
  pool_address: Type.Optional(Address),
  dex_version: Type.Optional(Versions),
  dex_v2: Type.Optional(Type.String({ maxLength: 5, description: '`false`: only version 1.' })),
});

type SwapInput = Static<typeof SwapQuery>;

export type SimulatedSwap = {
  readonly quote: Answer<'getQuote'>;
  readonly pool: PoolEntry;
  readonly offer: TokenEntry;
  readonly ask: TokenEntry;
  readonly router: Router;
};

/** Which of the two amounts is given. */
export type Given = 'offer' | 'ask';

export async function askSwap(exchange: Exchange, query: SwapInput, given: Given): Promise<SimulatedSwap> {
  readSlippage(query.slippage_tolerance);
  const [offer, ask] = await readAssets(exchange, [query.offer_address, query.ask_address]);
  const terms = {
    tokenA: offer.address,
    tokenB: ask.address,
    ...(query.referral_address !== undefined && { referrer: query.referral_address }),
    route: 'direct' as const,
  };
  const quote = await readQuote();
  const pool = await findPool(exchange, quote.route[0]?.poolAddress ?? '');
  const router = await readRouter(exchange);
  await checkPool(exchange, query, { pool, router });
  return { quote, pool, offer, ask, router };

  async function readQuote(): Promise<Answer<'getQuote'>> {
    if (given === 'offer') return exchange.ask('getQuote', { ...terms, amount: wholeOf(query.units, offer) });
    const exact = await exchange.ask('getQuote', { ...terms, receive: wholeOf(query.units, ask) });
    // The contracts know no exact output: they pay all that the offer buys, which may be a few units more.
    return exchange.chain ? exchange.ask('getQuote', { ...terms, amount: String(exact.amountA) }) : exact;
  }
}

/** Refuses what the client asks for and this pool is not, instead of simulating another swap. */
async function checkPool(
  exchange: Exchange,
  { pool_address: wanted, referral_fee_bps: fee, referral_address: referrer, ...versions }: SwapInput,
  { pool, router }: Pick<SimulatedSwap, 'pool' | 'router'>,
): Promise<void> {
  const { poolAddress } = pool;
  // One address has several forms.
  if (wanted !== undefined && wanted !== poolAddress && (await findPool(exchange, wanted)).poolAddress !== poolAddress)
    throw new SurfaceRefusal('not_found', `${wanted} is not the pool of these assets, which is ${poolAddress}.`);
  const version = versionOf(router);
  if (!allows(versions, version))
    throw new SurfaceRefusal(
      'not_found',
      `There is no pool of that version here; the router is of version ${version}.`,
    );
  // In version 1 the pool sets the fee, whatever the client names.
  if (version === 1 || referrer === undefined || fee === undefined || scaled(pool.refFee, 6) === BigInt(fee) * 100n)
    return;
  throw new SurfaceRefusal('invalid_request', `The referral fee is ${pool.refFee} here; leave out referral_fee_bps.`);
}

function allows(
  { dex_version: versions, dex_v2 }: Pick<SwapInput, 'dex_version' | 'dex_v2'>,
  version: number,
): boolean {
  if (version === 2 && dex_v2 === 'false') return false;
  return versions === undefined || [versions].flat().includes(String(version));
}

export function swapOf({ quote, pool, offer, ask, router }: SimulatedSwap, query: SwapInput) {
  const { slippage_tolerance, referral_address } = query;
  const [offerWallet, askWallet] =
    pool.jetton0 === offer.address
      ? [pool.token0WalletAddress, pool.token1WalletAddress]
      : [pool.token1WalletAddress, pool.token0WalletAddress];
  const askUnits = unitsOf(quote.amountB, decimalsOf(ask));
  const leastUnits = lessSlippage(askUnits, slippage_tolerance);
  return {
    offer_address: offer.address,
    ask_address: ask.address,
    offer_jetton_wallet: offerWallet,
    ask_jetton_wallet: askWallet,
    offer_units: unitsOf(quote.amountA, decimalsOf(offer)),
    ask_units: askUnits,
    slippage_tolerance,
    min_ask_units: leastUnits,
    // A quote holds until somebody else trades, so that no other tolerance is better than that of the caller.
    recommended_slippage_tolerance: slippage_tolerance,
    recommended_min_ask_units: leastUnits,
    swap_rate: String(quote.price),
    price_impact: String(quote.priceImpact),
    pool_address: pool.poolAddress,
    router_address: router.address,
    router: routerOf(router),
    fee_address: feeAddressOf(pool),
    fee_units: feeUnitsOf(quote, ask),
    fee_percent: feePercentOf(pool, referral_address),
    gas_params: gasOf(quote, router),
  };
}

/** All fees in the asset that is received; the part of the providers, which is taken of the offer, at the price before the swap. */
function feeUnitsOf({ fees, midPrice }: Answer<'getQuote'>, ask: TokenEntry): string {
  const decimals = decimalsOf(ask);
  if (!fees) return '0';
  const ofOffer = scaled(fees.lp, MOST_DECIMALS) * scaled(midPrice, MOST_DECIMALS);
  const providers = (ofOffer * powerOfTen(decimals)) / powerOfTen(2 * MOST_DECIMALS);
  return String(providers + scaled(fees.protocol, decimals) + scaled(fees.ref, decimals));
}

/** At least as many as any amount or price has. */
const MOST_DECIMALS = 64;

/** As a fraction, despite its name, like in STON.fi's API. */
const feePercentOf = ({ lpFee, protocolFee, refFee }: PoolEntry, referrer: string | undefined): string =>
  printDecimal(
    [lpFee, protocolFee, referrer === undefined ? 0 : refFee].reduce<bigint>((sum, rate) => sum + scaled(rate, 6), 0n),
    6,
  );

/** What STON.fi's SDK attaches by default, in milliTON: for the whole swap, and to be forwarded to the router. */
const GAS = {
  1: { toJetton: [220, 175], toTon: [170, 125], ofTon: [185, 185] },
  2: { toJetton: [300, 240], toTon: [300, 240], ofTon: [310, 300] },
} as const;

function gasOf({ tokenA, tokenB, tonSpent }: Answer<'getQuote'>, { contracts }: Router) {
  if (!contracts) return { gas_budget: '0', forward_gas: '0', estimated_gas_consumption: '0' };
  const gas = GAS[contracts.version];
  const [budget, forward] = tokenA === TON ? gas.ofTon : tokenB === TON ? gas.toTon : gas.toJetton;
  const nano = (milliTon: number) => String(milliTon * 1_000_000);
  return {
    gas_budget: nano(budget),
    forward_gas: nano(forward),
    estimated_gas_consumption: unitsOf(tonSpent ?? 0, 9),
  };
}

export const LiquidityQuery = Type.Object({
  provision_type: Type.Union([Type.Literal('Initial'), Type.Literal('Balanced'), Type.Literal('Arbitrary')], {
    title: 'Initial, Balanced or Arbitrary',
  }),
  token_a: Address,
  token_b: Address,
  token_a_units: Type.Optional(Units),
  token_b_units: Type.Optional(Units),
  pool_address: Type.Optional(Address),
  wallet_address: Type.Optional(Address),
  slippage_tolerance: Slippage,
});

type LiquidityInput = Static<typeof LiquidityQuery>;

export type SimulatedLiquidity = {
  readonly quote: Answer<'quoteLiquidity'>;
  /** Absent if the pool would be created. */
  readonly pool: PoolEntry | undefined;
  readonly tokens: readonly [TokenEntry, TokenEntry];
  /** The amounts to send; what the pool takes of them is in the quote. */
  readonly units: readonly [string, string];
  readonly router: Router;
};

/** The same code that provides liquidity says what would be minted. */
export async function askLiquidity(exchange: Exchange, query: LiquidityInput): Promise<SimulatedLiquidity> {
  readSlippage(query.slippage_tolerance);
  const tokens = await readAssets(exchange, [query.token_a, query.token_b]);
  const pool = query.pool_address === undefined ? undefined : await findPool(exchange, query.pool_address);
  if (pool) checkTokens(pool, tokens);
  const units = amountsOf(query, pool, tokens);
  const router = await readRouter(exchange);
  // On a chain the amounts are the same for everybody, also for those without a key.
  const ask = exchange.chain?.asOwner(query.wallet_address ?? router.address) ?? exchange.ask;
  const quote = await ask('quoteLiquidity', {
    jetton0: tokens[0].address,
    jetton1: tokens[1].address,
    amount0: wholeOf(units[0], tokens[0]),
    amount1: wholeOf(units[1], tokens[1]),
    // What the ratio of the pool does not allow is left over, however much it is.
    ...(query.provision_type === 'Arbitrary' && { maxPriceImpact: '1' }),
  });
  if (query.provision_type === 'Initial' && !quote.setsPrice)
    throw new SurfaceRefusal('invalid_request', `These assets have a pool with liquidity: ${quote.poolAddress}.`);
  return { quote, pool, tokens, units, router };
}

function checkTokens({ poolAddress, jetton0, jetton1 }: PoolEntry, tokens: readonly TokenEntry[]): void {
  if (tokens.every(({ address }) => address === jetton0 || address === jetton1)) return;
  throw new SurfaceRefusal('not_found', `${poolAddress} is not the pool of these assets.`);
}

/** The amounts of both assets. If the deposit is balanced, one is given and the other follows from the reserves. */
function amountsOf(
  { provision_type: type, token_a_units: a, token_b_units: b }: LiquidityInput,
  pool: PoolEntry | undefined,
  [tokenA, tokenB]: readonly [TokenEntry, TokenEntry],
): readonly [string, string] {
  if (type !== 'Balanced') {
    if (a === undefined || b === undefined)
      throw new SurfaceRefusal('invalid_request', `${type} needs token_a_units and token_b_units.`);
    return [a, b];
  }
  if (!pool || (a === undefined) === (b === undefined))
    throw new SurfaceRefusal('invalid_request', 'Balanced needs pool_address, and token_a_units or token_b_units.');
  const isForward = pool.jetton0 === tokenA.address;
  const reserveA = scaled(isForward ? pool.reserve0 : pool.reserve1, decimalsOf(tokenA));
  const reserveB = scaled(isForward ? pool.reserve1 : pool.reserve0, decimalsOf(tokenB));
  if (reserveA === 0n || reserveB === 0n)
    throw new SurfaceRefusal('invalid_request', 'The pool is empty: its first deposit is Initial.');
  // Rounded up, so that the given amount decides how much is minted.
  return a !== undefined
    ? [a, String(divideUp(BigInt(a) * reserveB, reserveA))]
    : [String(divideUp(BigInt(b as string) * reserveA, reserveB)), b as string];
}

const divideUp = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;

export function liquidityOf(
  { quote, pool, tokens: [tokenA, tokenB], units, router }: SimulatedLiquidity,
  { provision_type, slippage_tolerance }: LiquidityInput,
) {
  const takenA = unitsOf(quote.token1Amount, decimalsOf(tokenA));
  const takenB = unitsOf(quote.token2Amount, decimalsOf(tokenB));
  const lpUnits = unitsOf(quote.lpTokens, LP_DECIMALS);
  return {
    provision_type,
    router_address: router.address,
    router: routerOf(router),
    pool_address: quote.poolAddress,
    token_a: tokenA.address,
    token_b: tokenB.address,
    token_a_units: units[0],
    token_b_units: units[1],
    lp_account_token_a_balance: '0',
    lp_account_token_b_balance: '0',
    estimated_lp_units: lpUnits,
    min_lp_units: lessSlippage(lpUnits, slippage_tolerance),
    estimated_token_a_units: takenA,
    estimated_token_b_units: takenB,
    min_token_a_units: lessSlippage(takenA, slippage_tolerance),
    min_token_b_units: lessSlippage(takenB, slippage_tolerance),
    estimated_token_a_rate: String(quote.price ?? 0),
    estimated_token_b_rate: String(quote.inversePrice ?? 0),
    lp_total_supply: pool ? lpSupplyOf(pool) : '0',
    price_impact: String(quote.priceImpact ?? 0),
  };
}

const SLIPPAGE_DIGITS = 18;

function readSlippage(text: string): bigint {
  const slippage = parseDecimal(text, SLIPPAGE_DIGITS, powerOfTen(SLIPPAGE_DIGITS));
  if (typeof slippage === 'bigint') return slippage;
  throw new SurfaceRefusal('invalid_request', 'slippage_tolerance must be a fraction from 0 to 1, such as 0.01.');
}

/** The least amount that the caller accepts, rounded down. */
const lessSlippage = (units: string, slippage: string): string =>
  String((BigInt(units) * (powerOfTen(SLIPPAGE_DIGITS) - readSlippage(slippage))) / powerOfTen(SLIPPAGE_DIGITS));

const decimalsOf = ({ decimals }: TokenEntry): number => Number(decimals);

const wholeOf = (units: string, token: TokenEntry): string => printDecimal(BigInt(units), decimalsOf(token));
