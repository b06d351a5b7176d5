// Reads requests on a chain from an SQLite file for `millpond copy`, and writes copied ones to it.
import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../../core/amount.ts';
import type { ChainRecord } from '../../../ports/chain-requests.ts';
import {
  COPIED_REQUEST_COLUMNS,
  EVERY_REQUEST,
  EVERY_SEND,
  EVERY_WALLET,
  type RequestRow,
  requestValues,
  SEND_COLUMNS,
  type SendRow,
  sendValues,
  toRequest,
  toSend,
} from '../../rows/chain-requests.ts';

export function* everyChainRecord(db: DatabaseSync): Generator<ChainRecord> {
  for (const row of db.prepare(EVERY_WALLET).iterate()) {
    yield { wallet: (row as { account: Account }).account };
  }
  for (const row of db.prepare(EVERY_SEND).iterate()) yield { send: toSend(row as unknown as SendRow) };
  for (const row of db.prepare(EVERY_REQUEST).iterate()) yield { request: toRequest(row as unknown as RequestRow) };
}

export function insertChainRecords(db: DatabaseSync, records: readonly ChainRecord[]): void {
  const insertInto = (table: string, columns: string) =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`);
  const wallets = insertInto('chain_wallets', 'account');
  const sends = insertInto('chain_sends', SEND_COLUMNS);
  const requests = insertInto('chain_orders', COPIED_REQUEST_COLUMNS);
  for (const record of records) {
    if ('wallet' in record) wallets.run(record.wallet);
    else if ('send' in record) sends.run(...sendValues(record.send));
    else requests.run(...requestValues(record.request));
  }
}

export function forgetChainRecords(db: DatabaseSync): void {
  db.exec('DELETE FROM chain_orders; DELETE FROM chain_sends; DELETE FROM chain_wallets');
}
