// Enforces the daily limit of a key: every order is valued at fair prices and counted, across all nodes, before it is executed.
import { type Account, MAX_AMOUNT, PPM, type TokenAddress } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { RefundCommand } from '../core/commands/refund.ts';
import type { TransferCommand } from '../core/commands/transfer.ts';
import { valueAt } from '../core/market/value.ts';
import { parseDecimal } from '../core/maths/decimal.ts';
import { mulDivUp } from '../core/maths/rounding.ts';
import { BatchFault, StoreUnavailable } from '../ports/store.ts';
import type { Submission } from '../ports/venue/trading.ts';
import {
  NotOnThisVenue,
  Overloaded,
  RefusedError,
  RoutesUnavailable,
  SettlementFailed,
  SettlementUnavailable,
  TonFundsTooLow,
} from '../ports/venue.ts';
import type { CallContext } from './call.ts';
import { ApiError } from './errors.ts';
import { recentPrices } from './recent-prices.ts';

/** The values that a request counts against the daily limit of its key: for each submission, the most that it may spend. */
export class Spending {
  readonly #keys: CallContext['keys'];
  readonly #keyId: string;
  readonly #nowMs: number;
  readonly #worths: readonly bigint[];

  private constructor({ keys, caller }: CallContext, nowMs: number, worths: readonly bigint[]) {
    this.#keys = keys;
    this.#keyId = caller.keyId;
    this.#nowMs = nowMs;
    this.#worths = worths;
  }

  /** Counts all submissions, or throws and counts none. Repetitions of executed requests count as nothing. */
  static async count(context: CallContext, submissions: readonly Submission[]): Promise<Spending> {
    const { keys, caller } = context;
    const most = caller.restrictions?.dayLimit ?? '0';
    const areDone = await Promise.all(
      submissions.map(({ idempotencyKey: key }) => key !== undefined && keys.isDone(caller.account as Account, key)),
    );
    const paid = await Promise.all(submissions.map(({ command }, at) => (areDone[at] ? [] : paidBy(command, context))));
    // Submissions that spend nothing need no price.
    if (paid.every((some) => some.length === 0)) return new Spending(context, keys.nowMs(), []);
    const { worths, units, symbol } = await valued(context, paid, most);
    const [add, nowMs] = [worths.reduce((sum, worth) => sum + worth, 0n), keys.nowMs()];
    if (add > 0n && !(await keys.spend(caller.keyId, { add, most: units, nowMs }))) {
      const message = `This would exceed the limit of your key, ${most} ${symbol} a day. Spend less, or wait until midnight UTC.`;
      throw new ApiError('day_limit_reached', message);
    }
    return new Spending(context, nowMs, worths);
  }

  /** Subtracts the submissions that certainly spent nothing, such as refused ones; if an outcome is unknown, its value stays counted. */
  async settle(outcomes: readonly unknown[]): Promise<void> {
    const add = this.#worths.reduce((sum, worth, at) => (isUnspent(outcomes[at]) ? sum - worth : sum), 0n);
    if (add < 0n) await this.#keys.spend(this.#keyId, { add, most: MAX_TALLY, nowMs: this.#nowMs }).catch(() => false);
  }

  /** Like `settle`, if one error ended all submissions. */
  settleAll(error: unknown): Promise<void> {
    return this.settle(this.#worths.map(() => error));
  }
}

const MAX_TALLY = MAX_AMOUNT * 1_000_000n;

const UNSPENT = [
  ...[RefusedError, Overloaded, RoutesUnavailable, StoreUnavailable, BatchFault],
  ...[NotOnThisVenue, TonFundsTooLow, SettlementFailed, SettlementUnavailable],
];

const isUnspent = (outcome: unknown): boolean => UNSPENT.some((kind) => outcome instanceof kind);

type Paid = { readonly token: TokenAddress; readonly units: bigint };

function paidBy(command: Command, context: CallContext): readonly Paid[] | Promise<readonly Paid[]> {
  if (command.kind === 'provide')
    return [
      { token: command.tokenA, units: command.amountA },
      { token: command.tokenB, units: command.amountB },
    ].filter(({ units }) => units > 0n);
  if (command.kind === 'refund') return command.only ? soldBy(command, context) : [];
  if (command.kind === 'transfer')
    return 'pool' in command ? worthOfLp(context, command) : [{ token: command.token, units: command.amount }];
  if (command.kind === 'placeOrder') return [{ token: command.tokenA, units: command.amountA }];
  if (command.kind !== 'swap') return [];
  const units = 'amountA' in command ? command.amountA : command.maxPaid;
  if (units !== undefined) return [{ token: command.tokenA, units }];
  throw new ApiError('invalid_request', 'maxPaid is missing: your key has a daily limit, and this is what counts.');
}

/** For a withdrawal in one token: the amount of the other token, which is swapped. */
async function soldBy(command: RefundCommand, { venue }: CallContext): Promise<readonly Paid[]> {
  const { account, tokenA, tokenB, only, lpTokens, portionPpm = PPM } = command;
  const position = await venue.position(account, tokenA, tokenB);
  if (position.lpTokens === 0n) return [];
  const [token, all] = only === 'A' ? [tokenB, position.amountB] : [tokenA, position.amountA];
  const units = lpTokens === undefined ? mulDivUp(all, portionPpm, PPM) : mulDivUp(all, lpTokens, position.lpTokens);
  return [{ token, units }];
}

/** For a transfer of LP tokens: the amounts of both tokens that they could be exchanged for. */
async function worthOfLp(
  { venue, caller }: CallContext,
  { pool: address, amount }: LpTransfer,
): Promise<readonly Paid[]> {
  const [pool] = await venue.poolsNamed([address]);
  if (!pool) throw unpriced('The pool is empty');
  const { reserve0, reserve1, token0, token1 } = pool;
  const { lpSupply } = await venue.position(caller.account, token0.address, token1.address);
  if (lpSupply === 0n) throw unpriced('The pool is empty');
  return [
    { token: token0.address, units: mulDivUp(reserve0, amount, lpSupply) },
    { token: token1.address, units: mulDivUp(reserve1, amount, lpSupply) },
  ];
}

type LpTransfer = Extract<TransferCommand, { readonly pool: unknown }>;

/** The value of each submission in the quote token, rounded up so that many small amounts count, too. */
async function valued(context: CallContext, paid: readonly (readonly Paid[])[], limit: string) {
  const named = [...new Set(paid.flat().map(({ token }) => token))];
  const { quoteToken, tokens } = await recentPrices(named, context, context.keys.nowMs());
  const units = quoteToken && parseDecimal(limit, quoteToken.decimals, MAX_AMOUNT);
  if (!quoteToken || typeof units !== 'bigint') throw unpriced('This exchange has no quote token that it fits');
  const known = new Map(tokens.map((token) => [token.address, token]));
  const worthOf = ({ token, units }: Paid): bigint => {
    const found = known.get(token);
    if (!found?.price) throw unpriced(`${found?.symbol ?? token} has no fair price`);
    return valueAt(units, found.price, found, quoteToken) + 1n;
  };
  const worths = paid.map((some) => some.reduce((sum, one) => sum + worthOf(one), 0n));
  return { worths, units, symbol: quoteToken.symbol };
}

const unpriced = (why: string): ApiError =>
  new ApiError(
    'price_unknown',
    `${why}, so it cannot be counted against the daily limit of your key. Use another key.`,
  );
