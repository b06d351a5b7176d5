// Writes records as rows of an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import type { Pool, TokenChange, TokenEntry } from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { ReplyRecord } from '../../ports/records.ts';
import { movementsIn, partiesIn } from '../rows/activity.ts';
import { checksumOf } from '../rows/checksum.ts';
import { INSTEAD_OF_REFUSAL } from '../rows/refusals.ts';
import { MOVEMENTS, PARTIES, POOLS, REPLIES, TOKENS, TRANSACTION_COLUMNS } from '../rows/rows.ts';
import { prepareRows } from './many-rows.ts';

/**
 * With `mayBeThere`, existing rows of tokens, pools and replies are kept; otherwise an existing row is an error, unless it is an
 * expired refusal, which is replaced.
 */
export function prepareInserts(db: DatabaseSync, { mayBeThere = false } = {}) {
  const whenThere = mayBeThere ? 'ON CONFLICT DO NOTHING' : '';
  const into = (table: string, columns: string, tail = '') =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')}) ${tail}`);
  const tokens = into('tokens', TOKENS.list, whenThere);
  const pools = into('pools', POOLS.list, whenThere);
  const journal = prepareRows(db, 'INSERT INTO journal', TRANSACTION_COLUMNS);
  const replies = prepareRows(db, 'INSERT INTO replies', REPLIES.list, whenThere || INSTEAD_OF_REFUSAL);
  const parties = prepareRows(db, 'INSERT INTO parties', PARTIES.list);
  const movements = prepareRows(db, 'INSERT INTO movements', MOVEMENTS.list);
  return {
    token: (token: TokenEntry) => tokens.run(...TOKENS.valuesOf(token)),
    pool: (pool: Pool) => pools.run(...POOLS.valuesOf(pool)),
    /** `receipts` are the transactions' receipts as text. */
    transactions(transactions: readonly Posted[], receipts: readonly string[]) {
      journal(
        transactions.map(({ sequence, id, actor, createdAtMs, receipt: { kind } }, index) => {
          const receipt = receipts[index] as string;
          return [sequence, id, kind, actor, createdAtMs, checksumOf(sequence, receipt), receipt];
        }),
      );
      parties(partiesIn(transactions).map(PARTIES.valuesOf));
      movements(movementsIn(transactions).map(MOVEMENTS.valuesOf));
    },
    replies: (records: readonly ReplyRecord[]) => replies(records.map(REPLIES.valuesOf)),
  };
}

/** Updates the fields of tokens and pools that can change. */
export function prepareUpdates(db: DatabaseSync) {
  const tokens = db.prepare(
    `UPDATE tokens SET status = coalesce(?, status), name = coalesce(?, name), logo = coalesce(?, logo) WHERE address = ?`,
  );
  const pools = db.prepare(
    `UPDATE pools SET lp_fee_ppm = ?, protocol_fee_ppm = ?, ref_fee_ppm = ?, protocol_fee_account = ?, status = ?
     WHERE address = ?`,
  );
  return {
    token: ({ address, status, name, logo }: TokenChange) =>
      tokens.run(status ?? null, name ?? null, logo ?? null, address),
    pool: ({ address, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress, status }: Pool) =>
      pools.run(lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress, status, address),
  };
}
