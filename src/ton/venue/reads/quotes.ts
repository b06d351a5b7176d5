// Quotes of swaps and liquidity changes: the core's decision over the chain's current state.
import type { Address } from '@ton/core';
import { ISSUER, lpToken, reserveAccount } from '../../../core/accounts.ts';
import { type Account, amount, MAX_AMOUNT, type TokenAddress } from '../../../core/amount.ts';
import { decide, transfersOf } from '../../../core/commands/command.ts';
import type { CommandState, Policy } from '../../../core/commands/kind.ts';
import { poolPrice } from '../../../core/market/pool-price.ts';
import { Refused } from '../../../core/refusal.ts';
import { planLegs } from '../../../core/route/plan.ts';
import { WHOLE_SHARE } from '../../../core/route/shape.ts';
import { deltasOf } from '../../../core/settle/transfer.ts';
import type { ChainRequests } from '../../../ports/chain-requests.ts';
import type { LiquidityCommand, LiquidityQuote, Quote, QuoteTerms } from '../../../ports/venue/trading.ts';
import { NotOnThisVenue, refused } from '../../../ports/venue.ts';
import type { SwapCosts } from '../costs.ts';
import type { Dex } from '../dex.ts';
import { Pending } from '../pending.ts';
import { refuseOneSidedBurn } from '../receipts.ts';
import { type Holder, listedPair, type Registry, readState } from '../state.ts';
import { reservesOf, unknownPool } from './pools.ts';

type Options = {
  readonly dex: Dex;
  readonly registry: Registry;
  readonly requests: Pick<ChainRequests, 'lastNumber'>;
  readonly policy: Policy;
  readonly costs: Pick<SwapCosts, 'spentNano'>;
  /** Null if the account has no wallet. */
  walletOf(account: Account): Promise<Address | null>;
};

export class Quotes {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async swap({ tokenA, tokenB, exact, referred, route }: QuoteTerms): Promise<Quote> {
    if ((route?.length ?? 1) > 1) throw new NotOnThisVenue('On TON a swap goes through one pool; leave out the route.');
    const state = await this.#stateOf(tokenA, tokenB);
    const { found } = state;
    if (!found) return unknownPool(this.#options.registry, tokenA, tokenB);
    const [tokenIn, tokenOut] = [state.token(tokenA), state.token(tokenB)];
    if (!tokenIn || !tokenOut) return unknownPool(this.#options.registry, tokenA, tokenB);
    const [reserveIn, reserveOut] = tokenA === found.pool.token0 ? reservesOf(found) : reservesOf(found).toReversed();
    const reserves = { reserveIn: amount(reserveIn as bigint), reserveOut: amount(reserveOut as bigint) };
    const leg = { tokenIn, tokenOut, pool: found.pool, reserves, share: WHOLE_SHARE };
    const plan = planLegs([leg], exact, referred);
    if (plan instanceof Refused) return refused(plan.refusal);
    const { costs, requests } = this.#options;
    const [tonSpentNano, sequence] = await Promise.all([
      costs.spentNano({ tokenA, tokenB, referred }),
      requests.lastNumber(),
    ]);
    return { plan, sequence, tonSpentNano };
  }

  async liquidity(command: LiquidityCommand): Promise<LiquidityQuote> {
    const { tokenA, tokenB, account } = command;
    const wallet = await this.#options.walletOf(account);
    const holder = wallet && { account, wallet, spendableNano: 0n, pending: Pending.NONE };
    const state = await this.#stateOf(tokenA, tokenB, holder);
    const rich: CommandState = {
      ...state,
      balanceOf: (of, token) =>
        of === account && (token === tokenA || token === tokenB) ? MAX_AMOUNT : state.balanceOf(of, token),
    };
    const decision = decide(command, rich);
    if (decision instanceof Refused) return refused(decision.refusal);
    const receipt = decision.receipt as LiquidityQuote['receipt'];
    refuseOneSidedBurn(receipt, state);
    const entries = deltasOf(transfersOf(receipt));
    const after = (of: Account, token: TokenAddress) =>
      state.balanceOf(of, token) + (entries.find((each) => each.account === of && each.token === token)?.delta ?? 0n);
    const reserve = (token: TokenAddress) => amount(after(reserveAccount(receipt.pool), token));
    const left = { reserveIn: reserve(tokenA), reserveOut: reserve(tokenB) };
    const [tokenIn, tokenOut, pool] = [state.token(tokenA), state.token(tokenB), state.found?.pool ?? decision.newPool];
    const price =
      left.reserveIn > 0n && tokenIn && tokenOut && pool ? poolPrice({ tokenIn, tokenOut, pool }, left) : null;
    const lp = lpToken(receipt.pool);
    const [lpTokens, lpSupply] = [amount(after(account, lp)), amount(-after(ISSUER, lp))];
    return { receipt, entries, lpTokens, lpSupply, price, sequence: await this.#options.requests.lastNumber() };
  }

  async #stateOf(tokenA: TokenAddress, tokenB: TokenAddress, holder: Holder | null = null) {
    const { dex, policy, registry } = this.#options;
    const listed = await listedPair(registry, { tokenA, tokenB });
    return readState(dex, { tokenA, tokenB }, { ...listed, policy, nowMs: Date.now(), ...(holder && { holder }) });
  }
}
