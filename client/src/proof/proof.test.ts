import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { BalanceIds, BalanceLeaves, leafOfRecord } from '../../../src/transparency/format/balances.ts';
import { checkpointText } from '../../../src/transparency/format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../../src/transparency/format/keys.ts';
import {
  hashOfList,
  headOfList,
  LinesTree,
  liabilitiesText,
  type TokenLiability,
  tokenLine,
} from '../../../src/transparency/format/liabilities.ts';
import { signatureLine, signNote } from '../../../src/transparency/format/note.ts';
import { LeafHasher, rowText } from '../../../src/transparency/format/row.ts';
import { verifiedAmount } from '../../../test/log/balance-verifier.ts';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import vectors from '../../../test/log/vectors/merkle.json' with { type: 'json' };
import witness from '../../../test/log/vectors/witness.json' with { type: 'json' };
import { times } from '../../../test/times.ts';
import { sha256 } from './bytes.ts';
import { rootOfPath, rootsOfProof } from './merkle.ts';
import {
  type BalanceProof,
  ProofRefused,
  type TransactionProof,
  verifyBalanceProof,
  verifyCheckpoint,
  verifyConsistency,
  verifyTransactionProof,
} from './proof.ts';

const SECRET = Buffer.alloc(32, 3);
const LOG = signingKey(newKeyFile(), 'exchange.example/log', 'note');
const WITNESS = signingKey(newKeyFile(), 'witness.example/w1', 'cosignature');
const key = vkeyOf(LOG);

// A list of totals with five balances of one token, whose hash is the receipt of the last row.
const ids = new BalanceIds(SECRET, 299, 'LP EQpool');
const ACCOUNTS = ['alice', 'bob', 'carol', 'dora', 'erin'];
const amountOf = (number: number) => 10n ** BigInt(number * 7);
const leaves = new BalanceLeaves(ids);
ACCOUNTS.forEach((account, number) => {
  leaves.add(account, amountOf(number));
});
const records = [...leaves.sorted()];
const people = new GrownTree();
const peopleRoot = people.grow(records.map(leafOfRecord));
const head = { asOf: 299, atMs: 1_763_446_000_000, log: 1, intervalMs: 86_400_000, previous: 'ab'.repeat(32) };
const peopleTotal = ACCOUNTS.reduce((sum, _, number) => sum + amountOf(number), 0n);
const other = { people: 0, peopleTotal: 0n, root: Buffer.alloc(32), own: [] };
const TOKENS: readonly TokenLiability[] = [
  { token: 'EQother', ...other },
  {
    ...{ token: 'LP EQpool', people: ACCOUNTS.length, peopleTotal, root: peopleRoot },
    own: [{ account: 'the lock', amount: 1000n }],
  },
  { token: 'LP EQthird', ...other },
];
const OWN_LINE = 1;
const lines = TOKENS.map(tokenLine);
const linesTree = new LinesTree(lines);
const listText = headOfList(liabilitiesText(head, TOKENS));
const listHash = createHash('sha256').update(listText).digest('hex');

const rows = Array.from({ length: 300 }, (_, index) => ({
  sequence: index + 1,
  id: `id-${index + 1}`,
  kind: index === 299 ? 'liabilities' : 'transfer',
  actor: index === 299 ? 'the keeper' : `Zoë${index}`,
  createdAtMs: 1_763_446_000_000 + index,
  receipt:
    index === 299
      ? JSON.stringify({ kind: 'liabilities', format: 2, ...head, hash: listHash })
      : `{"amount":${index === 8 ? '"\ufffd"' : index}}`,
}));
const hasher = new LeafHasher(SECRET);
const tree = new GrownTree();
tree.grow(rows.map((row) => hasher.leafOf(row)));
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));
const textOf = (size: number) => checkpointText({ origin: LOG.name, size, root: tree.root(size) });
const checkpointOf = (size: number) => signNote(textOf(size), LOG);
const proofOf = (sequence: number, size = rows.length): TransactionProof => ({
  row: rowText(rows[sequence - 1] as (typeof rows)[0]),
  nonce: hasher.nonceOf(rows[sequence - 1] as (typeof rows)[0]).toString('hex'),
  index: sequence - 1,
  path: hex(tree.inclusion(sequence - 1, size)),
  checkpoint: checkpointOf(size),
});
const balanceProofOf = (number: number): BalanceProof => {
  const account = ACCOUNTS[number] as string;
  const index = records.findIndex((record) => ids.idOf(account).equals(record.subarray(0, 32)));
  return {
    token: 'LP EQpool',
    account,
    amount: String(amountOf(number)),
    nonce: ids.nonceOf(account).toString('hex'),
    index,
    path: hex(people.inclusion(index)),
    line: { text: lines[OWN_LINE] as string, index: OWN_LINE, path: hex(linesTree.path(OWN_LINE)) },
    list: listText,
    transaction: proofOf(300),
  };
};

