// When the recorder logs, signs, asks witnesses and thins out, by a clock that the test holds. The stores' contract suite has the rest.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { swap } from '../../../test/paper-orders.ts';
import { MARKET, post } from '../../../test/store-contract/site.ts';
import { openProjection, type Projection } from '../../ports/projection.ts';
import { LOG_KIND, type LogStore, type StoredCheckpoint } from '../../ports/public-log.ts';
import type { Store } from '../../ports/store.ts';
import { newKeyFile } from '../format/keys.ts';
import { Recorder, type RecorderNotice, type RecorderOptions } from './recorder.ts';
import { FileSigner } from './signer.ts';

const ORIGIN = 'example.com/log';
const KEY = newKeyFile();
const SIZE = MARKET.length;
const [EVERY_MS, MINUTE_MS, DAY_MS] = [5000, 60_000, 86_400_000];

const path = useExchangeFile(MARKET);
let store: Store;
let kept: Projection;
let notices: RecorderNotice[];
/** What the witnesses were told, in order. */
let told: string[];
let cosigned: StoredCheckpoint[];
/** By `performance.now()`, and by the database's clock. */
let elapsedMs: number;
let nowMs: number;
const recorders: Recorder[] = [];

beforeEach(async () => {
  store = await openStore(path());
  kept = await openProjection(store.projection);
  [notices, told, cosigned] = [[], [], []];
  [elapsedMs, nowMs] = [DAY_MS, 100 * DAY_MS];
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
});
afterEach(async () => {
  for (const recorder of recorders.splice(0)) await recorder.close();
  await kept.close();
  await store.close();
});

const pass = (ms: number) => {
  elapsedMs += ms;
  nowMs += ms;
};
const identify = async (number = 1, firstSequence = 1) => {
  const origin = number === 1 ? ORIGIN : `${ORIGIN}/${number}`;
  const body = JSON.stringify({ origin, secret: hash('sha256', `${number}`, 'hex'), firstSequence });
  await store.sideRecords.change([{ kind: LOG_KIND, id: `${number}`, version: 0, body }], { nowMs: Date.now() });
};
const signerAt = (file = `${path()}.${crypto.randomUUID()}`) => new FileSigner(KEY, file);
const witnesses = {
  offer: ({ size }: StoredCheckpoint) => void told.push(`offer ${size}`),
  take: () => cosigned.splice(0),
  withdraw: () => void told.push('withdraw'),
  rest: () => void told.push('rest'),
  vouch: async () => ({ vouched: false, disagrees: false, reasons: 'there is none' }),
};

function recorderOf(over: Partial<LogStore> = {}, options: Partial<RecorderOptions> = {}): Recorder {
  const recorder = new Recorder(
    { ...kept, logStanding: async () => ({ ...(await kept.logStanding()), nowMs }), ...over },
    {
      signer: signerAt(),
      checkpointEveryMs: EVERY_MS,
      witnesses,
      onNotice: (notice) => notices.push(notice),
      ...options,
    },
  );
  recorders.push(recorder);
  return recorder;
}

describe('a checkpoint', () => {
  beforeEach(() => identify());

  test('is signed at once, and then when it is due and there are new rows', async () => {
    const recorder = recorderOf();
    expect(await recorder.turn()).toBe(1000);
    expect(await kept.lastCheckpoint()).toMatchObject({ log: 1, size: SIZE, madeAtMs: 100 * DAY_MS });
    await post(store, swap(10n));
    pass(EVERY_MS - 1);
    await recorder.turn();
    expect([(await kept.logStanding()).size, (await kept.lastCheckpoint())?.size]).toEqual([SIZE + 1, SIZE]);
    pass(1);
    await recorder.turn();
    expect(await kept.lastCheckpoint()).toMatchObject({ size: SIZE + 1, madeAtMs: 100 * DAY_MS + EVERY_MS });
    pass(EVERY_MS);
    await recorder.turn();
    expect(notices).toEqual([{ checkpoint: SIZE }, { checkpoint: SIZE + 1 }]);
  });

  test('is looked for as often as it is due, at least once a second', async () => {
    expect(await recorderOf({}, { checkpointEveryMs: 200 }).turn()).toBe(200);
    expect(await recorderOf({}, { checkpointEveryMs: 200 }).turn()).toBe(3000);
  });

  test('that the store refuses is not counted as signed, and the lease is given up', async () => {
    let refusals = 1;
    const recorder = recorderOf({
      putCheckpoint: (...args) => (refusals-- > 0 ? Promise.resolve(false) : kept.putCheckpoint(...args)),
    });
    await recorder.turn();
    expect([await kept.lastCheckpoint(), notices]).toEqual([undefined, []]);
    await recorder.turn();
    expect((await kept.lastCheckpoint())?.size).toBe(SIZE);
  });

  test('is kept beside the key before it is stored', async () => {
    const signer = signerAt();
    const recorder = recorderOf({ putCheckpoint: () => Promise.reject(new Error('the database is gone')) }, { signer });
    await expect(recorder.turn()).rejects.toThrow('the database is gone');
    expect((await signer.last(1, ORIGIN))?.size).toBe(SIZE);
  });

  test('checkpoints are thinned out once a day, but for those of today and yesterday', async () => {
    const thinned: number[] = [];
    const recorder = recorderOf({
      async thinCheckpoints(beforeMs, fence) {
        thinned.push(beforeMs / DAY_MS);
        return kept.thinCheckpoints(beforeMs, fence);
      },
    });
    for (const ms of [0, EVERY_MS, DAY_MS - EVERY_MS - 1, 1, EVERY_MS]) {
      pass(ms);
      elapsedMs += EVERY_MS;
      await post(store, swap(10n));
      await recorder.turn();
    }
    expect(thinned).toEqual([99, 100]);
  });
});

