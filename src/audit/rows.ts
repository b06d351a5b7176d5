// Audits the rows that transactions are looked up by: references, parties and idempotency keys.
import { partiesOf, referenceOf } from '../core/commands/command.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Items, MovementRow, PartyRow, ReplyRecord } from '../ports/records.ts';
import type { Journal } from '../ports/store.ts';

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class RowsCheck {
  readonly #movements: InStep<MovementRow>;
  readonly #parties: InStep<PartyRow>;
  readonly #replies: InStep<ReplyRecord>;

  constructor(journal: Pick<Journal, 'movements' | 'parties' | 'replies'>) {
    this.#movements = new InStep(journal.movements());
    this.#parties = new InStep(journal.parties());
    this.#replies = new InStep(journal.replies());
  }

  /** Must be called with every transaction, in order. */
  async add(transaction: Posted, at: string): Promise<string | undefined> {
    const { sequence, actor, receipt } = transaction;
    const moved = referenceOf(receipt);
    const movements = moved ? [{ ...moved, reference: JSON.stringify(moved.reference), sequence }] : [];
    const parties = partiesOf(transaction).map((account) => ({ account, sequence }));
    // All three are advanced, so that each stays in step even if another has a fault.
    const movementsFound = await this.#movements.upTo(sequence);
    const partiesFound = await this.#parties.upTo(sequence);
    const replies = await this.#replies.upTo(sequence);
    if (!areSame(movementsFound.map(movementText), movements.map(movementText)))
      return `${at} is not found by the reference that it has, or by another`;
    if (!areSame(partiesFound.map(partyText), parties.map(partyText)))
      return `${at} is not found by the accounts that it concerns, or by others`;
    // A repetition of a movement by its reference gets the movement as its answer, for any actor.
    const other = replies.find((reply) => reply.sequence !== sequence || (reply.actor !== actor && !moved));
    if (other)
      return `transaction ${other.sequence} is the remembered answer to ${other.actor}, who did not ask for it`;
    const [first, second] = moved ? [] : replies;
    return (
      second && `${at} is the remembered answer to two keys, ${first?.key} and ${second.key}, but was asked for once`
    );
  }

  async finish(): Promise<string | undefined> {
    for (const [what, rows] of [
      ['a movement', this.#movements],
      ['a party', this.#parties],
      ['a remembered answer', this.#replies],
    ] as const) {
      const [left] = await rows.upTo(Number.POSITIVE_INFINITY);
      if (left) return `${what} is stored for transaction ${left.sequence}, which is not there`;
    }
    return undefined;
  }
}

/** Rows in the order of their transactions, of which only the next is kept in memory; refusals have no transaction. */
class InStep<Row extends { readonly sequence: number | null }> {
  readonly #rows: Iterator<Row> | AsyncIterator<Row>;
  #next: IteratorResult<Row> | undefined;

  constructor(rows: Items<Row>) {
    this.#rows = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  async upTo(sequence: number): Promise<readonly Row[]> {
    const taken: Row[] = [];
    this.#next ??= await this.#rows.next();
    while (!this.#next.done && (this.#next.value.sequence ?? 0) <= sequence) {
      if (this.#next.value.sequence !== null) taken.push(this.#next.value);
      this.#next = await this.#rows.next();
    }
    return taken;
  }
}

const movementText = ({ kind, account, token, reference, sequence }: MovementRow): string =>
  [sequence, kind, account, token, reference].join('\n');
const partyText = ({ account, sequence }: PartyRow): string => `${sequence}\n${account}`;

const areSame = (found: readonly string[], told: readonly string[]): boolean =>
  found.length === told.length && told.every((text) => found.includes(text));