const refusalOf = async (checked: Promise<unknown>): Promise<ProofRefused> => {
  const error = await checked.then(
    () => undefined,
    (cause) => cause,
  );
  expect(error).toBeInstanceOf(ProofRefused);
  return error;
};

test('a receipt is proven at every size of the log from its own on, and each step is told', async () => {
  for (const size of [7, 8, 9, 255, 256, 257, 300]) {
    const verified = await verifyTransactionProof(proofOf(7, size), { key });
    expect(verified).toMatchObject({ sequence: 7, kind: 'transfer', actor: 'Zoë6', checkpoint: { size } });
    const { path } = proofOf(7, size);
    expect(verified.steps.map(({ step }) => step)).toEqual([
      'signature',
      'entry',
      'leaf',
      ...path.map(() => 'node'),
      'root',
    ]);
    expect(verified.steps.at(-1)).toEqual({ step: 'root', hash: tree.root(size).toString('hex') });
  }
});

test.each<[string, Partial<TransactionProof>, string]>([
  [
    'a digit of the receipt',
    { row: proofOf(7).row.replace('"amount":6', '"amount":9') },
    'is not in the log as it is written',
  ],
  ['the time', { row: proofOf(7).row.replace('0006', '0007') }, 'is not in the log'],
  ['the place', { index: 8 }, 'transaction 7 is leaf 6'],
  ['the nonce', { nonce: '0'.repeat(64) }, 'is not in the log'],
  ['the length of the path', { path: proofOf(7).path.slice(1) }, 'shorter'],
  ['a longer path', { path: [...proofOf(7).path, 'a'.repeat(64)] }, 'longer'],
  ['a hash in capitals', { path: proofOf(7).path.map((hash) => hash.toUpperCase()) }, '64 hex digits'],
  ['the checkpoint', { checkpoint: checkpointOf(300).replace('\n300\n', '\n301\n') }, 'does not fit the text'],
  ['the version', { row: proofOf(7).row.replace('v1', 'v2') }, 'newer client'],
  ['an older checkpoint', { checkpoint: checkpointOf(5) }, 'has 5 leaves'],
])('a proof with %s changed is refused', async (_, change, message) => {
  const refused = await refusalOf(verifyTransactionProof({ ...proofOf(7), ...change }, { key }));
  expect(refused.message).toContain(message);
});

