// Settles a batch: decides each instruction in turn over the loaded balances and says what is to be written.
import type { Account, PoolAddress, TokenAddress } from './amount.ts';
import { AssertionFailure, assert } from './assert.ts';
import { type Command, decide, type Receipt } from './commands/command.ts';
import type { Policy, State, Symbolled } from './commands/kind.ts';
import { type ListedToken, orderPair, type Pool, type TokenChange, type TokenEntry } from './pool.ts';
import { type Refusal, Refused } from './refusal.ts';
import { Repetitions } from './repetitions.ts';
import { transactionId } from './transaction-id.ts';
import { type BalanceKey, balanceIsSound, balanceKey, deltasOf, type Transfer } from './transfer.ts';
import { WorkingRecords } from './working-records.ts';

/** A command, who gives it, and under which key it may be repeated. */
export type Instruction = {
  readonly actor: Account;
  readonly command: Command;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
};

/** What an accepted instruction is answered with. */
export type Posted = {
  readonly sequence: number;
  readonly id: string;
  readonly actor: Account;
  readonly createdAtMs: number;
  readonly receipt: Receipt;
};

/** An accepted instruction as the journal keeps it. */
export type Transaction = Posted & { readonly transfers: readonly Transfer[] };

export type Outcome = { readonly posted: Posted } | { readonly refusal: Refusal };

/** The remembered answer to an idempotency key. */
export type Reply = {
  readonly actor: Account;
  readonly key: string;
  readonly fingerprint: string;
  readonly outcome: Outcome;
  /** When it was decided; a refusal is remembered only for a while from then on. */
  readonly decidedAtMs: number;
};

/** The records that a batch names, and how pools that are yet to be are named. */
export type Catalogue = {
  readonly tokens: ReadonlyMap<TokenAddress, ListedToken>;
  /** By `pairKey`. */
  readonly pools: ReadonlyMap<string, Pool>;
  /** The address of the pool of two tokens, in the order of `orderPair`. */
  readonly addressOf: (token0: TokenAddress, token1: TokenAddress) => PoolAddress;
};

/** What the store has read under the journal's lock, and the two facts from outside: the time and some entropy. */
export type Loaded = Catalogue & {
  readonly lastSequence: number;
  readonly nowMs: number;
  readonly entropy: number;
  readonly policy: Policy;
  /** Of every token that is not hidden, where `needsSymbols` says so. */
  readonly symbols?: readonly Symbolled[];
  /** By `balanceKey`; every balance that `balancesOf` lists for the batch. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** By `replyKey`. */
  readonly replies: ReadonlyMap<string, Reply>;
  /** The first movement under each reference that the batch names, by `referenceKey`. */
  readonly references: ReadonlyMap<string, Posted>;
};

export type Settlement = {
  /** One for each instruction, in its order. */
  readonly outcomes: readonly Outcome[];
  readonly transactions: readonly Transaction[];
  /** Newly listed. */
  readonly tokens: readonly TokenEntry[];
  readonly pools: readonly Pool[];
  /** Listed before, and from now on another. */
  readonly changedTokens: readonly TokenChange[];
  readonly changedPools: readonly Pool[];
  /** The last transaction that changed what was listed before it; undefined if none did. */
  readonly listed: number | undefined;
  readonly replies: readonly Reply[];
  /** The final value of every balance that changed. */
  readonly balances: readonly (BalanceKey & { readonly balance: bigint })[];
};

export function settle(batch: readonly Instruction[], loaded: Loaded): Settlement {
  const ledger = new WorkingLedger(loaded);
  return { outcomes: batch.map((instruction) => ledger.settle(instruction)), ...ledger.written() };
}

type WorkingBalance = BalanceKey & { balance: bigint };

class WorkingLedger {
  readonly #loaded: Loaded;
  readonly #accounts = new Map<Account, Map<TokenAddress, WorkingBalance>>();
  readonly #changed = new Set<WorkingBalance>();
  readonly #records: WorkingRecords;
  readonly #repetitions: Repetitions;
  readonly #transactions: Transaction[] = [];
  readonly #state: { -readonly [Key in keyof State]: State[Key] };

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.#records = new WorkingRecords(loaded);
    this.#repetitions = new Repetitions(loaded);
    this.#state = {
      token: (address) => this.#records.token(address),
      pool: (a, b) => this.#records.pool(a, b),
      poolAddress: (a, b) => this.#records.pool(a, b)?.address ?? loaded.addressOf(...orderPair(a, b)),
      namesakes: (symbol) => this.#records.namesakes(symbol),
      balanceOf: (account, token) => this.#holding(account, token).balance,
      policy: loaded.policy,
      nowMs: loaded.nowMs,
      sequence: loaded.lastSequence + 1,
    };
  }

  settle(instruction: Instruction): Outcome {
    const repeated = this.#repetitions.byKey(instruction);
    if (repeated) return repeated;
    const { command } = instruction;
    const outcome = this.#repetitions.byReference(command, this.#state.token) ?? this.#decide(instruction);
    this.#repetitions.remember(instruction, outcome);
    return outcome;
  }

  written(): Omit<Settlement, 'outcomes'> {
    return {
      transactions: this.#transactions,
      ...this.#records.written(),
      replies: [...this.#repetitions.replies.values()],
      balances: [...this.#changed],
    };
  }

  #decide({ actor, command }: Instruction): Outcome {
    const decision = decide(command, this.#state);
    if (decision instanceof Refused) return { refusal: decision.refusal };
    const { sequence, nowMs } = this.#state;
    this.#records.list(decision, sequence);
    this.#post(decision.transfers);
    const id = transactionId(nowMs, sequence, this.#loaded.entropy);
    const posted = { sequence, id, actor, createdAtMs: nowMs, receipt: decision.receipt };
    this.#transactions.push({ ...posted, transfers: decision.transfers });
    this.#state.sequence = sequence + 1;
    return { posted };
  }

  #post(transfers: readonly Transfer[]): void {
    const sums = new Map<TokenAddress, bigint>();
    for (const { account, token, delta } of deltasOf(transfers)) {
      const holding = this.#holding(account, token);
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

  #holding(account: Account, token: TokenAddress): WorkingBalance {
    let held = this.#accounts.get(account);
    if (!held) {
      held = new Map();
      this.#accounts.set(account, held);
    }
    let holding = held.get(token);
    if (!holding) {
      const balance = this.#loaded.balances.get(balanceKey(account, token));
      if (balance === undefined) throw new AssertionFailure(`balance not loaded: ${account} ${token}`);
      holding = { account, token, balance };
      held.set(token, holding);
    }
    return holding;
  }
}
