// Reads statements of an exchange, each with the proof that it is in the log.
import { type RowProof, Unproven } from '../format/evidence.ts';
import { LogUnreachable, type RemoteLog } from './remote-log.ts';

export type Proven<Stated> = { readonly proof: RowProof; readonly stated: Stated };

/** The part of a query for the oldest statements after a sequence. */
export const pageAfter = (sequence: number): string => `order=asc&limit=50&cursor=${sequence}`;

/** A page of statements after a sequence; `open` throws `Unproven` if one is not in the log. Throws `LogUnreachable` then, or if they are not in order. */
export async function provenStatements<Stated extends { readonly sequence: number }>(
  log: Pick<RemoteLog, 'statements'>,
  query: string,
  after: number,
  open: (proof: RowProof) => Stated,
): Promise<readonly Proven<Stated>[]> {
  const statements = await log.statements(query);
  try {
    let last = after;
    return statements.map(({ row, nonce, index, path, checkpoint }) => {
      const proof = { row, nonce, index, path, checkpoint };
      const stated = open(proof);
      if (stated.sequence <= last) throw new Unproven('they are not in order');
      last = stated.sequence;
      return { proof, stated };
    });
  } catch (error) {
    if (!(error instanceof Unproven || error instanceof TypeError)) throw error;
    throw new LogUnreachable(`the statements of the exchange are not proven: ${error.message}`);
  }
}
