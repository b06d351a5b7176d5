// GET /getQuote
import type { OutputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/swaps.ts';
import { SWAPPER } from '../../../core/accounts.ts';
import type { Account } from '../../../core/amount.ts';
import { swap } from '../../../core/commands/swap.ts';
import { swapReceipt } from '../../../core/commands/swap-receipt.ts';
import type { Fraction } from '../../../core/curves/curve.ts';
import { poolPrice } from '../../../core/market/pool-price.ts';
import { priceOf, printPrice } from '../../../core/market/price.ts';
import { printDecimal, printRatioDown, printRatioUp } from '../../../core/maths/decimal.ts';
import type { Pair, Token, TokenPair } from '../../../core/pool.ts';
import { costOf, midPriceOf } from '../../../core/route/cost.ts';
import type { Hop, RoutePlan } from '../../../core/route/leg.ts';
import { deltasOf } from '../../../core/settle/transfer.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { addressesOf, readAccount, readAmount, readPair, readRouting } from '../../fields/read-fields.ts';
import { type ExactJson, type PrintNumber, printAddress, Template } from '../../json/exact-json.ts';

const TON_DECIMALS = 9;

export const getQuote = questionOf(declared.getQuote, async ({ venue, input, caller, charge }) => {
  const pair = await readPair(venue, ['tokenA', input.tokenA], ['tokenB', input.tokenB]);
  const { amount, receive, referrer } = input;
  const routing = readRouting(venue, input.route);
  if ((amount === undefined) === (receive === undefined)) {
    throw new ApiError('invalid_request', 'Send either amount (of tokenA) or receive (of tokenB).');
  }
  // A quote does not depend on who the referrer is, but an impossible name is still refused.
  const account = referrer === undefined ? undefined : readAccount(referrer, 'referrer');
  const referred = account !== undefined;
  const exact =
    amount !== undefined
      ? { in: readAmount(amount, pair.tokenA, 'amount') }
      : { out: readAmount(receive as string, pair.tokenB, 'receive') };
  const { plan, sequence, tonSpentNano } = await venue.quote({
    ...{ ...addressesOf(pair), referred, exact, routing },
    isStranger: caller.account === '',
    onSearch: (ms) => charge.search(ms),
  });
  const quote = { plan, sequence, tonSpentNano, pair, hasPrices: input.detail !== undefined, referrer: account };
  return new Template((number) => printQuote(quote, number)) as unknown as ExactJson<
    OutputOf<typeof declared.getQuote>
  >;
});

type Quote = {
  readonly plan: RoutePlan;
  readonly sequence: number;
  readonly tonSpentNano: bigint | undefined;
  readonly pair: TokenPair;
  readonly hasPrices: boolean;
  readonly referrer: Account | undefined;
};

function printQuote({ plan, sequence, tonSpentNano, pair, hasPrices, referrer }: Quote, number: PrintNumber): string {
  const whole = printerOfAmounts(number);
  const { numerator, denominator } = plan.priceImpact;
  const mid = plan.midPrice ?? midPriceOf(plan.hops);
  const cost = costOf(plan, mid);
  const paid = { numerator: plan.amountOut, denominator: plan.amountIn };
  const price = (of: Fraction) => number(printPrice(priceOf(of, pair.tokenA.decimals, pair.tokenB.decimals)));
  const fees = plan.hops.map((hop) => printFees(hop, whole));
  const route = plan.hops.map((hop, at) => {
    const prices = hasPrices ? printPrices(hop, number) : '';
    return `${printHop(hop, whole)},"fees":${fees[at]},"share":${hop.share}${prices}}`;
  });
  const entries = entriesOf(plan, { ...addressesOf(pair), ...(referrer !== undefined && { referrer }) });
  const changes = entries.map((entry) => printEntry(entry, plan, whole));
  return (
    `{"tokenA":${printAddress(pair.tokenA.address)},"tokenB":${printAddress(pair.tokenB.address)}` +
    `,"amountA":${whole(plan.amountIn, pair.tokenA)},"amountB":${whole(plan.amountOut, pair.tokenB)}` +
    `,"price":${price(paid)},"priceImpact":${number(printRatioDown(numerator, denominator, 18))}` +
    `,"midPrice":${price(mid)},"totalCost":${number(printRatioUp(cost.numerator, cost.denominator, 18))}` +
    `${fees.length === 1 ? `,"fees":${fees[0]}` : ''},"route":[${route}]` +
    `${tonSpentNano === undefined ? '' : `,"tonSpent":${number(printDecimal(tonSpentNano, TON_DECIMALS))}`}` +
    `,"gas":${entries.length},"entries":[${changes}],"sequence":${sequence}}`
  );
}

type PrintAmount = (base: bigint, token: Token) => string;

/** Prints amounts, and remembers them, since a quote contains the same amount several times. */
function printerOfAmounts(number: PrintNumber): PrintAmount {
  const known: { readonly base: bigint; readonly decimals: number; readonly text: string }[] = [];
  return (base, { decimals }) => {
    for (const one of known) if (one.base === base && one.decimals === decimals) return one.text;
    const text = number(printDecimal(base, decimals));
    known.push({ base, decimals, text });
    return text;
  };
}

const printHop = ({ pool, tokenIn, tokenOut, fill }: Hop, whole: PrintAmount): string =>
  `{"poolAddress":${printAddress(pool.address)},"tokenA":${printAddress(tokenIn.address)},"tokenB":${printAddress(tokenOut.address)}` +
  `,"amountA":${whole(fill.amountIn, tokenIn)},"amountB":${whole(fill.amountOut, tokenOut)}`;

const printFees = ({ tokenIn, tokenOut, fill }: Hop, whole: PrintAmount): string =>
  `{"lp":${whole(fill.lpFee, tokenIn)},"protocol":${whole(fill.protocolFee, tokenOut)},"ref":${whole(fill.refFee, tokenOut)}}`;

const printPrices = (hop: Hop, number: PrintNumber): string =>
  `,"priceBefore":${number(printPrice(poolPrice(hop, hop.reserves)))}` +
  `,"priceAfter":${number(printPrice(poolPrice(hop, hop.fill.after)))}`;

/** The changes of balances that the swap would make, derived from the receipt it would have. */
const entriesOf = (plan: RoutePlan, of: Pair & { readonly referrer?: Account }) =>
  deltasOf(swap.transfers(swapReceipt({ account: SWAPPER, ...of }, plan)));

function printEntry({ account, token, delta }: Entry, { hops }: RoutePlan, whole: PrintAmount): string {
  const { tokenIn, tokenOut } = hops.find(
    (hop) => hop.tokenIn.address === token || hop.tokenOut.address === token,
  ) as Hop;
  const change = whole(delta, tokenIn.address === token ? tokenIn : tokenOut);
  return `{"account":${printAddress(account)},"token":${printAddress(token)},"change":${change}}`;
}

type Entry = ReturnType<typeof entriesOf>[number];
