// Audits what the exchange stated to owe: the stored documents, against the balances of their time and against the journal.
import { hash } from 'node:crypto';
import { ISSUER } from '../core/accounts.ts';
import { sequenceOf } from '../core/settle/transaction-id.ts';
import { parseLiabilities } from '../log/liabilities.ts';
import { DOCUMENTS_KEPT, type StoredLiabilities } from '../ports/liabilities-store.ts';
import type { Journal, JournalEntry } from '../ports/store.ts';

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class LiabilitiesCheck {
  readonly #journal: Pick<Journal, 'head' | 'liabilities'>;
  /** By `account\ntoken`, after the transactions that were added. */
  readonly #balances: ReadonlyMap<string, bigint>;
  readonly #byAsOf = new Map<number, StoredLiabilities>();
  readonly #byStatement = new Map<number, StoredLiabilities>();

  constructor(journal: Pick<Journal, 'head' | 'liabilities'>, balances: ReadonlyMap<string, bigint>) {
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

  async #compare({ asOf, hash: stored }: StoredLiabilities): Promise<string | undefined> {
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
    return undefined;
  }

  /** By token: what all accounts but the issuer hold, and what the issuer owes. */
  #owed() {
    const [held, issued] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const [key, balance] of this.#balances) {
      const split = key.indexOf('\n');
      const [account, token] = [key.slice(0, split), key.slice(split + 1)];
      if (account === ISSUER) issued.set(token, -balance);
      else held.set(token, (held.get(token) ?? 0n) + balance);
    }
    return { held, issued };
  }
}
