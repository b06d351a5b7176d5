// Totals of transactions for an account, or for everyone: their number, and the amounts of each token.
import { isOfExchange } from '../../core/accounts.ts';
import type { Account, TokenAddress } from '../../core/amount.ts';
import { transfersOf } from '../../core/commands/command.ts';
import { seesMatchFee } from '../../core/commands/match-orders.ts';
import { swapIn } from '../../core/commands/swap-in.ts';
import { hopsOf } from '../../core/commands/swap-receipt.ts';
import { deltasOf } from '../../core/settle/transfer.ts';
import { type ActivityKind, kindFor } from '../../ports/activity.ts';
import type { HistoryEntry } from '../../ports/venue/accounts.ts';

type Sums = { in: bigint; out: bigint; lp: bigint; protocol: bigint; ref: bigint };

export class ActivityTotals {
  readonly kinds = new Map<ActivityKind, number>();
  readonly tokens = new Map<TokenAddress, Sums>();
  readonly #account: Account | undefined;
  #count = 0;

  /** Adds up for one account; without an account, for all users. */
  constructor(account?: Account) {
    this.#account = account;
  }

  get count(): number {
    return this.#count;
  }

  add(done: HistoryEntry): void {
    const kind = kindFor(done, this.#account);
    this.#count += 1;
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    // A transaction that is not completed has moved nothing.
    if (done.status !== 'completed') return;
    for (const { account, token, delta } of deltasOf(transfersOf(done.receipt))) {
      if (!this.#isAbout(account) || delta === 0n) continue;
      const sums = this.#of(token);
      if (delta > 0n) sums.in += delta;
      else sums.out -= delta;
    }
    this.#addMatchFee(done.receipt);
    const swap = kind === 'referral' ? undefined : swapIn(done.receipt);
    if (!swap) return;
    for (const { tokenIn, tokenOut, fees } of hopsOf(swap)) {
      this.#of(tokenIn).lp += fees.lp;
      if (fees.protocol + fees.ref === 0n) continue;
      const sums = this.#of(tokenOut);
      sums.protocol += fees.protocol;
      sums.ref += fees.ref;
    }
  }

  #addMatchFee(receipt: HistoryEntry['receipt']): void {
    if (receipt.kind !== 'matchOrders' || !receipt.fee || !seesMatchFee(receipt, this.#account)) return;
    this.#of(receipt.tokenA).protocol += receipt.fee.amount;
  }

  #isAbout(account: Account): boolean {
    return this.#account === undefined ? !isOfExchange(account) : account === this.#account;
  }

  #of(token: TokenAddress): Sums {
    const known = this.tokens.get(token);
    if (known) return known;
    const sums = { in: 0n, out: 0n, lp: 0n, protocol: 0n, ref: 0n };
    this.tokens.set(token, sums);
    return sums;
  }
}
