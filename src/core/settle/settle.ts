// Settles a batch: decides each instruction in turn on the loaded balances, and returns everything that the store has to write.
import { orderAccount, stopAccount } from '../accounts.ts';
import type { Account, PoolAddress, TokenAddress } from '../amount.ts';
import { assert } from '../assert.ts';
import { decide, followUpsOf, type Receipt } from '../commands/command.ts';
import type { CommandState, Symbolled } from '../commands/kind.ts';
import type { OrderFill, PlacedOrder } from '../orders/order.ts';
import { fillsOf } from '../orders/record.ts';
import { type ListedToken, orderPair, type Pool, type TokenChange, type TokenEntry } from '../pool.ts';
import { type Refusal, Refused } from '../refusal.ts';
import type { Instruction, Outcome, Posted, StoredReply } from './instruction.ts';
import { isRetryable, type Remembered, Repetitions, refusedAt } from './repetitions.ts';
import { transactionId } from './transaction-id.ts';
import type { BalanceKey } from './transfer.ts';
import { WorkingBalances } from './working-balances.ts';
import { WorkingRecords } from './working-records.ts';

/** The records that a batch names, and the function that derives the addresses of new pools. */
export type Catalogue = {
  readonly tokens: ReadonlyMap<TokenAddress, ListedToken>;
  /** By `pairKey`. */
  readonly pools: ReadonlyMap<string, Pool>;
  /** The address of the pool of two tokens, in the order of `orderPair`. */
  readonly addressOf: (token0: TokenAddress, token1: TokenAddress) => PoolAddress;
};

/** All input of `settle`: data that was read under the journal's lock, the time and the entropy. */
export type SettleInput = Catalogue &
  Remembered & {
    readonly lastSequence: number;
    readonly entropy: number;
    /** All tokens that are not hidden, if `needsSymbols` is true for the batch. */
    readonly symbols?: readonly Symbolled[];
    /** By `balanceKey`; every balance that `balancesOf` lists for the batch. */
    readonly balances: ReadonlyMap<string, bigint>;
    /** The transactions that placed the orders named in the batch, by sequence; absent if the batch names none. */
    readonly orders?: ReadonlyMap<number, Posted>;
    /** The newest order under each `clientId` of the batch's new orders, by `clientIdKey`; with the balances of `escrowsOf`. */
    readonly ordersUnder?: ReadonlyMap<string, Posted>;
  };

export type Settlement = {
  /** One per instruction, in the same order. */
  readonly outcomes: readonly Outcome[];
  readonly transactions: readonly Posted[];
  readonly tokens: readonly TokenEntry[];
  readonly pools: readonly Pool[];
  /** Existing records that were changed. */
  readonly changedTokens: readonly TokenChange[];
  readonly changedPools: readonly Pool[];
  /** The last transaction that changed an existing record; undefined if none did. */
  readonly listingSequence: number | undefined;
  readonly replies: readonly StoredReply[];
  /** The final value of every balance that changed. */
  readonly balances: readonly (BalanceKey & { readonly balance: bigint })[];
};

export function settle(batch: readonly Instruction[], loaded: SettleInput): Settlement {
  const ledger = new WorkingLedger(loaded);
  const outcomes: Outcome[] = [];
  for (let at = 0; at < batch.length; at = outcomes.length) {
    const instruction = batch[at] as Instruction;
    if (instruction.linked) outcomes.push(...ledger.settleAll(batch.slice(at, endOfChain(batch, at))));
    else outcomes.push(ledger.settle(instruction));
  }
  return { outcomes, ...ledger.written() };
}

/** The index after the chain that starts at `from`. */
export function endOfChain(batch: readonly Pick<Instruction, 'linked'>[], from: number): number {
  let last = from;
  while (batch[last]?.linked) last += 1;
  assert(last < batch.length, 'a chain is not split between batches');
  return last + 1;
}

class WorkingLedger {
  readonly #loaded: SettleInput;
  readonly #balances: WorkingBalances;
  readonly #records: WorkingRecords;
  readonly #repetitions: Repetitions;
  readonly #transactions: Posted[] = [];
  #lastMs = 0;
  readonly #state: { -readonly [Key in keyof CommandState]: CommandState[Key] };

  constructor(loaded: SettleInput) {
    this.#loaded = loaded;
    this.#balances = new WorkingBalances(loaded.balances);
    this.#records = new WorkingRecords(loaded);
    this.#repetitions = new Repetitions(loaded);
    this.#state = {
      token: (address) => this.#records.token(address),
      pool: (a, b) => this.#records.pool(a, b),
      poolAddress: (a, b) => this.#records.pool(a, b)?.address ?? loaded.addressOf(...orderPair(a, b)),
      namesakes: (symbol) => this.#records.namesakes(symbol),
      order: (number) => placedBy(loaded.orders?.get(number) ?? this.#transactions[number - loaded.lastSequence - 1]),
      fillOf: (order, last) => this.#fillOf(order, last),
      openOrder: (account, clientId) => this.#openOrder(account, clientId),
      balanceOf: (account, token) => this.#balances.of(account, token),
      policy: loaded.policy,
      nowMs: loaded.nowMs,
      sequence: loaded.lastSequence + 1,
    };
  }

  settle(instruction: Instruction): Outcome {
    const repeated = this.#repetitions.byKey(instruction);
    if (repeated) return repeated;
    const outcome = this.#attempt(instruction);
    this.#repetitions.remember(instruction, outcome);
    return outcome;
  }