test('a checkpoint needs the log that was asked for, and as many witnesses as were asked for', async () => {
  const witnesses = [vkeyOf(WITNESS)];
  const cosigned = checkpointOf(300) + signatureLine(WITNESS, textOf(300), 1_763_446_100);
  expect(await verifyCheckpoint(cosigned, { key, witnesses, quorum: 1 })).toMatchObject({
    origin: 'exchange.example/log',
    size: 300,
    witnesses: [{ name: 'witness.example/w1', time: 1_763_446_100 }],
  });
  const refusals: [string, Parameters<typeof verifyCheckpoint>[1], string][] = [
    [checkpointOf(300), { key, witnesses, quorum: 1 }, '0 of the known witnesses have signed, and 1 are needed'],
    [cosigned, { key, witnesses: [...witnesses, ...witnesses], quorum: 2 }, '1 of the known witnesses'],
    [cosigned, { key: vkeyOf(WITNESS) }, 'that of a witness'],
    [cosigned, { key, witnesses: [key] }, 'not that of a witness'],
    [cosigned, { key: vkeyOf(signingKey(newKeyFile(), LOG.name, 'note')) }, 'Is the key the right one?'],
    [cosigned, { key: key.replace('log+', 'log2+') }, 'wrong character'],
    [cosigned, { key: 'nonsense' }, '<name>+<key id>+<public key>'],
    [cosigned.slice(0, -1), { key }, 'cut off'],
    [cosigned, { key, witnesses, quorum: Number.NaN }, 'NaN are needed'],
    [checkpointOf(300) + signatureLine(WITNESS, textOf(300), 8_640_000_000_001), { key, witnesses }, 'does not fit'],
    [signNote(textOf(300).replace('/log', '/other'), LOG), { key }, 'The text begins with exchange.example/other'],
    [checkpointOf(300) + signatureLine(WITNESS, textOf(299), 5), { key, witnesses }, 'witness.example/w1 does not fit'],
  ];
  for (const [note, trust, message] of refusals) {
    expect((await refusalOf(verifyCheckpoint(note, trust))).message).toContain(message);
  }
});

test('a checkpoint of sum.golang.org has its signature, but names another log than its key', async () => {
  const { checkpoint, vkey } = witness.sumdb;
  const refused = await refusalOf(verifyCheckpoint(checkpoint, { key: vkey }));
  expect(refused.message).toContain('The text begins with go.sum database tree');
  expect(refused.steps).toEqual([{ step: 'signature', name: 'sum.golang.org', time: null }]);
});

test('a log that grew is consistent; one that shrank or changed is not', async () => {
  const proven = (old: number, now: number, change = {}) =>
    verifyConsistency(
      { old: checkpointOf(old), now: checkpointOf(now), proof: hex(tree.consistency(old, now)), ...change },
      { key },
    );
  for (const [old, now] of [
    [1, 1],
    [1, 2],
    [3, 7],
    [128, 300],
    [255, 256],
    [299, 300],
  ] as const) {
    expect(await proven(old, now)).toMatchObject({ size: now });
  }
  const other = checkpointText({ origin: LOG.name, size: 200, root: Buffer.alloc(32, 9) });
  expect((await refusalOf(proven(200, 300, { old: signNote(other, LOG) }))).message).toContain('past was changed');
  expect((await refusalOf(proven(200, 300, { now: checkpointOf(100) }))).message).toContain(
    '100 entries is older than the one of 200',
  );
  expect((await refusalOf(proven(200, 300, { proof: [] }))).message).toContain('too few');
  expect((await refusalOf(proven(200, 200, { proof: ['a'.repeat(64)] }))).message).toContain('too many');
});

describe('vectors of transparency-dev', () => {
  const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));
  const join = (left: Uint8Array<ArrayBuffer>, right: Uint8Array<ArrayBuffer>) => sha256(Uint8Array.of(1), left, right);
  const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
  test('inclusion', async () => {
    for (const { name, leafIdx, treeSize, root, leafHash, proof, wantErr } of vectors.inclusion) {
      const found = await Promise.try(() =>
        rootOfPath(bytes(leafHash), leafIdx, treeSize, (proof ?? []).map(bytes), join),
      ).catch(() => undefined);
      // Two vectors have an empty root or leaf, which no proof can have in hex.
      const isHash = bytes(root).length === 32 && bytes(leafHash).length === 32;
      expect([name, isHash && found !== undefined && isSame(found, bytes(root))]).toEqual([name, !wantErr]);
    }
  });
  test('consistency', async () => {
    for (const { name, size1, size2, root1, root2, proof, wantErr } of vectors.consistency) {
      if (size1 === 0 || size2 < size1) continue;
      const found = await rootsOfProof(bytes(root1), size1, size2, (proof ?? []).map(bytes), join).catch(
        () => undefined,
      );
      const isFound = found !== undefined && isSame(found.old, bytes(root1)) && isSame(found.now, bytes(root2));
      expect([name, isFound]).toEqual([name, !wantErr]);
    }
  });
});

