// Writes a large exchange to an SQLite file: the core settles all commands, and the results are stored as `millpond copy` stores them.
import { randomBytes, randomInt } from 'node:crypto';
import { createKey } from '../../src/access/keys.ts';
import { Addresses } from '../../src/address.ts';
import { policyOf, readSettings } from '../../src/cli/settings.ts';
import type { TokenAddress } from '../../src/core/amount.ts';
import { type ListedToken, type Pool, pairKey } from '../../src/core/pool.ts';
import type { Instruction } from '../../src/core/settle/instruction.ts';
import { settle } from '../../src/core/settle/settle.ts';
import { ENTROPY_VALUES } from '../../src/core/settle/transaction-id.ts';
import { balanceKey } from '../../src/core/settle/transfer.ts';
import type { Balance, KeyRecord } from '../../src/ports/records.ts';
import type { CopyTarget, Store } from '../../src/ports/store.ts';
import { encodeReceipt } from '../../src/store/rows/codec.ts';
import { openSqliteCopyTarget } from '../../src/store/sqlite/copy-target.ts';
import { isHolder, lifeOf, openingOf, traderName, traders } from './commands.ts';

/** Each account has one swap in its history. */
export type Size = { readonly accounts: number; readonly pools: number };

const HOLDERS_AT_ONCE = 1000;

/** Returns the API keys of the traders. */
export async function fillExchange(path: string, { accounts, pools }: Size): Promise<string[]> {
  const factory = randomBytes(32).toString('hex');
  const target = openSqliteCopyTarget({ path, busyTimeoutMs: 5000 });
  await target.begin(factory);
  const ledger = new GrowingLedger(target, new Addresses(factory));
  await ledger.settle(openingOf(pools));
  for (let first = 0; first < accounts; first += HOLDERS_AT_ONCE) {
    const count = Math.min(HOLDERS_AT_ONCE, accounts - first);
    await ledger.settle(Array.from({ length: count }, (_, index) => lifeOf(first + index, pools)).flat());
  }
  await ledger.end();
  const keys = await addKeys(target, traders(pools));
  await target.finish();
  await target.close();
  return keys;
}

async function addKeys(target: CopyTarget, count: number): Promise<string[]> {
  const records: KeyRecord[] = [];
  const collector = { addKey: async (record: KeyRecord) => void records.push(record) } as Store;
  const keys: string[] = [];
  for (let trader = 0; trader < count; trader++) {
    const { key } = await createKey(collector, { account: traderName(trader), role: 'trader' }, Date.now());
    keys.push(key);
  }
  await target.add({ keys: records });
  return keys;
}

/** Settles commands, and keeps in memory only what later commands need: not the holders, who have no later commands. */
class GrowingLedger {
  readonly #target: CopyTarget;
  readonly #addresses: Addresses;
  readonly #policy = policyOf(readSettings({}, {}));
  readonly #tokens = new Map<TokenAddress, ListedToken>();
  readonly #pools = new Map<string, Pool>();
  readonly #balances = new ZeroedMap();
  readonly #current = new Map<string, Balance>();
  #lastSequence = 0;

  constructor(target: CopyTarget, addresses: Addresses) {
    this.#target = target;
    this.#addresses = addresses;
  }

  async settle(batch: readonly Instruction[]): Promise<void> {
    const { transactions, tokens, pools, balances, replies, outcomes } = settle(batch, {
      lastSequence: this.#lastSequence,
      nowMs: Date.now(),
      entropy: randomInt(ENTROPY_VALUES),
      policy: this.#policy,
      symbols: [...this.#tokens.values()],
      tokens: this.#tokens,
      pools: this.#pools,
      addressOf: (token0, token1) => this.#addresses.pool(token0, token1),
      balances: this.#balances,
      replies: new Map(),
      references: new Map(),
    });
    const refused = outcomes.find((outcome) => 'refusal' in outcome);
    if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
    this.#lastSequence += transactions.length;
    for (const token of tokens) this.#tokens.set(token.address, token);
    for (const pool of pools) this.#pools.set(pairKey(pool.token0, pool.token1), pool);
    for (const entry of balances) this.#keep(entry);
    await this.#target.add({
      transactions: transactions.map((posted) => ({
        ...posted,
        kind: posted.receipt.kind,
        text: encodeReceipt(posted.receipt),
      })),
      tokens,
      pools,
      balances: balances.filter(({ account }) => isHolder(account)),
      replies: replies.map(({ actor, key, fingerprint, outcome }) => {
        const sequence = 'posted' in outcome ? outcome.posted.sequence : null;
        return { actor, key, fingerprint, sequence, refusal: null, refusedAtMs: null };
      }),
    });
  }

  async end(): Promise<void> {
    await this.#target.add({ balances: [...this.#current.values()] });
  }

  #keep(entry: Balance): void {
    if (isHolder(entry.account)) return;
    const key = balanceKey(entry.account, entry.token);
    this.#current.set(key, entry);
    this.#balances.set(key, entry.balance);
  }
}

/** Missing balances are zero. */
class ZeroedMap extends Map<string, bigint> {
  override get(key: string): bigint {
    return super.get(key) ?? 0n;
  }
}
