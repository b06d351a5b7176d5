// The signer: the file beside the key holds the last checkpoint that any process signed, whole.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { newKeyFile } from '../format/keys.ts';
import { FileSigner } from './signer.ts';

const inFolder = useTempFolder();
const KEY = newKeyFile();
const ORIGIN = 'example.com/log';
const ROOT = Buffer.alloc(32, 7).toString('base64');

const signerAt = (file: string) => new FileSigner(KEY, file);
const noteIn = (text: string): string => JSON.parse(text).checkpoint;
const kept = (file: string) => noteIn(readFileSync(file, 'utf8')).split('\n', 2);

test('a process that lost the lease unnoticed does not replace a larger checkpoint by its own', async () => {
  const file = inFolder('key.last');
  const [late, holder] = [signerAt(file), signerAt(file)];
  await late.sign({ origin: ORIGIN, size: 5, root: ROOT });
  await holder.sign({ origin: ORIGIN, size: 12, root: ROOT });
  expect((await late.sign({ origin: ORIGIN, size: 6, root: ROOT })).note).toContain(`${ORIGIN}\n6\n`);
  expect(kept(file)).toEqual([ORIGIN, '12']);
  await holder.sign({ origin: `${ORIGIN}/2`, size: 3, root: ROOT });
  expect(kept(file)).toEqual([`${ORIGIN}/2`, '3']);
  expect(readdirSync(dirname(file))).toEqual(['key.last']);
});

test('processes that sign at the same moment leave one of their checkpoints, whole', async () => {
  const file = inFolder('key.last');
  for (let round = 0; round < 20; round += 1) {
    const sizes = [9, 10, 100_000].map((size) => size + round);
    await Promise.all(sizes.map((size) => signerAt(file).sign({ origin: ORIGIN, size, root: ROOT })));
    expect(sizes).toContain((await signerAt(file).last(1, ORIGIN))?.size);
  }
});

test('a checkpoint is on the disk, whole, before it replaces the one before, which a power failure would otherwise empty', async () => {
  const file = inFolder('key.last');
  const signer = signerAt(file);
  await signer.sign({ origin: ORIGIN, size: 5, root: ROOT });
  const handle = await open(file);
  const files = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = files;
  const synced: unknown[] = [];
  vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    const drafts = readdirSync(dirname(file)).filter((name) => name !== 'key.last');
    synced.push([drafts.map((name) => noteIn(readFileSync(inFolder(name), 'utf8'))), kept(file)]);
    await sync.call(this);
  });
  const { note } = await signer.sign({ origin: ORIGIN, size: 6, root: ROOT });
  expect(synced).toEqual([[[note], [ORIGIN, '5']]]);
  expect(kept(file)).toEqual([ORIGIN, '6']);
});

test('a checkpoint that cannot be kept is not signed, unless a witness knows what was signed', async () => {
  const failures: string[] = [];
  const signer = new FileSigner(KEY, inFolder('missing/key.last'), ({ message }) => failures.push(message));
  const checkpoint = { origin: ORIGIN, size: 5, root: ROOT };
  await expect(signer.sign(checkpoint)).rejects.toThrow(/cannot be kept in .*key.last \(ENOENT\)/);
  expect(failures).toEqual([]);
  const { note } = await signer.sign(checkpoint, { mayBeUnkept: true });
  expect(note).toContain(`${ORIGIN}\n5\n${ROOT}\n`);
  expect(failures).toEqual([expect.stringContaining('ENOENT')]);
});

test('the last checkpoint counts for its own log and for earlier ones of the same exchange, and for no other', async () => {
  const file = inFolder('key.last');
  const signer = signerAt(file);
  expect(await signer.last(1, ORIGIN)).toBeUndefined();
  const { note } = await signer.sign({ origin: `${ORIGIN}/2`, size: 5, root: ROOT });
  const signed = { log: 2, size: 5, root: ROOT, note, database: null };
  expect(await signer.last(1, ORIGIN)).toEqual(signed);
  expect(await signer.last(2, `${ORIGIN}/2`)).toEqual(signed);
  expect(await signer.last(3, `${ORIGIN}/3`)).toBeUndefined();
  expect(await signer.last(1, 'example.com/other')).toBeUndefined();
  expect(await signer.last(1, 'example.com/lo')).toBeUndefined();
  await expect(new FileSigner(newKeyFile(), file).last(1, ORIGIN)).rejects.toThrow('not signed with this key');
});

test.each([
  ['empty', ''],
  ['cut off', '{"checkpoint":"example.com/log\\n5'],
  ['a note alone', 'example.com/log\n5\n'],
  ['without a checkpoint', '{"database":null}'],
  ['not signed', '{"checkpoint":"example.com/log\\n5\\n"}'],
])('a file that is %s is an error with advice, and is not overwritten', async (_, text) => {
  const file = inFolder('key.last');
  writeFileSync(file, text);
  await expect(signerAt(file).last(1, ORIGIN)).rejects.toThrow(
    /key.last is damaged .*: do not delete it: millpond log recover/,
  );
  await expect(signerAt(file).sign({ origin: ORIGIN, size: 9, root: ROOT })).rejects.toThrow('is damaged');
  expect(readFileSync(file, 'utf8')).toBe(text);
});
