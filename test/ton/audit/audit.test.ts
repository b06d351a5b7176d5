// The audit of requests on TON: a healthy exchange passes, and every tampered row is named. One devnet: 5 s of CPU.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Dictionary } from '@ton/core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditChainRequests } from '../../../src/audit/chain-requests.ts';
import { copyExchange } from '../../../src/ledger/copy.ts';
import type { ChainRequest } from '../../../src/ports/chain-requests.ts';
import type { Store } from '../../../src/ports/store.ts';
import { openPostgresCopyTarget } from '../../../src/store/postgres/copy-target.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { compareWithChain } from '../../../src/ton/audit/chain.ts';
import type { Chain } from '../../../src/ton/chain.ts';
import { Endpoint } from '../../../src/ton/endpoint/endpoint.ts';
import { sealed } from '../../../src/ton/outbox/seal.ts';
import { NOT_ENOUGH_TON } from '../../../src/ton/trace/words.ts';
import { swapOf } from '../../../src/ton/venue/history.ts';
import { openStore } from '../../exchange-file.ts';
import { createDatabase } from '../../postgres/database.ts';
import { POLICY } from '../../store-contract/site.ts';
import type { PaperTon } from '../venue/paper-ton.ts';
import { tradedOn } from './ledger-of-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
const PG = { poolSize: 2, timeoutMs: 60_000, findOutMs: 60_000 };
const TABLES = ['chain_wallets', 'chain_sends', 'chain_orders'];
type Place = { readonly store: Store; execute(sql: string): Promise<unknown> };
const places: Record<string, Place> = {};
const closing: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true })];
let on: PaperTon;

beforeAll(async () => {
  on = await tradedOn(folder);
  await on.close();
  closing.unshift(() => on.stop());
  const path = join(folder, 'millpond.db');
  const [store, db] = [await openStore(path), new DatabaseSync(path, { timeout: 60_000 })];
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
  places.SQLite = { store, execute: async (sql) => db.exec(sql) };
  closing.unshift(
    () => db.close(),
    () => store.close(),
  );

  const { url, drop } = await createDatabase();
  const target = await openPostgresCopyTarget({ url, ...PG });
  await copyExchange(store, target, () => {});
  await target.close();
  const [copied, sql] = [await openPostgresStore({ url, ...PG, policy: POLICY }), postgres(url, { max: 1 })];
  closing.unshift(
    () => copied.close(),
    () => sql.end(),
    drop,
  );
  const checks = await sql`SELECT conname AS name, conrelid::regclass::text AS place FROM pg_constraint
    WHERE conrelid::regclass::text LIKE 'chain_%' AND contype IN ('c', 'f')`;
  for (const { name, place } of checks) await sql.unsafe(`ALTER TABLE ${place} DROP CONSTRAINT ${name}`);
  places.PostgreSQL = { store: copied, execute: (statements) => sql.unsafe(statements).simple() };
  for (const { execute } of Object.values(places))
    for (const table of TABLES) await execute(`CREATE TABLE was_${table} AS SELECT * FROM ${table}`);
});
afterAll(async () => {
  for (const close of closing) await close();
});

const auditOf = ({ store }: Place) => auditChainRequests(store);

async function restore({ execute }: Place): Promise<void> {
  for (const table of TABLES.toReversed()) await execute(`DELETE FROM ${table}`);
  for (const table of TABLES) await execute(`INSERT INTO ${table} SELECT * FROM was_${table}`);
}

const request = (number: number, change: string) => `UPDATE chain_orders SET ${change} WHERE number = ${number}`;
const send = (id: number, change: string) => `UPDATE chain_sends SET ${change} WHERE id = ${id}`;
const retold = (number: number, column: string, from: string, to: string) =>
  request(number, `${column} = replace(${column}, '${from}', '${to}')`);
const CHECKSUM = 'is not what it was when it ended: its checksum does not match';