describe('without a log', () => {
  test('nothing is logged, and the number of rows that wait is told', async () => {
    const recorder = recorderOf();
    expect(await recorder.turn()).toBe(1000);
    expect([notices, (await kept.logStanding()).size]).toEqual([[{ unnamed: SIZE }], 0]);
    await identify();
    await recorder.turn();
    expect((await kept.lastCheckpoint())?.size).toBe(SIZE);
  });
});

describe('witnesses', () => {
  beforeEach(() => identify());

  test('are offered each checkpoint once it is stored, and lose it when the recorder stops', async () => {
    const recorder = recorderOf({
      async putCheckpoint(checkpoint, fence) {
        const isPut = await kept.putCheckpoint(checkpoint, fence);
        told.push(`stored ${checkpoint.size}`);
        return isPut;
      },
    });
    await recorder.turn();
    expect(told.filter((line) => line !== 'withdraw')).toEqual([`stored ${SIZE}`, `offer ${SIZE}`]);
    told.length = 0;
    await recorder.close();
    expect(told).toEqual(['withdraw']);
  });

  test('are offered the last checkpoint again by the next recorder, though nothing is new', async () => {
    const signer = signerAt();
    const first = recorderOf({}, { signer });
    await first.turn();
    await first.close();
    await recorderOf({}, { signer }).turn();
    expect(told.filter((line) => line.startsWith('offer'))).toEqual([`offer ${SIZE}`, `offer ${SIZE}`]);
    expect(notices).toEqual([{ checkpoint: SIZE }]);
  });

  test('rest while another process holds the lease', async () => {
    await recorderOf().turn();
    told.length = 0;
    expect(await recorderOf().turn()).toBe(3000);
    expect(told).toEqual(['rest']);
  });

  test('a cosigned checkpoint replaces the one before, and is stored by the holder of the lease alone', async () => {
    const recorder = recorderOf();
    await recorder.turn();
    const plain = (await kept.lastCheckpoint()) as StoredCheckpoint;
    cosigned.push({ ...plain, note: `${plain.note}— witness AAAA\n` });
    await recorderOf().turn();
    expect((await kept.lastCheckpoint())?.note).toBe(plain.note);
    await recorder.turn();
    expect((await kept.lastCheckpoint())?.note).toBe(`${plain.note}— witness AAAA\n`);
    expect(cosigned).toEqual([]);
  });
});

test('a fork is told once a minute, and nothing is signed until there is a new log', async () => {
  await identify();
  const signer = signerAt();
  const root = Buffer.alloc(32, 1).toString('base64');
  const { note } = await signer.sign({ origin: ORIGIN, size: SIZE, root });
  const recorder = recorderOf({}, { signer });
  const forked = { forked: { signed: { log: 1, size: SIZE, root, note }, head: SIZE, why: 'rolled back', shared: 0 } };
  for (const ms of [0, EVERY_MS, MINUTE_MS - EVERY_MS - 1]) {
    pass(ms);
    await recorder.turn();
  }
  expect(notices).toEqual([forked]);
  pass(1);
  await recorder.turn();
  expect(notices).toEqual([forked, forked]);
  expect(await kept.lastCheckpoint()).toBeUndefined();
  await post(store, { kind: 'forked', log: 2, checkpoint: note, shared: 1 });
  await identify(2, SIZE + 1);
  await recorder.turn();
  await recorder.turn();
  expect(await kept.lastCheckpoint()).toMatchObject({ log: 2, size: SIZE + 1 });
});

test('many missing rows are told at the start, every ten seconds, and at the end', async () => {
  await identify();
  let more = 20_000;
  const recorder = recorderOf({
    async logStanding() {
      const { size, head } = await kept.logStanding();
      return { size, head: head + more, nowMs };
    },
  });
  await recorder.turn();
  expect(notices).toEqual([]);
  more += 1;
  for (const ms of [0, 9999, 1, 5000]) {
    pass(ms);
    // Rows are missing, so the recorder goes on after as long a pause as the last ones took: no time, by this clock.
    expect(await recorder.turn()).toBe(0);
  }
  const logging = { logging: SIZE, of: SIZE + more };
  expect(notices).toEqual([logging, logging]);
  more = 0;
  await post(store, swap(10n));
  await recorder.turn();
  expect(notices.slice(2)).toEqual([{ logged: 1, tookMs: 15_000 }, { checkpoint: SIZE + 1 }]);
});

test('a failure is told once, and what failed is done when it works again; takes 3 s', async () => {
  await identify();
  let failures = 3;
  const recorder = recorderOf({
    logStanding: async () => {
      if (failures-- > 0) throw new Error('no disk');
      return { ...(await kept.logStanding()), nowMs };
    },
  });
  recorder.start();
  await expect.poll(() => notices).toContainEqual({ checkpoint: SIZE });
  expect(notices).toEqual([{ logFails: 'no disk' }, { checkpoint: SIZE }]);
});
