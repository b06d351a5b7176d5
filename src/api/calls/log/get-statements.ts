// GET /getStatements
import * as declared from '../../../contract/log.ts';
import { numberFrom, page } from '../../../ports/paging.ts';
import type { StatementKind } from '../../../ports/public-log.ts';
import { questionOf } from '../../call.ts';
import { rowProofRecord } from '../../fields/row-proof.ts';
import { lastCheckpoint } from '../../public-log/files.ts';

export const getStatements = questionOf(declared.getStatements, async ({ log, input }) => {
  const { cursor, limit: most = '20', kind, order = 'desc' } = input;
  const limit = Number(most);
  const at = cursor === undefined ? undefined : numberFrom(cursor);
  const from = order === 'asc' ? { after: at ?? 0 } : { before: at ?? Number.MAX_SAFE_INTEGER };
  await lastCheckpoint(log);
  const proofs = await log.statements({ order: from, limit, ...(kind && { kind }) });
  const statements = proofs.map((proof) => ({
    sequence: proof.index + 1,
    kind: proof.row.split('\n', 4)[3] as StatementKind,
    ...rowProofRecord(proof),
  }));
  const { nextCursor } = page(statements, limit, ({ sequence }) => String(sequence));
  return { statements, nextCursor };
});
