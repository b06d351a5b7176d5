// The audit: recomputes every balance from the journal, by other means than the code that wrote it.
import { balanceIsSound, balanceKey } from '../core/ledger.ts';
import { type Pool, reserveAccount } from '../core/pool.ts';
import type { Transaction } from '../core/settle.ts';
import { sequenceOf } from '../core/transaction-id.ts';
import type { Store } from './store.ts';

export type AuditReport = { readonly transactions: number; readonly transfers: number; readonly balances: number };

/** The first thing found that should be impossible. */
export class AuditOffence extends Error {
  override name = 'AuditOffence';
}

export async function audit(
  store: Pick<Store, 'openJournal'>,
  onProgress: (done: number, total: number) => void,
): Promise<AuditReport> {
  const journal = await store.openJournal();
  try {
    const recount = new Recount(journal.pools);
    for await (const transaction of journal.transactions()) {
      recount.add(transaction);
      if (transaction.sequence % 10_000 === 0) onProgress(transaction.sequence, journal.head);
    }
    must(
      recount.transactions === journal.head,
      `the head says ${journal.head}, the journal ends at ${recount.transactions}`,
    );
    for await (const { account, token, balance } of journal.balances()) recount.compare(account, token, balance);
    recount.finish();
    onProgress(journal.head, journal.head);
    return { transactions: recount.transactions, transfers: recount.transfers, balances: recount.balances.size };
  } finally {
    await journal.close();
  }
}

class Recount {
  transactions = 0;
  transfers = 0;
  readonly balances = new Map<string, bigint>();
  readonly #pools: ReadonlyMap<string, Pool>;
  #compared = 0;
  /** Told last: a moved balance is worse than a wrong word about it. */
  #untrue: string | undefined;

  constructor(pools: readonly Pool[]) {
    this.#pools = new Map(pools.map((pool) => [pool.address, pool]));
  }

  add(transaction: Transaction): void {
    const { sequence, id, receipt } = transaction;
    const at = `transaction ${sequence}`;
    must(sequence === this.transactions + 1, `${at} follows ${this.transactions}: the journal has a gap`);
    must(sequenceOf(id) === sequence, `${at} has the id ${id}, which names another sequence`);
    if (!receiptTellsTheTruth(transaction)) this.#untrue ??= `${at} has a receipt that its transfers do not bear out`;
    const kBefore = receipt.kind === 'swap' ? this.#k(receipt.pool, at) : 0n;
    this.#post(transaction, at);
    if (receipt.kind === 'swap') must(this.#k(receipt.pool, at) >= kBefore, `${at}: k fell through a swap`);
    this.transactions += 1;
  }

  compare(account: string, token: string, stored: bigint): void {
    const key = `${account}\n${token}`;
    const counted = this.balances.get(key) ?? 0n;
    must(counted === stored, `${account} holds ${stored} of ${token}, but the journal adds up to ${counted}`);
    if (this.balances.has(key)) this.#compared += 1;
  }

  finish(): void {
    must(
      this.#compared === this.balances.size,
      `${this.balances.size - this.#compared} balances of the journal are not stored`,
    );
    must(this.#untrue === undefined, this.#untrue ?? '');
  }

  #post({ transfers }: Transaction, at: string): void {
    const touched = new Map<string, bigint>();
    for (const { from, to, token, amount } of transfers) {
      must(amount > 0n, `${at} has a transfer that moves ${amount}`);
      for (const [account, change] of [
        [from, -amount],
        [to, amount],
      ] as const) {
        const key = balanceKey(account, token);
        const balance = (this.balances.get(key) ?? 0n) + change;
        this.balances.set(key, balance);
        touched.set(key, balance);
      }
    }
    for (const [key, balance] of touched) {
      const account = key.slice(0, key.indexOf('\n')) as (typeof transfers)[number]['from'];
      must(balanceIsSound(account, balance), `${at} leaves ${account} with ${balance}`);
    }
    this.transfers += transfers.length;
  }

  #k(address: string, at: string): bigint {
    const pool = this.#pools.get(address);
    must(pool !== undefined, `${at} swaps in an unknown pool ${address}`);
    const reserve = (token: Pool['token0']) => this.balances.get(balanceKey(reserveAccount(pool), token)) ?? 0n;
    return reserve(pool.token0) * reserve(pool.token1);
  }
}

/** Whether what a caller was told is what was moved. */
function receiptTellsTheTruth({ receipt, transfers }: Transaction): boolean {
  const moved = transfers.map(({ amount }) => amount);
  const is = (...amounts: readonly bigint[]) => {
    const told = amounts.filter((amount) => amount > 0n);
    return told.length === moved.length && told.every((amount, index) => amount === moved[index]);
  };
  switch (receipt.kind) {
    case 'swap':
      return is(receipt.amountA, receipt.amountB, receipt.fees.protocol, receipt.fees.ref);
    case 'provide':
      return is(receipt.amountA, receipt.amountB, receipt.lpTokens, ...moved.slice(3));
    case 'refund':
      return is(receipt.lpTokens, receipt.amountA, receipt.amountB);
    case 'collectFees':
      return is(receipt.amountA, receipt.amountB);
    case 'deposit':
    case 'withdraw':
      return is(receipt.amount);
    default:
      return is();
  }
}

function must(condition: boolean, offence: string): asserts condition {
  if (!condition) throw new AuditOffence(offence);
}