const TAMPERED: readonly (readonly [what: string, sql: string, words: RegExp | string])[] = [
  [
    'an amount of a receipt',
    retold(1, 'result', '"amountB":{"$whole":"', '"amountB":{"$whole":"1'),
    'order 1 .* does not add up',
  ],
  ['a fee of a receipt', retold(1, 'result', '"ref":{"$whole":"', '"ref":{"$whole":"1'), 'order 1 .* does not add up'],
  [
    'LP tokens of a receipt',
    retold(2, 'result', '"lpTokens":{"$whole":"', '"lpTokens":{"$whole":"1'),
    `order 2 .* ${CHECKSUM}`,
  ],
  [
    'the fee of the network',
    retold(3, 'result', '"networkFeeNano":{"$whole":"', '"networkFeeNano":{"$whole":"1'),
    `order 3 .* ${CHECKSUM}`,
  ],
  ['a reason', retold(5, 'result', 'minimum', 'maximum'), `order 5 .* ${CHECKSUM}`],
  ['a completed order marked as failed', request(1, "status = 'failed'"), 'order 1 .* failed without a reason'],
  ['a failed order marked completed', request(5, "status = 'completed'"), 'order 5 .* receipt of another kind'],
  [
    'a completed order marked as pending',
    request(1, "status = 'pending'"),
    'order 1 .* is pending, but its result says otherwise',
  ],
  [
    'a completed order reset to unsigned',
    request(1, "status = 'pending', result = NULL, send = NULL"),
    'order 1 .* is carried by send 1, but bound to none',
  ],
  ['an order that is bound to another send', request(2, 'send = 1'), 'order 2 .* is carried by send 2, but bound to 1'],
  ['an order bound to a missing send', request(2, 'send = 99'), 'order 2 .* send 99, which is not there'],
  ['an order of another account', request(2, "account = 'eve'"), 'order 2 .* of eve is signed in a send of ann'],
  ['an event with another number', request(1, 'event = -2'), 'event 1 is missing'],
  ['an end without its event', request(1, 'event = NULL'), 'order 1 .* is completed, but its event says otherwise'],
  ['a key', request(1, "key = 'other'"), `order 1 .* ${CHECKSUM}`],
  ['a fingerprint', request(1, "fingerprint = 'other'"), `order 1 .* ${CHECKSUM}`],
  ['a lost fingerprint', request(1, 'fingerprint = NULL'), 'order 1 .* has an idempotency key without a fingerprint'],
  [
    'the order that a take-back belongs to',
    request(7, `key = 'take back\n00000000-0000-7000-8000-000000000000'`),
    'order 7 .* takes back what nobody has provided',
  ],
  [
    'the offered amount',
    retold(1, 'request', '"amountA":{"$whole":"', '"amountA":{"$whole":"1'),
    'order 1 .* offers 11000000000000, but its messages send 1000000000000',
  ],
  [
    'the messages',
    request(1, 'messages = (SELECT messages FROM was_chain_orders WHERE number = 4)'),
    'order 1 .* is carried by send 4, but bound to 1',
  ],
  [
    'messages of an order under way',
    request(8, `messages = '${'te6cckEBAQEADgAAGA+KfqUAAAAAAAAAAAHiNpU='}'`),
    'order 8 .* cannot be read',
  ],
  ['the watched wallet', retold(8, 'watch', '"user":"0:', '"user":"0:0'), 'order 8 .* is followed for another wallet'],
  [
    'the watched kind of order',
    retold(8, 'watch', '"kind":"swap"', '"kind":"provide"'),
    'order 8 .* is followed as another kind of order',
  ],
  ['the kind of an order', request(3, "kind = 'swap'"), 'order 3 .* is followed as another kind of order'],
  ['a deadline', request(4, 'deadline_s = deadline_s + 1'), `order 4 .* ${CHECKSUM}`],
  [
    'the time of acceptance',
    request(4, 'created_at_ms = created_at_ms + 1'),
    'order 4 .* was accepted at another time than its id says',
  ],
  ['a result that was cut', request(1, "result = '{'"), 'order 1 .* cannot be read'],
  ['an order that was deleted', 'DELETE FROM chain_orders WHERE number = 2', 'order 3 follows 1: one is missing'],
  ['the last order, deleted', 'DELETE FROM chain_orders WHERE number = 8', /send \d of ann belongs to no order/],
  ['a send that was deleted', 'DELETE FROM chain_sends WHERE id = 2', 'send 3 follows 1: one is missing'],
  [
    'a wallet that was deleted',
    "DELETE FROM chain_wallets WHERE account = 'ann'",
    'send 1 of ann is of an account that has no wallet',
  ],
  [
    'the hash of a transaction',
    send(1, `hash = '${'0'.repeat(64)}'`),
    'order 1 .* names another transaction than the one that sent it',
  ],
  ['the time of a transaction', send(1, `lt = replace(lt || '.', '00.', '01')`), `order 1 .* ${CHECKSUM}`],
  ['a seqno', send(2, 'seqno = seqno + 1'), 'send 2 of ann is signed for seqno 1, but 2 is stored'],
  ['the validity of a send', send(2, 'valid_until_s = valid_until_s + 1'), 'send 2 of ann is signed for another time'],
  [
    'the hash of a signed message',
    send(2, `body_hash = '${'0'.repeat(64)}'`),
    'send 2 of ann has another hash than is stored',
  ],
  [
    'the signed message',
    send(2, 'boc = (SELECT boc FROM was_chain_sends WHERE id = 1)'),
    'send 2 of ann has another hash than is stored',
  ],
  ['a signed message that was cut off', send(2, "boc = 'te6c'"), 'send 2 of ann is no message to a wallet'],
  ['the account of a send', send(2, "account = 'shop'"), 'send 2 of shop is for another wallet'],
  [
    'an executed send marked as dead',
    send(1, "state = 'dead', lt = NULL, hash = NULL"),
    'order 1 .* is not what send 1 carries',
  ],
  [
    'an executed send marked as live',
    send(1, "state = 'live', lt = NULL, hash = NULL"),
    'send 2 of ann comes after send 1, which may yet be executed',
  ],
  ['a send without its transaction', send(1, 'lt = NULL'), 'send 1 of ann is done, but its transaction says otherwise'],
];

