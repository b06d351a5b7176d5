// Settles a batch: decides each instruction in turn over the loaded balances and says what is to be written.
import type { Account, PoolAddress, TokenAddress } from './amount.ts';
import { AssertionFailure, assert } from './assert.ts';
import { type Command, type Decision, decide, type Receipt } from './commands/command.ts';
import type { Policy, State, Symbolled } from './commands/kind.ts';
import {
  type ListedToken,
  orderPair,
  type Pool,
  pairKey,
  symbolKey,
  type TokenChange,
  type TokenEntry,
} from './pool.ts';
import { type Refusal, Refused } from './refusal.ts';
import { Repetitions } from './repetitions.ts';
import { transactionId } from './transaction-id.ts';
import { type BalanceKey, balanceIsSound, balanceKey, deltasOf, type Transfer } from './transfer.ts';

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
  readonly #tokens = new Map<TokenAddress, TokenEntry>();
  readonly #pools = new Map<string, Pool>();
  readonly #changedTokens = new Map<TokenAddress, TokenChange>();
  readonly #changedPools = new Map<string, Pool>();
  #bySymbol: Map<string, Symbolled[]> | undefined;
  #listed: number | undefined;
  readonly #repetitions: Repetitions;
  readonly #transactions: Transaction[] = [];
  readonly #state: { -readonly [Key in keyof State]: State[Key] };

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.#repetitions = new Repetitions(loaded);
    this.#state = {
      token: (address) => this.#token(address),
      pool: (a, b) => this.#pool(pairKey(a, b)),
      poolAddress: (a, b) => this.#pool(pairKey(a, b))?.address ?? loaded.addressOf(...orderPair(a, b)),
      namesakes: (symbol) => this.#namesakes(symbol),
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
      tokens: [...this.#tokens.values()],
      pools: [...this.#pools.values()],
      changedTokens: [...this.#changedTokens.values()],
      changedPools: [...this.#changedPools.values()],
      listed: this.#listed,
      replies: [...this.#repetitions.replies.values()],
      balances: [...this.#changed],
    };
  }

  #decide({ actor, command }: Instruction): Outcome {
    const decision = decide(command, this.#state);
    if (decision instanceof Refused) return { refusal: decision.refusal };
    this.#list(decision);
    this.#post(decision.transfers);
    const { sequence, nowMs } = this.#state;
    const id = transactionId(nowMs, sequence, this.#loaded.entropy);
    const posted = { sequence, id, actor, createdAtMs: nowMs, receipt: decision.receipt };
    this.#transactions.push({ ...posted, transfers: decision.transfers });
    this.#state.sequence = sequence + 1;
    return { posted };
  }

  #list({ newToken, newPool, tokenChange, changedPool }: Decision): void {
    if (newToken) this.#listToken(newToken);
    if (newPool) this.#pools.set(pairKey(newPool.token0, newPool.token1), newPool);
    if (tokenChange) this.#changeToken(tokenChange);
    if (changedPool) this.#changePool(changedPool);
    if (tokenChange || changedPool) this.#listed = this.#state.sequence;
  }

  #listToken(token: TokenEntry): void {
    this.#tokens.set(token.address, token);
    this.#show(token);
  }

  #changeToken(change: TokenChange): void {
    const { address } = change;
    const isNew = this.#tokens.get(address);
    if (isNew) this.#tokens.set(address, { ...isNew, ...change });
    else this.#changedTokens.set(address, { ...this.#changedTokens.get(address), ...change });
    const token = this.#token(address);
    if (token) this.#show(token);
  }

  #changePool(pool: Pool): void {
    const key = pairKey(pool.token0, pool.token1);
    (this.#pools.has(key) ? this.#pools : this.#changedPools).set(key, pool);
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

  #pool(key: string): Pool | undefined {
    return this.#pools.get(key) ?? this.#changedPools.get(key) ?? this.#loaded.pools.get(key);
  }

  #token(address: TokenAddress): ListedToken | undefined {
    const token = this.#tokens.get(address) ?? this.#loaded.tokens.get(address);
    const status = this.#changedTokens.get(address)?.status;
    return token && status !== undefined ? { ...token, status } : token;
  }

  #namesakes(symbol: string): readonly Symbolled[] {
    const all = this.#symbols().get(symbolKey(symbol)) ?? [];
    return all.filter(({ address }) => this.#token(address)?.status !== 'hidden');
  }

  #symbols(): Map<string, Symbolled[]> {
    if (this.#bySymbol) return this.#bySymbol;
    assert(this.#loaded.symbols !== undefined, 'symbols that are compared were loaded');
    this.#bySymbol = Map.groupBy(this.#loaded.symbols, ({ symbol }) => symbolKey(symbol));
    return this.#bySymbol;
  }

  #show(token: Symbolled): void {
    const key = symbolKey(token.symbol);
    this.#symbols().set(key, [...(this.#symbols().get(key) ?? []), token]);
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
