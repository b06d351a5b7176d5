// What a node may sign after a failover: a table of what the file beside the key, the database and the witnesses say.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { swap } from '../../../test/paper-orders.ts';
import { recordAll } from '../../../test/record-all.ts';
import { MARKET, post } from '../../../test/store-contract/site.ts';
import { openProjection, type Projection } from '../../ports/projection.ts';
import { type DatabaseState, LOG_KIND } from '../../ports/public-log.ts';
import type { Store } from '../../ports/store.ts';
import { newKeyFile } from '../format/keys.ts';
import { Recorder, type RecorderNotice } from './recorder.ts';
import { FileSigner } from './signer.ts';
import type { Vouching } from './witnesses.ts';

const KEY = newKeyFile();
const path = useExchangeFile(MARKET);
let store: Store;
let kept: Projection;
let notices: RecorderNotice[];
let file: string;
beforeEach(async () => {
  store = await openStore(path());
  kept = await openProjection(store.projection);
  notices = [];
  file = `${path()}.${crypto.randomUUID()}.last`;
  const body = JSON.stringify({ origin: 'example.com/log', secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 });
  await store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
});
afterEach(async () => {
  await kept.close();
  await store.close();
});

type Given = {
  readonly database: DatabaseState | null | 'unknown';
  readonly vouching?: Vouching;
  /** Without the file, and with a folder that cannot be written. */
  readonly isUnkept?: boolean;
};

const recorderWith = ({ database, vouching, isUnkept = false }: Given) =>
  new Recorder(
    { ...kept, databaseState: async () => database },
    {
      signer: new FileSigner(KEY, isUnkept ? `${path()}-none/key.last` : file),
      checkpointEveryMs: 1,
      onNotice: (notice) => notices.push(notice),
      ...(vouching && {
        witnesses: { offer() {}, take: () => [], withdraw() {}, rest() {}, vouch: async () => vouching },
      }),
    },
  );

const [ONE, TWO]: DatabaseState[] = ['00000001', '00000002'].map((timeline) => ({
  system: '7',
  timeline,
  isSynchronous: false,
})) as [DatabaseState, DatabaseState];
const SYNCHRONOUS = { ...ONE, isSynchronous: true };
const VOUCHED = { vouched: true, disagrees: false, reasons: '' };
const KNOWS_MORE = { vouched: false, disagrees: true, reasons: 'w: it has cosigned 9 entries' };
const SILENT = { vouched: false, disagrees: false, reasons: 'w: no answer within 10 s' };

const outcomeOf = (): string => {
  const [last] = notices.slice(-1);
  if (last && 'checkpoint' in last) return 'signs';
  if (last && 'forked' in last) return last.forked.why;
  return last && 'unsure' in last && last.unsure !== null ? 'unsure' : JSON.stringify(last);
};

test.each<readonly [string, DatabaseState | null, Given, string]>([
  ['no failover', ONE, { database: ONE }, 'signs'],
  ['a failover', ONE, { database: TWO }, 'moved'],
  ['another cluster', ONE, { database: { ...ONE, system: '8' } }, 'moved'],
  ['a failover after synchronous commits', SYNCHRONOUS, { database: TWO }, 'signs'],
  ['a failover, and a witness that knows nothing newer', ONE, { database: TWO, vouching: VOUCHED }, 'signs'],
  ['a failover, and a witness that knows more', ONE, { database: TWO, vouching: KNOWS_MORE }, 'moved'],
  ['a failover, and a witness that does not answer yet', ONE, { database: TWO, vouching: SILENT }, 'unsure'],
  ['a database that may not be asked', ONE, { database: 'unknown' }, 'signs'],
  ['a database that could not be asked before', null, { database: TWO }, 'signs'],
  ['no file, and a folder that cannot be written', ONE, { database: ONE, isUnkept: true }, 'unsure'],
  ['the same, and a witness', ONE, { database: ONE, isUnkept: true, vouching: VOUCHED }, 'signs'],
  ['the same, and a witness that knows more', ONE, { database: ONE, isUnkept: true, vouching: KNOWS_MORE }, 'unsure'],
])('after %s', async (_, before, given, expected) => {
  await recordAll(recorderWith({ database: before }), kept);
  expect(outcomeOf()).toBe('signs');
  await post(store, swap(10n));
  const recorder = recorderWith(given);
  await recorder.turn();
  expect(outcomeOf()).toBe(expected);
  expect((await kept.lastCheckpoint())?.size).toBe(MARKET.length + (expected === 'signs' ? 1 : 0));
  await recorder.close();
});

test('witnesses that do not answer after a failover are asked for a minute; then a new log begins', async () => {
  let elapsedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
  await recordAll(recorderWith({ database: ONE }), kept);
  await post(store, swap(10n));
  const recorder = recorderWith({ database: TWO, vouching: SILENT });
  for (elapsedMs = 20_000; elapsedMs < 80_000; elapsedMs += 15_000) {
    expect(await recorder.turn()).toBe(15_000);
    expect(outcomeOf()).toBe('unsure');
  }
  elapsedMs = 80_000;
  await recorder.turn();
  expect(outcomeOf()).toBe('moved');
  await recorder.close();
});

test('a checkpoint first seen after a failover is kept as one from before it', async () => {
  const a = recorderWith({ database: ONE });
  await a.turn();
  const fileOfB = `${file}-b`;
  let database = ONE;
  const b = new Recorder(
    { ...kept, databaseState: async () => database },
    { signer: new FileSigner(KEY, fileOfB), checkpointEveryMs: 1 },
  );
  await b.turn();
  await post(store, swap(10n));
  await a.turn();
  database = TWO;
  await b.turn();
  const known = await new FileSigner(KEY, fileOfB).last(1, 'example.com/log');
  expect(known).toMatchObject({ size: MARKET.length + 1, database: ONE });
  await a.close();
  await b.close();
});
