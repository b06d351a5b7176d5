// GET /getQuote
import * as declared from '../../../contract/swaps.ts';
import { SWAPPER } from '../../../core/accounts.ts';
import type { Account } from '../../../core/amount.ts';
import { swap } from '../../../core/commands/swap.ts';
import { hopReceipt, swapReceipt } from '../../../core/commands/swap-receipt.ts';
import { poolPrice } from '../../../core/market/pool-price.ts';
import { priceOf } from '../../../core/market/price.ts';
import { printRatioDown, printRatioUp } from '../../../core/maths/decimal.ts';
import type { Pair, Token } from '../../../core/pool.ts';
import { costOf, midPriceOf } from '../../../core/route/cost.ts';
import type { Hop, Plan } from '../../../core/route/leg.ts';
import { deltasOf } from '../../../core/settle/transfer.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { addressesOf, readAccount, readAmount, readPair, readRouting } from '../../fields/read-fields.ts';
import { entryRecord, hopRecord, price, whole } from '../../fields/records.ts';
import { number } from '../../json/exact-json.ts';

export const getQuote = questionOf(declared.getQuote, async ({ venue, input, caller, charge }) => {
  const pair = await readPair(venue, ['tokenA', input.tokenA], ['tokenB', input.tokenB]);
  const { amount, receive, referrer } = input;
  const routing = readRouting(venue, input.route);
  if ((amount === undefined) === (receive === undefined)) {
    throw new ApiError('invalid_request', 'Send either amount (of tokenA) or receive (of tokenB).');
  }
  // Who is referred to makes no difference to a quote, but a name that no account can have is still refused.
  const account = referrer === undefined ? undefined : readAccount(referrer, 'referrer');
  const referred = account !== undefined;
  const exact =
    amount !== undefined
      ? { in: readAmount(amount, pair.tokenA, 'amount') }
      : { out: readAmount(receive as string, pair.tokenB, 'receive') };
  const { plan, sequence } = await venue.quote({
    ...{ ...addressesOf(pair), referred, exact, routing },
    isStranger: caller.account === '',
    onSearch: (ms) => charge.search(ms),
  });
  const { numerator, denominator } = plan.priceImpact;
  const mid = plan.midPrice ?? midPriceOf(plan.hops);
  const cost = costOf(plan, mid);
  const paid = { numerator: plan.amountOut, denominator: plan.amountIn };
  const route = plan.hops.map((hop) => ({
    ...hopRecord(hopReceipt(hop), { tokenA: hop.tokenIn, tokenB: hop.tokenOut }),
    share: hop.share,
    ...(input.detail && pricesOf(hop)),
  }));
  const [only, more] = route;
  const entries = entriesOf(plan, { ...addressesOf(pair), ...(account !== undefined && { referrer: account }) });
  return {
    ...addressesOf(pair),
    amountA: whole(plan.amountIn, pair.tokenA),
    amountB: whole(plan.amountOut, pair.tokenB),
    price: price(priceOf(paid, pair.tokenA.decimals, pair.tokenB.decimals)),
    priceImpact: number(printRatioDown(numerator, denominator, 18)),
    midPrice: price(priceOf(mid, pair.tokenA.decimals, pair.tokenB.decimals)),
    totalCost: number(printRatioUp(cost.numerator, cost.denominator, 18)),
    ...(only && !more && { fees: only.fees }),
    route,
    gas: entries.length,
    entries,
    sequence,
  };
});

const pricesOf = (hop: Hop) => ({
  priceBefore: price(poolPrice(hop, hop.reserves)),
  priceAfter: price(poolPrice(hop, hop.fill.after)),
});

/** What the swap would write, by the transfers of the receipt that it would have. */
function entriesOf(plan: Plan, of: Pair & { readonly referrer?: Account }) {
  const units = new Map(
    plan.hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]).map((token) => [token.address, token]),
  );
  const deltas = deltasOf(swap.transfers(swapReceipt({ account: SWAPPER, ...of }, plan)));
  return deltas.map((delta) => entryRecord(delta, units.get(delta.token) as Token));
}