test('a balance is proven to be counted, by this verifier and by one that was written from the documents', async () => {
  for (const number of ACCOUNTS.keys()) {
    const verified = await verifyBalanceProof(balanceProofOf(number), { key });
    expect(verified).toMatchObject({
      account: ACCOUNTS[number],
      amount: amountOf(number),
      peopleTotal,
      people: 5,
      total: peopleTotal + 1000n,
      sequence: 299,
    });
    expect(verifiedAmount(balanceProofOf(number), key)).toBe(amountOf(number));
  }
});

test('a text with half a character is refused, since its bytes are those of another text', async () => {
  const proof = proofOf(9);
  expect(proof.row).toContain('\ufffd');
  expect(await verifyTransactionProof(proof, { key })).toMatchObject({ sequence: 9 });
  const other = { ...proof, row: proof.row.replace('\ufffd', '\ud800') };
  expect((await refusalOf(verifyTransactionProof(other, { key }))).message).toContain('is not Unicode');
});

test.each([null, 'a'.repeat(64), { length: 0 }, [null]])('a path that is %j is refused', async (path) => {
  const refusal = await refusalOf(verifyTransactionProof({ ...proofOf(7), path: path as never }, { key }));
  expect(refusal.message).toContain('The path is not a list');
});

const BALANCE = balanceProofOf(1);
const withLine = (line: Partial<BalanceProof['line']>) => ({ line: { ...BALANCE.line, ...line } });
const ofLine = (at: number) => ({ text: lines[at] as string, index: at, path: hex(linesTree.path(at)) });
test.each<[string, Partial<BalanceProof>, string]>([
  ['less', { amount: '9999999' }, 'is not counted'],
  ['a negative amount', { amount: '-1' }, 'between 0 and 2^120-1'],
  ['an amount of 2^120', { amount: String(2n ** 120n) }, 'between 0 and 2^120-1'],
  ['another account', { account: 'mallory' }, 'is not counted'],
  ['the path of another', { path: balanceProofOf(2).path }, 'is not counted'],
  ['another token', { token: 'EQother' }, 'is not about EQother'],
  ['the line of another token', { line: ofLine(0) }, 'is not about LP EQpool'],
  ['the line of a token of which nobody has any', { token: 'LP EQthird', line: ofLine(2) }, 'has 0 leaves'],
  ['another total', withLine({ text: ofLine(1).text.replace(' 1000 ', ' 1001 ') }), 'is not in the list of totals'],
  ['a line at another place', withLine({ index: 0 }), 'is not in the list of totals'],
  ['a line without a path', withLine({ path: [] }), 'shorter'],
  ['a list with another time', { list: listText.replace('\n299\n', '\n298\n') }, 'does not contain this list'],
  ['more after the list', { list: `${listText}\n` }, 'does not contain this list'],
  ['another row', { transaction: proofOf(7) }, 'does not contain this list'],
  ['an account that is no text', { account: 5 as never }, 'is not Unicode'],
  ['no line', { line: undefined as never }, 'is not Unicode'],
  ['a path that is none', { path: null as never }, 'is not a list'],
  ['a path with a hole', { path: [null as never] }, 'is not a list'],
])('a balance with %s is refused', async (_, change, message) => {
  expect((await refusalOf(verifyBalanceProof({ ...BALANCE, ...change }, { key }))).message).toContain(message);
});

