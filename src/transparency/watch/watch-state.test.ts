// The state file of a watcher: on the disk before anybody is told, whole, and of one process alone.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { checkpointText, EMPTY_HEAD } from '../format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../format/keys.ts';
import { signNote } from '../format/note.ts';
import { readKept, StateTaken, StateUnkept, WatchState } from './watch-state.ts';

const KEY = signingKey(newKeyFile(), 'example.com/log', 'note');
const FIRST = { vkey: vkeyOf(KEY) };
const noteOf = (size: number): string =>
  signNote(checkpointText({ origin: KEY.name, ...EMPTY_HEAD, size, root: Buffer.alloc(32, size) }), KEY);
const keeping = (size: number) => ({ ...FIRST, checkpoint: noteOf(size) });

const inFolder = useTempFolder();
let file: string;
beforeEach(() => {
  file = inFolder('state.json');
});
const put = (state: WatchState, size: number) => state.change(() => ({ keep: keeping(size), result: size }));

test('what is kept is synced, then renamed, then its folder is synced, so that a power failure leaves one whole state', async () => {
  const state = new WatchState(file, FIRST);
  await put(state, 1);
  const handle = await open(file);
  const files = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = files;
  const steps: string[] = [];
  vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    const kept = JSON.parse(readFileSync(file, 'utf8')).checkpoint === noteOf(2) ? 'new' : 'old';
    const drafts = readdirSync(dirname(file)).filter((name) => name !== 'state.json');
    const isWhole = drafts.every((name) => JSON.parse(readFileSync(inFolder(name), 'utf8')).checkpoint === noteOf(2));
    const what = (await this.stat()).isDirectory() ? 'folder' : 'file';
    steps.push(`${what} synced: ${kept} state, ${drafts.length} drafts${isWhole ? '' : ', not whole'}`);
    await sync.call(this);
  });
  expect(await put(state, 2)).toBe(2);
  expect(steps).toEqual(['file synced: old state, 1 drafts', 'folder synced: new state, 0 drafts']);
  expect(await readKept(file)).toMatchObject(keeping(2));
});

test('changes are made one after another, each from what the one before has kept', async () => {
  const state = new WatchState(file, FIRST);
  const seen = await Promise.all(
    [1, 2, 3].map((size) => state.change((kept) => ({ keep: keeping(size), result: kept.checkpoint }))),
  );
  expect(seen).toEqual([undefined, noteOf(1), noteOf(2)]);
  expect(await state.change((kept) => ({ result: kept }))).toMatchObject(keeping(3));
  expect(await readKept(file)).toMatchObject(keeping(3));
});

test('the last checkpoint of each day is kept as well', async () => {
  let nowMs = Date.UTC(2026, 10, 18, 23, 59);
  const state = new WatchState(file, FIRST, () => nowMs);
  await put(state, 1);
  await put(state, 2);
  nowMs += 60_000;
  await state.change((kept) => ({ keep: { ...kept, doubts: [noteOf(9)] }, result: undefined }));
  await put(state, 3);
  const days = [
    { day: '2026-11-18', checkpoint: noteOf(2) },
    { day: '2026-11-19', checkpoint: noteOf(3) },
  ];
  expect(await readKept(file)).toEqual({ ...keeping(3), days });
  expect(state.kept).toEqual({ ...keeping(3), days });
});

test('a state that another process has changed is not overwritten', async () => {
  const [one, other] = [new WatchState(file, FIRST), new WatchState(file, FIRST)];
  await put(one, 1);
  await expect(put(other, 2)).rejects.toThrow(StateTaken);
  expect(other.kept).toEqual(FIRST);
  expect(await readKept(file)).toMatchObject(keeping(1));
  // The first goes on.
  await put(one, 3);
  expect(await readKept(file)).toMatchObject(keeping(3));
});

test('a state that cannot be written is not kept in memory either, and the next change works again', async () => {
  const missing = new WatchState(inFolder('missing/state.json'), FIRST);
  await expect(put(missing, 1)).rejects.toThrow(StateUnkept);
  expect(missing.kept).toBe(FIRST);
  writeFileSync(file, 'something else');
  const damaged = new WatchState(file, FIRST);
  await expect(put(damaged, 1)).rejects.toThrow('it is not a state file of millpond watch');
  writeFileSync(file, JSON.stringify(FIRST));
  expect(await put(damaged, 1)).toBe(1);
  await damaged.settled();
});

describe('a file is read', () => {
  test('if there is none, as no state', async () => expect(await readKept(file)).toBeUndefined());

  test.each([
    ['no JSON', 'x'],
    ['no key', '{}'],
    ['another key', JSON.stringify({ ...keeping(1), vkey: vkeyOf(signingKey(newKeyFile(), KEY.name, 'note')) })],
    ['a day without a checkpoint', JSON.stringify({ ...keeping(1), days: [{ day: '2026-11-18' }] })],
    ['a checkpoint that nobody signed', JSON.stringify({ ...FIRST, checkpoint: 'example.com/log\n1\nAAAA\n' })],
  ])('with %s, as no state file', async (_, text) => {
    writeFileSync(file, text);
    await expect(readKept(file)).rejects.toThrow('it is not a state file of millpond watch');
  });

  test('that is a folder, with the reason why it cannot be', async () =>
    expect(readKept(dirname(file))).rejects.toThrow('it cannot be read (EISDIR)'));
});
