// Records as rows of an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import type { Pool, Token } from '../../core/pool.ts';
import type { Transaction } from '../../core/settle.ts';
import type { KeyRecord, ReplyRecord } from '../../exchange/store.ts';
import { encodeRefusal, encodeTransfers } from '../codec.ts';
import { KEY_COLUMNS, POOL_COLUMNS, REPLY_COLUMNS, TOKEN_COLUMNS, TRANSACTION_COLUMNS } from '../rows.ts';

/** `whenThere` says what becomes of a token, a pool or a reply whose row is there already; without it, it is a fault. */
export function prepareInserts(db: DatabaseSync, whenThere: '' | 'ON CONFLICT DO NOTHING' = '') {
  const into = (table: string, columns: string, tail = '') =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')}) ${tail}`);
  const tokens = into('tokens', TOKEN_COLUMNS, whenThere);
  const pools = into('pools', POOL_COLUMNS, whenThere);
  const journal = into('journal', TRANSACTION_COLUMNS);
  const replies = into('replies', REPLY_COLUMNS, whenThere);
  return {
    token: ({ address, symbol, decimals }: Token) => tokens.run(address, symbol, decimals),
    pool(pool: Pool) {
      const { number, address, token0, token1, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress } = pool;
      pools.run(number, address, token0, token1, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress);
    },
    transaction({ sequence, id, actor, createdAtMs, transfers, receipt }: Transaction, receiptText: string) {
      journal.run(sequence, id, receipt.kind, actor, createdAtMs, encodeTransfers(transfers), receiptText);
    },
    reply: ({ actor, key, fingerprint, sequence, refusal }: ReplyRecord) =>
      replies.run(actor, key, fingerprint, sequence, refusal && encodeRefusal(refusal)),
  };
}

/** Adds an API key, or brings what it has of it up to date where `whenThere` says so. */
export function prepareInsertKey(db: DatabaseSync, whenThere = '') {
  const keys = db.prepare(`INSERT INTO keys (${KEY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ${whenThere}`);
  return ({ id, account, role, hash, createdAtMs, revokedAtMs }: KeyRecord) =>
    keys.run(id, account, role, hash, createdAtMs, revokedAtMs);
}