describe.each(['SQLite', 'PostgreSQL'])('on %s', (name) => {
  test('requests of every outcome pass the audit', async () => {
    expect(await auditOf(places[name] as Place)).toBe(8);
  });

  test('the settlement that a caller gets does not contain the checksum', async () => {
    const [request] = await (places[name] as Place).store.chainRequests.page({ before: 2, limit: 1 });
    expect(request?.result).toContain('"seal":"');
    expect(JSON.stringify(swapOf(request as ChainRequest)?.settlement, (_, each) => String(each))).not.toContain(
      'seal',
    );
  });

  test('a request that has lost its checksum does not pass', async () => {
    const place = places[name] as Place;
    try {
      await place.execute(
        `UPDATE chain_orders SET result = substr(result, 1, length(result) - 27) || '}' WHERE result IS NOT NULL`,
      );
      await expect(auditOf(place)).rejects.toThrow(CHECKSUM);
    } finally {
      await restore(place);
    }
  });

  test.each(TAMPERED)('the audit names the tampered row: %s', async (_, sql, words) => {
    const place = places[name] as Place;
    try {
      await place.execute(sql);
      const named = `^TON: ${typeof words === 'string' ? words : words.source}`;
      // SQLite itself detects some of the faults.
      await expect(auditOf(place)).rejects.toThrow(new RegExp(`${named}|: it is damaged \\(CHECK constraint failed`));
    } finally {
      await restore(place);
    }
  });
});

describe('the comparison with the chain', () => {
  const endpoint = () => new Endpoint({ url: on.server.published.endpoint, perSecond: 10_000, backOffMs: 1 });
  const compare = (most = 100, chain: Chain = endpoint()) =>
    compareWithChain({
      requests: (places.SQLite as Place).store.chainRequests,
      chain,
      most,
      onProgress: () => {},
    });

  test('finds that all ended requests match, or those among as many of the last as are asked for', async () => {
    expect(await compare()).toEqual({ compared: 7, unknown: 0 });
    expect(await compare(3)).toEqual({ compared: 2, unknown: 0 });
  });

  /** Changes a result and recomputes its checksum, as an attacker would. */
  async function seal(
    number: number,
    status: 'completed' | 'failed',
    change: (result: Record<string, unknown>) => object,
  ) {
    const { store, execute } = places.SQLite as Place;
    const found = (await store.chainRequests.page({ before: number + 1, limit: 1 }))[0] as ChainRequest;
    const { seal: _, ...details } = JSON.parse(found.result ?? '{}');
    const sent = await store.chainRequests.send(found.send as number);
    const { result } = sealed(found, { status, details: change(details) as never }, sent ?? null);
    await execute(request(number, `status = '${status}', result = '${result.replaceAll("'", "''")}'`));
  }

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'an amount',
      () =>
        seal(2, 'completed', (result) => ({
          ...result,
          receipt: { ...(result.receipt as object), lpTokens: { $whole: '7' } },
        })),
      'order 2 .* ended in another way on the chain',
    ],
    [
      'a fee',
      () => seal(3, 'completed', (result) => ({ ...result, networkFeeNano: { $whole: '1' } })),
      'order 3 .* ended in another way',
    ],
    [
      'an end',
      () => seal(1, 'failed', (result) => ({ ...result, reason: 'no' })),
      'order 1 .* is failed, but on the chain it is completed',
    ],
  ])('finds %s that was changed together with its checksum', async (_, change, words) => {
    const place = places.SQLite as Place;
    try {
      await change();
      await auditOf(place);
      expect((await compare()).fault).toMatch(new RegExp(words));
    } finally {
      await restore(place);
    }
  });

  test('accepts a request that failed because its wallet had too little TON', async () => {
    const place = places.SQLite as Place;
    const sentNothing = endpoint();
    const transactions = sentNothing.transactions.bind(sentNothing);
    sentNothing.transactions = async (...asked) =>
      (await transactions(...asked)).map((one) => Object.assign(one, { outMessages: Dictionary.empty() }));
    try {
      await seal(7, 'failed', () => NOT_ENOUGH_TON);
      expect(await compare(2, sentNothing)).toEqual({ compared: 1, unknown: 0 });
    } finally {
      await restore(place);
    }
  });

  test('finds a stored transaction hash that is not the one on the chain', async () => {
    const place = places.SQLite as Place;
    try {
      await place.execute(send(1, `hash = '${'0'.repeat(64)}'`));
      expect((await compare()).fault).toMatch(/order 1 .* was sent in transaction [0-9a-f]{64}, but 0{64} is stored/);
    } finally {
      await restore(place);
    }
  });

  test('counts requests as unknown if the chain does not answer', async () => {
    const { chainRequests } = (places.SQLite as Place).store;
    const chain = new Endpoint({ url: 'http://127.0.0.1:9', perSecond: 10_000, backOffMs: 1 });
    expect(await compareWithChain({ requests: chainRequests, chain, most: 2, onProgress: () => {} })).toEqual({
      compared: 0,
      unknown: 1,
    });
  });
});
