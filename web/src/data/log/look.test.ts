// The checkpoints that the browser keeps, and which later ones are an alarm: real trees, notes and tiles, without a server.
import { describe, expect, test } from 'vitest';
import { verifyEvidence } from '#client/proof';
import { checkpointText } from '../../../../src/transparency/format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../../../src/transparency/format/keys.ts';
import { signNote } from '../../../../src/transparency/format/note.ts';
import { parseTilePath, type TileId } from '../../../../src/transparency/format/tile.ts';
import { leafHash } from '../../../../src/transparency/format/tree.ts';
import { GrownTree } from '../../../../test/log/grown-tree.ts';
import { guarded, type Stored } from '../stored.ts';
import { type Alarm, keptLog, type RememberedLog } from './kept.ts';
import { look, type Shown } from './look.ts';

const KEY = signingKey(newKeyFile(), 'exchange.example/log', 'note');

/** A log whose entries are texts, as an exchange shows it. */
function logOf(count: number, { replaced = new Map<number, string>(), key = KEY } = {}) {
  const tree = new GrownTree();
  tree.grow(Array.from({ length: count }, (_, at) => leafHash(Buffer.from(replaced.get(at) ?? `entry ${at}`))));
  const note = signNote(checkpointText({ origin: key.name, size: count, root: tree.root() }), key);
  return {
    shown: { checkpoint: note, vkey: vkeyOf(key) } satisfies Shown,
    readTile: async (path: string): Promise<Uint8Array> => tree.read(parseTilePath(path) as TileId),
  };
}
type Log = ReturnType<typeof logOf>;

function memory(): Stored & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  };
}

function browserWith(storage: Stored = memory()) {
  const log = keptLog(storage);
  let nowMs = 1000;
  const see = (shown: Log, ask = async (): Promise<Shown> => shown.shown) => {
    nowMs += 1;
    return look(ask, { log, readTile: shown.readTile, nowMs: () => nowMs });
  };
  return { log, see };
}

test('the first checkpoint is kept, and the last that continues it', async () => {
  const { log, see } = browserWith();
  const [first, second, third] = [logOf(3), logOf(300), logOf(70_000)];
  expect(await see(first)).toEqual({ is: 'first' });
  expect(await see(first)).toEqual({ is: 'continued', sinceMs: 1001 });
  expect(await see(second)).toEqual({ is: 'continued', sinceMs: 1001 });
  expect(await see(third)).toEqual({ is: 'continued', sinceMs: 1001 });
  expect(log.read()).toEqual({
    vkey: vkeyOf(KEY),
    first: first.shown.checkpoint,
    firstAtMs: 1001,
    last: third.shown.checkpoint,
    alarm: null,
  });
});

const old = logOf(300);
const OTHER_KEY = signingKey(newKeyFile(), KEY.name, 'note');
const forged = logOf(400, { key: OTHER_KEY });
const replaced = new Map([[17, 'another']]);
const rewritten = logOf(400, { replaced });

describe('an alarm is kept, with both checkpoints, if the log', () => {
  test.each([
    ['has another root', 'changed', logOf(300, { replaced: new Map([[17, 'another']]) })],
    ['changes an old entry while it grows', 'changed', rewritten],
    ['goes back, and is another there', 'changed', { ...logOf(299, { replaced }), readTile: old.readTile }],
    ['is signed by another key', 'other', forged],
    ['goes on under another name', 'other', logOf(400, { key: signingKey(newKeyFile(), `${KEY.name}/2`, 'note') })],
  ] as const)('%s', async (_, kind, now) => {
    const { log, see } = browserWith();
    await see(old);
    const alarm = {
      kind,
      kept: old.shown.checkpoint,
      shown: now.shown.checkpoint,
      vkey: now.shown.vkey,
      atMs: 1002,
    };
    const seen = await see(now);
    expect(seen).toMatchObject({ is: 'alarm', alarm });
    const { evidence } = (seen as { alarm: Alarm }).alarm;
    if (evidence) expect(await verifyEvidence(evidence, { key: vkeyOf(KEY) })).toMatchObject({ is: 'fork' });
    expect(evidence === undefined).toBe(kind === 'other');
    expect(log.read()).toMatchObject({ first: old.shown.checkpoint, last: old.shown.checkpoint, alarm });
    // It stays, also if the exchange shows the old log again, until the reader starts anew.
    expect(await see(old)).toMatchObject({ is: 'alarm', alarm });
    log.forget();
    expect(log.read()).toBeNull();
    expect(await see(old)).toEqual({ is: 'first' });
  });
});

