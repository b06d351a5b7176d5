// Audits the rows that transactions are looked up by: references, parties and idempotency keys.
import { partiesWithSender, referenceOf } from '../core/commands/command.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Items, MovementRow, PartyRow, ReplyRecord } from '../ports/records.ts';
import type { Journal } from '../ports/store.ts';

/** Rows looked up at once. */
const AT_ONCE = 100;

/**
 * The check of an audit that starts at the point of an earlier one: the rows that new transactions must have are there. It looks each up, since
 * these tables are not sorted by transaction: rows too many, and idempotency keys, are found by a full audit.
 */
export class NewRowsCheck {
  readonly #journal: Pick<Journal, 'countMovements' | 'countParties'>;
  #movements: MovementRow[] = [];
  #parties: PartyRow[] = [];

  constructor(journal: Pick<Journal, 'countMovements' | 'countParties'>) {
    this.#journal = journal;
  }

  async add(transaction: Posted): Promise<string | undefined> {
    const { movements, parties } = rowsOf(transaction);
    this.#movements.push(...movements);
    this.#parties.push(...parties);
    return this.#movements.length + this.#parties.length >= AT_ONCE ? this.finish() : undefined;
  }

  async finish(): Promise<string | undefined> {
    const [movements, parties] = [this.#movements.splice(0), this.#parties.splice(0)];
    const among = (rows: readonly { readonly sequence: number }[]) =>
      `one of the transactions ${rows[0]?.sequence} to ${rows.at(-1)?.sequence}`;
    if (movements.length > 0 && (await this.#journal.countMovements(movements)) !== movements.length)
      return `${among(movements)} is not found by the reference that it has`;
    if (parties.length > 0 && (await this.#journal.countParties(parties)) !== parties.length)
      return `${among(parties)} is not found by the accounts that it concerns`;
    return undefined;
  }
}

function rowsOf(transaction: Posted) {
  const { sequence, receipt } = transaction;
  const moved = referenceOf(receipt);
  const movements = moved ? [{ ...moved, reference: JSON.stringify(moved.reference), sequence }] : [];
  return { movements, parties: partiesWithSender(transaction).map((party) => ({ ...party, sequence })) };
}

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
    const { sequence, actor } = transaction;
    const { movements, parties } = rowsOf(transaction);
    const isMovement = movements.length > 0;
    // All three are advanced, so that each stays in step even if another has a fault.
    const movementsFound = await this.#movements.upTo(sequence);
    const partiesFound = await this.#parties.upTo(sequence);
    const replies = await this.#replies.upTo(sequence);
    if (!areSame(movementsFound.map(movementText), movements.map(movementText)))
      return `${at} is not found by the reference that it has, or by another`;
    if (!areSame(partiesFound.map(partyText), parties.map(partyText)))
      return `${at} is not found by the accounts that it concerns, or by others`;
    // A repetition of a movement by its reference gets the movement as its answer, for any actor.
    const other = replies.find((reply) => reply.sequence !== sequence || (reply.actor !== actor && !isMovement));
    if (other)
      return `transaction ${other.sequence} is the remembered answer to ${other.actor}, who did not ask for it`;
    const [first, second] = isMovement ? [] : replies;
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
const partyText = ({ account, sequence, sender }: PartyRow): string => `${sequence}\n${account}\n${sender}`;

const areSame = (found: readonly string[], told: readonly string[]): boolean =>
  found.length === told.length && told.every((text) => found.includes(text));
