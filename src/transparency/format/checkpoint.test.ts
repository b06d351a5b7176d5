// Checkpoints that are not written exactly as the format demands are malformed.
import { expect, test } from 'vitest';
import { checkpointText, EMPTY_HEAD, parseCheckpoint } from './checkpoint.ts';
import { MalformedLogText } from './format.ts';
import { addCheckpointBody, parseAddCheckpoint } from './witness.ts';

const ORIGIN = 'example.com/log';
const base64 = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');

test('a checkpoint is read as it was written', () => {
  const checkpoint = { origin: ORIGIN, size: 9, root: Buffer.alloc(32, 7), extensions: ['more'] };
  expect(parseCheckpoint(checkpointText(checkpoint))).toEqual(checkpoint);
  expect(parseCheckpoint(checkpointText({ origin: ORIGIN, ...EMPTY_HEAD }))).toMatchObject(EMPTY_HEAD);
});

test.each([31, 33, 64])('a root of %d bytes is malformed, and so is a hash in the proof for a witness', (bytes) => {
  const message = `has ${bytes} bytes instead of 32`;
  expect(() => parseCheckpoint(`${ORIGIN}\n9\n${base64(bytes)}\n`)).toThrow(message);
  const body = addCheckpointBody({ oldSize: 1, proof: [Buffer.alloc(bytes, 7)], checkpoint: 'note' });
  expect(() => parseAddCheckpoint(body)).toThrow(message);
});

test.each([
  ['an empty origin', `\n9\n${base64(32)}\n`],
  ['the first line of a receipt', `${ORIGIN}/receipt\n9\n${base64(32)}\n`],
  ['no newline at its end', `${ORIGIN}\n9\n${base64(32)}`],
  ['an empty line', `${ORIGIN}\n9\n${base64(32)}\n\n`],
  ['a size with a zero in front', `${ORIGIN}\n09\n${base64(32)}\n`],
  ['a size with a sign', `${ORIGIN}\n-9\n${base64(32)}\n`],
  ['a size of 2^53', `${ORIGIN}\n9007199254740992\n${base64(32)}\n`],
  ['a root that is not base64', `${ORIGIN}\n9\n!${base64(32).slice(1)}\n`],
])('a checkpoint with %s is malformed', (_, text) => {
  expect(() => parseCheckpoint(text)).toThrow(MalformedLogText);
});

test.each([
  ['an empty origin', { origin: '' }],
  ['a newline in its origin', { origin: 'a\nb' }],
  ['an empty extension', { extensions: [''] }],
])('a checkpoint with %s is not written', (_, over) => {
  expect(() => checkpointText({ origin: ORIGIN, ...EMPTY_HEAD, ...over })).toThrow('a line of a checkpoint');
});
