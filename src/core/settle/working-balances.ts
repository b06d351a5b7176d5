// The loaded balances while a batch is settled, including all transfers posted so far.
import type { Account, TokenAddress } from '../amount.ts';
import { AssertionFailure, assert } from '../assert.ts';
import { type BalanceKey, balanceIsSound, balanceKey, deltasOf, type Transfer } from './transfer.ts';

type WorkingBalance = BalanceKey & { balance: bigint };

export class WorkingBalances {
  /** By `balanceKey`. */
  readonly #loaded: ReadonlyMap<string, bigint>;
  readonly #accounts = new Map<Account, Map<TokenAddress, WorkingBalance>>();
  readonly #changed = new Set<WorkingBalance>();
  /** Undo steps since the savepoint; undefined if there is no savepoint. */
  #undo: (() => void)[] | undefined;

  constructor(loaded: ReadonlyMap<string, bigint>) {
    this.#loaded = loaded;
  }

  of(account: Account, token: TokenAddress): bigint {
    return this.#holding(account, token).balance;
  }

  /** The balance; zero if it was not loaded, as that of an account which the batch has not created. */
  ofKnown(account: Account, token: TokenAddress): bigint {
    const isKnown = this.#accounts.get(account)?.has(token) || this.#loaded.has(balanceKey(account, token));
    return isKnown ? this.of(account, token) : 0n;
  }

  /** Adds a zero balance for an account that a command creates, whose name was not known when the balances were loaded. */
  open({ account, token }: BalanceKey): void {
    const held = this.#accounts.get(account) ?? new Map<TokenAddress, WorkingBalance>();
    this.#accounts.set(account, held);
    if (!held.has(token)) held.set(token, { account, token, balance: 0n });
    assert(this.of(account, token) === 0n, 'a new balance is zero');
  }

  /** The final value of every balance that changed. */
  written(): readonly (BalanceKey & { readonly balance: bigint })[] {
    return [...this.#changed];
  }

  post(transfers: readonly Transfer[]): void {
    const sums = new Map<TokenAddress, bigint>();
    for (const { account, token, delta } of deltasOf(transfers)) {
      const holding = this.#holding(account, token);
      this.#undo?.push(this.#undoOf(holding));
      holding.balance += delta;
      const { balance } = holding;
      if (!balanceIsSound(account, balance)) {
        throw new AssertionFailure(`no balance leaves its bounds: ${account} ${token} ${balance}`);
      }
      this.#changed.add(holding);
      sums.set(token, (sums.get(token) ?? 0n) + delta);
    }
    for (const sum of sums.values()) assert(sum === 0n, 'every transaction nets to zero per token');
  }

  /** Returns a function that ends the savepoint: it keeps or undoes all transfers posted since this call. */
  savepoint(): (keeps: boolean) => void {
    const undo: (() => void)[] = [];
    this.#undo = undo;
    return (keeps) => {
      this.#undo = undefined;
      if (!keeps) for (const takeBack of undo.reverse()) takeBack();
    };
  }

  #undoOf(holding: WorkingBalance): () => void {
    const { balance } = holding;
    const wasChanged = this.#changed.has(holding);
    return () => {
      holding.balance = balance;
      if (!wasChanged) this.#changed.delete(holding);
    };
  }

  #holding(account: Account, token: TokenAddress): WorkingBalance {
    let held = this.#accounts.get(account);
    if (!held) {
      held = new Map();
      this.#accounts.set(account, held);
    }
    let holding = held.get(token);
    if (!holding) {
      const balance = this.#loaded.get(balanceKey(account, token));
      if (balance === undefined) throw new AssertionFailure(`balance not loaded: ${account} ${token}`);
      holding = { account, token, balance };
      held.set(token, holding);
    }
    return holding;
  }
}
