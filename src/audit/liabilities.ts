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

  async begin(): Promise<string | undefined> {
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
    return undefined;
  }

  /** Must be called with every transaction, in order, after its transfers were applied to the balances. */
  async add({ sequence, id, receipt }: JournalEntry): Promise<string | undefined> {
    const stated = this.#byStatement.get(sequence);
    const isStated = receipt.kind === 'liabilities' && receipt.hash === stated?.hash && receipt.asOf === stated.asOf;
    if (stated && !(isStated && id === stated.transactionId))
      return `transaction ${sequence} does not state the stored list of what was owed after transaction ${stated.asOf}: one of them was changed`;
    const document = this.#byAsOf.get(sequence);
    return document && this.#compare(document);
  }

  async #compare(document: StoredLiabilities): Promise<string | undefined> {
    const { asOf, hash: stored } = document;
    const what = `the list of what was owed after transaction ${asOf}`;
    const text = (await this.#journal.liabilities.liabilitiesText(asOf)) ?? '';
    if (hash('sha256', text, 'hex') !== stored) return `${what} is not the one whose hash was stated: it was changed`;
    const { sequence, tokens } = parseLiabilities(text);
    if (sequence !== asOf) return `${what} is one of transaction ${sequence}`;
    const stated = new Map(tokens.map(({ token, total }) => [token, total]));
    const { held, issued } = this.#owed();
    for (const token of new Set([...stated.keys(), ...held.keys(), ...issued.keys()])) {
      const [total = 0n, sum = 0n, owed = 0n] = [stated.get(token), held.get(token), issued.get(token)];
      if (total !== sum || total !== owed)
        return `${what} says ${total} of ${token}, but its holders had ${sum} and the issuer owed ${owed}`;
    }
    return this.#withTrees.includes(asOf) ? this.#compareTrees(document, tokens) : undefined;
  }

  /** Computes the tree of each token from the balances, and compares its root with the document and its tiles with those stored. */
  async #compareTrees({ asOf, log }: StoredLiabilities, tokens: readonly TokenLiability[]) {
    const secret = (await this.#journal.log.logs()).find(({ number }) => number === log)?.secret;
    if (secret === undefined)
      return `what was owed after transaction ${asOf} is hidden by the secret of a log that is gone`;
    const leaves = this.#leaves(asOf, Buffer.from(secret, 'hex'));
    let [found, missing]: [number, string | undefined] = [0, undefined];
    for (const line of tokens) {
      const what = `the tree of who was owed ${line.token} after transaction ${asOf}`;
      const tree = new TokenTree(line.token, leaves.get(line.token) as SumLeaves);
      for (const tiles of tree.tiles()) {
        const stored = await this.#journal.liabilities.liabilityTiles({ asOf, token: line.token }, tiles);
        for (const [at, { nodes }] of tiles.entries()) {
          const tile = stored[at];
          if (!tile) missing ??= `${what} is not stored completely`;
          else if (!nodes.equals(tile)) return `${what} is not the one that follows from the balances: it was changed`;
          else found += 1;
        }
      }
      const { leaves: counted, root } = tree.liability;
      if (counted !== line.leaves || Buffer.compare(root, line.root) !== 0)
        return `${what} has another root than the one that was stated: not every balance is counted as it was`;
    }
    // The trees of an older document are deleted bit by bit; after a rollback, all of them may be gone.
    return asOf === this.#withTrees[0] && found > 0 ? missing : undefined;
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
