// The proof of a row of the journal as calls return it.
import type { RowProof } from '../../ports/public-log.ts';

export const rowProofRecord = ({ checkpoint, sealed: _, ...found }: RowProof) => ({
  ...found,
  size: checkpoint.size,
  checkpoint: checkpoint.note,
  vkey: checkpoint.vkey,
});
