// GET /getLiabilities
import * as declared from '../../../contract/log.ts';
import type { TokenAddress } from '../../../core/amount.ts';
import { page, tokenFrom } from '../../../ports/paging.ts';
import { questionOf } from '../../call.ts';
import { readPage } from '../../fields/read-fields.ts';
import { whole } from '../../fields/records.ts';
import { rowProofRecord } from '../../fields/row-proof.ts';
import { unitOf } from '../../fields/token-or-lp.ts';
import { noLiabilities } from '../../log.ts';

export const getLiabilities = questionOf(declared.getLiabilities, async ({ venue, owed, input }) => {
  const { cursor, limit } = readPage(input);
  const found = await owed.liabilities({ after: cursor === undefined ? undefined : tokenFrom(cursor), limit });
  if (!found) throw noLiabilities();
  const { items, nextCursor } = page(found.tokens, limit, ({ token }) => token);
  const tokens = items.map(async ({ token, total, leaves, root }) => {
    const ledgerToken = token as TokenAddress;
    const rest = { totalBase: String(total), leaves, root, ledgerToken };
    const unit = await unitOf(venue, ledgerToken);
    return { token: unit.address, symbol: unit.symbol, total: whole(total, unit), ...rest };
  });
  return {
    tokens: await Promise.all(tokens),
    nextCursor,
    sequence: found.asOf,
    at: new Date(found.atMs).toISOString(),
    log: found.log,
    intervalMs: found.intervalMs,
    previous: found.previous,
    hash: found.hash,
    transactionId: found.transactionId,
    checkpoint: found.transaction?.checkpoint.note ?? null,
    transaction: found.transaction ? rowProofRecord(found.transaction) : null,
  };
});
