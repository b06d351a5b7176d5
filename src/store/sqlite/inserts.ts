// Writes records as rows of an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import type { Pool, TokenChange, TokenEntry } from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { ReplyRecord } from '../../ports/records.ts';
import { movementsIn, partiesIn } from '../rows/activity.ts';
import { checksumOf } from '../rows/checksum.ts';
import { encodeRefusal } from '../rows/codec.ts';
import { INSTEAD_OF_REFUSAL } from '../rows/refusals.ts';
import {
  MOVEMENT_COLUMNS,
  PARTY_COLUMNS,
  POOL_COLUMNS,
  REPLY_COLUMNS,
  TOKEN_ENTRY_COLUMNS,
  TRANSACTION_COLUMNS,
} from '../rows/rows.ts';
import { prepareRows } from './many-rows.ts';

/**
 * With `mayBeThere`, tokens, pools and replies may already have their rows; otherwise that is a fault, unless the row is
 * an expired refusal.
 */
export function prepareInserts(db: DatabaseSync, { mayBeThere = false } = {}) {
  const whenThere = mayBeThere ? 'ON CONFLICT DO NOTHING' : '';
  const into = (table: string, columns: string, tail = '') =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')}) ${tail}`);
  const tokens = into('tokens', TOKEN_ENTRY_COLUMNS, whenThere);
  const pools = into('pools', POOL_COLUMNS, whenThere);
  const journal = prepareRows(db, 'INSERT INTO journal', TRANSACTION_COLUMNS);
  const replies = prepareRows(db, 'INSERT INTO replies', REPLY_COLUMNS, whenThere || INSTEAD_OF_REFUSAL);
  const parties = prepareRows(db, 'INSERT INTO parties', PARTY_COLUMNS);
  const movements = prepareRows(db, 'INSERT INTO movements', MOVEMENT_COLUMNS);
  return {
    token: ({ address, symbol, decimals, status, name, logo }: TokenEntry) =>
      tokens.run(address, symbol, decimals, status, name, logo),
    pool({ number, address, token0, token1, ...pool }: Pool) {
      const rates = [pool.lpFeePpm, pool.protocolFeePpm, pool.refFeePpm, pool.protocolFeeAddress] as const;
      pools.run(number, address, token0, token1, ...rates, pool.status, pool.curve, pool.amplification);
    },
    /** `receipts` are the transactions' receipts as text. */
    transactions(transactions: readonly Posted[], receipts: readonly string[]) {
      journal(
        transactions.map(({ sequence, id, actor, createdAtMs, receipt: { kind } }, index) => {
          const receipt = receipts[index] as string;
          return [sequence, id, kind, actor, createdAtMs, checksumOf(sequence, receipt), receipt];
        }),
      );
      parties(partiesIn(transactions).map(({ account, sequence }) => [account, sequence]));
      movements(
        movementsIn(transactions).map(({ kind, account, token, reference, sequence }) => [
          kind,
          account,
          token,
          reference,
          sequence,
        ]),
      );
    },
    replies(records: readonly ReplyRecord[]) {
      replies(
        records.map(({ actor, key, fingerprint, sequence, refusal, refusedAtMs }) => [
          actor,
          key,
          fingerprint,
          sequence,
          refusal && encodeRefusal(refusal),
          refusedAtMs,
        ]),
      );
    },
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