const damaged = { ...logOf(400).shown, checkpoint: logOf(400).shown.checkpoint.replace('\n400\n', '\n401\n') };
const forgedName = { ...forged.shown, vkey: vkeyOf(KEY) };

describe('no alarm is raised, and nothing is kept, if', () => {
  test.each([
    ['is an older one of the same history', old.readTile],
    ['is an older one, and the server has no hashes beyond it', () => Promise.reject(new TypeError('tile: 404'))],
  ])('the checkpoint %s', async (_, readTile) => {
    const { log, see } = browserWith();
    await see(old);
    const before = log.read();
    expect(await see({ ...logOf(299), readTile })).toEqual({ is: 'old' });
    expect(log.read()).toEqual(before);
  });

  test.each([
    ['the exchange does not answer', () => Promise.reject(new TypeError('away')), logOf(400).readTile],
    ['a tile cannot be read', undefined, () => Promise.reject(new TypeError('away'))],
    ['a tile is cut off', undefined, async () => new Uint8Array(31)],
    ['the tiles do not lead to the signed root', undefined, rewritten.readTile],
    ['the checkpoint was damaged', async () => damaged, logOf(400).readTile],
    ['another key has signed, and the exchange names the known one', async () => forgedName, logOf(400).readTile],
  ])('%s', async (_, ask, readTile) => {
    const { log, see } = browserWith();
    await see(old);
    const before = log.read();
    await expect(see({ ...logOf(400), readTile }, ask)).rejects.toThrow(TypeError);
    expect(log.read()).toEqual(before);
  });

  test('a first checkpoint is not valid', async () => {
    const { log, see } = browserWith();
    const { shown, readTile } = logOf(5);
    const broken = { shown: { ...shown, checkpoint: shown.checkpoint.replace('\n5\n', '\n6\n') }, readTile };
    await expect(see(broken)).rejects.toThrow('does not fit the text');
    expect(log.read()).toBeNull();
  });

  test('another tab has verified a newer checkpoint meanwhile', async () => {
    const { log, see } = browserWith();
    await see(old);
    const older = logOf(310);
    const answer = async () => {
      await see(logOf(400));
      return older.shown;
    };
    expect(await see(older, answer)).toMatchObject({ is: 'continued' });
    expect(log.read()?.last).toBe(logOf(400).shown.checkpoint);
  });
});

test.each([
  [
    'blocked',
    () => {
      throw new Error('SecurityError');
    },
  ],
  [
    'full',
    () => ({
      ...memory(),
      setItem() {
        throw new Error('QuotaExceededError');
      },
    }),
  ],
] as const)('storage that is %s is replaced by memory while the page is open', async (_, open) => {
  const { log, see } = browserWith(guarded(open));
  expect(await see(old)).toEqual({ is: 'first' });
  expect(await see(rewritten)).toMatchObject({ is: 'alarm', alarm: { kind: 'changed' } });
  expect(log.read()?.alarm?.kind).toBe('changed');
});

test.each(['', 'null', '[]', '{', '{"vkey":1}', '{"vkey":"k","first":"a","last":"b"}'])(
  'stored text that this page has not written is ignored: %s',
  async (text) => {
    const storage = memory();
    storage.setItem('millpond log', text);
    const { log, see } = browserWith(storage);
    expect(log.read()).toBeNull();
    expect(await see(old)).toEqual({ is: 'first' });
  },
);

test('a kept checkpoint that was changed in the storage proves nothing, and is forgotten', async () => {
  const storage = memory();
  const { log, see } = browserWith(storage);
  await see(old);
  storage.setItem('millpond log', String(storage.getItem('millpond log')).replaceAll('\\n300\\n', '\\n301\\n'));
  expect(log.read()?.last).toContain('\n301\n');
  expect(await see(old)).toEqual({ is: 'first' });
  expect(log.read()?.last).toBe(old.shown.checkpoint);
});

test('listeners are told of every change, and read the same object until then', async () => {
  const { log, see } = browserWith();
  const told: (RememberedLog | null)[] = [];
  const stop = log.subscribe(() => told.push(log.read()));
  await see(old);
  await see(old);
  expect(told).toHaveLength(1);
  expect(log.read()).toBe(log.read());
  await see(rewritten);
  expect(told.map((kept) => kept?.alarm?.kind ?? null)).toEqual([null, 'changed']);
  stop();
  log.forget();
  expect(told).toHaveLength(2);
});
