import { describe, expect, test } from 'vitest';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import { naiveLeaf } from '../../../test/log/naive.ts';
import conversation from '../../../test/log/vectors/witness.json' with { type: 'json' };
import { checkpointText } from './checkpoint.ts';
import { newKeyFile, signingKey, verifierKey } from './keys.ts';
import { openNote, parseNote, signatureLine, signNote } from './note.ts';
import type { TreeHead } from './verify.ts';
import { addCheckpointBody, answerAddCheckpoint, parseAddCheckpoint, readWitnessAnswer } from './witness.ts';

const WITNESS = signingKey(newKeyFile(), 'witness.example/w1', 'cosignature');
const NOW = 1_763_446_000;

test('the requests that litewitness is tested with get its answers', () => {
  const { origin, logPublicKey, requests } = conversation;
  const keys = [verifierKey(origin, 'note', Buffer.from(logPublicKey, 'hex'))];
  let latest: TreeHead | undefined;
  for (const { body, status, answer } of requests) {
    expect(addCheckpointBody(parseAddCheckpoint(body))).toBe(body);
    const given = answerAddCheckpoint(body, (asked) => (asked === origin ? { keys, latest } : undefined), WITNESS, NOW);
    // Since that test was written, an unknown log is 404.
    expect(given.status).toBe(body.includes(origin) ? status : 404);
    if (answer !== null) expect(given).toMatchObject({ body: answer, type: 'text/x.tlog.size' });
    if (given.cosigned) latest = given.cosigned;
  }
  expect(latest?.size).toBe(5);
});

describe('a log and its witness', () => {
  const log = signingKey(newKeyFile(), 'exchange.example/log', 'note');
  const tree = new GrownTree();
  tree.grow(Array.from({ length: 20 }, (_, index) => naiveLeaf(Buffer.from(String(index)))));
  const head = (size: number): TreeHead => ({ size, root: size === 0 ? EMPTY : tree.root(size) });
  const EMPTY = Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'hex');
  const checkpointOf = (size: number, root: Uint8Array = head(size).root) =>
    signNote(checkpointText({ origin: log.name, size, root }), log);
  const bodyOf = (oldSize: number, size: number) =>
    addCheckpointBody({ oldSize, proof: tree.consistency(oldSize, size), checkpoint: checkpointOf(size) });
  const answer = (body: string, latest?: TreeHead) =>
    answerAddCheckpoint(body, (origin) => (origin === log.name ? { keys: [log], latest } : undefined), WITNESS, NOW);

  test('a cosignature is given for the first checkpoint and for those that extend it', () => {
    for (const [oldSize, size] of [
      [0, 0],
      [0, 5],
      [5, 5],
      [5, 8],
      [8, 20],
    ] as const) {
      const checkpoint = checkpointOf(size);
      const body = size === 0 ? addCheckpointBody({ oldSize, proof: [], checkpoint }) : bodyOf(oldSize, size);
      const given = answer(body, oldSize === 0 ? undefined : head(oldSize));
      expect(given).toMatchObject({ status: 200, cosigned: { size } });
      expect(readWitnessAnswer(given, checkpoint, [WITNESS])).toMatchObject({
        cosignatures: [{ key: { name: 'witness.example/w1' }, time: NOW }],
      });
      expect(openNote(checkpoint + given.body, [log, WITNESS]).signatures).toHaveLength(2);
    }
  });

  const proof = tree.consistency(5, 8);
  test.each<[string, number, string, TreeHead?]>([
    ['another old size', 409, bodyOf(4, 8), head(5)],
    ['an old size for a log without a checkpoint', 409, bodyOf(5, 8)],
    ['an old size above the new one', 400, addCheckpointBody({ oldSize: 9, proof: [], checkpoint: checkpointOf(8) })],
    ['no proof', 422, addCheckpointBody({ oldSize: 5, proof: [], checkpoint: checkpointOf(8) }), head(5)],
    ['a proof from nothing', 422, addCheckpointBody({ oldSize: 0, proof, checkpoint: checkpointOf(8) })],
    ['another root of the same size', 409, bodyOf(5, 5), { size: 5, root: Buffer.alloc(32) }],
    ['another history', 422, bodyOf(5, 8), { size: 5, root: Buffer.alloc(32) }],
    [
      'a root of an empty tree that is not',
      422,
      addCheckpointBody({ oldSize: 0, proof: [], checkpoint: checkpointOf(0, Buffer.alloc(32)) }),
    ],
    ['a changed signature', 403, bodyOf(0, 8).replace('\n8\n', '\n7\n')],
    ['an unknown log', 404, bodyOf(0, 8).replaceAll('exchange', 'exchanges')],
    ['no old size', 400, bodyOf(0, 8).replace('old 0\n', '')],
    ['a leading zero', 400, bodyOf(0, 8).replace('old 0', 'old 00')],
    [
      '64 lines of proof',
      400,
      addCheckpointBody({ oldSize: 5, proof: Array(64).fill(EMPTY), checkpoint: checkpointOf(8) }),
      head(5),
    ],
    ['a short hash', 400, bodyOf(0, 8).replace('old 0\n', 'old 0\nAAAA\n')],
    ['nothing', 400, ''],
  ])('%s is %i', (_, status, body, latest) => {
    const given = answer(body, latest);
    expect(given.status).toBe(status);
    expect(given.cosigned).toBeUndefined();
    if (status === 409) expect(given).toMatchObject({ type: 'text/x.tlog.size', body: `${latest?.size ?? 0}\n` });
  });

  test('the log reads conflicts and refusals, and trusts no cosignature of another key or text', () => {
    const checkpoint = checkpointOf(8);
    const reply = (status: number, body: string, type = 'text/plain') =>
      readWitnessAnswer({ status, type, body }, checkpoint, [WITNESS]);
    expect(reply(409, '5\n', 'text/x.tlog.size')).toEqual({ conflictSize: 5 });
    expect(reply(409, '5\n')).toEqual({ refused: 'it answered 409: 5' });
    expect(reply(409, '-5\n', 'text/x.tlog.size')).toHaveProperty('refused');
    expect(reply(500, 'oops')).toEqual({ refused: 'it answered 500: oops' });
    expect(reply(200, '')).toHaveProperty('refused');
    expect(reply(200, answer(bodyOf(0, 5)).body)).toHaveProperty('refused');
    const other = signingKey(newKeyFile(), 'witness.example/w1', 'cosignature');
    const theirs = answerAddCheckpoint(bodyOf(0, 8), () => ({ keys: [log] }), other, NOW).body;
    expect(reply(200, theirs)).toHaveProperty('refused');
    expect(reply(200, theirs + answer(bodyOf(0, 8)).body)).toHaveProperty('cosignatures');
    const more = `${parseNote(checkpoint).text}\nmore\n`;
    expect(reply(200, `more\n\n${signatureLine(WITNESS, more, NOW)}`)).toHaveProperty('refused');
    const undated = signatureLine(WITNESS, parseNote(checkpoint).text, 8_640_000_000_001);
    expect(reply(200, undated)).toHaveProperty('refused');
  });
});