  /** Settles a whole chain or, if one command is refused, nothing of it. */
  settleAll(chain: readonly Instruction[]): readonly Outcome[] {
    const repeated = this.#repetitions.ofChain(chain);
    if (repeated) return repeated;
    const outcomes = this.#attemptAll(chain);
    if (outcomes.some(isRetryable)) return outcomes;
    for (const [index, instruction] of chain.entries()) {
      this.#repetitions.remember(instruction, outcomes[index] as Outcome);
    }
    return outcomes;
  }

  written(): Omit<Settlement, 'outcomes'> {
    return {
      transactions: this.#transactions,
      ...this.#records.written(),
      replies: [...this.#repetitions.replies.values()],
      balances: this.#balances.written(),
    };
  }

  #attemptAll(chain: readonly Instruction[]): readonly Outcome[] {
    const end = this.#savepoint();
    const outcomes: Outcome[] = [];
    for (const instruction of chain) {
      const outcome = this.#attempt(instruction);
      if ('refusal' in outcome) {
        end(false);
        return refusedAt(chain, outcomes.length, withoutUndone(outcome.refusal, outcomes));
      }
      outcomes.push(outcome);
    }
    end(true);
    return outcomes;
  }

  /** Returns a function that ends the savepoint: it keeps or undoes everything decided since this call. */
  #savepoint(): (keeps: boolean) => void {
    const count = this.#transactions.length;
    const { sequence } = this.#state;
    const endBalances = this.#balances.savepoint();
    const [undoRecords, undoReferences] = [this.#records.savepoint(), this.#repetitions.savepoint()];
    return (keeps) => {
      endBalances(keeps);
      if (keeps) return;
      this.#transactions.length = count;
      this.#state.sequence = sequence;
      undoRecords();
      undoReferences();
    };
  }

  #attempt(instruction: Instruction): Outcome {
    const { command } = instruction;
    const outcome = this.#repetitions.byReference(command, this.#state.token) ?? this.#decide(instruction);
    this.#repetitions.noteReference(command, outcome);
    return outcome;
  }

  #decide({ actor, command, atMs }: Instruction): Outcome {
    this.#state.nowMs = this.#timeOf(atMs);
    const decision = decide(command, this.#state);
    if (decision instanceof Refused) return { refusal: decision.refusal };
    const { sequence, nowMs } = this.#state;
    this.#lastMs = nowMs;
    this.#records.list(decision, sequence);
    if (decision.newBalance) this.#balances.open(decision.newBalance);
    this.#balances.post(decision.transfers);
    const id = transactionId(nowMs, sequence, this.#loaded.entropy);
    const posted = { sequence, id, actor, createdAtMs: nowMs, receipt: decision.receipt };
    this.#transactions.push(posted);
    this.#state.sequence = sequence + 1;
    for (const next of followUpsOf(command, decision.receipt)) {
      this.#decide({ actor, command: next, ...(atMs !== undefined && { atMs }) });
    }
    return { posted };
  }

  #fillOf(order: number, last: number | undefined): OrderFill | undefined {
    const inBatch = this.#transactions.findLast(({ receipt }) => fillOf(receipt, order));
    const posted = inBatch ?? (last === undefined ? undefined : this.#loaded.orders?.get(last));
    return posted && fillOf(posted.receipt, order);
  }

  /** Only the newest order under a `clientId` may be open, since another is placed only when it is over. */
  #openOrder(account: Account, clientId: string): number | undefined {
    const isIt = ({ receipt }: Posted) =>
      receipt.kind === 'placeOrder' && receipt.clientId === clientId && receipt.account === account;
    const newest = this.#transactions.findLast(isIt) ?? this.#loaded.ordersUnder?.get(clientIdKey(account, clientId));
    if (newest?.receipt.kind !== 'placeOrder') return undefined;
    const { order, tokenA } = newest.receipt;
    const held = [orderAccount(order), stopAccount(order)].map((escrow) => this.#balances.ofKnown(escrow, tokenA));
    return held.some((units) => units > 0n) ? order : undefined;
  }

  /** The current time; in a journal's first batch the given time, but not in the future and not before the last transaction. */
  #timeOf(atMs: number | undefined): number {
    const { lastSequence, nowMs } = this.#loaded;
    if (atMs === undefined || lastSequence > 0) return nowMs;
    return Math.min(nowMs, Math.max(atMs, this.#lastMs));
  }
}

const fillOf = (receipt: Receipt, order: number): OrderFill | undefined =>
  fillsOf(receipt).find((fill) => fill.order === order);

export const clientIdKey = (account: Account, clientId: string): string => `${account}\n${clientId}`;

/** The order that a transaction placed, if it placed one. */
export function placedBy(posted: Posted | undefined): PlacedOrder | undefined {
  return posted?.receipt.kind === 'placeOrder' ? { ...posted.receipt, placedAtMs: posted.createdAtMs } : undefined;
}

/** Removes what a refusal says about a transaction that is rolled back with the same chain. */
function withoutUndone(refusal: Refusal, undone: readonly Outcome[]): Refusal {
  if (refusal.code !== 'reference_reused') return refusal;
  const isUndone = (field: 'id' | 'sequence', value: string | number | undefined) =>
    undone.some((outcome) => 'posted' in outcome && outcome.posted[field] === value);
  if ('clientId' in refusal) {
    const { order, ...rest } = refusal;
    return isUndone('sequence', order) ? rest : refusal;
  }
  const { transactionId, ...rest } = refusal;
  return isUndone('id', transactionId) ? rest : refusal;
}
