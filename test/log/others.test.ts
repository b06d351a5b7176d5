// Verifiers that this project did not write accept its checkpoints, proofs and tiles, and refuse changed ones.
import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { checkpointText } from '../../src/transparency/format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { signatureLine, signNote } from '../../src/transparency/format/note.ts';
import { neededTiles, wantedConsistency, wantedInclusion, wantedRoot } from '../../src/transparency/format/proofs.ts';
import { tilePath } from '../../src/transparency/format/tile.ts';
import { leafHash } from '../../src/transparency/format/tree.ts';
import { GrownTree } from './grown-tree.ts';

const LOG = signingKey(newKeyFile(), 'exchange.example/log', 'note');
const WITNESS = signingKey(newKeyFile(), 'witness.example/w1', 'cosignature');
const entryOf = (index: number) => Buffer.from(`entry ${index}`);

function logOf(size: number) {
  const tree = new GrownTree();
  const root = tree.grow(Array.from({ length: size }, (_, index) => leafHash(entryOf(index))));
  const text = checkpointText({ origin: LOG.name, size, root });
  // A verifier has to ignore the cosignature, whose key it does not know.
  return { tree, size, root, checkpoint: signNote(text, LOG) + signatureLine(WITNESS, text, 1_763_446_000) };
}

/** Debian's packages golang-go and golang-golang-x-mod-dev. */
const GO_PATH = '/usr/share/gocode';
const hasGo = existsSync(`${GO_PATH}/src/golang.org/x/mod/sumdb/tlog`) && spawnSync('go', ['version']).status === 0;
if (!hasGo) console.warn('skipped: the check by Go needs the packages golang-go and golang-golang-x-mod-dev');

describe.skipIf(!hasGo)('Go (golang.org/x/mod/sumdb)', () => {
  const base64 = (hash: Buffer): string => hash.toString('base64');

  function inputOf(size: number) {
    const { tree, root, checkpoint } = logOf(size);
    const indices = [0, 1, 255, 256, Math.floor(size / 2), size - 2, size - 1].filter((i) => i >= 0 && i < size);
    const oldSizes = [1, 2, 255, 256, 257, Math.floor(size / 3), size - 1, size].filter((s) => s >= 1 && s <= size);
    const wanted = [
      wantedRoot(size),
      ...indices.map((index) => wantedInclusion(index, size)),
      ...oldSizes.map((old) => wantedConsistency(old, size)),
    ];
    // Go checks every tile against the tiles above it, and asks for those of the leaves themselves.
    const tiles = [...tree.tiles.keys()]
      .map((key) => key.split('/').map(Number) as [number, number])
      .map(([level, index]) => ({
        level,
        index,
        width: (tree.tiles.get(`${level}/${index}`) as Buffer).length / 32,
      }));
    const paths = new Set(tiles.map(tilePath));
    for (const tile of wanted.flatMap(neededTiles)) expect(paths).toContain(tilePath(tile));
    return {
      vkey: vkeyOf(LOG),
      checkpoint,
      size,
      root: base64(root),
      tiles: Object.fromEntries(tiles.map((tile) => [tilePath(tile), base64(tree.read(tile))])),
      inclusion: indices.map((index) => ({
        index,
        leaf: base64(tree.leaves[index] as Buffer),
        path: tree.inclusion(index).map(base64),
      })),
      consistency: oldSizes.map((oldSize) => ({
        oldSize,
        oldRoot: base64(tree.root(oldSize)),
        proof: tree.consistency(oldSize).map(base64),
      })),
    };
  }

  const check = (input: object) =>
    spawnSync('go', ['run', new URL('./check.go', import.meta.url).pathname], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      env: { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, GOFLAGS: '' },
    });

  test.each([1, 300, 66_000])('accepts a log of %i entries', (size) => {
    const input = inputOf(size);
    const { stdout, stderr } = check(input);
    expect(stderr).toBe('');
    expect(stdout).toBe(
      `1 signatures, ${input.inclusion.length} inclusion proofs, ${input.consistency.length} consistency proofs\n`,
    );
  });

  test('refuses a changed tile, a changed checkpoint and a changed proof', () => {
    const input = inputOf(300);
    const other = base64(Buffer.alloc(32, 1));
    const [first, ...rest] = input.inclusion;
    expect(check({ ...input, checkpoint: input.checkpoint.replace('\n300\n', '\n301\n') }).status).not.toBe(0);
    expect(check({ ...input, tiles: { ...input.tiles, 'tile/1/000.p/1': other } }).status).not.toBe(0);
    expect(check({ ...input, inclusion: [{ ...first, leaf: other }, ...rest] }).status).not.toBe(0);
  });
});

describe('sigstore (@sigstore/verify)', () => {
  const require = createRequire(import.meta.url);
  const { verifyCheckpoint } = require('@sigstore/verify/dist/tlog/checkpoint.js');
  const { verifyMerkleInclusion } = require('@sigstore/verify/dist/tlog/merkle.js');
  const keyId = Buffer.alloc(4);
  keyId.writeUInt32BE(LOG.id);
  const trusted = [{ logID: keyId, baseURL: `https://${LOG.name}`, publicKey: createPublicKey(LOG.privateKey) }];

  function entryIn({ tree, checkpoint }: ReturnType<typeof logOf>, index: number) {
    return {
      canonicalizedBody: entryOf(index),
      inclusionProof: { logIndex: String(index), hashes: tree.inclusion(index), checkpoint: { envelope: checkpoint } },
    };
  }

  test.each([1, 2, 3, 255, 256, 257, 1000])('accepts a checkpoint of %i entries and inclusion proofs', (size) => {
    const log = logOf(size);
    for (const index of new Set([0, size >> 1, size - 1])) {
      const entry = entryIn(log, index);
      const checkpoint = verifyCheckpoint(entry, trusted);
      expect(Number(checkpoint.logSize)).toBe(size);
      verifyMerkleInclusion(entry, checkpoint);
    }
  });

  test('refuses another entry and a changed checkpoint', () => {
    const entry = entryIn(logOf(300), 7);
    const checkpoint = verifyCheckpoint(entry, trusted);
    expect(() => verifyMerkleInclusion({ ...entry, canonicalizedBody: entryOf(8) }, checkpoint)).toThrow('root hash');
    entry.inclusionProof.checkpoint.envelope = entry.inclusionProof.checkpoint.envelope.replace('\n300\n', '\n301\n');
    expect(() => verifyCheckpoint(entry, trusted)).toThrow('invalid checkpoint signature');
  });
});
