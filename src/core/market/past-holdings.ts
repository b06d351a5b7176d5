// What an account held at earlier times: what it holds now, less what its transactions have changed since.
import { orderOf } from '../accounts.ts';
import type { Account, TokenAddress } from '../amount.ts';
import { type Receipt, transfersOf } from '../commands/command.ts';
import type { Posted } from '../settle/instruction.ts';
import { startOf } from './candle.ts';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** How far a history reaches back, in steps of this length: at most 73 points, each as expensive as reading the pools' figures once. */
export const WORTH_PERIODS = {
  week: { stepMs: 3 * HOUR_MS, steps: 56 },
  month: { stepMs: 12 * HOUR_MS, steps: 60 },
  year: { stepMs: 5 * DAY_MS, steps: 73 },
} as const;

/** The last multiples of the step before now, newest first. */
export function timesBefore(nowMs: number, { stepMs, steps }: { readonly stepMs: number; readonly steps: number }) {
  const last = startOf(nowMs - 1, stepMs);
  return Array.from({ length: steps }, (_, at) => last - at * stepMs);
}

type Changes = ReadonlyMap<TokenAddress, bigint>;

/** Sorts the changes of an account's transactions, taken newest first, by the times between which they happened. */
export class ChangesBetween {
  readonly #account: Account;
  readonly #times: readonly number[];
  readonly #changes: Map<TokenAddress, bigint>[];
  /** The index of the newest time that is not after the last transaction taken. */
  #at = 0;

  /** `times` are newest first. */
  constructor(account: Account, times: readonly number[]) {
    this.#account = account;
    this.#times = times;
    this.#changes = times.map(() => new Map());
  }

  /** False if the transaction is from before all of the times: the rest need not be taken. */
  take({ createdAtMs, receipt }: Pick<Posted, 'createdAtMs' | 'receipt'>): boolean {
    while (this.#at < this.#times.length && createdAtMs < (this.#times[this.#at] as number)) this.#at += 1;
    const changes = this.#changes[this.#at];
    if (!changes) return false;
    const add = (token: TokenAddress, units: bigint) => changes.set(token, (changes.get(token) ?? 0n) + units);
    for (const { from, to, token, amount } of transfersOf(receipt)) {
      if (this.#isOwn(from, receipt)) add(token, -amount);
      if (this.#isOwn(to, receipt)) add(token, amount);
    }
    return true;
  }

  /** For each time that all transactions since are taken of: the changes between it and the next newer one. */
  changes(isWhole: boolean): readonly Changes[] {
    return isWhole ? this.#changes : this.#changes.slice(0, this.#at);
  }

  /** What an order holds belongs to its owner. */
  #isOwn(account: Account, receipt: Receipt): boolean {
    const order = orderOf(account);
    if (order === undefined) return account === this.#account;
    if (receipt.kind !== 'matchOrders') return 'account' in receipt && receipt.account === this.#account;
    const { maker, taker } = receipt;
    return (maker.order === order ? maker : taker).account === this.#account;
  }
}