test('an amount above the total of all people is refused, though it is in the tree', async () => {
  const small = { ...(TOKENS[OWN_LINE] as TokenLiability), peopleTotal: amountOf(4) - 1n };
  const lie = liabilitiesText(head, [small]);
  const tree = new LinesTree([tokenLine(small)]);
  const row = {
    ...(rows[299] as (typeof rows)[0]),
    receipt: JSON.stringify({ kind: 'liabilities', format: 2, ...head, hash: hashOfList(lie) }),
  };
  const log = new GrownTree();
  const root = log.grow([...rows.slice(0, 299), row].map((each) => hasher.leafOf(each)));
  const transaction = {
    ...{ row: rowText(row), nonce: hasher.nonceOf(row).toString('hex'), index: 299, path: hex(log.inclusion(299)) },
    checkpoint: signNote(checkpointText({ origin: LOG.name, size: 300, root }), LOG),
  };
  const line = { text: tokenLine(small), index: 0, path: hex(tree.path(0)) };
  const proofOfLie = (number: number) => ({ ...balanceProofOf(number), line, list: headOfList(lie), transaction });
  expect(await verifyBalanceProof(proofOfLie(3), { key })).toMatchObject({ amount: amountOf(3) });
  expect((await refusalOf(verifyBalanceProof(proofOfLie(4), { key }))).message).toContain('is not counted');
  expect(verifiedAmount(proofOfLie(4), key)).toBeUndefined();
});

test.each<[string, Partial<BalanceProof>, string]>([
  ['the list', { list: `${listText}\n` }, 'list'],
  ['the length of the path of the line', withLine({ path: [] }), 'leaf'],
  ['the token', { token: 'EQother' }, 'root'],
  ['the amount', { amount: '-1' }, 'root'],
  ['the length of the path', { path: BALANCE.path.slice(1) }, 'leaf'],
  ['the account', { account: 'bobby' }, 'root'],
])('a balance that is refused for %s tells how far the check got', async (_, change, last) => {
  const { steps } = await refusalOf(verifyBalanceProof({ ...BALANCE, ...change }, { key }));
  expect([steps[0]?.step, steps.at(-1)?.step]).toEqual(['signature', last]);
});

/** Changes one character of one of the texts in a proof to another of the same kind. */
function mutatedJson(proof: object, at: number, by: number): string {
  const text = JSON.stringify(proof);
  const places = [...text.matchAll(/[0-9a-zA-Z]/g)].map(({ index }) => index);
  const place = places[at % places.length] as number;
  const alphabet = /[0-9]/.test(text[place] as string) ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz';
  const now =
    alphabet[
      (alphabet.indexOf((text[place] as string).toLowerCase()) + 1 + (by % (alphabet.length - 1))) % alphabet.length
    ];
  return text.slice(0, place) + now + text.slice(place + 1);
}

/** By the second verifier, which does not say what is wrong. */
function isAcceptedElsewhere(proof: never): boolean {
  try {
    return verifiedAmount(proof, key) !== undefined;
  } catch {
    return false;
  }
}

test('proofs with one changed character are refused', async () => {
  const change = fc.tuple(fc.boolean(), fc.nat(), fc.nat());
  for (const [isBalance, at, by] of fc.sample(change, { numRuns: times(300), seed: 36 })) {
    const text = mutatedJson(isBalance ? BALANCE : proofOf(7), at, by);
    let changed: never;
    try {
      changed = JSON.parse(text) as never;
    } catch {
      continue;
    }
    const accepted = await (isBalance
      ? verifyBalanceProof(changed, { key })
      : verifyTransactionProof(changed, { key })
    ).catch((error) => {
      // A renamed field is missing: that is a fault of the caller, not a proof.
      if (!(error instanceof TypeError)) expect(error).toBeInstanceOf(ProofRefused);
      return undefined;
    });
    expect(accepted, text).toBeUndefined();
    if (isBalance) expect(isAcceptedElsewhere(changed), text).toBe(false);
  }
});

test('the entry is small, and independent of the rest of the client', async () => {
  const bundle = await rolldown({ input: new URL('./proof.ts', import.meta.url).pathname });
  const { output } = await bundle.generate({ minify: true });
  expect(gzipSync(output[0].code).length).toBeLessThan(7300);
  await bundle.close();
});
