// Makes signed receipts of rows that have just been committed, from the journal as it is stored: so a repeated request gets one too.

import type { LogReads, PublicLog, SignedReceipt, TransactionPlace } from '../../ports/public-log.ts';
import { entryOf, MOST_RECEIPTS, signReceipts } from '../format/receipt.ts';
import { createdAtMsIn, idIn, NONCE_BYTES, sequenceIn } from '../format/row.ts';
import { KnownLogs } from './known-logs.ts';
import type { TextSigner } from './text-signer.ts';

/** Rows between two wanted ones are read too, up to this many, since each read costs more than a row. */
const LARGEST_GAP = 16;

export class ReceiptMaker implements Pick<PublicLog, 'receipts'> {
  readonly #store: Pick<LogReads, 'logRows'>;
  readonly #signer: TextSigner;
  #logs = new KnownLogs([]);

  constructor(store: Pick<LogReads, 'logRows'>, signer: TextSigner) {
    this.#store = store;
    this.#signer = signer;
  }

  async receipts(transactions: readonly TransactionPlace[]): Promise<readonly (SignedReceipt | null)[]> {
    const current = await this.#signer.current();
    if (!current) return transactions.map(() => null);
    const { logs, key } = current;
    if (this.#logs.current?.number !== logs.at(-1)?.number) this.#logs = new KnownLogs(logs);
    const promised = new Map<string, SignedReceipt>();
    const wanted = [...new Set(transactions.map(({ sequence }) => sequence))].toSorted((a, b) => a - b);
    for (let from = 0; from < wanted.length; from += MOST_RECEIPTS) {
      const rows = await this.#rows(wanted.slice(from, from + MOST_RECEIPTS));
      const made = rows.length === 0 ? [] : signReceipts(rows, key);
      for (const [at, { index, path, note }] of made.entries()) {
        const { sequence, id, entry, atMs, contents } = rows[at] as PromisedRow;
        const hashes = { entry: entry.toString('hex'), index, path: path.map((hash) => hash.toString('hex')) };
        promised.set(id, { sequence, atMs, ...hashes, note, ...contents });
      }
    }
    // After a rollback another transaction may have the same sequence.
    return transactions.map(({ id }) => promised.get(id) ?? null);
  }

  /** The rows that the journal has of these, which are ascending. */
  async #rows(sequences: readonly number[]): Promise<readonly PromisedRow[]> {
    const wanted = new Set(sequences);
    const found: PromisedRow[] = [];
    for (const [first, last] of runsOf(sequences)) {
      const { bytes, lengths } = await this.#store.logRows(first - 1, last - first + 1);
      let end = 0;
      for (const length of lengths) {
        const row = bytes.subarray(end, end + length);
        end += length;
        if (wanted.has(sequenceIn(row))) found.push(this.#promised(row));
      }
    }
    return found;
  }

  #promised(bytes: Buffer): PromisedRow {
    const sequence = sequenceIn(bytes);
    const hasher = this.#logs.hasherFor(sequence);
    const { row, members } = hasher.sealed(bytes);
    const text = row.subarray(NONCE_BYTES);
    const id = idIn(row);
    const nonce = hasher.nonceOf({ sequence, id });
    const opened = members.map((member) => ({ ...member, nonce: member.nonce.toString('hex') }));
    const contents = { row: text.toString(), nonce: nonce.toString('hex'), opened };
    return { sequence, id, entry: entryOf(nonce, text), atMs: createdAtMsIn(row), contents };
  }
}

type PromisedRow = {
  readonly sequence: number;
  readonly id: string;
  readonly entry: Buffer;
  readonly atMs: number;
  readonly contents: Pick<SignedReceipt, 'row' | 'nonce' | 'opened'>;
};

/** Ranges that contain all of the ascending sequences. */
function runsOf(sequences: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const sequence of sequences) {
    const run = runs.at(-1);
    if (run && sequence - run[1] <= LARGEST_GAP) run[1] = sequence;
    else runs.push([sequence, sequence]);
  }
  return runs;
}
