// Audits what the exchange stated to owe: computes the lists again from the journal alone, which works in a copy too, and compares with
// them what the journal states and what is stored.
import { KEEPER } from '../core/accounts.ts';
import type { Account } from '../core/amount.ts';
import type { LiabilitiesStatement } from '../core/commands/statement.ts';
import { sequenceOf } from '../core/settle/transaction-id.ts';
import type { StoredLiabilities, Unstated } from '../ports/liabilities.ts';
import type { LogIdentity } from '../ports/public-log.ts';
import type { Journal, JournalEntry } from '../ports/store.ts';
import {
  hasHash,
  hashOfList,
  LIST_FORMAT,
  liabilitiesText,
  ownTotalOf,
  parseLiabilities,
  type TokenLiability,
  tokenLine,
} from '../transparency/format/liabilities.ts';
import { TokenBalances } from '../transparency/liabilities/token-balances.ts';
import { compareTiles, storedTreeFault } from './balance-trees.ts';
import type { Samples } from './samples.ts';
import { undo } from './start.ts';

type Balances = ReadonlyMap<string, bigint>;
type Stated = LiabilitiesStatement & { readonly sequence: number };

/** Lists whose trees may be stored; those of the newest are complete. */
const WITH_TREES = 2;
const STATEMENTS_AT_ONCE = 1000;
/** The newest lists are always computed again, and of the older ones those of few balances, which takes milliseconds. */
const NEWEST = 30;
const FEW_BALANCES = 2000;
/** Of the other lists, one in this many is. */
const ONE_IN = 10;
const STORED_FIELDS = ['atMs', 'log', 'intervalMs', 'previous', 'hash'] as const;

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class LiabilitiesCheck {
  readonly #journal: Pick<Journal, 'head' | 'liabilities' | 'log' | 'orderOwners' | 'transactions'>;
  /** By `account\ntoken`, after the transactions that were added. */
  readonly #balances: Balances;
  readonly #samples: Samples;
  #logs: readonly LogIdentity[] = [];
  /** By the sequence of the row that states it. */
  readonly #stated = new Map<number, Stated>();
  readonly #stored = new Map<number, StoredLiabilities>();
  /** All lists, stated or about to be, by the transaction after which balances are counted. */
  readonly #byAsOf = new Map<number, Unstated>();
  #withTrees: readonly number[] = [];

  constructor(
    journal: Pick<Journal, 'head' | 'liabilities' | 'log' | 'orderOwners' | 'transactions'>,
    balances: Balances,
    samples: Samples,
  ) {
    this.#journal = journal;
    this.#balances = balances;
    this.#samples = samples;
  }

  /** `after` is the transaction after which the audit starts. */
  async begin(after: number): Promise<string | undefined> {
    this.#logs = await this.#journal.log.logs();
    const fault = (await this.#readStatements()) ?? (await this.#readStored());
    if (fault !== undefined) return fault;
    return after > 0 ? this.#compareEarlier(after) : undefined;
  }

  /** Must be called with every transaction, in order, after its transfers were applied to the balances. */
  async add({ sequence, id, actor, receipt }: JournalEntry): Promise<string | undefined> {
    const stated = this.#stated.get(sequence);
    const isStatement = receipt.kind === 'liabilities';
    if (isStatement !== (stated !== undefined))
      return `transaction ${sequence} is stored under another kind than its own`;
    if (isStatement && actor !== KEEPER) return `transaction ${sequence} states what was owed, but is by ${actor}`;
    const { transactionId = null } = this.#stored.get(sequence) ?? {};
    if (transactionId !== null && transactionId !== id)
      return `the list that transaction ${sequence} states is stored as stated by ${transactionId}, which the journal does not have`;
    const list = this.#byAsOf.get(sequence);
    return list && this.#isDue(list) ? this.#compare(list, this.#balances) : undefined;
  }

  /** Each list is made after the one before it was stated, and names it. */
  async #readStatements(): Promise<string | undefined> {
    let before: Stated | undefined;
    for (;;) {
      const order = { after: before?.sequence ?? 0 };
      const rows = await this.#journal.log.statements({ order, kind: 'liabilities', limit: STATEMENTS_AT_ONCE });
      for (const { sequence, receipt } of rows) {
        const stated: Stated = { ...JSON.parse(receipt), sequence };
        const fault = this.#faultInChain(stated, before);
        if (fault !== undefined) return `transaction ${sequence} states ${fault}`;
        this.#stated.set(sequence, stated);
        this.#byAsOf.set(stated.asOf, stated);
        before = stated;
      }
      if (rows.length < STATEMENTS_AT_ONCE) return undefined;
    }
  }

  #faultInChain({ kind, format, asOf, previous, log, sequence }: Stated, before: Stated | undefined) {
    if (kind !== 'liabilities')
      return `something else than what was owed: it is stored under another kind than its own`;
    if (format !== LIST_FORMAT) return `what was owed in the format ${format}, which is not known`;
    if (asOf >= sequence || asOf < (before?.sequence ?? 1))
      return `what was owed after transaction ${asOf}, which is not between it and the list before it`;
    if (previous !== (before?.hash ?? null))
      return `a list of what was owed that names ${previous ?? 'none'} as the list before it, which is ${before?.hash ?? 'none'}`;
    if (!this.#logs.some(({ number, firstSequence }) => number === log && firstSequence <= sequence))
      return `what was owed, hidden by the secret of log ${log}, which is gone`;
    return undefined;
  }

  /** Only the newest stored list may be stated by no row: a process stopped, or is about to state it. */
  async #readStored(): Promise<string | undefined> {
    const lists = await this.#journal.liabilities.liabilities(Number.MAX_SAFE_INTEGER);
    this.#withTrees = lists.slice(0, WITH_TREES).map(({ asOf }) => asOf);
    const lastStated = [...this.#stated.keys()].at(-1) ?? 1;
    for (const list of lists) {
      const { asOf, transactionId } = list;
      const what = `the stored list of what was owed after transaction ${asOf}`;
      const stated = this.#byAsOf.get(asOf) as Stated | undefined;
      const isPending = list === lists[0] && transactionId === null && asOf >= lastStated && asOf <= this.#journal.head;
      if (!stated && !isPending) return `${what} is not stated by any transaction`;
      const differing = stated && STORED_FIELDS.find((field) => stated[field] !== list[field]);
      if (differing) return `${what} has another ${differing} than the journal states: one of them was changed`;
      if (stated && transactionId !== null && sequenceOf(transactionId) !== stated.sequence)
        return `${what} is stated by transaction ${stated.sequence}, not by ${transactionId}`;
      const text = (await this.#journal.liabilities.liabilitiesText(asOf)) ?? '';
      if (!hasHash(text, list.hash)) return `${what} is not the one whose hash was stated: it was changed`;
      if (stated) this.#stored.set(stated.sequence, list);
      else this.#byAsOf.set(asOf, list);
    }
    // A copy begins without lists; only the oldest are deleted.
    const oldest = lists.at(-1)?.asOf ?? Number.POSITIVE_INFINITY;
    const gone = [...this.#stated.values()].find((list) => list.asOf > oldest && !this.#stored.has(list.sequence));
    return gone && `the list of what was owed after transaction ${gone.asOf} is no longer stored`;
  }

  #isDue({ asOf }: Unstated): boolean {
    const isNew = asOf >= ([...this.#byAsOf.keys()].at(-NEWEST) ?? 0);
    return isNew || this.#balances.size <= FEW_BALANCES || this.#samples.has(`list ${asOf}`, ONE_IN);
  }

  /** The lists as of a transaction before this audit starts: those that are stated later, and the trees of the newest. */
  async #compareEarlier(after: number): Promise<string | undefined> {
    for (const list of this.#byAsOf.values()) {
      const isCovered = 'sequence' in list && (list as Stated).sequence <= after;
      if (list.asOf > after || isCovered) continue;
      const fault = await this.#compare(list, await this.#balancesAt(list.asOf, after));
      if (fault !== undefined) return fault;
    }
    const newest = this.#withTrees[0] ?? Number.POSITIVE_INFINITY;
    if (newest > after) return undefined;
    const { tokens, log } = parseLiabilities((await this.#journal.liabilities.liabilitiesText(newest)) ?? '');
    return storedTreeFault(this.#journal.liabilities, { asOf: newest, secret: this.#secretOf(log) }, tokens);
  }

  /** Undoes the transfers since then. */
  async #balancesAt(asOf: number, after: number): Promise<Balances> {
    if (asOf === after) return this.#balances;
    const balances = new Map(this.#balances);
    for await (const transaction of this.#journal.transactions(asOf)) {
      if (transaction.sequence > after) break;
      undo(balances, transaction);
    }
    return balances;
  }

  async #compare(list: Unstated, balances: Balances): Promise<string | undefined> {
    const { asOf } = list;
    const secret = this.#secretOf(list.log);
    const tokens: TokenLiability[] = [];
    let treeFault: string | undefined;
    for (const [token, held] of byToken(balances, { asOf, secret })) {
      const isNewest = asOf === this.#withTrees[0];
      const stored = this.#withTrees.includes(asOf) ? this.#journal.liabilities : undefined;
      const tiles = held.tiles(await this.#journal.orderOwners(held.orders));
      const fault = await compareTiles(tiles, { stored, asOf, token, mustBeComplete: isNewest });
      treeFault ??= fault;
      if (totalOf(held.liability) > 0n) tokens.push(held.liability);
    }
    if (hashOfList(liabilitiesText(list, tokens)) === list.hash) return treeFault;
    const what = `the list of what was owed after transaction ${asOf} does not follow from the journal`;
    return `${what}: ${await this.#difference(list, tokens)}`;
  }

  /** If the list is stored, the first token that it counts in another way. */
  async #difference({ asOf, hash: stated }: Unstated, tokens: readonly TokenLiability[]): Promise<string> {
    const text = (await this.#journal.liabilities.liabilitiesText(asOf)) ?? '';
    if (text === '') return `the hash that was stated, ${stated}, is of another list`;
    const listed = new Map(parseLiabilities(text).tokens.map((line) => [line.token, line]));
    const counted = new Map(tokens.map((line) => [line.token, line]));
    for (const token of new Set([...counted.keys(), ...listed.keys()])) {
      const [says = 0n, had = 0n] = [listed.get(token), counted.get(token)].map((line) => line && totalOf(line));
      if (says !== had) return `it says ${says} of ${token}, but its holders had ${had}`;
    }
    for (const [token, line] of counted)
      if (tokenLine(line) !== tokenLine(listed.get(token) as TokenLiability))
        return `not every balance of ${token} is counted as it was`;
    return 'its head was changed';
  }

  #secretOf(log: number): Buffer {
    return Buffer.from(this.#logs.find(({ number }) => number === log)?.secret ?? '', 'hex');
  }
}

const totalOf = (line: TokenLiability): bigint => line.peopleTotal + ownTotalOf(line);

function byToken(
  balances: Balances,
  of: { readonly asOf: number; readonly secret: Buffer },
): ReadonlyMap<string, TokenBalances> {
  const tokens = new Map<string, TokenBalances>();
  for (const [key, balance] of balances) {
    const split = key.indexOf('\n');
    const token = key.slice(split + 1);
    const held = tokens.get(token) ?? new TokenBalances(token, of);
    tokens.set(token, held);
    held.add(key.slice(0, split) as Account, balance);
  }
  return tokens;
}
