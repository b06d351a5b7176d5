// The environment of the contract suite: a fresh database for each test, the stores opened on it, and a small initial market.
import { afterEach, beforeEach } from 'vitest';
import { type Account, ppm } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Policy } from '../../src/core/commands/kind.ts';
import type { Token } from '../../src/core/pool.ts';
import type { Instruction, Outcome, Posted } from '../../src/core/settle/instruction.ts';
import type { CopyTarget, Store } from '../../src/ports/store.ts';
import type { Migration } from '../../src/store/migrations.ts';
import { APPLE, BREAD, CORN, MAKER, ratesOf, TREASURY } from '../paper-exchange.ts';
import { ann, deposit, provide, registerToken } from '../paper-orders.ts';

/** A database on which stores can be opened, several at once too. */
export type Place = {
  open(policy: Policy): Promise<Store>;
  openTarget(): Promise<CopyTarget>;
  /** Changes the database without the stores' knowledge. */
  execute(statements: string): Promise<void>;
  ask(question: string): Promise<readonly object[]>;
  /** Sets the schema's version, and the oldest program version that may use it. */
  setSchema(schema: { readonly version: number; readonly oldest?: number }): Promise<void>;
  /** Brings the schema up to date as a program does that knows these migrations too; resolves to its message. */
  upgrade(...more: readonly Migration[]): Promise<string | undefined>;
  remove(): Promise<void>;
};

export const POLICY: Policy = {
  maxPriceImpactPpm: ppm(150_000n),
  rates: ratesOf(2000n, 1000n, 1000n),
  treasury: TREASURY,
  refusalRetentionMs: 86_400_000,
  poolCreation: 'anyone',
  transfers: 'on',
  orders: 'on',
  matchFeePpm: ppm(0n),
};

export class Site {
  place!: Place;
  readonly #newPlace: () => Promise<Place>;
  readonly #places: Place[] = [];
  readonly #open = new Set<{ close(): Promise<void> }>();

  constructor(newPlace: () => Promise<Place>) {
    this.#newPlace = newPlace;
    beforeEach(async () => {
      this.place = await this.anotherPlace();
    });
    afterEach(async () => {
      for (const store of this.#open) await this.close(store);
      for (const place of this.#places.splice(0)) await place.remove();
    });
  }

  async anotherPlace(): Promise<Place> {
    const place = await this.#newPlace();
    this.#places.push(place);
    return place;
  }

  async openTarget(place: Place): Promise<CopyTarget> {
    const target = await place.openTarget();
    this.#open.add(target);
    return target;
  }

  async open(place: Place = this.place): Promise<Store> {
    const store = await place.open(POLICY);
    this.#open.add(store);
    return store;
  }

  /** Closes this after the test, unless the test has closed it. */
  keep<Open extends { close(): Promise<void> }>(open: Open): Open {
    this.#open.add(open);
    return open;
  }

  async openMarket(): Promise<Store> {
    const store = await this.open();
    await post(store, ...MARKET);
    return store;
  }

  async close(store: { close(): Promise<void> }): Promise<void> {
    this.#open.delete(store);
    await store.close();
  }

  async reopen(store: Store): Promise<Store> {
    await this.close(store);
    return this.open();
  }
}

/** The initial market has sequences 1 to 7; its pool is number 6 and has √(10⁶·4·10⁶) = 2,000,000 LP tokens. */
export const MARKET: readonly Command[] = [
  registerToken(APPLE),
  registerToken(BREAD),
  registerToken(CORN),
  deposit(MAKER, APPLE, 1_000_000n),
  deposit(MAKER, BREAD, 4_000_000n),
  provide(1_000_000n, 4_000_000n, { account: MAKER }),
  deposit(ann, APPLE, 100_000n),
];

export type Key = { readonly key: string; readonly fingerprint: string };

export const order = (command: Command, actor: Account = MAKER, idempotency?: Key): Instruction => ({
  actor,
  command,
  ...(idempotency ? { idempotency } : {}),
});

/** Commits the commands as one batch, none of which may be refused. */
export async function post(store: Store, ...commands: Command[]): Promise<readonly Posted[]> {
  const outcomes = await store.commit(commands.map((command) => order(command)));
  return outcomes.map(postedOf);
}

export async function give(store: Store, instruction: Instruction): Promise<Outcome> {
  const [outcome] = await store.commit([instruction]);
  if (!outcome) throw new Error('an instruction was not answered');
  return outcome;
}

export function postedOf(outcome: Outcome): Posted {
  if ('refusal' in outcome) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  // Reads the receipt, which is parsed lazily, so that results can be compared.
  return { ...outcome.posted, receipt: outcome.posted.receipt };
}

export const balance = async (store: Store, account: Account, { address }: Token): Promise<bigint> =>
  (await store.read([{ account, token: address }])).balances[0] as bigint;

export const headOf = async (store: Store): Promise<number> => (await store.read([])).sequence;

export async function collect<Item>(items: Iterable<Item> | AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
