// Audits what the exchange stated to owe: the stored documents, against the balances of their time and against the journal.
import { hash } from 'node:crypto';
import { ISSUER } from '../core/accounts.ts';
import { sequenceOf } from '../core/settle/transaction-id.ts';
import { BalanceIds, parseLiabilities, SumLeaves, type TokenLiability } from '../log/liabilities.ts';
import { TokenTree } from '../log/token-tree.ts';
import { DOCUMENTS_KEPT, type StoredLiabilities } from '../ports/liabilities-store.ts';
import type { Journal, JournalEntry } from '../ports/store.ts';

/** Documents whose trees may be stored; those of the newest are complete. */
const WITH_TREES = 2;

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class LiabilitiesCheck {
  readonly #journal: Pick<Journal, 'head' | 'liabilities' | 'log'>;
  /** By `account\ntoken`, after the transactions that were added. */
  readonly #balances: ReadonlyMap<string, bigint>;
  readonly #byAsOf = new Map<number, StoredLiabilities>();
  readonly #byStatement = new Map<number, StoredLiabilities>();
  /** Newest first. */
  #withTrees: readonly number[] = [];

  constructor(journal: Pick<Journal, 'head' | 'liabilities' | 'log'>, balances: ReadonlyMap<string, bigint>) {
    this.#journal = journal;
    this.#balances = balances;
  }

  /** `after` is the transaction after which the audit starts. */
  async begin(after: number): Promise<string | undefined> {
    const { liabilities, head } = this.#journal;
    for (const document of await liabilities.liabilities(DOCUMENTS_KEPT + 1)) {
      const { asOf, transactionId } = document;
      // A process stopped before it had stated this one.
      if (transactionId === null) continue;
      const sequence = sequenceOf(transactionId) ?? Number.POSITIVE_INFINITY;
      if (asOf >= sequence || sequence > head)
        return `what was owed after transaction ${asOf} is stated by ${transactionId}, which the journal does not have`;
      this.#byAsOf.set(asOf, document);
      this.#byStatement.set(sequence, document);
    }
    this.#withTrees = [...this.#byAsOf.keys()].slice(0, WITH_TREES);
    const newest = this.#byAsOf.get(this.#withTrees[0] ?? 0);
    return newest && newest.asOf <= after ? this.#compare(newest, 'earlier') : undefined;
  }

  /** Must be called with every transaction, in order, after its transfers were applied to the balances. */
  async add({ sequence, id, receipt }: JournalEntry): Promise<string | undefined> {
    const stated = this.#byStatement.get(sequence);
    const isStated = receipt.kind === 'liabilities' && receipt.hash === stated?.hash && receipt.asOf === stated.asOf;
    if (stated && !(isStated && id === stated.transactionId))
      return `transaction ${sequence} does not state the stored list of what was owed after transaction ${stated.asOf}: one of them was changed`;
    const document = this.#byAsOf.get(sequence);
    return document && this.#compare(document, 'now');
  }

  /** If the document is an earlier one, the balances of its time are not known: its trees are compared with its roots alone. */
  async #compare(document: StoredLiabilities, when: 'now' | 'earlier'): Promise<string | undefined> {
    const { asOf, hash: stored } = document;
    const what = `the list of what was owed after transaction ${asOf}`;
    const text = (await this.#journal.liabilities.liabilitiesText(asOf)) ?? '';
    if (hash('sha256', text, 'hex') !== stored) return `${what} is not the one whose hash was stated: it was changed`;
    const list = parseLiabilities(text);
    const { tokens } = list;
    if (list.asOf !== asOf) return `${what} is one of transaction ${list.asOf}`;
    return (
      (when === 'now' ? this.#compareTotals(what, tokens) : undefined) ??
      (this.#withTrees.includes(asOf) ? this.#compareTrees(document, tokens, when) : undefined)
    );
  }

  #compareTotals(what: string, tokens: readonly TokenLiability[]): string | undefined {
    const stated = new Map(tokens.map(({ token, total }) => [token, total]));
    const { held, issued } = this.#owed();
    for (const token of new Set([...stated.keys(), ...held.keys(), ...issued.keys()])) {
      const [total = 0n, sum = 0n, owed = 0n] = [stated.get(token), held.get(token), issued.get(token)];
      if (total !== sum || total !== owed)
        return `${what} says ${total} of ${token}, but its holders had ${sum} and the issuer owed ${owed}`;
    }
    return undefined;
  }

  /** Computes the tree of each token again, and compares its root with the document and its tiles with those stored. */
  async #compareTrees({ asOf, log }: StoredLiabilities, tokens: readonly TokenLiability[], when: 'now' | 'earlier') {
    const secret = (await this.#journal.log.logs()).find(({ number }) => number === log)?.secret;
    if (secret === undefined)
      return `what was owed after transaction ${asOf} is hidden by the secret of a log that is gone`;
    const key = Buffer.from(secret, 'hex');
    const counted = when === 'now' ? this.#leaves(asOf, key) : undefined;
    let found = 0;
    let [missing, wrong]: (string | undefined)[] = [];
    for (const line of tokens) {
      const what = `the tree of who was owed ${line.token} after transaction ${asOf}`;
      const known = counted ? counted.get(line.token) : await this.#storedLeaves(asOf, line.token, key);
      const tree = new TokenTree(line.token, known ?? new SumLeaves(new BalanceIds(key, asOf, line.token)));
      for (const tiles of tree.tiles()) {
        const stored = await this.#journal.liabilities.liabilityTiles({ asOf, token: line.token }, tiles);
        for (const [at, { nodes }] of tiles.entries()) {
          const tile = stored[at];
          if (!tile) missing ??= `${what} is not stored completely`;
          else if (!nodes.equals(tile)) return `${what} is not the one that follows from the balances: it was changed`;
          else found += 1;
        }
      }
      const { leaves, root } = tree.liability;
      if (leaves !== line.leaves || Buffer.compare(root, line.root) !== 0)
        wrong ??= `${what} has another root than the one that was stated: not every balance is counted as it was`;
    }
    if (counted && wrong) return wrong;
    // The trees of an older document are deleted bit by bit; after a rollback, all of them may be gone.
    return asOf === this.#withTrees[0] && found > 0 ? (wrong ?? missing) : undefined;
  }

  async #storedLeaves(asOf: number, token: string, secret: Buffer): Promise<SumLeaves> {
    const leaves = new SumLeaves(new BalanceIds(secret, asOf, token));
    for (let index = 0; ; index += 1) {
      const [records] = await this.#journal.liabilities.liabilityTiles({ asOf, token }, [{ level: 0, index }]);
      if (!records) return leaves;
      leaves.addRecords(Buffer.from(records));
    }
  }

  /** By token, of every account but the issuer that holds some. */
  #leaves(asOf: number, secret: Buffer): ReadonlyMap<string, SumLeaves> {
    const leaves = new Map<string, SumLeaves>();
    for (const [key, balance] of this.#balances) {
      const [account, token] = partsOf(key);
      const known = leaves.get(token) ?? new SumLeaves(new BalanceIds(secret, asOf, token));
      leaves.set(token, known);
      if (account !== ISSUER && balance !== 0n) known.add(account, balance);
    }
    return leaves;
  }

  /** By token: what all accounts but the issuer hold, and what the issuer owes. */
  #owed() {
    const [held, issued] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const [key, balance] of this.#balances) {
      const [account, token] = partsOf(key);
      if (account === ISSUER) issued.set(token, -balance);
      else held.set(token, (held.get(token) ?? 0n) + balance);
    }
    return { held, issued };
  }
}

function partsOf(key: string): readonly [account: string, token: string] {
  const split = key.indexOf('\n');
  return [key.slice(0, split), key.slice(split + 1)];
}
