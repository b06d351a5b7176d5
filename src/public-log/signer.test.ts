// The signer: the file beside the key holds the last checkpoint that any process signed, whole.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { useTempFolder } from '../../test/temp-folder.ts';
import { newKeyFile } from '../log/keys.ts';
import { FileSigner } from './signer.ts';

const inFolder = useTempFolder();
const KEY = newKeyFile();
const ORIGIN = 'example.com/log';
const ROOT = Buffer.alloc(32, 7).toString('base64');

const signerAt = (file: string) =>
  new FileSigner(KEY, file, (error) => {
    throw error;
  });
const kept = (file: string) => readFileSync(file, 'utf8').split('\n', 2);

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
