// A row of the journal as proofs and receipts tell it.
import { type Bytes, fromHex, list, sha256, toHex, utf8, wholeNumber } from './bytes.ts';
import { ProofRefused } from './refused.ts';

/** All that the entry of a row is made of. Hashes and nonces are in hex. */
export type RowContents = {
  /** `millpond-row/v1`, sequence, id, kind, account, time in milliseconds since 1970, each on a line; then the receipt as JSON. */
  readonly row: string;
  readonly nonce: string;
  /** Parts of the receipt that the row contains as SHA-256(nonce ‖ text): those of a match, or of a swap with a referrer, that the caller may read. */
  readonly opened?: readonly { readonly name: string; readonly text: string; readonly nonce: string }[];
};

export type Row = {
  readonly sequence: number;
  readonly id: string;
  readonly kind: string;
  /** Empty for the referrer of a swap, who may not know who made it. */
  readonly actor: string;
  readonly createdAtMs: number;
  /** JSON, as the journal stores it; in a match, the parts of its two orders are hashes, and for the referrer of a swap all is. */
  readonly receipt: string;
  /** The parts that the caller may read, as JSON, and `actor` as it is: each fits the hash in the receipt. */
  readonly opened: readonly { readonly name: string; readonly text: string }[];
};

export const entryOf = ({ row, nonce }: RowContents): Promise<Bytes> => sha256(fromHex(nonce, 'The nonce'), utf8(row));

/** The row with its opened parts in their places. */
export async function openedRow(row: Omit<Row, 'opened'>, contents: RowContents): Promise<Row> {
  const opened = await openedParts(contents, row.receipt);
  const textOf = (part: string) => opened.find(({ name }) => name === part)?.text;
  // Of a swap with a referrer, the row contains these two as hashes.
  return { ...row, receipt: textOf('receipt') ?? row.receipt, actor: textOf('actor') ?? row.actor, opened };
}

async function openedParts({ opened = [] }: Pick<RowContents, 'opened'>, receipt: string) {
  const parts: { readonly name: string; readonly text: string }[] = [];
  for (const { name, text, nonce } of list(opened, 'The list of parts')) {
    const digest = toHex(await sha256(fromHex(nonce, 'The nonce of a part'), utf8(text)));
    if (memberOf(receipt, name) !== digest)
      throw new ProofRefused(
        `The part ${name} is not the one in the row: it was changed. Keep this proof and ask the exchange.`,
      );
    parts.push({ name, text });
  }
  return parts;
}

export function readRow(text: unknown): Omit<Row, 'opened'> {
  if (typeof text !== 'string') throw new ProofRefused('The proof has no row.');
  const [version, sequence, id, kind, actor, createdAtMs, ...receipt] = text.split('\n');
  if (
    version !== 'millpond-row/v1' ||
    id === undefined ||
    kind === undefined ||
    actor === undefined ||
    receipt.length === 0
  ) {
    throw new ProofRefused('The row is not of the form millpond-row/v1: a newer client may be able to read it.');
  }
  return {
    sequence: wholeNumber(sequence, 'The sequence of the row'),
    id,
    kind,
    actor,
    createdAtMs: wholeNumber(createdAtMs, 'The time of the row'),
    receipt: receipt.join('\n'),
  };
}

/** A member of a receipt; undefined if it has none, or is not JSON. */
export function memberOf(receipt: string, name: string): unknown {
  try {
    const read: unknown = JSON.parse(receipt);
    return typeof read === 'object' && read !== null && Object.hasOwn(read, name) ? Reflect.get(read, name) : undefined;
  } catch {
    return undefined;
  }
}
